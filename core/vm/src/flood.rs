//! Flood fill with movement points, the native that supply, movement range and isolation rest on.
//! The rule of a step stands in the README of `hexfront-isa`. Since a step never gives more points than it
//! takes and more points never lead to fewer, the result is the same whatever the order of the search.

use hexfront_isa::NO_HEX;
use hexfront_isa::cartridge::Grid;

use crate::Memory;
use crate::map::{Hexes, SIDE_BITS};

/// Bit 7 of a cell: the hex waits for its turn.
const QUEUED: u8 = 0x80;

/// Flags of the block.
pub(crate) mod flag {
    pub const RIVERS: u8 = 1;
    pub const ROADS: u8 = 2;
    pub const ROADS_ONLY: u8 = 4;
    pub const ZONES: u8 = 8;
    pub const BARS: u8 = 16;
    pub const STOP: u8 = 32;
    pub const CLOSED: u8 = 64;
}

/// What a step costs.
pub(crate) trait Steps {
    /// The layer that takes the result.
    fn result(&self) -> u8;

    /// Points + 1 that are left after the step from `hex`, which has `cell` points + 1, to `to`; 0 if it
    /// cannot be made.
    fn step(&self, memory: &Memory, cell: u8, hex: u16, direction: u8, to: u16) -> u8;
}

/// The operands of `flood` and `pathstep`, in their order; the first ten of `trek`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flood {
    /// Result layer.
    pub result: u8,
    /// Block of parameters in V.
    pub block: u8,
    /// Terrain layer.
    pub terrain: u8,
    /// Page of the 16 costs.
    pub costs: u8,
    /// Their offset.
    pub offset: u8,
    /// Layer of river sides.
    pub rivers: u8,
    /// Layer of road links.
    pub roads: u8,
    /// Layer of sides that close a road link.
    pub closed: u8,
    /// Layer of zones.
    pub zones: u8,
    /// Layer of hexes that bar or cost extra.
    pub bars: u8,
}

impl Flood {
    /// Reads the operands from their ten bytes.
    pub fn from_bytes(b: [u8; 10]) -> Self {
        let [
            result,
            block,
            terrain,
            costs,
            offset,
            rivers,
            roads,
            closed,
            zones,
            bars,
        ] = b;
        Self {
            result,
            block,
            terrain,
            costs,
            offset,
            rivers,
            roads,
            closed,
            zones,
            bars,
        }
    }

    pub(crate) fn parameter(&self, memory: &Memory, index: u8) -> u8 {
        memory.v8(self.block.wrapping_add(index))
    }

    /// Direction back from a hex that a flood has reached, 0 if there is none.
    pub fn path_step(&self, memory: &Memory, grid: &Grid, hex: u16) -> u16 {
        let here = memory.hex(self.result, hex) & !QUEUED;
        let mut best = (0, 0);
        for direction in 1..=6 {
            let from = grid.neighbour(hex, direction);
            if here == 0 || from == NO_HEX {
                continue;
            }
            let cell = memory.hex(self.result, from) & !QUEUED;
            let back = if direction > 3 {
                direction - 3
            } else {
                direction + 3
            };
            if cell > best.0 && cell > here && self.step(memory, cell, from, back, hex) == here {
                best = (cell, direction);
            }
        }
        u16::from(best.1)
    }
}

impl Steps for Flood {
    fn result(&self) -> u8 {
        self.result
    }

    fn step(&self, memory: &Memory, cell: u8, hex: u16, direction: u8, to: u16) -> u8 {
        let flags = self.parameter(memory, 0);
        let bit = SIDE_BITS[usize::from(direction)];
        let has = |layer: u8| memory.hex(layer, hex) & bit != 0;
        let kind = memory.hex(self.terrain, to) & 7;
        let base = |row: u8| memory.byte(self.costs, self.offset.wrapping_add(row + kind));
        let by_road = flags & flag::ROADS != 0
            && has(self.roads)
            && !(flags & flag::CLOSED != 0 && has(self.closed));
        let mut cost;
        if by_road {
            cost = base(8);
        } else if flags & flag::ROADS_ONLY != 0 {
            return 0;
        } else {
            cost = base(0);
        }
        if cost == 255 {
            return 0;
        }
        let mut add = |extra: u8| match cost.checked_add(extra) {
            Some(sum) => {
                cost = sum;
                true
            }
            None => false,
        };
        if !by_road && flags & flag::RIVERS != 0 && has(self.rivers) {
            let river = self.parameter(memory, 1);
            if river == 255 || !add(river) {
                return 0;
            }
        }
        if flags & flag::BARS != 0 {
            let bars = memory.hex(self.bars, to);
            if bars & self.parameter(memory, 5) != 0 {
                return 0;
            }
            if bars & self.parameter(memory, 6) != 0 && !add(self.parameter(memory, 7)) {
                return 0;
            }
        }
        let mut stop = false;
        if flags & flag::ZONES != 0 {
            let mask = self.parameter(memory, 2);
            let enter = memory.hex(self.zones, to) & mask != 0;
            let leave = memory.hex(self.zones, hex) & mask != 0;
            if (enter && !add(self.parameter(memory, 3)))
                || (leave && !add(self.parameter(memory, 4)))
            {
                return 0;
            }
            stop = enter && leave && flags & flag::STOP != 0;
        }
        let left = cell.saturating_sub(cost);
        if stop { left.min(1) } else { left }
    }
}

/// Spreads the points from `start`, or from the marked hexes if `start` is no hex. Returns how many hexes were visited,
/// or looked at to find those that wait.
pub(crate) fn spread(steps: &impl Steps, memory: &mut Memory, grid: &Grid, start: u16) -> u64 {
    let result = steps.result();
    let mut visits = 0;
    let mut queue = Queue::new();
    if start == NO_HEX {
        queue.overflowed = true;
    } else {
        if !grid.has(start) {
            return visits;
        }
        memory.set_hex(result, start, memory.hex(result, start) | QUEUED);
        queue.push(start);
    }
    loop {
        while let Some(hex) = queue.pop() {
            visit(steps, memory, grid, &mut queue, hex);
            visits += 1;
        }
        if !queue.overflowed {
            return visits;
        }
        queue.overflowed = false;
        visits += u64::from(grid.numbers()) / 8;
        for hex in (0..grid.numbers()).filter(|&hex| grid.has(hex)) {
            if memory.hex(result, hex) & QUEUED != 0 {
                queue.push(hex);
            }
        }
    }
}

fn visit(steps: &impl Steps, memory: &mut Memory, grid: &Grid, queue: &mut Queue, hex: u16) {
    let result = steps.result();
    let cell = memory.hex(result, hex) & !QUEUED;
    memory.set_hex(result, hex, cell);
    for direction in 1..=6 {
        let to = grid.neighbour(hex, direction);
        if to == NO_HEX {
            continue;
        }
        let left = steps.step(memory, cell, hex, direction, to);
        let old = memory.hex(result, to);
        if left > old & !QUEUED {
            memory.set_hex(result, to, left | QUEUED);
            if old & QUEUED == 0 {
                queue.push(to);
            }
        }
    }
}

/// A ring of 255 hexes. What does not fit stays marked in the result and is found again later.
struct Queue {
    ring: [u16; 256],
    head: u8,
    tail: u8,
    overflowed: bool,
}

impl Queue {
    fn new() -> Self {
        Self {
            ring: [0; 256],
            head: 0,
            tail: 0,
            overflowed: false,
        }
    }

    fn push(&mut self, hex: u16) {
        let after = self.tail.wrapping_add(1);
        if after == self.head {
            self.overflowed = true;
        } else {
            self.ring[usize::from(self.tail)] = hex;
            self.tail = after;
        }
    }

    fn pop(&mut self) -> Option<u16> {
        if self.head == self.tail {
            return None;
        }
        let hex = self.ring[usize::from(self.head)];
        self.head = self.head.wrapping_add(1);
        Some(hex)
    }
}
