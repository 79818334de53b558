//! Sprites, and the collisions.

use super::line::Line;
use super::{DUAL, Denise};
use crate::chips::rga::SPR0POS;

/// A sprite's registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sprite {
    position: u16,
    control: u16,
    data: [u16; 2],
    /// Data were written since the control word was: it is shown where the beam meets its position.
    armed: bool,
    /// The place up to which the beam was compared.
    seen: u16,
}

impl Sprite {
    /// The place at which it is shown.
    fn place(&self) -> u16 {
        let pixel = (self.position & 0xFF) << 1 | self.control & 1;
        // It comes out a pixel later than the display window counts.
        2 * pixel + 2
    }
}

/// A sprite that is shown in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) sprite: u8,
    pub(super) place: u16,
    pub(super) data: [u16; 2],
}

/// The sprite pixels of a line: two bits for each of the eight sprites, one entry a pixel of low resolution.
pub(super) struct Overlay {
    pub(super) bits: [u16; 512],
    /// The first and the last + 1 pixel of low resolution that may not be 0.
    pub(super) used: (usize, usize),
    /// Pairs whose two sprites are attached, one bit each.
    pub(super) attached: u8,
}

impl Denise {
    /// A sprite's register is written.
    pub(super) fn write_sprite(&mut self, place: u16, register: u16, value: u16) {
        let number = (register - SPR0POS) / 8;
        // Position and control come two places later than the data.
        let after = match register & 6 {
            0 | 2 => place + 6,
            _ => place + 4,
        };
        self.show_sprite(number as u8, after);
        let sprite = &mut self.sprites[usize::from(number)];
        match register & 6 {
            0 => sprite.position = value,
            2 => {
                sprite.control = value;
                sprite.armed = false;
            }
            4 => {
                sprite.data[0] = value;
                sprite.armed = true;
            }
            _ => sprite.data[1] = value,
        }
    }

    /// Compares a sprite's position with the places up to, but not including, `place`.
    fn show_sprite(&mut self, number: u8, place: u16) {
        let sprite = &mut self.sprites[usize::from(number)];
        let at = sprite.place();
        if sprite.armed && (sprite.seen..place).contains(&at) {
            self.line.sprites.push(Shown {
                sprite: number,
                place: at,
                data: sprite.data,
            });
        }
        sprite.seen = sprite.seen.max(place);
    }

    /// The line is done: the sprites that are still to come in it are shown.
    pub(super) fn finish_sprites(&mut self) {
        for number in 0..8 {
            if self.sprites[usize::from(number)].armed {
                self.show_sprite(number, u16::MAX);
            }
            self.sprites[usize::from(number)].seen = 0;
        }
    }

    /// Pairs whose two sprites are attached, one bit each.
    pub(super) fn attached(&self) -> u8 {
        (0..4)
            .map(|pair| u8::from(self.sprites[2 * pair + 1].control & 0x80 != 0) << pair)
            .sum()
    }

    /// The sprites' pixels of a line.
    pub(super) fn overlay(&self, line: &Line) -> Overlay {
        let mut overlay = Overlay {
            bits: [0; 512],
            used: (512, 0),
            attached: self.attached(),
        };
        for shown in &line.sprites {
            let first = usize::from(shown.place / 2);
            let shift = 2 * shown.sprite;
            for i in 0..16 {
                let bit = |word: u16| word >> (15 - i) & 1;
                let [a, b] = shown.data.map(bit);
                if let Some(pixel) = overlay.bits.get_mut(first + i) {
                    *pixel |= (a | b << 1) << shift;
                }
            }
            overlay.used.0 = overlay.used.0.min(first);
            overlay.used.1 = overlay.used.1.max((first + 16).min(512));
        }
        overlay.used.0 = overlay.used.0.max(usize::from(line.sprites_from / 2));
        overlay
    }

    /// Notes the collisions of the pixels of low resolution `from` to `to - 1`, which lie in the display window.
    pub(super) fn collide(&mut self, overlay: Option<&Overlay>, from: usize, to: usize, mode: u16) {
        let [playfield_1, playfield_2] = self.playfields();
        if self.clxdat & 1 == 0 && !self.pixels.is_blank() {
            let step = if self.pixels.is_high() { 1 } else { 2 };
            let hit = |place: usize| {
                let number = self.pixels.at(place);
                playfield_1(number) && playfield_2(number)
            };
            self.clxdat |= u16::from((2 * from..2 * to).step_by(step).any(hit));
        }
        let Some(overlay) = overlay else {
            return;
        };
        let dual = mode & DUAL != 0;
        let mut found = 0;
        for at in from.max(overlay.used.0)..to.min(overlay.used.1) {
            let pairs = self.colliding_pairs(overlay.bits[at]);
            if pairs == 0 {
                continue;
            }
            for (bit, pair) in [
                (9, 0b0011),
                (10, 0b0101),
                (11, 0b1001),
                (12, 0b0110),
                (13, 0b1010),
                (14, 0b1100),
            ] {
                found |= u16::from(pairs & pair == pair) << bit;
            }
            let number = self.pixels.at(2 * at);
            let second = playfield_2(number);
            // With a single playfield, playfield 1 collides only where playfield 2 does.
            let first = playfield_1(number) && (dual || second);
            found |= if first { pairs << 1 } else { 0 } | if second { pairs << 5 } else { 0 };
        }
        self.clxdat |= found;
    }

    /// What CLXCON asks of the numbers of playfields 1 and 2 (odd and even planes).
    fn playfields(&self) -> [impl Fn(u8) -> bool + use<>; 2] {
        let enabled = (self.clxcon >> 6) as u8 & 0x3F;
        let wanted = self.clxcon as u8 & 0x3F;
        [0x15, 0x2A].map(|planes| {
            let (enabled, wanted) = (enabled & planes, wanted & planes & enabled);
            move |number: u8| number & enabled == wanted
        })
    }

    /// The pairs of sprites at a pixel, those that CLXCON lets collide.
    fn colliding_pairs(&self, bits: u16) -> u16 {
        let mut pairs = 0;
        for pair in 0..4 {
            let nybble = bits >> (4 * pair) & 15;
            let odd = nybble & 12 != 0 && self.clxcon >> (12 + pair) & 1 != 0;
            pairs |= u16::from(nybble & 3 != 0 || odd) << pair;
        }
        pairs
    }
}
