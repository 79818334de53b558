//! A report that was written before: what holds of it still.

use super::report::{Block, Survivor};
use super::{Bender, hash};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a committed report says of rules whose text, and the number of whose tests, is as it was.
#[derive(Clone, Debug, Default)]
pub struct EarlierReport {
    /// Blocks that are the same today.
    pub(super) blocks: Vec<Block>,
    /// Bends of theirs that no test noticed, with today's lines.
    pub(super) survivors: Vec<Survivor>,
}

impl EarlierReport {
    /// Reads a report, and keeps what is of blocks that have not changed. What cannot be read is tried again, no more.
    #[must_use]
    pub fn read(report: &str, bender: &Bender) -> EarlierReport {
        let today = blocks(bender);
        let mut earlier = EarlierReport::default();
        for line in report.lines() {
            let Some(block) = row(line) else { continue };
            let same =
                |b: &Block| b.ids == block.ids && b.text == block.text && b.tests == block.tests;
            if today.iter().any(same) {
                earlier.blocks.push(block);
            }
        }
        let mut ids: Vec<String> = Vec::new();
        let mut used = BTreeSet::new();
        let mut words = false;
        for line in report.lines() {
            if line.starts_with("## ") {
                words = line.contains("Words");
                ids.clear();
            } else if let Some((place, what)) =
                line.strip_prefix("- ").and_then(|l| l.split_once(' '))
            {
                if earlier.knows(&ids) {
                    let old = Survivor {
                        ids: ids.clone(),
                        place: place.to_string(),
                        what: what.to_string(),
                        words,
                    };
                    earlier.survivors.push(moved(old, bender, &mut used));
                }
            } else if !line.is_empty() {
                ids = line.split(", ").map(ToString::to_string).collect();
            }
        }
        earlier
    }

    /// Whether nothing has changed in the block of these rules.
    pub(super) fn knows(&self, ids: &[String]) -> bool {
        self.blocks.iter().any(|b| b.ids == ids)
    }

    /// Numbers of the bends in all other blocks.
    #[must_use]
    pub fn stale(&self, bender: &Bender) -> Vec<usize> {
        let bends = bender.bends();
        (0..bends.len())
            .filter(|n| !self.knows(&bends[*n].ids))
            .collect()
    }
}

/// The blocks of a game, in the order of ids, with nothing tried yet.
pub(super) fn blocks(bender: &Bender) -> Vec<Block> {
    let mut texts: BTreeMap<Vec<String>, u64> = BTreeMap::new();
    for bend in bender.bends() {
        let text = texts.entry(bend.ids.clone()).or_default();
        *text = hash(*text ^ bend.text, "");
    }
    let mut blocks: Vec<Block> = texts
        .into_iter()
        .map(|(ids, text)| Block {
            tests: bender.tests_of(&ids),
            ids,
            text: (text ^ (text >> 32)) as u32,
            tried: 0,
            caught: 0,
        })
        .collect();
    blocks.sort_by_key(Block::order);
    blocks
}

/// A row of the table of blocks.
fn row(line: &str) -> Option<Block> {
    let cells: Vec<&str> = line
        .strip_prefix("| ")?
        .strip_suffix(" |")?
        .split(" | ")
        .collect();
    let [ids, tests, tried, caught, text] = cells[..] else {
        return None;
    };
    // They are added up: what a file holds must not overflow.
    let count = |cell: &str| cell.parse::<u16>().ok().map(usize::from);
    Some(Block {
        ids: ids.split(", ").map(ToString::to_string).collect(),
        tests: count(tests)?,
        tried: count(tried)?,
        caught: count(caught)?,
        text: u32::from_str_radix(text, 16).ok()?,
    })
}

/// A bend of a block that has not changed, at the line where it stands today; of several alike the one that is nearest to where it stood.
fn moved(mut old: Survivor, bender: &Bender, used: &mut BTreeSet<usize>) -> Survivor {
    let (file, line) = at(&old.place);
    let alike = bender.bends().iter().enumerate().filter(|(n, b)| {
        b.ids == old.ids && b.what == old.what && at(&b.place).0 == file && !used.contains(n)
    });
    if let Some((n, bend)) = alike.min_by_key(|(_, b)| at(&b.place).1.abs_diff(line)) {
        used.insert(n);
        old.place.clone_from(&bend.place);
    }
    old
}

/// File and line of a place.
fn at(place: &str) -> (&str, usize) {
    let (file, line) = place.rsplit_once(':').unwrap_or((place, ""));
    (file, line.parse().unwrap_or(0))
}
