//! Calls: procedures, the shell, what is built in.

use super::Gen;
use super::expr::calls;
use super::lir::{Arg, Data, Slot};
use crate::ast::BinOp;
use crate::hir::{Builtin, Expr, ExprKind};
use crate::types::Ty;
use alloc::vec;
use hexfront_isa::{Op, ShellCall};

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

impl Gen<'_> {
    /// Values into the slots of a procedure, then the call.
    pub(super) fn call(&mut self, proc: usize, args: &[Expr]) {
        let mark = self.mark();
        let Some((last, first)) = args.split_last() else {
            self.call_proc(proc);
            return;
        };
        let widths: vec::Vec<usize> = self.prog.procs[proc].locals[..args.len()]
            .iter()
            .map(|l| l.ty.width())
            .collect();
        let types: vec::Vec<Ty> = self.prog.procs[proc].locals[..args.len()]
            .iter()
            .map(|l| l.ty)
            .collect();
        // What calls others may use the same slots: it is worked out first and kept aside.
        let mut kept: vec::Vec<Option<Slot>> = vec![None; args.len()];
        for (i, arg) in args.iter().enumerate() {
            if args.len() > 1 && calls(arg) {
                self.converted(arg, types[i]);
                let slot = self.temp(widths[i]);
                self.save(slot, widths[i]);
                kept[i] = Some(slot);
            }
        }
        for (i, arg) in first.iter().enumerate() {
            let to = Slot::Local(proc, i);
            match kept[i] {
                Some(slot) => self.move_slot(to, slot, widths[i]),
                None => self.store_slot(to, types[i], arg),
            }
        }
        match kept[args.len() - 1] {
            Some(slot) => self.load(slot, widths[args.len() - 1]),
            None => self.converted(last, types[args.len() - 1]),
        }
        self.call_proc(proc);
        self.release(mark);
    }

    pub(super) fn move_slot(&mut self, to: Slot, from: Slot, width: usize) {
        let op = if width == 1 { Op::Mov8 } else { Op::Mov16 };
        self.op(op, vec![Arg::V(to), Arg::V(from)]);
    }

    /// A value in A as it is stored in a type: saturated, steps counted.
    pub(super) fn converted(&mut self, e: &Expr, ty: Ty) {
        self.value(e);
        self.saturate(e, ty);
    }

    fn row_bits(&self) -> Arg {
        imm(self.prog.grid.row_bits().into())
    }

    /// A := column of hex A.
    pub(super) fn column(&mut self) {
        let shift = self.row_bits();
        self.op(Op::Shr, vec![shift]);
    }

    /// A := row of hex A.
    pub(super) fn row(&mut self) {
        let mask = self.prog.grid.column_bytes() - 1;
        self.op(Op::Andi8, vec![imm(mask.into())]);
    }

    pub(super) fn builtin(&mut self, builtin: Builtin, args: &[Expr], e: &Expr) {
        let mark = self.mark();
        match builtin {
            Builtin::Min | Builtin::Max => {
                self.extreme(builtin == Builtin::Min, &args[0], &args[1])
            }
            Builtin::Hex => {
                let shift = self.row_bits();
                if let Some(n) = Self::constant(&args[1]) {
                    self.value(&args[0]);
                    self.op(Op::Shl, vec![shift.clone()]);
                    self.with_const(BinOp::Add, n);
                } else {
                    let row = self.in_word(&args[1]);
                    self.value(&args[0]);
                    self.op(Op::Shl, vec![shift.clone()]);
                    self.op(Op::Add16, vec![Arg::V(row)]);
                }
            }
            Builtin::Column => {
                self.value(&args[0]);
                self.column();
            }
            Builtin::Row => {
                self.value(&args[0]);
                self.row();
            }
            Builtin::Neighbour => {
                let h = self.in_word(&args[0]);
                let d = self.in_byte(&args[1]);
                self.op(Op::Hexn, vec![Arg::V(h), Arg::V(d)]);
            }
            Builtin::Distance | Builtin::DirectionTo => {
                let v = self.in_word(&args[1]);
                self.value(&args[0]);
                let op = if builtin == Builtin::Distance {
                    Op::Hexdist
                } else {
                    Op::Hexdir
                };
                self.op(op, vec![Arg::V(v)]);
            }
            Builtin::Opposite => {
                let end = self.label();
                self.value(&args[0]);
                self.jump(Op::Jz, vec![], end);
                self.op(Op::Addi8, vec![imm(3)]);
                self.jump(Op::Jlti, vec![imm(7)], end);
                self.op(Op::Subi8, vec![imm(6)]);
                self.bind(end);
            }
            Builtin::Random => self.random(&args[0], &args[1]),
            Builtin::Chance | Builtin::Place => self.special(builtin, args, e),
            Builtin::Cast => {
                self.value(&args[0]);
                let (lo, hi) = self.range(&args[0]);
                match e.ty {
                    Ty::Enum(e) => {
                        self.clamp(lo, hi, 0, self.prog.enums[e].members.len() as i32 - 1)
                    }
                    Ty::Rec(r) | Ty::Long(r) => {
                        self.clamp(lo, hi, 0, self.prog.records[r].count as i32 - 1)
                    }
                    _ => {}
                }
            }
            Builtin::Seed => {
                self.value(&args[0]);
                self.op(Op::Seed, vec![]);
            }
            Builtin::PrintChar => {
                if let Some(n) = Self::constant(&args[0]) {
                    self.op(Op::Printc, vec![imm(n)]);
                } else {
                    self.value(&args[0]);
                    self.op(Op::Printca, vec![]);
                }
            }
            Builtin::PrintText => {
                if let ExprKind::Text(text) = args[0].kind {
                    self.op(Op::Print, vec![Arg::Text(text)]);
                } else {
                    self.value(&args[0]);
                    self.op(Op::Printa, vec![]);
                }
            }
            Builtin::Shell(call) => self.shell_call(call, args),
        }
        self.release(mark);
    }

    pub(super) fn special(&mut self, builtin: Builtin, args: &[Expr], e: &Expr) {
        if builtin == Builtin::Chance {
            self.flag_value(e);
            return;
        }
        // The name of the place at a hex: a search through the places.
        let places = self
            .prog
            .records
            .iter()
            .position(|r| r.name == "place" && r.stacked.is_none());
        let Some(rec) = places else {
            return;
        };
        let h = self.in_word(&args[0]);
        let i = self.temp(1);
        let (top, found, end) = (self.label(), self.label(), self.label());
        self.op(Op::Set8, vec![Arg::V(i), imm(0)]);
        self.bind_loop(top, None);
        self.load(i, 1);
        self.table_at(Data::Field(rec, 0), 2, 0);
        self.jump(Op::Jeq16, vec![Arg::V(h)], found);
        self.jump(
            Op::Forv,
            vec![Arg::V(i), imm(self.prog.records[rec].count as i32 - 1)],
            top,
        );
        let empty = self.text("");
        self.op(Op::Ldi16, vec![Arg::Text(empty)]);
        self.goto(end);
        self.bind(found);
        self.load(i, 1);
        self.table_at(Data::Field(rec, 2), 2, 0);
        self.bind(end);
    }

    pub(super) fn shell_call(&mut self, call: ShellCall, args: &[Expr]) {
        self.before_shell(call);
        let code = imm(call as i32);
        let bytes: vec::Vec<Option<i32>> = args
            .iter()
            .map(|a| Self::constant(a).filter(|n| (0..256).contains(n)))
            .collect();
        match bytes.as_slice() {
            [] => self.shell(call),
            [Some(n)] => self.op(Op::Shelli, vec![code, imm(*n)]),
            [None] => {
                self.value(&args[0]);
                self.op(Op::Shella, vec![code]);
            }
            [Some(n), Some(m)] => self.op(Op::Shell2, vec![code, imm(*n), imm(*m)]),
            _ => {
                // The first value is worked out last and goes by A; the others first of all.
                let mut kept = vec::Vec::new();
                for arg in &args[1..] {
                    let plain = Self::constant(arg).is_some() || self.simple(arg).is_some();
                    kept.push(if plain { None } else { Some(self.in_word(arg)) });
                }
                let first_plain = !calls(&args[0]);
                if !first_plain {
                    let slot = self.in_word(&args[0]);
                    kept.insert(0, Some(slot));
                } else {
                    kept.insert(0, None);
                }
                for (i, arg) in args.iter().enumerate().skip(1) {
                    let to = Slot::Fixed(2 * i as u8);
                    match kept[i] {
                        Some(slot) => self.op(Op::Mov16, vec![Arg::V(to), Arg::V(slot)]),
                        None => self.store_slot(to, crate::types::NUMBER, arg),
                    }
                }
                match kept[0] {
                    Some(slot) => self.load(slot, 2),
                    None => self.value(&args[0]),
                }
                self.op(Op::Shella, vec![code]);
            }
        }
        // Records lie in their lists again after a load, and all of the map is another.
        if call == ShellCall::Load && (self.shared.stacked.is_some() || self.prog.redraws) {
            let status = self.temp(1);
            self.save(status, 1);
            self.rebuild();
            if self.prog.redraws {
                self.helper("_touch_all");
            }
            self.load(status, 1);
        }
    }
}
