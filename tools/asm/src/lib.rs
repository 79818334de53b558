//! Assembler and linker for the emulated machines.
//!
//! Everything happens in memory: [`assemble`] makes an [`Object`] from sources by name, [`Object::to_elf`] and
//! [`Object::from_elf`] carry it as an ELF file, [`link`] makes the [`Image`] of a program from objects and a script; [`build`] does all
//! of it.
//! [`zx0`] packs what a machine unpacks. [`cpu::mos6502`] has the instruction table and the disassembler. MANUAL.md describes source and script.
//!
//! ```
//! use hexfront_asm::{Files, Options, assemble, link};
//! let sources = Files(&[
//!     ("main.s", ".include \"vic.inc\"\n.export start\nstart: inc border\n jmp start\n"),
//!     ("vic.inc", "border = $D020\n"),
//! ]);
//! let object = assemble(&sources, "main.s", &Options::default()).expect("no mistakes");
//! let script = "output \"game.prg\" prg\n\
//!               area MAIN start $C000 end $CFFF output \"game.prg\"\n\
//!               segment CODE in MAIN\n";
//! let image = link(script, &[("main.o", object.to_elf())]).expect("it fits");
//! assert_eq!(image.output("game.prg"), Some(&[0, 0xC0, 0xEE, 0x20, 0xD0, 0x4C, 0, 0xC0][..]));
//! assert_eq!(image.address("start"), Some(0xC000));
//! assert_eq!(image.vice_labels(), "al C:C000 .start\n");
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

mod assemble;
mod build;
pub mod cpu;
mod diagnostic;
mod elf;
mod expr;
mod language;
mod link;
mod object;
mod source;
pub mod zx0;

pub use assemble::{Options, assemble};
pub use build::{BuildError, build};
pub use diagnostic::{Diagnostic, Location, Problem};
pub use elf::ElfError;
pub use source::{Files, Source};

pub use expr::{BinaryOp, EvalError, Expr, MAX_DEPTH, UnaryOp};
pub use link::{
    Area, Image, LinkError, LinkErrors, Origin, Output, Placement, ScriptProblem, Segment, link,
};
pub use object::{
    Assertion, Contents, Definition, Field, Leaf, Line, Machine, Object, Relocation, Section,
    SectionId, Symbol, SymbolId, Value,
};
