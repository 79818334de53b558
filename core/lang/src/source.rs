//! The files of a game and places in them.

use crate::folder::Brought;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A stretch of one source file, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Index of the file in [`Sources`].
    pub file: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the start of `self` to the end of `other`, which must be in the same file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            end: other.end.max(self.end),
            ..self
        }
    }
}

/// Where a file comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The game's directory.
    Game,
    /// The part of the language that is written in itself.
    BuiltIn,
    /// A library that the game uses.
    Library,
}

/// One file: its name relative to the game's directory, and its text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Path relative to the directory of the game, with `/`.
    pub name: String,
    /// The path that it is found by, where another file stands for the game's own on one machine.
    path: Option<String>,
    /// The whole text.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Of a library: the line that asks for it.
    pub(crate) wanted: Option<Span>,
}

impl SourceFile {
    /// The path that it is found by.
    fn path(&self) -> &str {
        self.path.as_deref().unwrap_or(&self.name)
    }
}

/// All files of a game.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// What the game's art brings, for whichever machine.
    pub(crate) brought: Brought,
}

impl Sources {
    /// No files yet.
    #[must_use]
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Files from pairs of name and text, sorted by name so that results do not depend on the caller's order.
    #[must_use]
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Sources {
        let mut sources = Sources::new();
        for (name, text) in pairs {
            sources.add(name, text);
        }
        sources.sort();
        sources
    }

    /// Adds a file that stands for the one of another path, and is still named by its own.
    pub(crate) fn add_for(&mut self, path: &str, name: &str, text: &str) {
        self.add(name, text);
        if let Some(last) = self.files.last_mut() {
            last.path = Some(path.to_string());
        }
    }

    /// Sorts files by the paths they are found by, so that results do not depend on the caller's order.
    pub(crate) fn sort(&mut self) {
        self.files.sort_by(|a, b| a.path().cmp(b.path()));
    }

    /// Adds one file. The mark that some editors put before the text (a byte order mark) is no part of it.
    pub fn add(&mut self, name: &str, text: &str) {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        self.files.push(SourceFile {
            name: name.to_string(),
            path: None,
            text: text.to_string(),
            origin: Origin::Game,
            wanted: None,
        });
    }

    pub(crate) fn add_prelude(&mut self, name: &str, text: &str) {
        self.add(name, text);
        if let Some(last) = self.files.last_mut() {
            last.origin = Origin::BuiltIn;
        }
    }

    /// Adds a library behind all other files; its index.
    pub(crate) fn add_library(&mut self, name: &str, text: &str, wanted: Span) -> u16 {
        self.add(name, text);
        if let Some(last) = self.files.last_mut() {
            last.origin = Origin::Library;
            last.wanted = Some(wanted);
        }
        u16::try_from(self.files.len() - 1).unwrap_or(u16::MAX)
    }

    /// Puts another text in the place of a stretch.
    pub(crate) fn replace(&mut self, span: Span, text: &str) {
        let Some(file) = self.files.get_mut(usize::from(span.file)) else {
            return;
        };
        let range = span.start as usize..span.end as usize;
        if file.text.get(range.clone()).is_some() {
            file.text.replace_range(range, text);
        }
    }

    /// All files, in the order of the indices in [`Span`].
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The file that is found by this path.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<(u16, &SourceFile)> {
        let at = self.files.iter().position(|f| f.path() == path)?;
        Some((u16::try_from(at).ok()?, &self.files[at]))
    }

    /// Line and column of the start of a span, both from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(file) = self.files.get(usize::from(span.file)) else {
            return (1, 1);
        };
        let before = file.text.get(..span.start as usize).unwrap_or(&file.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// The same for many places: each file is looked through once.
    #[must_use]
    pub fn line_index(&self) -> LineIndex<'_> {
        let starts = |file: &SourceFile| {
            let ends = file.text.match_indices('\n').map(|(at, _)| at + 1);
            core::iter::once(0).chain(ends).collect()
        };
        LineIndex {
            sources: self,
            starts: self.files.iter().map(starts).collect(),
        }
    }

    /// The file a span lies in.
    pub(crate) fn file(&self, span: Span) -> Option<&SourceFile> {
        self.files.get(usize::from(span.file))
    }

    /// The name of the file a span lies in.
    #[must_use]
    pub fn name(&self, span: Span) -> &str {
        self.files
            .get(usize::from(span.file))
            .map_or("?", |f| f.name.as_str())
    }
}

/// Where the lines of all files begin.
pub struct LineIndex<'a> {
    sources: &'a Sources,
    starts: Vec<Vec<usize>>,
}

impl LineIndex<'_> {
    /// As [`Sources::line_column`].
    #[must_use]
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let file = usize::from(span.file);
        let (Some(source), Some(starts)) = (self.sources.files.get(file), self.starts.get(file))
        else {
            return (1, 1);
        };
        // A place that is none is taken to be the end.
        let at = span.start as usize;
        let at = source.text.get(..at).map_or(source.text.len(), |_| at);
        let line = starts.partition_point(|start| *start <= at);
        let begin = starts.get(line - 1).copied().unwrap_or(0);
        let column = source.text.get(begin..at).unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_tells_the_same_places() {
        let sources = Sources::from_pairs([("a", "one\ntwö\n\nfour"), ("b", ""), ("c", "\n")]);
        let index = sources.line_index();
        for file in 0..4 {
            for start in 0..20 {
                let span = Span {
                    file,
                    start,
                    end: start,
                };
                assert_eq!(
                    index.line_column(span),
                    sources.line_column(span),
                    "{span:?}"
                );
            }
        }
    }
}
