//! A picture, and what its rows were drawn from.

use super::WIDTH;
use super::compose::Look;
use super::line::Line;

/// Registers that act on a line, and that drawing it changes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Registers {
    pub(super) look: Look,
    /// Pairs of sprites that are attached, one bit each.
    pub(super) attached: u8,
    pub(super) clxcon: u16,
    pub(super) clxdat: u16,
}

/// What a row was drawn from, and the registers behind it.
struct Drawn {
    line: Line,
    before: Registers,
    after: Registers,
}

/// The rows of a picture. What is known of how they were drawn saves time and is no state: it is neither copied nor compared.
pub(super) struct Canvas {
    pixels: Vec<u16>,
    drawn: Vec<Option<Drawn>>,
}

impl Clone for Canvas {
    fn clone(&self) -> Canvas {
        Canvas {
            pixels: self.pixels.clone(),
            drawn: forgotten(self.rows()),
        }
    }
}

impl PartialEq for Canvas {
    fn eq(&self, other: &Canvas) -> bool {
        self.pixels == other.pixels
    }
}

/// Of so many rows it is not known what they were drawn from.
fn forgotten(rows: usize) -> Vec<Option<Drawn>> {
    (0..rows).map(|_| None).collect()
}

impl Canvas {
    /// So many black rows.
    pub(super) fn new(rows: usize) -> Canvas {
        Canvas {
            pixels: vec![0; WIDTH * rows],
            drawn: forgotten(rows),
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.drawn.len()
    }

    /// The colours, row by row.
    pub(super) fn pixels(&self) -> &[u16] {
        &self.pixels
    }

    /// To draw a row that [`Canvas::note`] is told of.
    pub(super) fn pixels_mut(&mut self) -> &mut [u16] {
        &mut self.pixels
    }

    /// The picture has another number of rows; those that are new are black.
    pub(super) fn resize(&mut self, rows: usize) {
        self.pixels.resize(WIDTH * rows, 0);
        self.drawn.resize_with(rows, || None);
    }

    /// Becomes a copy of another picture.
    pub(super) fn show(&mut self, other: &Canvas) {
        self.pixels.clone_from(&other.pixels);
        self.drawn = forgotten(other.rows());
    }

    /// The registers after a row, if it was last drawn from just this.
    pub(super) fn drawn(&self, row: usize, line: &Line, before: &Registers) -> Option<&Registers> {
        let drawn = self.drawn.get(row)?.as_ref()?;
        (drawn.line.is_just(line) && drawn.before == *before).then_some(&drawn.after)
    }

    /// A row was drawn from this. `line` gets what the row was drawn from before, to be used again.
    pub(super) fn note(
        &mut self,
        row: usize,
        line: &mut Line,
        before: Registers,
        after: Registers,
    ) {
        let Some(drawn) = self.drawn.get_mut(row) else {
            return;
        };
        let old = drawn.take().map_or_else(Line::default, |old| old.line);
        *drawn = Some(Drawn {
            line: std::mem::replace(line, old),
            before,
            after,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Denise, EndOfLine, PAL};
    use super::*;
    use crate::chips::rga::{
        BPL1DAT, BPLCON0, BPLCON1, CLXCON, CLXDAT, COLOR00, DIWSTOP, DIWSTRT, SPR0POS,
    };

    /// The rows of the test's frame.
    const ROWS: u16 = 8;

    /// A frame of a few lines: planes, a sprite and a split of colours; what differs between frames comes in `row`'s line.
    fn frame(denise: &mut Denise, start: &mut u64, row: u16, change: Option<(u16, u16)>) {
        denise.write(*start, BPLCON0, 0x2000);
        denise.write(*start, DIWSTRT, 0x1A81);
        denise.write(*start, DIWSTOP, 0x2CC1);
        for n in 0..ROWS {
            let slot = |at: u64| *start + at;
            if let Some((register, value)) = change.filter(|_| n == row) {
                denise.write(slot(0x30), register, value);
            }
            denise.write(slot(0x20), SPR0POS, 0x0060);
            denise.write(slot(0x20), SPR0POS + 4, 0xF0F0);
            for at in (0x3F..0xD0).step_by(8) {
                denise.bitplane(slot(at - 4), 1, 0x0FF0);
                denise.bitplane(slot(at), 0, n.wrapping_mul(0x1357));
            }
            denise.write(slot(0x80), COLOR00, 0x0F00 + n);
            denise.write(slot(0xD8), COLOR00, 0x000F);
            denise.end_line(EndOfLine {
                number: PAL.first_line + n,
                next: *start + 227,
                interlaced: None,
            });
            *start += 227;
        }
        denise.end_frame();
    }

    #[test]
    fn a_row_that_is_not_drawn_again_is_as_it_would_be() {
        let mut denise = Denise::new(&PAL);
        let mut start = 0;
        let changes = [
            None,
            None,
            None,
            Some((COLOR00 + 2, 0x0123)),
            None,
            Some((BPL1DAT + 2, 0x1111)),
            Some((BPLCON1, 0x0011)),
            None,
            Some((CLXCON, 0x0FC3)),
            Some((DIWSTRT, 0x1A91)),
            Some((SPR0POS + 2, 0x0001)),
            Some((SPR0POS + 10, 0x0080)),
            None,
            None,
        ];
        for (n, change) in changes.into_iter().enumerate() {
            // A copy does not know what its rows were drawn from.
            let mut fresh = denise.clone();
            let mut fresh_start = start;
            let row = n as u16 % ROWS;
            frame(&mut denise, &mut start, row, change);
            frame(&mut fresh, &mut fresh_start, row, change);
            assert!(denise == fresh, "frame {n}");
            if n % 4 == 3 {
                assert_eq!(denise.read(CLXDAT), fresh.read(CLXDAT));
            }
        }
    }

    #[test]
    fn what_is_the_same_is_found_and_what_differs_is_not() {
        let mut denise = Denise::new(&PAL);
        let mut start = 0;
        let look = |denise: &Denise| {
            let drawn = denise.drawing.drawn[2].as_ref();
            drawn.map(|drawn| (drawn.line.clone(), drawn.before.clone()))
        };
        for _ in 0..4 {
            frame(&mut denise, &mut start, 0, None);
        }
        let (line, before) = look(&denise).expect("row 2 was drawn");
        assert!(denise.drawing.drawn(2, &line, &before).is_some());
        assert!(denise.drawing.drawn(3, &line, &before).is_none());
        let other = Registers {
            clxcon: 1,
            ..before.clone()
        };
        assert!(denise.drawing.drawn(2, &line, &other).is_none());
        assert!(denise.clone().drawing.drawn(2, &line, &before).is_none());
    }
}
