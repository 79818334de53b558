//! Keys, the joystick and the mouse in a game for keys on the Amiga: what repeats, and how fast; what a click answers.

use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::key;
use hexfront_platforms::machine::{Bank, Joystick, Key};
use hexfront_tests::c64::ardennes;
use hexfront_tests::keyed;
use hexfront_tests::routine::{Bench, Draws};

/// The game waits, so that nobody takes keys from the queue.
fn waiting() -> Bench {
    let mut bench = keyed::waiting();
    bench.call("queue_clear", &[], &[], "");
    bench
}

/// Frames in which a key comes into the queue, counted from the first one.
fn counted(bench: &mut Bench) -> Vec<usize> {
    let at = bench.at("key_tail");
    let mut frames = Vec::new();
    for frame in 0..40 {
        let before = bench.amiga.machine.peek(Bank::Ram, at);
        bench.amiga.frame().unwrap();
        let after = bench.amiga.machine.peek(Bank::Ram, at);
        assert!(after.wrapping_sub(before) & 0x7F <= 2, "one key a frame");
        if after != before {
            frames.push(frame);
        }
    }
    let first = *frames.first().expect("the key counts");
    frames.iter().map(|frame| frame - first).collect()
}

fn key(bench: &Bench, name: &str) -> Key {
    let mut keys = bench.amiga.machine.keys().iter();
    let found = keys.find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("key {name}")).1
}

/// It is the key of its direction, as shell calls number keys; fire does not repeat.
#[test]
fn the_stick_repeats_after_20_frames_and_then_every_fourth() {
    let off = Joystick::default();
    for (stick, repeats, key) in [
        (Joystick { up: true, ..off }, true, 128),
        (Joystick { down: true, ..off }, true, 130),
        (Joystick { left: true, ..off }, true, 131),
        (Joystick { right: true, ..off }, true, 129),
        (Joystick { fire: true, ..off }, false, FIRE.into()),
        (
            Joystick {
                fire: true,
                up: true,
                ..off
            },
            false,
            FIRE.into(),
        ),
    ] {
        let mut bench = waiting();
        bench.amiga.machine.joystick(2, stick);
        let expected: &[usize] = if repeats {
            &[0, 20, 24, 28, 32, 36]
        } else {
            &[0]
        };
        let frames = counted(&mut bench);
        let shown = &frames[..expected.len().min(frames.len())];
        assert_eq!(shown, expected, "{stick:?}");
        assert!(repeats || frames.len() == 1, "{stick:?}: {frames:?}");
        for _ in frames {
            let event = bench.call("event_take", &[], &[], "d0 d1 a0").d[0];
            assert_eq!(event & 0xFFFF, key, "{stick:?}");
        }
    }
}

/// The keyboard sends a key once; that it is held is seen a frame later.
#[test]
fn cursor_keys_repeat_as_the_stick_does() {
    for (name, repeats) in [("up", true), ("left", true), ("a", false), ("f1", false)] {
        let mut bench = waiting();
        let key = key(&bench, name);
        bench.amiga.machine.key_down(key);
        let frames = counted(&mut bench);
        if repeats {
            let gaps: Vec<usize> = frames.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!((20..22).contains(&gaps[0]), "{name}: {gaps:?}");
            assert!(
                gaps.len() > 3 && gaps[1..].iter().all(|gap| *gap == 4),
                "{gaps:?}"
            );
        } else {
            assert_eq!(frames, [0], "{name}");
        }
        bench.amiga.machine.key_up(key);
        bench.amiga.run_seconds(0.2).unwrap();
        bench.call("queue_clear", &[], &[], "");
        bench.amiga.run_seconds(1.0).unwrap();
        let ends = ["key_head", "key_tail"].map(|end| bench.read(bench.at(end), 1));
        assert_eq!(ends[0], ends[1], "{name} was let go");
    }
}

/// Also if the one before it is held still; what registers hold when the interrupt comes is no key, and nothing is none.
#[test]
fn a_key_behind_another_waits_as_long() {
    let mut bench = waiting();
    for _ in 0..100 {
        bench.call("stick_frame", &[0x5555], &[], "d0 d1 d2 a0");
    }
    let ends = ["key_head", "key_tail"].map(|end| bench.read(bench.at(end), 1));
    assert_eq!(ends[0], ends[1], "nothing is held");
    for name in ["up", "left"] {
        let key = key(&bench, name);
        bench.amiga.machine.key_down(key);
        let frames = counted(&mut bench);
        assert!((20..22).contains(&frames[1]), "{name}: {frames:?}");
    }
}

/// A key that waits ends a delay at once and is forgotten; one that was typed long before does not.
#[test]
fn a_delay_is_ended_by_a_key_that_is_forgotten() {
    let mut bench = waiting();
    let number = |bench: &Bench, name: &str| {
        let bytes = bench.read(bench.at(name), 2);
        u16::from_be_bytes([bytes[0], bytes[1]])
    };
    for (ago, ntsc, tenths, lasts) in [
        (None, 0, 3, 15),
        (None, 1, 3, 18),
        (Some(0), 0, 9, 0),
        (Some(200), 0, 3, 15),
    ] {
        bench.write_words("is_ntsc", &[ntsc]);
        bench.call("queue_clear", &[], &[], "");
        if let Some(ago) = ago {
            bench.call("queue_put", &[b'A'.into()], &[], "d1 d2 a0");
            let now = number(&bench, "frames");
            bench.write_words("answered", &[now.wrapping_sub(ago)]);
        }
        bench.write_words("vm_v", &[tenths]);
        let before = number(&bench, "frames");
        let changes = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";
        bench.call("call_delay", &[], &[], changes);
        let frames = number(&bench, "frames").wrapping_sub(before);
        assert!((lasts..lasts + 2).contains(&frames), "{frames}: {ago:?}");
        let [head, tail] = ["queue_head", "queue_tail"].map(|end| number(&bench, end));
        assert_eq!(head, tail, "the key is gone");
    }
}

/// F1 asks for help, the other keys of its row for nothing; the right button goes back.
#[test]
fn an_event_is_a_key_or_what_stands_for_one() {
    const RIGHT_DOWN: u16 = 0x0101;
    let mut bench = waiting();
    for (events, answer) in [
        (&[b'A'.into()][..], b'A'.into()),
        (&[key::UP], key::UP),
        (&[140], key::HELP),
        (&[141, 149, b'B'.into()], b'B'.into()),
        (&[RIGHT_DOWN], key::BACK),
    ] {
        bench.call("queue_clear", &[], &[], "");
        for event in events {
            let event = u32::from(*event);
            bench.call("queue_put", &[event], &[], "d1 d2 a0");
        }
        let now = bench.read(bench.at("frames"), 2);
        bench.write(bench.at("answered"), &now);
        bench.write_words("walking", &[0]);
        let changes = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";
        let told = bench.call("call_event", &[], &[], changes).d[0] as u16;
        assert_eq!(told, answer, "{events:?}");
        let [head, tail] = ["key_head", "key_tail"].map(|end| bench.read(bench.at(end), 1));
        assert_eq!(head, tail, "{events:?}");
    }
}

/// Characters of the keyboard by their places, as Commodore numbers them (ROM Kernel Manual, "Raw Key Codes"); `~` none of ours.
const PLACES: [(u8, &str); 6] = [
    (0x00, "`1234567890-=\\~0"),
    (0x10, "QWERTYUIOP[]~123"),
    (0x20, "ASDFGHJKL;'~~456"),
    (0x30, "~ZXCVBNM,./~.789"),
    (0x40, " ~~~~~~~~~-~"),
    (0x5A, "()/*+"),
];
const WITH_SHIFT: [&str; 2] = ["1234567890-=;',./", "!@#$%^&*()_+:\"<>?"];
/// Places of keys that have no character, and what they answer.
const NAMED: [(u8, u16); 11] = [
    (0x41, key::DELETE),
    (0x43, key::RETURN),
    (0x44, key::RETURN),
    (0x45, key::BACK),
    (0x46, key::DELETE),
    (0x4C, key::UP),
    (0x4D, key::DOWN),
    (0x4E, key::RIGHT),
    (0x4F, key::LEFT),
    (0x5F, key::HELP),
    (0x59, 149),
];

/// With either key of SHIFT held, without, and when it was let go; a key that goes up is none.
#[test]
fn each_place_of_the_keyboard_is_a_key() {
    let mut bench = waiting();
    let pressed = |bench: &mut Bench, place: u8| {
        bench.call("place_take", &[place.into()], &[], "d0 d1 d2 a0");
        bench.call("event_take", &[], &[], "d0 d1 a0").d[0] as u16
    };
    let mut known = vec![0; 0x80];
    for (first, characters) in PLACES {
        for (place, character) in (first..).zip(characters.bytes()) {
            known[usize::from(place)] = if character == b'~' {
                0
            } else {
                character.into()
            };
        }
    }
    for (place, key) in NAMED {
        known[usize::from(place)] = key;
    }
    for (place, key) in (0x50..0x59).zip(140..) {
        known[place] = key;
    }
    const UP: u8 = 0x80;
    for shift in [None, Some(0x60), None, Some(0x61), None] {
        if let Some(shift) = shift {
            assert_eq!(pressed(&mut bench, shift), 0);
        }
        for (place, key) in (0..).zip(&known) {
            if (0x60..0x68).contains(&place) {
                continue;
            }
            let other = WITH_SHIFT[0].bytes().position(|c| u16::from(c) == *key);
            let other = other.filter(|_| shift.is_some());
            let wanted = other.map_or(*key, |n| WITH_SHIFT[1].as_bytes()[n].into());
            assert_eq!(pressed(&mut bench, place), wanted, "{place:02X}, {shift:?}");
            assert_eq!(pressed(&mut bench, place | UP), 0, "{place:02X} goes up");
        }
        if let Some(shift) = shift {
            assert_eq!(pressed(&mut bench, shift | UP), 0);
        }
    }
    // The Amiga keys; the others of their row are none.
    for place in 0x60..0x68 {
        for (place, held) in [(place, true), (place | UP, false)] {
            assert_eq!(pressed(&mut bench, place), 0, "{place:02X}");
            let modifiers = match place & !UP {
                0x60 | 0x61 => 1,
                0x66 | 0x67 => 2,
                _ => 0,
            };
            let wanted = if held { modifiers } else { 0 };
            assert_eq!(
                bench.read(bench.at("modifiers"), 1),
                [wanted],
                "{place:02X}"
            );
        }
    }
}

/// Whoever answers a question may type ahead for a second; what is typed later, while the machine works, answers none.
#[test]
fn what_is_typed_long_after_an_answer_is_forgotten() {
    let mut bench = waiting();
    let [head, tail] = ["key_head", "key_tail"].map(|end| bench.at(end));
    let frames = |bench: &Bench| {
        let bytes = bench.read(bench.at("frames"), 2);
        u16::from_be_bytes([bytes[0], bytes[1]])
    };
    // A frame may pass before it is asked.
    for (ago, stays) in [
        (0, true),
        (48, true),
        (50, false),
        (300, false),
        (0x9000, false),
    ] {
        for now in [frames(&bench), 10] {
            bench.call("queue_clear", &[], &[], "");
            let waits = bench.read(tail, 1)[0] ^ 2;
            bench.write(tail, &[waits]);
            bench.write_words("frames", &[now]);
            bench.write_words("answered", &[now.wrapping_sub(ago)]);
            bench.call("forget_early", &[], &[], "d0");
            let kept = bench.read(head, 1) != bench.read(tail, 1);
            assert_eq!(kept, stays, "{ago} frames after an answer");
        }
    }
}

/// A click on any pixel of a letter answers its key, one beside it nothing; so does what is forgotten.
#[test]
fn a_click_on_a_letter_answers_its_key() {
    let mut bench = waiting();
    let mut draws = Draws::new(13);
    let click = |bench: &mut Bench, x: i32, y: i32| {
        bench.write_words("pointer_x", &[x as u16]);
        // The next frame takes the row of the screen from the line of the display.
        bench.write_words("pointer_line", &[y as u16]);
        bench.write_words("pointer_y", &[y as u16]);
        bench.call("click_key", &[], &[], "d0 d1 a0").d[0]
    };
    for _ in 0..100 {
        let (x, y) = (8 * draws.of(2..37), draws.of(8..240));
        let around = [0, 0, 320, 256];
        bench.call("click_forget", &around, &[], "d0 d1 d2 d3 a0");
        let d = [x as u32, y as u32, 0, 0, u32::from(b'K')];
        bench.call("click_put", &d, &[], "a0");
        for (right, down, answers) in [
            (0, 2, true),
            (7, 2, true),
            (3, 5, true),
            (-1, 4, false),
            (8, 4, false),
            (3, -3, false),
            (3, 11, false),
        ] {
            let expected = if answers { u32::from(b'K') } else { 0 };
            let answer = click(&mut bench, x + right, y + down);
            assert_eq!(answer, expected, "{right}, {down} of {x}, {y}");
        }
        // A window of which it is the first or the last column, or that ends beside it.
        for (left, wide, stays) in [
            (x, 24, false),
            (x - 16, 24, false),
            (x + 8, 16, true),
            (x - 16, 16, true),
        ] {
            bench.call("click_put", &d, &[], "a0");
            let window = [left as u32, y as u32 - 2, wide, 12];
            bench.call("click_forget", &window, &[], "d0 d1 d2 d3 a0");
            assert_eq!(
                click(&mut bench, x + 3, y + 4) != 0,
                stays,
                "{left}, {wide} of {x}"
            );
        }
    }
}

/// The joystick's button, as shell calls number keys.
const FIRE: u8 = 132;
/// Inks of keys and of the words behind them, as shell calls number them.
const KEY: u32 = 2;
const KEY_TEXT: u32 = 3;

/// All letters of a key's name answer it, and what stands behind it in its row; of a row of keys each letter answers for itself.
#[test]
fn a_click_on_the_name_of_a_key_answers_it() {
    let mut bench = waiting();
    let print = |bench: &mut Bench, letter: u8, [x, y]: [u32; 2]| {
        bench.call("click_letter", &[x, y, 0, 0, 0, letter.into()], &[], "");
    };
    let click = |bench: &mut Bench, [x, y]: [u32; 2]| {
        for (name, value) in [("pointer_x", x), ("pointer_line", y), ("pointer_y", y)] {
            bench.write_words(name, &[value as u16 + 4]);
        }
        bench.call("click_key", &[], &[], "d0 d1 a0").d[0] as u8
    };
    for (name, key) in [
        ("RETURN", 13),
        ("SPACE", b' '),
        ("ANY", b' '),
        ("KEY", b' '),
        ("DEL", 8),
        ("ESC", 27),
        ("F1", 133),
        ("Q", b'Q'),
        ("RETURNS", 0),
        ("RET", 0),
    ] {
        let around = [0, 0, 320, 256];
        bench.call("click_forget", &around, &[], "d0 d1 d2 d3 a0");
        bench.call("click_row", &[], &[], "");
        bench.call("click_ink", &[KEY], &[], "d1 a0");
        let cells: Vec<[u32; 2]> = (0..10).map(|n| [80 + 8 * n, 120]).collect();
        for (letter, cell) in name.bytes().zip(&cells) {
            print(&mut bench, letter, *cell);
        }
        bench.call("click_ink", &[KEY_TEXT], &[], "d1 a0");
        let behind = cells[name.len() + 1];
        print(&mut bench, b'X', behind);
        for cell in cells[..name.len()].iter().chain([&behind]) {
            assert_eq!(click(&mut bench, *cell), key, "{name} at {cell:?}");
        }
        // In the next row it labels nothing.
        bench.call("click_row", &[], &[], "");
        print(&mut bench, b'X', [80, 136]);
        assert_eq!(click(&mut bench, [80, 136]), 0, "below {name}");
    }
    bench.call("click_row", &[], &[], "");
    bench.call("click_ink", &[KEY], &[], "d1 a0");
    for (n, letter) in (0..).zip(*b"1-6") {
        print(&mut bench, letter, [80 + 8 * n, 160]);
    }
    bench.call("click_ink", &[KEY_TEXT], &[], "d1 a0");
    print(&mut bench, b'X', [112, 160]);
    for (x, key) in [(80, b'1'), (88, 0), (96, b'6'), (112, 0)] {
        assert_eq!(click(&mut bench, [x, 160]), key, "of 1-6 at {x}");
    }
}

/// A click on the hex of the cursor is fire; on another one it is the first step of the way there.
#[test]
fn a_click_on_a_hex_is_a_step_towards_it_or_fire() {
    let mut bench = waiting();
    let bits = Cartridge::read(&ardennes()).unwrap().grid.row_bits();
    for (name, value) in [("pointer_x", 160), ("pointer_line", 80), ("pointer_y", 80)] {
        bench.write_words(name, &[value]);
    }
    bench.write_words("shape_asked", &[0]);
    let there = bench.call("hex_at", &[], &[], "d0 d1 a0").d[0] as i32 & 0xFFFF;
    let [column, row] = [there >> bits, there & ((1 << bits) - 1)];
    let half = |column: i32, row: i32| 2 * row + column % 2;
    for right in -3..4_i32 {
        for down in -3..4_i32 {
            let from = [column + right, row + down];
            bench.write_words("cursor_hex", &[(from[0] << bits | from[1]) as u16]);
            let key = bench.call("click_hex", &[], &[], "d0 d1 a0").d[0] as u8;
            let up = half(column, row) < half(from[0], from[1]);
            let expected = match (right.signum(), up) {
                (0, _) if down == 0 => FIRE,
                (0, true) => b'1',
                (-1, true) => b'2',
                (-1, false) => b'3',
                (0, false) => b'4',
                (_, false) => b'5',
                (_, true) => b'6',
            };
            assert_eq!(key, expected, "from {right}, {down}");
        }
    }
}

/// Each of the eight rows of a cell, and none beside it.
#[test]
fn a_letter_takes_the_place_of_what_stood_there() {
    let mut bench = waiting();
    let mut draws = Draws::new(14);
    let (screen, line, depth) = (bench.at("screen"), 40, 5);
    let glyph = bench.at("map_bitmap");
    for _ in 0..100 {
        let [column, y, ink, paper] = [0..40, 0..249, 0..32, 0..32].map(|range| draws.of(range));
        let bits = draws.bytes(8);
        let mut expected = draws.bytes(256 * line * depth);
        bench.write(screen, &expected);
        bench.write(glyph, &bits);
        let d = [8 * column, y, 0, ink, paper].map(|d| d as u32);
        bench.call("letter_opaque", &d, &[glyph], "d0 d1");
        for (row, bits) in bits.iter().enumerate() {
            for plane in 0..depth {
                let [ink, paper] = [ink, paper].map(|colour| colour >> plane & 1 != 0);
                let byte = if ink { *bits } else { 0 } | if paper { !bits } else { 0 };
                expected[((y as usize + row) * depth + plane) * line + column as usize] = byte;
            }
        }
        let shown = bench.read(screen, expected.len());
        let differs = std::iter::zip(&shown, &expected).position(|(a, b)| a != b);
        assert_eq!(differs, None, "at {column}, {y}: {ink} on {paper}");
    }
}

/// Prints a text in the ink of keys, or another, at a cell.
fn print(bench: &mut Bench, ink: u32, [x, y]: [u32; 2], text: &str) {
    bench.call("click_ink", &[ink], &[], "d1 a0");
    for (x, letter) in (x..).step_by(8).zip(text.bytes()) {
        bench.call("click_letter", &[x, y, 0, 0, 0, letter.into()], &[], "");
    }
}

/// The ink of keys, and one of text.
const OF_KEYS: u32 = 2;
const OF_TEXT: u32 = 1;

/// What a click on a cell answers.
fn clicked(bench: &mut Bench, [x, y]: [u32; 2]) -> u32 {
    for (symbol, value) in [("pointer_x", x), ("pointer_y", y), ("pointer_line", y)] {
        bench.write_words(symbol, &[value as u16]);
    }
    let left = bench.call("click_key", &[], &[], "d0 d1 a0");
    assert_eq!(left.flags.zero, left.d[0] == 0);
    left.d[0]
}

/// A name is whole at the end of its ink, at a space and at the end of its row; one that no key has answers nothing.
#[test]
fn the_name_of_a_key_is_clicked() {
    let mut bench = waiting();
    for (name, key) in [
        ("RETURN", 13),
        ("SPACE", u32::from(b' ')),
        ("ANY", u32::from(b' ')),
        ("KEY", u32::from(b' ')),
        ("DEL", 8),
        ("ESC", 27),
        ("F1", 133),
        ("Q", u32::from(b'Q')),
        ("XYZ", 0),
        ("ESCAPE", 0),
        ("F", u32::from(b'F')),
        ("RE", 0),
    ] {
        let letters = name.len() as u32;
        for end in ["row", "ink", "space"] {
            let at = [16, 80];
            let row = [0, 80, 320, 8];
            bench.call("click_forget", &row, &[], "d0 d1 d2 d3 a0");
            bench.call("click_row", &[], &[], "");
            print(&mut bench, OF_TEXT, [0, 80], "        ");
            print(&mut bench, OF_KEYS, at, name);
            match end {
                "row" => drop(bench.call("click_row", &[], &[], "")),
                "ink" => print(&mut bench, OF_TEXT, [16 + 8 * letters, 80], " GOES ON"),
                _ => print(&mut bench, OF_KEYS, [16 + 8 * letters, 80], " "),
            }
            for letter in 0..letters {
                let answer = clicked(&mut bench, [16 + 8 * letter, 82]);
                assert_eq!(answer, key, "{name} {letter}, ended by {end}");
            }
            if end == "ink" {
                let behind = clicked(&mut bench, [16 + 8 * letters + 24, 82]);
                assert_eq!(behind, key, "behind {name}");
            }
        }
    }
}

/// Text that takes the place of a key takes its click, too; the key's neighbours stay.
#[test]
fn what_is_printed_over_a_key_cannot_be_clicked() {
    let mut bench = waiting();
    let rows = [80, 88, 96];
    for y in rows {
        bench.call("click_row", &[], &[], "");
        print(&mut bench, OF_KEYS, [80, y], "RETURN");
        print(&mut bench, OF_TEXT, [128, y], " ON");
    }
    bench.call("click_row", &[], &[], "");
    print(&mut bench, OF_TEXT, [88, 88], "  DONE");
    bench.call("click_row", &[], &[], "");
    for column in 10..19 {
        let over = (11..17).contains(&column);
        for y in rows {
            for pixel in [y, y + 7] {
                let expected = if over && y == 88 { 0 } else { 13 };
                let answer = clicked(&mut bench, [8 * column, pixel]);
                assert_eq!(answer, expected, "column {column}, row {pixel}");
            }
        }
    }
}

/// The six hexes around the cursor's, and no others.
#[test]
fn what_lies_beside_the_cursor() {
    let mut bench = waiting();
    for (column, row) in [(10, 10), (11, 10)] {
        let hex = |x: i32, y: i32| (x * 32 + y) as u16;
        bench.write_words("cursor_hex", &[hex(column, row)]);
        for (x, y) in (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y))) {
            bench.write_words("walk_to", &[hex(column + x, row + y)]);
            let seen = bench.call("beside", &[], &[], "").flags.zero;
            // Odd columns lie lower.
            let up = if column % 2 == 1 { 0 } else { -1 };
            let beside = match x {
                0 => y.abs() == 1,
                1 | -1 => y == up || y == up + 1,
                _ => false,
            };
            assert!(
                seen == beside || (x, y) == (0, 0),
                "{x} {y} from column {column}"
            );
        }
    }
}
