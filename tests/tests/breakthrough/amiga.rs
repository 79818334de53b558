//! Breakthrough in the Ardennes on the Amiga: the states of the reference VM and of the C64 after every turn, saved games that either
//! machine loads, every screen, and the mouse in a game that is worked with keys.

use hexfront::pipeline::Game;
use hexfront::replay::fields::differences;
use hexfront::replay::file::Replay;
use hexfront::script::{Action, parse_keys};
use hexfront::session::Session;
use hexfront::targets::{AMIGA, C64};
use hexfront_disk::Image as Disk;
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::{Bank, Button, Joystick};
use hexfront_tests::album::Album;
use hexfront_tests::amiga::small_game;
use hexfront_tests::c64::{ardennes, ardennes_on, at_first_menu, at_first_menu_of_ntsc, script};
use hexfront_tests::recording::{Recording, on_host, on_machine};
use std::path::PathBuf;

/// A script of the C64's for a machine that keeps no text: where it waits for a text, the keys wait for the game, and battles take
/// their time.
fn without_texts(name: &str) -> Vec<Action> {
    let timed = |action| match action {
        Action::Until(text) if text == "BATTLE" => Some(Action::Wait(1.0)),
        Action::Until(text) if text == "LOST" => Some(Action::Wait(1.0)),
        Action::Until(_) => None,
        other => Some(other),
    };
    script(name).into_iter().filter_map(timed).collect()
}

/// Plays a script on a machine and records it.
fn recorded(
    name: &str,
    built: &Game,
    bytes: &[u8],
    disk: &[u8],
    actions: &[Action],
) -> (String, Vec<u8>) {
    let mut session = at_first_menu(built, disk);
    let mut recording = Recording::begin(env!("CARGO_TARGET_TMPDIR"), name, bytes, &mut session);
    recording.perform(&mut session, actions, |_, _| {});
    let text = recording.end(&mut session);
    (text, session.machine.disk().unwrap())
}

#[test]
fn a_turn_recorded_on_the_c64_has_the_same_states_on_the_amiga_and_goes_on_after_a_load() {
    let bytes = ardennes();
    let [c64, amiga] = [C64, AMIGA].map(|target| target.build(&ardennes_on(target)).unwrap());
    let disk = c64.disk.to_bytes();
    let (first, disk) = recorded(
        "amiga-day",
        &c64,
        &bytes,
        &disk,
        &script("breakthrough-c64/whole-turn.script"),
    );
    let (second, _) = recorded(
        "amiga-loaded",
        &c64,
        &bytes,
        &disk,
        &script("breakthrough-c64/second-sitting.script"),
    );
    assert!(second.contains("load done\nstate "), "{second}");
    for (text, least) in [(first, 1), (second, 3)] {
        let replay = Replay::parse(&text).unwrap();
        let host = on_host(&replay, &bytes);
        assert_eq!(host.difference, None);
        assert!(host.equal.len() >= least, "{text}");
        assert_eq!(on_machine(&replay, &bytes, &amiga), host);
    }
}

/// The files of a disk's saved games, from its listing.
fn saved_games(disk: &Disk) -> Vec<(String, Vec<u8>)> {
    let names = disk.listing().unwrap().entries.into_iter();
    names
        .filter(|entry| entry.name.to_uppercase().contains(".SAVE."))
        .map(|entry| (entry.name.clone(), disk.get(&entry.name).unwrap()))
        .collect()
}

#[test]
fn a_game_saved_on_either_machine_loads_on_the_other() {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).unwrap();
    for (from, to) in [(C64, AMIGA), (AMIGA, C64)] {
        let [first, second] = [from, to].map(|target| target.build(&ardennes_on(target)).unwrap());
        let turn = match from == C64 {
            true => script("breakthrough-c64/whole-turn.script"),
            false => without_texts("breakthrough-c64/whole-turn.script"),
        };
        let mut played = at_first_menu(&first, &first.disk.to_bytes());
        for action in &turn {
            played
                .perform(action)
                .unwrap_or_else(|e| panic!("{action:?}: {e}"));
        }
        let saves = saved_games(&Disk::open(&played.machine.disk().unwrap()).unwrap());
        assert!(!saves.is_empty(), "{from:?}");
        let mut disk = second.disk;
        for (name, file) in &saves {
            disk.put(name, file).unwrap();
            assert_eq!(disk.get(name).unwrap(), *file, "{name}");
        }
        // The same disk goes back into the machine that saved, and that of the other into the other.
        let load = parse_keys("S2 ").unwrap();
        let loaded = [
            (&first, played.machine.disk().unwrap()),
            (&to.build(&ardennes_on(to)).unwrap(), disk.to_bytes()),
        ]
        .map(|(game, disk)| {
            let mut session = at_first_menu(game, &disk);
            for action in &load {
                session
                    .perform(action)
                    .unwrap_or_else(|e| panic!("{action:?}: {e}"));
            }
            session.state_image().unwrap()
        });
        assert_eq!(
            differences(&cartridge, &loaded[0], &loaded[1]),
            [],
            "{from:?}"
        );
    }
}

#[test]
fn every_screen_looks_as_it_did_when_somebody_looked() {
    let built = AMIGA.build(&ardennes()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let mut album = Album::open("breakthrough-amiga", env!("CARGO_TARGET_TMPDIR"));
    // The pointer stands out of the way.
    for _ in 0..3 {
        amiga.perform(&Action::Mouse(120, 120)).unwrap();
    }
    album.perform(
        &mut amiga,
        &without_texts("breakthrough-c64/screens.script"),
    );
    album.close();
}

#[test]
fn screens_of_200_rows_look_as_they_did() {
    let built = AMIGA.build(&ardennes()).unwrap();
    let mut amiga = at_first_menu_of_ntsc(&built, &built.disk.to_bytes());
    let mut album = Album::open("breakthrough-amiga", env!("CARGO_TARGET_TMPDIR"));
    for (keys, name) in [
        ("", "title"),
        ("N3HT27<RET>", "turn-report"),
        (" ", "air"),
        ("H   ", "help-4"),
    ] {
        for action in parse_keys(keys).unwrap() {
            amiga.perform(&action).unwrap();
        }
        album.compare(&mut amiga, &PathBuf::from(format!("ntsc-{name}")));
    }
    album.close();
}

/// A word of the program's memory.
fn word(amiga: &Session, symbol: &str) -> u16 {
    let at = amiga.symbols[symbol];
    let byte = |at| amiga.machine.peek(Bank::Ram, at);
    u16::from_be_bytes([byte(at), byte(at + 1)])
}

/// Leads the pointer to a pixel of the screen and clicks.
fn click(amiga: &mut Session, [x, y]: [i32; 2], button: Button) {
    for _ in 0..8 {
        let at = ["pointer_x", "pointer_y"].map(|symbol| i32::from(word(amiga, symbol)));
        if at == [x, y] {
            break;
        }
        amiga.perform(&Action::Mouse(x - at[0], y - at[1])).unwrap();
    }
    amiga.perform(&Action::Click(button)).unwrap();
}

/// The middle of a hex on the screen.
fn centre(amiga: &Session, column: i32, row: i32) -> [i32; 2] {
    let origin = ["window_x", "window_y"].map(|symbol| i32::from(word(amiga, symbol)));
    [
        column * 32 - origin[0] + 22,
        row * 32 + column % 2 * 16 - origin[1] + 10 + 16,
    ]
}

#[test]
fn the_mouse_presses_keys_that_are_shown_and_walks_to_hexes() {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let begin = || {
        let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
        for action in parse_keys("N3HT27<RET> ").unwrap() {
            amiga.perform(&action).unwrap();
        }
        amiga
    };
    // The cursor's hex and one that lies two columns further right and one row lower: by keys, and by a click.
    let mut keys = begin();
    for action in parse_keys("33").unwrap() {
        keys.perform(&action).unwrap();
    }
    let there = word(&keys, "cursor_hex");
    let mut mouse = begin();
    let from = word(&mouse, "cursor_hex");
    let (column, row) = (cartridge.grid.column(from), cartridge.grid.row(from));
    let target = centre(&mouse, i32::from(column) + 2, i32::from(row) + 1);
    click(&mut mouse, target, Button::Left);
    mouse.run_seconds(1.0).unwrap();
    assert_eq!(word(&mouse, "cursor_hex"), there);
    assert_eq!(
        differences(
            &cartridge,
            &mouse.state_image().unwrap(),
            &keys.state_image().unwrap()
        ),
        []
    );
    // A way that is broken off: no later key goes on with it.
    for stops in [Action::Key("esc".into()), Action::Click(Button::Right)] {
        let mut broken = begin();
        let from = word(&broken, "cursor_hex");
        click(&mut broken, target, Button::Left);
        while word(&broken, "cursor_hex") == from {
            broken.frame().unwrap();
        }
        broken.perform(&stops).unwrap();
        broken.run_seconds(1.0).unwrap();
        let there = word(&broken, "cursor_hex");
        broken.perform(&Action::Char('1')).unwrap();
        broken.run_seconds(1.0).unwrap();
        assert_eq!(word(&broken, "cursor_hex"), there - 1, "{stops:?}");
    }
    // A key of the compass.
    click(&mut mouse, [292, 200], Button::Left);
    assert_eq!(word(&mouse, "cursor_hex"), there - 1, "1 is up");
    // T, or the word behind it: the terrain without units; any key, or the right button, brings them back.
    let hidden = |amiga: &Session| amiga.machine.peek(Bank::Ram, amiga.symbols["units_shown"]) == 0;
    click(&mut mouse, [110, 251], Button::Left);
    assert!(hidden(&mouse));
    click(&mut mouse, [160, 60], Button::Right);
    assert!(!hidden(&mouse));
}

/// Who clicks far from a unit that has the orders looks there; who clicks beside it moves it.
#[test]
fn a_click_moves_a_unit_to_the_next_hex_only() {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    // The first unit of the American that can move has the orders.
    for action in parse_keys("N3HT37<RET> TQYQYPG").unwrap() {
        amiga.perform(&action).unwrap();
    }
    let place = |amiga: &Session| {
        let hex = word(amiga, "cursor_hex");
        [cartridge.grid.column(hex), cartridge.grid.row(hex)].map(i32::from)
    };
    let [column, row] = place(&amiga);
    let before = amiga.state_image().unwrap();
    for (across, down) in [(-4, 0), (-2, 0), (0, -2)] {
        let target = centre(&amiga, column + across, row + down);
        click(&mut amiga, target, Button::Left);
        amiga.run_seconds(1.0).unwrap();
        assert_eq!(place(&amiga), [column + across, row + down]);
        assert_eq!(amiga.state_image().unwrap(), before);
        // Back to the unit, and the orders to it again: the hex of the cursor is fire.
        let unit = centre(&amiga, column, row);
        for _ in 0..2 {
            click(&mut amiga, unit, Button::Left);
            amiga.run_seconds(1.0).unwrap();
        }
        assert_eq!(place(&amiga), [column, row]);
    }
    let target = centre(&amiga, column, row - 1);
    click(&mut amiga, target, Button::Left);
    amiga.run_seconds(1.0).unwrap();
    assert_eq!(place(&amiga), [column, row - 1]);
    assert_ne!(amiga.state_image().unwrap(), before);
}

/// What is under the pointer stays there: the next click may be meant for a neighbour.
#[test]
fn a_click_leaves_the_map_under_the_pointer() {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    for action in parse_keys("N3HT27<RET> ").unwrap() {
        amiga.perform(&action).unwrap();
    }
    let window = |amiga: &Session| ["window_x", "window_y"].map(|symbol| word(amiga, symbol));
    let before = window(&amiga);
    let start = word(&amiga, "cursor_hex");
    let column = i32::from(cartridge.grid.column(start));
    // The lowest hex of the column that is wholly seen, then its neighbour, which is not.
    let high = i32::from(word(&amiga, "map_high"));
    let row = (0..32).rfind(|row| centre(&amiga, column, *row)[1] + 16 <= 10 + high);
    let row = row.unwrap();
    for _ in 0..2 {
        let target = centre(&amiga, column, row);
        click(&mut amiga, target, Button::Left);
        amiga.run_seconds(1.5).unwrap();
        assert_eq!(
            i32::from(cartridge.grid.row(word(&amiga, "cursor_hex"))),
            row
        );
        assert_eq!(window(&amiga), before);
    }
    // A key scrolls, to show what lies ahead.
    amiga.perform(&Action::Char('4')).unwrap();
    assert!(window(&amiga)[1] > before[1]);
}

#[test]
fn cursor_keys_and_the_joystick_are_answered_and_keys_typed_early_are_forgotten() {
    let built = AMIGA.build(&ardennes()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    for action in parse_keys("N3HT27<RET> ").unwrap() {
        amiga.perform(&action).unwrap();
    }
    let from = word(&amiga, "cursor_hex");
    amiga.perform(&Action::Key("DOWN".to_owned())).unwrap();
    assert_eq!(word(&amiga, "cursor_hex"), from + 1);
    let up = Joystick {
        up: true,
        ..Joystick::default()
    };
    amiga.machine.joystick(2, up);
    amiga.run_seconds(0.2).unwrap();
    amiga.machine.joystick(2, Joystick::default());
    amiga.run_seconds(0.2).unwrap();
    assert_eq!(word(&amiga, "cursor_hex"), from);
    // Held, it goes on by itself.
    amiga.machine.joystick(2, up);
    amiga.run_seconds(2.0).unwrap();
    amiga.machine.joystick(2, Joystick::default());
    assert!(word(&amiga, "cursor_hex") + 3 < from);
}

/// What is typed while the computer works answers no question that nobody has seen.
#[test]
fn keys_typed_while_the_game_works_answer_no_question() {
    let built = AMIGA.build(&ardennes()).unwrap();
    let after = |typed: usize| {
        let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
        for action in parse_keys("N3HS37<RET>  NQY").unwrap() {
            amiga.perform(&action).unwrap();
        }
        // The computer's turn, after which the game asks whether to save.
        amiga.perform(&Action::Tap("N".to_owned())).unwrap();
        amiga.run_seconds(1.5).unwrap();
        for _ in 0..typed {
            assert!(!amiga.waits_for_key(), "the computer is at work");
            amiga.perform(&Action::Tap("N".to_owned())).unwrap();
        }
        for _ in 0..120 {
            if amiga.waits_for_key() {
                break;
            }
            amiga.run_seconds(1.0).unwrap();
        }
        let page = amiga.machine.peek(Bank::Ram, amiga.symbols["page_now"]);
        (page, amiga.state_image().unwrap())
    };
    assert_eq!(after(3), after(0));
}

/// A game for keys whose units have numbers has the counters with numbers, and no machine's fact is missing.
#[test]
fn a_game_for_keys_may_have_counters_with_numbers() {
    let bytes = small_game("  key T \"TURN\"\n    turn += 1\n");
    let built = AMIGA
        .build(&bytes)
        .unwrap_or_else(|error| panic!("{error}"));
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let before = amiga.state_image().unwrap();
    amiga.perform(&Action::Char('T')).unwrap();
    assert_ne!(amiga.state_image().unwrap(), before);
}

/// What is measured is the turn that the C64 plays.
#[test]
fn the_measured_script_is_the_whole_turn_without_texts() {
    assert_eq!(
        script("breakthrough-amiga/whole-turn.script"),
        without_texts("breakthrough-c64/whole-turn.script")
    );
}
