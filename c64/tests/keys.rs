//! Keys and the stick: what counts as pressed, and how often.

use crate::stand_in::{Bench, FRAME, StandIn, call};
use hexfront_platforms::machine::{Bank, Joystick, Key, Machine};

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

/// A key that is tapped while another is held does not make the held one count again.
#[test]
fn a_held_key_counts_once_whatever_is_tapped_meanwhile() {
    for names in [["q", "a"], ["a", "q"], ["1", "2"], ["2", "1"]] {
        let mut bench = Bench::new();
        let held = key(&bench, names[0]);
        bench.c64.key_down(held);
        bench.frames(5);
        tap(&mut bench, names[1], 5);
        bench.c64.key_up(held);
        bench.frames(5);
        let codes = waiting(&mut bench);
        assert_eq!(codes, [u16::from(code(names[0]))], "{names:?}");
    }
}

/// Chance comes from a timer that runs through all that a word can be.
#[test]
fn the_timer_of_chance_runs_freely() {
    let mut bench = Bench::new();
    let at = bench.at("moment_high");
    let mut seen = [false; 256];
    for _ in 0..100_000 {
        bench.c64.step();
        seen[usize::from(bench.c64.peek(Bank::Cpu, at))] = true;
    }
    // The machine tells its value as of its last access, some a frame.
    for quarter in seen.chunks(64) {
        assert!(quarter.iter().filter(|seen| **seen).count() >= 4);
    }
}

/// The code of a key; 0 if it has none.
fn code(name: &str) -> u8 {
    match name.as_bytes() {
        [sign] => sign.to_ascii_uppercase(),
        b"delete" => 8,
        b"return" => 13,
        b"left-arrow" | b"run-stop" => 27,
        b"space" => b' ',
        b"up-arrow" => b'^',
        b"right" => 129,
        b"down" => 130,
        b"f1" => 133,
        _ => 0,
    }
}

/// Those of the whole keyboard, alone and with either shift key.
#[test]
fn every_key_has_its_code() {
    let mut bench = Bench::new();
    let names: Vec<&str> = bench.c64.keys().iter().map(|(name, _)| *name).collect();
    assert_eq!(names.iter().filter(|name| code(name) > 0).count(), 55);
    for shift in [None, Some("left-shift"), Some("right-shift")] {
        let held = shift.map(|shift| key(&bench, shift));
        if let Some(shift) = held {
            bench.c64.key_down(shift);
        }
        for name in &names {
            // RESTORE is no key of the matrix.
            if name.ends_with("shift") || *name == "restore" {
                continue;
            }
            tap(&mut bench, name, 3);
            let wanted = match (shift, code(name)) {
                (_, 0) => vec![],
                (None, code) => vec![code],
                (Some(_), 129) => vec![131],
                (Some(_), 130) => vec![128],
                (Some(_), b'/') => vec![b'?'],
                (Some(_), b'1') => vec![b'!'],
                (Some(_), code) => vec![code],
            };
            let wanted: Vec<u16> = wanted.into_iter().map(u16::from).collect();
            assert_eq!(waiting(&mut bench), wanted, "{name}, {shift:?}");
        }
        if let Some(shift) = held {
            bench.c64.key_up(shift);
        }
    }
}

/// The stick's five switches, in either order with a key: the stick counts.
#[test]
fn the_stick_comes_before_the_keys() {
    let off = Joystick::default();
    for (stick, code) in [
        (Joystick { up: true, ..off }, 128),
        (Joystick { right: true, ..off }, 129),
        (Joystick { down: true, ..off }, 130),
        (Joystick { left: true, ..off }, 131),
        (Joystick { fire: true, ..off }, 132),
    ] {
        let mut bench = Bench::new();
        let a = key(&bench, "a");
        bench.c64.joystick(2, stick);
        bench.c64.key_down(a);
        bench.frames(5);
        bench.c64.key_up(a);
        bench.c64.joystick(2, off);
        bench.frames(5);
        assert_eq!(waiting(&mut bench), [code]);
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
