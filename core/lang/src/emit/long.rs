//! Fields of more records than a page has bytes lie one behind the other, in groups for what is alike: state, scratch,
//! constant data of a part. Before each stands an element for no record.

use super::gaps::Gap;
use super::layout::{Item, Layout};
use alloc::vec::Vec;
use hexfront_isa::build::Group;
use hexfront_isa::cartridge::GroupKind;

/// Bytes after which another group begins: a group has at most 255 pages.
const FULL: usize = 240 * 256;

/// Where the fields of a group have their first elements.
struct Run {
    kind: GroupKind,
    part: u8,
    items: Vec<(Item, usize)>,
    /// Behind the last element, and behind all that an index may name.
    end: usize,
    reach: usize,
}

impl Run {
    fn new(kind: GroupKind, part: u8) -> Run {
        Run {
            kind,
            part,
            items: Vec::new(),
            end: 0,
            reach: 0,
        }
    }

    fn add(&mut self, item: Item) {
        let first = self.end + item.width;
        let count = item.values.len();
        self.end = first + item.width * count;
        self.reach = self
            .reach
            .max(first + item.width * count.next_multiple_of(256));
        self.items.push((item, first));
    }
}

impl Layout {
    /// Lays out fields of many records; what is left of their last pages is for smaller things.
    pub(super) fn long_fields(
        &mut self,
        items: Vec<Item>,
        all_writable: bool,
        gaps: &mut Vec<Gap>,
    ) {
        let mut runs: Vec<Run> = Vec::new();
        for item in items {
            let (kind, part) = (item.kind(all_writable), item.part);
            let alike = |run: &&mut Run| (run.kind, run.part) == (kind, part) && run.reach < FULL;
            match runs.iter_mut().find(alike) {
                Some(run) => run.add(item),
                None => {
                    let mut run = Run::new(kind, part);
                    run.add(item);
                    runs.push(run);
                }
            }
        }
        for run in runs {
            self.long_group(run, gaps);
        }
    }

    fn long_group(&mut self, run: Run, gaps: &mut Vec<Gap>) {
        let group = self.groups.len();
        let pages = run.reach.div_ceil(256);
        self.groups.push(Group {
            count: pages as u8,
            kind: run.kind,
            part: run.part,
            content: None,
            name: "records".into(),
        });
        for (item, first) in &run.items {
            self.put(item, group, first / 256, first % 256);
        }
        let filled = run.kind == GroupKind::Const || self.groups[group].content.is_some();
        for page in run.end / 256..pages {
            gaps.push(Gap {
                group,
                page,
                start: run.end.saturating_sub(page * 256),
                pair: false,
                kind: run.kind,
                filled,
                part: run.part,
            });
        }
    }
}
