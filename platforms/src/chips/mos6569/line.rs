//! One raster line of the VIC-II: what happens in which cycle.

use super::{
    BMM, CR1, CR2, ECM, FIRST_BAD, IRQ_DATA, IRQ_MASK, IRQ_RASTER, IRQ_SPRITES, Memory, POINTERS,
    TextRow, VicII, WIDTH,
};

/// Cycle in which the first cell of the picture is drawn; the cell of text column 0 comes four later, in 18, two cycles
/// after its graphics are fetched.
pub(super) const FIRST_CELL: u16 = 14;

impl VicII {
    /// Does the cycles of the line that are not done, up to and including `to`.
    pub(super) fn run(&mut self, to: u16, memory: Memory) {
        let from = self.done + 1;
        self.done = to;
        let has = |cycle: u16| (from..=to).contains(&cycle);
        if has(1) {
            self.begin_line(memory);
        }
        if has(2) && self.line == 0 && self.compare == 0 {
            self.raise(IRQ_RASTER, self.line_start + 1);
        }
        let bad = self.is_bad();
        self.display |= bad;
        if has(14) {
            self.vc = self.vc_base;
            if bad {
                self.rc = 0;
            }
        }
        if has(16) {
            self.advance_sprites();
        }
        if bad && to >= 15 && from <= 54 {
            self.fetch_matrix(
                usize::from(from.max(15) - 15),
                usize::from(to.min(54) - 14),
                memory,
            );
        }
        if bad && has(54) {
            self.note_text();
        }
        if to >= 16 && from <= 55 {
            self.fetch_graphics(
                usize::from(from.max(16) - 16),
                usize::from(to.min(55) - 15),
                memory,
            );
        }
        if from < FIRST_CELL {
            self.drawn = self.look();
            self.scroll = self.scroll_register();
        }
        if self.regs[usize::from(IRQ_MASK)] & (IRQ_DATA | IRQ_SPRITES) != 0 {
            self.note_collisions();
        }
        if has(55) {
            self.start_sprites();
        }
        if has(58) {
            self.settle_sprites();
            if self.rc == 7 {
                self.vc_base = self.vc;
                self.display = bad;
            }
            if self.display {
                self.rc = (self.rc + 1) & 7;
            }
        }
        if has(62) {
            self.finish_row();
            self.fetch_sprites(0..3, memory);
        }
    }

    fn begin_line(&mut self, memory: Memory) {
        if self.line == 0 {
            self.vc_base = 0;
        }
        self.bad_lines &= self.line > FIRST_BAD;
        self.see_den();
        if self.line == self.compare && self.line != 0 {
            self.raise(IRQ_RASTER, self.line_start);
        }
        self.show_sprites();
        self.cells_drawn = 0;
        self.compared = 0;
        self.deaf = [0; 2];
        self.fetch_sprites(3..8, memory);
        self.open = if self.main_border {
            (WIDTH, WIDTH)
        } else {
            (0, WIDTH)
        };
    }

    /// c-accesses of a bad line. The g-access of a column, which moves the video counter, comes a cycle later: so
    /// when column `first` is fetched, `first - 1` columns have moved it.
    fn fetch_matrix(&mut self, first: usize, last: usize, memory: Memory) {
        let base = self.matrix_base();
        let row = self.vc.wrapping_sub(first.saturating_sub(1) as u16);
        for column in first..last {
            let vc = row.wrapping_add(column as u16) & 0x3FF;
            self.matrix[column] = memory.get(base | vc);
            self.colours[column] = memory.colour[usize::from(vc)] & 0x0F;
        }
    }

    /// Keeps the row of characters a bad line has fetched.
    fn note_text(&mut self) {
        let reg = |r: u8| self.regs[usize::from(r)];
        if let Some(row) = self.text_drawing.get_mut(usize::from(self.vc_base / 40)) {
            *row = Some(TextRow {
                codes: self.matrix,
                cr1: reg(CR1),
                cr2: reg(CR2),
                pointers: reg(POINTERS),
            });
        }
    }

    /// g-accesses of some columns.
    fn fetch_graphics(&mut self, first: usize, last: usize, memory: Memory) {
        let reg = |r: u8| self.regs[usize::from(r)];
        let mask = if reg(CR1) & ECM != 0 { 0x39FF } else { 0x3FFF };
        if !self.display {
            if self.picture_row().is_none() {
                return;
            }
            self.cells.data[first..last].fill(memory.get(mask));
            self.cells.matrix[first..last].fill(0);
            self.cells.colours[first..last].fill(0);
            return;
        }
        let pointers = u16::from(reg(POINTERS));
        let matrix = &self.matrix[first..last];
        if reg(CR1) & BMM != 0 {
            let base = (pointers & 0x08) << 10 | u16::from(self.rc);
            for (i, data) in self.cells.data[first..last].iter_mut().enumerate() {
                let block = self.vc.wrapping_add(i as u16) & 0x3FF;
                *data = memory.get((base | block << 3) & mask);
            }
        } else {
            let set = memory.character_set((pointers & 0x0E) << 10);
            let rc = usize::from(self.rc);
            // ECM clears address bits 9 and 10: 64 characters.
            let mask = usize::from(mask & 0x07FF);
            for (data, code) in self.cells.data[first..last].iter_mut().zip(matrix) {
                *data = set[(usize::from(*code) << 3 | rc) & mask];
            }
        }
        self.cells.matrix[first..last].copy_from_slice(matrix);
        self.cells.colours[first..last].copy_from_slice(&self.colours[first..last]);
        self.vc = self.vc.wrapping_add((last - first) as u16);
    }

    /// The end of cycle 63, or of the line as the revision has it.
    pub(super) fn next_line(&mut self) {
        self.look_at_vertical_limits();
        self.line_start += u64::from(self.timing.cycles);
        self.done = 0;
        self.line = (self.line + 1) % self.timing.lines;
        if self.line == self.timing.blank_line() {
            std::mem::swap(&mut self.drawing, &mut self.shown);
            self.frames += 1;
            self.text_shown = std::mem::take(&mut self.text_drawing);
        }
    }

    /// The row of the picture that the line is, if it is in it.
    pub(super) fn picture_row(&self) -> Option<usize> {
        let t = self.timing;
        let row = (self.line + t.lines - t.first_line) % t.lines;
        (row < t.height).then_some(usize::from(row))
    }
}
