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

    /// The address of the row of a character.
    fn row_address(&self, name: u8) -> u16 {
        let row = match self.list.mode().0 {
            5 | 7 => self.list.row >> 1,
            _ => self.list.row & 7,
        };
        let row = if self.chactl & REFLECT != 0 {
            row ^ 7
        } else {
            row
        };
        let (base, name) = match self.list.mode().0 {
            6 | 7 => (self.chbase & 0xFE, name & 0x3F),
            _ => (self.chbase & 0xFC, name & 0x7F),
        };
        (u16::from(base) << 8)
            .wrapping_add(u16::from(name) * 8)
            .wrapping_add(u16::from(row))
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
        if !self.list.mode().characters() {
            self.fetched_rows = self.fetched;
            return;
        }
        let mut cycle = plan.first + NAME_TO_ROW + self.fetched_rows * plan.step;
        while self.fetched_rows < plan.cells && cycle < x {
            let cell = usize::from(self.fetched_rows);
            if cell < CELLS {
                let address = self.row_address(self.data[cell]);
                self.rows[cell] = self.byte_due(cycle, address, memory);
            }
            self.fetched_rows += 1;
            cycle += plan.step;
        }
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
        let clocks = usize::from(plan.step) * 2;
        while self.shown < due {
            let cell = self.shown;
            let cycle = usize::from(plan.first + self.lead()) + usize::from(cell * plan.step);
            let clock = cycle * 2 + usize::from(self.odd_clock());
            if usize::from(cell) < CELLS {
                let codes = self.codes_of(usize::from(cell));
                // Most modes: four, which the compiler then knows.
                match clocks {
                    4 => self.put(clock, &codes[..4]),
                    _ => self.put(clock, &codes[..clocks]),
                }
            }
            self.shown += 1;
        }
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
        let cycle = usize::from(self.plan.first + self.lead());
        let clock = 2 * (cycle + usize::from(self.shown * self.plan.step));
        now.max(clock + usize::from(self.odd_clock()))
    }

    /// Cycles from a byte to its light.
    pub(super) fn lead(&self) -> u8 {
        if self.list.mode().characters() {
            NAMES_LEAD
        } else {
            BITS_LEAD
        }
    }

    /// The codes of a byte of the line buffer.
    #[inline]
    fn codes_of(&self, cell: usize) -> [u8; LONGEST] {
        let (byte, row) = (self.data[cell], self.rows[cell]);
        let quad = |codes: [u8; 4]| {
            let mut all = [0; LONGEST];
            all[..4].copy_from_slice(&codes);
            all
        };
        match self.list.mode().0 {
            2 | 3 => quad(QUADS_HIRES[usize::from(self.letter(byte, row))]),
            4 | 5 if byte & 0x80 != 0 => quad(QUADS_INVERSE[usize::from(row)]),
            4 | 5 => quad(QUADS[usize::from(row)]),
            6 | 7 => bits(row, PF0 + (byte >> 6), 1),
            8 => wide_pairs(byte, 4),
            9 => bits(byte, PF0, 2),
            0xA => wide_pairs(byte, 2),
            0xB | 0xC => bits(byte, PF0, 1),
            0xD | 0xE => quad(QUADS[usize::from(byte)]),
            _ => quad(QUADS_HIRES[usize::from(byte)]),
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
