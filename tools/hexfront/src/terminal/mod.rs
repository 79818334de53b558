//! Plays in a terminal: in pictures where it takes them, else text as text and the rest of the picture as half blocks.

mod ask;
mod colour;
mod graphics;
mod layout;
mod text;

use crate::front::{Front, Pace};
use crate::leave::terminal_is_closed;
use crate::letters::Finder;
use crate::picture::View;
use crate::pointer::Pointer;
use crate::session::chord_named;
use ask::{Abilities, Late};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers,
};
use crossterm::style::{Color, Colors, Print, ResetColor, SetColors};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, SetTitle,
};
use crossterm::{execute, queue};
use hexfront_platforms::machine::{Chord, Frame};
use layout::{Glyph, Page};
use std::io::{self, Write};
use std::time::Duration;

/// Frames between two looks at the picture: terminals are slow.
const EVERY: u64 = 3;
/// The same where a picture is many bytes.
const EVERY_SIXEL: u64 = 6;

/// Columns and rows below which nothing can be read.
const LEAST: (usize, usize) = (60, 20);
/// Those from which on the picture is good in half blocks.
const GOOD: (usize, usize) = (120, 40);

/// Colours of the last row, 0xRRGGBB.
const STATUS: Glyph = Glyph {
    letter: ' ',
    ink: 0xD0D0D0,
    paper: 0x303030,
};

/// What is around the picture.
const AROUND: Colors = Colors {
    foreground: Some(Color::Grey),
    background: Some(Color::Black),
};

/// How pictures are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Kitty,
    Sixel,
    /// Half blocks and letters.
    Blocks,
}

/// What is played in a terminal, and how.
pub struct Look<'a> {
    /// The game's title.
    pub title: &'a str,
    /// Finds the letters in a picture.
    pub letters: Finder,
    /// In half blocks and letters, whatever else the terminal can.
    pub blocks: bool,
}

/// Plays until the player presses Ctrl-C or Ctrl-Q, or the program is asked to end.
///
/// # Errors
/// When the terminal cannot be used, or the run itself fails.
pub fn play(front: &mut Front, look: &Look<'_>) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout());
    terminal::enable_raw_mode()?;
    let result = on_a_page(front, look, &mut out);
    let left = execute!(out, DisableMouseCapture, Show, LeaveAlternateScreen);
    terminal::disable_raw_mode()?;
    result?;
    Ok(left?)
}

fn on_a_page(
    front: &mut Front,
    look: &Look<'_>,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    execute!(out, EnterAlternateScreen, Hide)?;
    let abilities = ask::ask(out);
    // Whatever a terminal made of questions that it did not know goes.
    let title = format!("{} - Ctrl-Q ends", look.title);
    execute!(
        out,
        SetColors(AROUND),
        Clear(ClearType::All),
        SetTitle(title)
    )?;
    if front.machine().has_mouse() {
        execute!(out, EnableMouseCapture)?;
    }
    let mode = match abilities {
        _ if look.blocks => Mode::Blocks,
        Abilities { kitty: true, .. } => Mode::Kitty,
        Abilities { sixel: true, .. } => Mode::Sixel,
        _ => Mode::Blocks,
    };
    let mut screen = Screen {
        abilities,
        mode,
        shown: Vec::new(),
        pixels: Vec::new(),
        page: Page::default(),
        cells: (1, 1),
        scroll: 0,
        pictures: 0,
    };
    let result = run(front, look, out, &mut screen);
    if mode == Mode::Kitty {
        graphics::clear_kitty(out)?;
    }
    result
}

fn run(
    front: &mut Front,
    look: &Look<'_>,
    out: &mut impl Write,
    screen: &mut Screen,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut pace = Pace::start();
    let mut pointer = Pointer::default();
    let mut late = Late::default();
    let every = match screen.mode {
        Mode::Sixel => EVERY_SIXEL,
        Mode::Kitty | Mode::Blocks => EVERY,
    };
    let mut frames = 0u64;
    while !front.must_leave() && !terminal_is_closed() {
        while event::poll(Duration::ZERO)? {
            match event::read()? {
                Event::Key(key) if key.kind == KeyEventKind::Release => {}
                Event::Key(key) if !screen.abilities.answered && late.takes(key) => {}
                Event::Key(key) if pointer.key(front.machine_mut(), key) => {}
                Event::Key(key) if screen.key(key) => {}
                Event::Key(key) if !press(front, key) => return Ok(()),
                Event::Mouse(event) => {
                    let at = (event.column.into(), event.row.into());
                    pointer.mouse(event, screen.counts(&front.machine().frame(), at));
                }
                Event::Resize(..) => screen.clear(out)?,
                _ => {}
            }
        }
        front.frame()?;
        let size = counts_of(&front.machine().frame());
        let ready = !front.is_loading();
        pointer.frame(front.machine_mut(), size, ready);
        if frames.is_multiple_of(every) {
            screen.draw(front, &look.letters, out)?;
        }
        frames += 1;
        pace.wait(front);
    }
    Ok(())
}

/// What a terminal shows.
struct Screen {
    abilities: Abilities,
    mode: Mode,
    /// Characters that stand there.
    shown: Vec<Vec<Glyph>>,
    /// The machine's picture that was drawn last.
    pixels: Vec<u16>,
    /// The same in characters.
    page: Page,
    /// Or the characters that a picture covers.
    cells: (usize, usize),
    /// Rows of the page above the terminal.
    scroll: usize,
    /// Pictures drawn so far.
    pictures: u32,
}

impl Screen {
    /// The terminal has another size, or shows something else.
    fn clear(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.shown.clear();
        self.pixels.clear();
        if self.mode == Mode::Kitty {
            graphics::clear_kitty(out)?;
        }
        queue!(out, SetColors(AROUND), Clear(ClearType::All))
    }

    /// Takes a key that shows another part of a page; whether it was one.
    fn key(&mut self, key: KeyEvent) -> bool {
        let rows = self.rows().unwrap_or(0);
        let most = self.page.rows.len().saturating_sub(rows);
        match key.code {
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(rows / 2),
            KeyCode::PageDown => self.scroll = (self.scroll + rows / 2).min(most),
            _ => return false,
        }
        self.pixels.clear();
        true
    }

    /// Rows of the terminal that show the picture: all but the last.
    fn rows(&self) -> io::Result<usize> {
        Ok(usize::from(terminal::size()?.1).saturating_sub(1))
    }

    /// Where in the machine's picture a character is, in counts of the machine's mouse.
    fn counts(&self, frame: &Frame<'_>, (column, row): (usize, usize)) -> (i32, i32) {
        let size = counts_of(frame);
        let (columns, y) = match self.mode {
            Mode::Blocks => {
                let row = row + self.scroll;
                let last = self.page.middles.len().saturating_sub(1);
                let y = self.page.middles.get(row).map_or(size.1, |y| *y as i32);
                let columns = self.page.rows.first().map_or(1, Vec::len);
                let at_edge = if row == 0 { Some(0) } else { None };
                let at_edge = if row >= last {
                    Some(size.1 - 1)
                } else {
                    at_edge
                };
                (columns, at_edge.unwrap_or(y))
            }
            Mode::Kitty | Mode::Sixel => {
                let last = self.cells.1.saturating_sub(1).max(1);
                (self.cells.0, along(row, last, size.1))
            }
        };
        (along(column, columns.saturating_sub(1).max(1), size.0), y)
    }

    fn draw(&mut self, front: &Front, letters: &Finder, out: &mut impl Write) -> io::Result<()> {
        let (columns, rows) = terminal::size()?;
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        if columns < LEAST.0 || rows < LEAST.1 {
            return self.too_small(columns, rows, out);
        }
        let frame = front.machine().frame();
        if self.pixels != frame.pixels {
            self.pixels.clear();
            self.pixels.extend(frame.pixels);
            match self.mode {
                Mode::Blocks => {
                    let (picture, texts) = text::read(front.machine(), letters);
                    self.page = layout::lay_out(picture, &texts, columns, rows - 1);
                }
                Mode::Kitty | Mode::Sixel => self.picture(&frame, (columns, rows - 1), out)?,
            }
        }
        let mut glyphs = Vec::new();
        if self.mode == Mode::Blocks {
            let most = self.page.rows.len().saturating_sub(rows - 1);
            self.scroll = self.scroll.min(most);
            let seen = self.page.rows.iter().skip(self.scroll).take(rows - 1);
            glyphs.extend(seen.cloned());
        }
        glyphs.resize(rows - 1, Vec::new());
        glyphs.push(line(&self.status(front, columns, rows), columns));
        self.show(out, glyphs)
    }

    fn picture(
        &mut self,
        frame: &Frame<'_>,
        room: (usize, usize),
        out: &mut impl Write,
    ) -> io::Result<()> {
        let view = View::inside(frame);
        let cell = self.abilities.cell.unwrap_or(graphics::USUAL_CELL);
        let (cells, size) = graphics::place(frame, view, cell, room);
        self.cells = cells;
        queue!(out, MoveTo(0, 0))?;
        if self.mode == Mode::Sixel {
            return graphics::sixel(out, frame, view, size);
        }
        self.pictures += 1;
        // Two numbers take turns, so that one picture stands while the next comes.
        let number = 1 + self.pictures % 2;
        graphics::kitty(out, frame, view, cells, number, 3 - number)
    }

    /// What the last row says: of what it has no room for the rest is left out.
    fn status(&self, front: &Front, columns: usize, rows: usize) -> String {
        if let Some(trouble) = front.trouble() {
            return trouble.to_owned();
        }
        let warp = if front.warping() {
            "real speed"
        } else {
            "warp"
        };
        let mut parts = vec![format!("Ctrl-Q ends  Ctrl-W {warp}")];
        let (all, seen) = (self.page.rows.len(), rows - 1);
        let blocks = self.mode == Mode::Blocks;
        if blocks && all > seen {
            let (from, to) = (self.scroll + 1, self.scroll + seen);
            parts.push(format!("PgUp PgDn: {from}-{to} of {all}"));
        }
        if front.machine().has_mouse() {
            parts.push("mouse: Ctrl-arrows, Ctrl-A, right Ctrl-S".to_owned());
        }
        if blocks && (columns < GOOD.0 || rows < GOOD.1) {
            parts.push(format!("best from {}x{}", GOOD.0, GOOD.1));
        }
        let mut status = String::new();
        for part in parts {
            if status.len() + part.len() + 2 <= columns {
                status += &part;
                status += "  ";
            }
        }
        status
    }

    fn too_small(&mut self, columns: usize, rows: usize, out: &mut impl Write) -> io::Result<()> {
        self.pixels.clear();
        let needs = format!("{columns} x {rows}: too small");
        let least = format!("it takes {} x {}", LEAST.0, LEAST.1);
        let lines = [needs.as_str(), least.as_str(), "Ctrl-Q ends"];
        let mut glyphs: Vec<_> = lines.iter().map(|text| line(text, columns)).collect();
        glyphs.truncate(rows);
        self.show(out, glyphs)
    }

    /// Writes what differs from what is shown already.
    fn show(&mut self, out: &mut impl Write, glyphs: Vec<Vec<Glyph>>) -> io::Result<()> {
        self.shown.resize(glyphs.len(), Vec::new());
        for (y, (row, old)) in glyphs.iter().zip(&self.shown).enumerate() {
            if row.len() != old.len() && !row.is_empty() {
                queue!(
                    out,
                    MoveTo(0, y as u16),
                    SetColors(AROUND),
                    Clear(ClearType::UntilNewLine)
                )?;
            }
            let differs = |x: &usize| old.get(*x) != row.get(*x);
            let Some(first) = (0..row.len()).find(differs) else {
                continue;
            };
            let last = (0..row.len()).rfind(differs).unwrap_or(first);
            queue!(out, MoveTo(first as u16, y as u16))?;
            let mut colours = None;
            for glyph in &row[first..=last] {
                let glyph = self.possible(*glyph);
                if colours != Some((glyph.ink, glyph.paper)) {
                    colours = Some((glyph.ink, glyph.paper));
                    let (ink, paper) = (self.colour(glyph.ink), self.colour(glyph.paper));
                    queue!(out, SetColors(Colors::new(ink, paper)))?;
                }
                queue!(out, Print(glyph.letter))?;
            }
            queue!(out, ResetColor)?;
        }
        self.shown = glyphs;
        out.flush()
    }

    fn colour(&self, rgb: u32) -> Color {
        colour::colour(rgb, self.abilities.true_colour)
    }

    /// Without half blocks a character has one colour: that of both halves.
    fn possible(&self, glyph: Glyph) -> Glyph {
        if self.abilities.unicode || glyph.letter.is_ascii() {
            return glyph;
        }
        // Half of each part, without the bits that would come in from the next one.
        let half = |colour: u32| colour >> 1 & 0x7F_7F7F;
        Glyph {
            letter: ' ',
            paper: half(glyph.ink) + half(glyph.paper),
            ..glyph
        }
    }
}

/// The size of a machine's picture in counts of its mouse, one for a row.
fn counts_of(frame: &Frame<'_>) -> (i32, i32) {
    let across = frame.inside.width as f32 * frame.pixel_aspect;
    (across.round() as i32, frame.inside.height as i32)
}

/// A place on a way of `size`, 0 at the first of so many steps and the end at the last.
fn along(step: usize, last: usize, size: i32) -> i32 {
    (step.min(last) as i64 * i64::from(size - 1) / last as i64) as i32
}

/// A row of text.
fn line(text: &str, columns: usize) -> Vec<Glyph> {
    let letters = text.chars().chain(std::iter::repeat(' '));
    let glyph = |letter| Glyph { letter, ..STATUS };
    letters.take(columns).map(glyph).collect()
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
            // Alt stands for the key that makes menu letters.
            let menu = chord_named(front.machine(), "menu");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::script::parse_keys;
    use crate::session::Session;
    use crate::targets::Fitting;
    use crate::targets::build_first;

    fn screen(abilities: Abilities) -> Screen {
        Screen {
            abilities,
            mode: Mode::Blocks,
            shown: Vec::new(),
            pixels: Vec::new(),
            page: Page::default(),
            cells: (1, 1),
            scroll: 0,
            pictures: 0,
        }
    }

    const ABILITIES: Abilities = Abilities {
        kitty: false,
        sixel: false,
        cell: None,
        unicode: true,
        true_colour: true,
        answered: true,
    };

    #[test]
    fn only_what_differs_is_written() {
        let mut screen = screen(ABILITIES);
        let mut out = Vec::new();
        screen.show(&mut out, vec![line("TURN 1", 10)]).unwrap();
        assert!(
            String::from_utf8(std::mem::take(&mut out))
                .unwrap()
                .contains("TURN 1")
        );
        screen.show(&mut out, vec![line("TURN 2", 10)]).unwrap();
        let again = String::from_utf8(out).unwrap();
        assert!(again.contains('2') && !again.contains("TURN"), "{again:?}");
    }

    #[test]
    fn a_terminal_without_half_blocks_gets_none() {
        let glyph = Glyph {
            letter: '▀',
            ink: 0xFF0000,
            paper: 0x0000FF,
        };
        let plain = screen(Abilities {
            unicode: false,
            ..ABILITIES
        });
        let seen = plain.possible(glyph);
        assert_eq!((seen.letter, seen.paper), (' ', 0x7F007F));
        assert_eq!(screen(ABILITIES).possible(glyph), glyph);
    }

    #[test]
    fn edges_of_the_terminal_are_edges_of_the_picture() {
        assert_eq!(along(0, 79, 320), 0);
        assert_eq!(along(79, 79, 320), 319);
        assert_eq!(along(500, 79, 320), 319);
    }

    /// The letters that terminals of these sizes show of a game after some keys, row by row.
    fn pages(game: &str, keys: &str, sizes: &[(usize, usize)]) -> Vec<Vec<String>> {
        let game = games::find(game).unwrap();
        let cartridge = hexfront_lang::compile(&game.files).cartridge.unwrap();
        let built = build_first(&cartridge).unwrap();
        let mut machine = built.target.switch_on(Fitting::default()).unwrap();
        machine.insert_disk(&built.disk.to_bytes()).unwrap();
        let mut session = Session::new(machine, built.symbols());
        built.target.start(&mut session).unwrap();
        session.run_until_first_menu().unwrap();
        for action in parse_keys(keys).unwrap() {
            session.perform(&action).unwrap();
        }
        let finder = Finder::new(&built.target.fonts());
        let page = |(columns, rows): &(usize, usize)| {
            let (picture, texts) = text::read(session.machine.as_ref(), &finder);
            let page = layout::lay_out(picture, &texts, *columns, rows - 1);
            let letter = |glyph: &Glyph| match glyph.letter {
                '▀' => ' ',
                letter => letter,
            };
            let rows = page.rows.iter();
            rows.map(|row| row.iter().map(letter).collect()).collect()
        };
        sizes.iter().map(page).collect()
    }

    /// Sizes that terminals have.
    const SIZES: [(usize, usize); 4] = [(80, 24), (80, 25), (100, 30), (160, 50)];

    /// Fails unless each of the texts stands in a row, in this order from above.
    fn all_stand(page: &[String], texts: &[&str]) {
        let mut rows = page.iter();
        for text in texts {
            let found = rows.any(|row| row.contains(text));
            assert!(found, "{text} is missing:\n{}", page.join("\n"));
        }
    }

    #[test]
    fn a_machine_of_bitplanes_is_read_in_any_terminal() {
        for page in pages("blitzkrieg", "<RET><wait:2>", &SIZES) {
            let texts = [
                "CUSTOMISE",
                "German Player",
                "German Strength",
                "Allied Dumps",
                "Weather",
                "Infiltrators",
                "Hidden Units",
                "German Artillery",
                "INTEL",
                "ARROWS OR MOUSE - RETURN = OK",
            ];
            all_stand(&page, &texts);
        }
    }

    #[test]
    fn a_machine_of_characters_is_read_in_any_terminal() {
        for page in pages("breakthrough", "N3HT319<RET><wait:1>", &SIZES) {
            let texts = [
                "TURN 1",
                "16 DECEMBER 1944",
                "GERMAN POINTS",
                "BASTOGNE",
                "GO ON",
            ];
            all_stand(&page, &texts);
        }
    }
}
