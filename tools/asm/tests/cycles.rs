//! The instruction tables against simulations of the chips, transistor by transistor for the 6502, by its microcode for
//! the 68000: cycles, and bytes taken.

use crate::skipped;
use hexfront_asm::cpu::m68000;
use hexfront_asm::cpu::mos6502::{INSTRUCTIONS, Mode};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// Where the test data is; its README describes the records.
fn folder() -> PathBuf {
    std::env::var_os("HEXFRONT_TESTDATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/testdata"),
        PathBuf::from,
    )
}

fn data() -> Option<Vec<u8>> {
    let file = folder().join("mos6502/nmos6502.bin");
    let bytes = std::fs::read(&file).ok();
    if bytes.is_none() {
        skipped::skipped(&format!(
            "cycles of the 6502's instruction table: {} is missing",
            file.display()
        ));
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

/// Reads numbers of a file of cases.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes(&mut self, count: usize) -> &[u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes(self.bytes(2).try_into().expect("two bytes"))
    }

    fn long(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes(4).try_into().expect("four bytes"))
    }

    /// Processor state: its 19 registers, with the two words of the prefetch behind them, and memory.
    fn state(&mut self) -> (Vec<u32>, HashMap<u32, u16>) {
        self.bytes(8);
        let registers = (0..21).map(|_| self.long()).collect();
        let words = self.long();
        let memory = (0..words).map(|_| (self.long(), self.word())).collect();
        (registers, memory)
    }

    /// Cycles, and whether an exception was entered.
    fn transactions(&mut self) -> (u32, bool) {
        self.bytes(8);
        let (cycles, count) = (self.long(), self.long());
        let mut exception = false;
        for _ in 0..count {
            let kind = self.bytes(1)[0];
            self.long();
            if kind != 0 {
                let [_, address, _, _, _] = std::array::from_fn(|_| self.long());
                exception |= kind >= 4 || kind == 2 && address < 0x100;
            }
        }
        (cycles, exception)
    }
}

/// Every case that enters no exception, since the time of one is not the instruction's.
#[test]
fn cycles_of_the_68000_are_those_of_its_microcode() {
    let Ok(files) = std::fs::read_dir(folder().join("m68000")) else {
        skipped::skipped(&format!(
            "cycles of the 68000's instruction table: {} has no m68000",
            folder().display()
        ));
        return;
    };
    let mut compared = 0;
    let mut differences: BTreeMap<String, u32> = BTreeMap::new();
    for file in files.flatten() {
        let bytes = std::fs::read(file.path()).expect("the file was just listed");
        if file.path().extension().is_none_or(|e| e != "bin") {
            continue;
        }
        let mut reader = Reader(&bytes);
        reader.long();
        for _ in 0..reader.long() {
            reader.bytes(8);
            reader.bytes(8);
            let name = reader.long() as usize;
            reader.bytes(name);
            let (before, memory) = reader.state();
            reader.state();
            let (cycles, exception) = reader.transactions();
            let mut code: Vec<u8> = Vec::new();
            for prefetched in &before[19..21] {
                code.extend((*prefetched as u16).to_be_bytes());
            }
            // The program counter is that of the next prefetch.
            for n in 0..3 {
                let at = before[18].wrapping_add(2 * n) & 0xFF_FFFF;
                code.extend(memory.get(&at).copied().unwrap_or(0).to_be_bytes());
            }
            let ours = m68000::disassemble(&code, before[18].wrapping_sub(4));
            let Some(row) = ours.instruction else {
                continue;
            };
            if exception || matches!(row.mnemonic, "trap" | "illegal") {
                continue;
            }
            compared += 1;
            if !(ours.cycles.0..=ours.cycles.1).contains(&cycles) {
                let size = row.sizes.len();
                let what = format!(
                    "{} {size} {:?}: {} not {:?}",
                    row.mnemonic, row.operands, cycles, ours.cycles
                );
                *differences.entry(what).or_default() += 1;
            }
        }
    }
    assert!(compared > 10_000, "only {compared} cases");
    assert!(differences.is_empty(), "{compared}: {differences:#?}");
}
