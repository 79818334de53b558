//! MOS 6526 CIA, complex interface adapter: two ports, two timers, a time-of-day clock, an interrupt register.
//!
//! All but the clock is in `cia.rs`. Source: MOS 6526 data sheet (registers, timers, TOD, interrupt control).
//!
//! **Not emulated**: what both chips lack (see there); on the C64 nothing drives the serial pins and FLAG.

pub use super::cia::{CRA, CRB, DDRA, DDRB, ICR, INT_ANY, PRA, PRB, SDR, TALO};
use super::cia::{Cia, INT_ALARM, SET_ALARM};
use crate::cpu::{NEVER, Since};
use serde::{Deserialize, Serialize};

/// $8 tenths of seconds; $9 seconds; $A minutes; $B hours and PM, all BCD.
pub const TOD10THS: u8 = 0x8;
/// $B hours, bit 7 = PM.
pub const TODHR: u8 = 0xB;

/// CRA: the clock counts 50 Hz mains.
const MAINS_50_HZ: u8 = 0x80;

/// The time-of-day clock, BCD registers from tenths to hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Tod {
    time: [u8; 4],
    alarm: [u8; 4],
    /// What reads see between reading hours and reading tenths.
    latched: Option<[u8; 4]>,
    /// Writing hours stops the clock until tenths are written.
    stopped: bool,
    /// Mains pulses since the last tenth.
    pulses: u8,
    /// Pulses since power-on.
    pulse: u64,
}

impl Tod {
    const fn new() -> Tod {
        Tod {
            time: [0, 0, 0, 1],
            alarm: [0; 4],
            latched: None,
            stopped: true,
            pulses: 0,
            pulse: 0,
        }
    }

    /// One tenth of a second.
    fn advance(&mut self) {
        fn bcd(value: &mut u8, limit: u8) -> bool {
            *value = if *value & 0x0F == 9 {
                (*value & 0xF0) + 0x10
            } else {
                *value + 1
            };
            let carry = *value == limit;
            if carry {
                *value = 0;
            }
            carry
        }
        let [tenths, seconds, minutes, hours] = &mut self.time;
        *tenths = (*tenths + 1) & 0x0F;
        if *tenths != 10 {
            return;
        }
        *tenths = 0;
        if !(bcd(seconds, 0x60) && bcd(minutes, 0x60)) {
            return;
        }
        // 12-hour clock: 11 -> 12 changes AM and PM, 12 -> 1.
        let pm = *hours & 0x80;
        *hours = match *hours & 0x1F {
            0x11 => 0x12 | (pm ^ 0x80),
            0x12 => 0x01 | pm,
            0x09 => 0x10 | pm,
            hour => (hour + 1) & 0x1F | pm,
        };
    }
}

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
    pub fn new(clock_hz: u32, mains_hz: u32) -> Mos6526 {
        Mos6526 {
            clock_hz,
            mains_hz,
            cia: Cia::new(0),
            tod: Tod::new(),
        }
    }

    /// The reset line, at a cycle. The clock goes on.
    pub fn reset(&mut self, now: u64) {
        self.cia = Cia::new(now);
    }

    /// Does everything up to and including cycle `now`.
    pub fn catch_up(&mut self, now: u64) {
        if now <= self.cia.now {
            return;
        }
        self.cia.catch_up(now);
        let pulse = self.pulse_at(now);
        while self.tod.pulse < pulse {
            self.tod.pulse += 1;
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
        if self.tod.stopped {
            return;
        }
        self.tod.pulses += 1;
        let a_tenth = if self.cia.a.control & MAINS_50_HZ != 0 {
            5
        } else {
            6
        };
        if self.tod.pulses >= a_tenth {
            self.tod.pulses = 0;
            self.tod.advance();
            if self.tod.time == self.tod.alarm {
                self.cia.raise(INT_ALARM, self.cycle_of(self.tod.pulse));
            }
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
            return next.min(self.cycle_of(self.tod.pulse + 1));
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
            TODHR if self.tod.latched.is_none() => self.tod.latched = Some(self.tod.time),
            TOD10THS => self.tod.latched = None,
            ICR => self.cia.clear_interrupts(),
            _ => {}
        }
        value
    }

    /// What a read would give, as of the last catch-up, without its effects.
    pub fn peek(&self, register: u8, pins_a: u8, pins_b: u8) -> u8 {
        match register & 0x0F {
            register @ TOD10THS..=TODHR => {
                self.tod.latched.unwrap_or(self.tod.time)[usize::from(register - TOD10THS)]
            }
            register => self.cia.peek(register, pins_a, pins_b),
        }
    }

    /// Writes a register in cycle `now`.
    pub fn write(&mut self, now: u64, register: u8, value: u8) {
        self.catch_up(now);
        match register & 0x0F {
            register @ TOD10THS..=TODHR => self.write_tod(register, value),
            register => self.cia.write(now, register, value),
        }
    }

    fn write_tod(&mut self, register: u8, value: u8) {
        let value = match register {
            TOD10THS => value & 0x0F,
            TODHR => value & 0x9F,
            _ => value & 0x7F,
        };
        let i = usize::from(register - TOD10THS);
        if self.cia.b.control & SET_ALARM != 0 {
            self.tod.alarm[i] = value;
            return;
        }
        self.tod.time[i] = value;
        match register {
            TODHR => self.tod.stopped = true,
            TOD10THS => {
                self.tod.stopped = false;
                self.tod.pulses = 0;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cia::{INT_TIMER_A, INT_TIMER_B, ONE_SHOT, START, START_DELAY, TALO};
    use super::*;

    const PAL_HZ: u32 = 985_248;

    fn started(latch: u16, control: u8) -> Mos6526 {
        let mut cia = Mos6526::new(PAL_HZ, 50);
        cia.write(10, TALO, latch as u8);
        cia.write(10, TALO + 1, (latch >> 8) as u8);
        cia.write(10, CRA, control);
        cia
    }

    #[test]
    fn period_is_latch_plus_one_however_it_is_caught_up() {
        // Started in cycle 10, the first count is in cycle 14, so latch 4 underflows in 17, 22, 27 ...
        for stride in 1..12 {
            let mut cia = started(4, START);
            let (mut now, mut last) = (10, 0);
            let mut seen = Vec::new();
            while now < 60 {
                now += stride;
                cia.catch_up(now);
                if cia.cia.flags & INT_TIMER_A != 0 {
                    cia.cia.flags = 0;
                    seen.push((last, now));
                }
                last = now;
            }
            for underflow in (17..55).step_by(5) {
                assert!(
                    seen.iter()
                        .any(|(from, to)| (from + 1..=*to).contains(&underflow)),
                    "stride {stride}: underflow in cycle {underflow} not in {seen:?}"
                );
            }
        }
    }

    #[test]
    fn one_shot_stops_and_shows_its_latch() {
        let mut cia = started(4, START | ONE_SHOT);
        cia.catch_up(16);
        assert_eq!((cia.cia.flags, cia.cia.a.control & START), (0, START));
        cia.catch_up(17);
        assert_eq!((cia.cia.flags, cia.cia.a.control & START), (INT_TIMER_A, 0));
        cia.catch_up(100);
        assert_eq!(cia.peek(TALO, 0, 0), 4);
    }

    #[test]
    fn interrupt_line_goes_with_the_flag_and_reading_clears_it() {
        let mut cia = Mos6526::new(PAL_HZ, 50);
        cia.write(0, ICR, INT_ANY | INT_TIMER_A);
        cia.write(0, TALO, 20);
        cia.write(0, TALO + 1, 0);
        cia.write(0, CRA, START);
        let due = cia.next_event();
        assert_eq!(due, START_DELAY + 20);
        cia.catch_up(due);
        assert_eq!(cia.irq_since(), due);
        assert_eq!(cia.read(due + 5, ICR, 0xFF, 0xFF), INT_ANY | INT_TIMER_A);
        assert_eq!(cia.irq_since(), NEVER);
        assert_eq!(cia.read(due + 6, ICR, 0xFF, 0xFF), 0);
    }

    #[test]
    fn timer_b_counts_timer_a() {
        let mut cia = started(9, START);
        cia.write(10, TALO + 2, 2);
        cia.write(10, TALO + 3, 0);
        cia.write(10, ICR, INT_ANY | INT_TIMER_B);
        cia.write(10, CRB, START | 0x40);
        // A underflows in cycles 22, 32; B, which stands at 2, comes to 0 with the second.
        cia.catch_up(31);
        assert_eq!(cia.cia.flags & INT_TIMER_B, 0);
        cia.catch_up(32);
        assert_eq!(cia.cia.flags & INT_TIMER_B, INT_TIMER_B);
        assert_eq!(cia.irq_since(), 32);
    }

    #[test]
    fn time_of_day_runs_at_mains_rate_and_latches_while_read() {
        let mut cia = Mos6526::new(PAL_HZ, 50);
        cia.write(0, CRA, MAINS_50_HZ);
        for (register, value) in [(0xB, 0x11), (0xA, 0x59), (0x9, 0x59), (0x8, 0x09)] {
            cia.write(0, register, value);
        }
        let tenth = u64::from(PAL_HZ) / 10;
        let read = |cia: &mut Mos6526, now, register| cia.read(now, register, 0xFF, 0xFF);
        assert_eq!(read(&mut cia, tenth - 1000, 0x8), 0x09);
        assert_eq!(read(&mut cia, tenth + 1000, TODHR), 0x92, "noon is 12 PM");
        assert_eq!(
            read(&mut cia, tenth * 12, 0x9),
            0x00,
            "latched since hours were read"
        );
        assert_eq!(read(&mut cia, tenth * 12, 0x8), 0x00);
        assert_eq!(read(&mut cia, tenth * 12 + 1000, 0x9), 0x01);
    }

    #[test]
    fn alarm_interrupts() {
        let mut cia = Mos6526::new(PAL_HZ, 50);
        cia.write(0, CRA, MAINS_50_HZ);
        cia.write(0, CRB, SET_ALARM);
        for (register, value) in [(0xB, 0x01), (0xA, 0), (0x9, 0), (0x8, 3)] {
            cia.write(0, register, value);
        }
        cia.write(0, CRB, 0);
        for (register, value) in [(0xB, 0x01), (0xA, 0), (0x9, 0), (0x8, 0)] {
            cia.write(0, register, value);
        }
        cia.write(0, ICR, INT_ANY | INT_ALARM);
        let mut events = 0;
        while cia.irq_since() == NEVER {
            cia.catch_up(cia.next_event());
            events += 1;
        }
        assert_eq!(events, 15, "three tenths of five pulses");
        assert!(cia.irq_since().abs_diff(u64::from(PAL_HZ) * 3 / 10) < 3);
    }
}
