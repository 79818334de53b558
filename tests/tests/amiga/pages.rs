//! Pages of text on the Amiga: buttons, the pull-down menu, rows of settings, keys with SHIFT, and what is shown of a fault.

use hexfront::script::Action;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::{Bank, Button};
use hexfront_tests::album::Album;
use hexfront_tests::amiga::{at_first_menu, blitzkrieg, small_pointer_game};
use hexfront_tests::fields::Fields;
use std::path::Path;

/// T counts turns; nothing of that is seen. G cannot be picked.
const KEYS: &str = "  menu \"PICK\"\n    key T \"TURN\"\n      turn += 1\n    key G \"GREY\" when turn > 50\n      \
    turn += 10\n";
/// Places of the screen: the buttons of both below the page, their rows of the menu, and beside it all.
const TURN_BUTTON: [i32; 2] = [20, 236];
const GREY_BUTTON: [i32; 2] = [58, 236];
const TURN_ROW: [i32; 2] = [290, 16];
const GREY_ROW: [i32; 2] = [290, 25];
const ASIDE: [i32; 2] = [100, 100];

fn small() -> Session {
    let built = AMIGA.build(&small_pointer_game(KEYS)).unwrap();
    at_first_menu(&built, &built.disk.to_bytes())
}

/// The pointer goes to a pixel of the screen, by way of its corner.
fn point(amiga: &mut Session, [x, y]: [i32; 2]) {
    for (right, down) in [(-400, -400), (x, y)] {
        amiga.perform(&Action::Mouse(right, down)).unwrap();
        amiga.run_seconds(0.3).unwrap();
    }
}

fn turn(amiga: &Session) -> u8 {
    amiga.machine.peek(Bank::Ram, amiga.symbols["view_turn"])
}

fn shown(amiga: &Session) -> Vec<u8> {
    amiga.machine.frame().rgb()
}

fn button(amiga: &mut Session, button: Button, down: bool) {
    amiga.machine.mouse_button(button, down);
    amiga.run_seconds(0.5).unwrap();
}

/// Its upper and its lower edge, of the button for a turn: pixels of the picture, twice as wide as those of the screen.
const EDGES: [[usize; 2]; 2] = [[75 + 2 * 12, 18 + 229], [75 + 2 * 12, 18 + 229 + 15]];
const WHITE: u32 = 0xFF_FFFF;

fn edges(amiga: &Session) -> [bool; 2] {
    let frame = amiga.machine.frame();
    let colour = |[x, y]: [usize; 2]| frame.palette[usize::from(frame.pixels[y * frame.width + x])];
    EDGES.map(|place| colour(place) == WHITE)
}

/// Sides that the machine knows no emblem of have plain ones, and marks, in their colours.
#[test]
fn other_sides_have_emblems_and_marks_in_their_own_colours() {
    let body = "  body\n    for s in 0 to 1\n      draw_emblem(s, 2 + s * 12, 4)\n      draw_mark(s, 4 + s * 12, 10)\n";
    let built = AMIGA
        .build(&small_pointer_game(&format!("{body}{KEYS}")))
        .unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let mut album = Album::open("amiga", env!("CARGO_TARGET_TMPDIR"));
    album.compare(&mut amiga, Path::new("plain-emblems"));
    album.close();
}

/// It goes in, comes out again and looks as before; one that is grey does neither.
#[test]
fn a_button_is_pressed_and_comes_out_again() {
    let mut amiga = small();
    point(&mut amiga, TURN_BUTTON);
    let before = shown(&amiga);
    amiga.machine.mouse_button(Button::Left, true);
    let mut pressed = Vec::new();
    for _ in 0..8 {
        amiga.frame().unwrap();
        pressed.push(edges(&amiga));
    }
    button(&mut amiga, Button::Left, false);
    assert_eq!(turn(&amiga), 1);
    assert!(pressed.contains(&[false, true]), "it goes in: {pressed:?}");
    assert_eq!(edges(&amiga), [true, false]);
    assert!(shown(&amiga) == before, "it comes out again");
    point(&mut amiga, GREY_BUTTON);
    let before = shown(&amiga);
    button(&mut amiga, Button::Left, true);
    button(&mut amiga, Button::Left, false);
    assert!(shown(&amiga) == before, "a grey one does not");
    assert_eq!(turn(&amiga), 1);
}

/// What is grey in the menu is not picked, and a click that moves nothing picks nothing, whatever was picked before.
#[test]
fn the_menu_picks_what_is_not_grey() {
    let mut amiga = small();
    let pick = |amiga: &mut Session, from: [i32; 2], to: [i32; 2]| {
        point(amiga, from);
        button(amiga, Button::Right, true);
        let way = Action::Mouse(to[0] - from[0], to[1] - from[1]);
        amiga.perform(&way).unwrap();
        amiga.run_seconds(0.3).unwrap();
        button(amiga, Button::Right, false);
        turn(amiga)
    };
    assert_eq!(pick(&mut amiga, ASIDE, TURN_ROW), 1);
    point(&mut amiga, GREY_ROW);
    let before = shown(&amiga);
    assert_eq!(pick(&mut amiga, ASIDE, GREY_ROW), 1);
    assert!(shown(&amiga) == before, "a grey entry is not even refused");
    assert_eq!(pick(&mut amiga, GREY_ROW, TURN_ROW), 2);
    assert_eq!(pick(&mut amiga, TURN_ROW, TURN_ROW), 2, "a click");
}

/// The entry under the pointer is lit, and dark again when the pointer goes on, whichever way it came.
#[test]
fn one_entry_of_the_menu_is_lit() {
    let mut amiga = small();
    point(&mut amiga, ASIDE);
    button(&mut amiga, Button::Right, true);
    let mut at = ASIDE;
    let mut go = |amiga: &mut Session, to: [i32; 2]| {
        let way = Action::Mouse(to[0] - at[0], to[1] - at[1]);
        at = to;
        amiga.perform(&way).unwrap();
        amiga.run_seconds(0.3).unwrap();
        // What the pointer does not cover.
        let screen = amiga.symbols["screen"];
        (screen..screen + 256 * 200)
            .map(|at| amiga.machine.peek(Bank::Ram, at))
            .collect::<Vec<_>>()
    };
    let [beside, turn, grey] = [[102, 102], TURN_ROW, GREY_ROW].map(|to| go(&mut amiga, to));
    assert!(turn != beside && grey == beside, "a grey one is never lit");
    for (to, seen) in [
        (TURN_ROW, &turn),
        ([TURN_ROW[0] - 20, TURN_ROW[1] + 3], &turn),
        (ASIDE, &beside),
        (TURN_ROW, &turn),
        (GREY_ROW, &grey),
    ] {
        assert!(go(&mut amiga, to) == *seen, "{to:?}");
    }
}

/// R is refused.
fn refused() -> Session {
    let keys = format!("{KEYS}    key R \"REFUSED\"\n      refuse \"NO\"\n");
    let built = AMIGA.build(&small_pointer_game(&keys)).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    point(&mut amiga, TURN_BUTTON);
    amiga.perform(&Action::Char('R')).unwrap();
    amiga
}

/// For so many seconds each.
fn click(amiga: &mut Session, seconds: f64) {
    for down in [true, false] {
        amiga.machine.mouse_button(Button::Left, down);
        amiga.run_seconds(seconds).unwrap();
    }
}

/// Who clicks on while a refusal comes has not read it: for half a second no click is answered.
#[test]
fn a_click_waits_until_a_refusal_is_read() {
    let mut amiga = refused();
    click(&mut amiga, 0.1);
    click(&mut amiga, 0.2);
    assert_eq!(turn(&amiga), 0);
    click(&mut amiga, 0.2);
    assert_eq!(turn(&amiga), 1);
}

/// But the menu comes at once, and who presses a key that is answered has read it.
#[test]
fn a_refusal_keeps_neither_the_menu_nor_the_key_behind_it() {
    let mut amiga = refused();
    amiga.machine.mouse_button(Button::Right, true);
    amiga.run_seconds(0.1).unwrap();
    let way = [TURN_ROW[0] - TURN_BUTTON[0], TURN_ROW[1] - TURN_BUTTON[1]];
    amiga.machine.move_mouse(way[0] / 3, way[1] / 3);
    for _ in 0..2 {
        amiga.run_seconds(0.1).unwrap();
        amiga.machine.move_mouse(way[0] / 3, way[1] / 3);
    }
    amiga.run_seconds(0.3).unwrap();
    button(&mut amiga, Button::Right, false);
    assert_eq!(turn(&amiga), 1, "picked");
    let mut amiga = refused();
    amiga.perform(&Action::Char('T')).unwrap();
    assert_eq!(turn(&amiga), 1);
    click(&mut amiga, 0.2);
    assert_eq!(turn(&amiga), 2, "clicked at once");
}

/// Letters, figures and signs, with SHIFT and without.
#[test]
fn keys_give_their_characters() {
    let built = AMIGA
        .build(&small_pointer_game(
            "  key any as pressed\n    turn = pressed\n",
        ))
        .unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    for character in "AZ019 -=;',./!@#$%^&*()_+:\"<>?".chars() {
        amiga.perform(&Action::Char(character)).unwrap();
        assert_eq!(char::from(turn(&amiga)), character);
    }
}

/// The rows of settings are a ring for the keys; the signs beside a slider move it by a step.
#[test]
fn settings_are_chosen_by_keys_and_changed_by_their_signs() {
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let key = |amiga: &mut Session, name: &str| {
        amiga.perform(&Action::Key(name.into())).unwrap();
        amiga.run_seconds(0.3).unwrap();
        shown(amiga)
    };
    key(&mut amiga, "RET");
    amiga.run_seconds(1.0).unwrap();
    let first = shown(&amiga);
    let mut rows = vec![first];
    while rows.len() < 40 {
        let next = key(&mut amiga, "down");
        if next == rows[0] {
            break;
        }
        rows.push(next);
    }
    assert!((2..40).contains(&rows.len()), "{} rows", rows.len());
    let last = key(&mut amiga, "up");
    assert!(last == rows[rows.len() - 1], "up from the first row");
    assert!(key(&mut amiga, "down") == rows[0], "down from the last");
    let strength = |amiga: &Session| {
        Fields::of(&cartridge, &amiga.state_image().unwrap()).at("strength_pct", 0)
    };
    let click = |amiga: &mut Session, x: i32| {
        // The row of the German strength.
        point(amiga, [x, 47]);
        button(amiga, Button::Left, true);
        button(amiga, Button::Left, false);
        strength(amiga)
    };
    let [minus, plus] = [157, 258];
    let from = strength(&amiga);
    let less = click(&mut amiga, minus);
    assert!(less < from, "{less} of {from}");
    assert_eq!(click(&mut amiga, plus), from);
    assert_eq!(click(&mut amiga, plus), 2 * from - less);
}

/// A key that means nothing is told in the message line; settings below text stay where they are.
#[test]
fn settings_stay_below_their_text() {
    const BELOW: &str = "  body\n    line \"ONE\"\n    line \"TWO\"\n  setting \"TURNS\" turn from 0 to 9 \"{turn}\"\n";
    let built = AMIGA
        .build(&small_pointer_game(&format!("{BELOW}{KEYS}")))
        .unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let screen = amiga.symbols["screen"];
    let page = |amiga: &Session| -> Vec<u8> {
        let above_the_buttons = screen..screen + 220 * 200;
        above_the_buttons
            .map(|at| amiga.machine.peek(Bank::Ram, at))
            .collect()
    };
    amiga.run_seconds(1.0).unwrap();
    let before = page(&amiga);
    amiga.perform(&Action::Char('Q')).unwrap();
    amiga.run_seconds(1.0).unwrap();
    let after = page(&amiga);
    let other: Vec<usize> = (0..220)
        .filter(|row| before[row * 200..][..200] != after[row * 200..][..200])
        .collect();
    assert!(other.is_empty(), "rows {other:?} look otherwise");
}

/// A turn has gone by; now the rules machine stops, as at a trap, while it waits. No rule makes one.
fn stopped() -> Session {
    let mut amiga = small();
    amiga.perform(&Action::Char('T')).unwrap();
    assert_eq!(turn(&amiga), 1);
    point(&mut amiga, [200, 200]);
    amiga.run_until_symbol("event_idle").unwrap();
    let [trap, leave] = ["vm_trap", "vm_leave"].map(|name| amiga.symbols[name]);
    amiga.machine.poke(trap, 107);
    amiga.machine.set_pc(leave);
    amiga.run_seconds(0.5).unwrap();
    amiga
}

/// A fault of the program is told by its number, and a key brings the game anew from the disk.
#[test]
fn a_fault_is_told_and_the_game_begins_anew() {
    let mut amiga = stopped();
    let mut album = Album::open("amiga", env!("CARGO_TARGET_TMPDIR"));
    album.compare(&mut amiga, Path::new("fault"));
    album.close();
    amiga.perform(&Action::Tap("SPACE".into())).unwrap();
    amiga.run_until_first_menu().unwrap();
    assert_eq!(turn(&amiga), 0);
}

/// Program, variables, title picture and screen are those of a machine that was switched on, but for how far the mouse has been rolled, and
/// for the frame more or less that a disk takes whose motor turns already.
#[test]
fn a_game_that_begins_anew_is_as_at_first() {
    let mut fresh = small();
    let mut again = stopped();
    again.perform(&Action::Tap("SPACE".into())).unwrap();
    again.run_until_first_menu().unwrap();
    let at = |name: &str| fresh.symbols[name];
    let picture = at("title_picture");
    let variables = at("__SHELLBSS_RUN__") + at("__SHELLBSS_SIZE__");
    let mut differ = Vec::new();
    for place in (0x1000..variables).chain(picture..picture + 51_200) {
        let [one, other] = [&fresh, &again].map(|amiga| amiga.machine.peek(Bank::Ram, place));
        if one != other {
            let before = fresh.symbols.iter().filter(|(_, at)| **at <= place);
            let (name, _) = before.max_by_key(|(_, at)| **at).expect("a symbol");
            let may = ["counters", "frames"].contains(&name.as_str());
            if !differ.contains(name) && !may {
                differ.push(name.clone());
            }
        }
    }
    assert!(differ.is_empty(), "{differ:?}");
    // Its page is drawn.
    for amiga in [&mut fresh, &mut again] {
        amiga.run_seconds(0.2).unwrap();
    }
    assert!(shown(&again) == shown(&fresh));
    assert!(!again.machine.disk_busy(), "the drive's motor is off");
}

/// Without a disk, and with one that holds no game or another one, it asks for its own until that comes.
#[test]
fn a_game_that_begins_anew_asks_for_its_disk() {
    let mut amiga = stopped();
    let disk = amiga.machine.disk().unwrap();
    amiga.machine.eject_disk();
    amiga.perform(&Action::Tap("SPACE".into())).unwrap();
    amiga.run_seconds(3.0).unwrap();
    let mut album = Album::open("amiga", env!("CARGO_TARGET_TMPDIR"));
    album.compare(&mut amiga, Path::new("ask"));
    album.close();
    let asks = shown(&amiga);
    amiga.machine.insert_disk(&vec![0; disk.len()]).unwrap();
    amiga.perform(&Action::Tap("SPACE".into())).unwrap();
    amiga.run_seconds(3.0).unwrap();
    assert!(shown(&amiga) == asks, "that is not the game's");
    amiga.machine.eject_disk();
    let other = AMIGA.build(&blitzkrieg()).unwrap().disk.to_bytes();
    amiga.machine.insert_disk(&other).unwrap();
    amiga.perform(&Action::Tap("SPACE".into())).unwrap();
    amiga.run_seconds(3.0).unwrap();
    assert!(shown(&amiga) == asks, "that is another game's");
    amiga.machine.eject_disk();
    amiga.machine.insert_disk(&disk).unwrap();
    amiga.perform(&Action::Tap("SPACE".into())).unwrap();
    amiga.run_seconds(6.0).unwrap();
    assert_eq!(turn(&amiga), 0);
    amiga.perform(&Action::Tap("t".into())).unwrap();
    amiga.run_seconds(1.0).unwrap();
    assert_eq!(turn(&amiga), 1, "it is played");
}

/// The title picture lies where maps are drawn: a page of it that is not the first comes from the disk, and is black without one.
#[test]
fn the_title_picture_comes_from_the_disk_again() {
    const TITLE: &str = "  key T \"TITLE\"\n    show title_page\n  key X \"TURN\"\n    turn += 1\n\nscreen title_page\n  page title\n  \
        key any\n    leave\n";
    let built = AMIGA.build(&small_pointer_game(TITLE)).unwrap();
    let disk = built.disk.to_bytes();
    let mut amiga = at_first_menu(&built, &disk);
    let screen = amiga.symbols["screen"];
    let size = 320 * 256 * 5 / 8;
    let end = 1024 + built.program_bytes;
    let picture = &disk[end - size..end];
    let page = |amiga: &mut Session| -> Vec<u8> {
        amiga.perform(&Action::Char('T')).unwrap();
        amiga.run_seconds(6.0).unwrap();
        let seen = (screen..screen + size as u32).map(|at| amiga.machine.peek(Bank::Ram, at));
        let seen = seen.collect();
        assert!(!amiga.machine.disk_busy(), "the drive's motor is off");
        amiga.perform(&Action::Tap("SPACE".into())).unwrap();
        amiga.run_seconds(1.0).unwrap();
        seen
    };
    assert!(page(&mut amiga) == picture);
    amiga.machine.eject_disk();
    assert!(page(&mut amiga).iter().all(|byte| *byte == 0));
    amiga.machine.insert_disk(&vec![0; disk.len()]).unwrap();
    assert!(page(&mut amiga).iter().all(|byte| *byte == 0));
    amiga.machine.eject_disk();
    amiga.machine.insert_disk(&disk).unwrap();
    assert!(page(&mut amiga) == picture);
    amiga.perform(&Action::Char('X')).unwrap();
    assert_eq!(turn(&amiga), 1, "the game goes on");
}

/// A question with so many answers: each counts turns, the first one, the second two and so on.
fn asked(answers: i32) -> Session {
    let keys: String = (1..=answers)
        .map(|n| format!("  key {n} \"{n}\"\n    turn += {n}\n    leave\n"))
        .collect();
    let keys = format!(
        "  key Q \"QUESTION\"\n    show question\n\nscreen question\n  page requester\n  body\n    \"WHICH?\"\n{keys}"
    );
    let built = AMIGA.build(&small_pointer_game(&keys)).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    point(&mut amiga, [319, 200]);
    amiga.perform(&Action::Char('Q')).unwrap();
    amiga.run_seconds(0.5).unwrap();
    amiga
}

/// As `amiga/shell/requester.s` has them: where a question of one row has its buttons, how wide they are.
fn buttons_of(answers: i32) -> (Vec<[i32; 2]>, i32) {
    let wide = if answers > 3 { 28 } else { 68 };
    let box_wide = (28 + answers * wide + (answers - 1) * 6).max(192);
    let left = 160 - box_wide / 2;
    let column = |n: i32| match answers {
        1 => (box_wide - wide) / 2,
        _ => 14 + n * ((box_wide - wide - 28) / (answers - 1)),
    };
    let buttons = (0..answers).map(|n| [left + column(n), 121]);
    (buttons.collect(), wide)
}

/// Each of its pixels answers its key; what lies beside it, or between two, is nothing.
#[test]
fn the_buttons_of_a_question_are_clicked() {
    for answers in [1, 2, 4] {
        let mut amiga = asked(answers);
        let (buttons, wide) = buttons_of(answers);
        let first = shown(&amiga);
        let mut expected = 0;
        for (n, [x, y]) in (1..).zip(buttons) {
            for aside in [[x - 1, y + 7], [x + wide, y + 7], [x, y - 1], [x, y + 15]] {
                point(&mut amiga, aside);
                click(&mut amiga, 0.2);
                assert_eq!(turn(&amiga), expected, "{aside:?} of {answers}");
            }
            for inside in [[x, y], [x + wide - 1, y + 14]] {
                point(&mut amiga, inside);
                click(&mut amiga, 0.2);
                expected += n;
                assert_eq!(turn(&amiga), expected, "{inside:?} of {answers}");
                point(&mut amiga, [319, 200]);
                assert!(shown(&amiga) != first, "it is gone");
                amiga.perform(&Action::Char('Q')).unwrap();
                amiga.run_seconds(0.5).unwrap();
                assert!(shown(&amiga) == first, "it is asked again");
            }
        }
    }
}

/// A row of a question has up to 28 letters; a single button stands in the middle and is green.
#[test]
fn a_question_with_one_answer_looks_as_it_did() {
    let keys = "  key Q \"QUESTION\"\n    show question\n\nscreen question\n  page requester\n  body\n    \
        \"TWENTY-EIGHT LETTERS ARE ONE ROW OF A QUESTION.\"\n  key G \"GO ON\"\n    turn += 1\n    leave\n";
    let built = AMIGA.build(&small_pointer_game(keys)).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    point(&mut amiga, [300, 200]);
    amiga.perform(&Action::Char('Q')).unwrap();
    amiga.run_seconds(0.5).unwrap();
    let mut album = Album::open("amiga", env!("CARGO_TARGET_TMPDIR"));
    album.compare(&mut amiga, Path::new("question"));
    album.close();
    amiga.perform(&Action::Char('G')).unwrap();
    assert_eq!(turn(&amiga), 1);
}

/// What the game says of the answer stands in the message line as if nothing had been asked.
#[test]
fn what_is_said_of_an_answer_stays() {
    let asked = |ask: &str| {
        format!("      if {ask}\n        note \"DONE\"\n      else\n        refuse \"NOT DONE\"\n")
    };
    let keys = format!(
        "  menu \"PICK\"\n    key A \"ASK\"\n{}    key B \"NUMBER\"\n{}    key C \"WAY\"\n{}    key D \"DO\"\n      \
        note \"DONE\"\n    key E \"NOT\"\n      refuse \"NOT DONE\"\n",
        asked("ask_yes(\"SURE?\")"),
        asked("ask_number(\"HOW MANY?\", 9) > 0"),
        asked("ask_direction(\"WHICH WAY?\") > 1"),
    );
    let built = AMIGA.build(&small_pointer_game(&keys)).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let mut after = |keys: [&str; 3]| {
        for key in keys {
            let action = match key {
                "" => continue,
                "RET" => Action::Key(key.to_owned()),
                _ => Action::Char(key.chars().next().unwrap()),
            };
            amiga.perform(&action).unwrap();
        }
        amiga.run_seconds(0.5).unwrap();
        shown(&amiga)
    };
    let done = after(["D", "", ""]);
    let not_done = after(["E", "", ""]);
    assert!(done != not_done);
    for yes in [["A", "Y", ""], ["B", "+", "RET"], ["C", "3", ""]] {
        assert!(after(yes) == done, "{yes:?}");
    }
    for no in [["A", "N", ""], ["B", "RET", ""], ["C", "1", ""]] {
        assert!(after(no) == not_done, "{no:?}");
    }
}
