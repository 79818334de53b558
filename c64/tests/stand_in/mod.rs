//! The shell on the emulated machine, with a stand-in for VM and cartridge that makes one shell call at a time.

#[path = "../../../core/shell/tests/stand_in/mod.rs"]
mod shared;

use hexfront_asm::Image;
use hexfront_c64::{Program, Source, link_script, program, sources};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_platforms::machine::{Bank, DriveSpeed, Machine};
use hexfront_platforms::machines::c64::{C64, Roms, Video};
use shared::linked_once;
pub use shared::{PARTS, StandIn, call};

/// Shell, stand-in and the numbers of the calls, linked.
pub fn linked() -> Image {
    linked_for(shared::COLUMNS)
}

/// The same for a map of so many columns.
fn linked_for(columns: usize) -> Image {
    linked_with(columns, &link_script(&PARTS))
}

/// The same with the cartridge's tables above the ROM.
fn linked_above_the_rom() -> Image {
    let script = link_script(&PARTS);
    let anywhere = "segment CARTINFO  in MAIN, HIGH";
    assert!(script.contains(anywhere));
    let above = script.replace(anywhere, "segment CARTINFO  in HIGH");
    linked_with(shared::COLUMNS, &above)
}

fn linked_with(columns: usize, script: &str) -> Image {
    let mut files = sources(&Looks::default(), "A GAME", &Art::default(), PARTS.len())
        .expect("the art is whole");
    files.extend(shared::FILES.map(|(name, text)| Source {
        name,
        text: text.to_owned(),
    }));
    files.push(Source {
        name: "columns.inc",
        text: format!("grid_columns = {columns}\n"),
    });
    let files: Vec<_> = files.iter().map(|f| (f.name, f.text.as_str())).collect();
    let names = files.iter().map(|(name, _)| *name);
    let mains: Vec<_> = names.filter(|n| n.ends_with(".s")).collect();
    linked_once(&files, &mains, script)
}

fn roms() -> Roms {
    let image = linked_once(
        hexfront_roms::SOURCES,
        &hexfront_roms::MAIN_FILES,
        hexfront_roms::LINK_SCRIPT,
    );
    let output = |name| image.output(name).expect("the script makes it");
    let (kernal, basic) = (output(hexfront_roms::KERNAL), output(hexfront_roms::BASIC));
    Roms::new(kernal, basic, &hexfront_roms::chargen()).expect("ROM sizes")
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

impl StandIn for Bench {
    const FRAME: u64 = FRAME;
    type Machine = C64;

    fn machine(&self) -> &C64 {
        &self.c64
    }

    fn machine_mut(&mut self) -> &mut C64 {
        &mut self.c64
    }

    fn image(&self) -> &Image {
        &self.image
    }
}

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
    pub fn of_columns(columns: usize) -> Self {
        Self::running(linked_for(columns), Video::Pal)
    }

    /// The same with the cartridge's tables above the ROM.
    pub fn above_the_rom() -> Self {
        Self::running(linked_above_the_rom(), Video::Pal)
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
        bench.start();
        bench.poke("units_shown", &[1]);
        bench
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

/// Free memory behind the title's characters: where a routine is called from, and what it left.
const CALLER: u32 = 0xCF00;
const LEFT: u32 = 0xCFF0;

/// What a routine left behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// a, x and y.
    pub axy: [u8; 3],
    /// Z.
    pub zero: bool,
    /// C.
    pub carry: bool,
}

impl Bench {
    /// Runs to a moment at which no interrupt is under way, and no call.
    pub fn rest(&mut self) {
        assert!(!self.busy(), "a call is under way");
        let idle = self.at("idle");
        while self.c64.pc() != idle {
            self.c64.step();
        }
    }

    /// Calls a routine of the shell by itself while no call is under way.
    pub fn routine(&mut self, name: &str, [a, x, y]: [u8; 3]) -> Left {
        let word = |address: u32| [address as u8, (address >> 8) as u8];
        let waits = self.at("idle");
        let [to, idle] = [self.at(name), waits].map(word);
        let put = |at: u32| word(LEFT + at);
        let code = [
            &[0xA9, a, 0xA2, x, 0xA0, y, 0x20, to[0], to[1], 0x08][..], // lda, ldx, ldy, jsr, php
            &[0x8D, put(0)[0], put(0)[1]],                              // sta
            &[0x8E, put(1)[0], put(1)[1]],                              // stx
            &[0x8C, put(2)[0], put(2)[1]],                              // sty
            &[0x68, 0x8D, put(3)[0], put(3)[1]],                        // pla, sta
            &[0x4C, idle[0], idle[1]],                                  // jmp
        ]
        .concat();
        self.c64.load(CALLER as u16, &code);
        self.rest();
        self.c64.set_pc(CALLER);
        let end = self.c64.cycles() + PATIENCE as u64 * FRAME;
        while self.c64.pc() != waits {
            self.c64.step();
            assert!(self.c64.cycles() < end, "{name} does not come back");
        }
        let [a, x, y, status] = [0, 1, 2, 3].map(|n| self.c64.peek(Bank::Ram, LEFT + n));
        Left {
            axy: [a, x, y],
            zero: status & 0b10 != 0,
            carry: status & 1 != 0,
        }
    }
}
