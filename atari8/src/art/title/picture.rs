//! A game's own title picture: shapes in black on a paper whose colour changes every four lines.
//!
//! It is text to ANTIC, in a character set of its own: mode 2 shows ink and paper of one hue, and the paper's register is written again
//! where a band begins.

use super::super::sheets::Atari8;
use super::{COLOURS, FILE};
use hexfront_art::Picture as Png;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_asm::zx0;
use hexfront_isa::art::Art;

/// Rows of characters, and characters of a row.
pub const ROWS: usize = 10;
const COLUMNS: usize = 40;
/// Pixels and lines of a character.
const SIDE: usize = 8;
const WIDTH: usize = COLUMNS * SIDE;
const LINES: usize = ROWS * SIDE;
/// Lines of a band, and bands; two more above the picture are black.
const BAND: usize = 4;
const BANDS: usize = LINES / BAND;
const ABOVE: usize = 2;
/// Characters of a set, and inverse video.
const COUNT: usize = 128;
const INVERSE: u8 = 0x80;
/// What a line of the file of colours is.
const FORM: &str = "`HL`, two hexadecimal digits: hue, and luminance, which is even";

/// What the shell reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Characters, then cells, each packed.
    pub packed: Vec<u8>,
    /// Colours of the bands on PAL, with those above the picture.
    pub colours: Vec<u8>,
}

/// The picture that a game brings.
///
/// # Errors
/// [`ArtError`] where it cannot be shown.
pub fn picture(art: &Art<'_>) -> Result<Option<Picture>, ArtError> {
    let Some(png) = art.get(FILE) else {
        return Ok(None);
    };
    let (chars, cells) = characters(&rows(png)?)?;
    let text = art.text(COLOURS).unwrap_or_default();
    Ok(Some(Picture {
        packed: [zx0::pack(&chars), zx0::pack(&cells)].concat(),
        colours: colours(&text)?,
    }))
}

/// Its lines, eight pixels a byte; a black one is set.
fn rows(png: &[u8]) -> Result<Vec<[u8; COLUMNS]>, ArtError> {
    let file = || Atari8::path(FILE);
    let picture = Png::title(&file(), png, WIDTH, LINES)?;
    let mut rows = vec![[0; COLUMNS]; LINES];
    for (place, [red, green, blue, _]) in picture.pixels.iter().enumerate() {
        let (x, y) = (place % WIDTH, place / WIDTH);
        match (red, green, blue) {
            (0, 0, 0) => rows[y][x / SIDE] |= 0x80 >> (x % SIDE),
            (255, 255, 255) => {}
            _ => {
                return Err(ArtError::Pixel {
                    file: file(),
                    x,
                    y,
                    reason: format!(
                        "#{red:02X}{green:02X}{blue:02X} is neither black nor white; colours of the paper stand in {COLOURS}"
                    ),
                });
            }
        }
    }
    Ok(rows)
}

/// Bits of the different characters, and the code of each cell. One that is another in inverse video is that one.
fn characters(rows: &[[u8; COLUMNS]]) -> Result<(Vec<u8>, Vec<u8>), ArtError> {
    let mut chars: Vec<Vec<u8>> = Vec::new();
    let mut cells = Vec::new();
    for lines in rows.chunks_exact(SIDE) {
        for column in 0..COLUMNS {
            let bits = lines.iter().map(|line| line[column]);
            let shape: Vec<u8> = bits.collect();
            let inverse: Vec<u8> = shape.iter().map(|bits| !bits).collect();
            let find = |wanted: &[u8]| chars.iter().position(|known| known == wanted);
            let turned = find(&inverse).map(|code| code as u8 | INVERSE);
            let code = find(&shape).map(|code| code as u8).or(turned);
            cells.push(code.unwrap_or(chars.len() as u8));
            if code.is_none() {
                chars.push(shape);
            }
            if chars.len() > COUNT {
                return Err(ArtError::Pixel {
                    file: Atari8::path(FILE),
                    x: column * SIDE,
                    y: cells.len() / COLUMNS * SIDE,
                    reason: format!(
                        "up to here there are more than {COUNT} different cells of 8 x 8; draw some that are alike"
                    ),
                });
            }
        }
    }
    Ok((chars.concat(), cells))
}

/// The bands' colours: a line each, the last for all that follow; white where there is none.
fn colours(text: &str) -> Result<Vec<u8>, ArtError> {
    let mut colours = vec![0; ABOVE];
    for (number, line) in (1..).zip(text.lines()) {
        let word = line.trim();
        if word.is_empty() || word.starts_with('#') {
            continue;
        }
        let digits = word.len() == 2 && word.bytes().all(|b| b.is_ascii_hexdigit());
        let colour = u8::from_str_radix(word, 16).ok();
        let colour = colour.filter(|colour| digits && colour % 2 == 0);
        let wrong = || ArtError::Line {
            file: Atari8::path(COLOURS),
            line: number,
            text: word.to_owned(),
            form: FORM,
        };
        colours.push(colour.ok_or_else(wrong)?);
    }
    let last = *colours[ABOVE..].last().unwrap_or(&0x0E);
    colours.resize(ABOVE + BANDS, last);
    Ok(colours)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of a size, black where a function of place says so.
    fn png(width: usize, height: usize, grey: impl Fn(usize, usize) -> u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().unwrap();
        let pixels: Vec<u8> = (0..width * height)
            .map(|at| grey(at % width, at / width))
            .collect();
        writer.write_image_data(&pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn told(png: &[u8], colours: &str) -> String {
        let art = Art::default()
            .with(FILE, png)
            .with(COLOURS, colours.as_bytes());
        picture(&art).unwrap_err().to_string()
    }

    #[test]
    fn a_cell_and_its_inverse_are_one_character() {
        let checks = png(WIDTH, LINES, |x, _| if x / 8 % 2 == 0 { 0 } else { 255 });
        let (chars, cells) = characters(&rows(&checks).unwrap()).unwrap();
        assert_eq!(chars, [0xFF; SIDE]);
        assert_eq!(cells[..3], [0, INVERSE, 0]);
        assert_eq!(cells.len(), ROWS * COLUMNS);
    }

    #[test]
    fn bands_have_the_colours_of_their_lines() {
        let all = colours("# sky\n94\n\n2c\n").unwrap();
        assert_eq!(all[..4], [0, 0, 0x94, 0x2C]);
        assert_eq!(all[4..], [0x2C; BANDS - 2]);
        assert_eq!(colours("").unwrap()[ABOVE..], [0x0E; BANDS]);
    }

    #[test]
    fn what_cannot_be_shown_is_named() {
        let white = png(WIDTH, LINES, |_, _| 255);
        assert!(told(b"GIF", "").starts_with("art/atari8/title.png: "));
        assert_eq!(
            told(&png(WIDTH, 8, |_, _| 255), ""),
            "art/atari8/title.png: picture `title` is 320 x 8, its use needs 320 x 80"
        );
        assert!(
            told(&png(WIDTH, LINES, |x, _| if x == 9 { 7 } else { 0 }), "")
                .starts_with("art/atari8/title.png: pixel 9,0: #070707 is neither black nor white")
        );
        let noise = png(WIDTH, LINES, |x, y| {
            let mixed = ((x + 1) * (y + 1) * 0x9E37_79B9) ^ ((x + 3 * y) * 0x85EB_CA6B);
            let mixed = mixed >> 17;
            if mixed % 2 == 0 { 0 } else { 255 }
        });
        assert!(told(&noise, "").contains("more than 128 different cells"));
        for wrong in ["9", "95", "94 96", "xy", "+4"] {
            let told = told(&white, &format!("0E\n{wrong}"));
            assert!(
                told.starts_with(&format!(
                    "art/atari8/title_colours.txt:2: `{wrong}` is not `HL`"
                )),
                "{told}"
            );
        }
    }
}
