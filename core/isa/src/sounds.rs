//! A game's own sounds: the file of a machine's art that brings them, each under its name, in the words of that machine.

use alloc::vec::Vec;

use crate::contract::sound;
use crate::looks::Looks;

/// The file in a game's folder of art for a machine.
pub const FILE: &str = "sounds.txt";

/// What begins the name of a sound.
const NAME: char = '@';
/// What begins a comment.
const COMMENT: &str = "--";

/// A sound as it is written: `@NAME`, then its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<'a> {
    /// Its name.
    pub name: &'a str,
    /// The line of its name, from 1.
    pub line: usize,
    /// What stands behind the name.
    pub head: &'a str,
    /// The lines below it that say something, with their numbers.
    pub lines: Vec<(usize, &'a str)>,
}

/// Lines that say something, with their numbers, without comments.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let said = text.lines().map(|line| {
        let end = line.find(COMMENT).unwrap_or(line.len());
        line[..end].trim()
    });
    (1..).zip(said).filter(|(_, line)| !line.is_empty())
}

/// The name in a line that begins a sound, and what stands behind it.
fn named(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix(NAME)?;
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    Some((&rest[..end], rest[end..].trim()))
}

/// The names of the sounds in a file.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    lines(text).filter_map(|(_, line)| named(line).map(|(name, _)| name))
}

/// The sounds in a file; `Err` with the line that belongs to none, or that has the name of an earlier one.
///
/// # Errors
/// The number of a line that stands before the first name, or whose name is there twice, and the line.
pub fn read(text: &str) -> Result<Vec<Written<'_>>, (usize, &str)> {
    let mut sounds: Vec<Written<'_>> = Vec::new();
    for (number, line) in lines(text) {
        if let Some((name, head)) = named(line) {
            if sounds.iter().any(|known| known.name == name) {
                return Err((number, line));
            }
            sounds.push(Written {
                name,
                line: number,
                head,
                lines: Vec::new(),
            });
        } else {
            let sound = sounds.last_mut().ok_or((number, line))?;
            sound.lines.push((number, line));
        }
    }
    Ok(sounds)
}

/// What is heard for each number of the shell call `effect`: the sounds of the contract in their order, then those that only this
/// game has. `find` knows a machine's sounds and the game's by name; `None` is silence.
pub fn heard<T>(looks: &Looks<'_>, find: impl Fn(&str) -> Option<T>) -> Vec<Option<T>> {
    let contract = sound::ALL.iter().map(|(name, _)| find(name));
    let own = looks.sounds().iter();
    let own = own.map(|sound| find(sound.name).or_else(|| sound.like.and_then(&find)));
    contract.chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn a_file_is_names_with_lines_below_them() {
        let text = "-- Horses.\n@hussars 3\n  tone -- the bugle\n  note\n\n@move\nnoise\n";
        let sounds = read(text).unwrap();
        assert_eq!(names(text).collect::<Vec<_>>(), ["hussars", "move"]);
        assert_eq!((sounds[0].head, sounds[0].line), ("3", 2));
        assert_eq!(sounds[0].lines, [(3, "tone"), (4, "note")]);
        assert_eq!(sounds[1].lines, [(7, "noise")]);
    }

    #[test]
    fn a_line_of_no_sound_and_a_second_of_a_name_are_told() {
        assert_eq!(read("\nnote\n@a\n"), Err((2, "note")));
        assert_eq!(read("@a\n@b\n@a 2\n"), Err((3, "@a 2")));
    }

    #[test]
    fn a_number_is_heard_by_its_name_or_as_the_game_says() {
        let looks = Looks::default()
            .with_sound("hussars", None)
            .with_sound("pikes", Some("guns"))
            .with_sound("drums", None);
        let known = ["guns", "hussars"];
        let heard = heard(&looks, |name| known.iter().find(|k| **k == name).copied());
        assert_eq!(heard[usize::from(sound::GUNS)], Some("guns"));
        assert_eq!(heard[usize::from(sound::KEY)], None);
        assert_eq!(
            heard[sound::ALL.len()..].to_vec(),
            vec![Some("hussars"), Some("guns"), None]
        );
    }
}
