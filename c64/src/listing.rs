//! Art as assembly text: bytes under labels, for the assembler that builds the rest of the shell.

use std::fmt::Write;

use crate::art::{
    ArtError, Ground, Inks, MapSet, Plan, Sheets, Sounds, TextSet, Title, sprites, title,
};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;

/// Raster line of the screen's first row.
const FIRST_LINE: usize = 51;

/// Eight places in the tables of the map each, row by row: road, river, bridge, blown bridge, owner dot, exit.
const PIECES: [&str; 6] = [
    "edge_up, core_tl, core_tr + 2, edge_down + 1, edge_down + 1, core_bl + 1, core_br, edge_up",
    "edge_up, core_tl + 1, core_tr + 1, edge_down + 2, edge_down, core_bl, core_br, edge_up",
    "edge_up, cross_tl, cross_tr, edge_down, edge_down, core_bl + 2, core_br, edge_up",
    "edge_up, cross_tl + 2, cross_tr + 2, edge_down, edge_down, core_bl + 2, core_br, edge_up",
    "edge_up, core_tl, core_tr, edge_down, edge_down, core_bl, core_br + 1, edge_up",
    "edge_up, core_tl, core_tr, edge_down, edge_down, core_bl, map_marks + 2, edge_up",
];

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
    numbers(&mut out, plan);
    out.push_str("\n.segment \"SHELL\"\n");
    tables(&mut out, plan);
    let inks = Inks::of(looks, art, plan)?;
    let _ = writeln!(out, "ink_count = {}\n.export ink_count", inks.page.len());
    table(&mut out, "inks", &inks.page);
    table(&mut out, "info_inks", &inks.info);
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
            &sprites::shape(&sheets.sprites, name)?,
        );
    }
    Ok(out)
}

/// A whole character set of 2 KB.
fn padded(chars: &[[u8; 8]]) -> Vec<u8> {
    let mut bytes = chars.concat();
    bytes.resize(2048, 0);
    bytes
}

fn table(out: &mut String, label: &str, bytes: &[u8]) {
    let _ = writeln!(out, ".export {label}\n{label}:");
    for row in bytes.chunks(16) {
        let row: Vec<String> = row.iter().map(|b| format!("${b:02X}")).collect();
        let _ = writeln!(out, "  .byte {}", row.join(", "));
    }
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

/// Values that routines ask for by name; one that the game has not is never met.
fn numbers(out: &mut String, plan: &Plan) {
    let [victory, exit] = plan.sites;
    for (label, value) in [
        ("terrain_town", plan.town),
        ("terrain_other", plan.grounds.len() as u8),
        ("site_victory", victory),
        ("site_exit", exit),
        ("kind_count", plan.kinds.len() as u8),
        ("ground_count", plan.grounds.len() as u8 + 1),
        ("ground_clear", plan.clear()),
    ] {
        let _ = writeln!(out, "{label} = {value}\n.export {label}");
    }
    for (number, side) in plan.sides.iter().enumerate() {
        let (ink, paper) = side.colours();
        let _ = writeln!(
            out,
            "side_ink_{number} = {ink}\nside_paper_{number} = {paper}"
        );
        let _ = writeln!(out, ".export side_ink_{number}, side_paper_{number}");
    }
}

/// Tables by the game's values: what a ground does to the edges beside it (forest is an index bit, towns show in bit 6), colours of
/// the sides, and the pictures that `symbol` draws: grounds, a town that counts, then its other kinds.
fn tables(out: &mut String, plan: &Plan) {
    let edge = |forest: u8| {
        let bits = move |ground: &Ground| match ground {
            ground if ground.is_forest() => forest,
            ground if ground.is_town() => 0x40,
            _ => 0,
        };
        plan.grounds
            .iter()
            .map(bits)
            .chain([0x40])
            .collect::<Vec<u8>>()
    };
    table(out, "left_bits", &edge(8));
    table(out, "right_bits", &edge(4));
    let _ = writeln!(out, ".export symbol_pictures\nsymbol_pictures:");
    let (last, town) = (plan.grounds.len(), usize::from(plan.town));
    for (value, ground) in plan.grounds.iter().chain([&Ground::town()]).enumerate() {
        // In the tables of the map the towns that count stand where the towns have their value.
        let number = match value {
            value if value == town => last,
            value if value == last && town < last => town,
            value => value,
        };
        let [left, right] = match ground {
            ground if ground.is_forest() => [4, 8],
            ground if ground.is_town() => [3, 3],
            _ => [0, 0],
        };
        let (eight, four) = (8 * number, 4 * number);
        let _ = writeln!(
            out,
            "  .addr edge_up + {left}, core_tl + {eight}, core_tr + {four}, edge_down + {right}\n  \
             .addr edge_down + {left}, core_bl + {four}, core_br + {four}, edge_up + {right}"
        );
    }
    for piece in PIECES {
        let _ = writeln!(out, "  .addr {piece}");
    }
}
