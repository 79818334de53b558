//! The map window: what a hex shows, scrolling, and that no frame ever shows half a change.

use crate::stand_in::{Bench, FRAME, StandIn, call};
use hexfront_c64::art::{MapSet, Plan, Sheets};
use hexfront_isa::looks::Looks;
use hexfront_platforms::machine::Machine;
use hexfront_platforms::machines::c64::Video;

const COLUMNS: i32 = 31;
const ROWS: i32 = 32;
/// Values of `view_site`.
const VICTORY_TOWN: u8 = 2;
const EXIT: u8 = 3;
const LAYERS: [(&str, u8); 7] = [
    ("view_terrain", 4),
    ("view_road", 64),
    ("view_river", 64),
    ("view_blown", 64),
    ("view_owner", 2),
    ("view_site", 4),
    ("view_first", 0),
];

/// A map of everything: layers of random values, units on some hexes.
#[derive(Clone)]
struct World {
    layers: Vec<Vec<u8>>,
    next: Vec<u8>,
    side: Vec<u8>,
    symbol: Vec<u8>,
    size: Vec<u8>,
    mode: Vec<u8>,
    attack: Vec<u8>,
}

impl World {
    fn random(seed: u32) -> Self {
        let mut state = seed;
        let mut draw = |n: u32| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            ((u64::from(state) * u64::from(n)) >> 32) as u8
        };
        let mut layers: Vec<Vec<u8>> = LAYERS
            .iter()
            .map(|&(_, n)| {
                (0..1024)
                    .map(|_| if n == 0 { 255 } else { draw(u32::from(n)) })
                    .collect()
            })
            .collect();
        // Exits are rare, or they would hide many a lower right corner.
        for site in &mut layers[5] {
            if *site == EXIT {
                *site = draw(4);
            }
        }
        for unit in 0..200 {
            let hex = 4 * usize::from(draw(248)) + usize::from(draw(4));
            layers[6][hex] = unit;
        }
        let mut field = |n| (0..256).map(|_| draw(n)).collect::<Vec<u8>>();
        let (side, symbol, size, mode) = (field(2), field(6), field(4), field(2));
        let mut next: Vec<u8> = field(2)
            .into_iter()
            .map(|n| if n == 0 { 255 } else { 7 })
            .collect();
        next[7] = 255;
        // Every third attacks.
        let attack = field(18)
            .into_iter()
            .map(|n| if n > 6 { 0 } else { n })
            .collect();
        Self {
            layers,
            next,
            side,
            symbol,
            size,
            mode,
            attack,
        }
    }

    fn poke(&self, bench: &mut Bench) {
        for ((name, _), layer) in LAYERS.iter().zip(&self.layers) {
            bench.poke(name, layer);
        }
        bench.poke("view_next", &self.next);
        bench.poke("view_side", &self.side);
        bench.poke("view_symbol", &self.symbol);
        bench.poke("view_size", &self.size);
        bench.poke("view_mode", &self.mode);
        bench.poke("view_attack", &self.attack);
    }

    fn layer(&self, name: &str, x: i32, y: i32) -> u8 {
        let index = LAYERS
            .iter()
            .position(|(n, _)| *n == name)
            .expect("a layer");
        self.layers[index][(x * 32 + y) as usize]
    }

    /// Is there a road, river, … on side `d` (1 to 6)?
    fn has(&self, name: &str, x: i32, y: i32, d: u8) -> bool {
        self.layer(name, x, y) & 1 << (d - 1) != 0
    }

    /// A road over a river has a bridge.
    fn bridge(&self, x: i32, y: i32, d: u8) -> bool {
        self.has("view_road", x, y, d) && self.has("view_river", x, y, d)
    }

    fn on_map(x: i32, y: i32) -> bool {
        (0..COLUMNS).contains(&x) && (0..ROWS).contains(&y)
    }

    /// As the tables number it: 0 clear, 1 rough, 2 forest, 3 a town that counts, 4 another.
    fn terrain(&self, x: i32, y: i32) -> usize {
        match self.layer("view_terrain", x, y) {
            3 if self.layer("view_site", x, y) != VICTORY_TOWN => 4,
            t => usize::from(t),
        }
    }

    /// The left boundary's character towards neighbour 6 (`up`) or 5.
    fn edge(&self, set: &MapSet, x: i32, y: i32, up: bool) -> u8 {
        let odd = x & 1;
        let (left, d) = if up {
            ((x - 1, y - 1 + odd), 6)
        } else {
            ((x - 1, y + odd), 5)
        };
        let table = |kind: &str| {
            set.table(&format!("edge_{}{kind}", if up { "up" } else { "down" }))
                .expect("a table")
        };
        match (Self::on_map(left.0, left.1), Self::on_map(x, y)) {
            (false, false) => return table("_rim")[2],
            (false, true) => return table("_rim")[0],
            (true, false) => return table("_rim")[1],
            (true, true) => {}
        }
        if self.bridge(x, y, d) {
            return table("_cross")[usize::from(self.has("view_blown", x, y, d))];
        }
        let (a, b) = (self.terrain(left.0, left.1), self.terrain(x, y));
        let kind = if self.has("view_river", x, y, d) {
            2
        } else if self.has("view_road", x, y, d) {
            1
        } else if a >= 3 || b >= 3 {
            3
        } else {
            0
        };
        table("")[usize::from(a == 2) * 8 + usize::from(b == 2) * 4 + kind]
    }

    /// The core's characters: upper left and right, lower left and right.
    fn core(&self, set: &MapSet, x: i32, y: i32) -> [u8; 4] {
        let table = |name: &str, i: usize| set.table(name).expect("a table")[i];
        if !Self::on_map(x, y) {
            return [table("map_marks", 1); 4];
        }
        let road = |d| usize::from(self.has("view_road", x, y, d));
        let river = usize::from(self.has("view_river", x, y, 1));
        let unit = usize::from(self.layer("view_first", x, y));
        if unit != 255 {
            let side = usize::from(self.side[unit]);
            let top =
                ((side * 4 + usize::from(self.size[unit])) * 2 + usize::from(self.mode[unit])) * 2
                    + river;
            let bottom = (side * 6 + usize::from(self.symbol[unit])) * 2
                + usize::from(self.next[unit] != 255);
            // Whoever of the stack attacks: the arrow stands over the counter on top.
            let below = usize::from(self.next[unit]);
            let arrow = match (self.attack[unit], self.attack.get(below)) {
                (0, Some(&d)) if below != 255 => d,
                (d, _) => d,
            };
            let (left, right) = if arrow > 0 {
                let i = usize::from(arrow) - 1;
                (table("arrow_l", i), table("arrow_r", i))
            } else {
                (table("top_l", top), table("top_r", top))
            };
            return [
                left,
                right,
                table("bottom_l", bottom),
                table("bottom_r", bottom),
            ];
        }
        let t = self.terrain(x, y);
        let crossing = self.bridge(x, y, 1);
        let blown = 2 * usize::from(self.has("view_blown", x, y, 1));
        let dot = usize::from(self.layer("view_owner", x, y) != 0);
        [
            if crossing {
                table("cross_tl", blown + road(6))
            } else {
                table("core_tl", t * 8 + road(1) * 4 + road(6) * 2 + river)
            },
            if crossing {
                table("cross_tr", blown + road(2))
            } else {
                table("core_tr", t * 4 + road(2) * 2 + river)
            },
            table("core_bl", t * 4 + road(4) * 2 + road(5)),
            if self.layer("view_site", x, y) == EXIT {
                table("map_marks", 2)
            } else {
                table("core_br", t * 4 + road(3) * 2 + dot)
            },
        ]
    }

    /// The whole window: rows 1 to 15.
    fn window(&self, set: &MapSet, x0: i32, y0: i32) -> Vec<Vec<(u8, u8)>> {
        let mut rows = vec![vec![0u8; 40]; 17];
        for i in 0..=13 {
            let x = x0 + i;
            let odd = x & 1;
            for j in -1..=7 {
                let (y, top) = (y0 + j, 1 + 2 * j + odd);
                let (edges, core) = (
                    [true, false].map(|up| self.edge(set, x, y, up)),
                    self.core(set, x, y),
                );
                for (half, edge) in edges.into_iter().enumerate() {
                    let row = top + half as i32;
                    if !(1..16).contains(&row) {
                        continue;
                    }
                    let cells = &mut rows[row as usize];
                    let column = 3 * i as usize;
                    cells[column] = edge;
                    if i < 13 {
                        cells[column + 1..column + 3]
                            .copy_from_slice(&core[2 * half..2 * half + 2]);
                    }
                }
            }
        }
        let coloured = |row: &Vec<u8>| {
            row.iter()
                .map(|&c| (c, set.colours[usize::from(c)]))
                .collect()
        };
        rows[1..16].iter().map(coloured).collect()
    }
}

fn hex(x: i32, y: i32) -> u16 {
    (x * 32 + y) as u16
}

fn origin(bench: &Bench) -> (i32, i32) {
    let [x, y] = ["win_x", "win_y"].map(|s| i32::from(bench.peek(s, 1)[0]));
    (x, y)
}

fn assert_window(bench: &Bench, world: &World, set: &MapSet, what: &str) {
    let (x0, y0) = origin(bench);
    let (want, have) = (world.window(set, x0, y0), bench.cells());
    for row in 0..15 {
        for column in 0..40 {
            let (w, h) = (want[row][column], have[row + 1][column]);
            assert_eq!(
                w,
                h,
                "{what}: window {x0},{y0}, row {}, column {column}",
                row + 1
            );
        }
    }
}

#[test]
fn every_hex_shows_what_it_holds() {
    let set = MapSet::build(
        &Plan::of(&Looks::default(), &Sheets::default()),
        &Sheets::default(),
    )
    .unwrap();
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    for seed in [1, 77] {
        let world = World::random(seed);
        world.poke(&mut bench);
        for (x, y) in [
            (0, 0),
            (15, 16),
            (30, 31),
            (0, 31),
            (30, 0),
            (8, 9),
            (21, 20),
        ] {
            bench.call(call::MAP, &[hex(x, y), 1]);
            bench.call(call::REFRESH, &[0xFFFF]);
            assert_window(
                &bench,
                &world,
                &set,
                &format!("seed {seed}, centred on {x},{y}"),
            );
        }
    }
}

#[test]
fn scrolling_in_all_directions_gives_what_drawing_anew_gives() {
    let set = MapSet::build(
        &Plan::of(&Looks::default(), &Sheets::default()),
        &Sheets::default(),
    )
    .unwrap();
    let world = World::random(5);
    let mut bench = Bench::new();
    world.poke(&mut bench);
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[hex(15, 16), 1]);
    let (mut x, mut y) = (15, 16);
    let walk = [
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    ];
    for (dx, dy) in walk {
        for step in 0..5 {
            (x, y) = (x + dx, y + dy);
            let before = origin(&bench);
            bench.call(call::MAP, &[hex(x, y), 0]);
            assert_window(&bench, &world, &set, &format!("step {step} by {dx},{dy}"));
            let after = origin(&bench);
            let moved = [after.0 - before.0, after.1 - before.1];
            assert!(
                moved.iter().all(|m| m.abs() <= 1),
                "{before:?} to {after:?}"
            );
            // Margins of two columns and a row, where the map goes on.
            let within = |at: i32, margin: i32, window: i32, start: i32, end: i32| {
                (at >= margin || start == 0) && (at < window - margin || start + window == end)
            };
            assert!(
                within(x - after.0, 2, 13, after.0, COLUMNS),
                "{x} in {after:?}"
            );
            assert!(within(y - after.1, 1, 7, after.1, ROWS), "{y} in {after:?}");
        }
    }
}

/// Pictures of the map's lines (rows 1 to 15) in every frame while a call runs.
fn frames_during(bench: &mut Bench, number: u8, arguments: &[u16]) -> Vec<Vec<u16>> {
    let picture = |bench: &Bench| {
        let frame = bench.c64.frame();
        let (top, lines) = ((frame.height - 200) / 2, 8 * 15);
        frame.pixels[(top + 7) * frame.width..(top + 9 + lines) * frame.width].to_vec()
    };
    let mut frames = vec![picture(bench)];
    bench.ask(number, arguments);
    while bench.busy() {
        bench.c64.run_frame();
        frames.push(picture(bench));
    }
    for _ in 0..2 {
        bench.c64.run_frame();
        frames.push(picture(bench));
    }
    frames.dedup();
    frames
}

#[test]
fn a_scroll_shows_the_old_map_then_the_new_one_and_nothing_between() {
    let world = World::random(9);
    let mut bench = Bench::new();
    world.poke(&mut bench);
    bench.call(call::PAGE, &[0]);
    for (from, to) in [
        ((15, 16), (20, 16)),
        ((15, 16), (15, 19)),
        ((15, 16), (10, 13)),
    ] {
        bench.call(call::MAP, &[hex(from.0, from.1), 1]);
        // Walk to the rim of what is shown without scrolling, then one further.
        for _ in 0..3 {
            bench.c64.run_frame();
        }
        let frames = frames_during(&mut bench, call::MAP, &[hex(to.0, to.1), 0]);
        assert_eq!(frames.len(), 2, "{from:?} to {to:?}");
        // What is seen then, on one of the two screens, is what drawing anew shows on the other.
        let seen = [false, true].map(|anew| {
            if anew {
                bench.call(call::REFRESH, &[0xFFFF]);
            }
            bench.frames(3);
            bench.c64.frame().pixels.to_vec()
        });
        assert!(seen[0] == seen[1], "{from:?} to {to:?}");
    }
}

#[test]
fn a_refresh_changes_its_own_hex_only() {
    let set = MapSet::build(
        &Plan::of(&Looks::default(), &Sheets::default()),
        &Sheets::default(),
    )
    .unwrap();
    let mut world = World::random(3);
    let mut bench = Bench::new();
    world.poke(&mut bench);
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[hex(15, 16), 1]);
    let (x0, y0) = origin(&bench);
    for (i, j) in [(0, 0), (12, 3), (5, 6), (6, 7), (7, -1)] {
        let (x, y) = (x0 + i, y0 + j);
        let index = usize::from(hex(x, y));
        // Everything may change, the hex alone is asked for.
        let old = bench.cells();
        world.layers[5][index] ^= 1;
        world.layers[6][index] = if world.layers[6][index] == 255 {
            3
        } else {
            255
        };
        let elsewhere = usize::from(hex(x0 + 3, y0 + 3));
        let mut other = world.clone();
        other.layers[6][elsewhere] = 9;
        other.poke(&mut bench);
        bench.call(call::REFRESH, &[hex(x, y)]);
        let new = bench.cells();
        world.poke(&mut bench);
        let want = world.window(&set, x0, y0);
        for row in 1..16 {
            for column in 0..40 {
                let own = (column as i32) / 3 == i && {
                    let top = 1 + 2 * j + (x & 1);
                    (top..top + 2).contains(&(row as i32))
                };
                let expected = if own {
                    want[row - 1][column]
                } else {
                    old[row][column]
                };
                assert_eq!(
                    new[row][column], expected,
                    "hex {i},{j}: row {row}, column {column}"
                );
            }
        }
    }
}

#[test]
fn hidden_counters_show_the_ground() {
    let set = MapSet::build(
        &Plan::of(&Looks::default(), &Sheets::default()),
        &Sheets::default(),
    )
    .unwrap();
    let mut world = World::random(4);
    let mut bench = Bench::new();
    world.poke(&mut bench);
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[hex(15, 16), 1]);
    bench.call(call::SHOW_UNITS, &[0]);
    let shown = world.clone();
    world.layers[6].fill(255);
    assert_window(&bench, &world, &set, "hidden");
    bench.call(call::SHOW_UNITS, &[1]);
    assert_window(&bench, &shown, &set, "shown again");
}
#[test]
fn a_scroll_takes_two_frames_at_most_wherever_the_beam_is() {
    let world = World::random(5);
    let mut bench = Bench::new();
    world.poke(&mut bench);
    bench.call(call::PAGE, &[0]);
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)] {
        for phase in 0..40u64 {
            bench.call(call::MAP, &[hex(15, 16), 1]);
            let (x0, y0) = origin(&bench);
            let until = bench.c64.cycles() + FRAME / 40 * phase;
            while bench.c64.cycles() < until {
                bench.c64.step();
            }
            let place = |d: i32, low: i32, middle: i32, high: i32| match d {
                1 => high,
                -1 => low,
                _ => middle,
            };
            let (x, y) = (x0 + place(dx, 1, 6, 11), y0 + place(dy, 0, 3, 6));
            let (_, cycles) = bench.call(call::MAP, &[hex(x, y), 0]);
            // Along both axes at once there is more to draw.
            let limit = if dx * dy == 0 {
                2 * FRAME
            } else {
                FRAME * 5 / 2
            };
            assert!(
                cycles <= limit,
                "{dx},{dy} takes {:.2} frames",
                cycles as f64 / FRAME as f64
            );
        }
    }
}

/// The bar's paper.
const DARK_GREY: u16 = 11;

/// A sprite's lines take cycles from the interrupt that changes the bands.
#[test]
fn the_bar_below_the_map_is_whole_beside_a_cursor_in_the_lowest_row() {
    for video in [Video::Pal, Video::Ntsc] {
        let world = World::random(6);
        let mut bench = Bench::with(video);
        world.poke(&mut bench);
        bench.call(call::PAGE, &[0]);
        bench.call(call::MAP, &[hex(15, 31), 1]);
        bench.call(call::WINDOW, &[1]);
        for _ in 0..38 {
            bench.call(call::CHAR, &[b'M'.into()]);
        }
        let lines = |bench: &mut Bench, shown: u16| {
            bench.call(call::CURSOR, &[shown, 0]);
            bench.frames(3);
            let frame = bench.c64.frame();
            let first = (frame.height - 200) / 2 + 8 * 16 - 1;
            let rows = frame.pixels.chunks(frame.width).skip(first).take(9);
            rows.map(<[u16]>::to_vec).collect::<Vec<_>>()
        };
        let bare = lines(&mut bench, 0xFFFF);
        let (x0, _) = origin(&bench);
        for column in [0, 1, 2, 10, 11] {
            let with_cursor = lines(&mut bench, hex(x0 + column, 31));
            // Away from the cursor itself, which is 48 pixels wide; the bar's lines only.
            let left = 32 + 24 * column as usize;
            let pairs = bare.iter().zip(&with_cursor).enumerate();
            for (line, (a, b)) in pairs.filter(|(_, (a, _))| a[33] == DARK_GREY) {
                let beside = |row: &[u16]| {
                    let far = row.len().min(left + 72);
                    [&row[..left.saturating_sub(24)], &row[far..]].concat()
                };
                assert!(
                    beside(a) == beside(b),
                    "{video:?}: column {column}, line {line}"
                );
                // Letters stand before the cursor.
                let letters = a.iter().zip(b).filter(|(a, _)| **a != DARK_GREY);
                assert!(
                    letters.clone().count() > 32 && letters.clone().all(|(a, b)| a == b),
                    "{video:?}: column {column}, line {line}: a letter is covered"
                );
            }
        }
    }
}
