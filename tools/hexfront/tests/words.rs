//! What is said of what was typed wrongly: it names the place, and what would be right.

use hexfront_disk::d64::{D64, FileKind, Name};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Bytes of a sector of a D64, sectors of each track below 18, and where its directory lists the first file.
const SECTOR: usize = 256;
const SECTORS: usize = 21;
const DIRECTORY: usize = (17 * SECTORS + 1) * SECTOR;

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

/// Somebody could play for hours before he saves.
#[test]
fn a_disk_in_a_folder_that_is_not_there_is_told_before_the_game() {
    let nowhere = ["--disk", "nowhere/at-all/a.d64", "--keys", "<nothing>"];
    let (text, code) = played(&nowhere);
    assert!(
        text.contains("cannot write nowhere/at-all/a.d64: there is no folder nowhere/at-all"),
        "{text}"
    );
    assert_eq!(code, Some(2));
    let second = ["--on", "apple2", "--disk2", "nowhere/b.dsk"];
    let (text, code) = played(&[&second[..], &["--seconds", "1"]].concat());
    assert!(
        text.contains("cannot write nowhere/b.dsk: there is no folder nowhere"),
        "{text}"
    );
    assert_eq!(code, Some(2));
}

#[test]
fn a_recording_in_a_folder_that_is_not_there_is_told_before_the_game() {
    let quiet = ["--video", "none", "--mute", "--speed", "max"];
    let nowhere = ["--record", "nowhere/a.replay", "--seconds", "1"];
    let game = ["play", "breakthrough-in-the-ardennes"];
    let (text, code) = said(&[&game[..], &quiet, &nowhere].concat());
    assert!(
        text.contains("cannot write nowhere/a.replay: there is no folder nowhere"),
        "{text}"
    );
    assert_eq!(code, Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn reasons_that_find_no_room_are_told() {
    let (text, code) = played(&["--seconds", "1", "--explain", "/dev/full"]);
    assert!(text.contains("cannot write /dev/full"), "{text}");
    assert_eq!(code, Some(2));
}

/// The first block of its program leads to itself, so that it never ends.
#[test]
fn a_disk_that_never_loads_is_waited_for_as_long_as_the_run_is_to_last() {
    let mut disk = D64::format(Name::parse("ENDLESS").unwrap(), *b"00");
    let name = Name::parse("GAME").unwrap();
    disk.write_file(&name, FileKind::Prg, &[0; 600]).unwrap();
    let mut bytes = disk.to_bytes();
    let [track, sector] = [bytes[DIRECTORY + 3], bytes[DIRECTORY + 4]];
    let first = (usize::from(track - 1) * SECTORS + usize::from(sector)) * SECTOR;
    assert!(track < 18, "tracks below have as many sectors");
    bytes[first..first + 2].copy_from_slice(&[track, sector]);
    let path = file("endless.d64", "");
    fs::write(&path, bytes).unwrap();
    let run = |more: &[&str]| {
        let quiet = [
            "run",
            path.to_str().unwrap(),
            "--video",
            "none",
            "--seconds",
            "2",
        ];
        said(&[&quiet[..], more].concat())
    };
    let (text, code) = run(&[]);
    let waited = "waited 2 emulated seconds for the disk to load, in vain";
    assert!(text.contains(waited), "{text}");
    assert_eq!(code, Some(0), "it ran for as long as was asked");
    // What is typed is for the program.
    let (text, code) = run(&["--keys", "A"]);
    assert!(text.contains(waited), "{text}");
    assert_eq!(code, Some(2));
    fs::remove_file(&path).unwrap();
}
