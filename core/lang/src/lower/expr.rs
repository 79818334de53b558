//! Values into A.

use super::Gen;
use super::lir::{Arg, Data, Slot};
use crate::ast::BinOp;
use crate::hir::{Builtin, Expr, ExprKind, Place};
use crate::types::Ty;
use alloc::vec;
use hexfront_isa::{Op, ShellCall};

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

/// Whether evaluating it may call a procedure, and so use V slots of others.
fn calls(e: &Expr) -> bool {
    let mut found = false;
    let stmt = crate::hir::Stmt {
        kind: crate::hir::StmtKind::Call(e.clone()),
        span: e.span,
    };
    crate::check::visit(core::slice::from_ref(&stmt), &mut |node| {
        if let crate::check::Node::Expr(e) = node {
            found |= matches!(
                e.kind,
                ExprKind::Call(..)
                    | ExprKind::Try(_)
                    | ExprKind::Builtin(Builtin::Shell(_) | Builtin::Place, _)
            );
        }
    });
    found
}

impl Gen<'_> {
    pub(super) fn load_const(&mut self, n: i32) {
        if (0..256).contains(&n) {
            self.op(Op::Ldi8, vec![imm(n)]);
        } else {
            self.op(Op::Ldi16, vec![imm(n)]);
        }
    }

    pub(super) fn load(&mut self, slot: Slot, width: usize) {
        let op = if width == 1 { Op::Ld8 } else { Op::Ld16 };
        self.op(op, vec![Arg::V(slot)]);
    }

    pub(super) fn save(&mut self, slot: Slot, width: usize) {
        let op = if width == 1 { Op::St8 } else { Op::St16 };
        self.op(op, vec![Arg::V(slot)]);
    }

    /// Makes U hold the record in a slot. A stays.
    pub(super) fn use_record(&mut self, slot: Slot) {
        if self.u != Some(slot) {
            self.op(Op::Ldu, vec![Arg::V(slot)]);
        }
    }

    /// Makes U hold the record of an expression. A does not stay unless it is a scalar.
    pub(super) fn record(&mut self, e: &Expr) {
        if let Some(slot) = self.byte_slot(e) {
            self.use_record(slot);
            return;
        }
        self.value(e);
        self.op(Op::Tau, vec![]);
    }

    /// A V byte that holds the value: its own or a temporary.
    pub(super) fn in_byte(&mut self, e: &Expr) -> Slot {
        if let Some(slot) = self.byte_slot(e) {
            return slot;
        }
        if let Some(n) = Self::constant(e) {
            let slot = self.temp(1);
            self.op(Op::Set8, vec![Arg::V(slot), imm(n & 255)]);
            return slot;
        }
        self.value(e);
        let slot = self.temp(1);
        self.save(slot, 1);
        slot
    }

    /// A V word that holds the value.
    pub(super) fn in_word(&mut self, e: &Expr) -> Slot {
        if let Some(slot) = self.word_slot(e) {
            return slot;
        }
        let slot;
        if let Some(byte) = self.byte_slot(e) {
            slot = self.temp(2);
            self.op(Op::Movz, vec![Arg::V(slot), Arg::V(byte)]);
        } else if let Some(n) = Self::constant(e) {
            slot = self.temp(2);
            self.op(Op::Set16, vec![Arg::V(slot), imm(n)]);
        } else {
            self.value(e);
            slot = self.temp(2);
            self.save(slot, 2);
        }
        slot
    }

    /// The value of an expression in A.
    pub(super) fn value(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Const(n) => self.load_const(*n),
            ExprKind::Text(text) => self.op(Op::Ldi16, vec![Arg::Text(*text)]),
            ExprKind::Load(place) => self.load_place(place),
            ExprKind::Neg(inner) => {
                self.value(inner);
                self.op(Op::Neg, vec![]);
            }
            ExprKind::Bin(op, left, right) => self.binary(*op, left, right),
            ExprKind::Not(_) | ExprKind::Cmp(..) | ExprKind::And(..) | ExprKind::Or(..) => {
                self.flag_value(e)
            }
            ExprKind::IfElse(condition, yes, no) => {
                let (other, end) = (self.label(), self.label());
                self.branch(condition, false, other);
                self.value(yes);
                self.goto(end);
                self.bind(other);
                self.value(no);
                self.bind(end);
            }
            ExprKind::Match(value, arms) => self.match_value(value, arms),
            ExprKind::Quant(kind, value, each) => self.quant(*kind, value.as_deref(), each),
            ExprKind::Call(proc, args) => {
                self.call(*proc, args);
                self.pass_refusal(*proc, self.prog.procs[*proc].result);
            }
            ExprKind::Try(call) => {
                let trying = self.own_var("_trying");
                let refused = self.own_var("_refused");
                self.op(Op::Inc8, vec![Arg::V(trying)]);
                if let ExprKind::Call(proc, args) = &call.kind {
                    self.call(*proc, args);
                }
                self.op(Op::Dec8, vec![Arg::V(trying)]);
                let (no, end) = (self.label(), self.label());
                self.jump(Op::Jvnei, vec![Arg::V(refused), imm(0)], no);
                self.load_const(1);
                self.goto(end);
                self.bind(no);
                self.op(Op::Set8, vec![Arg::V(refused), imm(0)]);
                self.load_const(0);
                self.bind(end);
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, e),
        }
    }

    /// 1 or 0 from a condition.
    fn flag_value(&mut self, e: &Expr) {
        let (no, end) = (self.label(), self.label());
        self.branch(e, false, no);
        self.load_const(1);
        self.goto(end);
        self.bind(no);
        self.load_const(0);
        self.bind(end);
    }

    fn match_value(&mut self, value: &Expr, arms: &[crate::hir::Arm<Expr>]) {
        let mark = self.mark();
        let end = self.label();
        let slot = if self.range(value).1 > 255 {
            None
        } else {
            Some(self.in_byte(value))
        };
        let word = if slot.is_none() {
            Some(self.in_word(value))
        } else {
            None
        };
        for (cases, result) in arms {
            if cases.is_empty() {
                self.value(result);
                break;
            }
            let (next, hit) = (self.label(), self.label());
            for (i, case) in cases.iter().enumerate() {
                let last = i + 1 == cases.len();
                self.case(slot, word, *case, if last { next } else { hit }, !last);
            }
            self.bind(hit);
            self.value(result);
            self.goto(end);
            self.bind(next);
        }
        self.bind(end);
        self.release(mark);
    }

    /// Goes to `label` if the value lies in the case (`sense`) or if it does not.
    pub(super) fn case(
        &mut self,
        byte: Option<Slot>,
        word: Option<Slot>,
        case: (i32, i32),
        label: usize,
        sense: bool,
    ) {
        let (low, high) = case;
        if let Some(slot) = byte {
            let slot = Arg::V(slot);
            if low == high {
                let op = if sense { Op::Jveqi } else { Op::Jvnei };
                self.jump(op, vec![slot, imm(low)], label);
            } else if sense {
                let out = self.label();
                if low > 0 {
                    self.jump(Op::Jvlti, vec![slot.clone(), imm(low)], out);
                }
                if high >= 255 {
                    self.goto(label);
                } else {
                    self.jump(Op::Jvlti, vec![slot, imm(high + 1)], label);
                }
                self.bind(out);
            } else {
                if low > 0 {
                    self.jump(Op::Jvlti, vec![slot.clone(), imm(low)], label);
                }
                if high < 255 {
                    self.jump(Op::Jvgei, vec![slot, imm(high + 1)], label);
                }
            }
        } else if let Some(slot) = word {
            // Distance from the low end, unsigned: within the case if it is below its width.
            self.load(slot, 2);
            if low != 0 {
                self.op(Op::Addi16, vec![imm(-low)]);
            }
            let width = high - low + 1;
            if low == high {
                let op = if sense { Op::Jz } else { Op::Jnz };
                self.jump(op, vec![], label);
            } else if width <= 255 {
                let op = if sense { Op::Jlti } else { Op::Jgei };
                self.jump(op, vec![imm(width)], label);
            } else {
                let mark = self.mark();
                let limit = self.temp(2);
                self.op(Op::Set16, vec![Arg::V(limit), imm(width)]);
                let op = if sense { Op::Jlt16 } else { Op::Jge16 };
                self.jump(op, vec![Arg::V(limit)], label);
                self.release(mark);
            }
        }
    }

    fn load_place(&mut self, place: &Place) {
        let ty = self.place_ty(place);
        match place {
            Place::Local(_) | Place::Var(_) => {
                if let Some(slot) = self.slot(place) {
                    self.load(slot, ty.width());
                }
            }
            Place::Field(rec, field, index) => self.load_field(*rec, *field, index),
            Place::Array(array, index) => self.load_array(*array, index),
            Place::Layer(layer, h) => self.load_layer(Data::Layer(*layer), h),
            Place::Side(layer, h, d) => {
                let (no, end) = (self.label(), self.label());
                self.side_branch(*layer, h, d, false, no);
                self.load_const(1);
                self.goto(end);
                self.bind(no);
                self.load_const(0);
                self.bind(end);
            }
        }
        if let Ty::Int { by: by @ 2.., .. } = ty {
            self.op(Op::Muli8, vec![imm(by)]);
        }
    }

    pub(super) fn load_layer(&mut self, layer: Data, h: &Expr) {
        if let Some(slot) = self.word_slot(h) {
            self.op(Op::Ll, vec![Arg::Page(layer), Arg::V(slot)]);
            return;
        }
        if let ExprKind::Load(Place::Field(rec, field, index)) = &h.kind
            && self.direct(*rec, *field)
        {
            self.record(index);
            self.op(
                Op::Llf,
                vec![Arg::Page(layer), Arg::Page(Data::Field(*rec, *field))],
            );
            return;
        }
        self.value(h);
        self.op(Op::Lla, vec![Arg::Page(layer)]);
    }

    fn load_field(&mut self, rec: usize, field: usize, index: &Expr) {
        let data = Data::Field(rec, field);
        let width = self.prog.records[rec].fields[field].ty.width();
        if self.direct(rec, field) {
            self.record(index);
            let op = if width == 1 { Op::Ldf } else { Op::Ldfw };
            self.op(op, vec![Arg::Page(data)]);
        } else {
            self.value(index);
            self.table_at(data, width, 0);
        }
    }

    /// A := cell A of some data, with a number added to the index.
    pub(super) fn table_at(&mut self, data: Data, width: usize, add: i32) {
        let op = if width == 1 { Op::Lt } else { Op::Ltw };
        self.op(op, vec![Arg::Page(data), Arg::Offset(data, add)]);
    }

    /// An index in A, brought into the dimension if it may lie outside. Its first number is not subtracted.
    fn index(&mut self, e: &Expr, dim: (i32, i32, Ty)) {
        self.value(e);
        let (lo, hi) = self.range(e);
        let (first, last) = (dim.0, dim.0 + dim.1 - 1);
        if lo >= first && hi <= last {
            return;
        }
        if matches!(dim.2, Ty::Enum(_)) {
            return;
        }
        self.clamp(lo, hi, first, last);
    }

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

    /// Whether an index needs no clamp.
    fn fits(&self, e: &Expr, dim: (i32, i32, Ty)) -> bool {
        let (lo, hi) = self.range(e);
        matches!(dim.2, Ty::Enum(_)) || (lo >= dim.0 && hi < dim.0 + dim.1)
    }

    /// Whether an array lies at the beginning of a page of its own.
    pub(super) fn large(&self, array: usize) -> bool {
        let info = &self.prog.arrays[array];
        info.init.len() >= super::LARGE && info.index.len() == 1 && info.index[0].0 == 0
    }

    fn load_array(&mut self, array: usize, index: &[Expr]) {
        let info = &self.prog.arrays[array];
        let (data, width) = (Data::Array(array), info.ty.width());
        let dims = &info.index;
        match (index, dims.as_slice()) {
            ([i], [dim]) => {
                if let (Some(slot), true, true) =
                    (self.byte_slot(i), self.large(array), self.fits(i, *dim))
                {
                    let op = if width == 1 { Op::Lx } else { Op::Lxw };
                    self.op(op, vec![Arg::Page(data), Arg::V(slot)]);
                    return;
                }
                self.index(i, *dim);
                self.table_at(data, width, -dim.0);
            }
            ([i, j], [di, dj]) => {
                let shift = -(di.0 * dj.1) - dj.0;
                if let Some(n) = Self::constant(i) {
                    self.index(j, *dj);
                    self.table_at(data, width, shift + n.clamp(di.0, di.0 + di.1 - 1) * dj.1);
                } else if let Some(n) = Self::constant(j) {
                    self.index(i, *di);
                    self.scale(dj.1);
                    self.table_at(data, width, shift + n.clamp(dj.0, dj.0 + dj.1 - 1));
                } else {
                    let mark = self.mark();
                    let column = if self.fits(j, *dj) && self.byte_slot(j).is_some() {
                        self.in_byte(j)
                    } else {
                        self.index(j, *dj);
                        let slot = self.temp(1);
                        self.save(slot, 1);
                        slot
                    };
                    self.index(i, *di);
                    if width == 1 {
                        self.op(
                            Op::Lt2,
                            vec![
                                Arg::Page(data),
                                Arg::Offset(data, shift),
                                imm(dj.1),
                                Arg::V(column),
                            ],
                        );
                    } else {
                        self.scale(dj.1);
                        self.op(Op::Add8, vec![Arg::V(column)]);
                        self.table_at(data, width, shift);
                    }
                    self.release(mark);
                }
            }
            _ => {
                self.flat_index(index, dims);
                self.table_at(data, width, 0);
            }
        }
    }

    fn scale(&mut self, n: i32) {
        if n != 1 {
            self.op(Op::Muli8, vec![imm(n & 255)]);
        }
    }

    /// The number of a cell in A, counted from 0.
    pub(super) fn flat_index(&mut self, index: &[Expr], dims: &[(i32, i32, Ty)]) {
        let mark = self.mark();
        let mut shift = 0;
        for (i, (e, dim)) in index.iter().zip(dims).enumerate() {
            shift = shift * dim.1 - dim.0;
            if i == 0 {
                self.index(e, *dim);
                continue;
            }
            self.scale(dim.1);
            let sum = self.temp(2);
            self.save(sum, 2);
            self.index(e, *dim);
            self.op(Op::Add16, vec![Arg::V(sum)]);
        }
        if shift != 0 {
            self.op(Op::Addi16, vec![imm(shift)]);
        }
        self.release(mark);
    }

    fn binary(&mut self, op: BinOp, left: &Expr, right: &Expr) {
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

    fn with_const(&mut self, op: BinOp, n: i32) {
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

    fn with_byte(&mut self, op: BinOp, slot: Slot) {
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

    fn with_word(&mut self, op: BinOp, slot: Slot) {
        let op = match op {
            BinOp::Add => Op::Add16,
            BinOp::Sub => Op::Sub16,
            BinOp::Mul => Op::Mul16,
            BinOp::Div => Op::Div16,
            BinOp::Mod => Op::Mod16,
        };
        self.op(op, vec![Arg::V(slot)]);
    }

    fn wide(&self, e: &Expr) -> i64 {
        if let ExprKind::Bin(BinOp::Mul, a, b) = &e.kind {
            return self.wide(a).saturating_mul(self.wide(b));
        }
        i64::from(self.range(e).1)
    }

    /// `a * b / c` and `a * b * c / d` where the product does not fit into 16 bits. False if it is neither.
    fn multiply_divide(&mut self, product: &Expr, divisor: &Expr) -> bool {
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

    /// Values into the slots of a procedure, then the call.
    pub(super) fn call(&mut self, proc: usize, args: &[Expr]) {
        let mark = self.mark();
        let Some((last, first)) = args.split_last() else {
            self.call_proc(proc);
            return;
        };
        let widths: vec::Vec<usize> = self.prog.procs[proc].locals[..args.len()]
            .iter()
            .map(|l| l.ty.width())
            .collect();
        let types: vec::Vec<Ty> = self.prog.procs[proc].locals[..args.len()]
            .iter()
            .map(|l| l.ty)
            .collect();
        // What calls others may use the same slots: it is worked out first and kept aside.
        let mut kept: vec::Vec<Option<Slot>> = vec![None; args.len()];
        for (i, arg) in args.iter().enumerate() {
            if args.len() > 1 && calls(arg) {
                self.converted(arg, types[i]);
                let slot = self.temp(widths[i]);
                self.save(slot, widths[i]);
                kept[i] = Some(slot);
            }
        }
        for (i, arg) in first.iter().enumerate() {
            let to = Slot::Local(proc, i);
            match kept[i] {
                Some(slot) => self.move_slot(to, slot, widths[i]),
                None => self.store_slot(to, types[i], arg),
            }
        }
        match kept[args.len() - 1] {
            Some(slot) => self.load(slot, widths[args.len() - 1]),
            None => self.converted(last, types[args.len() - 1]),
        }
        self.call_proc(proc);
        self.release(mark);
    }

    fn move_slot(&mut self, to: Slot, from: Slot, width: usize) {
        let op = if width == 1 { Op::Mov8 } else { Op::Mov16 };
        self.op(op, vec![Arg::V(to), Arg::V(from)]);
    }

    /// A value in A as it is stored in a type: saturated, steps counted.
    pub(super) fn converted(&mut self, e: &Expr, ty: Ty) {
        self.value(e);
        self.saturate(e, ty);
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
    fn clamp_signed(&mut self, low: i32, high: i32, lo: i32, hi: i32) {
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

    fn builtin(&mut self, builtin: Builtin, args: &[Expr], e: &Expr) {
        let mark = self.mark();
        match builtin {
            Builtin::Min | Builtin::Max => {
                self.extreme(builtin == Builtin::Min, &args[0], &args[1])
            }
            Builtin::Hex => {
                // Column * 32 + row.
                if let Some(n) = Self::constant(&args[1]) {
                    self.value(&args[0]);
                    self.op(Op::Shl, vec![imm(5)]);
                    self.with_const(BinOp::Add, n);
                } else {
                    let row = self.in_word(&args[1]);
                    self.value(&args[0]);
                    self.op(Op::Shl, vec![imm(5)]);
                    self.op(Op::Add16, vec![Arg::V(row)]);
                }
            }
            Builtin::Column => {
                self.value(&args[0]);
                self.op(Op::Shr, vec![imm(5)]);
            }
            Builtin::Row => {
                self.value(&args[0]);
                self.op(Op::Andi8, vec![imm(31)]);
            }
            Builtin::Neighbour => {
                let h = self.in_word(&args[0]);
                let d = self.in_byte(&args[1]);
                self.op(Op::Hexn, vec![Arg::V(h), Arg::V(d)]);
            }
            Builtin::Distance | Builtin::DirectionTo => {
                let v = self.in_word(&args[1]);
                self.value(&args[0]);
                let op = if builtin == Builtin::Distance {
                    Op::Hexdist
                } else {
                    Op::Hexdir
                };
                self.op(op, vec![Arg::V(v)]);
            }
            Builtin::Opposite => {
                let end = self.label();
                self.value(&args[0]);
                self.jump(Op::Jz, vec![], end);
                self.op(Op::Addi8, vec![imm(3)]);
                self.jump(Op::Jlti, vec![imm(7)], end);
                self.op(Op::Subi8, vec![imm(6)]);
                self.bind(end);
            }
            Builtin::Random => self.random(&args[0], &args[1]),
            Builtin::Chance | Builtin::Place => self.special(builtin, args, e),
            Builtin::Cast => {
                self.value(&args[0]);
                let (lo, hi) = self.range(&args[0]);
                match e.ty {
                    Ty::Enum(e) => {
                        self.clamp(lo, hi, 0, self.prog.enums[e].members.len() as i32 - 1)
                    }
                    Ty::Rec(r) => self.clamp(lo, hi, 0, self.prog.records[r].count as i32 - 1),
                    _ => {}
                }
            }
            Builtin::Seed => {
                self.value(&args[0]);
                self.op(Op::Seed, vec![]);
            }
            Builtin::PrintChar => {
                if let Some(n) = Self::constant(&args[0]) {
                    self.op(Op::Printc, vec![imm(n)]);
                } else {
                    self.value(&args[0]);
                    self.op(Op::Printca, vec![]);
                }
            }
            Builtin::PrintText => {
                if let ExprKind::Text(text) = args[0].kind {
                    self.op(Op::Print, vec![Arg::Text(text)]);
                } else {
                    self.value(&args[0]);
                    self.op(Op::Printa, vec![]);
                }
            }
            Builtin::Shell(call) => self.shell_call(call, args),
        }
        self.release(mark);
    }

    fn special(&mut self, builtin: Builtin, args: &[Expr], e: &Expr) {
        if builtin == Builtin::Chance {
            self.flag_value(e);
            return;
        }
        // The name of the place at a hex: a search through the places.
        let places = self
            .prog
            .records
            .iter()
            .position(|r| r.name == "place" && r.stacked.is_none());
        let Some(rec) = places else {
            return;
        };
        let h = self.in_word(&args[0]);
        let i = self.temp(1);
        let (top, found, end) = (self.label(), self.label(), self.label());
        self.op(Op::Set8, vec![Arg::V(i), imm(0)]);
        self.bind_loop(top, None);
        self.load(i, 1);
        self.table_at(Data::Field(rec, 0), 2, 0);
        self.jump(Op::Jeq16, vec![Arg::V(h)], found);
        self.jump(
            Op::Forv,
            vec![Arg::V(i), imm(self.prog.records[rec].count as i32 - 1)],
            top,
        );
        let empty = self.text("");
        self.op(Op::Ldi16, vec![Arg::Text(empty)]);
        self.goto(end);
        self.bind(found);
        self.load(i, 1);
        self.table_at(Data::Field(rec, 2), 2, 0);
        self.bind(end);
    }

    fn random(&mut self, low: &Expr, high: &Expr) {
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

    fn extreme(&mut self, min: bool, a: &Expr, b: &Expr) {
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

    fn shell_call(&mut self, number: u8, args: &[Expr]) {
        let Some(call) = ShellCall::ALL.get(usize::from(number)).copied() else {
            return;
        };
        let code = imm(i32::from(number));
        let bytes: vec::Vec<Option<i32>> = args
            .iter()
            .map(|a| Self::constant(a).filter(|n| (0..256).contains(n)))
            .collect();
        match bytes.as_slice() {
            [] => self.shell(call),
            [Some(n)] => self.op(Op::Shelli, vec![code, imm(*n)]),
            [None] => {
                self.value(&args[0]);
                self.op(Op::Shella, vec![code]);
            }
            [Some(n), Some(m)] => self.op(Op::Shell2, vec![code, imm(*n), imm(*m)]),
            _ => {
                // The first value is worked out last and goes by A; the others first of all.
                let mut kept = vec::Vec::new();
                for arg in &args[1..] {
                    let plain = Self::constant(arg).is_some() || self.simple(arg).is_some();
                    kept.push(if plain { None } else { Some(self.in_word(arg)) });
                }
                let first_plain = !calls(&args[0]);
                if !first_plain {
                    let slot = self.in_word(&args[0]);
                    kept.insert(0, Some(slot));
                } else {
                    kept.insert(0, None);
                }
                for (i, arg) in args.iter().enumerate().skip(1) {
                    let to = Slot::Fixed(2 * i as u8);
                    match kept[i] {
                        Some(slot) => self.op(Op::Mov16, vec![Arg::V(to), Arg::V(slot)]),
                        None => self.store_slot(to, crate::types::NUMBER, arg),
                    }
                }
                match kept[0] {
                    Some(slot) => self.load(slot, 2),
                    None => self.value(&args[0]),
                }
                self.op(Op::Shella, vec![code]);
            }
        }
        // Records lie in their lists again after a load.
        if call == ShellCall::Load && self.shared.stacked.is_some() {
            let status = self.temp(1);
            self.save(status, 1);
            self.rebuild();
            self.load(status, 1);
        }
    }
}
