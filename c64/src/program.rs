//! The program file: one piece from $0801, and what the loader makes of it (`shell/loader.s`).

use hexfront_asm::{Image, Placement};

/// Where the file starts in memory.
pub const START: u32 = 0x0801;
/// First address that a file cannot be loaded to: I/O.
pub const END: u32 = 0xD000;

/// Entries the loader's table has room for; the last is the end mark.
const MAX_MOVES: usize = 10;
/// Bytes an entry: from, to, length.
const MOVE_SIZE: usize = 6;
/// Areas whose bytes stand in the file where they run.
const IN_PLACE: [&str; 2] = ["LOADER", "MAIN"];
/// Reserved memory that must be zero at the start; the VM clears the cartridge's own.
const CLEARED: [&str; 2] = ["SHELLBSS", "VMBSS"];

/// Why an image is no program for the C64.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The image was not linked with the shell's loader.
    #[error("image has no symbol `loader_moves`; link it with the C64 shell and its script")]
    NoLoader,
    /// Too long to be loaded in one piece.
    #[error("program ends at ${end:04X}, {} bytes past what can be loaded; make the game smaller", end - END)]
    TooLong {
        /// First address behind the file.
        end: u32,
    },
    /// More separate pieces than the loader's table holds.
    #[error("program has {count} pieces to move or clear, the loader has room for {}", MAX_MOVES - 1)]
    TooManyPieces {
        /// Pieces found.
        count: usize,
    },
}

/// A stretch of memory with bytes, or only to be cleared.
struct Piece {
    at: u32,
    size: u32,
    bytes: Vec<u8>,
}

/// Makes the program file (two address bytes first) of a linked image.
///
/// What lies in the areas `LOADER` and `MAIN` stands in the file as it runs; everything above (character sets under I/O,
/// sprites, pages above the screens) follows, in ascending order, for the loader to move up.
///
/// # Errors
/// [`ProgramError`].
pub fn program(image: &Image) -> Result<Vec<u8>, ProgramError> {
    let table = image
        .address("loader_moves")
        .ok_or(ProgramError::NoLoader)?;
    let mut memory = Vec::new();
    for p in image
        .placements
        .iter()
        .filter(|p| IN_PLACE.contains(&p.area.as_str()))
    {
        if let Some(bytes) = &p.bytes {
            let at = (p.run - START) as usize;
            if memory.len() < at + bytes.len() {
                memory.resize(at + bytes.len(), 0);
            }
            memory[at..at + bytes.len()].copy_from_slice(bytes);
        }
    }
    let moved = pieces(image, |p| {
        !IN_PLACE.contains(&p.area.as_str()) && p.bytes.is_some()
    });
    let cleared = pieces(image, |p| CLEARED.contains(&p.segment.as_str()));
    let mut moves = Vec::new();
    for piece in &moved {
        moves.push((START + memory.len() as u32, piece));
        memory.extend(&piece.bytes);
    }
    // From the top down: a piece never lands on one that still has to move.
    moves.reverse();
    moves.extend(cleared.iter().map(|piece| (0, piece)));
    if moves.len() >= MAX_MOVES {
        return Err(ProgramError::TooManyPieces { count: moves.len() });
    }
    let end = START + memory.len() as u32;
    if end > END {
        return Err(ProgramError::TooLong { end });
    }
    let mut at = (table - START) as usize;
    for (from, piece) in moves {
        for (i, word) in [from, piece.at, piece.size].into_iter().enumerate() {
            memory[at + 2 * i..at + 2 * i + 2].copy_from_slice(&(word as u16).to_le_bytes());
        }
        at += MOVE_SIZE;
    }
    let mut file = (START as u16).to_le_bytes().to_vec();
    file.append(&mut memory);
    Ok(file)
}

/// The wanted sections above the zero page, ascending, neighbours joined.
fn pieces(image: &Image, wanted: impl Fn(&Placement) -> bool) -> Vec<Piece> {
    let mut sections: Vec<&Placement> = image
        .placements
        .iter()
        .filter(|p| wanted(p) && p.run >= 0x100 && p.size > 0)
        .collect();
    sections.sort_by_key(|p| p.run);
    let mut out: Vec<Piece> = Vec::new();
    for section in sections {
        let bytes = section.bytes.clone().unwrap_or_default();
        match out.last_mut() {
            // Gaps below a page are filled, an entry of the table is dearer.
            Some(last) if section.run - (last.at + last.size) < 0x100 => {
                let gap = section.run - (last.at + last.size);
                if section.bytes.is_some() {
                    last.bytes.resize(last.bytes.len() + gap as usize, 0);
                    last.bytes.extend(bytes);
                }
                last.size += gap + section.size;
            }
            _ => out.push(Piece {
                at: section.run,
                size: section.size,
                bytes,
            }),
        }
    }
    out
}
