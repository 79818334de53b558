//! A track as the bits that pass the head, and the sectors in it.
//!
//! Source: Beneath Apple DOS, chapter 3; Understanding the Apple II, chapter 9.

use super::gcr::{self, CODED, SECTOR_SIZE};

/// Sectors of a track.
pub const SECTORS: usize = 16;
/// Bits of a track that we format: as many as pass in a fifth of a second, four microseconds each.
pub const BITS: usize = 50_304;
/// Sync bytes before the first address, between address and data, and behind each sector.
const GAPS: [usize; 3] = [32, 6, 16];
/// Bits of a sync byte: two more zeros than it shows, so that the hardware falls into step.
const SYNC_BITS: usize = 10;
/// Fewest $FF in a row that a track of bytes alone has as sync.
const FEWEST_SYNC: usize = 4;

/// Begin of an address field, of a data field, and the end of both.
const ADDRESS: [u8; 3] = [0xD5, 0xAA, 0x96];
const DATA: [u8; 3] = [0xD5, 0xAA, 0xAD];
const END: [u8; 3] = [0xDE, 0xAA, 0xEB];

/// The bits of a track, in a circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Eight bits a byte, the first to pass is bit 7.
    bytes: Vec<u8>,
    /// How many of them count.
    bits: usize,
}

/// A sector as it was found on a track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Volume of the disk, by the address field.
    pub volume: u8,
    /// Track, by the address field.
    pub track: u8,
    /// Sector, by the address field.
    pub sector: u8,
    /// What it holds; `None` if its data cannot be read.
    pub data: Option<[u8; SECTOR_SIZE]>,
}

impl Track {
    /// A track of these bits; the last byte may be used in part.
    pub fn from_bits(mut bytes: Vec<u8>, bits: usize) -> Track {
        bytes.resize(bits.div_ceil(8), 0);
        Track { bytes, bits }
    }

    /// A formatted track: its sectors in the order of their places.
    pub fn format(volume: u8, track: u8, sectors: &[[u8; SECTOR_SIZE]; SECTORS]) -> Track {
        let mut writer = Track::from_bits(Vec::new(), 0);
        writer.push_sync(GAPS[0]);
        for (sector, data) in (0..).zip(sectors) {
            writer.push_all(&ADDRESS);
            for byte in [volume, track, sector, volume ^ track ^ sector] {
                writer.push_all(&gcr::encode_4_and_4(byte));
            }
            writer.push_all(&END);
            writer.push_sync(GAPS[1]);
            writer.push_all(&DATA);
            writer.push_all(&gcr::encode(data));
            writer.push_all(&END);
            writer.push_sync(GAPS[2]);
        }
        writer
    }

    /// A track of which only the bytes are known: $FF in a row are taken to be sync.
    pub fn from_bytes(bytes: &[u8]) -> Track {
        let mut track = Track::from_bits(Vec::new(), 0);
        let mut at = 0;
        while at < bytes.len() {
            let run = bytes[at..].iter().take_while(|b| **b == 0xFF).count();
            if run >= FEWEST_SYNC {
                track.push_sync(run);
            } else {
                track.push_all(&bytes[at..at + run]);
            }
            at += run;
            if let Some(byte) = bytes.get(at) {
                track.push_all(&[*byte]);
                at += 1;
            }
        }
        track
    }

    fn push(&mut self, bit: bool) {
        if self.bits.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if bit {
            self.bytes[self.bits / 8] |= 0x80 >> (self.bits % 8);
        }
        self.bits += 1;
    }

    fn push_all(&mut self, bytes: &[u8]) {
        for byte in bytes {
            for bit in (0..8).rev() {
                self.push(byte >> bit & 1 != 0);
            }
        }
    }

    fn push_sync(&mut self, count: usize) {
        for _ in 0..count {
            for bit in 0..SYNC_BITS {
                self.push(bit < 8);
            }
        }
    }

    /// Bits of the track.
    pub fn len(&self) -> usize {
        self.bits
    }

    /// Whether there are none, so that nothing passes the head.
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// A bit, counted round and round.
    pub fn bit(&self, at: usize) -> bool {
        let at = at % self.bits.max(1);
        let byte = self.bytes.get(at / 8).copied().unwrap_or(0);
        byte << (at % 8) & 0x80 != 0
    }

    /// Writes a bit.
    pub fn set_bit(&mut self, at: usize, bit: bool) {
        let at = at % self.bits.max(1);
        if let Some(byte) = self.bytes.get_mut(at / 8) {
            let mask = 0x80 >> (at % 8);
            *byte = if bit { *byte | mask } else { *byte & !mask };
        }
    }

    /// The bits, eight a byte.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes that a program reads in one turn of the disk and a little more, so that what lies over the end is whole once:
    /// a byte begins with the next 1.
    pub fn read(&self, more: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (mut at, mut byte) = (0, 0u8);
        while at < self.bits + more * 8 {
            byte = byte << 1 | u8::from(self.bit(at));
            at += 1;
            if byte & 0x80 != 0 {
                bytes.push(byte);
                byte = 0;
            }
        }
        bytes
    }

    /// The sectors on the track, in the order in which they pass. A field that lies over the end of the bits is found too.
    pub fn sectors(&self) -> Vec<Found> {
        /// More than a sector's two fields, in bytes.
        const OVERLAP: usize = 512;
        /// Most bytes between address and data.
        const GAP: usize = 48;
        if self.is_empty() {
            return Vec::new();
        }
        // The bytes of the first turn may be out of step until the first sync: a second one is not.
        let stream = [self.read(0), self.read(OVERLAP)].concat();
        let mut found: Vec<Found> = Vec::new();
        for at in 0..stream.len() {
            let Some([volume, track, sector, sum]) = address(&stream[at..]) else {
                continue;
            };
            if volume ^ track ^ sector != sum
                || found.iter().any(|f| f.sector == sector && f.data.is_some())
            {
                continue;
            }
            let behind = stream[at..].iter().skip(ADDRESS.len() + 8);
            let behind: Vec<u8> = behind.take(GAP + DATA.len() + CODED).copied().collect();
            let field = behind
                .windows(DATA.len())
                .take(GAP)
                .position(|w| w == DATA || w == ADDRESS);
            let data = field
                .filter(|start| behind[*start..].starts_with(&DATA))
                .and_then(|start| behind.get(start + DATA.len()..start + DATA.len() + CODED))
                .and_then(|coded| gcr::decode(coded.try_into().ok()?));
            found.retain(|f| f.sector != sector);
            found.push(Found {
                volume,
                track,
                sector,
                data,
            });
        }
        found
    }
}

/// The four values of the address field that begins here.
fn address(stream: &[u8]) -> Option<[u8; 4]> {
    let fields = stream.strip_prefix(&ADDRESS)?.get(..8)?;
    let value = |n: usize| gcr::decode_4_and_4([fields[n * 2], fields[n * 2 + 1]]);
    Some([value(0), value(1), value(2), value(3)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sectors() -> [[u8; SECTOR_SIZE]; SECTORS] {
        let byte = |s: usize, i: usize| (s * 31 + i * 7) as u8;
        std::array::from_fn(|s| std::array::from_fn(|i| byte(s, i)))
    }

    fn whole(found: &[Found]) -> Vec<(u8, bool)> {
        let mut list: Vec<(u8, bool)> = found
            .iter()
            .map(|f| {
                let data = sectors()[usize::from(f.sector)];
                (
                    f.sector,
                    f.data == Some(data) && (f.volume, f.track) == (254, 5),
                )
            })
            .collect();
        list.sort_unstable();
        list
    }

    #[test]
    fn a_formatted_track_has_the_length_of_a_turn_and_its_sectors() {
        let track = Track::format(254, 5, &sectors());
        assert_eq!(track.len(), BITS);
        let expected: Vec<(u8, bool)> = (0..16).map(|s| (s, true)).collect();
        assert_eq!(whole(&track.sectors()), expected);
    }

    #[test]
    fn it_does_not_matter_where_the_bits_begin() {
        let track = Track::format(254, 5, &sectors());
        let expected: Vec<(u8, bool)> = (0..16).map(|s| (s, true)).collect();
        for turn in (0..BITS).step_by(3_001) {
            let mut turned = Track::from_bits(Vec::new(), 0);
            (0..BITS).for_each(|at| turned.push(track.bit(at + turn)));
            assert_eq!(whole(&turned.sectors()), expected, "turned by {turn} bits");
        }
    }

    #[test]
    fn bytes_alone_are_enough() {
        let bytes = Track::format(254, 5, &sectors()).read(0);
        let expected: Vec<(u8, bool)> = (0..16).map(|s| (s, true)).collect();
        assert_eq!(whole(&Track::from_bytes(&bytes).sectors()), expected);
    }

    #[test]
    fn a_sector_that_cannot_be_read_is_told() {
        let mut track = Track::format(254, 5, &sectors());
        // In the data of the first sector: behind gaps and address.
        let at = GAPS[0] * SYNC_BITS + 14 * 8 + GAPS[1] * SYNC_BITS + 100 * 8;
        (at..at + 40).for_each(|bit| track.set_bit(bit, true));
        let found = track.sectors();
        let bad: Vec<u8> = found
            .iter()
            .filter(|f| f.data.is_none())
            .map(|f| f.sector)
            .collect();
        assert_eq!(bad, [0]);
        assert_eq!(found.len(), 16);
    }
}
