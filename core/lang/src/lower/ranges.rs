//! Between what numbers values are: their types tell, and for locals what was stored there on the way.

use super::Gen;
use super::lir::{Label, Slot};
use crate::ast::BinOp;
use crate::hir::{Expr, ExprKind, Place};
use crate::types::Ty;
use alloc::collections::BTreeMap;

/// A range, both ends within.
type Range = (i32, i32);

/// The ranges of locals, narrower than their types, where code is made and at labels further on.
#[derive(Default)]
pub(super) struct Ranges {
    now: BTreeMap<Slot, Range>,
    at: BTreeMap<Label, BTreeMap<Slot, Range>>,
}

/// What holds where two ways meet.
fn joined(a: &BTreeMap<Slot, Range>, b: &BTreeMap<Slot, Range>) -> BTreeMap<Slot, Range> {
    let both = a.iter().filter_map(|(slot, x)| {
        let y = b.get(slot)?;
        Some((*slot, (x.0.min(y.0), x.1.max(y.1))))
    });
    both.collect()
}

impl Ranges {
    pub fn goes_to(&mut self, label: Label) {
        let all = match self.at.get(&label) {
            Some(known) => joined(known, &self.now),
            None => self.now.clone(),
        };
        self.at.insert(label, all);
    }

    /// A label stands here; `reached`: the instruction before goes on here too.
    pub fn bind(&mut self, label: Label, reached: bool) {
        self.now = match self.at.get(&label) {
            Some(jumped) if reached => joined(&self.now, jumped),
            Some(jumped) => jumped.clone(),
            None => return,
        };
    }

    /// The slot is written.
    pub fn forget(&mut self, slot: Slot) {
        self.now.remove(&slot);
    }

    /// Nothing is known: jumps come from below.
    pub fn forget_all(&mut self) {
        self.now.clear();
    }
}

impl Gen<'_> {
    /// A value of a range, brought into a type, was stored.
    pub(super) fn know_range(&mut self, to: Slot, ty: Ty, range: Range) {
        let own = matches!(to, Slot::Local(proc, _) if proc == self.proc);
        if let (true, Ty::Int { lo, hi, by: 1 }) = (own && ty.width() == 1, ty) {
            let stored = (range.0.clamp(lo, hi), range.1.clamp(lo, hi));
            self.ranges.now.insert(to, stored);
        }
    }

    pub(super) fn range(&self, e: &Expr) -> Range {
        if let Some(n) = Self::constant(e) {
            return (n, n);
        }
        let ty = e.ty.range(&|ty| match ty {
            Ty::Enum(e) => self.prog.enums[e].members.len() as i32,
            _ => 0,
        });
        match self.known_range(e) {
            Some((lo, hi)) if lo <= ty.1 && hi >= ty.0 => (lo.max(ty.0), hi.min(ty.1)),
            _ => ty,
        }
    }

    /// What is known of a value beyond its type.
    fn known_range(&self, e: &Expr) -> Option<Range> {
        match &e.kind {
            ExprKind::Load(Place::Local(local)) => {
                let slot = Slot::Local(self.proc, *local);
                self.ranges.now.get(&slot).copied()
            }
            ExprKind::Bin(op @ (BinOp::Add | BinOp::Sub), a, b) => {
                let (a, b) = (self.range(a), self.range(b));
                let ends = match op {
                    BinOp::Add => (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?),
                    _ => (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?),
                };
                Some(ends)
            }
            _ => None,
        }
    }
}
