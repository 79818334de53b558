//! Replays for a machine that takes chance from its keyboard only.

use super::file::{Event, Line, Replay};
use super::keys;
use super::run::Failed;

/// A replay whose chance is typed. A game asks for chance when its number prompt was closed with 0
/// (`core/lang/REFERENCE.md`, section 7), so the zeros before that RETURN give way to the digits of what the machine
/// answered, and the game is the same from there on.
///
/// # Errors
/// When chance was not asked for behind a RETURN, or answered 0.
pub fn typed(replay: &Replay) -> Result<Replay, Failed> {
    const ZERO: Event = Event::Key(b'0' as u16);
    let mut lines: Vec<Line> = Vec::new();
    for line in &replay.lines {
        let Event::Entropy(number) = line.event else {
            lines.push(line.clone());
            continue;
        };
        let closed = lines.pop_if(|last| last.event == Event::Key(keys::RETURN));
        let (Some(closed), 1..) = (closed, number) else {
            return Err(Failed::OnlyHost {
                line: line.number,
                what: line.event.to_string(),
            });
        };
        while lines.pop_if(|last| last.event == ZERO).is_some() {}
        let digits = number.to_string().into_bytes();
        lines.extend(digits.into_iter().map(|digit| Line {
            number: closed.number,
            event: Event::Key(u16::from(digit)),
        }));
        lines.push(closed);
    }
    Ok(Replay {
        head: replay.head.clone(),
        lines,
    })
}
