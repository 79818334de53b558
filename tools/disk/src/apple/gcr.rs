//! How bytes lie on a track of the Disk II: "6 and 2", and "4 and 4" for addresses.
//!
//! Source: Beneath Apple DOS, chapter 3, "Track formatting".

/// Bytes of a sector.
pub const SECTOR_SIZE: usize = 256;
/// Disk bytes of a sector's data, its checksum with them.
pub const CODED: usize = TWOS + SECTOR_SIZE + 1;
/// Disk bytes that carry the two low bits of three bytes each.
const TWOS: usize = 86;

/// Whether the hardware can tell a byte with this pattern, and DOS uses it for data: bit 7 is set, two neighbours of the other
/// bits are, at most one pair of neighbours is clear; and it is none of the two that begin a field.
const fn is_disk_byte(byte: u8) -> bool {
    let zeros = !byte;
    let pairs = zeros & zeros << 1;
    byte & 0x80 != 0
        && byte & byte << 1 & 0x7E != 0
        && pairs & pairs.wrapping_sub(1) == 0
        && byte != 0xAA
        && byte != 0xD5
}

/// The disk byte of each six bits.
const DISK_BYTES: [u8; 64] = {
    let mut table = [0; 64];
    let (mut byte, mut count) = (0x80u8, 0);
    while count < 64 {
        if is_disk_byte(byte) {
            table[count] = byte;
            count += 1;
        }
        byte = byte.wrapping_add(1);
    }
    table
};

/// The six bits of each disk byte; above 63 where it is none.
const SIX_BITS: [u8; 256] = {
    let mut table = [0xFF; 256];
    let mut six = 0;
    while six < 64 {
        table[DISK_BYTES[six] as usize] = six as u8;
        six += 1;
    }
    table
};

/// The data field's bytes of a sector, checksum last.
pub fn encode(sector: &[u8; SECTOR_SIZE]) -> [u8; CODED] {
    let swapped = |byte: u8| (byte & 1) << 1 | (byte & 2) >> 1;
    let mut sixes = [0; TWOS + SECTOR_SIZE];
    for (at, byte) in sector.iter().enumerate() {
        sixes[at % TWOS] |= swapped(*byte) << (at / TWOS * 2);
        sixes[TWOS + at] = byte >> 2;
    }
    let mut coded = [0; CODED];
    let mut before = 0;
    for (out, six) in coded.iter_mut().zip(sixes) {
        *out = DISK_BYTES[usize::from(six ^ before)];
        before = six;
    }
    coded[CODED - 1] = DISK_BYTES[usize::from(before)];
    coded
}

/// The sector of a data field; `None` if a byte is none of the code or the checksum is wrong.
pub fn decode(coded: &[u8; CODED]) -> Option<[u8; SECTOR_SIZE]> {
    let mut sixes = [0; CODED];
    let mut before = 0;
    for (six, byte) in sixes.iter_mut().zip(coded) {
        let bits = SIX_BITS[usize::from(*byte)];
        if bits > 63 {
            return None;
        }
        before ^= bits;
        *six = before;
    }
    let mut sector = [0; SECTOR_SIZE];
    for (at, byte) in sector.iter_mut().enumerate() {
        let two = sixes[at % TWOS] >> (at / TWOS * 2);
        *byte = sixes[TWOS + at] << 2 | (two & 1) << 1 | (two & 2) >> 1;
    }
    // The checksum is the last value once more.
    (before == 0).then_some(sector)
}

/// A byte as two disk bytes.
pub fn encode_4_and_4(byte: u8) -> [u8; 2] {
    [byte >> 1 | 0xAA, byte | 0xAA]
}

/// The byte of two disk bytes.
pub fn decode_4_and_4([odd, even]: [u8; 2]) -> u8 {
    (odd << 1 | 1) & even
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_code_has_the_ends_that_the_manual_gives() {
        assert_eq!(DISK_BYTES[..4], [0x96, 0x97, 0x9A, 0x9B]);
        assert_eq!(DISK_BYTES[60..], [0xFC, 0xFD, 0xFE, 0xFF]);
    }

    #[test]
    fn a_sector_of_zeros_is_96_all_along() {
        assert_eq!(encode(&[0; SECTOR_SIZE]), [0x96; CODED]);
    }

    #[test]
    fn low_bits_come_first_in_the_order_of_their_bytes_and_turned_round() {
        let mut sector = [0; SECTOR_SIZE];
        sector[0] = 1;
        let mut expected = [0x96; CODED];
        expected[..2].fill(0x9A);
        assert_eq!(encode(&sector), expected);
        sector[0] = 0;
        sector[87] = 2;
        expected[..2].fill(0x96);
        expected[1..3].fill(0x9D);
        assert_eq!(encode(&sector), expected);
    }

    proptest! {
        #[test]
        fn what_was_coded_comes_back(bytes in prop::array::uniform32(any::<u8>()), at in 0..CODED) {
            let mut sector = [0; SECTOR_SIZE];
            for (i, byte) in sector.iter_mut().enumerate() {
                *byte = bytes[i % 32].wrapping_mul(i as u8 | 1);
            }
            let mut coded = encode(&sector);
            prop_assert_eq!(decode(&coded), Some(sector));
            // One byte changed is noticed.
            coded[at] = if coded[at] == 0xFF { 0x96 } else { 0xFF };
            prop_assert_eq!(decode(&coded), None);
        }

        #[test]
        fn addresses_come_back(byte: u8) {
            prop_assert_eq!(decode_4_and_4(encode_4_and_4(byte)), byte);
        }
    }
}
