//! Expressions: types, ranges, constants folded.

use super::builtins::{self, Known, Use};
use super::{Body, Checker, Sym};
use crate::ast::{self, BinOp, CmpOp, Life};
use crate::diag::{Diagnostic, listed, nearest};
use crate::hir::{Builtin, Expr, ExprKind, Place, ProcKind};
use crate::map::hex_index;
use crate::source::Span;
use crate::types::{Ty, int};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

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

    fn number(&mut self, body: &mut Body, e: &ast::Expr, what: &str) -> Expr {
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
    fn pair(&mut self, body: &mut Body, left: &ast::Expr, right: &ast::Expr) -> (Expr, Expr) {
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
            _ if matches!(left.ty, Ty::Text | Ty::Nothing | Ty::Rec(_)) => None,
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

    fn name(&mut self, body: &mut Body, name: &str, span: Span, want: Ty) -> Expr {
        if let Some(local) = body.find(name) {
            body.locals[local].used = true;
            let ty = body.locals[local].ty;
            return make(ExprKind::Load(Place::Local(local)), ty, span);
        }
        let owners = self.members.get(name).cloned().unwrap_or_default();
        if let Ty::Enum(e) = want
            && let Some((_, index)) = owners.iter().find(|o| o.0 == e)
        {
            return constant(*index, want, span);
        }
        match self.lookup(name, span) {
            Some(Sym::Const(n, ty)) => {
                if ty == Ty::Text {
                    return make(ExprKind::Text(n as usize), ty, span);
                }
                return constant(n, ty, span);
            }
            Some(Sym::Var(v)) => {
                self.prog.vars[v].used = true;
                return make(ExprKind::Load(Place::Var(v)), self.prog.vars[v].ty, span);
            }
            Some(Sym::Proc(_)) => {
                let called = ast::Name {
                    text: name.to_string(),
                    span,
                };
                return self.call(body, &called, &[], span);
            }
            Some(Sym::Array(_) | Sym::Layer(_)) => {
                self.report(
                    Diagnostic::error(
                        "E085",
                        span,
                        format!("`{name}` holds many values: which one?"),
                    )
                    .label("needs an index")
                    .help(format!("write {name}[…]")),
                );
                return Self::wrong(span);
            }
            Some(Sym::Enum(_) | Sym::Record(_)) => {
                self.report(
                    Diagnostic::error(
                        "E086",
                        span,
                        format!("`{name}` is a kind of value, not a value"),
                    )
                    .label("a value belongs here"),
                );
                return Self::wrong(span);
            }
            _ => {}
        }
        if let Some(known) = builtins::find(name)
            && known.params.is_empty()
        {
            return self.builtin(body, known, &[], span);
        }
        match owners.as_slice() {
            [] => {
                self.unknown(Some(body), name, span, "name");
                Self::wrong(span)
            }
            [(e, index)] => constant(*index, Ty::Enum(*e), span),
            many => {
                let names: Vec<&str> = many
                    .iter()
                    .map(|o| self.prog.enums[o.0].name.as_str())
                    .collect();
                let help = format!("write {}.{name}", names[0]);
                let which = listed(names);
                self.report(
                    Diagnostic::error("E087", span, format!("`{name}` may be of {which}"))
                        .label("which is meant?")
                        .help(help),
                );
                Self::wrong(span)
            }
        }
    }

    /// `unit A07`, `sky.clear`.
    fn member_of(&mut self, kind: &ast::Name, member: &ast::Name, span: Span) -> Expr {
        match self.lookup(&kind.text, kind.span) {
            Some(Sym::Enum(e)) => {
                let found = self.prog.enums[e]
                    .members
                    .iter()
                    .position(|m| m.0 == member.text);
                if let Some(index) = found {
                    return constant(index as i32, Ty::Enum(e), span);
                }
                let names: Vec<&str> = self.prog.enums[e]
                    .members
                    .iter()
                    .map(|m| m.0.as_str())
                    .collect();
                let help = match nearest(&member.text, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("its members are {}", listed(names)),
                };
                self.report(
                    Diagnostic::error(
                        "E044",
                        member.span,
                        format!("`{}` is not a {}", member.text, kind.text),
                    )
                    .label("unknown member")
                    .help(help),
                );
            }
            Some(Sym::Record(r)) => {
                let found = self.prog.records[r]
                    .ids
                    .iter()
                    .position(|id| *id == member.text);
                if let Some(index) = found {
                    return constant(index as i32, Ty::Rec(r), span);
                }
                let near = nearest(
                    &member.text,
                    self.prog.records[r].ids.iter().map(|s| s.as_str()),
                )
                .map(ToString::to_string);
                let mut diag = Diagnostic::error(
                    "E088",
                    member.span,
                    format!("there is no {} `{}`", kind.text, member.text),
                )
                .label("unknown id");
                if let Some(near) = near {
                    diag = diag.help(format!("did you mean `{near}`?"));
                }
                self.report(diag);
            }
            _ => {
                self.report(
                    Diagnostic::error(
                        "E089",
                        member.span,
                        format!("`{}` cannot stand here", member.text),
                    )
                    .label("two names side by side")
                    .help("only the name of a record and an id stand side by side: unit A07"),
                );
            }
        }
        Self::wrong(span)
    }

    pub(super) fn field(
        &mut self,
        body: &mut Body,
        inner: &ast::Expr,
        field: &ast::Name,
    ) -> Option<(Place, Ty)> {
        let inner = self.value(body, inner, Ty::Wrong, "a record");
        let Ty::Rec(rec) = inner.ty else {
            if inner.ty != Ty::Wrong {
                let what = self.describe(inner.ty);
                self.report(
                    Diagnostic::error(
                        "E090",
                        field.span,
                        format!("{what} has no field `{}`", field.text),
                    )
                    .label("only records have fields"),
                );
            }
            return None;
        };
        let info = &self.prog.records[rec];
        match info.fields.iter().position(|f| f.name == field.text) {
            Some(index) => {
                self.prog.records[rec].fields[index].used = true;
                let ty = self.prog.records[rec].fields[index].ty;
                Some((Place::Field(rec, index, Box::new(inner)), ty))
            }
            None => {
                let names: Vec<&str> = info.fields.iter().map(|f| f.name.as_str()).collect();
                let help = match nearest(&field.text, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("its fields are {}", listed(names)),
                };
                let name = info.name.clone();
                let place = info.span;
                self.report(
                    Diagnostic::error(
                        "E091",
                        field.span,
                        format!("a {name} has no field `{}`", field.text),
                    )
                    .label("unknown field")
                    .also(place, format!("`{name}` is declared here"))
                    .help(help),
                );
                None
            }
        }
    }

    pub(super) fn indexed(
        &mut self,
        body: &mut Body,
        name: &ast::Name,
        index: &[ast::Expr],
        store: bool,
    ) -> Option<(Place, Ty)> {
        match self.lookup(&name.text, name.span) {
            Some(Sym::Array(array)) => {
                self.prog.arrays[array].used = true;
                let info = &self.prog.arrays[array];
                let (dims, ty, life) = (info.index.clone(), info.ty, info.life);
                if store && life == Life::Const && !body.testing {
                    self.constant_store(name, "table");
                    return None;
                }
                if dims.len() != index.len() {
                    self.report(
                        Diagnostic::error(
                            "E092",
                            name.span,
                            format!(
                                "`{}` has {} indices, here are {}",
                                name.text,
                                dims.len(),
                                index.len()
                            ),
                        )
                        .label("wrong number of indices"),
                    );
                    return None;
                }
                let mut values = Vec::new();
                for (e, dim) in index.iter().zip(&dims) {
                    let want = match dim.2 {
                        Ty::Int { .. } => int(-32768, 65535),
                        other => other,
                    };
                    let value = self.value(body, e, want, "the index");
                    let (lo, hi) = self.range(&value);
                    if value.ty.is_int()
                        && value.ty != Ty::Wrong
                        && (hi < dim.0 || lo >= dim.0 + dim.1)
                    {
                        self.report(
                            Diagnostic::warning(
                                "W005",
                                e.span,
                                format!(
                                    "this index is always outside {}..{}",
                                    dim.0,
                                    dim.0 + dim.1 - 1
                                ),
                            )
                            .label("the nearest value is taken"),
                        );
                    }
                    values.push(value);
                }
                Some((Place::Array(array, values), ty))
            }
            Some(Sym::Layer(layer)) => {
                self.prog.layers[layer].used = true;
                let (ty, life) = (self.prog.layers[layer].ty, self.prog.layers[layer].life);
                if store && life == Life::Const && !body.testing {
                    self.constant_store(name, "layer");
                    return None;
                }
                let wanted = if ty.is_some() { 1 } else { 2 };
                if index.len() != wanted {
                    let how = if ty.is_some() {
                        "one hex"
                    } else {
                        "a hex and a direction"
                    };
                    self.report(
                        Diagnostic::error(
                            "E092",
                            name.span,
                            format!(
                                "`{}` has {wanted} indices, here are {}",
                                name.text,
                                index.len()
                            ),
                        )
                        .label(format!("needs {how}")),
                    );
                    return None;
                }
                let h = self.value(body, &index[0], Ty::Hex, "the index of a layer");
                match ty {
                    Some(ty) => Some((Place::Layer(layer, Box::new(h)), ty)),
                    None => {
                        let d = self.number(body, &index[1], "a direction");
                        Some((Place::Side(layer, Box::new(h), Box::new(d)), Ty::Flag))
                    }
                }
            }
            Some(_) => {
                self.report(
                    Diagnostic::error("E093", name.span, format!("`{}` has no index", name.text))
                        .label("not a table, array, layer or hexside set"),
                );
                None
            }
            None => {
                self.unknown(Some(body), &name.text, name.span, "table or layer");
                None
            }
        }
    }

    pub(super) fn constant_store(&mut self, name: &ast::Name, what: &str) {
        self.report(
            Diagnostic::error(
                "E094",
                name.span,
                format!("`{}` is constant: it cannot be stored to", name.text),
            )
            .label(format!("a const {what}"))
            .help("declare it as state or scratch"),
        );
    }

    /// Complains if the body may only know, not do.
    pub(super) fn doing(&mut self, body: &Body, span: Span, what: &str) {
        if body.kind == ProcKind::Define {
            self.report(
                Diagnostic::error("E095", span, format!("a `define` cannot do this: `{what}`"))
                    .label("acts on screen, player or game")
                    .help("make it a `to`, or move this out of the definition"),
            );
        }
    }

    fn call(&mut self, body: &mut Body, name: &ast::Name, args: &[ast::Expr], span: Span) -> Expr {
        if let Some(known) = builtins::find(&name.text) {
            return self.builtin(body, known, args, span);
        }
        match self.lookup(&name.text, name.span) {
            Some(Sym::Proc(proc)) => self.proc_call(body, proc, name, args, span),
            Some(Sym::Enum(_) | Sym::Record(_)) if args.len() == 1 => {
                let to = match self.lookup(&name.text, name.span) {
                    Some(Sym::Enum(e)) => Ty::Enum(e),
                    Some(Sym::Record(r)) => Ty::Rec(r),
                    _ => Ty::Wrong,
                };
                let value = self.number(body, &args[0], "what is turned into a member");
                if let ExprKind::Const(n) = value.kind {
                    return constant(n.clamp(0, (self.count(to) - 1).max(0)), to, span);
                }
                make(ExprKind::Builtin(Builtin::Cast, vec![value]), to, span)
            }
            Some(_) => {
                self.report(
                    Diagnostic::error(
                        "E096",
                        name.span,
                        format!("`{}` cannot be called", name.text),
                    )
                    .label("not a procedure or definition")
                    .help(format!(
                        "an index is written in square brackets: {}[…]",
                        name.text
                    )),
                );
                Self::wrong(span)
            }
            None => {
                self.unknown(Some(body), &name.text, name.span, "procedure or definition");
                Self::wrong(span)
            }
        }
    }

    pub(super) fn proc_call(
        &mut self,
        body: &mut Body,
        proc: usize,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let kind = self.prog.procs[proc].kind;
        if kind == ProcKind::Screen {
            self.report(
                Diagnostic::error("E097", name.span, format!("`{}` is a screen", name.text))
                    .label("screens are shown")
                    .help(format!("write: show {}", name.text)),
            );
            return Self::wrong(span);
        }
        if kind == ProcKind::To {
            self.doing(body, span, &name.text);
        }
        let values = self.arguments(body, proc, name, args);
        if self.prog.procs[proc].result == Ty::Wrong {
            // A definition in one line without a type: its value tells.
            if self.progress[proc] == super::Progress::Busy {
                self.report(
                    Diagnostic::error(
                        "E098",
                        name.span,
                        format!("`{}` is explained by itself", name.text),
                    )
                    .label("needs its own value")
                    .help("a definition cannot use itself, directly or by way of others"),
                );
                return Self::wrong(span);
            }
            self.check_proc(proc);
        }
        body.calls.push(proc);
        self.used_procs.insert(proc);
        make(
            ExprKind::Call(proc, values),
            self.prog.procs[proc].result,
            span,
        )
    }

    pub(super) fn arguments(
        &mut self,
        body: &mut Body,
        proc: usize,
        name: &ast::Name,
        args: &[ast::Expr],
    ) -> Vec<Expr> {
        let wanted = self.prog.procs[proc].params;
        let params: Vec<Ty> = self.prog.procs[proc]
            .locals
            .iter()
            .take(wanted)
            .map(|l| l.ty)
            .collect();
        // While a body is being checked its locals are away; its signature is in the tree.
        let params = if params.len() == wanted {
            params
        } else {
            self.signature_types(proc)
        };
        if params.len() != args.len() {
            let place = self.prog.procs[proc].span;
            self.report(
                Diagnostic::error(
                    "E099",
                    name.span,
                    format!(
                        "`{}` takes {} values, here are {}",
                        name.text,
                        params.len(),
                        args.len()
                    ),
                )
                .label("wrong number of values")
                .also(place, "declared here"),
            );
        }
        let mut values = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let want = params.get(i).copied().unwrap_or(Ty::Wrong);
            let what = format!("value {} of `{}`", i + 1, name.text);
            values.push(self.value(body, arg, want, &what));
        }
        values
    }

    fn signature_types(&mut self, proc: usize) -> Vec<Ty> {
        let ast = self.ast;
        let params = match &ast.items[self.bodies[proc]] {
            ast::Item::Proc(p, _) => p.params.as_slice(),
            ast::Item::Screen(s, _) => s.params.as_slice(),
            _ => &[],
        };
        params.iter().map(|p| self.resolve(&p.ty)).collect()
    }

    fn builtin(&mut self, body: &mut Body, known: &Known, args: &[ast::Expr], span: Span) -> Expr {
        match known.usage {
            Use::Doing if !matches!(known.builtin, Builtin::Random) => {
                self.doing(body, span, known.name)
            }
            Use::Screen if !body.in_screen => {
                self.report(
                    Diagnostic::error(
                        "E100",
                        span,
                        format!("rules cannot ask for `{}`", known.name),
                    )
                    .label("a fact about the machine")
                    .help("only screens may: the game must go the same way on every machine"),
                );
                return Self::wrong(span);
            }
            _ => {}
        }
        if known.name == "number_of" {
            return self.number_of(args, span);
        }
        if known.params.len() != args.len() {
            self.report(
                Diagnostic::error(
                    "E099",
                    span,
                    format!(
                        "`{}` takes {} values, here are {}",
                        known.name,
                        known.params.len(),
                        args.len()
                    ),
                )
                .label("wrong number of values"),
            );
            return Self::wrong(span);
        }
        let mut values = Vec::new();
        for (arg, want) in args.iter().zip(known.params) {
            let numeric = matches!(
                known.builtin,
                Builtin::Min | Builtin::Max | Builtin::Random | Builtin::Hex
            );
            let want = if numeric { int(-32768, 65535) } else { *want };
            values.push(self.value(body, arg, want, "this value"));
        }
        if values.iter().any(|v| v.ty == Ty::Wrong) {
            return Self::wrong(span);
        }
        let call = |builtin, values, ty| make(ExprKind::Builtin(builtin, values), ty, span);
        match (known.builtin, known.name) {
            (Builtin::Min, "clamp") => {
                let high = values.pop().unwrap_or_else(|| Self::wrong(span));
                let low = values.pop().unwrap_or_else(|| Self::wrong(span));
                let x = values.pop().unwrap_or_else(|| Self::wrong(span));
                let lifted = self.extreme(Builtin::Max, x, low, span);
                self.extreme(Builtin::Min, lifted, high, span)
            }
            (Builtin::Min | Builtin::Max, _) => {
                let b = values.pop().unwrap_or_else(|| Self::wrong(span));
                let a = values.pop().unwrap_or_else(|| Self::wrong(span));
                self.extreme(known.builtin, a, b, span)
            }
            (Builtin::Hex, _) => {
                if let (ExprKind::Const(x), ExprKind::Const(y)) = (&values[0].kind, &values[1].kind)
                {
                    if !self.map.grid.holds(*x, *y) {
                        self.report(
                            Diagnostic::error("E045", span, format!("{x},{y} is not on the map"))
                                .label("columns and rows count from 0"),
                        );
                        return Self::wrong(span);
                    }
                    return constant(i32::from(hex_index(*x, *y)), Ty::Hex, span);
                }
                call(known.builtin, values, Ty::Hex)
            }
            (Builtin::Random, name) => {
                let (low, high) = match name {
                    "d6" => (constant(1, int(0, 0), span), constant(6, int(0, 0), span)),
                    "d100" => (constant(1, int(0, 0), span), constant(100, int(0, 0), span)),
                    _ => (values[0].clone(), values[1].clone()),
                };
                let ((ll, _), (_, hh)) = (self.range(&low), self.range(&high));
                if let (ExprKind::Const(a), ExprKind::Const(b)) = (&low.kind, &high.kind)
                    && (a > b || b - a > 255)
                {
                    self.report(
                        Diagnostic::error(
                            "E101",
                            span,
                            format!("random({a}, {b}) cannot be drawn"),
                        )
                        .label("from low to high, at most 256 different numbers"),
                    );
                }
                call(
                    Builtin::Random,
                    vec![low, high],
                    int(i64::from(ll), i64::from(hh.max(ll))),
                )
            }
            (Builtin::Cast, _) => {
                let (lo, hi) = self.range(&values[0]);
                let ty = int(i64::from(lo), i64::from(hi));
                if let ExprKind::Const(n) = values[0].kind {
                    return constant(n, ty, span);
                }
                call(Builtin::Cast, values, ty)
            }
            (Builtin::Shell(19), name) => {
                let fact = builtins::MACHINE_FACTS.iter().find(|f| f.0 == name);
                let (number, ty) = fact.map_or((0, int(0, 255)), |f| (f.1, f.2));
                call(
                    Builtin::Shell(19),
                    vec![constant(number, int(0, 0), span)],
                    ty,
                )
            }
            (Builtin::Place, _) => {
                let Some(Sym::Record(rec)) = self.lookup("place", span) else {
                    self.report(
                        Diagnostic::error("E102", span, "the map names no places")
                            .label("no [places …] section"),
                    );
                    return Self::wrong(span);
                };
                for field in [0, 2] {
                    self.prog.records[rec].fields[field].used = true;
                }
                call(Builtin::Place, values, Ty::Text)
            }
            _ => call(known.builtin, values, known.result),
        }
    }

    fn extreme(&mut self, builtin: Builtin, a: Expr, b: Expr, span: Span) -> Expr {
        let ((al, ah), (bl, bh)) = (self.range(&a), self.range(&b));
        let (lo, hi) = if builtin == Builtin::Min {
            (al.min(bl), ah.min(bh))
        } else {
            (al.max(bl), ah.max(bh))
        };
        if let (ExprKind::Const(a), ExprKind::Const(b)) = (&a.kind, &b.kind) {
            let n = if builtin == Builtin::Min {
                *a.min(b)
            } else {
                *a.max(b)
            };
            return constant(n, int(0, 0), span);
        }
        make(
            ExprKind::Builtin(builtin, vec![a, b]),
            int(i64::from(lo), i64::from(hi)),
            span,
        )
    }

    fn number_of(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        if let [
            ast::Expr {
                kind: ast::ExprKind::Name(name),
                span: place,
            },
        ] = args
        {
            let ty = match self.lookup(name, *place) {
                Some(Sym::Enum(e)) => Ty::Enum(e),
                Some(Sym::Record(r)) => Ty::Rec(r),
                _ => Ty::Wrong,
            };
            if ty != Ty::Wrong {
                return constant(self.count(ty), int(0, 0), span);
            }
        }
        self.report(
            Diagnostic::error(
                "E103",
                span,
                "number_of counts the members of an enum or record",
            )
            .label("write: number_of(unit)"),
        );
        Self::wrong(span)
    }
}
