//! Saved games on the Amiga's disk in a game for keys: four beside each other, two slots each that take turns, and what is said of
//! damaged, foreign and missing ones.

use hexfront::targets::AMIGA;
use hexfront_isa::contract::{header, save};
use hexfront_platforms::machine::Bank;
use hexfront_tests::amiga::{at_first_menu, small_game};
use hexfront_tests::routine::Bench;

/// As `amiga/shell/save.inc` and `stream.s` have a slot on the disk: five tracks, the first of which is track 60.
const TRACK: usize = 11 * 512;
const FIRST: usize = 60 * TRACK;
const HEADER: usize = 32;
/// In the number of a game: another campaign may go.
const OVER: u16 = 4;
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";

struct Shell(Bench);

impl Shell {
    fn new() -> Self {
        let built = AMIGA.build(&small_game("  key T \"TURN\"\n    turn += 1\n"));
        let built = built.unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        Self(Bench::new(amiga, "screen"))
    }

    /// Saves these turns in turn, as one game.
    fn with_saves(game: u16, turns: &[u8]) -> Self {
        let mut shell = Self::new();
        for turn in turns {
            shell.assert_saves(game, *turn, save::DONE);
        }
        shell
    }

    fn call(&mut self, name: &str, first: u16, second: u16) -> u16 {
        self.0.write_words("vm_v", &[first, second]);
        self.0.call(&format!("call_{name}"), &[], &[], CALL).d[0] as u16
    }

    fn set(&mut self, role: &str, value: u8) {
        self.0.write(self.0.at(&format!("view_{role}")), &[value]);
    }

    fn turn(&self) -> u8 {
        let at = self.0.at("view_turn");
        self.0.amiga.machine.peek(Bank::Ram, at)
    }

    fn assert_saves(&mut self, game: u16, turn: u8, status: u16) {
        self.set("turn", turn);
        assert_eq!(self.call("save", game, 0), status, "game {game}");
    }

    /// Loads, after which the turn is this one.
    fn assert_loads(&mut self, game: u16, status: u16, turn: u8) {
        self.set("turn", 77);
        assert_eq!(self.call("load", game, 0), status, "game {game}");
        assert_eq!(self.turn(), turn, "game {game}");
    }

    fn disk(&self) -> Vec<u8> {
        self.0.amiga.machine.disk().unwrap()
    }

    /// The bytes of a slot.
    fn slot(&self, slot: usize) -> Vec<u8> {
        self.disk()[FIRST + slot * 10 * TRACK..][..5 * TRACK].to_vec()
    }

    /// Changes bytes of a slot behind the shell's back.
    fn change(&mut self, slot: usize, change: impl Fn(&mut [u8])) {
        change_slot(&mut self.0, slot, change);
    }

    /// A call of the first game in which a byte of a slot is another from the time on that a header is read the so-manieth time.
    fn call_damaged(&mut self, name: &str, times: usize, [slot, at]: [usize; 2]) -> u16 {
        self.0.write_words("vm_v", &[0, 0]);
        let mut call = self.0.begin(name, &[], &[]);
        for _ in 0..times {
            call.run_to("header_read");
        }
        change_slot(call.bench, slot, |bytes| bytes[at] ^= 1);
        call.finish(CALL).d[0] as u16
    }

    fn damage(&mut self, slot: usize, at: usize) {
        self.change(slot, |bytes| bytes[at] ^= 1);
    }

    /// Changes a byte of a header, whose sum stays right.
    fn forge(&mut self, slot: usize, at: u16, by: u8) {
        self.change(slot, |bytes| {
            let (at, check) = (usize::from(at), usize::from(header::CHECK));
            bytes[at] = bytes[at].wrapping_add(by);
            bytes[check] = bytes[check].wrapping_sub(by);
        });
    }
}

fn change_slot(bench: &mut Bench, slot: usize, change: impl Fn(&mut [u8])) {
    let machine = &mut bench.amiga.machine;
    let mut disk = machine.disk().unwrap();
    change(&mut disk[FIRST + slot * 10 * TRACK..][..5 * TRACK]);
    machine.eject_disk();
    machine.insert_disk(&disk).unwrap();
}

#[test]
fn the_slots_of_a_game_take_turns() {
    for game in 0..4 {
        let mut shell = Shell::with_saves(game, &[11, 12, 13]);
        let first = 2 * usize::from(game);
        for (slot, turn, generation) in [(first, 13, 3), (first + 1, 12, 2)] {
            let bytes = shell.slot(slot);
            let byte = |at: u16| usize::from(bytes[usize::from(at)]);
            assert_eq!(bytes[..5], *b"HXSG\x02");
            assert_eq!(byte(header::TURN), turn);
            assert_eq!(byte(header::SLOT), slot);
            assert_eq!(byte(header::GENERATION), generation);
            assert_eq!(byte(header::GENERATION + 1), 0);
            let sum = bytes[..HEADER]
                .iter()
                .fold(0_u8, |sum, b| sum.wrapping_add(*b));
            assert_eq!(sum, 0);
        }
        shell.assert_loads(game, save::DONE, 13);
        for other in (0..4).filter(|other| *other != game) {
            shell.assert_loads(other, save::NONE, 77);
        }
    }
}

/// A number that no game has is the first's.
#[test]
fn any_other_number_is_that_of_the_first_game() {
    let mut shell = Shell::with_saves(0, &[5]);
    for number in [8, 0xFFFF] {
        shell.assert_loads(number, save::DONE, 5);
    }
}

/// Its slots count on modulo 65,536.
#[test]
fn the_count_of_saves_may_wrap() {
    let mut shell = Shell::with_saves(1, &[1, 2]);
    for (slot, low) in [(2, 0xFE - 1), (3, 0xFF - 2)] {
        shell.forge(slot, header::GENERATION, low);
        shell.forge(slot, header::GENERATION + 1, 0xFF);
    }
    for turn in [3, 4, 5] {
        shell.assert_saves(1, turn, save::DONE);
        shell.assert_loads(1, save::DONE, turn);
    }
}

#[test]
fn a_game_is_looked_at_without_loading_it() {
    let mut shell = Shell::with_saves(2, &[21, 22]);
    shell.forge(5, header::PHASE, 9);
    shell.forge(5, header::CAMPAIGN, 7);
    shell.set("turn", 77);
    assert_eq!(shell.call("look", 2, 0), save::DONE);
    let told = [1, 2, 3].map(|what| shell.call("look", 2, what));
    assert_eq!(told, [22, 9, 7]);
    assert_eq!(shell.turn(), 77);
    assert_eq!(shell.call("look", 3, 0), save::NONE);
    // In the first slot of the two.
    shell.assert_saves(2 + OVER, 23, save::DONE);
    assert_eq!(shell.call("look", 2, 0), save::DONE);
    assert_eq!(shell.call("look", 2, 1), 23);
}

/// The game before it is loaded, and the player is told; if that is damaged, too, nothing changes.
#[test]
fn a_damaged_game_is_not_loaded() {
    for at in [HEADER, HEADER + 2, 6] {
        let mut shell = Shell::with_saves(0, &[1, 2, 3]);
        shell.damage(0, at);
        shell.assert_loads(0, save::OLDER, 2);
        shell.damage(1, at);
        shell.assert_loads(0, save::DAMAGED, 77);
    }
}

/// Why neither slot has a game of ours is said: the graver reason of both.
#[test]
fn what_is_no_game_of_ours_is_not_loaded() {
    let mut shell = Shell::with_saves(0, &[1, 2]);
    for (at, by, status) in [
        (header::FORMAT, 1, save::OTHER),
        (header::VERSION, 1, save::OTHER),
        (header::VERSION + 1, 1, save::OTHER),
        (header::LENGTH, 1, save::OTHER),
        (header::LENGTH + 1, 1, save::OTHER),
        (header::GAME, 1, save::OTHER),
        (header::GAME + 11, 1, save::OTHER),
        (header::MAGIC, 1, save::NONE),
        (header::MAGIC + 3, 1, save::NONE),
    ] {
        shell.forge(1, at, by);
        shell.assert_loads(0, save::DONE, 1);
        shell.damage(0, 0);
        shell.assert_loads(0, status, 77);
        shell.damage(0, 0);
        shell.forge(1, at, by.wrapping_neg());
        shell.assert_loads(0, save::DONE, 2);
    }
}

/// Another campaign goes only if the player says so, and its own may always.
#[test]
fn another_campaign_is_written_over_only_on_demand() {
    let mut shell = Shell::with_saves(1, &[1, 2]);
    for slot in [2, 3] {
        shell.forge(slot, header::CAMPAIGN, 1);
    }
    let before = shell.disk();
    shell.assert_saves(1, 3, save::CAMPAIGN);
    assert!(shell.disk() == before, "nothing is written");
    assert_eq!(shell.call("look", 1, 1), 2, "look tells of what lies there");
    shell.assert_saves(1 + OVER, 3, save::DONE);
    shell.assert_loads(1, save::DONE, 3);
}

/// Two equal bytes and how many more there are, as on the other machines.
#[test]
fn an_image_is_packed() {
    let mut shell = Shell::new();
    shell.set("turn", 0x31);
    // What was packed and read last plays no part: as if it had ended within a run of the first byte.
    let first = shell.0.amiga.state_image().unwrap()[0];
    let more = shell.0.at("more");
    shell.0.write(more - 2, &[1, first, 7]);
    assert_eq!(shell.call("save", 0, 0), save::DONE);
    shell.0.write(more, &[7]);
    shell.assert_loads(0, save::DONE, 0x31);
    let bytes = shell.slot(0);
    let length = [0, 1].map(|n| bytes[usize::from(header::LENGTH) + n]);
    let length = usize::from(u16::from_le_bytes(length));
    let mut packed = bytes[HEADER..].iter();
    let mut image = Vec::new();
    let mut run = 0;
    while image.len() < length {
        let byte = *packed.next().unwrap();
        run = if run > 0 && image.last() == Some(&byte) {
            2
        } else {
            1
        };
        image.push(byte);
        if run == 2 {
            let more = usize::from(*packed.next().unwrap());
            image.extend(std::iter::repeat_n(byte, more));
            run = 0;
        }
    }
    assert_eq!(image.len(), length);
    let state = shell.0.amiga.state_image().unwrap();
    assert_eq!(image, state);
}

/// Without a disk, or with one that is protected, nothing is written; with the disk again all is as it was.
#[test]
fn what_the_drive_refuses_is_told() {
    let mut shell = Shell::with_saves(0, &[1]);
    let disk = shell.disk();
    shell.0.amiga.machine.eject_disk();
    shell.assert_saves(0, 2, save::NO_DRIVE);
    shell.assert_loads(0, save::NO_DRIVE, 77);
    assert_eq!(shell.call("look", 0, 0), save::NO_DRIVE);
    shell.0.amiga.machine.insert_disk(&disk).unwrap();
    shell.0.amiga.machine.set_write_protected(true);
    shell.assert_saves(0, 2, save::PROTECTED);
    shell.assert_loads(0, save::DONE, 1);
    assert!(shell.disk() == disk);
}

/// What was written is read back, its header and its image; what a load has found sound is read once more.
#[test]
fn what_goes_wrong_between_two_looks_is_told() {
    // The headers of both slots are read, then the one that was written, or is loaded.
    for at in [usize::from(header::TURN), HEADER + 2] {
        let mut shell = Shell::with_saves(0, &[1, 2]);
        assert_eq!(shell.call_damaged("call_save", 3, [0, at]), save::ERROR);
        shell.assert_loads(0, save::OLDER, 2);
    }
    let mut shell = Shell::with_saves(0, &[1, 2]);
    let damaged = shell.call_damaged("call_load", 4, [1, HEADER + 2]);
    assert_eq!(damaged, save::ERROR);
}
