//! What the shell call `event` answers.

/// A key or a choice of the pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A key, below 256.
    Key(u8),
    /// A setting now stands at a position.
    Setting {
        /// Its row, 0..31.
        row: u8,
        /// The position, 0..127.
        position: u8,
    },
    /// An item of a list, from 1.
    Item(u8),
    /// The counter of a unit.
    Unit(u8),
    /// A hex.
    Hex(u16),
}

use crate::contract::event::{HEX, ITEM, SETTING, UNIT};

impl Event {
    /// What a word means. Bits that mean nothing are passed over.
    pub const fn of(word: u16) -> Self {
        match word {
            HEX.. => Self::Hex(word & (HEX - 1)),
            UNIT..HEX => Self::Unit(word as u8),
            ITEM..UNIT => Self::Item(word as u8),
            SETTING..ITEM => Self::Setting {
                row: (word >> 7) as u8 & 31,
                position: word as u8 & 127,
            },
            _ => Self::Key(word as u8),
        }
    }

    /// The word that stands for it.
    pub const fn word(self) -> u16 {
        match self {
            Self::Key(code) => code as u16,
            Self::Setting { row, position } => {
                SETTING | (row as u16 & 31) << 7 | (position as u16 & 127)
            }
            Self::Item(item) => ITEM | item as u16,
            Self::Unit(unit) => UNIT | unit as u16,
            Self::Hex(hex) => HEX | hex,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_events_are_the_same() {
        for (word, event) in [
            (0x0045, Event::Key(0x45)),
            (0x00FF, Event::Key(255)),
            (
                0x1105,
                Event::Setting {
                    row: 2,
                    position: 5,
                },
            ),
            (
                0x1FFF,
                Event::Setting {
                    row: 31,
                    position: 127,
                },
            ),
            (0x2001, Event::Item(1)),
            (0x40F1, Event::Unit(241)),
            (0x8C61, Event::Hex(0xC61)),
        ] {
            assert_eq!(Event::of(word), event);
            assert_eq!(event.word(), word);
        }
    }
}
