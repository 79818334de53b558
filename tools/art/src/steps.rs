//! Sounds that are rows of steps of some bytes each: the machine's own, and a game's in the place of them or under names of its own.

use crate::sheet::ArtError;
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_isa::sounds::{self, Written};

/// What a machine makes of the lines of a sound.
#[derive(Debug)]
pub struct Player<const BYTES: usize> {
    /// The file of its own sounds, and its text.
    pub own: (&'static str, &'static str),
    /// A game's file.
    pub file: String,
    /// Steps of all sounds that have room, their ends among them.
    pub most: usize,
    /// What a sound without lines is told.
    pub empty: &'static str,
    /// The bytes of a line; the first is never 0, which ends a sound.
    pub step: fn(&str) -> Result<[u8; BYTES], &'static str>,
}

/// The tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Steps {
    /// By the number of a sound: where its steps begin.
    pub first: Vec<u8>,
    /// The steps; a 0 ends a sound.
    pub steps: Vec<u8>,
}

impl Steps {
    /// The tables for a game.
    ///
    /// # Errors
    /// [`ArtError`] with the sound that its lines do not make, or too many steps.
    pub fn of<const BYTES: usize>(
        looks: &Looks<'_>,
        art: &Art<'_>,
        player: &Player<BYTES>,
    ) -> Result<Self, ArtError> {
        let text = art.text(sounds::FILE).unwrap_or_default();
        let mut known = player.all(&player.file, &text)?;
        let (file, own) = player.own;
        known.extend(player.all(file, own)?);
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
                    if tables.steps.len() > player.most * BYTES {
                        return Err(ArtError::Notes {
                            file: player.file.clone(),
                            count: tables.steps.len() / BYTES,
                            most: player.most,
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

impl<const BYTES: usize> Player<BYTES> {
    /// All sounds of a file, by name.
    fn all<'a>(&self, file: &str, text: &'a str) -> Result<Vec<(&'a str, Vec<u8>)>, ArtError> {
        let sounds = sounds::read(text).map_err(|(line, text)| ArtError::Line {
            file: file.to_owned(),
            line,
            text: text.to_owned(),
            form: "`@NAME` of a new sound",
        })?;
        sounds
            .iter()
            .map(|sound| Ok((sound.name, self.steps(file, sound)?)))
            .collect()
    }

    fn steps(&self, file: &str, sound: &Written<'_>) -> Result<Vec<u8>, ArtError> {
        let wrong = |line: usize, reason: &'static str| ArtError::Sound {
            file: file.to_owned(),
            line,
            name: sound.name.to_owned(),
            reason,
        };
        if sound.lines.is_empty() {
            return Err(wrong(sound.line, self.empty));
        }
        let mut bytes = Vec::new();
        for &(number, line) in &sound.lines {
            bytes.extend((self.step)(line).map_err(|reason| wrong(number, reason))?);
        }
        Ok(bytes)
    }
}
