//! Runs the `test` blocks of a game on the Rust machine.

use crate::Target;
use crate::diag::Diagnostic;
use crate::emit::is_too_much;
use crate::hir::{Program, Test};
use crate::host::{self, Host};
use crate::source::Sources;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use hexfront_isa::Cartridge;
use hexfront_vm::{Memory, Vm};

/// How a test went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// Rules that it covers.
    pub ids: Vec<String>,
    /// What it shows.
    pub title: String,
    /// Where it stands: `file:line`.
    pub place: String,
    /// What was not as expected, one line each; empty if it passed.
    pub failures: Vec<String>,
    /// Instructions executed.
    pub executed: u64,
}

/// Instructions after which a test is taken to run for ever.
const FUEL: u64 = 200_000_000;

/// Compiles a game with its tests and runs them all, each from the state at power-on.
///
/// # Errors
/// The diagnostics and the sources they refer to, if the game does not compile or its cartridge does not verify.
pub fn run(files: &[(String, Vec<u8>)]) -> Result<Vec<TestResult>, (Vec<Diagnostic>, Sources)> {
    let (mut program, sources) = host::check(files, Target::Tests)?;
    let tests = core::mem::take(&mut program.tests);
    let mut results = Vec::new();
    match run_some(&mut program, &sources, &tests, &mut results) {
        Ok(()) => Ok(results),
        Err(diags) => Err((diags, sources)),
    }
}

/// Runs some tests of a game, in as many cartridges as it takes to hold them.
fn run_some(
    program: &mut Program,
    sources: &Sources,
    tests: &[Test],
    results: &mut Vec<TestResult>,
) -> Result<(), Vec<Diagnostic>> {
    program.tests = tests.to_vec();
    let compiled = match host::emit(program, sources, Target::Tests) {
        Ok(compiled) => compiled,
        Err(diags) if tests.len() > 1 && diags.iter().any(is_too_much) => {
            let (first, second) = tests.split_at(tests.len() / 2);
            run_some(program, sources, first, results)?;
            return run_some(program, sources, second, results);
        }
        Err(diags) => return Err(diags),
    };
    let cartridge = Cartridge::read(&compiled.bytes).expect("what was verified can be read");
    for (test, (page, offset)) in tests.iter().zip(&compiled.tests) {
        let mut host = Host::new(&compiled.listener);
        let mut memory = Box::new(Memory::of(&cartridge));
        let mut vm = Vm::at(cartridge, *page, *offset);
        host.run(&mut vm, &mut memory, FUEL);
        results.push(TestResult {
            ids: test.ids.clone(),
            title: test.title.clone(),
            place: compiled.listener.place(test.span),
            failures: host.failures,
            executed: vm.executed,
        });
    }
    Ok(())
}
