//! Who calls whom: cycles, refusals, what nobody uses.

use super::{Checker, Sym};
use crate::Target;
use crate::ast::Life;
use crate::diag::{Diagnostic, Severity};
use crate::hir::{Expr, ExprKind, Piece, Proc, ProcKind, Stmt, StmtKind};
use crate::source::Origin;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Whether a block never comes to its end.
pub(super) fn always_returns(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Refuse(_) => true,
        StmtKind::If(_, a, b) => always_returns(a) && always_returns(b),
        StmtKind::Match(_, arms, otherwise) => {
            arms.iter().all(|a| always_returns(&a.1))
                && (otherwise.is_empty() || always_returns(otherwise))
        }
        StmtKind::Rule(_, block) => always_returns(block),
        _ => false,
    })
}

/// Whether a block may refuse by itself, or calls a procedure that `refuses` names outside of `try`.
fn may_refuse(block: &[Stmt], refuses: &dyn Fn(usize) -> bool) -> bool {
    let mut found = false;
    visit(block, &mut |node| {
        found |= match node {
            Node::Stmt(stmt) => matches!(stmt.kind, StmtKind::Refuse(_)),
            Node::Expr(e) => matches!(&e.kind, ExprKind::Call(p, _) if refuses(*p)),
        }
    });
    found
}

/// Whether something met on the way is a `try`, or a call of a procedure that `tries`.
pub(crate) fn is_try(node: &Node<'_>, tries: &dyn Fn(usize) -> bool) -> bool {
    match node {
        Node::Stmt(_) => false,
        Node::Expr(e) => match &e.kind {
            ExprKind::Try(_) => true,
            ExprKind::Call(proc, _) => tries(*proc),
            _ => false,
        },
    }
}

/// A statement or an expression met on the way through a body.
pub(crate) enum Node<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
}

/// Calls `f` for every statement and expression of a block. The call under a `try` is passed over, its values are not.
pub(crate) fn visit<'a>(block: &'a [Stmt], f: &mut dyn FnMut(Node<'a>)) {
    for stmt in block {
        f(Node::Stmt(stmt));
        match &stmt.kind {
            StmtKind::Store(place, _, e)
            | StmtKind::Add(place, _, e)
            | StmtKind::Sub(place, _, e) => {
                visit_place(place, f);
                visit_expr(e, f);
            }
            StmtKind::If(e, a, b) => {
                visit_expr(e, f);
                visit(a, f);
                visit(b, f);
            }
            StmtKind::Match(e, arms, otherwise) => {
                visit_expr(e, f);
                for (_, block) in arms {
                    visit(block, f);
                }
                visit(otherwise, f);
            }
            StmtKind::ForEach(each, block) => {
                visit_loop(each, f);
                visit(block, f);
            }
            StmtKind::ForTo(_, a, b, block) => {
                visit_expr(a, f);
                visit_expr(b, f);
                visit(block, f);
            }
            StmtKind::Repeat(_, e, block) => {
                visit_expr(e, f);
                visit(block, f);
            }
            StmtKind::While(_, a, b, block) => {
                visit_expr(a, f);
                visit_expr(b, f);
                visit(block, f);
            }
            StmtKind::Return(e) => {
                if let Some(e) = e {
                    visit_expr(e, f);
                }
            }
            StmtKind::Call(e) | StmtKind::FillLayer(_, e) | StmtKind::FillArray(_, e) => {
                visit_expr(e, f)
            }
            StmtKind::Expect(parts) => parts.iter().for_each(|(_, e)| visit_expr(e, f)),
            StmtKind::ExpectRefused(_, e, _) => visit_args(e, f),
            StmtKind::Mark(_, _, e) => visit_expr(e, f),
            StmtKind::Result(_, index, e) => {
                for e in index.iter().chain([e]) {
                    visit_expr(e, f);
                }
            }
            StmtKind::Flood(flood) => {
                for e in flood.values() {
                    visit_expr(e, f);
                }
            }
            StmtKind::Rule(_, block) => visit(block, f),
            StmtKind::Print(pieces)
            | StmtKind::Note(pieces)
            | StmtKind::Refuse(pieces)
            | StmtKind::Fail(_, pieces)
            | StmtKind::Trace(_, pieces) => {
                for piece in pieces {
                    if let Piece::Value(e, _) = piece {
                        visit_expr(e, f);
                    }
                }
            }
            StmtKind::Because(reason) => {
                let told = reason.pieces.iter().filter_map(|piece| match piece {
                    Piece::Value(e, _) => Some(e),
                    _ => None,
                });
                for e in reason.when.iter().chain(&reason.subject).chain(told) {
                    visit_expr(e, f);
                }
            }
            StmtKind::Screen(screen) => {
                for e in screen.cursor.iter().chain(&screen.top_side) {
                    visit_expr(e, f);
                }
                visit(&screen.enter, f);
                visit(&screen.draw, f);
                for (_, block) in &screen.windows {
                    visit(block, f);
                }
                let at_cursor = screen.choices.as_ref().and_then(|c| c.at_cursor.as_ref());
                if let Some((unit, hex)) = at_cursor {
                    unit.iter().chain([hex]).for_each(|e| visit_expr(e, f));
                }
                for key in &screen.keys {
                    for e in key.when.iter().chain(&key.marked) {
                        visit_expr(e, f);
                    }
                    for piece in key.label.iter().flatten() {
                        if let Piece::Value(e, _) = piece {
                            visit_expr(e, f);
                        }
                    }
                    visit(&key.body, f);
                }
            }
            StmtKind::Stop | StmtKind::Leave | StmtKind::BringIn(_) | StmtKind::Host(_) => {}
        }
    }
}

fn visit_loop<'a>(each: &'a crate::hir::Loop, f: &mut dyn FnMut(Node<'a>)) {
    use crate::hir::Domain;
    match &each.domain {
        Domain::Records { at: Some(e), .. } | Domain::Neighbours { of: e, .. } => visit_expr(e, f),
        _ => {}
    }
    if let Some(filter) = &each.filter {
        visit_expr(filter, f);
    }
}

fn visit_place<'a>(place: &'a crate::hir::Place, f: &mut dyn FnMut(Node<'a>)) {
    use crate::hir::Place;
    match place {
        Place::Local(_) | Place::Var(_) => {}
        Place::Field(_, _, e) | Place::Layer(_, e) => visit_expr(e, f),
        Place::Side(_, a, b) => {
            visit_expr(a, f);
            visit_expr(b, f);
        }
        Place::Array(_, list) => {
            for e in list {
                visit_expr(e, f);
            }
        }
    }
}

fn visit_args<'a>(e: &'a Expr, f: &mut dyn FnMut(Node<'a>)) {
    if let ExprKind::Call(_, args) = &e.kind {
        for arg in args {
            visit_expr(arg, f);
        }
    }
}

pub(crate) fn visit_expr<'a>(e: &'a Expr, f: &mut dyn FnMut(Node<'a>)) {
    f(Node::Expr(e));
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Text(_) => {}
        ExprKind::Load(place) => visit_place(place, f),
        ExprKind::Neg(a) | ExprKind::Not(a) => visit_expr(a, f),
        ExprKind::Bin(_, a, b)
        | ExprKind::Cmp(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b) => {
            visit_expr(a, f);
            visit_expr(b, f);
        }
        ExprKind::IfElse(a, b, c) => {
            visit_expr(a, f);
            visit_expr(b, f);
            visit_expr(c, f);
        }
        ExprKind::Match(value, arms) => {
            visit_expr(value, f);
            for (_, arm) in arms {
                visit_expr(arm, f);
            }
        }
        ExprKind::Quant(_, value, each) => {
            visit_loop(each, f);
            if let Some(value) = value {
                visit_expr(value, f);
            }
        }
        ExprKind::Try(call) => visit_args(call, f),
        ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => {
            for arg in args {
                visit_expr(arg, f);
            }
        }
    }
}

impl Checker<'_> {
    pub(super) fn flow(&mut self) {
        self.cycles();
        // The call graph has no cycles, so a few rounds settle it.
        for _ in 0..self.prog.procs.len() {
            let mut changed = false;
            for i in 0..self.prog.procs.len() {
                let procs = &self.prog.procs;
                let refuses = matches!(procs[i].kind, ProcKind::To)
                    && !procs[i].refuses
                    && may_refuse(&procs[i].body, &|p| procs[p].refuses);
                let mut tries = procs[i].tries;
                visit(&procs[i].body, &mut |node| {
                    tries |= is_try(&node, &|p| procs[p].tries)
                });
                changed |= refuses || tries != procs[i].tries;
                self.prog.procs[i].refuses |= refuses;
                self.prog.procs[i].tries = tries;
            }
            if !changed {
                break;
            }
        }
        if self.target == Target::Simulation {
            self.simulate_proc();
        } else {
            self.main_proc();
        }
        // What is unused may be so because of a mistake elsewhere.
        if !self.diags.iter().any(|d| d.severity == Severity::Error) {
            self.unused();
        }
    }

    fn main_proc(&mut self) {
        let found = self.syms.get("main").map(|s| s.0);
        match found {
            Some(Sym::Proc(main))
                if self.prog.procs[main].params == 0
                    && self.prog.procs[main].kind == ProcKind::To =>
            {
                self.used_procs.insert(main);
                self.prog.main = Some(main);
            }
            Some(Sym::Proc(main)) => {
                let span = self.prog.procs[main].span;
                self.report(
                    Diagnostic::error("E160", span, "`main` must be a `to` without values")
                        .label("the game begins here")
                        .help("write: to main()"),
                );
            }
            _ => {
                let span = self
                    .prog
                    .procs
                    .iter()
                    .find(|p| !p.prelude)
                    .map(|p| p.span)
                    .unwrap_or_default();
                self.report(
                    Diagnostic::error("E161", span, "the game has no beginning")
                        .label("looked for `to main()`")
                        .help("write: to main()"),
                );
            }
        }
    }

    fn cycles(&mut self) {
        let mut state = vec![0u8; self.prog.procs.len()];
        let mut path: Vec<usize> = Vec::new();
        let mut found: Vec<Vec<usize>> = Vec::new();
        for start in 0..state.len() {
            walk(&self.prog.procs, start, &mut state, &mut path, &mut found);
        }
        for cycle in found {
            let names: Vec<&str> = cycle
                .iter()
                .chain(cycle.first())
                .map(|p| self.prog.procs[*p].name.as_str())
                .collect();
            let chain: String = names.join(" -> ");
            let mut diag = Diagnostic::error("E162", self.prog.procs[cycle[0]].span, format!("`{}` calls itself", names[0]))
                .label(chain)
                .help("there is no recursion: use a loop, or keep what is still to do in a layer or field");
            for other in &cycle[1..] {
                diag = diag.also(self.prog.procs[*other].span, "on the way");
            }
            self.report(diag);
        }
    }

    fn unused(&mut self) {
        let mut warnings = Vec::new();
        let sources = self.sources;
        let own = |span| {
            sources
                .file(span)
                .is_some_and(|file| file.origin == Origin::Game)
        };
        let mut warn = |span, what: String| {
            warnings.push(
                Diagnostic::warning("W010", span, format!("{what} is never used"))
                    .label("nobody asks for it"),
            );
        };
        for (i, proc) in self.prog.procs.iter().enumerate() {
            if proc.prelude {
                continue;
            }
            let listed = matches!(
                proc.kind,
                ProcKind::To | ProcKind::Define | ProcKind::Screen
            );
            if listed && !self.used_procs.contains(&i) && self.target == Target::Game {
                warn(proc.span, format!("`{}`", proc.name));
            }
            for local in &proc.locals[proc.params..] {
                if !local.used {
                    warn(local.span, format!("`{}`", local.name));
                }
            }
        }
        if self.target == Target::Game {
            for var in self.prog.vars.iter().filter(|v| !v.used && own(v.span)) {
                warn(var.span, format!("`{}`", var.name));
            }
            for array in self.prog.arrays.iter().filter(|a| !a.used && own(a.span)) {
                warn(array.span, format!("`{}`", array.name));
            }
            for layer in self.prog.layers.iter().filter(|l| !l.used && own(l.span)) {
                warn(layer.span, format!("`{}`", layer.name));
            }
            for record in &self.prog.records {
                let unused = record
                    .fields
                    .iter()
                    .filter(|f| !f.used && f.life != Life::Const && record.span != f.span);
                for field in unused {
                    warn(
                        field.span,
                        format!("field `{}` of `{}`", field.name, record.name),
                    );
                }
            }
        }
        self.diags.extend(warnings);
    }
}

fn walk(
    procs: &[Proc],
    at: usize,
    state: &mut [u8],
    path: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    match state[at] {
        2 => return,
        1 => {
            let from = path.iter().position(|p| *p == at).unwrap_or(0);
            found.push(path[from..].to_vec());
            return;
        }
        _ => {}
    }
    state[at] = 1;
    path.push(at);
    let unique: BTreeSet<usize> = procs[at].calls.iter().copied().collect();
    for call in unique {
        walk(procs, call, state, path, found);
    }
    path.pop();
    state[at] = 2;
}
