//! The art as bytes and the assembly that names them.
//!
//! | symbol | is |
//! | --- | --- |
//! | `palette` | 32 words, `COLOR00` to `COLOR31` |
//! | `season_palettes` | the same for each value of role `weather`, if colours go by it |
//! | `object_NAME` | word: words of a line; word: rows; words: offset x, y; long: image; long: mask, 0 if it has none |
//! | `font8`, `font6` | 96 glyphs from ASCII 32, 8 bytes each; the second is 6 pixels wide |
//! | `digits4` | digits of counters, 7 bytes each, 4 pixels wide |
//! | `capitals4` | A to Z and a slash, 7 bytes each, 4 pixels wide |
//! | `letters5`, `letters3` | 96 glyphs of counters with letters, 6 bytes each: five rows, then how wide it is |
//! | `pointer.bin` (included by `pointer.s`) | the pointer's sprite, 16 lines |
//! | `effects` | the sounds (`sounds.rs`) |
//! | what `plan.rs` lists | tables by the game's values |
//! | `title_picture` | 320 x 256 pixels in five interleaved bitplanes |

use std::fmt::Write as _;

use super::planes::DEPTH;
use super::sheet::{Object, Picture, Sheet};
use super::{ArtError, Own, Planes, TRANSPARENT, armies, fonts, lettered, plan, sounds, title};
use hexfront_isa::Style;
use hexfront_isa::art::Art as Files;
use hexfront_isa::looks::Looks;

/// Lines of the pointer's sprite.
const SPRITE_LINES: usize = 16;

/// The art of the shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Art {
    /// Assembly that includes the binary files.
    pub source: String,
    /// Binary files by name, for `.incbin`.
    pub files: Vec<(&'static str, Vec<u8>)>,
    /// Whether its colours go by the weather.
    pub seasons: bool,
}

/// The drawings of the shell.
pub(super) fn sheet() -> Result<Sheet, ArtError> {
    Sheet::read(
        "amiga/art/objects.png",
        include_bytes!("../../art/objects.png"),
        "amiga/art/objects.txt",
        include_str!("../../art/objects.txt"),
    )
}

/// What a game for keys has besides: counters without numbers, arrows, flags.
pub(super) fn classic() -> Result<Sheet, ArtError> {
    Sheet::read(
        "amiga/art/classic.png",
        include_bytes!("../../art/classic.png"),
        "amiga/art/classic.txt",
        include_str!("../../art/classic.txt"),
    )
}

/// Railways, in games that bind them.
pub(super) fn rails() -> Result<Sheet, ArtError> {
    Sheet::read(
        "amiga/art/rails.png",
        include_bytes!("../../art/rails.png"),
        "amiga/art/rails.txt",
        include_str!("../../art/rails.txt"),
    )
}

/// High ground and slopes, in games that bind them.
pub(super) fn heights() -> Result<Sheet, ArtError> {
    Sheet::read(
        "amiga/art/heights.png",
        include_bytes!("../../art/heights.png"),
        "amiga/art/heights.txt",
        include_str!("../../art/heights.txt"),
    )
}

/// The large font of text: 96 glyphs from the space on.
fn font8() -> Result<Vec<u8>, ArtError> {
    fonts::text(
        "amiga/art/font8.png",
        include_bytes!("../../art/font8.png"),
        8,
    )
}

/// The fonts of counters with letters.
fn counter_fonts() -> Result<[(&'static str, Vec<u8>); 2], ArtError> {
    let wide = include_bytes!("../../art/letters5.png");
    let narrow = include_bytes!("../../art/letters3.png");
    Ok([
        (
            "letters5.bin",
            fonts::letters("amiga/art/letters5.png", wide, 5)?,
        ),
        (
            "letters3.bin",
            fonts::letters("amiga/art/letters3.png", narrow, 3)?,
        ),
    ])
}

/// Converts all drawings that a game of a style needs, a game's own in the place of ours, and makes the tables by which a game's values find them.
///
/// # Errors
/// [`ArtError`] where a drawing does not fit its use.
pub fn art(
    looks: &Looks<'_>,
    style: Style,
    title: &str,
    files: &Files<'_>,
) -> Result<Art, ArtError> {
    let mut sheet = sheet()?;
    if style == Style::Keyed {
        sheet.objects.extend(classic()?.objects);
    }
    if plan::has_rails(looks) {
        sheet.objects.extend(rails()?.objects);
    }
    if plan::has_heights(looks) {
        sheet.objects.extend(heights()?.objects);
    }
    let letters = plan::is_lettered(looks);
    let counters = sheet.objects.len();
    if letters {
        sheet
            .objects
            .extend(lettered::objects(looks, &Own::default()));
    }
    let own = Own::of(files, looks, &sheet)?;
    if letters {
        sheet.objects.truncate(counters);
        sheet.objects.extend(lettered::objects(looks, &own));
    }
    for object in &own.objects {
        match sheet
            .objects
            .iter_mut()
            .find(|known| known.name == object.name)
        {
            Some(known) => known.clone_from(object),
            None => sheet.objects.push(object.clone()),
        }
    }
    sheet.objects.extend(armies::plain_emblems(looks, &own));
    if letters {
        lettered::signs_with_sides(looks, &own, &mut sheet.objects);
    }
    let mut source = String::from(
        "; Made from amiga/art and the game's own.\n.setcpu \"68000\"\n.segment \"ART\"\n",
    );
    palettes(&mut source, "palette", &[own.palette]);
    palettes(&mut source, "season_palettes", &own.seasons);
    let has = |name: &str| sheet.find(name).is_some();
    source.push_str(&plan::tables(looks, &own, has));
    source.push_str(&sounds::source(looks, files)?);
    let blob = objects(&mut source, &sheet);
    let mut files = vec![("objects.bin", blob)];
    let font8 = font8()?;
    let picture = match &own.title {
        Some(picture) => picture.clone(),
        None => title::draw(title, &font8, &sheet, &plan::samples(looks, &own, has)),
    };
    let font6 = fonts::text(
        "amiga/art/font6.png",
        include_bytes!("../../art/font6.png"),
        6,
    )?;
    let digits = fonts::digits(
        "amiga/art/digits4.png",
        include_bytes!("../../art/digits4.png"),
    )?;
    let capitals = fonts::capitals(
        "amiga/art/capitals4.png",
        include_bytes!("../../art/capitals4.png"),
    )?;
    files.extend([
        ("font8.bin", font8),
        ("font6.bin", font6),
        ("digits4.bin", digits),
        ("capitals4.bin", capitals),
        ("pointer.bin", pointer(&sheet)?),
        ("title.bin", planes(&picture)),
    ]);
    let mut labels = vec![
        ("font8", "font8.bin"),
        ("font6", "font6.bin"),
        ("digits4", "digits4.bin"),
        ("capitals4", "capitals4.bin"),
    ];
    if letters {
        files.extend(counter_fonts()?);
        labels.extend([("letters5", "letters5.bin"), ("letters3", "letters3.bin")]);
    }
    for (label, file) in labels {
        let _ = writeln!(
            source,
            ".export {label}\n{label}: .incbin \"{file}\"\n.align 2"
        );
    }
    source.push_str(
        ".segment \"ARTTITLE\"\n.export title_picture\ntitle_picture: .incbin \"title.bin\"\n",
    );
    Ok(Art {
        source,
        files,
        seasons: !own.seasons.is_empty(),
    })
}

/// Palettes under a label, one after the other.
fn palettes(source: &mut String, label: &str, palettes: &[[u16; 32]]) {
    let _ = writeln!(source, ".export {label}\n{label}:");
    for colours in palettes.as_flattened().chunks(8) {
        let colours: Vec<String> = colours.iter().map(|c| format!("${c:03X}")).collect();
        let _ = writeln!(source, "  .word {}", colours.join(", "));
    }
}

/// What lies at the corner of a hex, a multiple of 32 pixels, and nowhere else on the map.
const OF_HEXES: [&str; 8] = [
    "road", "rail", "river", "slope", "high", "bridge", "blown", "house",
];
/// The same of an edge below a counter, which lies so many pixels from that corner.
const EDGE: &str = "edge_beside";
const EDGE_FROM: i16 = 6;

/// An object of hexes that fits into as many words as it has without being shifted begins with a word: the blitter has one word less
/// in every line then.
fn aligned(object: &Object) -> Object {
    let from = match object.name.as_str() {
        name if OF_HEXES.iter().any(|kind| name.starts_with(kind)) => 0,
        name if name.starts_with(EDGE) => EDGE_FROM,
        _ => return object.clone(),
    };
    let Picture { width, height, .. } = object.picture;
    let left = usize::try_from((object.offset.0 + from).rem_euclid(16)).unwrap_or(0);
    if (left + width).div_ceil(16) > width.div_ceil(16) {
        return object.clone();
    }
    let mut picture = Picture::blank(left + width, height, TRANSPARENT);
    let rows = picture.pixels.chunks_mut(left + width);
    for (row, pixels) in rows.zip(object.picture.pixels.chunks(width)) {
        row[left..].copy_from_slice(pixels);
    }
    let (x, y) = object.offset;
    Object::new(&object.name, (x - left as i16, y), picture)
}

/// Writes the heads of all objects; returns their images and masks, one after the other. Equal masks are kept once.
fn objects(source: &mut String, sheet: &Sheet) -> Vec<u8> {
    let mut blob: Vec<u8> = Vec::new();
    let mut masks: Vec<(Vec<u16>, usize)> = Vec::new();
    for object in sheet.objects.iter().map(aligned) {
        let Planes { words, rows, .. } = object.planes;
        let image = append(&mut blob, &object.planes.image);
        let mask = object.planes.mask.map(|mask| {
            let known = masks.iter().find(|(other, _)| *other == mask);
            let at = known.map_or_else(|| append(&mut blob, &mask), |(_, at)| *at);
            masks.push((mask, at));
            at
        });
        let (name, (dx, dy)) = (&object.name, object.offset);
        // Offsets may be negative; a word is stored as it is.
        let (dx, dy) = (dx as u16, dy as u16);
        let mask = mask.map_or("0".to_owned(), |at| format!("objects + {at}"));
        let _ = writeln!(
            source,
            ".export object_{name}\nobject_{name}:\n  .word {words}, {rows}, {dx}, {dy}\n  .dword objects + {image}, {mask}"
        );
    }
    let _ = writeln!(source, "objects: .incbin \"objects.bin\"");
    blob
}

/// Appends words, high byte first; returns where they begin.
fn append(blob: &mut Vec<u8>, words: &[u16]) -> usize {
    let at = blob.len();
    blob.extend(words.iter().flat_map(|w| w.to_be_bytes()));
    at
}

/// The pointer as a sprite: 16 lines of two words, colours 17 to 19 as 1 to 3.
fn pointer(sheet: &Sheet) -> Result<Vec<u8>, ArtError> {
    let name = "pointer";
    let found = sheet.objects.iter().find(|o| o.name == name);
    let planes = &found.ok_or(ArtError::Missing { name })?.planes;
    let lines = planes.image.chunks_exact(planes.words * DEPTH);
    Ok(lines
        .take(SPRITE_LINES)
        .flat_map(|line| [line[0], line[planes.words]])
        .chain([0; 2 * SPRITE_LINES])
        .take(2 * SPRITE_LINES)
        .flat_map(u16::to_be_bytes)
        .collect())
}

/// The bitplanes of a picture, high byte first.
fn planes(picture: &Picture) -> Vec<u8> {
    let planes = Planes::of(picture);
    planes.image.iter().flat_map(|w| w.to_be_bytes()).collect()
}

/// The title picture that is drawn for a game which brings no art.
#[cfg(test)]
pub(super) fn title_picture(title: &str, looks: &Looks<'_>) -> Picture {
    let (sheet, own) = (sheet().unwrap(), Own::default());
    let samples = plan::samples(looks, &own, |name| sheet.find(name).is_some());
    title::draw(title, &font8().unwrap(), &sheet, &samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawings_convert() {
        let art = art(
            &Looks::default(),
            Style::Pointer,
            "A GAME",
            &Files::default(),
        )
        .expect("art converts");
        let size = |name: &str| {
            art.files
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, b)| b.len())
        };
        assert_eq!(size("font8.bin"), Some(96 * 8));
        assert_eq!(size("digits4.bin"), Some(70));
        assert_eq!(size("capitals4.bin"), Some(27 * 7));
        for name in [
            "plain0",
            "river3",
            "road6",
            "bridge1",
            "german_tank",
            "half_city",
            "die6",
        ] {
            assert!(art.source.contains(&format!("object_{name}:")), "{name}");
        }
        // All tiles share one mask: it is there once.
        let mask = |name: &str| {
            let at = art.source.find(&format!("object_{name}:")).expect("named");
            let head = art.source[at..].lines().nth(2).expect("a head");
            head.rsplit(',').next().expect("a mask").trim().to_owned()
        };
        assert_eq!(mask("plain0"), mask("city1"));
    }
}
