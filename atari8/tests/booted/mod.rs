//! A game disk in a machine, from power-on: the shell and all disk work, with a stand-in for VM and cartridge.

use crate::stand_in::{FEW_PARTS, FRAME, PARTS, linked_files, stand_ins};
pub use crate::stand_in::{LAYER, StandIn, ardennes, call, with_basic};
use hexfront_asm::Image;
use hexfront_atari8::{Memory, Source, disk, disk_sources, program, sources};
use hexfront_disk::atari::Disk;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_platforms::machine::{DriveSpeed, Machine};
use hexfront_platforms::machines::atari8::{Atari8, Config, Model};
use std::sync::{Mutex, PoisonError};

/// Cycles a second.
pub const CLOCK: u64 = 1_773_447;
/// Bytes of the stand-in's state.
pub const STATE: usize = 700;
pub const SAVE: u8 = 15;
pub const LOAD: u8 = 16;
pub const PART: u8 = 21;
pub const LOOK: u8 = 22;

/// Machines on which a game that is built for so much memory runs.
pub fn machines() -> [(Memory, Model); 5] {
    [
        (Memory::Board, Model::Atari800),
        (Memory::Board, Model::Atari800Xl),
        (Memory::Board, Model::Atari130Xe),
        (Memory::BelowOs, Model::Atari800Xl),
        (Memory::BelowOs, Model::Atari130Xe),
    ]
}

fn linked(memory: Memory) -> Image {
    let mut files = sources(&Looks::default(), "A GAME", &Art::default()).expect("whole art");
    files.extend(disk_sources());
    let own = ["disk.s", "start.s"];
    let others = stand_ins().filter(|(name, _)| !own.contains(name));
    let others = others.chain([FEW_PARTS]);
    files.extend(others.map(|(name, text)| Source {
        name,
        text: text.to_owned(),
    }));
    linked_files(&files, &memory.link_script(&PARTS))
}

/// The program and its disk, packed once for each kind of memory.
fn built(memory: Memory) -> (Image, Disk) {
    static BUILT: Mutex<Vec<(Memory, Image, Disk)>> = Mutex::new(Vec::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, image, disk)) = built.iter().find(|(known, ..)| *known == memory) {
        return (image.clone(), disk.clone());
    }
    let image = linked(memory);
    let files = program(&image, &PARTS).expect("it fits");
    let disk = disk(&files, "TEST", STATE).expect("it fits").disk;
    built.push((memory, image.clone(), disk.clone()));
    (image, disk)
}

#[derive(Clone)]
pub struct Booted {
    pub atari: Atari8,
    pub image: Image,
    pub disk: Disk,
}

impl StandIn for Booted {
    const FRAME: u64 = FRAME;
    type Machine = Atari8;

    fn machine(&self) -> &Atari8 {
        &self.atari
    }

    fn machine_mut(&mut self) -> &mut Atari8 {
        &mut self.atari
    }

    fn image(&self) -> &Image {
        &self.image
    }
}

impl Booted {
    /// Switched on, with the disk in a drive of the host's speed.
    pub fn new(memory: Memory, model: Model) -> Self {
        let (image, disk) = built(memory);
        let config = Config {
            model,
            ..Config::default()
        };
        let atari = Atari8::new(config, with_basic(model));
        let mut machine = Booted { atari, image, disk };
        machine.atari.set_drive_speed(DriveSpeed::Host);
        machine.insert(&machine.disk.to_bytes());
        machine
    }

    pub fn started(memory: Memory, model: Model) -> Self {
        let mut machine = Self::new(memory, model);
        machine.boot(30);
        machine
    }

    pub fn insert(&mut self, disk: &[u8]) {
        self.atari.insert_disk(disk).expect("a disk for the drive");
    }

    /// Runs from power-on until the stand-in waits; the seconds that takes.
    pub fn boot(&mut self, most: u64) -> f64 {
        let (idle, start) = (self.at("idle"), self.atari.cycles());
        while self.atari.pc() != idle {
            self.atari.step();
            let cycles = self.atari.cycles() - start;
            assert!(
                cycles < most * CLOCK,
                "it does not boot: pc ${:04X}",
                self.atari.pc()
            );
        }
        (self.atari.cycles() - start) as f64 / CLOCK as f64
    }

    /// Runs to an address.
    pub fn run_to(&mut self, address: u32) {
        let end = self.atari.cycles() + 30 * CLOCK;
        while self.atari.pc() != address {
            self.atari.step();
            assert!(
                self.atari.cycles() < end,
                "it never comes to ${address:04X}"
            );
        }
    }

    /// Runs until the screen shows a text; the seconds that takes.
    pub fn shows(&mut self, text: &str, most: u64) -> u64 {
        for seconds in 0..=most {
            let screen = self.atari.text_screen().unwrap_or_default();
            if screen.iter().any(|row| row.contains(text)) {
                return seconds;
            }
            self.seconds(1);
        }
        panic!("{text} is not shown: {:?}", self.atari.text_screen());
    }

    pub fn call(&mut self, call: u8, arguments: &[u16]) -> u16 {
        StandIn::call(self, call, arguments).0
    }

    pub fn seconds(&mut self, seconds: u64) {
        let end = self.atari.cycles() + seconds * CLOCK;
        while self.atari.cycles() < end {
            self.atari.run_frame();
        }
    }

    /// Presses a key, which was let go for a while.
    pub fn press(&mut self, key: char) {
        self.seconds(1);
        let chord = self.atari.chord(key).expect("a key");
        self.atari.key_down(chord.key);
        self.seconds(1);
        self.atari.key_up(chord.key);
    }
}
