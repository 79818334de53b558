//! Where the locals of procedures lie, for those who look at a program that stopped.

use super::slots::Slots;
use crate::hir::{Proc, Program};
use crate::lower::lir::{Arg, Code, Slot};
use crate::source::Span;
use crate::types::Ty;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// The locals of a procedure that are in memory while it runs.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Its name in the source.
    pub span: Span,
    pub locals: Vec<Held>,
}

/// A local and its place in V.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    pub ty: Ty,
    pub offset: u8,
}

/// Where the locals lie that code still names: some are left out of it.
pub(super) fn frames(prog: &Program, code: &[Option<Code>], slots: &Slots) -> Vec<Frame> {
    let local = |arg: &Arg| match arg {
        Arg::V(Slot::Local(proc, local)) => Some((*proc, *local)),
        _ => None,
    };
    let named: BTreeSet<(usize, usize)> = super::instructions(code)
        .flat_map(|inst| &inst.args)
        .filter_map(local)
        .collect();
    let frame = |(number, proc): (usize, &Proc)| Frame {
        span: proc.span,
        locals: (proc.locals.iter().enumerate())
            .filter(|(l, info)| !info.name.is_empty() && named.contains(&(number, *l)))
            .map(|(l, info)| Held {
                name: info.name.clone(),
                span: info.span,
                ty: info.ty,
                offset: slots.offset(Slot::Local(number, l)),
            })
            .collect(),
    };
    prog.procs.iter().enumerate().map(frame).collect()
}
