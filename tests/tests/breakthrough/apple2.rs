//! Breakthrough in the Ardennes on the Apple II with a language card, where it comes in parts phase by phase: the states of the C64
//! and of the reference VM after every turn, saved games that either machine loads, and what its screens show.

use hexfront::letters::{Finder, Pixels, Run};
use hexfront::script::{Action, parse_keys};
use hexfront::session::Session;
use hexfront::targets::{AMIGA, APPLE2, C64, Fitting};
use hexfront_platforms::machine::Bank;
use hexfront_tests::album::{Album, shows_the_same};
use hexfront_tests::booted::{at_first_menu_of, at_first_menu_of_ntsc};
use hexfront_tests::c64::{at_first_menu, script};
use hexfront_tests::in_parts::{
    a_saved_turn_goes_on, cut_finely, saved_games, saved_games_go_both_ways,
    turns_have_the_states_of_the_c64, twelve_days_are_the_references,
};

fn perform(session: &mut Session, actions: &[Action]) {
    for action in actions {
        session
            .perform(action)
            .unwrap_or_else(|e| panic!("{action:?}: {e}"));
    }
}

#[test]
fn a_turn_recorded_on_the_c64_has_the_same_states_where_parts_come_and_go() {
    turns_have_the_states_of_the_c64(APPLE2, env!("CARGO_TARGET_TMPDIR"));
}

#[test]
fn a_turn_played_here_and_gone_on_with_after_a_load_has_the_states_of_the_reference_vm() {
    a_saved_turn_goes_on(APPLE2, env!("CARGO_TARGET_TMPDIR"));
}

#[test]
fn twelve_days_of_computer_against_computer_are_those_of_the_reference_vm() {
    twelve_days_are_the_references(APPLE2, env!("CARGO_TARGET_TMPDIR"));
}

#[test]
fn a_game_saved_on_either_machine_loads_on_the_other() {
    saved_games_go_both_ways(APPLE2, &[C64, AMIGA]);
}

/// With a disk in the drive that takes no saved games, one is made of it, and holds what the game's own disk would; the game goes on when
/// that is back.
#[test]
fn a_game_that_cannot_be_saved_goes_onto_a_disk_that_is_made_for_it() {
    let built = APPLE2.build(&cut_finely(APPLE2)).unwrap();
    let game = built.disk.to_bytes();
    let played = |other: Option<Vec<u8>>| {
        let mut apple2 = at_first_menu(&built, &game);
        let to_the_question = "N3HT27<RET><wait:14> <wait:6>QYQY<wait:15> <wait:5> <wait:5> <wait:6> <wait:6>Y<wait:8>3<wait:3>";
        perform(&mut apple2, &parse_keys(to_the_question).unwrap());
        let is_good = other.is_none();
        if let Some(other) = other {
            apple2.machine.insert_disk(&other).unwrap();
        }
        let keys = match is_good {
            true => "<RET><wait:25>",
            false => "<tap:RET><wait:8><shot:disk-offered><tap:1><wait:2><tap:Y><wait:60>",
        };
        let mut album = Album::open("breakthrough-apple2", env!("CARGO_TARGET_TMPDIR"));
        album.perform(&mut apple2, &parse_keys(keys).unwrap());
        album.close();
        let saved = saved_games(&apple2.machine.disk().unwrap());
        apple2.machine.insert_disk(&game).unwrap();
        perform(&mut apple2, &parse_keys(" <wait:10>QYQY<wait:12>").unwrap());
        (saved, apple2.state_image().unwrap())
    };
    let (saved, state) = played(None);
    assert_eq!(saved.len(), 1);
    let (there, later) = played(Some(vec![0; game.len()]));
    assert!(there == saved, "the file is another");
    assert!(later == state, "the game goes on otherwise");
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

/// A machine for 60 Hz has fewer lines below the picture; the picture is the same.
#[test]
fn an_ntsc_machine_shows_the_same() {
    let built = APPLE2.build(&cut_finely(APPLE2)).unwrap();
    let mut apple2 = at_first_menu_of_ntsc(&built, &built.disk.to_bytes());
    let actions = script("breakthrough-apple2/screens.script");
    shows_the_same(
        &mut apple2,
        "breakthrough-apple2",
        env!("CARGO_TARGET_TMPDIR"),
        &actions,
        |ntsc, pal| ntsc == pal,
    );
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
