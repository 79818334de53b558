//! The Ardennes on the emulated C64, for tests that play it.

use hexfront::pipeline::Built;
use hexfront::script::{Action, parse_file};
use hexfront::session::Session;
use hexfront::{boot, compile, games, roms};
use hexfront_platforms::machines::c64::Video;
use std::path::PathBuf;

/// The cartridge of the game, compiled from its sources.
///
/// # Panics
/// When it does not compile.
pub fn ardennes() -> Vec<u8> {
    let game = games::find("breakthrough-in-the-ardennes").expect("the game is built in");
    compile::compile(&game).expect("the game compiles")
}

/// A PAL C64 with our ROMs, the disk in its drive, at the game's first menu.
///
/// # Panics
/// When the disk does not load.
pub fn at_first_menu(built: &Built, disk: &[u8]) -> Session {
    at_first_menu_on(Video::Pal, built, disk)
}

/// The same on a C64 of either television system.
///
/// # Panics
/// When the disk does not load.
pub fn at_first_menu_on(video: Video, built: &Built, disk: &[u8]) -> Session {
    let set = roms::rom_set(&[]).expect("our ROMs assemble");
    let machine = boot::c64(&set, video).expect("our ROMs have their size");
    let mut session = Session::new(machine, built.symbols());
    session.machine.insert_disk(disk).expect("our disk is one");
    boot::start_disk(&mut session).expect("our disk loads");
    session
        .run_until_first_menu()
        .expect("the game asks for a key");
    session
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
