//! What stands beside text in a game for keys on the Amiga: pieces of the map and counters, and where they are drawn.

use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::{page, piece};
use hexfront_tests::c64::ardennes;
use hexfront_tests::keyed::{LINE, ROWS, Shell, bounds};
use hexfront_tests::routine::Draws;

/// A counter that is no unit's, as `core/isa/shell.toml` has it: what its bits from these on say.
const SIZE: u32 = 3;
const MODE: u32 = 5;
const SIDE: u32 = 6;
const STACK: u16 = 128;
/// The ground that is a town in Breakthrough.
const TOWN: usize = 3;
/// What an objective is among the kinds of sites.
const OBJECTIVE: u8 = 2;
const NO_UNIT: u8 = 255;
/// Directions of an attack.
const DIRECTIONS: u8 = 6;

/// A page of text, on which pieces stand at a column and row.
fn on_a_page() -> Shell {
    let mut shell = Shell::default();
    shell.call("call_page", &[page::TEXT]);
    shell
}

/// A hex as the map has it, cut above by the row before its two; of what is behind the last ground a town that counts.
#[test]
fn pieces_of_the_map_stand_in_their_rows() {
    let mut shell = on_a_page();
    let [column, row] = [10, 6];
    let [x, y] = [8 * 10, 13 + 10 * 6];
    let mut piece = |kind: u16, which: u16| {
        let shown = shell.drawn(9, |shell| {
            shell.call("call_symbol", &[kind, which, column, row]);
        });
        let clip: Vec<u8> = ["clip_left", "clip_right", "clip_top", "clip_bottom"]
            .into_iter()
            .flat_map(|name| shell.0.read(shell.0.at(name), 2))
            .collect();
        assert_eq!(clip, [0, 0, 0, 20, 0, 0, 1, 0], "the clip is the screen");
        shown
    };
    let grounds: Vec<_> = (0..12).map(|n| piece(piece::GROUND, n)).collect();
    for shown in &grounds {
        let [left, right, top, bottom] = bounds(shown, 9).expect("a hex");
        assert_eq!([left, right], [x - 6, x + 36]);
        assert_eq!([top, bottom], [y - 12, y + 19]);
    }
    let town = &grounds[11];
    let first = grounds.iter().position(|shown| shown == town);
    let first = first.expect("itself");
    assert!((2..11).contains(&first), "{first} grounds");
    for (n, ground) in grounds[..first].iter().enumerate() {
        assert!(!grounds[..n].contains(ground), "ground {n} is another");
    }
    let unlike = |n: &usize| {
        let pairs = grounds[*n].iter().flatten().zip(town.iter().flatten());
        pairs.filter(|(ground, town)| ground != town).count()
    };
    // The town of the map, with a mark on it.
    let unlikes: Vec<usize> = (0..first).map(|n| unlike(&n)).collect();
    let marked = unlikes.iter().position(|count| (1..200).contains(count));
    assert_eq!(marked, Some(TOWN), "{unlikes:?}");
    assert!(grounds[first..].iter().all(|shown| shown == town));
    let mut others = grounds[..=first].to_vec();
    for kind in [
        piece::ROAD,
        piece::RIVER,
        piece::BRIDGE,
        piece::BLOWN,
        piece::OWNER,
        piece::EXIT,
    ] {
        let shown = piece(kind, 0);
        assert!(!others.contains(&shown), "kind {kind} is another picture");
        assert!(shown == piece(kind, 3), "kind {kind} has no kinds");
        others.push(shown);
    }
}

/// Where rows are closer, less of a hex is seen.
#[test]
fn a_piece_is_cut_where_rows_are_closer() {
    let mut shell = on_a_page();
    shell.0.write_words("is_ntsc", &[1]);
    shell.0.call("page_pitches", &[], &[], "d0 a0 a1");
    let [x, y] = [8 * 10, 9 + 8 * 6];
    let shown = shell.drawn(9, |shell| {
        shell.call("call_symbol", &[piece::GROUND, 0, 10, 6]);
    });
    assert_eq!(bounds(&shown, 9), Some([x - 6, x + 36, y - 8, y + 15]));
}

/// A unit stands as high as its row.
#[test]
fn a_unit_stands_beside_text() {
    const UNIT: u32 = 5;
    let mut shell = on_a_page();
    let [x, y] = [8 * 10, 13 + 10 * 6];
    let shown = shell.drawn(9, |shell| {
        shell.call("call_counter", &[UNIT as u16, 10, 6]);
    });
    let wanted = shell.drawn(9, |shell| {
        let screen = shell.0.at("screen");
        let d = [x - 7, y - 3, LINE as u32, 0, 0, UNIT];
        shell.0.call("counter_bare", &d, &[0, screen], "d0 d1 a0");
    });
    assert!(shown == wanted);
    assert_eq!(
        bounds(&shown, 9).map(|[_, _, top, _]| top),
        Some(y as usize)
    );
}

/// A road goes down and up again, a river beside it; a bridge, whole or blown, has both.
#[test]
fn pieces_are_made_of_the_drawings_of_the_map() {
    const ROADS: [&str; 2] = ["object_road3", "object_road6"];
    let over = |last| [&["object_river3"][..], &ROADS, &[last]].concat();
    let mut shell = on_a_page();
    let [column, row] = [10, 6];
    let [x, y] = [8 * 10, 13 + 10 * 6];
    for (kind, objects) in [
        (piece::GROUND, Vec::new()),
        (piece::ROAD, ROADS.to_vec()),
        (piece::RIVER, vec!["object_river3"]),
        (piece::BRIDGE, over("object_bridge3")),
        (piece::BLOWN, over("object_blown3")),
        (piece::EXIT, vec!["object_exit"]),
    ] {
        let seen = shell.drawn(9, |shell| {
            shell.call("call_symbol", &[kind, 0, column, row]);
        });
        let wanted = shell.drawn(9, |shell| {
            let screen = shell.0.at("screen");
            let tile = shell.0.read(shell.0.at("ground_tiles"), 4);
            let tile = tile.iter().fold(0, |all, byte| all << 8 | u32::from(*byte));
            // From the row before its two on.
            shell.0.write_words("clip_top", &[y - 12]);
            shell.0.write_words("clip_bottom", &[y + 20]);
            let heads = objects.iter().map(|name| shell.0.at(name));
            let heads: Vec<u32> = [tile].into_iter().chain(heads).collect();
            for head in heads {
                let d = [x - 6, y - 12, LINE as u16].map(u32::from);
                shell.0.call("object_draw", &d, &[head, screen], "d0 d1");
            }
            shell.0.call("clip_screen", &[], &[], "d0 d1");
        });
        assert!(seen == wanted, "kind {kind}");
    }
}

/// A counter of signs ends where its two rows do; a stack shows the edge of another behind it.
#[test]
fn counters_beside_text_have_their_signs() {
    let mut shell = on_a_page();
    let [column, row] = [10, 6];
    let [x, y] = [8 * 10 + 2, 13 + 10 * 6 + 20 - 22];
    let composed = |shell: &mut Shell, places: &[[u32; 2]], which: u16| {
        let field = |at: u32, most: u16| u32::from(which >> at & most);
        shell.drawn(9, |shell| {
            let screen = shell.0.at("screen");
            for [x, y] in places {
                let [class, size, mode, side] =
                    [field(0, 7), field(SIZE, 3), field(MODE, 1), field(SIDE, 1)];
                let d = [*x, *y, LINE as u32, side, class, 0, size, mode];
                shell
                    .0
                    .call("counter_compose", &d, &[0, screen], "d3 d4 d6 d7 a0");
            }
        })
    };
    let mut known = Vec::new();
    for which in 0..256 {
        let shown = shell.drawn(9, |shell| {
            shell.call("call_symbol", &[piece::COUNTER, which, column, row]);
        });
        let places = if which & STACK != 0 {
            vec![[x - 2, y - 2], [x + 2, y]]
        } else {
            vec![[x, y]]
        };
        let expected = composed(&mut shell, &places, which & !STACK);
        assert!(shown == expected, "counter {which:08b}");
        if !known.contains(&shown) {
            known.push(shown);
        }
    }
    assert!(known.len() > 60, "{} look different", known.len());
}

/// A unit shows its side, class, size and mode; an attack its direction, and none that there is not.
#[test]
fn a_unit_shows_what_it_is() {
    const UNIT: u32 = 5;
    let mut shell = on_a_page();
    let mut draws = Draws::new(92);
    let screen = shell.0.at("screen");
    let mut arrows = Vec::new();
    for case in 0..60 {
        let [side, class, size, mode] = [2, 8, 6, 4].map(|most| draws.of(0..most) as u8);
        let attack = if case < 10 { case as u8 } else { 0 };
        for (role, value) in [
            ("side", side),
            ("symbol", class),
            ("size", size),
            ("mode", mode),
            ("attack", attack),
        ] {
            let at = shell.0.at(&format!("view_{role}"));
            shell.0.write(at + UNIT, &[value]);
        }
        let [x, y] = [90, 70];
        let d = [x, y, LINE as u32, 0x5555_DEAD, 0x5555_DEAD, UNIT];
        let bare = shell.drawn(9, |shell| {
            shell.0.call("counter_bare", &d, &[0, screen], "d0 d1 a0");
        });
        let expected = shell.drawn(9, |shell| {
            let [side, class, size, mode] = [side, class, size, mode].map(u32::from);
            let d = [x + 3, y + 3, LINE as u32, side, class, 0, size, mode];
            shell
                .0
                .call("counter_compose", &d, &[0, screen], "d3 d4 d6 d7 a0");
        });
        let look = format!("side {side}, class {class}, size {size}, mode {mode}");
        assert!(bare == expected, "{look}");
        let whole = shell.drawn(9, |shell| {
            shell.0.call("counter_draw", &d, &[0, screen], "d0 d1 a0");
        });
        let has = (1..=DIRECTIONS).contains(&attack);
        assert_eq!(whole != bare, has, "attack {attack}");
        if has {
            let arrow: Vec<[usize; 2]> = (0..ROWS)
                .flat_map(|y| (0..8 * LINE).map(move |x| [x, y]))
                .filter(|[x, y]| whole[*y][*x] != bare[*y][*x])
                .collect();
            assert!(!arrows.contains(&arrow), "attack {attack}");
            arrows.push(arrow);
        }
    }
    assert_eq!(arrows.len(), usize::from(DIRECTIONS));
}

/// The picture of its class in the colours of its side, of which the last bit counts; in the side's ink the mark of its size above and
/// that of its mode below. A class that there is not is the first one, a size or mode that there is not has no mark.
#[test]
fn a_counter_is_made_of_its_marks() {
    let mut shell = on_a_page();
    let [x, y, line] = [90, 70, LINE as u32];
    let [screen, pictures, inks] =
        ["screen", "classic_pictures", "classic_inks"].map(|name| shell.0.at(name));
    let [classes, sizes, modes] =
        ["classic_classes", "size_count", "mode_count"].map(|name| shell.0.at(name));
    // Inks that are no side's number, and something behind the last marks that is not to be seen.
    shell.0.write(inks, &[5, 6]);
    for (marks, count) in [("size_marks", sizes), ("mode_marks", modes)] {
        let behind = shell.0.at(marks) + 8 * count;
        shell.0.write(behind, &[0xFF; 8]);
    }
    let one_by_one = [4, classes + 2, sizes + 2, modes + 2].into_iter();
    let looks = one_by_one.enumerate().flat_map(|(which, most)| {
        (0..most).map(move |value| {
            let mut look = [1, 1, 1, 1];
            look[which] = value;
            look
        })
    });
    for [side, class, size, mode] in looks {
        let seen = shell.drawn(9, |shell| {
            let d = [x, y, line, side, class, 0, size, mode];
            shell
                .0
                .call("counter_compose", &d, &[0, screen], "d3 d4 d6 d7 a0");
        });
        let wanted = shell.drawn(9, |shell| {
            let [of_side, of_class] = [side % 2, if class < classes { class } else { 0 }];
            let picture = pictures + 4 * (of_side * classes + of_class);
            let picture = shell.0.read(picture, 4);
            let picture = picture
                .iter()
                .fold(0, |all, byte| all << 8 | u32::from(*byte));
            let d = [x, y, line];
            shell.0.call("object_draw", &d, &[picture, screen], "d0 d1");
            let ink = shell.0.read(inks + of_side, 1)[0];
            for (mark, count, marks, down, rows) in [
                (size, sizes, "size_marks", 2, 5),
                (mode, modes, "mode_marks", 17, 4),
            ] {
                if mark < count {
                    let d = [x + 9, y + down, line, ink.into(), rows];
                    let mark = shell.0.at(marks) + 8 * mark;
                    shell.0.call("glyph_draw", &d, &[mark, screen], "d0 d1 a0");
                }
            }
        });
        assert!(
            seen == wanted,
            "side {side}, class {class}, size {size}, mode {mode}"
        );
    }
}

/// The whole map in small: whose ground a hex is and what it is like, a mark of its unit, a town that counts.
#[test]
fn the_whole_map_stands_beside_text() {
    let cartridge = ardennes();
    let grid = Cartridge::read(&cartridge).unwrap().grid;
    let mut shell = on_a_page();
    let mut draws = Draws::new(93);
    let [column, row] = [1, 2];
    let [left, top] = [8, 13 + 10 * 2];
    let high = 5;
    let hexes = usize::from(grid.columns) << grid.row_bits();
    let mut layer = |values: &[u8]| -> Vec<u8> {
        let most = values.len() as i32;
        (0..hexes)
            .map(|_| values[draws.of(0..most) as usize])
            .collect()
    };
    let layers = [
        ("owner", layer(&[0, 0, 1])),
        ("terrain", layer(&[0, 1, 2, 3, 200])),
        ("site", layer(&[0, 1, 2, 3, 4, 200])),
        ("first", layer(&[4, 5, NO_UNIT, NO_UNIT])),
    ];
    for (role, values) in &layers {
        let at = shell.0.at(&format!("view_{role}"));
        shell.0.write(at, values);
    }
    let sides = shell.0.at("view_side");
    shell.0.write(sides + 4, &[0, 1]);
    let table = |name: &str, length: usize| shell.0.read(shell.0.at(name), length);
    let [grounds, kinds] = [
        ("ground_colours", "ground_count"),
        ("site_kinds", "site_count"),
    ]
    .map(|(name, count)| table(name, shell.0.at(count) as usize));
    let [sides, dots] = ["side_grounds", "side_dots"].map(|name| table(name, 2));
    let mut expected = vec![vec![9; 8 * LINE]; ROWS];
    let mut fill = |[x, y]: [usize; 2], [wide, high]: [usize; 2], colour: u8| {
        for row in expected.iter_mut().skip(y).take(high) {
            row.iter_mut()
                .skip(x)
                .take(wide)
                .for_each(|pixel| *pixel = colour);
        }
    };
    for across in 0..usize::from(grid.columns) {
        for down in 0..usize::from(grid.rows) {
            let hex = across << grid.row_bits() | down;
            let [owner, terrain, site, first] = [0, 1, 2, 3].map(|n: usize| layers[n].1[hex]);
            let ground = grounds.get(usize::from(terrain)).unwrap_or(&grounds[0]);
            let ground = if owner != 0 { sides[1] } else { *ground };
            let [x, y] = [
                left + 8 * across,
                top + high * down + across % 2 * (high / 2),
            ];
            fill([x, y], [8, high], ground);
            if first != NO_UNIT {
                fill([x + 2, y + 1], [4, 3], dots[usize::from(first - 4)]);
            }
            if kinds.get(usize::from(site)) == Some(&OBJECTIVE) {
                fill([x + 1, y], [6, 4], 0);
                fill([x + 2, y + 1], [4, 2], if owner != 0 { 18 } else { 1 });
            }
        }
    }
    assert!(kinds.contains(&OBJECTIVE), "{kinds:?}");
    let shown = shell.drawn(9, |shell| {
        shell.call("call_symbol", &[piece::MAP, 0, column, row]);
    });
    for (y, (seen, wanted)) in shown.iter().zip(&expected).enumerate() {
        let x = seen.iter().zip(wanted).position(|(a, b)| a != b);
        assert_eq!(x, None, "row {y}");
    }
}
