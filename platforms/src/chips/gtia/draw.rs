//! A stretch of a row: objects, collisions, colours.

use super::priority::FRONT;
use super::{Codes, END_CLOCK, FIRST_CLOCK, GTIA_MODE, Gtia, Hits, LINE_CLOCKS, WIDTH};
use std::ops::Range;

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
        let shown = usize::from(from.max(FIRST_CLOCK))..usize::from(end.min(END_CLOCK));
        if !self.look.objects.any() {
            if !shown.is_empty() {
                self.draw_fields(shown, codes.codes);
            }
            return;
        }
        let mut mask = [0; LINE_CLOCKS as usize];
        let any = self.look.objects.shift_out(from, end, &mut mask);
        if shown.is_empty() {
            return;
        }
        if !any {
            return self.draw_fields(shown, codes.codes);
        }
        for clock in shown.clone() {
            if mask[clock] != 0 {
                let field = self.hit_field(codes.codes, clock);
                self.hits.note(mask[clock], field);
            }
        }
        self.draw_with_objects(shown, codes.codes, &mask);
    }

    /// Draws colour clocks in which there are no objects.
    fn draw_fields(&mut self, range: Range<usize>, codes: &[u8; 256]) {
        let pixels = self.pixels();
        let fields = match pixels {
            Pixels::Fields => &FIELDS,
            Pixels::Pairs => &HIRES_FIELDS,
            _ => return self.draw_with_objects(range, codes, &[0; LINE_CLOCKS as usize]),
        };
        let pairs: [[u16; 2]; 8] = std::array::from_fn(|code| {
            let colour = self.front(fields[code]);
            match pixels {
                Pixels::Pairs => self.pair(colour, code as u8),
                _ => [colour.into(); 2],
            }
        });
        let codes = &codes[range.clone()];
        let Some(out) = self.pixels_of(range) else {
            return;
        };
        for (pair, code) in out.chunks_exact_mut(2).zip(codes) {
            pair.copy_from_slice(&pairs[usize::from(code & 7)]);
        }
    }

    /// Draws colour clocks in which there are these objects.
    fn draw_with_objects(
        &mut self,
        range: Range<usize>,
        codes: &[u8; 256],
        mask: &[u8; LINE_CLOCKS as usize],
    ) {
        let mut colours = [0; WIDTH];
        let colours = &mut colours[..2 * range.len()];
        self.colours_with_objects(range.clone(), codes, mask, colours);
        if let Some(out) = self.pixels_of(range) {
            out.copy_from_slice(colours);
        }
    }

    /// The pixels of colour clocks in the row that is drawn, if it is one.
    fn pixels_of(&mut self, range: Range<usize>) -> Option<&mut [u16]> {
        let start = self.row? * WIDTH + 2 * (range.start - usize::from(FIRST_CLOCK));
        Some(&mut self.canvas.pixels_mut()[start..start + 2 * range.len()])
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
        range: Range<usize>,
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
