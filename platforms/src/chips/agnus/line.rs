//! What happens between two lines, and between two frames.

use super::{
    Agnus, ChipRam, DMA_ALL, DMA_AUDIO, DMA_BITPLANES, DMA_DISK, DMA_SPRITES, LACE, Line,
    RegisterBus,
};
use crate::chips::rga::INT_VERTB;

impl Agnus {
    /// The end of a line.
    pub(super) fn next_line(&mut self, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        self.transfer(ram, bus);
        self.line_start += u64::from(self.length);
        self.done = 0;
        self.moved = 0;
        self.length = self.length_after(self.length);
        self.ended = Line {
            number: self.line,
            next: self.line_start,
            long_frame: self.long_frame,
            interlaced: self.bplcon0 & LACE != 0,
        };
        self.line += 1;
        if self.line >= self.lines() {
            self.next_frame(bus);
        }
        self.look_at_window();
        self.look_at_sprites();
        if self.dmacon & DMA_ALL != 0 && self.dmacon & (DMA_DISK | DMA_AUDIO) != 0 {
            self.take_requests(bus);
        } else {
            self.requests = 0;
        }
        let needs = self.needs();
        self.plan.begin(needs);
        self.note_fetched();
    }

    fn next_frame(&mut self, bus: &mut impl RegisterBus) {
        self.line = 0;
        self.window = false;
        if self.bplcon0 & LACE != 0 {
            self.long_frame = !self.long_frame;
        }
        self.copper.restart(self.line_start);
        bus.interrupt(self.line_start, INT_VERTB);
    }

    /// The display window opens and closes between lines.
    pub(super) fn look_at_window(&mut self) {
        let last = self.diwstop >> 8;
        let last = last | (!last & 0x80) << 1;
        if self.line == last {
            self.window = false;
        } else if self.line == self.diwstrt >> 8 {
            self.window = true;
        }
    }

    /// Sprites begin and end between lines. In the first line that is not blank all read their control words.
    fn look_at_sprites(&mut self) {
        if self.line < self.timing.first_line {
            return;
        }
        let begins = self.line == self.timing.first_line && self.dma(DMA_SPRITES);
        let ends = self.line + 1 == self.lines();
        for sprite in &mut self.sprites {
            if begins {
                sprite.last = self.line;
            }
            sprite.active |= self.line == sprite.first;
            sprite.active &= self.line != sprite.last && !ends;
        }
    }

    fn take_requests(&mut self, bus: &mut impl RegisterBus) {
        let wanted = bus.dma_requests(self.line_start);
        let audio = wanted.audio & (self.dmacon & DMA_AUDIO) as u8;
        for channel in 0..4 {
            if wanted.audio_restart >> channel & 1 != 0 {
                self.audio[channel] = self.audio_locations[channel];
            }
        }
        let disk = if self.dma(DMA_DISK) {
            (1 << wanted.disk.min(3)) - 1
        } else {
            0
        };
        self.disk_burst = wanted.disk_burst;
        self.disk_writes = wanted.disk_writes;
        self.requests = disk | audio << 3;
    }

    /// Notes the memory that this line will fetch.
    pub(super) fn note_fetched(&mut self) {
        let count = if self.window && self.dma(DMA_BITPLANES) {
            usize::from(self.bplcon0 >> 12 & 7).min(6)
        } else {
            0
        };
        let planes = &self.planes[..count];
        // A line fetches at most 50 words of a plane.
        self.fetched = match (planes.iter().min(), planes.iter().max()) {
            (Some(low), Some(high)) => (*low, *high + 100),
            _ => (0, 0),
        };
    }
}
