//! Saved games on a disk of ours: no file system, but slots of tracks. Those of games that are worked with keys hold what a file of
//! another machine's disk holds, and go by the same names here: `BIA.SAVE.A` to `.H`.

use super::{Adf, BOOT_SIZE, SECTOR_SIZE, SECTORS};
use thiserror::Error;

/// First track of saved games.
pub const SAVE_TRACK: usize = 60;
/// Bytes of a track.
pub const TRACK_BYTES: usize = SECTORS as usize * SECTOR_SIZE;
/// Bytes of a slot.
pub const SLOT_BYTES: usize = 5 * TRACK_BYTES;

/// Where the bootblock of a disk of ours says where the program begins: behind itself.
const MARK: usize = 16;
/// First bytes of a saved game, and its format: packed.
const MAGIC: [u8; 5] = *b"HXSG\x02";
/// Bytes of its header; where it has the game's id and the length of what is packed.
const HEADER: usize = 32;
const ID: std::ops::Range<usize> = 8..20;
const LENGTH: usize = 24;
/// What stands between a game's id and the letter of a slot.
const SAVE: &str = ".SAVE.";
/// The letters, slot by slot.
const LETTERS: [char; 8] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

/// Why a file cannot be written to a slot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SaveError {
    /// It is no saved game.
    #[error(
        "only saved games can be written to this disk, and this file is none of a game that is worked with keys"
    )]
    NoSave,
    /// Its name is not that of a slot.
    #[error("{name:?} is no name of a saved game here: use {id}.SAVE.A to {id}.SAVE.H")]
    Name {
        /// The name.
        name: String,
        /// The game's id.
        id: String,
    },
    /// It is too long.
    #[error("the saved game has {bytes} bytes, and a slot has room for {SLOT_BYTES}")]
    TooLong {
        /// Its bytes.
        bytes: usize,
    },
}

/// Where a slot lies on the disk.
pub fn slot(number: usize) -> std::ops::Range<usize> {
    let track = SAVE_TRACK + number % 10 * 10 + number / 10 * 5;
    let first = track * TRACK_BYTES;
    first..first + SLOT_BYTES
}

/// Whether the disk is one of ours, with slots and no files.
pub fn has_slots(disk: &Adf) -> bool {
    disk.bytes()[MARK..].starts_with(&(BOOT_SIZE as u32).to_be_bytes())
}

/// The saved games: names and bytes.
pub fn files(disk: &Adf) -> Vec<(String, &[u8])> {
    let all = LETTERS.iter().enumerate();
    let found = all.filter_map(|(number, letter)| {
        let file = whole(&disk.bytes()[slot(number)])?;
        Some((format!("{}{SAVE}{letter}", id(file)), file))
    });
    found.collect()
}

/// Writes a saved game to the slot of that name.
///
/// # Errors
/// When it is no saved game, or the name no slot's.
pub fn put(disk: &mut Adf, name: &str, bytes: &[u8]) -> Result<(), SaveError> {
    let file = whole(bytes).ok_or(SaveError::NoSave)?;
    let id = id(file);
    let upper = name.to_uppercase();
    let letter = upper
        .strip_prefix(&format!("{id}{SAVE}"))
        .and_then(|rest| LETTERS.iter().position(|letter| rest == letter.to_string()));
    let Some(number) = letter else {
        let name = name.to_owned();
        return Err(SaveError::Name { name, id });
    };
    if file.len() > SLOT_BYTES {
        return Err(SaveError::TooLong { bytes: file.len() });
    }
    let place = &mut disk.bytes_mut()[slot(number)];
    place.fill(0);
    place[..file.len()].copy_from_slice(file);
    Ok(())
}

fn id(file: &[u8]) -> String {
    let id = file[ID].iter().take_while(|byte| **byte != 0);
    id.map(|byte| char::from(*byte)).collect()
}

/// The saved game that these bytes begin with: header, and as much as unpacks to the length it tells. Behind two equal bytes stands
/// how many more of them follow; then counting begins anew.
fn whole(bytes: &[u8]) -> Option<&[u8]> {
    if !bytes.starts_with(&MAGIC) || bytes.len() < HEADER {
        return None;
    }
    let mut left = usize::from(u16::from_le_bytes([bytes[LENGTH], bytes[LENGTH + 1]]));
    let mut at = HEADER;
    let mut last = None;
    while left > 0 {
        let byte = *bytes.get(at)?;
        at += 1;
        left -= 1;
        if last.take() == Some(byte) {
            left = left.checked_sub(usize::from(*bytes.get(at)?))?;
            at += 1;
        } else {
            last = Some(byte);
        }
    }
    Some(&bytes[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A saved game of five bytes: 7 7 7 7 1.
    fn save() -> Vec<u8> {
        let mut file = vec![0; HEADER];
        file[..5].copy_from_slice(&MAGIC);
        file[ID.start..][..3].copy_from_slice(b"BIA");
        file[LENGTH] = 5;
        file.extend([7, 7, 2, 1]);
        file
    }

    #[test]
    fn a_game_is_found_under_the_name_that_it_was_put_under() {
        let mut disk = Adf::blank();
        put(&mut disk, "bia.save.c", &save()).unwrap();
        assert_eq!(files(&disk), [("BIA.SAVE.C".to_owned(), save().as_slice())]);
        assert_eq!(&disk.bytes()[slot(2)][..4], b"HXSG");
    }

    #[test]
    fn what_is_no_saved_game_or_has_no_slot_is_refused() {
        let mut disk = Adf::blank();
        assert_eq!(put(&mut disk, "A", b"text"), Err(SaveError::NoSave));
        let short = &save()[..HEADER + 2];
        assert_eq!(put(&mut disk, "BIA.SAVE.A", short), Err(SaveError::NoSave));
        for name in ["BIA.SAVE.I", "BLZ.SAVE.A", "BIA"] {
            let refused = put(&mut disk, name, &save());
            assert!(matches!(refused, Err(SaveError::Name { .. })), "{name}");
        }
        assert_eq!(disk, Adf::blank());
    }
}
