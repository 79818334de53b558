//! Sounds: those of the machine, and a game's in the place of them or under names of its own.

use super::sheets::FOLDER;
use hexfront_art::sheet::ArtError;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_isa::sounds::{self, Written};

const MACHINE: &str = include_str!("../../art/sounds.txt");
const MACHINE_FILE: &str = "apple2/art/sounds.txt";
/// Bytes of a step, and how many of all sounds have room.
const STEP: usize = 4;
const MOST: usize = 60;

/// Tables of the sounds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sounds {
    /// By the number of a sound: where its steps begin.
    pub first: Vec<u8>,
    /// Steps of four bytes, pitch, length, slide, noise; a pitch of 0 ends a sound.
    pub steps: Vec<u8>,
}

impl Sounds {
    /// The tables for a game.
    ///
    /// # Errors
    /// [`ArtError`] with the sound that its lines do not make, or too many steps.
    pub fn of(looks: &Looks<'_>, art: &Art<'_>) -> Result<Self, ArtError> {
        let own = art.text(sounds::FILE).unwrap_or_default();
        let mut known = all(MACHINE_FILE, MACHINE)?;
        let file = format!("{FOLDER}{}", sounds::FILE);
        known.splice(0..0, all(&file, &own)?);
        let find = |name: &str| {
            let found = known.iter().find(|(known, _)| *known == name);
            found.map(|(_, steps)| steps.clone())
        };
        // Silence is the end of a sound.
        let mut tables = Self {
            first: Vec::new(),
            steps: vec![0],
        };
        let mut placed: Vec<(Vec<u8>, u8)> = Vec::new();
        for sound in sounds::heard(looks, find) {
            let steps = sound.unwrap_or_default();
            let at = placed.iter().find(|(known, _)| *known == steps);
            let at = match at {
                _ if steps.is_empty() => 0,
                Some((_, at)) => *at,
                None => {
                    let at = tables.steps.len() as u8;
                    tables.steps.extend(&steps);
                    tables.steps.push(0);
                    if tables.steps.len() > MOST * STEP {
                        return Err(ArtError::Notes {
                            file,
                            count: tables.steps.len() / STEP,
                            most: MOST,
                        });
                    }
                    placed.push((steps, at));
                    at
                }
            };
            tables.first.push(at);
        }
        Ok(tables)
    }
}

/// All sounds of a file, by name.
fn all<'a>(file: &str, text: &'a str) -> Result<Vec<(&'a str, Vec<u8>)>, ArtError> {
    let sounds = sounds::read(text).map_err(|(line, text)| ArtError::Line {
        file: file.to_owned(),
        line,
        text: text.to_owned(),
        form: "@NAME` of a new sound",
    })?;
    sounds
        .iter()
        .map(|sound| Ok((sound.name, steps(file, sound)?)))
        .collect()
}

fn steps(file: &str, sound: &Written<'_>) -> Result<Vec<u8>, ArtError> {
    let wrong = |line: usize, reason: &'static str| ArtError::Sound {
        file: file.to_owned(),
        line,
        name: sound.name.to_owned(),
        reason,
    };
    if sound.lines.is_empty() {
        return Err(wrong(sound.line, "has no `step PITCH LENGTH`; write one"));
    }
    let mut bytes = Vec::new();
    for &(number, line) in &sound.lines {
        let step = step(line).ok_or_else(|| {
            wrong(
                number,
                "takes lines `step PITCH LENGTH`, 1 to 255 each, and perhaps `slide` -128 to 127, `noise` 0 to 127",
            )
        })?;
        bytes.extend(step);
    }
    Ok(bytes)
}

/// `step PITCH LENGTH [slide N] [noise N]` as bytes.
fn step(line: &str) -> Option<[u8; STEP]> {
    let mut words = line.split_whitespace();
    if words.next() != Some("step") {
        return None;
    }
    let positive = |word: Option<&str>| word?.parse().ok().filter(|value: &u8| *value > 0);
    let mut step = [positive(words.next())?, positive(words.next())?, 0, 0];
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word {
            "slide" => step[2] = value.parse::<i8>().ok()?.cast_unsigned(),
            "noise" => step[3] = value.parse().ok().filter(|bits: &u8| *bits < 128)?,
            _ => return None,
        }
    }
    Some(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::contract::sound;

    #[test]
    fn every_sound_of_the_contract_is_heard() {
        let sounds = Sounds::of(&Looks::default(), &Art::default()).unwrap();
        assert_eq!(sounds.first.len(), sound::ALL.len());
        for (at, (name, _)) in sounds.first.iter().zip(sound::ALL) {
            assert_ne!(sounds.steps[usize::from(*at)], 0, "{name}");
        }
    }

    #[test]
    fn a_games_sound_takes_the_place_of_ours_and_lines_that_are_none_are_named() {
        let of = |text: &str| {
            let looks = Looks::default().with_sound("bugle", None);
            Sounds::of(&looks, &Art::default().with("sounds.txt", text.as_bytes()))
        };
        let sounds = of("@key\nstep 10 20 slide -1 noise 3\n@bugle\nstep 9 9\n").unwrap();
        assert_eq!(sounds.steps[1..6], [10, 20, 255, 3, 0]);
        let last = usize::from(*sounds.first.last().unwrap());
        assert_eq!(sounds.steps[last..last + 5], [9, 9, 0, 0, 0]);
        for line in [
            "step 0 3",
            "step 3",
            "step 3 300",
            "tone 3 3",
            "step 3 3 noise 128",
        ] {
            let told = of(&format!("@bugle\n{line}\n")).unwrap_err().to_string();
            assert!(
                told.starts_with("art/apple2/sounds.txt:2: `bugle` takes lines"),
                "{told}"
            );
        }
        let many = format!("@bugle\n{}", "step 9 9\n".repeat(61));
        assert!(of(&many).unwrap_err().to_string().contains("room for 60"));
    }
}
