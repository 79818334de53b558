//! Pictures of Agnus and Denise, drawn by small programs of register writes. `HEXFRONT_BLESS=1` writes them anew: look
//! at each before it is committed. Each is also made by a processor on the whole machine. `HEXFRONT_PICTURES=DIR` writes pictures there, and disks that show the same on any
//! Amiga.

#[path = "common/amiga_video.rs"]
mod common;
#[path = "common/amiga_disk.rs"]
mod disk;

use common::Video;
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

#[test]
fn five_planes_of_low_resolution() {
    let mut video = Video::new(false);
    display(&mut video, 0x5000);
    rainbow(&mut video);
    boxes(&mut video, 320, 32);
    list(&mut video, 5, &[]);
    show(&mut video, "amiga-lores");
}

#[test]
fn four_planes_of_high_resolution() {
    let mut video = Video::new(false);
    display(&mut video, 0xC000);
    rainbow(&mut video);
    colours(&mut video, 0, &[0x000]);
    boxes(&mut video, 640, 16);
    list(&mut video, 4, &[]);
    show(&mut video, "amiga-hires");
}

#[test]
fn dual_playfields_with_scroll() {
    let mut video = Video::new(false);
    display(&mut video, 0x6400);
    video.poke(BPLCON1, 0x00B3);
    video.poke(BPLCON2, 0x0024);
    rainbow(&mut video);
    // Playfield 1: boxes in planes 1, 3, 5. Playfield 2: stripes in planes 2, 4, 6.
    for y in 0..200 {
        for x in 0..320 {
            let spread = |n: u32| n & 1 | (n & 2) << 1 | (n & 4) << 2;
            let inside = x % 40 > 12 && y % 50 > 15;
            let first = if inside { x / 40 } else { 0 };
            let second = if (x + y) % 32 < 16 {
                (x + y) / 32 % 8
            } else {
                0
            };
            let number = spread(first) | spread(second) << 1;
            plot(&mut video, 320, x, y, number as u16);
        }
    }
    // In the lower half playfield 2 comes first.
    let words = [BPLCON2, 0x0024, 0x9001, 0xFFFE, BPLCON2, 0x0064];
    list(&mut video, 6, &words);
    show(&mut video, "amiga-dual");
}

#[test]
fn extra_half_brite() {
    let mut video = Video::new(false);
    display(&mut video, 0x6000);
    rainbow(&mut video);
    boxes(&mut video, 320, 64);
    list(&mut video, 6, &[]);
    show(&mut video, "amiga-ehb");
}

#[test]
fn hold_and_modify() {
    let mut video = Video::new(false);
    display(&mut video, 0x6800);
    rainbow(&mut video);
    for y in 0..200u32 {
        let (red, green) = ((y / 13) & 15, y % 13);
        for x in 0..320 {
            // Red and green are set at the left, blue runs from left to right.
            let number = match x {
                0 => 0x20 | red,
                1 => 0x30 | green,
                _ if x % 80 == 0 => x / 80 * 5,
                _ => 0x10 + x % 80 / 5,
            };
            plot(&mut video, 320, x, y, number as u16);
        }
    }
    list(&mut video, 6, &[]);
    show(&mut video, "amiga-ham");
}

#[test]
fn copper_bars_and_splits() {
    let mut video = Video::new(false);
    display(&mut video, 0x1000);
    let mut words = vec![];
    // Bars of 16 lines, each line brighter.
    for line in 0..96u16 {
        let colour = (line % 16) << [8, 4, 0][usize::from(line / 16 % 3)];
        words.extend([(0x20 + line) << 8 | 0x01, 0xFFFE, COLOR00, colour]);
    }
    words.extend([0x8001, 0xFFFE, COLOR00, 0x000]);
    // As many changes a line as fit, one line after the other.
    for line in 0..32u16 {
        words.extend([(0x84 + line) << 8 | 0x31, 0xFFFE]);
        for i in 0..40 {
            words.extend([COLOR00, (i + line) % 16 * 0x111]);
        }
        words.extend([COLOR00, 0x000]);
    }
    // A wait further right in every line.
    for line in 0..32u16 {
        words.extend([
            (0xA8 + line) << 8 | (0x40 + 2 * line) | 1,
            0xFFFE,
            COLOR00,
            0xF80,
        ]);
        words.extend([(0xA8 + line) << 8 | (0x60 + 4 * line).min(0xDE) | 1, 0xFFFE]);
        words.extend([COLOR00, 0x000]);
    }
    // The vertical position masked out but for bit 7: every line, horizontally only. A skip passes over a move.
    words.extend([0xD001, 0xFFFE]);
    for line in 0..16 {
        words.extend([
            0x8081, 0x80FE, COLOR00, 0x08F, 0x80A1, 0x80FE, COLOR00, 0x000,
        ]);
        words.extend([0xD861, 0xFFFF, COLOR00, line * 0x010, 0x80DF, 0x80FE]);
    }
    words.extend([COLOR00, 0x000]);
    words.extend([0xFFDF, 0xFFFE, 0x0A01, 0xFFFE, COLOR00, 0x840]);
    list(&mut video, 1, &words);
    show(&mut video, "amiga-copper");
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

/// A lozenge: outline, filling and a dot.
const LOZENGE: [[u16; 2]; 16] = {
    let mut lines = [[0; 2]; 16];
    let mut y = 0;
    while y < 16 {
        let half = if y < 8 { y } else { 15 - y };
        let full = (0xFFFFu32 << (7 - half) & 0xFFFF & 0xFFFFu32 >> (7 - half)) as u16;
        let inner = full & full << 1 & full >> 1;
        lines[y] = [full, if y > 0 && y < 15 { inner } else { 0 }];
        y += 1;
    }
    lines
};

#[test]
fn sprites_with_attachment_and_priority() {
    let mut video = Video::new(false);
    display(&mut video, 0x5000);
    rainbow(&mut video);
    colours(
        &mut video,
        16,
        &[
            0x000, 0xF00, 0x800, 0xFAA, 0x000, 0x0F0, 0x080, 0xAFA, 0x000, 0x00F, 0x008, 0xAAF,
            0x000, 0xFF0, 0x880, 0xFFA,
        ],
    );
    // Grey columns of playfield.
    colours(&mut video, 1, &[0x666]);
    for y in 0..200 {
        for x in (0..320).filter(|x| x % 64 < 20) {
            plot(&mut video, 320, x, y, 1);
        }
    }
    let mut words = vec![];
    for n in 0..8u16 {
        let at = 0x8000 + 0x200 * u32::from(n);
        sprite(&mut video, at, 0x88 + 11 * n, 0x34 + 6 * n, false, &LOZENGE);
        // Used again further down; 6 and 7 there are one sprite of 15 colours.
        let again = 4 + 4 * 16;
        let x = 0x90 + if n < 6 { 24 * n } else { 24 * 6 };
        sprite(&mut video, at + again, x, 0x80, n == 7, &LOZENGE);
        words.extend([SPR0PT + 4 * n, 0, SPR0PT + 4 * n + 2, at as u16]);
    }
    // The attached pair shows all its 15 colours.
    let lines: Vec<_> = (0..32u16)
        .map(|y| {
            let bits =
                |plane: u16| (0..16).fold(0, |word, x| word << 1 | ((x + y / 2) % 16) >> plane & 1);
            [[bits(0), bits(1)], [bits(2), bits(3)]]
        })
        .collect();
    for n in 0..2 {
        let own: Vec<_> = lines.iter().map(|line| line[n]).collect();
        let at = 0x8000 + 0x200 * (6 + n as u32) + 4 + 4 * 16;
        sprite(&mut video, at, 0x90 + 24 * 6, 0x80, n == 1, &own);
    }
    // In front of all; from the middle of the first group on behind pair by pair; then one sprite moved by the copper
    // and shown three times in a line.
    words.extend([
        0x4801, 0xFFFE, BPLCON2, 0x0010, 0x7001, 0xFFFE, BPLCON2, 0x0024,
    ]);
    words.extend([
        0xB001, 0xFFFE, SPR0CTL, 0x0000, SPR0DATB, 0x0FF0, SPR0DATA, 0xFFFF,
    ]);
    for line in 0xB2..0xC2u16 {
        words.extend([
            line << 8 | 0x39,
            0xFFFE,
            SPR0POS,
            0x0050,
            line << 8 | 0x61,
            0xFFFE,
        ]);
        words.extend([SPR0POS, 0x0070, line << 8 | 0x91, 0xFFFE, SPR0POS, 0x00A0]);
    }
    words.extend([0xC301, 0xFFFE, SPR0CTL, 0x0000]);
    list(&mut video, 5, &words);
    show(&mut video, "amiga-sprites");
}

/// Waits for the blitter.
fn wait_for_blit(video: &mut Video) {
    while video.read(DMACONR) & 0x4000 != 0 {}
    video.run(8);
}

/// A line of a texture on one plane, 320 pixels wide; `single` draws one dot a row.
fn line(video: &mut Video, plane: u32, from: [i32; 2], to: [i32; 2], single: bool, texture: u16) {
    let ([x0, y0], [x1, y1]) = (from, to);
    let (dx, dy) = ((x1 - x0).abs(), (y1 - y0).abs());
    let (long, short) = (dx.max(dy), dx.min(dy));
    let (left, up) = (u16::from(x1 < x0), u16::from(y1 < y0));
    let octant = if dx >= dy {
        0x10 | up << 3 | left << 2
    } else {
        left << 3 | up << 2
    };
    let error = 4 * short - 2 * long;
    let sign = if error < 0 { 0x40 } else { 0 };
    let at = PLANES + plane * PLANE_SIZE + (40 * y0 + x0 / 16 * 2) as u32;
    video.poke(BLTCON0, (x0 as u16 & 15) << 12 | 0x0B4A);
    video.poke(BLTCON1, octant | sign | u16::from(single) << 1 | 1);
    for (register, value) in [(BLTCPT, at), (BLTCPT + 12, at), (BLTCPT + 8, error as u32)] {
        video.poke_long(register, value);
    }
    for (n, modulo) in [40, 4 * short, 4 * (short - long), 40]
        .into_iter()
        .enumerate()
    {
        video.poke(BLTCMOD + 2 * n as u16, modulo as u16);
    }
    video.poke(BLTAFWM, 0xFFFF);
    video.poke(BLTCDAT + 4, 0x8000);
    video.poke(BLTCDAT + 2, texture);
    video.poke(BLTSIZE, (long as u16 + 1) << 6 | 2);
    wait_for_blit(video);
}

/// A block move: BLTCON0 and 1, pointers of C, B, A, D, their modulos, first and last mask, words and lines.
fn blit(
    video: &mut Video,
    con: [u16; 2],
    pointers: [u32; 4],
    modulos: [u16; 4],
    masks: [u16; 2],
    size: [u16; 2],
) {
    video.poke(BLTCON0, con[0]);
    video.poke(BLTCON1, con[1]);
    video.poke(BLTAFWM, masks[0]);
    video.poke(BLTALWM, masks[1]);
    for n in 0..4u16 {
        video.poke_long(BLTCPT + 4 * n, pointers[usize::from(n)]);
        video.poke(BLTCMOD + 2 * n, modulos[usize::from(n)]);
    }
    video.poke(BLTSIZE, size[1] << 6 | size[0]);
    wait_for_blit(video);
}

/// The address of a word of a plane 320 pixels wide.
fn word_of(plane: u32, x: u32, y: u32) -> u32 {
    PLANES + plane * PLANE_SIZE + 40 * y + x / 16 * 2
}

#[test]
fn blitter_lines_areas_and_objects() {
    let mut video = Video::new(false);
    display(&mut video, 0x3000);
    colours(
        &mut video,
        0,
        &[0x024, 0xEEE, 0xC40, 0xFA0, 0x4A2, 0x8F8, 0x26C, 0xFF4],
    );
    video.poke(DMACON, 0x8240);
    // A fan of lines, solid and of a texture.
    for i in 0..=8 {
        line(&mut video, 0, [60, 40], [10 * i + 20, 5], false, 0xFFFF);
        line(&mut video, 0, [60, 40], [100, 5 + 9 * i], false, 0xFFFF);
        line(&mut video, 0, [60, 40], [10 * i + 20, 77], false, 0xF0F0);
        line(&mut video, 0, [60, 40], [20, 5 + 9 * i], false, 0xCCCC);
    }
    // Areas: a star outlined by one dot a row, filled inclusively and exclusively.
    for (plane, x, con1) in [(1, 176, 0x0A), (2, 272, 0x12)] {
        let star: Vec<[i32; 2]> = (0..10)
            .map(|i| {
                let radius = if i % 2 == 0 { 36.0 } else { 15.0 };
                let angle = f64::from(i) * std::f64::consts::PI / 5.0;
                [
                    x + (radius * angle.sin()) as i32,
                    42 - (radius * angle.cos()) as i32,
                ]
            })
            .collect();
        for (i, from) in star.iter().enumerate() {
            // Downwards, without the first dot, so that a row of a corner has the dot of one edge.
            let to = star[(i + 1) % star.len()];
            let [top, bottom] = if from[1] <= to[1] {
                [*from, to]
            } else {
                [to, *from]
            };
            if top[1] != bottom[1] {
                line(&mut video, plane, top, bottom, true, 0xFFFF);
                line(&mut video, plane, top, top, true, 0xFFFF);
            }
        }
        let last = word_of(plane, x as u32 + 39, 80);
        blit(
            &mut video,
            [0x09F0, con1],
            [0, 0, last, last],
            [0, 0, 30, 30],
            [0xFFFF; 2],
            [5, 78],
        );
    }
    // An object of 32 by 24 pixels and its mask, moved to every place of a word (cookie cut), over stripes.
    for y in 0..24u32 {
        let half = 15 - (y as i32 - 12).abs();
        let mask = (0..32)
            .filter(|x: &i32| (x - 16).abs() < half)
            .fold(0u32, |m, x| m | 1 << (31 - x));
        let look = mask & if y % 8 < 4 { 0xF0F0_F0F0 } else { 0x0F0F_0F0F };
        video.store(0x8000 + 4 * y, &[(mask >> 16) as u16, mask as u16]);
        video.store(0x8400 + 4 * y, &[(look >> 16) as u16, look as u16]);
    }
    for y in (90..130).step_by(4) {
        blit(
            &mut video,
            [0x01FF, 0],
            [0, 0, 0, word_of(1, 0, y)],
            [0; 4],
            [0xFFFF; 2],
            [20, 1],
        );
    }
    for i in 0..7u16 {
        let shift = (5 * i % 16) << 12;
        let to = word_of(1, 44 * u32::from(i), 95 + 2 * u32::from(i));
        let pointers = [to, 0x8400, 0x8000, to];
        // The last word of the source is masked off: the object moves into it.
        blit(
            &mut video,
            [shift | 0x0FCA, shift],
            pointers,
            [34, 0xFFFE, 0xFFFE, 34],
            [0xFFFF, 0],
            [3, 24],
        );
    }
    // All 256 minterms: A is halves, B quarters, C eighths of a word.
    video.poke(BLTCDAT, 0x5555);
    video.poke(BLTCDAT + 2, 0x3333);
    video.poke(BLTCDAT + 4, 0x0F0F);
    for function in 0..256u32 {
        let at = word_of(2, 16 * (function % 20), 136 + function / 20 * 5);
        blit(
            &mut video,
            [0x0100 | function as u16, 0],
            [0, 0, 0, at],
            [0, 0, 0, 38],
            [0xFFFF; 2],
            [1, 4],
        );
    }
    list(&mut video, 3, &[]);
    show(&mut video, "amiga-blitter");
}

#[test]
fn splits_scrolls_and_fetches() {
    let mut video = Video::new(false);
    display(&mut video, 0x2000);
    video.poke(DIWSTRT, 0x1A5C);
    video.poke(DIWSTOP, 0x38D0);
    colours(
        &mut video,
        0,
        &[0x003, 0xEEE, 0xC40, 0xFA0, 0x4A2, 0x8F8, 0x26C, 0xFF4],
    );
    for pair in 0..4 {
        colours(&mut video, 17 + 4 * pair, &[0xF0F, 0x808, 0xFAF]);
    }
    // A ruler of 1,024 pixels, which every line shows: plane 1 has marks of 16 and 4 pixels, plane 2 halves of a word.
    for word in 0..64u32 {
        let numbers = (0..4).fold(0, |bits, n| {
            bits << 4
                | if word >> (3 - n) & 1 != 0 {
                    0b1110
                } else {
                    0b1000
                }
        });
        video.store(PLANES + 2 * word, &[numbers]);
        video.store(PLANES + PLANE_SIZE + 2 * word, &[0x00FF << (word & 1)]);
    }
    let mut words = vec![];
    // Pointers again before each group, and in it modulos that go back to the start of the line.
    let group =
        |words: &mut Vec<u16>, line: u16, bplcon0: u16, start: u16, stop: u16, fetched: u16| {
            let back = fetched.wrapping_mul(2).wrapping_neg();
            words.extend([line << 8 | 0xD9, 0xFFFE]);
            for plane in 0..2u32 {
                let at = PLANES + plane * PLANE_SIZE;
                words.extend([BPL1PT + 4 * plane as u16, (at >> 16) as u16]);
                words.extend([BPL1PT + 4 * plane as u16 + 2, at as u16]);
            }
            words.extend([
                BPL1MOD, back, BPL2MOD, back, DDFSTRT, start, DDFSTOP, stop, BPLCON0, bplcon0,
            ]);
        };
    let mut line = 0x1C;
    for (bplcon0, start, stop, fetched) in [
        (0x2200, 0x38, 0xD0, 20),
        (0x2200, 0x30, 0xD8, 22),
        (0x2200, 0x28, 0xC8, 21),
        (0x2200, 0x3C, 0xD4, 20),
        (0x2200, 0x40, 0x80, 9),
        (0xA200, 0x3C, 0xD4, 40),
        (0xA200, 0x38, 0xD0, 40),
        (0xA200, 0x40, 0x90, 22),
        (0x2200, 0x38, 0xD4, 21),
    ] {
        group(&mut words, line, bplcon0, start, stop, fetched);
        // All the ways to scroll, two lines each.
        for scroll in 0..8 {
            let both = (scroll << 1) | (15 - 2 * scroll) << 4;
            words.extend([(line + 2 + scroll) << 8 | 0x07, 0xFFFE, BPLCON1, both]);
        }
        words.extend([(line + 10) << 8 | 0x07, 0xFFFE, BPLCON1, 0]);
        line += 14;
    }
    // Resolution, planes and window changed within lines.
    group(&mut words, line, 0x2200, 0x38, 0xD0, 20);
    for n in 1..6 {
        words.extend([
            (line + n) << 8 | 0x71,
            0xFFFE,
            BPLCON0,
            0x1200,
            COLOR00,
            0x300,
        ]);
        words.extend([
            (line + n) << 8 | 0xA1,
            0xFFFE,
            BPLCON0,
            0x2200,
            COLOR00,
            0x003,
        ]);
    }
    words.extend([
        (line + 6) << 8 | 7,
        0xFFFE,
        DIWSTRT,
        0x1AA1,
        DIWSTOP,
        0x3881,
    ]);
    words.extend([
        (line + 9) << 8 | 7,
        0xFFFE,
        DIWSTRT,
        0x1A5C,
        DIWSTOP,
        0x38D0,
        BPLCON0,
        0x0200,
    ]);
    line += 14;
    // DMA of bitplanes switched off and on in the middle of lines.
    group(&mut words, line, 0x2200, 0x38, 0xD0, 20);
    for n in 1..4 {
        words.extend([(line + n) << 8 | 0x60, 0xFFFE, DMACON, 0x0100]);
        words.extend([(line + n) << 8 | 0x91, 0xFFFE, DMACON, 0x8100]);
    }
    // Sprites at both edges of the window, in low and high resolution.
    for (n, x) in [0x50, 0x5B, 0x60, 0x1B0, 0x1C4, 0x1D0, 0x100, 0x120]
        .into_iter()
        .enumerate()
    {
        let at = 0x8000 + 0x400 * n as u32;
        let lines: Vec<_> = (0..140).map(|y| [0xF00F | y, 0xFFFF]).collect();
        sprite(&mut video, at, x, 0x30, false, &lines);
        words.extend([
            SPR0PT + 4 * n as u16,
            0,
            SPR0PT + 4 * n as u16 + 2,
            at as u16,
        ]);
    }
    let sprites = words.split_off(words.len() - 32);
    let words = [
        sprites,
        words,
        vec![0xFFDF, 0xFFFE, 0x2C07, 0xFFFE, BPLCON0, 0x0200],
    ]
    .concat();
    list(&mut video, 2, &words);
    show(&mut video, "amiga-splits");
}

#[test]
fn lines_of_ntsc() {
    let mut video = Video::new(true);
    display(&mut video, 0x5000);
    rainbow(&mut video);
    boxes(&mut video, 320, 32);
    // Colours change in the middle of lines; every other line is a slot longer.
    let mut words = vec![];
    for line in 0..200 {
        words.extend([(0x2C + line) << 8 | 0x81, 0xFFFE, COLOR00, 0x050 + line % 8]);
        words.extend([(0x2C + line) << 8 | 0xD1, 0xFFFE, COLOR00, 0x222]);
    }
    list(&mut video, 5, &words);
    show(&mut video, "amiga-ntsc");
}

#[test]
fn the_time_that_blits_take() {
    let mut video = Video::new(false);
    display(&mut video, 0x3000);
    colours(
        &mut video,
        1,
        &[0x444, 0x666, 0x888, 0xAAA, 0xCCC, 0xEEE, 0xFFF],
    );
    video.poke(COPCON, 2);
    video.poke(BLTAFWM, 0xFFFF);
    video.poke(BLTALWM, 0xFFFF);
    for n in 0..4 {
        video.poke(BLTCMOD + 2 * n, 0);
    }
    let mut words = vec![];
    // The copper starts a blit of 40 words, waits for its end, and shows both by colours: all channels, without and
    // with fill, then lines. Odd ones begin where bitplanes are fetched.
    for n in 0..40u16 {
        let line = 0x2C + 5 * n;
        let place = if n % 2 == 0 { 0x09 } else { 0x61 };
        let (con0, con1, size) = match n {
            0..16 => (n << 8, 0, 8 << 6 | 5),
            16..32 => ((n - 16) << 8, 0x0A, 8 << 6 | 5),
            _ => (0x0B4A & !(n & 4) << 7 | (n & 2) << 9, 0x11, 40 << 6 | 2),
        };
        words.extend([line << 8 | place, 0xFFFE, BLTCON0, con0, BLTCON1, con1]);
        for channel in 0..4 {
            words.extend([BLTCPT + 4 * channel, 0, BLTCPT + 4 * channel + 2, 0xC000]);
        }
        words.extend([
            COLOR00,
            0x0F0,
            BLTSIZE,
            size,
            line << 8 | 1,
            0x7FFE,
            COLOR00,
            n & 3,
        ]);
    }
    list(&mut video, 3, &words);
    // The processor shall not come in.
    video.poke(DMACON, 0x8400);
    show(&mut video, "amiga-blit-time");
}

/// What CLXDAT says after a frame of two sprites, 0 and 2, that share pixels, over a bar of playfield 1 and one of
/// playfield 2.
fn collisions(bplcon0: u16, clxcon: u16, positions: [u16; 2]) -> u16 {
    let mut video = Video::new(false);
    display(&mut video, bplcon0);
    for y in 0..200 {
        for x in 0..16 {
            plot(&mut video, 320, 64 + x, y, 0b01);
            plot(&mut video, 320, 128 + x, y, 0b10);
        }
    }
    let mut words = vec![];
    for (n, x) in [(0u16, positions[0]), (2, positions[1])] {
        let at = 0x8000 + 0x400 * u32::from(n);
        sprite(&mut video, at, 0x80 + x, 0x40, false, &[[0xFFFF, 0]; 4]);
        words.extend([SPR0PT + 4 * n, 0, SPR0PT + 4 * n + 2, at as u16]);
    }
    for n in [1, 3, 4, 5, 6, 7] {
        words.extend([SPR0PT + 4 * n, 0, SPR0PT + 4 * n + 2, 0x7000]);
    }
    video.poke(CLXCON, clxcon);
    list(&mut video, 2, &words);
    video.run_frame();
    video.run_frame();
    video.read(CLXDAT);
    video.run_frame();
    let seen = video.read(CLXDAT);
    assert_eq!(video.read(CLXDAT), 0x8000, "reading clears");
    seen & 0x7FFF
}

#[test]
fn collisions_are_those_that_clxcon_asks_for() {
    // Both playfields enabled, a pixel where their plane is 1.
    let both = 0x00C3;
    for (bplcon0, clxcon, positions, expected) in [
        // Sprites with each other.
        (0x2400, both, [0, 8], 1 << 9),
        (0x2400, both, [0, 32], 0),
        // Sprite 0 with playfield 1, sprite 2 with playfield 2.
        (0x2400, both, [64, 120], 1 << 1 | 1 << 6),
        (0x2400, both, [40, 64], 1 << 2),
        // With one playfield, odd planes count only where even ones collide too.
        (0x2000, both, [64, 100], 0),
        (0x2000, 0x0041, [64, 100], 1 << 1 | 1 << 5 | 1 << 6 | 1),
        // No plane enabled: everything collides with both playfields.
        (0x2400, 0, [20, 200], 1 << 1 | 1 << 2 | 1 << 5 | 1 << 6 | 1),
        // A pixel where the plane is 0.
        (0x2400, 0x00C0, [64, 128], 1 << 5 | 1 << 2 | 1),
    ] {
        let found = collisions(bplcon0, clxcon, positions);
        assert_eq!(
            found, expected,
            "{bplcon0:04X} {clxcon:04X} {positions:?}: {found:015b}"
        );
    }
}
