//! A whole turn of White Death, two players, played on the Amiga by mouse and keys: every golden picture on the way, the state of the
//! reference VM, and whether all that the turn has in it really happened; saved, switched off, loaded and played on. And how it looks on
//! a machine for 60 Hz.

use hexfront::replay::file::Replay;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront::{compile, games};
use hexfront_isa::cartridge::Cartridge;
use hexfront_tests::album::Album;
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc};
use hexfront_tests::c64::script;
use hexfront_tests::fields::Fields;
use hexfront_tests::recording::{Recording, on_host};

/// Values of the rules' enums.
mod phase {
    pub const DECISION: u16 = 1;
    pub const MOVEMENT: u16 = 2;
    pub const DEFENCE: u16 = 4;
    pub const ASSAULTS: u16 = 5;
    pub const DONE: u16 = 6;
    pub const TURN_OVER: u16 = 7;
}
const GERMAN: u16 = 0;
const SOVIET: u16 = 1;

/// Something that happens, and how the state shows it.
type Event = (&'static str, fn(&Fields) -> bool);

/// Purses of supply, in the order of the rules.
const SOVIET_POOL: usize = 0;
const CITY_POOL: usize = 2;

/// What happens, in this order.
const EVENTS: &[Event] = &[
    ("the second scenario is set up", |s| {
        s.one("turn") == 5 && s.one("phase") == phase::DECISION
    }),
    ("the German pays for the city", |s| s.one("city_paid") == 1),
    ("the Soviet impulse begins with three points", |s| {
        s.one("phase") == phase::MOVEMENT && s.at("mp_left", usize::from(SOVIET)) == 7
    }),
    ("a unit is in hand", |s| s.one("raster_count") == 1),
    ("it is put back", |s| s.one("raster_count") == 0),
    ("a barrage costs two points", |s| {
        s.at("spent", SOVIET_POOL) == 2
    }),
    ("an attack is defined, and the other side defends", |s| {
        s.one("phase") == phase::DEFENCE
    }),
    ("it pays for high intensity from the city's purse", |s| {
        s.at("intensity", CITY_POOL) == 1
    }),
    ("its fire has hit", |s| s.one("news_count") > 1),
    ("the assault is allotted", |s| {
        s.one("phase") == phase::ASSAULTS
    }),
    ("and resolved", |s| s.one("phase") == phase::DONE),
    ("the German impulse takes all ten points", |s| {
        s.one("active") == GERMAN && s.at("mp_left", usize::from(GERMAN)) == 0
    }),
    ("the Soviets spend the rest", |s| {
        s.one("active") == SOVIET && s.at("mp_left", usize::from(SOVIET)) == 0
    }),
    ("both are done", |s| s.one("phase") == phase::TURN_OVER),
    ("the next week begins", |s| {
        s.one("turn") == 6 && s.at("mp_left", usize::from(SOVIET)) == 10
    }),
];

/// What happens in the second sitting.
const SECOND_SITTING: &[Event] = &[
    ("the game is the one that was saved", |s| {
        s.one("turn") == 6 && s.one("phase") == phase::MOVEMENT && s.one("active") == SOVIET
    }),
    ("the German impulse of that turn", |s| {
        s.one("active") == GERMAN && s.one("phase") == phase::MOVEMENT
    }),
];

/// What happens in the orders that the whole turn leaves out.
const ORDERS: &[Event] = &[
    ("two replacements are given", |s| {
        s.at("replacements", usize::from(SOVIET)) == 4
    }),
    ("the third engineers build a bridge", |s| {
        s.at("built", 3) == 1
    }),
    ("two units are in hand at a time", |s| {
        s.one("raster_count") == 2
    }),
    ("they are laid down", |s| s.one("raster_count") == 0),
    ("a point is kept in reserve, and no more", |s| {
        s.one("reserve") == 1
    }),
    ("the Germans have all ten points", |s| {
        s.one("active") == GERMAN && s.one("phase") == phase::MOVEMENT
    }),
    ("their train has taken a company", |s| {
        s.at("railed", usize::from(GERMAN)) == 1
    }),
    ("the next week begins", |s| s.one("turn") == 6),
];

/// What happens in the fourth scenario, of turn 10.
const REFIT: &[Event] = &[
    ("the second of the tank brigades refits", |s| {
        s.one("refitted") == 46
    }),
    ("a regiment takes the train", |s| {
        s.at("railed", usize::from(SOVIET)) == 6
    }),
    ("tanks are fired at as they leave a zone", |s| {
        s.at("lost", usize::from(SOVIET)) > 0
    }),
    ("the Germans have all ten points", |s| {
        s.one("active") == GERMAN && s.at("mp_left", usize::from(GERMAN)) == 0
    }),
    ("a tank breaks through the ice", |s| {
        s.at("lost", usize::from(GERMAN)) == 4
    }),
    ("the next week begins", |s| s.one("turn") == 11),
    ("the brigade is in hand, and one more", |s| {
        s.one("raster_count") == 4
    }),
    ("its motor rifles arrive by train", |s| {
        s.one("raster_count") == 3 && s.at("railed", usize::from(SOVIET)) == 3
    }),
];

/// What happens in the last scenario.
const COMMANDOS: &[Event] = &[
    ("three of four points reach the city", |s| {
        s.one("dropped") == 4 && s.one("arrived") == 3
    }),
    ("the Germans have five points", |s| {
        s.one("active") == GERMAN && s.at("mp_left", usize::from(GERMAN)) == 5
    }),
    ("a company is in hand", |s| s.one("raster_count") == 1),
];

/// What happens where reinforcements come to closed areas.
const OTHER_AREA: &[Event] = &[
    ("a second German impulse brings them", |s| {
        s.at("impulses", usize::from(GERMAN)) == 2 && s.one("raster_count") > 10
    }),
    ("the assault guns wait for the next turn", |s| {
        s.one("raster_count") == 8
    }),
    ("one of those from the south has entered", |s| {
        s.one("raster_count") == 7
    }),
];

/// What happens before the other side sees it on its map, and after.
const REPLAY: &[Event] = &[
    ("a barrage is told of", |s| s.one("news_count") == 1),
    ("and an attack", |s| s.one("news_count") == 2),
    ("the fight is over", |s| {
        s.one("phase") == phase::DONE && s.one("news_count") == 5
    }),
    ("the Germans are to begin, and do", |s| {
        s.one("active") == GERMAN && s.one("phase") == phase::MOVEMENT
    }),
];

/// Plays a script, compares its pictures, and finds the events in their order. Returns the recording.
fn play(name: &str, cartridge: &[u8], session: &mut Session, events: &[Event]) -> String {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let read = Cartridge::read(cartridge).unwrap();
    let mut recording =
        Recording::begin(folder, &format!("white-death-{name}"), cartridge, session);
    let mut album = Album::open("white-death-amiga", folder);
    let mut awaited = events.iter().peekable();
    for action in script(&format!("white-death-amiga/{name}.script")) {
        recording.perform(session, &[action], |session, picture| {
            album.compare(session, picture);
        });
        let state = Fields::of(&read, &session.state_image().expect("a game of ours runs"));
        while awaited.next_if(|(_, happened)| happened(&state)).is_some() {}
    }
    let missing: Vec<_> = awaited.map(|(what, _)| what).collect();
    assert!(missing.is_empty(), "this did not happen: {missing:#?}");
    album.close();
    recording.end(session)
}

/// The recording has the same states on the reference VM: at each change of the turn, and at the end.
fn assert_equal_on_host(text: &str, cartridge: &[u8], turns: &[u8]) {
    let course = on_host(&Replay::parse(text).unwrap(), cartridge);
    assert_eq!(course.difference, None);
    let compared = course.equal.iter().map(|check| check.turn);
    let wanted = turns.iter().copied().map(Some).chain([None]);
    assert!(compared.eq(wanted), "{text}");
}

fn white_death() -> Vec<u8> {
    let game = games::find("white-death").expect("the game is built in");
    compile::compile(&game).expect("the game compiles")
}

#[test]
fn a_whole_turn_by_mouse_and_keys_is_that_of_the_reference_vm() {
    let bytes = white_death();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let text = play("whole-turn", &bytes, &mut amiga, EVENTS);
    assert_equal_on_host(&text, &bytes, &[5, 6]);
    assert!(text.contains("\nsave done\n"), "{text}");
    let saved = amiga.state_image().unwrap();

    let disk = amiga.machine.disk().unwrap();
    let mut amiga = at_first_menu(&built, &disk);
    let text = play("second-sitting", &bytes, &mut amiga, SECOND_SITTING);
    let replay = Replay::parse(&text).unwrap();
    let loaded = replay.lines.iter().find_map(|line| match &line.event {
        hexfront::replay::file::Event::Load { image, .. } => Some(image),
        _ => None,
    });
    assert!(loaded == Some(&saved), "another state was loaded");
    assert_equal_on_host(&text, &bytes, &[6]);
}

#[test]
fn orders_that_the_whole_turn_leaves_out_are_those_of_the_reference_vm() {
    let bytes = white_death();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let text = play("orders", &bytes, &mut amiga, ORDERS);
    assert_equal_on_host(&text, &bytes, &[5, 6]);
    assert!(text.contains("\nsave done\n"), "{text}");
}

/// What few turns have, each in the scenario that has it: a brigade that refits and comes back, men on trains, transit fire, ice; an air
/// drop and commandos; areas of entry that are closed.
#[test]
fn orders_of_few_turns_are_those_of_the_reference_vm() {
    let bytes = white_death();
    let built = AMIGA.build(&bytes).unwrap();
    for (name, events, turns) in [
        ("refit", REFIT, &[10, 11][..]),
        ("commandos", COMMANDOS, &[12]),
        ("other-area", OTHER_AREA, &[5]),
    ] {
        let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
        let text = play(name, &bytes, &mut amiga, events);
        assert_equal_on_host(&text, &bytes, turns);
        assert!(text.contains("\nsave done\n"), "{text}");
    }
}

/// WD-P.4, WD-P.5, WD-P.7: what the other side did goes by on the map, as its game is loaded and from the list; nothing changes by it.
#[test]
fn what_the_other_side_did_is_shown_on_the_map() {
    let bytes = white_death();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let text = play("replay", &bytes, &mut amiga, REPLAY);
    assert_equal_on_host(&text, &bytes, &[5]);
    assert!(text.contains("\nsave done\n"), "{text}");
}

/// Each result stands on a page of text of its own, and the map behind the last one is that of after the fights.
#[test]
fn fights_are_told_one_after_the_other() {
    let built = AMIGA.build(&white_death()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let mut album = Album::open("white-death-amiga", env!("CARGO_TARGET_TMPDIR"));
    album.perform(&mut amiga, &script("white-death-amiga/two-fights.script"));
    album.close();
}

/// With 200 rows.
#[test]
fn ntsc_screens_look_as_they_did() {
    let built = AMIGA.build(&white_death()).unwrap();
    let mut amiga = at_first_menu_of_ntsc(&built, &built.disk.to_bytes());
    let mut album = Album::open("white-death-amiga", env!("CARGO_TARGET_TMPDIR"));
    album.perform(&mut amiga, &script("white-death-amiga/ntsc.script"));
    album.close();
}
