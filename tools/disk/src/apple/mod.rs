//! Disks of the Apple II's Disk II: 35 tracks of 16 sectors, as files of sectors (`.dsk`, `.do`, `.po`), of bytes (`.nib`) or of
//! bits (`.woz`), and the files of DOS 3.3 on them.

mod container;
pub mod dos33;
pub mod gcr;
pub mod track;
mod woz;

pub use container::{Container, DOS_ORDER, Disk, ImageError};

/// Tracks of a disk.
pub const TRACKS: usize = 35;
/// Volume number of a disk whose file does not say one.
pub const VOLUME: u8 = 254;
/// Positions of the head that can hold a track of their own: it stops at quarters of a track.
pub const QUARTERS: usize = 160;
/// Bytes of a file of sectors.
pub const SIZE: usize = TRACKS * track::SECTORS * gcr::SECTOR_SIZE;
/// Bytes of a file of bytes as they pass the head.
pub const NIB_SIZE: usize = TRACKS * NIB_TRACK;
/// Those of a track.
pub const NIB_TRACK: usize = 6_656;

/// A sector by its place: the numbers are those of the address fields, or those that DOS gives them, as is said where it is used.
pub type Sector = [u8; gcr::SECTOR_SIZE];
