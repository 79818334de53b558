//! The assembler and the linker: beside other assemblers, by laws, and by what they say of mistakes.

mod ca65;
mod cycles;
mod diagnostics;
mod dialect;
mod gas;
mod heads;
mod hunk;
mod laws;
mod m68000;
mod m68000_table;
mod objdump;
mod own_sources;
mod program;
#[path = "../../../platforms/tests/common/skipped.rs"]
mod skipped;
mod zx0;
