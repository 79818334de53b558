//! The keyboard and the console keys: names, and the keys for a character.
//!
//! A key of the matrix has the number that POKEY's scan knows it by (the low six bits of KBCODE); the others come behind them.
//!
//! Source: Atari Home Computer Operating System Manual, table of key codes.

use crate::keyboard::Layout;
use crate::machine::{Key, OtherName};

/// Keys that do not stand in the matrix.
pub const SHIFT: Key = Key(64);
/// See [`SHIFT`].
pub const CONTROL: Key = Key(65);
/// See [`SHIFT`].
pub const BREAK: Key = Key(66);
/// Console keys; the first three are bits of CONSOL, in this order.
pub const START: Key = Key(67);
/// See [`START`].
pub const SELECT: Key = Key(68);
/// See [`START`].
pub const OPTION: Key = Key(69);
/// To the reset line of the XL and XE; an NMI on the 800.
pub const RESET: Key = Key(70);

/// Names of keys.
const KEYS: [(&str, Key); 65] = [
    ("l", Key(0x00)),
    ("j", Key(0x01)),
    (";", Key(0x02)),
    ("k", Key(0x05)),
    ("+", Key(0x06)),
    ("*", Key(0x07)),
    ("o", Key(0x08)),
    ("p", Key(0x0A)),
    ("u", Key(0x0B)),
    ("return", Key(0x0C)),
    ("i", Key(0x0D)),
    ("-", Key(0x0E)),
    ("=", Key(0x0F)),
    ("v", Key(0x10)),
    ("help", Key(0x11)),
    ("c", Key(0x12)),
    ("b", Key(0x15)),
    ("x", Key(0x16)),
    ("z", Key(0x17)),
    ("4", Key(0x18)),
    ("3", Key(0x1A)),
    ("6", Key(0x1B)),
    ("escape", Key(0x1C)),
    ("5", Key(0x1D)),
    ("2", Key(0x1E)),
    ("1", Key(0x1F)),
    (",", Key(0x20)),
    ("space", Key(0x21)),
    (".", Key(0x22)),
    ("n", Key(0x23)),
    ("m", Key(0x25)),
    ("/", Key(0x26)),
    ("inverse", Key(0x27)),
    ("r", Key(0x28)),
    ("e", Key(0x2A)),
    ("y", Key(0x2B)),
    ("tab", Key(0x2C)),
    ("t", Key(0x2D)),
    ("w", Key(0x2E)),
    ("q", Key(0x2F)),
    ("9", Key(0x30)),
    ("0", Key(0x32)),
    ("7", Key(0x33)),
    ("backspace", Key(0x34)),
    ("8", Key(0x35)),
    ("<", Key(0x36)),
    (">", Key(0x37)),
    ("f", Key(0x38)),
    ("h", Key(0x39)),
    ("d", Key(0x3A)),
    ("caps", Key(0x3C)),
    ("g", Key(0x3D)),
    ("s", Key(0x3E)),
    ("a", Key(0x3F)),
    ("shift", SHIFT),
    ("control", CONTROL),
    ("break", BREAK),
    ("start", START),
    ("select", SELECT),
    ("option", OPTION),
    ("reset", RESET),
    // Keys of the 1200XL, which the matrix of all of them has.
    ("f1", Key(0x03)),
    ("f2", Key(0x04)),
    ("f3", Key(0x13)),
    ("f4", Key(0x14)),
];

/// Other names of keys.
const OTHER_NAMES: [OtherName; 13] = [
    OtherName::of("ret", "return"),
    OtherName::of("enter", "return"),
    OtherName::of("esc", "escape"),
    OtherName::of("back", "escape"),
    OtherName::of("ctrl", "control"),
    OtherName::of("left-shift", "shift"),
    OtherName::of("right-shift", "shift"),
    OtherName::of("delete", "backspace"),
    OtherName::of("atari", "inverse"),
    OtherName::shifted("up", "-", "control"),
    OtherName::shifted("down", "=", "control"),
    OtherName::shifted("left", "+", "control"),
    OtherName::shifted("right", "*", "control"),
];

/// Characters that need SHIFT, and the key that has them on its upper half.
const SHIFTED: [(char, &str); 18] = [
    ('!', "1"),
    ('"', "2"),
    ('#', "3"),
    ('$', "4"),
    ('%', "5"),
    ('&', "6"),
    ('\'', "7"),
    ('@', "8"),
    ('(', "9"),
    (')', "0"),
    ('_', "-"),
    ('|', "="),
    ('\\', "+"),
    ('^', "*"),
    (':', ";"),
    ('[', ","),
    (']', "."),
    ('?', "/"),
];

/// The keys, and what they make.
pub const LAYOUT: Layout = Layout {
    keys: &KEYS,
    other_names: &OTHER_NAMES,
    shift: SHIFT,
    shifted: &SHIFTED,
    named: &[],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_keys_there_are() {
        LAYOUT.check(&["back"]);
    }

    #[test]
    fn all_printable_characters_but_a_few_can_be_typed() {
        for c in ' '..='}' {
            let missing = ['`', '{', '}'].contains(&c);
            assert_eq!(LAYOUT.chord(c).is_none(), missing, "{c:?}");
        }
        assert_eq!(LAYOUT.chord('A'), LAYOUT.chord('a'));
        assert_eq!(
            LAYOUT.chord('\n').unwrap().key,
            LAYOUT.key("return").unwrap()
        );
    }
}
