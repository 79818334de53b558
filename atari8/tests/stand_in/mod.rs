//! The shell on the emulated machine, with a stand-in for VM, cartridge and disk that makes one shell call at a time.

#[path = "../../../core/shell/tests/stand_in/golden.rs"]
mod golden;
mod roms;
#[path = "../../../core/shell/tests/stand_in/mod.rs"]
mod shared;

use hexfront_asm::Image;
use hexfront_atari8::{Source, sources};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_platforms::machine::Machine;
use hexfront_platforms::machines::atari8::{Atari8, Config, Model, Standard};
pub use roms::{roms, with_basic};
use shared::linked_once;
pub use shared::{COLUMNS, FEW_PARTS, LAYER, PARTS, StandIn, alike, ardennes, call};

/// Cycles of a frame of 50 a second.
pub const FRAME: u64 = 312 * 114;
/// Frames in which the operating system starts.
const STARTED: usize = 150;

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

/// Shell and stand-in, linked for a map of so many columns, with the drawings for a game.
fn linked(columns: usize, title: &str, art: &Art<'_>) -> Image {
    let mut files = sources(&Looks::default(), title, art).expect("the art is whole");
    let wide = |text: &str| {
        let columns = |word: &str| format!("{word} = {columns}\n");
        text.replace("GRID_COLUMNS = 31\n", &columns("GRID_COLUMNS"))
            .replace("grid_columns = 31\n", &columns("grid_columns"))
    };
    files.extend(stand_ins().map(|(name, text)| Source {
        name,
        text: wide(text),
    }));
    linked_files(&files, include_str!("stand_in.link"))
}

/// A running shell.
#[derive(Clone)]
pub struct Bench {
    /// The machine.
    pub atari: Atari8,
    /// The program's symbols.
    pub image: Image,
}

impl StandIn for Bench {
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

impl Bench {
    /// The shell, started and waiting for calls, on PAL.
    pub fn new() -> Self {
        Self::with(Standard::Pal, "A GAME", &Art::default())
    }

    /// The same with the name and the drawings of a game, on a machine of a standard.
    pub fn with(standard: Standard, title: &str, art: &Art<'_>) -> Self {
        Self::of(standard, linked(COLUMNS, title, art))
    }

    /// One with a map of more columns than a row of the ring has room for.
    pub fn wide() -> Self {
        Self::of(
            Standard::Pal,
            linked(COLUMNS + 1, "A GAME", &Art::default()),
        )
    }

    fn of(standard: Standard, image: Image) -> Self {
        let model = Model::Atari800Xl;
        let mut atari = Atari8::new(Config { model, standard }, roms(model));
        atari.set_drive(None);
        for _ in 0..STARTED {
            atari.run_frame();
        }
        for placement in &image.placements {
            let none = vec![0; placement.size as usize];
            let bytes = placement.bytes.as_ref().unwrap_or(&none);
            atari.load(placement.run as u16, bytes);
        }
        atari.set_pc(image.address("start").expect("exported"));
        let mut bench = Self { atari, image };
        bench.start();
        bench
    }

    /// The picture, once it stands still.
    pub fn picture(&mut self) -> Vec<u8> {
        while self.peek("moving", 1) != [0] {
            self.frames(1);
        }
        self.frames(4);
        self.atari.frame().rgb()
    }

    /// Compares the picture with one that is kept. `HEXFRONT_BLESS` keeps it anew.
    pub fn golden(&mut self, name: &str) {
        // The call ended while the beam drew a frame; the display list that the next vertical blank makes is shown by the one after it.
        self.frames(4);
        self.golden_now(name);
    }

    /// The same with the last frame.
    pub fn golden_now(&mut self, name: &str) {
        let frame = self.atari.frame();
        let rows = frame.rgb();
        // Twice as wide and high, so that it can be looked at.
        let twice = |row: &[u8]| -> Vec<u8> {
            let pixels = row.chunks(3).flat_map(|pixel| [pixel, pixel]);
            pixels.flatten().copied().collect()
        };
        let rows: Vec<u8> = rows
            .chunks(3 * frame.width)
            .flat_map(|row| [twice(row), twice(row)].concat())
            .collect();
        let size = (2 * frame.width as u32, 2 * frame.height as u32);
        golden::compare(env!("CARGO_MANIFEST_DIR"), "atari8", name, size, &rows);
    }
}
