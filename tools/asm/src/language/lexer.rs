//! Text to tokens, line by line. Nothing fails here: what cannot be read becomes a token that says so, because it may
//! stand in a part that is never assembled.

use crate::diagnostic::Problem;
use std::rc::Rc;

/// A stretch of a line, by number of its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub file: u32,
    pub line: u32,
    pub column: u32,
    pub length: u32,
}

/// A problem and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub at: Place,
    pub problem: Problem,
}

impl Fault {
    pub fn new(at: Place, problem: Problem) -> Fault {
        Fault { at, problem }
    }
}

/// One word of the language.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub at: Place,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// `name`
    Name(Rc<str>),
    /// `@name`, without the sign
    Local(Rc<str>),
    /// `.name`, in lower case, with the dot
    Directive(Rc<str>),
    /// `12`, `$C`, `%1100`, `'c'`
    Number(i64),
    /// `"text"`
    Text(Rc<str>),
    /// Punctuation, as written.
    Mark(&'static str),
    /// Not to be read.
    Bad(Problem),
}

impl Kind {
    /// The token as a message names it.
    pub fn describe(&self) -> String {
        match self {
            Kind::Name(n) => format!("`{}`", plain_name(n)),
            Kind::Local(n) => format!("`@{}`", plain_name(n)),
            Kind::Directive(n) => n.to_string(),
            Kind::Number(n) => n.to_string(),
            Kind::Text(t) => format!("{t:?}"),
            Kind::Mark(m) => format!("`{m}`"),
            Kind::Bad(p) => p.to_string(),
        }
    }
}

/// A name as the author wrote it: names that a macro made its own carry a number behind an apostrophe.
pub(crate) fn plain_name(name: &str) -> &str {
    name.split('\'').next().unwrap_or(name)
}

/// The tokens of one line.
pub(crate) type Line = Rc<[Token]>;

/// Marks, longest first.
const MARKS: [&str; 29] = [
    "::", ":=", "<<", ">>", "<>", "<=", ">=", "&&", "||", "#", "(", ")", "[", "]", "{", "}", ",",
    ":", "=", "+", "-", "*", "/", "&", "|", "^", "~", "!", "<",
];

/// All lines of a file.
pub(crate) fn lex(file: u32, text: &str) -> Rc<[Line]> {
    text.lines()
        .enumerate()
        .map(|(n, line)| {
            let line_number = u32::try_from(n + 1).unwrap_or(u32::MAX);
            Lexer {
                rest: line,
                at: Place {
                    file,
                    line: line_number,
                    column: 1,
                    length: 1,
                },
            }
            .line()
        })
        .collect()
}

struct Lexer<'a> {
    rest: &'a str,
    at: Place,
}

impl<'a> Lexer<'a> {
    fn line(mut self) -> Line {
        let mut tokens = Vec::new();
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.take(blank);
            let before = self.at;
            let Some(kind) = self.token() else {
                return tokens.into();
            };
            let length = (self.at.column - before.column).max(1);
            tokens.push(Token {
                kind,
                at: Place { length, ..before },
            });
        }
    }

    /// Removes so many bytes from the front.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.at.column += u32::try_from(taken.chars().count()).unwrap_or(u32::MAX / 2);
        taken
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !accept(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn token(&mut self) -> Option<Kind> {
        let first = self.rest.chars().next().filter(|c| *c != ';')?;
        Some(match first {
            'a'..='z' | 'A'..='Z' | '_' => Kind::Name(self.take_while(is_name).into()),
            '0'..='9' => self.number(10, 0),
            '$' => self.number(16, 1),
            '%' => self.number(2, 1),
            '@' => {
                self.take(1);
                match self.take_while(is_name) {
                    "" => Kind::Bad(Problem::StrayCharacter('@')),
                    name => Kind::Local(name.into()),
                }
            }
            '.' => {
                self.take(1);
                match self.take_while(is_name) {
                    "" => Kind::Bad(Problem::StrayCharacter('.')),
                    name => Kind::Directive(format!(".{}", name.to_ascii_lowercase()).into()),
                }
            }
            '"' => self.text(),
            '\'' => self.character(),
            '>' if !self.rest.starts_with(">>") && !self.rest.starts_with(">=") => {
                self.take(1);
                Kind::Mark(">")
            }
            other => match MARKS.iter().find(|m| self.rest.starts_with(**m)) {
                Some(mark) => {
                    self.take(mark.len());
                    Kind::Mark(mark)
                }
                None => {
                    self.take(other.len_utf8());
                    Kind::Bad(Problem::StrayCharacter(other))
                }
            },
        })
    }

    fn number(&mut self, radix: u32, prefix: usize) -> Kind {
        let sign = self.take(prefix);
        let digits = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        match i64::from_str_radix(digits, radix) {
            Ok(n) if n <= i64::from(u32::MAX) => Kind::Number(n),
            _ => Kind::Bad(Problem::BadNumber(format!("{sign}{digits}"))),
        }
    }

    fn text(&mut self) -> Kind {
        self.take(1);
        let Some(end) = self.rest.find('"') else {
            self.take(self.rest.len());
            return Kind::Bad(Problem::UnclosedString);
        };
        let text = self.take(end);
        self.take(1);
        match text.chars().find(|c| !c.is_ascii()) {
            Some(c) => Kind::Bad(Problem::NotAscii(c)),
            None => Kind::Text(text.into()),
        }
    }

    fn character(&mut self) -> Kind {
        let mut chars = self.rest.chars().skip(1);
        match (chars.next(), chars.next()) {
            (Some(c), Some('\'')) if c.is_ascii() => {
                self.take(3);
                Kind::Number(i64::from(c as u32))
            }
            (Some(c), Some('\'')) => {
                self.take(2 + c.len_utf8());
                Kind::Bad(Problem::NotAscii(c))
            }
            _ => {
                self.take(self.rest.len());
                Kind::Bad(Problem::UnclosedString)
            }
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Reads the tokens of a line from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    line: Line,
    next: usize,
    /// Where to point when the line has ended.
    end: Place,
}

impl Cursor {
    pub fn new(line: Line) -> Cursor {
        let end = line.last().map_or(Place::default(), |t| Place {
            column: t.at.column + t.at.length,
            length: 1,
            ..t.at
        });
        Cursor { line, next: 0, end }
    }

    pub fn peek(&self) -> Option<&Kind> {
        self.peek_at(0)
    }

    pub fn peek_at(&self, ahead: usize) -> Option<&Kind> {
        self.line.get(self.next + ahead).map(|t| &t.kind)
    }

    /// Where the next token is, or the end of the line.
    pub fn at(&self) -> Place {
        self.line.get(self.next).map_or(self.end, |t| t.at)
    }

    pub fn next(&mut self) -> Option<Token> {
        let token = self.line.get(self.next).cloned();
        self.next += usize::from(token.is_some());
        token
    }

    pub fn rest(&mut self) -> Vec<Token> {
        let rest = self.line[self.next..].to_vec();
        self.next = self.line.len();
        rest
    }

    pub fn done(&self) -> bool {
        self.next >= self.line.len()
    }

    pub fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), Some(Kind::Mark(m)) if *m == mark)
    }

    /// Takes the mark if it is the next token.
    pub fn eat(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        self.next += usize::from(found);
        found
    }

    pub fn expect(&mut self, mark: &'static str) -> Result<(), Fault> {
        if self.eat(mark) {
            Ok(())
        } else {
            Err(self.unexpected(mark))
        }
    }

    /// The fault of finding something else than what is expected.
    pub fn unexpected(&self, expected: &'static str) -> Fault {
        let problem = match self.peek() {
            Some(Kind::Bad(problem)) => problem.clone(),
            found => Problem::Expected {
                expected,
                found: found.map_or_else(|| "the end of the line".to_owned(), Kind::describe),
            },
        };
        Fault::new(self.at(), problem)
    }

    pub fn name(&mut self) -> Result<(Rc<str>, Place), Fault> {
        let at = self.at();
        match self.peek() {
            Some(Kind::Name(name)) => {
                let name = name.clone();
                self.next += 1;
                Ok((name, at))
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    pub fn text(&mut self) -> Result<(Rc<str>, Place), Fault> {
        let at = self.at();
        match self.peek() {
            Some(Kind::Text(text)) => {
                let text = text.clone();
                self.next += 1;
                Ok((text, at))
            }
            _ => Err(self.unexpected("a string")),
        }
    }

    /// Fails if anything is left on the line.
    pub fn end(&self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(Kind::Bad(problem)) => Err(Fault::new(self.at(), problem.clone())),
            Some(kind) => Err(Fault::new(self.at(), Problem::Trailing(kind.describe()))),
        }
    }
}
