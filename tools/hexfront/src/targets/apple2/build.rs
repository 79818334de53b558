//! From a linked program to a disk that boots.

use crate::pipeline::{BuildError, Game, ShellParts, linked};
use crate::targets::keyed::{self, Room};
use hexfront_apple2::{Making, Memory};
use hexfront_asm::Machine as Cpu;
use hexfront_disk::Image as Disk;
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::Looks;

/// Builds a cartridge: for 48 KB if it fits, else with a language card.
///
/// # Errors
/// See [`BuildError`].
pub fn build(cartridge: &[u8]) -> Result<Game, BuildError> {
    let rooms = [
        Room {
            memory: Memory::Board,
            name: "48 KB",
        },
        Room {
            memory: Memory::Card,
            name: "the 64 KB of an Apple II with a language card",
        },
    ];
    keyed::build_in_least(super::TITLE, cartridge, rooms, "a language card", build_in)
}

/// Builds it for this memory, with what makes a disk for saved games if there is room for it.
fn build_in(cartridge: &Cartridge<'_>, memory: Memory) -> Result<Game, BuildError> {
    match built(cartridge, memory, Making::Stays) {
        Err(BuildError::Link { .. }) => built(cartridge, memory, Making::Passes),
        made => made,
    }
}

fn built(cartridge: &Cartridge<'_>, memory: Memory, making: Making) -> Result<Game, BuildError> {
    let parts = keyed::parts(cartridge);
    let art = Art::of(cartridge, super::NAME);
    let shell = hexfront_apple2::sources(&Looks::of(cartridge), cartridge.title, &art)
        .map_err(BuildError::target)?;
    let instead = (making == Making::Stays).then(hexfront_apple2::offer);
    let files = shell.into_iter().chain(hexfront_apple2::disk_sources());
    let files = files.filter(|file| instead.iter().all(|other| other.name != file.name));
    let files = files.chain(instead.clone());
    let shell = ShellParts {
        files: files.map(|source| (source.name, source.text.into_bytes())),
        roles: &keyed::roles(&hexfront_apple2::ROLES, cartridge),
        script: &memory.link_script(making, &parts),
    };
    let image = linked(super::TITLE, Cpu::Mos6502, cartridge, shell)?;
    let program = hexfront_apple2::program(&image, &parts).map_err(BuildError::target)?;
    let state = cartridge.image_bytes();
    let disk = hexfront_apple2::disk(&program, cartridge.title, cartridge.game, state)
        .map_err(BuildError::target)?;
    Ok(Game {
        target: super::super::APPLE2,
        image,
        disk: Disk::Apple(disk),
        program_bytes: program.file.len(),
        needs: None,
    })
}
