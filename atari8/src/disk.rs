//! The game disk: boot sectors, and a directory of DOS 2 with the program, which its loader finds in the first sectors behind them,
//! its parts, and files for saved games, each with the sectors that it can need. The shell writes into those, and never into the
//! directory.

use crate::Program;
use hexfront_disk::atari::dos2::{FileError, Volume};
use hexfront_disk::atari::{BOOT_SECTORS, Container, Density, Disk, SECTOR_SIZE};

/// Letters of the game's id in the name of a file (`shell/disk_name.s`).
const ID_LETTERS: usize = 8;
/// Saved games: four, each in two files that take turns (`core/shell/6502/slot.s`).
const SAVES: &str = "ABCDEFGH";
/// The first sector of the directory.
const DIRECTORY: u16 = 361;
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

/// Where the loader looks for the program (`program_start` in `shell/boot.s`).
const PROGRAM_START: u16 = BOOT_SECTORS + 1;
/// From the beginning of a sector to that of the next one of its file, in thousandths of a second: it passes and is sent, what it holds is
/// unpacked, and the next is asked for. What comes too late comes a turn later.
const SECTOR_TIME: usize = 112;
/// What the arm needs to the next track, and a turn of the disk.
const STEP_TIME: usize = 40;
const TURN_TIME: usize = 208;

/// A game on its disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameDisk {
    /// The disk.
    pub disk: Disk,
    /// Bytes of the program's file.
    pub program_bytes: usize,
}

/// A disk with the files of a game: of 90 KB, or where its saved games might not fit onto that, of 130 KB.
///
/// # Errors
/// [`FileError::Full`] if they are longer than a disk.
pub fn disk(program: &Program, id: &str, state_bytes: usize) -> Result<GameDisk, FileError> {
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
) -> Result<GameDisk, FileError> {
    let mut disk = Disk::blank(Container::Atr, density);
    Volume::format(&mut disk);
    for (sector, bytes) in (1..).zip(program.boot.chunks(SECTOR_SIZE)) {
        if let Some(boot) = disk.sector_mut(sector) {
            boot.copy_from_slice(bytes);
        }
    }
    let mut volume = Volume::of(&disk)?;
    let sectors = |bytes: usize| bytes.div_ceil(volume.data_bytes());
    // The parts lie behind the directory, so that the program need not be packed to know where.
    let mut places = in_turn(&volume.free_sectors(), density);
    let (before, behind) = places.split_at(places.partition_point(|s| *s < DIRECTORY));
    let needed: usize = program
        .parts
        .iter()
        .map(|(_, file)| sectors(file.len()))
        .sum();
    if needed > behind.len() {
        let free = behind.len();
        return Err(FileError::Full { needed, free });
    }
    let (of_parts, rest) = behind.split_at(needed);
    let mut of_parts = of_parts.to_vec();
    places = [before, rest].concat();
    let laid: Vec<Vec<u16>> = program
        .parts
        .iter()
        .map(|(_, file)| of_parts.drain(..sectors(file.len())).collect())
        .collect();
    let first: Vec<(usize, u16)> = program
        .parts
        .iter()
        .zip(&laid)
        .map(|((number, _), sectors)| (*number, sectors[0]))
        .collect();
    let file = program.file(&first);
    let least = sectors(HEADER + state_bytes);
    let needed = sectors(file.len()) + SAVES.len() * least;
    let free = places.len();
    if needed > free {
        return Err(FileError::Full { needed, free });
    }
    let of_program: Vec<u16> = places.drain(..sectors(file.len())).collect();
    volume.lay(&program_name(id), &file, &of_program)?;
    for ((number, file), sectors) in program.parts.iter().zip(&laid) {
        volume.lay(&part_name(id, *number), file, sectors)?;
    }
    lay_saves(&mut volume, &places, id, state_bytes)?;
    Ok(GameDisk {
        disk: volume.into_disk(),
        program_bytes: file.len(),
    })
}

/// Lays files for saved games into free sectors, each with those that it can need, or its share where there are fewer.
///
/// Packing makes three bytes of two equal ones at the worst; what it must be able to keep is a state that it does not shorten.
fn lay_saves(
    volume: &mut Volume,
    places: &[u16],
    id: &str,
    state_bytes: usize,
) -> Result<(), FileError> {
    let most = HEADER + state_bytes + state_bytes.div_ceil(2);
    let most = most.div_ceil(volume.data_bytes());
    let room = (places.len() / SAVES.len()).min(most);
    for (name, sectors) in save_names(id).zip(places.chunks(room)) {
        volume.lay(&name, &[], sectors)?;
    }
    Ok(())
}

/// A disk of 90 KB with files for a game's saved games, and nothing else, as the shell makes it (`shell/disk_format.s`).
///
/// # Errors
/// [`FileError`] if the id of the game is no name of a file.
pub fn save_disk(id: &str, state_bytes: usize) -> Result<Disk, FileError> {
    let mut disk = Disk::blank(Container::Atr, Density::Single);
    Volume::format(&mut disk);
    let mut volume = Volume::of(&disk)?;
    let places = in_turn(&volume.free_sectors(), Density::Single);
    lay_saves(&mut volume, &places, id, state_bytes)?;
    Ok(volume.into_disk())
}

/// Free sectors in the order in which a file is read the soonest, track by track, from the one on that the program begins in.
///
/// A drive numbers the sectors of a track with odd numbers first, then the others.
fn in_turn(free: &[u16], density: Density) -> Vec<u16> {
    let of_track = usize::from(density.sectors_of_track());
    let track = |sector: &u16| (usize::from(*sector) - 1) / of_track;
    let place = |sector: u16| {
        let nth = (usize::from(sector) - 1) % of_track;
        nth / 2 + nth % 2 * (of_track / 2)
    };
    let places = |time: usize| (time * of_track).div_ceil(TURN_TIME);
    let mut order = Vec::with_capacity(free.len());
    let mut wanted = place(PROGRAM_START);
    for sectors in free.chunk_by(|one, other| track(one) == track(other)) {
        let mut left = sectors.to_vec();
        let ahead = |sector: &u16, wanted: usize| (place(*sector) + of_track - wanted) % of_track;
        while let Some(next) = left.iter().copied().min_by_key(|s| ahead(s, wanted)) {
            left.retain(|sector| *sector != next);
            order.push(next);
            wanted = (place(next) + places(SECTOR_TIME)) % of_track;
        }
        wanted = (wanted + places(STEP_TIME)) % of_track;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_begins_where_the_loader_looks_and_every_sector_has_its_turn() {
        for density in [Density::Single, Density::Enhanced] {
            let free: Vec<u16> = (PROGRAM_START..=density.sectors()).collect();
            let order = in_turn(&free, density);
            assert_eq!(order[0], PROGRAM_START);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, free);
        }
    }

    #[test]
    fn the_next_sector_of_a_file_is_not_missed_and_hardly_waited_for() {
        let free: Vec<u16> = (PROGRAM_START..=720).collect();
        let order = in_turn(&free, Density::Single);
        let (mut time, mut at) = (0, 0);
        for sector in &order {
            let nth = (sector - 1) % 18;
            let place = usize::from(nth / 2 + nth % 2 * 9);
            // From the beginning of one to that of the next.
            let ahead = (place + 18 - at) % 18;
            assert!(time == 0 || ahead == 0 || ahead >= 10, "{sector}");
            time += if ahead == 0 { 18 } else { ahead };
            at = place;
        }
        let mean = time as f64 / order.len() as f64;
        assert!(mean < 11.0, "{mean}");
    }
}
