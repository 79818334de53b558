//! Files on the emulated drive, through the routines that the shared shell calls; and a save that the power is cut in.

mod bench;

use bench::routines::{
    DONE, FULL, LAST, NO_DRIVE, NONE, OPEN, PROTECTED, READ, WRITE, begin, content, open, read,
    write,
};
use bench::{Bench, Routines};
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
