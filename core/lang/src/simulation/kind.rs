//! Kinds of settings and results, and their values by name.

use crate::diag::listed;
use crate::hir::Program;
use crate::map::hex_at;
use crate::types::Ty;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use hexfront_isa::cartridge::Grid;

/// No record, and no hex.
const NONE: &str = "none";
const NO_RECORD: i32 = hexfront_isa::NO_RECORD as i32;
const NO_HEX: i32 = hexfront_isa::NO_HEX as i32;

/// What a setting or a result can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number {
        /// The least.
        low: i32,
        /// The greatest.
        high: i32,
        /// All are multiples of this.
        step: i32,
    },
    /// One of these, by its place: members of an enum, `no` and `yes`.
    Names(Vec<String>),
    /// A record by its id, or none.
    Record(Vec<String>),
    /// A hex as tables name it, such as `7.13`, or none.
    Hex(Grid),
}

/// A value as a table shows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A number.
    Number(i32),
    /// A member, record or hex by its name.
    Name(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(n) => n.fmt(f),
            Value::Name(name) => name.fmt(f),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Number { low, high, step: 1 } => write!(f, "{low}..{high}"),
            Kind::Number { low, high, step } => write!(f, "{low}..{high} by {step}"),
            Kind::Names(names) => f.write_str(&listed(names.iter().map(String::as_str))),
            Kind::Record(ids) => match ids.iter().find(|id| !id.is_empty()) {
                Some(id) => write!(f, "an id such as {id}, or none"),
                None => write!(f, "0..{}, or none", ids.len().saturating_sub(1)),
            },
            Kind::Hex(Grid { columns, rows, .. }) => {
                let last = |n: &u8| n.saturating_sub(1);
                write!(
                    f,
                    "a hex from 0.0 to {}.{}, or none",
                    last(columns),
                    last(rows)
                )
            }
        }
    }
}

impl Kind {
    /// The kind of a type; texts have none.
    pub(crate) fn of(program: &Program, ty: Ty) -> Option<Kind> {
        let names = |names: &[&str]| Kind::Names(names.iter().map(ToString::to_string).collect());
        Some(match ty {
            Ty::Int { lo, hi, by } => Kind::Number {
                low: lo,
                high: hi,
                step: by.max(1),
            },
            Ty::Flag => names(&["no", "yes"]),
            Ty::Enum(e) => {
                let members = program.enums.get(e)?.members.iter();
                Kind::Names(members.map(|m| m.0.clone()).collect())
            }
            Ty::Rec(r) | Ty::Long(r) => {
                let record = program.records.get(r)?;
                let id = |i| record.ids.get(i).cloned().unwrap_or_default();
                Kind::Record((0..record.count).map(id).collect())
            }
            Ty::Hex => Kind::Hex(program.grid),
            Ty::Text | Ty::Nothing | Ty::Void | Ty::Wrong => return None,
        })
    }

    /// The value that a number stands for.
    #[must_use]
    pub fn value(&self, n: i32) -> Value {
        let named = |names: &[String]| {
            let name = usize::try_from(n).ok().and_then(|n| names.get(n));
            match name {
                Some(name) if !name.is_empty() => Value::Name(name.clone()),
                _ => Value::Name(n.to_string()),
            }
        };
        match self {
            Kind::Number { .. } => Value::Number(n),
            Kind::Record(_) if n == NO_RECORD => Value::Name(NONE.into()),
            Kind::Hex(_) if n == NO_HEX => Value::Name(NONE.into()),
            Kind::Names(names) | Kind::Record(names) => named(names),
            Kind::Hex(grid) => {
                let hex = n as u16;
                Value::Name(format!("{}.{}", grid.column(hex), grid.row(hex)))
            }
        }
    }

    /// The number that a text names, if it is one of the values.
    pub(crate) fn parse(&self, text: &str) -> Option<i32> {
        match self {
            Kind::Number { low, high, step } => {
                let n: i32 = text.parse().ok()?;
                ((*low..=*high).contains(&n) && n % step == 0).then_some(n)
            }
            Kind::Record(_) if text == NONE => Some(NO_RECORD),
            Kind::Hex(_) if text == NONE => Some(NO_HEX),
            Kind::Names(names) | Kind::Record(names) => {
                (0..names.len() as i32).find(|n| self.value(*n) == Value::Name(text.into()))
            }
            Kind::Hex(grid) => {
                let (column, row) = text.split_once('.')?;
                hex_at(*grid, column.parse().ok()?, row.parse().ok()?).map(i32::from)
            }
        }
    }
}
