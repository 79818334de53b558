//! Linker: objects and a script to the image of a program.

mod gc;
mod hunk;
mod image;
mod layout;
mod movable;
mod resolve;
mod script;

pub use image::{Area, Image, Output, Placement, Segment};
pub use script::ScriptProblem;

use crate::elf::ElfError;
use crate::object::{Machine, Object, Unfit};
use std::fmt;
use thiserror::Error;

/// A field or assertion of an object, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Name of the object.
    pub object: String,
    /// Section and offset in it, for fields.
    pub section: Option<(String, u32)>,
    /// File and line of the source, if the object tells.
    pub source: Option<(String, u32)>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, line)) = &self.source {
            write!(f, "{file}:{line}: ")?;
        }
        write!(f, "{}", self.object)?;
        if let Some((section, offset)) = &self.section {
            write!(f, ", section {section} at ${offset:04X}")?;
        }
        Ok(())
    }
}

/// Why a program cannot be linked.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the message says what each one means")]
pub enum LinkError {
    #[error("link script, line {line}: {problem}")]
    Script { line: u32, problem: ScriptProblem },
    #[error("{object}: {error}")]
    Object { object: String, error: ElfError },
    #[error("area {area} ends at ${end:X}, but addresses end at ${last:X}")]
    AreaOutside { area: String, end: u64, last: u32 },
    #[error("{object}: no segment of the link script takes section {section} ({size} bytes)")]
    NoSegment {
        object: String,
        section: String,
        size: u32,
    },
    #[error("{object}: section {section} holds bytes, but the link script says it is bss")]
    BytesInBss { object: String, section: String },
    #[error(
        "area {area} of {size} bytes overflows by {by} bytes; first over the end is section {section} of {object}"
    )]
    Overflow {
        area: String,
        size: u32,
        by: u64,
        object: String,
        section: String,
    },
    #[error("{object}: {size} bytes of section {section} fit in none of the areas {areas}")]
    NoRoom {
        object: String,
        section: String,
        size: u32,
        areas: String,
    },
    #[error("segment {segment} is to start at ${at:04X}, but memory up to ${next:04X} is taken")]
    PlaceTaken { segment: String, at: u32, next: u32 },
    #[error("{object}: section {section} comes to ${address:04X}, but wants a multiple of {align}")]
    Misaligned {
        object: String,
        section: String,
        address: u32,
        align: u32,
    },
    #[error("symbol {symbol} is defined in {first} and in {second}")]
    Twice {
        symbol: String,
        first: String,
        second: String,
    },
    #[error("symbol {symbol} is not defined; {} {} it", .objects.join(" and "), if .objects.len() == 1 { "imports" } else { "import" })]
    Undefined {
        symbol: String,
        objects: Vec<String>,
    },
    #[error("{origin}: value depends on itself")]
    Circular { origin: Origin },
    #[error("{origin}: division by 0")]
    DivisionByZero { origin: Origin },
    #[error("{origin}: it refers to section {section}, which has no place")]
    Homeless { origin: Origin, section: String },
    #[error("{origin}: value {value} of {what} does not fit: {low} to {high} do")]
    OutOfRange {
        origin: Origin,
        what: String,
        value: i64,
        low: i64,
        high: i64,
    },
    #[error("{origin}: branch to {what} goes {distance} bytes, {excess} too far")]
    BranchTooFar {
        origin: Origin,
        what: String,
        distance: i64,
        excess: i64,
    },
    #[error("{origin}: {what} is {distance} bytes away, {excess} too far")]
    TooFarAway {
        origin: Origin,
        what: String,
        distance: i64,
        excess: i64,
    },
    #[error("{origin}: branch to {what} goes to an odd address, where no instruction can be")]
    OddTarget { origin: Origin, what: String },
    #[error("{origin}: short branch to {what}, which is the next instruction: write `.w`")]
    BranchToNext { origin: Origin, what: String },
    #[error("{object} is for {machine:?}, but {first} for {other:?}")]
    OtherMachine {
        object: String,
        machine: Machine,
        first: String,
        other: Machine,
    },
    #[error("segment {segment} has `{word}`, which a hunk file has no way to say")]
    HunkSegment { segment: String, word: &'static str },
    #[error(
        "{object}: section {section} wants a multiple of {align}, but hunks are loaded at multiples of {possible}"
    )]
    HunkAlignment {
        object: String,
        section: String,
        align: u32,
        possible: u32,
    },
    #[error(
        "{origin}: {what} depends on where a hunk is loaded; only a long word can hold such an address"
    )]
    NotMovable { origin: Origin, what: String },
    #[error("{origin}: assertion failed: {message}")]
    Assertion { origin: Origin, message: String },
}

impl LinkError {
    /// A value, or a distance, that does not fit.
    fn of_value(unfit: Unfit, origin: Origin, what: String, value: i64) -> LinkError {
        let distance = value;
        match unfit {
            Unfit::Range { low, high } => LinkError::OutOfRange {
                origin,
                what,
                value,
                low,
                high,
            },
            Unfit::TooFar { excess } => LinkError::BranchTooFar {
                origin,
                what,
                distance,
                excess,
            },
            Unfit::TooFarAway { excess } => LinkError::TooFarAway {
                origin,
                what,
                distance,
                excess,
            },
            Unfit::OddTarget => LinkError::OddTarget { origin, what },
            Unfit::NextInstruction => LinkError::BranchToNext { origin, what },
        }
    }
}

/// Everything that is wrong with a program; at least one error.
#[derive(Debug, Error)]
pub struct LinkErrors(pub Vec<LinkError>);

impl fmt::Display for LinkErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, error) in self.0.iter().enumerate() {
            if n > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

/// Links ELF objects, each with the name to use in messages and in the map.
///
/// # Errors
/// Everything that is wrong with script, objects, sizes, symbols and values.
pub fn link<N: AsRef<str>, B: AsRef<[u8]>>(
    script: &str,
    objects: &[(N, B)],
) -> Result<Image, LinkErrors> {
    let mut errors = Vec::new();
    let mut read = Vec::new();
    for (name, bytes) in objects {
        let object = name.as_ref().to_owned();
        match Object::from_elf(bytes.as_ref()) {
            Ok(good) => read.push((object, good)),
            Err(error) => errors.push(LinkError::Object { object, error }),
        }
    }
    if let Some(((first, leader), rest)) = read.split_first() {
        for (object, other) in rest.iter().filter(|(_, o)| o.machine != leader.machine) {
            errors.push(LinkError::OtherMachine {
                object: object.clone(),
                machine: other.machine,
                first: first.clone(),
                other: leader.machine,
            });
        }
    }
    match script::parse(script) {
        Ok(script) if errors.is_empty() => resolve::link(&script, &read).map_err(LinkErrors),
        Ok(_) => Err(LinkErrors(errors)),
        Err(problems) => {
            errors.extend(
                problems
                    .into_iter()
                    .map(|(line, problem)| LinkError::Script { line, problem }),
            );
            Err(LinkErrors(errors))
        }
    }
}
