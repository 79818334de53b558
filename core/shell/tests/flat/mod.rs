//! The shared files of the 6502 shell on the smallest machine.

use hexfront_asm::{Image, build};
use hexfront_isa::cartridge::Grid;
use hexfront_platforms::cpu::flat::FlatRam;
use hexfront_platforms::cpu::mos6502::{C, Mos6502, Z};
use hexfront_shell::SOURCES_6502;
use hexfront_vm::{CONTRACT, GRID_INCLUDE, SOURCES_6502 as VM, grid_include};
use std::sync::OnceLock;

/// Files of the machine.
pub const MACHINE: [(&str, &str); 5] = [
    ("machine.inc", include_str!("machine.inc")),
    ("screen.s", include_str!("screen.s")),
    ("keys.s", include_str!("keys.s")),
    ("disk.s", include_str!("disk.s")),
    ("game.s", include_str!("game.s")),
];
/// What is taken of the rules machine: its way through the state image.
const OF_VM: [&str; 3] = ["vm/zeropage.s", "vm/image.inc", "vm/image.s"];
/// The map of most tests.
pub const MAP: Grid = grid(40, 48);
/// Where calls return to.
const HOME: u16 = 0x0300;
/// Screens of text and map (`machine.inc`).
const TEXT: u16 = 0xC000;
const INKS: u16 = 0xC400;
const MAP_SCREEN: u16 = 0xC800;
/// Files (`disk.s`).
pub const FILES: u16 = 0x9000;
/// Bytes of the state image.
pub const IMAGE: usize = 700;
/// What a line of a file is in its place: file, line, other line.
type Change = (&'static str, &'static str, &'static str);
/// A game whose layers share their bytes with others.
const SHARED: [Change; 5] = [
    (GRID_INCLUDE, "TERRAIN_BITS = 255", "TERRAIN_BITS = $38"),
    (GRID_INCLUDE, "TERRAIN_SHIFT = 0", "TERRAIN_SHIFT = 3"),
    (GRID_INCLUDE, "OWNER_BITS = 255", "OWNER_BITS = 1"),
    (GRID_INCLUDE, "SITE_BITS = 255", "SITE_BITS = $30"),
    (GRID_INCLUDE, "SITE_SHIFT = 0", "SITE_SHIFT = 4"),
];
/// A game whose only site, the highest bit of its byte, is one that shells do not know.
const OTHER_SITES: [Change; 4] = [
    (GRID_INCLUDE, "SITE_BITS = 255", "SITE_BITS = $80"),
    (GRID_INCLUDE, "SITE_SHIFT = 0", "SITE_SHIFT = 7"),
    ("game.s", "site_exit = 3", "site_exit = $FF"),
    ("game.s", "site_victory = 2", "site_victory = $FF"),
];
/// Those layers and their bits.
const SHARED_LAYERS: [(&str, u8); 3] = [
    ("view_terrain", 0x38),
    ("view_owner", 0x01),
    ("view_site", 0x30),
];
/// A machine that tells what its menu, as wide as the screen, has no room for.
const MORE: [Change; 2] = [
    (
        "machine.inc",
        "many_parts   = 1",
        "many_parts = 1\nmenu_more = 1",
    ),
    (
        "screen.s",
        ".byte 39, 39, 33, 39, 40, 33",
        ".byte 39, 39, 33, 40, 40, 33",
    ),
];
/// Zero page that lasts for one shell call (`zeropage.s`).
const SCRATCH: [(&str, usize); 14] = [
    ("src", 2),
    ("dst", 2),
    ("hex_x", 1),
    ("hex_y", 1),
    ("hex_odd", 1),
    ("hex_terrain", 1),
    ("hex_sides", 1),
    ("hex_temp", 1),
    ("cell_edge", 1),
    ("cell_left", 1),
    ("cell_right", 1),
    ("count", 1),
    ("row", 1),
    ("column", 1),
];

/// A map whose odd columns lie lower.
pub const fn grid(columns: u8, rows: u8) -> Grid {
    Grid {
        columns,
        rows,
        odd_lower: true,
    }
}

/// Shell and machine, linked.
fn linked(grid: Grid, changes: &[Change]) -> Image {
    let grid = grid_include(grid);
    let shell_table = VM.iter().find(|(name, _)| *name == "shell_table.inc");
    let mut files: Vec<(String, &str)> = SOURCES_6502
        .iter()
        .chain(&MACHINE)
        .chain(shell_table)
        .chain([&CONTRACT, &(GRID_INCLUDE, grid.as_str())])
        .map(|&(name, text)| (name.to_owned(), text))
        .collect();
    let vm = VM.iter().map(|&(name, text)| (format!("vm/{name}"), text));
    files.extend(vm.filter(|(name, _)| OF_VM.contains(&name.as_str()) || name.ends_with("vm.inc")));
    let read = |wanted: &str| {
        let in_vm = format!("vm/{wanted}");
        let found = files
            .iter()
            .find(|(name, _)| name == wanted)
            .or_else(|| files.iter().find(|(name, _)| *name == in_vm));
        let mut text = found?.1.to_owned();
        for (_, line, other) in changes.iter().filter(|(file, ..)| *file == wanted) {
            assert!(text.contains(line), "{wanted} has no {line}");
            text = text.replace(line, other);
        }
        Some(text.into_bytes())
    };
    let mains = files.iter().filter(|(name, _)| name.ends_with(".s"));
    let mains = mains.map(|(name, _)| name.as_str());
    build(&read, mains, include_str!("flat.link")).unwrap_or_else(|error| panic!("{error}"))
}

/// The machine.
pub struct Flat {
    image: Image,
    /// Its memory.
    pub bus: FlatRam,
    cpu: Mos6502,
    shared: bool,
    noise: Noise,
}

/// Bytes that nobody foresees, the same ones in each run.
pub struct Noise(u32);

impl Noise {
    /// From a seed, not 0.
    pub fn new(seed: u32) -> Self {
        Self(seed)
    }

    /// The next one.
    pub fn byte(&mut self) -> u8 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 11) as u8
    }
}

impl Flat {
    /// The machine with the map of most tests, on an empty text page.
    pub fn new() -> Self {
        Self::of(MAP)
    }

    /// The same with another map.
    pub fn of(grid: Grid) -> Self {
        static OF_MOST: OnceLock<Image> = OnceLock::new();
        match grid {
            MAP => Self::running(OF_MOST.get_or_init(|| linked(MAP, &[])).clone()),
            _ => Self::running(linked(grid, &[])),
        }
    }

    /// With a game whose layers share their bytes.
    pub fn sharing(grid: Grid) -> Self {
        Self {
            shared: true,
            ..Self::running(linked(grid, &SHARED))
        }
    }

    /// With a game that has neither exits nor towns that count.
    pub fn with_other_sites(grid: Grid) -> Self {
        Self::running(linked(grid, &OTHER_SITES))
    }

    /// On a machine that tells what its menu has no room for.
    pub fn with_more() -> Self {
        Self::running(linked(MAP, &MORE))
    }

    fn running(image: Image) -> Self {
        let mut bus = FlatRam::new();
        for placement in &image.placements {
            if let Some(bytes) = &placement.bytes {
                bus.load(placement.run as u16, bytes);
            }
        }
        let mut flat = Self {
            image,
            bus,
            cpu: Mos6502::new(),
            shared: false,
            noise: Noise::new(1),
        };
        flat.poke("this_page", &[255]);
        flat.poke("view_first", &[255; 4096]);
        flat.call("queue_start", 0, 0);
        flat.call("page_clear", 1, 0);
        flat
    }

    /// Address of a symbol.
    pub fn at(&self, symbol: &str) -> u16 {
        let address = self.image.address(symbol);
        address.unwrap_or_else(|| panic!("no symbol {symbol}")) as u16
    }

    /// Bytes from a symbol on.
    pub fn peek(&self, symbol: &str, length: usize) -> &[u8] {
        let at = usize::from(self.at(symbol));
        &self.bus.ram[at..at + length]
    }

    /// Puts bytes there.
    pub fn poke(&mut self, symbol: &str, bytes: &[u8]) {
        let at = self.at(symbol);
        self.bus.load(at, bytes);
    }

    /// Fills a layer of the map; what else lies in its bytes is anything.
    pub fn lay(&mut self, layer: &str, values: &[u8]) {
        let shared = SHARED_LAYERS.iter().find(|(name, _)| *name == layer);
        let bits = shared
            .filter(|_| self.shared)
            .map_or(0xFF, |shared| shared.1);
        let bytes: Vec<u8> = values
            .iter()
            .map(|value| value << bits.trailing_zeros() | self.noise.byte() & !bits)
            .collect();
        self.poke(layer, &bytes);
    }

    /// Calls a routine with A and X; what it answers there.
    pub fn call(&mut self, routine: &str, a: u8, x: u8) -> [u8; 2] {
        self.begin(routine, a, x);
        self.finish()
    }

    /// Begins a routine with A and X, without running it.
    pub fn begin(&mut self, routine: &str, a: u8, x: u8) {
        self.cpu.pc = self.at(routine);
        (self.cpu.a, self.cpu.x, self.cpu.s) = (a, x, 0xFD);
        // Nobody says what the flags are.
        self.cpu.p = self.cpu.p & !(C | Z) | self.noise.byte() & (C | Z);
        self.cpu.y = self.noise.byte();
        let [low, high] = (HOME - 1).to_le_bytes();
        self.bus.load(0x01FE, &[low, high]);
    }

    /// Runs on until a routine is reached.
    pub fn run_to(&mut self, routine: &str) {
        self.run(self.at(routine), routine);
    }

    /// Runs on to the end of what was begun; what it answers in A and X.
    pub fn finish(&mut self) -> [u8; 2] {
        self.run(HOME, "the end");
        [self.cpu.a, self.cpu.x]
    }

    /// Runs an instruction.
    pub fn step(&mut self) {
        self.cpu.step(&mut self.bus);
    }

    /// Is what was begun at its end?
    pub fn ended(&self) -> bool {
        self.cpu.pc == HOME
    }

    fn run(&mut self, to: u16, name: &str) {
        let end = self.bus.cycles + 4_000_000;
        while self.cpu.pc != to {
            self.cpu.step(&mut self.bus);
            assert!(self.bus.cycles < end, "{name} is not reached");
        }
    }

    /// Puts a file on the disk.
    pub fn put_file(&mut self, number: usize, bytes: &[u8]) {
        self.bus.load(FILES + 1024 * number as u16, bytes);
        let at = self.at("lengths") + 2 * number as u16;
        self.bus.load(at, &(bytes.len() as u16).to_le_bytes());
    }

    /// Makes a shell call. It cannot count on registers, nor on what an earlier one left in scratch.
    pub fn shell(&mut self, call: &str, arguments: &[u16]) -> u16 {
        for (scratch, length) in SCRATCH {
            let bytes: Vec<u8> = (0..length).map(|_| self.noise.byte()).collect();
            self.poke(scratch, &bytes);
        }
        let bytes: Vec<u8> = arguments.iter().flat_map(|a| a.to_le_bytes()).collect();
        self.poke("vm_v", &bytes);
        let [a, x] = [self.noise.byte(), self.noise.byte()];
        u16::from_le_bytes(self.call(&format!("shell_{call}"), a, x))
    }

    /// Prints a text where the text cursor is.
    pub fn print(&mut self, text: &str) {
        for letter in text.bytes() {
            self.shell("char", &[u16::from(letter)]);
        }
    }

    /// A row of the text screen.
    pub fn text(&self, row: u16) -> String {
        let at = usize::from(TEXT + 40 * row);
        String::from_utf8_lossy(&self.bus.ram[at..at + 40]).into_owned()
    }

    /// The colours of a row of the text screen.
    pub fn inks(&self, row: u16) -> &[u8] {
        let at = usize::from(INKS + 40 * row);
        &self.bus.ram[at..at + 40]
    }

    /// The map's rows, as they are seen.
    pub fn map(&self) -> Vec<u8> {
        let at = usize::from(MAP_SCREEN + 40);
        self.bus.ram[at..at + 15 * 40].to_vec()
    }

    /// What lies above and below them.
    pub fn around_map(&self) -> Vec<u8> {
        let screen = &self.bus.ram[usize::from(MAP_SCREEN)..][..1024];
        [&screen[..40], &screen[16 * 40..]].concat()
    }

    /// Fills the map's screens with a character: the one that is seen and the one that is drawn on.
    pub fn fill_map(&mut self, code: u8) {
        self.bus.load(MAP_SCREEN, &[code; 2048]);
    }

    /// Fills what lies above and below the map: of the screen that is seen, and of the other.
    pub fn fill_around_map(&mut self, codes: [u8; 2]) {
        for (screen, code) in [MAP_SCREEN, MAP_SCREEN + 1024].into_iter().zip(codes) {
            self.bus.load(screen, &[code; 40]);
            self.bus.load(screen + 16 * 40, &[code; 1024 - 16 * 40]);
        }
    }

    /// Looks at the keyboard while a key is held.
    pub fn look(&mut self, code: u8) {
        self.poke("held", &[code]);
        self.call("look", 0, 0);
    }

    /// The bytes of a file.
    pub fn file(&self, number: usize) -> &[u8] {
        let lengths = &self.peek("lengths", 24)[2 * number..];
        let length = usize::from(u16::from_le_bytes([lengths[0], lengths[1]]));
        &self.bus.ram[usize::from(FILES) + 1024 * number..][..length]
    }

    /// Another state of the game.
    pub fn set_state(&mut self, state: &[u8]) {
        self.poke("state", state);
    }
}
