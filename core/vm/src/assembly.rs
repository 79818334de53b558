//! The same machine in 6502 and in 68000 assembly, as text for the assembler.

#[cfg(feature = "alloc")]
use alloc::{format, string::String};
#[cfg(feature = "alloc")]
use hexfront_isa::{
    cartridge::{Cartridge, Field, Grid, Shape},
    grid::LayerPages,
};

/// Name under which the machine's sources include [`grid_include`].
pub const GRID_INCLUDE: &str = "grid.inc";

/// What the machine's sources, and a shell's, must know of the map while they are assembled: a machine is assembled for a
/// game, so that no map pays for the size of another. Of a map alone: no layer shares its bytes.
#[cfg(feature = "alloc")]
pub fn grid_include(grid: Grid) -> String {
    include(grid, true, |_| u8::MAX)
}

/// The same for a game, whose layers may share their bytes.
#[cfg(feature = "alloc")]
pub fn game_include(cartridge: &Cartridge<'_>) -> String {
    let shared = |field: Field<'_>| matches!(field.shape, Shape::Bits(_));
    include(cartridge.grid, cartridge.fields().any(shared), |role| {
        let mut views = cartridge.views();
        views
            .find(|view| view.role == role)
            .map_or(u8::MAX, |view| view.bits)
    })
}

#[cfg(feature = "alloc")]
fn include(grid: Grid, shared_state: bool, bits: impl Fn(&str) -> u8) -> String {
    let (terrain, site, owner) = (bits("terrain"), bits("site"), bits("owner"));
    format!(
        "; Made for a map.\nGRID_COLUMNS = {}\nGRID_ROWS = {}\nROW_BITS = {}\nLAYER_PAGES = {}\nLAYER_MASK = {}\n\
         ; The bits of bytes in which layers lie.\nTERRAIN_BITS = {terrain}\nTERRAIN_SHIFT = {}\nOWNER_BITS = {owner}\nSITE_BITS = {site}\nSITE_SHIFT = {}\n\
         SHARED_STATE = {}\n",
        grid.columns,
        grid.rows,
        grid.row_bits(),
        grid.layer_pages(),
        LayerPages::of(grid).mask,
        terrain.trailing_zeros(),
        site.trailing_zeros(),
        u8::from(shared_state),
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
    "move.s", "branch.s", "branch_v.s", "loop.s", "random.s", "hex.s", "side.s", "list.s", "flood.inc", "flood_page.inc",
    "flood_terms.inc", "flood.s", "flood_set_up.s", "path.s", "trek.s", "page.s", "print.s", "image.inc", "image.s", "row.s", "long.s", "packed.s",
);

sources!(
    /// Files of the 68000 machine, likewise.
    SOURCES_68000, "68000":
    "vm.inc", "shell_table.inc", "start.s", "flow.s", "load.s", "record.s", "arith.s", "multiply.s", "move.s",
    "branch.s", "branch_v.s", "loop.s", "random.s", "hex.s", "side.s", "list.s", "flood.inc", "flood.s", "trek.s", "page.s", "print.s",
    "image.s", "row.s", "long.s", "packed.s",
);
