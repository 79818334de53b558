//! Values into A.

use super::Gen;
use super::lir::{Arg, Data, Slot};
use crate::ast::QuantKind;
use crate::hir::{Builtin, Expr, ExprKind, Place};
use crate::types::Ty;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::Op;

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

/// Whether evaluating it may call a procedure, and so use V slots of others.
pub(super) fn calls(e: &Expr) -> bool {
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

/// Whether a flag comes to A as 0 or 1.
fn answers(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Call(..) => e.ty == Ty::Flag,
        ExprKind::And(a, _) | ExprKind::Or(a, _) | ExprKind::Not(a) => answers(a),
        _ => false,
    }
}

/// Whether a flag is found out by branches, and not in A.
pub(super) fn asks(e: &Expr) -> bool {
    let condition = matches!(
        e.kind,
        ExprKind::Cmp(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Not(_)
            | ExprKind::Load(Place::Side(..))
            | ExprKind::Quant(QuantKind::Any, ..)
    );
    condition && !answers(e)
}

/// Whether an expression names a variable, or calls what may.
pub(super) fn names(e: &Expr, place: &Place) -> bool {
    let mut found = matches!(place, Place::Var(_)) && calls(e);
    let stmt = crate::hir::Stmt {
        kind: crate::hir::StmtKind::Call(e.clone()),
        span: e.span,
    };
    crate::check::visit(core::slice::from_ref(&stmt), &mut |node| {
        if let crate::check::Node::Expr(Expr {
            kind: ExprKind::Load(other),
            ..
        }) = node
        {
            found |= match (other, place) {
                (Place::Local(a), Place::Local(b)) | (Place::Var(a), Place::Var(b)) => a == b,
                _ => false,
            };
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
        if asks(e) {
            let slot = self.temp(1);
            self.flag_into(slot, e);
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
                let refused = self.own_var(super::REFUSED);
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
    pub(super) fn flag_value(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::And(a, b) | ExprKind::Or(a, b) if answers(a) => {
                let end = self.label();
                self.value(a);
                let known = matches!(e.kind, ExprKind::Or(..));
                self.jump(if known { Op::Jnz } else { Op::Jz }, vec![], end);
                self.value(b);
                self.bind(end);
            }
            ExprKind::Not(inner) if answers(inner) => {
                self.value(inner);
                self.op(Op::Neg, vec![]);
                self.op(Op::Addi8, vec![imm(1)]);
            }
            _ => {
                let (no, end) = (self.label(), self.label());
                self.branch(e, false, no);
                self.load_const(1);
                self.goto(end);
                self.bind(no);
                self.load_const(0);
                self.bind(end);
            }
        }
    }

    /// 1 or 0 from a condition into a variable that the condition does not name.
    pub(super) fn flag_into(&mut self, to: Slot, e: &Expr) {
        let end = self.label();
        self.op(Op::Set8, vec![Arg::V(to), imm(0)]);
        self.branch(e, false, end);
        self.op(Op::Set8, vec![Arg::V(to), imm(1)]);
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
            Place::Layer(layer, h) => match self.packed_layer(*layer, h) {
                Some(args) => self.op(Op::Ldp, args),
                None => {
                    self.load_layer(self.prog.layer_data(*layer), h);
                    self.narrow(*layer);
                }
            },
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

    /// A := what a layer holds, out of the byte in which it may lie with others.
    fn narrow(&mut self, layer: usize) {
        let Some(within) = self.prog.layers[layer].within else {
            return;
        };
        if within.shift > 0 {
            self.op(Op::Shr, vec![imm(within.shift.into())]);
        }
        if within.mask < 255 >> within.shift {
            self.op(Op::Andi8, vec![imm(within.mask.into())]);
        }
    }

    /// What the instructions on a packed layer take; none if it is not packed.
    pub(super) fn packed_layer(&mut self, layer: usize, h: &Expr) -> Option<Vec<Arg>> {
        let power = self.prog.layers[layer].packed?.power();
        let data = Data::Layer(layer);
        let h = self.in_word(h);
        let place = [Arg::Page(data), Arg::Offset(data, 0)];
        let which = [imm(power.into()), Arg::V(h)];
        Some(place.into_iter().chain(which).collect())
    }

    fn load_field(&mut self, rec: usize, field: usize, index: &Expr) {
        let data = Data::Field(rec, field);
        let width = self.prog.records[rec].fields[field].ty.width();
        if self.prog.records[rec].long() {
            let index = self.in_word(index);
            let op = if width == 1 { Op::Ldl } else { Op::Ldlw };
            let args = self.long_field(rec, field, index);
            self.op(op, args);
        } else if self.direct(rec, field) {
            self.record(index);
            let op = if width == 1 { Op::Ldf } else { Op::Ldfw };
            self.op(op, vec![Arg::Page(data)]);
        } else {
            self.value(index);
            self.table_at(data, width, 0);
        }
    }

    /// What the instructions on fields of many records take.
    pub(super) fn long_field(&self, rec: usize, field: usize, index: Slot) -> Vec<Arg> {
        let data = Data::Field(rec, field);
        let last_page = (self.prog.records[rec].count - 1) >> 8;
        let place = [Arg::Page(data), Arg::Offset(data, 0)];
        let which = [imm(last_page as i32), Arg::V(index)];
        place.into_iter().chain(which).collect()
    }

    /// A := cell A of some data, with a number added to the index.
    pub(super) fn table_at(&mut self, data: Data, width: usize, add: i32) {
        let op = if width == 1 { Op::Lt } else { Op::Ltw };
        self.op(op, vec![Arg::Page(data), Arg::Offset(data, add)]);
    }

    /// An index in A, brought into the dimension if it may lie outside. Its first number is not subtracted.
    pub(super) fn index(&mut self, e: &Expr, dim: (i32, i32, Ty)) {
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
}
