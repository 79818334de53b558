//! What disk work leaves of the picture; parts of the game: from whose disk they come, what is seen meanwhile, and where they stay.

use crate::booted::ardennes::at;
use crate::booted::{Booted, LAYER, LOAD, PART, SAVE, STATE, StandIn, call};
use hexfront_atari8::{Memory, part_name};
use hexfront_disk::atari::dos2::Volume;
use hexfront_disk::atari::{Disk, SECTOR_SIZE};
use hexfront_platforms::drive::atari810::Model as DriveModel;
use hexfront_platforms::machine::{Bank, DriveSpeed, Machine};
use hexfront_platforms::machines::atari8::Model;
use std::collections::BTreeSet;

/// Bytes of a file in a sector; then comes which sector is next.
const DATA_BYTES: usize = 125;

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
        machine.shows("A PART OF ANOTHER GAME", 1);
        machine.press(' ');
        machine.seconds(2);
        assert!(machine.busy(), "it is the other one still");
        machine.insert(&own);
        machine.press(' ');
        machine.seconds(4);
        assert!(!machine.busy());
    }
}

/// It is no sector 0.
#[test]
fn a_part_that_has_no_file_is_told() {
    let mut machine = Booted::started(Memory::BelowOs, Model::Atari800Xl);
    machine.without_part();
    for table in ["part_sector", "part_sector_high"] {
        let at = machine.at(table) + 2;
        machine.atari.poke(at, 0);
    }
    machine.ask(PART, &[2]);
    machine.shows("DAMAGED FILE", 10);
}

/// Where its number has a low byte of 0, and with a mark beside its count.
#[test]
fn a_part_goes_on_in_any_sector() {
    const FAR: u16 = 512;
    let mut machine = Booted::started(Memory::BelowOs, Model::Atari800Xl);
    let (run, bytes) = machine.without_part();
    let mut disk = machine.disk.clone();
    let first = disk.sector_mut(machine.part_sector()).expect("a sector");
    let next = u16::from_be_bytes([first[DATA_BYTES] & 3, first[DATA_BYTES + 1]]);
    let [high, low] = FAR.to_be_bytes();
    first[DATA_BYTES] = first[DATA_BYTES] & !3 | high;
    first[DATA_BYTES + 1] = low;
    let moved = disk.read(next).expect("a sector").to_vec();
    let far = disk.sector_mut(FAR).expect("a sector");
    far.copy_from_slice(&moved);
    // Some systems mark sectors that are not full, in the bit above how many bytes count.
    far[DATA_BYTES + 2] |= 0x80;
    machine.insert(&disk.to_bytes());
    machine.call(PART, &[2]);
    let found = (run..).take(bytes.len());
    assert!(found.map(|at| machine.atari.peek(Bank::Ram, at)).eq(bytes));
}

/// It is unlit at first, and grows with each sector, each time.
#[test]
fn a_bar_grows_while_a_part_comes_in() {
    // Row 12 of the page, from its fifth column on.
    const BAR: u32 = 0xB000 + 40 * 11 + 4;
    const CELLS: u32 = 32;
    let mut machine = Booted::started(Memory::BelowOs, Model::Atari800Xl);
    machine.atari.set_drive_speed(DriveSpeed::Real);
    let [unlit, lit] = ["glyph_rule", "glyph_box"].map(|glyph| machine.at(glyph) as u8);
    let cells = |machine: &Booted, glyph: u8| {
        let bar = (BAR..BAR + CELLS).map(|at| machine.atari.peek(Bank::Ram, at));
        bar.filter(|code| *code == glyph).count()
    };
    for _ in 0..2 {
        let (run, bytes) = machine.without_part();
        // Whatever was done before it: it comes from drive 1.
        machine.poke("disk_unit", &[1]);
        machine.poke("cell_bytes", &[9, 7]);
        machine.poke("part_sectors", &[0]);
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
        let sectors = file.len().div_ceil(DATA_BYTES) as u8;
        assert_eq!(machine.peek("part_sectors", 1), [sectors]);
        let cell = usize::from(u16::from_le_bytes([file[2], file[3]]));
        let wanted = (file.len() - SECTOR_SIZE).div_ceil(cell);
        assert!(seen.is_sorted() && seen.len() >= 3, "{seen:?}");
        assert_eq!(seen.last(), Some(&wanted));
        assert_eq!(machine.atari.peek(Bank::Ram, BAR - 1), 0);
        assert_eq!(machine.atari.peek(Bank::Ram, BAR + CELLS), 0);
        let found = (run..).take(bytes.len());
        assert!(found.map(|at| machine.atari.peek(Bank::Ram, at)).eq(bytes));
    }
}

/// Asks for the part with no disk in the drive: whether it comes. A machine without banks asks for the disk.
fn comes_without_disk(machine: &mut Booted, model: Model) -> bool {
    machine.atari.eject_disk();
    machine.ask(PART, &[2]);
    if model == Model::Atari800Xl {
        machine.shows("INSERT THE GAME DISK", 20);
        return false;
    }
    machine.seconds(1);
    assert!(!machine.busy(), "{model:?}");
    true
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
        if comes_without_disk(&mut machine, model) {
            let found = (run..).take(bytes.len());
            assert!(
                found.map(|at| machine.atari.peek(Bank::Ram, at)).eq(bytes),
                "{memory:?}"
            );
        }
    }
}

/// Nothing of it is in memory then; where there are no banks it is not read at all.
#[test]
fn a_part_that_was_kept_before_it_is_wanted_comes_without_its_disk() {
    // At the stack's lower end.
    const STUB: u32 = 0x0180;
    for model in [Model::Atari130Xe, Model::Atari800Xl] {
        let mut machine = Booted::started(Memory::BelowOs, model);
        let (run, bytes) = machine.without_part();
        let found = |machine: &Booted| -> Vec<u8> {
            let found = (run..).take(bytes.len());
            found.map(|at| machine.atari.peek(Bank::Ram, at)).collect()
        };
        machine.poke("part_now", &[2]);
        let [low, high] = (machine.at("part_keep") as u16).to_le_bytes();
        let [end_low, end_high] = (STUB as u16 + 3).to_le_bytes();
        let code = [0x20, low, high, 0x4C, end_low, end_high];
        for (at, byte) in (STUB..).zip(code) {
            machine.atari.poke(at, byte);
        }
        let (waits, start) = (machine.atari.pc(), machine.atari.cycles());
        machine.atari.set_pc(STUB);
        machine.run_to(STUB + 3);
        let is_quick = machine.atari.cycles() - start < 1_000;
        assert_eq!(is_quick, model == Model::Atari800Xl);
        assert!(found(&machine).iter().all(|byte| *byte == 0), "{model:?}");
        machine.atari.set_pc(waits);
        if comes_without_disk(&mut machine, model) {
            assert!(found(&machine) == bytes);
        }
    }
}
