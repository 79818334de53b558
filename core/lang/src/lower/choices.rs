//! Screens that are worked by choosing: what the pointer or the keys in its stead choose, and the pull-down menu.

use super::Gen;
use super::lir::{Arg, Data, Label, Slot};
use crate::ast::Choice;
use crate::hir::{Choices, Key, Screen};
use alloc::vec;
use hexfront_isa::{Event, Op};

/// Flags of an entry of the menu, as the shell call `entry` numbers them.
const GHOSTED: i32 = 1;
const MARKED: i32 = 2;
const GROUP: i32 = 4;
/// Keys that choose what lies under the cursor.
const SELECTING: [i32; 3] = [13, 32, 132];
/// Keys without a letter that an entry of the menu answers: return, back, space.
const PICKED: [u16; 3] = [13, 27, 32];

fn imm(n: i32) -> Arg {
    Arg::Imm(n as u16)
}

/// The least word of an event of a kind, and its highest four bits.
fn base(event: Event) -> (u16, i32) {
    let word = event.word();
    (word, i32::from(word >> 12))
}

impl Gen<'_> {
    /// Adds what the pull-down menu is called.
    pub(super) fn begin_orders(&mut self, screen: &Screen) {
        self.op(Op::Ldi16, vec![Arg::Text(screen.menu)]);
        self.helper("_begin_orders");
    }

    /// One entry of the pull-down menu, which machines without one show as any key.
    pub(super) fn order(&mut self, key: &Key) {
        let Some(label) = &key.label else {
            return;
        };
        let Some(&helper) = self.shared.helpers.get("_order") else {
            return;
        };
        let mark = self.mark();
        let skip = self.label();
        let flags = self.temp(1);
        let first = if key.group { GROUP } else { 0 };
        self.op(Op::Set8, vec![Arg::V(flags), imm(first)]);
        if let Some(condition) = &key.when {
            self.first_key(key);
            let valid = self.label();
            self.branch(condition, true, valid);
            self.helper("_ghosts");
            self.jump(Op::Jz, vec![], skip);
            self.op(Op::Set8, vec![Arg::V(flags), imm(first | GHOSTED)]);
            self.bind(valid);
        }
        if let Some(marked) = &key.marked {
            let plain = self.label();
            self.branch(marked, false, plain);
            self.op(Op::Addi8v, vec![Arg::V(flags), imm(MARKED), Arg::V(flags)]);
            self.bind(plain);
        }
        let shown = self.prog.texts[key.shown].chars().count() as i32;
        let width = (shown + 3 + self.width(label)).min(255);
        // A letter or digit is what is picked, if need be another single key; ranges are for the keyboard.
        let mut single = key.keys.iter().filter(|k| k.0 == k.1).map(|k| k.0);
        let letter = single.clone().find(|k| (48..=90).contains(k));
        let code = letter.or_else(|| single.find(|k| PICKED.contains(k)));
        let code = code.map_or(0, i32::from);
        for (n, arg) in [(1, width), (2, code)] {
            self.op(Op::Set8, vec![Arg::V(Slot::Local(helper, n)), imm(arg)]);
        }
        self.op(
            Op::Set16,
            vec![Arg::V(Slot::Local(helper, 0)), Arg::Text(key.shown)],
        );
        self.load(flags, 1);
        self.call_proc(helper);
        self.jump(Op::Jz, vec![], skip);
        self.print(label);
        self.bind(skip);
        self.release(mark);
    }

    /// A condition may speak of the key: the first one stands for all.
    pub(super) fn first_key(&mut self, key: &Key) {
        if let Some((local, digits)) = key.bind {
            let first = key.keys.first().map_or(0, |k| i32::from(k.0));
            let value = if digits { first - 48 } else { first };
            self.op(
                Op::Set8,
                vec![Arg::V(Slot::Local(self.proc, local)), imm(value)],
            );
        }
    }

    /// The event in A, with keys that choose turned into what they choose, goes to its word; its low byte to the key.
    pub(super) fn event(&mut self, choices: &Choices, key: Slot) {
        let event = Slot::Local(self.proc, choices.event);
        if choices.settings {
            self.helper("_setting_key");
        }
        if choices.items {
            self.helper("_item_key");
        }
        self.save(event, 2);
        if let Some((unit, hex)) = &choices.at_cursor {
            let (chosen, other) = (self.label(), self.label());
            self.load(event, 2);
            for code in SELECTING {
                self.jump(Op::Jeqi, vec![imm(code)], chosen);
            }
            self.goto(other);
            self.bind(chosen);
            let (no_unit, done) = (self.label(), self.label());
            if let Some(unit) = unit {
                self.value(unit);
                self.jump(Op::Jeqi, vec![imm(255)], no_unit);
                self.op(Op::Addi16, vec![imm(base(Event::Unit(0)).0.into())]);
                self.goto(done);
            }
            self.bind(no_unit);
            self.value(hex);
            self.jump(Op::Jnone, vec![], other);
            self.op(Op::Addi16, vec![imm(base(Event::Hex(0)).0.into())]);
            self.bind(done);
            self.save(event, 2);
            self.bind(other);
        }
        self.load(event, 2);
        self.save(key, 1);
    }

    /// Acts on what was chosen; goes to `keys` if it was a key, to `again` after a choice, to `wait` if nothing answers.
    pub(super) fn chosen(
        &mut self,
        screen: &Screen,
        choices: &Choices,
        (keys, again, wait): (Label, Label, Label),
    ) {
        let mark = self.mark();
        let event = Slot::Local(self.proc, choices.event);
        let kind = self.temp(1);
        let (item, unit, hex) = (
            base(Event::Item(0)),
            base(Event::Unit(0)),
            base(Event::Hex(0)),
        );
        let (units, hexes, nothing) = (self.label(), self.label(), self.label());
        self.load(event, 2);
        self.op(Op::Shr, vec![imm(12)]);
        self.save(kind, 1);
        self.jump(Op::Jveqi, vec![Arg::V(kind), imm(0)], keys);
        self.jump(Op::Jvgei, vec![Arg::V(kind), imm(hex.1)], hexes);
        self.jump(Op::Jvgei, vec![Arg::V(kind), imm(unit.1)], units);
        let items = self.label();
        self.jump(Op::Jvgei, vec![Arg::V(kind), imm(item.1)], items);
        // A setting; the keys that choose another row answer one that there is not.
        self.settings(screen, event, again);
        self.goto(again);
        self.bind(items);
        self.answers(screen, Choice::Item, event, again);
        self.goto(nothing);
        self.bind(units);
        self.answers(screen, Choice::Unit, event, again);
        // A unit that nothing asks for is its hex.
        let place = Slot::Local(self.proc, choices.hex);
        if let Some((record, field)) = choices.stacked {
            let number = Slot::Local(self.proc, choices.unit);
            self.load(event, 2);
            self.save(number, 1);
            self.op(
                Op::Lxw,
                vec![Arg::Page(Data::Field(record, field)), Arg::V(number)],
            );
            self.op(Op::Addi16, vec![imm(hex.0.into())]);
            self.save(event, 2);
        }
        self.bind(hexes);
        self.load(event, 2);
        self.op(Op::Addi16, vec![imm(hex.0.into())]);
        self.save(place, 2);
        self.answers(screen, Choice::Hex, place, again);
        self.bind(nothing);
        self.helper("_illegal_choice");
        self.goto(wait);
        self.release(mark);
    }

    /// The blocks that answer choices of a kind, in their order.
    fn answers(&mut self, screen: &Screen, choice: Choice, from: Slot, again: Label) {
        let width = if choice == Choice::Hex { 2 } else { 1 };
        for entry in screen.keys.iter().filter(|key| key.choice == choice) {
            let next = self.label();
            if let Some((local, _)) = entry.bind {
                self.load(from, 2);
                self.save(Slot::Local(self.proc, local), width);
            }
            self.answer(entry, next, again);
            self.bind(next);
        }
    }

    fn settings(&mut self, screen: &Screen, event: Slot, again: Label) {
        for entry in &screen.keys {
            let Choice::Setting(row) = entry.choice else {
                continue;
            };
            let next = self.label();
            self.load(event, 2);
            self.op(Op::Shr, vec![imm(7)]);
            self.op(Op::Andi8, vec![imm(31)]);
            self.jump(Op::Jnei, vec![imm(row.into())], next);
            if let Some((local, _)) = entry.bind {
                self.load(event, 2);
                self.op(Op::Andi8, vec![imm(127)]);
                self.save(Slot::Local(self.proc, local), 1);
            }
            self.answer(entry, next, again);
            self.bind(next);
        }
    }

    /// Does what a block says if its condition holds, and goes to `again`; else to `next`.
    pub(super) fn answer(&mut self, entry: &Key, next: Label, again: Label) {
        let rule = if entry.rule == 0 {
            self.rule
        } else {
            entry.rule
        };
        let before = core::mem::replace(&mut self.rule, rule);
        if let Some(condition) = &entry.when {
            self.branch(condition, false, next);
        }
        let span = core::mem::replace(&mut self.span, entry.span);
        self.block(&entry.body);
        self.span = span;
        self.goto(again);
        self.rule = before;
    }
}
