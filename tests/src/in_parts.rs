//! Breakthrough in the Ardennes where memory is short and it comes in parts phase by phase, beside the C64, which has all of it in
//! memory.

use crate::c64::{ardennes_on, at_first_menu, script};
use crate::recording::{Recording, on_host, on_machine};
use hexfront::pipeline::Game;
use hexfront::replay::fields::differences;
use hexfront::replay::file::Replay;
use hexfront::script::{Action, parse_keys};
use hexfront::session::Session;
use hexfront::targets::{C64, TargetRef};
use hexfront_disk::Image as Disk;
use hexfront_isa::cartridge::Cartridge;
use hexfront_lang::Cut;

/// Shows the second of the saved games of a disk.
const LOAD: &str = "S<wait:2>2<wait:12> <wait:8>";

/// The game as a machine takes it: cut into its phases.
///
/// # Panics
/// When it does not compile.
pub fn cut_finely(target: TargetRef) -> Vec<u8> {
    let game = hexfront::games::find("breakthrough-in-the-ardennes").expect("it is built in");
    let made = hexfront_lang::compile_on(&game.files, Some(target.name()), Cut::Fine);
    made.cartridge.expect("the game compiles")
}

fn perform(session: &mut Session, actions: &[Action]) {
    for action in actions {
        let done = session.perform(action);
        done.unwrap_or_else(|error| panic!("{action:?}: {error}"));
    }
}

/// Plays a script of the C64's on it and records it, in a folder: what was written, and the disk afterwards.
fn recorded(folder: &str, name: &str, c64: &Game, bytes: &[u8], disk: &[u8]) -> (String, Vec<u8>) {
    let mut session = at_first_menu(c64, disk);
    let mut recording = Recording::begin(folder, name, bytes, &mut session);
    let keys = script(&format!("breakthrough-c64/{name}.script"));
    recording.perform(&mut session, &keys, |_, _| {});
    let written = recording.end(&mut session);
    (written, session.machine.disk().expect("a disk"))
}

/// A turn by hand, saved, and the sitting that goes on with it have on a machine the states of the C64 and of the reference VM.
///
/// # Panics
/// When they have not.
pub fn turns_have_the_states_of_the_c64(target: TargetRef, folder: &str) {
    let [bytes, fine] = [ardennes_on(C64), cut_finely(target)];
    let [c64, there] = [(C64, &bytes), (target, &fine)].map(|(target, bytes)| built(target, bytes));
    let first = recorded(folder, "whole-turn", &c64, &bytes, &c64.disk.to_bytes());
    let second = recorded(folder, "second-sitting", &c64, &bytes, &first.1);
    for (text, least) in [(first.0, 1), (second.0, 3)] {
        let replay = Replay::parse(&text).expect("a replay");
        let host = on_host(&replay, &bytes);
        assert_eq!(host.difference, None);
        assert!(host.equal.len() >= least, "{text}");
        assert_eq!(on_machine(&replay, &fine, &there), host);
    }
}

fn built(target: TargetRef, bytes: &[u8]) -> Game {
    let built = target.build(bytes);
    built.unwrap_or_else(|error| panic!("{}: {error}", target.title()))
}

/// The files of a disk of the C64 that hold saved games, from its listing.
fn saved_games(disk: &[u8]) -> Vec<(String, Vec<u8>)> {
    let disk = Disk::open(disk).expect("a disk");
    let listing = disk.listing().expect("a directory");
    let saves = listing
        .entries
        .into_iter()
        .filter(|e| e.name.contains(".SAVE."));
    let read = saves.map(|entry| {
        let file = disk.get(&entry.name).expect("a file");
        (entry.name, file)
    });
    read.collect()
}

/// The state after the second of the saved games of a disk was loaded.
fn loaded(game: &Game, disk: &[u8]) -> Vec<u8> {
    let mut session = at_first_menu(game, disk);
    perform(&mut session, &parse_keys(LOAD).expect("keys"));
    session.state_image().expect("a state")
}

/// What was saved on the C64 is loaded on a machine, whose disk takes the files under the C64's names, byte for byte; and the C64 loads
/// it from there.
///
/// # Panics
/// When it is not.
pub fn saved_games_are_carried(target: TargetRef) {
    let [bytes, fine] = [ardennes_on(C64), cut_finely(target)];
    let cartridge = Cartridge::read(&bytes).expect("a cartridge");
    let [c64, there] = [(C64, &bytes), (target, &fine)].map(|(target, bytes)| built(target, bytes));
    let mut played = at_first_menu(&c64, &c64.disk.to_bytes());
    perform(&mut played, &script("breakthrough-c64/whole-turn.script"));
    let saved = played.machine.disk().expect("a disk");
    let (mut disk, mut back) = (there.disk.clone(), c64.disk.clone());
    let files = saved_games(&saved);
    assert!(!files.is_empty());
    for (name, file) in &files {
        disk.put(name, file).expect("it has room");
        assert_eq!(disk.get(name).expect("it is there"), *file, "{name}");
        back.put(name, &disk.get(name).expect("it is there"))
            .expect("it has room");
    }
    let states = [
        loaded(&c64, &saved),
        loaded(&there, &disk.to_bytes()),
        loaded(&c64, &back.to_bytes()),
    ];
    assert_eq!(differences(&cartridge, &states[0], &states[1]), []);
    assert_eq!(differences(&cartridge, &states[0], &states[2]), []);
}
