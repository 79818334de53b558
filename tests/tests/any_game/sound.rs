//! What is heard: the sound of a machine is written to a file, as `--wav` does it, and looked at.

use hexfront::compile::compile;
use hexfront::games;
use hexfront::script::{Action, parse_file};
use hexfront::session::Session;
use hexfront::targets::{AMIGA, C64};
use hexfront_platforms::machine::{Bank, Button, FrameEnd, Stops};
use hexfront_tests::wav::{RATE, heard, level, seconds};
use hexfront_tests::{amiga, c64};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const EFFECTS: u8 = 15;
/// Effects of the shell call `effect` (core/isa/shell.toml).
const KEY: u8 = 0;
const TURN: u8 = 4;
const TITLE: u8 = 10;
const VICTORY: u8 = 14;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn energy(samples: &[f64]) -> f64 {
    samples.iter().map(|s| s * s).sum()
}

/// Loudness of bands an octave wide from 55 Hz on, as shares of the whole, and the length: what one tells sounds by.
fn look(samples: &[f64]) -> Vec<f64> {
    let bands: Vec<f64> = (0..8)
        .map(|octave| {
            let low = 55.0 * f64::from(1 << octave);
            (0..12)
                .map(|n| level(samples, low * 2f64.powf(f64::from(n) / 12.0)).powi(2))
                .sum::<f64>()
        })
        .collect();
    let whole: f64 = bands.iter().sum();
    let mut look: Vec<f64> = bands.iter().map(|band| (band / whole).sqrt()).collect();
    look.push(seconds(samples));
    look
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f64>()
        .sqrt()
}

/// A program that makes each sound by a key, A the first.
fn sounds() -> Vec<u8> {
    let keys = (0..EFFECTS).map(|n| {
        let key = char::from(b'A' + n);
        format!("  key {key} \"{key}\"\n    sound({n})\n")
    });
    amiga::small_game(&keys.collect::<String>())
}

/// Each is heard, ends, is not too loud, and is told from every other by its pitches or its length.
#[test]
fn every_sound_of_the_amiga_is_one_of_its_own() {
    let built = AMIGA.build(&sounds()).unwrap();
    let mut session = amiga::at_first_menu(&built, &built.disk.to_bytes());
    let sounds: Vec<Vec<f64>> = (0..EFFECTS)
        .map(|n| {
            let path = file(&format!("effect-{n}.wav"));
            session.tape(&path, RATE).unwrap();
            session
                .perform(&Action::Char(char::from(b'A' + n)))
                .unwrap();
            session.run_seconds(8.0).unwrap();
            session.end_tape().unwrap();
            heard(&path)
        })
        .collect();
    for (n, samples) in sounds.iter().enumerate() {
        let peak = samples.iter().fold(0f64, |peak, s| peak.max(s.abs()));
        assert!((0.05..0.9).contains(&peak), "effect {n} peaks at {peak}");
        let tail = &samples[samples.len() - RATE as usize / 4..];
        assert!(energy(tail) < 1e-6, "effect {n} does not end");
    }
    let looks: Vec<Vec<f64>> = sounds.iter().map(|samples| look(samples)).collect();
    for a in 0..looks.len() {
        for b in 0..a {
            let far = apart(&looks[a], &looks[b]);
            assert!(far > 0.15, "effects {b} and {a} sound alike: {far}");
        }
    }
    // The call of a turn is G C E, and the tune ends on C: their pitches stand out of what lies between.
    let stands_out = |n: u8, hz: f64| {
        let samples = &sounds[usize::from(n)];
        level(samples, hz) > 4.0 * level(samples, hz * 2f64.powf(1.0 / 24.0))
    };
    for (effect, hz) in [(TURN, 391.9), (TURN, 659.7), (TITLE, 522.8), (TITLE, 786.1)] {
        assert!(stands_out(effect, hz), "effect {effect} has no {hz} Hz");
    }
    // A tune of some seconds, and a tick.
    assert!(seconds(&sounds[usize::from(TITLE)]) > 5.0);
    assert!(seconds(&sounds[0]) < 0.2);
    // Each is heard for what it is meant for: frames of its longer part.
    for (effect, what, frames) in LENGTHS {
        let long = 50.0 * seconds(&sounds[effect]) / frames;
        assert!((0.6..1.1).contains(&long), "{what}: {long} of its length");
    }
}

/// What an effect of the Amiga is for, and its frames, 50 a second (amiga/art/sounds.txt).
const LENGTHS: [(usize, &str, f64); 6] = [
    (6, "guns", 58.0),
    (7, "aircraft", 92.0),
    (8, "a rocket", 144.0),
    (9, "a demolition", 41.0),
    (11, "a unit is put down", 4.0),
    (12, "a unit is lost", 38.0),
];

/// A click while an explosion sounds does not end it, nor does the explosion wait for a click's end.
#[test]
fn a_small_sound_does_not_cut_off_a_great_one() {
    let built = AMIGA.build(&sounds()).unwrap();
    let sounded = |keys: &str, name: &str| {
        let mut session = amiga::at_first_menu(&built, &built.disk.to_bytes());
        let path = file(name);
        session.tape(&path, RATE).unwrap();
        for key in keys.chars() {
            session.perform(&Action::Char(key)).unwrap();
        }
        session.run_seconds(4.0).unwrap();
        session.end_tape().unwrap();
        seconds(&heard(&path))
    };
    let alone = sounded("J", "blast.wav");
    assert!((sounded("JBB", "blast-march.wav") - alone).abs() < 0.1);
    assert!(sounded("JD", "blast-battle.wav") > alone + 0.3);
    // The title's tune ends with anything that is heard besides, though steps are but noise.
    let left = sounded("KB", "tune-march.wav");
    assert!(left < 2.5, "the tune goes on for {left} seconds");
}

/// The effects that a game asks its shell for.
fn asked_for(session: &mut Session, seconds: f64) -> BTreeSet<u8> {
    let address = |name: &str| session.symbols[name];
    let (call, io) = (address("call_effect"), address("vm_v"));
    let stops = Stops::at([call]);
    let machine = &mut session.machine;
    let end = machine.cycles() + (seconds * f64::from(machine.clock_hz())) as u64;
    let mut asked = BTreeSet::new();
    while machine.cycles() < end {
        if let FrameEnd::Stop(_) = machine.run_frame_until(&stops) {
            asked.insert(machine.peek(Bank::Ram, io + 1));
        }
    }
    asked
}

/// Title, placing, moves, guns, battles and turns, of a player and of the computer.
#[test]
fn blitzkrieg_is_heard() {
    let built = AMIGA.build(&amiga::blitzkrieg()).unwrap();
    let disk = built.disk.to_bytes();
    let mut session = amiga::at_first_menu(&built, &disk);
    let path = file("blitzkrieg.wav");
    session.tape(&path, RATE).unwrap();
    session.run_seconds(7.0).unwrap();
    let title = session.machine.cycles();
    for action in c64::script("blitzkrieg-amiga/set-up.script") {
        session.perform(&action).unwrap();
    }
    session.end_tape().unwrap();
    assert!(session.machine.cycles() > title);
    let samples = heard(&path);
    let (tune, placing) = samples.split_at(7 * RATE as usize);
    let halves = tune.chunks(RATE as usize / 2);
    let loudest = halves
        .map(|half| level(half, 522.8))
        .fold(0f64, |most, next| most.max(next));
    assert!(loudest > 0.03, "the title has its tune: {loudest}");
    assert!(seconds(placing) > 1.0, "what a player does is heard");

    // The computer plays both sides.
    let mut session = amiga::at_first_menu(&built, &disk);
    for action in c64::script("blitzkrieg-amiga/demonstration.script") {
        session.perform(&action).unwrap();
    }
    let asked = asked_for(&mut session, 150.0);
    for (effect, what) in [
        (1, "marches"),
        (3, "battles"),
        (TURN, "turns"),
        (6, "guns"),
        (11, "placing"),
    ] {
        assert!(asked.contains(&effect), "no {what} in {asked:?}");
    }
}

/// A key for every unit that enters an engagement, as for one that is collected.
#[test]
fn who_is_engaged_is_heard() {
    let built = AMIGA.build(&amiga::blitzkrieg()).unwrap();
    let mut session = amiga::at_first_menu(&built, &built.disk.to_bytes());
    let all_placed = "key ret\nwait 1\nkey ret\nwait 3\ntype RY\nwait 2\n";
    let engaging = format!("{all_placed}type E\npoint 38.18\nwait 1");
    for action in parse_file(&engaging).unwrap() {
        session.perform(&action).unwrap();
    }
    session.machine.mouse_button(Button::Left, true);
    let asked = asked_for(&mut session, 1.0);
    session.machine.mouse_button(Button::Left, false);
    assert_eq!(asked, BTreeSet::from([KEY]));
}

/// The rating after the last turn comes with its call; who quits hears none.
#[test]
fn the_end_of_blitzkrieg_is_heard() {
    let mut game = games::find("blitzkrieg-at-the-ardennes").unwrap();
    let (_, bytes) = game
        .files
        .iter_mut()
        .find(|(name, _)| name == "sequence.rules")
        .unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    let (last, none) = ("const last_turn = 32", "const last_turn = 0");
    assert!(text.contains(last));
    *bytes = text.replace(last, none).into_bytes();
    let over = compile(&game).unwrap();
    for (cartridge, keys, call) in [
        (over, "key ret\nkey right\ntap ret", true),
        (
            amiga::blitzkrieg(),
            "key ret\nwait 1\nkey ret\nwait 3\ntype Q\nwait 1\ntap Y",
            false,
        ),
    ] {
        let built = AMIGA.build(&cartridge).unwrap();
        let mut session = amiga::at_first_menu(&built, &built.disk.to_bytes());
        for action in parse_file(keys).unwrap() {
            session.perform(&action).unwrap();
        }
        let asked = asked_for(&mut session, 25.0);
        assert_eq!(asked.contains(&VICTORY), call, "{keys}: {asked:?}");
    }
}

/// Effects of the Commodore 64: no rocket, but a drop; then a bridge and victory.
const C64_EFFECTS: u8 = 15;
/// Its shortest and longest.
const C64_KEY: u8 = 0;
const C64_VICTORY: u8 = 14;

/// The samples of an effect, and a while of silence. The shell is called as the rules call it, in a game that waits for a key.
fn c64_effect(session: &mut Session, n: u8) -> Vec<f64> {
    let path = file(&format!("c64-effect-{n}.wav"));
    session.tape(&path, RATE).unwrap();
    session
        .perform(&Action::Char(char::from(b'A' + n)))
        .unwrap();
    session.run_seconds(4.0).unwrap();
    session.end_tape().unwrap();
    heard(&path)
}

/// Each is heard, ends in time, does not clip, and is told from every other.
#[test]
fn every_sound_of_the_commodore_64_is_one_of_its_own() {
    let keys = (0..C64_EFFECTS).map(|n| {
        let key = char::from(b'A' + n);
        format!("  key {key} \"{key}\"\n    sound({n})\n")
    });
    let built = C64
        .build(&amiga::small_game(&keys.collect::<String>()))
        .unwrap();
    let mut session = c64::at_first_menu(&built, &built.disk.to_bytes());
    let sounds: Vec<Vec<f64>> = (0..C64_EFFECTS)
        .map(|n| c64_effect(&mut session, n))
        .collect();
    for (n, samples) in (0..).zip(&sounds) {
        let peak = samples.iter().fold(0f64, |peak, s| peak.max(s.abs()));
        assert!((0.05..0.95).contains(&peak), "effect {n} peaks at {peak}");
        let tail = &samples[samples.len() - RATE as usize / 4..];
        assert!(energy(tail) < 1e-4, "effect {n} does not end");
        let long = seconds(samples);
        let most = if n == TITLE { 3.5 } else { 2.5 };
        let least = if n == C64_KEY { 0.02 } else { 0.1 };
        assert!((least..most).contains(&long), "effect {n}: {long} seconds");
    }
    let looks: Vec<Vec<f64>> = sounds.iter().map(|samples| look(samples)).collect();
    for a in 0..looks.len() {
        for b in 0..a {
            let far = apart(&looks[a], &looks[b]);
            assert!(far > 0.1, "effects {b} and {a} sound alike: {far}");
        }
    }
    // The title is a fourth fate knocks with: 301 and 240 Hz, then 271 and 225. Victory is a bugle's: 361, 481 and 601 Hz.
    for (effect, hz) in [
        (TITLE, 300.6),
        (TITLE, 240.5),
        (TITLE, 225.5),
        (C64_VICTORY, 360.8),
        (C64_VICTORY, 481.0),
    ] {
        let samples = &sounds[usize::from(effect)];
        let beside = level(samples, hz * 2f64.powf(1.0 / 24.0));
        assert!(
            level(samples, hz) > 2.0 * beside,
            "effect {effect} has no {hz} Hz"
        );
    }
}

/// The computer's moves and guns, aircraft, arrivals and the end are heard, not the player's alone.
#[test]
fn breakthrough_is_heard() {
    let built = C64.build(&c64::ardennes_on(C64)).unwrap();
    let mut session = c64::at_first_menu(&built, &built.disk.to_bytes());
    // The game of this number has columns that are bombed from turn 7 on.
    let script = c64::script("breakthrough-c64/demonstration.script");
    let number = |action| match action {
        Action::Char('7') => Action::Char('3'),
        other => other,
    };
    for action in script.into_iter().map(number) {
        if action == Action::Until("TURN 7".to_owned()) {
            break;
        }
        session.perform(&action).unwrap();
    }
    let wanted = [
        (1, "marches"),
        (3, "battles"),
        (TURN, "turns"),
        (6, "guns"),
        (7, "aircraft"),
        (11, "arrivals"),
    ];
    let asked = c64_asked_for(&mut session, &wanted.map(|(effect, _)| effect), 500.0);
    for (effect, what) in wanted {
        assert!(asked.contains(&effect), "no {what} in {asked:?}");
    }
}

/// The effects that a game asks the shell of the Commodore 64 for, until it has asked for those that are wanted.
fn c64_asked_for(session: &mut Session, wanted: &[u8], seconds: f64) -> BTreeSet<u8> {
    let address = |name: &str| session.symbols[name];
    let (call, io) = (address("shell_effect"), address("vm_v"));
    let stops = Stops::at([call]);
    let machine = &mut session.machine;
    let end = machine.cycles() + (seconds * f64::from(machine.clock_hz())) as u64;
    let mut asked = BTreeSet::new();
    while machine.cycles() < end && !wanted.iter().all(|effect| asked.contains(effect)) {
        if let FrameEnd::Stop(_) = machine.run_frame_until(&stops) {
            asked.insert(machine.peek(Bank::Ram, io));
        }
    }
    asked
}

/// The Commodore 64 has its file too, of the length of the time that passed.
#[test]
fn the_sound_of_a_commodore_64_is_written() {
    let built = C64.build(&c64::ardennes_on(C64)).unwrap();
    let mut session = c64::at_first_menu(&built, &built.disk.to_bytes());
    // The title's motif ends.
    session.run_seconds(4.0).unwrap();
    let path = file("breakthrough.wav");
    session.tape(&path, RATE).unwrap();
    session.run_seconds(1.0).unwrap();
    // No key of the first menu.
    session.perform(&Action::Char('Z')).unwrap();
    session.run_seconds(2.0).unwrap();
    session.end_tape().unwrap();
    let samples = heard(&path);
    let long = samples.len() as f64 / f64::from(RATE);
    assert!((3.0..3.5).contains(&long), "{long} seconds");
    assert!(energy(&samples[..RATE as usize / 2]) < energy(&samples[RATE as usize..]));
    assert!(seconds(&samples[RATE as usize..]) > 0.05, "a refusal");
}
