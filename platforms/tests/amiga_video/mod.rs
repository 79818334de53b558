//! Pictures of Agnus and Denise, drawn by small programs of register writes. `HEXFRONT_BLESS=1` writes them anew: look
//! at each before it is committed. Each is also made by a processor on the whole machine. `HEXFRONT_PICTURES=DIR` writes
//! disks there that show the same on any Amiga.

mod blits;
mod disk;
mod lines;
mod planes;
mod sprites;

use crate::common::amiga_video::Video;
use hexfront_platforms::Machine;
use hexfront_platforms::chips::rga::*;

/// DMA that the pictures use: all, bitplanes, copper, blitter, sprites.
const DMA: u16 = 0x83E0;
/// Where the copper list lies, and the bitplanes.
const LIST: u32 = 0x1000;
const PLANES: u32 = 0x1_0000;
const PLANE_SIZE: u32 = 0x4000;

/// A display of 320 pixels by 200 lines from line $2C on.
fn display(video: &mut Video, bplcon0: u16) {
    let hires = bplcon0 & 0x8000 != 0;
    video.poke(DIWSTRT, 0x2C81);
    video.poke(DIWSTOP, 0xF4C1);
    video.poke(DDFSTRT, if hires { 0x3C } else { 0x38 });
    video.poke(DDFSTOP, if hires { 0xD4 } else { 0xD0 });
    video.poke(BPLCON0, bplcon0 | 0x0200);
    video.poke(BPLCON1, 0);
    video.poke(BPLCON2, 0x24);
    video.poke(BPL1MOD, 0);
    video.poke(BPL2MOD, 0);
}

/// A copper list that sets the bitplane pointers in every frame, then does `more`.
fn list(video: &mut Video, planes: u16, more: &[u16]) {
    let mut words = Vec::new();
    for plane in 0..planes {
        let at = PLANES + u32::from(plane) * PLANE_SIZE;
        words.extend([BPL1PT + 4 * plane, (at >> 16) as u16]);
        words.extend([BPL1PT + 4 * plane + 2, at as u16]);
    }
    words.extend(more);
    words.extend([0xFFFF, 0xFFFE]);
    video.store(LIST, &words);
    video.poke_long(COP1LC, LIST);
    video.poke(COPJMP1, 0);
    video.poke(DMACON, DMA);
}

/// Sets a pixel of a picture `width` pixels wide.
fn plot(video: &mut Video, width: u32, x: u32, y: u32, number: u16) {
    for plane in 0..6 {
        let at = PLANES + plane * PLANE_SIZE + y * width / 8 + x / 16 * 2;
        let bit = 0x8000 >> (x % 16);
        let word = video.word(at) & !bit;
        let set = number >> plane & 1 != 0;
        video.store(at, &[if set { word | bit } else { word }]);
    }
}

fn colours(video: &mut Video, first: u16, colours: &[u16]) {
    for (i, colour) in colours.iter().enumerate() {
        video.poke(COLOR00 + 2 * (first + i as u16), *colour);
    }
}

/// 32 colours that can be told apart.
fn rainbow(video: &mut Video) {
    for i in 0..32 {
        let colour = match i {
            0 => 0x222,
            _ => (i & 3) * 0x500 + (i >> 2 & 3) * 0x050 + (i >> 4) * 0x00C + 3,
        };
        video.poke(COLOR00 + 2 * i, colour);
    }
}

/// Boxes of all numbers, eight in a row.
fn boxes(video: &mut Video, width: u32, numbers: u32) {
    let box_width = width / 8;
    let box_height = 200 / numbers.div_ceil(8);
    for y in 0..200 {
        for x in 0..width {
            let inside = x % box_width > 2 && y % box_height > 2;
            let number = x / box_width + y / box_height * 8;
            if inside && number < numbers {
                plot(video, width, x, y, number as u16);
            }
        }
    }
}

fn show(video: &mut Video, name: &str) {
    if let Some(dir) = std::env::var_os("HEXFRONT_PICTURES").map(std::path::PathBuf::from) {
        disk::write_adf(&dir.join(format!("{name}.adf")), video);
    }
    for _ in 0..3 {
        video.run_frame();
    }
    video.picture_is(name);
    // The same on the whole machine, where the processor writes the registers.
    let mut amiga = disk::on_machine(video);
    for _ in 0..3 {
        amiga.run_frame();
    }
    let (frame, picture) = (amiga.frame(), video.wires.denise.picture());
    assert_eq!((frame.width, frame.height), (picture.width, picture.height));
    assert!(
        frame.pixels == picture.pixels,
        "{name} differs on the machine"
    );
}

/// Stores a sprite at `address`: control words, lines, end.
fn sprite(video: &mut Video, address: u32, x: u16, y: u16, attached: bool, lines: &[[u16; 2]]) {
    let last = y + lines.len() as u16;
    let control = last << 8 | u16::from(attached) << 7 | (y >> 8) << 2 | (last >> 8) << 1 | x & 1;
    let mut words = vec![y << 8 | x >> 1, control];
    words.extend(lines.concat());
    words.extend([0, 0]);
    video.store(address, &words);
}

#[test]
fn the_display_window_tells_where_the_border_is() {
    let mut video = Video::new(false);
    // 640 pixels from place $81, 256 lines from line $2C; the picture begins at place $5C and line 26.
    assert_eq!(video.wires.denise.picture().window, (74..714, 18..274));
    video.poke(DIWSTRT, 0x2C91);
    video.poke(DIWSTOP, 0x2CB1);
    video.run_frame();
    assert_eq!(video.wires.denise.picture().window, (106..682, 18..274));
    video.poke(DIWSTRT, 0x2C81);
    video.poke(DIWSTOP, 0x2CC1);
    video.run_frame();
    assert_eq!(video.wires.denise.picture().window, (74..714, 18..274));
    video.poke(DIWSTOP, 0xF4C1);
    video.run_frame();
    assert_eq!(video.wires.denise.picture().window.1, 18..218);
}
