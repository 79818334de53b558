//! The serial data register of a CIA.
//!
//! As an output it shifts a byte out, its clock (the level of the CNT pin) being timer A divided by two: eight times low
//! and high. A byte that is written while another is shifted out waits and follows without a gap.
//!
//! What timer A and the writes set off passes through stages of one cycle each, as in the timers; the stages are bits that
//! are shifted once a cycle. A step of this register comes after the accesses of its cycle, so that a read in the cycle in
//! which a byte ends does not yet see its flag. Sources: MOS 6526 data sheet; VICE's test programs (`cia-sdr-icr`
//! among them, which its authors held against several chips) and what its `ciacore.c` says about the cycles.

use super::Revision;
use serde::{Deserialize, Serialize};

/// Half clocks of a byte.
const BYTE: u8 = 16;

/// A change of CNT comes a cycle after the underflow of timer A.
const CLOCK_SOON: u8 = 0x01;
const CLOCK_NOW: u8 = 0x02;

/// A written byte is taken a cycle after the write.
const LOAD_SOON: u8 = 0x01;
const LOAD_NOW: u8 = 0x02;

/// A byte's interrupt comes two cycles after its last bit.
const DONE_SOON: u8 = 0x01;
const DONE_NOW: u8 = 0x04;

/// How many cycles of CNT's past count.
const PAST: u8 = 0x0F;

/// The register and what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Serial {
    data: u8,
    /// A byte was written and waits until the shift register is empty.
    waiting: bool,
    /// Half clocks left of what is being sent: odd while CNT is low.
    halves: u8,
    /// Changes of CNT on their way.
    clock: u8,
    /// Underflows that came too soon after another to change CNT.
    missed: u8,
    /// Written bytes on their way to the shift register.
    load: u8,
    /// Interrupts on their way.
    done: u8,
    /// The level of CNT.
    cnt: bool,
    /// That level at the end of the last cycles, of the last one in bit 0.
    past: u8,
    /// The direction was changed while CNT was in motion: a byte seems to end when it is changed back.
    broken_off: bool,
}

impl Serial {
    pub const fn new() -> Serial {
        Serial {
            data: 0,
            waiting: false,
            halves: 0,
            clock: 0,
            missed: 0,
            load: 0,
            done: 0,
            cnt: true,
            past: PAST,
            broken_off: false,
        }
    }

    pub fn data(&self) -> u8 {
        self.data
    }

    pub fn receive(&mut self, byte: u8) {
        self.data = byte;
    }

    pub fn write(&mut self, value: u8, output: bool) {
        self.data = value;
        if output {
            self.load |= LOAD_SOON;
        }
    }

    /// The direction changes: what was being sent is dropped, and CNT goes high.
    pub fn turn(&mut self, output: bool, revision: Revision) {
        if !output {
            self.broken_off = self.in_motion(revision);
        } else if std::mem::take(&mut self.broken_off) {
            self.done |= DONE_SOON;
        }
        self.waiting = false;
        self.halves = 0;
        self.clock = 0;
        self.missed = 0;
        self.cnt = true;
    }

    /// Whether CNT was low of late, or goes low in this cycle. All but one batch of the chip do not look at the last cycle.
    fn in_motion(&self, revision: Revision) -> bool {
        let looked_at = match revision {
            Revision::Week4485 => 0b0111,
            Revision::Old | Revision::New => 0b0110,
        };
        let ends = self.halves == 2;
        self.past & looked_at != looked_at
            || self.clock & (CLOCK_SOON | CLOCK_NOW) == CLOCK_NOW && !ends
    }

    /// Timer A underflowed, and the register is an output.
    pub fn underflow(&mut self) {
        if self.halves == 0 {
            return;
        }
        if (self.clock | self.missed) & CLOCK_NOW != 0 {
            self.missed |= CLOCK_SOON;
        } else {
            self.clock |= CLOCK_SOON;
        }
    }

    /// The end of a cycle. Returns whether a byte is done.
    pub fn step(&mut self) -> bool {
        if self.load & LOAD_NOW != 0 {
            match self.halves {
                0 => self.halves = BYTE,
                1 => self.halves = BYTE + 1,
                _ => self.waiting = true,
            }
        }
        if self.clock & CLOCK_NOW != 0 {
            self.half_clock();
        }
        let done = self.done & DONE_NOW != 0;
        self.clock = self.clock << 1 & CLOCK_NOW;
        self.missed = self.missed << 1 & CLOCK_NOW;
        self.load = self.load << 1 & LOAD_NOW;
        self.done = self.done << 1 & (2 * DONE_NOW - 1);
        self.past = (self.past << 1 | u8::from(self.cnt)) & PAST;
        done
    }

    /// CNT changes.
    fn half_clock(&mut self) {
        self.halves = self.halves.saturating_sub(1);
        self.cnt = self.halves & 1 == 0;
        if self.halves == 1 {
            self.done |= DONE_SOON;
            if std::mem::take(&mut self.waiting) {
                self.halves += BYTE;
            }
        }
    }

    /// Cycles in which nothing happens without an underflow.
    pub fn quiet(&self) -> u64 {
        let settled = self.past == if self.cnt { PAST } else { 0 };
        let under_way = self.clock | self.missed | self.load | self.done;
        if settled && under_way == 0 {
            u64::MAX
        } else {
            0
        }
    }
}
