//! Bytes and words of V. Each machine keeps words of V in its own byte order, and procedures lay their variables over each
//! other: no byte that was last written as part of a word may be read as a byte, and no word of which a byte was written by
//! itself may be read as a word. This follows what every byte was last written as along every path of the code.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;

use hexfront_isa::cartridge::{GroupKind, Shape};
use hexfront_isa::code::{Argument, Instruction};
use hexfront_isa::{Access, Kind, Op, V_PAGE, V_REFUSED};

use super::{Checker, Place, Verified, VerifyError, split};

/// Bytes of a block.
const BLOCK: u8 = 8;

/// A set of bytes of V.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Bytes([u64; 4]);

impl Bytes {
    const ALL: Self = Self([u64::MAX; 4]);

    fn has(self, at: u8) -> bool {
        self.0[usize::from(at >> 6)] & 1 << (at & 63) != 0
    }

    fn add(&mut self, at: u8) {
        self.0[usize::from(at >> 6)] |= 1 << (at & 63);
    }

    fn remove(&mut self, at: u8) {
        self.0[usize::from(at >> 6)] &= !(1 << (at & 63));
    }

    fn and(self, other: Self) -> Self {
        Self(core::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    fn or(self, other: Self) -> Self {
        Self(core::array::from_fn(|n| self.0[n] | other.0[n]))
    }

    /// The first of them.
    fn first(self) -> Option<u8> {
        (0..=u8::MAX).find(|&at| self.has(at))
    }
}

/// What bytes may have been last written as, since a procedure began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    /// Not at all: they are as the caller left them.
    kept: Bytes,
    /// As part of a word.
    words: Bytes,
    /// By themselves.
    bytes: Bytes,
}

impl State {
    const ENTRY: Self = Self {
        kept: Bytes::ALL,
        words: Bytes([0; 4]),
        bytes: Bytes([0; 4]),
    };

    fn or(self, other: Self) -> Self {
        Self {
            kept: self.kept.or(other.kept),
            words: self.words.or(other.words),
            bytes: self.bytes.or(other.bytes),
        }
    }

    fn write(&mut self, at: u8, word: bool) {
        self.kept.remove(at);
        let (now, before) = match word {
            true => (&mut self.words, &mut self.bytes),
            false => (&mut self.bytes, &mut self.words),
        };
        now.add(at);
        before.remove(at);
    }
}

/// What a procedure asks of the bytes that it reads before it writes them, and what it leaves.
#[derive(Debug, Clone, Copy, Default)]
struct Summary {
    /// Bytes that must not be part of a word.
    reads_bytes: Bytes,
    /// Bytes that must not have been written by themselves.
    reads_words: Bytes,
    /// `None` if it never returns.
    leaves: Option<State>,
}

/// The bytes of V that an argument names, how often from its value on; whether they are a word.
fn variable(argument: &Argument) -> Option<(u8, u8, bool)> {
    let at = argument.value as u8;
    match argument.kind {
        Kind::V8 => Some((at, 1, false)),
        Kind::V16 => Some((at, 2, true)),
        Kind::Block => Some((at, BLOCK, false)),
        Kind::Imm8
        | Kind::Imm16
        | Kind::Page
        | Kind::Word
        | Kind::Layer
        | Kind::Offset
        | Kind::Target
        | Kind::Code
        | Kind::Text
        | Kind::Shell
        | Kind::Targets
        | Kind::Cases => None,
    }
}

impl Checker<'_> {
    /// Whether an argument agrees with bytes of V that always are words, or never: those with a fixed meaning and those of
    /// the state; and whether it comes at V as a variable at all.
    pub(super) fn fixed_variable(&self, op: Op, argument: &Argument) -> Result<(), &'static str> {
        let names_page = matches!(argument.kind, Kind::Page | Kind::Word);
        let is_filled = argument.kind == Kind::Layer && argument.access != Access::Read;
        let is_layer = argument.kind == Kind::Layer && !super::is_flood(op);
        if argument.value == u16::from(V_PAGE) && (names_page || is_filled || is_layer) {
            return Err("V is no field, table or layer");
        }
        let Some((first, count, word)) = variable(argument) else {
            return Ok(());
        };
        let clash = |at: u8| match self.fixed(at) {
            Some(is_word) => is_word != word,
            None => false,
        };
        match (first..=first.saturating_add(count - 1)).any(clash) {
            true if word => Err("bytes of V stand there, not a word"),
            true => Err("a word of V stands there"),
            false => Ok(()),
        }
    }

    /// Whether a byte of V is always part of a word, or never; `None` if that may change.
    fn fixed(&self, at: u8) -> Option<bool> {
        if at <= V_REFUSED {
            return Some(at < V_REFUSED);
        }
        let mut fields = self.variables.iter();
        let field = fields.find(|(first, end, _)| (*first..*end).contains(&u16::from(at)));
        field.map(|(_, _, word)| *word)
    }

    /// Fields of the state that lie in V: first byte, end, whether they are words. They must agree with each other and with
    /// the bytes of a fixed meaning.
    pub(super) fn state_variables(&self) -> Result<Vec<(u16, u16, bool)>, VerifyError> {
        let mut all: Vec<(u16, u16, bool)> = Vec::new();
        for field in self.cartridge.fields().filter(|f| f.page == V_PAGE) {
            let first = u16::from(field.offset);
            let end = first + field.image_bytes() as u16;
            let word = field.shape == Shape::VWords;
            let refused = u16::from(V_REFUSED);
            let fixed = if word { end > refused } else { first < refused };
            let fixed = fixed && first <= refused;
            let clash =
                |other: &(u16, u16, bool)| other.0 < end && first < other.1 && other.2 != word;
            if fixed || all.iter().any(clash) {
                return Err(VerifyError::Data {
                    what: "field",
                    name: field.name.to_string(),
                });
            }
            all.push((first, end, word));
        }
        Ok(all)
    }

    /// Follows bytes and words of V through all code. `order`: procedures, each behind those that it calls.
    pub(super) fn variables(
        &self,
        verified: &Verified,
        order: &[Place],
        main: Place,
    ) -> Result<(), VerifyError> {
        let mut summaries = BTreeMap::new();
        for &entry in order {
            let summary = self.summary(verified, entry, &summaries)?;
            summaries.insert(entry, summary);
        }
        let start = self.at_start(verified);
        let asked = summaries.get(&main).copied().unwrap_or_default();
        let wrong = asked.reads_bytes.and(start.words);
        let wrong = wrong.or(asked.reads_words.and(start.bytes));
        match wrong.first() {
            Some(v) => Err(VerifyError::Variable { at: main, v }),
            None => Ok(()),
        }
    }

    /// What the bytes of V are when the game begins; those that are 0 are both.
    fn at_start(&self, verified: &Verified) -> State {
        let mut start = State::ENTRY;
        let group = self
            .groups
            .iter()
            .find(|group| group.kind == GroupKind::State);
        let content = group.and_then(|group| group.content).unwrap_or_default();
        let mut words = Bytes::default();
        for word in verified.words_of_v(self.cartridge) {
            words.add(word);
            words.add(word | 1);
        }
        for (at, _) in (0..=u8::MAX).zip(content).filter(|(_, byte)| **byte != 0) {
            let word = words.has(at);
            start.write(at, word);
            if word {
                start.write(at ^ 1, true);
            }
        }
        start
    }

    fn summary(
        &self,
        verified: &Verified,
        entry: Place,
        done: &BTreeMap<Place, Summary>,
    ) -> Result<Summary, VerifyError> {
        let mut summary = Summary::default();
        let mut states: BTreeMap<Place, State> = BTreeMap::from([(entry, State::ENTRY)]);
        let mut open = Vec::from([entry]);
        while let Some(place) = open.pop() {
            let instruction = &verified.instructions[&place];
            let before = states[&place];
            let Some(after) = self.step(place, instruction, before, &mut summary, done)? else {
                continue;
            };
            if matches!(instruction.op, Op::Ret | Op::Reti) {
                let left = summary.leaves.map_or(after, |left| left.or(after));
                summary.leaves = Some(left);
            }
            for next in self.next(place, instruction)? {
                let known = states.get(&next).copied();
                let joined = known.map_or(after, |known| known.or(after));
                if known != Some(joined) {
                    states.insert(next, joined);
                    open.push(next);
                }
            }
        }
        Ok(summary)
    }

    /// What an instruction makes of the state; `None` if it calls what never returns.
    fn step(
        &self,
        place: Place,
        instruction: &Instruction,
        before: State,
        summary: &mut Summary,
        done: &BTreeMap<Place, Summary>,
    ) -> Result<Option<State>, VerifyError> {
        let page = &self.cartridge.code[usize::from(place.0)];
        let fail = |v: u8| Err(VerifyError::Variable { at: place, v });
        let named = || {
            let arguments = instruction.arguments(page);
            arguments.filter_map(|argument| Some((variable(&argument)?, argument.access)))
        };
        for ((first, count, word), _) in named().filter(|(_, access)| *access != Access::Write) {
            for at in first..=first.saturating_add(count - 1) {
                let (wrong, asked) = match word {
                    true => (before.bytes, &mut summary.reads_words),
                    false => (before.words, &mut summary.reads_bytes),
                };
                if wrong.has(at) {
                    return fail(at);
                }
                if before.kept.has(at) {
                    asked.add(at);
                }
            }
        }
        let mut after = before;
        for ((first, count, word), _) in named().filter(|(_, access)| *access != Access::Read) {
            for at in first..=first.saturating_add(count - 1) {
                after.write(at, word);
            }
        }
        if !instruction.op.info().calls() {
            return Ok(Some(after));
        }
        let mut arguments = instruction.arguments(page);
        let callee = arguments.find(|argument| argument.kind == Kind::Code);
        let callee = callee.and_then(|callee| done.get(&split(callee.value)));
        let Some(callee) = callee else {
            return Ok(Some(after));
        };
        let wrong = callee.reads_bytes.and(after.words);
        let wrong = wrong.or(callee.reads_words.and(after.bytes));
        if let Some(v) = wrong.first() {
            return fail(v);
        }
        summary.reads_bytes = summary.reads_bytes.or(callee.reads_bytes.and(after.kept));
        summary.reads_words = summary.reads_words.or(callee.reads_words.and(after.kept));
        Ok(callee.leaves.map(|left| State {
            kept: after.kept.and(left.kept),
            words: after.words.and(left.kept).or(left.words),
            bytes: after.bytes.and(left.kept).or(left.bytes),
        }))
    }
}
