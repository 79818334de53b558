//! How sides look on this machine, and the plan of what is drawn for which of a game's values.

use super::sheets::{FOLDER, NAMES, Sheets};
use hexfront_art::plan::{self, Drawings};
use hexfront_art::sheet::{ArtError, Sheet};

/// What is drawn for each value.
pub type Plan = plan::Plan<SideLook>;

/// A game's file of how its sides look.
pub(super) const FILE: &str = "sides.txt";

/// The look of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideLook {
    /// White signs in an orange frame.
    Open,
    /// Black signs on white.
    Solid,
}

impl SideLook {
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

impl Drawings for Sheets {
    type Look = SideLook;
    const LOOKS: [SideLook; 2] = [SideLook::Open, SideLook::Solid];
    const OF_A_SIZE: &'static [&'static str] = &["size_"];

    fn map(&self) -> &Sheet {
        &self.map
    }

    fn counters(&self) -> &Sheet {
        &self.counters
    }

    fn sides(&self) -> &[(String, SideLook)] {
        &self.sides
    }

    fn each(&self) -> Vec<(&'static str, &Sheet)> {
        let sheets = [
            &self.map,
            &self.counters,
            &self.marks,
            &self.font,
            &self.glyphs,
        ];
        NAMES.into_iter().zip(sheets).collect()
    }
}

/// The looks of sides, a line each: `NAME open` or `NAME solid`.
pub(super) fn read(text: &str) -> Result<Vec<(String, SideLook)>, ArtError> {
    let mut sides = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let look = match words[..] {
            [_, "open"] => SideLook::Open,
            [_, "solid"] => SideLook::Solid,
            _ => {
                return Err(ArtError::Line {
                    file: format!("{FOLDER}{FILE}"),
                    line: number,
                    text: line.to_owned(),
                    form: "NAME open` or `NAME solid",
                });
            }
        };
        sides.push((words[0].to_owned(), look));
    }
    Ok(sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::art::Art;
    use hexfront_isa::looks::Looks;

    #[test]
    fn a_game_says_how_its_sides_look() {
        let art = Art::default().with(FILE, b"# Two.\nreds solid\ngreens open\n");
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
        let art = Art::default().with(FILE, b"\nreds open orange");
        assert_eq!(
            Sheets::of(&art).unwrap_err().to_string(),
            "art/apple2/sides.txt:2: `reds open orange` is not `NAME open` or `NAME solid`"
        );
    }
}
