//! Sets of DMA slots of a line.

use super::MOST_SLOTS;

/// A set of slots, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slots([u64; 4]);

impl Slots {
    /// Bits of word `i` that stand for slots `from` to `to - 1`.
    #[inline]
    fn mask(i: usize, from: u16, to: u16) -> u64 {
        let base = 64 * i as u16;
        let low = from.saturating_sub(base).min(64);
        let high = to.saturating_sub(base).min(64);
        if low >= high {
            return 0;
        }
        (u64::MAX >> (64 - (high - low))) << low
    }

    /// Adds a slot.
    pub fn insert(&mut self, slot: u16) {
        self.0[usize::from(slot >> 6)] |= 1 << (slot & 63);
    }

    /// Takes the slots from `from` on out.
    pub fn truncate(&mut self, from: u16) {
        for (i, word) in self.0.iter_mut().enumerate() {
            *word &= !Slots::mask(i, from, MOST_SLOTS);
        }
    }

    /// Whether a slot is in the set.
    #[inline]
    pub fn contains(&self, slot: u16) -> bool {
        self.0[usize::from(slot >> 6 & 3)] >> (slot & 63) & 1 != 0
    }

    /// How many of the slots `from` to `to - 1` are in the set.
    #[inline]
    pub fn count(&self, from: u16, to: u16) -> u16 {
        let words = self.0.iter().enumerate();
        words
            .map(|(i, word)| (word & Slots::mask(i, from, to)).count_ones() as u16)
            .sum()
    }

    /// The first slot in the set from `from` to `to - 1`.
    #[inline]
    pub fn first(&self, from: u16, to: u16) -> Option<u16> {
        let words = self.0.iter().enumerate().skip(usize::from(from >> 6));
        for (i, word) in words {
            let word = word & Slots::mask(i, from, to);
            if word != 0 {
                return Some(64 * i as u16 + word.trailing_zeros() as u16);
            }
        }
        None
    }

    /// The first slot from `from` on that is *not* in the set; there is one behind every line.
    #[inline]
    pub fn next_free(&self, from: u16) -> u16 {
        let here = !self.0[usize::from(from >> 6 & 3)] >> (from & 63);
        if here != 0 {
            return from + here.trailing_zeros() as u16;
        }
        let mut slot = (from | 63) + 1;
        while self.contains(slot) {
            slot += 1;
        }
        slot
    }

    /// The slot from `from` to `to - 1` that is the `n`-th (from 1) *not* in the set.
    pub fn nth_free(&self, from: u16, to: u16, n: u32) -> Option<u16> {
        let mut left = n;
        for (i, word) in self.0.iter().enumerate().skip(usize::from(from >> 6)) {
            let mut free = !word & Slots::mask(i, from, to);
            let here = free.count_ones();
            if left > here {
                left -= here;
                continue;
            }
            for _ in 1..left {
                free &= free - 1;
            }
            return Some(64 * i as u16 + free.trailing_zeros() as u16);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_finds_as_a_list_does() {
        let mut slots = Slots::default();
        let members = [0, 1, 3, 63, 64, 100, 127, 128, 191, 192, 226, 227];
        for slot in members {
            slots.insert(slot);
        }
        for from in 0..=MOST_SLOTS {
            let free = (from..).find(|slot| !members.contains(slot));
            assert_eq!(Some(slots.next_free(from)), free);
            for to in from..=MOST_SLOTS {
                let inside = || members.into_iter().filter(|s| (from..to).contains(s));
                assert_eq!(slots.count(from, to), inside().count() as u16);
                assert_eq!(slots.first(from, to), inside().next());
                let free: Vec<_> = (from..to).filter(|s| !members.contains(s)).collect();
                for n in [1, 2, 64, 65, 130] {
                    let expected = free.get(n as usize - 1).copied();
                    assert_eq!(slots.nth_free(from, to, n), expected, "{from} {to} {n}");
                }
            }
        }
        slots.truncate(100);
        assert!(slots.contains(64) && !slots.contains(100) && !slots.contains(227));
    }
}
