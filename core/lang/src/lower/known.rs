//! What is known of A, U and the variables at each instruction, on every way that leads there; and what that makes shorter:
//! values that are where they are wanted are not fetched again, conditions that are known are not asked.

mod rewrite;

use super::effects::{Changes, Effects};
use super::lir::{Arg, Code, Data, Inst, Line, Slot};
use super::peephole::leaves_byte;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::Op;
use rewrite::{Names, Rewritten};

/// Where a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    A,
    U,
    V(Slot),
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    /// Some byte, widened.
    Byte,
    Number(u16),
    /// What a variable holds.
    Slot(Slot),
    /// A cell of a field, of an array or of a layer, by the variable that holds its number.
    Cell(Data, Slot),
    /// The neighbour of a hex in a direction.
    Near(Slot, Slot),
}

impl Value {
    fn names(self, slot: Slot) -> bool {
        match self {
            Value::Byte | Value::Number(_) => false,
            Value::Slot(a) | Value::Cell(_, a) => a == slot,
            Value::Near(a, b) => a == slot || b == slot,
        }
    }

    fn all_slots(self, test: impl Fn(Slot) -> bool) -> bool {
        match self {
            Value::Byte | Value::Number(_) => true,
            Value::Slot(a) | Value::Cell(_, a) => test(a),
            Value::Near(a, b) => test(a) && test(b),
        }
    }
}

/// What all procedures tell of themselves.
pub(super) struct Context<'a> {
    /// The procedure that the code belongs to.
    pub proc: usize,
    pub effects: &'a Effects,
    /// Procedures whose result is a byte.
    pub byte_result: &'a dyn Fn(usize) -> bool,
    /// The last parameter, which comes in A, is a byte.
    pub byte_param: bool,
}

/// Rewrites the code by what is known. True if anything changed.
pub(super) fn improve(code: &mut Code, context: &Context<'_>) -> bool {
    let states = states(code, context);
    let names = Names::new(code, context.proc);
    let mut changed = false;
    let mut lines = Vec::with_capacity(code.lines.len());
    for (line, known) in code.lines.drain(..).zip(states) {
        let (Line::Inst(inst), Some(known)) = (&line, known) else {
            lines.push(line);
            continue;
        };
        match known.rewritten(inst, &names) {
            Rewritten::Same => lines.push(line),
            Rewritten::Gone => changed = true,
            Rewritten::Other(other) => {
                changed = true;
                lines.push(Line::Inst(other));
            }
        }
    }
    code.lines = lines;
    changed
}

/// What is known before each line; nothing where no way leads.
fn states(code: &Code, context: &Context<'_>) -> Vec<Option<Known>> {
    let places = code.label_places();
    let mut states: Vec<Option<Known>> = vec![None; code.lines.len()];
    let mut start = Known::default();
    if context.byte_param {
        start.0.insert((Place::A, Value::Byte));
    }
    let mut open = BTreeSet::new();
    arrive(&mut states, &mut open, 0, start);
    while let Some(at) = open.pop_first() {
        let Some(before) = states[at].clone() else {
            continue;
        };
        let Line::Inst(inst) = &code.lines[at] else {
            arrive(&mut states, &mut open, at + 1, before);
            continue;
        };
        let after = before.after(inst, context);
        for label in inst.targets() {
            if let Some(place) = places.get(&label) {
                arrive(
                    &mut states,
                    &mut open,
                    *place,
                    after.clone().behind(inst, true),
                );
            }
        }
        if !inst.op.info().ends {
            arrive(&mut states, &mut open, at + 1, after.behind(inst, false));
        }
    }
    states
}

/// What is known where another way comes in is what both know.
fn arrive(states: &mut [Option<Known>], open: &mut BTreeSet<usize>, at: usize, with: Known) {
    let Some(state) = states.get_mut(at) else {
        return;
    };
    match state {
        None => *state = Some(with),
        Some(state) => {
            let before = state.0.len();
            state.0.retain(|fact| with.0.contains(fact));
            if state.0.len() == before {
                return;
            }
        }
    }
    open.insert(at);
}

/// Facts: a place holds a value. One place may hold several, which are the same then.
#[derive(Clone, Debug, Default)]
struct Known(BTreeSet<(Place, Value)>);

impl Known {
    fn has(&self, place: Place, value: Value) -> bool {
        self.0.contains(&(place, value))
    }

    fn values(&self, place: Place) -> impl Iterator<Item = Value> {
        let facts = self.0.iter().filter(move |fact| fact.0 == place);
        facts.map(|fact| fact.1)
    }

    fn number(&self, place: Place) -> Option<u16> {
        self.values(place).find_map(|value| match value {
            Value::Number(n) => Some(n),
            _ => None,
        })
    }

    /// Whether two places hold the same.
    fn same(&self, a: Place, b: Place) -> bool {
        let is = |a, b| matches!(b, Place::V(slot) if self.has(a, Value::Slot(slot)));
        let telling = |value: &Value| *value != Value::Byte && self.has(b, *value);
        is(a, b) || is(b, a) || self.values(a).any(|value| telling(&value))
    }

    /// A value with all that is known to be the same.
    fn all_of(&self, value: Value) -> BTreeSet<Value> {
        let mut all = BTreeSet::from([value]);
        if let Value::Slot(slot) = value {
            all.extend(self.values(Place::V(slot)));
        }
        if value == Value::Byte {
            return all;
        }
        for (place, held) in &self.0 {
            if let (Place::V(slot), true) = (place, *held == value) {
                all.insert(Value::Slot(*slot));
                all.extend(self.values(*place));
            }
        }
        all
    }

    /// The variables that hold the current record.
    fn records(&self) -> Vec<Slot> {
        let slots = self.values(Place::U).filter_map(|value| match value {
            Value::Slot(slot) => Some(slot),
            _ => None,
        });
        slots.collect()
    }

    /// What a cell of a field of the current record holds.
    fn field(&self, data: Data) -> BTreeSet<Value> {
        let cells = self.records().into_iter();
        cells
            .flat_map(|slot| self.all_of(Value::Cell(data, slot)))
            .collect()
    }

    /// What an instruction that loads would load; nothing if that is not known.
    fn loaded(&self, inst: &Inst) -> BTreeSet<Value> {
        let number = |n: u16| self.all_of(Value::Number(n));
        match (inst.op, inst.args.as_slice()) {
            (Op::Ldi8 | Op::Ldi16, [Arg::Imm(n)]) => number(*n),
            (Op::Set8 | Op::Set16, [_, Arg::Imm(n)]) => number(*n),
            (Op::Ld8 | Op::Ld16 | Op::Ldu, [Arg::V(slot)])
            | (Op::Mov8 | Op::Mov16 | Op::Movz, [_, Arg::V(slot)]) => {
                self.all_of(Value::Slot(*slot))
            }
            (Op::Ldf | Op::Ldfw, [Arg::Page(data)])
            | (Op::Movf | Op::Movfw, [Arg::Page(data), _]) => self.field(*data),
            (Op::Lx | Op::Lxw | Op::Ll, [Arg::Page(data), Arg::V(slot)])
            | (Op::Lxv | Op::Lxwv, [Arg::Page(data), Arg::V(slot), _]) => {
                self.all_of(Value::Cell(*data, *slot))
            }
            (Op::Hexn, [Arg::V(hex), Arg::V(direction)]) => {
                self.all_of(Value::Near(*hex, *direction))
            }
            (Op::Tua, []) => self.values(Place::U).collect(),
            _ => BTreeSet::new(),
        }
    }

    fn forget(&mut self, place: Place) {
        self.0.retain(|fact| fact.0 != place);
    }

    fn forget_cells(&mut self, which: impl Fn(Data) -> bool) {
        let gone = |value: &Value| matches!(value, Value::Cell(data, _) if which(*data));
        self.0.retain(|fact| !gone(&fact.1));
    }

    fn hold(&mut self, place: Place, values: impl IntoIterator<Item = Value>) {
        let own = |value: &Value| matches!(place, Place::V(slot) if value.names(slot));
        let values = values.into_iter().filter(|value| !own(value));
        self.0.extend(values.map(|value| (place, value)));
    }

    /// Forgets what changes.
    fn change(&mut self, changes: &Changes, context: &Context<'_>) {
        for written in &changes.slots {
            let keeps = |slot| context.effects.keeps_beside(slot, *written);
            self.keep(keeps);
        }
        if changes.any_data {
            self.forget_cells(|_| true);
        } else {
            self.forget_cells(|data| changes.data.contains(&data));
        }
        if changes.prints {
            self.keep(|slot| !matches!(slot, Slot::Fixed(_)));
        }
        if changes.shell {
            self.forget_cells(|_| true);
            self.keep(|slot| matches!(slot, Slot::Local(..)));
        }
    }

    /// Forgets all variables that do not keep their value.
    fn keep(&mut self, keeps: impl Fn(Slot) -> bool) {
        self.0.retain(|(place, value)| {
            let stays = !matches!(place, Place::V(slot) if !keeps(*slot));
            stays && value.all_slots(&keeps)
        });
    }

    /// What is known behind an instruction, wherever it goes.
    fn after(&self, inst: &Inst, context: &Context<'_>) -> Known {
        let info = inst.op.info();
        let mut after = self.clone();
        let mut loaded = self.loaded(inst);
        if leaves_byte(inst, context.byte_result) || matches!(inst.op, Op::Lxv | Op::Movf) {
            loaded.insert(Value::Byte);
        }
        if info.writes.contains('A') {
            after.forget(Place::A);
        }
        if info.writes.contains('U') {
            after.forget(Place::U);
        }
        if let (Op::Call, Some(Arg::Proc(proc))) = (inst.op, inst.args.first()) {
            after.call(*proc, context);
        } else {
            let changes = Changes::of(inst);
            after.change(&changes, context);
            let keeps = |slot| {
                let mut written = changes.slots.iter();
                written.all(|written| context.effects.keeps_beside(slot, *written))
            };
            loaded.retain(|value| value.all_slots(keeps));
        }
        match (inst.op, inst.args.as_slice()) {
            (Op::St8, [Arg::V(slot)]) if self.has(Place::A, Value::Byte) => after.store(*slot),
            (Op::St8, [Arg::V(slot)]) => after.hold(Place::V(*slot), [Value::Byte]),
            (Op::St16, [Arg::V(slot)]) => after.store(*slot),
            (Op::Set8 | Op::Set16 | Op::Mov8 | Op::Mov16 | Op::Movz, [Arg::V(slot), _])
            | (Op::Movf | Op::Movfw, [_, Arg::V(slot)])
            | (Op::Lxv | Op::Lxwv, [_, _, Arg::V(slot)]) => {
                if matches!(inst.op, Op::Mov8 | Op::Movz) {
                    loaded.insert(Value::Byte);
                }
                let too = self
                    .values(Place::A)
                    .any(|v| v != Value::Byte && loaded.contains(&v));
                after.hold(Place::V(*slot), loaded);
                if too {
                    after.hold(Place::A, [Value::Slot(*slot)]);
                }
            }
            (Op::Stf, [Arg::Page(data)]) if self.has(Place::A, Value::Byte) => {
                after.store_cells(Place::A, *data);
            }
            (Op::Stfw, [Arg::Page(data)]) => after.store_cells(Place::A, *data),
            (Op::Stfv, [Arg::Page(data), Arg::V(slot)]) => {
                after.store_cells(Place::V(*slot), *data);
            }
            (Op::Sl, [Arg::Page(data), Arg::V(hex)]) if self.has(Place::A, Value::Byte) => {
                after.hold(Place::A, [Value::Cell(*data, *hex)]);
            }
            (Op::Ldu, _) => after.hold(Place::U, loaded),
            _ if info.writes.contains('A') => after.hold(Place::A, loaded),
            _ => {}
        }
        after
    }

    /// A went into a variable.
    fn store(&mut self, slot: Slot) {
        let values: Vec<Value> = self.values(Place::A).collect();
        self.hold(Place::V(slot), values);
        self.hold(Place::A, [Value::Slot(slot)]);
    }

    /// A place went into a field of the current record.
    fn store_cells(&mut self, from: Place, data: Data) {
        for slot in self.records() {
            self.hold(from, [Value::Cell(data, slot)]);
        }
    }

    fn call(&mut self, proc: usize, context: &Context<'_>) {
        self.forget(Place::A);
        self.forget(Place::U);
        let changes = context.effects.changes(proc);
        if changes.any_data || changes.shell {
            self.forget_cells(|_| true);
        } else {
            self.forget_cells(|data| changes.data.contains(&data));
        }
        self.keep(|slot| context.effects.keeps(proc, slot));
        if (context.byte_result)(proc) {
            self.hold(Place::A, [Value::Byte]);
        }
    }

    /// What a condition tells where it holds, or where it does not.
    fn behind(mut self, inst: &Inst, taken: bool) -> Known {
        let told = match (inst.op, inst.args.as_slice(), taken) {
            (Op::Jz, _, true) | (Op::Jnz, _, false) => Some((Place::A, 0)),
            (Op::Jnone, _, true) | (Op::Jsome, _, false) => Some((Place::A, 0xFFFF)),
            (Op::Jeqi, [Arg::Imm(n), _], true) | (Op::Jnei, [Arg::Imm(n), _], false) => {
                Some((Place::A, *n))
            }
            (Op::Jveqi, [Arg::V(slot), Arg::Imm(n), _], true)
            | (Op::Jvnei, [Arg::V(slot), Arg::Imm(n), _], false) => Some((Place::V(*slot), *n)),
            _ => None,
        };
        if let Some((place, n)) = told {
            let mut places = Vec::from([place]);
            places.extend(self.values(place).filter_map(|value| match value {
                Value::Slot(slot) => Some(Place::V(slot)),
                _ => None,
            }));
            if let Place::V(slot) = place
                && self.has(Place::A, Value::Slot(slot))
            {
                places.push(Place::A);
            }
            for place in places {
                self.hold(place, [Value::Number(n)]);
                if n < 256 {
                    self.hold(place, [Value::Byte]);
                }
            }
        }
        let walks = matches!(inst.op, Op::Foru | Op::Forlist | Op::Fornext | Op::Fornext2);
        if let (true, true, Some(Arg::V(slot))) = (walks, taken, inst.args.first()) {
            self.hold(Place::U, [Value::Slot(*slot)]);
        }
        self
    }
}
