//! How sides look on this machine.

/// The look of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideLook {
    /// Signs on the ground, in a frame: COLPF3, red.
    Open,
    /// In its colour with the ground's signs on it: COLPF2, blue.
    Solid,
}

impl SideLook {
    /// COLBK of the top bar while it is this side's turn, on PAL.
    pub fn bar(self) -> u8 {
        match self {
            Self::Open => 0x22,
            Self::Solid => 0x72,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::{Plan, Sheets};
    use hexfront_isa::art::Art;
    use hexfront_isa::looks::Looks;

    #[test]
    fn a_game_says_how_its_sides_look() {
        let art = Art::default().with("sides.txt", b"# Two.\nreds solid\ngreens open\n");
        let sheets = Sheets::of(&art).unwrap();
        let looks = Looks::default().with("side", &["greens", "reds"]);
        let plan = Plan::of(&looks, &sheets);
        assert_eq!(plan.sides, [SideLook::Open, SideLook::Solid]);
        let looks = Looks::default().with("side", &["german", "american"]);
        let plan = Plan::of(&looks, &Sheets::default());
        assert_eq!(plan.sides, [SideLook::Solid, SideLook::Open]);
    }

    #[test]
    fn a_line_that_is_no_side_is_named() {
        let art = Art::default().with("sides.txt", b"\nreds open orange");
        assert_eq!(
            Sheets::of(&art).unwrap_err().to_string(),
            "art/atari8/sides.txt:2: `reds open orange` is not `NAME open` or `NAME solid`"
        );
    }
}
