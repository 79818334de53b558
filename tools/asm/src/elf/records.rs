//! The records of an ELF32 file, and of our own sections.

use binrw::{BinRead, BinWrite, NullString, binrw};

pub(super) const EHDR_SIZE: u32 = 52;
pub(super) const SHDR_SIZE: u32 = 40;
pub(super) const SYM_SIZE: u32 = 16;
pub(super) const RELA_SIZE: u32 = 12;

/// `Elf32_Ehdr`
#[derive(BinWrite)]
#[bw(magic = b"\x7FELF")]
pub(super) struct Header {
    /// 32 bits, byte order, version, no system; then padding.
    pub ident: [u8; 12],
    pub e_type: u16,
    pub e_machine: u16,
    pub e_version: u32,
    pub e_entry: u32,
    pub e_phoff: u32,
    pub e_shoff: u32,
    pub e_flags: u32,
    pub e_ehsize: u16,
    pub e_phentsize: u16,
    pub e_phnum: u16,
    pub e_shentsize: u16,
    pub e_shnum: u16,
    pub e_shstrndx: u16,
}

/// `Elf32_Shdr`
#[derive(BinWrite, Default)]
pub(super) struct SectionHeader {
    pub sh_name: u32,
    pub sh_type: u32,
    pub sh_flags: u32,
    pub sh_addr: u32,
    pub sh_offset: u32,
    pub sh_size: u32,
    pub sh_link: u32,
    pub sh_info: u32,
    pub sh_addralign: u32,
    pub sh_entsize: u32,
}

/// `Elf32_Sym`
#[derive(BinWrite, Default)]
pub(super) struct SymbolRecord {
    pub st_name: u32,
    pub st_value: u32,
    pub st_size: u32,
    pub st_info: u8,
    pub st_other: u8,
    pub st_shndx: u16,
}

/// `Elf32_Rela`
#[derive(BinWrite)]
pub(super) struct RelocationRecord {
    pub r_offset: u32,
    pub r_info: u32,
    pub r_addend: i32,
}

/// Content of `.hexfront.checks`.
#[binrw]
pub(super) struct Checks {
    #[bw(calc = checks.len() as u32)]
    count: u32,
    #[br(count = count)]
    pub checks: Vec<Check>,
}

#[derive(BinRead, BinWrite)]
pub(super) struct Check {
    /// Offset in the expression section.
    pub condition: u32,
    pub file: u32,
    pub line: u32,
    pub message: NullString,
}

/// Content of `.hexfront.lines`.
#[binrw]
pub(super) struct Lines {
    #[bw(calc = files.len() as u32)]
    file_count: u32,
    #[br(count = file_count)]
    pub files: Vec<NullString>,
    #[bw(calc = lines.len() as u32)]
    line_count: u32,
    #[br(count = line_count)]
    pub lines: Vec<LineRecord>,
}

#[derive(BinRead, BinWrite)]
pub(super) struct LineRecord {
    /// Section of the ELF file.
    pub section: u32,
    pub offset: u32,
    pub file: u32,
    pub line: u32,
}
