//! The inputs of a turn as bytes: keys and choices, and what the machine answered. The kinds of lines that a replay has, but for those
//! that bring chance or another game.

use crate::replay::file::{Event, Line, Status};
use crate::replay::run::Stroke;

/// A key below this is itself.
const FIRST_TAG: u8 = 0xF0;
/// A word as `event` answered it.
const CHOICE: u8 = 0xF0;
const SAVE: u8 = 0xF1;
const LOAD: u8 = 0xF2;
const SAVED: u8 = 0xF3;
const PRESSED: u8 = 0xF4;
const NAMED: u8 = 0xF5;
/// A hex: a word.
const POINTED: u8 = 0xF6;

/// The inputs are not such as a turn has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// They end in the middle, or begin with an answer.
    #[error("input {0} of the turn is no key and no answer of a machine")]
    Unreadable(usize),
    /// A game is loaded, or chance is asked for.
    #[error(
        "input {0} of the turn is `{1}`, which has no place in a turn: a turn goes on from the position before it, with its dice"
    )]
    Forbidden(usize, &'static str),
}

/// A key, and what the machine answered until the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The key's code, or what a pointer chose.
    pub key: u16,
    /// The answers.
    pub answers: Vec<Line>,
}

impl Input {
    /// A key, and what came of it.
    pub fn new(key: u16, answers: impl IntoIterator<Item = Event>) -> Self {
        let line = |event| Line { number: 0, event };
        Self {
            key,
            answers: answers.into_iter().map(line).collect(),
        }
    }

    /// As a replay has it.
    pub fn stroke(&self) -> Stroke<'_> {
        Stroke {
            line: 0,
            key: self.key,
            after: &self.answers,
        }
    }
}

/// Keys that nothing is answered to.
pub fn plain(keys: &[u16]) -> Vec<Input> {
    keys.iter().map(|key| Input::new(*key, [])).collect()
}

/// Inputs as bytes.
pub fn to_bytes(inputs: &[Input]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for input in inputs {
        match u8::try_from(input.key) {
            Ok(key) if key < FIRST_TAG => bytes.push(key),
            _ => {
                bytes.push(CHOICE);
                bytes.extend(input.key.to_le_bytes());
            }
        }
        for line in &input.answers {
            // All answers are below 256; those that are kept out of a turn have no letter.
            let (tag, answer) = match line.event {
                Event::Save(Status(answer)) => (SAVE, answer),
                Event::Load {
                    status: Status(answer),
                    ..
                } => (LOAD, answer),
                Event::Saved(answer) => (SAVED, answer),
                Event::Pressed(answer) => (PRESSED, answer),
                Event::Named(Status(answer)) => (NAMED, answer),
                Event::Pointed(hex) => {
                    bytes.push(POINTED);
                    bytes.extend(hex.to_le_bytes());
                    continue;
                }
                Event::Key(_) | Event::Entropy(_) | Event::Turn { .. } | Event::End { .. } => {
                    continue;
                }
            };
            bytes.extend([tag, answer as u8]);
        }
    }
    bytes
}

/// Inputs from their bytes.
///
/// # Errors
/// See [`InputError`]; inputs are counted from 1.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Input>, InputError> {
    let mut inputs: Vec<Input> = Vec::new();
    let mut rest = bytes;
    while let Some((tag, after)) = rest.split_first() {
        let count = inputs.len() + 1;
        let unreadable = InputError::Unreadable(count);
        rest = after;
        if *tag < FIRST_TAG {
            inputs.push(Input::new(u16::from(*tag), []));
            continue;
        }
        let (answer, after) = rest.split_first().ok_or(unreadable)?;
        rest = after;
        let mut word = || -> Result<u16, InputError> {
            let (high, after) = rest.split_first().ok_or(unreadable)?;
            rest = after;
            Ok(u16::from_le_bytes([*answer, *high]))
        };
        if *tag == CHOICE {
            // A key has one form.
            let choice = word().ok().filter(|choice| *choice >= FIRST_TAG.into());
            inputs.push(Input::new(choice.ok_or(unreadable)?, []));
            continue;
        }
        let status = Status(u16::from(*answer));
        let event = match *tag {
            SAVE => Event::Save(status),
            LOAD if status.loaded() => return Err(InputError::Forbidden(count - 1, "load")),
            LOAD => Event::Load {
                status,
                image: Vec::new(),
            },
            SAVED => Event::Saved(status.0),
            PRESSED => Event::Pressed(status.0),
            NAMED => Event::Named(status),
            POINTED => Event::Pointed(word()?),
            _ => return Err(unreadable),
        };
        let last = inputs.last_mut().ok_or(unreadable)?;
        last.answers.push(Line { number: 0, event });
    }
    Ok(inputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_read_as_they_were_written() {
        let inputs = vec![
            Input::new(65, []),
            Input::new(13, [Event::Save(Status(0)), Event::Saved(1)]),
            Input::new(0x8322, [Event::Pressed(1), Event::Pointed(0x321)]),
            Input::new(0xFF, [Event::Named(Status(0))]),
        ];
        let bytes = to_bytes(&inputs);
        assert_eq!(from_bytes(&bytes).unwrap(), inputs);
        assert_eq!(from_bytes(&[]).unwrap(), []);
    }

    #[test]
    fn a_turn_loads_no_game_and_begins_with_a_key() {
        assert_eq!(
            from_bytes(&[83, LOAD, 0]),
            Err(InputError::Forbidden(1, "load"))
        );
        // One that brought nothing is harmless.
        assert!(from_bytes(&[83, LOAD, 1]).is_ok());
        assert_eq!(from_bytes(&[SAVE, 0]), Err(InputError::Unreadable(1)));
        assert_eq!(from_bytes(&[65, CHOICE, 1]), Err(InputError::Unreadable(2)));
        assert_eq!(from_bytes(&[CHOICE, 65, 0]), Err(InputError::Unreadable(1)));
        assert_eq!(from_bytes(&[65, 0xFF, 0]), Err(InputError::Unreadable(2)));
    }
}
