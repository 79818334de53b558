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

/// Names and texts of the files of a crate's folder `shell`, for a module in its `src`.
#[macro_export]
macro_rules! shell_files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../shell/", $name)))),*]
    };
}
