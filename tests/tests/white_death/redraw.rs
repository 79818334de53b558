//! How soon the map of White Death is drawn anew on a stock Amiga, in the windows with most counters of every scenario.

use hexfront::script::parse_keys;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_tests::amiga::at_first_menu;
use hexfront_tests::compiled::compiled;
use hexfront_tests::routine::Bench;

/// Within which all of it is seen: 12.5 pictures.
const BAR: f64 = 0.25;
/// The same of land that the window jumps to where all counters, up to 56, have yet to be made, for a menu has just hung: 1.8 ms each.
const NOTHING_MADE: f64 = 0.3;
/// In which those of other hexes are made while nothing else is to be done, and how often it is tried.
const MADE_AHEAD: f64 = 0.4;
const TRIES_AHEAD: usize = 400;
/// In which the blitter ends its last piece, once the processor goes on to look what was drawn.
const LAST_PIECE: f64 = 0.005;
/// Windows of a scenario that are drawn, no two of them nearer to each other than this.
const WINDOWS: usize = 4;
const APART: i32 = 96;

/// The map, its window on the screen and a counter on its hex, in pixels.
const COLUMNS: i32 = 48;
const ROWS: i32 = 40;
const PITCH: i32 = 32;
const LOWER: i32 = 16;
const WIDE: i32 = 272;
const HIGH: i32 = 208;
const TOP: usize = 10;
const COUNTER: [i32; 4] = [6, 40, 2, 32];
const NO_UNIT: u8 = 255;
/// Bits of a row in the number of a hex.
const ROW_BITS: i32 = 6;
/// Bytes of a row of the screen, and of a line of one plane.
const LINE: usize = 40;
const SCREEN_ROW: usize = 5 * LINE;

/// The first map of the scenario's first impulse.
fn scenario(number: usize) -> Bench {
    let built = AMIGA.build(&compiled("white-death", None)).unwrap();
    let amiga = at_first_menu(&built, &built.disk.to_bytes());
    let keys = format!("<RET>{}<RET>N", "<right>".repeat(number));
    let mut bench = Bench::behind(amiga, &keys, 8.0);
    press(&mut bench.amiga, "<RET>", 4.0);
    Bench::new(bench.amiga, "track_data")
}

fn press(amiga: &mut Session, keys: &str, seconds: f64) {
    for action in parse_keys(keys).unwrap() {
        amiga.perform(&action).unwrap();
        amiga.run_seconds(seconds).unwrap();
    }
}

/// Where a window has most counters, and how many: that one, and the next that lie apart from those before.
fn densest(bench: &Bench) -> Vec<([i32; 2], usize)> {
    let layer = |role: &str, length| bench.read(bench.at(&format!("view_{role}")), length);
    let first = layer("first", (COLUMNS << ROW_BITS) as usize);
    let counters: Vec<[i32; 2]> = (0..COLUMNS)
        .flat_map(|column| (0..ROWS).map(move |row| [column, row]))
        .filter(|[column, row]| first[(column << ROW_BITS | row) as usize] != NO_UNIT)
        .map(|[column, row]| [column * PITCH, row * PITCH + column % 2 * LOWER])
        .collect();
    let seen = |[x, y]: [i32; 2]| {
        let [left, right, top, bottom] = COUNTER;
        let inside = |at: &&[i32; 2]| {
            let [across, down] = [at[0] - x, at[1] - y];
            across + right > 0 && across + left < WIDE && down + bottom > 0 && down + top < HIGH
        };
        counters.iter().filter(inside).count()
    };
    let places = (0..=COLUMNS * PITCH + 12 - WIDE).step_by(8);
    let mut windows: Vec<([i32; 2], usize)> = places
        .flat_map(|x| {
            (0..=ROWS * PITCH + LOWER - HIGH)
                .step_by(8)
                .map(move |y| [x, y])
        })
        .map(|at| (at, seen(at)))
        .collect();
    windows.sort_by_key(|(at, counters)| (std::cmp::Reverse(*counters), *at));
    let mut chosen: Vec<([i32; 2], usize)> = Vec::new();
    for window in windows {
        let apart = |other: &([i32; 2], usize)| {
            (0..2).any(|axis| (window.0[axis] - other.0[axis]).abs() >= APART)
        };
        if chosen.iter().all(apart) && chosen.len() < WINDOWS {
            chosen.push(window);
        }
    }
    chosen
}

/// As `page_clear` leaves it, whose panel takes longer than two pictures.
fn clear_page(bench: &mut Bench) {
    bench.write(bench.at("map_shown"), &[0]);
    bench.write_words("narrow", &[1]);
    bench.amiga.run_seconds(0.04).unwrap();
}

fn map_on_screen(bench: &Bench) -> Vec<u8> {
    let at = bench.at("screen") + (TOP * SCREEN_ROW) as u32;
    let bytes = bench.read(at, HIGH as usize * SCREEN_ROW);
    let lines = bytes.chunks(LINE);
    lines
        .flat_map(|line| line[..WIDE as usize / 8].to_vec())
        .collect()
}

/// Seconds until all of the window is drawn and seen.
fn seconds(bench: &mut Bench, routine: &str) -> f64 {
    let before = bench.amiga.machine.cycles();
    let mut call = bench.begin(routine, &[], &[]);
    call.run_to("changes_taken");
    let narrowed = call.bench.at("narrowed");
    let clock = f64::from(call.bench.amiga.machine.clock_hz());
    let until = call.bench.amiga.machine.cycles() + (LAST_PIECE * clock) as u64;
    while call.bench.amiga.machine.cycles() < until || call.bench.read(narrowed, 2) != [0, 0] {
        call.bench.amiga.machine.step();
    }
    let amiga = &mut call.bench.amiga;
    let seconds = (amiga.machine.cycles() - before) as f64 / clock;
    let shown = map_on_screen(call.bench);
    call.finish("d0 d1 d2 d3 a0 a1 a2");
    assert!(
        shown == map_on_screen(bench),
        "{routine}: all of it is seen"
    );
    seconds
}

fn jump(bench: &mut Bench, at: [i32; 2]) {
    bench.write_words("window_x", &[at[0] as u16]);
    bench.write_words("window_y", &[at[1] as u16]);
}

/// The window jumps from one place with many counters to another, after a menu has hung and the player has thought for a moment.
#[test]
fn counters_are_made_before_the_window_jumps() {
    for number in 0..5 {
        let mut bench = scenario(number);
        let windows = densest(&bench);
        for (n, (at, counters)) in windows.iter().enumerate() {
            let (from, _) = windows[(n + 1) % windows.len()];
            jump(&mut bench, from);
            bench.call("buffers_draw", &[], &[], "d0 d1 d2 d3 a0 a1 a2");
            bench.call("cache_forget", &[], &[], "d0 a0");
            let before = bench.amiga.machine.cycles();
            for _ in 0..TRIES_AHEAD {
                bench.call("cache_ahead", &[], &[], "d0 d1 a0");
            }
            let clock = f64::from(bench.amiga.machine.clock_hz());
            let thought = (bench.amiga.machine.cycles() - before) as f64 / clock;
            assert!(thought < MADE_AHEAD, "scenario {number}: {thought:.3} s");
            jump(&mut bench, *at);
            let took = seconds(&mut bench, "buffers_draw");
            assert!(
                took <= BAR,
                "scenario {number}, from {from:?} to {at:?}, {counters} counters: {took:.3}"
            );
            let shown = map_on_screen(&bench);
            bench.call("cache_forget", &[], &[], "d0 a0");
            bench.call("buffers_draw", &[], &[], "d0 d1 d2 d3 a0 a1 a2");
            assert!(shown == map_on_screen(&bench), "scenario {number}: {at:?}");
        }
    }
}

/// The window jumps: once when no counter is made, once when they are. Then a page of text has stood there, and all bars have changed, as
/// in the first map of an impulse.
#[test]
fn the_densest_windows_are_drawn_soon() {
    let mut most = 0;
    let mut late = Vec::new();
    for number in 0..5 {
        let mut bench = scenario(number);
        for (at, counters) in densest(&bench) {
            most = most.max(counters);
            jump(&mut bench, at);
            bench.call("cache_forget", &[], &[], "d0 a0");
            let mut drawn = |bench: &mut Bench, what: &str, routine: &str, limit: f64| {
                let took = seconds(bench, routine);
                if took > limit {
                    late.push(format!(
                        "scenario {number}, {at:?}, {counters} counters, {what}: {took:.3}"
                    ));
                }
            };
            drawn(&mut bench, "nothing made", "buffers_draw", NOTHING_MADE);
            drawn(&mut bench, "kept", "buffers_draw", BAR);
            bench.call("cache_forget", &[], &[], "d0 a0");
            bench.write_words("buffers_known", &[0]);
            clear_page(&mut bench);
            let behind = "nothing made, behind a page";
            drawn(&mut bench, behind, "window_show", BAR);
            bench.call("around_all", &[], &[], "d0 d1 a0 a1");
            bench.call("cache_forget", &[], &[], "d0 a0");
            let points = bench.at("view_full_moves");
            let other = bench.read(points, 1)[0] % 10 + 1;
            bench.write(points, &[other]);
            clear_page(&mut bench);
            drawn(&mut bench, "an impulse begins", "window_show", BAR);
        }
    }
    assert!(late.is_empty(), "{late:#?}");
    assert!(most >= 56, "{most} counters");
}
