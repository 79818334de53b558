//! Procedures: their parameters, and their bodies once.

use super::{Body, Checker, Progress};
use crate::Target;
use crate::ast::{Item, ProcBody};
use crate::diag::Diagnostic;
use crate::hir::{LocalInfo, Proc};
use crate::types::Ty;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

impl Checker<'_> {
    pub(super) fn add_proc(&mut self, item: usize, proc: Proc) {
        self.prog.procs.push(proc);
        self.bodies.push(item);
        self.progress.push(Progress::Waiting);
    }

    /// Parameters and result of a procedure.
    pub(super) fn signature(&mut self, index: usize) {
        let ast = self.ast;
        let (params, result) = match &ast.items[self.bodies[index]].item {
            Item::Proc(proc) => (proc.params.as_slice(), proc.result.as_ref()),
            Item::Screen(screen) => (screen.params.as_slice(), None),
            _ => return,
        };
        for param in params {
            let ty = self.resolve(&param.ty);
            self.prog.procs[index].locals.push(LocalInfo {
                name: param.name.text.clone(),
                span: param.name.span,
                ty,
                used: false,
            });
        }
        self.prog.procs[index].params = params.len();
        if let Some(result) = result {
            self.prog.procs[index].result = self.resolve(result);
        } else if let Item::Proc(proc) = &ast.items[self.bodies[index]].item
            && proc.defines
        {
            // Known after its body was checked; a block must say it.
            self.prog.procs[index].result = Ty::Wrong;
            if matches!(proc.body, ProcBody::Block(_)) {
                self.report(
                    Diagnostic::error(
                        "E075",
                        proc.name.span,
                        format!("what does `{}` give?", proc.name.text),
                    )
                    .label("a `define` with a block names its kind of value")
                    .help(format!("write: define {}(…): flag", proc.name.text)),
                );
            }
        }
    }

    /// Checks one procedure's body, once.
    pub(super) fn check_proc(&mut self, index: usize) {
        if self.progress[index] != Progress::Waiting {
            return;
        }
        self.progress[index] = Progress::Busy;
        let ast = self.ast;
        let kind = self.prog.procs[index].kind;
        let mut body = Body::new(kind);
        body.result = self.prog.procs[index].result;
        body.rule = self.prog.procs[index].rule;
        body.in_screen |= self.prog.procs[index].prelude;
        body.testing |= self.target_of(self.prog.procs[index].span) != Target::Game;
        for param in core::mem::take(&mut self.prog.procs[index].locals) {
            body.declare(&param.name, param.span, param.ty);
        }
        let params = body.locals.len();
        let stmts = match &ast.items[self.bodies[index]].item {
            Item::Proc(proc) => match &proc.body {
                ProcBody::Expr(e) => {
                    let want = body.result;
                    let value = self.value(&mut body, e, want, "the value of the definition");
                    if self.prog.procs[index].result == Ty::Wrong && proc.defines {
                        self.prog.procs[index].result = value.ty;
                        body.result = value.ty;
                    }
                    let span = value.span;
                    vec![crate::hir::Stmt {
                        kind: crate::hir::StmtKind::Return(Some(value)),
                        span,
                    }]
                }
                ProcBody::Block(block) => {
                    body.assigned = super::store::assigned(block);
                    let stmts = self.block(&mut body, block);
                    if proc.defines && !super::flow::always_returns(&stmts) {
                        self.report(
                            Diagnostic::error(
                                "E076",
                                proc.name.span,
                                format!("`{}` may end without giving a value", proc.name.text),
                            )
                            .label("not every way through it returns")
                            .help("end it with `return …`"),
                        );
                    }
                    stmts
                }
            },
            Item::Screen(screen) => self.screen(&mut body, screen),
            Item::Test(test) => {
                body.assigned = super::store::assigned(&test.body);
                self.block(&mut body, &test.body)
            }
            _ => Vec::new(),
        };
        let proc = &mut self.prog.procs[index];
        proc.params = params;
        proc.body = stmts;
        proc.locals = body.locals;
        proc.calls = body.calls;
        self.progress[index] = Progress::Done;
    }
}
