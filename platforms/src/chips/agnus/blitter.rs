//! The blitter: block moves with logic, area fill, lines.
//!
//! It counts the slots it may have and does its words as they are due. A word takes two to four slots, of which those
//! without an access leave the bus to the processor but still need it free of other DMA. Word `n` of the result is
//! written when word `n + 1` of the sources has been read.
//!
//! Sources: Hardware Reference Manual, chapter 6 and its errata of October 1985 (slots a word); vAmiga's test suite
//! (which of them are idle).

use super::{ADDRESSES, ChipRam, word_at};
use crate::chips::rga::{BLTAFWM, BLTALWM, BLTCDAT, BLTCMOD, BLTCON0, BLTCON1, BLTCPT, BLTSIZE};

/// Channels, in the order in which their registers follow each other.
const C: usize = 0;
const B: usize = 1;
const A: usize = 2;
const D: usize = 3;

/// BLTCON0 bits that switch channels on.
const USE_A: u16 = 0x0800;
const USE_B: u16 = 0x0400;
const USE_C: u16 = 0x0200;
const USE_D: u16 = 0x0100;

/// BLTCON1 bits of block moves.
const DESCENDING: u16 = 0x0002;
const FILL_CARRY_IN: u16 = 0x0004;
const INCLUSIVE_FILL: u16 = 0x0008;
const EXCLUSIVE_FILL: u16 = 0x0010;
/// BLTCON1 bits of lines.
const LINE: u16 = 0x0001;
const SINGLE: u16 = 0x0002;
/// The major axis runs left or up.
const AUL: u16 = 0x0004;
/// The minor axis runs left or up.
const SUL: u16 = 0x0008;
/// The major axis is the horizontal one.
const SUD: u16 = 0x0010;
/// The accumulator is negative.
const SIGN: u16 = 0x0040;

/// Slots between that of the write of BLTSIZE and the first of the first word.
const START: u32 = 3;
/// Slots in which the last word of the result leaves.
const END: u32 = 2;

/// Where a blit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Idle,
    /// Slots until the first word.
    Start(u32),
    Words,
    /// Slots until the end.
    End(u32),
}

/// The blitter of Agnus.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Blitter {
    con0: u16,
    con1: u16,
    first_mask: u16,
    last_mask: u16,
    pointers: [u32; 4],
    modulos: [u16; 4],
    /// Data of A, before mask and shift, and of C.
    a: u16,
    c: u16,
    /// Data of B as written or read, and behind its shifter.
    b: u16,
    b_shifted: u16,
    /// The words that came before, which the shifters still hold.
    a_before: u16,
    b_before: u16,
    width: u16,
    height: u16,
    stage: Stage,
    /// Words of the row and rows that are left, this one included.
    column: u16,
    row: u16,
    /// Slots of the word that are done.
    phase: u32,
    /// A word of the result waits to be written; how many of its row were.
    pending: Option<u16>,
    written: u16,
    carry: bool,
    /// A line has not drawn on its present row yet.
    fresh_row: bool,
    /// Every word of the result was 0.
    zero: bool,
}

impl Blitter {
    /// Power-on.
    pub(super) fn new() -> Blitter {
        Blitter {
            con0: 0,
            con1: 0,
            first_mask: 0,
            last_mask: 0,
            pointers: [0; 4],
            modulos: [0; 4],
            a: 0,
            c: 0,
            b: 0,
            b_shifted: 0,
            a_before: 0,
            b_before: 0,
            width: 0,
            height: 0,
            stage: Stage::Idle,
            column: 0,
            row: 0,
            phase: 0,
            pending: None,
            written: 0,
            carry: false,
            fresh_row: false,
            zero: false,
        }
    }

    /// Whether a blit is under way; the last word of its result may still be leaving.
    #[inline]
    pub(super) fn is_running(&self) -> bool {
        self.stage != Stage::Idle
    }

    /// The busy bit of DMACONR, which falls before the last word has left.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.stage, Stage::Start(_) | Stage::Words)
    }

    /// The zero bit of DMACONR.
    pub(super) fn is_zero(&self) -> bool {
        self.zero
    }

    /// Where the next word of the result goes.
    pub(super) fn destination(&self) -> u32 {
        self.pointers[D]
    }

    #[inline]
    fn uses(&self, channel: u16) -> bool {
        self.con0 & channel != 0
    }

    /// Slots a word, or a dot of a line.
    fn slots_a_word(&self) -> u32 {
        let bit = |channel: u16| u32::from(self.uses(channel));
        if self.con1 & LINE != 0 {
            return 4 + 2 * bit(USE_B);
        }
        let (c, d) = (bit(USE_C), bit(USE_D));
        let fills = self.con1 & (INCLUSIVE_FILL | EXCLUSIVE_FILL) != 0;
        // A has its slot always, C or D or neither one, and a fill without C one more.
        1 + bit(USE_B) + (c + d).max(1) + u32::from(fills && d == 1 && c == 0)
    }

    /// Whether the next slot would be an access.
    pub(super) fn wants_bus(&self) -> bool {
        match self.stage {
            Stage::Idle | Stage::Start(_) => false,
            Stage::End(left) => left == 1 && self.pending.is_some(),
            Stage::Words if self.con1 & LINE != 0 => self.line_wants_bus(),
            Stage::Words => self.move_wants_bus(),
        }
    }

    fn line_wants_bus(&self) -> bool {
        let last = self.slots_a_word() - 1;
        match self.phase {
            1 => self.uses(USE_B) || self.uses(USE_C),
            2 => self.uses(USE_B) && self.uses(USE_C),
            4 => true,
            phase => phase == last && self.uses(USE_C),
        }
    }

    fn move_wants_bus(&self) -> bool {
        let b = u32::from(self.uses(USE_B));
        let c = u32::from(self.uses(USE_C));
        match self.phase {
            0 => self.uses(USE_A),
            1 if b == 1 => true,
            phase if c == 1 && phase == 1 + b => true,
            phase => phase == 1 + b + c && self.uses(USE_D) && self.pending.is_some(),
        }
    }

    /// Slots it needs until the blit ends.
    pub(super) fn slots_left(&self) -> u32 {
        let words = || {
            let rest = u32::from(self.column) + u32::from(self.row - 1) * u32::from(self.width);
            match self.con1 & LINE {
                0 => rest,
                _ => u32::from(self.row),
            }
        };
        match self.stage {
            Stage::Idle => 0,
            Stage::Start(left) => left + words() * self.slots_a_word() + END,
            Stage::Words => words() * self.slots_a_word() - self.phase + END,
            Stage::End(left) => left,
        }
    }

    /// Lets `slots` go by in which it had the bus or needed none. Answers whether the blit ended.
    pub(super) fn advance(&mut self, mut slots: u32, ram: &mut ChipRam) -> bool {
        while slots > 0 {
            match self.stage {
                Stage::Idle => return false,
                Stage::Start(left) if left > slots => {
                    self.stage = Stage::Start(left - slots);
                    return false;
                }
                Stage::Start(left) => {
                    slots -= left;
                    self.stage = Stage::Words;
                }
                Stage::Words => {
                    let each = self.slots_a_word();
                    let done = self.phase + slots;
                    if done < each {
                        self.phase = done;
                        return false;
                    }
                    let words = done / each;
                    slots = 0;
                    self.phase = done % each;
                    let beyond = self.do_words(words, ram);
                    if self.stage != Stage::Words {
                        slots = beyond * each + self.phase;
                        self.phase = 0;
                    }
                }
                Stage::End(left) if left > slots => {
                    self.stage = Stage::End(left - slots);
                    return false;
                }
                Stage::End(_) => {
                    self.write_pending(ram);
                    self.stage = Stage::Idle;
                    return true;
                }
            }
        }
        false
    }

    /// Does so many words, or as many as there are; returns how many there were too few.
    fn do_words(&mut self, words: u32, ram: &mut ChipRam) -> u32 {
        for done in 0..words {
            if self.con1 & LINE != 0 {
                self.dot(ram);
                self.row -= 1;
            } else {
                self.word(ram);
                self.column -= 1;
                if self.column == 0 {
                    self.column = self.width;
                    self.row -= 1;
                }
            }
            if self.row == 0 {
                self.stage = Stage::End(END);
                return words - done - 1;
            }
        }
        0
    }

    /// The step of a pointer, and what is added at the end of a row.
    #[inline]
    fn move_pointer(&mut self, channel: usize, row_ends: bool) {
        let modulo = i32::from(self.modulos[channel] as i16);
        let step = 2 + if row_ends { modulo } else { 0 };
        let step = if self.con1 & DESCENDING == 0 {
            step
        } else {
            -step
        };
        self.pointers[channel] = self.pointers[channel].wrapping_add_signed(step) & ADDRESSES;
    }

    #[inline]
    fn read(&mut self, channel: usize, ram: &ChipRam) -> u16 {
        let word = word_at(ram, self.pointers[channel]);
        self.move_pointer(channel, self.column == 1);
        word
    }

    /// One word of a block move.
    #[inline]
    fn word(&mut self, ram: &mut ChipRam) {
        if self.uses(USE_A) {
            self.a = self.read(A, ram);
        }
        if self.uses(USE_B) {
            let word = self.read(B, ram);
            self.load_b(word);
        }
        if self.uses(USE_C) {
            self.c = self.read(C, ram);
        }
        self.write_pending(ram);
        let first = self.column == self.width;
        let mut masked = self.a;
        if first {
            masked &= self.first_mask;
            self.carry = self.con1 & FILL_CARRY_IN != 0;
        }
        if self.column == 1 {
            masked &= self.last_mask;
        }
        let a = self.shift(masked, self.a_before, self.con0 >> 12);
        self.a_before = masked;
        let mut d = minterms(self.con0 as u8, a, self.b_shifted, self.c);
        if self.con1 & (INCLUSIVE_FILL | EXCLUSIVE_FILL) != 0 {
            d = self.fill(d);
        }
        self.zero &= d == 0;
        if self.uses(USE_D) {
            self.pending = Some(d);
        }
    }

    fn load_b(&mut self, word: u16) {
        self.b = word;
        self.b_shifted = self.shift(word, self.b_before, self.con1 >> 12);
        self.b_before = word;
    }

    #[inline]
    fn write_pending(&mut self, ram: &mut ChipRam) {
        let Some(word) = self.pending.take() else {
            return;
        };
        let at = self.pointers[D] as usize;
        ram[at..at + 2].copy_from_slice(&word.to_be_bytes());
        if self.con1 & LINE != 0 {
            return;
        }
        self.written += 1;
        let row_ends = self.written == self.width;
        if row_ends {
            self.written = 0;
        }
        self.move_pointer(D, row_ends);
    }

    /// The barrel shifter: right when ascending, left when descending; bits come in from the word before.
    #[inline]
    fn shift(&self, word: u16, before: u16, by: u16) -> u16 {
        let (word, before) = (u32::from(word), u32::from(before));
        if self.con1 & (DESCENDING | LINE) != DESCENDING {
            ((before << 16 | word) >> by) as u16
        } else {
            ((word << 16 | before) >> (16 - by)) as u16
        }
    }

    /// Fills from the right between pairs of bits.
    fn fill(&mut self, edges: u16) -> u16 {
        // The parity of all bits up to each one, counted from the right.
        let mut parity = edges;
        for by in [1, 2, 4, 8] {
            parity ^= parity << by;
        }
        if self.carry {
            parity = !parity;
        }
        self.carry = parity & 0x8000 != 0;
        if self.con1 & EXCLUSIVE_FILL != 0 {
            parity
        } else {
            parity | edges
        }
    }

    /// One dot of a line.
    fn dot(&mut self, ram: &mut ChipRam) {
        if self.uses(USE_B) {
            self.b = word_at(ram, self.pointers[B]);
            self.step(B, self.modulos[B]);
        }
        if self.uses(USE_C) {
            self.c = word_at(ram, self.pointers[C]);
        }
        let a = (self.a & self.first_mask) >> (self.con0 >> 12);
        let texture = self.b.rotate_right(u32::from(self.con1 >> 12));
        let b = if texture & 1 != 0 { 0xFFFF } else { 0 };
        self.con1 = self.con1.wrapping_sub(0x1000);
        let d = minterms(self.con0 as u8, a, b, self.c);
        self.zero &= d == 0;
        if self.uses(USE_C) && (self.fresh_row || self.con1 & SINGLE == 0) {
            self.pending = Some(d);
            self.write_pending(ram);
        }
        self.fresh_row = false;
        self.next_dot();
        self.pointers[D] = self.pointers[C];
    }

    /// Moves a line to its next dot (Bresenham).
    fn next_dot(&mut self) {
        let negative = self.con1 & SIGN != 0;
        let horizontal = self.con1 & SUD != 0;
        if !negative {
            self.go(!horizontal, self.con1 & SUL != 0);
        }
        self.go(horizontal, self.con1 & AUL != 0);
        if self.uses(USE_A) {
            self.step(A, self.modulos[if negative { B } else { A }]);
        }
        let negative = self.pointers[A] & 0x8000 != 0;
        self.con1 = self.con1 & !SIGN | if negative { SIGN } else { 0 };
    }

    /// Moves a line by a pixel on one axis.
    fn go(&mut self, horizontally: bool, back: bool) {
        if !horizontally {
            let modulo = self.modulos[C];
            self.step(C, if back { modulo.wrapping_neg() } else { modulo });
            self.fresh_row = true;
            return;
        }
        let shift = self.con0 >> 12;
        self.con0 = self.con0 & 0x0FFF
            | (if back {
                shift.wrapping_sub(1)
            } else {
                shift + 1
            }) << 12;
        match (back, shift) {
            (false, 15) => self.step(C, 2),
            (true, 0) => self.step(C, 2u16.wrapping_neg()),
            _ => {}
        }
    }

    fn step(&mut self, channel: usize, by: u16) {
        let pointer = self.pointers[channel].wrapping_add_signed(i32::from(by as i16));
        self.pointers[channel] = pointer & ADDRESSES;
    }

    /// Writes one of the blitter's registers.
    pub(super) fn write(&mut self, register: u16, value: u16) {
        let nth = |first: u16, size: u16| usize::from((register - first) / size);
        match register {
            BLTCON0 => self.con0 = value,
            BLTCON1 => self.con1 = value,
            BLTAFWM => self.first_mask = value,
            BLTALWM => self.last_mask = value,
            BLTCPT..BLTSIZE => {
                let pointer = &mut self.pointers[nth(BLTCPT, 4)];
                super::set_half(pointer, register, value);
            }
            BLTSIZE => self.start(value),
            BLTCMOD..0x068 => self.modulos[nth(BLTCMOD, 2)] = value & !1,
            BLTCDAT => self.c = value,
            0x072 => self.load_b(value),
            0x074 => self.a = value,
            _ => {}
        }
    }

    fn start(&mut self, size: u16) {
        let or = |value: u16, most: u16| if value == 0 { most } else { value };
        self.width = or(size & 0x3F, 64);
        self.height = or(size >> 6, 1024);
        self.column = self.width;
        self.row = self.height;
        self.stage = Stage::Start(START);
        self.phase = 0;
        self.pending = None;
        self.written = 0;
        self.zero = true;
        self.a_before = 0;
        self.b_before = 0;
        self.fresh_row = true;
    }
}

/// The logic unit: bit `4a + 2b + c` of `function` is the result for these bits.
#[inline]
fn minterms(function: u8, a: u16, b: u16, c: u16) -> u16 {
    match function {
        0xF0 => a,
        // Cookie cut: B where A is set, else C.
        0xCA => c ^ a & (b ^ c),
        0xFA => a | c,
        0x0A => !a & c,
        0x5A => a ^ c,
        0x00 => 0,
        _ => {
            let term = |bit: u8| if function >> bit & 1 != 0 { 0xFFFF } else { 0 };
            // Choose by A, then by B, then by C.
            let pick = |one: u16, zero: u16, by: u16| zero ^ by & (one ^ zero);
            let b0 = |bit: u8| pick(term(bit + 2), term(bit), b);
            let c0 = pick(b0(4), b0(0), a);
            let c1 = pick(b0(5), b0(1), a);
            pick(c1, c0, c)
        }
    }
}
