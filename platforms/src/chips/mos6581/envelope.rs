//! The envelope of a voice: attack, decay, sustain, release.

use serde::{Deserialize, Serialize};

/// Cycles from one step of the envelope to the next, by the nibble of attack, decay or release. A full attack is
/// 255 steps: 2 ms to 8 s at 1 MHz.
const RATES: [u16; 16] = [
    9, 32, 63, 95, 149, 220, 267, 313, 392, 977, 1954, 3126, 3907, 11720, 19532, 31251,
];
/// Decay and release slow down as the level falls: from this level down, steps are so many times longer.
const SLOWDOWN: [(u8, u8); 6] = [(93, 2), (54, 4), (26, 8), (14, 16), (6, 30), (0, 1)];
/// The counter that divides the clock for the envelope has 15 bits. A rate below its present value is met only
/// after it has wrapped: the chip's well-known delay.
const RATE_COUNTER: u32 = 0x8000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    Attack,
    /// Decay, and sustain once its level is met.
    Decay,
    Release,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Envelope {
    phase: Phase,
    level: u8,
    /// Attack and decay, sustain and release, as written.
    ad: u8,
    sr: u8,
    /// Cycles since the last step, 15 bits.
    counter: u32,
    /// Steps that did not count because the level is low, and how many it takes for one that does.
    skipped: u8,
    slowdown: u8,
    /// At level 0 the envelope stands still until the next attack.
    frozen: bool,
}

impl Envelope {
    pub(super) fn new() -> Envelope {
        Envelope {
            phase: Phase::Release,
            level: 0,
            ad: 0,
            sr: 0,
            counter: 0,
            skipped: 0,
            slowdown: 1,
            frozen: true,
        }
    }

    pub(super) fn level(&self) -> u8 {
        self.level
    }

    pub(super) fn set_attack_decay(&mut self, value: u8) {
        self.ad = value;
    }

    pub(super) fn set_sustain_release(&mut self, value: u8) {
        self.sr = value;
    }

    fn rate(&self) -> u32 {
        let nibble = match self.phase {
            Phase::Attack => self.ad >> 4,
            Phase::Decay => self.ad & 15,
            Phase::Release => self.sr & 15,
        };
        RATES[usize::from(nibble)].into()
    }

    fn sustain(&self) -> u8 {
        (self.sr >> 4) * 17
    }

    pub(super) fn gate(&mut self, on: bool) {
        if on {
            self.phase = Phase::Attack;
            self.frozen = false;
        } else {
            self.phase = Phase::Release;
        }
    }

    /// Lets cycles pass.
    pub(super) fn advance(&mut self, mut cycles: u64) {
        loop {
            let rate = self.rate();
            let wait = match rate.checked_sub(self.counter) {
                Some(wait) if wait > 0 => wait,
                _ => RATE_COUNTER - self.counter + rate,
            };
            if u64::from(wait) > cycles {
                self.counter = (self.counter + cycles as u32) % RATE_COUNTER;
                return;
            }
            cycles -= u64::from(wait);
            self.counter = 0;
            self.step();
            let holds = self.frozen || (self.phase == Phase::Decay && self.level == self.sustain());
            if holds && self.phase != Phase::Attack {
                // Nothing changes from here on but the two counters. The step may have changed the rate.
                let rate = u64::from(self.rate());
                let steps = cycles / rate;
                self.counter = (cycles % rate) as u32;
                self.skipped = ((u64::from(self.skipped) + steps) % u64::from(self.slowdown)) as u8;
                return;
            }
        }
    }

    fn step(&mut self) {
        if self.phase != Phase::Attack {
            self.skipped += 1;
            if self.skipped < self.slowdown {
                return;
            }
        }
        self.skipped = 0;
        if self.frozen {
            return;
        }
        match self.phase {
            Phase::Attack => {
                self.level = self.level.wrapping_add(1);
                if self.level == 0xFF {
                    self.phase = Phase::Decay;
                }
            }
            Phase::Decay if self.level == self.sustain() => {}
            Phase::Decay | Phase::Release => self.level = self.level.wrapping_sub(1),
        }
        if self.level == 0xFF {
            self.slowdown = 1;
        }
        if let Some(row) = SLOWDOWN.iter().find(|row| row.0 == self.level) {
            self.slowdown = row.1;
        }
        if self.level == 0 {
            self.frozen = true;
        }
    }
}
