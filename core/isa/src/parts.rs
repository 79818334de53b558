//! Parts of a game: what need not be in memory all the time.
//!
//! The first part is always in memory. The others are there from the start or are brought in by the game, and some stand
//! in the place of others: bringing one in makes those absent. Code pages, constant data groups and text pages belong to
//! parts; what is saved belongs to the first one, so that no state is ever lost. What is written beside it may belong to
//! another, if nobody asks for what it held when it has gone.

/// Most parts that a game may have.
pub const MAX_PARTS: usize = 16;

/// Segment of the code, tables and texts of part `number`, from 1; those of the first part have segments by kind.
#[cfg(feature = "alloc")]
#[must_use]
pub fn segment(number: usize) -> alloc::string::String {
    alloc::format!("PART{number}")
}

/// Name of the file that holds a program of this title, where names have 16 letters: its capitals, digits and spaces.
#[cfg(feature = "alloc")]
#[must_use]
pub fn program_name(title: &str) -> alloc::vec::Vec<u8> {
    let letters = title.bytes().map(|b| b.to_ascii_uppercase());
    letters
        .filter(|b| b.is_ascii_alphanumeric() || *b == b' ')
        .take(16)
        .collect()
}

/// A part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    /// In memory when the machine starts.
    pub at_start: bool,
    /// The title page is shown only while it is in memory.
    pub title: bool,
    /// The map is shown only while it is in memory.
    pub map: bool,
    /// The part itself and those it lies within, which come with it: a bit each, 1 for the first part.
    pub with: u16,
    /// Parts that are no longer in memory once it is.
    pub out: u16,
    /// Its name in the rules.
    pub name: &'a str,
}

/// Which parts are in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Presence(u16);

impl Presence {
    /// Those that are there when the machine starts.
    pub fn at_start<'a>(parts: impl Iterator<Item = Part<'a>>) -> Self {
        let bits = parts.enumerate().filter(|(_, part)| part.at_start);
        Self(bits.fold(0, |all, (number, _)| all | 1 << number))
    }

    /// Whether a part is in memory.
    #[inline(always)]
    #[must_use]
    pub fn has(self, part: u8) -> bool {
        self.0 & 1_u16.checked_shl(part.into()).unwrap_or(0) != 0
    }

    /// A part comes in.
    pub fn bring_in(&mut self, part: &Part<'_>) {
        self.0 = self.0 & !part.out | part.with;
    }
}

impl Part<'_> {
    /// Whether everything of the part `other` is in memory whenever this one is.
    #[must_use]
    pub fn implies(&self, other: u8) -> bool {
        Presence(self.with).has(other)
    }
}
