//! Keys and the stick: what counts as pressed, and how often.

mod stand_in;

use hexfront_platforms::machine::{Joystick, Key, Machine};
use stand_in::{Bench, FRAME, StandIn, call};

fn key(bench: &Bench, name: &str) -> Key {
    let mut keys = bench.c64.keys().iter();
    let found = keys.find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("key {name}")).1
}

/// Presses a key for a while without asking for it.
fn tap(bench: &mut Bench, name: &str, frames: usize) {
    let key = key(bench, name);
    bench.c64.key_down(key);
    bench.frames(frames);
    bench.c64.key_up(key);
    bench.frames(5);
}

/// All that waits in the queue, the first first.
fn waiting(bench: &mut Bench) -> Vec<u16> {
    let [head, tail] = ["key_head", "key_tail"].map(|s| bench.peek(s, 1)[0]);
    let count = tail.wrapping_sub(head) & 7;
    (0..count).map(|_| bench.call(call::EVENT, &[]).0).collect()
}

/// Longer than a cursor key takes to repeat, shorter than what was typed ahead is kept.
const HELD: usize = 30;

#[test]
fn fire_and_letters_count_once_however_long_they_are_held() {
    let mut bench = Bench::new();
    let off = Joystick::default();
    bench.c64.joystick(2, Joystick { fire: true, ..off });
    bench.frames(HELD);
    bench.c64.joystick(2, off);
    bench.frames(5);
    assert_eq!(waiting(&mut bench), [132]);
    tap(&mut bench, "a", HELD);
    assert_eq!(waiting(&mut bench), [u16::from(b'A')]);
}

/// A quick typist has not let go of a key when the next one is down: each counts once.
#[test]
fn keys_that_are_down_together_count_once_each() {
    for names in [["q", "a"], ["a", "q"], ["1", "2"], ["space", "return"]] {
        let mut bench = Bench::new();
        let [first, second] = names.map(|name| key(&bench, name));
        bench.c64.key_down(first);
        bench.frames(5);
        bench.c64.key_down(second);
        bench.frames(15);
        bench.c64.key_up(first);
        bench.frames(5);
        bench.c64.key_up(second);
        bench.frames(5);
        let codes = names.map(|name| match name {
            "space" => 32,
            "return" => 13,
            letter => u16::from(letter.as_bytes()[0].to_ascii_uppercase()),
        });
        assert_eq!(waiting(&mut bench), codes);
    }
}

#[test]
fn either_shift_key_shifts() {
    for name in ["left-shift", "right-shift"] {
        let mut bench = Bench::new();
        let shift = key(&bench, name);
        bench.c64.key_down(shift);
        bench.frames(2);
        tap(&mut bench, "/", 5);
        tap(&mut bench, "down", 5);
        bench.c64.key_up(shift);
        assert_eq!(waiting(&mut bench), [u16::from(b'?'), 128], "{name}");
    }
}

/// However long ago the last answer was: the count of frames since then stays at its end.
#[test]
fn what_is_typed_a_long_time_after_an_answer_ends_no_report() {
    for frames in [60, 250, 260, 300, 520] {
        let mut bench = Bench::new();
        tap(&mut bench, "a", 5);
        assert_eq!(waiting(&mut bench), [u16::from(b'A')]);
        bench.frames(frames);
        tap(&mut bench, "a", 5);
        let (_, cycles) = bench.call(call::DELAY, &[4]);
        assert!(cycles / FRAME >= 19, "{} frames", cycles / FRAME);
    }
}
