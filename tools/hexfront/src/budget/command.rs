//! The command `budget`.

use super::limits::{Budget, Budgets};
use super::measure::{Measured, measure};
use super::{Bound, MEASURES, Measure};
use crate::cli::BudgetOptions;
use crate::failure::Failure;
use crate::output::print_line;
use crate::pipeline::Game as Built;
use crate::targets::{build_first, known};
use crate::{compile, games, json};
use std::fmt::Write as _;
use std::path::Path;

/// A game on a machine: what was measured, and the limits.
pub struct Pair {
    /// The game's name.
    pub game: String,
    /// The machine's.
    pub machine: &'static str,
    /// The limits.
    pub budget: Budget,
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

/// `budget`: measures games and compares with `budgets.toml`.
///
/// # Errors
/// [`Failure::No`] when `--check` finds a limit broken; else why it could not be measured.
pub fn budget(options: &BudgetOptions) -> Result<(), Failure> {
    if options.games {
        return whole_games(options);
    }
    let pairs = measured(&options.limits, options.game.as_deref())?;
    if options.json {
        print_line(as_json(&pairs))?;
    } else {
        for pair in &pairs {
            print_line(table(pair).trim_end())?;
        }
    }
    let broken: Vec<String> = pairs.iter().flat_map(Pair::broken).collect();
    if options.check && !broken.is_empty() {
        for line in broken {
            eprintln!("{line}");
        }
        return Err(Failure::No);
    }
    Ok(())
}

/// `budget --games`: plays the games that the file names and times their phases.
fn whole_games(options: &BudgetOptions) -> Result<(), Failure> {
    let budgets = Budgets::read(&options.limits)?;
    let mut broken = false;
    let wanted = options.game.as_deref().map(games::find).transpose()?;
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|game| game.name == name);
    let pairs = budgets
        .games
        .iter()
        .filter(|(name, _)| is_wanted(name))
        .flat_map(|(name, machines)| machines.iter().map(move |(machine, b)| (name, machine, b)));
    for (name, machine, budget) in pairs {
        let Some(of) = &budget.games else { continue };
        let bytes = compile::compile(&games::find(name)?)?;
        let played = super::games::play(&bytes, &known(machine)?.build(&bytes)?, budget, of)?;
        if options.json {
            print_line(super::games::as_json(&played))?;
        } else {
            print_line(super::games::table(&played))?;
        }
        let limit = budget.limits.get("turn_seconds");
        if let (Some(limit), Some(longest)) = (limit, super::games::longest(&played))
            && longest > *limit
        {
            eprintln!("{name} on {machine}: a turn takes {longest:.1} seconds, limit {limit}");
            broken = true;
        }
    }
    if options.check && broken {
        return Err(Failure::No);
    }
    Ok(())
}

/// Measures a game, or every game that has limits in the file, on the machines that it has limits on; a game without limits on
/// the first that it can be built for.
///
/// # Errors
/// When the file cannot be read, or a game cannot be measured.
pub fn measured(limits: &Path, game: Option<&str>) -> Result<Vec<Pair>, Failure> {
    let budgets = Budgets::read(limits)?;
    let names: Vec<String> = match game {
        Some(name) => vec![games::find(name)?.name],
        None => budgets.games.keys().cloned().collect(),
    };
    let folder = limits.parent().unwrap_or(Path::new(""));
    let mut pairs = Vec::new();
    for name in names {
        let bytes = compile::compile(&games::find(game.unwrap_or(&name))?)?;
        for (built, budget) in machines_of(&budgets, &name, &bytes)? {
            let files: Vec<_> = budget.keys.iter().map(|file| folder.join(file)).collect();
            pairs.push(Pair {
                game: name.clone(),
                machine: built.target.name(),
                measured: measure(&bytes, &built, &files, &budget)?,
                budget,
            });
        }
    }
    Ok(pairs)
}

/// A game built for each of the machines that it has limits on.
fn machines_of(
    budgets: &Budgets,
    name: &str,
    cartridge: &[u8],
) -> Result<Vec<(Built, Budget)>, Failure> {
    let Some(machines) = budgets.games.get(name) else {
        return Ok(vec![(build_first(cartridge)?, Budget::default())]);
    };
    let built = |(machine, budget): (&String, &Budget)| {
        Ok((known(machine)?.build(cartridge)?, budget.clone()))
    };
    machines.iter().map(built).collect()
}

impl Pair {
    /// What is broken, a sentence each.
    pub fn broken(&self) -> Vec<String> {
        let sentence = |measure: &Measure| {
            let verdict = self.verdict(measure);
            let limit = self.budget.limits.get(measure.name);
            let found = self.measured.values.get(measure.name);
            verdict.is_broken().then(|| {
                format!(
                    "{} on {}: {} is {}, limit {}: {}",
                    self.game,
                    self.machine,
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
        let open = self.budget.open.iter().any(|name| name == measure.name);
        let found = self.measured.values.get(measure.name);
        match (found, self.budget.limits.get(measure.name)) {
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

fn table(pair: &Pair) -> String {
    let mut text = format!(
        "{} on {}\n  {:20} {:>8}    {:>8}\n",
        pair.game, pair.machine, "measure", "found", "limit"
    );
    for measure in &MEASURES {
        let found = pair.measured.values.get(measure.name);
        let limit = pair.budget.limits.get(measure.name);
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
        if let Some(place) = pair.measured.places.get(measure.name) {
            let _ = write!(text, " ({place})");
        }
        let word = pair.verdict(measure).word();
        let _ = writeln!(text, "{}{word}", if word.is_empty() { "" } else { "  " });
    }
    text
}

fn as_json(pairs: &[Pair]) -> String {
    json::array(pairs.iter().map(|pair| {
        let measures = MEASURES.iter().map(|measure| {
            let found = pair.measured.values.get(measure.name);
            let limit = pair.budget.limits.get(measure.name);
            json::object([
                ("measure", json::quoted(measure.name)),
                (
                    "found",
                    found.map_or("null".into(), |found| number(measure, Some(found))),
                ),
                ("limit", limit.map_or("null".into(), f64::to_string)),
                ("verdict", json::quoted(pair.verdict(measure).name())),
            ])
        });
        json::object([
            ("game", json::quoted(&pair.game)),
            ("machine", json::quoted(pair.machine)),
            ("measures", json::array(measures)),
        ])
    }))
}

#[cfg(test)]
mod tests {
    use super::super::measure_named;
    use super::*;

    fn pair(found: Option<f64>, open: bool) -> Pair {
        let mut pair = Pair {
            game: "g".into(),
            machine: "c64",
            budget: Budget::default(),
            measured: Measured::default(),
        };
        pair.budget.limits.insert("vm_bytes".into(), 100.0);
        if let Some(found) = found {
            pair.measured.values.insert("vm_bytes", found);
        }
        if open {
            pair.budget.open.push("vm_bytes".into());
        }
        pair
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
            let pair = pair(found, open);
            let measure = measure_named("vm_bytes").unwrap();
            assert_eq!(pair.verdict(measure), wanted);
            let lines = pair.broken();
            assert_eq!(lines.len(), usize::from(wanted.is_broken()), "{lines:?}");
        }
        assert_eq!(
            pair(Some(101.0), false).broken(),
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
