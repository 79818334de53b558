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

/// Packs all procedures, each into pages of its part.
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
        let first = packed.used.len();
        for proc in procs {
            let Some(own) = &code[proc] else { continue };
            let mut list = segments(proc, own).ok_or(TooLarge { proc })?;
            if list.len() == 1 {
                small.append(&mut list);
                continue;
            }
            for mut segment in list {
                segment.page = packed.used.len();
                packed.used.push(segment.size);
                packed.parts.push(part);
                packed.segments.push(segment);
            }
        }
        small.sort_by_key(|s| core::cmp::Reverse(s.size));
        for mut segment in small {
            let room = (first..packed.used.len()).find(|p| packed.used[*p] + segment.size <= PAGE);
            let page = room.unwrap_or_else(|| {
                packed.used.push(0);
                packed.parts.push(part);
                packed.used.len() - 1
            });
            segment.page = page;
            segment.offset = packed.used[page];
            packed.used[page] += segment.size;
            packed.segments.push(segment);
        }
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
