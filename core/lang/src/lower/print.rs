//! Texts and values on the screen.

use super::Gen;
use super::lir::{Arg, Data};
use crate::hir::{Expr, ExprKind, Piece};
use crate::types::Ty;
use alloc::string::String;
use alloc::vec;
use hexfront_isa::{Op, ShellCall};

/// Letters of one text, so that it fits into a page however badly it packs.
const MOST_LETTERS: usize = 240;

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

impl Gen<'_> {
    /// Letters, next lines and known members that stand side by side are one text.
    pub(super) fn print(&mut self, pieces: &[Piece]) {
        let mut run = String::new();
        for piece in pieces {
            match piece {
                Piece::Lit(text) => {
                    let text = &self.prog.texts[*text];
                    if run.len() + text.len() > MOST_LETTERS {
                        self.print_run(&mut run);
                    }
                    run.push_str(text);
                }
                Piece::NewLine => run.push('\n'),
                Piece::Ink(ink) if *ink >= hexfront_isa::text::INKS => {
                    self.print_run(&mut run);
                    self.shell_const(ShellCall::Ink, *ink);
                }
                Piece::Ink(ink) => run.push(hexfront_isa::text::ink(*ink)),
                Piece::Value(e, width) => {
                    if let (Some(text), 0) = (self.known_text(e), *width) {
                        run.push_str(&text);
                        continue;
                    }
                    self.print_run(&mut run);
                    self.print_value(e, *width);
                }
            }
        }
        self.print_run(&mut run);
    }

    fn known_text(&self, e: &Expr) -> Option<String> {
        match (&e.kind, e.ty) {
            (ExprKind::Text(text), _) => self.prog.texts.get(*text).cloned(),
            (ExprKind::Const(n), Ty::Enum(e)) => self.prog.enums[e]
                .members
                .get(*n as usize)
                .map(|m| m.1.clone()),
            _ => None,
        }
    }

    fn print_run(&mut self, run: &mut String) {
        let mut letters = run.chars();
        match (letters.next(), letters.next()) {
            (None, _) => {}
            (Some(one), None) if one == '\n' || one >= ' ' => {
                let code = if one == '\n' { 13 } else { one as i32 };
                self.op(Op::Printc, vec![imm(code)]);
            }
            _ => {
                let text = self.text(run);
                self.op(Op::Print, vec![Arg::Text(text)]);
            }
        }
        run.clear();
    }

    fn print_value(&mut self, e: &Expr, width: i32) {
        let mark = self.mark();
        match e.ty {
            Ty::Int { .. } => {
                self.value(e);
                if self.range(e).0 < 0 {
                    self.op(Op::Prints, vec![]);
                } else if width > 0 {
                    self.op(Op::Printr, vec![imm(width)]);
                } else {
                    self.op(Op::Printn, vec![]);
                }
            }
            Ty::Flag => {
                let (no, end) = (self.label(), self.label());
                for _ in 1..width {
                    self.op(Op::Printc, vec![imm(32)]);
                }
                self.branch(e, false, no);
                self.op(Op::Printc, vec![imm(i32::from(b'Y'))]);
                self.goto(end);
                self.bind(no);
                self.op(Op::Printc, vec![imm(i32::from(b'N'))]);
                self.bind(end);
            }
            Ty::Enum(index) => {
                self.value(e);
                self.table_at(Data::Names(index, width as i8), 2, 0);
                self.op(Op::Printa, vec![]);
            }
            Ty::Rec(rec) | Ty::Long(rec) => {
                let field = self.prog.records[rec]
                    .fields
                    .iter()
                    .position(|f| f.name == "name")
                    .unwrap_or(0);
                let name = Expr {
                    kind: ExprKind::Load(crate::hir::Place::Field(
                        rec,
                        field,
                        alloc::boxed::Box::new(e.clone()),
                    )),
                    ty: Ty::Text,
                    span: e.span,
                };
                self.value(&name);
                self.op(Op::Printa, vec![]);
            }
            Ty::Hex => {
                let h = self.in_word(e);
                self.load(h, 2);
                self.column();
                self.op(Op::Printn, vec![]);
                self.op(Op::Printc, vec![imm(i32::from(b','))]);
                self.load(h, 2);
                self.row();
                self.op(Op::Printn, vec![]);
            }
            Ty::Text => {
                self.value(e);
                self.op(Op::Printa, vec![]);
            }
            Ty::Nothing | Ty::Void | Ty::Wrong => {}
        }
        self.release(mark);
    }

    /// Leaves the procedure with a message in the message line.
    pub(super) fn refuse(&mut self, pieces: &[Piece]) {
        let refused = self.own_var(super::REFUSED);
        match pieces {
            [] => self.op(Op::Set8, vec![Arg::V(refused), imm(1)]),
            [Piece::Lit(text)] => {
                self.op(Op::Ldi16, vec![Arg::Text(*text)]);
                self.helper("_refuse");
            }
            _ => {
                let quiet = self.label();
                let trying = self.own_var("_trying");
                self.jump(Op::Jvnei, vec![Arg::V(trying), imm(0)], quiet);
                self.helper("_begin_refusal");
                self.print(pieces);
                self.bind(quiet);
                self.op(Op::Set8, vec![Arg::V(refused), imm(1)]);
            }
        }
        match self.refused {
            // In the keys of a screen the screen goes on.
            Some(label) if self.prog.procs[self.proc].kind == crate::hir::ProcKind::Screen => {
                self.goto(label)
            }
            _ => self.op(Op::Ret, vec![]),
        }
    }

    /// Columns that the pieces take at least.
    pub(super) fn width(&self, pieces: &[Piece]) -> i32 {
        pieces
            .iter()
            .map(|piece| match piece {
                Piece::Lit(text) => self.prog.texts[*text].chars().count() as i32,
                Piece::Value(e, 0) => match e.ty {
                    Ty::Flag => 1,
                    Ty::Enum(e) => self.prog.enums[e]
                        .members
                        .iter()
                        .map(|m| m.1.chars().count())
                        .max()
                        .unwrap_or(0) as i32,
                    _ => 3,
                },
                Piece::Value(_, width) => width.abs(),
                Piece::Ink(_) | Piece::NewLine => 0,
            })
            .sum()
    }
}
