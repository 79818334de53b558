//! How sides look on this machine.

/// The look of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideLook {
    /// White signs in an orange frame.
    Open,
    /// Black signs on white.
    Solid,
}

impl SideLook {
    /// As a game's list of its sides and the sheet of glyphs name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Solid => "solid",
        }
    }

    /// The rule below the top bar while it is this side's turn: dots of an even byte and an odd one.
    pub fn rule(self) -> [u8; 2] {
        match self {
            // Columns that are orange with bit 7.
            Self::Open => [0b1010_1010, 0b1101_0101],
            Self::Solid => [0b0111_1111; 2],
        }
    }
}

/// The rule where it is nobody's turn: violet.
pub const NEUTRAL_RULE: [u8; 2] = [0b0101_0101, 0b0010_1010];

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
            "art/apple2/sides.txt:2: `reds open orange` is not `NAME open` or `NAME solid`"
        );
    }
}
