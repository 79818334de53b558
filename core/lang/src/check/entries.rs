//! Entries of a screen that are never reached, and screens that nothing leaves.

use super::{Checker, Node, visit};
use crate::ast::{Choice, KeyDecl, Page, ScreenDecl};
use crate::diag::Diagnostic;
use crate::hir::{Key, StmtKind};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use hexfront_isa::contract::key;

/// Whether every key of one entry is one of another's.
fn covers(first: &KeyDecl, second: &KeyDecl) -> bool {
    let codes = |entry: &KeyDecl| {
        entry
            .keys
            .clone()
            .into_iter()
            .flat_map(|(low, high)| low..=high)
    };
    first.choice == Choice::Key
        && second.choice == Choice::Key
        && codes(second).all(|code| codes(first).any(|other| other == code))
}

fn leaves(entry: &Key) -> bool {
    let mut found = false;
    visit(&entry.body, &mut |node| {
        found |= matches!(node, Node::Stmt(stmt) if matches!(stmt.kind, StmtKind::Leave));
    });
    found
}

/// Entries of a pull-down menu at most, and what a column of it has on a screen of 200 rows: all its rows, those of an entry, those
/// more above a group. A shell with a pointer has room for no less (`entry.inc` and `pulldown.s` there).
const MOST_ENTRIES: usize = 34;
const COLUMN: usize = 185;
const ENTRY: usize = 9;
const RULE: usize = 5;

/// How many entries are seen of a menu, by whether each is the first of a group: of one column, or of two if that is too little; the
/// second begins with the first group of the second half.
fn seen(groups: &[bool]) -> usize {
    let fit = |column: &[bool]| {
        let mut rows = 0;
        let fits = column.iter().enumerate().take_while(|(at, group)| {
            rows += ENTRY + if **group && *at > 0 { RULE } else { 0 };
            rows <= COLUMN
        });
        fits.count()
    };
    let half = groups.len() / 2 + 1;
    let second = (half..groups.len()).find(|at| groups[*at]);
    let first = fit(groups);
    let Some(second) = second.filter(|_| first < groups.len()) else {
        return first;
    };
    match fit(&groups[..second]) {
        first if first < second => first,
        _ => (second + fit(&groups[second..])).min(MOST_ENTRIES),
    }
}

impl Checker<'_> {
    /// Complains of a pull-down menu with more entries than are seen of it.
    pub(super) fn menu_fits(&mut self, screen: &ScreenDecl) {
        if !self.prog.pointer || !matches!(screen.page, Page::Map | Page::Half | Page::Whole) {
            return;
        }
        let single = |entry: &&KeyDecl| entry.keys.iter().any(|(low, high)| low == high);
        let labelled = screen.keys.iter().filter(|entry| entry.label.is_some());
        let entries: Vec<&KeyDecl> = labelled.filter(single).collect();
        let groups: Vec<bool> = entries.iter().map(|entry| entry.group).collect();
        let seen = seen(&groups);
        let Some(lost) = entries.get(seen).map(|entry| entry.span) else {
            return;
        };
        let message = format!("the menu has room for {seen} of {} entries", groups.len());
        self.report(
            Diagnostic::error("E157", lost, message)
                .label("is not seen")
                .help("a column has 20 entries in two groups, or 19 in three; the second begins with the first group behind half of all"),
        );
    }

    /// Complains of entries that others before them answer for.
    pub(super) fn entries_in_vain(&mut self, screen: &ScreenDecl) {
        for (at, entry) in screen.keys.iter().enumerate() {
            let condition = |entry: &KeyDecl| -> Option<String> {
                entry.when.as_ref().map(|when| self.written(when.span))
            };
            let own = condition(entry);
            let in_vain = screen.keys[..at].iter().find(|first| {
                let before = condition(first);
                (before.is_none() || before == own) && covers(first, entry)
            });
            let Some(first) = in_vain.map(|first| first.span) else {
                continue;
            };
            let message = format!(
                "another entry of this screen answers the key {}",
                entry.shown
            );
            self.report(
                Diagnostic::warning("W011", entry.span, message)
                    .label("never reached")
                    .also(first, "this one comes first")
                    .help("choose another key, or say by `when` which of them is valid"),
            );
        }
    }

    /// Complains of a screen that none of its entries leaves.
    pub(super) fn way_out(&mut self, screen: &ScreenDecl, keys: &[Key]) {
        if keys.is_empty() || keys.iter().any(leaves) {
            return;
        }
        let back = |entry: &KeyDecl| {
            let answers = |(low, high): &(u16, u16)| (*low..=*high).contains(&key::BACK);
            entry.choice == Choice::Key && entry.when.is_none() && entry.keys.iter().any(answers)
        };
        let told = match screen.keys.iter().any(back) {
            true => "an entry answers the back key too, so that nothing leaves it",
            false => "the back key alone leaves it, which no menu shows",
        };
        let message = format!("no entry of `{}` leaves it", screen.name.text);
        self.report(
            Diagnostic::warning("W012", screen.name.span, message)
                .label(told)
                .help("write `leave` in the block of a key: key X \"GO ON\""),
        );
    }
}
