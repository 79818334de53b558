//! Libraries: what a game takes in by `use`, what it puts in their place, and what is said when something is missing.

use hexfront_lang::{Outcome, compile, simulation::Simulation, testing};

const GAME: &str = r#"
game "TWO SIDES"
  id TWO
  version 1
map from "map.txt"
enum side: white, black
enum ground: flat
layer terrain: ground from map
record unit from "units.csv"
  const name: text
  const side: side
  at: hex stacked
view
  terrain: terrain
  side: unit.side
  symbol: unit.side
state turn: 0..9
define game_over() = turn is 9
to main()
  while not game_over() at most 9 times
    turn += 1
    unit(0).at = hex(1, 1)
"#;

const MAP: &str =
    "[grid]\ncolumns 4\nrows 4\nlower odd\n\n[rows terrain]\n. flat\n\n....\n....\n....\n....\n";
const UNITS: &str = "name,side\nA,white\nB,black\n";

fn files(more: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    let base = [("game.rules", GAME), ("map.txt", MAP), ("units.csv", UNITS)];
    let files = base.iter().chain(more);
    files
        .map(|(name, text)| ((*name).to_string(), text.as_bytes().to_vec()))
        .collect()
}

fn messages(outcome: &Outcome) -> Vec<String> {
    let plain = outcome.diagnostics.iter();
    plain.map(|d| d.to_plain(&outcome.sources)).collect()
}

/// Runs the tests of a game with these files more, and gives what failed.
fn failures(more: &[(&str, &str)]) -> Vec<String> {
    let results = testing::run(&files(more)).unwrap_or_else(|(diags, sources)| {
        let all: Vec<String> = diags.iter().map(|d| d.to_plain(&sources)).collect();
        panic!("{}", all.join("\n"))
    });
    assert!(!results.is_empty());
    results.into_iter().flat_map(|r| r.failures).collect()
}

#[test]
fn what_a_library_declares_is_there_as_if_the_game_had_written_it() {
    let failed = failures(&[
        (
            "more.rules",
            "use zones, sides\nuse cursor\nscratch cursor: hex = hex(0, 0)\n",
        ),
        (
            "tests/all.rules",
            r#"
test "zones and sides"
  unit(0).at = hex(1, 1)
  expect enemy_at(black, hex(1, 1))
  expect not enemy_at(white, hex(1, 1))
  expect enemy_zone(black, hex(1, 2))
  expect not enemy_zone(black, hex(3, 3))
  expect enemy_of(white) is black
  expect enemy_of(black) is white
  expect before(1) is 6
  expect after(6) is 1

test "the cursor"
  move_cursor(4)
  expect cursor is hex(0, 1)
  move_cursor(arrow_way(key_up, cursor))
  expect cursor is hex(0, 0)
  expect neighbour(hex(1, 1), arrow_way(key_right, hex(1, 1))) is hex(2, 1)
  expect neighbour(hex(2, 1), arrow_way(key_left, hex(2, 1))) is hex(1, 1)
"#,
        ),
    ]);
    assert_eq!(failed, Vec::<String>::new());
}

#[test]
fn a_game_that_uses_none_of_it_is_not_a_byte_larger() {
    let plain = compile(&files(&[]));
    let with = compile(&files(&[("more.rules", "use zones, sides, keys, saves\n")]));
    assert_eq!(messages(&with), Vec::<String>::new());
    let machine_bytes = |outcome: &Outcome| {
        let bytes = outcome.cartridge.as_ref().expect("compiled");
        let cartridge = hexfront_isa::Cartridge::read(bytes).expect("readable");
        (
            cartridge.code.to_vec(),
            cartridge.data_pages,
            cartridge.text.to_vec(),
        )
    };
    assert!(machine_bytes(&with) == machine_bytes(&plain));
}

#[test]
fn what_the_game_declares_itself_is_meant() {
    let failed = failures(&[
        (
            "more.rules",
            "use zones\n-- Black sees nobody.\ndefine enemy_at(s: side, h: hex) = s is white and any unit u at h where u.side is black\n",
        ),
        (
            "tests/all.rules",
            r#"
test "the library's zones ask the game's own"
  unit(0).at = hex(1, 1)
  unit(1).at = hex(3, 3)
  expect not enemy_zone(black, hex(1, 2))
  expect enemy_zone(white, hex(3, 2))
"#,
        ),
    ]);
    assert_eq!(failed, Vec::<String>::new());
}

#[test]
fn a_library_under_a_rule_states_it() {
    let outcome = compile(&files(&[(
        "more.rules",
        "rule TWO-1 \"Zones\"\n  \"The hexes around a unit.\"\n  use zones\n",
    )]));
    assert_eq!(messages(&outcome), Vec::<String>::new());
    assert_eq!(outcome.rules[0].title.as_deref(), Some("Zones"));
    // A bend of the rule reaches into the library: nobody tests this game's zones.
    let bender = hexfront_lang::bend::Bender::new(&files(&[
        ("more.rules", "rule TWO-1 \"Zones\"\n  use zones\n"),
        (
            "tests/all.rules",
            "test TWO-1 \"zones\"\n  expect not enemy_zone(white, hex(0, 0))\n",
        ),
    ]));
    let bender = bender.unwrap_or_else(|_| panic!("cannot be bent"));
    let places: Vec<&str> = bender.bends().iter().map(|b| b.place.as_str()).collect();
    assert!(
        places
            .iter()
            .any(|place| place.starts_with("hexfront/zones.rules")),
        "{places:?}"
    );
}

#[test]
fn an_unknown_library_is_named_with_its_neighbours() {
    let outcome = compile(&files(&[("more.rules", "use zonse\nuse dragons\n")]));
    let said = messages(&outcome).join("\n");
    assert!(
        said.contains("error[E016] more.rules:1:5: there is no library `zonse`"),
        "{said}"
    );
    assert!(said.contains("did you mean `zones`?"), "{said}");
    assert!(
        said.contains("there are cursor, keys, saves, sides, simulation"),
        "{said}"
    );
}

#[test]
fn what_a_library_misses_leads_back_to_the_line_that_uses_it() {
    let outcome = compile(&files(&[("more.rules", "use cursor\n")]));
    let said = messages(&outcome).join("\n");
    assert!(said.contains("hexfront/cursor.rules"), "{said}");
    assert!(
        said.contains("more.rules:1:5: this library says at its head what a game must have for it"),
        "{said}"
    );
}

#[test]
fn a_simulation_can_be_left_to_the_library() {
    let sim = "use simulation\nto sim_begin(number: 1..65535)\n  turn = 1\nto sim_step()\n  turn += 1\nto sim_report()\n  result turns = turn\n";
    let simulation = Simulation::compile(&files(&[("sim/game.rules", sim)]))
        .unwrap_or_else(|_| panic!("does not compile"));
    let played = simulation.play(1, &[]);
    assert_eq!(played.failures, Vec::<String>::new());
    let turns: Vec<String> = played.results.values().map(|v| v.to_string()).collect();
    assert_eq!(turns, ["9"]);
    // The game itself is without it.
    let outcome = compile(&files(&[("sim/game.rules", sim)]));
    assert_eq!(messages(&outcome), Vec::<String>::new());
}
