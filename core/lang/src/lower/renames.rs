//! A variable that is nothing but a copy of another is that other: above all the parameters of procedures that stand where
//! they are called.

use super::lir::{Arg, Code, Inst, Line, Slot};
use super::peephole::inst;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use hexfront_isa::{Access, Op};

/// A copy of one variable into another.
struct Copy {
    to: Slot,
    from: Slot,
    /// First line behind it.
    behind: usize,
}

impl Copy {
    /// The procedure whose variable the copy is.
    fn to_frame(&self) -> usize {
        match self.to {
            Slot::Local(proc, _) => proc,
            Slot::Fixed(_) | Slot::Var(_) | Slot::Flood(_) => usize::MAX,
        }
    }
}

/// Leaves out copies into variables that get no other value, where the original keeps its value as long as they are read.
/// `within`: whether the variables of a procedure are this code's alone. `calls`: what the procedures call, those that were put
/// into others too, whose frames still lie in V as if they were called.
pub(super) fn improve(
    code: &mut Code,
    within: &dyn Fn(usize) -> bool,
    calls: &dyn Fn(usize, usize) -> bool,
) {
    let mut at = 0;
    while at < code.lines.len() {
        let needless = |copy: &Copy| within(copy.to_frame()) && is_needless(code, copy, calls);
        match copy_at(code, at).filter(needless) {
            Some(copy) => leave_out(code, at, &copy),
            None => at += 1,
        }
    }
}

/// The copy that begins at a line: one instruction, or a load and a store.
fn copy_at(code: &Code, at: usize) -> Option<Copy> {
    let first = inst(code.lines.get(at))?;
    let copy = |to: &Arg, from: &Arg, lines: usize| match (to, from) {
        (Arg::V(to @ Slot::Local(..)), Arg::V(from @ Slot::Local(..))) => Some(Copy {
            to: *to,
            from: *from,
            behind: at + lines,
        }),
        _ => None,
    };
    if matches!(first.op, Op::Mov8 | Op::Mov16) {
        return copy(first.args.first()?, first.args.get(1)?, 1);
    }
    let second = inst(code.lines.get(at + 1))?;
    let pair = matches!(
        (first.op, second.op),
        (Op::Ld8, Op::St8) | (Op::Ld16, Op::St16)
    );
    pair.then(|| copy(second.args.first()?, first.args.first()?, 2))?
}

/// How an instruction comes at a variable.
fn accesses(inst: &Inst, slot: Slot) -> impl Iterator<Item = Access> {
    let operands = inst.args.iter().zip(inst.op.info().operands);
    operands.filter_map(move |(arg, operand)| (*arg == Arg::V(slot)).then_some(operand.access))
}

fn is_needless(code: &Code, copy: &Copy, calls: &dyn Fn(usize, usize) -> bool) -> bool {
    // What lies in the frame of a procedure is safe from those that it calls only.
    let (Slot::Local(to, _), Slot::Local(from, _)) = (copy.to, copy.from) else {
        return false;
    };
    if to != from && !calls(from, to) {
        return false;
    }
    let all = || {
        let lines = code.lines.iter().enumerate();
        lines.filter_map(|(at, line)| Some((at, inst(Some(line))?)))
    };
    let uses: Vec<(usize, Access)> = all()
        .flat_map(|(at, inst)| accesses(inst, copy.to).map(move |access| (at, access)))
        .collect();
    let writes = uses.iter().filter(|(_, access)| *access != Access::Read);
    let Some(last) = uses.iter().map(|(at, _)| *at).max() else {
        return false;
    };
    if writes.count() != 1 || uses.iter().any(|(at, _)| *at + 1 < copy.behind) {
        return false;
    }
    let range = copy.behind..last + 1;
    let changes =
        |(_, inst): (usize, &Inst)| accesses(inst, copy.from).any(|access| access != Access::Read);
    if all().filter(|(at, _)| range.contains(at)).any(changes) {
        return false;
    }
    // Nothing comes to the uses but by way of the copy.
    let inside: BTreeSet<usize> = code.lines[range.clone()]
        .iter()
        .filter_map(|line| match line {
            Line::Label(label) => Some(*label),
            Line::Inst(_) => None,
        })
        .collect();
    let mut outside = all().filter(|(at, _)| !range.contains(at));
    !outside.any(|(_, inst)| inst.targets().iter().any(|label| inside.contains(label)))
}

fn leave_out(code: &mut Code, at: usize, copy: &Copy) {
    for line in &mut code.lines[copy.behind..] {
        let Line::Inst(inst) = line else { continue };
        for arg in &mut inst.args {
            if *arg == Arg::V(copy.to) {
                *arg = Arg::V(copy.from);
            }
        }
    }
    let loads = copy.behind - at == 2;
    let first = if loads && !is_a_dead(code, copy.behind) {
        at + 1
    } else {
        at
    };
    code.lines.drain(first..copy.behind);
}

/// Whether A is written before it is read on every way from a line on.
pub(super) fn is_a_dead(code: &Code, from: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = Vec::from([from]);
    while let Some(at) = open.pop() {
        if !seen.insert(at) {
            continue;
        }
        let inst = match code.lines.get(at) {
            Some(Line::Inst(inst)) => inst,
            Some(Line::Label(_)) => {
                open.push(at + 1);
                continue;
            }
            None => return false,
        };
        let info = inst.op.info();
        if info.reads.contains('A') {
            return false;
        }
        if info.writes.contains('A') {
            continue;
        }
        for target in inst.targets() {
            let is_there = |line: &Line| matches!(line, Line::Label(label) if *label == target);
            match code.lines.iter().position(is_there) {
                Some(there) => open.push(there),
                None => return false,
            }
        }
        if !info.ends {
            open.push(at + 1);
        }
    }
    true
}
