//! The game disk: one program, the first file, so that `LOAD"*",8` finds it; the rest is free for saved games.

use hexfront_disk::d64::{D64, DiskError, FileKind, Name};

/// Name of the disk's id field.
const ID: [u8; 2] = *b"HF";

/// A disk with `program` (a program file with its load address) under the title's first letters.
///
/// # Errors
/// [`DiskError::Full`] if the program is longer than a disk.
pub fn disk(program: &[u8], title: &str) -> Result<D64, DiskError> {
    let name = Name::from_petscii(&petscii(title));
    let mut disk = D64::format(name, ID);
    disk.write_file(&name, FileKind::Prg, program)?;
    Ok(disk)
}

/// Capitals, digits and spaces of a title, 16 at most.
fn petscii(title: &str) -> Vec<u8> {
    let letters = title.bytes().map(|b| b.to_ascii_uppercase());
    letters
        .filter(|b| b.is_ascii_alphanumeric() || *b == b' ')
        .take(16)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_the_first_file_and_reads_back() {
        let program = [0x01, 0x08, 1, 2, 3];
        let disk = disk(&program, "Breakthrough in the Ardennes").unwrap();
        let entries = disk.entries().unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].name.petscii(), b"BREAKTHROUGH IN ");
        assert_eq!(disk.read_file(&entries[0].name).unwrap(), program);
    }
}
