//! What the CIAs MOS 6526 and MOS 8520 have in common: two ports, two timers, the serial data and interrupt registers.
//! The chips differ in their clocks of the day.
//!
//! The chip is caught up with the clock when it is touched or when [`Cia::next_event`] is due; in between its
//! timers cost nothing. Sources: MOS 6526 data sheet; Amiga Hardware Reference Manual, appendix F (8520). The delay from
//! a timer's start to its first count, and from there to the processor's interrupt, are as VICE 3.7.1 shows them to a
//! program that reads a running timer after each number of cycles.
//!
//! **Not emulated**: the serial register as output shifts nothing; timers counting the CNT pin stand still; timer outputs
//! on PB6 and PB7; the PC pin; a read of the interrupt register in the very cycle of an underflow does not lose it.

use crate::cpu::{NEVER, Since};
use serde::{Deserialize, Serialize};

/// $0 PRA, port A data.
pub const PRA: u8 = 0x0;
/// $1 PRB, port B data.
pub const PRB: u8 = 0x1;
/// $2 DDRA, port A direction, 1 = output.
pub const DDRA: u8 = 0x2;
/// $3 DDRB, port B direction, 1 = output.
pub const DDRB: u8 = 0x3;
/// $4 timer A low; $5 high.
pub const TALO: u8 = 0x4;
/// $6 timer B low; $7 high.
pub const TBLO: u8 = 0x6;
/// $C SDR, serial data.
pub const SDR: u8 = 0xC;
/// $D ICR, interrupt data (read, clears) and mask (write).
pub const ICR: u8 = 0xD;
/// $E CRA, control of timer A; bit 6 = the serial register is an output.
pub const CRA: u8 = 0xE;
/// $F CRB, control of timer B; bit 7 = writes to the clock set the alarm.
pub const CRB: u8 = 0xF;

pub(super) const START: u8 = 0x01;
pub(super) const ONE_SHOT: u8 = 0x08;
const FORCE_LOAD: u8 = 0x10;
pub(super) const SERIAL_OUT: u8 = 0x40;
pub(super) const SET_ALARM: u8 = 0x80;

/// Interrupt of timer A.
pub const INT_TIMER_A: u8 = 0x01;
/// Interrupt of timer B.
pub const INT_TIMER_B: u8 = 0x02;
/// Interrupt of the clock of the day.
pub const INT_ALARM: u8 = 0x04;
/// Interrupt of the serial register.
pub const INT_SERIAL: u8 = 0x08;
/// Interrupt of the FLAG pin.
pub const INT_FLAG: u8 = 0x10;
/// Read: the output is asserted. Write: bits that are 1 are set in the mask, else cleared.
pub const INT_ANY: u8 = 0x80;

/// Cycles from the write that starts a timer to its first count.
pub(super) const START_DELAY: u64 = 3;

/// What a timer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Phi2,
    /// Nothing moves the CNT pin.
    Cnt,
    TimerA,
}

/// One interval timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Timer {
    latch: u16,
    /// Counts down to 0, then is loaded from `latch`; a period is `latch + 1` counts.
    counter: u16,
    /// The control register without its strobe bit.
    pub control: u8,
    /// Counts of cycles before this one do not happen: the start takes a while.
    starts: u64,
}

impl Timer {
    const fn new() -> Timer {
        Timer {
            latch: 0xFFFF,
            counter: 0xFFFF,
            control: 0,
            starts: 0,
        }
    }

    /// Counts `n` times; returns how often it underflowed.
    fn count(&mut self, n: u64) -> u64 {
        if self.control & START == 0 || n == 0 {
            return 0;
        }
        let counter = u64::from(self.counter);
        if n <= counter {
            self.counter = (counter - n) as u16;
            return u64::from(self.counter == 0 && self.underflow());
        }
        // A counter that stands at 0 has underflowed already: its next count loads it.
        let period = u64::from(self.latch) + 1;
        let first = u64::from(counter != 0);
        if self.control & ONE_SHOT != 0 {
            let fires = counter != 0;
            self.counter = self.latch;
            self.control &= !START;
            return u64::from(fires);
        }
        let beyond = n - counter - 1;
        self.counter = (u64::from(self.latch) - beyond % period) as u16;
        first + beyond / period + u64::from(self.counter == 0)
    }

    /// The counter has come to 0. Always true, so that callers can count it.
    fn underflow(&mut self) -> bool {
        if self.control & ONE_SHOT != 0 {
            self.control &= !START;
            self.counter = self.latch;
        }
        true
    }

    /// Counts until the next underflow.
    fn counts_left(&self) -> u64 {
        match self.counter {
            0 => u64::from(self.latch) + 1,
            n => u64::from(n),
        }
    }

    fn write_high(&mut self, value: u8) {
        self.latch = self.latch & 0x00FF | u16::from(value) << 8;
        if self.control & START == 0 {
            self.counter = self.latch;
        }
    }

    /// Loads the counter and starts it, as the 8520 does when the high byte of a one-shot timer is written.
    pub fn start(&mut self, now: u64) {
        self.counter = self.latch;
        self.control |= START;
        self.starts = now + START_DELAY;
    }

    fn write_control(&mut self, now: u64, value: u8) {
        if value & FORCE_LOAD != 0 {
            self.counter = self.latch;
            // The load takes the place of a count.
            self.starts = now + START_DELAY - 1;
        }
        if value & START != 0 && self.control & START == 0 {
            self.starts = now + START_DELAY;
        }
        self.control = value & !FORCE_LOAD;
    }

    /// The bytes of the counter as they read. It is seen as its latch in the cycle in which it is 0 and loaded.
    fn visible(&self) -> [u8; 2] {
        let seen = if self.counter == 0 {
            self.latch
        } else {
            self.counter
        };
        seen.to_le_bytes()
    }
}

/// The part that the chips share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cia {
    /// Caught up to: this cycle is done.
    pub now: u64,
    pra: u8,
    prb: u8,
    ddra: u8,
    ddrb: u8,
    pub a: Timer,
    pub b: Timer,
    sdr: u8,
    /// Interrupt data, bits 0 to 4.
    pub flags: u8,
    pub mask: u8,
    pub irq_since: Since,
}

impl Cia {
    /// Power-on or reset, in a cycle.
    pub fn new(now: u64) -> Cia {
        Cia {
            now,
            pra: 0,
            prb: 0,
            ddra: 0,
            ddrb: 0,
            a: Timer::new(),
            b: Timer::new(),
            sdr: 0,
            flags: 0,
            mask: 0,
            irq_since: NEVER,
        }
    }

    /// Does everything up to and including cycle `now`.
    pub fn catch_up(&mut self, now: u64) {
        if now <= self.now {
            return;
        }
        let from = self.now;
        let a_before = self.a.counts_left();
        let counts_a = match self.source_a() {
            Source::Phi2 => now.saturating_sub(from.max(self.a.starts)),
            Source::Cnt | Source::TimerA => 0,
        };
        let first_a = from.max(self.a.starts) + a_before;
        let underflows_a = self.a.count(counts_a);
        if underflows_a > 0 {
            self.raise(INT_TIMER_A, first_a);
        }
        let b_before = self.b.counts_left();
        let (counts_b, first_b) = match self.source_b() {
            Source::Phi2 => {
                let begin = from.max(self.b.starts);
                (now.saturating_sub(begin), begin + b_before)
            }
            Source::Cnt => (0, 0),
            Source::TimerA => {
                let period = u64::from(self.a.latch) + 1;
                (
                    underflows_a,
                    first_a + (b_before - 1).saturating_mul(period),
                )
            }
        };
        if self.b.count(counts_b) > 0 {
            self.raise(INT_TIMER_B, first_b);
        }
        self.now = now;
    }

    fn source_a(&self) -> Source {
        if self.a.control & 0x20 == 0 {
            Source::Phi2
        } else {
            Source::Cnt
        }
    }

    fn source_b(&self) -> Source {
        match self.b.control >> 5 & 3 {
            0 => Source::Phi2,
            1 => Source::Cnt,
            // 3 counts timer A while CNT is high, which it is.
            _ => Source::TimerA,
        }
    }

    /// Sets an interrupt flag that became true in cycle `at`.
    pub fn raise(&mut self, flag: u8, at: u64) {
        self.flags |= flag;
        if self.mask & flag != 0 {
            self.irq_since = self.irq_since.min(at);
        }
    }

    /// The cycle by which the chip must be caught up because a timer may assert its interrupt output.
    pub fn next_event(&self) -> u64 {
        if self.irq_since != NEVER {
            return NEVER;
        }
        let mut next = NEVER;
        let begin_a = self.now.max(self.a.starts);
        let a_runs = self.a.control & START != 0 && self.source_a() == Source::Phi2;
        if a_runs && (self.mask & INT_TIMER_A != 0 || self.source_b() == Source::TimerA) {
            next = begin_a + self.a.counts_left();
        }
        if self.mask & INT_TIMER_B != 0
            && self.b.control & START != 0
            && self.source_b() == Source::Phi2
        {
            next = next.min(self.now.max(self.b.starts) + self.b.counts_left());
        }
        next
    }

    /// The levels port A drives: 1 where it is an input or outputs 1.
    pub fn port_a(&self) -> u8 {
        self.pra | !self.ddra
    }

    /// The levels port B drives.
    pub fn port_b(&self) -> u8 {
        self.prb | !self.ddrb
    }

    /// A whole byte has come in at the serial pins.
    pub fn receive(&mut self, byte: u8, at: u64) {
        self.sdr = byte;
        self.raise(INT_SERIAL, at);
    }

    /// A read of the interrupt data has their effect: they and the output are cleared.
    pub fn clear_interrupts(&mut self) {
        self.flags = 0;
        self.irq_since = NEVER;
    }

    /// What a read of a register gives, as of the last catch-up, without its effects; those of the clock are not here.
    pub fn peek(&self, register: u8, pins_a: u8, pins_b: u8) -> u8 {
        match register & 0x0F {
            PRA => pins_a,
            PRB => pins_b,
            DDRA => self.ddra,
            DDRB => self.ddrb,
            register @ 0x4..=0x5 => self.a.visible()[usize::from(register - TALO)],
            register @ 0x6..=0x7 => self.b.visible()[usize::from(register - TBLO)],
            SDR => self.sdr,
            ICR => self.flags | if self.irq_since == NEVER { 0 } else { INT_ANY },
            CRA => self.a.control,
            CRB => self.b.control,
            _ => 0,
        }
    }

    /// Writes a register in cycle `now`, to which the chip is caught up; those of the clock are not here.
    pub fn write(&mut self, now: u64, register: u8, value: u8) {
        match register & 0x0F {
            PRA => self.pra = value,
            PRB => self.prb = value,
            DDRA => self.ddra = value,
            DDRB => self.ddrb = value,
            0x4 => self.a.latch = self.a.latch & 0xFF00 | u16::from(value),
            0x5 => self.a.write_high(value),
            0x6 => self.b.latch = self.b.latch & 0xFF00 | u16::from(value),
            0x7 => self.b.write_high(value),
            SDR => self.sdr = value,
            ICR => {
                if value & INT_ANY != 0 {
                    self.mask |= value & 0x1F;
                } else {
                    self.mask &= !value;
                }
                if self.flags & self.mask != 0 && self.irq_since == NEVER {
                    self.irq_since = now + 1;
                }
            }
            CRA => self.a.write_control(now, value),
            CRB => self.b.write_control(now, value),
            _ => {}
        }
    }
}
