//! Our own ROMs: for the Commodore 64 KERNAL, a small BASIC, and the character set; for the Amiga 500, the
//! Apple II and the Atari what boots a disk.
//!
//! They are assembly, carried as text and assembled when needed, which takes some 30 ms.
//! Everything in them is written from published facts; each file names its own.
//!
//! ```
//! use hexfront_asm::{Files, build};
//! use hexfront_roms::{BASIC, KERNAL, LINK_SCRIPT, MAIN_FILES, SOURCES, chargen};
//!
//! let image = build(&Files(SOURCES), MAIN_FILES, LINK_SCRIPT)?;
//! assert_eq!(image.output(KERNAL).map(<[u8]>::len), Some(0x2000));
//! assert_eq!(image.output(BASIC).map(<[u8]>::len), Some(0x2000));
//! assert_eq!(chargen().len(), 0x1000);
//! # Ok::<(), hexfront_asm::BuildError>(())
//! ```

mod charset;
mod sources;

pub use charset::{
    CharsetError, GLYPH_ROWS, SET_GLYPHS, apple2_chargen, atari8_charset, atari8_rom,
    character_rom, chargen,
};
pub use sources::{
    AMIGA, AMIGA_LINK_SCRIPT, AMIGA_MAIN, APPLE2_LINK_SCRIPT, APPLE2_MAIN_FILES,
    ATARI8_LINK_SCRIPT, ATARI8_OS, ATARI8_OS_800, ATARI8_OS_XL, BASIC, DISK2, KERNAL, LINK_SCRIPT,
    MAIN_FILES, MONITOR, SOURCES,
};
