//! What the text of an OPEN means: `@0:NAME,S,W`, `$0:A*=P`, `#2`.

use super::status::Status;
use hexfront_disk::d64::{Entry, FileKind, Name};

/// What is to be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `R`, or nothing.
    Read,
    /// `W`.
    Write,
    /// `A`.
    Append,
    /// `M`: read a file that was never closed.
    Modify,
}

/// A file name with all that may stand around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName {
    /// `@`: the file is to be replaced if it is there.
    pub replace: bool,
    /// The name, which may hold wildcards.
    pub name: Vec<u8>,
    pub kind: Option<FileKind>,
    pub mode: Option<Mode>,
}

impl FileName {
    /// Takes a text apart.
    ///
    /// # Errors
    /// 34 when there is no name, 74 when it is for a drive that a 1541 does not have.
    pub fn parse(text: &[u8]) -> Result<FileName, Status> {
        let (prefix, rest) = split_drive(text)?;
        let mut parts = rest.split(|&b| b == b',');
        let name = parts.next().unwrap_or_default().to_vec();
        if name.is_empty() {
            return Err(Status::NO_NAME);
        }
        let mut parsed = FileName {
            replace: prefix.contains(&b'@'),
            name,
            kind: None,
            mode: None,
        };
        for &letter in parts.filter_map(<[u8]>::first) {
            match letter {
                b'R' => parsed.mode = Some(Mode::Read),
                b'W' => parsed.mode = Some(Mode::Write),
                b'A' => parsed.mode = Some(Mode::Append),
                b'M' => parsed.mode = Some(Mode::Modify),
                _ => parsed.kind = FileKind::from_letter(letter).or(parsed.kind),
            }
        }
        Ok(parsed)
    }
}

/// The name of these bytes, if they mean just one file.
///
/// # Errors
/// 33 for wildcards, 34 for nothing.
pub fn exact(name: &[u8]) -> Result<Name, Status> {
    if name.is_empty() {
        Err(Status::NO_NAME)
    } else if name.iter().any(|b| matches!(b, b'*' | b'?')) {
        Err(Status::WILDCARD)
    } else {
        Ok(Name::from_petscii(name))
    }
}

/// What stands before a colon, and what after it; without a colon all is name.
///
/// # Errors
/// 74 when it is for a drive that a 1541 does not have.
pub fn split_drive(text: &[u8]) -> Result<(&[u8], &[u8]), Status> {
    match text.iter().position(|&b| b == b':') {
        Some(colon) => {
            let prefix = &text[..colon];
            if prefix.iter().any(|b| matches!(b, b'1'..=b'9')) {
                return Err(Status::NOT_READY);
            }
            Ok((prefix, &text[colon + 1..]))
        }
        None => Ok((&[], text)),
    }
}

/// A pattern of a directory or of SCRATCH: name with wildcards, and type after an equals sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    name: Vec<u8>,
    kind: Option<FileKind>,
}

impl Pattern {
    /// The patterns of a text, separated by commas; each may name the drive.
    ///
    /// # Errors
    /// 74 when one is for a drive that a 1541 does not have.
    pub fn parse_all(text: &[u8]) -> Result<Vec<Pattern>, Status> {
        text.split(|&b| b == b',')
            .map(|part| {
                let (_, part) = split_drive(part)?;
                let mut halves = part.splitn(2, |&b| b == b'=');
                let name = halves.next().unwrap_or_default().to_vec();
                let kind = halves
                    .next()
                    .and_then(|kind| kind.first())
                    .and_then(|&letter| FileKind::from_letter(letter));
                Ok(Pattern { name, kind })
            })
            .collect()
    }

    pub fn matches(&self, entry: &Entry) -> bool {
        entry.name.matches(&self.name) && self.kind.is_none_or(|kind| kind == entry.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_all_around_them() {
        let file = |replace, name: &str, kind, mode| {
            Ok(FileName {
                replace,
                name: name.into(),
                kind,
                mode,
            })
        };
        let rows = [
            ("GAME", file(false, "GAME", None, None)),
            ("0:GAME", file(false, "GAME", None, None)),
            (":GAME", file(false, "GAME", None, None)),
            ("@0:SAVE", file(true, "SAVE", None, None)),
            ("@:SAVE", file(true, "SAVE", None, None)),
            (
                "LOG,S,W",
                file(false, "LOG", Some(FileKind::Seq), Some(Mode::Write)),
            ),
            (
                "0:LOG,SEQ,APPEND",
                file(false, "LOG", Some(FileKind::Seq), Some(Mode::Append)),
            ),
            ("A,W", file(false, "A", None, Some(Mode::Write))),
            ("1:A", Err(Status::NOT_READY)),
            ("0:", Err(Status::NO_NAME)),
        ];
        for (text, wanted) in rows {
            assert_eq!(FileName::parse(text.as_bytes()), wanted, "{text}");
        }
    }

    #[test]
    fn one_file_is_named_by_a_name_without_wildcards() {
        assert_eq!(exact(b""), Err(Status::NO_NAME));
        assert_eq!(exact(b"A*"), Err(Status::WILDCARD));
        assert_eq!(exact(b"A?"), Err(Status::WILDCARD));
        assert!(exact(b"A").is_ok());
    }
}
