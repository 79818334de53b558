//! Parts of a game on its disk: they come in where they are wanted, from that disk only.

use crate::booted::{Booted, CLOCK, LOOK, PART, PARTS, StandIn};
use hexfront_apple2::Memory;
use hexfront_asm::Placement;
use hexfront_layout::Part;
use hexfront_platforms::machine::{Bank, Machine};

#[test]
fn a_part_comes_in_over_the_one_whose_place_it_takes() {
    for memory in Memory::ALL {
        let mut machine = Booted::started(memory);
        machine.seconds(3);
        let start = machine.apple.cycles();
        machine.call(PART, &[2]);
        println!(
            "a part in {:.1} s",
            (machine.apple.cycles() - start) as f64 / CLOCK as f64
        );
        let part = machine
            .image
            .placements
            .iter()
            .find(|p| p.segment == "PART2");
        let part = part.expect("a part").clone();
        let expected = part.bytes.unwrap_or_default();
        let found: Vec<u8> = (part.run..)
            .take(expected.len())
            .map(|a| machine.apple.peek(Bank::Cpu, a))
            .collect();
        assert!(found == expected);
    }
}

#[test]
fn without_the_game_disk_a_part_is_asked_for() {
    let mut machine = Booted::started(Memory::Card);
    let disk = machine.apple.disk().expect("a disk");
    machine.apple.eject_disk();
    machine.ask(PART, &[2]);
    machine.seconds(8);
    assert!(machine.busy());
    machine.apple.insert_disk(&disk).expect("a disk");
    machine.press(' ');
    machine.seconds(6);
    assert!(!machine.busy());
}

/// The index stays in memory, so that a disk that took the place of the game's while the drive stood still must be found out by its own:
/// by both bytes of its mark.
#[test]
fn a_part_is_never_taken_from_the_disk_of_another_build() {
    const MARK: usize = 18 * 16 * 256 + 4;
    for byte in 0..2 {
        let mut machine = Booted::started(Memory::Card);
        let own = machine.apple.disk().expect("a disk");
        let mut other = own.clone();
        other[MARK + byte] ^= 1;
        machine.call(PART, &[2]);
        machine.seconds(3);
        // It has gone again.
        machine.poke("present", &[0]);
        machine.apple.insert_disk(&other).expect("a disk");
        machine.ask(PART, &[2]);
        machine.seconds(3);
        assert!(machine.busy());
        assert_eq!(machine.peek("dos_text", 12), b"NOT OUR FILE");
        machine.press(' ');
        machine.seconds(3);
        assert!(machine.busy(), "it is the other one still");
        machine.apple.insert_disk(&own).expect("a disk");
        machine.press(' ');
        machine.seconds(3);
        assert!(!machine.busy());
    }
}

/// A look at the saved games takes the page that the index of the parts was in.
#[test]
fn a_part_comes_in_after_the_catalog_was_read() {
    let mut machine = Booted::started(Memory::Card);
    let mut parts = machine.image.placements.iter();
    let part = parts.find(|p| p.segment == "PART2").expect("a part");
    let (run, expected) = (part.run, part.bytes.clone().unwrap_or_default());
    for _ in 0..2 {
        machine.call(PART, &[2]);
        machine.poke("present", &[0]);
        (run..)
            .zip(&expected)
            .for_each(|(at, _)| machine.apple.poke(at, 0));
        machine.call(LOOK, &[0, 0]);
        machine.ask(PART, &[2]);
        machine.seconds(3);
        assert!(!machine.busy());
        let found = (run..).take(expected.len());
        assert!(
            found
                .map(|a| machine.apple.peek(Bank::Cpu, a))
                .eq(expected.iter().copied())
        );
    }
}

#[test]
fn a_part_that_cannot_be_read_is_told_and_read_from_a_sound_disk() {
    let mut machine = Booted::started(Memory::Card);
    let mut broken = machine.disk.clone();
    let track = broken.track_mut(18 * 4).expect("a track");
    (2_000..9_000).for_each(|bit| track.set_bit(bit, bit % 9 == 0));
    machine.apple.disks_mut().drives[0].insert(broken);
    machine.ask(PART, &[2]);
    machine.seconds(12);
    assert!(machine.busy());
    assert_eq!(machine.peek("dos_text", 9), b"I/O ERROR");
    let sound = machine.disk.clone();
    machine.apple.disks_mut().drives[0].insert(sound);
    machine.press(' ');
    machine.seconds(6);
    assert!(!machine.busy());
}

/// Of the picture's memory, which is left alone while parts come in.
const PICTURE: u32 = 0x2000;
const NOISE: u8 = 0xA5;

/// A part with so many pages; every third one, from the second on, is zero.
fn far_part(number: usize, run: u32, pages: u32) -> Placement {
    let page = |n: u32| match n % 3 {
        1 => vec![0; 256],
        _ => (0..256)
            .map(|i| (i * (2 * n + 1) + n) as u8 ^ number as u8)
            .collect(),
    };
    Placement {
        object: "far.s".into(),
        segment: format!("PART{number}"),
        area: "FAR".into(),
        load: run,
        run,
        size: 256 * pages,
        bytes: Some((0..pages).flat_map(page).collect()),
    }
}

/// Three parts of several tracks, far behind the first: those that are wanted come in at once, and nothing else does.
#[test]
fn all_parts_that_are_wanted_come_in_one_sweep() {
    // At the stack's lower end.
    const STUB: u32 = 0x0100;
    let far = [(9, 0, 8), (10, 8, 4), (11, 12, 20)];
    let far = far.map(|(number, page, pages)| far_part(number, PICTURE + 256 * page, pages));
    let absent = Part {
        at_start: false,
        title: false,
        out: 0,
    };
    let mut parts = PARTS.to_vec();
    parts.resize(12, absent);
    let mut machine = Booted::with_parts(Memory::Board, false, &parts, &far);
    machine.boot();
    let fresh = machine.apple.clone();
    // The first one is the part that is brought in, the others are wanted behind it.
    for wanted in [
        &[2, 9, 11][..],
        &[2, 9],
        &[9],
        &[2, 10],
        &[9, 10],
        &[11],
        &[2, 9, 10, 11],
    ] {
        machine.apple = fresh.clone();
        let bits = wanted[1..].iter().map(|part| 1 << (part - wanted[0] - 1));
        let [low, high] = bits.fold(0_u16, |all, bit| all | bit).to_le_bytes();
        for (symbol, value) in [
            ("part_now", wanted[0] as u8),
            ("part_wanted", low),
            ("part_wanted_high", high),
            ("part_first", 1),
        ] {
            machine.poke(symbol, &[value]);
        }
        let [to_low, to_high] = (machine.at("part_read") as u16).to_le_bytes();
        let [end_low, end_high] = (STUB as u16 + 3).to_le_bytes();
        let code = [0x20, to_low, to_high, 0x4C, end_low, end_high];
        (STUB..)
            .zip(code)
            .for_each(|(at, byte)| machine.apple.poke(at, byte));
        machine.apple.set_pc(STUB);
        let run_to = |machine: &mut Booted, at: u32| {
            let end = machine.apple.cycles() + 20 * CLOCK;
            while machine.apple.pc() != at {
                machine.apple.step();
                assert!(machine.apple.cycles() < end, "{wanted:?}: not at ${at:04X}");
            }
        };
        let sweep = machine.at("sweep");
        run_to(&mut machine, sweep);
        let picture = PICTURE..PICTURE + 0x2000;
        picture.for_each(|at| machine.apple.poke(at, NOISE));
        run_to(&mut machine, STUB + 3);
        assert_eq!(
            machine.peek("part_first", 1),
            [0],
            "{wanted:?}: all are there"
        );
        for part in &far {
            let there = wanted
                .iter()
                .any(|number| part.segment == format!("PART{number}"));
            let bytes = part.bytes.as_deref().unwrap_or_default();
            let found = (part.run..).take(bytes.len());
            let found: Vec<u8> = found.map(|at| machine.apple.peek(Bank::Ram, at)).collect();
            if there {
                assert!(found == bytes, "{wanted:?}: {}", part.segment);
            } else {
                assert!(
                    found.iter().all(|byte| *byte == NOISE),
                    "{wanted:?}: {}",
                    part.segment
                );
            }
        }
    }
}
