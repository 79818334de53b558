//! What builders for machines that are worked with keys share.

use crate::pipeline::{BuildError, Game};
use hexfront_asm::{Image, LinkError, LinkErrors};
use hexfront_isa::cartridge::Cartridge;
use hexfront_layout::{Part, part_sizes, parts_stay};
use std::collections::BTreeMap;

mod tight;

pub use tight::Tight;

/// How the segments of parts begin.
const PART: &str = "PART";
/// The role of the weather.
const WEATHER: &str = "weather";

/// What only these machines ask of a game.
#[derive(Debug, thiserror::Error)]
#[error(
    "the {machine} draws maps whose odd columns stand half a hex lower, not the even ones; write `lower odd` in the map's [grid] and move every second column of the map to match"
)]
struct EvenColumnsLower {
    machine: &'static str,
}

/// The game is too large.
#[derive(Debug, thiserror::Error)]
#[error(
    "it does not fit into {memory}: {bytes} bytes have no place{}; make it smaller, or cut it into more parts that are not in memory together", while_in_memory(.parts)
)]
struct TooLarge {
    memory: &'static str,
    bytes: u32,
    parts: Vec<String>,
}

/// That a game needs more than the least memory that a machine has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("needs {what}: {bytes} bytes too many for {least}{}", while_in_memory(.parts))]
pub struct Needs {
    /// The memory that it fits into.
    what: &'static str,
    /// What it does not fit into.
    least: &'static str,
    /// What has no place there at the worst moment.
    bytes: u32,
    /// The parts that miss memory then.
    parts: Vec<String>,
}

/// A memory that a machine may have.
#[derive(Debug, Clone, Copy)]
pub struct Room<M> {
    /// For the builder.
    pub memory: M,
    /// As a sentence names it.
    pub name: &'static str,
}

/// The end of a sentence about parts that have no place.
fn while_in_memory(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [part] => format!(" while {part} is in memory"),
        [first @ .., last] => format!(" while {} and {last} are in memory", first.join(", ")),
    }
}

/// Builds a cartridge for the least memory of a machine that it fits into; one that takes the most tells. `most_has`: what a machine has
/// then.
///
/// # Errors
/// See [`BuildError`].
pub fn build_in_least<M: Copy>(
    machine: &'static str,
    cartridge: &[u8],
    [least, most]: [Room<M>; 2],
    most_has: &'static str,
    build_in: impl Fn(&Cartridge<'_>, M) -> Result<Game, BuildError>,
) -> Result<Game, BuildError> {
    let cartridge = &Cartridge::read(cartridge)?;
    has_odd_columns_lower(machine, cartridge)?;
    let errors = match build_in(cartridge, least.memory) {
        Err(BuildError::Link { errors, .. }) => errors,
        built => return built,
    };
    let mut game =
        build_in(cartridge, most.memory).map_err(|error| too_large(error, most.name, cartridge))?;
    let needs = TooLarge::of(&errors, least.name, cartridge);
    game.needs = needs.map(|large| Needs {
        what: most_has,
        least: least.name,
        bytes: large.bytes,
        parts: large.parts,
    });
    Ok(game)
}

/// The shells draw only maps whose odd columns stand lower.
///
/// # Errors
/// With how to mend any other.
pub fn has_odd_columns_lower(
    machine: &'static str,
    cartridge: &Cartridge<'_>,
) -> Result<(), BuildError> {
    if cartridge.grid.odd_lower {
        Ok(())
    } else {
        Err(BuildError::target(EvenColumnsLower { machine }))
    }
}

/// The roles that a shell draws from, `known` and, where the game binds it, the weather, by which maps change their looks: what is not
/// bound costs no memory.
pub fn roles(known: &[&'static str], cartridge: &Cartridge<'_>) -> Vec<&'static str> {
    let bound = cartridge.views().any(|view| view.role == WEATHER);
    known
        .iter()
        .copied()
        .chain(bound.then_some(WEATHER))
        .collect()
}

/// The parts of a game, as its link script knows them.
pub fn parts(cartridge: &Cartridge<'_>) -> Vec<Part> {
    let part = |part: hexfront_isa::parts::Part<'_>| Part {
        at_start: part.at_start,
        title: part.title,
        out: part.out,
    };
    cartridge.parts().map(part).collect()
}

/// Links a game by `link`. Where its parts stay in memory until others take their place, as few of them take each other's as still fit;
/// which those are comes with the image.
///
/// # Errors
/// Where it does not fit as it is cut.
pub fn set_apart(
    parts: &[Part],
    link: impl Fn(&[Part]) -> Result<Image, BuildError>,
) -> Result<(Image, Vec<Part>), BuildError> {
    let image = link(parts)?;
    if !parts_stay(&image) {
        return Ok((image, parts.to_vec()));
    }
    let costs = part_sizes(&image, parts);
    let parts = hexfront_layout::set_apart(parts, &costs, |parts| link(parts).is_ok());
    Ok((link(&parts)?, parts))
}

/// An error of the linker, in words for an author where it says that there is no room. `memory`: how a sentence names what is full.
pub fn too_large(error: BuildError, memory: &'static str, cartridge: &Cartridge<'_>) -> BuildError {
    let large = match &error {
        BuildError::Link { errors, .. } => TooLarge::of(errors, memory, cartridge),
        _ => None,
    };
    large.map_or(error, BuildError::target)
}

impl TooLarge {
    /// What has no place when the worst parts are in memory; nothing where the linker says something else.
    fn of(
        errors: &LinkErrors,
        memory: &'static str,
        cartridge: &Cartridge<'_>,
    ) -> Option<TooLarge> {
        let mut always = 0;
        let mut missing: BTreeMap<usize, u32> = BTreeMap::new();
        for error in &errors.0 {
            if let LinkError::NoRoom { section, size, .. } = error {
                let part = section.strip_prefix(PART).and_then(|n| n.parse().ok());
                *part.map_or(&mut always, |number| missing.entry(number).or_insert(0)) += size;
            }
        }
        let out: Vec<u16> = cartridge.parts().map(|part| part.out).collect();
        let worst = worst_together(&missing, &out);
        let bytes = always + worst.iter().map(|number| missing[number]).sum::<u32>();
        let named = cartridge.parts().enumerate();
        let named = named.filter(|(number, _)| worst.contains(number));
        (bytes > 0).then(|| TooLarge {
            memory,
            bytes,
            parts: named.map(|(_, part)| format!("`{}`", part.name)).collect(),
        })
    }
}

/// Of parts that miss memory those that miss the most together. `out`: for each part those that are never in memory with it, a bit each.
fn worst_together(missing: &BTreeMap<usize, u32>, out: &[u16]) -> Vec<usize> {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for number in missing.keys().copied() {
        let apart = |other: &usize| {
            let puts_out = |a: usize, b: usize| out.get(a).is_some_and(|out| out & 1 << b != 0);
            puts_out(number, *other) || puts_out(*other, number)
        };
        let joined: Vec<Vec<usize>> = sets
            .iter()
            .filter(|set| !set.iter().any(apart))
            .map(|set| [set.as_slice(), &[number]].concat())
            .collect();
        sets.extend(joined);
    }
    let bytes = |set: &Vec<usize>| set.iter().map(|number| missing[number]).sum::<u32>();
    sets.into_iter().max_by_key(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_in_memory_together_is_not_added_up() {
        // 2 and 3 put each other out, and so do 3 and 4, though only one of them says so.
        let out = [0, 0, 1 << 3, 1 << 2, 1 << 3];
        let worst =
            |bytes: &[u32]| worst_together(&(1..).zip(bytes.iter().copied()).collect(), &out);
        assert_eq!(worst(&[1, 20, 30, 20]), [1, 2, 4]);
        assert_eq!(worst(&[1, 20, 50, 20]), [1, 3]);
        assert_eq!(worst(&[]), [0; 0]);
    }

    #[test]
    fn a_need_names_the_parts_that_miss_memory() {
        let need = |parts: &[&str]| {
            let parts = parts.iter().map(|part| (*part).to_owned()).collect();
            let (what, least) = ("a language card", "48 KB");
            Needs {
                what,
                least,
                bytes: 512,
                parts,
            }
            .to_string()
        };
        let start = "needs a language card: 512 bytes too many for 48 KB";
        assert_eq!(need(&[]), start);
        assert_eq!(need(&["a"]), format!("{start} while a is in memory"));
        assert_eq!(
            need(&["a", "b", "c"]),
            format!("{start} while a, b and c are in memory")
        );
    }
}
