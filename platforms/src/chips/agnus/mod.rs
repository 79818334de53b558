//! MOS 8371 (PAL) and 8370 (NTSC) Agnus of the Amiga 500: beam, DMA, copper, blitter, addresses of chip RAM.
//!
//! Time is counted in slots (colour clocks, two processor cycles): in each, one word of chip RAM or one register can be
//! reached. A line has 227 of them (NTSC 227 and 228 in turn). The chip is caught up with the clock when a register is
//! touched, when memory it is about to fetch is written, when the processor asks for a slot that it might not get, and
//! when [`Agnus::next_event`] is due. What it reads and writes outside chip RAM goes over the [`RegisterBus`].
//!
//! Who has a slot: refresh, disk, audio, sprites and bitplanes have fixed ones; then copper, blitter, processor. The
//! processor has waited three slots at most when the blitter lets it in, unless the blitter has priority ("nasty").
//!
//! Sources: Amiga Hardware Reference Manual (registers; chapters 2, 3, 4 and 6; figure 6-9); its errata; the results of
//! vAmiga's test suite on real machines (delays, order of slots within a fetch unit).
//!
//! **Not emulated**: ECS registers; light pen, external synchronisation and genlock; writes to VHPOSW, and to VPOSW but
//! for the long frame bit; pointers changed in the very slot that uses them; a sprite whose control is written between
//! its two words; addresses of refresh. The processor's writes to a sprite's, audio's or disk's data are seen by a fetch
//! in the same line even if that came before. A wait of the copper for the blitter takes no slot of its own.

mod blitter;
mod copper;
mod plan;
mod registers;
mod slots;

use crate::chips::rga::{
    AUD0DAT, BPL1MOD, BPL1PT, BPL2MOD, INT_BLIT, INT_VERTB, SPR0CTL, SPR0DATA, SPR0DATB, SPR0POS,
    SPR0PT,
};
use blitter::Blitter;
use copper::Copper;
use plan::{Op, Plan, Run};

/// Slots of the longest line.
pub const MOST_SLOTS: u16 = 228;

/// Address lines of the chip: 512 KB in words.
const ADDRESSES: u32 = 0x7_FFFE;

/// Chip RAM.
pub type ChipRam = [u8; 0x8_0000];

/// Slots after which a pointer or modulo acts.
const POINTER_DELAY: u16 = 2;

/// So many slots are looked at one by one rather than together.
const FEW: u16 = 8;

/// DMACON bits.
const DMA_NASTY: u16 = 0x0400;
const DMA_ALL: u16 = 0x0200;
const DMA_BITPLANES: u16 = 0x0100;
const DMA_COPPER: u16 = 0x0080;
const DMA_BLITTER: u16 = 0x0040;
const DMA_SPRITES: u16 = 0x0020;
const DMA_DISK: u16 = 0x0010;
const DMA_AUDIO: u16 = 0x000F;

/// BPLCON0: interlace.
const LACE: u16 = 0x0004;

/// What differs between the revisions.
#[derive(Debug, PartialEq)]
pub struct Timing {
    /// Lines of a short frame; a long one has one more.
    pub lines: u16,
    /// Every other line has a slot more.
    pub long_lines: bool,
    /// The first line that is not blank, and the one in which sprites read their first control words.
    pub first_line: u16,
    /// Bits 14-8 of VPOSR.
    pub identification: u16,
    /// Slots a second.
    pub slots_hz: u32,
}

/// 8371.
pub static PAL: Timing = Timing {
    lines: 312,
    long_lines: false,
    first_line: 25,
    identification: 0x0000,
    slots_hz: 3_546_895,
};

/// 8370.
pub static NTSC: Timing = Timing {
    lines: 262,
    long_lines: true,
    first_line: 20,
    identification: 0x1000,
    slots_hz: 3_579_545,
};

/// Words that Paula asks for in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DmaRequests {
    /// Words of disk data, at most 3.
    pub disk: u8,
    /// The disk is written: the words go to Paula.
    pub disk_writes: bool,
    /// Audio channels that want a word, one bit each.
    pub audio: u8,
    /// Audio channels that begin at their location again, one bit each.
    pub audio_restart: u8,
}

/// What Agnus drives besides chip RAM: the other chips' registers and a few wires. Times are slots since power-on.
pub trait RegisterBus {
    /// A register of another chip is written by the copper, by DMA, or by the processor through [`Agnus::write`].
    /// Chips ignore registers that they do not have.
    fn write(&mut self, at: u64, register: u16, value: u16);

    /// A word is fetched for BPL1DAT to BPL6DAT (`plane` 0 to 5).
    fn bitplane(&mut self, at: u64, plane: usize, word: u16);

    /// Words are fetched for several planes, from plane 1 on, and nothing else happens in between: those of a plane are
    /// one slice, high byte first. The first of plane 1 comes in slot `at`, the others `step` slots apart.
    fn bitplane_run(&mut self, at: u64, step: u64, planes: &[&[u8]]) {
        let Some(first) = planes.first() else {
            return;
        };
        for n in 0..first.len() / 2 {
            for (plane, words) in planes.iter().enumerate().rev() {
                let word = u16::from_be_bytes([words[2 * n], words[2 * n + 1]]);
                self.bitplane(at + step * n as u64, plane, word);
            }
        }
    }

    /// Paula's interrupt request bits are set from outside (vertical blank, blitter).
    fn interrupt(&mut self, at: u64, bits: u16);

    /// A line begins while DMA of disk or audio is on: what Paula wants in it.
    fn dma_requests(&mut self, at: u64) -> DmaRequests;

    /// A word from the disk is stored in memory.
    fn disk_word(&mut self, at: u64) -> u16;

    /// The beam goes back to the left after this line (a CIA counts them).
    fn hsync(&mut self, at: u64, line: Line);

    /// The beam goes back to the top after [`RegisterBus::hsync`] of the last line (a CIA counts them); whether the
    /// frame was a long one.
    fn vsync(&mut self, at: u64, long_frame: bool);
}

/// A line that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Counted from 0, the first of the vertical blank.
    pub number: u16,
    /// Slot in which the next one began.
    pub next: u64,
    /// The frame has a line more than a short one.
    pub long_frame: bool,
    /// Short and long frames alternate.
    pub interlaced: bool,
}

/// DMA of a sprite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sprite {
    pointer: u32,
    first: u16,
    /// The line after its last, in which its next control words are read.
    last: u16,
    active: bool,
}

impl Sprite {
    /// Whether it fetches words in a line.
    fn fetches(&self, line: u16) -> bool {
        self.active || self.last == line
    }
}

/// The chip.
#[derive(Clone, PartialEq)]
pub struct Agnus {
    timing: &'static Timing,
    /// Slot 0 of `line`, since power-on.
    line_start: u64,
    line: u16,
    /// Slots of the line, and those that are done.
    length: u16,
    done: u16,
    /// Slots whose transfers of fixed DMA are done: as many, fewer, or a few more.
    moved: u16,
    long_frame: bool,
    frames: u64,
    /// The line before, which Denise is still drawing.
    ended: Line,
    dmacon: u16,
    bplcon0: u16,
    ddfstrt: u16,
    ddfstop: u16,
    diwstrt: u16,
    diwstop: u16,
    /// The line is in the display window.
    window: bool,
    planes: [u32; 6],
    /// Modulos of odd and even planes.
    modulos: [u16; 2],
    sprites: [Sprite; 8],
    /// Audio locations and pointers.
    audio_locations: [u32; 4],
    audio: [u32; 4],
    disk: u32,
    disk_writes: bool,
    /// Words for disk and audio in this line, as in the plan.
    requests: u8,
    plan: Plan,
    copper: Copper,
    blitter: Blitter,
    /// Memory that this line still fetches for bitplanes lies from here to there.
    fetched: (u32, u32),
    /// Up to this slot only the plan decides who has the bus.
    quiet_until: u64,
}

/// The word of chip RAM at an even address.
#[inline]
fn word_at(ram: &ChipRam, address: u32) -> u16 {
    let at = (address & ADDRESSES) as usize;
    u16::from_be_bytes([ram[at], ram[at + 1]])
}

/// Writes the high or low half of a pointer, as the register's place tells.
fn set_half(pointer: &mut u32, register: u16, value: u16) {
    let value = u32::from(value);
    *pointer = ADDRESSES
        & if register & 2 == 0 {
            *pointer & 0xFFFF | value << 16
        } else {
            *pointer & !0xFFFF | value
        };
}

impl Agnus {
    /// Power-on: the first slot of a long frame.
    pub fn new(timing: &'static Timing) -> Agnus {
        let mut agnus = Agnus {
            timing,
            line_start: 0,
            line: 0,
            length: 227,
            done: 0,
            moved: 0,
            long_frame: true,
            frames: 0,
            ended: Line {
                number: timing.lines,
                next: 0,
                long_frame: true,
                interlaced: false,
            },
            dmacon: 0,
            bplcon0: 0,
            ddfstrt: 0,
            ddfstop: 0,
            diwstrt: 0,
            diwstop: 0,
            window: false,
            planes: [0; 6],
            modulos: [0; 2],
            sprites: [Sprite::default(); 8],
            audio_locations: [0; 4],
            audio: [0; 4],
            disk: 0,
            disk_writes: false,
            requests: 0,
            plan: Plan::new(),
            copper: Copper::new(),
            blitter: Blitter::new(),
            fetched: (0, 0),
            quiet_until: 0,
        };
        let needs = agnus.needs();
        agnus.plan.begin(needs);
        agnus
    }

    /// The reset line: DMA off, copper and blitter stop. The beam goes on.
    pub fn reset(&mut self) {
        self.dmacon = 0;
        self.bplcon0 = 0;
        self.copper = Copper::new();
        self.blitter = Blitter::new();
        self.requests = 0;
        self.replan(self.done, 0);
        self.note_quiet();
    }

    /// The revision's constants.
    pub fn timing(&self) -> &'static Timing {
        self.timing
    }

    /// Frames finished since power-on, counted where the picture is.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The slot that comes next.
    fn now(&self) -> u64 {
        self.line_start + u64::from(self.done)
    }

    fn dma(&self, channel: u16) -> bool {
        let bits = DMA_ALL | channel;
        self.dmacon & bits == bits
    }

    /// Lines of this frame.
    fn lines(&self) -> u16 {
        self.timing.lines + u16::from(self.long_frame)
    }

    /// Slots of the line after one of so many.
    fn length_after(&self, length: u16) -> u16 {
        if self.timing.long_lines && length == 227 {
            228
        } else {
            227
        }
    }

    /// Whether a write to this byte of chip RAM may concern what bitplane DMA fetches in this line: catch up before it.
    #[inline]
    pub fn may_fetch(&self, address: u32) -> bool {
        (self.fetched.0..self.fetched.1).contains(&address)
    }

    /// The slot by which the chip must be caught up, because an interrupt may come or a frame end.
    pub fn next_event(&self) -> u64 {
        let mut next = self.frame_end();
        if self.dma(DMA_COPPER) {
            next = next.min(self.copper.next());
        }
        if self.blits() {
            next = next.min(self.now() + u64::from(self.blitter.slots_left()));
        }
        if self.dmacon & (DMA_DISK | DMA_AUDIO) != 0 && self.dmacon & DMA_ALL != 0 {
            next = next.min(self.line_start + u64::from(self.length));
        }
        // Slots before `next` are done when it is caught up to `next`.
        next + 1
    }

    /// The slot, or one before it, in which the next frame ends: horizontal synchronisation in its line 0.
    fn frame_end(&self) -> u64 {
        if self.line == 0 && self.done <= plan::HSYNC {
            return self.line_start + u64::from(plan::HSYNC);
        }
        let lines = u64::from(self.lines() - self.line);
        self.line_start + lines * 227 + u64::from(plan::HSYNC)
    }

    /// Does all slots before `now`.
    pub fn catch_up(&mut self, now: u64, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        self.advance(now, ram, bus);
        self.transfer(ram, bus);
    }

    /// Does all slots before `now`, but for the transfers of fixed DMA in this line, which may come later.
    fn advance(&mut self, now: u64, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        if now <= self.now() {
            return;
        }
        while self.now() < now {
            let left = (now - self.line_start).min(u64::from(self.length));
            self.run_slots(left as u16, ram, bus);
            if self.done == self.length {
                self.next_line(ram, bus);
            }
        }
        self.note_quiet();
    }

    /// Does slots of this line before `to`.
    fn run_slots(&mut self, to: u16, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        while self.done < to {
            let end = self.line_start + u64::from(to);
            if !self.dma(DMA_COPPER) || self.copper.next() >= end {
                self.run_to(to, ram, bus);
                continue;
            }
            let slot = self.copper.next().saturating_sub(self.line_start) as u16;
            self.run_to(slot, ram, bus);
            // A blit may have ended on the way, which wakes the copper.
            if self.done >= slot && self.run_copper(self.done, ram, bus) {
                self.done += 1;
            }
        }
    }

    /// Does the blitter's share of slots before `to`, or up to the end of a blit.
    fn run_to(&mut self, to: u16, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        if to <= self.done {
            return;
        }
        if !self.blits() {
            self.done = to;
            return;
        }
        let taken = self.plan.taken();
        let left = self.blitter.slots_left();
        let end = taken
            .nth_free(self.done, to, left)
            .map_or(to, |slot| slot + 1);
        let free = end - self.done - taken.count(self.done, end);
        self.done = end;
        self.blit(u32::from(free), ram, bus);
    }

    /// A blit is under way.
    fn blits(&self) -> bool {
        self.blitter.is_running() && self.dma(DMA_BLITTER)
    }

    /// Lets the blitter have slots before the next.
    fn blit(&mut self, slots: u32, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        if self.may_fetch(self.blitter.destination()) {
            self.transfer(ram, bus);
        }
        if self.blitter.advance(slots, ram) {
            self.end_blit(bus);
        }
    }

    /// The blit has ended in the slot before the next.
    fn end_blit(&mut self, bus: &mut impl RegisterBus) {
        bus.interrupt(self.now(), INT_BLIT);
        self.wake_copper(self.now());
    }

    /// Transfers of fixed DMA in the slots that are done.
    fn transfer(&mut self, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
        self.transfer_before(self.done, ram, bus);
    }

    /// Transfers of fixed DMA that come before a write, in the next slot, of this register acts.
    fn transfer_for(&mut self, register: u16, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
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
                Op::Disk => self.transfer_disk(at, ram, bus),
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
            bus.write(at, crate::chips::rga::DSKDAT, word_at(ram, self.disk));
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

    /// The end of a line.
    fn next_line(&mut self, ram: &mut ChipRam, bus: &mut impl RegisterBus) {
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
    fn look_at_window(&mut self) {
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
        self.disk_writes = wanted.disk_writes;
        self.requests = disk | audio << 3;
    }

    /// Notes the memory that this line will fetch.
    fn note_fetched(&mut self) {
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

    /// Notes how long only the plan decides who has the bus.
    fn note_quiet(&mut self) {
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
            if !self.plan.is_taken(slot) {
                return at;
            }
            let end = (self.quiet_until - self.line_start) as u16;
            if let Some(free) = self.plan.taken().nth_free(slot, end, 1) {
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
                let copper = self.dma(DMA_COPPER) && self.copper.next() == now;
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
        let nasty = self.dmacon & DMA_NASTY != 0;
        let mut at = at.max(self.now());
        let mut waited = 0;
        loop {
            self.advance_to(at, ram, bus);
            // As long as the processor waits within the line, slots are looked at one by one.
            while self.done < self.length {
                let slot = self.done;
                let copper = self.dma(DMA_COPPER) && self.copper.next() == at;
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
