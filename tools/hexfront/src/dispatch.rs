//! The dispatch tables of the 6502 machine for the instructions that a game uses.
//!
//! | symbol | is |
//! | --- | --- |
//! | `op_table` | handlers of the even codes 0 to 254, a page: the fetch makes the code the low byte of its indirect jump |
//! | `native_table` | handlers of the natives, up to the last that is used |
//!
//! A handler is named after its mnemonic, `op_NAME`; one that the machine lacks does not link. What a game does not use
//! leads to `op_bad`, so that the linker leaves its handler out.

use hexfront_asm::{Field, Machine, Object, Section, Value};
use hexfront_isa::{Code, OPS, OpInfo};
use std::collections::BTreeMap;

/// Bytes of an entry.
const ENTRY: usize = 2;
/// Entries of `op_table`.
const PRIMARIES: usize = 128;

/// The tables as an object; `used` tells the instructions that lead to their handlers.
pub fn dispatch_object(used: impl Fn(&OpInfo) -> bool) -> Object {
    let (mut primaries, mut natives) = (BTreeMap::new(), BTreeMap::new());
    for op in OPS.iter().filter(|op| used(op)) {
        match op.code {
            Code::Primary(code) => primaries.insert(usize::from(code / 2), op.name),
            Code::Native(number) => natives.insert(usize::from(number), op.name),
        };
    }
    let count = natives.keys().next_back().map_or(0, |last| last + 1);
    let mut object = Object::new(Machine::Mos6502);
    for (name, handlers, count, align) in [
        ("op_table", primaries, PRIMARIES, ENTRY * PRIMARIES),
        ("native_table", natives, count, 1),
    ] {
        let table = object.add_section(Section {
            align: align as u32,
            ..Section::new("VMTABLE", vec![0; ENTRY * count])
        });
        object.define(name, table, 0);
        for number in 0..count {
            let handler = handlers.get(&number).unwrap_or(&"bad");
            let handler = object.import(&format!("op_{handler}"));
            let at = (ENTRY * number) as u32;
            object.relocate(table, at, Field::Word, Value::symbol(handler, 0));
        }
    }
    object
}
