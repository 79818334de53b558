//! Parts of the game, its beginning and its end, on the smallest machine.

mod flat;

use flat::Flat;
use hexfront_asm::zx0::pack;
use hexfront_isa::contract::save;

/// Where pieces of the tests' parts belong.
const HOME: u16 = 0xD000;
/// Files of the first three parts, and of all others.
const FILE_OF: [usize; 5] = [0, 8, 9, 10, 11];
const BAD: u8 = 0x02;

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
    let codes = flat.peek("code_map", 11);
    assert_eq!(codes[0], 0x20);
    let there = (1..11).filter(|part| codes[*part] != 0);
    let there = there.inspect(|part| assert_eq!(usize::from(codes[*part]), 0x20 + part));
    (there.collect(), flat.peek("text_map", 2).to_vec())
}

#[test]
fn a_part_comes_with_those_it_lies_within_and_puts_others_out() {
    let mut flat = with_parts();
    assert_eq!(present(&flat), (vec![], vec![0, 0]));
    for (wanted, asks, there, texts) in [
        (3, "(lsrI<.)(lsrK<.)", vec![1, 3], [0x30, 0]),
        (1, "", vec![1, 3], [0x30, 0]),
        (9, "(lsrL<.)", vec![1, 3, 9], [0x30, 0]),
        (2, "(lsrJ<.)", vec![2, 3, 9], [0, 0x31]),
        (8, "(lsrL<.)", vec![2, 3, 8, 9], [0, 0x31]),
        (10, "(lsrL<.)", vec![2, 8, 10], [0, 0x31]),
        (10, "", vec![2, 8, 10], [0, 0x31]),
        (9, "(lsrL<.)", vec![2, 8, 9, 10], [0, 0x31]),
        (1, "(lsrI<.)", vec![1, 8, 9, 10], [0x30, 0]),
        (10, "(lsrJ<.)", vec![1, 2, 8, 10], [0x30, 0x31]),
        (0, "", vec![1, 2, 8, 10], [0x30, 0x31]),
        (11, "", vec![1, 2, 8, 10], [0x30, 0x31]),
    ] {
        assert_eq!(asked(&mut flat, wanted), asks, "part {wanted}");
        assert_eq!(present(&flat), (there, texts.to_vec()), "part {wanted}");
        if !asks.is_empty() {
            assert_eq!(flat.peek("begun", 1), [1]);
        }
    }
    flat.call("part_reset", 0, 0);
    assert_eq!(present(&flat), (vec![], vec![0, 0]));
}

/// The files are named by a character: digits, and what stands behind them.
#[test]
fn each_part_is_a_file_by_its_character() {
    for (number, letter) in [(1, b'1'), (8, b'8'), (9, b'9'), (10, b':')] {
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
    let pieces: [&[u8]; 6] = [
        &[1],
        &[7; 600],
        &noise(300),
        &echo,
        &noise(3).repeat(200),
        &[0; 2],
    ];
    for piece in pieces {
        for shift in [0, 200] {
            let mut flat = with_parts();
            let file = part(
                &flat,
                9,
                &[(0xD800, &[3; 5]), (HOME + shift, piece), (0xDA00, b"END")],
            );
            flat.put_file(8, &file);
            flat.shell("part", &[1]);
            let from = usize::from(HOME + shift);
            assert_eq!(flat.bus.ram[from..from + piece.len()], *piece);
            assert_eq!(flat.bus.ram[0xD7FF..0xD806], [0, 3, 3, 3, 3, 3, 0]);
            assert_eq!(flat.bus.ram[0xDA00..0xDA04], *b"END\0");
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

/// What stands on the page while it waits for a key, row by row from 9 on, and what was asked of the disk.
fn waits(flat: &mut Flat) -> (Vec<String>, String) {
    flat.run_to("key_take");
    let rows = (10..20).map(|row| flat.text(row).trim_end().to_owned());
    (rows.filter(|row| !row.is_empty()).collect(), told(flat))
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
    let loading = row(16, "LOADING");
    let insert = [row(10, "INSERT THE GAME DISK"), row(12, "AND PRESS A KEY")];
    let no_drive = save::NO_DRIVE as u8;
    let dos = row(4, "26, WRITE");
    let cases: [(&[(&str, &[u8])], String, &str); 9] = [
        (
            &[("look_status", &[no_drive])],
            row(13, "NO DISK DRIVE"),
            "(ls.)",
        ),
        (&[("look_status", &[3])], dos.clone(), "(ls.)"),
        (
            &[("read_status", &[0, 0, 0, 0, 0, 0, 0, 0, 1])],
            dos.clone(),
            "(lsrI.)",
        ),
        (&[("gone_from", &[1])], row(13, "NO DISK DRIVE"), "(lsrI<.)"),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[1, 0]),
                ("get_line", &[BAD]),
            ],
            row(8, "A PART OF ANOTHER GAME"),
            "(lsrI<.)",
        ),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[2, 0]),
                ("get_line", &[BAD]),
            ],
            row(8, "A PART OF ANOTHER GAME"),
            "(lsrI<.)",
        ),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[5, 0]),
                ("get_line", &[BAD]),
            ],
            dos.clone(),
            "(lsrI<.s)",
        ),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[6, 0]),
                ("get_line", &[0x40]),
            ],
            dos.clone(),
            "(lsrI<.s)",
        ),
        (
            &[
                ("get_file", &[16]),
                ("get_fails", &[6, 0]),
                ("get_line", &[BAD]),
                ("close_status", &[no_drive]),
            ],
            row(13, "NO DISK DRIVE"),
            "(lsrI<.s)",
        ),
    ];
    for (trouble, line, asks) in cases {
        let mut flat = with_parts();
        flat.poke("dos_text", b"26, WRITE");
        flat.poke("dos_length", &[9]);
        flat.poke("asked_length", &[0]);
        for (name, bytes) in trouble {
            flat.poke(name, bytes);
        }
        flat.poke("vm_v", &[1, 0]);
        flat.begin("shell_part", 0, 0);
        let wanted = [
            loading.clone(),
            line.clone(),
            insert[0].clone(),
            insert[1].clone(),
        ];
        let mut wanted = (wanted.to_vec(), asks.to_owned());
        let mut seen = waits(&mut flat);
        seen.0.sort();
        wanted.0.sort();
        assert_eq!(seen, wanted, "{trouble:?}");
        assert_eq!(present(&flat).0, Vec::<usize>::new());
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
        assert!(rows.contains(&row(8, "A PART OF ANOTHER GAME")), "{rows:?}");
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
    assert!(rows.contains(&row(13, "NO DISK DRIVE")), "{rows:?}");
    assert_eq!(asks, "(ls)");
    flat.poke("look_status", &[0]);
    goes_on(&mut flat);
    flat.run_to("game_again");
    assert_eq!(told(&flat), "(ls)(ls");
}
