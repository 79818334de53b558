//! Floods: costs into their row and parameters into their block, then one instruction.

use super::Gen;
use super::lir::{Arg, Data, Slot};
use crate::hir::{Expr, FLOOD_KINDS, Flood, FloodRow, Within};
use crate::types::{NUMBER, Ty, int};
use alloc::vec;
use hexfront_isa::Op;

/// Flags of the instruction, as `core/isa/README.md` numbers them.
const RIVERS: i32 = 1;
const ROADS: i32 = 2;
const ONLY_ROADS: i32 = 4;
const ZONES: i32 = 8;
const BARS: i32 = 16;
const STOP: i32 = 32;
const CLOSED: i32 = 64;
/// Of `trek` alone.
const SLOPES: i32 = 64;
const LEAVING: i32 = 128;
/// Marks a start where there are several.
const START: i32 = 128;

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

/// The table of costs that are known now.
fn known_costs(ground: &[u8; FLOOD_KINDS], roads: &[u8; FLOOD_KINDS]) -> Data {
    let mut costs = [0; 2 * FLOOD_KINDS];
    costs[..FLOOD_KINDS].copy_from_slice(ground);
    costs[FLOOD_KINDS..].copy_from_slice(roads);
    Data::Costs(costs)
}

impl Gen<'_> {
    pub(super) fn flood(&mut self, flood: &Flood) {
        let mark = self.mark();
        let mut flags = 0;
        let byte = int(0, 255);
        if flood.roads.is_some() {
            flags |= ROADS;
        }
        if flood.only_roads {
            flags |= ONLY_ROADS;
        }
        if flood.closed.is_some() {
            flags |= CLOSED;
        }
        if let Some((_, cost)) = &flood.rivers {
            flags |= RIVERS;
            self.store_slot(Slot::Flood(1), byte, cost);
        }
        if let Some(zones) = &flood.zones {
            flags |= ZONES | if zones.stop { STOP } else { 0 };
            self.mask(2, zones.layer);
            match &zones.enter {
                Some(cost) => self.store_slot(Slot::Flood(3), byte, cost),
                None => self.set_parameter(3, 0),
            }
            self.store_slot(Slot::Flood(4), byte, &zones.leave);
        }
        if let Some((layer, bits)) = &flood.ends {
            if flood.zones.is_none() {
                flags |= ZONES;
                self.set_parameter(2, 0);
            }
            self.bits(3, *layer, bits.as_ref());
        }
        if let Some((layer, bits)) = &flood.barred {
            flags |= BARS;
            self.bits(5, *layer, bits.as_ref());
            self.set_parameter(6, 0);
        }
        if let Some((_, heights, cost)) = &flood.slopes {
            flags |= SLOPES;
            self.mask(6, *heights);
            self.store_slot(Slot::Flood(7), byte, cost);
        }
        if flood.leaving.is_some() {
            flags |= LEAVING;
        }
        self.set_parameter(0, flags);
        let costs = self.costs(flood);
        self.starts(flood);
        let prog = self.prog;
        let layer = |l: Option<usize>| Arg::Page(l.map_or(Data::Nowhere, |l| prog.layer_data(l)));
        let slopes = flood.slopes.as_ref();
        let zones = flood.zones.as_ref().map(|z| z.layer);
        let mut operands = vec![
            Arg::Page(Data::Layer(flood.layer)),
            Arg::V(Slot::Flood(0)),
            layer(flood.ground),
            Arg::Page(costs),
            Arg::Offset(costs, 0),
            layer(flood.rivers.as_ref().map(|r| r.0)),
            layer(flood.roads),
            layer(slopes.map(|s| s.0).or(flood.closed)),
            layer(zones.or(flood.ends.as_ref().map(|e| e.0))),
            layer(flood.barred.as_ref().map(|b| b.0)),
        ];
        if flood.is_trek() {
            operands.push(layer(slopes.map(|s| s.1)));
            self.op(Op::Trek, operands);
        } else {
            self.op(Op::Flood, operands);
        }
        self.release(mark);
    }

    /// Those that are asked for.
    fn bits(&mut self, at: u8, layer: usize, bits: Option<&Expr>) {
        match bits {
            Some(bits) => self.store_slot(Slot::Flood(at), int(0, 255), bits),
            None => self.mask(at, layer),
        }
    }

    fn set_parameter(&mut self, at: u8, value: i32) {
        self.op(Op::Set8, vec![Arg::V(Slot::Flood(at)), imm(value)]);
    }

    /// The bits of a layer that count, into the block.
    fn mask(&mut self, at: u8, layer: usize) {
        let within = self.prog.layers[layer].within;
        self.set_parameter(at, within.map_or(255, Within::bits).into());
    }

    /// Where the costs stand, sixteen or for a trek eight more: in a table, or in the row that is filled before each flood whose costs
    /// are not known now.
    fn costs(&mut self, flood: &Flood) -> Data {
        if !flood.is_trek()
            && let [FloodRow::Known(ground), FloodRow::Known(roads)] = &flood.costs
        {
            return known_costs(ground, roads);
        }
        let kinds = match flood.ground.and_then(|layer| self.prog.layers[layer].ty) {
            Some(Ty::Enum(e)) => self.prog.enums[e].members.len(),
            _ => FLOOD_KINDS,
        };
        let data = if flood.is_trek() {
            Data::TrekRow
        } else {
            Data::FloodRow
        };
        for (row, place) in flood.costs.iter().chain(&flood.leaving).zip(0..) {
            self.cost_row(row, data, FLOOD_KINDS as i32 * place, kinds);
        }
        data
    }

    /// Eight costs into a row, from its cell `at` on.
    fn cost_row(&mut self, row: &FloodRow, data: Data, at: i32, kinds: usize) {
        let into = || [Arg::Page(data), Arg::Offset(data, at)];
        let fill = |this: &mut Self| {
            let count = [imm(FLOOD_KINDS as i32)];
            this.op(Op::Fillrow, into().into_iter().chain(count).collect());
        };
        let (from, skip, count) = match row {
            FloodRow::Known(costs) if costs.iter().all(|cost| *cost == costs[0]) => {
                self.load_const(costs[0].into());
                return fill(self);
            }
            FloodRow::All(cost) => {
                self.value(cost);
                return fill(self);
            }
            FloodRow::Known(costs) => {
                let table = known_costs(costs, costs);
                self.load_const(0);
                (table, 0, FLOOD_KINDS as i32)
            }
            FloodRow::Row(array, index) => {
                let dims = self.prog.arrays[*array].index.clone();
                let count = dims.last().map_or(0, |d| d.1);
                if (count as usize) < kinds {
                    self.load_const(255);
                    fill(self);
                }
                let skip = match index {
                    None => {
                        self.load_const(0);
                        0
                    }
                    Some(index) => {
                        self.index(index, dims[0]);
                        self.scale(count);
                        dims[0].0 * count
                    }
                };
                (Data::Array(*array), -skip, count)
            }
        };
        let source = [Arg::Page(from), Arg::Offset(from, skip), imm(count)];
        self.op(Op::Copyrow, into().into_iter().chain(source).collect());
    }

    /// Points into the start hexes, and what the instruction wants in A.
    fn starts(&mut self, flood: &Flood) {
        let page = Arg::Page(Data::Layer(flood.layer));
        if let (Some(from), Some(points)) = (&flood.from, &flood.points) {
            let h = self.in_word(from);
            self.op(Op::Fill, vec![page.clone(), self.layer_pages(), imm(0)]);
            self.value(points);
            self.op(Op::Addi8, vec![imm(1)]);
            self.op(Op::Sl, vec![page, Arg::V(h)]);
            self.load(h, 2);
            return;
        }
        // Every hex of the layer that is not 0 becomes a start.
        let h = self.temp(2);
        let points = flood.points.as_ref().map(|points| {
            let slot = self.temp(2);
            self.store_slot(slot, NUMBER, points);
            slot
        });
        self.op(Op::Set16, vec![Arg::V(h), imm(0)]);
        let (top, next) = (self.label(), self.label());
        self.op(Op::Ll, vec![page.clone(), Arg::V(h)]);
        self.jump(Op::Jz, vec![], next);
        self.bind_loop(top, None);
        match points {
            Some(points) => {
                self.load(points, 2);
                self.op(Op::Addi8, vec![imm(START + 1)]);
            }
            None => {
                self.op(Op::Ll, vec![page.clone(), Arg::V(h)]);
                self.op(Op::Addi8, vec![imm(START)]);
            }
        }
        self.op(Op::Sl, vec![page.clone(), Arg::V(h)]);
        self.bind(next);
        self.jump(Op::Nexthex, vec![Arg::V(h), page, imm(1)], top);
        self.load_const(65535);
    }
}
