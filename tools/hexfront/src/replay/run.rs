//! Running a replay and comparing, whatever it runs on.

use super::file::{Event, Line, Replay, chosen};
use crate::observe::{Seen, hash};
use crate::session::RunError;
use hexfront_isa::{NO_HEX, ShellCall};
use std::fmt;

/// Why a replay could not be run to its end.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The rules machine stopped.
    #[error("the program was stopped at {place}: {trap}")]
    Fault {
        /// Where.
        place: String,
        /// Why.
        trap: String,
    },
    /// The rules machine of an emulated machine stopped.
    #[error("the program was stopped by fault {0}; --on host tells where")]
    MachineFault(u8),
    /// It ran without calling the shell for very long.
    #[error("the program ran {0} instructions without a sign of life")]
    Endless(u64),
    /// The machine stopped or did not answer.
    #[error(transparent)]
    Machine(#[from] RunError),
    /// A key was typed that the machine did not take.
    #[error("line {line}: key {typed} was typed, and the machine took {}", .took.as_deref().unwrap_or("none"))]
    NotTaken {
        /// Line of the replay.
        line: usize,
        /// The key's name.
        typed: String,
        /// What it took instead.
        took: Option<String>,
    },
    /// A key that the machine's keyboard does not have.
    #[error("line {line}: the machine's keyboard has no key {key}")]
    NoKey {
        /// Line of the replay.
        line: usize,
        /// The key's name.
        key: String,
    },
    /// A choice on a machine without a pointer.
    #[error(
        "line {line}: {choice} was chosen with a pointer, and this machine has none; use --on host"
    )]
    NoPointer {
        /// Line of the replay.
        line: usize,
        /// The choice.
        choice: String,
    },
    /// A choice that nothing on the machine's screen answers.
    #[error("line {line}: {choice} cannot be chosen: nothing on the screen answers it")]
    NoPlace {
        /// Line of the replay.
        line: usize,
        /// The choice.
        choice: String,
    },
    /// An event that only the reference VM can repeat.
    #[error("line {line}: {what} cannot be brought about on an emulated machine; use --on host")]
    OnlyHost {
        /// Line of the replay.
        line: usize,
        /// The event.
        what: String,
    },
    /// A replay of another game.
    #[error("line 2: recorded was {recorded}, here is {here}; name the right game with --game")]
    OtherGame {
        /// Game and version of the replay.
        recorded: String,
        /// Game and version of the cartridge.
        here: String,
    },
    /// The state in the file does not fit the cartridge.
    #[error("line {line}: the loaded game has {found} bytes of state, this game has {wanted}")]
    StateLength {
        /// Line of the replay.
        line: usize,
        /// Bytes in the file.
        found: usize,
        /// Bytes of the cartridge's state image.
        wanted: usize,
    },
    /// The disk for a load cannot be made.
    #[error("line {line}: cannot put the saved game on the disk: {source}")]
    Disk {
        /// Line of the replay.
        line: usize,
        /// Why.
        source: hexfront_disk::ImageError,
    },
    /// The disk for a load was refused.
    #[error(transparent)]
    Insert(#[from] hexfront_platforms::machine::DiskError),
}

/// A key and what the recording says happened until the next one.
#[derive(Clone, Copy, Debug)]
pub struct Stroke<'r> {
    /// Line of the replay.
    pub line: usize,
    /// The key's code.
    pub key: u16,
    /// What followed.
    pub after: &'r [Line],
}

impl<'r> Stroke<'r> {
    /// The chance that the game asks for after this key.
    pub fn chance(&self) -> Option<u16> {
        self.after.iter().find_map(|line| match line.event {
            Event::Entropy(number) => Some(number),
            _ => None,
        })
    }

    /// The hex that the pointer is led to before this key.
    pub fn pointed(&self) -> Option<u16> {
        self.after.iter().find_map(|line| match line.event {
            Event::Pointed(hex) if hex != NO_HEX => Some(hex),
            _ => None,
        })
    }

    /// What the shell answers after this key.
    pub fn answers(&self) -> impl Iterator<Item = &'r Event> {
        self.after.iter().map(|line| &line.event).filter(|event| {
            matches!(
                event,
                Event::Entropy(_)
                    | Event::Save(_)
                    | Event::Saved(_)
                    | Event::Pressed(_)
                    | Event::Pointed(_)
                    | Event::Named(_)
                    | Event::Load { .. }
            )
        })
    }
}

/// A game that takes keys: on the reference VM or on an emulated machine. It waits for a key.
pub trait Execution {
    /// What it runs on.
    fn name(&self) -> &'static str;

    /// Gives it a key and runs it until it waits for the next or ends; returns what was seen, the key first.
    ///
    /// # Errors
    /// [`Failed`].
    fn press(&mut self, stroke: &Stroke<'_>) -> Result<Vec<Seen>, Failed>;

    /// The state image now.
    fn image(&self) -> Vec<u8>;
}

/// A state that was compared.
#[derive(Clone, PartialEq, Eq)]
pub struct Check {
    /// Line of the replay.
    pub line: usize,
    /// The turn that began; `None` at the end.
    pub turn: Option<u8>,
    /// Check sum of the recording.
    pub wanted: u32,
    /// The state that was found.
    pub image: Vec<u8>,
}

/// Without the image's thousands of bytes.
impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line, turn, wanted, ..
        } = self;
        let found = hash(&self.image);
        write!(
            f,
            "Check {{ line {line}, turn {turn:?}, {wanted:08X} wanted, {found:08X} found }}"
        )
    }
}

/// The first difference from the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A state differs.
    State(Check),
    /// Something else happened.
    Course {
        /// Line of the replay.
        line: usize,
        /// What the recording says.
        wanted: String,
        /// What happened.
        found: String,
    },
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// States that were equal.
    pub equal: Vec<Check>,
    /// The first difference; the run stopped there.
    pub difference: Option<Difference>,
}

/// The strokes of a replay.
pub fn strokes(replay: &Replay) -> impl Iterator<Item = Stroke<'_>> {
    let lines = &replay.lines;
    let is_key = |line: &Line| matches!(line.event, Event::Key(_));
    lines.iter().enumerate().filter_map(move |(i, line)| {
        let Event::Key(key) = line.event else {
            return None;
        };
        let rest = &lines[i + 1..];
        let count = rest.iter().position(is_key).unwrap_or(rest.len());
        Some(Stroke {
            line: line.number,
            key,
            after: &rest[..count],
        })
    })
}

/// Runs a replay to its end or to the first difference.
///
/// # Errors
/// [`Failed`].
pub fn run(replay: &Replay, execution: &mut dyn Execution) -> Result<Course, Failed> {
    let mut course = Course::default();
    for stroke in strokes(replay) {
        let seen = execution.press(&stroke)?;
        let mut happened = happenings(&seen);
        if is_cut_short(replay, &stroke) {
            happened.truncate(stroke.after.len());
        }
        if let Err(difference) = compare(&stroke, &happened, execution, &mut course.equal) {
            course.difference = Some(difference);
            break;
        }
    }
    Ok(course)
}

/// What happened after a key, in the words of a replay.
enum Happening<'s> {
    /// An answer of the shell, without a loaded state.
    Answer(Event),
    /// A turn began.
    Turn(u8, &'s [u8]),
    /// The program ended.
    Left(&'s [u8]),
}

impl Happening<'_> {
    fn words(&self) -> String {
        match self {
            Self::Answer(event) => words(event),
            Self::Turn(turn, image) => Event::Turn {
                turn: *turn,
                hash: hash(image),
            }
            .to_string(),
            Self::Left(_) => "the end of the program".into(),
        }
    }
}

fn happenings<'s>(seen: &'s [Seen]) -> Vec<Happening<'s>> {
    let happening = |seen: &'s Seen| match seen {
        // The key is what it all came of.
        Seen::Answered(ShellCall::Event, _) => None,
        Seen::Answered(call, answer) => Event::answered(*call, *answer).map(Happening::Answer),
        Seen::Turn { turn, image } => Some(Happening::Turn(*turn, image)),
        Seen::Left { image, .. } => Some(Happening::Left(image)),
        Seen::Called(_) | Seen::Loaded(_) => None,
    };
    seen.iter().filter_map(happening).collect()
}

/// Compares what followed a key with the recording.
fn compare(
    stroke: &Stroke<'_>,
    happened: &[Happening<'_>],
    execution: &dyn Execution,
    equal: &mut Vec<Check>,
) -> Result<(), Difference> {
    let mut happened = happened.iter().peekable();
    for line in stroke.after {
        let another = |found: String| Difference::Course {
            line: line.number,
            wanted: words(&line.event),
            found,
        };
        if let Event::End { hash } = line.event {
            let image = match happened.next() {
                None => execution.image(),
                Some(Happening::Left(image)) => image.to_vec(),
                Some(other) => return Err(another(other.words())),
            };
            check(line.number, None, hash, image, equal)?;
            continue;
        }
        let Some(next) = happened.next() else {
            return Err(another("a wait for the next key".into()));
        };
        match (&line.event, next) {
            (Event::Turn { turn, hash }, Happening::Turn(found, image)) if turn == found => {
                check(line.number, Some(*turn), *hash, image.to_vec(), equal)?;
            }
            (
                Event::Entropy(_)
                | Event::Save(_)
                | Event::Saved(_)
                | Event::Pressed(_)
                | Event::Pointed(_)
                | Event::Named(_)
                | Event::Load { .. },
                Happening::Answer(_),
            ) if words(&line.event) == next.words() => {}
            _ => return Err(another(next.words())),
        }
    }
    match happened.next() {
        Some(extra) => Err(Difference::Course {
            line: stroke.line,
            wanted: format!("nothing more after {}", chosen(stroke.key)),
            found: extra.words(),
        }),
        None => Ok(()),
    }
}

/// Whether the recording stopped while the machine was at work on this key: what came of it is not all there.
fn is_cut_short(replay: &Replay, stroke: &Stroke<'_>) -> bool {
    let ended =
        matches!(replay.lines.last(), Some(line) if matches!(line.event, Event::End { .. }));
    let last = replay.lines.last().map(|line| line.number);
    let here = stroke.after.last().map_or(stroke.line, |line| line.number);
    !ended && last == Some(here)
}

/// A line's event; of a load without the state it brought.
fn words(event: &Event) -> String {
    match event {
        Event::Load { status, .. } => format!("load {status}"),
        event => event.to_string(),
    }
}

fn check(
    line: usize,
    turn: Option<u8>,
    wanted: u32,
    image: Vec<u8>,
    equal: &mut Vec<Check>,
) -> Result<(), Difference> {
    let same = hash(&image) == wanted;
    let check = Check {
        line,
        turn,
        wanted,
        image,
    };
    if same {
        equal.push(check);
        Ok(())
    } else {
        Err(Difference::State(check))
    }
}
