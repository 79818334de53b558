//! The map's characters: every picture a hex can be, cut into characters of ANTIC's mode 4, and the tables that pick them by what a hex
//! holds. There are more than a set has room for, so that the machine copies one when it is first seen; their codes here are places in
//! the store that it copies from.

use super::sheets::{Plan, Sheets};
use super::sides::SideLook;
use hexfront_art::pixels::{bits, roads};
use hexfront_art::plan::Ground;
use hexfront_art::sheet::{ArtError, Picture, Sheet};

/// Pixels of a character, and its lines.
const WIDTH: usize = 4;
const LINES: usize = 8;
/// Of a core: two characters by two.
const CORE_WIDTH: usize = 2 * WIDTH;
const CORE_LINES: usize = 2 * LINES;
/// Signs and marks of size in a counter: their sizes, and where they stand in its half.
const SIGN_WIDTH: usize = 6;
const SIGN_LINES: usize = 6;
const SIZE_TOP: usize = 4;
const SIZE_LINES: usize = 3;
/// Lines of a counter's upper half that lie above it, and the line between its parts.
const ABOVE: usize = 2;
const DIVIDER: usize = 7;
/// Line of the lower half that ends it, and of the card below that a stack shows.
const FOOT: usize = 6;
const CARD: usize = 7;
/// Lines of an arrow.
const ARROW_LINES: usize = 6;

/// A character: its bits, and whether it is shown with bit 7, which gives the pixels `11` their second colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tile {
    /// Top line first, the leftmost pixel in the highest bits.
    pub bits: [u8; LINES],
    /// Whether its `11` are the colour of sides in outlines.
    pub second: bool,
}

/// The characters and their tables.
#[derive(Debug, Clone, Default)]
pub struct MapSet {
    /// Characters by code: first those that are shown without bit 7.
    pub tiles: Vec<Tile>,
    /// Tables of codes: label and entries. What indexes them stands at [`MapSet::build`].
    pub tables: Vec<(&'static str, Vec<u8>)>,
    /// The lower half of a town of the second side, left and right: the right one is in `core_br`, and the shell puts the other beside it.
    pub roofs: [u8; 2],
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
    /// | `map_marks` | land, off the map, exit mark |
    /// | `top_l`, `top_r` | side, size (2 bits), travel, river |
    /// | `bottom_l`, `bottom_r` | side, type, more units below |
    /// | `arrow_l`, `arrow_r` | direction, from 1 |
    ///
    /// # Errors
    /// [`ArtError`] where the drawings do not fit their use.
    pub fn build(plan: &Plan, sheets: &Sheets) -> Result<Self, ArtError> {
        let mut set = Self::default();
        // Code 0 is bare land, so that a cleared screen is a blank map.
        set.add(&Picture::blank("land", WIDTH, LINES, '.'))?;
        set.cores(&sheets.map, plan)?;
        set.edges(&sheets.map, plan)?;
        set.counters(&sheets.counters, plan)?;
        set.order();
        Ok(set)
    }

    /// The code at a place of a table; 0 where there is none.
    pub fn code(&self, label: &str, place: usize) -> u8 {
        let table = self.tables.iter().find(|(known, _)| *known == label);
        let code = table.and_then(|(_, codes)| codes.get(place));
        code.copied().unwrap_or(0)
    }

    /// How many are shown without bit 7; they are the first.
    pub fn plain(&self) -> usize {
        self.tiles.iter().filter(|tile| !tile.second).count()
    }

    fn cores(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let [mut tl, mut tr, mut bl, mut br]: [Vec<u8>; 4] = Default::default();
        // Where the towns have their value stand those that count; the others come last.
        let town = &Ground::town();
        let numbers = plan.grounds.iter().enumerate();
        let counts = numbers.map(|(value, ground)| (value == usize::from(plan.town), ground));
        for (counts, ground) in counts.chain([(false, town)]) {
            for bits in 0..8 {
                let links = [(bits & 4 != 0, 1), (bits & 2 != 0, 6)];
                let p = core(art, ground, counts, &links, bits & 1 != 0)?;
                tl.push(self.add(&p.cut(0, 0, WIDTH, LINES))?);
            }
            for bits in 0..4 {
                let (high, low) = (bits & 2 != 0, bits & 1 != 0);
                let p = core(art, ground, counts, &[(high, 2)], low)?;
                tr.push(self.add(&p.cut(WIDTH, 0, WIDTH, LINES))?);
                let mut p = core(art, ground, counts, &[(high, 4), (low, 5)], false)?;
                roof(&mut p, ground, plan.sides[0]);
                bl.push(self.add(&p.cut(0, LINES, WIDTH, LINES))?);
                let mut p = core(art, ground, counts, &[(high, 3)], false)?;
                roof(&mut p, ground, plan.sides[usize::from(low)]);
                let mut p = p.cut(WIDTH, LINES, WIDTH, LINES);
                if low && !has_roofs(ground) {
                    let dot = art.get("dot", WIDTH, LINES)?;
                    p.halo(dot, 1, 1);
                    p.lay(dot, 0, 0);
                }
                br.push(self.add(&p)?);
            }
        }
        self.tables.extend([
            ("core_tl", tl),
            ("core_tr", tr),
            ("core_bl", bl),
            ("core_br", br),
        ]);
        let mut p = core(art, town, false, &[], false)?;
        roof(&mut p, town, plan.sides[1]);
        self.roofs = [
            self.add(&p.cut(0, LINES, WIDTH, LINES))?,
            self.add(&p.cut(WIDTH, LINES, WIDTH, LINES))?,
        ];
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
                tl.push(self.add(&p.cut(0, 0, WIDTH, LINES))?);
                tr.push(self.add(&p.cut(WIDTH, 0, WIDTH, LINES))?);
            }
        }
        self.tables.extend([("cross_tl", tl), ("cross_tr", tr)]);
        let marks = vec![
            0,
            self.add(&off())?,
            self.add(art.get("exit", WIDTH, LINES)?)?,
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
        let halves = [get("edge_x.")?, get("edge_.x")?];
        for (down, labels) in [
            (false, ["edge_up", "edge_up_cross", "edge_up_rim"]),
            (true, ["edge_down", "edge_down_cross", "edge_down_rim"]),
        ] {
            let turn = |p: &Picture| if down { p.flipped() } else { p.clone() };
            let [mut plain, mut cross, mut rim]: [Vec<u8>; 3] = Default::default();
            for beside in plan.besides() {
                let woods = match beside.forest {
                    [false, false] => "edge",
                    [false, true] => "edge_.f",
                    [true, false] => "edge_f.",
                    [true, true] => "edge_ff",
                };
                for kind in ["", "edge_road", "edge_river", ""] {
                    // Nothing leads into what fills an edge.
                    let kind = if beside.is_filled() { "" } else { kind };
                    let mut p = get(woods)?.clone();
                    if !kind.is_empty() {
                        let over = get(kind)?;
                        p.halo(over, usize::from(kind == "edge_river"), 1);
                        p.lay(over, 0, 0);
                    }
                    if let Some(fill) = fill {
                        for (half, _) in halves.iter().zip(beside.fill).filter(|(_, is)| *is) {
                            p.replace(&turn(fill), |x, y| half.rows[y][x] != '.');
                        }
                    }
                    plain.push(self.add(&turn(&p))?);
                }
            }
            for name in ["edge_bridge", "edge_blown"] {
                cross.push(self.add(&turn(get(name)?))?);
            }
            for name in ["edge_x.", "edge_.x"] {
                rim.push(self.add(&turn(get(name)?))?);
            }
            rim.push(self.add(&off())?);
            self.tables
                .extend(labels.into_iter().zip([plain, cross, rim]));
        }
        Ok(())
    }

    fn counters(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let [mut top_l, mut top_r, mut bottom_l, mut bottom_r]: [Vec<u8>; 4] = Default::default();
        for side in plan.sides {
            for size in &plan.sizes {
                for travel in plan.travel.iter().copied() {
                    for river in [false, true] {
                        let p = top(art, side, size, travel, river)?;
                        top_l.push(self.add(&p.cut(0, 0, WIDTH, LINES))?);
                        top_r.push(self.add(&p.cut(WIDTH, 0, WIDTH, LINES))?);
                    }
                }
            }
            for kind in &plan.kinds {
                for stack in [false, true] {
                    let p = bottom(art, side, kind, stack)?;
                    bottom_l.push(self.add(&p.cut(0, 0, WIDTH, LINES))?);
                    bottom_r.push(self.add(&p.cut(WIDTH, 0, WIDTH, LINES))?);
                }
            }
        }
        let [mut left, mut right]: [Vec<u8>; 2] = Default::default();
        for p in arrows(art)? {
            left.push(self.add(&p.cut(0, 0, WIDTH, LINES))?);
            right.push(self.add(&p.cut(WIDTH, 0, WIDTH, LINES))?);
        }
        self.tables.extend([("top_l", top_l), ("top_r", top_r)]);
        self.tables
            .extend([("bottom_l", bottom_l), ("bottom_r", bottom_r)]);
        self.tables.extend([("arrow_l", left), ("arrow_r", right)]);
        Ok(())
    }

    /// Those with bit 7 behind the others.
    fn order(&mut self) {
        let mut codes: Vec<usize> = (0..self.tiles.len()).collect();
        codes.sort_by_key(|&code| self.tiles[code].second);
        let mut places = vec![0; codes.len()];
        for (place, &code) in codes.iter().enumerate() {
            places[code] = place as u8;
        }
        self.tiles = codes.iter().map(|&code| self.tiles[code]).collect();
        let tables = self.tables.iter_mut().flat_map(|(_, table)| table);
        for code in tables.chain(&mut self.roofs) {
            *code = places[usize::from(*code)];
        }
    }

    /// The code of a character.
    fn add(&mut self, p: &Picture) -> Result<u8, ArtError> {
        let letters = || p.rows.iter().flatten();
        let second = letters().any(|&letter| letter == 'r');
        // What both would need no character can show: the one that is found first stays.
        let known = if second { FIRST_OR_SECOND } else { COLOURS };
        let pair = |letter| match letter {
            'w' => Some(0),
            '.' => Some(1),
            'k' => Some(2),
            'c' if !second => Some(3),
            'r' => Some(3),
            _ => None,
        };
        let bits = bits(p, 2, known, pair)?;
        let tile = Tile { bits, second };
        let found = self.tiles.iter().position(|known| *known == tile);
        let code = found.unwrap_or(self.tiles.len());
        if code == self.tiles.len() {
            self.tiles.push(tile);
        }
        u8::try_from(code).map_err(|_| ArtError::Full { set: "the map set" })
    }
}

/// The letters of the map's pixels.
const COLOURS: &str = ". w k c r";
/// Those of a character in which `r` was found.
const FIRST_OR_SECOND: &str = ". w k r, and c only in characters without r";
/// A character of what lies off the map.
fn off() -> Picture {
    Picture::blank("off the map", WIDTH, LINES, 'w')
}

/// A core with some links and perhaps a river above. Houses hide the roads of a town; one that does not count has dark roofs.
fn core(
    art: &Sheet,
    ground: &Ground,
    counts: bool,
    wanted: &[(bool, u8)],
    river: bool,
) -> Result<Picture, ArtError> {
    let mut p = art.get(&ground.picture, CORE_WIDTH, CORE_LINES)?.clone();
    if ground.is_town() {
        if !counts {
            // Without its spire.
            p.rows[..SPIRE].iter_mut().for_each(|row| {
                let ink = row.iter_mut().filter(|letter| **letter == 'k');
                ink.for_each(|letter| *letter = '.');
            });
        }
    } else {
        let roads = roads(art, wanted, CORE_WIDTH, CORE_LINES)?;
        p.halo(&roads, 1, if ground.is_rough() { 2 } else { 1 });
        p.lay(&roads, 0, 0);
    }
    if river {
        let water = art.get("river1", CORE_WIDTH, 2)?;
        p.halo(water, 0, 1);
        p.lay(water, 0, 0);
    }
    Ok(p)
}

/// Is it drawn as our town, whose roofs have the colour of its side? What a game draws itself keeps its colours, and has a dot.
fn has_roofs(ground: &Ground) -> bool {
    ground.is_town() && ground.picture == Ground::town().picture
}

/// The roofs of a town of a side.
fn roof(p: &mut Picture, ground: &Ground, side: SideLook) {
    if has_roofs(ground) {
        let letters = p.rows.iter_mut().flatten();
        letters
            .filter(|letter| **letter == colour(SideLook::Open))
            .for_each(|letter| *letter = colour(side));
    }
}

/// Lines of a town above its roofs.
const SPIRE: usize = 7;

/// The letter of a side's colour.
fn colour(side: SideLook) -> char {
    match side {
        SideLook::Open => 'r',
        SideLook::Solid => 'c',
    }
}

/// Lines of a half of a counter with nothing on it, from `first` to before `end`; the others are land.
fn framed(name: &str, side: SideLook, first: usize, end: usize) -> Picture {
    let mut p = Picture::blank(name, CORE_WIDTH, LINES, '.');
    let colour = colour(side);
    for row in &mut p.rows[first..end] {
        match side {
            SideLook::Solid => row.fill(colour),
            SideLook::Open => {
                row[0] = colour;
                row[CORE_WIDTH - 1] = colour;
            }
        }
    }
    p
}

/// Turns over what a sign covers, from line `y` on.
fn stamp(p: &mut Picture, side: SideLook, sign: &Picture, y: usize) {
    for (dy, row) in sign.rows.iter().enumerate() {
        for x in (0..row.len()).filter(|&x| row[x] != '.') {
            turn_over(&mut p.rows[y + dy][1 + x], side);
        }
    }
}

/// Land becomes the side's colour, and its colour land.
fn turn_over(letter: &mut char, side: SideLook) {
    *letter = if *letter == '.' { colour(side) } else { '.' };
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
    let mut p = framed(size, side, ABOVE, LINES);
    stamp(&mut p, side, marks, SIZE_TOP);
    if travel {
        for row in &mut p.rows[SIZE_TOP - 1..DIVIDER] {
            let strip = &mut row[1..=SIGN_WIDTH];
            strip.iter_mut().for_each(|letter| turn_over(letter, side));
        }
    }
    p.rows[ABOVE].fill(colour(side));
    p.rows[DIVIDER].fill(colour(side));
    if river {
        p.rows[..ABOVE].iter_mut().for_each(|row| row.fill('w'));
    }
    Ok(p)
}

/// Lower half of a counter: the type; a stack shows the card below.
fn bottom(art: &Sheet, side: SideLook, kind: &str, stack: bool) -> Result<Picture, ArtError> {
    let sign = art.get(&format!("type_{kind}"), SIGN_WIDTH, SIGN_LINES)?;
    let mut p = framed(kind, side, 0, FOOT);
    stamp(&mut p, side, sign, 0);
    p.rows[FOOT].fill(colour(side));
    if stack {
        p.rows[CARD][1..].fill('k');
    }
    Ok(p)
}

/// Arrows towards 1 to 6, of which two are drawn.
fn arrows(art: &Sheet) -> Result<[Picture; 6], ArtError> {
    let framed = |p: Picture| {
        let mut framed = Picture::blank("arrow", CORE_WIDTH, LINES, '.');
        framed.lay(&p, 0, 1);
        framed.rows[DIVIDER].fill('k');
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

    fn set() -> MapSet {
        let sheets = Sheets::default();
        MapSet::build(&Plan::of(&Looks::default(), &sheets), &sheets).unwrap()
    }

    #[test]
    fn the_set_fits_and_every_table_is_whole() {
        let sheets = Sheets::default();
        let want = listing::lengths(&Plan::of(&Looks::default(), &sheets));
        let set = set();
        assert!(set.tiles.len() <= 220, "{} characters", set.tiles.len());
        assert_eq!(set.tiles[0].bits, [0x55; LINES]);
        let lengths: Vec<_> = set.tables.iter().map(|(l, t)| (*l, t.len())).collect();
        assert_eq!(lengths, want);
    }

    #[test]
    fn those_with_bit_7_are_the_last() {
        let set = set();
        let plain = set.plain();
        assert!(set.tiles[..plain].iter().all(|tile| !tile.second));
        assert!(set.tiles[plain..].iter().all(|tile| tile.second));
        let (_, tops) = set.tables.iter().find(|(l, _)| *l == "top_l").unwrap();
        let (open, solid) = tops.split_at(16);
        assert!(open.iter().all(|code| usize::from(*code) >= plain));
        assert!(solid.iter().all(|code| usize::from(*code) < plain));
    }

    #[test]
    fn sides_differ_in_shape_as_well_as_colour() {
        let set = set();
        for label in ["top_l", "top_r", "bottom_l", "bottom_r"] {
            let (_, table) = set.tables.iter().find(|(l, _)| *l == label).unwrap();
            let (open, solid) = table.split_at(table.len() / 2);
            for (a, b) in open.iter().zip(solid) {
                let shape = |code: &u8| set.tiles[usize::from(*code)].bits;
                assert_ne!(shape(a), shape(b), "{label}");
            }
        }
    }

    #[test]
    fn a_town_of_the_other_side_has_roofs_of_its_colour_on_both_halves() {
        let sheets = Sheets::default();
        let plan = Plan::of(&Looks::default(), &sheets);
        let set = MapSet::build(&plan, &sheets).unwrap();
        let town = 4 * usize::from(plan.town);
        let tile = |code: u8| set.tiles[usize::from(code)];
        let [ours, theirs] = [0, 1].map(|owner| set.code("core_br", town + owner));
        assert_eq!(theirs, set.roofs[1]);
        assert_eq!(tile(ours).bits, tile(theirs).bits);
        assert_ne!(tile(ours).second, tile(theirs).second);
        let left = set.code("core_bl", town);
        assert_eq!(tile(left).bits, tile(set.roofs[0]).bits);
        assert_eq!(tile(set.roofs[0]).second, tile(theirs).second);
    }

    #[test]
    fn a_character_of_both_sides_colours_is_named() {
        let art = Art::default().with(
            "map.txt",
            b"@dot\nrr..\ncc..\n....\n....\n....\n....\n....\n....\n",
        );
        let sheets = Sheets::of(&art).unwrap();
        let told = MapSet::build(&Plan::of(&Looks::default(), &sheets), &sheets)
            .unwrap_err()
            .to_string();
        assert!(told.contains("c only in characters without r"), "{told}");
    }

    fn table<'a>(set: &'a MapSet, label: &str) -> &'a [u8] {
        let table = set.tables.iter().find(|(known, _)| *known == label);
        table.map_or(&[], |(_, codes)| codes)
    }

    #[test]
    fn a_ground_that_brings_an_edge_fills_those_beside_it() {
        let sheet = format!(
            "@sea\n{}@sea_edge\n{}",
            "wwwwwwww\n".repeat(16),
            "wwww\n".repeat(8)
        );
        let art = Art::default().with("map.txt", sheet.as_bytes());
        let looks = Looks::default().with("terrain", &["clear", "sea", "forest"]);
        let sheets = Sheets::of(&art).unwrap();
        let plan = Plan::of(&looks, &sheets);
        assert_eq!(super::super::unread(&looks, &art), [""; 0]);
        let set = MapSet::build(&plan, &sheets).unwrap();
        hexfront_art::filled::assert_edges_are_filled(|label| table(&set, label));
    }
}
