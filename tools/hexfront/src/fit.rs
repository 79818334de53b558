//! How a game fits each machine: what is left of its memory, or why it cannot be built for it; and which values it cannot draw or sounds it has not.

use crate::compile;
use crate::failure::Failure;
use crate::games::Game;
use crate::targets::{self, TargetRef};
use hexfront_isa::art::{Art, FOLDER};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::sound;
use hexfront_isa::looks::{Looks, Unknown};
use hexfront_isa::sounds;

/// A game on a machine.
pub struct Fit {
    /// The machine.
    pub target: TargetRef,
    /// Bytes of the program and of memory that is left, or why it cannot be built.
    pub room: Result<(usize, u32), String>,
    /// Values that get the machine's plainest drawing.
    pub undrawn: Vec<Unknown>,
    /// The game's own sounds that are silence there.
    pub unheard: Vec<String>,
    /// What of the game's art for the machine it does not read.
    pub unread: Vec<String>,
}

/// The fit of a game for every machine.
pub fn fits(game: &Game) -> Vec<Fit> {
    let fit = |target: TargetRef| {
        let made = compile::make(game, target);
        let (mut undrawn, mut unheard, mut unread) = (Vec::new(), Vec::new(), Vec::new());
        if let Ok(made) = &made
            && let Ok(cartridge) = Cartridge::read(&made.cartridge)
        {
            let looks = Looks::of(&cartridge);
            let art = Art::of(&cartridge, target.name());
            undrawn = target.unknown(&looks, &art);
            unread = target.unread(&looks, &art);
            let sounds = sounds(&looks, &art);
            unheard = sounds.unheard;
            unread.extend(sounds.uncalled);
        }
        let room = made.map(|made| {
            let free = made.built.image.areas.iter().map(|area| area.free).sum();
            (made.built.program_bytes, free)
        });
        Fit {
            target,
            room: room.map_err(|why| match why {
                Failure::Could(why) => why.to_string(),
                Failure::No => String::new(),
            }),
            undrawn,
            unheard,
            unread,
        }
    };
    targets::ALL.into_iter().map(fit).collect()
}

/// What is wrong with a game's own sounds on a machine.
struct Sounds {
    /// Names that the machine's art does not bring, nor the view another for.
    unheard: Vec<String>,
    /// What the art brings and the rules do not call.
    uncalled: Vec<String>,
}

fn sounds(looks: &Looks<'_>, art: &Art<'_>) -> Sounds {
    let text = art.text(sounds::FILE).unwrap_or_default();
    let brought: Vec<&str> = sounds::names(&text).collect();
    let silent = looks
        .sounds()
        .iter()
        .filter(|sound| sound.like.is_none() && !brought.contains(&sound.name));
    let called = |name: &str| {
        let contract = sound::ALL.iter().any(|(known, _)| *known == name);
        contract || looks.sounds().iter().any(|sound| sound.name == name)
    };
    let uncalled = brought.iter().filter(|name| !called(name));
    Sounds {
        unheard: silent.map(|sound| sound.name.to_owned()).collect(),
        uncalled: uncalled
            .map(|name| format!("{}: `@{name}`", sounds::FILE))
            .collect(),
    }
}

/// A sentence for each folder of a game's files for single machines that is no machine's: `files` are names of the game's.
pub fn folders_of_none(files: &[(String, Vec<u8>)]) -> Vec<String> {
    let folder = |(name, _): &(String, Vec<u8>)| {
        let all = [FOLDER, hexfront_lang::ON];
        let (kind, rest) = all
            .iter()
            .find_map(|kind| Some((kind, name.strip_prefix(kind)?)))?;
        let machine = rest.split_once('/').map_or(rest, |(machine, _)| machine);
        targets::find(machine)
            .is_none()
            .then(|| format!("{kind}{machine}"))
    };
    let mut found: Vec<String> = files.iter().filter_map(folder).collect();
    found.dedup();
    let sentence = |folder: String| {
        let known = targets::names().join(", ");
        format!("{folder}: there is no machine of that name, so it is not read; there is {known}")
    };
    found.into_iter().map(sentence).collect()
}

impl Fit {
    /// One line.
    pub fn line(&self) -> String {
        let name = self.target.name();
        match &self.room {
            Ok((program, free)) => {
                format!("{name}: program of {program} bytes, {free} bytes of memory free")
            }
            Err(why) => format!(
                "{name}: cannot be built: {}",
                why.lines().next().unwrap_or_default()
            ),
        }
    }

    /// A sentence for each value that it cannot draw, each sound that is silence, and for what it does not read.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        let name = self.target.name();
        let unread = self.unread.iter().map(move |what| {
            format!(
                "{FOLDER}{name}/{what}: the {} has no use for it",
                self.target.title()
            )
        });
        let undrawn = self.undrawn.iter().map(|value| {
            let Unknown { role, name, known } = value;
            let first = known.first().map_or("", String::as_str);
            format!(
                "the {} has no drawing of `{name}` ({role}), which gets its plainest; it has {}; a line in `view` such as \
                 `draw {name} as {first}` chooses one",
                self.target.title(),
                known.join(", "),
            )
        });
        let unheard = self.unheard.iter().map(move |sound| {
            format!(
                "the {} has no sound `{sound}`, which is silence there; bring it in {FOLDER}{name}/{}, or choose another with a line \
                 in `view` such as `sound {sound} as move`",
                self.target.title(),
                sounds::FILE
            )
        });
        undrawn.chain(unheard).chain(unread)
    }
}

/// Why a game can be built for no machine; nothing if it can for one.
pub fn nowhere(fits: &[Fit]) -> Option<String> {
    let lines = fits.iter().filter_map(|fit| {
        let why = fit.room.as_ref().err()?;
        Some(format!("\n{}: {why}", fit.target.name()))
    });
    let all: Vec<String> = lines.collect();
    (all.len() == fits.len()).then(|| format!("it can be built for no machine{}", all.concat()))
}
