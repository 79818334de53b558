//! Free stretches of data pages, and what comes to lie in them.

use super::layout::{Item, Layout, PAGE_END};
use crate::ast::Life;
use crate::hir::Program;
use alloc::vec::Vec;
use hexfront_isa::build::Group;
use hexfront_isa::cartridge::GroupKind;

/// A free stretch: of one page, or the same stretch of two pages in a row.
pub(super) struct Gap {
    pub group: usize,
    pub page: usize,
    pub start: usize,
    pub pair: bool,
    pub kind: GroupKind,
    pub filled: bool,
    pub part: u8,
}

impl Layout {
    /// Places an item in the gap that suits it best, or in a page of its own.
    pub(super) fn fill_gap(
        &mut self,
        prog: &Program,
        item: &Item,
        all_writable: bool,
        gaps: &mut Vec<Gap>,
    ) {
        let writes = item.life != Life::Const;
        let guard = |gap: &Gap| usize::from(gap.start > 0 && item.guarded(all_writable));
        let room = |gap: &Gap| PAGE_END.saturating_sub(gap.start) >= guard(gap) + item.values.len();
        // Where a page is in memory whenever the item's part is.
        let there = |gap: &Gap| prog.parts[usize::from(item.part)].with & 1 << gap.part != 0;
        let lives = |gap: &Gap| match item.life {
            Life::State => gap.kind == GroupKind::State,
            Life::Scratch => gap.kind != GroupKind::Const,
            Life::Const => true,
        };
        let fits =
            |gap: &Gap| room(gap) && there(gap) && lives(gap) && (item.width == 1 || gap.pair);
        // Constant tables prefer pages of their own part that are stored anyway; what is written prefers pages without
        // content.
        let best = gaps
            .iter()
            .enumerate()
            .filter(|(_, gap)| fits(gap))
            .min_by_key(|(_, gap)| {
                (
                    gap.part != item.part,
                    gap.filled == writes,
                    item.width == 1 && gap.pair,
                    PAGE_END - gap.start,
                )
            });
        let index = match best {
            Some((index, _)) => index,
            None => {
                let group = self.groups.len();
                let kind = if writes {
                    GroupKind::State
                } else if all_writable {
                    GroupKind::Scratch
                } else {
                    GroupKind::Const
                };
                self.groups.push(Group {
                    count: item.width as u8,
                    kind,
                    part: item.part,
                    content: None,
                    name: if writes {
                        "arrays".into()
                    } else {
                        "tables".into()
                    },
                });
                gaps.push(Gap {
                    group,
                    page: 0,
                    start: 0,
                    pair: item.width == 2,
                    kind,
                    filled: !writes,
                    part: item.part,
                });
                gaps.len() - 1
            }
        };
        let gap = &mut gaps[index];
        let free = gap.start;
        gap.start += guard(gap);
        let (group, page, start) = (gap.group, gap.page, gap.start);
        gap.start += item.values.len();
        if item.width == 1 && gap.pair {
            // Bytes in a gap of two pages: the second page stays free beside them.
            gap.pair = false;
            let (kind, filled, part) = (gap.kind, gap.filled, gap.part);
            gaps.push(Gap {
                group,
                page: 1,
                start: free,
                pair: false,
                kind,
                filled,
                part,
            });
        }
        self.put(item, group, page, start);
    }
}
