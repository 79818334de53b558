//! The files of a game's `art/c64` that this machine reads.

use super::sheets::{NAMES, SIDES};
use super::title;
use hexfront_isa::art::Art;
use hexfront_isa::{inks, sounds};

/// Their names.
pub fn names() -> Vec<&'static str> {
    let mut names = vec![title::FILE];
    names.extend(NAMES);
    names.extend([SIDES, sounds::FILE, inks::FILE]);
    names
}

/// Files of a game that this machine has no use for.
pub fn unread<'a>(art: &Art<'a>) -> Vec<&'a str> {
    let known = names();
    let files = art.files().map(|(name, _)| name);
    files.filter(|name| !known.contains(name)).collect()
}
