//! MOS 6526 CIA, complex interface adapter: two ports, two timers, a time-of-day clock, an interrupt register.
//!
//! All but the clock is in `cia.rs`. Source: MOS 6526 data sheet (registers, timers, TOD, interrupt control).
//!
//! **Not emulated**: what both chips lack (see there); on the C64 nothing drives the serial pins and FLAG.

pub use super::cia::{CRA, CRB, DDRA, DDRB, ICR, INT_ANY, PRA, PRB, Revision, SDR, TALO};
use super::cia::{Cia, INT_ALARM, SET_ALARM};
use crate::cpu::{NEVER, Since};
use serde::{Deserialize, Serialize};

/// $8 tenths of seconds; $9 seconds; $A minutes; $B hours and PM, all BCD.
pub const TOD10THS: u8 = 0x8;
/// $B hours, bit 7 = PM.
pub const TODHR: u8 = 0xB;

/// The clock's bit for the afternoon.
const PM: u8 = 0x80;
/// Pulses of 60 Hz in a tenth of a second; the counter holds fewer.
const MOST_PULSES: u8 = 6;

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
    count: u64,
    /// Time and alarm were equal when they were last compared.
    at_alarm: bool,
}

impl Tod {
    const fn new() -> Tod {
        Tod {
            time: [0, 0, 0, 1],
            alarm: [0; 4],
            latched: None,
            stopped: true,
            pulses: 0,
            count: 0,
            at_alarm: false,
        }
    }

    /// One tenth of a second. Each digit is a binary counter that is compared with its end: others than decimal ones, once
    /// written, count on until they wrap.
    fn advance(&mut self) {
        fn digit(value: &mut u8, shift: u32, mask: u8, end: u8) -> bool {
            let next = (*value >> shift).wrapping_add(1) & mask;
            let carry = next == end;
            *value = *value & !(mask << shift) | if carry { 0 } else { next << shift };
            carry
        }
        let [tenths, seconds, minutes, hours] = &mut self.time;
        if !digit(tenths, 0, 0x0F, 10) {
            return;
        }
        for sixtieth in [seconds, minutes] {
            if !(digit(sixtieth, 0, 0x0F, 10) && digit(sixtieth, 4, 0x07, 6)) {
                return;
            }
        }
        *hours = match *hours & 0x1F {
            0x09 => *hours + 0x07,
            // After twelve comes one.
            0x12 => *hours - 0x11,
            // Noon and midnight change AM and PM.
            0x11 => (*hours + 1) ^ PM,
            _ => *hours & 0xF0 | (*hours + 1) & 0x0F,
        };
    }

    /// One pulse of the mains, of which `a_tenth` make a tenth of a second. The counter is compared only here: set past the
    /// end by a change of the mains' frequency, it goes round once more.
    fn pulse(&mut self, a_tenth: u8) {
        if self.stopped {
            return;
        }
        if self.pulses + 1 == a_tenth {
            self.pulses = 0;
            self.advance();
        } else {
            self.pulses = (self.pulses + 1) % MOST_PULSES;
        }
    }

    /// Whether time and alarm have become equal since this was asked last.
    fn rings(&mut self) -> bool {
        let before = std::mem::replace(&mut self.at_alarm, self.time == self.alarm);
        self.at_alarm && !before
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
            register => self.cia.write(register, value),
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
        } else {
            self.tod.time[i] = value;
            match register {
                TODHR => {
                    self.tod.stopped = true;
                    // The chip changes AM and PM whenever the hour becomes twelve, by counting or by a write.
                    if value & 0x1F == 0x12 {
                        self.tod.time[i] ^= PM;
                    }
                }
                TOD10THS if self.tod.stopped => {
                    self.tod.stopped = false;
                    self.tod.pulses = 0;
                }
                _ => {}
            }
        }
        if self.tod.rings() {
            self.cia.raise(INT_ALARM, self.cia.now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cia::{INT_SERIAL, INT_TIMER_A, INT_TIMER_B, ONE_SHOT, SERIAL_OUT};
    use super::*;

    const START: u8 = 0x01;

    const PAL_HZ: u32 = 985_248;

    /// A chip whose timer A was loaded, and given its control byte in cycle 10.
    fn started(revision: Revision, latch: u16, control: u8) -> Mos6526 {
        let mut cia = Mos6526::new(revision, PAL_HZ, 50);
        cia.write(5, TALO, latch as u8);
        cia.write(5, TALO + 1, (latch >> 8) as u8);
        cia.write(10, CRA, control);
        cia
    }

    /// The cycles up to `end` in which a flag is seen set, the chip being caught up every `stride` cycles.
    fn flags_seen(cia: &mut Mos6526, flag: u8, stride: u64, end: u64) -> Vec<(u64, u64)> {
        let (mut now, mut last, mut seen) = (cia.cia.now, cia.cia.now, Vec::new());
        while now < end {
            now += stride;
            cia.catch_up(now);
            if cia.cia.flags & flag != 0 {
                cia.cia.flags = 0;
                seen.push((last + 1, now));
            }
            last = now;
        }
        seen
    }

    #[test]
    fn period_is_latch_plus_one_however_it_is_caught_up() {
        // Started in cycle 10, the first count is in cycle 13: latch 4 underflows in 16, 21, 26 ...
        for stride in 1..12 {
            let mut cia = started(Revision::Old, 4, START);
            let seen = flags_seen(&mut cia, INT_TIMER_A, stride, 60);
            for underflow in (16..55).step_by(5) {
                assert!(
                    seen.iter()
                        .any(|(from, to)| (from..=to).contains(&&underflow)),
                    "stride {stride}: underflow in cycle {underflow} not in {seen:?}"
                );
            }
        }
    }

    #[test]
    fn caught_up_at_once_or_cycle_by_cycle_it_is_the_same() {
        for control in [
            START,
            START | ONE_SHOT,
            START | 0x10,
            START | 0x06,
            0x21,
            START | SERIAL_OUT,
        ] {
            for latch in [0, 1, 2, 3, 7, 100] {
                let mut slow = started(Revision::New, latch, control);
                slow.write(10, CRB, START | 0x40);
                slow.write(10, ICR, INT_ANY | 0x1F);
                slow.write(10, SDR, 0x55);
                let mut fast = slow.clone();
                for now in 11..2000 {
                    slow.catch_up(now);
                }
                fast.catch_up(1999);
                assert_eq!(slow, fast, "control ${control:02X}, latch {latch}");
            }
        }
    }

    #[test]
    fn a_load_takes_two_cycles_and_the_place_of_a_count() {
        let mut cia = started(Revision::Old, 100, START | 0x10);
        let low = |cia: &mut Mos6526, now| cia.read(now, TALO, 0xFF, 0xFF);
        // Without the load the first count would be in cycle 13.
        assert_eq!(
            [12, 13, 14, 15].map(|now| low(&mut cia, now)),
            [100, 100, 99, 98]
        );
        cia.write(15, TALO, 7);
        assert_eq!(low(&mut cia, 16), 97, "only the latch");
    }

    #[test]
    fn one_shot_stops_and_shows_its_latch() {
        let mut cia = started(Revision::Old, 4, START | ONE_SHOT);
        cia.catch_up(15);
        assert_eq!((cia.cia.flags, cia.peek(CRA, 0, 0)), (0, START | ONE_SHOT));
        cia.catch_up(16);
        assert_eq!(
            (cia.cia.flags, cia.peek(CRA, 0, 0)),
            (INT_TIMER_A, ONE_SHOT)
        );
        assert_eq!(
            flags_seen(&mut cia, INT_TIMER_A, 1, 100),
            [(17, 17)],
            "no second one"
        );
        assert_eq!(cia.peek(TALO, 0, 0), 4);
    }

    #[test]
    fn a_one_shot_caught_up_far_beyond_its_end_has_stopped() {
        let mut cia = started(Revision::Old, 4, START | ONE_SHOT);
        cia.catch_up(5000);
        assert_eq!(cia.peek(CRA, 0, 0), ONE_SHOT);
        assert_eq!(cia.peek(TALO, 0, 0), 4);
    }

    #[test]
    fn the_old_output_follows_its_flag_a_cycle_later() {
        for (revision, delay) in [(Revision::Old, 1), (Revision::New, 0)] {
            let mut cia = Mos6526::new(revision, PAL_HZ, 50);
            cia.write(0, ICR, INT_ANY | INT_TIMER_A);
            cia.write(0, TALO, 20);
            cia.write(0, TALO + 1, 0);
            cia.write(5, CRA, START);
            while cia.irq_since() == NEVER {
                cia.catch_up(cia.next_event());
            }
            let underflow = 5 + 2 + 20;
            assert_eq!(cia.cia.now, underflow, "{revision:?}");
            assert_eq!(cia.irq_since(), underflow + delay, "{revision:?}");
            let mut taken_back = cia.clone();
            let both = INT_TIMER_A | if delay == 0 { INT_ANY } else { 0 };
            assert_eq!(taken_back.read(underflow, ICR, 0xFF, 0xFF), both);
            assert_eq!(taken_back.irq_since(), NEVER);
            assert_eq!(
                cia.read(underflow + 1, ICR, 0xFF, 0xFF),
                INT_ANY | INT_TIMER_A
            );
            assert_eq!(cia.irq_since(), NEVER);
            assert_eq!(cia.read(underflow + 3, ICR, 0xFF, 0xFF), 0);
        }
    }

    #[test]
    fn the_mask_lets_a_flag_through_that_is_set_already() {
        for (revision, delay) in [(Revision::Old, 2), (Revision::New, 1)] {
            let mut cia = started(revision, 4, START | ONE_SHOT);
            cia.write(50, ICR, INT_ANY | INT_TIMER_B);
            assert_eq!(cia.irq_since(), NEVER);
            cia.write(60, ICR, INT_ANY | INT_TIMER_A);
            assert_eq!(cia.irq_since(), 60 + delay);
            cia.write(70, ICR, INT_TIMER_A);
            assert_eq!(
                cia.read(71, ICR, 0xFF, 0xFF),
                INT_ANY | INT_TIMER_A,
                "only a read clears it"
            );
        }
    }

    #[test]
    fn timer_b_counts_timer_a_and_is_done_a_cycle_after_it() {
        let mut cia = started(Revision::New, 9, START);
        cia.write(5, TALO + 2, 2);
        cia.write(5, TALO + 3, 0);
        cia.write(10, ICR, INT_ANY | INT_TIMER_B);
        cia.write(10, CRB, START | 0x40);
        // A underflows in cycles 21, 31, 41; B, which stands at 2, at its third.
        while cia.irq_since() == NEVER {
            cia.catch_up(cia.next_event());
        }
        assert_eq!(cia.irq_since(), 42);
    }

    #[test]
    fn timers_are_seen_on_port_b() {
        for (timer, pin) in [(0, 0x40), (1, 0x80)] {
            let levels = |control: u8| {
                let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
                cia.write(0, DDRB, 0xFF);
                cia.write(0, TALO + 2 * timer, 4);
                cia.write(0, TALO + 2 * timer + 1, 0);
                cia.write(10, CRA + timer, control | 0x10);
                let level = |now| {
                    cia.catch_up(now);
                    u8::from(cia.port_b() & pin != 0)
                };
                (11..24).map(level).collect::<Vec<u8>>()
            };
            // Loaded two cycles after the write, counts from the fourth on: underflows in the seventh and twelfth.
            let pulses = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
            let toggles = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1];
            assert_eq!(levels(START | 0x02), pulses);
            assert_eq!(levels(START | 0x06), toggles);
            assert_eq!(levels(START), [0; 13], "the port's own bit");
        }
    }

    #[test]
    fn time_of_day_runs_at_mains_rate_and_latches_while_read() {
        let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
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
        let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
        cia.write(0, CRA, MAINS_50_HZ);
        cia.write(0, CRB, SET_ALARM);
        for (register, value) in [(0xB, 0x01), (0xA, 0), (0x9, 0), (0x8, 3)] {
            cia.write(0, register, value);
        }
        cia.write(0, CRB, 0);
        for (register, value) in [(0xB, 0x01), (0xA, 0), (0x9, 0), (0x8, 0)] {
            cia.write(0, register, value);
        }
        // On the way the alarm was at the time.
        cia.read(0, ICR, 0xFF, 0xFF);
        cia.write(0, ICR, INT_ANY | INT_ALARM);
        let mut events = 0;
        while cia.irq_since() == NEVER {
            cia.catch_up(cia.next_event());
            events += 1;
        }
        assert_eq!(events, 15, "three tenths of five pulses");
        assert!(cia.irq_since().abs_diff(u64::from(PAL_HZ) * 3 / 10) < 3);
    }

    /// Sets the time, hours to tenths.
    fn set_time(cia: &mut Mos6526, now: u64, time: [u8; 4]) {
        for (register, value) in (TOD10THS..=TODHR).rev().zip(time) {
            cia.write(now, register, value);
        }
    }

    /// Reads the time, hours to tenths.
    fn time(cia: &mut Mos6526, now: u64) -> [u8; 4] {
        [0xB, 0xA, 0x9, 0x8].map(|register| cia.read(now, register, 0xFF, 0xFF))
    }

    #[test]
    fn each_digit_of_the_time_carries_at_its_end_and_others_count_on() {
        let tenth = u64::from(PAL_HZ) / 10;
        let rows: [([u8; 4], [u8; 4]); 9] = [
            ([0x01, 0x00, 0x09, 0x09], [0x01, 0x00, 0x10, 0x00]),
            ([0x01, 0x09, 0x59, 0x09], [0x01, 0x10, 0x00, 0x00]),
            ([0x09, 0x59, 0x59, 0x09], [0x10, 0x00, 0x00, 0x00]),
            ([0x91, 0x59, 0x59, 0x09], [0x12, 0x00, 0x00, 0x00]),
            ([0x11, 0x59, 0x59, 0x09], [0x92, 0x00, 0x00, 0x00]),
            // Twelve changes AM and PM when it is written, not when it is left.
            ([0x12, 0x59, 0x59, 0x09], [0x81, 0x00, 0x00, 0x00]),
            ([0x01, 0x00, 0x0F, 0x09], [0x01, 0x00, 0x00, 0x00]),
            ([0x01, 0x00, 0x79, 0x09], [0x01, 0x00, 0x00, 0x00]),
            ([0x01, 0x00, 0x00, 0x0F], [0x01, 0x00, 0x00, 0x00]),
        ];
        for (before, after) in rows {
            let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
            cia.write(0, CRA, MAINS_50_HZ);
            set_time(&mut cia, 0, before);
            assert_eq!(time(&mut cia, tenth + 1000), after, "after {before:02X?}");
        }
    }

    #[test]
    fn the_clock_stands_from_a_write_of_hours_to_one_of_tenths() {
        let second = u64::from(PAL_HZ);
        let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
        cia.write(0, CRA, MAINS_50_HZ);
        assert_eq!(
            time(&mut cia, second),
            [0x01, 0, 0, 0],
            "since power-on too"
        );
        cia.write(second, TODHR, 0x03);
        assert_eq!(time(&mut cia, 3 * second), [0x03, 0, 0, 0]);
        cia.write(3 * second, TOD10THS, 0);
        assert_eq!(time(&mut cia, 4 * second + 1000), [0x03, 0, 1, 0]);
        cia.write(4 * second + 2000, 0x9, 0x30);
        assert_eq!(
            time(&mut cia, 5 * second + 3000),
            [0x03, 0, 0x31, 0],
            "seconds do not stop it"
        );
    }

    #[test]
    fn the_mains_are_counted_by_six_or_five_and_once_round_when_that_changes_too_late() {
        let tenths = |changes: &[(u64, u8)], pulses: u64| {
            let at = |pulse: u64| pulse * u64::from(PAL_HZ) / 50 + 100;
            let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
            set_time(&mut cia, 0, [1, 0, 0, 0]);
            for (pulse, control) in changes {
                cia.write(at(*pulse), CRA, *control);
            }
            time(&mut cia, at(pulses))[3]
        };
        assert_eq!([tenths(&[(0, 0)], 5), tenths(&[(0, 0)], 6)], [0, 1]);
        let fifty = [(0, MAINS_50_HZ)];
        assert_eq!([tenths(&fifty, 4), tenths(&fifty, 5)], [0, 1]);
        // Five pulses counted by six, then the end is five: one to go round, five more.
        let late = [(0, 0), (5, MAINS_50_HZ)];
        assert_eq!([tenths(&late, 10), tenths(&late, 11)], [0, 1]);
    }

    #[test]
    fn the_alarm_rings_when_the_times_become_equal_whichever_is_written() {
        let ring = |cia: &mut Mos6526| cia.read(1, ICR, 0xFF, 0xFF) & INT_ALARM;
        let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
        set_time(&mut cia, 1, [0, 0, 0, 0]);
        assert_eq!(
            ring(&mut cia),
            INT_ALARM,
            "the alarm is at 0 when switched on"
        );
        set_time(&mut cia, 1, [0, 0, 0, 0]);
        assert_eq!(ring(&mut cia), 0, "they were equal");
        cia.write(1, CRB, SET_ALARM);
        set_time(&mut cia, 1, [0, 0, 0, 5]);
        assert_eq!(ring(&mut cia), 0);
        set_time(&mut cia, 1, [0, 0, 0, 0]);
        assert_eq!(ring(&mut cia), INT_ALARM, "set to the time");
    }

    #[test]
    fn a_byte_takes_timer_a_fifteen_underflows_and_three_cycles() {
        let sending = |write: &[(u64, u8, u8)]| {
            let mut cia = started(Revision::Old, 4, START | SERIAL_OUT);
            for (now, register, value) in write {
                cia.write(*now, *register, *value);
            }
            flags_seen(&mut cia, INT_SERIAL, 1, 400)
        };
        // Timer A underflows in cycles 16, 21 ... 86; the interrupt is on its way for four more.
        assert_eq!(sending(&[(10, SDR, 0x55)]), [(90, 90)]);
        assert_eq!(sending(&[]), []);
        // The second waits until the first is out, an underflow later.
        assert_eq!(
            sending(&[(10, SDR, 1), (10, SDR, 2)]),
            [(90, 90), (170, 170)]
        );
        let turned = [
            (10, SDR, 0x55),
            (12, CRA, START),
            (14, CRA, START | SERIAL_OUT),
        ];
        assert_eq!(sending(&turned), [], "turned round, it is dropped");
    }

    #[test]
    fn a_second_read_of_the_interrupts_in_the_next_cycle_shows_what_lingers() {
        // Underflow in cycle 16, read by `INC $DC0D,X` in two cycles running.
        let reads = |revision, first: u64| {
            let mut cia = started(revision, 4, START | ONE_SHOT);
            cia.write(10, ICR, INT_ANY | INT_TIMER_A);
            [first, first + 1, first + 2].map(|now| cia.read(now, ICR, 0xFF, 0xFF))
        };
        assert_eq!(reads(Revision::Old, 15), [0x00, 0x01, 0x80]);
        assert_eq!(reads(Revision::Old, 16), [0x01, 0x80, 0x00]);
        assert_eq!(reads(Revision::Old, 17), [0x81, 0x80, 0x00]);
        assert_eq!(reads(Revision::New, 15), [0x00, 0x81, 0x81]);
        assert_eq!(reads(Revision::New, 16), [0x81, 0x81, 0x00]);
    }

    #[test]
    fn a_read_keeps_the_new_output_back_for_a_cycle() {
        let mut cia = started(Revision::New, 4, START | ONE_SHOT);
        cia.write(10, ICR, INT_ANY | INT_TIMER_A);
        cia.read(15, ICR, 0xFF, 0xFF);
        cia.catch_up(16);
        assert_eq!(cia.irq_since(), 17);
    }

    #[test]
    fn the_old_chip_loses_the_flag_of_timer_b_but_not_its_output() {
        for (revision, flags) in [
            (Revision::Old, INT_ANY),
            (Revision::New, INT_ANY | INT_TIMER_B),
        ] {
            let mut cia = Mos6526::new(revision, PAL_HZ, 50);
            cia.write(5, TALO + 2, 4);
            cia.write(5, TALO + 3, 0);
            cia.write(10, CRB, START | ONE_SHOT);
            cia.write(10, ICR, INT_ANY | INT_TIMER_B);
            assert_eq!(cia.read(15, ICR, 0xFF, 0xFF), 0);
            assert_eq!(cia.read(20, ICR, 0xFF, 0xFF), flags, "{revision:?}");
        }
    }

    #[test]
    fn the_second_of_two_masks_takes_back_an_output_that_is_due() {
        let output = |writes: &[(u64, u8)]| {
            let mut cia = started(Revision::Old, 4, START | ONE_SHOT);
            cia.write(10, ICR, INT_ANY | INT_TIMER_A);
            for (now, value) in writes {
                cia.write(*now, ICR, *value);
            }
            cia.catch_up(30);
            cia.irq_since()
        };
        assert_eq!(output(&[(15, 0x00), (16, 0x01)]), NEVER);
        assert_eq!(output(&[(16, 0x01)]), 17, "a single one is too late");
        assert_eq!(output(&[(16, 0x00), (17, 0x01)]), 17);
    }
}
