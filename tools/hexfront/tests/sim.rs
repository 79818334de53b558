//! `hexfront sim` from outside: what it prints and writes, and how it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn two_units() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../core/lang/tests/two-units")
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hexfront-sim-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A copy of the small game with other rules for its simulation, or with none.
fn game(folder: &Path, rules: Option<&str>) -> PathBuf {
    let game = folder.join("game");
    fs::create_dir_all(game.join("sim")).unwrap();
    for file in ["game.rules", "map.txt", "units.csv"] {
        fs::copy(two_units().join(file), game.join(file)).unwrap();
    }
    if let Some(rules) = rules {
        fs::write(game.join("sim/game.rules"), rules).unwrap();
    }
    game
}

fn sim(game: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexfront"))
        .arg("sim")
        .arg(game)
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs what must not work, and gives what it says.
fn refused(game: &Path, arguments: &[&str]) -> String {
    let output = sim(game, arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    said
}

#[test]
fn lines_come_in_the_order_of_the_numbers_on_any_number_of_threads() {
    let folder = folder("order");
    let written = |threads: &str, ending: &str| {
        let file = folder.join(format!("{threads}.{ending}"));
        let path = file.to_str().unwrap();
        let arguments = ["--seeds", "1..40", "--threads", threads, "--out", path];
        let output = sim(&two_units(), &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        (fs::read_to_string(file).unwrap(), text(&output.stdout))
    };
    for ending in ["csv", "jsonl"] {
        let one = written("1", ending);
        assert_eq!(one, written("3", ending));
        let (lines, _) = one;
        let number = |line: &str| {
            let digits = line.trim_start_matches("{\"seed\":");
            digits.split(',').next().and_then(|n| n.parse::<u32>().ok())
        };
        let seeds: Vec<u32> = lines.lines().filter_map(number).collect();
        assert_eq!(seeds, (1..=40).collect::<Vec<u32>>());
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn columns_stand_in_the_order_of_the_rules() {
    let folder = folder("columns");
    let file = folder.join("games.csv");
    let rules = "enum medal: gold, silver\n\
                 scratch sim_last: 1..12 = 3\n\
                 to simulate(number: 1..99)\n\
                 \x20 for i in 1 to sim_last\n\
                 \x20   if i > 1 or number is 2\n\
                 \x20     result height[i] = 10 * i + number\n\
                 \x20 result won = gold if number is 1 else silver\n";
    let game = game(&folder, Some(rules));
    let path = file.to_str().unwrap();
    let output = sim(
        &game,
        &["--seeds", "1..2", "--set", "last=2,10", "--out", path],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = fs::read_to_string(&file).unwrap();
    let expected = [
        "seed,last,height[1],height[2],height[3],height[4],height[5],height[6],height[7],height[8],\
         height[9],height[10],won,failures",
        "1,2,,21,,,,,,,,,gold,",
        "2,2,12,22,,,,,,,,,silver,",
        "1,10,,21,31,41,51,61,71,81,91,101,gold,",
        "2,10,12,22,32,42,52,62,72,82,92,102,silver,",
    ];
    assert_eq!(table.lines().collect::<Vec<_>>(), expected);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_summary_adds_up() {
    let folder = folder("summary");
    let rules = "scratch sim_level: 1..4 = 3\n\
                 to simulate(number: 1..99)\n\
                 \x20 for i in 2 to 3\n\
                 \x20   if i is 2 or number is 1\n\
                 \x20     result held[i, sim_level] = 100 * i + number\n\
                 \x20 result score = 10 * number * sim_level\n\
                 \x20 result drawn = number is 2\n";
    let game = game(&folder, Some(rules));
    let output = sim(&game, &["--seeds", "1..3"]);
    let expected = "\
3 games, 0 failed
  result  games      mean        sd     min     max
  score       3     60.00     30.00      30      90
  drawn       3   no 2, yes 1
  means of              2       3
  held[3]          202.00  301.00
";
    assert_eq!(text(&output.stdout), expected);
    let output = sim(&game, &["--seeds", "2", "--levels", "1,4", "--json"]);
    let group = |level: u32, score: u32| {
        format!(
            "{{\"settings\":{{\"level\":{level}}},\"games\":1,\"failed\":[],\"results\":{{\
             \"held[2][{level}]\":{{\"games\":1,\"mean\":202,\"sd\":0,\"min\":202,\"max\":202}},\
             \"score\":{{\"games\":1,\"mean\":{score},\"sd\":0,\"min\":{score},\"max\":{score}}},\
             \"drawn\":{{\"games\":1,\"counts\":{{\"yes\":1}}}}}}}}"
        )
    };
    let expected = format!(
        "{{\"game\":\"game\",\"seeds\":[2,2],\"groups\":[{},{}]}}\n",
        group(1, 20),
        group(4, 80)
    );
    assert_eq!(text(&output.stdout), expected);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_failed_game_is_named_and_ends_with_1() {
    let folder = folder("failed");
    let rules = "scratch sim_strict: flag\n\
                 to simulate(number: 1..99)\n\
                 \x20 result n = number\n\
                 \x20 if number is 2 and sim_strict\n\
                 \x20   fail \"TWO IS {number}\"\n";
    let game = game(&folder, Some(rules));
    let file = folder.join("games.jsonl");
    let path = file.to_str().unwrap();
    let lenient = sim(&game, &["--seeds", "1..3"]);
    assert_eq!(lenient.status.code(), Some(0));
    assert!(text(&lenient.stderr).starts_with("3 games in "));
    let single = sim(&game, &["--seeds", "2"]);
    assert!(text(&single.stderr).starts_with("1 game in "));
    assert!(text(&single.stdout).starts_with("1 game, 0 failed\n"));
    let strict = sim(
        &game,
        &["--seeds", "1..3", "--set", "strict=yes", "--out", path],
    );
    assert_eq!(strict.status.code(), Some(1));
    let said = text(&strict.stderr);
    let expected = "game 2 with strict=yes fails\n    sim/game.rules:5: TWO IS 2\n";
    assert!(said.ends_with(expected), "{said}");
    assert!(text(&strict.stdout).starts_with("strict=yes: 3 games, 1 failed\n"));
    let lines = fs::read_to_string(file).unwrap();
    let second = lines.lines().nth(1).unwrap();
    let expected = r#"{"seed":2,"strict":"yes","n":2,"failures":["sim/game.rules:5: TWO IS 2"]}"#;
    assert_eq!(second, expected);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_is_refused_with_a_word_of_help() {
    let two_units = two_units();
    let cases: [(&[&str], &str); 9] = [
        (&["--seeds", "0..3"], "numbered 1..65535"),
        (&["--seeds", "5..3"], "such as 1..100"),
        (&["--seeds", "1..2", "--set", "weather=3"], "there is turns"),
        (
            &["--seeds", "1..2", "--set", "read=idle"],
            "did you mean red?",
        ),
        (&["--seeds", "1..2", "--set", "turns=21"], "it is 2..20"),
        (&["--seeds", "1..2", "--set", "turns"], "NAME=VALUE"),
        (
            &[
                "--seeds",
                "1..2",
                "--set",
                "red=idle",
                "--set",
                "sim_red=idle",
            ],
            "set twice",
        ),
        (
            &["--seeds", "1..2", "--levels", "2"],
            "no setting \"level\"",
        ),
        (&["--seeds", "1..2", "--out", "games.txt"], ".jsonl or .csv"),
    ];
    for (arguments, expected) in cases {
        let said = refused(&two_units, arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    let folder = folder("refused");
    let nowhere = folder.join("no/such/folder/games.csv");
    let arguments = ["--seeds", "1..2", "--out", nowhere.to_str().unwrap()];
    assert!(refused(&two_units, &arguments).contains("cannot write"));
    let arguments = ["--seeds", "1", "--picture", nowhere.to_str().unwrap()];
    assert!(refused(&two_units, &arguments).contains("cannot write"));
    let arguments = ["--seeds", "1", "--against", nowhere.to_str().unwrap()];
    assert!(refused(&two_units, &arguments).contains("cannot read"));
    let said = refused(&game(&folder, None), &["--seeds", "1..2"]);
    assert!(said.contains("it has no folder sim/"), "{said}");
    let wrong = "to simulate(number: 1..9)\n  result x = lost\n";
    let said = refused(&game(&folder, Some(wrong)), &["--seeds", "1..2"]);
    assert!(said.contains("there is no name `lost`"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

/// Width and height of a PNG file.
fn png_size(file: &Path) -> (u32, u32) {
    let reader = std::io::BufReader::new(fs::File::open(file).unwrap());
    let info = png::Decoder::new(reader).read_info().unwrap();
    info.info().size()
}

#[test]
fn series_are_drawn_and_compared() {
    let folder = folder("picture");
    let [picture, history] = ["games.png", "history.csv"].map(|name| folder.join(name));
    let [drawn, against] = [&picture, &history].map(|path| path.to_str().unwrap());
    fs::write(&history, "series,1,2\nsteps,1,\nretreats,4,5\n").unwrap();
    let arguments = [
        "--seeds",
        "1..5",
        "--set",
        "turns=3",
        "--set",
        "red=idle",
        "--set",
        "blue=idle",
        "--picture",
        drawn,
        "--against",
        against,
    ];
    let output = sim(&two_units(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let expected = "  means of              1       2\n  \
                    steps              0.00    0.00\n    \
                    compared with    1.00          off by 1.00\n";
    let said = text(&output.stdout);
    assert!(said.ends_with(expected), "{said}");
    assert!(text(&output.stderr).contains("the series \"retreats\""));
    assert_eq!(png_size(&picture), (640, 280), "one panel");
    fs::write(&history, "series,1\nsteps,few\n").unwrap();
    let said = refused(&two_units(), &arguments);
    assert!(
        said.contains("history.csv:2: \"few\" is no number"),
        "{said}"
    );
    let lonely = "to simulate(number: 1..9)\n  result score = number\n";
    let game = game(&folder, Some(lonely));
    let said = sim(&game, &["--seeds", "1", "--picture", drawn]);
    assert_eq!(said.status.code(), Some(2));
    assert!(text(&said.stderr).contains("nothing to draw"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn check_looks_at_the_simulation_too() {
    let folder = folder("check");
    let check = |game: &Path| {
        Command::new(env!("CARGO_BIN_EXE_hexfront"))
            .arg("check")
            .arg(game)
            .output()
            .unwrap()
    };
    assert_eq!(check(&two_units()).status.code(), Some(0));
    let output = check(&game(&folder, Some("to simulate()\n  turn = 1\n")));
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(
        said.contains("E164") && said.contains("sim/game.rules"),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn figures_are_varied_and_compared() {
    let folder = folder("vary");
    let rules = "const pace = 2\n\
                 scratch sim_level: 1..4 = 3\n\
                 to simulate(number: 1..99)\n\
                 \x20 result score = pace * number\n\
                 \x20 result even = number mod 2 is 0\n";
    let game = game(&folder, Some(rules));
    let arguments = ["--seeds", "1..10", "--vary", "pace=2..4/2", "--levels", "3"];
    let output = sim(&game, &arguments);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(
        said.starts_with("pace=2, level=3: 10 games, 0 failed\n"),
        "{said}"
    );
    // Of 1 to 10 the mean is 5.5 and the deviation 3.028; t is 2.262, so 2.166 either way; half of 10 is Wilson's 24 to 76.
    let expected = "
  95 in 100 lie within  pace=2, level=3     pace=4, level=3
  score                 11.0 (6.7 to 15.3)  22.0 (13.3 to 30.7)
  even: no              50 % (24 to 76)     50 % (24 to 76)
  even: yes             50 % (24 to 76)     50 % (24 to 76)
";
    assert!(said.ends_with(expected), "{said}");
    for (figure, wanted) in [
        ("peace=1..2", "did you mean pace?"),
        ("pace=1..1001", "too many"),
        ("pace", "use NAME=A..B"),
    ] {
        let said = refused(&game, &["--seeds", "1..2", "--vary", figure]);
        assert!(said.contains(wanted), "{figure}: {said}");
    }
    let twice = ["--seeds", "1..2", "--vary", "pace=1", "--vary", "pace=2"];
    assert!(refused(&game, &twice).contains("set twice"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_tells_why() {
    let folder = folder("why");
    let rules = "to simulate(number: 1..99)\n\
                 \x20 because unit R1 \"GOES {number}\"\n";
    let game = game(&folder, Some(rules));
    let output = sim(&game, &["--seeds", "1..2", "--explain"]);
    let said = text(&output.stdout);
    let expected = "\
game 1
  turn 1, red_turn
    unit R1 (FIRST): GOES 1  (sim/game.rules:2)
game 2
  turn 1, red_turn
    unit R1 (FIRST): GOES 2  (sim/game.rules:2)
";
    assert!(said.starts_with(expected), "{said}");
    let file = folder.join("why.jsonl");
    let explain = format!("--explain={}", file.display());
    let output = sim(&game, &["--seeds", "2", &explain]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "{\"seed\":2,\"settings\":\"\",\"turn\":\"1\",\"phase\":\"red_turn\",\"subject\":\"unit R1 (FIRST)\",\
         \"reason\":\"GOES 2\",\"rules\":[],\"place\":\"sim/game.rules:2\"}\n"
    );
    fs::remove_dir_all(folder).unwrap();
}
