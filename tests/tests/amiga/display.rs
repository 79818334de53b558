//! A machine for 60 Hz: which rows of the screen its 200 lines show, and what the pointer tells of them.

use hexfront::pipeline::Game;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_platforms::machine::{Bank, Inside};
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc, blitzkrieg};
use hexfront_tests::routine::Bench;

/// Rows that are not seen.
const LEFT_OUT: u16 = 256 - 200;
/// Rows from which they are left out on the whole map: its lower part, and its upper one (`amiga/shell/display.s`, `pointer.inc`).
const LOWER: u16 = 10;
const UPPER: u16 = 190;

/// Bytes of a row of the screen and of a line of it; where the map begins in it, and how much of both it takes.
const SCREEN_ROW: usize = 200;
const LINE: usize = 40;
const MAP_TOP: usize = 10;
const MAP_ROWS: usize = 208;
/// Those of 200 that are seen.
const SEEN: usize = 152;
const MAP_LINE: usize = 34;

type Boot = fn(&Game, &[u8]) -> Session;

/// The whole map in small.
fn big_picture() -> Bench {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let amiga = at_first_menu_of_ntsc(&built, &built.disk.to_bytes());
    Bench::behind(amiga, "<RET><RET>P", 3.0)
}

fn word(bench: &Bench, name: &str) -> u16 {
    let byte = |at| bench.amiga.machine.peek(Bank::Ram, at);
    let at = bench.at(name);
    u16::from_be_bytes([byte(at), byte(at + 1)])
}

/// Lines above the split show their own rows, those from it on the rows behind what is left out.
#[test]
fn a_line_tells_its_row() {
    let mut bench = big_picture();
    assert_eq!(word(&bench, "split_line"), UPPER);
    for (line, row) in [
        (0, 0),
        (UPPER - 1, UPPER - 1),
        (UPPER, UPPER + LEFT_OUT),
        (199, 255),
    ] {
        let d = [0, line.into()];
        let told = bench.call("row_of_line", &d, &[], "d1");
        assert_eq!(told.d[1] as u16, row, "line {line}");
    }
}

/// The pointer at the lower edge of an overview shows its lower part, at the upper edge its upper one; at once it points at what is
/// seen there.
#[test]
fn the_pointer_at_an_edge_shows_the_other_part() {
    let mut bench = big_picture();
    for (line, split) in [
        (100, UPPER),
        (199, LOWER),
        (199, LOWER),
        (1, LOWER),
        (198, LOWER),
        (0, UPPER),
        (0, UPPER),
        (198, UPPER),
    ] {
        let row = if line < split { line } else { line + LEFT_OUT };
        bench.write_words("pointer_line", &[line]);
        let jumps = split != word(&bench, "split_line");
        bench.call("display_frame", &[], &[], "d0 d1 a0");
        assert_eq!(word(&bench, "split_line"), split, "line {line}");
        if jumps {
            assert_eq!(word(&bench, "pointer_y"), row, "line {line}");
        }
    }
}

fn pixels(bench: &mut Bench) -> Vec<u16> {
    bench.amiga.run_seconds(0.06).unwrap();
    bench.amiga.machine.frame().pixels.to_vec()
}

/// While the map of a page that was cleared is drawn its rows are not fetched: it is black as before, without the frame of the cursor's hex,
/// and all around it is seen. Then it is there.
#[test]
fn what_is_around_a_map_that_is_drawn_stays() {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    for (boot, rows) in [
        (at_first_menu as Boot, MAP_ROWS),
        (at_first_menu_of_ntsc, SEEN),
    ] {
        let amiga = boot(&built, &built.disk.to_bytes());
        let mut bench = Bench::behind(amiga, "<RET><RET>", 1.0);
        // Beside the map.
        bench.write_words("pointer_x", &[296]);
        bench.write_words("pointer_y", &[100]);
        let map = pixels(&mut bench);
        for row in MAP_TOP..MAP_TOP + MAP_ROWS {
            for line in 0..SCREEN_ROW / LINE {
                let at = bench.at("screen") + (row * SCREEN_ROW + line * LINE) as u32;
                bench.write(at, &[0; MAP_LINE]);
            }
        }
        for (name, room) in [("map_shown", 1), ("buffers_known", 2)] {
            let at = bench.at(name);
            bench.write(at, &vec![0; room]);
        }
        let black = pixels(&mut bench);
        assert_ne!(black, map);
        let narrowed = bench.at("narrowed");
        let call = bench.begin("window_show", &[], &[]);
        while call.bench.read(narrowed, 2) == [0, 0] {
            call.bench.amiga.machine.step();
        }
        call.bench.amiga.machine.run_frame();
        for _ in 0..2 {
            call.bench.amiga.machine.run_frame();
            let frame = call.bench.amiga.machine.frame();
            for (at, (shown, before)) in frame.pixels.iter().zip(&black).enumerate() {
                let [x, y] = [at % frame.width, at / frame.width];
                let Inside { left, top, .. } = frame.inside;
                let columns = left..left + 2 * 8 * MAP_LINE;
                let lines = top + MAP_TOP..top + MAP_TOP + rows;
                let of_map = columns.contains(&x) && lines.contains(&y);
                assert_eq!(*shown, if of_map { 0 } else { *before }, "{x},{y}");
            }
        }
        assert_ne!(call.bench.read(narrowed, 2), [0, 0], "it is being drawn");
        call.finish("d0 d1 d2 d3 a0 a1 a2");
        assert!(pixels(&mut bench) == map, "it is seen");
        assert_eq!(bench.read(narrowed, 2), [0, 0]);
    }
}
