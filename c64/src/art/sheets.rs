//! What the machine draws with: its sheets, and what it reads of a game's.

use super::colours;
use super::sides::{OPEN, SOLID, SideLook};
use super::title;
use hexfront_art::sheet::ArtError;
use hexfront_art::{plan, sheets};
use hexfront_isa::{inks, seasons};

/// The machine.
#[derive(Debug, Clone, Copy)]
pub struct C64;

/// Its sheets, with those of a game over them.
pub type Sheets = sheets::Sheets<C64>;

/// What is drawn for each value of a game.
pub type Plan = plan::Plan<SideLook>;

impl sheets::Machine for C64 {
    const NAME: &'static str = "c64";
    const SHEETS: [(&'static str, &'static str); 5] = [
        ("map.txt", include_str!("../../art/map.txt")),
        ("counters.txt", include_str!("../../art/counters.txt")),
        ("sprites.txt", include_str!("../../art/sprites.txt")),
        ("font.txt", include_str!("../../art/font.txt")),
        ("glyphs.txt", include_str!("../../art/glyphs.txt")),
    ];
    const FILES: &'static [&'static str] = &[title::FILE, inks::FILE, seasons::FILE];
    const OF_A_SIZE: &'static [&'static str] = &["size_", "travel_", "mc_", "mc_travel_"];
    type Look = SideLook;
    const LOOKS: [SideLook; 2] = [OPEN, SOLID];
    const SIDE_FORM: &'static str = "`NAME open COLOUR` or `NAME solid COLOUR`";

    fn look(file: &str, words: &[&str]) -> Result<Option<SideLook>, ArtError> {
        let [shape @ ("open" | "solid"), colour] = *words else {
            return Ok(None);
        };
        Ok(Some(SideLook {
            solid: shape == "solid",
            colour: colours::of_the_map(file, colour)?,
        }))
    }
}
