//! A game's own inks: the file of a machine's art that says what colours they have there.

use alloc::vec::Vec;

use crate::contract::ink;
use crate::looks::{Looks, OwnName};

/// The file in a game's folder of art for a machine.
pub const FILE: &str = "inks.txt";

/// What an ink is that a machine has no colour for.
const PLAIN: &str = "value";

/// A line `NAME COLOUR`, with its number; the colour in the words of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// The name of the ink.
    pub name: &'a str,
    /// What stands behind the name.
    pub colour: &'a str,
}

/// The lines of a file that say something; `--` or `#` begins one that does not.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines()).filter_map(|(number, line)| {
        let line = line.trim();
        if line.is_empty() || line.starts_with("--") || line.starts_with('#') {
            return None;
        }
        let end = line.find(char::is_whitespace).unwrap_or(line.len());
        let (name, colour) = (&line[..end], line[end..].trim());
        Some(Line {
            number,
            name,
            colour,
        })
    })
}

/// Whether every machine has an ink of that name.
pub fn is_common(name: &str) -> bool {
    ink::ALL.iter().any(|(known, _)| *known == name)
}

/// What is drawn for each number of the shell call `ink`: the inks of the contract in their order, then those that only this game has.
/// `own` knows those of the game by name, `machine` the contract's by number.
pub fn drawn<T: Copy>(
    looks: &Looks<'_>,
    own: impl Fn(&str) -> Option<T>,
    machine: impl Fn(u16) -> T,
) -> Vec<T> {
    let common = |name: &str, number: u16| own(name).unwrap_or_else(|| machine(number));
    let contract = ink::ALL.iter().map(|(name, number)| common(name, *number));
    let only = |ink: &OwnName<'_>| {
        let like = ink.like.unwrap_or(PLAIN);
        let number = ink::ALL.iter().find(|(name, _)| *name == like);
        own(ink.name).unwrap_or_else(|| common(like, number.map_or(ink::VALUE, |(_, n)| *n)))
    };
    contract.chain(looks.inks().iter().map(only)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_name_and_a_colour() {
        let text = "-- Of ships.\n\n  crew light green\n# more\nsail\n";
        let found: Vec<_> = lines(text).map(|l| (l.number, l.name, l.colour)).collect();
        assert_eq!(found, [(3, "crew", "light green"), (5, "sail", "")]);
    }

    #[test]
    fn an_ink_is_the_games_or_the_machines_or_plain() {
        let looks = Looks::default()
            .with_ink("crew", None)
            .with_ink("sail", Some("key"))
            .with_ink("mast", None);
        let own = |name: &str| {
            [("crew", 30), ("key", 31)]
                .iter()
                .find(|o| o.0 == name)
                .map(|o| o.1)
        };
        let drawn = drawn(&looks, own, |number| number);
        assert_eq!(drawn[..3], [ink::LABEL, ink::VALUE, 31]);
        assert_eq!(drawn[ink::ALL.len()..], [30, 31, ink::VALUE]);
    }
}
