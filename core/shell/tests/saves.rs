//! Saved games on the smallest machine: what is asked of the disk, in which order, and what comes of all that can go wrong.

use crate::flat::{FILES, Flat, IMAGE};
use hexfront_isa::contract::save;

/// The shell's own status: the file was never closed.
const OPEN: u8 = 10;
/// The status of the line when the drive is gone, and when a byte is bad.
const GONE: u8 = 0x80;
const BAD: u8 = 0x02;
/// Places in a header (`at_` of the contract).
const TURN: usize = 5;
const SLOT: usize = 7;
const VERSION: usize = 20;
const GENERATION: usize = 22;
const CHECK: usize = 27;
const HEADER: usize = 32;

/// What goes wrong: bytes of the machine (`disk.s`).
type Trouble = &'static [(&'static str, &'static [u8])];

/// A state without two equal bytes beside each other.
fn state(seed: u8) -> Vec<u8> {
    (0..IMAGE)
        .map(|i| (i as u8).wrapping_mul(7).wrapping_add(seed))
        .collect()
}

/// What a call asked of the disk, and its answer; nothing of what was asked before counts.
fn asked(flat: &mut Flat, call: &str, arguments: &[u16]) -> (u16, String) {
    flat.poke("asked_length", &[0]);
    let answer = flat.shell(call, arguments);
    let length = usize::from(flat.peek("asked_length", 1)[0]);
    let letters = flat.peek("asked", length).to_vec();
    (answer, String::from_utf8(letters).unwrap())
}

/// A machine with so many saves of the first game on its disk, of turns 1, 2 and so on, and its last state.
fn with_saves(count: u8) -> (Flat, Vec<u8>) {
    let mut flat = Flat::new();
    let mut last = vec![0; IMAGE];
    for turn in 1..=count {
        last = state(turn);
        flat.set_state(&last);
        flat.poke("view_turn", &[turn, turn + 20, 77]);
        assert_eq!(flat.shell("save", &[0]), save::DONE);
    }
    (flat, last)
}

/// Rewrites a file's header, and its sum.
fn change(flat: &mut Flat, file: usize, change: impl Fn(&mut [u8])) {
    let from = usize::from(FILES) + 1024 * file;
    let header = &mut flat.bus.ram[from..from + HEADER];
    change(header);
    header[CHECK] = 0;
    let sum = header
        .iter()
        .fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    header[CHECK] = sum.wrapping_neg();
}

fn set_generation(flat: &mut Flat, file: usize, generation: u16) {
    change(flat, file, |header| {
        header[GENERATION..GENERATION + 2].copy_from_slice(&generation.to_le_bytes());
    });
}

/// Looking at the disk, both headers, the older file anew, and read back; the game's bytes are in reach where they are asked for.
#[test]
fn saves_and_loads_ask_the_drive_in_their_order() {
    let mut flat = Flat::new();
    flat.set_state(&state(1));
    flat.poke("view_turn", &[1, 2, 77]);
    let wanted = "(lgdsrB.rA.gdxAwA>.srA<gd.)";
    assert_eq!(asked(&mut flat, "save", &[0]), (save::DONE, wanted.into()));
    assert_eq!(flat.peek("begun", 1), [0]);
    let wanted = "(lgdsrB.rA<gd.gdgdxBwB>.srB<gd.)";
    assert_eq!(asked(&mut flat, "save", &[0]), (save::DONE, wanted.into()));
    // The newest is read twice: once to see whether it is whole.
    let wanted = "(lsrB<gd.rA<gd.rB<gd.rB<gd..)";
    assert_eq!(asked(&mut flat, "load", &[0]), (save::DONE, wanted.into()));
    assert_eq!(flat.peek("begun", 1), [1]);
    // The disk is looked at with the first game only.
    flat.poke("begun", &[9]);
    let wanted = "(lsrB<gd.rA<gd..)";
    assert_eq!(
        asked(&mut flat, "look", &[0, 0]),
        (save::DONE, wanted.into())
    );
    let wanted = "(rD.rC..)";
    assert_eq!(
        asked(&mut flat, "look", &[1, 0]),
        (save::NONE, wanted.into())
    );
    assert_eq!(asked(&mut flat, "look", &[0, 1]).1, "", "it was read");
    assert_eq!(flat.peek("begun", 1), [1]);
}

/// Each game has two files; from 4 on another campaign may go; a number that is none is the first.
#[test]
fn numbers_of_games_name_their_files() {
    let mut flat = Flat::new();
    flat.poke("view_turn", &[1, 2, 77]);
    for (number, file, slot) in [(0, 'A', 0), (1, 'C', 2), (2, 'E', 4), (3, 'G', 6)] {
        let (answer, asked) = asked(&mut flat, "save", &[number]);
        assert_eq!(answer, save::DONE);
        assert!(asked.contains(&format!("w{file}>")), "{number}: {asked}");
        assert_eq!(flat.file(slot)[SLOT], slot as u8);
    }
    flat.poke("view_turn", &[1, 2, 78]);
    for (number, answer) in [
        (0, save::CAMPAIGN),
        (3, save::CAMPAIGN),
        (4, save::DONE),
        (7, save::DONE),
        (8, save::DONE),
        (0x100, save::DONE),
        (0x101, save::DONE),
        (0x105, save::DONE),
        (0xFFFF, save::DONE),
        (1, save::CAMPAIGN),
    ] {
        assert_eq!(flat.shell("save", &[number]), answer, "{number}");
    }
}

#[test]
fn headers_tell_turn_phase_and_campaign_of_the_newest() {
    let (mut flat, _) = with_saves(2);
    for turn in [2, 3, 4] {
        assert_eq!(flat.shell("look", &[0, 0]), save::DONE);
        let tells = [1, 2, 3].map(|what| flat.shell("look", &[0, what]));
        assert_eq!(tells, [turn, turn + 20, 77]);
        flat.poke("view_turn", &[turn as u8 + 1, turn as u8 + 21, 77]);
        assert_eq!(flat.shell("save", &[0]), save::DONE);
    }
    // Where another campaign lies, it is told whose without reading again.
    flat.poke("view_turn", &[9, 9, 78]);
    assert_eq!(flat.shell("save", &[0]), save::CAMPAIGN);
    let tells = [1, 2, 3].map(|what| flat.shell("look", &[0, what]));
    assert_eq!(tells, [5, 25, 77]);
}

/// The difference decides: generations count round.
#[test]
fn the_newer_of_both_is_written_over_last() {
    for (first, second, written) in [
        (1_u16, 2_u16, 'A'),
        (2, 1, 'B'),
        (0x00FE, 0x00FF, 'A'),
        (0x00FF, 0x0100, 'A'),
        (0x0100, 0x00FF, 'B'),
        (0xFFFF, 0x0000, 'A'),
        (0x0000, 0xFFFF, 'B'),
        (0x7FFF, 0x8000, 'A'),
        (0x8000, 0x7FFF, 'B'),
    ] {
        let (mut flat, _) = with_saves(2);
        set_generation(&mut flat, 0, first);
        set_generation(&mut flat, 1, second);
        let (_, asked) = asked(&mut flat, "save", &[0]);
        assert!(asked.contains(&format!("w{written}>")), "{first}, {second}");
        let file = usize::from(written == 'B');
        let generation = if written == 'A' { second } else { first };
        let next = generation.wrapping_add(1).to_le_bytes();
        assert_eq!(flat.file(file)[GENERATION..GENERATION + 2], next);
    }
}

/// Every byte of a header that says which game it is of: another one is of another game, unless the sum is wrong.
#[test]
fn a_header_of_another_game_is_none_of_ours() {
    let ours = (0..TURN).chain(8..GENERATION).chain([24, 25]);
    for at in ours {
        let (mut flat, _) = with_saves(1);
        change(&mut flat, 0, |header| header[at] ^= 0x40);
        assert_eq!(flat.shell("load", &[0]), save::OTHER, "byte {at}");
        let (answer, asked) = asked(&mut flat, "load", &[0]);
        assert_eq!(answer, save::OTHER);
        let out_of_reach = asked.rfind('d') > asked.rfind('g');
        assert!(out_of_reach, "byte {at}: {asked}");
        flat.bus.ram[usize::from(FILES) + VERSION] ^= 1;
        assert_eq!(flat.shell("load", &[0]), save::DAMAGED, "byte {at}");
    }
}

/// What opening the files says; the file of the second is read first. What is unreadable may have been the newer one.
#[test]
fn a_load_tells_why_it_is_not_the_newest() {
    let cases: [([u8; 2], u16); 14] = [
        ([0, 0], save::DONE),
        ([save::NONE as u8, 0], save::DONE),
        ([0, save::NONE as u8], save::DONE),
        ([0, save::OTHER as u8], save::DONE),
        ([0, save::DAMAGED as u8], save::OLDER),
        ([0, save::ERROR as u8], save::OLDER),
        ([save::ERROR as u8, 0], save::OLDER),
        ([0, OPEN], save::OLDER),
        ([OPEN, save::NONE as u8], save::DAMAGED),
        ([save::NONE as u8, save::NONE as u8], save::NONE),
        ([save::NONE as u8, save::ERROR as u8], save::ERROR),
        ([save::ERROR as u8, save::NONE as u8], save::ERROR),
        ([save::NO_DRIVE as u8, 0], save::NO_DRIVE),
        ([0, save::NO_DRIVE as u8], save::NO_DRIVE),
    ];
    for (read, answer) in cases {
        let (mut flat, last) = with_saves(2);
        flat.set_state(&[9; IMAGE]);
        flat.poke("read_status", &read);
        assert_eq!(flat.shell("load", &[0]), answer, "{read:?}");
        let loaded = [save::DONE, save::OLDER].contains(&answer);
        let wanted = match (loaded, read[1]) {
            (true, 0) => last,
            (true, _) => state(1),
            (false, _) => vec![9; IMAGE],
        };
        assert_eq!(flat.peek("state", IMAGE), wanted, "{read:?}");
        let status = match answer {
            save::OLDER => save::DONE,
            other => other,
        };
        assert_eq!(flat.shell("look", &[0, 0]), status, "{read:?}");
        // What was damaged is forgotten with the next disk.
        flat.poke("read_status", &[0, 0]);
        assert_eq!(flat.shell("load", &[0]), save::DONE, "{read:?}");
    }
    // A drive that is gone is asked for nothing more.
    let (mut flat, _) = with_saves(2);
    flat.poke("read_status", &[0, save::NO_DRIVE as u8]);
    let wanted = (save::NO_DRIVE, "(lsrB..)".into());
    assert_eq!(asked(&mut flat, "load", &[0]), wanted);
    assert_eq!(asked(&mut flat, "look", &[0, 0]), wanted);
    let wanted = (save::NO_DRIVE, "(lgdsrB..)".into());
    assert_eq!(asked(&mut flat, "save", &[0]), wanted);
}

/// The drive finds no disk: that is all it is asked.
#[test]
fn a_disk_that_cannot_be_looked_at_is_left() {
    let (mut flat, _) = with_saves(1);
    flat.poke("look_status", &[save::NO_DRIVE as u8]);
    for (call, told) in [("save", "(lgds.)"), ("load", "(ls.)"), ("look", "(ls.)")] {
        let wanted = (save::NO_DRIVE, told.to_owned());
        assert_eq!(asked(&mut flat, call, &[0, 0]), wanted, "{call}");
    }
}

/// A byte of the newest save that does not come, in its header or in its image.
#[test]
fn a_byte_that_does_not_come_costs_the_newest() {
    for (at, line, answer) in [
        (1, BAD, save::OLDER),
        (32, BAD, save::OLDER),
        (33, BAD, save::OLDER),
        (400, BAD, save::OLDER),
        (400, GONE, save::NO_DRIVE),
        (400, 0x40, save::OLDER),
        (731, 0x40, save::OLDER),
        (732, 0x40, save::DONE),
    ] {
        let (mut flat, last) = with_saves(2);
        flat.set_state(&[9; IMAGE]);
        flat.poke("get_file", &[2]);
        flat.poke("get_fails", &(at as u16).to_le_bytes());
        flat.poke("get_line", &[line]);
        assert_eq!(flat.shell("load", &[0]), answer, "byte {at}, line {line}");
        let wanted = match answer {
            save::DONE => last,
            save::OLDER => state(1),
            _ => vec![9; IMAGE],
        };
        assert_eq!(flat.peek("state", IMAGE), wanted, "byte {at}, line {line}");
    }
    let (mut flat, _) = with_saves(1);
    flat.poke("gone_from", &[1]);
    assert_eq!(flat.shell("load", &[0]), save::NO_DRIVE);
}

/// The sum of the image's bytes: four of them, and each counts.
#[test]
fn an_image_with_another_sum_is_damaged() {
    for at in 28..32 {
        let (mut flat, _) = with_saves(1);
        change(&mut flat, 0, |header| header[at] ^= 1);
        assert_eq!(flat.shell("load", &[0]), save::DAMAGED, "byte {at}");
    }
}

/// What each step of writing says, and what is asked behind it.
#[test]
fn a_save_that_fails_leaves_nothing_behind() {
    const FULL: u8 = save::FULL as u8;
    const NO_DRIVE: u8 = save::NO_DRIVE as u8;
    let begin = "(lgdsrB.rA<gd.gdgd";
    let trouble: [(&str, Trouble, u16, &str); 11] = [
        (
            "scratch",
            &[("scratch_status", &[6])],
            save::PROTECTED,
            "xB.)",
        ),
        ("open", &[("write_status", &[5])], save::FULL, "xBwB.)"),
        ("to", &[("gone_to", &[1])], save::NO_DRIVE, "xBwB>.)"),
        (
            "first byte",
            &[("put_fails", &[1, 0])],
            save::ERROR,
            "xBwB>.svxB.)",
        ),
        (
            "header",
            &[("put_fails", &[32, 0])],
            save::ERROR,
            "xBwB>.svxB.)",
        ),
        (
            "image",
            &[("put_fails", &[200, 1]), ("close_status", &[FULL])],
            save::FULL,
            "xBwB>.svxB.)",
        ),
        (
            "last byte",
            &[("put_fails", &[0xDC, 2])],
            save::ERROR,
            "xBwB>.svxB.)",
        ),
        (
            "gone",
            &[("put_fails", &[200, 1]), ("close_status", &[NO_DRIVE])],
            save::NO_DRIVE,
            "xBwB>.s.)",
        ),
        (
            "close",
            &[("close_status", &[FULL])],
            save::FULL,
            "xBwB>.svxB.)",
        ),
        (
            "read again",
            &[
                ("get_file", &[2]),
                ("get_fails", &[100, 0]),
                ("get_line", &[BAD]),
            ],
            save::ERROR,
            "xBwB>.srB<gd.)",
        ),
        (
            "gone again",
            &[
                ("get_file", &[2]),
                ("get_fails", &[100, 0]),
                ("get_line", &[GONE]),
            ],
            save::NO_DRIVE,
            "xBwB>.srB<gd.)",
        ),
    ];
    for (what, pokes, answer, end) in trouble {
        let (mut flat, _) = with_saves(1);
        for (name, bytes) in pokes {
            flat.poke(name, bytes);
        }
        let wanted = (answer, format!("{begin}{end}"));
        assert_eq!(asked(&mut flat, "save", &[0]), wanted, "{what}");
        // The older one is whole, and what is left of the newer is none.
        for name in ["close_status", "gone_to", "get_fails"] {
            flat.poke(name, &[0]);
        }
        let kept = if what.ends_with("again") {
            state(9)
        } else {
            state(1)
        };
        flat.set_state(&state(9));
        if !what.ends_with("again") {
            let loaded = flat.shell("load", &[0]);
            let whole = [save::DONE, save::OLDER].contains(&loaded);
            assert!(whole, "{what}: {loaded}");
        }
        assert_eq!(flat.peek("state", IMAGE), kept, "{what}");
    }
}

/// The header that is read back is not the one that was written.
#[test]
fn a_header_that_comes_back_otherwise_is_told() {
    let (mut flat, _) = with_saves(1);
    flat.poke("get_file", &[2]);
    flat.poke("get_fails", &[10, 0]);
    flat.poke("get_line", &[BAD]);
    assert_eq!(flat.shell("save", &[0]), save::DAMAGED);
}

/// A file that was never closed is taken off the disk by the drive before anything is written; it is never scratched.
#[test]
fn an_unclosed_file_has_the_disk_validated() {
    for read in [[OPEN, 0], [0, OPEN]] {
        let (mut flat, _) = with_saves(2);
        flat.poke("read_status", &read);
        let (_, told) = asked(&mut flat, "save", &[0]);
        let file = if read[0] == OPEN { 'A' } else { 'B' };
        assert!(told.contains(&format!("vx{file}w{file}>")), "{told}");
        flat.poke("validate_status", &[save::ERROR as u8]);
        let (answer, told) = asked(&mut flat, "save", &[0]);
        assert_eq!(answer, save::ERROR);
        assert!(told.ends_with("v.)") && !told.contains('x'), "{told}");
        // The next one finds all files closed.
        flat.poke("read_status", &[0, 0]);
        flat.poke("validate_status", &[0]);
        let (answer, told) = asked(&mut flat, "save", &[0]);
        assert_eq!(answer, save::DONE);
        assert!(!told.contains('v'), "{told}");
    }
}

/// Runs around the lengths that a count holds: the reference packs them alike, and they come back.
#[test]
fn runs_of_all_lengths_are_packed() {
    use hexfront_vm::pack::packed;
    for run in [1, 2, 3, 4, 255, 256, 257, 258, 259, 513, 514, 515, 700] {
        let mut flat = Flat::new();
        let state: Vec<u8> = (0..IMAGE).map(|i| (i / run) as u8).collect();
        flat.set_state(&state);
        assert_eq!(flat.shell("save", &[0]), save::DONE);
        let bytes: Vec<u8> = packed(state.iter().copied()).collect();
        assert_eq!(flat.file(0)[HEADER..], bytes, "runs of {run}");
        flat.set_state(&[0xAA; IMAGE]);
        assert_eq!(flat.shell("load", &[0]), save::DONE, "runs of {run}");
        assert_eq!(flat.peek("state", IMAGE), state, "runs of {run}");
    }
}

/// Another campaign takes the place of the older file, and is the newest then.
#[test]
fn another_campaign_goes_into_the_older_file() {
    let (mut flat, _) = with_saves(2);
    let second = flat.file(1).to_vec();
    flat.poke("view_turn", &[1, 2, 78]);
    assert_eq!(flat.shell("save", &[4]), save::DONE);
    assert_eq!(flat.file(0)[GENERATION..GENERATION + 2], [3, 0]);
    assert_eq!(flat.file(1), second);
}

/// An image that begins as it ends, behind one that was just read.
#[test]
fn no_run_goes_on_from_one_image_to_the_next() {
    use hexfront_vm::pack::packed;
    let mut state = state(5);
    state[IMAGE - 1] = state[0];
    let mut flat = Flat::new();
    flat.set_state(&state);
    let wanted: Vec<u8> = packed(state.iter().copied()).collect();
    for file in [0, 1, 0] {
        assert_eq!(flat.shell("save", &[0]), save::DONE);
        assert_eq!(flat.file(file)[HEADER..], wanted);
        assert_eq!(flat.shell("load", &[0]), save::DONE);
    }
}

/// A byte that comes back otherwise than it was written is told, and is not the state's.
#[test]
fn what_is_read_back_does_not_become_the_state() {
    let (mut flat, state) = with_saves(1);
    flat.poke("get_file", &[2]);
    flat.poke("get_fails", &[100, 0]);
    flat.poke("get_turned", &[1]);
    assert_eq!(flat.shell("save", &[0]), save::ERROR);
    assert_eq!(flat.peek("state", IMAGE), state);
}

/// The file was sound when it was read first; it is opened a third time to become the state.
#[test]
fn a_load_that_breaks_off_while_it_becomes_the_state_begins_anew() {
    for (at, anew) in [(10, false), (32, false), (33, true), (500, true)] {
        let (mut flat, _) = with_saves(2);
        flat.poke("get_file", &[2]);
        flat.poke("get_after", &[2]);
        flat.poke("get_fails", &(at as u16).to_le_bytes());
        flat.poke("get_line", &[BAD]);
        flat.set_state(&[9; IMAGE]);
        if anew {
            flat.poke("vm_v", &[0, 0]);
            flat.begin("shell_load", 0, 0);
            flat.run_to("game_again");
        } else {
            assert_eq!(flat.shell("load", &[0]), save::OLDER, "byte {at}");
            assert_eq!(flat.peek("state", IMAGE), state(1), "byte {at}");
        }
    }
}
