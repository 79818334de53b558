//! Instructions in the place of others by what is known.

use super::{Known, Place, Value};
use crate::lower::lir::{Arg, Code, Inst, Line, Slot};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::{Access, Kind, Op};

/// What becomes of an instruction.
pub(super) enum Rewritten {
    Same,
    Gone,
    Other(Inst),
}

/// What is to be known of variables to name one in the place of another.
pub(super) struct Names {
    /// The procedure that the code belongs to.
    proc: usize,
    /// The variables of two bytes.
    words: BTreeSet<Slot>,
}

impl Names {
    pub fn new(code: &Code, proc: usize) -> Names {
        Names {
            proc,
            words: words(code),
        }
    }

    /// Of variables that hold the same the one with the least rank is named: globals, then the procedure's own.
    fn rank(&self, slot: Slot) -> (u8, Slot) {
        let class = match slot {
            Slot::Var(_) => 0,
            Slot::Local(proc, _) if proc == self.proc => 1,
            Slot::Local(..) => 2,
            Slot::Fixed(_) | Slot::Flood(_) => 3,
        };
        (class, slot)
    }
}

/// The variables of two bytes.
fn words(code: &Code) -> BTreeSet<Slot> {
    let insts = code.lines.iter().filter_map(|line| match line {
        Line::Inst(inst) => Some(inst),
        Line::Label(_) => None,
    });
    let named = insts.flat_map(|inst| inst.args.iter().zip(inst.op.info().operands));
    let slots = named.filter_map(|(arg, operand)| match (arg, operand.kind) {
        (Arg::V(slot), Kind::V16) => Some(*slot),
        _ => None,
    });
    slots.collect()
}

impl Known {
    /// An instruction, shorter by what is known before it.
    pub(super) fn rewritten(&self, inst: &Inst, names: &Names) -> Rewritten {
        let other = |op: Op, args: Vec<Arg>| {
            let inst = Inst {
                op,
                args,
                ..inst.clone()
            };
            Rewritten::Other(inst)
        };
        let first = match self.with_first_names(inst, names) {
            Some(renamed) => {
                return match self.rewritten(&renamed, names) {
                    Rewritten::Same => Rewritten::Other(renamed),
                    better => better,
                };
            }
            None => inst,
        };
        let loaded = self.loaded(first);
        let is_in = |place: Place| {
            let telling = |value: &Value| *value != Value::Byte && self.has(place, *value);
            loaded.iter().any(telling)
        };
        let number = loaded.iter().find_map(|value| match value {
            Value::Number(n) => Some(*n),
            _ => None,
        });
        let word = matches!(
            first.op,
            Op::Ld16
                | Op::Ldfw
                | Op::Lxw
                | Op::Hexn
                | Op::Mov16
                | Op::Movz
                | Op::Set16
                | Op::Movfw
                | Op::Lxwv
        );
        let slot = loaded.iter().find_map(|value| match value {
            Value::Slot(Slot::Fixed(_)) => None,
            Value::Slot(slot) if names.words.contains(slot) == word => Some(Arg::V(*slot)),
            _ => None,
        });
        match (first.op, first.args.as_slice()) {
            (
                Op::Ldi8
                | Op::Ldi16
                | Op::Ld8
                | Op::Ld16
                | Op::Ldf
                | Op::Ldfw
                | Op::Lx
                | Op::Lxw
                | Op::Ll
                | Op::Hexn,
                args,
            ) => match (number, slot) {
                _ if is_in(Place::A) => Rewritten::Gone,
                (Some(n), _) if n < 256 && !matches!(first.op, Op::Ldi8 | Op::Ldi16) => {
                    other(Op::Ldi8, vec![Arg::Imm(n)])
                }
                (_, Some(slot))
                    if !matches!(first.op, Op::Ldi8 | Op::Ldi16 | Op::Ld8 | Op::Ld16) =>
                {
                    other(if word { Op::Ld16 } else { Op::Ld8 }, vec![slot])
                }
                _ => match (first.op, args) {
                    (Op::Lx | Op::Lxw, [page, Arg::V(index)])
                        if self.has(Place::U, Value::Slot(*index)) =>
                    {
                        let op = if word { Op::Ldfw } else { Op::Ldf };
                        other(op, vec![page.clone()])
                    }
                    _ => Rewritten::Same,
                },
            },
            (Op::Ldu, [Arg::V(_)]) if is_in(Place::U) => Rewritten::Gone,
            (Op::St8 | Op::St16, [Arg::V(to)]) if self.same(Place::A, Place::V(*to)) => {
                Rewritten::Gone
            }
            (Op::Mov8 | Op::Mov16 | Op::Movz | Op::Set8 | Op::Set16, [Arg::V(to), _])
            | (Op::Movf | Op::Movfw, [_, Arg::V(to)])
            | (Op::Lxv | Op::Lxwv, [_, _, Arg::V(to)]) => {
                let to_arg = Arg::V(*to);
                let copies = matches!(
                    first.op,
                    Op::Mov8 | Op::Mov16 | Op::Movz | Op::Set8 | Op::Set16
                );
                match (&first.args[..], slot) {
                    _ if is_in(Place::V(*to)) || loaded.contains(&Value::Slot(*to)) => {
                        Rewritten::Gone
                    }
                    _ if is_in(Place::A) => {
                        other(if word { Op::St16 } else { Op::St8 }, vec![to_arg])
                    }
                    (_, Some(slot)) if !copies => {
                        other(if word { Op::Mov16 } else { Op::Mov8 }, vec![to_arg, slot])
                    }
                    ([page, Arg::V(index), _], _)
                        if !copies && self.has(Place::U, Value::Slot(*index)) =>
                    {
                        let op = if word { Op::Movfw } else { Op::Movf };
                        other(op, vec![page.clone(), to_arg])
                    }
                    _ => match (first.op, number) {
                        (Op::Mov8, Some(n)) => other(Op::Set8, vec![to_arg, Arg::Imm(n)]),
                        _ => Rewritten::Same,
                    },
                }
            }
            (Op::Addi8 | Op::Addi16, [Arg::Imm(n)]) => match self.number(Place::A) {
                Some(a) if a.wrapping_add(*n) < 256 => {
                    other(Op::Ldi8, vec![Arg::Imm(a.wrapping_add(*n))])
                }
                _ => Rewritten::Same,
            },
            _ => self.condition(first),
        }
    }

    /// A variable that is the copy of an older one is named as that.
    fn with_first_names(&self, inst: &Inst, names: &Names) -> Option<Inst> {
        let mut renamed = inst.clone();
        let operands = inst.op.info().operands;
        for (arg, operand) in renamed.args.iter_mut().zip(operands) {
            let Arg::V(slot) = arg else { continue };
            let plain = matches!(operand.kind, Kind::V8 | Kind::V16);
            if operand.access != Access::Read || !plain {
                continue;
            }
            let fits = |other: Slot| names.words.contains(&other) == (operand.kind == Kind::V16);
            let others = self
                .values(Place::V(*slot))
                .filter_map(|value| match value {
                    Value::Slot(other) if fits(other) => Some(other),
                    _ => None,
                });
            let first = others.min_by_key(|other| names.rank(*other));
            if let Some(first) = first.filter(|first| names.rank(*first) < names.rank(*slot)) {
                *slot = first;
            }
        }
        (renamed.args != inst.args).then_some(renamed)
    }

    /// Conditions that are known, and those on variables that A holds.
    fn condition(&self, inst: &Inst) -> Rewritten {
        let other = |op: Op, args: Vec<Arg>| {
            Rewritten::Other(Inst {
                op,
                args,
                ..inst.clone()
            })
        };
        let (place, n) = match (inst.op, inst.args.as_slice()) {
            (Op::Jz | Op::Jnz, _) => (Place::A, 0),
            (Op::Jnone | Op::Jsome, _) => (Place::A, 0xFFFF),
            (Op::Jeqi | Op::Jnei | Op::Jlti | Op::Jgei, [Arg::Imm(n), _]) => (Place::A, *n),
            (Op::Jveqi | Op::Jvnei | Op::Jvlti | Op::Jvgei, [Arg::V(slot), Arg::Imm(n), _]) => {
                (Place::V(*slot), *n)
            }
            (Op::Jfeqi | Op::Jfnei | Op::Jflti | Op::Jfgei, [Arg::Page(data), Arg::Imm(n), to]) => {
                let cells = self.field(*data);
                let held = cells
                    .iter()
                    .any(|cell| matches!(cell, Value::Cell(..)) && self.has(Place::A, *cell));
                let op = match inst.op {
                    Op::Jfeqi => Op::Jeqi,
                    Op::Jfnei => Op::Jnei,
                    Op::Jflti => Op::Jlti,
                    _ => Op::Jgei,
                };
                let args = vec![Arg::Imm(*n), to.clone()];
                return if held {
                    other(op, args)
                } else {
                    Rewritten::Same
                };
            }
            (Op::Jveq | Op::Jvne, [Arg::V(a), Arg::V(b), to]) => {
                let op = if inst.op == Op::Jveq {
                    Op::Jeq8
                } else {
                    Op::Jne8
                };
                return match self.held_of(*a, *b) {
                    Some(rest) => other(op, vec![Arg::V(rest), to.clone()]),
                    None => Rewritten::Same,
                };
            }
            (Op::Jweq | Op::Jwne, [Arg::V(a), Arg::V(b), to]) => {
                let op = if inst.op == Op::Jweq {
                    Op::Jeq16
                } else {
                    Op::Jne16
                };
                return match self.held_of(*a, *b) {
                    Some(rest) => other(op, vec![Arg::V(rest), to.clone()]),
                    None => Rewritten::Same,
                };
            }
            _ => return Rewritten::Same,
        };
        let Some(to) = inst.args.last() else {
            return Rewritten::Same;
        };
        match (inst.op, n) {
            (Op::Jeqi, 0) | (Op::Jlti, 1) => return other(Op::Jz, vec![to.clone()]),
            (Op::Jnei, 0) | (Op::Jgei, 1) => return other(Op::Jnz, vec![to.clone()]),
            _ => {}
        }
        if let Some(is) = self.number(place) {
            let goes = match inst.op {
                Op::Jz | Op::Jnone | Op::Jeqi | Op::Jveqi => is == n,
                Op::Jnz | Op::Jsome | Op::Jnei | Op::Jvnei => is != n,
                Op::Jlti | Op::Jvlti => is < n,
                _ => is >= n,
            };
            return if goes {
                other(Op::Jmp, vec![to.clone()])
            } else {
                Rewritten::Gone
            };
        }
        match place {
            Place::V(slot) if self.has(Place::A, Value::Slot(slot)) => {
                let op = match (inst.op, n) {
                    (Op::Jveqi, 0) => return other(Op::Jz, vec![to.clone()]),
                    (Op::Jvnei, 0) => return other(Op::Jnz, vec![to.clone()]),
                    (Op::Jveqi, _) => Op::Jeqi,
                    (Op::Jvnei, _) => Op::Jnei,
                    (Op::Jvlti, _) => Op::Jlti,
                    _ => Op::Jgei,
                };
                other(op, vec![Arg::Imm(n), to.clone()])
            }
            _ => Rewritten::Same,
        }
    }

    /// The other of two variables, if A holds one of them.
    fn held_of(&self, a: Slot, b: Slot) -> Option<Slot> {
        if self.has(Place::A, Value::Slot(a)) {
            return Some(b);
        }
        self.has(Place::A, Value::Slot(b)).then_some(a)
    }
}
