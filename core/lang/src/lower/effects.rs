//! What procedures may change, with all that they call.

use super::lir::{Arg, Code, Data, Inst, Line, Slot};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::{Access, Op};

/// What an instruction or a procedure may change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Changes {
    pub slots: BTreeSet<Slot>,
    pub data: BTreeSet<Data>,
    /// Whole pages, whatever lies there.
    pub any_data: bool,
    /// Calls the shell, which may load another state.
    pub shell: bool,
    /// Prints: the io slots change.
    pub prints: bool,
}

impl Changes {
    /// What an instruction changes by itself.
    pub fn of(inst: &Inst) -> Changes {
        let info = inst.op.info();
        let mut changes = Changes {
            any_data: matches!(inst.op, Op::Fill | Op::Fillbits | Op::Copy),
            shell: info.name.starts_with("shell"),
            prints: info.name.starts_with("print"),
            ..Changes::default()
        };
        for (arg, operand) in inst.args.iter().zip(info.operands) {
            if operand.access == Access::Read {
                continue;
            }
            match arg {
                Arg::V(slot) => _ = changes.slots.insert(*slot),
                Arg::Page(data) => _ = changes.data.insert(*data),
                _ => {}
            }
        }
        changes
    }

    fn add(&mut self, other: &Changes) {
        self.slots.extend(&other.slots);
        self.data.extend(&other.data);
        self.any_data |= other.any_data;
        self.shell |= other.shell;
        self.prints |= other.prints;
    }
}

/// All procedures, by what they call and change.
#[derive(Clone, Debug)]
pub(super) struct Effects {
    /// Whether a procedure is another, or calls it, directly or not.
    reaches: Vec<Vec<bool>>,
    changes: Vec<Changes>,
}

impl Effects {
    pub fn new(code: &[Option<Code>]) -> Effects {
        let mut effects = Effects {
            reaches: vec![Vec::new(); code.len()],
            changes: code.iter().map(own_changes).collect(),
        };
        for proc in 0..code.len() {
            effects.add(code, proc);
        }
        effects
    }

    /// Adds to a procedure what those do that it calls, once for each: there is no recursion.
    fn add(&mut self, code: &[Option<Code>], proc: usize) {
        if !self.reaches[proc].is_empty() {
            return;
        }
        let mut reached = vec![false; code.len()];
        reached[proc] = true;
        let mut changes = core::mem::take(&mut self.changes[proc]);
        for called in code[proc].iter().flat_map(|code| &code.calls) {
            self.add(code, *called);
            for (this, that) in reached.iter_mut().zip(&self.reaches[*called]) {
                *this |= that;
            }
            changes.add(&self.changes[*called]);
        }
        self.reaches[proc] = reached;
        self.changes[proc] = changes;
    }

    /// A procedure, and all that it calls, directly or not.
    pub fn reached(&self, proc: usize) -> impl Iterator<Item = usize> {
        (0..self.reaches.len()).filter(move |other| self.reaches[proc][*other])
    }

    /// What a procedure changes, with all that it calls.
    pub fn changes(&self, proc: usize) -> &Changes {
        &self.changes[proc]
    }

    /// Whether the variables of two procedures surely lie in different bytes of V.
    fn apart(&self, a: usize, b: usize) -> bool {
        self.reaches[a][b] || self.reaches[b][a]
    }

    /// Whether a variable keeps its value while a procedure runs.
    pub fn keeps(&self, proc: usize, slot: Slot) -> bool {
        let apart = |frame: usize| {
            let mut reached = self.reached(proc);
            reached.all(|other| self.apart(frame, other))
        };
        let changes = &self.changes[proc];
        let changed = match slot {
            Slot::Local(frame, _) => !apart(frame),
            Slot::Fixed(_) => changes.shell || changes.prints,
            Slot::Var(_) | Slot::Flood(_) => changes.shell,
        };
        !changed && !changes.slots.contains(&slot)
    }

    /// Whether a variable keeps its value when another is written.
    pub fn keeps_beside(&self, slot: Slot, written: Slot) -> bool {
        match (slot, written) {
            (Slot::Local(a, _), Slot::Local(b, _)) => slot != written && self.apart(a, b),
            _ => slot != written,
        }
    }
}

fn own_changes(code: &Option<Code>) -> Changes {
    let mut all = Changes::default();
    for line in code.iter().flat_map(|code| &code.lines) {
        if let Line::Inst(inst) = line {
            all.add(&Changes::of(inst));
        }
    }
    all
}
