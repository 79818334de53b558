//! MOS 6526 CIA, complex interface adapter: two ports, two timers, a time-of-day clock, an interrupt register.
//!
//! The clock is in `tod.rs`, all else in `cia/`. Source: MOS 6526 data sheet (registers, timers, TOD, interrupt control).
//!
//! **Not emulated**: what both chips lack (see there); on the C64 nothing drives the serial pins and FLAG.

mod tod;

pub use super::cia::{CRA, CRB, DDRA, DDRB, ICR, INT_ANY, PRA, PRB, Revision, SDR, TALO};
use super::cia::{Cia, INT_ALARM, SET_ALARM};
use crate::cpu::{NEVER, Since};
use serde::{Deserialize, Serialize};
use tod::{MOST_PULSES, Tod};

/// $8 tenths of seconds; $9 seconds; $A minutes; $B hours and PM, all BCD.
pub const TOD10THS: u8 = 0x8;
/// $B hours, bit 7 = PM.
pub const TODHR: u8 = 0xB;

/// CRA: the clock counts 50 Hz mains.
const MAINS_50_HZ: u8 = 0x80;

/// The chip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mos6526 {
    clock_hz: u32,
    mains_hz: u32,
    cia: Cia,
    tod: Tod,
}

impl Mos6526 {
    /// Power-on. `clock_hz` is phi2, `mains_hz` what feeds the time-of-day clock.
    pub fn new(revision: Revision, clock_hz: u32, mains_hz: u32) -> Mos6526 {
        Mos6526 {
            clock_hz,
            mains_hz,
            cia: Cia::new(revision, 0),
            tod: Tod::new(),
        }
    }

    /// The reset line, at a cycle. The clock goes on.
    pub fn reset(&mut self, now: u64) {
        self.cia = Cia::new(self.cia.revision(), now);
    }

    /// Does everything up to and including cycle `now`.
    pub fn catch_up(&mut self, now: u64) {
        if now <= self.cia.now {
            return;
        }
        self.cia.catch_up(now);
        let pulse = self.pulse_at(now);
        while self.tod.count < pulse {
            self.tod.count += 1;
            self.mains_pulse();
        }
    }

    /// Mains pulses up to a cycle.
    fn pulse_at(&self, cycle: u64) -> u64 {
        (u128::from(cycle) * u128::from(self.mains_hz) / u128::from(self.clock_hz)) as u64
    }

    /// The cycle in which a mains pulse comes.
    fn cycle_of(&self, pulse: u64) -> u64 {
        (u128::from(pulse) * u128::from(self.clock_hz)).div_ceil(u128::from(self.mains_hz)) as u64
    }

    fn mains_pulse(&mut self) {
        let mains_50_hz = self.cia.a.control & MAINS_50_HZ != 0;
        self.tod.pulse(if mains_50_hz { 5 } else { MOST_PULSES });
        if self.tod.rings() {
            self.cia.raise(INT_ALARM, self.cycle_of(self.tod.count));
        }
    }

    /// Since when the interrupt output is asserted. Valid once caught up.
    pub fn irq_since(&self) -> Since {
        self.cia.irq_since
    }

    /// The cycle by which the chip must be caught up because its interrupt output may change.
    pub fn next_event(&self) -> u64 {
        let next = self.cia.next_event();
        if self.cia.irq_since == NEVER && self.cia.mask & INT_ALARM != 0 {
            return next.min(self.cycle_of(self.tod.count + 1));
        }
        next
    }

    /// The levels port A drives: 1 where it is an input or outputs 1.
    pub fn port_a(&self) -> u8 {
        self.cia.port_a()
    }

    /// The levels port B drives.
    pub fn port_b(&self) -> u8 {
        self.cia.port_b()
    }

    /// Reads a register in cycle `now`. `pins_a` and `pins_b` are the levels on the ports' pins.
    pub fn read(&mut self, now: u64, register: u8, pins_a: u8, pins_b: u8) -> u8 {
        self.catch_up(now);
        let value = self.peek(register, pins_a, pins_b);
        match register & 0x0F {
            TODHR => self.tod.hold(),
            TOD10THS => self.tod.let_go(),
            ICR => self.cia.clear_interrupts(),
            _ => {}
        }
        value
    }

    /// The chip as it will be when it is caught up with cycle `now`, for [`Self::peek`].
    #[must_use]
    pub fn at(&self, now: u64) -> Self {
        let mut chip = self.clone();
        chip.catch_up(now);
        chip
    }

    /// What a read would give, as of the last catch-up, without its effects.
    pub fn peek(&self, register: u8, pins_a: u8, pins_b: u8) -> u8 {
        match register & 0x0F {
            register @ TOD10THS..=TODHR => self.tod.shown(usize::from(register - TOD10THS)),
            register => self.cia.peek(register, pins_a, pins_b),
        }
    }

    /// Writes a register in cycle `now`.
    pub fn write(&mut self, now: u64, register: u8, value: u8) {
        self.catch_up(now);
        match register & 0x0F {
            register @ TOD10THS..=TODHR => self.write_tod(usize::from(register - TOD10THS), value),
            register => self.cia.write(register, value),
        }
    }

    fn write_tod(&mut self, register: usize, value: u8) {
        if self.cia.b.control & SET_ALARM != 0 {
            self.tod.write_alarm(register, value);
        } else {
            self.tod.write(register, value);
        }
        if self.tod.rings() {
            self.cia.raise(INT_ALARM, self.cia.now);
        }
    }
}

#[cfg(test)]
mod tests;
