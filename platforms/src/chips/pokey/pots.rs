//! The paddle inputs: capacitors that a paddle charges, and a counter of lines, or of cycles, that is kept when one is full.
//!
//! **Not emulated:** charges left over from a scan that was not waited for, and what a read in the very cycle of a count gives.
//!
//! Source: Atari Hardware Manual, "Pots"; Altirra Hardware Reference Manual, chapter 5, "Paddle scan".

use serde::{Deserialize, Serialize};

const POTS: usize = 8;
/// Where a scan ends: by lines, and by cycles.
const LAST_LINE: u8 = 228;
const LAST_CYCLE: u8 = 229;
/// Cycles from POTGO to the first count of the fast scan.
const FAST_LEAD: u64 = 2;
/// Counts of a fast scan for one of a slow one.
const FAST_COUNTS: u32 = 114;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pots {
    /// Lines until each is full.
    positions: [u8; POTS],
    latches: [u8; POTS],
    /// ALLPOT: a bit for each that is not yet full.
    pub allpot: u8,
    /// When the scan began: lines and cycles that had passed.
    began: (u64, u64),
}

impl Pots {
    pub fn new() -> Pots {
        Pots {
            positions: [LAST_LINE; POTS],
            latches: [LAST_LINE; POTS],
            allpot: 0,
            began: (0, 0),
        }
    }

    /// Turns a paddle: 1 (to the right, no resistance) to 228 (to the left, or none).
    pub fn set(&mut self, pot: usize, position: u8) {
        if let Some(own) = self.positions.get_mut(pot) {
            *own = position.clamp(1, LAST_LINE);
        }
    }

    /// POTGO, when so many lines and cycles have passed.
    pub fn go(&mut self, lines: u64, now: u64) {
        self.began = (lines, now);
        self.allpot = 0xFF;
    }

    fn count(&self, lines: u64, now: u64, fast: bool) -> u8 {
        let (count, last) = if fast {
            (now.saturating_sub(self.began.1 + FAST_LEAD), LAST_CYCLE)
        } else {
            (lines.saturating_sub(self.began.0), LAST_LINE)
        };
        count.min(last.into()) as u8
    }

    /// Keeps the counts of those that have become full.
    pub fn catch_up(&mut self, lines: u64, now: u64, fast: bool) {
        if self.allpot == 0 {
            return;
        }
        let count = self.count(lines, now, fast);
        for pot in 0..POTS {
            let position = self.positions[pot];
            let full = if fast {
                (u32::from(position) * FAST_COUNTS).min(LAST_CYCLE.into()) as u8
            } else {
                position
            };
            if self.allpot >> pot & 1 != 0 && count >= full {
                self.allpot &= !(1 << pot);
                self.latches[pot] = full;
            }
        }
    }

    /// POT0 to POT7.
    pub fn read(&self, pot: usize, lines: u64, now: u64, fast: bool) -> u8 {
        if self.allpot >> pot & 1 != 0 {
            self.count(lines, now, fast)
        } else {
            self.latches[pot]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paddle_is_counted_by_lines() {
        let mut pots = Pots::new();
        pots.set(3, 77);
        pots.go(1_000, 0);
        pots.catch_up(1_076, 0, false);
        assert_eq!((pots.allpot, pots.read(3, 1_076, 0, false)), (0xFF, 76));
        pots.catch_up(1_080, 0, false);
        assert_eq!((pots.allpot, pots.read(3, 1_080, 0, false)), (0xF7, 77));
        pots.catch_up(1_228, 0, false);
        assert_eq!((pots.allpot, pots.read(0, 1_228, 0, false)), (0, 228));
    }
}
