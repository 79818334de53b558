//! Types and what ranges say about values.

use alloc::format;
use alloc::string::{String, ToString};

/// Kind of value, and for integers the range a value is known to lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    /// Whole numbers `lo..=hi`; stored divided by `by`.
    Int {
        lo: i32,
        hi: i32,
        by: i32,
    },
    Flag,
    Enum(usize),
    Rec(usize),
    /// A record of a kind of more than 254: its number is a word.
    Long(usize),
    Hex,
    Text,
    /// `none` before it is known of what.
    Nothing,
    /// No value: a procedure's result.
    Void,
    /// Reported already: fits everything.
    Wrong,
}

/// The whole numbers a machine word holds.
pub(crate) const NUMBER: Ty = Ty::Int {
    lo: 0,
    hi: 65535,
    by: 1,
};

/// 0..6.
pub(crate) const DIRECTION: Ty = Ty::Int {
    lo: 0,
    hi: 6,
    by: 1,
};

/// An integer type `lo..=hi`, brought to what 16 bits can tell apart: signed if it may be negative.
pub(crate) fn int(lo: i64, hi: i64) -> Ty {
    let (lo, hi) = if lo < 0 {
        if hi < -32768 || lo > hi {
            (-32768, 32767)
        } else {
            (lo.max(-32768), hi.min(32767))
        }
    } else if hi > 65535 {
        (0, 65535)
    } else {
        (lo, hi)
    };
    Ty::Int {
        lo: lo as i32,
        hi: hi as i32,
        by: 1,
    }
}

impl Ty {
    /// Bytes a stored value takes.
    pub(crate) fn width(self) -> usize {
        match self {
            Ty::Int { lo, hi, by } => {
                if lo >= 0 && hi / by.max(1) <= 255 {
                    1
                } else {
                    2
                }
            }
            Ty::Hex | Ty::Text | Ty::Long(_) => 2,
            _ => 1,
        }
    }

    /// Range of the bare machine value, for integers and everything that is counted.
    pub(crate) fn range(self, counts: &impl Fn(Ty) -> i32) -> (i32, i32) {
        match self {
            Ty::Int { lo, hi, .. } => (lo, hi),
            Ty::Flag => (0, 1),
            Ty::Enum(_) => (0, counts(self) - 1),
            Ty::Rec(_) => (0, 255),
            _ => (0, 65535),
        }
    }

    /// The kind of a record.
    pub(crate) fn record(self) -> Option<usize> {
        match self {
            Ty::Rec(record) | Ty::Long(record) => Some(record),
            _ => None,
        }
    }

    /// The machine's word for `none`, where there is one.
    pub(crate) fn none(self) -> Option<i32> {
        match self {
            Ty::Rec(_) => Some(i32::from(hexfront_isa::NO_RECORD)),
            Ty::Long(_) => Some(i32::from(hexfront_isa::NO_LONG_RECORD)),
            Ty::Hex => Some(i32::from(hexfront_isa::NO_HEX)),
            _ => None,
        }
    }

    pub(crate) fn is_int(self) -> bool {
        matches!(self, Ty::Int { .. } | Ty::Wrong)
    }

    /// How a value of this type is called in a message.
    pub(crate) fn describe(self, names: &impl Fn(Ty) -> String) -> String {
        match self {
            Ty::Int {
                lo: 0, hi: 65535, ..
            } => "a number".to_string(),
            Ty::Int { lo, hi, .. } if lo == hi => format!("the number {lo}"),
            Ty::Int { lo, hi, .. } => format!("a number {lo}..{hi}"),
            Ty::Flag => "a flag (yes or no)".to_string(),
            Ty::Enum(_) | Ty::Rec(_) | Ty::Long(_) => format!("a {}", names(self)),
            Ty::Hex => "a hex".to_string(),
            Ty::Text => "a text".to_string(),
            Ty::Nothing => "none".to_string(),
            Ty::Void => "no value".to_string(),
            Ty::Wrong => "something".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_stay_within_sixteen_bits() {
        assert_eq!(int(0, 70000), NUMBER);
        assert_eq!(
            int(-65535, 65535),
            Ty::Int {
                lo: -32768,
                hi: 32767,
                by: 1
            }
        );
        assert_eq!(
            int(3, 9),
            Ty::Int {
                lo: 3,
                hi: 9,
                by: 1
            }
        );
    }

    #[test]
    fn storage_follows_the_range() {
        assert_eq!(
            Ty::Int {
                lo: 0,
                hi: 255,
                by: 1
            }
            .width(),
            1
        );
        assert_eq!(
            Ty::Int {
                lo: 0,
                hi: 256,
                by: 1
            }
            .width(),
            2
        );
        assert_eq!(
            Ty::Int {
                lo: 0,
                hi: 2550,
                by: 10
            }
            .width(),
            1
        );
        assert_eq!(
            Ty::Int {
                lo: -1,
                hi: 5,
                by: 1
            }
            .width(),
            2
        );
    }
}
