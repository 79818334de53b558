//! What instructions become, and how long branches are.

use super::{AsmExpr, Place};
use crate::object::Field;
use std::collections::HashSet;

/// An encoded instruction.
#[derive(Debug, Default)]
pub(crate) struct Encoded {
    /// Its bytes, with zeros where fields go.
    pub bytes: Vec<u8>,
    /// Values to be stored over them.
    pub fields: Vec<EncodedField>,
    /// Never goes on to the instruction behind it.
    pub leaves: bool,
}

/// A value inside an encoded instruction.
#[derive(Debug)]
pub(crate) struct EncodedField {
    /// Byte of the instruction.
    pub offset: usize,
    pub field: Field,
    pub value: AsmExpr,
    pub at: Place,
    /// Number of the branch that wants a longer form if this does not reach.
    pub grows: Option<usize>,
}

/// Branches that are as short as they can be.
///
/// How far a branch goes is known when everything before it has its size. So a source is assembled again with those
/// that did not reach in their long form, until all reach. A branch is known by its number in the order of assembly.
#[derive(Debug, Default)]
pub(crate) struct Branches {
    next: usize,
    far: HashSet<usize>,
    /// All are far: the source has been tried too often.
    all: bool,
}

impl Branches {
    /// For another assembly of the same source, with more far ones; all of them if `all`.
    pub fn again(mut self, more: &[usize], all: bool) -> Branches {
        self.far.extend(more);
        Branches {
            next: 0,
            far: self.far,
            all,
        }
    }

    /// Number of the next branch, and whether it is far.
    pub fn next(&mut self) -> (usize, bool) {
        let number = self.next;
        self.next += 1;
        (number, self.all || self.far.contains(&number))
    }
}
