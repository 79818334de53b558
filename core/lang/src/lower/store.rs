//! Stores, with the fused forms where one instruction does it.

use super::Gen;
use super::expr::{asks, names};
use super::lir::{Arg, Data, Slot};
use crate::ast::BinOp;
use crate::hir::{Expr, ExprKind, Place, Within};
use crate::types::Ty;
use alloc::vec;
use hexfront_isa::Op;

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

impl Gen<'_> {
    /// A constant as it is stored in a type.
    fn stored(n: i32, ty: Ty) -> i32 {
        match ty {
            Ty::Int { lo, hi, by } => n.clamp(lo, hi) / by.max(1),
            _ => n,
        }
    }

    /// Whether a value needs neither saturation nor scaling.
    fn as_is(&self, e: &Expr, ty: Ty) -> bool {
        match ty {
            Ty::Int { lo, hi, by } => {
                let (l, h) = self.range(e);
                by == 1 && l >= lo && h <= hi
            }
            _ => true,
        }
    }

    pub(super) fn store_slot(&mut self, to: Slot, ty: Ty, e: &Expr) {
        let mark = self.mark();
        let width = ty.width();
        if let Some(n) = Self::constant(e) {
            let op = if width == 1 { Op::Set8 } else { Op::Set16 };
            self.op(op, vec![Arg::V(to), imm(Self::stored(n, ty))]);
            return;
        }
        let range = self.range(e);
        if !(self.as_is(e, ty) && self.fused(to, width, e)) {
            self.converted(e, ty);
            self.save(to, width);
        }
        self.know_range(to, ty, range);
        self.release(mark);
    }

    /// One instruction that computes and stores. False if there is none.
    fn fused(&mut self, to: Slot, width: usize, e: &Expr) -> bool {
        if let Some((slot, from)) = self.simple(e) {
            if slot == to {
                return true;
            }
            let op = match (width, from) {
                (1, 1) => Op::Mov8,
                (2, 2) => Op::Mov16,
                (2, 1) => Op::Movz,
                _ => return false,
            };
            self.op(op, vec![Arg::V(to), Arg::V(slot)]);
            return true;
        }
        match &e.kind {
            ExprKind::Bin(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let (mut a, mut b) = (a, b);
                if *op == BinOp::Add && Self::constant(a).is_some() {
                    core::mem::swap(&mut a, &mut b);
                }
                let Some((left, from)) = self.simple(a) else {
                    return false;
                };
                if from != width {
                    return false;
                }
                if let Some(n) = Self::constant(b) {
                    let n = if *op == BinOp::Add { n } else { -n };
                    let one = match (width, n) {
                        (1, 1) if left == to => Some(Op::Inc8),
                        (1, -1) if left == to => Some(Op::Dec8),
                        (2, 1) if left == to => Some(Op::Inc16),
                        _ => None,
                    };
                    if let Some(op) = one {
                        self.op(op, vec![Arg::V(to)]);
                        return true;
                    }
                    if width == 1 {
                        self.op(Op::Addi8v, vec![Arg::V(left), imm(n & 255), Arg::V(to)]);
                        return true;
                    }
                    if (0..256).contains(&n) {
                        self.op(Op::Addi16v, vec![Arg::V(left), imm(n), Arg::V(to)]);
                        return true;
                    }
                    return false;
                }
                let Some((right, other)) = self.simple(b) else {
                    return false;
                };
                if other != width {
                    return false;
                }
                let op = match (width, op) {
                    (1, BinOp::Add) => Op::Add8v,
                    (1, _) => Op::Sub8v,
                    (_, BinOp::Add) => Op::Add16v,
                    _ => Op::Sub16v,
                };
                self.op(op, vec![Arg::V(left), Arg::V(right), Arg::V(to)]);
                true
            }
            ExprKind::Load(Place::Field(rec, field, index)) => {
                let ty = self.prog.records[*rec].fields[*field].ty;
                let plain = !matches!(ty, Ty::Int { by, .. } if by > 1);
                let Some(slot) = self.byte_slot(index) else {
                    return false;
                };
                if !plain || !self.direct(*rec, *field) || ty.width() != width {
                    return false;
                }
                self.use_record(slot);
                let op = if width == 1 { Op::Movf } else { Op::Movfw };
                self.op(op, vec![Arg::Page(Data::Field(*rec, *field)), Arg::V(to)]);
                true
            }
            ExprKind::Load(Place::Array(array, index)) => {
                let info = &self.prog.arrays[*array];
                let [i] = index.as_slice() else {
                    return false;
                };
                let plain = !matches!(info.ty, Ty::Int { by, .. } if by > 1);
                let (lo, hi) = self.range(i);
                let inside = lo >= 0 && hi < info.index[0].1;
                let Some(slot) = self.byte_slot(i) else {
                    return false;
                };
                if !plain || !inside || !self.large(*array) || info.ty.width() != width {
                    return false;
                }
                let op = if width == 1 { Op::Lxv } else { Op::Lxwv };
                self.op(
                    op,
                    vec![Arg::Page(Data::Array(*array)), Arg::V(slot), Arg::V(to)],
                );
                true
            }
            _ => false,
        }
    }

    pub(super) fn store(&mut self, place: &Place, ty: Ty, e: &Expr) {
        let mark = self.mark();
        match place {
            Place::Local(_) | Place::Var(_) => {
                if let Some(slot) = self.slot(place) {
                    if ty == Ty::Flag && asks(e) && !names(e, place) {
                        self.flag_into(slot, e);
                    } else {
                        self.store_slot(slot, ty, e);
                    }
                }
            }
            Place::Field(rec, field, index) => self.store_field(*rec, *field, index, ty, e),
            Place::Array(array, index) => self.store_array(*array, index, ty, e),
            Place::Layer(layer, h) if self.prog.layers[*layer].packed.is_some() => {
                if let Some(args) = self.packed_layer(*layer, h) {
                    self.converted(e, ty);
                    self.op(Op::Stp, args);
                }
            }
            Place::Layer(layer, h) => {
                let h = self.in_word(h);
                if let Some(within) = self.prog.layers[*layer].within {
                    self.store_bits(within, h, ty, e);
                } else {
                    self.converted(e, ty);
                    self.op(Op::Sl, vec![Arg::Page(Data::Layer(*layer)), Arg::V(h)]);
                }
            }
            Place::Side(layer, h, d) => {
                let (h, d) = (self.in_word(h), self.in_byte(d));
                let args = vec![Arg::Page(Data::Layer(*layer)), Arg::V(h), Arg::V(d)];
                match Self::constant(e) {
                    Some(0) => self.op(Op::Clrside, args),
                    Some(_) => self.op(Op::Setside, args),
                    None => {
                        let (no, end) = (self.label(), self.label());
                        self.branch(e, false, no);
                        self.op(Op::Setside, args.clone());
                        self.goto(end);
                        self.bind(no);
                        self.op(Op::Clrside, args);
                        self.bind(end);
                    }
                }
            }
        }
        self.release(mark);
    }

    /// Stores into a layer that shares its bytes.
    fn store_bits(&mut self, within: Within, h: Slot, ty: Ty, e: &Expr) {
        let Some(n) = Self::constant(e) else {
            self.converted(e, ty);
            return self.put_bits(within, h);
        };
        let at = vec![Arg::Page(Data::Layer(within.layer)), Arg::V(h)];
        let bits = (Self::stored(n, ty) as u8 & within.mask) << within.shift;
        self.op(Op::Ll, at.clone());
        if bits != within.bits() {
            self.op(Op::Andi8, vec![imm((!within.bits()).into())]);
        }
        if bits != 0 {
            self.op(Op::Ori8, vec![imm(bits.into())]);
        }
        self.op(Op::Sl, at);
    }

    /// The same for what is in A.
    pub(super) fn put_bits(&mut self, within: Within, h: Slot) {
        let at = vec![Arg::Page(Data::Layer(within.layer)), Arg::V(h)];
        let bits = self.temp(2);
        if within.shift > 0 {
            self.op(Op::Shl, vec![imm(within.shift.into())]);
        }
        self.save(bits, 2);
        self.op(Op::Ll, at.clone());
        self.op(Op::Andi8, vec![imm((!within.bits()).into())]);
        self.op(Op::Or16, vec![Arg::V(bits)]);
        self.op(Op::Sl, at);
    }

    fn store_field(&mut self, rec: usize, field: usize, index: &Expr, ty: Ty, e: &Expr) {
        let data = Data::Field(rec, field);
        if self.prog.records[rec].stacked == Some(field) {
            // The mover takes the record in its slot and the hex in A.
            let mover = self.prog.procs.len();
            let record = self.in_byte(index);
            let hex = self.in_word(e);
            self.op(
                Op::Mov8,
                vec![Arg::V(Slot::Local(mover, 0)), Arg::V(record)],
            );
            self.load(hex, 2);
            self.call_proc(mover);
            return;
        }
        if self.prog.records[rec].long() {
            let index = self.in_word(index);
            self.converted(e, ty);
            let op = if ty.width() == 1 { Op::Stl } else { Op::Stlw };
            let args = self.long_field(rec, field, index);
            return self.op(op, args);
        }
        let slot = self.in_byte(index);
        if !self.direct(rec, field) {
            // Small constant records, which only tests store to: the cell's index by addition.
            self.store_cell(data, slot, ty, e);
            return;
        }
        if ty.width() == 1 {
            if let Some(n) = Self::constant(e) {
                self.use_record(slot);
                self.op(Op::Setf, vec![Arg::Page(data), imm(Self::stored(n, ty))]);
                return;
            }
            if let (Some(from), true) = (self.byte_slot(e), self.as_is(e, ty)) {
                self.use_record(slot);
                self.op(Op::Stfv, vec![Arg::Page(data), Arg::V(from)]);
                return;
            }
        }
        self.converted(e, ty);
        self.use_record(slot);
        let op = if ty.width() == 1 { Op::Stf } else { Op::Stfw };
        self.op(op, vec![Arg::Page(data)]);
    }

    /// Stores into the cell whose number is in a slot, wherever the data begins in its page.
    fn store_cell(&mut self, data: Data, index: Slot, ty: Ty, e: &Expr) {
        let cell = self.temp(1);
        self.load(index, 1);
        self.op(Op::Addi8, vec![Arg::Offset(data, 0)]);
        self.save(cell, 1);
        self.converted(e, ty);
        let op = if ty.width() == 1 { Op::Sx } else { Op::Sxw };
        self.op(op, vec![Arg::Page(data), Arg::V(cell)]);
    }

    fn store_array(&mut self, array: usize, index: &[Expr], ty: Ty, e: &Expr) {
        let info = &self.prog.arrays[array];
        let data = Data::Array(array);
        let cell = match index {
            [i] if self.large(array)
                && self.range(i).0 >= 0
                && self.range(i).1 < info.index[0].1 =>
            {
                self.in_byte(i)
            }
            _ => {
                self.flat_index(index, &info.index);
                self.op(Op::Addi8, vec![Arg::Offset(data, 0)]);
                let cell = self.temp(1);
                self.save(cell, 1);
                cell
            }
        };
        self.converted(e, ty);
        let op = if ty.width() == 1 { Op::Sx } else { Op::Sxw };
        self.op(op, vec![Arg::Page(data), Arg::V(cell)]);
    }

    /// `+=` and `-=` of an amount that is not negative, in a range that is not either.
    pub(super) fn add(&mut self, place: &Place, ty: Ty, e: &Expr, minus: bool) {
        let (hi, by) = match ty {
            Ty::Int { hi, by, .. } => (hi, by),
            _ => (255, 1),
        };
        let low = if let Ty::Int { lo, .. } = ty { lo } else { 0 };
        let mark = self.mark();
        if by == 1 && low == 0 {
            match place {
                Place::Field(rec, field, index) if ty.width() == 1 && self.direct(*rec, *field) => {
                    let slot = self.in_byte(index);
                    self.value(e);
                    // The native takes the low byte of the amount.
                    if self.range(e).1 > 255 {
                        self.op(Op::Mini8, vec![imm(255)]);
                    }
                    self.use_record(slot);
                    let page = Arg::Page(Data::Field(*rec, *field));
                    if minus {
                        self.op(Op::Subsf, vec![page]);
                    } else {
                        self.op(Op::Addsf, vec![page, imm(hi)]);
                    }
                    self.release(mark);
                    return;
                }
                Place::Local(_) | Place::Var(_) if ty.width() == 2 => {
                    if let Some(slot) = self.slot(place) {
                        if !minus && hi == 65535 && Self::constant(e) == Some(1) {
                            self.op(Op::Inc16, vec![Arg::V(slot)]);
                        } else {
                            self.value(e);
                            if minus {
                                self.op(Op::Subsv, vec![Arg::V(slot)]);
                            } else {
                                self.op(Op::Addsv, vec![Arg::V(slot), imm(hi)]);
                            }
                        }
                        self.release(mark);
                        return;
                    }
                }
                _ => {}
            }
        }
        let load = Expr {
            kind: ExprKind::Load(place.clone()),
            ty,
            span: e.span,
        };
        let ((ll, lh), (rl, rh)) = (self.range(&load), self.range(e));
        let (op, range) = if minus {
            (
                BinOp::Sub,
                crate::types::int(i64::from(ll) - i64::from(rh), i64::from(lh) - i64::from(rl)),
            )
        } else {
            (
                BinOp::Add,
                crate::types::int(i64::from(ll) + i64::from(rl), i64::from(lh) + i64::from(rh)),
            )
        };
        let sum = Expr {
            kind: ExprKind::Bin(
                op,
                alloc::boxed::Box::new(load),
                alloc::boxed::Box::new(e.clone()),
            ),
            ty: range,
            span: e.span,
        };
        let slot = self.slot(place).filter(|_| ty.width() == 1 && by == 1);
        match (slot, Self::constant(e)) {
            (Some(slot), Some(1)) if !self.as_is(&sum, ty) => self.step(slot, ty, minus),
            _ => self.store(place, ty, &sum),
        }
        self.release(mark);
    }

    /// One more or one less, unless the end of the range is reached.
    fn step(&mut self, slot: Slot, ty: Ty, minus: bool) {
        let Ty::Int { lo, hi, .. } = ty else { return };
        let (op, end) = if minus {
            (Op::Dec8, lo)
        } else {
            (Op::Inc8, hi)
        };
        let there = self.label();
        self.jump(Op::Jveqi, vec![Arg::V(slot), imm(end)], there);
        self.op(op, vec![Arg::V(slot)]);
        self.bind(there);
    }
}
