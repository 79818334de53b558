//! The simulation: where it begins, what it reports.

use super::{Body, Checker, Sym};
use crate::Target;
use crate::ast::{self, Name};
use crate::diag::Diagnostic;
use crate::hir::{HostStep, ProcKind, ResultInfo, StmtKind};
use crate::simulation::PREFIX;
use crate::source::Span;
use crate::types::Ty;
use alloc::format;
use alloc::vec::Vec;

/// The procedure that plays a game.
const SIMULATE: &str = "simulate";
/// Columns of the table of games beside settings and results.
const COLUMNS: [&str; 2] = ["seed", "failures"];
/// Indices that a result may have: as many as the shell call that carries it has room for.
const MOST_INDICES: usize = 2;

impl Checker<'_> {
    /// Whether this name, as that of a `to`, is where the program begins.
    pub(super) fn begins_simulation(&self, name: &Name) -> bool {
        self.target == Target::Simulation && name.text == SIMULATE
    }

    /// `result held[turn] = 12`
    pub(super) fn result(
        &mut self,
        body: &mut Body,
        name: &Name,
        index: &[ast::Expr],
        value: &ast::Expr,
    ) -> Option<StmtKind> {
        self.only_in_simulation(name.span);
        let index: Vec<_> = index
            .iter()
            .map(|e| self.value(body, e, Ty::Wrong, "the index"))
            .collect();
        let value = self.value(body, value, Ty::Wrong, "the result");
        if let Some(extra) = index.get(MOST_INDICES) {
            self.report(
                Diagnostic::error("E135", extra.span, "a result has at most two indices")
                    .label("one too many"),
            );
            return None;
        }
        for e in index.iter().chain([&value]) {
            if matches!(e.ty, Ty::Text | Ty::Nothing | Ty::Void) {
                let what = self.describe(e.ty);
                self.report(
                    Diagnostic::error("E136", e.span, format!("{what} cannot be reported"))
                        .label(what)
                        .help("report a number, flag, hex, or a member of an enum or record"),
                );
                return None;
            }
        }
        let info = ResultInfo {
            name: name.text.clone(),
            span: name.span,
            index: index.iter().map(|e| e.ty).collect(),
            ty: value.ty,
        };
        let step = HostStep::Result {
            number: self.result_number(&info)?,
            index: info.index,
            ty: info.ty,
        };
        self.prog.steps.push((step, name.span));
        Some(StmtKind::Result(self.prog.steps.len() - 1, index, value))
    }

    /// The number of a result, which must be of one kind wherever it is reported.
    fn result_number(&mut self, info: &ResultInfo) -> Option<usize> {
        let Some(number) = self.prog.results.iter().position(|r| r.name == info.name) else {
            self.prog.results.push(info.clone());
            return Some(self.prog.results.len() - 1);
        };
        let first = &self.prog.results[number];
        let same = first.index.len() == info.index.len()
            && (first.index.iter().zip(&info.index))
                .chain([(&first.ty, &info.ty)])
                .all(|(a, b)| a == b || (a.is_int() && b.is_int()));
        if same {
            return Some(number);
        }
        let place = first.span;
        self.report(
            Diagnostic::error(
                "E137",
                info.span,
                format!("the result `{}` is of two kinds", info.name),
            )
            .label("other kinds of index or value")
            .also(place, "than here"),
        );
        None
    }

    fn only_in_simulation(&mut self, span: Span) {
        if self.target_of(span) != Target::Simulation {
            self.report(
                Diagnostic::error("E134", span, "this belongs into a simulation")
                    .label("only files under sim/ report results"),
            );
        }
    }

    /// The beginning of a simulation: `to simulate(number: 0..65535)`.
    pub(super) fn simulate_proc(&mut self) {
        let help = "write: to simulate(number: 0..65535)";
        let Some(Sym::Proc(proc)) = self.syms.get(SIMULATE).map(|s| s.0) else {
            let start = |file| Span {
                file,
                ..Span::default()
            };
            let place = (0..self.sources.files().len() as u16)
                .map(start)
                .find(|place| self.target_of(*place) == Target::Simulation)
                .unwrap_or_default();
            self.report(
                Diagnostic::error("E163", place, "the simulation has no beginning")
                    .label("looked for `to simulate` in the files under sim/")
                    .help(help),
            );
            return;
        };
        let info = &self.prog.procs[proc];
        let takes_number = info.params == 1
            && matches!(info.locals.first().map(|l| l.ty), Some(Ty::Int { lo, by: 1, .. }) if lo >= 0);
        if info.kind != ProcKind::Test || !takes_number {
            let span = info.span;
            self.report(
                Diagnostic::error(
                    "E164",
                    span,
                    "`simulate` is a `to` with one value: a number",
                )
                .label("a simulated game begins here, with its number")
                .help(help),
            );
            return;
        }
        self.used_procs.insert(proc);
        self.prog.main = Some(proc);
        self.column_names();
    }

    /// Settings and results stand side by side in the table of games.
    fn column_names(&mut self) {
        let taken = |name: &str| {
            COLUMNS.contains(&name)
                || (self.prog.vars.iter()).any(|v| {
                    v.setting && (v.name == name || v.name.strip_prefix(PREFIX) == Some(name))
                })
        };
        let clashes: Vec<_> = self
            .prog
            .results
            .iter()
            .filter(|r| taken(&r.name))
            .collect();
        let clashes: Vec<_> = clashes
            .into_iter()
            .map(|r| (r.span, r.name.clone()))
            .collect();
        for (span, name) in clashes {
            self.report(
                Diagnostic::error(
                    "E138",
                    span,
                    format!("the table of games has another column `{name}`"),
                )
                .label("choose another name")
                .help("every line has `seed` and `failures`, and the settings that were made"),
            );
        }
    }
}
