//! Plays in a terminal: text as text, the rest of the picture as half blocks in 24-bit colour.

use crate::front::{Front, Pace};
use crate::pointer::Pointer;
use crate::session::chord_named;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers,
};
use crossterm::style::{Color, Colors, Print, ResetColor, SetColors};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue};
use hexfront_platforms::machine::{Chord, Frame};
use std::io::{self, Write};
use std::time::Duration;

/// Pixels of a character cell.
const CELL: usize = 8;

/// Frames between two pictures: terminals are slow.
const EVERY: u64 = 3;

/// One character of the terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Glyph {
    letter: char,
    ink: u32,
    paper: u32,
}

/// Plays until the player presses Ctrl-C or Ctrl-Q.
///
/// # Errors
/// When the terminal cannot be used, or the run itself fails.
pub fn play(front: &mut Front) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout();
    terminal::enable_raw_mode()?;
    execute!(out, EnterAlternateScreen, Hide)?;
    let mouse = front.machine().has_mouse();
    if mouse {
        execute!(out, EnableMouseCapture)?;
    }
    let result = run(front, &mut out);
    if mouse {
        execute!(out, DisableMouseCapture)?;
    }
    execute!(out, Show, LeaveAlternateScreen)?;
    terminal::disable_raw_mode()?;
    result
}

fn run(front: &mut Front, out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    let mut shown: Vec<Vec<Glyph>> = Vec::new();
    let mut pace = Pace::start();
    let mut pointer = Pointer::default();
    let mut frames = 0u64;
    loop {
        while event::poll(Duration::ZERO)? {
            match event::read()? {
                Event::Key(key) if key.kind == KeyEventKind::Release => {}
                Event::Key(key) if pointer.key(front.machine_mut(), key) => {}
                Event::Key(key) if !press(front, key) => return Ok(()),
                Event::Mouse(event) => {
                    let (columns, rows) = terminal::size()?;
                    let cell = cell_size(&front.machine().frame(), columns.into(), rows.into());
                    pointer.mouse(front.machine_mut(), event, cell);
                }
                Event::Resize(..) => {
                    shown.clear();
                    queue!(out, Clear(ClearType::All))?;
                }
                _ => {}
            }
        }
        front.frame()?;
        pointer.frame(front.machine_mut());
        if frames.is_multiple_of(EVERY) {
            let (columns, rows) = terminal::size()?;
            let machine = front.machine();
            let (columns, rows) = (usize::from(columns), usize::from(rows));
            let picture = match machine.text_screen() {
                Some(text) => draw(&machine.frame(), &text, columns, rows),
                None => draw_picture(&machine.frame(), columns, rows),
            };
            show(out, &picture, &mut shown)?;
            if let Some(trouble) = front.trouble() {
                tell(out, trouble, (columns, rows), &mut shown)?;
            }
        }
        frames += 1;
        pace.wait(front);
    }
}

/// Hands a key to the machine; false when the player wants to go.
fn press(front: &mut Front, key: KeyEvent) -> bool {
    let name = match key.code {
        KeyCode::Char('c' | 'q') if key.modifiers.contains(KeyModifiers::CONTROL) => return false,
        KeyCode::Char('w') if key.modifiers.contains(KeyModifiers::CONTROL) => {
            front.toggle_warp();
            return true;
        }
        KeyCode::Char(c) => {
            let chord = front.machine().chord(c);
            // Alt stands for the key that makes menu letters on an Amiga.
            let menu = chord_named(front.machine(), "right-amiga");
            let menu = menu
                .ok()
                .filter(|_| key.modifiers.contains(KeyModifiers::ALT));
            match (chord, menu) {
                (Some(Chord { key, .. }), Some(Chord { key: held, .. })) => front.tap(Chord {
                    key,
                    with: Some(held),
                }),
                (Some(chord), None) => front.tap(chord),
                (None, _) => {}
            }
            return true;
        }
        KeyCode::Enter => "return".to_owned(),
        KeyCode::Backspace => "delete".to_owned(),
        KeyCode::Esc => "back".to_owned(),
        KeyCode::Up => "up".to_owned(),
        KeyCode::Down => "down".to_owned(),
        KeyCode::Left => "left".to_owned(),
        KeyCode::Right => "right".to_owned(),
        KeyCode::Home => "home".to_owned(),
        KeyCode::F(n) => format!("f{n}"),
        _ => return true,
    };
    if let Ok(chord) = chord_named(front.machine(), &name) {
        front.tap(chord);
    }
    true
}

/// Columns, and twice the rows, of a picture without text, as large as fits in its own shape.
fn picture_size(frame: &Frame<'_>, columns: usize, rows: usize) -> (usize, usize) {
    let shape = frame.width as f32 * frame.pixel_aspect / frame.height.max(1) as f32;
    // A character is two half blocks high, and a half block about square.
    let high = (2 * rows).min((columns as f32 / shape) as usize).max(2);
    let wide = ((high as f32 * shape) as usize).clamp(1, columns.max(1));
    (wide, high)
}

/// The size of a character in rows of the picture, across and down: a count of a mouse is about one.
fn cell_size(frame: &Frame<'_>, columns: usize, rows: usize) -> (f32, f32) {
    let (wide, high) = picture_size(frame, columns, rows);
    let across = frame.width as f32 * frame.pixel_aspect / wide as f32;
    (across, 2.0 * frame.height as f32 / high as f32)
}

/// A picture without text as half blocks.
fn draw_picture(frame: &Frame<'_>, columns: usize, rows: usize) -> Vec<Vec<Glyph>> {
    let (wide, high) = picture_size(frame, columns, rows);
    let pixel = |x: usize, y: usize| {
        let at = y.min(frame.height - 1) * frame.width + x.min(frame.width - 1);
        frame.palette[usize::from(frame.pixels[at])]
    };
    let half = |x: usize, y: usize| {
        let span = |i: usize, size: usize, parts: usize| {
            let from = i * size / parts;
            from..((i + 1) * size / parts).max(from + 1)
        };
        mean(
            &pixel,
            span(x, frame.width, wide),
            span(y, frame.height, high),
        )
    };
    let glyph = |x: usize, y: usize| Glyph {
        letter: '▀',
        ink: half(x, 2 * y),
        paper: half(x, 2 * y + 1),
    };
    let row = |y: usize| (0..wide).map(|x| glyph(x, y)).collect();
    (0..high / 2).map(row).collect()
}

/// The picture as characters: each cell of the machine's text grid becomes a block of characters, as large as fits.
fn draw(frame: &Frame<'_>, text: &[String], columns: usize, rows: usize) -> Vec<Vec<Glyph>> {
    let cells_down = text.len().max(1);
    let cells_across = text.first().map_or(1, |row| row.chars().count().max(1));
    let wide = (columns / cells_across).max(1);
    let high = (rows / cells_down).max(1).min(wide.div_ceil(2));
    let left = (frame.width.saturating_sub(cells_across * CELL)) / 2;
    let top = (frame.height.saturating_sub(cells_down * CELL)) / 2;
    let pixel = |x: usize, y: usize| {
        frame.palette[usize::from(
            frame.pixels
                [(top + y).min(frame.height - 1) * frame.width + (left + x).min(frame.width - 1)],
        )]
    };
    let mut picture = Vec::new();
    // Where a row is missing (a terminal of 24 rows), the second one goes: it is map, never text that is needed.
    let dropped = cells_down > rows;
    for (cell_y, line) in text
        .iter()
        .enumerate()
        .filter(|(y, _)| !(dropped && *y == 1))
    {
        for part in 0..high {
            let mut row = Vec::new();
            for (cell_x, letter) in line.chars().enumerate() {
                let (x0, y0) = (cell_x * CELL, cell_y * CELL);
                for i in 0..wide {
                    row.push(
                        if letter != ' ' && part == high / 2 && i == (wide - 1) / 2 {
                            let (ink, paper) = ink_and_paper(&pixel, x0, y0);
                            Glyph { letter, ink, paper }
                        } else if letter != ' ' {
                            let (_, paper) = ink_and_paper(&pixel, x0, y0);
                            Glyph {
                                letter: ' ',
                                ink: paper,
                                paper,
                            }
                        } else {
                            let half = |k: usize| {
                                mean(
                                    &pixel,
                                    x0 + i * CELL / wide..x0 + (i + 1) * CELL / wide,
                                    y0 + (2 * part + k) * CELL / (2 * high)
                                        ..y0 + (2 * part + k + 1) * CELL / (2 * high),
                                )
                            };
                            Glyph {
                                letter: '▀',
                                ink: half(0),
                                paper: half(1),
                            }
                        },
                    );
                }
            }
            row.truncate(columns);
            picture.push(row);
        }
    }
    picture.truncate(rows);
    picture
}

/// The two most frequent colours of a text cell, the rarer one first.
fn ink_and_paper(pixel: &impl Fn(usize, usize) -> u32, x0: usize, y0: usize) -> (u32, u32) {
    let mut counts: Vec<(u32, usize)> = Vec::new();
    for y in y0..y0 + CELL {
        for x in x0..x0 + CELL {
            let colour = pixel(x, y);
            match counts.iter_mut().find(|(c, _)| *c == colour) {
                Some((_, n)) => *n += 1,
                None => counts.push((colour, 1)),
            }
        }
    }
    counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let paper = counts[0].0;
    (counts.get(1).map_or(paper, |(c, _)| *c), paper)
}

/// The mean colour of a block of pixels.
fn mean(
    pixel: &impl Fn(usize, usize) -> u32,
    across: std::ops::Range<usize>,
    down: std::ops::Range<usize>,
) -> u32 {
    let mut sums = [0u32; 3];
    let mut count = 0;
    for y in down {
        for x in across.clone() {
            let [_, r, g, b] = pixel(x, y).to_be_bytes();
            for (sum, part) in sums.iter_mut().zip([r, g, b]) {
                *sum += u32::from(part);
            }
            count += 1;
        }
    }
    sums.iter()
        .fold(0, |colour, sum| (colour << 8) | (sum / count.max(1)))
}

/// Writes what differs from what is shown already.
fn show(
    out: &mut impl Write,
    picture: &[Vec<Glyph>],
    shown: &mut Vec<Vec<Glyph>>,
) -> io::Result<()> {
    shown.resize(picture.len(), Vec::new());
    for (y, (row, old)) in picture.iter().zip(shown.iter_mut()).enumerate() {
        if row == old {
            continue;
        }
        queue!(out, MoveTo(0, y as u16))?;
        let mut colours = None;
        for glyph in row {
            if colours != Some((glyph.ink, glyph.paper)) {
                colours = Some((glyph.ink, glyph.paper));
                queue!(
                    out,
                    SetColors(Colors::new(colour(glyph.ink), colour(glyph.paper)))
                )?;
            }
            queue!(out, Print(glyph.letter))?;
        }
        queue!(out, ResetColor)?;
        old.clone_from(row);
    }
    out.flush()
}

/// Shows in the last row what the player must know, over what is shown there.
fn tell(
    out: &mut impl Write,
    trouble: &str,
    (columns, rows): (usize, usize),
    shown: &mut [Vec<Glyph>],
) -> io::Result<()> {
    let row = rows.saturating_sub(1);
    // So that the picture comes back there when it is over.
    if let Some(covered) = shown.get_mut(row) {
        covered.clear();
    }
    let text: String = trouble.chars().take(columns).collect();
    queue!(
        out,
        MoveTo(0, row as u16),
        Clear(ClearType::CurrentLine),
        Print(text)
    )?;
    out.flush()
}

fn colour(rgb: u32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color::Rgb { r, g, b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stands_as_text_and_the_rest_as_half_blocks() {
        let palette = [0x000000, 0xFF0000];
        // Two cells: left one mostly black with a red stroke, right one red above and black below.
        let mut pixels = vec![0u16; 16 * 8];
        for y in 0..8 {
            pixels[y * 16 + 3] = 1;
            for x in 8..16 {
                pixels[y * 16 + x] = u16::from(y < 4);
            }
        }
        let frame = Frame {
            width: 16,
            height: 8,
            pixels: &pixels,
            palette: &palette,
            pixel_aspect: 1.0,
            inside: hexfront_platforms::machine::Inside::all(16, 8),
        };
        let picture = draw(&frame, &["A ".to_owned()], 2, 1);
        assert_eq!(picture.len(), 1);
        let row = &picture[0];
        assert_eq!(
            (row[0].letter, row[0].ink, row[0].paper),
            ('A', 0xFF0000, 0)
        );
        assert_eq!(
            (row[1].letter, row[1].ink, row[1].paper),
            ('▀', 0xFF0000, 0)
        );
    }

    #[test]
    fn a_picture_without_text_keeps_its_shape() {
        let palette = [0x000000, 0xFF0000];
        // 8 wide, 4 high, red above.
        let pixels: Vec<u16> = (0..32).map(|i| u16::from(i < 16)).collect();
        let frame = Frame {
            width: 8,
            height: 4,
            pixels: &pixels,
            palette: &palette,
            pixel_aspect: 1.0,
            inside: hexfront_platforms::machine::Inside::all(16, 8),
        };
        let picture = draw_picture(&frame, 16, 40);
        assert_eq!((picture[0].len(), picture.len()), (16, 4));
        assert_eq!((picture[0][0].ink, picture[3][0].paper), (0xFF0000, 0));
    }
}
