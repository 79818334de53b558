//! The keyboard of the Apple II Plus: an encoder that gives the ASCII code of a key as it goes down, capitals only.
//!
//! Source: Apple II Reference Manual, chapter 1, "The keyboard".

use crate::keyboard::{Layout, numbered};
use crate::machine::{Key, OtherName};

/// Names of the keys; the number of a key is its place in this list.
const KEYS: [(&str, Key); 52] = numbered([
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "0",
    ":",
    "-",
    "reset", // top row
    "escape",
    "q",
    "w",
    "e",
    "r",
    "t",
    "y",
    "u",
    "i",
    "o",
    "p",
    "repeat",
    "return", //
    "control",
    "a",
    "s",
    "d",
    "f",
    "g",
    "h",
    "j",
    "k",
    "l",
    ";",
    "left",
    "right", //
    "left-shift",
    "z",
    "x",
    "c",
    "v",
    "b",
    "n",
    "m",
    ",",
    ".",
    "/",
    "right-shift",
    "space",
]);

/// Other names of keys.
const OTHER_NAMES: [OtherName; 8] = [
    OtherName::of("ret", "return"),
    OtherName::of("enter", "return"),
    OtherName::of("esc", "escape"),
    OtherName::of("back", "escape"),
    OtherName::of("ctrl", "control"),
    OtherName::of("rept", "repeat"),
    OtherName::of("backspace", "left"),
    OtherName::of("delete", "left"),
];

/// RESET, which goes to the processor: with CONTROL, as the switch on the keyboard's board is delivered.
pub const RESET: Key = Key(12);
const REPEAT: Key = Key(24);
const CONTROL: Key = Key(26);
const LEFT_SHIFT: Key = Key(39);
const RIGHT_SHIFT: Key = Key(50);

/// Characters that need shift, and the key that has them; the last stands on none.
const SHIFTED: [(char, &str); 18] = [
    ('!', "1"),
    ('"', "2"),
    ('#', "3"),
    ('$', "4"),
    ('%', "5"),
    ('&', "6"),
    ('\'', "7"),
    ('(', "8"),
    (')', "9"),
    ('*', ":"),
    ('=', "-"),
    ('+', ";"),
    ('<', ","),
    ('>', "."),
    ('?', "/"),
    ('@', "p"),
    ('^', "n"),
    (']', "m"),
];

/// Cycles between two codes of a key that is held with REPT: about ten a second.
const REPEAT_CYCLES: u64 = 100_000;

/// The keys, and what they make.
pub const LAYOUT: Layout = Layout {
    keys: &KEYS,
    other_names: &OTHER_NAMES,
    shift: LEFT_SHIFT,
    shifted: &SHIFTED,
    named: &[],
};

/// The encoder and its latch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoder {
    /// Keys that are down, a bit each.
    down: u64,
    /// The code of the last key, bit 7 until the strobe is cleared.
    latch: u8,
    /// The last key that is still down, and when REPT gives it again.
    held: Option<(Key, u64)>,
}

impl Encoder {
    fn is_down(&self, key: Key) -> bool {
        self.down >> key.0 & 1 != 0
    }

    /// A key goes down or up.
    pub fn set(&mut self, now: u64, key: Key, down: bool) {
        if usize::from(key.0) >= KEYS.len() {
            return;
        }
        let bit = 1 << key.0;
        self.down = if down {
            self.down | bit
        } else {
            self.down & !bit
        };
        if !down {
            self.held = self.held.filter(|(held, _)| *held != key);
        } else if let Some(code) = self.code(key) {
            self.latch = code | 0x80;
            self.held = Some((key, now + REPEAT_CYCLES));
        }
    }

    /// Whether a key and CONTROL, where it needs it, make a reset.
    pub fn resets(&self, key: Key) -> bool {
        key == RESET && self.is_down(CONTROL)
    }

    /// The ASCII code of a key with what else is down; `None` for those that have none of their own.
    fn code(&self, key: Key) -> Option<u8> {
        let shift = self.is_down(LEFT_SHIFT) || self.is_down(RIGHT_SHIFT);
        let (name, _) = KEYS.get(usize::from(key.0))?;
        let plain = match *name {
            "return" => 13,
            "escape" => 27,
            "left" => 8,
            "right" => 21,
            "space" => b' ',
            name if name.len() == 1 => name.as_bytes()[0].to_ascii_uppercase(),
            _ => return None,
        };
        let upper = SHIFTED.iter().find(|(_, own)| own == name && shift);
        let code = match upper {
            Some((character, _)) => *character as u8,
            None => plain,
        };
        let control = self.is_down(CONTROL) && code >= b'@';
        Some(if control { code & 0x1F } else { code })
    }

    /// $C000: the code, with bit 7 while nobody has taken it.
    pub fn read(&mut self, now: u64) -> u8 {
        if let Some((key, next)) = self.held
            && self.is_down(REPEAT)
            && now >= next
        {
            self.latch |= 0x80;
            self.held = Some((key, now + REPEAT_CYCLES));
        }
        self.latch
    }

    /// What [`Encoder::read`] would give.
    pub fn peek(&self) -> u8 {
        self.latch
    }

    /// $C010: the code was taken.
    pub fn clear_strobe(&mut self) {
        self.latch &= 0x7F;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(character: char) -> u8 {
        let mut encoder = Encoder::default();
        let chord = LAYOUT.chord(character).unwrap();
        if let Some(with) = chord.with {
            encoder.set(0, with, true);
        }
        encoder.set(0, chord.key, true);
        encoder.read(0)
    }

    #[test]
    fn characters_give_their_codes_and_letters_are_capitals() {
        for c in ' '..=']' {
            if !matches!(c, '[' | '\\') {
                assert_eq!(typed(c), c as u8 | 0x80, "{c:?}");
            }
        }
        assert_eq!(typed('^'), b'^' | 0x80);
        assert_eq!(typed('a'), b'A' | 0x80);
        assert_eq!(typed('\n'), 0x8D);
        for c in ['[', '\\', '_', '~'] {
            assert_eq!(LAYOUT.chord(c), None);
        }
    }

    #[test]
    fn control_and_repeat_work_and_the_strobe_is_cleared() {
        let mut encoder = Encoder::default();
        encoder.set(0, CONTROL, true);
        encoder.set(0, LAYOUT.key("g").unwrap(), true);
        assert_eq!(encoder.read(0), 0x87);
        encoder.clear_strobe();
        assert_eq!(encoder.read(1_000_000), 7);
        encoder.set(1_000_000, REPEAT, true);
        assert_eq!(encoder.read(1_000_000), 0x87);
        encoder.clear_strobe();
        assert_eq!(encoder.read(1_050_000), 7);
        assert_eq!(encoder.read(1_100_000), 0x87);
        encoder.clear_strobe();
        encoder.set(1_100_000, LAYOUT.key("g").unwrap(), false);
        assert_eq!(encoder.read(2_000_000), 7);
    }

    #[test]
    fn names_are_of_keys_there_are() {
        LAYOUT.check(&["back"]);
        for (at, name) in [
            (RESET, "reset"),
            (REPEAT, "repeat"),
            (CONTROL, "control"),
            (LEFT_SHIFT, "left-shift"),
            (RIGHT_SHIFT, "right-shift"),
        ] {
            assert_eq!(LAYOUT.key(name), Some(at));
        }
    }
}
