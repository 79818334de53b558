//! The game disk: boot sectors, and a directory of DOS 2 with the program, which its loader finds in the first sectors behind them,
//! its parts, and files for saved games, each with the sectors that it can need. The shell writes into those, and never into the
//! directory.

use crate::Program;
use hexfront_disk::atari::dos2::{FileError, Volume};
use hexfront_disk::atari::{Container, Density, Disk, SECTOR_SIZE};

/// Letters of the game's id in the name of a file (`shell/disk_name.s`).
const ID_LETTERS: usize = 8;
/// Saved games: four, each in two files that take turns (`core/shell/6502/slot.s`).
const SAVES: &str = "ABCDEFGH";
/// Bytes before the state in a saved game.
const HEADER: usize = 32;

/// Name of the program's file.
#[must_use]
pub fn program_name(id: &str) -> String {
    format!("{}.GAM", short(id))
}

/// Name of the file of a part.
#[must_use]
pub fn part_name(id: &str, number: usize) -> String {
    // Behind 9 come letters, as in the shell.
    let digit = char::from_digit(number as u32, 36).unwrap_or('Z');
    format!("{}.PT{}", short(id), digit.to_ascii_uppercase())
}

/// Names of the files of saved games.
pub fn save_names(id: &str) -> impl Iterator<Item = String> {
    let id = short(id);
    SAVES.chars().map(move |letter| format!("{id}.SV{letter}"))
}

fn short(id: &str) -> String {
    id.chars().take(ID_LETTERS).collect()
}

/// A disk with the files of a game: of 90 KB, or where its saved games might not fit onto that, of 130 KB.
///
/// # Errors
/// [`FileError::Full`] if they are longer than a disk.
pub fn disk(program: &Program, id: &str, state_bytes: usize) -> Result<Disk, FileError> {
    [Density::Single, Density::Enhanced]
        .into_iter()
        .map(|density| in_density(density, program, id, state_bytes))
        .reduce(|small, large| small.or(large))
        .expect("there are two")
}

fn in_density(
    density: Density,
    program: &Program,
    id: &str,
    state_bytes: usize,
) -> Result<Disk, FileError> {
    let mut disk = Disk::blank(Container::Atr, density);
    Volume::format(&mut disk);
    for (sector, bytes) in (1..).zip(program.boot.chunks(SECTOR_SIZE)) {
        if let Some(boot) = disk.sector_mut(sector) {
            boot.copy_from_slice(bytes);
        }
    }
    let mut volume = Volume::of(&disk)?;
    volume.put(&program_name(id), &program.file)?;
    for (number, file) in &program.parts {
        volume.put(&part_name(id, *number), file)?;
    }
    // Packing makes three bytes of two equal ones at the worst; what it must be able to keep is a state that it does not shorten.
    let sectors = |bytes: usize| bytes.div_ceil(volume.data_bytes());
    let most = sectors(HEADER + state_bytes + state_bytes.div_ceil(2));
    let least = sectors(HEADER + state_bytes);
    let free = volume.free();
    let room = (free / SAVES.len()).min(most);
    if room < least {
        return Err(FileError::Full {
            needed: least * SAVES.len(),
            free,
        });
    }
    for name in save_names(id) {
        volume.reserve(&name, room)?;
    }
    Ok(volume.into_disk())
}
