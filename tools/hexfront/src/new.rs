//! `new`: a small finished game in a directory of its own.

use crate::failure::Failure;
use crate::output::print_line;
use include_dir::{Dir, DirEntry, include_dir};
use std::fs;
use std::path::{Path, PathBuf};

static TEMPLATE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/template");

/// What stands in the template for the new game's title, for its id, and for its directory.
const TITLE: &str = "BATTLE AT THE FORD";
const ID: &str = "FORD";
const DIRECTORY: &str = "DIR";

/// Letters of an id, which begins those of rules, too: these have no digits.
const ID_LETTERS: usize = 12;
/// Letters of a title: a row of the narrowest machine.
const TITLE_LETTERS: usize = 38;

/// Why no game can be made there.
#[derive(Debug, thiserror::Error)]
pub enum NewError {
    /// Something has the name.
    #[error("cannot make a game in {}: there is a {what} of that name; name one that is not there yet", .path.display())]
    There {
        /// The name.
        path: PathBuf,
        /// A file or a directory.
        what: &'static str,
    },
    /// The system says no.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// `new`: makes the game and says what comes next.
///
/// # Errors
/// See [`NewError`].
pub fn new(directory: &Path) -> Result<(), Failure> {
    let written = make(directory)?;
    let shown = as_typed(directory);
    print_line(format!(
        "{}: a game of {written} files; README.md there says how it is changed",
        directory.display()
    ))?;
    print_line(format!(
        "  hexfront check {shown}    compiles it, runs its tests, says how it fits the machines"
    ))?;
    print_line(format!("  hexfront play {shown}     plays it"))?;
    Ok(())
}

/// A name as a shell takes it.
fn as_typed(path: &Path) -> String {
    let name = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/\\.:_-+".contains(c);
    if name.chars().all(plain) {
        return name;
    }
    format!("\"{name}\"")
}

/// Writes the files of a new game; how many.
///
/// # Errors
/// See [`NewError`].
pub fn make(directory: &Path) -> Result<usize, NewError> {
    // A link that leads nowhere has the name, too.
    if let Ok(there) = directory.symlink_metadata() {
        return Err(NewError::There {
            path: directory.to_owned(),
            what: if there.is_dir() { "directory" } else { "file" },
        });
    }
    let name = directory.file_name().map(|name| name.to_string_lossy());
    let words = Words::of(&name.unwrap_or_default(), &directory.to_string_lossy());
    write_all(&TEMPLATE, directory, &words)
}

fn write_all(dir: &Dir<'_>, root: &Path, words: &Words) -> Result<usize, NewError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| NewError::Write { path, source }
    };
    let folder = root.join(dir.path());
    fs::create_dir_all(&folder).map_err(failed(&folder))?;
    let mut written = 0;
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(below) => written += write_all(below, root, words)?,
            DirEntry::File(file) => {
                let path = root.join(file.path());
                let bytes = match file.contents_utf8() {
                    Some(text) => words.put_into(text).into_bytes(),
                    None => file.contents().to_vec(),
                };
                fs::write(&path, bytes).map_err(failed(&path))?;
                written += 1;
            }
        }
    }
    Ok(written)
}

/// What a new game is called.
struct Words {
    title: String,
    id: String,
    directory: String,
}

impl Words {
    fn of(name: &str, directory: &str) -> Self {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { ' ' };
        let spaced: String = name.chars().map(plain).collect();
        let words: Vec<String> = spaced
            .split_whitespace()
            .map(str::to_ascii_uppercase)
            .collect();
        let title: String = words.join(" ").chars().take(TITLE_LETTERS).collect();
        let letters = words
            .concat()
            .replace(|c: char| !c.is_ascii_alphabetic(), "");
        let id: String = letters.chars().take(ID_LETTERS).collect();
        let or = |text: String, other: &str| {
            if text.is_empty() {
                other.to_owned()
            } else {
                text
            }
        };
        Self {
            title: or(title, "A GAME"),
            id: or(id, "GAME"),
            directory: directory.to_owned(),
        }
    }

    fn put_into(&self, text: &str) -> String {
        let rules = format!("{ID}-");
        text.replace(TITLE, &self.title)
            .replace(&rules, &format!("{}-", self.id))
            .replace(&format!("id {ID}\n"), &format!("id {}\n", self.id))
            .replace(
                &format!(" {DIRECTORY}\n"),
                &format!(" {}\n", self.directory),
            )
            .replace(&format!(" {DIRECTORY} "), &format!(" {} ", self.directory))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_written_as_a_shell_takes_it() {
        let typed = |name| as_typed(Path::new(name));
        assert_eq!(typed("games/hill-22_b"), "games/hill-22_b");
        assert_eq!(typed("my games/hill"), "\"my games/hill\"");
    }

    #[test]
    fn a_game_is_called_after_its_directory() {
        let words = |name| {
            let words = Words::of(name, name);
            (words.title, words.id)
        };
        let both = |title: &str, id: &str| (title.to_owned(), id.to_owned());
        assert_eq!(words("hill-22_b"), both("HILL 22 B", "HILLB"));
        assert_eq!(
            words("7 days to the river rhine"),
            both("7 DAYS TO THE RIVER RHINE", "DAYSTOTHERIV")
        );
        assert_eq!(words("Ж"), both("A GAME", "GAME"));
        assert_eq!(words("1914"), both("1914", "GAME"));
    }
}
