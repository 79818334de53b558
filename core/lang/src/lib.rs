//! The rules language: from a game's sources to its cartridge.
//!
//! [`compile`] takes the files of a game's directory and gives the cartridge, the diagnostics and the table of
//! sizes. [`testing::run`] compiles the game with its `test` blocks and runs them on the Rust machine;
//! [`simulation::Simulation`] plays whole games by what the files under `sim/` say; [`explained::Explained`] is the game itself,
//! telling its reasons.
//! `REFERENCE.md` describes the language for authors.
#![no_std]

extern crate alloc;

mod ast;
pub mod bend;
mod check;
mod csv;
mod diag;
mod disasm;
mod emit;
pub mod explained;
mod folder;
mod hir;
mod host;
mod lex;
mod library;
mod lower;
mod map;
mod parse;
mod reach;
mod redraw;
pub mod save_slots;
mod share;
mod shown;
pub mod simulation;
mod size;
mod source;
pub mod testing;
mod types;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use hir::Program;

pub use diag::{Diagnostic, Label, Severity, edit_distance};
pub use disasm::disassemble;
pub use folder::ON;
pub use reach::Reach;
pub use size::{Entry, Moment, PartSize, SizeTable};
pub use source::{LineIndex, Origin, SourceFile, Sources, Span};

/// The part of the language that is written in itself.
const PRELUDE: &str = concat!(
    include_str!("prelude/contract.rules"),
    "\n",
    include_str!("prelude/keys.rules"),
    "\n",
    include_str!("prelude/pointer.rules"),
    "\n",
    include_str!("prelude/saves.rules"),
);
const PRELUDE_NAME: &str = "(built in)";

/// A rule as the sources state it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// Ids that share the block.
    pub ids: Vec<String>,
    /// Title, where it is given.
    pub title: Option<String>,
    /// The rule in the author's words, a paragraph.
    pub text: String,
    /// The first id, where the block begins.
    pub span: Span,
}

/// What became of a game's sources.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The cartridge, if there was no error.
    pub cartridge: Option<Vec<u8>>,
    /// Errors and warnings, in the order of files and places.
    pub diagnostics: Vec<Diagnostic>,
    /// Sizes, if there was no error.
    pub sizes: Option<SizeTable>,
    /// The rules in the order of the sources, also if there were errors.
    pub rules: Vec<RuleText>,
    /// The machine on which it is played when none is named, if the game says one.
    pub machine: Option<String>,
    /// How far texts of screens reach at least, if there was no error.
    pub reaches: Vec<Reach>,
    /// The files that spans refer to, the built-in part among them.
    pub sources: Sources,
}

/// What a game is compiled for. Files in folders `tests/` and `sim/` are for one of them only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// The cartridge that is shipped.
    Game,
    /// The same game, which tells why its rules do what they do.
    Told,
    /// Its `test` blocks.
    Tests,
    /// Whole games, begun by `simulate`.
    Simulation,
}

/// How a game is made for the memory of a machine: REFERENCE.md, "Parts".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Where there is room: parts that are declared `where memory is short` lie in those around them.
    #[default]
    Coarse,
    /// Where there is just enough: the same parts, but layers share bytes.
    Close,
    /// Where memory is short: all parts that are declared, and layers share bytes.
    Fine,
}

impl Cut {
    /// Whether parts that are declared `where memory is short` are parts.
    fn has_short_parts(self) -> bool {
        self == Cut::Fine
    }

    /// Whether layers share bytes.
    fn shares_bytes(self) -> bool {
        matches!(self, Cut::Close | Cut::Fine)
    }
}

impl Target {
    /// What a file is compiled for; files of the game are compiled for everything.
    fn of(file: &str) -> Target {
        let folder = |folder: &str| match folder {
            "tests" => Some(Target::Tests),
            "sim" => Some(Target::Simulation),
            _ => None,
        };
        let folders = file.rsplit_once('/').map_or("", |(folders, _)| folders);
        folders.split('/').find_map(folder).unwrap_or(Target::Game)
    }
}

/// Compiles a game. Files are named relative to its directory, with `/`; those under `tests/` and `sim/` are left
/// out, and those under `on/`, which are for single machines. What lies under `art/` goes into the cartridge as it is.
/// Files that are not UTF-8 are read with replacement characters.
#[must_use]
pub fn compile(files: &[(String, Vec<u8>)]) -> Outcome {
    compile_on(files, None, Cut::Coarse)
}

/// Compiles a game as it is on one machine: a file `on/MACHINE/PATH` stands for the game's file `PATH`, or comes to its files.
#[must_use]
pub fn compile_on(files: &[(String, Vec<u8>)], machine: Option<&str>, cut: Cut) -> Outcome {
    let mut sources = sources(files, machine);
    let mut diagnostics = Vec::new();
    let program = checked(&mut sources, Target::Game, cut, &mut diagnostics);
    let mut emitted = if any_error(&diagnostics) {
        None
    } else {
        let lowered = lower::lower(&program);
        emit::emit(&program, lowered, &sources, Target::Game, &mut diagnostics)
    };
    if let Some(emitted) = &mut emitted {
        emitted.builder.art = folder::art(files);
    }
    let rules = program
        .rules
        .iter()
        .map(|rule| RuleText {
            ids: rule.ids.iter().map(|id| id.text.clone()).collect(),
            title: rule.title.clone(),
            text: rule.text.join(" "),
            span: rule.ids.first().map(|id| id.span).unwrap_or_default(),
        })
        .collect();
    Outcome {
        cartridge: emitted.as_ref().map(|e| e.builder.encode()),
        reaches: match emitted {
            Some(_) => reach::reaches(&program),
            None => Vec::new(),
        },
        sizes: emitted.map(|e| e.sizes),
        diagnostics: ordered(diagnostics),
        machine: program.machine,
        rules,
        sources,
    }
}

/// What is to be said of a game with its tests and its simulation, each once; of the files that are for one machine nothing.
/// Places are those of the [`Sources`] that [`compile`] gives.
#[must_use]
pub fn diagnose(files: &[(String, Vec<u8>)]) -> Vec<Diagnostic> {
    let mut targets = vec![Target::Game, Target::Tests];
    if simulation::is_there(files) {
        targets.push(Target::Simulation);
    }
    let mut all = Vec::new();
    for target in targets {
        checked(&mut sources(files, None), target, Cut::Coarse, &mut all);
        // What is wrong in the game is wrong in all of them.
        if any_error(&all) {
            break;
        }
    }
    ordered(all)
}

fn sources(files: &[(String, Vec<u8>)], machine: Option<&str>) -> Sources {
    let mut sources = Sources::new();
    for file in folder::sources(files, machine) {
        let text = String::from_utf8_lossy(file.bytes);
        sources.add_for(file.path, file.name, &text);
    }
    sources.brought = folder::brought(files);
    sources.sort();
    sources.add_prelude(PRELUDE_NAME, PRELUDE);
    sources
}

/// Parses and checks.
fn checked(
    sources: &mut Sources,
    target: Target,
    cut: Cut,
    diags: &mut Vec<Diagnostic>,
) -> Program {
    let ast = parse::parse(sources, diags);
    let program = check::check(sources, &ast, target, cut, diags);
    library::explain(diags, sources);
    program
}

fn any_error(diags: &[Diagnostic]) -> bool {
    diags.iter().any(|d| d.severity == Severity::Error)
}

/// Each once, in the order of files and places.
fn ordered(mut diags: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diags.sort_by_key(|d| (d.primary.span, d.code));
    diags.dedup();
    diags
}
