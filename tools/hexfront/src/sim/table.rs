//! A line a game: JSON or CSV.

use super::plan::Plan;
use super::{PlayedGame, SimError};
use crate::json::{array, object, quoted};
use hexfront_lang::simulation::{Key, Simulation, Value};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An object a line.
    JsonLines,
    /// Comma-separated, with a line of headings. What a game did not report is empty.
    Csv,
}

impl Format {
    /// The format that the ending of a file's name says.
    ///
    /// # Errors
    /// When it says none.
    pub fn of(path: &Path) -> Result<Self, SimError> {
        match path.extension().and_then(|e| e.to_str()) {
            Some("jsonl") => Ok(Self::JsonLines),
            Some("csv") => Ok(Self::Csv),
            _ => Err(SimError::Format(path.to_owned())),
        }
    }
}

/// A file that lines go to.
pub struct Output {
    path: PathBuf,
    format: Format,
    file: File,
}

impl Output {
    /// Makes the file.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(path: &Path, format: Format) -> Result<Self, SimError> {
        let file = super::create(path)?;
        Ok(Self {
            path: path.to_owned(),
            format,
            file,
        })
    }

    /// Writes all games.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(
        self,
        simulation: &Simulation,
        plan: &Plan<'_>,
        played: &[PlayedGame],
    ) -> Result<(), SimError> {
        let mut out = BufWriter::new(self.file);
        let written = match self.format {
            Format::JsonLines => json_lines(&mut out, simulation, plan, played),
            Format::Csv => csv(&mut out, simulation, plan, played),
        };
        written
            .and_then(|()| out.flush())
            .map_err(|source| SimError::Write {
                path: self.path,
                source,
            })
    }
}

/// A value as JSON.
pub fn json_value(value: &Value) -> String {
    match value {
        Value::Number(n) => n.to_string(),
        Value::Name(name) => quoted(name),
    }
}

fn json_lines(
    out: &mut impl Write,
    simulation: &Simulation,
    plan: &Plan<'_>,
    played: &[PlayedGame],
) -> std::io::Result<()> {
    for game in played {
        let settings = plan.variants[game.variant].values();
        let settings = settings.map(|(name, value)| (name.to_owned(), json_value(&value)));
        let results = game.played.results.iter();
        let results = results.map(|(key, value)| (simulation.label(key), json_value(value)));
        let failures = array(game.played.failures.iter().map(|f| quoted(f)));
        let line = [("seed".to_owned(), game.seed.to_string())]
            .into_iter()
            .chain(settings)
            .chain(results)
            .chain([("failures".to_owned(), failures)]);
        writeln!(out, "{}", object(line))?;
    }
    Ok(())
}

fn csv(
    out: &mut impl Write,
    simulation: &Simulation,
    plan: &Plan<'_>,
    played: &[PlayedGame],
) -> std::io::Result<()> {
    // In the order of the sources and of their indices, whichever game reported them first.
    let keys: BTreeSet<&Key> = played
        .iter()
        .flat_map(|g| g.played.results.keys())
        .collect();
    let settings = plan.variants[0].values();
    let heading = ["seed".to_owned()]
        .into_iter()
        .chain(settings.map(|(name, _)| name.to_owned()))
        .chain(keys.iter().map(|key| simulation.label(key)))
        .chain(["failures".to_owned()]);
    write_row(out, heading)?;
    for game in played {
        let settings = plan.variants[game.variant].values();
        let results = keys.iter().map(|key| {
            let value = game.played.results.get(key);
            value.map_or_else(String::new, Value::to_string)
        });
        let row = [game.seed.to_string()]
            .into_iter()
            .chain(settings.map(|(_, value)| value.to_string()))
            .chain(results)
            .chain([game.played.failures.join("; ")]);
        write_row(out, row)?;
    }
    Ok(())
}

/// Cells that hold commas or quotes stand in quotes (RFC 4180).
fn write_row(out: &mut impl Write, cells: impl Iterator<Item = String>) -> std::io::Result<()> {
    let cells: Vec<String> = cells
        .map(|cell| {
            if cell.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell
            }
        })
        .collect();
    writeln!(out, "{}", cells.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must() {
        let mut out = Vec::new();
        let cells = ["1", "a,b", "say \"no\""].map(String::from);
        write_row(&mut out, cells.into_iter()).unwrap();
        assert_eq!(out, b"1,\"a,b\",\"say \"\"no\"\"\"\n");
    }

    #[test]
    fn the_ending_says_the_format() {
        assert!(matches!(Format::of(Path::new("a/b.csv")), Ok(Format::Csv)));
        assert!(matches!(
            Format::of(Path::new("b.jsonl")),
            Ok(Format::JsonLines)
        ));
        assert!(Format::of(Path::new("b.txt")).is_err());
        assert!(Format::of(Path::new("csv")).is_err());
    }
}
