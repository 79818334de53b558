//! The processor's share of the bus.

use super::{Agnus, ChipRam, DMA_BLITTER, DMA_COPPER, DMA_NASTY, FEW, RegisterBus};

impl Agnus {
    /// Notes how long only the plan decides who has the bus.
    pub(super) fn note_quiet(&mut self) {
        self.quiet_until = if self.blits() {
            0
        } else {
            let line = self.line_start + u64::from(self.length);
            let copper = if self.dma(DMA_COPPER) {
                self.copper.next()
            } else {
                line
            };
            line.min(copper)
        };
    }

    /// The slot, at or after `at`, in which the processor gets the bus for one word of chip RAM or a register. The chip
    /// is caught up to it where that is needed to tell.
    #[inline]
    pub fn grant(&mut self, at: u64, ram: &mut ChipRam, bus: &mut impl RegisterBus) -> u64 {
        if at < self.quiet_until {
            let slot = (at - self.line_start) as u16;
            let end = (self.quiet_until - self.line_start) as u16;
            let free = self.plan.taken().next_free(slot);
            if free < end {
                return self.line_start + u64::from(free);
            }
        }
        self.arbitrate(at, ram, bus)
    }

    /// Does all slots before `at`; a few of them one by one, which is quicker.
    fn advance_to(&mut self, at: u64, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        let end = (at - self.line_start).min(u64::from(self.length)) as u16;
        if end < self.done + FEW {
            while self.done < end {
                let slot = self.done;
                let now = self.now();
                let copper = self.dma(DMA_COPPER) && self.copper.next() <= now;
                let taken = self.plan.is_taken(slot) || copper && self.run_copper(slot, ram, bus);
                self.done += 1;
                if !taken && self.blits() {
                    self.blit(1, ram, bus);
                }
            }
        }
        self.advance(at, ram, bus);
        if self.done == self.length {
            self.next_line(ram, bus);
        }
    }

    #[cold]
    fn arbitrate(&mut self, at: u64, ram: &mut ChipRam, bus: &mut impl RegisterBus) -> u64 {
        let granted = self.wait_for_slot(at, ram, bus);
        self.note_quiet();
        granted
    }

    /// The same, slot by slot.
    fn wait_for_slot(&mut self, at: u64, ram: &mut ChipRam, bus: &mut impl RegisterBus) -> u64 {
        let nasty = self.dmacon & DMA_NASTY != 0;
        let mut at = at.max(self.now());
        let mut waited = 0;
        loop {
            self.advance_to(at, ram, bus);
            // As long as the processor waits within the line, slots are looked at one by one.
            while self.done < self.length {
                let slot = self.done;
                let copper = self.dma(DMA_COPPER) && self.copper.next() <= at;
                if self.plan.is_taken(slot) || copper && self.run_copper(slot, ram, bus) {
                    self.done += 1;
                } else if self.dma(DMA_BLITTER) && self.blitter.wants_bus() {
                    self.done += 1;
                    if !nasty && waited >= 3 {
                        // The blitter lets the processor in: the slot is not its own.
                        return at;
                    }
                    self.blit(1, ram, bus);
                } else {
                    return at;
                }
                at += 1;
                waited += 1;
            }
            self.next_line(ram, bus);
        }
    }
}
