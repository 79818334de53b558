//! What is drawn for which of a game's values: drawings are found by the names of the values, and the tables that the shell reads are
//! made for the game.

use std::fmt::Write as _;

use super::armies::{ARMIES, Armies, GERMAN, army_names, side_colours};
use super::{Own, TRANSPARENT, emblem, inks, lettered};
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
    (
        "tank",
        &[
            "armour",
            "armor",
            "tank",
            "light_tank",
            "heavy_tank",
            "assault_gun",
        ],
    ),
    (
        "halftrack",
        &["motor_infantry", "panzergrenadier", "mechanized", "cavalry"],
    ),
    (
        "gun",
        &["artillery", "gun", "antitank", "antiaircraft", "mortar"],
    ),
    (
        "infantry",
        &[
            "infantry",
            "foot",
            "engineer",
            "engineers",
            "machinegun",
            "ski",
        ],
    ),
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
const CLASS_VALUES: usize = 16;

/// Signs of classes on counters without numbers.
const SIGNS: [Drawing<'_>; 7] = [
    ("infantry", &["infantry", "foot"]),
    ("armour", &["armour", "armor", "tank"]),
    ("cavalry", &["cavalry", "reconnaissance"]),
    ("airborne", &["airborne", "paratrooper"]),
    ("engineer", &["engineer", "engineers"]),
    (
        "mechanized",
        &["panzergrenadier", "motor_infantry", "mechanized"],
    ),
    ("artillery", &["artillery", "gun"]),
];
/// Marks of sizes on them: the five rows of each.
const SIZES: [(Drawing<'_>, [u8; 5]); 5] = [
    (("i", &["company"]), [0x10, 0x10, 0x10, 0x10, 0x10]),
    (("ii", &["battalion"]), [0x28, 0x28, 0x28, 0x28, 0x28]),
    (("iii", &["regiment"]), [0x54, 0x54, 0x54, 0x54, 0x54]),
    (("x", &["brigade"]), [0x44, 0x28, 0x10, 0x28, 0x44]),
    (
        ("xx", &["division", "corps"]),
        [0xAA, 0xAA, 0x44, 0xAA, 0xAA],
    ),
];
/// Marks of modes: four rows; wheels of what is on the road.
const MODES: [(Drawing<'_>, [u8; 4]); 2] = [
    (("normal", &["normal", "combat"]), [0; 4]),
    (("travel", &["travel", "column"]), [0x66, 0xFF, 0xFF, 0x66]),
];
/// What lies in a hex, by the numbers that the shell knows them by.
const SITES: [Drawing<'_>; 4] = [
    ("nothing", &["no_site", "none", "nothing"]),
    ("town", &["town", "small_town", "village"]),
    ("objective", &["victory_town", "objective", "city"]),
    ("exit", &["exit"]),
];
const TOWN: usize = 1;

/// Paper and ink of the movement number, by army.
const MOVES_COLOURS: [(u8, u8); 3] = [(12, 14), (15, 20), (6, 21)];

const WEATHERS: [Drawing<'_>; 4] = [
    ("clear", &["clear", "good"]),
    ("overcast", &["overcast", "bad", "rain"]),
    ("fog", &["fog"]),
    ("snow", &["snow"]),
];

/// The drawing of the shell that a game's drawing of that name stands for or lies beside; none if nothing draws it. `known` are
/// the shell's. A game draws a ground `swamp` as `swamp0` to `swamp3` (or `swamp` alone), `half_swamp` and `whole_swamp`, the
/// counters of its side `reds` as `reds_CLASS` and `strip_reds_CLASS`, and the side's emblem as `emblem_reds`.
pub fn model(looks: &Looks<'_>, name: &str, known: &dyn Fn(&str) -> bool) -> Option<String> {
    if known(name) {
        return Some(name.to_owned());
    }
    let ground = |name: &str| looks.names("terrain").contains(&name);
    if let Some(rest) = name.strip_prefix("half_") {
        return ground(rest).then(|| "half_plain".to_owned());
    }
    if let Some(rest) = name.strip_prefix("whole_") {
        return ground(rest).then(|| "whole_plain".to_owned());
    }
    if ground(name) || ground(name.trim_end_matches(['0', '1', '2', '3'])) {
        return Some("plain0".to_owned());
    }
    let armies = army_names(looks);
    if let Some(rest) = name.strip_prefix("emblem_") {
        let side = armies.iter().take(2).any(|army| army == rest);
        return side.then(|| "emblem_german".to_owned());
    }
    let (begin, unit) = name
        .strip_prefix("strip_")
        .map_or(("", name), |unit| ("strip_", unit));
    let classes = looks.names("symbol");
    let drawn = armies.iter().any(|army| {
        let class = unit
            .strip_prefix(army.as_str())
            .and_then(|rest| rest.strip_prefix('_'));
        class.is_some_and(|class| classes.contains(&class))
    });
    let lettered = begin.is_empty() && is_lettered(looks);
    drawn.then(|| match lettered {
        true => lettered::model(),
        false => format!("{begin}german_infantry"),
    })
}

/// Values that neither this machine nor the game has a drawing for.
pub fn unknown(looks: &Looks<'_>, has: impl Fn(&str) -> bool) -> Vec<Unknown> {
    let mut unknown = looks.unknown("terrain", &GROUNDS);
    unknown.retain(|value| tile(&value.name, 0, &has).is_none());
    let armies = army_names(looks);
    let drawn = |class: &str| {
        armies
            .iter()
            .take(2)
            .all(|army| has(&format!("{army}_{class}")))
    };
    if is_classic(looks) {
        unknown.extend(looks.unknown("symbol", &SIGNS));
        unknown.extend(looks.unknown("size", &SIZES.map(|(size, _)| size)));
        unknown.extend(looks.unknown("mode", &MODES.map(|(mode, _)| mode)));
        unknown.extend(looks.unknown("site", &SITES));
    } else {
        let known: &[Drawing<'_>] = match is_lettered(looks) {
            true => &lettered::SIGNS,
            false => &CLASSES,
        };
        let classes = looks.unknown("symbol", known).into_iter();
        unknown.extend(classes.filter(|value| !drawn(&value.name)));
    }
    let sides = looks.unknown("side", &ARMIES).into_iter();
    unknown.extend(sides.filter(|value| !has(&format!("emblem_{}", value.name))));
    unknown.extend(looks.unknown("weather", &WEATHERS));
    unknown
}

/// The game's own picture of a ground: the one of that number, or one that there is instead.
fn tile(ground: &str, number: u8, has: &impl Fn(&str) -> bool) -> Option<String> {
    let numbered = (0..=number).rev().map(|n| format!("{ground}{n}"));
    let mut all = numbered.chain([ground.to_owned()]);
    all.find(|name| has(name))
}

/// What a picture of the game in small shows: tiles of its grounds, counters of its two sides.
pub struct Samples {
    /// Tiles, the plainest ground first.
    pub tiles: Vec<String>,
    /// Counters by side.
    pub units: [Vec<String>; 2],
}

/// The names of some of a game's drawings.
pub fn samples(looks: &Looks<'_>, own: &Own, has: impl Fn(&str) -> bool) -> Samples {
    let drawn = looks.drawings("terrain", &GROUNDS).into_iter().enumerate();
    let mut tiles: Vec<(usize, String)> = drawn
        .map(|(value, which)| {
            let name = looks.names("terrain").get(value).copied().unwrap_or("");
            let kind = which.unwrap_or(0);
            let ours = format!("{}0", GROUNDS[kind].0);
            (kind, tile(name, 0, &|name| own.has(name)).unwrap_or(ours))
        })
        .collect();
    tiles.sort_by_key(|(kind, _)| *kind);
    let armies = Armies::of(looks);
    let classes = classes(looks);
    let count = looks.names("symbol").len().clamp(1, CLASS_VALUES);
    let units = |side: usize| {
        let each = (0..count)
            .map(|value| counter("", &armies, side, looks, (value, classes[value]), own, &has));
        each.collect()
    };
    Samples {
        tiles: tiles.into_iter().map(|(_, name)| name).collect(),
        units: [units(0), units(1)],
    }
}

/// By the value of `symbol`: what it is drawn as.
fn classes(looks: &Looks<'_>) -> Vec<usize> {
    let drawn = looks.drawings("symbol", &CLASSES).into_iter();
    let mut classes: Vec<usize> = drawn.map(|class| class.unwrap_or(INFANTRY)).collect();
    classes.resize(CLASS_VALUES, INFANTRY);
    classes
}

/// The picture of a value of `symbol` in an army: the game's own, or ours.
fn counter(
    begin: &str,
    armies: &Armies,
    place: usize,
    looks: &Looks<'_>,
    (value, class): (usize, usize),
    own: &Own,
    has: &impl Fn(&str) -> bool,
) -> String {
    let name = looks.names("symbol").get(value).copied().unwrap_or("");
    let drawn = format!("{begin}{}_{name}", armies.name(place));
    if own.has(&drawn) {
        return drawn;
    }
    unit(begin, armies.looks[place], class, has)
}

/// Whether counters are drawn without numbers: the game binds no strength.
pub fn is_classic(looks: &Looks<'_>) -> bool {
    !looks.is_bound("strength")
}

/// Whether counters say who a unit is, in the place of numbers: the game binds how units move, and their names.
pub fn is_lettered(looks: &Looks<'_>) -> bool {
    let bound = |role: &&str| looks.is_bound(role);
    ["strength", "mobility", "unit_name"].iter().all(bound)
}

/// Whether there are railways on the map.
pub fn has_rails(looks: &Looks<'_>) -> bool {
    looks.is_bound("rail")
}

/// Whether there are slopes and high ground on the map.
pub fn has_heights(looks: &Looks<'_>) -> bool {
    ["high", "slope"].iter().all(|role| looks.is_bound(role))
}

/// The tables for a game, as assembly. `has` tells whether there is a picture of that name.
pub(super) fn tables(looks: &Looks<'_>, own: &Own, has: impl Fn(&str) -> bool) -> String {
    let mut out = String::from(".align 2\n");
    grounds(&mut out, looks, own);
    let armies = Armies::of(looks);
    units(&mut out, looks, &armies, own, has);
    sides(&mut out, looks, &armies, own);
    sites(&mut out, looks);
    if is_classic(looks) {
        classic(&mut out, looks, &armies);
    } else if is_lettered(looks) {
        letters(&mut out, looks, &armies, own);
    }
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

fn grounds(out: &mut String, looks: &Looks<'_>, own: &Own) {
    let drawn: Vec<usize> = looks
        .drawings("terrain", &GROUNDS)
        .into_iter()
        .map(|which| which.unwrap_or(0))
        .collect();
    let has = |name: &str| own.has(name);
    // A game's own drawings go by the names of its values.
    let names = looks
        .names("terrain")
        .iter()
        .copied()
        .chain(std::iter::repeat(""));
    let named: Vec<(&str, usize)> = names.zip(drawn.iter().copied()).collect();
    let city = drawn.iter().position(|which| *which == CITY);
    number(out, "ground_count", drawn.len());
    number(out, "ground_city", city.unwrap_or(0xFF));
    let plain = drawn.iter().position(|which| *which == 0);
    number(out, "ground_plain", plain.unwrap_or(0));
    let tiles = named.iter().flat_map(|(name, which)| {
        [0, 1, 2, 3].map(|n| {
            let ours = || {
                format!(
                    "{}{}",
                    GROUNDS[*which].0,
                    GROUND_ART[*which].0[usize::from(n)]
                )
            };
            object(&tile(name, n, &has).unwrap_or_else(ours))
        })
    });
    pictures(out, "ground_tiles", tiles);
    let small = |begin: &str, name: &str, ours: &str| {
        let drawn = format!("{begin}{name}");
        object(&if own.has(&drawn) {
            drawn
        } else {
            format!("{begin}{ours}")
        })
    };
    let half = named
        .iter()
        .map(|(name, which)| small("half_", name, GROUNDS[*which].0));
    pictures(out, "half_grounds", half);
    let whole = named
        .iter()
        .map(|(name, which)| small("whole_", name, GROUND_ART[*which].1));
    pictures(out, "whole_grounds", whole);
    let colour = |(name, which): &(&str, usize)| {
        let drawn = tile(name, 0, &has);
        let most = drawn.and_then(|drawn| most_frequent(own, &drawn));
        most.unwrap_or(GROUND_ART[*which].2)
    };
    bytes(
        out,
        "ground_colours",
        &named.iter().map(colour).collect::<Vec<u8>>(),
    );
}

/// The colour that most of a drawing of the game's has.
fn most_frequent(own: &Own, name: &str) -> Option<u8> {
    let object = own.objects.iter().find(|object| object.name == name)?;
    let count = |colour: &u8| {
        object
            .picture
            .pixels
            .iter()
            .filter(|p| *p == colour)
            .count()
    };
    (0..TRANSPARENT).max_by_key(count)
}

fn units(
    out: &mut String,
    looks: &Looks<'_>,
    armies: &Armies,
    own: &Own,
    has: impl Fn(&str) -> bool,
) {
    let classes = classes(looks);
    number(out, "last_look", armies.looks.len() - 1);
    for (label, begin) in [("unit_pictures", ""), ("strip_pictures", "strip_")] {
        let each = (0..armies.looks.len()).flat_map(|place| {
            let has = &has;
            let values = classes.iter().copied().enumerate();
            values.map(move |value| object(&counter(begin, armies, place, looks, value, own, has)))
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

fn sides(out: &mut String, looks: &Looks<'_>, armies: &Armies, own: &Own) {
    let sides = armies.sides();
    let colours = side_colours(armies, own);
    let by_name = |begin: &str| sides.map(|side| object(&format!("{begin}{}", side.name)));
    let emblem = |side: usize| {
        let drawn = format!("emblem_{}", armies.name(side));
        object(&match armies.known[side] {
            _ if own.has(&drawn) => drawn,
            true => format!("emblem_{}", sides[side].name),
            false => emblem::name(side),
        })
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
    for (number_of, colours) in colours.iter().enumerate() {
        number(out, &format!("side_ink_{number_of}"), colours[0].into());
    }
    let inks = inks::table(looks, &own.inks, colours.map(|colours| colours[0]));
    number(out, "ink_count", inks.len());
    bytes(out, "inks", &inks);
    for (label, which) in [("side_plates", 1), ("side_dots", 2), ("side_grounds", 3)] {
        bytes(out, label, &colours.map(|colours| colours[which]));
    }
    let mark = |side: usize| match armies.known[side] {
        true => sides[side].mark,
        false => emblem::MARKS[side],
    };
    let marks = [0, 1].map(mark).into_iter();
    let marks = marks.flat_map(|mark| mark.into_iter().chain([0]));
    bytes(out, "side_marks", &marks.collect::<Vec<u8>>());
}

/// What lies in hexes: a town where the name is not known and nothing where the value is the first.
fn sites(out: &mut String, looks: &Looks<'_>) {
    let known = looks.drawings("site", &SITES).into_iter().enumerate();
    let kinds: Vec<u8> = known
        .map(|(value, kind)| kind.unwrap_or(if value == 0 { 0 } else { TOWN }) as u8)
        .collect();
    number(out, "site_count", kinds.len());
    bytes(out, "site_kinds", &kinds);
}

/// Counters without numbers: a picture of each class for both sides, marks of sizes and modes, eight bytes each.
fn classic(out: &mut String, looks: &Looks<'_>, armies: &Armies) {
    let signs: Vec<usize> = looks
        .drawings("symbol", &SIGNS)
        .into_iter()
        .map(|sign| sign.unwrap_or(0))
        .collect();
    number(out, "classic_classes", signs.len());
    let sides = armies.sides();
    let each = sides.iter().flat_map(|side| {
        let of_side = |sign: &usize| object(&format!("classic_{}_{}", side.name, SIGNS[*sign].0));
        signs.iter().map(of_side).collect::<Vec<String>>()
    });
    pictures(out, "classic_pictures", each);
    bytes(out, "classic_inks", &sides.map(|side| side.ink));
    marks(out, "size", looks, &SIZES);
    marks(out, "mode", looks, &MODES);
}

/// Counters with letters: their grounds and signs, letters of mobilities, marks of sizes.
fn letters(out: &mut String, looks: &Looks<'_>, armies: &Armies, own: &Own) {
    let tables = lettered::tables(looks, armies, own);
    for (label, names) in tables.pictures {
        pictures(out, label, names.iter().map(|name| object(name)));
    }
    for (label, values) in tables.bytes {
        bytes(out, label, &values);
    }
    number(out, "mobility_count", tables.mobilities);
    marks(out, "size", looks, &SIZES);
}

/// Marks of a role's values by their names; of an unknown one there is none.
fn marks<const ROWS: usize>(
    out: &mut String,
    role: &str,
    looks: &Looks<'_>,
    known: &[(Drawing<'_>, [u8; ROWS])],
) {
    let names: Vec<Drawing<'_>> = known.iter().map(|(name, _)| *name).collect();
    let found = if looks.is_bound(role) {
        looks.drawings(role, &names)
    } else {
        Vec::new()
    };
    number(out, &format!("{role}_count"), found.len());
    let rows = found.iter().flat_map(|mark| {
        let mut rows = [0; 8];
        if let Some(mark) = mark {
            rows[..ROWS].copy_from_slice(&known[*mark].1);
        }
        rows
    });
    let mut rows: Vec<u8> = rows.collect();
    rows.push(0);
    bytes(out, &format!("{role}_marks"), &rows);
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
mod tests;
