//! Processors: one encoder each. All else of the assembler knows no instruction.

pub mod m68000;
pub mod mos6502;

use crate::language::{Context, Cursor, Encoded, Fault, Place};
use crate::object::Machine;

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

/// The encoder of that model, by the name that `.setcpu` gives it.
pub(crate) fn encoder(model: &str) -> Option<Box<dyn Encoder>> {
    let all: [Box<dyn Encoder>; 2] = [
        Box::new(mos6502::Mos6502::default()),
        Box::new(m68000::M68000::default()),
    ];
    all.into_iter()
        .find_map(|mut encoder| encoder.select(model).then_some(encoder))
}
