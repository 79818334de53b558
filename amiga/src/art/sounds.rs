//! Sounds: the machine's own in `amiga/art/sounds.txt`, and those of a game, as the lists of steps that `shell/sound.s` plays.

use std::fmt::Write as _;

use super::ArtError;
use super::own::{FOLDER, wrong_line};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_isa::sounds::{self, Written};

/// The machine's own.
const MACHINE_FILE: &str = "amiga/art/sounds.txt";
const MACHINE: &str = include_str!("../../art/sounds.txt");

/// Waves, in the order of `wave_table` in `shell/sound.s`.
const WAVES: [&str; 4] = ["sine", "brass", "reed", "noise"];
const BRASS: u8 = 1;
const SINE: u8 = 0;
const NOISE: u8 = 3;
/// Bytes of a period of the first three.
const WAVE_BYTES: f64 = 32.0;
/// Cycles of Paula in a second (PAL).
const CLOCK: f64 = 3_546_895.0;
/// Paula cannot read faster.
const SHORTEST: i32 = 124;
const LONGEST: i32 = 0xFFFF;
const LOUDEST: i32 = 64;
const HIGHEST_RANK: i32 = 9;
/// What a rest is said to be; it is not heard.
const REST_PERIOD: i32 = 1000;
/// Semitones above C.
const NOTES: [(char, i32); 7] = [
    ('C', 0),
    ('D', 2),
    ('E', 4),
    ('F', 5),
    ('G', 7),
    ('A', 9),
    ('B', 11),
];
const A4: f64 = 440.0;
/// The semitone of A4, counted from C0.
const A4_SEMITONE: i32 = 57;

const NAME_FORM: &str =
    "`@NAME RANK`, each name once, with a rank from 0 to 9 and the sound's lines below it";
const PART_FORM: &str = "`tone` or `noise`";
const STEP_FORM: &str =
    "`FRAMES WAVE PITCH VOLUME SLIDE FADE`, `rest`, `note`, `bell`, `drum` or `roll`";
const WAVE_FORM: &str =
    "`FRAMES WAVE PITCH VOLUME SLIDE FADE`, where a wave is `sine`, `brass`, `reed` or `noise`";
const FRAMES_FORM: &str = "`FRAMES ...` with 1 to 255 frames, of a note 3 or more";
const PITCH_FORM: &str =
    "`... PITCH ...` with a note such as C4 or F#4, up to A5, or a period from 124 to 65535";
const VOLUME_FORM: &str = "`... VOLUME ...` with a volume from 0 to 64";
const CHANGE_FORM: &str = "`... SLIDE FADE` with numbers from -32768 to 32767";
const SLIDES_OUT: &str = "`FRAMES WAVE PITCH VOLUME SLIDE FADE` with a slide that stays within periods from 124 to 65535";
const WORDS_FORM: &str = "`rest FRAMES`, `note FRAMES PITCH VOLUME`, `bell FRAMES PITCH VOLUME`, `drum VOLUME` or `roll VOLUME`";

/// A stretch in which pitch and volume slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    frames: i32,
    /// None: a rest.
    wave: Option<u8>,
    period: i32,
    volume: i32,
    slide: i32,
    fade: i32,
}

/// A sound.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sound {
    name: String,
    rank: i32,
    tone: Vec<Step>,
    noise: Vec<Step>,
}

/// The assembly of all sounds: `effects`, their number, then of each by the number of the shell call `effect` the rank and where the
/// steps of both parts are; and the steps. The machine's own sounds, with a game's in their places and behind them.
///
/// # Errors
/// [`ArtError`] with the line that is wrong.
pub(super) fn source(looks: &Looks<'_>, art: &Art<'_>) -> Result<String, ArtError> {
    let text = art.text(sounds::FILE).unwrap_or_default();
    let mut known = read(&format!("{FOLDER}{}", sounds::FILE), &text)?;
    known.extend(read(MACHINE_FILE, MACHINE)?);
    let find = |name: &str| known.iter().find(|sound| sound.name == name);
    let heard = sounds::heard(looks, find);
    let mut out = format!(
        ".export effects\n.align 2\neffects: .word {}\n",
        heard.len()
    );
    for (number, sound) in heard.iter().enumerate() {
        let rank = sound.map_or(0, |sound| sound.rank);
        let part = |part: &str, has: bool| match has {
            true => format!("effect_{number}_{part}"),
            false => "0".to_owned(),
        };
        let tone = part("tone", sound.is_some_and(|sound| !sound.tone.is_empty()));
        let noise = part("noise", sound.is_some_and(|sound| !sound.noise.is_empty()));
        let _ = writeln!(out, "  .word {rank}\n  .dword {tone}, {noise}");
    }
    for (number, sound) in heard.iter().enumerate() {
        let Some(sound) = sound else { continue };
        for (part, steps, wave) in [("tone", &sound.tone, SINE), ("noise", &sound.noise, NOISE)] {
            if !steps.is_empty() {
                let _ = writeln!(out, "effect_{number}_{part}:");
                lines(&mut out, steps, wave);
            }
        }
    }
    Ok(out)
}

/// The steps of a part and its end. A rest has the wave of what follows, or else `wave`.
fn lines(out: &mut String, steps: &[Step], wave: u8) {
    for (at, step) in steps.iter().enumerate() {
        let following = steps[at..].iter().find_map(|step| step.wave);
        let wave = following.unwrap_or(wave);
        let word = |number: i32| number & 0xFFFF;
        let _ = writeln!(
            out,
            "  .byte {}, {wave}\n  .word {}, {}, {}, {}",
            step.frames,
            step.period,
            step.volume * 256,
            word(step.slide),
            word(step.fade)
        );
    }
    out.push_str("  .byte 0, 0\n");
}

fn read(file: &str, text: &str) -> Result<Vec<Sound>, ArtError> {
    let written =
        sounds::read(text).map_err(|(line, text)| wrong_line(file, line, text, NAME_FORM))?;
    written.iter().map(|sound| one(file, sound)).collect()
}

/// A sound from its lines.
fn one(file: &str, written: &Written<'_>) -> Result<Sound, ArtError> {
    let rank = number(written.head, 0, HIGHEST_RANK).filter(|_| !written.name.is_empty());
    let rank = rank.ok_or_else(|| {
        let text = format!("@{} {}", written.name, written.head);
        wrong_line(file, written.line, text.trim(), NAME_FORM)
    })?;
    let mut sound = Sound {
        name: written.name.to_owned(),
        rank,
        tone: Vec::new(),
        noise: Vec::new(),
    };
    let mut part = None;
    for &(line, text) in &written.lines {
        let wrong = |form| wrong_line(file, line, text, form);
        match (text, &mut part) {
            ("tone", _) => part = Some(&mut sound.tone),
            ("noise", _) => part = Some(&mut sound.noise),
            (_, None) => return Err(wrong(PART_FORM)),
            (_, Some(part)) => part.extend(steps(text).map_err(wrong)?),
        }
    }
    Ok(sound)
}

/// The steps of a line; `Err` with what should stand there.
fn steps(line: &str) -> Result<Vec<Step>, &'static str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["rest", frames] => Ok(vec![Step {
            frames: frame_count(frames, 1)?,
            wave: None,
            period: REST_PERIOD,
            volume: 0,
            slide: 0,
            fade: 0,
        }]),
        ["note", frames, pitch, volume] => {
            note(frame_count(frames, 3)?, period(pitch)?, loud(volume)?)
        }
        ["bell", frames, pitch, volume] => {
            let (frames, volume) = (frame_count(frames, 1)?, loud(volume)?);
            step(
                frames,
                SINE,
                period(pitch)?,
                volume,
                0,
                -(volume * 256 / frames),
            )
            .map(|step| vec![step])
        }
        ["drum", volume] => Ok(vec![stroke(loud(volume)?)]),
        ["roll", volume] => {
            let volume = loud(volume)?;
            let strokes = [volume, volume / 2, volume * 3 / 4, volume / 2];
            Ok(strokes.map(stroke).to_vec())
        }
        ["rest" | "note" | "bell" | "drum" | "roll", ..] => Err(WORDS_FORM),
        [frames, wave, pitch, volume, ref change @ ..] if change.len() <= 2 => {
            let frames = frame_count(frames, 1)?;
            let wave = WAVES
                .iter()
                .position(|known| *known == wave)
                .ok_or(WAVE_FORM)?;
            let change = |at: usize| {
                let word = change.get(at).unwrap_or(&"0");
                number(word, -0x8000, 0x7FFF).ok_or(CHANGE_FORM)
            };
            let (slide, fade) = (change(0)?, change(1)?);
            step(
                frames,
                wave as u8,
                period(pitch)?,
                loud(volume)?,
                slide,
                fade,
            )
            .map(|step| vec![step])
        }
        _ => Err(STEP_FORM),
    }
}

fn step(
    frames: i32,
    wave: u8,
    period: i32,
    volume: i32,
    slide: i32,
    fade: i32,
) -> Result<Step, &'static str> {
    let last = period + slide * (frames - 1);
    let step = Step {
        frames,
        wave: Some(wave),
        period,
        volume,
        slide,
        fade,
    };
    (SHORTEST..=LONGEST)
        .contains(&last)
        .then_some(step)
        .ok_or(SLIDES_OUT)
}

/// A tone of a wind instrument; it softens, and is set off from the next one.
fn note(frames: i32, period: i32, volume: i32) -> Result<Vec<Step>, &'static str> {
    Ok(vec![
        step(frames - 2, BRASS, period, volume, 0, -100)?,
        step(2, BRASS, period, volume / 3, 0, -1000)?,
    ])
}

/// A stroke on the drum.
fn stroke(volume: i32) -> Step {
    Step {
        frames: 3,
        wave: Some(NOISE),
        period: 300,
        volume,
        slide: 60,
        fade: -(volume * 90),
    }
}

fn number(word: &str, least: i32, most: i32) -> Option<i32> {
    let number: i32 = word.parse().ok()?;
    (least..=most).contains(&number).then_some(number)
}

fn frame_count(word: &str, least: i32) -> Result<i32, &'static str> {
    number(word, least, 255).ok_or(FRAMES_FORM)
}

fn loud(word: &str) -> Result<i32, &'static str> {
    number(word, 0, LOUDEST).ok_or(VOLUME_FORM)
}

/// The period of a note by its name, or as it is.
fn period(word: &str) -> Result<i32, &'static str> {
    let found = number(word, SHORTEST, LONGEST).or_else(|| {
        let mut letters = word.chars();
        let (_, natural) = *NOTES
            .iter()
            .find(|(name, _)| letters.clone().next() == Some(*name))?;
        letters.next();
        let rest = letters.as_str();
        let (sharp, octave) = rest
            .strip_prefix('#')
            .map_or((0, rest), |octave| (1, octave));
        let semitone = 12 * number(octave, 0, 9)? + natural + sharp;
        let hertz = A4 * 2f64.powf(f64::from(semitone - A4_SEMITONE) / 12.0);
        let period = (CLOCK / WAVE_BYTES / hertz).round() as i32;
        (period >= SHORTEST).then_some(period)
    });
    found.ok_or(PITCH_FORM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::contract::sound;

    fn of(looks: &Looks<'_>, text: &str) -> Result<String, String> {
        let art = Art::default().with(sounds::FILE, text.as_bytes());
        source(looks, &art).map_err(|error| error.to_string())
    }

    #[test]
    fn every_sound_of_the_contract_is_heard() {
        let names: Vec<String> = read(MACHINE_FILE, MACHINE)
            .unwrap()
            .into_iter()
            .map(|sound| sound.name)
            .collect();
        assert_eq!(names, sound::ALL.map(|(name, _)| name));
        let own = of(&Looks::default(), "").unwrap();
        assert!(own.contains(&format!("effects: .word {}\n", sound::ALL.len())));
        assert!(
            own.contains("\n  .word 1\n  .dword effect_0_tone, 0\n"),
            "{own}"
        );
    }

    #[test]
    fn the_words_for_a_step_are_the_steps_they_stand_for() {
        let plain = |line: &str| steps(line).unwrap();
        assert_eq!(
            plain("note 10 G4 34"),
            [
                plain("8 brass 283 34 0 -100"),
                plain("2 brass 283 11 0 -1000")
            ]
            .concat()
        );
        assert_eq!(plain("bell 10 E5 34"), plain("10 sine 168 34 0 -870"));
        assert_eq!(plain("roll 10"), [10, 5, 7, 5].map(stroke));
        assert_eq!(plain("drum 30"), plain("3 noise 300 30 60 -2700"));
        assert_eq!(plain("7 reed F#4 9"), plain("7 reed 300 9 0 0"));
        let mut out = String::new();
        lines(
            &mut out,
            &[plain("rest 2"), plain("5 reed 400 1")].concat(),
            SINE,
        );
        assert_eq!(
            out,
            "  .byte 2, 2\n  .word 1000, 0, 0, 0\n  .byte 5, 2\n  .word 400, 256, 0, 0\n  .byte 0, 0\n"
        );
    }

    #[test]
    fn a_games_sounds_stand_in_the_places_of_ours_and_behind_them() {
        let looks = Looks::default()
            .with_sound("bugle", None)
            .with_sound("call", Some("turn"))
            .with_sound("silence", None);
        let own = of(
            &looks,
            "@bugle 7\ntone\n note 30 C4 60\n@key 8\nnoise\n drum 9\n",
        )
        .unwrap();
        assert!(
            own.contains("effects: .word 18\n  .word 8\n  .dword 0, effect_0_noise\n"),
            "{own}"
        );
        let behind = "  .word 7\n  .dword effect_15_tone, 0\n  .word 3\n  .dword effect_16_tone, effect_16_noise\n  .word 0\n  .dword 0, 0\n";
        assert!(own.contains(behind), "{own}");
    }

    #[test]
    fn a_wrong_line_is_named_with_what_should_stand_there() {
        for (text, line, form) in [
            ("tone", 1, NAME_FORM),
            ("@a\ntone", 1, NAME_FORM),
            ("@a 10\ntone", 1, NAME_FORM),
            ("@a 1\ndrum 3", 2, PART_FORM),
            ("@a 1\ntone\ndrum", 3, WORDS_FORM),
            ("@a 1\ntone\n3 sine", 3, STEP_FORM),
            ("@a 1\ntone\n3 saw C4 30", 3, WAVE_FORM),
            ("@a 1\ntone\n256 sine C4 30", 3, FRAMES_FORM),
            ("@a 1\ntone\nnote 2 C4 30", 3, FRAMES_FORM),
            ("@a 1\ntone\n3 sine 123 30", 3, PITCH_FORM),
            ("@a 1\ntone\n3 sine A#5 30", 3, PITCH_FORM),
            ("@a 1\ntone\n3 sine A5 65", 3, VOLUME_FORM),
            ("@a 1\ntone\n3 sine A5 64 32768", 3, CHANGE_FORM),
            ("@a 1\ntone\n3 sine 126 64 -2", 3, SLIDES_OUT),
        ] {
            let told = of(&Looks::default(), text).unwrap_err();
            let words = text.lines().nth(line - 1).unwrap();
            assert_eq!(
                told,
                format!("art/amiga/sounds.txt:{line}: `{words}` is not {form}")
            );
            assert_eq!(told.matches('`').count() % 2, 0, "{told}");
        }
        assert!(of(&Looks::default(), "@a 1\ntone\n3 sine 126 64 -1").is_ok());
    }
}
