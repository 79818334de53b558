//! The Amiga's ROM: it assembles; its functions work on a processor with nothing but memory.

use hexfront_asm::{Files, Image, Options, assemble, link};
use hexfront_roms::{AMIGA, AMIGA_LINK_SCRIPT, AMIGA_MAIN, SOURCES};
use std::sync::LazyLock;

static ROM: LazyLock<Image> = LazyLock::new(|| {
    let object =
        assemble(&Files(SOURCES), AMIGA_MAIN, &Options::default()).unwrap_or_else(|list| {
            panic!(
                "{}",
                list.iter().map(|d| format!("{d}\n")).collect::<String>()
            )
        });
    link(AMIGA_LINK_SCRIPT, &[(AMIGA_MAIN, object.to_elf())])
        .unwrap_or_else(|errors| panic!("{errors}"))
});

#[test]
fn the_rom_is_256_kb_and_begins_with_the_reset_vectors() {
    let rom = ROM.output(AMIGA).expect("the script makes it");
    assert_eq!(rom.len(), 0x4_0000);
    let long = |at: usize| u32::from_be_bytes(rom[at..at + 4].try_into().unwrap());
    assert_eq!(Some(long(0)), ROM.address("supervisor_stack"));
    assert_eq!(Some(long(4)), ROM.address("reset_start"));
}
