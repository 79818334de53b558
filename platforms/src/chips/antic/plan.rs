//! The cycles that ANTIC takes for playfield and refresh.

use super::list::Mode;
use super::{Antic, CELLS, LINE_CYCLES, WIDTH};
use std::ops::Range;

/// The last playfield DMA is before this cycle; what is due later reads what is on the bus.
pub(super) const LAST_DMA: u8 = 106;
/// Cycles from the name of a character to its row.
pub(super) const NAME_TO_ROW: u8 = 3;
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
    /// They are read; in the other rows of a mode line the line buffer has them.
    pub fetches: bool,
    /// A bit for each cycle in which the processor has to halt.
    pub halts: u128,
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
    fn mask(&self, mode: Mode) -> u128 {
        let end = self.first + self.cells * self.step;
        let bytes = (every(self.step) << self.first) & below(end.min(LAST_DMA));
        let mut halts = if self.fetches { bytes } else { 0 };
        if mode.characters() {
            let rows = (every(self.step) << (self.first + NAME_TO_ROW))
                & below((end + NAME_TO_ROW).min(LAST_DMA));
            halts |= rows;
        }
        halts
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
            let fetched = (width + u8::from(self.list.scrolls)).min(3);
            let range = fetch_range(fetched, mode, self.scroll());
            plan.first = range.start;
            plan.step = mode.step();
            plan.cells = (range.len() / usize::from(plan.step)).min(CELLS) as u8;
            plan.halts = plan.mask(mode);
        }
        plan.halts = with_refresh(plan.halts);
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
        let began = before.step != 0 && before.first <= x + lead;
        if began {
            let end = before.first + before.cells * before.step;
            let new_end = plan.first + plan.cells * plan.step;
            let end = if end <= x + lead || plan.step == 0 {
                end
            } else {
                new_end
            };
            plan.first = before.first;
            plan.step = before.step;
            plan.cells = (end.saturating_sub(plan.first) / plan.step).min(CELLS as u8);
        } else if plan.step != 0 && x > 10 && plan.first <= x + lead {
            // It was missed.
            plan.cells = 0;
        }
        let stopped = plan.step == 0 || plan.window.0 == plan.window.1;
        let halts = if stopped { 0 } else { plan.mask(mode) };
        let passed = below(x + 1);
        let refreshed = with_refresh(halts & !passed | before.halts & passed);
        plan.halts = refreshed & !passed | before.halts & passed;
        self.plan = plan;
        self.open_window(shown);
    }
}
