//! Art as assembly text: bytes under labels, for the assembler that builds the rest of the shell.

use crate::art::title::{self, Title};
use crate::art::{ArtError, MapSet, Plan, Sheets, TextSet, field, players, seasons, sounds};
use hexfront_art::listing::{self, number, table};
use hexfront_isa::art::Art;
use hexfront_isa::contract::ink;
use hexfront_isa::looks::Looks;
use std::fmt::Write;

/// Colours of text in `machine.inc`: `white`; `key_ink`, in which letters are key caps; `dim_ink`, `head_ink`, `menu_ink`, by which rows
/// of a text page look otherwise.
const WHITE: u8 = 1;
const KEY: u8 = 2;
const DIM: u8 = 3;
const HEAD: u8 = 4;
const MENU: u8 = 5;
/// Bytes of a character set.
const SET: usize = 1024;

/// What is generated.
pub struct Listing {
    /// `art.s`: characters, players, sounds and look-up tables.
    pub art: String,
    /// `tiles.inc`: how many there are, which the routines that draw them are assembled with.
    pub tiles: String,
    /// The file of the shell that draws the title page.
    pub title: &'static str,
}

/// The generated source files.
///
/// # Errors
/// [`ArtError`] where the drawings in `atari8/art` or the game's do not fit their use.
pub fn listing(looks: &Looks<'_>, title: &str, art: &Art<'_>) -> Result<Listing, ArtError> {
    let sheets = &Sheets::of(art)?;
    let plan = &Plan::of(looks, sheets);
    let map = MapSet::build(plan, sheets)?;
    let picture = title::picture(art)?;
    let tiles = format!(
        "; Made from atari8/art by src/listing.rs.\n\n\
         tile_count = {}                ; characters of the map\n\
         tile_plain = {}                ; those that are shown without bit 7\n\
         TITLE_PICTURE = {}             ; 1: the game has a title picture of its own\n\
         picture_rows = {}              ; its rows\n\
         SEASONS = {}                   ; 1: the map's colours go by the weather\n",
        map.tiles.len(),
        map.plain(),
        u8::from(picture.is_some()),
        title::ROWS,
        u8::from(!seasons::colours(looks, art)?.is_empty()),
    );
    Ok(Listing {
        title: match picture {
            Some(_) => "title_picture.s",
            None => "title.s",
        },
        art: tables(
            looks,
            &Title {
                name: title,
                picture,
            },
            art,
            plan,
            sheets,
            &map,
        )?,
        tiles,
    })
}

/// Colours by the weather, in the order of a season's.
const SEASON_TABLES: [&str; 5] = [
    "season_water",
    "season_land",
    "season_ink",
    "season_solid",
    "season_open",
];

fn tables(
    looks: &Looks<'_>,
    page: &Title<'_>,
    art: &Art<'_>,
    plan: &Plan,
    sheets: &Sheets,
    map: &MapSet,
) -> Result<String, ArtError> {
    let (text, sounds) = (TextSet::build(plan, sheets)?, sounds::steps(looks, art)?);
    let mut out = String::from("; Made from atari8/art by src/listing.rs.\n\n");
    for (code, name) in TextSet::glyph_codes() {
        number(&mut out, &format!("glyph_{name}"), code);
    }
    for (code, name) in TextSet::side_codes(plan) {
        number(&mut out, &format!("glyph_{name}"), code);
    }
    listing::numbers(&mut out, plan);
    let [left, right] = map.roofs;
    number(&mut out, "roof_left", left);
    number(&mut out, "roof_right", right);
    for (side, look) in plan.sides.iter().enumerate() {
        number(&mut out, &format!("side_ink_{side}"), WHITE);
        number(&mut out, &format!("side_paper_{side}"), look.bar());
    }
    out.push_str("\n.segment \"SHELL\"\n");
    listing::tables(&mut out, plan);
    let mut inks = vec![WHITE; ink::ALL.len() + looks.inks().len()];
    for (ink, colour) in [
        (ink::KEY, KEY),
        (ink::LABEL, DIM),
        (ink::HEADING, HEAD),
        (ink::MENU, MENU),
    ] {
        inks[usize::from(ink)] = colour;
    }
    number(&mut out, "ink_count", inks.len() as u8);
    out.push_str(".export info_inks\ninfo_inks:\n");
    table(&mut out, "inks", &inks);
    let seasons = seasons::colours(looks, art)?;
    for (place, label) in SEASON_TABLES.iter().enumerate() {
        let colours: Vec<u8> = seasons.iter().map(|colours| colours[place]).collect();
        table(&mut out, label, &colours);
    }
    for (label, codes) in map.tables.iter().chain(&text.tables) {
        table(&mut out, label, codes);
    }
    table(&mut out, "player_shapes", &players::shapes(sheets)?);
    out.push_str(".segment \"SOUNDS\"\n");
    number(&mut out, "effects", sounds.first.len() as u8);
    table(&mut out, "effect_first", &sounds.first);
    table(&mut out, "effect_steps", &sounds.steps);
    out.push_str(".segment \"TITLE\"\n");
    table(&mut out, "title_text", &title::text(page.name));
    match &page.picture {
        Some(picture) => {
            table(&mut out, "title_packed", &picture.packed);
            table(&mut out, "title_colours", &picture.colours);
        }
        None => table(&mut out, "title_field", &field::cells(plan, map)),
    }
    out.push_str(".segment \"TILES\"\n");
    let tiles = map.tiles.iter().map(|tile| tile.bits);
    table(&mut out, "tiles", &tiles.collect::<Vec<_>>().concat());
    out.push_str(".segment \"TEXTSET\"\n");
    let mut set = text.chars.concat();
    set.resize(SET, 0);
    table(&mut out, "text_set", &set);
    let _ = writeln!(out);
    Ok(out)
}
