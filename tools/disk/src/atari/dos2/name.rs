//! Names of files: eight letters and three.

use super::FileError;
use std::fmt;

/// Letters before the dot, and in all.
const STEM: usize = 8;
const LENGTH: usize = 11;

/// A name of a file, in capitals and without the spaces that fill it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    stem: String,
    extension: String,
}

impl Name {
    /// The name in a text, small letters taken for capitals. Where there is no dot, a space stands for it: DOS has no names with
    /// spaces, and saved games are called `SAVE A` on other machines. What is `BIA.SAVE.A` there is `BIA.SVA` here.
    ///
    /// # Errors
    /// [`FileError::Name`].
    pub fn parse(text: &str) -> Result<Name, FileError> {
        let mut capitals = text.to_ascii_uppercase();
        if !capitals.contains('.') {
            capitals = capitals.replacen(' ', ".", 1);
        }
        if let Some((stem, letter)) = capitals.split_once(".SAVE.") {
            let stem: String = stem.chars().take(STEM).collect();
            capitals = format!("{stem}.SV{letter}");
        }
        let (stem, extension) = capitals.split_once('.').unwrap_or((&capitals, ""));
        let letters = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric());
        let begins = stem.starts_with(|c: char| c.is_ascii_uppercase());
        let fits = stem.len() <= STEM && extension.len() <= LENGTH - STEM;
        if begins && fits && letters(stem) && letters(extension) {
            Ok(Name {
                stem: stem.to_owned(),
                extension: extension.to_owned(),
            })
        } else {
            let name = text.to_owned();
            Err(FileError::Name { name })
        }
    }

    /// The name in an entry of the directory, whatever stands there.
    pub(super) fn from_bytes(bytes: &[u8]) -> Name {
        let text = |bytes: &[u8]| {
            let text = bytes.iter().map(|b| match b & 0x7F {
                sign @ 0x20..=0x7E => char::from(sign),
                _ => '?',
            });
            text.collect::<String>().trim_end().to_owned()
        };
        Name {
            stem: text(&bytes[..STEM]),
            extension: text(&bytes[STEM..LENGTH]),
        }
    }

    pub(super) fn to_bytes(&self) -> [u8; LENGTH] {
        let filled = format!("{:<8}{:<3}", self.stem, self.extension);
        std::array::from_fn(|at| filled.as_bytes()[at])
    }

    /// What stands before the dot and behind it.
    pub fn parts(&self) -> (&str, &str) {
        (&self.stem, &self.extension)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.extension.is_empty() {
            write!(f, "{}", self.stem)
        } else {
            write!(f, "{}.{}", self.stem, self.extension)
        }
    }
}
