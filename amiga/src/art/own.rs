//! What a game draws itself: the files of its `art/amiga`.
//!
//! | file | is |
//! | --- | --- |
//! | `title.png` | the title picture, 320 x 256 |
//! | `palette.txt` | the 32 colours, a line `RGB` each |
//! | `seasons.txt` | other colours by the weather, a line `NAME NUMBER=RGB...` each |
//! | `sides.txt` | the colours of sides, a line `NAME INK PLATE DOT GROUND` each, as numbers of the palette |
//! | `inks.txt` | the colours of inks, a line `NAME NUMBER` each |
//! | `counters.txt` | the colours of counters with letters, a line an army (`lettered.rs`) |
//! | `sounds.txt` | sounds (`sounds.rs`) |
//! | `OBJECT.png` | a drawing in the place of ours of that name, or for a value of the game's (`plan.rs`) |

use super::armies::SideColours;
use super::inks::{self as own_inks, OwnInks};
use super::lettered::{self, Colours};
use super::plan;
use super::seasons;
use super::sheet::{Object, Picture, Sheet};
use super::{ArtError, PALETTE, TRANSPARENT};
use hexfront_art::{Picture as Png, nearest};
use hexfront_isa::art::Art;
use hexfront_isa::looks::Looks;
use hexfront_isa::{inks, seasons as season_file, sounds};

/// Where a game's files lie in its directory.
pub(super) const FOLDER: &str = "art/amiga/";
const TITLE: &str = "title.png";
const COLOURS: &str = "palette.txt";
const SIDES: &str = "sides.txt";
/// How names of drawings end.
const DRAWING: &str = ".png";
/// How far a pixel may be from the colour that it is taken for: less than half of the least step of red, green or blue.
const FAR: u32 = 3 * 8 * 8;

/// A game's own art.
#[derive(Debug, Clone)]
pub struct Own {
    /// The palette, $RGB each.
    pub palette: [u16; 32],
    /// Palettes by the value of role `weather`; none where it has no seasons.
    pub(super) seasons: Vec<[u16; 32]>,
    /// Colours of sides, by their names.
    pub sides: Vec<(String, SideColours)>,
    /// Colours of inks, by their names.
    pub inks: OwnInks,
    /// Colours of counters with letters, by the names of armies.
    pub counters: Vec<(String, Colours)>,
    /// The title picture, if it brings one.
    pub(super) title: Option<Picture>,
    /// Drawings by their names: those of the shell, and those that only this game has.
    pub(super) objects: Vec<Object>,
}

impl Default for Own {
    fn default() -> Self {
        Self {
            palette: PALETTE,
            seasons: Vec::new(),
            sides: Vec::new(),
            inks: Vec::new(),
            counters: Vec::new(),
            title: None,
            objects: Vec::new(),
        }
    }
}

impl Own {
    /// Reads a game's files. A drawing has the size and the place of the one that it stands for in `sheet`.
    ///
    /// # Errors
    /// [`ArtError`], with file and pixel.
    pub(super) fn of(art: &Art<'_>, looks: &Looks<'_>, sheet: &Sheet) -> Result<Self, ArtError> {
        let palette = art
            .text(COLOURS)
            .map_or(Ok(PALETTE), |text| palette(&text))?;
        let mut own = Self {
            palette,
            seasons: seasons::palettes(looks, art, &palette)?,
            sides: art
                .text(SIDES)
                .map_or(Ok(Vec::new()), |text| sides(&text))?,
            inks: own_inks::read(art)?,
            counters: lettered::read(art)?,
            ..Self::default()
        };
        if let Some(bytes) = art.get(TITLE) {
            own.title = Some(title(&read(TITLE, bytes, &palette)?)?);
        }
        for (file, bytes) in art.files().filter(|(file, _)| *file != TITLE) {
            let Some(name) = file.strip_suffix(DRAWING) else {
                continue;
            };
            let Some(model) = plan::model(looks, name, &|name| sheet.find(name).is_some()) else {
                continue;
            };
            let Some(model) = sheet.find(&model) else {
                continue;
            };
            let picture = read(file, bytes, &palette)?;
            let (want_width, want_height) = (model.picture.width, model.picture.height);
            if (picture.width, picture.height) != (want_width, want_height) {
                return Err(ArtError::Size {
                    file: format!("{FOLDER}{file}"),
                    width: picture.width,
                    height: picture.height,
                    want_width,
                    want_height,
                });
            }
            own.objects.push(Object::new(name, model.offset, picture));
        }
        Ok(own)
    }

    /// Whether the game draws something of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.objects.iter().any(|object| object.name == name)
    }
}

/// Files of a game that this machine has no use for; `objects` are the names of its drawings.
pub fn unread<'a>(art: &Art<'a>, looks: &Looks<'_>) -> Vec<&'a str> {
    let sheets = [super::bytes::sheet(), super::bytes::classic()];
    let known = |name: &str| {
        let mut whole = sheets.iter().flatten();
        whole.any(|sheet| sheet.find(name).is_some())
    };
    let used = |file: &str| {
        let drawing = file.strip_suffix(DRAWING);
        [
            TITLE,
            COLOURS,
            SIDES,
            lettered::FILE,
            sounds::FILE,
            inks::FILE,
            season_file::FILE,
        ]
        .contains(&file)
            || drawing.is_some_and(|name| plan::model(looks, name, &known).is_some())
    };
    let files = art.files().map(|(name, _)| name);
    files.filter(|file| !used(file)).collect()
}

/// A colour of the palette as $RRGGBB.
fn full(colour: u16) -> u32 {
    let part = |shift: u16| u32::from(colour >> shift & 0xF) * 0x11;
    part(8) << 16 | part(4) << 8 | part(0)
}

/// A PNG in the colours of the palette.
fn read(file: &str, bytes: &[u8], palette: &[u16; 32]) -> Result<Picture, ArtError> {
    let file = || format!("{FOLDER}{file}");
    let png = Png::read(bytes).map_err(|error| ArtError::Picture {
        file: file(),
        reason: error.to_string(),
    })?;
    let colours = palette.map(full);
    let mut picture = Picture::blank(png.width, png.height, TRANSPARENT);
    for (at, pixel) in png.pixels.iter().enumerate() {
        let [red, green, blue, opaque] = *pixel;
        if opaque < 128 {
            continue;
        }
        let (near, far) = nearest(&colours, *pixel);
        if far > FAR {
            return Err(ArtError::Pixel {
                file: file(),
                x: at % png.width,
                y: at / png.width,
                pixel: u32::from_be_bytes([0, red, green, blue]),
                near,
                known: colours[near],
            });
        }
        picture.pixels[at] = near as u8;
    }
    Ok(picture)
}

/// A title picture, which has no holes.
fn title(picture: &Picture) -> Result<Picture, ArtError> {
    let file = format!("{FOLDER}{TITLE}");
    let (want_width, want_height) = super::title::SIZE;
    if (picture.width, picture.height) != (want_width, want_height) {
        return Err(ArtError::Size {
            file,
            width: picture.width,
            height: picture.height,
            want_width,
            want_height,
        });
    }
    match picture.pixels.iter().position(|p| *p == TRANSPARENT) {
        None => Ok(picture.clone()),
        Some(at) => Err(ArtError::Hole {
            file,
            x: at % picture.width,
            y: at / picture.width,
        }),
    }
}

/// Lines of a list that say something, with their numbers.
pub(super) fn listed(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with("--"))
}

/// A line that is not what should stand there.
pub(super) fn wrong_line(file: &str, line: usize, text: &str, form: &'static str) -> ArtError {
    ArtError::Line {
        file: file.to_owned(),
        line,
        text: text.to_owned(),
        form,
    }
}

fn palette(text: &str) -> Result<[u16; 32], ArtError> {
    let file = || format!("{FOLDER}{COLOURS}");
    let mut colours = Vec::new();
    for (line, text) in listed(text) {
        let value = u16::from_str_radix(text, 16).ok();
        let value = value.filter(|_| text.len() == 3);
        colours.push(value.ok_or_else(|| wrong_line(&file(), line, text, "`RGB`"))?);
    }
    let count = colours.len();
    colours.try_into().map_err(|_| ArtError::Palette {
        file: file(),
        count,
    })
}

fn sides(text: &str) -> Result<Vec<(String, SideColours)>, ArtError> {
    let mut sides = Vec::new();
    for (line, text) in listed(text) {
        let form = "`NAME INK PLATE DOT GROUND` with numbers of colours, 0 to 31";
        let file = format!("{FOLDER}{SIDES}");
        sides.push(side(text).ok_or_else(|| wrong_line(&file, line, text, form))?);
    }
    Ok(sides)
}

fn side(line: &str) -> Option<(String, SideColours)> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_owned();
    let mut colours = [0; 4];
    for colour in &mut colours {
        *colour = words.next()?.parse().ok().filter(|c| *c < 32)?;
    }
    words.next().is_none().then_some((name, colours))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, pixels: &[[u8; 4]]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&pixels.concat()).unwrap();
        drop(writer);
        bytes
    }

    fn own(name: &str, bytes: &[u8]) -> Result<Own, String> {
        let looks = Looks::default()
            .with("terrain", &["plain", "swamp"])
            .with("side", &["reds", "greens"])
            .with("symbol", &["dragoon"]);
        let sheet = super::super::bytes::sheet().unwrap();
        Own::of(&Art::default().with(name, bytes), &looks, &sheet).map_err(|e| e.to_string())
    }

    #[test]
    fn a_drawing_takes_the_place_and_the_size_of_what_it_stands_for() {
        let mut pixels = vec![[0xFF, 0x88, 0, 255]; 44 * 32];
        pixels[0] = [0; 4];
        let swamp = own("swamp.png", &png(44, 32, &pixels)).unwrap();
        assert!(swamp.has("swamp"));
        assert_eq!(swamp.objects[0].picture.pixels[..2], [TRANSPARENT, 23]);
        let unit = vec![[0, 0, 0, 255]; 27 * 23];
        assert!(
            own("reds_dragoon.png", &png(27, 23, &unit))
                .unwrap()
                .has("reds_dragoon")
        );
        let emblem = vec![[0, 0, 0, 255]; 45 * 33];
        assert!(
            own("emblem_reds.png", &png(45, 33, &emblem))
                .unwrap()
                .has("emblem_reds")
        );
        let small = own("plain0.png", &png(2, 1, &[[0; 4]; 2])).unwrap_err();
        assert_eq!(
            small,
            "art/amiga/plain0.png is 2 x 1 pixels, its use needs 44 x 32"
        );
    }

    #[test]
    fn a_colour_that_the_palette_lacks_is_named_with_its_pixel() {
        let mut pixels = vec![[0, 0, 0, 255]; 44 * 32];
        pixels[45] = [0xFF, 0, 0, 255];
        let told = own("swamp.png", &png(44, 32, &pixels)).unwrap_err();
        assert_eq!(
            told,
            "art/amiga/swamp.png: pixel 1,1 is #FF0000, which the palette of 32 colours has not; \
             the nearest is number 17, #EE2222"
        );
        let hole = own("title.png", &png(320, 256, &vec![[0; 4]; 320 * 256])).unwrap_err();
        assert_eq!(
            hole,
            "art/amiga/title.png: pixel 0,0 is transparent; give it a colour"
        );
        assert!(
            own("title.png", b"GIF")
                .unwrap_err()
                .starts_with("art/amiga/title.png: ")
        );
    }

    #[test]
    fn lists_are_read_line_by_line() {
        let colours: String = (0..32).map(|n| format!("{n:03x}\n")).collect();
        let mut want = [0; 32];
        (0..32).for_each(|n| want[usize::from(n)] = n);
        assert_eq!(
            own("palette.txt", colours.as_bytes()).unwrap().palette,
            want
        );
        let told = own("palette.txt", b"F80\nFF8800\n").unwrap_err();
        assert_eq!(told, "art/amiga/palette.txt:2: `FF8800` is not `RGB`");
        let told = own("palette.txt", b"-- one\nF80\n").unwrap_err();
        assert!(
            told.starts_with("art/amiga/palette.txt has 1 colours"),
            "{told}"
        );
        let sides = own("sides.txt", b"reds 17 1 17 19\n").unwrap().sides;
        assert_eq!(sides, [("reds".to_owned(), [17, 1, 17, 19])]);
        assert!(
            own("sides.txt", b"reds 17 1 17 32\n")
                .unwrap_err()
                .contains("0 to 31")
        );
    }

    #[test]
    fn what_nothing_draws_is_listed() {
        let art = Art::default()
            .with("plain0.png", b"")
            .with("swamp2.png", b"")
            .with("tilte.png", b"")
            .with("notes.md", b"");
        let looks = Looks::default().with("terrain", &["swamp"]);
        assert_eq!(unread(&art, &looks), ["tilte.png", "notes.md"]);
    }
}
