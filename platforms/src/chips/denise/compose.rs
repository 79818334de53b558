//! From numbers to colours: palette, modes, priorities and the display window.

use super::line::Line;
use super::sprites::Overlay;
use super::{DUAL, Denise, HAM, LEFT, WIDTH};
use crate::chips::rga::{BPLCON0, BPLCON2, COLOR00, DIWSTOP, DIWSTRT};

/// The registers whose effect depends on the place in the line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Look {
    /// The palette; from 32 on the same colours at half their brightness.
    pub(super) colours: [u16; 64],
    bplcon0: u16,
    bplcon2: u16,
    /// Places at which the display window opens and closes.
    pub(super) window: (u16, u16),
    /// Lines in which it begins and ends. Agnus minds them; here they only tell where the border is.
    pub(super) window_lines: (u16, u16),
    /// It is open.
    open: bool,
    /// The colour that HAM holds.
    held: u16,
}

/// The horizontal counter begins again here: an edge of the display window from here on is not met.
const WRAP: u16 = 2 * 0x1C8;
/// A place that is in no line.
const NONE: u16 = u16::MAX;

/// A number of dual playfields as numbers of either: planes 1, 3, 5 and planes 2, 4, 6.
fn halves(number: usize) -> (usize, usize) {
    let half = |n: usize| n & 1 | n >> 1 & 2 | n >> 2 & 4;
    (half(number), half(number >> 1))
}

impl Look {
    pub(super) fn new() -> Look {
        Look {
            colours: [0; 64],
            bplcon0: 0,
            bplcon2: 0,
            window: (0, 0),
            window_lines: (0, 0),
            open: false,
            held: 0,
        }
    }

    pub(super) fn set(&mut self, register: u16, value: u16) {
        let pixel = 2 * (value & 0xFF);
        match register {
            BPLCON0 => self.bplcon0 = value,
            BPLCON2 => self.bplcon2 = value,
            DIWSTRT => {
                self.window.0 = pixel;
                self.window_lines.0 = value >> 8;
            }
            DIWSTOP => {
                self.window.1 = pixel + 0x200;
                // The ninth bit of the line is the eighth turned over.
                self.window_lines.1 = value >> 8 | (!value >> 7 & 0x100);
            }
            _ => {
                let index = (usize::from(register - COLOR00) / 2) & 31;
                self.colours[index] = value;
                self.colours[index + 32] = value >> 1 & 0x777;
            }
        }
    }

    fn is_ham(&self) -> bool {
        self.bplcon0 & HAM != 0 && self.bplcon0 & DUAL == 0 && self.bplcon0 >> 12 & 7 >= 5
    }

    /// The colour of each number, HAM aside.
    fn table(&self) -> [u16; 64] {
        if self.bplcon0 & DUAL == 0 {
            return self.colours;
        }
        let second_in_front = self.bplcon2 & 0x40 != 0;
        std::array::from_fn(|number| {
            let (first, second) = halves(number);
            let index = match (first, second) {
                (0, 0) => 0,
                (_, 0) => first,
                (0, _) => 8 + second,
                _ if second_in_front => 8 + second,
                _ => first,
            };
            self.colours[index]
        })
    }

    /// Pairs of sprites from this one on are behind the playfield whose pixel has that number.
    fn front_pairs(&self, number: u8) -> u16 {
        let first = self.bplcon2 & 7;
        let second = self.bplcon2 >> 3 & 7;
        if number == 0 {
            return 4;
        }
        if self.bplcon0 & DUAL == 0 {
            return second;
        }
        match halves(usize::from(number)) {
            (_, 0) => first,
            (0, _) => second,
            _ if self.bplcon2 & 0x40 != 0 => second,
            _ => first,
        }
    }
}

impl Denise {
    /// Draws a line, as the registers stood at each place, into the row that begins at `row` of the picture, if it is in
    /// it.
    pub(super) fn compose(&mut self, line: &Line, row: Option<usize>) {
        let overlay = (!line.sprites.is_empty()).then(|| self.overlay(line));
        let end = LEFT as u16 + WIDTH as u16;
        self.look.held = self.look.colours[0];
        let mut from = 0;
        for change in &line.changes {
            let place = change.place.min(end);
            self.compose_run(from, place, row, overlay.as_ref());
            from = place.max(from);
            self.look.set(change.register, change.value);
        }
        self.compose_run(from, end, row, overlay.as_ref());
    }

    /// A run of places with the registers as they stand.
    fn compose_run(&mut self, from: u16, to: u16, row: Option<usize>, overlay: Option<&Overlay>) {
        let mut from = from;
        while from < to {
            let (opens, closes) = self.look.window;
            let [opens, closes] = [opens, closes].map(|edge| if edge < WRAP { edge } else { NONE });
            // Opening and closing at the same place, it closes.
            if from == opens {
                self.look.open = true;
            }
            if from == closes {
                self.look.open = false;
            }
            let ahead = |edge: u16| if edge > from { edge } else { to };
            let stop = to.min(ahead(opens)).min(ahead(closes));
            if let Some(row) = row {
                self.paint(usize::from(from), usize::from(stop), row, overlay);
            }
            from = stop;
        }
    }

    /// Paints places `from` to `to - 1`, all of them in the display window or none.
    fn paint(&mut self, from: usize, to: usize, row: usize, overlay: Option<&Overlay>) {
        let (from, to) = (from.max(LEFT), to.min(LEFT + WIDTH));
        if from >= to {
            return;
        }
        let out = row + from - LEFT..row + to - LEFT;
        if !self.look.open {
            self.drawing.pixels_mut()[out].fill(self.look.colours[0]);
            return;
        }
        self.collide(overlay, from / 2, to.div_ceil(2), self.look.bplcon0);
        let out = &mut self.drawing.pixels_mut()[out];
        if self.pixels.is_blank() {
            out.fill(self.look.colours[0]);
        } else if self.look.is_ham() {
            let step = if self.pixels.is_high() { 1 } else { 2 };
            for (place, out) in (from..to).step_by(step).zip(out.chunks_mut(step)) {
                out.fill(self.look.hold_and_modify(self.pixels.at(place)));
            }
        } else {
            let table = self.look.table();
            let numbers = self.pixels.numbers();
            if self.pixels.is_high() {
                for (out, number) in out.iter_mut().zip(&numbers[from..to]) {
                    *out = table[usize::from(number & 63)];
                }
            } else {
                // Runs begin and end at whole pixels of low resolution.
                let pairs = out.as_chunks_mut::<2>().0;
                for (pair, number) in pairs.iter_mut().zip(&numbers[from / 2..to / 2]) {
                    *pair = [table[usize::from(number & 63)]; 2];
                }
            }
        }
        if let Some(overlay) = overlay {
            self.paint_sprites(from, to, row, overlay);
        }
    }

    fn paint_sprites(&mut self, from: usize, to: usize, row: usize, overlay: &Overlay) {
        let (first, last) = overlay.used;
        for place in from.max(2 * first)..to.min(2 * last) {
            let bits = overlay.bits[place / 2];
            if bits == 0 {
                continue;
            }
            let pair = bits.trailing_zeros() as u16 / 4;
            if pair >= self.look.front_pairs(self.pixels.at(place)) {
                continue;
            }
            let nybble = bits >> (4 * pair) & 15;
            let index = if overlay.attached >> pair & 1 != 0 {
                16 + nybble
            } else {
                let number = if nybble & 3 != 0 {
                    nybble & 3
                } else {
                    nybble >> 2
                };
                16 + 4 * pair + number
            };
            self.drawing.pixels_mut()[row + place - LEFT] = self.look.colours[usize::from(index)];
        }
    }
}

impl Look {
    /// HAM: two bits of the number say whether the other four are a colour of the palette or the new blue, red or green.
    fn hold_and_modify(&mut self, number: u8) -> u16 {
        let value = u16::from(number & 15);
        self.held = match number >> 4 & 3 {
            0 => self.colours[usize::from(value)],
            1 => self.held & 0xFF0 | value,
            2 => self.held & 0x0FF | value << 8,
            _ => self.held & 0xF0F | value << 4,
        };
        self.held
    }
}
