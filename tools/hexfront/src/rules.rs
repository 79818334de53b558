//! `rules`: the rules of a game in its author's words.

use crate::failure::Failure;
use crate::games::{self, Game};
use crate::json::{array, object, quoted};
use crate::output::print_line;
use hexfront_lang::{RuleText, Sources, edit_distance};
use std::cmp::{Ordering, Reverse};
use std::fmt;

/// Names the rules that hold on machines which are not there yet, and why.
const ELSEWHERE: &str = "elsewhere.txt";
/// Columns that texts are folded to.
const COLUMNS: usize = 100;
/// Ids that are offered for one that is not there.
const OFFERED: usize = 3;

/// Why no rule is printed.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// There is no such rule.
    #[error("{game} has no rule {id}; near to it: {}", .near.join(", "))]
    Unknown {
        /// The game.
        game: String,
        /// The id asked for.
        id: String,
        /// What it may have been meant to be.
        near: Vec<String>,
    },
    /// There are none at all.
    #[error("{0} has no rules with ids: a rule begins with `rule ID \"title\"`")]
    None(String),
}

/// `rules`: prints them all, or those that an id stands for.
///
/// # Errors
/// When there is no such rule.
pub fn run(name: &str, id: Option<&str>, json: bool) -> Result<(), Failure> {
    let game = games::find(name)?;
    let all = entries(&game);
    let chosen: Vec<&Entry> = all.iter().filter(|e| e.is_below(id)).collect();
    if chosen.is_empty() {
        return Err(match id {
            Some(id) if !all.is_empty() => RulesError::Unknown {
                game: game.name,
                id: id.into(),
                near: nearest(id, &all),
            },
            _ => RulesError::None(game.name),
        }
        .into());
    }
    if json {
        print_line(array(chosen.iter().map(|e| e.to_json())))?;
    } else {
        let texts: Vec<String> = chosen.iter().map(|e| e.to_string()).collect();
        print_line(texts.join("\n"))?;
    }
    Ok(())
}

/// Where a block begins, and what its author wrote there.
struct Block {
    file: String,
    line: usize,
    text: String,
}

/// Rules that share a block.
struct Entry {
    ids: Vec<String>,
    title: Option<String>,
    block: Block,
    /// Other blocks of one of these rules.
    others: Vec<Block>,
}

/// The rules in the order of their ids.
fn entries(game: &Game) -> Vec<Entry> {
    let outcome = hexfront_lang::compile(&game.files);
    let (titled, rest): (Vec<_>, Vec<_>) = outcome.rules.iter().partition(|r| r.title.is_some());
    let mut entries: Vec<Entry> = titled
        .into_iter()
        .map(|rule| Entry {
            ids: rule.ids.clone(),
            title: rule.title.clone(),
            block: block(rule, &outcome.sources),
            others: rest
                .iter()
                .filter(|other| other.ids.iter().any(|id| rule.ids.contains(id)))
                .map(|other| block(other, &outcome.sources))
                .collect(),
        })
        .chain(elsewhere(game))
        .collect();
    for entry in &mut entries {
        entry.ids.sort_by(|a, b| natural_order(a, b));
    }
    entries.sort_by(|a, b| natural_order(&a.ids[0], &b.ids[0]));
    entries
}

fn block(rule: &RuleText, sources: &Sources) -> Block {
    Block {
        file: sources.name(rule.span).to_owned(),
        line: sources.line_column(rule.span).0,
        text: rule.text.clone(),
    }
}

/// Rules of machines that are not there yet: a line each, the id and the reason.
fn elsewhere(game: &Game) -> Vec<Entry> {
    let file = game.files.iter().find(|(name, _)| name == ELSEWHERE);
    let text = file.map_or_else(String::new, |(_, bytes)| {
        String::from_utf8_lossy(bytes).into_owned()
    });
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(i, line)| {
            let (id, why) = line.trim().split_once(' ')?;
            Some(Entry {
                ids: vec![id.into()],
                title: None,
                block: Block {
                    file: ELSEWHERE.into(),
                    line: i + 1,
                    text: why.trim().into(),
                },
                others: Vec::new(),
            })
        })
        .collect()
}

impl Entry {
    /// Whether an id stands for one of these rules.
    fn is_below(&self, id: Option<&str>) -> bool {
        id.is_none_or(|id| self.ids.iter().any(|own| stands_for(id, own)))
    }

    fn to_json(&self) -> String {
        let place = |block: &Block| {
            [
                ("file", quoted(&block.file)),
                ("line", block.line.to_string()),
                ("text", quoted(&block.text)),
            ]
        };
        let ids = array(self.ids.iter().map(|id| quoted(id)));
        let title = self.title.as_deref().map_or("null".into(), quoted);
        let others = array(self.others.iter().map(|other| object(place(other))));
        let members = [("ids", ids), ("title", title)];
        let members = members.into_iter().chain(place(&self.block));
        object(members.chain([("also", others)]))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Block { file, line, text } = &self.block;
        write!(f, "{}", self.ids.join(", "))?;
        if let Some(title) = &self.title {
            write!(f, " \"{title}\"")?;
        }
        writeln!(f, "  {file}:{line}")?;
        write!(f, "{}", folded(text, "  "))?;
        for Block { file, line, text } in &self.others {
            writeln!(f, "  also {file}:{line}")?;
            write!(f, "{}", folded(text, "    "))?;
        }
        Ok(())
    }
}

/// A text in lines of at most [`COLUMNS`] columns, where words allow it.
fn folded(text: &str, indent: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= COLUMNS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Whether `id` is this rule or one above it: DAY-7.6 stands for DAY-7.6.3, but not for DAY-7.60.
fn stands_for(id: &str, rule: &str) -> bool {
    let same = rule
        .get(..id.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(id));
    let next = rule.get(id.len()..).and_then(|rest| rest.chars().next());
    same && !id.is_empty() && next.is_none_or(|c| c == '.' || c == '-')
}

/// Compares ids with their numbers as numbers: DAY-7.9 stands before DAY-7.10.
fn natural_order(a: &str, b: &str) -> Ordering {
    let pieces = |id: &str| -> Vec<(u64, String)> {
        id.split(['.', '-'])
            .map(|piece| {
                let digits = piece.chars().take_while(char::is_ascii_digit).count();
                let (number, rest) = piece.split_at(digits);
                (number.parse().unwrap_or(0), rest.to_owned())
            })
            .collect()
    };
    pieces(a).cmp(&pieces(b)).then_with(|| a.cmp(b))
}

/// The ids that begin alike for longest, and of those the ones that need the fewest letters changed.
fn nearest(id: &str, entries: &[Entry]) -> Vec<String> {
    let mut ids: Vec<&String> = entries.iter().flat_map(|e| &e.ids).collect();
    ids.sort_by(|a, b| natural_order(a, b));
    ids.dedup();
    let alike = |other: &str| {
        let letters = id.chars().zip(other.chars());
        letters
            .take_while(|(a, b)| a.eq_ignore_ascii_case(b))
            .count()
    };
    ids.sort_by_key(|other| (Reverse(alike(other)), edit_distance(id, other)));
    ids.into_iter().take(OFFERED).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(id: &str) -> Vec<String> {
        let game = games::find("breakthrough").unwrap();
        let entries = entries(&game);
        let chosen = entries.iter().filter(|e| e.is_below(Some(id)));
        chosen.map(ToString::to_string).collect()
    }

    #[test]
    fn numbers_in_ids_count_as_numbers() {
        let mut ids = ["DAY-7.10", "DAY-13.5.2", "DAY-7.9", "DAY-7", "DAY-7.9.1"];
        ids.sort_by(|a, b| natural_order(a, b));
        let sorted = ["DAY-7", "DAY-7.9", "DAY-7.9.1", "DAY-7.10", "DAY-13.5.2"];
        assert_eq!(ids, sorted);
    }

    #[test]
    fn an_id_stands_for_those_below_it() {
        assert!(stands_for("DAY-7.6", "DAY-7.6.3"));
        assert!(stands_for("day-7.6.3", "DAY-7.6.3"));
        assert!(stands_for("DAY", "DAY-7.6.3"));
        assert!(!stands_for("DAY-7.6", "DAY-7.60"));
        assert!(!stands_for("DAY-7.6.3", "DAY-7.6"));
        assert!(!stands_for("", "DAY-7.6"));
    }

    #[test]
    fn a_rule_is_told_with_its_place() {
        let rules = found("BIA-1.4.1");
        let [rule] = rules.as_slice() else {
            panic!("{rules:?}")
        };
        let (heading, text) = rule.split_once('\n').unwrap();
        assert!(
            heading.starts_with("BIA-1.4.1 \"Twelve days at most\"  game.rules:"),
            "{heading}"
        );
        assert!(text.starts_with("  Turn 1 is 16 December"), "{text}");
        let (above, _) = "BIA-1.4.1".rsplit_once('.').unwrap();
        assert!(found(above).len() > 1);
    }

    #[test]
    fn a_rule_that_acts_in_several_places_names_them_all() {
        let rules = "game \"SMALL\"\n  id S\nmap from \"map.txt\"\n\
                     rule S-2, S-1 \"Turns\"\n  \"There are nine.\"\n  state turn: 1..9 = 1\n\
                     to main()\n  rule S-1\n    \"They pass.\"\n    turn += 1\n";
        let map = "[grid]\ncolumns 2\nrows 2\nlower odd\n";
        let files = [("game.rules", rules), ("map.txt", map)];
        let game = Game {
            name: "small".into(),
            files: files.map(|(n, t)| (n.into(), t.into())).to_vec(),
            folder: None,
        };
        let all: Vec<String> = entries(&game).iter().map(ToString::to_string).collect();
        let expected = "S-1, S-2 \"Turns\"  game.rules:4\n  There are nine.\n  \
                        also game.rules:8\n    They pass.\n";
        assert_eq!(all, [expected]);
    }

    #[test]
    fn rules_of_other_machines_are_told_with_the_reason() {
        let rules = found("BIA-2.1.5");
        assert!(
            rules[0].starts_with("BIA-2.1.5  elsewhere.txt:"),
            "{rules:?}"
        );
    }

    #[test]
    fn an_unknown_rule_is_answered_with_those_near_to_it() {
        let Err(Failure::Could(error)) = run("breakthrough", Some("BIA 1.4.1"), false) else {
            panic!("there is no such rule")
        };
        let said = error.to_string();
        assert!(
            said.contains("has no rule BIA 1.4.1; near to it: BIA-1.4.1,"),
            "{said}"
        );
    }

    #[test]
    fn texts_are_folded_between_words() {
        let text = "word ".repeat(40);
        let lines = folded(&text, "  ");
        assert!(
            lines
                .lines()
                .all(|l| l.starts_with("  ") && l.len() <= COLUMNS)
        );
        assert_eq!(lines.split_whitespace().count(), 40);
    }
}
