//! What a cartridge says of itself: view roles, bytes by rule, the table of sizes.

use super::Build;
use crate::ast::Life;
use crate::hir::{PartInfo, Program, Viewed};
use crate::lower::lir::{Data, Slot};
use crate::size::{Entry, PartSize, SizeTable};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use hexfront_isa::build::{Builder, Group, Look, View};
use hexfront_isa::cartridge::{GroupKind, OWN_PAGE, Shape};
use hexfront_isa::contract::{ink, sound};
use hexfront_isa::looks::{INK, SOUND};
use hexfront_isa::text::PAGE;
use hexfront_isa::{ROLES, RoleKind};

/// Array of the prelude: letters of a saved game's name.
const SAVE_NAME: &str = "_name";

pub(super) fn views(b: &Build<'_>) -> Vec<View> {
    let view = |role: &str, (page, offset): (u8, u8), count: usize| View {
        page,
        offset,
        count: count as u8,
        bits: 255,
        role: role.to_string(),
    };
    let is_list = |role: &str| {
        let known = ROLES.iter().find(|known| known.name == role);
        known.is_some_and(|known| known.kind == RoleKind::List)
    };
    let mut list = Vec::new();
    for (role, viewed, _) in &b.prog.view {
        let (place, entries) = match viewed {
            Viewed::Layer(l) => (b.layout.place(b.prog.layer_data(*l)), 0),
            Viewed::Field(r, f) => (
                b.layout.place(Data::Field(*r, *f)),
                b.prog.records[*r].count,
            ),
            Viewed::Array(a) => (
                b.layout.place(Data::Array(*a)),
                b.prog.arrays[*a].init.len(),
            ),
            Viewed::Var(v) => ((0, b.slots.offset(Slot::Var(*v))), 0),
        };
        let mut view = view(role, place, if is_list(role) { entries } else { 0 });
        if let Viewed::Layer(l) = viewed
            && let Some(within) = b.prog.layers[*l].within
        {
            view.bits = within.bits();
        }
        list.push(view);
    }
    // The name under which a game is saved, if it can be given.
    let name = b.prog.arrays.iter().position(|a| a.name == SAVE_NAME);
    if let Some(array) = name
        && b.layout.holds(Data::Array(array))
    {
        let entries = b.prog.arrays[array].init.len();
        list.push(view("name", b.layout.place(Data::Array(array)), entries));
    }
    if let Some(rec) = b.prog.records.iter().position(|r| r.stacked.is_some()) {
        for (role, data) in [("first", Data::First(rec)), ("next", Data::Next(rec))] {
            list.push(view(role, (b.layout.place(data).0, 0), 0));
        }
    }
    list
}

/// What the values of roles are drawn as: their names, but for those that the view draws as something else.
pub(super) fn looks(prog: &Program) -> Vec<Look> {
    let mut looks = Vec::new();
    for (role, viewed, _) in &prog.view {
        let members = prog.enum_of(*viewed).map(|e| &prog.enums[e].members);
        for (value, (name, _)) in (0..=255).zip(members.into_iter().flatten()) {
            let drawn = prog.draws.iter().find(|(own, _)| own == name);
            looks.push(Look {
                role: role.clone(),
                value,
                name: drawn.map_or(name, |(_, drawing)| drawing).clone(),
            });
        }
    }
    let first = sound::ALL.len() as u8;
    looks.extend(own(SOUND, first, &prog.sounds, &prog.sounds_like));
    let first = ink::ALL.len() as u8;
    looks.extend(own(INK, first, &prog.inks, &prog.inks_like));
    looks
}

/// Names of a game's own, numbered from `first` on; behind them, with the same number, what stands for them.
fn own(role: &str, first: u8, names: &[String], likes: &[(String, String)]) -> Vec<Look> {
    let mut looks = Vec::new();
    for (value, name) in (first..=255).zip(names) {
        let like = likes.iter().find(|(own, _)| own == name);
        let names = core::iter::once(name).chain(like.map(|(_, like)| like));
        looks.extend(names.map(|name| Look {
            role: role.to_string(),
            value,
            name: name.clone(),
        }));
    }
    looks
}

/// Bytes by rule id; rules that share a block share its bytes.
pub(super) fn rules(b: &Build<'_>, by_rule: &BTreeMap<u16, usize>) -> Vec<Entry> {
    let mut bytes: BTreeMap<String, usize> = BTreeMap::new();
    for rule in &b.prog.rules {
        for id in &rule.ids {
            bytes.entry(id.text.clone()).or_default();
        }
    }
    let mut add = |set: u16, amount: usize| {
        let ids = &b.prog.rule_sets[usize::from(set)];
        for (i, id) in ids.iter().enumerate() {
            // The first one takes what is left over.
            let share = amount / ids.len() + if i == 0 { amount % ids.len() } else { 0 };
            *bytes.entry(id.clone()).or_default() += share;
        }
    };
    for (set, amount) in by_rule {
        add(*set, *amount);
    }
    for (a, array) in b.prog.arrays.iter().enumerate() {
        add(
            array.rule,
            b.layout.sizes.get(&Data::Array(a)).copied().unwrap_or(0),
        );
    }
    bytes
        .into_iter()
        .map(|(name, bytes)| Entry { name, bytes })
        .collect()
}

/// Bytes of the pages of text that lie by themselves, and of the strings in the rests of data pages.
fn text_bytes(builder: &Builder) -> (usize, usize) {
    let (mut own, mut in_rests) = (0, 0);
    for (page, home) in builder.text.chunks(PAGE).zip(&builder.text_homes) {
        if *home == OWN_PAGE {
            own += page.len();
        } else {
            let first = page.iter().position(|byte| *byte != 0).unwrap_or(0);
            let last = page.iter().rposition(|byte| *byte != 0);
            // The zero that ends the last string is its too.
            in_rests += last.map_or(0, |last| last + 2 - first);
        }
    }
    (own, in_rests)
}

/// What some data is called, and how long it lives.
fn named(b: &Build<'_>, data: Data) -> Option<(String, Life)> {
    let record = |r: usize| &b.prog.records[r];
    Some(match data {
        Data::Array(a) => (b.prog.arrays[a].name.clone(), b.prog.arrays[a].life),
        Data::Names(e, width) => {
            let name = &b.prog.enums[e].name;
            (format!("names of {name} ({width})"), Life::Const)
        }
        Data::Layer(l) => (b.prog.layers[l].name.clone(), b.prog.layers[l].life),
        Data::Field(r, f) => {
            let field = &record(r).fields[f];
            (format!("{}.{}", record(r).name, field.name), field.life)
        }
        Data::Costs(_) => ("costs of a flood".to_string(), Life::Const),
        Data::FloodRow | Data::TrekRow => ("costs of floods".to_string(), Life::Scratch),
        Data::Nowhere => return None,
        Data::First(r) => (format!("{}.first", record(r).name), Life::Scratch),
        Data::Next(r) => (format!("{}.next", record(r).name), Life::Scratch),
    })
}

pub(super) fn sizes(
    b: &Build<'_>,
    by_proc: &BTreeMap<usize, usize>,
    rules: Vec<Entry>,
    builder: &Builder,
) -> SizeTable {
    use crate::hir::ProcKind;
    let proc_entry = |p: &usize, bytes: &usize| Entry {
        name: b
            .prog
            .procs
            .get(*p)
            .map_or("(move a record)".to_string(), |p| p.name.clone()),
        bytes: *bytes,
    };
    let is_screen = |p: usize| {
        b.prog
            .procs
            .get(p)
            .is_some_and(|p| p.kind == ProcKind::Screen)
    };
    let mut tables = Vec::new();
    let mut state = Vec::new();
    for (data, bytes) in &b.layout.sizes {
        let Some((name, life)) = named(b, *data) else {
            continue;
        };
        let entry = Entry {
            name,
            bytes: *bytes,
        };
        if life == Life::Const {
            tables.push(entry)
        } else {
            state.push(entry)
        }
    }
    state.push(Entry {
        name: "variables".into(),
        bytes: b.slots.globals,
    });
    let texts = builder.text_parts.iter().zip(&builder.text_homes);
    let by_itself = texts.filter(|(_, home)| **home == OWN_PAGE);
    let own_texts: Vec<u8> = by_itself.map(|(part, _)| *part).collect();
    let (own_text, text_in_rests) = text_bytes(builder);
    let contents = |number: usize| -> Vec<Entry> {
        let procs = by_proc.iter();
        let procs = procs.filter(|(p, _)| usize::from(b.belongs.procs[**p]) == number);
        let data = b.layout.sizes.iter();
        let data = data.filter(|(data, _)| usize::from(b.belongs.data(**data)) == number);
        let data = data.filter_map(|(data, bytes)| {
            let (name, life) = named(b, *data)?;
            let bytes = *bytes;
            (life == Life::Const || number > 0).then_some(Entry { name, bytes })
        });
        procs.map(|(p, n)| proc_entry(p, n)).chain(data).collect()
    };
    let part = |(number, part): (usize, &PartInfo)| {
        let own = |of: &[u8]| of.iter().filter(|p| usize::from(**p) == number).count();
        let constant = |g: &&Group| usize::from(g.part) == number && g.kind == GroupKind::Const;
        let data = builder.groups.iter().filter(constant);
        let written = |g: &&Group| usize::from(g.part) == number && g.kind != GroupKind::Const;
        let written = builder.groups.iter().filter(written);
        PartSize {
            name: part.name.clone(),
            code: 256 * own(&b.packed.parts),
            data: 256 * data.map(|g| usize::from(g.count)).sum::<usize>(),
            text: 256 * own(&own_texts),
            written: 256 * written.map(|g| usize::from(g.count)).sum::<usize>(),
            with: part.with,
            out: part.out,
            contents: contents(number),
        }
    };
    SizeTable {
        procedures: by_proc
            .iter()
            .filter(|p| !is_screen(*p.0))
            .map(|(p, n)| proc_entry(p, n))
            .collect(),
        screens: by_proc
            .iter()
            .filter(|p| is_screen(*p.0))
            .map(|(p, n)| proc_entry(p, n))
            .collect(),
        rules,
        tables,
        state,
        code_bytes: b.packed.used.iter().sum(),
        code_pages: b.packed.used.len(),
        parts: b.prog.parts.iter().enumerate().map(part).collect(),
        page_use: b.packed.used.clone(),
        data_pages: b.layout.pages(),
        zero_pages: builder
            .groups
            .iter()
            .filter(|g| g.content.is_none())
            .map(|g| usize::from(g.count))
            .sum(),
        text_letters: b.text.letters,
        text_bytes: own_text + 2 * builder.pairs.len(),
        text_in_rests,
        variables_end: b.slots.end,
        image_bytes: builder
            .fields
            .iter()
            .map(|f| {
                let wide = !matches!(f.shape, Shape::Bytes | Shape::Bits(_));
                usize::from(f.count) * (1 + usize::from(wide))
            })
            .sum(),
    }
}
