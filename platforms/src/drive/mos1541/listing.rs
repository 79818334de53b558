//! The directory as the BASIC program that `LOAD"$",8` gets.
//!
//! Each line is what a BASIC line is in memory: two bytes of link (any but zero), the line number (blocks), text,
//! a zero. Entries take 32 bytes, so that a computer can keep pace with the blocks of the directory.

use super::filename::Pattern;
use hexfront_disk::d64::{D64, DiskError, Entry, PAD};

/// Where the program would load to if it were loaded where it says.
const LOAD_ADDRESS: [u8; 2] = [0x01, 0x04];
const LINK: [u8; 2] = [0x01, 0x01];
const REVERSE_ON: u8 = 0x12;
const QUOTE: u8 = b'"';

/// The listing of the files that fit one of the patterns, with the disk's name and the free blocks.
pub fn listing(disk: &D64, patterns: &[Pattern]) -> Result<Vec<u8>, DiskError> {
    let mut bytes = Vec::with_capacity(2048);
    bytes.extend(LOAD_ADDRESS);

    bytes.extend(LINK);
    bytes.extend([0, 0, REVERSE_ON, QUOTE]);
    bytes.extend(disk.header()?.name.entry().map(visible));
    bytes.extend([QUOTE, b' ']);
    bytes.extend(disk.id_field()?.map(visible));
    bytes.push(0);

    for entry in disk.entries()? {
        if patterns.iter().any(|pattern| pattern.matches(&entry)) {
            line(&mut bytes, &entry);
        }
    }

    bytes.extend(LINK);
    let free = u16::try_from(disk.blocks_free()?).unwrap_or(u16::MAX);
    bytes.extend(free.to_le_bytes());
    bytes.extend(b"BLOCKS FREE.             ");
    bytes.extend([0, 0, 0]);
    Ok(bytes)
}

fn line(bytes: &mut Vec<u8>, entry: &Entry) {
    bytes.extend(LINK);
    bytes.extend(entry.blocks.to_le_bytes());
    let start = bytes.len();
    // BASIC prints the number and a space; these bring the names into one column.
    let indent = match entry.blocks {
        0..=9 => 3,
        10..=99 => 2,
        _ => 1,
    };
    bytes.extend([b' '].repeat(indent));
    bytes.push(QUOTE);
    let name = entry.name.entry();
    let length = entry.name.petscii().len();
    bytes.extend(&name[..length]);
    bytes.push(QUOTE);
    // What stands behind the fill byte is shown behind the quote.
    bytes.extend(name[length..].iter().map(|&b| visible(b)));
    bytes.push(if entry.closed { b' ' } else { b'*' });
    bytes.extend(entry.kind.letters().as_bytes());
    bytes.push(if entry.locked { b'<' } else { b' ' });
    bytes.resize(start + 27, b' ');
    bytes.push(0);
}

fn visible(byte: u8) -> u8 {
    if byte == PAD { b' ' } else { byte }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_disk::d64::{FileKind, Name};

    #[test]
    fn bytes_of_a_short_directory() {
        let name = |text| Name::parse(text).unwrap();
        let mut disk = D64::format(name("DISK"), *b"12");
        disk.write_file(&name("LONG"), FileKind::Prg, &[0; 3000])
            .unwrap();
        disk.write_file(&name("SHORT"), FileKind::Seq, &[0; 3])
            .unwrap();
        let all = Pattern::parse_all(b"*").unwrap();
        let bytes = listing(&disk, &all).unwrap();
        let mut wanted = b"\x01\x04".to_vec();
        wanted.extend(b"\x01\x01\x00\x00\x12\"DISK            \" 12 2A\0");
        wanted.extend(b"\x01\x01\x0C\x00  \"LONG\"             PRG   \0");
        wanted.extend(b"\x01\x01\x01\x00   \"SHORT\"            SEQ  \0");
        wanted.extend(b"\x01\x01\x8B\x02BLOCKS FREE.             \0\0\0");
        assert_eq!(bytes, wanted);

        let some = Pattern::parse_all(b"*=S").unwrap();
        let text = listing(&disk, &some).unwrap();
        assert_eq!(text.len(), wanted.len() - 32);
    }
}
