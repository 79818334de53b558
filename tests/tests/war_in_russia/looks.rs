//! Pictures that somebody looked at: the screens of a turn, the title, a battle and the end of the war, on each machine.

use crate::GAME;
use crate::pokes::Pokes;
use hexfront::observe::Seen;
use hexfront::script::parse_keys;
use hexfront::session::Session;
use hexfront::targets::{AMIGA, APPLE2, ATARI8, C64, Fitting};
use hexfront_isa::ShellCall;
use hexfront_tests::album::Album;
use hexfront_tests::beside::made_for;
use hexfront_tests::booted::{at_first_menu, at_first_menu_of};
use hexfront_tests::c64::script;
use std::path::Path;

#[test]
fn every_screen_looks_as_it_did_when_somebody_looked() {
    let screens = script("war-in-russia/screens.script");
    for target in [APPLE2, ATARI8, C64, AMIGA] {
        let cartridge = made_for(target, GAME);
        let game = target.build(&cartridge).unwrap();
        let mut machine = at_first_menu(&game, &game.disk.to_bytes());
        let pair = format!("{GAME}-{}", target.name());
        let mut album = Album::open(&pair, env!("CARGO_TARGET_TMPDIR"));
        album.perform(&mut machine, &screens);
        assert!(machine.observe());
        // No aircraft flies; the first of the battles is told.
        perform(&mut machine, "QQQQQQ<tap:N>");
        run_until_it_pauses(&mut machine);
        album.compare(&mut machine, Path::new("battle"));
        the_war_ends(&mut machine, &cartridge, &mut album);
        album.close();
    }
}

/// Months with a front, from the first one on, as history has it: its columns in the north, in the centre, in the south.
const FRONTS: [[u16; 3]; 6] = [
    [10, 12, 10],
    [12, 13, 12],
    [12, 13, 15],
    [12, 16, 18],
    [14, 17, 20],
    [12, 16, 19],
];

/// The computer plays a last turn, after months that were never played.
fn the_war_ends(machine: &mut Session, cartridge: &[u8], album: &mut Album) {
    /// Values of `players`.
    const DEMONSTRATION: u16 = 3;
    const LAST_TURN: u16 = 28;
    run_until_it_waits(machine);
    let pokes = Pokes::of(machine, cartridge);
    pokes.set(machine, "players", 0, DEMONSTRATION);
    pokes.set(machine, "turn", 0, LAST_TURN);
    pokes.set(machine, "month", 0, 12);
    pokes.set(machine, "day", 0, 27);
    for (month, [north, centre, south]) in FRONTS.into_iter().enumerate() {
        let number = month as u16;
        pokes.set(
            machine,
            "month_row.front",
            month,
            north + centre * 32 + south * 1024,
        );
        pokes.set(machine, "month_row.axis_lost", month, 9 + 3 * number);
        pokes.set(machine, "month_row.soviet_lost", month, 12 + 2 * number);
        pokes.set(machine, "month_row.axis_made", month, 5 + number);
        pokes.set(machine, "month_row.soviet_made", month, 14 - number);
    }
    perform(machine, "N");
    run_until_it_waits(machine);
    let pages =
        "<shot:score>C<shot:battles>1<shot:months>1<shot:front>1V<shot:whole-map-at-the-end>";
    album.perform(machine, &parse_keys(pages).unwrap());
}

fn perform(machine: &mut Session, keys: &str) {
    for action in parse_keys(keys).unwrap() {
        machine.perform(&action).unwrap();
    }
}

/// Seconds that anything in a turn may take.
const PATIENCE: usize = 600;

fn run_until_it_waits(machine: &mut Session) {
    for _ in 0..PATIENCE {
        machine.run_seconds(1.0).unwrap();
        if machine.waits_for_key() {
            return;
        }
    }
    panic!("no key is asked for");
}

/// Until the game stands still for its player to read.
fn run_until_it_pauses(machine: &mut Session) {
    for _ in 0..PATIENCE * 4 {
        machine.run_seconds(0.25).unwrap();
        let seen = machine.take_sightings();
        if seen
            .last()
            .is_some_and(|s| s.what == Seen::Called(ShellCall::Delay))
        {
            return;
        }
    }
    panic!("it never pauses");
}

/// The same before a monochrome monitor: shapes tell what is whose.
#[test]
fn nothing_is_told_by_colours_alone() {
    let game = APPLE2.build(&made_for(APPLE2, GAME)).unwrap();
    let fitting = Fitting {
        expansions: &["green"],
        ..Fitting::default()
    };
    let mut apple2 = at_first_menu_of(&game, &game.disk.to_bytes(), fitting);
    let folder = format!("{GAME}-apple2/mono");
    let mut album = Album::open(&folder, env!("CARGO_TARGET_TMPDIR"));
    album.perform(&mut apple2, &script("war-in-russia/screens.script"));
    album.close();
}

/// Ground that nobody can enter does not look like open ground: the corner of the map in the south-west.
#[test]
fn what_is_out_of_play_is_seen() {
    for target in [APPLE2, ATARI8, C64, AMIGA] {
        let game = target.build(&made_for(target, GAME)).unwrap();
        let mut machine = at_first_menu(&game, &game.disk.to_bytes());
        let pair = format!("{GAME}-{}", target.name());
        let mut album = Album::open(&pair, env!("CARGO_TARGET_TMPDIR"));
        let keys = "N<RET>1941<RET>4555544444444<shot:out-of-play.png>";
        album.perform(&mut machine, &parse_keys(keys).unwrap());
        album.close();
    }
}

/// WIR-8.4.1: rain and cold are seen on the map, as soon as a page comes anew.
#[test]
fn the_map_has_the_colours_of_the_weather() {
    for target in [ATARI8, C64, AMIGA] {
        let game = target.build(&made_for(target, GAME)).unwrap();
        let mut machine = at_first_menu(&game, &game.disk.to_bytes());
        let pair = format!("{GAME}-{}", target.name());
        let mut album = Album::open(&pair, env!("CARGO_TARGET_TMPDIR"));
        album.perform(&mut machine, &parse_keys("N2<RET>1941<RET>").unwrap());
        let weather = machine.symbols["view_weather"];
        for (value, name) in WEATHERS {
            machine.machine.poke(weather, value);
            let keys = format!("4Q444222<shot:{name}.png>");
            album.perform(&mut machine, &parse_keys(&keys).unwrap());
        }
        album.close();
    }
}

/// Values of the weather, and what pictures of them are called.
const WEATHERS: [(u8, &str); 3] = [(0, "summer"), (3, "mud"), (2, "frost")];
