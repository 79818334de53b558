//! The text on a machine's screen, and where it stands: from the memory of a machine that keeps characters, from the picture
//! of one that has only that.

use super::layout::{Glyph, Picture, Text};
use crate::letters::{Finder, Pixels};
use hexfront_platforms::machine::{Frame, Machine};

/// Pixels of a character cell from top to bottom.
const CELL: usize = 8;
/// Rows of a cell that tell its colours: letters leave the last one free, and a machine may change colours there.
const ROWS: usize = 7;
/// A picture with pixels narrower than this has two of them for each that fonts are drawn in.
const NARROW: f32 = 0.75;
/// Columns from which on a picture can have such pixels.
const WIDE: usize = 480;

/// A machine's picture without its border, and the text in it.
pub fn read(machine: &dyn Machine, finder: &Finder) -> (Picture, Vec<Text>) {
    let frame = machine.frame();
    let picture = inside(&frame);
    let texts = match machine.text_screen() {
        Some(rows) => from_cells(&picture, &rows),
        None => from_picture(machine, finder),
    };
    (picture, texts)
}

fn inside(frame: &Frame<'_>) -> Picture {
    let inside = frame.inside;
    let rows = frame.pixels.chunks(frame.width.max(1));
    let rows = rows.skip(inside.top).take(inside.height);
    let colours = rows.flat_map(|row| &row[inside.left..inside.left + inside.width]);
    Picture {
        width: inside.width,
        height: inside.height,
        shape: inside.width as f32 * frame.pixel_aspect / inside.height.max(1) as f32,
        pixels: colours.map(|p| frame.palette[usize::from(*p)]).collect(),
    }
}

/// Letters that a finder sees.
fn from_picture(machine: &dyn Machine, finder: &Finder) -> Vec<Text> {
    let frame = machine.frame();
    let inside = frame.inside;
    let dots = machine.dots();
    let step = match inside.width > WIDE && frame.pixel_aspect < NARROW {
        true => 2,
        false => 1,
    };
    let pixels = dots.as_deref().unwrap_or(frame.pixels);
    let rows = pixels.chunks(frame.width.max(1));
    let rows = rows.skip(inside.top).take(inside.height);
    let pixels: Vec<u16> = rows
        .flat_map(|row| {
            row[inside.left..inside.left + inside.width]
                .iter()
                .step_by(step)
        })
        .copied()
        .collect();
    let found = finder.find(Pixels {
        width: inside.width.div_ceil(step),
        height: inside.height,
        pixels: &pixels,
    });
    let colour = |number: u16| frame.palette[usize::from(number)];
    found
        .into_iter()
        .map(|run| Text {
            x: run.x * step,
            y: run.y,
            width: run.width * step,
            height: run.height,
            letters: run
                .letters
                .iter()
                .map(|l| {
                    let (ink, paper) = (colour(l.ink), colour(l.paper));
                    Glyph {
                        letter: l.letter,
                        ink: if run.stippled {
                            between(ink, paper)
                        } else {
                            ink
                        },
                        paper,
                    }
                })
                .collect(),
        })
        .collect()
}

/// The colour half-way between two: what a stipple of them looks like from afar.
fn between(a: u32, b: u32) -> u32 {
    let half = |colour: u32| colour >> 1 & 0x7F_7F7F;
    half(a) + half(b)
}

/// Text of a machine that keeps characters: a run ends at two blanks, and at a cell that shows something else.
fn from_cells(picture: &Picture, rows: &[String]) -> Vec<Text> {
    let mut texts = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let letters: Vec<char> = row.chars().collect();
        let cells = Row {
            picture,
            y,
            wide: picture.width / letters.len().max(1),
        };
        let blank = |x: usize| letters.get(x).is_none_or(|letter| *letter == ' ');
        let mut x = 0;
        while x < letters.len() {
            if blank(x) {
                x += 1;
                continue;
            }
            let mut end = x;
            while end < letters.len() && (!blank(end) || !blank(end + 1) && cells.is_plain(end)) {
                end += 1;
            }
            let paper = cells.paper(x..end);
            texts.push(Text {
                x: x * cells.wide,
                y: y * CELL,
                width: cells.wide,
                height: CELL,
                letters: (x..end)
                    .map(|x| cells.glyph(letters[x], x, paper))
                    .collect(),
            });
            x = end;
        }
    }
    texts
}

/// A row of cells of a picture.
struct Row<'a> {
    picture: &'a Picture,
    /// Its number.
    y: usize,
    /// Pixels of a cell from left to right.
    wide: usize,
}

impl Row<'_> {
    /// How often each colour is in a cell.
    fn counts(&self, x: usize) -> Vec<(u32, usize)> {
        let mut counts: Vec<(u32, usize)> = Vec::new();
        let (wide, width) = (self.wide, self.picture.width);
        let across = (x * wide).min(width)..((x + 1) * wide).min(width);
        let rows = self.picture.pixels.chunks(width.max(1));
        for row in rows.skip(self.y * CELL).take(ROWS) {
            for pixel in &row[across.clone()] {
                match counts.iter_mut().find(|(colour, _)| colour == pixel) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((*pixel, 1)),
                }
            }
        }
        counts
    }

    /// Whether a cell has one colour only.
    fn is_plain(&self, x: usize) -> bool {
        self.counts(x).len() <= 1
    }

    /// The colour behind some letters: what most of their cells and the plain ones beside them have. Of a single letter that
    /// could not be said: some have more ink than paper.
    fn paper(&self, columns: std::ops::Range<usize>) -> u32 {
        let beside = [columns.start.checked_sub(1), Some(columns.end)];
        let beside = beside.into_iter().flatten();
        let beside = beside.filter(|x| self.is_plain(*x));
        let mut all: Vec<(u32, usize)> = Vec::new();
        for (colour, count) in columns.chain(beside).flat_map(|x| self.counts(x)) {
            match all.iter_mut().find(|(other, _)| *other == colour) {
                Some((_, sum)) => *sum += count,
                None => all.push((colour, count)),
            }
        }
        most(&all).unwrap_or(0)
    }

    /// A letter of a run: its ink is what most of its cell has that is no paper.
    fn glyph(&self, letter: char, x: usize, paper: u32) -> Glyph {
        let mut counts = self.counts(x);
        // Part of a run may stand on ground of its own.
        let paper = match counts.iter().any(|(colour, _)| *colour == paper) {
            true => paper,
            false => most(&counts).unwrap_or(paper),
        };
        counts.retain(|(colour, _)| *colour != paper);
        Glyph {
            letter,
            ink: most(&counts).unwrap_or(paper),
            paper,
        }
    }
}

fn most(counts: &[(u32, usize)]) -> Option<u32> {
    Some(counts.iter().max_by_key(|(_, count)| *count)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::parse_keys;
    use crate::session::Session;
    use crate::targets::{Fitting, build_first};
    use hexfront_platforms::machine::Button;

    /// A row of cells; each letter fills so many of its 64 pixels with white.
    fn screen(cells: &[(char, usize)]) -> (Picture, Vec<String>) {
        let width = cells.len() * CELL;
        let mut picture = Picture {
            width,
            height: CELL,
            shape: 1.0,
            pixels: vec![0; width * CELL],
        };
        for (x, (_, ink)) in cells.iter().enumerate() {
            for i in 0..*ink {
                picture.pixels[i / CELL * width + x * CELL + i % CELL] = 0xFFFFFF;
            }
        }
        (picture, vec![cells.iter().map(|c| c.0).collect()])
    }

    #[test]
    fn letters_with_more_ink_than_paper_keep_their_colours() {
        for word in [&[('M', 40)][..], &[('A', 36), ('I', 12), ('M', 40)][..]] {
            let mut cells = word.to_vec();
            cells.push((' ', 0));
            let (picture, rows) = screen(&cells);
            let texts = from_cells(&picture, &rows);
            assert_eq!(texts.len(), 1);
            for glyph in &texts[0].letters {
                assert_eq!((glyph.ink, glyph.paper), (0xFFFFFF, 0), "{}", glyph.letter);
            }
        }
    }

    #[test]
    fn a_run_ends_at_two_blanks_and_at_a_picture() {
        let cells = [
            ('A', 9),
            (' ', 0),
            ('B', 9),
            (' ', 0),
            (' ', 0),
            ('C', 9),
            (' ', 30),
            ('D', 9),
        ];
        let (picture, rows) = screen(&cells);
        let texts = from_cells(&picture, &rows);
        let told: Vec<(usize, String)> = texts
            .iter()
            .map(|t| (t.x / CELL, t.letters.iter().map(|l| l.letter).collect()))
            .collect();
        let expected = [(0, "A B"), (5, "C"), (7, "D")];
        assert_eq!(told, expected.map(|(x, text)| (x, text.to_owned())));
    }

    /// A menu of the Amiga with an entry that cannot be picked: before the fighting no unit can be moved.
    #[test]
    fn what_a_menu_shows_greyed_is_read_like_the_rest() {
        let game = crate::games::find("blitzkrieg").unwrap();
        let cartridge = hexfront_lang::compile(&game.files).cartridge.unwrap();
        let built = build_first(&cartridge).unwrap();
        let mut machine = built.target.switch_on(Fitting::default()).unwrap();
        machine.insert_disk(&built.disk.to_bytes()).unwrap();
        let mut amiga = Session::new(machine, built.symbols());
        built.target.start(&mut amiga).unwrap();
        amiga.run_until_first_menu().unwrap();
        for action in parse_keys("<RET><wait:1><RET><wait:3>").unwrap() {
            amiga.perform(&action).unwrap();
        }
        amiga.machine.mouse_button(Button::Right, true);
        amiga.run_seconds(1.0).unwrap();
        let finder = Finder::new(&built.target.fonts());
        let (_, texts) = read(amiga.machine.as_ref(), &finder);
        let text = |t: &Text| t.letters.iter().map(|l| l.letter).collect::<String>();
        let all: Vec<String> = texts.iter().map(text).collect();
        let labels = "View Collect Deposit Artillery Engage Demolish Bridge Zones Where Next Hold Resolve Save Quit Move \
            Centre Raster Reports Info";
        for label in labels.split(' ') {
            let found = all.iter().filter(|text| *text == label).count();
            assert_eq!(found, 1, "{label} in {all:?}");
        }
        let found = |label: &str| texts.iter().find(|t| text(t) == label).unwrap();
        let (next, grey) = (found("Next"), found("Move"));
        assert_eq!(next.x, grey.x);
        let letter = texts.iter().find(|t| t.y == grey.y && text(t) == "M");
        assert!(letter.is_some_and(|letter| letter.x > grey.x), "{all:?}");
        let (next, grey) = (next.letters[0], grey.letters[0]);
        assert_eq!(next.paper, grey.paper);
        assert_eq!((next.ink, grey.ink), (0, 0x7F_7F7F));
    }
}
