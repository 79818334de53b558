//! Graphics sequencer and border unit of the VIC-II: cells of eight pixels.

use super::line::FIRST_CELL;
use super::picture::Source;
use super::{BACKGROUND, BMM, BORDER, CR1, CR2, CSEL, DEN, ECM, MCM, RSEL, VicII, WIDTH};

/// Eight pixels, the leftmost in the lowest byte.
type Pixels = u64;

/// A byte of graphics data as a mask: $FF where its bit is set, bit 7 leftmost.
static EXPAND: [Pixels; 256] = {
    let mut table = [0; 256];
    let mut data = 0;
    while data < 256 {
        let mut pixel = 0;
        while pixel < 8 {
            if data >> (7 - pixel) & 1 != 0 {
                table[data] |= 0xFF << (8 * pixel);
            }
            pixel += 1;
        }
        data += 1;
    }
    table
};

/// Cells a row of the picture.
pub(super) const CELLS: usize = WIDTH / 8;
/// First cell of text column 0, and the cell past column 39.
const FIRST_COLUMN: usize = 4;
const PAST_COLUMNS: usize = FIRST_COLUMN + 40;

fn solid(colour: u8) -> Pixels {
    u64::from(colour) * 0x0101_0101_0101_0101
}

/// Two colours, one bit a pixel; foreground is where bits are set.
#[inline]
fn hires(data: u8, zero: u8, one: u8) -> (Pixels, Pixels) {
    let mask = EXPAND[usize::from(data)];
    (solid(zero) ^ mask & solid(zero ^ one), mask)
}

/// Four colours, two bits a pixel pair; foreground are 10 and 11.
#[inline]
fn multicolour(data: u8, colours: [u8; 4]) -> (Pixels, Pixels) {
    let (even, odd) = (data & 0xAA, data & 0x55);
    let high = EXPAND[usize::from(even | even >> 1)];
    let low = EXPAND[usize::from(odd | odd << 1)];
    let [c00, c01, c10, c11] = colours.map(solid);
    let left = c00 ^ low & (c00 ^ c01);
    let right = c10 ^ low & (c10 ^ c11);
    (left ^ high & (left ^ right), high)
}

/// What cells are drawn with.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Look {
    border: u8,
    background: [u8; 4],
    mode: Mode,
}

impl Look {
    /// All black.
    pub(super) const BLACK: Look = Look {
        border: 0,
        background: [0; 4],
        mode: Mode::Text,
    };
}

/// How graphics data are shown.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Text,
    MulticolourText,
    Bitmap,
    MulticolourBitmap,
    ExtendedText,
    /// ECM together with another: black, but the bits still collide. The two flags are BMM and MCM.
    Invalid(bool, bool),
}

impl VicII {
    /// Draws cells `first` to `last - 1` of the line into the row and runs the border unit over them.
    fn draw_cells(&mut self, first: usize, last: usize, look: Look) {
        let columns = first.max(FIRST_COLUMN)..last.min(PAST_COLUMNS).max(first.max(FIRST_COLUMN));
        let [left, right] = self.side_edges();
        let crosses = |edge: usize| 8 * first < edge && edge <= 8 * last;
        if crosses(left) {
            self.look_at_vertical_limits();
        }
        let covered = self.vertical_border && self.main_border;
        if covered || self.picture_row().is_none() {
            self.row[8 * first..8 * last].fill(look.border);
            self.foreground[8 * first..8 * last].fill(0);
            return;
        }
        let (scroll, background) = (self.scroll, look.background[0]);
        if first < FIRST_COLUMN || columns.start == FIRST_COLUMN && !columns.is_empty() {
            self.blank(
                8 * first,
                (8 * last).min(8 * FIRST_COLUMN + scroll),
                background,
            );
        }
        if !columns.is_empty() {
            self.draw_columns(
                columns.start - FIRST_COLUMN,
                columns.end - FIRST_COLUMN,
                look,
            );
        }
        if last > PAST_COLUMNS {
            let from = (8 * first).max(8 * PAST_COLUMNS + scroll);
            self.blank(from, 8 * last, background);
        }
        // An edge at the end of a cell acts in that cell's cycle, on the next cell.
        let border = look.border;
        let mut at = 8 * first;
        if crosses(left) {
            self.cover(at, left, border);
            at = left;
            if self.main_border && !self.vertical_border {
                self.main_border = false;
                self.open = (left, WIDTH);
            }
        }
        if crosses(right) {
            self.cover(at, right, border);
            at = right;
            if !self.main_border {
                self.main_border = true;
                self.open.1 = right;
            }
        }
        self.cover(at, 8 * last, border);
    }

    /// Draws the cells of the cycles done that are not drawn yet, as the registers stand.
    pub(super) fn draw_cells_done(&mut self) {
        let cells = (self.done + 1).saturating_sub(FIRST_CELL);
        let (first, last) = (self.cells_drawn, usize::from(cells).min(CELLS));
        if first < last {
            self.cells_drawn = last;
            self.draw(first, last);
        }
    }

    /// What the row shows, if none of it is drawn and nothing changed since it began.
    pub(super) fn source(&mut self) -> Option<Source> {
        let look = self.look();
        let changed = look != self.drawn || self.scroll_register() != self.scroll;
        let sprites = !self.sprites_rest && self.sprites.iter().any(|s| s.visible);
        if self.cells_drawn > 0 || changed || sprites {
            return None;
        }
        // As the border unit does at the left edge.
        self.look_at_vertical_limits();
        Some(Source {
            cells: self.cells,
            look,
            scroll: self.scroll,
            main_border: self.main_border,
            vertical_border: self.vertical_border,
            side_edges: self.side_edges(),
        })
    }

    /// Draws cells. A new XSCROLL acts from the second one on.
    fn draw(&mut self, first: usize, last: usize) {
        let scroll = self.scroll_register();
        if scroll == self.scroll {
            return self.draw_run(first, last);
        }
        self.draw_run(first, first + 1);
        let before = std::mem::replace(&mut self.scroll, scroll);
        let next = 8 * (first + 1);
        // The data of a cell have run out when the next, shifted further, begins.
        self.blank(
            next + before,
            next + scroll,
            self.regs[usize::from(BACKGROUND)],
        );
        if first + 1 < last {
            self.draw_run(first + 1, last);
        }
    }

    pub(super) fn scroll_register(&self) -> usize {
        usize::from(self.regs[usize::from(CR2)] & 7)
    }

    /// Draws cells. In the first one, new colours show from the second pixel on and a new mode from the fifth.
    fn draw_run(&mut self, first: usize, last: usize) {
        let look = self.look();
        let old = std::mem::replace(&mut self.drawn, look);
        if look == old {
            return self.draw_cells(first, last, look);
        }
        let border = (self.open, self.main_border, self.vertical_border);
        let old_mode = Look {
            mode: old.mode,
            ..look
        };
        let mut start = [(0, 0); 4];
        for (pixels, look) in [(0..1, old), (1..4, old_mode)] {
            self.draw_cells(first, first + 1, look);
            for i in pixels {
                start[i] = (self.row[8 * first + i], self.foreground[8 * first + i]);
            }
            (self.open, self.main_border, self.vertical_border) = border;
        }
        self.draw_cells(first, last, look);
        for (i, (pixel, foreground)) in start.into_iter().enumerate() {
            self.row[8 * first + i] = pixel;
            self.foreground[8 * first + i] = foreground;
        }
    }

    /// How cells are drawn as the registers stand.
    pub(super) fn look(&self) -> Look {
        Look {
            border: self.regs[usize::from(BORDER)],
            background: std::array::from_fn(|i| self.regs[usize::from(BACKGROUND) + i]),
            mode: self.mode(),
        }
    }

    /// Pixels without graphics data.
    fn blank(&mut self, from: usize, to: usize, background: u8) {
        if from < to {
            self.row[from..to].fill(background);
            self.foreground[from..to].fill(0);
        }
    }

    fn mode(&self) -> Mode {
        let (cr1, cr2) = (self.regs[usize::from(CR1)], self.regs[usize::from(CR2)]);
        match (cr1 & ECM != 0, cr1 & BMM != 0, cr2 & MCM != 0) {
            (false, false, false) => Mode::Text,
            (false, false, true) => Mode::MulticolourText,
            (false, true, false) => Mode::Bitmap,
            (false, true, true) => Mode::MulticolourBitmap,
            (true, false, false) => Mode::ExtendedText,
            (true, bmm, mcm) => Mode::Invalid(bmm, mcm),
        }
    }

    /// Pixels of columns `first` to `last - 1`.
    fn draw_columns(&mut self, first: usize, last: usize, look: Look) {
        let Look {
            mode, background, ..
        } = look;
        for column in first..last {
            let cells = &self.cells;
            let (pixels, foreground) = cell(
                mode,
                cells.matrix[column],
                cells.colours[column],
                cells.data[column],
                background,
            );
            let at = 8 * (column + FIRST_COLUMN) + self.scroll;
            self.row[at..at + 8].copy_from_slice(&pixels.to_le_bytes());
            self.foreground[at..at + 8].copy_from_slice(&foreground.to_le_bytes());
        }
    }

    /// The pixels at which the border opens and closes.
    fn side_edges(&self) -> [usize; 2] {
        if self.regs[usize::from(CR2)] & CSEL != 0 {
            [32, 352]
        } else {
            [39, 343]
        }
    }

    /// Paints pixels `from` to `to - 1` if the border is on.
    fn cover(&mut self, from: usize, to: usize, colour: u8) {
        if self.main_border {
            self.row[from..to].fill(colour);
        }
    }

    /// The border unit compares the line with its limits at the left edge and at the end of each line.
    pub(super) fn look_at_vertical_limits(&mut self) {
        let (top, bottom) = if self.regs[usize::from(CR1)] & RSEL != 0 {
            (51, 251)
        } else {
            (55, 247)
        };
        if self.line == bottom {
            self.vertical_border = true;
        } else if self.line == top && self.regs[usize::from(CR1)] & DEN != 0 {
            self.vertical_border = false;
        }
    }
}

/// The pixels of a cell, and which of them are foreground.
#[inline]
fn cell(mode: Mode, matrix: u8, colour: u8, data: u8, background: [u8; 4]) -> (Pixels, Pixels) {
    match mode {
        Mode::Text => hires(data, background[0], colour),
        Mode::MulticolourText if colour & 8 == 0 => hires(data, background[0], colour),
        Mode::MulticolourText => multicolour(
            data,
            [background[0], background[1], background[2], colour & 7],
        ),
        Mode::Bitmap => hires(data, matrix & 0x0F, matrix >> 4),
        Mode::MulticolourBitmap => {
            multicolour(data, [background[0], matrix >> 4, matrix & 0x0F, colour])
        }
        Mode::ExtendedText => hires(data, background[usize::from(matrix >> 6)], colour),
        Mode::Invalid(bmm, mcm) if mcm && (bmm || colour & 8 != 0) => {
            (0, multicolour(data, [0; 4]).1)
        }
        Mode::Invalid(..) => (0, hires(data, 0, 0).1),
    }
}
