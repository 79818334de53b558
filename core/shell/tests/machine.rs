//! Text, keys, saved games and parts on the smallest machine: the shared files need no more than their README lists.

use crate::flat::{FILES, Flat, IMAGE, MACHINE};
use hexfront_isa::contract::save;
use hexfront_shell::SOURCES_6502;
use hexfront_vm::image::{Crc32, Header, PACKED};
use hexfront_vm::pack::packed;

#[test]
fn text_stands_in_its_window_and_is_cut_at_its_end() {
    let mut flat = Flat::new();
    flat.shell("window", &[4]);
    flat.shell("at", &[10, 3]);
    flat.print("FROM HERE\rTHEN HERE");
    assert_eq!(flat.text(4).trim_end(), format!("{:10}FROM HERE", ""));
    assert_eq!(flat.text(5).trim_end(), "THEN HERE");
    flat.shell("window", &[2]);
    flat.print("MORE THAN THIRTY-TWO LETTERS ARE CUT");
    assert_eq!(
        flat.text(17),
        format!(" {:<39}", "MORE THAN THIRTY-TWO LETTERS ARE")
    );
    flat.shell("window", &[2]);
    assert_eq!(flat.text(17).trim(), "");
    assert_eq!(flat.text(4).trim(), "FROM HERE");
}

#[test]
fn the_compass_and_a_rule_are_drawn_with_the_machines_letters() {
    let mut flat = Flat::new();
    flat.call("page_clear", 0, 0);
    flat.shell("compass", &[1]);
    let rows: Vec<String> = (17..24)
        .map(|row| flat.text(row)[33..].to_owned())
        .collect();
    let wanted = [
        "   W   ", "  /1\\  ", " 6   2 ", "S  0  N", " 5   3 ", "  \\4/  ", "   E   ",
    ];
    assert_eq!(rows, wanted);
    flat.shell("window", &[1]);
    flat.shell("rule", &[]);
    assert_eq!(flat.text(16).trim(), "-".repeat(38));
}

#[test]
fn a_key_counts_once_and_an_arrow_again_and_again() {
    let mut flat = Flat::new();
    for code in [b'A', b'A', b'A', 0, 0] {
        flat.look(code);
    }
    assert_eq!(flat.shell("event", &[]), u16::from(b'A'));
    for _ in 0..30 {
        flat.look(128);
    }
    flat.poke("held", &[0]);
    for _ in 0..4 {
        assert_eq!(flat.shell("event", &[]), 128);
    }
    assert_eq!(flat.call("key_take", 0, 0)[0], 0, "no more of them");
}

/// What waits in the queue, the first first.
fn waiting(flat: &mut Flat) -> Vec<u8> {
    let take = || flat.call("key_take", 0, 0)[0];
    std::iter::repeat_with(take)
        .take_while(|code| *code != 0)
        .collect()
}

/// Of looks at a key that is held, those that count it: the second, the twentieth after that, then every fourth. Only arrows do so.
#[test]
fn a_held_arrow_repeats_after_20_frames_and_then_every_fourth() {
    for code in [127_u8, 128, 129, 130, 131, 132] {
        let mut flat = Flat::new();
        let counts = |look: &usize| {
            flat.look(code);
            let found = waiting(&mut flat);
            assert!(
                found.iter().all(|found| *found == code),
                "{look}: {found:?}"
            );
            !found.is_empty()
        };
        let counted: Vec<usize> = (1..36).filter(counts).collect();
        let expected: &[usize] = match code {
            128..=131 => &[2, 22, 26, 30, 34],
            _ => &[2],
        };
        assert_eq!(counted, expected, "key {code}");
    }
}

/// Seven keys wait; what is typed then is lost, and those before it are not.
#[test]
fn a_full_queue_loses_the_last_keys() {
    let mut flat = Flat::new();
    for _ in 0..3 {
        for code in b'A'..=b'J' {
            for seen in [code, code, 0, 0] {
                flat.look(seen);
            }
        }
        assert_eq!(waiting(&mut flat), b"ABCDEFG");
    }
}

/// A key that was typed within 50 frames of the last answer waits for its question; one that came later is forgotten.
#[test]
fn keys_are_typed_ahead_for_a_second() {
    for (age, expected) in [(0, "A"), (49, "A"), (50, ""), (255, "")] {
        let mut flat = Flat::new();
        for seen in [b'A', b'A', 0, 0] {
            flat.look(seen);
        }
        flat.poke("key_age", &[age]);
        flat.call("forget_early", 0, 0);
        assert_eq!(waiting(&mut flat), expected.as_bytes(), "{age} frames");
    }
}

/// Without an interrupt, frames pass and keys are seen where the shell waits.
#[test]
fn a_delay_ends_with_its_time_or_with_a_key() {
    let mut flat = Flat::new();
    let before = flat.peek("frames", 1)[0];
    flat.shell("delay", &[3]);
    // One passes first, for a key that was typed before.
    assert_eq!(flat.peek("frames", 1)[0].wrapping_sub(before), 1 + 15);
    flat.poke("held", b" ");
    let before = flat.peek("frames", 1)[0];
    flat.shell("delay", &[30]);
    assert!(flat.peek("frames", 1)[0].wrapping_sub(before) < 5);
    flat.poke("held", b"X");
    assert_eq!(flat.shell("event", &[]), u16::from(b'X'));
}

/// A state with runs of all kinds.
fn state(seed: u8) -> Vec<u8> {
    (0..IMAGE)
        .map(|i| ((i / (1 + i / 50)) as u8).wrapping_mul(seed))
        .collect()
}

#[test]
fn a_saved_game_is_what_the_reference_writes_and_comes_back() {
    let mut flat = Flat::new();
    let first = state(1);
    flat.set_state(&first);
    flat.poke("view_turn", &[5, 2, 77]);
    assert_eq!(flat.shell("save", &[1]), 0);
    let header = Header {
        format: PACKED,
        turn: 5,
        phase: 2,
        slot: 2,
        game: *b"FLAT\0\0\0\0\0\0\0\0",
        version: 3,
        generation: 1,
        length: IMAGE as u16,
        campaign: 77,
        crc: Crc32::of(&first),
    };
    let mut file = header.to_bytes().to_vec();
    file.extend(packed(first.iter().copied()));
    assert_eq!(flat.file(2), file);
    let second = state(3);
    flat.set_state(&second);
    assert_eq!(flat.shell("save", &[1]), 0);
    flat.set_state(&[9; IMAGE]);
    assert_eq!(flat.shell("load", &[1]), 0);
    assert_eq!(flat.peek("state", IMAGE), second);
    // A byte of the newer one is changed: the older one comes, and that is said.
    let at = FILES + 3 * 1024 + 100;
    flat.bus.ram[usize::from(at)] ^= 1;
    assert_eq!(flat.shell("load", &[1]), save::OLDER);
    assert_eq!(flat.peek("state", IMAGE), first);
}

#[test]
fn a_part_of_the_game_is_unpacked_where_it_belongs() {
    let mut flat = Flat::new();
    let bytes: Vec<u8> = (0..300_u16).map(|i| (i / 7) as u8).collect();
    let mut file = flat.peek("part_mark", 2).to_vec();
    file.extend([10, 0]);
    file.extend(0xD000_u16.to_le_bytes());
    file.extend(hexfront_asm::zx0::pack(&bytes));
    file.extend([0, 0]);
    flat.put_file(8, &file);
    flat.call("part_reset", 0, 0);
    assert_eq!(flat.peek("code_map", 2), [0x20, 0]);
    flat.shell("part", &[1]);
    assert_eq!(flat.peek("code_map", 2), [0x20, 0x21]);
    assert_eq!(flat.bus.ram[0xD000..0xD000 + 300], bytes);
    assert_eq!(
        usize::from(flat.peek("lit", 1)[0]),
        (file.len() - 4) / 10 - 1
    );
}

/// Words that only one machine knows; addresses beyond zero page and stack.
#[test]
fn no_shared_file_names_what_only_one_machine_has() {
    const FOREIGN: [&str; 9] = [
        "vic_",
        "cia1_",
        "cia2_",
        "sid_",
        "kernal_",
        "cpu_port",
        "colour_ram",
        "screen_text",
        "petscii",
    ];
    const INCLUDES: [&str; 4] = ["machine.inc", "contract.inc", "grid.inc", "shell_table.inc"];
    for (name, text) in SOURCES_6502 {
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.split(';').next().unwrap_or_default();
            let told = || format!("{name}:{number}: {line}");
            assert!(
                !FOREIGN.iter().any(|word| code.contains(word)),
                "{}",
                told()
            );
            let digits = |part: &str| part.chars().take_while(char::is_ascii_hexdigit).count();
            assert!(
                code.split('$').skip(1).all(|part| digits(part) <= 2),
                "{}",
                told()
            );
            if let Some(included) = code.trim().strip_prefix(".include ") {
                let file = included.trim().trim_matches('"');
                let own = SOURCES_6502.iter().any(|(name, _)| *name == file);
                assert!(own || INCLUDES.contains(&file), "{}", told());
            }
        }
    }
}

/// The names in the lines of a directive.
fn named(text: &str, directive: &str) -> Vec<String> {
    let lists = text
        .lines()
        .filter_map(|line| line.split(';').next()?.trim().strip_prefix(directive));
    let names = lists.flat_map(|list| list.split(','));
    names.map(|name| name.trim().to_owned()).collect()
}

/// Whoever writes another machine finds in the README what to write: all that the shared files import and that is neither the
/// cartridge's, the rules machine's nor art.
#[test]
fn the_readme_lists_all_that_a_machine_brings() {
    let readme = include_str!("../6502/README.md");
    let all = |directive| {
        let texts = SOURCES_6502.iter().map(|(_, text)| text);
        texts
            .flat_map(|text| named(text, directive))
            .collect::<Vec<_>>()
    };
    let own = all(".export ");
    let of_machine: Vec<String> = ["screen.s", "keys.s", "disk.s"]
        .iter()
        .flat_map(|wanted| MACHINE.iter().filter(move |(name, _)| name == wanted))
        .flat_map(|(_, text)| named(text, ".export "))
        .collect();
    let mut listed = 0;
    for name in all(".import ") {
        if own.contains(&name) || !of_machine.contains(&name) {
            continue;
        }
        assert!(readme.contains(&format!("`{name}`")), "{name}");
        listed += 1;
    }
    assert!(listed > 40, "{listed}");
    for (_, text) in MACHINE.iter().filter(|(name, _)| *name == "machine.inc") {
        for head in named(text, ".macro ") {
            let name = head.split(' ').next().unwrap_or_default();
            let told = [format!("`{name}`"), format!("`{name} ")];
            assert!(told.iter().any(|told| readme.contains(told)), "{name}");
        }
    }
}
