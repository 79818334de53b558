//! Colours of the map by the weather: the file of a machine's art that says what they are there.

use alloc::vec;
use alloc::vec::Vec;

use crate::inks::{Line, lines};
use crate::looks::Looks;

/// The file in a game's folder of art for a machine: lines `NAME COLOURS`, of the values of role `weather`.
pub const FILE: &str = "seasons.txt";

/// What `read` makes of the line of each value of role `weather`, in their order; nothing for a value that has no line. There are none
/// at all where the game does not bind the role, or has no line for it.
///
/// # Errors
/// The first of `read`.
pub fn of<T: Clone, E>(
    looks: &Looks<'_>,
    text: &str,
    read: impl Fn(Line<'_>) -> Result<T, E>,
) -> Result<Vec<Option<T>>, E> {
    let names = looks.names("weather");
    let mut seasons = vec![None; names.len()];
    for line in lines(text) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Option<u8>>, usize> {
        let looks = Looks::default().with("weather", &["clear", "snow", "snow", "rain"]);
        of(&looks, text, |line| {
            line.colour.parse().map_err(|_| line.number)
        })
    }

    #[test]
    fn each_value_has_the_colours_of_its_name() {
        let seasons = read("# Frozen.\nsnow 1\nrain 9\n");
        assert_eq!(seasons, Ok(vec![None, Some(1), Some(1), Some(9)]));
        assert_eq!(read("snow 1\nrain red"), Err(2));
    }

    #[test]
    fn a_game_without_weather_has_none() {
        let none: Result<_, usize> = of(&Looks::default(), "rain 9", |_| Ok(9));
        assert_eq!(none, Ok(Vec::new()));
        assert_eq!(read("fog 9"), Ok(Vec::new()));
    }
}
