//! Saved games on a disk, as files.

use crate::replay::saves::{Wanted, Writer};
use hexfront_disk::d64::{D64, DiskError, FileKind, Name};
use hexfront_isa::cartridge::Cartridge;

/// Letters of the files of saved games (`c64/shell/name.s`), two a game.
const FILES: &str = "ABCDEFGH";

/// A disk with such saved games in the place of its own.
///
/// # Errors
/// When it is no disk, or full.
pub fn on_disk(
    cartridge: &Cartridge<'_>,
    wanted: Wanted<'_>,
    disk: &[u8],
) -> Result<Vec<u8>, DiskError> {
    let mut disk = D64::from_bytes(disk)?;
    let files = Writer::packing(cartridge, wanted.state).turning(wanted.status);
    // The same for each of the games that may be saved beside each other: the keys tell which one is loaded.
    for (letter, file) in FILES.chars().zip(files.into_iter().cycle()) {
        let name = format!("{}.SAVE.{letter}", cartridge.game);
        let name = Name::from_petscii(name.as_bytes());
        if let Ok(entry) = disk.find(&name) {
            disk.scratch(&entry)?;
        }
        if let Some(file) = file {
            disk.write_file(&name, FileKind::Seq, &file)?;
        }
    }
    Ok(disk.to_bytes())
}
