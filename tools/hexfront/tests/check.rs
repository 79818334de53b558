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
fn a_game_for_no_machine_is_an_error_that_says_why() {
    // Too wide for one machine, and too much to save for another.
    let layers: String = (0..16)
        .map(|n| format!("state layer many_{n}: 0..255\n"))
        .collect();
    let output = check(&game_with(&layers, "nowhere", 40, 40, ""), &[]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(
        err.contains("can be built for no machine")
            && err.contains("c64: the map of 40 columns and 40 rows")
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
