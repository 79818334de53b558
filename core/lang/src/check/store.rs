//! Statements that store: `let`, `=`, `clear`, `fill`.

use super::expr::{constant, make};
use super::{Body, Checker, Sym};
use crate::ast::{self, AssignOp, BinOp, Life};
use crate::diag::{Diagnostic, nearest};
use crate::hir::{Expr, ExprKind, Place, ProcKind, StmtKind};
use crate::source::{Origin, Span};
use crate::types::{NUMBER, Ty, int};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};

impl Checker<'_> {
    pub(super) fn let_stmt(
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
        let own = |span| {
            let file = self.sources.file(span);
            file.is_some_and(|file| file.origin == Origin::Game)
        };
        if let Some(&(_, place)) = self.syms.get(&name.text)
            && body.find(&name.text).is_none()
            && own(name.span)
            && own(place)
        {
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

    pub(super) fn assign(
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
                let load = make(ExprKind::Load(place.clone()), ty, target.span);
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

    /// Makes all of something zero.
    pub(super) fn clear(
        &mut self,
        body: &mut Body,
        name: &ast::Name,
        span: Span,
    ) -> Option<StmtKind> {
        self.fill(body, name, constant(0, int(0, 0), span))
    }

    /// Stores a value in all of something.
    pub(super) fn fill_with(
        &mut self,
        body: &mut Body,
        name: &ast::Name,
        value: &ast::Expr,
    ) -> Option<StmtKind> {
        let want = match self.lookup(&name.text, name.span) {
            Some(Sym::Layer(l)) => self.prog.layers[l].ty.unwrap_or(Ty::Flag),
            Some(Sym::Array(a)) => self.prog.arrays[a].ty,
            _ => Ty::Wrong,
        };
        let value = self.value(body, value, want, "what it is filled with");
        self.fill(body, name, value)
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
