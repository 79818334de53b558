//! A disk with another build of the game's files on it, beside the player's saved games.

use hexfront_disk::d64::{D64, DiskError, Entry};
use std::fmt::Write as _;

/// A disk with the files of another in the place of its own; what is equal stays where it is. Faults that the
/// drive's validate mends are mended, with others the disk is refused: writing to it would make them worse.
pub fn with_files(bytes: &[u8], files: &D64) -> Result<Vec<u8>, String> {
    let mut disk = sound(D64::from_bytes(bytes).map_err(|error| error.to_string())?)?;
    let new = new_files(&disk, files).map_err(|error| error.to_string())?;
    // All old ones go first, so that there is room for the new ones. The file of the host holds them until all is done.
    for entry in &new {
        if let Ok(old) = disk.find(&entry.name) {
            disk.scratch(&old).map_err(|error| error.to_string())?;
        }
    }
    for entry in new {
        let written = files
            .read_file(&entry.name)
            .and_then(|contents| disk.write_file(&entry.name, entry.kind, &contents));
        written.map_err(|error| match error {
            DiskError::Full { .. } => format!(
                "{error}: this version of the game does not fit beside the other files; \
                 take some off it, or name a file that is not there yet"
            ),
            error => error.to_string(),
        })?;
    }
    Ok(disk.to_bytes())
}

/// The entries of those files that a disk has not, or has otherwise.
fn new_files(disk: &D64, files: &D64) -> Result<Vec<Entry>, DiskError> {
    let mut new = Vec::new();
    for entry in files.entries()? {
        let wanted = files.read_file(&entry.name)?;
        let same = disk
            .find(&entry.name)
            .is_ok_and(|old| old.kind == entry.kind)
            && disk.read_file(&entry.name).is_ok_and(|old| old == wanted);
        if !same {
            new.push(entry);
        }
    }
    Ok(new)
}

/// The disk without faults that a write would make worse.
fn sound(disk: D64) -> Result<D64, String> {
    let grave = |disk: &D64| -> Vec<String> {
        let problems = disk.check();
        let grave = problems.iter().filter(|problem| problem.endangers_files());
        grave.map(ToString::to_string).collect()
    };
    let faults = grave(&disk);
    if faults.is_empty() {
        return Ok(disk);
    }
    let mut mended = disk;
    let left = match mended.validate() {
        Ok(()) => grave(&mended),
        Err(_) => faults,
    };
    if left.is_empty() {
        return Ok(mended);
    }
    let mut text = String::from("it has faults, and playing on would make them worse:");
    for fault in left {
        let _ = write!(text, "\n  {fault}");
    }
    text.push_str(
        "\n`hexfront disk get` copies files that are still whole from it, and `hexfront disk put` to a new one, such as \
         `hexfront build` writes; or move it away and begin a new one",
    );
    Err(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_disk::d64::{Block, FileKind, Name, Writer};

    fn name(text: &str) -> Name {
        Name::parse(text).unwrap()
    }

    fn game(seed: u8) -> D64 {
        let mut disk = D64::format(name("GAME"), *b"HF");
        for (file, length) in [("PROGRAM", 9000), ("PART", 3000)] {
            disk.write_file(&name(file), FileKind::Prg, &vec![seed; length])
                .unwrap();
        }
        disk
    }

    /// A disk on which saved games lie between the parts of the game's files.
    fn played() -> D64 {
        let mut disk = game(1);
        for save in ["SAVE.A", "SAVE.B"] {
            disk.write_file(&name(save), FileKind::Seq, &[7; 2000])
                .unwrap();
        }
        disk.replace_file(&name("PART"), FileKind::Prg, &[1; 3000])
            .unwrap();
        disk
    }

    fn with(disk: &D64, files: &D64) -> Result<D64, String> {
        with_files(&disk.to_bytes(), files).map(|bytes| D64::from_bytes(&bytes).unwrap())
    }

    #[test]
    fn what_is_equal_is_not_written() {
        let disk = played();
        assert!(with(&disk, &game(1)).unwrap() == disk);
    }

    #[test]
    fn another_build_takes_the_place_of_the_old_one_and_saved_games_stay() {
        let mut disk = played();
        let room = disk.blocks_free().unwrap() - 7;
        disk.write_file(&name("BIG"), FileKind::Prg, &vec![0; room * 254])
            .unwrap();
        let new = with(&disk, &game(2)).unwrap();
        assert_eq!(new.check(), []);
        assert_eq!(new.entries().unwrap()[0].name, name("PROGRAM"));
        assert_eq!(new.read_file(&name("PROGRAM")).unwrap(), [2; 9000]);
        assert_eq!(new.read_file(&name("PART")).unwrap(), [2; 3000]);
        assert_eq!(new.read_file(&name("SAVE.B")).unwrap(), [7; 2000]);
        assert_eq!(new.blocks_free().unwrap(), 7);

        let mut longer = game(2);
        longer
            .replace_file(&name("PART"), FileKind::Prg, &[2; 6000])
            .unwrap();
        let told = with(&disk, &longer).unwrap_err();
        assert!(
            told.contains("does not fit beside the other files"),
            "{told}"
        );
    }

    #[test]
    fn a_save_that_was_cut_short_is_taken_off_the_disk() {
        let mut disk = played();
        let mut writer = Writer::create(&mut disk, name("SAVE.C"), FileKind::Seq, None).unwrap();
        for _ in 0..300 {
            writer.put(&mut disk, 1).unwrap();
        }
        let mended = with(&disk, &game(1)).unwrap();
        assert_eq!(mended.check(), []);
        assert!(
            mended == with(&played(), &game(1)).unwrap() || mended.find(&name("SAVE.C")).is_err()
        );
        assert_eq!(mended.read_file(&name("SAVE.A")).unwrap(), [7; 2000]);
    }

    #[test]
    fn blocks_that_are_marked_free_are_taken_back_before_anything_is_written() {
        let mut disk = played();
        let first = disk.find(&name("SAVE.A")).unwrap().first_block().unwrap();
        disk.mark(first, true).unwrap();
        let new = with(&disk, &game(2)).unwrap();
        assert_eq!(new.check(), []);
        assert_eq!(new.read_file(&name("SAVE.A")).unwrap(), [7; 2000]);
    }

    #[test]
    fn a_disk_with_faults_is_refused_with_their_names_and_the_mend() {
        let mut disk = played();
        let first = |disk: &D64, file: &str| disk.find(&name(file)).unwrap().first;
        let (track, sector) = first(&disk, "PROGRAM");
        let save = disk.find(&name("SAVE.A")).unwrap().first_block().unwrap();
        let mut block = *disk.read(save).unwrap();
        (block[0], block[1]) = (track, sector);
        disk.write(save, &block).unwrap();
        let told = with(&disk, &game(1)).unwrap_err();
        for part in [
            "it has faults",
            "\"PROGRAM\" and \"SAVE.A\" both use block",
            "hexfront disk get",
        ] {
            let turned = told.replace("\"SAVE.A\" and \"PROGRAM\"", "\"PROGRAM\" and \"SAVE.A\"");
            assert!(turned.contains(part), "{told}");
        }
        let mut disk = played();
        let block = [99; 256];
        disk.write(Block::new(track, sector).unwrap(), &block)
            .unwrap();
        let told = with(&disk, &game(1)).unwrap_err();
        assert!(told.contains("\"PROGRAM\": block"), "{told}");
    }
}
