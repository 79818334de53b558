//! Processors: one encoder each. All else of the assembler knows no instruction.

pub mod mos6502;

use crate::assemble::{AsmExpr, Context, Cursor, Fault, Place};
use crate::object::{Field, Machine};

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
}
