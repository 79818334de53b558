//! Parts of a game come in from the disk, over what they stand in the place of.

use crate::stand_in::{Bench, StandIn, call};
use hexfront_c64::disk;
use hexfront_disk::d64::{D64, FileKind, Name};
use hexfront_platforms::machine::{Bank, Machine};

const FILE: &[u8] = b"TEST.PART.2";

fn game_disk(bench: &Bench) -> D64 {
    disk(&bench.program, "STAND IN", "TEST").expect("it fits")
}

/// What the linker put at a symbol, up to another.
fn linked(bench: &Bench, from: &str, to: &str) -> Vec<u8> {
    let [from, to] = [from, to].map(|symbol| bench.image.address(symbol).expect("a symbol"));
    let sections = bench.image.placements.iter();
    let mut holds = sections.filter(|p| p.run <= from && to <= p.run + p.size);
    let section = holds
        .find(|p| p.segment.starts_with("PART"))
        .expect("a part");
    let bytes = section.bytes.as_ref().expect("bytes");
    bytes[(from - section.run) as usize..(to - section.run) as usize].to_vec()
}

fn assert_second_part(bench: &Bench) {
    let expected = linked(bench, "part_two", "part_end");
    assert_eq!(bench.peek("part_two", expected.len()), expected);
    let page = |symbol: &str| (bench.at(symbol) >> 8) as u8;
    assert_eq!(
        bench.peek("code_map", 5),
        [0x20, 0x21, 0, 0, page("part_two")]
    );
    assert_eq!(bench.peek("text_map", 2), [0x30, page("part_large")]);
}

#[test]
fn at_the_start_the_first_parts_are_in_memory() {
    let bench = Bench::new();
    let first = (bench.at("part_one") >> 8) as u8;
    assert_eq!(bench.peek("code_map", 5), [0x20, 0x21, first, 0x23, 0]);
    assert_eq!(bench.peek("text_map", 2), [0x30, 0]);
    assert_eq!(bench.peek("part_one", 512), [0x11; 512]);
}

#[test]
fn a_part_comes_in_over_the_one_whose_place_it_takes() {
    let mut bench = Bench::new();
    let disk = game_disk(&bench);
    bench.disk(&disk.to_bytes());
    bench.call(call::PART, &[2]);
    assert_second_part(&bench);
    let end = bench.at("part_end");
    assert!(end > 0xE000, "some of it lies under the KERNAL");
    let title = bench.at("title_set");
    let over = bench
        .image
        .placements
        .iter()
        .filter(|p| p.segment == "PART2");
    let near = |p: &&hexfront_asm::Placement| p.run < title + 1264 && p.run + p.size > title;
    assert!(
        over.clone().any(|p| near(&p)) || over.count() == 1,
        "the title's memory is used again if something fits"
    );
    // It is there: nothing is loaded again.
    bench.c64.eject_disk();
    bench.call(call::PART, &[2]);
    assert_eq!(bench.peek("stopped", 1), [0]);
}

#[test]
fn code_that_puts_itself_out_is_stopped() {
    let mut bench = Bench::new();
    let disk = game_disk(&bench);
    bench.disk(&disk.to_bytes());
    bench.poke("page", &[2]);
    bench.call(call::PART, &[2]);
    assert_eq!(bench.peek("stopped", 1), [1]);
}

#[test]
fn without_a_drive_or_with_another_disk_it_asks_until_the_right_one_comes() {
    let mut bench = Bench::new();
    let disk = game_disk(&bench);
    bench.disk(&D64::format(Name::from_petscii(b"SAVES"), *b"SV").to_bytes());
    bench.poke("state", &[5; 100]);
    bench.ask(call::PART, &[2]);
    bench.wait_for("FILE NOT FOUND,00,00");
    bench.wait_for("INSERT THE GAME DISK");
    bench.wait_for("AND PRESS A KEY");
    bench.disk(&disk.to_bytes());
    bench.press_until_idle();
    assert_second_part(&bench);
    assert_eq!(bench.peek("state", 100), [5; 100]);
}

#[test]
fn a_part_of_another_program_is_refused() {
    let mut bench = Bench::new();
    let good = game_disk(&bench);
    let mut file = good.read_file(&Name::from_petscii(FILE)).unwrap();
    file[0] ^= 1;
    let mut disk = D64::format(Name::from_petscii(b"OTHER"), *b"OT");
    disk.write_file(&Name::from_petscii(FILE), FileKind::Prg, &file)
        .unwrap();
    bench.disk(&disk.to_bytes());
    bench.ask(call::PART, &[2]);
    bench.wait_for("A PART OF ANOTHER GAME");
    bench.disk(&good.to_bytes());
    bench.press_until_idle();
    assert_second_part(&bench);
}

#[test]
fn a_file_that_breaks_off_is_read_again() {
    let mut bench = Bench::new();
    let good = game_disk(&bench);
    let file = good.read_file(&Name::from_petscii(FILE)).unwrap();
    let mut disk = D64::format(Name::from_petscii(b"SHORT"), *b"SH");
    let short = &file[..file.len() / 2];
    disk.write_file(&Name::from_petscii(FILE), FileKind::Prg, short)
        .unwrap();
    bench.disk(&disk.to_bytes());
    bench.ask(call::PART, &[2]);
    bench.wait_for("INSERT THE GAME DISK");
    let absent = bench.peek("code_map", 5);
    assert_eq!(absent[2..], [0, 0, 0], "neither part is whole");
    bench.disk(&good.to_bytes());
    bench.press_until_idle();
    assert_second_part(&bench);
}

#[test]
fn the_bar_grows_while_a_part_comes() {
    let mut bench = Bench::new();
    let disk = game_disk(&bench);
    bench.disk(&disk.to_bytes());
    bench.ask(call::PART, &[2]);
    bench.wait_for("LOADING");
    let mut lit = Vec::new();
    let colours = |bench: &Bench| -> Vec<u8> {
        let row = 0xD800 + 12 * 40;
        (row..row + 40)
            .map(|at| bench.c64.peek(Bank::Cpu, at) & 15)
            .collect()
    };
    bench.frames(1);
    let rule = bench.at("glyph_rule") as u8;
    let row: Vec<u8> = (0xC000 + 12 * 40..0xC000 + 13 * 40)
        .map(|at| bench.c64.peek(Bank::Ram, at))
        .collect();
    let bar: Vec<bool> = row.iter().map(|code| *code == rule).collect();
    assert_eq!(
        bar,
        (0..40).map(|at| (4..36).contains(&at)).collect::<Vec<_>>()
    );
    while bench.busy() {
        bench.c64.run_frame();
        if bench.text(9).contains("LOADING") {
            // White up to a cell, then grey.
            let bar = &colours(&bench)[4..36];
            let end = bar.iter().position(|colour| *colour != 1).unwrap_or(32);
            assert!(bar[end..].iter().all(|colour| *colour == 11), "{bar:?}");
        }
        let cell = |column: u32| bench.c64.peek(Bank::Cpu, 0xD800 + 12 * 40 + 4 + column) & 15;
        lit.push((0..32).filter(|column| cell(*column) == 1).count());
    }
    assert!(
        lit.is_sorted() && lit.iter().any(|n| (5..25).contains(n)),
        "{lit:?}"
    );
}
