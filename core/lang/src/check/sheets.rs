//! Files of records: whether headings are fields, and rows as long as the heading.

use super::Checker;
use crate::ast::{Life, Name};
use crate::diag::{Diagnostic, listed, nearest};
use crate::hir::FieldInfo;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The column whose cells name the records.
const ID: &str = "id";

/// Whether a column is for the reader of the file alone: `(note)`.
fn is_for_the_reader(heading: &str) -> bool {
    heading.starts_with('(') && heading.ends_with(')')
}

impl Checker<'_> {
    /// Looks at the headings and the lengths of the rows of a record's file.
    pub(super) fn sheet(&mut self, record: usize, rows: &[Vec<Name>]) {
        let Some((heads, rows)) = rows.split_first() else {
            return;
        };
        let fields = self.prog.records[record].fields.clone();
        let mut misspelt = Vec::new();
        for (at, head) in heads.iter().enumerate() {
            misspelt.extend(self.heading(record, head, &fields));
            if let Some(first) = heads[..at].iter().find(|h| h.text == head.text) {
                let message = format!("two columns are headed `{}`", head.text);
                self.report(
                    Diagnostic::error("E106", head.span, message)
                        .label("the second, which is not read")
                        .also(first.span, "the first"),
                );
            }
        }
        for field in &fields {
            let has_column = heads.iter().any(|head| head.text == field.name);
            if field.life == Life::Const && !has_column && !misspelt.contains(&field.name) {
                self.no_column(field, heads);
            }
        }
        for row in rows {
            self.row_length(row, heads);
        }
    }

    /// A heading must be a field, unless it says that it is for the reader. Gives the field that it may have meant.
    fn heading(&mut self, record: usize, head: &Name, fields: &[FieldInfo]) -> Option<String> {
        let names = || fields.iter().map(|f| f.name.as_str()).chain([ID]);
        if names().any(|name| name == head.text) || is_for_the_reader(&head.text) {
            return None;
        }
        let record = self.prog.records[record].name.clone();
        let near = nearest(&head.text, names());
        let mend = match near {
            Some(near) => format!("did you mean `{near}`? A"),
            None => format!("headings can be {}. A", listed(names())),
        };
        let help = format!(
            "{mend} column for the reader alone has its heading in brackets: ({})",
            head.text
        );
        let message = format!("`{record}` has no field `{}`", head.text);
        self.report(
            Diagnostic::error("E105", head.span, message)
                .label("no field for this column")
                .help(help),
        );
        near.map(String::from)
    }

    /// A const field has no column in its file, whose headings these are.
    fn no_column(&mut self, field: &FieldInfo, heads: &[Name]) {
        let heads = listed(heads.iter().map(|head| head.text.as_str())).replace(" or ", " and ");
        let message = format!("the file has no column `{}`", field.name);
        self.report(
            Diagnostic::error("E062", field.span, message)
                .label("a const field gets its values from the file")
                .help(format!("its columns are {heads}")),
        );
    }

    fn row_length(&mut self, row: &[Name], heads: &[Name]) {
        let message = format!(
            "this row has {} cells, the heading {}",
            row.len(),
            heads.len()
        );
        let (Some(first), Some(last)) = (row.first(), row.last()) else {
            return;
        };
        if let Some(extra) = row.get(heads.len()) {
            let told = format!("`{}` stands under no heading", extra.text);
            self.report(
                Diagnostic::error("E107", extra.span.to(last.span), message)
                    .label(told)
                    .help("a comma too many? A cell with a comma stands in quotes"),
            );
        } else if let Some(missing @ [_, ..]) = heads.get(row.len()..) {
            let missing = listed(missing.iter().map(|head| head.text.as_str()));
            self.report(
                Diagnostic::error("E061", first.span.to(last.span), message)
                    .label(format!("no cell for {}", missing.replace(" or ", " and ")))
                    .help("a comma is missing, or cells at the end; an empty cell or `-` is none or 0"),
            );
        }
    }
}
