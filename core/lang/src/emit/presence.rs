//! Which parts can be in memory where: calls into a part that cannot be there, and parts that put themselves out, are told.
//!
//! On every way through the code, what can be in memory is what could be before it less what is put out, and what is
//! brought in: `(before & kept) | come`. Such pairs follow each other and join, so each procedure has one of its own
//! (there is no recursion), and then what main begins with is carried down to every call. What surely is in memory is found
//! likewise: bringing that in is left out.

use super::parts::{Belongs, shell_call};
use crate::diag::Diagnostic;
use crate::hir::{PartInfo, Program};
use crate::lower::lir::{Arg, Code, Inst, Line, Slot};
use crate::lower::{PAGE_UNKNOWN, PAGE_VAR};
use crate::source::Span;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::{Op, ShellCall};

/// Whether what may be is looked for, or what surely is: how ways that meet are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Certainty {
    May,
    Must,
}

/// What a stretch of code does to the parts in memory, a bit each.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Change {
    /// Parts that stay if they were there, and those that come.
    kept: u16,
    /// Parts that come.
    come: u16,
}

impl Change {
    const NOTHING: Change = Change {
        kept: u16::MAX,
        come: 0,
    };

    fn then(self, next: Change) -> Change {
        Change {
            kept: self.kept & next.kept | next.come,
            come: self.come & next.kept | next.come,
        }
    }

    /// What two ways that meet have done.
    fn join(self, other: Change, certainty: Certainty) -> Change {
        match certainty {
            Certainty::May => Change {
                kept: self.kept | other.kept,
                come: self.come | other.come,
            },
            Certainty::Must => Change {
                kept: self.kept & other.kept,
                come: self.come & other.come,
            },
        }
    }

    fn after(self, before: u16) -> u16 {
        before & self.kept | self.come
    }
}

struct Search<'a> {
    prog: &'a Program,
    belongs: &'a Belongs,
    code: &'a [Option<Code>],
    certainty: Certainty,
    /// What a call of each procedure does.
    changes: Vec<Change>,
}

/// Tells what cannot work; nothing is told of games in one part.
pub(super) fn check(
    prog: &Program,
    belongs: &Belongs,
    code: &[Option<Code>],
    diags: &mut Vec<Diagnostic>,
) {
    let (Some(main), true) = (prog.main, prog.parts.len() > 1) else {
        return;
    };
    let order = callees_first(code);
    let search = Search::new(prog, belongs, code, &order, Certainty::May);
    let mut at_entry = vec![None; code.len()];
    at_entry[main] = Some(at_start(prog));
    for &proc in order.iter().rev() {
        if let Some(entry) = at_entry[proc] {
            search.look(proc, entry, &mut at_entry, diags);
        }
    }
}

/// Leaves out what brings in parts that are there anyway.
pub(super) fn thin_out(prog: &Program, belongs: &Belongs, code: &mut [Option<Code>]) {
    let (Some(main), true) = (prog.main, prog.parts.len() > 1) else {
        return;
    };
    let order = callees_first(code);
    let search = Search::new(prog, belongs, code, &order, Certainty::Must);
    let mut at_entry = vec![None; code.len()];
    at_entry[main] = Some(at_start(prog));
    let mut idle = Vec::new();
    for &proc in order.iter().rev() {
        if let Some(entry) = at_entry[proc] {
            let lines = search.idle(proc, entry, &mut at_entry);
            idle.push((proc, lines));
        }
    }
    for (proc, lines) in idle {
        let Some(code) = &mut code[proc] else {
            continue;
        };
        // From the end, so that numbers hold.
        for line in lines.into_iter().rev() {
            let forgets = code
                .lines
                .get(line + 1)
                .is_some_and(|next| forgets_page(prog, next));
            code.lines.drain(line..=line + usize::from(forgets));
        }
    }
}

/// Whether a line says that the page is to be drawn anew, as it must after a part was loaded.
fn forgets_page(prog: &Program, line: &Line) -> bool {
    let Line::Inst(inst) = line else { return false };
    let page = prog.vars.iter().position(|var| var.name == PAGE_VAR);
    let Some(page) = page else { return false };
    inst.op == Op::Set8 && inst.args == [Arg::V(Slot::Var(page)), Arg::Imm(PAGE_UNKNOWN)]
}

fn at_start(prog: &Program) -> u16 {
    let start = prog.parts.iter().enumerate().filter(|(_, p)| p.at_start);
    start.fold(0, |mask, (number, _)| mask | 1 << number)
}

/// The procedures, each behind all that it calls.
fn callees_first(code: &[Option<Code>]) -> Vec<usize> {
    let mut callers = vec![0_usize; code.len()];
    for own in code.iter().flatten() {
        own.calls.iter().for_each(|callee| callers[*callee] += 1);
    }
    let mut open: Vec<usize> = (0..code.len()).filter(|p| callers[*p] == 0).collect();
    let mut order = Vec::new();
    while let Some(proc) = open.pop() {
        order.push(proc);
        for callee in code[proc].iter().flat_map(|c| &c.calls) {
            callers[*callee] -= 1;
            if callers[*callee] == 0 {
                open.push(*callee);
            }
        }
    }
    order.reverse();
    order
}

impl<'a> Search<'a> {
    fn new(
        prog: &'a Program,
        belongs: &'a Belongs,
        code: &'a [Option<Code>],
        order: &[usize],
        certainty: Certainty,
    ) -> Search<'a> {
        let mut search = Search {
            prog,
            belongs,
            code,
            certainty,
            changes: vec![Change::NOTHING; code.len()],
        };
        for &proc in order {
            search.changes[proc] = search.whole(proc);
        }
        search
    }

    fn part(&self, number: u8) -> &PartInfo {
        &self.prog.parts[usize::from(number)]
    }

    /// What one instruction does.
    fn change(&self, inst: &Inst) -> Change {
        if let Some(part) = self.brought_in(inst) {
            return Change {
                kept: !part.out | part.with,
                come: part.with,
            };
        }
        callee(inst).map_or(Change::NOTHING, |proc| self.changes[proc])
    }

    /// The part that an instruction brings in.
    fn brought_in(&self, inst: &Inst) -> Option<&PartInfo> {
        match shell_call(inst) {
            Some((ShellCall::Part, Some(number))) => self.prog.parts.get(usize::from(number)),
            _ => None,
        }
    }

    /// The lines of a procedure that bring in what surely is in memory; `entry`: what surely is when it is called.
    fn idle(&self, proc: usize, entry: u16, at_entry: &mut [Option<u16>]) -> Vec<usize> {
        let Some(code) = &self.code[proc] else {
            return Vec::new();
        };
        // It could not run without its own part.
        let entry = entry | self.part(self.belongs.procs[proc]).with;
        let mut idle = Vec::new();
        for (number, (line, way)) in code.lines.iter().zip(self.ways(code)).enumerate() {
            let (Line::Inst(inst), Some(way)) = (line, way) else {
                continue;
            };
            let before = way.after(entry);
            if self
                .brought_in(inst)
                .is_some_and(|part| part.with & !before == 0)
            {
                idle.push(number);
            }
            if let Some(callee) = callee(inst) {
                at_entry[callee] = Some(at_entry[callee].unwrap_or(u16::MAX) & before);
            }
        }
        idle
    }

    /// What was done on the ways to each line; `None` where none leads.
    fn ways(&self, code: &Code) -> Vec<Option<Change>> {
        let labels = code.label_places();
        let mut before = vec![None; code.lines.len()];
        let mut open = vec![(0, Change::NOTHING)];
        while let Some((at, change)) = open.pop() {
            let Some(old) = before.get_mut(at) else {
                continue;
            };
            let new = old.map_or(change, |old: Change| old.join(change, self.certainty));
            if *old == Some(new) {
                continue;
            }
            *old = Some(new);
            match &code.lines[at] {
                Line::Label(_) => open.push((at + 1, new)),
                Line::Inst(inst) => {
                    let after = new.then(self.change(inst));
                    let targets = inst.targets().into_iter();
                    open.extend(targets.filter_map(|t| Some((*labels.get(&t)?, after))));
                    if !inst.op.info().ends {
                        open.push((at + 1, after));
                    }
                }
            }
        }
        before
    }

    /// What a whole procedure does.
    fn whole(&self, proc: usize) -> Change {
        let Some(code) = &self.code[proc] else {
            return Change::NOTHING;
        };
        let ways = self.ways(code);
        let returns = code.lines.iter().zip(ways).filter_map(|(line, way)| {
            let Line::Inst(inst) = line else { return None };
            // What is jumped to returns in its stead.
            let ends = [Op::Ret, Op::Reti].contains(&inst.op)
                || callee(inst).is_some() && inst.op.info().ends;
            Some(way.filter(|_| ends)?.then(self.change(inst)))
        });
        let join = |a: Change, b| a.join(b, self.certainty);
        returns.reduce(join).unwrap_or(Change::NOTHING)
    }

    /// Looks at the calls of a procedure that may be entered with these parts in memory.
    fn look(
        &self,
        proc: usize,
        entry: u16,
        at_entry: &mut [Option<u16>],
        diags: &mut Vec<Diagnostic>,
    ) {
        let Some(code) = &self.code[proc] else { return };
        let own = self.belongs.procs[proc];
        for (line, way) in code.lines.iter().zip(self.ways(code)) {
            let (Line::Inst(inst), Some(way)) = (line, way) else {
                continue;
            };
            let before = way.after(entry);
            if before & 1 << own == 0 {
                continue;
            }
            if let Some(callee) = callee(inst) {
                let part = self.belongs.procs[callee];
                if before & 1 << part == 0 {
                    diags.push(self.absent(inst.span, proc, callee));
                    continue;
                }
                at_entry[callee] = Some(at_entry[callee].unwrap_or(0) | before);
            }
            let goes_on = !inst.op.info().ends;
            if goes_on && self.change(inst).after(before) & 1 << own == 0 {
                diags.push(self.puts_itself_out(inst.span, own));
            }
        }
    }

    /// A procedure that calls another whose part cannot be there.
    fn absent(&self, span: Span, caller: usize, called: usize) -> Diagnostic {
        let name = |proc: usize| self.prog.procs.get(proc).map_or("?", |p| p.name.as_str());
        let own = self.belongs.procs[caller];
        let number = self.belongs.procs[called];
        let (here, part) = (self.part(own), self.part(number));
        let (caller, called) = (name(caller), name(called));
        // Brought in, it would put out who calls.
        if part.out & here.with != 0 || here.out & part.with != 0 {
            let around = self.around(here.with & part.with);
            let message = format!(
                "`{caller}` in part `{}` calls `{called}`, which belongs to part `{}`: they are never in memory together",
                here.name, part.name
            );
            let help = format!(
                "put `{called}` below a line `part {around}`, which is in memory with both, or call it where `{}` has been left",
                here.name
            );
            return Diagnostic::warning("W021", span, message)
                .label("stops the game")
                .also(part.span, "the part")
                .help(help);
        }
        let message = format!(
            "`{called}` belongs to part `{}`, which cannot be in memory here, in `{caller}`",
            part.name
        );
        Diagnostic::warning("W021", span, message)
            .label("stops the game")
            .also(part.span, "the part")
            .help(format!("before it write: bring in {}", part.name))
    }

    /// The innermost of parts that lie within each other.
    fn around(&self, parts: u16) -> &str {
        let within = |part: &&PartInfo| part.with & !parts == 0;
        let all = self.prog.parts.iter().filter(within);
        let innermost = all.max_by_key(|part| part.with.count_ones());
        innermost.map_or("?", |part| part.name.as_str())
    }

    fn puts_itself_out(&self, span: Span, own: u8) -> Diagnostic {
        let part = self.part(own);
        let message = format!(
            "this puts part `{}` out of memory, and then goes on in it",
            part.name
        );
        Diagnostic::warning("W022", span, message)
            .label("stops the game")
            .also(part.span, "the part")
            .help("bring the other part in where this one has been left")
    }
}

/// The procedure that an instruction calls, or goes to for good.
fn callee(inst: &Inst) -> Option<usize> {
    inst.args.iter().find_map(|arg| match arg {
        Arg::Proc(proc) => Some(*proc),
        _ => None,
    })
}
