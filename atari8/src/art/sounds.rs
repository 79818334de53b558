//! Sounds: those of the machine, and a game's in the place of them or under names of its own.

use super::sheets::Atari8;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_art::steps::{Player, Steps};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_isa::sounds::FILE;

const MACHINE: &str = include_str!("../../art/sounds.txt");
const MACHINE_FILE: &str = "atari8/art/sounds.txt";
/// Bytes of a step, and how many of all sounds have room.
const STEP: usize = 5;
const MOST: usize = 50;
/// AUDC: what is heard, and how loud where nothing is said.
const TONE: u8 = 0xA0;
const NOISE: u8 = 0x80;
const BUZZ: u8 = 0xC0;
const VOLUME: u8 = 10;

/// The tables for a game.
///
/// # Errors
/// [`ArtError`] with the sound that its lines do not make, or too many steps.
pub fn steps(looks: &Looks<'_>, art: &Art<'_>) -> Result<Steps, ArtError> {
    let player = Player {
        own: (MACHINE_FILE, MACHINE),
        file: Atari8::path(FILE),
        most: MOST,
        empty: "has no `step PITCH FRAMES`; write one",
        step,
    };
    Steps::of(looks, art, &player)
}

const FORM: &str = "takes lines `step PITCH FRAMES`, 1 to 255 each, and perhaps `slide` -128 to 127, `noise` or `buzz`, `volume` 1 to 15, `fade` 1 to 255";

/// `step PITCH FRAMES` and what may stand behind as bytes.
fn step(line: &str) -> Result<[u8; STEP], &'static str> {
    let mut words = line.split_whitespace();
    if words.next() != Some("step") {
        return Err(FORM);
    }
    let positive = |word: Option<&str>| {
        let value = word.and_then(|word| word.parse().ok());
        value.filter(|value: &u8| *value > 0).ok_or(FORM)
    };
    let (pitch, frames) = (positive(words.next())?, positive(words.next())?);
    let (mut slide, mut sort, mut volume, mut fade) = (0i8, TONE, VOLUME, 0);
    while let Some(word) = words.next() {
        match word {
            "noise" => sort = NOISE,
            "buzz" => sort = BUZZ,
            "slide" => {
                let value = words.next().and_then(|word| word.parse().ok());
                slide = value.ok_or(FORM)?;
            }
            "volume" => {
                volume = positive(words.next())?;
                if volume > 15 {
                    return Err(FORM);
                }
            }
            "fade" => fade = positive(words.next())?,
            _ => return Err(FORM),
        }
    }
    let last = i32::from(pitch) + i32::from(slide) * (i32::from(frames) - 1);
    if !(0..=255).contains(&last) {
        return Err("slides out of the pitches from 0 to 255; make `slide` or FRAMES smaller");
    }
    Ok([frames, pitch, slide.cast_unsigned(), sort | volume, fade])
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::contract::sound;

    #[test]
    fn every_sound_of_the_contract_is_heard() {
        let sounds = steps(&Looks::default(), &Art::default()).unwrap();
        assert_eq!(sounds.first.len(), sound::ALL.len());
        for (at, (name, _)) in sounds.first.iter().zip(sound::ALL) {
            assert_ne!(sounds.steps[usize::from(*at)], 0, "{name}");
        }
    }

    #[test]
    fn a_games_sound_takes_the_place_of_ours_and_lines_that_are_none_are_named() {
        let of = |text: &str| {
            let looks = Looks::default().with_sound("bugle", None);
            steps(&looks, &Art::default().with("sounds.txt", text.as_bytes()))
        };
        let sounds =
            of("@key\nstep 10 20 noise fade 3\n@bugle\nstep 90 9 slide -1 volume 5\n").unwrap();
        assert_eq!(sounds.steps[1..7], [20, 10, 0, 0x8A, 3, 0]);
        let last = usize::from(*sounds.first.last().unwrap());
        assert_eq!(sounds.steps[last..last + 6], [9, 90, 255, 0xA5, 0, 0]);
        for line in [
            "step 0 3",
            "step 3",
            "step 3 300",
            "tone 3 3",
            "step 3 3 volume 16",
            "step 3 3 loud",
        ] {
            let told = of(&format!("@bugle\n{line}\n")).unwrap_err().to_string();
            assert!(
                told.starts_with("art/atari8/sounds.txt:2: `bugle` takes lines"),
                "{told}"
            );
        }
        let told = of("@bugle\nstep 9 11 slide -1\n").unwrap_err();
        assert!(told.to_string().contains("slides out of"), "{told}");
        let many = format!("@bugle\n{}", "step 9 9\n".repeat(51));
        assert!(of(&many).unwrap_err().to_string().contains("room for 50"));
    }
}
