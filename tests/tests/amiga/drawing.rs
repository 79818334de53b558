//! What the Amiga's shell draws with, against models of it: boxes, glyphs, objects and copies at any place, cut at any clip, and
//! nothing beside them. A routine changes the registers that its head names and no others.

use hexfront::targets::AMIGA;
use hexfront_tests::amiga::{at_first_menu, small_pointer_game};
use hexfront_tests::routine::{Bench, Draws};

const DEPTH: usize = 5;
/// Cases of each routine.
const CASES: usize = 400;
/// Words of a bitmap that objects are drawn into, at least: one that is cut at its left writes the word before, the last one of
/// the line above, as it was before that line was drawn.
const WIDER: i32 = 5;
/// Bytes around a bitmap that stay.
const AROUND: usize = 400;
/// Where the bench keeps its code, what is drawn, and the bitmap that is drawn into.
const ROOM: &str = "ground_bitmap";
const MATERIAL: &str = "menu_room";
const BITMAP: &str = "map_bitmap";
/// What of the machine's memory is the screen's: bytes of a line, rows.
const SCREEN: [usize; 2] = [40, 256];

fn bench() -> Bench {
    let game = small_pointer_game("  key T \"TURN\"\n    turn += 1\n");
    let built = AMIGA.build(&game).unwrap();
    Bench::new(at_first_menu(&built, &built.disk.to_bytes()), ROOM)
}

/// An interleaved bitmap, and the memory around it.
#[derive(Clone, PartialEq)]
struct Picture {
    bytes: Vec<u8>,
    /// Words of a line.
    words: usize,
    rows: usize,
}

impl Picture {
    /// Of so many words a line, at least.
    fn random(draws: &mut Draws, least: i32) -> Self {
        let words = draws.of(least..least + 6) as usize;
        let rows = draws.of(1..25) as usize;
        Self {
            bytes: draws.bytes(2 * AROUND + 2 * words * DEPTH * rows),
            words,
            rows,
        }
    }

    /// Of a pixel: the byte of its first plane, and its bit.
    fn place(&self, x: usize, y: usize) -> (usize, u8) {
        let byte = AROUND + y * DEPTH * 2 * self.words + x / 8;
        (byte, 0x80 >> (x % 8))
    }

    fn set(&mut self, x: usize, y: usize, colour: u8) {
        let (first, bit) = self.place(x, y);
        for plane in 0..DEPTH {
            let byte = &mut self.bytes[first + plane * 2 * self.words];
            *byte &= !bit;
            if colour >> plane & 1 != 0 {
                *byte |= bit;
            }
        }
    }

    /// Sets it if the clip leaves it.
    fn set_in(&mut self, clip: &Clip, [x, y]: [i32; 2], colour: u8) {
        if (16 * clip.left..16 * clip.right).contains(&x) && (clip.top..clip.bottom).contains(&y) {
            self.set(x as usize, y as usize, colour);
        }
    }

    /// A place on it or near it.
    fn near(&self, draws: &mut Draws) -> [i32; 2] {
        let [right, bottom] = [16 * self.words as i32 + 20, self.rows as i32 + 8];
        [draws.of(-60..right), draws.of(-32..bottom)]
    }

    /// Into the machine's memory; there `a1` and `d2` are to tell it.
    fn write(&self, bench: &mut Bench) -> [u32; 2] {
        let at = bench.at(BITMAP);
        bench.write(at, &self.bytes);
        [at + AROUND as u32, 2 * self.words as u32]
    }

    /// What the machine has made of it is this.
    fn assert_shown(&self, bench: &Bench, case: &str) {
        let shown = bench.read(bench.at(BITMAP), self.bytes.len());
        let differs = std::iter::zip(&shown, &self.bytes).position(|(a, b)| a != b);
        let place = differs.map(|byte| byte as i64 - AROUND as i64);
        assert_eq!(place, None, "byte of the bitmap: {case}, {:?}", self.size());
    }

    fn size(&self) -> [usize; 2] {
        [self.words, self.rows]
    }
}

/// Words and rows that may be drawn on.
#[derive(Debug)]
struct Clip {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl Clip {
    fn all(picture: &Picture) -> Self {
        let [right, bottom] = picture.size().map(|size| size as i32);
        Self {
            left: 0,
            right,
            top: 0,
            bottom,
        }
    }

    /// Some of a picture: all of it, now and then.
    fn random(draws: &mut Draws, picture: &Picture) -> Self {
        let [right, bottom] = picture.size().map(|size| size as i32);
        if draws.of(0..4) == 0 {
            return Self::all(picture);
        }
        let (left, top) = (draws.of(0..right), draws.of(0..bottom));
        Self {
            left,
            right: draws.of(left + 1..right + 1),
            top,
            bottom: draws.of(top + 1..bottom + 1),
        }
    }

    fn set(&self, bench: &mut Bench) {
        for (name, value) in [
            ("clip_left", self.left),
            ("clip_right", self.right),
            ("clip_top", self.top),
            ("clip_bottom", self.bottom),
        ] {
            bench.write_words(name, &[value as u16]);
        }
    }
}

/// A word in a register whose upper half is anything.
fn word(value: i32) -> u32 {
    0x5555_0000 | u32::from(value as u16)
}

/// Draws a box into a picture and compares.
fn draw_box(
    bench: &mut Bench,
    mut picture: Picture,
    clip: &Clip,
    [x, y, wide, high, colour]: [i32; 5],
) {
    let [a1, d2] = picture.write(bench);
    clip.set(bench);
    let size = (wide << 16 | high) as u32;
    let d = [word(x), word(y), d2, size, word(colour)];
    bench.call("box_draw", &d, &[0, a1], "d0 d1 d3 a0");
    for y in y..y + high {
        for x in x..x + wide {
            picture.set_in(clip, [x, y], colour as u8);
        }
    }
    let case = format!("{wide} x {high} at {x}, {y} in {clip:?}, colour {colour}");
    picture.assert_shown(bench, &case);
}

#[test]
fn boxes_are_drawn_and_cut() {
    let (mut bench, mut draws) = (bench(), Draws::new(1));
    for _ in 0..CASES {
        let picture = Picture::random(&mut draws, 1);
        let clip = Clip::random(&mut draws, &picture);
        let [x, y] = picture.near(&mut draws);
        let [wide, high, colour] = [1..33, 1..33, 0..32].map(|range| draws.of(range));
        draw_box(&mut bench, picture, &clip, [x, y, wide, high, colour]);
    }
}

/// Those that are not cut: of every width, at every pixel of a word.
#[test]
fn boxes_end_at_any_pixel() {
    let (mut bench, mut draws) = (bench(), Draws::new(9));
    for (x, wide) in (16..32).flat_map(|x| (1..33).map(move |wide| (x, wide))) {
        let picture = Picture {
            bytes: draws.bytes(2 * AROUND + 2 * 4 * DEPTH * 3),
            words: 4,
            rows: 3,
        };
        let clip = Clip::all(&picture);
        let colour = draws.of(0..32);
        draw_box(&mut bench, picture, &clip, [x, 1, wide, 2, colour]);
    }
}

#[test]
fn glyphs_are_drawn_and_cut() {
    let (mut bench, mut draws) = (bench(), Draws::new(2));
    for _ in 0..CASES {
        let mut picture = Picture::random(&mut draws, 1);
        let clip = Clip::random(&mut draws, &picture);
        let [x, y] = picture.near(&mut draws);
        let colour = draws.of(0..32);
        let high = draws.of(1..12) as usize;
        let glyph = draws.bytes(high);
        let [a1, d2] = picture.write(&mut bench);
        clip.set(&mut bench);
        let a0 = bench.at(MATERIAL);
        bench.write(a0, &glyph);
        let d = [word(x), word(y), d2, word(colour), word(high as i32)];
        bench.call("glyph_draw", &d, &[a0, a1], "d0 d1 a0");
        for (y, row) in (y..).zip(&glyph) {
            for bit in (0..8).filter(|bit| row & 0x80 >> bit != 0) {
                picture.set_in(&clip, [x + bit, y], colour as u8);
            }
        }
        let case = format!("{high} rows at {x}, {y} in {clip:?}, colour {colour}");
        picture.assert_shown(&bench, &case);
    }
}

/// An object: pixels, and those of them that its mask has.
struct Object {
    words: usize,
    rows: usize,
    offset: [i32; 2],
    image: Vec<u8>,
    mask: Option<Vec<u8>>,
}

impl Object {
    fn random(draws: &mut Draws) -> Self {
        let (words, rows) = (draws.of(1..4) as usize, draws.of(1..20) as usize);
        let line = draws.bytes(2 * words * rows);
        // The same for all planes of a row.
        let rows_of = line.chunks(2 * words);
        let mask = rows_of.flat_map(|row| row.repeat(DEPTH)).collect();
        Self {
            words,
            rows,
            offset: [draws.of(-8..20), draws.of(-8..20)],
            image: draws.bytes(2 * words * rows * DEPTH),
            mask: (draws.of(0..4) != 0).then_some(mask),
        }
    }

    /// Into memory: head, image, mask, as `amiga/src/art/bytes.rs` lays them out; the address of the head.
    fn write(&self, bench: &mut Bench) -> u32 {
        let head = bench.at(MATERIAL);
        let image = head + 16;
        let mask = image + self.image.len() as u32;
        let mask_told = if self.mask.is_some() { mask } else { 0 };
        let words = [self.words as i32, self.rows as i32].into_iter();
        let words = words.chain(self.offset).map(|word| word as u16);
        let mut bytes: Vec<u8> = words.flat_map(u16::to_be_bytes).collect();
        bytes.extend([image, mask_told].iter().flat_map(|at| at.to_be_bytes()));
        bench.write(head, &bytes);
        bench.write(image, &self.image);
        bench.write(mask, self.mask.as_deref().unwrap_or_default());
        head
    }

    fn bit(&self, of: &[u8], x: usize, y: usize, plane: usize) -> bool {
        let byte = of[(y * DEPTH + plane) * 2 * self.words + x / 8];
        byte & 0x80 >> (x % 8) != 0
    }

    fn has(&self, x: usize, y: usize) -> bool {
        let mask = self.mask.as_ref();
        mask.is_none_or(|mask| self.bit(mask, x, y, 0))
    }

    fn colour(&self, x: usize, y: usize) -> u8 {
        let planes = (0..DEPTH).map(|plane| u8::from(self.bit(&self.image, x, y, plane)) << plane);
        planes.sum()
    }
}

#[test]
fn objects_and_their_holes_are_drawn_and_cut() {
    let (mut bench, mut draws) = (bench(), Draws::new(3));
    for _ in 0..2 * CASES {
        let mut picture = Picture::random(&mut draws, WIDER);
        let clip = Clip::random(&mut draws, &picture);
        let [x, y] = picture.near(&mut draws);
        let object = Object::random(&mut draws);
        let hole = object.mask.is_some() && draws.of(0..4) == 0;
        let [a1, d2] = picture.write(&mut bench);
        clip.set(&mut bench);
        let a0 = object.write(&mut bench);
        let routine = if hole { "object_hole" } else { "object_draw" };
        bench.call(routine, &[word(x), word(y), d2], &[a0, a1], "d0 d1");
        let [left, top] = [x + object.offset[0], y + object.offset[1]];
        for row in 0..object.rows {
            for column in (0..16 * object.words).filter(|column| object.has(*column, row)) {
                let place = [left + column as i32, top + row as i32];
                let colour = if hole { 0 } else { object.colour(column, row) };
                picture.set_in(&clip, place, colour);
            }
        }
        let solid = object.mask.is_none();
        let size = [object.words, object.rows];
        let case = format!("{routine} {size:?} at {left}, {top} in {clip:?}, solid {solid}");
        picture.assert_shown(&bench, &case);
    }
}

#[test]
fn a_pixel_is_put() {
    let (mut bench, mut draws) = (bench(), Draws::new(4));
    for _ in 0..CASES {
        let mut picture = Picture::random(&mut draws, 1);
        let x = draws.of(0..16 * picture.words as i32);
        let y = draws.of(0..picture.rows as i32);
        let colour = draws.of(0..32);
        let [a1, d2] = picture.write(&mut bench);
        let d = [word(x), word(y), d2, word(colour)];
        bench.call("pixel_put", &d, &[0, a1], "d0 d1 a0");
        picture.set(x as usize, y as usize, colour as u8);
        picture.assert_shown(&bench, &format!("{x}, {y}, colour {colour}"));
    }
}

/// Into the screen, across the limit of what the blitter does in one go: 1,023 lines.
#[test]
fn rectangles_of_the_screen_are_copied_cleared_and_filled() {
    let (mut bench, mut draws) = (bench(), Draws::new(5));
    let [line, rows] = SCREEN;
    let (screen, material) = (bench.at("screen"), bench.at(MATERIAL));
    for case in 0..60 {
        let before = draws.bytes(line * DEPTH * rows);
        let mut picture = Picture {
            bytes: [vec![0; AROUND], before.clone()].concat(),
            words: line / 2,
            rows,
        };
        bench.write(screen, &before);
        // Whole words, for a copy or to be cleared; pixels that are filled.
        let words = draws.of(1..line as i32 / 2 + 1) as usize;
        let column = draws.of(0..(line / 2 - words) as i32 + 1) as usize;
        let high = draws.of(1..rows as i32 + 1) as usize;
        let top = draws.of(0..(rows - high) as i32 + 1) as usize;
        let at = top * DEPTH * line + 2 * column;
        let to = screen + at as u32;
        let lines = (0..high * DEPTH).map(|n| AROUND + at + n * line);
        let size = [words as u32, high as u32];
        match case % 3 {
            0 => {
                let from = draws.bytes(2 * words * high * DEPTH);
                bench.write(material, &from);
                let d = [2 * words as u32, line as u32, size[0], size[1]];
                bench.call("rectangle_copy", &d, &[material, to], "d0 d1 d3");
                for (at, from) in lines.zip(from.chunks(2 * words)) {
                    picture.bytes[at..at + 2 * words].copy_from_slice(from);
                }
            }
            1 => {
                let d = [0, line as u32, size[0], size[1]];
                bench.call("rectangle_clear", &d, &[0, to], "d1 d3");
                lines.for_each(|at| picture.bytes[at..at + 2 * words].fill(0));
            }
            _ => {
                let wide = draws.of(1..8 * line as i32 + 1);
                let left = draws.of(0..8 * line as i32 - wide + 1);
                let colour = draws.of(0..32);
                let d = [left, top as i32, wide, high as i32, colour].map(|d| d as u32);
                bench.call("rectangle_fill", &d, &[0, screen], "d0 d1 d2 d3 d4");
                for y in top..top + high {
                    (left..left + wide).for_each(|x| picture.set(x as usize, y, colour as u8));
                }
            }
        }
        let shown = bench.read(screen, before.len());
        let differs = std::iter::zip(&shown, &picture.bytes[AROUND..]).position(|(a, b)| a != b);
        assert_eq!(differs, None, "case {case}: {size:?} at {at}");
    }
}

/// Fonts as `amiga/src/art/bytes.rs` lays them out.
struct Font {
    /// What tells it to the shell, and its glyphs.
    symbols: [&'static str; 2],
    first: u8,
    rows: usize,
    pitch: i32,
}

const FONT8: Font = Font {
    symbols: ["text_font8", "font8"],
    first: b' ',
    rows: 8,
    pitch: 8,
};
const FONT6: Font = Font {
    symbols: ["text_font6", "font6"],
    first: b' ',
    rows: 8,
    pitch: 6,
};
const DIGITS: Font = Font {
    symbols: ["text_digits4", "digits4"],
    first: b'0',
    rows: 7,
    pitch: 5,
};

impl Font {
    /// The pixels of a text that begins at 0, 0.
    fn pixels(&self, bench: &Bench, text: &str) -> Vec<[i32; 2]> {
        let glyphs = bench.at(self.symbols[1]);
        let mut pixels = Vec::new();
        for (x, letter) in (0..).step_by(self.pitch as usize).zip(text.bytes()) {
            let number = usize::from(letter - self.first);
            let glyph = bench.read(glyphs + (number * self.rows) as u32, self.rows);
            for (y, row) in (0..).zip(glyph) {
                let set = (0..8).filter(|bit| row & 0x80 >> bit != 0);
                pixels.extend(set.map(|bit| [x + bit, y]));
            }
        }
        pixels
    }
}

/// A text of a few letters: any that the font has.
fn some_text(draws: &mut Draws) -> String {
    let count = draws.of(1..7) as usize;
    let letters = draws.bytes(count).into_iter();
    let letters = letters.map(|byte| char::from(b' ' + byte % 96));
    letters.collect()
}

#[test]
fn texts_and_numbers_are_set_from_their_glyphs() {
    let (mut bench, mut draws) = (bench(), Draws::new(7));
    for case in 0..CASES as i32 {
        let mut picture = Picture::random(&mut draws, 1);
        let clip = Clip::random(&mut draws, &picture);
        let [x, y] = picture.near(&mut draws);
        let colour = draws.of(0..32);
        let [a1, d2] = picture.write(&mut bench);
        clip.set(&mut bench);
        let d = [word(x), word(y), d2, word(colour), word(case % 100)];
        let (font, text) = match case % 3 {
            0 => (DIGITS, format!("{}", case % 100)),
            1 => (FONT6, some_text(&mut draws)),
            _ => (FONT8, some_text(&mut draws)),
        };
        if case % 3 == 0 {
            bench.call("number_draw", &d, &[0, a1], "d0 d1 d4 a0");
        } else {
            let [a2, a3] = [bench.at(font.symbols[0]), bench.at(MATERIAL)];
            bench.write(a3, format!("{text}\0").as_bytes());
            let left = bench.call("text_draw", &d[..4], &[0, a1, a2, a3], "d0 d1 a0 a3");
            let behind = x + font.pitch * text.len() as i32;
            let words = [left.d[0], left.d[1]].map(|d| d as u16);
            assert_eq!(words, [behind as u16, y as u16], "{text:?} at {x}");
        }
        for [right, down] in font.pixels(&bench, &text) {
            picture.set_in(&clip, [x + right, y + down], colour as u8);
        }
        picture.assert_shown(&bench, &format!("{text:?} at {x}, {y} in {clip:?}"));
    }
}

/// Black letters; white is what touches them, at a corner too.
#[test]
fn outlined_letters_have_an_edge_all_around() {
    const EDGE: u8 = 1;
    let (mut bench, mut draws) = (bench(), Draws::new(8));
    for _ in 0..CASES {
        let mut picture = Picture::random(&mut draws, WIDER);
        let clip = Clip::random(&mut draws, &picture);
        let [x, y] = picture.near(&mut draws);
        let text = some_text(&mut draws);
        let [a1, d2] = picture.write(&mut bench);
        clip.set(&mut bench);
        let [a2, a3] = [bench.at(FONT6.symbols[0]), bench.at(MATERIAL)];
        bench.write(a3, format!("{text}\0").as_bytes());
        let d = [word(x), word(y), d2];
        bench.call("outlined_draw", &d, &[0, a1, a2, a3], "d0 d1 d3 a0 a3");
        let pixels = FONT6.pixels(&bench, &text);
        for [right, down] in &pixels {
            for (across, along) in (-1..2).flat_map(|n| (-1..2).map(move |m| (n, m))) {
                picture.set_in(&clip, [x + right + across, y + down + along], EDGE);
            }
        }
        for [right, down] in &pixels {
            picture.set_in(&clip, [x + right, y + down], 0);
        }
        picture.assert_shown(&bench, &format!("{text:?} at {x}, {y} in {clip:?}"));
    }
}
