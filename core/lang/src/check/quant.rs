//! Loops over records, hexes, neighbours and members; `match`.

use super::{Body, Checker, Sym};
use crate::ast::{self, ArmTest, QuantKind};
use crate::diag::Diagnostic;
use crate::hir::{Case, Domain, Expr, ExprKind, Loop};
use crate::source::Span;
use crate::types::{DIRECTION, NUMBER, Ty, int};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

impl Checker<'_> {
    /// The head of a loop. Declares its names: the caller forgets them after the body.
    pub(super) fn loop_head(&mut self, body: &mut Body, each: &ast::Loop) -> Option<Loop> {
        let (domain, ty) = match &each.domain {
            ast::Domain::Neighbours { of, towards } => {
                let of = self.value(body, of, Ty::Hex, "the middle of a ring");
                let towards = towards.as_ref().map(|name| {
                    let local = body.declare(
                        &name.text,
                        name.span,
                        Ty::Int {
                            lo: 1,
                            hi: 6,
                            by: 1,
                        },
                    );
                    body.locals[local].used = true;
                    local
                });
                (
                    Domain::Neighbours {
                        of: Box::new(of),
                        towards,
                    },
                    Ty::Hex,
                )
            }
            ast::Domain::Members { of, at } if of.text == "hex" => {
                self.no_at(at.as_deref());
                (Domain::Hexes, Ty::Hex)
            }
            ast::Domain::Members { of, at } if of.text == "direction" => {
                self.no_at(at.as_deref());
                (Domain::Range { lo: 1, hi: 6 }, DIRECTION)
            }
            ast::Domain::Members { of, at } => match self.lookup(&of.text, of.span) {
                Some(Sym::Record(rec)) => {
                    let at = match at {
                        Some(at) => {
                            let span = at.span;
                            let at = self.value(body, at, Ty::Hex, "the hex after `at`");
                            if self.prog.records[rec].stacked.is_none() {
                                let help = match self.prog.records[rec].long() {
                                    true => {
                                        "of more than 254 records none is found by hex: write `where`"
                                    }
                                    false => {
                                        "declare its place as `at: hex stacked`, or write `where`"
                                    }
                                };
                                self.report(
                                    Diagnostic::error(
                                        "E110",
                                        span,
                                        format!("`{}` has no stacked field", of.text),
                                    )
                                    .label("cannot be found by hex")
                                    .help(help),
                                );
                            }
                            Some(Box::new(at))
                        }
                        None => None,
                    };
                    (Domain::Records { rec, at }, self.record_ty(rec))
                }
                Some(Sym::Enum(e)) => {
                    self.no_at(at.as_deref());
                    (
                        Domain::Range {
                            lo: 0,
                            hi: self.count(Ty::Enum(e)) - 1,
                        },
                        Ty::Enum(e),
                    )
                }
                Some(_) => {
                    self.report(
                        Diagnostic::error(
                            "E111",
                            of.span,
                            format!("`{}` has no members to go through", of.text),
                        )
                        .label("a record, an enum, hex, direction or neighbour belongs here"),
                    );
                    return None;
                }
                None => {
                    self.unknown(Some(body), &of.text, of.span, "record or enum");
                    return None;
                }
            },
        };
        let local = body.declare(&each.name.text, each.name.span, ty);
        body.locals[local].used = true;
        let filter = each.filter.as_ref().map(|f| Box::new(self.flag(body, f)));
        Some(Loop {
            domain,
            local,
            filter,
        })
    }

    fn no_at(&mut self, at: Option<&ast::Expr>) {
        if let Some(at) = at {
            self.report(
                Diagnostic::error("E110", at.span, "only records stand at a hex")
                    .label("`at` does not fit here"),
            );
        }
    }

    pub(super) fn quant(
        &mut self,
        body: &mut Body,
        kind: QuantKind,
        value: Option<&ast::Expr>,
        each: &ast::Loop,
        span: Span,
    ) -> Expr {
        let before = body.names.len();
        let head = self.loop_head(body, each);
        let value =
            value.map(|v| Box::new(self.value(body, v, int(-32768, 65535), "what is added up")));
        body.names.truncate(before);
        let Some(head) = head else {
            return Self::wrong(span);
        };
        let ty = match (kind, &head.domain) {
            (QuantKind::Any, _) => Ty::Flag,
            (QuantKind::Count, Domain::Records { rec, .. }) => {
                int(0, i64::from(self.count(self.record_ty(*rec))))
            }
            (QuantKind::Count, Domain::Hexes) => int(
                0,
                i64::from(self.map.grid.columns) * i64::from(self.map.grid.rows),
            ),
            (QuantKind::Count, Domain::Neighbours { .. }) => int(0, 6),
            (QuantKind::Count, Domain::Range { lo, hi }) => int(0, i64::from(hi - lo + 1)),
            (QuantKind::Sum, _) => {
                let low = value.as_ref().map_or(0, |v| self.range(v).0);
                if low < 0 { int(-32768, 32767) } else { NUMBER }
            }
            (QuantKind::First, Domain::Records { rec, .. }) => self.record_ty(*rec),
            (QuantKind::First, Domain::Hexes | Domain::Neighbours { .. }) => Ty::Hex,
            (QuantKind::First, Domain::Range { .. }) => {
                self.report(
                    Diagnostic::error("E112", span, "`first` looks for a record or a hex")
                        .label("members of an enum have no `none`"),
                );
                return Self::wrong(span);
            }
        };
        super::expr::make(ExprKind::Quant(kind, value, head), ty, span)
    }

    /// Values of the cases of a `match`, checked against the type of what is matched.
    /// The second result says whether every value is covered.
    pub(super) fn cases(
        &mut self,
        body: &mut Body,
        ty: Ty,
        arms: &[(&[ArmTest], Span)],
    ) -> (Vec<Option<Vec<Case>>>, Option<String>) {
        let mut seen: Vec<(i32, i32)> = Vec::new();
        let mut result = Vec::new();
        let mut has_else = false;
        for (tests, span) in arms {
            if has_else {
                self.report(
                    Diagnostic::error("E113", *span, "this case stands behind `else`")
                        .label("never reached")
                        .help("`else` comes last"),
                );
            }
            let mut values = Vec::new();
            let mut is_else = false;
            for test in *tests {
                let (low, high) = match test {
                    ArmTest::Else => {
                        is_else = true;
                        continue;
                    }
                    ArmTest::One(e) => {
                        let n = self.case_value(body, e, ty);
                        (n, n)
                    }
                    ArmTest::Range(a, b) => {
                        (self.case_value(body, a, ty), self.case_value(body, b, ty))
                    }
                };
                let (Some(low), Some(high)) = (low, high) else {
                    continue;
                };
                if seen.iter().any(|s| low <= s.1 && high >= s.0) {
                    self.report(
                        Diagnostic::error("E114", *span, "a value stands in two cases")
                            .label("the second"),
                    );
                }
                seen.push((low, high));
                values.push((low, high));
            }
            has_else |= is_else;
            result.push(if is_else { None } else { Some(values) });
        }
        if has_else {
            return (result, None);
        }
        let missing = match ty {
            Ty::Enum(e) => {
                let covered = |i: usize| seen.iter().any(|s| (s.0..=s.1).contains(&(i as i32)));
                let members = &self.prog.enums[e].members;
                let names: Vec<&str> = members
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| !covered(*i))
                    .map(|(_, m)| m.0.as_str())
                    .collect();
                if names.is_empty() {
                    None
                } else {
                    Some(crate::diag::listed(names))
                }
            }
            Ty::Flag | Ty::Int { .. } => {
                let (lo, hi) = if let Ty::Int { lo, hi, .. } = ty {
                    (lo, hi)
                } else {
                    (0, 1)
                };
                let covered: i64 = seen
                    .iter()
                    .map(|s| i64::from(s.1.min(hi)) - i64::from(s.0.max(lo)) + 1)
                    .sum();
                if covered > i64::from(hi) - i64::from(lo) {
                    None
                } else {
                    Some(String::from("the other values"))
                }
            }
            Ty::Wrong => None,
            _ => Some(String::from("the other values")),
        };
        (result, missing)
    }

    fn case_value(&mut self, body: &mut Body, e: &ast::Expr, ty: Ty) -> Option<i32> {
        let value = self.value(body, e, ty, "a case");
        match value.kind {
            _ if value.ty == Ty::Wrong => None,
            ExprKind::Const(n) => Some(n),
            _ => {
                self.report(
                    Diagnostic::error(
                        "E036",
                        e.span,
                        "a case must be known when the game is compiled",
                    )
                    .label("not a constant"),
                );
                None
            }
        }
    }

    pub(super) fn not_covered(&mut self, span: Span, missing: &str) {
        self.report(
            Diagnostic::error(
                "E115",
                span,
                format!("this match does not say what to do with {missing}"),
            )
            .label("a case is missing")
            .help("add the cases, or `else`"),
        );
    }

    pub(super) fn match_expr(
        &mut self,
        body: &mut Body,
        value: &ast::Expr,
        arms: &[(Vec<ArmTest>, ast::Expr)],
        want: Ty,
        span: Span,
    ) -> Expr {
        let value = self.value(body, value, Ty::Wrong, "what is matched");
        let tests: Vec<(&[ArmTest], Span)> =
            arms.iter().map(|a| (a.0.as_slice(), a.1.span)).collect();
        let (cases, missing) = self.cases(body, value.ty, &tests);
        if let Some(missing) = missing {
            self.not_covered(span, &missing);
        }
        let mut ty = want;
        let mut values: Vec<Expr> = Vec::new();
        for (_, e) in arms {
            let arm = self.expr(body, e, ty);
            ty = match (values.is_empty(), ty, arm.ty) {
                (false, Ty::Int { .. }, Ty::Int { .. }) => {
                    let Ty::Int { lo, hi, .. } = ty else { continue };
                    let (l, h) = self.range(&arm);
                    int(i64::from(lo.min(l)), i64::from(hi.max(h)))
                }
                (true, _, Ty::Int { .. }) => {
                    let (l, h) = self.range(&arm);
                    int(i64::from(l), i64::from(h))
                }
                (true, _, other) => other,
                (false, Ty::Nothing, other) => other,
                (false, before, _) => before,
            };
            values.push(arm);
        }
        if ty == Ty::Wrong {
            return Self::wrong(span);
        }
        let mut list = Vec::new();
        for (arm, case) in values.into_iter().zip(cases) {
            let arm = self.coerce(arm, ty, "the first value");
            // The last arm stands for all that is left: an empty list.
            list.push((case.unwrap_or_default(), arm));
        }
        if let Some(last) = list.last_mut() {
            last.0.clear();
        }
        super::expr::make(ExprKind::Match(Box::new(value), list), ty, span)
    }
}
