//! The map window: what it looks like, how it scrolls, and the cursor in it.

use crate::stand_in::ardennes::{at, set_up};
use crate::stand_in::{Bench, FRAME, StandIn, alike, call};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_platforms::machine::Machine;
use hexfront_platforms::machines::apple2::Monitor;

/// What the game draws itself.
fn drawn() -> Art<'static> {
    let map = include_bytes!("../../core/games/breakthrough-in-the-ardennes/art/apple2/map.txt");
    Art::default().with("map.txt", map)
}

fn ardennes(monitor: Monitor) -> Bench {
    let mut bench = Bench::with(monitor, "A GAME", &drawn());
    set_up(&mut bench);
    bench
}

/// The map page, as the game draws it, with a hex in its middle.
fn map_page(bench: &mut Bench, x: usize, y: usize) {
    alike::map_page(
        bench,
        (x, y),
        "16 DEC  TURN 1    AMERICAN 1ST OPERATION",
        |bench| {
            bench.print("D DATA  N NEXT  F FORT  Q QUIT");
        },
    );
}

#[test]
fn windows_of_the_ardennes() {
    for (monitor, kind) in [(Monitor::Colour, "colour"), (Monitor::Green, "mono")] {
        let mut bench = ardennes(monitor);
        for (name, x, y) in [
            ("middle", 21, 24),
            ("south-west", 0, 0),
            ("north-east", 30, 31),
        ] {
            map_page(&mut bench, x, y);
            bench.golden(&format!("map-{name}-{kind}"));
        }
    }
}

#[test]
fn the_cursor_stands_over_a_hex_and_blinks() {
    let mut bench = ardennes(Monitor::Colour);
    map_page(&mut bench, 21, 24);
    bench.call(call::CURSOR, &[at(21, 24), 0]);
    bench.ask(call::EVENT, &[]);
    bench.golden("cursor");
    bench.frames(18);
    bench.golden("map-middle-colour");
    bench.frames(16);
    bench.golden("cursor");
}

/// What the picture shows in the map window.
fn window(bench: &Bench) -> Vec<String> {
    (10..140).map(|line| bench.dots(line)).collect()
}

/// Each of the eight ways, from a window that may go any of them: at most six frames (102,180 cycles), and the same picture as one that
/// is drawn anew.
#[test]
fn a_scroll_by_a_hex_takes_six_frames_and_leaves_nothing_behind() {
    let mut middle = ardennes(Monitor::Colour);
    map_page(&mut middle, 15, 15);
    // Two hexes are kept between the hex in view and the left and right rim, one above and below.
    for (x, y) in [
        (20, 15),
        (10, 15),
        (15, 17),
        (15, 12),
        (20, 17),
        (20, 12),
        (10, 17),
        (10, 12),
    ] {
        let mut bench = middle.clone();
        let before = bench.peek("map_codes", 520);
        let (_, cycles) = bench.call(call::MAP, &[at(x, y), 0]);
        let scrolled = (bench.peek("map_codes", 520), window(&bench));
        assert_ne!(scrolled.0, before);
        let frames = cycles as f64 / FRAME as f64;
        assert!(frames <= 6.0, "to {x},{y}: {frames:.2} frames");
        bench.call(call::REFRESH, &[0xFFFF]);
        assert!(
            scrolled == (bench.peek("map_codes", 520), window(&bench)),
            "to {x},{y}"
        );
    }
}

/// A hex that changed, under the cursor and beside it, at a rim of the window too: what is drawn is what a whole window shows.
#[test]
fn a_hex_that_changes_looks_as_if_all_were_drawn_anew() {
    let mut bench = ardennes(Monitor::Colour);
    map_page(&mut bench, 15, 15);
    bench.call(call::CURSOR, &[at(15, 15), 0]);
    bench.call(call::DELAY, &[1]);
    for (x, y) in [
        (15, 15),
        (14, 15),
        (16, 16),
        (9, 12),
        (21, 18),
        (22, 15),
        (15, 19),
        (9, 11),
    ] {
        let first = bench.at("view_first") + u32::from(at(x, y));
        for unit in [90, 3, 255] {
            bench.apple.poke(first, unit);
            bench.call(call::REFRESH, &[at(x, y)]);
            let refreshed = bench.peek("map_codes", 520);
            let seen = window(&bench);
            let mut anew = bench.clone();
            anew.call(call::REFRESH, &[0xFFFF]);
            anew.call(call::DELAY, &[1]);
            assert!(refreshed == anew.peek("map_codes", 520), "{x},{y}");
            assert!(seen == window(&anew), "{x},{y}: {unit}");
        }
    }
}

#[test]
fn marks_of_an_attack_and_of_aircraft() {
    let mut bench = ardennes(Monitor::Colour);
    // Some attack, each another way.
    for unit in 0..256 {
        bench
            .apple
            .poke(bench.at("view_attack") + unit, (unit % 7) as u8);
    }
    map_page(&mut bench, 15, 25);
    for (shape, name) in [(1, "mark-attack"), (2, "mark-aircraft")] {
        bench.call(call::CURSOR, &[at(14, 25), shape]);
        bench.ask(call::EVENT, &[]);
        bench.golden(name);
        bench
            .apple
            .key_down(bench.apple.chord('Q').expect("a key").key);
        bench.frames(2);
    }
    bench.call(call::CURSOR, &[0xFFFF, 0]);
    bench.call(call::SHOW_UNITS, &[0]);
    bench.golden("terrain");
}

/// War in Russia's ground in its four kinds of weather, of which two look alike, on the map of the Ardennes.
#[test]
fn ground_looks_as_the_weather_is() {
    let art = Art::default()
        .with(
            "map.txt",
            include_bytes!("../../core/games/war-in-russia/art/apple2/map.txt"),
        )
        .with(
            "seasons.txt",
            include_bytes!("../../core/games/war-in-russia/art/apple2/seasons.txt"),
        );
    let looks = Looks::default().with("weather", &["clear", "rain", "snow", "snow"]);
    for (monitor, kind) in [(Monitor::Colour, "colour"), (Monitor::Green, "mono")] {
        let mut bench = Bench::with_looks(monitor, &looks, "A GAME", &art);
        set_up(&mut bench);
        map_page(&mut bench, 21, 24);
        let clear = window(&bench);
        let mut seen = Vec::new();
        for (weather, name) in [(1, "rain"), (2, "snow"), (3, "snow"), (0, "")] {
            bench.poke("view_weather", &[weather]);
            map_page(&mut bench, 21, 24);
            seen.push(window(&bench));
            if weather == 1 || weather == 2 {
                bench.golden(&format!("weather-{name}-{kind}"));
            }
        }
        assert!(seen[0] != clear && seen[1] != clear && seen[0] != seen[1]);
        assert!(seen[1] == seen[2], "two kinds of weather that look alike");
        assert!(seen[3] == clear, "nothing of it stays");
        // What is no weather, as before a game, changes nothing.
        bench.poke("view_weather", &[4]);
        map_page(&mut bench, 21, 24);
        assert!(window(&bench) == clear);
    }
}

/// A mark that is taken away does not come back with the next blink, and one that is set anew is seen at once, in whatever frame.
#[test]
fn a_mark_begins_lit_and_goes_for_good() {
    let mut bench = ardennes(Monitor::Colour);
    map_page(&mut bench, 21, 24);
    bench.call(call::DELAY, &[1]);
    let without = window(&bench);
    let mut lit = Vec::new();
    for frames in [0, 3, 9, 14, 18, 21, 27] {
        bench.call(call::CURSOR, &[at(21, 24), 0]);
        bench.ask(call::EVENT, &[]);
        bench.frames(3);
        lit.push(window(&bench));
        bench.frames(frames);
        let key = bench.apple.chord('Q').expect("a key").key;
        bench.apple.key_down(key);
        bench.frames(2);
        bench.apple.key_up(key);
        bench.call(call::CURSOR, &[0xFFFF, 0]);
        for _ in 0..4 {
            bench.call(call::DELAY, &[3]);
            assert!(window(&bench) == without, "it came back");
        }
    }
    assert!(lit.iter().all(|seen| *seen == lit[0] && *seen != without));
}

/// The window moves, the hex that is marked stays.
#[test]
fn a_mark_stays_on_its_hex_when_the_window_moves() {
    let mut bench = ardennes(Monitor::Colour);
    map_page(&mut bench, 15, 15);
    let mut moved = bench.clone();
    moved.call(call::CURSOR, &[at(16, 15), 0]);
    moved.call(call::DELAY, &[1]);
    moved.call(call::MAP, &[at(20, 17), 0]);
    moved.ask(call::EVENT, &[]);
    moved.frames(3);
    bench.call(call::MAP, &[at(20, 17), 0]);
    bench.call(call::CURSOR, &[at(16, 15), 0]);
    bench.ask(call::EVENT, &[]);
    bench.frames(3);
    assert!(window(&moved) == window(&bench));
}
