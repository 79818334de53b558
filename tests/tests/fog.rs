//! No computer player reads what its side cannot see. Of an enemy unit a side knows the hex, name, type, size, mode and
//! rough strength. Everything else of the other side is changed before a phase of a computer player; what he orders and
//! all that is his must then be equal, to the byte.

use hexfront::games::{self, Game};
use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Cartridge;
use hexfront_vm::{Exit, Memory, Shell, Vm, image, random};
use std::collections::BTreeMap;

const GAME: &str = "breakthrough-in-the-ardennes";
/// Arguments of `pause` that mark where a computer player begins, by side, and where he is done.
const BEGINS: [u16; 2] = [60_000, 60_001];
const DONE: u16 = 60_002;
/// Where the computer players are called.
const CALLS: [(&str, &str); 3] = [
    ("air.rules", "computer_air(s)"),
    ("organization.rules", "computer_organization(s)"),
    ("sequence.rules", "computer_operation(s)"),
];
/// Instructions of one phase, at most.
const FUEL: u64 = 50_000_000;
/// Other sets of hidden facts that each phase is played with.
const VARIANTS: u32 = 2;

/// The game with marks around the computer players. With a `leak`, a number that hangs on an enemy unit `e`, a side's own
/// air points grow by it as its computer player begins.
fn marked(leak: Option<&str>) -> Game {
    let mut game = games::find(GAME).unwrap();
    for (file, call) in CALLS {
        let (_, text) = game
            .files
            .iter_mut()
            .find(|(name, _)| name == file)
            .unwrap_or_else(|| panic!("no {file}"));
        let source = String::from_utf8(text.clone()).unwrap();
        let mut marks = 0;
        let mut lines = Vec::new();
        for line in source.lines() {
            if line.trim() == call {
                let indent = &line[..line.len() - call.len()];
                lines.push(format!("{indent}pause({} + as_number(s))", BEGINS[0]));
                if let Some(leak) = leak {
                    lines.push(format!("{indent}for each unit e where e.side is not s"));
                    lines.push(format!(
                        "{indent}  air_points[s] = (air_points[s] + {leak}) mod 21"
                    ));
                }
                lines.push(line.to_owned());
                lines.push(format!("{indent}pause({DONE})"));
                marks += 1;
            } else {
                lines.push(line.to_owned());
            }
        }
        assert_eq!(marks, 1, "{file} calls {call} in one place");
        *text = (lines.join("\n") + "\n").into_bytes();
    }
    game
}

fn compiled(game: &Game) -> Vec<u8> {
    let outcome = hexfront_lang::compile(&game.files);
    outcome.cartridge.unwrap_or_else(|| {
        let messages: Vec<_> = outcome.diagnostics.iter().map(|d| &d.message).collect();
        panic!("{messages:?}")
    })
}

/// Keys of the menus first, then space; stops at the marks. Remembers what the program asked of the machine.
#[derive(Clone)]
struct Table {
    keys: std::vec::IntoIter<u8>,
    mark: Option<u16>,
    passed: bool,
    calls: Vec<(ShellCall, [u16; 4])>,
}

impl Shell for Table {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        _: &Cartridge<'_>,
        _: &mut Memory,
    ) -> Option<u16> {
        if call == ShellCall::Delay && io[0] >= BEGINS[0] && !std::mem::take(&mut self.passed) {
            self.passed = true;
            self.mark = Some(io[0]);
            return None;
        }
        self.calls.push((call, io));
        Some(match call {
            ShellCall::Event => self.keys.next().unwrap_or(b' ').into(),
            ShellCall::Capability => [40, 13, 7, 0, 16][usize::from(io[0]).min(4)],
            _ => 0,
        })
    }
}

/// A game at some point; to play on from there again and again it is copied.
#[derive(Clone)]
struct Play<'a> {
    vm: Vm<'a>,
    memory: Box<Memory>,
    table: Table,
}

impl<'a> Play<'a> {
    /// A demonstration, at its first key.
    fn new(cartridge: Cartridge<'a>, keys: &str) -> Self {
        Self {
            memory: Box::new(Memory::of(&cartridge)),
            vm: Vm::new(cartridge),
            table: Table {
                keys: keys.as_bytes().to_vec().into_iter(),
                mark: None,
                passed: false,
                calls: Vec::new(),
            },
        }
    }

    /// Plays to the next mark; none: the game is over.
    fn run_to_mark(&mut self) -> Option<u16> {
        self.table.mark = None;
        self.table.calls.clear();
        match self.vm.run(&mut self.memory, &mut self.table, FUEL) {
            Exit::Waiting(_) => self.table.mark,
            Exit::Done => None,
            // The last screen lets a player look at the units as long as he likes.
            Exit::Fuel if self.state().value("turn", 0) > 7 => None,
            exit => panic!("{exit:?}"),
        }
    }

    fn state(&self) -> State {
        State::of(self.vm.cartridge(), &self.memory)
    }

    fn set_state(&mut self, state: &State) {
        let cartridge = *self.vm.cartridge();
        image::restore(&cartridge, &mut self.memory, &state.bytes);
    }
}

/// The state image, by names of fields.
#[derive(Clone, PartialEq, Eq)]
struct State {
    bytes: Vec<u8>,
    fields: BTreeMap<String, (usize, usize)>,
}

impl State {
    fn of(cartridge: &Cartridge<'_>, memory: &Memory) -> Self {
        let mut start = 0;
        let mut fields = BTreeMap::new();
        for field in cartridge.fields() {
            let size = field.image_bytes() / usize::from(field.count).max(1);
            fields.insert(field.name.to_owned(), (start, size));
            start += field.image_bytes();
        }
        Self {
            bytes: image::bytes(cartridge, memory).collect(),
            fields,
        }
    }

    /// The bytes of an element of a field.
    fn element(&mut self, field: &str, n: usize) -> &mut [u8] {
        let (start, size) = self.fields[field];
        &mut self.bytes[start + n * size..][..size]
    }

    /// The first byte of an element.
    fn value(&self, field: &str, n: usize) -> u8 {
        let (start, size) = self.fields[field];
        self.bytes[start + n * size]
    }

    fn on_map(&self, unit: usize) -> bool {
        let (start, size) = self.fields["unit.at"];
        let at = &self.bytes[start + unit * size..][..size];
        u16::from_le_bytes([at[0], at[1]]) < 1024
    }

    /// Names of the elements that differ.
    fn differences(&self, other: &State) -> Vec<String> {
        let mut list = Vec::new();
        for (name, &(start, size)) in &self.fields {
            let end = self.fields.values().map(|f| f.0).filter(|&s| s > start);
            let end = end.min().unwrap_or(self.bytes.len());
            for at in (start..end).filter(|&at| self.bytes[at] != other.bytes[at]) {
                let n = (at - start) / size;
                list.push(format!(
                    "{name}[{n}]: {} {}",
                    self.bytes[at], other.bytes[at]
                ));
            }
        }
        list
    }
}

/// What is hidden of a unit on the map, with the greatest value that it can have. Those off the map are hidden whole.
const HIDDEN: [(&str, u8, u8); 12] = [
    ("unit.efficiency", 40, 100),
    ("unit.fort", 0, 5),
    ("unit.supply", 0, 2),
    ("unit.artillery", 0, 99),
    ("unit.points", 0, 63),
    ("unit.interdicted", 0, 60),
    ("unit.moved", 0, 1),
    ("unit.advance", 0, 1),
    ("unit.damage", 0, 3),
    ("unit.tried_bridge", 0, 1),
    ("unit.attack", 0, 6),
    ("unit.order", 0, 70),
];
const OFF_MAP: [(&str, u8, u8); 5] = [
    ("unit.combat", 0, 255),
    ("unit.mode", 0, 1),
    ("unit.arm", 0, 5),
    ("unit.size", 0, 2),
    ("unit.stack", 1, 3),
];
/// Values of `unit_fate` of who is not on the map, nor within a unit that is.
const FATES: [u8; 4] = [0, 5, 6, 7];
const WITHIN: u8 = 4;
const DIVISION: u8 = 3;
/// What a side has in hand, by side.
const IN_HAND: [&str; 4] = [
    "air_points",
    "infantry_points",
    "armour_points",
    "interdiction",
];
/// Pools of the American are those before this one; the first is nobody's.
const FIRST_GERMAN_POOL: usize = 7;
const POOLS: usize = 14;
const EXITS: usize = 11;
const BRIDGES: usize = 46;

/// Visits all hidden facts of a side: each is changed by `change(bytes, low, high)`.
fn visit_hidden(
    state: &mut State,
    sides: &[usize],
    enemy: usize,
    mut change: impl FnMut(&mut [u8], u8, u8),
) {
    for unit in (0..sides.len()).filter(|&unit| sides[unit] == enemy) {
        for (field, low, high) in HIDDEN {
            change(state.element(field, unit), low, high);
        }
        if state.on_map(unit) {
            let combat = state.value("unit.combat", unit);
            let rough = (u16::from(combat) + 5) / 10 * 10;
            let (low, high) = (rough.saturating_sub(5).max(1), (rough + 4).min(255));
            change(state.element("unit.combat", unit), low as u8, high as u8);
            if state.value("unit.size", unit) == DIVISION {
                change(state.element("unit.stack", unit), 2, 3);
            }
        } else {
            for (field, low, high) in OFF_MAP {
                change(state.element(field, unit), low, high);
            }
            if state.value("unit.fate", unit) != WITHIN {
                let mut fate = [0];
                change(&mut fate, 0, FATES.len() as u8 - 1);
                state.element("unit.fate", unit)[0] = FATES[usize::from(fate[0])];
            }
        }
    }
    for field in IN_HAND {
        change(state.element(field, enemy), 0, 20);
    }
    for pool in 1..POOLS {
        if usize::from(pool >= FIRST_GERMAN_POOL) == enemy {
            change(state.element("pool", pool), 0, 255);
        }
    }
    if enemy == 1 {
        for exit in 0..EXITS {
            change(state.element("exit_site.points", exit), 0, 255);
        }
        for bridge in 0..BRIDGES {
            change(state.element("bridge_site.crossings", bridge), 0, 99);
        }
    }
}

/// Side of each unit, from the order of battle: 0 American, 1 German.
fn sides(game: &Game) -> Vec<usize> {
    let (_, text) = game
        .files
        .iter()
        .find(|(name, _)| name == "units.csv")
        .unwrap();
    let text = String::from_utf8_lossy(text);
    let mut rows = text.lines().map(|line| line.split(',').map(str::trim));
    let column = rows
        .next()
        .unwrap()
        .position(|cell| cell == "side")
        .unwrap();
    rows.map(|mut cells| match cells.nth(column) {
        Some("american") => 0,
        Some("german") => 1,
        other => panic!("side {other:?}"),
    })
    .collect()
}

/// Plays a demonstration and every phase of a computer player again with other hidden facts. Returns how many there
/// are, or what came out otherwise.
fn phases_with_other_facts(game: &Game, keys: &str) -> Result<u32, String> {
    let sides = sides(game);
    let bytes = compiled(game);
    let mut play = Play::new(Cartridge::read(&bytes).unwrap(), keys);
    let mut seed = 0x0BAD_CAFE;
    let mut phases = 0;
    while let Some(mark) = play.run_to_mark() {
        let Some(side) = BEGINS.iter().position(|&begins| begins == mark) else {
            continue;
        };
        phases += 1;
        let enemy = 1 - side;
        let start = play.clone();
        assert_eq!(play.run_to_mark(), Some(DONE));
        let mut wanted = play.state();
        visit_hidden(&mut wanted, &sides, enemy, |bytes, _, _| bytes.fill(0));
        for variant in 1..=VARIANTS {
            let mut other = start.clone();
            let mut state = other.state();
            visit_hidden(&mut state, &sides, enemy, |bytes, low, high| {
                seed = random::step(seed);
                bytes[0] = low + ((seed >> 16) % (u32::from(high - low) + 1)) as u8;
            });
            assert!(state != start.state());
            other.set_state(&state);
            assert_eq!(other.run_to_mark(), Some(DONE));
            let mut found = other.state();
            visit_hidden(&mut found, &sides, enemy, |bytes, _, _| bytes.fill(0));
            let place = format!(
                "turn {}, phase {}, side {side}, variant {variant}",
                wanted.value("turn", 0),
                wanted.value("phase", 0)
            );
            let differences = wanted.differences(&found);
            if !differences.is_empty() {
                return Err(format!("{place}: {}", differences.join(", ")));
            }
            if play.table.calls != other.table.calls {
                return Err(format!("{place}: another course"));
            }
        }
    }
    Ok(phases)
}

/// Plays a demonstration of the game as it is.
fn play(keys: &str) -> Result<u32, String> {
    phases_with_other_facts(&marked(None), keys)
}

/// Air and organization of both, less the Americans' organization of turn 1, and two operation phases each.
const TWELVE_DAYS: u32 = 11 * 2 + 11 + 12 + 12 * 4;

#[test]
fn computer_players_know_what_their_side_sees() {
    assert_eq!(play("N3HD37\r"), Ok(TWELVE_DAYS));
}

#[test]
fn computer_players_know_what_their_side_sees_in_a_free_game() {
    assert_eq!(play("N4ND3500\r"), Ok(TWELVE_DAYS));
}

#[test]
fn computer_players_know_what_their_side_sees_in_the_last_week() {
    assert_eq!(play("N2HD211\r"), Ok(7 * 8));
}

/// A computer player that looked at any one of the hidden facts would be found out.
#[test]
fn each_leak_is_found() {
    for leak in [
        "e.combat mod 10",
        "e.efficiency",
        "e.fort",
        "as_number(e.supply)",
        "e.artillery",
        "e.points",
        "e.interdicted",
        "as_number(e.moved)",
        "as_number(e.advance)",
        "as_number(e.damage)",
        "as_number(e.tried_bridge)",
        "e.attack",
        "e.order",
        "as_number(e.fate)",
        "e.stack",
        "air_points[e.side]",
        "infantry_points[e.side]",
        "armour_points[e.side]",
        "interdiction[e.side]",
        "pool[corps_of(e)]",
        "(1 if e.at is none and e.mode is travel else 0)",
    ] {
        let found = phases_with_other_facts(&marked(Some(leak)), "N3HD27\r");
        assert!(found.is_err(), "{leak}");
    }
}
