//! D64: the 35-track disk of the Commodore 1541, and CBM DOS 2.6 file operations on it.
//!
//! An image is the disk's 683 blocks of 256 bytes, track by track (174,848 bytes), optionally followed by one
//! error byte a block (175,531 bytes). Block 18/0 is the BAM (which blocks are free) with the disk's name and
//! ID, the directory runs from 18/1, files are chains of blocks whose first two bytes link to the next.
//!
//! The operations do to the blocks what the drive's DOS does, in the same order: the first block of a file goes
//! next to the directory, the next ones ten sectors on, directory blocks three sectors on. Where this departs
//! from the ROM is said at the function.
//!
//! Sources: Commodore 1541 User's Guide, appendix C (disk formats) and D (error messages); Immers and
//! Neufeld, "Inside Commodore DOS" (1984), chapters 4 and 5.
//!
//! **Not done:** relative files can be listed, checked, validated and scratched, but not written or read by
//! record; 40- and 42-track images are refused; GEOS files are seen as their first block only.

mod bam;
mod check;
mod directory;
mod error;
mod file;
mod geometry;
mod image;
mod name;

pub use check::Problem;
pub use directory::{Entry, FileKind, Header, Slot};
pub use error::{DiskError, Fault};
pub use file::{Reader, Writer};
pub use geometry::{BLOCKS, Block, DIRECTORY_TRACK, Sector, TRACKS, Track};
pub use image::{D64, Link, SIZE, SIZE_WITH_ERRORS};
pub use name::{Name, NameError, PAD};

/// Sectors between one block of a file and the next.
pub const FILE_INTERLEAVE: u8 = 10;
/// Sectors between one block of the directory and the next.
pub const DIRECTORY_INTERLEAVE: u8 = 3;
/// Bytes of a file that one block holds; the other two are the link.
pub const DATA_BYTES: usize = 254;
