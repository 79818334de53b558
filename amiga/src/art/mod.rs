//! Art: indexed pictures in `amiga/art`, and those that a game brings in its `art/amiga`, turned into what blitter and shell read.

mod armies;
mod bytes;
mod emblem;
mod fonts;
mod inks;
mod lettered;
mod own;
mod plan;
mod planes;
mod seasons;
mod sheet;
mod sounds;
mod title;

use hexfront_isa::seasons::Unknown;

pub use bytes::{Art, art};
pub use inks::OwnInks;
pub use own::{Own, unread};
pub use plan::{has_heights, has_rails, is_classic, is_lettered, unknown};
pub use planes::{Planes, TRANSPARENT};
pub use sheet::{Object, Sheet};

/// Colours of the one palette, $RGB each: register `COLORnn` of the custom chips.
pub const PALETTE: [u16; 32] = [
    0x000, 0xFFF, 0xDDE, 0xBCD, 0x89B, 0x567, 0x234, 0x132, 0x264, 0x432, 0x875, 0xCB9, 0x343,
    0x687, 0xAB9, 0x442, 0x884, 0xE22, 0xFE2, 0x410, 0xCC8, 0x9DF, 0x29E, 0xF80, 0x9F3, 0x1A3,
    0x0EE, 0x22A, 0x95E, 0xF5C, 0xA42, 0xFC9,
];

/// What can be wrong with a drawing.
#[derive(Debug, thiserror::Error)]
pub enum ArtError {
    /// The file is no picture that we can read.
    #[error("{file}: {reason}; save it as a PNG")]
    Picture {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A pixel of our own art has a colour that is not in the palette.
    #[error("{file}: pixel {x},{y} has colour {index}, the palette ends at 31 (32 is transparent)")]
    Colour {
        /// The file.
        file: String,
        /// Column.
        x: usize,
        /// Row.
        y: usize,
        /// Index of its colour.
        index: u8,
    },
    /// A pixel of a game's art has a colour that is not in the palette.
    #[error(
        "{file}: pixel {x},{y} is #{pixel:06X}, which the palette of 32 colours has not; the nearest is number {near}, #{known:06X}"
    )]
    Pixel {
        /// The file.
        file: String,
        /// Column.
        x: usize,
        /// Row.
        y: usize,
        /// Its colour, $RRGGBB.
        pixel: u32,
        /// The nearest number.
        near: usize,
        /// Its colour, $RRGGBB.
        known: u32,
    },
    /// A pixel of the title picture is transparent, where nothing lies below.
    #[error("{file}: pixel {x},{y} is transparent; give it a colour")]
    Hole {
        /// The file.
        file: String,
        /// Column.
        x: usize,
        /// Row.
        y: usize,
    },
    /// A line of `seasons.txt` for a weather that the game has not.
    #[error("{file}:{}: {unknown}", unknown.line)]
    Season {
        /// The file.
        file: String,
        /// The line, and what the game has.
        unknown: Unknown,
    },
    /// A line of a list.
    #[error("{file}:{line}: `{text}` is not {form}")]
    Line {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// The line.
        text: String,
        /// What should stand there.
        form: &'static str,
    },
    /// A palette of another length.
    #[error("{file} has {count} colours; it needs all 32, a line `RGB` each, as `F80`")]
    Palette {
        /// The file.
        file: String,
        /// Colours found.
        count: usize,
    },
    /// An object that the shell needs is not in the list.
    #[error("amiga/art/objects.txt has no `{name}`; add a line for it")]
    Missing {
        /// The object.
        name: &'static str,
    },
    /// An object lies outside of the sheet.
    #[error("{file}: `{name}` reaches beyond the sheet of {width} x {height} pixels")]
    Outside {
        /// The file.
        file: String,
        /// The object.
        name: String,
        /// Width of the sheet.
        width: usize,
        /// Height of the sheet.
        height: usize,
    },
    /// A picture has another size than its use needs.
    #[error("{file} is {width} x {height} pixels, its use needs {want_width} x {want_height}")]
    Size {
        /// The file.
        file: String,
        /// Columns found.
        width: usize,
        /// Rows found.
        height: usize,
        /// Columns needed.
        want_width: usize,
        /// Rows needed.
        want_height: usize,
    },
}
