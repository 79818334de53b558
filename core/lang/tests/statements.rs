//! The statements by which the machine is measured compile to few bytes. Their cycles are counted where the 6502
//! machine is; the sources are in `tests/statements`.

use crate::common;
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
        if instruction.op == Op::Ret {
            let size = instruction.end - u16::from(entry.offset);
            return (ops, size.into());
        }
        at = u8::try_from(instruction.end).expect("within the page");
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

/// Where a procedure is called once its parameters are the variables that it is called with, unless one of both changes.
#[test]
fn parameters_of_what_stands_where_it_is_called_are_not_copied() {
    let game = |worth: &str| {
        format!(
            "game \"COPIES\"\n  id C\nrecord unit[9]\n  rank: 0..9\n  fuel: 0..99\nscratch\n  c: number\n\
             define worth(u: unit, n: number): number\n{worth}\
             to weigh(u: unit, n: number)\n  if u.rank > 2\n    c = worth(u, n) + n\n\
             to main()\n  weigh(unit(1), 5)\n  weigh(unit(2), 6)\n\
             test \"Worth\"\n  unit(1).rank = 3\n  unit(1).fuel = 7\n  weigh(unit(1), 5)\n  expect c is 17\n"
        )
    };
    let copies = |worth: &str| {
        let files = [("game.rules".to_string(), game(worth).into_bytes())];
        let tests = hexfront_lang::testing::run(&files).expect("compiled");
        assert!(tests.iter().all(|test| test.failures.is_empty()), "{worth}");
        let outcome = hexfront_lang::compile(&files);
        let bytes = outcome.cartridge.expect("compiled");
        let cartridge = Cartridge::read(&bytes).expect("readable");
        let (ops, _) = procedure(&cartridge, "weigh");
        let is_copy = |op: &&Op| matches!(op, Op::Mov8 | Op::Mov16);
        ops.iter().filter(is_copy).count()
    };
    assert_eq!(
        copies("  if u.rank is 9\n    return n\n  return n + u.fuel\n"),
        0
    );
    assert_eq!(
        copies("  if u.rank is 9\n    return n\n  n += u.fuel\n  return n\n"),
        1
    );
}

#[test]
fn the_composite_rule_gives_its_result() {
    common::run_tests("tests/statements");
}
