//! What came of many games: means and deviations of numbers, counts of everything else.

use super::PlayedGame;
use super::plan::Plan;
use super::reference::Reference;
use super::table::json_value;
use crate::json::{array, object, quoted};
use hexfront_lang::simulation::{Key, Simulation, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Values that a reader is shown, of those that are counted.
const SHOWN: usize = 8;

/// Heads of the table of series, and of what one is compared with.
const MEANS: &str = "means of";
const COMPARED: &str = "  compared with";

/// Mean, spread and ends of some numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// Standard deviation of the sample (over n - 1); 0 for a single one.
    pub sd: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Spread {
    /// Of at least one number.
    fn of(numbers: &[i32]) -> Option<Self> {
        let n = numbers.len() as f64;
        let (min, max) = (*numbers.iter().min()?, *numbers.iter().max()?);
        let mean = numbers.iter().map(|x| f64::from(*x)).sum::<f64>() / n;
        let squares: f64 = numbers.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum();
        let sd = (squares / (n - 1.0).max(1.0)).sqrt();
        let (min, max) = (f64::from(min), f64::from(max));
        Some(Self { mean, sd, min, max })
    }

    /// A value without a spread.
    pub fn single(value: f64) -> Self {
        Self {
            mean: value,
            sd: 0.0,
            min: value,
            max: value,
        }
    }

    /// A deviation below the mean, but not below the least.
    pub fn low(&self) -> f64 {
        (self.mean - self.sd).max(self.min)
    }

    /// A deviation above the mean, but not above the greatest.
    pub fn high(&self) -> f64 {
        (self.mean + self.sd).min(self.max)
    }
}

/// Numbers with a place each, such as one a day.
pub struct Series {
    /// `towns[german]` for the results `towns[1][german]`, `towns[2][german]`...
    pub name: String,
    /// What games reported, by place.
    pub points: BTreeMap<i32, Spread>,
}

/// One result over many games.
#[derive(Clone, Debug, PartialEq)]
pub enum Total {
    /// Of numbers.
    Numbers(Spread),
    /// Values and how often they came, most frequent first.
    Counts(Vec<(Value, usize)>),
}

/// The games of one choice of figures and settings.
pub struct Group {
    /// `level=3`, or nothing.
    pub name: String,
    settings: Vec<(String, Value)>,
    games: usize,
    /// Numbers of the failed games, with why.
    failed: Vec<(u16, Vec<String>)>,
    results: Vec<Row>,
}

/// A result that stands for itself.
pub struct Single<'a> {
    /// Its name with indices.
    pub label: &'a str,
    /// How many games reported it.
    pub games: usize,
    /// What came of it.
    pub total: &'a Total,
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

/// How many games, in words.
pub fn games(n: usize) -> String {
    format!("{n} game{}", if n == 1 { "" } else { "s" })
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

    /// Forgets series by their names.
    pub fn leave_out(&mut self, unwanted: impl Fn(&str) -> bool) {
        for group in &mut self.groups {
            let unwanted = |row: &Row| row.series.as_ref().is_some_and(|(name, _)| unwanted(name));
            group.results.retain(|row| !unwanted(row));
        }
    }

    /// The series of each choice of settings.
    pub fn series(&self) -> impl Iterator<Item = (&str, Vec<Series>)> {
        self.groups
            .iter()
            .map(|group| (group.name.as_str(), group.series()))
    }

    /// The choices, in the order in which they were played.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter()
    }

    /// As tables for a reader, series beside those of the reference.
    pub fn to_text(&self, reference: &Reference) -> String {
        let mut text = String::new();
        for (i, group) in self.groups.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            group.write(&mut text, reference);
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
    /// The results that are of no series, in the order of the rules.
    pub fn singles(&self) -> impl Iterator<Item = Single<'_>> {
        let single = self.results.iter().filter(|row| row.in_series().is_none());
        single.map(|row| Single {
            label: &row.label,
            games: row.games,
            total: &row.total,
        })
    }

    /// The numbers that are of series, by series in the order of the rules.
    fn series(&self) -> Vec<Series> {
        let mut all: Vec<Series> = Vec::new();
        for (name, place, spread) in self.results.iter().filter_map(Row::in_series) {
            let known = all.iter().position(|series| series.name == name);
            let at = known.unwrap_or_else(|| {
                all.push(Series {
                    name: name.to_owned(),
                    points: BTreeMap::new(),
                });
                all.len() - 1
            });
            all[at].points.insert(place, spread);
        }
        all
    }

    fn write(&self, text: &mut String, reference: &Reference) {
        let colon = if self.name.is_empty() { "" } else { ": " };
        let (name, games, failed) = (&self.name, games(self.games), self.failed.len());
        let _ = writeln!(text, "{name}{colon}{games}, {failed} failed");
        let single = self.results.iter().filter(|row| row.in_series().is_none());
        write_single(text, &single.collect::<Vec<_>>());
        write_series(text, &self.series(), reference);
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
    /// Series, place and numbers, if it is of a series of numbers.
    fn in_series(&self) -> Option<(&str, i32, Spread)> {
        let (series, place) = self.series.as_ref()?;
        match &self.total {
            Total::Numbers(spread) => Some((series, *place, *spread)),
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

/// A line a series: its means, side by side. Below it what it is compared with, and how far they are apart.
fn write_series(text: &mut String, all: &[Series], reference: &Reference) {
    let places: BTreeSet<i32> = all.iter().flat_map(|s| s.points.keys().copied()).collect();
    let names = all.iter().map(|series| series.name.as_str());
    let width = names.chain([MEANS, COMPARED]).map(str::len).max();
    let width = width.unwrap_or(0);
    let mut row = |name: &str, cell: &dyn Fn(i32) -> Option<String>, end: &str| {
        let cells = places.iter().map(|place| cell(*place).unwrap_or_default());
        let cells: String = cells.map(|cell| format!(" {cell:>7}")).collect();
        let line = format!("  {name:width$}{cells}{end}");
        let _ = writeln!(text, "{}", line.trim_end());
    };
    if !all.is_empty() {
        row(MEANS, &|place| Some(place.to_string()), "");
    }
    for Series { name, points } in all {
        let means: BTreeMap<i32, f64> = points.iter().map(|(p, s)| (*p, s.mean)).collect();
        let shown =
            |values: &BTreeMap<i32, f64>, place| values.get(&place).map(|v| format!("{v:.2}"));
        row(name, &|place| shown(&means, place), "");
        if let (Some(values), Some(distance)) =
            (reference.series.get(name), reference.distance(name, &means))
        {
            let end = format!("  off by {distance:.2}");
            row(COMPARED, &|place| shown(values, place), &end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        let spread = Spread::of(&[2, 4, 4, 4, 5, 5, 7, 9]).unwrap();
        assert_eq!((spread.mean, spread.min, spread.max), (5.0, 2.0, 9.0));
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
