//! The program file: the loader at $0801 and behind it, packed, all that it puts in place (`shell/loader.s`); with it the
//! files of the parts that are brought in later.

use hexfront_asm::{Image, Placement};
use hexfront_layout::{
    Part, is_loaded_later, mark, pack, part_files, pieces, write_overlaps, write_sizes,
};

/// Bytes of a file in a block of the disk.
const BLOCK_BYTES: usize = 254;
/// Where the file starts in memory.
pub const START: u32 = 0x0801;
/// First address that a file cannot be loaded to: I/O.
pub const END: u32 = 0xD000;
/// End of the memory that the loader may use to unpack.
const TOP: usize = 0x1_0000;

/// The area whose bytes stand in the file as they run.
const LOADER: &str = "LOADER";
/// Reserved memory that must be zero at the start; the VM clears the cartridge's own.
const CLEARED: [&str; 2] = ["SHELLBSS", "VMBSS"];
/// Why an image is no program for the C64.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The image was not linked with the shell's loader.
    #[error("image has no symbol `{symbol}`; link it with the C64 shell and its script")]
    NoLoader {
        /// What is missing.
        symbol: &'static str,
    },
    /// Too long to be loaded in one piece.
    #[error("program ends at ${end:04X}, {} bytes past what can be loaded; make the game smaller, or cut it into parts", end - END)]
    TooLong {
        /// First address behind the file.
        end: u32,
    },
    /// Memory is so full that nothing is left to unpack in.
    #[error(
        "no room to unpack the program: {by} bytes are missing at the end of memory; make the game smaller, or cut it into parts"
    )]
    NoRoom {
        /// Missing bytes.
        by: usize,
    },
}

/// The files of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program, two address bytes first.
    pub file: Vec<u8>,
    /// Files of the parts that are brought in later, by number.
    pub parts: Vec<(usize, Vec<u8>)>,
}

/// Makes the files of an image that was linked with the script for these parts.
///
/// # Errors
/// [`ProgramError`].
pub fn program(image: &Image, parts: &[Part]) -> Result<Program, ProgramError> {
    let mut memory: Vec<u8> = Vec::new();
    let loader = image.placements.iter().filter(|p| p.area == LOADER);
    for placement in loader {
        if let Some(bytes) = &placement.bytes {
            let at = (placement.run - START) as usize;
            memory.resize(memory.len().max(at + bytes.len()), 0);
            memory[at..at + bytes.len()].copy_from_slice(bytes);
        }
    }
    let from = START as usize + memory.len();
    let wanted = |p: &Placement| {
        let stored = p.bytes.is_some() || CLEARED.contains(&p.segment.as_str());
        stored && p.area != LOADER && !is_loaded_later(parts, &p.segment)
    };
    let mut pieces = pieces(image, wanted);
    write_overlaps(image, parts, &mut pieces);
    let mark = mark(image, parts, &mut pieces);
    let parts = part_files(image, parts, mark);
    write_sizes(image, &parts, BLOCK_BYTES, &mut pieces);
    let packed = pack(&pieces);
    let end = from + packed.bytes.len();
    if end > END as usize {
        return Err(ProgramError::TooLong { end: end as u32 });
    }
    let to = packed.start().max(from);
    let over = (to + packed.bytes.len()).saturating_sub(TOP);
    if over > 0 {
        return Err(ProgramError::NoRoom { by: over });
    }
    let length = packed.bytes.len();
    let last_page = (length - 1) & !0xFF;
    let operands = [
        ("loader_pages", 1 + last_page / 256, 1),
        ("loader_rest", length - last_page, 1),
        ("loader_from", from + last_page, 2),
        ("loader_to", to + last_page, 2),
        ("loader_packed", to, 2),
    ];
    for (symbol, value, size) in operands {
        let at = image
            .address(symbol)
            .ok_or(ProgramError::NoLoader { symbol })?
            - START;
        memory[at as usize..][..size].copy_from_slice(&(value as u16).to_le_bytes()[..size]);
    }
    let mut file = (START as u16).to_le_bytes().to_vec();
    file.append(&mut memory);
    file.extend(packed.bytes);
    Ok(Program { file, parts })
}
