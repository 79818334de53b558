//! Diagnostics as data: the tool draws them.

use crate::source::{Sources, Span};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The game does not compile.
    Error,
    /// It compiles, but the author should look.
    Warning,
}

/// A stretch of source with a word about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be seen there; may be empty.
    pub text: String,
}

/// One message to the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable short code, `E012` or `W003`.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// One sentence, lower case, without full stop.
    pub message: String,
    /// The place it is about.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    pub(crate) fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: Label {
                span,
                text: String::new(),
            },
            secondary: Vec::new(),
            help: None,
        }
    }

    pub(crate) fn warning(
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, span, message)
        }
    }

    pub(crate) fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    pub(crate) fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    pub(crate) fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Plain text form, one paragraph, as tests compare it:
    /// `error[E012] file:line:column: message`, then labels and help, one a line.
    #[must_use]
    pub fn to_plain(&self, sources: &Sources) -> String {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let place = |span: Span| {
            let (line, column) = sources.line_column(span);
            format!("{}:{line}:{column}", sources.name(span))
        };
        let mut out = format!(
            "{kind}[{}] {}: {}",
            self.code,
            place(self.primary.span),
            self.message
        );
        if !self.primary.text.is_empty() {
            out += &format!("\n  here: {}", self.primary.text);
        }
        for label in &self.secondary {
            out += &format!("\n  {}: {}", place(label.span), label.text);
        }
        if let Some(help) = &self.help {
            out += &format!("\n  help: {help}");
        }
        out
    }
}

/// The nearest of some names to a misspelt one, if any is near.
pub(crate) fn nearest<'a>(
    wrong: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = match wrong.chars().count() {
        0..4 => 1,
        4..8 => 2,
        _ => 3,
    };
    names
        .into_iter()
        .map(|name| (edit_distance(wrong, name), name))
        .filter(|&(distance, name)| distance <= limit && name != wrong)
        .min()
        .map(|(_, name)| name)
}

/// Letters to put in, take out or change to get from one text to another (Levenshtein), ignoring case.
#[must_use]
pub fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

/// `"a"`, `"a or b"`, `"a, b or c"`.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_string(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
