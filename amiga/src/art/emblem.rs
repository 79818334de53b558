//! Plain emblems and marks, for sides that the machine has none of: a sign that is no army's, in the colours of the side.

use super::armies::SideColours;
use super::sheet::{Object, Picture};

/// Signs of the first and the second side, seven rows: a disc and a lozenge.
pub(super) const MARKS: [[u8; 7]; 2] = [
    [0x38, 0x7C, 0xFE, 0xFE, 0xFE, 0x7C, 0x38],
    [0x10, 0x38, 0x7C, 0xFE, 0x7C, 0x38, 0x10],
];

/// As large as the emblems that are drawn.
const WIDTH: usize = 45;
const HEIGHT: usize = 33;
/// Pixels of the emblem for one of the sign, across and down.
const SCALE: [usize; 2] = [4, 3];
const BLACK: u8 = 0;
const WHITE: u8 = 1;
/// Of the frame: the lit edges and the shaded ones.
const LIGHT: u8 = 3;
const DARK: u8 = 5;
/// How far the shadow of the sign falls.
const SHADOW: usize = 1;

/// The name of the plain emblem of a side.
pub(super) fn name(side: usize) -> String {
    format!("emblem_plain{side}")
}

/// The emblem of side 0 or 1: its sign on the ground of its mark.
pub(super) fn plain(side: usize, colours: SideColours) -> Object {
    let [.., ground] = colours;
    let mut picture = Picture::blank(WIDTH, HEIGHT, ground);
    let mut put = |x: usize, y: usize, colour: u8| picture.pixels[y * WIDTH + x] = colour;
    for x in 0..WIDTH {
        put(x, 0, LIGHT);
        put(x, HEIGHT - 1, DARK);
    }
    for y in 1..HEIGHT {
        put(0, y, LIGHT);
        put(WIDTH - 1, y, DARK);
    }
    let [across, down] = SCALE;
    let (left, top) = ((WIDTH - 7 * across) / 2, (HEIGHT - 7 * down) / 2);
    for (off, colour) in [(SHADOW, BLACK), (0, WHITE)] {
        for y in 0..7 * down {
            for x in 0..7 * across {
                if MARKS[side][y / down] << (x / across) & 0x80 != 0 {
                    put(left + x + off, top + y + off, colour);
                }
            }
        }
    }
    Object::new(&name(side), (0, 0), picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_have_the_colours_of_their_sides_and_different_signs() {
        let emblems = [plain(0, [20, 28, 28, 9]), plain(1, [3, 10, 0, 8])];
        for (emblem, ground) in emblems.iter().zip([9, 8]) {
            let pixels = &emblem.picture.pixels;
            assert_eq!((emblem.picture.width, emblem.picture.height), (45, 33));
            assert_eq!(pixels[WIDTH + 1], ground);
            assert_eq!(pixels[HEIGHT / 2 * WIDTH + WIDTH / 2], WHITE);
        }
        let sign = |emblem: &Object| -> Vec<bool> {
            let pixels = emblem.picture.pixels.iter();
            pixels.map(|pixel| *pixel == WHITE).collect()
        };
        assert_ne!(sign(&emblems[0]), sign(&emblems[1]));
    }
}
