//! Pages, text windows, keys and time on the smallest machine.

use crate::flat::{Flat, MAP};

const PAGE_MAP: u16 = 0;
const PAGE_TEXT: u16 = 1;
const PAGE_TITLE: u16 = 2;
const BAR: u16 = 0;
const INFO: u16 = 1;
const MENU: u16 = 3;
const PAGE: u16 = 4;
const WINDOWS: u16 = 6;
/// Colours of the machine, by ink (`screen.s`); in the info bar they are others, counted from 100 on.
const INKS: [u8; 10] = [12, 1, 7, 12, 5, 6, 1, 7, 3, 3];
const WHITE: u8 = 1;

#[test]
fn what_the_machine_can_do_is_told_by_number() {
    let mut flat = Flat::new();
    let told: Vec<u16> = (0..7).map(|n| flat.shell("capability", &[n])).collect();
    assert_eq!(told, [40, 13, 7, 0, 2, 0, 0]);
}

/// A new page has no map, no mark on it, no letters, and is written to from its corner.
#[test]
fn a_page_begins_empty() {
    for (page, top) in [(PAGE_MAP, 1), (PAGE_TEXT, 1), (PAGE_TITLE, 20)] {
        let mut flat = Flat::new();
        flat.shell("map", &[MAP.hex(20, 20), 1]);
        flat.shell("cursor", &[MAP.hex(20, 20), 0]);
        assert_ne!(flat.peek("mark_x", 1), [0xFF]);
        flat.shell("window", &[MENU]);
        flat.print("A LINE");
        flat.shell("page", &[page]);
        let seen = [
            "page_now",
            "map_shown",
            "mark_x",
            "window",
            "text_column",
            "text_line",
        ];
        let seen = seen.map(|name| u16::from(flat.peek(name, 1)[0]));
        assert_eq!(seen, [page, 0, 0xFF, PAGE, 0, top]);
        assert!((0..25).all(|row| flat.text(row).trim().is_empty()));
    }
}

/// The compass stays until it is hidden, on the map's page alone; beside it rows of the panel are shorter.
#[test]
fn the_compass_comes_back_with_the_map() {
    let mut flat = Flat::new();
    flat.shell("compass", &[1]);
    for (page, seen) in [
        (PAGE_MAP, "1"),
        (PAGE_TEXT, ""),
        (PAGE_TITLE, ""),
        (PAGE_MAP, "1"),
    ] {
        flat.shell("page", &[page]);
        assert_eq!(
            flat.text(18)[35..37].trim_matches(['/', '\\', ' ']),
            seen,
            "page {page}"
        );
        flat.shell("window", &[MENU]);
        flat.print(&"X".repeat(50));
        let wide = if page == PAGE_MAP { 32 } else { 38 };
        flat.print(&format!("\r{0}\r{0}", "X".repeat(50)));
        // The compass ends beside the last row but one.
        for (row, wide) in [(22, wide), (23, wide), (24, 38)] {
            assert_eq!(flat.text(row).matches('X').count(), wide, "page {page}");
        }
    }
    flat.shell("compass", &[0]);
    assert_eq!(flat.text(18)[33..].trim(), "");
    flat.shell("page", &[PAGE_MAP]);
    assert_eq!(flat.text(18)[33..].trim(), "");
}

/// Each window has its rectangle; a number that is none changes nothing.
#[test]
fn windows_have_their_places() {
    let mut flat = Flat::new();
    for (window, left, right, top, bottom) in [
        (BAR, 1, 39, 0, 1),
        (INFO, 1, 39, 16, 17),
        (2, 1, 33, 17, 21),
        (MENU, 1, 39, 22, 25),
        (PAGE, 0, 40, 1, 25),
        (5, 1, 33, 21, 22),
    ] {
        for row in 0..25 {
            let at = 0xC000 + 40 * row;
            flat.bus.ram[at..at + 40].fill(b'X');
        }
        flat.shell("window", &[window]);
        for row in 0..25_u16 {
            let blank = flat.text(row).matches(' ').count();
            let inside = (top..bottom).contains(&row);
            assert_eq!(
                blank,
                if inside { right - left } else { 0 },
                "{window}: row {row}"
            );
        }
        flat.print("AB\rC");
        assert_eq!(&flat.text(top)[left..left + 2], "AB");
        let below = flat.text(top + 1);
        assert_eq!(&below[left..=left] == "C", bottom - top > 1, "{window}");
    }
    let before: Vec<String> = (0..25).map(|row| flat.text(row)).collect();
    flat.shell("window", &[WINDOWS]);
    assert_eq!(flat.peek("window", 1), [5]);
    assert!((0..25).all(|row| flat.text(row) == before[usize::from(row)]));
}

/// Inks are colours; on the bar all is white; large letters there are none, nor inks beyond the last.
#[test]
fn inks_have_the_colours_of_their_window() {
    let mut flat = Flat::new();
    for window in [BAR, INFO, MENU] {
        flat.shell("window", &[window]);
        assert_eq!(flat.peek("cell_ink", 1), [WHITE]);
        for (ink, colour) in (0..).zip(INKS) {
            flat.poke("cell_ink", &[77]);
            flat.shell("ink", &[ink]);
            let wanted = match window {
                BAR => WHITE,
                INFO => 100 + ink as u8,
                _ => colour,
            };
            assert_eq!(flat.peek("cell_ink", 1), [wanted], "{window}: {ink}");
        }
        let last = flat.peek("cell_ink", 1).to_vec();
        for none in [10, 11, 12, 255] {
            flat.shell("ink", &[none]);
            assert_eq!(flat.peek("cell_ink", 1), last, "{window}: {none}");
        }
    }
}

/// Characters below the space show nothing; what lies below the window neither, letters nor rules.
#[test]
fn what_is_no_letter_or_does_not_fit_is_left_out() {
    let mut flat = Flat::new();
    flat.shell("window", &[MENU]);
    for code in [0, 1, 12, 14, 31] {
        flat.shell("char", &[code]);
    }
    flat.shell("char", &[32]);
    flat.print("A");
    assert_eq!(&flat.text(22)[..5], "  A  ");
    flat.shell("at", &[0, 2]);
    flat.print("LAST\rBELOW");
    flat.shell("rule", &[]);
    assert_eq!(flat.text(24).trim(), "LAST");
    flat.shell("window", &[INFO]);
    flat.print("\rBELOW");
    flat.shell("rule", &[]);
    assert_eq!(flat.text(17).trim(), "");
    flat.shell("at", &[5, 0]);
    flat.print("HERE");
    assert_eq!(flat.text(16).find("HERE"), Some(6));
    flat.shell("rule", &[]);
    assert_eq!(flat.text(16), format!(" {} ", "-".repeat(38)));
}

/// A machine with a short menu says at its end that there is more, once there is: not in other windows, not of a line that is only cut,
/// not of an empty one.
#[test]
fn a_menu_tells_what_it_has_no_room_for() {
    for (text, seen) in [
        ("ONE\rTWO\rTHREE", false),
        ("ONE\rTWO\rTHREE\r", false),
        (
            "ONE\rTWO\rTHREE, WHICH IS AS LONG AS A LINE OF A SCREEN",
            false,
        ),
        ("ONE\rTWO\rTHREE\rF", true),
        ("ONE\rTWO\rTHREE\rFOUR FIVE", true),
        ("ONE\rTWO\rTHREE\r\rFIVE", false),
    ] {
        let mut flat = Flat::with_more();
        flat.shell("window", &[MENU]);
        flat.print(text);
        match seen {
            true => assert_eq!(flat.text(24), format!(" {:33}? MORE", "THREE"), "{text}"),
            false => assert!(!flat.text(24).contains('?'), "{text}"),
        }
        assert_eq!(flat.bus.ram[0xC000 + 25 * 40], b' ', "behind the screen");
        assert_eq!(&flat.text(24)[..6], " THREE", "{text}");
        assert!((0..24).all(|row| !flat.text(row).contains('?')), "{text}");
        flat.print("MORE OF IT");
        assert_eq!(&flat.text(24)[..6], " THREE", "{text}");
    }
    for (window, rows) in [(INFO, 1), (2, 4), (5, 1)] {
        let mut flat = Flat::with_more();
        flat.shell("window", &[window]);
        flat.print(&"LINE\r".repeat(rows));
        flat.print("BELOW");
        assert!((0..25).all(|row| !flat.text(row).contains('?')));
    }
    // Written anew it begins without.
    let mut flat = Flat::with_more();
    flat.shell("window", &[MENU]);
    flat.print("ONE\rTWO\rTHREE\rFOUR");
    flat.shell("window", &[MENU]);
    assert_eq!(flat.text(24).trim(), "");
}

#[test]
fn a_start_leaves_no_key_behind() {
    let mut flat = Flat::new();
    let names = ["key_head", "key_tail", "key_seen", "key_held", "key_age"];
    for name in names {
        flat.poke(name, &[5]);
    }
    flat.call("queue_start", 0, 0);
    assert_eq!(names.map(|name| flat.peek(name, 1)[0]), [0; 5]);
}

/// Frames since the last answer are counted up to 255 and no further.
#[test]
fn an_old_answer_stays_old() {
    let mut flat = Flat::new();
    for count in 1..600_u16 {
        flat.look(0);
        assert_eq!(u16::from(flat.peek("key_age", 1)[0]), count.min(255));
    }
    flat.poke("held", b"A");
    assert_eq!(flat.shell("event", &[]), u16::from(b'A'));
    assert_eq!(flat.peek("key_age", 1), [0]);
}

/// A key that was typed too early answers no question, and ends no delay.
#[test]
fn what_was_typed_too_early_is_forgotten() {
    let mut flat = Flat::new();
    for code in [b'A', b'A', 0, 0] {
        flat.look(code);
    }
    flat.poke("key_age", &[100]);
    flat.poke("vm_v", &[2, 0]);
    let before = flat.peek("frames", 1)[0];
    flat.call("shell_delay", 0, 0);
    assert_eq!(flat.peek("frames", 1)[0].wrapping_sub(before), 1 + 10);
    for code in [b'A', b'A', 0, 0] {
        flat.look(code);
    }
    flat.poke("key_age", &[100]);
    flat.begin("shell_event", 0, 0);
    flat.run_to("event_idle");
    flat.poke("held", b"B");
    assert_eq!(u16::from_le_bytes(flat.finish()), u16::from(b'B'));
}

/// Tenths of a second are a word.
#[test]
fn a_delay_may_be_long() {
    for tenths in [0, 1, 255, 256, 257, 513] {
        let mut flat = Flat::new();
        flat.poke("key_age", &[0]);
        flat.poke("vm_v", &u16::to_le_bytes(tenths));
        flat.begin("shell_delay", 0, 0);
        let mut frames = 0;
        while !flat.ended() {
            let before = flat.peek("frames", 1)[0];
            flat.step();
            frames += u16::from(before != flat.peek("frames", 1)[0]);
        }
        assert_eq!(frames, 1 + 5 * tenths, "{tenths}");
    }
}

/// Chance: the moments of key presses. No key counts where there is none.
#[test]
fn each_key_stirs_the_chance() {
    let mut flat = Flat::new();
    flat.poke("entropy", &[0x12, 0x34]);
    flat.poke("moment_high", &[0x55]);
    assert_eq!(flat.shell("entropy", &[]), 0x3400 | 0x12 ^ 0x55);
    flat.call("key_take", 0, 0);
    assert_eq!(flat.peek("entropy", 2), [0x12, 0x34], "there was no key");
    for (moment, frame, low, high) in [
        (0xA5, 3, 0x12 ^ 0xA5, 0x37 << 1),
        (0x0F, 9, 0x12 ^ 0xA5 ^ 0x0F, 0x77 << 1),
    ] {
        for code in [b'A', b'A', 0, 0] {
            flat.look(code);
        }
        flat.poke("moment", &[moment]);
        flat.poke("frames", &[frame]);
        assert_eq!(flat.call("key_take", 0, 0)[0], b'A');
        let [low_now, high_now] = [0, 1].map(|i| flat.peek("entropy", 2)[i]);
        assert_eq!(low_now, low);
        // The lowest bit is what the carry was.
        assert_eq!(high_now & 0xFE, high);
    }
}

/// Written to, the top bar has its colour; a page of text loses its pieces of the map with its window.
#[test]
fn the_machine_is_told_of_the_bar_and_of_pages_without_pieces() {
    let told = |flat: &Flat| ["bars", "clears"].map(|name| flat.peek(name, 1)[0]);
    for (page, clears) in [(PAGE_MAP, 0), (PAGE_TEXT, 1), (PAGE_TITLE, 0)] {
        let mut flat = Flat::new();
        flat.shell("page", &[page]);
        for window in 0..WINDOWS {
            let before = told(&flat);
            flat.shell("window", &[window]);
            let wanted = [
                u8::from(window == BAR),
                if window == PAGE { clears } else { 0 },
            ];
            let more = [0, 1].map(|i| told(&flat)[i] - before[i]);
            assert_eq!(more, wanted, "page {page}, window {window}");
        }
    }
}
