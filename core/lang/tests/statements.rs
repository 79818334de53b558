//! The statements by which the machine is measured compile to few bytes. Their cycles are counted where the 6502
//! machine is; the sources are in `tests/statements`.

mod common;

use hexfront_isa::Cartridge;
use hexfront_isa::Op;
use hexfront_isa::code::decode;

/// Instructions of a procedure, from its entry to its first `ret`, and their bytes.
fn procedure(cartridge: &Cartridge<'_>, name: &str) -> (Vec<Op>, usize) {
    let entry = cartridge
        .procedures()
        .find(|p| p.name == name)
        .expect("a procedure");
    let page = &cartridge.code[usize::from(entry.page)];
    let (mut ops, mut at) = (Vec::new(), entry.offset);
    loop {
        let instruction = decode(page, at).expect("an instruction");
        ops.push(instruction.op);
        at = u8::try_from(instruction.end).expect("within the page");
        if instruction.op == Op::Ret {
            return (ops, usize::from(at - entry.offset));
        }
    }
}

#[test]
fn statements_compile_to_the_instructions_meant_for_them() {
    let outcome = hexfront_lang::compile(&common::files("tests/statements"));
    let bytes = outcome.cartridge.expect("compiled");
    let cartridge = Cartridge::read(&bytes).expect("readable");
    for (name, ops) in [
        ("t1", vec![Op::Addi16v]),
        ("t2", vec![Op::Lxv]),
        ("t3", vec![Op::Lxwv]),
        ("t4", vec![Op::Jwge, Op::Set16]),
        ("t6", vec![Op::Sum, Op::St16]),
        ("t7", vec![Op::Ld16, Op::Mul16, Op::St16]),
        ("t12", vec![Op::Jvnei, Op::Set8]),
        ("half", vec![Op::Shr]),
    ] {
        let (mut found, _) = procedure(&cartridge, name);
        found.pop();
        assert_eq!(found, ops, "{name}");
    }
    let (_, size) = procedure(&cartridge, "t20");
    assert!(size <= 60, "the composite rule takes {size} bytes");
}

#[test]
fn the_composite_rule_gives_its_result() {
    common::run_tests("tests/statements");
}
