//! Blitzkrieg on the emulated Amiga, for tests that play it.

pub use crate::booted::{at_first_menu, at_first_menu_of_ntsc};
use crate::compiled::compiled;

/// The cartridge of the game, compiled from its sources.
///
/// # Panics
/// When it does not compile.
pub fn blitzkrieg() -> Vec<u8> {
    compiled("blitzkrieg-at-the-ardennes", None)
}

/// A game of one page of text with these keys, of what the shell needs besides, and a turn that is saved.
///
/// # Panics
/// When it does not compile.
pub fn small_game(keys: &str) -> Vec<u8> {
    small("", keys)
}

/// The same for a pointer: with a menu, and questions that are answered with buttons.
///
/// # Panics
/// When it does not compile.
pub fn small_pointer_game(keys: &str) -> Vec<u8> {
    small("  pointer\n", keys)
}

/// A small game with what stands below its id, and its keys.
fn small(made_for: &str, keys: &str) -> Vec<u8> {
    let rules = "\nmap from \"map.txt\"\n\nenum ground: clear\nlayer land: ground from map\n\
        enum side: red, blue\nrecord unit from \"units.csv\"\n  const name: text\n  const side: side\n  \
        strength: 0..30\n  at: hex stacked\n\nstate\n  turn: 0..99\n\nview\n  turn: turn\n  terrain: land\n  \
        side: unit.side\n  symbol: unit.side\n  strength: unit.strength\n  original: unit.strength\n  \
        combat: unit.strength\n  moves: unit.strength\n\nto main()\n  show small\n\nscreen small\n  page text\n";
    let map =
        "[grid]\ncolumns 6\nrows 3\nlower odd\n\n[rows land]\n. clear\n\n......\n......\n......\n";
    let files = [
        (
            "game.rules",
            format!("game \"SMALL\"\n  id SML\n{made_for}{rules}{keys}"),
        ),
        ("map.txt", map.to_owned()),
        ("units.csv", "id,name,side\nR1,ONE,red\n".to_owned()),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    let outcome = hexfront_lang::compile(&files);
    assert!(outcome.cartridge.is_some(), "{:?}", outcome.diagnostics);
    outcome.cartridge.unwrap_or_default()
}

/// Tracks, slots of saved games and their headers as in `amiga/shell/save.s`.
const TRACK: usize = 11 * 512;
const FIRST_SLOT: usize = 60 * TRACK;
const SLOT: usize = 5 * TRACK;
const NAMED_SLOTS: std::ops::Range<usize> = 2..13;
const HEADER: usize = 32;
const NAME: usize = 12;
const LENGTH_AT: usize = 24;

/// A game saved under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSave<'a> {
    /// Its name.
    pub name: String,
    /// The header, as every machine writes it.
    pub header: &'a [u8],
    /// The state image.
    pub image: &'a [u8],
}

/// The games saved under names on a disk of the Amiga.
pub fn named_saves(disk: &[u8]) -> Vec<NamedSave<'_>> {
    let slot = |number: usize| {
        let first = FIRST_SLOT + (number % 10 * 2 + number / 10) * SLOT;
        disk.get(first..first + SLOT)
    };
    NAMED_SLOTS
        .filter_map(slot)
        .filter(|slot| slot.starts_with(b"HXSG"))
        .map(|slot| {
            let (header, rest) = slot.split_at(HEADER);
            let (name, image) = rest.split_at(NAME);
            let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
            let length = usize::from(u16::from_le_bytes([
                header[LENGTH_AT],
                header[LENGTH_AT + 1],
            ]));
            NamedSave {
                name: String::from_utf8_lossy(name).into_owned(),
                header,
                image: &image[..length.min(image.len())],
            }
        })
        .collect()
}
