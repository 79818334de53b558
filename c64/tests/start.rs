//! How the shell begins, and what it does when the rules machine stops.

mod stand_in;

use hexfront_c64::disk;
use hexfront_platforms::machine::Machine;
use stand_in::{Bench, StandIn, call};

/// Before any side has the bar it is grey, not the black of the page.
#[test]
fn a_bar_of_no_side_is_seen() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[0]);
    bench.print(0, "REPORT");
    assert_eq!(bench.peek("bar_colour", 1), [11]);
}

/// A fault is told by its number; then a key, and the game is as it was at first.
#[test]
fn a_fault_is_told_by_its_number() {
    let mut bench = Bench::new();
    let game = disk(&bench.program, "STAND IN", "TEST").expect("it fits");
    bench.disk(&game.to_bytes());
    for (fault, told) in [(7, "007"), (42, "042"), (109, "109"), (254, "254")] {
        // What is asked for is done when memory is as it was loaded: then nothing is.
        bench.poke("wanted", &[1]);
        bench.poke("vm_trap", &[fault]);
        let ended = bench.at("ended");
        bench.c64.set_pc(ended);
        bench.frames(20);
        let text = bench.text(1);
        assert_eq!(text.trim(), format!("STOPPED BY FAULT {told}"));
        bench.press_until_idle();
        // Until the stand-in runs.
        bench.call(call::PAGE, &[1]);
    }
}
