//! Games on the emulated machines they were built for, our own ROMs in them.

use hexfront::pipeline::Game;
use hexfront::session::Session;
use hexfront::targets::Fitting;

/// A PAL machine, the disk in its drive, at the game's first menu.
///
/// # Panics
/// When the disk does not start.
pub fn at_first_menu(built: &Game, disk: &[u8]) -> Session {
    at_first_menu_of(built, disk, Fitting::default())
}

/// The same on an NTSC machine.
///
/// # Panics
/// When the disk does not start.
pub fn at_first_menu_of_ntsc(built: &Game, disk: &[u8]) -> Session {
    let fitting = Fitting {
        ntsc: true,
        ..Fitting::default()
    };
    at_first_menu_of(built, disk, fitting)
}

/// The same on a machine that is fitted out so.
///
/// # Panics
/// When the disk does not start.
pub fn at_first_menu_of(built: &Game, disk: &[u8], fitting: Fitting<'_>) -> Session {
    let machine = built.target.switch_on(fitting).expect("our ROMs assemble");
    let mut session = Session::new(machine, built.symbols());
    session.machine.insert_disk(disk).expect("our disk is one");
    built.target.start(&mut session).expect("our disk loads");
    session
        .run_until_first_menu()
        .expect("the game asks for a key");
    session
}
