//! Whole games played by what a game's `sim/` says.

use crate::common;
use hexfront_lang::simulation::{self, Amount, Change, Played, Simulation, Unchanged, Value};
use std::collections::BTreeMap;

fn two_units() -> Simulation {
    compile(&common::files("tests/two-units"))
}

fn compile(files: &[(String, Vec<u8>)]) -> Simulation {
    Simulation::compile(files).unwrap_or_else(|(diags, sources)| {
        let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
        panic!("{}", all.join("\n"))
    })
}

/// The small game with another simulation.
fn with(rules: &str) -> Vec<(String, Vec<u8>)> {
    let mut files = common::files("tests/two-units");
    files.retain(|(name, _)| !name.starts_with("sim/"));
    files.push(("sim/game.rules".into(), rules.as_bytes().to_vec()));
    files
}

/// What is said to a simulation that does not compile.
fn complaints(rules: &str) -> String {
    let (diags, sources) = Simulation::compile(&with(rules)).expect_err("a mistake");
    let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
    all.join("\n")
}

fn play(simulation: &Simulation, number: u16, settings: &[(&str, &str)]) -> Played {
    let settings: Vec<_> = settings
        .iter()
        .map(|(name, text)| {
            let setting = simulation.setting(name).expect("a setting");
            (setting, setting.parse(text).expect("a value of it"))
        })
        .collect();
    simulation.play(number, &settings)
}

fn results(simulation: &Simulation, played: &Played) -> BTreeMap<String, String> {
    let results = played.results.iter();
    results
        .map(|(key, value)| (simulation.label(key), value.to_string()))
        .collect()
}

#[test]
fn a_number_is_a_game() {
    let simulation = two_units();
    let games: Vec<Played> = (1..=20).map(|n| play(&simulation, n, &[])).collect();
    for (n, game) in (1..).zip(&games) {
        assert_eq!(game.failures, Vec::<String>::new(), "game {n}");
        assert_eq!(*game, play(&simulation, n, &[]), "game {n} again");
    }
    assert!(games.iter().any(|g| g.results != games[0].results));
}

#[test]
fn results_are_named_by_their_kinds() {
    let simulation = two_units();
    let idle = [("red", "idle"), ("sim_blue", "idle"), ("turns", "4")];
    let game = play(&simulation, 1, &idle);
    let expected = [
        ("steps[1]", "0"),
        ("steps[2]", "0"),
        ("steps[3]", "0"),
        ("hexes[red]", "36"),
        ("hexes[blue]", "0"),
        ("at[R1]", "1.1"),
        ("at[B1]", "4.4"),
        ("apart", "4"),
        ("lead", "-18"),
        ("winner", "red"),
        ("adjacent", "no"),
        ("first_unit", "R1"),
    ];
    let labels: Vec<String> = game.results.keys().map(|k| simulation.label(k)).collect();
    assert_eq!(labels, expected.map(|e| e.0), "the order of the sources");
    let expected = expected.map(|(k, v)| (k.to_string(), v.to_string()));
    assert_eq!(results(&simulation, &game), BTreeMap::from(expected));
    let numbers = game.results.values();
    assert_eq!(numbers.filter(|v| matches!(v, Value::Number(_))).count(), 7);
}

#[test]
fn settings_reach_the_rules_as_the_author_stores_them() {
    let simulation = two_units();
    let start = play(&simulation, 7, &[("red", "idle"), ("start", "5.2")]);
    assert_eq!(results(&simulation, &start)["at[R1]"], "5.2");
    let kinds: Vec<(&str, String)> = simulation
        .settings()
        .iter()
        .map(|s| (s.name.as_str(), s.kind.to_string()))
        .collect();
    let expected = [
        ("turns", "2..20"),
        ("red", "idle or random_step"),
        ("blue", "idle or random_step"),
        ("start", "a hex from 0.0 to 5.5, or none"),
        ("points", "0..10 by 2"),
    ];
    assert_eq!(kinds, expected.map(|(n, k)| (n, k.to_string())));
    // A stepped number is stored in steps: with ten points a unit gets further than with none.
    let stuck = play(&simulation, 7, &[("points", "0")]);
    assert_eq!(results(&simulation, &stuck)["hexes[blue]"], "0");
    let moved = play(&simulation, 7, &[("points", "10")]);
    assert_ne!(results(&simulation, &moved)["hexes[blue]"], "0");
}

#[test]
fn a_setting_that_cannot_be_is_explained() {
    let simulation = two_units();
    let unknown = |name: &str| simulation.setting(name).expect_err(name).to_string();
    assert_eq!(
        unknown("turn"),
        "the simulation has no setting \"turn\"; did you mean turns?"
    );
    assert_eq!(
        unknown("weather"),
        "the simulation has no setting \"weather\"; there is turns, red, blue, start and points"
    );
    let setting = |name: &str, value: &str| {
        let setting = simulation.setting(name).expect("a setting");
        setting.parse(value).map_err(|e| e.to_string())
    };
    assert_eq!(setting("turns", "20"), Ok(20));
    assert_eq!(
        setting("turns", "21"),
        Err("the setting \"turns\" cannot be \"21\": it is 2..20".into())
    );
    assert!(setting("turns", "ten").is_err());
    assert!(setting("points", "5").is_err(), "no multiple of two");
    assert_eq!(setting("red", "random_step"), Ok(1));
    assert!(setting("red", "passive").is_err());
    assert_eq!(setting("start", "none"), Ok(65535));
    assert_eq!(setting("start", "5.5"), Ok(165));
    assert!(setting("start", "6.5").is_err(), "beyond the map");
}

#[test]
fn what_goes_wrong_is_told_with_its_place() {
    let simulation = compile(&with(
        r#"to simulate(number: 0..99)
  unit R1.at = none
  sound_state(number)
  move(unit B1, 4)
  unit B1.points = 0
  move(unit B1, 1)
  result moved = cost_of(unit B1)
  result never = 1

to cost_of(u: unit): number
  if u.points is 0
    refuse "SPENT"
  return 1

to sound_state(number: 0..99)
  for each unit u where u.at is none
    fail "{u} IS GONE IN GAME {number}"
  expect count unit u where u.at is none is 0
"#,
    ));
    assert_eq!(simulation.numbers(), 0..=99);
    let game = simulation.play(7, &[]);
    assert_eq!(
        game.failures,
        [
            "sim/game.rules:17: FIRST IS GONE IN GAME 7",
            "sim/game.rules:18: expect count unit u where u.at is none is 0  (count unit u where u.at is none: 1)",
            "sim/game.rules:6: move(unit B1, 1)  (refused: \"NEEDS 2, HAS 0\")",
            "sim/game.rules:1: to simulate(number: 0..99)  (refused: \"SPENT\")",
        ]
    );
    assert!(game.results.is_empty(), "the last refusal ended it");
}

#[test]
fn a_game_without_end_is_stopped() {
    let simulation = compile(&with(
        "to simulate(number: number)\n  repeat 65535 times\n    repeat 65535 times\n      turn = 1\n",
    ));
    let game = simulation.play(1, &[]);
    let [failure] = game.failures.as_slice() else {
        panic!("{:?}", game.failures)
    };
    let told = failure.starts_with("sim/game.rules:")
        && failure.ends_with(": does not end within 1000000000 instructions");
    assert!(told, "{failure}");
}

#[test]
fn screens_are_left_at_once() {
    let simulation = compile(&with(
        "to simulate(number: number)\n  main()\n  result turns = turn\n",
    ));
    let game = simulation.play(1, &[]);
    assert_eq!(game.failures, Vec::<String>::new());
    assert_eq!(results(&simulation, &game)["turns"], "20");
}

#[test]
fn a_simulation_with_mistakes_is_explained() {
    let simulate = "to simulate(number: 0..9)\n";
    let mistakes = [
        ("no beginning", String::from("scratch x: 0..3\n")),
        ("without a number", "to simulate()\n  turn = 1\n".into()),
        (
            "a definition",
            "define simulate(n: number): number\n  return n\n".into(),
        ),
        ("a refusal", format!("{simulate}  refuse \"NO\"\n")),
        ("a text", format!("{simulate}  result who = unit R1.name\n")),
        (
            "three indices",
            format!("{simulate}  result x[1, 2, 3] = 4\n"),
        ),
        (
            "the name of a setting",
            format!("scratch sim_level: 1..4\n{simulate}  result level = sim_level\n"),
        ),
        (
            "two kinds",
            format!("{simulate}  result x = 4\n  result x = red\n"),
        ),
    ];
    let mut all = String::new();
    for (title, rules) in mistakes {
        all += &format!("## {title}\n{}\n\n", complaints(&rules));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn results_belong_into_simulations() {
    let mut files = common::files("tests/two-units");
    let game = files.iter_mut().find(|(name, _)| name == "game.rules");
    let (_, text) = game.expect("the game");
    text.extend(b"to boast()\n  result glory = 1\n  fail \"NEVER\"\n");
    let outcome = hexfront_lang::compile(&files);
    let codes: Vec<&str> = outcome.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["E134", "E124"]);
}

#[test]
fn the_shipped_cartridge_knows_nothing_of_it() {
    let files = common::files("tests/two-units");
    assert!(simulation::is_there(&files));
    let mut without = files.clone();
    without.retain(|(name, _)| !name.starts_with("sim/"));
    assert!(!simulation::is_there(&without));
    let code = |files: &[(String, Vec<u8>)]| {
        let outcome = hexfront_lang::compile(files);
        assert!(outcome.diagnostics.is_empty());
        let bytes = outcome.cartridge.expect("compiled");
        let cartridge = hexfront_isa::Cartridge::read(&bytes).expect("readable");
        let procedures: Vec<String> = cartridge.procedures().map(|p| p.name.into()).collect();
        (cartridge.code.to_vec(), procedures)
    };
    assert_eq!(code(&files), code(&without));
}

/// The results of a game with other figures.
fn changed(rules: &str, changes: &[(&str, Amount)]) -> Result<BTreeMap<String, String>, String> {
    let changes: Vec<Change> = changes
        .iter()
        .map(|(figure, amount)| Change {
            figure: (*figure).into(),
            amount: *amount,
        })
        .collect();
    match Simulation::compile_with(&with(rules), &changes, false) {
        Ok(simulation) => Ok(results(&simulation, &play(&simulation, 1, &[]))),
        Err(Unchanged::Figure(error)) => Err(error.to_string()),
        Err(Unchanged::Mistakes(diags, sources)) => Err(diags[0].to_plain(&sources)),
    }
}

#[test]
fn figures_can_be_others_than_the_sources_say() {
    let rules = "const reach = 4\n\
                 const twice = 2 * reach\n\
                 table odds[ground]: 0..300\n\
                 \x20 clear 100\n\
                 \x20 wood  200\n\
                 table ways[side, 2..3]: 0..9 = 1, 2, 3, 4\n\
                 table names[side]: text = \"R\", \"B\"\n\
                 to simulate(number: 1..9)\n\
                 \x20 result twice = twice\n\
                 \x20 for each ground g\n\
                 \x20   result odds[g] = odds[g]\n\
                 \x20 for i in 2 to 3\n\
                 \x20   result red[i] = ways[red, i]\n\
                 \x20   result blue[i] = ways[blue, i]\n\
                 \x20 print \"{names[red]}\"\n";
    let told = |changes: &[(&str, Amount)], wanted: &[(&str, &str)]| {
        let results = changed(rules, changes).unwrap();
        for (name, value) in wanted {
            assert_eq!(results[*name], *value, "{name} with {changes:?}");
        }
    };
    told(
        &[],
        &[("twice", "8"), ("odds[wood]", "200"), ("blue[3]", "4")],
    );
    // What is worked out of a constant follows.
    told(&[("reach", Amount::To(7))], &[("twice", "14")]);
    told(&[("twice", Amount::Percent(150))], &[("twice", "12")]);
    told(
        &[("odds", Amount::Percent(50))],
        &[("odds[clear]", "50"), ("odds[wood]", "100")],
    );
    told(
        &[
            ("odds[wood]", Amount::To(7)),
            ("ways[blue][2]", Amount::To(9)),
        ],
        &[
            ("odds[clear]", "100"),
            ("odds[wood]", "7"),
            ("blue[2]", "9"),
            ("blue[3]", "4"),
        ],
    );
    told(
        &[("ways[blue]", Amount::To(0))],
        &[("red[3]", "2"), ("blue[2]", "0"), ("blue[3]", "0")],
    );
    for (figure, amount, wanted) in [
        ("reech", Amount::To(1), "did you mean reach?"),
        (
            "simulate",
            Amount::To(1),
            "no constant and no table \"simulate\"",
        ),
        (
            "odds[water]",
            Amount::To(1),
            "\"water\" is not clear or wood",
        ),
        ("ways[red][4]", Amount::To(1), "\"4\" is not 2..3"),
        ("odds[wood][2]", Amount::To(1), "it has 1 indices"),
        (
            "odds",
            Amount::Percent(200),
            "cannot be 400: its cells hold 0..300",
        ),
        ("names", Amount::To(1), "holds no numbers"),
    ] {
        let told = changed(rules, &[(figure, amount)]).unwrap_err();
        assert!(told.contains(wanted), "{figure}: {told}");
    }
}

#[test]
fn a_game_explains_itself_if_it_is_asked_to() {
    let rules = "to simulate(number: 1..9)\n\
                 \x20 phase = blue_turn\n\
                 \x20 consider(unit B1, 3)\n\
                 \x20 because \"NOTHING IS LEFT\"\n\
                 \x20 turn = 2\n\
                 \x20 because hex(1, 2) \"{hex(2, 2)} IS BEHIND IT\"\n\
                 rule TWO-9 \"Why\"\n\
                 \x20 to consider(u: unit, odds: 0..9)\n\
                 \x20   rule TWO-8 \"Odds\"\n\
                 \x20     because u \"ODDS OF {odds} TO 1\"\n\
                 \x20   because u \"STAYS\" when odds > 2\n\
                 \x20   because u \"GOES\" when odds > 3\n";
    let files = with(rules);
    let explained =
        Simulation::compile_with(&files, &[], true).unwrap_or_else(|_| panic!("it compiles"));
    let reasons = play(&explained, 1, &[]).reasons;
    let told: Vec<String> = reasons
        .iter()
        .map(|r| {
            let of = |value: &Option<String>| value.clone().unwrap_or_default();
            let (turn, phase, who) = (of(&r.turn), of(&r.phase), of(&r.subject));
            format!(
                "{turn} {phase} {who} [{}] {} {}",
                r.rules.join(","),
                r.text,
                r.place
            )
        })
        .collect();
    let expected = [
        "1 blue_turn unit B1 (SECOND) [TWO-8] ODDS OF 3 TO 1 sim/game.rules:10",
        "1 blue_turn unit B1 (SECOND) [TWO-9] STAYS sim/game.rules:11",
        "1 blue_turn  [] NOTHING IS LEFT sim/game.rules:4",
        "2 blue_turn hex(1, 2) [] 2,2 IS BEHIND IT sim/game.rules:6",
    ];
    assert_eq!(told, expected);
    // Who does not ask plays the same game without a word.
    let silent = play(&compile(&files), 1, &[]);
    assert_eq!(silent.reasons, []);
    assert!(silent.executed < play(&explained, 1, &[]).executed);
}
