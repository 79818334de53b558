//! What the host is told while it runs the rules: failures, and lines of the trace.

use super::{Body, Checker, Node, visit_expr};
use crate::Target;
use crate::ast::TextLit;
use crate::diag::Diagnostic;
use crate::hir::{Builtin, Expr, ExprKind, HostStep, Piece, ProcKind, StmtKind};
use crate::source::Span;

impl Checker<'_> {
    /// `fail "STACK OF {n} AT {h}"`
    pub(super) fn fail(&mut self, body: &mut Body, text: &TextLit, span: Span) -> Option<StmtKind> {
        if !body.testing && self.target_of(span) == Target::Game {
            self.report(
                Diagnostic::error("E124", span, "this belongs into a test")
                    .label("only tests, and files under tests/ and sim/, fail")
                    .help("a `refuse` ends what a player may not do"),
            );
        }
        let pieces = self.pieces(body, text);
        self.prog.steps.push((HostStep::Fail, span));
        Some(StmtKind::Fail(self.prog.steps.len() - 1, pieces))
    }

    /// `trace "{u} GOES TO {h}"`: checked everywhere, and left out of the game that is shipped.
    pub(super) fn trace(
        &mut self,
        body: &mut Body,
        text: &TextLit,
        span: Span,
    ) -> Option<StmtKind> {
        let pieces = self.pieces(body, text);
        for piece in &pieces {
            if let Piece::Value(value, _) = piece
                && self.changes(value)
            {
                self.report(
                    Diagnostic::error("E109", value.span, "a trace changes nothing")
                        .label("this draws chance, or does something")
                        .help("keep it in a local value first, and trace that"),
                );
            }
        }
        if self.target == Target::Game {
            return None;
        }
        self.prog.steps.push((HostStep::Trace, span));
        Some(StmtKind::Trace(self.prog.steps.len() - 1, pieces))
    }

    /// Whether the value differs, or the game, for having been asked for.
    fn changes(&self, value: &Expr) -> bool {
        let mut found = false;
        visit_expr(value, &mut |node| {
            let Node::Expr(e) = node else { return };
            found |= match &e.kind {
                ExprKind::Try(_) => true,
                ExprKind::Call(proc, _) => self.prog.procs[*proc].kind != ProcKind::Define,
                ExprKind::Builtin(Builtin::Random | Builtin::Chance | Builtin::Seed, _) => true,
                _ => false,
            };
        });
        found
    }
}
