//! What machines that are worked with keys do alike: the test of each machine has only its own part beside it.

use super::ardennes::at;
use super::{StandIn, call};
use hexfront_platforms::machine::{Joystick, Machine};

/// The map page, as the game draws it, with a hex in its middle; the bar has this heading, and `menu` writes the menu.
pub fn map_page<B: StandIn>(
    bench: &mut B,
    (x, y): (usize, usize),
    heading: &str,
    menu: impl Fn(&mut B),
) {
    bench.call(call::PAGE, &[0]);
    bench.call(call::SIDE, &[0]);
    bench.call(call::WINDOW, &[0]);
    bench.print(heading);
    bench.call(call::COMPASS, &[1]);
    bench.call(call::WINDOW, &[1]);
    bench.print(&format!("HEX {x},{y} CLEAR"));
    bench.call(call::WINDOW, &[2]);
    bench.call(call::COUNTER, &[0, 0, 0]);
    bench.call(call::AT, &[3, 0]);
    bench.print("USA 422 INF REG");
    bench.call(call::AT, &[3, 1]);
    bench.print("OPERATION 15 FORT 0");
    bench.call(call::WINDOW, &[3]);
    menu(bench);
    bench.call(call::MAP, &[at(x, y), 1]);
}

/// Pieces of the map on a page of text, under this heading.
pub fn page_of_signs<B: StandIn>(bench: &mut B, heading: &str) {
    bench.call(call::PAGE, &[1]);
    bench.call(call::SIDE, &[1]);
    bench.call(call::WINDOW, &[0]);
    bench.print(heading);
    bench.call(call::WINDOW, &[4]);
    // Symbol + 8 size + 32 mode + 64 side + 128 stack.
    let american = [8, 9, 10, 3, 4, 24, 40, 136];
    let german = [8, 9, 10, 11, 4, 13, 18, 26].map(|counter| counter + 64);
    for (i, (us, them)) in (0..).zip(american.into_iter().zip(german)) {
        bench.call(call::SYMBOL, &[1, us, i * 5, 1]);
        bench.call(call::SYMBOL, &[1, them, i * 5, 5]);
    }
    for i in 0..4 {
        bench.call(call::SYMBOL, &[0, i, i * 7, 9]);
    }
    bench.call(call::SYMBOL, &[4, 0, 28, 9]);
    bench.call(call::SYMBOL, &[7, 0, 35, 9]);
    for (y, text) in [
        (3, "INF  AB   ARM  CAV  ENG  DIV  TRAV"),
        (7, "VG   FJ   PZ   RCN  ENG  PZGR BRIG DIV"),
        (11, "CLEAR  ROUGH  FOREST TOWN   BRIDGE EXIT"),
    ] {
        bench.call(call::AT, &[0, y]);
        bench.print(text);
    }
    for (x, kind) in [(0, 2), (7, 3), (14, 5), (21, 6)] {
        bench.call(call::SYMBOL, &[kind, 0, x, 14]);
    }
}

/// The whole map in small, on a page of text.
pub fn small_map<B: StandIn>(bench: &mut B) {
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[4]);
    bench.print("WHOSE GROUND");
    bench.call(call::SYMBOL, &[8, 0, 0, 2]);
}

/// A joystick that was at rest gives up, right, down, left, which repeat, and fire, which does not.
pub fn a_joystick_leads_and_repeats<B: StandIn + Clone>(bench: &B) {
    let off = Joystick::default();
    let moves = [
        (Joystick { up: true, ..off }, 128),
        (Joystick { right: true, ..off }, 129),
        (Joystick { down: true, ..off }, 130),
        (Joystick { left: true, ..off }, 131),
        (Joystick { fire: true, ..off }, 132),
    ];
    for (switches, code) in moves {
        let mut bench = bench.clone();
        bench.machine_mut().joystick(1, switches);
        bench.frames(4);
        assert!(!bench.busy(), "{switches:?}");
        assert_eq!(u16::from(bench.peek("answer", 1)[0]), code);
        bench.ask(call::EVENT, &[]);
        bench.frames(30);
        assert_eq!(!bench.busy(), code != 132, "{switches:?}");
    }
}

/// A key ends a delay.
pub fn a_key_ends_a_delay<B: StandIn>(bench: &mut B) {
    bench.ask(call::DELAY, &[200]);
    bench.frames(5);
    assert!(bench.busy());
    bench.key_down("q");
    bench.frames(4);
    assert!(!bench.busy());
}

/// The moment of a key is nobody's plan.
pub fn chance_comes_from_the_moments_of_keys<B: StandIn>(new: impl Fn() -> B) {
    let drawn = |frames| {
        let mut bench = new();
        bench.ask(call::EVENT, &[]);
        bench.frames(frames);
        bench.key_down("q");
        bench.frames(4);
        bench.call(call::ENTROPY, &[]).0
    };
    assert_ne!(drawn(10), drawn(11));
    assert_eq!(drawn(10), drawn(10));
}
