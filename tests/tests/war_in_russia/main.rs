//! War in Russia on its four machines: turns by keys have the states of the reference VM after every key, and what is saved on one goes
//! on on the others.

mod looks;
mod pokes;

use hexfront::budget::games;
use hexfront::observe::Seen;
use hexfront::pairs::Pairs;
use hexfront::replay::file::Replay;
use hexfront::script::parse_keys;
use hexfront::targets::{AMIGA, APPLE2, ATARI8, C64, TargetRef};
use hexfront_platforms::machine::Bank;
use hexfront_tests::beside::{Beside, made_for};
use hexfront_tests::booted::at_first_menu;
use hexfront_tests::c64::folder;
use hexfront_tests::fields::Fields;
use hexfront_tests::recording::{Recording, on_host};
use std::sync::OnceLock;

const GAME: &str = "war-in-russia";
const FIRST: &str = "war-in-russia/first-turn.script";
const SECOND: &str = "war-in-russia/second-turn.script";

/// Rows of the map: a hex is its column times so many, and its row.
const ROWS: u16 = 32;
const BREST: u16 = 5 * ROWS + 18;
const LVOV: u16 = 5 * ROWS + 21;
/// Where a group stands that is not on the map.
const NOWHERE: u16 = 0xFFFF;
/// Sides, as the state has them.
const AXIS: usize = 0;
const SOVIET: usize = 1;
/// Fields of a side's that have one for each sea: the Baltic, the Black Sea.
const BALTIC: usize = 2;
const BLACK_SEA: usize = 1;

/// Where a group stands, by its number.
fn place(state: &Fields, group: usize) -> u16 {
    state.at("group.at", group - 1)
}

/// That the keys did what the first script says.
fn the_first_turn_was_played(state: &Fields) {
    assert_eq!(state.one("turn"), 2);
    let made = [40, 41, 110, 111];
    for group in made {
        let why = "was divided off or raised";
        assert_ne!(place(state, group), NOWHERE, "{group} {why}");
    }
    assert_eq!(state.at("shipped_axis", BALTIC), 1);
    assert_eq!(state.at("shipped_soviet", BLACK_SEA), 1);
    for side in [AXIS, SOVIET] {
        assert_eq!(state.at("dismantled", side), 1);
    }
    // Of three trains.
    assert_eq!(state.at("rail_moves", AXIS), 2);
    assert_eq!(state.at("rail_moves", SOVIET), 1);
    // Brest is attacked; its garrison retreats, and who attacked advances.
    assert_eq!(place(state, 6), BREST);
    assert_eq!(state.at("owner", BREST.into()), AXIS as u16);
    for group in [68, 86] {
        assert!(![BREST, NOWHERE].contains(&place(state, group)));
    }
    for group in [81, 89] {
        assert_eq!(place(state, group), NOWHERE, "{group} is lost");
    }
}

/// That the keys did what the second script says.
fn the_second_turn_was_played(state: &Fields) {
    assert_eq!(state.one("turn"), 3);
    // Where one group of Lvov retreats there is no room for the other, which surrenders.
    assert!(![LVOV, NOWHERE].contains(&place(state, 70)));
    assert_eq!(place(state, 90), NOWHERE);
}

/// Two turns, with a save, power off and a load between them, and the files of the games that were saved.
fn turns_are_the_references(target: TargetRef) {
    static FILES: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    let cartridge = made_for(target, GAME);
    let mut both = Beside::start(target, &cartridge);
    both.perform(FIRST);
    the_first_turn_was_played(&both.fields());
    let files = both.saved();
    assert_eq!(files.len(), 2);
    assert!(
        files == *FILES.get_or_init(|| files.clone()),
        "another machine saved other bytes"
    );
    both.power_cycle();
    both.perform(SECOND);
    the_second_turn_was_played(&both.fields());
    assert_eq!(both.saved().len(), 3);
    // What was saved on any machine, and these are the files, is loaded from a disk that they were copied to.
    both.power_cycle_with(&files);
    both.perform(SECOND);
}

#[test]
fn turns_on_the_apple_2_are_the_reference_vms() {
    turns_are_the_references(APPLE2);
}

#[test]
fn turns_on_the_atari_are_the_reference_vms() {
    turns_are_the_references(ATARI8);
}

#[test]
fn turns_on_the_c64_are_the_reference_vms() {
    turns_are_the_references(C64);
}

#[test]
fn turns_on_the_amiga_are_the_reference_vms() {
    turns_are_the_references(AMIGA);
}

/// WIR-4.6.2: a window of 13 by 7 hexes stays while the cursor is inside, and follows it over its edge.
#[test]
fn the_window_follows_the_cursor() {
    let game = C64.build(&made_for(C64, GAME)).unwrap();
    let mut machine = at_first_menu(&game, &game.disk.to_bytes());
    let mut corner_after = |keys: &str| {
        for action in parse_keys(keys).unwrap() {
            machine.perform(&action).unwrap();
        }
        ["win_x", "win_y"].map(|at| machine.machine.peek(Bank::Ram, machine.symbols[at]))
    };
    // Two hexes to the east with each pair of keys, from the middle of the window on.
    let first = corner_after("N2<RET>1941<RET>4");
    let corners: Vec<[u8; 2]> = (0..8).map(|_| corner_after("23")).collect();
    assert_eq!(corners[..2], [first; 2]);
    let gone = corners[7][0] - first[0];
    // Sixteen hexes, of which half a window at most needs no scroll.
    assert!((16 - 6..=16).contains(&gone), "{first:?}, {corners:?}");
    assert_eq!(corners[7][1], first[1]);
}

/// Both sides are the computer's, in a long game; nobody presses a key after the game number.
const DEMONSTRATION: &str = "N23338<RET>1941<tap:RET>";
/// Turns of it that are played on each machine, where `HEXFRONT_TURNS` does not say how many, and seconds that one may take there.
const SHOWN: usize = 2;
const PATIENCE: usize = 1_200;

fn turns_of_the_computer_are_the_references(target: TargetRef) {
    let cartridge = made_for(target, GAME);
    let game = target.build(&cartridge).unwrap();
    let mut machine = at_first_menu(&game, &game.disk.to_bytes());
    let folder = env!("CARGO_TARGET_TMPDIR");
    let name = format!("demonstration-{}", target.name());
    let mut recording = Recording::begin(folder, &name, &cartridge, &mut machine);
    recording.perform(&mut machine, &parse_keys(DEMONSTRATION).unwrap(), |_, _| {});
    let shown = std::env::var("HEXFRONT_TURNS").map_or(SHOWN, |turns| turns.parse().unwrap());
    for _ in 0..shown * PATIENCE / 10 {
        machine.run_seconds(10.0).unwrap();
        recording.update(&mut machine);
        let turns = recording.sightings.iter();
        if turns
            .filter(|seen| matches!(seen.what, Seen::Turn { .. }))
            .count()
            >= shown
        {
            break;
        }
    }
    let text = recording.end(&mut machine);
    let host = on_host(&Replay::parse(&text).unwrap(), &cartridge);
    assert_eq!(host.difference, None);
    assert!(host.equal.len() >= shown, "{text}");
}

/// Turns after which parts have come in every order; `HEXFRONT_TURNS` plays others.
const PARTS_TURNS: u8 = 5;

/// In a game of the computer's on these machines no change of phase takes longer than their rows say.
#[test]
fn a_demonstration_keeps_nobody_waiting_for_its_parts() {
    let turns = std::env::var("HEXFRONT_TURNS").map_or(PARTS_TURNS, |turns| turns.parse().unwrap());
    let pairs = Pairs::read(&folder("../pairs.toml")).unwrap();
    for target in [APPLE2, ATARI8, C64] {
        let pair = pairs.of(GAME).find(|pair| pair.machine == target.name());
        let pair = pair.expect("it has a row");
        let cartridge = made_for(target, GAME);
        let game = target.build(&cartridge).unwrap();
        let mut of = pair.games.clone().expect("games are named");
        of.last_turn = Some(turns);
        let Ok(played) = games::play(&cartridge, &game, pair, &of) else {
            panic!("the {} does not play to the end", target.title());
        };
        let limit = pair.limits["parts_seconds"];
        let (longest, place) = games::longest_wait(&played).expect("parts come");
        println!("{}: {longest:.2}, {place}", target.title());
        assert!(
            longest <= limit,
            "{}: {longest:.2}, {place}",
            target.title()
        );
        assert!(longest > limit / 2.0, "the limit is no limit: {longest:.2}");
    }
}

#[test]
fn turns_of_the_computer_on_the_apple_2_are_the_reference_vms() {
    turns_of_the_computer_are_the_references(APPLE2);
}

#[test]
fn turns_of_the_computer_on_the_atari_are_the_reference_vms() {
    turns_of_the_computer_are_the_references(ATARI8);
}

#[test]
fn turns_of_the_computer_on_the_c64_are_the_reference_vms() {
    turns_of_the_computer_are_the_references(C64);
}

#[test]
fn turns_of_the_computer_on_the_amiga_are_the_reference_vms() {
    turns_of_the_computer_are_the_references(AMIGA);
}
