//! Cutting bytes into blocks so that they take the fewest bits.
//!
//! For every place it is known what the cheapest way there costs, by a match or by literals. A match at the last
//! offset is cheaper than one at a new offset, so the cheapest way to each place by a match of *each* offset is kept
//! beside it (as in the reference packer). Only places where bytes agree are looked at: for most offsets most do not.

use super::MAX_OFFSET;

/// A block of the packed bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    Literals { count: usize },
    Again { count: usize },
    Match { offset: usize, count: usize },
}

/// Literals in a row that are weighed one by one; longer rows begin where it was best to begin them so far.
const LITERALS: usize = 512;
/// Bits by which a match at the last offset can at most be cheaper than one at a new offset.
const GAIN: u32 = 32;
/// No way: an index of [`Way`].
const NONE: u32 = u32::MAX;
/// More bits than any way has, and few enough to be added to.
const NO_MATCH: u32 = u32::MAX / 2;

/// The last block of a way to a place, and the way before it.
#[derive(Clone, Copy)]
struct Way {
    bits: u32,
    /// Bytes up to and with it.
    end: u32,
    /// 0 for literals.
    offset: u32,
    before: u32,
}

/// Of an offset: where its last match was and what led there.
#[derive(Clone, Copy)]
struct Trail {
    /// Bytes up to and with the last that agreed; 0 never.
    end: u32,
    /// First byte of the run of bytes that agree now.
    start: u32,
    /// The cheapest way to `end` by a match at this offset; offset 0 if there is none.
    last: Way,
    /// The way by literals to this run, from the run before; [`NONE`]: there is none worth it.
    literals: u32,
}

fn gamma_bits(n: usize) -> u32 {
    2 * n.ilog2() + 1
}

/// Bits of a row of literals, the one that says that it is one aside.
fn literal_bits(count: usize) -> u32 {
    gamma_bits(count) + 8 * count as u32
}

/// Bits up to a row of literals behind a way; the first block needs no bit to say what it is.
fn before_literals(way: Way) -> u32 {
    way.bits + u32::from(way.end > 0)
}

pub(super) fn parse(bytes: &[u8]) -> Vec<Block> {
    if bytes.is_empty() {
        return Vec::new();
    }
    let mut search = Search::new(bytes);
    for place in 0..bytes.len() {
        search.byte(place);
    }
    search.blocks()
}

struct Search<'a> {
    bytes: &'a [u8],
    ways: Vec<Way>,
    trails: Vec<Trail>,
    /// Cheapest way to after so many bytes.
    best: Vec<u32>,
    /// Cheapest way there whose last block is a match.
    best_match: Vec<u32>,
    /// What a row of literals that begins there has before it: [`before_literals`] of `best_match`, or [`NO_MATCH`].
    match_bits: Vec<u32>,
    /// Bits of rows of [`LITERALS`] literals down to one.
    row_bits: Vec<u32>,
    /// Where older rows of literals had best begin.
    oldest: u32,
    /// Places of each byte, the latest last.
    places: Vec<Vec<u32>>,
}

impl<'a> Search<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let nothing = Way {
            bits: 0,
            end: 0,
            offset: 1,
            before: NONE,
        };
        let unused = Trail {
            end: 0,
            start: 0,
            last: Way {
                offset: 0,
                ..nothing
            },
            literals: NONE,
        };
        let offsets = bytes.len().min(MAX_OFFSET) + 1;
        Self {
            bytes,
            ways: vec![nothing],
            trails: vec![unused; offsets],
            best: vec![0],
            best_match: vec![0],
            match_bits: vec![0],
            row_bits: (1..=LITERALS).rev().map(literal_bits).collect(),
            oldest: 0,
            places: vec![Vec::new(); 256],
        }
    }

    fn add(&mut self, way: Way) -> u32 {
        self.ways.push(way);
        (self.ways.len() - 1) as u32
    }

    /// Finds the cheapest ways to behind the byte at `place`.
    fn byte(&mut self, place: usize) {
        let end = place + 1;
        let by_literals = self.literals(end);
        let byte = usize::from(self.bytes[place]);
        // Where a match of at most n bytes had best begin: (bits, count), by n from 2.
        let mut counts: Vec<(u32, usize)> = Vec::new();
        let mut cheapest: Option<Way> = None;
        for i in (0..self.places[byte].len()).rev() {
            let offset = place - self.places[byte][i] as usize;
            if offset > MAX_OFFSET {
                break;
            }
            if let Some(way) = self.agrees(place, offset, &mut counts)
                && cheapest.is_none_or(|c| way.bits < c.bits)
            {
                cheapest = Some(way);
            }
        }
        self.places[byte].push(place as u32);
        let by_match = cheapest.map_or(NONE, |way| self.add(way));
        self.best_match.push(by_match);
        self.match_bits
            .push(cheapest.map_or(NO_MATCH, before_literals));
        let literals_win = by_match == NONE || by_literals.bits < self.ways[by_match as usize].bits;
        let best = if literals_win {
            self.add(by_literals)
        } else {
            by_match
        };
        self.best.push(best);
    }

    /// Cheapest way to `end` whose last block is literals.
    fn literals(&mut self, end: usize) -> Way {
        let oldest = self.ways[self.oldest as usize];
        let by_oldest = before_literals(oldest) + literal_bits(end - oldest.end as usize);
        let mut best = (by_oldest, self.oldest);
        let recent = end.saturating_sub(LITERALS);
        let matches = &self.match_bits[recent..];
        let rows = &self.row_bits[LITERALS - matches.len()..];
        let bits = || matches.iter().zip(rows).map(|(bits, row)| bits + row);
        // Two passes without a branch take less than one with it.
        let fewest = bits().min().unwrap_or(NONE);
        if fewest < best.0
            && let Some(i) = bits().position(|bits| bits == fewest)
        {
            best = (fewest, self.best_match[recent + i]);
        }
        if end >= LITERALS && matches[0] + rows[0] < by_oldest {
            self.oldest = self.best_match[recent];
        }
        let (bits, before) = best;
        Way {
            bits,
            end: end as u32,
            offset: 0,
            before,
        }
    }

    /// The byte at `place` is the one `offset` before it: the cheapest way whose last block is a match at that offset.
    fn agrees(
        &mut self,
        place: usize,
        offset: usize,
        counts: &mut Vec<(u32, usize)>,
    ) -> Option<Way> {
        let end = place as u32 + 1;
        let mut trail = self.trails[offset];
        if trail.end != place as u32 || place == 0 {
            trail.literals = self.literals_before(place, offset, trail);
            trail.start = place as u32;
        }
        let run = (end - trail.start) as usize;
        let mut way: Option<Way> = None;
        if trail.literals != NONE {
            let bits = self.ways[trail.literals as usize].bits + 1 + gamma_bits(run);
            way = Some(Way {
                bits,
                end,
                offset: offset as u32,
                before: trail.literals,
            });
        }
        if run >= 2 {
            while counts.len() < run - 1 {
                let count = counts.len() + 2;
                let bits = self.ways[self.best[end as usize - count] as usize].bits
                    + gamma_bits(count - 1);
                let better = counts.last().is_none_or(|last| bits < last.0);
                counts.push(if better {
                    (bits, count)
                } else {
                    counts[counts.len() - 1]
                });
            }
            let (bits, count) = counts[run - 2];
            let bits = bits + 8 + gamma_bits((offset - 1) / 128 + 1);
            if way.is_none_or(|way| bits < way.bits) {
                way = Some(Way {
                    bits,
                    end,
                    offset: offset as u32,
                    before: self.best[end as usize - count],
                });
            }
        }
        trail.end = end;
        trail.last = way.unwrap_or(Way {
            bits: 0,
            end: 0,
            offset: 0,
            before: NONE,
        });
        self.trails[offset] = trail;
        way
    }

    /// The way by literals from the last match at `offset` to `place`, where the next begins.
    fn literals_before(&mut self, place: usize, offset: usize, trail: Trail) -> u32 {
        let last = if trail.last.offset != 0 {
            trail.last
        } else if offset == 1 && trail.end == 0 {
            // The last offset is 1 before anything was matched.
            self.ways[0]
        } else {
            return NONE;
        };
        let count = place - last.end as usize;
        if count == 0 {
            return NONE;
        }
        let bits = before_literals(last) + literal_bits(count);
        if bits > self.ways[self.best[place] as usize].bits + GAIN {
            return NONE;
        }
        let before = if last.end == 0 { 0 } else { self.add(last) };
        self.add(Way {
            bits,
            end: place as u32,
            offset: 0,
            before,
        })
    }

    /// The blocks of the cheapest way to the end.
    fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut at = self.best[self.bytes.len()];
        while self.ways[at as usize].before != NONE {
            let way = self.ways[at as usize];
            let before = self.ways[way.before as usize];
            let count = (way.end - before.end) as usize;
            // After literals a match at the offset before them says so.
            let again = before.offset == 0
                && before.before != NONE
                && self.ways[before.before as usize].offset == way.offset;
            blocks.push(match way.offset {
                0 => Block::Literals { count },
                _ if again => Block::Again { count },
                offset => Block::Match {
                    offset: offset as usize,
                    count,
                },
            });
            at = way.before;
        }
        blocks.reverse();
        blocks
    }
}
