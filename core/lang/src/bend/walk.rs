//! The walk over the tree: at each thing that can be bent it makes an offer. Listing takes down all offers; applying
//! counts to the one that is wanted and makes it.

use super::data::{self, Edit};
use super::{Bend, Bender, How, hash, line_of, snippet, text_at};
use crate::ast::{
    Ast, Cell, Decl, FieldDecl, Item, KeyDecl, Name, ProcBody, RuleSet, ScreenDecl, TableBody,
    TypeExpr, TypeKind, VarDecl,
};
use crate::source::{Sources, Span};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub(super) struct Walk<'a> {
    pub(super) sources: &'a Sources,
    /// Rules of the block that the walk is in; 0 is none.
    pub(super) set: RuleSet,
    sets: Vec<Vec<String>>,
    /// Members of the enums.
    enums: Vec<Vec<String>>,
    /// Name of the map file.
    map: Option<String>,
    /// The offer to be made; none while listing.
    wanted: Option<usize>,
    /// What numbers are shifted by.
    pub(super) step: i32,
    offers: usize,
    bends: Vec<Bend>,
    /// What the offer that was made says of itself.
    made: String,
}

impl Walk<'_> {
    /// All bends of a game. The tree stays as it is.
    pub(super) fn list(sources: &Sources, ast: &mut Ast) -> Vec<Bend> {
        let mut walk = Walk::new(sources, ast, None, 1);
        walk.items(&mut ast.items);
        walk.bends
    }

    /// Makes the n-th offer; numbers are shifted by `step`. Gives what was changed.
    pub(super) fn apply(sources: &Sources, ast: &mut Ast, n: usize, step: i32) -> String {
        let mut walk = Walk::new(sources, ast, Some(n), step);
        walk.items(&mut ast.items);
        walk.made
    }

    fn new<'a>(sources: &'a Sources, ast: &Ast, wanted: Option<usize>, step: i32) -> Walk<'a> {
        let enums = ast.items.iter().filter_map(|d| match &d.item {
            Item::Enum { members, .. } => Some(members.iter().map(|m| m.0.text.clone()).collect()),
            _ => None,
        });
        let map = ast.items.iter().find_map(|d| match &d.item {
            Item::Map(file) => Some(file.text.clone()),
            _ => None,
        });
        Walk {
            sources,
            set: 0,
            sets: ast.rule_sets.clone(),
            enums: enums.collect(),
            map,
            wanted,
            step,
            offers: 0,
            bends: Vec::new(),
            made: String::new(),
        }
    }

    /// Offers a bend; true if the caller is to make it.
    pub(super) fn offer(&mut self, span: Span, what: impl FnOnce() -> String) -> bool {
        self.offer_any(span, false, what)
    }

    /// Offers a bend of what a screen says.
    pub(super) fn offer_words(&mut self, span: Span, what: impl FnOnce() -> String) -> bool {
        self.offer_any(span, true, what)
    }

    fn offer_any(&mut self, span: Span, words: bool, what: impl FnOnce() -> String) -> bool {
        if self.set == 0 {
            return false;
        }
        let number = self.offers;
        self.offers += 1;
        match self.wanted {
            None => {
                self.take_down(span, what(), words, How::Tree(number));
                false
            }
            Some(wanted) if wanted == number => {
                self.made = what();
                true
            }
            Some(_) => false,
        }
    }

    /// A bend of a file of data.
    fn offer_edits(&mut self, span: Span, edits: Vec<Edit>) {
        if self.set == 0 || self.wanted.is_some() {
            return;
        }
        if let Some(first) = edits.first() {
            self.take_down(span, first.what.clone(), false, How::File(edits));
        }
    }

    fn take_down(&mut self, span: Span, what: String, words: bool, how: How) {
        let there = match &how {
            How::Tree(_) => text_at(
                self.sources,
                span.start as usize..span.end as usize,
                span.file,
            ),
            // Which cells of a column are bent depends on the others: all of the file counts.
            How::File(edits) => {
                let file = edits.first().map_or(span.file, |edit| edit.span().file);
                text_at(self.sources, 0..usize::MAX, file)
            }
        };
        let line = hash(hash(0, there), &line_of(self.sources, span));
        self.bends.push(Bend {
            ids: self.sets[usize::from(self.set)].clone(),
            place: Bender::place(self.sources, span),
            text: hash(hash(line, self.sources.name(span)), &what),
            what,
            words,
            how,
        });
    }

    /// Walks with other rules in charge; 0 leaves those that are.
    pub(super) fn under(&mut self, set: RuleSet, walk: impl FnOnce(&mut Self)) {
        let before = self.set;
        if set != 0 {
            self.set = set;
        }
        walk(self);
        self.set = before;
    }

    /// Whether what is said now would be said in vain: the next offer is not the wanted one.
    fn unheard(&self) -> bool {
        self.wanted.is_some_and(|wanted| wanted != self.offers)
    }

    /// What stands at a place, for the next offer.
    pub(super) fn shown(&self, span: Span) -> String {
        if self.unheard() {
            return String::new();
        }
        format!("`{}`", snippet(self.sources, span))
    }

    /// The line around a place, for the next offer if it says little by itself.
    pub(super) fn line(&self, span: Span) -> String {
        if self.unheard() {
            return String::new();
        }
        format!("`{}`", line_of(self.sources, span))
    }

    fn items(&mut self, items: &mut [Decl]) {
        for decl in items {
            self.under(decl.rule, |walk| walk.item(&mut decl.item));
        }
    }

    fn item(&mut self, item: &mut Item) {
        match item {
            Item::Const { value, .. } => self.expr(value),
            Item::Enum { members, .. } => {
                for (_, text) in members {
                    if let Some(shown) = text
                        && self.offer_words(shown.span, || format!("{:?} blanked", shown.text))
                    {
                        shown.text.clear();
                    }
                }
            }
            Item::Var(var) => self.var(var),
            Item::Record { from, fields, .. } => {
                for field in fields {
                    let file = from.as_ref().map(|f| f.text.as_str());
                    self.under(field.rule, |walk| walk.field(field, file));
                }
            }
            Item::Layer { name, from, .. } => self.map_sections(name, from),
            Item::Hexside { name, from, .. } => self.map_sections(name, from.as_slice()),
            Item::Table { index, body, .. } => self.table(body, index.len()),
            Item::Proc(proc) => match &mut proc.body {
                ProcBody::Expr(value) => self.expr(value),
                ProcBody::Block(block) => self.block(block, false),
            },
            Item::Screen(screen) => self.screen(screen),
            // What the eye judges, what names the game, and what tests are made of.
            Item::View(_) | Item::Game { .. } | Item::Map(_) | Item::Test(_) => {}
        }
    }

    /// What a layer or hexside set takes from the map.
    fn map_sections(&mut self, name: &Name, sections: &[Name]) {
        let Some(map) = self.map.clone() else {
            return;
        };
        for section in sections {
            let edits = data::map_section(self.sources, &map, &section.text);
            for (n, edit) in edits.into_iter().enumerate() {
                // The first is of the whole, the other of a place in the map.
                let span = if n == 0 { name.span } else { edit.span() };
                self.offer_edits(span, alloc::vec![edit]);
            }
        }
    }

    fn var(&mut self, var: &mut VarDecl) {
        self.limit(&mut var.ty);
        if let Some(init) = &mut var.init {
            self.expr(init);
        }
    }

    /// The limit at which a stored number stops.
    fn limit(&mut self, ty: &mut TypeExpr) {
        let (step, line) = (self.step, self.line(ty.span));
        if let TypeKind::Range(_, high, _) = &mut ty.kind
            && let crate::ast::ExprKind::Int(n) = &mut high.kind
            && self.offer(high.span, || {
                format!("{line}: limit {n} becomes {}", *n - step)
            })
        {
            *n -= step;
        }
    }

    fn field(&mut self, field: &mut FieldDecl, file: Option<&str>) {
        self.limit(&mut field.ty);
        if let Some(file) = file {
            for (span, edits) in data::column(self.sources, file, &field.name.text) {
                self.offer_edits(span, edits);
            }
        }
    }

    fn table(&mut self, body: &mut TableBody, dimensions: usize) {
        match body {
            TableBody::List(list) => {
                for value in list {
                    self.expr(value);
                }
            }
            TableBody::Rows(rows) => {
                // The heading, and the label of each row, say only where a value belongs.
                let heading = usize::from(dimensions == 2);
                for y in heading..rows.len() {
                    for x in 1..rows[y].len() {
                        let other = other_word(&rows[heading..], x, y - heading);
                        self.cell(&mut rows[y][x], other);
                    }
                }
            }
            TableBody::File(file) => {
                for (span, edits) in data::cells(self.sources, &file.text, dimensions) {
                    self.offer_edits(span, edits);
                }
            }
        }
    }

    fn cell(&mut self, cell: &mut Cell, other: Option<String>) {
        let (step, line) = (self.step, self.line(cell.span()));
        match cell {
            Cell::Int(n, span) => {
                if self.offer(*span, || format!("{line}: {n} becomes {}", *n + step)) {
                    *n += step;
                }
            }
            Cell::Text(text) => {
                if !text.text.is_empty()
                    && self.offer_words(text.span, || format!("{:?} blanked", text.text))
                {
                    text.text.clear();
                }
            }
            Cell::Word(name) => {
                if let Some(other) = other
                    && self.offer(name.span, || {
                        format!("{line}: {} becomes {other}", name.text)
                    })
                {
                    name.text = other;
                }
            }
        }
    }

    fn screen(&mut self, screen: &mut ScreenDecl) {
        for part in [
            &mut screen.enter,
            &mut screen.draw,
            &mut screen.top,
            &mut screen.info,
            &mut screen.panel,
            &mut screen.body,
        ] {
            self.block(part, false);
        }
        let mut n = 0;
        while n < screen.keys.len() {
            let key = &mut screen.keys[n];
            let mut gone = false;
            self.under(key.rule, |walk| {
                gone = walk.offer_without(key.span);
                if !gone {
                    walk.key(key);
                }
            });
            if gone {
                screen.keys.remove(n);
                return;
            }
            n += 1;
        }
    }

    fn key(&mut self, key: &mut KeyDecl) {
        if let Some(label) = &key.label
            && self.offer_words(label.span, || {
                format!("the menu does not name {}", key.shown)
            })
        {
            key.label = None;
        }
        if let Some(when) = &mut key.when {
            self.condition(when);
        }
        self.block(&mut key.body, false);
    }
}

impl Walk<'_> {
    /// Says of an offer that something is left out.
    pub(super) fn offer_without(&mut self, span: Span) -> bool {
        let shown = self.shown(span);
        self.offer(span, || shown + " left out")
    }

    /// The same of a part of a line.
    pub(super) fn offer_without_part(&mut self, span: Span) -> bool {
        let (shown, line) = (self.shown(span), self.line(span));
        self.offer(span, || format!("{line} without {shown}"))
    }
}

impl Walk<'_> {
    /// What a member of an enum could be mistaken for: the next one. Of enums that share the name the first is meant
    /// when numbers are shifted up, the last when they are shifted down.
    pub(super) fn other_member(&self, name: &str) -> Option<String> {
        let mut homes = self.enums.iter().filter(|e| e.iter().any(|m| m == name));
        let home = if self.step > 0 {
            homes.next()
        } else {
            homes.next_back()
        }?;
        let at = home.iter().position(|m| m == name)?;
        home.get((at + 1) % home.len())
            .filter(|m| *m != name)
            .cloned()
    }
}

/// What a word in column `x` of a table could be mistaken for: `no` for `yes`, else the next different word below.
fn other_word(rows: &[Vec<Cell>], x: usize, y: usize) -> Option<String> {
    let word = |row: &Vec<Cell>| match row.get(x) {
        Some(Cell::Word(name)) => Some(name.text.clone()),
        _ => None,
    };
    let own = word(&rows[y])?;
    if let Some(other) = opposite(&own) {
        return Some(other.to_string());
    }
    rows.iter()
        .cycle()
        .skip(y + 1)
        .take(rows.len())
        .filter_map(word)
        .find(|w| *w != own)
}

/// The other of two words for a flag.
pub(super) fn opposite(word: &str) -> Option<&'static str> {
    Some(match word {
        "yes" => "no",
        "no" => "yes",
        "y" => "n",
        "n" => "y",
        _ => return None,
    })
}
