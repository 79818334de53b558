//! Statements.

use super::expr::make;
use super::{Body, Checker, Sym};
use crate::ast::{self, ArmTest};
use crate::diag::Diagnostic;
use crate::hir::{Builtin, ExprKind, Piece, ProcKind, Stmt, StmtKind};
use crate::source::Span;
use crate::types::{NUMBER, Ty, int};
use alloc::format;
use alloc::vec::Vec;
use hexfront_isa::ShellCall;

impl Checker<'_> {
    /// Statements of a block; names of the block are forgotten after it.
    pub(super) fn block(&mut self, body: &mut Body, block: &[ast::Stmt]) -> Vec<Stmt> {
        let before = body.names.len();
        let mut list = Vec::new();
        for (i, stmt) in block.iter().enumerate() {
            if let Some(kind) = self.stmt(body, stmt) {
                let ends = matches!(
                    kind,
                    StmtKind::Return(_) | StmtKind::Stop | StmtKind::Refuse(_) | StmtKind::Leave
                );
                list.push(Stmt {
                    kind,
                    span: stmt.span,
                });
                if let (true, Some(next)) = (ends, block.get(i + 1)) {
                    self.report(
                        Diagnostic::warning("W006", next.span, "this line is never reached")
                            .label("the line above leaves the block"),
                    );
                }
            }
        }
        body.names.truncate(before);
        list
    }

    /// A statement, each by its own method; none when it was reported and cannot be used.
    fn stmt(&mut self, body: &mut Body, stmt: &ast::Stmt) -> Option<StmtKind> {
        use ast::StmtKind as A;
        let span = stmt.span;
        match &stmt.kind {
            A::Let { name, ty, value } => Some(self.let_stmt(body, name, ty.as_ref(), value)),
            A::Assign(op, target, value) => self.assign(body, *op, target, value),
            A::If(arms, otherwise) => self.if_stmt(body, arms, otherwise),
            A::Match(value, arms) => Some(self.match_stmt(body, value, arms, span)),
            A::ForEach(each, block) => self.for_each(body, each, block),
            A::ForTo(name, low, high, block) => Some(self.for_to(body, name, [low, high], block)),
            A::Repeat(times, block) => Some(self.repeat(body, times, block)),
            A::While(condition, times, block) => {
                Some(self.while_stmt(body, condition, times, block))
            }
            A::Stop => Some(self.stop(body, span)),
            A::Return(value) => Some(self.return_stmt(body, value.as_ref(), span)),
            A::Refuse(text) => Some(self.refuse(body, text, span)),
            A::Leave => Some(self.leave(body, span)),
            A::Show(name, args) => self.show(body, name, args, span),
            A::Call(call) => self.call_stmt(body, call, span),
            A::Rule(set, block) => Some(StmtKind::Rule(*set, self.in_rule(body, *set, block))),
            A::Print { text, newline } => Some(self.print(body, text, *newline, span)),
            A::PrintValue(value) => {
                let value = self.expr(body, value, Ty::Wrong);
                Some(StmtKind::Print(alloc::vec![Piece::Value(value, 0)]))
            }
            A::BringIn(name) => {
                self.doing(body, span, "bring in");
                Some(StmtKind::BringIn(self.brought_in(name)?))
            }
            A::Note(text) => {
                self.doing(body, span, "note");
                Some(StmtKind::Note(self.pieces(body, text)))
            }
            A::At(column, row) => Some(self.at(body, column, row, span)),
            A::Flood(flood) => self.flood(body, flood),
            A::Mark(layer, middle, bits) => self.mark(body, layer, middle, bits.as_ref()),
            A::Clear(name) => self.clear(body, name, span),
            A::Fill(name, value) => self.fill_with(body, name, value),
            A::Expect(_)
            | A::ExpectRefused(..)
            | A::ExpectPrinted(..)
            | A::Rolls(_)
            | A::Press(_) => self.test_stmt(body, stmt),
            A::Result { name, index, value } => self.result(body, name, index, value),
            A::Fail(text) => self.fail(body, text, span),
            A::Trace(text) => self.trace(body, text, span),
            A::Because(subject, text, when) => {
                self.because(body, [subject.as_ref(), when.as_ref()], text, span)
            }
        }
    }

    /// `if` with its `else if`s, as one within the other.
    fn if_stmt(
        &mut self,
        body: &mut Body,
        arms: &[(ast::Expr, Vec<ast::Stmt>)],
        otherwise: &[ast::Stmt],
    ) -> Option<StmtKind> {
        let mut result = self.block(body, otherwise);
        let mut parts = Vec::new();
        for (condition, block) in arms {
            let condition = self.flag(body, condition);
            parts.push((condition, self.block(body, block)));
        }
        for (condition, block) in parts.into_iter().rev() {
            let span = condition.span;
            // What never happens is not there.
            let block = match condition.kind {
                ExprKind::Const(0) if result.is_empty() => continue,
                ExprKind::Const(0) => Vec::new(),
                _ => block,
            };
            let kind = StmtKind::If(condition, block, result);
            result = alloc::vec![Stmt { kind, span }];
        }
        result.pop().map(|s| s.kind)
    }

    fn match_stmt(
        &mut self,
        body: &mut Body,
        value: &ast::Expr,
        arms: &[(Vec<ArmTest>, Vec<ast::Stmt>, Span)],
        span: Span,
    ) -> StmtKind {
        let value = self.value(body, value, Ty::Wrong, "what is matched");
        let tests: Vec<(&[ArmTest], Span)> = arms.iter().map(|a| (a.0.as_slice(), a.2)).collect();
        let (cases, missing) = self.cases(body, value.ty, &tests);
        if let Some(missing) = missing {
            self.not_covered(span, &missing);
        }
        let mut list = Vec::new();
        let mut otherwise = Vec::new();
        for ((_, block, _), case) in arms.iter().zip(cases) {
            let block = self.block(body, block);
            match case {
                Some(values) => list.push((values, block)),
                None => otherwise = block,
            }
        }
        StmtKind::Match(value, list, otherwise)
    }

    /// The statements of a loop.
    fn looped(&mut self, body: &mut Body, block: &[ast::Stmt]) -> Vec<Stmt> {
        body.loops += 1;
        let block = self.block(body, block);
        body.loops -= 1;
        block
    }

    fn for_each(
        &mut self,
        body: &mut Body,
        each: &ast::Loop,
        block: &[ast::Stmt],
    ) -> Option<StmtKind> {
        let before = body.names.len();
        let head = self.loop_head(body, each);
        let block = self.looped(body, block);
        body.names.truncate(before);
        Some(StmtKind::ForEach(head?, block))
    }

    fn for_to(
        &mut self,
        body: &mut Body,
        name: &ast::Name,
        [low, high]: [&ast::Expr; 2],
        block: &[ast::Stmt],
    ) -> StmtKind {
        let low = self.value(body, low, int(-32768, 65535), "the first number");
        let high = self.value(body, high, int(-32768, 65535), "the last number");
        let ((l, _), (_, h)) = (self.range(&low), self.range(&high));
        let before = body.names.len();
        let ty = int(i64::from(l), i64::from(h.max(l)));
        let local = body.declare(&name.text, name.span, ty);
        body.locals[local].used = true;
        let block = self.looped(body, block);
        body.names.truncate(before);
        StmtKind::ForTo(local, low, high, block)
    }

    fn repeat(&mut self, body: &mut Body, times: &ast::Expr, block: &[ast::Stmt]) -> StmtKind {
        let times = self.value(body, times, NUMBER, "how often");
        let local = self.hidden(body, times.ty);
        let block = self.looped(body, block);
        StmtKind::Repeat(local, times, block)
    }

    fn while_stmt(
        &mut self,
        body: &mut Body,
        condition: &ast::Expr,
        times: &ast::Expr,
        block: &[ast::Stmt],
    ) -> StmtKind {
        let condition = self.flag(body, condition);
        let times = self.value(body, times, NUMBER, "how often at most");
        let local = self.hidden(body, times.ty);
        let block = self.looped(body, block);
        StmtKind::While(local, condition, times, block)
    }

    fn stop(&mut self, body: &Body, span: Span) -> StmtKind {
        if body.loops == 0 {
            self.report(
                Diagnostic::error("E120", span, "`stop` leaves a loop, but there is none")
                    .label("not inside of a loop"),
            );
        }
        StmtKind::Stop
    }

    fn refuse(&mut self, body: &mut Body, text: &ast::TextLit, span: Span) -> StmtKind {
        if body.kind == ProcKind::Define {
            self.doing(body, span, "refuse");
        } else if body.kind == ProcKind::Test {
            self.report(
                Diagnostic::error("E121", span, "tests and `simulate` cannot refuse")
                    .label("nobody would hear it"),
            );
        }
        StmtKind::Refuse(self.pieces(body, text))
    }

    fn leave(&mut self, body: &Body, span: Span) -> StmtKind {
        if !body.in_key {
            self.report(
                Diagnostic::error("E122", span, "`leave` stands in the block of a key only")
                    .label("no screen to leave here")
                    .help("a procedure ends with `return`; the key that called it can `leave`"),
            );
        }
        StmtKind::Leave
    }

    fn show(
        &mut self,
        body: &mut Body,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<StmtKind> {
        let Some(Sym::Proc(proc)) = self.lookup(&name.text, name.span) else {
            self.unknown(Some(body), &name.text, name.span, "screen");
            return None;
        };
        if self.prog.procs[proc].kind != ProcKind::Screen {
            let message = format!("`{}` is not a screen", name.text);
            self.report(
                Diagnostic::error("E123", name.span, message)
                    .label("only screens are shown")
                    .help(format!("to call it write: {}(…)", name.text)),
            );
            return None;
        }
        self.doing(body, span, "show");
        let values = self.arguments(body, proc, name, args);
        body.calls.push(proc);
        self.used_procs.insert(proc);
        let call = ExprKind::Call(proc, values);
        Some(StmtKind::Call(make(call, Ty::Void, span)))
    }

    fn call_stmt(&mut self, body: &mut Body, call: &ast::Expr, span: Span) -> Option<StmtKind> {
        let call = self.expr(body, call, Ty::Wrong);
        if let ExprKind::Call(proc, _) = &call.kind
            && self.prog.procs[*proc].kind == ProcKind::Define
        {
            self.report(
                Diagnostic::warning("W007", span, "the value of this definition is not used")
                    .label("does nothing")
                    .help("keep it: let x = …"),
            );
        }
        (call.ty != Ty::Wrong).then_some(StmtKind::Call(call))
    }

    /// Statements of a rule. Names declared there stay in sight: a rule's block is a label, not a scope.
    fn in_rule(&mut self, body: &mut Body, set: ast::RuleSet, block: &[ast::Stmt]) -> Vec<Stmt> {
        let outside = core::mem::replace(&mut body.rule, set);
        let mut list = Vec::new();
        for stmt in block {
            if let Some(kind) = self.stmt(body, stmt) {
                let span = stmt.span;
                list.push(Stmt { kind, span });
            }
        }
        body.rule = outside;
        list
    }

    fn print(
        &mut self,
        body: &mut Body,
        text: &ast::TextLit,
        newline: bool,
        span: Span,
    ) -> StmtKind {
        self.doing(body, span, "print");
        let mut pieces = self.pieces(body, text);
        if newline {
            pieces.push(Piece::NewLine);
        }
        StmtKind::Print(pieces)
    }

    fn at(&mut self, body: &mut Body, column: &ast::Expr, row: &ast::Expr, span: Span) -> StmtKind {
        self.doing(body, span, "at");
        let byte = int(0, 255);
        let column = self.value(body, column, byte, "the column");
        let row = self.value(body, row, byte, "the row");
        let call = ExprKind::Builtin(Builtin::Shell(ShellCall::At), alloc::vec![column, row]);
        StmtKind::Call(make(call, Ty::Void, span))
    }

    fn hidden(&mut self, body: &mut Body, ty: Ty) -> usize {
        let local = body.declare("", Span::default(), ty);
        body.locals[local].used = true;
        body.names.pop();
        local
    }

    fn return_stmt(&mut self, body: &mut Body, value: Option<&ast::Expr>, span: Span) -> StmtKind {
        match (value, body.result) {
            (None, Ty::Void) => StmtKind::Return(None),
            (None, _) => {
                self.report(
                    Diagnostic::error("E130", span, "`return` needs a value here")
                        .label("a `define` gives one"),
                );
                StmtKind::Return(None)
            }
            (Some(e), Ty::Void) => {
                self.report(
                    Diagnostic::error("E131", e.span, "this gives a value, but nobody takes it")
                        .label("not in a `define`")
                        .help("write `define name(…): kind` instead of `to`"),
                );
                StmtKind::Return(None)
            }
            (Some(e), ty) => {
                let value = self.value(body, e, ty, "the value of the definition");
                StmtKind::Return(Some(value))
            }
        }
    }
}
