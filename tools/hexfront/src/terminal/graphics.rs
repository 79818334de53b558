//! Pictures for terminals that take them: kitty's protocol, and sixels.
//!
//! Sources: "Terminal graphics protocol" of kitty's documentation; DEC STD 070, chapter 9 (sixels). Both are a page of code each, and crates
//! for them take pictures that must be converted first.

use crate::picture::{View, encode};
use hexfront_platforms::machine::{Frame, Inside};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Characters of a picture that kitty takes at a time.
const CHUNK: usize = 4096;
/// Pixels of a character where a terminal does not tell.
pub const USUAL_CELL: (usize, usize) = (8, 16);

/// Columns and rows of characters that a picture takes, as large as fits, and the size of it in pixels.
pub fn place(
    frame: &Frame<'_>,
    view: View,
    cell: (usize, usize),
    (columns, rows): (usize, usize),
) -> ((usize, usize), (usize, usize)) {
    let room = (columns * cell.0, rows * cell.1);
    let (wide, high) = view.size(frame, view.scale(frame, room));
    let (wide, high) = (wide.min(room.0).max(1), high.min(room.1).max(1));
    let cells = (wide.div_ceil(cell.0), high.div_ceil(cell.1));
    (cells, (wide, high))
}

/// Draws at the cursor with kitty's protocol, scaled by the terminal to `cells`. The picture before it is taken away only
/// then: `number` must be another one.
pub fn kitty(
    out: &mut impl Write,
    frame: &Frame<'_>,
    view: View,
    cells: (usize, usize),
    number: u32,
    before: u32,
) -> io::Result<()> {
    let pixels = cut(frame, view);
    let part = Frame {
        width: view.width,
        height: view.height,
        pixels: &pixels,
        inside: Inside::all(view.width, view.height),
        ..*frame
    };
    let mut png = Vec::new();
    encode(&part, &mut png).map_err(io::Error::other)?;
    let text = base64(&png);
    let mut chunks = text.as_bytes().chunks(CHUNK).peekable();
    let (columns, rows) = cells;
    let mut head = format!("a=T,f=100,i={number},p=1,q=2,C=1,c={columns},r={rows},");
    while let Some(chunk) = chunks.next() {
        let more = u8::from(chunks.peek().is_some());
        write!(out, "\x1b_G{head}m={more};")?;
        out.write_all(chunk)?;
        out.write_all(b"\x1b\\")?;
        head.clear();
    }
    write!(out, "\x1b_Ga=d,d=I,i={before},q=2\x1b\\")
}

/// Takes all pictures of kitty's protocol away.
pub fn clear_kitty(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"\x1b_Ga=d,d=A,q=2\x1b\\")
}

/// The pixels that are shown.
fn cut(frame: &Frame<'_>, view: View) -> Vec<u16> {
    let rows = frame.pixels.chunks(frame.width.max(1));
    let rows = rows.skip(view.top).take(view.height);
    rows.flat_map(|row| &row[view.left..view.left + view.width])
        .copied()
        .collect()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 0x3F;
            let known = digit <= three.len();
            text.push(if known {
                char::from(DIGITS[value as usize])
            } else {
                '='
            });
        }
    }
    text
}

/// Draws at the cursor in sixels, `size` pixels large.
pub fn sixel(
    out: &mut impl Write,
    frame: &Frame<'_>,
    view: View,
    (wide, high): (usize, usize),
) -> io::Result<()> {
    let columns: Vec<usize> = (0..wide)
        .map(|x| view.left + (2 * x + 1) * view.width / (2 * wide))
        .collect();
    let row = |y: usize| {
        let y = view.top + (2 * y + 1) * view.height / (2 * high);
        &frame.pixels[y * frame.width..][..frame.width]
    };
    let mut registers: BTreeMap<u16, usize> = BTreeMap::new();
    // No transparency: what a band does not draw keeps the colour before.
    write!(out, "\x1bP0;1;0q\"1;1;{wide};{high}")?;
    for y in (0..high).step_by(6) {
        let band: Vec<&[u16]> = (y..high.min(y + 6)).map(row).collect();
        let mut lines: BTreeMap<u16, Vec<u8>> = BTreeMap::new();
        for (bit, row) in band.iter().enumerate() {
            for (x, column) in columns.iter().enumerate() {
                let line = lines.entry(row[*column]).or_insert_with(|| vec![0; wide]);
                line[x] |= 1 << bit;
            }
        }
        for (n, (colour, line)) in lines.iter().enumerate() {
            if n > 0 {
                out.write_all(b"$")?;
            }
            let next = registers.len();
            let register = *registers.entry(*colour).or_insert(next);
            if register == next {
                let [_, r, g, b] = frame.palette[usize::from(*colour)].to_be_bytes();
                let [r, g, b] = [r, g, b].map(|part| (u32::from(part) * 100 + 127) / 255);
                // Not every terminal takes a colour for chosen that was set.
                write!(out, "#{register};2;{r};{g};{b}")?;
            }
            write!(out, "#{register}")?;
            runs(out, line)?;
        }
        out.write_all(b"-")?;
    }
    out.write_all(b"\x1b\\")
}

/// Six rows of one colour; what is repeated is counted.
fn runs(out: &mut impl Write, line: &[u8]) -> io::Result<()> {
    let drawn = line
        .iter()
        .rposition(|bits| *bits != 0)
        .map_or(0, |at| at + 1);
    for run in line[..drawn].chunk_by(|a, b| a == b) {
        let letter = char::from(run[0] + 0x3F);
        match run.len() {
            length @ 4.. => write!(out, "!{length}{letter}")?,
            length => (0..length).try_for_each(|_| write!(out, "{letter}"))?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PALETTE: [u32; 3] = [0x000000, 0xFF0000, 0x00FF80];

    fn frame(pixels: &[u16], width: usize) -> Frame<'_> {
        let height = pixels.len() / width;
        Frame {
            width,
            height,
            pixels,
            palette: &PALETTE,
            pixel_aspect: 1.0,
            inside: Inside::all(width, height),
        }
    }

    #[test]
    fn base64_is_as_the_standard_has_it() {
        // RFC 4648, chapter 10.
        let all = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        for (n, expected) in all.into_iter().enumerate() {
            assert_eq!(base64(&b"foobar"[..n]), expected);
        }
    }

    /// Reads sixels back: colours by pixel.
    fn pixels(text: &str) -> Vec<Vec<(u32, u32, u32)>> {
        let body = text.strip_prefix("\x1bP0;1;0q\"1;1;").expect("it begins");
        let body = body.strip_suffix("\x1b\\").expect("it ends");
        let digits = |text: &str| {
            text.find(|c: char| !c.is_ascii_digit())
                .unwrap_or(text.len())
        };
        let wide_end = digits(body);
        let wide: usize = body[..wide_end].parse().unwrap();
        let rest = &body[wide_end + 1..];
        let high: usize = rest[..digits(rest)].parse().unwrap();
        let mut rest = &rest[digits(rest)..];
        let mut picture = vec![vec![(255, 255, 255); wide]; high];
        let (mut x, mut y, mut colour, mut count) = (0, 0, 0, 1);
        let mut known = BTreeMap::new();
        while let Some(c) = rest.chars().next() {
            rest = &rest[1..];
            match c {
                '$' => x = 0,
                '-' => (x, y) = (0, y + 6),
                '!' => {
                    count = rest[..digits(rest)].parse().unwrap();
                    rest = &rest[digits(rest)..];
                }
                '#' => {
                    let end = rest
                        .find(|c: char| !c.is_ascii_digit() && c != ';')
                        .unwrap();
                    let numbers: Vec<u32> =
                        rest[..end].split(';').map(|n| n.parse().unwrap()).collect();
                    rest = &rest[end..];
                    colour = numbers[0];
                    if let [_, 2, r, g, b] = numbers[..] {
                        known.insert(colour, (r, g, b));
                    }
                }
                c => {
                    for _ in 0..count {
                        for bit in (0..6).filter(|bit| (c as u8 - 0x3F) >> bit & 1 != 0) {
                            picture[y + bit][x] = known[&colour];
                        }
                        x += 1;
                    }
                    count = 1;
                }
            }
        }
        picture
    }

    #[test]
    fn sixels_are_the_picture() {
        let source: Vec<u16> = (0..9 * 8).map(|i| (i * i / 5 % 3) as u16).collect();
        let frame = frame(&source, 9);
        let view = View::inside(&frame);
        for (wide, high) in [(9, 8), (18, 16), (5, 3)] {
            let mut out = Vec::new();
            sixel(&mut out, &frame, view, (wide, high)).unwrap();
            let seen = pixels(&String::from_utf8(out).unwrap());
            for (y, row) in seen.iter().enumerate() {
                for (x, colour) in row.iter().enumerate() {
                    let at = (2 * y + 1) * 8 / (2 * high) * 9 + (2 * x + 1) * 9 / (2 * wide);
                    let expected = [(0, 0, 0), (100, 0, 0), (0, 100, 50)][usize::from(source[at])];
                    assert_eq!(*colour, expected, "{x}, {y}");
                }
            }
        }
    }

    #[test]
    fn kitty_gets_a_png_in_pieces() {
        // Nothing that a PNG could make small.
        let noise = |i: u32| (i.wrapping_mul(0x9E37_79B1) >> 13).wrapping_mul(0x85EB_CA6B) >> 16;
        let source: Vec<u16> = (0..200 * 100).map(|i| (noise(i) % 3) as u16).collect();
        let frame = frame(&source, 200);
        let mut out = Vec::new();
        kitty(&mut out, &frame, View::inside(&frame), (40, 10), 2, 1).unwrap();
        let text = String::from_utf8(out).unwrap();
        let pieces: Vec<&str> = text.split("\x1b_G").skip(1).collect();
        assert!(pieces[0].starts_with("a=T,f=100,i=2,p=1,q=2,C=1,c=40,r=10,m=1;iVBORw0KGgo"));
        let (last, all) = pieces.split_last().unwrap();
        assert_eq!(*last, "a=d,d=I,i=1,q=2\x1b\\");
        assert!(all.iter().all(|piece| piece.len() <= CHUNK + 60));
        assert!(all[all.len() - 1].starts_with("m=0;"));
    }
}
