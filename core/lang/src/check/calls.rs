//! Calls: procedures, definitions, what is built in.

use super::builtins::{self, Known, Use};
use super::expr::{constant, make};
use super::{Body, Checker, Sym, symbol};
use crate::ast;
use crate::diag::{Diagnostic, nearest};
use crate::hir::{Builtin, Expr, ExprKind, ProcKind};
use crate::map::hex_at;
use crate::source::Span;
use crate::types::{Ty, int};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Grid;
use hexfront_isa::contract::sound;
use hexfront_isa::sounds;

impl Checker<'_> {
    /// Complains if the body may only know, not do.
    pub(super) fn doing(&mut self, body: &Body, span: Span, what: &str) {
        if body.kind == ProcKind::Define {
            let what = what.trim_start_matches('_');
            self.report(
                Diagnostic::error("E095", span, format!("a `define` cannot do this: `{what}`"))
                    .label("acts on screen, player or game")
                    .help("make it a `to`, or move this out of the definition"),
            );
        }
    }

    pub(super) fn call(
        &mut self,
        body: &mut Body,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let name = &self.in_prelude(name);
        if let Some(known) = builtins::find(&name.text) {
            return self.builtin(body, known, args, span);
        }
        match self.lookup(&name.text, name.span) {
            Some(Sym::Proc(proc)) => self.proc_call(body, proc, name, args, span),
            Some(Sym::Enum(_) | Sym::Record(_)) if args.len() == 1 => {
                let to = match self.lookup(&name.text, name.span) {
                    Some(Sym::Enum(e)) => Ty::Enum(e),
                    Some(Sym::Record(r)) => self.record_ty(r),
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

    /// What is built in and another procedure in a game that is worked with a pointer, and what is built in unless the
    /// game has something of that name.
    fn in_prelude(&self, name: &ast::Name) -> ast::Name {
        let own = name.text.as_str();
        let other = match own {
            "ask_yes" if self.prog.pointer => "_request_yes",
            "ask_number" if self.prog.pointer => "_request_number",
            "ask_direction" if self.prog.pointer => "_request_direction",
            "wait_key" if self.prog.pointer => "_wait_any",
            "wait_event" if self.prog.pointer => "_key",
            "in_view" | "key_pressed" | "pointed_hex" | "list_item" | "save_under_name"
            | "save_on_disk" | "load_by_name" | "came_by_telephone"
                if !self.syms.contains_key(own) =>
            {
                return ast::Name {
                    text: format!("_{own}"),
                    span: name.span,
                };
            }
            _ => own,
        };
        ast::Name {
            text: other.into(),
            span: name.span,
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
        let Some(kind) = self.prog.procs.get(proc).map(|p| p.kind) else {
            // Declarations are worked out before any procedure is known.
            self.report(
                Diagnostic::error("E036", span, "this must be known when the game is compiled")
                    .label("a procedure or definition cannot say it")
                    .help("write a number or a constant"),
            );
            return Self::wrong(span);
        };
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

    pub(super) fn signature_types(&mut self, proc: usize) -> Vec<Ty> {
        let ast = self.ast;
        let params = match &ast.items[self.bodies[proc]].item {
            ast::Item::Proc(p) => p.params.as_slice(),
            ast::Item::Screen(s) => s.params.as_slice(),
            _ => &[],
        };
        params.iter().map(|p| self.resolve(&p.ty)).collect()
    }

    pub(super) fn builtin(
        &mut self,
        body: &mut Body,
        known: &Known,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
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
        if known.name == "counter_of"
            && let [side, symbol, size, mode] = args
        {
            let sum = symbol::counter_of([side, symbol, size, mode], span);
            return self.expr(body, &sum, int(0, 255));
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
            let named = (known.name == "sound").then(|| self.sound(body, arg));
            let arg = named.as_ref().unwrap_or(arg);
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
            (Builtin::Column | Builtin::Row, _) => {
                let grid = self.map.grid;
                let hi = match known.builtin {
                    Builtin::Row => i64::from(grid.column_bytes()) - 1,
                    _ if grid.columns > 32 => i64::from(Grid::MOST) - 1,
                    _ => 31,
                };
                call(known.builtin, values, int(0, hi))
            }
            (Builtin::Hex, _) => {
                if let (ExprKind::Const(x), ExprKind::Const(y)) = (&values[0].kind, &values[1].kind)
                {
                    let Some(hex) = hex_at(self.map.grid, *x, *y) else {
                        self.report(
                            Diagnostic::error("E045", span, format!("{x},{y} is not on the map"))
                                .label("columns and rows count from 0"),
                        );
                        return Self::wrong(span);
                    };
                    return constant(i32::from(hex), Ty::Hex, span);
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
            (Builtin::Shell(ShellCall::Capability), name) => {
                let fact = builtins::MACHINE_FACTS.iter().find(|f| f.0 == name);
                let (number, ty) = fact.map_or((0, int(0, 255)), |f| (i32::from(f.1), f.2));
                call(
                    Builtin::Shell(ShellCall::Capability),
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

    /// A sound with numbers in the place of the names that the shell's contract, the game's art or its view have for them.
    fn sound(&mut self, body: &mut Body, arg: &ast::Expr) -> ast::Expr {
        use ast::ExprKind as A;
        let kind = match &arg.kind {
            A::Name(name) if body.find(name).is_none() => {
                if let Some(number) = self.sound_number(name) {
                    A::Int(number)
                } else {
                    if self.lookup(name, arg.span).is_none() {
                        self.no_sound(name, arg.span);
                        return ast::Expr {
                            kind: A::Int(0),
                            span: arg.span,
                        };
                    }
                    arg.kind.clone()
                }
            }
            A::IfElse(condition, one, other) => A::IfElse(
                condition.clone(),
                self.sound(body, one).into(),
                self.sound(body, other).into(),
            ),
            A::Int(number) => {
                let known = sound::ALL
                    .iter()
                    .find(|(_, known)| i32::from(*known) == *number);
                let name = known.map_or("error", |(name, _)| name);
                self.report(
                    Diagnostic::warning("W023", arg.span, "a sound is called by its name")
                        .label("this is a number")
                        .help(format!("write: sound({name})")),
                );
                arg.kind.clone()
            }
            other => other.clone(),
        };
        ast::Expr {
            kind,
            span: arg.span,
        }
    }

    /// The number of a sound: the contract's, or behind them one of the game's own, in the order in which they are called.
    fn sound_number(&mut self, name: &str) -> Option<i32> {
        if let Some((_, number)) = sound::ALL.iter().find(|(known, _)| *known == name) {
            return Some(i32::from(*number));
        }
        let own = &mut self.prog.sounds;
        let place = own.iter().position(|known| known == name).or_else(|| {
            let likes = &self.prog.sounds_like;
            let known = self.sources.brought.sounds.contains(name)
                || likes.iter().any(|(known, _)| known == name);
            known.then(|| {
                own.push(name.to_string());
                own.len() - 1
            })
        })?;
        Some((sound::ALL.len() + place) as i32)
    }

    pub(super) fn no_sound(&mut self, name: &str, span: Span) {
        let contract = sound::ALL.iter().map(|(known, _)| *known);
        let own = self.sources.brought.sounds.iter().map(String::as_str);
        let names: Vec<&str> = contract.chain(own).collect();
        let help = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "there is {}; a game brings others in art/MACHINE/{}",
                names.join(", "),
                sounds::FILE
            ),
        };
        let message = format!("there is no sound `{name}`");
        self.report(
            Diagnostic::error("E104", span, message)
                .label("not known here")
                .help(help),
        );
    }

    pub(super) fn extreme(&mut self, builtin: Builtin, a: Expr, b: Expr, span: Span) -> Expr {
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

    pub(super) fn number_of(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        if let [
            ast::Expr {
                kind: ast::ExprKind::Name(name),
                span: place,
            },
        ] = args
        {
            let ty = match self.lookup(name, *place) {
                Some(Sym::Enum(e)) => Ty::Enum(e),
                Some(Sym::Record(r)) => self.record_ty(r),
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
