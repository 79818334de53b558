//! Statements.

use super::Gen;
use super::lir::{Arg, Label, Slot};
use super::loops::Task;
use crate::ast::CmpOp;
use crate::hir::{
    Arm, Because, Expectation, Expr, ExprKind, Packing, Piece, Place, ProcKind, Stmt, StmtKind,
};
use crate::source::Span;
use crate::types::Ty;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::{Op, ShellCall};

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

/// Host calls of tests go by the shell call `delay` with numbers from here on.
pub(crate) const HOST_FAIL: u16 = 0x8000;
/// Steps for the host: press, rolls, printed.
pub(crate) const HOST_STEP: u16 = 0xC000;
/// A word that a failure shows.
pub(crate) const HOST_SHOW: u16 = 0xBFFE;
/// What is printed from here on is a line of the trace.
pub(crate) const HOST_TRACE: u16 = 0xBFFD;
/// What is printed from here on is the message of a refusal.
pub(crate) const HOST_MARK: u16 = 0xBFFF;

/// The type of a word that is compared or shown.
fn word(signed: bool) -> Ty {
    match signed {
        true => crate::types::int(-32768, 32767),
        false => crate::types::NUMBER,
    }
}

/// What a statement prints, if that is all it does.
fn printed(stmt: &Stmt) -> Option<&Vec<Piece>> {
    match &stmt.kind {
        StmtKind::Print(pieces) => Some(pieces),
        _ => None,
    }
}

impl Gen<'_> {
    pub(super) fn block(&mut self, block: &[Stmt]) {
        for stmts in block.chunk_by(|a, b| printed(a).is_some() && printed(b).is_some()) {
            let Some(stmt) = stmts.first() else { continue };
            let mark = self.mark();
            let span = core::mem::replace(&mut self.span, stmt.span);
            if stmts.len() > 1 {
                // Letters of lines that follow each other are one text.
                let pieces: Vec<Piece> = stmts
                    .iter()
                    .filter_map(printed)
                    .flatten()
                    .cloned()
                    .collect();
                self.print(&pieces);
            } else {
                self.stmt(stmt);
            }
            self.span = span;
            self.release(mark);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Store(place, ty, e) => self.store(place, *ty, e),
            StmtKind::Add(place, ty, e) => self.add(place, *ty, e, false),
            StmtKind::Sub(place, ty, e) => self.add(place, *ty, e, true),
            StmtKind::If(condition, yes, no) => {
                let (other, end) = (self.label(), self.label());
                self.branch(condition, false, other);
                self.block(yes);
                if !no.is_empty() {
                    self.goto(end);
                }
                self.bind(other);
                self.block(no);
                self.bind(end);
            }
            StmtKind::Match(value, arms, otherwise) => self.match_stmt(value, arms, otherwise),
            StmtKind::ForEach(each, block) => self.each(each, &Task::Block(block)),
            StmtKind::ForTo(local, low, high, block) => self.for_to(*local, low, high, block),
            StmtKind::Repeat(local, times, block) => self.bounded(*local, times, None, block),
            StmtKind::While(local, condition, times, block) => {
                self.bounded(*local, times, Some(condition), block)
            }
            StmtKind::Stop => {
                if let Some(&label) = self.breaks.last() {
                    self.goto(label);
                }
            }
            StmtKind::Return(None) | StmtKind::Leave => self.op(Op::Ret, vec![]),
            StmtKind::Return(Some(e)) => self.return_value(e),
            StmtKind::Refuse(pieces) => self.refuse(pieces),
            StmtKind::Call(e) => self.call_stmt(e),
            StmtKind::Rule(rule, block) => {
                let before = core::mem::replace(&mut self.rule, *rule);
                self.block(block);
                self.rule = before;
            }
            StmtKind::Print(pieces) => self.print(pieces),
            StmtKind::Note(pieces) => {
                self.helper("_begin_note");
                self.print(pieces);
            }
            StmtKind::BringIn(part) => self.bring_in(*part),
            StmtKind::Flood(flood) => self.flood(flood),
            StmtKind::Mark(layer, bits, h) => {
                let h = self.in_word(h);
                let page = Arg::Page(super::lir::Data::Layer(*layer));
                self.op(Op::Ring, vec![page, imm(i32::from(*bits)), Arg::V(h)]);
            }
            StmtKind::FillLayer(layer, e) => self.fill_layer(*layer, e),
            StmtKind::FillArray(array, e) => self.fill_array(*array, e),
            StmtKind::Screen(screen) => self.screen(screen),
            StmtKind::Expect(parts) => self.expect(parts),
            StmtKind::ExpectRefused(number, call, text) => {
                self.expect_refused(*number, call, *text)
            }
            StmtKind::Host(step) => self.host(HOST_STEP | *step as u16),
            StmtKind::Result(step, index, e) => self.result(*step, index, e),
            StmtKind::Trace(step, pieces) => {
                self.host(HOST_TRACE);
                self.print(pieces);
                self.host(HOST_STEP | *step as u16);
            }
            StmtKind::Because(reason) => self.because(reason),
            StmtKind::Fail(step, pieces) => {
                self.host(HOST_MARK);
                self.print(pieces);
                self.host(HOST_STEP | *step as u16);
            }
        }
    }

    fn host(&mut self, number: u16) {
        self.op(Op::Set16, vec![Arg::V(Slot::Fixed(0)), Arg::Imm(number)]);
        self.shell(ShellCall::Delay);
    }

    fn return_value(&mut self, e: &Expr) {
        let ty = self.prog.procs[self.proc].result;
        let conditional = ty == Ty::Flag
            && matches!(
                e.kind,
                ExprKind::Cmp(..)
                    | ExprKind::And(..)
                    | ExprKind::Or(..)
                    | ExprKind::Not(_)
                    | ExprKind::Quant(..)
            )
            || matches!(e.kind, ExprKind::Builtin(crate::hir::Builtin::Chance, _));
        if conditional {
            let no = self.label();
            self.branch(e, false, no);
            self.load_const(1);
            self.op(Op::Ret, vec![]);
            self.bind(no);
            self.load_const(0);
        } else if let (ExprKind::IfElse(condition, yes, no), false) =
            (&e.kind, matches!(ty, Ty::Int { by, .. } if by > 1))
        {
            let other = self.label();
            self.branch(condition, false, other);
            self.return_value(yes);
            self.bind(other);
            self.return_value(no);
            return;
        } else {
            self.value(e);
            if let Ty::Int { lo, hi, .. } = ty {
                // Results go by value: saturated, but not divided into steps.
                self.saturate(e, Ty::Int { lo, hi, by: 1 });
            }
        }
        self.op(Op::Ret, vec![]);
    }

    fn call_stmt(&mut self, e: &Expr) {
        let ExprKind::Call(proc, args) = &e.kind else {
            self.value(e);
            return;
        };
        self.call(*proc, args);
        self.after_call(*proc, e);
    }

    fn after_call(&mut self, proc: usize, e: &Expr) {
        if self.prog.procs[self.proc].kind != ProcKind::Test {
            self.pass_refusal(proc, Ty::Void);
            return;
        }
        if self.prog.procs[proc].refuses {
            let ok = self.label();
            let refused = self.own_var(super::REFUSED);
            self.jump(Op::Jveqi, vec![Arg::V(refused), imm(0)], ok);
            self.unexpected_refusal(e.span);
            self.bind(ok);
        }
    }

    /// A test, or `simulate`, met a refusal that it did not expect: it fails.
    pub(super) fn unexpected_refusal(&mut self, span: Span) {
        let refused = self.own_var(super::REFUSED);
        let number = self.shared.expects.len();
        self.shared.expects.push(Expectation {
            span,
            ..Expectation::default()
        });
        self.op(Op::Set8, vec![Arg::V(refused), imm(0)]);
        self.host(HOST_FAIL | number as u16);
    }

    fn match_stmt(&mut self, value: &Expr, arms: &[Arm<Vec<Stmt>>], otherwise: &[Stmt]) {
        let end = self.label();
        let byte = self.range(value).0 >= 0 && self.range(value).1 <= 255;
        let singles: usize = arms.iter().map(|a| a.0.len()).sum();
        let low = arms
            .iter()
            .flat_map(|a| a.0.iter().map(|c| c.0))
            .min()
            .unwrap_or(0);
        let high = arms
            .iter()
            .flat_map(|a| a.0.iter().map(|c| c.1))
            .max()
            .unwrap_or(0);
        // A switch pays from four cases on, if there are few holes.
        if byte && singles >= 4 && high - low < 2 * singles as i32 {
            let labels: Vec<Label> = arms.iter().map(|_| self.label()).collect();
            let other = self.label();
            let mut table = vec![other; (high - low + 1) as usize];
            for ((cases, _), label) in arms.iter().zip(&labels) {
                for (a, b) in cases {
                    for n in *a..=*b {
                        table[(n - low) as usize] = *label;
                    }
                }
            }
            self.value(value);
            let holes = table.contains(&other);
            self.switch(low, table);
            // Values outside of the table go on here.
            if holes {
                self.bind(other);
            }
            self.block(otherwise);
            self.goto(end);
            for ((_, block), label) in arms.iter().zip(labels) {
                self.bind(label);
                self.block(block);
                self.goto(end);
            }
            self.bind(end);
            return;
        }
        let mark = self.mark();
        let byte_slot = if byte {
            Some(self.in_byte(value))
        } else {
            None
        };
        let word_slot = if byte {
            None
        } else {
            Some(self.in_word(value))
        };
        let covered = otherwise.is_empty();
        for (i, (cases, block)) in arms.iter().enumerate() {
            let (next, hit) = (self.label(), self.label());
            // Every value is covered: the last case needs no test.
            let test = !(covered && i + 1 == arms.len());
            for (k, case) in cases.iter().enumerate() {
                if !test {
                    break;
                }
                let last = k + 1 == cases.len();
                self.case(
                    byte_slot,
                    word_slot,
                    *case,
                    if last { next } else { hit },
                    !last,
                );
            }
            self.bind(hit);
            self.block(block);
            self.goto(end);
            self.bind(next);
        }
        self.block(otherwise);
        self.bind(end);
        self.release(mark);
    }

    fn switch(&mut self, low: i32, table: Vec<Label>) {
        for label in &table {
            self.goes_to(*label);
        }
        self.op(Op::Swd, vec![imm(low), Arg::Targets(table)]);
    }

    /// Number of pages of a layer.
    pub(super) fn layer_pages(&self) -> Arg {
        imm(self.prog.grid.layer_pages().into())
    }

    fn fill_packed(&mut self, layer: usize, packing: Packing, e: &Expr) {
        let data = super::lir::Data::Layer(layer);
        if let Some(n) = Self::constant(e) {
            let pattern = packing.all(n as u8);
            let bytes = self.prog.grid.layer_bytes() >> packing.power();
            if bytes < 256 {
                self.load_const(pattern.into());
                let range = vec![Arg::Page(data), Arg::Offset(data, 0), imm(bytes as i32)];
                self.op(Op::Fillrow, range);
            } else {
                let pages = bytes.div_ceil(256) as i32;
                let range = vec![Arg::Page(data), imm(pages), imm(pattern.into())];
                self.op(Op::Fill, range);
            }
            return;
        }
        let mark = self.mark();
        let (h, value) = (self.temp(2), self.in_byte(e));
        let top = self.label();
        self.op(Op::Set16, vec![Arg::V(h), imm(0)]);
        self.bind_loop(top, None);
        self.load(value, 1);
        let place = vec![
            Arg::Page(data),
            Arg::Offset(data, 0),
            imm(packing.power().into()),
            Arg::V(h),
        ];
        self.op(Op::Stp, place);
        self.jump(Op::Forhex, vec![Arg::V(h)], top);
        self.release(mark);
    }

    fn fill_layer(&mut self, layer: usize, e: &Expr) {
        if let Some(packing) = self.prog.layers[layer].packed {
            return self.fill_packed(layer, packing, e);
        }
        let page = Arg::Page(self.prog.layer_data(layer));
        let within = self.prog.layers[layer].within;
        if let Some(n) = Self::constant(e) {
            let pages = [page, self.layer_pages()];
            let (op, bytes) = match within {
                None => (Op::Fill, vec![imm(n & 255)]),
                Some(within) => {
                    let set = (n as u8 & within.mask) << within.shift;
                    let keep = !within.bits();
                    (Op::Fillbits, vec![imm(keep.into()), imm(set.into())])
                }
            };
            self.op(op, pages.into_iter().chain(bytes).collect());
            return;
        }
        let mark = self.mark();
        let (h, value) = (self.temp(2), self.in_byte(e));
        let top = self.label();
        self.op(Op::Set16, vec![Arg::V(h), imm(0)]);
        self.bind_loop(top, None);
        self.load(value, 1);
        match within {
            None => self.op(Op::Sl, vec![page, Arg::V(h)]),
            Some(within) => self.put_bits(within, h),
        }
        self.jump(Op::Forhex, vec![Arg::V(h)], top);
        self.release(mark);
    }

    fn fill_array(&mut self, array: usize, e: &Expr) {
        let info = &self.prog.arrays[array];
        let data = super::lir::Data::Array(array);
        let (size, width, ty) = (info.init.len() as i32, info.ty.width(), info.ty);
        let mark = self.mark();
        let (i, value) = (self.temp(1), self.temp(2));
        let cell = self.temp(1);
        self.converted(e, ty);
        self.save(value, 2);
        let top = self.label();
        self.op(Op::Set8, vec![Arg::V(i), imm(0)]);
        self.bind_loop(top, None);
        self.load(i, 1);
        self.op(Op::Addi8, vec![Arg::Offset(data, 0)]);
        self.save(cell, 1);
        self.load(value, 2);
        self.op(
            if width == 1 { Op::Sx } else { Op::Sxw },
            vec![Arg::Page(data), Arg::V(cell)],
        );
        self.jump(Op::Forv, vec![Arg::V(i), imm(size - 1)], top);
        self.release(mark);
    }

    /// The indices go into io slots 1 and 2, the value into 3.
    fn result(&mut self, step: usize, index: &[Expr], e: &Expr) {
        let slots: Vec<(Slot, u8)> = index
            .iter()
            .zip([2, 4])
            .chain([(e, 6)])
            .map(|(e, io)| {
                let slot = self.temp(2);
                self.value(e);
                self.save(slot, 2);
                (slot, io)
            })
            .collect();
        for (slot, io) in slots {
            self.op(Op::Mov16, vec![Arg::V(Slot::Fixed(io)), Arg::V(slot)]);
        }
        self.host(HOST_STEP | step as u16);
    }

    /// Left out unless the game explains itself.
    fn because(&mut self, reason: &Because) {
        if !self.prog.explains {
            return;
        }
        let end = self.label();
        if let Some(e) = &reason.when {
            self.branch(e, false, end);
        }
        let subject = reason.subject.as_ref().map(|e| {
            let slot = self.temp(2);
            self.value(e);
            self.save(slot, 2);
            slot
        });
        self.host(HOST_TRACE);
        self.print(&reason.pieces);
        if let Some(slot) = subject {
            self.op(Op::Mov16, vec![Arg::V(Slot::Fixed(2)), Arg::V(slot)]);
        }
        self.host(HOST_STEP | reason.step as u16);
        self.bind(end);
    }

    /// The first part that is not so fails, and the rest is passed over.
    fn expect(&mut self, parts: &[(usize, Expr)]) {
        let end = self.label();
        for (number, e) in parts {
            let ok = self.label();
            let mark = self.mark();
            self.expect_part(*number, e, ok);
            self.release(mark);
            self.goto(end);
            self.bind(ok);
        }
        self.bind(end);
    }

    /// Goes on at `ok`, or hands over what a failure shows, and fails.
    fn expect_part(&mut self, number: usize, e: &Expr, ok: Label) {
        match &e.kind {
            ExprKind::Cmp(op, a, b) if !matches!(a.ty, Ty::Text) => {
                let (left, right) = (self.temp(2), self.temp(2));
                let signed = self.range(a).0 < 0 || self.range(b).0 < 0;
                self.store_slot(left, word(signed), a);
                self.store_slot(right, word(signed), b);
                self.load(left, 2);
                let op = match (op, signed) {
                    (CmpOp::Eq, _) => Op::Jeq16,
                    (CmpOp::Ne, _) => Op::Jne16,
                    (CmpOp::Lt, false) => Op::Jlt16,
                    (CmpOp::Ge, false) => Op::Jge16,
                    (CmpOp::Le, false) => Op::Jle16,
                    (CmpOp::Gt, false) => Op::Jgt16,
                    (CmpOp::Lt, true) => Op::Jlts,
                    (CmpOp::Ge, true) => Op::Jges,
                    (CmpOp::Le, true) => Op::Jles,
                    (CmpOp::Gt, true) => Op::Jgts,
                };
                self.jump(op, vec![Arg::V(right)], ok);
                self.hand_over(left);
                self.hand_over(right);
            }
            _ => self.branch(e, true, ok),
        }
        let locals = self.prog.expects.get(number).map(|e| &e.locals);
        for (_, ty, local) in locals.into_iter().flatten() {
            let load = Expr {
                kind: ExprKind::Load(Place::Local(*local)),
                ty: *ty,
                span: e.span,
            };
            let slot = self.temp(2);
            let signed = self.range(&load).0 < 0;
            self.store_slot(slot, word(signed), &load);
            self.hand_over(slot);
        }
        self.host(HOST_FAIL | number as u16);
    }

    /// A word that the failure behind it shows.
    fn hand_over(&mut self, word: Slot) {
        self.op(Op::Mov16, vec![Arg::V(Slot::Fixed(2)), Arg::V(word)]);
        self.host(HOST_SHOW);
    }

    fn expect_refused(&mut self, number: usize, call: &Expr, message: Option<usize>) {
        let ExprKind::Call(proc, args) = &call.kind else {
            return;
        };
        let refused = self.own_var(super::REFUSED);
        let (ok, end) = (self.label(), self.label());
        // From here on the host listens for the message.
        self.host(HOST_MARK);
        self.call(*proc, args);
        self.jump(Op::Jvnei, vec![Arg::V(refused), imm(0)], ok);
        self.host(HOST_FAIL | number as u16);
        self.goto(end);
        self.bind(ok);
        self.op(Op::Set8, vec![Arg::V(refused), imm(0)]);
        if let Some(step) = message {
            self.host(HOST_STEP | step as u16);
        }
        self.bind(end);
    }
}
