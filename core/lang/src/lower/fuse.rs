//! Two instructions in one, or a shorter one, where the machine has it. The last step: the others know the plain
//! instructions only.

use super::lir::{Arg, Code, Inst, Line, Slot};
use super::renames::is_a_dead;
use alloc::vec;
use hexfront_isa::{Op, V_REFUSED};

/// Puts pairs of instructions together.
pub(super) fn improve(code: &mut Code) {
    records_by_a(code);
    let mut at = 1;
    while at < code.lines.len() {
        if let Some(both) = fused(&code.lines[at - 1], &code.lines[at]) {
            code.lines[at - 1] = Line::Inst(both);
            code.lines.remove(at);
        } else {
            at += 1;
        }
    }
    for line in &mut code.lines {
        if let Line::Inst(inst) = line
            && inst.op == Op::Jvnei
            && inst.args[..2] == [Arg::V(Slot::Fixed(V_REFUSED)), Arg::Imm(0)]
        {
            inst.op = Op::Jref;
            inst.args.drain(..2);
        }
    }
    return_at_once(code);
}

/// What goes into a variable and into U goes there by way of A, if A is not wanted: a byte less.
fn records_by_a(code: &mut Code) {
    for at in 1..code.lines.len() {
        let (Line::Inst(first), Line::Inst(second)) = (&code.lines[at - 1], &code.lines[at]) else {
            continue;
        };
        let (op, source, to) = match (first.op, first.args.as_slice()) {
            (Op::Set8, [to, from]) => (Op::Ldi8, vec![from.clone()], to),
            (Op::Mov8, [to, from]) => (Op::Ld8, vec![from.clone()], to),
            (Op::Movf, [page, to]) => (Op::Ldf, vec![page.clone()], to),
            (Op::Lxv, [page, index, to]) => (Op::Lx, vec![page.clone(), index.clone()], to),
            _ => continue,
        };
        if second.op != Op::Ldu || second.args.first() != Some(to) || !is_a_dead(code, at + 1) {
            continue;
        }
        let load = Inst {
            op,
            args: source,
            ..first.clone()
        };
        let store = Inst {
            op: Op::St8u,
            ..second.clone()
        };
        code.lines[at - 1] = Line::Inst(load);
        code.lines[at] = Line::Inst(store);
    }
}

fn fused(first: &Line, second: &Line) -> Option<Inst> {
    let (Line::Inst(first), Line::Inst(second)) = (first, second) else {
        return None;
    };
    let op = match (first.op, second.op) {
        (Op::Ld8, Op::Call) => Op::Call8,
        (Op::Ldi8, Op::Call) => Op::Calli,
        (Op::Ld16, Op::Call) => Op::Call16,
        (Op::Ldi8, Op::Ret) => Op::Reti,
        (Op::Ld8, Op::Lt) => Op::Lt8,
        (Op::Ld8, Op::Ltw) => Op::Ltw8,
        (Op::St8, Op::Ldu) if first.args == second.args => Op::St8u,
        _ => return None,
    };
    let mut args = first.args.clone();
    if op != Op::St8u {
        args.extend(second.args.iter().cloned());
    }
    Some(Inst {
        op,
        args,
        ..first.clone()
    })
}

/// A jump to where a known value is returned returns it.
fn return_at_once(code: &mut Code) {
    for at in 0..code.lines.len() {
        let Line::Inst(jump) = &code.lines[at] else {
            continue;
        };
        let (Op::Jmp, Some(Arg::Target(label))) = (jump.op, jump.args.first()) else {
            continue;
        };
        let behind = code
            .lines
            .iter()
            .skip_while(|l| !matches!(l, Line::Label(l) if l == label))
            .find_map(|l| match l {
                Line::Inst(inst) => Some(inst),
                Line::Label(_) => None,
            });
        if let Some(found) = behind.filter(|i| i.op == Op::Reti) {
            let (op, args) = (found.op, found.args.clone());
            if let Line::Inst(jump) = &mut code.lines[at] {
                (jump.op, jump.args) = (op, args);
            }
        }
    }
}
