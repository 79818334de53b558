//! The Rust machine and the assembly machines do the same: generated programs, compared at every instruction.

use hexfront_isa::build::Field;
use hexfront_isa::cartridge::{Cartridge, Grid, GroupKind, Shape};
use hexfront_isa::code::encode;
use hexfront_isa::text::pack;
use hexfront_isa::{Access, Kind, NO_HEX, OPS, Op, OpInfo, ShellCall, V_REFUSED};
use hexfront_lang::Cut;
use hexfront_tests::lockstep::{RulesMachine, lockstep};
use hexfront_tests::program::{Code, Label, V_WORDS, cartridge};
use hexfront_tests::script::Script;
use hexfront_tests::{rig6502, rig68000};
use hexfront_vm::image;
use hexfront_vm::verify::verify;
use proptest::prelude::*;
use std::path::PathBuf;

/// The data groups of the generated programs, by first page.
const WORDS: [u8; 2] = [1, 3];
const FIELDS: [u8; 4] = [5, 6, 7, 8];
const TABLE: u8 = 9;
const NEXT: u8 = 10;
const HEXES: u8 = 11;
/// Group of the word field at `HEXES`.
const HEXES_GROUP: u8 = 9;
const FIRST_LAYER: u8 = 13;
/// Pages of the long fields, which come last.
const LONG_PAGES: u8 = 10;

const TEXTS: [&str; 4] = [
    "",
    "ARTILLERY",
    "THE ARTILLERY OF THE ARMY\nIS THE ARTILLERY",
    "\u{10}5\u{E}-\u{17}",
];

/// A stream of random bytes.
struct Dice<'a>(std::iter::Cycle<std::slice::Iter<'a, u8>>);

impl Dice<'_> {
    fn byte(&mut self) -> u8 {
        *self.0.next().expect("the stream is endless")
    }

    fn below(&mut self, n: usize) -> usize {
        (usize::from(self.byte()) << 8 | usize::from(self.byte())) % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A word of V.
    fn word(&mut self) -> u8 {
        V_WORDS.start + 2 * self.below(V_WORDS.len() / 2) as u8
    }

    /// A byte of V with so many behind it, or the one that tells of refusals.
    fn bytes(&mut self, behind: u8) -> u8 {
        let room = 256 - usize::from(V_WORDS.end) - usize::from(behind);
        match self.byte() {
            0..16 if behind == 0 => V_REFUSED,
            _ => V_WORDS.end + self.below(room) as u8,
        }
    }
}

/// What generated instructions name, of which the map decides where it lies.
struct World<'a> {
    layers: [u8; 2],
    const_layer: u8,
    /// First record of each hex.
    first: u8,
    /// First page of long fields.
    long: u8,
    /// Positions of texts.
    texts: &'a [u16],
}

impl<'a> World<'a> {
    fn new(grid: Grid, texts: &'a [u16]) -> Self {
        let layer = |n: u8| FIRST_LAYER + n * grid.layer_pages();
        Self {
            layers: [layer(0), layer(1)],
            const_layer: layer(2),
            first: layer(3),
            long: layer(4),
            texts,
        }
    }
}

/// Instructions that a generated program may hold: all but far transfers, which are its frame.
fn usable() -> Vec<&'static OpInfo> {
    let far = |info: &OpInfo| info.operands.iter().any(|o| o.kind == Kind::Code);
    let frame = [Op::Nat, Op::Npage, Op::Ret, Op::Reti, Op::Trap];
    OPS.iter()
        .filter(|info| !far(info) && !frame.contains(&info.op))
        .collect()
}

/// Puts a random instruction; branches go to labels further on.
fn instruction(
    code: &mut Code,
    info: &OpInfo,
    dice: &mut Dice<'_>,
    ahead: &[Label],
    world: &World<'_>,
) {
    let mut bytes = Vec::new();
    match info.op {
        Op::Place | Op::Lift => bytes.extend([NEXT, world.first]),
        Op::Rebuild => bytes.extend([NEXT, world.first, HEXES, dice.byte()]),
        Op::Fill => bytes.extend([dice.pick(&FIELDS), 1, dice.byte()]),
        Op::Fillbits => bytes.extend([dice.pick(&FIELDS), 1, dice.byte(), dice.byte()]),
        Op::Copy => bytes.extend([dice.pick(&FIELDS), dice.pick(&FIELDS), 1]),
        Op::Flood | Op::Pathstep | Op::Trek => {
            unmark_or_start_everywhere(code, dice, world);
            let layer = |dice: &mut Dice<'_>| dice.pick(&[world.layers[1], world.const_layer]);
            bytes.extend([
                world.layers[0],
                dice.bytes(7),
                layer(dice),
                TABLE,
                dice.byte(),
            ]);
            let layers = if info.op == Op::Trek { 6 } else { 5 };
            bytes.extend((0..layers).map(|_| layer(dice)));
        }
        Op::Ldl | Op::Stl | Op::Ldlw | Op::Stlw => {
            let words = matches!(info.op, Op::Ldlw | Op::Stlw);
            let at = 2 + dice.below(509) as u16;
            let last_page = dice.below(if words { 2 } else { 4 }) as u8;
            bytes.extend([
                world.long + (at >> 8) as u8,
                at as u8,
                last_page,
                dice.word(),
            ]);
        }
        Op::Ldp | Op::Stp => {
            // The largest layer has 16 pages: half of them, and room to begin anywhere in those before.
            let at = dice.below(usize::from(LONG_PAGES - 8) * 256 + 1) as u16;
            let b = 1 + dice.below(3) as u8;
            bytes.extend([world.long + (at >> 8) as u8, at as u8, b, dice.word()]);
        }
        Op::Findl => {
            let at = dice.below(512) as u16;
            let [high, low] = (dice.below(1025) as u16).to_be_bytes();
            let place = [
                dice.word(),
                high,
                low,
                world.long + (at >> 8) as u8,
                at as u8,
            ];
            bytes.extend(place);
            bytes.push(dice.bytes(0));
            code.branch(info.op, &bytes, dice.pick(ahead));
            return;
        }
        Op::Printa => {
            code.op(Op::Ldi16, &dice.pick(world.texts).to_be_bytes());
        }
        Op::Swd | Op::Sws => {
            let keyed = info.op == Op::Sws;
            let count = dice.below(4);
            code.op(Op::Ldi8, &[dice.below(6) as u8]);
            if !keyed {
                bytes.push(dice.below(4) as u8);
            }
            bytes.push(count as u8);
            let head = 1 + usize::from(encode(info.op).1.is_some());
            let at = code.len() + head + bytes.len();
            for n in 0..count {
                if keyed {
                    bytes.push(dice.below(6) as u8);
                }
                // The first instruction behind the list.
                bytes.push((at + count * (1 + usize::from(keyed))) as u8);
                let _ = n;
            }
            code.op(info.op, &bytes);
            return;
        }
        _ => {
            for operand in info.operands {
                match operand.kind {
                    Kind::Imm8 => bytes.push(dice.byte().max(1)),
                    Kind::Imm16 => bytes.extend([dice.byte(), dice.byte()]),
                    Kind::V8 => bytes.push(dice.bytes(0)),
                    Kind::V16 => bytes.push(dice.word()),
                    Kind::Block => bytes.push(dice.bytes(7)),
                    Kind::Page if operand.access == Access::Read => {
                        let field = dice.pick(&FIELDS);
                        bytes.push(dice.pick(&[field, field, field, TABLE]));
                    }
                    Kind::Page => bytes.push(dice.pick(&FIELDS)),
                    Kind::Word => bytes.push(dice.pick(&WORDS)),
                    Kind::Layer if operand.access == Access::Read => {
                        bytes.push(dice.pick(&[
                            world.layers[0],
                            world.layers[1],
                            world.const_layer,
                        ]));
                    }
                    Kind::Layer => bytes.push(dice.pick(&world.layers)),
                    Kind::Offset => bytes.push(dice.byte()),
                    Kind::Text => bytes.extend(dice.pick(world.texts).to_be_bytes()),
                    Kind::Shell => bytes.push(dice.below(ShellCall::ALL.len()) as u8),
                    Kind::Target => {
                        code.branch(info.op, &bytes, dice.pick(ahead));
                        return;
                    }
                    Kind::Code | Kind::Targets | Kind::Cases => unreachable!("part of the frame"),
                }
            }
        }
    }
    code.op(info.op, &bytes);
}

/// What a flood asks for: no hex is marked but those that it starts from, all that are.
fn unmark_or_start_everywhere(code: &mut Code, dice: &mut Dice<'_>, world: &World<'_>) {
    if dice.byte() < 128 {
        let [layer, next] = world.layers;
        code.op(Op::Fillbits, &[layer, next - layer, 0x7F, 0]);
    } else {
        code.op(Op::Ldi16, &NO_HEX.to_be_bytes());
    }
}

/// A page of random instructions, the lists of records mostly built first; else they are spoiled.
fn page(dice: &mut Dice<'_>, ops: &[&OpInfo], world: &World<'_>, calls: bool) -> Code {
    let mut code = Code::new();
    if dice.byte() >= 32 {
        code.op(Op::Rebuild, &[NEXT, world.first, HEXES, 164]);
    }
    let labels: Vec<Label> = (0..8).map(|_| code.label()).collect();
    let mut placed = 0;
    while code.len() < 215 {
        if dice.byte() < 128 {
            code.op(Op::Ld16, &[dice.word()]);
        }
        if calls && dice.byte() < 16 {
            call(&mut code, dice);
        }
        let info = ops[dice.below(ops.len())];
        instruction(&mut code, info, dice, &labels[placed.min(7)..], world);
        if code.len() > 26 * (placed + 1) && placed < 7 {
            code.place(labels[placed]);
            placed += 1;
        }
    }
    labels[placed..].iter().for_each(|&label| code.place(label));
    match dice.byte() {
        0..128 => code.op(Op::Ret, &[]),
        n => code.op(Op::Reti, &[n]),
    };
    code
}

/// A call of one of the two procedures, in any of its forms.
fn call(code: &mut Code, dice: &mut Dice<'_>) {
    let mut bytes = Vec::new();
    let op = dice.pick(&[Op::Call, Op::Call8, Op::Calli, Op::Call16]);
    match op {
        Op::Call8 => bytes.push(dice.bytes(0)),
        Op::Call16 => bytes.push(dice.word()),
        Op::Calli => bytes.push(dice.byte()),
        _ => {}
    }
    bytes.extend([1 + dice.below(2) as u8, 0]);
    code.op(op, &bytes);
}

/// Random contents whose words at even offsets are mostly hexes, for layers of so many pages, a power of two.
fn hexes(dice: &mut Dice<'_>, pages: u8) -> Vec<u8> {
    (0..256)
        .map(|at| {
            if at % 2 == 1 && dice.byte() < 224 {
                dice.byte() & (pages - 1)
            } else {
                dice.byte()
            }
        })
        .collect()
}

fn run<M: RulesMachine>(seed: &[u8], grid: Grid, only: Option<Op>) -> Result<(), TestCaseError> {
    let dice = &mut Dice(seed.iter().cycle());
    let packed = pack(TEXTS.map(|text| (text, 0)), &[], &[], |_| false).expect("short texts");
    let world = World::new(grid, &packed.starts);
    let layer = grid.layer_pages();
    let all = usable();
    let ops: Vec<&OpInfo> = match only {
        Some(op) => vec![op.info()],
        None => all,
    };
    let main = page(dice, &ops, &world, only.is_none());
    let pages: Vec<_> = (0..2).map(|_| page(dice, &ops, &world, false)).collect();
    let mut random =
        |count: usize| Some((0..count * 256).map(|_| dice.byte()).collect::<Vec<u8>>());
    let mut builder = cartridge(
        &[main.page(), pages[0].page(), pages[1].page()],
        &[
            (2, GroupKind::State, random(2)),
            (2, GroupKind::State, random(2)),
            (1, GroupKind::State, random(1)),
            (1, GroupKind::State, random(1)),
            (1, GroupKind::State, None),
            (1, GroupKind::Scratch, random(1)),
            (1, GroupKind::Const, random(1)),
            (1, GroupKind::Scratch, random(1)),
            (2, GroupKind::State, random(2)),
            (layer, GroupKind::State, random(layer.into())),
            (layer, GroupKind::Scratch, None),
            (layer, GroupKind::Const, random(layer.into())),
            (layer, GroupKind::Scratch, random(layer.into())),
            (LONG_PAGES, GroupKind::State, random(LONG_PAGES.into())),
        ],
    );
    // High bytes of the records' hexes: mostly on the map.
    let pages = layer.next_power_of_two();
    if let Some(content) = &mut builder.groups[usize::from(HEXES_GROUP)].content {
        content[256..]
            .iter_mut()
            .for_each(|high| *high &= 2 * pages - 1);
    }
    builder.groups[0].content = Some(hexes(dice, pages));
    // The numbers of one page stand in some bits of its bytes.
    let pages = |field: &&mut Field| field.page > 0 && field.shape == Shape::Bytes;
    if let Some(shared) = builder.fields.iter_mut().find(pages) {
        let low = dice.below(8);
        let count = 1 + dice.below(8 - low);
        shared.shape = Shape::Bits((((1_u16 << count) - 1) << low) as u8);
    }
    if let Some(long) = builder.fields.last_mut() {
        (long.shape, long.count) = (Shape::LongWords, u16::from(LONG_PAGES) * 128);
    }
    builder.grid = grid;
    builder.text = packed.bytes;
    builder.text_parts = packed.parts;
    builder.text_homes = packed.homes;
    builder.pairs = packed.pairs;
    let bytes = builder.encode();
    let cartridge =
        Cartridge::read(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
    verify(&cartridge).map_err(|error| TestCaseError::fail(error.to_string()))?;
    lockstep::<M>(&cartridge, &Script::default(), 5_000, 16)
        .map(|_| ())
        .map_err(TestCaseError::fail)
}

fn grids() -> impl Strategy<Value = Grid> {
    prop_oneof![
        Just(Grid {
            columns: 31,
            rows: 32,
            odd_lower: true
        }),
        Just(Grid {
            columns: 50,
            rows: 34,
            odd_lower: true
        }),
        (1..=Grid::MOST, 1..=Grid::MOST, any::<bool>()).prop_map(|(columns, rows, odd_lower)| {
            Grid {
                columns,
                rows,
                odd_lower,
            }
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn generated_programs_agree_on_the_6502(seed in prop::collection::vec(any::<u8>(), 3000), grid in grids()) {
        run::<rig6502::Rig>(&seed, grid, None)?;
    }

    #[test]
    fn generated_programs_agree_on_the_68000(seed in prop::collection::vec(any::<u8>(), 3000), grid in grids()) {
        run::<rig68000::Rig>(&seed, grid, None)?;
    }
}

/// Each instruction by itself, on random inputs.
fn every_instruction_agrees<M: RulesMachine>() {
    let mut failures = Vec::new();
    for info in usable() {
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
            cases: if info.op == Op::Trek { 40 } else { 4 },
            max_shrink_iters: 0,
            failure_persistence: None,
            ..ProptestConfig::default()
        });
        let inputs = (prop::collection::vec(any::<u8>(), 3000), grids());
        let result = runner.run(&inputs, |(seed, grid)| run::<M>(&seed, grid, Some(info.op)));
        if let Err(proptest::test_runner::TestError::Fail(reason, _)) = result {
            failures.push(format!("{}: {reason}", info.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_instruction_agrees_on_the_6502() {
    every_instruction_agrees::<rig6502::Rig>();
}

#[test]
fn every_instruction_agrees_on_the_68000() {
    every_instruction_agrees::<rig68000::Rig>();
}

/// Records are put into spoiled lists and taken out of them: lists that run in a circle, with the record and without, and one
/// that lasts for 255 links.
fn spoiled_lists_end_alike<M: RulesMachine>() {
    let to = |next: &dyn Fn(u8) -> u8| (0..=255).map(next).collect::<Vec<u8>>();
    let circles: [(&str, Vec<u8>); 4] = [
        ("of one", to(&|n| n)),
        ("of two", to(&|n| n ^ 1)),
        ("of all", to(&|n| n.wrapping_add(1))),
        (
            "of all but the last",
            to(&|n| if n < 254 { n + 1 } else { 0 }),
        ),
    ];
    for (circle, next) in circles {
        for record in [0, 1, 4, 5, 128, 200, 253, 254, 255] {
            for op in [Op::Place, Op::Lift] {
                let mut code = Code::new();
                code.op(Op::Ldi8, &[record]).op(Op::Tau, &[]);
                code.op(Op::Ldi8, &[70]).op(op, &[1, 2]).op(Op::Ret, &[]);
                let first = vec![4; 4 * 256];
                let groups = [
                    (1, GroupKind::State, Some(next.clone())),
                    (4, GroupKind::State, Some(first)),
                ];
                let bytes = cartridge(&[code.page()], &groups).encode();
                let cartridge = Cartridge::read(&bytes).expect("it is whole");
                lockstep::<M>(&cartridge, &Script::default(), 100, 1).unwrap_or_else(
                    |difference| panic!("{op:?} of {record}, circle {circle}: {difference}"),
                );
            }
        }
    }
}

#[test]
fn spoiled_lists_end_alike_on_the_6502() {
    spoiled_lists_end_alike::<rig6502::Rig>();
}

#[test]
fn spoiled_lists_end_alike_on_the_68000() {
    spoiled_lists_end_alike::<rig68000::Rig>();
}

/// Elements of a long field are sought before, at and behind the borders of its pages, and where there is none.
fn searches_of_long_fields_agree<M: RulesMachine>() {
    const BEGINS: u16 = 0x1C0;
    const FOUND: u8 = 200;
    let v = V_WORDS.start;
    for element in [0, 63, 64, 65, 255, 256, 319, 320, 511, 699, 700] {
        for after in [u16::MAX, 0, 62, 63, 254, 255, 256, 510, 698, 699, 5000] {
            for n in [0, 1, 256, 512, 700] {
                let mut long = vec![0; 4 * 256];
                long[usize::from(BEGINS - 256 + element)] = 7;
                let mut code = Code::new();
                let there = code.label();
                code.op(Op::Ldi8, &[7]).op(Op::St8, &[FOUND]);
                let [high, low] = after.to_be_bytes();
                code.op(Op::Set16, &[v, high, low]);
                let [high, low] = u16::to_be_bytes(n);
                let [page, offset] = BEGINS.to_be_bytes();
                code.branch(Op::Findl, &[v, high, low, page, offset, FOUND], there);
                code.op(Op::Ldi8, &[1]).place(there);
                code.op(Op::Ret, &[]);
                let bytes =
                    cartridge(&[code.page()], &[(4, GroupKind::State, Some(long))]).encode();
                let cartridge = Cartridge::read(&bytes).expect("it is whole");
                let memory = lockstep::<M>(&cartridge, &Script::default(), 100, 1).unwrap_or_else(
                    |difference| panic!("{element} behind {after} of {n}: {difference}"),
                );
                let first = after.wrapping_add(1);
                let there = (first..n).contains(&element);
                assert_eq!(memory.v16(v), if there { element } else { n });
            }
        }
    }
}

#[test]
fn searches_of_long_fields_agree_on_the_6502() {
    searches_of_long_fields_agree::<rig6502::Rig>();
}

#[test]
fn searches_of_long_fields_agree_on_the_68000() {
    searches_of_long_fields_agree::<rig68000::Rig>();
}

/// Files of a directory of the core, named relative to it.
fn game_files(name: &str) -> Vec<(String, Vec<u8>)> {
    let root = format!("{}/../core/{name}", env!("CARGO_MANIFEST_DIR"));
    let (mut files, mut open) = (Vec::new(), vec![PathBuf::from(&root)]);
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).expect("the game is there") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path
                    .strip_prefix(&root)
                    .expect("it lies below")
                    .to_string_lossy()
                    .into_owned();
                files.push((name, std::fs::read(&path).expect("it can be read")));
            }
        }
    }
    files.sort();
    files
}

/// A player who presses the game's keys at random.
fn the_game_agrees<M: RulesMachine>(cut: Cut) {
    let files = game_files("games/breakthrough-in-the-ardennes");
    let outcome = hexfront_lang::compile_on(&files, None, cut);
    let bytes = outcome.cartridge.expect("the game compiles");
    let cartridge = Cartridge::read(&bytes).expect("the compiler writes whole cartridges");
    let shell = Script {
        opening: b"N3HT31944\r",
        keys: b"0123456123456GGGGCCCQQYYYNNAMMFFDT\r  ",
        ..Script::default()
    };
    let memory = lockstep::<M>(&cartridge, &shell, 2_000_000, 10_000)
        .unwrap_or_else(|difference| panic!("{difference}"));
    let turn = image::Header::of(&cartridge, &memory, 0, 0).turn;
    assert!(turn >= 2, "the game has come to turn {turn} only");
}

/// Its layers share bytes.
#[test]
fn the_game_agrees_under_random_keys_on_the_6502() {
    the_game_agrees::<rig6502::Rig>(Cut::Close);
}

/// Its parts come and go with the phases.
#[test]
fn the_game_agrees_where_memory_is_short_on_the_6502() {
    the_game_agrees::<rig6502::Rig>(Cut::Fine);
}

#[test]
fn the_game_agrees_under_random_keys_on_the_68000() {
    the_game_agrees::<rig68000::Rig>(Cut::Coarse);
}

/// A compiled game with more records of a kind than a byte can number.
fn many_records_agree<M: RulesMachine>() {
    let outcome = hexfront_lang::compile(&game_files("lang/tests/many-records"));
    let bytes = outcome.cartridge.expect("the game compiles");
    let cartridge = Cartridge::read(&bytes).expect("the compiler writes whole cartridges");
    lockstep::<M>(&cartridge, &Script::default(), 200_000, 100)
        .unwrap_or_else(|difference| panic!("{difference}"));
}

#[test]
fn many_records_agree_on_the_6502() {
    many_records_agree::<rig6502::Rig>();
}

#[test]
fn many_records_agree_on_the_68000() {
    many_records_agree::<rig68000::Rig>();
}
