//! Sectors on the emulated drive: reading, writing, and what goes wrong with it.

use crate::bench::{Bench, CLOCK, Routines, blank, full, sector};
use hexfront_disk::apple::{Disk, TRACKS};
use hexfront_platforms::Machine;

/// Where sectors go.
const PAGE: u8 = 0x20;
const AT: u32 = 0x2000;

const DONE: u8 = 0;
const ERROR: u8 = 3;
const PROTECTED: u8 = 6;
const NO_DRIVE: u8 = 7;

fn bench() -> Bench {
    let mut bench = Bench::new();
    bench.insert(&full());
    assert!(!bench.call("disk_on", 0, 0, 0).carry);
    bench
}

#[test]
fn sectors_are_read_at_both_ends_of_the_disk_and_between() {
    let mut bench = bench();
    for (track, number) in [(0, 0), (0, 15), (34, 0), (34, 15), (17, 3), (1, 8), (33, 1)] {
        let answer = bench.call("disk_read_one", track, number, PAGE);
        assert_eq!(answer.a, DONE, "{track}/{number}");
        assert!(
            bench.peek(AT, 256) == sector(track, number),
            "{track}/{number}"
        );
    }
}

#[test]
fn consecutive_tracks_come_with_eight_kb_a_second_and_more() {
    let mut bench = bench();
    let start = bench.apple.cycles();
    for track in 3..13 {
        bench.poke("disk_track", &[track]);
        let pages: Vec<u8> = (0..16).map(|place| PAGE + place).collect();
        bench.poke("disk_wanted", &pages);
        bench.poke("disk_left", &[16]);
        assert_eq!(bench.call("disk_read", 0, 0, 0).a, DONE);
        let order = [0, 7, 14, 6, 13, 5, 12, 4, 11, 3, 10, 2, 9, 1, 8, 15];
        for (place, number) in (0..).zip(order) {
            assert!(bench.peek(AT + 256 * place, 256) == sector(track, number));
        }
    }
    let seconds = (bench.apple.cycles() - start) as f64 / CLOCK;
    let speed = 40.0 / seconds;
    println!("{speed:.1} KB a second");
    assert!(speed >= 8.0, "{speed:.1} KB a second");
}

#[test]
fn what_is_written_is_read_and_its_neighbours_stay() {
    let mut bench = bench();
    let own: Vec<u8> = (0..=255).map(|i: u8| i.wrapping_mul(151) ^ 0x5A).collect();
    let mut expected = full();
    for (track, number) in [(0, 5), (34, 15), (34, 0), (16, 9)] {
        bench.apple.load(0x2000, &own);
        let answer = bench.call("disk_write_one", track, number, PAGE);
        assert_eq!(answer.a, DONE, "{track}/{number}");
        bench.apple.load(0x2000, &[0; 256]);
        assert_eq!(bench.call("disk_read_one", track, number, PAGE).a, DONE);
        assert!(bench.peek(AT, 256) == own, "{track}/{number}");
        let mut sectors = expected.read_track(track.into()).map(|s| s.expect("whole"));
        sectors[usize::from(number)] = own.clone().try_into().expect("a page");
        expected.write_track(track.into(), &sectors);
    }
    let disk = bench.disk();
    for track in 0..TRACKS {
        assert!(
            disk.read_track(track) == expected.read_track(track),
            "track {track}"
        );
    }
}

#[test]
fn a_covered_notch_and_a_broken_sector_are_told() {
    let mut bench = bench();
    bench.apple.disks_mut().drives[0].set_write_protected(true);
    assert_eq!(bench.call("disk_write_one", 5, 1, PAGE).a, PROTECTED);
    assert_eq!(bench.call("disk_read_one", 5, 1, PAGE).a, DONE);
    let mut disk = full();
    let track = disk.track_mut(20 * 4).expect("a track");
    // Half of the track, from the data of a sector on.
    (1_000..25_000).for_each(|bit| track.set_bit(bit, bit % 9 == 0));
    bench.insert(&disk);
    let answers: Vec<u8> = (0..16)
        .map(|s| bench.call("disk_read_one", 20, s, PAGE).a)
        .collect();
    assert!(
        answers.contains(&DONE) && answers.contains(&ERROR),
        "{answers:?}"
    );
    assert!(
        answers.iter().all(|a| [DONE, ERROR].contains(a)),
        "{answers:?}"
    );
    assert_eq!(bench.call("disk_read_one", 21, 3, PAGE).a, DONE);
    assert!(bench.peek(AT, 256) == sector(21, 3));
}

#[test]
fn an_arm_that_is_elsewhere_is_found() {
    for stands in [0, 7, 40, 68] {
        let mut bench = bench();
        bench.call("disk_read_one", 30, 3, PAGE);
        bench.poke("disk_arm", &[stands]);
        let answer = bench.call("disk_read_one", 12, 3, PAGE);
        assert_eq!(answer.a, DONE);
        assert!(bench.peek(AT, 256) == sector(12, 3));
        // What passes says where it is: it need not go to track 0 first, unless it went where no track is.
        let seconds = answer.cycles as f64 / CLOCK;
        println!("{stands}: {seconds:.2} s");
        assert!(seconds < 1.2 || stands < 40, "{stands}: {seconds}");
    }
}

#[test]
fn without_a_disk_it_says_so_in_some_seconds() {
    let mut bench = bench();
    bench.apple.disks_mut().drives[0].eject();
    let answer = bench.call("disk_read_one", 3, 3, PAGE);
    assert_eq!(answer.a, NO_DRIVE);
    assert!((answer.cycles as f64) < 5.0 * CLOCK, "{}", answer.cycles);
    bench.insert(&full());
    assert_eq!(bench.call("disk_read_one", 3, 3, PAGE).a, DONE);
}

#[test]
fn a_disk_that_is_taken_out_while_it_is_read_or_written_ends_it() {
    for routine in ["disk_read_one", "disk_write_one"] {
        for cycles in (50_000..400_000).step_by(33_333) {
            let mut bench = bench();
            bench.begin(routine, 9, 9, PAGE);
            let end = bench.apple.cycles() + cycles;
            while bench.apple.cycles() < end && !bench.is_home() {
                bench.apple.step();
            }
            bench.apple.disks_mut().drives[0].eject();
            let end = bench.apple.cycles() + 12_000_000;
            while !bench.is_home() {
                bench.apple.step();
                assert!(
                    bench.apple.cycles() < end,
                    "{routine} at {cycles} does not end"
                );
            }
        }
    }
}

#[test]
fn a_disk_that_was_never_formatted_is_formatted_in_the_machine() {
    let mut bench = bench();
    // Full of old sectors; a track that nothing was ever written on; one of noise.
    let mut disk = full();
    let bits = disk.track(0).expect("a track").len();
    for (track, pattern) in [(3, 0), (34, 5)] {
        let track = disk.track_mut(track * 4).expect("a track");
        (0..bits).for_each(|bit| track.set_bit(bit, pattern != 0 && bit % pattern < 2));
    }
    bench.insert(&disk);
    // The arm is not where it was left, and the disk has not its speed.
    bench.call("disk_seek", 20, 0, 0);
    bench.poke("disk_arm", &[0]);
    bench.poke("disk_steady", &[0xFF]);
    let answer = bench.call("format_disk", 0, 0, 0);
    assert_eq!(answer.a, DONE);
    let steady = bench.at("disk_steady");
    assert_eq!(bench.peek(steady, 1), [0], "it waits for the disk's speed");
    println!("formatted in {:.1} s", answer.cycles as f64 / CLOCK);
    let disk = bench.disk();
    for track in 0..TRACKS {
        assert!(
            disk.read_track(track) == [Some([0; 256]); 16],
            "track {track}"
        );
    }
    assert_eq!(disk.volume(), 254);
    bench.apple.load(0x2000, &sector(1, 2));
    for (track, number) in [(0, 0), (34, 15)] {
        assert_eq!(bench.call("disk_write_one", track, number, PAGE).a, DONE);
        assert_eq!(
            bench.disk().read_track(track.into())[usize::from(number)],
            Some(sector(1, 2))
        );
    }
    bench.apple.disks_mut().drives[0].set_write_protected(true);
    assert_eq!(bench.call("format_disk", 0, 0, 0).a, PROTECTED);
}

/// A real arm needs the times that DOS gives it: each magnet's, and what lets it come to rest.
#[test]
fn the_arm_gets_its_time() {
    let mut bench = bench();
    let mut seek = |track: u8| 1_000.0 * bench.call("disk_seek", track, 0, 0).cycles as f64 / CLOCK;
    seek(0);
    for (track, thousandths) in [(1, 48.4), (1, 0.1), (0, 48.4), (34, 447.4), (0, 447.4)] {
        let took = seek(track);
        let off = f64::abs(took - thousandths);
        assert!(off < 0.1 + 0.005 * thousandths, "to {track}: {took}");
    }
}

/// Writing waits for the disk's speed, once.
#[test]
fn a_disk_that_turns_is_waited_for_once() {
    let mut bench = bench();
    bench.poke("disk_steady", &[0xFF]);
    let write = |bench: &mut Bench| {
        let on = bench.call("disk_on", 0, 0, 0).cycles;
        let answer = bench.call("disk_write_one", 0, 3, PAGE);
        assert_eq!(answer.a, DONE);
        (on + answer.cycles) as f64 / CLOCK
    };
    let [first, second] = [write(&mut bench), write(&mut bench)];
    assert!((1.0..1.6).contains(&first), "{first}");
    assert!(second < 0.5, "{second}");
}

/// Where these three bytes stand in a track, as bits.
fn marks(disk: &Disk, track: usize, mark: [u8; 3]) -> Vec<usize> {
    let track = disk.track(track * 4).expect("a track");
    let wanted = u32::from_be_bytes([0, mark[0], mark[1], mark[2]]);
    let length = track.len();
    let read = |at| {
        (0..24).fold(0, |word, i| {
            word << 1 | u32::from(track.bit((at + i) % length))
        })
    };
    (0..length).filter(|at| read(*at) == wanted).collect()
}

/// DOS looks for the end of each field.
#[test]
fn what_is_written_ends_as_dos_wants_it() {
    const END: [u8; 3] = [0xDE, 0xAA, 0xEB];
    let mut bench = bench();
    for number in 0..16 {
        bench.apple.load(0x2000, &sector(6, number));
        assert_eq!(bench.call("disk_write_one", 6, number, PAGE).a, DONE);
    }
    assert_eq!(marks(&bench.disk(), 6, END).len(), 32);
}

/// An address alone is no sector.
#[test]
fn a_sector_without_its_data_is_broken() {
    for mut disk in [full(), blank()] {
        let data = marks(&disk, 20, [0xD5, 0xAA, 0xAD]);
        assert_eq!(data.len(), 16);
        let track = disk.track_mut(20 * 4).expect("a track");
        for at in data {
            // AD becomes A5.
            track.set_bit((at + 20) % track.len(), false);
        }
        let mut bench = bench();
        bench.insert(&disk);
        for number in 0..3 {
            assert_eq!(bench.call("disk_read_one", 20, number, PAGE).a, ERROR);
        }
    }
}

/// Drive 2 is mostly empty, and given up sooner.
#[test]
fn an_empty_drive_2_is_given_up_soon() {
    let mut bench = bench();
    let mut seconds = |drive: u8| {
        bench.apple.disks_mut().drives[usize::from(drive)].eject();
        bench.poke("disk_drive", &[drive]);
        bench.call("disk_on", 0, 0, 0);
        let answer = bench.call("disk_read_one", 17, 0, PAGE);
        assert_eq!(answer.a, NO_DRIVE);
        answer.cycles as f64 / CLOCK
    };
    let [first, second] = [seconds(0), seconds(1)];
    println!("{first:.2} {second:.2}");
    assert!(second < 0.85 * first, "{second} of {first}");
}
