//! What belongs to which part of the game. What stands below a `part` line belongs to that part; everything else, the
//! procedures without one, tables, layers and texts, goes where it is used: to the innermost part within which all its
//! users lie. What is written belongs to the first part, which is always in memory.

use crate::ast::Life;
use crate::diag::Diagnostic;
use crate::hir::{PartInfo, ProcKind, Program, Viewed};
use crate::lower::lir::{Arg, Code, Data, Inst, Line};
use crate::source::Span;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::{Op, ShellCall};

/// The part of everything, by number.
#[derive(Debug, Default)]
pub(crate) struct Belongs {
    pub procs: Vec<u8>,
    data: BTreeMap<Data, u8>,
    texts: BTreeMap<usize, u8>,
    /// Whether constant data and texts may lie in other parts than the first.
    apart: bool,
    /// The part that shows the title page, and the one that shows the map.
    pub title: Option<u8>,
    pub map: Option<u8>,
}

/// The innermost part within which two lie.
fn common(parts: &[PartInfo], a: u8, b: u8) -> u8 {
    let with = |part: u8| parts.get(usize::from(part)).map_or(1, |p| p.with);
    let both = with(a) & with(b);
    let within = (0..parts.len() as u8).filter(|part| both & 1 << part != 0);
    within
        .max_by_key(|part| with(*part).count_ones())
        .unwrap_or(0)
}

/// The parts that are in memory only while this one is, it among them, a bit each.
pub(super) fn within(parts: &[PartInfo], part: u8) -> u16 {
    let numbers = parts.iter().enumerate();
    let within = numbers.filter(|(_, other)| other.with & 1 << part != 0);
    within.fold(0, |mask, (number, _)| mask | 1 << number)
}

/// Another user of something that has users already, or has none yet.
fn join(parts: &[PartInfo], old: Option<u8>, part: u8) -> u8 {
    old.map_or(part, |old| common(parts, old, part))
}

fn instructions(code: &Code) -> impl Iterator<Item = &Inst> {
    code.lines.iter().filter_map(|line| match line {
        Line::Inst(inst) => Some(inst),
        Line::Label(_) => None,
    })
}

/// The shell call of an instruction, and its first argument if that is a constant.
pub(super) fn shell_call(inst: &Inst) -> Option<(ShellCall, Option<u16>)> {
    let constant = |arg: Option<&Arg>| match arg {
        Some(Arg::Imm(n)) => Some(*n),
        _ => None,
    };
    let call = match inst.op {
        Op::Shell | Op::Shella | Op::Shelli | Op::Shell2 => constant(inst.args.first())?,
        _ => return None,
    };
    let argument = match inst.op {
        Op::Shelli | Op::Shell2 => constant(inst.args.get(1)),
        _ => None,
    };
    Some((*ShellCall::ALL.get(usize::from(call))?, argument))
}

impl Belongs {
    /// `apart`: whether constant data and texts may lie in other parts than the first.
    pub(crate) fn new(prog: &Program, code: &[Option<Code>], apart: bool) -> Belongs {
        let parts = &prog.parts;
        let mut all = Belongs {
            procs: procedures(prog, code),
            apart,
            ..Belongs::default()
        };
        for (proc, own) in code.iter().enumerate() {
            let Some(own) = own else { continue };
            if is_test(prog, proc) {
                continue;
            }
            let part = all.procs[proc];
            if own.title {
                all.title = Some(join(parts, all.title, part));
            }
            for inst in instructions(own) {
                if let Some((ShellCall::Map | ShellCall::Refresh, _)) = shell_call(inst) {
                    all.map = Some(join(parts, all.map, part));
                }
                for arg in &inst.args {
                    all.uses(parts, arg, part);
                }
            }
        }
        // The machine draws the map from what the view names.
        for (_, viewed, _) in &prog.view {
            let data = match viewed {
                Viewed::Layer(l) => prog.layer_data(*l),
                Viewed::Field(r, f) => Data::Field(*r, *f),
                Viewed::Array(a) => Data::Array(*a),
                Viewed::Var(_) => continue,
            };
            all.uses(parts, &Arg::Page(data), all.map.unwrap_or(0));
        }
        let written = all.data.iter_mut();
        let written = written.filter(|(data, _)| is_written(prog, **data));
        written.for_each(|(data, part)| *part = kept_in(prog, *data));
        all
    }

    /// Tells of procedures that use what need not be in memory with them.
    pub(super) fn check(&self, prog: &Program, code: &[Option<Code>], diags: &mut Vec<Diagnostic>) {
        let with = |part: u8| prog.parts[usize::from(part)].with;
        for (proc, own) in code.iter().enumerate() {
            for inst in own.iter().flat_map(instructions) {
                for arg in &inst.args {
                    let (Arg::Page(data) | Arg::Offset(data, _)) = arg else {
                        continue;
                    };
                    let (part, here) = (kept_in(prog, *data), self.procs[proc]);
                    if !is_test(prog, proc) && with(here) & 1 << part == 0 {
                        diags.push(not_with(prog, *data, part, proc, here, inst.span));
                    }
                }
            }
        }
    }

    fn uses(&mut self, parts: &[PartInfo], arg: &Arg, part: u8) {
        match arg {
            Arg::Page(data) | Arg::Offset(data, _) => {
                let old = self.data.get(data).copied();
                self.data.insert(*data, join(parts, old, part));
            }
            Arg::Text(text) => {
                let old = self.texts.get(text).copied();
                self.texts.insert(*text, join(parts, old, part));
            }
            Arg::Imm(_) | Arg::V(_) | Arg::Target(_) | Arg::Proc(_) | Arg::Targets(_) => {}
        }
    }

    /// A text that stands in some data.
    pub(crate) fn text_in(&mut self, parts: &[PartInfo], text: usize, data: Data) {
        let part = self.data(data);
        self.uses(parts, &Arg::Text(text), part);
    }

    /// A text that a variable holds.
    pub(crate) fn text_at_large(&mut self, text: usize) {
        self.texts.insert(text, 0);
    }

    /// The part of some data; what nobody uses lies with the first.
    pub(crate) fn data(&self, data: Data) -> u8 {
        let part = self.data.get(&data).filter(|_| self.apart);
        part.copied().unwrap_or(0)
    }

    /// The part of a text.
    pub(crate) fn text(&self, text: usize) -> u8 {
        let part = self.texts.get(&text).filter(|_| self.apart);
        part.copied().unwrap_or(0)
    }
}

fn is_test(prog: &Program, proc: usize) -> bool {
    let kind = prog.procs.get(proc).map(|p| p.kind);
    kind == Some(ProcKind::Test)
}

fn is_written(prog: &Program, data: Data) -> bool {
    let life = match data {
        Data::Field(r, f) => prog.records[r].fields[f].life,
        Data::Array(a) => prog.arrays[a].life,
        Data::Layer(l) => prog.layers[l].life,
        Data::Names(..) | Data::Costs(_) => Life::Const,
        Data::Nowhere | Data::FloodRow | Data::TrekRow | Data::First(_) | Data::Next(_) => {
            Life::Scratch
        }
    };
    life != Life::Const
}

/// The part that comes with what is written; the first but for layers that say another.
fn kept_in(prog: &Program, data: Data) -> u8 {
    match data {
        Data::Layer(layer) => prog.layers[layer].part,
        _ => 0,
    }
}

fn not_with(prog: &Program, data: Data, part: u8, proc: usize, here: u8, span: Span) -> Diagnostic {
    let name = |part: u8| &prog.parts[usize::from(part)].name;
    let layer = match data {
        Data::Layer(layer) => prog.layers[layer].name.as_str(),
        _ => "?",
    };
    let user = prog.procs.get(proc).map_or("?", |p| p.name.as_str());
    let message = format!(
        "`{layer}` lies in part `{}`, and `{user}`, which uses it, in part `{}`",
        name(part),
        name(here)
    );
    Diagnostic::error("E218", span, message)
        .label("need not be in memory here")
        .help(format!(
            "put `{user}` below a line `part {}`, or a part within it",
            name(part)
        ))
}

/// The part of each procedure; callers come before those they call, for there is no recursion.
fn procedures(prog: &Program, code: &[Option<Code>]) -> Vec<u8> {
    let mut callers = vec![0_usize; code.len()];
    for own in code.iter().flatten() {
        own.calls.iter().for_each(|callee| callers[*callee] += 1);
    }
    let mut found: Vec<Option<u8>> = vec![None; code.len()];
    let mut open: Vec<usize> = (0..code.len()).filter(|p| callers[*p] == 0).collect();
    while let Some(proc) = open.pop() {
        let told = prog.procs.get(proc).and_then(|p| p.part);
        let part = told.or(found[proc]).unwrap_or(0);
        found[proc] = Some(part);
        for callee in code[proc].iter().flat_map(|c| &c.calls) {
            // Tests run with everything in memory: they do not draw what they call to themselves.
            if !is_test(prog, proc) {
                found[*callee] = Some(join(&prog.parts, found[*callee], part));
            }
            callers[*callee] -= 1;
            if callers[*callee] == 0 {
                open.push(*callee);
            }
        }
    }
    found.into_iter().map(|part| part.unwrap_or(0)).collect()
}
