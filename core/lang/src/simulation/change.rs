//! Figures of the rules that a simulation plays with other values than the sources give.

use super::Kind;
use crate::ast::{Ast, BinOp, Expr, ExprKind, Item};
use crate::diag::nearest;
use crate::hir::{ArrayInfo, Program};
use crate::types::Ty;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// What a figure becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// This number.
    To(i32),
    /// So many hundredths of what it is.
    Percent(i32),
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amount::To(n) => write!(f, "{n}"),
            Amount::Percent(n) => write!(f, "{n}%"),
        }
    }
}

/// A constant, a table or a cell of a table with another value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// `first_exit_turn`, `bearable_odds` or `bearable_odds[town]`.
    pub figure: String,
    /// What it becomes; of a whole table, each cell.
    pub amount: Amount,
}

/// Why a figure cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// There is none of this name.
    #[error("the game has no constant and no table {name:?}{help}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// What may be meant.
        help: String,
    },
    /// The table has no such cell.
    #[error("{figure:?} is no cell of a table: {help}")]
    Cell {
        /// What was asked for.
        figure: String,
        /// What an index can be.
        help: String,
    },
    /// The table holds something else.
    #[error("{0:?} holds no numbers")]
    Numbers(String),
    /// A cell cannot be that.
    #[error("{figure:?} cannot be {value}: its cells hold {low}..{high}")]
    Range {
        /// What was asked for.
        figure: String,
        /// What it would be.
        value: i64,
        /// The least that a cell can hold.
        low: i32,
        /// The greatest.
        high: i32,
    },
}

impl Change {
    /// The name before the indices, and the indices.
    fn parts(&self) -> (&str, Vec<&str>) {
        let (name, rest) = self.figure.split_once('[').unwrap_or((&self.figure, ""));
        let indices = rest.trim_end_matches(']').split("][");
        (name, indices.filter(|i| !i.is_empty()).collect())
    }

    /// Changes a constant before the game is checked; `false` if there is none of that name.
    pub(crate) fn in_constant(&self, ast: &mut Ast) -> bool {
        let mut items = ast.items.iter_mut();
        let value = items.find_map(|decl| match &mut decl.item {
            Item::Const { name, value } if name.text == self.figure => Some(value),
            _ => None,
        });
        let Some(value) = value else {
            return false;
        };
        let span = value.span;
        let expr = |kind| Expr { kind, span };
        let number = |n| Box::new(expr(ExprKind::Int(n)));
        let kind = match self.amount {
            Amount::To(n) => ExprKind::Int(n),
            Amount::Percent(n) => {
                let all = ExprKind::Bin(BinOp::Mul, Box::new(value.clone()), number(n));
                ExprKind::Bin(BinOp::Div, Box::new(expr(all)), number(100))
            }
        };
        *value = expr(kind);
        true
    }

    /// Changes a table, or one cell of it, after the game was checked.
    ///
    /// # Errors
    /// When there is no such cell, or it cannot be that.
    pub(crate) fn in_table(&self, program: &mut Program, ast: &Ast) -> Result<(), ChangeError> {
        let (name, indices) = self.parts();
        let tables = ast.items.iter().filter_map(|decl| match &decl.item {
            Item::Table { name, .. } => Some(name.text.as_str()),
            _ => None,
        });
        if !tables.clone().any(|table| table == name) {
            let constants = ast.items.iter().filter_map(|decl| match &decl.item {
                Item::Const { name, .. } => Some(name.text.as_str()),
                _ => None,
            });
            let near = nearest(name, tables.chain(constants));
            let help = near.map(|near| format!("; did you mean {near}?"));
            return Err(ChangeError::Unknown {
                name: name.to_string(),
                help: help.unwrap_or_default(),
            });
        }
        let array = program.arrays.iter().position(|a| a.name == name);
        let at = array.unwrap_or_default();
        let cells = self.cells(program, &program.arrays[at], &indices)?;
        let Ty::Int { lo, hi, .. } = program.arrays[at].ty else {
            return Err(ChangeError::Numbers(self.figure.clone()));
        };
        for cell in program.arrays[at].init[cells].iter_mut() {
            let value = match self.amount {
                Amount::To(n) => i64::from(n),
                Amount::Percent(n) => i64::from(*cell) * i64::from(n) / 100,
            };
            *cell = i32::try_from(value)
                .ok()
                .filter(|n| (lo..=hi).contains(n))
                .ok_or_else(|| ChangeError::Range {
                    figure: self.figure.clone(),
                    value,
                    low: lo,
                    high: hi,
                })?;
        }
        Ok(())
    }

    /// The cells that the indices name: all, a row, or one.
    fn cells(
        &self,
        program: &Program,
        array: &ArrayInfo,
        indices: &[&str],
    ) -> Result<core::ops::Range<usize>, ChangeError> {
        let wrong = |help: String| ChangeError::Cell {
            figure: self.figure.clone(),
            help,
        };
        if indices.len() > array.index.len() {
            return Err(wrong(format!("it has {} indices", array.index.len())));
        }
        let mut first = 0;
        let mut size = array.init.len();
        for (text, (low, count, ty)) in indices.iter().zip(&array.index) {
            let kind = Kind::of(program, *ty);
            let (low, count) = (*low, *count as usize);
            let index = kind.as_ref().and_then(|kind| kind.parse(text));
            let place = index.and_then(|i| usize::try_from(i - low).ok());
            let Some(place) = place.filter(|i| *i < count) else {
                let kind = kind.map_or_else(String::new, |kind| kind.to_string());
                return Err(wrong(format!("{text:?} is not {kind}")));
            };
            size /= count;
            first += place * size;
        }
        Ok(first..first + size)
    }
}
