//! Whole turns of Blitzkrieg, German and Allied, played on the Amiga by mouse and keys: every golden picture on the way, the
//! state of the reference VM, and whether all that a turn has in it really happened. Then the game is saved, the machine
//! switched off and on, and the game goes on.

use hexfront::compile::compile;
use hexfront::games;
use hexfront::replay::file::Replay;
use hexfront::script::Action;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_isa::cartridge::Cartridge;
use hexfront_platforms::machine::{Bank, Button};
use hexfront_tests::album::Album;
use hexfront_tests::amiga::{at_first_menu, blitzkrieg};
use hexfront_tests::c64::script;
use hexfront_tests::fields::{Fields, row};
use hexfront_tests::recording::{Recording, on_host, on_machine};
use std::path::Path;

/// Values of the rules' enums.
const ALLIED: u16 = 1;
const CLEAR: u16 = 0;
const DESTROYED: u16 = 3;
mod phase {
    pub const PLACEMENT: u16 = 0;
    pub const REINFORCEMENT: u16 = 1;
    pub const BOMBARDMENT: u16 = 2;
    pub const MOVEMENT: u16 = 3;
    pub const PROTECTION: u16 = 5;
}
mod task {
    pub const DEMOLITION: u16 = 1;
    pub const CONSTRUCTION: u16 = 2;
    pub const JOINED: u16 = 3;
    pub const DIVERTED: u16 = 4;
}
const RETREAT: u16 = 1;
/// No unit, no engagement.
const NONE: u16 = 255;

/// A state, asked by the ids of the game's tables.
struct State(Fields);

impl State {
    fn of(cartridge: &Cartridge<'_>, session: &Session) -> Self {
        let image = session.state_image().expect("a game of ours runs");
        Self(Fields::of(cartridge, &image))
    }

    fn one(&self, name: &str) -> u16 {
        self.0.one(name)
    }

    fn unit(&self, id: &str, field: &str) -> u16 {
        self.0.at(&format!("unit.{field}"), unit(id))
    }

    fn stands(&self, id: &str, column: u16, row: u16) -> bool {
        self.unit(id, "at") == column << 6 | row
    }

    fn lost(&self, id: &str) -> bool {
        self.unit(id, "fate") == DESTROYED
    }

    fn engaged(&self, id: &str) -> bool {
        self.unit(id, "battle") != NONE
    }

    fn bridge(&self, id: &str, end: &str) -> u16 {
        let table = include_str!("../../../core/games/blitzkrieg-at-the-ardennes/bridges.csv");
        self.0.at(&format!("bridge.{end}"), row(table, id))
    }

    fn dump(&self, id: &str) -> u16 {
        let table = include_str!("../../../core/games/blitzkrieg-at-the-ardennes/dumps.csv");
        self.0.at("dump.number", row(table, id))
    }
}

fn unit(id: &str) -> usize {
    let table = include_str!("../../../core/games/blitzkrieg-at-the-ardennes/units.csv");
    row(table, id)
}

/// Something that happens, and how the state shows it.
type Event = (&'static str, fn(&State) -> bool);

/// What happens in the first sitting, in this order.
const FIRST_SITTING: &[Event] = &[
    ("German units are to be placed", |s| {
        s.one("phase") == phase::PLACEMENT && s.one("raster_count") == 26
    }),
    ("all are placed", |s| {
        s.one("phase") == phase::MOVEMENT && s.one("turn") == 1
    }),
    ("an end of a bridge is built", |s| {
        s.bridge("Duren", "far_down") == 0 && s.unit("G073", "task") == task::CONSTRUCTION
    }),
    ("an infiltrator drives behind the front", |s| {
        s.stands("I1", 32, 17)
    }),
    ("a regiment is put down by the mouse", |s| {
        s.stands("G021", 40, 16)
    }),
    ("another crosses a bridge by keys", |s| {
        s.stands("G043", 35, 23)
    }),
    ("an engagement is defined", |s| s.engaged("A008")),
    ("it is undone", |s| !s.engaged("A008")),
    ("and defined anew", |s| s.engaged("A008")),
    ("a battery has its target", |s| {
        usize::from(s.unit("G049", "target")) == unit("A022")
    }),
    ("its fire has hit", |s| s.unit("A022", "strength") < 5),
    ("a rocket has hit Liege", |s| {
        s.dump("Liege") == 3 && s.one("rockets") == 9
    }),
    ("a defender must go back", |s| {
        s.unit("A022", "duty") == RETREAT
    }),
    ("he goes back four hexes", |s| s.stands("A022", 33, 18)),
    ("attackers go forward", |s| {
        s.stands("G039", 37, 20) && s.stands("G037", 37, 20)
    }),
    ("others stay", |s| {
        s.stands("G038", 37, 21) && !s.engaged("G038")
    }),
    ("attackers go back", |s| {
        s.stands("G068", 42, 8) && s.stands("G069", 42, 8)
    }),
    ("both sides lose a unit", |s| {
        s.lost("A008") && s.lost("G008")
    }),
    ("the Allied turn begins", |s| {
        s.one("active") == ALLIED && s.one("turn") == 1
    }),
    ("units are joined", |s| {
        s.lost("A038") && s.unit("A022", "task") == task::JOINED
    }),
    ("an infiltrator leads a unit astray", |s| {
        s.unit("A041", "task") == task::DIVERTED && !s.stands("A041", 32, 17)
    }),
    ("a dump is blown", |s| {
        s.dump("Antwerp") == 0 && s.unit("A048", "task") == task::DEMOLITION
    }),
    ("a bridge is blown", |s| s.bridge("Dinant", "far_down") == 1),
    ("tanks move along a road", |s| s.stands("A024", 37, 17)),
    ("the counter-attack is won", |s| s.lost("G014")),
    ("tanks advance", |s| s.stands("A024", 38, 18)),
    ("a battery is to protect", |s| {
        s.one("phase") == phase::PROTECTION && usize::from(s.unit("A036", "target")) == unit("A023")
    }),
    ("its fire has hit an attacker", |s| {
        s.one("turn") == 2 && s.unit("G043", "strength") < 8
    }),
    ("a unit that cannot go back is lost", |s| s.lost("A021")),
    ("reinforcements come", |s| {
        s.one("turn") == 3 && s.one("phase") == phase::REINFORCEMENT && s.one("raster_count") == 4
    }),
    ("it is clear, and aircraft come", |s| {
        s.one("phase") == phase::BOMBARDMENT && s.one("weather") == CLEAR && s.one("flights") == 4
    }),
    ("hidden units are found", |s| s.unit("G001", "seen") == 1),
    ("bombs hit a regiment", |s| s.unit("G015", "strength") == 4),
    ("the last flight stays on the ground", |s| {
        s.one("phase") == phase::MOVEMENT && s.one("flights") == 0
    }),
];

/// What happens in the second.
const SECOND_SITTING: &[Event] = &[
    ("the game is the one that was saved", |s| {
        s.one("turn") == 3 && s.one("active") == ALLIED && s.one("phase") == phase::MOVEMENT
    }),
    ("an Allied unit moves", |s| s.stands("A005", 40, 12)),
    ("a battle is fought", |s| {
        s.unit("G006", "strength") == 4 && !s.engaged("G006")
    }),
    ("the German turn begins", |s| {
        s.one("turn") == 4 && s.one("active") != ALLIED && s.one("searches") == 2
    }),
    ("hidden units are looked for", |s| {
        s.one("searches") == 1 && s.unit("A011", "seen") == 1
    }),
];

/// Plays a script, compares its pictures, and finds the events in their order. Returns the recording.
fn play(name: &str, cartridge: &[u8], session: &mut Session, events: &[Event]) -> String {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let read = Cartridge::read(cartridge).unwrap();
    let mut recording = Recording::begin(folder, name, cartridge, session);
    let mut album = Album::open("blitzkrieg-amiga", folder);
    let mut awaited = events.iter().peekable();
    for action in script(&format!("blitzkrieg-amiga/{name}.script")) {
        recording.perform(session, &[action], |session, picture| {
            album.compare(session, picture);
        });
        let state = State::of(&read, session);
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

#[test]
fn whole_turns_by_mouse_and_keys_are_those_of_the_reference_vm() {
    let bytes = blitzkrieg();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let text = play("whole-turn", &bytes, &mut amiga, FIRST_SITTING);
    assert_equal_on_host(&text, &bytes, &[2, 3]);
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
    // The load brings the third turn.
    assert_equal_on_host(&text, &bytes, &[3, 4]);
    // The recording is played again on the Amiga, its pointer led to each choice, the game on the disk that it loads.
    let game = AMIGA.build(&bytes).unwrap();
    assert_eq!(on_machine(&replay, &bytes, &game).difference, None);
}

/// Settings by the pointer, chance, units by mouse and keys, an overview: recorded, and played again on host and Amiga.
#[test]
fn a_game_on_the_amiga_is_played_again_there() {
    let bytes = blitzkrieg();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let actions = hexfront::script::parse_file(
        "key ret\nkey down\nkey left\nkey ret\ntype D\nrepeat 3 H<SPACE>\npoint 40.16\nclick left\ntype W\nwait 1\nclick left\n",
    );
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mut recording = Recording::begin(folder, "blitzkrieg-again", &bytes, &mut amiga);
    recording.perform(&mut amiga, &actions.unwrap(), |_, _| {});
    let text = recording.end(&mut amiga);
    for line in ["\nsetting 1 0\n", "\nentropy ", "\nhex 2576\nkey W\nhex "] {
        assert!(text.contains(line), "{line:?} is not in {text}");
    }
    let replay = Replay::parse(&text).unwrap();
    let host = on_host(&replay, &bytes);
    assert_eq!(host.difference, None);
    let game = AMIGA.build(&bytes).unwrap();
    assert_eq!(on_machine(&replay, &bytes, &game), host);
}

/// The rows of the German's units, who plays.
fn germans() -> impl Iterator<Item = usize> {
    let table = include_str!("../../../core/games/blitzkrieg-at-the-ardennes/units.csv");
    let rows = table.lines().skip(1).enumerate();
    rows.filter_map(|(n, line)| line.starts_with('G').then_some(n))
}

/// Hexes with more than one of them.
fn stacks(state: &State) -> Vec<u16> {
    let mut hexes: Vec<u16> = germans().map(|n| state.0.at("unit.at", n)).collect();
    hexes.retain(|hex| *hex != u16::MAX);
    hexes.sort_unstable();
    let pairs = hexes.windows(2).filter(|pair| pair[0] == pair[1]);
    let mut stacks: Vec<u16> = pairs.map(|pair| pair[0]).collect();
    stacks.dedup();
    stacks
}

/// Those of a hex that lie on top.
fn on_top(state: &State, session: &Session, hex: u16) -> Vec<usize> {
    let front = session.symbols["view_front"];
    germans()
        .filter(|n| state.0.at("unit.at", *n) == hex)
        .filter(|n| session.machine.peek(Bank::Ram, front + *n as u32) != 0)
        .collect()
}

/// The hex of the cursor.
fn cursor(session: &Session) -> u16 {
    let at = session.symbols["cursor_hex"];
    u16::from_be_bytes([0, 1].map(|n| session.machine.peek(Bank::Ram, at + n)))
}

/// Bytes of an entry of the menu (`amiga/shell/entry.inc`); its key is the first.
const ENTRY: u32 = 26;

/// Picks what a key does from the menu, with the right button held.
fn pick(amiga: &mut Session, key: u8, mut play: impl FnMut(&mut Session, &str)) {
    let word = |amiga: &Session, name: &str| {
        let at = amiga.symbols[name];
        i16::from_be_bytes([0, 1].map(|n| amiga.machine.peek(Bank::Ram, at + n)))
    };
    let [right, down] = [("pointer_x", 300), ("pointer_y", 4)].map(|(n, to)| to - word(amiga, n));
    play(amiga, &format!("mouse {right} {down}\nhold right\n"));
    let over = |amiga: &Session| {
        let entry = u32::try_from(word(amiga, "picked")).ok()?;
        let at = amiga.symbols["entries"] + ENTRY * entry;
        Some(amiga.machine.peek(Bank::Ram, at))
    };
    while over(amiga) != Some(key) {
        assert!(word(amiga, "pointer_y") < 250, "the menu has no such entry");
        play(amiga, "mouse 0 4\n");
    }
    play(amiga, "release right\n");
}

/// T turns the stack under the pointer if the mouse was moved last, else the one where a click or the keys have led the cursor; a
/// recording keeps which, and is played again on host and Amiga.
#[test]
fn a_key_means_the_hex_under_the_pointer_if_the_mouse_was_moved_last() {
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mut recording = Recording::begin(folder, "blitzkrieg-pointed", &bytes, &mut amiga);
    let mut play = |amiga: &mut Session, actions: &str| {
        let actions = hexfront::script::parse_file(actions).unwrap();
        recording.perform(amiga, &actions, |_, _| {});
        State::of(&cartridge, amiga)
    };
    let placed = play(
        &mut amiga,
        "key ret\nkey down\nkey left\nchance 1959\nkey ret\ntype RY\n",
    );
    let [here, there, ..] = stacks(&placed)[..] else {
        panic!("there are no two stacks");
    };
    let at = |hex: u16| format!("point {}.{}\n", hex >> 6, hex & 63);

    let click = play(&mut amiga, &(at(here) + "click left\n"));
    let before = [here, there].map(|hex| on_top(&click, &amiga, hex));
    let clicked = play(&mut amiga, "type T\n");
    let turned = [here, there].map(|hex| on_top(&clicked, &amiga, hex));
    assert_ne!(turned[0], before[0]);
    assert_eq!(turned[1], before[1]);

    let pointed = play(&mut amiga, &(at(there) + "type T\n"));
    assert_eq!(cursor(&amiga), there);
    let under = [here, there].map(|hex| on_top(&pointed, &amiga, hex));
    assert_eq!(under[0], turned[0]);
    assert_ne!(under[1], turned[1]);

    // The mouse stays: the cursor counts, which is there, and then where the keys have led it.
    let again = play(&mut amiga, "type T\n");
    assert_ne!(on_top(&again, &amiga, there), under[1]);
    play(&mut amiga, "type 1I\n");
    assert_ne!(cursor(&amiga), there);

    // A pick of the menu means none, though the key before it meant the hex where the pointer was: the cursor's counts.
    let click = play(
        &mut amiga,
        &(at(here) + "click left\n" + &at(there) + "type I\n"),
    );
    let before = [here, there].map(|hex| on_top(&click, &amiga, hex));
    pick(&mut amiga, b'T', |amiga, actions| {
        play(amiga, actions);
    });
    let picked = State::of(&cartridge, &amiga);
    let after = [here, there].map(|hex| on_top(&picked, &amiga, hex));
    assert_ne!(after[0], before[0]);
    assert_eq!(after[1], before[1]);

    let text = recording.end(&mut amiga);
    let answers: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("pointed "))
        .collect();
    let there = there.to_string();
    assert_eq!(answers, ["none", &there, "none", "none", &there, "none"]);
    let replay = Replay::parse(&text).unwrap();
    let host = on_host(&replay, &bytes);
    assert_eq!(host.difference, None);
    let game = AMIGA.build(&bytes).unwrap();
    assert_eq!(on_machine(&replay, &bytes, &game), host);
}

/// The question about a rocket stands where that of the last shot stood, a city where it said GO ON.
#[test]
fn a_second_click_on_what_tells_of_the_last_shot_launches_no_rocket() {
    let bytes = blitzkrieg();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    let mut turn = script("blitzkrieg-amiga/whole-turn.script").into_iter();
    let to_the_shots = turn
        .by_ref()
        .filter(|a| !matches!(a, Action::Shot(picture) if picture != Path::new("shot")));
    for action in to_the_shots.take_while(|action| !matches!(action, Action::Shot(_))) {
        amiga.perform(&action).unwrap();
    }
    // Two batteries fire.
    amiga.perform(&Action::Key("RET".into())).unwrap();
    let [right, down] = [("pointer_x", 50), ("pointer_y", 127)].map(|(name, to)| {
        let at = amiga.symbols[name];
        to - i32::from(i16::from_be_bytes(
            [0, 1].map(|n| amiga.machine.peek(Bank::Ram, at + n)),
        ))
    });
    amiga.perform(&Action::Mouse(right, down)).unwrap();
    for down in [true, false, true, false] {
        amiga.machine.mouse_button(Button::Left, down);
        for _ in 0..4 {
            amiga.frame().unwrap();
        }
    }
    amiga.run_seconds(6.0).unwrap();
    let rockets = |amiga: &Session| State::of(&cartridge, amiga).one("rockets");
    assert_eq!(rockets(&amiga), 10);
    // The first click was answered: the next one is for the question.
    amiga.perform(&Action::Click(Button::Left)).unwrap();
    amiga.run_seconds(6.0).unwrap();
    assert_eq!(rockets(&amiga), 9);
}

/// What came of the German's last battle is gone from the message line when the computer has the Allied turn, though nobody
/// pressed a key.
#[test]
fn the_last_battle_of_the_german_is_not_told_in_the_allied_turn() {
    let mut game = games::find("blitzkrieg-at-the-ardennes").unwrap();
    let (_, bytes) = game
        .files
        .iter_mut()
        .find(|(name, _)| name == "sequence.rules")
        .unwrap();
    // The German turn is no more than its last message; the Allied turn stands still before its first order.
    let text = String::from_utf8(bytes.clone()).unwrap();
    let (from, to) = (
        "    movement_phase()\n    if phase is battle_call",
        "    battle_phase()\n",
    );
    let first = text.find(from).unwrap();
    let last = first + text[first..].find(to).unwrap() + to.len();
    let instead = "    if active is german\n      show at_work\n      note \"ROLL 4 3-1\"\n      show at_work\n    forget_keys()\n    pause(100)\n";
    *bytes = [&text[..first], instead, &text[last..]]
        .concat()
        .into_bytes();
    let bytes = compile(&game).unwrap();
    let cartridge = Cartridge::read(&bytes).unwrap();
    let built = AMIGA.build(&bytes).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    for key in ["RET", "RET", "R"] {
        amiga.perform(&Action::Key(key.into())).unwrap();
        amiga.run_seconds(3.0).unwrap();
    }
    amiga.perform(&Action::Tap("Y".into())).unwrap();
    let message = |amiga: &Session| {
        let frame = amiga.machine.frame();
        let row = |y: usize| (18 + y) * frame.width + 75;
        (248..256)
            .flat_map(|y| frame.pixels[row(y)..row(y) + 640].to_vec())
            .collect::<Vec<_>>()
    };
    let active = |amiga: &Session| State::of(&cartridge, amiga).one("active");
    let mut said = Vec::new();
    for _ in 0..60 * 50 {
        amiga.frame().unwrap();
        if active(&amiga) == ALLIED {
            break;
        }
        said = message(&amiga);
    }
    amiga.run_seconds(4.0).unwrap();
    assert_eq!(active(&amiga), ALLIED);
    assert!(message(&amiga) != said);
}
