//! The eight sprites of the VIC-II.

use super::draw::CELLS;
use super::line::FIRST_CELL;
use super::{
    DATA_COLLISION, IRQ_DATA, IRQ_SPRITES, Memory, SPRITE_COLLISION, SPRITE_COLOUR, SPRITE_ENABLE,
    SPRITE_EXPAND_X, SPRITE_EXPAND_Y, SPRITE_MULTICOLOUR, SPRITE_PRIORITY, SPRITE_SHARED,
    SPRITE_X_MSB, VicII, WIDTH,
};
use std::ops::Range;

/// Bytes of a sprite.
const SIZE: u8 = 63;
/// No sprite pixel here.
const NONE: u8 = 0xFF;

/// State of one sprite's data counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sprite {
    /// Data is being fetched.
    pub dma: bool,
    /// Expansion flip-flop: the next line shows the next row.
    pub advance: bool,
    /// MC and MCBASE.
    counter: u8,
    base: u8,
    /// Display is on; from the next line's start `visible`.
    display: bool,
    pub visible: bool,
    /// The row to show, leftmost pixel in bit 23.
    data: u32,
}

impl VicII {
    fn sprite_bit(&self, register: u8, n: usize) -> bool {
        self.regs[usize::from(register)] >> n & 1 != 0
    }

    /// Cycle 1: what was settled in the line before shows.
    pub(super) fn show_sprites(&mut self) {
        if self.sprites_rest {
            return;
        }
        for sprite in &mut self.sprites {
            sprite.visible = sprite.display;
        }
    }

    /// Cycles 15 and 16: the data counters move on to the next row, or end.
    pub(super) fn advance_sprites(&mut self) {
        if self.sprites_rest {
            return;
        }
        for sprite in self.sprites.iter_mut().filter(|s| s.dma && s.advance) {
            sprite.base += 3;
            if sprite.base >= SIZE {
                sprite.dma = false;
            }
        }
    }

    /// Cycle 55: expansion flip-flops change, sprites whose line it is start.
    pub(super) fn start_sprites(&mut self) {
        if self.sprites_rest && self.regs[usize::from(SPRITE_ENABLE)] == 0 {
            return;
        }
        for n in 0..8 {
            let expand = self.sprite_bit(SPRITE_EXPAND_Y, n);
            let starts =
                self.sprite_bit(SPRITE_ENABLE, n) && self.regs[2 * n + 1] == self.line as u8;
            let sprite = &mut self.sprites[n];
            if expand {
                sprite.advance = !sprite.advance;
            } else {
                sprite.advance = true;
            }
            if starts && !sprite.dma {
                self.sprites_rest = false;
                sprite.dma = true;
                sprite.base = 0;
                sprite.advance = !expand;
            }
        }
    }

    /// Cycle 58: data counters are loaded, display goes on and off.
    pub(super) fn settle_sprites(&mut self) {
        if self.sprites_rest {
            return;
        }
        for n in 0..8 {
            let line = self.regs[2 * n + 1] == self.line as u8;
            let sprite = &mut self.sprites[n];
            sprite.counter = sprite.base;
            sprite.display = sprite.dma && (line || sprite.display);
        }
        self.sprites_rest = !self.sprites.iter().any(|s| s.dma || s.display || s.visible);
    }

    /// p- and s-accesses of some sprites, for the row of the next line.
    pub(super) fn fetch_sprites(&mut self, which: Range<usize>, memory: Memory) {
        if self.sprites_rest {
            return;
        }
        let base = self.matrix_base() | 0x3F8;
        for n in which {
            let sprite = &mut self.sprites[n];
            if sprite.dma {
                let block = u16::from(memory.get(base | n as u16)) << 6;
                let byte = |i: u8| {
                    u32::from(memory.get(block | u16::from(sprite.counter.wrapping_add(i) & 0x3F)))
                };
                sprite.data = byte(0) << 16 | byte(1) << 8 | byte(2);
            }
        }
    }

    /// The last cycle of the run of sprite accesses around `cycle`, if BA is low for them. Sprite n has it low from
    /// three cycles before its p-access until its last s-access.
    pub(super) fn sprite_busy_until(&self, cycle: u16) -> Option<u16> {
        if self.sprites_rest {
            return None;
        }
        let cycles = i32::from(self.timing.cycles);
        let mut probe = i32::from(cycle);
        let mut busy = false;
        for (n, _) in self.sprites.iter().enumerate().filter(|(_, s)| s.dma) {
            let begin = i32::from(self.timing.sprite_cycle) + 2 * n as i32;
            // Accesses may run on into the next line, or come from the one before.
            for begin in [begin, begin - cycles] {
                if (begin..begin + 5).contains(&probe) {
                    probe = begin + 4;
                    busy = true;
                }
            }
        }
        busy.then_some(probe as u16)
    }

    /// Puts the sprites on the row, notes collisions, and hands the row to the picture, if that does not show it already.
    pub(super) fn finish_row(&mut self) {
        self.note_collisions();
        let row = self.picture_row();
        let source = row.and_then(|_| self.source());
        if let (Some(row), Some(source)) = (row, &source)
            && self.drawing.shows(row, source)
        {
            // Past the right edge the border is on.
            self.main_border = true;
            self.cells_drawn = CELLS;
        } else {
            self.draw_cells_done();
            if self.sprites.iter().any(|s| s.visible) {
                self.draw_sprites();
            }
            if let Some(row) = row {
                self.drawing.set_row(row, &self.row, source);
            }
            // What the chip is must not tell whether the row was drawn.
            self.row.fill(0);
            self.foreground.fill(0);
        }
        self.open = (0, 0);
    }

    fn draw_sprites(&mut self) {
        let mut colours = [NONE; WIDTH];
        let mut behind = [false; WIDTH];
        // The lowest number is drawn last: it covers the others.
        for n in (0..8).rev().filter(|n| self.sprites[*n].visible) {
            let in_back = self.sprite_bit(SPRITE_PRIORITY, n);
            for (at, colour) in self.sprite_pixels(n) {
                colours[at] = colour;
                behind[at] = in_back;
            }
        }
        for at in self.open.0..self.open.1 {
            if colours[at] != NONE && !(behind[at] && self.foreground[at] != 0) {
                self.row[at] = colours[at];
            }
        }
    }

    /// Whether a collision may come in this line: some sprite shows, and the row is not done.
    pub(super) fn may_collide(&self) -> bool {
        !self.sprites_rest && self.compared < WIDTH && self.sprites.iter().any(|s| s.visible)
    }

    /// Pixels of the row shown by the end of the last cycle done; may be past the picture.
    pub(super) fn pixels_done(&self) -> usize {
        8 * usize::from((self.done + 1).saturating_sub(FIRST_CELL))
    }

    /// Notes the collisions of the pixels shown by the end of the last cycle done.
    pub(super) fn note_collisions(&mut self) {
        let to = self.pixels_done().min(WIDTH);
        if to <= self.compared || !self.may_collide() {
            self.compared = self.compared.max(to);
            return;
        }
        self.draw_cells_done();
        let pixels = self.compared..to;
        self.compared = to;
        let mut present = [0u8; WIDTH];
        // The sprites that met something, and the first pixel in which one did.
        let (mut met_sprites, mut met_data) = ((0, WIDTH), (0, WIDTH));
        for n in (0..8).filter(|n| self.sprites[*n].visible) {
            for (at, _) in self.sprite_pixels(n).filter(|(at, _)| pixels.contains(at)) {
                if present[at] != 0 && at >= self.deaf[0] {
                    met_sprites = (met_sprites.0 | present[at] | 1 << n, met_sprites.1.min(at));
                }
                present[at] |= 1 << n;
                if self.foreground[at] != 0 && at >= self.deaf[1] {
                    met_data = (met_data.0 | 1 << n, met_data.1.min(at));
                }
            }
        }
        for (register, (met, first), flag) in [
            (SPRITE_COLLISION, met_sprites, IRQ_SPRITES),
            (DATA_COLLISION, met_data, IRQ_DATA),
        ] {
            let collided = &mut self.regs[usize::from(register)];
            let before = *collided;
            *collided |= met;
            if before == 0 && met != 0 {
                let cycle = FIRST_CELL + (first / 8) as u16;
                self.raise(flag, self.line_start + u64::from(cycle) - 1);
            }
        }
    }

    /// Pixel of the row at which sprite `n` begins; may be left of it, and is right of it for a coordinate that the line
    /// does not have.
    fn sprite_position(&self, n: usize) -> i32 {
        let x = i32::from(self.regs[2 * n]) | i32::from(self.sprite_bit(SPRITE_X_MSB, n)) << 8;
        let line = 8 * i32::from(self.timing.cycles);
        // X 24 is pixel 32. The coordinates before the picture's left edge are the last of the line.
        if (WIDTH as i32 + 1..line).contains(&x) {
            x - (line - 8)
        } else {
            x + 8
        }
    }

    /// The pixels of the row that sprite `n` shows in this line, with their colours.
    fn sprite_pixels(&self, n: usize) -> impl Iterator<Item = (usize, u8)> + use<> {
        let start = self.sprite_position(n);
        let data = self.sprites[n].data;
        let own = self.regs[usize::from(SPRITE_COLOUR) + n];
        let shared = usize::from(SPRITE_SHARED);
        let pairs = [
            None,
            Some(self.regs[shared]),
            Some(own),
            Some(self.regs[shared + 1]),
        ];
        let multicolour = self.sprite_bit(SPRITE_MULTICOLOUR, n);
        let stretch = u32::from(self.sprite_bit(SPRITE_EXPAND_X, n));
        (0..24u32 << stretch).filter_map(move |i| {
            let bit = i >> stretch;
            let colour = if multicolour {
                pairs[(data >> (22 - (bit & !1)) & 3) as usize]
            } else {
                (data >> (23 - bit) & 1 != 0).then_some(own)
            };
            let at = usize::try_from(start + i as i32).ok()?;
            colour.filter(|_| at < WIDTH).map(|c| (at, c))
        })
    }
}
