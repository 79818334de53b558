//! What came of the bends, by rule.

use super::{Bender, EarlierReport, Trial, Verdict, earlier};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// How much of a game was bent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everything.
    All,
    /// Some rules, each in every way.
    Rules,
    /// Bends drawn by chance.
    Sample,
}

/// The bent-rule report; as text it is the committed `bent-rules.md`.
#[derive(Clone, Debug)]
pub struct Report {
    game: String,
    scope: Scope,
    /// What was bent, in the order of ids.
    blocks: Vec<Block>,
    /// Rules of which nothing was bent.
    rigid: Vec<String>,
    /// Bends that no test noticed, in the order of the sources.
    survivors: Vec<Survivor>,
}

/// All blocks of one rule, or of the same rules, and what came of the bends in them.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) ids: Vec<String>,
    /// Tests that cite one of the rules.
    pub(super) tests: usize,
    pub(super) tried: usize,
    pub(super) caught: usize,
    /// A hash of what can be bent there.
    pub(super) text: u32,
}

impl Block {
    /// By ids, as a reader counts.
    pub(super) fn order(&self) -> Vec<String> {
        self.ids.iter().map(|id| order(id)).collect()
    }
}

/// A bend that no test noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivor {
    /// The rules whose block was bent.
    pub ids: Vec<String>,
    /// `file:line`.
    pub place: String,
    /// What was changed.
    pub what: String,
    /// It changes words that a screen shows, not what the game does.
    pub words: bool,
}

impl Report {
    /// Adds up trials, each with the number of its bend, and what an earlier report says of all others.
    #[must_use]
    pub fn new(
        game: &str,
        bender: &Bender,
        trials: &[(usize, Trial)],
        earlier: EarlierReport,
        scope: Scope,
    ) -> Report {
        let mut blocks = earlier::blocks(bender);
        let mut survivors = earlier.survivors;
        for (number, trial) in trials {
            let bend = &bender.bends()[*number];
            let Some(block) = blocks.iter_mut().find(|b| b.ids == bend.ids) else {
                continue;
            };
            match trial.verdict {
                Verdict::Idle => continue,
                Verdict::Caught(_) => block.caught += 1,
                Verdict::Survived => survivors.push(Survivor {
                    ids: bend.ids.clone(),
                    place: bend.place.clone(),
                    what: trial.what.clone(),
                    words: bend.words,
                }),
            }
            block.tried += 1;
        }
        for known in earlier.blocks {
            if let Some(block) = blocks.iter_mut().find(|b| b.ids == known.ids) {
                *block = known;
            }
        }
        let is_bent = |id: &String| blocks.iter().any(|b| b.tried > 0 && b.ids.contains(id));
        let all = bender.rules().into_iter().map(|(id, _)| id);
        let rigid = all.filter(|id| scope == Scope::All && !is_bent(id));
        Report {
            game: game.to_string(),
            scope,
            rigid: rigid.collect(),
            blocks,
            survivors,
        }
    }

    /// Bends that were tried and changed something.
    #[must_use]
    pub fn tried(&self) -> usize {
        self.blocks.iter().map(|b| b.tried).sum()
    }

    /// Those of them that a test noticed.
    #[must_use]
    pub fn caught(&self) -> usize {
        self.blocks.iter().map(|b| b.caught).sum()
    }

    /// Bends that no test noticed.
    #[must_use]
    pub fn survivors(&self) -> &[Survivor] {
        &self.survivors
    }

    /// Rules that can be bent in any way without a test failing; of a sample, those of which no bend was noticed.
    #[must_use]
    pub fn unguarded(&self) -> Vec<&str> {
        let caught = |id: &str| self.of(id).any(|b| b.caught > 0);
        self.bent().into_iter().filter(|id| !caught(id)).collect()
    }

    /// Rules whose blocks hold nothing that can be bent.
    #[must_use]
    pub fn rigid(&self) -> Vec<&str> {
        self.rigid.iter().map(String::as_str).collect()
    }

    /// The blocks that state a rule.
    fn of<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Block> {
        self.blocks
            .iter()
            .filter(move |b| b.ids.iter().any(|i| i == id))
    }

    /// Rules of which something was bent.
    fn bent(&self) -> Vec<&str> {
        let bent = self.blocks.iter().filter(|b| b.tried > 0);
        let mut ids: Vec<&str> = bent.flat_map(|b| &b.ids).map(String::as_str).collect();
        ids.sort_by_key(|id| order(id));
        ids.dedup();
        ids
    }
}

impl Report {
    /// Survivors of a kind, by rule.
    fn list(&self, f: &mut fmt::Formatter<'_>, title: &str, words: bool) -> fmt::Result {
        writeln!(f, "\n## {title}")?;
        let mut sorted: Vec<&Survivor> =
            self.survivors.iter().filter(|s| s.words == words).collect();
        sorted.sort_by_key(|s| s.ids.iter().map(|id| order(id)).collect::<Vec<_>>());
        if sorted.is_empty() {
            return writeln!(f, "\nNone.");
        }
        let mut last: Option<&[String]> = None;
        for survivor in sorted {
            if last != Some(&survivor.ids) {
                writeln!(f, "\n{}", survivor.ids.join(", "))?;
                last = Some(&survivor.ids);
            }
            writeln!(f, "- {} {}", survivor.place, survivor.what)?;
        }
        Ok(())
    }
}

impl fmt::Display for Survivor {
    /// As the report names it: rules and change, without the line, which moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.ids.join(", "), self.what)
    }
}

fn named(ids: &[&str]) -> String {
    if ids.is_empty() {
        "none".to_string()
    } else {
        ids.join(", ")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = (100 * self.caught())
            .checked_div(self.tried())
            .unwrap_or(100);
        let bendable = self.bent().len();
        let words = self.survivors.iter().filter(|s| s.words).count();
        let free = match self.scope {
            Scope::All | Scope::Rules => "rules that no test guards",
            Scope::Sample => "rules of which no bend of this sample was noticed",
        };
        writeln!(
            f,
            "# Bent rules\n\n\
             Written by `hexfront bend {} --report FILE`. How to read it: core/lang/REFERENCE.md, section 12.\n\n\
             | | |\n| --- | --- |\n\
             | rules with something to bend | {bendable} |\n\
             | {free} | {} |\n\
             | rules with nothing to bend | {} |\n\
             | bends tried | {} |\n\
             | bends that a test noticed | {} ({share} %) |\n\
             | bends that none noticed, of what the game does | {} |\n\
             | bends that none noticed, of what screens say | {words} |\n\n\
             R{}: {}.\n\n\
             Rules with nothing to bend: {}.",
            self.game,
            self.unguarded().len(),
            self.rigid().len(),
            self.tried(),
            self.caught(),
            self.survivors.len() - words,
            &free[1..],
            named(&self.unguarded()),
            named(&self.rigid()),
        )?;
        self.list(f, "Bends of what the game does that no test noticed", false)?;
        self.list(f, "Words on screens that no test reads", true)?;
        writeln!(f, "\n## All rules\n")?;
        writeln!(
            f,
            "| rules of a block | tests | bends | noticed | text |\n| --- | ---: | ---: | ---: | --- |"
        )?;
        for block in self.blocks.iter().filter(|b| b.tried > 0) {
            writeln!(
                f,
                "| {} | {} | {} | {} | {:08x} |",
                block.ids.join(", "),
                block.tests,
                block.tried,
                block.caught,
                block.text
            )?;
        }
        Ok(())
    }
}

/// Orders ids as a reader counts: 7.6.9 before 7.6.10.
pub(super) fn order(id: &str) -> String {
    id.split(['.', '-'])
        .map(|part| match part.parse::<u32>() {
            Ok(n) => format!("{n:08}"),
            Err(_) => part.to_string(),
        })
        .collect::<Vec<_>>()
        .join(" ")
}
