//! Compiling a game, and how its mistakes are drawn.

use crate::failure::Failure;
use crate::games::Game;
use crate::pipeline::Game as Built;
use crate::targets::{self, TargetRef};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use hexfront_isa::cartridge::Cartridge;

use hexfront_lang::{Cut, Diagnostic, Outcome, Severity, Sources};
use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};

/// Games that are kept when they have been compiled: commands ask for the same one several times.
const KEPT: usize = 8;
static COMPILED: Mutex<Vec<Compiled>> = Mutex::new(Vec::new());

/// What came of a game's files.
#[derive(Clone)]
struct Compiled {
    files: Vec<(String, Vec<u8>)>,
    /// The machine whose files stand for the game's own, and how fine it is cut.
    on: (Option<&'static str>, Cut),
    cartridge: Vec<u8>,
    /// The machine that the game names.
    named: Option<String>,
}

/// Compiles a game, or finds it compiled.
///
/// # Errors
/// Its mistakes.
fn compiled(game: &Game, on: (Option<&'static str>, Cut)) -> Result<Compiled, Box<Outcome>> {
    let kept = || COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |kept: &&Compiled| kept.on == on && kept.files == game.files;
    if let Some(found) = kept().iter().find(is_it) {
        return Ok(found.clone());
    }
    let (machine, cut) = on;
    let mut outcome = hexfront_lang::compile_on(&game.files, machine, cut);
    let Some(cartridge) = outcome.cartridge.take() else {
        return Err(Box::new(outcome));
    };
    let compiled = Compiled {
        files: game.files.clone(),
        on,
        cartridge,
        named: outcome.machine,
    };
    let mut kept = kept();
    let oldest = (kept.len() + 1).saturating_sub(KEPT);
    kept.drain(..oldest);
    kept.push(compiled.clone());
    Ok(compiled)
}

/// The game without a machine's own files.
fn base(game: &Game) -> Result<Compiled, Failure> {
    compiled(game, (None, Cut::default())).map_err(|outcome| {
        let mistakes = draw(&errors(&outcome.diagnostics), &outcome.sources);
        format!("{} does not compile\n{mistakes}", game.name).into()
    })
}

/// Compiles a game for a machine; warnings are left to `check`.
///
/// # Errors
/// The game's mistakes, drawn.
pub fn compile(game: &Game) -> Result<Vec<u8>, Failure> {
    Ok(base(game)?.cartridge)
}

/// Compiles a game as it is on a machine: with the files of `on/MACHINE/` in the place of its own.
///
/// # Errors
/// The game's mistakes, drawn; or that a saved game would be another one on that machine.
pub fn compile_on(game: &Game, target: TargetRef) -> Result<Vec<u8>, Failure> {
    let machine = target.name();
    let folder = format!("{}{machine}/", hexfront_lang::ON);
    let base = compile(game)?;
    let own_files = game.files.iter().any(|(name, _)| name.starts_with(&folder));
    if !own_files && target.cut() == Cut::default() {
        return Ok(base);
    }
    let made = compiled(game, (Some(machine), target.cut())).map_err(|outcome| {
        let mistakes = draw(&errors(&outcome.diagnostics), &outcome.sources);
        let name = &game.name;
        format!("{name} does not compile for the {machine}\n{mistakes}")
    })?;
    let cartridge = made.cartridge;
    match other_state(&Cartridge::read(&base)?, &Cartridge::read(&cartridge)?) {
        None => Ok(cartridge),
        Some(what) => Err(format!(
            "{folder} changes what a saved game of {} holds: {what}; what is saved is the same on every machine, so declare it outside of {}",
            game.name,
            hexfront_lang::ON
        )
        .into()),
    }
}

/// The first thing in which the states of two cartridges of a game differ; nothing if a save of one is a save of the other.
fn other_state(base: &Cartridge<'_>, own: &Cartridge<'_>) -> Option<String> {
    let id = |c: &Cartridge<'_>| format!("the game's id and version, {} {}", c.game, c.version);
    if id(base) != id(own) {
        return Some(id(own));
    }
    let mut fields = [base, own].map(|cartridge| cartridge.fields());
    loop {
        let [first, second] = fields.each_mut().map(Iterator::next);
        let (first, second) = match (first, second) {
            (None, None) => return None,
            (Some(first), Some(second)) => (first, second),
            (Some(first), None) => return Some(format!("`{}` is missing", first.name)),
            (None, Some(second)) => return Some(format!("`{}` is more", second.name)),
        };
        let bytes = [first.image_bytes(), second.image_bytes()];
        if first.name != second.name {
            return Some(format!(
                "`{}` stands where `{}` does elsewhere",
                second.name, first.name
            ));
        }
        if bytes[0] != bytes[1] {
            let name = first.name;
            return Some(format!(
                "`{name}` has {} bytes, elsewhere {}",
                bytes[1], bytes[0]
            ));
        }
    }
}

/// A game compiled and built for a machine.
pub struct Made {
    /// Its cartridge there.
    pub cartridge: Vec<u8>,
    /// The program and its disk.
    pub built: Built,
}

/// Compiles and builds a game for a machine.
///
/// # Errors
/// The game's mistakes, or why it cannot be built.
pub fn make(game: &Game, target: TargetRef) -> Result<Made, Failure> {
    let cartridge = compile_on(game, target)?;
    let built = target.build(&cartridge)?;
    Ok(Made { cartridge, built })
}

/// The same for the machine that the game names, or else the first that it can be built for.
///
/// # Errors
/// The game's mistakes, or why it cannot be built for the last machine.
pub fn make_first(game: &Game) -> Result<Made, Failure> {
    // Mistakes of the game's own are told before those of a machine's files.
    let named = base(game)?.named;
    let mut order = targets::ALL;
    order.sort_by_key(|target| named.as_deref() != Some(target.name()));
    let [first, rest @ ..] = order;
    rest.into_iter().fold(make(game, first), |made, target| {
        made.or_else(|_| make(game, target))
    })
}

/// Those diagnostics that are errors.
pub fn errors(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .cloned()
        .collect()
}

/// The bytecode beside its source.
///
/// # Errors
/// The game's mistakes, drawn.
pub fn listing(game: &Game) -> Result<String, Failure> {
    let bytes = compile(game)?;
    let cartridge = Cartridge::read(&bytes)?;
    Ok(hexfront_lang::disassemble(&cartridge, &game.files))
}

/// Diagnostics drawn in one go; more would bury the first ones.
const DRAWN: usize = 40;

/// Diagnostics with their source, as a terminal shows them.
pub fn draw(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = Vec::new();
    let mut cache = ariadne::sources(
        sources
            .files()
            .iter()
            .map(|file| (file.name.clone(), file.text.clone())),
    );
    let config = Config::default()
        .with_index_type(IndexType::Byte)
        .with_color(std::io::stderr().is_terminal());
    for diagnostic in diagnostics.iter().take(DRAWN) {
        let (kind, colour) = match diagnostic.severity {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        let place = |span: hexfront_lang::Span| {
            (
                sources.name(span).to_owned(),
                span.start as usize..span.end as usize,
            )
        };
        let mut report = Report::build(kind, place(diagnostic.primary.span))
            .with_config(config)
            .with_code(diagnostic.code)
            .with_message(&diagnostic.message)
            .with_label(
                Label::new(place(diagnostic.primary.span))
                    .with_message(&diagnostic.primary.text)
                    .with_color(colour),
            );
        for label in &diagnostic.secondary {
            report = report.with_label(
                Label::new(place(label.span))
                    .with_message(&label.text)
                    .with_color(Color::Cyan),
            );
        }
        if let Some(help) = &diagnostic.help {
            report = report.with_help(help);
        }
        // Writing into memory does not fail; a report that could not be drawn is still named.
        if report.finish().write(&mut cache, &mut text).is_err() {
            text.extend(diagnostic.message.bytes());
            text.push(b'\n');
        }
    }
    if let Some(more @ 1..) = diagnostics.len().checked_sub(DRAWN) {
        text.extend(format!("... and {more} more\n").bytes());
    }
    String::from_utf8_lossy(&text).into_owned()
}
