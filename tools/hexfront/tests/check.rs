//! `hexfront check` on small games: how they fit the machines, and what a program reads of it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const UNITS: &str = "id,name,side,at\nR1,ONE,red,0.0\nB1,TWO,blue,2.1\n";

/// A folder with a game on a map of that many columns and rows.
fn game(name: &str, columns: usize, rows: usize, test: &str) -> PathBuf {
    game_with("", name, columns, rows, test)
}

/// The same with more rules behind its own.
fn game_with(more: &str, name: &str, columns: usize, rows: usize, test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hexfront-check-{name}-{}", std::process::id()));
    fs::create_dir_all(folder.join("tests")).unwrap();
    let rules = "game \"SMALL\"\n  id SML\nmap from \"map.txt\"\nenum side: red, blue\nenum ground: clear, swamp, thicket\n\
        layer land: ground from map \"ground\"\nrecord unit[2] from \"units.csv\"\n  const name: text\n  const side: side\n  \
        at: hex stacked\nstate turn: 1..9 = 1\nview\n  terrain: land\n  side: unit.side\n  turn: turn\n  draw thicket as wood\n\
        to main()\n  show page_one\nscreen page_one\n  page text\n  key X\n    turn = 2\n";
    let rules = format!("{rules}{more}");
    let line = ".".repeat(columns);
    let ground = vec![line; rows].join("\n");
    let map = format!(
        "[grid]\ncolumns {columns}\nrows {rows}\nlower odd\n[rows ground]\n. clear\ns swamp\nt thicket\n\n{ground}\n"
    );
    for (file, text) in [
        ("game.rules", rules.as_str()),
        ("map.txt", &map),
        ("units.csv", UNITS),
        ("tests/all.rules", test),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn check(folder: &PathBuf, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexfront"));
    let output = command
        .arg("check")
        .arg(folder)
        .args(options)
        .output()
        .unwrap();
    fs::remove_dir_all(folder).unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_game_is_linked_for_each_machine_and_what_is_not_drawn_is_named() {
    let output = check(&game("fits", 4, 3, ""), &[]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{out}{err}");
    assert!(
        out.contains("c64: program of") && out.contains("bytes of memory free"),
        "{out}"
    );
    assert!(out.contains("amiga: program of"), "{out}");
    assert!(
        err.contains("no drawing of `swamp` (terrain)") && err.contains("draw swamp as clear"),
        "{err}"
    );
    assert!(!err.contains("thicket"), "{err}");
    // The table of sizes is for those who ask.
    assert!(!out.contains("procedures and definitions"), "{out}");
    let all = check(&game("sizes", 4, 3, ""), &["--sizes"]);
    assert!(text(&all.stdout).contains("procedures and definitions"));
}

#[test]
fn what_takes_more_than_the_least_memory_is_told() {
    // Layers of 1 KB each: more than 48 KB have for a game beside the shell, and not more than 64 KB have.
    const LAYERS: usize = 18;
    let layer = |n| format!("scratch layer many_{n}: 0..255\n");
    let layers: String = (0..LAYERS).map(layer).collect();
    let uses: String = (0..LAYERS)
        .map(|n| format!("    many_{n}[h] = turn\n"))
        .collect();
    let more = format!("{layers}to use()\n  for each hex h\n{uses}");
    let folder = game_with(&more, "needs", 31, 32, "");
    let rules = fs::read_to_string(folder.join("game.rules")).unwrap();
    let used = rules.replace("    turn = 2\n", "    turn = 2\n    use()\n");
    fs::write(folder.join("game.rules"), used).unwrap();
    let output = check(&folder, &["--json"]);
    let out = text(&output.stdout);
    assert!(out.contains("\"needs\":\"needs a language card: "), "{out}");
    assert!(out.contains(" bytes too many for 48 KB\""), "{out}");
    let small = text(&check(&game("needs-not", 4, 3, ""), &[]).stdout);
    assert!(
        small.contains("apple2: program") && !small.contains("needs"),
        "{small}"
    );
}

/// Where there is room they are one part, and nothing is wrong.
#[test]
fn a_call_between_parts_that_exclude_each_other_where_memory_is_short_is_foreseen() {
    let more = "parts\n  basis\n  campaign at start\n    where memory is short\n      orders\n      battle instead of orders\n\
        part orders\nto give()\n  fight()\npart battle\nto fight()\n  turn = 3\n\
        part campaign\nto play()\n  bring in orders\n  give()\n";
    let folder = game_with(more, "apart", 4, 3, "");
    let rules = fs::read_to_string(folder.join("game.rules")).unwrap();
    let played = rules.replace("    turn = 2\n", "    play()\n");
    fs::write(folder.join("game.rules"), played).unwrap();
    let err = text(&check(&folder, &[]).stderr);
    for told in [
        "`give` in part `orders` calls `fight`, which belongs to part `battle`: they are never in memory together",
        "put `fight` below a line `part campaign`, which is in memory with both",
    ] {
        assert_eq!(err.matches(told).count(), 1, "{err}");
    }
}

#[test]
fn a_game_is_played_on_the_machine_that_it_names() {
    let named = |machine: &str| {
        let folder = game(&format!("named-{machine}"), 4, 3, "");
        let rules = fs::read_to_string(folder.join("game.rules")).unwrap();
        let line = format!("  id SML\n  machine {machine}\n");
        fs::write(
            folder.join("game.rules"),
            rules.replace("  id SML\n", &line),
        )
        .unwrap();
        folder
    };
    let amiga = named("amiga");
    let game = hexfront::games::find(&amiga.to_string_lossy()).unwrap();
    let made = hexfront::compile::make_first(&game).unwrap();
    assert_eq!(made.built.target.name(), "amiga");
    assert!(!text(&check(&amiga, &[]).stderr).contains("`machine"));
    let err = text(&check(&named("vic20"), &[]).stderr);
    assert!(
        err.contains("`machine vic20`: there is no machine of that name; there is c64, "),
        "{err}"
    );
}

#[test]
fn a_game_for_no_machine_is_an_error_that_says_why() {
    // Too large for one machine, and too much to save for another.
    let layers: String = (0..16)
        .map(|n| format!("state layer many_{n}: 0..255\n"))
        .collect();
    let output = check(&game_with(&layers, "nowhere", 40, 40, ""), &[]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(
        err.contains("can be built for no machine")
            && err.contains("c64: it does not fit into the 64 KB of a C64")
            && err.contains("amiga: its games cannot be saved"),
        "{err}"
    );
}

#[test]
fn a_program_reads_machines_and_failed_tests() {
    let test = "test \"a turn is two\"\n  expect turn is 2\n";
    let output = check(&game("json", 4, 3, test), &["--json"]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    for part in [
        "\"failed\":1",
        "\"title\":\"a turn is two\"",
        "tests/all.rules:1",
        "{\"machine\":\"c64\",\"program_bytes\":",
        "\"undrawn\":[\"swamp\"]",
        "{\"machine\":\"amiga\",\"program_bytes\":",
        "\"undrawn\":[\"swamp\",\"red\",\"blue\"]",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
}

#[test]
fn a_text_that_cannot_fit_is_named_with_its_line_and_machine() {
    let long = "A".repeat(30);
    let screens = format!(
        "screen wide\n  page map\n  info\n    print \"{long} {{turn:9}}\"\n  panel\n    at 0, 4\n    print \"BELOW\"\n    \
         if text_columns > 60\n      at 0, 0\n      print \"{long}{long}\"\n  key X\n    leave\nto speak()\n  \
         note \"{long} {{turn}}\"\n  show wide\n"
    );
    let folder = game_with(&screens, "beyond", 4, 3, "test \"t\"\n  speak()\n");
    let rules = fs::read_to_string(folder.join("game.rules")).unwrap();
    let line = |text: &str| 1 + rules.lines().position(|l| l.contains(text)).unwrap();
    let output = check(&folder, &[]);
    let err = text(&output.stderr);
    let wanted = [
        format!(
            "game.rules:{}: this text takes 40 columns, and the info bar has 38 on the C64",
            line("{turn:9}")
        ),
        format!(
            "game.rules:{}: this text takes 5 rows, and the panel has 4 on the Amiga",
            line("BELOW")
        ),
    ];
    for wanted in wanted {
        assert!(err.contains(&wanted), "{wanted} in {err}");
    }
    // 32 columns are just enough, and what asks for the machine is not judged.
    assert!(!err.contains("message line"), "{err}");
}

#[test]
fn a_machine_that_the_game_is_made_for_and_does_not_fit_is_an_error() {
    // Layers that are not saved: more than one machine has memory for.
    let clears: String = (0..18).map(|n| format!("    clear many_{n}\n")).collect();
    let layers: String = (0..18)
        .map(|n| format!("scratch layer many_{n}: 0..255\n"))
        .collect();
    let large = clears + &layers;
    let folder = game_with(&large, "made-for", 40, 40, "");
    let pairs = "[[pair]]\nmachine = \"c64\"\n[[pair]]\nmachine = \"amiga\"\n";
    fs::write(folder.join("pairs.toml"), pairs).unwrap();
    let output = check(&folder, &[]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(
        err.contains(
            "pairs.toml names the C64, and the game cannot be built for it: it does not fit"
        ),
        "{err}"
    );
    // Without the file it is enough that it fits one of them.
    let output = check(&game_with(&large, "made-for-one", 40, 40, ""), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn tests_are_chosen_by_rule_or_title() {
    let rules = "rule SML-1.2 \"a rule\"\n  const c1 = 1\n";
    let tests = "test SML-1.2 \"the first\"\n  trace \"TURN {turn}\"\n  expect c1 is 1\ntest \"the second\"\n  expect turn is 1\n";
    let run =
        |name: &str, wanted: &str| check(&game_with(rules, name, 4, 3, tests), &["--test", wanted]);
    for (name, wanted) in [("one", "SML-1"), ("two", "SML-1.2"), ("three", "FIRST")] {
        let out = text(&run(name, wanted).stdout);
        assert!(
            out.contains("rule tests: 1 passed, 0 failed") && out.contains("all.rules:2: TURN 1"),
            "{wanted}: {out}"
        );
    }
    let output = run("four", "SML-1.3");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(
        err.contains("no test names the rule SML-1.3") && err.contains("near to it: SML-1.2"),
        "{err}"
    );
}

#[test]
fn a_program_reads_mistakes_in_tests_and_failures_by_name() {
    let test = "test \"one\"\n  expect unit R1.at is hex(2, 1)\n";
    let out = text(&check(&game("names", 4, 3, test), &["--json"]).stdout);
    assert!(out.contains("(unit R1.at: hex(0, 0))"), "{out}");
    let out = text(
        &check(
            &game("mistake", 4, 3, "test \"one\"\n  expect trun is 1\n"),
            &["--json"],
        )
        .stdout,
    );
    assert!(
        out.contains("\"file\":\"tests/all.rules\",\"line\":2")
            && out.contains("did you mean `turn`"),
        "{out}"
    );
}

#[test]
fn nothing_is_to_be_said_of_our_own_games() {
    for game in hexfront::games::names() {
        let output = Command::new(env!("CARGO_BIN_EXE_hexfront"))
            .args(["check", &game, "--json"])
            .output()
            .unwrap();
        let out = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{out}");
        for part in ["\"diagnostics\":[]", "\"warnings\":[]", "\"errors\":[]"] {
            assert!(out.contains(part), "{part} in {out}");
        }
    }
}

/// An author has no use for the sections that a linker found no place for.
#[test]
fn a_game_that_is_too_large_for_the_memory_of_a_machine_is_told_by_how_much() {
    let much: String = (0..90)
        .map(|number| format!("state much{number}[0..255]: 0..60000\n"))
        .collect();
    let output = check(&game_with(&much, "large", 4, 3, ""), &[]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    for memory in [
        "c64: it does not fit into the 64 KB of a C64: ",
        "apple2: it does not fit into the 64 KB of an Apple II with a language card: ",
        "atari8: it does not fit into the 64 KB of an Atari XL or XE: ",
    ] {
        let lines = out.lines().chain(err.lines());
        let told = lines.filter_map(|line| line.split_once(memory));
        let told: Vec<_> = told.collect();
        assert!(!told.is_empty(), "{memory}{out}{err}");
        assert!(told[0].1.contains(" bytes have no place; make it smaller"));
    }
    assert!(!format!("{out}{err}").contains("section"), "{out}{err}");
}
