//! Bytes to object.

use super::records::{Checks, Lines};
use super::{
    CHECK_SECTION, EM_68K, EM_MOS, EXPR_SECTION, FIELDS, LINE_SECTION, R_COMPUTED,
    SHF_MOS_ZEROPAGE, SHN_COMPUTED, STO_ZEROPAGE, endian, postfix, simple_types,
};
use crate::expr::Expr;
use crate::object::{
    Assertion, Contents, Definition, Field, Leaf, Line, Machine, Object, Relocation, Section,
    SectionId, Symbol, SymbolId, Value,
};
use binrw::BinRead;
use goblin::elf::header::ET_REL;
use goblin::elf::section_header::{SHF_ALLOC, SHN_ABS, SHN_UNDEF, SHT_NOBITS};
use goblin::elf::sym::{STB_LOCAL, STT_SECTION, st_bind, st_type};
use goblin::elf::{Elf, Reloc, SectionHeader};
use std::io::Cursor;
use thiserror::Error;

/// Most memory that a section may reserve: more than any machine has, little enough to be allocated.
const MAX_SECTION: u64 = 1 << 26;

/// Why a file is not an object that can be linked.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the message says what each one means")]
pub enum ElfError {
    #[error("file is not ELF")]
    NotElf(#[from] goblin::error::Error),
    #[error("ELF file is not a relocatable object of 32 bits")]
    NotRelocatable,
    #[error("object is for machine {0}, which is not known")]
    UnknownMachine(u16),
    #[error("section {0} lies outside the file or is too large")]
    SectionOutside(String),
    #[error("section {0} cannot be read")]
    BadSection(&'static str),
    #[error("alignment {align} of section {section} is not a power of 2 up to 65536")]
    BadAlignment { section: String, align: u64 },
    #[error("symbol {0} is in a section that is not part of the program")]
    BadSymbol(String),
    #[error("expression at {0} cannot be read")]
    BadExpression(u64),
    #[error("relocation of section {section} at {offset} has type {kind}, which is not known")]
    UnknownRelocation {
        section: String,
        offset: u64,
        kind: u32,
    },
    #[error("relocation of section {section} at {offset} lies outside it")]
    RelocationOutside { section: String, offset: u64 },
    #[error("{what} refers to number {number}, which the file does not have")]
    BadReference { what: &'static str, number: u64 },
}

impl Object {
    /// Reads an ELF32 relocatable file.
    ///
    /// # Errors
    /// If it is not one, or not one that [`Object::to_elf`] could have written.
    pub fn from_elf(bytes: &[u8]) -> Result<Object, ElfError> {
        let elf = Elf::parse(bytes)?;
        if elf.is_64 || elf.header.e_type != ET_REL {
            return Err(ElfError::NotRelocatable);
        }
        let machine = match elf.header.e_machine {
            EM_MOS => Machine::Mos6502,
            EM_68K => Machine::M68000,
            other => return Err(ElfError::UnknownMachine(other)),
        };
        let mut reader = Reader {
            bytes,
            elf: &elf,
            expressions: &[],
            sections: vec![None; elf.section_headers.len()],
            symbols: vec![None; elf.syms.len()],
            object: Object::new(machine),
        };
        reader.expressions = reader.own_section(EXPR_SECTION)?;
        reader.sections()?;
        reader.symbols()?;
        reader.relocations()?;
        reader.checks()?;
        reader.lines()?;
        Ok(reader.object)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    elf: &'a Elf<'a>,
    expressions: &'a [u8],
    /// By number in the file: number in the object.
    sections: Vec<Option<SectionId>>,
    symbols: Vec<Option<Leaf>>,
    object: Object,
}

impl<'a> Reader<'a> {
    fn name(&self, header: &SectionHeader) -> String {
        self.elf
            .shdr_strtab
            .get_at(header.sh_name)
            .unwrap_or_default()
            .to_owned()
    }

    fn content(&self, header: &SectionHeader) -> Result<&'a [u8], ElfError> {
        let start = usize::try_from(header.sh_offset).ok();
        let size = usize::try_from(header.sh_size).ok();
        start
            .zip(size)
            .and_then(|(start, size)| self.bytes.get(start..start.checked_add(size)?))
            .ok_or_else(|| ElfError::SectionOutside(self.name(header)))
    }

    fn own_section(&self, name: &str) -> Result<&'a [u8], ElfError> {
        let found = self
            .elf
            .section_headers
            .iter()
            .find(|h| self.name(h) == name);
        found.map_or(Ok(&[]), |header| self.content(header))
    }

    fn sections(&mut self) -> Result<(), ElfError> {
        let elf = self.elf;
        for (number, header) in elf.section_headers.iter().enumerate() {
            if header.sh_flags & u64::from(SHF_ALLOC) == 0 {
                continue;
            }
            let name = self.name(header);
            let contents = if header.sh_type == SHT_NOBITS {
                if header.sh_size > MAX_SECTION {
                    return Err(ElfError::SectionOutside(name));
                }
                Contents::Reserved(header.sh_size as u32)
            } else {
                Contents::Bytes(self.content(header)?.to_vec())
            };
            let align = header.sh_addralign.max(1);
            if align > 0x1_0000 || !align.is_power_of_two() {
                return Err(ElfError::BadAlignment {
                    section: name,
                    align,
                });
            }
            let section = Section {
                name,
                contents,
                align: align as u32,
                zeropage: header.sh_flags & u64::from(SHF_MOS_ZEROPAGE) != 0,
                relocations: Vec::new(),
            };
            self.sections[number] = Some(self.object.add_section(section));
        }
        Ok(())
    }

    fn section(&self, what: &'static str, number: usize) -> Result<SectionId, ElfError> {
        let found = self.sections.get(number).copied().flatten();
        found.ok_or(ElfError::BadReference {
            what,
            number: number as u64,
        })
    }

    fn symbols(&mut self) -> Result<(), ElfError> {
        let elf = self.elf;
        // Expressions may refer to later symbols: numbers are given first.
        let mut next = 0;
        for (number, symbol) in elf.syms.iter().enumerate().skip(1) {
            self.symbols[number] = Some(if st_type(symbol.st_info) == STT_SECTION {
                Leaf::Section(self.section("symbol", symbol.st_shndx)?)
            } else {
                next += 1;
                Leaf::Symbol(SymbolId(next - 1))
            });
        }
        for symbol in elf
            .syms
            .iter()
            .skip(1)
            .filter(|s| st_type(s.st_info) != STT_SECTION)
        {
            let name = elf
                .strtab
                .get_at(symbol.st_name)
                .unwrap_or_default()
                .to_owned();
            let definition = match symbol.st_shndx {
                n if n == SHN_UNDEF as usize => Definition::Imported,
                n if n == SHN_ABS as usize => Definition::Number(symbol.st_value as i64),
                n if n == usize::from(SHN_COMPUTED) => match self.expression(symbol.st_value)? {
                    Expr::Number(n) => Definition::Number(n),
                    value => Definition::Computed(value),
                },
                n => {
                    let section = self.sections.get(n).copied().flatten();
                    let section = section.ok_or_else(|| ElfError::BadSymbol(name.clone()))?;
                    Definition::Place(section, symbol.st_value as u32)
                }
            };
            self.object.symbols.push(Symbol {
                name,
                global: st_bind(symbol.st_info) != STB_LOCAL,
                zeropage: symbol.st_other & STO_ZEROPAGE != 0,
                definition,
            });
        }
        Ok(())
    }

    /// The expression at an offset, with the numbers of the object in it.
    fn expression(&self, offset: u64) -> Result<Value, ElfError> {
        let start = usize::try_from(offset).map_err(|_| ElfError::BadExpression(offset))?;
        let value =
            postfix::read(self.expressions, start).ok_or(ElfError::BadExpression(offset))?;
        self.renumber(value)
    }

    fn renumber(&self, value: Value) -> Result<Value, ElfError> {
        Ok(match value {
            Expr::Number(_) => value,
            Expr::Leaf(Leaf::Symbol(s)) => Expr::Leaf(self.leaf(s.0 as usize)?),
            Expr::Leaf(Leaf::Section(s)) => {
                Expr::Leaf(Leaf::Section(self.section("expression", s.0 as usize)?))
            }
            Expr::Unary(op, x) => Expr::unary(op, self.renumber(*x)?),
            Expr::Binary(op, x, y) => Expr::binary(op, self.renumber(*x)?, self.renumber(*y)?),
        })
    }

    fn leaf(&self, number: usize) -> Result<Leaf, ElfError> {
        let found = self.symbols.get(number).copied().flatten();
        found.ok_or(ElfError::BadReference {
            what: "relocation or expression",
            number: number as u64,
        })
    }

    fn relocations(&mut self) -> Result<(), ElfError> {
        let elf = self.elf;
        for (header, relocations) in &elf.shdr_relocs {
            let target = elf
                .section_headers
                .get(*header)
                .map_or(0, |h| h.sh_info as usize);
            let id = self.section("relocation", target)?;
            for record in relocations {
                let relocation = self.relocation(id, &record)?;
                self.object.sections[id.0 as usize]
                    .relocations
                    .push(relocation);
            }
        }
        Ok(())
    }

    fn relocation(&self, id: SectionId, record: &Reloc) -> Result<Relocation, ElfError> {
        let section = &self.object.sections[id.0 as usize];
        let addend = record.r_addend.unwrap_or(0);
        let simple = simple_types(self.object.machine)
            .iter()
            .find(|s| s.kind == record.r_type);
        let (field, value) = match (simple, record.r_type) {
            (Some(simple), _) => {
                let sum = Expr::binary(
                    crate::expr::BinaryOp::Add,
                    Expr::Leaf(self.leaf(record.r_sym)?),
                    Expr::Number(addend.wrapping_sub(simple.bias)),
                )
                .fold();
                let value = match simple.part {
                    Some(op) => Expr::unary(op, sum),
                    None => sum,
                };
                (simple.field, value)
            }
            (None, kind) => {
                let field = kind
                    .checked_sub(R_COMPUTED)
                    .and_then(|n| FIELDS.get(n as usize));
                let Some(field) = field else {
                    let (section, offset) = (section.name.clone(), record.r_offset);
                    return Err(ElfError::UnknownRelocation {
                        section,
                        offset,
                        kind,
                    });
                };
                (*field, self.expression(addend as u64)?)
            }
        };
        let inside = match &section.contents {
            Contents::Bytes(bytes) => {
                record.r_offset.saturating_add(u64::from(field.size())) <= bytes.len() as u64
            }
            Contents::Reserved(_) => field == Field::None,
        };
        if !inside {
            let (section, offset) = (section.name.clone(), record.r_offset);
            return Err(ElfError::RelocationOutside { section, offset });
        }
        Ok(Relocation {
            offset: record.r_offset as u32,
            field,
            value,
        })
    }

    fn checks(&mut self) -> Result<(), ElfError> {
        let bytes = self.own_section(CHECK_SECTION)?;
        if bytes.is_empty() {
            return Ok(());
        }
        let checks = Checks::read_options(&mut Cursor::new(bytes), endian(self.object.machine), ())
            .map_err(|_| ElfError::BadSection(CHECK_SECTION))?;
        for check in checks.checks {
            let condition = self.expression(u64::from(check.condition))?;
            let message = check.message.to_string();
            let (file, line) = (check.file, check.line);
            self.object.assertions.push(Assertion {
                condition,
                message,
                file,
                line,
            });
        }
        Ok(())
    }

    fn lines(&mut self) -> Result<(), ElfError> {
        let bytes = self.own_section(LINE_SECTION)?;
        if bytes.is_empty() {
            return Ok(());
        }
        let lines = Lines::read_options(&mut Cursor::new(bytes), endian(self.object.machine), ())
            .map_err(|_| ElfError::BadSection(LINE_SECTION))?;
        self.object.files = lines.files.iter().map(ToString::to_string).collect();
        for line in lines.lines {
            let section = self.section("line", line.section as usize)?;
            let (offset, file, line) = (line.offset, line.file, line.line);
            self.object.lines.push(Line {
                section,
                offset,
                file,
                line,
            });
        }
        Ok(())
    }
}
