//! What is drawn for which of a game's values: drawings are found by the names of the values, and the tables that the shell reads are
//! made for the game.

use std::fmt::Write as _;

use hexfront_isa::looks::{Drawing, Looks, Unknown};

/// Kinds of ground, the plainest first.
const GROUNDS: [Drawing<'_>; 5] = [
    ("plain", &["plain", "clear", "open", "field"]),
    ("forest", &["forest", "wood", "woods"]),
    ("mountain", &["mountain", "rough", "hill", "hills"]),
    ("city", &["city", "town"]),
    ("siegfried", &["siegfried", "fort", "fortified"]),
];
const CITY: usize = 3;
/// Of each kind: which four of its pictures take turns, its picture on the whole map, its colour in the panel's map.
const GROUND_ART: [([u8; 4], &str, u8); 5] = [
    ([0, 1, 2, 3], "plain", 3),
    ([0, 1, 2, 1], "forest", 8),
    ([0, 1, 2, 1], "mountain", 10),
    // On the whole map a city is drawn above the roads.
    ([0, 1, 0, 1], "plain", 30),
    ([0, 1, 1, 1], "siegfried", 5),
];

/// Classes of units, and what is drawn where an army has no picture of its own for one.
const CLASSES: [Drawing<'_>; 8] = [
    ("tank", &["armour", "armor", "tank"]),
    (
        "halftrack",
        &["motor_infantry", "panzergrenadier", "mechanized", "cavalry"],
    ),
    ("gun", &["artillery", "gun"]),
    ("infantry", &["infantry", "foot", "engineer", "engineers"]),
    ("rocket", &["volkswerfer", "rocket"]),
    ("para", &["paratrooper", "airborne"]),
    ("infiltrator", &["infiltrator"]),
    ("air", &["aircraft", "air"]),
];
const INFANTRY: usize = 3;
const INSTEAD: [Option<usize>; 8] = [None, Some(0), None, None, Some(2), Some(3), Some(3), None];
/// Classes drawn in another shade on the overviews.
const OTHER_SHADE: [bool; 8] = [false, false, true, false, true, false, true, false];
/// Classes that tables have room for.
const CLASS_VALUES: usize = 8;

/// Armies, and what each has instead of a picture that it lacks: those of the armies before it.
const ARMIES: [Drawing<'_>; 3] = [
    ("german", &["german", "axis"]),
    ("american", &["american", "allied"]),
    ("british", &["british"]),
];
const GERMAN: usize = 0;
const AMERICAN: usize = 1;
/// Paper and ink of the movement number, by army.
const MOVES_COLOURS: [(u8, u8); 3] = [(12, 14), (15, 20), (6, 21)];

const WEATHERS: [Drawing<'_>; 4] = [
    ("clear", &["clear", "good"]),
    ("overcast", &["overcast", "bad", "rain"]),
    ("fog", &["fog"]),
    ("snow", &["snow"]),
];

/// The look of a side: German, or that of the Allies.
struct SideArt {
    name: &'static str,
    /// Its ink, the paper of its dumps' numbers, its dots in the panel's map, the ground of its mark.
    colours: [u8; 4],
    /// A cross, a star: seven rows.
    mark: [u8; 7],
}

const SIDES: [SideArt; 2] = [
    SideArt {
        name: "german",
        colours: [14, 1, 0, 13],
        mark: [0x10, 0x10, 0x38, 0xFE, 0x38, 0x10, 0x10],
    },
    SideArt {
        name: "allied",
        colours: [20, 18, 18, 16],
        mark: [0x10, 0x10, 0xFE, 0x38, 0x38, 0x6C, 0x44],
    },
];

/// What a game's sides, and its armies beyond, are drawn as.
struct Armies {
    /// Place in [`ARMIES`] by side, then by the values of `nation` from 1 on.
    looks: Vec<usize>,
    /// Whether the name of a side is one that an emblem stands for.
    known: [bool; 2],
}

impl Armies {
    fn of(looks: &Looks<'_>) -> Self {
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
        }
    }

    /// The looks of the two sides.
    fn sides(&self) -> [&'static SideArt; 2] {
        [0, 1].map(|side| &SIDES[usize::from(self.looks[side] != GERMAN)])
    }
}

/// Values that this machine has no drawing for.
pub fn unknown(looks: &Looks<'_>) -> Vec<Unknown> {
    let mut unknown = looks.unknown("terrain", &GROUNDS);
    unknown.extend(looks.unknown("symbol", &CLASSES));
    unknown.extend(looks.unknown("side", &ARMIES));
    unknown.extend(looks.unknown("weather", &WEATHERS));
    unknown
}

/// The tables for a game, as assembly. `has` tells whether there is a picture of that name.
pub(super) fn tables(looks: &Looks<'_>, has: impl Fn(&str) -> bool) -> String {
    let mut out = String::from(".align 2\n");
    grounds(&mut out, looks);
    let armies = Armies::of(looks);
    units(&mut out, looks, &armies, has);
    sides(&mut out, &armies);
    let weathers = if looks.is_bound("weather") {
        looks.drawings("weather", &WEATHERS)
    } else {
        vec![None]
    };
    number(&mut out, "weather_count", weathers.len());
    let weather =
        |known: Option<usize>| picture(known.map(|k| format!("weather_{}", WEATHERS[k].0)));
    pictures(
        &mut out,
        "weather_pictures",
        weathers.into_iter().map(weather),
    );
    out
}

fn grounds(out: &mut String, looks: &Looks<'_>) {
    let drawn: Vec<usize> = looks
        .drawings("terrain", &GROUNDS)
        .into_iter()
        .map(|which| which.unwrap_or(0))
        .collect();
    let city = drawn.iter().position(|which| *which == CITY);
    number(out, "ground_count", drawn.len());
    number(out, "ground_city", city.unwrap_or(0xFF));
    let plain = drawn.iter().position(|which| *which == 0);
    number(out, "ground_plain", plain.unwrap_or(0));
    let tiles = drawn.iter().flat_map(|which| {
        let name = GROUNDS[*which].0;
        GROUND_ART[*which]
            .0
            .map(|tile| object(&format!("{name}{tile}")))
    });
    pictures(out, "ground_tiles", tiles);
    let half = drawn
        .iter()
        .map(|which| object(&format!("half_{}", GROUNDS[*which].0)));
    pictures(out, "half_grounds", half);
    let whole = drawn
        .iter()
        .map(|which| object(&format!("whole_{}", GROUND_ART[*which].1)));
    pictures(out, "whole_grounds", whole);
    let colours: Vec<u8> = drawn.iter().map(|which| GROUND_ART[*which].2).collect();
    bytes(out, "ground_colours", &colours);
}

fn units(out: &mut String, looks: &Looks<'_>, armies: &Armies, has: impl Fn(&str) -> bool) {
    let mut classes: Vec<usize> = looks
        .drawings("symbol", &CLASSES)
        .into_iter()
        .map(|class| class.unwrap_or(INFANTRY))
        .collect();
    classes.resize(CLASS_VALUES, INFANTRY);
    number(out, "last_look", armies.looks.len() - 1);
    for (label, begin) in [("unit_pictures", ""), ("strip_pictures", "strip_")] {
        let each = armies.looks.iter().flat_map(|army| {
            let has = &has;
            classes
                .iter()
                .map(move |class| object(&unit(begin, *army, *class, has)))
        });
        pictures(out, label, each);
    }
    let shades: Vec<u8> = classes
        .iter()
        .map(|class| OTHER_SHADE[*class].into())
        .collect();
    bytes(out, "class_shades", &shades);
    let colours = armies.looks.iter().flat_map(|army| {
        let (paper, ink) = MOVES_COLOURS[*army];
        [paper, ink]
    });
    bytes(out, "moves_colours", &colours.collect::<Vec<u8>>());
}

/// The picture of a class in an army: its own, or of a class that stands in for it, or those of the armies before.
fn unit(begin: &str, army: usize, class: usize, has: impl Fn(&str) -> bool) -> String {
    let armies = (0..=army)
        .rev()
        .filter(|other| *other != GERMAN || army == GERMAN);
    let mut chain = armies.flat_map(|army| {
        let classes = std::iter::successors(Some(class), |class| INSTEAD[*class]);
        classes.map(move |class| format!("{begin}{}_{}", ARMIES[army].0, CLASSES[class].0))
    });
    chain
        .find(|name| has(name))
        .unwrap_or_else(|| format!("{begin}german_infantry"))
}

fn sides(out: &mut String, armies: &Armies) {
    let sides = armies.sides();
    let by_name = |begin: &str| sides.map(|side| object(&format!("{begin}{}", side.name)));
    let emblem = |side: usize| {
        let known = armies.known[side].then(|| format!("emblem_{}", sides[side].name));
        picture(known)
    };
    pictures(out, "side_emblems", [0, 1].map(emblem));
    pictures(out, "side_dumps", by_name("dump_"));
    pictures(out, "whole_dumps", by_name("whole_dump_"));
    pictures(out, "half_signs", by_name("half_"));
    let half =
        sides.map(|side| ["", "_other"].map(|end| object(&format!("half_{}{end}", side.name))));
    pictures(out, "half_units", half.into_iter().flatten());
    let whole = sides.map(|side| [(); 2].map(|()| object(&format!("whole_{}", side.name))));
    pictures(out, "whole_units", whole.into_iter().flatten());
    let fixed = [
        "whole_city",
        "sign_siegfried",
        "sign_window",
        "sign_red",
        "sign_blue",
        "sign_yellow",
    ];
    let signs = by_name("sign_").into_iter().chain(by_name("whole_dump_"));
    pictures(out, "sign_pictures", signs.chain(fixed.map(object)));
    for (number_of, side) in sides.iter().enumerate() {
        number(
            out,
            &format!("side_ink_{number_of}"),
            side.colours[0].into(),
        );
    }
    for (label, which) in [("side_plates", 1), ("side_dots", 2), ("side_grounds", 3)] {
        bytes(out, label, &sides.map(|side| side.colours[which]));
    }
    let marks = sides
        .iter()
        .flat_map(|side| side.mark.into_iter().chain([0]));
    bytes(out, "side_marks", &marks.collect::<Vec<u8>>());
}

fn object(name: &str) -> String {
    format!("object_{name}")
}

/// A picture, or none.
fn picture(name: Option<String>) -> String {
    name.map_or_else(|| "0".to_owned(), |name| object(&name))
}

// Writing to a string cannot fail.

fn number(out: &mut String, label: &str, value: usize) {
    let _ = writeln!(out, "{label} = {value}\n.export {label}");
}

fn pictures(out: &mut String, label: &str, names: impl IntoIterator<Item = String>) {
    let _ = writeln!(out, ".export {label}\n{label}:");
    for name in names {
        let _ = writeln!(out, "  .dword {name}");
    }
}

fn bytes(out: &mut String, label: &str, values: &[u8]) {
    let values: Vec<String> = values.iter().map(u8::to_string).collect();
    let _ = writeln!(
        out,
        ".export {label}\n{label}: .byte {}\n.align 2",
        values.join(", ")
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRITISH: [&str; 6] = [
        "british_tank",
        "british_gun",
        "american_tank",
        "american_gun",
        "american_air",
        "german_rocket",
    ];

    fn has(name: &str) -> bool {
        BRITISH.contains(&name)
    }

    #[test]
    fn a_picture_that_an_army_lacks_is_another_class_of_its_own_and_then_its_allys() {
        let find = |army, class| unit("", army, class, has);
        assert_eq!(find(2, 0), "british_tank");
        assert_eq!(find(2, 1), "british_tank", "for a halftrack");
        assert_eq!(find(2, 4), "british_gun", "for a rocket");
        assert_eq!(find(2, 7), "american_air");
        assert_eq!(find(0, 4), "german_rocket");
        assert_eq!(find(1, 3), "german_infantry", "where there is none at all");
    }

    #[test]
    fn tables_go_by_the_names_of_values_whatever_their_order() {
        let looks = Looks::default()
            .with("terrain", &["wood", "swamp", "town"])
            .with("side", &["allied", "german"])
            .with("symbol", &["infantry", "tank"]);
        let text = tables(&looks, |_| true);
        assert!(text.contains("ground_count = 3") && text.contains("ground_city = 2"));
        assert!(text.contains("half_grounds:\n  .dword object_half_forest\n  .dword object_half_plain\n  .dword object_half_city"));
        assert!(text.contains(
            "unit_pictures:\n  .dword object_american_infantry\n  .dword object_american_tank"
        ));
        assert!(text.contains(
            "side_emblems:\n  .dword object_emblem_allied\n  .dword object_emblem_german"
        ));
        assert!(
            text.contains("weather_pictures:\n  .dword 0\n"),
            "no weather is bound"
        );
        let names: Vec<String> = unknown(&looks).into_iter().map(|u| u.name).collect();
        assert_eq!(names, ["swamp"]);
    }

    #[test]
    fn sides_of_other_names_have_no_emblem_and_look_different() {
        let looks = Looks::default().with("side", &["blue", "green"]);
        let text = tables(&looks, |_| true);
        assert!(text.contains("side_emblems:\n  .dword 0\n  .dword 0\n"));
        let [a, b] = Armies::of(&looks).sides();
        assert_ne!(a.name, b.name);
    }
}
