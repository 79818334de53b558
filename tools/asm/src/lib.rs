//! Assembler and linker for the emulated machines.
//!
//! Everything happens in memory, from sources by name to the image of a program:
//!
//! ```text
//! pub trait Source { fn read(&self, name: &str) -> Option<Vec<u8>>; }   // closures and Files(&[(name, text)]) are one
//! pub struct Options { defines: Vec<(String, i64)> }                    // Options::default()
//! pub fn assemble(files: &dyn Source, main: &str, options: &Options) -> Result<Object, Vec<Diagnostic>>
//!
//! impl Object { fn new(machine) -> Object }                             // an object without source, see below
//! impl Object { fn to_elf(&self) -> Vec<u8>; fn from_elf(&[u8]) -> Result<Object, ElfError> }
//!
//! pub fn link(script: &str, objects: &[(name, elf bytes)]) -> Result<Image, LinkErrors>
//! pub struct Image { outputs: Vec<Output { name, bytes, address }>, areas, placements, symbols: BTreeMap<String, u32> }
//! impl Image { fn map(&self) -> String; fn vice_labels(&self) -> String; fn address(&self, symbol) -> Option<u32> }
//!
//! pub fn disassemble(bytes: &[u8], pc: u16) -> Line of text             // cpu::mos6502, beside the instruction table
//! ```
//!
//! An object can be made without source:
//!
//! ```
//! use hexfront_asm::{Field, Machine, Object, Section, Value};
//! let mut object = Object::new(Machine::Mos6502);
//! let code = object.add_section(Section::page("CARTRIDGE", vec![0; 200]));
//! let table = object.add_section(Section::new("RODATA", vec![0; 2]));
//! object.define("cartridge_code", code, 0);
//! object.define_number("cartridge_pages", 1);
//! object.relocate(table, 0, Field::Byte, Value::place(code, 0).high());
//! let vm = object.import("vm_start");
//! object.relocate(table, 1, Field::Byte, Value::symbol(vm, 0).low());
//! ```

mod expr;
mod object;

pub use expr::{BinaryOp, EvalError, Expr, MAX_DEPTH, UnaryOp};
pub use object::{
    Assertion, Contents, Definition, Field, Leaf, Line, Machine, Object, Relocation, Section,
    SectionId, Symbol, SymbolId, Value,
};
