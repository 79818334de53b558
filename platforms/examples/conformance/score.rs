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

const WRONG: &str = "\nNot right, and why:\n\n";

/// Between what came out and why.
const WHY: &str = "; ";

/// Why programs are not right, by how `FOLDER NAME` begins; the first that fits. What the chips lack stands under **Not
/// emulated** in their files.
const REASONS: [(&str, &str); 29] = [
    ("CIA/tod hour-test", "BASIC that ours has not"),
    ("CIA/tod ampmtest", "BASIC that ours has not"),
    (
        "CPU/ane ",
        "wants $EF as the constant of `ANE`, $EE while the bus is taken; ours is always $EE, as in the cases of `cpu-score.md`",
    ),
    (
        "SID/env_test",
        "the cycles from the envelope's counter to its level are not staged",
    ),
    (
        "SID/noiselfsrinit",
        "the noise's shift register: what combined waveforms write into it",
    ),
    (
        "SID/wb_testsuite",
        "the noise's shift register: what combined waveforms write into it",
    ),
    (
        "SID/wf12nsr",
        "the noise's shift register: what combined waveforms write into it",
    ),
    (
        "SID/osc_topbit",
        "on the 6581 a combined waveform pulls the oscillator's top bit low",
    ),
    (
        "SID/osc3-wave0",
        "without a waveform the last value fades; ours is 0 at once",
    ),
    (
        "SID/oscinit oscinit",
        "the oscillator begins at $555555 and a reset leaves it; ours begins at 0",
    ),
    (
        "SID/oscinit",
        "the oscillator begins at $555555, and the noise's shift register otherwise than ours",
    ),
    (
        "SID/resid-test envsample",
        "a level of 93 or less comes a cycle later: the cycles from the envelope's counter to its level are not staged",
    ),
    (
        "SID/resid-test oscsample",
        "combined waveforms are a bitwise AND here",
    ),
    (
        "SID/detect",
        "tells the kind of SID by a combined waveform, which is a bitwise AND here",
    ),
    ("VICII/lp", "light pen"),
    (
        "VICII/phi1timing",
        "what the VIC-II reads in its half of a cycle is not on the bus where no chip answers the processor",
    ),
    (
        "VICII/vsp-tester",
        "in a cycle that begins a bad line late the idle byte comes from $38FF; ours from $3FFF",
    ),
    (
        "VICII/split-tests spritescan",
        "sprites right of the picture, where the next line's data are fetched; ours are compared in the picture only",
    ),
    (
        "VICII/spritegap",
        "sprites right of the picture, where the next line's data are fetched; ours are compared in the picture only",
    ),
    (
        "VICII/spritey",
        "goes on at $FEBC of the original KERNAL, which ours has not",
    ),
    (
        "VICII/spritex demusinterruptus",
        "the mode and the sprites change within lines; sprite registers act on a whole line here",
    ),
    (
        "VICII/spritex testsuite",
        "a sprite is moved as it begins, or again behind the fetch of its next data; ours has one place a line",
    ),
    (
        "drive/1541-testsuite",
        "its tests are code for the drive's own processor, and it prints by routines of the original BASIC",
    ),
    ("drive/format", "BASIC that ours has not"),
    (
        "general/ram0001",
        "a write to address 0 or 1 leaves in the RAM under it what the VIC-II read last; here it stays as it was",
    ),
    (
        "general/fuxxortest test-fuxxored",
        "does what the others of this folder do",
    ),
    (
        "general/fuxxortest ef2-inst1",
        "code in the drive's own processor",
    ),
    (
        "general/fuxxortest ef2-inst2",
        "sprites right of the picture, where the next line's data are fetched; ours are compared in the picture only",
    ),
    (
        "general/fuxxortest ef2-inst4a",
        "a write to address 0 or 1 leaves in the RAM under it what the VIC-II read last; here it stays as it was",
    ),
];

/// Of the others.
const UNKNOWN: &str = "not looked into";

/// Why a program is not right.
fn reason(suite: &str, wrong: &str) -> &'static str {
    let name = format!("{suite} {wrong}");
    REASONS
        .iter()
        .find(|(start, _)| name.starts_with(start))
        .map_or(UNKNOWN, |(_, why)| why)
}

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
                let outcome = rest.split_once(WHY).map_or(rest, |(outcome, _)| outcome);
                row.wrong.push(outcome.to_owned());
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
                let why = reason(suite, wrong);
                let _ = writeln!(text, "- `{suite}` {wrong}{WHY}{why}");
            }
        }
        text
    }
}
