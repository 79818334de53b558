//! Processors: what a machine's bus must offer them, and one adapter per CPU crate.
//!
//! Time belongs to the bus. Every access and every internal cycle goes through [`Bus`], one call a cycle (or a run of
//! internal cycles in one call), so that a machine can move its chips, and stop the processor, at the right cycle.

pub mod flat;
pub mod flat68000;
pub mod m68000;
pub mod mos6502;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The cycle at which an interrupt line became asserted, or [`NEVER`].
pub type Since = u64;

/// A point in time that does not come.
pub const NEVER: u64 = u64::MAX;

/// What a 6502 is wired to. All times are cycles of phi2 since power-on, as the processor has them: a machine that stops its clock
/// leaves those cycles out.
pub trait Bus {
    /// One read cycle; the bus may stretch it (RDY).
    fn read(&mut self, address: u16) -> u8;

    /// One write cycle; RDY never stretches it.
    fn write(&mut self, address: u16, value: u8);

    /// `cycles` internal cycles: reads whose address and value do not matter, which the bus may stretch too.
    fn idle(&mut self, cycles: u32);

    /// The number of the cycle that comes next.
    fn now(&self) -> u64;

    /// Whether the IRQ line was asserted in a cycle, one of the last few. A level, asked at the end of every instruction
    /// about a cycle before its last access, which may have released the line.
    fn irq_at(&mut self, cycle: u64) -> bool;

    /// When an NMI edge came that was not yet taken.
    fn nmi_since(&mut self) -> Since;

    /// The processor takes the NMI: forget the edge.
    fn take_nmi(&mut self);

    /// The processor has read the vector of an IRQ or BRK. An NMI that came too late for it to change the vector was not noticed, and is
    /// lost if its line is no longer asserted. Nothing to do where it stays asserted for longer than that takes.
    fn forget_short_nmi(&mut self) {}

    /// Counts what may make a loop of the processor go another way, or take another time, than the last time round: a byte of memory that
    /// changes, an access to a chip, an NMI taken, a cycle in which the bus stretched an access.
    fn touched(&self) -> u64 {
        0
    }

    /// The processor goes round in a loop of so many cycles, in which nothing is touched: some number of rounds may pass at once, as long
    /// as nothing on the bus is due in them. None where the bus does not say what is touched.
    fn go_round(&mut self, _cycles: u64) {}
}

/// Why a processor stopped for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Trap {
    /// An opcode that locks an NMOS 6502 until reset.
    #[error("processor locked up by opcode ${opcode:02X} at ${pc:04X}; only a reset helps")]
    Jam {
        /// Address of the opcode.
        pc: u16,
        /// The opcode.
        opcode: u8,
    },
    /// A 68000 that met an address error while it entered one.
    #[error("processor halted by a double fault at ${pc:06X}; only a reset helps")]
    DoubleFault {
        /// The program counter.
        pc: u32,
    },
}
