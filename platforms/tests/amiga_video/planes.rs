//! Resolutions, dual playfield, half-bright, hold-and-modify.

use super::*;

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
