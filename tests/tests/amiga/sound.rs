//! The sound of the Amiga, against models: what each frame of a part writes into Paula's channels, which part gives way to which, what the
//! waves look like.

use hexfront::targets::AMIGA;
use hexfront_tests::amiga::{at_first_menu, small_pointer_game};
use hexfront_tests::routine::{Bench, Draws};

/// In the room of the bench, behind what that uses: the part, what it writes, its steps.
const PART: u32 = 0x100;
const CHANNELS: u32 = 0x120;
const STEPS: u32 = 0x160;
/// Of a part as it sounds (`amiga/shell/sound.s`): frames left of its step, its rank, its bytes.
const AT_LEFT: usize = 4;
const AT_RANK: usize = 14;
const PART_BYTES: usize = 16;
/// Bytes of a channel's registers; what of them are address, length, period and volume (Hardware Reference Manual, "Audio Hardware").
const CHANNEL: usize = 16;
const FULL_VOLUME: i32 = 64 * 256;
const WAVE: usize = 32;
const NOISE: usize = 1024;
/// How far the right ear is ahead in the noise.
const AHEAD: u32 = 256;
const NOBODY: [u32; 2] = [0, 0];

struct Sound {
    bench: Bench,
    room: u32,
}

/// A stretch of a part.
#[derive(Debug, Clone, Copy)]
struct Step {
    frames: i32,
    wave: usize,
    period: i32,
    volume: i32,
    slide: i32,
    fade: i32,
}

impl Step {
    fn bytes(self) -> Vec<u8> {
        let words = [self.period, self.volume, self.slide, self.fade];
        let words = words.iter().flat_map(|word| (*word as u16).to_be_bytes());
        [self.frames as u8, self.wave as u8]
            .into_iter()
            .chain(words)
            .collect()
    }
}

impl Sound {
    fn new() -> Self {
        let game = small_pointer_game("  key T \"TURN\"\n    turn += 1\n");
        let built = AMIGA.build(&game).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        let bench = Bench::new(amiga, "menu_room");
        let room = bench.at("menu_room");
        Self { bench, room }
    }

    fn long(&self, at: u32) -> u32 {
        let bytes = self.bench.read(at, 4);
        u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// The part is to go these steps, then ends.
    fn steps(&mut self, steps: &[Step]) {
        let mut bytes: Vec<u8> = steps.iter().flat_map(|step| step.bytes()).collect();
        bytes.push(0);
        self.bench.write(self.room + STEPS, &bytes);
    }

    /// A frame, which writes into these channels: address, words, period and volume of the left one and of the right one.
    fn frame(&mut self) -> [[u32; 4]; 2] {
        let [part, channels] = [PART, CHANNELS].map(|at| self.room + at);
        // No bit of any channel: what sounds is not theirs.
        self.bench.call(
            "part_frame",
            &[0, 0, 0],
            &[0, channels, part],
            "d0 d1 d2 a0 a3",
        );
        [0, 1].map(|side| {
            let bytes = self.bench.read(channels + side * CHANNEL as u32, CHANNEL);
            let word = |at: usize| u32::from(bytes[at]) << 8 | u32::from(bytes[at + 1]);
            [word(0) << 16 | word(2), word(4), word(6), word(8)]
        })
    }

    /// Where the samples of a wave are, how many words, how far the right channel is ahead.
    fn wave(&self, wave: usize) -> [u32; 3] {
        let name = ["sine", "brass", "reed", "noise"][wave];
        let at = self.bench.at(name);
        match name {
            "noise" => [at, (NOISE as u32 - AHEAD) / 2, AHEAD],
            _ => [at, WAVE as u32 / 2, 0],
        }
    }
}

/// Pitch and volume slide; the volume stays from 0 to 64; the right channel is a period off; at the end both are silent.
#[test]
fn a_part_goes_its_steps_frame_by_frame() {
    let mut sound = Sound::new();
    let mut draws = Draws::new(71);
    for case in 0..40 {
        let steps: Vec<Step> = (0..draws.of(1..4))
            .map(|_| Step {
                frames: draws.of(1..6),
                wave: draws.of(0..4) as usize,
                period: draws.of(2000..4000),
                volume: draws.of(0..FULL_VOLUME + 1),
                slide: draws.of(-300..301),
                fade: draws.of(-9000..9001),
            })
            .collect();
        let mut part = [0; PART_BYTES];
        part[..4].copy_from_slice(&(sound.room + STEPS).to_be_bytes());
        sound.bench.write(sound.room + PART, &part);
        sound.steps(&steps);
        for step in &steps {
            let [samples, words, ahead] = sound.wave(step.wave);
            let (mut period, mut volume) = (step.period, step.volume);
            for frame in 0..step.frames {
                let expected = [
                    [samples, words, period as u32, (volume / 256) as u32],
                    [
                        samples + ahead,
                        words,
                        period as u32 + 1,
                        (volume / 256) as u32,
                    ],
                ];
                assert_eq!(
                    sound.frame(),
                    expected,
                    "case {case}, frame {frame} of {step:?}"
                );
                period += step.slide;
                volume = (volume + step.fade).clamp(0, FULL_VOLUME);
            }
        }
        let volumes = |channels: [[u32; 4]; 2]| channels.map(|channel| channel[3]);
        assert_eq!(volumes(sound.frame()), NOBODY, "case {case}");
        assert_eq!(sound.long(sound.room + PART), 0, "case {case}: it is over");
        // Then it leaves the channels alone.
        sound
            .bench
            .write(sound.room + CHANNELS, &[0x5A; 2 * CHANNEL]);
        assert_eq!(volumes(sound.frame()), [0x5A5A; 2]);
    }
}

/// A part of a higher rank keeps one of a lower out; one of rank 0 is ended by any effect, also by one that has no such part.
#[test]
fn a_part_gives_way_by_its_rank() {
    const LONG: [u8; 2] = [0xEE; 2];
    let mut sound = Sound::new();
    let [old, new] = [0x40, 0x60].map(|behind| sound.room + STEPS + behind);
    let [effects, states] = ["effects", "part_states"].map(|name| sound.bench.at(name));
    let step = Step {
        frames: 200,
        wave: 0,
        period: 300,
        volume: 0,
        slide: 0,
        fade: 0,
    };
    sound.bench.write(new, &step.bytes());
    let silence = sound.bench.at("silence");
    for (sounds, rank, comes, of_rank, goes_on) in [
        (0, 5, new, 1, new),
        (old, 2, new, 1, old),
        (old, 2, new, 2, new),
        (old, 2, new, 3, new),
        (old, 0, new, 0, new),
        (old, 2, 0, 9, old),
        (old, 0, 0, 1, silence),
        (0, 0, 0, 1, 0),
    ] {
        for part in 0..2 {
            let state = states + part * PART_BYTES as u32;
            let mut bytes = [0; PART_BYTES];
            bytes[..4].copy_from_slice(&u32::to_be_bytes(sounds));
            bytes[AT_LEFT..AT_LEFT + 2].copy_from_slice(&LONG);
            bytes[AT_RANK + 1] = rank;
            sound.bench.write(states, &[0; 2 * PART_BYTES]);
            sound.bench.write(state, &bytes);
            let mut parts = [0, 0];
            parts[part as usize] = comes;
            let mut effect = vec![0, of_rank];
            effect.extend(parts.iter().flat_map(|steps: &u32| steps.to_be_bytes()));
            sound.bench.write(effects + 2, &effect);
            sound.bench.write_words("vm_v", &[0]);
            sound.bench.call("call_effect", &[], &[], "d0 d1 a0 a1");
            let case =
                format!("{part}: {sounds:X} of rank {rank}, {comes:X} of rank {of_rank} comes");
            // The frames go on meanwhile: what has begun may have taken its first step, what is silent may be over.
            let goes = sound.long(state);
            let gone = if goes_on == silence { 0 } else { new + 10 };
            let begun = goes_on != old && goes_on != 0;
            assert!(goes == goes_on || begun && goes == gone, "{case}: {goes:X}");
            let is = sound.bench.read(state, PART_BYTES);
            let expected = if goes_on == new { of_rank } else { rank };
            assert_eq!(is[AT_RANK + 1], expected, "{case}");
            assert_eq!(is[AT_LEFT] == LONG[0], !begun, "{case}: it begins at once");
        }
    }
    assert_eq!(sound.bench.read(silence, 1), [0], "silence has no frames");
}

/// Both parts of an effect are begun under its rank; there are no others than those in the list.
#[test]
fn an_effect_begins_both_its_parts() {
    let mut sound = Sound::new();
    let [list, states] = ["effects", "part_states"].map(|name| sound.bench.at(name));
    let count = sound.bench.read(list, 2);
    let count = u16::from_be_bytes([count[0], count[1]]);
    assert!(count > 4);
    for effect in 0..count + 2 {
        sound.bench.write(states, &[0; 2 * PART_BYTES]);
        sound.bench.write_words("vm_v", &[effect]);
        sound.bench.call("call_effect", &[], &[], "d0 d1 a0 a1");
        let entry = list + 2 + 10 * u32::from(effect);
        for (part, at) in [(0, 2), (1, 6)] {
            let expected = if effect < count {
                sound.long(entry + at)
            } else {
                0
            };
            let state = states + part * PART_BYTES as u32;
            let (first, goes) = (expected, sound.long(state));
            // The frames go on meanwhile: it may have taken its first step.
            assert!(
                goes == first || first != 0 && goes == first + 10,
                "effect {effect}, part {part}"
            );
            if first != 0 {
                let rank = sound.bench.read(state + AT_RANK as u32, 2);
                assert_eq!(
                    rank,
                    sound.bench.read(entry, 2),
                    "effect {effect}, part {part}"
                );
            }
        }
    }
}

/// A period each, whose second half is the first one upside down, as loud as can be; noise is that of its shift register.
#[test]
fn waves_are_what_their_names_say() {
    let sound = Sound::new();
    let samples = |name: &str, length| -> Vec<i32> {
        let bytes = sound.bench.read(sound.bench.at(name), length);
        bytes.iter().map(|byte| i32::from(*byte as i8)).collect()
    };
    for name in ["sine", "brass", "reed"] {
        let wave = samples(name, WAVE);
        assert_eq!(wave.iter().max(), Some(&127), "{name}");
        for n in 0..WAVE {
            assert_eq!(wave[(WAVE - n) % WAVE], -wave[n], "{name}, sample {n}");
        }
    }
    for (n, sample) in samples("sine", WAVE).iter().enumerate() {
        let angle = n as f64 / WAVE as f64 * std::f64::consts::TAU;
        assert_eq!(f64::from(*sample), (127.0 * angle.sin()).round(), "{n}");
    }
    let mut register = 0xACE1_u16;
    let noise = (0..NOISE).map(|_| {
        for _ in 0..8 {
            let out = register & 1;
            register = (register >> 1) ^ (out * 0xB400);
        }
        i32::from(register as i8)
    });
    assert!(noise.eq(samples("noise", NOISE)));
}
