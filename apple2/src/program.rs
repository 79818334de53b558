//! The files of a game and track 0 of its disk: what the ROM and the loader bring into memory (`shell/boot.s`, `shell/loader.s`).

use hexfront_asm::{Image, Placement};
use hexfront_disk::apple::track::SECTORS;
use hexfront_layout::{Part, is_loaded_later, mark, pack, pieces};

use crate::parts::part_file;

const SECTOR: usize = 256;
/// Areas of track 0, in the order in which the boot sector has them read: it is the first itself.
const BOOT: [&str; 3] = ["BOOT", "LOADER", "DISK"];
/// Reserved memory that must be zero at the start; the VM clears the cartridge's own.
const CLEARED: [&str; 2] = ["SHELLBSS", "VMBSS"];

/// Why an image is no program for the Apple II.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The image was not linked with the shell's boot sector.
    #[error("image has no area `{area}`; link it with the Apple II's shell and its script")]
    NoBoot {
        /// What is missing.
        area: &'static str,
    },
    /// Loader and disk routines are longer than the track.
    #[error("boot sector, loader and disk routines take {sectors} sectors, {} more than a track has", sectors - SECTORS)]
    BootTooLong {
        /// What they take.
        sectors: usize,
    },
    /// Parts that come from the disk have more pages than a sector can list.
    #[error(
        "parts that come and go have {pages} pages, which the index on the disk has no room for: {over} bytes too many"
    )]
    TooManyPages {
        /// What they have.
        pages: usize,
        /// What has no place in the index.
        over: usize,
    },
}

/// What goes onto a disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The sectors of track 0 by their places.
    pub boot: [[u8; SECTOR]; SECTORS],
    /// The program, packed.
    pub file: Vec<u8>,
    /// The parts that are brought in later; nothing where there are none.
    pub parts: Option<Vec<u8>>,
}

/// Makes the files of an image that was linked with the script for these parts.
///
/// # Errors
/// [`ProgramError`].
pub fn program(image: &Image, parts: &[Part]) -> Result<Program, ProgramError> {
    let boot = boot_track(image)?;
    let wanted = |p: &Placement| {
        let stored = p.bytes.is_some() || CLEARED.contains(&p.segment.as_str());
        stored && !BOOT.contains(&p.area.as_str()) && !is_loaded_later(parts, &p.segment)
    };
    let mut pieces = pieces(image, wanted);
    let mark = mark(image, parts, &mut pieces);
    Ok(Program {
        boot,
        file: pack(&pieces).bytes,
        parts: part_file(image, parts, mark)?,
    })
}

/// Track 0: the boot sector has the ROM read every other sector, and those between in a second turn.
fn boot_track(image: &Image) -> Result<[[u8; SECTOR]; SECTORS], ProgramError> {
    let mut bytes = Vec::new();
    for area in BOOT {
        bytes.extend(area_bytes(image, area)?);
        bytes.resize(bytes.len().next_multiple_of(SECTOR), 0);
    }
    let sectors = bytes.len() / SECTOR;
    if sectors > SECTORS {
        return Err(ProgramError::BootTooLong { sectors });
    }
    let mut track = [[0; SECTOR]; SECTORS];
    let places = (0..SECTORS).step_by(2).chain((1..SECTORS).step_by(2));
    for (place, sector) in places.zip(bytes.as_chunks::<SECTOR>().0) {
        track[place] = *sector;
    }
    Ok(track)
}

/// The bytes of an area, up to its last.
fn area_bytes(image: &Image, name: &'static str) -> Result<Vec<u8>, ProgramError> {
    let area = image.areas.iter().find(|area| area.name == name);
    let start = area.ok_or(ProgramError::NoBoot { area: name })?.start;
    let mut bytes = Vec::new();
    for placement in image.placements.iter().filter(|p| p.area == name) {
        if let Some(content) = &placement.bytes {
            let at = (placement.run - start) as usize;
            bytes.resize(bytes.len().max(at + content.len()), 0);
            bytes[at..at + content.len()].copy_from_slice(content);
        }
    }
    Ok(bytes)
}
