//! What disk work leaves of the picture; parts of the game: from whose disk they come, what is seen meanwhile, and where they stay.

mod booted;

use booted::shared::ardennes::at;
use booted::shared::{LAYER, call};
use booted::{Booted, LOAD, PART, SAVE, STATE, StandIn};
use hexfront_atari8::{Memory, part_name};
use hexfront_disk::atari::dos2::Volume;
use hexfront_disk::atari::{Disk, SECTOR_SIZE};
use hexfront_platforms::drive::atari810::Model as DriveModel;
use hexfront_platforms::machine::{Bank, DriveSpeed, Machine};
use hexfront_platforms::machines::atari8::Model;
use std::collections::BTreeSet;

/// The map with its mark as it looks while that blinks: two pictures.
fn blinking(machine: &mut Booted) -> BTreeSet<Vec<u8>> {
    machine.frames(4);
    let mut pictures = BTreeSet::new();
    for _ in 0..40 {
        machine.frames(1);
        pictures.insert(machine.atari.frame().rgb());
    }
    pictures
}

/// Disk work takes the players' memory, and the display's interrupts wait meanwhile.
#[test]
fn the_map_looks_the_same_behind_disk_work() {
    for drive in [DriveModel::Atari1050, DriveModel::UsDoubler] {
        let mut machine = Booted::started(Memory::BelowOs, Model::Atari800Xl);
        machine.atari.set_drive(Some(drive));
        machine.atari.set_drive_speed(DriveSpeed::Host);
        machine.insert(&machine.disk.to_bytes());
        machine.poke("view_next", &[255; 256]);
        machine.poke("view_first", &[255; LAYER]);
        machine.call(call::PAGE, &[0]);
        machine.call(call::SIDE, &[0]);
        machine.call(call::WINDOW, &[0]);
        machine.print("16 DEC  TURN 1");
        machine.call(call::COMPASS, &[1]);
        machine.call(call::MAP, &[at(10, 10), 1]);
        machine.call(call::CURSOR, &[at(10, 10), 0]);
        let before = blinking(&mut machine);
        assert_eq!(before.len(), 2);
        // A shorter game leaves sectors of a longer one behind it.
        let noise: Vec<u8> = (0..STATE).map(|i| (i * 37 / 3) as u8 | 0x81).collect();
        for (which, state) in [
            (SAVE, noise.as_slice()),
            (SAVE, &noise),
            (SAVE, &[7; STATE]),
            (SAVE, &[7; STATE]),
            (SAVE, &[7; STATE]),
            (LOAD, &noise),
        ] {
            machine.poke("state", state);
            assert_eq!(machine.call(which, &[0]), 0, "{drive:?}");
            assert!(blinking(&mut machine) == before, "{drive:?}, {which}");
        }
    }
}

impl Booted {
    /// Where the file of the part begins that is brought in.
    fn part_sector(&self) -> u16 {
        let [low, high] = ["part_sector", "part_sector_high"].map(|table| self.peek(table, 3)[2]);
        u16::from_le_bytes([low, high])
    }

    /// Takes the part out of memory; what it was.
    fn without_part(&mut self) -> (u32, Vec<u8>) {
        let mut parts = self.image.placements.iter();
        let part = parts.find(|p| p.segment == "PART2").expect("a part");
        let (run, bytes) = (part.run, part.bytes.clone().unwrap_or_default());
        for at in (run..).take(bytes.len()) {
            self.atari.poke(at, 0);
        }
        for symbol in ["present", "present_high", "stay", "stay_high"] {
            self.poke(symbol, &[0]);
        }
        (run, bytes)
    }
}

/// The mark of a part is that of its program: both bytes of it.
#[test]
fn a_part_is_never_taken_from_the_disk_of_another_build() {
    for byte in 0..2 {
        let mut machine = Booted::started(Memory::BelowOs, Model::Atari800Xl);
        let own = machine.disk.to_bytes();
        let mut other: Disk = machine.disk.clone();
        let first = other.sector_mut(machine.part_sector());
        first.expect("a sector")[byte] ^= 1;
        machine.insert(&other.to_bytes());
        machine.ask(PART, &[2]);
        machine.shows("INSERT THE GAME DISK", 10);
        machine.press(' ');
        machine.seconds(2);
        assert!(machine.busy(), "it is the other one still");
        machine.insert(&own);
        machine.press(' ');
        machine.seconds(4);
        assert!(!machine.busy());
    }
}

/// It is unlit at first, and grows with each sector.
#[test]
fn a_bar_grows_while_a_part_comes_in() {
    // Row 12 of the page, from its fifth column on.
    const BAR: u32 = 0xB000 + 40 * 11 + 4;
    const CELLS: u32 = 32;
    let mut machine = Booted::started(Memory::BelowOs, Model::Atari800Xl);
    let (run, bytes) = machine.without_part();
    machine.atari.set_drive_speed(DriveSpeed::Real);
    let [unlit, lit] = ["glyph_rule", "glyph_box"].map(|glyph| machine.at(glyph) as u8);
    let cells = |machine: &Booted, glyph: u8| {
        let bar = (BAR..BAR + CELLS).map(|at| machine.atari.peek(Bank::Ram, at));
        bar.filter(|code| *code == glyph).count()
    };
    machine.ask(PART, &[2]);
    let mut seen = vec![0];
    for _ in 0..20 * 50 {
        if !machine.busy() {
            break;
        }
        machine.frames(1);
        let now = cells(&machine, lit);
        if cells(&machine, unlit) + now == CELLS as usize && *seen.last().expect("one") != now {
            seen.push(now);
        }
    }
    assert!(!machine.busy());
    // Its file says how many bytes a cell is for; it is known behind the first sector.
    let volume = Volume::of(&machine.disk).expect("a disk");
    let file = volume.get(&part_name("TEST", 2)).expect("a file");
    let cell = usize::from(u16::from_le_bytes([file[2], file[3]]));
    let wanted = (file.len() - SECTOR_SIZE).div_ceil(cell);
    assert!(seen.is_sorted() && seen.len() >= 3, "{seen:?}");
    assert_eq!(seen.last(), Some(&wanted));
    assert_eq!(machine.atari.peek(Bank::Ram, BAR - 1), 0);
    assert_eq!(machine.atari.peek(Bank::Ram, BAR + CELLS), 0);
    let found = (run..).take(bytes.len());
    assert!(found.map(|at| machine.atari.peek(Bank::Ram, at)).eq(bytes));
}

/// A 130XE has what it once read, with no disk in the drive; another machine asks for that.
#[test]
fn a_part_that_was_read_once_stays_in_the_banks() {
    for (memory, model) in [
        (Memory::BelowOs, Model::Atari130Xe),
        (Memory::Board, Model::Atari130Xe),
        (Memory::BelowOs, Model::Atari800Xl),
    ] {
        let mut machine = Booted::started(memory, model);
        machine.call(PART, &[2]);
        let (run, bytes) = machine.without_part();
        machine.atari.eject_disk();
        machine.ask(PART, &[2]);
        if model == Model::Atari800Xl {
            machine.shows("INSERT THE GAME DISK", 20);
            continue;
        }
        machine.seconds(1);
        assert!(!machine.busy(), "{memory:?}");
        let found = (run..).take(bytes.len());
        assert!(found.map(|at| machine.atari.peek(Bank::Ram, at)).eq(bytes));
    }
}
