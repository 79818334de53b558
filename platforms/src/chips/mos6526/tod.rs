//! The time-of-day clock of the 6526: a divider of the mains' frequency and four BCD registers.

use serde::{Deserialize, Serialize};

/// The clock's bit for the afternoon.
const PM: u8 = 0x80;
/// The registers, and which of their bits there are.
const TENTHS: usize = 0;
const HOURS: usize = 3;
const WRITABLE: [u8; 4] = [0x0F, 0x7F, 0x7F, 0x9F];
/// Pulses of 60 Hz in a tenth of a second; the counter holds fewer.
pub(super) const MOST_PULSES: u8 = 6;

/// The time-of-day clock, BCD registers from tenths to hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tod {
    time: [u8; 4],
    alarm: [u8; 4],
    /// What reads see between reading hours and reading tenths.
    latched: Option<[u8; 4]>,
    /// Writing hours stops the clock until tenths are written.
    stopped: bool,
    /// Mains pulses since the last tenth.
    pulses: u8,
    /// Pulses since power-on.
    pub(super) count: u64,
    /// Time and alarm were equal when they were last compared.
    at_alarm: bool,
}

impl Tod {
    pub(super) const fn new() -> Tod {
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
    pub(super) fn pulse(&mut self, a_tenth: u8) {
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
    pub(super) fn rings(&mut self) -> bool {
        let before = std::mem::replace(&mut self.at_alarm, self.time == self.alarm);
        self.at_alarm && !before
    }
    /// A register, counted from tenths to hours, as it is read: hours to tenths are held between the reads of the two.
    pub(super) fn shown(&self, register: usize) -> u8 {
        self.latched.unwrap_or(self.time)[register]
    }

    /// Hours were read.
    pub(super) fn hold(&mut self) {
        self.latched.get_or_insert(self.time);
    }

    /// Tenths were read.
    pub(super) fn let_go(&mut self) {
        self.latched = None;
    }

    /// Writes a register of the time.
    pub(super) fn write(&mut self, register: usize, value: u8) {
        self.time[register] = value & WRITABLE[register];
        match register {
            HOURS => {
                self.stopped = true;
                // The chip changes AM and PM whenever the hour becomes twelve, by counting or by a write.
                if value & 0x1F == 0x12 {
                    self.time[HOURS] ^= PM;
                }
            }
            TENTHS if self.stopped => {
                self.stopped = false;
                self.pulses = 0;
            }
            _ => {}
        }
    }

    /// Writes a register of the alarm.
    pub(super) fn write_alarm(&mut self, register: usize, value: u8) {
        self.alarm[register] = value & WRITABLE[register];
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;

    const PAL_HZ: u32 = 985_248;

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
        let rows: [([u8; 4], [u8; 4]); 11] = [
            ([0x01, 0x00, 0x09, 0x09], [0x01, 0x00, 0x10, 0x00]),
            ([0x01, 0x09, 0x59, 0x09], [0x01, 0x10, 0x00, 0x00]),
            ([0x09, 0x59, 0x59, 0x09], [0x10, 0x00, 0x00, 0x00]),
            ([0x91, 0x59, 0x59, 0x09], [0x12, 0x00, 0x00, 0x00]),
            ([0x11, 0x59, 0x59, 0x09], [0x92, 0x00, 0x00, 0x00]),
            // Twelve changes AM and PM when it is written, not when it is left.
            ([0x12, 0x59, 0x59, 0x09], [0x81, 0x00, 0x00, 0x00]),
            ([0x0F, 0x59, 0x59, 0x09], [0x00, 0x00, 0x00, 0x00]),
            ([0x1F, 0x59, 0x59, 0x09], [0x10, 0x00, 0x00, 0x00]),
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
    fn bits_that_do_not_exist_are_neither_kept_nor_compared() {
        let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
        cia.write(0, CRB, SET_ALARM);
        set_time(&mut cia, 0, [0xFF; 4]);
        cia.write(0, CRB, 0);
        cia.read(0, ICR, 0xFF, 0xFF);
        set_time(&mut cia, 0, [0xFF; 4]);
        assert_eq!(time(&mut cia, 0), [0x9F, 0x7F, 0x7F, 0x0F]);
        assert_eq!(cia.read(0, ICR, 0xFF, 0xFF) & INT_ALARM, INT_ALARM);
    }

    #[test]
    fn a_clock_that_is_set_going_begins_a_whole_tenth() {
        let at = |pulse: u64| pulse * u64::from(PAL_HZ) / 50 + 100;
        let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
        cia.write(0, CRA, MAINS_50_HZ);
        set_time(&mut cia, 0, [1, 0, 0, 0]);
        set_time(&mut cia, at(3), [1, 0, 0, 0]);
        assert_eq!(time(&mut cia, at(7)), [1, 0, 0, 0]);
        assert_eq!(time(&mut cia, at(8)), [1, 0, 0, 1]);
    }

    #[test]
    fn hours_read_twice_hold_what_the_first_read_saw() {
        let second = u64::from(PAL_HZ);
        let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
        cia.write(0, CRA, MAINS_50_HZ);
        set_time(&mut cia, 0, [0x01, 0, 0, 0]);
        cia.read(second / 2, TODHR, 0xFF, 0xFF);
        assert_eq!(time(&mut cia, 2 * second), [0x01, 0, 0, 5]);
    }
}
