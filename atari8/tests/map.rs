//! The map window: what it looks like, how it scrolls, and the cursor in it.

use crate::stand_in::ardennes::{at, set_up};
use crate::stand_in::{Bench, FRAME, LAYER, StandIn, alike, call};
use hexfront_isa::art::Art;
use hexfront_platforms::machine::Machine;
use hexfront_platforms::machines::atari8::{Standard, keyboard};

fn ardennes(standard: Standard) -> Bench {
    let mut bench = Bench::with(standard, "A GAME", &Art::default());
    set_up(&mut bench);
    bench
}

/// The map page, as the game draws it, with a hex in its middle.
fn map_page(bench: &mut Bench, x: usize, y: usize) {
    alike::map_page(
        bench,
        (x, y),
        "16 DEC  TURN 1    AMERICAN 1ST OPERATN",
        |bench| {
            for (key, means) in [
                ("1-6", " MOVE "),
                ("D", " DATA "),
                ("N", " NEXT "),
                ("F", " FORT"),
            ] {
                bench.call(call::INK, &[2]);
                bench.print(key);
                bench.call(call::INK, &[3]);
                bench.print(means);
            }
        },
    );
}

#[test]
fn windows_of_the_ardennes() {
    let mut bench = ardennes(Standard::Pal);
    for (name, x, y) in [
        ("middle", 21, 24),
        ("south-west", 0, 0),
        ("north-east", 30, 31),
    ] {
        map_page(&mut bench, x, y);
        bench.golden(&format!("map-{name}"));
    }
}

#[test]
fn the_cursor_stands_over_a_hex_and_blinks() {
    let mut bench = ardennes(Standard::Pal);
    map_page(&mut bench, 21, 24);
    bench.call(call::CURSOR, &[at(21, 24), 0]);
    bench.golden("cursor");
    bench.frames(14);
    bench.golden("map-middle");
    bench.frames(14);
    bench.golden("cursor");
}

#[test]
fn marks_of_an_attack_and_of_aircraft() {
    let mut bench = ardennes(Standard::Pal);
    // Some attack, each another way.
    for unit in 0..256 {
        let address = bench.at("view_attack") + unit;
        bench.atari.poke(address, (unit % 7) as u8);
    }
    map_page(&mut bench, 15, 25);
    for (shape, name) in [(1, "mark-attack"), (2, "mark-aircraft")] {
        bench.call(call::CURSOR, &[at(14, 25), shape]);
        bench.golden(name);
    }
    bench.call(call::CURSOR, &[0xFFFF, 0]);
    bench.call(call::SHOW_UNITS, &[0]);
    // No mark: whether it would be lit or not.
    for _ in 0..2 {
        bench.golden("terrain");
        bench.frames(12);
    }
}

/// The eight ways, from a window that may go any of them; two hexes are kept between the hex in view and the left and right rim, one above
/// and below.
const WAYS: [(usize, usize); 8] = [
    (20, 15),
    (10, 15),
    (15, 18),
    (15, 12),
    (20, 18),
    (20, 12),
    (10, 18),
    (10, 12),
];

/// Two frames of motion begin within a frame and a half, and the picture is the same as one that is drawn anew.
#[test]
fn a_scroll_by_a_hex_glides_for_two_frames_and_leaves_nothing_behind() {
    let mut middle = ardennes(Standard::Pal);
    map_page(&mut middle, 15, 15);
    for (x, y) in WAYS {
        let mut bench = middle.clone();
        let before = bench.picture();
        let (_, cycles) = bench.call(call::MAP, &[at(x, y), 0]);
        let frames = cycles as f64 / FRAME as f64;
        assert!(frames <= 1.5, "to {x},{y}: {frames:.2} frames");
        let mut way = 0;
        while bench.peek("moving", 1) != [0] {
            bench.frames(1);
            way += 1;
        }
        assert!((2..=3).contains(&way), "to {x},{y}: {way} frames");
        let scrolled = bench.picture();
        assert!(scrolled != before, "to {x},{y}");
        bench.call(call::REFRESH, &[0xFFFF]);
        assert!(scrolled == bench.picture(), "to {x},{y}");
    }
}

/// Pictures from now on, one a frame, until the call that was asked for is done and seen.
fn while_busy(bench: &mut Bench) -> Vec<Vec<u8>> {
    let mut pictures = Vec::new();
    while bench.busy() {
        bench.frames(1);
        pictures.push(bench.atari.frame().rgb());
    }
    pictures
}

/// Whether each line of the map's window looks as it did before or, from somewhere on, like what is beside it.
fn is_old_or_empty(bench: &Bench, picture: &[u8], before: &[u8]) -> bool {
    let frame = bench.atari.frame();
    let lines = |picture| <[u8]>::chunks(picture, 3 * frame.width);
    let lines = lines(picture).zip(lines(before));
    let mut lines = lines.skip(frame.height / 6).take(frame.height / 4);
    lines.all(|(line, old)| line == old || line.chunks(3).all(|pixel| *pixel == line[..3]))
}

/// Frames of a jump between two windows in which neither of them was to be seen; it ends at the second.
fn frames_of_neither(bench: &mut Bench, to: (usize, usize)) -> usize {
    let before = bench.picture();
    bench.ask(call::MAP, &[at(to.0, to.1), 1]);
    let between = while_busy(bench);
    let after = bench.picture();
    let mut anew = bench.clone();
    anew.call(call::REFRESH, &[0xFFFF]);
    assert!(after == anew.picture(), "at {to:?}");
    let neither = between.iter().filter(|p| **p != before && **p != after);
    for picture in neither.clone() {
        assert!(
            is_old_or_empty(bench, picture, &before),
            "to {to:?}: wrong characters"
        );
    }
    neither.count()
}

#[test]
fn a_jump_shows_the_old_window_until_the_new_one_is_whole() {
    let mut bench = ardennes(Standard::Pal);
    map_page(&mut bench, 15, 15);
    for to in [(22, 24), (8, 8), (24, 8), (6, 27), (15, 15)] {
        assert_eq!(frames_of_neither(&mut bench, to), 0, "to {to:?}");
    }
}

/// Where the characters of both windows are more than a set holds, there is nothing for a moment, and never a wrong character.
#[test]
fn a_jump_between_windows_that_have_no_room_together_shows_an_empty_one() {
    let mut bench = ardennes(Standard::Pal);
    map_page(&mut bench, 6, 6);
    // Ground, roads, rivers and crossings without sense, and in one half of the map units of all kinds.
    let mut chance = 1_u32;
    let mut below = |limit: u32| {
        chance = chance.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        ((chance >> 16) % limit) as u8
    };
    let layers = [
        ("view_terrain", 5),
        ("view_road", 64),
        ("view_river", 64),
        ("view_blown", 64),
    ];
    for hex in 0..LAYER as u32 {
        for (layer, values) in layers {
            let layer = bench.at(layer);
            bench.atari.poke(layer + hex, below(values));
        }
        let unit = if hex % 32 < 16 { 255 } else { below(200) };
        let first = bench.at("view_first");
        bench.atari.poke(first + hex, unit);
    }
    let looks = [
        ("view_side", 2),
        ("view_symbol", 6),
        ("view_size", 4),
        ("view_mode", 2),
    ];
    for unit in 0..200 {
        for (field, values) in looks {
            let field = bench.at(field);
            bench.atari.poke(field + unit, below(values));
        }
    }
    let most = [(15, 25), (15, 5), (22, 24), (8, 8)]
        .map(|to| frames_of_neither(&mut bench, to))
        .into_iter()
        .max();
    assert!((1..=8).contains(&most.unwrap()), "{most:?} frames");
}

#[test]
fn half_way_between_two_hexes() {
    let mut bench = ardennes(Standard::Pal);
    map_page(&mut bench, 15, 15);
    bench.call(call::CURSOR, &[at(20, 18), 0]);
    bench.call(call::MAP, &[at(20, 18), 0]);
    while bench.peek("fine_x", 1) != [6] {
        bench.frames(1);
    }
    bench.golden_now("half-way");
}

/// The top bar comes while the window is on its way.
#[test]
fn a_bar_that_comes_during_a_scroll_leaves_the_rows_where_they_are() {
    let mut bench = ardennes(Standard::Pal);
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[at(15, 15), 1]);
    bench.call(call::MAP, &[at(20, 18), 0]);
    assert_eq!(bench.peek("moving", 1), [1]);
    bench.call(call::WINDOW, &[0]);
    let scrolled = bench.picture();
    bench.call(call::REFRESH, &[0xFFFF]);
    assert!(scrolled == bench.picture());
}

/// As far as the map goes and back: the set's characters come and go, and none is missing.
#[test]
fn a_long_way_across_the_map_leaves_nothing_behind() {
    let mut bench = ardennes(Standard::Pal);
    map_page(&mut bench, 15, 15);
    let (mut x, mut y) = (15, 15);
    let mut least = 255;
    let mut most = 0;
    for (to_x, to_y) in [(30, 31), (0, 28), (30, 3), (15, 31), (2, 2), (28, 29)] {
        while (x, y) != (to_x, to_y) {
            let nearer =
                |from: usize, to: usize| from + usize::from(to > from) - usize::from(to < from);
            (x, y) = (nearer(x, to_x), nearer(y, to_y));
            let (_, cycles) = bench.call(call::MAP, &[at(x, y), 0]);
            most = most.max(cycles);
            let free = bench.peek("chars_free", 1)[0];
            assert!(free < 127, "{free} places of a set of 127");
            least = least.min(free);
        }
        let scrolled = bench.picture();
        bench.call(call::REFRESH, &[0xFFFF]);
        assert!(scrolled == bench.picture(), "at {x},{y}");
    }
    assert!(least < 40, "places were never short: {least}");
    let frames = most as f64 / FRAME as f64;
    println!("{frames:.2} frames");
    assert!(frames < 6.0, "{frames:.2} frames where places are got back");
}

/// A map that is wider than a row of the ring: the window goes on in the next row, and nothing but what comes in is drawn.
#[test]
fn a_wide_map_is_shown_from_end_to_end() {
    let mut bench = Bench::wide();
    set_up(&mut bench);
    map_page(&mut bench, 0, 20);
    for (step, x) in (0..32).chain((0..32).rev()).enumerate() {
        let y = 8 + (step % 24).abs_diff(12);
        let (_, cycles) = bench.call(call::MAP, &[at(x, y), 0]);
        assert!(cycles < 3 * FRAME, "to {x},{y}");
        let scrolled = bench.picture();
        let mut anew = bench.clone();
        anew.call(call::REFRESH, &[0xFFFF]);
        assert!(scrolled == anew.picture(), "at {x},{y}");
    }
}

/// A hex that changed, at a rim of the window too: what is drawn is what a whole window shows.
#[test]
fn a_hex_that_changes_looks_as_if_all_were_drawn_anew() {
    let mut bench = ardennes(Standard::Pal);
    map_page(&mut bench, 15, 15);
    for (x, y) in [
        (15, 15),
        (14, 15),
        (9, 12),
        (21, 18),
        (22, 15),
        (15, 19),
        (9, 11),
    ] {
        let first = bench.at("view_first") + u32::from(at(x, y));
        for unit in [90, 3, 255] {
            bench.atari.poke(first, unit);
            bench.call(call::REFRESH, &[at(x, y)]);
            let refreshed = bench.picture();
            let mut anew = bench.clone();
            anew.call(call::REFRESH, &[0xFFFF]);
            assert!(refreshed == anew.picture(), "{x},{y}: {unit}");
        }
    }
}

#[test]
fn black_and_white_by_option_and_the_colours_of_ntsc() {
    let mut bench = ardennes(Standard::Pal);
    map_page(&mut bench, 21, 24);
    let option = keyboard::LAYOUT.key("option").expect("a key");
    bench.atari.key_down(option);
    bench.frames(3);
    bench.atari.key_up(option);
    bench.golden("black-and-white");
    bench.frames(3);
    bench.atari.key_down(option);
    bench.frames(3);
    bench.golden("map-middle");
    let mut bench = ardennes(Standard::Ntsc);
    map_page(&mut bench, 21, 24);
    bench.golden("map-ntsc");
}
