//! How deep a program's stack is: what lies below its pointer is marked, and looked at later.

use crate::pipeline::Game;
use crate::session::Session;
use hexfront_platforms::machine::Bank;

/// What is written below the stack pointer, to see later how far the stack came down.
const UNTOUCHED: u8 = 0xA5;

/// The processor's stack.
pub(super) struct Stack {
    /// Where it lies.
    bytes: std::ops::RangeInclusive<u32>,
    /// The register that points into it, and what it counts from.
    pointer: &'static str,
    base: u32,
}

impl Stack {
    /// The stack of a game's program.
    pub fn of(game: &Game) -> Option<Self> {
        Some(match game {
            Game::C64(_) => Self {
                bytes: 0x0100..=0x01FF,
                pointer: "s",
                base: 0x0100,
            },
            Game::Amiga(built) => {
                let area = built.image.areas.iter().find(|area| area.name == "STACK")?;
                Self {
                    bytes: area.start..=area.start + area.size - 1,
                    pointer: "ssp",
                    base: 0,
                }
            }
        })
    }

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
