//! Names, fields and indices: what a value is read from.

use super::builtins;
use super::expr::{constant, make};
use super::{Body, Checker, Sym};
use crate::ast::{self, Life};
use crate::diag::{Diagnostic, listed, nearest};
use crate::hir::{Expr, ExprKind, Place};
use crate::source::Span;
use crate::types::{Ty, int};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

impl Checker<'_> {
    pub(super) fn name(&mut self, body: &mut Body, name: &str, span: Span, want: Ty) -> Expr {
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
    pub(super) fn member_of(&mut self, kind: &ast::Name, member: &ast::Name, span: Span) -> Expr {
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
                    return constant(index as i32, self.record_ty(r), span);
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
        let Some(rec) = inner.ty.record() else {
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
                            .label(if lo == hi {
                                format!("it is {lo}; the nearest value is taken")
                            } else {
                                format!("it is {lo}..{hi}; the nearest value is taken")
                            }),
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
}
