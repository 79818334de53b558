//! What can be clicked in a game for keys on the Amiga, and what cannot: parts of the screen that are forgotten, names that are printed
//! in pieces, clicks beside the map.

use hexfront_isa::contract::{ink, page};
use hexfront_tests::keyed::waiting;
use hexfront_tests::routine::Draws;

/// Cells that answer clicks, as `amiga/shell/keyed/click.s` has them: columns and rows of them, their pixels.
const COLUMNS: u32 = 40;
const ROWS: u32 = 64;
const CELL: [u32; 2] = [8, 4];
const RETURN: u32 = 13;
const NO_HEX: u16 = 0xFFFF;

/// The columns that the box reaches into; the rows of which it has more than the last line.
#[test]
fn a_part_of_the_screen_is_forgotten_and_nothing_beside_it() {
    let mut bench = waiting();
    let mut draws = Draws::new(92);
    let cells = bench.at("cells");
    for case in 0..300 {
        let [x, y] = [draws.of(0..320), draws.of(0..256)].map(|at| at as u32);
        let wide = draws.of(1..321 - x as i32) as u32;
        // Below the screen, too, as rows of a window may be.
        let high = draws.of(if case % 5 == 0 {
            0..1
        } else {
            1..270 - y as i32
        }) as u32;
        bench.write(cells, &vec![b'K'; (COLUMNS * ROWS) as usize]);
        bench.call("click_forget", &[x, y, wide, high], &[], "d0 d1 d2 d3 a0");
        let left = bench.read(cells, (COLUMNS * ROWS) as usize);
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let [from_x, from_y] = [column * CELL[0], row * CELL[1]];
                let across = from_x < x + wide && from_x + CELL[0] > x;
                let down = from_y < y + high && from_y + CELL[1] > y + 1;
                let key = if across && down { 0 } else { b'K' };
                let at = (row * COLUMNS + column) as usize;
                assert_eq!(left[at], key, "{column}, {row} of {x}, {y}, {wide}, {high}");
            }
        }
    }
}

/// The ink that is there already ends no name.
#[test]
fn a_name_may_be_printed_in_pieces() {
    let mut bench = waiting();
    bench.call("click_row", &[], &[], "");
    for (piece, x) in [("RET", 16), ("URN", 40)] {
        bench.call("click_ink", &[ink::KEY.into()], &[], "d1 a0");
        for (x, letter) in (x..).step_by(8).zip(piece.bytes()) {
            bench.call("click_letter", &[x, 80, 0, 0, 0, letter.into()], &[], "");
        }
    }
    bench.call("click_row", &[], &[], "");
    for letter in 0..6 {
        bench.write_words("pointer_x", &[16 + 8 * letter + 4]);
        bench.write_words("pointer_y", &[84]);
        let left = bench.call("click_key", &[], &[], "d0 d1 a0");
        assert_eq!(left.d[0], RETURN, "letter {letter}");
    }
}

/// Above and below the map, on another page, and where there is no cursor, a click is no way.
#[test]
fn a_click_beside_the_map_is_no_way() {
    let mut bench = waiting();
    bench.write_words("shape_asked", &[0]);
    let cursor = bench.read(bench.at("cursor_hex"), 2);
    let cursor = u16::from_be_bytes([cursor[0], cursor[1]]);
    assert_ne!(cursor, NO_HEX);
    for (now, cursor, y, is_way) in [
        (page::MAP, cursor, 10, true),
        (page::MAP, cursor, 9, false),
        (page::MAP, cursor, 10 + 159, true),
        (page::MAP, cursor, 10 + 160, false),
        (page::TEXT, cursor, 80, false),
        (page::MAP, NO_HEX, 80, false),
    ] {
        bench.write(bench.at("page_now"), &[now as u8]);
        bench.write_words("cursor_hex", &[cursor]);
        for (symbol, value) in [("pointer_x", 160), ("pointer_line", y), ("pointer_y", y)] {
            bench.write_words(symbol, &[value]);
        }
        let left = bench.call("click_hex", &[], &[], "d0 d1 a0");
        assert_eq!(
            left.flags.zero, !is_way,
            "page {now}, line {y}, cursor {cursor}"
        );
        assert_eq!(
            left.d[0] == 0,
            !is_way,
            "page {now}, line {y}, cursor {cursor}"
        );
    }
}
