//! A picture and its text in the cells of a terminal: text as text, the rest as half blocks.
//!
//! A line of text is a row of the terminal by itself, its letters beside each other, whatever the scale of the picture:
//! where rows are few, what lies between the lines gets fewer of them. Where there are more lines than rows, the picture is
//! higher than the terminal.

use std::ops::Range;

/// How much wider or higher than its own shape a picture may be drawn to use the terminal.
const STRETCH: f32 = 1.4;

/// Rows of the picture by which two texts may differ and still stand in one line.
const ONE_LINE: f32 = 4.0;

/// The share of neighbouring pixels of different colours from which on a line lies on a map, not on a page.
const BUSY: f32 = 0.12;
/// Letters up to which text on a map is a name, which may stand a little higher or lower, or be missing.
const NAME: usize = 24;

/// One character of the terminal, its colours 0xRRGGBB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub letter: char,
    /// Its colour.
    pub ink: u32,
    /// What is around it.
    pub paper: u32,
}

/// Letters beside each other, each in a cell of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Column of the picture at which they begin.
    pub x: usize,
    /// First row.
    pub y: usize,
    /// Columns of a cell.
    pub width: usize,
    /// Its rows.
    pub height: usize,
    /// The letters.
    pub letters: Vec<Glyph>,
}

impl Text {
    fn middle(&self) -> f32 {
        self.y as f32 + self.height as f32 / 2.0
    }

    fn columns(&self) -> Range<usize> {
        self.x..self.x + self.width * self.letters.len()
    }
}

/// A picture in colours, without border.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Its width divided by its height, as it is seen.
    pub shape: f32,
    /// 0xRRGGBB, row by row.
    pub pixels: Vec<u32>,
}

/// What the terminal shows.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Rows of characters; there may be more than the terminal has.
    pub rows: Vec<Vec<Glyph>>,
    /// The row of the picture in the middle of each.
    pub middles: Vec<f32>,
    /// Columns of the picture in one of the terminal.
    pub column: f32,
}

/// Lays a picture out in so many columns and rows.
pub fn lay_out(mut picture: Picture, texts: &[Text], columns: usize, rows: usize) -> Page {
    let (wide, high) = size(picture.shape, columns, rows);
    let (lines, names) = lines(&picture, texts, high);
    let high = high.max(lines.len());
    let placed = spread(&lines, picture.height, high);
    let edges = Edges::new(&lines, &placed, picture.height, high);
    // Names take the row in which their middle lies, if it is free there.
    let mut placed: Vec<(usize, &Text)> = lines
        .iter()
        .zip(&placed)
        .flat_map(|(line, row)| line.texts.iter().map(|text| (*row, *text)))
        .collect();
    for name in names {
        let row = edges.row(name.middle()).min(high - 1);
        let columns = name.columns();
        let free = |row: usize| {
            !placed.iter().any(|(taken, text)| {
                let other = text.columns();
                *taken == row && other.start < columns.end && columns.start < other.end
            })
        };
        let near = [row, row + 1, row.wrapping_sub(1)];
        if let Some(row) = near.into_iter().find(|row| *row < high && free(*row)) {
            placed.push((row, name));
        }
    }
    placed.sort_by_key(|(row, text)| (*row, text.x));
    for (_, text) in &placed {
        erase(&mut picture, text);
    }
    let mut page = draw(&picture, &edges, wide, high);
    let mut end = (usize::MAX, 0);
    for (row, text) in placed {
        let before = if end.0 == row { end.1 } else { 0 };
        end = (row, write(&mut page, row, before, text));
    }
    page
}

/// Columns and rows of a picture of this shape, as large as fits. A row is about twice as high as a column is wide.
fn size(shape: f32, columns: usize, rows: usize) -> (usize, usize) {
    let (across, down) = (columns as f32, 2.0 * rows as f32);
    let wide = (down * shape * STRETCH).min(across);
    let high = (across / shape * STRETCH).min(down) / 2.0;
    ((wide as usize).max(1), (high as usize).max(1))
}

/// Texts that stand in one row of the terminal.
struct Line<'a> {
    middle: f32,
    texts: Vec<&'a Text>,
}

/// The lines of text from above. Where they are more than `high`, names on a map are no lines.
fn lines<'a>(picture: &Picture, texts: &'a [Text], high: usize) -> (Vec<Line<'a>>, Vec<&'a Text>) {
    let mut all: Vec<&Text> = texts.iter().collect();
    all.sort_by(|a, b| a.middle().total_cmp(&b.middle()));
    let mut lines: Vec<Line<'a>> = Vec::new();
    for text in all {
        match lines.last_mut() {
            Some(line) if text.middle() - line.middle <= ONE_LINE => line.texts.push(text),
            _ => lines.push(Line {
                middle: text.middle(),
                texts: vec![text],
            }),
        }
    }
    if lines.len() <= high {
        return (lines, Vec::new());
    }
    let letters = |line: &Line| line.texts.iter().map(|t| t.letters.len()).sum::<usize>();
    let (names, lines): (Vec<_>, Vec<_>) = lines
        .into_iter()
        .partition(|line| letters(line) <= NAME && busy(picture, line) > BUSY);
    (lines, names.into_iter().flat_map(|l| l.texts).collect())
}

/// The share of neighbouring pixels beside a line's text whose colours differ.
fn busy(picture: &Picture, line: &Line<'_>) -> f32 {
    let text = |x: usize| line.texts.iter().any(|text| text.columns().contains(&x));
    let beside: Vec<usize> = (1..picture.width).filter(|x| !text(*x)).collect();
    let rows = line.texts.iter().map(|text| text.y..text.y + text.height);
    let rows = rows.max_by_key(Range::len).unwrap_or(0..0);
    let (mut differ, mut all) = (0, 0);
    for row in picture
        .pixels
        .chunks(picture.width)
        .take(rows.end)
        .skip(rows.start)
    {
        all += beside.len();
        differ += beside.iter().filter(|x| row[**x] != row[**x - 1]).count();
    }
    differ as f32 / all.max(1) as f32
}

/// The row of each line: where its middle lies, a row for each.
fn spread(lines: &[Line<'_>], height: usize, high: usize) -> Vec<usize> {
    let ideal = |line: &Line| (line.middle * high as f32 / height as f32) as usize;
    let mut rows: Vec<usize> = Vec::with_capacity(lines.len());
    for line in lines {
        let after = rows.last().map_or(0, |row| row + 1);
        rows.push(ideal(line).max(after));
    }
    // What was pushed out below pushes back.
    let mut most = high;
    for row in rows.iter_mut().rev() {
        *row = (*row).min(most.saturating_sub(1));
        most = *row;
    }
    rows
}

/// Where the rows of the terminal are in the picture: the middles of lines lie in the middles of their rows, and what is
/// between them is spread evenly.
struct Edges {
    /// Rows of the terminal, and of the picture; both grow.
    points: Vec<(f32, f32)>,
}

impl Edges {
    fn new(lines: &[Line<'_>], rows: &[usize], height: usize, high: usize) -> Self {
        let mut points = vec![(0.0, 0.0)];
        let middles = lines.iter().zip(rows);
        points.extend(middles.map(|(line, row)| (*row as f32 + 0.5, line.middle)));
        points.push((high as f32, height as f32));
        Self { points }
    }

    /// The row of the picture at a row of the terminal.
    fn source(&self, row: f32) -> f32 {
        Self::between(&self.points, row, |p| *p)
    }

    /// The row of the terminal in which a row of the picture lies.
    fn row(&self, y: f32) -> usize {
        Self::between(&self.points, y, |(row, y)| (*y, *row)) as usize
    }

    fn between(points: &[(f32, f32)], at: f32, axes: impl Fn(&(f32, f32)) -> (f32, f32)) -> f32 {
        let next = points.partition_point(|p| axes(p).0 <= at);
        let next = next.clamp(1, points.len() - 1);
        let ((x0, y0), (x1, y1)) = (axes(&points[next - 1]), axes(&points[next]));
        if x1 <= x0 {
            return y1;
        }
        y0 + (at - x0) / (x1 - x0) * (y1 - y0)
    }
}

/// Takes letters out of the picture: their ink would colour what is around the text.
fn erase(picture: &mut Picture, text: &Text) {
    for (n, glyph) in text.letters.iter().enumerate() {
        let from = (text.x + n * text.width).min(picture.width);
        let to = (from + text.width).min(picture.width);
        for y in text.y..(text.y + text.height).min(picture.height) {
            picture.pixels[y * picture.width + from..y * picture.width + to].fill(glyph.paper);
        }
    }
}

/// The picture in half blocks.
fn draw(picture: &Picture, edges: &Edges, wide: usize, high: usize) -> Page {
    let column = picture.width as f32 / wide as f32;
    let source = |row: f32| edges.source(row);
    let range = |from: f32, to: f32, most: usize| {
        let first = (from.round() as usize).min(most - 1);
        first..(to.round() as usize).clamp(first + 1, most)
    };
    let across: Vec<Range<usize>> = (0..wide)
        .map(|x| range(x as f32 * column, (x + 1) as f32 * column, picture.width))
        .collect();
    let half = |row: f32| -> Vec<u32> {
        let down = range(source(row), source(row + 0.5), picture.height);
        across
            .iter()
            .map(|across| mean(picture, across.clone(), down.clone()))
            .collect()
    };
    let mut page = Page {
        column,
        ..Page::default()
    };
    for row in 0..high {
        let (above, below) = (half(row as f32), half(row as f32 + 0.5));
        let glyph = |(ink, paper): (&u32, &u32)| Glyph {
            letter: '▀',
            ink: *ink,
            paper: *paper,
        };
        page.rows
            .push(above.iter().zip(&below).map(glyph).collect());
        page.middles.push(source(row as f32 + 0.5));
    }
    page
}

/// The mean colour of some pixels.
fn mean(picture: &Picture, across: Range<usize>, down: Range<usize>) -> u32 {
    let mut sums = [0u32; 3];
    let count = (across.len() * down.len()).max(1) as u32;
    for y in down {
        for pixel in &picture.pixels[y * picture.width..][across.clone()] {
            let [_, r, g, b] = pixel.to_be_bytes();
            for (sum, part) in sums.iter_mut().zip([r, g, b]) {
                *sum += u32::from(part);
            }
        }
    }
    sums.iter()
        .fold(0, |colour, sum| (colour << 8) | (sum / count))
}

/// Writes a text where it begins, or further left if it would be cut, but after `before`; returns where it ends.
fn write(page: &mut Page, row: usize, before: usize, text: &Text) -> usize {
    let row = &mut page.rows[row];
    let begins = (text.x as f32 / page.column).round() as usize;
    let latest = row.len().saturating_sub(text.letters.len());
    let gap = usize::from(before > 0);
    let begins = begins.min(latest).max(before + gap).min(row.len());
    for (cell, glyph) in row[begins..].iter_mut().zip(&text.letters) {
        *cell = *glyph;
    }
    begins + text.letters.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: usize, height: usize) -> Picture {
        Picture {
            width,
            height,
            shape: width as f32 / height as f32,
            pixels: vec![0x102030; width * height],
        }
    }

    fn text(x: usize, y: usize, letters: &str) -> Text {
        let glyph = |letter| Glyph {
            letter,
            ink: 0xFFFFFF,
            paper: 0x102030,
        };
        Text {
            x,
            y,
            width: 8,
            height: 8,
            letters: letters.chars().map(glyph).collect(),
        }
    }

    /// The letters of a page, half blocks as blanks.
    fn told(page: &Page) -> Vec<String> {
        let letter = |glyph: &Glyph| match glyph.letter {
            '▀' => ' ',
            letter => letter,
        };
        let row = |row: &Vec<Glyph>| row.iter().map(letter).collect::<String>();
        page.rows
            .iter()
            .map(|r| row(r).trim_end().to_owned())
            .collect()
    }

    #[test]
    fn letters_stand_beside_each_other_at_any_size() {
        for (columns, rows) in [(80, 24), (100, 30), (160, 50), (300, 90)] {
            let page = lay_out(
                picture(320, 200),
                &[text(80, 96, "HOUFFALIZE")],
                columns,
                rows,
            );
            let all = told(&page).join("\n");
            assert!(all.contains("HOUFFALIZE"), "{columns} x {rows}");
            assert!(page.rows.len() <= rows && page.rows[0].len() <= columns);
        }
    }

    #[test]
    fn no_line_is_lost_where_rows_are_few() {
        // 25 lines of 8 rows above each other, the fourth and the fifth of them a picture.
        let lines: Vec<String> = (0..25).map(|n| format!("LINE {n}")).collect();
        let texts = |without: Range<usize>| -> Vec<Text> {
            let numbered = lines.iter().enumerate();
            let kept = numbered.filter(|(n, _)| !without.contains(n));
            kept.map(|(n, line)| text(0, 8 * n, line)).collect()
        };
        let page = lay_out(picture(320, 200), &texts(4..6), 80, 23);
        let found = told(&page);
        assert_eq!(page.rows.len(), 23);
        for (n, line) in lines.iter().enumerate() {
            assert_eq!(
                found.contains(line),
                !(4..6).contains(&n),
                "{line}: {found:#?}"
            );
        }
        let page = lay_out(picture(320, 200), &texts(0..0), 80, 23);
        assert_eq!(told(&page), lines, "higher than the terminal");
    }

    #[test]
    fn a_page_tells_where_its_rows_are() {
        let page = lay_out(picture(320, 200), &[text(0, 192, "LAST")], 80, 20);
        assert_eq!((page.middles.len(), page.middles[19]), (20, 196.0));
        assert!((95.0..115.0).contains(&page.middles[10]));
    }

    #[test]
    fn texts_in_a_row_do_not_run_into_each_other() {
        let texts = [text(0, 0, "LONG ENOUGH"), text(48, 2, "NEXT")];
        let page = lay_out(picture(320, 200), &texts, 40, 25);
        assert_eq!(told(&page)[0], "LONG ENOUGH NEXT");
    }

    #[test]
    fn a_picture_without_text_keeps_its_shape() {
        let mut picture = picture(8, 4);
        picture.pixels = (0..32).map(|i| if i < 16 { 0xFF0000 } else { 0 }).collect();
        let page = lay_out(picture, &[], 16, 4);
        let (first, last) = (page.rows[0][0], page.rows[page.rows.len() - 1][0]);
        assert_eq!((first.letter, first.ink, last.paper), ('▀', 0xFF0000, 0));
        let (wide, high) = (page.rows[0].len() as f32, 2.0 * page.rows.len() as f32);
        assert!((2.0 / STRETCH..=2.0 * STRETCH).contains(&(wide / high)));
    }
}
