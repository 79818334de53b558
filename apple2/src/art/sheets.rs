//! What the machine draws with: its sheets, and what it reads of a game's.

use super::sides::SideLook;
use super::title;
use hexfront_art::sheet::ArtError;
use hexfront_art::{plan, sheets};
use hexfront_isa::seasons;

/// The machine.
#[derive(Debug, Clone, Copy)]
pub struct Apple2;

/// Its sheets, with those of a game over them.
pub type Sheets = sheets::Sheets<Apple2>;

/// What is drawn for each value of a game.
pub type Plan = plan::Plan<SideLook>;

impl sheets::Machine for Apple2 {
    const NAME: &'static str = "apple2";
    const SHEETS: [(&'static str, &'static str); 5] = [
        ("map.txt", include_str!("../../art/map.txt")),
        ("counters.txt", include_str!("../../art/counters.txt")),
        ("marks.txt", include_str!("../../art/marks.txt")),
        ("font.txt", include_str!("../../art/font.txt")),
        ("glyphs.txt", include_str!("../../art/glyphs.txt")),
    ];
    const FILES: &'static [&'static str] = &[title::FILE, seasons::FILE];
    const OF_A_SIZE: &'static [&'static str] = &["size_"];
    type Look = SideLook;
    const LOOKS: [SideLook; 2] = [SideLook::Open, SideLook::Solid];
    const SIDE_FORM: &'static str = "`NAME open` or `NAME solid`";

    fn look(_: &str, words: &[&str]) -> Result<Option<SideLook>, ArtError> {
        Ok(match words {
            ["open"] => Some(SideLook::Open),
            ["solid"] => Some(SideLook::Solid),
            _ => None,
        })
    }
}
