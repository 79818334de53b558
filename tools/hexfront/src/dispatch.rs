//! The dispatch tables of an assembly machine for the instructions that a game uses.
//!
//! | processor | symbol | is |
//! | --- | --- | --- |
//! | 6502 | `op_table` | addresses of the handlers of the even codes 0 to 254, a page: the fetch makes the code the low byte of its indirect jump |
//! | | `native_table` | addresses of the handlers of the natives, up to the last that is used |
//! | 68000 | `op_table` | words, distances from here to the handlers of the even codes 0 to 254, by the code; those of the 128 natives lie before it |
//!
//! A handler is named after its mnemonic, `op_NAME`; one that the machine lacks does not link. What a game does not use
//! leads to `op_bad`, so that the linker leaves its handler out.

use hexfront_asm::{BinaryOp, Expr, Field, Machine, Object, Section, Value};
use hexfront_isa::{Code, OPS, Op, OpInfo};
use std::collections::BTreeMap;

/// Bytes of an entry.
const ENTRY: usize = 2;
/// Entries of the table of primaries, and of that of natives on the 68000.
const ENTRIES: usize = 128;
/// The segment of the tables.
const SEGMENT: &str = "VMTABLE";

/// Handlers by place in their table.
struct Handlers {
    primaries: BTreeMap<usize, &'static str>,
    natives: BTreeMap<usize, &'static str>,
}

impl Handlers {
    /// `used` tells the instructions that lead to their handlers. Two do so anyway: `nat`, and on the 68000 `trap`, by which
    /// `main` ends there.
    fn of(machine: Machine, used: impl Fn(&OpInfo) -> bool) -> Self {
        let (mut primaries, mut natives) = (BTreeMap::new(), BTreeMap::new());
        let ends = machine == Machine::M68000;
        let always = |op: &OpInfo| op.op == Op::Nat || op.op == Op::Trap && ends;
        for op in OPS.iter().filter(|op| always(op) || used(op)) {
            match op.code {
                Code::Primary(code) => primaries.insert(usize::from(code / 2), op.name),
                Code::Native(number) => natives.insert(usize::from(number), op.name),
            };
        }
        Self { primaries, natives }
    }
}

/// The tables as an object; `used` tells the instructions that lead to their handlers.
pub fn dispatch_object(machine: Machine, used: impl Fn(&OpInfo) -> bool) -> Object {
    let handlers = Handlers::of(machine, used);
    match machine {
        Machine::Mos6502 => for_6502(&handlers),
        Machine::M68000 => for_68000(&handlers),
    }
}

fn for_6502(handlers: &Handlers) -> Object {
    let mut object = Object::new(Machine::Mos6502);
    let natives = handlers
        .natives
        .keys()
        .next_back()
        .map_or(0, |last| last + 1);
    for (name, handlers, count, align) in [
        ("op_table", &handlers.primaries, ENTRIES, ENTRY * ENTRIES),
        ("native_table", &handlers.natives, natives, 1),
    ] {
        let table = object.add_section(Section {
            align: align as u32,
            ..Section::new(SEGMENT, vec![0; ENTRY * count])
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

fn for_68000(handlers: &Handlers) -> Object {
    let mut object = Object::new(Machine::M68000);
    let table = object.add_section(Section {
        align: ENTRY as u32,
        ..Section::new(SEGMENT, vec![0; 2 * ENTRY * ENTRIES])
    });
    let middle = (ENTRY * ENTRIES) as u32;
    object.define("op_table", table, middle);
    for (first, handlers) in [(0, &handlers.natives), (middle, &handlers.primaries)] {
        for number in 0..ENTRIES {
            let handler = handlers.get(&number).unwrap_or(&"bad");
            let handler = object.import(&format!("op_{handler}"));
            let distance = Expr::binary(
                BinaryOp::Subtract,
                Value::symbol(handler, 0),
                Value::place(table, middle),
            );
            let at = first + (ENTRY * number) as u32;
            object.relocate(table, at, Field::Displacement, distance);
        }
    }
    object
}
