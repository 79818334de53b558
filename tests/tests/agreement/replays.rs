//! Games are recorded on the emulated C64 and played again on the reference VM and on the C64. `blitzkrieg_turn.rs` does so on the Amiga.

use hexfront::observe::{Seen, hash};
use hexfront::pipeline::Game;
use hexfront::replay::fields::differences;
use hexfront::replay::file::{Event, Head, Replay, Sum};
use hexfront::replay::host::HostRun;
use hexfront::replay::machine::MachineRun;
use hexfront::replay::run::{Difference, run};
use hexfront::script::{Action, parse_keys};
use hexfront::session::Session;
use hexfront::targets::{AMIGA, C64, Fitting};
use hexfront_isa::cartridge::Cartridge;
use hexfront_lang::Cut;
use hexfront_tests::amiga::blitzkrieg;
use hexfront_tests::c64::{ardennes, ardennes_on, at_first_menu, script};
use hexfront_tests::recording::{Recording, on_host, on_machine};
use proptest::prelude::*;

/// Plays a script on the C64 with the disk, records it and returns what was written, and the disk afterwards.
fn recorded(
    name: &str,
    built: &Game,
    bytes: &[u8],
    disk: &[u8],
    script: &[Action],
) -> (String, Vec<u8>) {
    let mut session = at_first_menu(built, disk);
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mut recording = Recording::begin(folder, name, bytes, &mut session);
    recording.perform(&mut session, script, |_, _| {});
    let text = recording.end(&mut session);
    (text, session.machine.disk().unwrap())
}

/// The recording is equal on both; returns how many states were compared.
fn equal_on_both(text: &str, bytes: &[u8]) -> usize {
    let replay = Replay::parse(text).unwrap();
    let host = on_host(&replay, bytes);
    let game = C64.build(bytes).unwrap();
    let c64 = on_machine(&replay, bytes, &game);
    assert_eq!(host.difference, None, "on the host");
    assert_eq!(c64, host);
    host.equal.len()
}

/// Where memory is short the game comes in more parts, and is the same: each state is.
fn equal_cut_finely(text: &str) {
    let game = hexfront::games::find("breakthrough-in-the-ardennes").unwrap();
    let fine = hexfront_lang::compile_on(&game.files, None, Cut::Fine);
    let replay = Replay::parse(text).unwrap();
    let [fine, coarse] =
        [fine.cartridge.unwrap(), ardennes()].map(|bytes| on_host(&replay, &bytes));
    assert_eq!(fine.difference, None);
    assert!(!fine.equal.is_empty());
    assert_eq!(fine.equal, coarse.equal);
}

#[test]
fn a_recorded_day_is_equal_on_host_and_c64_and_goes_on_after_a_load() {
    let bytes = ardennes_on(C64);
    let built = C64.build(&bytes).unwrap();
    let first = script("breakthrough-c64/whole-turn.script");
    let (text, disk) = recorded("day", &built, &bytes, &built.disk.to_bytes(), &first);
    assert!(text.contains("save done\n"), "{text}");
    assert!(equal_on_both(&text, &bytes) >= 1);
    equal_cut_finely(&text);

    // The second sitting begins with a saved game: the recording holds it.
    let second = script("breakthrough-c64/second-sitting.script");
    let (text, _) = recorded("loaded", &built, &bytes, &disk, &second);
    assert!(text.contains("load done\nstate "), "{text}");
    assert!(text.contains("\nturn 7 "), "{text}");
    assert_eq!(equal_on_both(&text, &bytes), 3);
    equal_cut_finely(&text);
    let older = text.replace("load done\n", "load older\n");
    assert_eq!(equal_on_both(&older, &bytes), 3);
}

/// Nobody presses a key after the game number: every state comes from the computer players on the C64.
#[test]
fn twelve_days_of_computer_against_computer_are_equal_on_both() {
    let bytes = ardennes_on(C64);
    let built = C64.build(&bytes).unwrap();
    let keys = script("breakthrough-c64/demonstration.script");
    let (text, _) = recorded(
        "demonstration",
        &built,
        &bytes,
        &built.disk.to_bytes(),
        &keys,
    );
    let host = on_host(&Replay::parse(&text).unwrap(), &bytes);
    assert_eq!(host.difference, None);
    assert!(host.equal.len() >= 12, "{text}");
    equal_cut_finely(&text);
}

#[test]
fn chance_is_recorded_and_comes_again() {
    let bytes = ardennes_on(C64);
    let built = C64.build(&bytes).unwrap();
    let keys = parse_keys("SQN3HT30<RET> ").unwrap();
    let (text, _) = recorded("chance", &built, &bytes, &built.disk.to_bytes(), &keys);
    assert!(text.contains("key 0\nkey RETURN\nentropy "), "{text}");
    assert_eq!(equal_on_both(&text, &bytes), 1);
}

/// A game that asks for chance with any key, not behind a number that was typed.
#[test]
fn a_strangers_game_is_recorded_and_played_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/stranger");
    let game = hexfront::games::find(folder).unwrap();
    let bytes = hexfront::compile::compile_on(&game, C64).unwrap();
    let built = C64.build(&bytes).unwrap();
    let keys = parse_keys("NN4EN1E").unwrap();
    let (text, _) = recorded("stranger", &built, &bytes, &built.disk.to_bytes(), &keys);
    assert!(text.contains("key N\nentropy "), "{text}");
    assert!(text.contains("\nturn 2 "), "{text}");
    assert_eq!(equal_on_both(&text, &bytes), 2);
}

/// Art is no rule: a replay of a game that was drawn anew is one of the same rules. An older file has a sum over all of it.
#[test]
fn a_replay_tells_other_rules_but_not_other_art() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/stranger");
    let game = hexfront::games::find(folder).unwrap();
    let changed = |file: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut other = game.clone();
        let found = other.files.iter_mut().find(|(name, _)| name == file);
        change(&mut found.unwrap().1);
        hexfront::compile::compile(&other).unwrap()
    };
    let bytes = hexfront::compile::compile(&game).unwrap();
    let drawn = changed("art/c64/map.txt", &|text| text.extend(b"\n"));
    let moved = changed("corsairs.rules", &|text| {
        text.splice(0..0, *b"-- A remark.\n");
    });
    let ruled = changed("ships.csv", &|text| {
        let csv = String::from_utf8(text.clone()).unwrap();
        let (head, row) = csv.trim_end().rsplit_once(',').unwrap();
        *text = format!("{head},{}\n", if row == "3" { 4 } else { 3 }).into_bytes();
    });
    let of = |bytes: &[u8], sum: Sum| sum.is_of(&Cartridge::read(bytes).unwrap());
    let head = Head::of(&Cartridge::read(&bytes).unwrap());
    assert_ne!(drawn, bytes);
    assert!(of(&bytes, head.rules) && of(&drawn, head.rules) && of(&moved, head.rules));
    assert!(!of(&ruled, head.rules));
    let old = format!(
        "hexfront replay 1\ngame GULF version 3\ncartridge {:08X}\n",
        hash(&bytes)
    );
    let old = Replay::parse(&old).unwrap().head.rules;
    assert!(of(&bytes, old) && !of(&drawn, old));
}

#[test]
fn a_load_that_fails_is_repeated() {
    let bytes = ardennes_on(C64);
    let built = C64.build(&bytes).unwrap();
    let keys = parse_keys("S1 Q").unwrap();
    let (text, _) = recorded("no-save", &built, &bytes, &built.disk.to_bytes(), &keys);
    assert!(text.contains("load no-save\n"), "{text}");
    assert_eq!(equal_on_both(&text, &bytes), 1);
    // The same sitting with a damaged disk, and with none.
    for status in ["damaged", "other-game", "no-drive"] {
        let other = text.replace("load no-save", &format!("load {status}"));
        assert_eq!(equal_on_both(&other, &bytes), 1, "{status}");
    }
}

#[test]
fn the_instrument_changes_nothing_on_the_machine() {
    let bytes = ardennes_on(C64);
    let built = C64.build(&bytes).unwrap();
    let mut plain = at_first_menu(&built, &built.disk.to_bytes());
    let mut observed = at_first_menu(&built, &built.disk.to_bytes());
    assert!(observed.observe());
    for action in parse_keys("N3HT31944<RET> ").unwrap() {
        plain.perform(&action).unwrap();
        observed.perform(&action).unwrap();
    }
    let sightings = observed.take_sightings();
    let keys = sightings
        .iter()
        .filter(|s| matches!(s.what, Seen::Answered(hexfront_isa::ShellCall::Event, _)));
    assert_eq!(keys.count(), 11);
    // Waiting for the game to be done may take a frame more on either.
    for _ in 0..2 {
        if plain.machine.cycles() < observed.machine.cycles() {
            plain.frame().unwrap();
        }
        if observed.machine.cycles() < plain.machine.cycles() {
            observed.frame().unwrap();
        }
    }
    assert_eq!(plain.machine.cycles(), observed.machine.cycles());
    assert_eq!(
        plain.machine.frame().pixels,
        observed.machine.frame().pixels
    );
    assert_eq!(plain.machine.registers(), observed.machine.registers());
}

/// A short game with a turn's end, made on the host: the keys of a replay suffice to find its states.
fn short_game(bytes: &[u8]) -> Replay {
    let head = Head::of(&Cartridge::read(bytes).unwrap()).to_string();
    let mut text = head;
    for key in "N3HT3 1944 RETURN SPACE SPACE".split(' ') {
        match key {
            "RETURN" | "SPACE" => text.push_str(&format!("key {key}\n")),
            _ => key
                .chars()
                .for_each(|c| text.push_str(&format!("key {c}\n"))),
        }
    }
    text.push_str("end 00000000\n");
    let replay = Replay::parse(&text).unwrap();
    let Some(Difference::State(check)) = on_host(&replay, bytes).difference else {
        panic!("the check sum is made up");
    };
    let sum = format!("{:08X}", hexfront::observe::hash(&check.image));
    Replay::parse(&text.replace("00000000", &sum)).unwrap()
}

#[test]
fn tampering_is_found() {
    let bytes = ardennes();
    let whole = short_game(&bytes);
    assert_eq!(on_host(&whole, &bytes).difference, None);
    let text = whole.to_string();
    for (from, to) in [
        ("key 9\n", "key 8\n"), // another game number
        ("key H\n", "key N\n"), // another option
        ("key SPACE\nend", "key SPACE\nturn 7 00000000\nend"),
        ("key 4\nkey RETURN\n", "key 4\nkey RETURN\nentropy 7\n"),
        ("key SPACE\nend", "key SPACE\nsave done\nend"),
    ] {
        let tampered = text.replace(from, to);
        assert_ne!(tampered, text, "{from:?} is not there");
        let course = on_host(&Replay::parse(&tampered).unwrap(), &bytes);
        assert!(course.difference.is_some(), "{from:?} -> {to:?}");
    }
}

#[test]
fn values_that_differ_are_named() {
    let bytes = ardennes();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let host = HostRun::start(cartridge).unwrap();
    let wanted = hexfront::replay::run::Execution::image(&host);
    let mut at = 0;
    for field in cartridge.fields() {
        let mut found = wanted.clone();
        found[at] ^= 1;
        let list = differences(&cartridge, &wanted, &found);
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].field, field.name);
        assert_eq!(list[0].found ^ list[0].wanted, 1);
        at += field.image_bytes();
    }
}

#[test]
fn what_another_machine_cannot_do_is_told() {
    let bytes = ardennes_on(C64);
    let built = C64.build(&bytes).unwrap();
    let mut c64 = at_first_menu(&built, &built.disk.to_bytes());
    let message = |session: &mut Session, line: &str| {
        let actions = hexfront::script::parse_file(line).unwrap();
        let mut results = actions.iter().map(|action| session.perform(action));
        results.find_map(Result::err).unwrap().to_string()
    };
    for (line, wanted) in [
        ("point 3.4", "this machine has no mouse"),
        ("mouse 3 4", "this machine has no mouse"),
        ("click right", "this machine has no mouse"),
        ("chance 7\ntype N", "chance cannot be chosen here"),
        (
            "key amiga",
            "the machine has no key called \"AMIGA\"; it has ",
        ),
        ("until $nothing=1", "no symbol is called \"nothing\""),
    ] {
        let told = message(&mut c64, line);
        assert!(told.starts_with(wanted), "{line:?}: {told}");
    }

    let cartridge = Cartridge::read(&bytes).unwrap();
    let text = format!("{}key N\nunit 7\n", Head::of(&cartridge));
    let game = C64.build(&bytes).unwrap();
    let mut c64 = MachineRun::start(cartridge, &game, Fitting::default()).unwrap();
    let failed = run(&Replay::parse(&text).unwrap(), &mut c64).unwrap_err();
    assert_eq!(
        failed.to_string(),
        "line 5: unit 7 was chosen with a pointer, and this machine has none; use --on host"
    );

    let other = C64.build(&blitzkrieg()).err().unwrap();
    let told = other.to_string();
    assert!(
        told.starts_with("it does not fit into the 64 KB of a C64"),
        "{told}"
    );
}

/// On the Amiga: a hex where no map is shown, and what nothing on the screen answers.
#[test]
fn what_is_not_on_the_screen_is_told() {
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let game = AMIGA.build(&bytes).unwrap();
    let mut amiga = MachineRun::start(cartridge, &game, Fitting::default()).unwrap();
    let text = format!(
        "{}key RETURN\nkey O\nentropy 5\nunit 200\n",
        Head::of(&cartridge)
    );
    let failed = run(&Replay::parse(&text).unwrap(), &mut amiga).unwrap_err();
    assert_eq!(
        failed.to_string(),
        "line 7: unit 200 cannot be chosen: nothing on the screen answers it"
    );
    let point = Action::Point { column: 60, row: 3 };
    let told = amiga.session_mut().perform(&point).unwrap_err().to_string();
    assert!(
        told.starts_with("the pointer does not reach pixel"),
        "{told}"
    );
}

#[test]
fn a_damaged_file_is_told_where_and_how_to_mend_it() {
    let head = "hexfront replay 1\ngame BIA version 1\ncartridge 00000000\n";
    for (text, wanted) in [
        ("", "line 1: a replay begins with `hexfront replay 1`"),
        (
            "hexfront replay 2\n",
            "line 1: replay format \"2\" is not known",
        ),
        (
            "hexfront replay 1\ngame BIA\n",
            "line 2: here must stand `game ID version NUMBER`",
        ),
        (
            "hexfront replay 1\ngame BIA version 1\n\nkey N\n",
            "line 4: here must stand `rules CRC",
        ),
    ] {
        let message = Replay::parse(text).unwrap_err().to_string();
        assert!(message.starts_with(wanted), "{message}");
    }
    for (body, wanted) in [
        ("key NN\n", "line 4: key needs a character"),
        ("turn 2 0\n", "line 4: turn needs its number and a CRC"),
        ("turn 2 00000000\n", "line 4: the first event must be a key"),
        (
            "key N\njump\n",
            "line 5: no event is called \"jump\"; use key",
        ),
        ("key N\nentropy 65536\n", "line 5: entropy needs a number"),
        ("key N\nload gone\n", "line 5: load needs a status"),
        (
            "key N\nload done\nkey N\n",
            "line 6: `state` lines must follow",
        ),
        ("key N\nload done\n", "line 6: `state` lines must follow"),
        ("key N\nload done\nstate 123\n", "line 6: state needs pairs"),
        ("key N\nstate 12\n", "line 5: a state line follows"),
        (
            "key N\nend 00000000\nkey N\n",
            "line 6: nothing follows `end`",
        ),
    ] {
        let message = Replay::parse(&format!("{head}{body}"))
            .unwrap_err()
            .to_string();
        assert!(message.starts_with(wanted), "{message}");
    }
}

fn events() -> impl Strategy<Value = Event> {
    use hexfront::replay::file::Status;
    prop_oneof![
        any::<u16>().prop_map(Event::Key),
        any::<u16>().prop_map(Event::Entropy),
        any::<u16>().prop_map(|n| Event::Save(Status(n))),
        (1_u16..8).prop_map(|n| Event::Load {
            status: Status(n),
            image: Vec::new()
        }),
        prop::collection::vec(any::<u8>(), 1..200).prop_map(|image| Event::Load {
            status: Status(0),
            image
        }),
        (any::<u8>(), any::<u32>()).prop_map(|(turn, hash)| Event::Turn { turn, hash }),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read(events in prop::collection::vec(events(), 0..40), end in any::<Option<u32>>()) {
        let mut text = "hexfront replay 1\ngame X version 65535\ncartridge 0123ABCD\nkey A\n".to_owned();
        for event in events.iter().chain(end.map(|hash| Event::End { hash }).iter()) {
            text.push_str(&format!("{event}\n"));
        }
        let replay = Replay::parse(&text).unwrap();
        prop_assert_eq!(replay.to_string(), text);
        prop_assert_eq!(replay.lines.len(), 1 + events.len() + usize::from(end.is_some()));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC*", lines in prop::collection::vec("(key|turn|load|state|end|entropy|save|game|cartridge|hexfront replay) ?[ -~é]{0,12}", 0..12)) {
        let _ = Replay::parse(&text);
        let _ = Replay::parse(&lines.join("\n"));
        let head = "hexfront replay 1\ngame X version 1\ncartridge 00000000\nkey A\n";
        let _ = Replay::parse(&format!("{head}{}", lines.join("\n")));
    }
}
