//! What is said while a disk for saved games is made, and which keys go on.

use crate::booted::{Booted, LOAD, PARTS, SAVE, STATE, StandIn, call};
use hexfront_apple2::Memory;
use hexfront_disk::apple::dos33::Volume;
use hexfront_disk::apple::{Container, Disk};
use hexfront_platforms::machine::{Bank, Machine};

/// Rows of the page in which the lines stand.
const WORDS: u16 = 5;
const FIRST: u16 = 8;
const SECOND: u16 = 10;
const COLUMN: u16 = 2;

type Page<'a> = &'a [(u16, &'a str)];
const WHICH: Page<'_> = &[
    (FIRST, "A DISK FOR SAVED GAMES"),
    (SECOND, "IN DRIVE 1 OR 2? OTHER KEYS: NONE"),
];
const LOST: Page<'_> = &[
    (FIRST, "ALL THAT IS ON IT WILL BE LOST"),
    (SECOND, "Y: GO ON"),
];
const WAIT: Page<'_> = &[(FIRST, "HALF A MINUTE")];
const DONE: Page<'_> = &[
    (FIRST, "IT CAN BE USED"),
    (SECOND, "GAME DISK INTO DRIVE 1, PRESS A KEY"),
];
const PROTECTED: Page<'_> = &[
    (FIRST, "WRITE PROTECTED"),
    (SECOND, "Y: TRY AGAIN. OTHER KEYS: GO ON"),
];
const FAILED: Page<'_> = &[
    (FIRST, "NO DISK"),
    (SECOND, "Y: TRY AGAIN. OTHER KEYS: GO ON"),
];
const GAME: Page<'_> = &[(SECOND, "GAME DISK INTO DRIVE 1, PRESS A KEY")];

impl Booted {
    /// The picture: 192 lines of 40 bytes.
    fn picture(&self) -> Vec<Vec<u8>> {
        let line = |line: u32| {
            let group = line / 8;
            let at = 0x2000 + (line & 7) * 0x400 + (group & 7) * 0x80 + (group >> 3) * 0x28;
            (at..at + 40)
                .map(|at| self.apple.peek(Bank::Ram, at))
                .collect()
        };
        (0..192).map(line).collect()
    }

    /// Asks for a disk for saved games while the game comes in; drive 2 has one of somebody else's.
    fn asked() -> Self {
        let mut machine = Self::new(Memory::Card, true);
        machine.apple.disks_mut().drives[1].insert(somebody_elses());
        machine.seconds(2);
        machine.press('F');
        machine.seconds(5);
        machine
    }

    /// A game that keeps what makes such a disk is about to be saved, with a disk in drive 1 that was never formatted, or one of DOS 3.3
    /// without files there and somebody else's in drive 2.
    fn offered(memory: Memory, drive: usize) -> Self {
        let mut machine = Self::offering(memory);
        machine.boot();
        let empty = Disk::from_sectors(Container::Dos, &Volume::format(254));
        let drives = &mut machine.apple.disks_mut().drives;
        match drive {
            0 => drives[0].insert(never_formatted()),
            _ => {
                drives[0].insert(empty);
                drives[1].insert(somebody_elses());
            }
        }
        machine.poke("state", &[7; STATE]);
        machine.ask(SAVE, &[0]);
        machine.seconds(8);
        machine
    }

    fn answer(&self) -> u8 {
        assert!(!self.busy(), "it is saved, or it is not");
        self.peek("answer", 1)[0]
    }

    fn types(&mut self, key: char) {
        self.press(key);
        self.seconds(1);
    }

    fn second(&self) -> Vec<u8> {
        let disk = self.apple.disks().drives[1].disk().expect("a disk");
        disk.to_bytes().expect("sectors")
    }
}

fn somebody_elses() -> Disk {
    Disk::from_sectors(Container::Dos, &[[0x55; 256]; 560])
}

/// Noise, which is what a drive hears of a disk that nothing was ever written on.
fn never_formatted() -> Disk {
    let mut disk = somebody_elses();
    for track in 0..35 {
        let track = disk.track_mut(track * 4).expect("a track");
        (0..track.len()).for_each(|bit| track.set_bit(bit, bit % 5 < 2));
    }
    disk
}

/// Pages as the shell's calls print them.
struct Printer(Booted);

impl Printer {
    fn new() -> Self {
        let mut machine = Booted::with_parts(Memory::Card, true, &PARTS, &[]);
        machine.boot();
        Self(machine)
    }

    fn assert_shows(&mut self, machine: &Booted, page: Page<'_>) {
        let printer = &mut self.0;
        printer.call(call::PAGE, &[1]);
        printer.call(call::WINDOW, &[4]);
        for (row, text) in page {
            printer.call(call::AT, &[COLUMN, *row]);
            printer.print(text);
        }
        let (wanted, shown) = (printer.picture(), machine.picture());
        let lines = (0..192).filter(|line| wanted[*line] != shown[*line]);
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [],
            "lines that differ of {page:?}"
        );
    }
}

#[test]
fn each_step_is_told() {
    let mut printer = Printer::new();
    let mut machine = Booted::asked();
    printer.assert_shows(&machine, WHICH);
    machine.types('2');
    printer.assert_shows(&machine, LOST);
    machine.apple.disks_mut().drives[1].set_write_protected(true);
    machine.types('Y');
    machine.seconds(3);
    printer.assert_shows(&machine, PROTECTED);
    let mut without = machine.apple.clone();
    machine.apple.disks_mut().drives[1].set_write_protected(false);
    machine.types('Y');
    printer.assert_shows(&machine, WAIT);
    // What is typed meanwhile answers nothing.
    machine.seconds(10);
    machine.types('X');
    machine.seconds(30);
    printer.assert_shows(&machine, DONE);
    machine.press(' ');
    machine.boot();
    // Who does not try again is asked for the game's disk alone.
    std::mem::swap(&mut machine.apple, &mut without);
    machine.types('N');
    printer.assert_shows(&machine, GAME);
    machine.press(' ');
    machine.boot();
}

/// What a page said before it is gone, however short the next one is; what is typed while it fails answers nothing.
#[test]
fn a_failure_is_told_on_an_empty_page() {
    let mut printer = Printer::new();
    let mut machine = Booted::asked();
    machine.types('2');
    machine.types('Y');
    machine.seconds(2);
    machine.apple.disks_mut().drives[1].eject();
    machine.press('N');
    machine.seconds(60);
    printer.assert_shows(&machine, FAILED);
}

/// Whatever the moment leaves in the carry, by the chance that is made of it.
#[test]
fn the_drive_is_that_of_the_key_at_any_moment() {
    let mut machine = Booted::asked();
    let asked = machine.apple.clone();
    for chance in (0..=0xF0).step_by(16) {
        for (key, drive) in [('1', 0), ('2', 1)] {
            machine.apple = asked.clone();
            machine.poke("entropy", &[0, chance]);
            machine.types(key);
            assert_eq!(machine.peek("drive", 1), [drive], "{key}, {chance}");
        }
    }
}

/// Only 1 and 2 are drives, and only Y goes on.
#[test]
fn other_keys_leave_the_disk_alone() {
    for keys in ["0", "3", "N", "2N"] {
        let mut machine = Booted::asked();
        let before = machine.second();
        for key in keys.chars() {
            machine.press(key);
            machine.seconds(u64::from(keys.len() > 1));
        }
        machine.boot();
        assert!(machine.second() == before, "{keys}");
    }
}

/// Where memory is left for what makes it, a disk that takes the game is offered, with a card and without, in either drive.
#[test]
fn where_a_game_cannot_be_saved_a_disk_is_offered() {
    let mut printer = Printer::new();
    for memory in Memory::ALL {
        for (drive, why) in ["NO DISK", "FILE NOT FOUND"].into_iter().enumerate() {
            let mut machine = Booted::offered(memory, drive);
            if memory == Memory::Card {
                printer.assert_shows(&machine, &[&[(WORDS, why)], WHICH].concat());
            }
            machine.types(['1', '2'][drive]);
            machine.types('Y');
            machine.seconds(45);
            assert_eq!(machine.answer(), 0, "{memory:?}, {why}");
            machine.poke("state", &[0; STATE]);
            assert_eq!(machine.call(LOAD, &[0]), 0, "{memory:?}, {why}");
            assert!(machine.peek("state", STATE) == [7; STATE]);
        }
    }
}

/// Who does not want it is told why the game was not saved, as where nothing is offered, and the disk is left alone.
#[test]
fn a_disk_that_is_offered_is_made_only_if_it_is_wanted() {
    const NONE: u8 = 1;
    for keys in ["N", "1N"] {
        let mut machine = Booted::offered(Memory::Card, 1);
        let before = (machine.apple.disk(), machine.second());
        for key in keys.chars() {
            machine.types(key);
        }
        assert_eq!(machine.answer(), NONE, "{keys}");
        assert!((machine.apple.disk(), machine.second()) == before, "{keys}");
    }
}

/// It is no answer to a game of another campaign, which waits for a number, nor to a disk that is protected.
#[test]
fn nothing_is_offered_where_the_disk_has_files() {
    const PROTECTED: u16 = 6;
    const CAMPAIGN: u16 = 9;
    let mut machine = Booted::offering(Memory::Card);
    machine.boot();
    assert_eq!(machine.call(SAVE, &[0]), 0);
    machine.poke("view_campaign", &[9]);
    assert_eq!(machine.call(SAVE, &[0]), CAMPAIGN);
    assert_eq!(machine.call(SAVE, &[4]), 0);
    machine.apple.disks_mut().drives[0].set_write_protected(true);
    assert_eq!(machine.call(SAVE, &[4]), PROTECTED);
}
