//! Effects: what they write into voice 1 of the SID, frame by frame.

use crate::stand_in;
use crate::stand_in::{Bench, StandIn, call};
use hexfront_platforms::machine::{Bank, Machine};

/// The SID, and its registers: high byte of the frequency; then control, attack and decay, sustain and release.
const SID: u32 = 0xD400;
const REGISTERS: [u32; 4] = [1, 4, 5, 6];
const CONTROL: usize = 1;
const GATE: u8 = 1;
/// A pitch from here on is the place of a tune's first note.
const TUNE: u8 = 0x80;

/// What art says of an effect.
struct Effect {
    wave: u8,
    envelope: [u8; 2],
    pitch: u8,
    slide: u8,
    frames: u8,
}

fn effects(bench: &Bench) -> Vec<Effect> {
    let count = bench.at("effects") as usize;
    let [wave, attack, sustain, pitch, slide, frames] =
        ["wave", "attack", "sustain", "pitch", "slide", "frames"]
            .map(|name| bench.peek(&format!("effect_{name}"), count));
    (0..count)
        .map(|n| Effect {
            wave: wave[n],
            envelope: [attack[n], sustain[n]],
            pitch: pitch[n],
            slide: slide[n],
            frames: frames[n],
        })
        .collect()
}

impl Effect {
    /// Frequency and control after the call, `before` being what was heard then, and after each of its frames.
    fn course(&self, before: u8, notes: &[u8]) -> Vec<[u8; 2]> {
        let mut notes = notes.iter().skip(usize::from(self.pitch & !TUNE));
        let tune = self.pitch >= TUNE;
        let mut now = match tune {
            true => [before, 0],
            false => [self.pitch, self.wave | GATE],
        };
        let mut course = vec![now];
        for left in (0..self.frames).rev() {
            match (left, tune) {
                (0, _) => now[1] = self.wave,
                (_, false) if left % 4 == 0 => now[0] = now[0].wrapping_add(self.slide),
                (_, true) if left % 8 == 0 => match notes.next().expect("a note") {
                    // The one before rings on.
                    0 => {}
                    note => now = [*note, self.wave | GATE],
                },
                _ => {}
            }
            course.push(now);
        }
        course
    }
}

fn voice(bench: &Bench) -> [u8; 4] {
    REGISTERS.map(|register| bench.c64.peek(Bank::Cpu, SID + register))
}

/// Pitch, slide, notes, envelope and length of each are those of the art, and its gate closes in its last frame.
#[test]
fn an_effect_goes_its_course() {
    let mut bench = Bench::new();
    let effects = effects(&bench);
    let notes = bench.peek("notes", 256);
    let sounding: Vec<(usize, &Effect)> = (0..)
        .zip(&effects)
        .filter(|(_, effect)| effect.frames > 0)
        .collect();
    assert!(sounding.iter().any(|(_, effect)| effect.pitch < TUNE));
    assert!(sounding.iter().any(|(_, effect)| effect.pitch >= TUNE));
    // A tune begins with its first note again.
    let again = sounding.iter().filter(|(_, effect)| effect.pitch >= TUNE);
    for (number, effect) in sounding.iter().chain(again) {
        let before = voice(&bench)[0];
        bench.call(call::EFFECT, &[*number as u16]);
        let mut seen = vec![voice(&bench)];
        for _ in 0..usize::from(effect.frames) + 5 {
            bench.frames(1);
            seen.push(voice(&bench));
        }
        let heard: Vec<[u8; 2]> = seen
            .iter()
            .map(|[pitch, control, ..]| [*pitch, *control])
            .collect();
        let mut course = effect.course(before, &notes);
        // A frame may end while the call is under way.
        let first = usize::from(heard[1] != course[1] || heard[0] != course[0]);
        let last = course[course.len() - 1];
        course.resize(first + heard.len(), last);
        assert_eq!(heard, course[first..], "effect {number}");
        assert!(
            seen.iter()
                .all(|[.., attack, sustain]| [*attack, *sustain] == effect.envelope)
        );
        // A square, and as loud as can be.
        assert_eq!(
            [3, 24].map(|register| bench.c64.peek(Bank::Cpu, SID + register)),
            [8, 15]
        );
    }
}

/// A new effect cuts the old one off; one that lasts no frame, or that there is none of, lets it go on.
#[test]
fn an_effect_cuts_the_one_before_off() {
    let mut bench = Bench::new();
    let effects = effects(&bench);
    let count = effects.len() as u16;
    let long = effects
        .iter()
        .position(|effect| effect.frames > 30)
        .expect("a long one");
    let silent = effects.iter().position(|effect| effect.frames == 0);
    for none in [count, count + 1, 255]
        .into_iter()
        .chain(silent.map(|n| n as u16))
    {
        bench.call(call::EFFECT, &[long as u16]);
        bench.frames(9);
        let [left, heard] = [bench.peek("frames_left", 1)[0], voice(&bench)[CONTROL]];
        bench.call(call::EFFECT, &[none]);
        assert!(left - bench.peek("frames_left", 1)[0] <= 1, "{none}");
        assert_eq!(voice(&bench)[CONTROL], heard, "{none}");
    }
    let short = effects
        .iter()
        .position(|effect| (1..8).contains(&effect.frames));
    bench.call(call::EFFECT, &[short.expect("a short one") as u16]);
    bench.frames(9);
    assert_eq!(voice(&bench)[CONTROL] & GATE, 0);
}

/// Interrupts are off while the disk works: nothing sounds meanwhile, nor goes on behind it.
#[test]
fn disk_work_is_silent() {
    let mut bench = Bench::new();
    let long = effects(&bench).iter().position(|effect| effect.frames > 30);
    bench.call(call::EFFECT, &[long.expect("a long one") as u16]);
    bench.frames(3);
    assert_eq!(voice(&bench)[CONTROL] & GATE, GATE);
    bench.ask(call::LOOK, &[0]);
    bench.frames(3);
    assert_eq!(voice(&bench)[CONTROL], 0);
    for _ in 0..400 {
        bench.frames(1);
        assert_eq!(voice(&bench)[CONTROL], 0);
    }
    assert!(!bench.busy());
    // The chip is as at the start: a square, and as loud as can be.
    let mut wanted = [0; 25];
    (wanted[3], wanted[24]) = (8, 15);
    let registers: [u8; 25] = std::array::from_fn(|n| bench.c64.peek(Bank::Cpu, SID + n as u32));
    assert_eq!(registers, wanted);
}

/// Each note of a tune is struck anew: between two of them the gate is closed.
#[test]
fn notes_are_struck_one_by_one() {
    let mut bench = Bench::new();
    let effects = effects(&bench);
    let tune = effects
        .iter()
        .position(|effect| effect.frames > 30 && effect.pitch >= TUNE);
    let tune = tune.expect("a tune");
    let notes = bench.peek("notes", 256);
    let first = usize::from(effects[tune].pitch & !TUNE);
    let most = usize::from(effects[tune].frames - 1) / 8;
    let struck = notes[first..first + most]
        .iter()
        .filter(|note| **note != 0)
        .count();
    bench.call(call::EFFECT, &[tune as u16]);
    let end = bench.c64.cycles() + u64::from(effects[tune].frames) * stand_in::FRAME;
    let (mut before, mut opened) = (0, 0);
    while bench.c64.cycles() < end {
        bench.c64.step();
        let gate = voice(&bench)[CONTROL] & GATE;
        opened += usize::from(gate > before);
        before = gate;
    }
    assert!(struck > 1);
    assert_eq!(opened, struck);
}

/// The interrupt that ends one effect does not end the next, which is just being started.
#[test]
fn an_effect_that_begins_as_another_ends_is_heard() {
    let mut bench = Bench::new();
    let effects = effects(&bench);
    let long = effects
        .iter()
        .position(|effect| effect.frames > 12 && effect.pitch < TUNE);
    let long = long.expect("a long one") as u16;
    bench.call(call::EFFECT, &[long]);
    bench.frames(4);
    bench.rest();
    let rested = bench.c64.clone();
    for before in (0..400).step_by(4) {
        bench.c64 = rested.clone();
        bench.poke("frames_left", &[1]);
        while bench.c64.raster().0 != 248 {
            bench.c64.step();
        }
        let begins = bench.c64.cycles() + before;
        while bench.c64.cycles() < begins {
            bench.c64.step();
        }
        bench.call(call::EFFECT, &[long]);
        bench.frames(5);
        assert_eq!(voice(&bench)[CONTROL] & GATE, GATE, "{before} cycles later");
    }
}
