//! A game disk in a machine, from power-on: the shell and all disk work, with a stand-in for VM and cartridge.

use crate::stand_in::{FEW_PARTS, FRAME, linked_files, roms, stand_ins};
pub use crate::stand_in::{PARTS, StandIn, call};
use hexfront_apple2::{Making, Memory, Source, disk, disk_sources, offer, program, sources};
use hexfront_asm::{Image, Placement};
use hexfront_disk::apple::Disk;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_layout::Part;
use hexfront_platforms::machine::Machine;
use hexfront_platforms::machines::apple2::{Apple2, Config, Monitor};

pub const CLOCK: u64 = 1_020_484;
/// Bytes of the stand-in's state.
pub const STATE: usize = 700;
pub const SAVE: u8 = 15;
pub const LOAD: u8 = 16;
pub const PART: u8 = 21;
pub const LOOK: u8 = 22;

fn linked(memory: Memory, making: Making) -> Image {
    let mut files = sources(&Looks::default(), "A GAME", &Art::default()).expect("whole art");
    if making == Making::Stays {
        let offer = offer();
        files.retain(|file| file.name != offer.name);
        files.push(offer);
    }
    files.extend(disk_sources());
    let own = ["disk.s", "start.s"];
    let others = stand_ins().filter(|(name, _)| !own.contains(name));
    let others = others.chain([FEW_PARTS]);
    files.extend(others.map(|(name, text)| Source {
        name,
        text: text.to_owned(),
    }));
    linked_files(&files, &memory.link_script(making, &PARTS))
}

/// The machine with its disk.
pub struct Booted {
    pub apple: Apple2,
    pub image: Image,
    pub disk: Disk,
}

impl StandIn for Booted {
    const FRAME: u64 = FRAME;
    type Machine = Apple2;

    fn machine(&self) -> &Apple2 {
        &self.apple
    }

    fn machine_mut(&mut self) -> &mut Apple2 {
        &mut self.apple
    }

    fn image(&self) -> &Image {
        &self.image
    }
}

impl Booted {
    pub fn new(memory: Memory, language_card: bool) -> Self {
        Self::with_parts(memory, language_card, &PARTS, &[])
    }

    /// With other parts behind those of the stand-in, whose bytes lie there.
    pub fn with_parts(
        memory: Memory,
        language_card: bool,
        parts: &[Part],
        more: &[Placement],
    ) -> Self {
        let mut image = linked(memory, Making::Passes);
        image.placements.extend_from_slice(more);
        Self::of(image, parts, language_card)
    }

    /// With what makes a disk for saved games in memory.
    pub fn offering(memory: Memory) -> Self {
        let image = linked(memory, Making::Stays);
        Self::of(image, &PARTS, memory == Memory::Card)
    }

    fn of(image: Image, parts: &[Part], language_card: bool) -> Self {
        let files = program(&image, parts).expect("it fits");
        let disk = disk(&files, "Stand in", "TEST", STATE).expect("it fits");
        let config = Config {
            language_card,
            ..Config::default()
        };
        let mut apple = Apple2::new(config, Monitor::Green, roms());
        apple
            .insert_disk(&disk.to_bytes().expect("sectors"))
            .expect("a disk");
        Booted { apple, image, disk }
    }

    pub fn started(memory: Memory) -> Self {
        let mut machine = Self::new(memory, memory == Memory::Card);
        machine.boot();
        machine
    }

    /// Runs from power-on until the stand-in waits; the cycles that takes.
    pub fn boot(&mut self) -> u64 {
        let (idle, start) = (self.at("idle"), self.apple.cycles());
        while self.apple.pc() != idle {
            self.apple.step();
            let cycles = self.apple.cycles() - start;
            assert!(
                cycles < 15 * CLOCK,
                "it does not boot: pc ${:04X}",
                self.apple.pc()
            );
        }
        self.apple.cycles() - start
    }

    pub fn call(&mut self, call: u8, arguments: &[u16]) -> u16 {
        StandIn::call(self, call, arguments).0
    }

    pub fn seconds(&mut self, seconds: u64) {
        let end = self.apple.cycles() + seconds * CLOCK;
        while self.apple.cycles() < end {
            self.apple.run_frame();
        }
    }

    pub fn press(&mut self, key: char) {
        let chord = self.apple.chord(key).expect("a key");
        self.apple.key_down(chord.key);
        self.apple.run_frame();
        self.apple.key_up(chord.key);
    }
}
