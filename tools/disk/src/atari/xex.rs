//! Binary load files, as DOS 2 loads them (`.xex`, `.com`, `.obj`): segments, each with the addresses of its first and last byte.
//!
//! $FFFF stands before the first segment and may stand before others. A segment that covers INITAD is followed by a call to what it
//! holds, one that covers RUNAD says where the program starts once all is loaded.
//!
//! Source: Atari DOS 2.0S Manual, appendix "Structure of a compound file"; Mapping the Atari, $02E0 to $02E3.

use thiserror::Error;

/// Where a loader looks for the start of the program, and for a routine to call between segments.
pub const RUNAD: u16 = 0x02E0;
/// See [`RUNAD`].
pub const INITAD: u16 = 0x02E2;

const MARK: u16 = 0xFFFF;

/// A part of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment<'a> {
    /// Where its first byte goes.
    pub start: u16,
    /// Its bytes: one at least, and none behind $FFFF.
    pub bytes: &'a [u8],
}

impl Segment<'_> {
    /// The word that the segment lays at an address, if it does.
    pub fn word(&self, address: u16) -> Option<u16> {
        let at = usize::from(address.checked_sub(self.start)?);
        let word = self.bytes.get(at..at + 2)?;
        Some(u16::from_le_bytes([word[0], word[1]]))
    }
}

/// Why a file cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum XexError {
    #[error("the file does not begin with FF FF: it is no binary load file")]
    NoMark,
    #[error(
        "byte {at}: a segment for ${start:04X} to ${end:04X} ends before it begins: the file is damaged"
    )]
    Backwards { at: usize, start: u16, end: u16 },
    #[error(
        "byte {at}: the segment for ${start:04X} to ${end:04X} has {found} of {wanted} bytes: the file is cut short"
    )]
    Short {
        at: usize,
        start: u16,
        end: u16,
        wanted: usize,
        found: usize,
    },
    #[error(
        "byte {at}: the file ends within the addresses of a segment: it is cut short, or something stands behind its end"
    )]
    ShortHead { at: usize },
}

/// The segments of a file, in order.
///
/// # Errors
/// [`XexError`], with the place in the file.
pub fn segments(file: &[u8]) -> Result<Vec<Segment<'_>>, XexError> {
    if word(file, 0) != Some(MARK) {
        return Err(XexError::NoMark);
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < file.len() {
        while word(file, at) == Some(MARK) {
            at += 2;
        }
        let (Some(start), Some(end)) = (word(file, at), word(file, at + 2)) else {
            return Err(XexError::ShortHead { at });
        };
        if end < start {
            return Err(XexError::Backwards { at, start, end });
        }
        let wanted = usize::from(end - start) + 1;
        let behind = &file[at + 4..];
        let bytes = behind.get(..wanted).ok_or(XexError::Short {
            at,
            start,
            end,
            wanted,
            found: behind.len(),
        })?;
        found.push(Segment { start, bytes });
        at += 4 + wanted;
    }
    Ok(found)
}

fn word(file: &[u8], at: usize) -> Option<u16> {
    let bytes = file.get(at..at + 2)?;
    Some(u16::from_le_bytes([bytes[0], bytes[1]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_come_in_order_with_their_addresses() {
        let file = [
            0xFF, 0xFF, 0x00, 0x20, 0x02, 0x20, 1, 2, 3, // $2000 to $2002
            0xE2, 0x02, 0xE3, 0x02, 0x01, 0x20, // INITAD, no mark
            0xFF, 0xFF, 0xE0, 0x02, 0xE1, 0x02, 0x00, 0x20, // RUNAD
        ];
        let segments = segments(&file).unwrap();
        let starts: Vec<u16> = segments.iter().map(|s| s.start).collect();
        assert_eq!(starts, [0x2000, INITAD, RUNAD]);
        assert_eq!(segments[0].bytes, [1, 2, 3]);
        assert_eq!(segments[1].word(INITAD), Some(0x2001));
        assert_eq!(segments[2].word(RUNAD), Some(0x2000));
        assert_eq!(segments[0].word(RUNAD), None);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let said = |file: &[u8]| segments(file).unwrap_err().to_string();
        assert!(said(&[1, 2, 3]).contains("no binary load file"));
        assert!(said(&[]).contains("no binary load file"));
        assert_eq!(
            said(&[0xFF, 0xFF, 0x00, 0x20, 0x02, 0x20, 1]),
            "byte 2: the segment for $2000 to $2002 has 1 of 3 bytes: the file is cut short"
        );
        assert!(said(&[0xFF, 0xFF, 0x02, 0x20, 0x00, 0x20, 1]).contains("ends before it begins"));
        assert!(said(&[0xFF, 0xFF, 0, 0x20, 0, 0x20, 1, 0]).contains("byte 7"));
        assert!(said(&[0xFF, 0xFF]).contains("byte 2"));
    }
}
