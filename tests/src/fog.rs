//! Whether a computer player reads what its side cannot see: a game is played to where he begins, what is hidden of the
//! enemy is changed, and what he orders must be the same, to the byte.

use hexfront::games::Game;
use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Cartridge;
use hexfront_vm::{Exit, Memory, Shell, Vm, image, random};
use std::collections::BTreeMap;

/// Arguments of `pause` that mark where a computer player begins, by side, and where he is done.
const BEGINS: [u16; 2] = [60_000, 60_001];
const DONE: u16 = 60_002;
/// Instructions of one stretch, at most.
const FUEL: u64 = 50_000_000;
/// Other sets of hidden facts that each stretch is played with.
const VARIANTS: u32 = 2;

/// Where a computer player is at work.
pub struct Stretch {
    /// File and line, the only one of its text there, before which he begins.
    pub first: (&'static str, &'static str),
    /// File and line after which he is done.
    pub last: (&'static str, &'static str),
    /// The rules' variable for his side.
    pub side: &'static str,
}

impl Stretch {
    /// One call, for the side `s`.
    pub const fn call(file: &'static str, line: &'static str) -> Self {
        Self {
            first: (file, line),
            last: (file, line),
            side: "s",
        }
    }
}

/// What is hidden from a side.
pub trait Secrets {
    /// Changes what is hidden of the enemy's; `draw(low, high)` is a number from low to high. What became seen on the way
    /// to the state `end` may not be changed.
    fn change(
        &self,
        state: &mut State,
        end: &State,
        enemy: usize,
        draw: &mut dyn FnMut(u8, u8) -> u8,
    );

    /// Makes the same of what may differ at the end: of all that was hidden at `start`.
    fn cover(&self, state: &mut State, start: &State, enemy: usize);
}

/// The game with marks around the computer players, and statements before each of them (a leak that is planted), in which
/// `SIDE` is his side.
///
/// # Panics
/// When a line of a stretch is not there exactly once.
pub fn marked(mut game: Game, stretches: &[Stretch], leak: &[String]) -> Game {
    for stretch in stretches {
        let mut before = vec![format!("pause({} + as_number(SIDE))", BEGINS[0])];
        before.extend_from_slice(leak);
        for line in &mut before {
            *line = line.replace("SIDE", stretch.side);
        }
        insert(&mut game, stretch.first, &before, true);
        insert(&mut game, stretch.last, &[format!("pause({DONE})")], false);
    }
    game
}

fn insert(game: &mut Game, (file, line): (&str, &str), new: &[String], before: bool) {
    let mut files = game.files.iter_mut();
    let found = files.find(|(name, _)| name == file);
    let (_, text) = found.unwrap_or_else(|| panic!("no {file}"));
    let source = String::from_utf8(text.clone()).unwrap();
    let mut marks = 0;
    let mut lines = Vec::new();
    for old in source.lines() {
        if old.trim() != line {
            lines.push(old.to_owned());
            continue;
        }
        marks += 1;
        let indent = &old[..old.len() - line.len()];
        let indented = new.iter().map(|new| format!("{indent}{new}"));
        if before {
            lines.extend(indented);
            lines.push(old.to_owned());
        } else {
            lines.push(old.to_owned());
            lines.extend(indented);
        }
    }
    assert_eq!(marks, 1, "{file} has {line:?} in one place");
    *text = (lines.join("\n") + "\n").into_bytes();
}

/// The cartridge of a game.
///
/// # Panics
/// When it does not compile.
pub fn compiled(game: &Game) -> Vec<u8> {
    let outcome = hexfront_lang::compile(&game.files);
    outcome.cartridge.unwrap_or_else(|| {
        let messages: Vec<_> = outcome.diagnostics.iter().map(|d| &d.message).collect();
        panic!("{messages:?}")
    })
}

/// The side of each unit of a game's order of battle, by the names of the sides.
///
/// # Panics
/// When there is another side, or no such column.
pub fn sides(game: &Game, names: [&str; 2]) -> Vec<usize> {
    let table = text(game, "units.csv");
    let mut rows = table.lines().map(|line| line.split(',').map(str::trim));
    let column = rows
        .next()
        .unwrap()
        .position(|cell| cell == "side")
        .unwrap();
    rows.map(|mut cells| {
        let cell = cells.nth(column);
        let side = names.iter().position(|name| Some(*name) == cell);
        side.unwrap_or_else(|| panic!("side {cell:?}"))
    })
    .collect()
}

/// A file of a game.
///
/// # Panics
/// When there is none of that name.
pub fn text(game: &Game, file: &str) -> String {
    let found = game.files.iter().find(|(name, _)| name == file);
    let (_, bytes) = found.unwrap_or_else(|| panic!("no {file}"));
    String::from_utf8_lossy(bytes).into_owned()
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
    fn new(cartridge: Cartridge<'a>, keys: &[u8]) -> Self {
        Self {
            memory: Box::new(Memory::of(&cartridge)),
            vm: Vm::new(cartridge),
            table: Table {
                keys: Vec::from(keys).into_iter(),
                mark: None,
                passed: false,
                calls: Vec::new(),
            },
        }
    }

    /// Plays to the next mark; none: the game is over. The last screen lets a player look as long as he likes: there, after
    /// `last_turn`, the fuel ends.
    fn run_to_mark(&mut self, last_turn: u8) -> Option<u16> {
        self.table.mark = None;
        self.table.calls.clear();
        match self.vm.run(&mut self.memory, &mut self.table, FUEL) {
            Exit::Waiting(_) => self.table.mark,
            Exit::Done => None,
            Exit::Fuel if self.state().value("turn", 0) > last_turn => None,
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
pub struct State {
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
    ///
    /// # Panics
    /// When there is no such field.
    pub fn element(&mut self, field: &str, n: usize) -> &mut [u8] {
        let (start, size) = self.field(field);
        &mut self.bytes[start + n * size..][..size]
    }

    /// The first byte of an element.
    ///
    /// # Panics
    /// When there is no such field.
    pub fn value(&self, field: &str, n: usize) -> u8 {
        let (start, size) = self.field(field);
        self.bytes[start + n * size]
    }

    /// An element of two bytes.
    ///
    /// # Panics
    /// When there is no such field.
    pub fn word(&self, field: &str, n: usize) -> u16 {
        let (start, size) = self.field(field);
        let at = start + n * size;
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    fn field(&self, name: &str) -> (usize, usize) {
        let found = self.fields.get(name);
        *found.unwrap_or_else(|| panic!("the state has no {name}"))
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

/// Plays a demonstration of a marked game, and every stretch of a computer player again with other hidden facts. Returns
/// how many there were, or what came out otherwise.
///
/// # Errors
/// The first stretch that came out otherwise, and in what.
///
/// # Panics
/// When the game cannot be played.
pub fn play(game: &Game, keys: &[u8], last_turn: u8, secrets: &dyn Secrets) -> Result<u32, String> {
    let bytes = compiled(game);
    let mut play = Play::new(Cartridge::read(&bytes).unwrap(), keys);
    let mut seed = 0x0BAD_CAFE;
    let mut draw = |low: u8, high: u8| {
        seed = random::step(seed);
        low + ((seed >> 16) % (u32::from(high - low) + 1)) as u8
    };
    let mut stretches = 0;
    while let Some(mark) = play.run_to_mark(last_turn) {
        let Some(side) = BEGINS.iter().position(|&begins| begins == mark) else {
            continue;
        };
        let enemy = 1 - side;
        let start = play.clone();
        assert_eq!(play.run_to_mark(last_turn), Some(DONE));
        stretches += 1;
        let mut wanted = play.state();
        secrets.cover(&mut wanted, &start.state(), enemy);
        for variant in 1..=VARIANTS {
            let mut other = start.clone();
            let mut state = other.state();
            secrets.change(&mut state, &play.state(), enemy, &mut draw);
            assert!(state != start.state());
            other.set_state(&state);
            assert_eq!(other.run_to_mark(last_turn), Some(DONE));
            let mut found = other.state();
            secrets.cover(&mut found, &start.state(), enemy);
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
    Ok(stretches)
}
