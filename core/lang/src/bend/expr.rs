//! Bends of expressions.

use super::walk::Walk;
use crate::ast::{ArmTest, BinOp, CmpOp, Domain, Expr, ExprKind, Loop, QuantKind};
use alloc::boxed::Box;
use alloc::format;
use core::mem;

impl Walk<'_> {
    /// Any expression; what is a condition by its form may be negated.
    pub(super) fn expr(&mut self, e: &mut Expr) {
        let flag = matches!(
            e.kind,
            ExprKind::Cmp(..)
                | ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::Not(_)
                | ExprKind::OneOf(..)
                | ExprKind::InRange(..)
                | ExprKind::Chance(_)
                | ExprKind::Quant(QuantKind::Any, ..)
        );
        if flag {
            self.condition(e);
        } else {
            self.inside(e);
        }
    }

    /// An expression that is asked as a condition.
    pub(super) fn condition(&mut self, e: &mut Expr) {
        let shown = self.shown(e.span);
        if self.offer(e.span, || shown + " negated") {
            let span = e.span;
            let inner = mem::replace(&mut e.kind, ExprKind::Nothing);
            e.kind = match inner {
                ExprKind::Not(inner) => inner.kind,
                inner => ExprKind::Not(Box::new(Expr { kind: inner, span })),
            };
            return;
        }
        self.inside(e);
    }

    /// What an expression is made of.
    fn inside(&mut self, e: &mut Expr) {
        let (span, step, line) = (e.span, self.step, self.line(e.span));
        match &mut e.kind {
            ExprKind::Int(n) => {
                if self.offer(span, || format!("{line}: {n} becomes {}", *n + step)) {
                    *n += step;
                }
            }
            ExprKind::Yes => {
                if self.offer(span, || line + ": yes becomes no") {
                    e.kind = ExprKind::No;
                }
            }
            ExprKind::No => {
                if self.offer(span, || line + ": no becomes yes") {
                    e.kind = ExprKind::Yes;
                }
            }
            ExprKind::Text(text) => {
                if !text.text.is_empty()
                    && self.offer_words(span, || format!("{:?} blanked", text.text))
                {
                    text.text.clear();
                }
            }
            ExprKind::Name(name) => {
                if let Some(other) = self.other_member(name)
                    && self.offer(span, || format!("{line}: {name} becomes {other}"))
                {
                    *name = other;
                }
            }
            ExprKind::Nothing | ExprKind::Member(..) => {}
            ExprKind::Field(inner, _) | ExprKind::Neg(inner) | ExprKind::Chance(inner) => {
                self.expr(inner)
            }
            // Already offered with what is around it.
            ExprKind::Not(inner) => self.inside(inner),
            ExprKind::Try(call) => self.inside(call),
            ExprKind::Index(_, list) => list.iter_mut().for_each(|e| self.expr(e)),
            ExprKind::Call(name, args) => {
                let other = match name.text.as_str() {
                    "min" => "max",
                    "max" => "min",
                    _ => "",
                };
                if !other.is_empty()
                    && self.offer(name.span, || {
                        format!("{line}: {} becomes {other}", name.text)
                    })
                {
                    name.text = other.into();
                    return;
                }
                args.iter_mut().for_each(|e| self.expr(e));
            }
            ExprKind::Bin(..) => self.calculation(e),
            ExprKind::Cmp(..) => self.comparison(e),
            ExprKind::And(..) | ExprKind::Or(..) => self.joined(e),
            ExprKind::OneOf(left, list) => {
                let mut n = 0;
                while list.len() > 1 && n < list.len() {
                    if self.offer_without_part(list[n].span) {
                        list.remove(n);
                        return;
                    }
                    n += 1;
                }
                self.inside(left);
            }
            ExprKind::InRange(left, low, high) => {
                self.inside(left);
                self.inside(low);
                self.inside(high);
            }
            ExprKind::IfElse(condition, yes, no) => {
                self.condition(condition);
                self.expr(yes);
                self.expr(no);
            }
            ExprKind::Quant(_, value, each) => {
                self.each(each);
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            ExprKind::Match(value, arms) => {
                self.inside(value);
                for n in 1..arms.len() {
                    let (before, after) = arms.split_at_mut(n);
                    let (a, b) = (&mut before[n - 1].1, &mut after[0].1);
                    let both = (self.shown(a.span), self.shown(b.span));
                    if self.offer(a.span, || format!("{} and {} exchanged", both.0, both.1)) {
                        mem::swap(a, b);
                        return;
                    }
                }
                for (tests, value) in arms {
                    self.tests(tests);
                    self.expr(value);
                }
            }
        }
    }

    /// The cases of an arm.
    pub(super) fn tests(&mut self, tests: &mut [ArmTest]) {
        for test in tests {
            match test {
                // Exchanged or emptied as a case.
                ArmTest::One(Expr {
                    kind: ExprKind::Name(_),
                    ..
                }) => {}
                ArmTest::One(e) => self.inside(e),
                ArmTest::Range(low, high) => {
                    self.inside(low);
                    self.inside(high);
                }
                ArmTest::Else => {}
            }
        }
    }

    /// What a loop or a quantifier runs over.
    pub(super) fn each(&mut self, each: &mut Loop) {
        match &mut each.domain {
            Domain::Members { at: Some(e), .. } | Domain::Neighbours { of: e, .. } => self.expr(e),
            Domain::Members { at: None, .. } => {}
        }
        if let Some(filter) = &mut each.filter {
            self.condition(filter);
        }
    }

    fn calculation(&mut self, e: &mut Expr) {
        let shown = self.shown(e.span);
        let span = e.span;
        let ExprKind::Bin(op, left, right) = &mut e.kind else {
            return;
        };
        let (other, sign) = match op {
            BinOp::Add => (BinOp::Sub, "-"),
            BinOp::Sub => (BinOp::Add, "+"),
            BinOp::Mul => (BinOp::Add, "+"),
            BinOp::Div => (BinOp::Mul, "*"),
            BinOp::Mod => (BinOp::Div, "/"),
        };
        if self.offer(span, || format!("{shown} calculated with {sign}")) {
            *op = other;
            return;
        }
        self.expr(left);
        self.expr(right);
    }

    fn comparison(&mut self, e: &mut Expr) {
        let shown = self.shown(e.span);
        let span = e.span;
        let ExprKind::Cmp(op, left, right) = &mut e.kind else {
            return;
        };
        let (other, sign) = match op {
            CmpOp::Eq | CmpOp::Ne => {
                // Another member would be much the same as the other answer.
                for side in [left, right] {
                    if !matches!(side.kind, ExprKind::Name(_)) {
                        self.inside(side);
                    }
                }
                return;
            }
            CmpOp::Lt => (CmpOp::Le, "<="),
            CmpOp::Le => (CmpOp::Lt, "<"),
            CmpOp::Gt => (CmpOp::Ge, ">="),
            CmpOp::Ge => (CmpOp::Gt, ">"),
        };
        if self.offer(span, || format!("{shown} compared with {sign}")) {
            *op = other;
            return;
        }
        // A number beside the sign would move the limit just as the sign did.
        for side in [left, right] {
            if !matches!(side.kind, ExprKind::Int(_)) {
                self.inside(side);
            }
        }
    }

    /// `a and b`, `a or b`: each side left out.
    fn joined(&mut self, e: &mut Expr) {
        let and = matches!(e.kind, ExprKind::And(..));
        let (ExprKind::And(left, right) | ExprKind::Or(left, right)) = &mut e.kind else {
            return;
        };
        // In a chain the sides further left are offered one by one.
        let chain = match left.kind {
            ExprKind::And(..) => and,
            ExprKind::Or(..) => !and,
            _ => false,
        };
        let kept = if !chain && self.offer_without_part(left.span) {
            right
        } else if self.offer_without_part(right.span) {
            left
        } else {
            self.inside(left);
            self.inside(right);
            return;
        };
        e.kind = mem::replace(&mut kept.kind, ExprKind::Nothing);
    }
}
