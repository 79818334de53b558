//! Comma-separated values: cells with their places.

use crate::ast::Name;
use crate::source::Span;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Rows of cells; empty lines and lines that begin with `#` are left out. Cells are trimmed; quotes hold commas.
pub(crate) fn rows(text: &str, file: u16) -> Vec<Vec<Name>> {
    let mut all = Vec::new();
    let mut offset = 0usize;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        all.push(cells(line, start, file));
    }
    all
}

fn cells(line: &str, start: usize, file: u16) -> Vec<Name> {
    let mut row = Vec::new();
    let mut quoted = false;
    let mut begin = 0usize;
    let mut push = |from: usize, to: usize| {
        let raw = line.get(from..to).unwrap_or("");
        let lead = raw.len() - raw.trim_start().len();
        let text: String = raw.trim().trim_matches('"').to_string();
        let span = Span {
            file,
            start: (start + from + lead) as u32,
            end: (start + from + lead + raw.trim().len()) as u32,
        };
        row.push(Name { text, span });
    };
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => {
                push(begin, at);
                begin = at + 1;
            }
            _ => {}
        }
    }
    push(begin, line.len());
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_commas_and_spans_point_at_cells() {
        let text = "id, at\nA1,\"19,28\"\n";
        let all = rows(text, 0);
        assert_eq!(all[1][1].text, "19,28");
        let span = all[0][1].span;
        assert_eq!(&text[span.start as usize..span.end as usize], "at");
    }
}
