//! The files of a game's `art/apple2` that this machine reads.

use super::sheets::NAMES;
use super::sides;
use hexfront_isa::art::Art;
use hexfront_isa::sounds;

/// Their names.
pub fn names() -> Vec<&'static str> {
    NAMES
        .into_iter()
        .chain([sides::FILE, sounds::FILE])
        .collect()
}

/// Files of a game that this machine has no use for.
pub fn unread<'a>(art: &Art<'a>) -> Vec<&'a str> {
    let known = names();
    let files = art.files().map(|(name, _)| name);
    files.filter(|name| !known.contains(name)).collect()
}
