//! Mnemonic and operands to bytes.

use super::operand::{Names, Operand, Reader, Register, Value};
use super::table::{GENERAL, INSTRUCTIONS, Instruction, Kind, Mode, Modes, Size};
use crate::cpu::Encoder;
use crate::diagnostic::Problem;
use crate::language::{AsmExpr, Context, Cursor, Encoded, EncodedField, Fault, Place, Word};
use crate::object::{Field, Machine};

/// The encoder, and what the source has named.
#[derive(Debug, Default)]
pub(crate) struct M68000 {
    names: Names,
}

/// The size behind a mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Nothing,
    Size(Size),
    /// `.s`, of branches.
    Short,
}

impl Encoder for M68000 {
    fn machine(&self) -> Machine {
        Machine::M68000
    }

    fn select(&mut self, model: &str) -> bool {
        model == "68000"
    }

    fn is_mnemonic(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        INSTRUCTIONS.iter().any(|i| i.condition(&name).is_some())
    }

    fn is_reserved(&self, name: &str) -> bool {
        self.names.register(name).is_some() || self.is_mnemonic(name)
    }

    fn name_register(&mut self, name: &str, register: &str) -> bool {
        let Some(Register::General(number)) = self.names.register(register) else {
            return false;
        };
        self.names.add(name, number);
        true
    }

    fn encode(
        &self,
        mnemonic: &str,
        at: Place,
        line: &mut Cursor,
        context: &mut Context<'_>,
    ) -> Result<Encoded, Fault> {
        let name = mnemonic.to_ascii_lowercase();
        let written = size(&name, line)?;
        let mut operands = Reader {
            names: &self.names,
            line,
            context,
        }
        .operands()?;
        for (operand, _) in &mut operands {
            shorten(operand, context);
        }
        let (row, condition, size) =
            choose(&name, written, &operands).map_err(|p| Fault::new(at, p))?;
        let mut builder = Builder {
            opcode: row.opcode | condition << 8 | size.map_or(0, |s| row.size_field.bits(s)),
            size,
            written,
            words: vec![0, 0],
            fields: Vec::new(),
            context,
        };
        // What belongs to the operation stands before what belongs to an address.
        for address in [false, true] {
            for (kind, (operand, at)) in row.operands.iter().zip(&operands) {
                if matches!(kind, Kind::Ea(_) | Kind::Destination(_)) == address {
                    builder.operand(*kind, operand, *at)?;
                }
            }
        }
        if row.operands == [Kind::List, Kind::Ea(Modes::STORE_MANY)]
            && matches!(operands.last(), Some((Operand::PreDecrement(_), _)))
        {
            // Going down, the list begins with a7.
            let list = u16::from_be_bytes([builder.words[2], builder.words[3]]).reverse_bits();
            builder.words[2..4].copy_from_slice(&list.to_be_bytes());
        }
        builder.words[..2].copy_from_slice(&builder.opcode.to_be_bytes());
        Ok(Encoded {
            bytes: builder.words,
            fields: builder.fields,
            leaves: matches!(row.mnemonic, "bra" | "jmp" | "rts" | "rte" | "rtr"),
        })
    }
}

fn size(name: &str, line: &mut Cursor) -> Result<Written, Fault> {
    let at = line.at();
    let Some(Word::Directive(word)) = line.peek().cloned() else {
        return Ok(Written::Nothing);
    };
    let written = match word.as_ref() {
        ".b" => Written::Size(Size::Byte),
        ".w" => Written::Size(Size::Word),
        ".l" => Written::Size(Size::Long),
        ".s" => Written::Short,
        other => {
            let problem = Problem::NoSuchSize {
                mnemonic: name.to_owned(),
                size: other.trim_start_matches('.').to_owned(),
            };
            return Err(Fault::new(at, problem));
        }
    };
    line.next();
    Ok(written)
}

/// An address whose value is known here gets the short form if a word reaches it.
fn shorten(operand: &mut Operand, context: &Context<'_>) {
    if let Operand::Absolute((value, at), width @ None) = operand {
        let known = context.symbols.number(value, *at);
        let short = known.is_ok_and(|n| Field::ShortAddress.check(Machine::M68000, n).is_ok());
        *width = Some(short);
    }
}

/// The row for what is written, with the number of the condition and the size.
fn choose(
    name: &str,
    written: Written,
    operands: &[(Operand, Place)],
) -> Result<(&'static Instruction, u16, Option<Size>), Problem> {
    let general = GENERAL.iter().find(|(general, _)| *general == name);
    let others = general.map_or(&[][..], |(_, others)| *others);
    let rows = std::iter::once(&name).chain(others).flat_map(|name| {
        INSTRUCTIONS
            .iter()
            .filter_map(|row| Some((row, row.condition(name)?)))
    });
    // How far the best row got: number of operands, size, operands one by one.
    let mut nearest = Problem::OperandCount {
        mnemonic: name.to_owned(),
    };
    let mut reached = 0;
    let mut miss = |step: usize, problem: Problem| {
        if step > reached {
            reached = step;
            nearest = problem;
        }
    };
    for (row, condition) in rows {
        if row.operands.len() != operands.len() {
            continue;
        }
        let Some(size) = size_for(row, written) else {
            let size = match written {
                Written::Size(size) => size.letter(),
                Written::Short | Written::Nothing => 's',
            };
            miss(
                1,
                Problem::NoSuchSize {
                    mnemonic: name.to_owned(),
                    size: size.to_string(),
                },
            );
            continue;
        };
        let wrong = row
            .operands
            .iter()
            .zip(operands)
            .position(|(kind, (operand, _))| !accepts(*kind, operand, size));
        if let Some(wrong) = wrong {
            let mode = operands[wrong].0.describe();
            let mnemonic = name.to_owned();
            miss(2 + wrong, Problem::NoSuchMode { mnemonic, mode });
            continue;
        }
        return Ok((row, condition, size));
    }
    Err(nearest)
}

/// The size a row is meant with; `None` if it cannot be.
fn size_for(row: &Instruction, written: Written) -> Option<Option<Size>> {
    let branch = row.operands == [Kind::Branch];
    match written {
        Written::Nothing if row.sizes.contains(&Size::Word) => Some(Some(Size::Word)),
        Written::Nothing => Some(row.sizes.first().copied()),
        Written::Size(size) if row.sizes.contains(&size) => Some(Some(size)),
        Written::Size(Size::Byte | Size::Word) | Written::Short if branch => Some(None),
        Written::Size(_) | Written::Short => None,
    }
}

fn accepts(kind: Kind, operand: &Operand, size: Option<Size>) -> bool {
    match (kind, operand) {
        (Kind::Ea(modes) | Kind::Destination(modes), operand) => {
            let byte_of_address =
                size == Some(Size::Byte) && matches!(operand, Operand::Address(_));
            operand.mode().is_some_and(|m| modes.has(m)) && !byte_of_address
        }
        (Kind::Data(_), Operand::Data(_))
        | (Kind::Address(_), Operand::Address(_))
        | (Kind::PostIncrement(_), Operand::PostIncrement(_))
        | (Kind::PreDecrement(_), Operand::PreDecrement(_))
        | (Kind::Displaced, Operand::Displacement(..) | Operand::Indirect(_))
        | (
            Kind::Immediate
            | Kind::Bit(_)
            | Kind::Quick
            | Kind::SignedByte
            | Kind::Vector
            | Kind::Displacement,
            Operand::Immediate(_),
        )
        | (Kind::Branch | Kind::BranchWord, Operand::Absolute(..))
        | (
            Kind::List,
            Operand::List(_) | Operand::Data(_) | Operand::Address(_) | Operand::Immediate(_),
        )
        | (Kind::Ccr, Operand::Ccr)
        | (Kind::Sr, Operand::Sr)
        | (Kind::Usp, Operand::Usp) => true,
        (
            Kind::Data(_)
            | Kind::Address(_)
            | Kind::PostIncrement(_)
            | Kind::PreDecrement(_)
            | Kind::Displaced
            | Kind::Immediate
            | Kind::Bit(_)
            | Kind::Quick
            | Kind::SignedByte
            | Kind::Vector
            | Kind::Displacement
            | Kind::Branch
            | Kind::BranchWord
            | Kind::List
            | Kind::Ccr
            | Kind::Sr
            | Kind::Usp,
            _,
        ) => false,
    }
}

/// An instruction as it grows.
struct Builder<'a, 'b> {
    opcode: u16,
    size: Option<Size>,
    written: Written,
    /// The opcode, which is put in last, and the words behind it.
    words: Vec<u8>,
    fields: Vec<EncodedField>,
    context: &'a mut Context<'b>,
}

impl Builder<'_, '_> {
    /// Lets a value be stored; what stands there already is made long enough for it.
    fn field(&mut self, offset: usize, field: Field, (value, at): &Value) {
        self.put(offset, field, value.clone(), *at, None);
    }

    fn put(
        &mut self,
        offset: usize,
        field: Field,
        value: AsmExpr,
        at: Place,
        grows: Option<usize>,
    ) {
        let end = (offset + field.size() as usize).max(self.words.len());
        self.words.resize(end, 0);
        self.fields.push(EncodedField {
            offset,
            field,
            value,
            at,
            grows,
        });
    }

    /// A number that is part of the opcode.
    fn number(&self, (value, at): &Value, low: i64, high: i64) -> Result<u16, Fault> {
        let value = self.context.symbols.number(value, *at)?;
        if (low..=high).contains(&value) {
            Ok(value as u16)
        } else {
            Err(Fault::new(*at, Problem::OutOfRange { value, low, high }))
        }
    }

    fn operand(&mut self, kind: Kind, operand: &Operand, at: Place) -> Result<(), Fault> {
        let end = self.words.len();
        match (kind, operand) {
            (Kind::Ea(_), operand) => self.opcode |= self.address(operand),
            (Kind::Destination(_), operand) => {
                let bits = self.address(operand);
                self.opcode |= (bits & 7) << 9 | (bits & 0x38) << 3;
            }
            (Kind::Data(shift), Operand::Data(n))
            | (Kind::Address(shift), Operand::Address(n))
            | (Kind::PostIncrement(shift), Operand::PostIncrement(n))
            | (Kind::PreDecrement(shift), Operand::PreDecrement(n)) => {
                self.opcode |= u16::from(*n) << shift;
            }
            (Kind::Displaced, Operand::Displacement(value, n)) => {
                self.opcode |= u16::from(*n);
                self.field(end, Field::Displacement, value);
            }
            (Kind::Displaced, Operand::Indirect(n)) => {
                self.opcode |= u16::from(*n);
                self.words.extend([0, 0]);
            }
            (Kind::Immediate, Operand::Immediate(value)) => self.immediate(value),
            (Kind::Displacement, Operand::Immediate(value)) => {
                self.field(end, Field::Displacement, value);
            }
            (Kind::Bit(last), Operand::Immediate(value)) => {
                let bit = self.number(value, 0, i64::from(last))?;
                self.words.extend(bit.to_be_bytes());
            }
            (Kind::Quick, Operand::Immediate(value)) => {
                self.opcode |= (self.number(value, 1, 8)? & 7) << 9;
            }
            (Kind::SignedByte, Operand::Immediate(value)) => {
                self.field(1, Field::DisplacementByte, value);
            }
            (Kind::Vector, Operand::Immediate(value)) => {
                self.opcode |= self.number(value, 0, 15)?
            }
            (Kind::Branch, Operand::Absolute(value, _)) => self.branch(value),
            (Kind::BranchWord, Operand::Absolute(value, _)) => {
                self.field(end, Field::BranchWord, value);
            }
            (Kind::List, operand) => {
                let list = match operand {
                    Operand::List(list) => *list,
                    Operand::Data(n) => 1 << n,
                    Operand::Address(n) => 0x100 << n,
                    Operand::Immediate(value) => self.number(value, 0, 0xFFFF)?,
                    _ => 0,
                };
                self.words.extend(list.to_be_bytes());
            }
            (Kind::Ccr | Kind::Sr | Kind::Usp, _) => {}
            // Rows are chosen by what they accept.
            _ => return Err(Fault::new(at, Problem::NotConstant)),
        }
        Ok(())
    }

    /// The six bits of an effective address, and the words behind the opcode.
    fn address(&mut self, operand: &Operand) -> u16 {
        let end = self.words.len();
        let bits = operand.mode().map_or(0, Mode::bits);
        match operand {
            Operand::Data(n)
            | Operand::Address(n)
            | Operand::Indirect(n)
            | Operand::PostIncrement(n)
            | Operand::PreDecrement(n) => bits | u16::from(*n),
            Operand::Displacement(value, n) => {
                self.field(end, Field::Displacement, value);
                bits | u16::from(*n)
            }
            Operand::Index(value, n, index) => {
                self.words.extend(index.0.to_be_bytes());
                self.field(end + 1, Field::DisplacementByte, value);
                bits | u16::from(*n)
            }
            Operand::Absolute(value, Some(true)) => {
                self.field(end, Field::ShortAddress, value);
                bits
            }
            Operand::Absolute(value, _) => {
                self.field(end, Field::Long, value);
                bits
            }
            Operand::PcDisplacement(value) => {
                self.field(end, Field::PcWord, value);
                bits
            }
            Operand::PcIndex(value, index) => {
                self.words.extend(index.0.to_be_bytes());
                self.field(end + 1, Field::PcByte, value);
                bits
            }
            Operand::Immediate(value) => {
                self.immediate(value);
                bits
            }
            Operand::List(_) | Operand::Ccr | Operand::Sr | Operand::Usp => bits,
        }
    }

    fn immediate(&mut self, value: &Value) {
        let end = self.words.len();
        match self.size {
            Some(Size::Byte) => {
                self.words.extend([0, 0]);
                self.field(end + 1, Field::AnyByte, value);
            }
            Some(Size::Long) => self.field(end, Field::AnyLong, value),
            Some(Size::Word) | None => self.field(end, Field::AnyWord, value),
        }
    }

    /// A branch, as short as it is told or as it can be.
    fn branch(&mut self, value: &Value) {
        let (far, grows) = match self.written {
            Written::Short | Written::Size(Size::Byte) => (false, None),
            Written::Size(Size::Word | Size::Long) => (true, None),
            Written::Nothing => {
                let (number, far) = self.context.branches.next();
                (far, (!far).then_some(number))
            }
        };
        if far {
            self.field(2, Field::BranchWord, value);
        } else {
            self.put(1, Field::Branch, value.0.clone(), value.1, grows);
        }
    }
}
