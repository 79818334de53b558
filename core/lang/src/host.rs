//! The machine around tests and simulations: keys, draws, text, two save slots, and what the program says to its
//! host.

use crate::diag::Diagnostic;
use crate::emit::{Frame, Held};
use crate::hir::{Expectation, HostStep, Program, Viewed};
use crate::lower::{self, HOST_FAIL, HOST_MARK, HOST_SHOW, HOST_STEP, HOST_TRACE, Lowered};
use crate::save_slots::SaveSlots;
use crate::shown::Words;
use crate::source::{Sources, Span};
use crate::types::Ty;
use crate::{Cut, Target};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::cartridge::Line;
use hexfront_isa::contract::key;
use hexfront_isa::{Cartridge, ShellCall};
use hexfront_vm::{Exit, Memory, Shell, Trap, Vm};

/// Failures that are kept; a fault in a loop has many.
const MOST_FAILURES: usize = 20;
/// Lines of a trace that are kept.
const MOST_TRACED: usize = 10_000;
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
    cut: Cut,
) -> Result<(Program, Sources), (Vec<Diagnostic>, Sources)> {
    let mut sources = crate::sources(files, None);
    let mut diags = Vec::new();
    let program = crate::checked(&mut sources, target, cut, &mut diags);
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
    emit_lowered(program, lower::lower(program), sources, target)
}

/// The same of code that is there.
///
/// # Errors
/// What cannot be.
pub(crate) fn emit_lowered(
    program: &Program,
    lowered: Lowered,
    sources: &Sources,
    target: Target,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut diags = Vec::new();
    let Some(emitted) = crate::emit::emit(program, lowered, sources, target, &mut diags) else {
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
        listener: Listener {
            sources: sources.clone(),
            steps: program.steps.clone(),
            expects: emitted.expects,
            refusals: program.expects.len(),
            words: Words::of(program),
            clocks: clocks(program, &emitted.vars),
            frames: emitted.frames,
        },
        vars: emitted.vars,
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
    /// Expectations, and from `refusals` on refusals that nobody expected.
    expects: Vec<Expectation>,
    refusals: usize,
    words: Words,
    /// Offset and type of the variables that play the roles `turn` and `phase`.
    clocks: Vec<(String, u8, Ty)>,
    frames: Vec<Frame>,
}

/// Why something was done, as the rules tell it (`because`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What the role `turn` shows, if the game has one that is a single value.
    pub turn: Option<String>,
    /// The same of `phase`.
    pub phase: Option<String>,
    /// The record or hex that it is of: `unit B3 (HUSSARS)`.
    pub subject: Option<String>,
    /// The reason.
    pub text: String,
    /// The rules in whose block it is told.
    pub rules: Vec<String>,
    /// `file:line`
    pub place: String,
}

fn clocks(program: &Program, offsets: &[u8]) -> Vec<(String, u8, Ty)> {
    let roles = program.view.iter().filter_map(|(role, viewed, _)| {
        let Viewed::Var(var) = viewed else {
            return None;
        };
        let offset = offsets.get(*var)?;
        Some((role.clone(), *offset, program.vars[*var].ty))
    });
    let wanted = |role: &str| matches!(role, "turn" | "phase");
    roles.filter(|(role, ..)| wanted(role)).collect()
}

impl Listener {
    /// What a role says now.
    fn clock(&self, role: &str, memory: &Memory) -> Option<String> {
        let (_, offset, ty) = self.clocks.iter().find(|clock| clock.0 == role)?;
        let word = match ty.width() {
            1 => u16::from(memory.v8(*offset)),
            _ => memory.v16(*offset),
        };
        self.words.value(*ty, word)
    }

    /// `file:line`
    pub fn place(&self, span: Span) -> String {
        let (line, _) = self.sources.line_column(span);
        format!("{}:{line}", self.sources.name(span))
    }

    /// What a program said to its host, by the number that it called with.
    pub fn step(&self, number: u16) -> Option<&(HostStep, Span)> {
        let index = number.checked_sub(HOST_STEP)?;
        self.steps.get(usize::from(index))
    }

    /// The reason that a step tells; nothing if it tells none.
    pub fn reason(
        &self,
        step: &HostStep,
        span: Span,
        text: String,
        io: [u16; 4],
        memory: &Memory,
    ) -> Option<Reason> {
        let HostStep::Because { subject, rules } = step else {
            return None;
        };
        Some(Reason {
            turn: self.clock("turn", memory),
            phase: self.clock("phase", memory),
            subject: subject.and_then(|ty| self.words.value(ty, io[1])),
            text,
            rules: rules.clone(),
            place: self.place(span),
        })
    }

    /// Where a program stopped, why, and the locals of the procedure there: `game.rules:12: ...  (h: hex(3, 3))`.
    fn stopped(&self, line: Line, why: &str, memory: &Memory) -> String {
        let (file, at) = (u16::from(line.file), usize::from(line.line));
        let line_of = |span: Span| self.sources.line_column(span).0;
        let within = |frame: &&Frame| frame.span.file == file && line_of(frame.span) <= at;
        let frame = self
            .frames
            .iter()
            .filter(within)
            .max_by_key(|f| f.span.start);
        let value = |held: &Held| {
            let word = match held.ty.width() {
                1 => u16::from(memory.v8(held.offset)),
                _ => memory.v16(held.offset),
            };
            let steps = match held.ty {
                Ty::Int { by, .. } => by.max(1) as u16,
                _ => 1,
            };
            let value = self.words.value(held.ty, word.wrapping_mul(steps))?;
            // What is declared further down holds nothing yet.
            (line_of(held.span) <= at).then(|| format!("{}: {value}", held.name))
        };
        let values: Vec<String> = (frame.iter().flat_map(|f| &f.locals))
            .filter_map(value)
            .collect();
        let name = self
            .sources
            .files()
            .get(usize::from(file))
            .map_or("?", |f| &f.name);
        match values.as_slice() {
            [] => format!("{name}:{at}: {why}"),
            values => format!("{name}:{at}: {why}  ({})", values.join("; ")),
        }
    }

    /// What a failure says of the values that were handed over: `u.points: 3; u: unit B3 (HUSSARS)`.
    fn told(&self, expectation: &Expectation, words: &[u16]) -> String {
        let locals = expectation.locals.iter();
        let names = (expectation.sides.iter().map(|(name, ty)| (name, ty)))
            .chain(locals.map(|(name, ty, _)| (name, ty)));
        let values = names.zip(words).filter_map(|((name, ty), word)| {
            let value = self.words.value(*ty, *word)?;
            (!name.is_empty()).then(|| format!("{name}: {value}"))
        });
        let why = Some(expectation.why.clone()).filter(|why| !why.is_empty());
        why.into_iter().chain(values).collect::<Vec<_>>().join("; ")
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
    /// Where a line of the trace begins in it.
    trace_mark: usize,
    /// Lines of the trace, each with its place.
    pub trace: Vec<String>,
    /// The reasons that were told.
    pub reasons: Vec<Reason>,
    /// What the next failure shows.
    shown: Vec<u16>,
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
            trace_mark: 0,
            trace: Vec::new(),
            reasons: Vec::new(),
            shown: Vec::new(),
            failures: Vec::new(),
            results: BTreeMap::new(),
            saves: SaveSlots::default(),
        }
    }

    /// Runs a program to its end, or says why it has none.
    pub fn run(&mut self, vm: &mut Vm<'_>, memory: &mut Box<Memory>, fuel: u64) {
        let exit = vm.run(memory, self, fuel);
        let cartridge = vm.cartridge();
        let at = match exit {
            Exit::Trap { page, offset, .. } => (page, offset),
            _ => vm.place(),
        };
        let why = match exit {
            Exit::Done => return,
            Exit::Fuel => format!("does not end within {fuel} instructions"),
            Exit::Waiting(call) => format!("waits for {}", call.name()),
            Exit::Trap {
                trap: Trap::Absent(part),
                ..
            } => format!(
                "part `{}` of the game is not in memory; bring it in first",
                cartridge.part_name(part)
            ),
            Exit::Trap { trap, .. } => trap.to_string(),
        };
        let why = match cartridge.line_at(at.0, at.1) {
            Some(line) => self.listener.stopped(line, &why, memory),
            None => format!("code page {} at ${:02X}: {why}", at.0, at.1),
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
    fn message(&mut self, io: [u16; 4], memory: &Memory) {
        let listener = self.listener;
        let number = io[0];
        if number == HOST_MARK {
            self.mark = self.printed.len();
        } else if number == HOST_TRACE {
            self.trace_mark = self.printed.len();
        } else if number == HOST_SHOW {
            self.shown.push(io[1]);
        } else if number >= HOST_STEP {
            if let Some((step, span)) = listener.step(number) {
                self.step(step, *span, io, memory);
            }
        } else {
            self.unexpected(usize::from(number & !HOST_FAIL));
        }
    }

    /// The expectation of this number failed, or an action was refused that nobody expected to be.
    fn unexpected(&mut self, number: usize) {
        let listener = self.listener;
        let words = core::mem::take(&mut self.shown);
        let Some(expectation) = listener.expects.get(number) else {
            return;
        };
        let told = if number >= listener.refusals {
            // The message stands where text went last.
            let message = self.printed.rsplit('\n').next().unwrap_or("");
            format!("refused: {message:?}")
        } else {
            listener.told(expectation, &words)
        };
        let told = match told.as_str() {
            "" => told,
            told => format!("  ({told})"),
        };
        self.fail(expectation.span, &told);
    }

    fn step(&mut self, step: &HostStep, span: Span, io: [u16; 4], memory: &Memory) {
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
            HostStep::Because { .. } => {
                let text = self.traced();
                if self.reasons.len() < MOST_TRACED {
                    let reason = self.listener.reason(step, span, text, io, memory);
                    self.reasons.extend(reason);
                }
            }
            HostStep::Trace => {
                let line = self.traced();
                if self.trace.len() < MOST_TRACED {
                    self.trace
                        .push(format!("{}: {line}", self.listener.place(span)));
                }
            }
            HostStep::Fail => {
                let message = self.printed.get(self.mark..).unwrap_or("").trim();
                let why = format!("{}: {message}", self.listener.place(span));
                self.failed(why);
            }
        }
    }
}

impl Host<'_> {
    /// Takes what was printed since the trace began.
    fn traced(&mut self) -> String {
        let from = self.trace_mark.min(self.printed.len());
        self.printed.split_off(from).trim().to_string()
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
                self.message(io, memory);
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
