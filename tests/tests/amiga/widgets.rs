//! Rows of settings, buttons that are pressed, lines, boxes, bars and large letters on a page, and delays on the Amiga, routine by routine.

use hexfront::targets::AMIGA;
use hexfront_isa::contract::{event, key, piece, window};
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc, blitzkrieg, small_pointer_game};
use hexfront_tests::routine::Bench;

/// A record as in `amiga/shell/settings.inc`.
const SIZE: u32 = 80;
const MOST: u32 = 24;
const POSITION: u32 = 2;
const CHOICE: u8 = 1;
const PAIR: u8 = 0x80;
/// The slider, or the names of a choice.
const SLIDE: [i32; 2] = [166, 250];
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";
pub const CHANGES: &str = "d0 d1 a0 a1";
const DEPTH: usize = 5;
const LINE: usize = 40;

/// A game with a key, at its first menu.
pub fn small() -> Bench {
    let built = AMIGA
        .build(&small_pointer_game("  key T \"TURN\"\n    turn += 1\n"))
        .unwrap();
    Bench::new(at_first_menu(&built, &built.disk.to_bytes()), "menu_room")
}

/// The settings of Blitzkrieg.
struct Settings {
    bench: Bench,
    count: u16,
}

impl Settings {
    fn new() -> Self {
        let built = AMIGA.build(&blitzkrieg()).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        let bench = Bench::behind(amiga, "<RET>", 2.0);
        let count = word(&bench, "settings_count");
        assert!(count > 3 && u32::from(count) <= MOST);
        Self { bench, count }
    }

    fn place(&self, row: u16) -> u32 {
        self.bench.at("settings") + u32::from(row) * SIZE
    }

    /// Number in the rules, positions, position, kind.
    fn record(&self, row: u16) -> [u8; 4] {
        self.bench
            .read(self.place(row), 4)
            .try_into()
            .expect("four")
    }

    fn set(&mut self, row: u16, position: u8) {
        let at = self.place(row) + POSITION;
        self.bench.write(at, &[position]);
    }

    fn answer(&self, row: u16, position: u8) -> u16 {
        event::SETTING + 128 * u16::from(self.record(row)[0]) + u16::from(position)
    }

    fn point(&mut self, x: i32, y: i32) {
        for (symbol, value) in [("pointer_x", x), ("pointer_y", y), ("pointer_line", y)] {
            self.bench.write_words(symbol, &[value as u16]);
        }
    }

    /// What a click at a place of a row asks for.
    fn clicked(&mut self, row: u16, x: i32) -> u16 {
        let top = (0..256)
            .find(|y| {
                self.point(x, *y);
                let left = self.bench.call("row_under", &[], &[], "d0 d1 d6 d7 a0");
                left.flags.zero && left.d[6] as u16 == row
            })
            .expect("the row is somewhere");
        self.point(x, top);
        let left = self.bench.call("setting_under", &[], &[], "d0 d1 a0");
        assert_eq!(left.flags.zero, left.d[0] as u16 == 0);
        left.d[0] as u16
    }
}

/// A word of memory, by its symbol.
pub fn word(bench: &Bench, symbol: &str) -> u16 {
    let bytes = bench.read(bench.at(symbol), 2);
    u16::from_be_bytes([bytes[0], bytes[1]])
}

/// Right and left stop at the ends; space goes on from the last to the first.
#[test]
fn keys_move_a_setting() {
    let mut settings = Settings::new();
    for row in 0..settings.count {
        let last = settings.record(row)[1] - 1;
        for (pressed, from, to) in [
            (key::SPACE, 0, Some(1)),
            (key::SPACE, last, Some(0)),
            (key::RIGHT, last - 1, Some(last)),
            (key::RIGHT, last, None),
            (key::LEFT, 1, Some(0)),
            (key::LEFT, 0, None),
        ] {
            settings.set(row, from);
            let left = settings
                .bench
                .call("settings_key", &[pressed.into()], &[], CHANGES);
            let wanted = to.map_or(0, |to| settings.answer(row, to));
            assert_eq!(
                left.d[0] as u16, wanted,
                "row {row}: key {pressed} at {from} of {last}"
            );
        }
        // The next row is chosen. Another key is none of theirs.
        let down = settings
            .bench
            .call("settings_key", &[key::DOWN.into()], &[], CHANGES);
        assert_eq!(down.d[0] as u16, 0);
        let left = settings
            .bench
            .call("settings_key", &[u32::from(b'Q')], &[], CHANGES);
        assert_eq!(left.d[0] as u16, u16::from(b'Q'));
    }
}

/// One more than there is room for is forgotten.
#[test]
fn there_is_room_for_24_settings() {
    let mut settings = Settings::new();
    let most = MOST as u16;
    for (before, after) in [(most - 1, most), (most, most)] {
        settings.bench.write_words("settings_count", &[before]);
        settings.bench.write_words("vm_v", &[1, 2, 0, 0]);
        settings.bench.call("call_setting", &[], &[], CALL);
        assert_eq!(word(&settings.bench, "settings_count"), after);
    }
}

/// Of two names that stand side by side the one that is clicked; of more the next, and behind the last the first.
#[test]
fn a_click_chooses() {
    let mut settings = Settings::new();
    let mut seen = [0; 2];
    for row in 0..settings.count {
        let [_, positions, _, kind] = settings.record(row);
        if kind & CHOICE == 0 {
            continue;
        }
        let last = positions - 1;
        seen[usize::from(kind & PAIR != 0)] += 1;
        for from in 0..=last {
            settings.set(row, from);
            for (x, pair, next) in [
                (SLIDE[0] - 1, None, None),
                (SLIDE[0], Some(0), Some((from + 1) % positions)),
                (208, Some(0), Some((from + 1) % positions)),
                (209, Some(1), Some((from + 1) % positions)),
                (SLIDE[1] - 1, Some(1), Some((from + 1) % positions)),
                (SLIDE[1], None, None),
            ] {
                let to = if kind & PAIR == 0 { next } else { pair };
                let wanted = to.map_or(0, |to| settings.answer(row, to));
                assert_eq!(
                    settings.clicked(row, x),
                    wanted,
                    "row {row}, {x}, from {from}: {:?}",
                    settings.record(row)
                );
            }
        }
    }
    assert!(seen[1] > 0, "{seen:?}");
    // One of more than two names, which no game has: a pair whose names stand apart.
    let row = (0..settings.count).find(|row| settings.record(*row)[3] & PAIR != 0);
    let row = row.expect("a pair");
    let at = settings.place(row);
    settings.bench.write(at + 1, &[3]);
    settings.bench.write(at + 3, &[CHOICE]);
    for from in 0..3 {
        settings.set(row, from);
        let wanted = settings.answer(row, (from + 1) % 3);
        assert_eq!(settings.clicked(row, SLIDE[0] + 3), wanted);
    }
}

/// The pointer chooses the row that it moves on, and the keys from there on while it rests; beside the rows it chooses none.
#[test]
fn the_pointer_chooses_a_row_when_it_moves() {
    let mut settings = Settings::new();
    let y_of = |settings: &mut Settings, row: u16| {
        (0..256).find(|y| {
            settings.point(100, *y);
            let left = settings.bench.call("row_under", &[], &[], "d0 d1 d6 d7 a0");
            left.flags.zero && left.d[6] as u16 == row
        })
    };
    for row in 0..settings.count {
        settings.set(row, 0);
    }
    let key = |settings: &mut Settings, key: u16| {
        let left = settings
            .bench
            .call("settings_key", &[key.into()], &[], CHANGES);
        left.d[0] as u16
    };
    let moved = |settings: &mut Settings, [x, y]: [i32; 2], row: u16| {
        settings.point(x, y);
        let left = settings.bench.call("settings_frame", &[], &[], CHANGES);
        assert_eq!(left.d[0] as u16, 0);
        let wanted = settings.answer(row, 1);
        assert_eq!(key(settings, key::SPACE), wanted, "at {x}, {y}");
    };
    let rows: Vec<i32> = (0..settings.count)
        .map(|row| y_of(&mut settings, row).expect("a row"))
        .collect();
    for (row, y) in (0..).zip(&rows) {
        moved(&mut settings, [100, *y], row);
    }
    // To the right alone; then the pointer rests, and a key chooses.
    let second = [100, rows[1]];
    moved(&mut settings, second, 1);
    for x in [101, 102] {
        key(&mut settings, key::DOWN);
        moved(&mut settings, [x, rows[1]], 1);
        key(&mut settings, key::DOWN);
        moved(&mut settings, [x, rows[1]], 2);
    }
    moved(&mut settings, [102, 255], 2);
    // Where it rests as the page comes it chooses none.
    settings.point(100, rows[0]);
    settings.bench.call("settings_draw", &[], &[], CHANGES);
    moved(&mut settings, [100, rows[0]], 2);
}

/// A knob that is held, and whose place is the one it has, asks for nothing.
#[test]
fn a_knob_that_rests_asks_for_nothing() {
    let mut settings = Settings::new();
    let row = (0..settings.count).find(|row| settings.record(*row)[3] & CHOICE == 0);
    let row = row.expect("a slider");
    let last = settings.record(row)[1] - 1;
    settings.bench.write_words("dragged", &[row + 1]);
    for (x, position) in [(SLIDE[0], 0), (SLIDE[1], last)] {
        settings.point(x, 20);
        settings.set(row, position);
        assert_eq!(
            settings.bench.call("settings_frame", &[], &[], CHANGES).d[0] as u16,
            0
        );
        settings.set(row, last - position);
        let wanted = settings.answer(row, position);
        let asked = settings.bench.call("settings_frame", &[], &[], CHANGES).d[0] as u16;
        assert_eq!(asked, wanted);
    }
    settings.bench.write_words("dragged", &[0]);
}

/// Colours of the screen, `[y][x]`.
fn colours(bench: &Bench) -> Vec<Vec<u8>> {
    let bytes = bench.read(bench.at("screen"), 256 * DEPTH * LINE);
    let pixel = |row: &[u8], x: usize| {
        let bit = |plane: usize| row[plane * LINE + x / 8] >> (7 - x % 8) & 1;
        (0..DEPTH).map(|plane| bit(plane) << plane).sum()
    };
    let row = |row: &[u8]| (0..8 * LINE).map(|x| pixel(row, x)).collect();
    bytes.chunks(DEPTH * LINE).map(row).collect()
}

/// Its lower and right edge are lit, the upper and left dark, for five frames; whatever a1 was.
#[test]
fn a_button_goes_in() {
    let mut bench = small();
    let [x, y, wide, high] = [40, 60, 30, 12];
    let mut wanted = colours(&bench);
    for row in &mut wanted[y..y + high] {
        row[x + wide - 1] = 1;
    }
    wanted[y + high - 1][x..x + wide].fill(1);
    wanted[y][x..x + wide].fill(0);
    for row in &mut wanted[y..y + high] {
        row[x] = 0;
    }
    let before = bench.amiga.machine.cycles();
    bench.call(
        "button_press",
        &[x, y, wide, high].map(|n| n as u32),
        &[],
        "d0 d1 d2 d3 d4 a1",
    );
    let frames =
        (bench.amiga.machine.cycles() - before) / (bench.amiga.machine.clock_hz() as u64 / 50);
    assert!((4..=6).contains(&frames), "{frames} frames");
    let seen = colours(&bench);
    let differ = |y: &usize| seen[*y] != wanted[*y];
    let rows: Vec<usize> = (0..256).filter(differ).collect();
    assert!(rows.is_empty(), "{rows:?}");
}

/// One line of pixels through the middle of the text cursor's row, as wide as the page.
#[test]
fn a_rule_crosses_its_row() {
    let mut bench = small();
    let mut lines = Vec::new();
    for row in [3, 4, 10] {
        let before = colours(&bench);
        bench.write_words("text_row", &[row]);
        bench.call("rule_now", &[], &[], "d0 d1 a0 a1");
        let after = colours(&bench);
        let changed: Vec<usize> = (0..256).filter(|y| after[*y] != before[*y]).collect();
        assert_eq!(changed.len(), 1, "row {row}: {changed:?}");
        let line = &after[changed[0]];
        let first = line
            .iter()
            .zip(&before[changed[0]])
            .position(|(a, b)| a != b)
            .expect("changed");
        let length = line[first..]
            .iter()
            .take_while(|colour| **colour == 4)
            .count();
        assert!(line[first + length..] == before[changed[0]][first + length..]);
        lines.push((changed[0], first, length));
    }
    assert_eq!(lines, [(48, 10, 306), (57, 10, 306), (111, 10, 306)]);
}

/// A page's window, as `amiga/shell/page.s` has it: its corner, pixels of a column.
const PAGE: [usize; 2] = [10, 17];
const COLUMN: usize = 6;

/// The text cursor goes to a column and row, and something is drawn there with these values.
fn drawn(bench: &mut Bench, [column, row]: [u16; 2], call: &str, values: &[u16]) -> Vec<Vec<u8>> {
    bench.write_words("vm_v", &[column, row]);
    bench.call("call_at", &[], &[], CALL);
    bench.write_words("vm_v", values);
    bench.call(call, &[], &[], CALL);
    colours(bench)
}

fn fill(screen: &mut [Vec<u8>], [x, y]: [usize; 2], [wide, high]: [usize; 2], colour: u8) {
    for row in &mut screen[y..y + high] {
        row[x..x + wide].fill(colour);
    }
}

/// A ground and two lines around it: the upper and left one, the lower and right one.
fn bevel(screen: &mut [Vec<u8>], [x, y]: [usize; 2], [wide, high]: [usize; 2], looks: [u8; 3]) {
    let [ground, upper, lower] = looks;
    fill(screen, [x, y], [wide, high], lower);
    fill(screen, [x, y], [wide - 1, high - 1], upper);
    fill(screen, [x + 1, y + 1], [wide - 2, high - 2], ground);
}

/// Around its cells, with as many pixels above and below as the rows of the window leave between letters; of each kind another one.
#[test]
fn a_box_stands_around_its_cells() {
    let mut bench = small();
    let looks = [[6, 0, 4], [5, 4, 0], [27, 0, 4], [0, 6, 4]];
    // Of the page's entry among the windows the pixels from row to row.
    let pitch_at = bench.at("window_table") + 4 * 18 + 10;
    for (pitch, above, more) in [(8, 3, 5), (9, 3, 5), (10, 1, -1), (11, 1, -1), (12, 2, -2)] {
        bench.write(pitch_at, &[0, pitch as u8]);
        for (kind, looks) in (0..).zip(looks) {
            let mut wanted = colours(&bench);
            let [column, row, wide, high] = [5, 4 + kind, 7, 2 + kind];
            let corner = [
                PAGE[0] + COLUMN * usize::from(column) - 4,
                PAGE[1] + pitch * usize::from(row) - above,
            ];
            let rows = (pitch * usize::from(high)).strict_add_signed(more);
            let size = [COLUMN * usize::from(wide) + 6, rows];
            bevel(&mut wanted, corner, size, looks);
            let seen = drawn(&mut bench, [column, row], "call_box", &[kind, wide, high]);
            assert!(seen == wanted, "kind {kind}, {pitch} pixels a row");
        }
        let before = colours(&bench);
        assert!(drawn(&mut bench, [5, 4], "call_box", &[4, 7, 2]) == before);
    }
}

/// A page's window that is selected anew shows its text until something takes its place, be it a box, a bar or a die.
#[test]
fn nothing_of_a_page_before_stands_beside_a_box() {
    let mut bench = small();
    for (call, values) in [
        ("call_box", [0, 5, 2, 0]),
        ("call_bar", [5, 9, 8, 0]),
        ("call_symbol", [piece::DIE, 3, 9, 9]),
    ] {
        let mut shown = |before: &str| {
            bench.write_words("vm_v", &[window::PAGE]);
            bench.call("call_window", &[], &[], CALL);
            for letter in before.bytes() {
                bench.write_words("vm_v", &[letter.into()]);
                bench.call("call_char", &[], &[], CALL);
            }
            bench.write_words("vm_v", &[window::PAGE]);
            bench.call("call_window", &[], &[], CALL);
            drawn(&mut bench, [20, 8], call, &values)
        };
        let alone = shown(" ");
        assert!(shown("BEFORE ") == alone, "{call}");
    }
}

/// The pixels of a glyph of eight rows, each as many as `size` by `size`.
fn glyph(screen: &mut [Vec<u8>], bits: &[u8], [x, y]: [usize; 2], size: usize, colours: [u8; 2]) {
    for (row, bits) in bits.iter().enumerate() {
        for column in (0..8).filter(|column| bits << column & 0x80 != 0) {
            let colour = colours[row / 4];
            fill(
                screen,
                [x + size * column, y + size * row],
                [size; 2],
                colour,
            );
        }
    }
}

/// Each pixel is four, with a shadow, until another ink; yellow turns into orange below.
#[test]
fn large_letters_have_twice_the_size() {
    const LARGE: u16 = 10;
    const VALUE: u16 = 1;
    const YELLOW: u8 = 18;
    const ORANGE: u8 = 23;
    let mut bench = small();
    let inks = bench.read(bench.at("inks"), LARGE.into());
    for (ink, colour) in (0..).zip(inks) {
        let mut wanted = drawn(&mut bench, [4, 3], "call_ink", &[ink]);
        let [mut x, y] = [PAGE[0] + COLUMN * 4, PAGE[1] + 9 * 3];
        let below = if colour == YELLOW { ORANGE } else { colour };
        for letter in *b"AZ" {
            let bits = bench.read(bench.at("font8") + u32::from(letter - 32) * 8, 8);
            glyph(&mut wanted, &bits, [x + 1, y + 1], 2, [0, 0]);
            glyph(&mut wanted, &bits, [x, y], 2, [colour, below]);
            x += 16;
        }
        let bits = bench.read(bench.at("font6") + u32::from(b'!' - 32) * 8, 8);
        glyph(&mut wanted, &bits, [x + 1, y + 1], 1, [0, 0]);
        glyph(&mut wanted, &bits, [x, y], 1, [1, 1]);
        let steps = [
            ("call_ink", LARGE),
            ("call_char", b'A'.into()),
            ("call_char", b'Z'.into()),
            ("call_ink", VALUE),
            ("call_char", b'!'.into()),
        ];
        for (call, value) in steps {
            bench.write_words("vm_v", &[value]);
            bench.call(call, &[], &[], CALL);
        }
        assert!(colours(&bench) == wanted, "ink {ink}");
    }
}

/// Filled as far as its value is of the most, full above that and empty where there is no most, with nine marks on it.
#[test]
fn a_bar_is_filled_as_far_as_its_value() {
    let mut bench = small();
    for (value, most) in [(0, 7), (1, 7), (3, 7), (7, 7), (9, 7), (1, 200), (5, 0)] {
        for columns in [10, 17] {
            let mut wanted = colours(&bench);
            let [x, y] = [PAGE[0] + COLUMN * 3, PAGE[1] + 9 * 5];
            let wide = COLUMN * columns;
            bevel(&mut wanted, [x, y], [wide, 9], [6, 0, 4]);
            let filled = (usize::min(value, most) * (wide - 2))
                .checked_div(most)
                .unwrap_or(0);
            fill(&mut wanted, [x + 1, y + 1], [filled, 1], 1);
            fill(&mut wanted, [x + 1, y + 2], [filled, 6], 23);
            for mark in 1..10 {
                fill(&mut wanted, [x + mark * (wide - 2) / 10, y + 1], [1, 7], 0);
            }
            bench.write_words("text_colour", &[23]);
            let values = [value, most, columns].map(|value| value as u16);
            let seen = drawn(&mut bench, [3, 5], "call_bar", &values);
            assert!(seen == wanted, "{value} of {most}, {columns} columns");
        }
    }
}

/// Tenths of a second, of five frames or of six.
#[test]
fn a_delay_is_as_long_on_both_kinds_of_machine() {
    let game = small_pointer_game("  key T \"TURN\"\n    turn += 1\n");
    let built = AMIGA.build(&game).unwrap();
    let disk = built.disk.to_bytes();
    for (amiga, a_tenth) in [
        (at_first_menu(&built, &disk), 5),
        (at_first_menu_of_ntsc(&built, &disk), 6),
    ] {
        let mut bench = Bench::new(amiga, "menu_room");
        for tenths in [1, 7] {
            bench.write_words("vm_v", &[tenths]);
            let before = word(&bench, "frames");
            bench.call("call_delay", &[], &[], CALL);
            let frames = word(&bench, "frames").wrapping_sub(before);
            let wanted = tenths * a_tenth;
            assert!(
                (wanted..=wanted + 1).contains(&frames),
                "{frames} frames for {tenths}"
            );
        }
    }
}
