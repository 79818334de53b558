//! Breakthrough in the Ardennes where memory is short and it comes in parts phase by phase, beside the C64, which has all of it in
//! memory.

use crate::booted::at_first_menu_of;
use crate::c64::{ardennes, ardennes_on, at_first_menu, script};
use crate::recording::{Recording, on_host, on_machine};
use hexfront::games::find;
use hexfront::pipeline::Game;
use hexfront::replay::fields::differences;
use hexfront::replay::file::Replay;
use hexfront::script::{Action, parse_keys};
use hexfront::session::Session;
use hexfront::targets::{C64, Fitting, TargetRef};
use hexfront_disk::Image as Disk;
use hexfront_isa::cartridge::Cartridge;
use hexfront_lang::Cut;

const GAME: &str = "breakthrough-in-the-ardennes";
/// A turn by hand, which ends with a save, and the sitting that loads it.
const TURN: &str = "breakthrough-c64/whole-turn.script";
const SECOND: &str = "breakthrough-c64/second-sitting.script";

/// Shows the second of the saved games of a disk.
const LOAD: &str = "S<wait:2>2<wait:12> <wait:8>";

/// The game as a machine takes it: cut into its phases.
///
/// # Panics
/// When it does not compile.
pub fn cut_finely(target: TargetRef) -> Vec<u8> {
    let game = find(GAME).expect("it is built in");
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

/// How the names of saved games go on behind the game's id: the second way where names are short.
const SAVES: [&str; 2] = [".SAVE.", ".SV"];

/// The saved games of a disk, from its listing, under the names that they have where names are long; files that were never used are
/// left out.
///
/// # Panics
/// When it is no disk.
pub fn saved_games(disk: &[u8]) -> Vec<(String, Vec<u8>)> {
    let disk = Disk::open(disk).expect("a disk");
    let listing = disk.listing().expect("a directory");
    let saved = listing.entries.into_iter().filter_map(|entry| {
        let capitals = entry.name.to_uppercase();
        let (id, letter) = SAVES.iter().find_map(|kind| capitals.split_once(kind))?;
        let file = disk.get(&entry.name).expect("a file");
        Some((format!("{id}.SAVE.{letter}"), file))
    });
    saved.filter(|(_, file)| !file.is_empty()).collect()
}

/// The state after the second of the saved games of a disk was loaded.
fn loaded(game: &Game, disk: &[u8]) -> Vec<u8> {
    let mut session = at_first_menu(game, disk);
    perform(&mut session, &parse_keys(LOAD).expect("keys"));
    session.state_image().expect("a state")
}

/// A script of the C64's for machines that keep no text: where it waits for one, the keys wait for the game.
fn without_texts(name: &str) -> Vec<Action> {
    let mut actions = script(name);
    actions.retain(|action| !matches!(action, Action::Until(_)));
    actions
}

/// Plays a script on a machine and records it: what was written, and the disk afterwards.
fn recorded_there(
    [folder, name]: [&str; 2],
    keys: &str,
    game: &Game,
    bytes: &[u8],
    disk: &[u8],
) -> (String, Vec<u8>) {
    let mut session = at_first_menu(game, disk);
    let mut recording = Recording::begin(folder, name, bytes, &mut session);
    recording.perform(&mut session, &without_texts(keys), |_, _| {});
    let written = recording.end(&mut session);
    (written, session.machine.disk().expect("a disk"))
}

/// That every state of a recording is the reference VM's.
fn is_the_references(text: &str, bytes: &[u8], least: usize) {
    let host = on_host(&Replay::parse(text).expect("a replay"), bytes);
    assert_eq!(host.difference, None);
    assert!(host.equal.len() >= least, "{text}");
}

/// A turn by hand, saved, and the sitting that goes on with it after a load have on a machine the states of the reference VM.
///
/// # Panics
/// When they have not.
pub fn a_saved_turn_goes_on(target: TargetRef, folder: &str) {
    let fine = cut_finely(target);
    let there = built(target, &fine);
    let disk = there.disk.to_bytes();
    let (first, disk) = recorded_there([folder, "day"], TURN, &there, &fine, &disk);
    let (second, _) = recorded_there([folder, "loaded"], SECOND, &there, &fine, &disk);
    assert!(second.contains("load done\nstate "), "{second}");
    is_the_references(&first, &fine, 1);
    is_the_references(&second, &fine, 3);
}

/// Twelve days of the computer against itself have on a machine the states of the reference VM. Nobody presses a key after the game
/// number.
///
/// # Panics
/// When they have not.
pub fn twelve_days_are_the_references(target: TargetRef, folder: &str) {
    let fine = cut_finely(target);
    let there = built(target, &fine);
    let keys = "breakthrough-apple2/demonstration.script";
    let named = [folder, "demonstration"];
    let (text, _) = recorded_there(named, keys, &there, &fine, &there.disk.to_bytes());
    is_the_references(&text, &fine, 12);
}

/// Three days of the computer against itself have on a machine with expansions the states of the reference VM, though its disk is taken
/// out once the campaign has been loaded, on its first day: no part comes from it again.
///
/// # Panics
/// When they have not, or the disk is asked for.
pub fn without_its_disk_days_are_the_references(
    target: TargetRef,
    expansions: &'static [&'static str],
    folder: &str,
) {
    let fine = cut_finely(target);
    let there = built(target, &fine);
    let fitting = Fitting {
        expansions,
        ..Fitting::default()
    };
    let mut session = at_first_menu_of(&there, &there.disk.to_bytes(), fitting);
    let name = format!("no-disk-{}", expansions.concat());
    let mut recording = Recording::begin(folder, &name, &fine, &mut session);
    let days = |keys: &str| parse_keys(keys).expect("keys");
    recording.perform(
        &mut session,
        &days("N3HD37<tap:RET><until:$view_phase=2>"),
        |_, _| {},
    );
    session.machine.eject_disk();
    let rest: String = (2..6)
        .map(|day| format!("<until:$view_turn={day}>"))
        .collect();
    recording.perform(&mut session, &days(&rest), |_, _| {});
    is_the_references(&recording.end(&mut session), &fine, 3);
}

/// The same keys leave on a machine the files that they leave on the C64, byte for byte; and what is saved there loads on others, and
/// what is saved on those there, from the same bytes.
///
/// # Panics
/// When it is not so.
pub fn saved_games_go_both_ways(target: TargetRef, others: &[TargetRef]) {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).expect("a cartridge");
    let game = |target: TargetRef| built(target, &ardennes_on(target));
    let saved = |game: &Game| {
        let mut played = at_first_menu(game, &game.disk.to_bytes());
        perform(&mut played, &without_texts(TURN));
        played.machine.disk().expect("a disk")
    };
    let carried = |from: TargetRef, disk: &[u8], files: &[(String, Vec<u8>)], to: &Game| {
        let mut with_files = to.disk.clone();
        for (name, file) in files {
            with_files.put(name, file).expect("it has room");
            assert_eq!(with_files.get(name).expect("it is there"), *file, "{name}");
        }
        let states = [
            loaded(&game(from), disk),
            loaded(to, &with_files.to_bytes()),
        ];
        let found = differences(&cartridge, &states[0], &states[1]);
        assert_eq!(found, [], "{from:?} to {:?}", to.target);
    };
    let here = game(target);
    let disk = saved(&here);
    let files = saved_games(&disk);
    assert_eq!(files.len(), 2, "{target:?}");
    for other in others {
        let there = game(*other);
        carried(target, &disk, &files, &there);
        let theirs = saved(&there);
        let found = saved_games(&theirs);
        assert_eq!(found.len(), 2, "{other:?}");
        if *other == C64 {
            assert!(found == files, "the same keys leave other files");
        }
        carried(*other, &theirs, &found, &here);
    }
}
