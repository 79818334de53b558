//! Breakthrough in the Ardennes on the Apple II with a language card, where it comes in parts phase by phase: the states of the C64
//! and of the reference VM after every turn, saved games that either machine loads, and what its screens show.

use hexfront::pipeline::Game;
use hexfront::replay::fields::differences;
use hexfront::replay::file::Replay;
use hexfront::script::{Action, parse_keys};
use hexfront::session::Session;
use hexfront::targets::{APPLE2, C64, TargetRef};
use hexfront_disk::Image as Disk;
use hexfront_isa::cartridge::Cartridge;
use hexfront_lang::Cut;
use hexfront_tests::album::Album;
use hexfront_tests::c64::{ardennes, at_first_menu, script};
use hexfront_tests::recording::{Recording, on_host, on_machine};

/// The game as the machine takes it: cut into its phases.
fn cut_finely() -> Vec<u8> {
    let game = hexfront::games::find("breakthrough-in-the-ardennes").unwrap();
    let made = hexfront_lang::compile_on(&game.files, Some("apple2"), Cut::Fine);
    made.cartridge.unwrap()
}

fn perform(session: &mut Session, actions: &[Action]) {
    for action in actions {
        session
            .perform(action)
            .unwrap_or_else(|e| panic!("{action:?}: {e}"));
    }
}

/// Plays a script of the C64's on it and records it: what was written, and the disk afterwards.
fn recorded(name: &str, c64: &Game, bytes: &[u8], disk: &[u8]) -> (String, Vec<u8>) {
    let mut session = at_first_menu(c64, disk);
    let mut recording = Recording::begin(env!("CARGO_TARGET_TMPDIR"), name, bytes, &mut session);
    let keys = script(&format!("breakthrough-c64/{name}.script"));
    recording.perform(&mut session, &keys, |_, _| {});
    (recording.end(&mut session), session.machine.disk().unwrap())
}

#[test]
fn a_turn_recorded_on_the_c64_has_the_same_states_where_parts_come_and_go() {
    let [bytes, fine] = [ardennes(), cut_finely()];
    let c64 = C64.build(&bytes).unwrap();
    let apple2 = APPLE2.build(&fine).unwrap();
    let (first, disk) = recorded("whole-turn", &c64, &bytes, &c64.disk.to_bytes());
    let (second, _) = recorded("second-sitting", &c64, &bytes, &disk);
    for (text, least) in [(first, 1), (second, 3)] {
        let replay = Replay::parse(&text).unwrap();
        let host = on_host(&replay, &bytes);
        assert_eq!(host.difference, None);
        assert!(host.equal.len() >= least, "{text}");
        assert_eq!(on_machine(&replay, &fine, &apple2), host);
    }
}

/// The files of a disk's saved games, from its listing.
fn saved_games(disk: &[u8]) -> Vec<(String, Vec<u8>)> {
    let disk = Disk::open(disk).unwrap();
    let names = disk.listing().unwrap().entries.into_iter();
    names
        .filter(|entry| entry.name.contains(".SAVE."))
        .map(|entry| (entry.name.clone(), disk.get(&entry.name).unwrap()))
        .collect()
}

/// The state after the second of the saved games of a disk was loaded.
fn loaded(game: &Game, disk: &[u8]) -> Vec<u8> {
    let mut session = at_first_menu(game, disk);
    perform(
        &mut session,
        &parse_keys("S<wait:2>2<wait:12> <wait:8>").unwrap(),
    );
    session.state_image().unwrap()
}

#[test]
fn a_game_saved_on_the_c64_loads_here() {
    let [bytes, fine] = [ardennes(), cut_finely()];
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = |target: TargetRef, bytes: &[u8]| target.build(bytes).unwrap();
    let [c64, apple2] = [built(C64, &bytes), built(APPLE2, &fine)];
    let mut played = at_first_menu(&c64, &c64.disk.to_bytes());
    perform(&mut played, &script("breakthrough-c64/whole-turn.script"));
    let saved = played.machine.disk().unwrap();
    let mut disk = built(APPLE2, &fine).disk;
    let files = saved_games(&saved);
    assert!(!files.is_empty());
    for (name, file) in &files {
        disk.put(name, file).unwrap();
        assert_eq!(disk.get(name).unwrap(), *file, "{name}");
    }
    let [there, here] = [loaded(&c64, &saved), loaded(&apple2, &disk.to_bytes())];
    assert_eq!(differences(&cartridge, &there, &here), []);
}

#[test]
fn every_screen_looks_as_it_did_when_somebody_looked() {
    let built = APPLE2.build(&cut_finely()).unwrap();
    let mut apple2 = at_first_menu(&built, &built.disk.to_bytes());
    let mut album = Album::open("breakthrough-apple2", env!("CARGO_TARGET_TMPDIR"));
    album.perform(&mut apple2, &script("breakthrough-apple2/screens.script"));
    album.close();
}
