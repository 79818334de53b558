//! Names, types and ranges: from the tree to the checked program.

pub(crate) mod builtins;
mod calls;
mod choices;
mod data;
mod decl;
mod entries;
mod expr;
mod flood;
mod flow;
mod names;
mod parts;
mod procs;
mod quant;
mod records;
mod screen;
mod sheets;
mod simulation;
mod stmt;
mod store;
mod symbol;
mod tables;
mod tests;
mod text;
mod trace;
mod view;

use crate::ast::{Ast, Item, Name};
use crate::diag::{Diagnostic, listed, nearest};
use crate::hir::{Expr, ExprKind, LocalId, LocalInfo, ProcKind, Program};
use crate::map::Map;
use crate::source::{Sources, Span};
use crate::types::{Ty, int};
use crate::{Cut, Target};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub(crate) use flow::{Node, is_try, visit, visit_expr};

/// What a global name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sym {
    Const(i32, Ty),
    /// A constant not looked at yet, or being looked at: item index.
    Pending(usize),
    Busy,
    Var(usize),
    Array(usize),
    Layer(usize),
    Enum(usize),
    Record(usize),
    Proc(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Waiting,
    Busy,
    Done,
}

pub(crate) struct Checker<'a> {
    sources: &'a Sources,
    ast: &'a Ast,
    diags: &'a mut Vec<Diagnostic>,
    prog: Program,
    syms: BTreeMap<String, (Sym, Span)>,
    /// Enum and index of each member name.
    members: BTreeMap<String, Vec<(usize, i32)>>,
    texts: BTreeMap<String, usize>,
    map: Map,
    /// Item of each procedure.
    bodies: Vec<usize>,
    progress: Vec<Progress>,
    used_procs: BTreeSet<usize>,
    target: Target,
    cut: Cut,
    /// Number of each declared part, or of the one that it melts into.
    part_numbers: Vec<usize>,
}

/// What is known inside one procedure.
pub(crate) struct Body {
    kind: ProcKind,
    locals: Vec<LocalInfo>,
    /// Names in sight, innermost last.
    names: Vec<(String, LocalId)>,
    /// Names that are stored to after `let`.
    assigned: BTreeSet<String>,
    loops: usize,
    result: Ty,
    in_key: bool,
    in_screen: bool,
    /// The rules that the statement is of.
    rule: crate::ast::RuleSet,
    /// Of a test, or of a file that the host alone compiles: may store to what is constant.
    testing: bool,
    calls: Vec<usize>,
}

impl Body {
    fn new(kind: ProcKind) -> Body {
        Body {
            kind,
            locals: Vec::new(),
            names: Vec::new(),
            assigned: BTreeSet::new(),
            loops: 0,
            result: Ty::Void,
            in_key: false,
            rule: 0,
            in_screen: kind == ProcKind::Screen,
            testing: kind == ProcKind::Test,
            calls: Vec::new(),
        }
    }

    fn declare(&mut self, name: &str, span: Span, ty: Ty) -> LocalId {
        self.locals.push(LocalInfo {
            name: name.to_string(),
            span,
            ty,
            used: false,
        });
        self.names.push((name.to_string(), self.locals.len() - 1));
        self.locals.len() - 1
    }

    fn find(&self, name: &str) -> Option<LocalId> {
        self.names.iter().rev().find(|n| n.0 == name).map(|n| n.1)
    }
}

/// Checks a game. The program is usable only if no error was reported.
pub(crate) fn check(
    sources: &Sources,
    ast: &Ast,
    target: Target,
    cut: Cut,
    diags: &mut Vec<Diagnostic>,
) -> Program {
    let before = diags.len();
    let mut checker = Checker {
        sources,
        ast,
        diags,
        prog: Program {
            rules: ast.rules.clone(),
            rule_sets: ast.rule_sets.clone(),
            ..Program::default()
        },
        syms: BTreeMap::new(),
        members: BTreeMap::new(),
        texts: BTreeMap::new(),
        map: Map::default(),
        bodies: Vec::new(),
        progress: Vec::new(),
        used_procs: BTreeSet::new(),
        target,
        cut,
        part_numbers: Vec::new(),
    };
    checker.rules();
    checker.declarations();
    for proc in 0..checker.prog.procs.len() {
        checker.check_proc(proc);
    }
    checker.flow();
    let mut program = checker.prog;
    if program.redraws {
        crate::redraw::note_changes(&mut program);
    }
    if cut.shares_bytes() {
        crate::share::share(&mut program);
    }
    only_missing_files(diags, before);
    program
}

/// A file that is not there takes what it declares with it: the mistakes that follow from that would bury its name.
fn only_missing_files(diags: &mut Vec<Diagnostic>, before: usize) {
    let found = diags.split_off(before);
    let missing = found.iter().any(|diag| diag.code == data::NO_FILE);
    for diag in found {
        let told = diags[before..]
            .iter()
            .any(|d| d.primary.span == diag.primary.span);
        if !missing || diag.code == data::NO_FILE && !told {
            diags.push(diag);
        }
    }
}

impl Checker<'_> {
    fn report(&mut self, diag: Diagnostic) {
        self.diags.push(diag);
    }

    /// The type of the records of a kind.
    fn record_ty(&self, record: usize) -> Ty {
        match self.prog.records[record].long() {
            true => Ty::Long(record),
            false => Ty::Rec(record),
        }
    }

    fn count(&self, ty: Ty) -> i32 {
        match ty {
            Ty::Enum(e) => self.prog.enums.get(e).map_or(0, |e| e.members.len() as i32),
            Ty::Rec(r) | Ty::Long(r) => self.prog.records.get(r).map_or(0, |r| r.count as i32),
            _ => 0,
        }
    }

    fn type_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Enum(e) => self
                .prog
                .enums
                .get(e)
                .map_or(String::new(), |e| e.name.clone()),
            Ty::Rec(r) | Ty::Long(r) => self
                .prog
                .records
                .get(r)
                .map_or(String::new(), |r| r.name.clone()),
            _ => String::new(),
        }
    }

    fn describe(&self, ty: Ty) -> String {
        ty.describe(&|t| self.type_name(t))
    }

    /// Range of the value of an expression.
    fn range(&self, e: &Expr) -> (i32, i32) {
        if let ExprKind::Const(n) = e.kind {
            return (n, n);
        }
        e.ty.range(&|t| self.count(t))
    }

    /// A text of the game, once.
    fn intern(&mut self, text: &str) -> usize {
        if let Some(&index) = self.texts.get(text) {
            return index;
        }
        self.prog.texts.push(text.to_string());
        let index = self.prog.texts.len() - 1;
        self.texts.insert(text.to_string(), index);
        index
    }

    fn fits(from: Ty, to: Ty) -> bool {
        match (from, to) {
            (Ty::Wrong, _) | (_, Ty::Wrong) => true,
            (Ty::Int { .. }, Ty::Int { .. }) => true,
            (Ty::Nothing, Ty::Hex | Ty::Rec(_) | Ty::Long(_)) => true,
            (Ty::Void | Ty::Nothing, _) => false,
            _ => from == to,
        }
    }

    /// Makes a value fit a type or says why it does not.
    fn coerce(&mut self, mut e: Expr, to: Ty, what: &str) -> Expr {
        if !Self::fits(e.ty, to) {
            let message = if to == Ty::Void {
                format!("{what} takes no value")
            } else {
                format!(
                    "{what} is {}, this is {}",
                    self.describe(to),
                    self.describe(e.ty)
                )
            };
            let mut diag = Diagnostic::error("E030", e.span, message).label(self.describe(e.ty));
            diag = match (e.ty, to) {
                (Ty::Int { .. }, Ty::Flag) => diag.help("compare it, for example `x > 0`"),
                (Ty::Int { .. }, Ty::Enum(_) | Ty::Rec(_) | Ty::Long(_)) => {
                    diag.help(format!("{}(n) makes one from a number", self.type_name(to)))
                }
                (Ty::Enum(_) | Ty::Rec(_) | Ty::Long(_), Ty::Int { .. }) => {
                    diag.help("as_number(x) gives the number of a member or record")
                }
                (Ty::Void, _) => diag.help("a `to` gives no value; `define` does"),
                _ => diag,
            };
            self.report(diag);
            e.ty = Ty::Wrong;
            return e;
        }
        if e.ty == Ty::Nothing {
            e.kind = ExprKind::Const(to.none().unwrap_or_default());
            e.ty = to;
        }
        e
    }

    /// Reports an unknown name with what it may have meant.
    fn unknown(&mut self, body: Option<&Body>, name: &str, span: Span, what: &str) {
        let mut names: Vec<String> = self
            .syms
            .keys()
            .chain(self.members.keys())
            .cloned()
            .collect();
        names.extend(builtins::names().map(ToString::to_string));
        names.extend(
            body.iter()
                .flat_map(|b| b.names.iter().map(|n| n.0.clone())),
        );
        let near = nearest(name, names.iter().map(String::as_str)).map(ToString::to_string);
        let mut diag = Diagnostic::error("E031", span, format!("there is no {what} `{name}`"))
            .label("not known here");
        diag = match near {
            Some(near) => {
                if let Some((_, place)) = self.syms.get(&near) {
                    diag = diag.also(*place, format!("`{near}` is declared here"));
                }
                diag.help(format!("did you mean `{near}`?"))
            }
            None => diag.help(format!(
                "declare it, or look for another spelling of `{name}`"
            )),
        };
        self.report(diag);
    }

    /// Titles of rules: once each, and at least once.
    fn rules(&mut self) {
        let ast = self.ast;
        let mut titles: BTreeMap<&str, Span> = BTreeMap::new();
        for rule in &ast.rules {
            if rule.title.is_none() {
                continue;
            }
            for id in &rule.ids {
                if let Some(first) = titles.get(id.text.as_str()) {
                    let first = *first;
                    self.report(
                        Diagnostic::error(
                            "E032",
                            id.span,
                            format!("rule {} has two titles", id.text),
                        )
                        .label("the second title")
                        .also(first, "the first")
                        .help(format!(
                            "where the rule acts again, write just: rule {}",
                            id.text
                        )),
                    );
                } else {
                    titles.insert(&id.text, id.span);
                }
            }
        }
        self.ids_of_tests(&titles);
        let mut missing: BTreeSet<&str> = BTreeSet::new();
        for rule in ast.rules.iter().filter(|r| r.title.is_none()) {
            for id in &rule.ids {
                if !titles.contains_key(id.text.as_str()) && missing.insert(&id.text) {
                    let near = nearest(&id.text, titles.keys().copied()).map(ToString::to_string);
                    let mut diag = Diagnostic::error(
                        "E033",
                        id.span,
                        format!("rule {} has no title anywhere", id.text),
                    )
                    .label("needs a title once");
                    diag = match near {
                        Some(near) => diag.help(format!(
                            "did you mean {near}? Else write: rule {} \"title\"",
                            id.text
                        )),
                        None => diag.help(format!("write: rule {} \"title\"", id.text)),
                    };
                    self.report(diag);
                }
            }
        }
    }

    /// Rules that tests name: each must be one of the game's, whose titles these are.
    fn ids_of_tests(&mut self, titles: &BTreeMap<&str, Span>) {
        let ast = self.ast;
        let tests = ast.items.iter().filter_map(|decl| match &decl.item {
            Item::Test(test) => Some(&test.ids),
            _ => None,
        });
        for id in tests
            .flatten()
            .filter(|id| !titles.contains_key(id.text.as_str()))
        {
            // That rule is reported where it stands.
            if (ast.rules.iter().flat_map(|rule| &rule.ids)).any(|other| other.text == id.text) {
                continue;
            }
            let help = match nearest(&id.text, titles.keys().copied()) {
                Some(near) => format!("did you mean {near}?"),
                None if titles.is_empty() => String::from(
                    "the game has no rules with ids; leave it out, or write: rule ID \"title\"",
                ),
                None => format!("give the rule a block: rule {} \"title\"", id.text),
            };
            self.report(
                Diagnostic::error("E108", id.span, format!("there is no rule {}", id.text))
                    .label("this test names a rule that the game has not")
                    .help(help),
            );
        }
    }

    /// What a file is compiled for; files of the game are compiled for everything.
    fn target_of(&self, span: Span) -> Target {
        Target::of(self.sources.name(span))
    }

    fn declare(&mut self, name: &Name, sym: Sym) {
        if builtins::find(&name.text).is_some()
            || matches!(
                name.text.as_str(),
                "number" | "hex" | "direction" | "d6" | "d100"
            )
        {
            self.report(
                Diagnostic::error("E034", name.span, format!("`{}` is built in", name.text))
                    .label("choose another name"),
            );
            return;
        }
        if let Some((_, first)) = self.syms.get(&name.text) {
            let first = *first;
            self.report(
                Diagnostic::error(
                    "E035",
                    name.span,
                    format!("the name `{}` is given twice", name.text),
                )
                .label("the second")
                .also(first, "the first")
                .help("all files of a game share one set of names"),
            );
            return;
        }
        self.syms.insert(name.text.clone(), (sym, name.span));
    }

    /// The value of a constant expression outside of procedures.
    fn constant(&mut self, e: &crate::ast::Expr, want: Ty, what: &str) -> Option<(i32, Ty)> {
        let mut body = Body::new(ProcKind::Define);
        let value = self.expr(&mut body, e, want);
        if value.ty == Ty::Wrong {
            return None;
        }
        let value = if want == Ty::Wrong {
            value
        } else {
            self.coerce(value, want, what)
        };
        match value.kind {
            ExprKind::Const(n) => Some((n, value.ty)),
            ExprKind::Text(t) => Some((t as i32, Ty::Text)),
            _ if value.ty == Ty::Wrong => None,
            _ => {
                self.report(
                    Diagnostic::error(
                        "E036",
                        e.span,
                        format!("{what} must be known when the game is compiled"),
                    )
                    .label("this depends on the state of the game"),
                );
                None
            }
        }
    }

    fn const_int(&mut self, e: &crate::ast::Expr, what: &str) -> Option<i32> {
        self.constant(e, int(-32768, 65535), what).map(|c| c.0)
    }

    /// The symbol behind a name, constants worked out.
    fn lookup(&mut self, name: &str, span: Span) -> Option<Sym> {
        let (sym, place) = *self.syms.get(name)?;
        match sym {
            Sym::Pending(item) => {
                self.syms.insert(name.to_string(), (Sym::Busy, place));
                let ast = self.ast;
                let value = match &ast.items[item].item {
                    Item::Const { value, .. } => self.constant(value, Ty::Wrong, "a constant"),
                    _ => None,
                };
                let sym = match value {
                    Some((n, ty)) => Sym::Const(n, ty),
                    None => Sym::Const(0, Ty::Wrong),
                };
                self.syms.insert(name.to_string(), (sym, place));
                Some(sym)
            }
            Sym::Busy => {
                self.report(
                    Diagnostic::error(
                        "E037",
                        span,
                        format!("the constant `{name}` is explained by itself"),
                    )
                    .label("needs its own value"),
                );
                Some(Sym::Const(0, Ty::Wrong))
            }
            _ => Some(sym),
        }
    }

    /// The type an author wrote.
    fn resolve(&mut self, ty: &crate::ast::TypeExpr) -> Ty {
        use crate::ast::TypeKind;
        match &ty.kind {
            TypeKind::Named(name) => match name.as_str() {
                "number" => crate::types::NUMBER,
                "flag" => Ty::Flag,
                "hex" => Ty::Hex,
                "direction" => crate::types::DIRECTION,
                "text" => Ty::Text,
                _ => match self.syms.get(name).map(|s| s.0) {
                    Some(Sym::Enum(e)) => Ty::Enum(e),
                    Some(Sym::Record(r)) => self.record_ty(r),
                    _ => {
                        let mut names: Vec<&str> = self
                            .syms
                            .iter()
                            .filter(|s| matches!(s.1.0, Sym::Enum(_) | Sym::Record(_)))
                            .map(|s| s.0.as_str())
                            .collect();
                        names.extend(["number", "flag", "hex", "direction", "text"]);
                        let mut diag = Diagnostic::error(
                            "E038",
                            ty.span,
                            format!("`{name}` is not a kind of value"),
                        )
                        .label("unknown");
                        diag = match nearest(name, names.iter().copied()) {
                            Some(near) => diag.help(format!("did you mean `{near}`?")),
                            None => {
                                diag.help(format!("known are ranges (0..95), {}", listed(names)))
                            }
                        };
                        self.report(diag);
                        Ty::Wrong
                    }
                },
            },
            TypeKind::Range(low, high, step) => {
                let lo = self.const_int(low, "the low end of a range");
                let hi = self.const_int(high, "the high end of a range");
                let by = match step {
                    Some(step) => self.const_int(step, "the step of a range"),
                    None => Some(1),
                };
                let (Some(lo), Some(hi), Some(by)) = (lo, hi, by) else {
                    return Ty::Wrong;
                };
                let fault = if lo > hi {
                    "the low end is above the high end"
                } else if lo < 0 && hi > 32767 {
                    "a range with negative numbers goes up to 32767"
                } else if by < 1 || (by > 1 && (lo != 0 || hi / by > 255 || by > 255)) {
                    "a stepped range goes from 0 up to at most 255 steps"
                } else {
                    return Ty::Int { lo, hi, by };
                };
                self.report(
                    Diagnostic::error("E039", ty.span, fault).label("this range cannot be"),
                );
                Ty::Wrong
            }
        }
    }
}
