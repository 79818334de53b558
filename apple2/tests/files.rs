//! Files on the emulated drive, through the routines that the shared shell calls; and a save that the power is cut in.

use crate::bench;
use crate::bench::routines::{
    DONE, FULL, LAST, NO_DRIVE, NONE, OPEN, PROTECTED, READ, WRITE, begin, content, open, read,
    write,
};
use crate::bench::{Bench, Routines};
use hexfront_apple2::save_names;
use hexfront_disk::apple::dos33::{Place, Volume};
use hexfront_disk::apple::{DOS_ORDER, Disk};
use hexfront_platforms::Machine;

const ERROR: u8 = 3;

/// A disk with a program, and files for saved games that have room for 2,000 bytes.
fn disk() -> Disk {
    disk_of(8, &[])
}

/// A disk whose saved games have room in so many sectors, and the first holds this.
fn disk_of(sectors: usize, saved: &[u8]) -> Disk {
    let mut disk = bench::blank();
    let mut volume = Volume::of(&disk).unwrap();
    let mut places = (20..35).flat_map(|t| DOS_ORDER.map(|s| Place(t, s as u8)));
    let mut take = |count: usize| -> Vec<Place> { places.by_ref().take(count).collect() };
    let program = content(5_000, 1);
    volume
        .lay("BENCH", 0, &program, [&take(1), &take(20)])
        .unwrap();
    for name in save_names("BENCH") {
        let first = name.ends_with('A');
        let (bytes, room) = if first {
            (saved, sectors)
        } else {
            (&[][..], 8)
        };
        volume
            .lay(&name, 0, bytes, [&take(1), &take(room)])
            .unwrap();
    }
    volume.store(&mut disk);
    disk
}

fn begun() -> Bench {
    let mut bench = Bench::new();
    bench.insert(&disk());
    begin(&mut bench);
    bench
}

#[test]
fn a_long_file_is_read_to_its_end() {
    let mut bench = Bench::new();
    bench.insert(&disk_of(20, &content(5_000, 2)));
    begin(&mut bench);
    assert_eq!(open(&mut bench, b'A', READ), DONE);
    let (bytes, last) = read(&mut bench);
    assert!(bytes == content(5_000, 2));
    assert_eq!(last, LAST);
    assert_eq!(open(&mut bench, b'I', READ), NONE);
    assert_eq!(bench.words(), "FILE NOT FOUND");
}

#[test]
fn a_saved_game_is_written_read_and_emptied_and_dos_reads_it_too() {
    let mut bench = begun();
    let before = Volume::of(&bench.disk()).unwrap();
    assert_eq!(open(&mut bench, b'C', READ), NONE);
    for length in [1, 100, 251, 252, 253, 508, 509, 1_200, 2_044] {
        let bytes = content(length, length as u8);
        assert_eq!(write(&mut bench, b'C', &bytes), DONE, "{length}");
        assert_eq!(open(&mut bench, b'C', READ), DONE, "{length}");
        assert!(read(&mut bench).0 == bytes, "{length}");
        let volume = Volume::of(&bench.disk()).unwrap();
        assert!(volume.get("BENCH.SAVE.C").unwrap() == bytes, "{length}");
        assert!(volume.check().is_empty());
        assert_eq!(volume.free(), before.free());
    }
    bench.call("disk_name", b'C', 0, 0);
    assert_eq!(bench.call("disk_scratch", 0, 0, 0).a, DONE);
    assert_eq!(open(&mut bench, b'C', READ), NONE);
    // Other files are as they were.
    let volume = Volume::of(&bench.disk()).unwrap();
    assert!(volume.get("BENCH").unwrap() == content(5_000, 1));
    assert!(volume.get("BENCH.SAVE.B").unwrap().is_empty());
}

#[test]
fn what_is_longer_than_its_file_is_told_and_never_counts() {
    let mut bench = begun();
    assert_eq!(write(&mut bench, b'A', &content(2_100, 3)), FULL);
    assert_eq!(bench.words(), "DISK FULL");
    assert_eq!(open(&mut bench, b'A', READ), OPEN);
    assert!(read_volume(&bench, "BENCH.SAVE.B").is_empty());
}

fn read_volume(bench: &Bench, name: &str) -> Vec<u8> {
    Volume::of(&bench.disk()).unwrap().get(name).unwrap()
}

#[test]
fn a_covered_notch_and_a_missing_disk_have_words() {
    let mut bench = begun();
    bench.apple.disks_mut().drives[0].set_write_protected(true);
    bench.poke("save_drive", &[0]);
    assert_eq!(write(&mut bench, b'A', b"HXSG"), PROTECTED);
    assert_eq!(bench.words(), "WRITE PROTECTED");
    bench.apple.disks_mut().drives[0].eject();
    assert_eq!(begin(&mut bench), NO_DRIVE);
    assert_eq!(bench.words(), "NO DISK");
}

#[test]
fn a_broken_sector_is_told() {
    let mut disk = disk_of(20, &content(5_000, 2));
    // The program and its list have the first 21 sectors, the list of the saved game one, and 10 of its own lie on the first track.
    let track = disk.track_mut(22 * 4).expect("a track");
    (2_000..9_000).for_each(|bit| track.set_bit(bit, bit % 9 == 0));
    let mut bench = Bench::new();
    bench.insert(&disk);
    begin(&mut bench);
    assert_eq!(open(&mut bench, b'A', READ), DONE);
    let (bytes, status) = read(&mut bench);
    assert!(bytes.len() < 5_000 && status & 0x80 == 0 && status != LAST);
    assert_eq!(bench.call("disk_status", 0, 0, 0).a, ERROR);
    assert_eq!(bench.words(), "I/O ERROR");
}

#[test]
fn saved_games_go_to_drive_2_where_its_disk_has_files_for_them() {
    let mut bench = begun();
    bench.apple.disks_mut().drives[1].insert(disk());
    begin(&mut bench);
    assert_eq!(write(&mut bench, b'A', b"HXSG and more"), DONE);
    assert!(read_volume(&bench, "BENCH.SAVE.A").is_empty());
    let second = bench.apple.disks().drives[1].disk().unwrap();
    assert_eq!(
        Volume::of(second).unwrap().get("BENCH.SAVE.A").unwrap(),
        b"HXSG and more"
    );
}

#[test]
fn wherever_the_power_is_cut_the_other_save_and_the_catalog_stay() {
    let mut first = begun();
    assert_eq!(write(&mut first, b'A', &content(1_000, 1)), DONE);
    assert_eq!(write(&mut first, b'B', &content(1_500, 2)), DONE);
    let before = Volume::of(&first.disk()).unwrap();
    let saved = first.disk();
    // How often the head writes for a save.
    let writes = |bench: &Bench| bench.apple.disks().drives[0].writes();
    let start = writes(&first);
    assert_eq!(write(&mut first, b'A', &content(1_500, 3)), DONE);
    let count = writes(&first) - start;
    assert!(count >= 7, "{count}");
    for cut in 1..=count {
        // In the middle of that sector.
        let mut bench = Bench::new();
        bench.insert(&saved);
        begin(&mut bench);
        let start = writes(&bench);
        let power = |bench: &mut Bench| {
            let mut rest = 5_000;
            while !bench.is_home() && rest > 0 {
                let cycles = u64::from(bench.apple.step());
                if writes(bench) - start == cut {
                    rest = u64::saturating_sub(rest, cycles);
                }
            }
            rest > 0
        };
        bench.call("disk_name", b'A', 0, 0);
        bench.begin("disk_scratch", 0, 0, 0);
        let mut on = power(&mut bench);
        if on {
            assert_eq!(open(&mut bench, b'A', WRITE), DONE);
            for byte in content(1_500, 3) {
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
        let left = bench.disk();
        for sitting in 0..5 {
            let mut bench = Bench::new();
            bench.insert(&left);
            begin(&mut bench);
            assert_eq!(open(&mut bench, b'B', READ), DONE);
            assert!(
                read(&mut bench).0 == content(1_500, 2),
                "cut {cut}, sitting {sitting}"
            );
            let state = open(&mut bench, b'A', READ);
            // Of the last sector only the beginning changes: what was cut behind that is whole.
            if state == DONE {
                assert_eq!(cut, count, "what was cut short counts");
                assert!(read(&mut bench).0 == content(1_500, 3), "cut {cut}");
            }
            // The next save mends it.
            if sitting == 4 {
                // A shorter one does not reach the sector that was being written, perhaps.
                for length in [300, 1_500] {
                    let bytes = content(length, 4);
                    assert_eq!(write(&mut bench, b'A', &bytes), DONE, "cut {cut}");
                    assert_eq!(open(&mut bench, b'A', READ), DONE);
                    assert!(read(&mut bench).0 == bytes, "cut {cut}, {length}");
                    assert!(read_volume(&bench, "BENCH.SAVE.A") == bytes);
                }
                let volume = Volume::of(&bench.disk()).unwrap();
                assert!(volume.check().is_empty(), "cut {cut}");
                assert_eq!(volume.free(), before.free());
            }
        }
    }
}

/// The sectors behind it may not be whole since the power was cut.
#[test]
fn behind_the_end_of_a_file_nothing_is_read() {
    let mut bench = Bench::new();
    // The first page has 252 bytes of it, the second the rest.
    bench.insert(&disk_of(20, &content(508, 2)));
    begin(&mut bench);
    assert_eq!(open(&mut bench, b'A', READ), DONE);
    let (bytes, last) = read(&mut bench);
    assert!(bytes == content(508, 2) && last == LAST);
    let [end, ahead] = ["file_end", "disk_pages_ahead"].map(|symbol| bench.at(symbol));
    assert_eq!(
        u32::from(bench.peek(end, 1)[0]),
        (ahead >> 8) + 1,
        "one page"
    );
    for _ in 0..2 {
        assert_eq!(bench.call("disk_get", 0, 0, 0).x, BROKEN, "it has ended");
    }
}

const BROKEN: u8 = 1;
const GONE: u8 = 0x80;
const DAMAGED: u8 = 2;

#[test]
fn a_list_that_is_shorter_than_its_file_is_damaged() {
    let mut bench = Bench::new();
    bench.insert(&disk_of(20, &content(5_000, 2)));
    begin(&mut bench);
    assert_eq!(open(&mut bench, b'A', READ), DONE);
    let at = bench.at("file_list");
    (0x10..=0xFF).for_each(|place| bench.apple.poke(at + place, 0));
    let (bytes, status) = read(&mut bench);
    assert!(bytes.len() <= 508 && status == BROKEN, "{}", bytes.len());
    assert_eq!(bench.call("disk_status", 0, 0, 0).a, DAMAGED);
}

#[test]
fn a_disk_that_goes_while_a_file_is_read_is_gone() {
    let mut bench = Bench::new();
    bench.insert(&disk_of(20, &content(5_000, 2)));
    begin(&mut bench);
    assert_eq!(open(&mut bench, b'A', READ), DONE);
    bench.apple.disks_mut().drives[0].eject();
    let (bytes, status) = read(&mut bench);
    assert!(bytes.len() == 252 && status == GONE, "{status}");
    assert_eq!(bench.words(), "NO DISK");
}

fn writes(bench: &Bench) -> u64 {
    bench.apple.disks().drives[0].writes()
}

#[test]
fn a_file_that_failed_or_was_closed_is_written_no_more() {
    let mut bench = begun();
    assert_eq!(open(&mut bench, b'A', WRITE), DONE);
    let put = |bench: &mut Bench| bench.call("disk_put", 7, 0, 0).a;
    let mut failed = DONE;
    for _ in 0..2_400 {
        failed = put(&mut bench);
        if failed != DONE {
            break;
        }
    }
    assert_eq!(failed, FULL);
    let written = writes(&bench);
    for _ in 0..600 {
        assert_eq!(put(&mut bench), FULL);
    }
    bench.call("disk_close", 0, 0, 0);
    assert_eq!(writes(&bench), written);
    assert_eq!(open(&mut bench, b'A', READ), OPEN);
    // Closed twice, never opened, or given up for other work: nothing is written either.
    assert_eq!(write(&mut bench, b'B', b"HXSG"), DONE);
    let written = writes(&bench);
    bench.call("disk_close", 0, 0, 0);
    assert_eq!(open(&mut bench, b'I', WRITE), NONE);
    bench.call("disk_close", 0, 0, 0);
    assert_eq!(open(&mut bench, b'B', WRITE), DONE);
    assert_eq!(put(&mut bench), DONE);
    begin(&mut bench);
    bench.call("disk_close", 0, 0, 0);
    assert_eq!(writes(&bench), written);
    assert_eq!(read_volume(&bench, "BENCH.SAVE.B"), b"HXSG");
}

#[test]
fn what_is_not_there_is_empty_already() {
    let mut bench = begun();
    bench.call("disk_name", b'I', 0, 0);
    assert_eq!(bench.call("disk_scratch", 0, 0, 0).a, DONE);
}

#[test]
fn nine_letters_of_a_games_id_are_in_its_names() {
    let mut bench = begun();
    bench.poke("game_id", b"ABCDEFGHIJK\0");
    bench.call("disk_name", b'C', 0, 0);
    let at = bench.at("file_name");
    let name: Vec<u8> = bench.peek(at, 18).iter().map(|b| b & 0x7F).collect();
    assert_eq!(name, b"ABCDEFGHI.SAVE.C  ");
}

/// Where the saved games are is asked anew when a disk is looked at, and remembered until then: an empty drive 2 is asked once.
#[test]
fn the_drive_of_the_saved_games_is_remembered_until_the_next_look() {
    let mut bench = begun();
    bench.apple.disks_mut().drives[1].insert(disk());
    begin(&mut bench);
    assert_eq!(write(&mut bench, b'A', b"HXSG 2"), DONE);
    bench.apple.disks_mut().drives[1].eject();
    assert_eq!(bench.call("disk_look", 0, 0, 0).a, DONE);
    assert_eq!(write(&mut bench, b'A', b"HXSG 1"), DONE);
    assert_eq!(read_volume(&bench, "BENCH.SAVE.A"), b"HXSG 1");
    bench.call("disk_name", b'B', 0, 0);
    let again = bench.call("disk_name_find", 0, 0, 0);
    assert_eq!(again.a, DONE);
    assert!(
        (again.cycles as f64) < 0.25 * bench::CLOCK,
        "{}",
        again.cycles
    );
}

/// Changes sectors of a disk as DOS numbers them.
fn patched(track: usize, change: impl Fn(&mut [[u8; 256]; 16])) -> Disk {
    let mut disk = disk();
    let mut sectors = disk.read_track(track).map(|s| s.expect("whole"));
    change(&mut sectors);
    disk.write_track(track, &sectors);
    disk
}

/// Opens a file that is not in the catalog's first sector, which is full and leads on to a place; how that went, and the seconds.
fn led_on_to(track: u8, sector: u8) -> (u8, f64) {
    let mut disk = patched(17, |sectors| {
        sectors[15][1] = track;
        sectors[15][2] = sector;
        for entry in 0..7 {
            sectors[15][0x0B + 35 * entry] = 0xFF;
        }
    });
    // What lies where no catalog is would lead on for ever.
    let mut first = disk.read_track(0).map(|s| s.expect("whole"));
    first[0] = [0x11; 256];
    disk.write_track(0, &first);
    let mut bench = Bench::new();
    bench.insert(&disk);
    begin(&mut bench);
    bench.poke("save_drive", &[0]);
    bench.call("disk_name", b'A', 0, 0);
    let answer = bench.call("disk_name_find", 0, 0, 0);
    (answer.a, answer.cycles as f64 / bench::CLOCK)
}

#[test]
fn a_catalog_ends_where_it_leads_nowhere_and_is_damaged_where_it_leads_astray() {
    let (answer, _) = led_on_to(0, 0);
    assert_eq!(answer, NONE, "a deleted file is not there");
    for (track, sector) in [(35, 3), (200, 3), (17, 16), (17, 200)] {
        let (answer, seconds) = led_on_to(track, sector);
        assert_eq!(answer, ERROR, "{track}/{sector}");
        assert!(seconds < 0.5, "{track}/{sector}: {seconds}");
    }
    // Round and round.
    let (answer, seconds) = led_on_to(17, 15);
    assert_eq!(answer, ERROR);
    assert!(seconds < 6.0, "{seconds}");
}

#[test]
fn an_entry_that_was_never_used_ends_the_catalog() {
    let mut bench = begun();
    bench.poke("save_drive", &[0]);
    bench.call("disk_name", b'I', 0, 0);
    let answer = bench.call("disk_name_find", 0, 0, 0);
    assert_eq!(answer.a, NONE);
    let seconds = answer.cycles as f64 / bench::CLOCK;
    assert!(seconds < 0.75, "{seconds}");
}

#[test]
fn a_disk_of_another_size_is_none_of_ours_even_in_the_place_of_one_that_was() {
    let mut bench = begun();
    assert_eq!(open(&mut bench, b'A', READ), NONE);
    assert_eq!(write(&mut bench, b'A', b"HXSG"), DONE);
    let saved = bench.disk();
    let mut other = saved.clone();
    let mut sectors = other.read_track(17).map(|s| s.expect("whole"));
    sectors[0][0x34] = 40;
    other.write_track(17, &sectors);
    bench.insert(&other);
    assert_eq!(begin(&mut bench), NONE);
    assert_eq!(open(&mut bench, b'A', READ), NONE);
    bench.insert(&saved);
    bench.call("disk_begin", 1, 0, 0);
    assert_eq!(open(&mut bench, b'A', READ), DONE);
    bench.insert(&other);
    bench.call("disk_begin", 1, 0, 0);
    assert_eq!(open(&mut bench, b'A', READ), NONE, "not looked at anew");
}

/// It is told to as the work ends, and the card lets it turn for a second more.
#[test]
fn the_motor_turns_while_disk_work_is_done() {
    let mut bench = begun();
    let turns = |bench: &Bench| bench.apple.disks().turns(bench.apple.cycles());
    let wait = |bench: &mut Bench, seconds: f64| {
        let end = bench.apple.cycles() + (seconds * bench::CLOCK) as u64;
        while bench.apple.cycles() < end {
            bench.apple.step();
        }
    };
    for _ in 0..2 {
        bench.call("disk_begin", 1, 0, 0);
        wait(&mut bench, 3.0);
        assert!(turns(&bench), "it is still done");
        bench.call("disk_end", 0, 0, 0);
        assert!(turns(&bench));
        wait(&mut bench, 1.5);
        assert!(!turns(&bench), "nobody needs it");
    }
}

#[test]
fn a_sector_that_cannot_be_written_ends_a_save() {
    // In the midst of it, and at its end, where the first sector is written.
    for length in [700, 100] {
        let mut bench = begun();
        assert_eq!(open(&mut bench, b'A', WRITE), DONE);
        bench.apple.disks_mut().drives[0].set_write_protected(true);
        for (at, byte) in content(length, 3).into_iter().enumerate() {
            let wanted = if at + 4 < 255 { DONE } else { PROTECTED };
            assert_eq!(bench.call("disk_put", byte, 0, 0).a, wanted, "{at}");
        }
        bench.call("disk_close", 0, 0, 0);
        assert_eq!(bench.words(), "WRITE PROTECTED");
    }
}
