//! What changes from line to line and within lines: the copper, scrolls, fetches, NTSC.

use super::*;

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
