//! Cells of CSV files and tables as values; the map file.

use super::{Checker, Sym};
use crate::ast::{Cell, Name};
use crate::csv;
use crate::diag::{Diagnostic, listed, nearest};
use crate::map::{self, Kind, hex_at};
use crate::types::Ty;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_vm::map::Hexes;

/// Code of what is said of a file that is not in the game's directory.
pub(super) const NO_FILE: &str = "E041";

impl Checker<'_> {
    /// The rows of a CSV file of the game.
    pub(super) fn csv(&mut self, file: &Name) -> Option<Vec<Vec<Name>>> {
        let sources = self.sources;
        let Some((index, source)) = sources.find(&file.text) else {
            self.no_file(file);
            return None;
        };
        let rows = csv::rows(&source.text, index);
        if rows.is_empty() {
            self.report(
                Diagnostic::error("E040", file.span, format!("{} is empty", file.text))
                    .label("has no rows"),
            );
            return None;
        }
        Some(rows)
    }

    fn no_file(&mut self, file: &Name) {
        let names: Vec<&str> = self
            .sources
            .files()
            .iter()
            .map(|f| f.name.as_str())
            .collect();
        let mut diag = Diagnostic::error(
            NO_FILE,
            file.span,
            format!("there is no file {}", file.text),
        )
        .label("not in the game's directory");
        if let Some(near) = nearest(&file.text, names) {
            diag = diag.help(format!("did you mean {near}?"));
        }
        self.report(diag);
    }

    /// Reads the game's map.
    pub(super) fn load_map(&mut self, file: &Name) {
        let sources = self.sources;
        let Some((index, source)) = sources.find(&file.text) else {
            self.no_file(file);
            return;
        };
        self.map = map::read(&source.text, index, self.diags);
        self.prog.grid = self.map.grid;
        if self.map.grid.columns == 0 || self.map.grid.rows == 0 {
            self.report(
                Diagnostic::error("E042", file.span, "the map has no grid")
                    .label("read from here")
                    .help("begin the map with [grid], columns and rows"),
            );
        }
    }

    /// A cell as the stored value of a type: steps counted, texts as index.
    pub(super) fn cell(&mut self, cell: &Name, ty: Ty) -> i32 {
        let text = cell.text.as_str();
        let blank = text.is_empty() || text == "-";
        let value = match ty {
            Ty::Wrong | Ty::Void | Ty::Nothing => return 0,
            Ty::Int { lo, hi, by } => {
                if blank {
                    Some(0)
                } else {
                    match text.parse::<i32>() {
                        Ok(n) if (lo..=hi).contains(&n) => Some(n / by.max(1)),
                        Ok(n) => {
                            self.report(
                                Diagnostic::error(
                                    "E043",
                                    cell.span,
                                    format!("{n} is outside {lo}..{hi}"),
                                )
                                .label("does not fit")
                                .help(
                                    "widen the range where it is declared, or correct the number",
                                ),
                            );
                            Some(0)
                        }
                        Err(_) => None,
                    }
                }
            }
            Ty::Flag => match text {
                "yes" | "y" | "Y" | "1" => Some(1),
                "no" | "n" | "N" | "0" | "" | "-" => Some(0),
                _ => None,
            },
            Ty::Enum(e) => {
                let members = &self.prog.enums[e].members;
                match members.iter().position(|m| m.0 == text) {
                    Some(index) => Some(index as i32),
                    None if blank => Some(0),
                    None => {
                        let names: Vec<&str> = members.iter().map(|m| m.0.as_str()).collect();
                        let name = self.prog.enums[e].name.clone();
                        let help = match nearest(text, names.iter().copied()) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!("its members are {}", listed(names)),
                        };
                        self.report(
                            Diagnostic::error(
                                "E044",
                                cell.span,
                                format!("`{text}` is not a {name}"),
                            )
                            .label("unknown member")
                            .help(help),
                        );
                        return 0;
                    }
                }
            }
            Ty::Rec(r) | Ty::Long(r) => {
                if blank || text == "none" {
                    ty.none()
                } else {
                    let ids = &self.prog.records[r].ids;
                    ids.iter().position(|id| id == text).map(|i| i as i32)
                }
            }
            Ty::Hex => {
                if blank || text == "none" {
                    Some(65535)
                } else {
                    let pair = text.split_once(['.', ':', ',']).and_then(|(x, y)| {
                        Some((x.trim().parse::<i32>().ok()?, y.trim().parse::<i32>().ok()?))
                    });
                    match pair {
                        Some((x, y)) => {
                            let hex = hex_at(self.map.grid, x, y);
                            if hex.is_none() {
                                self.report(
                                    Diagnostic::error(
                                        "E045",
                                        cell.span,
                                        format!("{text} is not on the map"),
                                    )
                                    .label("columns and rows count from 0"),
                                );
                            }
                            Some(i32::from(hex.unwrap_or(hexfront_isa::NO_HEX)))
                        }
                        None => None,
                    }
                }
            }
            Ty::Text => {
                let capitals = text.to_uppercase();
                let shown = if text == "-" { "" } else { capitals.as_str() };
                Some(self.intern(shown) as i32)
            }
        };
        value.unwrap_or_else(|| {
            let what = self.describe(ty);
            self.report(
                Diagnostic::error("E046", cell.span, format!("cannot read `{text}` as {what}"))
                    .label("wrong kind of cell"),
            );
            0
        })
    }

    /// A cell of a table written in place.
    pub(super) fn table_cell(&mut self, cell: &Cell, ty: Ty) -> i32 {
        match cell {
            Cell::Word(name) => {
                if let (Ty::Int { .. }, Some(Sym::Const(n, _))) =
                    (ty, self.lookup(&name.text, name.span))
                {
                    return n;
                }
                self.cell(name, ty)
            }
            Cell::Text(text) => {
                if ty == Ty::Text {
                    self.check_text_letters(&text.text, text.span);
                    return self.intern(&text.text) as i32;
                }
                let name = Name {
                    text: text.text.clone(),
                    span: text.span,
                };
                self.cell(&name, ty)
            }
            Cell::Int(n, span) => {
                let name = Name {
                    text: n.to_string(),
                    span: *span,
                };
                self.cell(&name, ty)
            }
        }
    }

    /// Lays another section of the map over the bytes of a layer; no hex may have a value in both.
    pub(super) fn add_section(
        &mut self,
        bytes: &mut [u8],
        first: &Name,
        section: &Name,
        ty: Option<Ty>,
    ) {
        let more = self.layer_bytes(section, ty);
        let both = bytes
            .iter()
            .zip(&more)
            .position(|(a, b)| *a != 0 && *b != 0);
        if let Some(h) = both {
            let grid = self.map.grid;
            let message = format!(
                "hex {},{} has a value in two sections",
                grid.column(h as u16),
                grid.row(h as u16)
            );
            self.report(
                Diagnostic::error("E049", section.span, message)
                    .label("the second")
                    .also(first.span, "the layer begins with this one")
                    .help("a layer holds one value a hex: leave the hex out of one section"),
            );
        }
        for (byte, other) in bytes.iter_mut().zip(more) {
            *byte |= other;
        }
    }

    /// Bytes of a layer from a section of the map.
    pub(super) fn layer_bytes(&mut self, section: &Name, ty: Option<Ty>) -> Vec<u8> {
        let empty = vec![0; self.map.grid.layer_bytes()];
        let Some(found) = self.map.sections.get(&section.text).cloned() else {
            let names: Vec<&str> = self.map.sections.keys().map(|k| k.as_str()).collect();
            let help = match nearest(&section.text, names.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("its sections are {}", listed(names)),
            };
            self.report(
                Diagnostic::error(
                    "E047",
                    section.span,
                    format!("the map has no section `{}`", section.text),
                )
                .label("looked for here")
                .help(help),
            );
            return empty;
        };
        let Some(ty) = ty else {
            if found.kind != Kind::Sides {
                self.report(
                    Diagnostic::error(
                        "E048",
                        section.span,
                        format!("section `{}` holds hexes, not hexsides", section.text),
                    )
                    .label("a hexside set needs [sides …] or [links …]")
                    .also(found.span, "the section"),
                );
            }
            return found.cells;
        };
        match found.kind {
            Kind::Sides => {
                self.report(
                    Diagnostic::error(
                        "E048",
                        section.span,
                        format!("section `{}` holds hexsides, not hexes", section.text),
                    )
                    .label("declare it as `hexside`")
                    .also(found.span, "the section"),
                );
                empty
            }
            Kind::Rows => {
                let codes: Vec<u8> = found
                    .legend
                    .iter()
                    .map(|(_, word)| self.cell(word, ty) as u8)
                    .collect();
                let grid = self.map.grid;
                let on_map = |h: usize| grid.has(h as u16);
                let code = |c: u8| codes.get(usize::from(c)).copied().unwrap_or(0);
                found
                    .cells
                    .iter()
                    .enumerate()
                    .map(|(h, c)| if on_map(h) { code(*c) } else { 0 })
                    .collect()
            }
            Kind::Values | Kind::Places => {
                let (lo, hi) = match ty {
                    Ty::Int { lo, hi, .. } => (lo, hi),
                    Ty::Enum(e) => (0, self.prog.enums[e].members.len() as i32 - 1),
                    _ => (0, 255),
                };
                if let Some(bad) = found
                    .cells
                    .iter()
                    .find(|c| !(lo..=hi).contains(&i32::from(**c)))
                {
                    self.report(
                        Diagnostic::error(
                            "E043",
                            section.span,
                            format!("{bad} is outside {lo}..{hi}"),
                        )
                        .label("a value of the section does not fit")
                        .also(found.span, "the section"),
                    );
                }
                found.cells
            }
        }
    }
}
