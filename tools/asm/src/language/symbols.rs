//! Names, scopes, and what is known about names at a point of the source.

use super::lexer::{Fault, Place, plain_name};
use crate::diagnostic::Problem;
use crate::expr::{BinaryOp, Expr, MAX_DEPTH, UnaryOp};
use std::collections::HashMap;
use std::rc::Rc;

/// Nodes an expression may come to when names are replaced by what they stand for.
const MAX_NODES: usize = 10_000;

/// What an expression refers to while its source is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Unknown {
    /// A symbol of the table.
    Symbol(usize),
    /// A name that nothing visible had defined when it was read.
    Pending(usize),
    /// The start of a section.
    Section(usize),
}

pub(crate) type AsmExpr = Expr<Unknown>;

/// A place in a section.
pub(crate) fn place_in(section: usize, offset: usize) -> AsmExpr {
    let offset = i64::try_from(offset).unwrap_or(i64::MAX);
    Expr::binary(
        BinaryOp::Add,
        Expr::Leaf(Unknown::Section(section)),
        Expr::Number(offset),
    )
    .fold()
}

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Meaning {
    /// Mentioned by `.export` or `.global`, or a local label that is yet to come.
    Undefined,
    /// Defined by another object.
    Imported { zeropage: bool },
    /// A place in the program.
    Label(AsmExpr),
    /// `name = expression`
    Equate(AsmExpr),
    /// `name .set expression`: the last one counts.
    Variable(AsmExpr),
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Name with the scopes around it.
    pub full_name: String,
    /// Name that other objects see.
    pub name: Rc<str>,
    pub at: Place,
    pub meaning: Meaning,
    /// `.export` (false) or `.exportzp` (true), and where.
    pub exported: Option<(bool, Place)>,
    /// `.global`: exported if defined, else imported. True for zero page.
    pub global: Option<bool>,
    /// Mentioned before its definition, if that was by an expression.
    pub used_at: Option<Place>,
}

/// A name as written: `::outer::inner::name`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Path {
    pub from_root: bool,
    pub scopes: Vec<Rc<str>>,
    pub name: Rc<str>,
}

impl Path {
    pub fn describe(&self) -> String {
        let mut text = String::from(if self.from_root { "::" } else { "" });
        for scope in &self.scopes {
            text.push_str(scope);
            text.push_str("::");
        }
        text + plain_name(&self.name)
    }
}

#[derive(Debug)]
struct Pending {
    scope: usize,
    path: Path,
    at: Place,
    found: Option<usize>,
}

#[derive(Debug, Default)]
struct Scope {
    name: String,
    parent: Option<usize>,
    children: HashMap<Rc<str>, usize>,
    symbols: HashMap<Rc<str>, usize>,
}

/// All names of one assembly.
#[derive(Debug)]
pub(crate) struct SymbolTable {
    scopes: Vec<Scope>,
    pub entries: Vec<Entry>,
    pending: Vec<Pending>,
    pending_by_name: HashMap<(usize, Path), usize>,
    locals: HashMap<(usize, Rc<str>), usize>,
    /// Names that a scope has used with the meaning of an outer one.
    borrowed: HashMap<(usize, Rc<str>), Place>,
    /// Number and name of the last normal definition: local labels belong to it.
    anchor: (usize, String),
    scope: usize,
    /// By section: it lies in the zero page.
    pub section_in_zeropage: Vec<bool>,
}

impl SymbolTable {
    pub fn new() -> SymbolTable {
        SymbolTable {
            scopes: vec![Scope::default()],
            entries: Vec::new(),
            pending: Vec::new(),
            pending_by_name: HashMap::new(),
            locals: HashMap::new(),
            borrowed: HashMap::new(),
            anchor: (0, String::new()),
            scope: 0,
            section_in_zeropage: Vec::new(),
        }
    }

    /// Enters a scope inside the present one, anew if there is one of that name already.
    pub fn enter(&mut self, name: &Rc<str>) {
        let next = self.scopes.len();
        let parent = self.scope;
        let id = *self.scopes[parent]
            .children
            .entry(name.clone())
            .or_insert(next);
        if id == next {
            let name = format!("{}{name}::", self.scopes[parent].name);
            self.scopes.push(Scope {
                name,
                parent: Some(parent),
                ..Scope::default()
            });
        }
        self.scope = id;
    }

    /// Leaves the scope; the outermost is never left.
    pub fn leave(&mut self) {
        self.scope = self.scopes[self.scope].parent.unwrap_or(self.scope);
    }

    fn entry(&mut self, full_name: String, name: Rc<str>, at: Place) -> usize {
        self.entries.push(Entry {
            full_name,
            name,
            at,
            meaning: Meaning::Undefined,
            exported: None,
            global: None,
            used_at: None,
        });
        self.entries.len() - 1
    }

    /// The symbol of this name in the present scope itself, made if need be.
    pub fn own(&mut self, name: &Rc<str>, at: Place) -> usize {
        if let Some(found) = self.scopes[self.scope].symbols.get(name) {
            return *found;
        }
        let full_name = format!("{}{name}", self.scopes[self.scope].name);
        let id = self.entry(full_name, name.clone(), at);
        self.scopes[self.scope].symbols.insert(name.clone(), id);
        id
    }

    /// The local label of this name between the normal labels around this point, made if need be.
    pub fn local(&mut self, name: &Rc<str>, at: Place) -> usize {
        let key = (self.anchor.0, name.clone());
        if let Some(found) = self.locals.get(&key) {
            return *found;
        }
        let id = self.entry(format!("{}@{name}", self.anchor.1), name.clone(), at);
        self.locals.insert(key, id);
        id
    }

    /// Lets a following local label belong to this symbol.
    pub fn anchor_at(&mut self, symbol: usize) {
        self.anchor = (self.anchor.0 + 1, self.entries[symbol].full_name.clone());
    }

    /// Gives a symbol its meaning. `Err` holds why that cannot be; a redefinition names the first place.
    pub fn define(&mut self, symbol: usize, at: Place, meaning: Meaning) -> Result<(), Clash> {
        let entry = &mut self.entries[symbol];
        let borrowed = self.borrowed.get(&(self.scope, entry.name.clone()));
        if let (Some(used), true) = (
            borrowed,
            self.scopes[self.scope].symbols.get(&entry.name) == Some(&symbol),
        ) {
            return Err(Clash::UsedBefore(*used));
        }
        match (&entry.meaning, &meaning) {
            (Meaning::Undefined, _) | (Meaning::Variable(_), Meaning::Variable(_)) => {}
            (Meaning::Imported { zeropage: a }, Meaning::Imported { zeropage: b }) if a == b => {}
            (Meaning::Imported { .. }, _) | (_, Meaning::Imported { .. }) => {
                return Err(Clash::Import);
            }
            _ => return Err(Clash::First(entry.at)),
        }
        entry.meaning = meaning;
        entry.at = at;
        Ok(())
    }

    /// What a name means here, as an expression.
    pub fn refer(&mut self, path: Path, at: Place) -> AsmExpr {
        if let Some(symbol) = self.find(self.scope, &path) {
            let own = self.scopes[self.scope].symbols.get(&path.name) == Some(&symbol);
            if !own && path.scopes.is_empty() && !path.from_root {
                self.borrowed
                    .entry((self.scope, path.name.clone()))
                    .or_insert(at);
            }
            return match &self.entries[symbol].meaning {
                Meaning::Variable(now) => now.clone(),
                _ => Expr::Leaf(Unknown::Symbol(symbol)),
            };
        }
        let next = self.pending.len();
        let key = (self.scope, path.clone());
        let id = *self.pending_by_name.entry(key).or_insert(next);
        if id == next {
            self.pending.push(Pending {
                scope: self.scope,
                path,
                at,
                found: None,
            });
        }
        Expr::Leaf(Unknown::Pending(id))
    }

    /// What a local label means here.
    pub fn refer_local(&mut self, name: &Rc<str>, at: Place) -> AsmExpr {
        let id = self.local(name, at);
        let entry = &mut self.entries[id];
        entry.used_at.get_or_insert(at);
        match &entry.meaning {
            Meaning::Variable(now) => now.clone(),
            _ => Expr::Leaf(Unknown::Symbol(id)),
        }
    }

    /// True if the name is defined (or imported) at this point.
    pub fn is_defined(&self, path: &Path) -> bool {
        self.find(self.scope, path).is_some()
    }

    /// True if the local label is defined at this point.
    pub fn is_local_defined(&self, name: &Rc<str>) -> bool {
        self.locals
            .get(&(self.anchor.0, name.clone()))
            .is_some_and(|id| self.entries[*id].meaning != Meaning::Undefined)
    }

    /// The symbol that a path leads to from a scope, if it has a meaning.
    fn find(&self, scope: usize, path: &Path) -> Option<usize> {
        let mut from = Some(if path.from_root { 0 } else { scope });
        while let Some(scope) = from {
            let target = path
                .scopes
                .iter()
                .try_fold(scope, |s, name| self.scopes[s].children.get(name).copied());
            let symbol = target
                .and_then(|s| self.scopes[s].symbols.get(&path.name))
                .copied();
            let known = |id: &usize| {
                let entry = &self.entries[*id];
                entry.meaning != Meaning::Undefined || entry.global.is_some()
            };
            if let Some(id) = symbol.filter(known) {
                return Some(id);
            }
            // A path whose first scope is found here does not look further out.
            let leads_here = path
                .scopes
                .first()
                .is_some_and(|s| self.scopes[scope].children.contains_key(s));
            from = if path.from_root || leads_here {
                None
            } else {
                self.scopes[scope].parent
            };
        }
        None
    }

    /// The expression with all that is known now put in for names, and folded.
    pub fn expand(&self, expr: &AsmExpr) -> Result<AsmExpr, Problem> {
        let mut nodes = 0;
        let expanded = self.substitute(expr, &mut nodes)?.fold();
        if expanded.depth() > MAX_DEPTH {
            Err(Problem::ExpressionTooLarge)
        } else {
            Ok(expanded)
        }
    }

    fn substitute(&self, expr: &AsmExpr, nodes: &mut usize) -> Result<AsmExpr, Problem> {
        *nodes += 1;
        if *nodes > MAX_NODES {
            return Err(Problem::ExpressionTooLarge);
        }
        Ok(match expr {
            Expr::Leaf(Unknown::Symbol(id)) => match &self.entries[*id].meaning {
                Meaning::Undefined | Meaning::Imported { .. } => expr.clone(),
                // Stored as expanded as it can be by now; its size counts.
                Meaning::Label(e) | Meaning::Equate(e) | Meaning::Variable(e) => {
                    e.each_leaf(&mut |_| *nodes += 1);
                    e.clone()
                }
            },
            Expr::Number(_) | Expr::Leaf(_) => expr.clone(),
            Expr::Unary(op, x) => Expr::unary(*op, self.substitute(x, nodes)?),
            Expr::Binary(op, x, y) => {
                Expr::binary(*op, self.substitute(x, nodes)?, self.substitute(y, nodes)?)
            }
        })
    }

    /// The number an expression has at this point.
    pub fn number(&self, expr: &AsmExpr, at: Place) -> Result<i64, Fault> {
        match self.expand(expr) {
            Ok(Expr::Number(n)) => Ok(n),
            Ok(Expr::Binary(BinaryOp::Divide | BinaryOp::Modulo, _, y))
                if *y == Expr::Number(0) =>
            {
                Err(Fault::new(at, Problem::DivisionByZero))
            }
            Ok(_) => Err(Fault::new(at, Problem::NotConstant)),
            Err(problem) => Err(Fault::new(at, problem)),
        }
    }

    /// True if the value is known at this point to be a byte: a small number, something in the zero page, part of an
    /// address.
    pub fn is_byte(&self, expr: &AsmExpr) -> bool {
        match self.expand(expr) {
            Ok(Expr::Number(n)) => (0..=255).contains(&n),
            Ok(expanded) => self.has_byte_size(&expanded),
            Err(_) => false,
        }
    }

    fn has_byte_size(&self, expr: &AsmExpr) -> bool {
        match expr {
            Expr::Number(n) => (-255..=255).contains(n),
            Expr::Leaf(Unknown::Section(s)) => {
                self.section_in_zeropage.get(*s).copied().unwrap_or(false)
            }
            Expr::Leaf(Unknown::Symbol(id)) => {
                let entry = &self.entries[*id];
                entry.meaning == Meaning::Imported { zeropage: true } || entry.global == Some(true)
            }
            Expr::Leaf(Unknown::Pending(_)) => false,
            Expr::Unary(UnaryOp::LowByte | UnaryOp::HighByte | UnaryOp::BankByte, _) => true,
            Expr::Unary(_, x) => self.has_byte_size(x),
            Expr::Binary(
                BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::Greater
                | BinaryOp::LessOrEqual
                | BinaryOp::GreaterOrEqual
                | BinaryOp::BothTrue
                | BinaryOp::EitherTrue
                | BinaryOp::OneTrue,
                ..,
            ) => true,
            Expr::Binary(_, x, y) => self.has_byte_size(x) && self.has_byte_size(y),
        }
    }

    /// Looks up every name that was used before its definition, now that all are known. Returns the names that
    /// nothing defines.
    pub fn settle(&mut self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for n in 0..self.pending.len() {
            let pending = &self.pending[n];
            let found = self.find(pending.scope, &pending.path);
            if found.is_none() {
                faults.push(Fault::new(
                    pending.at,
                    Problem::Undefined(pending.path.describe()),
                ));
            }
            self.pending[n].found = found;
        }
        for id in self.locals.values() {
            let entry = &self.entries[*id];
            if let (Meaning::Undefined, Some(at)) = (&entry.meaning, entry.used_at) {
                let name = format!("@{}", plain_name(&entry.name));
                faults.push(Fault::new(at, Problem::Undefined(name)));
            }
        }
        faults
    }

    /// The symbol that a name used before its definition turned out to be.
    pub fn settled(&self, pending: usize) -> Option<usize> {
        self.pending[pending].found
    }
}

/// Why a symbol cannot be given a meaning.
pub(crate) enum Clash {
    /// It has one since this place.
    First(Place),
    /// It is imported.
    Import,
    /// Its scope has used a symbol of that name further out.
    UsedBefore(Place),
}
