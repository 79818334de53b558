//! Records: how many there are, their ids, their fields.

use super::{Checker, Sym};
use crate::ast::{FieldDecl, Item, Life, Name};
use crate::diag::Diagnostic;
use crate::hir::{FieldInfo, RecordInfo, SHORT_RECORDS};
use crate::source::Span;
use crate::types::{Ty, int};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Most records of a kind whose numbers are words.
const MAX_RECORDS: usize = 1000;

/// Those of a list whose key another before them has.
fn seconds<T: Copy, K: Ord>(
    all: impl Iterator<Item = T>,
    key: impl Fn(T) -> K,
) -> impl Iterator<Item = T> {
    let mut seen = BTreeSet::new();
    all.filter(move |one| !seen.insert(key(*one)))
}

impl Checker<'_> {
    /// The places of the map as a record `place`.
    pub(super) fn places(&mut self) {
        let mut list = Vec::new();
        for section in self.map.sections.values() {
            list.extend(section.places.iter().cloned());
        }
        if list.is_empty() || list.len() > SHORT_RECORDS {
            return;
        }
        let names: Vec<i32> = list
            .iter()
            .map(|p| self.intern(&p.2.to_uppercase()) as i32)
            .collect();
        let field = |name: &str, ty: Ty, init: Vec<i32>| FieldInfo {
            name: name.to_string(),
            span: Span::default(),
            life: Life::Const,
            ty,
            init,
            used: false,
        };
        let index = self.prog.records.len();
        self.prog.records.push(RecordInfo {
            name: "place".to_string(),
            span: Span::default(),
            count: list.len(),
            ids: Vec::new(),
            fields: vec![
                field("at", Ty::Hex, list.iter().map(|p| i32::from(p.0)).collect()),
                field(
                    "value",
                    int(0, 255),
                    list.iter().map(|p| i32::from(p.1)).collect(),
                ),
                field("name", Ty::Text, names),
            ],
            stacked: None,
        });
        self.syms
            .insert("place".to_string(), (Sym::Record(index), Span::default()));
    }

    /// Numbers of records and their ids, which cells of other files may name.
    pub(super) fn record_sizes(&mut self, items: &[usize]) {
        let ast = self.ast;
        for &i in items {
            let Item::Record {
                name, count, from, ..
            } = &ast.items[i].item
            else {
                continue;
            };
            let Some(Sym::Record(index)) = self.own_symbol(name) else {
                continue;
            };
            let declared = count
                .as_ref()
                .and_then(|c| self.const_int(c, "the number of records"));
            let mut rows = 0usize;
            if let Some(file) = from {
                if let Some(all) = self.csv(file) {
                    rows = all.len() - 1;
                    if let Some(column) = all[0].iter().position(|c| c.text == "id") {
                        self.record_ids(index, &all, column);
                    }
                    if let Some(declared) = declared
                        && declared != rows as i32
                    {
                        self.report(
                            Diagnostic::error(
                                "E055",
                                name.span,
                                format!(
                                    "`{}` has {declared} records, {} has {rows} rows",
                                    name.text, file.text
                                ),
                            )
                            .label(format!("declared with {declared}"))
                            .also(all[0][0].span, format!("{rows} rows below this heading"))
                            .help("correct the number, or leave it out: the file counts"),
                        );
                    }
                }
            } else if declared.is_none() {
                self.report(
                    Diagnostic::error(
                        "E056",
                        name.span,
                        format!("how many records has `{}`?", name.text),
                    )
                    .label("neither a number nor a file")
                    .help(format!(
                        "write {}[20], or from \"{}.csv\"",
                        name.text, name.text
                    )),
                );
            }
            let total = if from.is_some() && rows > 0 {
                rows
            } else {
                declared.unwrap_or(1).max(1) as usize
            };
            if total > MAX_RECORDS {
                self.report(
                    Diagnostic::error(
                        "E057",
                        name.span,
                        format!("`{}` has {total} records", name.text),
                    )
                    .label(format!("at most {MAX_RECORDS} fit")),
                );
            }
            self.prog.records[index].count = total.min(MAX_RECORDS);
        }
    }

    pub(super) fn record_ids(&mut self, index: usize, all: &[Vec<Name>], column: usize) {
        let cells = || all[1..].iter().map(|row| row.get(column));
        for cell in seconds(cells().flatten(), |cell| cell.text.as_str()) {
            self.report(
                Diagnostic::error(
                    "E058",
                    cell.span,
                    format!("the id `{}` is given twice", cell.text),
                )
                .label("the second"),
            );
        }
        let text = |cell: Option<&Name>| cell.map_or_else(String::new, |cell| cell.text.clone());
        self.prog.records[index].ids = cells().map(text).collect();
    }

    pub(super) fn own_symbol(&self, name: &Name) -> Option<Sym> {
        self.syms
            .get(&name.text)
            .filter(|s| s.1 == name.span)
            .map(|s| s.0)
    }

    pub(super) fn record(&mut self, name: &Name, from: Option<&Name>, fields: &[FieldDecl]) {
        let Some(Sym::Record(index)) = self.own_symbol(name) else {
            return;
        };
        let rows = from.and_then(|f| self.csv(f)).unwrap_or_default();
        let count = self.prog.records[index].count;
        for field in fields {
            let ty = self.resolve(&field.ty);
            if let Some(first) = self.prog.records[index]
                .fields
                .iter()
                .find(|f| f.name == field.name.text)
            {
                let first = first.span;
                self.report(
                    Diagnostic::error(
                        "E059",
                        field.name.span,
                        format!("`{}` has two fields `{}`", name.text, field.name.text),
                    )
                    .label("the second")
                    .also(first, "the first"),
                );
                continue;
            }
            if field.stacked {
                let fault = if ty != Ty::Hex {
                    Some("only a field of kind `hex` can be stacked")
                } else if field.life == Life::Const {
                    Some("a stacked field changes: it cannot be const")
                } else if self.prog.records[index].long() {
                    Some(
                        "of more than 254 records none can be stacked: find them by `where`, or make two kinds of them",
                    )
                } else if self.prog.records.iter().any(|r| r.stacked.is_some()) {
                    Some("there is one stacked field already")
                } else {
                    None
                };
                match fault {
                    Some(fault) => self.report(
                        Diagnostic::error("E060", field.name.span, fault).label("`stacked` here"),
                    ),
                    None => {
                        self.prog.records[index].stacked =
                            Some(self.prog.records[index].fields.len())
                    }
                }
            }
            let empty = match ty {
                Ty::Rec(_) | Ty::Long(_) | Ty::Hex => ty.none().unwrap_or_default(),
                Ty::Text => self.intern("") as i32,
                Ty::Int { lo, by, .. } => lo.max(0) / by.max(1),
                _ => 0,
            };
            let column = rows
                .first()
                .and_then(|h| h.iter().position(|c| c.text == field.name.text));
            let mut init = vec![empty; count];
            if let Some(column) = column {
                for (row, value) in rows[1..].iter().zip(init.iter_mut()) {
                    // A cell that is missing is reported with its row.
                    if let Some(cell) = row.get(column) {
                        *value = self.cell(cell, ty);
                    }
                }
            }
            self.prog.records[index].fields.push(FieldInfo {
                name: field.name.text.clone(),
                span: field.name.span,
                life: field.life,
                ty,
                init,
                used: false,
            });
        }
        self.sheet(index, &rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;
    use core::cmp::Ordering;

    /// A number that counts how often it is compared.
    #[derive(Clone, Copy)]
    struct Counted<'a>(u32, &'a Cell<u32>);

    impl Ord for Counted<'_> {
        fn cmp(&self, other: &Self) -> Ordering {
            self.1.set(self.1.get() + 1);
            self.0.cmp(&other.0)
        }
    }

    impl PartialOrd for Counted<'_> {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl PartialEq for Counted<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.cmp(other).is_eq()
        }
    }

    impl Eq for Counted<'_> {}

    #[test]
    fn ids_of_a_long_file_are_not_compared_each_with_each() {
        let compared = Cell::new(0);
        let ids = (0..60_000).chain([7, 59_999]);
        let found: Vec<u32> = seconds(ids, |n| Counted(n, &compared)).collect();
        assert_eq!(found, [7, 59_999]);
        // Each with each would be 1,800 million.
        assert!(compared.get() < 60_000 * 100, "{}", compared.get());
    }
}
