//! Conditions as branches.

use super::Gen;
use super::lir::{Arg, Data, Label, Slot};
use crate::ast::CmpOp;
use crate::hir::{Builtin, Expr, ExprKind, Place};
use alloc::vec;
use hexfront_isa::Op;

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

fn negated(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Ge => CmpOp::Lt,
        CmpOp::Le => CmpOp::Gt,
        CmpOp::Gt => CmpOp::Le,
    }
}

fn mirrored(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Lt => CmpOp::Gt,
        CmpOp::Gt => CmpOp::Lt,
        CmpOp::Le => CmpOp::Ge,
        CmpOp::Ge => CmpOp::Le,
        same => same,
    }
}

impl Gen<'_> {
    /// Goes to `label` if the condition is `sense`, else on.
    pub(super) fn branch(&mut self, e: &Expr, sense: bool, label: Label) {
        let mark = self.mark();
        match &e.kind {
            ExprKind::Const(n) => {
                if (*n != 0) == sense {
                    self.goto(label);
                }
            }
            ExprKind::Not(inner) => self.branch(inner, !sense, label),
            ExprKind::And(a, b) if !sense => {
                self.branch(a, false, label);
                self.branch(b, false, label);
            }
            ExprKind::Or(a, b) if sense => {
                self.branch(a, true, label);
                self.branch(b, true, label);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let out = self.label();
                self.branch(a, !sense, out);
                self.branch(b, sense, label);
                self.bind(out);
            }
            ExprKind::Cmp(op, a, b) => {
                let op = if sense { *op } else { negated(*op) };
                self.compare(op, a, b, label);
            }
            ExprKind::Load(Place::Side(layer, h, d)) => {
                self.side_branch(*layer, h, d, sense, label)
            }
            ExprKind::Builtin(Builtin::Chance, args) => {
                if let Some(p) = Self::constant(&args[0]) {
                    self.op(Op::Rnd, vec![imm(100)]);
                    self.jump(if sense { Op::Jlti } else { Op::Jgei }, vec![imm(p)], label);
                } else {
                    let p = self.in_word(&args[0]);
                    self.op(Op::Rnd, vec![imm(100)]);
                    let signed = self.range(&args[0]).0 < 0;
                    let op = match (sense, signed) {
                        (true, false) => Op::Jlt16,
                        (false, false) => Op::Jge16,
                        (true, true) => Op::Jlts,
                        (false, true) => Op::Jges,
                    };
                    self.jump(op, vec![Arg::V(p)], label);
                }
            }
            ExprKind::Quant(crate::ast::QuantKind::Any, _, each) => {
                self.any_branch(each, sense, label)
            }
            _ => {
                if let Some(slot) = self.byte_slot(e) {
                    self.jump(
                        if sense { Op::Jvnei } else { Op::Jveqi },
                        vec![Arg::V(slot), imm(0)],
                        label,
                    );
                } else if let Some((page, slot)) = self.byte_field(e) {
                    self.use_record(slot);
                    self.jump(
                        if sense { Op::Jfnei } else { Op::Jfeqi },
                        vec![Arg::Page(page), imm(0)],
                        label,
                    );
                } else {
                    self.value(e);
                    self.jump(if sense { Op::Jnz } else { Op::Jz }, vec![], label);
                }
            }
        }
        self.release(mark);
    }

    pub(super) fn side_branch(
        &mut self,
        layer: usize,
        h: &Expr,
        d: &Expr,
        sense: bool,
        label: Label,
    ) {
        let mark = self.mark();
        let h = self.in_word(h);
        let d = self.in_byte(d);
        let op = if sense { Op::Jside } else { Op::Jnside };
        self.jump(
            op,
            vec![Arg::Page(Data::Layer(layer)), Arg::V(h), Arg::V(d)],
            label,
        );
        self.release(mark);
    }

    fn compare(&mut self, op: CmpOp, a: &Expr, b: &Expr, label: Label) {
        let (mut op, mut a, mut b) = (op, a, b);
        // Constants right; scalars right of what must be computed.
        let swap = Self::constant(a).is_some()
            || (Self::constant(b).is_none()
                && self.simple(a).is_some()
                && self.simple(b).is_none());
        if swap {
            core::mem::swap(&mut a, &mut b);
            op = mirrored(op);
        }
        let ((al, ah), (bl, bh)) = (self.range(a), self.range(b));
        if al < 0 || bl < 0 {
            self.compare_signed(op, a, b, label);
        } else if ah <= 255 && bh <= 255 {
            self.compare_bytes(op, a, b, label);
        } else {
            self.compare_words(op, a, b, label);
        }
    }

    fn compare_bytes(&mut self, op: CmpOp, a: &Expr, b: &Expr, label: Label) {
        if let Some(n) = Self::constant(b) {
            // x <= n is x < n + 1, x > n is x >= n + 1.
            let (op, n) = match op {
                CmpOp::Le => (CmpOp::Lt, n + 1),
                CmpOp::Gt => (CmpOp::Ge, n + 1),
                other => (other, n),
            };
            if n > 255 {
                if op == CmpOp::Lt {
                    self.goto(label);
                }
                return;
            }
            if let Some(slot) = self.byte_slot(a) {
                let op = pick(op, [Op::Jveqi, Op::Jvnei, Op::Jvlti, Op::Jvgei]);
                self.jump(op, vec![Arg::V(slot), imm(n)], label);
            } else if let Some((page, slot)) = self.byte_field(a) {
                self.use_record(slot);
                let op = pick(op, [Op::Jfeqi, Op::Jfnei, Op::Jflti, Op::Jfgei]);
                self.jump(op, vec![Arg::Page(page), imm(n)], label);
            } else {
                self.value(a);
                match (op, n) {
                    (CmpOp::Eq, 0) => self.jump(Op::Jz, vec![], label),
                    (CmpOp::Ne, 0) => self.jump(Op::Jnz, vec![], label),
                    _ => self.jump(
                        pick(op, [Op::Jeqi, Op::Jnei, Op::Jlti, Op::Jgei]),
                        vec![imm(n)],
                        label,
                    ),
                }
            }
            return;
        }
        let left_field = self
            .byte_field(a)
            .filter(|_| !matches!(op, CmpOp::Le | CmpOp::Gt));
        if let (None, Some((page, record))) = (self.byte_slot(a), left_field) {
            let slot = self.in_byte(b);
            self.use_record(record);
            let op = pick(op, [Op::Jfeq, Op::Jfne, Op::Jflt, Op::Jfge]);
            self.jump(op, vec![Arg::Page(page), Arg::V(slot)], label);
            return;
        }
        if let (None, CmpOp::Eq | CmpOp::Ne | CmpOp::Lt | CmpOp::Ge) = (self.byte_slot(a), op) {
            let slot = self.in_byte(b);
            self.value(a);
            let op = pick(op, [Op::Jeq8, Op::Jne8, Op::Jlt8, Op::Jge8]);
            self.jump(op, vec![Arg::V(slot)], label);
            return;
        }
        let right = self.in_byte(b);
        let left = self.in_byte(a);
        let (op, left, right) = match op {
            CmpOp::Le => (CmpOp::Ge, right, left),
            CmpOp::Gt => (CmpOp::Lt, right, left),
            other => (other, left, right),
        };
        let op = pick(op, [Op::Jveq, Op::Jvne, Op::Jvlt, Op::Jvge]);
        self.jump(op, vec![Arg::V(left), Arg::V(right)], label);
    }

    fn compare_words(&mut self, op: CmpOp, a: &Expr, b: &Expr, label: Label) {
        if let Some(n) = Self::constant(b) {
            if n == 65535 && matches!(op, CmpOp::Eq | CmpOp::Ne) {
                self.value(a);
                self.jump(
                    if op == CmpOp::Eq {
                        Op::Jnone
                    } else {
                        Op::Jsome
                    },
                    vec![],
                    label,
                );
                return;
            }
            let (small, n2) = match op {
                CmpOp::Le => (CmpOp::Lt, n + 1),
                CmpOp::Gt => (CmpOp::Ge, n + 1),
                other => (other, n),
            };
            if n2 <= 255 {
                self.value(a);
                match (small, n2) {
                    (CmpOp::Eq, 0) => self.jump(Op::Jz, vec![], label),
                    (CmpOp::Ne, 0) => self.jump(Op::Jnz, vec![], label),
                    _ => self.jump(
                        pick(small, [Op::Jeqi, Op::Jnei, Op::Jlti, Op::Jgei]),
                        vec![imm(n2)],
                        label,
                    ),
                }
                return;
            }
        }
        if let (CmpOp::Eq | CmpOp::Ne, ExprKind::Load(Place::Field(rec, field, index)), Some(slot)) =
            (op, &a.kind, self.word_slot(b))
            && self.direct(*rec, *field)
            && self.prog.records[*rec].fields[*field].ty.width() == 2
        {
            self.record(index);
            let op = if op == CmpOp::Eq {
                Op::Jfweq
            } else {
                Op::Jfwne
            };
            self.jump(
                op,
                vec![Arg::Page(Data::Field(*rec, *field)), Arg::V(slot)],
                label,
            );
            return;
        }
        if let (Some(left), Some(right)) = (self.word_slot(a), self.word_slot(b)) {
            let (op, left, right) = match op {
                CmpOp::Le => (CmpOp::Ge, right, left),
                CmpOp::Gt => (CmpOp::Lt, right, left),
                other => (other, left, right),
            };
            let op = pick(op, [Op::Jweq, Op::Jwne, Op::Jwlt, Op::Jwge]);
            self.jump(op, vec![Arg::V(left), Arg::V(right)], label);
            return;
        }
        let right = self.in_word(b);
        self.value(a);
        let op = match op {
            CmpOp::Eq => Op::Jeq16,
            CmpOp::Ne => Op::Jne16,
            CmpOp::Lt => Op::Jlt16,
            CmpOp::Ge => Op::Jge16,
            CmpOp::Le => Op::Jle16,
            CmpOp::Gt => Op::Jgt16,
        };
        self.jump(op, vec![Arg::V(right)], label);
    }

    fn compare_signed(&mut self, op: CmpOp, a: &Expr, b: &Expr, label: Label) {
        if let (Some(0), CmpOp::Lt) = (Self::constant(b), op) {
            self.value(a);
            self.jump(Op::Jneg, vec![], label);
            return;
        }
        if let (Some(0), CmpOp::Ge) = (Self::constant(b), op) {
            let out = self.label();
            self.value(a);
            self.jump(Op::Jneg, vec![], out);
            self.goto(label);
            self.bind(out);
            return;
        }
        let right = self.in_word(b);
        self.value(a);
        let op = match op {
            CmpOp::Eq => Op::Jeq16,
            CmpOp::Ne => Op::Jne16,
            CmpOp::Lt => Op::Jlts,
            CmpOp::Ge => Op::Jges,
            CmpOp::Le => Op::Jles,
            CmpOp::Gt => Op::Jgts,
        };
        self.jump(op, vec![Arg::V(right)], label);
    }

    /// A procedure may have refused: leave too, or redraw the screen. A value in A is kept.
    pub(super) fn pass_refusal(&mut self, proc: usize, result: crate::types::Ty) {
        if !self.prog.procs[proc].refuses || !self.reachable || self.deaf {
            return;
        }
        let refused = self.own_var(super::REFUSED);
        let label = match self.refused {
            Some(label) => label,
            None => {
                let label = self.label();
                self.refused = Some(label);
                label
            }
        };
        let _ = result;
        self.jump(Op::Jvnei, vec![Arg::V(refused), imm(0)], label);
    }

    /// The slot of a byte that `for each … where` can look for: a constant or a scalar.
    pub(super) fn searchable(&mut self, e: &Expr) -> Option<Slot> {
        let (lo, hi) = self.range(e);
        if lo < 0 || hi > 255 {
            return None;
        }
        if Self::constant(e).is_some() || self.byte_slot(e).is_some() {
            return Some(self.in_byte(e));
        }
        None
    }
}

fn pick(op: CmpOp, ops: [Op; 4]) -> Op {
    match op {
        CmpOp::Eq => ops[0],
        CmpOp::Ne => ops[1],
        CmpOp::Lt | CmpOp::Le => ops[2],
        CmpOp::Ge | CmpOp::Gt => ops[3],
    }
}
