//! What the blitter draws, and how long it takes.

use super::*;

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
