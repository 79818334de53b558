//! Runs the `test` blocks of a game on the Rust machine.

use crate::diag::Diagnostic;
use crate::hir::{Test, TestStep};
use crate::lower::{HOST_FAIL, HOST_MARK, HOST_STEP};
use crate::source::{Sources, Span};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use hexfront_isa::{Cartridge, ShellCall};
use hexfront_vm::{Exit, Memory, Shell, Vm, image};

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
/// The key that screens take as the end of a test's keys.
const NO_MORE_KEYS: u16 = 255;

/// Compiles a game with its tests and runs them all, each from the state at power-on.
///
/// # Errors
/// The diagnostics and the sources they refer to, if the game does not compile or its cartridge does not verify.
pub fn run(files: &[(String, Vec<u8>)]) -> Result<Vec<TestResult>, (Vec<Diagnostic>, Sources)> {
    let sources = crate::sources(files);
    let mut diags = Vec::new();
    let (program, emitted) = crate::translate(&sources, true, &mut diags);
    let Some(emitted) = emitted else {
        return Err((diags, sources));
    };
    let bytes = emitted.builder.encode();
    let cartridge = match Cartridge::read(&bytes) {
        Ok(cartridge) => cartridge,
        Err(error) => return Err((alloc::vec![refused(&error.to_string())], sources)),
    };
    if let Err(error) = hexfront_vm::verify::verify(&cartridge) {
        return Err((alloc::vec![refused(&error.to_string())], sources));
    }
    let mut results = Vec::new();
    for (test, (page, offset)) in program.tests.iter().zip(&emitted.tests) {
        let mut host = Host {
            sources: &sources,
            steps: &program.steps,
            expects: &emitted.expects,
            keys: VecDeque::new(),
            rolls: VecDeque::new(),
            printed: String::new(),
            mark: 0,
            failures: Vec::new(),
            saves: [None, None],
        };
        let mut memory = alloc::boxed::Box::new(Memory::of(&cartridge));
        let mut vm = Vm::at(cartridge, *page, *offset);
        match vm.run(&mut memory, &mut host, FUEL) {
            Exit::Done => {}
            Exit::Fuel => host
                .failures
                .push(format!("does not end within {FUEL} instructions")),
            Exit::Waiting(call) => host.failures.push(format!("waits for {}", call.name())),
            Exit::Trap { trap, page, offset } => {
                let line = cartridge.line_at(page, offset).map_or(0, |l| l.line);
                host.failures
                    .push(format!("{trap} at {page}:{offset:02X}, line {line}"));
            }
        }
        results.push(result(test, &sources, host.failures, vm.executed));
    }
    Ok(results)
}

fn refused(why: &str) -> Diagnostic {
    Diagnostic::error(
        "E180",
        Span::default(),
        format!("the compiler made a cartridge that cannot run: {why}"),
    )
    .help("this is a fault of the compiler, not of the game")
}

fn result(test: &Test, sources: &Sources, failures: Vec<String>, executed: u64) -> TestResult {
    let (line, _) = sources.line_column(test.span);
    TestResult {
        ids: test.ids.clone(),
        title: test.title.clone(),
        place: format!("{}:{line}", sources.name(test.span)),
        failures,
        executed,
    }
}

/// The machine around a test: keys from its `press`, draws from its `rolls`, text kept for `expect printed`.
struct Host<'a> {
    sources: &'a Sources,
    steps: &'a [(TestStep, Span)],
    expects: &'a [Span],
    keys: VecDeque<u16>,
    rolls: VecDeque<i32>,
    printed: String,
    /// Where the message of a refusal begins in `printed`.
    mark: usize,
    failures: Vec<String>,
    /// Files of the two slots.
    saves: [Option<Vec<u8>>; 2],
}

impl Host<'_> {
    fn slots(&self, cartridge: &Cartridge<'_>) -> image::Slots {
        image::Slots::of(cartridge, [0, 1].map(|i: usize| self.saves[i].as_deref()))
    }

    /// Writes a slot as a machine would: a slot of its choice where the number names none.
    fn save(&mut self, slot: u16, cartridge: &Cartridge<'_>, memory: &Memory) -> u16 {
        let (next, generation) = self.slots(cartridge).next_write();
        let slot = if slot < 2 { usize::from(slot) } else { next };
        let header = image::Header::of(cartridge, memory, slot as u8, generation);
        let mut file = Vec::from(header.to_bytes());
        file.extend(image::bytes(cartridge, memory));
        self.saves[slot] = Some(file);
        0
    }

    /// Reads a slot, or the newest: 0 done, 1 no such save, 2 damaged, 4 of another game.
    fn load(&mut self, slot: u16, cartridge: &Cartridge<'_>, memory: &mut Memory) -> u16 {
        let slot = match slot {
            0 | 1 => Some(usize::from(slot)),
            _ => self.slots(cartridge).newest(),
        };
        let Some(file) = slot.and_then(|s| self.saves[s].as_deref()) else {
            return 1;
        };
        match image::Header::read(cartridge, file) {
            Ok((_, state)) => {
                image::restore(cartridge, memory, state);
                0
            }
            Err(image::LoadError::Other) => 4,
            Err(_) => 2,
        }
    }

    fn fail(&mut self, span: Span, what: &str) {
        let (line, _) = self.sources.line_column(span);
        let source = self.sources.files().get(usize::from(span.file));
        let text = source
            .and_then(|f| f.text.lines().nth(line - 1))
            .unwrap_or("")
            .trim();
        let name = self.sources.name(span);
        self.failures.push(format!("{name}:{line}: {text}{what}"));
    }

    /// A message from the test: `delay` with a number that no player could wait for.
    fn message(&mut self, io: [u16; 4]) {
        let number = io[0];
        if number == HOST_MARK {
            self.mark = self.printed.len();
        } else if number >= HOST_STEP {
            let steps = self.steps;
            if let Some((step, span)) = steps.get(usize::from(number & !HOST_STEP)) {
                self.step(step, *span);
            }
        } else if let Some(span) = self.expects.get(usize::from(number & !HOST_FAIL)) {
            let shown = if self.source_compares(*span) {
                format!("  (left {}, right {})", io[1] as i16, io[2] as i16)
            } else {
                String::new()
            };
            self.fail(*span, &shown);
        }
    }

    /// Whether the expectation is a comparison, so that both sides were handed over.
    fn source_compares(&self, span: Span) -> bool {
        let file = self.sources.files().get(usize::from(span.file));
        let text = file
            .and_then(|f| f.text.get(span.start as usize..span.end as usize))
            .unwrap_or("");
        let joined = text.contains(" and ") || text.contains(" or ") || text.contains(" not ");
        text.starts_with("expect")
            && !joined
            && [" is ", " < ", " > ", " <= ", " >= "]
                .iter()
                .any(|op| text.contains(op))
    }

    fn step(&mut self, step: &TestStep, span: Span) {
        match step {
            TestStep::Rolls(rolls) => self.rolls.extend(rolls),
            TestStep::Press(keys) => {
                self.keys.extend(keys);
                self.printed.clear();
            }
            TestStep::Printed(wanted, text) => {
                if self.printed.contains(text.as_str()) != *wanted {
                    let shown = self.printed.clone();
                    self.fail(span, &format!("  (printed: {shown:?})"));
                }
            }
            TestStep::Refused(text) => {
                let message = self.printed.get(self.mark..).unwrap_or("").to_string();
                if !message.contains(text.as_str()) {
                    self.fail(span, &format!("  (the message is {message:?})"));
                }
            }
        }
    }
}

impl Shell for Host<'_> {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        cartridge: &Cartridge<'_>,
        memory: &mut Memory,
    ) -> Option<u16> {
        match call {
            ShellCall::Save => Some(self.save(io[0], cartridge, memory)),
            ShellCall::Load => Some(self.load(io[0], cartridge, memory)),
            ShellCall::Event => Some(self.keys.pop_front().unwrap_or(NO_MORE_KEYS)),
            ShellCall::Delay if io[0] >= HOST_FAIL => {
                self.message(io);
                Some(0)
            }
            ShellCall::Char => {
                let c = u8::try_from(io[0]).unwrap_or(b'?');
                self.printed
                    .push(if c == 13 { '\n' } else { char::from(c) });
                Some(0)
            }
            ShellCall::Window | ShellCall::At => {
                // What stands in another place is another text.
                self.printed.push('\n');
                Some(0)
            }
            ShellCall::Capability => Some(
                [40, 13, 7, 0, 16]
                    .get(usize::from(io[0]))
                    .copied()
                    .unwrap_or(0),
            ),
            ShellCall::Entropy => Some(4711),
            _ => Some(0),
        }
    }

    fn roll(&mut self, n: u16, drawn: u16) -> u16 {
        match self.rolls.pop_front() {
            // Counted from 1.
            Some(roll) => (roll - 1).clamp(0, i32::from(n.max(1)) - 1) as u16,
            None => drawn,
        }
    }
}
