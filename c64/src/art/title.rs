//! The title page's picture: the game's own, or its name over a field of hexes on which its counters stand.
//!
//! Every cell is hires: it has an ink of its own, its paper is the VIC-II's background register, which the shell changes on every
//! line. Of a picture that a game brings the papers are found here.

use super::colours;
use super::sheets::Plan;
use super::sheets::{C64, Sheets};
use hexfront_art::Picture as Png;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_isa::art::Art;

mod draw;

/// A game's own picture.
pub(super) const FILE: &str = "title.png";

/// Its rows, from the screen's first; text stands below.
pub const ROWS: usize = 20;
/// Columns of the screen.
pub const COLUMNS: usize = 40;
/// Codes below belong to the sprites, whose memory the set overlaps.
pub const FIRST_CODE: usize = 48;

const BLACK: u8 = 0;
const WIDTH: usize = COLUMNS * 8;
const HEIGHT: usize = ROWS * 8;

/// What the shell needs to show the picture.
#[derive(Debug, Clone)]
pub struct Title {
    /// Character bits, from [`FIRST_CODE`] up.
    pub chars: Vec<[u8; 8]>,
    /// Ink of each character.
    pub colours: Vec<u8>,
    /// Screen codes, row by row.
    pub cells: Vec<u8>,
    /// Paper of each line.
    pub bars: Vec<u8>,
}

impl Title {
    /// The picture of a game of that title.
    ///
    /// # Errors
    /// [`ArtError`] where a pixel cannot be shown, or the characters are too many.
    pub fn build(
        title: &str,
        art: &Art<'_>,
        plan: &Plan,
        sheets: &Sheets,
    ) -> Result<Self, ArtError> {
        if let Some(bytes) = art.get(FILE) {
            return Self::of(&Colours::read(bytes)?);
        }
        // Many different letters, large, are more characters than the set has.
        let [first, smaller @ ..] = draw::SCALES;
        let at_scales = |scales| Self::of(&Colours::drawn(title, scales, plan, sheets)?);
        smaller
            .into_iter()
            .fold(at_scales(first), |built, scales| match built {
                Err(ArtError::Full { .. }) => at_scales(scales),
                built => built,
            })
    }

    fn of(picture: &Colours) -> Result<Self, ArtError> {
        let mut title = Self {
            chars: Vec::new(),
            colours: Vec::new(),
            cells: Vec::new(),
            bars: Vec::new(),
        };
        for row in 0..ROWS {
            let papers = picture.papers(row, title.bars.last().copied())?;
            for column in 0..COLUMNS {
                let code = title.add(picture.cell(column, row, &papers))?;
                title.cells.push(code);
            }
            title.bars.extend(papers);
        }
        Ok(title)
    }

    fn add(&mut self, (shape, colour): ([u8; 8], u8)) -> Result<u8, ArtError> {
        let same =
            |i: &usize| self.chars[*i] == shape && (self.colours[*i] == colour || shape == [0; 8]);
        let index = (0..self.chars.len()).find(same).unwrap_or(self.chars.len());
        if index == self.chars.len() {
            self.chars.push(shape);
            self.colours.push(colour);
        }
        u8::try_from(FIRST_CODE + index).map_err(|_| ArtError::Full {
            set: "the title set",
        })
    }
}

/// A picture in the machine's colours.
struct Colours {
    /// Colours, `[y][x]`.
    pixels: Vec<[u8; WIDTH]>,
}

/// The papers of the lines of a row of cells.
type Papers = [u8; 8];

impl Colours {
    /// A game's own picture.
    fn read(bytes: &[u8]) -> Result<Self, ArtError> {
        let png = Png::title(&C64::path(FILE), bytes, WIDTH, HEIGHT)?;
        let mut pixels = vec![[BLACK; WIDTH]; HEIGHT];
        for (at, pixel) in png.pixels.iter().enumerate() {
            let (x, y) = (at % WIDTH, at / WIDTH);
            let [red, green, blue, _] = *pixel;
            pixels[y][x] = colours::of_pixel(*pixel).map_err(|near| ArtError::Pixel {
                file: C64::path(FILE),
                x,
                y,
                reason: format!("#{red:02X}{green:02X}{blue:02X} is none of the sixteen colours; the nearest is {near}"),
            })?;
        }
        Ok(Self { pixels })
    }

    /// Papers of a row of cells, with which every cell is left with one ink; that of the line before where there is a choice.
    ///
    /// The colours are looked for line by line, the machine's own way: a line's paper is a colour that leaves each cell with no
    /// more than one other, which is then the ink of the cell in all its lines.
    fn papers(&self, row: usize, before: Option<u8>) -> Result<Papers, ArtError> {
        let mut search = Search {
            lines: &self.pixels[row * 8..][..8],
            last: row + 1 == ROWS,
            steps: 0,
            stuck: (0, 0),
        };
        let mut papers = [before.unwrap_or(BLACK); 8];
        if search.line(0, &[None; COLUMNS], &mut papers) {
            return Ok(papers);
        }
        let (y, column) = search.stuck;
        let reason = if search.last && y == 7 {
            "the last line must be of one colour: the text begins below it"
        } else if search.last && y >= HELD {
            "this cell of 8 x 8 pixels has too many colours: the last lines of the screen have the paper of line 155, and a cell one colour besides"
        } else {
            "this cell of 8 x 8 pixels has too many colours: a line of the screen has one paper for all its cells, and a cell one colour besides"
        };
        Err(ArtError::Pixel {
            file: C64::path(FILE),
            x: column * 8,
            y: row * 8 + y,
            reason: reason.to_owned(),
        })
    }

    /// The bits of a cell, and its ink.
    fn cell(&self, column: usize, row: usize, papers: &Papers) -> ([u8; 8], u8) {
        let mut shape = [0; 8];
        let mut ink = BLACK;
        for (y, byte) in shape.iter_mut().enumerate() {
            for &pixel in &self.pixels[row * 8 + y][column * 8..][..8] {
                let drawn = pixel != papers[y];
                *byte = *byte << 1 | u8::from(drawn);
                if drawn {
                    ink = pixel;
                }
            }
        }
        (shape, ink)
    }
}

/// The search for the papers of a row of cells.
struct Search<'a> {
    lines: &'a [[u8; WIDTH]],
    /// The screen's last row: from [`HELD`] on its lines have one paper, and its last line has no ink, so that the split below
    /// meets none.
    last: bool,
    steps: usize,
    /// The furthest line that was reached, and the column that has no ink for it.
    stuck: (usize, usize),
}

/// Lines of the last row from here on have the paper of the line before: the split below is prepared in them (`c64/shell/papers.s`).
const HELD: usize = 4;

/// Steps after which a picture is taken to have no papers.
const MOST_STEPS: usize = 20_000;

impl Search<'_> {
    /// Finds papers from line `y` on, where the cells have these inks.
    fn line(&mut self, y: usize, inks: &[Option<u8>; COLUMNS], papers: &mut Papers) -> bool {
        let Some(pixels) = self.lines.get(y) else {
            return true;
        };
        let before = papers[y.saturating_sub(1)];
        // The last line itself is black.
        let held = self.last && (HELD..7).contains(&y);
        for paper in candidates(pixels, before) {
            if held && paper != before {
                continue;
            }
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return false;
            }
            let mut inks = *inks;
            match with_line(pixels, paper, &mut inks) {
                Ok(()) if self.last && y == 7 && pixels.iter().any(|p| *p != paper) => {
                    self.stuck = self.stuck.max((y, 0));
                }
                Ok(()) => {
                    papers[y] = paper;
                    if self.line(y + 1, &inks, papers) {
                        return true;
                    }
                }
                Err(column) if y >= self.stuck.0 => self.stuck = (y, column),
                Err(_) => {}
            }
        }
        false
    }
}

/// Colours that the paper of a line may have: its own, the most frequent first and black last; one that it has not where
/// it is all ink.
fn candidates(pixels: &[u8; WIDTH], before: u8) -> Vec<u8> {
    let mut counts = [0_usize; 16];
    pixels.iter().for_each(|p| counts[usize::from(*p)] += 1);
    let mut own: Vec<u8> = (0..16).filter(|c| counts[usize::from(*c)] > 0).collect();
    own.sort_by_key(|c| (*c == BLACK, std::cmp::Reverse(counts[usize::from(*c)])));
    if own == [BLACK] && before != BLACK {
        own.insert(0, before);
    } else if !own.contains(&before) {
        own.push(before);
    }
    own
}

/// Adds a line of that paper to the inks of the cells; the column of a cell that would have two.
fn with_line(
    pixels: &[u8; WIDTH],
    paper: u8,
    inks: &mut [Option<u8>; COLUMNS],
) -> Result<(), usize> {
    for (x, &pixel) in pixels.iter().enumerate().filter(|(_, p)| **p != paper) {
        match &mut inks[x / 8] {
            Some(ink) if *ink != pixel => return Err(x / 8),
            ink => *ink = Some(pixel),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::looks::Looks;

    fn build(title: &str, art: &Art<'_>) -> Result<Title, ArtError> {
        let sheets = Sheets::default();
        Title::build(title, art, &Plan::of(&Looks::default(), &sheets), &sheets)
    }

    fn drawn(title: &str) -> Title {
        build(title, &Art::default()).unwrap()
    }

    #[test]
    fn picture_fits_its_set_and_its_lines() {
        for name in [
            "Breakthrough in the Ardennes",
            "",
            "A",
            "The quick brown fox jumps over a lazy dog",
            "Donaudampfschiffahrtsgesellschaftskapitaenspatentanwaerter",
            "Señor {Ж}",
        ] {
            let title = drawn(name);
            assert_eq!(title.cells.len(), ROWS * COLUMNS);
            assert_eq!(title.bars.len(), ROWS * 8);
            assert!(title.chars.len() <= 256 - FIRST_CODE, "{name}");
        }
    }

    #[test]
    fn titles_of_different_names_differ() {
        assert_ne!(drawn("RED").cells, drawn("BLUE").cells);
    }

    #[test]
    fn last_line_is_paper_so_that_the_split_below_meets_no_ink() {
        let title = drawn("A GAME");
        for &code in &title.cells[(ROWS - 1) * COLUMNS..] {
            assert_eq!(title.chars[usize::from(code) - FIRST_CODE][7], 0);
        }
    }

    /// A PNG of the picture's size, drawn by a function of place.
    fn png(colour: impl Fn(usize, usize) -> [u8; 3]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let places = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
        let rows: Vec<u8> = places.flat_map(|(x, y)| colour(x, y)).collect();
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&rows).unwrap();
        drop(writer);
        bytes
    }

    const INK: [u8; 3] = [0, 0, 0];
    const SNOW: [u8; 3] = [255, 255, 255];
    const SEA: [u8; 3] = [0x2E, 0x2C, 0x9B];
    const FIRE: [u8; 3] = [0x81, 0x33, 0x38];

    fn own(bytes: &[u8]) -> Result<Title, String> {
        build("A GAME", &Art::default().with(FILE, bytes)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_games_own_picture_is_shown_pixel_by_pixel() {
        // Papers that change within a row of cells, an ink of its own in each cell.
        let colour = |x: usize, y: usize| match (x, y) {
            (_, 159) => SNOW,
            (x, y) if (x / 3 + y) % 5 == 0 => [INK, FIRE][x / 8 % 2],
            (_, y) => [SNOW, SEA][y / 3 % 2],
        };
        // More than one look for a cell, but not too many; below, one paper.
        let paper_line = |y: usize| match y {
            159 => y,
            _ => y.min(155) % 40,
        };
        let title = own(&png(|x, y| colour(x % 16, paper_line(y)))).unwrap();
        for (y, x) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (y, x))) {
            let code = title.cells[y / 8 * COLUMNS + x / 8];
            let at = usize::from(code) - FIRST_CODE;
            let set = title.chars[at][y % 8] >> (7 - x % 8) & 1 != 0;
            let shown = if set {
                title.colours[at]
            } else {
                title.bars[y]
            };
            let [red, green, blue] = colour(x % 16, paper_line(y));
            assert_eq!(
                Ok(shown),
                colours::of_pixel([red, green, blue, 255]),
                "{x},{y}"
            );
        }
    }

    #[test]
    fn what_cannot_be_shown_is_named_with_file_and_pixel() {
        let pink = own(&png(|x, y| {
            if (x, y) == (7, 9) {
                [255, 0, 255]
            } else {
                SNOW
            }
        }));
        assert!(
            pink.unwrap_err()
                .starts_with("art/c64/title.png: pixel 7,9: #FF00FF is none")
        );
        let many = own(&png(|x, y| match (x, y) {
            (16..=18, 12) => INK,
            (20, 12) => SEA,
            _ => SNOW,
        }));
        let told = many.unwrap_err();
        assert!(
            told.starts_with("art/c64/title.png: pixel 16,12: this cell"),
            "{told}"
        );
        let last = own(&png(|x, y| if (x, y) == (9, 159) { INK } else { SNOW })).unwrap_err();
        assert!(
            last.contains("the last line must be of one colour"),
            "{last}"
        );
        // Line 155 may have a paper of its own, those below have its own.
        for (from, shown) in [(155, true), (156, false)] {
            let below = own(&png(|x, y| match (x, y) {
                (_, 159) => SNOW,
                (0, _) => INK,
                (_, y) if y >= from => SEA,
                _ => SNOW,
            }));
            assert_eq!(below.is_ok(), shown, "from line {from}");
            let told = below.err().unwrap_or_default();
            assert!(
                shown || told.contains("0,156: ") && told.contains("line 155"),
                "{told}"
            );
        }
        let small = own(b"no picture").unwrap_err();
        assert!(small.starts_with("art/c64/title.png: "), "{small}");
    }
}
