//! Statements of tests: expectations, and steps for the host.

use super::{Body, Checker};
use crate::ast;
use crate::diag::Diagnostic;
use crate::hir::{ExprKind, HostStep, StmtKind};
use crate::source::Span;
use crate::types::Ty;
use alloc::vec::Vec;

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
            A::Press(keys) => self.step(HostStep::Press(keys.clone()), span),
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
}
