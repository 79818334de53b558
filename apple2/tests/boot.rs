//! A game disk from power-on: it boots, its shell saves and loads, parts come in, and it is loaded anew.

use crate::booted::{Booted, CLOCK, LOAD, LOOK, PART, SAVE, STATE, StandIn};
use hexfront_apple2::{Memory, save_names};
use hexfront_disk::apple::dos33::Volume;
use hexfront_disk::apple::{Container, Disk};
use hexfront_platforms::machine::{Bank, Machine};

#[test]
fn every_kind_of_file_boots_with_a_card_and_without_in_fifteen_seconds() {
    for (memory, card) in [
        (Memory::Board, false),
        (Memory::Board, true),
        (Memory::Card, true),
    ] {
        for container in [Container::Dos, Container::Nib, Container::Woz2] {
            let mut machine = Booted::new(memory, card);
            let bytes = machine.disk.to_container(container).unwrap();
            machine.apple.insert_disk(&bytes).expect("a disk");
            let cycles = machine.boot();
            println!(
                "{memory:?}, {container:?}: {:.1} s",
                cycles as f64 / CLOCK as f64
            );
            for placement in &machine.image.placements {
                let packed = !["BOOT", "LOADER", "DISK"].contains(&placement.area.as_str());
                let fixed = ["SHELL", "VM", "TILES", "PART1", "CARTINFO"];
                if packed && fixed.contains(&placement.segment.as_str()) {
                    let expected = placement.bytes.clone().unwrap_or_default();
                    let found: Vec<u8> = (placement.run..)
                        .take(expected.len())
                        .map(|a| machine.apple.peek(Bank::Cpu, a))
                        .collect();
                    let same = expected.iter().zip(&found).filter(|(a, b)| a == b).count();
                    // Some of it changes itself, and the mark of the parts is not the linker's.
                    assert!(
                        same + 8 >= expected.len(),
                        "{} of {}",
                        placement.segment,
                        placement.object
                    );
                }
            }
        }
    }
}

#[test]
fn a_game_for_a_card_says_so_on_a_machine_without_one() {
    let mut machine = Booted::new(Memory::Card, false);
    machine.seconds(4);
    let screen = machine.apple.text_screen().expect("text").join("\n");
    assert!(
        screen.contains("THIS GAME NEEDS A LANGUAGE CARD: 64 KB"),
        "{screen}"
    );
    // Not in inverse or flashing letters.
    assert_eq!(machine.apple.peek(Bank::Ram, 0x0400), b'T' | 0x80);
}

#[test]
fn the_catalog_reads_well_and_the_disk_is_sound() {
    let machine = Booted::new(Memory::Board, false);
    let volume = Volume::of(&machine.disk).unwrap();
    assert!(volume.check().is_empty(), "{:?}", volume.check());
    let names: Vec<String> = volume
        .entries()
        .unwrap()
        .into_iter()
        .map(|e| e.name)
        .collect();
    let mut expected = vec!["STAND IN".to_owned(), "TEST.PARTS".to_owned()];
    expected.extend(save_names("TEST"));
    assert_eq!(names, expected);
}

#[test]
fn games_are_saved_and_loaded_in_five_sittings() {
    for memory in Memory::ALL {
        let mut machine = Booted::started(memory);
        for sitting in 1..=5u8 {
            let state: Vec<u8> = (0..STATE)
                .map(|i| (i as u8 / 3).wrapping_mul(sitting))
                .collect();
            machine.poke("state", &state);
            let start = machine.apple.cycles();
            assert_eq!(machine.call(SAVE, &[0]), 0, "sitting {sitting}");
            println!(
                "saved in {:.1} s",
                (machine.apple.cycles() - start) as f64 / CLOCK as f64
            );
            let disk = machine.apple.disk().expect("a disk");
            machine = Booted::new(memory, memory == Memory::Card);
            machine.apple.insert_disk(&disk).expect("a disk");
            machine.boot();
            assert_eq!(machine.call(LOOK, &[0, 0]), 0);
            let start = machine.apple.cycles();
            assert_eq!(machine.call(LOAD, &[0]), 0);
            println!(
                "loaded in {:.1} s",
                (machine.apple.cycles() - start) as f64 / CLOCK as f64
            );
            assert!(machine.peek("state", STATE) == state, "sitting {sitting}");
        }
        let disk = Disk::from_bytes(&machine.apple.disk().expect("a disk")).unwrap();
        assert!(Volume::of(&disk).unwrap().check().is_empty());
    }
}

/// Reset leads to the disk's ROM: where it goes, and the mark that it is meant.
#[test]
fn reset_is_told_to_start_the_disk() {
    let machine = Booted::started(Memory::Board);
    let entry: Vec<u8> = (0x3F2..0x3F5)
        .map(|at| machine.apple.peek(Bank::Ram, at))
        .collect();
    assert_eq!(entry, [0x00, 0xC6, 0xC6 ^ 0xA5]);
}

/// Whatever memory holds when the machine is switched on.
#[test]
fn no_key_waits_when_the_game_begins() {
    let mut machine = Booted::new(Memory::Board, false);
    let (start, limit) = (machine.at("shell_start"), 15 * CLOCK);
    while machine.apple.pc() != start {
        machine.apple.step();
        assert!(machine.apple.cycles() < limit, "it does not boot");
    }
    for (end, value) in [("key_head", 2), ("key_tail", 5)] {
        machine.poke(end, &[value]);
    }
    machine.boot();
    assert_eq!(machine.peek("key_head", 1), machine.peek("key_tail", 1));
}

/// Another disk is not started in the game's place: the game's is asked for.
#[test]
fn the_game_is_loaded_anew_from_its_own_disk_only() {
    let mut machine = Booted::started(Memory::Card);
    let own = machine.apple.disk().expect("a disk");
    let other = Disk::from_sectors(Container::Dos, &Volume::format(254));
    machine.apple.disks_mut().drives[0].insert(other);
    let again = machine.at("part_again");
    machine.apple.set_pc(again);
    machine.seconds(5);
    assert!(machine.apple.pc() < 0xC000, "nothing else is started");
    machine.apple.insert_disk(&own).expect("a disk");
    machine.poke("stopped", &[9]);
    machine.press(' ');
    machine.seconds(1);
    machine.boot();
    assert_eq!(machine.peek("stopped", 1), [0]);
}

#[test]
fn the_end_of_a_game_and_the_reset_key_load_it_anew() {
    for memory in Memory::ALL {
        let mut machine = Booted::started(memory);
        let idle = machine.at("idle");
        machine.poke("stopped", &[9]);
        let again = machine.at("part_again");
        machine.apple.set_pc(again);
        machine.seconds(1);
        assert_ne!(machine.apple.pc(), idle);
        machine.boot();
        assert_eq!(machine.peek("stopped", 1), [0]);
        machine.poke("stopped", &[9]);
        machine.apple.reset();
        machine.seconds(1);
        machine.boot();
        assert_eq!(machine.peek("stopped", 1), [0]);
    }
}

/// Half of the program is there when the disk is taken out: it waits for the disk, and begins with all of it.
#[test]
fn a_game_that_breaks_off_while_it_is_loaded_anew_begins_again_with_its_disk() {
    for memory in Memory::ALL {
        let mut machine = Booted::started(memory);
        let [idle, again, track] = ["idle", "part_again", "track_read"].map(|at| machine.at(at));
        machine.poke("stopped", &[9]);
        machine.apple.set_pc(again);
        let end = machine.apple.cycles() + 20 * CLOCK;
        let mut tracks = 0;
        while tracks < 2 {
            machine.apple.step();
            tracks += u32::from(machine.apple.pc() == track);
            assert!(machine.apple.cycles() < end, "{memory:?}: {tracks} tracks");
        }
        let disk = machine.apple.disk().expect("a disk");
        machine.apple.eject_disk();
        let end = machine.apple.cycles() + 20 * CLOCK;
        while machine.apple.cycles() < end {
            machine.apple.step();
            assert_ne!(machine.apple.pc(), idle, "{memory:?}: half a game begins");
        }
        machine.apple.insert_disk(&disk).expect("a disk");
        machine.boot();
        assert_eq!(machine.peek("stopped", 1), [0], "{memory:?}");
        assert_eq!(machine.call(LOOK, &[0, 0]), 1, "{memory:?}: it is at work");
    }
}

#[test]
fn a_disk_for_saved_games_is_made_while_the_game_comes_in() {
    let mut machine = Booted::new(Memory::Card, true);
    // A disk of somebody else's in drive 2.
    let other = Disk::from_sectors(Container::Dos, &[[0x55; 256]; 560]);
    machine.apple.disks_mut().drives[1].insert(other);
    machine.seconds(2);
    machine.press('F');
    machine.seconds(5);
    for key in ['2', 'Y'] {
        machine.press(key);
        machine.seconds(1);
    }
    machine.seconds(40);
    machine.press(' ');
    machine.boot();
    let scratch = |machine: &Booted| machine.apple.disks().drives[1].disk().unwrap().clone();
    let volume = Volume::of(&scratch(&machine)).unwrap();
    assert!(volume.check().is_empty(), "{:?}", volume.check());
    let names: Vec<String> = volume
        .entries()
        .unwrap()
        .into_iter()
        .map(|e| e.name)
        .collect();
    assert_eq!(names, save_names("TEST").collect::<Vec<_>>());
    // As the builder lays them out: so many sectors, and all else is free.
    let sectors = hexfront_apple2::save_sectors(STATE) + 1;
    assert_eq!(volume.free().unwrap(), 31 * 16 - 8 * sectors);
    let built = hexfront_apple2::save_disk("TEST", STATE).unwrap();
    let head = |disk: &Disk| disk.read_track(17)[0].expect("whole")[..0x38].to_vec();
    assert_eq!(head(&scratch(&machine)), head(&built));
    // Games are saved there from now on.
    let state: Vec<u8> = (0..STATE).map(|i| i as u8).collect();
    machine.poke("state", &state);
    assert_eq!(machine.call(SAVE, &[0]), 0);
    assert!(
        !Volume::of(&scratch(&machine))
            .unwrap()
            .get("TEST.SAVE.A")
            .unwrap()
            .is_empty()
    );
    machine.poke("state", &[0; STATE]);
    assert_eq!(machine.call(LOAD, &[0]), 0);
    assert!(machine.peek("state", STATE) == state);
    let game = Disk::from_bytes(&machine.apple.disk().expect("a disk")).unwrap();
    assert!(
        Volume::of(&game)
            .unwrap()
            .get("TEST.SAVE.A")
            .unwrap()
            .is_empty()
    );
    // Parts come from the game's disk all the same.
    machine.ask(PART, &[2]);
    machine.seconds(4);
    assert!(!machine.busy());
}

/// Formats a disk in drive 2 whose track 13 cannot be read the first so many times that it was written; what the disk is then.
fn formatted_with_a_bad_track(times: u64) -> Disk {
    let mut machine = Booted::new(Memory::Card, true);
    let other = Disk::from_sectors(Container::Dos, &[[0x55; 256]; 560]);
    machine.apple.disks_mut().drives[1].insert(other);
    machine.seconds(2);
    machine.press('F');
    machine.seconds(5);
    for key in ['2', 'Y'] {
        machine.press(key);
        machine.seconds(1);
    }
    let check = machine.at("track_check");
    let mut checked = 0;
    let end = machine.apple.cycles() + 45 * CLOCK;
    while machine.apple.cycles() < end {
        machine.apple.step();
        if machine.apple.pc() == check && machine.apple.disks().drives[1].quarter() == 13 * 4 {
            checked += 1;
            if checked <= times {
                let drive = &mut machine.apple.disks_mut().drives[1];
                let mut disk = drive.disk().expect("a disk").clone();
                let track = disk.track_mut(13 * 4).expect("a track");
                (2_000..9_000).for_each(|bit| track.set_bit(bit, bit % 9 == 0));
                drive.insert(disk);
            }
        }
    }
    assert_eq!(
        checked,
        times.saturating_add(1).min(3),
        "writes of the track"
    );
    machine.apple.disks().drives[1].disk().unwrap().clone()
}

#[test]
fn a_track_that_cannot_be_read_is_written_again() {
    let volume = Volume::of(&formatted_with_a_bad_track(2)).unwrap();
    assert!(volume.check().is_empty(), "{:?}", volume.check());
    let names = volume.entries().unwrap().into_iter().map(|e| e.name);
    assert!(names.eq(save_names("TEST")));
}

/// A notch that is covered, say: the player uncovers it and tries again, or goes on without.
#[test]
fn a_format_that_failed_is_tried_again() {
    for again in [true, false] {
        let mut machine = Booted::new(Memory::Card, true);
        let other = Disk::from_sectors(Container::Dos, &[[0x55; 256]; 560]);
        let second = &mut machine.apple.disks_mut().drives[1];
        second.insert(other);
        second.set_write_protected(true);
        machine.seconds(2);
        machine.press('F');
        machine.seconds(5);
        for key in ['2', 'Y'] {
            machine.press(key);
            machine.seconds(1);
        }
        machine.seconds(3);
        machine.apple.disks_mut().drives[1].set_write_protected(false);
        assert_eq!(machine.peek("dos_text", 15), b"WRITE PROTECTED");
        if again {
            machine.press('Y');
            machine.seconds(40);
        }
        machine.press(' ');
        machine.seconds(1);
        machine.press(' ');
        machine.boot();
        let disk = machine.apple.disks().drives[1].disk().unwrap();
        let names: Vec<String> = match Volume::of(disk) {
            Ok(volume) => volume
                .entries()
                .unwrap()
                .into_iter()
                .map(|e| e.name)
                .collect(),
            Err(_) => Vec::new(),
        };
        let wanted = save_names("TEST").filter(|_| again);
        assert_eq!(names, wanted.collect::<Vec<_>>());
    }
}

#[test]
fn a_track_that_stays_bad_ends_the_format() {
    let disk = formatted_with_a_bad_track(u64::MAX);
    // The tracks behind it are as they were.
    assert_eq!(disk.read_track(14)[0], Some([0x55; 256]));
}
