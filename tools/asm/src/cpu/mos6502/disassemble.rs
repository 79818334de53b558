//! Bytes to text.

use super::table::{INSTRUCTIONS, Instruction, Mode};

/// One instruction as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disassembled {
    /// What the opcode is.
    pub instruction: &'static Instruction,
    /// Bytes it takes, 1..=3; more than were given if they ended too early (then missing ones count as 0).
    pub size: usize,
    /// The address it names, if any: of data, of a jump, of a branch.
    pub address: Option<u16>,
    /// As the assembler reads it.
    pub text: String,
}

/// The instruction at the start of `bytes`, which lie at `pc`. No bytes count as `brk`.
pub fn disassemble(bytes: &[u8], pc: u16) -> Disassembled {
    let byte = |n: usize| bytes.get(n).copied().unwrap_or(0);
    let instruction = &INSTRUCTIONS[usize::from(byte(0))];
    let low = byte(1);
    let word = u16::from_le_bytes([low, byte(2)]);
    let size = 1 + instruction.mode.operand_size();
    let target = pc.wrapping_add(2).wrapping_add_signed(i16::from(low as i8));
    let (operand, address) = match instruction.mode {
        Mode::Implied | Mode::Accumulator => (String::new(), None),
        Mode::Immediate => (format!("#${low:02X}"), None),
        Mode::Zeropage => (format!("${low:02X}"), Some(u16::from(low))),
        Mode::ZeropageX => (format!("${low:02X},x"), Some(u16::from(low))),
        Mode::ZeropageY => (format!("${low:02X},y"), Some(u16::from(low))),
        Mode::IndirectX => (format!("(${low:02X},x)"), Some(u16::from(low))),
        Mode::IndirectY => (format!("(${low:02X}),y"), Some(u16::from(low))),
        // The prefix keeps an address below 256 from becoming a zero-page one when assembled again.
        Mode::Absolute => (
            format!("{}${word:04X}", prefix(instruction, word)),
            Some(word),
        ),
        Mode::AbsoluteX => (
            format!("{}${word:04X},x", prefix(instruction, word)),
            Some(word),
        ),
        Mode::AbsoluteY => (
            format!("{}${word:04X},y", prefix(instruction, word)),
            Some(word),
        ),
        Mode::Indirect => (format!("(${word:04X})"), Some(word)),
        Mode::Relative => (format!("${target:04X}"), Some(target)),
    };
    let text = format!("{} {operand}", instruction.mnemonic)
        .trim_end()
        .to_owned();
    Disassembled {
        instruction,
        size,
        address,
        text,
    }
}

fn prefix(instruction: &Instruction, word: u16) -> &'static str {
    let jumps = matches!(instruction.mnemonic, "jmp" | "jsr");
    if word < 256 && !jumps { "a:" } else { "" }
}

/// All instructions of a stretch of memory, one a line: address, bytes, text.
pub fn listing(bytes: &[u8], start: u16) -> String {
    let mut text = String::new();
    let mut offset = 0;
    while offset < bytes.len() {
        let pc = start.wrapping_add(offset as u16);
        let line = disassemble(&bytes[offset..], pc);
        let end = bytes.len().min(offset + line.size);
        let hex: Vec<String> = bytes[offset..end]
            .iter()
            .map(|b| format!("{b:02X}"))
            .collect();
        text.push_str(&format!("{pc:04X}  {:<8}  {}\n", hex.join(" "), line.text));
        offset = end;
    }
    text
}
