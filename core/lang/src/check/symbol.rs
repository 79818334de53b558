//! Pieces of map art by what they show, as the shell call `symbol` numbers them (`core/isa/shell.toml`).

use crate::ast::{BinOp, Expr, ExprKind, Name};
use crate::source::Span;
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec;

/// What the members of side, symbol, size and mode count in the number of a counter.
const WEIGHTS: [i32; 4] = [64, 1, 8, 32];

/// The number of the counter of a side, symbol, size and mode, as an expression of the language itself.
pub(super) fn counter_of(parts: [&Expr; 4], span: Span) -> Expr {
    let expr = |kind| Expr { kind, span };
    let bin = |op, a, b| expr(ExprKind::Bin(op, Box::new(a), Box::new(b)));
    let weighed = parts.into_iter().zip(WEIGHTS).map(|(part, weight)| {
        let name = Name {
            text: "as_number".to_string(),
            span,
        };
        let number = expr(ExprKind::Call(name, vec![part.clone()]));
        bin(BinOp::Mul, number, expr(ExprKind::Int(weight)))
    });
    let nothing = expr(ExprKind::Int(0));
    weighed.fold(nothing, |sum, part| bin(BinOp::Add, sum, part))
}
