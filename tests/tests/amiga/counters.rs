//! What the Amiga shows of units and of whose turn it is: counters with numbers, the strip, the emblem in the panel.

use hexfront::script::parse_file;
use hexfront::targets::AMIGA;
use hexfront_platforms::machine::Bank;
use hexfront_tests::amiga::{at_first_menu, blitzkrieg};
use hexfront_tests::routine::Bench;

const DEPTH: usize = 5;
const LINE: usize = 40;
/// What a shell call may change.
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";
/// A place on the screen, and the unit that is drawn there.
const X: usize = 64;
const Y: usize = 40;
const UNIT: u32 = 7;
/// Of a counter, from where its border begins (`amiga/shell/numbers.s`): its corner, rows above its numbers.
const BORDER: usize = 3;
const ABOVE_NUMBERS: usize = 12;

/// Units are to be placed.
fn placing() -> Bench {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let amiga = at_first_menu(&built, &built.disk.to_bytes());
    Bench::behind(amiga, "<RET><RET>", 3.0)
}

/// Colours of rows of the screen.
fn colours(bench: &Bench, rows: std::ops::Range<usize>) -> Vec<Vec<u8>> {
    let at = bench.at("screen") + (rows.start * DEPTH * LINE) as u32;
    let bytes = bench.read(at, rows.len() * DEPTH * LINE);
    let pixel = |row: &[u8], x: usize| {
        let bit = |plane: usize| row[plane * LINE + x / 8] >> (7 - x % 8) & 1;
        (0..DEPTH).map(|plane| bit(plane) << plane).sum()
    };
    let row = |row: &[u8]| (0..8 * LINE).map(|x| pixel(row, x)).collect();
    bytes.chunks(DEPTH * LINE).map(row).collect()
}

/// The counter of a unit for which these values are set, over what the screen shows already.
fn counter(bench: &mut Bench, values: &[(&str, u8)]) -> Vec<Vec<u8>> {
    for (role, value) in values {
        let at = bench.at(&format!("view_{role}"));
        bench.write(at + UNIT, &[*value]);
    }
    let d = [X, Y, LINE].map(|d| d as u32);
    let d = [d[0], d[1], d[2], 0, 0, UNIT];
    let screen = bench.at("screen");
    bench.call("counter_draw", &d, &[0, screen], "d0 d1 a0");
    let rows = colours(bench, Y..Y + 28);
    rows.iter().map(|row| row[X..X + 32].to_vec()).collect()
}

/// Where the computer begins, too: no map with zeros stands there while it gets ready.
#[test]
fn the_first_map_has_the_numbers_of_its_units() {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    for action in parse_file("key ret\nwait 1\nkey right\nwait 1\ntap ret").unwrap() {
        amiga.perform(&action).unwrap();
    }
    assert!(amiga.run_until_symbol("counter_draw").unwrap());
    let [shown, moves] = ["view_combat", "view_moves"].map(|role| amiga.symbols[role]);
    let first = [shown, moves].map(|at| amiga.machine.peek(Bank::Ram, at));
    // As far as the enemy knows: its strength may be misjudged.
    assert!(first[0] > 0, "strength of 104/413");
    assert_eq!(first[1], 4, "its movement");
}

/// Twelve engagements have borders of twelve colours, inside black ones; so have the marks of who fires and who is fired at.
#[test]
fn each_engagement_has_its_colour() {
    let mut bench = placing();
    let none = ["engaged", "fires", "target"].map(|role| (role, 0));
    counter(&mut bench, &none);
    for (role, place) in [
        ("engaged", [1, 1]),
        ("fires", [BORDER + 22, BORDER + 2]),
        ("target", [BORDER + 22, BORDER + 8]),
    ] {
        let colour_of = |engagement: u8| {
            let shown = counter(&mut bench, &[(role, engagement)]);
            shown[place[1]][place[0]]
        };
        let shown: Vec<u8> = (1..13).map(colour_of).collect();
        for (n, colour) in shown.iter().enumerate() {
            assert!(!shown[..n].contains(colour), "{role} {}: {shown:?}", n + 1);
            assert_ne!(*colour, 0, "{role} {}", n + 1);
        }
        counter(&mut bench, &none);
    }
}

/// Numbers of two figures stand on a wider box than those of one.
#[test]
fn the_box_behind_the_moves_is_as_wide_as_they_are() {
    let mut bench = placing();
    let mut above = |moves: u8| {
        let shown = counter(&mut bench, &[("moves", moves)]);
        shown[BORDER + ABOVE_NUMBERS].clone()
    };
    let [narrow, wide] = [0, 99].map(&mut above);
    // They end at the same pixel.
    let differs = |x: &usize| narrow[*x] != wide[*x];
    let wider: Vec<usize> = (0..narrow.len()).filter(differs).collect();
    assert_eq!([wider.len(), wider[3] - wider[0]], [4, 3], "{wider:?}");
    for moves in [1, 9, 10, 11, 20] {
        let expected = if moves < 10 { &narrow } else { &wide };
        assert_eq!(above(moves), *expected, "{moves}");
    }
}

/// Wherever it is drawn, on the right of the screen too, whatever is in the registers.
#[test]
fn a_counter_looks_the_same_everywhere() {
    let mut bench = placing();
    let screen = bench.at("screen");
    let counters = [16, 17, 100, 255, 256, 287].map(|x| {
        bench.write(screen, &[0; 256 * DEPTH * LINE]);
        let d = [x, Y, LINE].map(|d| d as u32);
        let d = [d[0], d[1], d[2], !d[0], !d[0], UNIT];
        bench.call("counter_draw", &d, &[0, screen], "d0 d1 a0");
        let rows = colours(&bench, Y..Y + 28);
        let rows = rows.iter().map(|row| row[x..x + 32].to_vec());
        rows.collect::<Vec<_>>()
    });
    assert!(counters.iter().all(|counter| *counter == counters[0]));
}

/// Pixels of the bar of a counter, and of one in the strip, from its first row down; colours that are lit, from weak to strong.
const BAR: usize = 20;
const STRIP_BAR: usize = 11;
const LEVELS: [u8; 3] = [17, 18, 25];

/// As high as the strength is of the full one, and what lives shows; green above two thirds, yellow above one, else red. In the strip
/// the colour goes by the rows.
#[test]
fn a_bar_is_as_high_as_the_strength_that_is_left() {
    let mut bench = placing();
    // As high as it can be, and one colour all over, whatever lies below.
    let bar = |column: Vec<u8>, high: usize| {
        let lit = column.iter().rev();
        let rows = lit.take_while(|colour| LEVELS.contains(colour)).count();
        let colours = &column[high - rows..];
        assert!(colours.iter().all(|colour| *colour == colours[0]));
        (rows, colours.first().copied())
    };
    for original in [1, 3, 7, 20, 200] {
        for strength in (0..original)
            .step_by(1 + usize::from(original) / 40)
            .chain([original, 255])
        {
            let values = [("original", original), ("strength", strength)];
            let shown = counter(&mut bench, &values);
            let [strength, original] = [strength, original].map(usize::from);
            let rows = |most: usize| (strength * most).div_ceil(original).min(most);
            let level = |part: usize, whole: usize| {
                let level = usize::from(3 * part > whole) + usize::from(3 * part > 2 * whole);
                (part > 0).then_some(LEVELS[level])
            };
            for x in [1, 2] {
                let column = shown[BORDER + 1..BORDER + 1 + BAR].iter();
                let column = column.map(|row| row[BORDER + x]).collect();
                let wanted = (rows(BAR), level(strength, original));
                assert_eq!(bar(column, BAR), wanted, "{strength} of {original}");
            }
            let d = [0, 0, 0, 0, 0, UNIT, Y as u32, X as u32];
            bench.call("unit_marker", &d, &[], "d0 d1 d2 d3 d4 a0 a1");
            let shown = colours(&bench, Y + 1..Y + 1 + STRIP_BAR);
            let column = shown.iter().map(|row| row[X + 1]).collect();
            let lit = rows(STRIP_BAR);
            let level = usize::from(lit > 3) + usize::from(lit > 7);
            let wanted = (lit, (lit > 0).then_some(LEVELS[level]));
            assert_eq!(bar(column, STRIP_BAR), wanted, "{strength} of {original}");
        }
    }
}

/// Rows of the strip, with the black lines above and below.
const STRIP: std::ops::Range<usize> = 217..248;

/// However many units it showed before: the last one alone has the frame, and the lines above and below are black again.
#[test]
fn the_strip_looks_the_same_however_it_came_about() {
    let mut bench = placing();
    let before = bench.amiga.machine.snapshot();
    let mut show = |counts: &[u16]| {
        bench.amiga.machine = before.snapshot();
        for count in counts {
            bench.write_words("vm_v", &[*count]);
            bench.call("strip_now", &[], &[], "d0 d1 a0 a1");
        }
        colours(&bench, STRIP)
    };
    let ways: [&[u16]; 8] = [
        &[1, 2],
        &[1, 28, 5],
        &[14, 15],
        &[15, 14],
        &[27, 28, 27],
        &[28, 3, 28],
        &[5, 5],
        &[1, 14, 20, 4],
    ];
    for way in ways {
        let shown = show(way);
        let direct = show(&way[way.len() - 1..]);
        let rows = (STRIP.start..).zip(std::iter::zip(&shown, &direct));
        let differ: Vec<usize> = rows.filter(|(_, (a, b))| a != b).map(|(n, _)| n).collect();
        assert_eq!(differ, [], "rows of {way:?}");
    }
}

/// A unit without any strength, as an aircraft is, has neither bar nor number in the strip; one that lost all it had has its 0.
#[test]
fn who_has_no_strength_has_no_number_in_the_strip() {
    let mut bench = placing();
    let mut marker = |original: u8, strength: u8, combat: u8| {
        let values = [
            ("original", original),
            ("strength", strength),
            ("combat", combat),
        ];
        for (role, value) in values {
            let at = bench.at(&format!("view_{role}"));
            bench.write(at + UNIT, &[value]);
        }
        let d = [0, 0, 0, 0, 0, UNIT, Y as u32, X as u32];
        bench.call("unit_marker", &d, &[], "d0 d1 d2 d3 d4 a0 a1");
        let rows = colours(&bench, Y..Y + 13);
        let rows = rows.iter().map(|row| row[X + 10..X + 21].to_vec());
        rows.collect::<Vec<_>>()
    };
    let bare = marker(0, 0, 0);
    let [none_left, seven] = [(6, 0, 0), (7, 7, 7)].map(|(o, s, c)| marker(o, s, c));
    assert!(bare != none_left, "a 0 where there was some");
    assert!(bare != seven);
    assert!(marker(0, 0, 0) == bare, "it comes back");
    // Where a game gives no original strength numbers are shown all the same.
    assert!(marker(0, 0, 7) == seven);
    let digit = |rows: &[Vec<u8>]| rows.iter().flatten().filter(|c| **c == 1).count();
    assert!(digit(&bare) < digit(&none_left));
}

/// Of a class the strip looks at the four bits that the map does, whatever it drew before.
#[test]
fn a_class_has_four_bits_in_the_strip() {
    let mut bench = placing();
    let symbol = bench.at("view_symbol") + UNIT;
    let mut marker = |d0: u32, class: u8| {
        bench.write(symbol, &[class]);
        let d = [d0, 0, 0, 0, 0, UNIT, Y as u32, X as u32];
        bench.call("unit_marker", &d, &[], "d0 d1 d2 d3 d4 a0 a1");
        colours(&bench, Y..Y + 13)
    };
    for class in 0..16 {
        let shown = marker(0, class);
        assert!(marker(0xFFFF, class) == shown, "{class}");
        assert!(marker(0, class | 0xF0) == shown, "{class}");
    }
}

/// The emblem is that of the side whose turn it is, as soon as the game says so.
#[test]
fn the_emblem_goes_with_the_side() {
    let mut bench = placing();
    let mut emblem = |side: u16| {
        bench.write_words("vm_v", &[side]);
        bench.call("call_side", &[], &[], CALL);
        let rows = colours(&bench, 11..44);
        let rows = rows.iter().map(|row| row[275..320].to_vec());
        rows.collect::<Vec<_>>()
    };
    let [first, second] = [0, 1].map(&mut emblem);
    assert!(first != second);
    assert!(emblem(0) == first, "it comes back");
    assert!(emblem(2) == first, "neither side: it stays");
    assert!(emblem(1) == second);
}

/// So does the weather, though the side stays: the last battle of a turn may have shown the emblem of the side that is next.
#[test]
fn the_weather_of_the_panel_is_that_of_now() {
    let mut bench = placing();
    let weather = bench.at("view_weather");
    let mut panel = |now: u8, side: u16| {
        bench.write(weather, &[now]);
        bench.write_words("vm_v", &[side]);
        bench.call("call_side", &[], &[], CALL);
        let rows = colours(&bench, 201..216);
        let rows = rows.iter().map(|row| row[275..320].to_vec());
        rows.collect::<Vec<_>>()
    };
    panel(0, 1);
    let [clear, fog] = [0, 2].map(|weather| panel(weather, 0));
    assert!(clear != fog);
    assert!(panel(0, 0) == clear, "it comes back");
}

/// A number of two digits begins a pixel further left than one of one.
#[test]
fn numbers_begin_where_their_digits_have_room() {
    let mut bench = placing();
    let mut begins = |number: u8| {
        let rows = counter(&mut bench, &[("combat", number)]);
        let numbers = &rows[ABOVE_NUMBERS + 4..ABOVE_NUMBERS + 11];
        let lit = |x: &usize| numbers.iter().any(|row| row[*x] == 1);
        (BORDER + 2..16).find(lit).expect("a digit")
    };
    let [zero, eight, nine, twenty] = [0, 8, 9, 20].map(&mut begins);
    assert_eq!([zero, eight, nine], [zero; 3]);
    assert!(twenty < zero, "{twenty} and {zero}");
}

/// A strength that is not known is a question mark, in the place of the number; the movement stays.
#[test]
fn an_unknown_strength_is_a_question() {
    let mut bench = placing();
    let known = counter(&mut bench, &[("combat", 7), ("moves", 4)]);
    let numbers: Vec<_> = (0..20)
        .map(|n| counter(&mut bench, &[("combat", n)]))
        .collect();
    let unknown = counter(&mut bench, &[("combat", 255)]);
    assert!(!numbers.contains(&unknown));
    let changed: Vec<usize> = (0..32)
        .filter(|x| (0..28).any(|y| unknown[y][*x] != known[y][*x]))
        .collect();
    let [first, last] = [changed[0], changed[changed.len() - 1]];
    assert!(last - first < 8 && last < 16, "{changed:?}");
    let drawn: Vec<String> = (ABOVE_NUMBERS..26)
        .map(|y| {
            (first..=last)
                .map(|x| if unknown[y][x] == 1 { '#' } else { '.' })
                .collect()
        })
        .collect();
    let glyph = ".###. #...# ....# ...#. ..#.. ..... ..#..";
    assert_eq!(
        drawn.join(" ").trim_matches(['.', ' ']),
        glyph.trim_matches('.')
    );
}
