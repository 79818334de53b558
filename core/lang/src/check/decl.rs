//! Declarations: what exists, how large it is, what it starts with.

use super::{Checker, Sym};
use crate::Target;
use crate::ast::{Item, Life, Name, RuleSet, TypeExpr, VarDecl};
use crate::diag::Diagnostic;
use crate::hir::{
    ArrayInfo, EnumInfo, LayerInfo, Packing, Proc, ProcKind, RecordInfo, Test, VarInfo,
};
use crate::map::hex_at;
use crate::source::Span;
use crate::types::Ty;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

impl Checker<'_> {
    pub(super) fn declarations(&mut self) {
        let ast = self.ast;
        let items: Vec<usize> = (0..ast.items.len())
            .filter(|i| {
                let part =
                    item_span(&ast.items[*i].item).map_or(Target::Game, |s| self.target_of(s));
                part == Target::Game || part == self.target
            })
            .collect();
        self.parts();
        self.names(&items);
        for &i in &items {
            if let Item::Map(file) = &ast.items[i].item {
                self.load_map(file);
            }
        }
        self.middle();
        self.places();
        for &i in &items {
            if let Item::Const { name, .. } = &ast.items[i].item {
                self.lookup(&name.text, name.span);
            }
        }
        self.record_sizes(&items);
        for &i in &items {
            match &ast.items[i].item {
                Item::Record {
                    name, from, fields, ..
                } => self.record(name, from.as_ref(), fields),
                Item::Layer {
                    life,
                    name,
                    ty,
                    packed,
                    from,
                    part,
                } => {
                    self.layer(*life, name, Some((ty, *packed)), from);
                    self.layer_in_part(*life, part.as_ref());
                }
                Item::Hexside { life, name, from } => {
                    self.layer(*life, name, None, from.as_slice())
                }
                Item::Var(var) => self.var(var),
                Item::Table {
                    name,
                    index,
                    ty,
                    body,
                } => self.table(name, index, ty, body, ast.items[i].rule),
                _ => {}
            }
        }
        for &i in &items {
            let rule = ast.items[i].rule;
            match &ast.items[i].item {
                Item::View(view) => self.view(view),
                Item::Proc(proc) => {
                    let kind = if proc.defines {
                        ProcKind::Define
                    } else if self.begins_simulation(&proc.name) {
                        ProcKind::Test
                    } else {
                        ProcKind::To
                    };
                    let info = Proc {
                        prelude: proc.prelude,
                        part: self.part_of(proc.part.as_ref()),
                        ..new_proc(&proc.name, kind, rule)
                    };
                    self.add_proc(i, info);
                }
                Item::Screen(screen) => {
                    let info = Proc {
                        part: self.part_of(screen.part.as_ref()),
                        ..new_proc(&screen.name, ProcKind::Screen, rule)
                    };
                    self.add_proc(i, info);
                }
                Item::Test(test) if self.target == Target::Tests => {
                    let name = Name {
                        text: format!("test {}", test.title),
                        span: test.span,
                    };
                    self.prog.tests.push(Test {
                        ids: test.ids.iter().map(|id| id.text.clone()).collect(),
                        title: test.title.clone(),
                        span: test.span,
                        proc: self.prog.procs.len(),
                    });
                    self.add_proc(i, new_proc(&name, ProcKind::Test, 0));
                }
                _ => {}
            }
        }
        self.roles_apart();
        for proc in 0..self.prog.procs.len() {
            self.signature(proc);
        }
    }

    /// The middle of the map, for the prelude.
    fn middle(&mut self) {
        let grid = self.map.grid;
        let hex = hex_at(grid, i32::from(grid.columns / 2), i32::from(grid.rows / 2));
        let middle = Sym::Const(hex.map_or(0, i32::from), Ty::Hex);
        self.syms
            .insert("_middle".into(), (middle, Span::default()));
    }

    /// Whether two play by telephone, for the prelude.
    fn telephone(&mut self, span: Span) {
        if self.prog.telephone && !self.prog.pointer {
            self.report(
                Diagnostic::error("E116", span, "`telephone` without `pointer`")
                    .label("saved games are transmitted where there is a pointer")
                    .help("write `pointer` below the game's id, too"),
            );
        }
        let said = Sym::Const(i32::from(self.prog.telephone), Ty::Flag);
        self.syms
            .insert("_telephone".into(), (said, Span::default()));
    }

    /// Enters every name, so that order does not matter.
    fn names(&mut self, items: &[usize]) {
        let ast = self.ast;
        let mut game: Option<Span> = None;
        let mut procs = 0usize;
        for &i in items {
            match &ast.items[i].item {
                Item::Game {
                    title,
                    id,
                    version,
                    pointer,
                    telephone,
                    by_hand,
                    machine,
                    span,
                } => {
                    if let Some(first) = game {
                        self.report(
                            Diagnostic::error("E050", *span, "two `game` declarations")
                                .label("the second")
                                .also(first, "the first"),
                        );
                    }
                    game = Some(*span);
                    self.prog.title = title.clone();
                    self.prog.version = *version;
                    self.prog.pointer = *pointer;
                    self.prog.telephone = *telephone;
                    self.telephone(*span);
                    self.prog.redraws = !*by_hand;
                    self.prog.machine = machine.as_ref().map(|n| n.text.clone());
                    self.prog.id = id.as_ref().map(|n| n.text.clone()).unwrap_or_default();
                    if self.prog.id.is_empty() || self.prog.id.len() > 12 {
                        self.report(
                            Diagnostic::error(
                                "E051",
                                *span,
                                "the game needs an id of 1 to 12 letters",
                            )
                            .label("no `id` below this line")
                            .help("it tells saved games of different games apart: id BIA"),
                        );
                    }
                }
                Item::Const { name, .. } => self.declare(name, Sym::Pending(i)),
                Item::Enum { name, members } => {
                    let index = self.prog.enums.len();
                    self.declare(name, Sym::Enum(index));
                    let mut list: Vec<(String, String)> = Vec::new();
                    for (member, text) in members {
                        if list.iter().any(|m| m.0 == member.text) {
                            self.report(
                                Diagnostic::error(
                                    "E052",
                                    member.span,
                                    format!("`{}` has two members `{}`", name.text, member.text),
                                )
                                .label("the second"),
                            );
                            continue;
                        }
                        let prints = match text {
                            Some(t) => {
                                self.check_text_letters(&t.text, t.span);
                                t.text.clone()
                            }
                            None => member.text.replace('_', " ").to_uppercase(),
                        };
                        self.members
                            .entry(member.text.clone())
                            .or_default()
                            .push((index, list.len() as i32));
                        list.push((member.text.clone(), prints));
                    }
                    if list.len() > 255 {
                        self.report(
                            Diagnostic::error("E053", name.span, "an enum has at most 255 members")
                                .label("too many"),
                        );
                    }
                    self.prog.enums.push(EnumInfo {
                        name: name.text.clone(),
                        members: list,
                    });
                }
                Item::Record { name, .. } => {
                    let index = self.prog.records.len();
                    self.declare(name, Sym::Record(index));
                    self.prog.records.push(RecordInfo {
                        name: name.text.clone(),
                        span: name.span,
                        count: 0,
                        ids: Vec::new(),
                        fields: Vec::new(),
                        stacked: None,
                    });
                }
                Item::Proc(proc) => {
                    self.declare(&proc.name, Sym::Proc(procs));
                    procs += 1;
                }
                Item::Screen(screen) => {
                    self.declare(&screen.name, Sym::Proc(procs));
                    procs += 1;
                }
                Item::Test(_) if self.target == Target::Tests => procs += 1,
                _ => {}
            }
        }
        if game.is_none() {
            self.report(
                Diagnostic::error("E054", Span::default(), "there is no `game` declaration")
                    .help("begin one file with: game \"TITLE\""),
            );
        }
    }

    /// How a layer whose declaration says so is packed.
    fn packing(&mut self, ty: Ty, span: Span) -> Option<Packing> {
        let (low, high) = match ty {
            Ty::Int { by: 2.., .. } | Ty::Rec(_) => (0, i32::MAX),
            _ => ty.range(&|t| self.count(t)),
        };
        let packing = Packing::of(high).filter(|_| low >= 0);
        if packing.is_none() && ty != Ty::Wrong {
            self.report(
                Diagnostic::error("E194", span, "these values cannot be packed")
                    .label("more than 4 bits a hex")
                    .help("a packed layer is of flags, of a range within 0..15, or of an enum of up to 16 members"),
            );
        }
        packing
    }

    fn layer(
        &mut self,
        life: Life,
        name: &Name,
        ty: Option<(&TypeExpr, Option<Span>)>,
        from: &[Name],
    ) {
        let packed = ty.and_then(|t| t.1);
        let ty = ty.map(|t| (self.resolve(t.0), t.0.span));
        let packed = match (packed, ty) {
            (Some(span), Some((ty, _))) => self.packing(ty, span),
            _ => None,
        };
        if let Some((ty, span)) = ty
            && ty != Ty::Wrong
            && (ty.width() != 1 || ty == Ty::Text)
        {
            self.report(
                Diagnostic::error("E063", span, "a layer holds one byte a hex")
                    .label("needs two bytes")
                    .help("use a range within 0..255, an enum, a flag or a record of a kind of at most 254"),
            );
        }
        let ty = ty.map(|t| t.0);
        let init = match from {
            [first, others @ ..] => {
                let mut bytes = self.layer_bytes(first, ty);
                for section in others {
                    self.add_section(&mut bytes, first, section, ty);
                }
                bytes
            }
            [] => {
                if life == Life::Const {
                    self.report(
                        Diagnostic::error(
                            "E064",
                            name.span,
                            format!("`{}` never changes and is empty", name.text),
                        )
                        .label("const, without `from map`")
                        .help("write `state layer` or `scratch layer`, or take it from the map"),
                    );
                }
                let empty = if matches!(ty, Some(Ty::Rec(_))) {
                    255
                } else {
                    0
                };
                vec![empty; self.map.grid.layer_bytes()]
            }
        };
        self.declare(name, Sym::Layer(self.prog.layers.len()));
        self.prog.layers.push(LayerInfo {
            name: name.text.clone(),
            span: name.span,
            life,
            ty,
            init,
            packed,
            within: None,
            part: 0,
            used: false,
        });
    }

    fn var(&mut self, var: &VarDecl) {
        let ty = self.resolve(&var.ty);
        let default = match ty {
            Ty::Rec(_) | Ty::Long(_) | Ty::Hex => ty.none().unwrap_or_default(),
            Ty::Int { lo, .. } => lo.max(0),
            Ty::Text => self.intern("") as i32,
            _ => 0,
        };
        let mut init = default;
        if let Some(value) = &var.init
            && let Some((n, _)) = self.constant(value, ty, "the value at the start")
        {
            init = n;
            if let Ty::Int { lo, hi, by } = ty {
                if !(lo..=hi).contains(&n) {
                    self.report(
                        Diagnostic::error("E043", value.span, format!("{n} is outside {lo}..{hi}"))
                            .label("does not fit"),
                    );
                }
                init = n / by.max(1);
            }
        }
        if var.index.is_empty() {
            self.declare(&var.name, Sym::Var(self.prog.vars.len()));
            self.prog.vars.push(VarInfo {
                name: var.name.text.clone(),
                span: var.name.span,
                life: var.life,
                ty,
                init,
                used: false,
                setting: self.target_of(var.name.span) == Target::Simulation,
            });
            return;
        }
        let index = self.dimensions(&var.index);
        let size = self.size(&var.name, &index);
        self.declare(&var.name, Sym::Array(self.prog.arrays.len()));
        self.prog.arrays.push(ArrayInfo {
            name: var.name.text.clone(),
            span: var.name.span,
            life: var.life,
            index,
            ty,
            init: vec![init; size],
            rule: 0,
            used: false,
        });
    }
}

fn new_proc(name: &Name, kind: ProcKind, rule: RuleSet) -> Proc {
    Proc {
        name: name.text.clone(),
        span: name.span,
        kind,
        part: None,
        prelude: false,
        rule,
        params: 0,
        locals: Vec::new(),
        result: Ty::Void,
        body: Vec::new(),
        calls: Vec::new(),
        refuses: false,
        tries: false,
    }
}

fn item_span(item: &Item) -> Option<Span> {
    Some(match item {
        Item::Game { span, .. } => *span,
        Item::Map(name)
        | Item::Const { name, .. }
        | Item::Enum { name, .. }
        | Item::Record { name, .. }
        | Item::Layer { name, .. }
        | Item::Hexside { name, .. }
        | Item::Table { name, .. } => name.span,
        Item::Var(var) => var.name.span,
        Item::View(view) => view.roles.first()?.0.span,
        Item::Proc(proc) => proc.name.span,
        Item::Screen(screen) => screen.name.span,
        Item::Test(test) => test.span,
    })
}
