//! The shell on the emulated machine, with a stand-in for VM, cartridge and disk that makes one shell call at a time.

#[path = "../../../core/shell/tests/stand_in/golden.rs"]
mod golden;
mod roms;
#[path = "../../../core/shell/tests/stand_in/mod.rs"]
mod shared;

use hexfront_apple2::{Source, sources};
use hexfront_asm::Image;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_platforms::machine::{Bank, Machine};
use hexfront_platforms::machines::apple2::{Apple2, Config, Monitor};
pub use roms::roms;
use shared::linked_once;
pub use shared::{FEW_PARTS, PARTS, StandIn, alike, ardennes, call};

/// Cycles of a frame of 60 a second.
pub const FRAME: u64 = 262 * 65;
/// What stands in for the rest of a program.
pub fn stand_ins() -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = [
        ("columns.inc", "grid_columns = 31\n"),
        (
            "disk.s",
            include_str!("../../../core/shell/tests/flat/disk.s"),
        ),
        ("start.s", include_str!("start.s")),
    ];
    shared::FILES.into_iter().chain(own)
}

/// Assembled and linked.
pub fn linked_files(files: &[Source], script: &str) -> Image {
    let files: Vec<_> = files.iter().map(|f| (f.name, f.text.as_str())).collect();
    let names = files.iter().map(|(name, _)| *name);
    let mains: Vec<_> = names.filter(|n| n.ends_with(".s")).collect();
    linked_once(&files, &mains, script)
}

/// Shell and stand-in, linked, with the drawings for a game.
fn linked(looks: &Looks<'_>, title: &str, art: &Art<'_>) -> Image {
    let mut files = sources(looks, title, art).expect("the art is whole");
    files.extend(stand_ins().map(|(name, text)| Source {
        name,
        text: text.to_owned(),
    }));
    linked_files(&files, include_str!("stand_in.link"))
}

/// A running shell.
#[derive(Clone)]
pub struct Bench {
    /// The machine.
    pub apple: Apple2,
    /// The program's symbols.
    pub image: Image,
}

impl StandIn for Bench {
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

impl Bench {
    /// The shell, started and waiting for calls, before a set in colours.
    pub fn new() -> Self {
        Self::with(Monitor::Colour, "A GAME", &Art::default())
    }

    /// The same with the name and the drawings of a game, before another set.
    pub fn with(monitor: Monitor, title: &str, art: &Art<'_>) -> Self {
        Self::with_looks(monitor, &Looks::default(), title, art)
    }

    /// The same for a game whose values have names.
    pub fn with_looks(monitor: Monitor, looks: &Looks<'_>, title: &str, art: &Art<'_>) -> Self {
        let image = linked(looks, title, art);
        let mut apple = Apple2::new(Config::default(), monitor, roms());
        for placement in &image.placements {
            let none = vec![0; placement.size as usize];
            let bytes = placement.bytes.as_ref().unwrap_or(&none);
            apple.load(placement.run as u16, bytes);
        }
        apple.set_pc(image.address("start").expect("exported"));
        let mut bench = Self { apple, image };
        bench.start();
        bench
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
        golden::compare(env!("CARGO_MANIFEST_DIR"), "apple2", name, size, &rows);
    }
}
