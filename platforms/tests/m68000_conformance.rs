//! The 68000 against the recorded cases of a microcoded core: state and cycles of every instruction.
//!
//! The score is committed as `cpu-score-68000.md`; the test fails when that file does not say what was measured, and
//! writes it anew when `HEXFRONT_BLESS` is set. The data is not part of the project: see the README. What is part of it
//! are cases of our own in `cases/m68000.txt`, whose answers were written down when the recorded ones were right.

use crate::common::skipped;
use hexfront_platforms::cpu::m68000::{Bus, M68000};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Registers and the words of memory the case names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// D0-D7, A0-A6, USP, SSP, SR, PC.
    registers: [u32; 19],
    ram: BTreeMap<u32, u8>,
}

struct Case {
    name: String,
    before: State,
    after: State,
    cycles: u32,
    address_error: bool,
    /// Opcode of the instruction.
    opcode: u16,
}

/// Reads the little-endian numbers of the file.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn u8(&mut self) -> u8 {
        let value = self.0[0];
        self.0 = &self.0[1..];
        value
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes([self.u8(), self.u8()])
    }

    fn u32(&mut self) -> u32 {
        u32::from(self.u16()) | u32::from(self.u16()) << 16
    }

    fn block(&mut self, magic: u32) {
        self.u32();
        assert_eq!(self.u32(), magic, "the block is of another kind");
    }

    /// A state and its prefetch queue.
    fn state(&mut self) -> (State, u16) {
        self.block(0x0123_4567);
        let registers = std::array::from_fn(|_| self.u32());
        let prefetch = self.u32() as u16;
        self.u32();
        let mut ram = BTreeMap::new();
        for _ in 0..self.u32() {
            let address = self.u32();
            let [high, low] = self.u16().to_be_bytes();
            ram.insert(address, high);
            ram.insert(address | 1, low);
        }
        (State { registers, ram }, prefetch)
    }

    fn case(&mut self) -> Case {
        self.block(0xABC1_2367);
        self.block(0x89AB_CDEF);
        let name = (0..self.u32()).map(|_| char::from(self.u8())).collect();
        let (before, opcode) = self.state();
        let (mut after, _) = self.state();
        // The address bus has 24 bits.
        after.registers[18] &= 0x00FF_FFFF;
        self.block(0x4567_89AB);
        let cycles = self.u32();
        let mut address_error = false;
        for _ in 0..self.u32() {
            let kind = self.u8();
            self.u32();
            address_error |= kind > 3;
            if kind != 0 {
                for _ in 0..5 {
                    self.u32();
                }
            }
        }
        Case {
            name,
            before,
            after,
            cycles,
            address_error,
            opcode,
        }
    }
}

/// A number made from two.
fn mixed(seed: u32, at: u32) -> u32 {
    let h = seed ^ at.wrapping_mul(0x9E37_79B1);
    let h = (h ^ h >> 15).wrapping_mul(0x85EB_CA6B);
    let h = (h ^ h >> 13).wrapping_mul(0xC2B2_AE35);
    h ^ h >> 16
}

/// Memory that remembers what it was given and what is written; the rest reads as zero, or is made from a seed.
struct Memory {
    cells: BTreeMap<u32, u8>,
    seed: Option<u32>,
    cycles: u64,
}

impl Memory {
    fn byte(&self, address: u32) -> u8 {
        // Even below $400, where the vectors are, so that an exception leads somewhere.
        let even = if address < 0x400 { 0xFE } else { 0xFF };
        let made = |seed| mixed(seed, address) as u8 & even;
        let cell = self.cells.get(&address).copied();
        cell.unwrap_or_else(|| self.seed.map_or(0, made))
    }
}

impl Bus for Memory {
    fn read_byte(&mut self, address: u32) -> u8 {
        self.cycles += 4;
        self.byte(address)
    }

    fn read_word(&mut self, address: u32) -> u16 {
        self.cycles += 4;
        self.prefetched(address)
    }

    fn write_byte(&mut self, address: u32, value: u8) {
        self.cycles += 4;
        self.cells.insert(address, value);
    }

    fn write_word(&mut self, address: u32, value: u16) {
        let [high, low] = value.to_be_bytes();
        self.cells.insert(address, high);
        self.write_byte(address | 1, low);
    }

    fn idle(&mut self, cycles: u32) {
        self.cycles += u64::from(cycles);
    }

    fn prefetched(&self, address: u32) -> u16 {
        u16::from_be_bytes([self.byte(address), self.byte(address | 1)])
    }

    fn now(&self) -> u64 {
        self.cycles
    }

    fn ipl(&mut self) -> u8 {
        0
    }

    fn reset_devices(&mut self) {}
}

/// What a case's instruction leaves behind, and its cycles.
fn run(case: &Case) -> (State, u32) {
    let mut cpu = M68000::new();
    let r = &case.before.registers;
    cpu.set_sr(r[17] as u16);
    for (n, value) in r[..8].iter().enumerate() {
        cpu.set_d(n, *value);
    }
    for (n, value) in r[8..15].iter().enumerate() {
        cpu.set_a(n, *value);
    }
    cpu.set_usp(r[15]);
    cpu.set_ssp(r[16]);
    // The data's PC is the address of the next prefetch.
    cpu.set_pc(r[18].wrapping_sub(4));
    let mut memory = Memory {
        cells: case.before.ram.clone(),
        seed: None,
        cycles: 0,
    };
    let cycles = cpu.step(&mut memory);
    let mut registers = [0; 19];
    for (n, register) in registers[..8].iter_mut().enumerate() {
        *register = cpu.d(n);
    }
    for (n, register) in registers[8..15].iter_mut().enumerate() {
        *register = cpu.a(n);
    }
    registers[15] = cpu.usp();
    registers[16] = cpu.ssp();
    registers[17] = u32::from(cpu.sr());
    // STOP leaves the data's prefetch where it was.
    let ahead = if cpu.stopped() { 0 } else { 4 };
    registers[18] = cpu.pc().wrapping_add(ahead) & 0x00FF_FFFF;
    // The data names whole words.
    for address in case.after.ram.keys() {
        memory.cells.entry(*address).or_insert(0);
    }
    (
        State {
            registers,
            ram: memory.cells,
        },
        cycles,
    )
}

/// Cases of one kind: how many, and how many are right.
#[derive(Clone, Copy, Default)]
struct Score {
    cases: u32,
    state: u32,
    cycles: u32,
}

impl Score {
    fn count(&mut self, state: bool, cycles: bool) {
        self.cases += 1;
        self.state += u32::from(state);
        self.cycles += u32::from(cycles);
    }

    fn is_full(&self) -> bool {
        (self.state, self.cycles) == (self.cases, self.cases)
    }

    fn sum<'a>(scores: impl IntoIterator<Item = &'a Score>) -> Score {
        scores.into_iter().fold(Score::default(), |sum, s| Score {
            cases: sum.cases + s.cases,
            state: sum.state + s.state,
            cycles: sum.cycles + s.cycles,
        })
    }

    /// A row of the table.
    fn row(&self, name: &str) -> String {
        let share = |right: u32| 100.0 * f64::from(right) / f64::from(self.cases);
        format!(
            "| {name} | {} | {} ({:.2} %) | {} ({:.2} %) |\n",
            self.cases,
            self.state,
            share(self.state),
            self.cycles,
            share(self.cycles),
        )
    }
}

/// The scores of a file: all but address errors, and address errors.
type Scores = [Score; 2];

fn cases(file: &Path) -> Vec<Case> {
    let bytes = std::fs::read(file).unwrap();
    let mut reader = Reader(&bytes);
    assert_eq!(
        reader.u32(),
        0x1A3F_5D71,
        "{} is no test file",
        file.display()
    );
    let count = reader.u32();
    (0..count).map(|_| reader.case()).collect()
}

fn data_files() -> Vec<PathBuf> {
    let root = std::env::var_os("HEXFRONT_TESTDATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/testdata"),
        PathBuf::from,
    );
    let Ok(folder) = std::fs::read_dir(root.join("m68000")) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = folder
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "bin"))
        .collect();
    files.sort();
    files
}

fn render(scores: &BTreeMap<String, Scores>) -> String {
    let kind = |n: usize| Score::sum(scores.values().map(|s| &s[n]));
    let mut text = format!(
        "# Score of the 68000 adapter\n\n\
         Written by `HEXFRONT_BLESS=1 cargo test -p hexfront-platforms --test platforms m68000_conformance`. Against the recorded\n\
         cases of a microcoded core, {} files: cases right in state (registers, status, memory) and in cycles.\n\n\
         | cases | number | state | cycles |\n| --- | --- | --- | --- |\n{}{}\n\
         Files with a case that is not right:\n\n",
        scores.len(),
        kind(0).row("without address error"),
        kind(1).row("address error"),
    );
    let head = text.len();
    for (name, both) in scores {
        let s = Score::sum(both);
        if !s.is_full() {
            writeln!(
                text,
                "- {name}: of {} cases {} state, {} cycles",
                s.cases, s.state, s.cycles
            )
            .unwrap();
        }
    }
    if text.len() == head {
        text.push_str("none\n");
    }
    text
}

#[test]
fn score_is_as_committed() {
    let files = data_files();
    if files.is_empty() {
        skipped::skipped(
            "the recorded cases of the 68000: no m68000/*.bin in ../shared/testdata or $HEXFRONT_TESTDATA",
        );
        return;
    }
    let mut scores: BTreeMap<String, Scores> = BTreeMap::new();
    for file in &files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let score = scores.entry(name).or_default();
        for case in cases(file) {
            let (state, cycles) = run(&case);
            let (right, timed) = (state == case.after, cycles == case.cycles);
            score[usize::from(case.address_error)].count(right, timed);
            if !right || !timed {
                println!(
                    "{} (opcode ${:04X}): {cycles} cycles, recorded {}",
                    case.name, case.opcode, case.cycles
                );
                for n in 0..19 {
                    if state.registers[n] != case.after.registers[n] {
                        println!(
                            "  register {n}: ${:08X}, recorded ${:08X}, before ${:08X}",
                            state.registers[n], case.after.registers[n], case.before.registers[n]
                        );
                    }
                }
                if state.ram != case.after.ram {
                    println!(
                        "  memory {:X?}\n  recorded {:X?}",
                        state.ram, case.after.ram
                    );
                }
            }
        }
    }
    let measured = render(&scores);
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("cpu-score-68000.md");
    if std::env::var_os("HEXFRONT_BLESS").is_some() {
        std::fs::write(&table, &measured).unwrap();
    }
    let committed = std::fs::read_to_string(&table).unwrap_or_default();
    assert_eq!(
        committed, measured,
        "cpu-score-68000.md is stale: see the top of this test"
    );
    let all = Score::sum(scores.values().flatten());
    assert!(all.is_full(), "a case is not right");
}

/// One opcode of so many has a case of our own.
const ONE_OF: u32 = 24;

/// A case of our own as its line says it: opcode, seed of registers and memory, cycles, registers that change, bytes
/// written.
fn own_case(opcode: u16, seed: u32) -> String {
    const NAMES: [&str; 19] = [
        "D0", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "A0", "A1", "A2", "A3", "A4", "A5", "A6",
        "USP", "SSP", "SR", "PC",
    ];
    let mut registers: [u32; 19] = std::array::from_fn(|n| mixed(seed, 0x0100_0000 + n as u32));
    for address in &mut registers[8..17] {
        *address &= !1;
    }
    // Every fourth in user mode; no trace.
    let mode = if seed.is_multiple_of(4) { 0 } else { 0x2000 };
    registers[17] = mode | registers[17] & 0x071F;
    registers[18] = registers[18] & 0x00FF_FFFE | 0x1_0000;
    let pc = registers[18];
    let mut memory = Memory {
        cells: BTreeMap::new(),
        seed: Some(seed),
        cycles: 0,
    };
    let code = opcode.to_be_bytes();
    memory.cells.extend([(pc, code[0]), (pc + 1, code[1])]);
    let mut cpu = M68000::new();
    cpu.set_sr(registers[17] as u16);
    (0..8).for_each(|n| cpu.set_d(n, registers[n]));
    (0..7).for_each(|n| cpu.set_a(n, registers[8 + n]));
    cpu.set_usp(registers[15]);
    cpu.set_ssp(registers[16]);
    cpu.set_pc(pc);
    let cycles = cpu.step(&mut memory);
    let after: [u32; 19] = std::array::from_fn(|n| match n {
        0..8 => cpu.d(n),
        8..15 => cpu.a(n - 8),
        15 => cpu.usp(),
        16 => cpu.ssp(),
        17 => u32::from(cpu.sr()),
        _ => cpu.pc() & 0x00FF_FFFF,
    });
    let mut line = format!("{opcode:04X} {seed:08X} {cycles}");
    for n in (0..19).filter(|n| after[*n] != registers[*n]) {
        write!(line, " {}={:X}", NAMES[n], after[n]).unwrap();
    }
    memory.cells.remove(&pc);
    memory.cells.remove(&(pc + 1));
    for (address, value) in memory.cells {
        write!(line, " {address:06X}={value:02X}").unwrap();
    }
    line
}

/// What RESET does is for the machine.
const RESET: u16 = 0x4E70;

fn own_cases() -> String {
    let mut text = String::from(
        "# Cases of the 68000: opcode, seed of registers and memory, cycles, registers that change, bytes written.\n\
         # Written by `HEXFRONT_BLESS=1 cargo test -p hexfront-platforms --test platforms m68000_conformance` while all recorded\n\
         # cases were right in state and cycles (cpu-score-68000.md).\n",
    );
    for opcode in (0..=u16::MAX).filter(|op| mixed(0, u32::from(*op)).is_multiple_of(ONE_OF)) {
        // Lines A and F are no instructions.
        if opcode == RESET || [0xA, 0xF].contains(&(opcode >> 12)) {
            continue;
        }
        text.push_str(&own_case(opcode, mixed(1, u32::from(opcode))));
        text.push('\n');
    }
    text
}

#[test]
fn cases_of_our_own_are_right() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/m68000.txt");
    if std::env::var_os("HEXFRONT_BLESS").is_some() {
        std::fs::write(&file, own_cases()).unwrap();
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let mut cases = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ').map(|word| u32::from_str_radix(word, 16));
        let (opcode, seed) = (
            words.next().unwrap().unwrap(),
            words.next().unwrap().unwrap(),
        );
        assert_eq!(own_case(opcode as u16, seed), line);
        cases += 1;
    }
    assert!(cases > 1500, "only {cases} cases");
}
