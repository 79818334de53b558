//! Object to bytes.

use super::records::{
    Check, Checks, EHDR_SIZE, Header, LineRecord, Lines, RELA_SIZE, RelocationRecord, SHDR_SIZE,
    SYM_SIZE, SectionHeader, SymbolRecord,
};
use super::{
    CHECK_SECTION, EXPR_SECTION, FIELDS, LINE_SECTION, R_COMPUTED, SHF_MOS_ZEROPAGE, SHN_COMPUTED,
    STO_ZEROPAGE, endian, machine_number, postfix, simple_types,
};
use crate::expr::{Expr, Linear};
use crate::object::{Contents, Definition, Leaf, Object, Relocation, Value};
use binrw::BinWrite;
use goblin::elf::header::{ET_REL, EV_CURRENT};
use goblin::elf::section_header::{
    SHF_ALLOC, SHN_ABS, SHN_UNDEF, SHT_NOBITS, SHT_PROGBITS, SHT_RELA, SHT_STRTAB, SHT_SYMTAB,
};
use goblin::elf::sym::{STB_GLOBAL, STB_LOCAL, STT_NOTYPE, STT_SECTION};
use std::io::Cursor;

impl Object {
    /// The object as an ELF32 relocatable file.
    ///
    /// # Panics
    /// If a relocation, symbol or line refers to a section or symbol that the object does not have.
    pub fn to_elf(&self) -> Vec<u8> {
        Writer::new(self).file()
    }
}

/// A table of strings, each ended by 0; 0 is the empty one.
struct Strings(Vec<u8>);

impl Strings {
    fn new() -> Strings {
        Strings(vec![0])
    }

    fn add(&mut self, text: &str) -> u32 {
        let offset = self.0.len() as u32;
        // A 0 inside would end it early.
        self.0.extend(text.bytes().filter(|b| *b != 0));
        self.0.push(0);
        offset
    }
}

struct Writer<'a> {
    object: &'a Object,
    /// By number of the object: number of the symbol in the file.
    symbol_numbers: Vec<u32>,
    expressions: Vec<u8>,
    names: Strings,
    headers: Vec<SectionHeader>,
    /// Everything between the header of the file and those of the sections.
    body: Vec<u8>,
}

/// Number of a section of the object in the file: the first one there is empty.
fn section_number(section: u32) -> u32 {
    section + 1
}

impl<'a> Writer<'a> {
    fn new(object: &'a Object) -> Writer<'a> {
        // The empty symbol and one for each section come first, then local ones, then global ones.
        let mut symbol_numbers = vec![0; object.symbols.len()];
        let mut next = 1 + object.sections.len() as u32;
        for global in [false, true] {
            for (symbol, number) in object.symbols.iter().zip(&mut symbol_numbers) {
                if symbol.global == global {
                    *number = next;
                    next += 1;
                }
            }
        }
        Writer {
            object,
            symbol_numbers,
            expressions: Vec::new(),
            names: Strings::new(),
            headers: vec![SectionHeader::default()],
            body: Vec::new(),
        }
    }

    fn bytes<T>(&self, records: &[T]) -> Vec<u8>
    where
        for<'b> T: BinWrite<Args<'b> = ()>,
    {
        let mut out = Cursor::new(Vec::new());
        for record in records {
            record
                .write_options(&mut out, endian(self.object.machine), ())
                .expect("writing to memory does not fail");
        }
        out.into_inner()
    }

    fn add(&mut self, name: &str, header: SectionHeader, content: &[u8]) -> u32 {
        self.body.resize(self.body.len().next_multiple_of(4), 0);
        let size = if header.sh_type == SHT_NOBITS {
            header.sh_size
        } else {
            content.len() as u32
        };
        self.headers.push(SectionHeader {
            sh_name: self.names.add(name),
            sh_offset: EHDR_SIZE + self.body.len() as u32,
            sh_size: size,
            ..header
        });
        self.body.extend_from_slice(content);
        self.headers.len() as u32 - 1
    }

    fn expression(&mut self, value: &Value) -> u32 {
        let offset = self.expressions.len() as u32;
        let symbols = &self.symbol_numbers;
        let number = |leaf| match leaf {
            Leaf::Symbol(s) => symbols[s.0 as usize],
            Leaf::Section(s) => section_number(s.0),
        };
        postfix::write(value, &number, &mut self.expressions);
        offset
    }

    /// Number of the symbol that stands for a leaf.
    fn leaf_symbol(&self, leaf: Leaf) -> u32 {
        match leaf {
            Leaf::Symbol(s) => self.symbol_numbers[s.0 as usize],
            // The symbols of sections have the numbers of the sections.
            Leaf::Section(s) => section_number(s.0),
        }
    }

    fn relocation(&mut self, relocation: &Relocation) -> RelocationRecord {
        let value = relocation.value.fold();
        let (part, inner) = match &value {
            Expr::Unary(op, inner) => (Some(*op), inner.as_ref()),
            other => (None, other),
        };
        let simple = simple_types(self.object.machine)
            .iter()
            .find(|s| s.field == relocation.field && s.part == part);
        let linear = Linear::of(inner);
        let single = linear.as_ref().and_then(Linear::single);
        let simple = simple.zip(single).and_then(|(simple, (leaf, n))| {
            let addend = i32::try_from(n.checked_add(simple.bias)?).ok()?;
            Some((simple.kind, (*leaf, addend)))
        });
        let (symbol, kind, addend) = match simple {
            Some((kind, (leaf, addend))) => (self.leaf_symbol(leaf), kind, addend),
            None => {
                let field = FIELDS
                    .iter()
                    .position(|f| *f == relocation.field)
                    .unwrap_or(0);
                (0, R_COMPUTED + field as u32, self.expression(&value) as i32)
            }
        };
        RelocationRecord {
            r_offset: relocation.offset,
            r_info: symbol << 8 | kind,
            r_addend: addend,
        }
    }

    fn symbols(&mut self, strings: &mut Strings) -> Vec<SymbolRecord> {
        let mut records = vec![SymbolRecord::default()];
        for number in 0..self.object.sections.len() as u32 {
            let st_shndx = section_number(number) as u16;
            let st_info = STB_LOCAL << 4 | STT_SECTION;
            records.push(SymbolRecord {
                st_info,
                st_shndx,
                ..SymbolRecord::default()
            });
        }
        for global in [false, true] {
            for symbol in self.object.symbols.iter().filter(|s| s.global == global) {
                let (st_shndx, st_value) = match &symbol.definition {
                    Definition::Imported => (SHN_UNDEF as u16, 0),
                    Definition::Place(section, offset) => {
                        (section_number(section.0) as u16, *offset)
                    }
                    Definition::Number(n) => match u32::try_from(*n) {
                        Ok(n) => (SHN_ABS as u16, n),
                        Err(_) => (SHN_COMPUTED, self.expression(&Expr::Number(*n))),
                    },
                    Definition::Computed(value) => (SHN_COMPUTED, self.expression(value)),
                };
                let bind = if global { STB_GLOBAL } else { STB_LOCAL };
                records.push(SymbolRecord {
                    st_name: strings.add(&symbol.name),
                    st_value,
                    st_size: 0,
                    st_info: bind << 4 | STT_NOTYPE,
                    st_other: if symbol.zeropage { STO_ZEROPAGE } else { 0 },
                    st_shndx,
                });
            }
        }
        records
    }

    fn file(mut self) -> Vec<u8> {
        let object = self.object;
        for section in &object.sections {
            let (sh_type, content): (u32, &[u8]) = match &section.contents {
                Contents::Bytes(bytes) => (SHT_PROGBITS, bytes),
                Contents::Reserved(_) => (SHT_NOBITS, &[]),
            };
            let zeropage = if section.zeropage {
                SHF_MOS_ZEROPAGE
            } else {
                0
            };
            let header = SectionHeader {
                sh_type,
                sh_flags: SHF_ALLOC | zeropage,
                sh_size: section.size(),
                sh_addralign: section.align,
                ..SectionHeader::default()
            };
            self.add(&section.name, header, content);
        }
        let mut strings = Strings::new();
        let symbols = self.symbols(&mut strings);
        let locals =
            1 + object.sections.len() + object.symbols.iter().filter(|s| !s.global).count();
        let symbol_bytes = self.bytes(&symbols);
        let header = SectionHeader {
            sh_type: SHT_SYMTAB,
            // The strings follow at once.
            sh_link: self.headers.len() as u32 + 1,
            sh_info: locals as u32,
            sh_addralign: 4,
            sh_entsize: SYM_SIZE,
            ..SectionHeader::default()
        };
        let symtab = self.add(".symtab", header, &symbol_bytes);
        let header = SectionHeader {
            sh_type: SHT_STRTAB,
            ..SectionHeader::default()
        };
        self.add(".strtab", header, &strings.0);
        for (number, section) in object.sections.iter().enumerate() {
            if section.relocations.is_empty() {
                continue;
            }
            let records: Vec<_> = section
                .relocations
                .iter()
                .map(|r| self.relocation(r))
                .collect();
            let content = self.bytes(&records);
            let header = SectionHeader {
                sh_type: SHT_RELA,
                sh_link: symtab,
                sh_info: section_number(number as u32),
                sh_addralign: 4,
                sh_entsize: RELA_SIZE,
                ..SectionHeader::default()
            };
            self.add(&format!(".rela.{}", section.name), header, &content);
        }
        self.own_sections();
        self.finish()
    }

    fn own_sections(&mut self) {
        let plain = || SectionHeader {
            sh_type: SHT_PROGBITS,
            ..SectionHeader::default()
        };
        let object = self.object;
        let checks = object
            .assertions
            .iter()
            .map(|a| Check {
                condition: self.expression(&a.condition),
                file: a.file,
                line: a.line,
                message: a.message.as_str().into(),
            })
            .collect();
        let lines = Lines {
            files: object.files.iter().map(|f| f.as_str().into()).collect(),
            lines: object
                .lines
                .iter()
                .map(|l| LineRecord {
                    section: section_number(l.section.0),
                    offset: l.offset,
                    file: l.file,
                    line: l.line,
                })
                .collect(),
        };
        let checks = self.bytes(&[Checks { checks }]);
        let lines = self.bytes(&[lines]);
        self.add(CHECK_SECTION, plain(), &checks);
        self.add(LINE_SECTION, plain(), &lines);
        let expressions = std::mem::take(&mut self.expressions);
        self.add(EXPR_SECTION, plain(), &expressions);
    }

    fn finish(mut self) -> Vec<u8> {
        let own_name = self.names.add(".shstrtab");
        let names = std::mem::take(&mut self.names.0);
        let header = SectionHeader {
            sh_type: SHT_STRTAB,
            ..SectionHeader::default()
        };
        let shstrndx = self.add("", header, &names);
        if let Some(last) = self.headers.last_mut() {
            last.sh_name = own_name;
        }
        self.body.resize(self.body.len().next_multiple_of(4), 0);
        let data = match endian(self.object.machine) {
            binrw::Endian::Little => 1,
            binrw::Endian::Big => 2,
        };
        let header = Header {
            ident: [1, data, EV_CURRENT, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            e_type: ET_REL,
            e_machine: machine_number(self.object.machine),
            e_version: u32::from(EV_CURRENT),
            e_entry: 0,
            e_phoff: 0,
            e_shoff: EHDR_SIZE + self.body.len() as u32,
            e_flags: 0,
            e_ehsize: EHDR_SIZE as u16,
            e_phentsize: 0,
            e_phnum: 0,
            e_shentsize: SHDR_SIZE as u16,
            e_shnum: self.headers.len() as u16,
            e_shstrndx: shstrndx as u16,
        };
        let mut file = self.bytes(&[header]);
        file.extend_from_slice(&self.body);
        file.extend(self.bytes(&self.headers));
        file
    }
}
