//! Graphics sequencer and border unit of the VIC-II: cells of eight pixels.

use super::{
    BACKGROUND, BMM, BORDER, CR1, CR2, CSEL, DEN, ECM, MCM, Memory, POINTERS, VicII, WIDTH,
};

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

/// Where in memory a column's graphics are, and how they are shown.
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
    pub(super) fn draw(&mut self, first: usize, last: usize, memory: Memory) {
        let columns = first.max(FIRST_COLUMN)..last.min(PAST_COLUMNS);
        let columns = columns.start..columns.end.max(columns.start);
        if columns.start == FIRST_COLUMN && !columns.is_empty() {
            self.left_edge();
        }
        let covered = self.vertical_border && self.main_border;
        if covered || self.picture_row().is_none() {
            self.row[8 * first..8 * last].fill(self.regs[usize::from(BORDER)]);
            self.foreground[8 * first..8 * last].fill(0);
            if self.display {
                self.vc = self.vc.wrapping_add(columns.len() as u16);
            }
            return;
        }
        let scroll = usize::from(self.regs[usize::from(CR2)] & 7);
        let background = self.regs[usize::from(BACKGROUND)];
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
                scroll,
                memory,
            );
        }
        if last > PAST_COLUMNS {
            let from = (8 * first).max(8 * PAST_COLUMNS + scroll);
            self.blank(from, 8 * last, background);
        }
        self.draw_border(8 * first, 8 * last);
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

    /// g-accesses of columns `first` to `last - 1`, and their pixels.
    fn draw_columns(&mut self, first: usize, last: usize, scroll: usize, memory: Memory) {
        let ecm = self.regs[usize::from(CR1)] & ECM != 0;
        let bitmap = self.regs[usize::from(CR1)] & BMM != 0;
        let pointers = u16::from(self.regs[usize::from(POINTERS)]);
        let text_base = (pointers & 0x0E) << 10 | u16::from(self.rc);
        let bitmap_base = (pointers & 0x08) << 10 | u16::from(self.rc);
        let ecm_mask = if ecm { 0x39FF } else { 0x3FFF };
        let mode = self.mode();
        let b = &self.regs[usize::from(BACKGROUND)..usize::from(BACKGROUND) + 4];
        let background = [b[0], b[1], b[2], b[3]];
        for column in first..last {
            let (matrix, colour, data) = if self.display {
                let (matrix, colour) = (self.matrix[column], self.colours[column]);
                let address = if bitmap {
                    bitmap_base | (self.vc & 0x3FF) << 3
                } else {
                    text_base | u16::from(matrix) << 3
                };
                self.vc = self.vc.wrapping_add(1);
                (matrix, colour, memory.get(address & ecm_mask))
            } else {
                (0, 0, memory.get(ecm_mask))
            };
            let (pixels, foreground) = cell(mode, matrix, colour, data, background);
            let at = 8 * (column + FIRST_COLUMN) + scroll;
            self.row[at..at + 8].copy_from_slice(&pixels.to_le_bytes());
            self.foreground[at..at + 8].copy_from_slice(&foreground.to_le_bytes());
        }
    }

    /// The border unit's look at the vertical limits when it comes to the left edge.
    fn left_edge(&mut self) {
        let (top, bottom) = self.vertical_limits();
        if self.line == bottom {
            self.vertical_border = true;
        } else if self.line == top && self.regs[usize::from(CR1)] & DEN != 0 {
            self.vertical_border = false;
        }
        if !self.vertical_border && self.main_border {
            // The border opens within this run of cells: `draw_border` does it at the right pixel.
            self.open.1 = WIDTH;
        }
    }

    /// Covers pixels `from` to `to - 1` where the border is on; it goes on and off at the edges.
    fn draw_border(&mut self, from: usize, to: usize) {
        let (left, right) = if self.regs[usize::from(CR2)] & CSEL != 0 {
            (32, 352)
        } else {
            (39, 343)
        };
        let colour = self.regs[usize::from(BORDER)];
        let mut at = from;
        for edge in [left, right, usize::MAX] {
            let inside = (from..to).contains(&edge);
            let end = if inside { edge } else { to };
            if edge != usize::MAX && !inside {
                continue;
            }
            if self.main_border {
                self.row[at..end].fill(colour);
            }
            at = end;
            if edge == left && !self.vertical_border && self.main_border {
                self.main_border = false;
                self.open = (left, WIDTH);
            } else if edge == right && !self.main_border {
                self.main_border = true;
                self.open.1 = right;
            }
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
