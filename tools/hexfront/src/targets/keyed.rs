//! What builders for machines that are worked with keys share.

use crate::pipeline::BuildError;
use hexfront_asm::{LinkError, LinkErrors};
use hexfront_isa::cartridge::Cartridge;
use hexfront_layout::Part;
use std::collections::BTreeMap;

/// How the segments of parts begin.
const PART: &str = "PART";

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
    "it does not fit into {memory}: {bytes} bytes have no place{}; make it smaller, or cut it into more parts that are not in memory together", .part.as_ref().map_or(String::new(), |part| format!(" while {part} is in memory"))
)]
struct TooLarge {
    memory: &'static str,
    bytes: u32,
    part: Option<String>,
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

/// The parts of a game, as its link script knows them.
pub fn parts(cartridge: &Cartridge<'_>) -> Vec<Part> {
    let part = |part: hexfront_isa::parts::Part<'_>| Part {
        at_start: part.at_start,
        title: part.title,
        out: part.out,
    };
    cartridge.parts().map(part).collect()
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
    /// What has no place when the worst part is in memory; nothing where the linker says something else.
    fn of(
        errors: &LinkErrors,
        memory: &'static str,
        cartridge: &Cartridge<'_>,
    ) -> Option<TooLarge> {
        let mut missing: BTreeMap<&str, u32> = BTreeMap::new();
        for error in &errors.0 {
            if let LinkError::NoRoom { section, size, .. } = error {
                *missing.entry(section.as_str()).or_insert(0) += size;
            }
        }
        let parts = missing.iter().filter(|(name, _)| name.starts_with(PART));
        let worst = parts.max_by_key(|(_, bytes)| **bytes);
        let always: u32 = missing
            .iter()
            .filter(|(name, _)| !name.starts_with(PART))
            .map(|(_, bytes)| bytes)
            .sum();
        let bytes = always + worst.map_or(0, |(_, bytes)| *bytes);
        (bytes > 0).then(|| TooLarge {
            memory,
            bytes,
            part: worst.and_then(|(name, _)| {
                let number = name.strip_prefix(PART)?.parse().ok()?;
                let part = cartridge.parts().nth(number)?;
                Some(format!("`{}`", part.name))
            }),
        })
    }
}
