//! Armies: what the sides of a game and the armies beyond them are drawn as, by their names.

use super::sheet::Object;
use super::{Own, emblem};
use hexfront_isa::looks::{Drawing, Looks};

/// Armies, and what each has instead of a picture that it lacks: those of the armies before it.
pub(super) const ARMIES: [Drawing<'_>; 3] = [
    ("german", &["german", "axis"]),
    ("american", &["american", "allied"]),
    ("british", &["british"]),
];
pub(super) const GERMAN: usize = 0;
pub(super) const AMERICAN: usize = 1;

/// Colours of a side: its ink, the paper of its dumps' numbers, its dots in the panel's map, the ground of its mark.
pub type SideColours = [u8; 4];

/// The look of a side: German, or that of the Allies.
pub(super) struct SideArt {
    pub name: &'static str,
    pub colours: SideColours,
    /// A cross, a star: seven rows.
    pub mark: [u8; 7],
    /// Ink of marks on its counters without numbers.
    pub ink: u8,
}

const SIDES: [SideArt; 2] = [
    SideArt {
        name: "german",
        colours: [14, 1, 0, 13],
        mark: [0x10, 0x10, 0x38, 0xFE, 0x38, 0x10, 0x10],
        ink: 1,
    },
    SideArt {
        name: "allied",
        colours: [20, 18, 18, 16],
        mark: [0x10, 0x10, 0xFE, 0x38, 0x38, 0x6C, 0x44],
        ink: 0,
    },
];

/// What a game's sides, and its armies beyond, are drawn as.
pub(super) struct Armies {
    /// Place in [`ARMIES`] by side, then by the values of `nation` from 1 on.
    pub looks: Vec<usize>,
    /// Whether the name of a side is one that an emblem stands for.
    pub known: [bool; 2],
    /// The names of the sides and armies in the game.
    names: Vec<String>,
}

impl Armies {
    pub fn of(looks: &Looks<'_>) -> Self {
        let sides = looks.drawings("side", &ARMIES);
        let side = |number: usize| sides.get(number).copied().flatten();
        let free = |other: usize| if other == GERMAN { AMERICAN } else { GERMAN };
        let first = side(0).unwrap_or_else(|| free(side(1).unwrap_or(AMERICAN)));
        let second = side(1).filter(|army| *army != first).unwrap_or(free(first));
        let nations = if looks.names("nation").is_empty() {
            vec![Some(2)]
        } else {
            looks.drawings("nation", &ARMIES).split_off(1)
        };
        let nations = nations.into_iter().map(|army| army.unwrap_or(second));
        Self {
            looks: [first, second].into_iter().chain(nations).collect(),
            known: [0, 1].map(|number| side(number).is_some()),
            names: army_names(looks),
        }
    }

    /// The game's name of an army, by its place in `looks`.
    pub fn name(&self, place: usize) -> &str {
        self.names.get(place).map_or("", String::as_str)
    }

    /// The looks of the two sides.
    pub fn sides(&self) -> [&'static SideArt; 2] {
        [0, 1].map(|side| &SIDES[usize::from(self.looks[side] != GERMAN)])
    }
}

/// The names of two sides, and of the armies beyond.
pub(super) fn army_names(looks: &Looks<'_>) -> Vec<String> {
    let mut names: Vec<String> = looks
        .names("side")
        .iter()
        .map(|n| (*n).to_owned())
        .collect();
    names.resize(2, String::new());
    let nations = looks.names("nation").iter().skip(1);
    names.extend(nations.map(|name| (*name).to_owned()));
    names
}

/// The colours of both sides: as the game says, or those of what they look like.
pub(super) fn side_colours(armies: &Armies, own: &Own) -> [SideColours; 2] {
    let sides = armies.sides();
    [0, 1].map(|side: usize| {
        let listed = own.sides.iter().find(|(name, _)| name == armies.name(side));
        listed.map_or(sides[side].colours, |(_, colours)| *colours)
    })
}

/// Emblems of both sides, for those that go by no name of ours and that the game draws none of.
pub(super) fn plain_emblems(looks: &Looks<'_>, own: &Own) -> [Object; 2] {
    let colours = side_colours(&Armies::of(looks), own);
    [0, 1].map(|side| emblem::plain(side, colours[side]))
}
