//! Every name of the game that is played on the Amiga has room wherever it is written: in the panel beside the map, in the list of the
//! raster, in the reports.

use hexfront_amiga::art::{Art, art};
use hexfront_isa::Style;
use hexfront_isa::art::Art as Files;
use hexfront_isa::looks::Looks;

const GAME: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../core/games/blitzkrieg-at-the-ardennes/"
);
/// Pixels of the panel, letters of a row that stand as usual, and how wide these are, as `shell/info.s` has them.
const PANEL: usize = 47;
const ROOMY: usize = 8;
/// Letters of a column of the raster's list, and of a row of a page.
const LIST: usize = 13;
const PAGE: usize = 51;

fn read(file: &str) -> String {
    std::fs::read_to_string(format!("{GAME}{file}")).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// Names of units.
fn units() -> Vec<String> {
    let text = read("units.csv");
    let rows = text.lines().skip(1);
    rows.filter_map(|row| row.split(',').nth(1))
        .map(str::to_owned)
        .collect()
}

/// Names of places: lines of the map's file below `[places`.
fn places() -> Vec<String> {
    let text = read("map.txt");
    let lines = text.lines().skip_while(|line| !line.starts_with("[places"));
    let lines = lines.skip(1).take_while(|line| !line.starts_with('['));
    lines
        .map(|line| line.split("--").next().unwrap_or_default())
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.splitn(3, ' ').nth(2))
        .map(|name| name.trim().to_uppercase())
        .filter(|name| !name.is_empty())
        .collect()
}

/// The glyph of a letter: of a font of eight rows from the space on, or of one of seven from `first` on.
fn glyph<'a>(art: &'a Art, font: &str, first: char, rows: usize, letter: char) -> &'a [u8] {
    let (_, bytes) = art.files.iter().find(|(name, _)| *name == font).unwrap();
    let at = (letter as usize - first as usize) * rows;
    &bytes[at..at + rows]
}

/// Pixels of a letter that is set narrow, in narrow capitals if `tight`; spaces are as wide as the shell has them.
fn wide(art: &Art, letter: char, tight: bool) -> usize {
    let rows = match letter {
        '0'..='9' => glyph(art, "digits4.bin", '0', 7, letter),
        '/' if tight => glyph(art, "capitals4.bin", 'A', 7, '['),
        'A'..='Z' | 'a'..='z' if tight => {
            glyph(art, "capitals4.bin", 'A', 7, letter.to_ascii_uppercase())
        }
        _ => glyph(art, "font6.bin", ' ', 8, letter),
    };
    let columns = rows.iter().fold(0, |all, row| all | row);
    match columns {
        0 if tight => 1,
        0 => 2,
        columns => (8 - columns.leading_zeros() - columns.trailing_zeros()) as usize,
    }
}

/// Whether the panel has room for all of a name.
fn fits(art: &Art, name: &str) -> bool {
    let set = |tight| name.chars().map(|c| wide(art, c, tight) + 1).sum::<usize>() - 1;
    name.len() <= ROOMY || set(false) <= PANEL || set(true) <= PANEL
}

#[test]
fn names_of_units_have_room_in_the_panel() {
    let art = art(
        &Looks::default(),
        Style::Pointer,
        "A GAME",
        &Files::default(),
    )
    .unwrap();
    assert!(!fits(&art, "1SS/KG Peiper"), "what does not fit is found");
    let names = units();
    assert!(names.len() > 230, "{}", names.len());
    let cropped: Vec<_> = names.iter().filter(|name| !fits(&art, name)).collect();
    assert!(cropped.is_empty(), "{cropped:?}");
}

#[test]
fn names_of_units_have_room_in_the_list_of_the_raster() {
    let long: Vec<_> = units().into_iter().filter(|n| n.len() > LIST).collect();
    assert!(long.is_empty(), "{long:?}");
}

/// Reports as the rules print them, with the longest names; `#` stands for what has no name.
#[test]
fn reports_have_room_in_their_row() {
    let longest = |names: Vec<String>| names.into_iter().max_by_key(String::len).unwrap();
    let [unit, place] = [longest(units()), longest(places())].map(|name| name.len());
    let spot = "26,16 ".len() + place;
    let rules = read("screens/news.rules");
    let mut looked = 0;
    for (before, words, behind) in [
        (unit, " ARRIVES AT ", spot),
        (unit, " CAME ELSEWHERE: ", spot),
        (unit, " DIVERTED AT ", spot),
        (0, "BRIDGE BUILT: <value>", 12 + " 26,16".len()),
        (0, "BRIDGE DESTROYED: <value>", 12 + " 26,16".len()),
        (0, "DUMP DESTROYED: ", spot),
        (1, "DUMP HIT, RANGE ", ": ".len() + spot),
        (6, "DUMP IS NOW ", ": ".len() + spot),
        (unit, " BOMBED, LOST ", 4 + spot),
        (unit, " SHELLED, LOST ", 4 + spot),
        (1, "V2 HIT, SUPPLY RANGE ", ": ".len() + spot),
        (unit, " GOES BACK ", "TO ".len() + spot),
        (unit, " ADVANCES ", "TO ".len() + spot),
        (unit, " DESTROYED AT ", spot),
        (unit, " ISOLATED, TURN ", 3 + spot),
        (unit, " LOST, NO SUPPLY ", spot),
        (unit, " LEFT ", spot),
        (unit, " SIGHTED AT ", spot),
        (unit, " 26,16 TO ", spot),
    ] {
        let written = words.replace("26,16", "{r.who.start}");
        assert!(rules.contains(&written), "no report says {written:?}");
        let letters = before + words.replace("<value>", "").len() + behind;
        assert!(letters <= PAGE, "{letters} letters: {words}");
        looked += 1;
    }
    assert_eq!(looked, 19);
}
