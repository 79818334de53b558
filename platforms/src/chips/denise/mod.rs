//! MOS 8362 Denise of the Amiga 500: bitplanes, playfields, sprites, palette, collisions.
//!
//! The board hands it the register writes of processor, copper and DMA with the slot they happen in. They are noted with
//! their place in the line and applied when the line is done. A pixel of the picture is one of high resolution, a colour 12 bits.
//!
//! Places in a line are counted in pixels of high resolution, four a slot from slot 0 of the line: pixel `p` of the
//! low resolution, as DIWSTRT counts it, lies at `2 * p`; a colour written in slot `s` shows from `4 * s` on; a bitplane
//! word fetched in a unit from slot `s` on shows from `4 * (s + 8) + 2` on (high resolution: `4 * (s + 4) + 2`).
//!
//! What comes in a line is gathered, and drawn when it is done; a row that was last drawn from the same is not drawn again.
//!
//! Sources: Amiga Hardware Reference Manual, chapters 3, 4 and 7, appendix A; the results of vAmiga's test suite on real
//! machines (places of register changes, sprites clipped before the first bitplane word, collisions with one playfield).
//!
//! **Not emulated**: ECS registers (super-high resolution, border blanking); priorities of playfields above 4; the
//! scroll register changed between the words of a line acts on whole words; genlock and colour burst bits; in lines 0 to
//! 8 the horizontal counter runs as in all others.

mod canvas;
mod compose;
mod line;
mod pixels;
mod sprites;

use crate::chips::rga::{
    BPL1DAT, BPLCON0, BPLCON1, BPLCON2, CLXCON, CLXDAT, COLOR00, DIWSTOP, DIWSTRT, SPR0POS,
};
use canvas::{Canvas, Registers};
use compose::Look;
use line::{Change, Line, Run};
use pixels::Pixels;
use sprites::Sprite;
use std::ops::Range;

/// Pixels of high resolution a row of the picture.
pub const WIDTH: usize = 752;
/// The first of them, counted from slot 0 of the line.
pub const LEFT: usize = 2 * 0x5C;

/// The display window of the system's screens: places in the line, and lines.
const USUAL_PLACES: (u16, u16) = (2 * 0x81, 2 * 0x1C1);
const USUAL_LINES: (u16, u16) = (0x2C, 0x12C);

/// What differs between the revisions: the chip is the same, but the picture has fewer lines.
#[derive(Debug, PartialEq)]
pub struct Raster {
    /// First line of the picture.
    pub first_line: u16,
    /// Lines of the picture of a frame.
    pub lines: u16,
    /// Width of a pixel divided by its height on the screen, when every line is a row.
    pub pixel_aspect: f32,
}

/// A PAL machine.
pub static PAL: Raster = Raster {
    first_line: 26,
    lines: 287,
    pixel_aspect: 0.5,
};

/// An NTSC machine.
pub static NTSC: Raster = Raster {
    first_line: 21,
    lines: 241,
    pixel_aspect: 0.43,
};

/// BPLCON0 bits.
const HIRES: u16 = 0x8000;
const HAM: u16 = 0x0800;
const DUAL: u16 = 0x0400;

/// The picture of the last whole frame.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// Pixels a row, [`WIDTH`].
    pub width: usize,
    /// Rows: lines of the frame, or twice as many when short and long frames are interlaced.
    pub height: usize,
    /// `height` rows of `width` colours, 4 bits each of red, green and blue from bit 11 on.
    pub pixels: &'a [u16],
    /// Width of a pixel divided by its height.
    pub pixel_aspect: f32,
    /// Columns and rows of the display window as the registers set it now; the usual one where they set none.
    pub window: (Range<usize>, Range<usize>),
}

/// The chip.
#[derive(Clone, PartialEq)]
pub struct Denise {
    raster: &'static Raster,
    /// Slot 0 of the line.
    line_start: u64,
    /// Registers as they stand for the words that come in.
    bplcon0: u16,
    bplcon1: u16,
    clxcon: u16,
    clxdat: u16,
    data: [u16; 6],
    sprites: [Sprite; 8],
    /// What came in this line.
    line: Line,
    /// Registers as they stood at the beginning of the line.
    look: Look,
    /// The pixels of the line that is being drawn.
    pixels: Pixels,
    /// Rows of the frame in work and of the one before, and whether each is interlaced.
    drawing: Canvas,
    shown: Canvas,
    drawing_interlaced: bool,
    shown_interlaced: bool,
}

/// What Denise needs to know of a line that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndOfLine {
    /// Its number.
    pub number: u16,
    /// The slot in which the next one began.
    pub next: u64,
    /// The lines of this frame lie between those of the other one: above them in a long frame, below in a short one.
    pub interlaced: Option<Field>,
}

/// Which lines of an interlaced picture a frame has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A long frame.
    Long,
    /// A short frame.
    Short,
}

impl Denise {
    /// Power-on.
    pub fn new(raster: &'static Raster) -> Denise {
        let lines = usize::from(raster.lines);
        Denise {
            raster,
            line_start: 0,
            bplcon0: 0,
            bplcon1: 0,
            clxcon: 0,
            clxdat: 0,
            data: [0; 6],
            sprites: [Sprite::default(); 8],
            line: Line::default(),
            look: Look::new(),
            pixels: Pixels::new(),
            drawing: Canvas::new(lines),
            shown: Canvas::new(lines),
            drawing_interlaced: false,
            shown_interlaced: false,
        }
    }

    /// The reset line.
    pub fn reset(&mut self) {
        self.bplcon0 = 0;
        self.look.set(BPLCON0, 0);
    }

    /// The picture of the last whole frame.
    pub fn picture(&self) -> Picture<'_> {
        let lines = usize::from(self.raster.lines);
        let doubled = if self.shown_interlaced { 2 } else { 1 };
        Picture {
            width: WIDTH,
            height: lines * doubled,
            pixels: self.shown.pixels(),
            pixel_aspect: self.raster.pixel_aspect * doubled as f32,
            window: self.window(doubled),
        }
    }

    /// Columns and rows of the display window, cut to the picture, which has `doubled` rows a line.
    fn window(&self, doubled: usize) -> (Range<usize>, Range<usize>) {
        let cut = |set: (u16, u16), usual: (u16, u16), first: usize, most: usize| {
            let inside = |at: u16| usize::from(at).saturating_sub(first).min(most);
            let range = |(from, to): (u16, u16)| inside(from)..inside(to);
            if range(set).is_empty() {
                range(usual)
            } else {
                range(set)
            }
        };
        let (first, lines) = (self.raster.first_line, self.raster.lines);
        let rows = cut(
            self.look.window_lines,
            USUAL_LINES,
            first.into(),
            lines.into(),
        );
        let columns = cut(self.look.window, USUAL_PLACES, LEFT, WIDTH);
        (columns, rows.start * doubled..rows.end * doubled)
    }

    /// The palette as it stood at the end of the last line.
    pub fn palette(&self) -> [u16; 32] {
        std::array::from_fn(|i| self.look.colours[i])
    }

    /// The place in the line of a slot.
    fn place(&self, at: u64) -> u16 {
        4 * (at - self.line_start) as u16
    }

    /// A word for BPL1DAT to BPL6DAT comes in slot `at` (`plane` 0 to 5). That of plane 0 shows all.
    #[inline]
    pub fn bitplane(&mut self, at: u64, plane: usize, word: u16) {
        self.data[plane] = word;
        if plane == 0 {
            let place = self.place(at);
            self.line.sprites_from = self.line.sprites_from.min(place + 4);
            self.line.load(self.run(place, 0, 1), &[]);
        }
    }

    /// Words of several planes come in one after the other, those of a plane in one slice, high byte first: the first of
    /// plane 0 in slot `at`, the others `step` slots apart.
    pub fn bitplane_run(&mut self, at: u64, step: u64, planes: &[&[u8]]) {
        let words = planes.first().map_or(0, |plane| plane.len() / 2);
        if words == 0 {
            return;
        }
        let place = self.place(at);
        self.line.sprites_from = self.line.sprites_from.min(place + 4);
        self.line
            .load(self.run(place, step as u16, words as u16), planes);
        for (data, plane) in self.data.iter_mut().zip(planes) {
            if let Some(last) = plane.last_chunk() {
                *data = u16::from_be_bytes(*last);
            }
        }
    }

    /// So many loads of the shift registers from a place on, `step` slots apart.
    fn run(&self, place: u16, step: u16, loads: u16) -> Run {
        Run {
            slot: place / 4,
            step,
            loads,
            bplcon0: self.bplcon0,
            bplcon1: self.bplcon1,
            data: self.data,
        }
    }

    /// Writes a register (offset from $DFF000) in slot `at`; others than Denise's are ignored.
    pub fn write(&mut self, at: u64, register: u16, value: u16) {
        let place = self.place(at);
        match register {
            BPLCON0 => {
                self.bplcon0 = value;
                self.note(place, register, value);
            }
            BPLCON1 => self.bplcon1 = value,
            BPLCON2 => self.note(place + 8, register, value),
            DIWSTRT | DIWSTOP => self.note(place + 4, register, value),
            COLOR00.. => self.note(place, register, value & 0x0FFF),
            CLXCON => self.clxcon = value,
            BPL1DAT..0x11C => self.bitplane(at, usize::from(register - BPL1DAT) / 2, value),
            SPR0POS..COLOR00 => self.write_sprite(place, register, value),
            _ => {}
        }
    }

    fn note(&mut self, place: u16, register: u16, value: u16) {
        self.line.changes.push(Change {
            place,
            register,
            value,
        });
    }

    /// Reads a register; `None` if it is not one of Denise's. Collisions are those up to the end of the line before.
    pub fn read(&mut self, register: u16) -> Option<u16> {
        let value = self.peek(register)?;
        if register == CLXDAT {
            self.clxdat = 0;
        }
        Some(value)
    }

    /// What a read would give, without its effects.
    pub fn peek(&self, register: u16) -> Option<u16> {
        (register == CLXDAT).then_some(self.clxdat | 0x8000)
    }

    /// The line is done: the beam is in the horizontal blank of the next.
    pub fn end_line(&mut self, end: EndOfLine) {
        self.finish_sprites();
        let mut line = std::mem::take(&mut self.line);
        if !line.changes.is_sorted_by_key(|change| change.place) {
            line.changes.sort_by_key(|change| change.place);
        }
        let row = end.number.wrapping_sub(self.raster.first_line);
        if row < self.raster.lines {
            let row = self.row(row, end.interlaced);
            self.draw(row, &mut line);
        } else {
            self.compose(&line, None);
        }
        line.clear();
        self.line = line;
        self.line_start = end.next;
    }

    /// Draws a row of the picture, unless it is there.
    fn draw(&mut self, row: usize, line: &mut Line) {
        let before = self.registers();
        if let Some(after) = self.drawing.drawn(row, line, &before) {
            self.look.clone_from(&after.look);
            self.clxdat = after.clxdat;
            return;
        }
        for load in line.loads() {
            self.pixels.load(&load);
        }
        self.compose(line, Some(row * WIDTH));
        self.pixels.clear();
        let after = self.registers();
        self.drawing.note(row, line, before, after);
    }

    /// The registers that act on a whole line, as they stand.
    fn registers(&self) -> Registers {
        Registers {
            look: self.look.clone(),
            attached: self.attached(),
            clxcon: self.clxcon,
            clxdat: self.clxdat,
        }
    }

    /// The frame is done: its picture is there to be seen.
    pub fn end_frame(&mut self) {
        if self.drawing_interlaced {
            // The other field stays where it is.
            self.shown.show(&self.drawing);
        } else {
            std::mem::swap(&mut self.drawing, &mut self.shown);
            self.drawing.resize(self.shown.rows());
        }
        self.shown_interlaced = self.drawing_interlaced;
    }

    /// The row of the picture in work that a line of the frame has. The first one settles whether the picture is interlaced.
    fn row(&mut self, row: u16, interlaced: Option<Field>) -> usize {
        let lines = usize::from(self.raster.lines);
        if row == 0 && interlaced.is_some() != self.drawing_interlaced {
            self.drawing_interlaced = interlaced.is_some();
            let rows = if self.drawing_interlaced {
                2 * lines
            } else {
                lines
            };
            self.drawing = Canvas::new(rows);
        }
        let row = usize::from(row);
        match interlaced {
            Some(Field::Short) if self.drawing_interlaced => 2 * row + 1,
            _ if self.drawing_interlaced => 2 * row,
            _ => row,
        }
    }
}
