//! The sheets: the machine's own, and over them those of a game.

use super::sides::{self, SideLook};
use hexfront_art::sheet::{ArtError, Sheet};
use hexfront_isa::art::Art;

/// Where a game's files lie in its directory.
pub(super) const FOLDER: &str = "art/apple2/";
/// Names of the sheets.
pub(super) const NAMES: [&str; 5] = [
    "map.txt",
    "counters.txt",
    "marks.txt",
    "font.txt",
    "glyphs.txt",
];

/// All pictures drawn in letters.
#[derive(Debug, Clone)]
pub struct Sheets {
    /// Pieces of the map.
    pub map: Sheet,
    /// Counters, and arrows over them.
    pub counters: Sheet,
    /// Marks over a hex.
    pub marks: Sheet,
    /// Letters.
    pub font: Sheet,
    /// Glyphs of the pages.
    pub glyphs: Sheet,
    /// How sides of these names look.
    pub sides: Vec<(String, SideLook)>,
}

impl Default for Sheets {
    fn default() -> Self {
        let [map, counters, marks, font, glyphs] = [
            include_str!("../../art/map.txt"),
            include_str!("../../art/counters.txt"),
            include_str!("../../art/marks.txt"),
            include_str!("../../art/font.txt"),
            include_str!("../../art/glyphs.txt"),
        ]
        .map(|text| Sheet::parse("apple2/art", text));
        Self {
            map,
            counters,
            marks,
            font,
            glyphs,
            sides: Vec::new(),
        }
    }
}

impl Sheets {
    /// The machine's sheets with a game's over them.
    ///
    /// # Errors
    /// [`ArtError`] where the list of sides has a mistake.
    pub fn of(art: &Art<'_>) -> Result<Self, ArtError> {
        let own = Self::default();
        let over = |sheet: Sheet, name: &str| match art.text(name) {
            Some(text) => sheet.under(Sheet::parse(&format!("{FOLDER}{name}"), &text)),
            None => sheet,
        };
        let [map, counters, marks, font, glyphs] = NAMES;
        Ok(Self {
            map: over(own.map, map),
            counters: over(own.counters, counters),
            marks: over(own.marks, marks),
            font: over(own.font, font),
            glyphs: over(own.glyphs, glyphs),
            sides: art
                .text(sides::FILE)
                .map_or(Ok(Vec::new()), |text| sides::read(&text))?,
        })
    }
}
