//! Saving and loading on the emulated drive, with our KERNAL: slots, generations, damage, and what the drive refuses.

use crate::stand_in::{Bench, StandIn, call};
use hexfront_disk::d64::{D64, FileKind, Name};
use hexfront_platforms::machine::{Bank, Machine};

const IMAGE: usize = 700;
const FIRST: u16 = 0;
const DONE: u16 = 0;
const NONE: u16 = 1;
const DAMAGED: u16 = 2;
const FULL: u16 = 5;
const PROTECTED: u16 = 6;
const NO_DRIVE: u16 = 7;
const OLDER: u16 = 8;

fn slot(letter: char) -> Name {
    Name::from_petscii(format!("TEST.SAVE.{letter}").as_bytes())
}

fn blank() -> D64 {
    D64::format(Name::from_petscii(b"SAVES"), *b"HF")
}

/// A bench with a disk in the drive and a map on the screen.
fn bench(disk: &D64) -> Bench {
    let mut bench = Bench::new();
    bench.disk(&disk.to_bytes());
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[15 * 32 + 16, 1]);
    bench
}

fn disk(bench: &Bench) -> D64 {
    D64::from_bytes(&bench.c64.disk().expect("a disk")).expect("a D64")
}

fn set_state(bench: &mut Bench, seed: u8) -> Vec<u8> {
    let state: Vec<u8> = (0..IMAGE)
        .map(|i| (i as u8).wrapping_mul(7).wrapping_add(seed))
        .collect();
    bench.poke("state", &state);
    state
}

fn save(bench: &mut Bench) -> u16 {
    bench.call(call::SAVE, &[FIRST]).0
}

fn load(bench: &mut Bench) -> u16 {
    bench.call(call::LOAD, &[FIRST]).0
}

#[test]
fn a_save_has_the_header_and_the_image_and_loads_again() {
    let mut bench = bench(&blank());
    let state = set_state(&mut bench, 3);
    bench.poke("view_turn", &[4, 9, 77]);
    assert_eq!(save(&mut bench), DONE);
    let file = disk(&bench).read_file(&slot('A')).unwrap();
    assert_eq!(file.len(), 32 + IMAGE);
    assert_eq!(file[..8], [b'H', b'X', b'S', b'G', 2, 4, 9, 0]);
    assert_eq!(file[8..20], *b"TEST\0\0\0\0\0\0\0\0");
    assert_eq!(
        file[20..27],
        [3, 0, 1, 0, 188, 2, 77],
        "version, generation, length, campaign"
    );
    assert_eq!(sum(&file[..32]), 0);
    assert_eq!(file[28..32], bench.peek("crc", 4));
    assert_eq!(file[32..], state);
    set_state(&mut bench, 99);
    assert_eq!(load(&mut bench), DONE);
    assert_eq!(bench.peek("state", IMAGE), state);
}

#[test]
fn slots_take_turns_and_the_newest_is_loaded() {
    let mut bench = bench(&blank());
    let mut last = Vec::new();
    for seed in 1..=3 {
        last = set_state(&mut bench, seed);
        assert_eq!(save(&mut bench), DONE, "save {seed}");
    }
    let disk = disk(&bench);
    let generation = |letter| disk.read_file(&slot(letter)).unwrap()[22];
    assert_eq!((generation('A'), generation('B')), (3, 2));
    set_state(&mut bench, 50);
    assert_eq!(load(&mut bench), DONE);
    assert_eq!(bench.peek("state", IMAGE), last);
}

/// A run that is longer than the image, in the newer save, is not what the older one begins with.
#[test]
fn a_damaged_run_does_not_go_on_in_the_older_save() {
    let mut bench = bench(&blank());
    let first = set_state(&mut bench, 1);
    assert_eq!(save(&mut bench), DONE);
    let mut second = set_state(&mut bench, 2);
    second[600..].fill(5);
    bench.poke("state", &second);
    assert_eq!(save(&mut bench), DONE);
    change(&mut bench, 'B', |file| {
        file[400] ^= 1;
        *file.last_mut().expect("the count of the last run") += 10;
    });
    assert_eq!(load(&mut bench), OLDER);
    assert_eq!(bench.peek("state", IMAGE), first);
}

/// Rewrites a slot's file.
fn change(bench: &mut Bench, letter: char, change: impl Fn(&mut Vec<u8>)) {
    let mut image = disk(bench);
    let mut file = image.read_file(&slot(letter)).unwrap();
    change(&mut file);
    image
        .replace_file(&slot(letter), FileKind::Seq, &file)
        .unwrap();
    bench.disk(&image.to_bytes());
}

#[test]
fn a_damaged_newer_slot_gives_the_older_and_says_so() {
    let mut bench = bench(&blank());
    let first = set_state(&mut bench, 1);
    assert_eq!(save(&mut bench), DONE);
    set_state(&mut bench, 2);
    assert_eq!(save(&mut bench), DONE);
    change(&mut bench, 'B', |file| file[400] ^= 1);
    assert_eq!(load(&mut bench), OLDER);
    assert_eq!(bench.peek("state", IMAGE), first);
    change(&mut bench, 'A', |file| file.truncate(300));
    assert_eq!(load(&mut bench), DAMAGED);
}

#[test]
fn a_damaged_image_leaves_the_state_as_it_was() {
    let mut bench = bench(&blank());
    set_state(&mut bench, 1);
    assert_eq!(save(&mut bench), DONE);
    let state = set_state(&mut bench, 2);
    let whole = disk(&bench).read_file(&slot('A')).unwrap();
    for damage in [
        |file: &mut Vec<u8>| file[600] ^= 1,
        |file: &mut Vec<u8>| file.truncate(500),
        |file: &mut Vec<u8>| file.truncate(20),
    ] {
        change(&mut bench, 'A', |file| {
            file.clone_from(&whole);
            damage(file);
        });
        assert_eq!(load(&mut bench), DAMAGED);
        assert_eq!(bench.peek("state", IMAGE), state);
    }
}

/// The disk is taken out while the state is being replaced: half of each would be no game, so all begins anew.
#[test]
fn a_load_that_breaks_off_in_the_middle_begins_anew() {
    let mut bench = bench(&blank());
    let game = hexfront_c64::disk(&bench.program, "STAND IN", "TEST").unwrap();
    bench.disk(&game.to_bytes());
    let saved = set_state(&mut bench, 1);
    assert_eq!(save(&mut bench), DONE);
    let with_save = bench.c64.disk().unwrap();
    set_state(&mut bench, 2);
    bench.poke("stopped", &[1]);
    bench.ask(call::LOAD, &[FIRST]);
    while bench.peek("state", 9) != saved[..9] {
        assert!(bench.busy());
        bench.c64.run_frame();
    }
    bench.c64.eject_disk();
    bench.wait_for("INSERT THE GAME DISK");
    bench.disk(&with_save);
    bench.press_until_idle();
    assert_eq!(bench.peek("stopped", 1), [0], "all memory is as loaded");
    assert_eq!(load(&mut bench), DONE);
    assert_eq!(bench.peek("state", IMAGE), saved);
}

/// Saves with a disk in the drive, and gives the disk as it was after each sector written, the last one too.
fn cuts(bench: &mut Bench, image: &D64) -> Vec<D64> {
    bench.disk(&image.to_bytes());
    bench.ask(call::SAVE, &[FIRST]);
    let (mut seen, mut disks) = (bench.c64.disk_writes(), Vec::new());
    let wanted = bench.at("wanted");
    while bench.c64.peek(Bank::Ram, wanted) != 0 {
        bench.c64.step();
        if bench.c64.disk_writes() != seen {
            seen = bench.c64.disk_writes();
            disks.push(disk(bench));
        }
    }
    disks
}

/// The game's files are written anew, as for another version of it: they come to lie somewhere else.
fn new_files(image: &mut D64, game: &D64, version: usize) -> Vec<(Name, Vec<u8>)> {
    let entries = game.entries().unwrap();
    let files = entries.iter().map(|entry| {
        let mut bytes = game.read_file(&entry.name).unwrap();
        bytes.extend(vec![version as u8; 300 * (version % 3)]);
        image.replace_file(&entry.name, entry.kind, &bytes).unwrap();
        (entry.name, bytes)
    });
    files.collect()
}

/// A save is cut short after any of its sectors; in five more sittings, each with the game's files in another place, the
/// disk stays sound, and no saved game is lost but the one that was cut.
#[test]
fn a_save_that_is_cut_short_costs_only_itself() {
    let mut bench = bench(&blank());
    let game = hexfront_c64::disk(&bench.program, "STAND IN", "TEST").unwrap();
    let mut image = game.clone();
    let mut kept = Vec::new();
    for round in 0..3 {
        new_files(&mut image, &game, round);
        bench.disk(&image.to_bytes());
        kept = set_state(&mut bench, round as u8);
        assert_eq!(save(&mut bench), DONE);
        image = disk(&bench);
    }
    let cut = set_state(&mut bench, 77);
    let disks = cuts(&mut bench, &image);
    assert!(
        disks.len() >= 5,
        "only {} sectors were written",
        disks.len()
    );
    for (at, mut image) in disks.into_iter().enumerate() {
        let mut wanted = vec![kept.clone(), cut.clone()];
        for sitting in 0..5 {
            let files = new_files(&mut image, &game, at + sitting + 1);
            bench.disk(&image.to_bytes());
            set_state(&mut bench, 200);
            let told = load(&mut bench);
            assert!(
                [DONE, OLDER].contains(&told),
                "cut {at}, sitting {sitting}: {told}"
            );
            let loaded = bench.peek("state", IMAGE);
            assert!(wanted.contains(&loaded), "cut {at}, sitting {sitting}");
            wanted = vec![set_state(&mut bench, sitting as u8)];
            assert_eq!(save(&mut bench), DONE, "cut {at}, sitting {sitting}");
            image = disk(&bench);
            assert_eq!(image.check(), [], "cut {at}, sitting {sitting}");
            for (name, bytes) in files {
                assert!(image.read_file(&name).unwrap() == bytes, "cut {at}: {name}");
            }
        }
    }
}

/// Generations count round: the one after 65535 is 0, and newer. At 32768 the difference turns its sign.
#[test]
fn generations_wrap() {
    for first in [0x7FFE_u16, 0x7FFF, 0xFFFE, 0xFFFF, 0x00FF] {
        let mut bench = bench(&blank());
        set_state(&mut bench, 1);
        assert_eq!(save(&mut bench), DONE);
        change(&mut bench, 'A', |file| set_generation(file, first));
        for step in 1..4 {
            let last = set_state(&mut bench, 1 + step as u8);
            assert_eq!(save(&mut bench), DONE);
            let letter = if step % 2 == 1 { 'B' } else { 'A' };
            let file = disk(&bench).read_file(&slot(letter)).unwrap();
            let generation = first.wrapping_add(step).to_le_bytes();
            assert_eq!(file[22..24], generation, "{first} and {step}");
            set_state(&mut bench, 99);
            assert_eq!(load(&mut bench), DONE);
            assert!(bench.peek("state", IMAGE) == last, "{first} and {step}");
        }
    }
}

fn set_generation(file: &mut [u8], generation: u16) {
    file[22..24].copy_from_slice(&generation.to_le_bytes());
    file[27] = 0;
    file[27] = sum(&file[..32]).wrapping_neg();
}

fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
}

/// Each byte of the newer slot's header in turn: nothing in it is believed, and the older one is not loaded without a word.
#[test]
fn a_damaged_header_is_told() {
    let mut bench = bench(&blank());
    let first = set_state(&mut bench, 1);
    assert_eq!(save(&mut bench), DONE);
    set_state(&mut bench, 2);
    assert_eq!(save(&mut bench), DONE);
    let whole = disk(&bench);
    for at in 0..32 {
        bench.disk(&whole.to_bytes());
        change(&mut bench, 'B', |file| file[at] ^= 1 << (at % 8));
        assert_eq!(load(&mut bench), OLDER, "byte {at}");
        assert_eq!(bench.peek("state", IMAGE), first, "byte {at}");
    }
}

/// Runs of all lengths around those that a count holds: they take few bytes, and come back.
#[test]
fn an_image_is_packed() {
    let mut bench = bench(&blank());
    for (length, bytes) in [
        (1, 700),
        (2, 1050),
        (3, 700),
        (256, 9),
        (257, 9),
        (258, 11),
        (700, 9),
    ] {
        let state: Vec<u8> = (0..IMAGE).map(|i| (i / length) as u8).collect();
        bench.poke("state", &state);
        assert_eq!(save(&mut bench), DONE);
        let newest = ['A', 'B'].into_iter().filter_map(|letter| {
            let file = disk(&bench).read_file(&slot(letter)).ok()?;
            Some((u16::from_le_bytes([file[22], file[23]]), file))
        });
        let (_, file) = newest.max_by_key(|(generation, _)| *generation).unwrap();
        assert_eq!(file.len(), 32 + bytes, "runs of {length}");
        set_state(&mut bench, 9);
        assert_eq!(load(&mut bench), DONE);
        assert_eq!(bench.peek("state", IMAGE), state, "runs of {length}");
    }
    // Cut short by any number of bytes it is damaged, and changes nothing.
    for cut in 1..=9 {
        let mut bench = self::bench(&blank());
        bench.poke("state", &[5; IMAGE]);
        assert_eq!(save(&mut bench), DONE);
        change(&mut bench, 'A', |file| file.truncate(file.len() - cut));
        let state = set_state(&mut bench, 2);
        assert_eq!(load(&mut bench), DAMAGED, "{cut} bytes are missing");
        assert_eq!(bench.peek("state", IMAGE), state);
    }
}

#[test]
fn four_games_lie_beside_each_other() {
    let mut bench = bench(&blank());
    let states: Vec<Vec<u8>> = (0..4)
        .map(|game| {
            let state = set_state(&mut bench, 10 + game as u8);
            assert_eq!(bench.call(call::SAVE, &[game]).0, DONE);
            state
        })
        .collect();
    let entries = disk(&bench).entries().unwrap();
    let names: Vec<String> = entries.iter().map(|entry| entry.name.to_string()).collect();
    let letters = ['A', 'C', 'E', 'G'];
    assert_eq!(names, letters.map(|letter| format!("TEST.SAVE.{letter}")));
    for letter in letters {
        let file = disk(&bench).read_file(&slot(letter)).unwrap();
        assert_eq!(file[7], letter as u8 - b'A');
    }
    assert_eq!(bench.call(call::SAVE, &[2]).0, DONE);
    assert_eq!(disk(&bench).read_file(&slot('F')).unwrap()[22], 2);
    assert_eq!(disk(&bench).entries().unwrap().len(), 5);
    // A number that is none means the first.
    for (number, game) in [(0, 0), (1, 1), (3, 3), (4, 0), (0x100, 0), (0xFFFF, 0)] {
        set_state(&mut bench, 9);
        assert_eq!(bench.call(call::LOAD, &[number]).0, DONE);
        assert!(bench.peek("state", IMAGE) == states[game], "{number}");
    }
}

const OTHER_CAMPAIGN: u16 = 9;
/// What `look` is asked for.
const STATUS: u16 = 0;

fn look(bench: &mut Bench, game: u16, what: u16) -> u16 {
    bench.call(call::LOOK, &[game, what]).0
}

/// The pages list what each of the four games is, and say why one cannot be loaded.
#[test]
fn what_a_disk_holds_is_told_without_loading_it() {
    let mut bench = bench(&blank());
    for game in 0..4 {
        assert_eq!(look(&mut bench, game, STATUS), NONE);
    }
    // Two saves of game 1, so that its newest lies in the second file; one of game 3.
    for (game, told) in [(1, [4, 9, 77]), (1, [5, 2, 77]), (3, [12, 11, 254])] {
        bench.poke("view_turn", &told);
        assert_eq!(bench.call(call::SAVE, &[game]).0, DONE);
    }
    let state = set_state(&mut bench, 8);
    for (game, told) in [(1, Some([5, 2, 77])), (2, None), (3, Some([12, 11, 254]))] {
        let status = if told.is_some() { DONE } else { NONE };
        assert_eq!(look(&mut bench, game, STATUS), status, "game {game}");
        let tells = [1, 2, 3].map(|what| look(&mut bench, game, what));
        assert!(told.is_none_or(|told| tells == told), "game {game}");
    }
    // The older one, when the newer is damaged; then none.
    change(&mut bench, 'D', |file| file[5] ^= 1);
    assert_eq!(look(&mut bench, 1, STATUS), DONE);
    assert_eq!([1, 2, 3].map(|what| look(&mut bench, 1, what)), [4, 9, 77]);
    change(&mut bench, 'C', |file| file[5] ^= 1);
    assert_eq!(look(&mut bench, 1, STATUS), DAMAGED);
    assert_eq!(bench.peek("state", IMAGE), state);
    bench.c64.eject_disk();
    assert_eq!(look(&mut bench, 0, STATUS), NO_DRIVE);
    assert_eq!(look(&mut bench, 1, STATUS), NO_DRIVE);
}

/// A save does not take the place of another campaign's unless it is told to, and says whose it would have been.
#[test]
fn another_campaign_is_written_over_only_on_demand() {
    let mut bench = bench(&blank());
    let first = set_state(&mut bench, 1);
    bench.poke("view_turn", &[4, 9, 77]);
    assert_eq!(bench.call(call::SAVE, &[2]).0, DONE);
    let before = bench.c64.disk();
    set_state(&mut bench, 2);
    bench.poke("view_turn", &[1, 3, 78]);
    assert_eq!(bench.call(call::SAVE, &[2]).0, OTHER_CAMPAIGN);
    assert!(bench.c64.disk() == before, "nothing is written");
    assert_eq!([1, 2, 3].map(|what| look(&mut bench, 2, what)), [4, 9, 77]);
    assert_eq!(bench.call(call::LOAD, &[2]).0, DONE);
    assert_eq!(bench.peek("state", IMAGE), first);
    let second = set_state(&mut bench, 2);
    assert_eq!(bench.call(call::SAVE, &[2 + 4]).0, DONE);
    set_state(&mut bench, 3);
    assert_eq!(bench.call(call::LOAD, &[2]).0, DONE);
    assert_eq!(bench.peek("state", IMAGE), second);
    // From now on it is the same one.
    assert_eq!(bench.call(call::SAVE, &[2]).0, DONE);
}

#[test]
fn what_the_drive_refuses_is_told() {
    let mut bench = bench(&blank());
    assert_eq!(load(&mut bench), NONE);
    bench.c64.set_write_protected(true);
    assert_eq!(save(&mut bench), PROTECTED);
    bench.c64.set_write_protected(false);
    set_state(&mut bench, 1);
    let mut full = blank();
    let room = full.blocks_free().unwrap() - 1;
    full.write_file(
        &Name::from_petscii(b"BIG"),
        FileKind::Prg,
        &vec![0; room * 254],
    )
    .unwrap();
    bench.disk(&full.to_bytes());
    assert_eq!(save(&mut bench), FULL);
    assert_eq!(
        disk(&bench).entries().unwrap().len(),
        1,
        "no half a save stays"
    );
    bench.c64.eject_disk();
    assert_eq!(save(&mut bench), NO_DRIVE);
}

#[test]
fn the_map_is_back_after_disk_work() {
    let mut bench = bench(&blank());
    let before = bench.cells();
    assert_eq!(save(&mut bench), DONE);
    let after = bench.cells();
    assert_eq!(before[1..16], after[1..16]);
}

/// While the disk works the map's rows are blank and say what is done; a page of text says it itself. Nothing else is written over.
#[test]
fn the_screen_tells_of_disk_work() {
    for (call, told) in [
        (call::SAVE, " SAVING THE GAME"),
        (call::LOAD, "LOADING THE GAME"),
    ] {
        for page in [0, 1] {
            let mut bench = bench(&blank());
            bench.call(call::PAGE, &[page]);
            bench.call(call::WINDOW, &[4]);
            bench.print(1, "A PAGE");
            if page == 0 {
                bench.call(call::MAP, &[15 * 32 + 16, 1]);
                bench.call(call::WINDOW, &[1]);
                bench.print(1, "BELOW");
            }
            bench.ask(call, &[0]);
            bench.frames(2);
            assert!(bench.busy());
            for row in 1..16 {
                let wanted = match (page, row) {
                    (0, 8) => format!("{:12}{told}{:12}", "", ""),
                    (1, 1) => format!("{:40}", "A PAGE"),
                    _ => " ".repeat(40),
                };
                assert_eq!(bench.text(row), wanted, "page {page}, row {row}");
            }
            if page == 0 {
                assert_eq!(bench.text(16).trim(), "BELOW");
                let colours = (332..348).map(|at| bench.c64.peek(Bank::Cpu, 0xD800 + at) & 15);
                assert!(colours.eq([1; 16]), "it is white");
            }
        }
    }
}
