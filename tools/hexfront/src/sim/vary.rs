//! `--vary`: the game compiled with other figures than its rules give, once for each choice of them.

use super::SimError;
use crate::compile::{draw, errors};
use crate::failure::Failure;
use crate::games::Game;
use hexfront_lang::simulation::{self, Amount, Change, Simulation, Unchanged};
use rayon::prelude::*;

/// Most values of one figure, and most choices of all: each is a compilation and a set of games.
const MOST: usize = 1000;

/// A figure of the rules, and what it is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// A constant, a table or a cell of one, as [`Change::figure`].
    pub name: String,
    /// One or more values.
    pub amounts: Vec<Amount>,
}

/// The rules with one choice of figures.
pub struct Rules {
    /// The figures that are not as in the sources.
    pub changes: Vec<Change>,
    /// The game that plays itself by them.
    pub simulation: Simulation,
}

/// Reads `NAME=A..B`, `NAME=A..B/STEP` and `NAME=A,B,C`, the values with `%` where a share is meant of what is there.
///
/// # Errors
/// How it is to be written.
pub fn parse(text: &str) -> Result<Figure, String> {
    let help = "use NAME=A..B, NAME=A..B/STEP or NAME=A,B,C; a % behind a number takes that share of what the rules say";
    let (name, values) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or(help)?;
    let amounts = match values.split_once("..") {
        Some((first, rest)) => range(first, rest).ok_or(help)??,
        None => values
            .split(',')
            .map(amount)
            .collect::<Option<Vec<_>>>()
            .ok_or(help)?,
    };
    Ok(Figure {
        name: name.into(),
        amounts,
    })
}

fn amount(text: &str) -> Option<Amount> {
    match text.strip_suffix('%') {
        Some(share) => share.parse().ok().map(Amount::Percent),
        None => text.parse().ok().map(Amount::To),
    }
}

/// `A..B/STEP`, of which the last may be a share; nothing if it is not written so.
fn range(first: &str, rest: &str) -> Option<Result<Vec<Amount>, String>> {
    let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let make = match last.ends_with('%') {
        true => Amount::Percent,
        false => Amount::To,
    };
    let number = |text: &str| text.trim_end_matches('%').parse::<i32>().ok();
    let (first, last, step) = (number(first)?, number(last)?, number(step)?);
    if step < 1 || first > last {
        return Some(Err(format!(
            "{first}..{last} in steps of {step} has no values: the first is the least, and a step is 1 at least"
        )));
    }
    let values = (i64::from(first)..=i64::from(last)).step_by(step as usize);
    if values.clone().count() > MOST {
        return Some(Err(format!(
            "{first}..{last} are too many values; {MOST} are the most"
        )));
    }
    Some(Ok(values.map(|n| make(n as i32)).collect()))
}

/// Compiles the game for every choice of figures, the first figure slowest; with the reasons that it tells or without.
///
/// # Errors
/// When the game has no simulation, or does not compile.
pub fn compile(game: &Game, figures: &[Figure], explains: bool) -> Result<Vec<Rules>, Failure> {
    if !simulation::is_there(&game.files) {
        return Err(SimError::NoRules(game.name.clone()).into());
    }
    let mut choices = vec![Vec::new()];
    for figure in figures {
        if figures.iter().filter(|f| f.name == figure.name).count() > 1 {
            return Err(SimError::Twice(figure.name.clone()).into());
        }
        choices = choices
            .iter()
            .flat_map(|changes: &Vec<Change>| {
                figure.amounts.iter().map(|amount| {
                    let figure = figure.name.clone();
                    let amount = *amount;
                    [changes.as_slice(), &[Change { figure, amount }]].concat()
                })
            })
            .collect();
        if choices.len() > MOST {
            return Err(SimError::Choices(MOST).into());
        }
    }
    let compiled: Vec<Result<Simulation, Unchanged>> = choices
        .par_iter()
        .map(|changes| Simulation::compile_with(&game.files, changes, explains))
        .collect();
    let rules = choices.into_iter().zip(compiled);
    rules
        .map(|(changes, compiled)| match compiled {
            Ok(simulation) => Ok(Rules {
                changes,
                simulation,
            }),
            Err(Unchanged::Figure(error)) => Err(error.into()),
            Err(Unchanged::Mistakes(diagnostics, sources)) => Err(format!(
                "the simulation of {}{} does not compile\n{}",
                game.name,
                with(&changes),
                draw(&errors(&diagnostics), &sources)
            )
            .into()),
        })
        .collect()
}

/// ` with far=12`; nothing if nothing was changed.
fn with(changes: &[Change]) -> String {
    let changes = changes.iter().map(|c| format!("{}={}", c.figure, c.amount));
    match changes.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => none,
        some => format!(" with {some}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed_or_a_range() {
        let figure = |name: &str, amounts: &[Amount]| Figure {
            name: name.into(),
            amounts: amounts.to_vec(),
        };
        let [five, ten] = [5, 10].map(Amount::To);
        assert_eq!(parse("far=5..10/5"), Ok(figure("far", &[five, ten])));
        assert_eq!(parse("far=10,5"), Ok(figure("far", &[ten, five])));
        assert_eq!(
            parse("odds[town]=-1..1"),
            Ok(figure("odds[town]", &[-1, 0, 1].map(Amount::To)))
        );
        assert_eq!(
            parse("odds=90..110%/20"),
            Ok(figure("odds", &[90, 110].map(Amount::Percent)))
        );
        for wrong in [
            "far",
            "=3",
            "far=",
            "far=1..",
            "far=a",
            "far=9..3",
            "far=1..3/0",
            "far=1..99999",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
