//! Art as assembly text: bytes under labels, for the assembler that builds the rest of the shell.

use crate::art::sides::NEUTRAL_RULE;
use crate::art::{
    ArtError, MapSet, Plan, Seasons, Sheets, Steps, TextSet, Tile, Title, sounds, textset, tile,
};
use hexfront_art::listing::{self, number, table};
use hexfront_isa::art::Art;
use hexfront_isa::contract::ink;
use hexfront_isa::looks::Looks;
use std::fmt::Write;

/// Text is always white: `white` of `machine.inc`.
const WHITE: u8 = 1;

/// What is generated.
pub struct Listing {
    /// `art.s`: cells of the map, font, sounds and look-up tables.
    pub art: String,
    /// `tiles.inc`: how many there are, which the routines that draw them are assembled with.
    pub tiles: String,
    /// The file of the shell that draws the title page.
    pub title: &'static str,
}

/// The generated source files.
///
/// # Errors
/// [`ArtError`] where the drawings in `apple2/art` or the game's do not fit their use.
pub fn listing(looks: &Looks<'_>, title: &str, art: &Art<'_>) -> Result<Listing, ArtError> {
    let sheets = &Sheets::of(art)?;
    let plan = &Plan::of(looks, sheets);
    let seasons = &Seasons::of(looks, art)?;
    let map = MapSet::build(plan, sheets, seasons)?;
    let text = TextSet::build(sheets)?;
    let title = &Title::of(title, art)?;
    Ok(Listing {
        art: tables(looks, title, plan, &map, &text, &sounds::steps(looks, art)?),
        title: match title {
            Title::Letters(_) => "title.s",
            Title::Picture(_) => "title_picture.s",
        },
        tiles: counts(&map, seasons),
    })
}

fn counts(map: &MapSet, seasons: &Seasons) -> String {
    let [tops, bottoms] = map.counters;
    let mut out = String::from("; Made from apple2/art by src/listing.rs.\n\n");
    for (label, value) in [
        ("glyph_count", textset::COUNT),
        ("tile_count", map.tiles.len()),
        ("counter_tops", usize::from(tops)),
        ("counter_bottoms", usize::from(bottoms)),
        // 1: some of them go by the weather, of which there are so many values.
        ("SEASONS", usize::from(!map.seasonal.is_empty())),
        ("season_cells", map.seasonal.len()),
        ("season_values", seasons.count()),
    ] {
        let _ = writeln!(out, "{label} = {value}");
    }
    out
}

fn tables(
    looks: &Looks<'_>,
    title: &Title,
    plan: &Plan,
    map: &MapSet,
    text: &TextSet,
    sounds: &Steps,
) -> String {
    let mut out = String::from("; Made from apple2/art by src/listing.rs.\n\n");
    for (code, name) in TextSet::glyph_codes() {
        number(&mut out, &format!("glyph_{name}"), code);
    }
    listing::numbers(&mut out, plan);
    for (side, look) in plan.sides.into_iter().enumerate() {
        for kind in ["town", "unit"] {
            let code = TextSet::glyph(&format!("{kind}_{}", look.name()));
            number(&mut out, &format!("glyph_{kind}_{side}"), code);
        }
        number(&mut out, &format!("side_ink_{side}"), WHITE);
        number(&mut out, &format!("side_paper_{side}"), WHITE);
    }
    out.push_str("\n.segment \"SHELL\"\n");
    listing::tables(&mut out, plan);
    let inks = ink::ALL.len() + looks.inks().len();
    number(&mut out, "ink_count", inks as u8);
    out.push_str(".export info_inks\ninfo_inks:\n");
    table(&mut out, "inks", &vec![WHITE; inks]);
    for (label, codes) in &map.tables {
        // In text a lower half is that of the map.
        if let "bottom_l" | "bottom_r" = *label {
            let _ = writeln!(out, ".export text_{label}\ntext_{label}:");
        }
        table(&mut out, label, codes);
    }
    let [first, second] = plan.sides.map(|side| side.rule());
    table(
        &mut out,
        "rule_dots",
        &[first, second, NEUTRAL_RULE].concat(),
    );
    out.push_str(".segment \"SOUNDS\"\n");
    number(&mut out, "effects", sounds.first.len() as u8);
    table(&mut out, "effect_first", &sounds.first);
    table(&mut out, "effect_steps", &sounds.steps);
    out.push_str(".segment \"TITLE\"\n");
    match title {
        Title::Letters(text) => table(&mut out, "title_text", text),
        Title::Picture(packed) => table(&mut out, "title_packed", packed),
    }
    // Line by line: a line of all pictures, then the next of all.
    out.push_str(".segment \"TILES\"\n");
    let lines = |bytes: &dyn Fn(&Tile) -> [u8; tile::LINES]| {
        let line = |line| map.tiles.iter().map(move |tile| bytes(tile)[line]);
        (0..tile::LINES).flat_map(line).collect::<Vec<u8>>()
    };
    table(&mut out, "tiles_even", &lines(&|tile| tile.even));
    table(&mut out, "tiles_odd", &lines(&|tile| tile.odd));
    seasons(&mut out, map);
    let line = |line: usize| text.chars.iter().map(move |letter| letter[line]);
    let font: Vec<u8> = (0..textset::LINES).flat_map(line).collect();
    table(&mut out, "font", &font);
    out
}

/// Cells that go by the weather: their codes, from the last to the first; for each value of it where its cells are; and these, line by
/// line as the tables of all have them. Values that look alike share theirs.
fn seasons(out: &mut String, map: &MapSet) {
    let Some((_, looks)) = map.seasonal.first() else {
        return;
    };
    let bytes = |value: usize| {
        let lines = 0..2 * tile::LINES;
        let line = |line: usize| {
            let tiles = map.seasonal.iter().map(move |(_, looks)| looks[value]);
            tiles.map(move |tile| match line.checked_sub(tile::LINES) {
                None => tile.even[line],
                Some(line) => tile.odd[line],
            })
        };
        lines.flat_map(line).collect::<Vec<u8>>()
    };
    let all: Vec<Vec<u8>> = (0..looks.len()).map(bytes).collect();
    let first = |value: usize| all.iter().position(|known| *known == all[value]);
    let codes: Vec<u8> = map.seasonal.iter().rev().map(|(code, _)| *code).collect();
    table(out, "season_codes", &codes);
    for (label, part) in [("season_low", "<"), ("season_high", ">")] {
        let _ = writeln!(out, ".export {label}\n{label}:");
        for value in 0..all.len() {
            let _ = writeln!(
                out,
                "    .byte {part}season_{}",
                first(value).unwrap_or(value)
            );
        }
    }
    for (value, bytes) in all.iter().enumerate() {
        if first(value) == Some(value) {
            table(out, &format!("season_{value}"), bytes);
        }
    }
}
