//! The command `budget`.

use super::measure::{Measured, measure};
use super::{Bound, MEASURES, Measure, PARTS};
use crate::cli::BudgetOptions;
use crate::failure::Failure;
use crate::output::print_line;
use crate::pairs::{self, Pair, Pairs};
use crate::targets::known;
use crate::{compile, games, json};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A game on a machine, and what was measured.
pub struct Outcome {
    /// The pair, with its limits.
    pub pair: Pair,
    /// What was measured.
    pub measured: Measured,
}

/// How a measure stands to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    NoLimit,
    Holds,
    /// Broken, and known to be.
    Open,
    Broken,
    /// It holds, though it is said not to.
    NoLongerOpen,
    /// It has a limit, and was not measured.
    Missing,
}

impl Verdict {
    fn is_broken(self) -> bool {
        matches!(self, Self::Broken | Self::NoLongerOpen | Self::Missing)
    }

    /// For programs.
    fn name(self) -> &'static str {
        match self {
            Self::NoLimit => "no limit",
            Self::Holds => "holds",
            Self::Open => "open",
            Self::Broken => "broken",
            Self::NoLongerOpen => "no longer open",
            Self::Missing => "not measured",
        }
    }

    /// For people, who need no word where all is well.
    fn word(self) -> &'static str {
        match self {
            Self::NoLimit | Self::Holds => "",
            Self::Open => "open",
            Self::Broken => "BROKEN",
            Self::NoLongerOpen => "HOLDS NOW: take it out of `open`",
            Self::Missing => "NOT MEASURED: the keys do not lead there",
        }
    }
}

/// `budget`: measures games and compares with `pairs.toml`.
///
/// # Errors
/// [`Failure::No`] when `--check` finds a limit broken; else why it could not be measured.
pub fn budget(options: &BudgetOptions) -> Result<(), Failure> {
    let path = pairs_file(options);
    if options.games {
        return whole_games(options, &path);
    }
    let outcomes = measured(&path, options.game.as_deref())?;
    if options.json {
        print_line(as_json(&outcomes))?;
    } else {
        for outcome in &outcomes {
            print_line(table(outcome).trim_end())?;
        }
    }
    let broken: Vec<String> = outcomes.iter().flat_map(Outcome::broken).collect();
    if options.check && !broken.is_empty() {
        for line in broken {
            eprintln!("{line}");
        }
        return Err(Failure::No);
    }
    Ok(())
}

/// The file that is asked for, or that of a game's own folder, or the one here.
fn pairs_file(options: &BudgetOptions) -> PathBuf {
    let own = options
        .game
        .as_deref()
        .map(|game| Path::new(game).join(pairs::FILE));
    let named = options.pairs.clone().or(own.filter(|path| path.is_file()));
    named.unwrap_or_else(|| pairs::FILE.into())
}

/// `budget --games`: plays the games that the file names and times their phases.
fn whole_games(options: &BudgetOptions, path: &Path) -> Result<(), Failure> {
    let mut broken = false;
    for pair in rows(&Pairs::read(path)?, options.game.as_deref())? {
        let Some(of) = &pair.games else { continue };
        let game = games::find(options.game.as_deref().unwrap_or(&pair.game))?;
        let made = compile::make(&game, known(&pair.machine)?)?;
        let played = super::games::play(&made.cartridge, &made.built, &pair, of)?;
        if options.json {
            print_line(super::games::as_json(&played))?;
        } else {
            print_line(super::games::table(&played))?;
        }
        let limit = pair.limits.get("turn_seconds");
        if let (Some(limit), Some(longest)) = (limit, super::games::longest(&played))
            && longest > *limit
        {
            eprintln!(
                "{} on {}: a turn takes {longest:.1} seconds, limit {limit}",
                pair.game,
                pair.fitted()
            );
            broken = true;
        }
        let limit = pair.limits.get(PARTS);
        if let (Some(limit), Some((longest, place))) = (limit, super::games::longest_wait(&played))
            && longest > *limit
        {
            eprintln!(
                "{} on {}: parts take {longest:.2} seconds in one go, limit {limit} ({place})",
                pair.game,
                pair.fitted()
            );
            broken = true;
        }
    }
    if options.check && broken {
        return Err(Failure::No);
    }
    Ok(())
}

/// All rows, or those of a game, each with the game's name.
fn rows(pairs: &Pairs, game: Option<&str>) -> Result<Vec<Pair>, Failure> {
    let Some(game) = game else {
        return Ok(pairs.rows.clone());
    };
    let name = games::find(game)?.name;
    let named = |row: &Pair| Pair {
        game: name.clone(),
        ..row.clone()
    };
    Ok(pairs.of(&name).map(named).collect())
}

/// Measures a game, or every game that has a row in the file, on the machines that it has rows for; a game without a row on the first
/// that it can be built for.
///
/// # Errors
/// When the file cannot be read, or a game cannot be measured.
pub fn measured(path: &Path, game: Option<&str>) -> Result<Vec<Outcome>, Failure> {
    let mut rows = rows(&Pairs::read(path)?, game)?;
    if let (Some(game), true) = (game, rows.is_empty()) {
        let game = games::find(game)?;
        rows.push(Pair {
            machine: compile::make_first(&game)?.built.target.name().to_owned(),
            game: game.name,
            ..Pair::default()
        });
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let outcomes = rows.par_iter().map(|pair| {
        // What went wrong goes to another thread as words.
        outcome(pair, game.unwrap_or(&pair.game), folder).map_err(|failure| match failure {
            Failure::Could(error) => error.to_string(),
            Failure::No => format!("{} on {}: no", pair.game, pair.fitted()),
        })
    });
    Ok(outcomes.collect::<Result<_, String>>()?)
}

/// Measures a game on the machine of its row; scripts lie relative to a folder.
fn outcome(pair: &Pair, game: &str, folder: &Path) -> Result<Outcome, Failure> {
    let game = games::find(game)?;
    let made = compile::make(&game, known(&pair.machine)?)?;
    let files: Vec<_> = pair.keys.iter().map(|file| folder.join(file)).collect();
    let measured = measure(&made.cartridge, &made.built, &files, pair)?;
    let pair = pair.clone();
    Ok(Outcome { pair, measured })
}

impl Outcome {
    /// What is broken, a sentence each.
    pub fn broken(&self) -> Vec<String> {
        let sentence = |measure: &Measure| {
            let verdict = self.verdict(measure);
            let limit = self.pair.limits.get(measure.name);
            let found = self.measured.values.get(measure.name);
            verdict.is_broken().then(|| {
                format!(
                    "{} on {}: {} is {}, limit {}: {}",
                    self.pair.game,
                    self.pair.fitted(),
                    measure.name,
                    number(measure, found),
                    number(measure, limit),
                    verdict.word()
                )
            })
        };
        MEASURES.iter().filter_map(sentence).collect()
    }

    fn verdict(&self, measure: &Measure) -> Verdict {
        let open = self.pair.open.iter().any(|name| name == measure.name);
        let found = self.measured.values.get(measure.name);
        match (found, self.pair.limits.get(measure.name)) {
            (_, None) => Verdict::NoLimit,
            (None, Some(_)) if open => Verdict::Open,
            (None, Some(_)) => Verdict::Missing,
            (Some(found), Some(limit)) => match (measure.bound.holds(*found, *limit), open) {
                (true, false) => Verdict::Holds,
                (true, true) => Verdict::NoLongerOpen,
                (false, true) => Verdict::Open,
                (false, false) => Verdict::Broken,
            },
        }
    }
}

fn number(measure: &Measure, value: Option<&f64>) -> String {
    value.map_or("-".into(), |value| format!("{value:.*}", measure.digits))
}

fn table(outcome: &Outcome) -> String {
    let mut text = format!(
        "{} on {}\n  {:20} {:>8}    {:>8}\n",
        outcome.pair.game,
        outcome.pair.fitted(),
        "measure",
        "found",
        "limit"
    );
    for measure in &MEASURES {
        let found = outcome.measured.values.get(measure.name);
        let limit = outcome.pair.limits.get(measure.name);
        if found.is_none() && limit.is_none() {
            continue;
        }
        let sign = match measure.bound {
            Bound::AtMost => "<=",
            Bound::AtLeast => ">=",
        };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "  {:20} {:>8} {} {:>8}  {}",
            measure.name,
            number(measure, found),
            if limit.is_some() { sign } else { "  " },
            limit.map_or(String::new(), |limit| number(measure, Some(limit))),
            measure.what,
        );
        if let Some(place) = outcome.measured.places.get(measure.name) {
            let _ = write!(text, " ({place})");
        }
        let word = outcome.verdict(measure).word();
        let _ = writeln!(text, "{}{word}", if word.is_empty() { "" } else { "  " });
    }
    text
}

fn as_json(outcomes: &[Outcome]) -> String {
    json::array(outcomes.iter().map(|outcome| {
        let measures = MEASURES.iter().map(|measure| {
            let found = outcome.measured.values.get(measure.name);
            let limit = outcome.pair.limits.get(measure.name);
            json::object([
                ("measure", json::quoted(measure.name)),
                (
                    "found",
                    found.map_or("null".into(), |found| number(measure, Some(found))),
                ),
                ("limit", limit.map_or("null".into(), f64::to_string)),
                ("verdict", json::quoted(outcome.verdict(measure).name())),
            ])
        });
        json::object([
            ("game", json::quoted(&outcome.pair.game)),
            ("machine", json::quoted(&outcome.pair.machine)),
            (
                "with",
                json::array(outcome.pair.with.iter().map(|name| json::quoted(name))),
            ),
            ("measures", json::array(measures)),
        ])
    }))
}

#[cfg(test)]
mod tests {
    use super::super::measure_named;
    use super::*;

    fn outcome(found: Option<f64>, open: bool) -> Outcome {
        let mut pair = Pair {
            game: "g".into(),
            machine: "c64".into(),
            ..Pair::default()
        };
        pair.limits.insert("vm_bytes".into(), 100.0);
        if open {
            pair.open.push("vm_bytes".into());
        }
        let mut measured = Measured::default();
        if let Some(found) = found {
            measured.values.insert("vm_bytes", found);
        }
        Outcome { pair, measured }
    }

    #[test]
    fn a_broken_limit_is_named_and_an_open_one_must_be_broken() {
        for (found, open, wanted) in [
            (Some(100.0), false, Verdict::Holds),
            (Some(101.0), false, Verdict::Broken),
            (Some(101.0), true, Verdict::Open),
            (Some(100.0), true, Verdict::NoLongerOpen),
            (None, false, Verdict::Missing),
            (None, true, Verdict::Open),
        ] {
            let outcome = outcome(found, open);
            let measure = measure_named("vm_bytes").unwrap();
            assert_eq!(outcome.verdict(measure), wanted);
            let lines = outcome.broken();
            assert_eq!(lines.len(), usize::from(wanted.is_broken()), "{lines:?}");
        }
        assert_eq!(
            outcome(Some(101.0), false).broken(),
            ["g on c64: vm_bytes is 101, limit 100: BROKEN"]
        );
    }

    #[test]
    fn free_memory_must_be_at_least_its_limit() {
        let measure = measure_named("free_ram_bytes").unwrap();
        assert!(measure.bound.holds(5.0, 5.0));
        assert!(!measure.bound.holds(4.0, 5.0));
    }
}
