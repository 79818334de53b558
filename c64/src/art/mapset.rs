//! The map's character set: every picture a hex can be, cut into characters, and the tables that pick them by what a
//! hex holds. One set serves the whole game; a character has one colour, so colour RAM follows from the screen codes.

use super::colours;
use super::sheets::Plan;
use super::sheets::Sheets;
use hexfront_art::pixels::{INKS, bits, ink, roads};
use hexfront_art::plan::Ground;
use hexfront_art::sheet::{ArtError, Picture, Sheet};

/// Colour RAM values 0 to 7; bit 3 makes a cell multicolour.
const BLACK: u8 = 0;
const WHITE: u8 = 1;
const CYAN: u8 = 3;
const GREEN: u8 = 5;
const YELLOW: u8 = 7;
const MULTI: u8 = 8;

/// Colour of a ground's own pixels: the one beside its name, or that of its kind.
fn ground_colour(art: &Sheet, ground: &Ground) -> Result<u8, ArtError> {
    match &art.any(&ground.picture)?.colour {
        Some(word) => colours::of_the_map(&art.any(&ground.picture)?.file, word),
        None if ground.is_forest() => Ok(GREEN),
        None if ground.is_town() => Ok(WHITE),
        None => Ok(CYAN),
    }
}
/// Of a town that counts.
const VICTORY: u8 = YELLOW;

/// The set and its tables.
#[derive(Debug, Clone, Default)]
pub struct MapSet {
    /// Bits of each character, top row first.
    pub chars: Vec<[u8; 8]>,
    /// Colour RAM value of each character.
    pub colours: Vec<u8>,
    /// Tables of character codes: label and entries. What indexes them stands at [`MapSet::build`].
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
    /// | `top_l`, `top_r` | side, size (2 bits), travel, river |
    /// | `bottom_l`, `bottom_r` | side, type, more units below |
    /// | `arrow_l`, `arrow_r` | direction, from 1 |
    /// | `map_marks` | paper, off the map, exit mark |
    ///
    /// # Errors
    /// [`ArtError`] where the drawings do not fit their use.
    pub fn build(plan: &Plan, sheets: &Sheets) -> Result<Self, ArtError> {
        let mut set = Self::default();
        // Code 0 is plain paper, so that a cleared screen is a blank map.
        set.multi(&Picture::blank("paper", 4, 8, '.'), CYAN)?;
        set.cores(&sheets.map, plan)?;
        set.edges(&sheets.map, plan)?;
        set.counters(&sheets.counters, plan)?;
        set.arrows(&sheets.counters)?;
        Ok(set)
    }

    /// The table of that label.
    pub fn table(&self, label: &str) -> Option<&[u8]> {
        self.tables
            .iter()
            .find(|(l, _)| *l == label)
            .map(|(_, t)| t.as_slice())
    }

    fn cores(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let [mut tl, mut tr, mut bl, mut br]: [Vec<u8>; 4] = Default::default();
        // Where the towns have their value stand those that count; the others come last.
        let town = &Ground::town();
        let numbers = plan.grounds.iter().enumerate();
        let counts = numbers.map(|(value, ground)| (value == usize::from(plan.town), ground));
        for (counts, ground) in counts.chain([(false, town)]) {
            let colour = match counts {
                true => VICTORY,
                false => ground_colour(art, ground)?,
            };
            for bits in 0..8 {
                let links = [(bits & 4 != 0, 1), (bits & 2 != 0, 6)];
                let p = core(art, ground, &links, bits & 1 != 0)?;
                tl.push(self.multi(&p.cut(0, 0, 4, 8), colour)?);
            }
            for bits in 0..4 {
                let p = core(art, ground, &[(bits & 2 != 0, 2)], bits & 1 != 0)?;
                tr.push(self.multi(&p.cut(4, 0, 4, 8), colour)?);
                let p = core(
                    art,
                    ground,
                    &[(bits & 2 != 0, 4), (bits & 1 != 0, 5)],
                    false,
                )?;
                bl.push(self.multi(&p.cut(0, 8, 4, 8), colour)?);
                let p = core(art, ground, &[(bits & 2 != 0, 3)], false)?;
                let mut p = p.cut(4, 8, 4, 8);
                if bits & 1 != 0 {
                    let dot = art.get("dot", 4, 8)?;
                    p.halo(dot, 1, 1);
                    p.lay(dot, 0, 0);
                }
                br.push(self.multi(&p, colour)?);
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
                let mut p = Picture::blank(crossing, 8, 16, '.');
                p.lay(
                    &roads(art, &[(true, 1), (link, 6), (link, 2)], 8, 16)?,
                    0,
                    0,
                );
                p.rows[..4].clone_from_slice(&art.get(crossing, 8, 4)?.rows);
                tl.push(self.multi(&p.cut(0, 0, 4, 8), BLACK)?);
                tr.push(self.multi(&p.cut(4, 0, 4, 8), BLACK)?);
            }
        }
        self.tables.extend([("cross_tl", tl), ("cross_tr", tr)]);
        let off = Picture::blank("off the map", 4, 8, 'c');
        let marks = vec![
            0,
            self.multi(&off, BLACK)?,
            self.multi(art.get("exit", 4, 8)?, CYAN)?,
        ];
        self.tables.push(("map_marks", marks));
        Ok(())
    }

    fn edges(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let fill = match plan.fill() {
            Some(name) => Some(art.get(&name, 4, 8)?),
            None => None,
        };
        let halves = [art.get("edge_x.", 4, 8)?, art.get("edge_.x", 4, 8)?];
        let turn = |p: &Picture, down: bool| if down { p.flipped() } else { p.clone() };
        for down in [false, true] {
            let [mut plain, mut cross, mut rim]: [Vec<u8>; 3] = Default::default();
            for beside in plan.besides() {
                let woods = match beside.forest {
                    [false, false] => "edge",
                    [false, true] => "edge_.f",
                    [true, false] => "edge_f.",
                    [true, true] => "edge_ff",
                };
                let colour = if woods == "edge" { CYAN } else { GREEN };
                for kind in ["", "edge_road", "edge_river", "town"] {
                    // Nothing leads into what fills an edge.
                    let kind = if beside.is_filled() { "" } else { kind };
                    let mut p = art.get(woods, 4, 8)?.clone();
                    let ink = if kind == "town" && woods == "edge" {
                        BLACK
                    } else {
                        colour
                    };
                    if kind.starts_with("edge") {
                        let over = art.get(kind, 4, 8)?;
                        p.halo(over, usize::from(kind == "edge_river"), 1);
                        p.lay(over, 0, 0);
                    }
                    if let Some(fill) = fill {
                        for (half, _) in halves.iter().zip(beside.fill).filter(|(_, is)| *is) {
                            p.replace(&turn(fill, down), |x, y| half.rows[y][x] != '.');
                        }
                    }
                    plain.push(self.multi(&turn(&p, down), ink)?);
                }
            }
            for name in ["edge_bridge", "edge_blown"] {
                cross.push(self.multi(&turn(art.get(name, 4, 8)?, down), BLACK)?);
            }
            for name in ["edge_x.", "edge_.x"] {
                rim.push(self.multi(&turn(art.get(name, 4, 8)?, down), BLACK)?);
            }
            rim.push(self.multi(&Picture::blank("off the map", 4, 8, 'c'), BLACK)?);
            self.tables.extend(if down {
                [
                    ("edge_down", plain),
                    ("edge_down_cross", cross),
                    ("edge_down_rim", rim),
                ]
            } else {
                [
                    ("edge_up", plain),
                    ("edge_up_cross", cross),
                    ("edge_up_rim", rim),
                ]
            });
        }
        Ok(())
    }

    fn counters(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let [mut top_l, mut top_r, mut bottom_l, mut bottom_r]: [Vec<u8>; 4] = Default::default();
        for side in plan.sides {
            let (solid, colour) = (side.is_solid(), side.counter());
            for size in &plan.sizes {
                for travel in plan.travel.iter().copied() {
                    let p = top(art, solid, size, travel)?;
                    let r = river_top(art, solid, size, travel)?;
                    top_l.push(self.hires(&p.cut(0, 0, 8, 8), colour)?);
                    top_l.push(self.multi(&r.cut(0, 0, 4, 8), colour)?);
                    top_r.push(self.hires(&p.cut(8, 0, 8, 8), colour)?);
                    top_r.push(self.multi(&r.cut(4, 0, 4, 8), colour)?);
                }
            }
            for kind in &plan.kinds {
                for stack in [false, true] {
                    let p = bottom(art, solid, kind, stack)?;
                    bottom_l.push(self.hires(&p.cut(0, 0, 8, 8), colour)?);
                    bottom_r.push(self.hires(&p.cut(8, 0, 8, 8), colour)?);
                }
            }
        }
        self.tables.extend([("top_l", top_l), ("top_r", top_r)]);
        self.tables
            .extend([("bottom_l", bottom_l), ("bottom_r", bottom_r)]);
        Ok(())
    }

    /// What stands over the box of a unit whose attack is plotted.
    fn arrows(&mut self, art: &Sheet) -> Result<(), ArtError> {
        let [mut left, mut right]: [Vec<u8>; 2] = Default::default();
        for p in arrows(art)? {
            left.push(self.hires(&p.cut(0, 0, 8, 8), BLACK)?);
            right.push(self.hires(&p.cut(8, 0, 8, 8), BLACK)?);
        }
        self.tables.extend([("arrow_l", left), ("arrow_r", right)]);
        Ok(())
    }

    fn multi(&mut self, p: &Picture, colour: u8) -> Result<u8, ArtError> {
        let pair = |letter| match letter {
            '.' => Some(0),
            'r' => Some(1),
            'w' => Some(2),
            'c' => Some(3),
            _ => None,
        };
        let own = p.rows.iter().flatten().any(|&l| l == 'c');
        self.add(bits(p, 2, ". r w c", pair)?, MULTI | colour, own)
    }

    fn hires(&mut self, p: &Picture, colour: u8) -> Result<u8, ArtError> {
        self.add(bits(p, 1, INKS, ink)?, colour, true)
    }

    /// Finds or adds a character; one without pixels of its own colour is at home with any multicolour one.
    fn add(&mut self, bits: [u8; 8], colour: u8, own: bool) -> Result<u8, ArtError> {
        let same = |i: &usize| {
            self.chars[*i] == bits
                && (self.colours[*i] == colour || !own && self.colours[*i] & MULTI != 0)
        };
        let index = (0..self.chars.len()).find(same).unwrap_or(self.chars.len());
        if index == self.chars.len() {
            self.chars.push(bits);
            self.colours.push(colour);
        }
        u8::try_from(index).map_err(|_| ArtError::Full { set: "the map set" })
    }
}

/// A core with some links and perhaps a river above. Houses hide the roads of a town.
fn core(
    art: &Sheet,
    ground: &Ground,
    wanted: &[(bool, u8)],
    river: bool,
) -> Result<Picture, ArtError> {
    let mut p = art.get(&ground.picture, 8, 16)?.clone();
    if !ground.is_town() {
        let roads = roads(art, wanted, 8, 16)?;
        p.halo(&roads, 1, if ground.is_rough() { 2 } else { 1 });
        p.lay(&roads, 0, 0);
    }
    if river {
        let water = art.get("river1", 8, 2)?;
        p.halo(water, 0, 1);
        p.lay(water, 0, 0);
    }
    Ok(p)
}

/// Counter, upper half: size marks over the top of the box.
pub(super) fn top(art: &Sheet, solid: bool, size: &str, travel: bool) -> Result<Picture, ArtError> {
    let marks = art.get(
        &format!("{}_{size}", if travel { "travel" } else { "size" }),
        16,
        4,
    )?;
    // Travel mode turns the strip over: what was solid stands open.
    Ok(strip(
        &Picture::blank(size, 16, 8, '.'),
        marks,
        solid != travel,
        '#',
        1,
        2,
    ))
}

/// Upper half in multicolour, under a river on the upper hexside.
fn river_top(art: &Sheet, solid: bool, size: &str, travel: bool) -> Result<Picture, ArtError> {
    let marks = art.get(
        &format!("mc_{}{size}", if travel { "travel_" } else { "" }),
        8,
        4,
    )?;
    let mut p = strip(
        &Picture::blank(size, 8, 8, '.'),
        marks,
        solid != travel,
        'c',
        3,
        3,
    );
    p.lay(&Picture::blank("water", 8, 2, 'w'), 0, 0);
    Ok(p)
}

/// The strip of size marks: `solid` prints them in negative in a block that begins at row `from`.
fn strip(
    paper: &Picture,
    marks: &Picture,
    solid: bool,
    ink: char,
    from: usize,
    y: usize,
) -> Picture {
    let mut p = paper.clone();
    if solid {
        p.rows[from..7].iter_mut().for_each(|r| r.fill(ink));
        let y = y.max(3);
        for (dy, row) in marks.rows.iter().enumerate() {
            for x in (0..row.len()).filter(|&x| row[x] != '.') {
                p.rows[y + dy][x] = '.';
            }
        }
    } else {
        p.lay(marks, 0, y);
    }
    p.rows[7].fill(ink);
    p
}

/// Counter, upper half: arrows towards 1 to 6, of which two are drawn.
fn arrows(art: &Sheet) -> Result<[Picture; 6], ArtError> {
    let framed = |p: Picture| {
        let mut framed = Picture::blank("arrow", 16, 8, '#');
        framed.rows[0].fill('.');
        framed.rows[1..7].clone_from_slice(&p.rows);
        framed
    };
    let ways = Picture::six_ways(art.get("arrow_1", 16, 6)?, art.get("arrow_2", 16, 6)?);
    Ok(ways.map(framed))
}

/// Counter, lower half: the box with the type; a stack shows the card below.
pub(super) fn bottom(
    art: &Sheet,
    solid: bool,
    kind: &str,
    stack: bool,
) -> Result<Picture, ArtError> {
    let sign = art.get(&format!("type_{kind}"), 16, 6)?;
    let mut p = Picture::blank(kind, 16, 8, '.');
    p.lay(sign, 0, 0);
    if solid {
        for letter in p.rows[..6].iter_mut().flatten() {
            *letter = if *letter == '#' { '.' } else { '#' };
        }
    } else {
        for row in &mut p.rows[..6] {
            row[0] = '#';
            row[15] = '#';
        }
    }
    p.rows[6].fill('#');
    if kind == "pzgr" && !stack {
        p.lay(art.get("wheels", 16, 1)?, 0, 7);
    }
    if stack {
        if solid {
            p.rows[6].fill('.');
        }
        p.rows[7][2..].fill('#');
    }
    Ok(p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::art::Art;
    use hexfront_isa::looks::Looks;

    #[test]
    fn set_fits_and_every_table_is_whole() {
        let sheets = Sheets::default();
        let plan = Plan::of(&Looks::default(), &sheets);
        let set = MapSet::build(&plan, &sheets).unwrap();
        assert!(set.chars.len() <= 256, "{} characters", set.chars.len());
        for (label, length) in hexfront_art::listing::lengths(&plan) {
            assert_eq!(set.table(label).map(<[u8]>::len), Some(length), "{label}");
        }
    }

    #[test]
    fn colours_are_what_colour_ram_allows_in_multicolour_mode() {
        let set = MapSet::build(
            &Plan::of(&Looks::default(), &Sheets::default()),
            &Sheets::default(),
        )
        .unwrap();
        // Counters are hires in their side's colour, arrows in black; all else is multicolour with one of the first eight
        // colours.
        for (i, &colour) in set.colours.iter().enumerate() {
            assert!(
                colour & MULTI != 0 || [2, 6, BLACK].contains(&colour),
                "character {i}: {colour}"
            );
        }
    }

    #[test]
    fn sides_differ_in_shape_as_well_as_colour() {
        let set = MapSet::build(
            &Plan::of(&Looks::default(), &Sheets::default()),
            &Sheets::default(),
        )
        .unwrap();
        for label in ["top_l", "top_r", "bottom_l", "bottom_r"] {
            let table = set.table(label).unwrap();
            let (us, german) = table.split_at(table.len() / 2);
            for (a, b) in us.iter().zip(german) {
                assert_ne!(
                    set.chars[usize::from(*a)],
                    set.chars[usize::from(*b)],
                    "{label}"
                );
            }
        }
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
        hexfront_art::filled::assert_edges_are_filled(|label| set.table(label).unwrap());
    }
}
