//! Tracks of an Amiga disk as the bits under the head: MFM with sync words, and back.
//!
//! A sector is two words of zeros, two sync words, then long words split into their odd and even bits, a clock bit before
//! each: format, track, sector and sectors to the gap; 16 bytes of label; checksums of header and data; 512 bytes.
//! Source: Amiga Hardware Reference Manual, appendix C, "Disk data format".

use hexfront_disk::adf::{SECTOR_SIZE, SECTORS};

/// Bytes of a track: 100,000 bit cells of 2 microseconds in a fifth of a second.
pub const TRACK_BYTES: usize = 12_500;
/// Bits of a track.
pub const TRACK_BITS: u32 = 8 * TRACK_BYTES as u32;

/// The sync word: an $A1 with a clock bit left out, which no data make.
const SYNC: u16 = 0x4489;
/// Format byte of a sector's header.
const FORMAT: u8 = 0xFF;
/// The data bits of a long word.
const DATA: u32 = 0x5555_5555;
/// Bytes of a label.
const LABEL: usize = 16;

/// A sector as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sector {
    /// Track in the header.
    pub track: u8,
    /// Sector in the header.
    pub number: u8,
    /// Its bytes.
    pub data: [u8; SECTOR_SIZE],
}

/// The bits of a track of 11 sectors, whose bytes are `data`.
pub fn encode(track: u8, data: &[u8]) -> Vec<u8> {
    let mut writer = Writer(Vec::with_capacity(TRACK_BYTES));
    for (number, sector) in (0..SECTORS).zip(data.chunks_exact(SECTOR_SIZE)) {
        writer.data(&[0, 0]);
        writer.0.extend(SYNC.to_be_bytes().repeat(2));
        let header = [FORMAT, track, number, SECTORS - number];
        let label = [0; LABEL];
        writer.split(&header);
        writer.split(&label);
        writer.checksum(checksum(&header) ^ checksum(&label));
        writer.checksum(checksum(sector));
        writer.split(sector);
    }
    // The gap.
    while writer.0.len() < TRACK_BYTES {
        writer.data(&[0]);
    }
    writer.0.truncate(TRACK_BYTES);
    writer.0
}

/// The data bits of both halves, one above the other.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.chunks_exact(4).fold(0, |sum, long| {
        let long = u32::from_be_bytes([long[0], long[1], long[2], long[3]]);
        sum ^ (long >> 1 & DATA) ^ (long & DATA)
    })
}

/// Appends MFM bytes.
struct Writer(Vec<u8>);

impl Writer {
    /// Data bits that stand in the odd places of a byte get their clock bits: 1 between two zeros.
    fn with_clock(&mut self, bits: u8) {
        let before = self.0.last().map_or(0, |byte| byte & 1);
        let clock = !(bits << 1 | bits >> 1 | before << 7) & 0xAA;
        self.0.push(bits | clock);
    }

    /// Whole bytes, both halves in turn of each; zeros only, in this format.
    fn data(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.with_clock(byte >> 1 & 0x55);
            self.with_clock(byte & 0x55);
        }
    }

    /// The odd bits of all bytes, then the even ones.
    fn split(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.with_clock(byte >> 1 & 0x55);
        }
        for byte in bytes {
            self.with_clock(byte & 0x55);
        }
    }

    /// A checksum has data bits only in its even half.
    fn checksum(&mut self, sum: u32) {
        self.split(&sum.to_be_bytes());
    }
}

/// All sectors of a track whose checksums are right, in the order in which they pass the head.
pub fn decode(track: &[u8]) -> Vec<Sector> {
    let bits = 8 * track.len();
    let mut sectors = Vec::new();
    let mut seen = 0u32;
    // Once round, and on to the end of a sync pair across the seam.
    for at in 0..bits + 31 {
        seen = seen << 1 | u32::from(bit(track, at));
        if at >= 31 && seen == u32::from(SYNC) << 16 | u32::from(SYNC) {
            sectors.extend(sector(track, at + 1));
        }
    }
    sectors
}

fn bit(track: &[u8], at: usize) -> bool {
    let at = at % (8 * track.len());
    track[at / 8] >> (7 - at % 8) & 1 != 0
}

/// The sector whose header begins at a bit, if its checksums are right.
fn sector(track: &[u8], at: usize) -> Option<Sector> {
    let byte = |n: usize| {
        (0..8).fold(0, |byte: u8, i| {
            byte << 1 | u8::from(bit(track, at + 8 * n + i))
        })
    };
    // `length` bytes from MFM byte `from` on, odd bits first.
    let joined = |from: usize, length: usize| -> Vec<u8> {
        let half = |n: usize| byte(from + n) & 0x55;
        (0..length)
            .map(|i| half(i) << 1 | half(length + i))
            .collect()
    };
    let long = |bytes: Vec<u8>| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let header = joined(0, 4);
    let label = joined(8, LABEL);
    let sums = [long(joined(40, 4)), long(joined(48, 4))];
    let data = joined(56, SECTOR_SIZE);
    let right = sums == [checksum(&header) ^ checksum(&label), checksum(&data)]
        && header[0] == FORMAT
        && header[2] < SECTORS;
    right.then(|| Sector {
        track: header[1],
        number: header[2],
        data: std::array::from_fn(|i| data[i]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes() -> Vec<u8> {
        (0..usize::from(SECTORS) * SECTOR_SIZE)
            .map(|i| ((i * 7) ^ (i >> 8)) as u8)
            .collect()
    }

    #[test]
    fn a_track_is_read_back_wherever_it_begins() {
        let track = encode(37, &bytes());
        assert_eq!(track.len(), TRACK_BYTES);
        for shift in [0, 3, 777, 12_000] {
            let turned: Vec<u8> = (0..TRACK_BYTES)
                .map(|n| {
                    (0..8).fold(0, |b: u8, i| {
                        b << 1 | u8::from(bit(&track, 8 * n + i + shift))
                    })
                })
                .collect();
            let mut sectors = decode(&turned);
            sectors.sort_by_key(|sector| sector.number);
            assert_eq!(sectors.len(), 11, "shift {shift}");
            for (sector, data) in sectors.iter().zip(bytes().chunks(SECTOR_SIZE)) {
                assert_eq!((sector.track, &sector.data[..]), (37, data));
            }
        }
    }

    #[test]
    fn no_more_than_three_zeros_and_no_two_ones_in_a_row() {
        let track = encode(0, &bytes());
        let (mut zeros, mut last) = (0, false);
        for at in 0..8 * track.len() {
            let now = bit(&track, at);
            assert!(!(now && last), "two ones at bit {at}");
            zeros = if now { 0 } else { zeros + 1 };
            assert!(zeros <= 3, "four zeros at bit {at}");
            last = now;
        }
    }

    #[test]
    fn a_damaged_sector_is_left_out() {
        let mut track = encode(5, &bytes());
        // In the data of the third sector.
        track[2 * 1088 + 500] ^= 0x04;
        let sectors = decode(&track);
        assert_eq!(sectors.len(), 10);
        assert!(sectors.iter().all(|sector| sector.number != 2));
    }

    #[test]
    fn a_sector_whose_header_is_not_one_is_left_out() {
        // Bytes of sector 2's header and label, and the bit to turn over: a header whose checksum is wrong; with a label
        // that makes it right again, another format, and sector 18.
        let rows: [&[(usize, u8)]; 3] = [
            &[(8 + 2, 0x04)],
            &[(8, 0x04), (16, 0x04)],
            &[(8 + 4 + 2, 0x10), (16 + 16 + 2, 0x10)],
        ];
        for turned in rows {
            let mut track = encode(5, &bytes());
            for (at, bit) in turned {
                track[2 * 1088 + at] ^= bit;
            }
            let numbers: Vec<u8> = decode(&track).iter().map(|s| s.number).collect();
            assert_eq!(numbers, [0, 1, 3, 4, 5, 6, 7, 8, 9, 10], "{turned:?}");
        }
    }
}
