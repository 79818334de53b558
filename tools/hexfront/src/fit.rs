//! How a game fits each machine: what is left of its memory, or why it cannot be built for it; and which values it cannot draw.

use crate::targets::{self, TargetRef};
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::looks::{Looks, Unknown};

/// A game on a machine.
pub struct Fit {
    /// The machine.
    pub target: TargetRef,
    /// Bytes of the program and of memory that is left, or why it cannot be built.
    pub room: Result<(usize, u32), String>,
    /// Values that get the machine's plainest drawing.
    pub undrawn: Vec<Unknown>,
}

/// The fit of a game for every machine.
pub fn fits(cartridge: &[u8]) -> Vec<Fit> {
    let looks = Cartridge::read(cartridge).map_or_else(|_| Looks::default(), |c| Looks::of(&c));
    let fit = |target: TargetRef| match target.build(cartridge) {
        Ok(game) => {
            let free = game.image.areas.iter().map(|area| area.free).sum();
            Fit {
                target,
                room: Ok((game.program_bytes, free)),
                undrawn: target.unknown(&looks),
            }
        }
        Err(why) => Fit {
            target,
            room: Err(why.to_string()),
            undrawn: Vec::new(),
        },
    };
    targets::ALL.into_iter().map(fit).collect()
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

    /// A sentence for each value that it cannot draw.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.undrawn.iter().map(|value| {
            let Unknown { role, name, known } = value;
            let first = known.first().map_or("", String::as_str);
            format!(
                "the {} has no drawing of `{name}` ({role}), which gets its plainest; it has {}; a line in `view` such as \
                 `draw {name} as {first}` chooses one",
                self.target.title(),
                known.join(", "),
            )
        })
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
