//! Sounds: the machine's own in `c64/art/sounds.txt`, and those of a game, as the tables that `shell/sound.s` plays from.

use super::sheets::C64;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_isa::sounds::{self, Written};

/// The machine's own.
const MACHINE_FILE: &str = "c64/art/sounds.txt";
const MACHINE: &str = include_str!("../../art/sounds.txt");

/// Bits of the voice's control register.
const WAVES: [(&str, u8); 4] = [
    ("triangle", 0x10),
    ("saw", 0x20),
    ("pulse", 0x40),
    ("noise", 0x80),
];
/// A pitch that is the place of a tune's first note has this bit.
const TUNE: u8 = 0x80;
/// The highest pitch.
const HIGHEST: i32 = 127;
/// Notes of all tunes together: the places that are left beside the bit.
const MOST_NOTES: usize = 128;
/// Frames of a note, and frames from one step of a slide to the next.
const NOTE: usize = 8;
const SLIDE: i32 = 4;
/// Notes of a tune whose frames a byte counts, one more among them.
const LONGEST: usize = 31;

const WAVE_FORM: &str = "`wave triangle`, `wave saw`, `wave pulse` or `wave noise`";
const ENVELOPE_FORM: &str = "`envelope ATTACK DECAY SUSTAIN RELEASE` with numbers from 0 to 15";
const PITCH_FORM: &str = "`pitch STEPS` with a number from 1 to 127";
const SLIDE_FORM: &str = "`slide STEPS` with a number from -128 to 127";
const FRAMES_FORM: &str = "`frames COUNT` with a number from 1 to 255";
const NOTES_FORM: &str = "`notes STEPS STEPS ...` with up to 31 numbers from 1 to 127, or `-` where the note before rings on";
const ANY_FORM: &str = "`wave`, `envelope`, `pitch`, `slide`, `frames` or `notes`";
const NAME_FORM: &str = "`@NAME`, each name once, with the sound's lines below it";

/// What is heard, but for wave and envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Course {
    /// One pitch that slides.
    Pitch { first: u8, slide: u8, frames: u8 },
    /// Notes; 0 lets the one before ring on.
    Tune(Vec<u8>),
}

/// A sound.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sound {
    name: String,
    wave: u8,
    attack: u8,
    sustain: u8,
    course: Course,
}

/// The tables, a byte for each number of the shell call `effect`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sounds {
    /// Control register without the gate.
    pub waves: Vec<u8>,
    /// Attack and decay.
    pub attacks: Vec<u8>,
    /// Sustain and release.
    pub sustains: Vec<u8>,
    /// High byte of the frequency, or `$80` and the place of a tune's first note.
    pub pitches: Vec<u8>,
    /// What is added to the pitch.
    pub slides: Vec<u8>,
    /// Frames; 0 is silence.
    pub frames: Vec<u8>,
    /// Notes of all tunes.
    pub notes: Vec<u8>,
}

impl Sounds {
    /// Those of the machine, with a game's in their places and behind them.
    ///
    /// # Errors
    /// [`ArtError`] with the line that is wrong, or when there are too many notes.
    pub fn of(looks: &Looks<'_>, art: &Art<'_>) -> Result<Self, ArtError> {
        let file = C64::path(sounds::FILE);
        let text = art.text(sounds::FILE).unwrap_or_default();
        let mut known = read(&file, &text)?;
        known.extend(read(MACHINE_FILE, MACHINE)?);
        let find = |name: &str| known.iter().find(|sound| sound.name == name);
        let mut tables = Self::default();
        for sound in sounds::heard(looks, find) {
            tables.push(sound);
        }
        if tables.notes.len() > MOST_NOTES {
            return Err(ArtError::Notes {
                file,
                count: tables.notes.len(),
                most: MOST_NOTES,
            });
        }
        Ok(tables)
    }

    fn push(&mut self, sound: Option<&Sound>) {
        let (pitch, slide, frames) = match sound.map(|sound| &sound.course) {
            None => (0, 0, 0),
            Some(Course::Pitch {
                first,
                slide,
                frames,
            }) => (*first, *slide, *frames),
            Some(Course::Tune(notes)) => {
                let frames = NOTE * notes.len() + 1;
                (TUNE | self.place(notes), 0, frames as u8)
            }
        };
        self.waves.push(sound.map_or(0, |sound| sound.wave));
        self.attacks.push(sound.map_or(0, |sound| sound.attack));
        self.sustains.push(sound.map_or(0, |sound| sound.sustain));
        self.pitches.push(pitch);
        self.slides.push(slide);
        self.frames.push(frames);
    }

    /// Where notes stand among all; those of a tune that is there are not written twice.
    fn place(&mut self, notes: &[u8]) -> u8 {
        let found = self.notes.windows(notes.len()).position(|w| w == notes);
        let place = found.unwrap_or(self.notes.len());
        if found.is_none() {
            self.notes.extend(notes);
        }
        // Places behind the last are refused when all are there.
        (place % MOST_NOTES) as u8
    }
}

fn read(file: &str, text: &str) -> Result<Vec<Sound>, ArtError> {
    let wrong = |(line, text), form| wrong(file, line, text, form);
    let written = sounds::read(text).map_err(|line| wrong(line, NAME_FORM))?;
    written.iter().map(|sound| one(file, sound)).collect()
}

fn wrong(file: &str, line: usize, text: &str, form: &'static str) -> ArtError {
    ArtError::Line {
        file: file.to_owned(),
        line,
        text: text.to_owned(),
        form,
    }
}

/// A sound from its lines.
fn one(file: &str, written: &Written<'_>) -> Result<Sound, ArtError> {
    let mut said = Said::default();
    for &(line, text) in &written.lines {
        said.take(text)
            .map_err(|form| wrong(file, line, text, form))?;
    }
    let unsound = |reason| ArtError::Sound {
        file: file.to_owned(),
        line: written.line,
        name: written.name.to_owned(),
        reason,
    };
    if !written.head.is_empty() || written.name.is_empty() {
        let text = format!("@{} {}", written.name, written.head);
        return Err(wrong(file, written.line, &text, NAME_FORM));
    }
    let [attack, decay, sustain, release] = said
        .envelope
        .ok_or_else(|| unsound("has no `envelope`; write such as `envelope 0 10 0 9`"))?;
    Ok(Sound {
        name: written.name.to_owned(),
        wave: said
            .wave
            .ok_or_else(|| unsound("has no `wave`; write such as `wave pulse`"))?,
        attack: attack << 4 | decay,
        sustain: sustain << 4 | release,
        course: said.course().map_err(unsound)?,
    })
}

/// What the lines of a sound have said so far.
#[derive(Default)]
struct Said {
    wave: Option<u8>,
    envelope: Option<[u8; 4]>,
    pitch: Option<i32>,
    slide: Option<i32>,
    frames: Option<i32>,
    notes: Option<Vec<u8>>,
}

impl Said {
    /// Takes a line; `Err` with what should stand there.
    fn take(&mut self, line: &str) -> Result<(), &'static str> {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        match word {
            "wave" => self.wave = Some(wave(&rest).ok_or(WAVE_FORM)?),
            "envelope" => self.envelope = Some(envelope(&rest).ok_or(ENVELOPE_FORM)?),
            "pitch" => self.pitch = Some(number(&rest, 1, HIGHEST).ok_or(PITCH_FORM)?),
            "slide" => self.slide = Some(number(&rest, -128, 127).ok_or(SLIDE_FORM)?),
            "frames" => self.frames = Some(number(&rest, 1, 255).ok_or(FRAMES_FORM)?),
            "notes" => self.notes = Some(notes(&rest).ok_or(NOTES_FORM)?),
            _ => return Err(ANY_FORM),
        }
        Ok(())
    }

    fn course(self) -> Result<Course, &'static str> {
        match (self.notes, self.pitch, self.frames, self.slide) {
            (Some(notes), None, None, None) => Ok(Course::Tune(notes)),
            (None, Some(first), Some(frames), slide) => {
                let slide = slide.unwrap_or(0);
                let last = first + slide * ((frames - 1) / SLIDE);
                if !(1..=HIGHEST).contains(&last) {
                    return Err(
                        "slides out of the pitches from 1 to 127; make `slide` or `frames` smaller",
                    );
                }
                Ok(Course::Pitch {
                    first: first as u8,
                    slide: slide as i8 as u8,
                    frames: frames as u8,
                })
            }
            _ => Err("needs `pitch` and `frames` and perhaps `slide`, or else `notes` alone"),
        }
    }
}

fn wave(words: &[&str]) -> Option<u8> {
    let [word] = words else { return None };
    let found = WAVES.iter().find(|(name, _)| name == word);
    found.map(|(_, bits)| *bits)
}

/// The one number, in a range.
fn number(words: &[&str], least: i32, most: i32) -> Option<i32> {
    let [word] = words else { return None };
    let number: i32 = word.parse().ok()?;
    (least..=most).contains(&number).then_some(number)
}

fn envelope(words: &[&str]) -> Option<[u8; 4]> {
    let rates = words.iter().map(|word| number(&[word], 0, 15));
    let rates: Option<Vec<u8>> = rates.map(|rate| Some(rate? as u8)).collect();
    rates?.try_into().ok()
}

fn notes(words: &[&str]) -> Option<Vec<u8>> {
    if words.is_empty() || words.len() > LONGEST {
        return None;
    }
    let note = |word: &&str| match *word {
        "-" => Some(0),
        word => number(&[word], 1, HIGHEST).map(|note| note as u8),
    };
    words.iter().map(note).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::contract::sound;

    const BUGLE: &str = "@bugle\nwave pulse\nenvelope 1 10 0 7\nnotes 24 - 32\n";

    fn of(looks: &Looks<'_>, text: &str) -> Result<Sounds, String> {
        let art = Art::default().with(sounds::FILE, text.as_bytes());
        Sounds::of(looks, &art).map_err(|error| error.to_string())
    }

    #[test]
    fn every_sound_of_the_contract_is_heard() {
        let own = of(&Looks::default(), "").unwrap();
        assert_eq!(own.frames.len(), sound::ALL.len());
        assert!(own.frames.iter().all(|frames| *frames > 0));
        let guns = usize::from(sound::GUNS);
        assert_eq!((own.waves[guns], own.attacks[guns]), (0x80, 0x08));
        let place = usize::from(own.pitches[guns] & !TUNE);
        assert_eq!(own.notes[place..place + 4], [10, 8, 9, 0]);
        assert_eq!(own.frames[guns], 33);
        let aircraft = usize::from(sound::AIRCRAFT);
        assert_eq!((own.slides[aircraft], own.sustains[aircraft]), (0xFF, 0xB8));
    }

    #[test]
    fn a_games_sounds_stand_in_the_places_of_ours_and_behind_them() {
        let looks = Looks::default()
            .with_sound("bugle", None)
            .with_sound("call", Some("placed"))
            .with_sound("silence", None);
        let text = format!("{BUGLE}@key\nwave saw\nenvelope 0 1 2 3\npitch 9\nframes 5\n");
        let (own, machine) = (
            of(&looks, &text).unwrap(),
            of(&Looks::default(), "").unwrap(),
        );
        assert_eq!(
            (own.waves[0], own.sustains[0], own.frames[0]),
            (0x20, 0x23, 5)
        );
        assert_eq!(own.waves[1..15], machine.waves[1..15]);
        assert_eq!(own.waves[15..], [0x40, 0x40, 0]);
        assert_eq!(own.frames[15..], [25, 33, 0]);
        // The notes of a sound that is heard for another are there once.
        assert_eq!(own.pitches[16], own.pitches[usize::from(sound::PLACED)]);
        assert_eq!(own.notes.len(), machine.notes.len() + 3);
    }

    #[test]
    fn a_wrong_line_is_named_with_what_should_stand_there() {
        for (text, told) in [
            (
                "wave saw",
                "1: `wave saw` is not `@NAME`, each name once, with the sound's lines below it",
            ),
            (
                "@a 3",
                "1: `@a 3` is not `@NAME`, each name once, with the sound's lines below it",
            ),
            (
                "@a\nwave sine",
                "2: `wave sine` is not `wave triangle`, `wave saw`, `wave pulse` or `wave noise`",
            ),
            (
                "@a\nenvelope 1 2 3",
                "2: `envelope 1 2 3` is not `envelope ATTACK DECAY SUSTAIN RELEASE` with numbers from 0 to 15",
            ),
            (
                "@a\npitch 128",
                "2: `pitch 128` is not `pitch STEPS` with a number from 1 to 127",
            ),
            (
                "@a\ntune 3",
                "2: `tune 3` is not `wave`, `envelope`, `pitch`, `slide`, `frames` or `notes`",
            ),
            (
                "@a\nwave saw\npitch 3\nframes 3",
                "1: `a` has no `envelope`; write such as `envelope 0 10 0 9`",
            ),
            (
                "@a\nwave saw\nenvelope 0 0 0 0\npitch 3",
                "1: `a` needs `pitch` and `frames` and perhaps `slide`, or else `notes` alone",
            ),
            (
                "@a\nwave saw\nenvelope 0 0 0 0\npitch 120\nslide 4\nframes 9",
                "1: `a` slides out of the pitches from 1 to 127; make `slide` or `frames` smaller",
            ),
        ] {
            let want = format!("art/c64/sounds.txt:{told}");
            assert_eq!(of(&Looks::default(), text).unwrap_err(), want, "{text}");
        }
        let slide = "@a\nwave saw\nenvelope 0 0 0 0\npitch 119\nslide 4\nframes 9";
        assert!(of(&Looks::default(), slide).is_ok());
    }

    #[test]
    fn all_tunes_together_have_room_for_128_notes() {
        let tune = |name: &str, pitch: usize, count: usize| {
            let notes = vec![pitch.to_string(); count].join(" ");
            format!("@{name}\nwave saw\nenvelope 0 0 0 0\nnotes {notes}\n")
        };
        let names = ["a", "b", "c", "d"];
        let looks = names
            .iter()
            .fold(Looks::default(), |looks, name| looks.with_sound(name, None));
        let machine = of(&Looks::default(), "").unwrap().notes.len();
        let last = MOST_NOTES - machine - 60;
        let most = [("a", 30), ("b", 30), ("c", last)];
        let text = |extra: usize| -> String {
            let tunes = most.iter().enumerate();
            tunes
                .map(|(at, (name, count))| {
                    tune(name, 90 + at, count + if at == 2 { extra } else { 0 })
                })
                .collect()
        };
        assert_eq!(of(&looks, &text(0)).unwrap().notes.len(), MOST_NOTES);
        assert_eq!(
            of(&looks, &text(1)).unwrap_err(),
            "art/c64/sounds.txt: the tunes of all sounds have 129 notes, those of the machine among them, and there is room for 128; shorten one"
        );
    }
}
