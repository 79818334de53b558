//! The Amiga 500: a disk in DF0 that boots by itself.

mod build;
mod fonts;
mod roms;
mod saves;
mod sizes;

use super::{Chance, Fitting, Target, TextWindow, keyed_window};
use crate::budget::stack::Stack;
use crate::letters::Font;
use crate::pipeline::{BuildError, Game};
use crate::replay::saves::{NamedSaves, Wanted};
use crate::session::{RunError, Session};
use hexfront_disk::adf::Adf;
use hexfront_disk::{Image as Disk, ImageError};
use hexfront_isa::Style;
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::window;
use hexfront_isa::looks::{Looks, Unknown};
use hexfront_platforms::machine::{DriveSpeed, Machine};
use hexfront_platforms::machines::amiga::{self, Options, Video};
use std::collections::BTreeMap;
use std::error::Error;

/// The machine.
pub(super) struct Amiga;

/// As on the command line.
const NAME: &str = "amiga";

/// As sentences name it.
const TITLE: &str = "Amiga";

/// It has a mouse.
const HAS_POINTER: bool = true;

/// 512 KB at $C00000.
const SLOW_RAM: &str = "slow-ram";

impl Target for Amiga {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        TITLE
    }

    fn image_ending(&self) -> &'static str {
        "adf"
    }

    fn roms(&self) -> &'static [&'static str] {
        &roms::KINDS
    }

    fn expansions(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            SLOW_RAM,
            "512 KB more at $C00000, which our own disks do without",
        )]
    }

    fn takes(&self, disk: &Disk) -> bool {
        matches!(disk, Disk::Adf(_))
    }

    fn build(&self, cartridge: &[u8]) -> Result<Game, BuildError> {
        build::build(cartridge)
    }

    fn has_pointer(&self) -> bool {
        HAS_POINTER
    }

    /// With a pointer the windows of one line are fixed, and the page: the panel, legends and requesters are not. The letters of
    /// a line can be narrow, so that more of them have room.
    fn text_window(&self, style: Style, number: u8) -> Option<TextWindow> {
        let of = |name, columns, rows| {
            Some(TextWindow {
                name,
                columns,
                rows,
            })
        };
        match (style, u16::from(number)) {
            (Style::Keyed, _) => keyed_window(number),
            (Style::Pointer, window::BAR) => of("the top bar", 52, 1),
            (Style::Pointer, window::PAGE) => of("the page", 51, 23),
            (Style::Pointer, window::MESSAGE | window::HINT) => of("the message line", 50, 1),
            (Style::Pointer, _) => None,
        }
    }

    fn unknown(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<Unknown> {
        let has = |name: &str| art.get(&format!("{name}.png")).is_some();
        hexfront_amiga::art::unknown(looks, has)
    }

    fn unread(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<String> {
        let files = hexfront_amiga::art::unread(art, looks).into_iter();
        files.map(str::to_owned).collect()
    }

    fn fonts(&self) -> Vec<Font> {
        fonts::fonts()
    }

    fn switch_on(&self, fitting: Fitting<'_>) -> Result<Box<dyn Machine>, Box<dyn Error>> {
        let roms = roms::roms(fitting.roms)?;
        let options = Options {
            video: if fitting.ntsc {
                Video::Ntsc
            } else {
                Video::Pal
            },
            slow_ram: fitting.has(SLOW_RAM),
            extended_rom: roms.extended,
        };
        let mut amiga = amiga::Amiga::new(roms.kickstart, options);
        amiga.set_drive_speed(DriveSpeed::Host);
        Ok(Box::new(amiga))
    }

    /// Its ROM boots by itself, from power-on.
    fn start(&self, _: &mut Session) -> Result<u64, RunError> {
        Ok(0)
    }

    /// Saved games lie behind the program.
    fn with_program(&self, disk: &[u8], game: &Game) -> Result<Vec<u8>, String> {
        let mut disk = Adf::from_bytes(disk).map_err(|error| error.to_string())?;
        if !hexfront_amiga::boot::is_ours(&disk) {
            return Err(
                "it is another program's, and would be overwritten; name a file that is not there yet"
                    .to_owned(),
            );
        }
        let end = hexfront_amiga::boot::SAVED_GAMES;
        let program = game.disk.to_bytes();
        disk.bytes_mut()[..end].copy_from_slice(&program[..end]);
        Ok(disk.to_bytes())
    }

    fn sizes(
        &self,
        game: &Game,
        cartridge: &Cartridge<'_>,
    ) -> Result<BTreeMap<&'static str, f64>, ImageError> {
        Ok(sizes::sizes(game, cartridge))
    }

    fn stack(&self, game: &Game) -> Option<Stack> {
        let area = game.image.areas.iter().find(|area| area.name == "STACK")?;
        Some(Stack {
            bytes: area.start..=area.start + area.size - 1,
            pointer: "ssp",
            base: 0,
        })
    }

    fn window_origin(&self) -> Option<[&'static str; 2]> {
        None
    }

    fn chance(&self) -> Chance {
        Chance::Moment
    }

    fn with_saves(
        &self,
        cartridge: &Cartridge<'_>,
        wanted: Wanted<'_>,
        disk: &[u8],
    ) -> Result<Vec<u8>, ImageError> {
        Ok(saves::on_disk(cartridge, wanted, disk))
    }

    fn named_saves(&self) -> Option<&'static dyn NamedSaves> {
        Some(&saves::Named)
    }
}
