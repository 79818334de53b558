//! Loops and the questions that are loops.

use super::Gen;
use super::lir::{Arg, Data, Label, Slot};
use crate::ast::{CmpOp, QuantKind};
use crate::hir::{Domain, Expr, ExprKind, LocalId, Loop, Place, Stmt};
use crate::types::Ty;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::Op;

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

/// What is done for each member.
pub(super) enum Task<'a> {
    Block(&'a [Stmt]),
    /// Go there.
    Jump(Label),
    /// Add 1 to a word.
    Count(Slot),
    /// Add a value to a word.
    Sum(Slot, &'a Expr),
}

/// Parts of a condition joined by `and`.
fn conjuncts<'a>(e: &'a Expr, list: &mut Vec<&'a Expr>) {
    if let ExprKind::And(a, b) = &e.kind {
        conjuncts(a, list);
        conjuncts(b, list);
    } else {
        list.push(e);
    }
}

impl Gen<'_> {
    fn task(&mut self, task: &Task<'_>) {
        match task {
            Task::Block(block) => self.block(block),
            Task::Jump(label) => self.goto(*label),
            Task::Count(slot) => self.op(Op::Inc16, vec![Arg::V(*slot)]),
            Task::Sum(slot, e) => {
                self.value(e);
                self.op(Op::Add16, vec![Arg::V(*slot)]);
                self.save(*slot, 2);
            }
        }
    }

    pub(super) fn each(&mut self, each: &Loop, task: &Task<'_>) {
        let mark = self.mark();
        let end = self.label();
        if matches!(task, Task::Block(_)) {
            self.breaks.push(end);
        }
        let slot = Slot::Local(self.proc, each.local);
        let mut filter = Vec::new();
        if let Some(e) = &each.filter {
            conjuncts(e, &mut filter);
        }
        match &each.domain {
            Domain::Records { rec, at: Some(h) } => self.each_at(*rec, h, slot, &filter, task),
            Domain::Records { rec, at: None } => match self.prog.records[*rec].long() {
                true => self.each_of_many(*rec, each.local, slot, filter, task),
                false => self.each_record(*rec, each.local, slot, filter, task),
            },
            Domain::Hexes => self.each_hex(each.local, slot, &filter, task),
            Domain::Neighbours { of, towards } => {
                let h = self.in_word(of);
                let d = match towards {
                    Some(local) => Slot::Local(self.proc, *local),
                    None => self.temp(1),
                };
                let (top, next) = (self.label(), self.label());
                self.op(Op::Set8, vec![Arg::V(d), imm(1)]);
                self.bind_loop(top, None);
                self.op(Op::Hexn, vec![Arg::V(h), Arg::V(d)]);
                self.jump(Op::Jnone, vec![], next);
                self.save(slot, 2);
                self.filtered(&filter, task);
                self.bind(next);
                self.jump(Op::Forv, vec![Arg::V(d), imm(6)], top);
            }
            Domain::Range { lo, hi } => {
                let top = self.label();
                self.op(Op::Set8, vec![Arg::V(slot), imm(*lo)]);
                self.bind_loop(top, None);
                self.filtered(&filter, task);
                self.jump(Op::Forv, vec![Arg::V(slot), imm(*hi)], top);
            }
        }
        if matches!(task, Task::Block(_)) {
            self.breaks.pop();
        }
        self.bind(end);
        self.release(mark);
    }

    /// Where the first condition is that a layer holds so much, one instruction looks for the hexes that do.
    fn each_hex(&mut self, local: LocalId, slot: Slot, filter: &[&Expr], task: &Task<'_>) {
        let top = self.label();
        self.op(Op::Set16, vec![Arg::V(slot), imm(0)]);
        let sought = filter.first().and_then(|e| self.least_in_layer(e, local));
        let (Some((layer, least)), [first, others @ ..]) = (sought, filter) else {
            self.bind_loop(top, None);
            self.filtered(filter, task);
            self.jump(Op::Forhex, vec![Arg::V(slot)], top);
            return;
        };
        let next = self.label();
        self.branch(first, false, next);
        self.bind_loop(top, None);
        self.filtered(others, task);
        self.bind(next);
        let layer = Arg::Page(Data::Layer(layer));
        self.jump(Op::Nexthex, vec![Arg::V(slot), layer, imm(least)], top);
    }

    /// The layer, and what it must hold at the hex `local` at least, where a condition says just that.
    fn least_in_layer(&self, e: &Expr, local: LocalId) -> Option<(usize, i32)> {
        let (cell, least) = match &e.kind {
            ExprKind::Cmp(op, a, b) => {
                let n = Self::constant(b)?;
                let least = match op {
                    CmpOp::Gt => n + 1,
                    CmpOp::Ge => n,
                    CmpOp::Ne if n == 0 => 1,
                    _ => return None,
                };
                (&**a, least)
            }
            _ => (e, 1),
        };
        let ExprKind::Load(Place::Layer(layer, h)) = &cell.kind else {
            return None;
        };
        let at_local = matches!(&h.kind, ExprKind::Load(Place::Local(l)) if *l == local);
        let info = &self.prog.layers[*layer];
        let bytes = info.packed.is_none() && info.within.is_none();
        let fits = bytes && at_local && self.range(cell).0 >= 0 && (1..=255).contains(&least);
        fits.then_some((*layer, least))
    }

    /// The conditions, then the task; both end here.
    fn filtered(&mut self, filter: &[&Expr], task: &Task<'_>) {
        let next = self.label();
        for e in filter {
            self.branch(e, false, next);
        }
        self.task(task);
        self.bind(next);
    }

    fn moves(&self, task: &Task<'_>) -> bool {
        let Task::Block(block) = task else {
            return false;
        };
        let mut found = super::moves_records(self.prog, block);
        crate::check::visit(block, &mut |node| {
            if let crate::check::Node::Expr(Expr {
                kind: ExprKind::Call(proc, _),
                ..
            }) = node
            {
                found |= self.shared.moves[*proc];
            }
        });
        found
    }

    fn each_at(&mut self, rec: usize, h: &Expr, slot: Slot, filter: &[&Expr], task: &Task<'_>) {
        let (top, end) = (self.label(), self.label());
        self.load_layer(Data::First(rec), h);
        self.save(slot, 1);
        let moves = self.moves(task);
        if !moves {
            self.use_record(slot);
        }
        self.jump(Op::Jeqi, vec![imm(255)], end);
        if moves {
            // The record may be elsewhere afterwards: its follower is looked up before.
            let follower = self.temp(1);
            self.bind_loop(top, None);
            self.use_record(slot);
            self.op(Op::Movf, vec![Arg::Page(Data::Next(rec)), Arg::V(follower)]);
            self.filtered(filter, task);
            self.op(Op::Mov8, vec![Arg::V(slot), Arg::V(follower)]);
            self.jump(Op::Jvnei, vec![Arg::V(slot), imm(255)], top);
        } else {
            self.bind_loop(top, Some(slot));
            self.filtered(filter, task);
            self.jump(
                Op::Forlist,
                vec![Arg::V(slot), Arg::Page(Data::Next(rec))],
                top,
            );
        }
        self.bind(end);
    }

    fn each_record(
        &mut self,
        rec: usize,
        local: usize,
        slot: Slot,
        filter: Vec<&Expr>,
        task: &Task<'_>,
    ) {
        let count = self.prog.records[rec].count as i32;
        let mut tests: Vec<(Data, Slot)> = Vec::new();
        let mut rest: Vec<&Expr> = Vec::new();
        for e in filter {
            let found = if tests.len() < 2 {
                self.search_test(e, rec, local)
            } else {
                None
            };
            match found {
                Some(test) => tests.push(test),
                None => rest.push(e),
            }
        }
        let top = self.label();
        if tests.is_empty() {
            self.op(Op::Set8, vec![Arg::V(slot), imm(0)]);
            self.use_record(slot);
            self.bind_loop(top, Some(slot));
            self.filtered(&rest, task);
            self.jump(Op::Foru, vec![Arg::V(slot), imm(count - 1)], top);
            return;
        }
        let next = self.label();
        self.op(Op::Set8, vec![Arg::V(slot), imm(255)]);
        self.goto(next);
        self.bind_loop(top, Some(slot));
        self.filtered(&rest, task);
        self.bind_loop(next, None);
        let mut args = vec![Arg::V(slot), imm(count)];
        for (page, value) in &tests {
            args.push(Arg::Page(*page));
            args.push(Arg::V(*value));
        }
        self.jump(
            if tests.len() == 2 {
                Op::Fornext2
            } else {
                Op::Fornext
            },
            args,
            top,
        );
    }

    /// As [`Gen::each_record`], of a kind whose numbers are words.
    fn each_of_many(
        &mut self,
        rec: usize,
        local: usize,
        slot: Slot,
        mut filter: Vec<&Expr>,
        task: &Task<'_>,
    ) {
        let count = self.prog.records[rec].count as i32;
        let sought =
            (0..filter.len()).find_map(|at| Some((at, self.search_test(filter[at], rec, local)?)));
        let top = self.label();
        let Some((at, (data, value))) = sought else {
            self.op(Op::Set16, vec![Arg::V(slot), imm(0)]);
            self.bind_loop(top, None);
            self.filtered(&filter, task);
            self.jump(Op::Forw, vec![Arg::V(slot), imm(count - 1)], top);
            return;
        };
        filter.remove(at);
        let next = self.label();
        self.op(Op::Set16, vec![Arg::V(slot), imm(0xFFFF)]);
        self.goto(next);
        self.bind_loop(top, None);
        self.filtered(&filter, task);
        self.bind_loop(next, None);
        let place = [Arg::Page(data), Arg::Offset(data, 0), Arg::V(value)];
        let args = [Arg::V(slot), imm(count)].into_iter().chain(place);
        self.jump(Op::Findl, args.collect(), top);
    }

    /// A condition that the search instruction can test: `u.field is value`.
    fn search_test(&mut self, e: &Expr, rec: usize, local: usize) -> Option<(Data, Slot)> {
        let ExprKind::Cmp(CmpOp::Eq, a, b) = &e.kind else {
            return None;
        };
        let own = |e: &Expr| match &e.kind {
            ExprKind::Load(Place::Field(r, field, index)) if *r == rec => {
                let this = matches!(index.kind, ExprKind::Load(Place::Local(l)) if l == local);
                this.then_some(*field)
            }
            _ => None,
        };
        let (field, value) = match (own(a), own(b)) {
            (Some(field), None) => (field, b),
            (None, Some(field)) => (field, a),
            _ => return None,
        };
        let ty = self.prog.records[rec].fields[field].ty;
        let plain = ty.width() == 1 && !matches!(ty, Ty::Int { by, .. } if by > 1);
        if !plain || !(self.direct(rec, field) || self.prog.records[rec].long()) {
            return None;
        }
        let slot = self.searchable(value)?;
        Some((Data::Field(rec, field), slot))
    }

    /// `any …` as a branch.
    pub(super) fn any_branch(&mut self, each: &Loop, sense: bool, label: Label) {
        if sense {
            self.each(each, &Task::Jump(label));
            return;
        }
        let found = self.label();
        self.each(each, &Task::Jump(found));
        self.goto(label);
        self.bind(found);
    }

    /// `count`, `sum` and `first` into A.
    pub(super) fn quant(&mut self, kind: QuantKind, value: Option<&Expr>, each: &Loop) {
        let mark = self.mark();
        if self.whole_field(kind, value, each) {
            self.release(mark);
            return;
        }
        match (kind, value) {
            (QuantKind::Any, _) => {
                let (found, end) = (self.label(), self.label());
                self.each(each, &Task::Jump(found));
                self.load_const(0);
                self.goto(end);
                self.bind(found);
                self.load_const(1);
                self.bind(end);
            }
            (QuantKind::First, _) => {
                let (found, end) = (self.label(), self.label());
                let word = match each.domain {
                    Domain::Hexes | Domain::Neighbours { .. } => true,
                    Domain::Records { rec, .. } => self.prog.records[rec].long(),
                    Domain::Range { .. } => false,
                };
                self.each(each, &Task::Jump(found));
                self.load_const(if word { 65535 } else { 255 });
                self.goto(end);
                self.bind(found);
                self.load(Slot::Local(self.proc, each.local), if word { 2 } else { 1 });
                self.bind(end);
            }
            (QuantKind::Sum, Some(value)) => {
                let total = self.temp(2);
                self.op(Op::Set16, vec![Arg::V(total), imm(0)]);
                self.each(each, &Task::Sum(total, value));
                self.load(total, 2);
            }
            _ => {
                let total = self.temp(2);
                self.op(Op::Set16, vec![Arg::V(total), imm(0)]);
                self.each(each, &Task::Count(total));
                self.load(total, 2);
            }
        }
        self.release(mark);
    }

    /// `sum` of a byte field and `count`, over all records or those where one field has a value: one instruction.
    fn whole_field(&mut self, kind: QuantKind, value: Option<&Expr>, each: &Loop) -> bool {
        let Domain::Records { rec, at: None } = each.domain else {
            return false;
        };
        if self.prog.records[rec].long() {
            let all = kind == QuantKind::Count && each.filter.is_none();
            if all {
                self.load_const(self.prog.records[rec].count as i32);
            }
            return all;
        }
        let count = self.prog.records[rec].count as i32;
        let test = match &each.filter {
            None => None,
            Some(filter) => match self.search_test(filter, rec, each.local) {
                Some(test) => Some(test),
                None => return false,
            },
        };
        let field = value
            .and_then(|v| self.byte_field(v))
            .filter(|f| f.1 == Slot::Local(self.proc, each.local));
        match (kind, field, test) {
            (QuantKind::Sum, Some((page, _)), None) => {
                self.op(Op::Sum, vec![Arg::Page(page), imm(count)])
            }
            (QuantKind::Sum, Some((page, _)), Some((test, slot))) => {
                self.op(
                    Op::Sumeq,
                    vec![Arg::Page(page), Arg::Page(test), Arg::V(slot), imm(count)],
                );
            }
            (QuantKind::Count, _, Some((test, slot))) => {
                self.op(Op::Counteq, vec![Arg::Page(test), Arg::V(slot), imm(count)]);
            }
            (QuantKind::Count, _, None) => self.load_const(count),
            _ => return false,
        }
        true
    }

    pub(super) fn for_to(&mut self, local: usize, low: &Expr, high: &Expr, block: &[Stmt]) {
        let mark = self.mark();
        let slot = Slot::Local(self.proc, local);
        let ty = self.prog.procs[self.proc].locals[local].ty;
        let (top, end) = (self.label(), self.label());
        self.breaks.push(end);
        match (Self::constant(low), Self::constant(high)) {
            (Some(a), Some(b)) if (0..256).contains(&a) && (0..256).contains(&b) => {
                if a <= b {
                    self.op(Op::Set8, vec![Arg::V(slot), imm(a)]);
                    self.bind_loop(top, None);
                    self.block(block);
                    self.jump(Op::Forv, vec![Arg::V(slot), imm(b)], top);
                }
            }
            _ => {
                // Counted in a word of its own, so that the last number may be the largest of its range.
                let (now, last) = (self.temp(2), self.temp(2));
                self.store_slot(last, crate::types::int(-32768, 65535), high);
                self.store_slot(now, crate::types::int(-32768, 65535), low);
                let signed = self.range(low).0 < 0 || self.range(high).0 < 0;
                self.bind_loop(top, None);
                self.load(now, 2);
                self.jump(
                    if signed { Op::Jgts } else { Op::Jgt16 },
                    vec![Arg::V(last)],
                    end,
                );
                self.save(slot, ty.width());
                self.block(block);
                self.load(now, 2);
                let done = self.label();
                self.jump(Op::Jeq16, vec![Arg::V(last)], done);
                self.op(Op::Addi8, vec![imm(1)]);
                self.save(now, 2);
                self.goto(top);
                self.bind(done);
            }
        }
        self.breaks.pop();
        self.bind(end);
        self.release(mark);
    }

    /// A loop that runs at most `times`; `condition` is asked before each turn.
    pub(super) fn bounded(
        &mut self,
        counter: usize,
        times: &Expr,
        condition: Option<&Expr>,
        block: &[Stmt],
    ) {
        let mark = self.mark();
        let (top, end) = (self.label(), self.label());
        self.breaks.push(end);
        let slot = Slot::Local(self.proc, counter);
        match Self::constant(times) {
            Some(0) => {}
            Some(n @ 1..=255) => {
                self.op(Op::Set8, vec![Arg::V(slot), imm(1)]);
                self.bind_loop(top, None);
                if let Some(condition) = condition {
                    self.branch(condition, false, end);
                }
                self.block(block);
                self.jump(Op::Forv, vec![Arg::V(slot), imm(n)], top);
            }
            _ => {
                let left = self.temp(2);
                self.store_slot(left, crate::types::NUMBER, times);
                self.bind_loop(top, None);
                self.load(left, 2);
                self.jump(Op::Jz, vec![], end);
                self.op(Op::Addi16, vec![imm(-1)]);
                self.save(left, 2);
                if let Some(condition) = condition {
                    self.branch(condition, false, end);
                }
                self.block(block);
                self.goto(top);
            }
        }
        self.breaks.pop();
        self.bind(end);
        self.release(mark);
    }
}
