//! What a failing test says: values as the rules write them, not the machine's numbers.

use crate::common;
use hexfront_lang::testing::{self, TestResult};

/// The small game with tests of ours, run.
fn run(rules: &str) -> Vec<TestResult> {
    let mut files = common::files("tests/two-units");
    files.push(("tests/failing.rules".into(), rules.as_bytes().to_vec()));
    let results = testing::run(&files).unwrap_or_else(|(diags, sources)| {
        let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
        panic!("{}", all.join("\n"))
    });
    let ours = |r: &TestResult| r.place.starts_with("tests/failing");
    results.into_iter().filter(ours).collect()
}

/// The failures of a test of these lines, without their place.
fn failures(lines: &[&str]) -> Vec<String> {
    let rules = format!("test \"ours\"\n  {}\n", lines.join("\n  "));
    let failures = run(&rules).remove(0).failures;
    let told = failures
        .iter()
        .map(|f| f.split_once(": ").expect("a place").1);
    told.map(ToString::to_string).collect()
}

#[test]
fn sides_of_a_comparison_are_named_and_told_by_their_kinds() {
    for (condition, told) in [
        ("unit R1.at is hex(4, 2)", "unit R1.at: hex(1, 1)"),
        ("owner[hex(0, 0)] is blue", "owner[hex(0, 0)]: red"),
        ("unit R1.points < 3", "unit R1.points: 6"),
        (
            "unit R1.at is unit B1.at",
            "unit R1.at: hex(1, 1); unit B1.at: hex(4, 4)",
        ),
        (
            "first unit v where v.side is blue is none",
            "first unit v where v.side is blue: unit B1 (SECOND)",
        ),
        (
            "neighbour(hex(0, 0), 1) is hex(0, 0)",
            "neighbour(hex(0, 0), 1): none",
        ),
        ("turn - 4 > 2", "turn - 4: -3"),
        ("40000 * turn is 40001", "40000 * turn: 40000"),
    ] {
        let line = format!("expect {condition}");
        assert_eq!(
            failures(&["unit R1.at = hex(1, 1)", "unit R1.points = 6", &line]),
            [format!("{line}  ({told})")]
        );
    }
}

#[test]
fn locals_are_told_too_but_not_those_of_the_expectation_itself() {
    let told = failures(&[
        "for each unit u",
        "  expect u.at is none",
        "let h = hex(2, 3)",
        "expect any unit v at h where v.side is red",
        "expect h is none",
    ]);
    assert_eq!(
        told,
        [
            "expect u.at is none  (u.at: hex(1, 1); u: unit R1 (FIRST))",
            "expect u.at is none  (u.at: hex(4, 4); u: unit B1 (SECOND))",
            "expect any unit v at h where v.side is red  (h: hex(2, 3))",
            "expect h is none  (h: hex(2, 3))",
        ]
    );
}

#[test]
fn of_and_the_side_is_told_that_is_not_so() {
    let line = "expect turn is 1 and phase is blue_turn and turn is 7";
    assert_eq!(failures(&[line]), [format!("{line}  (phase: red_turn)")]);
    let line = "expect turn is 1 and not any unit u where u.side is red";
    assert_eq!(
        failures(&[line]),
        [format!(
            "{line}  (not so: not any unit u where u.side is red)"
        )]
    );
    assert_eq!(
        failures(&["expect turn is 1 and phase is red_turn"]),
        [""; 0]
    );
}

/// A trace in the rules, as the last line of them, so that no other line moves.
const TRACED: &str =
    "to speak(u: unit)\n  owner[u.at] = blue\n  trace \"{u} AT {u.at}, TURN {turn:3}\"\n";

#[test]
fn rules_trace_in_tests_and_what_they_print_stays_as_it_is() {
    let rules = format!(
        "{TRACED}test \"traced\"\n  speak(unit R1)\n  speak(unit B1)\n  expect not printed \"FIRST\"\n"
    );
    let result = run(&rules).remove(0);
    assert_eq!(result.failures, [""; 0]);
    assert_eq!(
        result.trace,
        [
            "tests/failing.rules:3: FIRST AT 1,1, TURN   1",
            "tests/failing.rules:3: SECOND AT 4,4, TURN   1"
        ]
    );
}

#[test]
fn a_shipped_game_is_the_same_without_its_traces() {
    let cartridge = |rules: &str| {
        let mut files = common::files("tests/two-units");
        let game = files
            .iter_mut()
            .find(|(name, _)| name == "game.rules")
            .expect("the game");
        game.1.extend(b"rule TWO-9 \"Speaking\"\n");
        game.1.extend(
            rules
                .replace("\n", "\n  ")
                .trim_end()
                .replacen("to speak", "  to speak", 1)
                .bytes(),
        );
        // Used, so that it is in the game.
        let text = String::from_utf8(game.1.clone()).expect("a text");
        game.1 = text
            .replacen(
                "    u.at = target\n",
                "    u.at = target\n    speak(u)\n",
                1,
            )
            .into_bytes();
        let outcome = hexfront_lang::compile(&files);
        assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
        outcome.cartridge.expect("compiled")
    };
    let without = TRACED.lines().take(2).collect::<Vec<_>>().join("\n");
    assert_eq!(cartridge(TRACED), cartridge(&without));
}

#[test]
fn a_test_fails_where_it_says_so() {
    let told = failures(&[
        "for each unit u",
        "  if u.side is blue",
        "    fail \"{u} IS BLUE\"",
    ]);
    assert_eq!(told, ["SECOND IS BLUE"]);
}

#[test]
fn a_test_that_does_not_end_says_where_it_was() {
    let rules = "to turn_round(h: hex, s: side)\n  repeat 65535 times\n    repeat 65535 times\n      owner[h] = s\n\
        test \"endless\"\n  turn_round(hex(2, 3), blue)\n";
    let results = run(rules);
    let [failure] = results[0].failures.as_slice() else {
        panic!("{results:?}")
    };
    assert!(failure.contains("does not end within"), "{failure}");
    assert!(failure.contains("(h: hex(2, 3)"), "{failure}");
}
