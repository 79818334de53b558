//! Segments as they grow.

use crate::diagnostic::Problem;
use crate::expr::Expr;
use crate::language::EncodedField;
use crate::language::lexer::{Fault, Place};
use crate::language::symbols::{AsmExpr, place_in};
use crate::object::{Field, Machine};

/// A value to be stored when all names are known.
#[derive(Debug)]
pub(crate) struct Fixup {
    pub offset: usize,
    pub field: Field,
    pub value: AsmExpr,
    pub at: Place,
    /// Address of the field, if it is fixed by `.org`.
    pub fixed_address: Option<i64>,
    /// Number of the branch that wants a longer form if this does not reach.
    pub grows: Option<usize>,
}

/// One segment of the file being assembled.
#[derive(Debug)]
pub(crate) struct Segment {
    pub name: String,
    pub zeropage: bool,
    pub bytes: Vec<u8>,
    /// Something else than `.res` without a value has been put into it.
    pub has_bytes: bool,
    pub align: u32,
    pub fixups: Vec<Fixup>,
    /// Offset, file and line of each statement that put bytes here.
    pub lines: Vec<(usize, Place)>,
    /// Address minus offset after `.org`.
    pub org: Option<i64>,
    /// What follows belongs to it: the last statement is no jump.
    pub runs_on: bool,
    /// The part of the same segment that it runs on into.
    pub next: Option<usize>,
    /// Most bytes it may hold.
    pub limit: u32,
}

impl Segment {
    pub fn new(name: &str, zeropage: bool, limit: u32) -> Segment {
        Segment {
            name: name.to_owned(),
            zeropage,
            bytes: Vec::new(),
            has_bytes: false,
            align: 1,
            fixups: Vec::new(),
            lines: Vec::new(),
            org: None,
            runs_on: true,
            next: None,
            limit,
        }
    }

    /// Address of the next byte.
    pub fn here(&self, number: usize) -> AsmExpr {
        match self.org {
            Some(base) => Expr::Number(base + self.bytes.len() as i64),
            None => place_in(number, self.bytes.len()),
        }
    }

    /// Adds bytes that are part of the program.
    pub fn emit(&mut self, bytes: &[u8], at: Place) -> Result<(), Fault> {
        self.room(bytes.len(), at)?;
        self.runs_on = true;
        self.has_bytes |= !bytes.is_empty();
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Adds memory; `fill` makes it part of the program.
    pub fn reserve(&mut self, count: usize, fill: Option<u8>, at: Place) -> Result<(), Fault> {
        self.room(count, at)?;
        self.runs_on = true;
        self.has_bytes |= fill.is_some() && count > 0;
        self.bytes
            .resize(self.bytes.len() + count, fill.unwrap_or(0));
        Ok(())
    }

    /// Makes sure that words of the machine can be stored here.
    pub fn want_even(&mut self, machine: Machine, at: Place) -> Result<(), Fault> {
        let align = machine.word_alignment();
        self.align = self.align.max(align);
        let address = self.org.unwrap_or(0) + self.bytes.len() as i64;
        if address % i64::from(align) == 0 {
            Ok(())
        } else {
            Err(Fault::new(at, Problem::OddAddress))
        }
    }

    /// Lets a value be stored over bytes already there; `start` is the offset that the field's counts from.
    pub fn fix(&mut self, start: usize, field: EncodedField) {
        let offset = start + field.offset;
        self.fixups.push(Fixup {
            offset,
            field: field.field,
            value: field.value,
            at: field.at,
            fixed_address: self.org.map(|base| base + offset as i64),
            grows: field.grows,
        });
    }

    fn room(&mut self, more: usize, at: Place) -> Result<(), Fault> {
        let last = self.lines.last().map(|(_, p)| (p.file, p.line));
        if more > 0 && last != Some((at.file, at.line)) {
            self.lines.push((self.bytes.len(), at));
        }
        if more > self.limit as usize - self.bytes.len() {
            let problem = Problem::SegmentTooLarge {
                name: self.name.clone(),
                limit: self.limit,
            };
            return Err(Fault::new(at, problem));
        }
        Ok(())
    }
}
