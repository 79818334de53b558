//! From the checked program to instructions.

pub(crate) use stmt::{HOST_FAIL, HOST_MARK, HOST_SHOW, HOST_STEP, HOST_TRACE};

mod arith;
mod calls;
mod choices;
mod cond;
mod effects;
mod expr;
mod flood;
mod fuse;
mod inline;
mod known;
pub(crate) mod lir;
mod live;
mod loops;
mod peephole;
mod print;
mod ranges;
mod renames;
mod screen;
mod shorten;
mod stmt;
mod store;
mod tails;
mod touch;
mod whole;

use crate::ast::RuleSet;
use crate::hir::{Expectation, Expr, ExprKind, Place, ProcKind, Program, StmtKind, Viewed};
use crate::source::Span;
use crate::types::Ty;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::{Op, ShellCall, V_REFUSED};
use lir::{Arg, Code, Data, Inst, Label, Line, Slot};
use ranges::Ranges;

pub(crate) use whole::{Earlier, lower, lower_after, lower_first};

/// The variable of the prelude that tells whether an action was refused; the machine knows its place.
pub(crate) const REFUSED: &str = "_refused";

/// Records and arrays from this size on lie at the beginning of pages of their own.
pub(crate) const LARGE: usize = 100;
/// Value of `_page` in the prelude when nothing is known of the screen.
pub(crate) const PAGE_UNKNOWN: u16 = 3;
/// The variable of the prelude that holds the page shown.
pub(crate) const PAGE_VAR: &str = "_page";

/// Whether a field lies at the beginning of its pages, so that U or a V byte indexes it. Fields of few records share
/// pages; only the shell, which knows no offset, wants to see one at a beginning.
pub(crate) fn direct(prog: &Program, rec: usize, field: usize) -> bool {
    let info = &prog.records[rec];
    let viewed =
        |viewed: &Viewed| matches!(viewed, Viewed::Field(r, f) if (*r, *f) == (rec, field));
    let many = info.count >= LARGE && !info.long();
    many || info.stacked == Some(field) || prog.view.iter().any(|(_, what, _)| viewed(what))
}

/// Everything that code needs to know of the program.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    /// Code of the procedures that are used, by procedure; the last is the one that moves records, if there is one.
    pub code: Vec<Option<Code>>,
    /// Texts made while lowering are added to the program's.
    pub texts: Vec<String>,
    /// Expectations, and behind them refusals that tests did not expect.
    pub expects: Vec<Expectation>,
}

impl Lowered {
    /// The same with the code alone that is reached from `main` and from the tests that the program has now.
    pub fn reached(&self, prog: &Program) -> Lowered {
        let mut code = vec![None; self.code.len()];
        let mut open = roots(prog);
        open.extend(prog.procs.len()..self.code.len());
        if prog.redraws {
            open.extend(helpers(prog).get("_touch"));
        }
        while let Some(proc) = open.pop() {
            if code[proc].is_none()
                && let Some(found) = &self.code[proc]
            {
                open.extend(&found.calls);
                code[proc] = Some(found.clone());
            }
        }
        Lowered {
            code,
            texts: self.texts.clone(),
            expects: self.expects.clone(),
        }
    }
}

/// Where the program begins, and its tests.
fn roots(prog: &Program) -> Vec<usize> {
    let tests = prog.tests.iter().map(|t| t.proc);
    prog.main.into_iter().chain(tests).collect()
}

/// Every procedure that main (or a test) can reach, as its statements say it, each by itself.
fn at_length(prog: &Program) -> Lowered {
    let count = prog.procs.len();
    let mut wanted = vec![false; count];
    let mut open = roots(prog);
    let moves = moving(prog);
    let mut shared = Shared {
        texts: prog.texts.clone(),
        known: prog
            .texts
            .iter()
            .cloned()
            .enumerate()
            .map(|(i, t)| (t, i))
            .collect(),
        helpers: helpers(prog),
        moves,
        stacked: prog.records.iter().position(|r| r.stacked.is_some()),
        expects: prog.expects.clone(),
    };
    // Who moves records calls it, and is made last.
    if prog.redraws && shared.stacked.is_some() {
        open.extend(shared.helpers.get("_touch"));
    }
    let mut code: Vec<Option<Code>> = vec![None; count];
    while let Some(proc) = open.pop() {
        if wanted[proc] {
            continue;
        }
        wanted[proc] = true;
        let lowered = Gen::procedure(prog, &mut shared, proc);
        open.extend(lowered.calls.iter().copied().filter(|c| *c < count));
        code[proc] = Some(lowered);
    }
    if let Some(rec) = shared.stacked {
        code.push(Some(Gen::mover(prog, &mut shared, count, rec)));
    }
    Lowered {
        code,
        texts: shared.texts,
        expects: shared.expects,
    }
}

/// Procedures of the prelude that code calls by itself.
fn helpers(prog: &Program) -> BTreeMap<&'static str, usize> {
    const NAMES: [&str; 26] = [
        "_touch",
        "_touch_all",
        "_show_changes",
        "_show_somewhere",
        "_use_page",
        "_show_cursor",
        "_begin_note",
        "_refuse",
        "_begin_refusal",
        "_illegal_key",
        "_begin_menu",
        "_menu_key",
        "_end_help",
        "_end_help_page",
        "_help_select",
        "wait_key",
        "_begin_hint",
        "_use_over",
        "_use_requester",
        "_begin_orders",
        "_order",
        "_ghosts",
        "_setting_key",
        "_item_key",
        "_illegal_choice",
        "_only_key",
    ];
    NAMES
        .into_iter()
        .filter_map(|name| {
            Some((
                name,
                prog.procs
                    .iter()
                    .position(|p| p.prelude && p.name == name)?,
            ))
        })
        .collect()
}

/// Which procedures move stacked records, directly or by way of others.
fn moving(prog: &Program) -> Vec<bool> {
    let mut moves: Vec<bool> = prog
        .procs
        .iter()
        .map(|p| moves_records(prog, &p.body))
        .collect();
    loop {
        let mut changed = false;
        for (i, proc) in prog.procs.iter().enumerate() {
            if !moves[i] && proc.calls.iter().any(|c| moves[*c]) {
                moves[i] = true;
                changed = true;
            }
        }
        if !changed {
            return moves;
        }
    }
}

fn moves_records(prog: &Program, block: &[crate::hir::Stmt]) -> bool {
    let mut found = false;
    crate::check::visit(block, &mut |node| {
        if let crate::check::Node::Stmt(stmt) = node
            && let StmtKind::Store(Place::Field(rec, field, _), ..) = &stmt.kind
        {
            found |= prog.records[*rec].stacked == Some(*field);
        }
    });
    found
}

/// Tells procedures whose result is a byte.
fn byte_result(prog: &Program) -> impl Fn(usize) -> bool {
    |proc| prog.procs.get(proc).is_some_and(|p| gives_byte(p.result))
}

/// Whether results of a type come in A as one byte.
fn gives_byte(ty: Ty) -> bool {
    match ty {
        Ty::Int { by, .. } => by == 1 && ty.width() == 1,
        Ty::Void | Ty::Wrong => false,
        _ => ty.width() == 1,
    }
}

/// What all procedures share while they are lowered.
struct Shared {
    texts: Vec<String>,
    known: BTreeMap<String, usize>,
    helpers: BTreeMap<&'static str, usize>,
    moves: Vec<bool>,
    stacked: Option<usize>,
    expects: Vec<Expectation>,
}

/// Lowers one procedure.
struct Gen<'a> {
    prog: &'a Program,
    shared: &'a mut Shared,
    proc: usize,
    code: Code,
    /// The slot whose record U holds.
    u: Option<Slot>,
    /// What U holds at labels that were jumped to: `None` if jumps disagree.
    u_at: BTreeMap<Label, Option<Slot>>,
    /// Between what numbers locals are.
    ranges: Ranges,
    reachable: bool,
    rule: RuleSet,
    span: Span,
    /// Temporaries by width: all, and how many are in use.
    temps: [(Vec<usize>, usize); 2],
    /// Where `stop` goes.
    breaks: Vec<Label>,
    /// Where a refusal goes in the keys of a screen.
    refused: Option<Label>,
    /// Inside of a screen's parts, where refusals are overheard.
    deaf: bool,
}

impl<'a> Gen<'a> {
    fn new(prog: &'a Program, shared: &'a mut Shared, proc: usize) -> Gen<'a> {
        Gen {
            prog,
            shared,
            proc,
            code: Code::default(),
            u: None,
            u_at: BTreeMap::new(),
            ranges: Ranges::default(),
            reachable: true,
            rule: 0,
            span: Span::default(),
            temps: [(Vec::new(), 0), (Vec::new(), 0)],
            breaks: Vec::new(),
            refused: None,
            deaf: false,
        }
    }

    fn procedure(prog: &'a Program, shared: &'a mut Shared, proc: usize) -> Code {
        let info = &prog.procs[proc];
        let mut this = Gen::new(prog, shared, proc);
        this.rule = info.rule;
        this.span = info.span;
        this.code.locals = info.locals.iter().map(|l| l.ty.width()).collect();
        // The last value comes in A.
        if info.params > 0 {
            let last = info.params - 1;
            this.save(Slot::Local(proc, last), info.locals[last].ty.width());
        }
        if info.kind == ProcKind::Test || prog.main == Some(proc) {
            this.rebuild();
        }
        this.block(&info.body);
        if let (Some(label), true) = (this.refused, info.kind != ProcKind::Screen) {
            if info.kind == ProcKind::Test {
                this.op(Op::Ret, vec![]);
                this.bind(label);
                this.unexpected_refusal(info.span);
            } else {
                this.bind(label);
            }
        }
        if this.reachable {
            this.op(Op::Ret, vec![]);
        }
        peephole::improve(&mut this.code, proc, &byte_result(prog));
        this.code
    }

    /// `to move(u, h)`: takes record u out of the list of its hex and puts it into that of hex h.
    fn mover(prog: &'a Program, shared: &'a mut Shared, proc: usize, rec: usize) -> Code {
        let field = prog.records[rec].stacked.unwrap_or(0);
        let at = Data::Field(rec, field);
        let mut this = Gen::new(prog, shared, proc);
        this.code.locals = vec![1, 2];
        let (u, h) = (Slot::Local(proc, 0), Slot::Local(proc, 1));
        let lists = |at| vec![Arg::Page(Data::Next(at)), Arg::Page(Data::First(at))];
        this.op(Op::St16, vec![Arg::V(h)]);
        this.op(Op::Ldu, vec![Arg::V(u)]);
        this.op(Op::Ldfw, vec![Arg::Page(at)]);
        if prog.redraws {
            this.touch_here();
            this.op(Op::Ldu, vec![Arg::V(u)]);
            this.op(Op::Ldfw, vec![Arg::Page(at)]);
        }
        let (free, gone) = (this.label(), this.label());
        this.jump(Op::Jnone, vec![], free);
        this.op(Op::Lift, lists(rec));
        this.bind(free);
        this.op(Op::Ldu, vec![Arg::V(u)]);
        this.op(Op::Ld16, vec![Arg::V(h)]);
        this.op(Op::Stfw, vec![Arg::Page(at)]);
        this.jump(Op::Jnone, vec![], gone);
        this.op(Op::Place, lists(rec));
        this.bind(gone);
        if prog.redraws {
            this.op(Op::Ld16, vec![Arg::V(h)]);
            this.touch_here();
        }
        this.op(Op::Ret, vec![]);
        this.code
    }

    /// Brings the lists of stacked records up to date with their hexes.
    fn rebuild(&mut self) {
        if let Some(rec) = self.shared.stacked {
            let info = &self.prog.records[rec];
            let at = Data::Field(rec, info.stacked.unwrap_or(0));
            self.op(
                Op::Rebuild,
                vec![
                    Arg::Page(Data::Next(rec)),
                    Arg::Page(Data::First(rec)),
                    Arg::Page(at),
                    Arg::Imm(info.count as u16),
                ],
            );
        }
    }

    fn op(&mut self, op: Op, args: Vec<Arg>) {
        if !self.reachable {
            return;
        }
        let info = op.info();
        if info.writes.contains('U') {
            self.u = None;
        }
        // A slot that is written no longer holds the record in U.
        for (arg, operand) in args.iter().zip(info.operands) {
            if let (Arg::V(slot), true) = (arg, operand.access != hexfront_isa::Access::Read) {
                self.ranges.forget(*slot);
                if self.u == Some(*slot) {
                    self.u = None;
                }
            }
        }
        if op == Op::Ldu
            && let Some(Arg::V(slot)) = args.first()
        {
            self.u = Some(*slot);
        }
        if info.ends {
            self.reachable = false;
        }
        let (rule, span) = (self.rule, self.span);
        self.code.lines.push(Line::Inst(Inst {
            op,
            args,
            rule,
            span,
        }));
    }

    fn label(&mut self) -> Label {
        self.code.labels += 1;
        self.code.labels - 1
    }

    /// A transfer to `label`, which is the last operand.
    fn jump(&mut self, op: Op, mut args: Vec<Arg>, label: Label) {
        if !self.reachable {
            return;
        }
        args.push(Arg::Target(label));
        self.op(op, args);
        self.goes_to(label);
    }

    /// A way leads from here to a label further on.
    fn goes_to(&mut self, label: Label) {
        let now = self.u;
        self.u_at
            .entry(label)
            .and_modify(|u| {
                if *u != now {
                    *u = None
                }
            })
            .or_insert(now);
        self.ranges.goes_to(label);
    }

    fn goto(&mut self, label: Label) {
        self.jump(Op::Jmp, vec![], label);
    }

    /// The label stands here; jumps to it come from above.
    fn bind(&mut self, label: Label) {
        let jumped = self.u_at.get(&label).copied();
        self.u = match (self.reachable, jumped) {
            (true, Some(u)) if u == self.u => u,
            (false, Some(u)) => u,
            (true, None) => self.u,
            _ => None,
        };
        self.ranges.bind(label, self.reachable);
        self.reachable = self.reachable || jumped.is_some();
        if jumped.is_some() {
            self.code.lines.push(Line::Label(label));
        }
    }

    /// The label stands here; jumps to it come from below too. U holds what they all bring.
    fn bind_loop(&mut self, label: Label, u: Option<Slot>) {
        self.u = u;
        self.ranges.forget_all();
        self.reachable = true;
        self.code.lines.push(Line::Label(label));
    }

    /// A temporary of 1 or 2 bytes, until [`Gen::release`].
    fn temp(&mut self, width: usize) -> Slot {
        let (all, used) = &mut self.temps[width - 1];
        if *used == all.len() {
            self.code.locals.push(width);
            all.push(self.code.locals.len() - 1);
        }
        *used += 1;
        Slot::Local(self.proc, all[*used - 1])
    }

    fn mark(&self) -> (usize, usize) {
        (self.temps[0].1, self.temps[1].1)
    }

    fn release(&mut self, mark: (usize, usize)) {
        self.temps[0].1 = mark.0;
        self.temps[1].1 = mark.1;
    }

    /// The slot of a scalar.
    fn slot(&self, place: &Place) -> Option<Slot> {
        match place {
            Place::Local(local) => Some(Slot::Local(self.proc, *local)),
            Place::Var(var) => Some(Slot::Var(*var)),
            _ => None,
        }
    }

    /// Type of a scalar.
    fn place_ty(&self, place: &Place) -> Ty {
        let prog = self.prog;
        match place {
            Place::Local(local) => prog.procs[self.proc].locals[*local].ty,
            Place::Var(var) => prog.vars[*var].ty,
            Place::Field(rec, field, _) => prog.records[*rec].fields[*field].ty,
            Place::Array(array, _) => prog.arrays[*array].ty,
            Place::Layer(layer, _) => prog.layers[*layer].ty.unwrap_or(Ty::Flag),
            Place::Side(..) => Ty::Flag,
        }
    }

    /// An expression that is a scalar as it lies in V: its slot and width.
    fn simple(&self, e: &Expr) -> Option<(Slot, usize)> {
        let ExprKind::Load(place) = &e.kind else {
            return None;
        };
        let slot = self.slot(place)?;
        let ty = self.place_ty(place);
        if matches!(ty, Ty::Int { by, .. } if by > 1) {
            return None;
        }
        Some((slot, ty.width()))
    }

    fn byte_slot(&self, e: &Expr) -> Option<Slot> {
        self.simple(e).filter(|s| s.1 == 1).map(|s| s.0)
    }

    fn word_slot(&self, e: &Expr) -> Option<Slot> {
        self.simple(e).filter(|s| s.1 == 2).map(|s| s.0)
    }

    fn constant(e: &Expr) -> Option<i32> {
        if let ExprKind::Const(n) = e.kind {
            Some(n)
        } else {
            None
        }
    }

    /// A text, once.
    fn text(&mut self, text: &str) -> usize {
        if let Some(&index) = self.shared.known.get(text) {
            return index;
        }
        let index = self.shared.texts.len();
        self.shared.texts.push(text.into());
        self.shared.known.insert(text.into(), index);
        index
    }

    /// A variable of the prelude.
    fn own_var(&self, name: &str) -> Slot {
        if name == REFUSED {
            return Slot::Fixed(V_REFUSED);
        }
        Slot::Var(
            self.prog
                .vars
                .iter()
                .position(|v| v.name == name)
                .unwrap_or(0),
        )
    }

    fn helper(&mut self, name: &'static str) {
        if let Some(&proc) = self.shared.helpers.get(name) {
            self.call_proc(proc);
        }
    }

    fn call_proc(&mut self, proc: usize) {
        if self.reachable {
            self.code.calls.push(proc);
        }
        self.op(Op::Call, vec![Arg::Proc(proc)]);
    }

    fn shell(&mut self, call: ShellCall) {
        self.op(Op::Shell, vec![Arg::Imm(call as u16)]);
    }

    /// `bring in`: the machine may have to ask for a disk, so what it shows afterwards is not known.
    fn bring_in(&mut self, part: u8) {
        self.shell_const(ShellCall::Part, part);
        let page = self.own_var(PAGE_VAR);
        self.op(Op::Set8, vec![Arg::V(page), Arg::Imm(PAGE_UNKNOWN)]);
    }

    fn shell_const(&mut self, call: ShellCall, n: u8) {
        self.op(
            Op::Shelli,
            vec![Arg::Imm(call as u16), Arg::Imm(u16::from(n))],
        );
    }

    fn direct(&self, rec: usize, field: usize) -> bool {
        direct(self.prog, rec, field)
    }
}
