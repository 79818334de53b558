//! The polynomial counters: shift registers whose first bit is fed from two others, one step a cycle.
//!
//! All of them are XNOR counters: cleared is a state like any other, all ones would be the end. RANDOM and the voices look at the
//! same registers; each voice sees them a cycle later than the one before it.
//!
//! Source: Altirra Hardware Reference Manual, chapter 5, "Noise generators".

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Steps after which each counter comes back to where it was.
const LENGTH_4: usize = 15;
const LENGTH_5: usize = 31;
const LENGTH_9: usize = 511;
const LENGTH_17: usize = 131_071;
/// RANDOM looks at so many bits side by side. As the registers shift, these are the last one's bit now and in the next cycles.
const WINDOW: usize = 8;
/// After INIT began, the registers empty from this cycle on, a bit a cycle.
const SHIFT_OUT: u64 = 2;

/// What comes out of a counter of `bits` bits at its bit `out`, step after step from a cleared register on; `tap` is the bit that
/// goes into the XNOR with bit 0.
fn sequence(bits: u32, tap: u32, out: u32, length: usize) -> Vec<u8> {
    let mut register = 0u32;
    let mut step = || {
        let fed = !(register ^ register >> tap) & 1;
        register = register >> 1 | fed << (bits - 1);
        (register >> out & 1) as u8
    };
    let once: Vec<u8> = (0..length).map(|_| step()).collect();
    let again = once[..WINDOW].to_vec();
    [once, again].concat()
}

static SEQUENCE_4: LazyLock<Vec<u8>> = LazyLock::new(|| sequence(4, 1, 0, LENGTH_4));
static SEQUENCE_5: LazyLock<Vec<u8>> = LazyLock::new(|| sequence(5, 2, 0, LENGTH_5));
static SEQUENCE_9: LazyLock<Vec<u8>> = LazyLock::new(|| sequence(9, 5, 0, LENGTH_9));
// The long counter is the short one with eight more bits behind the XNOR; what is looked at are the same nine.
static SEQUENCE_17: LazyLock<Vec<u8>> = LazyLock::new(|| sequence(17, 5, 8, LENGTH_17));

/// Where the counters are. They are held cleared while SKCTL says INIT.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Counters {
    /// Cycle of their first step since they were last held.
    first: u64,
    /// Since when they are held, if they are.
    held: Option<u64>,
}

/// What a voice sees of the counters when its timer underflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Noise {
    pub four: bool,
    pub five: bool,
    /// The 17-bit counter, or the 9-bit one if AUDCTL says so.
    pub long: bool,
}

impl Counters {
    pub fn new() -> Counters {
        Counters {
            first: 0,
            held: Some(0),
        }
    }

    pub fn hold(&mut self, now: u64) {
        self.held.get_or_insert(now);
    }

    pub fn release(&mut self, now: u64) {
        if self.held.take().is_some() {
            self.first = now + 1;
        }
    }

    /// Steps since the counters were released, at a cycle.
    fn steps(&self, at: u64) -> u64 {
        at.saturating_sub(self.first)
    }

    /// RANDOM: the inverted end of a register.
    pub fn random(&self, now: u64, nine: bool) -> u8 {
        let emptied = self.held.map_or(0, |since| {
            let cycles = now.saturating_sub(since).saturating_sub(SHIFT_OUT - 1);
            !(0xFF_u64 >> cycles.min(8)) as u8
        });
        let steps = self.steps(now);
        let bits = if nine {
            &SEQUENCE_9[(steps % LENGTH_9 as u64) as usize..]
        } else {
            &SEQUENCE_17[(steps % LENGTH_17 as u64) as usize..]
        };
        let byte = (0..WINDOW).fold(0, |byte, bit| byte | bits[bit] << bit);
        !byte | emptied
    }

    /// What a voice, counted from 0, sees.
    pub fn noise(&self, now: u64, voice: usize, nine: bool) -> Noise {
        if self.held.is_some() {
            return Noise {
                four: true,
                five: true,
                long: true,
            };
        }
        // The first voice is three cycles ahead of the last.
        let steps = self.steps(now + 3 - voice as u64);
        let at = |sequence: &[u8], length: usize| sequence[(steps % length as u64) as usize] != 0;
        Noise {
            four: at(&SEQUENCE_4, LENGTH_4),
            five: at(&SEQUENCE_5, LENGTH_5),
            long: if nine {
                at(&SEQUENCE_9, LENGTH_9)
            } else {
                at(&SEQUENCE_17, LENGTH_17)
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counters_take_their_full_length() {
        for (sequence, length) in [
            (&SEQUENCE_4, LENGTH_4),
            (&SEQUENCE_5, LENGTH_5),
            (&SEQUENCE_9, LENGTH_9),
            (&SEQUENCE_17, LENGTH_17),
        ] {
            let once = &sequence[..length];
            let ones = once.iter().filter(|bit| **bit != 0).count();
            // Of all states but the one with ones alone, half and one less have a one.
            assert_eq!(ones, length / 2, "{length}");
            let shorter = (1..length).filter(|n| length % n == 0);
            for part in shorter {
                assert!(once.chunks(part).any(|c| c != &once[..part]), "{length}");
            }
        }
    }

    #[test]
    fn random_follows_the_known_pattern() {
        // Read once a line (114 cycles) in the 9-bit mode, a real machine gives these, from wherever it begins:
        // Altirra Hardware Reference Manual, RANDOM.
        let mut counters = Counters::new();
        counters.release(0);
        let lines: Vec<u8> = (0..LENGTH_9 as u64)
            .map(|line| counters.random(1 + line * 114, true))
            .collect();
        let around: Vec<u8> = lines.iter().chain(&lines[..5]).copied().collect();
        let known = [0x00, 0xDF, 0xEE, 0x16, 0xB9];
        assert!(around.windows(5).any(|five| five == known));
    }

    #[test]
    fn next_random_is_the_last_shifted_with_d0_and_d5_fed_in() {
        let mut counters = Counters::new();
        counters.release(100);
        for now in 101..2_000 {
            let (a, b) = (counters.random(now, true), counters.random(now + 1, true));
            assert_eq!(b & 0x7F, a >> 1, "{now}");
            let (a, b) = (counters.random(now, false), counters.random(now + 1, false));
            assert_eq!(b & 0x7F, a >> 1, "{now}");
        }
    }

    #[test]
    fn random_is_known_to_the_cycle() {
        // A line after SKCTL, and five cycles after it went back to INIT, a line and four cycles on: the values of the Acid800 suite.
        let mut counters = Counters::new();
        counters.release(0);
        let both = |counters: &Counters, now| [true, false].map(|nine| counters.random(now, nine));
        assert_eq!(both(&counters, 114), [0x95, 0x08]);
        counters.hold(114);
        assert_eq!(both(&counters, 118), [0xE9, 0xF0]);
    }

    #[test]
    fn held_counters_empty_and_read_as_ones() {
        let mut counters = Counters::new();
        assert_eq!(counters.random(50, false), 0xFF);
        counters.release(50);
        let running = counters.random(1_000, false);
        counters.hold(1_000);
        assert_eq!(counters.random(1_000, false), running);
        assert_eq!(counters.random(1_003, false) & 0xC0, 0xC0);
        assert_eq!(counters.random(1_009, false), 0xFF);
        counters.release(2_000);
        let mut anew = Counters::new();
        anew.release(0);
        assert_eq!(counters.random(2_500, true), anew.random(500, true));
    }
}
