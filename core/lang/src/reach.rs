//! Which texts of a game are too long for a window of text, whatever the values in them.

use crate::ast::Page;
use crate::check::{Node, visit};
use crate::hir::{Builtin, Expr, ExprKind, HINT, Piece, Program, Stmt, StmtKind};
use crate::source::Span;
use crate::types::Ty;
use alloc::vec::Vec;
use hexfront_isa::ShellCall;
use hexfront_isa::contract::window;

/// A place that a text of a screen reaches at least: values in it are taken as short as they can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Where the statement stands.
    pub span: Span,
    /// The shell's window.
    pub window: u8,
    /// Columns that the window must have.
    pub columns: usize,
    /// Rows that it must have.
    pub rows: usize,
}

/// How far the texts of screens, notes and refusals reach. What depends on the machine is passed over.
pub(crate) fn reaches(program: &Program) -> Vec<Reach> {
    let mut all = Vec::new();
    let own = program.procs.iter().filter(|proc| !proc.prelude);
    for proc in own {
        visit(&proc.body, &mut |node| {
            let Node::Stmt(stmt) = node else { return };
            let mut pen = Pen::new(program, window::MESSAGE as u8);
            match &stmt.kind {
                // Where a machine shows the text of other pages is its own affair.
                StmtKind::Screen(screen)
                    if [Page::Map, Page::Text, Page::Title].contains(&screen.page) =>
                {
                    for (window, block) in &screen.windows {
                        let window = if *window == HINT {
                            window::HINT as u8
                        } else {
                            *window
                        };
                        let mut pen = Pen::new(program, window);
                        pen.block(block);
                        all.append(&mut pen.reached);
                    }
                }
                StmtKind::Note(pieces) | StmtKind::Refuse(pieces) => pen.write(pieces, stmt.span),
                _ => {}
            }
            all.append(&mut pen.reached);
        });
    }
    all
}

/// The text cursor of a window, at the first place where it can be.
struct Pen<'a> {
    program: &'a Program,
    window: u8,
    column: usize,
    row: usize,
    reached: Vec<Reach>,
}

impl<'a> Pen<'a> {
    fn new(program: &'a Program, window: u8) -> Pen<'a> {
        Pen {
            program,
            window,
            column: 0,
            row: 0,
            reached: Vec::new(),
        }
    }

    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::Print(pieces) => self.write(pieces, stmt.span),
                StmtKind::Rule(_, block) => self.block(block),
                StmtKind::Call(e) => self.call(e),
                StmtKind::If(condition, yes, no) if !asks_machine(condition) => {
                    self.branches(&[yes, no]);
                }
                StmtKind::Match(_, arms, otherwise) => {
                    let mut all: Vec<&[Stmt]> = arms.iter().map(|arm| arm.1.as_slice()).collect();
                    all.push(otherwise);
                    self.branches(&all);
                }
                StmtKind::ForEach(_, block)
                | StmtKind::ForTo(_, _, _, block)
                | StmtKind::Repeat(_, _, block)
                | StmtKind::While(_, _, _, block) => self.branches(&[block, &[]]),
                _ => {}
            }
        }
    }

    /// One of these blocks: afterwards the cursor is where the nearest of them left it.
    fn branches(&mut self, blocks: &[&[Stmt]]) {
        let start = (self.row, self.column);
        let mut nearest: Option<(usize, usize)> = None;
        for block in blocks {
            (self.row, self.column) = start;
            self.block(block);
            let end = (self.row, self.column);
            nearest =
                Some(nearest.map_or(end, |(row, column)| (row.min(end.0), column.min(end.1))));
        }
        (self.row, self.column) = nearest.unwrap_or(start);
    }

    /// Only `at` with constants tells where the cursor goes; a procedure may leave it anywhere.
    fn call(&mut self, e: &Expr) {
        let place = match &e.kind {
            ExprKind::Builtin(Builtin::Shell(ShellCall::At), place) => place.as_slice(),
            ExprKind::Builtin(..) => return,
            _ => &[],
        };
        let number = |at: usize| match place.get(at).map(|e| &e.kind) {
            Some(ExprKind::Const(n)) => usize::try_from(*n).unwrap_or(0),
            _ => 0,
        };
        (self.column, self.row) = (number(0), number(1));
    }

    fn write(&mut self, pieces: &[Piece], span: Span) {
        for piece in pieces {
            match piece {
                Piece::Lit(text) => self.column += self.letters(*text),
                Piece::Value(e, width) => {
                    self.column += self.least(e).max(width.unsigned_abs() as usize);
                }
                Piece::Ink(_) => {}
                Piece::NewLine => {
                    self.reach(span);
                    self.column = 0;
                    self.row += 1;
                }
            }
        }
        self.reach(span);
    }

    fn reach(&mut self, span: Span) {
        if self.column > 0 {
            self.reached.push(Reach {
                span,
                window: self.window,
                columns: self.column,
                rows: self.row + 1,
            });
        }
    }

    fn letters(&self, text: usize) -> usize {
        self.program
            .texts
            .get(text)
            .map_or(0, |text| text.chars().count())
    }

    /// The fewest letters that a value can have.
    fn least(&self, e: &Expr) -> usize {
        match e.ty {
            Ty::Int { .. } => match e.kind {
                ExprKind::Const(n) if n < 0 => 1 + digits(n.unsigned_abs()),
                ExprKind::Const(n) => digits(n.unsigned_abs()),
                _ => 1,
            },
            Ty::Flag => 1,
            Ty::Enum(e) => {
                let members = self.program.enums.get(e).map_or(&[][..], |e| &e.members);
                members
                    .iter()
                    .map(|m| m.1.chars().count())
                    .min()
                    .unwrap_or(0)
            }
            Ty::Text => match e.kind {
                ExprKind::Text(text) => self.letters(text),
                _ => 0,
            },
            _ => 0,
        }
    }
}

fn digits(n: u32) -> usize {
    n.checked_ilog10().unwrap_or(0) as usize + 1
}

/// Whether a condition asks what the machine has.
fn asks_machine(condition: &Expr) -> bool {
    let mut asks = false;
    crate::check::visit_expr(condition, &mut |node| {
        asks |= matches!(node, Node::Expr(e)
            if matches!(e.kind, ExprKind::Builtin(Builtin::Shell(ShellCall::Capability), _)));
    });
    asks
}
