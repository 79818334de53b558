//! Runs the `test` blocks of a game on the Rust machine.

use crate::diag::Diagnostic;
use crate::emit::is_too_much;
use crate::hir::{Program, Test};
use crate::host::{self, Compiled, Host};
use crate::lower::{self, Lowered};
use crate::source::Sources;
use crate::{Cut, Target};
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
    /// What its rules traced, one line each.
    pub trace: Vec<String>,
    /// Fuel that it took.
    pub spent: u64,
}

/// Instructions after which a test is taken to run for ever.
pub(crate) const FUEL: u64 = 200_000_000;

/// Compiles a game with its tests and runs them all, each from the state at power-on.
///
/// # Errors
/// The diagnostics and the sources they refer to, if the game does not compile or its cartridge does not verify.
pub fn run(files: &[(String, Vec<u8>)]) -> Result<Vec<TestResult>, (Vec<Diagnostic>, Sources)> {
    run_cut(files, Cut::Coarse)
}

/// The same, cut into parts so finely: what a `bring in` has put out of memory stops a test.
///
/// # Errors
/// As of [`run`].
pub fn run_cut(
    files: &[(String, Vec<u8>)],
    cut: Cut,
) -> Result<Vec<TestResult>, (Vec<Diagnostic>, Sources)> {
    let (program, sources) = host::check(files, Target::Tests, cut)?;
    let lowered = lower::lower(&program);
    let mut suite = Suite::new(program, lowered, &sources);
    let mut results = Vec::new();
    let ran = suite.each_cartridge(&suite.all(), &mut |cartridge| {
        results.extend((0..cartridge.tests.len()).map(|n| cartridge.run(n, FUEL)));
        true
    });
    match ran {
        Ok(_) => Ok(results),
        Err(diags) => Err((diags, sources)),
    }
}

/// A checked game and its tests.
pub(crate) struct Suite<'a> {
    /// With the tests of the cartridge that is being made.
    program: Program,
    /// With all tests.
    lowered: Lowered,
    sources: &'a Sources,
    tests: Vec<Test>,
}

impl<'a> Suite<'a> {
    /// Of a program and its code.
    pub(crate) fn new(mut program: Program, lowered: Lowered, sources: &'a Sources) -> Suite<'a> {
        Suite {
            tests: core::mem::take(&mut program.tests),
            program,
            lowered,
            sources,
        }
    }

    /// The numbers of all tests.
    pub(crate) fn all(&self) -> Vec<usize> {
        (0..self.tests.len()).collect()
    }

    /// Makes as many cartridges as it takes to hold the tests of these numbers, and gives them to `each` in turn
    /// until it says no; whether it never did.
    ///
    /// # Errors
    /// What cannot be compiled.
    pub(crate) fn each_cartridge(
        &mut self,
        numbers: &[usize],
        each: &mut dyn FnMut(TestCartridge<'_>) -> bool,
    ) -> Result<bool, Vec<Diagnostic>> {
        self.program.tests = numbers.iter().map(|n| self.tests[*n].clone()).collect();
        let lowered = self.lowered.reached(&self.program);
        let emitted = host::emit_lowered(&self.program, lowered, self.sources, Target::Tests);
        let compiled = match emitted {
            Ok(compiled) => compiled,
            Err(diags) if numbers.len() > 1 && diags.iter().any(is_too_much) => {
                let (first, second) = numbers.split_at(numbers.len() / 2);
                return Ok(self.each_cartridge(first, each)? && self.each_cartridge(second, each)?);
            }
            Err(diags) => return Err(diags),
        };
        Ok(each(TestCartridge {
            numbers,
            tests: &self.program.tests,
            compiled: &compiled,
            cartridge: Cartridge::read(&compiled.bytes).expect("what was verified can be read"),
        }))
    }
}

/// A cartridge with some of a game's tests.
pub(crate) struct TestCartridge<'a> {
    /// The numbers of its tests.
    pub numbers: &'a [usize],
    tests: &'a [Test],
    pub compiled: &'a Compiled,
    cartridge: Cartridge<'a>,
}

impl TestCartridge<'_> {
    /// Runs the n-th of its tests, with so much fuel.
    pub(crate) fn run(&self, n: usize, fuel: u64) -> TestResult {
        let test = &self.tests[n];
        let (page, offset) = self.compiled.tests[n];
        let mut host = Host::new(&self.compiled.listener);
        let mut memory = Box::new(Memory::of(&self.cartridge));
        let mut vm = Vm::at(self.cartridge, page, offset);
        host.run(&mut vm, &mut memory, fuel);
        TestResult {
            ids: test.ids.clone(),
            title: test.title.clone(),
            place: self.compiled.listener.place(test.span),
            failures: host.failures,
            trace: host.trace,
            spent: vm.spent,
        }
    }
}
