//! Breakthrough in the Ardennes on the Apple II with a language card, where it comes in parts phase by phase: the states of the C64
//! and of the reference VM after every turn, saved games that either machine loads, and what its screens show.

use hexfront::letters::{Finder, Pixels, Run};
use hexfront::pipeline::Game;
use hexfront::replay::fields::differences;
use hexfront::replay::file::Replay;
use hexfront::script::{Action, parse_keys};
use hexfront::session::Session;
use hexfront::targets::{AMIGA, APPLE2, C64, Fitting};
use hexfront_disk::Image as Disk;
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::Bank;
use hexfront_tests::album::Album;
use hexfront_tests::booted::at_first_menu_of;
use hexfront_tests::c64::{ardennes, ardennes_on, at_first_menu, script};
use hexfront_tests::in_parts::{cut_finely, turns_have_the_states_of_the_c64};
use hexfront_tests::recording::{Recording, on_host};

fn perform(session: &mut Session, actions: &[Action]) {
    for action in actions {
        session
            .perform(action)
            .unwrap_or_else(|e| panic!("{action:?}: {e}"));
    }
}

/// Plays a script on a machine and records it: what was written, and the disk afterwards.
fn recorded(name: &str, keys: &str, game: &Game, bytes: &[u8], disk: &[u8]) -> (String, Vec<u8>) {
    let mut session = at_first_menu(game, disk);
    let mut recording = Recording::begin(env!("CARGO_TARGET_TMPDIR"), name, bytes, &mut session);
    recording.perform(&mut session, &without_texts(keys), |_, _| {});
    (recording.end(&mut session), session.machine.disk().unwrap())
}

/// A script of the C64's for machines that keep no text: where it waits for one, the keys wait for the game.
fn without_texts(name: &str) -> Vec<Action> {
    let mut actions = script(name);
    actions.retain(|action| !matches!(action, Action::Until(_)));
    actions
}

const TURN: &str = "breakthrough-c64/whole-turn.script";
const SECOND: &str = "breakthrough-c64/second-sitting.script";

#[test]
fn a_turn_recorded_on_the_c64_has_the_same_states_where_parts_come_and_go() {
    turns_have_the_states_of_the_c64(APPLE2, env!("CARGO_TARGET_TMPDIR"));
}

#[test]
fn a_turn_played_here_and_gone_on_with_after_a_load_has_the_states_of_the_reference_vm() {
    let fine = cut_finely(APPLE2);
    let apple2 = APPLE2.build(&fine).unwrap();
    let (first, disk) = recorded("day", TURN, &apple2, &fine, &apple2.disk.to_bytes());
    let (second, _) = recorded("loaded", SECOND, &apple2, &fine, &disk);
    assert!(second.contains("load done\nstate "), "{second}");
    for (text, least) in [(first, 1), (second, 3)] {
        let host = on_host(&Replay::parse(&text).unwrap(), &fine);
        assert_eq!(host.difference, None);
        assert!(host.equal.len() >= least, "{text}");
    }
}

/// Nobody presses a key after the game number: every state comes from the computer players here.
#[test]
fn twelve_days_of_computer_against_computer_are_those_of_the_reference_vm() {
    let fine = cut_finely(APPLE2);
    let apple2 = APPLE2.build(&fine).unwrap();
    let keys = "breakthrough-apple2/demonstration.script";
    let disk = apple2.disk.to_bytes();
    let (text, _) = recorded("demonstration", keys, &apple2, &fine, &disk);
    let host = on_host(&Replay::parse(&text).unwrap(), &fine);
    assert_eq!(host.difference, None);
    assert!(host.equal.len() >= 12, "{text}");
}

/// The files of a disk's saved games, from its listing; those that were never used are empty.
fn saved_games(disk: &[u8]) -> Vec<(String, Vec<u8>)> {
    let disk = Disk::open(disk).unwrap();
    let names = disk.listing().unwrap().entries.into_iter();
    names
        .filter(|entry| entry.name.to_uppercase().contains(".SAVE."))
        .map(|entry| (entry.name.clone(), disk.get(&entry.name).unwrap()))
        .filter(|(_, bytes)| !bytes.is_empty())
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
fn a_game_saved_on_either_machine_loads_on_the_other() {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let moves = [
        (C64, &[APPLE2][..]),
        (AMIGA, &[APPLE2]),
        (APPLE2, &[C64, AMIGA]),
    ];
    let mut written = Vec::new();
    for (from, others) in moves {
        let first = from.build(&ardennes_on(from)).unwrap();
        let mut played = at_first_menu(&first, &first.disk.to_bytes());
        perform(&mut played, &without_texts(TURN));
        let saved = played.machine.disk().unwrap();
        let files = saved_games(&saved);
        assert_eq!(files.len(), 2, "{from:?}");
        written.push(files.iter().map(|(_, bytes)| bytes.clone()).collect());
        let there = loaded(&first, &saved);
        for to in others {
            let second = to.build(&ardennes_on(*to)).unwrap();
            let mut disk = to.build(&ardennes_on(*to)).unwrap().disk;
            for (name, file) in &files {
                disk.put(name, file).unwrap();
                assert_eq!(disk.get(name).unwrap(), *file, "{name}");
            }
            let here = loaded(&second, &disk.to_bytes());
            let found = differences(&cartridge, &there, &here);
            assert_eq!(found, [], "{from:?} to {to:?}");
        }
    }
    let [c64, _, apple2]: [Vec<Vec<u8>>; 3] = written.try_into().unwrap();
    assert!(c64 == apple2, "the same keys leave other files");
}

/// The keyboard keeps a key that is pressed while nobody looks; it counts as typed then.
#[test]
fn keys_typed_while_the_game_works_answer_no_question() {
    let built = APPLE2.build(&cut_finely(APPLE2)).unwrap();
    let after = |typed: usize| {
        let mut apple2 = at_first_menu(&built, &built.disk.to_bytes());
        assert!(apple2.observe());
        perform(&mut apple2, &parse_keys("N3HS37<RET>  NQY").unwrap());
        // The computer's turn, after which the game asks whether to save.
        let next = Action::Tap("N".to_owned());
        perform(&mut apple2, std::slice::from_ref(&next));
        for _ in 0..typed {
            apple2.run_seconds(1.5).unwrap();
            assert!(!apple2.waits_for_key(), "the computer is at work");
            perform(&mut apple2, std::slice::from_ref(&next));
        }
        for _ in 0..120 {
            if apple2.waits_for_key() {
                break;
            }
            apple2.run_seconds(1.0).unwrap();
        }
        let page = apple2.machine.peek(Bank::Ram, apple2.symbols["page_now"]);
        (page, apple2.state_image().unwrap())
    };
    assert_eq!(after(3), after(0));
}

/// Plays a script whose pictures are golden, before a monitor.
fn looked_at(name: &str, monitor: &[&'static str]) {
    let built = APPLE2.build(&cut_finely(APPLE2)).unwrap();
    let fitting = Fitting {
        expansions: monitor,
        ..Fitting::default()
    };
    let mut apple2 = at_first_menu_of(&built, &built.disk.to_bytes(), fitting);
    let mut album = Album::open("breakthrough-apple2", env!("CARGO_TARGET_TMPDIR"));
    album.perform(
        &mut apple2,
        &script(&format!("breakthrough-apple2/{name}.script")),
    );
    album.close();
}

#[test]
fn every_screen_looks_as_it_did_when_somebody_looked() {
    looked_at("screens", &[]);
}

#[test]
fn saved_games_look_as_they_did() {
    looked_at("saves", &[]);
}

#[test]
fn the_end_looks_as_it_did() {
    looked_at("the-end", &[]);
}

#[test]
fn nothing_is_told_by_colours_alone() {
    looked_at("mono", &["green"]);
}

/// Before a set in colours the pixels of a letter differ from each other; the dots that they come from do not.
#[test]
fn text_is_read_from_the_dots_of_a_picture() {
    let built = APPLE2.build(&cut_finely(APPLE2)).unwrap();
    let finder = Finder::new(&APPLE2.fonts());
    for monitor in [&[][..], &["green"]] {
        let fitting = Fitting {
            expansions: monitor,
            ..Fitting::default()
        };
        let mut apple2 = at_first_menu_of(&built, &built.disk.to_bytes(), fitting);
        apple2.run_seconds(0.5).unwrap();
        assert_eq!(apple2.machine.text_screen(), None);
        let dots = apple2.machine.dots().unwrap();
        let frame = apple2.machine.frame();
        let pixels: Vec<u16> = dots.iter().step_by(2).copied().collect();
        let runs = finder.find(Pixels {
            width: frame.width / 2,
            height: frame.height,
            pixels: &pixels,
        });
        let words = |run: &Run| (run.x, run.y, run.letters.iter().map(|l| l.letter).collect());
        let words: Vec<(usize, usize, String)> = runs.iter().map(words).collect();
        for (x, word) in [(0, "N NEW GAME"), (12 * 7, "S SAVED GAME")] {
            assert!(words.contains(&(x, 176, word.to_owned())), "{words:?}");
        }
    }
}
