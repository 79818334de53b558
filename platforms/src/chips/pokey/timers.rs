//! The four timers: counters that count down from AUDF and start anew when they underflow.
//!
//! | counter | counts | underflows come every |
//! | --- | --- | --- |
//! | by itself | 64 or 15 kHz | AUDF + 1 ticks of 28 or 114 cycles |
//! | by itself | cycles (channels 1, 3) | AUDF + 4 cycles |
//! | joined with the one before it | what that one counts | 256 AUDFhigh + AUDFlow + 1 ticks, or + 7 cycles |
//!
//! The counters stand still between events: what is kept is when each of them underflows next, which is when IRQST shows it. A new
//! AUDF counts from the next underflow on, if it comes two cycles before that.
//!
//! STIMER restarts all counters, but a little later: who underflows before that still does. Where two tones are made of the serial
//! output, each of their underflows restarts both of their counters, channels 1 and 2, in the same way.
//!
//! Sources: Altirra Hardware Reference Manual, chapter 5, "Timers"; A. Lee, Acid800, tests of POKEY, for single cycles.

use super::audctl;
use crate::cpu::NEVER;
use serde::{Deserialize, Serialize};

/// Channels of the chip.
pub(super) const CHANNELS: usize = 4;
/// Cycles from a tick to the underflow that it makes, and from one counter's to that of the one that counts it.
const BORROW: u64 = 3;
/// An AUDF that is written later than so many cycles before an underflow comes too late for it.
const DEADLINE: u64 = 2;
/// Cycles from a write to STIMER to counters that have started, and from the end of one of two tones.
const STIMER_LEAD: u64 = 4;
const RESYNC_LEAD: u64 = 2;
/// What the low counter of a pair counts from one borrow to the next.
const WRAP: u64 = 256;

/// A divider of the clock: its ticks begin some cycles after INIT ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Divider {
    period: u64,
    /// Cycles from the end of INIT to the first tick.
    lead: u64,
    /// The first tick since then; none in INIT.
    first: Option<u64>,
}

impl Divider {
    const fn new(period: u64, lead: u64) -> Divider {
        Divider {
            period,
            lead,
            first: None,
        }
    }

    /// The cycle of the n-th tick behind a cycle; n counts from 1.
    pub fn tick(&self, now: u64, n: u64) -> u64 {
        match self.first {
            None => NEVER,
            Some(first) => first + (self.passed(now) + n - 1) * self.period,
        }
    }

    /// Ticks since INIT ended, up to a cycle and with it.
    pub fn passed(&self, now: u64) -> u64 {
        match self.first {
            Some(first) if now >= first => (now - first) / self.period + 1,
            _ => 0,
        }
    }
}

/// The counters and what they count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Timers {
    audf: [u8; CHANNELS],
    /// What a counter loads in the place of its AUDF, which came too late.
    missed: [Option<u8>; CHANNELS],
    audctl: u8,
    /// 63.9 kHz.
    slow: Divider,
    /// 15.7 kHz, a tick a line.
    pub line: Divider,
    /// When each counter underflows.
    next: [u64; CHANNELS],
    /// What is left to count for those that stand.
    held: [u64; CHANNELS],
    /// Counters 3 and 4 wait for a start bit.
    waits: bool,
    /// When all counters restart, and when those of the two tones do.
    restart: u64,
    resync: u64,
}

impl Timers {
    pub fn new() -> Timers {
        Timers {
            audf: [0; CHANNELS],
            missed: [None; CHANNELS],
            audctl: 0,
            slow: Divider::new(28, 22),
            line: Divider::new(114, 81),
            next: [NEVER; CHANNELS],
            held: [1; CHANNELS],
            waits: false,
            restart: NEVER,
            resync: NEVER,
        }
    }

    /// Whether a counter counts what the one before it borrows.
    fn is_high(&self, channel: usize) -> bool {
        match channel {
            1 => self.audctl & audctl::JOIN_12 != 0,
            3 => self.audctl & audctl::JOIN_34 != 0,
            _ => false,
        }
    }

    fn is_low(&self, channel: usize) -> bool {
        channel.is_multiple_of(2) && self.is_high(channel + 1)
    }

    /// Whether a counter counts cycles.
    fn is_fast(&self, channel: usize) -> bool {
        match channel {
            0 => self.audctl & audctl::FAST_1 != 0,
            2 => self.audctl & audctl::FAST_3 != 0,
            high => self.is_high(high) && self.is_fast(high - 1),
        }
    }

    fn divider(&self) -> &Divider {
        if self.audctl & audctl::KHZ_15 != 0 {
            &self.line
        } else {
            &self.slow
        }
    }

    /// Cycles of a tick of what a counter counts, or of what the low one of its pair does.
    fn tick_cycles(&self, channel: usize) -> u64 {
        if self.is_fast(channel) {
            1
        } else {
            self.divider().period
        }
    }

    /// What is left to count: ticks until the underflow, or underflows of the low counter.
    fn count(&self, channel: usize, now: u64) -> u64 {
        let next = self.next[channel];
        if next == NEVER {
            return self.held[channel];
        }
        let left = if self.is_high(channel) {
            let behind = next.saturating_sub(self.next[channel - 1]);
            behind / (WRAP * self.tick_cycles(channel)) + 1
        } else if self.is_fast(channel) {
            next.saturating_sub(now)
        } else {
            let divider = self.divider();
            divider
                .passed(next - BORROW)
                .saturating_sub(divider.passed(now))
        };
        left.max(1)
    }

    /// Lets a counter count so much; of a pair the low one first.
    fn set_count(&mut self, channel: usize, now: u64, count: u64) {
        self.held[channel] = count;
        let stands = self.waits && channel >= 2;
        self.next[channel] = if stands {
            NEVER
        } else if self.is_high(channel) {
            let low = self.next[channel - 1];
            let behind = (count - 1) * WRAP * self.tick_cycles(channel);
            low.saturating_add(behind + BORROW)
        } else if self.is_fast(channel) {
            now + count
        } else {
            self.divider().tick(now, count).saturating_add(BORROW)
        };
    }

    /// AUDF1 to AUDF4.
    pub fn set_audf(&mut self, channel: usize, value: u8, now: u64) {
        let underflow = if self.is_low(channel) {
            self.next[channel + 1]
        } else {
            self.next[channel]
        };
        let resync = if channel < 2 { self.resync } else { NEVER };
        let loads = underflow.min(self.restart).min(resync);
        if loads < now.saturating_add(DEADLINE) {
            self.missed[channel].get_or_insert(self.audf[channel]);
        }
        self.audf[channel] = value;
    }

    /// Starts a counter from its AUDF, and the low one of its pair with it.
    fn reload(&mut self, channel: usize, now: u64) {
        if self.is_high(channel) {
            self.reload(channel - 1, now);
        }
        let more = if self.is_fast(channel) && !self.is_high(channel) {
            BORROW + 1
        } else {
            1
        };
        let audf = self.missed[channel].take().unwrap_or(self.audf[channel]);
        self.set_count(channel, now, u64::from(audf) + more);
    }

    /// STIMER: all counters will start from their AUDF.
    pub fn strobe(&mut self, now: u64) {
        self.restart = now + STIMER_LEAD;
    }

    /// A tone is over: the counters of both will start from their AUDF.
    pub fn end_tone(&mut self, now: u64) {
        self.resync = now + RESYNC_LEAD;
    }

    /// When counters restart next, which comes before an underflow in the same cycle.
    pub fn next_restart(&self) -> u64 {
        self.restart.min(self.resync)
    }

    /// Counters restart, at the time that [`Timers::next_restart`] gave. `heard` are those that are not behind.
    pub fn restart(&mut self, heard: u8) {
        let now = self.next_restart();
        self.skip(now - 1, heard);
        let channels = if self.restart == now { CHANNELS } else { 2 };
        self.start(channels, now);
        for due in [&mut self.restart, &mut self.resync] {
            if *due == now {
                *due = NEVER;
            }
        }
    }

    /// Starts so many of the counters.
    fn start(&mut self, channels: usize, now: u64) {
        for channel in 0..channels {
            if !self.is_low(channel) {
                self.reload(channel, now);
            }
        }
    }

    /// Changes what the counters count, and lets them go on from where they are.
    fn change(&mut self, now: u64, how: impl FnOnce(&mut Timers)) {
        let fast: [bool; CHANNELS] = std::array::from_fn(|channel| self.is_fast(channel));
        let counts: [u64; CHANNELS] = std::array::from_fn(|channel| self.count(channel, now));
        how(self);
        for channel in 0..CHANNELS {
            let alone = !self.is_high(channel);
            let count = match (fast[channel], self.is_fast(channel)) {
                (true, false) if alone => counts[channel].saturating_sub(BORROW).max(1),
                (false, true) if alone => counts[channel] + BORROW,
                _ => counts[channel],
            };
            self.set_count(channel, now, count);
        }
    }

    /// AUDCTL.
    pub fn set_audctl(&mut self, now: u64, value: u8) {
        self.change(now, |timers| timers.audctl = value);
    }

    /// INIT begins: the dividers stand.
    pub fn hold(&mut self, now: u64) {
        self.change(now, |timers| {
            timers.slow.first = None;
            timers.line.first = None;
        });
    }

    /// INIT ends.
    pub fn release(&mut self, now: u64) {
        self.change(now, |timers| {
            timers.slow.first = Some(now + timers.slow.lead);
            timers.line.first = Some(now + timers.line.lead);
        });
    }

    /// Counters 3 and 4 are held at their AUDF for a start bit, or no longer.
    pub fn wait_for_start(&mut self, now: u64, waits: bool) {
        if self.waits != waits {
            self.waits = waits;
            self.reload(2, now);
            self.reload(3, now);
        }
    }

    /// The counters to look at for the sake of some: the high one of a pair restarts the low one.
    fn with_high(&self, wanted: u8) -> u8 {
        let low =
            (0..CHANNELS).filter(|channel| self.is_low(*channel) && wanted >> channel & 1 != 0);
        low.fold(wanted, |bits, channel| bits | 2 << channel)
    }

    /// The next underflow of any counter that `wanted` has a bit for, and whose it is.
    pub fn next(&self, wanted: u8) -> (u64, usize) {
        let wanted = self.with_high(wanted);
        let channels = (0..CHANNELS).filter(|channel| wanted >> channel & 1 != 0);
        let next = channels.map(|channel| (self.next[channel], channel));
        next.min().unwrap_or((NEVER, 0))
    }

    /// A counter underflows, at the time that [`Timers::next`] gave.
    pub fn underflow(&mut self, channel: usize) {
        let now = self.next[channel];
        if self.is_low(channel) {
            self.next[channel] = now + WRAP * self.tick_cycles(channel);
        } else {
            self.reload(channel, now);
        }
    }

    /// Lets the counters that nobody wants to hear of run up to a cycle.
    pub fn skip(&mut self, now: u64, wanted: u8) {
        let wanted = self.with_high(wanted);
        // The high one of a pair first: where it leaps, it takes the low one along.
        for channel in (0..CHANNELS).rev().filter(|c| wanted >> c & 1 == 0) {
            if self.next[channel] <= now && !self.is_low(channel) {
                self.leap(channel, now);
            }
            while self.next[channel] <= now {
                self.underflow(channel);
            }
        }
    }

    /// Leaves out whole rounds of a counter, or of a pair.
    fn leap(&mut self, channel: usize, now: u64) {
        let from = self.next[channel];
        self.underflow(channel);
        let round = self.next[channel].saturating_sub(from);
        if round == 0 || self.next[channel] > now {
            return;
        }
        let rounds = (now - self.next[channel]) / round * round;
        self.next[channel] += rounds;
        if self.is_high(channel) {
            self.next[channel - 1] += rounds;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(audctl: u8, audf: [u8; CHANNELS]) -> Timers {
        let mut timers = Timers::new();
        timers.release(0);
        timers.audf = audf;
        timers.set_audctl(0, audctl);
        timers.start(CHANNELS, 0);
        timers
    }

    /// Cycles between underflows of a channel, once it runs.
    fn period(timers: &mut Timers, channel: usize) -> u64 {
        let mut at = Vec::new();
        while at.len() < 3 {
            let (now, who) = timers.next(0x0F);
            timers.underflow(who);
            if who == channel {
                at.push(now);
            }
        }
        at[2] - at[1]
    }

    #[test]
    fn periods_are_the_documented_ones() {
        let audf = [0x28, 3, 0x28, 2];
        let rows = [
            (0x00, 0, 41 * 28),
            (0x01, 1, 4 * 114),
            (audctl::FAST_1, 0, 44),
            (audctl::JOIN_12, 1, (3 * 256 + 41) * 28),
            (audctl::JOIN_12 | audctl::KHZ_15, 1, (3 * 256 + 41) * 114),
            (audctl::JOIN_12 | audctl::FAST_1, 1, 3 * 256 + 40 + 7),
            (audctl::JOIN_34 | audctl::FAST_3, 3, 2 * 256 + 40 + 7),
            (audctl::FAST_3, 3, 3 * 28),
        ];
        for (audctl, channel, cycles) in rows {
            let mut timers = running(audctl, audf);
            assert_eq!(period(&mut timers, channel), cycles, "{audctl:02x}");
        }
    }

    #[test]
    fn the_bit_clock_of_19200_baud_is_two_times_47_cycles() {
        let mut timers = running(audctl::JOIN_34 | audctl::FAST_3, [0, 0, 0x28, 0]);
        assert_eq!(period(&mut timers, 3), 47);
    }

    #[test]
    fn dividers_tick_after_their_lead() {
        let mut timers = Timers::new();
        timers.release(1_000);
        assert_eq!(timers.line.tick(1_000, 1), 1_081);
        assert_eq!(timers.line.tick(1_081, 1), 1_195);
        assert_eq!(timers.slow.tick(1_000, 2), 1_050);
        timers.start(CHANNELS, 1_000);
        assert_eq!(timers.next(1), (1_022 + BORROW, 0));
    }

    #[test]
    fn a_new_audf_counts_from_the_next_underflow_on() {
        let mut timers = running(audctl::FAST_1, [96, 0, 0, 0]);
        assert_eq!(timers.next(1).0, 100);
        timers.set_audf(0, 6, 98);
        assert_eq!(timers.next(1).0, 100);
        timers.underflow(0);
        assert_eq!(timers.next(1).0, 110);
        // A cycle too late: it counts from the one after that on.
        timers.set_audf(0, 16, 109);
        timers.underflow(0);
        assert_eq!(timers.next(1).0, 120);
        timers.underflow(0);
        assert_eq!(timers.next(1).0, 140);
    }

    #[test]
    fn counters_go_on_when_the_clock_changes() {
        let mut timers = running(0, [9, 0, 0, 0]);
        // Ticks at 22, 50, 78 ...; two have passed.
        timers.skip(60, 0);
        timers.set_audctl(60, audctl::KHZ_15);
        assert_eq!(timers.next(1).0, timers.line.tick(60, 8) + BORROW);
        timers.skip(100, 0);
        timers.hold(100);
        assert_eq!(timers.next(1).0, NEVER);
        timers.release(5_000);
        assert_eq!(timers.next(1).0, timers.line.tick(5_000, 7) + BORROW);
    }

    #[test]
    fn skipping_comes_to_the_same_as_counting() {
        for control in [
            0x00,
            0x01,
            audctl::FAST_1,
            audctl::JOIN_12,
            0x50,
            0x28,
            0x78,
        ] {
            let mut counted = running(control, [7, 2, 0x91, 1]);
            let mut skipped = counted.clone();
            for now in [100, 5_000, 5_001, 123_456] {
                while counted.next(0x0F).0 <= now {
                    let channel = counted.next(0x0F).1;
                    counted.underflow(channel);
                }
                skipped.skip(now, 0);
                assert_eq!(counted.next, skipped.next, "{control:02x} at {now}");
            }
        }
    }

    #[test]
    fn waiting_counters_start_with_the_start_bit() {
        let mut timers = running(audctl::JOIN_34 | audctl::FAST_3, [0, 0, 0x28, 0]);
        timers.wait_for_start(10, true);
        assert_eq!(timers.next(0x0C).0, NEVER);
        timers.wait_for_start(500, false);
        assert_eq!(timers.next(8).0, 547);
    }
}
