//! What came of the bends, by rule.

use super::{Bender, Trial, Verdict};
use alloc::collections::BTreeMap;
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
    rules: Vec<Rule>,
    /// Bends that no test noticed, in the order of the sources.
    survivors: Vec<Survivor>,
    tried: usize,
    caught: usize,
}

/// A rule and what came of the bends in its blocks.
#[derive(Clone, Debug)]
struct Rule {
    id: String,
    /// Tests that cite it.
    tests: usize,
    tried: usize,
    caught: usize,
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
    /// Adds up trials, each with the number of its bend.
    #[must_use]
    pub fn new(game: &str, bender: &Bender, trials: &[(usize, Trial)], scope: Scope) -> Report {
        let mut rules: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        let mut survivors = Vec::new();
        let (mut tried, mut caught) = (0, 0);
        for (number, trial) in trials {
            let bend = &bender.bends()[*number];
            let noticed = match trial.verdict {
                Verdict::Idle => continue,
                Verdict::Caught(_) => 1,
                Verdict::Survived => {
                    survivors.push(Survivor {
                        ids: bend.ids.clone(),
                        place: bend.place.clone(),
                        what: trial.what.clone(),
                        words: bend.words,
                    });
                    0
                }
            };
            tried += 1;
            caught += noticed;
            for id in &bend.ids {
                let counts = rules.entry(id.clone()).or_default();
                counts.0 += 1;
                counts.1 += noticed;
            }
        }
        let rules = bender
            .rules()
            .into_iter()
            .map(|(id, tests)| {
                let (tried, caught) = rules.get(&id).copied().unwrap_or_default();
                Rule {
                    id,
                    tests,
                    tried,
                    caught,
                }
            })
            .filter(|r| scope == Scope::All || r.tried > 0)
            .collect();
        Report {
            game: game.to_string(),
            scope,
            rules,
            survivors,
            tried,
            caught,
        }
    }

    /// Bends that were tried and changed something.
    #[must_use]
    pub fn tried(&self) -> usize {
        self.tried
    }

    /// Those of them that a test noticed.
    #[must_use]
    pub fn caught(&self) -> usize {
        self.caught
    }

    /// Bends that no test noticed.
    #[must_use]
    pub fn survivors(&self) -> &[Survivor] {
        &self.survivors
    }

    /// Rules that can be bent in any way without a test failing; of a sample, those of which no bend was noticed.
    #[must_use]
    pub fn unguarded(&self) -> Vec<&str> {
        let free = self.rules.iter().filter(|r| r.tried > 0 && r.caught == 0);
        free.map(|r| r.id.as_str()).collect()
    }

    /// Rules whose blocks hold nothing that can be bent.
    #[must_use]
    pub fn rigid(&self) -> Vec<&str> {
        let rigid = self.rules.iter().filter(|r| r.tried == 0);
        rigid.map(|r| r.id.as_str()).collect()
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
        let share = (100 * self.caught).checked_div(self.tried).unwrap_or(100);
        let bendable = self.rules.iter().filter(|r| r.tried > 0).count();
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
            self.tried,
            self.caught,
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
            "| rule | tests | bends | noticed |\n| --- | ---: | ---: | ---: |"
        )?;
        for rule in self.rules.iter().filter(|r| r.tried > 0) {
            writeln!(
                f,
                "| {} | {} | {} | {} |",
                rule.id, rule.tests, rule.tried, rule.caught
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
