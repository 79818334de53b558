//! The shell on the emulated machine, with a stand-in for VM, cartridge and disk that makes one shell call at a time.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod ardennes;

use hexfront_apple2::{Source, sources};
use hexfront_asm::{Image, Options, assemble, link};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_platforms::machine::{Bank, Machine};
use hexfront_platforms::machines::apple2::{Apple2, Config, Monitor, Roms};
use hexfront_roms::{APPLE2_LINK_SCRIPT, APPLE2_MAIN_FILES, DISK2, MONITOR, apple2_chargen};
use std::path::PathBuf;

/// Cycles of a frame of 60 a second.
pub const FRAME: u64 = 262 * 65;
/// Columns and rows of the stand-in's map.
pub const COLUMNS: usize = 31;
pub const ROWS: usize = 32;
/// Of a state image of the stand-in.
pub const LAYER: usize = 1024;

/// What stands in for the rest of a program.
pub const STAND_INS: [(&str, &str); 7] = [
    (
        "shell_table.inc",
        include_str!("../../../core/vm/6502/shell_table.inc"),
    ),
    hexfront_vm::CONTRACT,
    (
        hexfront_vm::GRID_INCLUDE,
        "GRID_COLUMNS = 31\nGRID_ROWS = 32\nROW_BITS = 5\nLAYER_PAGES = 4\n",
    ),
    ("columns.inc", "grid_columns = 31\n"),
    ("vm.s", include_str!("../../../c64/tests/stand_in/vm.s")),
    (
        "disk.s",
        include_str!("../../../core/shell/tests/flat/disk.s"),
    ),
    ("start.s", include_str!("start.s")),
];

/// Assembled and linked.
pub fn objects(files: &[Source], main: impl Fn(&str) -> bool, script: &str) -> Image {
    let read = |name: &str| {
        let found = files.iter().find(|f| f.name == name);
        found.map(|f| f.text.clone().into_bytes())
    };
    let mains = files.iter().filter(|f| main(f.name));
    let objects: Vec<(&str, Vec<u8>)> = mains
        .map(|f| {
            let object = assemble(&read, f.name, &Options::default()).unwrap_or_else(|list| {
                let list: String = list.iter().map(|d| format!("{d}\n")).collect();
                panic!("{list}")
            });
            (f.name, object.to_elf())
        })
        .collect();
    link(script, &objects).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Shell and stand-in, linked, with the drawings for a game.
fn linked(title: &str, art: &Art<'_>) -> Image {
    let mut files = sources(&Looks::default(), title, art).expect("the art is whole");
    files.extend(STAND_INS.map(|(name, text)| Source {
        name,
        text: text.to_owned(),
    }));
    let script = include_str!("stand_in.link");
    objects(&files, |name| name.ends_with(".s"), script)
}

/// Our ROMs.
pub fn roms() -> Roms {
    let files: Vec<Source> = hexfront_roms::SOURCES
        .iter()
        .map(|&(name, text)| Source {
            name,
            text: text.to_owned(),
        })
        .collect();
    let main = |name: &str| APPLE2_MAIN_FILES.contains(&name);
    let image = objects(&files, main, APPLE2_LINK_SCRIPT);
    let output = |name| image.output(name).expect("the script makes it");
    Roms::new(output(MONITOR), output(DISK2), &apple2_chargen()).expect("ROM sizes")
}

/// A running shell.
#[derive(Clone)]
pub struct Bench {
    /// The machine.
    pub apple: Apple2,
    /// The program's symbols.
    pub image: Image,
}

impl Bench {
    /// The shell, started and waiting for calls, before a set in colours.
    pub fn new() -> Self {
        Self::with(Monitor::Colour, "A GAME", &Art::default())
    }

    /// The same with the name and the drawings of a game, before another set.
    pub fn with(monitor: Monitor, title: &str, art: &Art<'_>) -> Self {
        let image = linked(title, art);
        let mut apple = Apple2::new(Config::default(), monitor, roms());
        for placement in &image.placements {
            let none = vec![0; placement.size as usize];
            let bytes = placement.bytes.as_ref().unwrap_or(&none);
            apple.load(placement.run as u16, bytes);
        }
        apple.set_pc(image.address("start").expect("exported"));
        let mut bench = Self { apple, image };
        bench.run_to_idle();
        bench.poke("view_next", &[255; 256]);
        bench.poke("view_first", &[255; LAYER]);
        bench
    }

    /// Address of a symbol.
    pub fn at(&self, symbol: &str) -> u32 {
        let address = self.image.address(symbol);
        address.unwrap_or_else(|| panic!("no symbol {symbol}"))
    }

    /// Bytes of RAM from a symbol on.
    pub fn peek(&self, symbol: &str, length: usize) -> Vec<u8> {
        let at = self.at(symbol);
        (at..)
            .take(length)
            .map(|a| self.apple.peek(Bank::Ram, a))
            .collect()
    }

    /// Puts bytes into RAM.
    pub fn poke(&mut self, symbol: &str, bytes: &[u8]) {
        let at = self.at(symbol);
        for (address, &byte) in (at..).zip(bytes) {
            self.apple.poke(address, byte);
        }
    }

    fn run_to_idle(&mut self) {
        let (idle, end) = (self.at("idle"), self.apple.cycles() + 400 * FRAME);
        while self.apple.pc() != idle {
            self.apple.step();
            assert!(
                self.apple.cycles() < end,
                "the shell does not come to rest: pc ${:04X}",
                self.apple.pc()
            );
        }
    }

    /// Asks for a call without running it.
    pub fn ask(&mut self, call: u8, arguments: &[u16]) {
        let bytes: Vec<u8> = arguments.iter().flat_map(|a| a.to_le_bytes()).collect();
        self.poke("vm_v", &bytes);
        self.poke("wanted", &[call + 1]);
    }

    /// Is the call that was asked for still under way?
    pub fn busy(&self) -> bool {
        self.peek("wanted", 1) != [0]
    }

    /// Makes a shell call; returns its answer and the cycles it took.
    pub fn call(&mut self, call: u8, arguments: &[u16]) -> (u16, u64) {
        self.ask(call, arguments);
        let (start, end) = (self.apple.cycles(), self.apple.cycles() + 1000 * FRAME);
        while self.busy() {
            self.apple.step();
            assert!(
                self.apple.cycles() < end,
                "call {call} does not end: pc ${:04X}",
                self.apple.pc()
            );
        }
        let answer = self.peek("answer", 2);
        (
            u16::from_le_bytes([answer[0], answer[1]]),
            self.apple.cycles() - start,
        )
    }

    /// Lets some frames pass.
    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.apple.run_frame();
        }
    }

    /// Prints a text where the text cursor is; `\r` begins the next line.
    pub fn print(&mut self, text: &str) {
        for letter in text.bytes() {
            self.call(call::CHAR, &[u16::from(letter)]);
        }
    }

    /// A line of the picture as 280 dots, bit 7 left out.
    pub fn dots(&self, line: u32) -> String {
        let group = line / 8;
        let at = 0x2000 + (line & 7) * 0x400 + (group & 7) * 0x80 + (group >> 3) * 0x28;
        let bytes = (at..at + 40).map(|a| self.apple.peek(Bank::Ram, a));
        bytes
            .flat_map(|byte| (0..7).map(move |bit| if byte >> bit & 1 == 0 { '.' } else { '#' }))
            .collect()
    }

    /// Compares the picture with one that is kept, lines doubled. `HEXFRONT_BLESS` keeps it anew.
    pub fn golden(&mut self, name: &str) {
        // The call ended while the beam drew a frame; the next one is whole.
        self.frames(2);
        let frame = self.apple.frame();
        let rows = frame.rgb();
        let rows: Vec<u8> = rows
            .chunks(3 * frame.width)
            .flat_map(|row| [row, row].concat())
            .collect();
        let size = (frame.width as u32, 2 * frame.height as u32);
        let path =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.png"));
        if std::env::var_os("HEXFRONT_BLESS").is_some() {
            write_png(&path, size, &rows);
        }
        let kept = std::fs::read(&path).unwrap_or_else(|error| {
            panic!("{}: {error}; HEXFRONT_BLESS=1 makes it", path.display())
        });
        if read_png(&kept) != rows {
            let found = std::env::temp_dir().join(format!("hexfront-apple2-{name}.png"));
            write_png(&found, size, &rows);
            panic!("{name} looks otherwise: {}", found.display());
        }
    }
}

fn write_png(path: &std::path::Path, (width, height): (u32, u32), rows: &[u8]) {
    let file = std::fs::File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(rows).expect("rows");
}

fn read_png(bytes: &[u8]) -> Vec<u8> {
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let mut reader = decoder.read_info().expect("a picture");
    let mut rows = vec![0; reader.output_buffer_size().expect("its size")];
    let info = reader.next_frame(&mut rows).expect("its rows");
    rows.truncate(info.buffer_size());
    rows
}

/// Numbers of the shell calls (core/isa/shell.toml).
pub mod call {
    pub const EVENT: u8 = 0;
    pub const DELAY: u8 = 1;
    pub const MAP: u8 = 2;
    pub const CURSOR: u8 = 3;
    pub const REFRESH: u8 = 4;
    pub const SHOW_UNITS: u8 = 5;
    pub const PAGE: u8 = 6;
    pub const WINDOW: u8 = 7;
    pub const AT: u8 = 8;
    pub const CHAR: u8 = 10;
    pub const COUNTER: u8 = 11;
    pub const SIDE: u8 = 12;
    pub const COMPASS: u8 = 13;
    pub const EFFECT: u8 = 14;
    pub const ENTROPY: u8 = 17;
    pub const RULE: u8 = 18;
    pub const CAPABILITY: u8 = 19;
    pub const SYMBOL: u8 = 20;
}
