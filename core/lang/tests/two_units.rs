//! The smallest game goes the whole way: sources, cartridge, verifier, Rust machine.

mod common;

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
