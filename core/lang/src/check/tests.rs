//! Statements of tests: expectations, and steps for the host.

use super::{Body, Checker};
use crate::ast::{self, Press};
use crate::diag::Diagnostic;
use crate::hir::{ExprKind, HostStep, StmtKind};
use crate::map::hex_at;
use crate::source::Span;
use crate::types::Ty;
use alloc::format;
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
        let number = self.prog.expects.len();
        self.prog.expects.push(span);
        Some(match &stmt.kind {
            A::Expect(e) => StmtKind::Expect(number, self.flag(body, e)),
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
