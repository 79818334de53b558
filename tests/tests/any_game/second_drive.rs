//! `play --disk2`: saved games go to the disk in drive 2, which is kept in a file of its own, as the one in drive 1 is.

use hexfront::cli::{RecordOptions, RunOptions, Video};
use hexfront::commands::play;
use hexfront::failure::Failure;
use hexfront::new::make;
use hexfront::targets::{AMIGA, APPLE2, ATARI8, C64, TargetRef};
use hexfront_tests::in_parts::saved_games;
use std::fs;
use std::path::{Path, PathBuf};

/// A fresh folder with a game that saves with S and loads with L.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hexfront-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    make(&folder.join("game")).unwrap();
    folder
}

/// Plays these keys from power-on, with this file in drive 2 and `game.IMAGE` in drive 1; the state at the end.
fn played(folder: &Path, target: TargetRef, keys: &str, second: &Path) -> Result<Vec<u8>, Failure> {
    let state = folder.join("state");
    let first = folder.join(format!("game.{}", target.image_ending()));
    let options = RunOptions {
        on: Some(target),
        video: Some(Video::None),
        keys: Some(keys.to_owned()),
        state: Some(state.clone()),
        ..RunOptions::default()
    };
    let record = RecordOptions {
        no_record: true,
        ..RecordOptions::default()
    };
    let game = folder.join("game");
    play(
        &game.to_string_lossy(),
        &options,
        [Some(&first), Some(second)],
        &record,
    )?;
    Ok(fs::read(state).unwrap())
}

/// Saved games that were ever written, by name.
fn written(file: &Path) -> Vec<String> {
    let games = saved_games(&fs::read(file).unwrap());
    let games = games.into_iter().filter(|(_, bytes)| !bytes.is_empty());
    games.map(|(name, _)| name).collect()
}

#[test]
fn games_are_saved_on_a_disk_that_is_made_for_drive_2_and_loaded_from_it() {
    for target in [APPLE2, ATARI8] {
        let folder = folder(&format!("second-{}", target.name()));
        let first = folder.join(format!("game.{}", target.image_ending()));
        let second = folder.join(format!("saves.{}", target.image_ending()));
        let saved = played(&folder, target, "N4<wait:1>S<wait:12>", &second).unwrap();
        assert_eq!(written(&first), [""; 0], "{target:?}");
        assert_eq!(written(&second).len(), 1, "{target:?}");
        // The machine was switched off; another disk in drive 1 will do.
        fs::remove_file(&first).unwrap();
        let loaded = played(&folder, target, "L<wait:8>", &second).unwrap();
        assert!(loaded == saved, "{target:?}");
        // A file that must not be written is a disk with its notch covered.
        let before = fs::read(&second).unwrap();
        let mut permissions = fs::metadata(&second).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&second, permissions).unwrap();
        played(&folder, target, "N4S<wait:12>", &second).unwrap();
        assert!(fs::read(&second).unwrap() == before, "{target:?}");
        assert_eq!(written(&first), [""; 0], "{target:?}");
        fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn a_disk_that_cannot_be_used_in_drive_2_is_refused_in_words() {
    let folder = folder("no-second");
    let said = |target: TargetRef, name: &str| {
        let refused = played(&folder, target, "N", &folder.join(name)).unwrap_err();
        format!("{refused:?}")
    };
    for target in [C64, AMIGA] {
        let said = said(target, "a.d64");
        assert!(
            said.contains("has one drive here; apple2 and atari8 have two"),
            "{said}"
        );
    }
    assert!(said(ATARI8, "a.dsk").contains("ends in .atr or .xfd, and this one ends in .dsk"));
    fs::write(folder.join("b.atr"), [0; 1_000]).unwrap();
    assert!(said(ATARI8, "b.atr").contains("--disk2: cannot insert the disk image of 1000 bytes"));
    assert!(said(ATARI8, "game.atr").contains("is in drive 1"));
    fs::remove_dir_all(&folder).unwrap();
}
