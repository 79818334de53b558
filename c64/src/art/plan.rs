//! What is drawn for which of a game's values: drawings are found by the names of the values.

use super::colours;
use super::sheets::Sheets;
use hexfront_isa::looks::{Drawing, Looks, Unknown};

/// Grounds, the plainest first; the second name of a drawing is the first that a game may use.
const GROUNDS: [Drawing<'_>; 4] = [
    ("clear", &["clear", "plain", "open", "field"]),
    ("rough", &["rough", "mountain", "hill", "hills"]),
    ("forest", &["forest", "wood", "woods"]),
    ("town", &["town", "city", "village"]),
];
/// Types of units, the plainest first.
const KINDS: [Drawing<'_>; 6] = [
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
/// Sides: outlines and red, or solid and blue.
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

/// The look of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideLook {
    /// In its colour with the paper's signs on it, not in outlines.
    pub solid: bool,
    /// One of the first eight colours of the VIC-II.
    pub colour: u8,
}

/// Outlines in red.
const OPEN: SideLook = SideLook {
    solid: false,
    colour: 2,
};
/// Solid and blue.
const SOLID: SideLook = SideLook {
    solid: true,
    colour: 6,
};

impl SideLook {
    /// Whether it is drawn in its colour, not in outlines.
    pub fn is_solid(&self) -> bool {
        self.solid
    }

    /// Colour RAM value of its counters.
    pub fn counter(&self) -> u8 {
        self.colour
    }

    /// Colours of the VIC-II: of its ink on black, and of the top bar, on which text is white.
    pub fn colours(&self) -> (u8, u8) {
        let bar = if self.colour == WHITE {
            LIGHT_GREY
        } else {
            self.colour
        };
        (colours::light(self.colour), bar)
    }
}

const WHITE: u8 = 1;
const LIGHT_GREY: u8 = 15;

/// What is drawn for a value of `terrain`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// Name of the piece.
    pub picture: String,
    /// The machine's drawing that it is one of, by its place: whatever else goes by the kind of ground.
    kind: usize,
}

impl Ground {
    fn drawn(kind: usize) -> Self {
        Self {
            picture: GROUNDS[kind].0.to_owned(),
            kind,
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

    /// Whether it is a town.
    pub fn is_town(&self) -> bool {
        self.kind == TOWN
    }

    /// Whether it is rough ground, from which roads keep a distance.
    pub fn is_rough(&self) -> bool {
        self.kind == ROUGH
    }
}

/// What is drawn for each value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
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
    pub sides: [SideLook; 2],
    /// The values of `site` that are a town that counts, and an exit.
    pub sites: [u8; 2],
}

impl Plan {
    /// The plan for a game: what it draws itself goes by the names of its values, the rest by those of the machine's drawings.
    pub fn of(looks: &Looks<'_>, sheets: &Sheets) -> Self {
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
    fn pictures(&self) -> Vec<String> {
        let grounds = self.grounds.iter().map(|ground| ground.picture.clone());
        let kinds = self.kinds.iter().map(|kind| format!("type_{kind}"));
        let begins = ["size_", "travel_", "mc_", "mc_travel_"];
        let sizes = self.sizes.iter();
        let sizes = sizes.flat_map(|size| begins.map(|begin| format!("{begin}{size}")));
        grounds.chain(kinds).chain(sizes).collect()
    }
}

/// The looks of two sides: as the game says, or by their names, and always two that differ.
fn sides(looks: &Looks<'_>, sheets: &Sheets) -> [SideLook; 2] {
    let both = [OPEN, SOLID];
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
    let look = |side: usize| drawn.get(side).copied().flatten().map(|which| both[which]);
    match (look(0), look(1)) {
        (Some(SOLID), _) | (None, Some(OPEN)) => [both[1], both[0]],
        _ => both,
    }
}

/// Values that neither the game nor this machine has a drawing for, or more of a kind than its counters show.
pub fn unknown(looks: &Looks<'_>, sheets: &Sheets) -> Vec<Unknown> {
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

/// What a game draws that nothing shows: names of its files, each with the name of the picture.
pub fn unused(looks: &Looks<'_>, sheets: &Sheets) -> Vec<(&'static str, String)> {
    let drawn = Plan::of(looks, sheets).pictures();
    let machine = Sheets::default();
    let both = sheets.each().zip(machine.each());
    let each = both.flat_map(|((file, sheet), (_, known))| {
        let drawn = &drawn;
        let idle = move |name: &&str| {
            let of_game = sheet.own(name).is_some();
            of_game && known.any(name).is_err() && !drawn.iter().any(|used| used == name)
        };
        let names = sheet.pictures().map(|picture| picture.name.as_str());
        names.filter(idle).map(move |name| (file, name.to_owned()))
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::art::Art;

    fn pictures(plan: &Plan) -> Vec<&str> {
        plan.grounds.iter().map(|g| g.picture.as_str()).collect()
    }

    #[test]
    fn values_are_drawn_by_their_names_whatever_their_order() {
        let looks = Looks::default()
            .with("terrain", &["town", "swamp", "wood"])
            .with("side", &["german", "allied"])
            .with("mode", &["travel", "normal"])
            .with("site", &["no_site", "exit"]);
        let plan = Plan::of(&looks, &Sheets::default());
        assert_eq!(pictures(&plan), ["town", "clear", "forest"]);
        assert_eq!(plan.town, 0);
        assert_eq!(plan.sides, [SOLID, OPEN]);
        assert_eq!(plan.travel, [true, false]);
        assert_eq!(plan.sites, [NEVER, 1]);
        let unknown = unknown(&looks, &Sheets::default());
        assert_eq!(unknown.len(), 1);
        assert_eq!(unknown[0].name, "swamp");
    }

    #[test]
    fn two_sides_never_look_alike() {
        for names in [
            ["german", "german_too"],
            ["red", "american"],
            ["allied", "soviet"],
        ] {
            let [a, b] = Plan::of(&Looks::default().with("side", &names), &Sheets::default()).sides;
            assert_ne!(a, b, "{names:?}");
        }
    }

    #[test]
    fn without_names_the_order_is_that_of_the_drawings() {
        let plan = Plan::of(&Looks::default(), &Sheets::default());
        assert_eq!(pictures(&plan), GROUNDS.map(|(name, _)| name));
        assert_eq!(plan.kinds, KINDS.map(|(name, _)| name));
        assert_eq!((plan.town, plan.sites), (3, [2, 3]));
    }

    #[test]
    fn what_a_game_draws_goes_by_the_names_of_its_values() {
        let art = Art::default()
            .with(
                "map.txt",
                b"@swamp blue\n........\n@town\n........\n@moor\n.\n",
            )
            .with("counters.txt", b"@type_dragoon\n.\n@type_inf\n.\n")
            .with(
                "sides.txt",
                b"# Two.\nreds open green\ngreens solid purple\n",
            );
        let sheets = Sheets::of(&art).unwrap();
        let looks = Looks::default()
            .with("terrain", &["swamp", "city", "bog"])
            .with("symbol", &["foot", "dragoon", "elephant"])
            .with("side", &["greens", "reds"]);
        let plan = Plan::of(&looks, &sheets);
        assert_eq!(pictures(&plan), ["swamp", "town", "clear"]);
        assert_eq!(plan.kinds, ["inf", "dragoon", "inf"]);
        assert_eq!(
            plan.sides.map(|side| (side.solid, side.colour)),
            [(true, 4), (false, 5)]
        );
        let names = |all: Vec<Unknown>| all.into_iter().map(|u| u.name).collect::<Vec<_>>();
        assert_eq!(names(unknown(&looks, &sheets)), ["bog", "elephant"]);
        assert_eq!(unused(&looks, &sheets), [("map.txt", "moor".to_owned())]);
    }

    #[test]
    fn a_line_that_is_no_side_is_named() {
        let wrong = |text: &[u8]| {
            Sheets::of(&Art::default().with("sides.txt", text))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            wrong(b"\nreds upright red"),
            "art/c64/sides.txt:2: `reds upright red` is not `NAME open COLOUR` or `NAME solid COLOUR`"
        );
        assert_eq!(
            wrong(b"reds open pink"),
            "art/c64/sides.txt: `pink` is no colour of the map; it takes black, white, red, cyan, purple, green, blue, yellow"
        );
    }
}
