//! The Atari 800, 800XL and 130XE: a disk in drive 1 that boots by itself.

mod build;
mod files;
mod roms;

use super::{Fitting, Target, TextWindow, sized_window};
use crate::budget::sizes::of_parts;
use crate::budget::stack::Stack;
use crate::pipeline::{BuildError, Game};
use crate::replay::saves::Wanted;
use crate::session::{RunError, Session};
use hexfront_disk::atari::dos2::Volume;
use hexfront_disk::{Image as Disk, ImageError};
use hexfront_isa::Style;
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::{Looks, Unknown};
use hexfront_lang::Cut;
use hexfront_platforms::drive::atari810::Model as DriveModel;
use hexfront_platforms::machine::{DriveSpeed, Machine};
use hexfront_platforms::machines::atari8::{self, Config, Model, Standard};
use std::collections::BTreeMap;
use std::error::Error;

/// The machine.
pub(super) struct Atari8;

/// As on the command line.
const NAME: &str = "atari8";

/// As sentences name it.
const TITLE: &str = "Atari 8-bit";

/// Models other than the 800XL, and drives other than the 1050, by name.
const MODELS: [(&str, &str, Model); 2] = [
    ("800", "an 800 with 48 KB", Model::Atari800),
    ("130xe", "a 130XE", Model::Atari130Xe),
];
const DRIVES: [(&str, &str, DriveModel); 3] = [
    ("810", "an 810 as drive 1", DriveModel::Atari810),
    (
        "usdoubler",
        "a 1050 with a US Doubler as drive 1",
        DriveModel::UsDoubler,
    ),
    (
        "xf551",
        "an XF551 as drive 1: 180 KB too",
        DriveModel::Xf551,
    ),
];

/// What an NTSC machine may be seen on.
const COMPOSITE: (&str, &str) = (
    "composite",
    "a set on the composite signal, which colours single pixels (with --ntsc)",
);

const EXPANSIONS: [(&str, &str); 6] = {
    let ([old, new], [slow, fast, late]) = (MODELS, DRIVES);
    [
        (old.0, old.1),
        (new.0, new.1),
        (slow.0, slow.1),
        (fast.0, fast.1),
        (late.0, late.1),
        COMPOSITE,
    ]
};

/// Bytes of what ANTIC reads and of what the machine draws with, which are no segment.
const SCREENS: u32 = 0xB800 - 0xAC98 + 0x400;
/// Areas whose rest is left to games.
const FREE: [&str; 4] = ["LOADED", "MAIN", "UNDER", "HIGH"];

impl Target for Atari8 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        TITLE
    }

    fn image_ending(&self) -> &'static str {
        "atr"
    }

    fn roms(&self) -> &'static [&'static str] {
        &roms::KINDS
    }

    fn expansions(&self) -> &'static [(&'static str, &'static str)] {
        &EXPANSIONS
    }

    fn takes(&self, disk: &Disk) -> bool {
        matches!(disk, Disk::Atari(_))
    }

    fn build(&self, cartridge: &[u8]) -> Result<Game, BuildError> {
        build::build(cartridge)
    }

    fn cut(&self) -> Cut {
        Cut::Fine
    }

    /// The map takes more of the screen than on other machines.
    fn text_window(&self, _: Style, number: u8) -> Option<TextWindow> {
        sized_window(number, hexfront_atari8::window_size(number)?)
    }

    /// A row of text has one colour, brighter or darker.
    fn has_inks(&self) -> bool {
        false
    }

    fn unknown(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<Unknown> {
        hexfront_atari8::art::unknown(looks, art)
    }

    fn unread(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<String> {
        hexfront_atari8::art::unread(looks, art)
    }

    fn switch_on(&self, fitting: Fitting<'_>) -> Result<Box<dyn Machine>, Box<dyn Error>> {
        let model = MODELS.iter().find(|(name, ..)| fitting.has(name));
        let model = model.map_or(Model::default(), |(.., model)| *model);
        let drive = DRIVES.iter().find(|(name, ..)| fitting.has(name));
        let drive = drive.map_or(DriveModel::Atari1050, |(.., drive)| *drive);
        let config = Config {
            model,
            standard: if fitting.ntsc {
                Standard::Ntsc
            } else {
                Standard::Pal
            },
        };
        let mut atari = atari8::Atari8::new(config, roms::rom_set(model, fitting.roms)?);
        if fitting.has(COMPOSITE.0) {
            if !fitting.ntsc {
                return Err(
                    "--with composite wants --ntsc: a PAL set does not colour single pixels".into(),
                );
            }
            atari.set_composite(true);
        }
        // Drive 2 is a 1050, whatever the first.
        let second = fitting.second_drive.then_some(DriveModel::Atari1050);
        atari.set_drives([Some(drive), second]);
        atari.set_drive_speed(DriveSpeed::Host);
        Ok(Box::new(atari))
    }

    /// Its ROM boots by itself, from power-on.
    fn start(&self, _: &mut Session) -> Result<u64, RunError> {
        Ok(0)
    }

    fn with_program(&self, disk: &[u8], game: &Game) -> Result<Vec<u8>, String> {
        match &game.disk {
            Disk::Atari(new) => files::with_files(disk, new),
            other => Ok(other.to_bytes()),
        }
    }

    fn save_disk(&self, cartridge: &Cartridge<'_>) -> Option<Result<Disk, ImageError>> {
        let disk = hexfront_atari8::save_disk(cartridge.game, cartridge.image_bytes());
        Some(disk.map(Disk::Atari).map_err(ImageError::from))
    }

    fn sizes(
        &self,
        game: &Game,
        cartridge: &Cartridge<'_>,
    ) -> Result<BTreeMap<&'static str, f64>, ImageError> {
        let free = |area: &hexfront_asm::Area| FREE.contains(&area.name.as_str());
        let mut values = of_parts(game, cartridge, SCREENS, free);
        if let Disk::Atari(disk) = &game.disk {
            let volume = Volume::of(disk)?;
            let files: usize = volume
                .entries()
                .iter()
                .map(|e| usize::from(e.sectors))
                .sum();
            values.insert("free_disk_blocks", volume.free() as f64);
            values.insert("disk_blocks", files as f64);
        }
        Ok(values)
    }

    /// Below it lie variables (`segments.link`).
    fn stack(&self, _: &Game) -> Option<Stack> {
        Some(Stack {
            bytes: 0x180..=0x1FF,
            pointer: "s",
            base: 0x100,
        })
    }

    fn with_saves(
        &self,
        cartridge: &Cartridge<'_>,
        wanted: Wanted<'_>,
        disk: &[u8],
    ) -> Result<Vec<u8>, ImageError> {
        let disk = hexfront_disk::atari::Disk::from_bytes(disk)?;
        let disk = files::with_saves(cartridge, wanted, &disk)?;
        Ok(Disk::Atari(disk).to_bytes())
    }
}
