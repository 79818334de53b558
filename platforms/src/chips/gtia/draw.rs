//! A stretch of a row: objects, collisions, colours.

use super::priority::FRONT;
use super::{Codes, END_CLOCK, FIRST_CLOCK, GTIA_MODE, Gtia, Hits, LINE_CLOCKS, WIDTH};

/// Playfields in what the priorities look at.
const PF2: u8 = 0x04;
const PF3: u8 = 0x08;
/// PRIOR: missiles are playfield 3.
const FIFTH_PLAYER: u8 = 0x10;
/// Where playfield 1 stands among the colours, and the luminance of a colour.
const COLPF1: usize = 5;
const LUMINANCE: u8 = 0x0F;

/// What the priorities see of a code: background, or one of the playfields.
const FIELDS: [u8; 8] = [0, 0, 0, 0, 1, 2, 4, 8];
/// What the priorities see of a pair of pixels.
const HIRES_FIELDS: [u8; 8] = [0, 0, 0, 0, PF2, PF2, PF2, PF2];
/// What collides of it: playfield 2 where one of the pixels is lit.
const HIRES_HITS: [u8; 8] = [0, 0, 0, 0, 0, PF2, PF2, PF2];
/// GTIA mode 2: what a nibble stands for, players in the upper half.
const NINE_COLOURS: [u8; 16] = [0x10, 0x20, 0x40, 0x80, 1, 2, 4, 8, 0, 0, 0, 0, 1, 2, 4, 8];

/// How codes become colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pixels {
    /// A playfield each.
    Fields,
    /// Two pixels each, of playfield 1's luminance.
    Pairs,
    /// PRIOR $40: pairs of codes are 16 luminances of the background.
    Luminances,
    /// PRIOR $80: nine colours.
    Nine,
    /// PRIOR $C0: 16 hues.
    Hues,
}

/// The nibble that two codes make.
fn nibble(codes: &[u8; 256], clock: usize) -> u8 {
    (codes[clock & !1] & 3) << 2 | codes[clock | 1] & 3
}

impl Gtia {
    fn pixels(&self) -> Pixels {
        match self.look.prior & GTIA_MODE {
            0x00 if self.look.hires => Pixels::Pairs,
            0x00 => Pixels::Fields,
            0x40 => Pixels::Luminances,
            0x80 => Pixels::Nine,
            _ => Pixels::Hues,
        }
    }

    /// Draws up to a colour clock, with the registers as they are.
    pub(super) fn draw_to(&mut self, end: u8, codes: Codes<'_>) {
        let from = self.clock;
        if end <= from {
            return;
        }
        self.clock = end;
        let mut mask = [0; LINE_CLOCKS as usize];
        let any = self.look.objects.shift_out(from, end, &mut mask);
        let (from, end) = (from.max(FIRST_CLOCK), end.min(END_CLOCK));
        if from >= end {
            return;
        }
        let range = usize::from(from)..usize::from(end);
        if any {
            for clock in range.clone() {
                if mask[clock] != 0 {
                    let field = self.hit_field(codes.codes, clock);
                    self.hits.note(mask[clock], field);
                }
            }
        }
        let Some(row) = self.row else { return };
        let left = usize::from(FIRST_CLOCK);
        let start = row * WIDTH + 2 * (range.start - left);
        let mut out = [0; WIDTH];
        let out = &mut out[..2 * range.len()];
        if any {
            self.colours_with_objects(range.clone(), codes.codes, &mask, out);
        } else {
            self.colours(range.clone(), codes.codes, out);
        }
        self.canvas.pixels_mut()[start..start + out.len()].copy_from_slice(out);
    }

    /// The playfield that objects collide with at a colour clock.
    fn hit_field(&self, codes: &[u8; 256], clock: usize) -> u8 {
        let code = usize::from(codes[clock] & 7);
        match self.pixels() {
            Pixels::Fields => FIELDS[code],
            Pixels::Pairs => HIRES_HITS[code],
            Pixels::Nine => self.nine(codes, clock) & 0x0F,
            Pixels::Luminances | Pixels::Hues => 0,
        }
    }

    /// What a nibble stands for in GTIA mode 2, which comes a colour clock later. A second code that is background keeps
    /// playfields away.
    fn nine(&self, codes: &[u8; 256], clock: usize) -> u8 {
        let clock = clock - 1;
        let meant = NINE_COLOURS[usize::from(nibble(codes, clock))];
        if codes[clock | 1] == 0 {
            meant & 0xF0
        } else {
            meant
        }
    }

    /// Colours where there are no objects.
    fn colours(&self, range: std::ops::Range<usize>, codes: &[u8; 256], out: &mut [u16]) {
        match self.pixels() {
            Pixels::Fields => {
                let table = FIELDS.map(|field| u16::from(self.front(field)));
                for (pair, code) in out.chunks_exact_mut(2).zip(&codes[range]) {
                    pair.fill(table[usize::from(code & 7)]);
                }
            }
            Pixels::Pairs => {
                let table: [[u16; 2]; 8] = std::array::from_fn(|code| {
                    let code = code as u8;
                    self.pair(self.front(HIRES_FIELDS[usize::from(code)]), code)
                });
                for (pair, code) in out.chunks_exact_mut(2).zip(&codes[range]) {
                    pair.copy_from_slice(&table[usize::from(code & 7)]);
                }
            }
            _ => self.colours_with_objects(range, codes, &[0; LINE_CLOCKS as usize], out),
        }
    }

    /// The colour in front of what is there: playfields below, players above.
    fn front(&self, there: u8) -> u8 {
        let prior = usize::from(self.look.prior & 0x0F | self.look.prior >> 1 & 0x10);
        self.mixes[usize::from(FRONT[prior][usize::from(there)])]
    }

    /// Two pixels of a colour; those that are lit have playfield 1's luminance.
    fn pair(&self, colour: u8, code: u8) -> [u16; 2] {
        let lit = colour & !LUMINANCE | self.look.colours[COLPF1] & LUMINANCE;
        [2, 1].map(|bit| {
            let lights = code & 4 != 0 && code & bit != 0;
            u16::from(if lights { lit } else { colour })
        })
    }

    fn colours_with_objects(
        &self,
        range: std::ops::Range<usize>,
        codes: &[u8; 256],
        mask: &[u8; LINE_CLOCKS as usize],
        out: &mut [u16],
    ) {
        let pixels = self.pixels();
        let fifth = self.look.prior & FIFTH_PLAYER != 0;
        for (clock, pair) in range.zip(out.chunks_exact_mut(2)) {
            let (missiles, players) = (mask[clock] & 0x0F, mask[clock] >> 4);
            let objects = if fifth {
                players << 4 | if missiles != 0 { PF3 } else { 0 }
            } else {
                (players | missiles) << 4
            };
            let code = codes[clock] & 7;
            let colours = match pixels {
                Pixels::Fields => [self.front(FIELDS[usize::from(code)] | objects).into(); 2],
                Pixels::Pairs => {
                    let colour = self.front(HIRES_FIELDS[usize::from(code)] | objects);
                    self.pair(colour, code)
                }
                Pixels::Luminances => {
                    let light = nibble(codes, clock);
                    let colour = self.front(objects);
                    let free = objects & 0xF0 == 0;
                    [u16::from(if free { colour | light } else { colour }); 2]
                }
                Pixels::Nine => [self.front(self.nine(codes, clock) | objects).into(); 2],
                Pixels::Hues => {
                    let hue = nibble(codes, clock);
                    let colour = self.front(objects);
                    let free = objects & 0xF0 == 0;
                    [u16::from(match hue {
                        _ if !free => colour,
                        // Without a hue there is no luminance.
                        0 => colour & !LUMINANCE,
                        _ => colour | hue << 4,
                    }); 2]
                }
            };
            pair.copy_from_slice(&colours);
        }
    }
}

impl Hits {
    /// Objects are at the same colour clock, as bits of missiles and players, with a playfield.
    fn note(&mut self, objects: u8, field: u8) {
        let players = objects >> 4;
        for object in 0..8 {
            if objects >> object & 1 != 0 {
                self.playfields[object] |= field;
                self.players[object] |= players;
            }
        }
    }
}
