//! The map's cells: every picture a hex can be, cut into cells, and the tables that pick them by what a hex holds. One set serves the
//! whole game.

use super::seasons::Seasons;
use super::sheets::Plan;
use super::sheets::Sheets;
use super::sides::SideLook;
use super::textset;
use super::tile::{LINES, Tile, WIDTH};
use hexfront_art::pixels::roads;
use hexfront_art::plan::Ground;
use hexfront_art::sheet::{ArtError, Picture, Sheet};

/// Dots of a core: two cells by two.
const CORE_WIDTH: usize = 2 * WIDTH;
const CORE_LINES: usize = 2 * LINES;
/// Where signs and marks of size stand in a half of a counter, and their sizes.
const SIGN_LEFT: usize = 2;
const SIGN_WIDTH: usize = 10;
const SIGN_LINES: usize = 7;
const SIZE_TOP: usize = 5;
const SIZE_LINES: usize = 3;
/// Lines of an arrow.
const ARROW_LINES: usize = 6;
/// Lines of a counter's upper half that lie above it.
const ABOVE: usize = 2;
/// Line of its lower half that ends it, and of the card below that a stack shows.
const FOOT: usize = 7;
const CARD: usize = 9;

/// What stands on a hex besides the cursor, in the order of the contract's shapes.
const MARKS: [&str; 3] = ["cursor", "attack", "aircraft"];

/// The cells and their tables.
#[derive(Debug, Clone, Default)]
pub struct MapSet {
    /// Cells by code. Halves of counters are the last, so that text can show them too.
    pub tiles: Vec<Tile>,
    /// Cells that look otherwise by the weather: the code, and the cell for each value of role `weather`, of which the first stands
    /// among [`Self::tiles`].
    pub seasonal: Vec<(u8, Vec<Tile>)>,
    /// The first code that is an upper half of a counter, or an arrow; the first that is a lower half.
    pub counters: [u8; 2],
    /// Tables of codes: label and entries. What indexes them stands at [`MapSet::build`].
    pub tables: Vec<(&'static str, Vec<u8>)>,
}

impl MapSet {
    /// Draws the set. Tables (index bits, most significant first):
    ///
    /// | table | index |
    /// | --- | --- |
    /// | `core_tl` | terrain (a town: one that counts, the others behind the last terrain), link 1, link 6, river on side 1 |
    /// | `core_tr` | terrain, link 2, river on side 1 |
    /// | `core_bl` | terrain, link 4, link 5 |
    /// | `core_br` | terrain, link 3, owner dot |
    /// | `cross_tl`, `cross_tr` | bridge site on side 1: blown, link 6 (link 2) |
    /// | `edge_up`, `edge_down` | left filled, right filled (both only where a ground fills edges), left forest, right forest, kind (plain, road, river, beside a town) |
    /// | `edge_up_cross`, `edge_down_cross` | blown |
    /// | `edge_up_rim`, `edge_down_rim` | off the map on the left, on the right, on both |
    /// | `map_marks` | paper, off the map, exit mark |
    /// | `mark_codes` | shape (the last: none), cells of a hex and the edges of the next, row by row; 0 leaves the map's |
    /// | `top_l`, `top_r` | side, size (2 bits), travel, river |
    /// | `bottom_l`, `bottom_r` | side, type, more units below |
    /// | `arrow_l`, `arrow_r` | direction, from 1 |
    /// | `text_top_l`, `text_top_r` | as `top_l`, without river |
    ///
    /// # Errors
    /// [`ArtError`] where the drawings do not fit their use.
    pub fn build(plan: &Plan, sheets: &Sheets, seasons: &Seasons) -> Result<Self, ArtError> {
        let mut set = Self::default();
        // Code 0 is nothing, so that a cleared buffer is a blank map.
        set.tiles.push(Tile::default());
        set.cores(&sheets.map, plan, seasons)?;
        set.edges(&sheets.map, plan)?;
        set.marks(&sheets.marks)?;
        // Below the halves of counters all codes of text have room.
        if set.tiles.len() < textset::COUNT {
            set.tiles.resize(textset::COUNT, Tile::default());
        }
        set.counters[0] = set.tiles.len() as u8;
        set.tops(&sheets.counters, plan)?;
        set.counters[1] = set.tiles.len() as u8;
        set.bottoms(&sheets.counters, plan)?;
        Ok(set)
    }

    fn cores(&mut self, art: &Sheet, plan: &Plan, seasons: &Seasons) -> Result<(), ArtError> {
        let [mut tl, mut tr, mut bl, mut br]: [Vec<u8>; 4] = Default::default();
        // Where the towns have their value stand those that count; the others come last.
        let town = &Ground::town();
        let numbers = plan.grounds.iter().enumerate();
        let counts = numbers.map(|(value, ground)| (value == usize::from(plan.town), ground));
        for (counts, ground) in counts.chain([(false, town)]) {
            let pictures = seasons.pictures(&ground.picture);
            let cells = |links: &[(bool, u8)], river: bool, x: usize, y: usize| {
                let cell = |picture: &String| {
                    let core = core(art, ground, picture, counts, links, river)?;
                    Ok(core.cut(x * WIDTH, y * LINES, WIDTH, LINES))
                };
                pictures
                    .iter()
                    .map(cell)
                    .collect::<Result<Vec<Picture>, ArtError>>()
            };
            for bits in 0..8 {
                let links = [(bits & 4 != 0, 1), (bits & 2 != 0, 6)];
                tl.push(self.add_by_weather(&cells(&links, bits & 1 != 0, 0, 0)?)?);
            }
            for bits in 0..4 {
                let (high, low) = (bits & 2 != 0, bits & 1 != 0);
                tr.push(self.add_by_weather(&cells(&[(high, 2)], low, 1, 0)?)?);
                bl.push(self.add_by_weather(&cells(&[(high, 4), (low, 5)], false, 0, 1)?)?);
                let mut cells = cells(&[(high, 3)], false, 1, 1)?;
                if low {
                    let dot = art.get("dot", WIDTH, LINES)?;
                    for p in &mut cells {
                        p.halo(dot, 1, 1);
                        p.lay(dot, 0, 0);
                    }
                }
                br.push(self.add_by_weather(&cells)?);
            }
        }
        self.tables.extend([
            ("core_tl", tl),
            ("core_tr", tr),
            ("core_bl", bl),
            ("core_br", br),
        ]);
        let [mut tl, mut tr]: [Vec<u8>; 2] = Default::default();
        for crossing in ["bridge1", "blown1"] {
            for link in [false, true] {
                let mut p = roads(
                    art,
                    &[(true, 1), (link, 6), (link, 2)],
                    CORE_WIDTH,
                    CORE_LINES,
                )?;
                p.rows[..4].clone_from_slice(&art.get(crossing, CORE_WIDTH, 4)?.rows);
                tl.push(self.add(&p.cut(0, 0, WIDTH, LINES), 0)?);
                tr.push(self.add(&p.cut(WIDTH, 0, WIDTH, LINES), 0)?);
            }
        }
        self.tables.extend([("cross_tl", tl), ("cross_tr", tr)]);
        let marks = vec![
            0,
            self.add(art.get("off", WIDTH, LINES)?, 0)?,
            self.add(art.get("exit", WIDTH, LINES)?, 0)?,
        ];
        self.tables.push(("map_marks", marks));
        Ok(())
    }

    fn edges(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let get = |name: &str| art.get(name, WIDTH, LINES);
        let fill = match plan.fill() {
            Some(name) => Some(get(&name)?),
            None => None,
        };
        let (plain, off) = (get("edge")?, get("off")?);
        let woods = get("edge_ff")?;
        for (down, labels) in [
            (false, ["edge_up", "edge_up_cross", "edge_up_rim"]),
            (true, ["edge_down", "edge_down_cross", "edge_down_rim"]),
        ] {
            let turn = |p: &Picture| if down { p.flipped() } else { p.clone() };
            let mut kinds = Vec::new();
            for around in plan.besides() {
                let [left, right] = around.forest;
                for kind in ["", "edge_road", "edge_river", "edge_town"] {
                    // Nothing leads into what fills an edge.
                    let kind = if around.is_filled() { "" } else { kind };
                    let mut p = beside(woods, left, right);
                    if !(left && right) {
                        p.lay(plain, 0, 0);
                    }
                    if !kind.is_empty() {
                        p.lay(get(kind)?, 0, 0);
                    }
                    if let Some(fill) = fill {
                        let [left, right] = around.fill;
                        p.replace(
                            &turn(fill),
                            |x, y| if is_right(x, y) { right } else { left },
                        );
                    }
                    kinds.push(self.add(&turn(&p), 0)?);
                }
            }
            let mut cross = Vec::new();
            for name in ["edge_bridge", "edge_blown"] {
                cross.push(self.add(&turn(get(name)?), 0)?);
            }
            let mut rim = Vec::new();
            for (left, right) in [(true, false), (false, true), (true, true)] {
                let mut p = beside(&turn(off), left, right);
                if !(left && right) {
                    p.lay(plain, 0, 0);
                }
                rim.push(self.add(&turn(&p), 0)?);
            }
            self.tables
                .extend(labels.into_iter().zip([kinds, cross, rim]));
        }
        Ok(())
    }

    /// Marks over a hex: upper left, core, upper right; the same below.
    fn marks(&mut self, art: &Sheet) -> Result<(), ArtError> {
        let mut codes = Vec::new();
        for mark in MARKS {
            let edge = match art.any(&format!("{mark}_edge")) {
                Ok(_) => Some(art.get(&format!("{mark}_edge"), WIDTH, LINES)?),
                Err(_) => None,
            };
            let core = match art.any(&format!("{mark}_core")) {
                Ok(_) => Some(art.get(&format!("{mark}_core"), CORE_WIDTH, CORE_LINES)?),
                Err(_) => None,
            };
            for down in [false, true] {
                let turn = |p: Picture| if down { p.flipped() } else { p };
                let y = if down { LINES } else { 0 };
                let cells = [
                    edge.map(|p| turn(p.clone())),
                    core.map(|p| p.cut(0, y, WIDTH, LINES)),
                    core.map(|p| p.cut(WIDTH, y, WIDTH, LINES)),
                    edge.map(|p| turn(p.mirrored())),
                ];
                for cell in cells {
                    codes.push(cell.map_or(Ok(0), |p| self.add(&p, 0))?);
                }
            }
        }
        codes.extend([0; 8]);
        self.tables.push(("mark_codes", codes));
        Ok(())
    }

    /// Upper halves of counters, and what stands there for a unit whose attack is plotted.
    fn tops(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let [mut left, mut right]: [Vec<u8>; 2] = Default::default();
        for side in plan.sides {
            for size in &plan.sizes {
                for travel in plan.travel.iter().copied() {
                    for river in [false, true] {
                        let p = top(art, side, size, travel, river)?;
                        left.push(self.half(&p, 0)?);
                        right.push(self.half(&p, WIDTH)?);
                    }
                }
            }
        }
        let dry = |codes: &[u8]| codes.iter().copied().step_by(2).collect();
        self.tables
            .extend([("text_top_l", dry(&left)), ("text_top_r", dry(&right))]);
        self.tables.extend([("top_l", left), ("top_r", right)]);
        let [mut left, mut right]: [Vec<u8>; 2] = Default::default();
        for p in arrows(art)? {
            left.push(self.half(&p, 0)?);
            right.push(self.half(&p, WIDTH)?);
        }
        self.tables.extend([("arrow_l", left), ("arrow_r", right)]);
        Ok(())
    }

    fn bottoms(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let [mut left, mut right]: [Vec<u8>; 2] = Default::default();
        for side in plan.sides {
            for kind in &plan.kinds {
                for stack in [false, true] {
                    let p = bottom(art, side, kind, stack)?;
                    left.push(self.half(&p, 0)?);
                    right.push(self.half(&p, WIDTH)?);
                }
            }
        }
        self.tables
            .extend([("bottom_l", left), ("bottom_r", right)]);
        Ok(())
    }

    /// Half of a half of a counter, from column `x` on.
    fn half(&mut self, p: &Picture, x: usize) -> Result<u8, ArtError> {
        let first = match self.counters {
            [tops, 0] => tops,
            [_, bottoms] => bottoms,
        };
        self.find_or_add(
            Tile::of(&p.cut(x, 0, WIDTH, LINES), true)?,
            usize::from(first),
        )
    }

    fn add(&mut self, p: &Picture, first: usize) -> Result<u8, ArtError> {
        self.find_or_add(Tile::of(p, false)?, first)
    }

    /// The code of a cell that looks so in each weather.
    fn add_by_weather(&mut self, pictures: &[Picture]) -> Result<u8, ArtError> {
        let looks = pictures.iter().map(|p| Tile::of(p, false));
        let looks = looks.collect::<Result<Vec<Tile>, ArtError>>()?;
        if looks.iter().all(|look| *look == looks[0]) {
            return self.find_or_add(looks[0], 0);
        }
        let known = self.seasonal.iter().find(|(_, known)| *known == looks);
        if let Some((code, _)) = known {
            return Ok(*code);
        }
        let code = self.push(looks[0])?;
        self.seasonal.push((code, looks));
        Ok(code)
    }

    /// The code of a cell among those from `first` on that look alike in any weather.
    fn find_or_add(&mut self, tile: Tile, first: usize) -> Result<u8, ArtError> {
        let changes = |at: usize| {
            self.seasonal
                .iter()
                .any(|(code, _)| usize::from(*code) == at)
        };
        let known = (first..self.tiles.len()).find(|&at| self.tiles[at] == tile && !changes(at));
        match known {
            Some(at) => Ok(at as u8),
            None => self.push(tile),
        }
    }

    fn push(&mut self, tile: Tile) -> Result<u8, ArtError> {
        let code = u8::try_from(self.tiles.len());
        let code = code.map_err(|_| ArtError::Full { set: "the map set" })?;
        self.tiles.push(tile);
        Ok(code)
    }
}

/// Whether a dot of a `/` lies right of the line.
fn is_right(x: usize, y: usize) -> bool {
    (LINES - 1) * x > (WIDTH - 1) * (LINES - 1 - y)
}

/// A `/` with a piece on one side of it, or on both.
fn beside(piece: &Picture, left: bool, right: bool) -> Picture {
    let mut p = piece.clone();
    for (y, row) in p.rows.iter_mut().enumerate() {
        for (x, letter) in row.iter_mut().enumerate() {
            let shown = if is_right(x, y) { right } else { left };
            if !shown {
                *letter = '.';
            }
        }
    }
    p
}

/// A core with the links that its cell has, and perhaps a river above. A cell with a road has no ground, so that pictures do not
/// multiply; houses hide the roads of a town.
fn core(
    art: &Sheet,
    ground: &Ground,
    picture: &str,
    counts: bool,
    wanted: &[(bool, u8)],
    river: bool,
) -> Result<Picture, ArtError> {
    let is_road = wanted.iter().any(|(there, _)| *there);
    let mut p = art.get(picture, CORE_WIDTH, CORE_LINES)?.clone();
    if ground.is_town() {
        if !counts {
            let paint = p.rows.iter_mut().flatten().filter(|letter| **letter == 'O');
            paint.for_each(|letter| *letter = 'W');
        }
    } else if is_road {
        p = roads(art, wanted, CORE_WIDTH, CORE_LINES)?;
        let grid = &art.get("clear", CORE_WIDTH, CORE_LINES)?.rows[0];
        for (x, letter) in grid.iter().enumerate() {
            let near = x.saturating_sub(1)..(x + 2).min(CORE_WIDTH);
            if p.rows[0][near].iter().all(|letter| *letter == '.') {
                p.rows[0][x] = *letter;
            }
        }
    }
    if river {
        let water = art.get("river1", CORE_WIDTH, 2)?;
        p.halo(water, 0, 1);
        p.lay(water, 0, 0);
    }
    Ok(p)
}

/// Upper half of a counter: size marks. In travel mode the strip is turned over.
fn top(
    art: &Sheet,
    side: SideLook,
    size: &str,
    travel: bool,
    river: bool,
) -> Result<Picture, ArtError> {
    let marks = art.get(&format!("size_{size}"), SIGN_WIDTH, SIZE_LINES)?;
    let solid = side == SideLook::Solid;
    let mut p = framed(size, side);
    p.rows[..ABOVE].iter_mut().for_each(|row| row.fill('.'));
    match side {
        SideLook::Solid => rounded(&mut p.rows[ABOVE]),
        SideLook::Open => p.rows[ABOVE..ABOVE + 2]
            .iter_mut()
            .for_each(|row| row.fill('O')),
    }
    let strip = &mut p.rows[SIZE_TOP - 1..SIZE_TOP + SIZE_LINES + 1];
    let paper = if solid == travel { '.' } else { 'W' };
    for row in strip {
        row[SIGN_LEFT..SIGN_LEFT + SIGN_WIDTH].fill(paper);
    }
    stamp(&mut p, marks, SIZE_TOP);
    if river {
        p.rows[..ABOVE].iter_mut().for_each(|row| row.fill('B'));
    }
    Ok(p)
}

/// Lower half of a counter: the type; a stack shows the card below.
fn bottom(art: &Sheet, side: SideLook, kind: &str, stack: bool) -> Result<Picture, ArtError> {
    let sign = art.get(&format!("type_{kind}"), SIGN_WIDTH, SIGN_LINES)?;
    let mut p = framed(kind, side);
    stamp(&mut p, sign, 0);
    p.rows[FOOT..].iter_mut().for_each(|row| row.fill('.'));
    let card = match side {
        SideLook::Solid => {
            rounded(&mut p.rows[FOOT]);
            'W'
        }
        SideLook::Open => {
            p.rows[FOOT].fill('O');
            'O'
        }
    };
    if stack {
        p.rows[CARD][2..].fill(card);
    }
    Ok(p)
}

/// Half of a counter without anything on it.
fn framed(name: &str, side: SideLook) -> Picture {
    let paper = if side == SideLook::Solid { 'W' } else { '.' };
    let mut p = Picture::blank(name, CORE_WIDTH, LINES, paper);
    if side == SideLook::Open {
        for row in &mut p.rows {
            row[..2].fill('O');
            row[CORE_WIDTH - 2..].fill('O');
        }
    }
    p
}

/// A white line without its corners.
fn rounded(row: &mut [char]) {
    row.fill('W');
    row[0] = '.';
    row[CORE_WIDTH - 1] = '.';
}

/// Turns over what a sign covers, from line `y` on.
fn stamp(p: &mut Picture, sign: &Picture, y: usize) {
    for (dy, row) in sign.rows.iter().enumerate() {
        for x in (0..row.len()).filter(|&x| row[x] != '.') {
            let letter = &mut p.rows[y + dy][SIGN_LEFT + x];
            *letter = if *letter == 'W' { '.' } else { 'W' };
        }
    }
}

/// Arrows towards 1 to 6, of which two are drawn.
fn arrows(art: &Sheet) -> Result<[Picture; 6], ArtError> {
    let framed = |p: Picture| {
        let mut framed = Picture::blank("arrow", CORE_WIDTH, LINES, '.');
        framed.lay(&p, 0, ABOVE + 1);
        framed
    };
    let arrow = |towards: &str| art.get(towards, CORE_WIDTH, ARROW_LINES);
    let ways = Picture::six_ways(arrow("arrow_1")?, arrow("arrow_2")?);
    Ok(ways.map(framed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_art::listing;
    use hexfront_isa::art::Art;
    use hexfront_isa::looks::Looks;

    impl MapSet {
        fn table(&self, label: &str) -> &[u8] {
            let table = self.tables.iter().find(|(known, _)| *known == label);
            table.map_or(&[], |(_, codes)| codes)
        }
    }

    fn set() -> MapSet {
        let sheets = Sheets::default();
        MapSet::build(
            &Plan::of(&Looks::default(), &sheets),
            &sheets,
            &Seasons::default(),
        )
        .unwrap()
    }

    #[test]
    fn the_set_fits_and_every_table_is_whole() {
        let sheets = Sheets::default();
        let plan = Plan::of(&Looks::default(), &sheets);
        let set = MapSet::build(&plan, &sheets, &Seasons::default()).unwrap();
        assert!(set.tiles.len() <= 230, "{} cells", set.tiles.len());
        let dry = [("text_top_l", 16), ("text_top_r", 16), ("mark_codes", 32)];
        for (label, length) in listing::lengths(&plan).into_iter().chain(dry) {
            assert_eq!(set.table(label).len(), length, "{label}");
        }
    }

    #[test]
    fn sides_differ_in_shape_as_well_as_colour() {
        let set = set();
        for label in ["top_l", "top_r", "bottom_l", "bottom_r"] {
            let table = set.table(label);
            let (open, solid) = table.split_at(table.len() / 2);
            for (a, b) in open.iter().zip(solid) {
                let dots = |code: &u8| set.tiles[usize::from(*code)].even.map(|b| b & 0x7F);
                assert_ne!(dots(a), dots(b), "{label}");
            }
        }
    }

    /// Text tells halves of counters from letters by their codes.
    #[test]
    fn halves_of_counters_are_the_last_codes() {
        let set = set();
        let [tops, bottoms] = set.counters;
        assert!(usize::from(tops) >= textset::COUNT);
        for (label, codes) in &set.tables {
            let wanted = match *label {
                "bottom_l" | "bottom_r" => bottoms..=255,
                label if label.contains("top_") || label.starts_with("arrow") => tops..=bottoms - 1,
                _ => 0..=tops - 1,
            };
            assert!(codes.iter().all(|code| wanted.contains(code)), "{label}");
        }
    }

    #[test]
    fn a_ground_that_brings_an_edge_fills_those_beside_it() {
        let sheet = format!(
            "@sea\n{}@sea_edge\n{}",
            "BBBBBBBBBBBBBB\n..............\n".repeat(10),
            "BBBBBBB\n.......\n".repeat(5)
        );
        let art = Art::default().with("map.txt", sheet.as_bytes());
        let looks = Looks::default().with("terrain", &["clear", "sea", "forest"]);
        let sheets = Sheets::of(&art).unwrap();
        let plan = Plan::of(&looks, &sheets);
        assert_eq!(super::super::unread(&looks, &art), [""; 0]);
        let set = MapSet::build(&plan, &sheets, &Seasons::default()).unwrap();
        hexfront_art::filled::assert_edges_are_filled(|label| set.table(label));
    }

    /// Other cells that look alike in clear weather, nothing among them, stay as they are.
    #[test]
    fn ground_that_changes_with_the_weather_has_cells_of_its_own() {
        let fleck = format!("@clear_snow\n{}", "..WW..........\n".repeat(20));
        let art = Art::default()
            .with("map.txt", fleck.as_bytes())
            .with("seasons.txt", b"snow clear");
        let looks = Looks::default().with("weather", &["clear", "snow"]);
        assert_eq!(super::super::unread(&looks, &art), [""; 0]);
        let sheets = Sheets::of(&art).unwrap();
        let plan = Plan::of(&looks, &sheets);
        let set = MapSet::build(&plan, &sheets, &Seasons::of(&looks, &art).unwrap()).unwrap();
        let cell = |label: &str, index: usize| set.table(label)[index];
        let changes = |code: u8| set.seasonal.iter().any(|(known, _)| *known == code);
        // Without roads: in the upper half without and with a river.
        for (label, index) in [("core_tl", 0), ("core_tl", 1), ("core_bl", 0)] {
            assert!(changes(cell(label, index)), "{label} {index}");
        }
        assert!(!changes(cell("core_tl", 4)) && !changes(0));
        let (_, looks) = set
            .seasonal
            .iter()
            .find(|s| s.0 == cell("core_bl", 0))
            .unwrap();
        assert_eq!(looks[0], set.tiles[usize::from(cell("core_bl", 0))]);
        assert_eq!((looks[0].even[3], looks[1].even[3]), (0, 0b1100));
    }
}
