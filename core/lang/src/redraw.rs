//! Games that do not redraw by hand: behind each statement that writes to what the map shows the prelude is told which hex
//! that was.

use crate::hir::{
    Builtin, Expr, ExprKind, LocalInfo, Place, Proc, Program, Screen, Stmt, StmtKind, Viewed,
};
use crate::source::Span;
use crate::types::Ty;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::ShellCall;

/// Roles of the view that the map does not show.
const BESIDE_THE_MAP: [&str; 10] = [
    "turn",
    "phase",
    "campaign",
    "weather",
    "name",
    "raster",
    "outline",
    "unit_name",
    "place_at",
    "place_name",
];

/// Tells the prelude of every change of what the map shows.
pub(crate) fn note_changes(program: &mut Program) {
    let find = |name: &str| {
        program
            .procs
            .iter()
            .position(|p| p.prelude && p.name == name)
    };
    let map_hex = program.vars.iter().position(|v| v.name == "_map_hex");
    let (Some(touch), Some(touch_all), Some(map_hex)) =
        (find("_touch"), find("_touch_all"), map_hex)
    else {
        return;
    };
    let mut procs = core::mem::take(&mut program.procs);
    for proc in procs.iter_mut().filter(|proc| !proc.prelude) {
        let body = core::mem::take(&mut proc.body);
        let mut notes = Notes {
            program,
            touch,
            touch_all,
            map_hex,
            proc,
        };
        let body = notes.block(body);
        proc.body = body;
    }
    program.procs = procs;
}

/// Goes through a procedure.
struct Notes<'a> {
    program: &'a Program,
    touch: usize,
    touch_all: usize,
    /// The variable for the hex that the map was to show last.
    map_hex: usize,
    proc: &'a mut Proc,
}

/// Where a write is to be seen.
enum Seen {
    At(Expr),
    Anywhere,
}

impl Notes<'_> {
    fn block(&mut self, block: Vec<Stmt>) -> Vec<Stmt> {
        let mut all = Vec::with_capacity(block.len());
        for stmt in block {
            self.stmt(stmt, &mut all);
        }
        all
    }

    fn stmt(&mut self, stmt: Stmt, all: &mut Vec<Stmt>) {
        let span = stmt.span;
        let mut seen = Vec::new();
        let kind = match stmt.kind {
            StmtKind::Store(place, ty, e) => {
                let place = self.held(place, &mut seen, all, span);
                StmtKind::Store(place, ty, e)
            }
            StmtKind::Add(place, ty, e) => {
                let place = self.held(place, &mut seen, all, span);
                StmtKind::Add(place, ty, e)
            }
            StmtKind::Sub(place, ty, e) => {
                let place = self.held(place, &mut seen, all, span);
                StmtKind::Sub(place, ty, e)
            }
            StmtKind::Mark(layer, ..) | StmtKind::FillLayer(layer, _)
                if self.shows_layer(layer) =>
            {
                seen.push(Seen::Anywhere);
                stmt.kind
            }
            StmtKind::Flood(ref flood) if self.shows_layer(flood.layer) => {
                seen.push(Seen::Anywhere);
                stmt.kind
            }
            StmtKind::Call(call) => StmtKind::Call(self.map_kept(call, all)),
            StmtKind::If(e, yes, no) => StmtKind::If(e, self.block(yes), self.block(no)),
            StmtKind::Match(e, arms, otherwise) => {
                let arms = arms
                    .into_iter()
                    .map(|(cases, b)| (cases, self.block(b)))
                    .collect();
                StmtKind::Match(e, arms, self.block(otherwise))
            }
            StmtKind::ForEach(each, b) => StmtKind::ForEach(each, self.block(b)),
            StmtKind::ForTo(local, low, high, b) => {
                StmtKind::ForTo(local, low, high, self.block(b))
            }
            StmtKind::Repeat(local, e, b) => StmtKind::Repeat(local, e, self.block(b)),
            StmtKind::While(local, e, most, b) => StmtKind::While(local, e, most, self.block(b)),
            StmtKind::Rule(set, b) => StmtKind::Rule(set, self.block(b)),
            StmtKind::Screen(screen) => StmtKind::Screen(self.screen(screen)),
            other => other,
        };
        all.push(Stmt { kind, span });
        for seen in seen {
            all.push(self.told(seen, span));
        }
    }

    fn screen(&mut self, mut screen: Box<Screen>) -> Box<Screen> {
        for block in [&mut screen.enter, &mut screen.draw] {
            *block = self.block(core::mem::take(block));
        }
        for (_, block) in &mut screen.windows {
            *block = self.block(core::mem::take(block));
        }
        for key in &mut screen.keys {
            key.body = self.block(core::mem::take(&mut key.body));
        }
        screen
    }

    /// The call that tells of it.
    fn told(&mut self, seen: Seen, span: Span) -> Stmt {
        let (called, values) = match seen {
            Seen::At(h) => (self.touch, vec![h]),
            Seen::Anywhere => (self.touch_all, Vec::new()),
        };
        self.proc.calls.push(called);
        let call = Expr {
            kind: ExprKind::Call(called, values),
            ty: Ty::Void,
            span,
        };
        Stmt {
            kind: StmtKind::Call(call),
            span,
        }
    }

    /// The hex that the rules bring into view is kept, for screens that name none.
    fn map_kept(&mut self, mut call: Expr, all: &mut Vec<Stmt>) -> Expr {
        let span = call.span;
        if let ExprKind::Builtin(Builtin::Shell(ShellCall::Map), args) = &mut call.kind
            && let [h, _] = args.as_mut_slice()
        {
            let held = self.hold(h.clone(), all);
            let kind = StmtKind::Store(Place::Var(self.map_hex), Ty::Hex, held.clone());
            all.push(Stmt { kind, span });
            *h = held;
        }
        call
    }

    /// Where a write is seen. What the place is worked out from is stored first, so that it is worked out once.
    fn held(
        &mut self,
        place: Place,
        seen: &mut Vec<Seen>,
        all: &mut Vec<Stmt>,
        span: Span,
    ) -> Place {
        let hex = |kind: ExprKind| {
            Seen::At(Expr {
                kind,
                ty: Ty::Hex,
                span,
            })
        };
        match place {
            Place::Layer(layer, h) if self.shows_layer(layer) => {
                let h = self.hold(*h, all);
                seen.push(Seen::At(h.clone()));
                Place::Layer(layer, Box::new(h))
            }
            Place::Side(layer, h, d) if self.shows_layer(layer) => {
                let (h, d) = (self.hold(*h, all), self.hold(*d, all));
                seen.push(Seen::At(h.clone()));
                seen.push(hex(ExprKind::Builtin(
                    Builtin::Neighbour,
                    vec![h.clone(), d.clone()],
                )));
                Place::Side(layer, Box::new(h), Box::new(d))
            }
            Place::Field(rec, field, index) if self.shows_field(rec, field) => {
                let Some(at) = self.program.records[rec].stacked else {
                    seen.push(Seen::Anywhere);
                    return Place::Field(rec, field, index);
                };
                let index = Box::new(self.hold(*index, all));
                seen.push(hex(ExprKind::Load(Place::Field(rec, at, index.clone()))));
                Place::Field(rec, field, index)
            }
            Place::Var(var) => {
                if self.shows(|viewed| matches!(viewed, Viewed::Var(v) if *v == var)) {
                    seen.push(Seen::Anywhere);
                }
                place
            }
            other => other,
        }
    }

    /// A value in a local of its own, unless it is one, or a constant.
    fn hold(&mut self, e: Expr, all: &mut Vec<Stmt>) -> Expr {
        if matches!(e.kind, ExprKind::Const(_) | ExprKind::Load(Place::Local(_))) {
            return e;
        }
        let (ty, span) = (e.ty, e.span);
        self.proc.locals.push(LocalInfo {
            name: String::new(),
            span,
            ty,
            used: true,
        });
        let local = Place::Local(self.proc.locals.len() - 1);
        let kind = StmtKind::Store(local.clone(), ty, e);
        all.push(Stmt { kind, span });
        Expr {
            kind: ExprKind::Load(local),
            ty,
            span,
        }
    }

    fn shows(&self, is: impl Fn(&Viewed) -> bool) -> bool {
        let on_map = |role: &str| !BESIDE_THE_MAP.contains(&role);
        (self.program.view.iter()).any(|(role, viewed, _)| on_map(role) && is(viewed))
    }

    fn shows_layer(&self, layer: usize) -> bool {
        self.shows(|viewed| matches!(viewed, Viewed::Layer(l) if *l == layer))
    }

    /// Whether the map shows the field, but for where a record stands: who moves it tells of that.
    fn shows_field(&self, rec: usize, field: usize) -> bool {
        self.program.records[rec].stacked != Some(field)
            && self
                .shows(|viewed| matches!(viewed, Viewed::Field(r, f) if (*r, *f) == (rec, field)))
    }
}
