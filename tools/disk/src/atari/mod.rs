//! Disks of the Atari 400/800/XL/XE: sectors as the drives number them, in an `.atr` or `.xfd` file, the files of DOS 2.0S and 2.5
//! on them, and the segments of binary load files (`.xex`).

mod container;
pub mod dos2;
pub mod xex;

pub use container::{Container, Density, Disk, ImageError};

/// Sectors that are read before there is a DOS; they have 128 bytes on every disk.
pub const BOOT_SECTORS: u16 = 3;
/// Bytes of a sector of single density, and of the first sectors of every disk.
pub const SECTOR_SIZE: usize = 128;
