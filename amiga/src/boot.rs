//! The disk that a machine starts from: a bootblock, from the third sector on the program it reads, and at the end the
//! tracks of saved games.
//!
//! README.md describes the layout. The bootblock is `boot/bootblock.s`, assembled and linked by [`BOOT_SCRIPT`].

pub use hexfront_disk::adf::saves::{SAVE_TRACK, SLOT_BYTES, TRACK_BYTES};
use hexfront_disk::adf::{Adf, BOOT_SIZE, SECTOR_SIZE};
use thiserror::Error;

/// Bytes of the disk before them: bootblock and program.
pub const SAVED_GAMES: usize = SAVE_TRACK * TRACK_BYTES;
/// Bytes of a slot that a state image may take; header and name stand before it.
pub const SAVE_ROOM: usize = SLOT_BYTES - 32 - 12;
/// The same for a game that is worked with keys: packed, an image of pairs that never go on takes half as much again.
pub const KEYED_SAVE_ROOM: usize = (SLOT_BYTES - 32) / 3 * 2;
/// Name of the bootblock's source.
pub const BOOT_FILE: &str = "bootblock.s";
/// The bootblock's source.
pub const BOOT_SOURCE: &str = include_str!("../boot/bootblock.s");
/// Link script: makes the output [`BOOT_OUTPUT`]. The code runs anywhere.
pub const BOOT_SCRIPT: &str =
    "output \"boot\"\narea BOOT start 0 size 1024 output \"boot\"\nsegment BOOT in BOOT\n";
/// Output of the link: the bootblock without its checksum and what it is to load.
pub const BOOT_OUTPUT: &str = "boot";

/// Offset of the bootblock's header: four long words that are filled in here.
const HEADER: usize = 16;

/// A program as it lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program<'a> {
    /// Where it runs, an even address of chip memory.
    pub address: u32,
    /// Where it begins.
    pub entry: u32,
    /// What it holds.
    pub bytes: &'a [u8],
}

/// Why there is no disk of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the message says what each one means")]
pub enum BootError {
    #[error("bootblock has {0} bytes, not 1024")]
    BootblockSize(usize),
    #[error(
        "program of {size} bytes does not fit on a disk: {room} are free before the saved games"
    )]
    TooLarge { size: usize, room: usize },
    #[error("program without a byte cannot be started")]
    Empty,
    #[error("program is at ${address:X} and begins at ${entry:X}, but both must be even")]
    OddAddress { address: u32, entry: u32 },
}

/// Whether a disk was made by [`boot_disk`], of whatever game and age, or is blank: the rest of it may be saved games.
pub fn is_ours(disk: &Adf) -> bool {
    let image = disk.bytes();
    let header = (BOOT_SIZE as u32).to_be_bytes();
    let ours =
        disk.is_formatted() && image[HEADER..].starts_with(&header) && disk.check().is_empty();
    ours || image[..BOOT_SIZE].iter().all(|byte| *byte == 0)
}

/// The disk image: bootblock, program, and zeros to the end.
///
/// # Errors
/// If the program does not fit, or cannot run where it is to.
pub fn boot_disk(bootblock: &[u8], program: Program<'_>) -> Result<Adf, BootError> {
    let Program {
        address,
        entry,
        bytes,
    } = program;
    if bootblock.len() != BOOT_SIZE {
        return Err(BootError::BootblockSize(bootblock.len()));
    }
    let size = bytes.len();
    let room = SAVED_GAMES - BOOT_SIZE;
    if size > room {
        return Err(BootError::TooLarge { size, room });
    }
    if size == 0 {
        return Err(BootError::Empty);
    }
    if (address | entry) & 1 != 0 {
        return Err(BootError::OddAddress { address, entry });
    }
    let mut disk = Adf::blank();
    let image = disk.bytes_mut();
    image[..BOOT_SIZE].copy_from_slice(bootblock);
    image[BOOT_SIZE..][..size].copy_from_slice(bytes);
    let length = size.next_multiple_of(SECTOR_SIZE) as u32;
    let header = [BOOT_SIZE as u32, length, address, entry];
    for (at, long) in image[HEADER..].chunks_exact_mut(4).zip(header) {
        at.copy_from_slice(&long.to_be_bytes());
    }
    disk.seal_boot_block();
    Ok(disk)
}
