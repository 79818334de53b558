//! Expressions as bytes, operands before operators.

use crate::expr::{BinaryOp, Expr, UnaryOp};
use crate::object::{Leaf, SectionId, SymbolId, Value};

const END: u8 = 0;
const NUMBER: u8 = 1;
const SYMBOL: u8 = 2;
const SECTION: u8 = 3;
const UNARY: u8 = 0x10;
const BINARY: u8 = 0x40;

/// Deepest expression that is read.
const MAX_DEPTH: usize = 1000;

/// Appends an expression. `number` gives the number of a symbol or section in the file. Numbers are little-endian
/// whatever the machine.
pub(super) fn write(expr: &Value, number: &impl Fn(Leaf) -> u32, out: &mut Vec<u8>) {
    terms(expr, number, out);
    out.push(END);
}

fn terms(expr: &Value, number: &impl Fn(Leaf) -> u32, out: &mut Vec<u8>) {
    match expr {
        Expr::Number(n) => {
            out.push(NUMBER);
            out.extend(n.to_le_bytes());
        }
        Expr::Leaf(leaf) => {
            out.push(if matches!(leaf, Leaf::Symbol(_)) {
                SYMBOL
            } else {
                SECTION
            });
            out.extend(number(*leaf).to_le_bytes());
        }
        Expr::Unary(op, x) => {
            terms(x, number, out);
            out.push(UNARY + position(&UnaryOp::ALL, op));
        }
        Expr::Binary(op, x, y) => {
            terms(x, number, out);
            terms(y, number, out);
            out.push(BINARY + position(&BinaryOp::ALL, op));
        }
    }
}

fn position<T: PartialEq>(all: &[T], one: &T) -> u8 {
    all.iter().position(|o| o == one).map_or(0, |n| n as u8)
}

/// Reads the expression at `offset`. The numbers in its leaves are those of the file.
pub(super) fn read(bytes: &[u8], offset: usize) -> Option<Value> {
    let mut rest = bytes.get(offset..)?;
    // Each expression with the depth of its tree.
    let mut stack: Vec<(Value, usize)> = Vec::new();
    loop {
        let (&code, after) = rest.split_first()?;
        rest = after;
        let next = match code {
            END => {
                let (expr, _) = stack.pop()?;
                return stack.is_empty().then_some(expr);
            }
            NUMBER => {
                let (number, after) = rest.split_first_chunk::<8>()?;
                rest = after;
                (Expr::Number(i64::from_le_bytes(*number)), 1)
            }
            SYMBOL | SECTION => {
                let (number, after) = rest.split_first_chunk::<4>()?;
                rest = after;
                let number = u32::from_le_bytes(*number);
                let leaf = if code == SYMBOL {
                    Leaf::Symbol(SymbolId(number))
                } else {
                    Leaf::Section(SectionId(number))
                };
                (Expr::Leaf(leaf), 1)
            }
            UNARY..BINARY => {
                let op = *UnaryOp::ALL.get(usize::from(code - UNARY))?;
                let (x, depth) = stack.pop()?;
                (Expr::unary(op, x), depth + 1)
            }
            BINARY.. => {
                let op = *BinaryOp::ALL.get(usize::from(code - BINARY))?;
                let (y, depth_y) = stack.pop()?;
                let (x, depth_x) = stack.pop()?;
                (Expr::binary(op, x, y), depth_x.max(depth_y) + 1)
            }
            _ => return None,
        };
        if next.1 > MAX_DEPTH {
            return None;
        }
        stack.push(next);
    }
}
