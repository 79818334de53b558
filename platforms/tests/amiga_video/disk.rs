//! What a test of the chips shows, shown by a processor: on the whole machine, and from a disk on any Amiga.

use crate::common::amiga_video::Video as Bench;
use hexfront_asm::{Files, Options, assemble, link};
use hexfront_platforms::chips::rga::{BPLCON0, COLOR00, SPR0CTL};
use hexfront_platforms::machine::{FrameEnd, Stops};
use hexfront_platforms::machines::amiga::{Amiga, Rom, Video};
use hexfront_platforms::{Machine, machines};
use std::path::Path;

const SOURCE: &str = include_str!("../programs/amiga_show.s");
const SCRIPT: &str = "output \"boot\"\narea FIRST start $0 end $3FF output \"boot\"\nsegment BOOT in FIRST\n\
    output \"second\"\narea NEXT start $400 end $13FF output \"second\"\nsegment SECOND in NEXT\n";
/// Bytes of the second stage and its table.
const SECOND_SIZE: usize = 0x1_0000;
/// Memory that pictures use.
const FIRST: usize = 0x1000;
const LAST: usize = 0x2_8000;

/// The two stages, assembled.
fn stages() -> [Vec<u8>; 2] {
    let files = Files(&[("amiga_show.s", SOURCE)]);
    let object = assemble(&files, "amiga_show.s", &Options::default()).expect("it assembles");
    let image = link(SCRIPT, &[("amiga_show.s", object.to_elf())]).expect("it fits");
    ["boot", "second"].map(|name| image.output(name).expect("it is written").to_vec())
}

/// The second stage with its table and the picture's memory.
fn second_stage(mut code: Vec<u8>, video: &Bench) -> Vec<u8> {
    for number in [(LAST - FIRST) / 4, FIRST] {
        code.extend_from_slice(&(number as u32).to_be_bytes());
    }
    let black = (0..32).map(|n| (COLOR00 + 2 * n, 0));
    let sprites = (0..8).map(|n| (SPR0CTL + 8 * n, 0));
    let start = [(BPLCON0, 0)].into_iter().chain(black).chain(sprites);
    for (register, value) in start.chain(video.pokes.iter().copied()) {
        code.extend_from_slice(&register.to_be_bytes());
        code.extend_from_slice(&value.to_be_bytes());
    }
    code.extend_from_slice(&[0xFF, 0xFF]);
    assert!(code.len() <= SECOND_SIZE, "the table is too long");
    code.resize(SECOND_SIZE, 0);
    code.extend_from_slice(&video.stored[FIRST..LAST]);
    code
}

/// Writes the disk.
pub fn write_adf(path: &Path, video: &Bench) {
    let [mut disk, second] = stages();
    let second = second_stage(second, video);
    let at = disk.len() - 4;
    disk[at..].copy_from_slice(&(second.len() as u32).to_be_bytes());
    disk.resize(1024, 0);
    let sum = checksum(&disk);
    disk[4..8].copy_from_slice(&sum.to_be_bytes());
    disk.extend_from_slice(&second);
    disk.resize(901_120, 0);
    std::fs::write(path, disk).expect("a disk can be written");
}

/// A whole machine, whose processor has run the second stage to its end.
pub fn on_machine(video: &Bench) -> Amiga {
    const SLOW_RAM: u32 = 0xC0_0000;
    let mut rom = vec![0; 0x400];
    rom[..8].copy_from_slice(&[0, 0xC7, 0xFF, 0, 0, 0xC0, 0, 0]);
    let options = machines::amiga::Options {
        slow_ram: true,
        video: if video.ntsc { Video::Ntsc } else { Video::Pal },
        ..machines::amiga::Options::default()
    };
    let mut amiga = Amiga::new(Rom::new(&rom).expect("a power of two"), options);
    let [_, code] = stages();
    // The stage ends with a branch to itself.
    let end = SLOW_RAM + code.len() as u32 - 2;
    amiga.load(SLOW_RAM, &second_stage(code, video));
    for _ in 0..500 {
        if amiga.run_frame_until(&Stops::at([end])) != FrameEnd::VerticalBlank {
            return amiga;
        }
    }
    panic!("the processor is still at {:06X}", amiga.pc());
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
