//! What can be wrong in a source file, and where.

use crate::object::Unfit;
use std::fmt;
use thiserror::Error;

/// A stretch of a line of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// First column, in characters, from 1.
    pub column: u32,
    /// Characters it covers, at least 1.
    pub length: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One mistake in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where.
    pub at: Location,
    /// What.
    pub problem: Problem,
    /// The macro calls, repeats and includes that led there, innermost first.
    pub through: Vec<Location>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: error: {}", self.at, self.problem)?;
        for from in &self.through {
            write!(f, "\n  reached from {from}")?;
        }
        if let Some(help) = self.problem.help() {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// The kinds of mistakes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the message says what each one means")]
pub enum Problem {
    #[error("character {0:?} means nothing here")]
    StrayCharacter(char),
    #[error("{0} is not a number that can be read")]
    BadNumber(String),
    #[error("string or character constant is not closed on its line")]
    UnclosedString,
    #[error("character {0:?} in a string is not ASCII")]
    NotAscii(char),
    #[error("expected {expected}, found {found}")]
    Expected {
        expected: &'static str,
        found: String,
    },
    #[error("{0} after the end of the statement")]
    Trailing(String),
    #[error("unknown directive {0}")]
    UnknownDirective(String),
    #[error("`{0}` is neither an instruction nor a macro")]
    UnknownInstruction(String),
    #[error("`{mnemonic}` is an undocumented instruction")]
    Undocumented { mnemonic: String },
    #[error("`{mnemonic}` cannot be used with {mode}")]
    NoSuchMode {
        mnemonic: String,
        mode: &'static str,
    },
    #[error("`{0}` is a word of the processor, not a name that can be given")]
    ReservedName(String),
    #[error("unknown processor {0:?}")]
    UnknownProcessor(String),
    #[error("`{0}` is not defined")]
    Undefined(String),
    #[error("`{name}` is already defined, in {first}")]
    Redefined { name: String, first: Location },
    #[error("`{name}` is defined here, but {used} in the same scope has used the outer one")]
    Shadows { name: String, used: Location },
    #[error("`{0}` is defined in terms of itself")]
    Circular(String),
    #[error("`{0}` is imported and defined here as well")]
    ImportedAndDefined(String),
    #[error("`{0}` is exported but not defined")]
    ExportUndefined(String),
    #[error("`{0}` is exported as zero page, but its value is not below 256")]
    ExportNotZeropage(String),
    #[error("macro `{0}` is already defined")]
    MacroRedefined(String),
    #[error("macro `{name}` takes {takes} parameters, {given} given")]
    TooManyArguments {
        name: String,
        takes: usize,
        given: usize,
    },
    #[error("{0} without {1} before it")]
    Unmatched(&'static str, &'static str),
    #[error("{opened} is not closed by {closer}")]
    Unclosed {
        opened: String,
        closer: &'static str,
    },
    #[error("the value must be known at this point")]
    NotConstant,
    #[error("division by 0")]
    DivisionByZero,
    #[error("expression is too large")]
    ExpressionTooLarge,
    #[error("value {value} does not fit: {low} to {high} do")]
    OutOfRange { value: i64, low: i64, high: i64 },
    #[error("an address of two bytes stands where one byte is wanted")]
    AddressInByte,
    #[error("branch goes {distance} bytes, {excess} too far")]
    BranchTooFar { distance: i64, excess: i64 },
    #[error("the address is {distance} bytes from here, {excess} too far")]
    TooFarAway { distance: i64, excess: i64 },
    #[error("branch to an odd address, where no instruction can be")]
    OddTarget,
    #[error("short branch to the next instruction")]
    BranchToNext,
    #[error("words and instructions must be at even addresses")]
    OddAddress,
    #[error("`{mnemonic}` has no size .{size}")]
    NoSuchSize { mnemonic: String, size: String },
    #[error("`{mnemonic}` has no form with so many operands")]
    OperandCount { mnemonic: String },
    #[error("a range of registers runs from the lower to the higher one, d0 to d7, a0 to a7")]
    RegisterOrder,
    #[error("the processor must be chosen before anything is assembled")]
    LateProcessor,
    #[error("branch from code at a fixed address to a place that is not yet fixed")]
    BranchOutOfOrg,
    #[error("assertion failed: {0}")]
    Assertion(String),
    #[error("{0}")]
    UserError(String),
    #[error("no source file named {0:?}")]
    MissingFile(String),
    #[error("{0} levels of include and macro calls are too many")]
    TooDeep(usize),
    #[error("more than {0} lines after expansion")]
    TooManyLines(usize),
    #[error("line is too long after expansion")]
    LineTooLong,
    #[error("segment {name} grows beyond {limit} bytes")]
    SegmentTooLarge { name: String, limit: u32 },
    #[error("segment {0} was first used with another address size")]
    SegmentMismatch(String),
    #[error("alignment {0} is not a power of 2 up to 65536")]
    BadAlignment(i64),
    #[error("{got} bytes of {name:?} from {offset} on, but it has {size}")]
    IncbinRange {
        name: String,
        offset: i64,
        got: i64,
        size: usize,
    },
}

impl Problem {
    /// A value, or a distance, that does not fit.
    pub(crate) fn of_value(unfit: Unfit, value: i64) -> Problem {
        let distance = value;
        match unfit {
            Unfit::Range { low, high } => Problem::OutOfRange { value, low, high },
            Unfit::TooFar { excess } => Problem::BranchTooFar { distance, excess },
            Unfit::TooFarAway { excess } => Problem::TooFarAway { distance, excess },
            Unfit::OddTarget => Problem::OddTarget,
            Unfit::NextInstruction => Problem::BranchToNext,
        }
    }

    /// The next step to take, where there is an obvious one.
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            Problem::UnknownInstruction(_) => {
                "a label ends with a colon; a macro must be defined before its use"
            }
            Problem::Undocumented { .. } => "`.setcpu \"6502X\"` allows undocumented instructions",
            Problem::UnknownProcessor(_) => "known are \"6502\", \"6502X\" and \"68000\"",
            Problem::Undefined(_) => "define it, or `.import` it if another object does",
            Problem::AddressInByte => {
                "`<` takes the low byte, `>` the high byte; `.importzp` imports a byte"
            }
            Problem::BranchTooFar { .. } => "branch the other way round a `jmp`",
            Problem::TooFarAway { .. } => "take its absolute address, or load that into a register",
            Problem::BranchToNext => "leave it out, or write `.w`",
            Problem::OddAddress => "`.even` goes before it",
            Problem::LateProcessor => "`.setcpu` belongs at the top of the file",
            Problem::NotConstant => {
                "it depends on a label that is defined later, imported or not yet placed"
            }
            Problem::ImportedAndDefined(_) => "`.global` imports or exports, as the case may be",
            Problem::UnclosedString => {
                "strings stand in \"double\" quotes, single characters in 'single' ones"
            }
            Problem::TooManyArguments { .. } => {
                "put an argument that contains commas in braces: {(ptr),y}"
            }
            Problem::OutOfRange { value, low: 0, .. } if *value < 0 => {
                "`<` takes the low byte of a negative number"
            }
            _ => return None,
        })
    }
}
