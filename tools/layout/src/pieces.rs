//! Stretches of memory, and the packed form in which files hold them (`core/shell/6502/unpack.inc`).

use hexfront_asm::{Image, Placement, zx0};

/// Gaps up to this size are filled with zeros: a piece of its own takes more bytes.
const GAP: u32 = 0x100;

/// A stretch of memory and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its first address.
    pub at: u32,
    /// What belongs there.
    pub bytes: Vec<u8>,
}

/// Packed pieces: each its address and a block; an address of page 0 ends them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// The pieces, one behind the other.
    pub bytes: Vec<u8>,
    /// Where the packed bytes must end at least, so that unpacking upwards never writes what is still to be read.
    least_end: usize,
}

impl Packed {
    /// Where they must begin at least, if they are unpacked in the memory that they are unpacked to.
    #[must_use]
    pub fn start(&self) -> usize {
        self.least_end.saturating_sub(self.bytes.len())
    }
}

/// Packs pieces, which must ascend.
///
/// # Panics
/// Never: what was packed can be unpacked.
#[must_use]
pub fn pack(pieces: &[Piece]) -> Packed {
    let mut bytes = Vec::new();
    let mut ends = Vec::new();
    for piece in pieces {
        bytes.extend((piece.at as u16).to_le_bytes());
        let block = zx0::pack(&piece.bytes);
        let margin = zx0::margin(&block).expect("what was packed can be unpacked");
        bytes.extend(block);
        ends.push((piece.at as usize + piece.bytes.len() + margin, bytes.len()));
    }
    bytes.extend([0, 0]);
    let behind = ends
        .into_iter()
        .map(|(least, at)| least + bytes.len() - at)
        .max();
    Packed {
        least_end: behind.unwrap_or(0),
        bytes,
    }
}

/// The wanted sections above the zero page, ascending, neighbours joined.
#[must_use]
pub fn pieces(image: &Image, wanted: impl Fn(&Placement) -> bool) -> Vec<Piece> {
    let mut sections: Vec<&Placement> = image
        .placements
        .iter()
        .filter(|p| wanted(p) && p.run >= 0x100 && p.size > 0)
        .collect();
    sections.sort_by_key(|p| p.run);
    let mut out: Vec<Piece> = Vec::new();
    for section in sections {
        let zeros = || vec![0; section.size as usize];
        let bytes = section.bytes.clone().unwrap_or_else(zeros);
        match out.last_mut() {
            Some(last) if section.run - (last.at + last.bytes.len() as u32) < GAP => {
                last.bytes.resize((section.run - last.at) as usize, 0);
                last.bytes.extend(bytes);
            }
            _ => out.push(Piece {
                at: section.run,
                bytes,
            }),
        }
    }
    out
}
