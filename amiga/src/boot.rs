//! The disk that a machine starts from: a bootblock and, from the third sector on, the program it reads.
//!
//! README.md describes the layout. The bootblock is `boot/bootblock.s`, assembled and linked by [`BOOT_SCRIPT`].

use thiserror::Error;

/// Bytes of a sector.
pub const SECTOR: usize = 512;
/// Bytes of a disk of 880 KB.
pub const DISK: usize = 1760 * SECTOR;
/// Bytes of the bootblock, two sectors.
pub const BOOTBLOCK: usize = 2 * SECTOR;
/// Name of the bootblock's source.
pub const BOOT_FILE: &str = "bootblock.s";
/// The bootblock's source.
pub const BOOT_SOURCE: &str = include_str!("../boot/bootblock.s");
/// Link script: makes the output [`BOOT_OUTPUT`]. The code runs anywhere.
pub const BOOT_SCRIPT: &str =
    "output \"boot\"\narea BOOT start 0 size 1024 output \"boot\"\nsegment BOOT in BOOT\n";
/// Output of the link: the bootblock without its checksum and what it is to load.
pub const BOOT_OUTPUT: &str = "boot";

/// Offsets in the bootblock that are filled in here.
const CHECKSUM: usize = 4;
const OFFSET: usize = 16;
const LENGTH: usize = 20;
const ADDRESS: usize = 24;
const ENTRY: usize = 28;

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
    #[error("program of {size} bytes does not fit on a disk: {room} are free")]
    TooLarge { size: usize, room: usize },
    #[error("program without a byte cannot be started")]
    Empty,
    #[error("program is to run at ${0:X}, which is odd")]
    OddAddress(u32),
}

/// The disk image: bootblock, program, and zeros to the end.
///
/// # Errors
/// If the program does not fit, or cannot run where it is to.
pub fn boot_disk(bootblock: &[u8], program: Program<'_>) -> Result<Vec<u8>, BootError> {
    if bootblock.len() != BOOTBLOCK {
        return Err(BootError::BootblockSize(bootblock.len()));
    }
    let size = program.bytes.len();
    let room = DISK - BOOTBLOCK;
    if size > room {
        return Err(BootError::TooLarge { size, room });
    }
    if size == 0 {
        return Err(BootError::Empty);
    }
    if !program.address.is_multiple_of(2) || !program.entry.is_multiple_of(2) {
        return Err(BootError::OddAddress(program.address | program.entry & 1));
    }
    let mut disk = vec![0; DISK];
    disk[..BOOTBLOCK].copy_from_slice(bootblock);
    disk[BOOTBLOCK..][..size].copy_from_slice(program.bytes);
    let mut put = |at: usize, value: u32| disk[at..at + 4].copy_from_slice(&value.to_be_bytes());
    put(OFFSET, BOOTBLOCK as u32);
    put(LENGTH, size.next_multiple_of(SECTOR) as u32);
    put(ADDRESS, program.address);
    put(ENTRY, program.entry);
    put(CHECKSUM, 0);
    let checksum = !sum(&disk[..BOOTBLOCK]);
    disk[CHECKSUM..CHECKSUM + 4].copy_from_slice(&checksum.to_be_bytes());
    Ok(disk)
}

/// The sum of a bootblock's long words, carries added in again; all ones if its checksum is right.
pub fn sum(bootblock: &[u8]) -> u32 {
    bootblock.chunks_exact(4).fold(0u32, |sum, long| {
        let long = u32::from_be_bytes([long[0], long[1], long[2], long[3]]);
        let (sum, carry) = sum.overflowing_add(long);
        sum.wrapping_add(u32::from(carry))
    })
}
