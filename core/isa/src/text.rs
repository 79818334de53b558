//! Packed text: byte-pair encoding.
//!
//! A packed string ends with 0. Bytes 14 to 23 choose ink 0 to 9 (shell call `ink`), other bytes up to 95 are
//! characters (ASCII; 13 = next line), bytes 96 to 255 stand for a pair of bytes, each a character or again a pair. The table of pairs is one page of left and one page
//! of right members, indexed by the byte; the machines unpack with a stack of [`DEPTH`] bytes.

/// The byte that chooses ink 0; the other nine follow.
pub const FIRST_INK: u8 = 14;
/// Number of inks.
pub const INKS: u8 = 10;

/// The character by which a string given to [`pack`] chooses an ink (0 to 9).
pub fn ink(number: u8) -> char {
    char::from(FIRST_INK + number % INKS)
}

/// The first byte that stands for a pair.
pub const FIRST_PAIR: u8 = 96;
/// Deepest nesting of pairs that the packer makes and the machines can unpack.
pub const DEPTH: usize = 12;

#[cfg(feature = "alloc")]
pub use pack::{Packed, pack};

#[cfg(feature = "alloc")]
mod pack {
    use super::{DEPTH, FIRST_INK, FIRST_PAIR, INKS};
    use alloc::vec::Vec;

    /// The result of [`pack`].
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Packed {
        /// Pairs by byte, from [`FIRST_PAIR`] on.
        pub pairs: Vec<[u8; 2]>,
        /// The strings one after the other, each ended by 0.
        pub bytes: Vec<u8>,
        /// Where each string begins in `bytes`; equal strings share their bytes.
        pub starts: Vec<u16>,
    }

    /// Packs strings of characters (ASCII in capitals, line feeds, [`ink`](super::ink)s). Characters that cannot be stored become `?`.
    pub fn pack<'a>(strings: impl IntoIterator<Item = &'a str>) -> Packed {
        let strings: Vec<Vec<u8>> = strings
            .into_iter()
            .map(|s| s.chars().map(storable).collect())
            .collect();
        let mut unique: Vec<Vec<u8>> = strings.clone();
        unique.sort();
        unique.dedup();
        let index: Vec<usize> = strings
            .iter()
            .map(|s| unique.binary_search(s).unwrap_or_default())
            .collect();
        let pairs = replace_pairs(&mut unique);
        let mut bytes = Vec::new();
        let mut begins = Vec::new();
        for string in &unique {
            begins.push(bytes.len() as u16);
            bytes.extend_from_slice(string);
            bytes.push(0);
        }
        let starts = index.iter().map(|&i| begins[i]).collect();
        Packed {
            pairs,
            bytes,
            starts,
        }
    }

    fn storable(c: char) -> u8 {
        match c {
            '\n' => 13,
            c if (FIRST_INK..FIRST_INK + INKS).contains(&(c as u32 as u8)) && c.is_ascii() => {
                c as u8
            }
            ' '..='_' => c as u8,
            'a'..='z' => c.to_ascii_uppercase() as u8,
            _ => b'?',
        }
    }

    /// Replaces the most frequent pair again and again; the smallest pair wins a tie, so that the result
    /// depends on the strings alone.
    fn replace_pairs(strings: &mut [Vec<u8>]) -> Vec<[u8; 2]> {
        let mut pairs: Vec<[u8; 2]> = Vec::new();
        let mut depth = [1_usize; 256];
        let mut counts = alloc::vec![0_usize; 1 << 16];
        while pairs.len() < 256 - usize::from(FIRST_PAIR) {
            let mut met: Vec<[u8; 2]> = Vec::new();
            for string in strings.iter() {
                for pair in string.windows(2) {
                    let pair = [pair[0], pair[1]];
                    let count = &mut counts[usize::from(u16::from_be_bytes(pair))];
                    if *count == 0 {
                        met.push(pair);
                    }
                    *count += 1;
                }
            }
            let best = met
                .into_iter()
                .map(|pair| {
                    let count = &mut counts[usize::from(u16::from_be_bytes(pair))];
                    (pair, core::mem::take(count))
                })
                .filter(|(pair, _)| pair.iter().all(|&b| depth[usize::from(b)] < DEPTH))
                .max_by_key(|&(pair, count)| (count, core::cmp::Reverse(pair)));
            // A pair costs two bytes in the table: below three uses it gains nothing.
            let Some((pair, 3..)) = best else { break };
            let token = FIRST_PAIR + pairs.len() as u8;
            depth[usize::from(token)] = 1 + pair
                .iter()
                .map(|&b| depth[usize::from(b)])
                .max()
                .unwrap_or(0);
            pairs.push(pair);
            for string in strings.iter_mut() {
                *string = replaced(string, pair, token);
            }
        }
        pairs
    }

    fn replaced(string: &[u8], pair: [u8; 2], token: u8) -> Vec<u8> {
        let mut out = Vec::with_capacity(string.len());
        let mut rest = string;
        while let Some((&first, tail)) = rest.split_first() {
            if first == pair[0] && tail.first() == Some(&pair[1]) {
                out.push(token);
                rest = &tail[1..];
            } else {
                out.push(first);
                rest = tail;
            }
        }
        out
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn unpack(packed: &Packed, start: u16) -> String {
        let mut out = String::new();
        let mut stack: Vec<u8> = Vec::new();
        for &byte in packed.bytes[usize::from(start)..]
            .iter()
            .take_while(|b| **b != 0)
        {
            stack.push(byte);
            while let Some(byte) = stack.pop() {
                if byte < FIRST_PAIR {
                    out.push(if byte == 13 { '\n' } else { byte as char });
                } else {
                    let [left, right] = packed.pairs[usize::from(byte - FIRST_PAIR)];
                    stack.push(right);
                    stack.push(left);
                    assert!(stack.len() <= DEPTH);
                }
            }
        }
        out
    }

    proptest! {
        #[test]
        fn packed_strings_unpack(strings in prop::collection::vec("[ AB]{0,40}\n?[ -_]{0,9}", 0..20)) {
            let packed = pack(strings.iter().map(String::as_str));
            for (string, &start) in strings.iter().zip(&packed.starts) {
                prop_assert_eq!(&unpack(&packed, start), string);
            }
        }
    }

    #[test]
    fn repeated_words_become_pairs() {
        let packed = pack([
            "ARTILLERY POINTS",
            "ARTILLERY POOL",
            "NO ARTILLERY",
            "POINTS",
            "POINTS",
        ]);
        assert!(packed.bytes.len() < 40, "{}", packed.bytes.len());
        assert_eq!(packed.starts[3], packed.starts[4]);
    }
}
