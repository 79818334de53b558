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
//! for the long frame bit; that a write of a pointer is lost in the slot after a fetch with it; a sprite whose control is
//! written between its two words; addresses of refresh. The processor's writes to a sprite's, audio's or disk's data are
//! seen by a fetch in the same line even if that came before; what a blit writes into memory that the same line shows is
//! seen in steps rather than word by word.

mod blitter;
mod bus;
mod copper;
mod grant;
mod line;
mod plan;
mod registers;
mod slots;
mod transfer;

pub use bus::{DmaRequests, Line, RegisterBus};

use crate::chips::rga::INT_BLIT;
use blitter::Blitter;
use copper::Copper;
use plan::Plan;

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
    disk_burst: u16,
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
            disk_burst: 1,
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
        let mut next = self.next_mark();
        if self.dma(DMA_COPPER) {
            next = next.min(self.copper.next().saturating_add(1));
        }
        if self.blits() {
            next = next.min(self.now() + u64::from(self.blitter.slots_left()));
        }
        if self.dmacon & (DMA_DISK | DMA_AUDIO) != 0 && self.dmacon & DMA_ALL != 0 {
            next = next.min(self.line_start + u64::from(self.length));
        }
        next
    }

    /// The slot, or one before it, in which the next frame begins, with an interrupt, or in which the picture of the one
    /// before is whole: after horizontal synchronisation in line 0.
    fn next_mark(&self) -> u64 {
        if self.line == 0 && self.done <= plan::HSYNC {
            return self.line_start + u64::from(plan::HSYNC) + 1;
        }
        let lines = u64::from(self.lines() - self.line - 1);
        self.line_start + u64::from(self.length) + lines * 227
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
}
