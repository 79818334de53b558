//! Bends of files of data: cells and columns of CSV files, sections of the map.

use super::walk::opposite;
use crate::ast::Name;
use crate::csv;
use crate::source::{Sources, Span};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Other texts for stretches of one file.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub what: String,
    /// In the order of places.
    changes: Vec<(Span, String)>,
}

impl Edit {
    fn one(span: Span, text: String, what: String) -> Edit {
        Edit {
            what,
            changes: vec![(span, text)],
        }
    }

    /// The place of the first change.
    pub(super) fn span(&self) -> Span {
        self.changes.first().map_or(Span::default(), |c| c.0)
    }

    /// The sources with the changes made.
    pub(super) fn apply(&self, sources: &Sources) -> Sources {
        let mut bent = sources.clone();
        // From the end, so that places before stay where they are.
        for (span, text) in self.changes.iter().rev() {
            bent.replace(*span, text);
        }
        bent
    }
}

/// Bends of a column of records: all cells one record down, and one cell in the middle.
pub(super) fn column(sources: &Sources, file: &str, field: &str) -> Vec<(Span, Vec<Edit>)> {
    let Some(rows) = rows(sources, file) else {
        return Vec::new();
    };
    let Some((heading, body)) = rows.split_first() else {
        return Vec::new();
    };
    let Some(x) = heading.iter().position(|c| c.text == field) else {
        return Vec::new();
    };
    let cells: Vec<&Name> = body.iter().filter_map(|row| row.get(x)).collect();
    let mut found = Vec::new();
    if cells.windows(2).any(|pair| pair[0].text != pair[1].text) {
        let moved = cells.iter().cycle().skip(cells.len() - 1);
        let edit = Edit {
            what: format!("column `{field}` moved down by one record"),
            changes: cells
                .iter()
                .zip(moved)
                .map(|(to, from)| (to.span, written(sources, from)))
                .collect(),
        };
        found.push((heading[x].span, vec![edit]));
    }
    let middle = cells.len() / 2;
    if let Some(cell) = cells.get(middle) {
        let edits = shifted(sources, &cells, middle, &format!("`{field}`"));
        if !edits.is_empty() {
            found.push((cell.span, edits));
        }
    }
    found
}

/// Bends of every cell of a table.
pub(super) fn cells(sources: &Sources, file: &str, dimensions: usize) -> Vec<(Span, Vec<Edit>)> {
    let Some(rows) = rows(sources, file) else {
        return Vec::new();
    };
    let body = rows.get(usize::from(dimensions == 2)..).unwrap_or(&[]);
    let mut found = Vec::new();
    for (y, row) in body.iter().enumerate() {
        for (x, cell) in row.iter().enumerate().skip(1) {
            // A row that is too short was reported; its place in the column is taken by the one below.
            let column: Vec<&Name> = body.iter().filter_map(|r| r.get(x)).collect();
            let edits = shifted(sources, &column, y.min(column.len() - 1), "cell");
            if !edits.is_empty() {
                found.push((cell.span, edits));
            }
        }
    }
    found
}

/// Other values for one cell of a column: one more or one less, the other flag, or the next different one below.
fn shifted(sources: &Sources, column: &[&Name], y: usize, what: &str) -> Vec<Edit> {
    let cell = column[y];
    let says = |to: &str| format!("{what} {} becomes {to}", cell.text);
    if let Ok(n) = cell.text.parse::<i32>() {
        return [n + 1, n - 1]
            .iter()
            .map(|n| Edit::one(cell.span, n.to_string(), says(&n.to_string())))
            .collect();
    }
    let other = match opposite(&cell.text) {
        Some(word) => Some(word.to_string()),
        None => column
            .iter()
            .cycle()
            .skip(y + 1)
            .take(column.len())
            .find(|c| c.text != cell.text)
            .map(|c| written(sources, c)),
    };
    other
        .map(|text| Edit::one(cell.span, text.clone(), says(&text)))
        .into_iter()
        .collect()
}

/// Bends of a section of the map: all of it empty, and one place in its middle other than it is.
pub(super) fn map_section(sources: &Sources, file: &str, section: &str) -> Vec<Edit> {
    let Some((index, source)) = sources.find(file) else {
        return Vec::new();
    };
    let (lines, legend) = section_lines(&source.text, index, section);
    let Some(&(span, line)) = lines.get(lines.len() / 2) else {
        return Vec::new();
    };
    let empty = |text: &dyn Fn(&str) -> String| Edit {
        what: format!("all of `{section}` empty"),
        changes: lines.iter().map(|(span, l)| (*span, text(l))).collect(),
    };
    if !rows_of(&lines, &legend) {
        let one = Edit::one(span, String::new(), format!("`{line}` left out"));
        return vec![empty(&|_| String::new()), one];
    }
    let first: String = legend.chars().take(1).collect();
    let mut edits = vec![empty(&|l| first.repeat(l.chars().count()))];
    if let Some((at, letter)) = line.char_indices().nth(line.chars().count() / 2)
        && let Some(other) = legend.chars().find(|c| *c != letter)
    {
        let hex = Span {
            start: span.start + at as u32,
            end: span.start + (at + letter.len_utf8()) as u32,
            ..span
        };
        let what = format!("`{section}` in the middle of the map: {letter} becomes {other}");
        edits.push(Edit::one(hex, other.to_string(), what));
    }
    edits
}

/// The lines of data in a section of the map, and the letters of its legend.
fn section_lines<'a>(text: &'a str, file: u16, section: &str) -> (Vec<(Span, &'a str)>, String) {
    let mut lines = Vec::new();
    let mut legend = String::new();
    let (mut here, mut rows) = (false, false);
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let content = line.split('#').next().unwrap_or("").trim_end();
        if let Some(head) = content.strip_prefix('[') {
            let mut words = head.trim_end_matches(']').split_whitespace();
            rows = words.next() == Some("rows");
            here = words.next() == Some(section);
        } else if here && rows && content.contains(' ') {
            legend.extend(content.chars().next());
        } else if here && !content.is_empty() {
            let span = Span {
                file,
                start: start as u32,
                end: (start + content.len()) as u32,
            };
            lines.push((span, content));
        }
    }
    (lines, legend)
}

/// Whether these are rows of letters.
fn rows_of(lines: &[(Span, &str)], legend: &str) -> bool {
    !legend.is_empty()
        && lines
            .iter()
            .all(|(_, line)| line.chars().all(|c| legend.contains(c)))
}

fn rows(sources: &Sources, file: &str) -> Option<Vec<Vec<Name>>> {
    let (index, source) = sources.find(file)?;
    Some(csv::rows(&source.text, index))
}

/// A cell as it is written, with its quotes.
fn written(sources: &Sources, cell: &Name) -> String {
    let span = cell.span;
    sources
        .files()
        .get(usize::from(span.file))
        .and_then(|f| f.text.get(span.start as usize..span.end as usize))
        .unwrap_or("")
        .to_string()
}
