//! Compiling a game, and what is said about it: diagnostics, rule tests, sizes.

use crate::failure::Failure;
use crate::fit::{Fit, fits, folders_of_none, nowhere};
use crate::games::Game;
use crate::json::{self, quoted};
use crate::output::print_line;
use crate::pipeline::Game as Built;
use crate::targets::{self, TargetRef};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use hexfront_isa::cartridge::Cartridge;

use hexfront_lang::simulation::{self, Simulation};
use hexfront_lang::testing::{self, TestResult};
use hexfront_lang::{Diagnostic, Outcome, Severity, Sources};
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

/// What came of a game's rule tests: results, or why they do not compile.
type Tests = Result<Vec<TestResult>, (Vec<Diagnostic>, Sources)>;

/// Compiles a game for a machine; warnings are left to `check`.
///
/// # Errors
/// The game's mistakes, drawn.
pub fn compile(game: &Game) -> Result<Vec<u8>, Failure> {
    let outcome = hexfront_lang::compile(&game.files);
    match outcome.cartridge {
        Some(cartridge) => Ok(cartridge),
        None => Err(format!(
            "{} does not compile\n{}",
            game.name,
            draw(&errors(&outcome.diagnostics), &outcome.sources)
        )
        .into()),
    }
}

/// Compiles a game as it is on a machine: with the files of `on/MACHINE/` in the place of its own.
///
/// # Errors
/// The game's mistakes, drawn; or that a saved game would be another one on that machine.
pub fn compile_on(game: &Game, target: TargetRef) -> Result<Vec<u8>, Failure> {
    let machine = target.name();
    let folder = format!("{}{machine}/", hexfront_lang::ON);
    let base = compile(game)?;
    if !game.files.iter().any(|(name, _)| name.starts_with(&folder)) {
        return Ok(base);
    }
    let outcome = hexfront_lang::compile_on(&game.files, Some(machine));
    let Some(cartridge) = outcome.cartridge else {
        let mistakes = draw(&errors(&outcome.diagnostics), &outcome.sources);
        return Err(format!(
            "{} does not compile for the {machine}\n{mistakes}",
            game.name
        )
        .into());
    };
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

/// The same for the first machine that it can be built for.
///
/// # Errors
/// The game's mistakes, or why it cannot be built for the last machine.
pub fn make_first(game: &Game) -> Result<Made, Failure> {
    // Mistakes of the game's own are told before those of a machine's files.
    compile(game)?;
    let [first, rest @ ..] = targets::ALL;
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

/// Compiles a game and its simulation, runs its tests and prints what is found; true when nothing is wrong.
///
/// # Errors
/// When it cannot be printed.
pub fn check(game: &Game, sizes: bool, json: bool) -> io::Result<bool> {
    let mut outcome = hexfront_lang::compile(&game.files);
    if outcome.cartridge.is_some()
        && simulation::is_there(&game.files)
        && let Err((diagnostics, _)) = Simulation::compile(&game.files)
    {
        // Both have the same sources, and so the same spans.
        outcome.diagnostics.extend(errors(&diagnostics));
    }
    let tests = outcome
        .cartridge
        .is_some()
        .then(|| testing::run(&game.files));
    let fits = match outcome.cartridge {
        Some(_) => fits(game),
        None => Vec::new(),
    };
    let nowhere = outcome.cartridge.as_ref().and_then(|_| nowhere(&fits));
    if json {
        print_line(as_json(game, &outcome, tests.as_ref(), &fits))?;
    } else {
        eprint!("{}", draw(&outcome.diagnostics, &outcome.sources));
        match &tests {
            Some(Ok(results)) => print_line(test_report(results))?,
            Some(Err((diagnostics, sources))) => eprint!("{}", draw(&errors(diagnostics), sources)),
            None => {}
        }
        if let Some(table) = &outcome.sizes {
            print_line(if sizes {
                table.to_string()
            } else {
                table.line()
            })?;
        }
        let folders = folders_of_none(&game.files);
        for warning in folders
            .into_iter()
            .chain(fits.iter().flat_map(Fit::warnings))
        {
            eprintln!("warning: {warning}");
        }
        match &nowhere {
            Some(why) => eprintln!("error: {why}"),
            None => fits.iter().try_for_each(|fit| print_line(fit.line()))?,
        }
    }
    let passed =
        matches!(tests, Some(Ok(results)) if results.iter().all(|r| r.failures.is_empty()));
    Ok(passed && nowhere.is_none() && errors(&outcome.diagnostics).is_empty())
}

fn test_report(results: &[TestResult]) -> String {
    let mut text = String::new();
    let failed: Vec<_> = results.iter().filter(|r| !r.failures.is_empty()).collect();
    for result in &failed {
        let _ = writeln!(
            text,
            "{}: test {} \"{}\" fails",
            result.place,
            result.ids.join(", "),
            result.title
        );
        for failure in &result.failures {
            let _ = writeln!(text, "    {failure}");
        }
    }
    let _ = write!(
        text,
        "rule tests: {} passed, {} failed",
        results.len() - failed.len(),
        failed.len()
    );
    text
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

fn as_json(game: &Game, outcome: &Outcome, tests: Option<&Tests>, fits: &[Fit]) -> String {
    // There may be as many mistakes as lines.
    let index = outcome.sources.line_index();
    let diagnostics: Vec<String> = outcome
        .diagnostics
        .iter()
        .map(|d| {
            let (line, column) = index.line_column(d.primary.span);
            format!(
                "{{\"file\":{},\"line\":{line},\"column\":{column},\"severity\":\"{}\",\"code\":\"{}\",\"message\":{},\"help\":{}}}",
                quoted(outcome.sources.name(d.primary.span)),
                match d.severity {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                },
                d.code,
                quoted(&d.message),
                d.help.as_deref().map_or("null".into(), quoted),
            )
        })
        .collect();
    let (mut passed, mut failed) = (0, Vec::new());
    for result in tests.iter().flat_map(|tests| tests.iter().flatten()) {
        if result.failures.is_empty() {
            passed += 1;
            continue;
        }
        failed.push(json::object([
            ("ids", json::array(result.ids.iter().map(|id| quoted(id)))),
            ("title", quoted(&result.title)),
            ("place", quoted(&result.place)),
            (
                "failures",
                json::array(result.failures.iter().map(|failure| quoted(failure))),
            ),
        ]));
    }
    let machines = fits.iter().map(|fit| {
        let room = match &fit.room {
            Ok((program, free)) => [
                ("program_bytes", program.to_string()),
                ("free_bytes", free.to_string()),
            ],
            Err(why) => [("error", quoted(why)), ("free_bytes", "null".into())],
        };
        let undrawn = json::array(fit.undrawn.iter().map(|value| quoted(&value.name)));
        let name = [("machine", quoted(fit.target.name()))];
        json::object(name.into_iter().chain(room).chain([("undrawn", undrawn)]))
    });
    json::object([
        ("game", quoted(&game.name)),
        ("diagnostics", json::array(diagnostics)),
        (
            "tests",
            json::object([
                ("passed", passed.to_string()),
                ("failed", failed.len().to_string()),
                ("failures", json::array(failed)),
            ]),
        ),
        ("machines", json::array(machines)),
    ])
}
