//! Runs the `test` blocks of a game on the Rust machine.

use crate::Target;
use crate::diag::Diagnostic;
use crate::host::{self, Host};
use crate::source::Sources;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
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
/// Tests in one cartridge: their code lies in its pages, and those are 255.
const AT_ONCE: usize = 100;

/// Compiles a game with its tests and runs them all, each from the state at power-on.
///
/// # Errors
/// The diagnostics and the sources they refer to, if the game does not compile or its cartridge does not verify.
pub fn run(files: &[(String, Vec<u8>)]) -> Result<Vec<TestResult>, (Vec<Diagnostic>, Sources)> {
    let mut results = Vec::new();
    loop {
        let first = results.len();
        results.extend(run_some(files, first..first + AT_ONCE)?);
        if results.len() < first + AT_ONCE {
            return Ok(results);
        }
    }
}

fn run_some(
    files: &[(String, Vec<u8>)],
    which: Range<usize>,
) -> Result<Vec<TestResult>, (Vec<Diagnostic>, Sources)> {
    let compiled = host::compile(files, Target::Tests, which)?;
    let cartridge = Cartridge::read(&compiled.bytes).expect("what was verified can be read");
    let tests = compiled.program.tests.iter().zip(&compiled.tests);
    let results = tests.map(|(test, (page, offset))| {
        let mut host = Host::new(&compiled.listener);
        let mut memory = Box::new(Memory::of(&cartridge));
        let mut vm = Vm::at(cartridge, *page, *offset);
        host.run(&mut vm, &mut memory, FUEL);
        TestResult {
            ids: test.ids.clone(),
            title: test.title.clone(),
            place: compiled.listener.place(test.span),
            failures: host.failures,
            executed: vm.executed,
        }
    });
    Ok(results.collect())
}
