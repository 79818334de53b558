//! The replay file: text, one event a line.
//!
//! ```text
//! hexfront replay 1
//! game BIA version 1
//! rules 5F3C1A22
//! key N
//! key 3
//! key RETURN
//! entropy 31337
//! save done
//! turn 2 89ABCDEF
//! end 01234567
//! ```
//!
//! | line | is |
//! | --- | --- |
//! | `hexfront replay FORMAT` | the first line; the format is 1 |
//! | `game ID version N` | the cartridge's own id and version |
//! | `rules CRC` | CRC-32 of what decides the state, so that a replay of other rules can say so; art and names are not in it |
//! | `cartridge CRC` | in its place in older files: CRC-32 of the whole cartridge |
//! | `key NAME` | a key that the shell's `event` call returned: a character, a name such as `RETURN`, or `$C8` |
//! | `unit N`, `hex N`, `item N`, `setting ROW POSITION` | what a pointer chose instead; rows and positions count from 0 |
//! | `saved STATUS` | whether the disk has another saved game, and what it is called |
//! | `pressed 0`, `pressed 1` | whether a key had been pressed, as the game asked without waiting for one |
//! | `pointed HEX`, `pointed none` | which hex the key before it means by where the pointer is |
//! | `entropy N` | what `entropy` answered |
//! | `save STATUS`, `load STATUS` | what `save` and `load` answered |
//! | `state HEX` | after a `load` that brought a game: its state image, 32 bytes a line |
//! | `turn N CRC` | the turn became N; CRC-32 of the state image at the shell call that follows (text output aside) |
//! | `end CRC` | the same at the last wait for a key, or where the program ended |
//! | `# …` | a remark |
//!
//! The game number is typed, so it stands among the keys. A file without `end` is one whose recording was cut short:
//! what it holds still counts.

use super::keys;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::{Event as Choice, NO_HEX, ShellCall};
use std::fmt;

/// Numbers of hexes are below that: 64 columns of 64 rows.
const HEXES: u16 = 64 * 64;

/// Bytes of state a line.
const STATE_WIDTH: usize = 32;

/// What can be wrong with a line, with its mend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The first line is another.
    #[error(
        "a replay begins with `hexfront replay 1`; this is no replay, or its first line is lost"
    )]
    NoReplay,
    /// Another format.
    #[error(
        "replay format {0:?} is not known here (this program reads 1); use the hexfront that recorded it"
    )]
    Format(String),
    /// A line of the head is missing.
    #[error("here must stand `{0}`")]
    Head(&'static str),
    /// A line begins with another word.
    #[error(
        "no event is called {0:?}; use key, unit, hex, item, setting, pressed, pointed, entropy, save, saved, load, state, turn or end"
    )]
    UnknownEvent(String),
    /// An operand cannot be read.
    #[error("{event} needs {needs}, got {got:?}")]
    BadOperand {
        /// The line's first word.
        event: &'static str,
        /// What it needs.
        needs: &'static str,
        /// What stands there.
        got: String,
    },
    /// A `state` line that follows no load.
    #[error(
        "a state line follows `load done` or `load older` only; remove it, or mend the line above"
    )]
    LooseState,
    /// A load that brought a game, without the game.
    #[error("`state` lines must follow: the game that was loaded")]
    NoState,
    /// Something happens before the first key.
    #[error("the first event must be a key; remove what stands before it")]
    BeforeKeys,
    /// Something follows the end.
    #[error("nothing follows `end`; remove it, or what comes after it")]
    AfterEnd,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub error: LineError,
}

/// What `save` or `load` answered, as in the shell contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u16);

/// Names of the statuses, by number.
const STATUSES: [&str; 10] = [
    "done",
    "no-save",
    "damaged",
    "disk-error",
    "other-game",
    "disk-full",
    "write-protected",
    "no-drive",
    "older",
    "other-campaign",
];

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match STATUSES.get(usize::from(self.0)) {
            Some(name) => f.write_str(name),
            None => write!(f, "{}", self.0),
        }
    }
}

impl Status {
    fn parse(text: &str) -> Option<Self> {
        let named = STATUSES.iter().position(|name| *name == text);
        named
            .map(|n| n as u16)
            .or_else(|| text.parse().ok())
            .map(Self)
    }

    /// Whether a load with this status brought a game.
    pub fn loaded(self) -> bool {
        crate::observe::LOADED.contains(&self.0)
    }
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key was taken, or what a pointer chose: the word that `event` answered.
    Key(u16),
    /// The machine was asked for chance.
    Entropy(u16),
    /// A game was to be saved.
    Save(Status),
    /// A saved game's name was asked for.
    Saved(u16),
    /// The game asked whether a key was pressed.
    Pressed(u16),
    /// The game asked which hex the pointer had come to lie over before the key; [`NO_HEX`]: none.
    Pointed(u16),
    /// The game under a name was asked for, or was to be taken off the disk.
    Named(Status),
    /// A game was to be loaded.
    Load {
        /// What came of it.
        status: Status,
        /// The state image, if it brought one.
        image: Vec<u8>,
    },
    /// A turn began.
    Turn {
        /// Its number.
        turn: u8,
        /// CRC-32 of the state image.
        hash: u32,
    },
    /// The recording ended.
    End {
        /// CRC-32 of the state image.
        hash: u32,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(code) => f.write_str(&chosen(*code)),
            Self::Entropy(number) => write!(f, "entropy {number}"),
            Self::Save(status) => write!(f, "save {status}"),
            Self::Saved(status) => write!(f, "saved {status}"),
            Self::Pressed(answer) => write!(f, "pressed {answer}"),
            Self::Pointed(NO_HEX) => f.write_str("pointed none"),
            Self::Pointed(hex) => write!(f, "pointed {hex}"),
            Self::Named(status) => write!(f, "named {status}"),
            Self::Load { status, image } => {
                write!(f, "load {status}")?;
                for row in image.chunks(STATE_WIDTH) {
                    f.write_str("\nstate ")?;
                    for byte in row {
                        write!(f, "{byte:02X}")?;
                    }
                }
                Ok(())
            }
            Self::Turn { turn, hash } => write!(f, "turn {turn} {hash:08X}"),
            Self::End { hash } => write!(f, "end {hash:08X}"),
        }
    }
}

impl Event {
    /// What is kept of an answer of the shell, of a load without the state that it brought; nothing of most.
    pub fn answered(call: ShellCall, answer: u16) -> Option<Self> {
        Some(match call {
            ShellCall::Event => Self::Key(answer),
            ShellCall::Entropy => Self::Entropy(answer),
            ShellCall::Save => Self::Save(Status(answer)),
            ShellCall::Saved => Self::Saved(answer),
            ShellCall::Pressed => Self::Pressed(answer),
            ShellCall::Pointed => Self::Pointed(answer),
            ShellCall::Named => Self::Named(Status(answer)),
            ShellCall::Load => Self::Load {
                status: Status(answer),
                image: Vec::new(),
            },
            _ => return None,
        })
    }
}

/// A key or a choice as a line.
pub fn chosen(word: u16) -> String {
    let choice = Choice::of(word);
    match choice {
        // Bits that mean nothing are kept.
        _ if choice.word() != word => format!("key {}", keys::name(word)),
        Choice::Key(_) => format!("key {}", keys::name(word)),
        Choice::Unit(unit) => format!("unit {unit}"),
        Choice::Hex(hex) => format!("hex {hex}"),
        Choice::Item(item) => format!("item {item}"),
        Choice::Setting { row, position } => format!("setting {row} {position}"),
    }
}

/// What a pointer chose, from the words of a line.
pub(crate) fn choice(word: &str, rest: &str) -> Option<Choice> {
    Some(match word {
        "unit" => Choice::Unit(rest.parse().ok()?),
        "hex" => Choice::Hex(rest.parse().ok().filter(|hex| *hex < 0x8000)?),
        "item" => Choice::Item(rest.parse().ok()?),
        _ => {
            let (row, position) = rest.split_once(' ')?;
            Choice::Setting {
                row: row.parse().ok().filter(|row| *row < 32)?,
                position: position.trim().parse().ok().filter(|n| *n < 128)?,
            }
        }
    })
}

/// An event and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Line, from 1.
    pub number: usize,
    /// The event.
    pub event: Event,
}

/// What a replay is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The game's id.
    pub game: String,
    /// Version of the game's rules.
    pub version: u16,
    /// By what it tells other rules.
    pub rules: Sum,
}

/// A sum over a cartridge, by which a replay tells whether it was recorded with other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// CRC-32 of what decides the state.
    Rules(u32),
    /// CRC-32 of all of it, as older files have it.
    Cartridge(u32),
}

impl Sum {
    /// Whether it is of this cartridge.
    pub fn is_of(self, cartridge: &Cartridge<'_>) -> bool {
        match self {
            Self::Rules(sum) => sum == rules_sum(cartridge),
            Self::Cartridge(sum) => sum == crate::observe::hash(cartridge.bytes()),
        }
    }
}

fn rules_sum(cartridge: &Cartridge<'_>) -> u32 {
    crate::observe::hash(&cartridge.rules_of_play().collect::<Vec<_>>().concat())
}

impl Head {
    /// The head of replays of a cartridge.
    pub fn of(cartridge: &Cartridge<'_>) -> Self {
        Self {
            game: cartridge.game.to_owned(),
            version: cartridge.version,
            rules: Sum::Rules(rules_sum(cartridge)),
        }
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "hexfront replay 1")?;
        writeln!(f, "game {} version {}", self.game, self.version)?;
        match self.rules {
            Sum::Rules(sum) => writeln!(f, "rules {sum:08X}"),
            Sum::Cartridge(sum) => writeln!(f, "cartridge {sum:08X}"),
        }
    }
}

/// A whole replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What it is of.
    pub head: Head,
    /// The events in their order; the first is a key.
    pub lines: Vec<Line>,
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head.fmt(f)?;
        self.lines
            .iter()
            .try_for_each(|line| writeln!(f, "{}", line.event))
    }
}

impl Replay {
    /// Reads a replay.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut rows = text
            .lines()
            .enumerate()
            .map(|(i, row)| (i + 1, row.trim()))
            .filter(|(_, row)| !row.is_empty() && !row.starts_with('#'));
        let after = text.lines().count() + 1;
        let head = head(&mut rows, after)?;
        let mut lines: Vec<Line> = Vec::new();
        for (number, row) in rows {
            event(number, row, &mut lines).map_err(|error| ParseError {
                line: number,
                error,
            })?;
        }
        match lines.last() {
            Some(last) if lacks_state(&last.event) => Err(ParseError {
                line: after,
                error: LineError::NoState,
            }),
            _ => Ok(Self { head, lines }),
        }
    }

    /// How many keys it holds.
    pub fn keys(&self) -> usize {
        let is_key = |line: &&Line| matches!(line.event, Event::Key(_));
        self.lines.iter().filter(is_key).count()
    }
}

fn head<'t>(
    rows: &mut impl Iterator<Item = (usize, &'t str)>,
    after: usize,
) -> Result<Head, ParseError> {
    let mut wanted = |begin: &'static str, otherwise: LineError| {
        let (line, row) = rows.next().unwrap_or((after, ""));
        let error = |error| ParseError { line, error };
        match row.strip_prefix(begin) {
            Some(rest) => Ok((line, rest.trim())),
            None => Err(error(otherwise)),
        }
    };
    let (line, format) = wanted("hexfront replay", LineError::NoReplay)?;
    let error = |line, error| ParseError { line, error };
    if format != "1" {
        return Err(error(line, LineError::Format(format.to_owned())));
    }
    const GAME: LineError = LineError::Head("game ID version NUMBER");
    let (line, game) = wanted("game ", GAME)?;
    let (game, version) = game
        .split_once(" version ")
        .and_then(|(game, version)| Some((game.trim(), version.trim().parse().ok()?)))
        .filter(|(game, _)| !game.is_empty())
        .ok_or(error(line, GAME))?;
    const RULES: LineError = LineError::Head("rules CRC (8 hexadecimal digits)");
    let (line, sum) = wanted("", RULES)?;
    let sum = match sum.split_once(' ') {
        Some(("rules", sum)) => crc(sum.trim()).map(Sum::Rules),
        Some(("cartridge", sum)) => crc(sum.trim()).map(Sum::Cartridge),
        _ => None,
    };
    Ok(Head {
        game: game.to_owned(),
        version,
        rules: sum.ok_or(error(line, RULES))?,
    })
}

/// Adds the event of a line to those before it.
fn event(number: usize, row: &str, lines: &mut Vec<Line>) -> Result<(), LineError> {
    let (word, rest) = row.split_once(' ').unwrap_or((row, ""));
    let rest = rest.trim();
    let bad = |event, needs| LineError::BadOperand {
        event,
        needs,
        got: rest.to_owned(),
    };
    if word == "state" {
        let bytes = bytes(rest).ok_or_else(|| bad("state", "pairs of hexadecimal digits"))?;
        return match lines.last_mut().map(|line| &mut line.event) {
            Some(Event::Load { status, image }) if status.loaded() => {
                image.extend(bytes);
                Ok(())
            }
            _ => Err(LineError::LooseState),
        };
    }
    let status = |event| {
        Status::parse(rest).ok_or_else(|| bad(event, "a status such as done, no-save or damaged"))
    };
    let hash = |event| crc(rest).ok_or_else(|| bad(event, "a CRC of 8 hexadecimal digits"));
    let event = match word {
        "key" => Event::Key(keys::code(rest).ok_or_else(|| {
            bad(
                "key",
                "a character, a name such as RETURN or UP, or a code such as $C8",
            )
        })?),
        "unit" | "hex" | "item" | "setting" => {
            let choice = choice(word, rest)
                .ok_or_else(|| bad("a choice", "its number, of a setting row and position"))?;
            Event::Key(choice.word())
        }
        "entropy" => Event::Entropy(
            rest.parse()
                .map_err(|_| bad("entropy", "a number from 0 to 65535"))?,
        ),
        "save" => Event::Save(status("save")?),
        "saved" => Event::Saved(
            rest.parse()
                .map_err(|_| bad("saved", "0 for one more name, or another status"))?,
        ),
        "pressed" => Event::Pressed(
            rest.parse()
                .ok()
                .filter(|answer| *answer < 2)
                .ok_or_else(|| bad("pressed", "0, or 1 where a key was"))?,
        ),
        "pointed" if rest == "none" => Event::Pointed(NO_HEX),
        "pointed" => Event::Pointed(
            rest.parse()
                .ok()
                .filter(|hex| *hex < HEXES)
                .ok_or_else(|| bad("pointed", "the number of a hex, or none"))?,
        ),
        "named" => Event::Named(status("named")?),
        "load" => Event::Load {
            status: status("load")?,
            image: Vec::new(),
        },
        "turn" => {
            let parsed = rest
                .split_once(' ')
                .and_then(|(turn, hash)| Some((turn.parse().ok()?, crc(hash.trim())?)));
            let (turn, hash) = parsed
                .ok_or_else(|| bad("turn", "its number and a CRC of 8 hexadecimal digits"))?;
            Event::Turn { turn, hash }
        }
        "end" => Event::End { hash: hash("end")? },
        _ => return Err(LineError::UnknownEvent(word.to_owned())),
    };
    match lines.last().map(|line| &line.event) {
        None if !matches!(event, Event::Key(_)) => return Err(LineError::BeforeKeys),
        Some(Event::End { .. }) => return Err(LineError::AfterEnd),
        Some(last) if lacks_state(last) => return Err(LineError::NoState),
        _ => lines.push(Line { number, event }),
    }
    Ok(())
}

fn lacks_state(event: &Event) -> bool {
    matches!(event, Event::Load { status, image } if status.loaded() && image.is_empty())
}

fn crc(text: &str) -> Option<u32> {
    let digits = text.len() == 8 && text.bytes().all(|b| b.is_ascii_hexdigit());
    digits.then(|| u32::from_str_radix(text, 16).ok())?
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    pairs
        .iter()
        .map(|[high, low]| Some((digit(*high)? << 4 | digit(*low)?) as u8))
        .collect()
}
