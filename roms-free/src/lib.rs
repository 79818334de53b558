//! Our own ROMs for the Commodore 64: KERNAL, a small BASIC, and the character set.
//!
//! The ROMs are 6502 assembly, carried as text in [`SOURCES`] and assembled when needed, which takes
//! milliseconds. Everything in them is written from published facts; each file names its own.

mod charset;
mod sources;

pub use charset::{CharsetError, GLYPH_ROWS, SET_GLYPHS, character_rom, chargen};
pub use sources::{BASIC, KERNAL, LINK_SCRIPT, MAIN_FILES, SOURCES};
