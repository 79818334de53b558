//! Transfers of the DMA that has fixed slots.

use super::plan::{Op, Run};
use super::{ADDRESSES, Agnus, ChipRam, POINTER_DELAY, RegisterBus, word_at};
use crate::chips::rga::{
    AUD0DAT, BPL1MOD, BPL1PT, BPL2MOD, DSKDAT, SPR0CTL, SPR0DATA, SPR0DATB, SPR0POS, SPR0PT,
};

impl Agnus {
    /// Transfers of fixed DMA in the slots that are done.
    pub(super) fn transfer(&mut self, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        self.transfer_before(self.done, ram, bus);
    }

    /// Transfers of fixed DMA that come before a write, in the next slot, of this register acts.
    pub(super) fn transfer_for(
        &mut self,
        register: u16,
        ram: &mut ChipRam,
        bus: &mut impl RegisterBus,
    ) {
        let late = matches!(register, BPL1PT..0x0F8 | BPL1MOD | BPL2MOD | SPR0PT..0x140);
        let delay = if late { POINTER_DELAY } else { 0 };
        self.transfer_before(self.done + delay, ram, bus);
    }

    /// Transfers of fixed DMA in slots before `to`.
    fn transfer_before(&mut self, to: u16, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        if to <= self.moved {
            return;
        }
        let mut from = std::mem::replace(&mut self.moved, to.min(self.length));
        while let Some((slot, op)) = self.plan.next_event(from, to) {
            if let Some(run) = self.plan.run(slot, to)
                && self.fetch_run(run, ram, bus)
            {
                from = run.end();
                continue;
            }
            let at = self.line_start + u64::from(slot);
            match op {
                Op::Plane(plane) => self.fetch_plane(at, plane, 0, ram, bus),
                Op::LastPlane(plane) => {
                    let modulo = self.modulos[usize::from(plane & 1)];
                    self.fetch_plane(at, plane, modulo, ram, bus);
                }
                Op::SpriteFirst(n) => self.fetch_sprite(at, n, SPR0POS, SPR0DATA, ram, bus),
                Op::SpriteSecond(n) => self.fetch_sprite(at, n, SPR0CTL, SPR0DATB, ram, bus),
                Op::Audio(n) => {
                    let pointer = &mut self.audio[usize::from(n)];
                    let word = word_at(ram, *pointer);
                    *pointer = (*pointer + 2) & ADDRESSES;
                    bus.write(at, AUD0DAT + 0x10 * u16::from(n), word);
                }
                Op::Disk => (0..self.disk_burst).for_each(|_| self.transfer_disk(at, ram, bus)),
                Op::Hsync => self.hsync(at, bus),
                Op::Nothing => {}
            }
            from = slot + 1;
        }
    }

    /// Fetches whole units at once. Answers whether it could: not where a plane runs over the end of memory.
    fn fetch_run(&mut self, run: Run, ram: &ChipRam, bus: &mut impl RegisterBus) -> bool {
        let length = run.bytes();
        let mut slices: [&[u8]; 6] = [&[]; 6];
        let pointers = &mut self.planes[..run.planes()];
        for (slice, pointer) in slices.iter_mut().zip(&*pointers) {
            let Some(words) = ram.get(*pointer as usize..*pointer as usize + length) else {
                return false;
            };
            *slice = words;
        }
        for (plane, pointer) in pointers.iter_mut().enumerate() {
            let modulo = match run.ends_line() {
                true => i32::from(self.modulos[plane & 1] as i16),
                false => 0,
            };
            *pointer = pointer.wrapping_add_signed(length as i32 + modulo) & ADDRESSES;
        }
        let (first, step) = run.times();
        let at = self.line_start + u64::from(first);
        bus.bitplane_run(at, u64::from(step), &slices[..run.planes()]);
        true
    }

    #[inline]
    fn fetch_plane(
        &mut self,
        at: u64,
        plane: u8,
        modulo: u16,
        ram: &ChipRam,
        bus: &mut impl RegisterBus,
    ) {
        let plane = usize::from(plane);
        let pointer = &mut self.planes[plane];
        let word = word_at(ram, *pointer);
        *pointer = pointer.wrapping_add_signed(2 + i32::from(modulo as i16)) & ADDRESSES;
        bus.bitplane(at, plane, word);
    }

    /// A sprite's word: a control word in the line after its last, else data.
    fn fetch_sprite(
        &mut self,
        at: u64,
        n: u8,
        control: u16,
        data: u16,
        ram: &ChipRam,
        bus: &mut impl RegisterBus,
    ) {
        let sprite = &mut self.sprites[usize::from(n)];
        let word = word_at(ram, sprite.pointer);
        let ends = sprite.last == self.line;
        let register = 8 * u16::from(n) + if ends { control } else { data };
        sprite.pointer = (sprite.pointer + 2) & ADDRESSES;
        if !ends {
            return bus.write(at, register, word);
        }
        sprite.active = false;
        if control == SPR0POS {
            // Its last line must stay until the second word is here.
            sprite.first = sprite.first & 0x100 | word >> 8;
            return bus.write(at, register, word);
        }
        self.set_sprite_control(usize::from(n), word);
        bus.write(at, register, word);
    }

    fn transfer_disk(&mut self, at: u64, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        let address = (self.disk & ADDRESSES) as usize;
        if self.disk_writes {
            bus.write(at, DSKDAT, word_at(ram, self.disk));
        } else {
            let word = bus.disk_word(at);
            ram[address..address + 2].copy_from_slice(&word.to_be_bytes());
        }
        self.disk = (self.disk + 2) & ADDRESSES;
    }

    fn hsync(&mut self, at: u64, bus: &mut impl RegisterBus) {
        bus.hsync(at, self.ended);
        if self.line == 0 {
            bus.vsync(at, self.ended.long_frame);
            self.frames += 1;
        }
    }
}
