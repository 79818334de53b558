//! Where the names of machines may stand: in the folders of the machines, and in the list of targets.

use hexfront::targets;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of machines, of their disks and ROMs, in lower case.
const NAMES: [&str; 9] = [
    "c64",
    "commodore",
    "amiga",
    "apple2",
    "atari8",
    "atari",
    "kickstart",
    "d64",
    "adf",
];
/// Sources of `core`; what games say of themselves in prose may name the machines of the originals.
const CORE: [&str; 6] = ["rs", "toml", "rules", "s", "inc", "csv"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder with one of these endings, `target` folders apart.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if path
            .extension()
            .is_some_and(|e| endings.iter().any(|wanted| e == *wanted))
        {
            found.push(path);
        }
    }
    found
}

/// The lines of a source that name a machine, with the name; tests at its end do not count.
fn naming(path: &Path) -> Vec<(usize, &'static str)> {
    let text = fs::read_to_string(path).unwrap_or_default().to_lowercase();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let words = |line: &str, name: &str| {
        line.split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| word == name)
    };
    let lines = (1..).zip(code.lines());
    lines
        .filter_map(|(number, line)| {
            let name = NAMES.into_iter().find(|name| words(line, name))?;
            Some((number, name))
        })
        .collect()
}

#[test]
fn core_knows_no_machine() {
    // What a game has for one machine lies in folders of that name. It may say on which one it is played unless another is asked for.
    let default = |path: &PathBuf, line: usize| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let words: Vec<&str> = text
            .lines()
            .nth(line - 1)
            .unwrap_or("")
            .split_whitespace()
            .collect();
        path.ends_with("game.rules") && words.len() == 2 && words[0] == "machine"
    };
    let for_one = |path: &PathBuf| {
        let mut folders = path.iter().map(|part| part.to_string_lossy());
        folders.any(|part| part == "on" || part == "art")
    };
    let all = files(&root().join("core"), &CORE).into_iter();
    for path in all.filter(|path| !for_one(path)) {
        let mut named = naming(&path);
        named.retain(|(line, _)| !default(&path, *line));
        assert_eq!(named, [], "{}", path.display());
    }
}

#[test]
fn the_tool_knows_machines_as_targets_only() {
    let source = root().join("tools/hexfront/src");
    for path in files(&source, &["rs"]) {
        let name = path
            .strip_prefix(&source)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        if name.starts_with("targets/") {
            continue;
        }
        assert_eq!(naming(&path), [], "{name}");
    }
    // The search finds names where they are.
    assert!(
        files(&source.join("targets"), &["rs"])
            .iter()
            .any(|path| !naming(path).is_empty())
    );
    assert!(targets::names().iter().all(|name| NAMES.contains(name)));
}
