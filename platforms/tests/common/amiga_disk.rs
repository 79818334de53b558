//! A disk that shows on any Amiga what a test shows here, for comparing with other emulators.

use super::common::Video;
use hexfront_asm::{Files, Options, assemble, link};
use hexfront_platforms::chips::rga::{BPLCON0, COLOR00, SPR0CTL};
use std::path::Path;

const SOURCE: &str = include_str!("../programs/amiga_show.s");
const SCRIPT: &str = "output \"boot\"\narea FIRST start $0 end $3FF output \"boot\"\nsegment BOOT in FIRST\n\
    output \"second\"\narea NEXT start $400 end $13FF output \"second\"\nsegment SECOND in NEXT\n";
/// Bytes of the second stage and its table.
const SECOND_SIZE: usize = 0x1_0000;
/// Memory that pictures use.
const FIRST: usize = 0x1000;
const LAST: usize = 0x2_8000;

/// Writes the disk.
pub fn write_adf(path: &Path, video: &Video) {
    let files = Files(&[("amiga_show.s", SOURCE)]);
    let object = assemble(&files, "amiga_show.s", &Options::default()).expect("it assembles");
    let image = link(SCRIPT, &[("amiga_show.s", object.to_elf())]).expect("it fits");
    let mut disk = image.output("boot").expect("it is written").to_vec();
    let length = (SECOND_SIZE + LAST - FIRST) as u32;
    let at = disk.len() - 4;
    disk[at..].copy_from_slice(&length.to_be_bytes());
    disk.resize(1024, 0);
    let sum = checksum(&disk);
    disk[4..8].copy_from_slice(&sum.to_be_bytes());
    disk.extend_from_slice(image.output("second").expect("it is written"));
    for number in [(LAST - FIRST) / 4, FIRST] {
        disk.extend_from_slice(&(number as u32).to_be_bytes());
    }
    let black = (0..32).map(|n| (COLOR00 + 2 * n, 0));
    let sprites = (0..8).map(|n| (SPR0CTL + 8 * n, 0));
    let start = [(BPLCON0, 0)].into_iter().chain(black).chain(sprites);
    for (register, value) in start.chain(video.pokes.iter().copied()) {
        disk.extend_from_slice(&register.to_be_bytes());
        disk.extend_from_slice(&value.to_be_bytes());
    }
    disk.extend_from_slice(&[0xFF, 0xFF]);
    assert!(disk.len() <= 1024 + SECOND_SIZE, "the table is too long");
    disk.resize(1024 + SECOND_SIZE, 0);
    disk.extend_from_slice(&video.stored[FIRST..LAST]);
    disk.resize(901_120, 0);
    std::fs::write(path, disk).expect("a disk can be written");
}

/// The checksum of a boot block: all long words add up, with carries, to all ones.
fn checksum(block: &[u8]) -> u32 {
    let words = block
        .as_chunks::<4>()
        .0
        .iter()
        .map(|w| u32::from_be_bytes(*w));
    !words.fold(0, |sum: u32, word| {
        let (sum, carry) = sum.overflowing_add(word);
        sum + u32::from(carry)
    })
}
