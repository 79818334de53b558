//! The parts of the game: what lies within what, what stands in the place of what.

use super::Checker;
use crate::ast::{Life, Name, PartDecl};
use crate::diag::{Diagnostic, listed, nearest};
use crate::hir::PartInfo;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::parts::MAX_PARTS;

/// Name of the only part of a game that declares none.
const WHOLE: &str = "all";

/// Numbers of the parts in a mask.
fn numbers(mask: u16) -> impl Iterator<Item = usize> {
    (0..MAX_PARTS).filter(move |part| mask & 1 << part != 0)
}

impl Checker<'_> {
    /// Enters the declared parts; none declared: one for all.
    pub(super) fn parts(&mut self) {
        let ast = self.ast;
        self.prog.parts = vec![PartInfo {
            name: WHOLE.to_string(),
            span: Default::default(),
            at_start: true,
            with: 1,
            out: 0,
        }];
        if let [first, second, ..] = ast.parts_spans[..] {
            self.report(
                Diagnostic::error("E210", second, "the parts of the game are declared twice")
                    .label("the second list")
                    .also(first, "the first"),
            );
        }
        if !ast.parts.is_empty() {
            self.prog.parts.clear();
        }
        for (declared, part) in ast.parts.iter().enumerate() {
            let mut before = ast.parts[..declared].iter();
            let known = before.find(|p| p.name.text == part.name.text);
            if let Some(known) = known {
                let message = format!("two parts are called `{}`", part.name.text);
                let first = known.name.span;
                self.report(
                    Diagnostic::error("E212", part.name.span, message)
                        .label("the second")
                        .also(first, "the first"),
                );
            }
            let around = part.within.map_or(0, |w| self.part_numbers[w]);
            if self.melts(declared) {
                self.part_numbers.push(around);
                continue;
            }
            let number = self.prog.parts.len();
            if number == MAX_PARTS {
                let message = format!("a game has at most {MAX_PARTS} parts");
                let extra = Diagnostic::error("E211", part.name.span, message);
                self.report(extra.label("one too many"));
                return;
            }
            let within = self.prog.parts.get(around).map_or(1, |p| p.with);
            self.part_numbers.push(number);
            self.prog.parts.push(PartInfo {
                name: part.name.text.clone(),
                span: part.name.span,
                at_start: part.at_start || number == 0,
                with: within | 1 | 1 << number,
                out: 0,
            });
        }
        self.replacements();
        self.beginnings();
    }

    /// Whether a declared part is none of its own here.
    fn melts(&self, declared: usize) -> bool {
        let part = self.ast.parts.get(declared);
        let melts = |part: &PartDecl| part.along || part.short && !self.cut.has_short_parts();
        declared > 0 && part.is_some_and(melts)
    }

    /// Works out what each part puts out of memory.
    fn replacements(&mut self) {
        let ast = self.ast;
        let mut pairs = Vec::new();
        for (declared, part) in ast.parts.iter().enumerate() {
            for name in &part.instead {
                let Some(other) = self.declared_part(name) else {
                    continue;
                };
                if self.melts(declared) || self.melts(other) {
                    continue;
                }
                let [number, other] = [declared, other].map(|n| self.part_numbers[n]);
                let (with, others) = (self.prog.parts[number].with, self.prog.parts[other].with);
                if with & 1 << other != 0 || others & 1 << number != 0 {
                    let message = format!(
                        "`{}` cannot stand in the place of `{}`: both are in memory together",
                        part.name.text, name.text
                    );
                    self.report(
                        Diagnostic::error("E213", name.span, message)
                            .label("one lies within the other")
                            .help("the first part is always in memory; parts further in come with the one above them"),
                    );
                    continue;
                }
                pairs.push((number, other));
            }
        }
        for a in 0..self.prog.parts.len() {
            let with = |part: usize| self.prog.parts[part].with;
            let apart = |a: usize, b: usize| {
                let meets = |(x, y): &(usize, usize)| {
                    with(a) & 1 << x != 0 && with(b) & 1 << y != 0
                        || with(a) & 1 << y != 0 && with(b) & 1 << x != 0
                };
                pairs.iter().any(meets)
            };
            let out = (0..self.prog.parts.len()).filter(|b| apart(a, *b));
            self.prog.parts[a].out = out.fold(0, |mask, b| mask | 1 << b);
        }
    }

    /// What is in memory at the start must be so together.
    fn beginnings(&mut self) {
        let start = |parts: &[PartInfo], n: usize| parts.get(n).is_some_and(|p| p.at_start);
        for number in 0..self.prog.parts.len() {
            let part = self.prog.parts[number].clone();
            if !part.at_start {
                continue;
            }
            let other = numbers(part.out).find(|n| *n < number && start(&self.prog.parts, *n));
            if let Some(other) = other {
                let first = self.prog.parts[other].clone();
                let message = format!(
                    "`{}` and `{}` cannot both be in memory at the start",
                    first.name, part.name
                );
                self.report(
                    Diagnostic::error("E214", part.span, message)
                        .label("stands in the place of the other")
                        .also(first.span, "the other")
                        .help("take `at start` from one of them"),
                );
            }
            let missing = numbers(part.with).find(|n| !start(&self.prog.parts, *n));
            if let Some(missing) = missing {
                let above = self.prog.parts[missing].clone();
                let message = format!(
                    "`{}` is in memory at the start, but not `{}`, in which it lies",
                    part.name, above.name
                );
                self.report(
                    Diagnostic::error("E215", part.span, message)
                        .label("at start")
                        .also(above.span, "not at start"),
                );
            }
        }
    }

    /// Number of the part of that name, or of the one around it where it is none of its own.
    fn part_number(&mut self, name: &Name) -> Option<usize> {
        let declared = self.declared_part(name)?;
        self.part_numbers.get(declared).copied()
    }

    /// Place of the part of that name in the list of those that are declared.
    fn declared_part(&mut self, name: &Name) -> Option<usize> {
        let ast = self.ast;
        let found = ast.parts.iter().position(|p| p.name.text == name.text);
        if found.is_none() {
            let message = format!("the game has no part `{}`", name.text);
            let names: Vec<&str> = ast.parts.iter().map(|p| p.name.text.as_str()).collect();
            let diag = Diagnostic::error("E216", name.span, message).label("unknown part");
            let help = match nearest(&name.text, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if names.is_empty() => "declare its parts: parts, and a name a line".into(),
                None => format!("its parts are {}", listed(names)),
            };
            self.report(diag.help(help));
        }
        found.filter(|part| *part < self.part_numbers.len())
    }

    /// The part of what stands below `part NAME`.
    pub(super) fn part_of(&mut self, name: Option<&Name>) -> Option<u8> {
        let number = self.part_number(name?)?;
        Some(number as u8)
    }

    /// The last layer lies in a part, and what it holds is lost with that.
    pub(super) fn layer_in_part(&mut self, life: Life, name: Option<&Name>) {
        let Some(name) = name else { return };
        let Some(declared) = self.declared_part(name) else {
            return;
        };
        // Where there is room nothing else wants its memory.
        let part = match self.melts(declared) {
            true => 0,
            false => self.part_numbers[declared] as u8,
        };
        if life != Life::Scratch {
            let message = "only a scratch layer can lie in a part";
            self.report(
                Diagnostic::error("E217", name.span, message)
                    .label("what it holds is lost when the part goes")
                    .help("what is saved is always in memory, and constant layers go where they are used"),
            );
            return;
        }
        if let Some(layer) = self.prog.layers.last_mut() {
            layer.part = part;
        }
    }

    /// The part that `bring in` names.
    pub(super) fn brought_in(&mut self, name: &Name) -> Option<u8> {
        let declared = self.declared_part(name)?;
        if declared == 0 {
            let message = format!("`{}` is always in memory", name.text);
            self.report(
                Diagnostic::warning("W020", name.span, message)
                    .label("needs not be brought in")
                    .help("the first part is never absent"),
            );
        }
        self.part_numbers.get(declared).map(|number| *number as u8)
    }
}
