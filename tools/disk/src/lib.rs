//! Disk images as plain data, and the file systems on them.
//!
//! Two formats: [`d64`], the disk of the Commodore 1541, and [`adf`], that of the Amiga. [`Image`] is the door for callers that do not
//! care which format it is: it recognises one by content and lists, reads, writes and checks files by name.
//!
//! Nothing here touches the host's files: images come and go as bytes.

pub mod adf;
pub mod d64;
mod image;

pub use image::{Format, Image, ImageError, Listing, ListingEntry};
