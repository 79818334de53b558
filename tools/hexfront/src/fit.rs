//! How a game fits each machine: what is left of its memory, or why it cannot be built for it; and which values it cannot draw or what sounds and inks it has not.

use crate::compile;
use crate::failure::Failure;
use crate::games::Game;
use crate::targets::{self, Needs, TargetRef};
use hexfront_isa::Style;
use hexfront_isa::art::{Art, FOLDER};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::sound;
use hexfront_isa::looks::{Looks, OwnName, Unknown};
use hexfront_isa::{inks, sounds};

/// A game on a machine.
pub struct Fit {
    /// The machine.
    pub target: TargetRef,
    /// Bytes of the program and of memory that is left, or why it cannot be built.
    pub room: Result<(usize, u32), String>,
    /// That it needs more than the least memory that the machine has.
    pub needs: Option<Needs>,
    /// Values that get the machine's plainest drawing.
    pub undrawn: Vec<Unknown>,
    /// The game's own sounds that are silence there.
    pub unheard: Vec<String>,
    /// The game's own inks that have the colour of values there.
    pub plain: Vec<String>,
    /// What of the game's art for the machine it does not read.
    pub unread: Vec<String>,
    /// Texts that reach beyond their window.
    pub beyond: Vec<String>,
}

/// The fit of a game for every machine.
pub fn fits(game: &Game) -> Vec<Fit> {
    let fit = |target: TargetRef| {
        let made = compile::make(game, target);
        let (mut undrawn, mut unheard, mut plain) = (Vec::new(), Vec::new(), Vec::new());
        let (mut unread, mut beyond) = (Vec::new(), Vec::new());
        if let Ok(made) = &made
            && let Ok(cartridge) = Cartridge::read(&made.cartridge)
        {
            let looks = Looks::of(&cartridge);
            let art = Art::of(&cartridge, target.name());
            undrawn = target.unknown(&looks, &art);
            unread = target.unread(&looks, &art);
            let text = art.text(sounds::FILE).unwrap_or_default();
            let brought: Vec<&str> = sounds::names(&text).collect();
            unheard = missing(looks.sounds(), &brought);
            let common = |name: &str| sound::ALL.iter().any(|(known, _)| *known == name);
            let idle = unused(looks.sounds(), &brought, common);
            unread.extend(idle.map(|name| format!("{}: `@{name}`", sounds::FILE)));
            if target.has_inks() {
                let text = art.text(inks::FILE).unwrap_or_default();
                let brought: Vec<&str> = inks::lines(&text).map(|line| line.name).collect();
                plain = missing(looks.inks(), &brought);
                let idle = unused(looks.inks(), &brought, inks::is_common);
                unread.extend(idle.map(|name| format!("{}: `{name}`", inks::FILE)));
            }
            beyond = texts_beyond(game, target, Style::of(&cartridge, target.has_pointer()));
        }
        let mut needs = None;
        let room = made.map(|made| {
            needs = made.built.needs;
            let free = made.built.image.areas.iter().map(|area| area.free).sum();
            (made.built.program_bytes, free)
        });
        Fit {
            target,
            room: room.map_err(|why| match why {
                Failure::Could(why) => why.to_string(),
                Failure::No => String::new(),
            }),
            needs,
            undrawn,
            unheard,
            plain,
            unread,
            beyond,
        }
    };
    targets::ALL.into_iter().map(fit).collect()
}

/// Names of a game's own that the machine's art does not bring, nor the view another for.
fn missing(own: &[OwnName<'_>], brought: &[&str]) -> Vec<String> {
    let missing = |own: &&OwnName<'_>| own.like.is_none() && !brought.contains(&own.name);
    let names = own.iter().filter(missing);
    names.map(|own| own.name.to_owned()).collect()
}

/// What the art brings and neither the contract nor the rules name.
fn unused<'a>(
    own: &[OwnName<'_>],
    brought: &[&'a str],
    common: impl Fn(&str) -> bool,
) -> impl Iterator<Item = &'a str> {
    let known = move |name: &str| common(name) || own.iter().any(|own| own.name == name);
    brought.iter().copied().filter(move |name| !known(name))
}

/// A sentence for each text that no value in it keeps within its window on a machine.
fn texts_beyond(game: &Game, target: TargetRef, style: Style) -> Vec<String> {
    let outcome = hexfront_lang::compile_on(&game.files, Some(target.name()), target.cut());
    let mut told = Vec::new();
    for reach in &outcome.reaches {
        let Some(window) = target.text_window(style, reach.window) else {
            continue;
        };
        let too_much = match (reach.columns > window.columns, reach.rows > window.rows) {
            (true, _) => format!(
                "{} columns, and {} has {}",
                reach.columns, window.name, window.columns
            ),
            (false, true) => format!(
                "{} rows, and {} has {}",
                reach.rows, window.name, window.rows
            ),
            (false, false) => continue,
        };
        let (line, _) = outcome.sources.line_column(reach.span);
        let file = outcome.sources.name(reach.span);
        let title = target.title();
        let sentence = format!(
            "{file}:{line}: this text takes {too_much} on the {title}: what is beyond is not seen"
        );
        if !told.contains(&sentence) {
            told.push(sentence);
        }
    }
    told
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
                let needs = self.needs.as_ref();
                let needs = needs.map_or(String::new(), |needs| format!("; {needs}"));
                format!("{name}: program of {program} bytes, {free} bytes of memory free{needs}")
            }
            Err(why) => format!(
                "{name}: cannot be built: {}",
                why.lines().next().unwrap_or_default()
            ),
        }
    }

    /// A sentence for each value that it cannot draw, each sound that is silence, each ink that is plain, for what it does not read,
    /// and for texts that reach beyond their windows.
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
        let plain = self.plain.iter().map(move |ink| {
            format!(
                "the {} has no colour for the ink `{ink}`, which is as `value` there; name one in {FOLDER}{name}/{}, or choose another \
                 with a line in `view` such as `ink {ink} as accent`",
                self.target.title(),
                inks::FILE
            )
        });
        let beyond = self.beyond.iter().cloned();
        undrawn
            .chain(unheard)
            .chain(plain)
            .chain(unread)
            .chain(beyond)
    }
}

/// Why a game can be built for no machine; nothing if it can for one.
pub fn nowhere(fits: &[Fit]) -> Option<String> {
    let lines = fits.iter().filter_map(|fit| {
        let why = fit.room.as_ref().err()?;
        Some(format!("\n{}: {why}", fit.target.name()))
    });
    let all: Vec<String> = lines.collect();
    (!fits.is_empty() && all.len() == fits.len())
        .then(|| format!("it can be built for no machine{}", all.concat()))
}
