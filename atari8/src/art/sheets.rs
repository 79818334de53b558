//! What the machine draws with: its sheets, and what it reads of a game's.

use super::sides::SideLook;
use super::title;
use hexfront_art::sheet::ArtError;
use hexfront_art::{plan, sheets};
use hexfront_isa::seasons;

/// The machine.
#[derive(Debug, Clone, Copy)]
pub struct Atari8;

/// Its sheets, with those of a game over them.
pub type Sheets = sheets::Sheets<Atari8>;

/// What is drawn for each value of a game.
pub type Plan = plan::Plan<SideLook>;

impl sheets::Machine for Atari8 {
    const NAME: &'static str = "atari8";
    const SHEETS: [(&'static str, &'static str); 5] = [
        ("map.txt", include_str!("../../art/map.txt")),
        ("counters.txt", include_str!("../../art/counters.txt")),
        ("players.txt", include_str!("../../art/players.txt")),
        ("font.txt", include_str!("../../art/font.txt")),
        ("glyphs.txt", include_str!("../../art/glyphs.txt")),
    ];
    const FILES: &'static [&'static str] = &[title::FILE, title::COLOURS, seasons::FILE];
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
