//! Rows of settings, buttons that are pressed, lines across a page and delays on the Amiga, routine by routine.

use hexfront::script::Action;
use hexfront::targets::AMIGA;
use hexfront_isa::contract::{event, key};
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc, blitzkrieg, small_pointer_game};
use hexfront_tests::routine::Bench;

/// A record as in `amiga/shell/settings.inc`.
const SIZE: u32 = 60;
const MOST: u32 = 24;
const POSITION: u32 = 2;
const CHOICE: u8 = 1;
const PAIR: u8 = 0x80;
/// The slider, or the names of a choice.
const SLIDE: [i32; 2] = [166, 250];
const CHANGES: &str = "d0 d1 a0 a1";
const DEPTH: usize = 5;
const LINE: usize = 40;

fn small() -> Bench {
    let built = AMIGA
        .build(&small_pointer_game("  key T \"TURN\"\n    turn += 1\n"))
        .unwrap();
    Bench::new(at_first_menu(&built, &built.disk.to_bytes()), "map_behind")
}

/// The settings of Blitzkrieg.
struct Settings {
    bench: Bench,
    count: u16,
}

impl Settings {
    fn new() -> Self {
        let built = AMIGA.build(&blitzkrieg()).unwrap();
        let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
        amiga.perform(&Action::Key("RET".into())).unwrap();
        amiga.run_seconds(2.0).unwrap();
        let bench = Bench::new(amiga, "track_data");
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

fn word(bench: &Bench, symbol: &str) -> u16 {
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
        let mut bench = Bench::new(amiga, "map_behind");
        for tenths in [1, 7] {
            bench.write_words("vm_v", &[tenths]);
            let before = word(&bench, "frames");
            bench.call(
                "call_delay",
                &[],
                &[],
                "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5",
            );
            let frames = word(&bench, "frames").wrapping_sub(before);
            let wanted = tenths * a_tenth;
            assert!(
                (wanted..=wanted + 1).contains(&frames),
                "{frames} frames for {tenths}"
            );
        }
    }
}
