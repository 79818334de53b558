//! MOS 6526 CIA, complex interface adapter: two ports, two timers, a time-of-day clock, an interrupt register.
//!
//! The chip is caught up with the clock when it is touched or when [`Mos6526::next_event`] is due; in between its
//! timers cost nothing. Source: MOS 6526 data sheet (registers, timers, TOD, interrupt control). The delay from
//! a timer's start to its first count, and from there to the processor's interrupt, are as VICE 3.7.1 shows them to a
//! program that reads a running timer after each number of cycles.
//!
//! **Not emulated**: the serial shift register shifts nothing (`sdr` is storage); timers counting the CNT pin stand
//! still (nothing drives it on the C64); timer outputs on PB6 and PB7; the PC and FLAG pins; a read of the interrupt register in the very
//! cycle of an underflow does not lose it.

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
/// $4 timer A low; $5 high; $6 and $7 timer B.
pub const TALO: u8 = 0x4;
/// $8 tenths of seconds; $9 seconds; $A minutes; $B hours and PM, all BCD.
pub const TOD10THS: u8 = 0x8;
/// $B hours, bit 7 = PM.
pub const TODHR: u8 = 0xB;
/// $C SDR, serial data.
pub const SDR: u8 = 0xC;
/// $D ICR, interrupt data (read, clears) and mask (write).
pub const ICR: u8 = 0xD;
/// $E CRA, control of timer A; bit 7 = 50 Hz mains.
pub const CRA: u8 = 0xE;
/// $F CRB, control of timer B; bit 7 = TOD writes set the alarm.
pub const CRB: u8 = 0xF;

const START: u8 = 0x01;
const ONE_SHOT: u8 = 0x08;
const FORCE_LOAD: u8 = 0x10;
const MAINS_50_HZ: u8 = 0x80;
const SET_ALARM: u8 = 0x80;

const INT_TIMER_A: u8 = 0x01;
const INT_TIMER_B: u8 = 0x02;
const INT_ALARM: u8 = 0x04;
const INT_ANY: u8 = 0x80;

/// Cycles from the write that starts a timer to its first count.
const START_DELAY: u64 = 3;

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
struct Timer {
    latch: u16,
    /// Counts down to 0, then is loaded from `latch`; a period is `latch + 1` counts.
    counter: u16,
    /// The control register without its strobe bit.
    control: u8,
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
}

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
    /// Caught up to: this cycle is done.
    now: u64,
    pra: u8,
    prb: u8,
    ddra: u8,
    ddrb: u8,
    a: Timer,
    b: Timer,
    tod: Tod,
    sdr: u8,
    /// Interrupt data, bits 0 to 4.
    flags: u8,
    mask: u8,
    irq_since: Since,
}

impl Mos6526 {
    /// Power-on. `clock_hz` is phi2, `mains_hz` what feeds the time-of-day clock.
    pub fn new(clock_hz: u32, mains_hz: u32) -> Mos6526 {
        Mos6526 {
            clock_hz,
            mains_hz,
            now: 0,
            pra: 0,
            prb: 0,
            ddra: 0,
            ddrb: 0,
            a: Timer::new(),
            b: Timer::new(),
            tod: Tod::new(),
            sdr: 0,
            flags: 0,
            mask: 0,
            irq_since: NEVER,
        }
    }

    /// The reset line, at a cycle.
    pub fn reset(&mut self, now: u64) {
        let (clock_hz, mains_hz, tod) = (self.clock_hz, self.mains_hz, self.tod);
        *self = Mos6526::new(clock_hz, mains_hz);
        self.now = now;
        self.tod = tod;
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
        let pulse = self.pulse_at(now);
        while self.tod.pulse < pulse {
            self.tod.pulse += 1;
            self.mains_pulse();
        }
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
        let a_tenth = if self.a.control & MAINS_50_HZ != 0 {
            5
        } else {
            6
        };
        if self.tod.pulses >= a_tenth {
            self.tod.pulses = 0;
            self.tod.advance();
            if self.tod.time == self.tod.alarm {
                self.raise(INT_ALARM, self.cycle_of(self.tod.pulse));
            }
        }
    }

    /// Sets an interrupt flag that became true in cycle `at`.
    fn raise(&mut self, flag: u8, at: u64) {
        self.flags |= flag;
        if self.mask & flag != 0 {
            self.irq_since = self.irq_since.min(at);
        }
    }

    /// Since when the interrupt output is asserted. Valid once caught up.
    pub fn irq_since(&self) -> Since {
        self.irq_since
    }

    /// The cycle by which the chip must be caught up because its interrupt output may change.
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
        if self.mask & INT_ALARM != 0 {
            next = next.min(self.cycle_of(self.tod.pulse + 1));
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

    /// Reads a register in cycle `now`. `pins_a` and `pins_b` are the levels on the ports' pins.
    pub fn read(&mut self, now: u64, register: u8, pins_a: u8, pins_b: u8) -> u8 {
        self.catch_up(now);
        let value = self.peek(register, pins_a, pins_b);
        match register & 0x0F {
            TODHR if self.tod.latched.is_none() => self.tod.latched = Some(self.tod.time),
            TOD10THS => self.tod.latched = None,
            ICR => {
                self.flags = 0;
                self.irq_since = NEVER;
            }
            _ => {}
        }
        value
    }

    /// What a read would give, as of the last catch-up, without its effects.
    pub fn peek(&self, register: u8, pins_a: u8, pins_b: u8) -> u8 {
        // The counter is seen as its latch in the cycle in which it is 0 and loaded.
        let visible = |t: &Timer| if t.counter == 0 { t.latch } else { t.counter }.to_le_bytes();
        let register = register & 0x0F;
        match register {
            PRA => pins_a,
            PRB => pins_b,
            DDRA => self.ddra,
            DDRB => self.ddrb,
            0x4 | 0x5 => visible(&self.a)[usize::from(register - 4)],
            0x6 | 0x7 => visible(&self.b)[usize::from(register - 6)],
            0x8..=0xB => {
                self.tod.latched.unwrap_or(self.tod.time)[usize::from(register - TOD10THS)]
            }
            SDR => self.sdr,
            ICR => self.flags | if self.irq_since == NEVER { 0 } else { INT_ANY },
            CRA => self.a.control,
            _ => self.b.control,
        }
    }

    /// Writes a register in cycle `now`.
    pub fn write(&mut self, now: u64, register: u8, value: u8) {
        self.catch_up(now);
        match register & 0x0F {
            PRA => self.pra = value,
            PRB => self.prb = value,
            DDRA => self.ddra = value,
            DDRB => self.ddrb = value,
            0x4 => self.a.latch = self.a.latch & 0xFF00 | u16::from(value),
            0x5 => write_high(&mut self.a, value),
            0x6 => self.b.latch = self.b.latch & 0xFF00 | u16::from(value),
            0x7 => write_high(&mut self.b, value),
            register @ 0x8..=0xB => self.write_tod(register, value),
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
            CRA => write_control(&mut self.a, now, value),
            _ => write_control(&mut self.b, now, value),
        }
    }

    fn write_tod(&mut self, register: u8, value: u8) {
        let value = match register {
            TOD10THS => value & 0x0F,
            TODHR => value & 0x9F,
            _ => value & 0x7F,
        };
        let i = usize::from(register - TOD10THS);
        if self.b.control & SET_ALARM != 0 {
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

fn write_high(timer: &mut Timer, value: u8) {
    timer.latch = timer.latch & 0x00FF | u16::from(value) << 8;
    if timer.control & START == 0 {
        timer.counter = timer.latch;
    }
}

fn write_control(timer: &mut Timer, now: u64, value: u8) {
    if value & FORCE_LOAD != 0 {
        timer.counter = timer.latch;
        // The load takes the place of a count.
        timer.starts = now + START_DELAY - 1;
    }
    if value & START != 0 && timer.control & START == 0 {
        timer.starts = now + START_DELAY;
    }
    timer.control = value & !FORCE_LOAD;
}

#[cfg(test)]
mod tests {
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
                if cia.flags & INT_TIMER_A != 0 {
                    cia.flags = 0;
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
        assert_eq!((cia.flags, cia.a.control & START), (0, START));
        cia.catch_up(17);
        assert_eq!((cia.flags, cia.a.control & START), (INT_TIMER_A, 0));
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
        assert_eq!(cia.flags & INT_TIMER_B, 0);
        cia.catch_up(32);
        assert_eq!(cia.flags & INT_TIMER_B, INT_TIMER_B);
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
