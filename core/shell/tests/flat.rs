//! The shared files of the 6502 shell on the smallest machine: they need no more than its README lists.

use hexfront_asm::{Image, Options, assemble, link};
use hexfront_isa::contract::save;
use hexfront_platforms::cpu::flat::FlatRam;
use hexfront_platforms::cpu::mos6502::Mos6502;
use hexfront_shell::SOURCES_6502;
use hexfront_vm::image::{Crc32, Header, PACKED};
use hexfront_vm::pack::packed;
use hexfront_vm::{CONTRACT, GRID_INCLUDE, SOURCES_6502 as VM};

/// Files of the machine.
const MACHINE: [(&str, &str); 5] = [
    ("machine.inc", include_str!("flat/machine.inc")),
    ("screen.s", include_str!("flat/screen.s")),
    ("keys.s", include_str!("flat/keys.s")),
    ("disk.s", include_str!("flat/disk.s")),
    ("game.s", include_str!("flat/game.s")),
];
/// What is taken of the rules machine: its way through the state image.
const OF_VM: [&str; 2] = ["vm/zeropage.s", "vm/image.s"];
/// The stand-in's map.
const COLUMNS: u8 = 40;
const ROWS: u8 = 48;
const GRID: &str =
    "GRID_COLUMNS = 40\nGRID_ROWS = 48\nROW_BITS = 6\nLAYER_PAGES = 10\nLAYER_MASK = 15\n";
/// Where calls return to.
const HOME: u16 = 0x0300;
/// Screens of text and map (`flat/machine.inc`).
const TEXT: u16 = 0xC000;
const MAP: u16 = 0xC800;
/// Files (`flat/disk.s`).
const FILES: u16 = 0x9000;
/// Bytes of the state image.
const IMAGE: usize = 700;

/// Shell and machine, linked.
fn linked() -> Image {
    let shell_table = VM.iter().find(|(name, _)| *name == "shell_table.inc");
    let mut files: Vec<(String, &str)> = SOURCES_6502
        .iter()
        .chain(&MACHINE)
        .chain(shell_table)
        .chain([&CONTRACT, &(GRID_INCLUDE, GRID)])
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
        found.map(|(_, text)| text.as_bytes().to_vec())
    };
    let mains = files.iter().filter(|(name, _)| name.ends_with(".s"));
    let objects: Vec<(&str, Vec<u8>)> = mains
        .map(|(name, _)| {
            let object = assemble(&read, name, &Options::default()).unwrap_or_else(|list| {
                panic!(
                    "{}",
                    list.iter().map(|d| format!("{d}\n")).collect::<String>()
                )
            });
            (name.as_str(), object.to_elf())
        })
        .collect();
    link(include_str!("flat/flat.link"), &objects).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The machine.
struct Flat {
    image: Image,
    bus: FlatRam,
    cpu: Mos6502,
}

impl Flat {
    fn new() -> Self {
        let image = linked();
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
        };
        flat.poke("this_page", &[255]);
        flat.poke("view_first", &[255; 2560]);
        flat.call("queue_start", 0, 0);
        flat.call("page_clear", 1, 0);
        flat
    }

    fn at(&self, symbol: &str) -> u16 {
        let address = self.image.address(symbol);
        address.unwrap_or_else(|| panic!("no symbol {symbol}")) as u16
    }

    fn peek(&self, symbol: &str, length: usize) -> &[u8] {
        let at = usize::from(self.at(symbol));
        &self.bus.ram[at..at + length]
    }

    fn poke(&mut self, symbol: &str, bytes: &[u8]) {
        let at = self.at(symbol);
        self.bus.load(at, bytes);
    }

    /// Calls a routine with A and X; what it answers there.
    fn call(&mut self, routine: &str, a: u8, x: u8) -> [u8; 2] {
        self.cpu.pc = self.at(routine);
        (self.cpu.a, self.cpu.x, self.cpu.s) = (a, x, 0xFD);
        let [low, high] = (HOME - 1).to_le_bytes();
        self.bus.load(0x01FE, &[low, high]);
        let end = self.bus.cycles + 4_000_000;
        while self.cpu.pc != HOME {
            self.cpu.step(&mut self.bus);
            assert!(self.bus.cycles < end, "{routine} does not end");
        }
        [self.cpu.a, self.cpu.x]
    }

    /// Makes a shell call.
    fn shell(&mut self, call: &str, arguments: &[u16]) -> u16 {
        let bytes: Vec<u8> = arguments.iter().flat_map(|a| a.to_le_bytes()).collect();
        self.poke("vm_v", &bytes);
        u16::from_le_bytes(self.call(&format!("shell_{call}"), 0, 0))
    }

    fn print(&mut self, text: &str) {
        for letter in text.bytes() {
            self.shell("char", &[u16::from(letter)]);
        }
    }

    /// A row of the text screen.
    fn text(&self, row: u16) -> String {
        let at = usize::from(TEXT + 40 * row);
        String::from_utf8_lossy(&self.bus.ram[at..at + 40]).into_owned()
    }

    /// The map's rows, as they are seen.
    fn map(&self) -> Vec<u8> {
        let at = usize::from(MAP + 40);
        self.bus.ram[at..at + 15 * 40].to_vec()
    }

    /// Looks at the keyboard while a key is held.
    fn look(&mut self, code: u8) {
        self.poke("held", &[code]);
        self.call("look", 0, 0);
    }

    fn file(&self, number: usize) -> &[u8] {
        let lengths = &self.peek("lengths", 18)[2 * number..];
        let length = usize::from(u16::from_le_bytes([lengths[0], lengths[1]]));
        &self.bus.ram[usize::from(FILES) + 1024 * number..][..length]
    }

    fn set_state(&mut self, state: &[u8]) {
        self.poke("state", state);
    }
}

#[test]
fn text_stands_in_its_window_and_is_cut_at_its_end() {
    let mut flat = Flat::new();
    flat.shell("window", &[4]);
    flat.shell("at", &[10, 3]);
    flat.print("FROM HERE\rTHEN HERE");
    assert_eq!(flat.text(4).trim_end(), format!("{:10}FROM HERE", ""));
    assert_eq!(flat.text(5).trim_end(), "THEN HERE");
    flat.shell("window", &[2]);
    flat.print("MORE THAN THIRTY-TWO LETTERS ARE CUT");
    assert_eq!(
        flat.text(17),
        format!(" {:<39}", "MORE THAN THIRTY-TWO LETTERS ARE")
    );
    flat.shell("window", &[2]);
    assert_eq!(flat.text(17).trim(), "");
    assert_eq!(flat.text(4).trim(), "FROM HERE");
}

#[test]
fn the_compass_and_a_rule_are_drawn_with_the_machines_letters() {
    let mut flat = Flat::new();
    flat.call("page_clear", 0, 0);
    flat.shell("compass", &[1]);
    let rows: Vec<String> = (17..24)
        .map(|row| flat.text(row)[33..].to_owned())
        .collect();
    let wanted = [
        "   W   ", "  /1\\  ", " 6   2 ", "S  0  N", " 5   3 ", "  \\4/  ", "   E   ",
    ];
    assert_eq!(rows, wanted);
    flat.shell("window", &[1]);
    flat.shell("rule", &[]);
    assert_eq!(flat.text(16).trim(), "-".repeat(38));
}

#[test]
fn a_key_counts_once_and_an_arrow_again_and_again() {
    let mut flat = Flat::new();
    for code in [b'A', b'A', b'A', 0, 0] {
        flat.look(code);
    }
    assert_eq!(flat.shell("event", &[]), u16::from(b'A'));
    for _ in 0..30 {
        flat.look(128);
    }
    flat.poke("held", &[0]);
    for _ in 0..4 {
        assert_eq!(flat.shell("event", &[]), 128);
    }
    assert_eq!(flat.call("key_take", 0, 0)[0], 0, "no more of them");
}

/// Without an interrupt, frames pass and keys are seen where the shell waits.
#[test]
fn a_delay_ends_with_its_time_or_with_a_key() {
    let mut flat = Flat::new();
    let before = flat.peek("frames", 1)[0];
    flat.shell("delay", &[3]);
    assert_eq!(flat.peek("frames", 1)[0].wrapping_sub(before), 15);
    flat.poke("held", b" ");
    let before = flat.peek("frames", 1)[0];
    flat.shell("delay", &[30]);
    assert!(flat.peek("frames", 1)[0].wrapping_sub(before) < 5);
    flat.poke("held", b"X");
    assert_eq!(flat.shell("event", &[]), u16::from(b'X'));
}

/// A state with runs of all kinds.
fn state(seed: u8) -> Vec<u8> {
    (0..IMAGE)
        .map(|i| ((i / (1 + i / 50)) as u8).wrapping_mul(seed))
        .collect()
}

#[test]
fn a_saved_game_is_what_the_reference_writes_and_comes_back() {
    let mut flat = Flat::new();
    let first = state(1);
    flat.set_state(&first);
    flat.poke("view_turn", &[5, 2, 77]);
    assert_eq!(flat.shell("save", &[1]), 0);
    let header = Header {
        format: PACKED,
        turn: 5,
        phase: 2,
        slot: 2,
        game: *b"FLAT\0\0\0\0\0\0\0\0",
        version: 3,
        generation: 1,
        length: IMAGE as u16,
        campaign: 77,
        crc: Crc32::of(&first),
    };
    let mut file = header.to_bytes().to_vec();
    file.extend(packed(first.iter().copied()));
    assert_eq!(flat.file(2), file);
    let second = state(3);
    flat.set_state(&second);
    assert_eq!(flat.shell("save", &[1]), 0);
    flat.set_state(&[9; IMAGE]);
    assert_eq!(flat.shell("load", &[1]), 0);
    assert_eq!(flat.peek("state", IMAGE), second);
    // A byte of the newer one is changed: the older one comes, and that is said.
    let at = FILES + 3 * 1024 + 100;
    flat.bus.ram[usize::from(at)] ^= 1;
    assert_eq!(flat.shell("load", &[1]), save::OLDER);
    assert_eq!(flat.peek("state", IMAGE), first);
}

#[test]
fn a_part_of_the_game_is_unpacked_where_it_belongs() {
    let mut flat = Flat::new();
    let bytes: Vec<u8> = (0..300_u16).map(|i| (i / 7) as u8).collect();
    let mut file = flat.peek("part_mark", 2).to_vec();
    file.extend([10, 0]);
    file.extend(0xD000_u16.to_le_bytes());
    file.extend(hexfront_asm::zx0::pack(&bytes));
    file.extend([0, 0]);
    flat.bus.load(FILES + 8 * 1024, &file);
    let mut lengths = [0; 18];
    lengths[16..].copy_from_slice(&(file.len() as u16).to_le_bytes());
    flat.poke("lengths", &lengths);
    flat.call("part_reset", 0, 0);
    assert_eq!(flat.peek("code_map", 2), [0x20, 0]);
    flat.shell("part", &[1]);
    assert_eq!(flat.peek("code_map", 2), [0x20, 0x21]);
    assert_eq!(flat.bus.ram[0xD000..0xD000 + 300], bytes);
    assert_eq!(
        usize::from(flat.peek("lit", 1)[0]),
        (file.len() - 4) / 10 - 1
    );
}

/// A map of 40 by 48 hexes whose grounds differ.
fn grounds(flat: &mut Flat) {
    let grounds: Vec<u8> = (0..2560_u16)
        .map(|hex| ((hex ^ hex >> 4) % 3) as u8)
        .collect();
    flat.poke("view_terrain", &grounds);
    flat.poke("units_shown", &[1]);
}

const fn hex(x: u8, y: u8) -> u16 {
    (x as u16) << 6 | y as u16
}

#[test]
fn a_map_of_64_rows_is_drawn_to_its_corners() {
    let mut flat = Flat::new();
    grounds(&mut flat);
    let (right, bottom) = (COLUMNS - 1, ROWS - 1);
    for ([x, y], corner) in [
        ([0, 0], [0, 0]),
        ([right, 0], [COLUMNS - 13, 0]),
        ([0, bottom], [0, ROWS - 7]),
        ([right, bottom], [COLUMNS - 13, ROWS - 7]),
        ([20, 40], [14, 37]),
    ] {
        flat.shell("map", &[hex(x, y), 1]);
        assert_eq!([flat.peek("win_x", 1)[0], flat.peek("win_y", 1)[0]], corner);
        // The core of a hex without roads and rivers: its ground, in the tables of the map.
        let map = flat.map();
        for i in 0..13 {
            for j in 0..6 {
                let at = hex(corner[0] + i, corner[1] + j);
                let ground = ((at ^ at >> 4) % 3) as u8;
                let row = 2 * usize::from(j) + usize::from((corner[0] + i) & 1);
                assert_eq!(
                    map[40 * row + 3 * usize::from(i) + 1],
                    8 * ground,
                    "{x},{y}: {i},{j}"
                );
            }
        }
        flat.shell("cursor", &[hex(x, y), 0]);
        let mark = [flat.peek("mark_x", 1)[0], flat.peek("mark_y", 1)[0]];
        assert_eq!(mark, [x - corner[0], y - corner[1]]);
    }
}

#[test]
fn a_scroll_gives_what_drawing_anew_gives() {
    let mut flat = Flat::new();
    grounds(&mut flat);
    flat.shell("map", &[hex(20, 33), 1]);
    let [mut x, mut y] = [20, 33];
    for [dx, dy] in [
        [1, 0],
        [1, 1],
        [0, 1],
        [-1, 1],
        [-1, 0],
        [-1, -1],
        [0, -1],
        [1, -1],
    ] {
        for _ in 0..6 {
            (x, y) = (x + dx, y + dy);
            flat.shell("map", &[hex(x as u8, y as u8), 0]);
            let scrolled = flat.map();
            flat.shell("refresh", &[0xFFFF]);
            assert!(flat.map() == scrolled, "{x},{y} by {dx},{dy}");
        }
    }
}

/// Words that only one machine knows; addresses beyond zero page and stack.
#[test]
fn no_shared_file_names_what_only_one_machine_has() {
    const FOREIGN: [&str; 9] = [
        "vic_",
        "cia1_",
        "cia2_",
        "sid_",
        "kernal_",
        "cpu_port",
        "colour_ram",
        "screen_text",
        "petscii",
    ];
    const INCLUDES: [&str; 4] = ["machine.inc", "contract.inc", "grid.inc", "shell_table.inc"];
    for (name, text) in SOURCES_6502 {
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.split(';').next().unwrap_or_default();
            let told = || format!("{name}:{number}: {line}");
            assert!(
                !FOREIGN.iter().any(|word| code.contains(word)),
                "{}",
                told()
            );
            let digits = |part: &str| part.chars().take_while(char::is_ascii_hexdigit).count();
            assert!(
                code.split('$').skip(1).all(|part| digits(part) <= 2),
                "{}",
                told()
            );
            if let Some(included) = code.trim().strip_prefix(".include ") {
                let file = included.trim().trim_matches('"');
                let own = SOURCES_6502.iter().any(|(name, _)| *name == file);
                assert!(own || INCLUDES.contains(&file), "{}", told());
            }
        }
    }
}

/// The names in the lines of a directive.
fn named(text: &str, directive: &str) -> Vec<String> {
    let lists = text
        .lines()
        .filter_map(|line| line.split(';').next()?.trim().strip_prefix(directive));
    let names = lists.flat_map(|list| list.split(','));
    names.map(|name| name.trim().to_owned()).collect()
}

/// Whoever writes another machine finds in the README what to write: all that the shared files import and that is neither the
/// cartridge's, the rules machine's nor art.
#[test]
fn the_readme_lists_all_that_a_machine_brings() {
    let readme = include_str!("../6502/README.md");
    let all = |directive| {
        let texts = SOURCES_6502.iter().map(|(_, text)| text);
        texts
            .flat_map(|text| named(text, directive))
            .collect::<Vec<_>>()
    };
    let own = all(".export ");
    let of_machine: Vec<String> = ["screen.s", "keys.s", "disk.s"]
        .iter()
        .flat_map(|wanted| MACHINE.iter().filter(move |(name, _)| name == wanted))
        .flat_map(|(_, text)| named(text, ".export "))
        .collect();
    let mut listed = 0;
    for name in all(".import ") {
        if own.contains(&name) || !of_machine.contains(&name) {
            continue;
        }
        assert!(readme.contains(&format!("`{name}`")), "{name}");
        listed += 1;
    }
    assert!(listed > 40, "{listed}");
    for (_, text) in MACHINE.iter().filter(|(name, _)| *name == "machine.inc") {
        for head in named(text, ".macro ") {
            let name = head.split(' ').next().unwrap_or_default();
            let told = [format!("`{name}`"), format!("`{name} ")];
            assert!(told.iter().any(|told| readme.contains(told)), "{name}");
        }
    }
}
