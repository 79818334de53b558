//! Art as assembly text: bytes under labels, for the assembler that builds the rest of the shell.

use std::fmt::Write;

use crate::art::{
    ArtError, Inks, MapSet, Plan, Sheets, Sounds, TextSet, Title, seasons, sprites, title,
};
use hexfront_art::listing::{self, table};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;

/// Raster line of the screen's first row.
const FIRST_LINE: usize = 51;

/// A unit on the whole map in small: screen code of a star.
const UNIT: u8 = b'*';

/// The generated source file: both character sets, sprites, sounds and look-up tables.
///
/// # Errors
/// [`ArtError`] where the drawings in `c64/art` do not fit their use.
pub fn art(looks: &Looks<'_>, title: &str, art: &Art<'_>) -> Result<String, ArtError> {
    let sheets = &Sheets::of(art)?;
    let plan = &Plan::of(looks, sheets);
    let (map, text, picture) = (
        MapSet::build(plan, sheets)?,
        TextSet::build(plan, sheets)?,
        Title::build(title, art, plan, sheets)?,
    );
    let mut out = String::from("; Made from c64/art by src/listing.rs.\n\n");
    for (code, name) in TextSet::glyph_codes() {
        let _ = writeln!(out, "glyph_{name} = {code}\n.export glyph_{name}");
    }
    // On the whole map in small a side's have its colour.
    for side in 0..2 {
        let _ = writeln!(
            out,
            "glyph_town_{side} = glyph_town\n.export glyph_town_{side}"
        );
        let _ = writeln!(out, "glyph_unit_{side} = {UNIT}\n.export glyph_unit_{side}");
    }
    listing::numbers(&mut out, plan);
    side_colours(&mut out, plan);
    out.push_str("\n.segment \"SHELL\"\n");
    listing::tables(&mut out, plan);
    let inks = Inks::of(looks, art, plan)?;
    let _ = writeln!(out, "ink_count = {}\n.export ink_count", inks.page.len());
    table(&mut out, "inks", &inks.page);
    table(&mut out, "info_inks", &inks.info);
    table(&mut out, "season_papers", &seasons::papers(looks, art)?);
    let mut colours = map.colours.clone();
    colours.resize(256, 0);
    for (label, bytes) in map.tables.iter().chain(&text.tables) {
        table(&mut out, label, bytes);
    }
    out.push_str(".segment \"SOUNDS\"\n");
    sounds(&mut out, &Sounds::of(looks, art)?);
    out.push_str(".segment \"SHELLPAGE\"\n");
    table(&mut out, "map_colours", &colours);
    // Papers by raster line, on one page: reading them takes the same time everywhere.
    out.push_str(".segment \"TITLE\"\n  .align 256\n");
    let mut papers = vec![0; FIRST_LINE];
    papers.extend(&picture.bars);
    table(&mut out, "title_papers", &papers);
    let _ = writeln!(
        out,
        "title_first_code = {}\n.export title_first_code",
        title::FIRST_CODE
    );
    table(&mut out, "title_cells", &picture.cells);
    table(&mut out, "title_colours", &picture.colours);
    out.push_str(".segment \"MAPSET\"\n");
    table(&mut out, "map_set", &padded(&map.chars));
    out.push_str(".segment \"TEXTSET\"\n");
    table(&mut out, "text_set", &padded(&text.chars));
    out.push_str(".segment \"TITLESET\"\n");
    table(&mut out, "title_set", &picture.chars.concat());
    out.push_str(".segment \"SPRITES\"\n.export sprite_data\nsprite_data:\n");
    for name in sprites::NAMES {
        table(
            &mut out,
            &format!("sprite_{name}"),
            &sprites::shape(&sheets.marks, name)?,
        );
    }
    Ok(out)
}

/// `seasons.inc`: whether the map has papers by the weather.
///
/// # Errors
/// [`ArtError`] where the game's `seasons.txt` has a mistake.
pub fn seasons(looks: &Looks<'_>, art: &Art<'_>) -> Result<String, ArtError> {
    let has = !seasons::papers(looks, art)?.is_empty();
    Ok(format!(
        "; Made by src/listing.rs.\n\nSEASONS = {}                    ; 1: the map's paper goes by the weather\n",
        u8::from(has)
    ))
}

/// Parts of a game that the shell of most keeps apart in a byte, and which have little to gain from staying in memory.
const FEW_PARTS: usize = 9;

/// The generated file that says how the shell keeps so many parts of a game: where they are many, those that are out stay in memory until
/// others take their place, which takes 390 bytes.
#[must_use]
pub fn parts(count: usize) -> String {
    match count > FEW_PARTS {
        true => "many_parts = 1\nparts_stay = 1\n",
        false => "many_parts = 0\n",
    }
    .to_owned()
}

/// A whole character set of 2 KB.
fn padded(chars: &[[u8; 8]]) -> Vec<u8> {
    let mut bytes = chars.concat();
    bytes.resize(2048, 0);
    bytes
}

/// Tables by the number of a sound, and the notes of tunes.
fn sounds(out: &mut String, sounds: &Sounds) {
    let count = sounds.frames.len();
    let _ = writeln!(out, "effects = {count}\n.export effects");
    for (label, bytes) in [
        ("effect_wave", &sounds.waves),
        ("effect_attack", &sounds.attacks),
        ("effect_sustain", &sounds.sustains),
        ("effect_pitch", &sounds.pitches),
        ("effect_slide", &sounds.slides),
        ("effect_frames", &sounds.frames),
        ("notes", &sounds.notes),
    ] {
        table(out, label, bytes);
    }
}

/// Colours of the sides, by name.
fn side_colours(out: &mut String, plan: &Plan) {
    for (number, side) in plan.sides.iter().enumerate() {
        let (ink, paper) = side.colours();
        listing::number(out, &format!("side_ink_{number}"), ink);
        listing::number(out, &format!("side_paper_{number}"), paper);
    }
}
