//! The 68000 against the recorded cases of a microcoded core: state and cycles of every instruction.
//!
//! The score is committed as `cpu-score-68000.md`; the test fails when that file does not say what was measured, and
//! writes it anew when `HEXFRONT_BLESS` is set. The data is not part of the project: see the README.

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

/// The memory a case names; the rest reads as zero, and is remembered when written.
struct Memory {
    ram: BTreeMap<u32, u8>,
    cycles: u64,
}

impl Bus for Memory {
    fn read_byte(&mut self, address: u32) -> u8 {
        self.cycles += 4;
        self.ram.get(&address).copied().unwrap_or(0)
    }

    fn read_word(&mut self, address: u32) -> u16 {
        let high = self.read_byte(address);
        let low = self.read_byte(address | 1);
        self.cycles -= 4;
        u16::from_be_bytes([high, low])
    }

    fn write_byte(&mut self, address: u32, value: u8) {
        self.cycles += 4;
        self.ram.insert(address, value);
    }

    fn write_word(&mut self, address: u32, value: u16) {
        let [high, low] = value.to_be_bytes();
        self.ram.insert(address, high);
        self.write_byte(address | 1, low);
    }

    fn idle(&mut self, cycles: u32) {
        self.cycles += u64::from(cycles);
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
        ram: case.before.ram.clone(),
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
        memory.ram.entry(*address).or_insert(0);
    }
    (
        State {
            registers,
            ram: memory.ram,
        },
        cycles,
    )
}

/// Cases right in one file: all but address errors, and address errors.
#[derive(Clone, Copy, Default)]
struct Score {
    cases: u32,
    state: u32,
    cycles: u32,
    error_cases: u32,
    error_state: u32,
    error_cycles: u32,
}

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

fn render(scores: &BTreeMap<String, Score>) -> String {
    let sum = |f: fn(&Score) -> u32| scores.values().map(f).sum::<u32>();
    let share = |right: u32, all: u32| 100.0 * f64::from(right) / f64::from(all);
    let (all, state, cycles) = (sum(|s| s.cases), sum(|s| s.state), sum(|s| s.cycles));
    let mut text = format!(
        "# Score of the 68000 adapter\n\n\
         Written by `HEXFRONT_BLESS=1 cargo test -p hexfront-platforms --test m68000_conformance`. Against the recorded\n\
         cases of a microcoded core, {} files: cases right in state (registers, status, memory) and in cycles.\n\n\
         | cases | number | state | cycles |\n| --- | --- | --- | --- |\n\
         | without address error | {all} | {state} ({:.2} %) | {cycles} ({:.2} %) |\n\
         | address error | {} | {} | {} |\n\n\
         Files with a case that is not right, address errors aside:\n\n",
        scores.len(),
        share(state, all),
        share(cycles, all),
        sum(|s| s.error_cases),
        sum(|s| s.error_state),
        sum(|s| s.error_cycles),
    );
    let head = text.len();
    for (name, s) in scores {
        if s.state < s.cases || s.cycles < s.cases {
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
        println!("skipped: no m68000/*.bin in ../shared/testdata or $HEXFRONT_TESTDATA");
        return;
    }
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for file in &files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let score = scores.entry(name).or_default();
        for case in cases(file) {
            let (state, cycles) = run(&case);
            let (right, timed) = (state == case.after, cycles == case.cycles);
            if case.address_error {
                score.error_cases += 1;
                score.error_state += u32::from(right);
                score.error_cycles += u32::from(timed);
                continue;
            }
            score.cases += 1;
            score.state += u32::from(right);
            score.cycles += u32::from(timed);
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
    let sum = |f: fn(&Score) -> u32| scores.values().map(f).sum::<u32>();
    assert_eq!(sum(|s| s.state), sum(|s| s.cases), "a state is not right");
    assert!(
        sum(|s| s.cycles) * 1000 >= sum(|s| s.cases) * 987,
        "fewer than 98.7 % of the cases are right in cycles"
    );
}
