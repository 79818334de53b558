//! Parts of the game, its beginning and its end, on the smallest machine.

use crate::flat::Flat;
use hexfront_asm::zx0::pack;
use hexfront_isa::contract::save;

/// Where pieces of the tests' parts belong.
const HOME: u16 = 0xD000;
/// Files of the first three parts, and of all others.
const FILE_OF: [usize; 5] = [0, 8, 9, 10, 11];
const BAD: u8 = 0x02;

/// What goes wrong: bytes of the machine (`disk.s`).
type Trouble = &'static [(&'static str, &'static [u8])];

/// Bytes that do not pack.
fn noise(length: usize) -> Vec<u8> {
    let mut seed = 12345_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
        (seed >> 16) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// The file of a part with pieces, a cell of the bar for so many of its bytes.
fn part(flat: &Flat, cell: u16, pieces: &[(u16, &[u8])]) -> Vec<u8> {
    let mut file = flat.peek("part_mark", 2).to_vec();
    file.extend(cell.to_le_bytes());
    for (to, bytes) in pieces {
        file.extend(to.to_le_bytes());
        file.extend(pack(bytes));
    }
    file.extend([0, 0]);
    file
}

/// A machine whose disk has all parts, each a byte: its number.
fn with_parts() -> Flat {
    let mut flat = Flat::new();
    for (number, file) in (0..).zip(FILE_OF).skip(1) {
        let bytes = part(&flat, 10, &[(HOME + number, &[number as u8])]);
        flat.put_file(file, &bytes);
    }
    flat.call("part_reset", 0, 0);
    flat
}

/// What bringing in a part asks of the disk.
fn asked(flat: &mut Flat, number: u16) -> String {
    flat.poke("asked_length", &[0]);
    flat.shell("part", &[number]);
    told(flat)
}

fn told(flat: &Flat) -> String {
    let length = usize::from(flat.peek("asked_length", 1)[0]);
    String::from_utf8(flat.peek("asked", length).to_vec()).unwrap()
}

/// Parts whose code is in memory, but for the first, and text pages.
fn present(flat: &Flat) -> (Vec<usize>, Vec<u8>) {
    let codes = flat.peek("code_map", 12);
    assert_eq!(codes[0], 0x20);
    // The tenth has two pages.
    assert_eq!(codes[11], if codes[10] == 0 { 0 } else { 0x2B });
    let there = (1..11).filter(|part| codes[*part] != 0);
    let there = there.inspect(|part| assert_eq!(usize::from(codes[*part]), 0x20 + part));
    (there.collect(), flat.peek("text_map", 3).to_vec())
}

#[test]
fn a_part_comes_with_those_it_lies_within_and_puts_others_out() {
    let mut flat = with_parts();
    assert_eq!(present(&flat), (vec![], vec![0, 0, 0]));
    for (wanted, asks, there, texts) in [
        (3, "(lspI<.)(lspK<.)", vec![1, 3], [0x30, 0, 0]),
        (1, "", vec![1, 3], [0x30, 0, 0]),
        (9, "(lspL<.)", vec![1, 3, 9], [0x30, 0, 0]),
        (2, "(lspJ<.)", vec![2, 3, 9], [0, 0x31, 0x32]),
        (8, "(lspL<.)", vec![2, 3, 8, 9], [0, 0x31, 0x32]),
        (10, "(lspL<.)", vec![2, 8, 10], [0, 0x31, 0x32]),
        (10, "", vec![2, 8, 10], [0, 0x31, 0x32]),
        (9, "(lspL<.)", vec![2, 8, 9, 10], [0, 0x31, 0x32]),
        (1, "(lspI<.)", vec![1, 8, 9, 10], [0x30, 0, 0]),
        (10, "(lspJ<.)", vec![1, 2, 8, 10], [0x30, 0x31, 0x32]),
        (0, "", vec![1, 2, 8, 10], [0x30, 0x31, 0x32]),
        (11, "", vec![1, 2, 8, 10], [0x30, 0x31, 0x32]),
    ] {
        assert_eq!(asked(&mut flat, wanted), asks, "part {wanted}");
        assert_eq!(present(&flat), (there, texts.to_vec()), "part {wanted}");
        if !asks.is_empty() {
            assert_eq!(flat.peek("begun", 1), [1]);
        }
    }
    flat.call("part_reset", 0, 0);
    assert_eq!(present(&flat), (vec![], vec![0, 0, 0]));
    // A machine that brings in all that are wanted at once is told when the first is.
    for first in [1, 0] {
        flat.poke("part_first", &[0]);
        flat.poke("vm_v", &[3, 0]);
        match first {
            1 => flat.begin("shell_part", 0, 0),
            _ => flat.run_to("disk_end"),
        }
        flat.run_to("part_read");
        assert_eq!(flat.peek("part_first", 1), [first]);
    }
}

/// The files are named by a character: digits, and then letters.
#[test]
fn each_part_is_a_file_by_its_character() {
    for (number, letter) in [(1, b'1'), (8, b'8'), (9, b'9'), (10, b'A')] {
        let mut flat = with_parts();
        flat.shell("part", &[number]);
        assert_eq!(flat.peek("named", 1), [letter], "part {number}");
    }
}

#[test]
fn code_that_puts_itself_out_of_memory_is_stopped() {
    for (page, stopped) in [(0, 0), (1, 0), (2, 1)] {
        let mut flat = with_parts();
        flat.poke("page", &[page]);
        flat.poke("stopped", &[0]);
        flat.shell("part", &[1]);
        assert_eq!(flat.peek("stopped", 1), [stopped], "page {page}");
    }
}

/// Pieces of all kinds: packed and not, longer than a page, repeated from near and far.
#[test]
fn pieces_are_unpacked_to_where_they_belong() {
    let far = noise(290);
    let echo: Vec<u8> = far.iter().chain(&far).copied().collect();
    let twice = |length| noise(length).repeat(2);
    let pieces: [&[u8]; 10] = [
        &[1],
        b"ABAB",
        b"ABCDABCD",
        &[7; 600],
        &noise(300),
        &echo,
        &twice(255),
        &twice(256),
        &noise(3).repeat(200),
        &[0; 2],
    ];
    for piece in pieces {
        // A cell of the bar is lit with every byte at first.
        for (shift, cell) in [(0, 1), (200, 9)] {
            let mut flat = with_parts();
            let file = part(
                &flat,
                cell,
                &[(0xD800, &[3; 5]), (HOME + shift, piece), (0xDA00, b"END")],
            );
            flat.put_file(8, &file);
            flat.bus.load(HOME, &[0xEE; 0xC00]);
            flat.shell("part", &[1]);
            let mut wanted = vec![0xEE; 0xC00];
            let from = usize::from(shift);
            wanted[from..from + piece.len()].copy_from_slice(piece);
            wanted[0x800..0x805].fill(3);
            wanted[0xA00..0xA03].copy_from_slice(b"END");
            assert_eq!(flat.bus.ram[usize::from(HOME)..][..0xC00], wanted);
        }
    }
}

/// A cell for every so many bytes behind the first four, up to the bar's end.
#[test]
fn the_bar_tells_how_much_has_come() {
    let bytes = noise(900);
    for cell in [1, 2, 28, 255, 256, 257, 300, 511, 512, 900, 2000] {
        let mut flat = with_parts();
        let file = part(&flat, cell, &[(HOME, &bytes)]);
        flat.put_file(8, &file);
        // Another part's bar was there before, with cells that were lit.
        let before = part(&flat, 1, &[(0xDF00, &bytes[..20])]);
        flat.put_file(9, &before);
        flat.shell("part", &[2]);
        flat.poke("lit", &[99, 99]);
        flat.shell("part", &[1]);
        let cells = ((file.len() - 4) / usize::from(cell)).min(32) as u8;
        let [lit, lights] = ["lit", "lights"].map(|name| flat.peek(name, 1)[0]);
        assert_eq!(
            (lit, lights),
            (cells.saturating_sub(1), cells),
            "a cell for {cell}"
        );
    }
}

/// What stands on the page while it waits for a key, with its row, and what was asked of the disk.
fn waits(flat: &mut Flat) -> (Vec<(u16, String)>, String) {
    flat.run_to("key_take");
    let rows = (1..25).map(|row| (row, flat.text(row).trim_end().to_owned()));
    (
        rows.filter(|(_, row)| !row.is_empty()).collect(),
        told(flat),
    )
}

/// The key that is waited for, and what then comes.
fn goes_on(flat: &mut Flat) {
    for code in [0, 0, b' ', b' '] {
        flat.poke("held", &[code]);
        flat.run_to("look");
        flat.run_to("key_take");
    }
    flat.poke("held", &[0]);
}

fn row(column: usize, text: &str) -> String {
    format!("{:column$}{text}", "")
}

/// What can be wrong with the file of a part, what is said then, and that it is read again behind a key.
#[test]
fn a_part_that_does_not_come_is_asked_for() {
    let loading = (10, row(16, "LOADING"));
    let insert = (18, row(10, "INSERT THE GAME DISK"));
    let key = (19, row(12, "AND PRESS A KEY"));
    const NO_DRIVE: u8 = save::NO_DRIVE as u8;
    let dos = (15, row(4, "26, WRITE"));
    let cases: [(Trouble, (u16, String), &str); 9] = [
        (
            &[("look_status", &[NO_DRIVE])],
            (16, row(13, "NO DISK DRIVE")),
            "(ls.)",
        ),
        (&[("look_status", &[3])], dos.clone(), "(ls.)"),
        (
            &[("read_status", &[0, 0, 0, 0, 0, 0, 0, 0, 1])],
            dos.clone(),
            "(lspI.)",
        ),
        (
            &[("gone_from", &[1])],
            (16, row(13, "NO DISK DRIVE")),
            "(lspI<.)",
        ),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[1, 0]),
                ("get_line", &[BAD]),
            ],
            (16, row(8, "A PART OF ANOTHER GAME")),
            "(lspI<.)",
        ),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[2, 0]),
                ("get_line", &[BAD]),
            ],
            (16, row(8, "A PART OF ANOTHER GAME")),
            "(lspI<.)",
        ),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[5, 0]),
                ("get_line", &[BAD]),
            ],
            dos.clone(),
            "(lspI<.s)",
        ),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[6, 0]),
                ("get_line", &[0x40]),
            ],
            dos.clone(),
            "(lspI<.s)",
        ),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[6, 0]),
                ("get_line", &[BAD]),
                ("close_status", &[NO_DRIVE]),
            ],
            (16, row(13, "NO DISK DRIVE")),
            "(lspI<.s)",
        ),
    ];
    for (trouble, line, asks) in cases {
        let mut flat = with_parts();
        flat.shell("part", &[2]);
        flat.print("WHAT STOOD HERE");
        flat.poke("dos_text", b"26, WRITE");
        flat.poke("dos_length", &[9]);
        flat.poke("asked_length", &[0]);
        for (name, bytes) in trouble {
            flat.poke(name, bytes);
        }
        flat.poke("vm_v", &[1, 0]);
        flat.begin("shell_part", 0, 0);
        let rows = [&loading, &line, &insert, &key].map(Clone::clone);
        let wanted = (rows.to_vec(), asks.to_owned());
        assert_eq!(waits(&mut flat), wanted, "{trouble:?}");
        // The drive's own words in yellow, all others white.
        let ink = if line == dos { 7 } else { 1 };
        for (row, ink) in [(10, 1), (line.0, ink), (18, 1), (19, 1)] {
            let letters = flat.text(row);
            let inks = letters.chars().zip(flat.inks(row));
            let mut seen = inks.filter(|(letter, _)| *letter != ' ');
            assert!(seen.all(|(_, seen)| *seen == ink), "{trouble:?}: row {row}");
        }
        assert_eq!(present(&flat).0, Vec::<usize>::new(), "the second gave way");
        for name in ["look_status", "gone_from", "get_line", "close_status"] {
            flat.poke(name, &[0]);
        }
        flat.poke("get_fails", &[0, 0]);
        flat.poke("read_status", &[0; 12]);
        goes_on(&mut flat);
        flat.finish();
        assert_eq!(present(&flat).0, [1], "{trouble:?}");
        assert_eq!(flat.text(10).trim(), "LOADING");
        assert_eq!(
            flat.text(18).trim(),
            "",
            "what was wrong is not said any more"
        );
    }
}

/// A part of another program, by either byte of its mark.
#[test]
fn a_part_of_another_program_is_refused() {
    for at in [0, 1] {
        let mut flat = with_parts();
        let mut file = flat.file(8).to_vec();
        file[at] ^= 1;
        flat.put_file(8, &file);
        flat.poke("vm_v", &[1, 0]);
        flat.begin("shell_part", 0, 0);
        let (rows, _) = waits(&mut flat);
        assert!(
            rows.contains(&(16, row(8, "A PART OF ANOTHER GAME"))),
            "{rows:?}"
        );
    }
}

/// What the game comes to its end with: nothing, or a fault, which is shown until a key.
#[test]
fn behind_its_end_the_game_begins_anew() {
    for (trap, said) in [
        (255, None),
        (0, Some("STOPPED BY FAULT 000")),
        (9, Some("STOPPED BY FAULT 009")),
        (213, Some("STOPPED BY FAULT 213")),
    ] {
        let mut flat = with_parts();
        flat.poke("vm_trap", &[trap]);
        flat.poke("units_shown", &[0]);
        flat.poke("this_page", &[1]);
        flat.shell("part", &[1]);
        flat.poke("asked_length", &[0]);
        flat.begin("shell_run", 0, 0);
        flat.run_to("vm_start");
        assert_eq!(present(&flat).0, Vec::<usize>::new());
        let set = ["units_shown", "this_page"].map(|name| flat.peek(name, 1)[0]);
        assert_eq!(set, [1, 0xFF]);
        if let Some(said) = said {
            flat.run_to("key_take");
            assert_eq!(flat.text(1).trim_end(), said);
            goes_on(&mut flat);
        }
        flat.run_to("game_again");
        assert_eq!(told(&flat), "(ls");
        assert_eq!(flat.peek("begun", 1), [1]);
        assert_eq!(flat.text(10).trim_end(), row(16, "LOADING"));
        assert_eq!(flat.text(1).trim(), "");
    }
}

/// Without a disk the game asks for it, and begins when it is there.
#[test]
fn to_begin_anew_the_game_asks_for_its_disk() {
    let mut flat = with_parts();
    flat.poke("asked_length", &[0]);
    flat.poke("look_status", &[save::NO_DRIVE as u8]);
    flat.begin("part_again", 0, 0);
    let (rows, asks) = waits(&mut flat);
    assert!(rows.contains(&(16, row(13, "NO DISK DRIVE"))), "{rows:?}");
    assert_eq!(asks, "(ls)");
    flat.poke("look_status", &[0]);
    goes_on(&mut flat);
    flat.run_to("game_again");
    assert_eq!(told(&flat), "(ls)(ls");
}
