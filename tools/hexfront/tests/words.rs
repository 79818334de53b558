//! What is said of what was typed wrongly: it names the place, and what would be right.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// What a command says, and how it ends.
fn said(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_hexfront"))
        .args(arguments)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (text, output.status.code())
}

/// A run of the small game that every copy of the tool has.
fn played(arguments: &[&str]) -> (String, Option<i32>) {
    let quiet = ["--video", "none", "--mute", "--speed", "max", "--no-record"];
    let all = ["play", "breakthrough-in-the-ardennes"];
    said(&[&all[..], &quiet, arguments].concat())
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("hexfront-words-{}-{name}", std::process::id()));
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_game_or_a_wrong_word_in_the_place_of_a_command_is_no_file() {
    let (text, code) = said(&["breakthrough"]);
    assert!(text.contains("breakthrough is a game"), "{text}");
    assert!(text.contains("hexfront play breakthrough"), "{text}");
    assert_eq!(code, Some(2));
    let (text, _) = said(&["chek"]);
    assert!(
        text.contains("neither a command nor a disk image called chek"),
        "{text}"
    );
    let (text, _) = said(&["run", "nothing.d64"]);
    assert!(text.contains("cannot read nothing.d64"), "{text}");
}

#[test]
fn a_file_is_no_game() {
    let path = file("file.rules", "game \"A\"\n");
    let (text, code) = said(&["check", path.to_str().unwrap()]);
    fs::remove_file(&path).unwrap();
    assert!(text.contains("is a file; a game is a directory"), "{text}");
    assert_eq!(code, Some(2));
}

#[test]
fn what_fails_in_a_script_is_named_with_its_line() {
    let path = file("keys.script", "wait 1\n# a comment\nkey nothing\n");
    let (text, code) = played(&["--script", path.to_str().unwrap()]);
    assert!(
        text.contains("keys.script, line 3: the machine has no key"),
        "{text}"
    );
    assert_eq!(code, Some(2));
    fs::write(&path, "wait 1\ntype a<b\n").unwrap();
    let (text, _) = played(&["--script", path.to_str().unwrap()]);
    fs::remove_file(&path).unwrap();
    assert!(text.contains("keys.script, line 2: character 2"), "{text}");
    let (text, _) = played(&["--keys", "<nothing>"]);
    assert!(text.contains("--keys: the machine has no key"), "{text}");
}

#[test]
fn what_cannot_be_plugged_in_is_refused() {
    let (text, code) = played(&["--on", "c64", "--with", "slow-ram", "--seconds", "1"]);
    assert!(
        text.contains("--with slow-ram is for amiga, not for the C64"),
        "{text}"
    );
    assert_eq!(code, Some(2));
    let (text, code) = played(&["--on", "apple2", "--with", "green", "--seconds", "1"]);
    assert_eq!(code, Some(0), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_that_finds_no_room_is_told() {
    let (text, code) = played(&["--seconds", "1", "--screenshot", "/dev/full"]);
    assert!(text.contains("cannot write /dev/full"), "{text}");
    assert_eq!(code, Some(2));
}
