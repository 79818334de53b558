//! A disk with another build of a game on it, beside the player's files; and saved games as files.

use crate::replay::saves::{Wanted, Writer};
use hexfront_atari8::save_names;
use hexfront_disk::atari::dos2::{FileError, Volume};
use hexfront_disk::atari::{Density, Disk};
use hexfront_isa::cartridge::Cartridge;
use hexfront_vm::image::MAGIC;

/// How names end: of saved games, of what a build brings.
const SAVE: &str = ".SV";
const BUILT: [&str; 2] = [".GAM", ".PT"];

/// The disk of a new build with all files of an old one that it has not itself, and with the old one's saved games; of 130 KB if the
/// old one is.
///
/// # Errors
/// With a sentence why the old disk cannot be used.
pub fn with_files(old: &[u8], new: &Disk) -> Result<Vec<u8>, String> {
    let old = Disk::from_bytes(old).map_err(|error| error.to_string())?;
    if old.density() == Density::Double {
        return Err(
            "it is one of 180 KB, and a game's disk has 90 or 130: name another file, and carry files over with `hexfront disk get` \
             and `put`"
                .to_owned(),
        );
    }
    let files = Volume::of(&old).map_err(|error| {
        format!("{error}: it is another program's, and would be overwritten; name a file that is not there yet")
    })?;
    let mut volume = Volume::of(new).map_err(|error| error.to_string())?;
    if old.density() == Density::Enhanced {
        // The program knows its sectors: they stay where they are.
        volume = volume.enhanced();
    }
    for entry in files.entries() {
        let name = entry.name.to_string();
        if BUILT.iter().any(|ending| name.contains(ending)) {
            // Those of another build are of no use.
            continue;
        }
        let named = |error: FileError| format!("{name}: {error}");
        let read = files.get(&name);
        if name.contains(SAVE) && !read.as_ref().is_ok_and(|bytes| bytes.starts_with(&MAGIC)) {
            // It was never used, or cut short: the game would not read it either.
            continue;
        }
        volume.put(&name, &read.map_err(named)?).map_err(named)?;
    }
    // In the kind of file that the player has.
    Ok(volume.into_disk().in_container(old.container()).to_bytes())
}

/// A disk with such saved games in the place of its own.
///
/// # Errors
/// When its files cannot be read, or it is full.
pub fn with_saves(
    cartridge: &Cartridge<'_>,
    wanted: Wanted<'_>,
    disk: &Disk,
) -> Result<Disk, FileError> {
    let mut volume = Volume::of(disk)?;
    let files = Writer::packing(cartridge, wanted.state).turning(wanted.status);
    // The same for each of the games that may be saved beside each other: the keys tell which one is loaded.
    for (name, file) in save_names(cartridge.game).zip(files.into_iter().cycle()) {
        volume.put(&name, &file.unwrap_or_default())?;
    }
    Ok(volume.into_disk())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_disk::atari::Container;

    /// A disk of DOS 2 with a file of the player's.
    fn his(density: Density) -> Vec<u8> {
        let mut disk = Disk::blank(Container::Xfd, density);
        Volume::format(&mut disk);
        let mut volume = Volume::of(&disk).unwrap();
        volume.put("MINE.TXT", b"mine").unwrap();
        volume.into_disk().to_bytes()
    }

    #[test]
    fn a_disk_that_no_game_has_is_refused_and_any_other_keeps_its_size_and_its_files() {
        let mut new = Disk::blank(Container::Atr, Density::Single);
        Volume::format(&mut new);
        let mut volume = Volume::of(&new).unwrap();
        volume.put("A.GAM", &[7; 60_000]).unwrap();
        let new = volume.into_disk();
        // Where the program lies, as its loader knows.
        let program = |disk: &Disk| -> Vec<u16> {
            let of_it = |sector: &u16| disk.read(*sector).unwrap().starts_with(&[7; 100]);
            (4..720).filter(of_it).collect()
        };
        assert_eq!(program(&new).len(), 480);
        for density in [Density::Single, Density::Enhanced] {
            let made = with_files(&his(density), &new).unwrap();
            let made = Disk::from_bytes(&made).unwrap();
            assert_eq!(
                (made.container(), made.density()),
                (Container::Xfd, density)
            );
            let volume = Volume::of(&made).unwrap();
            assert_eq!(volume.get("MINE.TXT").unwrap(), b"mine");
            assert_eq!(volume.check(), []);
            assert_eq!(program(&made), program(&new));
            assert_eq!(volume.free() > 300, density == Density::Enhanced);
        }
        let why = with_files(&his(Density::Double), &new).unwrap_err();
        assert!(
            why.contains("180 KB") && why.contains("name another file"),
            "{why}"
        );
    }
}
