//! Floods: costs into their row and parameters into their block, then one instruction.

use super::Gen;
use super::lir::{Arg, Data, Slot};
use crate::hir::{FLOOD_KINDS, Flood, FloodRow, Within};
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
        if let Some((_, enter, leave, stop)) = &flood.zones {
            flags |= ZONES | if *stop { STOP } else { 0 };
            self.mask(2, flood.zones.as_ref().map(|z| z.0));
            self.store_slot(Slot::Flood(3), byte, enter);
            self.store_slot(Slot::Flood(4), byte, leave);
        }
        if flood.barred.is_some() {
            flags |= BARS;
            self.mask(5, flood.barred);
            self.op(Op::Set8, vec![Arg::V(Slot::Flood(6)), imm(0)]);
        }
        self.op(Op::Set8, vec![Arg::V(Slot::Flood(0)), imm(flags)]);
        let costs = self.costs(flood);
        self.starts(flood);
        let prog = self.prog;
        let layer = |l: Option<usize>| Arg::Page(l.map_or(Data::Nowhere, |l| prog.layer_data(l)));
        self.op(
            Op::Flood,
            vec![
                Arg::Page(Data::Layer(flood.layer)),
                Arg::V(Slot::Flood(0)),
                layer(flood.ground),
                Arg::Page(costs),
                Arg::Offset(costs, 0),
                layer(flood.rivers.as_ref().map(|r| r.0)),
                layer(flood.roads),
                layer(flood.closed),
                layer(flood.zones.as_ref().map(|z| z.0)),
                layer(flood.barred),
            ],
        );
        self.release(mark);
    }

    /// The bits of a layer that count, into the block.
    fn mask(&mut self, at: u8, layer: Option<usize>) {
        let within = layer.and_then(|layer| self.prog.layers[layer].within);
        let bits = within.map_or(255, Within::bits);
        let place = Arg::V(Slot::Flood(at));
        self.op(Op::Set8, vec![place, imm(bits.into())]);
    }

    /// Where the sixteen costs stand: in a table, or in the row that is filled before each flood whose costs are not known now.
    fn costs(&mut self, flood: &Flood) -> Data {
        if let [FloodRow::Known(ground), FloodRow::Known(roads)] = &flood.costs {
            return known_costs(ground, roads);
        }
        let kinds = match flood.ground.and_then(|layer| self.prog.layers[layer].ty) {
            Some(Ty::Enum(e)) => self.prog.enums[e].members.len(),
            _ => FLOOD_KINDS,
        };
        for (row, at) in flood.costs.iter().zip([0, FLOOD_KINDS as i32]) {
            self.cost_row(row, at, kinds);
        }
        Data::FloodRow
    }

    /// Eight costs into the row, from its cell `at` on.
    fn cost_row(&mut self, row: &FloodRow, at: i32, kinds: usize) {
        let into = || [Arg::Page(Data::FloodRow), Arg::Offset(Data::FloodRow, at)];
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
