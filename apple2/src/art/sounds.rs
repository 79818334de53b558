//! Sounds: those of the machine, and a game's in the place of them or under names of its own.

use super::sheets::Apple2;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_art::steps::{Player, Steps};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_isa::sounds::FILE;

const MACHINE: &str = include_str!("../../art/sounds.txt");
const MACHINE_FILE: &str = "apple2/art/sounds.txt";
/// Bytes of a step, and how many of all sounds have room.
const STEP: usize = 4;
const MOST: usize = 60;

/// The tables for a game.
///
/// # Errors
/// [`ArtError`] with the sound that its lines do not make, or too many steps.
pub fn steps(looks: &Looks<'_>, art: &Art<'_>) -> Result<Steps, ArtError> {
    let player = Player {
        own: (MACHINE_FILE, MACHINE),
        file: Apple2::path(FILE),
        most: MOST,
        empty: "has no `step PITCH LENGTH`; write one",
        step,
    };
    Steps::of(looks, art, &player)
}

/// A line as bytes: pitch, length, slide, noise.
fn step(line: &str) -> Result<[u8; STEP], &'static str> {
    read(line).ok_or(
        "takes lines `step PITCH LENGTH`, 1 to 255 each, and perhaps `slide` -128 to 127, `noise` 0 to 127",
    )
}

fn read(line: &str) -> Option<[u8; STEP]> {
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
