//! The state image: every declared field's bytes in declared order, words little-endian. A saved game is a
//! header and the image; its layout is the same on every machine.

use hexfront_isa::cartridge::{Cartridge, Field, Shape};

use crate::Memory;
use crate::pack::{Unpacked, packed, unpacked};

/// CRC-32 (IEEE 802.3), byte by byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crc32(u32);

impl Default for Crc32 {
    fn default() -> Self {
        Self(u32::MAX)
    }
}

impl Crc32 {
    /// Takes one byte.
    pub fn push(&mut self, byte: u8) {
        self.0 ^= u32::from(byte);
        for _ in 0..8 {
            self.0 = if self.0 & 1 == 1 {
                self.0 >> 1 ^ 0xEDB8_8320
            } else {
                self.0 >> 1
            };
        }
    }

    /// The sum of the bytes so far.
    pub fn value(self) -> u32 {
        !self.0
    }

    /// The sum of some bytes.
    pub fn of(bytes: &[u8]) -> u32 {
        let mut crc = Self::default();
        bytes.iter().for_each(|&byte| crc.push(byte));
        crc.value()
    }
}

/// Page and index of byte `n` of a field.
fn place(field: &Field<'_>, n: u16) -> (u8, u8) {
    let (element, high) = match field.shape {
        Shape::Bytes | Shape::Bits(_) | Shape::VWords | Shape::LongWords => (n, 0),
        Shape::SplitWords => (n / 2, n % 2),
    };
    let at = u16::from(field.offset).wrapping_add(element);
    (
        field
            .page
            .wrapping_add((at >> 8) as u8)
            .wrapping_add(high as u8),
        at as u8,
    )
}

/// The bytes of the state image, in order.
pub fn bytes<'a>(cartridge: &Cartridge<'a>, memory: &'a Memory) -> impl Iterator<Item = u8> + 'a {
    cartridge.fields().flat_map(move |field| {
        (0..field.image_bytes() as u16).map(move |n| {
            let (page, index) = place(&field, n);
            field.taken(memory.byte(page, index))
        })
    })
}

/// CRC-32 of the state image.
pub fn crc(cartridge: &Cartridge<'_>, memory: &Memory) -> u32 {
    let mut crc = Crc32::default();
    bytes(cartridge, memory).for_each(|byte| crc.push(byte));
    crc.value()
}

/// Puts an image into memory. Bytes beyond the fields, or missing ones, are left alone.
pub fn restore(cartridge: &Cartridge<'_>, memory: &mut Memory, image: &[u8]) {
    restore_from(cartridge, memory, image.iter().copied());
}

/// The same from wherever the bytes come.
pub fn restore_from(
    cartridge: &Cartridge<'_>,
    memory: &mut Memory,
    mut image: impl Iterator<Item = u8>,
) {
    for field in cartridge.fields() {
        for n in 0..field.image_bytes() as u16 {
            let Some(byte) = image.next() else { return };
            let (page, index) = place(&field, n);
            memory.set_byte(page, index, field.put(memory.byte(page, index), byte));
        }
    }
}

/// First bytes of a saved game.
pub const MAGIC: [u8; 4] = *b"HXSG";
/// Length of the header.
pub const HEADER: usize = 32;
/// Format of the header: the image follows as it is. Where a disk has room and is fast.
pub const PLAIN: u8 = 1;
/// Format of the header: the image is packed ([`crate::pack`]), and all 32 bytes have the sum 0, modulo 256. Where a disk is
/// slow.
pub const PACKED: u8 = 2;
/// Offset of the byte that tells campaigns apart.
const CAMPAIGN: usize = 26;
/// Offset of the byte that makes the sum of a header 0.
const CHECK: usize = 27;

/// The header of a saved game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// [`PLAIN`] or [`PACKED`].
    pub format: u8,
    /// Turn, for people.
    pub turn: u8,
    /// Phase, for people.
    pub phase: u8,
    /// The slot it was written to.
    pub slot: u8,
    /// Game id, padded with zeros.
    pub game: [u8; 12],
    /// Version of the game's rules.
    pub version: u16,
    /// Counts up with each save; the newest of two slots has the greater one.
    pub generation: u16,
    /// Bytes of the image, not packed.
    pub length: u16,
    /// Tells campaigns of the game apart.
    pub campaign: u8,
    /// CRC-32 of the image.
    pub crc: u32,
}

/// Why a saved game cannot be loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It is none.
    #[error("not a saved game: the file does not begin with HXSG")]
    Magic,
    /// Bytes of its header are changed, so that nothing in it can be believed.
    #[error("the saved game is damaged: the bytes of its header have the sum {0} instead of 0")]
    Head(u8),
    /// Bytes are missing or changed.
    #[error(
        "the saved game is damaged: {have} of {want} bytes of state, check sum {found:08x} instead of {expected:08x}"
    )]
    Damaged {
        /// Bytes that are there.
        have: usize,
        /// Bytes that the header promises.
        want: usize,
        /// Check sum of the bytes.
        found: u32,
        /// Check sum of the header.
        expected: u32,
    },
    /// Of another game, version or format.
    #[error("the saved game belongs to another game or version")]
    Other,
}

/// The game id as headers hold it.
pub fn game_id(cartridge: &Cartridge<'_>) -> [u8; 12] {
    let mut id = [0; 12];
    id.iter_mut()
        .zip(cartridge.game.bytes())
        .for_each(|(to, from)| *to = from);
    id
}

impl Header {
    /// The header of a save of this state.
    pub fn of(cartridge: &Cartridge<'_>, memory: &Memory, slot: u8, generation: u16) -> Self {
        let scalar = |role| {
            let view = cartridge.views().find(|view| view.role == role);
            view.map_or(0, |view| memory.byte(view.page, view.offset))
        };
        Self {
            format: PLAIN,
            turn: scalar("turn"),
            phase: scalar("phase"),
            slot,
            game: game_id(cartridge),
            version: cartridge.version,
            generation,
            length: cartridge.image_bytes() as u16,
            campaign: scalar("campaign"),
            crc: crc(cartridge, memory),
        }
    }

    /// The same of a save whose image is packed.
    #[must_use]
    pub fn packed(self) -> Self {
        Self {
            format: PACKED,
            ..self
        }
    }

    /// What follows the header in the file.
    pub fn body<'a>(
        &self,
        cartridge: &Cartridge<'a>,
        memory: &'a Memory,
    ) -> impl Iterator<Item = u8> + 'a {
        let (plain, small) = match self.format {
            PACKED => (None, Some(packed(bytes(cartridge, memory)))),
            _ => (Some(bytes(cartridge, memory)), None),
        };
        plain
            .into_iter()
            .flatten()
            .chain(small.into_iter().flatten())
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> [u8; HEADER] {
        let mut out = [0; HEADER];
        out[..4].copy_from_slice(&MAGIC);
        out[4..8].copy_from_slice(&[self.format, self.turn, self.phase, self.slot]);
        out[8..20].copy_from_slice(&self.game);
        out[20..22].copy_from_slice(&self.version.to_le_bytes());
        out[22..24].copy_from_slice(&self.generation.to_le_bytes());
        out[24..26].copy_from_slice(&self.length.to_le_bytes());
        out[CAMPAIGN] = self.campaign;
        out[28..32].copy_from_slice(&self.crc.to_le_bytes());
        if self.format == PACKED {
            out[CHECK] = sum(&out).wrapping_neg();
        }
        out
    }

    /// Reads a saved game and checks that it is whole and of this cartridge; returns header and image.
    pub fn read<'f>(
        cartridge: &Cartridge<'_>,
        file: &'f [u8],
    ) -> Result<(Self, Image<'f>), LoadError> {
        let Some((head, rest)) = file.split_first_chunk::<HEADER>() else {
            return Err(LoadError::Magic);
        };
        if head[..4] != MAGIC {
            return Err(LoadError::Magic);
        }
        if head[4] == PACKED && sum(head) != 0 {
            return Err(LoadError::Head(sum(head)));
        }
        let word = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let mut game = [0; 12];
        game.copy_from_slice(&head[8..20]);
        let crc = u32::from(word(28)) | u32::from(word(30)) << 16;
        let header = Self {
            format: head[4],
            turn: head[5],
            phase: head[6],
            slot: head[7],
            game,
            version: word(20),
            generation: word(22),
            length: word(24),
            campaign: head[CAMPAIGN],
            crc,
        };
        if !matches!(head[4], PLAIN | PACKED)
            || game != game_id(cartridge)
            || header.version != cartridge.version
        {
            return Err(LoadError::Other);
        }
        let want = usize::from(header.length);
        let image = Image::new(header.format, rest, want);
        let mut found = Crc32::default();
        let mut have = 0;
        for byte in image.clone() {
            found.push(byte);
            have += 1;
        }
        let found = found.value();
        if have < want || found != crc {
            return Err(LoadError::Damaged {
                have,
                want,
                found,
                expected: crc,
            });
        }
        if want != cartridge.image_bytes() {
            return Err(LoadError::Other);
        }
        Ok((header, image))
    }

    /// True if this save is newer than the other: generations count modulo 65536.
    pub fn is_newer_than(&self, other: &Self) -> bool {
        (self.generation.wrapping_sub(other.generation) as i16) > 0
    }
}

/// The sum of bytes, modulo 256.
fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
}

/// The state image in a saved game.
#[derive(Clone)]
pub struct Image<'f> {
    plain: core::iter::Copied<core::slice::Iter<'f, u8>>,
    packed: Unpacked<'f>,
    left: usize,
}

impl<'f> Image<'f> {
    fn new(format: u8, file: &'f [u8], length: usize) -> Self {
        let (plain, packed): (&[u8], &[u8]) = match format {
            PACKED => (&[], file),
            _ => (file, &[]),
        };
        Self {
            plain: plain.iter().copied(),
            packed: unpacked(packed),
            left: length,
        }
    }
}

impl Iterator for Image<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(1)?;
        self.plain.next().or_else(|| self.packed.next())
    }
}

/// What to do with the two slots of a save medium.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slots {
    /// Headers of the whole saves of this game, by slot.
    pub headers: [Option<Header>; 2],
}

impl Slots {
    /// Looks at the files of both slots, `None` where there is none.
    pub fn of(cartridge: &Cartridge<'_>, files: [Option<&[u8]>; 2]) -> Self {
        let header = |file: Option<&[u8]>| {
            Header::read(cartridge, file?)
                .ok()
                .map(|(header, _)| header)
        };
        Self {
            headers: files.map(header),
        }
    }

    /// The slot of the newest whole save.
    pub fn newest(&self) -> Option<usize> {
        match &self.headers {
            [Some(a), Some(b)] => Some(usize::from(b.is_newer_than(a))),
            [Some(_), None] => Some(0),
            [None, Some(_)] => Some(1),
            [None, None] => None,
        }
    }

    /// The slot that a power cut may spoil, and the generation to write there: never the newest whole save.
    pub fn next_write(&self) -> (usize, u16) {
        match self
            .newest()
            .and_then(|slot| Some((slot, self.headers[slot]?.generation)))
        {
            Some((slot, generation)) => (1 - slot, generation.wrapping_add(1)),
            None => (0, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    fn both_ways(bytes: &[u8]) -> usize {
        let small: std::vec::Vec<u8> = packed(bytes.iter().copied()).collect();
        let again: std::vec::Vec<u8> = unpacked(&small).collect();
        assert_eq!(again, bytes);
        for cut in 0..small.len() {
            let part = unpacked(&small[..cut]).count();
            assert!(
                part < bytes.len(),
                "{cut} of {} bytes are whole",
                small.len()
            );
        }
        small.len()
    }

    #[test]
    fn what_is_packed_unpacks_and_a_part_of_it_does_not() {
        assert_eq!(both_ways(&[]), 0);
        assert_eq!(both_ways(&[1, 2, 1, 2]), 4);
        assert_eq!(both_ways(&[1, 1]), 3);
        assert_eq!(both_ways(&[7; 257]), 3);
        // The count ends at 255, and what follows counts for itself.
        assert_eq!(both_ways(&[7; 258]), 4);
        assert_eq!(both_ways(&[7; 259]), 6);
        assert_eq!(both_ways(&[0; 5000]), 60);
        let turns: [u8; 300] = core::array::from_fn(|i| (i * i / 50) as u8);
        both_ways(&turns);
    }

    #[test]
    fn crc_is_the_ieee_one() {
        assert_eq!(Crc32::of(b"123456789"), 0xCBF4_3926);
    }
}
