//! Art as assembly text: bytes under labels, for the assembler that builds the rest of the shell.

use std::fmt::Write;

use crate::art::{ArtError, MapSet, TextSet, Title, sprites, title};

/// Raster line of the screen's first row.
const FIRST_LINE: usize = 51;

/// The generated source file: both character sets, sprites and look-up tables.
///
/// # Errors
/// [`ArtError`] where the drawings in `c64/art` do not fit their use.
pub fn art() -> Result<String, ArtError> {
    let (map, text, picture) = (MapSet::build()?, TextSet::build()?, Title::build()?);
    let mut out = String::from("; Made from c64/art by src/listing.rs.\n\n");
    for (code, name) in TextSet::glyph_codes() {
        let _ = writeln!(out, "glyph_{name} = {code}\n.export glyph_{name}");
    }
    out.push_str("\n.segment \"SHELL\"\n");
    let mut colours = map.colours.clone();
    colours.resize(256, 0);
    for (label, bytes) in map.tables.iter().chain(&text.tables) {
        table(&mut out, label, bytes);
    }
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
        table(&mut out, &format!("sprite_{name}"), &sprites::shape(name)?);
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
