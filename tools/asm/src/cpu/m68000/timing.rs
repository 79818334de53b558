//! How long instructions take, in cycles of a 68000 whose memory never lets it wait.
//!
//! Source: M68000 8-/16-/32-Bit Microprocessors User's Manual, section 8. Where it gives a maximum, the range is that of
//! the processor.

use super::table::{Instruction, Kind, Mode, Size};

/// Cycles of a row, for words (and bytes) and for long words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Time {
    /// Always the same.
    Fixed(u16),
    /// By the size alone.
    BySize(u16, u16),
    /// Between two numbers.
    Between(u16, u16),
    /// So many more than its effective address takes.
    Plus(u16, u16),
    /// Between two numbers more than its effective address takes.
    PlusBetween(u16, u16),
    /// The same, with two more for long words from registers and immediate operands.
    Into(u16, u16),
    /// For a register, and so many more than the effective address takes for memory.
    Modify((u16, u16), (u16, u16)),
    /// `addq`, `subq`: 8 for address registers, which are always added to as a whole.
    Quickly,
    /// `move`: 4 and both effective addresses.
    Move,
    /// `lea`, `pea`, `jmp`, `jsr`: by the mode, from `(an)` on.
    Control([u16; 7]),
    /// `movem` from memory (true) or to it: a number by the mode, and each register.
    Many(bool),
    /// Shifts by a number, or by a register's, each two.
    Shift,
    /// Conditional branches: taken, or not.
    Branch,
    /// Two more if the condition is true.
    SetRegister,
}

/// Fewest and most cycles.
pub type Cycles = (u32, u32);

/// What reading an operand adds.
fn operand(mode: Mode, size: Option<Size>) -> u16 {
    let long = size == Some(Size::Long);
    let word = match mode {
        Mode::Data | Mode::Address => return 0,
        Mode::Indirect | Mode::PostIncrement | Mode::Immediate => 4,
        Mode::PreDecrement => 6,
        Mode::Displacement | Mode::Short | Mode::PcDisplacement => 8,
        Mode::Index | Mode::PcIndex => 10,
        Mode::Long => 12,
    };
    word + if long { 4 } else { 0 }
}

/// What storing the result of `move` adds.
fn destination(mode: Mode, size: Option<Size>) -> u16 {
    match mode {
        // The address is counted down while the operand is written.
        Mode::PreDecrement => operand(Mode::Indirect, size),
        mode => operand(mode, size),
    }
}

/// Number among the modes of [`Time::Control`].
fn control(mode: Mode) -> usize {
    match mode {
        Mode::Displacement => 1,
        Mode::Index => 2,
        Mode::Short => 3,
        Mode::Long => 4,
        Mode::PcDisplacement => 5,
        Mode::PcIndex => 6,
        Mode::Data
        | Mode::Address
        | Mode::Indirect
        | Mode::PostIncrement
        | Mode::PreDecrement
        | Mode::Immediate => 0,
    }
}

/// What an instruction says about its time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub opcode: u16,
    /// The word behind the opcode.
    pub extension: u16,
    pub size: Option<Size>,
}

impl Form {
    /// The cycles of a row in this form.
    pub fn cycles(self, row: &Instruction) -> Cycles {
        let long = self.size == Some(Size::Long);
        let pick = |(word, long_word): (u16, u16)| if long { long_word } else { word };
        let source = Mode::of_bits(self.opcode & 0x3F).unwrap_or(Mode::Data);
        let register = matches!(source, Mode::Data | Mode::Address);
        let exactly = |cycles: u16| (u32::from(cycles), u32::from(cycles));
        match row.time {
            Time::Fixed(cycles) => exactly(cycles),
            Time::BySize(word, long) => exactly(pick((word, long))),
            Time::Between(low, high) => (low.into(), high.into()),
            Time::Plus(word, long) => exactly(pick((word, long)) + operand(source, self.size)),
            Time::PlusBetween(low, high) => {
                let more = operand(source, self.size);
                (u32::from(low + more), u32::from(high + more))
            }
            Time::Into(word, long_word) => {
                let direct = long && (register || source == Mode::Immediate);
                let more = if direct { 2 } else { 0 };
                exactly(pick((word, long_word)) + operand(source, self.size) + more)
            }
            Time::Modify(direct, _) if register => exactly(pick(direct)),
            Time::Modify(_, memory) => exactly(pick(memory) + operand(source, self.size)),
            Time::Quickly => exactly(match source {
                Mode::Data => pick((4, 8)),
                Mode::Address => 8,
                memory => pick((8, 12)) + operand(memory, self.size),
            }),
            Time::Move => {
                let bits = self.opcode >> 3 & 0x38 | self.opcode >> 9 & 7;
                let to = Mode::of_bits(bits).unwrap_or(Mode::Data);
                exactly(4 + operand(source, self.size) + destination(to, self.size))
            }
            Time::Control(by_mode) => exactly(by_mode[control(source)]),
            Time::Many(load) => {
                let registers = self.extension.count_ones() as u16;
                let each = if long { 8 } else { 4 };
                let base = match source {
                    Mode::PreDecrement => 8,
                    mode => 4 + operand(mode, None) + if load { 4 } else { 0 },
                };
                exactly(base + each * registers)
            }
            Time::Shift => {
                let base = if long { 8 } else { 6 };
                match (row.operands, self.opcode >> 9 & 7) {
                    ([Kind::Quick, _], 0) => exactly(base + 16),
                    ([Kind::Quick, _], n) => exactly(base + 2 * n),
                    _ => (base.into(), u32::from(base) + 126),
                }
            }
            Time::Branch => {
                if self.opcode & 0xFF == 0 {
                    (10, 12)
                } else {
                    (8, 10)
                }
            }
            Time::SetRegister if register => (4, 6),
            Time::SetRegister => exactly(8 + operand(source, self.size)),
        }
    }
}
