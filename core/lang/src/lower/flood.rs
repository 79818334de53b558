//! Floods: parameters into their block, then one instruction.

use super::Gen;
use super::lir::{Arg, Data, Slot};
use crate::hir::Flood;
use crate::types::{NUMBER, int};
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

impl Gen<'_> {
    pub(super) fn flood(&mut self, flood: &Flood) {
        let mark = self.mark();
        let mut flags = 0;
        let byte = int(0, 255);
        let all =
            |this: &mut Self, n: u8| this.op(Op::Set8, vec![Arg::V(Slot::Flood(n)), imm(255)]);
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
            all(self, 2);
            self.store_slot(Slot::Flood(3), byte, enter);
            self.store_slot(Slot::Flood(4), byte, leave);
        }
        if flood.barred.is_some() {
            flags |= BARS;
            all(self, 5);
            self.op(Op::Set8, vec![Arg::V(Slot::Flood(6)), imm(0)]);
        }
        self.op(Op::Set8, vec![Arg::V(Slot::Flood(0)), imm(flags)]);
        self.starts(flood);
        let layer = |l: Option<usize>| Arg::Page(l.map_or(Data::Nowhere, Data::Layer));
        let costs = Data::Costs(flood.costs);
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
