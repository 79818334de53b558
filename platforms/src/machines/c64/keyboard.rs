//! The C64's keyboard: eight columns (CIA 1 port A) by eight rows (port B), and the RESTORE key.
//!
//! Source: Commodore 64 Programmer's Reference Guide, appendix "Keyboard matrix".

use crate::keyboard::{Layout, numbered};
use crate::machine::{Key, OtherName};

/// RESTORE, which is not in the matrix but makes an NMI.
pub const RESTORE: Key = Key(64);
/// Left shift.
pub const LEFT_SHIFT: Key = Key(15);

/// Names of the keys; the number of a key is 8 x column + row, and its place in this list.
const KEYS: [(&str, Key); 65] = numbered([
    "delete",
    "return",
    "right",
    "f7",
    "f1",
    "f3",
    "f5",
    "down", // column 0
    "3",
    "w",
    "a",
    "4",
    "z",
    "s",
    "e",
    "left-shift", // 1
    "5",
    "r",
    "d",
    "6",
    "c",
    "f",
    "t",
    "x", // 2
    "7",
    "y",
    "g",
    "8",
    "b",
    "h",
    "u",
    "v", // 3
    "9",
    "i",
    "j",
    "0",
    "m",
    "k",
    "o",
    "n", // 4
    "+",
    "p",
    "l",
    "-",
    ".",
    ":",
    "@",
    ",", // 5
    "pound",
    "*",
    ";",
    "home",
    "right-shift",
    "=",
    "up-arrow",
    "/", // 6
    "1",
    "left-arrow",
    "control",
    "2",
    "space",
    "commodore",
    "q",
    "run-stop", // 7
    "restore",
]);

/// Other names of keys, and what is made with the shift key.
const OTHER_NAMES: [OtherName; 13] = [
    OtherName::of("ret", "return"),
    OtherName::of("enter", "return"),
    OtherName::of("esc", "left-arrow"),
    OtherName::of("back", "left-arrow"),
    OtherName::of("del", "delete"),
    OtherName::of("backspace", "delete"),
    OtherName::of("stop", "run-stop"),
    OtherName::shifted("up", "down", "left-shift"),
    OtherName::shifted("left", "right", "left-shift"),
    OtherName::shifted("f2", "f1", "left-shift"),
    OtherName::shifted("f4", "f3", "left-shift"),
    OtherName::shifted("f6", "f5", "left-shift"),
    OtherName::shifted("f8", "f7", "left-shift"),
];

/// Characters that need shift, and the key that has them on its upper half.
const SHIFTED: [(char, &str); 15] = [
    ('!', "1"),
    ('"', "2"),
    ('#', "3"),
    ('$', "4"),
    ('%', "5"),
    ('&', "6"),
    ('\'', "7"),
    ('(', "8"),
    (')', "9"),
    ('[', ":"),
    (']', ";"),
    ('<', ","),
    ('>', "."),
    ('?', "/"),
    ('π', "up-arrow"),
];

/// Characters whose key has a longer name.
const NAMED: [(char, &str); 4] = [
    ('£', "pound"),
    ('^', "up-arrow"),
    ('_', "left-arrow"),
    ('\u{8}', "delete"),
];

/// The keys, and what they make.
pub const LAYOUT: Layout = Layout {
    keys: &KEYS,
    other_names: &OTHER_NAMES,
    shift: LEFT_SHIFT,
    shifted: &SHIFTED,
    named: &NAMED,
};

/// The keys held down, a mask of rows for each column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    columns: [u8; 8],
}

impl Matrix {
    /// Presses a key or lets it go; keys outside the matrix change nothing.
    pub fn set(&mut self, key: Key, down: bool) {
        if let Some(column) = self.columns.get_mut(usize::from(key.0 >> 3)) {
            let row = 1 << (key.0 & 7);
            *column = if down { *column | row } else { *column & !row };
        }
    }

    /// Rows that keys connect to a column that is low.
    pub fn rows(&self, columns: u8) -> u8 {
        let low = self
            .columns
            .iter()
            .enumerate()
            .filter(|(c, _)| columns >> c & 1 == 0);
        low.fold(0, |rows, (_, keys)| rows | keys)
    }

    /// Columns that keys connect to a row that is low.
    pub fn columns(&self, rows: u8) -> u8 {
        let low = self
            .columns
            .iter()
            .enumerate()
            .filter(|(_, keys)| **keys & !rows != 0);
        low.fold(0, |columns, (c, _)| columns | 1 << c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Chord;

    #[test]
    fn every_printable_character_of_the_machine_has_keys() {
        for c in ' '..='_' {
            assert_eq!(LAYOUT.chord(c).is_some(), c != '\\', "{c:?}");
        }
        assert_eq!(LAYOUT.chord('A'), LAYOUT.chord('a'));
        assert_eq!(
            LAYOUT.chord('"'),
            Some(Chord {
                key: Key(59),
                with: Some(LEFT_SHIFT)
            })
        );
        assert_eq!(LAYOUT.chord('~'), None);
    }

    #[test]
    fn matrix_works_both_ways() {
        let mut matrix = Matrix::default();
        matrix.set(LAYOUT.key("space").unwrap(), true);
        assert_eq!(matrix.rows(0x7F), 0x10);
        assert_eq!(matrix.rows(0xBF), 0);
        assert_eq!(matrix.columns(0xEF), 0x80);
        matrix.set(LAYOUT.key("space").unwrap(), false);
        assert_eq!(matrix, Matrix::default());
    }

    #[test]
    fn names_are_of_keys_there_are() {
        LAYOUT.check(&["back"]);
    }
}
