//! The machine: its registers and parts, what surrounds it, why it stops.

use hexfront_isa::cartridge::{Cartridge, GroupKind};
use hexfront_isa::{CALL_DEPTH, Page, Presence, ShellCall};

use crate::Memory;

/// What the written pages of a part hold when it comes: rules clear or fill them before they read.
pub const UNKNOWN: u8 = 0xA5;

/// The machine around the rules: screen, keys, disk.
pub trait Shell {
    /// Answers a shell call. The arguments are the io slots `io`; the answer comes to A. `None` suspends the
    /// program: [`Vm::run`] returns [`Exit::Waiting`], and the next run asks again. `char` and
    /// `ink` must not suspend.
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        cartridge: &Cartridge<'_>,
        memory: &mut Memory,
    ) -> Option<u16>;

    /// Replaces the result of a draw of 0..n-1 in tests of rules; the generator has stepped all the same.
    fn roll(&mut self, _n: u16, drawn: u16) -> u16 {
        drawn
    }
}

/// Why a program was stopped; the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Trap {
    /// The program asked for it.
    #[error("the program stopped with trap {0}")]
    Program(u8),
    /// Bytes that are no instruction.
    #[error("no instruction has code ${0:02X}")]
    Illegal(u8),
    /// A place in a code page that does not exist.
    #[error("code page {0} does not exist")]
    CodePage(u8),
    /// A part of the game that must be brought in first.
    #[error("part {0} of the game is not in memory; the rules must bring it in first")]
    Absent(u8),
    /// More nested calls than the machine can hold.
    #[error("calls are nested too deep")]
    CallDepth,
    /// No shell call has this number.
    #[error("no shell call has number {0}")]
    ShellCall(u8),
}

/// Why [`Vm::run`] came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// `main` returned.
    Done,
    /// The fuel is used up; run again to go on.
    Fuel,
    /// The shell suspended this call; run again to repeat it.
    Waiting(ShellCall),
    /// The program was stopped at this place.
    Trap {
        /// Why.
        trap: Trap,
        /// Code page of the instruction.
        page: u8,
        /// Offset of the instruction, or of its number behind a prefix.
        offset: u8,
    },
}

/// Registers and call stack of a program in progress.
#[derive(Debug, Clone)]
pub struct Vm<'a> {
    pub(crate) cartridge: Cartridge<'a>,
    /// The accumulator.
    pub a: u16,
    /// The current record.
    pub u: u8,
    pub(crate) code_parts: &'a [u8],
    /// The parts of the game that are in memory.
    pub present: Presence,
    pub(crate) page: u8,
    pub(crate) pc: u8,
    pub(crate) stack: [(u8, u8); CALL_DEPTH],
    pub(crate) depth: usize,
    /// Instructions executed so far.
    pub executed: u64,
    /// Fuel that they took.
    pub spent: u64,
}

impl<'a> Vm<'a> {
    /// A machine that will run the cartridge's main procedure.
    pub fn new(cartridge: Cartridge<'a>) -> Self {
        let main = cartridge.procedures().nth(usize::from(cartridge.main));
        let (page, pc) = main.map_or((0, 0), |main| (main.page, main.offset));
        Self {
            cartridge,
            code_parts: cartridge.code_parts(),
            present: Presence::at_start(cartridge.parts()),
            a: 0,
            u: 0,
            page,
            pc,
            stack: [(0, 0); CALL_DEPTH],
            depth: 0,
            executed: 0,
            spent: 0,
        }
    }

    /// A machine that will run one procedure and then be done.
    pub fn at(cartridge: Cartridge<'a>, page: u8, offset: u8) -> Self {
        Self {
            page,
            pc: offset,
            ..Self::new(cartridge)
        }
    }

    /// The cartridge it runs.
    pub fn cartridge(&self) -> &Cartridge<'a> {
        &self.cartridge
    }

    /// Code page and offset of the next instruction.
    pub fn place(&self) -> (u8, u8) {
        (self.page, self.pc)
    }

    /// Return places of the calls in progress, the outermost first.
    pub fn calls(&self) -> &[(u8, u8)] {
        &self.stack[..self.depth]
    }

    /// A code page that is in memory.
    pub(crate) fn code_page(&self, page: u8) -> Result<&'a Page, Trap> {
        let index = usize::from(page);
        match (self.cartridge.code.get(index), self.code_parts.get(index)) {
            (Some(code), Some(&part)) if self.present.has(part) => Ok(code),
            (Some(_), Some(&part)) => Err(Trap::Absent(part)),
            _ => Err(Trap::CodePage(page)),
        }
    }

    /// Whether the string at a position is in memory.
    pub(crate) fn text_page(&self, position: u16) -> Result<(), Trap> {
        let parts = self.cartridge.text_parts();
        match parts.get(usize::from(position >> 8)) {
            Some(&part) if !self.present.has(part) => Err(Trap::Absent(part)),
            _ => Ok(()),
        }
    }

    /// A part comes in. What is written in it holds nothing that rules may rely on: here something that shows if they do.
    pub(crate) fn bring_in(&mut self, part: u16, memory: &mut Memory) {
        let Some(part) = self.cartridge.parts().nth(part.into()) else {
            return;
        };
        let before = self.present;
        self.present.bring_in(&part);
        for group in self.cartridge.groups() {
            let comes = self.present.has(group.part) && !before.has(group.part);
            if comes && group.kind == GroupKind::Scratch {
                let pages = memory.pages.iter_mut().skip(group.first.into());
                pages
                    .take(group.count.into())
                    .for_each(|page| page.fill(UNKNOWN));
            }
        }
    }
}
