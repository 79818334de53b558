//! Pictures of test programs that change registers at exact cycles.
//!
//! The hashes are of pictures that were compared pixel by pixel with VICE 3.7.1 (x64sc, `-VICIImodel 6569`) running the
//! same program and found equal. `HEXFRONT_PICTURES=DIR` writes program and picture there; do so, look, and compare
//! with VICE again before a hash is changed.

use crate::common::{assembled, bare};
use hexfront_asm::Files;
use hexfront_platforms::Machine;
use hexfront_platforms::machines::c64::Video;
use std::path::PathBuf;

const SOURCES: Files = Files(&[
    ("stable.inc", include_str!("programs/stable.inc")),
    ("colours.s", include_str!("programs/colours.s")),
    ("pointers.s", include_str!("programs/pointers.s")),
    ("sprites.s", include_str!("programs/sprites.s")),
]);

/// FNV-1a over the pixels' colour indices.
fn hash(pixels: &[u16]) -> u64 {
    pixels.iter().fold(0xCBF2_9CE4_8422_2325, |hash, pixel| {
        (hash ^ u64::from(*pixel)).wrapping_mul(0x0100_0000_01B3)
    })
}

fn write_png(path: PathBuf, machine: &dyn Machine) {
    let frame = machine.frame();
    let file = std::fs::File::create(path).expect("a picture can be written");
    let mut png = png::Encoder::new(file, frame.width as u32, frame.height as u32);
    png.set_color(png::ColorType::Rgb);
    png.set_depth(png::BitDepth::Eight);
    png.write_header()
        .and_then(|mut writer| writer.write_image_data(&frame.rgb()))
        .expect("a picture can be written");
}

fn picture_is(name: &str, expected: u64) {
    let bytes = assembled(&SOURCES, &format!("{name}.s"), 0x0801);
    let mut c64 = bare(Video::Pal);
    c64.load(0x0801, &bytes[2..]);
    c64.set_pc(0x0810);
    for _ in 0..10 {
        c64.run_frame();
    }
    let found = hash(c64.frame().pixels);
    let wanted = std::env::var_os("HEXFRONT_PICTURES").map(PathBuf::from);
    if let Some(dir) = &wanted {
        std::fs::write(dir.join(format!("{name}.prg")), &bytes).expect("a program can be written");
    }
    if wanted.is_some() || found != expected {
        let dir = wanted.unwrap_or_else(std::env::temp_dir);
        write_png(dir.join(format!("{name}.png")), &c64);
        println!("picture: {}", dir.join(format!("{name}.png")).display());
    }
    assert_eq!(
        found, expected,
        "{name}: {found:#018X} instead of {expected:#018X}"
    );
    c64.run_frame();
    assert_eq!(hash(c64.frame().pixels), expected, "{name} is not stable");
}

#[test]
fn colours_change_in_their_cycle() {
    picture_is("colours", 0xBF9B_B470_C5D2_D9C9);
}

#[test]
fn character_set_changes_in_its_cycle() {
    picture_is("pointers", 0x0D7F_83FA_B1C6_48BD);
}

#[test]
fn sprites_look_and_steal_cycles_as_they_should() {
    picture_is("sprites", 0x16F4_9274_CAA9_C40B);
}
