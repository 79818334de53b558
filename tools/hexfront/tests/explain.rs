//! `play --explain`: the reasons of a game that is played, beside it.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Plays a script and returns what is said and the reasons that are written.
fn explained(game: &str, machine: &str, disk: &str, script: &str) -> (String, String) {
    let name = format!("hexfront-explain-{machine}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a folder for the test");
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/scripts")
        .join(script);
    let reasons = folder.join("reasons.txt");
    let output = Command::new(env!("CARGO_BIN_EXE_hexfront"))
        .args([
            "play",
            game,
            "--on",
            machine,
            "--video",
            "none",
            "--no-record",
        ])
        .arg("--disk")
        .arg(folder.join(disk))
        .arg("--script")
        .arg(script)
        .arg("--explain")
        .arg(&reasons)
        // The script's pictures go there.
        .current_dir(&folder)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let reasons = fs::read_to_string(&reasons).expect("the reasons");
    fs::remove_dir_all(&folder).expect("it goes");
    (said, reasons)
}

#[test]
fn a_played_game_tells_why_the_computer_moves() {
    let script = "breakthrough-c64/solitaire.script";
    let (said, reasons) = explained("breakthrough-in-the-ardennes", "c64", "d.d64", script);
    assert!(said.contains("reasons are in "), "{said}");
    let mut lines = reasons.lines();
    assert_eq!(lines.next(), Some("Breakthrough in the Ardennes"));
    assert_eq!(lines.next(), Some("  turn 1, american_1st_operation"));
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("    unit A"))
    );
    let mut heads = reasons.lines().filter(|line| line.starts_with("  turn"));
    assert!(
        heads
            .next_back()
            .is_some_and(|line| line.starts_with("  turn 2, "))
    );
}

/// Parts that come from disk, and a pointer, change nothing of it.
#[test]
fn every_machine_is_followed() {
    for (game, machine, disk, script) in [
        (
            "breakthrough-in-the-ardennes",
            "apple2",
            "d.dsk",
            "breakthrough-apple2/first-day.script",
        ),
        (
            "white-death",
            "amiga",
            "d.adf",
            "white-death-amiga/demonstration.script",
        ),
    ] {
        let (said, reasons) = explained(game, machine, disk, script);
        assert!(said.contains("reasons are in "), "{machine}: {said}");
        assert!(reasons.contains("\n  turn "), "{machine}: {reasons}");
    }
}
