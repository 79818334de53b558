//! What is drawn for which of a game's values: drawings are found by the names of the values.

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

/// What no value is.
const NEVER: u8 = 0xFF;
/// Values of a size and of a mode that counters have tables for.
const SIZE_VALUES: usize = 4;
const MODE_VALUES: usize = 2;

/// The look of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideLook {
    /// Outlines in red.
    Open,
    /// Solid and blue.
    Solid,
}

impl SideLook {
    /// Colours of the VIC-II: of its ink on black, and of the top bar.
    pub fn colours(self) -> (u8, u8) {
        match self {
            Self::Open => (10, 2),
            Self::Solid => (14, 6),
        }
    }
}

/// What is drawn for each value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Grounds by the value of `terrain`: names of pieces.
    pub grounds: Vec<&'static str>,
    /// The value of `terrain` that is a town.
    pub town: u8,
    /// Types by the value of `symbol`: names of signs.
    pub kinds: Vec<&'static str>,
    /// Sizes by the value of `size`: names of marks.
    pub sizes: Vec<&'static str>,
    /// By the value of `mode`: whether it is travel mode.
    pub travel: Vec<bool>,
    /// By the value of `side`.
    pub sides: [SideLook; 2],
    /// The values of `site` that are a town that counts, and an exit.
    pub sites: [u8; 2],
}

impl Plan {
    /// The plan for a game.
    pub fn of(looks: &Looks<'_>) -> Self {
        let named = |role: &str, known: &[Drawing<'static>]| -> Vec<&'static str> {
            let drawings = looks.drawings(role, known).into_iter();
            drawings.map(|which| known[which.unwrap_or(0)].0).collect()
        };
        let padded = |role: &str, known: &[Drawing<'static>], count: usize| {
            let mut names = named(role, known);
            names.resize(count.max(names.len()), known[0].0);
            names.truncate(count);
            names
        };
        let value = |role: &str, drawings: &[Drawing<'_>], which: usize| {
            if looks.names(role).is_empty() {
                which as u8
            } else {
                looks.value(role, drawings[which].1).unwrap_or(NEVER)
            }
        };
        Self {
            grounds: named("terrain", &GROUNDS),
            town: value("terrain", &GROUNDS, TOWN),
            kinds: named("symbol", &KINDS),
            sizes: padded("size", &SIZES, SIZE_VALUES),
            travel: padded("mode", &MODES, MODE_VALUES)
                .into_iter()
                .map(|name| name == MODES[1].0)
                .collect(),
            sides: sides(looks),
            sites: [value("site", &SITES, 2), value("site", &SITES, 3)],
        }
    }

    /// The value of a ground that is clear, or the first.
    pub fn clear(&self) -> u8 {
        let clear = |ground: &&str| *ground == GROUNDS[0].0;
        self.grounds.iter().position(clear).unwrap_or(0) as u8
    }

    /// Whether a ground is forest, as the edges beside it show.
    pub fn is_forest(ground: &str) -> bool {
        ground == GROUNDS[FOREST].0
    }

    /// Whether a ground is a town.
    pub fn is_town(ground: &str) -> bool {
        ground == GROUNDS[TOWN].0
    }
}

/// The looks of two sides: by their names, and always two that differ.
fn sides(looks: &Looks<'_>) -> [SideLook; 2] {
    let both = [SideLook::Open, SideLook::Solid];
    let drawn = looks.drawings("side", &SIDES);
    let look = |side: usize| drawn.get(side).copied().flatten().map(|which| both[which]);
    match (look(0), look(1)) {
        (Some(SideLook::Solid), _) | (None, Some(SideLook::Open)) => [both[1], both[0]],
        _ => both,
    }
}

/// Values that this machine has no drawing for, or more of a kind than its counters show.
pub fn unknown(looks: &Looks<'_>) -> Vec<Unknown> {
    let roles: [(&str, &[Drawing<'_>]); 5] = [
        ("terrain", &GROUNDS),
        ("symbol", &KINDS),
        ("size", &SIZES),
        ("mode", &MODES),
        ("site", &SITES),
    ];
    let each = roles
        .iter()
        .flat_map(|(role, known)| looks.unknown(role, known));
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_drawn_by_their_names_whatever_their_order() {
        let looks = Looks::default()
            .with("terrain", &["town", "swamp", "wood"])
            .with("side", &["german", "allied"])
            .with("mode", &["travel", "normal"])
            .with("site", &["no_site", "exit"]);
        let plan = Plan::of(&looks);
        assert_eq!(plan.grounds, ["town", "clear", "forest"]);
        assert_eq!(plan.town, 0);
        assert_eq!(plan.sides, [SideLook::Solid, SideLook::Open]);
        assert_eq!(plan.travel, [true, false]);
        assert_eq!(plan.sites, [NEVER, 1]);
        let unknown = unknown(&looks);
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
            let [a, b] = Plan::of(&Looks::default().with("side", &names)).sides;
            assert_ne!(a, b, "{names:?}");
        }
    }

    #[test]
    fn without_names_the_order_is_that_of_the_drawings() {
        let plan = Plan::of(&Looks::default());
        assert_eq!(plan.grounds, GROUNDS.map(|(name, _)| name));
        assert_eq!(plan.kinds, KINDS.map(|(name, _)| name));
        assert_eq!((plan.town, plan.sites), (3, [2, 3]));
    }
}
