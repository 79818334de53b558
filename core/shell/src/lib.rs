//! What the shells of machines with the same processor share, as text for the assembler. `README.md` says what a machine adds.
#![no_std]

macro_rules! sources {
    ($folder:literal: $($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!("../", $folder, "/", $file)))),*]
    };
}

/// Files of the 6502 shell: name, text. Those that end in `.s` are assembled and linked, with those of a machine; they include
/// the others, and `machine.inc`, which each machine has.
pub const SOURCES_6502: &[(&str, &str)] = sources!(
    "6502":
    "anew.s",
    "bring.s",
    "calls.inc",
    "column.s",
    "compass.s",
    "compass_four.inc",
    "compass_seven.inc",
    "counter.s",
    "cursor.s",
    "disk_words.inc",
    "draw.s",
    "event.s",
    "ground.s",
    "header.s",
    "hex.inc",
    "load.s",
    "look.s",
    "lower.s",
    "pack.s",
    "page.s",
    "part.s",
    "queue.s",
    "run.s",
    "save.inc",
    "save.s",
    "saving.inc",
    "scroll.s",
    "shell.inc",
    "slot.s",
    "symbol.s",
    "table.s",
    "tell.s",
    "telling.inc",
    "telling_drive.inc",
    "text.s",
    "unpack.inc",
    "unpack_memory.inc",
    "upper.s",
    "view.s",
    "window.s",
    "zeropage.s",
);
