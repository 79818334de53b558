//! What came of many games: means and deviations of numbers, counts of everything else.

use super::PlayedGame;
use super::plan::Plan;
use super::table::json_value;
use crate::json::{array, object, quoted};
use hexfront_lang::simulation::{Key, Simulation, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Values that a reader is shown, of those that are counted.
const SHOWN: usize = 8;

/// Mean, spread and ends of some numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// Standard deviation of the sample (over n - 1); 0 for a single one.
    pub sd: f64,
    /// The least.
    pub min: i32,
    /// The greatest.
    pub max: i32,
}

impl Spread {
    /// Of at least one number.
    fn of(numbers: &[i32]) -> Option<Self> {
        let n = numbers.len() as f64;
        let (min, max) = (*numbers.iter().min()?, *numbers.iter().max()?);
        let mean = numbers.iter().map(|x| f64::from(*x)).sum::<f64>() / n;
        let squares: f64 = numbers.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum();
        let sd = (squares / (n - 1.0).max(1.0)).sqrt();
        Some(Self { mean, sd, min, max })
    }
}

/// One result over many games.
#[derive(Clone, Debug, PartialEq)]
enum Total {
    Numbers(Spread),
    /// Values and how often they came, most frequent first.
    Counts(Vec<(Value, usize)>),
}

/// The games of one choice of settings.
struct Group {
    /// `level=3`, or nothing.
    name: String,
    settings: Vec<(String, Value)>,
    games: usize,
    /// Numbers of the failed games, with why.
    failed: Vec<(u16, Vec<String>)>,
    results: Vec<Row>,
}

/// One result of a group.
struct Row {
    /// Its name with indices.
    label: String,
    /// Name of the series it belongs to, and its place there.
    series: Option<(String, i32)>,
    /// How many games reported it.
    games: usize,
    total: Total,
}

/// All games, by choice of settings.
pub struct Summary {
    seeds: (u16, u16),
    groups: Vec<Group>,
}

impl Summary {
    /// Adds up.
    pub fn of(simulation: &Simulation, plan: &Plan<'_>, played: &[PlayedGame]) -> Self {
        let groups = plan.variants.iter().enumerate().map(|(number, variant)| {
            let games: Vec<_> = played.iter().filter(|g| g.variant == number).collect();
            let mut values: BTreeMap<&Key, Vec<&Value>> = BTreeMap::new();
            for (key, value) in games.iter().flat_map(|g| &g.played.results) {
                values.entry(key).or_default().push(value);
            }
            Group {
                name: variant.name(),
                settings: variant.values().map(|(n, v)| (n.to_owned(), v)).collect(),
                games: games.len(),
                failed: games
                    .iter()
                    .filter(|g| !g.played.failures.is_empty())
                    .map(|g| (g.seed, g.played.failures.clone()))
                    .collect(),
                results: values
                    .into_iter()
                    .map(|(key, values)| Row {
                        label: simulation.label(key),
                        series: simulation.series(key),
                        games: values.len(),
                        total: total(&values),
                    })
                    .collect(),
            }
        });
        Self {
            seeds: (*plan.seeds.start(), *plan.seeds.end()),
            groups: groups.collect(),
        }
    }

    /// As tables for a reader.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (i, group) in self.groups.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            group.write(&mut text);
        }
        text
    }

    /// As one object for a program.
    pub fn to_json(&self, game: &str) -> String {
        object([
            ("game", quoted(game)),
            (
                "seeds",
                array([self.seeds.0, self.seeds.1].map(|n| n.to_string())),
            ),
            ("groups", array(self.groups.iter().map(Group::to_json))),
        ])
    }
}

fn total(values: &[&Value]) -> Total {
    let numbers: Vec<i32> = values
        .iter()
        .filter_map(|value| match value {
            Value::Number(n) => Some(*n),
            Value::Name(_) => None,
        })
        .collect();
    if let Some(spread) = Spread::of(&numbers) {
        return Total::Numbers(spread);
    }
    let mut counts: BTreeMap<&Value, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().map(|(v, n)| (v.clone(), n)).collect();
    counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    Total::Counts(counts)
}

impl Group {
    fn write(&self, text: &mut String) {
        let colon = if self.name.is_empty() { "" } else { ": " };
        let (name, games, failed) = (&self.name, self.games, self.failed.len());
        let _ = writeln!(text, "{name}{colon}{games} games, {failed} failed");
        let (series, single): (Vec<&Row>, Vec<&Row>) = self
            .results
            .iter()
            .partition(|row| row.mean_of_series().is_some());
        write_single(text, &single);
        write_series(text, &series);
    }

    fn to_json(&self) -> String {
        let settings = self.settings.iter().map(|(n, v)| (n, json_value(v)));
        let failed = self.failed.iter().map(|(seed, failures)| {
            object([
                ("seed", seed.to_string()),
                ("failures", array(failures.iter().map(|f| quoted(f)))),
            ])
        });
        let results = self.results.iter().map(|row| {
            let games = ("games", row.games.to_string());
            let members = match &row.total {
                Total::Numbers(Spread { mean, sd, min, max }) => vec![
                    games,
                    ("mean", mean.to_string()),
                    ("sd", sd.to_string()),
                    ("min", min.to_string()),
                    ("max", max.to_string()),
                ],
                Total::Counts(counts) => {
                    let counts = counts.iter().map(|(v, n)| (v.to_string(), n.to_string()));
                    vec![games, ("counts", object(counts))]
                }
            };
            (&row.label, object(members))
        });
        object([
            ("settings", object(settings)),
            ("games", self.games.to_string()),
            ("failed", array(failed)),
            ("results", object(results)),
        ])
    }
}

impl Row {
    /// Series, place and mean, if it is of a series of numbers.
    fn mean_of_series(&self) -> Option<(&str, i32, f64)> {
        let (series, step) = self.series.as_ref()?;
        match &self.total {
            Total::Numbers(spread) => Some((series, *step, spread.mean)),
            Total::Counts(_) => None,
        }
    }
}

/// A line a result.
fn write_single(text: &mut String, rows: &[&Row]) {
    let width = rows.iter().map(|row| row.label.len()).max();
    let width = width.unwrap_or(0).max("result".len());
    if !rows.is_empty() {
        let _ = writeln!(
            text,
            "  {:width$} {:>6} {:>9} {:>9} {:>7} {:>7}",
            "result", "games", "mean", "sd", "min", "max"
        );
    }
    for row in rows {
        let _ = write!(text, "  {:width$} {:6} ", row.label, row.games);
        let _ = match &row.total {
            Total::Numbers(Spread { mean, sd, min, max }) => {
                writeln!(text, "{mean:9.2} {sd:9.2} {min:7} {max:7}")
            }
            Total::Counts(counts) => {
                let shown = counts.iter().take(SHOWN);
                let shown: Vec<String> = shown.map(|(v, n)| format!("{v} {n}")).collect();
                let more = match counts.len().saturating_sub(SHOWN) {
                    0 => String::new(),
                    more => format!(" and {more} other values"),
                };
                writeln!(text, "  {}{more}", shown.join(", "))
            }
        };
    }
}

/// A line a series: its means, side by side.
fn write_series(text: &mut String, rows: &[&Row]) {
    let mut lines: Vec<(&str, BTreeMap<i32, f64>)> = Vec::new();
    let mut steps = BTreeSet::new();
    for (series, step, mean) in rows.iter().filter_map(|row| row.mean_of_series()) {
        steps.insert(step);
        match lines.iter_mut().find(|line| line.0 == series) {
            Some(line) => line.1.insert(step, mean),
            None => {
                lines.push((series, BTreeMap::from([(step, mean)])));
                None
            }
        };
    }
    let width = lines.iter().map(|line| line.0.len()).max();
    let width = width.unwrap_or(0).max("means of".len());
    if !lines.is_empty() {
        let steps: String = steps.iter().map(|step| format!(" {step:>7}")).collect();
        let _ = writeln!(text, "  {:width$}{steps}", "means of");
    }
    for (series, means) in &lines {
        let means = steps.iter().map(|step| means.get(step));
        let means = means.map(|mean| mean.map_or_else(String::new, |mean| format!("{mean:.2}")));
        let means: String = means.map(|mean| format!(" {mean:>7}")).collect();
        let _ = writeln!(text, "  {series:width$}{means}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        let spread = Spread::of(&[2, 4, 4, 4, 5, 5, 7, 9]).unwrap();
        assert_eq!((spread.mean, spread.min, spread.max), (5.0, 2, 9));
        assert!((spread.sd - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(Spread::of(&[-3]).unwrap().sd, 0.0);
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn names_are_counted_most_frequent_first() {
        let [a, b] = ["draw", "win"].map(|n| Value::Name(n.into()));
        let counts = total(&[&a, &b, &b]);
        assert_eq!(counts, Total::Counts(vec![(b, 2), (a, 1)]));
    }
}
