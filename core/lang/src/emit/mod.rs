//! From instructions to a cartridge.

mod frames;
mod gaps;
mod layout;
mod long;
mod pack;
mod parts;
mod presence;
mod report;
mod slots;
mod texts;

use crate::Target;
use crate::diag::Diagnostic;
use crate::hir::{Expectation, PartInfo, Program, Viewed};
use crate::lower::Lowered;
use crate::lower::lir::{Arg, Code, Data, Inst, Line, Slot};
use crate::size::SizeTable;
use crate::source::{Sources, Span};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::build::{Builder, Part, Procedure};
use hexfront_isa::cartridge::{self, Grid};
use hexfront_isa::text::Room;
use hexfront_isa::{Kind, Op, code};

pub(crate) use frames::{Frame, Held};
use layout::Layout;
use pack::{Packed, Segment};
use parts::Belongs;
use slots::Slots;
use texts::Texts;

/// The game needs more data pages than there are.
const TOO_MUCH_DATA: &str = "E171";
/// The game needs more code pages than there are.
const TOO_MUCH_CODE: &str = "E172";

/// Whether something could not be made because there was too much of it.
pub(crate) fn is_too_much(diag: &Diagnostic) -> bool {
    [TOO_MUCH_DATA, TOO_MUCH_CODE].contains(&diag.code)
}

/// A compiled game.
pub(crate) struct Emitted {
    pub builder: Builder,
    pub sizes: SizeTable,
    /// Entry of each test: page and offset.
    pub tests: Vec<(u8, u8)>,
    /// What failures in tests name.
    pub expects: Vec<Expectation>,
    /// Offset in V of each scalar.
    pub vars: Vec<u8>,
    /// Where the locals of procedures lie.
    pub frames: Vec<Frame>,
}

/// Makes the cartridge; what cannot be is reported.
pub(crate) fn emit(
    prog: &Program,
    mut lowered: Lowered,
    sources: &Sources,
    target: Target,
    diags: &mut Vec<Diagnostic>,
) -> Option<Emitted> {
    let used_vars = used_slots(&lowered.code);
    let keep = |v: usize| {
        let viewed = prog
            .view
            .iter()
            .any(|(_, what, _)| matches!(what, Viewed::Var(w) if *w == v));
        used_vars.contains(&v)
            || viewed
            || prog.vars[v].life == crate::ast::Life::State
            || prog.vars[v].setting
    };
    let floods = instructions(&lowered.code).any(|i| matches!(i.op, Op::Flood | Op::Trek));
    let slots = Slots::new(prog, &lowered.code, &keep, floods);
    if slots.end > 256 {
        let span = prog
            .procs
            .get(slots.deepest)
            .map(|p| p.span)
            .unwrap_or_default();
        diags.push(
            Diagnostic::error(
                "E170",
                span,
                format!(
                    "variables and locals need {} bytes, the machine has 256",
                    slots.end
                ),
            )
            .label("the calls down to here need most")
            .help("move variables into arrays, or make chains of calls shorter"),
        );
        return None;
    }
    let data = used_data(prog, &lowered);
    let pad = |e: usize, width: i8, texts: &mut Vec<String>| -> Vec<usize> {
        names(prog, e, width, texts)
    };
    let mut texts = core::mem::take(&mut lowered.texts);
    let mut name_lists: BTreeMap<(usize, i8), Vec<usize>> = BTreeMap::new();
    for d in &data {
        if let Data::Names(e, width) = d {
            name_lists.insert((*e, *width), pad(*e, *width, &mut texts));
        }
    }
    let list = |e: usize, width: i8| name_lists.get(&(e, width)).cloned().unwrap_or_default();
    let shipped = matches!(target, Target::Game | Target::Told);
    let mut belongs = Belongs::new(prog, &lowered.code, shipped);
    if shipped {
        presence::check(prog, &belongs, &lowered.code, diags);
        presence::thin_out(prog, &belongs, &mut lowered.code);
        let before = diags.len();
        belongs.check(prog, &lowered.code, diags);
        if diags.len() > before {
            return None;
        }
    }
    let mut layout = Layout::new(prog, &data, &list, &belongs, !shipped);
    if layout.pages() > 255 {
        diags.push(Diagnostic::error(
            TOO_MUCH_DATA,
            Span::default(),
            format!(
                "the game needs {} data pages, the machine has 255",
                layout.pages()
            ),
        ));
        return None;
    }
    let packed = match pack::pack(&lowered.code, &belongs.procs) {
        Ok(packed) if packed.used.len() <= 255 => packed,
        Ok(packed) => {
            diags.push(Diagnostic::error(
                TOO_MUCH_CODE,
                Span::default(),
                format!(
                    "the game needs {} code pages, the machine has 255",
                    packed.used.len()
                ),
            ));
            return None;
        }
        Err(pack::TooLarge { proc }) => {
            let span = prog.procs.get(proc).map(|p| p.span).unwrap_or_default();
            diags.push(
                Diagnostic::error(
                    "E173",
                    span,
                    "a part of this procedure does not fit into a code page",
                )
                .label("a `match` with too many cases?")
                .help("split it"),
            );
            return None;
        }
    };
    // A game is cut into parts where memory is scarce. Elsewhere the rests of pages stay as they are.
    let rooms = match shipped && prog.parts.len() > 1 {
        true => rooms(prog, &layout, &slots),
        false => Vec::new(),
    };
    let packed_texts = Texts::pack(prog, &lowered.code, &layout, &mut belongs, &texts, &rooms);
    let text = match packed_texts {
        Ok(text) => text,
        Err(text) => {
            let start: String = text.chars().take(40).collect();
            let message = format!("the text \"{start}...\" is too long, even packed");
            diags.push(
                Diagnostic::error("E174", Span::default(), message)
                    .help("cut it in two: a text may take 255 bytes"),
            );
            return None;
        }
    };
    for word in core::mem::take(&mut layout.text_words) {
        let position = text.position(word.text);
        let content = layout.content(word.group);
        let [low, high] = word.places;
        content[low] = position as u8;
        content[high] = (position >> 8) as u8;
    }
    let v = v_page(prog, &slots, &text);
    *layout.content(0) = v;
    Some(build(&Build {
        prog,
        sources,
        lowered: &lowered,
        slots: &slots,
        layout: &layout,
        packed: &packed,
        text: &text,
        belongs: &belongs,
        shipped,
    }))
}

/// Where texts may lie besides pages of their own: the rests of data pages and of V.
fn rooms(prog: &Program, layout: &Layout, slots: &Slots) -> Vec<Room> {
    let mut rooms = layout.rooms(prog);
    rooms.push(Room {
        page: 0,
        start: slots.end.min(255) as u8,
        end: 255,
        part: 0,
        serves: u16::MAX,
    });
    rooms
}

/// Texts of an enum's members at a width: right-aligned if it is positive, left-aligned if negative.
fn names(prog: &Program, e: usize, width: i8, texts: &mut Vec<String>) -> Vec<usize> {
    let columns = usize::from(width.unsigned_abs());
    prog.enums[e]
        .members
        .iter()
        .map(|(_, shown)| {
            let text = if width < 0 {
                format!("{shown:<columns$}")
            } else {
                format!("{shown:>columns$}")
            };
            texts.iter().position(|t| *t == text).unwrap_or_else(|| {
                texts.push(text);
                texts.len() - 1
            })
        })
        .collect()
}

fn instructions(code: &[Option<Code>]) -> impl Iterator<Item = &Inst> {
    code.iter()
        .flatten()
        .flat_map(|c| &c.lines)
        .filter_map(|l| match l {
            Line::Inst(inst) => Some(inst),
            Line::Label(_) => None,
        })
}

fn used_slots(code: &[Option<Code>]) -> BTreeSet<usize> {
    instructions(code)
        .flat_map(|i| &i.args)
        .filter_map(|a| {
            if let Arg::V(Slot::Var(v)) = a {
                Some(*v)
            } else {
                None
            }
        })
        .collect()
}

fn used_data(prog: &Program, lowered: &Lowered) -> BTreeSet<Data> {
    let mut used: BTreeSet<Data> = instructions(&lowered.code)
        .flat_map(|i| &i.args)
        .filter_map(|a| {
            if let Arg::Page(data) | Arg::Offset(data, _) = a {
                Some(*data)
            } else {
                None
            }
        })
        .collect();
    for (_, viewed, _) in &prog.view {
        match viewed {
            Viewed::Layer(l) => used.insert(prog.layer_data(*l)),
            Viewed::Field(r, f) => used.insert(Data::Field(*r, *f)),
            Viewed::Array(a) => used.insert(Data::Array(*a)),
            Viewed::Var(_) => false,
        };
    }
    // Links of stacked records go together.
    for (r, record) in prog.records.iter().enumerate() {
        if record.stacked.is_some() {
            used.insert(Data::Next(r));
            used.insert(Data::First(r));
        }
    }
    used
}

fn v_page(prog: &Program, slots: &Slots, text: &Texts) -> Vec<u8> {
    let mut v = vec![0u8; 256];
    let seed = 0x2A6D_365Bu32.to_le_bytes();
    v[usize::from(hexfront_isa::V_RANDOM)..][..4].copy_from_slice(&seed);
    for (i, var) in prog.vars.iter().enumerate() {
        let at = usize::from(slots.offset(Slot::Var(i)));
        if at < usize::from(hexfront_isa::V_FREE) {
            continue;
        }
        let value = if var.ty == crate::types::Ty::Text {
            i32::from(text.position(var.init as usize))
        } else {
            var.init
        };
        v[at] = value as u8;
        if var.ty.width() == 2 {
            v[at + 1] = (value >> 8) as u8;
        }
    }
    v
}

struct Build<'a> {
    prog: &'a Program,
    sources: &'a Sources,
    lowered: &'a Lowered,
    slots: &'a Slots,
    layout: &'a Layout,
    packed: &'a Packed,
    text: &'a Texts,
    belongs: &'a Belongs,
    /// For machines, not for tests or the simulation, which have everything in memory.
    shipped: bool,
}

fn build(b: &Build<'_>) -> Emitted {
    let mut pages = vec![[0u8; 256]; b.packed.used.len()];
    let labels = pack::label_places(&b.lowered.code, b.packed);
    let mut entries: Vec<(u8, u8)> = vec![(0, 0); b.lowered.code.len()];
    for segment in b.packed.segments.iter().filter(|s| s.from == 0) {
        entries[segment.proc] = (segment.page as u8, segment.offset as u8);
    }
    let mut lines: Vec<cartridge::Line> = Vec::new();
    let mut by_rule: BTreeMap<u16, usize> = BTreeMap::new();
    let mut by_proc: BTreeMap<usize, usize> = BTreeMap::new();
    let line_numbers = LineNumbers::new(b.sources);
    for segment in &b.packed.segments {
        let Some(code) = &b.lowered.code[segment.proc] else {
            continue;
        };
        *by_proc.entry(segment.proc).or_default() += segment.size;
        place(
            b,
            segment,
            code,
            &labels[segment.proc],
            &entries,
            &mut pages,
            &mut lines,
            &mut by_rule,
            &line_numbers,
        );
    }
    lines.sort_by_key(|l| (l.page, l.offset));
    lines.dedup_by_key(|l| (l.page, l.offset));
    let procedures = (0..b.lowered.code.len()).filter(|p| {
        let code = b.lowered.code[*p].as_ref();
        code.is_some_and(|code| !code.lines.is_empty())
    });
    let numbers: Vec<usize> = procedures.collect();
    let name = |p: usize| {
        b.prog
            .procs
            .get(p)
            .map_or("(move a record)", |p| p.name.as_str())
            .to_string()
    };
    let main = b
        .prog
        .main
        .and_then(|m| numbers.iter().position(|p| *p == m))
        .unwrap_or(0);
    let views = report::views(b);
    let rules = report::rules(b, &by_rule);
    let builder = Builder {
        game: b.prog.id.clone(),
        title: b.prog.title.clone(),
        version: b.prog.version,
        pointer: b.prog.pointer,
        telephone: b.prog.telephone,
        grid: Grid {
            columns: b.prog.grid.columns.max(1),
            rows: b.prog.grid.rows.max(1),
            ..b.prog.grid
        },
        main: main as u16,
        code: pages
            .into_iter()
            .zip(b.packed.parts.iter().copied())
            .collect(),
        procedures: numbers
            .iter()
            .map(|p| Procedure {
                page: entries[*p].0,
                offset: entries[*p].1,
                part: b.belongs.procs[*p],
                name: name(*p),
            })
            .collect(),
        groups: b.layout.groups.clone(),
        parts: parts(b),
        text: b.text.packed.bytes.clone(),
        text_parts: b.text.packed.parts.clone(),
        text_homes: b.text.packed.homes.clone(),
        pairs: b.text.packed.pairs.clone(),
        fields: b.layout.fields(b.prog, &|v| b.slots.offset(Slot::Var(v))),
        views,
        looks: report::looks(b.prog),
        // Its files are no sources; who has them puts them in.
        art: Vec::new(),
        rules: rules
            .iter()
            .map(|e| (e.name.clone(), e.bytes as u16))
            .collect(),
        files: b.sources.files().iter().map(|f| f.name.clone()).collect(),
        lines,
    };
    let sizes = report::sizes(b, &by_proc, rules, &builder);
    Emitted {
        tests: b.prog.tests.iter().map(|t| entries[t.proc]).collect(),
        expects: b.lowered.expects.clone(),
        vars: (0..b.prog.vars.len())
            .map(|v| b.slots.offset(Slot::Var(v)))
            .collect(),
        frames: frames::frames(b.prog, &b.lowered.code, b.slots),
        sizes,
        builder,
    }
}

/// The table of parts. Tests and the simulation have everything in memory, but for what was put out of it.
fn parts(b: &Build<'_>) -> Vec<Part> {
    let part = |(number, part): (usize, &PartInfo)| Part {
        at_start: part.at_start || !b.shipped,
        title: b.belongs.title == Some(number as u8),
        map: b.belongs.map == Some(number as u8),
        with: part.with,
        out: part.out,
        name: part.name.clone(),
    };
    b.prog.parts.iter().enumerate().map(part).collect()
}

/// Line starts of each file, so that a span's line is found quickly.
struct LineNumbers(Vec<Vec<u32>>);

impl LineNumbers {
    fn new(sources: &Sources) -> LineNumbers {
        let starts = |text: &str| {
            let breaks = text
                .bytes()
                .enumerate()
                .filter(|(_, b)| *b == b'\n')
                .map(|(i, _)| i as u32 + 1);
            core::iter::once(0).chain(breaks).collect()
        };
        LineNumbers(sources.files().iter().map(|f| starts(&f.text)).collect())
    }

    fn line(&self, span: Span) -> u16 {
        let starts = self
            .0
            .get(usize::from(span.file))
            .map_or(&[] as &[u32], Vec::as_slice);
        starts.partition_point(|s| *s <= span.start) as u16
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the pieces that one pass over a segment fills"
)]
fn place(
    b: &Build<'_>,
    segment: &Segment,
    code: &Code,
    labels: &BTreeMap<usize, (usize, usize)>,
    entries: &[(u8, u8)],
    pages: &mut [[u8; 256]],
    lines: &mut Vec<cartridge::Line>,
    by_rule: &mut BTreeMap<u16, usize>,
    numbers: &LineNumbers,
) {
    let here = pack::labels_in(code, segment);
    let stretch = &code.lines[segment.from..segment.to];
    let body: usize = stretch
        .iter()
        .map(|l| {
            if let Line::Inst(i) = l {
                pack::placed_size(i, &here)
            } else {
                0
            }
        })
        .sum();
    let stubs_at = segment.offset + body + usize::from(segment.runs_on);
    let stub = |label: usize| {
        segment
            .stubs
            .iter()
            .position(|s| *s == label)
            .map(|i| stubs_at + 3 * i)
    };
    let target = |label: usize| {
        let place = labels
            .get(&label)
            .copied()
            .unwrap_or((segment.page, segment.offset));
        if here.contains(&label) {
            place.1
        } else {
            stub(label).unwrap_or(place.1)
        }
    };
    let mut out: Vec<u8> = Vec::new();
    let mut rule = 0;
    for line in stretch {
        let Line::Inst(inst) = line else { continue };
        let at = segment.offset + out.len();
        let number = numbers.line(inst.span);
        let file = inst.span.file as u8;
        if lines
            .last()
            .is_none_or(|l| (usize::from(l.page), l.file, l.line) != (segment.page, file, number))
            || out.is_empty()
        {
            lines.push(cartridge::Line {
                page: segment.page as u8,
                offset: at as u8,
                file,
                line: number,
            });
        }
        let before = out.len();
        let far = inst.op == Op::Jmp && inst.targets().iter().any(|t| !here.contains(t));
        if far {
            far_jump(&mut out, labels, inst.targets().first().copied());
        } else {
            encode(b, inst, entries, &target, &mut out);
        }
        rule = inst.rule;
        *by_rule.entry(rule).or_default() += out.len() - before;
    }
    let before = out.len();
    if segment.runs_on {
        out.push(code::encode(Op::Npage).0);
    }
    for label in &segment.stubs {
        far_jump(&mut out, labels, Some(*label));
    }
    *by_rule.entry(rule).or_default() += out.len() - before;
    pages[segment.page][segment.offset..segment.offset + out.len()].copy_from_slice(&out);
}

fn far_jump(out: &mut Vec<u8>, labels: &BTreeMap<usize, (usize, usize)>, label: Option<usize>) {
    let place = label.and_then(|l| labels.get(&l).copied());
    debug_assert!(place.is_some(), "a label that is nowhere");
    let (page, offset) = place.unwrap_or((0, 0));
    out.extend([code::encode(Op::Fjmp).0, page as u8, offset as u8]);
}

fn encode(
    b: &Build<'_>,
    inst: &Inst,
    entries: &[(u8, u8)],
    target: &dyn Fn(usize) -> usize,
    out: &mut Vec<u8>,
) {
    let (first, native) = code::encode(inst.op);
    out.push(first);
    out.extend(native);
    for (arg, operand) in inst.args.iter().zip(inst.op.info().operands) {
        match arg {
            Arg::Imm(n) if operand.kind.width() == 2 => out.extend(n.to_be_bytes()),
            Arg::Imm(n) => out.push(*n as u8),
            Arg::V(slot) => out.push(b.slots.offset(*slot)),
            Arg::Page(data) => out.push(b.layout.place(*data).0),
            Arg::Offset(data, add) => out.push((i32::from(b.layout.place(*data).1) + add) as u8),
            Arg::Target(label) => out.push(target(*label) as u8),
            Arg::Proc(proc) => out.extend([entries[*proc].0, entries[*proc].1]),
            Arg::Text(text) => {
                let position = b.text.position(*text);
                if operand.kind == Kind::Imm8 {
                    out.push(position as u8)
                } else {
                    out.extend(position.to_be_bytes())
                }
            }
            Arg::Targets(list) => {
                out.push(list.len() as u8);
                out.extend(list.iter().map(|l| target(*l) as u8));
            }
        }
    }
}
