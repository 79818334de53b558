//! Packed text: byte-pair encoding.
//!
//! A packed string ends with 0. Bytes 14 to 24 choose ink 0 to 10 (shell call `ink`), other bytes up to 95 are
//! characters (ASCII; 13 = next line), bytes 96 to 255 stand for a pair of bytes, each a character or again a pair. The table of pairs is one page of left and one page
//! of right members, indexed by the byte; the machines unpack with a stack of [`DEPTH`] bytes. Strings stand in pages of
//! 256 bytes and never go on in the next one, so that each page may lie anywhere. Position 0 holds the empty string.

/// The byte that chooses ink 0; the other ten follow.
pub const FIRST_INK: u8 = 14;
/// Number of inks.
pub const INKS: u8 = 11;

/// The character by which a string given to [`pack`] chooses an ink (0 to 10).
pub fn ink(number: u8) -> char {
    char::from(FIRST_INK + number % INKS)
}

/// The first byte that stands for a pair.
pub const FIRST_PAIR: u8 = 96;
/// Bytes of a page of strings.
pub const PAGE: usize = 256;
/// Deepest nesting of pairs that the packer makes and the machines can unpack.
pub const DEPTH: usize = 12;

/// Letters of a string at most. A screen holds fewer; without a bound, pairs of pairs would take minutes to unpack.
pub const MOST_LETTERS: usize = 2048;

#[cfg(feature = "alloc")]
pub use pack::{Packed, Room, TooLong, pack};

#[cfg(feature = "alloc")]
mod pack {
    use super::{DEPTH, FIRST_INK, FIRST_PAIR, INKS, MOST_LETTERS, PAGE};
    use crate::cartridge::OWN_PAGE;
    use alloc::vec;
    use alloc::vec::Vec;
    use core::cmp::Reverse;

    /// The result of [`pack`].
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Packed {
        /// Pairs by byte, from [`FIRST_PAIR`] on.
        pub pairs: Vec<[u8; 2]>,
        /// Pages of strings, each string ended by 0; the last page may be shorter.
        pub bytes: Vec<u8>,
        /// The part of each page; ascending.
        pub parts: Vec<u8>,
        /// The data page in whose rest each page lies, or [`OWN_PAGE`].
        pub homes: Vec<u8>,
        /// Where each string begins in `bytes`; equal strings share their bytes.
        pub starts: Vec<u16>,
    }

    /// A string that does not fit into a page even when it is packed, or has too many letters: its place among those given.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
    #[error("a text is longer than a page of packed text")]
    pub struct TooLong(pub usize);

    /// The rest of a data page, in which strings may lie.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Room {
        /// The data page.
        pub page: u8,
        /// First free offset.
        pub start: u8,
        /// First offset behind it.
        pub end: u8,
        /// The part of the page.
        pub part: u8,
        /// Parts that are in memory only while that one is, a bit each.
        pub serves: u16,
    }

    /// Packs strings of characters (ASCII in capitals, line feeds, [`ink`](super::ink)s), each with the part it belongs
    /// to. Characters that cannot be stored become `?`. Rooms are filled before pages are added.
    /// `serves`: by part, what [`Room::serves`] is of a page of its own; of parts behind its end, themselves alone. Rooms are
    /// for the strings of the first parts, and of those last that are `late`.
    ///
    /// # Errors
    /// [`TooLong`].
    pub fn pack<'a>(
        strings: impl IntoIterator<Item = (&'a str, u8)>,
        rooms: &[Room],
        serves: &[u16],
        late: impl Fn(u8) -> bool,
    ) -> Result<Packed, TooLong> {
        let strings: Vec<(u8, Vec<u8>)> = strings
            .into_iter()
            .map(|(s, part)| (part, s.chars().map(storable).collect()))
            .collect();
        let mut unique = strings.clone();
        unique.sort();
        unique.dedup();
        let index: Vec<usize> = strings
            .iter()
            .map(|s| unique.binary_search(s).unwrap_or_default())
            .collect();
        if let Some(long) = strings.iter().position(|s| s.1.len() > MOST_LETTERS) {
            return Err(TooLong(long));
        }
        let (owners, mut unique): (Vec<u8>, Vec<Vec<u8>>) = unique.into_iter().unzip();
        let pairs = replace_pairs(&mut unique);
        let mut pages = Pages::new(rooms, serves);
        // By part, long strings first: then the short ones fill the ends of pages.
        let mut queue: Vec<usize> = (0..unique.len()).collect();
        queue.sort_by_key(|&i| (late(owners[i]), owners[i], Reverse(unique[i].len())));
        let mut begins = vec![(0, 0); unique.len()];
        for i in queue {
            let place = pages.add(&unique[i], owners[i]);
            let given = || index.iter().position(|&own| own == i).unwrap_or_default();
            begins[i] = place.ok_or_else(|| TooLong(given()))?;
        }
        let numbers = pages.sort();
        let start = |&i: &usize| {
            let (page, offset) = begins[i];
            (numbers[page] * PAGE + offset) as u16
        };
        Ok(Packed {
            pairs,
            starts: index.iter().map(start).collect(),
            bytes: pages.bytes(),
            parts: pages.list.iter().map(|page| page.part).collect(),
            homes: pages.list.iter().map(|page| page.home).collect(),
        })
    }

    /// A page as it fills.
    struct TextPage {
        part: u8,
        /// Parts whose strings may lie in it, a bit each.
        serves: u16,
        home: u8,
        /// Where its strings end at most.
        end: usize,
        /// Its first offset: what lies before it is none of the text's.
        start: usize,
        bytes: Vec<u8>,
    }

    /// Pages as they fill.
    struct Pages<'a> {
        list: Vec<TextPage>,
        /// By part, whose strings may lie in a page of its own.
        serves: &'a [u16],
    }

    impl<'a> Pages<'a> {
        /// The first page begins with the empty string; behind it stand the rooms.
        fn new(rooms: &[Room], serves: &'a [u16]) -> Self {
            let first = TextPage {
                bytes: vec![0],
                ..TextPage::own(0, serves)
            };
            let rooms = rooms.iter().map(|room| TextPage {
                part: room.part,
                serves: room.serves,
                home: room.page,
                end: room.end.into(),
                start: room.start.into(),
                bytes: vec![0; room.start.into()],
            });
            Self {
                list: core::iter::once(first).chain(rooms).collect(),
                serves,
            }
        }

        /// Adds a string; returns its page, as they are numbered now, and its offset.
        fn add(&mut self, string: &[u8], part: u8) -> Option<(usize, usize)> {
            if string.is_empty() {
                return Some((0, 0));
            }
            let size = string.len() + 1;
            let fits = |page: &TextPage| {
                page.serves & 1 << part != 0 && page.bytes.len() + size <= page.end
            };
            let number = match self.list.iter().position(fits) {
                Some(number) => number,
                None if size > PAGE => return None,
                None => {
                    self.list.push(TextPage::own(part, self.serves));
                    self.list.len() - 1
                }
            };
            let page = &mut self.list[number].bytes;
            let at = page.len();
            page.extend_from_slice(string);
            page.push(0);
            Some((number, at))
        }

        /// Leaves out rooms in which nothing lies and sorts by part; returns the new number of each page.
        fn sort(&mut self) -> Vec<usize> {
            let used = |page: &TextPage| page.home == OWN_PAGE || page.bytes.len() > page.start;
            let mut order: Vec<usize> = (0..self.list.len()).collect();
            order.sort_by_key(|&old| (!used(&self.list[old]), self.list[old].part));
            let mut numbers = vec![0; order.len()];
            for (new, &old) in order.iter().enumerate() {
                numbers[old] = new;
            }
            self.list.retain(used);
            self.list.sort_by_key(|page| page.part);
            numbers
        }

        fn bytes(&self) -> Vec<u8> {
            let mut bytes = Vec::new();
            for (number, page) in self.list.iter().enumerate() {
                bytes.resize(number * PAGE, 0);
                bytes.extend_from_slice(&page.bytes);
            }
            bytes
        }
    }

    impl TextPage {
        /// A page by itself.
        fn own(part: u8, serves: &[u16]) -> Self {
            let served = serves.get(usize::from(part)).copied().unwrap_or(0);
            Self {
                part,
                serves: served | 1 << part,
                home: OWN_PAGE,
                end: PAGE,
                start: 0,
                bytes: Vec::new(),
            }
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
                .max_by_key(|&(pair, count)| (count, Reverse(pair)));
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

    /// Parts in their order.
    fn pack<'a>(
        strings: impl IntoIterator<Item = (&'a str, u8)>,
        rooms: &[Room],
        serves: &[u16],
    ) -> Result<Packed, TooLong> {
        super::pack(strings, rooms, serves, |_| false)
    }

    proptest! {
        #[test]
        fn packed_strings_unpack_within_a_page_of_their_part(
            strings in prop::collection::vec(("[ AB]{0,40}\n?[ -_]{0,9}", 0_u8..3), 0..40),
            rooms in prop::collection::vec((0_u8..255, 0_u8..255, 0_u8..3), 0..8),
        ) {
            let room = |(page, (start, end, part)): (usize, &(u8, u8, u8))| Room {
                page: page as u8,
                start: *start.min(end),
                end: *start.max(end),
                part: *part,
                serves: if *part == 0 { 7 } else { 1 << part },
            };
            let rooms: Vec<Room> = rooms.iter().enumerate().map(room).collect();
            let given = strings.iter().map(|(text, part)| (text.as_str(), *part));
            let packed = pack(given, &rooms, &[7]).unwrap();
            for ((string, part), &start) in strings.iter().zip(&packed.starts) {
                prop_assert_eq!(&unpack(&packed, start), string);
                let page = usize::from(start) / PAGE;
                prop_assert!(string.is_empty() || [0, *part].contains(&packed.parts[page]));
            }
            prop_assert!(packed.parts.is_sorted());
            prop_assert_eq!(packed.parts.len(), packed.homes.len());
            for (page, &home) in packed.bytes.chunks(PAGE).zip(&packed.homes) {
                if let Some(room) = rooms.iter().find(|room| room.page == home) {
                    let (start, end) = (usize::from(room.start), usize::from(room.end));
                    let within = |(at, byte): (usize, &u8)| *byte == 0 || (start..end).contains(&at);
                    prop_assert!(page.iter().enumerate().all(within));
                    prop_assert!(page.len() > start);
                }
            }
            prop_assert!(packed.bytes.chunks(PAGE).all(|page| page.last() == Some(&0)));
            prop_assert_eq!(packed.bytes.len().div_ceil(PAGE), packed.parts.len());
            prop_assert_eq!(packed.bytes[0], 0);
        }
    }

    #[test]
    fn repeated_words_become_pairs() {
        let texts = [
            "ARTILLERY POINTS",
            "ARTILLERY POOL",
            "NO ARTILLERY",
            "POINTS",
            "POINTS",
        ];
        let packed = pack(texts.map(|text| (text, 0)), &[], &[]).unwrap();
        assert!(packed.bytes.len() < 40, "{}", packed.bytes.len());
        assert_eq!(packed.starts[3], packed.starts[4]);
    }

    #[test]
    fn pages_hold_strings_of_parts_within_theirs() {
        let texts = [("CAMPAIGN", 0), ("STAFF", 1), ("BATTLE", 2)];
        assert_eq!(pack(texts, &[], &[7]).unwrap().parts, [0]);
        assert_eq!(pack(texts, &[], &[3]).unwrap().parts, [0, 2]);
        assert_eq!(pack(texts, &[], &[]).unwrap().parts, [0, 1, 2]);
    }

    #[test]
    fn rooms_are_for_the_first_part_that_is_not_late() {
        let room = Room {
            page: 9,
            start: 240,
            end: 250,
            part: 0,
            serves: 7,
        };
        let texts = [("AUSTERE", 1), ("BRAVEST", 2)];
        for (late, parts) in [(0, [0, 0, 2]), (1, [0, 0, 1])] {
            let packed = super::pack(texts, &[room], &[1], |part| part == late);
            assert_eq!(packed.unwrap().parts, parts);
        }
    }

    #[test]
    fn a_string_fills_a_page_at_most() {
        let mut letters = (b' '..=b'_').cycle();
        let mut state = 1_u32;
        let mut text = |count: usize| -> String {
            let letters = (0..count).map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                letters.nth((state >> 28) as usize).unwrap_or(b' ') as char
            });
            letters.collect()
        };
        assert!(pack([("A", 0), (&text(230), 0)], &[], &[]).is_ok());
        assert_eq!(pack([("A", 0), (&text(900), 0)], &[], &[]), Err(TooLong(1)));
        let same = "A".repeat(MOST_LETTERS + 1);
        assert!(pack([(&same[1..], 0)], &[], &[]).is_ok());
        assert_eq!(pack([("B", 0), (&same, 0)], &[], &[]), Err(TooLong(1)));
    }
}
