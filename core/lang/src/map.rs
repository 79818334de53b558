//! The map file: terrain rows, hexsides, roads, places.

use crate::ast::Name;
use crate::diag::Diagnostic;
use crate::source::Span;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::NO_HEX;
use hexfront_isa::cartridge::Grid;
use hexfront_vm::map::Hexes;

/// What a section holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A legend and a letter for each hex.
    Rows,
    /// Numbers for single hexes.
    Values,
    /// Numbers and names for single hexes.
    Places,
    /// Six bits for each hex.
    Sides,
}

/// One section of the file.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub kind: Kind,
    pub span: Span,
    /// The legend, letter by letter: its word and place. Only of rows.
    pub legend: Vec<(char, Name)>,
    /// `Rows`: index into the legend. Else the value or side bits.
    pub cells: Vec<u8>,
    pub places: Vec<(u16, u8, String)>,
}

/// A whole map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Map {
    pub grid: Grid,
    pub sections: BTreeMap<String, Section>,
}

/// The number of the hex at column `x`, row `y`, if it is on the map.
pub(crate) fn hex_at(grid: Grid, x: i32, y: i32) -> Option<u16> {
    let (x, y) = (u8::try_from(x).ok()?, u8::try_from(y).ok()?);
    (x < grid.columns && y < grid.rows).then(|| grid.hex(x, y))
}

struct Reader<'a> {
    map: Map,
    diags: &'a mut Vec<Diagnostic>,
    file: u16,
}

/// Reads a map file; what cannot be read is reported and left out.
pub(crate) fn read(text: &str, file: u16, diags: &mut Vec<Diagnostic>) -> Map {
    let mut reader = Reader {
        map: Map::default(),
        diags,
        file,
    };
    let mut section: Option<(String, String, Span)> = None;
    let mut lines: Vec<(usize, &str)> = Vec::new();
    let mut offset = 0usize;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let content = line.split('#').next().unwrap_or("").trim_end();
        if let Some(head) = content.strip_prefix('[').and_then(|c| c.strip_suffix(']')) {
            match section.take() {
                Some(before) => reader.section(before, &lines),
                None => reader.outside(&lines),
            }
            lines.clear();
            let mut words = head.split_whitespace();
            let kind = words.next().unwrap_or("").to_string();
            let name = words.next().unwrap_or("").to_string();
            section = Some((kind, name, reader.span(start, content.len())));
        } else if !(content.is_empty() && line.contains('#')) {
            lines.push((start, content));
        }
    }
    match section {
        Some(last) => reader.section(last, &lines),
        None => reader.outside(&lines),
    }
    let mut map = reader.map;
    for section in map.sections.values_mut() {
        section.cells.resize(map.grid.layer_bytes(), 0);
    }
    map
}

impl Reader<'_> {
    fn span(&self, start: usize, length: usize) -> Span {
        Span {
            file: self.file,
            start: start as u32,
            end: (start + length) as u32,
        }
    }

    fn bad(&mut self, start: usize, length: usize, message: String, help: &str) {
        let span = self.span(start, length);
        self.diags.push(
            Diagnostic::error("E020", span, message)
                .label("in the map file")
                .help(help),
        );
    }

    /// What stands before the first section, where nothing is read.
    fn outside(&mut self, lines: &[(usize, &str)]) {
        if let Some(&(start, line)) = lines.iter().find(|l| !l.1.trim().is_empty()) {
            self.bad(
                start,
                line.len(),
                "this line stands in no section".into(),
                "the map begins with [grid]; comments begin with #",
            );
        }
    }

    fn section(&mut self, head: (String, String, Span), lines: &[(usize, &str)]) {
        let (kind, name, span) = head;
        if kind == "grid" {
            self.grid(lines);
            return;
        }
        let mut section = Section {
            kind: Kind::Values,
            span,
            legend: Vec::new(),
            cells: vec![0; self.map.grid.layer_bytes()],
            places: Vec::new(),
        };
        match kind.as_str() {
            "rows" => self.rows(&mut section, lines),
            "hexes" => {
                for &(start, line) in lines {
                    for word in line.split_whitespace() {
                        let (place, value) = word.split_once('=').unwrap_or((word, "1"));
                        self.set(&mut section, start, line, place, value);
                    }
                }
            }
            "values" => {
                for &(start, line) in lines.iter().filter(|l| !l.1.trim().is_empty()) {
                    let Some((left, right)) = line.split_once(':') else {
                        self.bad(start, line.len(), format!("cannot read {line:?}"), "write: VALUE name: x,y x,y");
                        continue;
                    };
                    let value = left.split_whitespace().next().unwrap_or("");
                    for place in right.split_whitespace() {
                        self.set(&mut section, start, line, place, value);
                    }
                }
            }
            "places" => {
                section.kind = Kind::Places;
                for &(start, line) in lines.iter().filter(|l| !l.1.trim().is_empty()) {
                    let mut words = line.split_whitespace();
                    let (place, value) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                    let name = words.collect::<Vec<_>>().join(" ");
                    if let Some((h, v)) = self.set(&mut section, start, line, place, value) {
                        section.places.push((h, v, name));
                    }
                }
            }
            "sides" => {
                section.kind = Kind::Sides;
                for &(start, line) in lines {
                    let list = line.rsplit_once(':').map_or(line, |l| l.1);
                    for word in list.split_whitespace() {
                        self.side(&mut section, start, line, word);
                    }
                }
            }
            "links" => {
                section.kind = Kind::Sides;
                self.chains(&mut section, lines);
            }
            _ => self.diags.push(
                Diagnostic::error("E021", span, format!("`{kind}` is not a kind of section"))
                    .label("a section of the map")
                    .help("sections are [grid], [rows …], [hexes …], [values …], [places …], [sides …], [links …]"),
            ),
        }
        if self.map.sections.contains_key(&name) {
            self.diags.push(
                Diagnostic::error("E022", span, format!("the map has two sections `{name}`"))
                    .label("the second"),
            );
        }
        self.map.sections.insert(name, section);
    }

    fn grid(&mut self, lines: &[(usize, &str)]) {
        let mut grid = Grid {
            odd_lower: true,
            ..Grid::default()
        };
        for &(start, line) in lines.iter().filter(|l| !l.1.trim().is_empty()) {
            let mut words = line.split_whitespace();
            let (key, value) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            match (key, value, value.parse::<u8>()) {
                ("columns", _, Ok(n @ 1..=Grid::MOST)) => grid.columns = n,
                ("rows", _, Ok(n @ 1..=Grid::MOST)) => grid.rows = n,
                ("lower", "odd", _) => grid.odd_lower = true,
                ("lower", "even", _) => grid.odd_lower = false,
                _ => self.bad(
                    start,
                    line.len(),
                    format!("cannot read {line:?}"),
                    "the grid has `columns` (1 to 64), `rows` (1 to 64) and `lower odd` or `lower even`",
                ),
            }
        }
        if !grid.spares_last() {
            let (start, line) = lines.first().copied().unwrap_or_default();
            let message = format!(
                "a map of {} columns and {} rows fills its layers",
                grid.columns, grid.rows
            );
            let help = "the last byte of a layer stands for no hex: take a column or a row less";
            self.bad(start, line.len(), message, help);
        }
        if self.map.grid.rows > 0 || !self.map.sections.is_empty() {
            let (start, line) = lines.first().copied().unwrap_or_default();
            self.bad(
                start,
                line.len(),
                "the map has another section before [grid]".into(),
                "there is one [grid], and it stands first",
            );
        }
        self.map.grid = grid;
    }

    fn rows(&mut self, section: &mut Section, lines: &[(usize, &str)]) {
        section.kind = Kind::Rows;
        let mut lines = lines.iter().skip_while(|l| l.1.trim().is_empty());
        for &(start, line) in lines.by_ref() {
            if line.trim().is_empty() {
                break;
            }
            let mut letters = line.chars();
            let letter = letters.next().unwrap_or(' ');
            let word = letters.as_str().trim().to_string();
            let span = self.span(start, line.len());
            if section.legend.iter().any(|l| l.0 == letter) {
                self.bad(
                    start,
                    letter.len_utf8(),
                    format!("the letter {letter:?} stands twice in the legend"),
                    "each letter stands for one thing",
                );
            }
            section.legend.push((letter, Name { text: word, span }));
        }
        let mut y = 0i32;
        for &(start, line) in lines.filter(|l| !l.1.trim().is_empty()) {
            let start = start + line.len() - line.trim_start().len();
            let line = line.trim();
            if line.chars().count() != usize::from(self.map.grid.columns) {
                self.bad(
                    start,
                    line.len(),
                    format!(
                        "row {y} has {} hexes, the grid {} columns",
                        line.chars().count(),
                        self.map.grid.columns
                    ),
                    "one letter a hex; the legend ends with an empty line",
                );
            }
            for (x, (at, letter)) in line.char_indices().enumerate() {
                let found = section.legend.iter().position(|l| l.0 == letter);
                match (found, hex_at(self.map.grid, x as i32, y)) {
                    (Some(index), Some(h)) => section.cells[usize::from(h)] = index as u8,
                    (None, _) => self.bad(
                        start + at,
                        letter.len_utf8(),
                        format!("the letter {letter:?} is not in the legend"),
                        "add it to the legend above the rows",
                    ),
                    _ => {}
                }
            }
            y += 1;
        }
        if y != i32::from(self.map.grid.rows) {
            let span = section.span;
            self.diags.push(
                Diagnostic::error(
                    "E020",
                    span,
                    format!("this section has {y} rows, the grid {}", self.map.grid.rows),
                )
                .label("rows are missing or too many")
                .help("[grid] must stand before it"),
            );
        }
    }

    fn hex(&mut self, start: usize, line: &str, place: &str) -> Option<u16> {
        let parsed = place
            .split_once(',')
            .and_then(|(x, y)| Some((x.parse::<i32>().ok()?, y.parse::<i32>().ok()?)));
        match parsed {
            Some((x, y)) => {
                let hex = hex_at(self.map.grid, x, y);
                if hex.is_none() {
                    self.bad(
                        start,
                        line.len(),
                        format!("{place} is not on the map"),
                        "columns and rows count from 0",
                    );
                }
                hex
            }
            None => {
                self.bad(
                    start,
                    line.len(),
                    format!("cannot read {place:?} as a hex"),
                    "a hex is written x,y",
                );
                None
            }
        }
    }

    fn set(
        &mut self,
        section: &mut Section,
        start: usize,
        line: &str,
        place: &str,
        value: &str,
    ) -> Option<(u16, u8)> {
        let h = self.hex(start, line, place)?;
        let Ok(value) = value.parse::<u8>() else {
            self.bad(
                start,
                line.len(),
                format!("cannot read {value:?} as a number 0..255"),
                "values are whole numbers",
            );
            return None;
        };
        section.cells[usize::from(h)] = value;
        Some((h, value))
    }

    fn side(&mut self, section: &mut Section, start: usize, line: &str, word: &str) {
        let (place, d) = word.rsplit_once(',').unwrap_or((word, ""));
        let Some(h) = self.hex(start, line, place) else {
            return;
        };
        match d.parse::<u8>() {
            Ok(d @ 1..=6) => self.mark(section, h, d),
            _ => self.bad(
                start,
                line.len(),
                format!("cannot read {word:?} as a hexside"),
                "a hexside is x,y,direction with a direction 1 to 6",
            ),
        }
    }

    fn mark(&mut self, section: &mut Section, h: u16, d: u8) {
        section.cells[usize::from(h)] |= 1 << (d - 1);
        let other = self.map.grid.neighbour(h, d);
        if other != NO_HEX {
            section.cells[usize::from(other)] |= 1 << ((d + 2) % 6);
        }
    }

    /// Chains of hexes, one a line; an indented line goes on from the end of the line above it.
    fn chains(&mut self, section: &mut Section, lines: &[(usize, &str)]) {
        let mut end = None;
        for &(start, line) in lines.iter().filter(|l| !l.1.trim().is_empty()) {
            let list = line.rsplit_once(':').map_or(line, |l| l.1);
            let before = end.filter(|_| line.starts_with(char::is_whitespace));
            let hexes: Vec<&str> = before.into_iter().chain(list.split_whitespace()).collect();
            if hexes.len() == 1 {
                self.bad(
                    start,
                    line.len(),
                    format!("{} alone is linked to nothing", hexes[0]),
                    "a chain has two hexes or more; what goes on from the line above is indented",
                );
            }
            for pair in hexes.windows(2) {
                self.link(section, start, line, pair[0], pair[1]);
            }
            end = hexes.last().copied();
        }
    }

    fn link(&mut self, section: &mut Section, start: usize, line: &str, from: &str, to: &str) {
        let (Some(a), Some(b)) = (self.hex(start, line, from), self.hex(start, line, to)) else {
            return;
        };
        match self.map.grid.direction(a, b) {
            d @ 1.. => self.mark(section, a, d),
            0 => self.bad(
                start,
                line.len(),
                format!("{from} and {to} are not neighbours"),
                "a chain goes from hex to neighbouring hex",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_lie_in_both_hexes() {
        let mut diags = Vec::new();
        let map = read(
            "[grid]\ncolumns 3\nrows 3\nlower odd\n[sides river]\nOur: 1,1,2\n[links road]\n0,0 0,1 1,1\n",
            0,
            &mut diags,
        );
        assert!(diags.is_empty(), "{diags:?}");
        let river = &map.sections["river"].cells;
        // Column 1 is odd and stands lower: direction 2 of 1,1 is 2,1, whose direction 5 leads back.
        assert_eq!((river[33], river[65]), (2, 16));
        let road = &map.sections["road"].cells;
        assert_eq!((road[0], road[1], road[33]), (8, 1 | 4, 32));
    }

    #[test]
    fn letters_outside_ascii_are_letters_and_named_in_their_place() {
        let text = "[grid]\r\ncolumns 3\r\nrows 2\r\n[rows t]\r\n. clear\r\né wood\r\n\r\n  .é.\r\n  éИ.\r\n";
        let mut diags = Vec::new();
        let map = read(text, 0, &mut diags);
        assert_eq!(map.sections["t"].cells[32], 1);
        let [only] = diags.as_slice() else {
            panic!("{diags:?}");
        };
        assert_eq!(only.message, "the letter 'И' is not in the legend");
        let span = only.primary.span;
        assert_eq!(&text[span.start as usize..span.end as usize], "И");
    }

    #[test]
    fn what_stands_nowhere_or_twice_is_named() {
        let mut diags = Vec::new();
        read(
            "columns 3\n[grid]\ncolumns 3\nrows 1\n[rows t]\n. clear\n. wood\n\n...\n",
            0,
            &mut diags,
        );
        let all: Vec<&str> = diags.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(
            all,
            [
                "this line stands in no section",
                "the letter '.' stands twice in the legend"
            ]
        );
    }

    #[test]
    fn a_map_of_more_than_32_rows_has_wider_columns() {
        let mut diags = Vec::new();
        let row = ".".repeat(50);
        let rows = [row.as_str(); 33].join("\n");
        let map = read(
            &format!(
                "[grid]\ncolumns 50\nrows 34\nlower odd\n[rows t]\n. clear\nC city\n\n{rows}\n{}C\n\
                 [sides river]\n25,12,3\n",
                &row[1..]
            ),
            0,
            &mut diags,
        );
        assert!(diags.is_empty(), "{diags:?}");
        let terrain = &map.sections["t"].cells;
        assert_eq!((terrain.len(), terrain[49 * 64 + 33]), (13 * 256, 1));
        // 2613 lies southeast of 2512.
        let river = &map.sections["river"].cells;
        assert_eq!((river[25 * 64 + 12], river[26 * 64 + 13]), (4, 32));
    }

    #[test]
    fn a_full_map_leaves_no_byte_for_no_hex() {
        for (columns, rows) in [(32, 32), (64, 64)] {
            let mut diags = Vec::new();
            read(
                &format!("[grid]\ncolumns {columns}\nrows {rows}\n"),
                0,
                &mut diags,
            );
            let all: Vec<&str> = diags.iter().map(|d| d.message.as_str()).collect();
            assert_eq!(
                all,
                [format!(
                    "a map of {columns} columns and {rows} rows fills its layers"
                )]
            );
        }
    }

    #[test]
    fn a_chain_goes_on_in_an_indented_line() {
        let mut diags = Vec::new();
        let map = read(
            "[grid]\ncolumns 4\nrows 2\nlower odd\n[links road]\nN4: 0,0 1,0\n  2,0\n\n3,0 3,1\n3,1\n",
            0,
            &mut diags,
        );
        let road = &map.sections["road"].cells;
        let hex = |x: usize, y: usize| 32 * x + y;
        assert_ne!(road[hex(2, 0)], 0);
        assert_eq!(road[hex(2, 1)], 0);
        // No link from the end of the chain to the next one.
        assert_eq!(road[hex(3, 0)].count_ones(), 1);
        let all: Vec<&str> = diags.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(all, ["3,1 alone is linked to nothing"]);
    }

    #[test]
    fn mistakes_are_named() {
        let mut diags = Vec::new();
        read(
            "[grid]\ncolumns 3\nrows 1\n[rows t]\n. clear\n\n..x\n[links road]\n0,0 2,0\n[hexes e]\n9,9\n",
            0,
            &mut diags,
        );
        let all: Vec<&str> = diags.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(
            all,
            [
                "the letter 'x' is not in the legend",
                "0,0 and 2,0 are not neighbours",
                "9,9 is not on the map"
            ]
        );
    }
}
