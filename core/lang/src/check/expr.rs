//! Expressions: types, ranges, constants folded.

use super::{Body, Checker, Sym};
use crate::ast::{self, BinOp, CmpOp};
use crate::diag::Diagnostic;
use crate::hir::{Builtin, Expr, ExprKind};
use crate::source::Span;
use crate::types::{Ty, int};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec;

pub(super) fn make(kind: ExprKind, ty: Ty, span: Span) -> Expr {
    Expr { kind, ty, span }
}

pub(super) fn constant(n: i32, ty: Ty, span: Span) -> Expr {
    let ty = match ty {
        Ty::Int { .. } => int(i64::from(n), i64::from(n)),
        _ => ty,
    };
    make(ExprKind::Const(n), ty, span)
}

impl Checker<'_> {
    pub(super) fn wrong(span: Span) -> Expr {
        make(ExprKind::Const(0), Ty::Wrong, span)
    }

    /// An expression that must be of a type; `Wrong` takes any.
    pub(super) fn value(&mut self, body: &mut Body, e: &ast::Expr, want: Ty, what: &str) -> Expr {
        let value = self.expr(body, e, want);
        if want == Ty::Wrong {
            if value.ty == Ty::Void {
                self.report(
                    Diagnostic::error(
                        "E030",
                        e.span,
                        format!("{what} is missing: this gives no value"),
                    )
                    .label("no value"),
                );
                return Self::wrong(e.span);
            }
            return value;
        }
        self.coerce(value, want, what)
    }

    pub(super) fn flag(&mut self, body: &mut Body, e: &ast::Expr) -> Expr {
        self.value(body, e, Ty::Flag, "a condition")
    }

    pub(super) fn number(&mut self, body: &mut Body, e: &ast::Expr, what: &str) -> Expr {
        self.value(body, e, int(-32768, 65535), what)
    }

    /// An expression; `want` helps to find members of enums and is not enforced.
    pub(super) fn expr(&mut self, body: &mut Body, e: &ast::Expr, want: Ty) -> Expr {
        use ast::ExprKind as A;
        let span = e.span;
        match &e.kind {
            A::Int(n) => {
                if *n > 65535 {
                    self.report(
                        Diagnostic::error("E005", span, "this number is too large")
                            .label("only the divisor of a product may be above 65535"),
                    );
                    return Self::wrong(span);
                }
                constant(*n, int(0, 0), span)
            }
            A::Yes => constant(1, Ty::Flag, span),
            A::No => constant(0, Ty::Flag, span),
            A::Nothing => constant(-1, Ty::Nothing, span),
            A::Text(text) => {
                if text.text.contains(['{', '<']) {
                    self.report(
                        Diagnostic::error(
                            "E080",
                            span,
                            "a text that is a value holds letters only",
                        )
                        .label("no { } and no ink here")
                        .help("print the parts with `print`"),
                    );
                }
                self.check_text_letters(&text.text, text.span);
                make(ExprKind::Text(self.intern(&text.text)), Ty::Text, span)
            }
            A::Name(name) => self.name(body, name, span, want),
            A::Member(kind, member) => self.member_of(kind, member, span),
            A::Field(inner, field) => {
                // `sky.clear`: a member with its enum's name.
                if let A::Name(name) = &inner.kind
                    && body.find(name).is_none()
                    && let Some(Sym::Enum(_)) = self.lookup(name, inner.span)
                {
                    let kind = ast::Name {
                        text: name.clone(),
                        span: inner.span,
                    };
                    return self.member_of(&kind, field, span);
                }
                match self.field(body, inner, field) {
                    Some((place, ty)) => make(ExprKind::Load(place), ty, span),
                    None => Self::wrong(span),
                }
            }
            A::Index(name, index)
                if index.len() == 1
                    && matches!(self.lookup(&name.text, name.span), Some(Sym::Record(_))) =>
            {
                // `source[0]`: a record by its number.
                self.call(body, name, index, span)
            }
            A::Index(name, index) => match self.indexed(body, name, index, false) {
                Some((place, ty)) => make(ExprKind::Load(place), ty, span),
                None => Self::wrong(span),
            },
            A::Call(name, args) => self.call(body, name, args, span),
            A::Neg(inner) => {
                let inner = self.number(body, inner, "what is negated");
                let (lo, hi) = self.range(&inner);
                if let ExprKind::Const(n) = inner.kind {
                    return constant(-n, int(0, 0), span);
                }
                let ty = int(-i64::from(hi), -i64::from(lo));
                make(ExprKind::Neg(Box::new(inner)), ty, span)
            }
            A::Not(inner) => {
                let inner = self.flag(body, inner);
                match inner.kind {
                    ExprKind::Const(n) => constant(1 - n, Ty::Flag, span),
                    ExprKind::Not(inner) => *inner,
                    _ => make(ExprKind::Not(Box::new(inner)), Ty::Flag, span),
                }
            }
            A::Bin(op, left, right) => {
                let left = self.number(body, left, "a number of a sum or product");
                let right = match right.kind {
                    // The divisor of a product has up to 24 bits.
                    A::Int(n) if *op == BinOp::Div => make(
                        ExprKind::Const(n),
                        int(i64::from(n.min(65535)), i64::from(n.min(65535))),
                        right.span,
                    ),
                    _ => self.number(body, right, "a number of a sum or product"),
                };
                self.binary(*op, left, right, span)
            }
            A::Cmp(op, left, right) => {
                let (left, right) = self.pair(body, left, right);
                self.compare(*op, left, right, span)
            }
            A::OneOf(left, list) => {
                let left = self.value(body, left, Ty::Wrong, "what is compared");
                let mut result: Option<Expr> = None;
                for item in list {
                    let right = self.expr(body, item, left.ty);
                    let test = self.compare(CmpOp::Eq, left.clone(), right, item.span);
                    result = Some(match result {
                        None => test,
                        Some(before) => make(
                            ExprKind::Or(Box::new(before), Box::new(test)),
                            Ty::Flag,
                            span,
                        ),
                    });
                }
                result.unwrap_or_else(|| Self::wrong(span))
            }
            A::InRange(left, low, high) => {
                let left = self.number(body, left, "what is compared");
                let low = self.number(body, low, "the low end");
                let high = self.number(body, high, "the high end");
                let above = self.compare(CmpOp::Ge, left.clone(), low, span);
                let below = self.compare(CmpOp::Le, left, high, span);
                make(
                    ExprKind::And(Box::new(above), Box::new(below)),
                    Ty::Flag,
                    span,
                )
            }
            A::And(left, right) => {
                let left = self.flag(body, left);
                let right = self.flag(body, right);
                match (&left.kind, &right.kind) {
                    (ExprKind::Const(0), _) | (_, ExprKind::Const(1)) => left,
                    (ExprKind::Const(_), _) => right,
                    _ => make(
                        ExprKind::And(Box::new(left), Box::new(right)),
                        Ty::Flag,
                        span,
                    ),
                }
            }
            A::Or(left, right) => {
                let left = self.flag(body, left);
                let right = self.flag(body, right);
                match (&left.kind, &right.kind) {
                    (ExprKind::Const(1), _) | (_, ExprKind::Const(0)) => left,
                    (ExprKind::Const(_), _) => right,
                    _ => make(
                        ExprKind::Or(Box::new(left), Box::new(right)),
                        Ty::Flag,
                        span,
                    ),
                }
            }
            A::IfElse(condition, yes, no) => {
                let condition = self.flag(body, condition);
                let yes = self.expr(body, yes, want);
                let no = self.expr(body, no, if want == Ty::Wrong { yes.ty } else { want });
                let (yes, no, ty) = self.join(yes, no);
                match condition.kind {
                    ExprKind::Const(0) => no,
                    ExprKind::Const(_) if condition.ty != Ty::Wrong => yes,
                    _ => make(
                        ExprKind::IfElse(Box::new(condition), Box::new(yes), Box::new(no)),
                        ty,
                        span,
                    ),
                }
            }
            A::Match(value, arms) => self.match_expr(body, value, arms, want, span),
            A::Quant(kind, value, each) => self.quant(body, *kind, value.as_deref(), each, span),
            A::Chance(percent) => {
                let percent = self.number(body, percent, "a chance");
                if let ExprKind::Const(n) = percent.kind
                    && !(0..=100).contains(&n)
                {
                    self.report(
                        Diagnostic::error("E081", span, "a chance lies between 0 and 100 %")
                            .label(format!("{n} %")),
                    );
                }
                make(
                    ExprKind::Builtin(Builtin::Chance, vec![percent]),
                    Ty::Flag,
                    span,
                )
            }
            A::Try(call) => {
                let call = self.expr(body, call, Ty::Wrong);
                if !matches!(call.kind, ExprKind::Call(..)) && call.ty != Ty::Wrong {
                    self.report(
                        Diagnostic::error("E082", call.span, "`try` needs a call")
                            .label("not a call"),
                    );
                    return Self::wrong(span);
                }
                self.doing(body, span, "try");
                make(ExprKind::Try(Box::new(call)), Ty::Flag, span)
            }
        }
    }

    /// Both sides of a comparison; members of enums are found by the other side.
    pub(super) fn pair(
        &mut self,
        body: &mut Body,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> (Expr, Expr) {
        let loose = match &left.kind {
            ast::ExprKind::Name(n) => body.find(n).is_none() && self.members.contains_key(n),
            _ => false,
        };
        if loose {
            let right = self.value(body, right, Ty::Wrong, "what is compared");
            let left = self.expr(body, left, right.ty);
            return (left, right);
        }
        let left = self.value(body, left, Ty::Wrong, "what is compared");
        let right = self.expr(body, right, left.ty);
        (left, right)
    }

    /// Two values of which one is chosen: their common type.
    pub(super) fn join(&mut self, a: Expr, b: Expr) -> (Expr, Expr, Ty) {
        match (a.ty, b.ty) {
            (Ty::Int { .. }, Ty::Int { .. }) => {
                let ((l1, h1), (l2, h2)) = (self.range(&a), self.range(&b));
                let ty = int(i64::from(l1.min(l2)), i64::from(h1.max(h2)));
                (a, b, ty)
            }
            (Ty::Nothing, to) if to != Ty::Nothing => {
                let a = self.coerce(a, to, "the other value");
                (a, b, to)
            }
            (to, _) => {
                let b = self.coerce(b, to, "the first value");
                (a, b, to)
            }
        }
    }

    /// Range of a product before it is cut to 16 bits: for `a * b / c`.
    fn wide_range(&self, e: &Expr) -> (i64, i64) {
        if let ExprKind::Bin(BinOp::Mul, a, b) = &e.kind {
            let ((al, ah), (bl, bh)) = (self.wide_range(a), self.wide_range(b));
            let all = [
                al.saturating_mul(bl),
                al.saturating_mul(bh),
                ah.saturating_mul(bl),
                ah.saturating_mul(bh),
            ];
            return (
                *all.iter().min().unwrap_or(&0),
                *all.iter().max().unwrap_or(&0),
            );
        }
        let (lo, hi) = self.range(e);
        (i64::from(lo), i64::from(hi))
    }

    pub(super) fn binary(&mut self, op: BinOp, left: Expr, right: Expr, span: Span) -> Expr {
        if left.ty == Ty::Wrong || right.ty == Ty::Wrong {
            return Self::wrong(span);
        }
        let (ll, lh) = self.range(&left);
        let (rl, rh) = self.range(&right);
        let ((ll, lh), (rl, rh)) = (
            (i64::from(ll), i64::from(lh)),
            (i64::from(rl), i64::from(rh)),
        );
        if let (ExprKind::Const(a), ExprKind::Const(b)) = (&left.kind, &right.kind) {
            let (a, b) = (i64::from(*a), i64::from(*b));
            let n = match op {
                BinOp::Add => a + b,
                BinOp::Sub => a - b,
                BinOp::Mul => a * b,
                BinOp::Div if b == 0 => 65535,
                BinOp::Div => a / b,
                BinOp::Mod if b == 0 => 0,
                BinOp::Mod => a % b,
            };
            if !(-32768..=65535).contains(&n) {
                self.report(
                    Diagnostic::warning("W002", span, format!("{n} does not fit in 16 bits"))
                        .label("wraps"),
                );
            }
            let n = if !(-32768..=65535).contains(&n) {
                n & 0xFFFF
            } else {
                n
            };
            return constant(n as i32, int(0, 0), span);
        }
        let ty = match op {
            BinOp::Add => int(ll + rl, lh + rh),
            BinOp::Sub => int(ll - rh, lh - rl),
            BinOp::Mul => {
                let all = [ll * rl, ll * rh, lh * rl, lh * rh];
                int(
                    *all.iter().min().unwrap_or(&0),
                    *all.iter().max().unwrap_or(&0),
                )
            }
            BinOp::Div | BinOp::Mod => {
                for side in [&left, &right] {
                    let (lo, _) = self.wide_range(side);
                    if lo < 0 {
                        self.report(
                            Diagnostic::error(
                                "E083",
                                side.span,
                                "this may be negative and cannot be divided",
                            )
                            .label(format!("from {lo} up"))
                            .help("say what is meant: max(0, …)"),
                        );
                        return Self::wrong(span);
                    }
                }
                if matches!(right.kind, ExprKind::Const(0)) {
                    self.report(
                        Diagnostic::warning("W003", right.span, "a division by zero")
                            .label("x / 0 is 65535, x mod 0 is 0"),
                    );
                }
                if op == BinOp::Mod {
                    int(0, (rh - 1).max(0).min(lh))
                } else {
                    let (wl, wh) = self.wide_range(&left);
                    let high = if rl == 0 { 65535 } else { wh / rl };
                    let low = if rl == 0 { 0 } else { wl / rh.max(1) };
                    int(low, high.min(65535))
                }
            }
        };
        make(ExprKind::Bin(op, Box::new(left), Box::new(right)), ty, span)
    }

    pub(super) fn compare(&mut self, op: CmpOp, left: Expr, right: Expr, span: Span) -> Expr {
        if left.ty == Ty::Wrong || right.ty == Ty::Wrong {
            return Self::wrong(span);
        }
        let (left, right) = if left.ty == Ty::Nothing {
            (right, left)
        } else {
            (left, right)
        };
        let right = self.coerce(right, left.ty, "the left side");
        if right.ty == Ty::Wrong {
            return Self::wrong(span);
        }
        let ordered = !matches!(op, CmpOp::Eq | CmpOp::Ne);
        if ordered && !matches!(left.ty, Ty::Int { .. } | Ty::Enum(_)) {
            let what = self.describe(left.ty);
            self.report(
                Diagnostic::error(
                    "E084",
                    span,
                    format!("{what} is neither more nor less than another"),
                )
                .label("compare with `is` and `is not`"),
            );
            return Self::wrong(span);
        }
        let ((ll, lh), (rl, rh)) = (self.range(&left), self.range(&right));
        let known = match op {
            _ if matches!(left.ty, Ty::Text | Ty::Nothing | Ty::Rec(_) | Ty::Long(_)) => None,
            CmpOp::Eq if lh < rl || ll > rh => Some(false),
            CmpOp::Ne if lh < rl || ll > rh => Some(true),
            CmpOp::Lt | CmpOp::Ge if lh < rl => Some(op == CmpOp::Lt),
            CmpOp::Lt | CmpOp::Ge if ll >= rh => Some(op == CmpOp::Ge),
            CmpOp::Le | CmpOp::Gt if lh <= rl => Some(op == CmpOp::Le),
            CmpOp::Le | CmpOp::Gt if ll > rh => Some(op == CmpOp::Gt),
            _ => None,
        };
        let both_const = matches!(
            (&left.kind, &right.kind),
            (ExprKind::Const(_), ExprKind::Const(_))
        );
        if let Some(answer) = known {
            if !both_const && matches!(left.ty, Ty::Int { .. }) {
                let word = if answer { "always" } else { "never" };
                self.report(
                    Diagnostic::warning("W004", span, format!("this is {word} so")).label(format!(
                        "the left side is {ll}..{lh}, the right side {rl}..{rh}"
                    )),
                );
            }
            if both_const {
                return constant(i32::from(answer), Ty::Flag, span);
            }
        }
        if let (ExprKind::Const(a), ExprKind::Const(b), CmpOp::Eq | CmpOp::Ne) =
            (&left.kind, &right.kind, op)
        {
            return constant(i32::from((a == b) == (op == CmpOp::Eq)), Ty::Flag, span);
        }
        make(
            ExprKind::Cmp(op, Box::new(left), Box::new(right)),
            Ty::Flag,
            span,
        )
    }
}
