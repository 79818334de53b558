//! Procedures that are called in one place only stand there themselves: no call, no return.

use super::lir::{Arg, Code, Inst, Line};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::Op;

/// Bytes that both together may have: a procedure that goes on in another page is slower and longer.
const MOST_BYTES: usize = 240;

/// Puts procedures into those that call them, where `may` (caller, called) allows it. What is left of one is its
/// frame: no lines, but the locals and calls by which places in V are found.
pub(super) fn improve(code: &mut [Option<Code>], may: &dyn Fn(usize, usize) -> bool) {
    let mut uses = uses(code);
    for caller in 0..code.len() {
        let mut at = 0;
        while let Some((found, called)) = next_call(code, caller, at) {
            at = found + 1;
            let size = |proc: usize| code[proc].as_ref().map_or(0, size);
            let alone = uses.get(&called) == Some(&1) && called != caller;
            if alone && may(caller, called) && size(caller) + size(called) <= MOST_BYTES {
                splice(code, caller, found, called);
                uses.remove(&called);
                // What it calls may follow.
                at = found;
            }
        }
    }
}

/// How often each procedure is called.
fn uses(code: &[Option<Code>]) -> BTreeMap<usize, usize> {
    let mut uses = BTreeMap::new();
    for line in code.iter().flatten().flat_map(|c| &c.lines) {
        let Line::Inst(inst) = line else { continue };
        for arg in &inst.args {
            if let Arg::Proc(proc) = arg {
                *uses.entry(*proc).or_default() += 1;
            }
        }
    }
    uses
}

fn size(code: &Code) -> usize {
    let insts = code.lines.iter().filter_map(|line| match line {
        Line::Inst(inst) => Some(inst.size()),
        Line::Label(_) => None,
    });
    insts.sum()
}

/// The first call from a line on, and what it calls.
fn next_call(code: &[Option<Code>], caller: usize, from: usize) -> Option<(usize, usize)> {
    let lines = &code[caller].as_ref()?.lines;
    (from..lines.len()).find_map(|at| match &lines[at] {
        Line::Inst(Inst {
            op: Op::Call, args, ..
        }) => match args.first() {
            Some(Arg::Proc(proc)) => Some((at, *proc)),
            _ => None,
        },
        _ => None,
    })
}

fn splice(code: &mut [Option<Code>], caller: usize, at: usize, called: usize) {
    let Some(inner) = code[called].take() else {
        return;
    };
    code[called] = Some(Code {
        lines: Vec::new(),
        labels: 0,
        ..inner.clone()
    });
    let Some(outer) = &mut code[caller] else {
        return;
    };
    let base = outer.labels;
    let end = base + inner.labels;
    outer.labels = end + 1;
    let last = inner.lines.len().saturating_sub(1);
    let mut lines = Vec::new();
    for (n, line) in inner.lines.into_iter().enumerate() {
        match line {
            Line::Label(label) => lines.push(Line::Label(base + label)),
            Line::Inst(inst) if inst.op == Op::Ret => {
                if n != last {
                    lines.push(Line::Inst(Inst {
                        op: Op::Jmp,
                        args: vec![Arg::Target(end)],
                        ..inst
                    }));
                }
            }
            Line::Inst(mut inst) => {
                for arg in &mut inst.args {
                    match arg {
                        Arg::Target(label) => *label += base,
                        Arg::Targets(list) => list.iter_mut().for_each(|label| *label += base),
                        _ => {}
                    }
                }
                lines.push(Line::Inst(inst));
            }
        }
    }
    lines.push(Line::Label(end));
    outer.lines.splice(at..=at, lines);
}
