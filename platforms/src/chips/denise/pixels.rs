//! The bitplanes' shift registers: words of up to six planes become a number of six bits a pixel.

use super::HIRES;

/// Places of a line, horizontal blank included.
pub(super) const PLACES: usize = 1024;
/// More than a word may reach beyond.
const MARGIN: usize = 64;

/// A byte of a plane as eight bytes of 0 and 1; bit 7, which is leftmost, in the lowest byte.
static EXPAND: [u64; 256] = {
    let mut table = [0; 256];
    let mut data = 0;
    while data < 256 {
        let mut pixel = 0;
        while pixel < 8 {
            if data >> (7 - pixel) & 1 != 0 {
                table[data] |= 1 << (8 * pixel);
            }
            pixel += 1;
        }
        data += 1;
    }
    table
};

/// Bits of the odd planes (1, 3, 5) in eight pixels.
const ODD: u64 = 0x1515_1515_1515_1515;

/// The pixels of a line.
#[derive(Clone, PartialEq)]
pub(super) struct Pixels {
    /// Bits 5 to 0: planes 6 to 1. One a pixel of high or of low resolution.
    numbers: Box<[u8; PLACES + MARGIN]>,
    /// They are of high resolution.
    high: bool,
    /// The first and the last + 1 that may not be 0.
    used: (usize, usize),
}

impl Pixels {
    pub(super) fn new() -> Pixels {
        Pixels {
            numbers: Box::new([0; PLACES + MARGIN]),
            high: false,
            used: (PLACES, 0),
        }
    }

    /// A new line.
    pub(super) fn clear(&mut self) {
        let (first, last) = self.used;
        if first < last {
            self.numbers[first..last].fill(0);
        }
        self.high = false;
        self.used = (PLACES, 0);
    }

    /// Nothing was loaded in this line.
    pub(super) fn is_blank(&self) -> bool {
        self.used.0 >= self.used.1
    }

    /// Whether there is a number for every pixel of high resolution, else for every two.
    pub(super) fn is_high(&self) -> bool {
        self.high
    }

    /// The numbers, from place 0 of the line on.
    pub(super) fn numbers(&self) -> &[u8; PLACES + MARGIN] {
        &self.numbers
    }

    /// The number at a place.
    #[inline]
    pub(super) fn at(&self, place: usize) -> u8 {
        self.numbers[if self.high { place } else { place / 2 }]
    }

    /// What the data registers held is shifted out from the place the scroll registers said, at the next slot whose low
    /// bits match them.
    #[inline]
    pub(super) fn load(&mut self, load: &Load) {
        let high = load.is_high();
        if high && !self.high {
            self.make_high();
        }
        let planes = usize::from(load.bplcon0 >> 12 & 7).min(6);
        let bytes = chunky(&load.data[..planes]);
        let (odd, even) = (load.bplcon1 & 15, load.bplcon1 >> 4 & 15);
        let odd_place = load.place(odd);
        if odd == even {
            return self.put(odd_place, bytes, !0, high);
        }
        let even_place = load.place(even);
        self.put(odd_place, bytes, ODD, high);
        self.put(even_place, bytes, ODD << 1, high);
    }

    /// Puts 16 pixels at a place, those bits of them that `mask` has.
    #[inline]
    fn put(&mut self, place: usize, pixels: [u64; 2], mask: u64, high: bool) {
        let doubles = self.high && !high;
        let at = if self.high { place } else { place / 2 };
        let end = at + if doubles { 32 } else { 16 };
        if end > self.numbers.len() {
            return;
        }
        self.used = (self.used.0.min(at), self.used.1.max(end));
        if !doubles {
            for (i, pixels) in pixels.into_iter().enumerate() {
                self.put_eight(at + 8 * i, pixels, mask);
            }
            return;
        }
        for (i, byte) in pixels.iter().flat_map(|p| p.to_le_bytes()).enumerate() {
            for number in &mut self.numbers[at + 2 * i..at + 2 * i + 2] {
                *number = *number & !(mask as u8) | byte & mask as u8;
            }
        }
    }

    #[inline]
    fn put_eight(&mut self, at: usize, pixels: u64, mask: u64) {
        let Some(bytes) = self.numbers[at..].first_chunk_mut::<8>() else {
            return;
        };
        let old = u64::from_le_bytes(*bytes);
        *bytes = (old & !mask | pixels & mask).to_le_bytes();
    }

    /// The line turns out to have high resolution in it: what came before is doubled.
    fn make_high(&mut self) {
        self.high = true;
        let (first, last) = self.used;
        if first >= last {
            return;
        }
        for at in (0..last.min(PLACES / 2)).rev() {
            let number = self.numbers[at];
            self.numbers[2 * at] = number;
            self.numbers[2 * at + 1] = number;
        }
        self.used = (0, 2 * last);
    }
}

/// BPL1DAT was written in a slot of the line: what the other registers held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Load {
    pub(super) slot: u16,
    pub(super) bplcon0: u16,
    pub(super) bplcon1: u16,
    pub(super) data: [u16; 6],
}

impl Load {
    fn is_high(&self) -> bool {
        self.bplcon0 & HIRES != 0
    }

    #[inline]
    fn place(&self, scroll: u16) -> usize {
        let mask = if self.is_high() { 3 } else { 7 };
        let wait = (scroll >> 1).wrapping_sub(self.slot + 1) & mask;
        usize::from(4 * (self.slot + 1 + wait) + 2 + 2 * (scroll & 1))
    }
}

/// Sixteen pixels from a word of each plane, one byte a pixel.
#[inline]
fn chunky(planes: &[u16]) -> [u64; 2] {
    let mut pixels = [0; 2];
    for (plane, word) in planes.iter().enumerate() {
        let [left, right] = word.to_be_bytes();
        pixels[0] |= EXPAND[usize::from(left)] << plane;
        pixels[1] |= EXPAND[usize::from(right)] << plane;
    }
    pixels
}
