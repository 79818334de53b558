//! Pages, text windows and keys.

use crate::stand_in;
use crate::stand_in::{Bench, FRAME, StandIn, call};
use hexfront_platforms::machine::{Joystick, Machine};

/// Presses the keys of a character for a few frames and asks for the event.
fn press(bench: &mut Bench, names: &[&str]) -> u16 {
    let key = |bench: &Bench, name: &str| {
        bench
            .c64
            .keys()
            .iter()
            .find(|(n, _)| *n == name)
            .unwrap_or_else(|| panic!("key {name}"))
            .1
    };
    let keys: Vec<_> = names.iter().map(|name| key(bench, name)).collect();
    keys.iter().for_each(|&k| bench.c64.key_down(k));
    bench.frames(5);
    keys.iter().for_each(|&k| bench.c64.key_up(k));
    bench.frames(5);
    bench.call(call::EVENT, &[]).0
}

#[test]
fn keys_give_their_codes() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    for character in "AZ019QC ".chars() {
        let chord = bench.c64.chord(character).unwrap();
        bench.c64.key_down(chord.key);
        bench.frames(5);
        bench.c64.key_up(chord.key);
        bench.frames(5);
        assert_eq!(
            bench.call(call::EVENT, &[]).0,
            character as u16,
            "{character}"
        );
    }
    assert_eq!(press(&mut bench, &["return"]), 13);
    assert_eq!(press(&mut bench, &["f1"]), 133);
    let question = bench.c64.chord('?').unwrap();
    bench.c64.key_down(question.with.unwrap());
    bench.c64.run_frame();
    bench.c64.key_down(question.key);
    bench.frames(5);
    assert_eq!(bench.call(call::EVENT, &[]).0, u16::from(b'?'));
}

/// Presses A without asking for it.
fn type_ahead(bench: &mut Bench) {
    let key = bench.c64.chord('A').unwrap().key;
    bench.c64.key_down(key);
    bench.frames(5);
    bench.c64.key_up(key);
    bench.frames(5);
}

#[test]
fn keys_typed_while_the_machine_works_are_forgotten() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    type_ahead(&mut bench);
    assert_eq!(bench.call(call::EVENT, &[]).0, u16::from(b'A'));
    // Soon after an answer a key may come before its question.
    bench.frames(20);
    type_ahead(&mut bench);
    assert_eq!(bench.call(call::EVENT, &[]).0, u16::from(b'A'));
    // A second later the machine has worked on something that the player has not seen yet.
    type_ahead(&mut bench);
    bench.frames(45);
    bench.ask(call::EVENT, &[]);
    bench.frames(10);
    assert!(bench.busy(), "the key answered what was asked after it");
    type_ahead(&mut bench);
    assert!(!bench.busy());
    // Nor does such a key end a report before it is seen.
    bench.frames(300);
    type_ahead(&mut bench);
    let (_, cycles) = bench.call(call::DELAY, &[4]);
    assert!(cycles / FRAME >= 19, "{} frames", cycles / FRAME);
}

#[test]
fn joystick_moves_repeat_and_fire_does_not() {
    let mut bench = Bench::new();
    let off = Joystick::default();
    let moves = [
        (Joystick { up: true, ..off }, 128),
        (Joystick { right: true, ..off }, 129),
        (Joystick { down: true, ..off }, 130),
        (Joystick { left: true, ..off }, 131),
        (Joystick { fire: true, ..off }, 132),
    ];
    for (switches, code) in moves {
        bench.c64.joystick(2, switches);
        bench.frames(40);
        bench.c64.joystick(2, off);
        bench.frames(5);
        let [head, tail] = ["key_head", "key_tail"].map(|s| bench.peek(s, 1)[0]);
        let count = tail.wrapping_sub(head) & 7;
        assert_eq!(count > 1, code != 132, "{code}: {count} in the queue");
        for _ in 0..count {
            assert_eq!(bench.call(call::EVENT, &[]).0, code);
        }
    }
}

#[test]
fn a_held_key_repeats_after_twenty_frames_and_then_every_four() {
    let mut bench = Bench::new();
    let key = bench
        .c64
        .keys()
        .iter()
        .find(|(n, _)| *n == "down")
        .unwrap()
        .1;
    bench.c64.key_down(key);
    let mut arrivals = Vec::new();
    let mut tail = bench.peek("key_tail", 1)[0];
    for frame in 0..40 {
        bench.frames(1);
        let now = bench.peek("key_tail", 1)[0];
        if now != tail {
            arrivals.push(frame);
            tail = now;
        }
    }
    let gaps: Vec<i32> = arrivals.windows(2).map(|w| w[1] - w[0]).collect();
    assert_eq!(gaps, [20, 4, 4, 4, 4]);
}

#[test]
fn text_stays_in_its_window_and_beside_the_compass() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    bench.call(call::COMPASS, &[1]);
    bench.call(call::WINDOW, &[3]);
    let long = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGHIJ";
    bench.print(1, &format!("{long}\r{long}\r{long}\r{long}"));
    assert_eq!(bench.text(22), " ABCDEFGHIJKLMNOPQRSTUVWXYZ012345  .4.  ");
    assert_eq!(bench.text(23), " ABCDEFGHIJKLMNOPQRSTUVWXYZ012345   E   ");
    assert_eq!(bench.text(24), " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789AB ");
    bench.call(call::WINDOW, &[3]);
    assert_eq!(bench.text(22), "                                   .4.  ");
    bench.call(call::WINDOW, &[2]);
    bench.call(call::AT, &[30, 1]);
    bench.print(0, "XYZ");
    assert_eq!(bench.text(18)[31..33], *"XY");
    // Below its last row nothing is written, nor over that one.
    bench.call(call::WINDOW, &[2]);
    bench.print(0, "ONE\rTWO\rTHREE\rFOUR\rFIVE SIX");
    assert_eq!(bench.text(20)[..12], *" FOUR       ");
}

#[test]
fn a_delay_lasts_its_tenths() {
    let mut bench = Bench::new();
    let (_, cycles) = bench.call(call::DELAY, &[4]);
    let frames = cycles / stand_in::FRAME;
    assert!((19..=21).contains(&frames), "{frames} frames");
}

#[test]
fn bar_of_a_text_page_comes_with_its_text() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    assert_eq!(bench.peek("row_mode", 1), [0]);
    bench.call(call::WINDOW, &[0]);
    bench.call(call::SIDE, &[1]);
    bench.print(0, "REPORT");
    assert_eq!(bench.text(0)[..8], *" REPORT ");
    assert_eq!(
        (bench.peek("row_mode", 1), bench.peek("bar_colour", 1)),
        (vec![1], vec![6])
    );
}

#[test]
fn a_page_begun_anew_has_no_pieces_of_the_map() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[4]);
    bench.call(call::SYMBOL, &[0, 2, 4, 6]);
    let bands = bench.peek("row_mode", 25);
    assert_ne!(bands[7..9], [0, 0], "the piece has rows of its own");
    bench.call(call::WINDOW, &[5]);
    assert_eq!(bench.peek("row_mode", 25), bands);
    bench.call(call::WINDOW, &[4]);
    assert_eq!(bench.peek("row_mode", 25), [0; 25]);
}

/// Whatever is on the screen, and wherever the beam is when another page comes: a frame shows what was there, nothing, or the new page.
#[test]
fn no_frame_shows_half_a_change_of_pages() {
    const MAP: u16 = 0;
    const TEXT: u16 = 1;
    const TITLE: u16 = 2;
    let show = |bench: &mut Bench, page: u16| {
        bench.call(call::PAGE, &[page]);
        match page {
            MAP => {
                bench.call(call::MAP, &[15 * 32 + 16, 1]);
            }
            TEXT => {
                bench.call(call::WINDOW, &[4]);
                bench.call(call::SYMBOL, &[0, 2, 4, 6]);
                bench.call(call::SYMBOL, &[0, 1, 8, 12]);
            }
            _ => {}
        }
        bench.frames(3);
    };
    let mut bench = Bench::new();
    for (from, number, argument) in [
        (MAP, call::PAGE, TEXT),
        (MAP, call::PAGE, MAP),
        (TITLE, call::PAGE, TEXT),
        (MAP, call::PAGE, TITLE),
        (TEXT, call::PAGE, TITLE),
        (TEXT, call::PAGE, MAP),
        (TEXT, call::WINDOW, 4),
    ] {
        for line in (0..312).step_by(13) {
            show(&mut bench, from);
            let picture = |bench: &Bench| bench.c64.frame().pixels.to_vec();
            let old = picture(&bench);
            assert!(old.iter().any(|pixel| *pixel != old[0]), "something to see");
            while bench.c64.raster().0 != line {
                bench.c64.step();
            }
            bench.ask(number, &[argument]);
            let mut seen = Vec::new();
            while bench.busy() {
                bench.c64.run_frame();
                seen.push(picture(&bench));
            }
            for _ in 0..3 {
                bench.c64.run_frame();
                seen.push(picture(&bench));
            }
            let new = seen.last().expect("frames").clone();
            let nothing = vec![old[0]; old.len()];
            let whole = |frame: &Vec<_>| [&old, &nothing, &new].contains(&frame);
            assert!(
                seen.iter().all(whole),
                "page {from}, call {number} with {argument} at line {line}"
            );
            assert!(seen.contains(&nothing), "it is one black frame at least");
        }
    }
}

#[test]
fn the_map_in_small_shows_whose_ground_it_is() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    let mut owner = [0; 1024];
    let mut site = [0; 1024];
    // Of the first two columns: nothing, the lower hex, the upper one, both; then towns of either side.
    for (x, y) in [(0, 3), (0, 4), (0, 6), (0, 7), (1, 2)] {
        owner[x * 32 + y] = 1;
    }
    for (x, y) in [(1, 1), (1, 2)] {
        site[x * 32 + y] = 2;
    }
    owner[30 * 32 + 31] = 1;
    bench.poke("view_owner", &owner);
    bench.poke("view_site", &site);
    bench.call(call::WINDOW, &[4]);
    let (_, cycles) = bench.call(call::SYMBOL, &[8, 0, 3, 2]);
    assert!(cycles < 10 * FRAME, "{cycles}");
    let glyph = |name: &str| bench.image.address(&format!("glyph_{name}")).unwrap() as u8;
    let [none, lower, upper, both, town] = ["leader", "lower", "upper", "box", "town"].map(glyph);
    let cells = bench.cells();
    let at = |column: usize, row: usize| cells[3 + row][3 + column];
    assert_eq!(
        [0, 1, 2, 3].map(|row| at(0, row)),
        [(none, 2), (lower, 14), (upper, 14), (both, 14)]
    );
    assert_eq!([0, 1].map(|row| at(1, row)), [(town, 1), (town, 7)]);
    assert_eq!(at(30, 15), (lower, 14));
    assert_eq!(at(2, 0), (none, 2));
    assert_eq!(cells[3][2].0, 32, "nothing beside it");
    assert_eq!(cells[3][34].0, 32);
    assert_eq!(cells[19][3].0, 32, "nothing below it");
}

/// Of neither side the bar is grey; there are no others.
#[test]
fn the_bar_has_the_colour_of_its_side() {
    let mut bench = Bench::new();
    for (side, colour) in [(0, 2), (1, 6), (2, 11), (0, 2), (3, 2), (255, 2)] {
        bench.call(call::SIDE, &[side]);
        assert_eq!(bench.peek("bar_colour", 1), [colour], "side {side}");
    }
}
