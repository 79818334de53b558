//! Small improvements on finished code.

use super::lir::{Arg, Code, Inst, Line, Slot};
use alloc::collections::BTreeSet;
use hexfront_isa::{Access, Op};

/// Drops loads of what A holds already, stores that nobody reads, jumps to the next line, and `ldu` for a single
/// use. `byte_result` tells procedures whose result is a byte.
pub(super) fn improve(code: &mut Code, proc: usize, byte_result: &dyn Fn(usize) -> bool) {
    reloads(code, byte_result);
    copies(code);
    dead_stores(code, proc);
    jumps(code);
    single_uses(code);
}

pub(super) fn inst(line: Option<&Line>) -> Option<&Inst> {
    match line {
        Some(Line::Inst(inst)) => Some(inst),
        _ => None,
    }
}

fn same_slot(a: &Inst, b: &Inst) -> bool {
    matches!((a.args.first(), b.args.first()), (Some(Arg::V(x)), Some(Arg::V(y))) if x == y)
}

/// Instructions that leave a byte in A, whatever was there.
pub(super) fn leaves_byte(inst: &Inst, byte_result: &dyn Fn(usize) -> bool) -> bool {
    if let (Op::Call, Some(Arg::Proc(proc))) = (inst.op, inst.args.first()) {
        return byte_result(*proc);
    }
    matches!(
        inst.op,
        Op::Ldi8
            | Op::Ld8
            | Op::Ldf
            | Op::Lx
            | Op::Ll
            | Op::Lla
            | Op::Llf
            | Op::Lt
            | Op::Lt2
            | Op::Mini8
            | Op::Sat8
            | Op::Andi8
            | Op::Rnd
            | Op::Hexdir
            | Op::Tua
            | Op::Lt8
    )
}

/// `st16 v` then `ld16 v`: A holds it. So does `st8 v` then `ld8 v`, if A was a byte.
fn reloads(code: &mut Code, byte_result: &dyn Fn(usize) -> bool) {
    let mut i = 1;
    while i < code.lines.len() {
        let redundant = match (inst(code.lines.get(i - 1)), inst(code.lines.get(i))) {
            (Some(store), Some(load)) if same_slot(store, load) => match (store.op, load.op) {
                (Op::St16, Op::Ld16) => true,
                (Op::St8, Op::Ld8) => match i.checked_sub(2) {
                    // The last value of a procedure comes in A, as its parameter's type.
                    None => true,
                    Some(b) => inst(code.lines.get(b)).is_some_and(|b| leaves_byte(b, byte_result)),
                },
                _ => false,
            },
            _ => false,
        };
        if redundant {
            code.lines.remove(i);
        } else {
            i += 1;
        }
    }
}

/// A value that is loaded to be stored, and not looked at again, goes from place to place.
fn copies(code: &mut Code) {
    let mut at = 1;
    while at < code.lines.len() {
        let both = (inst(code.lines.get(at - 1)), inst(code.lines.get(at)));
        let (Some(load), Some(store)) = both else {
            at += 1;
            continue;
        };
        let op = match (load.op, store.op) {
            (Op::Ld8, Op::St8) => Op::Mov8,
            (Op::Ld16, Op::St16) => Op::Mov16,
            (Op::Ld8, Op::St16) => Op::Movz,
            (Op::Ldi8, Op::St8) => Op::Set8,
            (Op::Ldi16, Op::St16) => Op::Set16,
            _ => {
                at += 1;
                continue;
            }
        };
        if !a_is_lost(&code.lines[at + 1..]) {
            at += 1;
            continue;
        }
        let mut both = store.clone();
        both.op = op;
        both.args.extend(load.args.iter().cloned());
        code.lines[at - 1] = Line::Inst(both);
        code.lines.remove(at);
    }
}

/// Whether A is loaded anew before it is looked at, on the straight way.
pub(super) fn a_is_lost(lines: &[Line]) -> bool {
    for line in lines {
        let Line::Inst(inst) = line else { continue };
        let info = inst.op.info();
        if info.reads.contains('A') || !inst.targets().is_empty() {
            return false;
        }
        if info.writes.contains('A') {
            return true;
        }
        if info.ends {
            return false;
        }
    }
    false
}

/// Stores of A into locals that are never read.
fn dead_stores(code: &mut Code, proc: usize) {
    let read: BTreeSet<usize> = code
        .lines
        .iter()
        .filter_map(|l| inst(Some(l)))
        .flat_map(|i| i.args.iter().zip(i.op.info().operands))
        .filter_map(|(arg, operand)| match arg {
            Arg::V(Slot::Local(p, local)) if *p == proc && operand.access != Access::Write => {
                Some(*local)
            }
            _ => None,
        })
        .collect();
    code.lines.retain(|line| match inst(Some(line)) {
        Some(Inst {
            op: Op::St8 | Op::St16,
            args,
            ..
        }) => match args.first() {
            Some(Arg::V(Slot::Local(p, local))) => *p != proc || read.contains(local),
            _ => true,
        },
        _ => true,
    });
}

/// A jump to the label behind it does nothing.
fn jumps(code: &mut Code) {
    let mut i = 0;
    while i < code.lines.len() {
        let target = match inst(code.lines.get(i)) {
            Some(Inst {
                op: Op::Jmp, args, ..
            }) => match args.first() {
                Some(Arg::Target(label)) => Some(*label),
                _ => None,
            },
            _ => None,
        };
        let useless = target.is_some_and(|label| {
            code.lines[i + 1..]
                .iter()
                .map_while(|l| {
                    if let Line::Label(l) = l {
                        Some(*l)
                    } else {
                        None
                    }
                })
                .any(|l| l == label)
        });
        if useless {
            code.lines.remove(i);
        } else {
            i += 1;
        }
    }
}

/// What becomes of U after a line of straight code.
enum Fate {
    Used,
    Lost,
    Unknown,
}

/// `ldu v` with one use before U is loaded anew becomes an indexed access.
fn single_uses(code: &mut Code) {
    let mut i = 0;
    while i + 1 < code.lines.len() {
        if let Some(indexed) = single_use(code, i) {
            let (at, inst) = indexed;
            code.lines[at] = Line::Inst(inst);
            code.lines.remove(i);
        } else {
            i += 1;
        }
    }
}

fn single_use(code: &Code, i: usize) -> Option<(usize, Inst)> {
    let load = inst(code.lines.get(i)).filter(|l| l.op == Op::Ldu)?;
    let Some(Arg::V(slot)) = load.args.first() else {
        return None;
    };
    // The use: the first line that reads U, nothing between that leaves or changes the slot.
    let mut at = i + 1;
    loop {
        let line = inst(code.lines.get(at))?;
        let info = line.op.info();
        if info.reads.contains('U') && line.op != Op::Call {
            break;
        }
        let writes = line
            .args
            .iter()
            .zip(info.operands)
            .any(|(a, o)| matches!(a, Arg::V(s) if s == slot) && o.access != Access::Read);
        if info.writes.contains('U') || info.ends || !line.targets().is_empty() || writes {
            return None;
        }
        at += 1;
    }
    let user = inst(code.lines.get(at))?;
    let op = match user.op {
        Op::Ldf => Op::Lx,
        Op::Ldfw => Op::Lxw,
        Op::Stf => Op::Sx,
        Op::Stfw => Op::Sxw,
        Op::Movf => Op::Lxv,
        Op::Movfw => Op::Lxwv,
        _ => return None,
    };
    if !matches!(fate(code, at + 1), Fate::Lost) {
        return None;
    }
    let mut args = user.args.clone();
    args.insert(1, Arg::V(*slot));
    Some((
        at,
        Inst {
            op,
            args,
            ..user.clone()
        },
    ))
}

/// Looks ahead on the straight way only.
fn fate(code: &Code, from: usize) -> Fate {
    for line in &code.lines[from..] {
        let Line::Inst(inst) = line else {
            return Fate::Unknown;
        };
        let info = inst.op.info();
        if inst.op == Op::Ldu || inst.op == Op::Call || inst.op == Op::Ret {
            return Fate::Lost;
        }
        if info.reads.contains('U') {
            return Fate::Used;
        }
        if info.writes.contains('U') && inst.targets().is_empty() {
            return Fate::Lost;
        }
        if !inst.targets().is_empty() || info.ends {
            return Fate::Unknown;
        }
    }
    Fate::Unknown
}
