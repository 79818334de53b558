//! The bent-rule report: what it bends, and that it notices what no test guards.

use crate::common;
use hexfront_lang::bend::{self, Bender, EarlierReport, Report, Scope, Unfit, Verdict};
use rayon::prelude::*;

/// Bends of each game that are tried here; `hexfront bend` tries all.
const SAMPLE: usize = 48;
const SEED: u64 = 1944;
/// Percent of the sample that tests must notice, words on screens left aside: golden pictures show those.
const BAR: usize = 80;

fn bender(relative: &str) -> Bender {
    match Bender::new(&common::files(relative)) {
        Ok(bender) => bender,
        Err(Unfit::Mistakes(diags, sources)) => {
            let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
            panic!("{relative} does not compile:\n{}", all.join("\n"))
        }
        Err(Unfit::Failing(results)) => panic!("{relative} fails its tests: {results:?}"),
    }
}

fn report(game: &str, bender: &Bender, numbers: &[usize], scope: Scope) -> Report {
    let trials = numbers.par_iter().map(|n| (*n, bender.try_bend(*n)));
    let trials: Vec<_> = trials.collect();
    Report::new(game, bender, &trials, EarlierReport::default(), scope)
}

#[test]
fn every_bend_of_a_small_game_does_as_it_says() {
    let bender = bender("tests/bent");
    let lines: Vec<String> = (0..bender.bends().len())
        .map(|n| {
            let trial = bender.try_bend(n);
            let verdict = match trial.verdict {
                Verdict::Caught(_) => "caught  ",
                Verdict::Survived => "survived",
                Verdict::Idle => "idle    ",
            };
            let bend = &bender.bends()[n];
            format!(
                "{verdict} {} {} {}",
                bend.ids.join(","),
                bend.place,
                trial.what
            )
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_rule_that_no_test_guards_is_named() {
    let bender = bender("tests/bent");
    let all: Vec<usize> = (0..bender.bends().len()).collect();
    let report = report("bent", &bender, &all, Scope::All);
    assert_eq!(report.unguarded(), ["BENT-9"]);
    assert_eq!(report.rigid(), ["BENT-10"]);
    assert_eq!(report.tried(), report.caught() + report.survivors().len());
    // A block that states two rules is bent for both; an exception for itself alone.
    let of = |id: &str| {
        let bends = bender.bends().iter();
        bends.filter(|b| b.ids.iter().any(|i| i == id)).count()
    };
    assert_eq!(of("BENT-4"), of("BENT-5"));
    assert!(of("BENT-6.1") > 0 && of("BENT-6.1") < of("BENT-6"));
    insta::assert_snapshot!(report);
}

/// What a report says of rules that have not changed holds on, at the lines where they stand now; the others are bent.
#[test]
fn rules_that_have_changed_are_bent_again() {
    let before = bender("tests/bent");
    let all: Vec<usize> = (0..before.bends().len()).collect();
    let written = report("bent", &before, &all, Scope::All).to_string();
    assert!(
        EarlierReport::read(&written, &before)
            .stale(&before)
            .is_empty()
    );

    let mut files = common::files("tests/bent");
    let (_, rules) = files
        .iter_mut()
        .find(|f| f.0 == "game.rules")
        .expect("the rules");
    let text = String::from_utf8(rules.clone()).expect("text");
    let changed = text.replacen("if weather is sunny", "\n    if weather is not rainy", 1);
    assert_ne!(text, changed);
    *rules = changed.into_bytes();
    let Ok(after) = Bender::new(&files) else {
        panic!("the game is sound")
    };

    let earlier = EarlierReport::read(&written, &after);
    let stale = earlier.stale(&after);
    assert!(
        stale.iter().all(|n| after.bends()[*n].ids == ["BENT-9"]),
        "{stale:?}"
    );
    assert!(!stale.is_empty());
    let trials: Vec<_> = stale.iter().map(|n| (*n, after.try_bend(*n))).collect();
    let in_part = Report::new("bent", &after, &trials, earlier, Scope::All).to_string();
    let all: Vec<usize> = (0..after.bends().len()).collect();
    assert_eq!(
        in_part,
        report("bent", &after, &all, Scope::All).to_string()
    );
    // Another test of a rule may notice more.
    let rules = &mut files
        .iter_mut()
        .find(|f| f.0 == "game.rules")
        .expect("the rules")
        .1;
    rules.extend(b"\ntest BENT-7 \"Once more\"\n  expect turn is 1\n");
    let Ok(tested) = Bender::new(&files) else {
        panic!("the game is sound")
    };
    let stale = EarlierReport::read(&in_part, &tested).stale(&tested);
    assert!(stale.iter().all(|n| tested.bends()[*n].ids == ["BENT-7"]) && !stale.is_empty());
}

#[test]
fn a_game_whose_tests_fail_is_not_bent() {
    let mut files = common::files("tests/bent");
    let (_, rules) = files
        .iter_mut()
        .find(|f| f.0 == "game.rules")
        .expect("the rules");
    rules.extend(b"\ntest \"That fails\"\n  expect turn is 2\n");
    assert!(matches!(Bender::new(&files), Err(Unfit::Failing(list)) if list.len() == 1));
}

#[test]
fn a_sample_is_what_its_seed_says() {
    let bender = bender("../games/white-death");
    let all: Vec<usize> = (0..bender.bends().len()).collect();
    let few = bend::sample(bender.bends(), &all, 5, 7);
    assert_eq!(few.len(), 5);
    assert_eq!(few, bend::sample(bender.bends(), &all, 5, 7));
    assert_ne!(few, bend::sample(bender.bends(), &all, 5, 8));
    assert_eq!(bend::sample(bender.bends(), &[2, 3, 9], 4, 1), [2, 3, 9]);
    assert!(few.windows(2).all(|pair| pair[0] < pair[1]));
}

/// A line more in the rules adds its own bends to the draw and leaves the others as they were drawn.
#[test]
fn a_sample_keeps_still_when_other_rules_change() {
    let mut files = common::files("../games/white-death");
    let drawn = |files: &_| {
        let bender = Bender::new(files).unwrap_or_else(|_| panic!("the game is sound"));
        let all: Vec<usize> = (0..bender.bends().len()).collect();
        let chosen = bend::sample(bender.bends(), &all, 150, 1944);
        let whats = chosen.iter().map(|n| bender.bends()[*n].what.clone());
        whats.collect::<Vec<_>>()
    };
    let before = drawn(&files);
    let (_, rules) = files
        .iter_mut()
        .find(|f| f.0 == "arrivals.rules")
        .expect("the first file of rules");
    let more = b"rule WD-20.5\n  define one_more(n: 0..9) = n + 1\n\n";
    rules.splice(0..0, *more);
    let after = drawn(&files);
    let kept = before.iter().filter(|what| after.contains(what)).count();
    assert!(kept >= 148, "only {kept} of 150 are drawn again");
}

/// A sample of every game: most bends are noticed, and those that are not stand in the committed report.
#[test]
fn the_rules_of_every_game_are_guarded() {
    for entry in std::fs::read_dir(common::path("../games")).expect("the games") {
        let dir = entry.expect("an entry").path();
        if !dir.join("game.rules").exists() {
            continue;
        }
        let name = dir.file_name().and_then(|n| n.to_str()).expect("a name");
        let bender = bender(&format!("../games/{name}"));
        let all: Vec<usize> = (0..bender.bends().len()).collect();
        let numbers = bend::sample(bender.bends(), &all, SAMPLE, SEED);
        let report = report(name, &bender, &numbers, Scope::Sample);
        let words = report.survivors().iter().filter(|s| s.words).count();
        let tried = report.tried() - words;
        assert!(
            100 * report.caught() >= BAR * tried,
            "{name}: tests notice {} of {tried} bends, fewer than {BAR} %\n{report}",
            report.caught(),
        );
        let committed = std::fs::read_to_string(dir.join("bent-rules.md")).unwrap_or_default();
        let unnamed: Vec<String> = report
            .survivors()
            .iter()
            .filter(|s| !committed.contains(&s.what))
            .map(ToString::to_string)
            .collect();
        assert!(
            unnamed.is_empty(),
            "no test of {name} notices these, and bent-rules.md does not name them:\n{}\n\
             Write a test, or write the report anew: hexfront bend {name} --report bent-rules.md",
            unnamed.join("\n")
        );
    }
}
