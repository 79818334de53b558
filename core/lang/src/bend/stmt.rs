//! Bends of statements.

use super::walk::Walk;
use crate::ast::{AssignOp, Expr, ExprKind, FloodCost, FloodDecl, Stmt, StmtKind};
use crate::check::builtins;
use crate::hir::Builtin;
use crate::source::Span;
use crate::types::Ty;
use alloc::format;
use alloc::vec::Vec;

impl Walk<'_> {
    /// A block. Its statements may be left out, except where the block is `whole`: then one that stands alone in it
    /// was offered together with the statement around it.
    pub(super) fn block(&mut self, block: &mut Vec<Stmt>, whole: bool) {
        let alone = whole && block.len() == 1;
        for n in 0..block.len() {
            if !alone && self.left_out(&block[n]) {
                block.remove(n);
                return;
            }
            self.stmt(&mut block[n]);
        }
    }

    /// Offers to leave out a statement.
    fn left_out(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Rule(set, inner) => {
                let mut gone = false;
                if inner.len() > 1 {
                    let last = inner.last().map_or(stmt.span, |s| s.span);
                    let shown = self.shown(inner[0].span.to(last));
                    self.under(*set, |walk| {
                        gone = walk.offer(stmt.span, || format!("the whole block {shown} left out"))
                    });
                }
                gone
            }
            // A local value is needed below; a case is offered with its arm.
            StmtKind::Let { .. } | StmtKind::Match(..) => false,
            // Where something stands is for the eye, what is in memory for the machine.
            StmtKind::At(..) | StmtKind::BringIn(_) => false,
            StmtKind::Print { text, .. } if !visible(&text.text) => false,
            StmtKind::PrintValue(_) => false,
            StmtKind::Print { .. } | StmtKind::Note(_) => {
                let shown = self.shown(stmt.span);
                self.offer_words(stmt.span, || shown + " left out")
            }
            StmtKind::Call(call) if for_the_eye(call) => false,
            // Steps of tests and simulations.
            StmtKind::Expect(_)
            | StmtKind::ExpectRefused(..)
            | StmtKind::ExpectPrinted(..)
            | StmtKind::Rolls(_)
            | StmtKind::Press(_)
            | StmtKind::Result { .. }
            | StmtKind::Fail(_)
            | StmtKind::Trace(_)
            | StmtKind::Because(..) => false,
            StmtKind::Assign(..)
            | StmtKind::If(..)
            | StmtKind::ForEach(..)
            | StmtKind::ForTo(..)
            | StmtKind::Repeat(..)
            | StmtKind::While(..)
            | StmtKind::Stop
            | StmtKind::Return(_)
            | StmtKind::Refuse(_)
            | StmtKind::Leave
            | StmtKind::Show(..)
            | StmtKind::Call(_)
            | StmtKind::Flood(_)
            | StmtKind::Mark(..)
            | StmtKind::Clear(_)
            | StmtKind::Fill(..) => self.offer_without(stmt.span),
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        let span = stmt.span;
        match &mut stmt.kind {
            StmtKind::Let { value, .. } => self.expr(value),
            StmtKind::Assign(op, target, value) => {
                let other = match op {
                    AssignOp::Set => None,
                    AssignOp::Add => Some((AssignOp::Sub, "-=")),
                    AssignOp::Sub => Some((AssignOp::Add, "+=")),
                };
                let shown = self.shown(span);
                if let Some((other, sign)) = other
                    && self.offer(span, || format!("{shown} done with {sign}"))
                {
                    *op = other;
                    return;
                }
                if let ExprKind::Index(_, index) = &mut target.kind {
                    index.iter_mut().for_each(|e| self.expr(e));
                }
                self.expr(value);
            }
            StmtKind::If(arms, otherwise) => self.choice(arms, otherwise),
            StmtKind::Match(value, arms) => {
                self.expr(value);
                for (tests, block, at) in arms {
                    let shown = self.line(*at);
                    if !block.is_empty() && self.offer(*at, || format!("case {shown} does nothing"))
                    {
                        block.clear();
                        return;
                    }
                    self.tests(tests);
                    self.block(block, true);
                }
            }
            StmtKind::ForEach(each, block) => {
                self.each(each);
                self.block(block, true);
            }
            StmtKind::ForTo(_, low, high, block) => {
                self.expr(low);
                self.expr(high);
                self.block(block, true);
            }
            StmtKind::Repeat(times, block) => {
                self.expr(times);
                self.block(block, true);
            }
            // How often it may run at most is a guard, no rule.
            StmtKind::While(condition, _, block) => {
                self.condition(condition);
                self.block(block, true);
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            StmtKind::Show(_, args) => args.iter_mut().for_each(|e| self.expr(e)),
            StmtKind::Call(call) => {
                if !for_the_eye(call) {
                    self.expr(call);
                }
            }
            StmtKind::Rule(set, block) => self.under(*set, |walk| walk.block(block, false)),
            StmtKind::Flood(flood) => self.flood(flood, span),
            StmtKind::Mark(_, middle, bits) => {
                self.expr(middle);
                if let Some(bits) = bits {
                    self.expr(bits);
                }
            }
            StmtKind::Fill(_, value) => self.expr(value),
            StmtKind::BringIn(_)
            | StmtKind::Stop
            | StmtKind::Leave
            | StmtKind::Refuse(_)
            | StmtKind::Print { .. }
            | StmtKind::PrintValue(_)
            | StmtKind::Note(_)
            | StmtKind::At(..)
            | StmtKind::Clear(_)
            | StmtKind::Expect(_)
            | StmtKind::ExpectRefused(..)
            | StmtKind::ExpectPrinted(..)
            | StmtKind::Rolls(_)
            | StmtKind::Press(_)
            | StmtKind::Result { .. }
            | StmtKind::Fail(_)
            | StmtKind::Trace(_)
            | StmtKind::Because(..) => {}
        }
    }

    /// `if`, `else if`, `else`.
    fn choice(&mut self, arms: &mut Vec<(Expr, Vec<Stmt>)>, otherwise: &mut Vec<Stmt>) {
        // Alone it is left out as a statement.
        let several = arms.len() > 1;
        let with_else = !otherwise.is_empty();
        for n in 0..arms.len() {
            let (condition, block) = &mut arms[n];
            let shown = self.shown(condition.span);
            if several && self.offer(condition.span, || format!("branch {shown} left out")) {
                arms.remove(n);
                return;
            }
            self.condition(condition);
            self.block(block, !with_else);
        }
        if let Some(first) = otherwise.first() {
            let shown = self.shown(first.span);
            if otherwise.len() > 1
                && self.offer(first.span, || format!("`else` with {shown} left out"))
            {
                otherwise.clear();
                return;
            }
        }
        self.block(otherwise, false);
    }

    fn flood(&mut self, flood: &mut FloodDecl, span: Span) {
        if let Some(points) = &mut flood.points {
            self.expr(points);
        }
        for (what, line) in [
            ("ground", &mut flood.ground),
            ("roads", &mut flood.roads),
            ("rivers", &mut flood.rivers),
        ] {
            if line.is_some() && self.offer(span, || format!("flood without `{what}`")) {
                *line = None;
                return;
            }
            if let Some(cost) = line.as_mut().and_then(|l| l.cost.as_mut()) {
                self.expr(cost);
            }
        }
        if self.without(&mut flood.closed, "flood without `closed`", span)
            || self.without(&mut flood.barred, "flood without `barred`", span)
            || self.without(&mut flood.leaving, "flood without `leaving`", span)
            || self.without(&mut flood.slopes, "flood without `slopes`", span)
            || self.without(&mut flood.zones, "flood without `zones`", span)
            || self.without(&mut flood.ends, "flood without `ends`", span)
        {
            return;
        }
        for (_, bits) in flood.barred.iter_mut().chain(&mut flood.ends) {
            if let Some(bits) = bits {
                self.expr(bits);
            }
        }
        if let Some(FloodCost {
            cost: Some(cost), ..
        }) = &mut flood.leaving
        {
            self.expr(cost);
        }
        if let Some((_, _, cost)) = &mut flood.slopes {
            self.expr(cost);
        }
        if let Some(zones) = &mut flood.zones {
            for cost in zones.enter.iter_mut().chain([&mut zones.leave]) {
                self.expr(cost);
            }
            if zones.stop && self.offer(span, || "zones without `stop`".into()) {
                zones.stop = false;
            }
        }
    }

    /// Leaves a line of a flood out, if that is the bend.
    fn without<T>(&mut self, line: &mut Option<T>, what: &str, span: Span) -> bool {
        let left_out = line.is_some() && self.offer(span, || what.into());
        if left_out {
            *line = None;
        }
        left_out
    }
}

/// Whether a text shows more than inks and spaces.
fn visible(text: &str) -> bool {
    let mut ink = false;
    text.chars().any(|c| {
        match c {
            '<' => ink = true,
            '>' => {
                ink = false;
                return false;
            }
            _ => {}
        }
        !ink && c != ' '
    })
}

/// Whether a call only moves the picture or makes a sound, which no rule test can notice.
fn for_the_eye(call: &Expr) -> bool {
    let ExprKind::Call(name, _) = &call.kind else {
        return false;
    };
    builtins::find(&name.text)
        .is_some_and(|known| matches!(known.builtin, Builtin::Shell(_)) && known.result == Ty::Void)
}
