//! Files on the emulated drive, through the routines that the shared shell calls; and a save that the power is cut in.

use crate::bench::routines::{
    DONE, FULL, LAST, NO_DRIVE, NONE, OPEN, PROTECTED, READ, WRITE, begin, content, open, read,
    write,
};
use crate::bench::{Bench, CLOCK, Routines, blank};
use hexfront_atari8::{part_name, save_names};
use hexfront_disk::atari::dos2::Volume;
use hexfront_disk::atari::{Density, Disk};
use hexfront_platforms::Machine;
use hexfront_platforms::drive::atari810::Model as DriveModel;
use hexfront_platforms::machine::DriveSpeed;

const SAVE: u8 = Bench::KINDS[0];
const KIND_SAVE: u8 = Bench::KINDS[1];
const DAMAGED: u8 = 2;
/// Sectors of a saved game here, and bytes that have room in them.
const SECTORS: usize = 16;
const ROOM: usize = 125 * SECTORS;
/// Bytes of a long file that is read.
const LONG: usize = 5_000;
/// Sectors of one that is made where there is none: header and state, as long as packing can make them.
const KEPT: usize = (32 + 1_300 + 650_usize).div_ceil(125);

/// A disk with two parts, and files for saved games.
fn disk_of(density: Density) -> Disk {
    let mut volume = Volume::of(&blank(density)).unwrap();
    volume
        .put(&part_name("BENCH", 1), &content(5_000, 1))
        .unwrap();
    volume
        .put(&part_name("BENCH", 12), &content(250, 2))
        .unwrap();
    // Numbers of sectors get a second byte within the first saved game.
    let filler = volume.free_sectors().partition_point(|s| *s < 256) - SECTORS / 2;
    volume.reserve("FILLER", filler).unwrap();
    for name in save_names("BENCH") {
        volume.reserve(&name, SECTORS).unwrap();
    }
    volume.into_disk()
}

/// One of 90 KB whose first saved game is longer than any that is written here.
fn with_long() -> Disk {
    let mut volume = Volume::of(&disk_of(Density::Single)).unwrap();
    let name = save_names("BENCH").next().unwrap();
    volume.put(&name, &content(LONG, 1)).unwrap();
    volume.into_disk()
}

fn begun() -> Bench {
    begun_with(&disk_of(Density::Single))
}

fn begun_with(disk: &Disk) -> Bench {
    let mut bench = Bench::new();
    bench.insert(disk);
    assert_eq!(begin(&mut bench), DONE);
    bench
}

fn open_save(bench: &mut Bench, letter: u8) -> u8 {
    open(bench, letter, READ)
}

fn read_volume(bench: &Bench, name: &str) -> Vec<u8> {
    Volume::of(&bench.disk()).unwrap().get(name).unwrap()
}

#[test]
fn files_are_read_to_their_end() {
    for density in [Density::Single, Density::Enhanced] {
        // The last sector of the second is full.
        for (length, letter) in [(LONG, b'A'), (250, b'B')] {
            let bytes = content(length, letter);
            let mut volume = Volume::of(&disk_of(density)).unwrap();
            let name = save_names("BENCH").nth(usize::from(letter - b'A')).unwrap();
            volume.put(&name, &bytes).unwrap();
            let mut bench = begun_with(&volume.into_disk());
            assert_eq!(open_save(&mut bench, letter), DONE);
            assert!(read(&mut bench) == (bytes, LAST));
        }
        let mut bench = begun_with(&disk_of(density));
        assert_eq!(open_save(&mut bench, b'Z'), NONE);
        assert_eq!(bench.words(), "FILE NOT FOUND");
    }
}

#[test]
fn a_saved_game_is_written_read_and_emptied_and_dos_reads_it_too() {
    let mut bench = begun();
    let before = Volume::of(&bench.disk()).unwrap();
    assert_eq!(open_save(&mut bench, b'C'), NONE);
    for length in [1, 124, 125, 126, 250, 251, 1_200, ROOM, 300, ROOM - 1, 125] {
        let bytes = content(length, length as u8);
        assert_eq!(write(&mut bench, b'C', &bytes), DONE, "{length}");
        assert_eq!(open_save(&mut bench, b'C'), DONE, "{length}");
        assert!(read(&mut bench) == (bytes.clone(), LAST), "{length}");
        let volume = Volume::of(&bench.disk()).unwrap();
        assert!(volume.get("BENCH.SVC").unwrap() == bytes, "{length}");
        assert_eq!(volume.check(), []);
        assert_eq!(volume.free(), before.free());
    }
    bench.call("disk_name", b'C', 0, SAVE);
    assert_eq!(bench.call("disk_scratch", 0, 0, 0).a, DONE);
    assert_ne!(open_save(&mut bench, b'C'), DONE);
    // Other files are as they were.
    assert!(read_volume(&bench, "BENCH.PT1") == content(5_000, 1));
    assert!(read_volume(&bench, "BENCH.SVB").is_empty());
}

#[test]
fn saved_games_that_reach_behind_sector_719_are_written_and_read_like_others() {
    let mut volume = Volume::of(&disk_of(Density::Enhanced)).unwrap();
    let most = volume.free_sectors().partition_point(|s| *s < 720) - SECTORS / 2;
    volume.reserve("FILLER.2", most).unwrap();
    for name in ["BENCH.SVI", "BENCH.SVJ"] {
        volume.reserve(name, SECTORS).unwrap();
    }
    let mut bench = begun_with(&volume.into_disk());
    for (letter, name) in [(b'I', "BENCH.SVI"), (b'J', "BENCH.SVJ")] {
        for length in [ROOM, 300] {
            let bytes = content(length, letter);
            assert_eq!(write(&mut bench, letter, &bytes), DONE);
            assert_eq!(open_save(&mut bench, letter), DONE);
            assert!(read(&mut bench) == (bytes.clone(), LAST));
            assert!(read_volume(&bench, name) == bytes);
        }
    }
    assert_eq!(Volume::of(&bench.disk()).unwrap().check(), []);
}

#[test]
fn a_saved_game_that_was_put_onto_the_disk_is_read_and_written_over() {
    let mut volume = Volume::of(&disk_of(Density::Single)).unwrap();
    let free = volume.free();
    volume.put("BENCH.SVA", &content(700, 9)).unwrap();
    assert_eq!(volume.free(), free);
    let mut bench = begun_with(&volume.into_disk());
    assert_eq!(open_save(&mut bench, b'A'), DONE);
    assert!(read(&mut bench).0 == content(700, 9));
    assert_eq!(write(&mut bench, b'A', &content(ROOM, 4)), DONE);
    assert!(read_volume(&bench, "BENCH.SVA") == content(ROOM, 4));
}

#[test]
fn what_is_longer_than_its_file_is_told_and_never_counts() {
    let mut bench = begun();
    assert_eq!(write(&mut bench, b'A', &content(ROOM + 1, 3)), FULL);
    assert_eq!(bench.words(), "DISK FULL");
    assert_eq!(open_save(&mut bench, b'A'), OPEN);
    assert!(read_volume(&bench, "BENCH.SVB").is_empty());
    assert_eq!(write(&mut bench, b'A', &content(10, 3)), DONE);
    assert!(read_volume(&bench, "BENCH.SVA") == content(10, 3));
}

#[test]
fn trouble_has_words() {
    let mut bench = begun();
    bench.atari.set_write_protected(true);
    assert_eq!(write(&mut bench, b'A', b"HXSG"), PROTECTED);
    assert_eq!(bench.words(), "WRITE PROTECTED");
    bench.atari.eject_disk();
    assert_eq!(begin(&mut bench), NO_DRIVE);
    assert_eq!(bench.words(), "NO DISK");
    bench.atari.set_drive(None);
    assert_eq!(begin(&mut bench), NO_DRIVE);
    let mut bench = Bench::new();
    bench.insert(&Disk::blank(
        hexfront_disk::atari::Container::Atr,
        Density::Single,
    ));
    assert_eq!(begin(&mut bench), NONE);
}

#[test]
fn a_chain_that_leads_into_another_file_is_told_and_never_written() {
    let mut disk = disk_of(Density::Single);
    // The second sector of the first saved game leads to the part's first.
    let chain = (4..720).find(|sector| {
        let link = &disk.read(*sector).unwrap()[125..];
        link[0] >> 2 == 3 && link[1] != 0
    });
    disk.sector_mut(chain.unwrap()).unwrap()[125..127].copy_from_slice(&[3 << 2, 4]);
    let mut bench = begun_with(&disk);
    assert_eq!(write(&mut bench, b'A', &content(1_000, 3)), DAMAGED);
    assert!(read_volume(&bench, "BENCH.PT1") == content(5_000, 1));
    assert_eq!(bench.words(), "DAMAGED FILE");
}

/// Some systems mark sectors that are not full, in the bit above how many bytes count.
#[test]
fn a_sector_that_has_a_mark_beside_its_count_is_read_as_any_other() {
    let mut disk = with_long();
    for sector in 4..=720 {
        if (360..=368).contains(&sector) {
            continue;
        }
        let bytes = disk.sector_mut(sector).unwrap();
        bytes[127] |= u8::from(bytes[127] > 0) << 7;
    }
    let mut bench = begun_with(&disk);
    assert_eq!(open_save(&mut bench, b'A'), DONE);
    assert!(read(&mut bench) == (content(LONG, 1), LAST));
}

/// It is the last thing that is written.
#[test]
fn a_save_whose_first_sector_cannot_be_written_is_told() {
    let mut bench = begun();
    assert_eq!(write(&mut bench, b'A', &content(500, 3)), DONE);
    bench.call("disk_name", b'A', 0, SAVE);
    assert_eq!(bench.call("disk_scratch", 0, 0, 0).a, DONE);
    assert_eq!(open(&mut bench, b'A', WRITE), DONE);
    for byte in content(100, 4) {
        assert_eq!(bench.call("disk_put", byte, 0, 0).a, DONE);
    }
    bench.atari.set_write_protected(true);
    bench.call("disk_close", 0, 0, 0);
    assert_eq!(bench.words(), "WRITE PROTECTED");
    assert_eq!(open_save(&mut bench, b'A'), OPEN);
}

/// Names in what lies behind the eight sectors of a full directory are no files.
#[test]
fn a_full_directory_ends_with_its_last_sector() {
    let mut volume = Volume::of(&blank(Density::Single)).unwrap();
    for number in 0..64 {
        volume.put(&format!("FILE{number}"), &[1]).unwrap();
    }
    let mut disk = volume.into_disk();
    let behind = disk.sector_mut(369).unwrap();
    behind[..16].copy_from_slice(b"\x42\x01\x00\x04\x00BENCH   SVA");
    let mut bench = begun_with(&disk);
    assert_eq!(open_save(&mut bench, b'A'), NONE);
    assert_eq!(bench.words(), "FILE NOT FOUND");
}

#[test]
fn five_thousand_bytes_take_seven_seconds_at_the_drives_own_speed() {
    for model in [DriveModel::Atari810, DriveModel::Atari1050] {
        let mut bench = Bench::new();
        bench.set_drive(model, DriveSpeed::Real);
        bench.insert(&with_long());
        let start = bench.atari.cycles();
        begin(&mut bench);
        assert_eq!(open_save(&mut bench, b'A'), DONE);
        assert_eq!(read(&mut bench).0.len(), LONG);
        let seconds = (bench.atari.cycles() - start) as f64 / CLOCK as f64;
        assert!(seconds < 7.0, "{model:?}: {seconds}");
    }
}

#[test]
fn wherever_the_power_is_cut_the_other_save_and_the_directory_stay() {
    let mut first = begun();
    assert_eq!(write(&mut first, b'A', &content(1_900, 1)), DONE);
    assert_eq!(write(&mut first, b'B', &content(1_500, 2)), DONE);
    let before = Volume::of(&first.disk()).unwrap();
    let writes = |bench: &Bench| bench.atari.disk_writes();
    // A save that is shorter than the one before it, and one that is longer.
    for length in [700, ROOM] {
        let fresh = first.clone();
        let mut whole = fresh.clone();
        let start = writes(&whole);
        assert_eq!(write(&mut whole, b'A', &content(length, 3)), DONE);
        let count = writes(&whole) - start;
        assert!(count >= 7, "{count}");
        for cut in 1..=count {
            let mut bench = fresh.clone();
            let start = writes(&bench);
            // The power goes when so many sectors were written.
            let power = |bench: &mut Bench| {
                while !bench.is_home() && writes(bench) - start < cut {
                    bench.atari.step();
                }
                writes(bench) - start < cut
            };
            bench.call("disk_name", b'A', 0, SAVE);
            bench.begin("disk_scratch", 0, 0, 0);
            let mut on = power(&mut bench);
            if on {
                assert_eq!(open(&mut bench, b'A', WRITE), DONE);
                for byte in content(length, 3) {
                    bench.begin("disk_put", byte, 0, 0);
                    on = power(&mut bench);
                    if !on {
                        break;
                    }
                }
            }
            if on {
                bench.begin("disk_close", 0, 0, 0);
                on = power(&mut bench);
            }
            assert!(!on, "it is cut at write {cut} of {count}");
            let mut bench = begun_with(&bench.disk());
            assert_eq!(open_save(&mut bench, b'B'), DONE);
            assert!(read(&mut bench).0 == content(1_500, 2), "cut {cut}");
            let state = open_save(&mut bench, b'A');
            if cut == count {
                assert_eq!(state, DONE);
                assert!(read(&mut bench).0 == content(length, 3));
            } else {
                assert_eq!(state, OPEN, "what was cut short counts: {cut}");
            }
            // The next save mends it, and leaves nothing of longer ones behind it.
            let bytes = content(300, 4);
            assert_eq!(write(&mut bench, b'A', &bytes), DONE, "cut {cut}");
            assert!(read_volume(&bench, "BENCH.SVA") == bytes, "cut {cut}");
            let volume = Volume::of(&bench.disk()).unwrap();
            assert_eq!(volume.check(), [], "cut {cut}");
            assert_eq!(volume.free(), before.free());
        }
    }
}

const LETTER: &str = "LETTER.TXT";

/// A disk of somebody's DOS: a file on it, and where another was.
fn foreign(density: Density) -> Volume {
    let mut volume = Volume::of(&blank(density)).unwrap();
    volume.put("GONE.TXT", &content(300, 8)).unwrap();
    volume.put(LETTER, &content(2_000, 9)).unwrap();
    // What is free begins before sector 256, whose bit is the first of a page of them.
    volume.reserve("OTHER.TXT", 200).unwrap();
    volume.delete("GONE.TXT").unwrap();
    volume
}

#[test]
fn a_disk_of_dos_gets_files_for_saved_games_when_they_are_written() {
    for density in [Density::Single, Density::Enhanced] {
        let before = foreign(density);
        let free = before.free();
        let mut bench = begun_with(&before.into_disk());
        assert_eq!(open_save(&mut bench, b'A'), NONE);
        for (nth, letter) in (1..=8).zip(b'A'..) {
            let bytes = content(100 * usize::from(letter - 60), letter);
            assert_eq!(write(&mut bench, letter, &bytes), DONE);
            let volume = Volume::of(&bench.disk()).unwrap();
            assert_eq!(volume.check(), []);
            assert_eq!(volume.free(), free - nth * KEPT);
        }
        // A second time it is there.
        assert_eq!(write(&mut bench, b'A', &content(1_500, 3)), DONE);
        assert_eq!(open_save(&mut bench, b'A'), DONE);
        assert!(read(&mut bench).0 == content(1_500, 3));
        let volume = Volume::of(&bench.disk()).unwrap();
        assert_eq!(volume.check(), []);
        assert_eq!(volume.free(), free - 8 * KEPT);
        assert!(volume.get(LETTER).unwrap() == content(2_000, 9));
        assert!(volume.get("BENCH.SVC").unwrap() == content(700, b'C'));
    }
}

#[test]
fn no_file_is_made_where_there_is_no_room_for_all_of_it() {
    let mut volume = foreign(Density::Single);
    let room = volume.free() - KEPT;
    volume.reserve("FILLER", room + 1).unwrap();
    let small = volume.into_disk();
    let mut volume = foreign(Density::Single);
    volume.reserve("FILLER", room).unwrap();
    let enough = volume.into_disk();
    let mut volume = foreign(Density::Single);
    for number in 1..63 {
        volume.put(&format!("FILE{number}"), &[1]).unwrap();
    }
    let crowded = volume.into_disk();
    for (disk, answer) in [(small, FULL), (crowded, FULL), (enough, DONE)] {
        let mut bench = begun_with(&disk);
        let opened = open(&mut bench, b'A', WRITE);
        assert_eq!(opened, answer);
        let volume = Volume::of(&bench.disk()).unwrap();
        assert_eq!(volume.check(), []);
        assert!(volume.get(LETTER).unwrap() == content(2_000, 9));
        if answer == FULL {
            assert_eq!(volume.entries(), Volume::of(&disk).unwrap().entries());
            assert_eq!(bench.words(), "DISK FULL");
        }
    }
}

#[test]
fn wherever_the_power_is_cut_a_new_file_costs_no_other() {
    let disk = foreign(Density::Single).into_disk();
    // Its sectors, the table of contents, the directory.
    for cut in 1..=KEPT as u64 + 2 {
        let mut bench = begun_with(&disk);
        bench.call("disk_name", b'A', 0, SAVE);
        bench.begin("disk_name_open", KIND_SAVE, 0, WRITE);
        while bench.atari.disk_writes() < cut {
            assert!(!bench.is_home(), "{cut}");
            bench.atari.step();
        }
        let mut bench = begun_with(&bench.disk());
        assert_eq!(open_save(&mut bench, b'A'), NONE, "cut {cut}");
        assert_eq!(write(&mut bench, b'A', &content(900, 5)), DONE);
        // Nor does the next file take sectors of the one that was begun.
        assert_eq!(write(&mut bench, b'B', &content(1_100, 6)), DONE);
        let volume = Volume::of(&bench.disk()).unwrap();
        assert_eq!(volume.check(), [], "cut {cut}");
        assert!(
            volume.get(LETTER).unwrap() == content(2_000, 9),
            "cut {cut}"
        );
        assert!(volume.get("BENCH.SVA").unwrap() == content(900, 5));
        assert!(volume.get("BENCH.SVB").unwrap() == content(1_100, 6));
    }
}

#[test]
fn saved_games_go_to_drive_2_if_its_disk_has_files_for_them() {
    let games = disk_of(Density::Single);
    let others = foreign(Density::Single).into_disk();
    for (second, is_used) in [(Some(&games), true), (Some(&others), false), (None, false)] {
        let mut bench = Bench::new();
        bench.insert(&games);
        bench.set_second_drive(second);
        assert_eq!(begin(&mut bench), DONE);
        let bytes = content(1_200, 6);
        assert_eq!(write(&mut bench, b'C', &bytes), DONE);
        assert_eq!(open_save(&mut bench, b'C'), DONE);
        assert!(read(&mut bench).0 == bytes);
        let of_first = read_volume(&bench, "BENCH.SVC");
        assert_eq!(of_first == bytes, !is_used);
        if let Some(before) = second {
            let disk = bench.second_disk();
            let found = Volume::of(&disk).unwrap().get("BENCH.SVC").ok();
            assert_eq!(found.is_some_and(|found| found == bytes), is_used);
            assert_eq!(disk == *before, !is_used);
        }
    }
}

#[test]
fn a_drive_that_is_faster_than_the_bus_is_heard_at_its_speed() {
    let seconds = |model: DriveModel| {
        let mut bench = Bench::new();
        bench.set_drive(model, DriveSpeed::Host);
        bench.insert(&with_long());
        assert_eq!(begin(&mut bench), DONE);
        // It is asked once.
        let speed = bench.peek(bench.at("bus_speed"), 2);
        let told = match model {
            DriveModel::UsDoubler => 10,
            DriveModel::Atari810 | DriveModel::Atari1050 | DriveModel::Xf551 => 0xFF,
        };
        assert_eq!(speed, [told, 0], "{model:?}");
        let start = bench.atari.cycles();
        assert_eq!(open_save(&mut bench, b'A'), DONE);
        assert!(read(&mut bench) == (content(LONG, 1), LAST));
        let loaded = bench.atari.cycles();
        assert_eq!(write(&mut bench, b'B', &content(1_900, 4)), DONE);
        assert!(read_volume(&bench, "BENCH.SVB") == content(1_900, 4));
        assert_eq!(bench.peek(bench.at("bus_speed"), 2), speed, "it stays");
        let saved = bench.atari.cycles();
        [loaded - start, saved - loaded].map(|cycles| cycles as f64 / CLOCK as f64)
    };
    let [slow, fast] = [DriveModel::Atari1050, DriveModel::UsDoubler].map(seconds);
    println!("loaded and saved: {slow:.1?} s, {fast:.1?} s");
    for (slow, fast) in slow.into_iter().zip(fast) {
        assert!(fast < 0.6 * slow, "{fast} of {slow}");
    }
    seconds(DriveModel::Atari810);
    seconds(DriveModel::Xf551);
}

#[test]
fn a_drive_that_is_changed_for_a_slower_one_is_heard_all_the_same() {
    let mut bench = Bench::new();
    bench.set_drive(DriveModel::UsDoubler, DriveSpeed::Host);
    bench.insert(&disk_of(Density::Single));
    assert_eq!(begin(&mut bench), DONE);
    bench.set_drive(DriveModel::Atari810, DriveSpeed::Host);
    bench.insert(&disk_of(Density::Single));
    assert_eq!(begin(&mut bench), DONE);
    assert_eq!(write(&mut bench, b'B', &content(500, 4)), DONE);
    assert!(read_volume(&bench, "BENCH.SVB") == content(500, 4));
}
