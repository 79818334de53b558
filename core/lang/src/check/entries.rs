//! Entries of a screen that are never reached, and screens that nothing leaves.

use super::{Checker, Node, visit};
use crate::ast::{Choice, KeyDecl, ScreenDecl};
use crate::diag::Diagnostic;
use crate::hir::{Key, StmtKind};
use alloc::format;
use alloc::string::String;
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

impl Checker<'_> {
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
