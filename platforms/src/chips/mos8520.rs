//! MOS 8520 CIA of the Amiga: the 6526 with a counter of events in place of the time of day.
//!
//! Times are cycles of its clock E, a tenth of the processor's. The event counter has 24 bits and counts pulses of the
//! TOD pin, which the board hands in: the vertical blank at CIA A, every line at CIA B. A write to the high byte of a
//! one-shot timer starts it. Source: Amiga Hardware Reference Manual, appendix F.
//!
//! **Not emulated**: what both chips lack (see `cia.rs`).

pub use super::cia::{
    CRA, DDRA, DDRB, ICR, INT_ANY, INT_SERIAL, INT_TIMER_A, INT_TIMER_B, PRA, PRB, SDR, TALO, TBLO,
};
use super::cia::{CRB, Cia, INT_ALARM, INT_FLAG, ONE_SHOT, Revision, SET_ALARM};
use crate::cpu::NEVER;
use serde::{Deserialize, Serialize};

/// $8 event counter, low byte; $9 middle; $A high.
pub const EVENT_LOW: u8 = 0x8;
/// $A event counter, high byte: reading it holds what is read, writing it stops the counter.
pub const EVENT_HIGH: u8 = 0xA;

/// The event counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Events {
    count: u32,
    alarm: u32,
    /// What reads see between the high byte and the low one.
    latched: Option<u32>,
    /// Between writes to the high byte and to the low one.
    stopped: bool,
}

/// The chip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mos8520 {
    cia: Cia,
    events: Events,
}

impl Default for Mos8520 {
    fn default() -> Self {
        Mos8520::new()
    }
}

impl Mos8520 {
    /// Power-on.
    pub fn new() -> Mos8520 {
        Mos8520 {
            cia: Cia::new(Revision::New, 0),
            events: Events::default(),
        }
    }

    /// The reset line, in a cycle.
    pub fn reset(&mut self, now: u64) {
        self.cia = Cia::new(Revision::New, now);
        self.events = Events::default();
    }

    /// Does everything up to and including cycle `now`.
    pub fn catch_up(&mut self, now: u64) {
        self.cia.catch_up(now);
    }

    /// A pulse at the TOD pin in cycle `at`.
    pub fn count_event(&mut self, at: u64) {
        if self.events.stopped {
            return;
        }
        self.events.count = (self.events.count + 1) & 0xFF_FFFF;
        if self.events.count == self.events.alarm {
            self.cia.raise(INT_ALARM, at);
        }
    }

    /// A falling edge at the FLAG pin in cycle `at`.
    pub fn flag(&mut self, at: u64) {
        self.cia.raise(INT_FLAG, at);
    }

    /// A byte has come in at the serial pins in cycle `at`; lost while the register is an output.
    pub fn receive(&mut self, byte: u8, at: u64) {
        if !self.serial_out() {
            self.cia.receive(byte, at);
        }
    }

    /// The serial register is an output, which holds the data pin low until something is shifted out.
    pub fn serial_out(&self) -> bool {
        self.cia.serial_out()
    }

    /// Whether the interrupt output is asserted. Valid once caught up.
    pub fn irq(&self) -> bool {
        self.cia.irq_since != NEVER
    }

    /// The cycle by which the chip must be caught up because a timer may assert its interrupt output.
    pub fn next_event(&self) -> u64 {
        self.cia.next_event()
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
            EVENT_HIGH if self.events.latched.is_none() => {
                self.events.latched = Some(self.events.count);
            }
            EVENT_LOW => self.events.latched = None,
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
            register @ EVENT_LOW..=EVENT_HIGH => {
                let count = self.events.latched.unwrap_or(self.events.count);
                count.to_le_bytes()[usize::from(register - EVENT_LOW)]
            }
            register => self.cia.peek(register, pins_a, pins_b),
        }
    }

    /// Writes a register in cycle `now`.
    pub fn write(&mut self, now: u64, register: u8, value: u8) {
        self.catch_up(now);
        match register & 0x0F {
            register @ EVENT_LOW..=EVENT_HIGH => self.write_events(register, value),
            register => {
                self.cia.write(register, value);
                let timer = match register {
                    0x5 => &mut self.cia.a,
                    0x7 => &mut self.cia.b,
                    _ => return,
                };
                if timer.control & ONE_SHOT != 0 {
                    timer.start();
                }
            }
        }
    }

    fn write_events(&mut self, register: u8, value: u8) {
        let alarm = self.cia.peek(CRB, 0, 0) & SET_ALARM != 0;
        let target = if alarm {
            &mut self.events.alarm
        } else {
            &mut self.events.count
        };
        let shift = 8 * u32::from(register - EVENT_LOW);
        *target = *target & !(0xFF << shift) | u32::from(value) << shift;
        if !alarm {
            match register {
                EVENT_HIGH => self.events.stopped = true,
                EVENT_LOW => self.events.stopped = false,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cia::SERIAL_OUT;
    use super::*;

    fn read(cia: &mut Mos8520, now: u64, register: u8) -> u8 {
        cia.read(now, register, 0xFF, 0xFF)
    }

    #[test]
    fn a_one_shot_timer_starts_when_its_high_byte_is_written() {
        let mut cia = Mos8520::new();
        cia.write(0, ICR, INT_ANY | INT_TIMER_A);
        cia.write(0, CRA, ONE_SHOT);
        cia.write(0, TALO, 100);
        assert_eq!(cia.next_event(), NEVER);
        cia.write(10, TALO + 1, 0);
        // The first count is in the third cycle after the write.
        let due = 10 + 2 + 100;
        while cia.next_event() < due {
            cia.catch_up(cia.next_event());
            assert!(!cia.irq());
        }
        assert_eq!(cia.next_event(), due);
        cia.catch_up(due);
        assert!(cia.irq());
        assert_eq!(read(&mut cia, due + 1, ICR), INT_ANY | INT_TIMER_A);
        assert!(!cia.irq());
        assert_eq!(cia.next_event(), NEVER, "it has stopped");
    }

    #[test]
    fn timer_b_counts_underflows_of_timer_a() {
        let mut cia = Mos8520::new();
        for (register, value) in [(TALO, 9), (TALO + 1, 0), (TBLO, 2), (TBLO + 1, 0)] {
            cia.write(0, register, value);
        }
        cia.write(0, ICR, INT_ANY | INT_TIMER_B);
        cia.write(0, CRA, 0x01);
        cia.write(0, CRB, 0x41);
        // Both were loaded while A started: it underflows in cycles 12, 22, 32, and B a cycle after the third.
        cia.catch_up(32);
        assert!(!cia.irq());
        cia.catch_up(33);
        assert!(cia.irq());
    }

    #[test]
    fn the_counter_counts_24_bits_and_is_held_while_read() {
        let mut cia = Mos8520::new();
        for (register, value) in [(EVENT_HIGH, 0xFF), (0x9, 0xFF), (EVENT_LOW, 0xFE)] {
            cia.write(0, register, value);
        }
        cia.count_event(1);
        assert_eq!(read(&mut cia, 2, EVENT_HIGH), 0xFF);
        cia.count_event(3);
        assert_eq!(
            read(&mut cia, 4, 0x9),
            0xFF,
            "held since the high byte was read"
        );
        assert_eq!(read(&mut cia, 4, EVENT_LOW), 0xFF);
        assert_eq!(read(&mut cia, 5, EVENT_LOW), 0x00, "and on from here");
        assert_eq!(read(&mut cia, 5, EVENT_HIGH), 0x00);
    }

    #[test]
    fn the_counter_stands_between_writes_to_its_high_and_low_byte() {
        let mut cia = Mos8520::new();
        cia.write(0, EVENT_LOW, 3);
        cia.write(0, EVENT_HIGH, 0);
        cia.count_event(1);
        assert_eq!(read(&mut cia, 1, EVENT_LOW), 3);
        cia.write(2, EVENT_LOW, 5);
        cia.count_event(3);
        assert_eq!(read(&mut cia, 4, EVENT_LOW), 6);
        cia.reset(5);
        assert_eq!(read(&mut cia, 6, EVENT_LOW), 0);
    }

    #[test]
    fn the_high_byte_read_twice_holds_what_the_first_read_saw() {
        let mut cia = Mos8520::new();
        cia.count_event(1);
        read(&mut cia, 2, EVENT_HIGH);
        cia.count_event(3);
        read(&mut cia, 4, EVENT_HIGH);
        assert_eq!(read(&mut cia, 5, EVENT_LOW), 1);
    }

    #[test]
    fn a_high_byte_starts_a_one_shot_timer_b_too_but_no_other() {
        let mut cia = Mos8520::new();
        cia.write(0, ICR, INT_ANY | INT_TIMER_B);
        cia.write(0, TBLO, 20);
        cia.write(10, TBLO + 1, 0);
        assert_eq!(cia.next_event(), NEVER, "not a one-shot timer");
        cia.write(20, CRB, ONE_SHOT);
        cia.write(30, TBLO + 1, 0);
        let due = 30 + 2 + 20;
        while cia.next_event() < due {
            cia.catch_up(cia.next_event());
            assert!(!cia.irq());
        }
        assert_eq!(cia.next_event(), due);
        cia.catch_up(due);
        assert!(cia.irq());
    }

    #[test]
    fn the_alarm_interrupts_at_its_count() {
        let mut cia = Mos8520::new();
        cia.write(0, CRB, SET_ALARM);
        for (register, value) in [(EVENT_HIGH, 0), (0x9, 0), (EVENT_LOW, 3)] {
            cia.write(0, register, value);
        }
        cia.write(0, CRB, 0);
        cia.write(0, ICR, INT_ANY | INT_ALARM);
        for event in 1..=3 {
            assert!(!cia.irq(), "before event {event}");
            cia.count_event(event);
        }
        assert!(cia.irq());
    }

    #[test]
    fn a_serial_byte_and_a_flag_interrupt() {
        let mut cia = Mos8520::new();
        cia.write(0, ICR, INT_ANY | INT_SERIAL | INT_FLAG);
        cia.receive(0x5A, 7);
        assert!(cia.irq());
        assert_eq!(read(&mut cia, 8, SDR), 0x5A);
        assert_eq!(read(&mut cia, 8, ICR), INT_ANY | INT_SERIAL);
        cia.write(9, CRA, SERIAL_OUT);
        cia.receive(0xA5, 10);
        assert!(!cia.irq(), "an output receives nothing");
        cia.flag(11);
        assert_eq!(read(&mut cia, 12, ICR), INT_ANY | INT_FLAG);
    }
}
