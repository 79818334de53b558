//! Processors: one encoder each. All else of the assembler knows no instruction.

pub mod m68000;
pub mod mos6502;

use crate::assemble::{AsmExpr, Context, Cursor, Fault, Place};
use crate::object::{Field, Machine};
use std::collections::HashSet;

/// A processor as the assembler sees it.
pub(crate) trait Encoder {
    /// What its objects are marked with.
    fn machine(&self) -> Machine;

    /// `.setcpu`: chooses a model; false if it is not one of this processor.
    fn select(&mut self, model: &str) -> bool;

    /// True for names of instructions.
    fn is_mnemonic(&self, name: &str) -> bool;

    /// True for names that cannot be symbols: registers, and instructions of the chosen model.
    fn is_reserved(&self, name: &str) -> bool;

    /// `.register`: another name for a register; false if it has none to be named or that is not one.
    fn name_register(&mut self, name: &str, register: &str) -> bool;

    /// Encodes one instruction; `line` stands behind the mnemonic and is read to the end of the operands.
    fn encode(
        &self,
        mnemonic: &str,
        at: Place,
        line: &mut Cursor,
        context: &mut Context<'_>,
    ) -> Result<Encoded, Fault>;
}

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

/// The encoder of that model, by the name that `.setcpu` gives it.
pub(crate) fn encoder(model: &str) -> Option<Box<dyn Encoder>> {
    let all: [Box<dyn Encoder>; 2] = [
        Box::new(mos6502::Mos6502::default()),
        Box::new(m68000::M68000::default()),
    ];
    all.into_iter()
        .find_map(|mut encoder| encoder.select(model).then_some(encoder))
}
