//! Bent rules: does a test fail when a rule is changed?
//!
//! A bend changes one thing in a rule's block, as a slip of the author would: a statement is left out, a condition
//! negated, `<` made `<=`, a number or the cell of a table shifted by one. The game is compiled with the bend and its
//! tests are run, those that cite the rule first. If one fails the bend is *caught*; if none does it *survives*, and
//! nobody would notice if the rule were wrong there.
//!
//! Not bent: what only the eye can judge (positions, inks, sounds, redrawing, the view), types of locals, and what
//! stands outside of every `rule` block.

mod data;
mod earlier;
mod expr;
mod report;
mod stmt;
mod walk;

use crate::ast::Ast;
use crate::diag::Diagnostic;
use crate::lower::{self, Earlier};
use crate::source::{Sources, Span};
use crate::testing::{self, Suite, TestCartridge, TestResult};
use crate::{Cut, Target, check, parse};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use data::Edit;
use walk::Walk;

pub use earlier::EarlierReport;
pub use report::{Report, Scope, Survivor};

/// One thing that can be changed in a rule's block.
#[derive(Clone, Debug)]
pub struct Bend {
    /// The rules that the block states.
    pub ids: Vec<String>,
    /// Where: `file:line`.
    pub place: String,
    /// What is changed, as a reader of the source would say it.
    pub what: String,
    /// It changes words that a screen shows, not what the game does.
    pub words: bool,
    /// A hash of what stands there: it changes with the rule.
    text: u64,
    how: How,
}

/// How a bend is made.
#[derive(Clone, Debug)]
enum How {
    /// By the n-th change that the walk over the tree offers.
    Tree(usize),
    /// By changing a file of data; where the first change does not compile, by the next.
    File(Vec<Edit>),
}

/// What became of a bend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A test failed; its number.
    Caught(usize),
    /// All tests passed.
    Survived,
    /// The bent game does not compile, or is the same to the byte: nothing was learnt.
    Idle,
}

/// A bend that was tried.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What was changed.
    pub what: String,
    /// What came of it.
    pub verdict: Verdict,
}

/// Why a game cannot be bent.
#[derive(Clone, Debug)]
pub enum Unfit {
    /// It does not compile: the diagnostics, and the sources they refer to.
    Mistakes(Vec<Diagnostic>, Sources),
    /// These tests fail as it is.
    Failing(Vec<TestResult>),
}

/// A game that compiles and passes its tests, and all that can be bent in it.
#[derive(Clone, Debug)]
pub struct Bender {
    sources: Sources,
    ast: Ast,
    bends: Vec<Bend>,
    /// Ids that tests cite, by test.
    cited: Vec<Vec<String>>,
    /// Instructions that each test may execute before it is taken to run for ever.
    fuel: Vec<u64>,
    batches: Vec<Batch>,
    /// Its code, most of which is in bent games as it is.
    earlier: Earlier,
}

/// A cartridge of the game as it is, and the tests that are in it.
#[derive(Clone, Debug)]
struct Batch {
    tests: Vec<usize>,
    cartridge: Vec<u8>,
}

impl Bender {
    /// Compiles a game with its tests, runs them, and looks for what can be bent. Files are named as for
    /// [`crate::compile`].
    ///
    /// # Errors
    /// See [`Unfit`].
    pub fn new(files: &[(String, Vec<u8>)]) -> Result<Bender, Unfit> {
        let mut sources = crate::sources(files, None);
        let mut diags = Vec::new();
        let mut ast = parse::parse(&mut sources, &mut diags);
        let program = check::check(&sources, &ast, Target::Tests, Cut::Coarse, &mut diags);
        if crate::any_error(&diags) {
            return Err(Unfit::Mistakes(crate::ordered(diags), sources));
        }
        let (lowered, earlier) = lower::lower_first(&program);
        let mut suite = Suite::new(program, lowered, &sources);
        let mut results = Vec::new();
        let mut batches = Vec::new();
        let ran = suite.each_cartridge(&suite.all(), &mut |cartridge| {
            batches.push(Batch {
                tests: cartridge.numbers.to_vec(),
                cartridge: cartridge.compiled.bytes.clone(),
            });
            let tests = 0..cartridge.numbers.len();
            results.extend(tests.map(|n| cartridge.run(n, testing::FUEL)));
            true
        });
        if let Err(diags) = ran {
            return Err(Unfit::Mistakes(diags, sources));
        }
        if results.iter().any(|r| !r.failures.is_empty()) {
            results.retain(|r| !r.failures.is_empty());
            return Err(Unfit::Failing(results));
        }
        let bends = Walk::list(&sources, &mut ast);
        Ok(Bender {
            bends,
            cited: results.iter().map(|r| r.ids.clone()).collect(),
            // Loops are bounded, but a bend may move a bound.
            fuel: results.iter().map(|r| 20 * r.spent + 1_000_000).collect(),
            batches,
            earlier,
            sources,
            ast,
        })
    }

    /// All bends, in the order of the sources.
    #[must_use]
    pub fn bends(&self) -> &[Bend] {
        &self.bends
    }

    /// Every rule of the game: its id, and how many tests cite it; in the order of ids.
    #[must_use]
    pub fn rules(&self) -> Vec<(String, usize)> {
        let mut ids: Vec<&String> = self.ast.rule_sets.iter().flatten().collect();
        ids.sort_by_key(|id| report::order(id));
        ids.dedup();
        ids.into_iter()
            .map(|id| (id.clone(), self.tests_of(core::slice::from_ref(id))))
            .collect()
    }

    /// How many tests cite one of these rules.
    fn tests_of(&self, ids: &[String]) -> usize {
        let cites = |c: &&Vec<String>| c.iter().any(|id| ids.contains(id));
        self.cited.iter().filter(cites).count()
    }

    /// Makes the n-th bend and runs the tests until one fails.
    #[must_use]
    pub fn try_bend(&self, number: usize) -> Trial {
        let bend = &self.bends[number];
        let idle = Trial {
            what: bend.what.clone(),
            verdict: Verdict::Idle,
        };
        match &bend.how {
            How::Tree(n) => {
                for step in [1, -1] {
                    let mut ast = self.ast.clone();
                    let what = Walk::apply(&self.sources, &mut ast, *n, step);
                    if let Some(verdict) = self.judge(&self.sources, &ast, &bend.ids) {
                        return Trial { what, verdict };
                    }
                }
            }
            How::File(edits) => {
                for edit in edits {
                    let sources = edit.apply(&self.sources);
                    if let Some(verdict) = self.judge(&sources, &self.ast, &bend.ids) {
                        let what = edit.what.clone();
                        return Trial { what, verdict };
                    }
                }
            }
        }
        idle
    }

    /// Runs the tests of a bent game, those that cite its rules first; none if it does not compile.
    fn judge(&self, sources: &Sources, ast: &Ast, ids: &[String]) -> Option<Verdict> {
        let mut diags = Vec::new();
        let program = check::check(sources, ast, Target::Tests, Cut::Coarse, &mut diags);
        if crate::any_error(&diags) {
            return None;
        }
        let lowered = lower::lower_after(&program, &self.earlier);
        let mut suite = Suite::new(program, lowered, sources);
        let cites = |n: usize| self.cited[n].iter().any(|id| ids.contains(id));
        let mut caught = None;
        let mut run = |cartridge: &TestCartridge<'_>, wanted: &dyn Fn(usize) -> bool| {
            caught = (0..cartridge.numbers.len())
                .map(|n| (n, cartridge.numbers[n]))
                .filter(|(_, test)| wanted(*test))
                .find(|(n, test)| !cartridge.run(*n, self.fuel[*test]).failures.is_empty())
                .map(|(_, test)| test);
            caught.is_none()
        };
        let citing: Vec<usize> = (0..self.cited.len()).filter(|n| cites(*n)).collect();
        let mut passed = citing.is_empty()
            || suite
                .each_cartridge(&citing, &mut |cartridge| run(&cartridge, &|_| true))
                .ok()?;
        let mut differs = false;
        for batch in &self.batches {
            passed = passed
                && suite
                    .each_cartridge(&batch.tests, &mut |cartridge| {
                        if cartridge.compiled.bytes == batch.cartridge {
                            return true;
                        }
                        differs = true;
                        run(&cartridge, &|test| !cites(test))
                    })
                    .ok()?;
        }
        Some(match caught {
            Some(test) => Verdict::Caught(test),
            None if differs => Verdict::Survived,
            None => Verdict::Idle,
        })
    }

    /// `file:line` of a span.
    fn place(sources: &Sources, span: Span) -> String {
        let (line, _) = sources.line_column(span);
        alloc::format!("{}:{line}", sources.name(span))
    }
}

/// `count` of the bends numbered `among`, in rising order, the same ones for the same seed; all if there are no more. Each
/// is drawn by what it changes and in which file, so that a line more in the rules leaves the others where they were.
#[must_use]
pub fn sample(bends: &[Bend], among: &[usize], count: usize, seed: u64) -> Vec<usize> {
    let mut met: BTreeMap<u64, u64> = BTreeMap::new();
    let mut drawn: Vec<(u64, usize)> = Vec::with_capacity(among.len());
    for (n, bend) in bends.iter().enumerate() {
        let file = bend.place.split(':').next().unwrap_or("");
        let alike = hash(hash(seed, file), &bend.what);
        let before = met.entry(alike).or_default();
        drawn.push((mixed(alike.wrapping_add(*before)), n));
        *before += 1;
    }
    drawn.retain(|(_, n)| among.contains(n));
    drawn.sort_unstable();
    let mut chosen: Vec<usize> = drawn.into_iter().take(count).map(|(_, n)| n).collect();
    chosen.sort_unstable();
    chosen
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits, going on from `state`; the text ends with a byte that UTF-8 does not have.
fn hash(state: u64, text: &str) -> u64 {
    let bytes = text.bytes().chain([0xFF]);
    bytes.fold(state ^ 0xCBF2_9CE4_8422_2325, |h, byte| {
        (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
fn mixed(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The beginning of what stands at a span, on one line, runs of spaces as one.
fn snippet(sources: &Sources, span: Span) -> String {
    let text = text_at(sources, span.start as usize..span.end as usize, span.file);
    shortened(text)
}

/// The line that a span begins in.
fn line_of(sources: &Sources, span: Span) -> String {
    let start = span.start as usize;
    let before = text_at(sources, 0..start, span.file);
    let begin = before.rfind('\n').map_or(0, |at| at + 1);
    let text = text_at(sources, begin..usize::MAX, span.file);
    let line = text.lines().next().unwrap_or("");
    // Without its comment.
    shortened(line.split(" --").next().unwrap_or(line))
}

fn text_at(sources: &Sources, range: core::ops::Range<usize>, file: u16) -> &str {
    let Some(file) = sources.files().get(usize::from(file)) else {
        return "";
    };
    let end = range.end.min(file.text.len());
    file.text.get(range.start..end).unwrap_or("")
}

fn shortened(text: &str) -> String {
    /// Letters shown at most.
    const SHOWN: usize = 72;
    let mut lines = text.trim_end().lines();
    let first: Vec<&str> = lines.next().unwrap_or("").split_whitespace().collect();
    let first = first.join(" ");
    let cut: String = first.chars().take(SHOWN).collect();
    if cut.len() < first.len() || lines.next().is_some() {
        return cut.trim_end().to_string() + " ...";
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is taken over from the game as it is, is what lowering the bent one alone gives.
    #[test]
    fn a_bent_game_is_lowered_as_if_there_were_no_other() {
        let files: [(&str, &[u8]); 4] = [
            ("days.csv", include_bytes!("../../tests/bent/days.csv")),
            ("game.rules", include_bytes!("../../tests/bent/game.rules")),
            ("map.txt", include_bytes!("../../tests/bent/map.txt")),
            ("units.csv", include_bytes!("../../tests/bent/units.csv")),
        ];
        let files = files.map(|(name, bytes)| (name.to_string(), bytes.to_vec()));
        let Ok(bender) = Bender::new(&files) else {
            panic!("the game is sound");
        };
        let mut compared = 0;
        for bend in bender.bends() {
            let How::Tree(number) = bend.how else {
                continue;
            };
            let mut ast = bender.ast.clone();
            Walk::apply(&bender.sources, &mut ast, number, 1);
            let mut diags = Vec::new();
            let program = check::check(
                &bender.sources,
                &ast,
                Target::Tests,
                Cut::Coarse,
                &mut diags,
            );
            if crate::any_error(&diags) {
                continue;
            }
            let alone = lower::lower(&program).code;
            let after = lower::lower_after(&program, &bender.earlier).code;
            assert_eq!(after, alone, "{}", bend.what);
            compared += 1;
        }
        assert!(compared > 30, "{compared}");
    }
}
