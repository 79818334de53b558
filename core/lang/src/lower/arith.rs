//! Sums and products in A, and bringing a value into its range.

use super::Gen;
use super::lir::{Arg, Data, Slot};
use crate::ast::BinOp;
use crate::hir::{Expr, ExprKind, Place};
use crate::types::Ty;
use alloc::vec;
use hexfront_isa::Op;

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

impl Gen<'_> {
    /// Brings A, known to lie in lo..hi, into first..last.
    pub(super) fn clamp(&mut self, lo: i32, hi: i32, first: i32, last: i32) {
        if lo < 0 {
            // Signed values: first up to 0, down to the last.
            if last <= 255 {
                self.op(Op::Sat8, vec![imm(last)]);
            } else {
                self.op(Op::Sat16, vec![imm(last.min(32767))]);
            }
        } else if hi > last {
            if last <= 255 {
                self.op(Op::Mini8, vec![imm(last)]);
            } else {
                self.op(Op::Mini16, vec![imm(last)]);
            }
        }
        if lo < first && first > 0 {
            if first <= 255 {
                self.op(Op::Maxi8, vec![imm(first)]);
            } else {
                self.op(Op::Maxi16, vec![imm(first)]);
            }
        }
    }

    pub(super) fn scale(&mut self, n: i32) {
        if n != 1 {
            self.op(Op::Muli8, vec![imm(n & 255)]);
        }
    }

    pub(super) fn binary(&mut self, op: BinOp, left: &Expr, right: &Expr) {
        let mark = self.mark();
        let commutes = matches!(op, BinOp::Add | BinOp::Mul);
        let (mut left, mut right) = (left, right);
        if commutes
            && (Self::constant(left).is_some()
                || (self.simple(left).is_some()
                    && self.simple(right).is_none()
                    && Self::constant(right).is_none()))
        {
            core::mem::swap(&mut left, &mut right);
        }
        if op == BinOp::Div && self.multiply_divide(left, right) {
            self.release(mark);
            return;
        }
        if let Some(n) = Self::constant(right) {
            self.value(left);
            self.with_const(op, n);
        } else if let Some(slot) = self.byte_slot(right) {
            self.value(left);
            self.with_byte(op, slot);
        } else if let Some(slot) = self.word_slot(right) {
            self.value(left);
            self.with_word(op, slot);
        } else if let (Some((page, slot)), BinOp::Add | BinOp::Sub) = (self.byte_field(right), op) {
            self.value(left);
            self.use_record(slot);
            let op = if op == BinOp::Add { Op::Addf } else { Op::Subf };
            self.op(op, vec![Arg::Page(page)]);
        } else {
            let bytes = (0..256).contains(&self.range(right).0) && self.range(right).1 < 256;
            self.value(right);
            let slot = self.temp(if bytes { 1 } else { 2 });
            self.save(slot, if bytes { 1 } else { 2 });
            self.value(left);
            if bytes {
                self.with_byte(op, slot);
            } else {
                self.with_word(op, slot);
            }
        }
        self.release(mark);
    }

    /// A byte field of the record in a slot.
    pub(super) fn byte_field(&self, e: &Expr) -> Option<(Data, Slot)> {
        let ExprKind::Load(Place::Field(rec, field, index)) = &e.kind else {
            return None;
        };
        let ty = self.prog.records[*rec].fields[*field].ty;
        let plain = ty.width() == 1 && !matches!(ty, Ty::Int { by, .. } if by > 1);
        let slot = self.byte_slot(index)?;
        (plain && self.direct(*rec, *field)).then_some((Data::Field(*rec, *field), slot))
    }

    pub(super) fn with_const(&mut self, op: BinOp, n: i32) {
        let byte = (0..256).contains(&n);
        match op {
            BinOp::Add | BinOp::Sub if n == 0 => {}
            BinOp::Add if byte => self.op(Op::Addi8, vec![imm(n)]),
            BinOp::Add => self.op(Op::Addi16, vec![imm(n)]),
            BinOp::Sub if byte => self.op(Op::Subi8, vec![imm(n)]),
            BinOp::Sub => self.op(Op::Addi16, vec![imm(-n)]),
            BinOp::Mul | BinOp::Div if n == 1 => {}
            BinOp::Mul if n > 0 && n.count_ones() == 1 => {
                self.op(Op::Shl, vec![imm(n.trailing_zeros() as i32)])
            }
            BinOp::Div if n > 0 && n.count_ones() == 1 => {
                self.op(Op::Shr, vec![imm(n.trailing_zeros() as i32)])
            }
            BinOp::Mul if byte => self.op(Op::Muli8, vec![imm(n)]),
            BinOp::Div if byte => self.op(Op::Divi8, vec![imm(n)]),
            BinOp::Mod if byte => self.op(Op::Modi8, vec![imm(n)]),
            BinOp::Mul | BinOp::Div | BinOp::Mod => {
                let slot = self.temp(2);
                self.op(Op::Set16, vec![Arg::V(slot), imm(n)]);
                self.with_word(op, slot);
            }
        }
    }

    pub(super) fn with_byte(&mut self, op: BinOp, slot: Slot) {
        let op = match op {
            BinOp::Add => Op::Add8,
            BinOp::Sub => Op::Sub8,
            BinOp::Mul => Op::Mul8,
            BinOp::Div => Op::Div8,
            BinOp::Mod => {
                let word = self.temp(2);
                self.op(Op::Movz, vec![Arg::V(word), Arg::V(slot)]);
                self.op(Op::Mod16, vec![Arg::V(word)]);
                return;
            }
        };
        self.op(op, vec![Arg::V(slot)]);
    }

    pub(super) fn with_word(&mut self, op: BinOp, slot: Slot) {
        let op = match op {
            BinOp::Add => Op::Add16,
            BinOp::Sub => Op::Sub16,
            BinOp::Mul => Op::Mul16,
            BinOp::Div => Op::Div16,
            BinOp::Mod => Op::Mod16,
        };
        self.op(op, vec![Arg::V(slot)]);
    }

    pub(super) fn wide(&self, e: &Expr) -> i64 {
        if let ExprKind::Bin(BinOp::Mul, a, b) = &e.kind {
            return self.wide(a).saturating_mul(self.wide(b));
        }
        i64::from(self.range(e).1)
    }

    /// `a * b / c` and `a * b * c / d` where the product does not fit into 16 bits. False if it is neither.
    pub(super) fn multiply_divide(&mut self, product: &Expr, divisor: &Expr) -> bool {
        let ExprKind::Bin(BinOp::Mul, a, b) = &product.kind else {
            return false;
        };
        let known = Self::constant(divisor);
        if self.wide(product) <= 65535 && known.is_none_or(|n| n <= 65535) {
            return false;
        }
        if let (ExprKind::Bin(BinOp::Mul, x, y), Some(n)) = (&a.kind, known)
            && (self.wide(a) > 65535 || n > 65535)
        {
            let (v, w) = (self.in_word(y), self.in_word(b));
            self.value(x);
            self.op(
                Op::Muldiv3,
                vec![Arg::V(v), Arg::V(w), imm(n >> 16), imm(n & 0xFFFF)],
            );
            return true;
        }
        let (mut a, mut b) = (&**a, &**b);
        if self.range(b).1 > 255 && self.range(a).1 <= 255 {
            core::mem::swap(&mut a, &mut b);
        }
        match (known, Self::constant(b)) {
            (Some(n), Some(m)) if n <= 255 && m <= 255 => {
                self.value(a);
                self.op(Op::Muldivi, vec![imm(m), imm(n)]);
            }
            (Some(n), _) if n <= 65535 && self.range(b).1 <= 255 => {
                let v = self.in_byte(b);
                self.value(a);
                self.op(Op::Muldiv8, vec![Arg::V(v), imm(n)]);
            }
            (Some(n), _) if n > 65535 => {
                let v = self.in_word(b);
                let one = self.temp(2);
                self.op(Op::Set16, vec![Arg::V(one), imm(1)]);
                self.value(a);
                self.op(
                    Op::Muldiv3,
                    vec![Arg::V(v), Arg::V(one), imm(n >> 16), imm(n & 0xFFFF)],
                );
            }
            _ => {
                let (v, w) = (self.in_word(b), self.in_word(divisor));
                self.value(a);
                self.op(Op::Muldiv, vec![Arg::V(v), Arg::V(w)]);
            }
        }
        true
    }

    /// Brings the value in A, which came from `e`, into a type.
    pub(super) fn saturate(&mut self, e: &Expr, ty: Ty) {
        if let Ty::Int { lo, hi, by } = ty {
            let (low, high) = self.range(e);
            if lo < 0 {
                self.clamp_signed(low, high, lo, hi);
            } else {
                self.clamp(low, high, lo, hi);
            }
            if by > 1 {
                self.op(Op::Divi8, vec![imm(by)]);
            }
        }
    }

    /// Into a range with negative numbers.
    pub(super) fn clamp_signed(&mut self, low: i32, high: i32, lo: i32, hi: i32) {
        if low >= lo && high <= hi {
            return;
        }
        let mark = self.mark();
        let limit = self.temp(2);
        if high > hi {
            let ok = self.label();
            self.op(Op::Set16, vec![Arg::V(limit), imm(hi)]);
            self.jump(
                if low < 0 { Op::Jles } else { Op::Jle16 },
                vec![Arg::V(limit)],
                ok,
            );
            self.load(limit, 2);
            self.bind(ok);
        }
        if low < lo {
            let ok = self.label();
            self.op(Op::Set16, vec![Arg::V(limit), imm(lo)]);
            self.jump(Op::Jges, vec![Arg::V(limit)], ok);
            self.load(limit, 2);
            self.bind(ok);
        }
        self.release(mark);
    }

    pub(super) fn random(&mut self, low: &Expr, high: &Expr) {
        match (Self::constant(low), Self::constant(high)) {
            (Some(a), Some(b)) => {
                self.op(Op::Rnd, vec![imm((b - a + 1) & 255)]);
                self.with_const(BinOp::Add, a);
            }
            (Some(a), None) => {
                self.value(high);
                self.with_const(BinOp::Sub, a - 1);
                self.op(Op::Rnda, vec![]);
                self.with_const(BinOp::Add, a);
            }
            _ => {
                let from = self.in_word(low);
                self.value(high);
                self.op(Op::Sub16, vec![Arg::V(from)]);
                self.op(Op::Addi8, vec![imm(1)]);
                self.op(Op::Rnda, vec![]);
                self.op(Op::Add16, vec![Arg::V(from)]);
            }
        }
    }

    pub(super) fn extreme(&mut self, min: bool, a: &Expr, b: &Expr) {
        let signed = self.range(a).0 < 0 || self.range(b).0 < 0;
        let (a, b) = if Self::constant(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        if signed {
            if let (false, Some(0), true) = (min, Self::constant(b), self.range(a).1 <= 32767) {
                self.value(a);
                self.op(Op::Sat16, vec![imm(32767)]);
                return;
            }
            let v = self.in_word(b);
            self.value(a);
            let end = self.label();
            self.jump(if min { Op::Jles } else { Op::Jges }, vec![Arg::V(v)], end);
            self.load(v, 2);
            self.bind(end);
            return;
        }
        if let Some(n) = Self::constant(b) {
            self.value(a);
            let op = match (min, n <= 255) {
                (true, true) => Op::Mini8,
                (true, false) => Op::Mini16,
                (false, true) => Op::Maxi8,
                (false, false) => Op::Maxi16,
            };
            self.op(op, vec![imm(n)]);
            return;
        }
        let v = self.in_word(b);
        self.value(a);
        self.op(if min { Op::Min16 } else { Op::Max16 }, vec![Arg::V(v)]);
    }
}
