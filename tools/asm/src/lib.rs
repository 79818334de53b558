//! Assembler and linker for the emulated machines.
