//! The flood for marches: leaving some hexes and going up cost more, and some hexes are never left. The rule of a step stands in
//! the README of `hexfront-isa`.

use crate::Memory;
use crate::flood::{Flood, Steps, flag};
use crate::map::SIDE_BITS;

/// Flag of the block: what leaving costs, in the ground.
const LEAVING: u8 = 128;
/// The waters of a hex lie in the ground from this bit on.
const WATERS: u8 = 3;
/// Where the costs of leaving them stand, behind those of the kinds of ground.
const LEAVING_COSTS: u8 = 16;

/// The operands of `trek`: those of a flood, whose `closed` are slopes here, and a layer of heights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trek {
    /// What it has of a flood.
    pub flood: Flood,
    /// Layer of heights.
    pub heights: u8,
}

impl Trek {
    fn waters(&self, memory: &Memory, hex: u16) -> u8 {
        memory.hex(self.flood.terrain, hex) >> WATERS & 7
    }

    /// What a step costs off road: the ground, a river, a slope, leaving.
    fn off_road(&self, memory: &Memory, flags: u8, hex: u16, side: u8, to: u16) -> u8 {
        let flood = &self.flood;
        let costs = |row: u8| memory.byte(flood.costs, flood.offset.wrapping_add(row));
        let has = |flag: u8, layer: u8| flags & flag != 0 && memory.hex(layer, hex) & side != 0;
        let mut cost = costs(memory.hex(flood.terrain, to) & 7);
        if has(flag::RIVERS, flood.rivers) {
            cost = cost.saturating_add(flood.parameter(memory, 1));
        }
        if has(flag::CLOSED, flood.closed)
            && memory.hex(self.heights, to) & flood.parameter(memory, 6) != 0
        {
            cost = cost.saturating_add(flood.parameter(memory, 7));
        }
        let waters = self.waters(memory, hex);
        if flags & LEAVING != 0 && waters != 0 && waters & self.waters(memory, to) == 0 {
            cost = cost.saturating_add(costs(LEAVING_COSTS + waters));
        }
        cost
    }
}

impl Steps for Trek {
    fn result(&self) -> u8 {
        self.flood.result
    }

    fn step(&self, memory: &Memory, cell: u8, hex: u16, direction: u8, to: u16) -> u8 {
        let flood = &self.flood;
        let flags = flood.parameter(memory, 0);
        let side = SIDE_BITS[usize::from(direction)];
        let mut cost = if flags & flag::ROADS != 0 && memory.hex(flood.roads, hex) & side != 0 {
            let kind = memory.hex(flood.terrain, to) & 7;
            memory.byte(flood.costs, flood.offset.wrapping_add(8 + kind))
        } else if flags & flag::ROADS_ONLY != 0 {
            return 0;
        } else {
            self.off_road(memory, flags, hex, side, to)
        };
        if flags & flag::BARS != 0 && memory.hex(flood.bars, to) & flood.parameter(memory, 5) != 0 {
            return 0;
        }
        if flags & flag::ZONES != 0 {
            let zones = memory.hex(flood.zones, hex);
            if zones & flood.parameter(memory, 3) != 0 {
                return 0;
            }
            if zones & flood.parameter(memory, 2) != 0 {
                cost = cost.saturating_add(flood.parameter(memory, 4));
            }
        }
        cell.saturating_sub(cost)
    }
}
