//! The picture: the scanner that reads memory, the bits that it makes of it, and the colours that a set sees in them.
//!
//! A line has 65 cycles: 25 of blanking, then forty bytes. A byte becomes 14 bits of the 14.318 MHz dot clock, four of which make a
//! cycle of the colour subcarrier; colour is nothing but the pattern of those bits. Source: Understanding the Apple II, chapters 3,
//! 5 and 8.
//!
//! **Not emulated**: the phase that shifts where bytes of both halves meet at half a dot; what a set does while it finds the burst
//! again after text; the rounded corners of dots.

use super::palette::{BLACK, Monitor, WINDOW};
use std::fmt;

/// Cycles of a line, and those of them before its first byte.
pub const LINE_CYCLES: u64 = 65;
const BLANKING: u64 = 25;
/// Bytes of a line, lines of the picture, and pixels: bits of the dot clock.
const COLUMNS: usize = 40;
pub const LINES: usize = 192;
pub const WIDTH: usize = COLUMNS * BYTE_BITS;
/// Bits that a byte makes.
const BYTE_BITS: usize = 14;
/// The first line of the four rows of text below a mixed picture.
const MIXED_LINE: u64 = 160;
/// Frames for which flashing text stays as it is: it flashes twice a second.
const FLASH_FRAMES: u64 = 16;
/// What the vertical counter counts from, and where it starts again.
const FIRST_LINE: u64 = 0x100;
const LAST_LINE: u64 = 0x200;

/// Bytes of a character generator: 64 characters of eight lines, seven dots each, the leftmost in bit 6.
pub const CHARGEN_SIZE: usize = 512;

/// The soft switches of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// $C050, $C051.
    pub text: bool,
    /// $C052, $C053: four rows of text below.
    pub mixed: bool,
    /// $C054, $C055: the second page.
    pub page2: bool,
    /// $C056, $C057.
    pub hires: bool,
}

/// What the picture is made from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// Main memory, 48 KB of it.
    pub ram: &'a [u8],
    /// The character generator.
    pub chargen: &'a [u8; CHARGEN_SIZE],
    /// The switches.
    pub mode: Mode,
}

/// Where the scanner is at a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    /// Line of the frame.
    pub line: u64,
    /// Cycle of the line.
    pub cycle: u64,
}

/// The picture and how far it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Video {
    /// Lines of a frame: 262, or 312 where the mains has 50 Hz.
    lines: u64,
    monitor: Monitor,
    /// The cycle that is drawn next.
    time: u64,
    /// The bits of the line, before and behind it enough blanks for a window.
    bits: [u8; WIDTH + 2 * WINDOW],
    pixels: Vec<u16>,
    kept: Kept,
}

/// What a whole line was drawn from.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Line {
    bytes: [u8; COLUMNS],
    kind: Kind,
    /// Text that flashes is inverse.
    flash: bool,
    /// There was a burst.
    colour: bool,
}

/// What is known of how the lines were drawn. It saves time and is no state: it is neither copied nor compared.
struct Kept(Box<[Option<Line>; LINES]>);

impl Kept {
    fn nothing() -> Kept {
        Kept(Box::new([None; LINES]))
    }
}

impl Clone for Kept {
    fn clone(&self) -> Kept {
        Kept::nothing()
    }
}

impl PartialEq for Kept {
    fn eq(&self, _: &Kept) -> bool {
        true
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}

impl Video {
    /// A dark picture.
    pub fn new(lines: u64, monitor: Monitor) -> Video {
        Video {
            lines,
            monitor,
            time: 0,
            bits: [0; WIDTH + 2 * WINDOW],
            pixels: vec![BLACK; WIDTH * LINES],
            kept: Kept::nothing(),
        }
    }

    /// Cycles of a frame.
    pub fn frame_cycles(&self) -> u64 {
        self.lines * LINE_CYCLES
    }

    /// Pictures that were finished up to a cycle.
    pub fn frames(&self, now: u64) -> u64 {
        let blank = self.frame_cycles() - LINES as u64 * LINE_CYCLES;
        (now + blank) / self.frame_cycles()
    }

    /// The cycle with which the picture after this one begins.
    pub fn frame_end(&self, now: u64) -> u64 {
        let blank = self.frame_cycles() - LINES as u64 * LINE_CYCLES;
        (self.frames(now) + 1) * self.frame_cycles() - blank
    }

    /// The picture in dots that are lit or dark.
    pub fn dots(&self) -> Vec<u16> {
        let pixels = self.pixels.iter();
        pixels.map(|pixel| self.monitor.dot(*pixel)).collect()
    }

    /// Rows of [`WIDTH`] indices into [`super::palette::palette`].
    pub fn picture(&self) -> &[u16] {
        &self.pixels
    }

    /// Where the scanner is.
    pub fn beam(&self, cycle: u64) -> Beam {
        let cycle = cycle % self.frame_cycles();
        Beam {
            line: cycle / LINE_CYCLES,
            cycle: cycle % LINE_CYCLES,
        }
    }

    /// The address that the scanner reads in a cycle: the processor finds that byte where nothing else answers.
    pub fn address(&self, cycle: u64, mode: Mode) -> u16 {
        scanned(self.beam(cycle), self.lines, mode)
    }

    /// Draws up to a cycle.
    pub fn catch_up(&mut self, now: u64, source: Source<'_>) {
        while self.time < now {
            let beam = self.beam(self.time);
            if beam.line >= LINES as u64 {
                // Nothing to be seen until the next frame.
                let next = self.time - self.time % self.frame_cycles() + self.frame_cycles();
                self.time = next.min(now);
                continue;
            }
            if beam.cycle < BLANKING {
                self.time = (self.time - beam.cycle + BLANKING).min(now);
                continue;
            }
            let line = beam.line as usize;
            if beam.cycle == BLANKING {
                let end = self.time + COLUMNS as u64;
                let whole = (end <= now).then(|| self.whole_line(beam, source));
                if whole.is_some() && self.kept.0[line] == whole {
                    self.time = end;
                    continue;
                }
                self.kept.0[line] = whole;
            }
            self.byte(beam, source);
            if beam.cycle + 1 == LINE_CYCLES {
                self.end_line(line, source.mode);
            }
            self.time += 1;
        }
    }

    /// What the line shows whose first byte the scanner is at, if nothing changes.
    fn whole_line(&self, beam: Beam, source: Source<'_>) -> Line {
        let first = usize::from(scanned(beam, self.lines, source.mode));
        let kind = kind(beam.line, source.mode);
        let mut bytes = [0; COLUMNS];
        bytes.copy_from_slice(&source.ram[first..first + COLUMNS]);
        Line {
            bytes,
            kind,
            flash: kind == Kind::Text && self.flashes(),
            colour: !source.mode.text,
        }
    }

    /// Whether text that flashes is inverse now.
    fn flashes(&self) -> bool {
        self.frames(self.time) / FLASH_FRAMES % 2 == 1
    }

    /// Makes the bits of a byte.
    fn byte(&mut self, beam: Beam, source: Source<'_>) {
        let column = (beam.cycle - BLANKING) as usize;
        let at = WINDOW + column * BYTE_BITS;
        let byte = source.ram[usize::from(scanned(beam, self.lines, source.mode))];
        let bits = match kind(beam.line, source.mode) {
            Kind::Text => {
                let flash = self.flashes();
                doubled(letter_dots(byte, beam.line, source.chargen, flash))
            }
            Kind::Hires => {
                // Bit 7 delays the dots by one bit: the last one of the byte before shows for longer.
                let dots = doubled(byte & 0x7F);
                let before = u16::from(self.bits[at - 1]);
                if byte & 0x80 != 0 {
                    dots << 1 | before
                } else {
                    dots
                }
            }
            Kind::Lores => {
                let nibble = if beam.line & 4 == 0 {
                    byte & 15
                } else {
                    byte >> 4
                };
                let cycle = u32::from(nibble) * 0x11111;
                // Odd columns begin in the middle of a colour cycle.
                (cycle >> (column * BYTE_BITS % 4)) as u16
            }
        };
        for bit in 0..BYTE_BITS {
            self.bits[at + bit] = (bits >> bit & 1) as u8;
        }
    }

    fn end_line(&mut self, line: usize, mode: Mode) {
        let row = &mut self.pixels[line * WIDTH..(line + 1) * WIDTH];
        // The burst is left out where all is text, and the set shows no colour.
        self.monitor.line(&self.bits, !mode.text, row);
        // A line that is kept has no bits, and what a machine is must not tell whether one was.
        self.bits.fill(0);
    }
}

/// What a line shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Lores,
    Hires,
}

fn kind(line: u64, mode: Mode) -> Kind {
    match mode {
        _ if mode.text || mode.mixed && line >= MIXED_LINE => Kind::Text,
        _ if mode.hires => Kind::Hires,
        _ => Kind::Lores,
    }
}

/// The address that the scanner makes of its counters. Source: Understanding the Apple II, chapter 5, "The video scanner".
fn scanned(beam: Beam, lines: u64, mode: Mode) -> u16 {
    // The horizontal counter stands on its first value for two cycles, the first of which begins the blanking.
    let horizontal = beam.cycle.saturating_sub(1);
    let vertical = match FIRST_LINE + beam.line {
        line if line >= LAST_LINE => line - lines,
        line => line,
    };
    let (column, row) = (horizontal & 0x3F, vertical >> 3);
    let bits = |value: u64, from: u64, count: u64| value >> from & ((1 << count) - 1);
    // The sum that puts three groups of forty bytes into 128.
    let groups = bits(row, 3, 2);
    let sum = (0b1101 + bits(column, 3, 3) + (groups << 2 | groups)) & 0x0F;
    let mut address = bits(column, 0, 3) | sum << 3 | bits(row, 0, 3) << 7;
    if kind(line_of_rows(vertical), mode) == Kind::Hires {
        address |= (vertical & 7) << 10 | if mode.page2 { 0x4000 } else { 0x2000 };
    } else {
        address |= if mode.page2 { 0x0800 } else { 0x0400 };
        // While the beam is blanked, this machine reads 4 KB further on.
        if beam.cycle < BLANKING {
            address |= 0x1000;
        }
    }
    address as u16
}

/// The line of the picture, as far as the choice between text and graphics looks at the counter: its bits alone.
fn line_of_rows(vertical: u64) -> u64 {
    // Rows 20 to 23 and 28 to 31 have both bits set that mixed text is chosen by.
    let row = vertical >> 3 & 0x1F;
    if row & 0x14 == 0x14 { MIXED_LINE } else { 0 }
}

/// Each of seven dots twice, the leftmost, bit 0, first.
fn doubled(dots: u8) -> u16 {
    (0..7).fold(0, |bits, dot| {
        bits | (u16::from(dots >> dot & 1) * 3) << (dot * 2)
    })
}

/// The dots of a character in a line of its row, the leftmost in bit 0. Codes below $40 are inverse, below $80 flashing.
fn letter_dots(code: u8, line: u64, chargen: &[u8; CHARGEN_SIZE], flash: bool) -> u8 {
    let at = usize::from(code & 0x3F) * 8 + (line & 7) as usize;
    let dots = chargen[at].reverse_bits() >> 1;
    let inverse = match code {
        0x00..=0x3F => true,
        0x40..=0x7F => flash,
        _ => false,
    };
    if inverse { !dots & 0x7F } else { dots }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(line: u64, column: u64, mode: Mode) -> u16 {
        let beam = Beam {
            line,
            cycle: BLANKING + column,
        };
        scanned(beam, 262, mode)
    }

    #[test]
    fn the_scanner_reads_the_bytes_that_the_manual_gives() {
        let text = Mode {
            text: true,
            ..Mode::default()
        };
        let hires = Mode {
            hires: true,
            ..Mode::default()
        };
        // First bytes of the rows of text: Apple II Reference Manual, "The text screen".
        let rows = [
            0x400, 0x480, 0x500, 0x580, 0x600, 0x680, 0x700, 0x780, 0x428, 0x4A8, 0x528, 0x5A8,
            0x628, 0x6A8, 0x728, 0x7A8, 0x450, 0x4D0, 0x550, 0x5D0, 0x650, 0x6D0, 0x750, 0x7D0,
        ];
        for (row, first) in (0..).zip(rows) {
            for column in [0, 17, 39] {
                assert_eq!(address(row * 8 + 3, column, text), first + column as u16);
                let line = row * 8 + 5;
                let byte = (first - 0x400) + 0x2000 + 5 * 0x400 + column as u16;
                assert_eq!(address(line, column, hires), byte, "line {line}");
            }
        }
        let second = Mode {
            page2: true,
            ..hires
        };
        assert_eq!(address(0, 0, second), 0x4000);
        let mixed = Mode {
            mixed: true,
            ..hires
        };
        assert_eq!(address(159, 0, mixed), 0x3DD0);
        assert_eq!(address(160, 0, mixed), 0x650);
    }
}
