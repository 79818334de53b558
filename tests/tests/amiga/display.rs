//! A machine for 60 Hz: which rows of the screen its 200 lines show, and what the pointer tells of them.

use hexfront::targets::AMIGA;
use hexfront_platforms::machine::Bank;
use hexfront_tests::amiga::{at_first_menu_of_ntsc, blitzkrieg};
use hexfront_tests::routine::Bench;

/// Rows that are not seen.
const LEFT_OUT: u16 = 256 - 200;
/// Rows from which they are left out on the whole map: its lower part, and its upper one (`amiga/shell/display.s`, `pointer.inc`).
const LOWER: u16 = 10;
const UPPER: u16 = 190;

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
