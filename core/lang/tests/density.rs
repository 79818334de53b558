//! Rules compile to few bytes, and do the same as when each statement stood alone.

use hexfront_isa::code::decode;
use hexfront_isa::{Cartridge, Op};

/// A game around some procedures; `main` calls each twice, so that they stand by themselves.
fn game(rules: &str) -> Vec<(String, Vec<u8>)> {
    let head = "game \"DENSE\"\n  id D\n  redraw by hand\nmap from \"map.txt\"\n\
                record unit[199]\n  at: hex stacked\n  mode: 0..3\n  fuel: 0..99\n  worth: 0..200\n\
                hexside river from map\n\
                scratch\n  out: 0..255\n  wide: number\n  flagged: flag\n  level: 0..9\n";
    let map = "[grid]\ncolumns 6\nrows 6\nlower odd\n\n[sides river]\nRiver: 2,3,2 2,3,1\n";
    vec![
        (
            "game.rules".to_string(),
            format!("{head}{rules}").into_bytes(),
        ),
        ("map.txt".to_string(), map.as_bytes().to_vec()),
    ]
}

/// The instructions of a procedure and their bytes, to the end of its page or to the next procedure.
fn listing(rules: &str, name: &str) -> (Vec<Op>, usize) {
    let outcome = hexfront_lang::compile(&game(rules));
    let bytes = outcome.cartridge.expect("compiled");
    let cartridge = Cartridge::read(&bytes).expect("readable");
    let entry = |wanted: &str| cartridge.procedures().find(|p| p.name == wanted);
    let start = entry(name).expect("a procedure");
    let page = &cartridge.code[usize::from(start.page)];
    let ends = cartridge
        .procedures()
        .filter(|p| p.page == start.page && p.offset > start.offset);
    let end = ends.map(|p| usize::from(p.offset)).min().unwrap_or(256);
    let (mut ops, mut at) = (Vec::new(), usize::from(start.offset));
    let mut last = at;
    while at < end {
        let Ok(instruction) = decode(page, at as u8) else {
            break;
        };
        if instruction.op == Op::Trap {
            break;
        }
        ops.push(instruction.op);
        at = usize::from(instruction.end);
        last = at;
    }
    (ops, last - usize::from(start.offset))
}

#[track_caller]
fn compiles_to(rules: &str, name: &str, ops: &[Op]) {
    let (found, bytes) = listing(rules, name);
    assert_eq!(found, ops, "{bytes} bytes");
}

const TWICE: &str = "to main()\n  work(unit(1))\n  work(unit(2))\n";

#[test]
fn a_condition_goes_into_a_variable_at_once() {
    let rules = format!("{TWICE}to work(u: unit)\n  flagged = u.mode is 2\n");
    compiles_to(
        &rules,
        "work",
        &[Op::St8, Op::Set8, Op::Ldu, Op::Jfnei, Op::Set8, Op::Ret],
    );
}

#[test]
fn what_two_calls_answer_is_not_made_anew() {
    let rules = "define near(n: 0..9): flag\n  if level > n\n    level = n\n  return level is 3\n\
                 to work()\n  flagged = near(1) or near(2)\n  flagged = not near(3)\n\
                 to main()\n  work()\n  work()\n";
    compiles_to(
        rules,
        "work",
        &[
            Op::Calli,
            Op::Jnz,
            Op::Calli,
            Op::St8,
            Op::Calli,
            Op::Neg,
            Op::Addi8,
            Op::St8,
            Op::Ret,
        ],
    );
}

#[test]
fn one_more_in_a_range_asks_for_its_end() {
    let rules = "to work()\n  level += 1\n  out -= 1\nto main()\n  work()\n  work()\n";
    compiles_to(
        rules,
        "work",
        &[Op::Jveqi, Op::Inc8, Op::Jveqi, Op::Dec8, Op::Ret],
    );
    let sure = "to work()\n  let n: 0..99 = level\n  n += 1\n  n += 4\n  wide = n\n\
                to main()\n  work()\n  work()\n";
    let (ops, _) = listing(sure, "work");
    let limits = ops.iter().filter(|op| matches!(op, Op::Mini8 | Op::Jveqi));
    assert_eq!(limits.count(), 0, "{ops:?}");
}

#[test]
fn what_is_known_is_not_fetched_again() {
    let rules = format!(
        "{TWICE}to work(u: unit)\n  let t = neighbour(u.at, 2)\n  if river[u.at, 2] and t is not none\n\
         \x20   wide = as_number(column(t))\n  flagged = river[u.at, 3]\n"
    );
    let (ops, _) = listing(&rules, "work");
    let fetched = |op: &&Op| matches!(op, Op::Lxw | Op::Lxwv | Op::Ldfw | Op::Movfw);
    assert_eq!(ops.iter().filter(fetched).count(), 1, "{ops:?}");
}

#[test]
fn ends_of_a_procedure_stand_once() {
    let rules = "define found(h: hex): flag = any unit u at h where u.mode is 2\n\
                 to main()\n  flagged = found(hex(1, 1))\n  flagged = found(hex(2, 2))\n";
    compiles_to(
        rules,
        "found",
        &[
            Op::St16,
            Op::Ll,
            Op::St8u,
            Op::Jeqi,
            Op::Jfeqi,
            Op::Forlist,
            Op::Reti,
            Op::Reti,
        ],
    );
}

#[test]
fn many_conditions_on_one_value_load_it() {
    let rules =
        format!("{TWICE}to work(u: unit)\n  if u.fuel is one of 3, 7, 9, 12\n    out = 1\n");
    let (ops, _) = listing(&rules, "work");
    let by_field = ops.iter().filter(|op| matches!(op, Op::Jfeqi | Op::Jfnei));
    assert_eq!(by_field.count(), 0, "{ops:?}");
}

/// Each of these would fail if more were taken for known than is.
#[test]
fn what_changes_is_fetched_again() {
    let rules = r#"
to burn(u: unit)
  u.fuel -= 1
  out += 1

define tripled(n: 0..80): 0..255
  let m: 0..255 = n * 3
  level = 4
  return m

define doubled(k: 0..80, n: 0..80): 0..255
  let m: 0..255 = n + n
  if k > 3
    return m + k
  return m

to walk(u: unit, d: direction)
  u.at = neighbour(u.at, d)

to main()
  burn(unit(1))
  walk(unit(1), 1)
  out = tripled(1) + doubled(1, 1)

test "A field that a procedure changes"
  let u = unit(7)
  u.fuel = 10
  let before = u.fuel
  burn(u)
  let behind = u.fuel
  burn(u)
  expect before is 10
  expect behind is 9
  expect u.fuel is 8

test "A field of another name of the same record"
  let u = unit(7)
  let v = unit(7)
  u.fuel = 5
  let early = v.fuel
  v.fuel = 6
  expect early is 5
  expect u.fuel is 6

test "A variable that a procedure changes"
  level = 2
  let a = level
  out = tripled(5)
  let b = level
  expect a is 2
  expect b is 4
  expect out is 15

test "Parameters of two procedures"
  let x: 0..80 = 6
  let both: 0..255 = doubled(x, 5) + tripled(x) + doubled(x, 5)
  expect both is 50

test "A hex that a procedure changes"
  let u = unit(7)
  u.at = hex(2, 2)
  let d: direction = 1
  let from = neighbour(u.at, d)
  walk(u, d)
  let to_hex = neighbour(u.at, d)
  expect u.at is from
  expect to_hex is not from

test "A loop"
  let n: 0..9 = 3
  let turns: 0..99 = 0
  repeat 20 times
    if n is 9
      stop
    n += 1
    turns += 1
  expect turns is 6
  expect n is 9

test "Ends of ranges"
  level = 9
  level += 1
  expect level is 9
  level = 0
  level -= 1
  expect level is 0
  out = 254
  out += 1
  out += 1
  expect out is 255

test "Flags"
  level = 3
  flagged = level is 3
  expect flagged
  flagged = not flagged and level is 3
  expect not flagged
  flagged = level is 2 or flagged or level < 4
  expect flagged
"#;
    let tests = hexfront_lang::testing::run(&game(rules)).expect("compiled");
    assert_eq!(tests.len(), 8);
    for test in tests {
        assert!(
            test.failures.is_empty(),
            "{}: {:?}",
            test.title,
            test.failures
        );
    }
}
