//! A whole program, and what is done to the code of all procedures once it is there: those that are called in one place are put there, and each is made
//! shorter by what is known of the others.

use super::effects::Effects;
use super::lir::Code;
use super::{Lowered, at_length, byte_result, fuse, inline, peephole, renames, shorten};
use crate::hir::{Proc, ProcKind, Program};
use crate::types::Ty;
use alloc::vec::Vec;

/// Code of all procedures before each is made shorter, and what is known of them.
#[derive(Clone, Debug)]
struct Known {
    code: Vec<Option<Code>>,
    effects: Effects,
    signatures: Vec<Signature>,
}

/// What callers and the code itself want to know of a procedure besides its code.
#[derive(Clone, Debug, PartialEq)]
struct Signature {
    params: usize,
    locals: Vec<Ty>,
    result: Ty,
}

impl Signature {
    fn of(proc: &Proc) -> Signature {
        Signature {
            params: proc.params,
            locals: proc.locals.iter().map(|local| local.ty).collect(),
            result: proc.result,
        }
    }
}

/// A program that was lowered, to be held against one that is almost the same.
#[derive(Clone, Debug)]
pub(crate) struct Earlier {
    before: Known,
    short: Vec<Option<Code>>,
}

/// Lowers every procedure that main (or a test) can reach.
pub(crate) fn lower(prog: &Program) -> Lowered {
    let mut lowered = at_length(prog);
    let known = Known::new(prog, &mut lowered.code);
    shorten_all(prog, &mut lowered.code, &known, None);
    lowered
}

/// The same, taking over from an earlier program what is the same again.
pub(crate) fn lower_after(prog: &Program, earlier: &Earlier) -> Lowered {
    let mut lowered = at_length(prog);
    let known = Known::new(prog, &mut lowered.code);
    let comparable = known.signatures == earlier.before.signatures
        && known.code.len() == earlier.before.code.len();
    let earlier = comparable.then_some(earlier);
    shorten_all(prog, &mut lowered.code, &known, earlier);
    lowered
}

/// Lowers as [`lower`] does, and keeps what [`lower_after`] wants to know.
pub(crate) fn lower_first(prog: &Program) -> (Lowered, Earlier) {
    let mut lowered = at_length(prog);
    let before = Known::new(prog, &mut lowered.code);
    shorten_all(prog, &mut lowered.code, &before, None);
    let short = lowered.code.clone();
    (lowered, Earlier { before, short })
}

impl Known {
    /// Puts procedures into others, and looks at what comes of it.
    fn new(prog: &Program, code: &mut [Option<Code>]) -> Known {
        let may = |caller: usize, called: usize| {
            let procs = (prog.procs.get(caller), prog.procs.get(called));
            matches!(procs, (Some(caller), Some(called)) if may_stand_in(caller, called))
        };
        inline::improve(code, &may);
        Known {
            code: code.to_vec(),
            effects: Effects::new(code),
            signatures: prog.procs.iter().map(Signature::of).collect(),
        }
    }

    fn calls(&self, proc: usize) -> &[usize] {
        self.code[proc].as_ref().map_or(&[], |code| &code.calls)
    }

    /// Whether nothing of it is left but its frame.
    fn is_put_in(&self, proc: usize) -> bool {
        let code = self.code[proc].as_ref();
        code.is_some_and(|code| code.lines.is_empty())
    }

    /// Whether a procedure is made shorter here as it was there: it is the same, what it may call calls the same (so frames lie
    /// alike), and what it calls changes the same.
    fn is_same(&self, earlier: &Known, proc: usize) -> bool {
        let mut reached = self.effects.reached(proc);
        self.code[proc] == earlier.code[proc]
            && reached.all(|other| {
                self.calls(other) == earlier.calls(other)
                    && self.is_put_in(other) == earlier.is_put_in(other)
                    && (self.code[other].is_none() == earlier.code[other].is_none())
            })
            && self
                .calls(proc)
                .iter()
                .all(|called| self.effects.changes(*called) == earlier.effects.changes(*called))
    }
}

fn may_stand_in(caller: &Proc, called: &Proc) -> bool {
    // Without a part of its own it lies with its caller anyway.
    let together = called.part.is_none() || called.part == caller.part;
    together && called.kind != ProcKind::Screen
}

fn shorten_all(
    prog: &Program,
    code: &mut [Option<Code>],
    known: &Known,
    earlier: Option<&Earlier>,
) {
    let calls = |caller: usize, called: usize| known.calls(caller).contains(&called);
    for (proc, code) in code.iter_mut().enumerate() {
        let same = earlier.filter(|earlier| known.is_same(&earlier.before, proc));
        if let Some(earlier) = same {
            code.clone_from(&earlier.short[proc]);
        } else if let Some(code) = code {
            let within = |other: usize| other == proc || known.is_put_in(other);
            renames::improve(code, &within, &calls);
            peephole::improve(code, proc, &byte_result(prog));
            shorten::improve(prog, proc, code, &known.effects, &within);
            fuse::improve(code);
        }
    }
}
