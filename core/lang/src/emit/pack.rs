//! Code into pages: no instruction straddles one, branches stay within theirs. A procedure longer than a page is
//! cut in segments; a branch out of its segment goes to a stub there, which jumps on.

use crate::lower::lir::{Code, Inst, Label, Line};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::Op;

const PAGE: usize = 256;
/// Bytes of `fjmp` and of `npage`.
const FAR: usize = 3;
const NEXT: usize = 1;

/// A stretch of a procedure's lines with its place.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    pub proc: usize,
    /// Lines from..to.
    pub from: usize,
    pub to: usize,
    pub page: usize,
    pub offset: usize,
    /// Labels elsewhere that branches here reach by a stub.
    pub stubs: Vec<Label>,
    /// Goes on in the next page.
    pub runs_on: bool,
    pub size: usize,
}

/// The pages, by part of the game, and what lies in them.
#[derive(Debug, Default)]
pub(crate) struct Packed {
    pub segments: Vec<Segment>,
    /// The part of each page.
    pub parts: Vec<u8>,
    /// Bytes used in each page.
    pub used: Vec<usize>,
}

/// Why code cannot be packed: a procedure with an instruction too large for a page.
#[derive(Debug)]
pub(crate) struct TooLarge {
    pub proc: usize,
}

fn inst(line: &Line) -> Option<&Inst> {
    match line {
        Line::Inst(inst) => Some(inst),
        Line::Label(_) => None,
    }
}

/// Labels bound in a stretch of lines.
fn bound(lines: &[Line]) -> BTreeSet<Label> {
    lines
        .iter()
        .filter_map(|l| {
            if let Line::Label(l) = l {
                Some(*l)
            } else {
                None
            }
        })
        .collect()
}

/// Size of a stretch with its stubs, and those.
fn measure(lines: &[Line], last: bool) -> (usize, Vec<Label>, bool) {
    let here = bound(lines);
    let mut stubs = BTreeSet::new();
    let mut size = 0;
    let mut ends = false;
    for inst in lines.iter().filter_map(inst) {
        size += inst.size();
        let out: Vec<Label> = inst
            .targets()
            .into_iter()
            .filter(|t| !here.contains(t))
            .collect();
        if inst.op == Op::Jmp && !out.is_empty() {
            size += FAR - inst.size();
        } else {
            stubs.extend(out);
        }
        ends = inst.op.info().ends;
    }
    // A label at the very end can be reached, so the stretch goes on.
    ends = ends && matches!(lines.last(), Some(Line::Inst(_)));
    let runs_on = !last && !ends;
    if runs_on {
        size += NEXT;
    }
    (
        size + FAR * stubs.len(),
        stubs.into_iter().collect(),
        runs_on,
    )
}

/// Cuts a procedure into stretches that fit a page, not placed yet.
fn segments(proc: usize, code: &Code) -> Option<Vec<Segment>> {
    let lines = &code.lines;
    let mut list = Vec::new();
    let mut from = 0;
    while from < lines.len() {
        let mut ends = Vec::new();
        let mut plain = 0;
        for to in from + 1..=lines.len() {
            plain += inst(&lines[to - 1]).map_or(0, Inst::size);
            if plain > PAGE {
                break;
            }
            // A label belongs to what follows it.
            if to == lines.len() || !matches!(lines[to - 1], Line::Label(_)) {
                ends.push(to);
            }
        }
        let best = ends.into_iter().rev().find_map(|to| {
            let (size, stubs, runs_on) = measure(&lines[from..to], to == lines.len());
            (size <= PAGE).then_some(Segment {
                proc,
                from,
                to,
                page: 0,
                offset: 0,
                stubs,
                runs_on,
                size,
            })
        });
        let best = best?;
        from = best.to;
        list.push(best);
    }
    Some(list)
}

/// Pages of one part, counted from 0.
#[derive(Clone, Debug, Default)]
struct Pages {
    segments: Vec<Segment>,
    used: Vec<usize>,
}

impl Pages {
    /// The stretches of a long procedure, each in a page of its own, one behind the other.
    fn begin(&mut self, stretches: Vec<Segment>) {
        for segment in stretches {
            self.used.push(0);
            self.put(self.used.len() - 1, segment);
        }
    }

    fn put(&mut self, page: usize, mut segment: Segment) {
        segment.page = page;
        segment.offset = self.used[page];
        self.used[page] += segment.size;
        self.segments.push(segment);
    }

    /// Each procedure of a list, the longest first, in the first page that has room for it.
    fn first_fit(mut self, list: Vec<Segment>) -> Self {
        for segment in list {
            let page = self
                .used
                .iter()
                .position(|used| used + segment.size <= PAGE);
            let page = page.unwrap_or(self.used.len());
            if page == self.used.len() {
                self.used.push(0);
            }
            self.put(page, segment);
        }
        self
    }

    /// Page by page those of a list, the longest first, that fill it best; a new page is begun with the longest.
    fn best_fill(mut self, mut list: Vec<Segment>) -> Self {
        let mut page = 0;
        while !list.is_empty() {
            if page == self.used.len() {
                self.used.push(0);
                self.put(page, list.remove(0));
            }
            for segment in fullest(&mut list, PAGE - self.used[page]) {
                self.put(page, segment);
            }
            page += 1;
        }
        self
    }
}

/// Takes out of a list those that fill a stretch of a page best.
fn fullest(list: &mut Vec<Segment>, room: usize) -> Vec<Segment> {
    // For each fill that can be reached the last that came to it. Fills are gone through downwards, so what it was added to was
    // reached by those before it.
    let mut last: Vec<Option<usize>> = vec![None; room + 1];
    for (number, segment) in list.iter().enumerate() {
        for fill in (segment.size.max(1)..=room).rev() {
            let before = fill - segment.size;
            if last[fill].is_none() && (before == 0 || last[before].is_some()) {
                last[fill] = Some(number);
            }
        }
    }
    let reached = (1..=room).rev().find(|fill| last[*fill].is_some());
    let mut fill = reached.unwrap_or(0);
    let mut taken = Vec::new();
    while let Some(number) = last[fill] {
        fill -= list[number].size;
        // Numbers fall, so those that are still to be taken stay where they are.
        taken.push(list.remove(number));
    }
    taken
}

/// Packs all procedures, each into pages of its part: of two ways that which takes fewer.
pub(crate) fn pack(code: &[Option<Code>], parts: &[u8]) -> Result<Packed, TooLarge> {
    let mut packed = Packed::default();
    let mut by_part: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for (proc, own) in code.iter().enumerate() {
        if own.is_some() {
            by_part.entry(parts[proc]).or_default().push(proc);
        }
    }
    for (part, procs) in by_part {
        let mut small = Vec::new();
        let mut begun = Pages::default();
        for proc in procs {
            let Some(own) = &code[proc] else { continue };
            let mut list = segments(proc, own).ok_or(TooLarge { proc })?;
            match list.len() {
                1 => small.append(&mut list),
                _ => begun.begin(list),
            }
        }
        small.sort_by_key(|s| core::cmp::Reverse(s.size));
        let ways = [
            begun.clone().first_fit(small.clone()),
            begun.best_fill(small),
        ];
        let pages = ways.into_iter().min_by_key(|pages| pages.used.len());
        let Pages { segments, used } = pages.unwrap_or_default();
        let first = packed.used.len();
        let moved = |segment: Segment| Segment {
            page: first + segment.page,
            ..segment
        };
        packed.segments.extend(segments.into_iter().map(moved));
        packed.parts.extend(used.iter().map(|_| part));
        packed.used.extend(used);
    }
    Ok(packed)
}

/// Places of labels: page and offset, by procedure.
pub(crate) fn label_places(
    code: &[Option<Code>],
    packed: &Packed,
) -> Vec<BTreeMap<Label, (usize, usize)>> {
    let mut all = vec![BTreeMap::new(); code.len()];
    for segment in &packed.segments {
        let Some(own) = &code[segment.proc] else {
            continue;
        };
        let lines = &own.lines[segment.from..segment.to];
        let here = bound(lines);
        let mut at = segment.offset;
        for line in lines {
            match line {
                Line::Label(label) => {
                    all[segment.proc].insert(*label, (segment.page, at));
                }
                Line::Inst(inst) => at += placed_size(inst, &here),
            }
        }
    }
    all
}

/// Size of an instruction in its segment: a jump out of it is a far one.
pub(crate) fn placed_size(inst: &Inst, here: &BTreeSet<Label>) -> usize {
    if inst.op == Op::Jmp && inst.targets().iter().any(|t| !here.contains(t)) {
        FAR
    } else {
        inst.size()
    }
}

/// Labels bound in a segment.
pub(crate) fn labels_in(code: &Code, segment: &Segment) -> BTreeSet<Label> {
    bound(&code.lines[segment.from..segment.to])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_size(size: usize) -> Segment {
        Segment {
            proc: size,
            from: 0,
            to: 1,
            page: 0,
            offset: 0,
            stubs: Vec::new(),
            runs_on: false,
            size,
        }
    }

    #[test]
    fn procedures_fill_pages_to_the_last_byte_where_some_do() {
        let sizes = [147, 135, 60, 45, 37, 28, 26, 24, 10];
        let list: Vec<Segment> = sizes.into_iter().map(of_size).collect();
        assert_eq!(Pages::default().first_fit(list.clone()).used.len(), 3);
        let best = Pages::default().best_fill(list);
        assert_eq!(best.used, [256, 256]);
        let mut found: Vec<usize> = best.segments.iter().map(|s| s.size).collect();
        found.sort_unstable_by_key(|size| core::cmp::Reverse(*size));
        assert_eq!(found, sizes);
        let ends = best.segments.iter().map(|s| s.offset + s.size);
        assert!(ends.into_iter().all(|end| end <= PAGE));
    }

    #[test]
    fn nothing_is_taken_where_nothing_fits() {
        let mut list = vec![of_size(9)];
        assert!(fullest(&mut list, 8).is_empty());
        assert!(fullest(&mut list, 0).is_empty());
        assert_eq!(fullest(&mut list, 9).len(), 1);
        assert!(fullest(&mut list, 9).is_empty());
    }
}
