//! What the host is told while it runs the rules: failures, and lines of the trace.

use super::{Body, Checker, Node, visit_expr};
use crate::Target;
use crate::ast::{self, TextLit};
use crate::diag::Diagnostic;
use crate::hir::{Because, Builtin, Expr, ExprKind, HostStep, Piece, ProcKind, StmtKind};
use crate::source::Span;
use crate::types::Ty;
use alloc::vec::Vec;

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
        let pieces = self.unchanging(body, text);
        if matches!(self.target, Target::Game | Target::Told) {
            return None;
        }
        self.prog.steps.push((HostStep::Trace, span));
        Some(StmtKind::Trace(self.prog.steps.len() - 1, pieces))
    }

    /// `because u "ATTACKS AT {odds} TO 1" when odds > 2`: the reason for what is done with a record or on a
    /// hex. Only a game or a simulation that explains itself holds it.
    pub(super) fn because(
        &mut self,
        body: &mut Body,
        [subject, when]: [Option<&ast::Expr>; 2],
        text: &TextLit,
        span: Span,
    ) -> Option<StmtKind> {
        let subject = subject.map(|e| self.expr(body, e, Ty::Wrong));
        if let Some(e) = &subject {
            if !matches!(e.ty, Ty::Rec(_) | Ty::Long(_) | Ty::Hex | Ty::Wrong) {
                self.report(
                    Diagnostic::error("E133", e.span, "a reason is of a record or a hex")
                        .label(self.describe(e.ty))
                        .help(
                            "write the unit first: because u \"HOLDS {u.at}\"; or the reason alone",
                        ),
                );
            }
            self.unchanged(e);
        }
        let when = when.map(|e| self.flag(body, e));
        if let Some(e) = &when {
            self.unchanged(e);
        }
        let pieces = self.unchanging(body, text);
        if !matches!(self.target, Target::Simulation | Target::Told) {
            return None;
        }
        let rules = self.prog.rule_sets.get(usize::from(body.rule));
        let step = HostStep::Because {
            subject: subject.as_ref().map(|e| e.ty),
            rules: rules.cloned().unwrap_or_default(),
        };
        self.prog.steps.push((step, span));
        Some(StmtKind::Because(Because {
            step: self.prog.steps.len() - 1,
            subject,
            pieces,
            when,
        }))
    }

    /// The pieces of a text that the game is the same without.
    fn unchanging(&mut self, body: &mut Body, text: &TextLit) -> Vec<Piece> {
        let pieces = self.pieces(body, text);
        for piece in &pieces {
            if let Piece::Value(value, _) = piece {
                self.unchanged(value);
            }
        }
        pieces
    }

    fn unchanged(&mut self, value: &Expr) {
        if self.changes(value) {
            self.report(
                Diagnostic::error("E109", value.span, "a trace changes nothing")
                    .label("this draws chance, or does something")
                    .help("keep it in a local value first, and trace that"),
            );
        }
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
