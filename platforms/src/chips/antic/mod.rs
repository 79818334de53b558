//! ANTIC (Atari C012296 for NTSC, C014887 for PAL): display list, playfield and object DMA, refresh, NMIs.
//!
//! ANTIC owns the bus: in its cycles the processor's clock stands still (HALT), and after a write to WSYNC the processor
//! waits (RDY). A line has 114 cycles, each of two colour clocks. What happens in the first ten is done one by one
//! ([`Antic::cycle`]); of the others ANTIC knows from cycle 1 on which it takes, as a mask with a bit a cycle. The bytes of the
//! playfield are read when somebody wants to know or is about to change them, at the latest when the line is over, and leave for
//! GTIA as codes, one a colour clock, as on the lines AN2 to AN0.
//!
//! | cycle | what |
//! | --- | --- |
//! | 0 | missiles |
//! | 1 | display list instruction, where a mode line begins |
//! | 2 to 5 | players |
//! | 6, 7 | address of a jump or a load of the memory scan counter |
//! | 8, 9 | NMI |
//! | 10 to 105 | playfield; refresh, nine times from 25 on, every fourth cycle or the next that is free |
//! | 105 | a processor that waits for WSYNC goes on |
//! | 111 | VCOUNT counts |
//!
//! Sources: Atari Home Computer System Hardware Manual, chapter II and III; A. Lee, Altirra Hardware Reference Manual, chapter 4
//! (cycles of a line, latches, what a write in the middle of a line does).
//!
//! **Not emulated**: where playfield DMA that ran on over the end of a line ("abnormal DMA", `plan.rs`) meets the next line's out of
//! step, so that both run, it takes its cycles, and no bytes for the picture; a byte that is due after cycle 105 reads what the
//! processor last had on the bus, also where that rests or waits; DMA from hardware registers reads $FF; when DMACTL takes the playfield away in the middle of a line, the line
//! buffer is filled from memory and not from what is on the bus; that the vertical blank is later behind a high
//! resolution line on the last line, and not black.

mod fetch;
mod list;
mod plan;
mod text;

use list::List;
pub use plan::LAST_DMA;
use plan::Plan;
pub use text::TextRow;

/// $D400 DMACTL: bit 5 display list, 4 objects in single lines, 3 players, 2 missiles, 1-0 width of the playfield. Write only.
pub const DMACTL: u8 = 0x0;
/// $D401 CHACTL: bit 2 characters upside down, 1 invert, 0 blank those with bit 7. Write only.
pub const CHACTL: u8 = 0x1;
/// $D402 DLISTL, low byte of the display list's address. Write only.
pub const DLISTL: u8 = 0x2;
/// $D403 DLISTH, high byte. Write only.
pub const DLISTH: u8 = 0x3;
/// $D404 HSCROL, colour clocks to the right, 0 to 15. Write only.
pub const HSCROL: u8 = 0x4;
/// $D405 VSCROL, lines upwards, 0 to 15. Write only.
pub const VSCROL: u8 = 0x5;
/// $D407 PMBASE, page of the objects' memory. Write only.
pub const PMBASE: u8 = 0x7;
/// $D409 CHBASE, page of the character set. Write only.
pub const CHBASE: u8 = 0x9;
/// $D40A WSYNC: a write stops the processor until cycle 105.
pub const WSYNC: u8 = 0xA;
/// $D40B VCOUNT, half the number of the line. Read only.
pub const VCOUNT: u8 = 0xB;
/// $D40C PENH, colour clock of the light pen. Read only.
pub const PENH: u8 = 0xC;
/// $D40D PENV, half the line of the light pen. Read only.
pub const PENV: u8 = 0xD;
/// $D40E NMIEN: bit 7 display list interrupts, 6 vertical blank. Write only.
pub const NMIEN: u8 = 0xE;
/// $D40F NMIST, which NMI it was: bit 7 display list, 6 vertical blank, 5 RESET key. A write (NMIRES) clears it.
pub const NMIST: u8 = 0xF;

/// DMACTL: width of the playfield.
const WIDTH: u8 = 0x03;
const MISSILES: u8 = 0x04;
const PLAYERS: u8 = 0x08;
const SINGLE_LINE: u8 = 0x10;
const DISPLAY_LIST: u8 = 0x20;

/// CHACTL.
const BLANK: u8 = 0x01;
const INVERT: u8 = 0x02;
const REFLECT: u8 = 0x04;

/// NMIEN and NMIST.
const DLI: u8 = 0x80;
const VBI: u8 = 0x40;
const RESET_KEY: u8 = 0x20;
const NMIST_UNUSED: u8 = 0x1F;

/// Cycles of a line.
pub const LINE_CYCLES: u8 = 114;
/// Colour clocks of a line.
pub const LINE_CLOCKS: usize = 228;
/// The first line that shows anything, and the first after them.
pub const FIRST_LINE: u16 = 8;
/// See [`FIRST_LINE`].
pub const BLANK_LINE: u16 = 248;

/// Cycle from which on [`Antic::cycle`] has nothing more to do in a line.
pub const SPECIAL_CYCLES: u8 = 10;
/// Cycles after a write to WSYNC until the processor waits, and the cycle in which it goes on.
const WSYNC_DELAY: u64 = 2;
const WSYNC_END: u8 = 105;
/// VCOUNT is one further from this cycle on; that the frame is over it knows a cycle later.
const VCOUNT_CYCLE: u8 = 111;
/// The end of a mode line looks at VSCROL as it was before this cycle.
const VSCROL_CYCLE: u8 = 109;
/// Cycles after a write to CHBASE until fetches use it.
const CHBASE_DELAY: u8 = 2;

/// Room for the codes of a line: scrolled ones end behind it.
const CODES: usize = 256;
/// Cycles of a line behind the last playfield DMA, and what a bus reads that nobody drives.
const LATE_CYCLES: usize = (LINE_CYCLES - LAST_DMA) as usize;
const FLOATING: u8 = 0xFF;
/// Bytes of the line buffer.
const CELLS: usize = 48;

/// Lines of a frame.
pub const NTSC_LINES: u16 = 262;
/// See [`NTSC_LINES`].
pub const PAL_LINES: u16 = 312;

/// What ANTIC reads: memory as it sees it.
pub trait Memory {
    /// A byte, without side effects.
    fn read(&self, address: u16) -> u8;

    /// All bytes of a page, where they lie together.
    fn page(&self, _page: u8) -> Option<&[u8; 256]> {
        None
    }
}

/// A byte that GTIA picks up from the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// All four missiles.
    Missiles(u8),
    /// The player of this number.
    Player(usize, u8),
}

/// What happened in one of the first cycles of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    /// ANTIC has the bus.
    pub halt: bool,
    /// Data of players and missiles.
    pub object: Option<Object>,
    /// The byte that ANTIC read.
    pub byte: Option<u8>,
    /// The player that GTIA takes for what was on the bus in the cycle before: the missiles' DMA, or what it takes for it, is followed by
    /// the players', whether ANTIC brings their data or not.
    pub stray: Option<usize>,
    /// An NMI, which begins in this cycle.
    pub nmi: bool,
}

/// The chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Antic {
    /// Lines of a frame.
    lines: u16,
    /// The line that is being made, and the cycle in which it began.
    line: u16,
    line_start: u64,
    frames: u64,
    dmactl: u8,
    chactl: u8,
    hscrol: u8,
    vscrol: u8,
    pmbase: u8,
    chbase: u8,
    nmien: u8,
    nmist: u8,
    penh: u8,
    penv: u8,
    /// The NMIs whose time this line is, and those that NMIEN allowed in time.
    nmi_due: u8,
    nmi_early: u8,
    /// NMIEN came a cycle late.
    nmi_late: bool,
    /// The RESET key was pressed.
    reset_key: bool,
    /// There is no DMA of objects but of the display list, and the cycle in which GTIA takes a byte for player 0's.
    bare_list: bool,
    stray_from: Option<u8>,
    /// The processor waits at its reads in these cycles.
    ready_stop: u64,
    ready_again: u64,
    list: List,
    /// Memory scan counter: the next byte of the playfield, in its 4 KB.
    scan: u16,
    plan: Plan,
    /// The clock of playfield DMA was not stopped at the end of the last line: its next cycle in this one.
    running: Option<u8>,
    /// What was on the bus in the last cycles of the line, from [`plan::LAST_DMA`] on, where a byte was due.
    bus: [u8; LATE_CYCLES],
    /// Bytes of the line buffer that were read in this line: names or bits, and rows of characters.
    fetched: u8,
    fetched_rows: u8,
    /// Bytes that were made into codes.
    shown: u8,
    /// The line buffer, and the rows of its characters.
    data: [u8; CELLS],
    rows: [u8; CELLS],
    codes: Box<[u8; CODES]>,
    /// Rows of text of the last frame, and of this one.
    text: Vec<TextRow>,
    text_now: Vec<TextRow>,
}

impl Antic {
    /// Power-on, at the beginning of line 0, which comes in cycle `now`. A frame has so many lines.
    pub fn new(lines: u16, now: u64) -> Antic {
        Antic {
            lines,
            line: 0,
            line_start: now,
            frames: 0,
            dmactl: 0,
            chactl: 0,
            hscrol: 0,
            vscrol: 0,
            pmbase: 0,
            chbase: 0,
            nmien: 0,
            nmist: VBI | RESET_KEY | NMIST_UNUSED,
            penh: 0,
            penv: 0xFF,
            nmi_due: 0,
            nmi_early: 0,
            nmi_late: false,
            reset_key: false,
            bare_list: false,
            stray_from: None,
            ready_stop: u64::MAX,
            ready_again: 0,
            list: List::default(),
            scan: 0,
            plan: Plan::default(),
            running: None,
            bus: [FLOATING; LATE_CYCLES],
            fetched: 0,
            fetched_rows: 0,
            shown: 0,
            data: [0; CELLS],
            rows: [0; CELLS],
            codes: Box::new([0; CODES]),
            text: Vec::new(),
            text_now: Vec::new(),
        }
    }

    /// The reset line: no DMA, no interrupts, and the beam at the beginning. The pointers and latches stay.
    pub fn reset(&mut self, now: u64) {
        self.dmactl = 0;
        self.nmien = 0;
        self.nmi_due = 0;
        self.nmi_early = 0;
        self.line = 0;
        self.line_start = now;
        self.ready_stop = u64::MAX;
        self.list.stop();
        self.plan = Plan::default();
        self.running = None;
        self.begin_codes();
    }

    /// The line that is being made.
    pub fn line(&self) -> u16 {
        self.line
    }

    /// Frames that ended: each does where its vertical blank begins.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Lines of a frame.
    pub fn lines(&self) -> u16 {
        self.lines
    }

    /// The cycle of the line that the cycle `now` is; [`LINE_CYCLES`] where the next line must be begun.
    #[inline]
    pub fn cycle_of(&self, now: u64) -> u8 {
        (now - self.line_start).min(u64::from(LINE_CYCLES)) as u8
    }

    /// Whether this line shows colours.
    pub fn visible(&self) -> bool {
        (FIRST_LINE..BLANK_LINE).contains(&self.line)
    }

    /// Whether GTIA's objects are there in this line: also in the vertical blank, where it follows a line of high resolution that was
    /// the last one, and the playfield is on.
    pub fn has_objects(&self) -> bool {
        self.visible() || self.list.ended_hires && self.dmactl & WIDTH != 0
    }

    /// Whether GTIA is told to make two pixels of a colour clock.
    pub fn hires(&self) -> bool {
        self.list.mode().hires()
    }

    /// The codes of this line, one a colour clock: 0 background, 4 and more playfield 0 to 3 or a pair of pixels. As far as
    /// [`Antic::show_to`] came.
    pub fn codes(&self) -> &[u8; CODES] {
        &self.codes
    }

    /// On to the next line.
    pub fn next_line(&mut self) {
        self.note_text();
        self.line_start += u64::from(LINE_CYCLES);
        self.line += 1;
        if self.line == self.lines {
            self.line = 0;
        }
        self.running = self.plan.runs_into_next_line();
        self.plan = Plan::default();
        self.begin_codes();
        let dma = self.dmactl & (DISPLAY_LIST | PLAYERS | MISSILES);
        self.bare_list = dma == DISPLAY_LIST && self.visible();
        self.stray_from = None;
        if self.line == BLANK_LINE {
            self.frames += 1;
            self.list.stop();
            self.end_text();
        }
    }

    fn begin_codes(&mut self) {
        self.codes.fill(0);
        self.bus = [FLOATING; LATE_CYCLES];
        self.fetched = 0;
        self.fetched_rows = 0;
        self.shown = 0;
    }

    /// One of the first ten cycles of a line; later ones do nothing here.
    pub fn cycle(&mut self, x: u8, memory: &impl Memory) -> Cycle {
        let mut cycle = Cycle::default();
        match x {
            0 => {
                cycle.object = self.missiles(memory);
                cycle.halt = cycle.object.is_some();
                if cycle.halt && self.dmactl & PLAYERS == 0 {
                    self.stray_from = Some(3);
                }
                self.list.latch(self.dmactl & DISPLAY_LIST != 0);
            }
            1 => {
                cycle.byte = self.begin_row(memory);
                cycle.halt = cycle.byte.is_some();
                // GTIA sees a HALT where the missiles' would be.
                if let Some(byte) = cycle.byte.filter(|_| self.bare_list) {
                    cycle.object = Some(Object::Missiles(byte));
                    self.stray_from = Some(4);
                }
            }
            2..=5 => {
                cycle.object = self.player(usize::from(x) - 2, memory);
                cycle.halt = cycle.object.is_some();
            }
            6 | 7 => {
                if self.list.wants_address && self.dmactl & DISPLAY_LIST != 0 {
                    cycle.halt = true;
                    cycle.byte = Some(self.fetch_address(x == 7, memory));
                }
                if x == 6 {
                    self.list.vscrol_for_dli = self.vscrol;
                } else {
                    self.note_nmi();
                }
            }
            8 => {
                cycle.nmi = self.nmi_due & self.nmi_early != 0;
                self.nmi_late = self.nmi_due & !self.nmi_early & self.nmien != 0;
            }
            9 => cycle.nmi = std::mem::take(&mut self.nmi_late),
            _ => {}
        }
        if let Some(Object::Missiles(byte) | Object::Player(_, byte)) = cycle.object {
            cycle.byte = Some(byte);
        }
        // Only of DMA that ran on from the line before.
        cycle.halt |= x != 0 && self.halts(x);
        let player = self.stray_from.and_then(|first| x.checked_sub(first));
        cycle.stray = player.map(usize::from).filter(|player| *player < 4);
        cycle
    }

    /// Whether ANTIC has the bus in a cycle of the line, from [`SPECIAL_CYCLES`] on.
    #[inline]
    pub fn halts(&self, x: u8) -> bool {
        self.plan.halts >> x & 1 != 0
    }

    /// The next cycle, this one or later, in which something is to be done: [`Antic::cycle`], [`Antic::note_bus`], HALT, or a new line.
    #[inline]
    pub fn next_busy(&self, now: u64) -> u64 {
        let x = self.cycle_of(now);
        if !(SPECIAL_CYCLES..LINE_CYCLES).contains(&x) {
            return now;
        }
        let free = (self.plan.watched >> x).trailing_zeros();
        let busy = now + u64::from(free.min(u32::from(LINE_CYCLES - x)));
        busy.min(self.ready_stop.max(now))
    }

    /// Of a cycle in the middle of a line: HALTs from it on, and cycles behind them, and behind the one that the processor then gets, in
    /// which nothing is to be done. Nothing where that is not all that there is to it.
    #[inline]
    pub fn halts_in_a_row(&self, x: u8) -> Option<(u8, u8)> {
        if !(SPECIAL_CYCLES..LAST_DMA).contains(&x) || self.ready_stop != u64::MAX {
            return None;
        }
        let halted = (!(self.plan.halts >> x)).trailing_zeros() as u8;
        let next = x + halted + 1;
        if next > LAST_DMA {
            return None;
        }
        let free = (self.plan.watched >> next).trailing_zeros();
        Some((halted, free.min(u32::from(LINE_CYCLES - next)) as u8))
    }

    /// A cycle of the line begins, and this was on the bus in the one before: ANTIC takes it where a byte is due that it may not read.
    #[inline]
    pub fn note_bus(&mut self, x: u8, byte: u8) {
        if let Some(late) = x.checked_sub(LAST_DMA + 1)
            && !self.halts(x - 1)
        {
            self.bus[usize::from(late)] = byte;
        }
    }

    /// The cycle in which a read that is due in cycle `now` can be made, as far as WSYNC is concerned.
    #[inline]
    pub fn ready(&mut self, now: u64) -> u64 {
        if now < self.ready_stop {
            now
        } else if now < self.ready_again {
            self.ready_again
        } else {
            self.ready_stop = u64::MAX;
            now
        }
    }

    /// Cycles from one of this line to another that the processor has.
    pub fn free_cycles(&self, from: u8, to: u8) -> u64 {
        let range = plan::below(to) & !plan::below(from);
        u64::from((!self.plan.halts & range).count_ones())
    }

    /// A byte of the objects' memory: `section` counts in quarters of a page table of eight, missiles are the fourth.
    fn object_byte(&self, section: u16, memory: &impl Memory) -> Option<u8> {
        if !self.visible() {
            return None;
        }
        let page = u16::from(self.pmbase) << 8;
        let address = if self.dmactl & SINGLE_LINE != 0 {
            (page & 0xF800) + section * 0x100 + self.line
        } else {
            (page & 0xFC00) + section * 0x80 + self.line / 2
        };
        Some(memory.read(address))
    }

    /// Players need the missiles' DMA: it tells GTIA where theirs begins.
    fn missiles(&self, memory: &impl Memory) -> Option<Object> {
        if self.dmactl & (MISSILES | PLAYERS) == 0 {
            return None;
        }
        self.object_byte(3, memory).map(Object::Missiles)
    }

    fn player(&self, number: usize, memory: &impl Memory) -> Option<Object> {
        if self.dmactl & PLAYERS == 0 {
            return None;
        }
        let byte = self.object_byte(4 + number as u16, memory)?;
        Some(Object::Player(number, byte))
    }

    /// Cycle 7: which NMI this line is for, if any.
    fn note_nmi(&mut self) {
        self.nmi_early = self.nmien | RESET_KEY;
        self.nmi_due = 0;
        if self.line == BLANK_LINE {
            self.nmi_due = VBI;
            self.nmist = self.nmist & !DLI | VBI;
            if std::mem::take(&mut self.reset_key) {
                self.nmi_due |= RESET_KEY;
                self.nmist |= RESET_KEY;
            }
        } else if self.list.interrupts() {
            self.nmi_due = DLI;
            self.nmist = self.nmist & !VBI | DLI;
        }
    }

    /// The RESET key of a 400 or 800: an NMI with the next vertical blank.
    pub fn press_reset(&mut self) {
        self.reset_key = true;
    }

    /// The light pen sees the beam.
    pub fn light_pen(&mut self, now: u64) {
        self.penh = self.cycle_of(now).wrapping_mul(2);
        self.penv = (self.line / 2) as u8;
    }

    /// Reads a register, $D400 and on.
    pub fn read(&self, now: u64, register: u8) -> u8 {
        match register & 0x0F {
            VCOUNT => self.vcount(now),
            PENH => self.penh,
            PENV => self.penv,
            NMIST => self.nmist,
            _ => 0xFF,
        }
    }

    fn vcount(&self, now: u64) -> u8 {
        let x = self.cycle_of(now);
        let line = match self.line + u16::from(x >= VCOUNT_CYCLE) {
            line if line == self.lines && x > VCOUNT_CYCLE => 0,
            line => line,
        };
        (line / 2) as u8
    }

    /// Writes a register, $D400 and on.
    pub fn write(&mut self, now: u64, register: u8, value: u8, memory: &impl Memory) {
        let x = self.cycle_of(now);
        match register & 0x0F {
            DMACTL => {
                self.show_to(x, memory);
                self.dmactl = value & 0x3F;
                self.plan_again(x);
            }
            CHACTL => {
                self.show_to(x, memory);
                self.chactl = value & (BLANK | INVERT | REFLECT);
            }
            DLISTL => self.list.address = self.list.address & 0xFF00 | u16::from(value),
            DLISTH => self.list.address = self.list.address & 0x00FF | u16::from(value) << 8,
            HSCROL => {
                self.show_to(x, memory);
                self.hscrol = value & 0x0F;
                self.plan_again(x);
            }
            VSCROL => {
                self.vscrol = value & 0x0F;
                if (1..VSCROL_CYCLE).contains(&x) {
                    self.list.vscrol_at_end = self.vscrol;
                }
            }
            PMBASE => self.pmbase = value & 0xFC,
            CHBASE => {
                self.show_to(x.saturating_add(CHBASE_DELAY), memory);
                self.chbase = value & 0xFE;
            }
            WSYNC => self.stop_processor(now),
            NMIEN => self.nmien = value & (DLI | VBI),
            NMIST => {
                self.nmist = NMIST_UNUSED;
                if x == 7 {
                    self.nmist |= self.nmi_due;
                }
            }
            _ => {}
        }
    }

    /// A write to WSYNC. One that comes before the last has stopped the processor counts only where it misses the end.
    fn stop_processor(&mut self, now: u64) {
        let x = self.cycle_of(now);
        if self.ready_stop != u64::MAX && x != WSYNC_END - 1 {
            return;
        }
        let end = self.line_start + u64::from(WSYNC_END);
        self.ready_stop = now + WSYNC_DELAY;
        self.ready_again = if self.ready_stop <= end {
            end
        } else {
            end + u64::from(LINE_CYCLES)
        };
    }
}
