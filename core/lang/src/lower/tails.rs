//! Where control goes: jumps to jumps, code that is never reached, calls before a return, equal ends of branches.

use super::lir::{Arg, Code, Inst, Label, Line};
use alloc::collections::{BTreeMap, BTreeSet};
use hexfront_isa::Op;

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

/// The line of each label.
fn places(code: &Code) -> BTreeMap<Label, usize> {
    code.lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| match line {
            Line::Label(label) => Some((*label, at)),
            Line::Inst(_) => None,
        })
        .collect()
}

/// The first instruction behind a line.
fn first_from(code: &Code, at: usize) -> Option<&Inst> {
    code.lines.get(at..)?.iter().find_map(inst)
}

/// A jump to a jump goes where that one goes, a jump to a return returns.
fn follow_jumps(code: &mut Code) {
    let places = places(code);
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
    // A jump to the line behind it does nothing.
    let mut at = 0;
    while at < code.lines.len() {
        let useless = jump(&code.lines[at]).is_some_and(|label| {
            code.lines[at + 1..]
                .iter()
                .map_while(|line| match line {
                    Line::Label(l) => Some(*l),
                    Line::Inst(_) => None,
                })
                .any(|l| l == label)
        });
        if useless {
            code.lines.remove(at);
        } else {
            at += 1;
        }
    }
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
        let places = places(code);
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
    let places = places(code);
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
