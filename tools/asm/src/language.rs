//! The language of a line: words, names, expressions, and what an instruction becomes. The assembler and the processors both
//! stand on it; it knows neither.

pub(crate) mod encoded;
pub(crate) mod expression;
pub(crate) mod lexer;
pub(crate) mod symbols;

pub(crate) use encoded::{Branches, Encoded, EncodedField};
pub(crate) use expression::Context;
pub(crate) use lexer::{Cursor, Fault, Kind as Word, Place};
pub(crate) use symbols::AsmExpr;
