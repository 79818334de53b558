//! What comes in a line, gathered until it is done.

use super::pixels::Load;
use super::sprites::Shown;

/// A register whose effect depends on its place in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) place: u16,
    pub(super) register: u16,
    pub(super) value: u16,
}

/// Loads of the shift registers, one behind the other with the same registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The slot of the first.
    pub(super) slot: u16,
    /// Slots from one to the next.
    pub(super) step: u16,
    pub(super) loads: u16,
    pub(super) bplcon0: u16,
    pub(super) bplcon1: u16,
    /// What the data registers held before, and hold for planes of which no words come.
    pub(super) data: [u16; 6],
}

/// What came in a line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    runs: Vec<(Run, usize)>,
    /// Words of the runs, plane by plane, high byte first; so many planes as each run has.
    words: Vec<u8>,
    /// Sprites that are shown.
    pub(super) sprites: Vec<Shown>,
    /// Place from which sprites are shown: just after the first word of bitplane 1.
    pub(super) sprites_from: u16,
    pub(super) changes: Vec<Change>,
}

impl Default for Line {
    fn default() -> Line {
        Line {
            runs: Vec::new(),
            words: Vec::new(),
            sprites: Vec::new(),
            sprites_from: u16::MAX,
            changes: Vec::new(),
        }
    }
}

/// Lines are equal if they show the same, however the words came.
impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        self.has_the_rest_of(other) && self.loads().eq(other.loads())
    }
}

impl Line {
    pub(super) fn clear(&mut self) {
        self.runs.clear();
        self.words.clear();
        self.sprites.clear();
        self.sprites_from = u16::MAX;
        self.changes.clear();
    }

    /// The shift registers are loaded, from these planes.
    #[inline]
    pub(super) fn load(&mut self, run: Run, planes: &[&[u8]]) {
        self.runs.push((run, planes.len()));
        for plane in planes {
            self.words.extend_from_slice(plane);
        }
    }

    /// The loads one by one.
    pub(super) fn loads(&self) -> impl Iterator<Item = Load> {
        let mut rest = self.words.as_slice();
        self.runs.iter().flat_map(move |(run, planes)| {
            let length = 2 * usize::from(run.loads);
            let (words, behind) = rest.split_at(planes * length);
            rest = behind;
            (0..run.loads).map(move |n| {
                let mut data = run.data;
                for (data, plane) in data.iter_mut().zip(words.chunks_exact(length)) {
                    let at = 2 * usize::from(n);
                    *data = u16::from_be_bytes([plane[at], plane[at + 1]]);
                }
                Load {
                    slot: run.slot + run.step * n,
                    bplcon0: run.bplcon0,
                    bplcon1: run.bplcon1,
                    data,
                }
            })
        })
    }

    /// Whether the same came in the same pieces, which is quickly seen.
    pub(super) fn is_just(&self, other: &Line) -> bool {
        self.words == other.words && self.runs == other.runs && self.has_the_rest_of(other)
    }

    /// Whether all is the same but the words.
    fn has_the_rest_of(&self, other: &Line) -> bool {
        self.sprites_from == other.sprites_from
            && self.sprites == other.sprites
            && self.changes == other.changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two loads of two planes, the third plane at rest.
    const RUN: Run = Run {
        slot: 0x40,
        step: 8,
        loads: 2,
        bplcon0: 0x3000,
        bplcon1: 0,
        data: [7, 7, 9, 0, 0, 0],
    };

    #[test]
    fn words_that_come_together_are_as_good_as_one_by_one() {
        let mut together = Line::default();
        together.load(RUN, &[&[0, 1, 0, 2], &[0, 3, 0, 4]]);
        let mut single = Line::default();
        for (slot, data) in [(0x40, [1, 3, 9, 0, 0, 0]), (0x48, [2, 4, 9, 0, 0, 0])] {
            let run = Run {
                slot,
                step: 0,
                loads: 1,
                data,
                ..RUN
            };
            single.load(run, &[]);
        }
        assert!(together == single && !together.is_just(&single));
        assert!(together.is_just(&together.clone()));
        let mut other = Line::default();
        other.load(RUN, &[&[0, 1, 0, 2], &[0, 3, 0, 5]]);
        assert!(other != together && !other.is_just(&together));
    }
}
