//! Sprites and collisions.

use super::*;

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

/// What CLXDAT says after a frame of two sprites, 0 and 2, over a bar of playfield 1 and one of playfield 2.
fn collisions(bplcon0: u16, clxcon: u16, positions: [u16; 2]) -> u16 {
    let mut video = two_sprites(bplcon0, [0, 2], positions);
    video.poke(CLXCON, clxcon);
    video.run_frame();
    video.run_frame();
    video.read(CLXDAT);
    video.run_frame();
    let seen = video.read(CLXDAT);
    assert_eq!(video.read(CLXDAT), 0x8000, "reading clears");
    seen & 0x7FFF
}

/// Two sprites at columns of the picture, over a bar of playfield 1 and one of playfield 2.
fn two_sprites(bplcon0: u16, sprites: [u16; 2], positions: [u16; 2]) -> Video {
    let mut video = Video::new(false);
    display(&mut video, bplcon0);
    for y in 0..200 {
        for x in 0..16 {
            plot(&mut video, 320, 64 + x, y, 0b01);
            plot(&mut video, 320, 128 + x, y, 0b10);
        }
    }
    let mut words = vec![];
    for (n, x) in sprites.into_iter().zip(positions) {
        let at = 0x8000 + 0x400 * u32::from(n);
        sprite(&mut video, at, 0x80 + x, 0x40, false, &[[0xFFFF, 0]; 4]);
        words.extend([SPR0PT + 4 * n, 0, SPR0PT + 4 * n + 2, at as u16]);
    }
    for n in (0..8).filter(|n| !sprites.contains(n)) {
        words.extend([SPR0PT + 4 * n, 0, SPR0PT + 4 * n + 2, 0x7000]);
    }
    list(&mut video, 2, &words);
    video
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

#[test]
fn each_two_pairs_of_sprites_have_their_bit_and_odd_sprites_must_be_asked_for() {
    let odd = |pair: u16| 0x00C3 | 0x1000 << pair;
    for (sprites, clxcon, expected) in [
        ([0, 2], 0x00C3, 1 << 9),
        ([0, 4], 0x00C3, 1 << 10),
        ([0, 6], 0x00C3, 1 << 11),
        ([2, 4], 0x00C3, 1 << 12),
        ([2, 6], 0x00C3, 1 << 13),
        ([4, 6], 0x00C3, 1 << 14),
        ([1, 2], 0x00C3, 0),
        ([1, 2], odd(0), 1 << 9),
        ([3, 4], odd(0), 0),
        ([3, 4], odd(1), 1 << 12),
        ([4, 7], odd(3), 1 << 14),
    ] {
        let mut video = two_sprites(0x2400, sprites, [0, 8]);
        video.poke(CLXCON, clxcon);
        video.run_frame();
        video.run_frame();
        video.read(CLXDAT);
        video.run_frame();
        assert_eq!(
            video.read(CLXDAT) & 0x7E00,
            expected,
            "{sprites:?} {clxcon:04X}"
        );
    }
}

#[test]
fn a_single_playfield_has_the_priority_of_playfield_2() {
    for (bplcon2, in_front) in [(0x0020, true), (0x0004, false), (0x0024, true)] {
        let mut video = two_sprites(0x2000, [0, 2], [64, 200]);
        colours(&mut video, 0, &[0, 0x0F0]);
        colours(&mut video, 17, &[0xF0F]);
        video.poke(BPLCON2, bplcon2);
        video.run_frame();
        video.run_frame();
        let picture = video.wires.denise.picture();
        let seen = picture.pixels.iter().filter(|c| **c == 0xF0F).count();
        assert_eq!(seen > 0, in_front, "BPLCON2 {bplcon2:04X}: {seen}");
    }
}

#[test]
fn where_both_playfields_have_a_pixel_the_one_in_front_has_the_priority() {
    for (bplcon2, in_front) in [
        (0x0004, true),
        (0x0044, false),
        (0x0020, false),
        (0x0060, true),
    ] {
        let mut video = two_sprites(0x2400, [0, 2], [64, 200]);
        for (y, x) in (0..200).flat_map(|y| (64..80).map(move |x| (y, x))) {
            plot(&mut video, 320, x, y, 0b11);
        }
        colours(&mut video, 17, &[0xF0F]);
        video.poke(BPLCON2, bplcon2);
        video.run_frame();
        video.run_frame();
        let picture = video.wires.denise.picture();
        let seen = picture.pixels.iter().filter(|c| **c == 0xF0F).count();
        assert_eq!(seen > 0, in_front, "BPLCON2 {bplcon2:04X}: {seen}");
    }
}
