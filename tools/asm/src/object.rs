//! Object files in memory: what the assembler makes, what other code can build without source, what the linker takes.

use crate::expr::{BinaryOp, Expr, UnaryOp};

/// Processors that objects are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// MOS 6502 and 6510: 16-bit addresses, low byte first.
    Mos6502,
    /// Motorola 68000: 24-bit addresses, high byte first, words at even addresses.
    M68000,
}

impl Machine {
    /// Bytes that its addresses reach.
    pub fn address_space(self) -> u32 {
        match self {
            Machine::Mos6502 => 0x1_0000,
            Machine::M68000 => 0x100_0000,
        }
    }

    /// Addresses of its words and instructions are multiples of this.
    pub fn word_alignment(self) -> u32 {
        match self {
            Machine::Mos6502 => 1,
            Machine::M68000 => 2,
        }
    }

    /// The field of two bytes with the high one first.
    pub fn high_byte_first(self) -> Field {
        match self {
            Machine::Mos6502 => Field::SwappedWord,
            Machine::M68000 => Field::Word,
        }
    }
}

/// Number of a section in its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SectionId(pub u32);

/// Number of a symbol in its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolId(pub u32);

/// What an expression in an object may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leaf {
    /// Value of a symbol.
    Symbol(SymbolId),
    /// Address of the section's first byte where it runs.
    Section(SectionId),
}

/// An expression in an object file.
pub type Value = Expr<Leaf>;

impl Value {
    /// The value of a symbol, plus a number.
    pub fn symbol(symbol: SymbolId, plus: i64) -> Value {
        Expr::binary(
            BinaryOp::Add,
            Expr::Leaf(Leaf::Symbol(symbol)),
            Expr::Number(plus),
        )
    }

    /// So many bytes before a section: where a table begins whose first entries nobody reads.
    pub fn before(section: SectionId, bytes: u32) -> Value {
        Expr::binary(
            BinaryOp::Subtract,
            Expr::Leaf(Leaf::Section(section)),
            Expr::Number(i64::from(bytes)),
        )
    }

    /// An address inside a section.
    pub fn place(section: SectionId, offset: u32) -> Value {
        Expr::binary(
            BinaryOp::Add,
            Expr::Leaf(Leaf::Section(section)),
            Expr::Number(i64::from(offset)),
        )
    }

    /// Bits 0-7.
    pub fn low(self) -> Value {
        Expr::unary(UnaryOp::LowByte, self)
    }

    /// Bits 8-15: on the 6502 the number of the page.
    pub fn high(self) -> Value {
        Expr::unary(UnaryOp::HighByte, self)
    }
}

/// How a value is stored in a section, and what range it must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// One byte, 0..=255.
    Byte,
    /// Two bytes in the machine's order, 0..=65535.
    Word,
    /// Two bytes in the other order, 0..=65535.
    SwappedWord,
    /// Four bytes in the machine's order.
    Long,
    /// One byte, distance from the byte after it to the address, -128..=127.
    Branch,
    /// Nothing is stored: what the value refers to is kept along with the section.
    None,
    /// One byte, with a sign or without: -128..=255.
    AnyByte,
    /// Two bytes, with a sign or without: -32768..=65535.
    AnyWord,
    /// Four bytes, with a sign or without.
    AnyLong,
    /// One byte, -128..=127.
    DisplacementByte,
    /// Two bytes, -32768..=32767.
    Displacement,
    /// Two bytes that the 68000 extends to an address: 0..=$7FFF, $FFFF8000..=$FFFFFFFF or, as it has 24 address
    /// lines, $FF8000..=$FFFFFF, or what is meant by a negative number.
    ShortAddress,
    /// Two bytes, distance of a branch from the field to the address.
    BranchWord,
    /// Two bytes, distance of data from the field to the address.
    PcWord,
    /// One byte, distance of data from the byte before it to the address.
    PcByte,
}

/// Why a value cannot be stored into a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It is not between these.
    Range { low: i64, high: i64 },
    /// A branch goes so many bytes too far.
    TooFar { excess: i64 },
    /// Data lies so many bytes too far from the instruction.
    TooFarAway { excess: i64 },
    /// An instruction cannot be there.
    OddTarget,
    /// A short branch to the instruction behind it.
    NextInstruction,
}

impl Field {
    /// Bytes it takes.
    pub fn size(self) -> u32 {
        match self {
            Field::None => 0,
            Field::Byte
            | Field::Branch
            | Field::AnyByte
            | Field::DisplacementByte
            | Field::PcByte => 1,
            Field::Word
            | Field::SwappedWord
            | Field::AnyWord
            | Field::Displacement
            | Field::ShortAddress
            | Field::BranchWord
            | Field::PcWord => 2,
            Field::Long | Field::AnyLong => 4,
        }
    }

    /// Lowest and highest value it takes.
    pub fn range(self) -> (i64, i64) {
        match self {
            Field::Byte => (0, 0xFF),
            Field::Word | Field::SwappedWord => (0, 0xFFFF),
            Field::Long => (0, 0xFFFF_FFFF),
            Field::Branch | Field::DisplacementByte | Field::PcByte => (-128, 127),
            Field::None => (i64::MIN, i64::MAX),
            Field::AnyByte => (-128, 0xFF),
            Field::AnyWord => (-0x8000, 0xFFFF),
            Field::AnyLong => (-0x8000_0000, 0xFFFF_FFFF),
            Field::Displacement | Field::ShortAddress | Field::BranchWord | Field::PcWord => {
                (-0x8000, 0x7FFF)
            }
        }
    }

    /// For distances: where they count from, in bytes behind the field.
    pub(crate) fn origin(self) -> Option<i64> {
        match self {
            Field::Branch => Some(1),
            Field::BranchWord | Field::PcWord => Some(0),
            Field::PcByte => Some(-1),
            Field::Byte
            | Field::Word
            | Field::SwappedWord
            | Field::Long
            | Field::None
            | Field::AnyByte
            | Field::AnyWord
            | Field::AnyLong
            | Field::DisplacementByte
            | Field::Displacement
            | Field::ShortAddress => None,
        }
    }

    /// Whether a number, or a distance, can be stored.
    pub(crate) fn check(self, machine: Machine, number: i64) -> Result<(), Unfit> {
        let (low, high) = self.range();
        let branch = matches!(self, Field::Branch | Field::BranchWord);
        if !(low..=high).contains(&number) {
            let high_memory = [0xFFFF_8000..=0xFFFF_FFFF, 0xFF_8000..=0xFF_FFFF];
            if self == Field::ShortAddress && high_memory.iter().any(|m| m.contains(&number)) {
                return Ok(());
            }
            let excess = (low - number).max(number - high);
            return Err(match self.origin() {
                Some(_) if branch => Unfit::TooFar { excess },
                Some(_) => Unfit::TooFarAway { excess },
                None => Unfit::Range { low, high },
            });
        }
        match machine {
            Machine::Mos6502 => Ok(()),
            Machine::M68000 if branch && number % 2 != 0 => Err(Unfit::OddTarget),
            Machine::M68000 if self == Field::Branch && number == 0 => Err(Unfit::NextInstruction),
            Machine::M68000 => Ok(()),
        }
    }

    /// Writes the low bits of a number into `target`, which is as long as the field.
    pub(crate) fn store(self, machine: Machine, number: i64, target: &mut [u8]) {
        let mut bytes = number.to_le_bytes();
        let bytes = &mut bytes[..self.size() as usize];
        let swap = match machine {
            Machine::Mos6502 => self == Field::SwappedWord,
            Machine::M68000 => self != Field::SwappedWord,
        };
        if swap {
            bytes.reverse();
        }
        target.copy_from_slice(bytes);
    }
}

/// A field of a section that the linker fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Bytes from the section's start.
    pub offset: u32,
    /// How it is stored.
    pub field: Field,
    /// What is stored.
    pub value: Value,
}

/// What a section holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Bytes that are part of the program.
    Bytes(Vec<u8>),
    /// So many bytes of memory, with nothing to load into them.
    Reserved(u32),
}

/// A piece of memory that is placed as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Name of the segment it belongs to; the link script says where that goes. Not unique.
    pub name: String,
    /// What it holds.
    pub contents: Contents,
    /// Its address is a multiple of this; at least 1.
    pub align: u32,
    /// It lies in the zero page.
    pub zeropage: bool,
    /// The fields to fill.
    pub relocations: Vec<Relocation>,
}

impl Section {
    /// A section of bytes that may lie anywhere.
    pub fn new(name: &str, bytes: Vec<u8>) -> Section {
        Section {
            name: name.to_owned(),
            contents: Contents::Bytes(bytes),
            align: 1,
            zeropage: false,
            relocations: Vec::new(),
        }
    }

    /// A section of bytes that starts a page of 256 bytes.
    pub fn page(name: &str, bytes: Vec<u8>) -> Section {
        Section {
            align: 256,
            ..Section::new(name, bytes)
        }
    }

    /// A section of memory with nothing to load into it.
    pub fn reserved(name: &str, size: u32) -> Section {
        Section {
            contents: Contents::Reserved(size),
            ..Section::new(name, Vec::new())
        }
    }

    /// Bytes it takes in memory.
    pub fn size(&self) -> u32 {
        match &self.contents {
            Contents::Bytes(bytes) => u32::try_from(bytes.len()).unwrap_or(u32::MAX),
            Contents::Reserved(size) => *size,
        }
    }
}

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Definition {
    /// Another object defines it.
    Imported,
    /// A number.
    Number(i64),
    /// A place in a section.
    Place(SectionId, u32),
    /// An expression, for instance over imported symbols.
    Computed(Value),
}

/// A name and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name; names of local symbols need not be unique.
    pub name: String,
    /// Other objects may refer to it (or define it, if it is imported).
    pub global: bool,
    /// Its value is an address in the zero page.
    pub zeropage: bool,
    /// What it stands for.
    pub definition: Definition,
}

/// A condition that must hold once everything is placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// Must not be 0.
    pub condition: Value,
    /// What to tell if it is.
    pub message: String,
    /// Index into [`Object::files`].
    pub file: u32,
    /// Line in that file, from 1.
    pub line: u32,
}

/// Where the bytes from an offset on (up to the next such record) were written in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The section.
    pub section: SectionId,
    /// Offset of the first byte.
    pub offset: u32,
    /// Index into [`Object::files`].
    pub file: u32,
    /// Line in that file, from 1.
    pub line: u32,
}

/// An object file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The processor.
    pub machine: Machine,
    /// Its sections, in order.
    pub sections: Vec<Section>,
    /// Its symbols.
    pub symbols: Vec<Symbol>,
    /// What must hold after linking.
    pub assertions: Vec<Assertion>,
    /// Names of source files, for messages and debuggers.
    pub files: Vec<String>,
    /// Where bytes come from, by section and offset.
    pub lines: Vec<Line>,
}

impl Object {
    /// An empty object.
    pub fn new(machine: Machine) -> Object {
        Object {
            machine,
            sections: Vec::new(),
            symbols: Vec::new(),
            assertions: Vec::new(),
            files: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Adds a section.
    pub fn add_section(&mut self, section: Section) -> SectionId {
        self.sections.push(section);
        SectionId(last_index(self.sections.len()))
    }

    /// Exports a name for a place in a section.
    pub fn define(&mut self, name: &str, section: SectionId, offset: u32) -> SymbolId {
        self.add_symbol(name, Definition::Place(section, offset))
    }

    /// Exports a name for a number.
    pub fn define_number(&mut self, name: &str, number: i64) -> SymbolId {
        self.add_symbol(name, Definition::Number(number))
    }

    /// Exports a name for an expression.
    pub fn define_value(&mut self, name: &str, value: Value) -> SymbolId {
        self.add_symbol(name, Definition::Computed(value))
    }

    /// A symbol that another object defines.
    pub fn import(&mut self, name: &str) -> SymbolId {
        self.add_symbol(name, Definition::Imported)
    }

    /// Lets the linker store `value` into the section.
    ///
    /// # Panics
    /// If the section is not one of this object.
    pub fn relocate(&mut self, section: SectionId, offset: u32, field: Field, value: Value) {
        self.sections[section.0 as usize]
            .relocations
            .push(Relocation {
                offset,
                field,
                value,
            });
    }

    fn add_symbol(&mut self, name: &str, definition: Definition) -> SymbolId {
        self.symbols.push(Symbol {
            name: name.to_owned(),
            global: true,
            zeropage: false,
            definition,
        });
        SymbolId(last_index(self.symbols.len()))
    }
}

fn last_index(len: usize) -> u32 {
    u32::try_from(len - 1).expect("objects hold fewer than 2^32 sections and symbols")
}
