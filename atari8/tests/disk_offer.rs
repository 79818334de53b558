//! A disk that cannot take a saved game is offered to be made one that can, where the game is saved: what is said meanwhile, which keys
//! go on, what is on the disk then, and what is told where it fails.

use crate::booted::{Booted, LOAD, LOOK, SAVE, STATE, StandIn};
use hexfront_atari8::{Memory, save_disk, save_names};
use hexfront_disk::atari::dos2::Volume;
use hexfront_disk::atari::{Container, Density, Disk};
use hexfront_platforms::drive::atari810::Model as DriveModel;
use hexfront_platforms::machine::{DriveSpeed, Machine};
use hexfront_platforms::machines::atari8::Model;

/// Lines of a page: column, row below the top line, letters.
type Page<'a> = &'a [(usize, usize, &'a str)];
const AGAIN: (usize, usize, &str) = (4, 10, "Y: TRY AGAIN. OTHER KEYS: GO ON");

/// A disk of another system.
fn strange() -> Vec<u8> {
    let mut disk = Disk::blank(Container::Atr, Density::Single);
    for sector in 1..=720 {
        disk.sector_mut(sector).expect("it has so many").fill(0x5A);
    }
    disk.to_bytes()
}

impl Booted {
    /// Two drives, a strange disk in one of them, and a game that is to be saved: it is offered to make one for saved games.
    fn offered(memory: Memory, drive: usize) -> Self {
        Self::offered_with(memory, drive, &strange())
    }

    fn offered_with(memory: Memory, drive: usize, disk: &[u8]) -> Self {
        let mut machine = Self::started(memory, Model::Atari800Xl);
        machine.atari.set_drives([Some(DriveModel::Atari1050); 2]);
        machine.insert(&machine.disk.to_bytes());
        machine.atari.set_drive_speed(DriveSpeed::Host);
        machine.poke("state", &[7; STATE]);
        machine.put(drive, disk);
        machine.ask(SAVE, &[0]);
        machine.shows(&format!("DRIVE {drive}: NO DISK FOR SAVED GAMES"), 20);
        machine
    }

    /// Waits until a page of these lines is shown, and nothing else on it.
    fn tells(&mut self, page: Page<'_>, most: u64) {
        for (_, _, text) in page {
            self.shows(text, most);
        }
        let screen = self.atari.text_screen().unwrap_or_default();
        let lines = (0..)
            .zip(screen.iter().skip(1))
            .filter(|(_, row)| !row.trim().is_empty());
        let lines = lines.map(|(y, row)| (row.len() - row.trim_start().len(), y, row.trim()));
        assert_eq!(lines.collect::<Vec<_>>(), page);
    }

    fn put(&mut self, drive: usize, disk: &[u8]) {
        let inserted = self.atari.insert_disk_into(drive, disk);
        inserted.expect("a disk for the drive");
    }

    fn disk_in(&self, drive: usize) -> Disk {
        let drive = self.atari.drives()[drive - 1].as_ref().expect("a drive");
        drive.disk().expect("a disk").clone()
    }

    /// Waits until the call that was asked for is over; its answer.
    fn answered(&mut self, most: u64) -> u8 {
        for _ in 0..most {
            if !self.busy() {
                return self.peek("answer", 1)[0];
            }
            self.seconds(1);
        }
        panic!("it goes on: {:?}", self.atari.text_screen());
    }
}

#[test]
fn a_disk_that_cannot_take_a_game_is_made_one_that_can_where_the_game_is_saved() {
    for (memory, drive) in [(Memory::BelowOs, 1), (Memory::Board, 1), (Memory::Board, 2)] {
        let mut machine = Booted::offered(memory, drive);
        let game = machine.disk.to_bytes();
        machine.press('Y');
        if drive == 1 {
            // What makes it comes from the game's disk, which then is not the one.
            machine.shows("INSERT THE GAME DISK", 10);
            machine.insert(&game);
            machine.press(' ');
        }
        let which = [
            (9, 8, "A DISK FOR SAVED GAMES"),
            (5, 9, "ALL THAT IS ON IT WILL BE LOST"),
            (3, 11, "IN DRIVE 1 OR 2? OTHER KEYS: NONE"),
        ];
        machine.tells(&which, 10);
        machine.press('1');
        machine.tells(&[(9, 8, "THAT IS THE GAME DISK"), AGAIN], 10);
        assert_eq!(machine.disk_in(1).to_bytes(), game);
        if drive == 1 {
            // A failed format asks again.
            machine.insert(&strange());
            machine.atari.set_write_protected(true);
            machine.press('Y');
            machine.tells(&[(4, 8, "WRITE PROTECTED"), AGAIN], 90);
            assert_eq!(machine.disk_in(1).to_bytes(), strange());
            machine.atari.set_write_protected(false);
            machine.atari.set_drive_speed(DriveSpeed::Real);
            machine.press('Y');
            machine.tells(&[(12, 9, "A MINUTE OR TWO")], 1);
            machine.atari.set_drive_speed(DriveSpeed::Host);
        } else {
            machine.press('N');
            assert_eq!(machine.answered(20), 0);
            // It is asked once, and the game is where there was a place for it.
            assert_eq!(machine.disk_in(2).to_bytes(), strange());
            assert_eq!(machine.call(SAVE, &[0]), 0);
            continue;
        }
        assert_eq!(machine.answered(120), 0, "{memory:?}");
        let made = machine.disk_in(drive);
        let volume = Volume::of(&made).unwrap();
        assert_eq!(volume.check(), []);
        let names = volume.entries().into_iter().map(|e| e.name.to_string());
        assert!(names.eq(save_names("TEST")));
        // As the builder makes one: booted, it says that it has no game; which sectors it counts.
        let built = save_disk("TEST", STATE).expect("a disk");
        assert_eq!(made.read(1), built.read(1));
        let counts = |disk: &Disk| disk.read(360).map(|table| table[..10].to_vec());
        assert_eq!(counts(&made), counts(&built));
        machine.poke("state", &[0; STATE]);
        assert_eq!(machine.call(LOAD, &[0]), 0);
        assert_eq!(machine.peek("state", STATE), [7; STATE]);
    }
}

#[test]
fn a_disk_in_drive_2_is_made_one_where_the_game_is_saved() {
    let mut machine = Booted::offered(Memory::BelowOs, 2);
    let game = machine.disk.to_bytes();
    machine.press('Y');
    machine.shows("IN DRIVE 1 OR 2", 10);
    machine.press('2');
    assert_eq!(machine.answered(120), 0);
    assert_eq!(machine.disk_in(1).to_bytes(), game);
    assert_eq!(Volume::of(&machine.disk_in(2)).unwrap().check(), []);
    assert_eq!(machine.call(LOOK, &[0, 0]), 0);
}

/// Whether it is full or not.
#[test]
fn a_disk_of_dos_2_in_drive_2_that_has_no_files_for_the_game_is_not_passed_over() {
    let mut disk = Disk::blank(Container::Atr, Density::Single);
    Volume::format(&mut disk);
    let mut volume = Volume::of(&disk).unwrap();
    for sectors in [200, volume.free() - 200] {
        volume.reserve(&format!("O{sectors}.TXT"), sectors).unwrap();
        let before = volume.clone().into_disk().to_bytes();
        let mut machine = Booted::offered_with(Memory::Board, 2, &before);
        machine.press('N');
        assert_eq!(machine.answered(20), 0, "it is saved in drive 1");
        assert_eq!(machine.disk_in(2).to_bytes(), before);
        // It is asked once.
        assert_eq!(machine.call(SAVE, &[0]), 0);
    }
    assert_eq!(volume.free(), 0);
}

/// Only 1 and 2 are drives.
#[test]
fn other_keys_than_those_of_drives_make_no_disk() {
    let offered = Booted::offered(Memory::Board, 2);
    for key in ['0', '3'] {
        let mut machine = offered.clone();
        machine.press('Y');
        machine.shows("IN DRIVE 1 OR 2", 10);
        machine.press(key);
        assert_eq!(machine.answered(20), 0, "{key}: it is saved in drive 1");
        assert_eq!(machine.disk_in(2).to_bytes(), strange(), "{key}");
    }
}

#[test]
fn who_wants_no_disk_made_keeps_what_is_on_it() {
    let mut machine = Booted::offered(Memory::Board, 1);
    let offer = [
        (4, 8, "DRIVE 1: NO DISK FOR SAVED GAMES"),
        (4, 10, "Y: MAKE ONE. OTHER KEYS: GO ON"),
    ];
    machine.tells(&offer, 1);
    machine.press('N');
    assert_ne!(machine.answered(5), 0);
    assert_eq!(machine.disk_in(1).to_bytes(), strange());
}

/// Power is cut at any moment of it: the disk is offered again, or takes the game.
#[test]
fn a_disk_that_was_half_made_is_offered_again_or_takes_the_game() {
    let mut machine = Booted::offered(Memory::Board, 2);
    machine.press('Y');
    machine.shows("IN DRIVE 1 OR 2", 10);
    machine.atari.set_drive_speed(DriveSpeed::Real);
    machine.press('2');
    let mut found = [0, 0];
    while machine.busy() {
        machine.seconds(6);
        let cut = machine.disk_in(2).to_bytes();
        let mut again = Booted::started(Memory::Board, Model::Atari800Xl);
        again.insert(&cut);
        again.ask(SAVE, &[0]);
        again.seconds(5);
        let is_offered = again.busy();
        found[usize::from(is_offered)] += 1;
        if is_offered {
            again.shows("NO DISK FOR SAVED GAMES", 20);
        } else {
            assert_eq!(again.answered(1), 0);
            assert_eq!(again.call(LOOK, &[0, 0]), 0);
        }
    }
    assert!(found.iter().all(|times| *times > 0), "{found:?}");
}

impl Booted {
    /// A disk is to be made in drive 2: nothing is lost yet.
    fn about_to_make() -> Self {
        let mut machine = Self::offered(Memory::Board, 2);
        machine.press('Y');
        machine.shows("IN DRIVE 1 OR 2", 10);
        machine
    }

    /// Says in which drive, and comes to a routine so many times.
    fn makes(&mut self, routine: &str, times: usize) {
        self.seconds(1);
        let chord = self.atari.chord('2').expect("a key");
        self.atari.key_down(chord.key);
        let routine = self.at(routine);
        for _ in 0..times {
            self.atari.step();
            self.run_to(routine);
        }
        self.atari.key_up(chord.key);
    }

    fn with_empty_drives(&mut self) {
        self.atari.set_drives([Some(DriveModel::Atari1050); 2]);
        self.atari.set_drive_speed(DriveSpeed::Host);
    }

    /// It was told that no disk was made; on the second try one is.
    fn is_told_and_makes_one_then(&mut self, (column, text): (usize, &str)) {
        self.tells(&[(column, 8, text), AGAIN], 120);
        self.with_empty_drives();
        self.insert(&self.disk.to_bytes());
        self.put(2, &strange());
        self.press('Y');
        assert_eq!(self.answered(120), 0, "{text}");
        let volume = Volume::of(&self.disk_in(2)).unwrap();
        assert_eq!(volume.check(), []);
        let names = volume.entries().into_iter().map(|e| e.name.to_string());
        assert!(names.eq(save_names("TEST")), "{text}");
    }
}

/// Whatever sector was asked for last.
#[test]
fn the_games_disk_is_never_made_one() {
    for last in [0x00, 0xFF] {
        let mut machine = Booted::about_to_make();
        let game = machine.disk.to_bytes();
        machine.put(2, &game);
        machine.poke("disk_number", &[last; 2]);
        machine.press('2');
        machine.is_told_and_makes_one_then((9, "THAT IS THE GAME DISK"));
    }
}

/// The drive says that it failed, and what it is like; a drive that is gone says nothing.
#[test]
fn a_format_that_fails_is_told() {
    let mut machine = Booted::about_to_make();
    machine.with_empty_drives();
    machine.press('2');
    machine.is_told_and_makes_one_then((4, "I/O ERROR"));
    let mut machine = Booted::about_to_make();
    machine
        .atari
        .set_drives([Some(DriveModel::Atari1050), None]);
    machine.press('2');
    machine.is_told_and_makes_one_then((4, "NO DISK"));
    // It goes as soon as it has said so.
    let mut machine = Booted::about_to_make();
    machine.with_empty_drives();
    // Behind the look whether it is the game's disk.
    machine.makes("disk_status_ask", 2);
    machine
        .atari
        .set_drives([Some(DriveModel::Atari1050), None]);
    machine.is_told_and_makes_one_then((4, "NO DISK"));
}

/// The disk is formatted, and what is written behind that fails.
#[test]
fn files_that_cannot_be_made_are_told() {
    for (routine, times) in [
        ("page_write", 1),
        ("page_write", 2),
        ("disk_make", 3),
        ("disk_make", 8),
    ] {
        let mut machine = Booted::about_to_make();
        machine.makes(routine, times);
        machine.atari.set_write_protected_in(2, true);
        machine.is_told_and_makes_one_then((4, "WRITE PROTECTED"));
    }
}

/// What comes behind a failure might be written well: it is told all the same.
#[test]
fn a_failure_that_passes_is_told() {
    for (routine, times) in [("page_write", 1), ("page_write", 2), ("disk_make", 2)] {
        let mut machine = Booted::about_to_make();
        machine.makes(routine, times);
        machine.atari.set_write_protected_in(2, true);
        machine.run_to(machine.at("disk_status_ask"));
        machine.atari.set_write_protected_in(2, false);
        machine.is_told_and_makes_one_then((4, "I/O ERROR"));
    }
}

/// As of a long game, whose files take more than a disk has.
#[test]
fn a_disk_with_room_for_fewer_games_does() {
    let mut machine = Booted::about_to_make();
    machine.makes("disk_make", 3);
    let mut full = machine.disk_in(2);
    let table = full.sector_mut(360).expect("a table of contents");
    table[10..].fill(0);
    machine.put(2, &full.to_bytes());
    assert_eq!(machine.answered(120), 0);
    let volume = Volume::of(&machine.disk_in(2)).unwrap();
    let names = volume.entries().into_iter().map(|e| e.name.to_string());
    assert!(names.eq(save_names("TEST").take(2)));
    assert_eq!(machine.call(LOOK, &[0, 0]), 0);
}
