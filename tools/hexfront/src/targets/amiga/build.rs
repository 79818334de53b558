//! From a linked program to a disk that boots.

use crate::pipeline::{BuildError, Game, ShellParts, link_for, linked};
use hexfront_amiga::Played;
use hexfront_amiga::art::is_classic;
use hexfront_amiga::boot::{self, BOOT_FILE, BOOT_OUTPUT, BOOT_SCRIPT, BOOT_SOURCE, boot_disk};
use hexfront_asm::{Files, Machine as Cpu, Options, assemble};
use hexfront_disk::Image as Disk;
use hexfront_isa::art::Art;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::Looks;
use hexfront_isa::{ROLES, Style};

/// What counters with numbers are drawn from, and those of every game that is worked with a pointer; other roles may be missing.
const NEEDED_ROLES: [&str; 3] = ["strength", "combat", "moves"];

/// Where the program begins, as in `amiga.link`.
const START: &str = "shell_start";

/// The shell cannot draw the counters.
#[derive(Debug, thiserror::Error)]
#[error(
    "its counters cannot be drawn on the Amiga: they show strength, combat and movement numbers; bind `{0}` in `view`"
)]
struct NoCounters(&'static str);

/// A saved game has no room on the disk.
#[derive(Debug, thiserror::Error)]
#[error(
    "its games cannot be saved on the Amiga: the state image has {bytes} bytes, a slot on the disk has room for {room}; make some of the state scratch, or its fields smaller"
)]
struct LargeState {
    bytes: usize,
    room: usize,
}

/// Builds a cartridge.
///
/// # Errors
/// See [`BuildError`].
pub fn build(cartridge: &[u8]) -> Result<Game, BuildError> {
    let cartridge = Cartridge::read(cartridge)?;
    let played = Played::of(&cartridge);
    let style = played.style;
    let looks = Looks::of(&cartridge);
    if style.is_pointer() || !is_classic(&looks) {
        let missing = |role: &&str| !looks.is_bound(role);
        if let Some(role) = NEEDED_ROLES.into_iter().find(missing) {
            return Err(BuildError::target(NoCounters(role)));
        }
    }
    let room = match style {
        Style::Pointer => boot::SAVE_ROOM,
        Style::Keyed => boot::KEYED_SAVE_ROOM,
    };
    let bytes = cartridge.image_bytes();
    if bytes > room {
        return Err(BuildError::target(LargeState { bytes, room }));
    }
    let art = Art::of(&cartridge, super::NAME);
    let shell = hexfront_amiga::sources(&looks, played, cartridge.title, &art)
        .map_err(BuildError::target)?;
    let roles: Vec<&str> = ROLES.iter().map(|role| role.name).collect();
    let shell = ShellParts {
        files: shell.into_iter().map(|source| (source.name, source.bytes)),
        roles: &roles,
        script: hexfront_amiga::LINK_SCRIPT,
    };
    let image = linked(super::TITLE, Cpu::M68000, &cartridge, shell)?;
    let bytes = image.output(hexfront_amiga::OUTPUT).unwrap_or_default();
    let program = boot::Program {
        address: hexfront_amiga::PROGRAM_START,
        entry: image.address(START).unwrap_or_default(),
        bytes,
    };
    let disk = boot_disk(&bootblock()?, program).map_err(BuildError::target)?;
    Ok(Game {
        target: super::super::AMIGA,
        program_bytes: bytes.len(),
        needs: None,
        disk: Disk::Adf(disk),
        image,
    })
}

/// The bootblock without what it is to load.
fn bootblock() -> Result<Vec<u8>, BuildError> {
    let files = [(BOOT_FILE, BOOT_SOURCE)];
    let object =
        assemble(&Files(&files), BOOT_FILE, &Options::default()).map_err(|diagnostics| {
            BuildError::Assemble {
                name: BOOT_FILE.to_owned(),
                diagnostics,
            }
        })?;
    let image = link_for(
        super::TITLE,
        BOOT_SCRIPT,
        &[(BOOT_FILE.to_owned(), object.to_elf())],
    )?;
    Ok(image.output(BOOT_OUTPUT).unwrap_or_default().to_vec())
}
