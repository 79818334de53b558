//! One of the two interval timers of a CIA.
//!
//! A count, a load and the one-shot bit pass through a few stages of one cycle each before they act; the stages are bits
//! that are shifted once a cycle. A timer that runs steadily, or stands, is moved many cycles at once.
//!
//! Source: W. Lorenz, "A Software Model of the CIA 6526" (stages and their order), checked with his test suite.

use serde::{Deserialize, Serialize};

/// Control bits.
pub const START: u8 = 0x01;
/// The timer's output is seen on PB6 or PB7.
const PORT_OUT: u8 = 0x02;
/// That output toggles; else it is a pulse of one cycle.
const TOGGLE: u8 = 0x04;
pub const ONE_SHOT: u8 = 0x08;
const FORCE_LOAD: u8 = 0x10;

/// A count goes through four stages; it happens in the last.
const COUNT_FIRST_TWO: u8 = 0x03;
const COUNT_NEXT: u8 = 0x04;
const COUNT_NOW: u8 = 0x08;
const COUNT_ALL: u8 = 0x0F;

/// A load goes through two stages and leaves the latch open for another.
const LOAD_FIRST: u8 = 0x01;
const LOAD_NOW: u8 = 0x02;
const LOAD_OPEN: u8 = 0x04;

/// One interval timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    latch: u16,
    counter: u16,
    /// The control register without its strobe bit.
    pub control: u8,
    /// Counts on their way.
    count: u8,
    /// Every cycle sends a count on its way.
    every_cycle: bool,
    /// Loads on their way.
    load: u8,
    /// The one-shot bit as it was in the last cycle.
    one_shot: bool,
    /// The timer underflowed in this cycle.
    pulse: bool,
    /// Changes with every underflow, set by a start.
    toggle: bool,
}

impl Timer {
    pub const fn new() -> Timer {
        Timer {
            latch: 0xFFFF,
            counter: 0xFFFF,
            control: 0,
            count: 0,
            every_cycle: false,
            load: 0,
            one_shot: false,
            pulse: false,
            toggle: false,
        }
    }

    /// One cycle; returns whether the counter underflowed.
    pub fn tick(&mut self) -> bool {
        if self.count & COUNT_NOW != 0 {
            self.counter = self.counter.wrapping_sub(1);
        }
        let underflow = self.counter == 0 && self.count & COUNT_NEXT != 0;
        if underflow {
            if self.one_shot || self.control & ONE_SHOT != 0 {
                self.control &= !START;
                self.count &= COUNT_NOW;
                self.every_cycle = false;
            }
            self.load |= LOAD_NOW;
            self.toggle = !self.toggle;
        }
        if self.load & LOAD_NOW != 0 {
            self.counter = self.latch;
            // The load takes the place of the next count.
            self.count &= !COUNT_NEXT;
        }
        self.pulse = underflow;
        self.count = self.count << 1 & COUNT_ALL | u8::from(self.every_cycle);
        self.load = self.load << 1 & (LOAD_NOW | LOAD_OPEN);
        self.one_shot = self.control & ONE_SHOT != 0;
        underflow
    }

    /// How many cycles nothing happens but counts; 0 when something is on its way.
    pub fn quiet(&self) -> u64 {
        if self.load != 0 || self.pulse || self.one_shot != (self.control & ONE_SHOT != 0) {
            return 0;
        }
        match (self.count, self.every_cycle) {
            (COUNT_ALL, true) => u64::from(self.counter).saturating_sub(1),
            (0, false) => u64::MAX,
            _ => 0,
        }
    }

    /// So many cycles, no more than are quiet.
    pub fn skip(&mut self, cycles: u64) {
        if self.every_cycle {
            self.counter -= cycles as u16;
        }
    }

    /// Something is there to count: it is counted two cycles on.
    pub fn pulse_in(&mut self) {
        self.count |= COUNT_NEXT >> 1;
    }

    /// Whether it may underflow without another write.
    pub fn counts(&self) -> bool {
        self.runs() || self.count != 0
    }

    /// Whether the timer is started.
    pub fn runs(&self) -> bool {
        self.control & START != 0
    }

    pub fn write_low(&mut self, value: u8) {
        self.latch = self.latch & 0xFF00 | u16::from(value);
        if self.load & LOAD_OPEN != 0 {
            self.counter = self.counter & 0xFF00 | u16::from(value);
        }
    }

    pub fn write_high(&mut self, value: u8) {
        self.latch = self.latch & 0x00FF | u16::from(value) << 8;
        if !self.runs() {
            self.load |= LOAD_FIRST;
        }
        if self.load & LOAD_OPEN != 0 {
            self.counter = self.counter & 0x00FF | u16::from(value) << 8;
        }
    }

    /// Loads the counter and starts it, as the 8520 does when the high byte of a one-shot timer is written.
    pub fn start(&mut self) {
        self.counter = self.latch;
        self.load = 0;
        self.write_control(self.control | START, true);
    }

    /// A write to the control register; `every_cycle` says whether it chooses the clock as what is counted.
    pub fn write_control(&mut self, value: u8, every_cycle: bool) {
        self.every_cycle = value & START != 0 && every_cycle;
        if self.every_cycle {
            self.count |= COUNT_FIRST_TWO;
        } else {
            self.count &= !COUNT_FIRST_TWO;
        }
        if value & START != 0 && !self.runs() {
            self.toggle = true;
        }
        if value & FORCE_LOAD != 0 {
            self.load |= LOAD_FIRST;
        }
        self.control = value & !FORCE_LOAD;
    }

    /// The level of the timer's pin, if it has the pin.
    pub fn pin(&self) -> Option<bool> {
        let level = if self.control & TOGGLE != 0 {
            self.toggle
        } else {
            self.pulse
        };
        (self.control & PORT_OUT != 0).then_some(level)
    }

    /// The bytes of the counter.
    pub fn bytes(&self) -> [u8; 2] {
        self.counter.to_le_bytes()
    }
}
