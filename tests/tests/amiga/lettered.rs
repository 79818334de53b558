//! Counters with names on the Amiga: what each part of one tells of its unit and of its hex, and where it stands.

use hexfront::targets::AMIGA;
use hexfront::{compile, games};
use hexfront_tests::amiga::at_first_menu;
use hexfront_tests::routine::{Bench, Draws};
use std::ops::Range;

const DEPTH: usize = 5;
const LINE: usize = 40;
/// A place on the screen, and the unit that is drawn there.
const X: usize = 64;
const Y: usize = 40;
const UNIT: u8 = 7;
/// Of a counter (`amiga/shell/lettered.s`): its size with the edge of a stack, and where its parts are.
const WIDE: usize = 34;
const HIGH: usize = 30;
const HEAD: Part = (3..29, 1..7);
const FOOT: Part = (3..29, 21..27);
const SIZE: Part = (12..21, 18..21);
const MOBILITY: Part = (22..27, 16..21);
const MOVES: Part = (1..3, 1..27);
const STRENGTH: Part = (29..31, 1..27);
const SIGN: Part = (4..28, 7..17);
const UNITS: Part = (4..11, 14..21);
const WORKS: Part = (4..11, 7..14);
const MARKS: [Part; 2] = [(24..28, 7..11), (24..28, 11..15)];
/// Of `unit_symbol` in White Death's rules.
const INFANTRY: u8 = 0;
const ARMOUR: u8 = 12;
const CLASSES: u8 = 16;
/// The colour of works, and of what lies below bars.
const ORANGE: u8 = 23;
const TROUGH: u8 = 6;
/// A bunker of Velikiye Luki, and a hex without one; their column is above the six bits of the row.
const BUNKER: u32 = 24 << 6 | 17;
const NO_BUNKER: u32 = 20 << 6 | 17;

/// Columns and rows.
type Part = (Range<usize>, Range<usize>);
type Picture = Vec<Vec<u8>>;

/// White Death, as the first scenario's first impulse is to begin.
fn begun() -> Bench {
    let game = games::find("white-death").expect("the game is built in");
    let cartridge = compile::compile(&game).expect("the game compiles");
    let built = AMIGA.build(&cartridge).unwrap();
    let amiga = at_first_menu(&built, &built.disk.to_bytes());
    Bench::behind(amiga, "<RET><RET>", 8.0)
}

fn set(bench: &mut Bench, values: &[(&str, u8)]) {
    for (role, value) in values {
        let at = bench.at(&format!("view_{role}"));
        bench.write(at + u32::from(UNIT), &[*value]);
    }
}

/// What the screen shows at the counter's place.
fn shown(bench: &Bench) -> Picture {
    let at = bench.at("screen") + (Y * DEPTH * LINE) as u32;
    let bytes = bench.read(at, HIGH * DEPTH * LINE);
    let pixel = |row: &[u8], x: usize| {
        let bit = |plane: usize| row[plane * LINE + x / 8] >> (7 - x % 8) & 1;
        (0..DEPTH).map(|plane| bit(plane) << plane).sum()
    };
    let row = |row: &[u8]| (X..X + WIDE).map(|x| pixel(row, x)).collect();
    bytes.chunks(DEPTH * LINE).map(row).collect()
}

/// The counter of the unit, for which these values are set, as a window shows it.
fn counter(bench: &mut Bench, values: &[(&str, u8)]) -> Picture {
    set(bench, values);
    let screen = bench.at("screen");
    let d = [X as u32, Y as u32, LINE as u32, 0, 0, UNIT.into()];
    bench.call("counter_draw", &d, &[0, screen], "d0 d1 a0");
    shown(bench)
}

/// The same on top of so many units in a hex.
fn in_hex(bench: &mut Bench, hex: u32, units: u16) -> Picture {
    let at = bench.at("stack");
    bench.write(at, &[UNIT]);
    bench.write_words("stack_units", &[units]);
    let screen = bench.at("screen");
    // From the corner of its hex.
    let d = [X as u32 - 6, Y as u32 - 2, LINE as u32, 0, 0, hex];
    bench.call("stack_draw", &d, &[0, screen], "d0 d1 d5 d6 a0");
    shown(bench)
}

fn part(picture: &Picture, (columns, rows): &Part) -> Picture {
    let row = |y: usize| picture[y][columns.clone()].to_vec();
    rows.clone().map(row).collect()
}

/// Two pictures differ in that part, and nowhere else.
fn assert_differ_in(a: &Picture, b: &Picture, (columns, rows): &Part, what: &str) {
    let mut differ = 0;
    for y in 0..HIGH {
        for x in 0..WIDE {
            if a[y][x] != b[y][x] {
                assert!(columns.contains(&x) && rows.contains(&y), "{what}: {x},{y}");
                differ += 1;
            }
        }
    }
    assert!(differ > 0, "{what}");
}

/// Values of a field: no two look alike, and what differs is in that part.
fn assert_each_looks_different(bench: &mut Bench, role: &str, values: Range<u8>, place: &Part) {
    let mut seen: Vec<Picture> = Vec::new();
    for value in values {
        let picture = counter(bench, &[(role, value)]);
        for (before, other) in seen.iter().enumerate() {
            assert_differ_in(
                &picture,
                other,
                place,
                &format!("{role} {value} and {before}"),
            );
        }
        seen.push(picture);
    }
}

/// Counters that are kept are those that would be composed now: whatever changes of a unit and its hex, one up while another goes down
/// among it.
#[test]
fn a_counter_that_is_kept_is_as_it_would_be_now() {
    const ROLES: [&str; 9] = [
        "strength", "moves", "symbol", "size", "mobility", "engaged", "fires", "target", "nation",
    ];
    let mut bench = begun();
    let mut draws = Draws::new(21);
    for case in 0..200 {
        let value = draws.of(1..4) as u8;
        let role = ROLES[draws.of(0..ROLES.len() as i32) as usize];
        set(&mut bench, &[(role, value)]);
        let points = draws.of(1..8) as u8;
        let full = bench.at("view_full_moves");
        bench.write(full, &[points]);
        let units = 8 - u16::from(points);
        let hex = [BUNKER, NO_BUNKER][case / 8 % 2];
        let kept = in_hex(&mut bench, hex, units);
        let before = bench.amiga.machine.snapshot();
        // As if a menu had hung meanwhile.
        bench.call("cache_forget", &[], &[], "d0 a0");
        let anew = in_hex(&mut bench, hex, units);
        bench.amiga.machine = before;
        assert_eq!(kept, anew, "case {case}: {role} {value}, {points} points");
    }
}

/// WD-U.8: size in the middle, mobility at its right; vehicles have no size (WD-2.6).
#[test]
fn size_and_mobility_stand_in_their_places() {
    let mut bench = begun();
    set(&mut bench, &[("symbol", INFANTRY), ("mobility", 1)]);
    assert_each_looks_different(&mut bench, "size", 0..4, &SIZE);
    assert_each_looks_different(&mut bench, "mobility", 0..7, &MOBILITY);
    let tanks = [0, 3].map(|size| counter(&mut bench, &[("symbol", ARMOUR), ("size", size)]));
    assert_eq!(tanks[0], tanks[1], "a vehicle's size");
}

/// Every class has a sign of its own.
#[test]
fn classes_have_signs() {
    let mut bench = begun();
    let signs: Vec<Picture> = (0..CLASSES)
        .map(|class| part(&counter(&mut bench, &[("symbol", class)]), &SIGN))
        .collect();
    for (class, sign) in signs.iter().enumerate() {
        assert!(!signs[..class].contains(sign), "class {class}");
    }
    let sides = [0, 1].map(|side| counter(&mut bench, &[("symbol", ARMOUR), ("side", side)]));
    assert_ne!(part(&sides[0], &SIGN), part(&sides[1], &SIGN));
    assert_ne!(part(&sides[0], &HEAD), part(&sides[1], &HEAD));
}

/// WD-U.8: the division at the head, the unit's own name at the foot.
#[test]
fn the_name_stands_at_head_and_foot() {
    let mut bench = begun();
    let at = bench.at("view_unit_name");
    let name_of =
        |bench: &Bench, unit: u32| [at + 256 + unit, at + unit].map(|at| bench.read(at, 1)[0]);
    // Two battalions of the 83rd division, and one of another.
    let names: Vec<[u8; 2]> = (0..254).map(|unit| name_of(&bench, unit)).collect();
    let mut pictures = Vec::new();
    for name in &names {
        bench.write(at + 256 + u32::from(UNIT), &name[..1]);
        bench.write(at + u32::from(UNIT), &name[1..]);
        pictures.push(counter(&mut bench, &[]));
        if pictures.len() == 60 {
            break;
        }
    }
    let heads: Vec<Picture> = pictures.iter().map(|p| part(p, &HEAD)).collect();
    let feet: Vec<Picture> = pictures.iter().map(|p| part(p, &FOOT)).collect();
    let same_head = (1..heads.len())
        .filter(|n| heads[*n] == heads[n - 1])
        .count();
    assert!(
        (30..59).contains(&same_head),
        "{same_head} of 59 follow one of their division"
    );
    for n in 1..heads.len() {
        if names[n] != names[n - 1] {
            assert!(
                heads[n] != heads[n - 1] || feet[n] != feet[n - 1],
                "unit {n}"
            );
        }
        // Letters are in the bands alone.
        let [a, b] = [&pictures[n], &pictures[n - 1]];
        for y in 7..21 {
            assert_eq!(a[y], b[y], "unit {n}, row {y}");
        }
    }
}

/// WD-U.9: bars from below, of what the impulse began with and of the full strength.
#[test]
fn bars_show_what_is_left() {
    let mut bench = begun();
    let full = bench.at("view_full_moves");
    bench.write(full, &[4]);
    let rows = |picture: &Picture, place: &Part| {
        let lit = part(picture, place).into_iter().map(|row| row[1] != TROUGH);
        let lit: Vec<bool> = lit.collect();
        let high = lit.iter().filter(|lit| **lit).count();
        assert!(lit[lit.len() - high..].iter().all(|lit| *lit), "from below");
        high
    };
    let moves = [0, 1, 2, 4].map(|moves| rows(&counter(&mut bench, &[("moves", moves)]), &MOVES));
    assert_eq!(moves, [0, 7, 13, 26]);
    bench.write(full, &[8]);
    assert_eq!(rows(&counter(&mut bench, &[]), &MOVES), 13);
    let strengths = [(6, 6), (4, 6), (3, 6), (2, 6), (1, 6), (0, 6)];
    let colours = strengths.map(|(left, of)| {
        let picture = counter(&mut bench, &[("strength", left), ("original", of)]);
        let high = rows(&picture, &STRENGTH);
        assert_eq!(
            high,
            (usize::from(left) * 26).div_ceil(usize::from(of)),
            "{left} of {of}"
        );
        picture[26][29]
    });
    assert_eq!(colours, [25, 18, 18, 17, 17, TROUGH]);
}

/// WD-4.10: the number of units from two on, and the edge of another counter; both are of the map alone.
#[test]
fn a_stack_has_its_number() {
    let mut bench = begun();
    let alone = in_hex(&mut bench, NO_BUNKER, 1);
    let mut seen: Vec<Picture> = vec![part(&alone, &UNITS)];
    for units in 2..17 {
        let picture = in_hex(&mut bench, NO_BUNKER, units);
        let number = part(&picture, &UNITS);
        assert!(!seen.contains(&number), "{units}");
        seen.push(number);
        assert_ne!(picture[29][32], alone[29][32], "the edge");
        assert_eq!(part(&picture, &WORKS), part(&alone, &WORKS));
    }
    let window = counter(&mut bench, &[]);
    assert_eq!(part(&window, &UNITS), seen[0], "in a window");
}

/// WD-19.8: the bunker's strength above the number, in hexes that have one.
#[test]
fn a_bunker_has_its_strength_above_the_number() {
    let mut bench = begun();
    let [at, strengths] =
        ["works_at", "works_strength"].map(|role| bench.at(&format!("view_{role}")));
    let is_there = |n: &u32| {
        let place = [at + 256 + n, at + n].map(|at| u32::from(bench.read(at, 1)[0]));
        place[0] << 8 | place[1] == BUNKER
    };
    let bunker = (0..7).find(is_there).expect("a bunker");
    let mut seen: Vec<Picture> = Vec::new();
    for strength in 0..16 {
        bench.write(strengths + bunker, &[strength]);
        let picture = in_hex(&mut bench, BUNKER, 4);
        let tab = part(&picture, &WORKS);
        assert_eq!(tab.concat().contains(&ORANGE), strength > 0, "{strength}");
        assert!(!seen.contains(&tab), "{strength}");
        seen.push(tab);
    }
    let elsewhere = in_hex(&mut bench, NO_BUNKER, 4);
    assert_eq!(part(&elsewhere, &WORKS), seen[0]);
}

/// Marks of who fires and who is fired at, and the border of an engagement.
#[test]
fn marks_and_borders_have_colours() {
    let mut bench = begun();
    let none = [("fires", 0), ("target", 0), ("engaged", 0)];
    let plain = counter(&mut bench, &none);
    let fires = counter(&mut bench, &[("fires", 13)]);
    assert_differ_in(&plain, &fires, &MARKS[0], "fires");
    // One field of White Death says who is fired at, and has the border.
    counter(&mut bench, &none);
    let mut target = counter(&mut bench, &[("target", 13)]);
    for y in 0..28 {
        for x in (0..32).filter(|x| [0, 27].contains(&y) || [0, 31].contains(x)) {
            assert_ne!(target[y][x], plain[y][x], "{x},{y}");
            target[y][x] = plain[y][x];
        }
    }
    assert_differ_in(&plain, &target, &MARKS[1], "target");
    counter(&mut bench, &none);
    let edges: Vec<u8> = (0..13)
        .map(|engagement| {
            let picture = counter(&mut bench, &[("engaged", engagement)]);
            let corners = [
                picture[0][0],
                picture[27][31],
                picture[27][0],
                picture[9][31],
            ];
            assert_eq!(corners, [corners[0]; 4]);
            corners[0]
        })
        .collect();
    for (n, colour) in edges.iter().enumerate() {
        assert!(!edges[..n].contains(colour), "{n}: {edges:?}");
    }
}
