//! The game disk, which is one of DOS 3.3, too: the boot sectors, the program from the beginning of a track on, as its loader reads it, its
//! parts, and files for saved games, each with all the sectors that it can ever need, or, where the game leaves less, with what a state
//! needs that packing does not shorten. The shell writes into those, and never into the catalog.

use crate::Program;
use hexfront_disk::apple::dos33::{CATALOG_TRACK, FileError, Place, Volume};
use hexfront_disk::apple::track::SECTORS;
use hexfront_disk::apple::{Container, DOS_ORDER, Disk, TRACKS, VOLUME};

/// Track that the program begins on (`program_track` in `areas.link`): the first that DOS leaves to files.
const PROGRAM_TRACK: u8 = 3;
/// Sectors that files behind the catalog begin later on each track than on the one before (`part_skew` there).
const SKEW: usize = 5;
/// Letters of the game's id in the name of a file (`shell/disk_name.s`).
const ID_LETTERS: usize = 9;
/// Saved games: four, each in two files that take turns (`core/shell/6502/slot.s`).
const SAVES: &str = "ABCDEFGH";
/// Bytes before those of a binary file, and before the state in a saved game.
pub const HEAD: usize = 4;
const HEADER: usize = 32;
/// Sectors that a list has room for.
const LIST: usize = 122;
/// Letters of a title in the catalog.
const TITLE_LETTERS: usize = 30;

/// Name of the program's file: the title's capitals, digits and spaces.
#[must_use]
pub fn program_name(title: &str) -> String {
    let letters = title.chars().map(|c| c.to_ascii_uppercase());
    let name: String = letters
        .filter(|c| c.is_ascii_alphanumeric() || *c == ' ')
        .take(TITLE_LETTERS)
        .collect();
    name.trim_end().to_owned()
}

/// Name of the file of the parts that come and go.
#[must_use]
pub fn parts_name(id: &str) -> String {
    format!("{}.PARTS", short(id))
}

/// Names of the files of saved games.
pub fn save_names(id: &str) -> impl Iterator<Item = String> {
    let id = short(id);
    SAVES
        .chars()
        .map(move |letter| format!("{id}.SAVE.{letter}"))
}

fn short(id: &str) -> String {
    id.chars().take(ID_LETTERS).collect()
}

/// Sectors that a saved game takes at most: of two equal bytes packing makes three.
#[must_use]
pub fn save_sectors(state_bytes: usize) -> usize {
    (HEAD + HEADER + state_bytes + state_bytes.div_ceil(2)).div_ceil(256)
}

/// Sectors that each saved game gets of so many that are free, lists aside.
///
/// Packing makes three bytes of two equal ones at the worst; what a file must be able to keep is a state that it does not shorten.
fn save_room(free: usize, state_bytes: usize) -> usize {
    let least = (HEAD + HEADER + state_bytes).div_ceil(256);
    let most = save_sectors(state_bytes);
    let a_save = free / SAVES.len();
    a_save
        .saturating_sub(most.div_ceil(LIST))
        .clamp(least, most)
}

/// A disk with the files of a game.
///
/// # Errors
/// [`FileError::Full`] if they are longer than a disk, [`FileError::Name`] where the title begins with no letter.
pub fn disk(
    program: &Program,
    title: &str,
    id: &str,
    state_bytes: usize,
) -> Result<Disk, FileError> {
    let mut sectors = Volume::format(VOLUME);
    for (number, sector) in DOS_ORDER.into_iter().zip(program.boot) {
        sectors[number] = sector;
    }
    let mut disk = Disk::from_sectors(Container::Dos, &sectors);
    let mut volume = Volume::of(&disk)?;
    let mut free = Places::new();
    let data = free.take(count(&program.file))?;
    let lists = free.take(data.len().div_ceil(LIST))?;
    volume.lay(&program_name(title), 0, &program.file, [&lists, &data])?;
    // The parts begin the track behind it (`part_track` in `areas.link`), where their reader looks for them.
    free.behind_catalog();
    if let Some(file) = &program.parts {
        let data = free.take(count(file))?;
        let lists = free.take(data.len().div_ceil(LIST))?;
        volume.lay(&parts_name(id), 0, file, [&lists, &data])?;
    }
    lay_saves(&mut volume, free, id, state_bytes)?;
    volume.store(&mut disk);
    Ok(disk)
}

/// Lays files for saved games into free sectors.
fn lay_saves(
    volume: &mut Volume,
    mut free: Places,
    id: &str,
    state_bytes: usize,
) -> Result<(), FileError> {
    let room = save_room(free.0.len(), state_bytes);
    for name in save_names(id) {
        let lists = free.take(room.div_ceil(LIST))?;
        let data = free.take(room)?;
        volume.lay(&name, 0, &[], [&lists, &data])?;
    }
    Ok(())
}

/// A disk with files for a game's saved games, and nothing else, as the shell makes it (`shell/format.s`).
///
/// # Errors
/// [`FileError`] if the id of the game is no name of a file.
pub fn save_disk(id: &str, state_bytes: usize) -> Result<Disk, FileError> {
    let mut disk = Disk::from_sectors(Container::Dos, &Volume::format(VOLUME));
    let mut volume = Volume::of(&disk)?;
    lay_saves(&mut volume, Places::new(), id, state_bytes)?;
    volume.store(&mut disk);
    Ok(disk)
}

/// Sectors that a binary file takes.
fn count(file: &[u8]) -> usize {
    (HEAD + file.len()).div_ceil(256)
}

/// Free sectors in the order in which they pass the head, track by track.
struct Places(Vec<Place>);

impl Places {
    fn new() -> Places {
        let tracks = (PROGRAM_TRACK..TRACKS as u8).filter(|track| *track != CATALOG_TRACK);
        let track = |track: u8| {
            let mut order = DOS_ORDER.map(|sector| Place(track, sector as u8));
            let behind = track.saturating_sub(CATALOG_TRACK + 1);
            order.rotate_left(usize::from(behind) * SKEW % SECTORS);
            order
        };
        Places(tracks.flat_map(track).collect())
    }

    /// The next so many.
    fn take(&mut self, needed: usize) -> Result<Vec<Place>, FileError> {
        let free = self.0.len();
        if needed > free {
            return Err(FileError::Full { needed, free });
        }
        Ok(self.0.drain(..needed).collect())
    }

    /// What lies behind the catalog comes first from now on, as the arm comes from there.
    fn behind_catalog(&mut self) {
        let before = self.0.iter().take_while(|place| place.0 < CATALOG_TRACK);
        let before = before.count();
        self.0.rotate_left(before);
    }
}
