//! What the tests of machines share.

pub mod amiga_video;
pub mod golden;
pub mod skipped;

use hexfront_asm::{Files, Options, assemble, link};
use hexfront_platforms::Machine;
use hexfront_platforms::machines::c64::{C64, Roms, Video};
use std::path::PathBuf;

/// A C64 with a KERNAL that only jumps in a circle at $FF00, and a character ROM of full blocks in character 1.
pub fn bare(video: Video) -> C64 {
    let mut kernal = [0xEA; 0x2000];
    kernal[0x1F00..0x1F03].copy_from_slice(&[0x4C, 0x00, 0xFF]);
    // NMI and IRQ go through RAM: JMP ($0318), JMP ($0314).
    kernal[0x1F10..0x1F16].copy_from_slice(&[0x6C, 0x18, 0x03, 0x6C, 0x14, 0x03]);
    kernal[0x1FFA..].copy_from_slice(&[0x10, 0xFF, 0x00, 0xFF, 0x13, 0xFF]);
    let mut chargen = [0; 0x1000];
    chargen[8..16].fill(0xFF);
    let roms = Roms::new(&kernal, &[0x60; 0x2000], &chargen).expect("sizes are right");
    let mut c64 = C64::new(video, roms);
    c64.poke(0, 0);
    c64
}

/// A bare machine with a program at $1000, about to run.
pub fn with_program(video: Video, program: &[u8]) -> C64 {
    let mut c64 = bare(video);
    c64.load(0x1000, program);
    c64.set_pc(0x1000);
    c64
}

/// Assembles a program into its file: load address, then the bytes of segment CODE.
pub fn assembled(sources: &Files, name: &str, start: u16) -> Vec<u8> {
    let script = format!(
        "output \"test.prg\" prg\narea MAIN start ${start:04X} end $2FFF output \"test.prg\"\nsegment CODE in MAIN\n"
    );
    let object = assemble(sources, name, &Options::default()).expect("the program assembles");
    let image = link(&script, &[(name, object.to_elf())]).expect("the program fits");
    image.output("test.prg").expect("it is written").to_vec()
}

/// The MEGA65 project's Open ROMs, if `HEXFRONT_OPEN_ROMS` names the folder they are in (its `bin`).
pub fn open_roms() -> Option<Roms> {
    let Some(dir) = std::env::var_os("HEXFRONT_OPEN_ROMS").map(PathBuf::from) else {
        skipped::skipped("the C64 with the Open ROMs: HEXFRONT_OPEN_ROMS names no folder");
        return None;
    };
    let read = |name: &str| std::fs::read(dir.join(name)).ok();
    let (Some(kernal), Some(basic), Some(chargen)) = (
        read("kernal_generic.rom"),
        read("basic_generic.rom"),
        read("chargen_openroms.rom"),
    ) else {
        skipped::skipped(&format!(
            "the C64 with the Open ROMs: there are none in {}",
            dir.display()
        ));
        return None;
    };
    Some(Roms::new(&kernal, &basic, &chargen).expect("Open ROMs have the usual sizes"))
}
