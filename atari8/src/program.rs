//! The files of a game and the first sectors of its disk: what the OS and the loader bring into memory (`shell/boot.s`).

use hexfront_asm::{Image, Placement};
use hexfront_disk::atari::dos2::FILE_BYTES;
use hexfront_disk::atari::{BOOT_SECTORS, SECTOR_SIZE};
use hexfront_layout::{
    Part, Piece, is_loaded_later, mark, pack, part_file, part_files, patch, pieces, write_overlaps,
    write_sizes,
};

/// The area that the first sectors are for.
const BOOT: &str = "BOOT";
/// Reserved memory that must be zero at the start; the VM clears the cartridge's own.
const CLEARED: [&str; 2] = ["SHELLBSS", "VMBSS"];

/// What makes a disk for saved games: a file as those of parts are, behind the last number that a part may have (`shell/disk.inc`).
const FORMAT: &str = "FORMAT";
const FORMAT_NUMBER: usize = 16;

/// Tables of the shell that are written when the disk is laid out: where the files of parts begin, low bytes and high ones.
const SECTOR: [&str; 2] = ["part_sector", "part_sector_high"];

/// Why an image is no program for the Atari.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The image was not linked with the shell's boot sectors.
    #[error("image has no segment `BOOT`; link it with the Atari's shell and its script")]
    NoBoot,
    /// The loader is longer than the sectors that are booted.
    #[error("the loader takes {bytes} bytes, {} more than the boot sectors have", bytes - BOOT_BYTES)]
    BootTooLong {
        /// What it takes.
        bytes: usize,
    },
}

/// Bytes of the sectors that are booted.
const BOOT_BYTES: usize = BOOT_SECTORS as usize * SECTOR_SIZE;

/// What goes onto a disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The first sectors.
    pub boot: [u8; BOOT_BYTES],
    /// Files of the parts that are brought in later, by number.
    pub parts: Vec<(usize, Vec<u8>)>,
    /// The program in memory, but for the tables that say where files begin, and where those are.
    memory: Vec<Piece>,
    sectors: [Option<u32>; 2],
}

impl Program {
    /// The program's file, packed, where these are the first sectors of the files of parts, by number.
    #[must_use]
    pub fn file(&self, first: &[(usize, u16)]) -> Vec<u8> {
        let mut memory = self.memory.clone();
        for &(number, sector) in first {
            for (table, byte) in self.sectors.into_iter().zip(sector.to_le_bytes()) {
                if let Some(table) = table {
                    patch(&mut memory, table + number as u32, &[byte]);
                }
            }
        }
        pack(&memory).bytes
    }
}

/// Makes the files of an image that was linked with the script for these parts.
///
/// # Errors
/// [`ProgramError`].
pub fn program(image: &Image, parts: &[Part]) -> Result<Program, ProgramError> {
    let boot = boot_sectors(image)?;
    let wanted = |p: &Placement| {
        let stored = p.bytes.is_some() || CLEARED.contains(&p.segment.as_str());
        let apart = [BOOT, FORMAT].contains(&p.segment.as_str());
        stored && !apart && !is_loaded_later(parts, &p.segment)
    };
    let mut memory = pieces(image, wanted);
    write_overlaps(image, parts, &mut memory);
    let mark = mark(image, parts, &mut memory);
    let mut files = part_files(image, parts, mark);
    write_sizes(image, &files, FILE_BYTES, &mut memory);
    files.push((FORMAT_NUMBER, part_file(image, FORMAT, mark)));
    Ok(Program {
        boot,
        parts: files,
        memory,
        sectors: SECTOR.map(|table| image.address(table)),
    })
}

fn boot_sectors(image: &Image) -> Result<[u8; BOOT_BYTES], ProgramError> {
    let pieces = pieces(image, |p| p.segment == BOOT);
    let [piece] = pieces.as_slice() else {
        return Err(ProgramError::NoBoot);
    };
    let bytes = piece.bytes.len();
    let mut boot = [0; BOOT_BYTES];
    let room = boot.get_mut(..bytes);
    let room = room.ok_or(ProgramError::BootTooLong { bytes })?;
    room.copy_from_slice(&piece.bytes);
    Ok(boot)
}
