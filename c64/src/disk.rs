//! The game disk: the program first, so that `LOAD"*",8` finds it, then the files of its parts; the rest is free for saved
//! games.

use crate::Program;
use hexfront_disk::d64::{D64, DiskError, FileKind, Name};
use hexfront_isa::parts::program_name;

/// Name of the disk's id field.
const ID: [u8; 2] = *b"HF";
/// What stands between a game's id and the number of a part in the name of its file (`shell/disk.s`).
const PART: &[u8] = b".PART.";
/// What such a name ends with, by the part's number (`core/shell/6502/bring.s`): signs behind 9 mean other things to a drive.
const LAST_LETTERS: &[u8; 16] = b"0123456789ABCDEF";
/// Letters of the game's id in such a name.
const ID_LETTERS: usize = 9;

/// A disk with the files of a game: the program under the title's first letters, the parts under the game's id.
///
/// # Errors
/// [`DiskError::Full`] if they are longer than a disk.
pub fn disk(program: &Program, title: &str, id: &str) -> Result<D64, DiskError> {
    let name = Name::from_petscii(&program_name(title));
    let mut disk = D64::format(name, ID);
    disk.write_file(&name, FileKind::Prg, &program.file)?;
    for (number, file) in &program.parts {
        let mut name: Vec<u8> = id.bytes().take(ID_LETTERS).collect();
        name.extend(PART);
        name.push(LAST_LETTERS[*number]);
        disk.write_file(&Name::from_petscii(&name), FileKind::Prg, file)?;
    }
    Ok(disk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_the_first_file_and_all_read_back() {
        let program = Program {
            file: vec![0x01, 0x08, 1, 2, 3],
            parts: vec![(2, vec![9; 300]), (10, vec![8])],
        };
        let disk = disk(&program, "Breakthrough in the Ardennes", "BIA").unwrap();
        let entries = disk.entries().unwrap();
        let names: Vec<&[u8]> = entries.iter().map(|e| e.name.petscii()).collect();
        assert_eq!(
            names,
            [&b"BREAKTHROUGH IN "[..], b"BIA.PART.2", b"BIA.PART.A"]
        );
        assert_eq!(disk.read_file(&entries[0].name).unwrap(), program.file);
        assert_eq!(disk.read_file(&entries[1].name).unwrap(), [9; 300]);
    }
}
