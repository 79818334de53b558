//! Windows of pages in a game for keys on the Amiga: what a window clears, how a page begins; the top bar, the compass; what the cursor
//! looks like.

use hexfront_isa::contract::{page, window};
use hexfront_tests::keyed::{ROW, ROWS, Shell};
use hexfront_tests::routine::{Bench, Draws};

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
    let mut shell = Shell::default();
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
    let mut shell = Shell::default();
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

/// On the map and on pages, as soon as it is cleared; of neither side it is that of the panel.
#[test]
fn the_top_bar_has_the_colour_of_its_side() {
    const SLATE: u8 = 6;
    let mut shell = Shell::default();
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
    let mut shell = Shell::default();
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
    let mut shell = Shell::default();
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
