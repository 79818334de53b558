//! What is done to the finished code of a procedure, again and again.

use super::effects::Effects;
use super::lir::Code;
use super::{known, live, tails};
use crate::hir::Program;
use crate::types::Ty;

/// Most rounds of improvements, each of which makes room for others.
const ROUNDS: usize = 4;

/// Makes the code of a procedure shorter by what is known of all.
pub(super) fn improve(
    prog: &Program,
    proc: usize,
    code: &mut Code,
    effects: &Effects,
    within: &dyn Fn(usize) -> bool,
) {
    let locals = |proc: usize| prog.procs.get(proc).map(|p| (p.params, &p.locals));
    let last = locals(proc).and_then(|(params, locals)| locals.get(params.checked_sub(1)?));
    let known = known::Context {
        proc,
        effects,
        byte_result: &super::byte_result(prog),
        byte_param: last.is_some_and(|last| last.ty.width() == 1),
    };
    let live = live::Context {
        within,
        // The one that moves records is no procedure of the source; it takes one.
        takes: &|proc| locals(proc).is_none_or(|(params, _)| params > 0),
        gives: prog.procs.get(proc).is_some_and(|p| p.result != Ty::Void),
    };
    for _ in 0..ROUNDS {
        tails::improve(code);
        let changed = known::improve(code, &known);
        if !(live::improve(code, &live) | changed) {
            return;
        }
    }
    tails::improve(code);
}
