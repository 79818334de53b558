//! Laws of the blitter: on random inputs it does what a plain reading of the manual does, in the slots it may have.

use crate::common::amiga_video::Video;
use hexfront_platforms::chips::rga::*;
use proptest::prelude::*;

/// Words of memory that blits work in.
const WORDS: usize = 256;
const BASE: u32 = 0x2_0000;

/// A block move as a program sets it up.
#[derive(Clone, Debug)]
struct Move {
    con0: u16,
    con1: u16,
    masks: [u16; 2],
    /// Word offsets, modulos in words, data registers: A, B, C; D's offset and modulo last.
    offsets: [usize; 4],
    modulos: [i16; 4],
    data: [u16; 3],
    width: u16,
    height: u16,
}

prop_compose! {
    fn moves()(
        con0 in any::<u16>(),
        shift in 0..16u16,
        carry in 0..2u16,
        fill in 0..3u16,
        descending in 0..2u16,
        masks in any::<[u16; 2]>(),
        offsets in [100..156usize, 100..156usize, 100..156usize, 100..156usize],
        modulos in [-3..4i16, -3..4i16, -3..4i16, -3..4i16],
        data in any::<[u16; 3]>(),
        width in 1..7u16,
        height in 1..7u16,
    ) -> Move {
        let con1 = shift << 12 | fill << 3 | carry << 2 | descending << 1;
        Move { con0, con1, masks, offsets, modulos, data, width, height }
    }
}

/// Bit `n` counted from the left of word `before` followed by `word`, moved right by `by`.
fn shifted_right(before: u16, word: u16, by: u16) -> u16 {
    let bit = |n: i32| {
        if n < 0 {
            before >> (-n - 1) & 1
        } else {
            word >> (15 - n) & 1
        }
    };
    (0..16).fold(0, |out, n| out << 1 | bit(n - i32::from(by)))
}

/// The mirror image.
fn shifted_left(before: u16, word: u16, by: u16) -> u16 {
    shifted_right(before.reverse_bits(), word.reverse_bits(), by).reverse_bits()
}

/// Does a move bit by bit. Answers whether all of the result was 0.
fn move_slowly(m: &Move, memory: &mut [u16]) -> bool {
    let on = |channel: usize| m.con0 >> (11 - channel) & 1 != 0;
    let down = m.con1 & 2 != 0;
    let address = |channel: usize, row: u16, column: u16| {
        let across = i32::from(row) * (i32::from(m.width) + i32::from(m.modulos[channel]));
        let steps = across + i32::from(column);
        (m.offsets[channel] as i32 + if down { -steps } else { steps }) as usize
    };
    let shift = |before: u16, word: u16, by: u16| match down {
        true => shifted_left(before, word, by),
        false => shifted_right(before, word, by),
    };
    let mut data = m.data;
    let mut before = [0; 2];
    // A write of its data register goes through the shifter of B.
    let mut b = shift(0, data[1], m.con1 >> 12);
    let mut waiting = None;
    let mut zero = true;
    for row in 0..m.height {
        let mut carry = m.con1 & 4 != 0;
        for column in 0..m.width {
            for channel in (0..3).filter(|c| on(*c)) {
                data[channel] = memory[address(channel, row, column)];
            }
            if on(1) {
                b = shift(before[1], data[1], m.con1 >> 12);
                before[1] = data[1];
            }
            if let Some((at, word)) = waiting.take() {
                memory[at] = word;
            }
            let mut masked = data[0];
            if column == 0 {
                masked &= m.masks[0];
            }
            if column == m.width - 1 {
                masked &= m.masks[1];
            }
            let a = shift(before[0], masked, m.con0 >> 12);
            before[0] = masked;
            let mut d = 0;
            for bit in 0..16 {
                let at = |word: u16| word >> bit & 1;
                let mut out = m.con0 >> (4 * at(a) + 2 * at(b) + at(data[2])) & 1 != 0;
                if m.con1 & 0x18 != 0 {
                    let edge = out;
                    out = if m.con1 & 0x10 != 0 {
                        carry != edge
                    } else {
                        carry || edge
                    };
                    carry ^= edge;
                }
                d |= u16::from(out) << bit;
            }
            zero &= d == 0;
            if on(3) {
                waiting = Some((address(3, row, column), d));
            }
        }
    }
    if let Some((at, word)) = waiting {
        memory[at] = word;
    }
    zero
}

/// Starts a move, as a program does.
fn start(video: &mut Video, m: &Move) {
    video.poke(BLTCON0, m.con0);
    video.poke(BLTCON1, m.con1);
    video.poke(BLTAFWM, m.masks[0]);
    video.poke(BLTALWM, m.masks[1]);
    for (channel, place) in [2, 1, 0, 3].into_iter().enumerate() {
        video.poke_long(BLTCPT + 4 * place, BASE + 2 * m.offsets[channel] as u32);
        video.poke(BLTCMOD + 2 * place, (2 * m.modulos[channel]) as u16);
        if let Some(data) = m.data.get(channel) {
            video.poke(BLTCDAT + 2 * place, *data);
        }
    }
    video.poke(BLTSIZE, m.height << 6 | m.width);
}

fn memory(seed: u64) -> Vec<u16> {
    let mut state = seed | 1;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as u16
    };
    (0..WORDS).map(|_| next()).collect()
}

proptest! {
    #[test]
    fn a_block_move_does_what_the_manual_says(
        m in moves(), seed in any::<u64>(), steps in prop::collection::vec(1..9u64, 1..8)
    ) {
        let mut expected = memory(seed);
        let mut video = Video::new(false);
        video.store(BASE, &expected);
        video.poke(DMACON, 0x8240);
        start(&mut video, &m);
        let zero = move_slowly(&m, &mut expected);
        // It does not matter in which steps time goes by.
        for step in steps.into_iter().cycle() {
            video.run(step);
            if video.wires.interrupts.iter().any(|(_, bits)| bits & INT_BLIT != 0) {
                break;
            }
        }
        let found: Vec<_> = (0..WORDS as u32).map(|i| video.word(BASE + 2 * i)).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(video.read(DMACONR) & 0x6000, u16::from(zero) << 13);
    }

    #[test]
    fn a_move_takes_its_slots_a_word(m in moves()) {
        let mut video = Video::new(false);
        video.poke(DMACON, 0x8240);
        start(&mut video, &m);
        let begun = video.now - 2;
        video.run(20_000);
        let ended = video.wires.interrupts.iter().find(|(_, bits)| bits & INT_BLIT != 0);
        let Some((ended, _)) = ended else {
            return Err(TestCaseError::fail("no interrupt"));
        };
        // Manual, table 6-2, by channels A B C D.
        let table = [2, 2, 2, 3, 3, 3, 3, 4, 2, 2, 2, 3, 3, 3, 3, 4];
        let channels = usize::from(m.con0 >> 8 & 15);
        let fills = m.con1 & 0x18 != 0 && channels & 3 == 1;
        let each = table[channels] + u64::from(fills);
        let words = u64::from(m.width * m.height);
        // Four slots from the write to the first word, two to end; refresh has four of every line.
        let refresh = (begun..*ended).filter(|slot| [1, 3, 5, 226].contains(&(slot % 227))).count() as u64;
        prop_assert_eq!(ended - begun, 6 + words * each + refresh);
    }

    #[test]
    fn a_line_has_the_dots_of_bresenham(
        x0 in 0..160i32, y0 in 0..60i32, x1 in 0..160i32, y1 in 0..60i32,
        single in any::<bool>(), texture in any::<u16>()
    ) {
        let mut video = Video::new(false);
        video.poke(DMACON, 0x8240);
        line(&mut video, [x0, y0], [x1, y1], single, texture);
        video.run(20_000);
        let mut found = Vec::new();
        for y in 0..60 {
            for x in 0..160 {
                let word = video.word((BASE as i32 + 20 * y + x / 16 * 2) as u32);
                if word >> (15 - x % 16) & 1 != 0 {
                    found.push((y, x));
                }
            }
        }
        let mut expected = dots([x0, y0], [x1, y1], single, texture);
        expected.sort();
        prop_assert_eq!(found, expected);
    }
}

/// Draws a line as the manual tells, chapter 6, on a bitmap of 20 bytes a row.
fn line(video: &mut Video, from: [i32; 2], to: [i32; 2], single: bool, texture: u16) {
    masked_line(video, from, to, single, texture, 0xFFFF);
}

/// The same with a mask of its dot.
fn masked_line(
    video: &mut Video,
    [x0, y0]: [i32; 2],
    [x1, y1]: [i32; 2],
    single: bool,
    texture: u16,
    mask: u16,
) {
    let (dx, dy) = ((x1 - x0).abs(), (y1 - y0).abs());
    let (long, short) = (dx.max(dy), dx.min(dy));
    let (left, up) = (x1 < x0, y1 < y0);
    let octant = if dx >= dy {
        0x10 | u16::from(up) << 3 | u16::from(left) << 2
    } else {
        u16::from(left) << 3 | u16::from(up) << 2
    };
    let error = 4 * short - 2 * long;
    let sign = if error < 0 { 0x40 } else { 0 };
    video.poke(BLTCON0, (x0 as u16 & 15) << 12 | 0x0BCA);
    video.poke(BLTCON1, octant | sign | u16::from(single) << 1 | 1);
    let at = (BASE as i32 + 20 * y0 + x0 / 16 * 2) as u32;
    video.poke_long(BLTCPT, at);
    video.poke_long(BLTCPT + 12, at);
    video.poke_long(BLTCPT + 8, error as u32);
    video.poke(BLTCMOD, 20);
    video.poke(BLTCMOD + 6, 20);
    video.poke(BLTCMOD + 2, (4 * short) as u16);
    video.poke(BLTCMOD + 4, (4 * (short - long)) as u16);
    video.poke(BLTAFWM, mask);
    video.poke(BLTALWM, 0xFFFF);
    video.poke(BLTCDAT + 4, 0x8000);
    video.poke(BLTCDAT + 2, texture);
    video.poke(BLTSIZE, (long as u16 + 1) << 6 | 2);
}

/// The dots of that line: row, column.
fn dots([x0, y0]: [i32; 2], [x1, y1]: [i32; 2], single: bool, texture: u16) -> Vec<(i32, i32)> {
    let (dx, dy) = ((x1 - x0).abs(), (y1 - y0).abs());
    let (long, short) = (dx.max(dy), dx.min(dy));
    let (mut x, mut y) = (x0, y0);
    let mut error = 2 * short - long;
    let mut rows = std::collections::HashSet::new();
    let mut dots = Vec::new();
    for i in 0..=long {
        let first = rows.insert(y);
        // The texture begins with its bit 0 and goes on with bit 15.
        let drawn = texture.rotate_left(i as u32) & 1 != 0;
        if drawn && (first || !single) {
            dots.push((y, x));
        }
        let both = error >= 0;
        if both || dx >= dy {
            x += (x1 - x0).signum();
        }
        if both || dx < dy {
            y += (y1 - y0).signum();
        }
        error += 2 * short - if both { 2 * long } else { 0 };
    }
    dots
}

#[test]
fn the_first_mask_is_laid_over_the_dot_of_a_line() {
    for (mask, ones) in [(0xFFFF, 8), (0x8000, 8), (0x7FFF, 0)] {
        let mut video = Video::new(false);
        video.poke(DMACON, 0x8240);
        masked_line(&mut video, [3, 3], [10, 5], false, 0xFFFF, mask);
        video.run(2_000);
        let words = (0..100).map(|i| video.word(BASE + 2 * i).count_ones());
        assert_eq!(words.sum::<u32>(), ones, "mask {mask:04X}");
    }
}
