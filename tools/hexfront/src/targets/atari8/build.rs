//! From a cartridge to a disk that boots.

use crate::pipeline::{BuildError, Game, ShellParts, assembled, link_for};
use crate::targets::keyed::{self, Room};
use hexfront_asm::Machine as Cpu;
use hexfront_atari8::{GameDisk, Memory, Part};
use hexfront_disk::Image as Disk;
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::Looks;
use hexfront_layout::set_apart;

/// Builds a cartridge: for 48 KB if it fits, else for the 64 KB of an XL or XE.
///
/// # Errors
/// See [`BuildError`].
pub fn build(cartridge: &[u8]) -> Result<Game, BuildError> {
    let cartridge = Cartridge::read(cartridge)?;
    keyed::has_odd_columns_lower(super::TITLE, &cartridge)?;
    let rooms = [
        Room {
            memory: Memory::Board,
            name: "48 KB",
        },
        Room {
            memory: Memory::BelowOs,
            name: "the 64 KB of an Atari XL or XE",
        },
    ];
    keyed::build_in_least(&cartridge, rooms, "the 64 KB of an XL or XE", build_in)
}

fn build_in(cartridge: &Cartridge<'_>, memory: Memory) -> Result<Game, BuildError> {
    let art = Art::of(cartridge, super::NAME);
    let shell = hexfront_atari8::sources(&Looks::of(cartridge), cartridge.title, &art)
        .map_err(BuildError::target)?;
    let files = shell.into_iter().chain(hexfront_atari8::disk_sources());
    let parts = keyed::parts(cartridge);
    let script = memory.link_script(&parts);
    let shell = ShellParts {
        files: files.map(|source| (source.name, source.text.into_bytes())),
        roles: &hexfront_atari8::ROLES,
        script: &script,
    };
    let objects = assembled(Cpu::Mos6502, cartridge, shell)?;
    let linked = |parts: &[Part]| link_for(super::TITLE, &memory.link_script(parts), &objects);
    let costs = keyed::costs(
        cartridge,
        &hexfront_atari8::part_sizes(&linked(&parts)?, &parts),
    );
    let parts = set_apart(&parts, &costs, |parts| linked(parts).is_ok());
    let image = linked(&parts)?;
    let program = hexfront_atari8::program(&image, &parts).map_err(BuildError::target)?;
    let state = cartridge.image_bytes();
    let GameDisk {
        disk,
        program_bytes,
    } = hexfront_atari8::disk(&program, cartridge.game, state).map_err(BuildError::target)?;
    Ok(Game {
        target: super::super::ATARI8,
        image,
        disk: Disk::Atari(disk),
        program_bytes,
        needs: None,
    })
}
