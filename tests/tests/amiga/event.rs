//! What the Amiga tells a game for a pointer that waits: keys, buttons and what lies under the pointer, page by page; what is drawn before
//! and meanwhile.

use hexfront::targets::AMIGA;
use hexfront_isa::contract::{key, page};
use hexfront_platforms::machine::Bank;
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc, blitzkrieg};
use hexfront_tests::routine::Bench;

const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";
/// Is told on every page.
const Z: u16 = b'Z' as u16;
/// Buttons (`amiga/shell/defs.inc`), and the first of the keys F1 to F10.
const RIGHT_DOWN: u16 = 0x101;
const RIGHT_UP: u16 = 0x102;
const LEFT_DOWN: u16 = 0x103;
const LEFT_UP: u16 = 0x104;
const F1: u16 = 140;
/// What answers are made of: hexes, units, items and those of the strip.
const HEX: u16 = 0x8000;
const UNIT: u16 = 0x4000;
const ITEM: u16 = 0x2000;
const NO_HEX: u16 = 0xFFFF;
const NO_UNIT: u8 = 255;
const ROW_BITS: u32 = 6;
/// A pixel of the map.
const ON_MAP: [u16; 2] = [100, 100];

struct Shell(Bench);

impl Shell {
    /// Units are to be placed.
    fn new() -> Self {
        let built = AMIGA.build(&blitzkrieg()).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        let mut shell = Self(Bench::behind(amiga, "<RET><RET>", 3.0));
        shell.point(ON_MAP);
        shell
    }

    /// The whole map in small, of which a part is seen.
    fn overview_on_200_rows() -> Self {
        let built = AMIGA.build(&blitzkrieg()).unwrap();
        let amiga = at_first_menu_of_ntsc(&built, &built.disk.to_bytes());
        Self(Bench::behind(amiga, "<RET><RET>P", 3.0))
    }

    fn word(&self, name: &str) -> u16 {
        let bytes = self.0.read(self.0.at(name), 2);
        u16::from_be_bytes([bytes[0], bytes[1]])
    }

    fn page(&mut self, now: u16) {
        self.0.write(self.0.at("page_now"), &[now as u8]);
    }

    fn point(&mut self, [x, y]: [u16; 2]) {
        for (name, value) in [("pointer_x", x), ("pointer_line", y), ("pointer_y", y)] {
            self.0.write_words(name, &[value]);
        }
    }

    /// These wait, and nothing else.
    fn put(&mut self, events: &[u16]) {
        let tail = self.word("queue_tail");
        self.0.write_words("queue_head", &[tail]);
        for event in events {
            let event = u32::from(*event);
            self.0.call("queue_put", &[event], &[], "d1 d2 a0");
        }
    }

    /// What is told of events, Z where nothing is; no other one waits then.
    fn told(&mut self, events: &[u16]) -> u16 {
        self.put(&[events, &[Z]].concat());
        let told = self.0.call("call_event", &[], &[], CALL).d[0] as u16;
        let waits = self.word("queue_head") != self.word("queue_tail");
        assert_eq!(waits, told != Z, "{events:?}: {told:04X}");
        told
    }

    /// The game waits for so many frames, with these events alone.
    fn wait(&mut self, events: &[u16], frames: u16) {
        self.put(events);
        let from = self.word("frames");
        let mut call = self.0.begin("call_event", &[], &[]);
        loop {
            call.run_to("event_idle");
            let at = call.bench.at("frames");
            let now = [0, 1].map(|n| call.bench.amiga.machine.peek(Bank::Ram, at + n));
            if u16::from_be_bytes(now).wrapping_sub(from) >= frames {
                break;
            }
        }
    }

    /// Where the window is, and that it is there.
    fn window(&self) -> [u16; 2] {
        ["window_x", "window_y"].map(|name| self.word(name))
    }

    fn scroll(&mut self, [x, y]: [u16; 2]) {
        let to = [x, y].map(u32::from);
        let changes = "d0 d1 d2 d3 a0 a1 a2";
        self.0.call("glide_end", &[], &[], "d0 d1 a0");
        self.0.call("map_move", &to, &[], changes);
    }
}

/// On the map cursor keys scroll, and on every page F1 to F10 say how far; all others are told.
#[test]
fn keys_are_told_that_do_not_scroll() {
    let mut shell = Shell::new();
    let around = [key::UP - 1, key::FIRE, key::HELP, F1 - 1];
    for now in [
        page::MAP,
        page::TEXT,
        page::HALF,
        page::WHOLE,
        page::CLOSING,
    ] {
        shell.page(now);
        for key in around {
            assert_eq!(shell.told(&[key]), key, "page {now}");
        }
        for (step, key) in (1..11).zip(F1..) {
            assert_eq!(shell.told(&[key]), Z, "page {now}, F{step}");
            assert_eq!(shell.word("scroll_step"), step);
        }
    }
    shell.0.write_words("scroll_step", &[3]);
    for (key, [right, down]) in [
        (key::UP, [0, -3]),
        (key::RIGHT, [3, 0]),
        (key::DOWN, [0, 3]),
        (key::LEFT, [-3, 0]),
    ] {
        shell.page(page::MAP);
        shell.scroll([200, 240]);
        shell.0.call("around_all", &[], &[], "d0 d1 a0 a1");
        shell.wait(&[key], 8);
        let to = [200_i32 + right, 240 + down].map(|n| n as u16);
        assert_eq!(shell.window(), to, "key {key}");
        assert_eq!(shell.word("gliding"), 1, "the panel has stepped aside");
        assert_eq!(shell.told(&[]), Z);
        assert_eq!(shell.word("gliding"), 0, "the map is the screen's again");
        for now in [page::TEXT, page::HALF, page::WHOLE] {
            shell.page(now);
            assert_eq!(shell.told(&[key]), key, "page {now}");
        }
    }
}

/// Buttons that go up tell nothing, and neither does the right one where there is no menu, or a question.
#[test]
fn buttons_that_tell_nothing() {
    let mut shell = Shell::new();
    for now in [page::MAP, page::TEXT, page::REQUESTER] {
        let before = shell.0.amiga.machine.snapshot();
        shell.page(now);
        let step = shell.word("scroll_step");
        shell.0.write_words("dragged", &[1]);
        assert_eq!(shell.told(&[RIGHT_UP]), Z, "page {now}");
        assert_eq!(shell.word("dragged"), 1, "page {now}");
        assert_eq!(shell.told(&[LEFT_UP]), Z, "page {now}");
        assert_eq!(shell.word("dragged"), 0, "page {now}");
        assert_eq!(shell.word("scroll_step"), step, "page {now}");
        // A menu would wait until the button goes up.
        if now != page::REQUESTER {
            shell.0.write_words("entry_count", &[0]);
        }
        assert_eq!(shell.told(&[RIGHT_DOWN]), Z, "page {now}");
        shell.0.amiga.machine = before;
    }
}

/// Whatever the last answer was: what a key means and where the pointer was is said anew; what was a label ends.
#[test]
fn an_answer_leaves_nothing_to_the_next_one() {
    let mut shell = Shell::new();
    for now in [page::MAP, page::TEXT] {
        for moved in [0, 1] {
            shell.page(now);
            for (name, value) in [
                ("pointed_hex", 5),
                ("key_hex", 5),
                ("pointer_moved", moved),
                ("page_stale", 1),
                ("message_until", 0x7FFF),
            ] {
                shell.0.write_words(name, &[value]);
            }
            let [high, low] = [
                (shell.0.at("menu_title") >> 16) as u16,
                shell.0.at("menu_title") as u16,
            ];
            shell.0.write_words("capture", &[high, low]);
            assert_eq!(shell.told(&[]), Z);
            let under = shell.0.call("hex_at", &[], &[], "d0 d1 a0").d[0] as u16;
            let means = now == page::MAP && moved != 0;
            let case = format!("page {now}, moved {moved}");
            assert_eq!(shell.word("pointed_hex"), NO_HEX, "{case}");
            assert_eq!(
                shell.word("key_hex"),
                if means { under } else { NO_HEX },
                "{case}"
            );
            let capture = shell.0.read(shell.0.at("capture"), 4);
            assert_eq!(capture, [0; 4], "{case}");
            for name in ["pointer_moved", "message_until", "page_stale"] {
                assert_eq!(shell.word(name), 0, "{name}, {case}");
            }
        }
    }
}

/// A unit, its hex where none is; in the panel what was printed there. A title and a closing picture are clicked anywhere.
#[test]
fn a_click_tells_what_is_under_the_pointer() {
    let mut shell = Shell::new();
    shell.scroll([200, 240]);
    let hex = shell.0.call("hex_at", &[], &[], "d0 d1 a0").d[0] as u16;
    let [column, row] = [u32::from(hex) >> ROW_BITS, u32::from(hex) & 63];
    let middle = [
        (32 * column + 22 - 200) as u16,
        (32 * row + column % 2 * 16 + 16 + 10 - 240) as u16,
    ];
    shell.point(middle);
    for (unit, told) in [(NO_UNIT, HEX | hex), (7, UNIT | 7)] {
        for (role, index, value) in [
            ("first", u32::from(hex), unit),
            ("next", 7, NO_UNIT),
            ("hidden", 7, 0),
        ] {
            let at = shell.0.at(&format!("view_{role}")) + index;
            shell.0.write(at, &[value]);
        }
        assert_eq!(shell.told(&[LEFT_DOWN]), told, "unit {unit}");
        assert_eq!(shell.word("pointed_hex"), hex, "unit {unit}");
    }
    // Beside the map's last column and above its first row there is none.
    shell.0.write_words("strip_count", &[3]);
    for (at, told) in [
        ([272, 100], Z),
        ([100, 9], Z),
        ([30, 222], ITEM | 2),
        ([80, 222], Z),
    ] {
        shell.point(at);
        assert_eq!(shell.told(&[LEFT_DOWN]), told, "{at:?}");
        assert_eq!(shell.word("pointed_hex"), NO_HEX, "{at:?}");
    }
    shell.point([100, 100]);
    for (now, told) in [
        (page::TITLE, key::FIRE),
        (page::CLOSING, key::FIRE),
        (page::TEXT, Z),
    ] {
        shell.page(now);
        assert_eq!(shell.told(&[LEFT_DOWN]), told, "page {now}");
    }
}

/// It has not stood for its second yet: a click is none. Then it is one again, and so it is behind any other answer.
#[test]
fn a_click_on_a_warning_is_none() {
    let mut shell = Shell::new();
    for (left, clicked) in [(20, false), (2, false), (-2, true), (-20, true)] {
        shell.page(page::TITLE);
        let now = shell.word("frames");
        let until = now.wrapping_add_signed(left);
        shell.0.write_words("message_until", &[until]);
        let wanted = if clicked { key::FIRE } else { Z };
        assert_eq!(shell.told(&[LEFT_DOWN]), wanted, "{left} frames");
        assert_eq!(shell.word("message_until"), 0, "{left} frames");
    }
}

/// All the way even if the pointer goes; in corners on both axes; on no other page. When it has stood for a moment the map is the
/// screen's again.
#[test]
fn a_pointer_at_the_edge_moves_the_map_by_a_hex() {
    let mut shell = Shell::new();
    for (at, [right, down]) in [
        ([0, 100], [-32, 0]),
        ([319, 100], [32, 0]),
        ([100, 0], [0, -32]),
        ([100, 255], [0, 32]),
        ([0, 0], [-32, -32]),
        ([319, 255], [32, 32]),
        ([1, 1], [0, 0]),
        ([318, 254], [0, 0]),
    ] {
        for now in [page::MAP, page::TEXT] {
            shell.page(now);
            shell.scroll([200, 240]);
            shell.0.call("glide_ahead", &[], &[], "d0 d1 a0 a1");
            // The pointer goes as soon as it was seen there.
            shell.point(at);
            shell.0.call("glide_frame", &[], &[], "d0 d1 d2 d3 a0 a1");
            shell.point(ON_MAP);
            shell.wait(&[], 14);
            assert_eq!(
                shell.word("gliding"),
                u16::from(now == page::MAP && [right, down] != [0, 0])
            );
            shell.wait(&[], 20);
            let moved = if now == page::MAP {
                [right, down]
            } else {
                [0, 0]
            };
            let to = [200 + moved[0], 240 + moved[1]].map(|n: i32| n as u16);
            assert_eq!(shell.window(), to, "{at:?}, page {now}");
            assert_eq!(shell.word("gliding"), 0, "{at:?}, page {now}");
        }
    }
}

/// The map in small beside the map shows units that come; the lower part of an overview is seen where the pointer is at the lower edge.
#[test]
fn pictures_are_looked_after_meanwhile() {
    const LOCATOR: [usize; 4] = [45, 36, 34, 6];
    let mut shell = Shell::new();
    let seen = |shell: &Shell| {
        let [top, high, left, wide] = LOCATOR;
        let rows = shell
            .0
            .read(shell.0.at("screen") + (top * 200) as u32, high * 200);
        let lines = rows
            .chunks(40)
            .flat_map(|line| line[left..left + wide].to_vec());
        lines.collect::<Vec<u8>>()
    };
    shell.wait(&[], 30);
    let before = seen(&shell);
    let hexes = 46 << ROW_BITS;
    let first = shell.0.at("view_first");
    shell.0.write(first, &vec![7; hexes]);
    shell.0.write(shell.0.at("view_hidden") + 7, &[0]);
    shell.wait(&[], 30);
    assert!(seen(&shell) != before, "units are seen");
    let mut shell = Shell::overview_on_200_rows();
    for (line, split) in [(199, 10), (100, 10), (0, 190)] {
        shell.0.write_words("pointer_line", &[line]);
        shell.wait(&[], 3);
        let seen = shell.word("split_line");
        assert_eq!(seen == 10, split == 10, "line {line}: from {seen} on");
    }
}

/// The glide and pictures are looked after once a frame, however soon that is done.
#[test]
fn a_frame_is_looked_after_once() {
    let mut shell = Shell::new();
    shell.put(&[]);
    let frames = shell.0.at("frames");
    let mut call = shell.0.begin("call_event", &[], &[]);
    let mut seen: Vec<[u8; 2]> = Vec::new();
    for _ in 0..6 {
        call.run_to("glide_ahead");
        seen.push([0, 1].map(|n| call.bench.amiga.machine.peek(Bank::Ram, frames + n)));
    }
    seen.dedup();
    assert_eq!(seen.len(), 6, "{seen:?}");
}
