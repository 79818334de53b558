//! What is still wanted behind each instruction, on any way from there. What is not is not worked out, and a value that goes
//! by way of A or U for one use goes from place to place.

use super::lir::{Arg, Code, Inst, Line, Slot};
use super::peephole::inst;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::{Access, Op};

/// What the code of a procedure hangs on beside itself.
pub(super) struct Context<'a> {
    /// Whether the variables of a procedure are this code's alone.
    pub within: &'a dyn Fn(usize) -> bool,
    /// Whether a procedure takes a parameter, the last of which comes in A.
    pub takes: &'a dyn Fn(usize) -> bool,
    /// Whether this procedure gives a result, in A.
    pub gives: bool,
}

/// What is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Wanted {
    a: bool,
    u: bool,
    slots: BTreeSet<Slot>,
}

impl Wanted {
    fn add(&mut self, other: &Wanted) {
        self.a |= other.a;
        self.u |= other.u;
        self.slots.extend(&other.slots);
    }

    /// From what is wanted behind an instruction, what is wanted before it.
    fn before(&mut self, inst: &Inst, context: &Context<'_>) {
        let info = inst.op.info();
        if info.writes.contains('A') {
            self.a = false;
        }
        if info.writes.contains('U') {
            self.u = false;
        }
        for (slot, access) in slots(inst) {
            if access == Access::Write {
                self.slots.remove(&slot);
            }
        }
        for (slot, access) in slots(inst) {
            let own = matches!(slot, Slot::Local(proc, _) if (context.within)(proc));
            if access != Access::Write && own {
                self.slots.insert(slot);
            }
        }
        match (inst.op, inst.args.first()) {
            (Op::Call | Op::Fjmp, Some(Arg::Proc(proc))) => {
                // What is called sets U itself.
                self.a |= (context.takes)(*proc);
            }
            (Op::Ret, _) => self.a |= context.gives,
            _ => {
                self.a |= info.reads.contains('A');
                self.u |= info.reads.contains('U');
            }
        }
    }
}

/// The variables that an instruction names.
fn slots(inst: &Inst) -> impl Iterator<Item = (Slot, Access)> {
    let operands = inst.args.iter().zip(inst.op.info().operands);
    operands.filter_map(|(arg, operand)| match arg {
        Arg::V(slot) => Some((*slot, operand.access)),
        _ => None,
    })
}

/// What is wanted behind each line.
fn wanted(code: &Code, context: &Context<'_>) -> Vec<Wanted> {
    let places = code.label_places();
    let count = code.lines.len();
    let mut before = vec![Wanted::default(); count + 1];
    let mut behind = vec![Wanted::default(); count];
    loop {
        let mut changed = false;
        for at in (0..count).rev() {
            let mut now = Wanted::default();
            match &code.lines[at] {
                Line::Label(_) => now.add(&before[at + 1]),
                Line::Inst(inst) => {
                    if !inst.op.info().ends {
                        now.add(&before[at + 1]);
                    }
                    for place in inst.targets().iter().filter_map(|label| places.get(label)) {
                        now.add(&before[*place]);
                    }
                }
            }
            behind[at] = now.clone();
            if let Line::Inst(inst) = &code.lines[at] {
                now.before(inst, context);
            }
            if before[at] != now {
                before[at] = now;
                changed = true;
            }
        }
        if !changed {
            return behind;
        }
    }
}

/// Leaves out what nobody wants and shortens. True if anything changed.
pub(super) fn improve(code: &mut Code, context: &Context<'_>) -> bool {
    let mut any = false;
    while round(code, context) {
        any = true;
    }
    any
}

/// Changes what can be changed by what is wanted now, from the end on.
fn round(code: &mut Code, context: &Context<'_>) -> bool {
    let behind = wanted(code, context);
    // From here on the lines are no longer those that were looked at.
    let mut limit = code.lines.len();
    let all = limit;
    let mut changed = false;
    for at in (0..all).rev() {
        let found = if useless(code, at, &behind[at], context) {
            Some((at + 1, Vec::new()))
        } else {
            paired(code, at, &behind)
                .or_else(|| indexed(code, at, &behind))
                .or_else(|| by_a(code, at))
                .or_else(|| chained(code, at, &behind))
        };
        let Some((end, made)) = found.filter(|(end, _)| *end <= limit) else {
            continue;
        };
        code.lines.splice(at..end, made.into_iter().map(Line::Inst));
        (limit, changed) = (at, true);
    }
    changed
}

/// Whether an instruction does nothing but give values that nobody wants.
fn useless(code: &Code, at: usize, behind: &Wanted, context: &Context<'_>) -> bool {
    let Some(inst) = inst(code.lines.get(at)) else {
        return false;
    };
    let info = inst.op.info();
    let acts = ["print", "shell", "rnd", "seed", "nat", "trap"];
    if info.ends
        || info.calls()
        || !inst.targets().is_empty()
        || acts.iter().any(|act| info.name.starts_with(act))
    {
        return false;
    }
    let mut gives = !info.writes.is_empty();
    for (arg, operand) in inst.args.iter().zip(info.operands) {
        if operand.access == Access::Read {
            continue;
        }
        let Arg::V(slot @ Slot::Local(proc, _)) = arg else {
            return false;
        };
        if !(context.within)(*proc) || behind.slots.contains(slot) {
            return false;
        }
        gives = true;
    }
    let a = info.writes.contains('A') && behind.a;
    let u = info.writes.contains('U') && behind.u;
    gives && !a && !u
}

/// Instructions from a line on that one does, if A is not wanted behind them: where they end, and what does it.
fn paired(code: &Code, at: usize, behind: &[Wanted]) -> Option<(usize, Vec<Inst>)> {
    let first = inst(code.lines.get(at))?;
    let second = inst(code.lines.get(at + 1))?;
    if let Some(third) = inst(code.lines.get(at + 2))
        && behind.get(at + 2).is_some_and(|behind| !behind.a)
        && let Some(sum) = sum(first, second, third)
    {
        return Some((at + 3, Vec::from([sum])));
    }
    // The low byte of two sums is that of one.
    if let Some(both) = offset(first, second)
        && inst(code.lines.get(at + 2)).is_some_and(|third| third.op == Op::St8)
        && behind.get(at + 2).is_some_and(|behind| !behind.a)
    {
        return Some((at + 2, Vec::from([both])));
    }
    if behind.get(at + 1).is_none_or(|behind| behind.a) {
        return None;
    }
    let (load, store) = (&first.args, &second.args);
    let (op, args) = match (first.op, second.op) {
        (Op::Ld8, Op::St8) => (Op::Mov8, [&store[..], &load[..]].concat()),
        (Op::Ld16, Op::St16) => (Op::Mov16, [&store[..], &load[..]].concat()),
        (Op::Ld8, Op::St16) => (Op::Movz, [&store[..], &load[..]].concat()),
        (Op::Ldi8, Op::St8) => (Op::Set8, [&store[..], &load[..]].concat()),
        (Op::Ldi16, Op::St16) => (Op::Set16, [&store[..], &load[..]].concat()),
        (Op::Ldf, Op::St8) => (Op::Movf, [&load[..], &store[..]].concat()),
        (Op::Ldfw, Op::St16) => (Op::Movfw, [&load[..], &store[..]].concat()),
        (Op::Lx, Op::St8) => (Op::Lxv, [&load[..], &store[..]].concat()),
        (Op::Lxw, Op::St16) => (Op::Lxwv, [&load[..], &store[..]].concat()),
        (Op::Ld8, Op::Stf) => (Op::Stfv, [&store[..], &load[..]].concat()),
        (Op::Ldi8, Op::Stf) => (Op::Setf, [&store[..], &load[..]].concat()),
        _ => return None,
    };
    let made = Inst {
        op,
        args,
        ..second.clone()
    };
    Some((at + 2, Vec::from([made])))
}

/// A number and the place of data, added one after the other.
fn offset(first: &Inst, second: &Inst) -> Option<Inst> {
    let (Op::Addi8 | Op::Addi16, Op::Addi8) = (first.op, second.op) else {
        return None;
    };
    let (Arg::Imm(n), Arg::Offset(data, add)) = (first.args.first()?, second.args.first()?) else {
        return None;
    };
    let add = add + i32::from(*n as i16);
    Some(Inst {
        args: vec![Arg::Offset(*data, add)],
        ..second.clone()
    })
}

/// A value that goes into a variable, and is loaded from there: it goes by way of A.
fn by_a(code: &Code, at: usize) -> Option<(usize, Vec<Inst>)> {
    let first = inst(code.lines.get(at))?;
    let second = inst(code.lines.get(at + 1))?;
    let (op, from, to) = match (first.op, first.args.as_slice()) {
        (Op::Set8, [to, n]) => (Op::Ldi8, vec![n.clone()], to),
        (Op::Set16, [to, n @ Arg::Imm(0..256)]) => (Op::Ldi8, vec![n.clone()], to),
        (Op::Set16, [to, n]) => (Op::Ldi16, vec![n.clone()], to),
        (Op::Mov8, [to, from]) => (Op::Ld8, vec![from.clone()], to),
        (Op::Mov16, [to, from]) => (Op::Ld16, vec![from.clone()], to),
        (Op::Movf, [page, to]) => (Op::Ldf, vec![page.clone()], to),
        (Op::Movfw, [page, to]) => (Op::Ldfw, vec![page.clone()], to),
        (Op::Lxv, [page, index, to]) => (Op::Lx, vec![page.clone(), index.clone()], to),
        (Op::Lxwv, [page, index, to]) => (Op::Lxw, vec![page.clone(), index.clone()], to),
        _ => return None,
    };
    let loads = matches!(second.op, Op::Ld8 | Op::Ld16 | Op::Ldi8 | Op::Ldi16);
    let own = second.args.first() == Some(to);
    let same = second.op == op && second.args == from;
    if !loads || !(own || same) {
        return None;
    }
    let word = matches!(op, Op::Ld16 | Op::Ldfw | Op::Lxw) || first.op == Op::Set16;
    let load = Inst {
        op,
        args: from,
        ..first.clone()
    };
    let store = Inst {
        op: if word { Op::St16 } else { Op::St8 },
        args: vec![to.clone()],
        ..first.clone()
    };
    Some((at + 2, vec![load, store]))
}

/// Least conditions on one value that are worth loading it: each is a byte shorter then.
const CHAIN: usize = 3;

/// What loads the value that a condition asks for; the condition on A in its place.
fn on_a(inst: &Inst) -> Option<(Op, &Arg, Inst)> {
    let (load, op) = match inst.op {
        Op::Jveqi => (Op::Ld8, Op::Jeqi),
        Op::Jvnei => (Op::Ld8, Op::Jnei),
        Op::Jvlti => (Op::Ld8, Op::Jlti),
        Op::Jvgei => (Op::Ld8, Op::Jgei),
        Op::Jfeqi => (Op::Ldf, Op::Jeqi),
        Op::Jfnei => (Op::Ldf, Op::Jnei),
        Op::Jflti => (Op::Ldf, Op::Jlti),
        Op::Jfgei => (Op::Ldf, Op::Jgei),
        _ => return None,
    };
    let (value, args) = inst.args.split_first()?;
    let asks = Inst {
        op,
        args: args.to_vec(),
        ..inst.clone()
    };
    Some((load, value, asks))
}

/// Conditions on one value, one behind the other, ask A, into which it is loaded before them.
fn chained(code: &Code, at: usize, behind: &[Wanted]) -> Option<(usize, Vec<Inst>)> {
    let asking = |line: usize| on_a(inst(code.lines.get(line))?);
    let (op, value, _) = asking(at)?;
    let alike = |line: &usize| asking(*line).is_some_and(|(o, v, _)| o == op && v == value);
    // What is wanted behind the first is wanted before it: it gives nothing.
    if behind[at].a || at.checked_sub(1).is_some_and(|before| alike(&before)) {
        return None;
    }
    let chain: Vec<Inst> = (at..code.lines.len())
        .take_while(alike)
        .filter_map(|line| Some(asking(line)?.2))
        .collect();
    let load = Inst {
        op,
        args: vec![value.clone()],
        ..chain.first()?.clone()
    };
    let end = at + chain.len();
    let pays = chain.len() >= CHAIN;
    pays.then(|| (end, [vec![load], chain].concat()))
}

/// A variable and a number or another variable into a third.
fn sum(first: &Inst, second: &Inst, third: &Inst) -> Option<Inst> {
    let (from, with, to) = (
        first.args.first()?.clone(),
        second.args.first()?.clone(),
        third.args.first()?.clone(),
    );
    let word = match (first.op, third.op) {
        (Op::Ld8, Op::St8) => false,
        (Op::Ld16, Op::St16) => true,
        _ => return None,
    };
    let (op, with) = match (word, second.op, with) {
        (false, Op::Addi8, Arg::Imm(n)) => (Op::Addi8v, Arg::Imm(n & 255)),
        (false, Op::Addi8, with @ Arg::Offset(..)) => (Op::Addi8v, with),
        (false, Op::Addi16, Arg::Imm(n)) => (Op::Addi8v, Arg::Imm(n & 255)),
        (false, Op::Subi8, Arg::Imm(n)) => (Op::Addi8v, Arg::Imm(n.wrapping_neg() & 255)),
        (true, Op::Addi8, Arg::Imm(n)) => (Op::Addi16v, Arg::Imm(n)),
        (false, Op::Add8, with) => (Op::Add8v, with),
        (false, Op::Sub8, with) => (Op::Sub8v, with),
        (true, Op::Add16, with) => (Op::Add16v, with),
        (true, Op::Sub16, with) => (Op::Sub16v, with),
        _ => return None,
    };
    Some(Inst {
        op,
        args: vec![from, with, to],
        ..third.clone()
    })
}

/// `ldu v` for one use: the use names the variable itself.
fn indexed(code: &Code, at: usize, behind: &[Wanted]) -> Option<(usize, Vec<Inst>)> {
    let load = inst(code.lines.get(at)).filter(|load| load.op == Op::Ldu)?;
    let Some(Arg::V(slot)) = load.args.first() else {
        return None;
    };
    let mut lines = Vec::new();
    for place in at + 1..code.lines.len() {
        let next = inst(code.lines.get(place))?;
        let info = next.op.info();
        if !info.reads.contains('U') || info.calls() {
            let changes = slots(next).any(|(s, access)| s == *slot && access != Access::Read);
            if info.writes.contains('U') || info.ends || !next.targets().is_empty() || changes {
                return None;
            }
            lines.push(next.clone());
            continue;
        }
        let op = match next.op {
            Op::Ldf => Op::Lx,
            Op::Ldfw => Op::Lxw,
            Op::Stf => Op::Sx,
            Op::Stfw => Op::Sxw,
            Op::Movf => Op::Lxv,
            Op::Movfw => Op::Lxwv,
            _ => return None,
        };
        if behind.get(place).is_none_or(|behind| behind.u) {
            return None;
        }
        let mut use_ = next.clone();
        use_.op = op;
        use_.args.insert(1, Arg::V(*slot));
        lines.push(use_);
        return Some((place + 1, lines));
    }
    None
}
