//! The assembly files of a shell.

/// An assembly file: its name (for messages and `.include`) and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// File name, as `.include` and diagnostics name it.
    pub name: &'static str,
    /// Assembly text.
    pub text: String,
}

impl From<(&'static str, &str)> for Source {
    fn from((name, text): (&'static str, &str)) -> Self {
        let text = text.to_owned();
        Self { name, text }
    }
}

/// The files of a shell: of its own and the shared ones those that are not `left_out`, then what was made for the game.
pub fn shell_of<const N: usize>(
    files: [&'static [(&'static str, &'static str)]; 2],
    left_out: &[&str],
    made: [(&'static str, String); N],
) -> Vec<Source> {
    let files = files.into_iter().flatten().copied();
    let fixed = files.filter(|(name, _)| !left_out.contains(name));
    let made = made.map(|(name, text)| Source { name, text });
    fixed.map(Source::from).chain(made).collect()
}

/// Names and texts of the files of a crate's folder `shell`, for a module in its `src`.
#[macro_export]
macro_rules! shell_files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../shell/", $name)))),*]
    };
}
