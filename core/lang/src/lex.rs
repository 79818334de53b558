//! Text to tokens, with indentation turned into `Indent` and `Dedent`.

use crate::diag::Diagnostic;
use crate::source::Span;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tok {
    /// A name or a word of the language.
    Word(String),
    /// A whole number.
    Int(i32),
    /// The inside of a text, as written; the span covers the quotes.
    Text(String),
    /// A rule id after `rule` or `test`.
    RuleId(String),
    /// An operator or bracket.
    Sym(&'static str),
    /// End of a line.
    Newline,
    /// The next line stands further in.
    Indent,
    /// A block ends.
    Dedent,
    /// End of the file.
    Eof,
}

/// A token and its place.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub tok: Tok,
    pub span: Span,
}

/// Two-character symbols first, so that the longest match wins.
const SYMBOLS: [&str; 24] = [
    "..", "+=", "-=", "<=", ">=", "==", "!=", ":=", "(", ")", "[", "]", ",", ":", ".", "=", "+",
    "-", "*", "/", "<", ">", "%", "#",
];

struct Lexer<'a> {
    text: &'a str,
    file: u16,
    at: usize,
    tokens: Vec<Token>,
    diags: Vec<Diagnostic>,
    /// Open brackets: lines do not end inside.
    depth: usize,
    indents: Vec<usize>,
    /// Where this line began with `rule` or `test`: ids may follow.
    ids_allowed: bool,
    /// Indentation of a `table` whose lines are being read: all of them make one block, however far in they stand.
    table: Option<usize>,
}

/// Splits a file into tokens. Always ends with `Eof`, all blocks closed.
pub(crate) fn lex(text: &str, file: u16) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        text,
        file,
        at: 0,
        tokens: Vec::new(),
        diags: Vec::new(),
        depth: 0,
        indents: vec![0],
        ids_allowed: false,
        table: None,
    };
    lexer.run();
    (lexer.tokens, lexer.diags)
}

impl Lexer<'_> {
    fn span(&self, start: usize) -> Span {
        Span {
            file: self.file,
            start: start as u32,
            end: self.at as u32,
        }
    }

    fn push(&mut self, tok: Tok, start: usize) {
        let span = self.span(start);
        self.tokens.push(Token { tok, span });
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn run(&mut self) {
        while self.at < self.text.len() {
            self.line();
        }
        if !matches!(
            self.tokens.last().map(|t| &t.tok),
            None | Some(Tok::Newline)
        ) {
            self.push(Tok::Newline, self.at);
        }
        while self.indents.len() > 1 {
            self.indents.pop();
            self.push(Tok::Dedent, self.at);
        }
        self.push(Tok::Eof, self.at);
    }

    /// One physical line, from its first column.
    fn line(&mut self) {
        let line_start = self.at;
        let blanks = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
        let indent_text = self.rest().get(..blanks).unwrap_or("");
        let tab = indent_text.contains('\t');
        self.at += blanks;
        let rest = self.rest();
        if rest.is_empty() || ends_line(rest) || rest.starts_with("--") {
            self.skip_line();
            return;
        }
        if tab {
            let span = self.span(line_start);
            self.diags.push(
                Diagnostic::error("E001", span, "a tab in the indentation")
                    .label("this line is indented with a tab")
                    .help("indent with spaces: editors disagree about how wide a tab is"),
            );
        }
        if self.depth == 0 && !self.continues() {
            if !matches!(
                self.tokens.last().map(|t| &t.tok),
                None | Some(Tok::Newline)
            ) {
                self.push(Tok::Newline, line_start);
            }
            self.indentation(blanks, line_start);
            let word_end = rest_word(self.rest());
            self.ids_allowed = matches!(self.rest().get(..word_end), Some("rule" | "test"));
            if self.rest().get(..word_end) == Some("table") && self.table.is_none() {
                self.table = Some(blanks);
            }
        }
        while self.at < self.text.len() {
            let rest = self.rest();
            if ends_line(rest) || rest.starts_with("--") {
                self.skip_line();
                return;
            }
            if rest.starts_with([' ', '\t']) {
                self.at += 1;
                continue;
            }
            self.token();
        }
    }

    /// Whether the line that starts here continues the one before.
    fn continues(&self) -> bool {
        let word = self.rest().get(..rest_word(self.rest())).unwrap_or("");
        if word == "and" || word == "or" {
            return !self.tokens.is_empty();
        }
        match self.tokens.last().map(|t| &t.tok) {
            Some(Tok::Sym(s)) => {
                matches!(
                    *s,
                    "," | "=" | "+" | "-" | "*" | "/" | "<" | ">" | "<=" | ">=" | "+=" | "-="
                )
            }
            Some(Tok::Word(w)) => matches!(w.as_str(), "and" | "or" | "not" | "is"),
            _ => false,
        }
    }

    fn skip_line(&mut self) {
        match self.rest().find('\n') {
            Some(n) => self.at += n + 1,
            None => self.at = self.text.len(),
        }
    }

    fn indentation(&mut self, width: usize, line_start: usize) {
        let current = *self.indents.last().unwrap_or(&0);
        if let Some(table) = self.table {
            if width <= table {
                self.table = None;
            } else if current > table {
                if let Some(top) = self.indents.last_mut() {
                    *top = width;
                }
                return;
            }
        }
        if width > current {
            self.indents.push(width);
            self.push(Tok::Indent, line_start);
            return;
        }
        while width < *self.indents.last().unwrap_or(&0) {
            self.indents.pop();
            self.push(Tok::Dedent, line_start);
        }
        if width != *self.indents.last().unwrap_or(&0) {
            let span = self.span(line_start);
            self.diags.push(
                Diagnostic::error("E002", span, "this line lines up with no block above it")
                    .label(format!("indented by {width}"))
                    .help("move it to the column of the block it belongs to"),
            );
        }
    }

    fn token(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let first = rest.chars().next().unwrap_or(' ');
        if first == '"' {
            self.text_token(start);
        } else if self.ids_allowed && first.is_ascii_uppercase() && rule_id_length(rest) > 0 {
            let length = rule_id_length(rest);
            let id = rest.get(..length).unwrap_or("").to_string();
            self.at += length;
            self.push(Tok::RuleId(id), start);
        } else if first.is_alphabetic() || first == '_' {
            let length = rest_word(rest);
            let word = rest.get(..length).unwrap_or("").to_string();
            self.at += length;
            self.push(Tok::Word(word), start);
        } else if first.is_ascii_digit() || first == '$' {
            self.number(start);
        } else if let Some(sym) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            match *sym {
                "(" | "[" => self.depth += 1,
                ")" | "]" => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            self.at += sym.len();
            self.push(Tok::Sym(sym), start);
        } else {
            self.at += first.len_utf8();
            let span = self.span(start);
            self.diags.push(
                Diagnostic::error(
                    "E003",
                    span,
                    format!("the character {first:?} means nothing here"),
                )
                .label("not part of the language")
                .help("texts stand in double quotes, comments after --"),
            );
        }
    }

    fn text_token(&mut self, start: usize) {
        let inside = self.text.get(start + 1..).unwrap_or("");
        let end = text_end(inside);
        let closed = inside.get(end..).is_some_and(|r| r.starts_with('"'));
        let content = inside.get(..end).unwrap_or("").to_string();
        self.at = start + 1 + end + usize::from(closed);
        if !closed {
            let span = self.span(start);
            self.diags.push(
                Diagnostic::error("E004", span, "this text does not end")
                    .label("no closing quote on this line")
                    .help("close it with a double quote; a long text is written as several"),
            );
        }
        self.push(Tok::Text(content), start);
    }

    fn number(&mut self, start: usize) {
        let rest = self.rest();
        let (radix, skip) = if rest.starts_with('$') {
            (16, 1)
        } else {
            (10, 0)
        };
        let digits = rest.get(skip..).unwrap_or("");
        let length = digits
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(digits.len());
        let digits = digits.get(..length).unwrap_or("").replace('_', "");
        self.at += skip + length;
        let span = self.span(start);
        match i32::from_str_radix(&digits, radix) {
            Ok(value) if value <= 0xFF_FFFF => self.push(Tok::Int(value), start),
            Ok(_) => {
                self.diags.push(
                    Diagnostic::error("E005", span, "this number is too large")
                        .label("numbers go up to 65535, divisors up to 16777215"),
                );
                self.push(Tok::Int(0), start);
            }
            Err(_) => {
                self.diags.push(
                    Diagnostic::error("E006", span, "this is neither a number nor a name")
                        .label("names begin with a letter")
                        .help(
                            "write a name that begins with a letter, or a number without letters",
                        ),
                );
                self.push(Tok::Int(0), start);
            }
        }
    }
}

/// Where a text ends: at a quote outside of braces, or at the end of the line. A text may hold others inside braces.
fn text_end(inside: &str) -> usize {
    let mut depth = 0usize;
    let mut quoted = false;
    for (at, c) in inside.char_indices() {
        match c {
            '\n' => return at,
            '"' if depth == 0 => return at,
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    inside.len()
}

/// Whether a line ends here. A carriage return alone, as the oldest Macintosh wrote it, ends none: the rest of the file would
/// be lost without a word.
fn ends_line(rest: &str) -> bool {
    rest.starts_with('\n') || rest.starts_with("\r\n") || rest == "\r"
}

/// Length of the word at the start of a line.
fn rest_word(rest: &str) -> usize {
    rest.find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len())
}

/// Length of a rule id (`BIA-7.6.3`, `A-9`) at the start of `rest`, or 0.
fn rule_id_length(rest: &str) -> usize {
    let letters = rest
        .find(|c: char| !c.is_ascii_uppercase())
        .unwrap_or(rest.len());
    let Some(tail) = rest.get(letters..).and_then(|r| r.strip_prefix('-')) else {
        return 0;
    };
    let digits = tail
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '.')
        .unwrap_or(tail.len());
    if letters == 0 || digits == 0 {
        0
    } else {
        letters + 1 + digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        lex(text, 0)
            .0
            .into_iter()
            .map(|t| match t.tok {
                Tok::Word(w) | Tok::RuleId(w) => w,
                Tok::Int(n) => n.to_string(),
                Tok::Text(t) => format!("{t:?}"),
                Tok::Sym(s) => s.to_string(),
                Tok::Newline => "/".to_string(),
                Tok::Indent => "{".to_string(),
                Tok::Dedent => "}".to_string(),
                Tok::Eof => "$".to_string(),
            })
            .collect()
    }

    #[test]
    fn indentation_makes_blocks() {
        assert_eq!(
            words("if a\n  b\n\n  -- note\n    c\nd").join(" "),
            "if a / { b / { c / } } d / $"
        );
    }

    #[test]
    fn lines_continue_after_operators_and_before_and() {
        assert_eq!(
            words("x = a +\n    b\n  and c\ny").join(" "),
            "x = a + b and c / y / $"
        );
        assert_eq!(words("f(a,\n b)\nc").join(" "), "f ( a , b ) / c / $");
    }

    #[test]
    fn a_lone_carriage_return_hides_nothing() {
        assert_eq!(words("a\r\nb\r").join(" "), "a / b / $");
        let (tokens, diags) = lex("a\rb\n", 0);
        assert_eq!((tokens.len(), diags.len()), (4, 1));
    }

    #[test]
    fn texts_hold_texts_inside_braces() {
        assert_eq!(
            words("\"{\"A\" if b else \"C\"}\" d")[0],
            "\"{\\\"A\\\" if b else \\\"C\\\"}\""
        );
    }

    #[test]
    fn rule_ids_are_tokens_only_after_rule_and_test() {
        assert_eq!(
            words("rule BIA-7.6.3, A-9 \"x\"").join(" "),
            "rule BIA-7.6.3 , A-9 \"x\" / $"
        );
        assert_eq!(words("x = A-9").join(" "), "x = A - 9 / $");
    }
}
