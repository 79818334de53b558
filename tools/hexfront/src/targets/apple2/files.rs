//! A disk with another build of a game on it, beside the player's files; and saved games as files.

use crate::replay::saves::{Wanted, Writer};
use hexfront_apple2::save_names;
use hexfront_disk::apple::Disk;
use hexfront_disk::apple::dos33::{FileError, Volume};
use hexfront_isa::cartridge::Cartridge;

/// The disk of a new build with all files of an old one that it has not itself, and with the old one's saved games.
///
/// # Errors
/// With a sentence why the old disk cannot be used.
pub fn with_files(old: &[u8], new: &Disk) -> Result<Vec<u8>, String> {
    let old = Disk::from_bytes(old).map_err(|error| error.to_string())?;
    let files = Volume::of(&old).map_err(|error| {
        format!("{error}: it is another program's, and would be overwritten; name a file that is not there yet")
    })?;
    let mut disk = new.clone();
    let mut volume = Volume::of(&disk).map_err(|error| error.to_string())?;
    let built = volume.entries().map_err(|error| error.to_string())?;
    let entries = files.entries().map_err(|error| error.to_string())?;
    for entry in entries {
        let own = built.iter().find(|own| own.name == entry.name);
        let is_program = own.is_some_and(|_| !is_save(&entry.name));
        if is_program || is_part(&entry.name) {
            continue;
        }
        let read = files.get(&entry.name);
        if is_save(&entry.name) && matches!(read, Err(FileError::Unreadable { .. })) {
            // It was cut short: the game would not read it either.
            continue;
        }
        let copied = read.and_then(|bytes| volume.put(&entry.name, 0, &bytes));
        copied.map_err(|error| format!("{}: {error}", entry.name))?;
    }
    volume.store(&mut disk);
    // In the kind of file that the player has.
    disk.to_container(old.container())
        .map_err(|error| error.to_string())
}

/// Whether a file is one of saved games.
fn is_save(name: &str) -> bool {
    name.contains(".SAVE.")
}

/// Whether it is a part of a game: those of another build are of no use.
fn is_part(name: &str) -> bool {
    name.contains(".PART")
}

/// A disk with such saved games in the place of its own.
///
/// # Errors
/// When its files cannot be read, or it is full.
pub fn with_saves(
    cartridge: &Cartridge<'_>,
    wanted: Wanted<'_>,
    disk: &mut Disk,
) -> Result<(), FileError> {
    let mut volume = Volume::of(disk)?;
    let files = Writer::packing(cartridge, wanted.state).turning(wanted.status);
    // The same for each of the games that may be saved beside each other: the keys tell which one is loaded.
    for (name, file) in save_names(cartridge.game).zip(files.into_iter().cycle()) {
        volume.put(&name, 0, &file.unwrap_or_default())?;
    }
    volume.store(disk);
    Ok(())
}
