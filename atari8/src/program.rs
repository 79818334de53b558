//! The files of a game and the first sectors of its disk: what the OS and the loader bring into memory (`shell/boot.s`).

use hexfront_asm::{Image, Placement};
use hexfront_disk::atari::{BOOT_SECTORS, SECTOR_SIZE};
use hexfront_layout::{Part, is_loaded_later, mark, pack, part_files, pieces};

/// The area that the first sectors are for.
const BOOT: &str = "BOOT";
/// Reserved memory that must be zero at the start; the VM clears the cartridge's own.
const CLEARED: [&str; 2] = ["SHELLBSS", "VMBSS"];

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
    /// The program, packed.
    pub file: Vec<u8>,
    /// Files of the parts that are brought in later, by number.
    pub parts: Vec<(usize, Vec<u8>)>,
}

/// Makes the files of an image that was linked with the script for these parts.
///
/// # Errors
/// [`ProgramError`].
pub fn program(image: &Image, parts: &[Part]) -> Result<Program, ProgramError> {
    let boot = boot_sectors(image)?;
    let wanted = |p: &Placement| {
        let stored = p.bytes.is_some() || CLEARED.contains(&p.segment.as_str());
        stored && p.segment != BOOT && !is_loaded_later(parts, &p.segment)
    };
    let mut pieces = pieces(image, wanted);
    let mark = mark(image, parts, &mut pieces);
    Ok(Program {
        boot,
        file: pack(&pieces).bytes,
        parts: part_files(image, parts, mark),
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
