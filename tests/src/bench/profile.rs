//! Where a game that the computer plays by itself spends its cycles.

use std::collections::BTreeMap;
use std::fmt::Write;

use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::code::decode;
use hexfront_isa::{Op, ShellCall};

use crate::c64::ardennes;
use crate::lockstep::RulesMachine;
use crate::script::Script;

/// The keys that begin Breakthrough in the Ardennes as a demonstration, computer against computer.
const OPENING: &[u8] = b"N3HD37\r";

/// Instructions that it may take: some days of the game.
const FUEL: u64 = 30_000_000;

/// Executions and cycles of every instruction from the game number on, most cycles first, as a table.
///
/// # Panics
/// If the game does not compile.
pub fn profile<M: RulesMachine>() -> String {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).expect("the compiler writes whole cartridges");
    let shell = Script {
        opening: OPENING,
        keys: b" ",
        ..Script::default()
    };
    let mut machine = M::new(&cartridge, shell);
    let mut spent: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let (mut takes, mut seen_calls, mut keys) = (0, 0, 0);
    for _ in 0..FUEL {
        let place = machine.registers().place;
        let page = &cartridge.code[usize::from(place.0)];
        let found = decode(page, place.1).expect("good code");
        let before = machine.cycles();
        let flood = matches!(found.op, Op::Flood);
        let labels = if flood { M::FLOOD_TAKES } else { &[] };
        let (goes_on, seen) = machine.counted_instruction(labels);
        takes += seen;
        let new = &machine.calls()[seen_calls..];
        keys += new
            .iter()
            .filter(|(call, _)| *call == ShellCall::Event)
            .count();
        seen_calls += new.len();
        if !goes_on || keys > OPENING.len() {
            break;
        }
        if keys == OPENING.len() {
            let (times, cycles) = spent.entry(found.op.info().name).or_default();
            *times += 1;
            *cycles += machine.cycles() - before;
        }
    }
    let all: u64 = spent.values().map(|(_, cycles)| cycles).sum();
    let times: u64 = spent.values().map(|(times, _)| times).sum();
    let mut lines: Vec<_> = spent.into_iter().collect();
    lines.sort_by_key(|(_, (_, cycles))| std::cmp::Reverse(*cycles));
    let mut out = format!(
        "{}: {all} cycles, {times} instructions, {} each; {takes} hexes taken by floods\n",
        M::NAME,
        all / times.max(1)
    );
    for (name, (times, cycles)) in lines.into_iter().take(40) {
        let share = 100.0 * cycles as f64 / all as f64;
        let each = cycles / times;
        let _ = writeln!(
            out,
            "{share:5.1} %  {name:10} {times:9} times {each:7} cycles"
        );
    }
    out
}
