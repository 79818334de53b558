//! Pages, text windows, keys and joystick.

mod stand_in;

use stand_in::{Bench, call};

#[test]
fn letters_stand_in_rows_of_eight_lines() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[4]);
    bench.call(call::AT, &[2, 1]);
    bench.print("A1\rB");
    let rows: Vec<String> = (24..32)
        .map(|line| bench.dots(line)[14..28].to_owned())
        .collect();
    let wanted = [
        "..............",
        "######...##...",
        "##..##..###...",
        "##..##...##...",
        "######...##...",
        "##..##...##...",
        "##..##...##...",
        "##..##.######.",
    ];
    assert_eq!(rows, wanted);
    assert!(bench.dots(33).starts_with("#####.."));
}

#[test]
fn the_text_page() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::SIDE, &[0]);
    bench.call(call::WINDOW, &[0]);
    bench.print("16 DEC  TURN 1   SUPPLY");
    bench.call(call::WINDOW, &[4]);
    for first in [b' ', b'@'] {
        bench.print("\r ");
        let letters = (first..first + 32).map(char::from).collect::<String>();
        bench.print(&letters);
    }
    bench.call(call::AT, &[0, 6]);
    bench.call(call::RULE, &[]);
    bench.golden("text-page");
}
