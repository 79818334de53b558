//! What compiled rules and natives cost on the assembly machines, in counted cycles.

pub mod bars;
mod profile;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use hexfront_asm::{Files, Options, assemble, link};
use hexfront_isa::cartridge::{Cartridge, GroupKind};
use hexfront_isa::code::decode;
use hexfront_isa::{Op, V_PAGE};
use hexfront_platforms::cpu::flat::FlatRam;
use hexfront_platforms::cpu::mos6502::Mos6502;
use hexfront_vm::verify::verify;

use crate::lockstep::RulesMachine;
use crate::program::{Code, cartridge};
use crate::script::Script;

pub use profile::profile;
pub use table::table;

const RULES: &str = include_str!("../../bench/bench.rules");
const MAP: &str = include_str!("../../bench/map.txt");
const HAND: &str = include_str!("../../bench/hand.s");

/// A statement of `bench.rules`, measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its mark, as `T1`.
    pub mark: String,
    /// Cycles, those of unmarked procedures that it calls included.
    pub cycles: u64,
    /// Bytes of code, those of unmarked procedures that it calls included.
    pub bytes: usize,
    /// The source line.
    pub source: String,
}

/// A native, measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Native {
    /// What is done.
    pub what: &'static str,
    /// Cycles of the instruction.
    pub cycles: u64,
    /// Cycles of the same in 6502 assembly by hand, call and return included.
    pub hand: u64,
}

/// A flood, measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flooded {
    /// What it looked at.
    pub what: &'static str,
    /// Hexes taken from the queue.
    pub hexes: u64,
    /// Cycles of the instruction.
    pub cycles: u64,
}

impl Flooded {
    /// Cycles a neighbour: each hex has six.
    pub fn per_neighbour(&self) -> u64 {
        self.cycles.div_ceil(6 * self.hexes)
    }
}

/// The statements of `bench.rules`, as the compiler compiles them.
///
/// # Panics
/// If the rules do not compile or run.
pub fn statements<M: RulesMachine>() -> Vec<Statement> {
    let files = [("bench.rules", RULES), ("map.txt", MAP)];
    let files: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()))
        .collect();
    let outcome = hexfront_lang::compile(&files);
    let messages: Vec<&str> = outcome
        .diagnostics
        .iter()
        .map(|d| d.message.as_str())
        .collect();
    let bytes = outcome
        .cartridge
        .unwrap_or_else(|| panic!("bench.rules does not compile: {messages:?}"));
    let cartridge = Cartridge::read(&bytes).expect("the compiler writes whole cartridges");
    let file = cartridge
        .files()
        .position(|name| name == "bench.rules")
        .expect("it is a source") as u8;
    let line_of = |place: (u8, u8)| {
        let line = cartridge.line_at(place.0, place.1);
        line.filter(|line| line.file == file)
            .map(|line| usize::from(line.line))
    };
    let mark_of = |line: usize| {
        let text = RULES.lines().nth(line - 1)?;
        text.split_once(" -- T").map(|(_, mark)| mark)
    };
    let main = 1 + RULES
        .lines()
        .position(|line| line == "to main()")
        .expect("there is a main");
    let mut cycles: BTreeMap<&str, u64> = BTreeMap::new();
    let mut bytes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let verified = verify(&cartridge).expect("the compiler writes good code");
    let mut current = None;
    let mut rig = M::new(&cartridge, Script::default());
    loop {
        let place = rig.registers().place;
        if let Some(line) = line_of(place)
            && (line > main || mark_of(line).is_some())
        {
            current = mark_of(line);
        }
        let before = rig.cycles();
        let goes_on = rig.instruction();
        if let Some(mark) = current {
            *cycles.entry(mark).or_default() += rig.cycles() - before;
            if seen.insert(place) {
                let end = usize::from(verified.instructions[&place].end);
                *bytes.entry(mark).or_default() += end - usize::from(place.1);
            }
        }
        if !goes_on {
            break;
        }
    }
    for (&place, instruction) in &verified.instructions {
        if let Some(mark) = line_of(place).and_then(mark_of)
            && seen.insert(place)
        {
            *bytes.entry(mark).or_default() += usize::from(instruction.end) - usize::from(place.1);
        }
    }
    let mut statements: Vec<Statement> = Vec::new();
    for line in RULES.lines() {
        let Some((source, mark)) = line.split_once(" -- T") else {
            continue;
        };
        let source = source.trim();
        match statements.last_mut().filter(|last| last.mark[1..] == *mark) {
            Some(last) => last.source.push_str(&format!("; {source}")),
            None => {
                statements.push(Statement {
                    mark: format!("T{mark}"),
                    cycles: cycles[mark],
                    bytes: bytes[mark],
                    source: source.into(),
                });
            }
        }
    }
    statements.sort_by_key(|statement| statement.mark[1..].parse::<u8>().unwrap_or(0));
    statements
}

/// Pages of the natives' programs.
const FIELD: u8 = 1;
const LAYER: u8 = 2;
const SIDES: u8 = 6;
const COSTS: u8 = 10;
const POINTS: u8 = 11;
const RARE: u8 = 15;

fn random_bytes(count: usize, mask: u8) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = hexfront_vm::random::step(state);
        (state >> 16) as u8 & mask
    };
    (0..count).map(|_| next()).collect()
}

/// The last instruction of its kind in a program.
struct Measured<M> {
    /// The machine after the program.
    machine: M,
    /// The accumulator before the program's last instruction.
    a: u16,
    /// Cycles of the instruction.
    cycles: u64,
    /// How often the processor came to one of the watched labels.
    visits: u64,
}

/// Runs a program, and measures the last instruction `op`.
fn measure<M: RulesMachine>(code: &Code, op: Op, labels: &[&str]) -> Measured<M> {
    let both = |(a, b): (u8, u8)| a & b;
    let sides = random_bytes(1024, 0x3F)
        .into_iter()
        .zip(random_bytes(1024, 0x55))
        .map(both)
        .collect();
    // Bits that are set in an eighth of the hexes, as zones and enemies are.
    let rare = random_bytes(3 * 1024, 0xFF);
    let rare = rare
        .chunks(3)
        .map(|three| three[0] & three[1] & three[2])
        .collect();
    let mut builder = cartridge(
        &[code.page()],
        &[
            (1, GroupKind::Const, Some(random_bytes(256, 0xFF))),
            (4, GroupKind::Scratch, Some(random_bytes(1024, 3))),
            (4, GroupKind::Const, Some(sides)),
            (
                1,
                GroupKind::Const,
                Some(vec![2, 3, 4, 4, 2, 2, 2, 2, 1, 1, 1, 2, 1, 1, 1, 1]),
            ),
            (4, GroupKind::Scratch, None),
            (4, GroupKind::Const, Some(rare)),
        ],
    );
    // V is nobody's: the programs name bytes and words of it as they like.
    builder.fields.retain(|field| field.page != V_PAGE);
    let bytes = builder.encode();
    let cartridge = Cartridge::read(&bytes).expect("just written");
    verify(&cartridge).expect("good code");
    let mut machine = M::new(&cartridge, Script::default());
    let (mut cycles, mut visits) = (0, 0);
    loop {
        let registers = machine.registers();
        let found = decode(&code.page(), registers.place.1).expect("good code");
        let before = machine.cycles();
        let (goes_on, seen) = machine.counted_instruction(labels);
        visits += seen;
        if found.op == op {
            cycles = machine.cycles() - before;
        }
        if !goes_on {
            return Measured {
                machine,
                a: registers.a,
                cycles,
                visits,
            };
        }
    }
}

/// Units of the statements T9 (half of them on the side, few in the column, one in the hex) and T13 (half of them in the
/// hex), as `bench.rules` makes them, scanned by hand: cycles with call and return.
///
/// # Panics
/// If the sum is not that of the matching units.
pub fn hand_scan(half_match: bool) -> u64 {
    let place = |n: usize, columns: usize| if half_match { 7 } else { n % columns };
    let mut pages = vec![0; 1024];
    let mut sum = 0;
    for n in 0..199 {
        let unit = [n % 2, place(n, 50), place(n, 40), n % 251];
        for (page, value) in unit.into_iter().enumerate() {
            pages[256 * page + n] = value as u8;
        }
        if unit[..3] == [1, 7, 7] {
            sum += unit[3] as u16;
        }
    }
    let (cycles, result, _) = hand("hand_scan", &pages, 0, 0, 1);
    assert_eq!(result, sum);
    cycles
}

/// A hand-written routine on the same data: cycles with call and return, result, and layer.
fn hand(routine: &str, layer: &[u8], hex: u16, direction: u8, wanted: u8) -> (u64, u16, Vec<u8>) {
    const SCRIPT: &str = "area ZP start $02 end $4F\narea MAIN start $1000 end $7FFF\n\
        segment ZP in ZP\nsegment DATA in MAIN align 256 bss\nsegment CODE in MAIN\n";
    let object = assemble(&Files(&[("hand.s", HAND)]), "hand.s", &Options::default())
        .expect("hand.s assembles");
    let image = link(SCRIPT, &[("hand.s", object.to_elf())]).expect("hand.s links");
    let address = |label: &str| image.address(label).expect("exported") as u16;
    let mut bus = FlatRam::new();
    for placement in &image.placements {
        if let Some(bytes) = &placement.bytes {
            bus.load(placement.load as u16, bytes);
        }
    }
    bus.load(address("field"), &random_bytes(256, 0xFF));
    bus.load(address("layer"), layer);
    bus.load(address("hex"), &hex.to_le_bytes());
    bus.load(address("direction"), &[direction]);
    bus.load(address("wanted"), &[wanted]);
    bus.load(address("column"), &[7]);
    bus.load(address("line"), &[7]);
    let mut cpu = Mos6502::new();
    cpu.s = 0xFD;
    bus.load(0x01FE, &[0xFF, 0x02]);
    cpu.pc = address(routine);
    let before = bus.cycles;
    while cpu.pc != 0x0300 {
        cpu.step(&mut bus);
    }
    let cycles = bus.cycles - before + 6; // with the `jsr`
    let at = usize::from(address("result"));
    let layer = usize::from(address("layer"));
    (
        cycles,
        u16::from_le_bytes([bus.ram[at], bus.ram[at + 1]]),
        bus.ram[layer..layer + 1024].to_vec(),
    )
}

/// The natives where games spend their time, beside the same by hand; results are compared.
///
/// # Panics
/// If native and hand differ in their result.
pub fn natives<M: RulesMachine>() -> Vec<Native> {
    const HEX: u8 = 0x20;
    const DIRECTION: u8 = 0x22;
    const WANTED: u8 = 0x23;
    const FOUND: u8 = 0x24;
    let hex = 9 * 32 + 17;
    let wanted = random_bytes(256, 0xFF)[190];
    let cases: [(&str, &str, Op, Vec<u8>, u8); 7] = [
        (
            "sum of 199 entries",
            "hand_sum",
            Op::Sum,
            vec![FIELD, 199],
            wanted,
        ),
        (
            "count equal of 199",
            "hand_counteq",
            Op::Counteq,
            vec![FIELD, WANTED, 199],
            wanted,
        ),
        (
            "find equal in 199 (the 191st)",
            "hand_fornext",
            Op::Fornext,
            vec![FOUND, 199, FIELD, WANTED],
            wanted,
        ),
        (
            "fill a layer",
            "hand_fill",
            Op::Fill,
            vec![LAYER, 4, 255],
            0,
        ),
        (
            "count hexes of a layer",
            "hand_countl",
            Op::Countl,
            vec![LAYER, 3, 2],
            2,
        ),
        (
            "ring of neighbours",
            "hand_ring",
            Op::Ring,
            vec![LAYER, 1, HEX],
            0,
        ),
        (
            "neighbour of a hex",
            "hand_hexn",
            Op::Hexn,
            vec![HEX, DIRECTION],
            0,
        ),
    ];
    let mut table = Vec::new();
    for (what, routine, op, operands, wanted) in cases {
        let mut code = Code::new();
        let [high, low] = u16::to_be_bytes(hex);
        code.op(Op::Set16, &[HEX, high, low]);
        code.op(Op::Set8, &[DIRECTION, 3]);
        code.op(Op::Set8, &[WANTED, wanted]);
        code.op(Op::Set8, &[FOUND, 255]);
        if op == Op::Fornext {
            let next = code.label();
            code.branch(op, &operands, next);
            code.place(next);
            code.op(Op::Ld8, &[FOUND]);
        } else {
            code.op(op, &operands);
        }
        code.op(Op::Ret, &[]);
        let measured = measure::<M>(&code, op, &[]);
        let (machine, cycles) = (measured.machine, measured.cycles);
        let (hand, result, layer) = hand(routine, &random_bytes(1024, 3), hex, 3, wanted);
        match op {
            Op::Fill | Op::Ring => {
                let ours: Vec<u8> = (LAYER..LAYER + 4)
                    .flat_map(|page| *machine.page(page))
                    .collect();
                assert_eq!(ours, layer, "{what}");
            }
            _ => assert_eq!(measured.a, result, "{what}"),
        }
        table.push(Native { what, cycles, hand });
    }
    table
}

/// Floods from the middle of a map of random ground with 24 points.
pub fn floods<M: RulesMachine>() -> Vec<Flooded> {
    const BLOCK: u8 = 0x30;
    const START: u8 = 0x20;
    let flags: [(&str, u8); 2] = [
        ("ground alone", 0),
        (
            "ground, rivers, roads, bars, zones of control",
            1 | 2 | 8 | 16,
        ),
    ];
    flags
        .into_iter()
        .map(|(what, flags)| {
            let mut code = Code::new();
            let block = [flags, 3, 1, 2, 4, 8, 2, 1];
            for (place, value) in (BLOCK..).zip(block) {
                code.op(Op::Set8, &[place, value]);
            }
            code.op(Op::Set16, &[START, 2, 0x10]);
            code.op(Op::Ldi8, &[25]);
            code.op(Op::Sl, &[POINTS, START]);
            code.op(Op::Ld16, &[START]);
            let layers = [SIDES, SIDES, 0, RARE, RARE];
            let operands = [[POINTS, BLOCK, LAYER, COSTS, 0], layers].concat();
            code.op(Op::Flood, &operands);
            code.op(Op::Ret, &[]);
            let measured = measure::<M>(&code, Op::Flood, M::FLOOD_TAKES);
            Flooded {
                what,
                hexes: measured.visits,
                cycles: measured.cycles,
            }
        })
        .collect()
}

/// Cycles of an instruction, fetch included, on V, field and layer operands that hold 0; a branch goes.
fn cycles_of<M: RulesMachine>(op: Op, operands: &[u8]) -> u64 {
    measure::<M>(&program_of(op, operands), op, &[]).cycles
}

fn program_of(op: Op, operands: &[u8]) -> Code {
    let mut code = Code::new();
    if matches!(op, Op::Jside | Op::Forv) {
        let next = code.label();
        code.branch(op, operands, next);
        code.place(next);
    } else {
        code.op(op, operands);
    }
    code.op(Op::Ret, &[]);
    code
}

/// Instructions whose cycles do not depend on data.
const SINGLE: [(Op, &[u8]); 20] = [
    (Op::Ldi8, &[1]),
    (Op::Ld8, &[0x40]),
    (Op::Ld16, &[0x40]),
    (Op::St8, &[0x40]),
    (Op::Ldf, &[FIELD]),
    (Op::Lx, &[FIELD, 0x40]),
    (Op::Ldl, &[LAYER, 2, 0, 0x40]),
    (Op::Ldlw, &[LAYER, 2, 0, 0x40]),
    (Op::Ll, &[LAYER, 0x40]),
    (Op::Ldp, &[LAYER, 0, 3, 0x40]),
    (Op::Stp, &[LAYER, 0, 3, 0x40]),
    (Op::Lt, &[COSTS, 0]),
    (Op::Addi8, &[1]),
    (Op::Add16, &[0x40]),
    (Op::Mini8, &[9]),
    (Op::Mul8, &[0x40]),
    (Op::Mov8, &[0x40, 0x41]),
    (Op::Addi16v, &[0x40, 1, 0x42]),
    (Op::Jside, &[SIDES, 0x40, 0x42]),
    (Op::Forv, &[0x40, 9]),
];
