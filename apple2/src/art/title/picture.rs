//! A game's own title picture: a PNG in the six colours, as the bytes of a hi-res page.
//!
//! White lights a dot, a colour lights it on columns of its parity: so an area of a colour has every second dot, as a set shows it.

use super::super::sheets::Apple2;
use super::super::tile::WIDTH as DOTS;
use super::{COLUMNS, FILE, LINES};
use hexfront_art::Picture;
use hexfront_art::nearest;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_asm::zx0;

const WIDTH: usize = COLUMNS * DOTS;
/// Bytes of the page.
const PAGE: usize = 0x2000;
/// Blue and orange instead of violet and green: of all dots of a byte.
const SECOND_COLOURS: u8 = 0x80;

/// A colour: its name, how it looks in the file ($RRGGBB), columns that it lights (even, odd), and, where it asks for one, the pair that
/// it belongs to.
struct Colour {
    name: &'static str,
    looks: u32,
    lights: [bool; 2],
    second: Option<bool>,
}

#[rustfmt::skip]
static COLOURS: [Colour; 6] = [
    Colour { name: "black",  looks: 0x000000, lights: [false, false], second: None },
    Colour { name: "white",  looks: 0xFFFFFF, lights: [true, true],   second: None },
    Colour { name: "violet", looks: 0xC734FF, lights: [true, false],  second: Some(false) },
    Colour { name: "green",  looks: 0x38CB00, lights: [false, true],  second: Some(false) },
    Colour { name: "blue",   looks: 0x0DA1FF, lights: [true, false],  second: Some(true) },
    Colour { name: "orange", looks: 0xF25E00, lights: [false, true],  second: Some(true) },
];

/// The page, packed.
pub(super) fn packed(png: &[u8]) -> Result<Vec<u8>, ArtError> {
    Ok(zx0::pack(&page(png)?))
}

/// The page, in the order of its addresses.
fn page(png: &[u8]) -> Result<[u8; PAGE], ArtError> {
    let file = || Apple2::path(FILE);
    let picture = Picture::title(&file(), png, WIDTH, LINES)?;
    let mut page = [0; PAGE];
    for (y, row) in picture.pixels.chunks_exact(WIDTH).enumerate() {
        let mut before = 0;
        for (column, pixels) in row.chunks_exact(DOTS).enumerate() {
            let byte = byte(pixels, column * DOTS, before).map_err(|(x, reason)| {
                let file = file();
                ArtError::Pixel { file, x, y, reason }
            })?;
            page[line_at(y) + column] = byte;
            before = byte;
        }
    }
    Ok(page)
}

/// Where a line begins. Source: Apple II Reference Manual, chapter 2, "High-resolution graphics".
fn line_at(y: usize) -> usize {
    (y & 7) * 0x400 + (y >> 3 & 7) * 0x80 + (y >> 6) * 0x28
}

/// Seven dots from column `x` on. Where they ask for neither pair of colours they keep that of the byte `before`, so that white dots do
/// not move against each other. An error: its column, and what is wrong.
fn byte(pixels: &[[u8; 4]], x: usize, before: u8) -> Result<u8, (usize, String)> {
    let mut byte = 0;
    let mut pair = None;
    for (x, pixel) in (x..).zip(pixels) {
        let colour = of_pixel(*pixel).map_err(|reason| (x, reason))?;
        if colour.second.is_some() && pair.is_some() && colour.second != pair {
            return Err((
                x,
                "the seven dots of a byte have violet and green, or blue and orange, not of both pairs; bytes begin at multiples of 7"
                    .to_owned(),
            ));
        }
        pair = colour.second.or(pair);
        byte |= u8::from(colour.lights[x % 2]) << (x % DOTS);
    }
    let keep = byte != 0 && before & SECOND_COLOURS != 0;
    let second = pair.unwrap_or(keep);
    Ok(if second { byte | SECOND_COLOURS } else { byte })
}

fn of_pixel(pixel: [u8; 4]) -> Result<&'static Colour, String> {
    let (near, distance) = nearest(&COLOURS.each_ref().map(|colour| colour.looks), pixel);
    if distance == 0 {
        return Ok(&COLOURS[near]);
    }
    let [red, green, blue, _] = pixel;
    let Colour { name, looks, .. } = COLOURS[near];
    Err(format!(
        "#{red:02X}{green:02X}{blue:02X} is none of the six colours; the nearest is {name}, #{looks:06X}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG of a size, drawn by a function of place.
    fn png(width: usize, height: usize, colour: impl Fn(usize, usize) -> u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rows: Vec<u8> = places
            .flat_map(|(x, y)| {
                let [_, red, green, blue] = colour(x, y).to_be_bytes();
                [red, green, blue]
            })
            .collect();
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&rows).unwrap();
        drop(writer);
        bytes
    }

    fn looks(name: &str) -> u32 {
        let mut colours = COLOURS.iter();
        colours.find(|colour| colour.name == name).unwrap().looks
    }

    #[test]
    fn a_colour_lights_the_columns_of_its_parity_and_a_byte_has_a_pair() {
        let bytes = page(&png(WIDTH, LINES, |x, y| match (x / DOTS, y) {
            (0 | 1, 0) => looks("violet"),
            (0 | 1, 1) => looks("orange"),
            // Behind orange white stands half a dot further right, black is black.
            (2, 1) => looks("white"),
            (5, 1) => looks("white"),
            (39, 159) => looks("green"),
            _ => looks("black"),
        }))
        .unwrap();
        assert_eq!(bytes[..3], [0b0101_0101, 0b0010_1010, 0]);
        assert_eq!(
            bytes[0x400..][..6],
            [0b1010_1010, 0b1101_0101, 0b1111_1111, 0, 0, 0b0111_1111]
        );
        assert_eq!(bytes[line_at(159) + 39], 0b0101_0101);
        assert_eq!(line_at(159), 0x1C00 + 0x180 + 0x50);
        assert_eq!(line_at(191) + COLUMNS, PAGE - 8);
    }

    #[test]
    fn a_picture_comes_back_from_its_packed_form() {
        let png = png(WIDTH, LINES, |x, y| {
            looks(["blue", "white"][x * y / 99 % 2])
        });
        let (unpacked, _) = zx0::unpack(&packed(&png).unwrap(), PAGE).unwrap();
        assert_eq!(unpacked, page(&png).unwrap());
    }

    #[test]
    fn what_cannot_be_shown_is_named_with_file_and_pixel() {
        let told = |png: &[u8]| packed(png).unwrap_err().to_string();
        let at = |place: (usize, usize), colour: u32| {
            png(WIDTH, LINES, |x, y| match (x, y) {
                _ if (x, y) == place => colour,
                (14, 9) => looks("blue"),
                _ => looks("black"),
            })
        };
        assert_eq!(
            told(&at((7, 3), 0x38CB01)),
            "art/apple2/title.png: pixel 7,3: #38CB01 is none of the six colours; the nearest is green, #38CB00"
        );
        assert!(
            told(&at((20, 9), looks("violet")))
                .starts_with("art/apple2/title.png: pixel 20,9: the seven dots"),
        );
        assert!(packed(&at((21, 9), looks("violet"))).is_ok());
        assert_eq!(
            told(&png(280, 192, |_, _| 0)),
            "art/apple2/title.png: picture `title` is 280 x 192, its use needs 280 x 160"
        );
        assert!(told(b"no picture").starts_with("art/apple2/title.png: "));
    }
}
