//! Statements.

use super::{Body, Checker, Sym};
use crate::ast::{self, ArmTest, AssignOp, BinOp, Life};
use crate::diag::{Diagnostic, nearest};
use crate::hir::{Expr, ExprKind, Place, ProcKind, Stmt, StmtKind};
use crate::source::Span;
use crate::types::{NUMBER, Ty, int};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

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

    fn stmt(&mut self, body: &mut Body, stmt: &ast::Stmt) -> Option<StmtKind> {
        use ast::StmtKind as A;
        let span = stmt.span;
        Some(match &stmt.kind {
            A::Let { name, ty, value } => self.let_stmt(body, name, ty.as_ref(), value),
            A::Assign(op, target, value) => return self.assign(body, *op, target, value),
            A::If(arms, otherwise) => {
                let mut result = self.block(body, otherwise);
                let mut parts = Vec::new();
                for (condition, block) in arms {
                    let condition = self.flag(body, condition);
                    parts.push((condition, self.block(body, block)));
                }
                for (condition, block) in parts.into_iter().rev() {
                    let at = condition.span;
                    result = alloc::vec![Stmt {
                        kind: StmtKind::If(condition, block, result),
                        span: at
                    }];
                }
                return result.pop().map(|s| s.kind);
            }
            A::Match(value, arms) => {
                let value = self.value(body, value, Ty::Wrong, "what is matched");
                let tests: Vec<(&[ArmTest], Span)> =
                    arms.iter().map(|a| (a.0.as_slice(), a.2)).collect();
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
            A::ForEach(each, block) => {
                let before = body.names.len();
                let head = self.loop_head(body, each);
                body.loops += 1;
                let block = self.block(body, block);
                body.loops -= 1;
                body.names.truncate(before);
                StmtKind::ForEach(head?, block)
            }
            A::ForTo(name, low, high, block) => {
                let low = self.value(body, low, int(-32768, 65535), "the first number");
                let high = self.value(body, high, int(-32768, 65535), "the last number");
                let ((l, _), (_, h)) = (self.range(&low), self.range(&high));
                let before = body.names.len();
                let local = body.declare(
                    &name.text,
                    name.span,
                    int(i64::from(l), i64::from(h.max(l))),
                );
                body.locals[local].used = true;
                body.loops += 1;
                let block = self.block(body, block);
                body.loops -= 1;
                body.names.truncate(before);
                StmtKind::ForTo(local, low, high, block)
            }
            A::Repeat(times, block) => {
                let times = self.value(body, times, NUMBER, "how often");
                let local = self.hidden(body, times.ty);
                body.loops += 1;
                let block = self.block(body, block);
                body.loops -= 1;
                StmtKind::Repeat(local, times, block)
            }
            A::While(condition, times, block) => {
                let condition = self.flag(body, condition);
                let times = self.value(body, times, NUMBER, "how often at most");
                let local = self.hidden(body, times.ty);
                body.loops += 1;
                let block = self.block(body, block);
                body.loops -= 1;
                StmtKind::While(local, condition, times, block)
            }
            A::Stop => {
                if body.loops == 0 {
                    self.report(
                        Diagnostic::error("E120", span, "`stop` leaves a loop, but there is none")
                            .label("not inside of a loop"),
                    );
                }
                StmtKind::Stop
            }
            A::Return(value) => self.return_stmt(body, value.as_ref(), span),
            A::Refuse(text) => {
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
            A::Leave => {
                if !body.in_key {
                    self.report(
                        Diagnostic::error(
                            "E122",
                            span,
                            "`leave` stands in the block of a key only",
                        )
                        .label("no screen to leave here")
                        .help("a procedure ends with `return`; the key that called it can `leave`"),
                    );
                }
                StmtKind::Leave
            }
            A::Show(name, args) => {
                let Some(Sym::Proc(proc)) = self.lookup(&name.text, name.span) else {
                    self.unknown(Some(body), &name.text, name.span, "screen");
                    return None;
                };
                if self.prog.procs[proc].kind != ProcKind::Screen {
                    self.report(
                        Diagnostic::error(
                            "E123",
                            name.span,
                            format!("`{}` is not a screen", name.text),
                        )
                        .label("only screens are shown")
                        .help(format!("to call it write: {}(…)", name.text)),
                    );
                    return None;
                }
                self.doing(body, span, "show");
                let values = self.arguments(body, proc, name, args);
                body.calls.push(proc);
                self.used_procs.insert(proc);
                StmtKind::Call(super::expr::make(
                    ExprKind::Call(proc, values),
                    Ty::Void,
                    span,
                ))
            }
            A::Call(e) => {
                let call = self.expr(body, e, Ty::Wrong);
                if let ExprKind::Call(proc, _) = &call.kind
                    && self.prog.procs[*proc].kind == ProcKind::Define
                {
                    self.report(
                        Diagnostic::warning(
                            "W007",
                            span,
                            "the value of this definition is not used",
                        )
                        .label("does nothing")
                        .help("keep it: let x = …"),
                    );
                }
                if call.ty == Ty::Wrong {
                    return None;
                }
                StmtKind::Call(call)
            }
            A::Rule(set, block) => {
                // Names declared in a rule's block stay in sight: the block is a label, not a scope.
                let mut list = Vec::new();
                for stmt in block {
                    if let Some(kind) = self.stmt(body, stmt) {
                        list.push(Stmt {
                            kind,
                            span: stmt.span,
                        });
                    }
                }
                StmtKind::Rule(*set, list)
            }
            A::Print { text, newline } => {
                self.doing(body, span, "print");
                let mut pieces = self.pieces(body, text);
                if *newline {
                    pieces.push(crate::hir::Piece::NewLine);
                }
                StmtKind::Print(pieces)
            }
            A::PrintValue(value) => {
                let value = self.expr(body, value, Ty::Wrong);
                StmtKind::Print(alloc::vec![crate::hir::Piece::Value(value, 0)])
            }
            A::BringIn(name) => {
                self.doing(body, span, "bring in");
                StmtKind::BringIn(self.brought_in(name)?)
            }
            A::Note(text) => {
                self.doing(body, span, "note");
                StmtKind::Note(self.pieces(body, text))
            }
            A::At(column, row) => {
                self.doing(body, span, "at");
                let byte = int(0, 255);
                let column = self.value(body, column, byte, "the column");
                let row = self.value(body, row, byte, "the row");
                let call = ExprKind::Builtin(
                    crate::hir::Builtin::Shell(hexfront_isa::ShellCall::At),
                    alloc::vec![column, row],
                );
                StmtKind::Call(super::expr::make(call, Ty::Void, span))
            }
            A::Flood(flood) => return self.flood(body, flood),
            A::Mark(layer, middle, bits) => return self.mark(body, layer, middle, bits.as_ref()),
            A::Clear(name) => {
                let zero = super::expr::constant(0, int(0, 0), span);
                return self.fill(body, name, zero);
            }
            A::Fill(name, value) => {
                let want = match self.lookup(&name.text, name.span) {
                    Some(Sym::Layer(l)) => self.prog.layers[l].ty.unwrap_or(Ty::Flag),
                    Some(Sym::Array(a)) => self.prog.arrays[a].ty,
                    _ => Ty::Wrong,
                };
                let value = self.value(body, value, want, "what it is filled with");
                return self.fill(body, name, value);
            }
            A::Expect(_)
            | A::ExpectRefused(..)
            | A::ExpectPrinted(..)
            | A::Rolls(_)
            | A::Press(_) => {
                return self.test_stmt(body, stmt);
            }
            A::Result { name, index, value } => return self.result(body, name, index, value),
            A::Fail(text) => return self.fail(body, text, span),
        })
    }

    fn hidden(&mut self, body: &mut Body, ty: Ty) -> usize {
        let local = body.declare("", Span::default(), ty);
        body.locals[local].used = true;
        body.names.pop();
        local
    }

    fn let_stmt(
        &mut self,
        body: &mut Body,
        name: &ast::Name,
        ty: Option<&ast::TypeExpr>,
        value: &ast::Expr,
    ) -> StmtKind {
        let declared = ty.map(|t| self.resolve(t));
        let value = self.value(body, value, declared.unwrap_or(Ty::Wrong), "the value");
        let ty = match (declared, value.ty) {
            (Some(ty), _) => ty,
            (None, Ty::Int { .. }) if body.assigned.contains(&name.text) => {
                if self.range(&value).0 < 0 {
                    int(-32768, 32767)
                } else {
                    NUMBER
                }
            }
            (None, Ty::Int { .. }) => {
                let (lo, hi) = self.range(&value);
                int(i64::from(lo), i64::from(hi))
            }
            (None, Ty::Nothing) => {
                self.report(
                    Diagnostic::error("E125", value.span, "none of what?")
                        .label("a hex, or a record?")
                        .help(format!("write: let {}: hex = none", name.text)),
                );
                Ty::Wrong
            }
            (None, other) => other,
        };
        let files = self.sources.files();
        let own = files.get(usize::from(name.span.file));
        if self.syms.contains_key(&name.text)
            && body.find(&name.text).is_none()
            && own.is_some_and(|file| !file.prelude)
        {
            let place = self.syms[&name.text].1;
            self.report(
                Diagnostic::warning(
                    "W008",
                    name.span,
                    format!("`{}` hides something of the same name", name.text),
                )
                .label("from here on this is meant")
                .also(place, "hidden"),
            );
        }
        let local = body.declare(&name.text, name.span, ty);
        StmtKind::Store(Place::Local(local), ty, value)
    }

    fn assign(
        &mut self,
        body: &mut Body,
        op: AssignOp,
        target: &ast::Expr,
        value: &ast::Expr,
    ) -> Option<StmtKind> {
        let Some((place, ty)) = self.target(body, target) else {
            // Look at the value all the same: it may have mistakes of its own.
            self.value(body, value, Ty::Wrong, "the value");
            return None;
        };
        if op != AssignOp::Set && !ty.is_int() {
            let what = self.describe(ty);
            self.report(
                Diagnostic::error("E126", target.span, format!("cannot add to {what}"))
                    .label("not a number"),
            );
            return None;
        }
        let want = if op == AssignOp::Set {
            ty
        } else {
            int(-32768, 65535)
        };
        let value = self.value(body, value, want, "what is stored");
        if value.ty == Ty::Wrong {
            return None;
        }
        if let (AssignOp::Set, Ty::Int { lo, hi, .. }) = (op, ty) {
            let (l, h) = self.range(&value);
            if h < lo || l > hi {
                self.report(
                    Diagnostic::warning(
                        "W009",
                        value.span,
                        format!("this is always outside {lo}..{hi}"),
                    )
                    .label(if l == h {
                        format!("it is {l}")
                    } else {
                        format!("it is {l}..{h}")
                    })
                    .help("the nearest value is stored"),
                );
            }
        }
        Some(match op {
            AssignOp::Set => StmtKind::Store(place, ty, value),
            AssignOp::Add | AssignOp::Sub
                if self.range(&value).0 < 0 || matches!(ty, Ty::Int { lo, .. } if lo < 0) =>
            {
                // A signed amount: as a sum, which saturates as a store does.
                let load = super::expr::make(ExprKind::Load(place.clone()), ty, target.span);
                let operator = if op == AssignOp::Add {
                    BinOp::Add
                } else {
                    BinOp::Sub
                };
                let sum = self.binary(operator, load, value, target.span);
                StmtKind::Store(place, ty, sum)
            }
            AssignOp::Add => StmtKind::Add(place, ty, value),
            AssignOp::Sub => StmtKind::Sub(place, ty, value),
        })
    }

    /// What may stand left of `=`.
    fn target(&mut self, body: &mut Body, target: &ast::Expr) -> Option<(Place, Ty)> {
        match &target.kind {
            ast::ExprKind::Name(name) => {
                if let Some(local) = body.find(name) {
                    return Some((Place::Local(local), body.locals[local].ty));
                }
                match self.lookup(name, target.span) {
                    Some(Sym::Var(v)) => {
                        self.may_change(body, self.prog.vars[v].life, target.span, name);
                        return Some((Place::Var(v), self.prog.vars[v].ty));
                    }
                    Some(_) => {
                        let mut diag = Diagnostic::error(
                            "E127",
                            target.span,
                            format!("`{name}` cannot be stored to"),
                        )
                        .label("not a variable");
                        if matches!(self.lookup(name, target.span), Some(Sym::Const(..))) {
                            diag = diag.help(
                                "a constant never changes; declare it as `state` or `scratch`",
                            );
                        }
                        self.report(diag);
                    }
                    None => {
                        let near = nearest(
                            name,
                            body.names
                                .iter()
                                .map(|n| n.0.as_str())
                                .chain(self.syms.keys().map(String::as_str)),
                        )
                        .map(ToString::to_string);
                        let mut diag = Diagnostic::error(
                            "E031",
                            target.span,
                            format!("there is no variable `{name}`"),
                        )
                        .label("not known here");
                        diag = match near {
                            Some(near) => diag.help(format!(
                                "did you mean `{near}`? A new one begins with `let`"
                            )),
                            None => {
                                diag.help(format!("a new one begins with `let`: let {name} = …"))
                            }
                        };
                        self.report(diag);
                    }
                }
                None
            }
            ast::ExprKind::Field(inner, field) => {
                let (place, ty) = self.field(body, inner, field)?;
                if let Place::Field(rec, index, _) = &place {
                    let life = self.prog.records[*rec].fields[*index].life;
                    if life == Life::Const && !body.testing {
                        self.constant_store(field, "field");
                        return None;
                    }
                    self.may_change(body, life, target.span, &field.text);
                }
                Some((place, ty))
            }
            ast::ExprKind::Index(name, index) => {
                let found = self.indexed(body, name, index, true)?;
                self.may_change(body, Life::Scratch, target.span, &name.text);
                Some(found)
            }
            _ => {
                self.report(
                    Diagnostic::error("E128", target.span, "this cannot be stored to")
                        .label("not a variable, field or cell")
                        .help("`=` stores; to compare write `is`"),
                );
                None
            }
        }
    }

    /// Definitions may use scratch values, but not change the game.
    fn may_change(&mut self, body: &Body, life: Life, span: Span, name: &str) {
        if body.kind == ProcKind::Define && life == Life::State {
            self.report(
                Diagnostic::error("E129", span, format!("a `define` cannot change `{name}`"))
                    .label("state of the game")
                    .help("make it a `to`, or change it where the definition is used"),
            );
        }
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

    fn fill(&mut self, body: &mut Body, name: &ast::Name, value: Expr) -> Option<StmtKind> {
        match self.lookup(&name.text, name.span) {
            Some(Sym::Layer(layer)) => {
                self.prog.layers[layer].used = true;
                if self.prog.layers[layer].life == Life::Const && !body.testing {
                    self.constant_store(name, "layer");
                    return None;
                }
                self.may_change(body, self.prog.layers[layer].life, name.span, &name.text);
                Some(StmtKind::FillLayer(layer, value))
            }
            Some(Sym::Array(array)) if self.prog.arrays[array].life != Life::Const => {
                self.prog.arrays[array].used = true;
                self.may_change(body, self.prog.arrays[array].life, name.span, &name.text);
                Some(StmtKind::FillArray(array, value))
            }
            Some(_) => {
                self.report(
                    Diagnostic::error(
                        "E132",
                        name.span,
                        format!("`{}` cannot be cleared or filled", name.text),
                    )
                    .label("not a layer, hexside set or array"),
                );
                None
            }
            None => {
                self.unknown(Some(body), &name.text, name.span, "layer");
                None
            }
        }
    }
}

/// Names that a block stores to, anywhere in it.
pub(super) fn assigned(block: &[ast::Stmt]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect(block, &mut names);
    names
}

fn collect(block: &[ast::Stmt], names: &mut BTreeSet<String>) {
    use ast::StmtKind as A;
    for stmt in block {
        match &stmt.kind {
            A::Assign(
                _,
                ast::Expr {
                    kind: ast::ExprKind::Name(name),
                    ..
                },
                _,
            ) => {
                names.insert(name.clone());
            }
            A::If(arms, otherwise) => {
                for (_, block) in arms {
                    collect(block, names);
                }
                collect(otherwise, names);
            }
            A::Match(_, arms) => {
                for (_, block, _) in arms {
                    collect(block, names);
                }
            }
            A::ForEach(_, block)
            | A::ForTo(.., block)
            | A::Repeat(_, block)
            | A::While(.., block)
            | A::Rule(_, block) => collect(block, names),
            _ => {}
        }
    }
}
