//! MOS 6569 (PAL) and 6567R8 (NTSC) VIC-II, video interface controller.
//!
//! The chip is caught up with the clock when a register, or memory it may be showing, is touched, and when
//! [`VicII::next_event`] is due. It works through each line in runs of cycles with constant registers: what a register
//! write changes, it changes from the next cycle on, that is from the next cell of eight pixels.
//!
//! Sources: MOS 6567/6569 data sheet (registers, modes, colours); C. Bauer, "The MOS 6567/6569 video controller (VIC-II)
//! and its application in the Commodore 64" (cycles, bad lines, sequencer, sprites, border unit). Cycles of a line are
//! counted from 1 as there. Pictures compared with VICE x64sc, see the README.
//!
//! **Not emulated**: the shift register of the sequencer, so that a mode changed within a line can show other pixels in
//! the one cell it changes in; where within a line a sprite begins: its registers act on the whole line of the picture,
//! and for collisions from the next cell on, and it is not shown again with its next data; the $FF the chip reads in the
//! first three cycles of a bad line that begins late, and where the idle byte comes from in the cycle that begins it;
//! collisions right of the picture; light pen; refresh; the data bus where nothing drives it; the grey dots of later
//! revisions.

mod draw;
mod line;
mod picture;
mod sprites;

use crate::cpu::{NEVER, Since};
use draw::Look;
use picture::{Cells, Picture};
use sprites::Sprite;

/// $D010 bit 8 of the sprites' X positions; $D000-$D00F are X and Y of each.
pub const SPRITE_X_MSB: u8 = 0x10;
/// $D011 control register 1: bit 7 raster bit 8, 6 ECM, 5 BMM, 4 DEN, 3 RSEL, 2-0 YSCROLL.
pub const CR1: u8 = 0x11;
/// $D012 raster line (read), line of the raster interrupt (write).
pub const RASTER: u8 = 0x12;
/// $D015 sprite enable.
pub const SPRITE_ENABLE: u8 = 0x15;
/// $D016 control register 2: bit 4 MCM, 3 CSEL, 2-0 XSCROLL.
pub const CR2: u8 = 0x16;
/// $D017 sprite Y expansion.
pub const SPRITE_EXPAND_Y: u8 = 0x17;
/// $D018 memory pointers: bits 7-4 video matrix, 3-1 character set (3: bitmap).
pub const POINTERS: u8 = 0x18;
/// $D019 interrupt flags, cleared by writing ones.
pub const IRQ_FLAGS: u8 = 0x19;
/// $D01A interrupt mask.
pub const IRQ_MASK: u8 = 0x1A;
/// $D01B sprite priority, 1 = behind the foreground.
pub const SPRITE_PRIORITY: u8 = 0x1B;
/// $D01C sprite multicolour.
pub const SPRITE_MULTICOLOUR: u8 = 0x1C;
/// $D01D sprite X expansion.
pub const SPRITE_EXPAND_X: u8 = 0x1D;
/// $D01E sprite-sprite collision; reading clears.
pub const SPRITE_COLLISION: u8 = 0x1E;
/// $D01F sprite-foreground collision; reading clears.
pub const DATA_COLLISION: u8 = 0x1F;
/// $D020 border colour.
pub const BORDER: u8 = 0x20;
/// $D021-$D024 background colours 0 to 3.
pub const BACKGROUND: u8 = 0x21;
/// $D025, $D026 shared sprite colours.
pub const SPRITE_SHARED: u8 = 0x25;
/// $D027-$D02E sprite colours.
pub const SPRITE_COLOUR: u8 = 0x27;

const ECM: u8 = 0x40;
const BMM: u8 = 0x20;
const DEN: u8 = 0x10;
const RSEL: u8 = 0x08;
const MCM: u8 = 0x10;
const CSEL: u8 = 0x08;

const IRQ_RASTER: u8 = 0x01;
const IRQ_DATA: u8 = 0x02;
const IRQ_SPRITES: u8 = 0x04;
const IRQ_ANY: u8 = 0x80;

/// Lines in which bad lines can happen.
const FIRST_BAD: u16 = 0x30;
const LAST_BAD: u16 = 0xF7;

/// A read of a collision register clears it a while later: what meets in the pixels until then is lost (VICE's
/// `spritevssprite`).
const DEAF_PIXELS: usize = 12;

/// Pixels a row of the picture: 320 and a border of 32 on each side.
pub const WIDTH: usize = 384;
/// The columns of the picture that are no border, with 40 columns of characters.
pub const INSIDE_COLUMNS: std::ops::Range<usize> = 32..352;
/// The same by raster lines, with 25 rows of characters.
const INSIDE_LINES: std::ops::Range<u16> = 51..251;

/// The 16 colours as 0xRRGGBB. Source: P. Timmermann's Colodore, default settings.
pub const PALETTE: [u32; 16] = [
    0x000000, 0xFFFFFF, 0x813338, 0x75CEC8, 0x8E3C97, 0x56AC4D, 0x2E2C9B, 0xEDF171, 0x8E5029,
    0x553800, 0xC46C71, 0x4A4A4A, 0x7B7B7B, 0xA9FF9F, 0x706DEB, 0xB2B2B2,
];

/// What differs between the revisions.
#[derive(Debug, PartialEq)]
pub struct Timing {
    /// Cycles a raster line.
    pub cycles: u16,
    /// Cycle from which BA is low for sprite 0, three before its pointer is read; the others follow two apart.
    pub sprite_cycle: u16,
    /// Raster lines a frame.
    pub lines: u16,
    /// First line of the picture.
    pub first_line: u16,
    /// Lines of the picture; past the last raster line it goes on with line 0.
    pub height: u16,
    /// phi2, Hz.
    pub clock_hz: u32,
    /// Width of a pixel divided by its height.
    pub pixel_aspect: f32,
}

impl Timing {
    /// The line in which the vertical blank begins, as far as the picture goes.
    pub fn blank_line(&self) -> u16 {
        (self.first_line + self.height) % self.lines
    }

    /// The rows of the picture that are no border, with 25 rows of characters.
    pub fn inside_rows(&self) -> std::ops::Range<usize> {
        let row = |line: u16| usize::from(line - self.first_line);
        row(INSIDE_LINES.start)..row(INSIDE_LINES.end)
    }
}

/// MOS 6569.
pub static PAL: Timing = Timing {
    cycles: 63,
    sprite_cycle: 55,
    lines: 312,
    first_line: 16,
    height: 272,
    clock_hz: 985_248,
    pixel_aspect: 0.9365,
};

/// MOS 6567R8.
pub static NTSC: Timing = Timing {
    cycles: 65,
    sprite_cycle: 56,
    lines: 263,
    first_line: 28,
    height: 247,
    clock_hz: 1_022_727,
    pixel_aspect: 0.75,
};

/// A row of characters as the chip fetched it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRow {
    /// Screen codes.
    pub codes: [u8; 40],
    /// $D011, $D016 and $D018 at the end of the bad line.
    pub cr1: u8,
    /// $D016.
    pub cr2: u8,
    /// $D018.
    pub pointers: u8,
}

impl TextRow {
    /// Whether the row is shown as single-colour characters.
    pub fn is_text(&self) -> bool {
        self.cr1 & (BMM | DEN) == DEN && self.cr2 & MCM == 0
    }
}

/// The memory the chip sees.
#[derive(Clone, Copy)]
pub struct Memory<'a> {
    /// The whole RAM.
    pub ram: &'a [u8; 0x1_0000],
    /// Character ROM, seen at $1000-$1FFF of banks 0 and 2.
    pub chargen: &'a [u8; 0x1000],
    /// Colour RAM, low nybbles.
    pub colour: &'a [u8; 0x400],
    /// Which 16 KB of the RAM.
    pub bank: u8,
}

impl<'a> Memory<'a> {
    /// A byte at a 14-bit address.
    #[inline]
    fn get(&self, address: u16) -> u8 {
        if address & 0x3000 == 0x1000 && self.bank & 1 == 0 {
            self.chargen[usize::from(address & 0x0FFF)]
        } else {
            self.ram[usize::from(self.bank) << 14 | usize::from(address & 0x3FFF)]
        }
    }

    /// The 2 KB character set at a 14-bit address, a multiple of its size.
    pub fn character_set(&self, address: u16) -> &'a [u8; 0x800] {
        let (memory, offset): (&'a [u8], usize) =
            if address & 0x3000 == 0x1000 && self.bank & 1 == 0 {
                (self.chargen, usize::from(address & 0x0800))
            } else {
                (
                    self.ram,
                    usize::from(self.bank) << 14 | usize::from(address & 0x3800),
                )
            };
        memory[offset..][..0x800]
            .try_into()
            .expect("the slice has the array's length")
    }
}

/// The chip.
#[derive(Clone, PartialEq)]
pub struct VicII {
    timing: &'static Timing,
    /// Registers $00-$2E as last written (collisions and flags as read).
    regs: [u8; 0x2F],
    /// Cycle number of cycle 1 of `line`.
    line_start: u64,
    line: u16,
    /// Cycles of the line that are done.
    done: u16,
    /// Line of the raster interrupt.
    compare: u16,
    irq_since: Since,
    /// DEN was seen in line $30.
    bad_lines: bool,
    /// Display state (as opposed to idle state).
    display: bool,
    /// Video counter, its base, and the row counter.
    vc: u16,
    vc_base: u16,
    rc: u8,
    /// The 40 characters and colours of the row.
    matrix: [u8; 40],
    colours: [u8; 40],
    /// What was fetched for the line.
    cells: Cells,
    /// Cells of the line that are drawn. Those that are not wait for the end of the line, or for what changes them.
    cells_drawn: usize,
    /// What the last cell was drawn with.
    drawn: Look,
    /// XSCROLL in force.
    scroll: usize,
    main_border: bool,
    vertical_border: bool,
    sprites: [Sprite; 8],
    /// No sprite is fetched or shown.
    sprites_rest: bool,
    /// Pixels of the row in which collisions have been looked for; they are when somebody may see them.
    compared: usize,
    /// Pixels of the row in which collisions between sprites, and with data, do not count, because the register was just
    /// read.
    deaf: [usize; 2],
    /// The row being drawn: colours, and $FF where a pixel is foreground. Wider than the picture, because XSCROLL
    /// pushes the last cell out of it.
    row: [u8; WIDTH + 16],
    foreground: [u8; WIDTH + 16],
    /// First and last + 1 pixel of the row that the border does not cover.
    open: (usize, usize),
    drawing: Picture,
    shown: Picture,
    frames: u64,
    /// The rows of characters of the frame being drawn and of the one shown.
    text_drawing: [Option<TextRow>; 25],
    text_shown: [Option<TextRow>; 25],
}

impl VicII {
    /// Power-on.
    pub fn new(timing: &'static Timing) -> VicII {
        VicII {
            timing,
            regs: [0; 0x2F],
            line_start: 0,
            line: 0,
            done: 0,
            compare: 0,
            irq_since: NEVER,
            bad_lines: false,
            display: false,
            vc: 0,
            vc_base: 0,
            rc: 0,
            matrix: [0; 40],
            colours: [0; 40],
            cells: Cells::BLANK,
            cells_drawn: 0,
            drawn: Look::BLACK,
            scroll: 0,
            main_border: true,
            vertical_border: true,
            sprites: [Sprite::default(); 8],
            sprites_rest: false,
            compared: 0,
            deaf: [0; 2],
            row: [0; WIDTH + 16],
            foreground: [0; WIDTH + 16],
            open: (0, 0),
            drawing: Picture::new(timing.height),
            shown: Picture::new(timing.height),
            frames: 0,
            text_drawing: [None; 25],
            text_shown: [None; 25],
        }
    }

    /// The revision's constants.
    pub fn timing(&self) -> &'static Timing {
        self.timing
    }

    /// Frames finished since power-on.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The last finished picture, [`WIDTH`] pixels a row.
    pub fn picture(&self) -> &[u16] {
        self.shown.pixels()
    }

    /// The rows of characters in the last finished picture, by their place in the video matrix.
    pub fn text_rows(&self) -> &[Option<TextRow>; 25] {
        &self.text_shown
    }

    /// Raster line and cycle (from 1) that a cycle number falls on, if the chip is caught up to within that line.
    pub fn position(&self, now: u64) -> (u16, u16) {
        let beyond = now - self.line_start;
        let cycles = u64::from(self.timing.cycles);
        let line = (u64::from(self.line) + beyond / cycles) % u64::from(self.timing.lines);
        (line as u16, (beyond % cycles) as u16 + 1)
    }

    /// Does everything up to and including cycle `now`.
    pub fn catch_up(&mut self, now: u64, memory: Memory) {
        while self.line_start + u64::from(self.done) <= now {
            if self.done == self.timing.cycles {
                self.next_line();
            }
            let left = now + 1 - self.line_start;
            let to = left.min(u64::from(self.timing.cycles)) as u16;
            self.run(to, memory);
        }
    }

    /// The cycle by which the chip must be caught up because its interrupt output may change or a frame ends.
    pub fn next_event(&self) -> u64 {
        let frame_end = self.start_of(self.timing.blank_line());
        let mask = self.regs[usize::from(IRQ_MASK)];
        let mut next = frame_end;
        if self.irq_since == NEVER {
            if mask & IRQ_RASTER != 0 && self.compare < self.timing.lines {
                // In line 0 the comparison comes a cycle late.
                let at = self.start_of(self.compare) + u64::from(self.compare == 0);
                next = next.min(at);
            }
            if mask & (IRQ_DATA | IRQ_SPRITES) != 0 {
                let cycles = if self.may_collide() {
                    self.done
                } else {
                    self.timing.cycles
                };
                next = next.min(self.line_start + u64::from(cycles));
            }
        }
        next
    }

    /// The next cycle not yet done in which `line` begins (or, in line 0, the cycle after).
    fn start_of(&self, line: u16) -> u64 {
        let ahead = u64::from((line + self.timing.lines - self.line) % self.timing.lines);
        let start = self.line_start + ahead * u64::from(self.timing.cycles);
        if ahead == 0 && self.done > u16::from(line == 0) {
            start + u64::from(self.timing.lines) * u64::from(self.timing.cycles)
        } else {
            start
        }
    }

    /// Since when the interrupt output is asserted. Valid once caught up.
    pub fn irq_since(&self) -> Since {
        self.irq_since
    }

    /// Sets interrupt flags that became true in cycle `at`.
    fn raise(&mut self, flags: u8, at: u64) {
        self.regs[usize::from(IRQ_FLAGS)] |= flags;
        self.update_irq(at);
    }

    fn update_irq(&mut self, at: u64) {
        let pending =
            self.regs[usize::from(IRQ_FLAGS)] & self.regs[usize::from(IRQ_MASK)] & 0x0F != 0;
        self.irq_since = match (pending, self.irq_since) {
            (false, _) => NEVER,
            (true, NEVER) => at,
            (true, since) => since,
        };
    }

    /// Reads a register ($00-$3F) in cycle `now`, to which the chip must be caught up.
    pub fn read(&mut self, register: u8) -> u8 {
        if matches!(register, IRQ_FLAGS | SPRITE_COLLISION | DATA_COLLISION) {
            self.note_collisions();
        }
        let value = self.peek(register);
        if matches!(register, SPRITE_COLLISION | DATA_COLLISION) {
            self.regs[usize::from(register)] = 0;
            self.deaf[usize::from(register - SPRITE_COLLISION)] = self.pixels_done() + DEAF_PIXELS;
        }
        value
    }

    /// What a read would give, without its effects.
    pub fn peek(&self, register: u8) -> u8 {
        let raw = self
            .regs
            .get(usize::from(register))
            .copied()
            .unwrap_or(0xFF);
        match register {
            CR1 => raw & 0x7F | (self.line >> 8 << 7) as u8,
            RASTER => self.line as u8,
            // No light pen.
            0x13 | 0x14 => 0,
            CR2 => raw | 0xC0,
            POINTERS => raw | 0x01,
            IRQ_FLAGS => raw & 0x0F | 0x70 | if self.irq_since == NEVER { 0 } else { IRQ_ANY },
            IRQ_MASK => raw | 0xF0,
            SPRITE_COLLISION | DATA_COLLISION => raw,
            BORDER.. => raw | 0xF0,
            _ => raw,
        }
    }

    /// Writes a register ($00-$3F) in cycle `now`, to which the chip must be caught up.
    pub fn write(&mut self, now: u64, register: u8, value: u8) {
        if matches!(
            register,
            0..=SPRITE_X_MSB | IRQ_FLAGS | IRQ_MASK | SPRITE_MULTICOLOUR | SPRITE_EXPAND_X
        ) {
            self.note_collisions();
        }
        if matches!(register, CR1 | CR2 | BORDER..SPRITE_SHARED) {
            self.draw_cells_done();
        }
        let Some(reg) = self.regs.get_mut(usize::from(register)) else {
            return;
        };
        match register {
            IRQ_FLAGS => {
                *reg &= !(value & 0x0F);
                self.update_irq(now);
            }
            IRQ_MASK => {
                *reg = value & 0x0F;
                self.update_irq(now);
            }
            SPRITE_COLLISION | DATA_COLLISION => {}
            CR1 => {
                *reg = value;
                self.set_compare(self.compare & 0x00FF | u16::from(value & 0x80) << 1, now);
                self.see_den();
            }
            RASTER => {
                *reg = value;
                self.set_compare(self.compare & 0x0100 | u16::from(value), now);
            }
            SPRITE_EXPAND_Y => {
                *reg = value;
                for (n, sprite) in self.sprites.iter_mut().enumerate() {
                    if value >> n & 1 == 0 {
                        sprite.advance = true;
                    }
                }
            }
            BORDER.. => *reg = value & 0x0F,
            _ => *reg = value,
        }
    }

    fn set_compare(&mut self, line: u16, now: u64) {
        let matched = self.compare == self.line;
        self.compare = line;
        if !matched && line == self.line {
            self.raise(IRQ_RASTER, now);
        }
    }

    fn see_den(&mut self) {
        if self.line == FIRST_BAD && self.regs[usize::from(CR1)] & DEN != 0 {
            self.bad_lines = true;
        }
    }

    /// Whether the current line is a bad line as the registers stand.
    fn is_bad(&self) -> bool {
        self.bad_lines
            && (FIRST_BAD..=LAST_BAD).contains(&self.line)
            && self.line as u8 & 7 == self.regs[usize::from(CR1)] & 7
    }

    /// The first cycle from `now` on in which the processor may read; the chip is caught up to it.
    pub fn release(&mut self, mut now: u64, memory: Memory) -> u64 {
        loop {
            self.catch_up(now, memory);
            let cycle = (now - self.line_start) as u16 + 1;
            match self.busy_until(cycle) {
                Some(last) => now = self.line_start + u64::from(last),
                None => return now,
            }
        }
    }

    /// The last cycle of the run of cycles around `cycle` in which BA is low, if it is.
    fn busy_until(&self, cycle: u16) -> Option<u16> {
        if (12..=54).contains(&cycle) && self.is_bad() {
            return Some(54);
        }
        self.sprite_busy_until(cycle)
    }

    /// The first cycle after `now`, to which the chip must be caught up, in which BA may be low; later ones may come
    /// and go when registers are written.
    pub fn next_busy(&self, now: u64) -> u64 {
        let cycle = (now - self.line_start) as u16 + 1;
        let mut next = self.next_bad_line(cycle);
        let dma = !self.sprites_rest && self.sprites.iter().any(|s| s.dma);
        if dma && (cycle >= 55 || cycle <= 11) {
            return now + 1;
        }
        if dma || self.regs[usize::from(SPRITE_ENABLE)] != 0 {
            // Sprites are looked for in cycle 55; those on already may ask from the start of the next line.
            next = next.min(if cycle < 55 {
                self.line_start + 54
            } else {
                self.line_start + u64::from(self.timing.cycles)
            });
        }
        next
    }

    fn next_bad_line(&self, cycle: u16) -> u64 {
        let yscroll = u16::from(self.regs[usize::from(CR1)] & 7);
        let from = self.line + u16::from(cycle >= 12);
        let line = from.max(FIRST_BAD);
        let line = line + (yscroll.wrapping_sub(line) & 7);
        let ahead = if line <= LAST_BAD && from <= LAST_BAD {
            line - self.line
        } else {
            FIRST_BAD + yscroll + self.timing.lines - self.line
        };
        self.line_start + u64::from(ahead) * u64::from(self.timing.cycles) + 11
    }

    /// Base of the video matrix, 14 bits.
    fn matrix_base(&self) -> u16 {
        u16::from(self.regs[usize::from(POINTERS)] & 0xF0) << 6
    }

    /// Whether a byte in the chip's 16 KB may be on the screen as the registers stand (sprite data aside, which is
    /// fetched in cycles of its own).
    pub fn shows(&self, address: u16) -> bool {
        let matrix = self.matrix_base();
        let bitmap = self.regs[usize::from(CR1)] & BMM != 0;
        let pointers = u16::from(self.regs[usize::from(POINTERS)]);
        let (data, size) = if bitmap {
            ((pointers & 8) << 10, 0x2000)
        } else {
            ((pointers & 0x0E) << 10, 0x800)
        };
        (matrix..matrix + 0x400).contains(&address)
            || (data..data + size).contains(&address)
            || matches!(address, 0x3FFF | 0x39FF)
    }
}
