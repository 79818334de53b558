//! The same machine in 6502 assembly, as text for the assembler.

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        /// Files of the 6502 machine: name, text. Those that end in `.s` are assembled and linked; they include
        /// the others.
        pub const SOURCES_6502: &[(&str, &str)] = &[$(($name, include_str!(concat!("../6502/", $name)))),*];
    };
}

sources!(
    "vm.inc",
    "shell_table.inc",
    "zeropage.s",
    "start.s",
    "flow.s",
    "load.s",
    "record.s",
    "arith.s",
    "multiply.s",
    "move.s",
    "branch.s",
    "branch_v.s",
    "loop.s",
    "random.s",
    "hex.s",
    "side.s",
    "list.s",
    "flood.s",
    "page.s",
    "print.s",
    "image.s",
);
