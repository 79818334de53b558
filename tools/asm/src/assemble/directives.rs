//! Directives: what starts with a dot.

use super::{Assembler, Check};
use crate::cpu;
use crate::diagnostic::Problem;
use crate::expr::{Expr, UnaryOp};
use crate::language::AsmExpr;
use crate::language::lexer::{Cursor, Fault, Kind, Place};
use crate::language::symbols::Meaning;
use crate::object::Field;
use std::rc::Rc;

/// Highest alignment.
const MAX_ALIGN: i64 = 0x1_0000;

impl Assembler<'_> {
    /// Conditions. True if the line was one.
    pub(super) fn condition(&mut self, line: &mut Cursor) -> Result<bool, Fault> {
        let at = line.at();
        let Some(Kind::Directive(word)) = line.peek().cloned() else {
            return Ok(false);
        };
        let active = self.reader.active();
        match word.as_ref() {
            ".if" | ".ifdef" | ".ifndef" | ".ifblank" | ".ifnblank" | ".ifconst" => {
                line.next();
                // A condition that cannot be read counts as false, so that its `.endif` finds it.
                let holds = if active {
                    self.holds(&word, line)
                } else {
                    Ok(false)
                };
                self.reader.open_if(&word, at, matches!(holds, Ok(true)));
                holds?;
            }
            ".elseif" => {
                line.next();
                let holds = if self.reader.wants_elseif() {
                    self.holds(".if", line)
                } else {
                    Ok(false)
                };
                self.reader
                    .switch_if(".elseif", at, matches!(holds, Ok(true)))?;
                holds?;
            }
            ".else" => {
                line.next();
                self.reader.switch_if(".else", at, true)?;
                line.end()?;
            }
            ".endif" => {
                line.next();
                self.reader.close_if(at)?;
                line.end()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn holds(&mut self, word: &str, line: &mut Cursor) -> Result<bool, Fault> {
        let holds = match word {
            ".ifdef" => self.is_defined(line)?,
            ".ifndef" => !self.is_defined(line)?,
            ".ifblank" | ".ifnblank" => {
                let rest = line.rest();
                let blank = rest.iter().all(|t| matches!(t.kind, Kind::Mark("{" | "}")));
                blank == (word == ".ifblank")
            }
            ".ifconst" => {
                let value = self.expr(line)?;
                matches!(self.symbols.expand(&value), Ok(Expr::Number(_)))
            }
            _ => self.number(line)? != 0,
        };
        line.end()?;
        Ok(holds)
    }

    fn is_defined(&mut self, line: &mut Cursor) -> Result<bool, Fault> {
        if let Some(Kind::Local(name)) = line.peek().cloned() {
            line.next();
            return Ok(self.symbols.is_local_defined(&name));
        }
        let path = self.with_context(|c| c.path(line))?;
        Ok(self.symbols.is_defined(&path))
    }

    /// Every directive but conditions; `line` stands behind it.
    pub(super) fn directive(
        &mut self,
        word: &str,
        at: Place,
        line: &mut Cursor,
    ) -> Result<(), Fault> {
        match word {
            ".code" => self.switch_segment("CODE", false, at)?,
            ".rodata" => self.switch_segment("RODATA", false, at)?,
            ".data" => self.switch_segment("DATA", false, at)?,
            ".bss" => self.switch_segment("BSS", false, at)?,
            ".zeropage" => self.switch_segment("ZEROPAGE", true, at)?,
            ".segment" => {
                let (name, at) = line.text()?;
                let zeropage = self.address_size(line)?.unwrap_or(&*name == "ZEROPAGE");
                self.switch_segment(&name, zeropage, at)?;
            }
            ".pushseg" => self.segment_stack.push(self.segment),
            ".popseg" => match self.segment_stack.pop() {
                Some(segment) => self.segment = segment,
                None => return Err(Fault::new(at, Problem::Unmatched(".popseg", ".pushseg"))),
            },
            ".byte" | ".byt" => self.bytes(line)?,
            ".word" | ".addr" | ".dword" => {
                self.segments[self.segment].want_even(self.encoder.machine(), at)?;
                let field = if word == ".dword" {
                    Field::Long
                } else {
                    Field::Word
                };
                self.values(line, field, None)?;
            }
            ".dbyt" => {
                let field = self.encoder.machine().high_byte_first();
                self.values(line, field, None)?;
            }
            ".lobytes" => self.values(line, Field::Byte, Some(UnaryOp::LowByte))?,
            ".hibytes" => self.values(line, Field::Byte, Some(UnaryOp::HighByte))?,
            ".asciiz" => {
                loop {
                    let (text, at) = line.text()?;
                    self.segments[self.segment].emit(text.as_bytes(), at)?;
                    if !line.eat(",") {
                        break;
                    }
                }
                self.segments[self.segment].emit(&[0], at)?;
            }
            ".res" => {
                let count =
                    self.ranged(line, 0, i64::from(self.encoder.machine().address_space()))?;
                let fill = self.fill(line)?;
                self.segments[self.segment].reserve(count as usize, fill, at)?;
            }
            ".align" => self.align(at, line)?,
            ".even" => self.align_to(2, None, at)?,
            ".org" => {
                let address = self.ranged(
                    line,
                    0,
                    i64::from(self.encoder.machine().address_space()) - 1,
                )?;
                let segment = &mut self.segments[self.segment];
                segment.org = Some(address - segment.bytes.len() as i64);
            }
            ".reloc" => self.segments[self.segment].org = None,
            ".include" => {
                let (name, at) = line.text()?;
                line.end()?;
                self.reader.include(&name, at)?;
                return Ok(());
            }
            ".incbin" => self.incbin(line)?,
            ".import" | ".importzp" => self.import(line, word == ".importzp")?,
            ".export" | ".exportzp" => self.export(line, word == ".exportzp")?,
            ".global" | ".globalzp" => self.global(line, word == ".globalzp")?,
            ".macro" | ".mac" => return self.reader.define_macro(at, line),
            ".local" => return Ok(()),
            ".exitmacro" | ".exitmac" => {
                line.end()?;
                return self.reader.exit_macro(at);
            }
            ".endmacro" | ".endmac" => {
                return Err(Fault::new(at, Problem::Unmatched(".endmacro", ".macro")));
            }
            ".repeat" => {
                let head = self.repeat_head(line);
                return self.reader.repeat(head, at);
            }
            ".endrepeat" | ".endrep" => {
                return Err(Fault::new(at, Problem::Unmatched(".endrepeat", ".repeat")));
            }
            ".assert" => self.assert(at, line)?,
            ".error" | ".fatal" => {
                let (text, _) = line.text()?;
                return Err(Fault::new(at, Problem::UserError(text.to_string())));
            }
            ".proc" => {
                let (name, at) = line.name()?;
                self.split_at_label();
                let here = self.segments[self.segment].here(self.segment);
                let symbol = self.symbols.own(&name, at);
                // The scope is entered even if the name is taken: its end is there all the same.
                let defined = self.define(symbol, at, Meaning::Label(here));
                self.symbols.anchor_at(symbol);
                self.symbols.enter(&name);
                self.scopes.push((".proc", at));
                defined?;
            }
            ".scope" => {
                let name = if line.done() {
                    self.anonymous += 1;
                    format!("scope'{}", self.anonymous).into()
                } else {
                    line.name()?.0
                };
                self.symbols.enter(&name);
                self.scopes.push((".scope", at));
            }
            ".endproc" => self.leave_scope(".proc", ".endproc", at)?,
            ".endscope" => self.leave_scope(".scope", ".endscope", at)?,
            ".setcpu" => {
                let (model, at) = line.text()?;
                self.choose_processor(&model, at)?;
            }
            ".register" => {
                let (name, at) = line.name()?;
                line.expect(",")?;
                let wrong = line.unexpected("a register of the processor");
                let (register, _) = line.name()?;
                if self.encoder.is_reserved(&name) {
                    return Err(Fault::new(at, Problem::ReservedName(name.to_string())));
                }
                if !self.encoder.name_register(&name, &register) {
                    return Err(wrong);
                }
            }
            ".end" => self.reader.end_file(),
            _ => return Err(Fault::new(at, Problem::UnknownDirective(word.to_owned()))),
        }
        line.end()
    }

    /// `.setcpu`: another model of the same processor at any time, another processor before there is anything.
    fn choose_processor(&mut self, model: &str, at: Place) -> Result<(), Fault> {
        if self.encoder.select(model) {
            return Ok(());
        }
        let Some(encoder) = cpu::encoder(model) else {
            return Err(Fault::new(at, Problem::UnknownProcessor(model.to_owned())));
        };
        if self.segments.iter().any(|s| !s.bytes.is_empty()) {
            return Err(Fault::new(at, Problem::LateProcessor));
        }
        self.encoder = encoder;
        let limit = self.encoder.machine().address_space();
        for segment in &mut self.segments {
            segment.limit = limit;
        }
        Ok(())
    }

    fn switch_segment(&mut self, name: &str, zeropage: bool, at: Place) -> Result<(), Fault> {
        let segment = self.segment_named(name, zeropage);
        if self.segments[segment].zeropage != zeropage {
            return Err(Fault::new(at, Problem::SegmentMismatch(name.to_owned())));
        }
        self.segment = segment;
        Ok(())
    }

    /// `: zeropage` behind a name, true; `: absolute`, false.
    fn address_size(&mut self, line: &mut Cursor) -> Result<Option<bool>, Fault> {
        if !line.eat(":") {
            return Ok(None);
        }
        let wrong = line.unexpected("zeropage or absolute");
        let (size, _) = line.name()?;
        match size.to_ascii_lowercase().as_str() {
            "zeropage" | "zp" | "direct" => Ok(Some(true)),
            "absolute" | "abs" | "near" => Ok(Some(false)),
            _ => Err(wrong),
        }
    }

    fn ranged(&mut self, line: &mut Cursor, low: i64, high: i64) -> Result<i64, Fault> {
        let at = line.at();
        let value = self.number(line)?;
        if (low..=high).contains(&value) {
            Ok(value)
        } else {
            Err(Fault::new(at, Problem::OutOfRange { value, low, high }))
        }
    }

    fn fill(&mut self, line: &mut Cursor) -> Result<Option<u8>, Fault> {
        if !line.eat(",") {
            return Ok(None);
        }
        Ok(u8::try_from(self.ranged(line, 0, 255)?).ok())
    }

    fn bytes(&mut self, line: &mut Cursor) -> Result<(), Fault> {
        loop {
            let at = line.at();
            if let Some(Kind::Text(text)) = line.peek().cloned() {
                line.next();
                self.segments[self.segment].emit(text.as_bytes(), at)?;
            } else {
                let value = self.expr(line)?;
                self.emit_value(Field::Byte, value, at)?;
            }
            if !line.eat(",") {
                return Ok(());
            }
        }
    }

    fn values(
        &mut self,
        line: &mut Cursor,
        field: Field,
        part: Option<UnaryOp>,
    ) -> Result<(), Fault> {
        loop {
            let at = line.at();
            let value = self.expr(line)?;
            let value = part.map_or(value.clone(), |op| Expr::unary(op, value));
            self.emit_value(field, value, at)?;
            if !line.eat(",") {
                return Ok(());
            }
        }
    }

    fn align(&mut self, at: Place, line: &mut Cursor) -> Result<(), Fault> {
        let value_at = line.at();
        let align = self.number(line)?;
        let fill = self.fill(line)?;
        if !(1..=MAX_ALIGN).contains(&align) || align.count_ones() != 1 {
            return Err(Fault::new(value_at, Problem::BadAlignment(align)));
        }
        self.align_to(align as usize, fill, at)
    }

    fn align_to(&mut self, align: usize, fill: Option<u8>, at: Place) -> Result<(), Fault> {
        let segment = &mut self.segments[self.segment];
        let gap = segment.bytes.len().next_multiple_of(align) - segment.bytes.len();
        segment.align = segment.align.max(align as u32);
        segment.reserve(gap, fill, at)
    }

    fn incbin(&mut self, line: &mut Cursor) -> Result<(), Fault> {
        let (name, at) = line.text()?;
        let bytes = self.reader.binary(&name, at)?;
        let offset = if line.eat(",") { self.number(line)? } else { 0 };
        let rest = bytes.len() as i64 - offset;
        let got = if line.eat(",") {
            self.number(line)?
        } else {
            rest
        };
        let range = usize::try_from(offset).ok().zip(usize::try_from(got).ok());
        let part = range.and_then(|(offset, got)| bytes.get(offset..offset.checked_add(got)?));
        let Some(part) = part else {
            let problem = Problem::IncbinRange {
                name: name.to_string(),
                offset,
                got,
                size: bytes.len(),
            };
            return Err(Fault::new(at, problem));
        };
        self.segments[self.segment].emit(part, at)
    }

    fn import(&mut self, line: &mut Cursor, zeropage: bool) -> Result<(), Fault> {
        loop {
            let (name, at) = line.name()?;
            let zeropage = self.address_size(line)?.unwrap_or(zeropage);
            let symbol = self.symbols.own(&name, at);
            self.define(symbol, at, Meaning::Imported { zeropage })?;
            if !line.eat(",") {
                return Ok(());
            }
        }
    }

    fn export(&mut self, line: &mut Cursor, zeropage: bool) -> Result<(), Fault> {
        loop {
            let (name, at) = line.name()?;
            let symbol = self.symbols.own(&name, at);
            let zeropage = self.address_size(line)?.unwrap_or(zeropage);
            if line.is_mark("=") || line.is_mark(":=") {
                let label = line.is_mark(":=");
                line.next();
                let value = self.expr(line)?;
                let value = self.symbols.expand(&value).map_err(|p| Fault::new(at, p))?;
                let meaning = if label {
                    Meaning::Label(value)
                } else {
                    Meaning::Equate(value)
                };
                self.define(symbol, at, meaning)?;
                self.symbols.anchor_at(symbol);
            }
            let entry = &mut self.symbols.entries[symbol];
            if matches!(entry.meaning, Meaning::Imported { .. }) {
                return Err(Fault::new(
                    at,
                    Problem::ImportedAndDefined(name.to_string()),
                ));
            }
            entry.exported = Some((zeropage, at));
            if !line.eat(",") {
                return Ok(());
            }
        }
    }

    fn global(&mut self, line: &mut Cursor, zeropage: bool) -> Result<(), Fault> {
        loop {
            let (name, at) = line.name()?;
            let zeropage = self.address_size(line)?.unwrap_or(zeropage);
            let symbol = self.symbols.own(&name, at);
            self.symbols.entries[symbol].global = Some(zeropage);
            if !line.eat(",") {
                return Ok(());
            }
        }
    }

    fn repeat_head(&mut self, line: &mut Cursor) -> Result<(i64, Option<Rc<str>>), Fault> {
        let times = self.ranged(line, 0, i64::from(u32::MAX))?;
        let counter = if line.eat(",") {
            Some(line.name()?.0)
        } else {
            None
        };
        line.end()?;
        Ok((times, counter))
    }

    fn assert(&mut self, at: Place, line: &mut Cursor) -> Result<(), Fault> {
        let condition: AsmExpr = self.expr(line)?;
        line.expect(",")?;
        let wrong = line.unexpected("error or lderror");
        let (action, _) = line.name()?;
        let at_link = match action.to_ascii_lowercase().as_str() {
            "error" => false,
            "lderror" => true,
            _ => return Err(wrong),
        };
        let message = if line.eat(",") {
            line.text()?.0.to_string()
        } else {
            "no message".to_owned()
        };
        self.checks.push(Check {
            condition,
            message,
            at,
            at_link,
        });
        Ok(())
    }

    fn leave_scope(
        &mut self,
        opener: &'static str,
        closer: &'static str,
        at: Place,
    ) -> Result<(), Fault> {
        match self.scopes.pop_if(|(open, _)| *open == opener) {
            Some(_) => {
                self.symbols.leave();
                Ok(())
            }
            None => Err(Fault::new(at, Problem::Unmatched(closer, opener))),
        }
    }
}
