//! Windows of pages, and what stands beside text, in a game for keys on the Amiga: what a window clears, where pieces of the map and
//! counters are drawn; the compass; what the cursor looks like.

use hexfront::script::parse_keys;
use hexfront::targets::AMIGA;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::{page, piece, window};
use hexfront_tests::c64::{ardennes, at_first_menu};
use hexfront_tests::routine::{Bench, Draws};

const LINE: usize = 40;
const DEPTH: usize = 5;
const ROW: usize = LINE * DEPTH;
const ROWS: usize = 256;
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";
/// A counter that is no unit's, as `core/isa/shell.toml` has it: what its bits from these on say.
const SIZE: u32 = 3;
const MODE: u32 = 5;
const SIDE: u32 = 6;
const STACK: u16 = 128;
/// The ground that is a town in Breakthrough.
const TOWN: usize = 3;
/// What an objective is among the kinds of sites.
const OBJECTIVE: u8 = 2;
const NO_UNIT: u8 = 255;
/// Directions of an attack.
const DIRECTIONS: u8 = 6;

struct Shell(Bench);

impl Shell {
    /// The map of Breakthrough.
    fn new() -> Self {
        let built = AMIGA.build(&ardennes()).unwrap();
        let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
        for action in parse_keys("N3HT27<RET> ").unwrap() {
            amiga.perform(&action).unwrap();
            amiga.run_seconds(1.0).unwrap();
        }
        let mut bench = Bench::new(amiga, "track_data");
        bench.call("queue_clear", &[], &[], "");
        bench.call("record_end", &[], &[], "d0 d1 a0");
        Self(bench)
    }

    fn call(&mut self, name: &str, io: &[u16]) {
        self.0.write_words("vm_v", io);
        self.0.call(name, &[], &[], CALL);
    }

    /// Colours of the screen, `[y][x]`.
    fn colours(&self) -> Vec<Vec<u8>> {
        let bytes = self.0.read(self.0.at("screen"), ROWS * ROW);
        let pixel = |row: &[u8], x: usize| {
            let bit = |plane: usize| row[plane * LINE + x / 8] >> (7 - x % 8) & 1;
            (0..DEPTH).map(|plane| bit(plane) << plane).sum()
        };
        let row = |row: &[u8]| (0..8 * LINE).map(|x| pixel(row, x)).collect();
        bytes.chunks(ROW).map(row).collect()
    }

    /// A piece, or something else that a call draws, on a screen of one colour: its pixels, others in their places.
    fn drawn(&mut self, colour: u8, draw: impl FnOnce(&mut Self)) -> Vec<Vec<u8>> {
        let planes = (0..DEPTH).flat_map(|plane| {
            let byte = if colour >> plane & 1 != 0 { 0xFF } else { 0 };
            [byte; LINE]
        });
        let rows = planes.collect::<Vec<u8>>().repeat(ROWS);
        self.0.write(self.0.at("screen"), &rows);
        draw(self);
        self.colours()
    }
}

/// Left, right, top, bottom of the pixels that are not of a colour.
fn bounds(pixels: &[Vec<u8>], colour: u8) -> Option<[usize; 4]> {
    let lit = |row: &[u8]| row.iter().any(|pixel| *pixel != colour);
    let top = pixels.iter().position(|row| lit(row))?;
    let bottom = pixels.iter().rposition(|row| lit(row))?;
    let columns = (0..8 * LINE).filter(|x| pixels.iter().any(|row| row[*x] != colour));
    let [left, right] = [columns.clone().min()?, columns.max()?];
    Some([left, right, top, bottom])
}

/// Rectangles of a window that is cleared: y, width, height; and what could be clicked there is forgotten.
fn clears(shell: &mut Shell, now: u16, window: u16, boxes: &[[usize; 3]]) {
    let mut draws = Draws::new(91);
    shell.0.write(shell.0.at("page_now"), &[now as u8]);
    let noise = draws.bytes(ROWS * ROW);
    shell.0.write(shell.0.at("screen"), &noise);
    let before = shell.colours();
    let behind = shell.0.at("screen") + (ROWS * ROW) as u32;
    let what_is_behind = shell.0.read(behind, 16 * ROW);
    for y in (0..248).step_by(8) {
        for x in [8, 304] {
            let d = [x, y, 0, 0, u32::from(b'K')];
            shell.0.call("click_put", &d, &[], "a0");
        }
    }
    shell.0.call("window_set", &[window.into()], &[], "d0 a0");
    shell.0.call("window_clear", &[], &[], "d0 d1 a0 a1");
    let after = shell.colours();
    assert!(shell.0.read(behind, 16 * ROW) == what_is_behind);
    let inside = |x: usize, y: usize| {
        let mut boxes = boxes.iter();
        boxes.any(|[top, wide, high]| x < *wide && (*top..top + high).contains(&y))
    };
    let paper = after[boxes[0][0]][0];
    for (y, row) in after.iter().enumerate() {
        for (x, pixel) in row.iter().enumerate() {
            let expected = if inside(x, y) { paper } else { before[y][x] };
            assert_eq!(*pixel, expected, "page {now}, window {window}: {x}, {y}");
        }
    }
    for [top, wide, high] in boxes {
        for x in [12, 308_usize].into_iter().filter(|x| x < wide) {
            let y = top + high / 2;
            for (name, value) in [("pointer_x", x), ("pointer_line", y), ("pointer_y", y)] {
                shell.0.write_words(name, &[value as u16]);
            }
            let key = shell.0.call("click_key", &[], &[], "d0 d1 a0").d[0];
            assert_eq!(key, 0, "page {now}, window {window}: a key at {x}, {y}");
        }
    }
    let text = shell.0.read(shell.0.at("text_x"), 4);
    assert_eq!(text, [0; 4], "the text begins in its corner");
}

#[test]
fn a_window_clears_its_own_rows() {
    let mut shell = Shell::new();
    for (window, boxes) in [
        (window::BAR, &[[0, 320, 9]][..]),
        (window::INFO, &[[171, 320, 10]]),
        (window::BODY, &[[184, 264, 36]]),
        // Its last row goes on below the compass.
        (window::MENU, &[[247, 320, 9], [231, 264, 16]]),
        (window::PAGE, &[[13, 320, 240]]),
        (window::MESSAGE, &[[221, 264, 8]]),
    ] {
        clears(&mut shell, page::MAP, window, boxes);
    }
    // On a page: each at its row, ten pixels each, on 200 rows eight.
    for (ntsc, top, pitch) in [(0, 13, 10), (1, 9, 8)] {
        shell.0.write_words("is_ntsc", &[ntsc]);
        shell.0.call("page_pitches", &[], &[], "d0 a0 a1");
        for (window, row, rows) in [
            (window::INFO, 16, 1),
            (window::BODY, 17, 4),
            (window::MENU, 22, 3),
            (window::PAGE, 1, 24),
            (window::MESSAGE, 21, 1),
        ] {
            let y = top + (row - 1) * pitch;
            clears(&mut shell, page::TEXT, window, &[[y, 320, rows * pitch]]);
        }
        clears(&mut shell, page::TEXT, window::BAR, &[[0, 320, 9]]);
        let y = top + 19 * pitch;
        clears(
            &mut shell,
            page::TITLE,
            window::PAGE,
            &[[y, 320, 5 * pitch]],
        );
    }
}

/// Its window is selected, nothing of another page can be clicked but what the map has itself, and none but the title page leaves the title's picture alone.
#[test]
fn a_page_begins_anew() {
    const CELLS: usize = 40 * 64;
    /// The first column of the compass.
    const COMPASS_LEFT: usize = 33;
    let mut shell = Shell::new();
    let cells = shell.0.at("cells");
    for now in [page::TEXT, page::MAP, page::TITLE] {
        shell.0.write(cells, &[b'K'; CELLS]);
        shell.0.write_words("title_lost", &[0]);
        let picture = shell.0.read(shell.0.at("title_picture"), 198 * ROW);
        shell.call("call_page", &[now]);
        let left = shell.0.read(cells, CELLS);
        let keys = left.iter().enumerate().filter(|(_, key)| **key != 0);
        let keys = keys.filter(|(at, _)| now != page::MAP || at % 40 < COMPASS_LEFT);
        assert_eq!(keys.count(), 0, "page {now}");
        let selected = shell.0.read(shell.0.at("window"), 2);
        assert_eq!(selected, window::PAGE.to_be_bytes(), "page {now}");
        if now == page::TITLE {
            let shown = shell.0.read(shell.0.at("screen"), 198 * ROW);
            assert!(shown == picture, "it is in memory");
        } else {
            let lost = shell.0.read(shell.0.at("title_lost"), 2);
            assert_eq!(lost, [0, 1], "page {now}");
        }
    }
}

/// A page of text, on which pieces stand at a column and row.
fn on_a_page() -> Shell {
    let mut shell = Shell::new();
    shell.call("call_page", &[page::TEXT]);
    shell
}

/// A hex as the map has it, cut above by the row before its two; of what is behind the last ground a town that counts.
#[test]
fn pieces_of_the_map_stand_in_their_rows() {
    let mut shell = on_a_page();
    let [column, row] = [10, 6];
    let [x, y] = [8 * 10, 13 + 10 * 6];
    let mut piece = |kind: u16, which: u16| {
        let shown = shell.drawn(9, |shell| {
            shell.call("call_symbol", &[kind, which, column, row]);
        });
        let clip: Vec<u8> = ["clip_left", "clip_right", "clip_top", "clip_bottom"]
            .into_iter()
            .flat_map(|name| shell.0.read(shell.0.at(name), 2))
            .collect();
        assert_eq!(clip, [0, 0, 0, 20, 0, 0, 1, 0], "the clip is the screen");
        shown
    };
    let grounds: Vec<_> = (0..12).map(|n| piece(piece::GROUND, n)).collect();
    for shown in &grounds {
        let [left, right, top, bottom] = bounds(shown, 9).expect("a hex");
        assert_eq!([left, right], [x - 6, x + 36]);
        assert_eq!([top, bottom], [y - 12, y + 19]);
    }
    let town = &grounds[11];
    let first = grounds.iter().position(|shown| shown == town);
    let first = first.expect("itself");
    assert!((2..11).contains(&first), "{first} grounds");
    for (n, ground) in grounds[..first].iter().enumerate() {
        assert!(!grounds[..n].contains(ground), "ground {n} is another");
    }
    let unlike = |n: &usize| {
        let pairs = grounds[*n].iter().flatten().zip(town.iter().flatten());
        pairs.filter(|(ground, town)| ground != town).count()
    };
    // The town of the map, with a mark on it.
    let unlikes: Vec<usize> = (0..first).map(|n| unlike(&n)).collect();
    let marked = unlikes.iter().position(|count| (1..200).contains(count));
    assert_eq!(marked, Some(TOWN), "{unlikes:?}");
    assert!(grounds[first..].iter().all(|shown| shown == town));
    let mut others = grounds[..=first].to_vec();
    for kind in [
        piece::ROAD,
        piece::RIVER,
        piece::BRIDGE,
        piece::BLOWN,
        piece::OWNER,
        piece::EXIT,
    ] {
        let shown = piece(kind, 0);
        assert!(!others.contains(&shown), "kind {kind} is another picture");
        assert!(shown == piece(kind, 3), "kind {kind} has no kinds");
        others.push(shown);
    }
}

/// Where rows are closer, less of a hex is seen.
#[test]
fn a_piece_is_cut_where_rows_are_closer() {
    let mut shell = on_a_page();
    shell.0.write_words("is_ntsc", &[1]);
    shell.0.call("page_pitches", &[], &[], "d0 a0 a1");
    let [x, y] = [8 * 10, 9 + 8 * 6];
    let shown = shell.drawn(9, |shell| {
        shell.call("call_symbol", &[piece::GROUND, 0, 10, 6]);
    });
    assert_eq!(bounds(&shown, 9), Some([x - 6, x + 36, y - 8, y + 15]));
}

/// A unit stands as high as its row.
#[test]
fn a_unit_stands_beside_text() {
    const UNIT: u32 = 5;
    let mut shell = on_a_page();
    let [x, y] = [8 * 10, 13 + 10 * 6];
    let shown = shell.drawn(9, |shell| {
        shell.call("call_counter", &[UNIT as u16, 10, 6]);
    });
    let wanted = shell.drawn(9, |shell| {
        let screen = shell.0.at("screen");
        let d = [x - 7, y - 3, LINE as u32, 0, 0, UNIT];
        shell.0.call("counter_bare", &d, &[0, screen], "d0 d1 a0");
    });
    assert!(shown == wanted);
    assert_eq!(
        bounds(&shown, 9).map(|[_, _, top, _]| top),
        Some(y as usize)
    );
}

/// A road goes down and up again, a river beside it; a bridge, whole or blown, has both.
#[test]
fn pieces_are_made_of_the_drawings_of_the_map() {
    const ROADS: [&str; 2] = ["object_road3", "object_road6"];
    let over = |last| [&["object_river3"][..], &ROADS, &[last]].concat();
    let mut shell = on_a_page();
    let [column, row] = [10, 6];
    let [x, y] = [8 * 10, 13 + 10 * 6];
    for (kind, objects) in [
        (piece::GROUND, Vec::new()),
        (piece::ROAD, ROADS.to_vec()),
        (piece::RIVER, vec!["object_river3"]),
        (piece::BRIDGE, over("object_bridge3")),
        (piece::BLOWN, over("object_blown3")),
        (piece::EXIT, vec!["object_exit"]),
    ] {
        let seen = shell.drawn(9, |shell| {
            shell.call("call_symbol", &[kind, 0, column, row]);
        });
        let wanted = shell.drawn(9, |shell| {
            let screen = shell.0.at("screen");
            let tile = shell.0.read(shell.0.at("ground_tiles"), 4);
            let tile = tile.iter().fold(0, |all, byte| all << 8 | u32::from(*byte));
            // From the row before its two on.
            shell.0.write_words("clip_top", &[y - 12]);
            shell.0.write_words("clip_bottom", &[y + 20]);
            let heads = objects.iter().map(|name| shell.0.at(name));
            let heads: Vec<u32> = [tile].into_iter().chain(heads).collect();
            for head in heads {
                let d = [x - 6, y - 12, LINE as u16].map(u32::from);
                shell.0.call("object_draw", &d, &[head, screen], "d0 d1");
            }
            shell.0.call("clip_screen", &[], &[], "d0 d1");
        });
        assert!(seen == wanted, "kind {kind}");
    }
}

/// A counter of signs ends where its two rows do; a stack shows the edge of another behind it.
#[test]
fn counters_beside_text_have_their_signs() {
    let mut shell = on_a_page();
    let [column, row] = [10, 6];
    let [x, y] = [8 * 10 + 2, 13 + 10 * 6 + 20 - 22];
    let composed = |shell: &mut Shell, places: &[[u32; 2]], which: u16| {
        let field = |at: u32, most: u16| u32::from(which >> at & most);
        shell.drawn(9, |shell| {
            let screen = shell.0.at("screen");
            for [x, y] in places {
                let [class, size, mode, side] =
                    [field(0, 7), field(SIZE, 3), field(MODE, 1), field(SIDE, 1)];
                let d = [*x, *y, LINE as u32, side, class, 0, size, mode];
                shell
                    .0
                    .call("counter_compose", &d, &[0, screen], "d3 d4 d6 d7 a0");
            }
        })
    };
    let mut known = Vec::new();
    for which in 0..256 {
        let shown = shell.drawn(9, |shell| {
            shell.call("call_symbol", &[piece::COUNTER, which, column, row]);
        });
        let places = if which & STACK != 0 {
            vec![[x - 2, y - 2], [x + 2, y]]
        } else {
            vec![[x, y]]
        };
        let expected = composed(&mut shell, &places, which & !STACK);
        assert!(shown == expected, "counter {which:08b}");
        if !known.contains(&shown) {
            known.push(shown);
        }
    }
    assert!(known.len() > 60, "{} look different", known.len());
}

/// A unit shows its side, class, size and mode; an attack its direction, and none that there is not.
#[test]
fn a_unit_shows_what_it_is() {
    const UNIT: u32 = 5;
    let mut shell = on_a_page();
    let mut draws = Draws::new(92);
    let screen = shell.0.at("screen");
    let mut arrows = Vec::new();
    for case in 0..60 {
        let [side, class, size, mode] = [2, 8, 6, 4].map(|most| draws.of(0..most) as u8);
        let attack = if case < 10 { case as u8 } else { 0 };
        for (role, value) in [
            ("side", side),
            ("symbol", class),
            ("size", size),
            ("mode", mode),
            ("attack", attack),
        ] {
            let at = shell.0.at(&format!("view_{role}"));
            shell.0.write(at + UNIT, &[value]);
        }
        let [x, y] = [90, 70];
        let d = [x, y, LINE as u32, 0x5555_DEAD, 0x5555_DEAD, UNIT];
        let bare = shell.drawn(9, |shell| {
            shell.0.call("counter_bare", &d, &[0, screen], "d0 d1 a0");
        });
        let expected = shell.drawn(9, |shell| {
            let [side, class, size, mode] = [side, class, size, mode].map(u32::from);
            let d = [x + 3, y + 3, LINE as u32, side, class, 0, size, mode];
            shell
                .0
                .call("counter_compose", &d, &[0, screen], "d3 d4 d6 d7 a0");
        });
        let look = format!("side {side}, class {class}, size {size}, mode {mode}");
        assert!(bare == expected, "{look}");
        let whole = shell.drawn(9, |shell| {
            shell.0.call("counter_draw", &d, &[0, screen], "d0 d1 a0");
        });
        let has = (1..=DIRECTIONS).contains(&attack);
        assert_eq!(whole != bare, has, "attack {attack}");
        if has {
            let arrow: Vec<[usize; 2]> = (0..ROWS)
                .flat_map(|y| (0..8 * LINE).map(move |x| [x, y]))
                .filter(|[x, y]| whole[*y][*x] != bare[*y][*x])
                .collect();
            assert!(!arrows.contains(&arrow), "attack {attack}");
            arrows.push(arrow);
        }
    }
    assert_eq!(arrows.len(), usize::from(DIRECTIONS));
}

/// The whole map in small: whose ground a hex is and what it is like, a mark of its unit, a town that counts.
#[test]
fn the_whole_map_stands_beside_text() {
    let cartridge = ardennes();
    let grid = Cartridge::read(&cartridge).unwrap().grid;
    let mut shell = on_a_page();
    let mut draws = Draws::new(93);
    let [column, row] = [1, 2];
    let [left, top] = [8, 13 + 10 * 2];
    let high = 5;
    let hexes = usize::from(grid.columns) << grid.row_bits();
    let mut layer = |values: &[u8]| -> Vec<u8> {
        let most = values.len() as i32;
        (0..hexes)
            .map(|_| values[draws.of(0..most) as usize])
            .collect()
    };
    let layers = [
        ("owner", layer(&[0, 0, 1])),
        ("terrain", layer(&[0, 1, 2, 3, 200])),
        ("site", layer(&[0, 1, 2, 3, 4, 200])),
        ("first", layer(&[4, 5, NO_UNIT, NO_UNIT])),
    ];
    for (role, values) in &layers {
        let at = shell.0.at(&format!("view_{role}"));
        shell.0.write(at, values);
    }
    let sides = shell.0.at("view_side");
    shell.0.write(sides + 4, &[0, 1]);
    let table = |name: &str, length: usize| shell.0.read(shell.0.at(name), length);
    let [grounds, kinds] = [
        ("ground_colours", "ground_count"),
        ("site_kinds", "site_count"),
    ]
    .map(|(name, count)| table(name, shell.0.at(count) as usize));
    let [sides, dots] = ["side_grounds", "side_dots"].map(|name| table(name, 2));
    let mut expected = vec![vec![9; 8 * LINE]; ROWS];
    let mut fill = |[x, y]: [usize; 2], [wide, high]: [usize; 2], colour: u8| {
        for row in expected.iter_mut().skip(y).take(high) {
            row.iter_mut()
                .skip(x)
                .take(wide)
                .for_each(|pixel| *pixel = colour);
        }
    };
    for across in 0..usize::from(grid.columns) {
        for down in 0..usize::from(grid.rows) {
            let hex = across << grid.row_bits() | down;
            let [owner, terrain, site, first] = [0, 1, 2, 3].map(|n: usize| layers[n].1[hex]);
            let ground = grounds.get(usize::from(terrain)).unwrap_or(&grounds[0]);
            let ground = if owner != 0 { sides[1] } else { *ground };
            let [x, y] = [
                left + 8 * across,
                top + high * down + across % 2 * (high / 2),
            ];
            fill([x, y], [8, high], ground);
            if first != NO_UNIT {
                fill([x + 2, y + 1], [4, 3], dots[usize::from(first - 4)]);
            }
            if kinds.get(usize::from(site)) == Some(&OBJECTIVE) {
                fill([x + 1, y], [6, 4], 0);
                fill([x + 2, y + 1], [4, 2], if owner != 0 { 18 } else { 1 });
            }
        }
    }
    assert!(kinds.contains(&OBJECTIVE), "{kinds:?}");
    let shown = shell.drawn(9, |shell| {
        shell.call("call_symbol", &[piece::MAP, 0, column, row]);
    });
    for (y, (seen, wanted)) in shown.iter().zip(&expected).enumerate() {
        let x = seen.iter().zip(wanted).position(|(a, b)| a != b);
        assert_eq!(x, None, "row {y}");
    }
}

/// On the map and on pages, as soon as it is cleared; of neither side it is that of the panel.
#[test]
fn the_top_bar_has_the_colour_of_its_side() {
    const SLATE: u8 = 6;
    let mut shell = Shell::new();
    let sides = shell.0.read(shell.0.at("side_grounds"), 2);
    for now in [page::MAP, page::TEXT] {
        shell.call("call_page", &[now]);
        for side in [0, 1, 2, 0, 0xFFFF, 1] {
            shell.call("call_side", &[side]);
            shell
                .0
                .call("window_set", &[window::BAR.into()], &[], "d0 a0");
            shell.0.call("window_clear", &[], &[], "d0 d1 a0 a1");
            let wanted = *sides.get(usize::from(side)).unwrap_or(&SLATE);
            assert_eq!(shell.colours()[4][100], wanted, "side {side}, page {now}");
        }
    }
    // What it shows is drawn anew for another side.
    shell.call("call_page", &[page::MAP]);
    for side in [0, 1, 0] {
        shell.call("call_side", &[side]);
        shell.call("call_window", &[window::BAR]);
        shell.0.call("record_end", &[], &[], "d0 d1 a0");
        let wanted = sides[usize::from(side)];
        assert_eq!(shell.colours()[4][100], wanted, "side {side}");
    }
}

/// Digits of the compass, from its middle to their left edges and first rows (`amiga/shell/keyed/compass.s`); and its box.
const DIGITS: [(u8, [i32; 2]); 7] = [
    (b'0', [-4, -4]),
    (b'1', [-4, -17]),
    (b'2', [9, -11]),
    (b'3', [9, 4]),
    (b'4', [-4, 10]),
    (b'5', [-17, 4]),
    (b'6', [-17, -11]),
];
const LETTERS: [[i32; 2]; 4] = [[-4, -29], [-25, -4], [17, -4], [-4, 22]];
const COMPASS: [usize; 4] = [266, 183, 52, 61];

/// Every pixel across a digit answers it, the letters nothing; of a compass that is hidden nothing is left to see or to click, and on
/// another page it does not appear.
#[test]
fn the_digits_of_the_compass_are_clicked() {
    let mut shell = Shell::new();
    let [left, top, wide, high] = COMPASS;
    let middle = [left + wide / 2, top + high / 2].map(|n| n as i32);
    let clicked = |shell: &mut Shell, [x, y]: [i32; 2]| {
        for (name, value) in [("pointer_x", x), ("pointer_line", y), ("pointer_y", y)] {
            shell.0.write_words(name, &[value as u16]);
        }
        shell.0.call("click_key", &[], &[], "d0 d1 a0").d[0] as u8
    };
    for on in [1, 0, 1, 0] {
        shell.call("call_compass", &[on]);
        for (digit, [right, down]) in DIGITS {
            for (x, y) in (0..8).flat_map(|x| (2..6).map(move |y| (x, y))) {
                let answer = clicked(&mut shell, [middle[0] + right + x, middle[1] + down + y]);
                let wanted = if on != 0 { digit } else { 0 };
                assert_eq!(answer, wanted, "{}: {x}, {y}", char::from(digit));
            }
        }
        for [right, down] in LETTERS {
            assert_eq!(
                clicked(&mut shell, [middle[0] + right + 4, middle[1] + down + 4]),
                0
            );
        }
        let seen = shell.colours();
        let rows = seen[top..top + high].iter();
        let inside = rows.flat_map(|row| &row[left..left + wide]);
        assert_eq!(inside.clone().all(|pixel| *pixel == 6), on == 0, "{on}");
    }
    shell.call("call_page", &[page::TEXT]);
    let before = shell.colours();
    shell.call("call_compass", &[1]);
    assert!(shell.colours() == before, "on a page of text");
    shell.call("call_page", &[page::MAP]);
    let digit = [middle[0], middle[1]];
    assert_eq!(clicked(&mut shell, digit), b'0', "the map has it again");
}

/// Sprites of the cursor: both words of 32 rows.
fn shape(bench: &Bench) -> [Vec<u16>; 2] {
    ["cursor_left", "cursor_right"].map(|half| {
        let bytes = bench.read(bench.at(half) + 4, 4 * 32);
        let words = bytes.chunks(2);
        words
            .map(|word| u16::from_be_bytes([word[0], word[1]]))
            .collect()
    })
}

/// Every shape is as its image in a mirror, the frame and the mark of an attack upside down, too; a unit that the keys move has the
/// frame, and what is no shape leaves the one that was.
#[test]
fn the_cursor_has_a_shape_for_what_it_does() {
    let mut shell = Shell::new();
    let bench = &mut shell.0;
    let mut set = |asked: u16| {
        bench.call("shape_set", &[asked.into()], &[], "d0 d1 a0 a1");
        let kept = bench.read(bench.at("shape_asked"), 2);
        assert_eq!(kept, asked.to_be_bytes());
        shape(bench)
    };
    let shapes = [0, 1, 2].map(&mut set);
    for (n, [left, right]) in shapes.iter().enumerate() {
        let mirrored: Vec<u16> = right.iter().map(|word| word.reverse_bits()).collect();
        assert_eq!(*left, mirrored, "shape {n}");
        let upside_down: Vec<u16> = left.chunks(2).rev().flatten().copied().collect();
        assert_eq!(*left == upside_down, n < 2, "shape {n}");
        let lit = left.iter().map(|word| word.count_ones()).sum::<u32>();
        assert!(lit > 0, "shape {n}");
    }
    assert!(shapes[0] != shapes[1]);
    for (asked, is) in [(3, 0), (1, 1), (3, 0), (2, 2), (4, 2), (0, 0), (7, 0)] {
        assert!(set(asked) == shapes[is], "{asked}");
    }
}
