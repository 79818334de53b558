//! Art: indexed pictures in `amiga/art`, turned into what blitter and shell read.

mod bytes;
mod fonts;
mod plan;
mod planes;
mod sheet;

pub use bytes::{Art, art};
pub use plan::unknown;
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
    #[error("amiga/art/{file}: {reason}; save it as an indexed or black-and-white PNG")]
    Picture {
        /// File name.
        file: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// A pixel's colour is not in the palette.
    #[error(
        "amiga/art/{file}: pixel {x},{y} has colour {index}, the palette ends at 31 (32 is transparent)"
    )]
    Colour {
        /// File name.
        file: &'static str,
        /// Column.
        x: usize,
        /// Row.
        y: usize,
        /// Index of its colour.
        index: u8,
    },
    /// A line of the list of objects.
    #[error("amiga/art/{file}:{line}: `{text}` is not `name x y width height dx dy`")]
    Line {
        /// File name.
        file: &'static str,
        /// Line, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// An object that the shell needs is not in the list.
    #[error("amiga/art/objects.txt has no `{name}`; add a line for it")]
    Missing {
        /// The object.
        name: &'static str,
    },
    /// An object lies outside of the sheet.
    #[error("amiga/art/{file}: `{name}` reaches beyond the sheet of {width} x {height} pixels")]
    Outside {
        /// File name.
        file: &'static str,
        /// The object.
        name: String,
        /// Width of the sheet.
        width: usize,
        /// Height of the sheet.
        height: usize,
    },
    /// A picture has another size than its use needs.
    #[error(
        "amiga/art/{file} is {width} x {height} pixels, its use needs {want_width} x {want_height}"
    )]
    Size {
        /// File name.
        file: &'static str,
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
