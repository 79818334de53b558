//! Reads operands.

use super::table::Mode;
use crate::diagnostic::Problem;
use crate::language::{AsmExpr, Context, Cursor, Fault, Place, Word};

/// A value and where it is written.
pub(super) type Value = (AsmExpr, Place);

/// Words that name registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Register {
    /// `d0` to `d7` are 0 to 7, `a0` to `a7` 8 to 15.
    General(u8),
    Pc,
    Ccr,
    Sr,
    Usp,
}

/// The index of an address, as the extension word holds it: kind, number and width of the register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Index(pub u16);

/// An operand as written.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Data(u8),
    Address(u8),
    Indirect(u8),
    PostIncrement(u8),
    PreDecrement(u8),
    Displacement(Value, u8),
    Index(Value, u8, Index),
    /// An address; true for `.w`, false for `.l`.
    Absolute(Value, Option<bool>),
    PcDisplacement(Value),
    PcIndex(Value, Index),
    Immediate(Value),
    /// Registers of `movem`, `d0` in bit 0.
    List(u16),
    Ccr,
    Sr,
    Usp,
}

impl Operand {
    /// The effective addressing mode, if it is one. An address without a width counts as a long one.
    pub fn mode(&self) -> Option<Mode> {
        Some(match self {
            Operand::Data(_) => Mode::Data,
            Operand::Address(_) => Mode::Address,
            Operand::Indirect(_) => Mode::Indirect,
            Operand::PostIncrement(_) => Mode::PostIncrement,
            Operand::PreDecrement(_) => Mode::PreDecrement,
            Operand::Displacement(..) => Mode::Displacement,
            Operand::Index(..) => Mode::Index,
            Operand::Absolute(_, Some(true)) => Mode::Short,
            Operand::Absolute(..) => Mode::Long,
            Operand::PcDisplacement(_) => Mode::PcDisplacement,
            Operand::PcIndex(..) => Mode::PcIndex,
            Operand::Immediate(_) => Mode::Immediate,
            Operand::List(_) | Operand::Ccr | Operand::Sr | Operand::Usp => return None,
        })
    }

    /// As a message names it.
    pub fn describe(&self) -> &'static str {
        match self {
            Operand::List(_) => "a list of registers",
            Operand::Ccr => "ccr",
            Operand::Sr => "sr",
            Operand::Usp => "usp",
            _ => self.mode().map_or("this operand", Mode::describe),
        }
    }
}

/// Names that a source has given to registers.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<(String, u8)>);

impl Names {
    /// Gives a register a name.
    pub fn add(&mut self, name: &str, register: u8) {
        self.0.push((name.to_owned(), register));
    }

    /// The register of that name.
    pub fn register(&self, name: &str) -> Option<Register> {
        if let Some((_, register)) = self.0.iter().find(|(n, _)| n == name) {
            return Some(Register::General(*register));
        }
        let name = name.to_ascii_lowercase();
        Some(match name.as_str() {
            "pc" => Register::Pc,
            "ccr" => Register::Ccr,
            "sr" => Register::Sr,
            "usp" => Register::Usp,
            "sp" => Register::General(15),
            _ => match name.as_bytes() {
                [b'd', n @ b'0'..=b'7'] => Register::General(n - b'0'),
                [b'a', n @ b'0'..=b'7'] => Register::General(n - b'0' + 8),
                _ => return None,
            },
        })
    }
}

/// Reads the operands of one instruction.
pub(super) struct Reader<'a, 'b, 'c> {
    pub names: &'a Names,
    pub line: &'a mut Cursor,
    pub context: &'b mut Context<'c>,
}

impl Reader<'_, '_, '_> {
    /// All operands to the end of the line.
    pub fn operands(&mut self) -> Result<Vec<(Operand, Place)>, Fault> {
        let mut list = Vec::new();
        if self.line.done() {
            return Ok(list);
        }
        loop {
            let at = self.line.at();
            list.push((self.operand()?, at));
            if !self.line.eat(",") {
                return Ok(list);
            }
        }
    }

    fn register_at(&self, ahead: usize) -> Option<Register> {
        match self.line.peek_at(ahead) {
            Some(Word::Name(name)) => self.names.register(name),
            _ => None,
        }
    }

    fn mark_at(&self, ahead: usize, mark: &str) -> bool {
        matches!(self.line.peek_at(ahead), Some(Word::Mark(m)) if *m == mark)
    }

    fn operand(&mut self) -> Result<Operand, Fault> {
        if self.line.eat("#") {
            return Ok(Operand::Immediate(self.value()?));
        }
        if let Some(register) = self.register_at(0) {
            if matches!(register, Register::General(_))
                && (self.mark_at(1, "-") || self.mark_at(1, "/"))
            {
                return self.list();
            }
            let pc = self.line.unexpected("an operand");
            self.line.next();
            return match register {
                Register::General(n) if n < 8 => Ok(Operand::Data(n)),
                Register::General(n) => Ok(Operand::Address(n - 8)),
                Register::Ccr => Ok(Operand::Ccr),
                Register::Sr => Ok(Operand::Sr),
                Register::Usp => Ok(Operand::Usp),
                Register::Pc => Err(pc),
            };
        }
        if self.mark_at(0, "-")
            && self.mark_at(1, "(")
            && self.mark_at(3, ")")
            && let Some(Register::General(n @ 8..)) = self.register_at(2)
        {
            for _ in 0..4 {
                self.line.next();
            }
            return Ok(Operand::PreDecrement(n - 8));
        }
        if self.mark_at(0, "(") && self.register_at(1).is_some() {
            return self.based(None);
        }
        if self.mark_at(0, "(") && self.comma_inside() {
            self.line.next();
            let value = self.value()?;
            self.line.expect(",")?;
            return self.base(Some(value));
        }
        let value = self.value()?;
        if self.mark_at(0, "(") {
            return self.based(Some(value));
        }
        let short = match self.line.peek() {
            Some(Word::Directive(d)) if d.as_ref() == ".w" => Some(true),
            Some(Word::Directive(d)) if d.as_ref() == ".l" => Some(false),
            _ => None,
        };
        if short.is_some() {
            self.line.next();
        }
        Ok(Operand::Absolute(value, short))
    }

    fn value(&mut self) -> Result<Value, Fault> {
        let at = self.line.at();
        Ok((self.context.expr(self.line)?, at))
    }

    /// True if the parenthesis here holds a comma of its own: `(4,a0)`, but not `(4+2)*2(a0)`.
    fn comma_inside(&self) -> bool {
        let mut depth = 0;
        for ahead in 0.. {
            match self.line.peek_at(ahead) {
                Some(Word::Mark("(")) => depth += 1,
                Some(Word::Mark(")")) if depth == 1 => return false,
                Some(Word::Mark(")")) => depth -= 1,
                Some(Word::Mark(",")) if depth == 1 => return true,
                None => return false,
                Some(_) => {}
            }
        }
        false
    }

    /// `(register …)`, behind a displacement or not.
    fn based(&mut self, displacement: Option<Value>) -> Result<Operand, Fault> {
        self.line.expect("(")?;
        self.base(displacement)
    }

    /// `register[,index])` and what may follow it.
    fn base(&mut self, displacement: Option<Value>) -> Result<Operand, Fault> {
        let at = self.line.at();
        let wrong = self.line.unexpected("an address register or pc");
        let base = match self.register_at(0) {
            Some(Register::General(n @ 8..)) => Some(n - 8),
            Some(Register::Pc) => None,
            _ => return Err(wrong),
        };
        self.line.next();
        let index = if self.line.eat(",") {
            Some(self.index()?)
        } else {
            None
        };
        self.line.expect(")")?;
        let nothing = || (AsmExpr::Number(0), at);
        Ok(match (base, index, displacement) {
            (Some(base), None, None) if self.line.eat("+") => Operand::PostIncrement(base),
            (Some(base), None, None) => Operand::Indirect(base),
            (Some(base), None, Some(value)) => Operand::Displacement(value, base),
            (Some(base), Some(index), value) => {
                Operand::Index(value.unwrap_or_else(nothing), base, index)
            }
            (None, None, Some(value)) => Operand::PcDisplacement(value),
            (None, Some(index), Some(value)) => Operand::PcIndex(value, index),
            (None, _, None) => return Err(wrong),
        })
    }

    /// `d1.w`: without a width, the low word.
    fn index(&mut self) -> Result<Index, Fault> {
        let wrong = self.line.unexpected("an index register");
        let Some(Register::General(n)) = self.register_at(0) else {
            return Err(wrong);
        };
        self.line.next();
        let long = match self.line.peek() {
            Some(Word::Directive(d)) if d.as_ref() == ".w" => Some(0),
            Some(Word::Directive(d)) if d.as_ref() == ".l" => Some(0x0800),
            _ => None,
        };
        if long.is_some() {
            self.line.next();
        }
        Ok(Index(u16::from(n) << 12 | long.unwrap_or(0)))
    }

    /// `d0-d3/a0/a2-a6`
    fn list(&mut self) -> Result<Operand, Fault> {
        let mut list = 0u16;
        loop {
            let first = self.general()?;
            let mut last = first;
            if self.line.eat("-") {
                let at = self.line.at();
                last = self.general()?;
                if last < first {
                    return Err(Fault::new(at, Problem::RegisterOrder));
                }
            }
            for n in first..=last {
                list |= 1 << n;
            }
            if !self.line.eat("/") {
                return Ok(Operand::List(list));
            }
        }
    }

    fn general(&mut self) -> Result<u8, Fault> {
        match self.register_at(0) {
            Some(Register::General(n)) => {
                self.line.next();
                Ok(n)
            }
            _ => Err(self.line.unexpected("a register")),
        }
    }
}
