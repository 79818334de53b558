//! File names in PETSCII.

use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// The byte that fills a name up to 16 (shifted space).
pub const PAD: u8 = 0xA0;

/// A name as it stands in a directory: 16 bytes of PETSCII, filled up with $A0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Name([u8; 16]);

/// Why a text is not a file name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum NameError {
    #[error("the file name is empty")]
    Empty,
    #[error("the file name {text:?} has {length} characters, 16 are allowed")]
    TooLong { text: String, length: usize },
    #[error(
        "the file name {text:?} holds {found:?}, which a drive does not take as part of a name"
    )]
    Character { text: String, found: char },
}

impl Name {
    /// The name of these PETSCII bytes; what is beyond 16 is cut off, as the drive does.
    pub fn from_petscii(bytes: &[u8]) -> Name {
        let mut name = [PAD; 16];
        for (to, from) in name.iter_mut().zip(bytes) {
            *to = *from;
        }
        Name(name)
    }

    /// The 16 bytes of a directory entry.
    pub fn from_entry(bytes: [u8; 16]) -> Name {
        Name(bytes)
    }

    /// The name of a text in ASCII. Letters of either case become the unshifted letters, which a C64 shows as
    /// capitals after power-on.
    ///
    /// # Errors
    /// [`NameError`] if it is empty, longer than 16, or holds a character that means something in a drive's
    /// command (`* ? : , = " $ @ #` at the start for the last three) or is not in PETSCII.
    pub fn parse(text: &str) -> Result<Name, NameError> {
        let length = text.chars().count();
        if length == 0 {
            return Err(NameError::Empty);
        }
        if length > 16 {
            return Err(NameError::TooLong {
                text: text.into(),
                length,
            });
        }
        let mut bytes = Vec::with_capacity(length);
        for (i, found) in text.chars().enumerate() {
            let special = matches!(found, '*' | '?' | ':' | ',' | '=' | '"')
                || (i == 0 && matches!(found, '$' | '@' | '#'));
            match found {
                _ if special => {
                    return Err(NameError::Character {
                        text: text.into(),
                        found,
                    });
                }
                'a'..='z' => bytes.push(found.to_ascii_uppercase() as u8),
                ' '..='_' => bytes.push(found as u8),
                _ => {
                    return Err(NameError::Character {
                        text: text.into(),
                        found,
                    });
                }
            }
        }
        Ok(Name::from_petscii(&bytes))
    }

    /// All 16 bytes.
    pub fn entry(&self) -> [u8; 16] {
        self.0
    }

    /// The bytes before the first fill byte.
    pub fn petscii(&self) -> &[u8] {
        let end = self.0.iter().position(|&b| b == PAD).unwrap_or(16);
        &self.0[..end]
    }

    /// Whether the name fits a pattern: `?` stands for any one character, `*` for any rest (what follows the
    /// star does not count, as in DOS 2.6).
    pub fn matches(&self, pattern: &[u8]) -> bool {
        let name = self.petscii();
        for (i, &wanted) in pattern.iter().take(16).enumerate() {
            match (wanted, name.get(i)) {
                (b'*', _) => return true,
                (b'?', Some(_)) => {}
                (wanted, Some(&found)) if wanted == found => {}
                _ => return false,
            }
        }
        name.len() == pattern.len().min(16)
    }
}

impl fmt::Display for Name {
    /// The name in ASCII; bytes that ASCII has no character for are printed as U+FFFD.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &byte in self.petscii() {
            let char = match byte {
                0x20..=0x5F => char::from(byte),
                _ => char::REPLACEMENT_CHARACTER,
            };
            write!(f, "{char}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Name({:?})", self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_as_dos_reads_them() {
        let rows: [(&str, &str, bool); 10] = [
            ("HELLO", "HELLO", true),
            ("HELLO", "HELL", false),
            ("HELLO", "HELLOS", false),
            ("HELLO", "*", true),
            ("HELLO", "HE*", true),
            ("HELLO", "HELLO*", true),
            ("HELLO", "H*Z", true),
            ("HELLO", "H?LLO", true),
            ("HELLO", "HELLO?", false),
            ("HELLO", "J*", false),
        ];
        for (name, pattern, fits) in rows {
            let name = Name::parse(name).unwrap();
            assert_eq!(name.matches(pattern.as_bytes()), fits, "{name} {pattern}");
        }
    }

    #[test]
    fn names_that_a_drive_would_misread_are_refused() {
        assert!(Name::parse("SAVE 1").is_ok());
        assert!(Name::parse("A$").is_ok());
        assert!(Name::parse("SIXTEEN LETTERS!").is_ok());
        for bad in ["", "SEVENTEEN LETTERS", "A*", "A:B", "A,P", "$", "@A", "é"] {
            assert!(Name::parse(bad).is_err(), "{bad}");
        }
    }
}
