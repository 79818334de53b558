//! From a linked program to a disk that boots.

use crate::pipeline::{BuildError, Game, ShellParts, linked};
use hexfront_apple2::{Memory, Part};
use hexfront_asm::{LinkError, LinkErrors, Machine as Cpu};
use hexfront_disk::Image as Disk;
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::Looks;
use std::collections::BTreeMap;

/// What only this machine asks of a game.
#[derive(Debug, thiserror::Error)]
#[error(
    "the Apple II draws maps whose odd columns stand half a hex lower, not the even ones; write `lower odd` in the map's [grid] and move every second column of the map to match"
)]
struct EvenColumnsLower;

/// The game is too large.
#[derive(Debug, thiserror::Error)]
#[error(
    "it does not fit into the 64 KB of an Apple II with a language card: {bytes} bytes have no place{}; make it smaller, or cut it into more parts that are not in memory together", .part.as_ref().map_or(String::new(), |part| format!(" while {part} is in memory"))
)]
struct TooLarge {
    bytes: u32,
    part: Option<String>,
}

impl TooLarge {
    /// What has no place when the worst part is in memory; nothing where the linker says something else.
    fn of(errors: &LinkErrors, cartridge: &Cartridge<'_>) -> Option<TooLarge> {
        let mut missing: BTreeMap<&str, u32> = BTreeMap::new();
        for error in &errors.0 {
            if let LinkError::NoRoom { section, size, .. } = error {
                *missing.entry(section.as_str()).or_insert(0) += size;
            }
        }
        let parts = missing.iter().filter(|(name, _)| name.starts_with(PART));
        let worst = parts.max_by_key(|(_, bytes)| **bytes);
        let always: u32 = missing
            .iter()
            .filter(|(name, _)| !name.starts_with(PART))
            .map(|(_, bytes)| bytes)
            .sum();
        let bytes = always + worst.map_or(0, |(_, bytes)| *bytes);
        (bytes > 0).then(|| TooLarge {
            bytes,
            part: worst.and_then(|(name, _)| {
                let number = name.strip_prefix(PART)?.parse().ok()?;
                let part = cartridge.parts().nth(number)?;
                Some(format!("`{}`", part.name))
            }),
        })
    }
}

/// How the segments of parts begin.
const PART: &str = "PART";

/// Builds a cartridge: for 48 KB if it fits, else with a language card.
///
/// # Errors
/// See [`BuildError`].
pub fn build(cartridge: &[u8]) -> Result<Game, BuildError> {
    let cartridge = Cartridge::read(cartridge)?;
    if !cartridge.grid.odd_lower {
        return Err(BuildError::target(EvenColumnsLower));
    }
    let [board, card] = Memory::ALL;
    build_in(&cartridge, board).or_else(|error| match error {
        BuildError::Link { .. } => build_in(&cartridge, card).map_err(|error| {
            let large = match &error {
                BuildError::Link { errors, .. } => TooLarge::of(errors, &cartridge),
                _ => None,
            };
            large.map_or(error, BuildError::target)
        }),
        error => Err(error),
    })
}

fn build_in(cartridge: &Cartridge<'_>, memory: Memory) -> Result<Game, BuildError> {
    let part = |part: hexfront_isa::parts::Part<'_>| Part {
        at_start: part.at_start,
        title: part.title,
        out: part.out,
    };
    let parts: Vec<Part> = cartridge.parts().map(part).collect();
    let art = Art::of(cartridge, super::NAME);
    let shell = hexfront_apple2::sources(&Looks::of(cartridge), cartridge.title, &art)
        .map_err(BuildError::target)?;
    let files = shell.into_iter().chain(hexfront_apple2::disk_sources());
    let shell = ShellParts {
        files: files.map(|source| (source.name, source.text.into_bytes())),
        roles: &hexfront_apple2::ROLES,
        script: &memory.link_script(&parts),
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
    })
}
