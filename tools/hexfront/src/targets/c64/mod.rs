//! The Commodore 64: a 1541 as drive 8, `LOAD"*",8` and `RUN`.

mod boot;
mod disk;
mod roms;
mod saves;
mod sizes;

use super::{Fitting, Target, keyed};
use crate::pipeline::{BuildError, Game, ShellParts, assembled, link_for};
use crate::replay::saves::Wanted;
use crate::session::{RunError, Session};
use hexfront_asm::Machine as Cpu;
use hexfront_disk::{Image as Disk, ImageError};
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::{Looks, Unknown};
use hexfront_lang::Cut;
use hexfront_platforms::machine::{DriveSpeed, Machine};
use hexfront_platforms::machines::c64::{self, Roms, Video};
use std::collections::BTreeMap;
use std::error::Error;

/// The machine.
pub(super) struct C64;

/// As on the command line.
const NAME: &str = "c64";
/// What a game must fit into.
const MEMORY: &str = "the 64 KB of a C64";

impl Target for C64 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "C64"
    }

    fn image_ending(&self) -> &'static str {
        "d64"
    }

    fn roms(&self) -> &'static [&'static str] {
        &roms::KINDS
    }

    fn takes(&self, disk: &Disk) -> bool {
        matches!(disk, Disk::D64(_))
    }

    fn build(&self, cartridge: &[u8]) -> Result<Game, BuildError> {
        let cartridge = Cartridge::read(cartridge)?;
        keyed::has_odd_columns_lower(self.title(), &cartridge)?;
        let parts = keyed::parts(&cartridge);
        let art = Art::of(&cartridge, NAME);
        let looks = Looks::of(&cartridge);
        let shell = hexfront_c64::sources(&looks, cartridge.title, &art, parts.len())
            .map_err(BuildError::target)?;
        let shell = shell
            .into_iter()
            .map(|source| (source.name, source.text.into_bytes()));
        let script = hexfront_c64::link_script(&parts);
        let shell = ShellParts {
            files: shell,
            roles: &keyed::roles(&hexfront_c64::ROLES, &cartridge),
            script: &script,
        };
        let objects = assembled(Cpu::Mos6502, &cartridge, shell)?;
        let (image, parts) = keyed::set_apart(&parts, |parts| {
            link_for(self.title(), &hexfront_c64::link_script(parts), &objects)
        })
        .map_err(|error| keyed::too_large(error, MEMORY, &cartridge))?;
        let program = hexfront_c64::program(&image, &parts).map_err(BuildError::target)?;
        let disk = hexfront_c64::disk(&program, cartridge.title, cartridge.game)
            .map_err(BuildError::target)?;
        Ok(Game {
            target: &C64,
            image,
            disk: Disk::D64(disk),
            program_bytes: program.file.len(),
            needs: None,
        })
    }

    fn cut(&self) -> Cut {
        Cut::Close
    }

    fn unknown(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<Unknown> {
        hexfront_c64::art::unknown(looks, art)
    }

    fn unread(&self, looks: &Looks<'_>, art: &Art<'_>) -> Vec<String> {
        hexfront_c64::art::unread(looks, art)
    }

    fn switch_on(&self, fitting: Fitting<'_>) -> Result<Box<dyn Machine>, Box<dyn Error>> {
        let set = roms::rom_set(fitting.roms)?;
        let roms = Roms::new(&set.kernal, &set.basic, &set.chargen)?;
        let video = if fitting.ntsc {
            Video::Ntsc
        } else {
            Video::Pal
        };
        let mut c64 = c64::C64::new(video, roms);
        c64.set_drive_speed(DriveSpeed::Host);
        Ok(Box::new(c64))
    }

    fn start(&self, session: &mut Session) -> Result<u64, RunError> {
        boot::start(session)
    }

    fn with_program(&self, disk: &[u8], game: &Game) -> Result<Vec<u8>, String> {
        match &game.disk {
            Disk::D64(files) => disk::with_files(disk, files),
            other => Ok(other.to_bytes()),
        }
    }

    fn room(&self, disk: &Disk) -> Option<String> {
        let Disk::D64(disk) = disk else { return None };
        let free = disk.blocks_free().ok()?;
        Some(format!("{free} blocks free for saved games"))
    }

    fn sizes(
        &self,
        game: &Game,
        cartridge: &Cartridge<'_>,
    ) -> Result<BTreeMap<&'static str, f64>, ImageError> {
        Ok(sizes::sizes(game, cartridge)?)
    }

    fn with_saves(
        &self,
        cartridge: &Cartridge<'_>,
        wanted: Wanted<'_>,
        disk: &[u8],
    ) -> Result<Vec<u8>, ImageError> {
        Ok(saves::on_disk(cartridge, wanted, disk)?)
    }
}
