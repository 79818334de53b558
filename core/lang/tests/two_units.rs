//! The smallest game goes the whole way: sources, cartridge, verifier, Rust machine.

use crate::common;
use hexfront_isa::{Cartridge, ShellCall};
use hexfront_vm::{Exit, Memory, Shell, Vm};

/// Types keys and keeps what is printed.
struct Typist {
    keys: Vec<u8>,
    printed: String,
}

impl Shell for Typist {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        _: &Cartridge<'_>,
        _: &mut Memory,
    ) -> Option<u16> {
        match call {
            ShellCall::Event if self.keys.is_empty() => None,
            ShellCall::Event => Some(u16::from(self.keys.remove(0))),
            ShellCall::Char => {
                self.printed.push(char::from(io[0] as u8));
                Some(0)
            }
            _ => Some(0),
        }
    }
}

#[test]
fn it_compiles_and_verifies_without_a_word() {
    let outcome = hexfront_lang::compile(&common::files("tests/two-units"));
    let said: Vec<String> = outcome
        .diagnostics
        .iter()
        .map(|d| d.to_plain(&outcome.sources))
        .collect();
    assert_eq!(said, Vec::<String>::new());
    let bytes = outcome.cartridge.expect("compiled");
    let cartridge = Cartridge::read(&bytes).expect("readable");
    hexfront_vm::verify::verify(&cartridge).expect("sound");
    assert_eq!(cartridge.game, "TWO");
    let roles: Vec<&str> = cartridge.views().map(|v| v.role).collect();
    assert!(roles.contains(&"first") && roles.contains(&"terrain"));
}

#[test]
fn its_own_tests_pass() {
    common::run_tests("tests/two-units");
}

#[test]
fn keys_move_a_unit_and_end_the_turn() {
    let outcome = hexfront_lang::compile(&common::files("tests/two-units"));
    let bytes = outcome.cartridge.expect("compiled");
    let cartridge = Cartridge::read(&bytes).expect("readable");
    let mut memory = Box::new(Memory::of(&cartridge));
    let mut typist = Typist {
        keys: b"N4X?XQ".to_vec(),
        printed: String::new(),
    };
    let mut vm = Vm::new(cartridge);
    let exit = vm.run(&mut memory, &mut typist, 1_000_000);
    assert_eq!(exit, Exit::Waiting(ShellCall::Event));
    for text in [
        "TURN 1  RED",
        "FIRST POINTS  6",
        "1,2 CLEAR RED",
        "ILLEGAL KEY",
        "KEYS",
        "TURN 1  BLUE",
    ] {
        assert!(
            typist.printed.contains(text),
            "{text} in {}",
            typist.printed
        );
    }
}

#[test]
fn sizes_add_up_and_name_the_rules() {
    let outcome = hexfront_lang::compile(&common::files("tests/two-units"));
    let sizes = outcome.sizes.expect("compiled");
    let code: usize = sizes
        .procedures
        .iter()
        .chain(&sizes.screens)
        .map(|e| e.bytes)
        .sum();
    assert_eq!(code, sizes.code_bytes);
    assert_eq!(sizes.page_use.iter().sum::<usize>(), code);
    let rule = |id: &str| sizes.rules.iter().find(|e| e.name == id).map(|e| e.bytes);
    assert!(rule("TWO-2").is_some_and(|bytes| bytes > 30));
    assert_eq!(rule("TWO-1"), Some(2), "two cells of a table");
    // Random state, turn, phase, 192 owners (6 columns of 32), two hexes, two bytes of points.
    assert_eq!(sizes.image_bytes, 4 + 1 + 1 + 192 + 4 + 2);
    let all = 256 * (sizes.code_pages + sizes.data_pages) + sizes.text_bytes;
    assert_eq!(sizes.total(), all);
    assert!(sizes.line().starts_with(&format!("{all} bytes: ")));
}

#[test]
fn the_listing_shows_procedures_with_their_lines() {
    let files = common::files("tests/two-units");
    let bytes = hexfront_lang::compile(&files).cartridge.expect("compiled");
    let cartridge = Cartridge::read(&bytes).expect("readable");
    let listing = hexfront_lang::disassemble(&cartridge, &files);
    for text in ["\nmove:\n", "u.points -= cost", "sx p"] {
        assert!(listing.contains(text), "{text} in {listing}");
    }
    let entries = cartridge.procedures().count();
    assert_eq!(
        listing.lines().filter(|l| l.ends_with(':')).count(),
        entries
    );
}

#[test]
fn rules_are_told_in_the_authors_words() {
    let outcome = hexfront_lang::compile(&common::files("tests/two-units"));
    let step = outcome
        .rules
        .iter()
        .find(|r| r.ids == ["TWO-2"])
        .expect("the rule");
    assert_eq!(step.title.as_deref(), Some("A step"));
    assert!(step.text.starts_with("A unit moves to the next hex"));
    let (line, column) = outcome.sources.line_column(step.span);
    let game = String::from_utf8(common::files("tests/two-units")[0].1.clone()).expect("a text");
    let at = game.lines().nth(line - 1).and_then(|l| l.get(column - 1..));
    assert_eq!(at, Some("TWO-2 \"A step\""));
}

#[test]
fn tests_may_be_more_than_a_cartridge_holds() {
    let mut files = common::files("tests/two-units");
    let mut rules = String::new();
    for number in 1..=400 {
        rules += &format!("test \"number {number}\"\n");
        rules += &"  turn = 2\n".repeat(60);
        rules += &format!("  expect turn + {number} is not {}\n", 2 + 200);
    }
    files.push(("tests/many.rules".into(), rules.into_bytes()));
    let results = hexfront_lang::testing::run(&files).expect("compiled");
    let numbers = results
        .iter()
        .filter_map(|r| r.title.strip_prefix("number ")?.parse::<u32>().ok());
    assert!(numbers.eq(1..=400), "all of them, in their order");
    let failed: Vec<&str> = results
        .iter()
        .filter(|r| !r.failures.is_empty())
        .map(|r| r.title.as_str())
        .collect();
    assert_eq!(failed, ["number 200"]);
}
