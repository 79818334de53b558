//! What is drawn for which of a game's values, on machines whose map is made of characters: drawings are found by the names of the
//! values.

use crate::sheets::{Machine, Sheets};
use hexfront_isa::looks::{Drawing, Looks, Unknown};

/// Grounds, the plainest first; the second name of a drawing is the first that a game may use.
pub const GROUNDS: [Drawing<'_>; 4] = [
    ("clear", &["clear", "plain", "open", "field"]),
    ("rough", &["rough", "mountain", "hill", "hills"]),
    ("forest", &["forest", "wood", "woods"]),
    ("town", &["town", "city", "village"]),
];
/// Types of units, the plainest first.
pub const KINDS: [Drawing<'_>; 6] = [
    ("inf", &["infantry", "foot"]),
    ("ab", &["airborne", "paratrooper"]),
    ("arm", &["armour", "armor", "tank"]),
    ("cav", &["cavalry", "reconnaissance"]),
    ("eng", &["engineer", "engineers"]),
    ("pzgr", &["panzergrenadier", "motor_infantry", "mechanized"]),
];
const SIZES: [Drawing<'_>; 4] = [
    ("bn", &["battalion"]),
    ("reg", &["regiment"]),
    ("brig", &["brigade"]),
    ("div", &["division", "corps"]),
];
const MODES: [Drawing<'_>; 2] = [
    ("normal", &["normal", "combat"]),
    ("travel", &["travel", "column"]),
];
/// Sides: outlines, or solid.
const SIDES: [Drawing<'_>; 2] = [
    (
        "open",
        &["american", "allied", "british", "soviet", "russian"],
    ),
    ("solid", &["german", "axis"]),
];
const SITES: [Drawing<'_>; 4] = [
    ("nothing", &["no_site", "none", "nothing"]),
    ("town", &["town", "small_town", "village"]),
    ("victory town", &["victory_town", "objective", "city"]),
    ("exit", &["exit"]),
];
const TOWN: usize = 3;
const FOREST: usize = 2;
const ROUGH: usize = 1;

/// What no value is.
const NEVER: u8 = 0xFF;
/// Values of a size and of a mode that counters have tables for.
const SIZE_VALUES: usize = 4;
const MODE_VALUES: usize = 2;

/// What is drawn for a value of `terrain`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// Name of the piece.
    pub picture: String,
    /// The machine's drawing that it is one of, by its place: whatever else goes by the kind of ground.
    kind: usize,
    /// Whether it fills the edges beside it up to the hexside, with a picture of its own.
    fills: bool,
}

/// What lies on both sides of an edge, left and right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// A ground that fills the edge.
    pub fill: [bool; 2],
    /// Forest; not where the edge is filled.
    pub forest: [bool; 2],
}

impl Beside {
    /// Of that index of the tables of edges: what fills them on the left and on the right, then forest.
    fn of(index: usize) -> Self {
        let [fill_left, fill_right, left, right] = [8, 4, 2, 1].map(|bit| index & bit != 0);
        Self {
            fill: [fill_left, fill_right],
            forest: [left && !fill_left, right && !fill_right],
        }
    }

    /// Whether a ground fills the edge, or a half of it.
    pub fn is_filled(&self) -> bool {
        self.fill != [false; 2]
    }
}

impl Ground {
    fn drawn(kind: usize) -> Self {
        Self {
            picture: GROUNDS[kind].0.to_owned(),
            kind,
            fills: false,
        }
    }

    /// The towns behind the last value.
    pub fn town() -> Self {
        Self::drawn(TOWN)
    }

    /// Whether it is forest, as the edges beside it show.
    pub fn is_forest(&self) -> bool {
        self.kind == FOREST
    }

    /// Whether it fills the edges beside it.
    pub fn fills(&self) -> bool {
        self.fills
    }

    /// Whether it is a town.
    pub fn is_town(&self) -> bool {
        self.kind == TOWN
    }

    /// Whether it is rough ground, from which roads keep a distance.
    pub fn is_rough(&self) -> bool {
        self.kind == ROUGH
    }
}

/// What is drawn for each value; `Look` is how a side looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan<Look> {
    /// Grounds by the value of `terrain`.
    pub grounds: Vec<Ground>,
    /// The value of `terrain` that is a town.
    pub town: u8,
    /// Types by the value of `symbol`: names of signs.
    pub kinds: Vec<String>,
    /// Sizes by the value of `size`: names of marks.
    pub sizes: Vec<String>,
    /// By the value of `mode`: whether it is travel mode.
    pub travel: Vec<bool>,
    /// By the value of `side`.
    pub sides: [Look; 2],
    /// The values of `site` that are a town that counts, and an exit.
    pub sites: [u8; 2],
}

impl<Look: Copy + PartialEq> Plan<Look> {
    /// The plan for a game: what it draws itself goes by the names of its values, the rest by those of the machine's drawings.
    pub fn of<M: Machine<Look = Look>>(looks: &Looks<'_>, sheets: &Sheets<M>) -> Self {
        let value = |role: &str, drawings: &[Drawing<'_>], which: usize| {
            if looks.names(role).is_empty() {
                which as u8
            } else {
                looks.value(role, drawings[which].1).unwrap_or(NEVER)
            }
        };
        let grounds = looks.drawings("terrain", &GROUNDS);
        let names = looks.names("terrain");
        let ground = |(value, kind): (usize, Option<usize>)| {
            let own = names
                .get(value)
                .filter(|name| sheets.map.own(name).is_some());
            let drawn = Ground::drawn(kind.unwrap_or(0));
            match own {
                Some(name) => Ground {
                    fills: sheets.map.own(&edge_of(name)).is_some(),
                    picture: (*name).to_owned(),
                    ..drawn
                },
                None => drawn,
            }
        };
        let counters = |role: &str, known: &[Drawing<'static>], begin: &str| -> Vec<String> {
            let names = looks.names(role);
            let drawn = looks.drawings(role, known).into_iter().enumerate();
            let name = |(value, which): (usize, Option<usize>)| {
                let own = |name: &&&str| sheets.counters.own(&format!("{begin}{name}")).is_some();
                let own = names.get(value).filter(own).copied();
                own.unwrap_or(known[which.unwrap_or(0)].0).to_owned()
            };
            drawn.map(name).collect()
        };
        let mut sizes = counters("size", &SIZES, "size_");
        sizes.resize(SIZE_VALUES.max(sizes.len()), SIZES[0].0.to_owned());
        sizes.truncate(SIZE_VALUES);
        let modes = looks.drawings("mode", &MODES).into_iter();
        let mut travel: Vec<bool> = modes.map(|which| which == Some(1)).collect();
        travel.resize(MODE_VALUES, false);
        Self {
            grounds: grounds.into_iter().enumerate().map(ground).collect(),
            town: value("terrain", &GROUNDS, TOWN),
            kinds: counters("symbol", &KINDS, "type_"),
            sizes,
            travel,
            sides: sides(looks, sheets),
            sites: [value("site", &SITES, 2), value("site", &SITES, 3)],
        }
    }

    /// The value of a ground that is clear, or the first.
    pub fn clear(&self) -> u8 {
        let clear = |ground: &Ground| ground.kind == 0;
        self.grounds.iter().position(clear).unwrap_or(0) as u8
    }

    /// The names of the pictures that it takes from the sheets of the map and of the counters.
    pub(crate) fn pictures(&self, of_a_size: &[&str]) -> Vec<String> {
        let grounds = self.grounds.iter().map(|ground| ground.picture.clone());
        let kinds = self.kinds.iter().map(|kind| format!("type_{kind}"));
        let sizes = self.sizes.iter().flat_map(|size| {
            let each = of_a_size.iter();
            each.map(move |begin| format!("{begin}{size}"))
        });
        let fill = self.fill().into_iter();
        grounds.chain(kinds).chain(sizes).chain(fill).collect()
    }
}

impl<Look> Plan<Look> {
    /// The picture that fills edges: that of the first ground that does.
    pub fn fill(&self) -> Option<String> {
        let ground = self.grounds.iter().find(|ground| ground.fills)?;
        Some(edge_of(&ground.picture))
    }

    /// What can lie beside an edge, in the order of the tables of edges.
    pub fn besides(&self) -> impl Iterator<Item = Beside> + use<Look> {
        let count = if self.fill().is_some() { 16 } else { 4 };
        (0..count).map(Beside::of)
    }
}

/// The name of the picture with which a ground fills the edges beside it.
fn edge_of(ground: &str) -> String {
    format!("{ground}_edge")
}

/// The looks of two sides: as the game says, or by their names, and always two that differ.
fn sides<M: Machine>(looks: &Looks<'_>, sheets: &Sheets<M>) -> [M::Look; 2] {
    let both @ [open, solid] = M::LOOKS;
    let names = looks.names("side");
    let own = |side: usize| {
        let name = names.get(side)?;
        let mut found = sheets.sides.iter().filter(|(known, _)| known == name);
        found.next().map(|(_, look)| *look)
    };
    if let (Some(first), Some(second)) = (own(0), own(1)) {
        return [first, second];
    }
    let drawn = looks.drawings("side", &SIDES);
    let is = |side: usize, which: usize| drawn.get(side).copied().flatten() == Some(which);
    let first_is_solid = is(0, 1) || !is(0, 0) && is(1, 0);
    if first_is_solid { [solid, open] } else { both }
}

/// Values that neither the game nor this machine has a drawing for, or more of a kind than its counters show.
pub(crate) fn unknown<M: Machine>(looks: &Looks<'_>, sheets: &Sheets<M>) -> Vec<Unknown> {
    let roles: [(&str, &[Drawing<'_>], &str); 5] = [
        ("terrain", &GROUNDS, ""),
        ("symbol", &KINDS, "type_"),
        ("size", &SIZES, "size_"),
        ("mode", &MODES, ""),
        ("site", &SITES, ""),
    ];
    let each = roles.into_iter().flat_map(|(role, known, begin)| {
        let own = move |name: &str| match role {
            "terrain" => sheets.map.own(name).is_some(),
            _ => sheets.counters.own(&format!("{begin}{name}")).is_some(),
        };
        let unknown = looks.unknown(role, known).into_iter();
        unknown.filter(move |unknown| !own(&unknown.name))
    });
    each.collect()
}
