//! What the map looks like by the weather: the file of a machine's art that says it, in colours or in pictures.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::inks::{Line, lines};
use crate::looks::Looks;

/// The file in a game's folder of art for a machine: lines `NAME LOOK`, of the values of role `weather`, the look in the words of the machine.
pub const FILE: &str = "seasons.txt";

/// A line whose name no value of role `weather` goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Its number, from 1.
    pub line: usize,
    /// The name.
    pub name: String,
    /// The names that there are, each once; none where the game does not bind the role.
    pub known: Vec<String>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        if self.known.is_empty() {
            return write!(
                f,
                "`{name}` has a look, but the game's `view` binds no `weather`; bind it or take the line out"
            );
        }
        write!(
            f,
            "`{name}` is no weather of the game, which has {}",
            self.known.join(", ")
        )
    }
}

/// What `read` makes of the line of each value of role `weather`, in their order; nothing for a value that has no line. There are none
/// at all where the game has no line.
///
/// # Errors
/// The first of `read` and `unknown`, which says where the file is in which a name stands that no value has.
pub fn of<T: Clone, E>(
    looks: &Looks<'_>,
    text: &str,
    read: impl Fn(Line<'_>) -> Result<T, E>,
    unknown: impl Fn(Unknown) -> E,
) -> Result<Vec<Option<T>>, E> {
    let names = looks.names("weather");
    let mut seasons = vec![None; names.len()];
    for line in lines(text) {
        if !names.contains(&line.name) {
            return Err(unknown(Unknown {
                line: line.number,
                name: line.name.to_owned(),
                known: each_once(names),
            }));
        }
        let colours = read(line)?;
        for (season, name) in seasons.iter_mut().zip(names) {
            if *name == line.name {
                *season = Some(colours.clone());
            }
        }
    }
    if seasons.iter().all(Option::is_none) {
        seasons.clear();
    }
    Ok(seasons)
}

fn each_once(names: &[&str]) -> Vec<String> {
    let first = |at: &usize| !names[..*at].contains(&names[*at]);
    let ats = (0..names.len()).filter(first);
    ats.map(|at| names[at].to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    const UNREADABLE: &str = "unreadable";

    fn of_game(looks: &Looks<'_>, text: &str) -> Result<Vec<Option<u8>>, String> {
        let read = |line: Line<'_>| line.colour.parse().map_err(|_| UNREADABLE.to_owned());
        of(looks, text, read, |unknown| {
            alloc::format!("{}: {unknown}", unknown.line)
        })
    }

    fn read(text: &str) -> Result<Vec<Option<u8>>, String> {
        let looks = Looks::default().with("weather", &["clear", "snow", "snow", "rain"]);
        of_game(&looks, text)
    }

    #[test]
    fn each_value_has_the_colours_of_its_name() {
        let seasons = read("# Frozen.\nsnow 1\nrain 9\n");
        assert_eq!(seasons, Ok(vec![None, Some(1), Some(1), Some(9)]));
        assert_eq!(read("snow 1\nrain red"), Err(UNREADABLE.to_owned()));
    }

    #[test]
    fn a_game_without_a_line_has_none() {
        assert_eq!(read("# None yet.\n"), Ok(Vec::new()));
        assert_eq!(of_game(&Looks::default(), ""), Ok(Vec::new()));
    }

    #[test]
    fn a_name_that_no_value_has_is_told_with_those_there_are() {
        let told = read("snow 1\n\nsnwo 9").unwrap_err();
        assert_eq!(
            told,
            "3: `snwo` is no weather of the game, which has clear, snow, rain"
        );
        let told = of_game(&Looks::default(), "rain 9").unwrap_err();
        assert!(
            told.starts_with("1: `rain` has a look, but") && told.contains("`weather`"),
            "{told}"
        );
    }
}
