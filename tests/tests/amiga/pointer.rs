//! The pointer on the Amiga: where it can go, where its sprite is, and which counter lies under it.

use hexfront::script::Action;
use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_platforms::machine::{Bank, Button};
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc, blitzkrieg};
use hexfront_tests::routine::{Bench, Draws};

/// Where the screen's first pixel is for a sprite, and its first row (Hardware Reference Manual, "Sprite Hardware").
const FIRST_COLUMN: i32 = 0x80;
const FIRST_LINE: i32 = 44;
const SPRITE_ROWS: i32 = 16;
/// The map window's first row.
const TOP: i32 = 10;
const NO_UNIT: u8 = 255;

/// Units are to be placed.
fn placing(amiga: Session) -> Bench {
    Bench::behind(amiga, "<RET><RET>", 3.0)
}

fn of_256_rows() -> Bench {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    placing(at_first_menu(&built, &built.disk.to_bytes()))
}

fn of_200_rows() -> Bench {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    placing(at_first_menu_of_ntsc(&built, &built.disk.to_bytes()))
}

fn word(bench: &Bench, name: &str) -> i32 {
    let bytes = bench.read(bench.at(name), 2);
    i16::from_be_bytes([bytes[0], bytes[1]]).into()
}

fn move_by(bench: &mut Bench, [right, down]: [i32; 2]) {
    let d = [right as u32, down as u32];
    bench.call("pointer_move", &d, &[], "d0 d1 d2");
}

/// The pointer is at this pixel of a screen that is seen from its top.
fn point(bench: &mut Bench, [x, y]: [i32; 2]) {
    for (name, value) in [("pointer_x", x), ("pointer_line", y), ("pointer_y", y)] {
        bench.write_words(name, &[value as u16]);
    }
}

#[test]
fn the_pointer_stays_on_the_screen_and_its_sprite_with_it() {
    for (mut bench, rows) in [(of_256_rows(), 256), (of_200_rows(), 200)] {
        let mut draws = Draws::new(15);
        let mut at = [0, 0];
        move_by(&mut bench, [-999, -999]);
        for _ in 0..200 {
            let by = [draws.of(-400..401), draws.of(-300..301)];
            move_by(&mut bench, by);
            at = [
                (at[0] + by[0]).clamp(0, 319),
                (at[1] + by[1]).clamp(0, rows - 1),
            ];
            let told = ["pointer_x", "pointer_line"].map(|name| word(&bench, name));
            assert_eq!(told, at);
            let sprite = bench.read(bench.at("pointer_sprite"), 4);
            let [start, column, end, high] = [0, 1, 2, 3].map(|n| i32::from(sprite[n]));
            let bit = |n: i32| high >> n & 1;
            assert_eq!(column << 1 | bit(0), FIRST_COLUMN + at[0], "{at:?}");
            assert_eq!(start | bit(2) << 8, FIRST_LINE + at[1], "{at:?}");
            assert_eq!(
                end | bit(1) << 8,
                FIRST_LINE + at[1] + SPRITE_ROWS,
                "{at:?}"
            );
        }
    }
}

/// A script's `point` leads to a hex wherever it lies and however the map is scrolled, on 200 rows as on 256.
#[test]
fn a_script_points_at_any_hex() {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let disk = built.disk.to_bytes();
    for mut amiga in [
        at_first_menu(&built, &disk),
        at_first_menu_of_ntsc(&built, &disk),
    ] {
        for _ in 0..2 {
            amiga.perform(&Action::Key("RET".into())).unwrap();
            amiga.run_seconds(3.0).unwrap();
        }
        // The last one is at the lower end of the window that the one before has left.
        for [column, row] in [[40, 9], [37, 20], [12, 30], [13, 29], [14, 32]] {
            amiga.point(column, row).unwrap();
            amiga.perform(&Action::Click(Button::Left)).unwrap();
            // A click on the wrong hex is told, too, and takes none for a second.
            amiga.run_seconds(1.5).unwrap();
            let at = amiga.symbols["cursor_hex"];
            let chosen = [0, 1].map(|n| amiga.machine.peek(Bank::Ram, at + n));
            assert_eq!(
                u16::from_be_bytes(chosen),
                u16::from(column) << 6 | u16::from(row)
            );
        }
    }
}

/// A key means the hex under the pointer, if that was moved since the last answer: one of the window, to its last pixel. The panel and
/// the lines around the map are none.
#[test]
fn a_key_means_a_hex_of_the_window() {
    const WIDE: i32 = 272;
    const NO_HEX: i32 = -1;
    const KEY: u32 = 0x4B;
    for (mut bench, rows) in [(of_256_rows(), 208), (of_200_rows(), 152)] {
        // Hexes in every corner.
        bench.write_words("window_x", &[64]);
        bench.write_words("window_y", &[64]);
        for x in [0, 100, WIDE - 1, WIDE, 319] {
            for y in [0, TOP - 1, TOP, 100, TOP + rows - 1, TOP + rows] {
                point(&mut bench, [x, y]);
                let hex = bench.call("hex_at", &[], &[], "d0 d1 a0").d[0] as i16;
                let inside = x < WIDE && (TOP..TOP + rows).contains(&y);
                let under = if inside { hex.into() } else { NO_HEX };
                assert!(!inside || under != NO_HEX);
                for (moved, wanted) in [(1, under), (0, 0x1234)] {
                    bench.write_words("pointer_moved", &[moved]);
                    bench.write_words("key_hex", &[0x1234]);
                    let kept = bench.call("key_means", &[KEY], &[], "d1 a0").d[0];
                    assert_eq!(kept, KEY);
                    assert_eq!(word(&bench, "key_hex"), wanted, "{x}, {y}");
                    let told = bench.call("call_pointed", &[], &[], "d0").d[0];
                    assert_eq!(told as u16, wanted as u16);
                    assert_eq!(word(&bench, "pointed_hex"), wanted);
                }
            }
        }
    }
}

/// Places of the counters of one, two and three units from the hex's corner, the lowest first, with their borders; a counter
/// without one is three pixels smaller all around (`amiga/shell/counters.s`, `numbers.s`).
const PLACES: [&[[i32; 2]]; 3] = [&[[9, 5]], &[[7, 4], [11, 7]], &[[5, 2], [9, 5], [13, 8]]];
const BORDERED: [i32; 2] = [32, 28];
const BORDER: i32 = 3;

#[test]
fn a_click_chooses_the_counter_on_top() {
    let mut bench = of_256_rows();
    let mut draws = Draws::new(16);
    let at = |bench: &Bench, role: &str| bench.at(&format!("view_{role}"));
    for _ in 0..600 {
        let high = draws.of(1..4) as usize;
        let (column, row) = (20 + draws.of(0..2), 15);
        let hex = (column << 6 | row) as u32;
        let engaged = draws.bytes(high).iter().map(|n| n & 1).collect::<Vec<_>>();
        for (unit, engaged) in (0_u8..).zip(&engaged) {
            let last = usize::from(unit) + 1 == high;
            let next = if last { NO_UNIT } else { unit + 1 };
            for (role, value) in [
                ("next", next),
                ("hidden", 0),
                ("front", 0),
                ("engaged", *engaged),
            ] {
                bench.write(at(&bench, role) + u32::from(unit), &[value]);
            }
        }
        bench.write(at(&bench, "first") + hex, &[0]);
        let window = [
            32 * column - draws.of(40..200),
            32 * row - draws.of(40..150),
        ];
        bench.write_words("window_x", &[window[0] as u16]);
        bench.write_words("window_y", &[window[1] as u16]);
        let corner = [
            32 * column - window[0],
            32 * row + 16 * (column % 2) - window[1] + TOP,
        ];
        let inside = [draws.of(4..44), draws.of(0..34)];
        let [x, y] = [corner[0] + inside[0], corner[1] + inside[1]];
        point(&mut bench, [x, y]);
        let under = bench.call("hex_at", &[], &[], "d0 d1 a0").d[0] as u16;
        let left = bench.call("unit_under", &[], &[], "d0 d1 a0");
        bench.write(at(&bench, "first") + hex, &[NO_UNIT]);
        if u32::from(under) != hex {
            continue;
        }
        let stack = bench.read(bench.at("stack"), high);
        let hit = |n: &usize| {
            let border = if engaged[usize::from(stack[*n])] != 0 {
                0
            } else {
                BORDER
            };
            let place = PLACES[high - 1][*n];
            (0..2).all(|axis| {
                let range = place[axis] + border..place[axis] + BORDERED[axis] - border;
                range.contains(&inside[axis])
            })
        };
        let top = (0..high).rev().find(hit);
        let expected = top.map_or(0, |n| 0x4000 | u16::from(stack[n]));
        assert_eq!(
            left.d[0] as u16, expected,
            "{inside:?} of {high}, {engaged:?}"
        );
        assert_eq!(left.flags.zero, expected == 0);
    }
}

/// Both buttons may change between two frames: nothing of it is lost, the left one comes first.
#[test]
fn buttons_that_change_together_are_all_told() {
    let mut bench = of_256_rows();
    /// Right down and up, left down and up (`amiga/shell/defs.inc`).
    const EVENTS: [[u32; 2]; 2] = [[0x104, 0x103], [0x102, 0x101]];
    for changed in 0..4_u32 {
        for down in 0..4_u32 {
            bench.call("event_put", &[down, changed], &[], "d0 d1 d2 a0");
            for (button, events) in EVENTS.into_iter().enumerate() {
                if changed >> button & 1 != 0 {
                    let told = bench.call("event_take", &[], &[], "d0 d1 a0").d[0];
                    let expected = events[(down >> button & 1) as usize];
                    assert_eq!(told & 0xFFFF, expected, "{down} of {changed}");
                }
            }
            let left = bench.call("event_take", &[], &[], "d0 d1 a0");
            assert!(left.flags.zero, "{down} of {changed}: no more");
        }
    }
}

/// The page of text and its window (`amiga/shell/page.s`): left, top, right, pixels of a row; and as many items as are known.
const PAGE: [i32; 4] = [10, 17, 10 + 51 * 6, 9];
const ITEMS: i32 = 64;

/// From where it is printed to the end of its row; an item too many is none.
#[test]
fn a_click_chooses_the_item_that_is_printed_there() {
    let mut bench = of_256_rows();
    bench.write(bench.at("page_now"), &[1]);
    bench.write_words("window", &[4]);
    bench.call("items_clear", &[], &[], "");
    let item = |n: i32| [100 * (n % 3), n / 3];
    for n in 0..ITEMS + 2 {
        let [x, row] = item(n);
        for (name, value) in [("vm_v", 7 + n), ("text_x", x), ("text_row", row)] {
            bench.write_words(name, &[value as u16]);
        }
        bench.call("item_now", &[], &[], "d0 d1 a0 a1");
    }
    let mut under = |at: [i32; 2]| {
        point(&mut bench, at);
        let left = bench.call("item_under", &[], &[], "d0 d1 a0");
        assert_eq!(left.flags.zero, left.d[0] as u16 == 0);
        left.d[0] as i32 & 0xFFFF
    };
    let [left, top, right, row_high] = PAGE;
    for n in 0..ITEMS {
        let [x, row] = item(n);
        let [x, y] = [left + x, top + row_high * row];
        // Of items in a row the first one reaches to its end.
        let [first, told] = [n - n % 3, n].map(|n| 0x2000 + 7 + n);
        let expected = if n % 3 == 0 { told } else { first };
        for at in [[x, y], [x + 20, y + row_high - 1], [right - 1, y]] {
            assert_eq!(under(at), expected, "item {n} at {at:?}");
        }
    }
    let [_, last] = item(ITEMS - 1);
    for at in [
        [left - 1, top],
        [left, top - 1],
        [right, top],
        [left, top + row_high * (last + 1)],
    ] {
        assert_eq!(under(at), 0, "{at:?}");
    }
    bench.call("items_clear", &[], &[], "");
    point(&mut bench, [left, top]);
    assert!(bench.call("item_under", &[], &[], "d0 d1 a0").flags.zero);
}

/// The strip of units (`amiga/shell/strip.s`): its first place, how far one is from the next, how many are in a row.
const STRIP: [i32; 2] = [6, 219];
const PITCH: [i32; 2] = [22, 14];
const ACROSS: i32 = 14;

/// Its number, from 1 on; beside the strip, below it and behind the last unit there is none.
#[test]
fn a_click_chooses_the_unit_of_the_strip() {
    let mut bench = of_256_rows();
    for count in [0, 1, 14, 15, 27, 28] {
        bench.write_words("strip_count", &[count as u16]);
        for place in -1..2 * ACROSS + 1 {
            let [column, row] = [place.rem_euclid(ACROSS), place.div_euclid(ACROSS)];
            let left = STRIP[0] + PITCH[0] * column;
            let top = STRIP[1] + PITCH[1] * row;
            let [right, below] = [left + PITCH[0] - 1, top + PITCH[1] - 1];
            for [x, y] in [[left, top], [right, top], [left, below], [right, below]] {
                point(&mut bench, [x, y]);
                let told = bench.call("strip_under", &[], &[], "d0 d1 a0");
                let there = (0..count).contains(&place);
                let expected = if there { 0x2001 + place } else { 0 };
                assert_eq!(told.d[0] as i32 & 0xFFFF, expected, "{x}, {y} of {count}");
                assert_eq!(told.flags.zero, !there, "{x}, {y} of {count}");
            }
        }
        for [x, y] in [
            [STRIP[0] - 1, STRIP[1]],
            [STRIP[0] + ACROSS * PITCH[0], STRIP[1]],
        ] {
            point(&mut bench, [x, y]);
            let told = bench.call("strip_under", &[], &[], "d0 d1 a0");
            assert!(told.flags.zero, "{x}, {y} of {count}");
        }
    }
}

/// What halts a demonstration, but for keys, is the left button that goes down; whatever waited is forgotten.
#[test]
fn of_the_buttons_the_left_one_that_goes_down_was_pressed() {
    let mut bench = of_256_rows();
    let mut draws = Draws::new(24);
    for _ in 0..60 {
        // Buttons that are down, and those that changed: the left one is bit 0.
        let waits: Vec<[u32; 2]> = (0..draws.of(0..4))
            .map(|_| [draws.of(0..4) as u32, draws.of(0..4) as u32])
            .collect();
        for event in &waits {
            bench.call("event_put", event, &[], "d0 d1 d2 a0");
        }
        let pressed = waits.iter().any(|[down, changed]| down & changed & 1 != 0);
        let told = bench.call("call_pressed", &[], &[], "d0 d1 a0").d[0];
        let left = bench.call("event_take", &[], &[], "d0 d1 a0");
        assert_eq!(told & 0xFFFF, pressed.into(), "{waits:?}");
        assert!(left.flags.zero, "{waits:?} are forgotten");
    }
}
