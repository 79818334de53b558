//! The Ardennes on the emulated C64, for tests that play it.

pub use crate::booted::{at_first_menu, at_first_menu_of_ntsc};
use crate::compiled::compiled;
use hexfront::script::{Action, parse_file};
use hexfront::targets::TargetRef;
use std::path::PathBuf;

const GAME: &str = "breakthrough-in-the-ardennes";

/// The cartridge of the game, compiled from its sources, where there is room.
///
/// # Panics
/// When it does not compile.
pub fn ardennes() -> Vec<u8> {
    compiled(GAME, None)
}

/// The same as a machine takes it.
///
/// # Panics
/// When it does not compile.
pub fn ardennes_on(target: TargetRef) -> Vec<u8> {
    compiled(GAME, Some(target))
}

/// The actions of a script in `tests/scripts`.
///
/// # Panics
/// When it cannot be read.
pub fn script(name: &str) -> Vec<Action> {
    let text = std::fs::read_to_string(folder("scripts").join(name)).expect("the script is there");
    parse_file(&text).expect("the script is right")
}

/// A folder of this package.
pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}
