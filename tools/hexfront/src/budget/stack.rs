//! How deep a program's stack is: what lies below its pointer is marked, and looked at later.

use crate::session::Session;
use hexfront_platforms::machine::Bank;

/// What is written below the stack pointer, to see later how far the stack came down.
const UNTOUCHED: u8 = 0xA5;

/// The processor's stack.
pub struct Stack {
    /// Where it lies.
    pub bytes: std::ops::RangeInclusive<u32>,
    /// The register that points into it.
    pub pointer: &'static str,
    /// What that counts from.
    pub base: u32,
}

impl Stack {
    /// Marks the part that is free now. Nothing reads below the stack pointer.
    pub fn mark(&self, session: &mut Session) {
        let registers = session.machine.registers();
        let pointer = registers.iter().find(|(name, _)| *name == self.pointer);
        let first = pointer.map_or(0, |(_, pointer)| self.base + *pointer);
        for address in *self.bytes.start()..first {
            session.machine.poke(address, UNTOUCHED);
        }
    }

    /// Bytes that were ever written since it was marked.
    pub fn used(&self, session: &Session) -> u32 {
        let used = |address: &u32| session.machine.peek(Bank::Ram, *address) != UNTOUCHED;
        let deepest = self.bytes.clone().find(used);
        deepest.map_or(0, |address| self.bytes.end() - address + 1)
    }
}
