//! Statements of tests: expectations, and steps for the host.

use super::flow::visit_expr;
use super::{Body, Checker, Node};
use crate::ast::{self, Press};
use crate::diag::Diagnostic;
use crate::hir::{Domain, Expectation, Expr, ExprKind, HostStep, LocalId, Place, StmtKind};
use crate::map::hex_at;
use crate::source::Span;
use crate::types::Ty;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use hexfront_isa::Event;

impl Checker<'_> {
    pub(super) fn test_stmt(&mut self, body: &mut Body, stmt: &ast::Stmt) -> Option<StmtKind> {
        use ast::StmtKind as A;
        let span = stmt.span;
        if !body.testing {
            self.report(
                Diagnostic::error("E124", span, "this belongs into a test")
                    .label("only `test` blocks expect, press and roll"),
            );
            return None;
        }
        Some(match &stmt.kind {
            A::Expect(e) => {
                let condition = self.flag(body, e);
                StmtKind::Expect(self.expectations(body, condition, span))
            }
            A::ExpectRefused(call, text) => {
                let call = self.expr(body, call, Ty::Wrong);
                if !matches!(call.kind, ExprKind::Call(..)) {
                    if call.ty != Ty::Wrong {
                        self.report(
                            Diagnostic::error("E082", call.span, "`expect refused` needs a call")
                                .label("not a call"),
                        );
                    }
                    return None;
                }
                {
                    let step = text.as_ref().map(|t| {
                        self.prog
                            .steps
                            .push((HostStep::Refused(t.text.clone()), t.span));
                        self.prog.steps.len() - 1
                    });
                    let number = self.expected(Expectation {
                        span,
                        ..Expectation::default()
                    });
                    StmtKind::ExpectRefused(number, call, step)
                }
            }
            A::ExpectPrinted(wanted, text) => {
                self.step(HostStep::Printed(*wanted, text.text.clone()), span)
            }
            A::Press(list) => {
                let mut events = Vec::new();
                for press in list {
                    events.push(self.event(press)?);
                }
                self.step(HostStep::Press(events), span)
            }
            A::Rolls(list) => {
                let mut rolls = Vec::new();
                for e in list {
                    rolls.push(self.const_int(e, "a roll")?);
                }
                self.step(HostStep::Rolls(rolls), span)
            }
            _ => return None,
        })
    }

    fn expected(&mut self, expectation: Expectation) -> usize {
        self.prog.expects.push(expectation);
        self.prog.expects.len() - 1
    }

    /// The sides of `and`, each with what is told of it where it is not so.
    fn expectations(&mut self, body: &Body, condition: Expr, span: Span) -> Vec<(usize, Expr)> {
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        let alone = parts.len() == 1;
        let told = |part: Expr| {
            let sides = match &part.kind {
                ExprKind::Cmp(_, a, b) if a.ty != Ty::Text => {
                    [a, b].map(|side| self.side(side)).into()
                }
                _ => Vec::new(),
            };
            let why = match alone || !sides.is_empty() {
                true => String::new(),
                false => format!("not so: {}", self.written(part.span)),
            };
            let locals = locals_of(body, &part, &sides);
            let number = self.expected(Expectation {
                span,
                why,
                sides,
                locals,
            });
            (number, part)
        };
        parts.into_iter().map(told).collect()
    }

    /// How a side of a comparison is called, and its type; what is written as a value needs no name.
    fn side(&self, side: &Expr) -> (String, Ty) {
        let name = match side.kind {
            ExprKind::Const(_) => String::new(),
            _ => self.written(side.span),
        };
        (name, side.ty)
    }

    /// A stretch of the source, in one line.
    pub(super) fn written(&self, span: Span) -> String {
        let file = self.sources.files().get(usize::from(span.file));
        let text = file.and_then(|f| f.text.get(span.start as usize..span.end as usize));
        text.unwrap_or("")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    pub(super) fn step(&mut self, step: HostStep, span: Span) -> StmtKind {
        self.prog.steps.push((step, span));
        StmtKind::Host(self.prog.steps.len() - 1)
    }

    /// The word that a machine answers for what a test presses.
    fn event(&mut self, press: &Press) -> Option<u16> {
        let event = match press {
            Press::Key(code) => return Some(*code),
            Press::Unit(record, id) => {
                let unit = ast::Expr {
                    kind: ast::ExprKind::Member(record.clone(), id.clone()),
                    span: record.span.to(id.span),
                };
                Event::Unit(self.const_unit(&unit)?)
            }
            Press::Hex(x, y, span) => match hex_at(self.map.grid, *x, *y) {
                Some(hex) => Event::Hex(hex),
                None => {
                    self.report(
                        Diagnostic::error("E045", *span, format!("{x}.{y} is not on the map"))
                            .label("columns and rows count from 0"),
                    );
                    return None;
                }
            },
            Press::Item(n) => Event::Item((*n).clamp(0, 255) as u8),
            Press::Setting(row, position) => Event::Setting {
                row: (*row - 1).clamp(0, 31) as u8,
                position: (*position).clamp(0, 127) as u8,
            },
        };
        Some(event.word())
    }

    /// The number of a record that must stand on the map.
    fn const_unit(&mut self, unit: &ast::Expr) -> Option<u8> {
        let mut body = super::Body::new(crate::hir::ProcKind::Test);
        let value = self.expr(&mut body, unit, Ty::Wrong);
        match (value.ty, value.kind) {
            (Ty::Rec(r), ExprKind::Const(n)) if self.prog.records[r].stacked.is_some() => {
                Some(n as u8)
            }
            (Ty::Wrong, _) => None,
            _ => {
                self.report(
                    Diagnostic::error("E143", unit.span, "this does not stand on the map")
                        .label("not a record with a stacked field")
                        .help("press the counter of a unit: press unit A07"),
                );
                None
            }
        }
    }
}

/// The sides of `and` in a condition, from the left.
fn conjuncts(condition: Expr, parts: &mut Vec<Expr>) {
    match condition.kind {
        ExprKind::And(a, b) => {
            conjuncts(*a, parts);
            conjuncts(*b, parts);
        }
        _ => parts.push(condition),
    }
}

/// The locals that a condition reads, each once, but for those of its own and those that are a side of it.
fn locals_of(body: &Body, e: &Expr, sides: &[(String, Ty)]) -> Vec<(String, Ty, LocalId)> {
    let mut own = BTreeSet::new();
    let mut read = BTreeSet::new();
    visit_expr(e, &mut |node| {
        if let Node::Expr(e) = node {
            match &e.kind {
                ExprKind::Load(Place::Local(local)) => {
                    read.insert(*local);
                }
                ExprKind::Quant(_, _, each) => {
                    own.insert(each.local);
                    if let Domain::Neighbours { towards, .. } = &each.domain {
                        own.extend(towards);
                    }
                }
                _ => {}
            }
        }
    });
    let named = read.difference(&own).filter_map(|local| {
        let info = body.locals.get(*local)?;
        let told = info.name.is_empty() || sides.iter().any(|side| side.0 == info.name);
        (!told && info.ty != Ty::Text).then(|| (info.name.clone(), info.ty, *local))
    });
    named.collect()
}
