//! The instruction table against a transistor-level simulation: cycles, and bytes taken.

use hexfront_asm::cpu::mos6502::{INSTRUCTIONS, Mode};
use std::path::{Path, PathBuf};

/// The test data; its README describes the records.
fn data() -> Option<Vec<u8>> {
    let folder = std::env::var_os("HEXFRONT_TESTDATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/testdata"),
        PathBuf::from,
    );
    let file = folder.join("mos6502/nmos6502.bin");
    let bytes = std::fs::read(&file).ok();
    if bytes.is_none() {
        println!("{} is missing: skipped", file.display());
    }
    bytes
}

#[test]
fn cycles_are_those_of_the_chip() {
    let Some(data) = data() else { return };
    let mut cycles: Vec<Option<(u8, u8)>> = vec![None; 256];
    let mut rest = data.as_slice();
    while let Some((record, behind)) = rest.split_at_checked(22) {
        let opcode = usize::from(record[0]);
        let word = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
        let (before, after, count) = (word(8), word(19), record[21]);
        rest = behind.get(usize::from(count) * 4..).unwrap_or_default();
        let range = cycles[opcode].get_or_insert((count, count));
        *range = (range.0.min(count), range.1.max(count));
        let instruction = &INSTRUCTIONS[opcode];
        let jumps = ["brk", "jmp", "jsr", "rti", "rts"].contains(&instruction.mnemonic);
        if !jumps && instruction.mode != Mode::Relative {
            let size = usize::from(after.wrapping_sub(before));
            assert_eq!(size, 1 + instruction.mode.operand_size(), "{instruction:?}");
        }
    }
    for instruction in &INSTRUCTIONS {
        let more = match (instruction.crossing, instruction.mode) {
            (false, _) => 0,
            (true, Mode::Relative) => 2,
            (true, _) => 1,
        };
        let ours = (instruction.cycles, instruction.cycles + more);
        let chip = cycles[usize::from(instruction.opcode)];
        let expected = if instruction.mnemonic == "jam" {
            None
        } else {
            Some(ours)
        };
        assert_eq!(chip, expected, "{instruction:?}");
    }
}
