//! The sheets: the machine's own, and over them those of a game.

use super::colours;
use super::plan::SideLook;
use hexfront_art::sheet::{ArtError, Sheet};
use hexfront_isa::art::Art;

/// Where a game's files lie in its directory.
pub(super) const FOLDER: &str = "art/c64/";
/// Names of the sheets.
pub(super) const NAMES: [&str; 5] = [
    "map.txt",
    "counters.txt",
    "sprites.txt",
    "font.txt",
    "glyphs.txt",
];
/// A game's file of how its sides look.
pub(super) const SIDES: &str = "sides.txt";

/// All pictures drawn in letters.
#[derive(Debug, Clone)]
pub struct Sheets {
    /// Pieces of the map.
    pub map: Sheet,
    /// Counters, and arrows over them.
    pub counters: Sheet,
    /// Sprites.
    pub sprites: Sheet,
    /// Letters.
    pub font: Sheet,
    /// Glyphs of the pages.
    pub glyphs: Sheet,
    /// How sides of these names look.
    pub sides: Vec<(String, SideLook)>,
}

impl Default for Sheets {
    fn default() -> Self {
        let [map, counters, sprites, font, glyphs] = [
            include_str!("../../art/map.txt"),
            include_str!("../../art/counters.txt"),
            include_str!("../../art/sprites.txt"),
            include_str!("../../art/font.txt"),
            include_str!("../../art/glyphs.txt"),
        ]
        .map(|text| Sheet::parse("c64/art", text));
        Self {
            map,
            counters,
            sprites,
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
        let [map, counters, sprites, font, glyphs] = NAMES;
        Ok(Self {
            map: over(own.map, map),
            counters: over(own.counters, counters),
            sprites: over(own.sprites, sprites),
            font: over(own.font, font),
            glyphs: over(own.glyphs, glyphs),
            sides: art
                .text(SIDES)
                .map_or(Ok(Vec::new()), |text| sides(&text))?,
        })
    }
}

/// The looks of sides, a line each: `NAME open COLOUR` or `NAME solid COLOUR`.
fn sides(text: &str) -> Result<Vec<(String, SideLook)>, ArtError> {
    let file = || format!("{FOLDER}{SIDES}");
    let mut sides = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, shape @ ("open" | "solid"), colour] = words[..] else {
            return Err(ArtError::Line {
                file: file(),
                line: number,
                text: line.to_owned(),
                form: "NAME open COLOUR` or `NAME solid COLOUR",
            });
        };
        let look = SideLook {
            solid: shape == "solid",
            colour: colours::of_the_map(&file(), colour)?,
        };
        sides.push((name.to_owned(), look));
    }
    Ok(sides)
}
