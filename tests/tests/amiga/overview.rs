//! The square that follows the pointer on the maps of small scale of the Amiga, against a model, and the hex that a click there means.

use hexfront::targets::AMIGA;
use hexfront::{compile, games};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::grid::Grid;
use hexfront_tests::amiga::{at_first_menu, blitzkrieg};
use hexfront_tests::routine::{Bench, Draws};

const DEPTH: usize = 5;
/// Bytes of a line of the screen, and its rows.
const LINE: usize = 40;
const ROWS: usize = 256;
/// The scales, and what each has (`amiga/shell/overview.inc`): the places of their words.
const SCALES: [&str; 3] = ["half", "whole", "whole_close"];
const PITCH: u32 = 0;
const LEFT: u32 = 2;
const TOP: u32 = 4;
const COLUMNS: u32 = 6;
const SHOWN_ROWS: u32 = 8;
const WIDE: u32 = 14;
const HIGH: u32 = 16;
const BOTTOM: u32 = 18;
const RIGHT: u32 = 30;
const ROW_PITCH: u32 = 32;
/// Colours of the square's frames, and how many pixels each of them is wide, the outermost first.
const FRAMES: [(i32, u8); 3] = [(1, 1), (2, 22), (1, 27)];

struct Overview {
    bench: Bench,
    grid: Grid,
    scale: u32,
}

impl Overview {
    /// The whole map is shown; what is measured on it has this scale.
    fn new(scale: &str) -> Self {
        let cartridge = blitzkrieg();
        let built = AMIGA.build(&cartridge).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        let mut bench = Bench::behind(amiga, "<RET><RET>P", 3.0);
        let at = bench.at(scale);
        bench.write(bench.at("scale"), &at.to_be_bytes());
        Self {
            bench,
            grid: Cartridge::read(&cartridge).unwrap().grid,
            scale: at,
        }
    }

    fn word(&self, at: u32) -> i32 {
        let bytes = self.bench.read(at, 2);
        i16::from_be_bytes([bytes[0], bytes[1]]).into()
    }

    /// Words of the scale.
    fn of_scale<const N: usize>(&self, places: [u32; N]) -> [i32; N] {
        places.map(|place| self.word(self.scale + place))
    }

    fn point(&mut self, [x, y]: [i32; 2]) {
        for (name, value) in [("pointer_x", x), ("pointer_line", y), ("pointer_y", y)] {
            self.bench.write_words(name, &[value as u16]);
        }
    }

    /// The upper left corner of the square: the pointer is in its middle, but it stays on the map.
    fn square(&self, [x, y]: [i32; 2]) -> [i32; 2] {
        let [left, right, top, bottom] = self.of_scale([LEFT, RIGHT, TOP, BOTTOM]);
        let [wide, high] = self.of_scale([WIDE, HIGH]);
        [
            (x - wide / 2).clamp(left, right - wide),
            (y - high / 2).clamp(top, bottom - high),
        ]
    }
}

/// Sets a pixel of a screen.
fn set(screen: &mut [u8], [x, y]: [i32; 2], colour: u8) {
    let [x, y] = [x as usize, y as usize];
    for plane in 0..DEPTH {
        let byte = &mut screen[(y * DEPTH + plane) * LINE + x / 8];
        let bit = 0x80 >> (x % 8);
        *byte = *byte & !bit | if colour >> plane & 1 != 0 { bit } else { 0 };
    }
}

/// A screen with the square, its corner there.
fn with_square(ground: &[u8], [left, top]: [i32; 2], [wide, high]: [i32; 2]) -> Vec<u8> {
    let mut screen = ground.to_vec();
    let mut inside = 0;
    for (pixels, colour) in FRAMES {
        for _ in 0..pixels {
            let [right, bottom] = [wide - 1 - inside, high - 1 - inside];
            for x in inside..=right {
                set(&mut screen, [left + x, top + inside], colour);
                set(&mut screen, [left + x, top + bottom], colour);
            }
            for y in inside..=bottom {
                set(&mut screen, [left + inside, top + y], colour);
                set(&mut screen, [left + right, top + y], colour);
            }
            inside += 1;
        }
    }
    screen
}

/// What it covered comes back, whatever that is.
#[test]
fn the_square_follows_the_pointer_and_stays_on_the_map() {
    for scale in SCALES {
        let mut overview = Overview::new(scale);
        let mut draws = Draws::new(81);
        let screen = overview.bench.at("screen");
        let ground = draws.bytes(ROWS * DEPTH * LINE);
        overview.bench.write(screen, &ground);
        overview.bench.call("square_new", &[], &[], "");
        let size = overview.of_scale([WIDE, HIGH]);
        let corners = [[0, 0], [319, 0], [319, 255], [0, 255]];
        let anywhere = (0..30).map(|_| [draws.of(0..320), draws.of(0..256)]);
        let places: Vec<_> = corners.into_iter().chain(anywhere).collect();
        for at in places {
            overview.point(at);
            overview
                .bench
                .call("overview_frame", &[], &[], "d0 d1 a0 a1");
            let shown = overview.bench.read(screen, ground.len());
            let expected = with_square(&ground, overview.square(at), size);
            let rows = std::iter::zip(shown.chunks(DEPTH * LINE), expected.chunks(DEPTH * LINE));
            let differ: Vec<usize> = (0..)
                .zip(rows)
                .filter(|(_, (a, b))| a != b)
                .map(|(n, _)| n)
                .collect();
            assert_eq!(
                differ,
                [],
                "{scale}: rows that differ, the pointer at {at:?}"
            );
        }
    }
}

/// The hex below the pointer; beside the map the nearest one.
#[test]
fn a_click_on_a_small_map_means_the_nearest_hex() {
    for scale in SCALES {
        let mut overview = Overview::new(scale);
        let mut draws = Draws::new(82);
        let [pitch, row_pitch] = overview.of_scale([PITCH, ROW_PITCH]);
        let [left, top] = overview.of_scale([LEFT, TOP]);
        let [columns, rows] = overview.of_scale([COLUMNS, SHOWN_ROWS]);
        let grid = [overview.grid.columns, overview.grid.rows].map(i32::from);
        for case in 0..200 {
            let first = [draws.of(0..5), draws.of(0..5)];
            for (name, value) in ["first_column", "first_row"].into_iter().zip(first) {
                overview.bench.write_words(name, &[value as u16]);
            }
            let at = [draws.of(0..320), draws.of(0..256)];
            overview.point(at);
            let told = overview.bench.call("overview_under", &[], &[], "d0 d1");
            let along = |pixels: i32, axis: usize, room: i32| {
                let there = room.min(grid[axis] - first[axis]);
                let apart = [pitch, row_pitch][axis];
                first[axis] + (pixels.max(0) / apart).min(there - 1)
            };
            let column = along(at[0] - left, 0, columns);
            let lower = column % 2 * (row_pitch / 2);
            let row = along(at[1] - top - lower, 1, rows);
            let hex = 0x8000 | column << overview.grid.row_bits() | row;
            assert_eq!(
                told.d[0] as i32 & 0xFFFF,
                hex,
                "{scale}, case {case}: {at:?} from {first:?}"
            );
            assert!(!told.flags.zero);
        }
    }
}

/// Rows lie closer on a map that has more of them.
#[test]
fn all_rows_of_a_map_lie_within_the_frame() {
    /// The lower line of the frame (`amiga/shell/overview.s`), and rows of a hex's picture.
    const FRAME: i32 = 222;
    const PICTURE: i32 = 6;
    let maps = [
        ("blitzkrieg-at-the-ardennes", "<RET><RET>P", 6),
        ("white-death", "<RET><RET><wait:8><RET><wait:4>V", 5),
    ];
    for (name, keys, expected) in maps {
        let cartridge = compile::compile(&games::find(name).unwrap()).unwrap();
        let built = AMIGA.build(&cartridge).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        let bench = Bench::behind(amiga, keys, 3.0);
        let scale = bench.read(bench.at("scale"), 4);
        let scale = u32::from_be_bytes(scale.try_into().unwrap());
        let overview = Overview {
            bench,
            grid: Cartridge::read(&cartridge).unwrap().grid,
            scale,
        };
        let [pitch, top] = overview.of_scale([ROW_PITCH, TOP]);
        assert_eq!(pitch, expected, "{name}");
        let rows = i32::from(overview.grid.rows);
        let lowest = top + (rows - 1) * pitch + pitch / 2 + PICTURE;
        assert!(lowest <= FRAME, "{name}: row {lowest}");
    }
}

/// The outline of a marked hex, as `amiga/shell/overview_lines.s` has it, and its colour by the mark's low bits.
const OUTLINE: [u16; 10] = [
    0b0000_1111_1100_0000,
    0b0001_1111_1110_0000,
    0b0011_1000_0111_0000,
    0b0011_0000_0011_0000,
    0b0110_0000_0001_1000,
    0b0110_0000_0001_1000,
    0b0011_0000_0011_0000,
    0b0001_1000_0110_0000,
    0b0001_1111_1110_0000,
    0b0000_1111_1100_0000,
];
const OUTLINE_COLOURS: [u8; 4] = [0, 17, 22, 18];
/// Rows of the screen that the map has.
const MAP: std::ops::Range<i32> = 10..236;

/// Whatever a game marks its hexes with, and wherever they lie: what is beside the map stays as it is.
#[test]
fn marked_hexes_have_outlines() {
    const HEX: u32 = 70;
    let mut overview = Overview::new("half");
    let mut draws = Draws::new(82);
    let screen = overview.bench.at("screen");
    for role in ["view_river", "view_road"] {
        overview.bench.write(overview.bench.at(role) + HEX, &[0]);
    }
    let marks = overview.bench.at("view_outline") + HEX;
    for mark in (0..8).chain([252, 255]) {
        overview.bench.write(marks, &[mark]);
        let anywhere = (0..12).map(|_| [draws.of(0..320), draws.of(0..240)]);
        let edges = [[0, 10], [312, 232], [305, 4]].into_iter();
        for corner in edges.chain(anywhere).collect::<Vec<_>>() {
            let mut expected = draws.bytes(ROWS * DEPTH * LINE);
            overview.bench.write(screen, &expected);
            let [x, y] = corner.map(|at| at as u32);
            let d = [0, 0, 0, 0, 0, HEX, x, y];
            let a = [0, 0, 0, 0, 0, overview.scale];
            overview
                .bench
                .call("hex_lines", &d, &a, "d0 d1 d2 d3 d4 a0 a1 a2 a3");
            for (row, pixels) in (corner[1]..)
                .zip(OUTLINE)
                .filter(|row| MAP.contains(&row.0))
            {
                for (x, bit) in (corner[0]..320).zip((0..16).rev()) {
                    if mark != 0 && pixels >> bit & 1 != 0 {
                        set(
                            &mut expected,
                            [x, row],
                            OUTLINE_COLOURS[usize::from(mark & 3)],
                        );
                    }
                }
            }
            let shown = overview.bench.read(screen, expected.len());
            assert!(shown == expected, "mark {mark} at {corner:?}");
        }
    }
}
