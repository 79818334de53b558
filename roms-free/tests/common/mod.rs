//! The assembled ROMs.

use hexfront_asm::{Files, Image, Options, assemble, link};
use hexfront_roms::{LINK_SCRIPT, MAIN_FILES, SOURCES};

/// Assembles and links the ROMs.
pub fn roms() -> Image {
    let objects: Vec<_> = MAIN_FILES
        .iter()
        .map(
            |name| match assemble(&Files(SOURCES), name, &Options::default()) {
                Ok(object) => (*name, object.to_elf()),
                Err(list) => panic!(
                    "{}",
                    list.iter().map(|d| format!("{d}\n")).collect::<String>()
                ),
            },
        )
        .collect();
    link(LINK_SCRIPT, &objects).unwrap_or_else(|errors| panic!("{errors}"))
}
