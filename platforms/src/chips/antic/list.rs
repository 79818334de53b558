//! The display list: instructions, mode lines and their rows.

use super::{Antic, BLANK_LINE, DISPLAY_LIST, FIRST_LINE, Memory};

/// An instruction: bit 7 interrupt; bits 6 to 4 load the memory scan counter, scroll vertically, horizontally; bits 3 to 0 mode.
const INTERRUPT: u8 = 0x80;
const LOAD: u8 = 0x40;
const VERTICAL: u8 = 0x20;
const HORIZONTAL: u8 = 0x10;
const JUMP: u8 = 1;

/// Low bits of an instruction: 0 blank lines, 1 jump, others the mode of a playfield line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode(pub u8);

impl Mode {
    /// Lines of a mode line, less one.
    fn last_row(self) -> u8 {
        [0, 0, 7, 9, 7, 15, 7, 15, 7, 3, 3, 1, 0, 1, 0, 0][usize::from(self.0)]
    }

    /// Cycles from one byte to the next.
    pub fn step(self) -> u8 {
        match self.0 {
            8 | 9 => 8,
            6 | 7 | 0xA..=0xC => 4,
            _ => 2,
        }
    }

    /// Bytes name characters.
    pub fn characters(self) -> bool {
        (2..8).contains(&self.0)
    }

    /// There is a playfield.
    pub fn shows(self) -> bool {
        self.0 >= 2
    }

    /// Two pixels a colour clock.
    pub fn hires(self) -> bool {
        matches!(self.0, 2 | 3 | 0xF)
    }
}

/// How far the display list is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct List {
    /// DLISTH and DLISTL; the low ten bits count.
    pub address: u16,
    /// The same at the beginning of the line, from where an instruction comes, and whether DMACTL allowed it then.
    latched: u16,
    allowed: bool,
    /// Instructions are executed: from the first visible line until a jump that waits, or the blank.
    active: bool,
    instruction: u8,
    previous: u8,
    /// The row of a mode line, and its last.
    pub row: u8,
    last_row: u8,
    /// The last row is VSCROL's: the first line without vertical scrolling behind some with it.
    ends_by_vscrol: bool,
    /// VSCROL when it was asked for the end of a line, and for its interrupt.
    pub vscrol_at_end: u8,
    pub vscrol_for_dli: u8,
    /// The last mode line that was begun is of high resolution.
    pub ended_hires: bool,
    /// HSCROL acts.
    pub scrolls: bool,
    /// The two bytes behind an instruction are still to come, and the first of them.
    pub wants_address: bool,
    low: u8,
}

impl List {
    pub fn mode(&self) -> Mode {
        Mode(self.instruction & 0x0F)
    }

    /// Cycle 0.
    pub fn latch(&mut self, allowed: bool) {
        self.latched = self.address;
        self.allowed = allowed;
    }

    /// Nothing more in this frame.
    pub fn stop(&mut self) {
        self.active = false;
        self.wants_address = false;
    }

    /// The low ten bits count: a list does not cross 1 KB.
    fn count(&mut self) {
        self.address = self.address & 0xFC00 | self.address.wrapping_add(1) & 0x03FF;
    }

    /// Whether the line that is being made interrupts.
    pub fn interrupts(&self) -> bool {
        let last = if self.ends_by_vscrol {
            self.vscrol_for_dli
        } else {
            self.last_row
        };
        self.instruction & INTERRUPT != 0 && self.row == last
    }

    /// The bit of an instruction that scrolls vertically; blank lines and jumps have none.
    fn scrolls_vertically(instruction: u8) -> bool {
        instruction & 0x0F >= 2 && instruction & VERTICAL != 0
    }

    /// Begins a mode line with the instruction that is there.
    fn begin(&mut self, vscrol: u8) {
        let mode = self.mode();
        self.ended_hires = mode.hires();
        self.last_row = match mode.0 {
            0 => self.instruction >> 4 & 7,
            _ => mode.last_row(),
        };
        self.wants_address = mode.0 == JUMP || mode.shows() && self.instruction & LOAD != 0;
        self.scrolls = mode.shows() && self.instruction & HORIZONTAL != 0;
        let before = List::scrolls_vertically(self.previous);
        let now = List::scrolls_vertically(self.instruction);
        match (before, now) {
            (false, true) => self.row = vscrol,
            (true, false) => self.ends_by_vscrol = true,
            _ => {}
        }
    }
}

impl Antic {
    /// Cycle 1: the next row of the mode line, or a new one. The instruction, if one was read.
    pub(super) fn begin_row(&mut self, memory: &impl Memory) -> Option<u8> {
        if self.line == FIRST_LINE {
            self.list.active = true;
            self.list.row = 0;
            self.list.last_row = 0;
            self.list.ends_by_vscrol = false;
            self.list.instruction = self.list.previous;
        } else if self.line == BLANK_LINE {
            // Whether the last line of the list scrolled is remembered over the blank.
            self.list.previous = self.list.instruction;
            self.list.instruction &= VERTICAL;
        }
        let last = if self.list.ends_by_vscrol {
            self.list.vscrol_at_end
        } else {
            self.list.last_row
        };
        self.list.vscrol_at_end = self.vscrol;
        let mut read = None;
        let mut fetches = false;
        if self.list.row != last {
            self.list.row = self.list.row.wrapping_add(1) & 15;
            // A jump that is stretched by vertical scrolling goes on in each of its lines.
            if self.list.mode().0 != JUMP {
                self.list.wants_address = false;
            }
        } else {
            self.list.row = 0;
            self.list.ends_by_vscrol = false;
            if self.list.active {
                self.next_instruction(memory);
                read = self.list.allowed.then_some(self.list.instruction);
                fetches = true;
            }
        }
        self.plan_line(fetches);
        read
    }

    /// Without its DMA the last instruction is executed again.
    fn next_instruction(&mut self, memory: &impl Memory) {
        self.list.previous = self.list.instruction;
        if self.list.allowed {
            self.list.instruction = memory.read(self.list.latched);
            self.list.count();
        }
        self.list.begin(self.vscrol);
    }

    /// Cycles 6 and 7: the bytes behind the instruction, one of which is returned.
    pub(super) fn fetch_address(&mut self, high: bool, memory: &impl Memory) -> u8 {
        debug_assert!(self.dmactl & DISPLAY_LIST != 0);
        let byte = memory.read(self.list.address);
        self.list.count();
        if !high {
            self.list.low = byte;
            return byte;
        }
        let address = u16::from_le_bytes([self.list.low, byte]);
        if self.list.mode().0 == JUMP {
            self.list.address = address;
            if self.list.instruction & LOAD != 0 {
                // The jump waits for the blank, and its interrupt comes in each line until then.
                self.list.stop();
                self.list.instruction &= INTERRUPT | VERTICAL | HORIZONTAL;
                self.list.last_row = 0;
            }
        } else {
            self.scan = address;
            self.list.wants_address = false;
        }
        byte
    }
}
