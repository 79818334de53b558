//! Games saved under names on the Amiga: ten of them, replaced and deleted after a question, as on the reference VM.

use hexfront::host::Host;
use hexfront::pipeline::Game;
use hexfront::script::{Action, parse_file as parse_script, parse_keys};
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_disk::adf::saves::slot as adf_slot;
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::Bank;
use hexfront_tests::album::Album;
use hexfront_tests::amiga::{at_first_menu, named_saves, small_pointer_game};
use std::path::Path;

/// Low byte of the running number in a header.
const GENERATION_AT: usize = 22;

/// T counts turns, S saves, L loads.
fn game() -> Vec<u8> {
    small_pointer_game(
        "  key T \"TURN\"\n    turn += 1\n  key S \"SAVE\"\n    let done = save_under_name()\n    \
         if done > 0\n      refuse \"STATUS {done}\"\n  key L \"LOAD\"\n    let done = load_by_name()\n    \
         if done > 0\n      refuse \"STATUS {done}\"\n",
    )
}

/// The same keys on an Amiga and on the reference VM.
struct Both<'a> {
    amiga: Session,
    host: Host<'a>,
}

impl<'a> Both<'a> {
    fn begin(built: &Game, cartridge: Cartridge<'a>) -> Self {
        Self {
            amiga: at_first_menu(built, &built.disk.to_bytes()),
            host: Host::new(cartridge, 0).with_pointer(),
        }
    }

    fn keys(&mut self, keys: &str) {
        let actions = parse_keys(keys).unwrap();
        for action in &actions {
            self.amiga.perform(action).unwrap();
        }
        self.host.perform(&actions).unwrap();
        assert_eq!(
            self.amiga.state_image().unwrap(),
            self.host.state_image(),
            "after {keys}"
        );
    }

    /// Names in the order of the disk, each with the turn in its header; every game as the reference VM saved it.
    fn saves(&self) -> Vec<(String, u8)> {
        let disk = self.amiga.machine.disk().unwrap();
        let saves = named_saves(&disk);
        for save in &saves {
            let saved = self.host.saved_as(&save.name);
            assert!(
                saved == Some(&[save.header, save.image].concat()[..]),
                "{} differs",
                save.name
            );
        }
        let turn_at = 5;
        let each = saves.iter().map(|s| (s.name.clone(), s.header[turn_at]));
        each.collect()
    }

    fn names(&self) -> Vec<String> {
        self.saves().into_iter().map(|(name, _)| name).collect()
    }
}

/// J asks whether there is a game, K which turn it is of.
#[test]
fn a_saved_game_is_looked_at_without_loading_it() {
    let bytes = small_pointer_game(
        "  key T \"TURN\"\n    turn += 1\n  key S \"SAVE\"\n    let done = save_game(0)\n    \
         if done > 0\n      refuse \"STATUS {done}\"\n  key J \"THERE\"\n    turn = saved_game(0, 0)\n  \
         key K \"LOOK\"\n    turn = 10 * saved_game(0, 0) + saved_game(0, 1)\n",
    );
    let built = AMIGA.build(&bytes).unwrap();
    let mut both = Both::begin(&built, Cartridge::read(&bytes).unwrap());
    // `keys` compares the turns of both.
    both.keys("J");
    both.keys("TTSTTK");
    let turn = both.amiga.symbols["view_turn"];
    assert_eq!(both.amiga.machine.peek(Bank::Ram, turn), 3);
}

/// Where there is no game, or none by that number, it is said.
#[test]
fn a_game_that_is_not_there_is_told() {
    let bytes = game();
    let built = AMIGA.build(&bytes).unwrap();
    let mut both = Both::begin(&built, Cartridge::read(&bytes).unwrap());
    for (keys, told) in [
        ("L<RET><ESC>", true),
        ("LD<ESC>", true),
        ("L1<ESC>", true),
        ("SONE<RET>", false),
        ("LD<ESC>", false),
        ("L2<ESC>", true),
        ("L1", false),
    ] {
        both.host.take_text();
        both.keys(keys);
        let text = both.host.take_text();
        let found = text.contains("NO SUCH GAME ON THIS DISK");
        assert_eq!(found, told, "{keys}: {text}");
    }
}

#[test]
fn a_name_is_more_than_spaces() {
    let bytes = game();
    let built = AMIGA.build(&bytes).unwrap();
    let mut both = Both::begin(&built, Cartridge::read(&bytes).unwrap());
    both.keys("S<RET>   <RET><ESC>");
    assert_eq!(both.names(), [""; 0]);
    both.keys("S  AM 17  <RET>");
    assert_eq!(both.names(), ["AM 17"]);
}

#[test]
fn a_game_is_replaced_or_deleted_after_a_question() {
    let bytes = game();
    let built = AMIGA.build(&bytes).unwrap();
    let mut both = Both::begin(&built, Cartridge::read(&bytes).unwrap());
    let saves = |both: &Both<'_>, wanted: &[(&str, u8)]| {
        let found = both.saves();
        let found: Vec<(&str, u8)> = found.iter().map(|(n, t)| (n.as_str(), *t)).collect();
        assert_eq!(found, wanted);
    };
    both.keys("TSAM17<RET>TSPM17<RET>");
    saves(&both, &[("AM17", 1), ("PM17", 2)]);
    // No, and back.
    both.keys("TSAM17<RET>N<ESC>");
    saves(&both, &[("AM17", 1), ("PM17", 2)]);
    both.keys("SAM17 <RET>R");
    saves(&both, &[("PM17", 2), ("AM17", 3)]);
    // Deleted from the page on which names are given, not and then so; the page stays.
    both.keys("SPM17<RET>DNPM17<RET>DYPM17<RET>");
    saves(&both, &[("PM17", 3), ("AM17", 3)]);
    // From the list of those that can be loaded.
    both.keys("LD2N<ESC>");
    saves(&both, &[("PM17", 3), ("AM17", 3)]);
    both.keys("TLD2Y<ESC>");
    saves(&both, &[("PM17", 3)]);
    // The delete key is for one game.
    both.keys("L1");
    saves(&both, &[("PM17", 3)]);
}

/// Which lies on top is told by a number in the headers; headers of games that were saved before there was one have 0.
#[test]
fn the_game_that_was_saved_last_stands_first() {
    let bytes = game();
    let built = AMIGA.build(&bytes).unwrap();
    let mut both = Both::begin(&built, Cartridge::read(&bytes).unwrap());
    let turn = both.amiga.symbols["view_turn"];
    let turn_of = |both: &Both<'_>| both.amiga.machine.peek(Bank::Ram, turn);
    both.keys("TSONE<RET>TSTWO<RET>TSTHREE<RET>TTT");
    both.keys("L1");
    assert_eq!(turn_of(&both), 3);
    both.keys("L3");
    assert_eq!(turn_of(&both), 1);
    // Saved anew it moves up; its number goes on from the highest on the disk, across a deletion.
    both.keys("TTTSONE<RET>RLD1YL1");
    assert_eq!(turn_of(&both), 3);
    both.keys("TTSFOUR<RET>T");
    both.keys("L1");
    assert_eq!(turn_of(&both), 5);
    assert_eq!(both.saves().len(), 3);
}

/// RETURN on the page of games to load takes the newest, and the green button says so; where one is to be deleted, or there is none, it
/// takes nothing.
#[test]
fn return_loads_the_newest_game() {
    let bytes = game();
    let built = AMIGA.build(&bytes).unwrap();
    let mut both = Both::begin(&built, Cartridge::read(&bytes).unwrap());
    let turn = both.amiga.symbols["view_turn"];
    let turn = |both: &Both<'_>| both.amiga.machine.peek(Bank::Ram, turn);
    both.keys("TL<RET><ESC>");
    assert_eq!(turn(&both), 1);
    both.keys("SONE<RET>TSTWO<RET>T");
    // Nothing is deleted by it.
    both.keys("LD<RET><ESC>");
    assert_eq!((turn(&both), both.names().len()), (3, 2));
    both.keys("L<RET>");
    assert_eq!(turn(&both), 2);
    both.keys("TL");
    for action in parse_script("mouse 400 400\nmouse -60 -18\nclick left\n").unwrap() {
        both.amiga.perform(&action).unwrap();
    }
    assert_eq!(turn(&both), 2);
}

/// A disk of former days: its games load, in the order of their places, behind whatever is saved now.
#[test]
fn games_without_a_running_number_stand_behind_the_others() {
    let bytes = game();
    let built = AMIGA.build(&bytes).unwrap();
    let mut both = Both::begin(&built, Cartridge::read(&bytes).unwrap());
    both.keys("TSONE<RET>TSTWO<RET>TSTHREE<RET>");
    let mut disk = both.amiga.machine.disk().unwrap();
    for slot in 2..5 {
        let generation = adf_slot(slot).start + GENERATION_AT;
        assert_ne!(disk[generation], 0, "slot {slot}");
        disk[generation] = 0;
    }
    let mut amiga = at_first_menu(&built, &disk);
    let turn_after = |amiga: &mut Session, keys: &str| {
        for action in parse_keys(keys).unwrap() {
            amiga.perform(&action).unwrap();
        }
        let turn = amiga.symbols["view_turn"];
        amiga.machine.peek(Bank::Ram, turn)
    };
    for (key, turn) in [("1", 1), ("2", 2), ("3", 3)] {
        assert_eq!(turn_after(&mut amiga, &format!("L{key}")), turn);
    }
    turn_after(&mut amiga, "TSFOUR<RET>T");
    assert_eq!(turn_after(&mut amiga, "L1"), 4);
    assert_eq!(turn_after(&mut amiga, "L2"), 1);
}

#[test]
fn ten_games_have_room_and_any_of_them_can_be_saved_anew() {
    let bytes = game();
    let built = AMIGA.build(&bytes).unwrap();
    let mut both = Both::begin(&built, Cartridge::read(&bytes).unwrap());
    for n in 0..10 {
        both.keys(&format!("TSGAME {n}<RET>"));
    }
    let full = both.saves();
    assert_eq!(full.len(), 10);
    both.keys("SONE MORE<RET>");
    assert_eq!(both.saves(), full, "the eleventh is refused");
    // Power goes while one of the ten is saved anew: it is there, old or new.
    both.keys("T");
    for action in parse_keys("SGAME 4<RET>").unwrap() {
        both.amiga.perform(&action).unwrap();
    }
    both.amiga
        .perform(&Action::Tap("R".into()))
        .expect("a key that is not waited for");
    for _ in 0..40 {
        both.amiga.run_seconds(0.1).unwrap();
        let disk = both.amiga.machine.disk().unwrap();
        let names = named_saves(&disk).into_iter().map(|save| save.name);
        assert!(names.into_iter().any(|name| name == "GAME 4"));
    }
    both.amiga.run_seconds(4.0).unwrap();
    both.host
        .perform(&parse_keys("SGAME 4<RET>R").unwrap())
        .unwrap();
    assert_eq!(both.saves().len(), 10);
    // The tenth has a key too.
    both.keys("TTTL0");
    let mut album = Album::open("blitzkrieg-amiga", env!("CARGO_TARGET_TMPDIR"));
    both.keys("L");
    both.amiga.run_seconds(1.0).unwrap();
    album.compare(&mut both.amiga, Path::new("saved-games"));
    both.keys("<ESC>SGAME 1<RET>");
    both.amiga.run_seconds(1.0).unwrap();
    album.compare(&mut both.amiga, Path::new("replace"));
    both.keys("DYONE MORE<RET>");
    album.close();
    assert!(both.names().contains(&"ONE MORE".to_owned()));
}

/// The names are those of the disk in the drive, though it was changed since they were read.
#[test]
fn another_disk_has_names_of_its_own() {
    let bytes = game();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let keys = |amiga: &mut Session, keys: &str| {
        for action in parse_keys(keys).unwrap() {
            amiga.perform(&action).unwrap();
        }
    };
    let turns = |amiga: &Session| {
        let disk = amiga.machine.disk().unwrap();
        let saves = named_saves(&disk);
        let each = saves.iter().map(|s| (s.name.clone(), s.header[5]));
        each.collect::<Vec<_>>()
    };
    keys(&mut amiga, "TSAM17<RET>");
    assert_eq!(turns(&amiga), [("AM17".to_owned(), 1)]);
    amiga.machine.eject_disk();
    amiga.run_seconds(0.5).unwrap();
    let other = built.disk.to_bytes();
    amiga.machine.insert_disk(&other).unwrap();
    amiga.run_seconds(0.5).unwrap();
    // There is none to be replaced, so that nothing is asked.
    keys(&mut amiga, "TSAM17<RET>T");
    assert_eq!(turns(&amiga), [("AM17".to_owned(), 2)]);
    let turn = amiga.symbols["view_turn"];
    assert_eq!(amiga.machine.peek(Bank::Ram, turn), 3);
}

/// What the disk holds is read once; then a game comes in a few seconds, and the page says so meanwhile.
#[test]
fn a_game_is_loaded_in_a_few_seconds() {
    let bytes = game();
    let built = AMIGA.build(&bytes).unwrap();
    let mut both = Both::begin(&built, Cartridge::read(&bytes).unwrap());
    both.keys("TSAM17<RET>T");
    both.amiga.perform(&Action::Char('L')).unwrap();
    both.amiga.run_seconds(1.0).unwrap();
    let before = both.amiga.machine.frame().rgb();
    let begin = both.amiga.machine.cycles();
    both.amiga.perform(&Action::Tap("1".into())).unwrap();
    both.amiga.run_seconds(0.4).unwrap();
    assert!(
        both.amiga.machine.frame().rgb() != before,
        "it says that it loads"
    );
    both.amiga.perform(&Action::Char('T')).unwrap();
    let took = (both.amiga.machine.cycles() - begin) as f64;
    let took = took / f64::from(both.amiga.machine.clock_hz());
    assert!(took < 4.0, "it takes {took} seconds");
}

/// A state that a slot on the disk has no room for is refused before there is a disk.
#[test]
fn a_state_larger_than_a_slot_is_refused() {
    let with_layers = |count: usize| {
        let layers: String = (0..count)
            .map(|n| format!("state layer l{n}: 0..255\n"))
            .collect();
        let outcome = hexfront_lang::compile(&large(&layers));
        assert!(outcome.cartridge.is_some(), "{:?}", outcome.diagnostics);
        let built = AMIGA.build(&outcome.cartridge.unwrap_or_default());
        built.map(|_| ()).map_err(|e| e.to_string())
    };
    assert_eq!(with_layers(7), Ok(()));
    let said = with_layers(8).unwrap_err();
    assert!(said.contains("28116"), "{said}");
    assert!(said.contains("state image"), "{said}");
}

/// The small game on a map of 60 by 60 hexes.
fn large(layers: &str) -> [(String, Vec<u8>); 3] {
    let rules = format!(
        "game \"LARGE\"\n  id LRG\n  pointer\n\nmap from \"map.txt\"\n\nenum ground: clear\nlayer land: ground from map\n{layers}\
         enum side: red, blue\nrecord unit from \"units.csv\"\n  const name: text\n  const side: side\n  \
         strength: 0..30\n  at: hex stacked\n\nstate\n  turn: 0..99\n\nview\n  turn: turn\n  terrain: land\n  \
         side: unit.side\n  symbol: unit.side\n  strength: unit.strength\n  original: unit.strength\n  \
         combat: unit.strength\n  moves: unit.strength\n\nto main()\n  show small\n\nscreen small\n  page text\n  \
         key T \"TURN\"\n    turn += 1\n"
    );
    let map = format!(
        "[grid]\ncolumns 60\nrows 60\nlower odd\n\n[rows land]\n. clear\n\n{}",
        format!("{}\n", ".".repeat(60)).repeat(60)
    );
    let files = [
        ("game.rules", rules),
        ("map.txt", map),
        ("units.csv", "id,name,side\nR1,ONE,red\n".to_owned()),
    ];
    files.map(|(name, text)| (name.to_owned(), text.into_bytes()))
}
