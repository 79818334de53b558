//! The pull-down menu on the Amiga: what is picked where.

use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc, blitzkrieg};
use hexfront_tests::routine::Bench;

/// Bytes of a row of the screen with all planes, and rows.
const ROW: usize = 40 * 5;
const ROWS: usize = 256;
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";

struct Shell(Bench);

impl Shell {
    /// The map of Blitzkrieg, on which units are to be placed.
    fn new() -> Self {
        let built = AMIGA.build(&blitzkrieg()).unwrap();
        Self::placing(at_first_menu(&built, &built.disk.to_bytes()))
    }

    fn of_200_rows() -> Self {
        let built = AMIGA.build(&blitzkrieg()).unwrap();
        Self::placing(at_first_menu_of_ntsc(&built, &built.disk.to_bytes()))
    }

    fn placing(amiga: Session) -> Self {
        let mut shell = Self(Bench::behind(amiga, "<RET><RET>", 3.0));
        shell.0.call("record_end", &[], &[], "d0 d1 a0");
        shell
    }

    fn call(&mut self, name: &str, io: &[u16]) {
        self.0.write_words("vm_v", io);
        self.0.call(&format!("call_{name}"), &[], &[], CALL);
    }

    fn print(&mut self, text: &str) {
        for letter in text.bytes() {
            self.call("char", &[letter.into()]);
        }
    }

    fn screen(&self) -> Vec<u8> {
        self.0.read(self.0.at("screen"), ROWS * ROW)
    }
}

/// An entry of a menu: its key, what is printed, its flags.
type Entry = (u8, &'static str, u16);
const GREY: u16 = 1;
const MARKED: u16 = 2;
const GROUP: u16 = 4;

/// As `amiga/shell/pulldown.s` has the panel: its first row, frame, rows, the line between groups, what stands beside labels.
const PANEL: i32 = 9;
const FRAME: i32 = 3;
const HIGH: i32 = 9;
const BETWEEN: i32 = 5;
const BESIDE: i32 = 15 + 8 + 25;
const LONGEST: usize = 16;

/// The rows of a menu: left edge and first row of letters of each entry that is seen; how wide a column is.
fn laid_out(entries: &[Entry], rows: i32) -> (Vec<[i32; 2]>, i32) {
    let lay = |second: usize, bottom: i32| {
        let mut places = Vec::new();
        let mut y = PANEL + FRAME;
        for (n, (_, _, flags)) in entries.iter().enumerate() {
            if n == second {
                y = PANEL + FRAME;
            } else if n > 0 && flags & GROUP != 0 {
                y += BETWEEN;
            }
            if y + HIGH > bottom - FRAME {
                break;
            }
            places.push([i32::from(n >= second), y]);
            y += HIGH;
        }
        places
    };
    let (mut places, mut letter, mut columns) = (lay(entries.len(), rows), 8, 1);
    if places.len() < entries.len() {
        let half = entries.len() / 2 + 1;
        let second = (half..entries.len()).find(|n| entries[*n].2 & GROUP != 0);
        let second = second.unwrap_or(entries.len());
        columns = 1 + i32::from(second < entries.len());
        let bottom = if columns == 2 { 200 } else { rows };
        (places, letter) = (lay(second, bottom), 6);
    }
    let shown = &entries[..places.len()];
    let longest = shown.iter().map(|(_, label, _)| label.len()).max();
    let longest = longest.unwrap_or_default().min(LONGEST) as i32;
    let wide = longest * letter + BESIDE;
    let left = 320 - columns * wide;
    let places = places.iter().map(|[column, y]| [left + column * wide, *y]);
    (places.collect(), wide)
}

impl Shell {
    fn menu(&mut self, entries: &[Entry]) {
        self.call("menu", &[]);
        self.print("ORDERS");
        for (key, label, flags) in entries {
            self.call("entry", &[u16::from(*key), *flags]);
            self.print(label);
        }
        self.0.call("capture_stop", &[], &[], "");
    }

    /// What is picked where the right button goes up, having gone down elsewhere.
    fn picked(&mut self, [x, y]: [i32; 2], from: [i32; 2]) -> u8 {
        for (name, value) in [
            ("pointer_x", x),
            ("pointer_line", y),
            ("pointer_y", y),
            ("pressed_x", from[0]),
            ("pressed_line", from[1]),
        ] {
            self.0.write_words(name, &[value as u16]);
        }
        let up = 0x0102;
        self.0.call("queue_put", &[up], &[], "d1 d2 a0");
        self.0.call("menu_run", &[], &[], "d0 d1 a0 a1").d[0] as u8
    }
}

const SHORT: &[Entry] = &[
    (b'A', "ADVANCE", 0),
    (b'B', "BOMBARD", GREY),
    (b'C', "COUNT", MARKED),
    (b'D', "A LABEL OF SIXTEEN AND MORE", GROUP),
    (13, "GO ON", 0),
];

/// Each entry answers from the row above its letters on, for nine rows, as wide as its column; the screen is as it was.
fn picks(mut shell: Shell, entries: &[Entry], rows: i32) {
    shell.menu(entries);
    let before = shell.screen();
    let (places, wide) = laid_out(entries, rows);
    for ([left, y], (key, _, flags)) in places.iter().zip(entries) {
        let key = if flags & GREY != 0 { 0 } else { *key };
        let from = [8, 150];
        for place in [[*left, y - 1], [left + wide - 1, y + HIGH - 2]] {
            assert_eq!(shell.picked(place, from), key, "{place:?} of {entries:?}");
        }
        assert_eq!(shell.screen(), before, "after {key}");
    }
    let [left, y] = places[0];
    for place in [[left - 1, y], [left + 4, y - 2]] {
        assert_eq!(shell.picked(place, [8, 150]), 0, "{place:?}");
    }
    let [left, y] = places[places.len() - 1];
    if y + HIGH < rows {
        assert_eq!(shell.picked([left + 4, y + HIGH - 1], [8, 150]), 0, "below");
    }
    assert!(rows > 200 || entries.len() < 20 || places.len() > 20);
}

#[test]
fn an_entry_of_the_menu_is_picked_anywhere_in_its_row() {
    picks(Shell::new(), SHORT, 256);
}

/// More than there is room for below each other stand in two columns, of which the second begins with a group.
#[test]
fn a_long_menu_has_two_columns() {
    let flags = |n: u8| match n {
        17 | 24 => GROUP,
        3 => GROUP | GREY,
        _ => 0,
    };
    let entries: Vec<Entry> = (0..30).map(|n| (b'A' + n, "ENTRY", flags(n))).collect();
    picks(Shell::new(), &entries, 256);
}

/// As many as a menu has: the last one is picked like the first.
#[test]
fn a_menu_has_34_entries() {
    let flags = |n: u8| if n == 18 { GROUP } else { 0 };
    let entries: Vec<Entry> = (0..34).map(|n| (b'A' + n, "ENTRY", flags(n))).collect();
    assert_eq!(laid_out(&entries, 256).0.len(), 34);
    picks(Shell::new(), &entries, 256);
}

/// As many as there is room for, and one more.
#[test]
fn a_column_holds_26_entries() {
    for count in [26, 27] {
        let entries: Vec<Entry> = (0..count).map(|n| (b'A' + n, "ENTRY", 0)).collect();
        picks(Shell::new(), &entries, 256);
    }
}

#[test]
fn on_200_rows_fewer_entries_make_two_columns() {
    let flags = |n: u8| if n == 13 { GROUP } else { 0 };
    let entries: Vec<Entry> = (0..24).map(|n| (b'A' + n, "ENTRY", flags(n))).collect();
    picks(Shell::of_200_rows(), &entries, 200);
}

/// A hand that only clicks moves the pointer by three pixels, up or down, and picks nothing.
#[test]
fn a_click_with_the_right_button_picks_nothing() {
    let mut shell = Shell::new();
    shell.menu(SHORT);
    let (places, _) = laid_out(SHORT, 256);
    let [x, y] = [places[0][0] + 10, places[0][1] + 3];
    for (away, key) in [(0, 0), (3, 0), (-3, 0), (4, b'A'), (-4, b'A')] {
        assert_eq!(shell.picked([x, y], [x + away, y]), key, "{away} across");
        assert_eq!(shell.picked([x, y], [x, y + away]), key, "{away} along");
    }
}

/// A panel that ends with the screen has no shadow below it: what lies there in memory, or is behind a screen of 200 rows, stays.
#[test]
fn a_menu_that_ends_with_the_screen_has_no_shadow_below() {
    for (mut shell, rows, count, groups) in [
        (Shell::new(), 256, 24, 5),
        (Shell::of_200_rows(), 200, 15, 10),
    ] {
        let flags = |n: u8| if (1..=groups).contains(&n) { GROUP } else { 0 };
        let entries: Vec<Entry> = (0..count).map(|n| (b'A' + n, "ENTRY", flags(n))).collect();
        let (places, _) = laid_out(&entries, rows);
        assert_eq!(places.last().map(|[_, y]| y + HIGH + FRAME), Some(rows));
        let end = shell.0.at("screen") + (ROWS * ROW) as u32;
        let behind = shell.0.read(end, 8 * ROW);
        shell.menu(&entries);
        let before = shell.screen();
        assert_eq!(shell.picked([8, 150], [8, 180]), 0);
        assert!(shell.screen() == before, "{rows} rows");
        assert!(shell.0.read(end, 8 * ROW) == behind, "{rows} rows");
    }
}
