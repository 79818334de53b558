//! Where each section goes.

use super::LinkError;
use super::script::{Script, SegmentRule};
use crate::object::{Contents, Object};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// A section by number of its object and its number there.
pub(super) type SectionKey = (usize, usize);

/// Where a section lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Number of the area it is loaded in.
    pub area: usize,
    /// Address it is loaded at.
    pub load: u32,
    /// Address it runs at.
    pub run: u32,
}

/// Where a segment lies, all its sections together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub load: u32,
    pub run: u32,
    pub size: u32,
}

/// Memory that a segment has taken.
#[derive(Clone, Copy, Debug)]
struct Taken {
    from: u64,
    to: u64,
    /// Number of the segment.
    segment: usize,
}

/// What is taken of an area.
#[derive(Clone, Debug)]
pub(super) struct Filling {
    start: u64,
    end: u64,
    /// In no order; may overlap where segments lie over each other.
    taken: Vec<Taken>,
    /// What first did not fit.
    overflowing: Option<SectionKey>,
}

impl Filling {
    fn new(start: u64, end: u64) -> Self {
        Self {
            start,
            end,
            taken: Vec::new(),
            overflowing: None,
        }
    }

    /// First address behind everything placed; may lie behind the end, which is an overflow.
    fn next(&self) -> u64 {
        let ends = self.taken.iter().map(|t| t.to);
        ends.max().unwrap_or(self.start).max(self.start)
    }

    fn take(&mut self, from: u64, to: u64, segment: usize) {
        if to > from {
            self.taken.push(Taken { from, to, segment });
        }
    }

    /// Reserves memory at the end, at a multiple of `align`.
    fn append(&mut self, size: u32, align: u32, key: SectionKey, segment: usize) -> u32 {
        let from = self.next().next_multiple_of(u64::from(align));
        self.append_at(from, size, key, segment)
    }

    fn append_at(&mut self, from: u64, size: u32, key: SectionKey, segment: usize) -> u32 {
        let to = from + u64::from(size);
        if to > self.end {
            self.overflowing.get_or_insert(key);
        }
        self.take(from, to, segment);
        from as u32
    }

    /// Reserves the first memory with room; what the segments `over` have taken counts as free.
    fn fit(&mut self, size: u32, align: u32, segment: usize, over: &[usize]) -> Option<u32> {
        let align = u64::from(align);
        let mut from = self.start.next_multiple_of(align);
        for taken in self.stretches(over) {
            if from + u64::from(size) <= taken.0 {
                break;
            }
            from = from.max(taken.1.next_multiple_of(align));
        }
        let to = from + u64::from(size);
        if to > self.end {
            return None;
        }
        self.take(from, to, segment);
        Some(from as u32)
    }

    /// What is taken, ascending, joined where it meets; without what the segments `over` have taken.
    fn stretches(&self, over: &[usize]) -> Vec<(u64, u64)> {
        let others = self.taken.iter().filter(|t| !over.contains(&t.segment));
        let mut all: Vec<(u64, u64)> = others.map(|t| (t.from, t.to)).collect();
        all.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::new();
        for (from, to) in all {
            match joined.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        joined
    }

    /// Bytes that nothing has taken.
    pub fn free(&self) -> u32 {
        let inside = |at: u64| at.clamp(self.start, self.end);
        let taken = self.stretches(&[]).into_iter();
        let taken: u64 = taken.map(|(from, to)| inside(to) - inside(from)).sum();
        (self.end.saturating_sub(self.start) - taken) as u32
    }

    /// First address behind everything in it, and no further than its end.
    pub fn last(&self) -> u32 {
        self.next().clamp(self.start, self.end.max(self.start)) as u32
    }
}

#[derive(Debug)]
pub(super) struct Layout {
    pub spots: HashMap<SectionKey, Spot>,
    /// By segment of the script.
    pub spans: Vec<Span>,
    /// By area of the script.
    pub fillings: Vec<Filling>,
    /// Sections in the order of the script.
    pub order: Vec<(SectionKey, usize)>,
}

/// Places every section that is used; what does not fit is told.
pub(super) fn place(
    script: &Script,
    objects: &[(String, Object)],
    unused: &HashSet<SectionKey>,
    errors: &mut Vec<LinkError>,
) -> Layout {
    let mut placer = Placer {
        script,
        objects,
        unused,
        errors,
        layout: Layout {
            spots: HashMap::new(),
            spans: Vec::new(),
            fillings: script
                .areas
                .iter()
                .map(|a| {
                    let start = u64::from(a.start);
                    Filling::new(start, start + u64::from(a.size))
                })
                .collect(),
            order: Vec::new(),
        },
    };
    placer.reach();
    for (number, rule) in script.segments.iter().enumerate() {
        placer.segment(number, rule);
    }
    placer.homeless();
    placer.overflows();
    placer.layout
}

/// Memory that a section takes.
fn taken(rule: &SegmentRule, size: u32, align: u32) -> u32 {
    match rule.whole {
        true => size.next_multiple_of(align),
        false => size,
    }
}

struct Placer<'a> {
    script: &'a Script,
    objects: &'a [(String, Object)],
    unused: &'a HashSet<SectionKey>,
    errors: &'a mut Vec<LinkError>,
    layout: Layout,
}

impl Placer<'_> {
    fn section(&self, key: SectionKey) -> &crate::object::Section {
        &self.objects[key.0].1.sections[key.1]
    }

    /// Areas that the machine cannot address.
    fn reach(&mut self) {
        let spaces = self
            .objects
            .iter()
            .map(|(_, object)| object.machine.address_space());
        let Some(space) = spaces.min() else { return };
        for area in &self.script.areas {
            let end = u64::from(area.start) + u64::from(area.size);
            if end > u64::from(space) {
                let (area, end, last) = (area.name.clone(), end - 1, space - 1);
                self.errors.push(LinkError::AreaOutside { area, end, last });
            }
        }
    }

    fn segment(&mut self, number: usize, rule: &SegmentRule) {
        let mut keys = Vec::new();
        for (o, (_, object)) in self.objects.iter().enumerate() {
            let named = object
                .sections
                .iter()
                .enumerate()
                .filter(|(_, s)| s.name == rule.name)
                .map(|(s, _)| (o, s));
            keys.extend(named.filter(|key| !self.unused.contains(key)));
        }
        for key in &keys {
            let section = self.section(*key);
            let bytes = matches!(&section.contents, Contents::Bytes(b) if !b.is_empty());
            if rule.bss && bytes {
                let object = self.objects[key.0].0.clone();
                self.errors.push(LinkError::BytesInBss {
                    object,
                    section: rule.name.clone(),
                });
            }
            self.layout.order.push((*key, number));
        }
        if rule.bss {
            // No file holds their order: what begins a page goes first, and leaves no gap before it.
            keys.sort_by_key(|key| Reverse(self.section(*key).align));
        }
        let span = match rule.load.as_slice() {
            [area] if rule.over.is_empty() => self.together(number, rule, *area, &keys),
            areas => self.scattered(number, rule, areas, &keys),
        };
        self.layout.spans.push(span);
    }

    /// All sections of the segment one behind the other.
    fn together(
        &mut self,
        number: usize,
        rule: &SegmentRule,
        area: usize,
        keys: &[SectionKey],
    ) -> Span {
        let run_area = rule.run.unwrap_or(area);
        let align = keys
            .iter()
            .map(|k| self.section(*k).align)
            .max()
            .unwrap_or(1)
            .max(rule.align);
        let from = match rule.at {
            Some(at) => {
                let next = self.layout.fillings[run_area].next();
                if u64::from(at) < next {
                    let segment = rule.name.clone();
                    self.errors.push(LinkError::PlaceTaken {
                        segment,
                        at,
                        next: next as u32,
                    });
                    next.next_multiple_of(u64::from(align))
                } else {
                    u64::from(at)
                }
            }
            None => self.layout.fillings[run_area]
                .next()
                .next_multiple_of(u64::from(align)),
        };
        // An empty segment does not move anything.
        if keys.iter().all(|k| self.section(*k).size() == 0) {
            let run = from as u32;
            let load = if run_area == area {
                run
            } else {
                self.layout.fillings[area].next() as u32
            };
            for key in keys {
                self.layout.spots.insert(*key, Spot { area, load, run });
            }
            return Span { load, run, size: 0 };
        }
        let mut spots: Vec<(SectionKey, u32)> = Vec::new();
        let mut first = true;
        for key in keys {
            let (size, align) = (self.section(*key).size(), self.section(*key).align);
            let size = taken(rule, size, align.max(rule.align));
            let filling = &mut self.layout.fillings[run_area];
            let run = if first {
                filling.append_at(from, size, *key, number)
            } else {
                filling.append(size, align, *key, number)
            };
            first = false;
            if run % align != 0 {
                let object = self.objects[key.0].0.clone();
                let section = rule.name.clone();
                self.errors.push(LinkError::Misaligned {
                    object,
                    section,
                    address: run,
                    align,
                });
            }
            spots.push((*key, run));
        }
        let run = from as u32;
        let size = (self.layout.fillings[run_area].next() - from) as u32;
        let load = if run_area == area {
            run
        } else {
            // Gaps inside the segment are part of its copy.
            let end = from + u64::from(size);
            self.layout.fillings[run_area].take(from, end, number);
            self.layout.fillings[area].append(size, 1, keys[0], number)
        };
        for (key, at) in spots {
            let load = load.wrapping_add(at.wrapping_sub(run));
            self.layout.spots.insert(
                key,
                Spot {
                    area,
                    load,
                    run: at,
                },
            );
        }
        Span { load, run, size }
    }

    /// Each section by itself, where it first fits.
    fn scattered(
        &mut self,
        number: usize,
        rule: &SegmentRule,
        areas: &[usize],
        keys: &[SectionKey],
    ) -> Span {
        let (mut low, mut high) = (u32::MAX, 0);
        for key in keys {
            let section = self.section(*key);
            let align = section.align.max(rule.align);
            let size = taken(rule, section.size(), align);
            let found = areas.iter().find_map(|a| {
                let filling = &mut self.layout.fillings[*a];
                Some((*a, filling.fit(size, align, number, &rule.over)?))
            });
            let Some((area, address)) = found else {
                let object = self.objects[key.0].0.clone();
                let names = areas
                    .iter()
                    .map(|a| self.script.areas[*a].name.as_str())
                    .collect::<Vec<_>>();
                let areas = names.join(", ");
                self.errors.push(LinkError::NoRoom {
                    object,
                    section: rule.name.clone(),
                    size,
                    areas,
                });
                continue;
            };
            low = low.min(address);
            high = high.max(address.saturating_add(size));
            self.layout.spots.insert(
                *key,
                Spot {
                    area,
                    load: address,
                    run: address,
                },
            );
        }
        let start = if low == u32::MAX { 0 } else { low };
        Span {
            load: start,
            run: start,
            size: high.saturating_sub(start),
        }
    }

    /// Sections that no line of the script names.
    fn homeless(&mut self) {
        for (name, object) in self.objects {
            for section in &object.sections {
                if section.size() > 0
                    && !self.script.segments.iter().any(|r| r.name == section.name)
                {
                    let (object, section, size) =
                        (name.clone(), section.name.clone(), section.size());
                    self.errors.push(LinkError::NoSegment {
                        object,
                        section,
                        size,
                    });
                }
            }
        }
    }

    fn overflows(&mut self) {
        for (area, filling) in self.script.areas.iter().zip(&self.layout.fillings) {
            if let (Some(key), true) = (filling.overflowing, filling.next() > filling.end) {
                self.errors.push(LinkError::Overflow {
                    area: area.name.clone(),
                    by: filling.next() - filling.end,
                    size: area.size,
                    object: self.objects[key.0].0.clone(),
                    section: self.objects[key.0].1.sections[key.1].name.clone(),
                });
            }
        }
    }
}
