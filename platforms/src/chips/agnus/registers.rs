//! The registers of Agnus.

use super::{Agnus, ChipRam, DMA_COPPER, RegisterBus, set_half};
use crate::chips::rga::{
    AUD0LC, BLTCON0, BPL1MOD, BPL1PT, BPL2MOD, BPLCON0, COP1LC, COPCON, COPJMP1, COPJMP2, DDFSTOP,
    DDFSTRT, DIWSTOP, DIWSTRT, DMACON, DMACONR, DSKPT, DSKSYNC, SPR0POS, SPR0PT, VHPOSR, VPOSR,
    VPOSW, set_or_clear,
};

/// Slots after which BPLCON0, DDFSTRT and DDFSTOP act on fetching.
const FETCH_DELAY: u16 = 4;
/// Slots after which DMACON does.
const DMA_DELAY: u16 = 3;
/// The beam counters read so many slots ahead.
const AHEAD: u16 = 5;

impl Agnus {
    /// The processor writes a register of any chip in slot `at`, to which it was granted: Agnus takes what is its own,
    /// and the bus hands the word to the others.
    pub fn write(
        &mut self,
        at: u64,
        register: u16,
        value: u16,
        ram: &mut ChipRam,
        bus: &mut impl RegisterBus,
    ) {
        self.advance(at, ram, bus);
        self.transfer_for(register, ram, bus);
        match register {
            COPJMP1 => self.copper.strobe(0, at),
            COPJMP2 => self.copper.strobe(1, at),
            _ => self.set(at, register, value, bus),
        }
        // The slot is the processor's.
        self.done = self.done.max((at - self.line_start) as u16 + 1);
        self.note_quiet();
    }

    /// Reads a register in slot `at`, to which the chip must be caught up; `None` if it is not one of Agnus's.
    pub fn read(&self, at: u64, register: u16) -> Option<u16> {
        match register {
            DMACONR => {
                let busy = u16::from(self.blitter.is_busy()) << 14;
                Some(self.dmacon | busy | u16::from(self.blitter.is_zero()) << 13)
            }
            VPOSR => {
                let (line, _) = self.beam(at);
                let long_line = u16::from(self.length == 228) << 7;
                let id = self.timing.identification;
                Some(u16::from(self.long_frame) << 15 | id | long_line | line >> 8)
            }
            VHPOSR => {
                let (line, slot) = self.beam(at);
                Some(line << 8 | slot)
            }
            _ => None,
        }
    }

    /// DMACON as it stands.
    pub fn dmacon(&self) -> u16 {
        self.dmacon
    }

    /// Line and slot that slot number `at` falls on, if the chip is caught up to within that line.
    pub fn position(&self, at: u64) -> (u16, u16) {
        (self.line, (at - self.line_start) as u16)
    }

    /// The beam counters as they read in slot `at`.
    fn beam(&self, at: u64) -> (u16, u16) {
        let slot = (at - self.line_start) as u16 + AHEAD;
        if slot < self.length {
            return (self.line, slot);
        }
        let slot = slot - self.length;
        // The line counts a little later than the slots.
        let line = match (slot, self.line + 1 == self.lines()) {
            (0..2, _) => self.line,
            (_, true) => 0,
            (_, false) => self.line + 1,
        };
        (line, slot)
    }

    /// Sets a register, in slot `at` of this line; the other chips get the word too.
    pub(super) fn set(&mut self, at: u64, register: u16, value: u16, bus: &mut impl RegisterBus) {
        let slot = (at - self.line_start) as u16;
        let nth = |first: u16, size: u16| usize::from((register - first) / size);
        match register {
            DSKPT..0x024 => set_half(&mut self.disk, register, value),
            VPOSW => self.long_frame = value & 0x8000 != 0,
            COPCON => self.copper.danger = value & 2 != 0,
            BLTCON0..DSKSYNC => self.blitter.write(register, value),
            COP1LC..COPJMP1 => {
                set_half(&mut self.copper.locations[nth(COP1LC, 4)], register, value);
            }
            DIWSTRT | DIWSTOP => self.set_window(slot, register, value),
            DDFSTRT => {
                self.ddfstrt = value & 0xFC;
                self.replan(slot, FETCH_DELAY);
            }
            DDFSTOP => {
                self.ddfstop = value & 0xFC;
                self.replan(slot, FETCH_DELAY);
            }
            DMACON => self.set_dmacon(at, value),
            AUD0LC..0x0E0 if register & 0x0C == 0 => {
                set_half(
                    &mut self.audio_locations[nth(AUD0LC, 0x10)],
                    register,
                    value,
                );
            }
            BPL1PT..0x0F8 => {
                set_half(&mut self.planes[nth(BPL1PT, 4)], register, value);
                self.note_fetched();
            }
            BPLCON0 => {
                self.bplcon0 = value;
                self.replan(slot, FETCH_DELAY);
                self.note_fetched();
            }
            BPL1MOD => self.modulos[0] = value & !1,
            BPL2MOD => self.modulos[1] = value & !1,
            SPR0PT..0x140 => set_half(&mut self.sprites[nth(SPR0PT, 4)].pointer, register, value),
            SPR0POS..0x180 => {
                let n = nth(SPR0POS, 8);
                match register & 6 {
                    0 => self.set_sprite_position(n, value),
                    2 => self.set_sprite_control(n, value),
                    _ => {}
                }
                self.replan(slot, 1);
            }
            _ => {}
        }
        bus.write(at, register, value);
    }

    fn set_window(&mut self, slot: u16, register: u16, value: u16) {
        if register == DIWSTRT {
            self.diwstrt = value;
        } else {
            self.diwstop = value;
        }
        self.look_at_window();
        self.replan(slot, FETCH_DELAY);
        self.note_fetched();
    }

    fn set_dmacon(&mut self, at: u64, value: u16) {
        let copper = self.dma(DMA_COPPER);
        self.dmacon = set_or_clear(self.dmacon, value) & 0x07FF;
        if !copper && self.dma(DMA_COPPER) {
            self.resume_copper(at + 1);
        }
        self.replan((at - self.line_start) as u16, DMA_DELAY);
        self.note_fetched();
    }

    fn set_sprite_position(&mut self, n: usize, value: u16) {
        let sprite = &mut self.sprites[n];
        sprite.first = sprite.first & 0x100 | value >> 8;
        self.look_at_sprite(n);
    }

    /// The control word of a sprite: the high bit of its first line, and its last line.
    pub(super) fn set_sprite_control(&mut self, n: usize, value: u16) {
        let sprite = &mut self.sprites[n];
        sprite.first = sprite.first & 0xFF | (value & 4) << 6;
        sprite.last = value >> 8 | (value & 2) << 7;
        self.look_at_sprite(n);
    }

    /// A sprite compares its lines as soon as they are written.
    fn look_at_sprite(&mut self, n: usize) {
        if self.line < self.timing.first_line {
            return;
        }
        let line = self.line;
        let sprite = &mut self.sprites[n];
        sprite.active |= sprite.first == line;
        sprite.active &= sprite.last != line;
    }
}
