//! Blitzkrieg on the Amiga 500: booted from its disk, played by keys and mouse.

use hexfront::budget::times::{phases, player_turns, probes};
use hexfront::host::Host;
use hexfront::pairs::Pairs;
use hexfront::replay::fields::differences;
use hexfront::replay::file::Replay;
use hexfront::script::Action;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::Bank;
use hexfront_tests::album::Album;
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc, blitzkrieg, named_saves};
use hexfront_tests::c64::{folder, script};
use hexfront_tests::fields::Fields;
use hexfront_tests::recording::{Recording, on_host, on_machine};
use std::path::Path;

/// Every screen that the script comes by looks as it did when somebody looked.
#[test]
fn screens_look_as_they_did() {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let mut album = Album::open("blitzkrieg-amiga", env!("CARGO_TARGET_TMPDIR"));
    album.perform(&mut amiga, &script("blitzkrieg-amiga/screens.script"));
    album.close();
}

/// So do the pages of text: what the settings lead to, the raster as a list, the keys.
#[test]
fn pages_of_text_look_as_they_did() {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let mut album = Album::open("blitzkrieg-amiga", env!("CARGO_TARGET_TMPDIR"));
    album.perform(&mut amiga, &script("blitzkrieg-amiga/pages.script"));
    album.close();
}

/// The shell fits its screens to the 200 rows of a machine for 60 Hz.
#[test]
fn ntsc_screens_look_as_they_did() {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let mut amiga = at_first_menu_of_ntsc(&built, &built.disk.to_bytes());
    let mut album = Album::open("blitzkrieg-amiga", env!("CARGO_TARGET_TMPDIR"));
    album.perform(&mut amiga, &script("blitzkrieg-amiga/ntsc.script"));
    album.close();
}

/// A knob that is held follows the pointer.
#[test]
fn a_knob_is_dragged() {
    use hexfront_platforms::machine::Button;
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let strength = |amiga: &Session| {
        Fields::of(&cartridge, &amiga.state_image().unwrap()).at("strength_pct", 0)
    };
    amiga.perform(&Action::Key("RET".into())).unwrap();
    amiga.run_seconds(1.0).unwrap();
    // From the middle of the screen to the knob of the German strength.
    amiga.machine.move_mouse(37, -53);
    amiga.run_seconds(0.2).unwrap();
    assert_eq!(strength(&amiga), 100);
    amiga.machine.mouse_button(Button::Left, true);
    amiga.run_seconds(0.3).unwrap();
    amiga.machine.move_mouse(19, 0);
    amiga.run_seconds(0.5).unwrap();
    assert_eq!(strength(&amiga), 120);
    amiga.machine.mouse_button(Button::Left, false);
    amiga.run_seconds(0.3).unwrap();
    amiga.machine.move_mouse(-60, 0);
    amiga.run_seconds(0.5).unwrap();
    assert_eq!(strength(&amiga), 120);
}

/// The pull-down menu hangs while the right button is held.
#[test]
fn the_right_button_shows_the_menu() {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let mut album = Album::open("blitzkrieg-amiga", env!("CARGO_TARGET_TMPDIR"));
    menu_shown(&mut amiga, &mut album, "menu");
    album.close();
    // On 200 rows there are two columns.
    let mut amiga = at_first_menu_of_ntsc(&built, &built.disk.to_bytes());
    let mut album = Album::open("blitzkrieg-amiga", env!("CARGO_TARGET_TMPDIR"));
    menu_shown(&mut amiga, &mut album, "ntsc-menu");
    album.close();
}

fn menu_shown(amiga: &mut Session, album: &mut Album, name: &str) {
    use hexfront_platforms::machine::Button;
    album.perform(amiga, &script("blitzkrieg-amiga/set-up.script"));
    amiga.run_seconds(2.0).unwrap();
    amiga.machine.move_mouse(80, -60);
    amiga.run_seconds(0.2).unwrap();
    amiga.machine.mouse_button(Button::Right, true);
    amiga.run_seconds(1.0).unwrap();
    amiga.machine.move_mouse(0, 9);
    amiga.run_seconds(0.5).unwrap();
    album.compare(amiga, Path::new(name));
    amiga.machine.mouse_button(Button::Right, false);
    amiga.run_seconds(0.5).unwrap();
}

/// The same keys give the same state on the Amiga and on the reference VM.
#[test]
fn the_state_is_that_of_the_reference_vm() {
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let actions = script("blitzkrieg-amiga/set-up.script");
    for action in &actions {
        amiga
            .perform(action)
            .unwrap_or_else(|e| panic!("{action:?}: {e}"));
    }
    let keys: Vec<Action> = actions
        .into_iter()
        .filter(|action| matches!(action, Action::Char(_) | Action::Key(_)))
        .collect();
    // Chance begins with how long the player took; the machine has kept it.
    let taken = entropy(&amiga);
    let mut host = Host::new(cartridge, taken).with_pointer();
    host.perform(&keys).unwrap();
    let state = amiga.state_image().unwrap();
    assert_eq!(differences(&cartridge, &state, &host.state_image()), []);
}

/// What the game got when it asked how long its player took.
fn entropy(amiga: &Session) -> u16 {
    let at = amiga.symbols["entropy_given"];
    let byte = |offset| amiga.machine.peek(Bank::Ram, at + offset);
    u16::from_be_bytes([byte(0), byte(1)])
}

/// A whole game, computer against computer, has the state of the reference VM after every turn and at the end.
#[test]
fn a_whole_demonstration_is_that_of_the_reference_vm_after_every_turn() {
    let bytes = blitzkrieg();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let shown = env!("CARGO_TARGET_TMPDIR");
    let mut recording = Recording::begin(shown, "blitzkrieg", &bytes, &mut amiga);
    amiga.probe(&probes(AMIGA)).unwrap();
    let actions = script("blitzkrieg-amiga/demonstration.script");
    recording.perform(&mut amiga, &actions, |_, _| {});
    let page = amiga.symbols["page_now"];
    for _ in 0..LONGEST_DEMONSTRATION {
        amiga.run_seconds(60.0).unwrap();
        recording.update(&mut amiga);
        if amiga.machine.peek(Bank::Ram, page) == CLOSING_PAGE {
            break;
        }
    }
    let text = recording.end(&mut amiga);
    assert!(
        text.contains("\nentropy ") && text.contains("\nend "),
        "{text}"
    );
    let course = on_host(&Replay::parse(&text).unwrap(), &bytes);
    assert_eq!(course.difference, None);
    // A turn is a morning or an afternoon: 32 of them, unless Antwerp falls. They begin with the second.
    let turns: Vec<_> = course.equal.iter().filter_map(|check| check.turn).collect();
    assert!(turns.len() >= LEAST_TURNS, "{text}");
    assert!((2..).zip(&turns).all(|(n, turn)| n == *turn), "{turns:?}");

    // BLZ-AI.2, on the stock machine, display and all.
    let pairs = Pairs::read(&folder("../pairs.toml")).unwrap();
    let limits = &pairs
        .find("blitzkrieg-at-the-ardennes", "amiga")
        .unwrap()
        .limits;
    let played = player_turns(&phases(&recording.sightings));
    let longest = played.iter().max_by_key(|turn| turn.cycles).unwrap();
    let seconds = longest.cycles as f64 / f64::from(amiga.machine.clock_hz());
    println!("turn {}: {seconds:.1} s, the longest", longest.turn);
    assert!(played.len() >= 2 * LEAST_TURNS, "{played:?}");
    assert!(seconds <= limits["turn_seconds"], "{longest:?}");
}

/// A demonstration is halted by a key, goes on, and is left; the reference VM takes the same course.
#[test]
fn a_demonstration_is_halted_and_left() {
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mut recording = Recording::begin(folder, "blitzkrieg-halted", &bytes, &mut amiga);
    let actions = script("blitzkrieg-amiga/demonstration.script");
    recording.perform(&mut amiga, &actions, |_, _| {});
    amiga.run_seconds(15.0).unwrap();
    assert!(!amiga.waits_for_key(), "nobody is asked");
    // Nothing is waited for behind a key.
    let tap = |amiga: &mut Session, recording: &mut Recording, key: &str| {
        recording.perform(amiga, &[Action::Tap(key.into())], |_, _| {});
    };
    // The window goes to each battle, which stands below it with die and odds.
    let told = |amiga: &Session| {
        let state = amiga.state_image().unwrap();
        let phase = Fields::of(&cartridge, &state).one("phase");
        let at = amiga.symbols["window_x"];
        let byte = |offset| amiga.machine.peek(Bank::Ram, at + offset);
        (phase == RESOLUTION).then(|| [0, 1, 2, 3].map(byte))
    };
    let mut places = Vec::new();
    for _ in 0..4 * LONGEST_CLASS {
        amiga.run_seconds(1.0).unwrap();
        recording.update(&mut amiga);
        places.extend(told(&amiga));
    }
    places.dedup();
    assert!(
        places.len() > 2,
        "the window goes from battle to battle: {places:?}"
    );
    let halt = |amiga: &mut Session, recording: &mut Recording, answer: &str| {
        tap(amiga, recording, "SPACE");
        for _ in 0..LONGEST_CLASS {
            amiga.run_seconds(1.0).unwrap();
            recording.update(amiga);
            if amiga.waits_for_key() {
                break;
            }
        }
        let page = amiga.machine.peek(Bank::Ram, amiga.symbols["page_now"]);
        assert_eq!(page, REQUESTER);
        tap(amiga, recording, answer);
    };
    halt(&mut amiga, &mut recording, "G");
    amiga.run_seconds(3.0).unwrap();
    assert!(!amiga.waits_for_key(), "it goes on");
    halt(&mut amiga, &mut recording, "Q");
    amiga.run_seconds(10.0).unwrap();
    let page = amiga.machine.peek(Bank::Ram, amiga.symbols["page_now"]);
    assert_eq!(page, CLOSING_PAGE);
    let text = recording.end(&mut amiga);
    assert_eq!(text.matches("\npressed 1\n").count(), 2, "{text}");
    let replay = Replay::parse(&text).unwrap();
    let host = on_host(&replay, &bytes);
    assert_eq!(host.difference, None);
    // Interrupted at the same questions, another machine takes that course too.
    assert_eq!(on_machine(&replay, &bytes, &built), host);
}

/// What is pressed while the computer has its turn answers nothing afterwards.
#[test]
fn keys_pressed_while_the_computer_works_are_forgotten() {
    let bytes = blitzkrieg();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mut recording = Recording::begin(folder, "blitzkrieg-forgotten", &bytes, &mut amiga);
    // The German player is the computer, the Allied one is human.
    let actions = "key ret\nkey right\nkey down\nkey left\nchance 1\ntap ret\n";
    let actions = hexfront::script::parse_file(actions).unwrap();
    recording.perform(&mut amiga, &actions, |_, _| {});
    amiga.run_seconds(12.0).unwrap();
    assert!(!amiga.waits_for_key(), "the computer is at work");
    recording.perform(&mut amiga, &[Action::Tap("SPACE".into())], |_, _| {});
    for _ in 0..2 * LONGEST_CLASS {
        amiga.run_seconds(1.0).unwrap();
        recording.update(&mut amiga);
    }
    assert!(amiga.waits_for_key(), "its engagements are shown");
    // RETURN leads to its shots, A past all of them to its rocket, RETURN to the first battle, which stands until it is answered:
    // what was pressed behind that RETURN does not.
    let cartridge = Cartridge::read(&bytes).unwrap();
    for keys in [&["RET"][..], &["A"], &["RET", "SPACE"]] {
        for key in keys {
            recording.perform(&mut amiga, &[Action::Tap((*key).into())], |_, _| {});
        }
        for _ in 0..LONGEST_CLASS {
            amiga.run_seconds(1.0).unwrap();
            recording.update(&mut amiga);
            if amiga.waits_for_key() {
                break;
            }
        }
    }
    let state = amiga.state_image().unwrap();
    let fighting = Fields::of(&cartridge, &state).one("fighting");
    let text = recording.end(&mut amiga);
    assert!(
        fighting != NO_ENGAGEMENT,
        "the first battle is fought: {text}"
    );
    let (_, after) = text.split_once("\npressed 1\nkey RETURN\n").expect(&text);
    assert!(!after.contains("key SPACE"), "{text}");
    assert_eq!(after.matches("\nkey ").count(), 2, "A and RETURN: {text}");
}

/// As the rules say that there is none.
const NO_ENGAGEMENT: u16 = 255;

/// Seconds for which the computer moves a class of units, at most.
const LONGEST_CLASS: usize = 30;
/// As shell calls number pages.
const REQUESTER: u8 = 6;
/// As the rules number phases.
const RESOLUTION: u16 = 4;

/// BLZ-MNU.2: the letter of a pick of the menu does the same with the right Amiga key as alone; no letter is printed.
#[test]
fn right_amiga_and_a_letter_pick_from_the_menu() {
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    for action in script("blitzkrieg-amiga/set-up.script") {
        amiga.perform(&action).unwrap();
    }
    let named = |amiga: &Session, name: &str| {
        let keys = amiga.machine.keys().iter();
        let mut found = keys.filter(|(known, _)| *known == name);
        found.next().map(|(_, key)| *key).expect("the Amiga has it")
    };
    let last = |amiga: &Session| {
        let state = amiga.state_image().unwrap();
        let fields = Fields::of(&cartridge, &state);
        let count = fields.one("raster_count");
        (count, fields.at("raster", usize::from(count) - 1))
    };
    let (count, in_hand) = last(&amiga);
    let [command, letter] = ["right-amiga", "n"].map(|name| named(&amiga, name));
    amiga.machine.key_down(command);
    amiga.run_seconds(0.1).unwrap();
    amiga.machine.key_down(letter);
    amiga.run_seconds(0.1).unwrap();
    amiga.machine.key_up(letter);
    amiga.machine.key_up(command);
    amiga.run_seconds(1.5).unwrap();
    let (after, next) = last(&amiga);
    assert_eq!(after, count);
    assert!(next != in_hand, "N brings another unit to hand");
}

/// Minutes of emulated time.
const LONGEST_DEMONSTRATION: usize = 90;
/// As shell calls number pages.
const CLOSING_PAGE: u8 = 5;
/// States that a demonstration is compared in, at least.
const LEAST_TURNS: usize = 20;

/// Other pages, as shell calls number them.
const TEXT: u8 = 1;
const TITLE: u8 = 2;
const CLOSING: u8 = 5;

/// With the mouse alone: a click anywhere leaves the title and the rating, behind which the game begins anew. While a question is
/// asked the menu does not come.
#[test]
fn the_mouse_leads_from_the_title_to_the_title() {
    use hexfront_platforms::machine::Button;
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let page = |amiga: &Session| amiga.machine.peek(Bank::Ram, amiga.symbols["page_now"]);
    let click = |amiga: &mut Session, seconds: f64| {
        for (down, seconds) in [(true, 0.2), (false, seconds)] {
            amiga.machine.mouse_button(Button::Left, down);
            amiga.run_seconds(seconds).unwrap();
        }
    };
    assert_eq!(page(&amiga), TITLE);
    click(&mut amiga, 2.0);
    assert_eq!(page(&amiga), TEXT);
    amiga.perform(&Action::Key("RET".to_owned())).unwrap();
    amiga.run_seconds(4.0).unwrap();
    amiga.perform(&Action::Char('Q')).unwrap();
    amiga.run_seconds(1.0).unwrap();
    assert_eq!(page(&amiga), REQUESTER);
    let before = amiga.machine.frame().rgb();
    for down in [true, false] {
        amiga.machine.mouse_button(Button::Right, down);
        amiga.run_seconds(0.5).unwrap();
        assert!(amiga.machine.frame().rgb() == before, "no menu: {down}");
    }
    amiga.perform(&Action::Char('Y')).unwrap();
    amiga.run_seconds(3.0).unwrap();
    assert_eq!(page(&amiga), CLOSING);
    click(&mut amiga, 15.0);
    assert_eq!(page(&amiga), TITLE);
}

/// BLZ-REV.8: the cursor keys scroll the map by one to ten pixels, as F1 to F10 set it. BLZ-OVR.4: at the screen's edge the
/// pointer scrolls it by whole hexes.
#[test]
fn the_map_scrolls_by_keys_and_at_the_edge() {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    for action in script("blitzkrieg-amiga/set-up.script") {
        amiga.perform(&action).unwrap();
    }
    let place = |amiga: &Session| {
        ["window_x", "window_y"].map(|name| {
            let at = amiga.symbols[name];
            let byte = |offset| amiga.machine.peek(Bank::Ram, at + offset);
            i32::from(i16::from_be_bytes([byte(0), byte(1)]))
        })
    };
    let moved = |amiga: &mut Session, actions: &[Action]| {
        let before = place(amiga);
        for action in actions {
            amiga.perform(action).unwrap();
            amiga.run_seconds(0.5).unwrap();
        }
        let after = place(amiga);
        [after[0] - before[0], after[1] - before[1]]
    };
    let key = |name: &str| Action::Key(name.to_owned());
    assert_eq!(moved(&mut amiga, &[key("f3"), key("left")]), [-3, 0]);
    assert_eq!(moved(&mut amiga, &[key("f10"), key("up")]), [0, -10]);
    assert_eq!(moved(&mut amiga, &[key("f1"), key("down")]), [0, 1]);
    assert_eq!(moved(&mut amiga, &[key("right")]), [1, 0]);
    // One that stays down goes on, at its step a frame, no faster than the pointer at an edge takes it; and stops as it is let go.
    for (step, least, most) in [("f2", 50, 80), ("f10", 90, 130)] {
        assert_eq!(moved(&mut amiga, &[key(step)]), [0, 0]);
        let before = place(&amiga);
        let keys = amiga.machine.keys();
        let (_, left) = keys.iter().find(|(known, _)| *known == "left").unwrap();
        amiga.machine.key_down(*left);
        amiga.run_seconds(1.0).unwrap();
        amiga.machine.key_up(*left);
        amiga.run_seconds(0.1).unwrap();
        let after = place(&amiga);
        let gone = before[0] - after[0];
        assert!((least..most).contains(&gone), "{step}: {gone}");
        assert_eq!(moved(&mut amiga, &[]), [0, 0]);
    }
    // Away from the edge it stops with a whole hex.
    let there_and_back = [Action::Mouse(-400, 0), Action::Mouse(100, 0)];
    let [right, down] = moved(&mut amiga, &there_and_back);
    assert!(right < 0 && right % 32 == 0 && down == 0, "{right} {down}");
    // Each edge, and the corners, there and back.
    for [x, y] in [[-1, 0], [1, 0], [0, -1], [0, 1], [-1, -1], [1, 1]] {
        let away = [
            Action::Mouse(400 * x, 400 * y),
            Action::Mouse(-100 * x, -100 * y),
        ];
        let [right, down] = moved(&mut amiga, &away);
        for (moved, way) in [(right, x), (down, y)] {
            assert_eq!(moved.signum(), way, "{x}, {y}: {right} {down}");
            assert_eq!(moved % 32, 0, "{x}, {y}: {right} {down}");
        }
    }
}

/// Games saved under names on the machine are the files that the reference VM writes, and go on after power was off.
#[test]
fn a_game_saved_under_a_name_and_loaded_is_that_of_the_reference_vm() {
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut disk = built.disk.to_bytes();
    let mut host = None;
    for name in [
        "blitzkrieg-amiga/save.script",
        "blitzkrieg-amiga/go-on.script",
    ] {
        let mut amiga = at_first_menu(&built, &disk);
        let actions = script(name);
        for action in &actions {
            amiga.perform(action).unwrap();
        }
        let taken = entropy(&amiga);
        let host = host.get_or_insert_with(|| Host::new(cartridge, taken).with_pointer());
        host.power_cycle();
        host.perform(&actions).unwrap();
        disk = amiga.machine.disk().unwrap();
        let state = amiga.state_image().unwrap();
        assert_eq!(differences(&cartridge, &state, &host.state_image()), []);
    }
    let host = host.expect("two scripts were played");
    let saves = named_saves(&disk);
    assert_eq!(saves.len(), 2);
    for (save, name) in saves.iter().zip(["TEST", "AGAIN"]) {
        assert_eq!(save.name, name);
        let saved = host.saved_as(name).expect("the reference VM saved");
        assert!(
            saved == [save.header, save.image].concat(),
            "{name} differs"
        );
    }
}
