//! Tokens to tree. A line that cannot be read is reported and skipped with the block below it.

mod data;
mod decl;
mod expr;
mod screen;
mod stmt;

use crate::ast::{Ast, Name, RuleSet, TextLit};
use crate::diag::Diagnostic;
use crate::lex::{Tok, Token, lex};
use crate::library;
use crate::source::{Origin, SourceFile, Sources, Span};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Marks that a diagnostic was made and the line is to be skipped.
pub(crate) struct Skip;

pub(crate) type Parsed<T> = Result<T, Skip>;

/// Words that cannot be names.
pub(crate) const RESERVED: [&str; 46] = [
    "and", "any", "as", "at", "chance", "const", "count", "define", "each", "else", "enum",
    "expect", "fill", "first", "flag", "for", "gives", "hexside", "if", "in", "is", "layer",
    "leave", "let", "match", "mod", "no", "none", "not", "note", "of", "or", "print", "record",
    "refuse", "repeat", "return", "rule", "scratch", "screen", "show", "stop", "sum", "to", "try",
    "yes",
];

pub(crate) struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    diags: &'a mut Vec<Diagnostic>,
    ast: &'a mut Ast,
    rule: RuleSet,
    /// `part NAME` above.
    part: Option<Name>,
    /// Not the game's own.
    prelude: bool,
    /// The next key of a menu begins a group.
    group: bool,
    /// Nesting of expressions and blocks, bounded so that no source overflows the stack.
    depth: u32,
}

/// Deepest nesting of expressions or blocks.
const MAX_DEPTH: u32 = 60;

/// Reads every `*.rules` file, and the libraries that they use, which come to the sources.
pub(crate) fn parse(sources: &mut Sources, diags: &mut Vec<Diagnostic>) -> Ast {
    let mut ast = Ast {
        rule_sets: vec![Vec::new()],
        ..Ast::default()
    };
    for (index, file) in sources.files().iter().enumerate() {
        if file.origin == Origin::BuiltIn || file.name.ends_with(".rules") {
            Parser::new(file, index as u16, &mut ast, diags).items();
        }
    }
    let mut next = 0;
    while let Some(wanted) = ast.uses.get(next).cloned() {
        next += 1;
        let Some(index) = library::take(&wanted, sources, diags) else {
            continue;
        };
        if let Some(file) = sources.files().get(usize::from(index)) {
            let mut parser = Parser::new(file, index, &mut ast, diags);
            parser.rule = wanted.rule;
            parser.part = wanted.part;
            parser.items();
        }
    }
    library::give_way(&mut ast, sources);
    ast
}

impl<'a> Parser<'a> {
    fn new(
        file: &SourceFile,
        index: u16,
        ast: &'a mut Ast,
        diags: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let (tokens, mut found) = lex(&file.text, index);
        diags.append(&mut found);
        Parser {
            tokens,
            at: 0,
            diags,
            ast,
            rule: 0,
            part: None,
            group: false,
            prelude: file.origin != Origin::Game,
            depth: 0,
        }
    }
}

impl Parser<'_> {
    fn tok(&self) -> &Tok {
        self.tokens.get(self.at).map_or(&Tok::Eof, |t| &t.tok)
    }

    fn peek(&self, ahead: usize) -> &Tok {
        self.tokens
            .get(self.at + ahead)
            .map_or(&Tok::Eof, |t| &t.tok)
    }

    fn span(&self) -> Span {
        match self.tokens.get(self.at).or(self.tokens.last()) {
            Some(token) => token.span,
            None => Span::default(),
        }
    }

    fn last_span(&self) -> Span {
        self.tokens
            .get(self.at.saturating_sub(1))
            .map_or(Span::default(), |t| t.span)
    }

    fn advance(&mut self) {
        if self.at < self.tokens.len() {
            self.at += 1;
        }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.tok(), Tok::Word(w) if w == word)
    }

    fn peek_word(&self, ahead: usize, word: &str) -> bool {
        matches!(self.peek(ahead), Tok::Word(w) if w == word)
    }

    fn is_sym(&self, sym: &str) -> bool {
        matches!(self.tok(), Tok::Sym(s) if *s == sym)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn eat_sym(&mut self, sym: &str) -> bool {
        let found = self.is_sym(sym);
        if found {
            self.advance();
        }
        found
    }

    fn report(&mut self, diag: Diagnostic) {
        self.diags.push(diag);
    }

    /// What stands here, in words.
    fn found(&self) -> String {
        match self.tok() {
            Tok::Word(w) => format!("`{w}`"),
            Tok::Int(n) => format!("`{n}`"),
            Tok::Text(_) => "a text".to_string(),
            Tok::RuleId(id) => format!("the rule id {id}"),
            Tok::Sym(s) => format!("`{s}`"),
            Tok::Newline => "the end of the line".to_string(),
            Tok::Indent => "a line further in".to_string(),
            Tok::Dedent => "the end of the block".to_string(),
            Tok::Eof => "the end of the file".to_string(),
        }
    }

    fn expected<T>(&mut self, what: &str, help: &str) -> Parsed<T> {
        let found = self.found();
        let mut span = self.span();
        if matches!(
            self.tok(),
            Tok::Newline | Tok::Dedent | Tok::Indent | Tok::Eof
        ) {
            span = self.last_span();
        }
        let mut diag = Diagnostic::error("E010", span, format!("expected {what}, found {found}"))
            .label(format!("{what} belongs here"));
        if !help.is_empty() {
            diag = diag.help(help);
        }
        self.report(diag);
        Err(Skip)
    }

    fn need_word(&mut self, word: &str, help: &str) -> Parsed<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        self.expected(&format!("`{word}`"), help)
    }

    fn need_sym(&mut self, sym: &str, help: &str) -> Parsed<()> {
        if self.eat_sym(sym) {
            return Ok(());
        }
        self.expected(&format!("`{sym}`"), help)
    }

    /// Any word, also a reserved one.
    fn word(&mut self, what: &str) -> Parsed<Name> {
        if let Tok::Word(w) = self.tok() {
            let name = Name {
                text: w.clone(),
                span: self.span(),
            };
            self.advance();
            return Ok(name);
        }
        self.expected(what, "")
    }

    /// A word that may be given as a name.
    fn name(&mut self, what: &str) -> Parsed<Name> {
        let name = self.word(what)?;
        if RESERVED.contains(&name.text.as_str()) {
            self.report(
                Diagnostic::error(
                    "E011",
                    name.span,
                    format!(
                        "`{}` is a word of the language and cannot be a name",
                        name.text
                    ),
                )
                .label("choose another name")
                .help(format!("for example `{}_`", name.text)),
            );
        }
        Ok(name)
    }

    fn text(&mut self, what: &str) -> Parsed<TextLit> {
        if let Tok::Text(t) = self.tok() {
            let text = TextLit {
                text: t.clone(),
                span: self.span(),
            };
            self.advance();
            return Ok(text);
        }
        self.expected(what, "texts stand in double quotes")
    }

    fn text_name(&mut self, what: &str) -> Parsed<Name> {
        let text = self.text(what)?;
        Ok(Name {
            text: text.text,
            span: text.span,
        })
    }

    /// A word about the signs that other languages use for storing and comparing.
    fn equals_help(&self) -> &'static str {
        match self.tok() {
            Tok::Sym("=" | "==" | ":=") => "`=` stores a value, `is` compares two",
            _ => "",
        }
    }

    fn end_line(&mut self) -> Parsed<()> {
        if matches!(self.tok(), Tok::Newline) {
            self.advance();
            if matches!(self.tok(), Tok::Indent) {
                self.report(
                    Diagnostic::error(
                        "E012",
                        self.last_span().to(self.span()),
                        "this line is indented without reason",
                    )
                    .label("nothing above it opens a block")
                    .help("move it to the column of the line above"),
                );
                self.skip_block();
            }
            return Ok(());
        }
        if matches!(self.tok(), Tok::Dedent | Tok::Eof) {
            return Ok(());
        }
        let help = self.equals_help();
        self.expected("the end of the line", help)
    }

    /// Skips what is left of this line and the block below it.
    fn skip_line(&mut self) {
        while !matches!(self.tok(), Tok::Newline | Tok::Dedent | Tok::Eof) {
            self.advance();
        }
        if matches!(self.tok(), Tok::Newline) {
            self.advance();
        }
        self.skip_block();
    }

    fn skip_block(&mut self) {
        if !matches!(self.tok(), Tok::Indent) {
            return;
        }
        let mut depth = 0usize;
        loop {
            match self.tok() {
                Tok::Indent => depth += 1,
                Tok::Dedent => {
                    depth -= 1;
                    if depth == 0 {
                        self.advance();
                        return;
                    }
                }
                Tok::Eof => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// A block of lines one step further in, each read by `line`.
    /// `line` leaves the cursor after its line; where it fails, the line is skipped.
    fn block(&mut self, what: &str, mut line: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if !matches!(self.tok(), Tok::Newline) {
            let help = self.equals_help();
            return self.expected("the end of the line", help);
        }
        self.advance();
        if !matches!(self.tok(), Tok::Indent) {
            let span = self.last_span();
            let span = Span {
                start: span.start.saturating_sub(1),
                ..span
            };
            self.report(
                Diagnostic::error("E013", span, format!("{what} is missing below this line"))
                    .label("nothing stands further in below")
                    .help("indent the lines that belong to it"),
            );
            return Ok(());
        }
        self.advance();
        self.nest()?;
        while !matches!(self.tok(), Tok::Dedent | Tok::Eof) {
            let (before, depth) = (self.at, self.depth);
            if line(self).is_err() {
                self.depth = depth;
                self.skip_line();
            }
            if self.at == before {
                self.advance();
            }
        }
        if matches!(self.tok(), Tok::Dedent) {
            self.advance();
        }
        self.depth -= 1;
        Ok(())
    }

    fn nest(&mut self) -> Parsed<()> {
        if self.depth >= MAX_DEPTH {
            let span = self.span();
            self.report(
                Diagnostic::error("E014", span, "this is nested too deeply")
                    .label(format!("more than {MAX_DEPTH} levels"))
                    .help("give the inner part a name with `define` or `to`"),
            );
            return Err(Skip);
        }
        self.depth += 1;
        Ok(())
    }

    /// Ids after `rule` or `test`, separated by commas.
    fn rule_ids(&mut self) -> Parsed<Vec<Name>> {
        let mut ids = Vec::new();
        loop {
            if let Tok::RuleId(id) = self.tok() {
                ids.push(Name {
                    text: id.clone(),
                    span: self.span(),
                });
                self.advance();
            } else {
                return self.expected("a rule id", "a rule id reads like BIA-7.6.3");
            }
            if !self.eat_sym(",") {
                return Ok(ids);
            }
        }
    }

    /// `rule IDS "title"`, the cursor behind `rule`. Gives the set and leaves the cursor at the end of the line.
    fn rule_head(&mut self) -> Parsed<(RuleSet, Vec<Name>, Option<String>)> {
        let ids = self.rule_ids()?;
        let title = match self.tok() {
            Tok::Text(t) => {
                let t = t.clone();
                self.advance();
                Some(t)
            }
            _ => None,
        };
        let set: Vec<String> = ids.iter().map(|id| id.text.clone()).collect();
        let known = self.ast.rule_sets.iter().position(|s| *s == set);
        let index = known.unwrap_or_else(|| {
            self.ast.rule_sets.push(set);
            self.ast.rule_sets.len() - 1
        });
        Ok((RuleSet::try_from(index).unwrap_or(0), ids, title))
    }

    /// A whole `rule` block; `line` reads the lines in it. A rule without lines is one that only states something.
    fn rule_block(&mut self, line: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<RuleSet> {
        let (set, ids, title) = self.rule_head()?;
        let before = self.rule;
        self.rule = set;
        let mut text = Vec::new();
        let result = if matches!(self.tok(), Tok::Newline) && matches!(self.peek(1), Tok::Indent) {
            let mut line = line;
            self.block("the rule", |p| {
                if let Tok::Text(t) = p.tok()
                    && matches!(p.peek(1), Tok::Newline)
                {
                    text.push(t.clone());
                    p.advance();
                    return p.end_line();
                }
                line(p)
            })
        } else {
            self.end_line()
        };
        self.rule = before;
        self.ast
            .rules
            .push(crate::ast::RuleDecl { ids, title, text });
        result.map(|()| set)
    }
}

/// Reads one expression out of a text: `source` stands at `span` in its file.
pub(crate) fn expression(
    source: &str,
    span: Span,
    diags: &mut Vec<Diagnostic>,
) -> Option<crate::ast::Expr> {
    let (mut tokens, mut found) = lex(source, span.file);
    for token in &mut tokens {
        token.span.start += span.start;
        token.span.end += span.start;
    }
    for diag in &mut found {
        diag.primary.span.start += span.start;
        diag.primary.span.end += span.start;
    }
    diags.append(&mut found);
    let mut ast = Ast::default();
    let mut parser = Parser {
        tokens,
        at: 0,
        diags,
        ast: &mut ast,
        rule: 0,
        part: None,
        group: false,
        prelude: false,
        depth: 0,
    };
    let value = parser.expr().ok()?;
    parser.end_line().ok()?;
    Some(value)
}
