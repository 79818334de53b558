//! The shell on the emulated machine, with a stand-in for VM and cartridge that makes one shell call at a time.
#![allow(dead_code, reason = "each test file uses its part")]

use hexfront_asm::{Image, Options, assemble, link};
use hexfront_c64::{Part, Program, Source, link_script, program, sources};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_platforms::machine::{Bank, DriveSpeed, Machine};
use hexfront_platforms::machines::c64::{C64, Roms, Video};

/// The stand-in's parts: one is in memory at the start and shows the title, the other takes its place.
pub const PARTS: [Part; 3] = [
    Part {
        at_start: true,
        title: false,
        out: 0,
    },
    Part {
        at_start: true,
        title: true,
        out: 0b100,
    },
    Part {
        at_start: false,
        title: false,
        out: 0b010,
    },
];

/// Columns of the stand-in's map.
const COLUMNS: u8 = 31;

/// Shell, stand-in and the numbers of the calls, linked.
pub fn linked() -> Image {
    linked_for(COLUMNS)
}

/// The same for a map of so many columns.
fn linked_for(columns: u8) -> Image {
    let mut files =
        sources(&Looks::default(), "A GAME", &Art::default()).expect("the art is whole");
    for (name, text) in [
        (
            "shell_table.inc",
            include_str!("../../../core/vm/6502/shell_table.inc"),
        ),
        hexfront_vm::CONTRACT,
        (
            hexfront_vm::GRID_INCLUDE,
            "GRID_COLUMNS = 31\nGRID_ROWS = 32\nROW_BITS = 5\nLAYER_PAGES = 4\n",
        ),
        ("vm.s", include_str!("vm.s")),
    ] {
        files.push(Source {
            name,
            text: text.to_owned(),
        });
    }
    files.push(Source {
        name: "columns.inc",
        text: format!("grid_columns = {columns}\n"),
    });
    objects(&files, |name| name.ends_with(".s"), &link_script(&PARTS))
}

fn objects(files: &[Source], main: impl Fn(&str) -> bool, script: &str) -> Image {
    let read = |name: &str| {
        files
            .iter()
            .find(|f| f.name == name)
            .map(|f| f.text.clone().into_bytes())
    };
    let objects: Vec<(&str, Vec<u8>)> = files
        .iter()
        .filter(|f| main(f.name))
        .map(|f| {
            let object = assemble(&read, f.name, &Options::default()).unwrap_or_else(|d| {
                panic!("{}", d.iter().map(|d| format!("{d}\n")).collect::<String>())
            });
            (f.name, object.to_elf())
        })
        .collect();
    link(script, &objects).unwrap_or_else(|e| panic!("{e}"))
}

fn roms() -> Roms {
    let files: Vec<Source> = hexfront_roms::SOURCES
        .iter()
        .map(|&(name, text)| Source {
            name,
            text: text.to_owned(),
        })
        .collect();
    let mains = hexfront_roms::MAIN_FILES;
    let image = objects(
        &files,
        |name| mains.contains(&name),
        hexfront_roms::LINK_SCRIPT,
    );
    let output = |name| image.output(name).expect("the script makes it").to_vec();
    let (kernal, basic) = (output(hexfront_roms::KERNAL), output(hexfront_roms::BASIC));
    Roms::new(&kernal, &basic, &hexfront_roms::chargen()).expect("ROM sizes")
}

/// A running shell.
pub struct Bench {
    /// The machine.
    pub c64: C64,
    /// The program's symbols.
    pub image: Image,
    /// Its files.
    pub program: Program,
}

/// Frames that a call may take which waits for somebody, or for the disk.
const PATIENCE: usize = 3000;

/// Cycles of a PAL frame.
pub const FRAME: u64 = 312 * 63;

impl Bench {
    /// The shell, started and waiting for calls.
    pub fn new() -> Self {
        Self::with(Video::Pal)
    }

    /// The same on another video standard.
    pub fn with(video: Video) -> Self {
        Self::running(linked(), video)
    }

    /// The same with a map of so many columns.
    pub fn of_columns(columns: u8) -> Self {
        Self::running(linked_for(columns), Video::Pal)
    }

    fn running(image: Image, video: Video) -> Self {
        let program = program(&image, &PARTS).expect("fits");
        let mut c64 = C64::new(video, roms());
        // The KERNAL has set itself up when BASIC is ready.
        for _ in 0..200 {
            c64.run_frame();
        }
        c64.load(0x0801, &program.file[2..]);
        let start = image.address("loader").expect("exported");
        c64.set_pc(start);
        let mut bench = Self {
            c64,
            image,
            program,
        };
        bench.run_to_idle();
        bench.poke("view_next", &[255; 256]);
        bench.poke("view_first", &[255; 1024]);
        bench.poke("units_shown", &[1]);
        bench
    }

    /// Address of a symbol.
    pub fn at(&self, symbol: &str) -> u32 {
        self.image
            .address(symbol)
            .unwrap_or_else(|| panic!("no symbol {symbol}"))
    }

    /// Bytes of RAM from a symbol on.
    pub fn peek(&self, symbol: &str, length: u16) -> Vec<u8> {
        let at = self.at(symbol);
        (0..u32::from(length))
            .map(|i| self.c64.peek(Bank::Ram, at + i))
            .collect()
    }

    /// Puts bytes into RAM.
    pub fn poke(&mut self, symbol: &str, bytes: &[u8]) {
        let at = self.at(symbol);
        for (i, &byte) in (0..).zip(bytes) {
            self.c64.poke(at + i, byte);
        }
    }

    fn run_to_idle(&mut self) {
        let (idle, end) = (self.at("idle"), self.c64.cycles() + 400 * FRAME);
        while self.c64.pc() != idle {
            self.c64.step();
            assert!(
                self.c64.cycles() < end,
                "the shell does not come to rest: pc ${:04X}",
                self.c64.pc()
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
        let (start, end) = (self.c64.cycles(), self.c64.cycles() + 6000 * FRAME);
        while self.busy() {
            self.c64.step();
            assert!(self.c64.cycles() < end, "call {call} does not end");
        }
        let answer = self.peek("answer", 2);
        (
            u16::from_le_bytes([answer[0], answer[1]]),
            self.c64.cycles() - start,
        )
    }

    /// Lets some frames pass.
    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.c64.run_frame();
        }
    }

    /// Runs until a text stands on the screen, while a call is under way.
    pub fn wait_for(&mut self, text: &str) {
        for _ in 0..PATIENCE {
            if (0..25).any(|row| self.text(row).contains(text)) {
                return;
            }
            assert!(self.busy(), "done before it said {text}");
            self.c64.run_frame();
        }
        let screen: Vec<String> = (0..25).map(|row| self.text(row)).collect();
        panic!("no {text} in\n{}", screen.join("\n"));
    }

    /// Presses the space bar for a call that waits for it, and runs to the call's end.
    pub fn press_until_idle(&mut self) {
        let space = self.c64.chord(' ').expect("a key").key;
        self.c64.key_down(space);
        self.frames(5);
        self.c64.key_up(space);
        for _ in 0..PATIENCE {
            if !self.busy() {
                return;
            }
            self.c64.run_frame();
        }
        panic!("the call does not end");
    }

    /// Prints a text with an ink.
    pub fn print(&mut self, ink: u16, text: &str) {
        self.call(call::INK, &[ink]);
        for letter in text.bytes() {
            self.call(call::CHAR, &[u16::from(letter)]);
        }
    }

    /// Puts a disk image into the drive, at the host's speed.
    pub fn disk(&mut self, image: &[u8]) {
        self.c64.set_drive_speed(DriveSpeed::Host);
        self.c64.insert_disk(image).expect("a disk");
    }

    /// The screen the VIC-II shows the map from, and colour RAM: screen codes and colours, `[row][column]`.
    pub fn cells(&self) -> Vec<Vec<(u8, u8)>> {
        let screen = u32::from(self.peek("view_high", 1)[0]) << 8;
        let cell = |row: u32, column: u32| {
            let i = row * 40 + column;
            (
                self.c64.peek(Bank::Ram, screen + i),
                self.c64.peek(Bank::Cpu, 0xD800 + i) & 15,
            )
        };
        (0..25)
            .map(|row| (0..40).map(|column| cell(row, column)).collect())
            .collect()
    }

    /// A row of the text screen as ASCII.
    pub fn text(&self, row: u32) -> String {
        (0..40)
            .map(
                |column| match self.c64.peek(Bank::Ram, 0xC000 + row * 40 + column) {
                    code @ 0..=31 => char::from(code + 64),
                    code @ 32..=63 => char::from(code),
                    _ => '.',
                },
            )
            .collect()
    }
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
    pub const INK: u8 = 9;
    pub const CHAR: u8 = 10;
    pub const COUNTER: u8 = 11;
    pub const SIDE: u8 = 12;
    pub const COMPASS: u8 = 13;
    pub const EFFECT: u8 = 14;
    pub const SAVE: u8 = 15;
    pub const LOAD: u8 = 16;
    pub const ENTROPY: u8 = 17;
    pub const RULE: u8 = 18;
    pub const CAPABILITY: u8 = 19;
    pub const SYMBOL: u8 = 20;
    pub const PART: u8 = 21;
    pub const LOOK: u8 = 22;
}
