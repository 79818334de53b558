//! Source to object: one pass that collects bytes and expressions, then all expressions are settled.

mod directives;
mod finish;
mod macros;
mod reader;
mod segment;

use crate::cpu::Encoder;
use crate::cpu::mos6502::Mos6502;
use crate::diagnostic::{Diagnostic, Location, Problem};
use crate::expr::Expr;
use crate::language::lexer::{Kind, plain_name};
use crate::language::symbols::{Clash, Meaning, SymbolTable};
use crate::language::{AsmExpr, Branches, Context, Cursor, EncodedField, Fault, Place};
use crate::object::{Field, Object};
use crate::source::Source;
use reader::Reader;
use segment::Segment;
use std::rc::Rc;

/// Most diagnostics that one run gives.
const MAX_DIAGNOSTICS: usize = 100;

/// What an assembly is told besides its source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Names that are numbers from the start, for `.if` and `.ifdef`.
    pub defines: Vec<(String, i64)>,
    /// Segments in which every label but the `@local` ones begins a section of its own, so that a `gc` segment of the
    /// link script keeps only those that something refers to. What runs on over a label stays together; else no
    /// distance between two labels may be relied upon.
    pub split: Vec<String>,
}

/// Most assemblies of a source that leave it open which branches are far.
const MAX_TRIES: usize = 30;

/// Assembles the file `main` of `files`.
///
/// # Errors
/// Everything that is wrong in the source, in order of place; at most 100 of them.
pub fn assemble(
    files: &dyn Source,
    main: &str,
    options: &Options,
) -> Result<Object, Vec<Diagnostic>> {
    let mut branches = Branches::default();
    for tries in 1.. {
        let mut assembler = Assembler::new(files, options, branches);
        let result = assembler.run(main);
        if assembler.too_short.is_empty() {
            return result;
        }
        branches = assembler
            .branches
            .again(&assembler.too_short, tries >= MAX_TRIES);
    }
    unreachable!("when all branches are far, none is too short")
}

/// A problem with the way that led to it.
struct Report {
    fault: Fault,
    through: Vec<Place>,
}

/// A condition for the end of the assembly or for the linker.
struct Check {
    condition: AsmExpr,
    message: String,
    at: Place,
    /// `lderror`: even if it is known already.
    at_link: bool,
}

struct Assembler<'a> {
    reader: Reader<'a>,
    symbols: SymbolTable,
    segments: Vec<Segment>,
    /// The segment that is being written.
    segment: usize,
    segment_stack: Vec<usize>,
    /// Scopes that are open: directive and place.
    scopes: Vec<(&'static str, Place)>,
    encoder: Box<dyn Encoder>,
    checks: Vec<Check>,
    reports: Vec<Report>,
    /// Anonymous scopes so far.
    anonymous: usize,
    /// Names of segments that labels split.
    split: Vec<String>,
    branches: Branches,
    /// Numbers of branches that do not reach in their short form.
    too_short: Vec<usize>,
}

impl<'a> Assembler<'a> {
    fn new(files: &'a dyn Source, options: &Options, branches: Branches) -> Assembler<'a> {
        let mut assembler = Assembler {
            reader: Reader::new(files),
            symbols: SymbolTable::new(),
            segments: Vec::new(),
            segment: 0,
            segment_stack: Vec::new(),
            scopes: Vec::new(),
            encoder: Box::new(Mos6502::default()),
            checks: Vec::new(),
            reports: Vec::new(),
            anonymous: 0,
            split: options.split.clone(),
            branches,
            too_short: Vec::new(),
        };
        assembler.segment = assembler.segment_named("CODE", false);
        for (name, value) in &options.defines {
            let symbol = assembler
                .symbols
                .own(&Rc::from(name.as_str()), Place::default());
            // The last of several definitions of one name counts.
            assembler.symbols.entries[symbol].meaning = Meaning::Equate(Expr::Number(*value));
        }
        assembler
    }

    fn run(&mut self, main: &str) -> Result<Object, Vec<Diagnostic>> {
        if let Err(problem) = self.reader.open(main) {
            let at = Location {
                file: main.to_owned(),
                line: 1,
                column: 1,
                length: 1,
            };
            return Err(vec![Diagnostic {
                at,
                problem,
                through: Vec::new(),
            }]);
        }
        loop {
            match self.reader.next_line() {
                Ok(Some(line)) => {
                    if let Err(fault) = self.line(line) {
                        self.report(fault);
                    }
                }
                Ok(None) => break,
                Err(fault) => self.report(fault),
            }
            if self.reports.len() >= MAX_DIAGNOSTICS {
                return Err(self.diagnostics());
            }
        }
        let object = self.finish();
        if self.reports.is_empty() {
            Ok(object)
        } else {
            Err(self.diagnostics())
        }
    }

    fn report(&mut self, fault: Fault) {
        let through = self.reader.calls();
        self.reports.push(Report { fault, through });
    }

    fn diagnostics(&mut self) -> Vec<Diagnostic> {
        self.reports
            .sort_by_key(|r| (r.fault.at.file, r.fault.at.line, r.fault.at.column));
        let reports = std::mem::take(&mut self.reports);
        let mut list: Vec<Diagnostic> = reports
            .into_iter()
            .map(|r| Diagnostic {
                at: self.reader.location(r.fault.at),
                problem: r.fault.problem,
                through: r
                    .through
                    .into_iter()
                    .map(|p| self.reader.location(p))
                    .collect(),
            })
            .collect();
        list.dedup();
        list.truncate(MAX_DIAGNOSTICS);
        list
    }

    /// One line: conditions first, as they decide whether the rest counts.
    fn line(&mut self, line: crate::language::lexer::Line) -> Result<(), Fault> {
        let mut cursor = Cursor::new(line);
        if self.condition(&mut cursor)? || !self.reader.active() {
            return Ok(());
        }
        self.statement(&mut cursor)
    }

    fn statement(&mut self, line: &mut Cursor) -> Result<(), Fault> {
        let at = line.at();
        let Some(first) = line.peek().cloned() else {
            return Ok(());
        };
        let second = match line.peek_at(1) {
            Some(Kind::Mark(m)) => *m,
            Some(Kind::Directive(d)) if d.as_ref() == ".set" => ".set",
            _ => "",
        };
        if matches!(first, Kind::Name(_) | Kind::Local(_))
            && matches!(second, ":" | "=" | ":=" | ".set")
        {
            line.next();
            line.next();
            return self.definition(&first, second, at, line);
        }
        match first {
            Kind::Name(name) if self.encoder.is_mnemonic(&name) => {
                line.next();
                self.instruction(&name, at, line)
            }
            Kind::Name(name) => {
                line.next();
                self.reader.call_macro(&name, at, line)
            }
            Kind::Directive(name) => {
                line.next();
                self.directive(&name, at, line)
            }
            _ => Err(line.unexpected("an instruction, a label or a directive")),
        }
    }

    /// `name:` and what follows it, or `name = value`.
    fn definition(
        &mut self,
        name: &Kind,
        sign: &str,
        at: Place,
        line: &mut Cursor,
    ) -> Result<(), Fault> {
        let meaning = if sign == ":" {
            if matches!(name, Kind::Name(_)) {
                self.split_at_label();
            }
            Meaning::Label(self.segments[self.segment].here(self.segment))
        } else {
            let value = self.expr(line)?;
            let value = self.symbols.expand(&value).map_err(|p| Fault::new(at, p))?;
            line.end()?;
            match sign {
                ".set" => Meaning::Variable(value),
                ":=" => Meaning::Label(value),
                _ => Meaning::Equate(value),
            }
        };
        match name {
            Kind::Local(name) => {
                let symbol = self.symbols.local(name, at);
                self.define(symbol, at, meaning)?;
            }
            Kind::Name(name) => {
                if self.encoder.is_reserved(name) {
                    return Err(Fault::new(at, Problem::ReservedName(name.to_string())));
                }
                let symbol = self.symbols.own(name, at);
                self.define(symbol, at, meaning)?;
                self.symbols.anchor_at(symbol);
            }
            _ => return Err(line.unexpected("a name")),
        }
        if sign == ":" {
            self.after_label(line)
        } else {
            Ok(())
        }
    }

    /// The statement behind a label. A second label there is refused, as ca65 does.
    fn after_label(&mut self, line: &mut Cursor) -> Result<(), Fault> {
        if line.done() {
            return Ok(());
        }
        if line.peek_at(1) == Some(&Kind::Mark(":")) {
            return Err(line.unexpected("an instruction or a directive"));
        }
        self.statement(line)
    }

    fn define(&mut self, symbol: usize, at: Place, meaning: Meaning) -> Result<(), Fault> {
        self.symbols.define(symbol, at, meaning).map_err(|clash| {
            let name = plain_name(&self.symbols.entries[symbol].full_name).to_owned();
            let problem = match clash {
                Clash::First(first) => Problem::Redefined {
                    name,
                    first: self.reader.location(first),
                },
                Clash::Import => Problem::ImportedAndDefined(name),
                Clash::UsedBefore(used) => Problem::Shadows {
                    name,
                    used: self.reader.location(used),
                },
            };
            Fault::new(at, problem)
        })
    }

    fn instruction(&mut self, mnemonic: &str, at: Place, line: &mut Cursor) -> Result<(), Fault> {
        self.segments[self.segment].want_even(self.encoder.machine(), at)?;
        let encoder = &self.encoder;
        let mut context = Context {
            here: self.segments[self.segment].here(self.segment),
            symbols: &mut self.symbols,
            is_reserved: &|name| encoder.is_reserved(name),
            branches: &mut self.branches,
        };
        let encoded = encoder.encode(mnemonic, at, line, &mut context)?;
        line.end()?;
        let segment = &mut self.segments[self.segment];
        let start = segment.bytes.len();
        segment.emit(&encoded.bytes, at)?;
        segment.runs_on = !encoded.leaves;
        for field in encoded.fields {
            segment.fix(start, field);
        }
        Ok(())
    }

    fn with_context<T>(
        &mut self,
        read: impl FnOnce(&mut Context<'_>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let encoder = &self.encoder;
        read(&mut Context {
            here: self.segments[self.segment].here(self.segment),
            symbols: &mut self.symbols,
            is_reserved: &|name| encoder.is_reserved(name),
            branches: &mut self.branches,
        })
    }

    fn expr(&mut self, line: &mut Cursor) -> Result<AsmExpr, Fault> {
        self.with_context(|c| c.expr(line))
    }

    fn number(&mut self, line: &mut Cursor) -> Result<i64, Fault> {
        self.with_context(|c| c.number(line))
    }

    /// A value of so many bytes.
    fn emit_value(&mut self, field: Field, value: AsmExpr, at: Place) -> Result<(), Fault> {
        let segment = &mut self.segments[self.segment];
        let start = segment.bytes.len();
        segment.emit(&[0; 4][..field.size() as usize], at)?;
        let field = EncodedField {
            offset: 0,
            field,
            value,
            at,
            grows: None,
        };
        segment.fix(start, field);
        Ok(())
    }

    /// The segment of that name, made if need be.
    fn segment_named(&mut self, name: &str, zeropage: bool) -> usize {
        // Of a split segment the last part is the one that grows.
        if let Some(found) = self.segments.iter().rposition(|s| s.name == name) {
            return found;
        }
        self.new_segment(name, zeropage)
    }

    fn new_segment(&mut self, name: &str, zeropage: bool) -> usize {
        self.segments.push(Segment::new(
            name,
            zeropage,
            self.encoder.machine().address_space(),
        ));
        self.symbols.section_in_zeropage.push(zeropage);
        self.segments.len() - 1
    }

    /// Begins a new part of the present segment, if labels split it.
    fn split_at_label(&mut self) {
        let here = &self.segments[self.segment];
        if here.org.is_some() || !self.split.contains(&here.name) {
            return;
        }
        let (name, zeropage) = (here.name.clone(), here.zeropage);
        let next = self.new_segment(&name, zeropage);
        if self.segments[self.segment].runs_on {
            self.segments[self.segment].next = Some(next);
        }
        self.segment = next;
    }
}
