//! The machine around tests and simulations: keys, draws, text, two save slots, and what the program says to its
//! host.

use crate::Target;
use crate::diag::Diagnostic;
use crate::hir::{HostStep, Program};
use crate::lower::{HOST_FAIL, HOST_MARK, HOST_STEP};
use crate::save_slots::SaveSlots;
use crate::source::{Sources, Span};
use crate::types::Ty;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::contract::key;
use hexfront_isa::{Cartridge, ShellCall};
use hexfront_vm::{Exit, Memory, Shell, Trap, Vm};

/// Failures that are kept; a fault in a loop has many.
const MOST_FAILURES: usize = 20;
/// Letters after which older ones are forgotten, so that no game prints the memory full.
const MOST_LETTERS: usize = 1 << 20;

/// Number of a result, and its indices.
pub(crate) type ResultKey = (usize, Vec<i32>);

/// A cartridge for tests or for the simulation, found sound.
pub(crate) struct Compiled {
    pub bytes: Vec<u8>,
    /// Entry of each test: page and offset.
    pub tests: Vec<(u8, u8)>,
    /// Offset in V of each scalar.
    pub vars: Vec<u8>,
    pub listener: Listener,
}

/// Parses and checks a game for tests or for the simulation.
///
/// # Errors
/// The diagnostics and the sources they refer to.
pub(crate) fn check(
    files: &[(String, Vec<u8>)],
    target: Target,
) -> Result<(Program, Sources), (Vec<Diagnostic>, Sources)> {
    let sources = crate::sources(files, None);
    let mut diags = Vec::new();
    let program = crate::checked(&sources, target, &mut diags);
    if crate::any_error(&diags) {
        return Err((crate::ordered(diags), sources));
    }
    Ok((program, sources))
}

/// Makes and verifies the cartridge.
///
/// # Errors
/// What cannot be.
pub(crate) fn emit(
    program: &Program,
    sources: &Sources,
    target: Target,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut diags = Vec::new();
    let Some(emitted) = crate::emit::emit(program, sources, target, &mut diags) else {
        return Err(crate::ordered(diags));
    };
    let bytes = emitted.builder.encode();
    if let Err(why) = verify(&bytes) {
        let message = format!("the compiler made a cartridge that cannot run: {why}");
        let fault = Diagnostic::error("E180", Span::default(), message)
            .help("this is a fault of the compiler, not of the game");
        return Err(vec![fault]);
    }
    Ok(Compiled {
        bytes,
        tests: emitted.tests,
        vars: emitted.vars,
        listener: Listener {
            sources: sources.clone(),
            steps: program.steps.clone(),
            expects: emitted.expects,
            refusals: program.expects.len(),
        },
    })
}

fn verify(bytes: &[u8]) -> Result<(), String> {
    let cartridge = Cartridge::read(bytes).map_err(|e| e.to_string())?;
    hexfront_vm::verify::verify(&cartridge).map_err(|e| e.to_string())?;
    Ok(())
}

/// What the compiler knows of the program and the host must.
#[derive(Clone, Debug)]
pub(crate) struct Listener {
    pub sources: Sources,
    steps: Vec<(HostStep, Span)>,
    /// Places of expectations, and from `refusals` on of refusals that nobody expected.
    expects: Vec<Span>,
    refusals: usize,
}

impl Listener {
    /// `file:line`
    pub fn place(&self, span: Span) -> String {
        let (line, _) = self.sources.line_column(span);
        format!("{}:{line}", self.sources.name(span))
    }
}

/// Keys come from `press`, draws from `rolls`; text is kept for `expect printed`.
pub(crate) struct Host<'a> {
    listener: &'a Listener,
    keys: VecDeque<u16>,
    rolls: VecDeque<i32>,
    printed: String,
    /// Where the message of a refusal begins in `printed`.
    mark: usize,
    /// What was not as expected, one line each.
    pub failures: Vec<String>,
    /// What was reported, the latest of each.
    pub results: BTreeMap<ResultKey, i32>,
    /// Files of the two slots.
    saves: SaveSlots,
}

impl<'a> Host<'a> {
    pub fn new(listener: &'a Listener) -> Host<'a> {
        Host {
            listener,
            keys: VecDeque::new(),
            rolls: VecDeque::new(),
            printed: String::new(),
            mark: 0,
            failures: Vec::new(),
            results: BTreeMap::new(),
            saves: SaveSlots::default(),
        }
    }

    /// Runs a program to its end, or says why it has none.
    pub fn run(&mut self, vm: &mut Vm<'_>, memory: &mut Box<Memory>, fuel: u64) {
        let exit = vm.run(memory, self, fuel);
        let cartridge = vm.cartridge();
        let place = |(page, offset)| {
            let line = cartridge.line_at(page, offset);
            let files = self.listener.sources.files();
            match line.and_then(|l| Some((files.get(usize::from(l.file))?, l.line))) {
                Some((file, line)) => format!("{}:{line}", file.name),
                None => format!("code page {page} at ${offset:02X}"),
            }
        };
        let why = match exit {
            Exit::Done => return,
            Exit::Fuel => format!(
                "{}: does not end within {fuel} instructions",
                place(vm.place())
            ),
            Exit::Waiting(call) => format!("{}: waits for {}", place(vm.place()), call.name()),
            Exit::Trap {
                trap: Trap::Absent(part),
                page,
                offset,
            } => format!(
                "{}: part `{}` of the game is not in memory; bring it in first",
                place((page, offset)),
                cartridge.part_name(part)
            ),
            Exit::Trap { trap, page, offset } => format!("{}: {trap}", place((page, offset))),
        };
        self.failed(why);
    }

    fn failed(&mut self, why: String) {
        if self.failures.len() < MOST_FAILURES {
            self.failures.push(why);
        }
    }

    fn fail(&mut self, span: Span, what: &str) {
        let sources = &self.listener.sources;
        let (line, _) = sources.line_column(span);
        let source = sources.files().get(usize::from(span.file));
        let text = source
            .and_then(|f| f.text.lines().nth(line - 1))
            .unwrap_or("")
            .trim();
        let why = format!("{}: {text}{what}", self.listener.place(span));
        self.failed(why);
    }

    /// A message from the program: `delay` with a number that no player could wait for.
    fn message(&mut self, io: [u16; 4]) {
        let listener = self.listener;
        let number = io[0];
        if number == HOST_MARK {
            self.mark = self.printed.len();
        } else if number >= HOST_STEP {
            if let Some((step, span)) = listener.steps.get(usize::from(number & !HOST_STEP)) {
                self.step(step, *span, io);
            }
        } else {
            let number = usize::from(number & !HOST_FAIL);
            let Some(span) = listener.expects.get(number) else {
                return;
            };
            let shown = if number >= listener.refusals {
                // The message stands where text went last.
                let message = self.printed.rsplit('\n').next().unwrap_or("");
                format!("  (refused: {message:?})")
            } else if self.source_compares(*span) {
                format!("  (left {}, right {})", io[1] as i16, io[2] as i16)
            } else {
                String::new()
            };
            self.fail(*span, &shown);
        }
    }

    /// Whether the expectation is a comparison, so that both sides were handed over.
    fn source_compares(&self, span: Span) -> bool {
        let files = self.listener.sources.files();
        let file = files.get(usize::from(span.file));
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

    fn step(&mut self, step: &HostStep, span: Span, io: [u16; 4]) {
        match step {
            HostStep::Rolls(rolls) => self.rolls.extend(rolls),
            HostStep::Press(keys) => {
                self.keys.extend(keys);
                self.printed.clear();
            }
            HostStep::Printed(wanted, text) => {
                if self.printed.contains(text.as_str()) != *wanted {
                    let shown = self.printed.clone();
                    self.fail(span, &format!("  (printed: {shown:?})"));
                }
            }
            HostStep::Refused(text) => {
                let message = self.printed.get(self.mark..).unwrap_or("").to_string();
                if !message.contains(text.as_str()) {
                    self.fail(span, &format!("  (the message is {message:?})"));
                }
            }
            HostStep::Result { number, index, ty } => {
                let index = index.iter().zip(&io[1..3]);
                let index = index.map(|(ty, word)| decoded(*ty, *word)).collect();
                let value = decoded(*ty, io[3]);
                self.results.insert((*number, index), value);
            }
            HostStep::Fail => {
                let message = self.printed.get(self.mark..).unwrap_or("").trim();
                let why = format!("{}: {message}", self.listener.place(span));
                self.failed(why);
            }
        }
    }
}

/// A word as the number it stands for.
fn decoded(ty: Ty, word: u16) -> i32 {
    match ty {
        Ty::Int { lo, .. } if lo < 0 => i32::from(word as i16),
        _ => i32::from(word),
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
            ShellCall::Save => Some(self.saves.save(io[0], cartridge, memory)),
            ShellCall::Load => Some(self.saves.load(io[0], cartridge, memory)),
            ShellCall::Look => Some(self.saves.look(io[0], io[1], cartridge)),
            ShellCall::Event => Some(self.keys.pop_front().unwrap_or(key::OVER)),
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
                if self.printed.len() > MOST_LETTERS {
                    self.printed.clear();
                }
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
