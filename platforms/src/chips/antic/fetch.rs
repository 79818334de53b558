//! The bytes of the playfield, and the codes that GTIA gets for them.

use super::plan::{LAST_DMA, NAME_TO_ROW};
use super::{Antic, BLANK, CELLS, FLOATING, INVERT, LINE_CYCLES, Memory, REFLECT};

/// The code of playfield 0; background is 0.
const PF0: u8 = 4;
/// Cycles from a byte to its light.
const BITS_LEAD: u8 = 4;
const NAMES_LEAD: u8 = 6;
/// Codes of the longest byte: eight cycles.
const LONGEST: usize = 16;

/// Codes of two bits: background, playfields 0 to 2.
const PAIRS: [u8; 4] = [0, PF0, PF0 + 1, PF0 + 2];
/// The same of a character with bit 7.
const PAIRS_INVERSE: [u8; 4] = [0, PF0, PF0 + 1, PF0 + 3];

/// Codes of the four pairs of bits of a byte, looked up in so many values.
const fn quads(codes: [u8; 4]) -> [[u8; 4]; 256] {
    let mut table = [[0; 4]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut pair = 0;
        while pair < 4 {
            table[byte][pair] = codes[byte >> (6 - 2 * pair) & 3];
            pair += 1;
        }
        byte += 1;
    }
    table
}

static QUADS: [[u8; 4]; 256] = quads(PAIRS);
static QUADS_INVERSE: [[u8; 4]; 256] = quads(PAIRS_INVERSE);
static QUADS_HIRES: [[u8; 4]; 256] = quads([PF0, PF0 + 1, PF0 + 2, PF0 + 3]);

/// Each bit as so many codes: `code` or background.
fn bits(byte: u8, code: u8, width: usize) -> [u8; LONGEST] {
    std::array::from_fn(|i| {
        if u16::from(byte) << (i / width) & 0x80 != 0 {
            code
        } else {
            0
        }
    })
}

/// Each pair of bits as so many codes.
fn wide_pairs(byte: u8, width: usize) -> [u8; LONGEST] {
    std::array::from_fn(|i| QUADS[usize::from(byte)][(i / width) & 3])
}

impl Antic {
    /// Whether the rest of the line reads from a page of memory.
    #[inline]
    pub fn reads_page(&self, page: u8) -> bool {
        let cells = self.plan.cells;
        if cells == 0 || self.fetched >= cells && self.fetched_rows >= cells {
            return false;
        }
        let scan = (self.scan >> 8) as u8;
        // The counter wraps in its 4 KB.
        let next = scan & 0xF0 | scan.wrapping_add(1) & 0x0F;
        page == scan || page == next || page.wrapping_sub(self.chbase & 0xFC) < 4
    }

    /// The address of this row of the first character of the set, and the bits of a name that choose one.
    fn rows_of_characters(&self) -> (u16, u8) {
        let row = match self.list.mode().0 {
            5 | 7 => self.list.row >> 1,
            _ => self.list.row & 7,
        };
        let row = if self.chactl & REFLECT != 0 {
            row ^ 7
        } else {
            row
        };
        let (base, names) = match self.list.mode().0 {
            6 | 7 => (self.chbase & 0xFE, 0x3F),
            _ => (self.chbase & 0xFC, 0x7F),
        };
        ((u16::from(base) << 8).wrapping_add(u16::from(row)), names)
    }

    /// Reads what ANTIC reads before a cycle of the line.
    fn fetch_to(&mut self, x: u8, memory: &impl Memory) {
        let plan = self.plan;
        if plan.fetches {
            let mut cycle = plan.first + self.fetched * plan.step;
            while self.fetched < plan.cells && cycle < x {
                let byte = self.byte_due(cycle, self.scan, memory);
                if let Some(cell) = self.data.get_mut(usize::from(self.fetched)) {
                    *cell = byte;
                }
                self.count_bytes(1);
                self.fetched += 1;
                cycle += plan.step;
            }
        } else {
            self.fetched = plan.cells;
        }
        if self.list.mode().characters() {
            self.fetch_rows_to(x, memory);
        } else {
            self.fetched_rows = self.fetched;
        }
    }

    /// Rows of characters.
    fn fetch_rows_to(&mut self, x: u8, memory: &impl Memory) {
        let plan = self.plan;
        let (first, names) = self.rows_of_characters();
        let start = plan.first + NAME_TO_ROW;
        self.fetch_early_rows(start, x.min(LAST_DMA), memory);
        let mut cycle = start + self.fetched_rows * plan.step;
        while self.fetched_rows < plan.cells && cycle < x {
            let cell = usize::from(self.fetched_rows);
            if cell < CELLS {
                let address = first.wrapping_add(u16::from(self.data[cell] & names) * 8);
                self.rows[cell] = self.byte_due(cycle, address, memory);
            }
            self.fetched_rows += 1;
            cycle += plan.step;
        }
    }

    /// Those that ANTIC reads itself before a cycle, the first in cycle `start`: the common case, where the set's four pages are at hand.
    fn fetch_early_rows(&mut self, start: u8, before: u8, memory: &impl Memory) {
        let (first, names) = self.rows_of_characters();
        let pages: [Option<&[u8; 256]>; 4] =
            std::array::from_fn(|i| memory.page(((first >> 8) as u8).wrapping_add(i as u8)));
        let [Some(a), Some(b), Some(c), Some(d)] = pages else {
            return;
        };
        let pages = [a, b, c, d];
        let due = before.saturating_sub(start).div_ceil(self.plan.step.max(1));
        let due = due.min(self.plan.cells).min(CELLS as u8);
        for cell in usize::from(self.fetched_rows)..usize::from(due) {
            let place = usize::from(first & 0xFF) + usize::from(self.data[cell] & names) * 8;
            self.rows[cell] = pages[place >> 8 & 3][place & 0xFF];
        }
        self.fetched_rows = self.fetched_rows.max(due);
    }

    /// A byte of the playfield that is due in a cycle.
    #[inline]
    fn byte_due(&self, cycle: u8, address: u16, memory: &impl Memory) -> u8 {
        match cycle.checked_sub(LAST_DMA) {
            None => memory.read(address),
            Some(late) => self.bus.get(usize::from(late)).copied().unwrap_or(FLOATING),
        }
    }

    /// The memory scan counter counts in its 4 KB.
    #[inline]
    pub(super) fn count_bytes(&mut self, bytes: u8) {
        self.scan = self.scan & 0xF000 | self.scan.wrapping_add(bytes.into()) & 0x0FFF;
    }

    /// Makes the codes of all that ANTIC has read before a cycle of the line.
    pub fn show_to(&mut self, x: u8, memory: &impl Memory) {
        self.fetch_to(x, memory);
        let plan = self.plan;
        if !self.visible() {
            self.shown = self.fetched_rows;
            return;
        }
        // Of rows that only repeat the line buffer nothing is read; they are shown in the same cycles.
        let due = if plan.fetches || self.list.mode().characters() {
            self.fetched_rows
        } else if plan.step == 0 || x <= plan.first {
            0
        } else {
            ((x - plan.first).div_ceil(plan.step)).min(plan.cells)
        };
        let quad = usize::from;
        match self.list.mode().0 {
            2 | 3 => self.show_cells(due, |a, cell| {
                QUADS_HIRES[quad(a.letter(a.data[cell], a.rows[cell]))]
            }),
            4 | 5 => self.show_cells(due, |a, cell| {
                let inverse = a.data[cell] & 0x80 != 0;
                let quads = if inverse { &QUADS_INVERSE } else { &QUADS };
                quads[quad(a.rows[cell])]
            }),
            0xD | 0xE => self.show_cells(due, |a, cell| QUADS[quad(a.data[cell])]),
            0xF => self.show_cells(due, |a, cell| QUADS_HIRES[quad(a.data[cell])]),
            _ => self.show_long_cells(due),
        }
    }

    /// Cells of four colour clocks up to one.
    #[inline(always)]
    fn show_cells(&mut self, due: u8, codes: impl Fn(&Self, usize) -> [u8; 4]) {
        let first = self.first_clock();
        let from = usize::from(self.shown);
        let to = usize::from(due).min(CELLS).max(from);
        let (left, right) = self.plan.window;
        // Cells that lie in the window as a whole: all but one at each side.
        let inside_from = usize::from(left).saturating_sub(first).div_ceil(4);
        let inside_to = usize::from(right).saturating_sub(first) / 4;
        let inside_from = inside_from.clamp(from, to);
        let inside_to = inside_to.clamp(inside_from, to);
        for cell in (from..inside_from).chain(inside_to..to) {
            let codes = codes(self, cell);
            self.put(first + 4 * cell, &codes);
        }
        for cell in inside_from..inside_to {
            let codes = codes(self, cell);
            let clock = first + 4 * cell;
            self.codes[clock..clock + 4].copy_from_slice(&codes);
        }
        self.shown = self.shown.max(due);
    }

    /// Cells of eight colour clocks or more up to one.
    fn show_long_cells(&mut self, due: u8) {
        let first = self.first_clock();
        let clocks = usize::from(self.plan.step) * 2;
        while self.shown < due {
            let cell = usize::from(self.shown);
            if cell < CELLS {
                let codes = self.codes_of(cell);
                self.put(first + clocks * cell, &codes[..clocks]);
            }
            self.shown += 1;
        }
    }

    /// The colour clock of the first code.
    fn first_clock(&self) -> usize {
        2 * usize::from(self.plan.first + self.lead()) + usize::from(self.odd_clock())
    }

    /// Makes the rest of the line's codes.
    pub fn show_line(&mut self, memory: &impl Memory) {
        if self.plan.cells != 0 {
            self.show_to(LINE_CYCLES, memory);
        }
    }

    /// Puts codes where the playfield is shown.
    #[inline(always)]
    fn put(&mut self, clock: usize, codes: &[u8]) {
        let (left, right) = self.plan.window;
        let (left, right) = (usize::from(left), usize::from(right));
        if clock >= left && clock + codes.len() <= right {
            self.codes[clock..clock + codes.len()].copy_from_slice(codes);
            return;
        }
        for (clock, code) in (clock..).zip(codes) {
            if (left..right).contains(&clock) {
                self.codes[clock] = *code;
            }
        }
    }

    /// In high resolution the playfield is there before its bytes are: all of it is playfield 2. From a colour clock on.
    pub(super) fn open_window(&mut self, from: usize) {
        self.codes[from..].fill(0);
        if self.visible() && self.hires() {
            let (left, right) = self.plan.window;
            let from = from.max(usize::from(left));
            if from < usize::from(right) {
                self.codes[from..usize::from(right)].fill(PF0);
            }
        }
    }

    /// The colour clock behind the last code, from which on another plan counts.
    pub(super) fn shown_clock(&self, x: u8) -> usize {
        let now = usize::from(x) * 2;
        if self.shown == 0 {
            return now;
        }
        now.max(self.first_clock() + 2 * usize::from(self.shown * self.plan.step))
    }

    /// Cycles from a byte to its light.
    pub(super) fn lead(&self) -> u8 {
        if self.list.mode().characters() {
            NAMES_LEAD
        } else {
            BITS_LEAD
        }
    }

    /// The codes of a byte of the line buffer in a mode of long ones.
    fn codes_of(&self, cell: usize) -> [u8; LONGEST] {
        let (byte, row) = (self.data[cell], self.rows[cell]);
        match self.list.mode().0 {
            6 | 7 => bits(row, PF0 + (byte >> 6), 1),
            8 => wide_pairs(byte, 4),
            9 => bits(byte, PF0, 2),
            0xA => wide_pairs(byte, 2),
            _ => bits(byte, PF0, 1),
        }
    }

    /// The row of a letter of modes 2 and 3. Below its eight rows a character is blank; mode 3 sets those from $60 on two
    /// rows lower, for letters that go below the line.
    fn letter(&self, name: u8, row: u8) -> u8 {
        let low = name & 0x60 == 0x60;
        let blank = match (self.list.mode().0, self.list.row) {
            (3, 0 | 1) => low,
            (_, 8 | 9) => !low,
            _ => false,
        };
        let mut row = if blank { 0 } else { row };
        if name & 0x80 != 0 {
            if self.chactl & BLANK != 0 {
                row = 0;
            }
            if self.chactl & INVERT != 0 {
                row = !row;
            }
        }
        row
    }
}
