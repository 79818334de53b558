//! `check`: what is said about a game: diagnostics, rule tests, sizes, and how it fits each machine.

use crate::compile::{draw, errors};
use crate::failure::Failure;
use crate::fit::{Fit, fits, folders_of_none, nowhere};
use crate::games::{self, Game};
use crate::json::{array, object, quoted};
use crate::output::print_line;
use crate::pairs;
use crate::targets;
use hexfront_lang::simulation::{self, Simulation};
use hexfront_lang::testing::{self, TestResult};
use hexfront_lang::{Cut, Diagnostic, Outcome, Severity, SizeTable, edit_distance};
use std::fmt::Write as _;

/// Names that are offered for a test that is not there.
const OFFERED: usize = 3;

/// What is asked for.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct CheckOptions {
    /// The game's name, or a directory that holds one.
    pub game: String,
    /// Print where the bytes go.
    #[arg(long)]
    pub sizes: bool,
    /// Look at those tests alone that name this rule, or have this in their title.
    #[arg(long, value_name = "RULE|TITLE")]
    pub test: Option<String>,
    /// For a program to read.
    #[arg(long)]
    pub json: bool,
}

/// What was found.
struct Report<'a> {
    game: &'a Game,
    outcome: Outcome,
    /// Results of the tests, if they compile.
    tests: Option<Vec<TestResult>>,
    fits: Vec<Fit>,
    /// What a machine makes of the game that its author should look at.
    warnings: Vec<String>,
    /// What stands in the way of the machines that the game is made for.
    errors: Vec<String>,
}

/// `check`: diagnostics, rule tests, sizes, and whether it fits each machine.
///
/// # Errors
/// [`Failure::No`] when the game has mistakes or a test fails.
pub fn check(options: &CheckOptions) -> Result<(), Failure> {
    let game = games::find(&options.game)?;
    let mut report = Report::of(&game)?;
    if let (Some(wanted), Some(tests)) = (&options.test, &mut report.tests) {
        *tests =
            chosen(std::mem::take(tests), wanted).map_err(|why| format!("{}: {why}", game.name))?;
    }
    if options.json {
        print_line(report.to_json())?;
    } else {
        report.print(options.sizes)?;
    }
    if report.is_good() {
        Ok(())
    } else {
        Err(Failure::No)
    }
}

/// The tests that name a rule, or have a text in their title.
fn chosen(tests: Vec<TestResult>, wanted: &str) -> Result<Vec<TestResult>, String> {
    let below = |id: &String| {
        let rest = id.strip_prefix(wanted);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let lower = wanted.to_lowercase();
    let is_meant = |test: &TestResult| {
        test.ids.iter().any(below) || test.title.to_lowercase().contains(&lower)
    };
    if tests.iter().any(is_meant) {
        return Ok(tests.into_iter().filter(is_meant).collect());
    }
    let mut names: Vec<&String> = (tests.iter().flat_map(|test| &test.ids))
        .chain(tests.iter().map(|test| &test.title))
        .collect();
    names.sort_by_key(|name| edit_distance(name, wanted));
    names.dedup();
    let near: Vec<&str> = names
        .iter()
        .take(OFFERED)
        .map(|name| name.as_str())
        .collect();
    Err(match near.as_slice() {
        [] => "it has no tests".to_owned(),
        near => format!(
            "no test names the rule {wanted}, or has that in its title; near to it: {}",
            near.join(", ")
        ),
    })
}

impl<'a> Report<'a> {
    fn of(game: &'a Game) -> Result<Self, Failure> {
        let mut outcome = hexfront_lang::compile(&game.files);
        let compiles = outcome.cartridge.is_some();
        // All have the same sources, and so the same spans.
        let mut more = hexfront_lang::diagnose(&game.files);
        if compiles {
            more.extend(told_where_memory_is_short(game, &outcome));
        }
        let mut tests = None;
        if compiles {
            match testing::run(&game.files) {
                Ok(results) => tests = Some(results),
                Err((diagnostics, _)) => more.extend(errors(&diagnostics)),
            }
            if simulation::is_there(&game.files)
                && let Err((diagnostics, _)) = Simulation::compile(&game.files)
            {
                more.extend(errors(&diagnostics));
            }
        }
        for diagnostic in more {
            if !outcome.diagnostics.contains(&diagnostic) {
                outcome.diagnostics.push(diagnostic);
            }
        }
        let fits = if compiles { fits(game) } else { Vec::new() };
        let mut warnings = folders_of_none(&game.files);
        warnings.extend(machine_of_none(outcome.machine.as_deref()));
        warnings.extend(fits.iter().flat_map(Fit::warnings));
        let errors = match nowhere(&fits) {
            Some(why) => vec![why],
            None => not_made(&fits, &pairs::machines_of(game)?),
        };
        Ok(Report {
            game,
            outcome,
            tests,
            fits,
            warnings,
            errors,
        })
    }

    fn is_good(&self) -> bool {
        let passed = |tests: &Vec<TestResult>| tests.iter().all(|r| r.failures.is_empty());
        self.tests.as_ref().is_some_and(passed)
            && self.errors.is_empty()
            && errors(&self.outcome.diagnostics).is_empty()
    }

    /// Sizes of the game cut into all its parts, if it has more of them then.
    fn cut_finely(&self) -> Option<SizeTable> {
        let fine = hexfront_lang::compile_on(&self.game.files, None, Cut::Fine).sizes?;
        let here = self.outcome.sizes.as_ref()?;
        (fine.parts.len() > here.parts.len()).then_some(fine)
    }

    fn print(&self, sizes: bool) -> std::io::Result<()> {
        let outcome = &self.outcome;
        eprint!("{}", draw(&outcome.diagnostics, &outcome.sources));
        if let Some(tests) = &self.tests {
            print_line(test_report(tests))?;
        }
        if let Some(table) = &outcome.sizes {
            print_line(if sizes {
                table.to_string()
            } else {
                table.line()
            })?;
            if sizes && let Some(table) = self.cut_finely() {
                print_line(format!(
                    "where memory is short\n{}",
                    table.by_part().trim_end()
                ))?;
            }
        }
        for warning in &self.warnings {
            eprintln!("warning: {warning}");
        }
        for error in &self.errors {
            eprintln!("error: {error}");
        }
        if nowhere(&self.fits).is_some() {
            return Ok(());
        }
        self.fits.iter().try_for_each(|fit| print_line(fit.line()))
    }

    fn to_json(&self) -> String {
        let index = self.outcome.sources.line_index();
        let diagnostic = |d: &Diagnostic| {
            // There may be as many mistakes as lines.
            let (line, column) = index.line_column(d.primary.span);
            let severity = match d.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            object([
                ("file", quoted(self.outcome.sources.name(d.primary.span))),
                ("line", line.to_string()),
                ("column", column.to_string()),
                ("severity", quoted(severity)),
                ("code", quoted(d.code)),
                ("message", quoted(&d.message)),
                ("help", d.help.as_deref().map_or("null".into(), quoted)),
            ])
        };
        object([
            ("game", quoted(&self.game.name)),
            (
                "diagnostics",
                array(self.outcome.diagnostics.iter().map(diagnostic)),
            ),
            (
                "tests",
                tests_as_json(self.tests.as_deref().unwrap_or_default()),
            ),
            ("machines", array(self.fits.iter().map(fit_as_json))),
            ("warnings", array(self.warnings.iter().map(|w| quoted(w)))),
            ("errors", array(self.errors.iter().map(|e| quoted(e)))),
        ])
    }
}

/// What is said of a game only where it is cut into all its parts: what calls what is not in memory with it.
fn told_where_memory_is_short(game: &Game, outcome: &Outcome) -> Vec<Diagnostic> {
    let fine = hexfront_lang::compile_on(&game.files, None, Cut::Fine);
    let said = |d: &Diagnostic| {
        let same =
            |other: &Diagnostic| (other.code, other.primary.span) == (d.code, d.primary.span);
        outcome.diagnostics.iter().any(same)
    };
    let mut told = fine.diagnostics;
    told.retain(|d| !said(d));
    told
}

/// A sentence where the machine that a game names is none.
fn machine_of_none(machine: Option<&str>) -> Option<String> {
    let machine = machine.filter(|name| targets::find(name).is_none())?;
    Some(format!(
        "`machine {machine}`: there is no machine of that name; there is {}",
        targets::names().join(", ")
    ))
}

/// A sentence for each machine that the game is made for and cannot be built for.
fn not_made(fits: &[Fit], machines: &[String]) -> Vec<String> {
    let named = fits
        .iter()
        .filter(|fit| machines.iter().any(|name| name == fit.target.name()));
    let told = named.filter_map(|fit| {
        let why = fit.room.as_ref().err()?;
        Some(format!(
            "{} names the {}, and the game cannot be built for it: {why}",
            pairs::FILE,
            fit.target.title()
        ))
    });
    told.collect()
}

fn test_report(results: &[TestResult]) -> String {
    let mut text = String::new();
    let failed = results.iter().filter(|r| !r.failures.is_empty()).count();
    for result in results {
        let (ids, title) = (result.ids.join(", "), &result.title);
        let name = [ids, format!("\"{title}\"")].join(" ");
        if !result.trace.is_empty() {
            let _ = writeln!(text, "{}: test {} traces", result.place, name.trim_start());
            for line in &result.trace {
                let _ = writeln!(text, "    {line}");
            }
        }
        if !result.failures.is_empty() {
            let _ = writeln!(text, "{}: test {} fails", result.place, name.trim_start());
            for failure in &result.failures {
                let _ = writeln!(text, "    {failure}");
            }
        }
    }
    let passed = results.len() - failed;
    let _ = write!(text, "rule tests: {passed} passed, {failed} failed");
    text
}

fn tests_as_json(results: &[TestResult]) -> String {
    let texts = |list: &[String]| array(list.iter().map(|text| quoted(text)));
    let told = |list: &str, of: fn(&TestResult) -> &Vec<String>| {
        let one = |result: &TestResult| {
            object([
                ("ids", texts(&result.ids)),
                ("title", quoted(&result.title)),
                ("place", quoted(&result.place)),
                (list, texts(of(result))),
            ])
        };
        array(results.iter().filter(|r| !of(r).is_empty()).map(one))
    };
    let failed = results.iter().filter(|r| !r.failures.is_empty()).count();
    object([
        ("passed", (results.len() - failed).to_string()),
        ("failed", failed.to_string()),
        ("failures", told("failures", |r| &r.failures)),
        ("traces", told("trace", |r| &r.trace)),
    ])
}

fn fit_as_json(fit: &Fit) -> String {
    let room = match &fit.room {
        Ok((program, free)) => [
            ("program_bytes", program.to_string()),
            ("free_bytes", free.to_string()),
        ],
        Err(why) => [("error", quoted(why)), ("free_bytes", "null".into())],
    };
    let undrawn = array(fit.undrawn.iter().map(|value| quoted(&value.name)));
    let needs = fit.needs.as_ref();
    let needs = needs.map_or("null".into(), |needs| quoted(&needs.to_string()));
    let name = [("machine", quoted(fit.target.name()))];
    let rest = [("needs", needs), ("undrawn", undrawn)];
    object(name.into_iter().chain(room).chain(rest))
}
