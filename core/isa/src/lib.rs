//! The instruction set of the rules machine, generated from one opcode table.
