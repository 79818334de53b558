//! A game disk from power-on: it boots, its shell saves and loads, parts come in, and it is loaded anew.

use crate::booted::{Booted, CLOCK, LOAD, LOOK, PART, SAVE, STATE, StandIn, machines, with_basic};
use hexfront_atari8::{Memory, save_disk, save_names};
use hexfront_disk::atari::dos2::Volume;
use hexfront_disk::atari::{Container, Density, Disk};
use hexfront_platforms::drive::atari810::Model as DriveModel;
use hexfront_platforms::machine::{Bank, DriveSpeed, Machine};
use hexfront_platforms::machines::atari8::{Atari8, Config, Model, Standard, keyboard};

#[test]
fn a_disk_boots_on_every_machine_with_all_its_bytes() {
    for (memory, model) in machines() {
        let machine = Booted::started(memory, model);
        for placement in &machine.image.placements {
            let fixed = ["SHELL", "VM", "TILES", "PART1", "CARTINFO"];
            if fixed.contains(&placement.segment.as_str()) {
                let expected = placement.bytes.clone().unwrap_or_default();
                let found: Vec<u8> = (placement.run..)
                    .take(expected.len())
                    .map(|a| machine.atari.peek(Bank::Ram, a))
                    .collect();
                let same = expected.iter().zip(&found).filter(|(a, b)| a == b).count();
                // Some of it changes itself, and the mark of the parts is not the linker's.
                assert!(
                    same + 8 >= expected.len(),
                    "{model:?}: {} of {}",
                    placement.segment,
                    placement.object
                );
            }
        }
    }
}

#[test]
fn a_small_game_comes_in_half_a_minute_at_the_drives_own_speed() {
    for drive in [
        DriveModel::Atari810,
        DriveModel::Atari1050,
        DriveModel::UsDoubler,
        DriveModel::Xf551,
    ] {
        let mut machine = Booted::new(Memory::Board, Model::Atari800);
        machine.atari.set_drive(Some(drive));
        machine.insert(&machine.disk.to_bytes());
        let seconds = machine.boot(40);
        println!("{drive:?}: {seconds:.1} s");
        assert!(seconds < 30.0, "{drive:?}: {seconds}");
    }
}

#[test]
fn a_game_for_64_kb_says_so_on_a_machine_with_less() {
    let mut machine = Booted::new(Memory::BelowOs, Model::Atari800);
    machine.seconds(6);
    let screen = machine.atari.text_screen().expect("text").join("\n");
    assert_eq!(screen.trim(), "NEEDS 64 KB");
}

/// Shown until the key is let go, and asked from then on.
#[test]
fn who_holds_select_makes_a_disk_for_saved_games() {
    for speed in [DriveSpeed::Host, DriveSpeed::Real] {
        let mut machine = Booted::new(Memory::Board, Model::Atari800);
        machine.atari.set_drives([Some(DriveModel::Atari1050); 2]);
        machine.atari.set_drive_speed(speed);
        machine.insert(&machine.disk.to_bytes());
        let mut used = Disk::blank(Container::Atr, Density::Single);
        for sector in 1..=720 {
            used.sector_mut(sector).expect("it has so many").fill(0x5A);
        }
        let inserted = machine.atari.insert_disk_into(2, &used.to_bytes());
        inserted.expect("a disk for the drive");
        machine.atari.key_down(keyboard::SELECT);
        machine.shows("IN DRIVE 1 OR 2", 30);
        machine.atari.key_up(keyboard::SELECT);
        machine.seconds(1);
        machine.press('2');
        let seconds = machine.shows("IT CAN BE USED", 180);
        println!("{speed:?}: {seconds} s");
        let drive = machine.atari.drives()[1].as_ref().expect("a drive");
        let made = drive.disk().expect("a disk").clone();
        let volume = Volume::of(&made).unwrap();
        assert_eq!(volume.check(), []);
        let names = volume.entries().into_iter().map(|e| e.name.to_string());
        assert_eq!(
            names.collect::<Vec<_>>(),
            save_names("TEST").collect::<Vec<_>>()
        );
        machine.press(' ');
        machine.boot(2);
        // A saved game goes there.
        assert_eq!(machine.call(SAVE, &[0]), 0);
        assert_eq!(machine.atari.disk(), Some(machine.disk.to_bytes()));
    }
}

#[test]
fn the_directory_reads_well_and_the_disk_is_sound() {
    let machine = Booted::new(Memory::Board, Model::Atari800);
    assert_eq!(machine.disk.density(), Density::Single);
    let volume = Volume::of(&machine.disk).unwrap();
    assert_eq!(volume.check(), []);
    let names = volume.entries().into_iter().map(|e| e.name.to_string());
    let mut expected = vec![
        "TEST.GAM".to_owned(),
        "TEST.PT2".to_owned(),
        "TEST.PTG".to_owned(),
    ];
    expected.extend(save_names("TEST"));
    assert_eq!(names.collect::<Vec<_>>(), expected);
}

#[test]
fn games_are_saved_and_loaded_in_five_sittings() {
    for (memory, model) in machines() {
        let mut machine = Booted::started(memory, model);
        for sitting in 1..=5u8 {
            let state: Vec<u8> = (0..STATE)
                .map(|i| (i as u8 / 3).wrapping_mul(sitting))
                .collect();
            machine.poke("state", &state);
            assert_eq!(machine.call(SAVE, &[0]), 0, "{model:?}, sitting {sitting}");
            let disk = machine.atari.disk().expect("a disk");
            machine = Booted::new(memory, model);
            machine.insert(&disk);
            machine.boot(30);
            assert_eq!(machine.call(LOOK, &[0, 0]), 0);
            assert_eq!(machine.call(LOAD, &[0]), 0);
            assert!(machine.peek("state", STATE) == state, "sitting {sitting}");
        }
        let disk = Disk::from_bytes(&machine.atari.disk().expect("a disk")).unwrap();
        assert_eq!(Volume::of(&disk).unwrap().check(), []);
    }
}

#[test]
fn a_game_is_saved_and_loaded_at_the_drives_own_speed_at_50_and_60_hz() {
    for standard in [Standard::Pal, Standard::Ntsc] {
        let mut machine = Booted::new(Memory::BelowOs, Model::Atari800Xl);
        let config = Config {
            standard,
            ..Config::default()
        };
        machine.atari = Atari8::new(config, with_basic(Model::Atari800Xl));
        machine.insert(&machine.disk.to_bytes());
        machine.boot(40);
        let state: Vec<u8> = (0..STATE).map(|i| i as u8 ^ 0x5A).collect();
        machine.poke("state", &state);
        let start = machine.atari.cycles();
        assert_eq!(machine.call(SAVE, &[0]), 0);
        let saved = machine.atari.cycles();
        machine.poke("state", &[0; STATE]);
        assert_eq!(machine.call(LOAD, &[0]), 0);
        let loaded = machine.atari.cycles();
        assert!(machine.peek("state", STATE) == state);
        let seconds = |cycles: u64| cycles as f64 / CLOCK as f64;
        println!(
            "{standard:?}: saved in {:.1} s, loaded in {:.1} s",
            seconds(saved - start),
            seconds(loaded - saved)
        );
        assert!(seconds(saved - start) < 20.0);
        assert!(seconds(loaded - saved) < 10.0);
    }
}

#[test]
fn a_part_comes_in_over_the_one_whose_place_it_takes() {
    for (memory, model) in machines() {
        let mut machine = Booted::started(memory, model);
        machine.call(PART, &[2]);
        let mut parts = machine.image.placements.iter();
        let part = parts.find(|p| p.segment == "PART2").expect("a part");
        let expected = part.bytes.clone().unwrap_or_default();
        let found: Vec<u8> = (part.run..)
            .take(expected.len())
            .map(|a| machine.atari.peek(Bank::Ram, a))
            .collect();
        assert!(found == expected, "{model:?}");
    }
}

#[test]
fn without_the_game_disk_a_part_is_asked_for() {
    let mut machine = Booted::started(Memory::BelowOs, Model::Atari800Xl);
    let disk = machine.atari.disk().expect("a disk");
    machine.atari.eject_disk();
    machine.ask(PART, &[2]);
    machine.seconds(8);
    assert!(machine.busy());
    machine.insert(&disk);
    machine.press(' ');
    machine.seconds(6);
    assert!(!machine.busy());
}

/// The first vertical blank comes at any moment of the start, also while the next page is made: it shows no list that was never made.
#[test]
fn the_first_vertical_blank_may_come_at_any_moment() {
    // A loop at the stack's lower end.
    const WAIT: u32 = 0x0180;
    // Where display lists lie, and their first instruction.
    const LISTS: u32 = 0xB700;
    const BLANK_8: u8 = 0x70;
    let mut fresh = Booted::new(Memory::BelowOs, Model::Atari800Xl);
    let started = fresh.at("screen_start");
    fresh.run_to(started);
    for late in (0..Booted::FRAME).step_by(1_000) {
        let mut machine = fresh.clone();
        let [low, high] = (WAIT as u16).to_le_bytes();
        for (at, byte) in (WAIT..).zip([0x4C, low, high]) {
            machine.atari.poke(at, byte);
        }
        machine.atari.set_pc(WAIT);
        let end = machine.atari.cycles() + late;
        while machine.atari.cycles() < end {
            machine.atari.step();
        }
        machine.run_to(WAIT);
        machine.atari.set_pc(started);
        // Behind the choice of the list in each vertical blank: it begins with blank lines.
        let chosen = machine.at("bands_frame");
        for _ in 0..3 {
            machine.run_to(chosen);
            let list = LISTS + u32::from(machine.peek("list_shown", 1)[0]);
            let first = machine.atari.peek(Bank::Ram, list);
            assert_eq!(first, BLANK_8, "{late} cycles later");
            machine.atari.step();
        }
    }
}

#[test]
fn the_end_of_a_game_and_the_reset_key_load_it_anew() {
    for (memory, model) in machines() {
        let mut machine = Booted::started(memory, model);
        machine.poke("stopped", &[9]);
        let again = machine.at("part_again");
        machine.atari.set_pc(again);
        machine.seconds(1);
        machine.boot(30);
        assert_eq!(machine.peek("stopped", 1), [0], "{model:?}");
        machine.poke("stopped", &[9]);
        let reset = keyboard::RESET;
        machine.atari.key_down(reset);
        machine.seconds(1);
        machine.atari.key_up(reset);
        machine.boot(30);
        assert_eq!(machine.peek("stopped", 1), [0], "{model:?}");
    }
}

/// A disk that has none of its program does not do.
#[test]
fn the_end_of_a_game_asks_for_its_disk() {
    for (memory, model) in machines() {
        let mut machine = Booted::started(memory, model);
        machine.poke("stopped", &[9]);
        let game = machine.disk.to_bytes();
        machine.insert(&save_disk("TEST", STATE).expect("a disk").to_bytes());
        let again = machine.at("part_again");
        machine.atari.set_pc(again);
        machine.shows("FILE NOT FOUND", 10);
        machine.press(' ');
        machine.seconds(2);
        machine.shows("INSERT THE GAME DISK", 1);
        assert_eq!(machine.peek("stopped", 1), [9], "{model:?}");
        machine.insert(&game);
        machine.press(' ');
        machine.boot(30);
        assert_eq!(machine.peek("stopped", 1), [0], "{model:?}");
    }
}

impl Booted {
    /// Two drives, with the game's disk in the first and one for saved games in the second.
    fn with_games_in_drive_2(memory: Memory, model: Model) -> Self {
        let mut machine = Self::new(memory, model);
        let drives = [DriveModel::UsDoubler, DriveModel::Atari1050];
        machine.atari.set_drives(drives.map(Some));
        machine.atari.set_drive_speed(DriveSpeed::Host);
        machine.insert(&machine.disk.to_bytes());
        let games = save_disk("TEST", STATE).expect("a disk").to_bytes();
        let inserted = machine.atari.insert_disk_into(2, &games);
        inserted.expect("a disk for the drive");
        machine
    }
}

/// The first file that is looked for is there, too.
#[test]
fn of_two_games_in_drive_2_the_newer_one_is_loaded() {
    let mut machine = Booted::with_games_in_drive_2(Memory::BelowOs, Model::Atari800Xl);
    machine.boot(30);
    for sitting in 1..=5 {
        machine.poke("state", &[sitting; STATE]);
        assert_eq!(machine.call(SAVE, &[0]), 0, "{sitting}");
        machine.poke("state", &[0; STATE]);
        assert_eq!(machine.call(LOAD, &[0]), 0, "{sitting}");
        assert_eq!(machine.peek("state", STATE), [sitting; STATE]);
    }
}

/// The OS leaves registers as they are, and its keyboard works meanwhile.
#[test]
fn keys_that_are_pressed_while_it_comes_do_no_harm() {
    const KEY: u64 = 50_021;
    for (memory, model) in machines() {
        let mut machine = Booted::new(memory, model);
        machine.run_to(machine.at("boot"));
        let cpu = machine.atari.cpu_mut();
        (cpu.a, cpu.x, cpu.y) = (0x5A, 0xA5, 0x77);
        let idle = machine.at("idle");
        let start = machine.atari.cycles();
        let mut keys = 0;
        while machine.atari.pc() != idle {
            machine.atari.step();
            let cycles = machine.atari.cycles() - start;
            assert!(cycles < 30 * CLOCK, "{model:?}: it does not boot");
            if cycles / KEY > keys {
                keys = cycles / KEY;
                let key = machine.key(["a", "break"][(keys / 4 % 2) as usize]);
                match keys % 4 {
                    0 => machine.atari.key_down(key),
                    2 => machine.atari.key_up(key),
                    _ => (),
                }
            }
        }
        assert!(keys > 8, "{keys}");
    }
}

/// A full stack, BREAK that was pressed or is hit again and again, a second drive that did not answer before.
#[test]
fn nothing_of_what_the_os_leaves_is_left() {
    const BRKKEY: u32 = 0x11;
    const NO_DRIVE: u8 = 0xFF;
    for (memory, model) in [
        (Memory::Board, Model::Atari800),
        (Memory::BelowOs, Model::Atari800Xl),
    ] {
        let mut machine = Booted::with_games_in_drive_2(memory, model);
        machine.run_to(machine.at("shell_start"));
        machine.atari.poke(BRKKEY, 0);
        machine.poke("second_drive", &[NO_DRIVE]);
        machine.run_to(machine.at("shell_run"));
        let registers = machine.atari.registers();
        let stack = registers.iter().find(|(name, _)| *name == "s");
        assert_eq!(stack.map(|(_, at)| *at), Some(0xFF), "{registers:?}");
        machine.boot(1);
        // The first thing that is asked of a drive is how fast it is.
        assert_eq!(machine.call(LOAD, &[0]), 1, "{model:?}");
        assert_eq!(machine.peek("bus_speed", 1), [10], "{model:?}");
        assert_eq!(machine.call(SAVE, &[0]), 0, "{model:?}");
        let game = machine.disk.to_bytes();
        assert!(machine.atari.disk().expect("a disk") == game, "{model:?}");
        machine.ask(LOAD, &[0]);
        while machine.busy() {
            machine.key_down("break");
            machine.frames(1);
            machine.atari.key_up(keyboard::BREAK);
            machine.frames(1);
        }
        assert_eq!(machine.peek("answer", 1), [0], "{model:?}");
    }
}

/// Half of the program is there when the disk is taken out: it waits for the rest, and begins with all of it.
#[test]
fn a_game_that_breaks_off_while_it_is_loaded_anew_goes_on_with_its_disk() {
    for (memory, model) in machines() {
        let mut machine = Booted::started(memory, model);
        machine.poke("stopped", &[9]);
        let again = machine.at("part_again");
        machine.atari.set_pc(again);
        // Until the boot sectors have brought some of it.
        machine.run_to(machine.at("sector_read"));
        machine.seconds(1);
        let disk = machine.atari.disk().expect("a disk");
        machine.atari.eject_disk();
        let idle = machine.at("idle");
        let end = machine.atari.cycles() + 20 * CLOCK;
        while machine.atari.cycles() < end {
            machine.atari.step();
            assert_ne!(machine.atari.pc(), idle, "{model:?}: half a game begins");
        }
        machine.insert(&disk);
        machine.boot(60);
        assert_eq!(machine.peek("stopped", 1), [0], "{model:?}");
        assert_eq!(machine.call(LOOK, &[0, 0]), 1, "{model:?}: it is at work");
    }
}
