//! Declarations: what exists, how large it is, what it starts with.

use super::{Body, Checker, Progress, Sym};
use crate::ast::{
    Cell, FieldDecl, Item, Life, Name, ProcBody, RuleSet, TableBody, TypeExpr, VarDecl,
};
use crate::diag::{Diagnostic, listed, nearest};
use crate::hir::{
    ArrayInfo, EnumInfo, FieldInfo, LayerInfo, LocalInfo, Proc, ProcKind, RecordInfo, Test,
    VarInfo, Viewed,
};
use crate::source::Span;
use crate::types::{Ty, int};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Most records of a kind: 255 means none, and loops count one past the last.
const MAX_RECORDS: usize = 254;

/// Roles of the view: name, and whether a layer, hexsides or a field is wanted.
const ROLES: [&str; 14] = [
    "terrain", "road", "river", "bridge", "blown", "owner", "mark", "town", "side", "symbol",
    "size", "mode", "turn", "phase",
];

impl Checker<'_> {
    pub(super) fn declarations(&mut self) {
        let ast = self.ast;
        let items: Vec<usize> = (0..ast.items.len())
            .filter(|i| {
                self.with_tests || !item_span(&ast.items[*i]).is_some_and(|s| self.only_tests(s))
            })
            .collect();
        self.names(&items);
        for &i in &items {
            if let Item::Map(file) = &ast.items[i] {
                self.load_map(file);
            }
        }
        self.places();
        for &i in &items {
            if let Item::Const { name, .. } = &ast.items[i] {
                self.lookup(&name.text, name.span);
            }
        }
        self.record_sizes(&items);
        for &i in &items {
            match &ast.items[i] {
                Item::Record {
                    name, from, fields, ..
                } => self.record(name, from.as_ref(), fields),
                Item::Layer {
                    life,
                    name,
                    ty,
                    from,
                } => self.layer(*life, name, Some(ty), from.as_ref()),
                Item::Hexside { life, name, from } => self.layer(*life, name, None, from.as_ref()),
                Item::Var(var) => self.var(var),
                Item::Table {
                    name,
                    index,
                    ty,
                    body,
                    rule,
                } => self.table(name, index, ty, body, *rule),
                _ => {}
            }
        }
        for &i in &items {
            match &ast.items[i] {
                Item::View(list) => self.view(list),
                Item::Proc(proc, rule) => {
                    let kind = if proc.defines {
                        ProcKind::Define
                    } else {
                        ProcKind::To
                    };
                    let info = Proc {
                        prelude: proc.prelude,
                        phase: proc.phase,
                        ..new_proc(&proc.name, kind, *rule)
                    };
                    self.add_proc(i, info);
                }
                Item::Screen(screen, rule) => {
                    let info = Proc {
                        phase: screen.phase,
                        ..new_proc(&screen.name, ProcKind::Screen, *rule)
                    };
                    self.add_proc(i, info);
                }
                Item::Test(test) if self.with_tests => {
                    let name = Name {
                        text: format!("test {}", test.title),
                        span: test.span,
                    };
                    self.prog.tests.push(Test {
                        ids: test.ids.iter().map(|id| id.text.clone()).collect(),
                        title: test.title.clone(),
                        span: test.span,
                        proc: self.prog.procs.len(),
                    });
                    self.add_proc(i, new_proc(&name, ProcKind::Test, 0));
                }
                _ => {}
            }
        }
        for proc in 0..self.prog.procs.len() {
            self.signature(proc);
        }
    }

    /// Enters every name, so that order does not matter.
    fn names(&mut self, items: &[usize]) {
        let ast = self.ast;
        let mut game: Option<Span> = None;
        let mut procs = 0usize;
        for &i in items {
            match &ast.items[i] {
                Item::Game {
                    title,
                    id,
                    version,
                    span,
                } => {
                    if let Some(first) = game {
                        self.report(
                            Diagnostic::error("E050", *span, "two `game` declarations")
                                .label("the second")
                                .also(first, "the first"),
                        );
                    }
                    game = Some(*span);
                    self.prog.title = title.clone();
                    self.prog.version = *version;
                    self.prog.id = id.as_ref().map(|n| n.text.clone()).unwrap_or_default();
                    if self.prog.id.is_empty() || self.prog.id.len() > 12 {
                        self.report(
                            Diagnostic::error(
                                "E051",
                                *span,
                                "the game needs an id of 1 to 12 letters",
                            )
                            .label("no `id` below this line")
                            .help("it tells saved games of different games apart: id BIA"),
                        );
                    }
                }
                Item::Const { name, .. } => self.declare(name, Sym::Pending(i)),
                Item::Enum { name, members } => {
                    let index = self.prog.enums.len();
                    self.declare(name, Sym::Enum(index));
                    let mut list: Vec<(String, String)> = Vec::new();
                    for (member, text) in members {
                        if list.iter().any(|m| m.0 == member.text) {
                            self.report(
                                Diagnostic::error(
                                    "E052",
                                    member.span,
                                    format!("`{}` has two members `{}`", name.text, member.text),
                                )
                                .label("the second"),
                            );
                            continue;
                        }
                        let prints = match text {
                            Some(t) => {
                                self.check_text_letters(&t.text, t.span);
                                t.text.clone()
                            }
                            None => member.text.replace('_', " ").to_uppercase(),
                        };
                        self.members
                            .entry(member.text.clone())
                            .or_default()
                            .push((index, list.len() as i32));
                        list.push((member.text.clone(), prints));
                    }
                    if list.len() > 255 {
                        self.report(
                            Diagnostic::error("E053", name.span, "an enum has at most 255 members")
                                .label("too many"),
                        );
                    }
                    self.prog.enums.push(EnumInfo {
                        name: name.text.clone(),
                        members: list,
                    });
                }
                Item::Record { name, .. } => {
                    let index = self.prog.records.len();
                    self.declare(name, Sym::Record(index));
                    self.prog.records.push(RecordInfo {
                        name: name.text.clone(),
                        span: name.span,
                        count: 0,
                        ids: Vec::new(),
                        fields: Vec::new(),
                        stacked: None,
                    });
                }
                Item::Proc(proc, _) => {
                    self.declare(&proc.name, Sym::Proc(procs));
                    procs += 1;
                }
                Item::Screen(screen, _) => {
                    self.declare(&screen.name, Sym::Proc(procs));
                    procs += 1;
                }
                Item::Test(_) if self.with_tests => procs += 1,
                _ => {}
            }
        }
        if game.is_none() {
            self.report(
                Diagnostic::error("E054", Span::default(), "there is no `game` declaration")
                    .help("begin one file with: game \"TITLE\""),
            );
        }
    }

    /// The places of the map as a record `place`.
    fn places(&mut self) {
        let mut list = Vec::new();
        for section in self.map.sections.values() {
            list.extend(section.places.iter().cloned());
        }
        if list.is_empty() || list.len() > MAX_RECORDS {
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
    fn record_sizes(&mut self, items: &[usize]) {
        let ast = self.ast;
        for &i in items {
            let Item::Record {
                name, count, from, ..
            } = &ast.items[i]
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

    fn record_ids(&mut self, index: usize, all: &[Vec<Name>], column: usize) {
        let mut ids: Vec<String> = Vec::new();
        for row in &all[1..] {
            let Some(cell) = row.get(column) else {
                ids.push(String::new());
                continue;
            };
            if ids.contains(&cell.text) {
                self.report(
                    Diagnostic::error(
                        "E058",
                        cell.span,
                        format!("the id `{}` is given twice", cell.text),
                    )
                    .label("the second"),
                );
            }
            ids.push(cell.text.clone());
        }
        self.prog.records[index].ids = ids;
    }

    fn own_symbol(&self, name: &Name) -> Option<Sym> {
        self.syms
            .get(&name.text)
            .filter(|s| s.1 == name.span)
            .map(|s| s.0)
    }

    fn record(&mut self, name: &Name, from: Option<&Name>, fields: &[FieldDecl]) {
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
                Ty::Rec(_) => 255,
                Ty::Hex => 65535,
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
                    match row.get(column) {
                        Some(cell) => *value = self.cell(cell, ty),
                        None => {
                            let span = row.first().map_or(Span::default(), |c| c.span);
                            self.report(
                                Diagnostic::error(
                                    "E061",
                                    span,
                                    format!(
                                        "this row has {} cells, the heading {}",
                                        row.len(),
                                        rows[0].len()
                                    ),
                                )
                                .label(format!("no cell for `{}`", field.name.text)),
                            );
                            break;
                        }
                    }
                }
            } else if field.life == Life::Const && from.is_some() {
                let heads: Vec<&str> = rows
                    .first()
                    .map_or(Vec::new(), |h| h.iter().map(|c| c.text.as_str()).collect());
                let mut diag = Diagnostic::error(
                    "E062",
                    field.name.span,
                    format!("the file has no column `{}`", field.name.text),
                )
                .label("a const field gets its values from the file");
                diag = match nearest(&field.name.text, heads.iter().copied()) {
                    Some(near) => diag.help(format!("did you mean `{near}`?")),
                    None => diag.help(format!("its columns are {}", listed(heads))),
                };
                self.report(diag);
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
        let names: Vec<String> = self.prog.records[index]
            .fields
            .iter()
            .map(|f| f.name.clone())
            .collect();
        let heads = rows.first().cloned().unwrap_or_default();
        for head in heads
            .iter()
            .filter(|h| h.text != "id" && !names.contains(&h.text))
        {
            if let Some(near) = nearest(&head.text, names.iter().map(String::as_str)) {
                if heads.iter().any(|h| h.text == near) {
                    continue;
                }
                let near = near.to_string();
                self.report(
                    Diagnostic::warning(
                        "W001",
                        head.span,
                        format!("no field is called `{}`", head.text),
                    )
                    .label("this column is not read")
                    .help(format!("did you mean `{near}`?")),
                );
            }
        }
    }

    fn layer(&mut self, life: Life, name: &Name, ty: Option<&TypeExpr>, from: Option<&Name>) {
        let ty = ty.map(|t| (self.resolve(t), t.span));
        if let Some((ty, span)) = ty
            && ty != Ty::Wrong
            && (ty.width() != 1 || ty == Ty::Text)
        {
            self.report(
                Diagnostic::error("E063", span, "a layer holds one byte a hex")
                    .label("needs two bytes")
                    .help("use a range within 0..255, an enum, a flag or a record"),
            );
        }
        let ty = ty.map(|t| t.0);
        let init = match from {
            Some(section) => self.layer_bytes(section, ty),
            None => {
                if life == Life::Const {
                    self.report(
                        Diagnostic::error(
                            "E064",
                            name.span,
                            format!("`{}` never changes and is empty", name.text),
                        )
                        .label("const, without `from map`")
                        .help("write `state layer` or `scratch layer`, or take it from the map"),
                    );
                }
                let empty = if matches!(ty, Some(Ty::Rec(_))) {
                    255
                } else {
                    0
                };
                vec![empty; crate::hir::LAYER_BYTES]
            }
        };
        self.declare(name, Sym::Layer(self.prog.layers.len()));
        self.prog.layers.push(LayerInfo {
            name: name.text.clone(),
            span: name.span,
            life,
            ty,
            init,
            used: false,
        });
    }

    /// First index, number of indices and type of each dimension.
    fn dimensions(&mut self, index: &[TypeExpr]) -> Vec<(i32, i32, Ty)> {
        let mut all = Vec::new();
        for written in index {
            let ty = self.resolve(written);
            let (lo, count) = match ty {
                Ty::Int { lo, hi, by: 1 } if lo >= 0 && hi - lo < 256 => (lo, hi - lo + 1),
                Ty::Flag => (0, 2),
                Ty::Enum(_) | Ty::Rec(_) => (0, self.count(ty)),
                Ty::Wrong => (0, 1),
                _ => {
                    self.report(
                        Diagnostic::error("E065", written.span, "this cannot be an index")
                            .label(self.describe(ty))
                            .help("an index is a range of at most 256 numbers, an enum, a flag or a record"),
                    );
                    (0, 1)
                }
            };
            all.push((lo, count.max(1), ty));
        }
        all
    }

    fn size(&mut self, name: &Name, index: &[(i32, i32, Ty)]) -> usize {
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

    fn var(&mut self, var: &VarDecl) {
        let ty = self.resolve(&var.ty);
        let default = match ty {
            Ty::Rec(_) => 255,
            Ty::Hex => 65535,
            Ty::Int { lo, .. } => lo.max(0),
            Ty::Text => self.intern("") as i32,
            _ => 0,
        };
        let mut init = default;
        if let Some(value) = &var.init
            && let Some((n, _)) = self.constant(value, ty, "the value at the start")
        {
            init = n;
            if let Ty::Int { lo, hi, by } = ty {
                if !(lo..=hi).contains(&n) {
                    self.report(
                        Diagnostic::error("E043", value.span, format!("{n} is outside {lo}..{hi}"))
                            .label("does not fit"),
                    );
                }
                init = n / by.max(1);
            }
        }
        if var.index.is_empty() {
            self.declare(&var.name, Sym::Var(self.prog.vars.len()));
            self.prog.vars.push(VarInfo {
                name: var.name.text.clone(),
                span: var.name.span,
                life: var.life,
                ty,
                init,
                used: false,
            });
            return;
        }
        let index = self.dimensions(&var.index);
        let size = self.size(&var.name, &index);
        self.declare(&var.name, Sym::Array(self.prog.arrays.len()));
        self.prog.arrays.push(ArrayInfo {
            name: var.name.text.clone(),
            span: var.name.span,
            life: var.life,
            index,
            ty,
            init: vec![init; size],
            rule: 0,
            used: false,
        });
    }

    fn table(
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

    fn is_heading(&self, cell: &Cell, ty: Ty) -> bool {
        matches!((cell, ty), (Cell::Word(w), Ty::Int { .. }) if w.text.parse::<i32>().is_err())
    }

    fn match_size(
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
    fn label(&mut self, cell: &Cell, dim: (i32, i32, Ty)) -> Option<usize> {
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

    fn rows(
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
            let y = missing as i32 / width + dims[0].0;
            let row = match dims[0].2 {
                Ty::Enum(e) => self.prog.enums[e]
                    .members
                    .get(y as usize)
                    .map_or(String::new(), |m| m.0.clone()),
                _ => y.to_string(),
            };
            self.report(
                Diagnostic::error(
                    "E072",
                    name.span,
                    format!("table `{}` has no value for {row}", name.text),
                )
                .label("incomplete")
                .help("every index needs its row and column"),
            );
        }
        values.into_iter().map(|v| v.unwrap_or(0)).collect()
    }

    fn view(&mut self, list: &[(Name, Name, Option<Name>)]) {
        for (role, what, field) in list {
            if !ROLES.contains(&role.text.as_str()) {
                let mut diag = Diagnostic::error(
                    "E073",
                    role.span,
                    format!("`{}` is not a role of the view", role.text),
                )
                .label("unknown role");
                diag = match nearest(&role.text, ROLES) {
                    Some(near) => diag.help(format!("did you mean `{near}`?")),
                    None => diag.help(format!("roles are {}", listed(ROLES))),
                };
                self.report(diag);
                continue;
            }
            let sym = self.lookup(&what.text, what.span);
            let viewed = match (sym, field) {
                (Some(Sym::Layer(l)), None) => {
                    self.prog.layers[l].used = true;
                    Some(Viewed::Layer(l))
                }
                (Some(Sym::Var(v)), None) => {
                    self.prog.vars[v].used = true;
                    Some(Viewed::Var(v))
                }
                (Some(Sym::Record(r)), Some(field)) => {
                    let found = self.prog.records[r]
                        .fields
                        .iter()
                        .position(|f| f.name == field.text);
                    if let Some(f) = found {
                        self.prog.records[r].fields[f].used = true;
                    }
                    found.map(|f| Viewed::Field(r, f))
                }
                _ => None,
            };
            match viewed {
                Some(viewed) => self.prog.view.push((role.text.clone(), viewed, role.span)),
                None => self.report(
                    Diagnostic::error(
                        "E074",
                        what.span,
                        format!("the role `{}` cannot be played by this", role.text),
                    )
                    .label("not a layer, variable or field")
                    .help("write: terrain: terrain, or: side: unit.side"),
                ),
            }
        }
    }

    fn add_proc(&mut self, item: usize, proc: Proc) {
        self.prog.procs.push(proc);
        self.bodies.push(item);
        self.progress.push(Progress::Waiting);
    }

    /// Parameters and result of a procedure.
    fn signature(&mut self, index: usize) {
        let ast = self.ast;
        let (params, result) = match &ast.items[self.bodies[index]] {
            Item::Proc(proc, _) => (proc.params.as_slice(), proc.result.as_ref()),
            Item::Screen(screen, _) => (screen.params.as_slice(), None),
            _ => return,
        };
        for param in params {
            let ty = self.resolve(&param.ty);
            self.prog.procs[index].locals.push(LocalInfo {
                name: param.name.text.clone(),
                span: param.name.span,
                ty,
                used: false,
            });
        }
        self.prog.procs[index].params = params.len();
        if let Some(result) = result {
            self.prog.procs[index].result = self.resolve(result);
        } else if let Item::Proc(proc, _) = &ast.items[self.bodies[index]]
            && proc.defines
        {
            // Known after its body was checked; a block must say it.
            self.prog.procs[index].result = Ty::Wrong;
            if matches!(proc.body, ProcBody::Block(_)) {
                self.report(
                    Diagnostic::error(
                        "E075",
                        proc.name.span,
                        format!("what does `{}` give?", proc.name.text),
                    )
                    .label("a `define` with a block names its kind of value")
                    .help(format!("write: define {}(…): flag", proc.name.text)),
                );
            }
        }
    }

    /// Checks one procedure's body, once.
    pub(super) fn check_proc(&mut self, index: usize) {
        if self.progress[index] != Progress::Waiting {
            return;
        }
        self.progress[index] = Progress::Busy;
        let ast = self.ast;
        let kind = self.prog.procs[index].kind;
        let mut body = Body::new(kind);
        body.result = self.prog.procs[index].result;
        body.testing |= self.only_tests(self.prog.procs[index].span);
        for param in core::mem::take(&mut self.prog.procs[index].locals) {
            body.declare(&param.name, param.span, param.ty);
        }
        let params = body.locals.len();
        let stmts = match &ast.items[self.bodies[index]] {
            Item::Proc(proc, _) => match &proc.body {
                ProcBody::Expr(e) => {
                    let want = body.result;
                    let value = self.value(&mut body, e, want, "the value of the definition");
                    if self.prog.procs[index].result == Ty::Wrong && proc.defines {
                        self.prog.procs[index].result = value.ty;
                        body.result = value.ty;
                    }
                    let span = value.span;
                    vec![crate::hir::Stmt {
                        kind: crate::hir::StmtKind::Return(Some(value)),
                        span,
                    }]
                }
                ProcBody::Block(block) => {
                    body.assigned = super::stmt::assigned(block);
                    let stmts = self.block(&mut body, block);
                    if proc.defines && !super::flow::always_returns(&stmts) {
                        self.report(
                            Diagnostic::error(
                                "E076",
                                proc.name.span,
                                format!("`{}` may end without giving a value", proc.name.text),
                            )
                            .label("not every way through it returns")
                            .help("end it with `return …`"),
                        );
                    }
                    stmts
                }
            },
            Item::Screen(screen, _) => self.screen(&mut body, screen),
            Item::Test(test) => {
                body.assigned = super::stmt::assigned(&test.body);
                self.block(&mut body, &test.body)
            }
            _ => Vec::new(),
        };
        let proc = &mut self.prog.procs[index];
        proc.params = params;
        proc.body = stmts;
        proc.locals = body.locals;
        proc.calls = body.calls;
        self.progress[index] = Progress::Done;
    }
}

fn new_proc(name: &Name, kind: ProcKind, rule: RuleSet) -> Proc {
    Proc {
        name: name.text.clone(),
        span: name.span,
        kind,
        phase: 0,
        prelude: false,
        rule,
        params: 0,
        locals: Vec::new(),
        result: Ty::Void,
        body: Vec::new(),
        calls: Vec::new(),
        refuses: false,
    }
}

fn item_span(item: &Item) -> Option<Span> {
    Some(match item {
        Item::Game { span, .. } => *span,
        Item::Map(name)
        | Item::Const { name, .. }
        | Item::Enum { name, .. }
        | Item::Record { name, .. }
        | Item::Layer { name, .. }
        | Item::Hexside { name, .. }
        | Item::Table { name, .. } => name.span,
        Item::Var(var) => var.name.span,
        Item::View(list) => list.first()?.0.span,
        Item::Proc(proc, _) => proc.name.span,
        Item::Screen(screen, _) => screen.name.span,
        Item::Test(test) => test.span,
    })
}
