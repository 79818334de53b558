//! Values to compare series with, such as what history tells.
//!
//! A CSV file: the heading `series` and the places in the series, then a line a series, with empty cells for what is
//! not known.
//!
//! ```text
//! series,1,2,3
//! towns[german],0,1,3
//! advance,4,,9
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What a file of such values says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reference {
    /// Name of each series, and its values by their place.
    pub series: BTreeMap<String, BTreeMap<i32, f64>>,
}

/// Why such a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReferenceError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line is not as it must be.
    #[error("{}:{line}: {why}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong and how to mend it.
        why: String,
    },
}

impl Reference {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or is not of this form.
    pub fn read(path: &Path) -> Result<Self, ReferenceError> {
        let text = fs::read_to_string(path).map_err(|source| ReferenceError::Read {
            path: path.to_owned(),
            source,
        })?;
        parse(&text).map_err(|(line, why)| ReferenceError::Line {
            path: path.to_owned(),
            line,
            why,
        })
    }

    /// How far a series is from this one: the root of the mean square of the differences, where both have values.
    pub fn distance(&self, name: &str, means: &BTreeMap<i32, f64>) -> Option<f64> {
        let known = self.series.get(name)?.iter();
        let squares: Vec<f64> = known
            .filter_map(|(place, value)| Some((means.get(place)? - value).powi(2)))
            .collect();
        let n = squares.len() as f64;
        (!squares.is_empty()).then(|| (squares.iter().sum::<f64>() / n).sqrt())
    }
}

fn parse(text: &str) -> Result<Reference, (usize, String)> {
    let mut lines = text.lines().enumerate();
    let heading = lines.next().map_or("", |(_, heading)| heading);
    let mut cells = heading.split(',').map(str::trim);
    if cells.next() != Some("series") {
        return Err((1, "the heading must be `series,1,2,3...`".into()));
    }
    let places = cells.map(|cell| {
        cell.parse::<i32>()
            .map_err(|_| (1, format!("{cell:?} is no number of a place in a series")))
    });
    let places = places.collect::<Result<Vec<i32>, _>>()?;
    let mut reference = Reference::default();
    for (i, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let mut cells = line.split(',').map(str::trim);
        let name = cells.next().unwrap_or_default();
        let mut values = BTreeMap::new();
        let mut cells = cells.enumerate();
        for (column, cell) in cells.by_ref().filter(|(_, cell)| !cell.is_empty()) {
            let Some(place) = places.get(column) else {
                return Err((i + 1, format!("{cell:?} stands under no heading")));
            };
            match cell.parse::<f64>() {
                Ok(value) if value.is_finite() => values.insert(*place, value),
                _ => return Err((i + 1, format!("{cell:?} is no number"))),
            };
        }
        if reference.series.insert(name.to_owned(), values).is_some() {
            return Err((i + 1, format!("the series {name:?} stands here twice")));
        }
    }
    Ok(reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_series() {
        let read = parse("series,1,2,3\ntowns[german],0,1,3\n\nadvance, 4,,9.5\n").unwrap();
        let advance = BTreeMap::from([(1, 4.0), (3, 9.5)]);
        assert_eq!(read.series["advance"], advance);
        assert_eq!(read.series["towns[german]"].len(), 3);
    }

    #[test]
    fn the_distance_is_taken_where_both_have_values() {
        let read = parse("series,1,2,3\nadvance,4,,9\n").unwrap();
        let means = BTreeMap::from([(1, 1.0), (2, 50.0), (3, 13.0)]);
        let distance = read.distance("advance", &means).unwrap();
        assert!((distance - 12.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(read.distance("towns", &means), None);
        assert_eq!(read.distance("advance", &BTreeMap::new()), None);
    }

    #[test]
    fn faults_are_named_with_their_lines() {
        for (text, line, part) in [
            ("", 1, "heading"),
            ("day,1,2\n", 1, "heading"),
            ("series,one\n", 1, "\"one\""),
            ("series,1\na,2\nb,x\n", 3, "\"x\" is no number"),
            ("series,1\na,NaN\n", 2, "no number"),
            ("series,1\na,1,2\n", 2, "under no heading"),
            ("series,1\na,1\na,2\n", 3, "twice"),
        ] {
            let (at, why) = parse(text).unwrap_err();
            assert!(at == line && why.contains(part), "{text:?}: {at}: {why}");
        }
    }
}
