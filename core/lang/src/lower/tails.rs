//! Where control goes: jumps to jumps, code that is never reached, calls before a return, equal ends of branches.

use super::lir::{Arg, Code, Inst, Label, Line};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use hexfront_isa::{Access, Op};

/// Jumps that are followed from label to label, so that a circle ends.
const MOST_JUMPS: usize = 20;

/// Makes the code shorter and never slower.
pub(super) fn improve(code: &mut Code) {
    loop {
        let before = code.lines.len();
        while share_ends(code) {}
        follow_jumps(code);
        while known_flag(code) {}
        turn_conditions(code);
        unreached(code);
        while share_exits(code) {}
        while move_up(code) {}
        unreached(code);
        tail_calls(code);
        if code.lines.len() == before {
            return;
        }
    }
}

fn inst(line: &Line) -> Option<&Inst> {
    match line {
        Line::Inst(inst) => Some(inst),
        Line::Label(_) => None,
    }
}

/// Where a plain jump goes.
fn jump(line: &Line) -> Option<Label> {
    match inst(line)? {
        Inst {
            op: Op::Jmp, args, ..
        } => match args.first() {
            Some(Arg::Target(label)) => Some(*label),
            _ => None,
        },
        _ => None,
    }
}

/// The first instruction behind a line.
fn first_from(code: &Code, at: usize) -> Option<&Inst> {
    code.lines.get(at..)?.iter().find_map(inst)
}

/// A jump to a jump goes where that one goes, a jump to a return returns.
fn follow_jumps(code: &mut Code) {
    let places = code.label_places();
    let behind = |label: Label| first_from(code, *places.get(&label)?);
    let end = |mut label: Label| {
        for _ in 0..MOST_JUMPS {
            match behind(label) {
                Some(Inst {
                    op: Op::Jmp, args, ..
                }) => match args.first() {
                    Some(Arg::Target(next)) => label = *next,
                    _ => break,
                },
                _ => break,
            }
        }
        label
    };
    let ends: BTreeMap<Label, Label> = places.keys().map(|l| (*l, end(*l))).collect();
    let returns: BTreeSet<Label> = places
        .keys()
        .copied()
        .filter(|l| behind(*l).is_some_and(|i| i.op == Op::Ret))
        .collect();
    for line in &mut code.lines {
        let Line::Inst(inst) = line else { continue };
        for arg in &mut inst.args {
            match arg {
                Arg::Target(label) => *label = ends.get(label).copied().unwrap_or(*label),
                Arg::Targets(list) => {
                    for label in list {
                        *label = ends.get(label).copied().unwrap_or(*label);
                    }
                }
                _ => {}
            }
        }
        if inst.op == Op::Jmp && inst.targets().iter().any(|l| returns.contains(l)) {
            inst.op = Op::Ret;
            inst.args.clear();
        }
    }
}

/// Drops labels that nobody jumps to, and what stands behind an end without one.
fn unreached(code: &mut Code) {
    let used: BTreeSet<Label> = code
        .lines
        .iter()
        .filter_map(inst)
        .flat_map(Inst::targets)
        .collect();
    let mut reached = true;
    code.lines.retain(|line| match line {
        Line::Label(label) => {
            let used = used.contains(label);
            reached |= used;
            used
        }
        Line::Inst(inst) => {
            let kept = reached;
            reached = reached && !inst.op.info().ends;
            kept
        }
    });
    // A jump to the line behind it does nothing, nor does a condition that only asks.
    let mut at = 0;
    while at < code.lines.len() {
        let target = inst(&code.lines[at]).and_then(only_target);
        let useless = target.is_some_and(|label| {
            let behind = code.lines[at + 1..].iter();
            behind.map_while(label_of).any(|l| l == label)
        });
        if useless {
            code.lines.remove(at);
        } else {
            at += 1;
        }
    }
}

fn label_of(line: &Line) -> Option<Label> {
    match line {
        Line::Label(label) => Some(*label),
        Line::Inst(_) => None,
    }
}

/// Where an instruction goes that may go to one label and does nothing else.
fn only_target(inst: &Inst) -> Option<Label> {
    let info = inst.op.info();
    let mut operands = info.operands.iter();
    let acts = !info.writes.is_empty() || operands.any(|o| o.access != Access::Read);
    match inst.targets().as_slice() {
        [label] if !acts && inst.op != Op::Swd => Some(*label),
        _ => None,
    }
}

/// Bytes over which branches surely reach, in a procedure that lies in several pages.
const NEAR: usize = 100;
/// Bytes of a procedure that surely lies in one page.
const ONE_PAGE: usize = 240;

/// An end of the code, reached by jumps only, that stands somewhere else too is left out: the jumps go there. True if one
/// was found.
fn share_exits(code: &mut Code) -> bool {
    let ends = |at: usize| inst(&code.lines[at]).is_some_and(|i| i.op.info().ends);
    let (offsets, whole) = offsets(code);
    for from in 1..code.lines.len() {
        if !ends(from - 1) || label_of(&code.lines[from]).is_none() {
            continue;
        }
        let labels = code.lines[from..].iter().map_while(label_of).count();
        let exit = from + labels;
        let insts = code.lines[exit..].iter().map_while(inst);
        let Some(length) = insts.clone().position(|i| i.op.info().ends) else {
            continue;
        };
        let end = exit + length + 1;
        let near = |at: usize| whole || offsets[at].abs_diff(offsets[from]) <= NEAR;
        let twin = (0..code.lines.len()).find(|&at| {
            (at < from || at >= end) && near(at) && is_same(code, at, &code.lines[exit..end])
        });
        let Some(twin) = twin else { continue };
        let moved: Vec<Line> = code.lines[from..exit].to_vec();
        if twin < from {
            code.lines.drain(from..end);
            code.lines.splice(twin..twin, moved);
        } else {
            code.lines.splice(twin..twin, moved);
            code.lines.drain(from..end);
        }
        return true;
    }
    false
}

/// Code that is reached by jumps only stands where one of them is, in its place. True if such was found.
fn move_up(code: &mut Code) -> bool {
    let places = code.label_places();
    let ends = |at: usize| inst(&code.lines[at]).is_some_and(|i| i.op.info().ends);
    let (offsets, whole) = offsets(code);
    for at in 0..code.lines.len() {
        let Some(place) = jump(&code.lines[at]).and_then(|label| places.get(&label)) else {
            continue;
        };
        let before = code.lines[..*place].iter().rev();
        let from = place - before.map_while(label_of).count();
        let Some(previous) = from.checked_sub(1).filter(|n| *n != at && ends(*n)) else {
            continue;
        };
        let body = place + code.lines[*place..].iter().map_while(label_of).count();
        let Some(last) = (body..code.lines.len()).find(|n| ends(*n) || behind_is_label(code, *n))
        else {
            continue;
        };
        let near = whole || offsets[at].abs_diff(offsets[from]) <= NEAR;
        if !near || (from..=last).contains(&at) {
            continue;
        }
        let mut moved: Vec<Line> = code.lines[from..=last].to_vec();
        let mut gone = from..last + 1;
        if !ends(last) {
            // It runs on there. That pays if what stood before it need no longer jump over it.
            let behind: Vec<Label> = code.lines[last + 1..].iter().map_while(label_of).collect();
            let over = jump(&code.lines[previous]).filter(|label| behind.contains(label));
            let (Some(_), Line::Inst(model)) = (over, &code.lines[at]) else {
                continue;
            };
            moved.push(Line::Inst(Inst {
                args: alloc::vec![Arg::Target(behind[0])],
                ..model.clone()
            }));
            gone.start = previous;
        }
        if gone.contains(&at) {
            continue;
        }
        if at < gone.start {
            code.lines.drain(gone);
            code.lines.splice(at..=at, moved);
        } else {
            code.lines.splice(at..=at, moved);
            code.lines.drain(gone);
        }
        return true;
    }
    false
}

fn behind_is_label(code: &Code, at: usize) -> bool {
    code.lines.get(at + 1).and_then(label_of).is_some()
}

/// Where each line ends, in bytes; and whether all surely lie in one page.
fn offsets(code: &Code) -> (Vec<usize>, bool) {
    let sizes = code
        .lines
        .iter()
        .map(|line| inst(line).map_or(0, Inst::size));
    let offsets: Vec<usize> = sizes
        .scan(0, |sum, size| {
            *sum += size;
            Some(*sum)
        })
        .collect();
    let whole = offsets.last().is_some_and(|size| *size <= ONE_PAGE);
    (offsets, whole)
}

/// Whether the instructions of an exit stand at a line, labels between them or not.
fn is_same(code: &Code, at: usize, exit: &[Line]) -> bool {
    if inst(&code.lines[at]).is_none() {
        return false;
    }
    let mut there = code.lines[at..].iter().filter_map(inst);
    exit.iter().filter_map(inst).all(|one| {
        let other = there.next();
        other.is_some_and(|other| other.op == one.op && other.args == one.args)
    })
}

/// A number that is loaded only to be asked whether it is 0: the answer is known. True if one was found.
fn known_flag(code: &mut Code) -> bool {
    for at in 0..code.lines.len() {
        let Some(Inst {
            op: Op::Ldi8, args, ..
        }) = inst(&code.lines[at])
        else {
            continue;
        };
        let &[Arg::Imm(number)] = args.as_slice() else {
            continue;
        };
        let places = code.label_places();
        let (asked, jumps) = match code.lines.get(at + 1).and_then(jump) {
            Some(label) => (places.get(&label).copied(), true),
            None => (Some(at + 1), false),
        };
        let question = asked
            .and_then(|from| (from..code.lines.len()).find(|n| inst(&code.lines[*n]).is_some()));
        let Some(question) = question else { continue };
        let Some(asking) = inst(&code.lines[question]) else {
            continue;
        };
        let goes = match asking.op {
            Op::Jz => number == 0,
            Op::Jnz => number != 0,
            _ => continue,
        };
        let &[Arg::Target(there)] = asking.args.as_slice() else {
            continue;
        };
        let from = if goes {
            places.get(&there).copied()
        } else {
            Some(question + 1)
        };
        let lost = from.is_some_and(|from| super::peephole::a_is_lost(&code.lines[from..]));
        if !lost {
            continue;
        }
        let label = if goes { there } else { code.labels };
        if let Line::Inst(load) = &mut code.lines[at] {
            load.op = Op::Jmp;
            load.args = alloc::vec![Arg::Target(label)];
        }
        if !goes {
            code.labels += 1;
            code.lines.insert(question + 1, Line::Label(label));
        }
        if jumps {
            // The jump moved by one if the label was put before it.
            let moved = usize::from(!goes && question < at);
            code.lines.remove(at + 1 + moved);
        }
        return true;
    }
    false
}

/// A condition that goes round a jump: the other condition goes where the jump does.
fn turn_conditions(code: &mut Code) {
    let mut at = 0;
    while at + 2 < code.lines.len() {
        let turned = turned(&code.lines[at..]);
        if let Some((op, label)) = turned {
            if let Line::Inst(inst) = &mut code.lines[at] {
                inst.op = op;
                if let Some(Arg::Target(to)) = inst.args.last_mut() {
                    *to = label;
                }
            }
            code.lines.remove(at + 1);
        }
        at += 1;
    }
}

fn turned(lines: &[Line]) -> Option<(Op, Label)> {
    let condition = inst(&lines[0])?;
    let &[over] = condition.targets().as_slice() else {
        return None;
    };
    let label = jump(&lines[1])?;
    let behind = lines[2..].iter().map_while(|line| match line {
        Line::Label(label) => Some(*label),
        Line::Inst(_) => None,
    });
    let op = opposite(condition.op)?;
    behind.into_iter().any(|l| l == over).then_some((op, label))
}

/// The jump that goes exactly when another does not.
fn opposite(op: Op) -> Option<Op> {
    const PAIRS: [(Op, Op); 23] = [
        (Op::Jz, Op::Jnz),
        (Op::Jnone, Op::Jsome),
        (Op::Jeqi, Op::Jnei),
        (Op::Jlti, Op::Jgei),
        (Op::Jeq8, Op::Jne8),
        (Op::Jeq16, Op::Jne16),
        (Op::Jlt16, Op::Jge16),
        (Op::Jveqi, Op::Jvnei),
        (Op::Jvlti, Op::Jvgei),
        (Op::Jveq, Op::Jvne),
        (Op::Jvlt, Op::Jvge),
        (Op::Jweq, Op::Jwne),
        (Op::Jwlt, Op::Jwge),
        (Op::Jfeqi, Op::Jfnei),
        (Op::Jflti, Op::Jfgei),
        (Op::Jfeq, Op::Jfne),
        (Op::Jfweq, Op::Jfwne),
        (Op::Jside, Op::Jnside),
        (Op::Jlt8, Op::Jge8),
        (Op::Jle16, Op::Jgt16),
        (Op::Jlts, Op::Jges),
        (Op::Jles, Op::Jgts),
        (Op::Jflt, Op::Jfge),
    ];
    PAIRS.iter().find_map(|(a, b)| match op {
        _ if op == *a => Some(*b),
        _ if op == *b => Some(*a),
        _ => None,
    })
}

/// A call before a return leaves the return to what it calls.
fn tail_calls(code: &mut Code) {
    let mut at = 0;
    while at + 1 < code.lines.len() {
        let op = |n: usize| inst(&code.lines[n]).map(|i| i.op);
        if op(at) == Some(Op::Call) && op(at + 1) == Some(Op::Ret) {
            if let Line::Inst(call) = &mut code.lines[at] {
                call.op = Op::Fjmp;
            }
            code.lines.remove(at + 1);
        }
        at += 1;
    }
}

/// What does the same before two ways meet is done once: the instruction before a jump, if the same one stands before
/// the label, or before another jump to it. True if something was found.
fn share_ends(code: &mut Code) -> bool {
    let places = code.label_places();
    let same = |a: usize, b: usize| match (inst(&code.lines[a]), inst(&code.lines[b])) {
        (Some(a), Some(b)) => a.op == b.op && a.args == b.args && a.targets().is_empty(),
        _ => false,
    };
    for at in 1..code.lines.len() {
        let Some(label) = jump(&code.lines[at]) else {
            continue;
        };
        let before_label = places.get(&label).and_then(|place| {
            let labels = code.lines[..*place].iter().rev();
            let skipped = labels.take_while(|l| inst(l).is_none()).count();
            (place - skipped).checked_sub(1)
        });
        let others = (1..code.lines.len())
            .filter(|other| *other != at && jump(&code.lines[*other]) == Some(label))
            .map(|other| other - 1);
        let twin = before_label
            .into_iter()
            .chain(others)
            .find(|twin| *twin != at - 1 && *twin != at && same(at - 1, *twin));
        let Some(twin) = twin else {
            continue;
        };
        let label = code.labels;
        code.labels += 1;
        if let Line::Inst(jump) = &mut code.lines[at] {
            jump.args = alloc::vec![Arg::Target(label)];
        }
        code.lines.insert(twin, Line::Label(label));
        code.lines.remove(if twin < at { at } else { at - 1 });
        return true;
    }
    false
}
