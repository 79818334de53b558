//! The Apple II Plus with a language card: a disk in drive 1 of slot 6 that boots by itself.

mod build;
mod files;
mod roms;

use super::{Fitting, Target, TextWindow, sized_window};
use crate::budget::sizes::of_parts;
use crate::letters::Font;
use crate::pipeline::{BuildError, Game};
use crate::replay::saves::Wanted;
use crate::session::{RunError, Session};
use hexfront_apple2::art::{Sheets, TextSet, tile::WIDTH};
use hexfront_disk::apple::dos33::Volume;
use hexfront_disk::apple::{TRACKS, track::SECTORS};
use hexfront_disk::{Image as Disk, ImageError};
use hexfront_isa::Style;
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::{Looks, Unknown};
use hexfront_lang::Cut;
use hexfront_platforms::machine::Machine;
use hexfront_platforms::machines::apple2::{self, Config, Monitor, Roms, Standard};
use std::collections::BTreeMap;
use std::error::Error;

/// The machine.
pub(super) struct Apple2;

/// As on the command line.
const NAME: &str = "apple2";

/// As sentences name it.
const TITLE: &str = "Apple II";

/// Monitors, by name.
const MONITORS: [(&str, &str, Monitor); 3] = [
    ("green", "a monitor with green phosphor", Monitor::Green),
    ("amber", "a monitor with amber phosphor", Monitor::Amber),
    ("white", "a monitor with white phosphor", Monitor::White),
];

const EXPANSIONS: [(&str, &str); 3] = {
    let [green, amber, white] = MONITORS;
    [(green.0, green.1), (amber.0, amber.1), (white.0, white.1)]
};

/// Bytes of the picture, which are no segment.
const PICTURE: u32 = 0x2000;
/// Areas whose rest is left to games.
const FREE: [&str; 4] = ["NEAR", "MAIN", "CARD", "HIGH"];
/// Sectors that no file can have: those of DOS and of the catalog.
const TAKEN: usize = 4 * SECTORS;

impl Target for Apple2 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        TITLE
    }

    fn image_ending(&self) -> &'static str {
        "dsk"
    }

    fn roms(&self) -> &'static [&'static str] {
        &roms::KINDS
    }

    fn expansions(&self) -> &'static [(&'static str, &'static str)] {
        &EXPANSIONS
    }

    fn takes(&self, disk: &Disk) -> bool {
        matches!(disk, Disk::Apple(_))
    }

    fn build(&self, cartridge: &[u8]) -> Result<Game, BuildError> {
        build::build(cartridge)
    }

    fn cut(&self) -> Cut {
        Cut::Fine
    }

    /// The map takes more of the screen than on other machines.
    fn text_window(&self, _: Style, number: u8) -> Option<TextWindow> {
        sized_window(number, hexfront_apple2::window_size(number)?)
    }

    /// A lone dot has the colour of its column, so that text is always white.
    fn has_inks(&self) -> bool {
        false
    }

    fn unknown(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<Unknown> {
        hexfront_apple2::art::unknown(looks, art)
    }

    fn unread(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<String> {
        hexfront_apple2::art::unread(looks, art)
    }

    fn fonts(&self) -> Vec<Font> {
        let font = Sheets::of(&Art::default()).and_then(|sheets| TextSet::build(&sheets));
        let font = font.map(|font| Font {
            width: WIDTH,
            first: ' ',
            // The other way round: its leftmost dot is the lowest bit.
            glyphs: font
                .letters()
                .map(|rows| rows.map(u8::reverse_bits))
                .collect(),
        });
        font.into_iter().collect()
    }

    fn switch_on(&self, fitting: Fitting<'_>) -> Result<Box<dyn Machine>, Box<dyn Error>> {
        let set = roms::rom_set(fitting.roms)?;
        let roms = Roms::new(&set.monitor, &set.disk2, &set.chargen)?;
        let config = Config {
            standard: if fitting.ntsc {
                Standard::Ntsc
            } else {
                Standard::Pal
            },
            language_card: true,
        };
        let monitor = MONITORS.iter().find(|(name, ..)| fitting.has(name));
        let monitor = monitor.map_or(Monitor::Colour, |(.., monitor)| *monitor);
        Ok(Box::new(apple2::Apple2::new(config, monitor, roms)))
    }

    /// Its ROM boots by itself, from power-on.
    fn start(&self, _: &mut Session) -> Result<u64, RunError> {
        Ok(0)
    }

    fn with_program(&self, disk: &[u8], game: &Game) -> Result<Vec<u8>, String> {
        match &game.disk {
            Disk::Apple(new) => files::with_files(disk, new),
            other => Ok(other.to_bytes()),
        }
    }

    fn save_disk(&self, cartridge: &Cartridge<'_>) -> Option<Result<Disk, ImageError>> {
        let disk = hexfront_apple2::save_disk(cartridge.game, cartridge.image_bytes());
        Some(disk.map(Disk::Apple).map_err(ImageError::from))
    }

    fn sizes(
        &self,
        game: &Game,
        cartridge: &Cartridge<'_>,
    ) -> Result<BTreeMap<&'static str, f64>, ImageError> {
        let free = |area: &hexfront_asm::Area| FREE.contains(&area.name.as_str());
        let mut values = of_parts(game, cartridge, PICTURE, free);
        if let Disk::Apple(disk) = &game.disk {
            let free = Volume::of(disk)?.free()?;
            values.insert("free_disk_blocks", free as f64);
            let all = TRACKS * SECTORS - TAKEN;
            values.insert("disk_blocks", (all - free) as f64);
        }
        Ok(values)
    }

    fn with_saves(
        &self,
        cartridge: &Cartridge<'_>,
        wanted: Wanted<'_>,
        disk: &[u8],
    ) -> Result<Vec<u8>, ImageError> {
        let mut disk = hexfront_disk::apple::Disk::from_bytes(disk)?;
        files::with_saves(cartridge, wanted, &mut disk)?;
        Ok(Disk::Apple(disk).to_bytes())
    }
}
