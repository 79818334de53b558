//! `c64-score.md`: read, brought up to date folder by folder, written.

use std::collections::BTreeMap;
use std::fmt::Write;

/// One folder's programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub right: usize,
    pub run: usize,
    pub not_run: usize,
    /// What was wrong: name and outcome.
    pub wrong: Vec<String>,
}

/// The rows by folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score(pub BTreeMap<String, Row>);

const HEAD: &str = "\
# Score of the C64 against other people's test programs

Written by `cargo run --profile test -p hexfront-platforms --example conformance -- FOLDER [PART]...`, where FOLDER is a copy
of VICE's test programs (with Wolfgang Lorenz's suite in `general`). Only the programs that report by a number are run, on a
machine with our ROMs; those that need a part which is not emulated are not. A line is renewed when all of its folder is run.

| programs | right | of | not run |
| --- | --- | --- | --- |
";

const WRONG: &str =
    "\nNot right; the reasons stand under **Not emulated** in the files of the chips:\n\n";

impl Score {
    /// Reads what [`Score::text`] wrote; lines of another form are left out.
    pub fn read(text: &str) -> Score {
        let mut score = Score::default();
        for line in text.lines() {
            let Some((suite, rest)) = line
                .strip_prefix("| `")
                .or_else(|| line.strip_prefix("- `"))
                .and_then(|rest| rest.split_once("` "))
            else {
                continue;
            };
            let row = score.0.entry(suite.to_owned()).or_default();
            if line.starts_with('-') {
                row.wrong.push(rest.to_owned());
                continue;
            }
            let numbers: Vec<usize> = rest
                .split('|')
                .filter_map(|n| n.trim().parse().ok())
                .collect();
            if let [right, run, not_run] = numbers[..] {
                (row.right, row.run, row.not_run) = (right, run, not_run);
            }
        }
        score
    }

    /// The file.
    pub fn text(&self) -> String {
        let mut text = String::from(HEAD);
        let (mut right, mut run, mut not_run) = (0, 0, 0);
        for (suite, row) in &self.0 {
            let _ = writeln!(
                text,
                "| `{suite}` | {} | {} | {} |",
                row.right, row.run, row.not_run
            );
            (right, run, not_run) = (right + row.right, run + row.run, not_run + row.not_run);
        }
        let _ = writeln!(text, "| all | {right} | {run} | {not_run} |");
        text.push_str(WRONG);
        for (suite, row) in &self.0 {
            for wrong in &row.wrong {
                let _ = writeln!(text, "- `{suite}` {wrong}");
            }
        }
        text
    }
}
