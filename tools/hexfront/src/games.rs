//! The games: those built into the program, and those in a directory of their author's.

use include_dir::{Dir, DirEntry, include_dir};
use std::fs;
use std::path::{Path, PathBuf};

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../core/games");

/// Endings of the files that make a game; of its art, all do.
const ENDINGS: [&str; 3] = ["rules", "csv", "txt"];

/// Whether a file of a game's folder is one of those that make it, by its path below that folder.
fn belongs(path: &Path) -> bool {
    let is_post = slashed(path) == crate::mail::rules::FILE;
    let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    let is_art = slashed(path).starts_with(hexfront_isa::art::FOLDER);
    let seen = !path.file_name().is_some_and(hidden);
    has_ending(path, &ENDINGS) || is_art && seen || is_post
}

/// A game's source files.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name: that of its folder.
    pub name: String,
    /// File names relative to the game's folder, with `/`, and contents; sorted by name.
    pub files: Vec<(String, Vec<u8>)>,
    /// The folder on this computer, if it is not built in.
    pub folder: Option<PathBuf>,
}

/// Why there is no such game.
#[derive(Debug, thiserror::Error)]
pub enum NoGame {
    /// Neither a game nor a directory.
    #[error("no game is called {name:?}, and no directory either; there is: {}", .known.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A file, where a directory is asked for.
    #[error("{} is a file; a game is a directory that holds .rules files", .0.display())]
    File(PathBuf),
    /// More than one game begins like that.
    #[error("{name:?} could be {}; write more of it", .candidates.join(" or "))]
    Ambiguous {
        /// The name asked for.
        name: String,
        /// What it could be.
        candidates: Vec<String>,
    },
    /// A directory without rules.
    #[error("{} holds no .rules file, so it is no game", .0.display())]
    NoRules(PathBuf),
    /// A directory or file that cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Names of the built-in games.
pub fn names() -> Vec<String> {
    BUILT_IN
        .dirs()
        .filter(|dir| dir.files().any(|f| has_ending(f.path(), &["rules"])))
        .map(|dir| dir.path().to_string_lossy().into_owned())
        .collect()
}

/// Finds a game by its name, the beginning of its name, or its directory.
///
/// # Errors
/// See [`NoGame`].
pub fn find(name: &str) -> Result<Game, NoGame> {
    let path = Path::new(name);
    if path.is_dir() {
        return from_directory(path);
    }
    let known = names();
    let candidates: Vec<String> = known
        .iter()
        .filter(|n| n.starts_with(name))
        .cloned()
        .collect();
    match candidates.as_slice() {
        _ if known.iter().any(|n| n == name) => Ok(built_in(name)),
        [only] => Ok(built_in(only)),
        [] if path.is_file() => Err(NoGame::File(path.to_owned())),
        [] => Err(NoGame::Unknown {
            name: name.to_owned(),
            known,
        }),
        _ => Err(NoGame::Ambiguous {
            name: name.to_owned(),
            candidates,
        }),
    }
}

fn built_in(name: &str) -> Game {
    fn collect(dir: &Dir<'_>, root: &Path, files: &mut Vec<(String, Vec<u8>)>) {
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(d) => collect(d, root, files),
                DirEntry::File(f) => {
                    let path = f.path().strip_prefix(root).unwrap_or(f.path());
                    if belongs(path) {
                        files.push((slashed(path), f.contents().to_vec()));
                    }
                }
            }
        }
    }
    let mut files = Vec::new();
    if let Some(dir) = BUILT_IN.get_dir(name) {
        collect(dir, dir.path(), &mut files);
    }
    files.sort();
    Game {
        name: name.to_owned(),
        files,
        folder: None,
    }
}

fn from_directory(root: &Path) -> Result<Game, NoGame> {
    fn collect(dir: &Path, root: &Path, files: &mut Vec<(String, Vec<u8>)>) -> Result<(), NoGame> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| NoGame::Read { path, source }
        };
        for entry in fs::read_dir(dir).map_err(failed(dir))? {
            let path = entry.map_err(failed(dir))?.path();
            if path.is_dir() {
                collect(&path, root, files)?;
                continue;
            }
            let below = path.strip_prefix(root).unwrap_or(&path);
            if belongs(below) {
                let contents = fs::read(&path).map_err(failed(&path))?;
                files.push((slashed(below), contents));
            }
        }
        Ok(())
    }
    // Looked at first: a folder that is no game may hold anything below.
    let entries = fs::read_dir(root).map_err(|source| NoGame::Read {
        path: root.to_owned(),
        source,
    })?;
    if !entries
        .flatten()
        .any(|entry| has_ending(&entry.path(), &["rules"]))
    {
        return Err(NoGame::NoRules(root.to_owned()));
    }
    let mut files = Vec::new();
    collect(root, root, &mut files)?;
    files.sort();
    let absolute = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    Ok(Game {
        name: absolute
            .file_name()
            .map_or_else(|| "game".into(), |n| n.to_string_lossy().into_owned()),
        files,
        folder: Some(root.to_owned()),
    })
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension()
        .is_some_and(|e| endings.iter().any(|wanted| e == *wanted))
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Words of a title that begin small.
const SMALL: [&str; 8] = ["a", "an", "and", "at", "in", "of", "on", "the"];

/// A cartridge's title as a window shows it: "BATTLE AT THE RIVER" is "Battle at the River".
pub fn shown_title(title: &str) -> String {
    let words = title.split(' ').enumerate().map(|(n, word)| {
        let small = word.to_lowercase();
        let mut letters = small.chars();
        match letters.next() {
            Some(first) if n == 0 || !SMALL.contains(&small.as_str()) => {
                first.to_uppercase().chain(letters).collect()
            }
            _ => small,
        }
    });
    words.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ardennes_is_built_in_and_found_by_its_beginning() {
        let whole = find("breakthrough-in-the-ardennes").unwrap();
        let short = find("breakthrough").unwrap();
        assert_eq!(whole.files, short.files);
        assert!(whole.files.iter().any(|(name, _)| name == "map.txt"));
    }

    #[test]
    fn a_title_is_shown_as_a_title() {
        let shown = shown_title("THE BATTLE AT THE RIVER");
        assert_eq!(shown, "The Battle at the River");
        assert_eq!(shown_title(""), "");
    }

    #[test]
    fn an_unknown_game_is_answered_with_those_there_are() {
        let message = find("stalingrad").unwrap_err().to_string();
        assert!(
            message.contains("breakthrough-in-the-ardennes"),
            "{message}"
        );
    }

    #[test]
    fn a_directory_without_rules_is_no_game() {
        let dir = std::env::temp_dir().join("hexfront-no-rules");
        fs::create_dir_all(&dir).unwrap();
        assert!(matches!(
            find(&dir.to_string_lossy()),
            Err(NoGame::NoRules(_))
        ));
    }
}
