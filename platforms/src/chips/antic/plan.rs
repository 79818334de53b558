//! The cycles that ANTIC takes for playfield and refresh.
//!
//! Playfield DMA has a clock: a bit that goes round in a register of as many cycles as there are from one byte to the next. The
//! start of the playfield puts it in, the stop takes it out, if the bit is there in that very cycle; a wide playfield's stop does so
//! whatever the width is. A stop that DMACTL moves to where the beam has been, or that HSCROL moves by a part of a round, misses it: the
//! clock runs on, through the blank, whose bytes are counted though they are not read, until a stop of the next line meets it, or a line
//! without playfield.

use super::list::Mode;
use super::{Antic, CELLS, LINE_CYCLES, WIDTH};
use std::ops::Range;

/// The last playfield DMA is before this cycle; what is due later reads what is on the bus.
pub const LAST_DMA: u8 = 106;
/// Cycles from the name of a character to its row.
pub(super) const NAME_TO_ROW: u8 = 3;
/// Bytes from this cycle on go into the line buffer.
const BUFFER_CYCLE: u8 = 8;
/// Refresh: the first cycle, the distance, and how often.
const REFRESH_FIRST: u8 = 25;
const REFRESH_STEP: u8 = 4;
const REFRESHES: u8 = 9;

/// What a line fetches, and when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// Cycle of the first byte of the playfield.
    pub first: u8,
    /// Cycles from a byte to the next; 0 where no mode is shown.
    pub step: u8,
    /// Bytes of the line.
    pub cells: u8,
    /// Bytes before the first, which come too early for the line buffer: the clock ran on from the line before.
    early: u8,
    /// A cycle of a clock that is not stopped in this line.
    unstopped: Option<u8>,
    /// They are read; in the other rows of a mode line the line buffer has them.
    pub fetches: bool,
    /// A bit for each cycle in which the processor has to halt.
    pub halts: u128,
    /// The same, and a bit for each cycle behind one in which a byte is due that ANTIC may not read.
    pub watched: u128,
    /// The colour clocks that the playfield is shown in.
    pub window: (u8, u8),
}

/// The bits of all cycles before this one.
pub(super) fn below(cycle: u8) -> u128 {
    (1 << cycle.min(LINE_CYCLES)) - 1
}

/// A bit in every so many cycles.
fn every(step: u8) -> u128 {
    match step {
        2 => u128::MAX / 0x3,
        4 => u128::MAX / 0xF,
        _ => u128::MAX / 0xFF,
    }
}

/// Adds the refresh to a line's mask: nine times, in the first free cycle of four; one that found none before the next was due
/// is left out, but for the last.
fn with_refresh(mut halts: u128) -> u128 {
    let mut from = 0;
    for number in 0..REFRESHES {
        let due = REFRESH_FIRST + number * REFRESH_STEP;
        if due < from {
            continue;
        }
        let free = (!halts & !below(due)).trailing_zeros() as u8;
        if free <= LAST_DMA {
            halts |= 1 << free;
        }
        from = free + 1;
    }
    halts
}

/// The colour clocks that a playfield of a width shows. A wide one is cut off where the blank ends and begins.
fn window(width: u8) -> (u8, u8) {
    match width {
        1 => (64, 192),
        2 => (48, 208),
        3 => (44, 222),
        _ => (0, 0),
    }
}

/// The widest playfield, whose stop comes in every line.
const WIDE: u8 = 3;

/// Cycles of the first byte of a line of this fetched width, and behind the last. Bits of a picture come two cycles later than names.
fn fetch_range(width: u8, mode: Mode, hscrol: u8) -> Range<u8> {
    let (first, cycles) = match width {
        1 => (26, 64),
        2 => (18, 80),
        _ => (10, 96),
    };
    let first = first + hscrol / 2 + if mode.characters() { 0 } else { 2 };
    first..first + cycles
}

impl Plan {
    /// The cycle behind the last byte.
    fn end(&self) -> u8 {
        self.first + self.cells * self.step
    }

    /// A bit for each cycle in which a byte is due.
    fn due(&self, mode: Mode) -> u128 {
        let start = self.first - self.early * self.step;
        let clock = |from: u8, end: u8| (every(self.step) << from) & below(end);
        let delays = [
            self.fetches.then_some(0),
            mode.characters().then_some(NAME_TO_ROW),
        ];
        delays.into_iter().flatten().fold(0, |due, delay| {
            let other = self
                .unstopped
                .map_or(0, |other| clock((other + delay) % self.step, LINE_CYCLES));
            due | clock(start + delay, self.end() + delay) | other
        })
    }

    /// Has the line's cycles taken for bytes that are due.
    fn take(&mut self, due: u128) {
        self.halts = with_refresh(due & below(LAST_DMA));
        self.watched = self.halts | (due & !below(LAST_DMA)) << 1;
    }

    /// The first cycle of the next line in which the clock that was not stopped in this one comes.
    pub fn runs_into_next_line(&self) -> Option<u8> {
        let cycle = self.unstopped?;
        let rounds = (LINE_CYCLES - cycle).div_ceil(self.step.max(1));
        Some(cycle + rounds * self.step.max(1) - LINE_CYCLES)
    }

    /// The clock runs until one of these cycles, the first of them behind `from` that meets it.
    fn run_to_stop(&mut self, stops: [u8; 2], from: u8) {
        let in_step = |cycle: u8| cycle % self.step == self.first % self.step;
        let met = stops
            .into_iter()
            .find(|stop| *stop > from && in_step(*stop));
        if self.unstopped.is_none_or(in_step) {
            self.unstopped = met.is_none().then_some(self.first);
        }
        let end = met.unwrap_or(LINE_CYCLES).min(LINE_CYCLES);
        self.cells = (end - self.first).div_ceil(self.step);
    }

    /// The clock comes running into the line, first in this cycle. Where it is in step with the line's own, that is all that there is.
    fn run_on(&mut self, first: u8) {
        if first % self.step != self.first % self.step {
            self.unstopped = Some(first % self.step);
            return;
        }
        let end = self.end();
        let before = (BUFFER_CYCLE.saturating_sub(first)).div_ceil(self.step);
        self.early = before;
        self.first = first + before * self.step;
        self.cells = (end - self.first) / self.step;
    }
}

impl Antic {
    /// HSCROL as far as it acts in this line.
    fn scroll(&self) -> u8 {
        if self.list.scrolls { self.hscrol } else { 0 }
    }

    /// Colour clocks that bytes are shown later by: half of a cycle.
    pub(super) fn odd_clock(&self) -> u8 {
        self.scroll() & 1
    }

    /// Makes the plan of a line whose instruction is known. `fetches`: it is the first of its mode line.
    pub(super) fn plan_line(&mut self, fetches: bool) {
        self.plan = self.whole_plan(fetches);
        if let Some(first) = self.running.take().filter(|_| self.plan.step != 0) {
            let mode = self.list.mode();
            self.plan.run_on(first);
            self.plan.take(self.plan.due(mode));
            if fetches {
                self.count_bytes(self.plan.early);
            }
        }
        self.open_window(0);
    }

    fn whole_plan(&self, fetches: bool) -> Plan {
        let mode = self.list.mode();
        let width = self.dmactl & WIDTH;
        let mut plan = Plan {
            fetches,
            ..Plan::default()
        };
        if width != 0 && mode.shows() {
            plan.window = window(width);
            let fetched = (width + u8::from(self.list.scrolls)).min(WIDE);
            let range = fetch_range(fetched, mode, self.scroll());
            plan.first = range.start;
            plan.step = mode.step();
            plan.cells = (range.len() / usize::from(plan.step)).min(CELLS) as u8;
        }
        let due = if plan.step == 0 { 0 } else { plan.due(mode) };
        plan.take(due);
        plan
    }

    /// A register that the plan depends on was written in this cycle: what has begun has begun, and what has ended has ended.
    pub(super) fn plan_again(&mut self, x: u8) {
        if x < 1 || !self.list.mode().shows() {
            return;
        }
        let before = self.plan;
        let shown = self.shown_clock(x);
        let mut plan = self.whole_plan(before.fetches);
        let mode = self.list.mode();
        // The clock starts and stops a little before the first byte that it brings.
        let lead = if mode.characters() { 1 } else { 3 };
        let began = before.step != 0 && (before.early != 0 || before.first <= x + lead);
        if began {
            let stops = [plan.end(), fetch_range(WIDE, mode, self.scroll()).end];
            let stopped = plan.step == 0 || before.end() <= x + lead;
            plan = Plan {
                window: plan.window,
                ..before
            };
            if !stopped {
                plan.run_to_stop(stops, x + lead);
            }
        } else if plan.step != 0 && x > 10 && plan.first <= x + lead {
            // It was missed.
            plan.cells = 0;
        }
        // Of a playfield that is off nothing runs on.
        let off = plan.step == 0 || plan.window.0 == plan.window.1;
        let due = if off { 0 } else { plan.due(mode) };
        plan.unstopped = plan.unstopped.filter(|_| !off);
        let passed = below(x + 1);
        plan.take(due & !passed | before.halts & passed);
        plan.halts = plan.halts & !passed | before.halts & passed;
        plan.watched |= plan.halts;
        self.plan = plan;
        self.open_window(shown);
    }
}
