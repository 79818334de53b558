//! The 6502 against a transistor-level simulation: state, cycles and accesses of every opcode that does not lock up.
//!
//! The score is committed as `cpu-score.md`; the test fails when that file does not say what was measured, and writes
//! it anew when `HEXFRONT_BLESS` is set. The data is not part of the project: see the README. What is part of it are
//! cases of our own in `cases/mos6502.txt`, whose answers were written down while all the recorded ones were right.

use crate::common::skipped;
use hexfront_platforms::cpu::mos6502::{B, C, D, Mos6502, N, UNUSED, V, Z};
use hexfront_platforms::cpu::{Bus, NEVER, Since};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Opcodes for which the simulation has no valid answer in state: 0B 2B 4B 6B BB follow the published formulas, 8B and
/// AB are analogue.
const FORMULA: [u8; 5] = [0x0B, 0x2B, 0x4B, 0x6B, 0xBB];
const ANALOGUE: [u8; 2] = [0x8B, 0xAB];

/// One recorded bus cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Access {
    address: u16,
    data: u8,
    write: bool,
}

/// Memory made from a seed, as the data's description says, and what the processor did to it.
struct Recorder {
    code: (u16, [u8; 3]),
    seed: u32,
    written: Vec<(u16, u8)>,
    /// Index of the cycle, and the access in it.
    accesses: Vec<(u64, Access)>,
    cycles: u64,
}

impl Recorder {
    fn byte(&self, address: u16) -> u8 {
        if let Some((_, value)) = self.written.iter().rev().find(|(a, _)| *a == address) {
            return *value;
        }
        let offset = address.wrapping_sub(self.code.0);
        if offset < 3 {
            return self.code.1[usize::from(offset)];
        }
        let mut h = self.seed ^ u32::from(address).wrapping_mul(0x9E37_79B1);
        h = (h ^ h >> 15).wrapping_mul(0x85EB_CA6B);
        h = (h ^ h >> 13).wrapping_mul(0xC2B2_AE35);
        (h ^ h >> 16) as u8
    }
}

impl Bus for Recorder {
    fn read(&mut self, address: u16) -> u8 {
        let data = self.byte(address);
        self.accesses.push((
            self.cycles,
            Access {
                address,
                data,
                write: false,
            },
        ));
        self.cycles += 1;
        data
    }

    fn write(&mut self, address: u16, data: u8) {
        self.accesses.push((
            self.cycles,
            Access {
                address,
                data,
                write: true,
            },
        ));
        self.written.push((address, data));
        self.cycles += 1;
    }

    fn idle(&mut self, cycles: u32) {
        self.cycles += u64::from(cycles);
    }

    fn now(&self) -> u64 {
        self.cycles
    }

    fn irq_at(&mut self, _: u64) -> bool {
        false
    }

    fn nmi_since(&mut self) -> Since {
        NEVER
    }

    fn take_nmi(&mut self) {}
}

/// A X Y S P PC.
type State = (u8, u8, u8, u8, u8, u16);

struct Case {
    code: [u8; 3],
    before: State,
    seed: u32,
    after: State,
    bus: Vec<Access>,
}

fn parse(mut data: &[u8]) -> Vec<Case> {
    fn take<'a>(data: &mut &'a [u8], n: usize) -> &'a [u8] {
        let (head, tail) = data.split_at(n);
        *data = tail;
        head
    }
    fn word(b: &[u8]) -> u16 {
        u16::from_le_bytes([b[0], b[1]])
    }
    fn state(b: &[u8]) -> State {
        (b[0], b[1], b[2], b[3], b[4] & !(B | UNUSED), word(&b[5..]))
    }
    let mut cases = Vec::new();
    while !data.is_empty() {
        let code = take(&mut data, 3);
        let before = take(&mut data, 7);
        let seed = take(&mut data, 4);
        let after = take(&mut data, 7);
        let n = usize::from(take(&mut data, 1)[0]);
        let bus = take(&mut data, 4 * n);
        cases.push(Case {
            code: [code[0], code[1], code[2]],
            before: state(before),
            seed: u32::from_le_bytes([seed[0], seed[1], seed[2], seed[3]]),
            after: state(after),
            bus: bus
                .chunks(4)
                .map(|b| Access {
                    address: word(b),
                    data: b[2],
                    write: b[3] == 1,
                })
                .collect(),
        });
    }
    cases
}

/// State after one of the opcodes in [`FORMULA`], by the published formulas.
fn formula(case: &Case, recorder: &Recorder) -> State {
    let (a, x, y, s, p, pc) = case.before;
    let imm = case.code[1];
    let nz = |p: u8, v: u8| p & !(N | Z) | v & N | if v == 0 { Z } else { 0 };
    let and = a & imm;
    match case.code[0] {
        0x0B | 0x2B => (and, x, y, s, nz(p, and) & !C | and >> 7, pc.wrapping_add(2)),
        0x4B => {
            let r = and >> 1;
            (r, x, y, s, nz(p, r) & !C | and & 1, pc.wrapping_add(2))
        }
        0x6B => {
            let r = and >> 1 | p << 7;
            let v = (r ^ and) & 0x40;
            let flags = nz(p, r) & !(C | V) | v;
            if p & D == 0 {
                return (r, x, y, s, flags | r >> 6 & 1, pc.wrapping_add(2));
            }
            let low = if (and & 15) + (and & 1) > 5 {
                r & 0xF0 | ((r & 15) + 6) & 15
            } else {
                r
            };
            let high = u16::from(and >> 4) + u16::from(and >> 4 & 1) > 5;
            let result = if high { low.wrapping_add(0x60) } else { low };
            (result, x, y, s, flags | u8::from(high), pc.wrapping_add(2))
        }
        _ => {
            let target = u16::from_le_bytes([imm, case.code[2]]).wrapping_add(u16::from(y));
            let r = recorder.byte(target) & s;
            (r, r, y, r, nz(p, r), pc.wrapping_add(3))
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Score {
    cases: u32,
    state: u32,
    cycles: u32,
    /// Every access the adapter makes is the one recorded in that cycle, and no write is missing.
    accesses: u32,
}

fn run(case: &Case, score: &mut Score) {
    let (a, x, y, s, p, pc) = case.before;
    let mut recorder = Recorder {
        code: (pc, case.code),
        seed: case.seed,
        written: Vec::new(),
        accesses: Vec::new(),
        cycles: 0,
    };
    let mut cpu = Mos6502::new();
    (cpu.a, cpu.x, cpu.y, cpu.s, cpu.p, cpu.pc) = (a, x, y, s, p, pc);
    let opcode = case.code[0];
    let expected = if FORMULA.contains(&opcode) {
        formula(case, &recorder)
    } else {
        case.after
    };
    let cycles = cpu.step(&mut recorder);
    let state = (cpu.a, cpu.x, cpu.y, cpu.s, cpu.p & !(B | UNUSED), cpu.pc);
    let writes = |list: &[Access]| list.iter().filter(|a| a.write).copied().collect::<Vec<_>>();
    let made: Vec<Access> = recorder.accesses.iter().map(|(_, a)| *a).collect();
    score.cases += 1;
    score.cycles += u32::from(cycles as usize == case.bus.len());
    let memory = writes(&made) == writes(&case.bus);
    score.state += u32::from(state == expected && memory || ANALOGUE.contains(&opcode));
    score.accesses += u32::from(
        memory
            && recorder
                .accesses
                .iter()
                .all(|(cycle, access)| case.bus.get(*cycle as usize) == Some(access)),
    );
}

fn documented(opcode: u8) -> bool {
    let (bbb, cc) = (opcode >> 2 & 7, opcode & 3);
    match cc {
        3 => false,
        1 => opcode != 0x89,
        2 => !matches!(
            opcode,
            0x1A | 0x3A | 0x5A | 0x7A | 0xDA | 0xFA | 0x82 | 0xC2 | 0xE2 | 0x9E
        ),
        _ => {
            !matches!(
                opcode,
                0x04 | 0x0C
                    | 0x14
                    | 0x1C
                    | 0x34
                    | 0x3C
                    | 0x44
                    | 0x54
                    | 0x5C
                    | 0x64
                    | 0x74
                    | 0x7C
                    | 0x80
                    | 0x9C
                    | 0xD4
                    | 0xDC
                    | 0xF4
                    | 0xFC
            ) && bbb < 8
        }
    }
}

fn data_file() -> Option<PathBuf> {
    let root = std::env::var_os("HEXFRONT_TESTDATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/testdata"),
        PathBuf::from,
    );
    let file = root.join("mos6502/nmos6502.bin");
    file.exists().then_some(file)
}

fn render(scores: &[Score; 256]) -> String {
    let mut text = String::from(
        "# Score of the 6502 adapter\n\n\
         Written by `HEXFRONT_BLESS=1 cargo test -p hexfront-platforms --test platforms cpu_conformance`. Against the recorded\n\
         cases of a transistor-level simulation: cases right in state (registers, flags, memory), in cycles, and in the\n\
         cycle of every access the adapter makes (internal cycles make none, see `src/cpu/mos6502/mod.rs`).\n\n\
         | opcodes | cases | state | cycles | accesses | all cases right: state / cycles / accesses |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for (name, wanted) in [("documented", true), ("undocumented", false)] {
        let group: Vec<&Score> = (0..=255u8)
            .filter(|op| documented(*op) == wanted && scores[usize::from(*op)].cases > 0)
            .map(|op| &scores[usize::from(op)])
            .collect();
        let sum = |f: fn(&Score) -> u32| group.iter().map(|s| f(s)).sum::<u32>();
        let full = |f: fn(&Score) -> u32| group.iter().filter(|s| f(s) == s.cases).count();
        writeln!(
            text,
            "| {} {name} | {} | {} | {} | {} | {} / {} / {} |",
            group.len(),
            sum(|s| s.cases),
            sum(|s| s.state),
            sum(|s| s.cycles),
            sum(|s| s.accesses),
            full(|s| s.state),
            full(|s| s.cycles),
            full(|s| s.accesses)
        )
        .unwrap();
    }
    text.push_str("\nOpcodes with a case that is not right:\n\n");
    let head = text.len();
    for (opcode, s) in scores.iter().enumerate() {
        if s.state < s.cases || s.cycles < s.cases || s.accesses < s.cases {
            writeln!(
                text,
                "- {opcode:02X}: of {} cases {} state, {} cycles, {} accesses",
                s.cases, s.state, s.cycles, s.accesses
            )
            .unwrap();
        }
    }
    if text.len() == head {
        text.push_str("none\n");
    }
    text.push_str(
        "\nState of 0B 2B 4B 6B BB is compared with the published formulas (the simulation leaves out analogue effects); 8B\n\
         and AB have no fixed answer and count as right. Opcodes that lock the processor are not in the data.\n",
    );
    text
}

#[test]
fn score_is_as_committed() {
    let Some(file) = data_file() else {
        skipped::skipped(
            "the recorded cases of the 6502: no mos6502/nmos6502.bin in ../shared/testdata or $HEXFRONT_TESTDATA",
        );
        return;
    };
    let mut scores = [Score::default(); 256];
    for case in parse(&std::fs::read(file).unwrap()) {
        run(&case, &mut scores[usize::from(case.code[0])]);
    }
    let measured = render(&scores);
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("cpu-score.md");
    if std::env::var_os("HEXFRONT_BLESS").is_some() {
        std::fs::write(&table, &measured).unwrap();
    }
    let committed = std::fs::read_to_string(&table).unwrap_or_default();
    assert_eq!(
        committed, measured,
        "cpu-score.md is stale: see the top of this test"
    );
    for opcode in (0..=255u8).filter(|op| documented(*op)) {
        let s = scores[usize::from(opcode)];
        assert_eq!(
            (s.state, s.cycles),
            (s.cases, s.cases),
            "documented opcode ${opcode:02X} is not right in all cases"
        );
    }
}

/// Opcodes that lock the processor up.
const JAM: [u8; 12] = [
    0x02, 0x12, 0x22, 0x32, 0x42, 0x52, 0x62, 0x72, 0x92, 0xB2, 0xD2, 0xF2,
];
/// Cases of our own for each opcode.
const OWN_CASES: u32 = 4;

/// A case of our own as its line says it: opcode and the two bytes behind it, seed of the memory, registers and then
/// what becomes of them, cycles, and bytes written.
fn own_case(code: [u8; 3], seed: u32, before: State) -> String {
    let (a, x, y, s, p, pc) = before;
    let mut recorder = Recorder {
        code: (pc, code),
        seed,
        written: Vec::new(),
        accesses: Vec::new(),
        cycles: 0,
    };
    let mut cpu = Mos6502::new();
    (cpu.a, cpu.x, cpu.y, cpu.s, cpu.p, cpu.pc) = (a, x, y, s, p, pc);
    let cycles = cpu.step(&mut recorder);
    let [opcode, low, high] = code;
    let mut line = format!("{opcode:02X} {low:02X} {high:02X} {seed:08X}");
    let after = (cpu.a, cpu.x, cpu.y, cpu.s, cpu.p & !(B | UNUSED), cpu.pc);
    for (a, x, y, s, p, pc) in [before, after] {
        write!(line, " {a:02X} {x:02X} {y:02X} {s:02X} {p:02X} {pc:04X}").unwrap();
    }
    write!(line, " {cycles}").unwrap();
    for (address, value) in recorder.written {
        write!(line, " {address:04X}={value:02X}").unwrap();
    }
    line
}

/// The opcodes with fixed answers, some cases each, made from their numbers.
fn own_cases() -> String {
    let mut text = String::from(
        "# Cases of the 6502: code, seed of the memory, A X Y S P PC before and after, cycles, bytes written.\n\
         # Written by `HEXFRONT_BLESS=1 cargo test -p hexfront-platforms --test platforms cpu_conformance` while all recorded\n\
         # cases of the simulation were right, to the cycle (cpu-score.md); memory is made as that data's README says.\n",
    );
    let fixed = (0..=255u8).filter(|op| !JAM.contains(op) && !ANALOGUE.contains(op));
    for (opcode, n) in fixed.flat_map(|op| (0..OWN_CASES).map(move |n| (op, n))) {
        let dice = Recorder {
            code: (0, [0; 3]),
            seed: u32::from(opcode) << 8 | n,
            written: Vec::new(),
            accesses: Vec::new(),
            cycles: 0,
        };
        let die = |at: u16| dice.byte(0x100 + at);
        let seed = u32::from_le_bytes(std::array::from_fn(|i| die(i as u16)));
        let pc = u16::from_le_bytes([die(4), die(5)]);
        let before = (die(6), die(7), die(8), die(9), die(10) & !(B | UNUSED), pc);
        let code = [opcode, die(11), die(12)];
        text.push_str(&own_case(code, seed, before));
        text.push('\n');
    }
    text
}

#[test]
fn cases_of_our_own_are_right() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/mos6502.txt");
    if std::env::var_os("HEXFRONT_BLESS").is_some() {
        std::fs::write(&file, own_cases()).unwrap();
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let cases = text.lines().filter(|line| !line.starts_with('#'));
    let mut opcodes = [0u32; 256];
    for line in cases {
        let words: Vec<&str> = line.split(' ').collect();
        let hex = |n: usize| u32::from_str_radix(words[n], 16).unwrap();
        let byte = |n: usize| hex(n) as u8;
        let before = (byte(4), byte(5), byte(6), byte(7), byte(8), hex(9) as u16);
        let code = [byte(0), byte(1), byte(2)];
        assert_eq!(own_case(code, hex(3), before), line);
        opcodes[usize::from(code[0])] += 1;
    }
    let without = opcodes.iter().filter(|cases| **cases == 0).count();
    assert_eq!(without, JAM.len() + ANALOGUE.len());
}
