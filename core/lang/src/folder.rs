//! What the folders in a game's directory are for: `tests/` and `sim/` (see [`crate::Target`]), `art/MACHINE/` and `on/MACHINE/`.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use hexfront_isa::{art, inks, sounds};

/// The folder that holds a folder of files for each machine, each a file of the game or in the place of one.
pub const ON: &str = "on/";

/// A source of a game.
pub(crate) struct File<'a> {
    /// The path that other files find it by.
    pub path: &'a str,
    /// Where it lies in the game's directory.
    pub name: &'a str,
    /// What it holds.
    pub bytes: &'a [u8],
}

/// The sources of a game as they are for a machine, or for none: a file in the machine's folder takes the place of the game's
/// file of the same path, or comes to them.
pub(crate) fn sources<'a>(files: &'a [(String, Vec<u8>)], machine: Option<&str>) -> Vec<File<'a>> {
    let path = |name: &'a str| match name.strip_prefix(ON).map(|rest| rest.split_once('/')) {
        Some(Some((folder, path))) => (Some(folder) == machine).then_some(path),
        Some(None) => None,
        None => (!name.starts_with(art::FOLDER)).then_some(name),
    };
    let mut sources: Vec<File<'_>> = Vec::new();
    for (name, bytes) in files {
        let Some(path) = path(name) else { continue };
        let file = File { path, name, bytes };
        match sources.iter_mut().find(|known| known.path == path) {
            Some(_) if path == name => {}
            Some(twin) => *twin = file,
            None => sources.push(file),
        }
    }
    sources
}

/// Names of what a game's art brings for any machine, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brought {
    /// Of sounds.
    pub sounds: BTreeSet<String>,
    /// Of inks.
    pub inks: BTreeSet<String>,
}

/// What a game's art brings besides drawings.
pub(crate) fn brought(files: &[(String, Vec<u8>)]) -> Brought {
    let mut brought = Brought::default();
    for (name, bytes) in files {
        let own = name.strip_prefix(art::FOLDER);
        let file = own.and_then(|rest| rest.split_once('/'));
        let text = String::from_utf8_lossy(bytes);
        match file {
            Some((_, sounds::FILE)) => {
                let names = sounds::names(&text);
                brought.sounds.extend(names.map(ToString::to_string));
            }
            Some((_, inks::FILE)) => {
                let names = inks::lines(&text).map(|line| line.name);
                brought.inks.extend(names.map(ToString::to_string));
            }
            _ => {}
        }
    }
    brought
}

/// The files of a game's art: names below its folder, and what they hold.
pub(crate) fn art(files: &[(String, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
    let own = |(name, bytes): &(String, Vec<u8>)| {
        let name = name.strip_prefix(art::FOLDER)?;
        Some((name.to_string(), bytes.clone()))
    };
    files.iter().filter_map(own).collect()
}
