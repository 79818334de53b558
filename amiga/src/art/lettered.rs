//! Counters with letters: who a unit is, in the place of numbers. What is made here is their grounds, the signs of classes, the two
//! fonts, and the letters of mobilities; `shell/lettered.s` draws the rest.

use super::armies::{ARMIES, Armies};
use super::own::{FOLDER, listed, wrong_line};
use super::sheet::{Object, Picture};
use super::{ArtError, Own, TRANSPARENT};
use hexfront_isa::art::Art;
use hexfront_isa::looks::{Drawing, Looks};

/// A game's own colours of counters.
pub(super) const FILE: &str = "counters.txt";
const FORM: &str = "`NAME BAND FIELD SIGN VEHICLE INK` with numbers of colours, 0 to 31";
/// Colours of a counter: the bands at head and foot, the field between them, the light ground of signs, vehicles, the division's name.
pub type Colours = [u8; 5];
/// By army.
const COLOURS: [Colours; ARMIES.len()] =
    [[12, 13, 14, 12, 1], [15, 16, 20, 15, 1], [6, 4, 21, 6, 1]];

/// Signs of classes in `art/signs.txt`, and the names that they go by.
pub(super) const SIGNS: [Drawing<'_>; 16] = [
    ("infantry", &["infantry", "foot"]),
    (
        "mechanized",
        &["motor_infantry", "panzergrenadier", "mechanized"],
    ),
    ("paratrooper", &["paratrooper", "airborne"]),
    ("machinegun", &["machinegun"]),
    ("cavalry", &["cavalry", "reconnaissance"]),
    ("ski", &["ski"]),
    ("engineer", &["engineer", "engineers"]),
    ("antitank", &["antitank"]),
    ("antiaircraft", &["antiaircraft"]),
    ("artillery", &["artillery", "gun"]),
    ("mortar", &["mortar"]),
    ("rocket", &["rocket", "volkswerfer"]),
    ("tank", &["armour", "armor", "tank"]),
    ("light_tank", &["light_tank"]),
    ("heavy_tank", &["heavy_tank"]),
    ("assault_gun", &["assault_gun"]),
];
/// Letters of a sign that stand for the body of a vehicle.
const BODY: char = 'x';
/// Classes that tables have room for.
const CLASSES: usize = 16;

const BLACK: u8 = 0;
const WHITE: u8 = 1;
/// What bars lie on.
const TROUGH: u8 = 6;
const WIDTH: usize = 32;
const HEIGHT: usize = 28;
/// Pixels that are seen of the counter below.
const EDGE: usize = 2;
/// Columns of the field, which the bands span.
const FIELD: std::ops::Range<usize> = 4..28;
/// Columns of the bars.
const BARS: [usize; 4] = [1, 2, 29, 30];
/// Rows within the edge; of the bands at head and foot.
const ROWS: std::ops::Range<usize> = 1..27;
const BANDS: [std::ops::Range<usize>; 2] = [1..7, 21..27];
const SIGN_WIDTH: usize = 24;
const SIGN_HEIGHT: usize = 10;
/// Where a sign lies on its counter, and where the rows of a counter that have it begin.
const SIGN_AT: (i16, i16) = (4, 7);
const SIGN_ROWS_AT: (i16, i16) = (0, 7);

/// The file of signs, by their names.
fn signs() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let lines = include_str!("../../art/signs.txt").lines();
    let lines: Vec<&str> = lines.skip_while(|line| line.starts_with("# ")).collect();
    let signs: Vec<_> = lines
        .chunks_exact(1 + SIGN_HEIGHT)
        .map(|sign| (sign[0], sign[1..].to_vec()))
        .collect();
    signs.into_iter()
}

/// The rows of a sign: that of the side, or the common one.
fn rows(side: &str, sign: &str) -> Vec<&'static str> {
    let of_side = format!("{side}_{sign}");
    let find = |name: &str| signs().find(|(known, _)| *known == name);
    let found = find(&of_side).or_else(|| find(sign));
    found.map(|(_, rows)| rows).unwrap_or_default()
}

/// The name under which the sign of a side is drawn.
pub(super) fn name(side: &str, sign: &str) -> String {
    format!("lettered_{side}_{sign}")
}

/// What a game's own sign of a class stands for.
pub(super) fn model() -> String {
    name("german", SIGNS[0].0)
}

/// All signs of a side, in these colours.
fn drawn(side: &str, colours: Colours) -> impl Iterator<Item = Object> {
    let [_, field, ground, vehicle, _] = colours;
    SIGNS.iter().map(move |(sign, _)| {
        let mut picture = Picture::blank(SIGN_WIDTH, SIGN_HEIGHT, field);
        let letters = rows(side, sign).concat();
        for (pixel, letter) in picture.pixels.iter_mut().zip(letters.chars()) {
            *pixel = match letter {
                '#' => BLACK,
                '+' => ground,
                BODY => vehicle,
                _ => field,
            };
        }
        Object::new(&name(side, sign), SIGN_AT, picture)
    })
}

/// A row of a counter that is no edge: bars at its sides, this colour between them.
fn row_of(colour: u8) -> [u8; WIDTH] {
    let mut row = [BLACK; WIDTH];
    row[FIELD].fill(colour);
    BARS.iter().for_each(|x| row[*x] = TROUGH);
    row
}

/// The rows of a counter that have a sign, with what lies beside it and shows through it: so a counter is made without cutting.
fn with_sides(sign: &Object, field: u8) -> Object {
    let mut picture = Picture::blank(WIDTH, SIGN_HEIGHT, BLACK);
    let rows = picture.pixels.chunks_mut(WIDTH);
    for (row, sign) in rows.zip(sign.picture.pixels.chunks(SIGN_WIDTH)) {
        row.copy_from_slice(&row_of(field));
        let seen = row[FIELD].iter_mut().zip(sign);
        seen.filter(|(_, pixel)| **pixel != TRANSPARENT)
            .for_each(|(below, pixel)| *below = *pixel);
    }
    Object::new(&sign.name, SIGN_ROWS_AT, picture)
}

/// The ground of a counter.
fn ground(place: usize, colours: Colours) -> Object {
    let [band, field, ..] = colours;
    let mut picture = Picture::blank(WIDTH, HEIGHT, BLACK);
    for y in ROWS {
        let banded = BANDS.iter().any(|rows| rows.contains(&y));
        let row = row_of(if banded { band } else { field });
        picture.pixels[y * WIDTH..][..WIDTH].copy_from_slice(&row);
    }
    Object::new(&ground_name(place), (0, 0), picture)
}

fn ground_name(place: usize) -> String {
    format!("ground_of_{place}")
}

/// What is seen of a counter below another one: at its right, and below.
fn edges(place: usize, colours: Colours) -> [Object; 2] {
    let mut right = Picture::blank(EDGE, HEIGHT, BLACK);
    for row in right.pixels.chunks_mut(EDGE).take(HEIGHT - 1).skip(1) {
        row[0] = colours[2];
    }
    let mut below = Picture::blank(WIDTH, EDGE, BLACK);
    below.pixels[1..WIDTH - 1].fill(colours[2]);
    let [beside, under] = edge_names(place);
    let (edge, wide, high) = (EDGE as i16, WIDTH as i16, HEIGHT as i16);
    [
        Object::new(&beside, (wide, edge), right),
        Object::new(&under, (edge, high), below),
    ]
}

fn edge_names(place: usize) -> [String; 2] {
    ["beside", "under"].map(|where_| format!("edge_{where_}_{place}"))
}

/// The colours of each army's counters, as in [`Armies`].
fn colours(armies: &Armies, own: &Own) -> Vec<Colours> {
    let known = armies.looks.iter().enumerate();
    let of = |(place, look): (usize, &usize)| {
        let name = armies.name(place);
        let listed = own.counters.iter().find(|(known, _)| known == name);
        listed.map_or(COLOURS[*look], |(_, colours)| *colours)
    };
    known.map(of).collect()
}

/// Grounds of all armies, signs of both sides.
pub(super) fn objects(looks: &Looks<'_>, own: &Own) -> Vec<Object> {
    let armies = Armies::of(looks);
    let colours = colours(&armies, own);
    let all = || colours.iter().copied().enumerate();
    let grounds = all().map(|(place, colours)| ground(place, colours));
    let edges = all().flat_map(|(place, colours)| edges(place, colours));
    let sides = armies.sides().into_iter().zip(&colours);
    let signs = sides.flat_map(|(side, colours)| drawn(side.name, *colours));
    grounds.chain(edges).chain(signs).collect()
}

/// The signs of both sides, a game's own in the place of ours, as the shell makes counters from them.
pub(super) fn signs_with_sides(looks: &Looks<'_>, own: &Own, known: &mut [Object]) {
    let armies = Armies::of(looks);
    let colours = colours(&armies, own);
    let [.., (_, signs)] = tables(looks, &armies, own).pictures;
    for (place, name) in signs.iter().enumerate() {
        let [_, field, ..] = colours[place / CLASSES];
        let found = known.iter_mut().find(|object| object.name == *name);
        if let Some(sign) = found.filter(|sign| sign.picture.width == SIGN_WIDTH) {
            *sign = with_sides(sign, field);
        }
    }
}

/// What the shell draws them from, as the labels and the words of tables.
pub(super) struct Tables {
    /// Objects: of each army the ground, and two of the edge below a counter; of both sides the signs of sixteen classes.
    pub pictures: [(&'static str, Vec<String>); 3],
    /// What words are drawn with, by army; whether a class is a vehicle; first letters of mobilities.
    pub bytes: [(&'static str, Vec<u8>); 3],
    /// How many mobilities have a letter.
    pub mobilities: usize,
}

/// The colour of the division's name; the planes in which it is cleared on its band, and the unit's own name; the colour of the field.
fn inks([band, field, _, _, ink]: &Colours) -> [u8; 4] {
    [*ink, band & !ink, band & !WHITE, *field]
}

/// For a game; `has` tells whether it draws something of that name itself.
pub(super) fn tables(looks: &Looks<'_>, armies: &Armies, own: &Own) -> Tables {
    let colours = colours(armies, own);
    let mut classes: Vec<usize> = looks
        .drawings("symbol", &SIGNS)
        .into_iter()
        .map(|sign| sign.unwrap_or(0))
        .collect();
    classes.resize(CLASSES, 0);
    let names = looks.names("symbol");
    let sides = armies.sides();
    let sign = |side: usize, class: usize| {
        let value = names.get(class).copied().unwrap_or("");
        let drawn = format!("{}_{value}", armies.name(side));
        if own.has(&drawn) {
            return drawn;
        }
        name(sides[side].name, SIGNS[classes[class]].0)
    };
    let signs = (0..2).flat_map(|side| (0..CLASSES).map(move |class| (side, class)));
    let vehicle = |class: &usize| {
        let rows = rows(sides[0].name, SIGNS[*class].0);
        u8::from(rows.concat().contains(BODY))
    };
    let letter = |name: &&str| name.as_bytes().first().map_or(b' ', u8::to_ascii_lowercase);
    let mobilities: Vec<u8> = looks.names("mobility").iter().map(letter).collect();
    Tables {
        pictures: [
            (
                "counter_grounds",
                (0..colours.len()).map(ground_name).collect(),
            ),
            (
                "counter_edges",
                (0..colours.len()).flat_map(edge_names).collect(),
            ),
            (
                "counter_signs",
                signs.map(|(side, class)| sign(side, class)).collect(),
            ),
        ],
        mobilities: mobilities.len(),
        bytes: [
            ("counter_inks", colours.iter().flat_map(inks).collect()),
            ("sign_vehicles", classes.iter().map(vehicle).collect()),
            (
                "mobility_letters",
                mobilities.into_iter().chain([0]).collect(),
            ),
        ],
    }
}

/// A game's `counters.txt`.
///
/// # Errors
/// [`ArtError`] with the line that says no colours.
pub(super) fn read(art: &Art<'_>) -> Result<Vec<(String, Colours)>, ArtError> {
    let text = art.text(FILE).unwrap_or_default();
    let lines = listed(&text).map(|(number, line)| {
        one(line).ok_or_else(|| wrong_line(&format!("{FOLDER}{FILE}"), number, line, FORM))
    });
    lines.collect()
}

fn one(line: &str) -> Option<(String, Colours)> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_owned();
    let mut colours = [0; 5];
    for colour in &mut colours {
        *colour = words.next()?.parse().ok().filter(|c| *c < 32)?;
    }
    words.next().is_none().then_some((name, colours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_drawn_for_both_sides() {
        for (name, rows) in signs() {
            let fits = |row: &&str| row.len() == SIGN_WIDTH;
            assert!(rows.iter().all(fits), "{name}");
            let letters = rows.concat();
            assert!(letters.chars().all(|c| "#+x.".contains(c)), "{name}");
            assert!(letters.contains(['#', BODY]), "{name}");
        }
        for side in ["german", "allied"] {
            for (sign, _) in SIGNS {
                assert_eq!(rows(side, sign).len(), SIGN_HEIGHT, "{side} {sign}");
            }
        }
        assert_ne!(rows("german", "tank"), rows("allied", "tank"));
    }

    #[test]
    fn grounds_and_signs_have_the_colours_of_the_game() {
        let looks = Looks::default()
            .with("side", &["german", "soviet"])
            .with("symbol", &["gun", "tank"])
            .with("mobility", &["Leg", "wheel"]);
        let art = Art::default().with(FILE, b"-- bands\nsoviet 29 16 20 15 18\n");
        let own = Own {
            counters: read(&art).unwrap(),
            ..Own::default()
        };
        let objects = objects(&looks, &own);
        let pixel = |name: &str, x: usize, y: usize| {
            let object = objects.iter().find(|object| object.name == name);
            let picture = &object.unwrap_or_else(|| panic!("{name}")).picture;
            picture.pixels[y * picture.width + x]
        };
        assert_eq!([0, 4].map(|x| pixel("ground_of_0", x, 1)), [BLACK, 12]);
        assert_eq!([4, 27].map(|x| pixel("ground_of_1", x, 21)), [29; 2]);
        assert_eq!(
            [6, 7, 20, 21].map(|y| pixel("ground_of_1", 9, y)),
            [29, 16, 16, 29]
        );
        assert_eq!(pixel("lettered_allied_artillery", 5, 1), 20);
        assert_eq!(pixel("lettered_allied_tank", 10, 2), 15);
        let tables = tables(&looks, &Armies::of(&looks), &own);
        let edge = |name, width: usize| [0, width].map(|x| pixel(name, x, 0));
        assert_eq!(edge("edge_under_1", 1), [BLACK, 20]);
        assert_eq!(pixel("edge_beside_1", 0, 1), 20);
        let [_, (_, edges), (_, signs)] = &tables.pictures;
        assert_eq!(edges[2..4], ["edge_beside_1", "edge_under_1"]);
        assert_eq!(
            signs[..2],
            ["lettered_german_artillery", "lettered_german_tank"]
        );
        assert_eq!(signs[CLASSES], "lettered_allied_artillery");
        let [(_, inks), (_, vehicles), (_, letters)] = &tables.bytes;
        assert_eq!(inks[..8], [1, 12, 12, 13, 18, 13, 28, 16]);
        assert_eq!(vehicles[..3], [0, 1, 0]);
        assert_eq!(letters[..tables.mobilities], *b"lw");
    }

    #[test]
    fn a_line_that_is_no_colours_is_told() {
        let art = Art::default().with(FILE, b"soviet 29 16 20 15\n");
        let told = read(&art).unwrap_err().to_string();
        assert!(
            told.starts_with("art/amiga/counters.txt:1: `soviet 29 16 20 15` is not"),
            "{told}"
        );
    }
}
