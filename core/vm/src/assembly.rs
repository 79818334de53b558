//! The same machine in 6502 and in 68000 assembly, as text for the assembler.

#[cfg(feature = "alloc")]
use alloc::{format, string::String};
#[cfg(feature = "alloc")]
use hexfront_isa::{cartridge::Grid, grid::LayerPages};

/// Name under which the machine's sources include [`grid_include`].
pub const GRID_INCLUDE: &str = "grid.inc";

/// What the machine's sources, and a shell's, must know of the map while they are assembled: a machine is assembled for a
/// game, so that no map pays for the size of another.
#[cfg(feature = "alloc")]
pub fn grid_include(grid: Grid) -> String {
    format!(
        "; Made for a map.\nGRID_COLUMNS = {}\nGRID_ROWS = {}\nROW_BITS = {}\nLAYER_PAGES = {}\nLAYER_MASK = {}\n",
        grid.columns,
        grid.rows,
        grid.row_bits(),
        grid.layer_pages(),
        LayerPages::of(grid).mask,
    )
}

/// The numbers of the shell's contract by name, which shells include on any processor.
pub const CONTRACT: (&str, &str) = ("contract.inc", include_str!("../contract.inc"));

macro_rules! sources {
    ($(#[$doc:meta])* $name:ident, $folder:literal: $($file:literal),* $(,)?) => {
        $(#[$doc])*
        pub const $name: &[(&str, &str)] =
            &[CONTRACT, $(($file, include_str!(concat!("../", $folder, "/", $file)))),*];
    };
}

sources!(
    /// Files of the 6502 machine: name, text. Those that end in `.s` are assembled and linked; they include the others.
    SOURCES_6502, "6502":
    "vm.inc", "shell_table.inc", "zeropage.s", "start.s", "flow.s", "load.s", "record.s", "arith.s", "multiply.s",
    "move.s", "branch.s", "branch_v.s", "loop.s", "random.s", "hex.s", "side.s", "list.s", "flood.s", "path.s", "page.s",
    "print.s", "image.s", "row.s", "long.s", "packed.s",
);

sources!(
    /// Files of the 68000 machine, likewise.
    SOURCES_68000, "68000":
    "vm.inc", "shell_table.inc", "start.s", "flow.s", "load.s", "record.s", "arith.s", "multiply.s", "move.s",
    "branch.s", "branch_v.s", "loop.s", "random.s", "hex.s", "side.s", "list.s", "flood.s", "page.s", "print.s",
    "image.s", "row.s", "long.s", "packed.s",
);
