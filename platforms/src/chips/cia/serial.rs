//! The serial data register of a CIA.
//!
//! As an output it shifts a byte out, its clock being timer A divided by two: the byte waits until the shift register is
//! empty, then sixteen underflows of timer A send it.

use serde::{Deserialize, Serialize};

/// The register and what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Serial {
    data: u8,
    /// A byte was written and waits for the shift register.
    waiting: bool,
    /// Half clocks left of the byte that is being sent.
    halves: u8,
    /// The interrupt on its way: a bit that is shifted once a cycle.
    interrupt: u8,
}

/// Cycles from the underflow that ends a byte to its interrupt, as a stage of `interrupt`.
const INTERRUPT_NOW: u8 = 0x08;

impl Serial {
    pub const fn new() -> Serial {
        Serial {
            data: 0,
            waiting: false,
            halves: 0,
            interrupt: 0,
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
        self.waiting = output;
        self.load();
    }

    /// The shift register takes the waiting byte when it is empty.
    fn load(&mut self) {
        if self.halves == 0 && self.waiting {
            self.waiting = false;
            self.halves = 16;
        }
    }

    /// The direction changes: what was being sent is dropped.
    pub fn turn(&mut self) {
        self.waiting = false;
        self.halves = 0;
        self.interrupt = 0;
    }

    /// One cycle; `clock`: timer A underflowed and the register is an output. Returns whether a byte is done.
    pub fn tick(&mut self, clock: bool) -> bool {
        let done = self.interrupt & INTERRUPT_NOW != 0;
        self.interrupt = self.interrupt << 1 & (2 * INTERRUPT_NOW - 1);
        if clock {
            if self.halves > 0 {
                self.halves -= 1;
                if self.halves == 1 {
                    self.interrupt |= 1;
                }
            }
            self.load();
        }
        done
    }

    /// Cycles in which nothing happens without a clock.
    pub fn quiet(&self) -> u64 {
        if self.interrupt == 0 { u64::MAX } else { 0 }
    }
}
