//! What instructions make of registers and operands: the crate computes, this corrects it where the chip differs.

use super::opcodes::{Modify, Read};
use super::{C, D, Mos6502, N, V, Z};
use mos6502::cpu::CPU;
use mos6502::instruction::{AddressingMode, DecodedInstr, Instruction, Nmos6502, OpInput};
use mos6502::memory::Bus;
use mos6502::registers::{StackPointer, Status};

/// What the analogue part of `XAA` and `LXA` contributes; a value seen on many chips.
const MAGIC: u8 = 0xEE;

/// All the memory that the crate sees: the operand.
struct Operand(u8);

impl Bus for Operand {
    #[inline(always)]
    fn get_byte(&mut self, _: u16) -> u8 {
        self.0
    }

    #[inline(always)]
    fn set_byte(&mut self, _: u16, value: u8) {
        self.0 = value;
    }
}

impl Mos6502 {
    /// What an instruction makes of the operand that it read.
    #[inline]
    pub(super) fn read_operation(&mut self, operation: Read, operand: u8) {
        match operation {
            Read::Lda => self.a = self.noted(operand),
            Read::Ldx => self.x = self.noted(operand),
            Read::Ldy => self.y = self.noted(operand),
            Read::Lax => {
                self.a = self.noted(operand);
                self.x = operand;
            }
            Read::Nop => {}
            Read::Adc => self.add(operand),
            Read::Sbc => self.subtract(operand),
            Read::And => self.immediate(Instruction::AND, operand),
            Read::Eor => self.immediate(Instruction::EOR, operand),
            Read::Ora => self.immediate(Instruction::ORA, operand),
            Read::Cmp => self.immediate(Instruction::CMP, operand),
            Read::Cpx => self.immediate(Instruction::CPX, operand),
            Read::Cpy => self.immediate(Instruction::CPY, operand),
            Read::Bit => _ = self.zero_page(Instruction::BIT, operand),
            Read::Alr => self.immediate(Instruction::ALR, operand),
            Read::Anc => self.immediate(Instruction::ANC, operand),
            Read::Arr => self.rotate_and(operand),
            Read::Sbx => self.immediate(Instruction::SBX, operand),
            Read::Las => {
                self.s &= operand;
                self.a = self.noted(self.s);
                self.x = self.s;
            }
            Read::Lxa => {
                self.a = self.noted((self.a | MAGIC) & operand);
                self.x = self.a;
            }
            Read::Xaa => self.a = self.noted((self.a | MAGIC) & self.x & operand),
        }
    }

    /// What a read-modify-write makes of a byte.
    #[inline]
    pub(super) fn modify_operation(&mut self, operation: Modify, old: u8) -> u8 {
        match operation {
            Modify::Asl => self.zero_page(Instruction::ASL, old),
            Modify::Dec => self.noted(old.wrapping_sub(1)),
            Modify::Inc => self.noted(old.wrapping_add(1)),
            Modify::Lsr => self.zero_page(Instruction::LSR, old),
            Modify::Rol => self.zero_page(Instruction::ROL, old),
            Modify::Ror => self.zero_page(Instruction::ROR, old),
            Modify::Dcp => self.zero_page(Instruction::DCP, old),
            Modify::Rla => self.zero_page(Instruction::RLA, old),
            Modify::Slo => self.zero_page(Instruction::SLO, old),
            Modify::Sre => self.zero_page(Instruction::SRE, old),
            Modify::Isc => {
                let (a, carry) = (self.a, self.p & C);
                let new = self.zero_page(Instruction::ISC, old);
                self.correct_subtraction(a, new, carry);
                new
            }
            // The rotation hands its bit 0 to the adder as carry.
            Modify::Rra => {
                let a = self.a;
                let new = self.zero_page(Instruction::RRA, old);
                self.correct_addition(a, new, old & C);
                new
            }
        }
    }

    fn add(&mut self, operand: u8) {
        let (a, carry) = (self.a, self.p & C);
        self.immediate(Instruction::ADC, operand);
        self.correct_addition(a, operand, carry);
    }

    fn subtract(&mut self, operand: u8) {
        let (a, carry) = (self.a, self.p & C);
        self.immediate(Instruction::SBC, operand);
        self.correct_subtraction(a, operand, carry);
    }

    /// An instruction of the crate on an operand.
    fn immediate(&mut self, instruction: Instruction, operand: u8) {
        let input = OpInput::UseImmediate(operand);
        self.compute((instruction, AddressingMode::Immediate, input), operand);
    }

    /// The same for those that have no immediate operand; returns what they leave in it.
    fn zero_page(&mut self, instruction: Instruction, operand: u8) -> u8 {
        let input = OpInput::UseAddress {
            address: 0,
            page_crossed: false,
        };
        self.compute((instruction, AddressingMode::ZeroPage, input), operand)
    }

    #[inline(always)]
    fn compute(&mut self, decoded: DecodedInstr, operand: u8) -> u8 {
        let mut cpu = CPU::new(Operand(operand), Nmos6502);
        cpu.registers.accumulator = self.a;
        cpu.registers.index_x = self.x;
        cpu.registers.index_y = self.y;
        cpu.registers.stack_pointer = StackPointer(self.s);
        cpu.registers.status = Status::from_bits_truncate(self.p);
        cpu.execute_instruction(decoded);
        self.a = cpu.registers.accumulator;
        self.x = cpu.registers.index_x;
        self.p = cpu.registers.status.bits();
        cpu.memory.0
    }

    /// In decimal mode Z comes from the binary sum, N and V from the sum with only its low digit adjusted.
    fn correct_addition(&mut self, a: u8, operand: u8, carry: u8) {
        if self.p & D == 0 {
            return;
        }
        let binary = a.wrapping_add(operand).wrapping_add(carry);
        let half = half_adjusted(a, operand, carry);
        self.set(Z, binary == 0);
        self.set(N, half & 0x80 != 0);
        self.set(V, !(a ^ operand) & (a ^ half as u8) & 0x80 != 0);
    }

    /// In decimal mode all flags but C, which is the same, come from the binary subtraction.
    fn correct_subtraction(&mut self, a: u8, operand: u8, carry: u8) {
        if self.p & D == 0 {
            return;
        }
        let difference = a.wrapping_sub(operand).wrapping_sub(1 - carry);
        self.set(V, (a ^ operand) & (a ^ difference) & 0x80 != 0);
        self.noted(difference);
    }

    /// `ARR`; in decimal mode each digit of the result is adjusted by what `AND` gave.
    fn rotate_and(&mut self, operand: u8) {
        let (and, carry) = (self.a & operand, self.p & C);
        if self.p & D == 0 {
            return self.immediate(Instruction::ARR, operand);
        }
        let rotated = and >> 1 | carry << 7;
        self.noted(rotated);
        self.set(V, (rotated ^ and) & 0x40 != 0);
        let mut result = rotated;
        if (and & 0x0F) + (and & 0x01) > 5 {
            result = result & 0xF0 | result.wrapping_add(6) & 0x0F;
        }
        let high = u16::from(and & 0xF0) + u16::from(and & 0x10) > 0x50;
        if high {
            result = result.wrapping_add(0x60);
        }
        self.set(C, high);
        self.a = result;
    }

    fn set(&mut self, flag: u8, on: bool) {
        self.p = if on { self.p | flag } else { self.p & !flag };
    }

    /// The value, whose N and Z are noted.
    #[inline]
    pub(super) fn noted(&mut self, value: u8) -> u8 {
        self.p = self.p & !(N | Z) | value & N | u8::from(value == 0) << 1;
        value
    }
}

/// The 6502's decimal sum after the low digit is adjusted, before the high digit is.
fn half_adjusted(a: u8, b: u8, carry: u8) -> u16 {
    let mut low = (a & 0x0F) + (b & 0x0F) + carry;
    if low >= 10 {
        low = ((low + 6) & 0x0F) + 0x10;
    }
    u16::from(a & 0xF0) + u16::from(b & 0xF0) + u16::from(low)
}

#[cfg(test)]
mod tests {
    use super::super::opcodes::{Implied, Mode, OPCODES, Opcode};
    use super::*;
    use mos6502::Variant;

    /// The crate's name for an instruction of ours, if it knows it.
    fn name(opcode: Opcode) -> String {
        let name = match opcode {
            Opcode::Read(operation, _) => format!("{operation:?}"),
            Opcode::Store(operation, _) => format!("{operation:?}"),
            Opcode::Modify(operation, _) | Opcode::Accumulator(operation) => {
                format!("{operation:?}")
            }
            Opcode::Implied(operation) => format!("{operation:?}"),
            Opcode::Branch(flag, set) => match (flag, set) {
                (N, false) => "Bpl",
                (N, true) => "Bmi",
                (V, false) => "Bvc",
                (V, true) => "Bvs",
                (C, false) => "Bcc",
                (C, true) => "Bcs",
                (_, false) => "Bne",
                (_, true) => "Beq",
            }
            .to_owned(),
            Opcode::JmpIndirect => "Jmp".to_owned(),
            other => format!("{other:?}"),
        };
        name.to_uppercase()
    }

    fn mode(opcode: Opcode) -> AddressingMode {
        match opcode {
            Opcode::Read(_, mode) | Opcode::Store(_, mode) | Opcode::Modify(_, mode) => {
                match mode {
                    Mode::Immediate => AddressingMode::Immediate,
                    Mode::ZeroPage => AddressingMode::ZeroPage,
                    Mode::ZeroPageX => AddressingMode::ZeroPageX,
                    Mode::ZeroPageY => AddressingMode::ZeroPageY,
                    Mode::Absolute => AddressingMode::Absolute,
                    Mode::AbsoluteX => AddressingMode::AbsoluteX,
                    Mode::AbsoluteY => AddressingMode::AbsoluteY,
                    Mode::IndexedIndirect => AddressingMode::IndexedIndirectX,
                    Mode::IndirectIndexed => AddressingMode::IndirectIndexedY,
                }
            }
            Opcode::Accumulator(_) => AddressingMode::Accumulator,
            Opcode::Branch(..) => AddressingMode::Relative,
            Opcode::Jmp | Opcode::Jsr => AddressingMode::Absolute,
            Opcode::JmpIndirect => AddressingMode::BuggyIndirect,
            _ => AddressingMode::Implied,
        }
    }

    #[test]
    fn the_table_says_what_the_crate_decodes() {
        let mut known = 0;
        for (code, opcode) in (0u8..=255).zip(OPCODES) {
            let Some((instruction, addressing)) = Nmos6502::decode(code) else {
                assert!(matches!(
                    opcode,
                    Opcode::StoreHigh(_) | Opcode::Read(Read::Lxa, Mode::Immediate)
                ));
                continue;
            };
            known += 1;
            assert_eq!(
                format!("{:?}", mode(opcode)),
                format!("{addressing:?}"),
                "${code:02X}"
            );
            // The crate has a NOP for each kind of operand, and a name of its own for $EB.
            let theirs = format!("{instruction:?}").to_uppercase();
            if opcode == Opcode::Implied(Implied::Nop)
                || matches!(opcode, Opcode::Read(Read::Nop, _))
            {
                assert!(theirs.starts_with("NOP"), "${code:02X}: {theirs}");
            } else {
                assert_eq!(name(opcode), theirs.trim_start_matches("U"), "${code:02X}");
            }
        }
        assert_eq!(known, 250);
    }
}
