//! The end of an assembly: every name gets its value, every field its bytes or a relocation.

use super::segment::Fixup;
use super::{Assembler, Check};
use crate::diagnostic::Problem;
use crate::expr::{BinaryOp, Expr, Linear, MAX_DEPTH};
use crate::language::lexer::{Fault, Place, plain_name};
use crate::language::symbols::{AsmExpr, Meaning, Unknown};
use crate::object::{
    Assertion, Contents, Definition, Field, Leaf, Line, Object, Relocation, Section, SectionId,
    Symbol, SymbolId, Value,
};
use std::collections::HashMap;

/// Settled values of symbols.
enum Settled {
    /// Being settled: met again, it is circular.
    Busy,
    /// Only sections and imported symbols are left in it; `None` after a fault.
    Done(Option<AsmExpr>),
}

/// What `finish` gathers.
struct Finisher<'a, 'b> {
    assembler: &'a mut Assembler<'b>,
    settled: HashMap<usize, Settled>,
    /// Symbols of the object, by number in the table.
    imports: HashMap<usize, SymbolId>,
    object: Object,
}

impl Assembler<'_> {
    /// Makes the object. Faults are reported; the object counts only without any.
    pub(super) fn finish(&mut self) -> Object {
        for (open, at) in std::mem::take(&mut self.scopes) {
            let closer = if open == ".proc" {
                ".endproc"
            } else {
                ".endscope"
            };
            let problem = Problem::Unclosed {
                opened: open.to_owned(),
                closer,
            };
            self.report(Fault::new(at, problem));
        }
        for fault in self.symbols.settle() {
            self.report(fault);
        }
        let mut object = Object::new(self.encoder.machine());
        object.files = self.reader.files.clone();
        let mut finisher = Finisher {
            assembler: self,
            settled: HashMap::new(),
            imports: HashMap::new(),
            object,
        };
        finisher.sections();
        finisher.symbols();
        finisher.checks();
        finisher.object
    }
}

impl Finisher<'_, '_> {
    fn fault(&mut self, at: Place, problem: Problem) {
        self.assembler.report(Fault::new(at, problem));
    }

    fn sections(&mut self) {
        for number in 0..self.assembler.segments.len() {
            let segment = &mut self.assembler.segments[number];
            let mut bytes = std::mem::take(&mut segment.bytes);
            let fixups = std::mem::take(&mut segment.fixups);
            let mut section = Section::new(&segment.name, Vec::new());
            section.align = segment.align;
            section.zeropage = segment.zeropage;
            let has_bytes = segment.has_bytes;
            let id = section_id(number);
            for (offset, at) in std::mem::take(&mut segment.lines) {
                let offset = offset as u32;
                self.object.lines.push(Line {
                    section: id,
                    offset,
                    file: at.file,
                    line: at.line,
                });
            }
            for fixup in fixups {
                section
                    .relocations
                    .extend(self.fix(number, &fixup, &mut bytes));
            }
            if let Some(next) = self.assembler.segments[number].next {
                section.relocations.push(Relocation {
                    offset: bytes.len() as u32,
                    field: Field::None,
                    value: Expr::Leaf(Leaf::Section(section_id(next))),
                });
            }
            section.contents = if has_bytes {
                Contents::Bytes(bytes)
            } else {
                Contents::Reserved(bytes.len() as u32)
            };
            self.object.sections.push(section);
        }
    }

    /// Stores a value into `bytes`, or leaves it to the linker.
    fn fix(&mut self, segment: usize, fixup: &Fixup, bytes: &mut [u8]) -> Option<Relocation> {
        let mut value = self.settle(&fixup.value, fixup.at)?;
        if let Some(origin) = fixup.field.origin() {
            let from = match fixup.fixed_address {
                Some(address) => Expr::Number(address + origin),
                None => Expr::binary(
                    BinaryOp::Add,
                    crate::language::symbols::place_in(segment, fixup.offset),
                    Expr::Number(origin),
                ),
            };
            let distance = Expr::binary(BinaryOp::Subtract, value.clone(), from).fold();
            if matches!(distance, Expr::Number(_)) {
                value = distance;
            } else if let Some(branch) = fixup.grows {
                // Only the linker knows how far it is.
                self.assembler.too_short.push(branch);
                return None;
            } else if fixup.fixed_address.is_some() {
                self.fault(fixup.at, Problem::BranchOutOfOrg);
                return None;
            } else {
                let value = self.export_value(&value);
                return Some(Relocation {
                    offset: fixup.offset as u32,
                    field: fixup.field,
                    value,
                });
            }
        }
        if let Expr::Number(number) = value {
            let target = &mut bytes[fixup.offset..][..fixup.field.size() as usize];
            match (fixup.field.check(self.object.machine, number), fixup.grows) {
                (Ok(()), _) => fixup.field.store(self.object.machine, number, target),
                (Err(_), Some(branch)) => self.assembler.too_short.push(branch),
                (Err(unfit), None) => self.fault(fixup.at, Problem::of_value(unfit, number)),
            }
            return None;
        }
        if matches!(fixup.field, Field::Byte | Field::AnyByte) && self.is_word_address(&value) {
            self.fault(fixup.at, Problem::AddressInByte);
            return None;
        }
        let value = self.export_value(&value);
        Some(Relocation {
            offset: fixup.offset as u32,
            field: fixup.field,
            value,
        })
    }

    /// True for the plain address of something that is not in the zero page.
    fn is_word_address(&self, value: &AsmExpr) -> bool {
        Linear::of(value).is_some_and(|l| l.single().is_some())
            && !self.assembler.symbols.is_byte(value)
    }

    /// The expression with every name replaced, down to sections and imported symbols.
    fn settle(&mut self, expr: &AsmExpr, at: Place) -> Option<AsmExpr> {
        match self.settle_within(expr, at, 0) {
            Ok(expr) => {
                if division_by_zero(&expr) {
                    self.fault(at, Problem::DivisionByZero);
                    return None;
                }
                Some(expr)
            }
            Err(problem) => {
                if let Some(problem) = problem {
                    self.fault(at, problem);
                }
                None
            }
        }
    }

    /// `Err(None)` stands for a fault that has been reported already.
    fn settle_within(
        &mut self,
        expr: &AsmExpr,
        at: Place,
        depth: usize,
    ) -> Result<AsmExpr, Option<Problem>> {
        if depth > MAX_DEPTH {
            return Err(Some(Problem::ExpressionTooLarge));
        }
        let mut leaves = Vec::new();
        expr.each_leaf(&mut |leaf| leaves.push(*leaf));
        let mut values: HashMap<Unknown, AsmExpr> = HashMap::new();
        let mut nodes = 0;
        for leaf in leaves {
            let symbol = match leaf {
                Unknown::Section(_) => continue,
                Unknown::Symbol(symbol) => symbol,
                // Nothing defines it, which has been reported.
                Unknown::Pending(n) => self.assembler.symbols.settled(n).ok_or(None)?,
            };
            let value = match values.get(&leaf) {
                Some(value) => value.clone(),
                None => self.settle_symbol(symbol, at, depth)?,
            };
            value.each_leaf(&mut |_| nodes += 1);
            if nodes > 2000 {
                return Err(Some(Problem::ExpressionTooLarge));
            }
            values.insert(leaf, value);
        }
        let settled = replace(expr, &values).fold();
        if settled.depth() > MAX_DEPTH {
            Err(Some(Problem::ExpressionTooLarge))
        } else {
            Ok(settled)
        }
    }

    fn settle_symbol(
        &mut self,
        symbol: usize,
        at: Place,
        depth: usize,
    ) -> Result<AsmExpr, Option<Problem>> {
        let entry = &self.assembler.symbols.entries[symbol];
        match self.settled.get(&symbol) {
            Some(Settled::Busy) => {
                return Err(Some(Problem::Circular(
                    plain_name(&entry.full_name).to_owned(),
                )));
            }
            Some(Settled::Done(value)) => return value.clone().ok_or(None),
            None => {}
        }
        let value = match &entry.meaning {
            Meaning::Undefined if entry.global.is_none() => return Err(None),
            Meaning::Undefined | Meaning::Imported { .. } => {
                return Ok(Expr::Leaf(Unknown::Symbol(symbol)));
            }
            Meaning::Label(e) | Meaning::Equate(e) | Meaning::Variable(e) => e.clone(),
        };
        self.settled.insert(symbol, Settled::Busy);
        let settled = self.settle_within(&value, at, depth + 1);
        self.settled
            .insert(symbol, Settled::Done(settled.as_ref().ok().cloned()));
        settled
    }

    /// The expression in the terms of the object.
    fn export_value(&mut self, expr: &AsmExpr) -> Value {
        match expr {
            Expr::Number(n) => Expr::Number(*n),
            Expr::Leaf(Unknown::Section(n)) => Expr::Leaf(Leaf::Section(section_id(*n))),
            Expr::Leaf(Unknown::Symbol(n)) => Expr::Leaf(Leaf::Symbol(self.imported(*n))),
            // Settled expressions hold none of these.
            Expr::Leaf(Unknown::Pending(_)) => Expr::Number(0),
            Expr::Unary(op, x) => Expr::unary(*op, self.export_value(x)),
            Expr::Binary(op, x, y) => {
                let x = self.export_value(x);
                Expr::binary(*op, x, self.export_value(y))
            }
        }
    }

    /// The symbol of the object for an imported one. Only those that are used become part of it.
    fn imported(&mut self, symbol: usize) -> SymbolId {
        if let Some(id) = self.imports.get(&symbol) {
            return *id;
        }
        let entry = &self.assembler.symbols.entries[symbol];
        let zeropage =
            entry.meaning == Meaning::Imported { zeropage: true } || entry.global == Some(true);
        let id = self.object.import(&entry.name);
        if let Some(made) = self.object.symbols.last_mut() {
            made.zeropage = zeropage;
        }
        self.imports.insert(symbol, id);
        id
    }

    /// Exported symbols, and labels for those who look at the program from outside.
    fn symbols(&mut self) {
        for number in 0..self.assembler.symbols.entries.len() {
            let entry = self.assembler.symbols.entries[number].clone();
            let defined = match &entry.meaning {
                Meaning::Undefined => {
                    if let Some((_, at)) = entry.exported {
                        self.fault(at, Problem::ExportUndefined(entry.name.to_string()));
                    }
                    continue;
                }
                Meaning::Imported { .. } => continue,
                Meaning::Label(e) | Meaning::Equate(e) | Meaning::Variable(e) => e,
            };
            let global = entry.exported.is_some() || entry.global.is_some();
            let label =
                matches!(entry.meaning, Meaning::Label(_)) && !entry.full_name.contains('\'');
            let Some(value) = self.settle(&Expr::Leaf(Unknown::Symbol(number)), entry.at) else {
                continue;
            };
            if !global && !label {
                continue;
            }
            let zeropage =
                self.assembler.symbols.is_byte(defined) || self.assembler.symbols.is_byte(&value);
            if let (Some((true, at)), false) = (entry.exported, zeropage) {
                self.fault(at, Problem::ExportNotZeropage(entry.name.to_string()));
            }
            let definition = match (
                Linear::of(&value).and_then(|l| {
                    let (leaf, offset) = l.single()?;
                    Some((*leaf, u32::try_from(offset).ok()?))
                }),
                &value,
            ) {
                (_, Expr::Number(n)) => Definition::Number(*n),
                (Some((Unknown::Section(s), offset)), _) => {
                    Definition::Place(section_id(s), offset)
                }
                _ => Definition::Computed(self.export_value(&value)),
            };
            let name = if global {
                entry.name.to_string()
            } else {
                entry.full_name
            };
            self.object.symbols.push(Symbol {
                name,
                global,
                zeropage,
                definition,
            });
        }
    }

    fn checks(&mut self) {
        for Check {
            condition,
            message,
            at,
            at_link,
        } in std::mem::take(&mut self.assembler.checks)
        {
            let Some(condition) = self.settle(&condition, at) else {
                continue;
            };
            match condition {
                Expr::Number(0) if !at_link => self.fault(at, Problem::Assertion(message)),
                Expr::Number(n) if n != 0 => {}
                condition => {
                    let condition = self.export_value(&condition);
                    self.object.assertions.push(Assertion {
                        condition,
                        message,
                        file: at.file,
                        line: at.line,
                    });
                }
            }
        }
    }
}

fn section_id(number: usize) -> SectionId {
    SectionId(number as u32)
}

fn replace(expr: &AsmExpr, values: &HashMap<Unknown, AsmExpr>) -> AsmExpr {
    match expr {
        Expr::Number(_) => expr.clone(),
        Expr::Leaf(leaf) => values.get(leaf).unwrap_or(expr).clone(),
        Expr::Unary(op, x) => Expr::unary(*op, replace(x, values)),
        Expr::Binary(op, x, y) => Expr::binary(*op, replace(x, values), replace(y, values)),
    }
}

fn division_by_zero(expr: &AsmExpr) -> bool {
    match expr {
        Expr::Number(_) | Expr::Leaf(_) => false,
        Expr::Unary(_, x) => division_by_zero(x),
        Expr::Binary(op, x, y) => {
            let divides = matches!(op, BinaryOp::Divide | BinaryOp::Modulo);
            divides && **y == Expr::Number(0) || division_by_zero(x) || division_by_zero(y)
        }
    }
}
