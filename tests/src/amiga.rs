//! Blitzkrieg on the emulated Amiga, for tests that play it.

use hexfront::boot::{self, Fitting};
use hexfront::cli::MachineName;
use hexfront::pipeline::BuiltAmiga;
use hexfront::session::Session;
use hexfront::{compile, games};

/// The cartridge of the game, compiled from its sources.
///
/// # Panics
/// When it does not compile.
pub fn blitzkrieg() -> Vec<u8> {
    let game = games::find("blitzkrieg-at-the-ardennes").expect("the game is built in");
    compile::compile(&game).expect("the game compiles")
}

/// A PAL Amiga with our ROM, the disk in its drive, at the game's first menu.
///
/// # Panics
/// When the disk does not start.
pub fn at_first_menu(built: &BuiltAmiga, disk: &[u8]) -> Session {
    let machine = boot::machine(MachineName::Amiga, Fitting::default()).expect("our ROM assembles");
    let mut session = Session::new(machine, built.symbols());
    session.machine.insert_disk(disk).expect("our disk is one");
    session
        .run_until_first_menu()
        .expect("the game asks for a key");
    session
}
