//! Disk images as plain data, and the file systems on them.
//!
//! Four formats: [`d64`], the disk of the Commodore 1541, [`adf`], that of the Amiga, [`apple`], that of the Disk II, and [`atari`], that
//! of the 810 and the 1050. [`Image`] is the door for callers that do not care which format it is: it recognises one by content and
//! lists, reads, writes and checks files by name.
//!
//! Nothing here touches the host's files: images come and go as bytes.

pub mod adf;
pub mod apple;
pub mod atari;
pub mod d64;
mod image;

pub use image::{Format, Image, ImageError, Listing, ListingEntry};
