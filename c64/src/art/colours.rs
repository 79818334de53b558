//! The sixteen colours, by name and as a PNG has them.

use hexfront_art::nearest;
use hexfront_art::sheet::ArtError;

/// Their names, by number.
const NAMES: [&str; 16] = [
    "black",
    "white",
    "red",
    "cyan",
    "purple",
    "green",
    "blue",
    "yellow",
    "orange",
    "brown",
    "light_red",
    "dark_grey",
    "grey",
    "light_green",
    "light_blue",
    "light_grey",
];
/// How they look, $RRGGBB each. Source: P. Timmermann's Colodore, default settings.
const LOOKS: [u32; 16] = [
    0x000000, 0xFFFFFF, 0x813338, 0x75CEC8, 0x8E3C97, 0x56AC4D, 0x2E2C9B, 0xEDF171, 0x8E5029,
    0x553800, 0xC46C71, 0x4A4A4A, 0x7B7B7B, 0xA9FF9F, 0x706DEB, 0xB2B2B2,
];
/// Colours that a character of the map can have: the first, as it shares the rest with all others.
const OF_THE_MAP: usize = 8;
/// How far a pixel may be from the colour that it is taken for: the colours of other palettes of the machine are nearer.
const FAR: u32 = 3 * 40 * 40;

/// Lighter colours, for text on black.
const LIGHT: [u8; OF_THE_MAP] = [15, 1, 10, 3, 4, 13, 14, 7];

/// The number of a colour that the map can have.
///
/// # Errors
/// [`ArtError::Colour`], with those there are.
pub fn of_the_map(file: &str, word: &str) -> Result<u8, ArtError> {
    let known = &NAMES[..OF_THE_MAP];
    let found = known.iter().position(|name| *name == word);
    found.map(|at| at as u8).ok_or_else(|| ArtError::Colour {
        file: file.to_owned(),
        word: word.to_owned(),
        known: known.join(", "),
    })
}

/// The number of a colour that text can have: any.
///
/// # Errors
/// [`ArtError::TextColour`], with those there are.
pub fn of_text(place: &str, word: &str) -> Result<u8, ArtError> {
    let found = NAMES.iter().position(|name| *name == word);
    found
        .map(|at| at as u8)
        .ok_or_else(|| ArtError::TextColour {
            place: place.to_owned(),
            word: word.to_owned(),
            known: NAMES.join(", "),
        })
}

/// The same colour for text on black.
pub fn light(colour: u8) -> u8 {
    LIGHT[usize::from(colour) % OF_THE_MAP]
}

/// The number of the colour that a pixel has.
///
/// # Errors
/// If it has none, the name of the nearest.
pub fn of_pixel(pixel: [u8; 4]) -> Result<u8, &'static str> {
    let (colour, far) = nearest(&LOOKS, pixel);
    if far <= FAR && pixel[3] > 127 {
        Ok(colour as u8)
    } else {
        Err(NAMES[colour])
    }
}
