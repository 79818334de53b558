//! Tables and the indices of arrays.

use super::{Checker, Sym};
use crate::ast::{Cell, Life, Name, RuleSet, TableBody, TypeExpr};
use crate::diag::Diagnostic;
use crate::hir::ArrayInfo;
use crate::source::Span;
use crate::types::Ty;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

impl Checker<'_> {
    /// First index, number of indices and type of each dimension.
    pub(super) fn dimensions(&mut self, index: &[TypeExpr]) -> Vec<(i32, i32, Ty)> {
        let mut all = Vec::new();
        for written in index {
            let ty = self.resolve(written);
            let (lo, count) = match ty {
                Ty::Int { lo, hi, by: 1 } if lo >= 0 && hi - lo < 256 => (lo, hi - lo + 1),
                Ty::Flag => (0, 2),
                Ty::Enum(_) | Ty::Rec(_) => (0, self.count(ty)),
                Ty::Wrong => (0, 1),
                _ => {
                    let help = match ty {
                        Ty::Long(_) => {
                            "there are more than 254 of them: give the record a field instead"
                        }
                        _ => {
                            "an index is a range of at most 256 numbers, an enum, a flag or a record"
                        }
                    };
                    self.report(
                        Diagnostic::error("E065", written.span, "this cannot be an index")
                            .label(self.describe(ty))
                            .help(help),
                    );
                    (0, 1)
                }
            };
            all.push((lo, count.max(1), ty));
        }
        all
    }

    pub(super) fn size(&mut self, name: &Name, index: &[(i32, i32, Ty)]) -> usize {
        let total: i64 = index.iter().map(|d| i64::from(d.1)).product();
        if total > 256 {
            self.report(
                Diagnostic::error(
                    "E066",
                    name.span,
                    format!("`{}` has {total} cells", name.text),
                )
                .label("at most 256 fit in one table")
                .help("split it in two"),
            );
            return 256;
        }
        total as usize
    }

    pub(super) fn table(
        &mut self,
        name: &Name,
        index: &[TypeExpr],
        ty: &TypeExpr,
        body: &TableBody,
        rule: RuleSet,
    ) {
        let ty = self.resolve(ty);
        let dims = self.dimensions(index);
        if dims.is_empty() {
            self.report(
                Diagnostic::error(
                    "E067",
                    name.span,
                    format!("table `{}` has no index", name.text),
                )
                .label("no [ ] after the name")
                .help("for a single value use `const`"),
            );
            return;
        }
        let size = self.size(name, &dims);
        let init = match body {
            TableBody::List(list) => {
                let mut values = Vec::new();
                for cell in list {
                    if let crate::ast::ExprKind::Text(text) = &cell.kind {
                        values.push(self.table_cell(&Cell::Text(text.clone()), ty));
                        continue;
                    }
                    let value = self
                        .constant(cell, ty, "a cell of a table")
                        .map_or(0, |c| c.0);
                    if let Ty::Int { .. } = ty {
                        values.push(self.table_cell(&Cell::Int(value, cell.span), ty));
                    } else {
                        values.push(value);
                    }
                }
                self.match_size(name, size, values, name.span)
            }
            TableBody::Rows(rows) => self.rows(name, &dims, ty, rows),
            TableBody::File(file) => match self.csv(file) {
                Some(rows) => {
                    let cells: Vec<Vec<Cell>> = rows
                        .into_iter()
                        .enumerate()
                        .map(|(i, row)| {
                            // The corner of a two-dimensional table's heading is for the reader.
                            let skip = usize::from(i == 0 && dims.len() == 2);
                            row.into_iter().skip(skip).map(Cell::Word).collect()
                        })
                        .collect();
                    let start = usize::from(
                        dims.len() == 1
                            && cells
                                .first()
                                .is_some_and(|r| r.len() == 2 && self.is_heading(&r[1], ty)),
                    );
                    self.rows(name, &dims, ty, &cells[start..])
                }
                None => vec![0; size],
            },
        };
        self.declare(name, Sym::Array(self.prog.arrays.len()));
        self.prog.arrays.push(ArrayInfo {
            name: name.text.clone(),
            span: name.span,
            life: Life::Const,
            index: dims,
            ty,
            init,
            rule,
            used: false,
        });
    }

    pub(super) fn is_heading(&self, cell: &Cell, ty: Ty) -> bool {
        matches!((cell, ty), (Cell::Word(w), Ty::Int { .. }) if w.text.parse::<i32>().is_err())
    }

    pub(super) fn match_size(
        &mut self,
        name: &Name,
        size: usize,
        mut values: Vec<i32>,
        span: Span,
    ) -> Vec<i32> {
        if values.len() != size {
            self.report(
                Diagnostic::error(
                    "E068",
                    span,
                    format!(
                        "table `{}` has {} values, its index {size}",
                        name.text,
                        values.len()
                    ),
                )
                .label("values are missing or too many"),
            );
        }
        values.resize(size, 0);
        values
    }

    /// The number of an index label within its dimension.
    pub(super) fn label(&mut self, cell: &Cell, dim: (i32, i32, Ty)) -> Option<usize> {
        let known = match (cell, dim.2) {
            (_, Ty::Wrong) => return Some(0),
            (Cell::Word(w), Ty::Int { .. }) => match self.lookup(&w.text, w.span) {
                Some(Sym::Const(n, _)) => Some(n),
                _ => w.text.parse::<i32>().ok(),
            },
            (Cell::Int(n, _), _) => Some(*n),
            (Cell::Word(w), ty) => Some(self.cell(w, ty)),
            (Cell::Text(_), _) => None,
        };
        match known {
            Some(n) if (dim.0..dim.0 + dim.1).contains(&n) => Some((n - dim.0) as usize),
            _ => {
                let what = self.describe(dim.2);
                self.report(
                    Diagnostic::error(
                        "E069",
                        cell.span(),
                        format!("this is not an index: {what} is wanted"),
                    )
                    .label("row or column label"),
                );
                None
            }
        }
    }

    /// How an index of a dimension is written, by its place.
    fn index_name(&self, dim: (i32, i32, Ty), place: i32) -> String {
        match dim.2 {
            Ty::Enum(e) => self.prog.enums[e]
                .members
                .get(place as usize)
                .map_or(String::new(), |m| m.0.clone()),
            _ => (place + dim.0).to_string(),
        }
    }

    pub(super) fn rows(
        &mut self,
        name: &Name,
        dims: &[(i32, i32, Ty)],
        ty: Ty,
        rows: &[Vec<Cell>],
    ) -> Vec<i32> {
        let size: i32 = dims.iter().map(|d| d.1).product();
        let mut values: Vec<Option<i32>> = vec![None; size.clamp(0, 256) as usize];
        let columns: Vec<Option<usize>>;
        let body = match dims {
            [_] => {
                columns = vec![Some(0)];
                rows
            }
            [_, second] => {
                let Some((head, body)) = rows.split_first() else {
                    return vec![0; values.len()];
                };
                columns = head.iter().map(|c| self.label(c, *second)).collect();
                body
            }
            _ => {
                self.report(
                    Diagnostic::error("E070", name.span, "a table in rows has one or two indices")
                        .label("more than two")
                        .help("write the values as a list: = 1, 2, 3"),
                );
                return vec![0; values.len()];
            }
        };
        let width = if dims.len() == 2 { dims[1].1 } else { 1 };
        for row in body {
            let Some((label, cells)) = row.split_first() else {
                continue;
            };
            let Some(y) = self.label(label, dims[0]) else {
                continue;
            };
            if cells.len() != columns.len() {
                self.report(
                    Diagnostic::error(
                        "E068",
                        label.span(),
                        format!(
                            "this row has {} values, the table {} columns",
                            cells.len(),
                            columns.len()
                        ),
                    )
                    .label("values are missing or too many"),
                );
            }
            for (cell, column) in cells.iter().zip(&columns) {
                let value = self.table_cell(cell, ty);
                if let Some(x) = column {
                    let at = y * width as usize + x;
                    if values.get(at).is_some_and(Option::is_some) {
                        self.report(
                            Diagnostic::error(
                                "E071",
                                label.span(),
                                "this row stands in the table twice",
                            )
                            .label("the second"),
                        );
                        break;
                    }
                    if let Some(place) = values.get_mut(at) {
                        *place = Some(value);
                    }
                }
            }
        }
        if let Some(missing) = values.iter().position(Option::is_none) {
            let (row, column) = (missing as i32 / width, missing as i32 % width);
            let mut index = self.index_name(dims[0], row);
            if let [_, second] = dims {
                index = format!("{index}, {}", self.index_name(*second, column));
            }
            self.report(
                Diagnostic::error(
                    "E072",
                    name.span,
                    format!("table `{}` has no value for {index}", name.text),
                )
                .label("incomplete")
                .help("every index needs its row and column"),
            );
        }
        values.into_iter().map(|v| v.unwrap_or(0)).collect()
    }
}
