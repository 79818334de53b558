//! The two slots of saved games that take turns on the Amiga's disk, in a game for the pointer: which is written, which is loaded, and
//! what is said of damaged ones.

use hexfront::targets::AMIGA;
use hexfront_isa::contract::save;
use hexfront_platforms::machine::Bank;
use hexfront_tests::amiga::{at_first_menu, small_pointer_game};
use hexfront_tests::routine::{Bench, Draws};

/// As `amiga/shell/save.s` has them on the disk: where either begins, what lies where in them.
const SLOTS: [usize; 2] = [60 * 11 * 512, 70 * 11 * 512];
const AT_TURN: usize = 5;
const AT_PHASE: usize = 6;
const AT_SLOT: usize = 7;
const AT_CAMPAIGN: usize = 26;
const AT_GAME: usize = 8;
const AT_GENERATION: usize = 22;
const HEADER: usize = 32;
const NAME: usize = 12;
/// Slots of games that have names, and how many games may.
const NAMED: usize = 11;
const MOST: usize = 10;
/// The slot that does not hold the newest game, or the newest game.
const ANY: u16 = 0xFFFF;
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";

struct Shell(Bench);

impl Shell {
    fn new() -> Self {
        let game = small_pointer_game("  key T \"TURN\"\n    turn += 1\n");
        let built = AMIGA.build(&game).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        Self(Bench::new(amiga, "menu_room"))
    }

    /// A shell that has saved these turns, one after the other.
    fn with_saves(turns: &[u8]) -> Self {
        let mut shell = Self::new();
        // Other slots hold no games under names; they play no part.
        shell.0.write(shell.0.at("slot_state") + 2, &[1; 11]);
        for turn in turns {
            shell.set_turn(*turn);
            assert_eq!(shell.call("save", ANY, 0), save::DONE);
        }
        shell
    }

    fn call(&mut self, name: &str, first: u16, second: u16) -> u16 {
        self.0.write_words("vm_v", &[first, second]);
        self.0.call(&format!("call_{name}"), &[], &[], CALL).d[0] as u16
    }

    fn set_turn(&mut self, turn: u8) {
        self.0.write(self.0.at("view_turn"), &[turn]);
    }

    fn turn(&self) -> u8 {
        let at = self.0.at("view_turn");
        self.0.amiga.machine.peek(Bank::Ram, at)
    }

    /// Loads, after which the turn is this one.
    fn assert_loads(&mut self, slot: u16, status: u16, turn: u8) {
        self.set_turn(77);
        assert_eq!(self.call("load", slot, 0), status, "slot {slot}");
        assert_eq!(self.turn(), turn, "slot {slot}");
    }

    fn disk(&self) -> Vec<u8> {
        self.0.amiga.machine.disk().unwrap()
    }

    /// Of both slots what lies at a place.
    fn bytes(&self, at: usize) -> [u8; 2] {
        let disk = self.disk();
        SLOTS.map(|slot| disk[slot + at])
    }

    /// Changes a byte of a slot behind the shell's back.
    fn damage(&mut self, slot: usize, at: usize) {
        let mut disk = self.disk();
        disk[SLOTS[slot] + at] ^= 1;
        let machine = &mut self.0.amiga.machine;
        machine.eject_disk();
        machine.insert_disk(&disk).unwrap();
    }
}

#[test]
fn saves_take_turns_and_count_up() {
    for (turns, in_slots, generations) in [
        (&[1][..], [1, 0], [1, 0]),
        (&[1, 2], [1, 2], [1, 2]),
        (&[1, 2, 3], [3, 2], [3, 2]),
        (&[1, 2, 3, 4], [3, 4], [3, 4]),
    ] {
        let mut shell = Shell::with_saves(turns);
        assert_eq!(shell.bytes(AT_TURN), in_slots, "{turns:?}");
        assert_eq!(shell.bytes(AT_GENERATION), generations, "{turns:?}");
        assert_eq!(shell.bytes(AT_GENERATION + 1), [0, 0], "{turns:?}");
        let newest = turns[turns.len() - 1];
        shell.assert_loads(ANY, save::DONE, newest);
        for (slot, turn) in (0..).zip(in_slots).filter(|(_, turn)| *turn != 0) {
            shell.assert_loads(slot, save::DONE, turn);
            assert_eq!(shell.call("look", slot, 0), save::DONE);
            assert_eq!(shell.call("look", slot, 1), turn.into());
            let number = shell.bytes(AT_SLOT)[usize::from(slot)];
            assert_eq!(u16::from(number), slot, "the header says so");
        }
    }
}

/// Turn, phase and campaign, as the header on the disk has them.
#[test]
fn a_header_tells_of_its_game() {
    let mut shell = Shell::with_saves(&[1, 2]);
    let mut disk = shell.disk();
    for (slot, told) in SLOTS.iter().zip([[11, 22, 33], [44, 55, 66]]) {
        for (at, byte) in [AT_TURN, AT_PHASE, AT_CAMPAIGN].into_iter().zip(told) {
            disk[slot + at] = byte;
        }
    }
    shell.0.amiga.machine.eject_disk();
    shell.0.amiga.machine.insert_disk(&disk).unwrap();
    for (slot, told) in [(0, [11, 22, 33]), (1, [44, 55, 66])] {
        assert_eq!(shell.call("look", slot, 0), save::DONE);
        assert_eq!([1, 2, 3].map(|what| shell.call("look", slot, what)), told);
    }
}

/// A slot that is asked for is written, whichever is the newest.
#[test]
fn a_slot_is_saved_into_by_its_number() {
    let mut shell = Shell::new();
    for (slot, turn) in [(1, 1), (1, 2), (0, 3), (0, 4)] {
        shell.set_turn(turn);
        assert_eq!(shell.call("save", slot, 0), save::DONE);
        assert_eq!(shell.bytes(AT_TURN)[usize::from(slot)], turn);
    }
    assert_eq!(shell.bytes(AT_TURN), [4, 2]);
    assert_eq!(shell.bytes(AT_GENERATION), [4, 2]);
}

/// It has no name, whatever lies where one would stand.
#[test]
fn a_save_of_a_slot_has_no_name() {
    let mut shell = Shell::new();
    for letter in 0..4 {
        shell.damage(0, HEADER + letter);
    }
    assert_eq!(shell.call("save", 0, 0), save::DONE);
    let disk = shell.disk();
    assert_eq!(disk[SLOTS[0] + HEADER..][..4], [0; 4]);
}

/// The game before it is loaded, and the player is told; if that is damaged, too, nothing changes.
#[test]
fn a_damaged_game_is_not_loaded() {
    const IMAGE: usize = HEADER + NAME;
    let mut shell = Shell::with_saves(&[1, 2, 3]);
    shell.damage(0, IMAGE);
    shell.assert_loads(ANY, save::OLDER, 2);
    shell.assert_loads(0, save::DAMAGED, 77);
    shell.assert_loads(1, save::DONE, 2);
    shell.damage(1, IMAGE + 1);
    shell.assert_loads(ANY, save::DAMAGED, 77);
    shell.assert_loads(1, save::DAMAGED, 77);
}

/// Where neither slot has a game of ours, why is said: one of another game says more than an empty one.
#[test]
fn what_is_no_game_of_ours_is_not_loaded() {
    let mut shell = Shell::new();
    for slot in [0, 1, ANY] {
        shell.assert_loads(slot, save::NONE, 77);
    }
    shell.set_turn(5);
    assert_eq!(shell.call("save", 1, 0), save::DONE);
    shell.assert_loads(0, save::NONE, 77);
    shell.damage(1, AT_GAME);
    for (slot, status) in [(0, save::NONE), (1, save::OTHER), (ANY, save::OTHER)] {
        shell.assert_loads(slot, status, 77);
    }
    shell.damage(1, AT_GAME);
    // The last letter of the game's name, its version, the length of its image.
    for at in [AT_GAME + 11, 20, 21, 24, 25] {
        shell.damage(1, at);
        shell.assert_loads(1, save::OTHER, 77);
        shell.damage(1, at);
    }
    shell.assert_loads(1, save::DONE, 5);
    // What every saved game begins with, and its format.
    for at in 0..AT_TURN {
        shell.damage(1, at);
        shell.assert_loads(ANY, save::NONE, 77);
        shell.damage(1, at);
    }
}

/// Whoever takes the notch off sees why nothing was written, and what lies there stays.
#[test]
fn a_protected_disk_keeps_its_games() {
    let mut shell = Shell::with_saves(&[1, 2]);
    let before = shell.disk();
    shell.0.amiga.machine.set_write_protected(true);
    shell.set_turn(3);
    assert_eq!(shell.call("save", ANY, 0), save::PROTECTED);
    assert!(shell.disk() == before);
    shell.0.amiga.machine.set_write_protected(false);
    assert_eq!(shell.call("save", ANY, 0), save::DONE);
    assert_eq!(shell.bytes(AT_TURN), [3, 2]);
}

/// Instead of a routine: `moveq #answer, d0; rts`.
fn answers(shell: &mut Shell, routine: &str, answer: u8) -> Vec<u8> {
    let at = shell.0.at(routine);
    let was = shell.0.read(at, 4);
    shell.0.write(at, &[0x70, answer, 0x4E, 0x75]);
    was
}

/// What cannot be read back as it was written is told, and so is a game that a broken track may hold.
#[test]
fn what_the_disk_does_not_give_back_is_told() {
    let mut shell = Shell::with_saves(&[1]);
    shell.set_turn(2);
    let check = shell.0.at("slot_check");
    let was = answers(&mut shell, "slot_check", 1);
    assert_eq!(shell.call("save", ANY, 0), save::ERROR);
    shell.0.write(check, &was);
    let mut shell = Shell::with_saves(&[1, 2, 3]);
    shell.damage(0, HEADER + NAME);
    shell.damage(1, AT_GAME);
    shell.assert_loads(ANY, save::DAMAGED, 77);
    let mut shell = Shell::with_saves(&[1, 2]);
    let read = shell.0.at("track_read");
    let was = answers(&mut shell, "track_read", 1);
    for slot in [0, 1, ANY] {
        shell.assert_loads(slot, save::DAMAGED, 77);
    }
    shell.0.write(read, &was);
    shell.assert_loads(ANY, save::DONE, 2);
}

/// Of games under names: none, one that is there, one that is taken off; what a disk refuses is forgotten, and read anew.
#[test]
fn a_game_has_the_name_that_it_was_given() {
    const NAMED_GAME: u16 = 0xFFFE;
    let mut shell = Shell::new();
    let name = shell.0.at("view_name");
    shell.0.write(name, b"FIRST\0");
    assert_eq!(shell.call("load", NAMED_GAME, 0), save::NONE);
    shell.set_turn(9);
    assert_eq!(shell.call("save", NAMED_GAME, 0), save::DONE);
    shell.assert_loads(NAMED_GAME, save::DONE, 9);
    // After the power was off nobody has looked at the disk yet.
    let mut later = Shell::new();
    later.0.amiga.machine.eject_disk();
    later.0.amiga.machine.insert_disk(&shell.disk()).unwrap();
    // The list knows it, too, and nothing else.
    assert_eq!(later.call("saved", 0, 0), save::DONE);
    assert_eq!(later.0.read(name, 6), b"FIRST\0");
    assert_eq!(later.call("saved", 1, 0), save::NONE);
    later.0.write(name, b"FIRST\0");
    later.assert_loads(NAMED_GAME, save::DONE, 9);
    shell.0.write(name, b"OTHER\0");
    shell.assert_loads(NAMED_GAME, save::NONE, 77);
    assert_eq!(shell.call("named", 1, 0), save::NONE);
    shell.0.write(name, b"FIRST\0");
    assert_eq!(shell.call("named", 0, 0), save::DONE);
    shell.0.amiga.machine.set_write_protected(true);
    assert_eq!(shell.call("named", 1, 0), save::PROTECTED);
    shell.0.amiga.machine.set_write_protected(false);
    // As if it had gone: only the disk knows that it has not.
    shell
        .0
        .write(shell.0.at("slot_state") + 2, &[save::NONE as u8; NAMED]);
    assert_eq!(
        shell.call("named", 0, 0),
        save::DONE,
        "the disk is read anew"
    );
    assert_eq!(shell.call("named", 1, 0), save::DONE);
    assert_eq!(shell.call("named", 0, 0), save::NONE);
}

/// Each slot is found where it is the only one that is free; what lies behind the last is none.
#[test]
fn every_slot_of_a_name_is_used() {
    let mut shell = Shell::new();
    let state = shell.0.at("slot_state");
    shell.0.call("begin", &[], &[], "d0 d1 a0");
    shell.0.call("names_read", &[], &[], "d0 d1 a0 a1");
    for free in 0..=NAMED {
        let mut slots = [save::OTHER as u8; NAMED + 1];
        slots[free] = save::NONE as u8;
        shell.0.write(state + 2, &slots);
        let found = shell
            .0
            .call("slot_in_state", &[0, save::NONE.into()], &[], "d0 a0")
            .d[0];
        let wanted = if free < NAMED { free as i16 + 2 } else { -1 };
        assert_eq!(found as i16, wanted);
    }
}

/// Where the next game goes, whatever the slots hold: into one that is empty, else one that cannot be loaded, the lowest first; ten
/// games fill the disk.
#[test]
fn a_new_name_goes_where_nothing_is_lost() {
    let mut shell = Shell::new();
    let mut draws = Draws::new(61);
    let state = shell.0.at("slot_state");
    // From now on the shell knows what the disk holds.
    shell.0.call("begin", &[], &[], "d0 d1 a0");
    shell.0.call("names_read", &[], &[], "d0 d1 a0 a1");
    shell.0.write(shell.0.at("view_name"), b"NEW\0");
    for case in 0..300 {
        let kinds = [save::DONE, save::NONE, save::DAMAGED, save::OTHER];
        let kinds = &kinds[..1 + case % 4];
        let slots: Vec<u8> = (0..NAMED)
            .map(|_| kinds[draws.of(0..kinds.len() as i32) as usize] as u8)
            .collect();
        shell.0.write(state + 2, &slots);
        let games = slots.iter().filter(|slot| **slot == 0).count();
        let first = |kind: &u16| slots.iter().position(|slot| u16::from(*slot) == *kind);
        let room = [save::NONE, save::DAMAGED, save::OTHER]
            .iter()
            .find_map(first);
        let room = room.filter(|_| games < MOST);
        let told = shell.0.call("name_room", &[], &[], "d0 d1 a0 a1");
        let status = if room.is_some() {
            save::DONE
        } else {
            save::FULL
        };
        assert_eq!(told.d[0] as u16, status, "{slots:?}");
        if let Some(room) = room {
            let slot = shell.0.read(shell.0.at("slot"), 2);
            assert_eq!(slot, [0, room as u8 + 2], "{slots:?}");
        }
    }
}

/// The newest first; of those that have the same number, as on disks of the days when nobody counted, the one that lies first.
#[test]
fn games_under_names_are_listed_from_the_newest_on() {
    let mut shell = Shell::new();
    let mut draws = Draws::new(62);
    let [state, generations, names, shown] =
        ["slot_state", "generations", "names", "view_name"].map(|symbol| shell.0.at(symbol));
    // From now on the shell knows what the disk holds.
    shell.0.call("begin", &[], &[], "d0 d1 a0");
    shell.0.call("names_read", &[], &[], "d0 d1 a0 a1");
    for case in 0..60 {
        let most = [1, 4, 0x1_0000][case % 3];
        let numbers: Vec<u16> = (0..NAMED).map(|_| draws.of(0..most) as u16).collect();
        let states: Vec<u8> = (0..NAMED)
            .map(|_| draws.of(0..3).saturating_sub(1) as u8)
            .collect();
        shell.0.write(state + 2, &states);
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_be_bytes()).collect();
        shell.0.write(generations + 4, &bytes);
        for slot in 0..NAMED {
            let name = [b'A' + slot as u8, 0];
            shell.0.write(names + (NAME * (slot + 2)) as u32, &name);
        }
        let mut games: Vec<usize> = (0..NAMED).filter(|slot| states[*slot] == 0).collect();
        games.sort_by_key(|slot| (u16::MAX - numbers[*slot], *slot));
        let told = format!("{states:?} {numbers:?}");
        for (place, slot) in (0..).zip(&games) {
            assert_eq!(shell.call("saved", place, 0), save::DONE, "{told}");
            let name = [b'A' + *slot as u8, 0];
            assert_eq!(shell.0.read(shown, 2), name, "{place} of {told}");
        }
        let behind = games.len() as u16;
        assert_eq!(shell.call("saved", behind, 0), save::NONE, "{told}");
        // What lies behind the last slot is no game's.
        let before = shell.0.amiga.machine.snapshot();
        shell.0.write(state + 2 + NAMED as u32, &[0]);
        shell
            .0
            .write(generations + 4 + 2 * NAMED as u32, &[0xFF; 2]);
        let newest = shell.0.call("name_newest", &[], &[], "d0 d1 a0").d[0] as u16;
        let wanted = games.first().map_or(0, |slot| numbers[*slot]);
        assert_eq!(newest, wanted, "{told}");
        shell.0.amiga.machine = before;
    }
}

/// A name is whole up to its end or its twelve letters, whatever stands behind that, in any slot that holds a game.
#[test]
fn a_name_is_found_in_its_slot() {
    let mut shell = Shell::new();
    let [state, names, asked] =
        ["slot_state", "names", "view_name"].map(|symbol| shell.0.at(symbol));
    shell.0.call("begin", &[], &[], "d0 d1 a0");
    shell.0.call("names_read", &[], &[], "d0 d1 a0 a1");
    let of_slot = |slot: usize| match slot % 3 {
        0 => *b"GAME\0 OTHER ",
        1 => *b"TWELVELETTER",
        _ => *b"GAMES\0OTHERS",
    };
    let find = |shell: &mut Shell, name: &[u8; NAME]| {
        shell.0.write(asked, name);
        shell.0.call("name_find", &[], &[], "d0 d1 a0 a1").d[0] as i16
    };
    for slot in 0..=NAMED {
        shell.0.write(state + 2, &[save::NONE as u8; NAMED + 1]);
        shell.0.write(state + 2 + slot as u32, &[save::DONE as u8]);
        let place = names + (NAME * (slot + 2)) as u32;
        shell.0.write(place, &of_slot(slot));
        let wanted = if slot < NAMED { slot as i16 + 2 } else { -1 };
        for name in [
            *b"GAME\0\0\0\0\0\0\0\0",
            *b"GAMES\0\0\0\0\0\0\0",
            *b"TWELVELETTER",
        ] {
            let end = |name: &[u8; NAME]| name.iter().position(|letter| *letter == 0);
            let known = of_slot(slot);
            let same = end(&known) == end(&name)
                && known[..end(&known).unwrap_or(NAME)] == name[..end(&name).unwrap_or(NAME)];
            let wanted = if same { wanted } else { -1 };
            assert_eq!(find(&mut shell, &name), wanted, "slot {slot}, {name:?}");
        }
        shell
            .0
            .write(state + 2 + slot as u32, &[save::DAMAGED as u8]);
        assert_eq!(find(&mut shell, &of_slot(slot)), -1, "slot {slot} has none");
    }
}
