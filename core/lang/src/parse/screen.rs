//! Screens and their keys.

use super::{Parsed, Parser};
use crate::ast::{Item, KeyDecl, Page, ScreenDecl};
use crate::lex::Tok;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Keys with names: as written, code, as the menu shows it.
pub(crate) const KEY_NAMES: [(&str, u16, &str); 11] = [
    ("return", 13, "RETURN"),
    ("delete", 8, "DEL"),
    ("back", 27, "BACK"),
    ("space", 32, "SPACE"),
    ("up", 128, "UP"),
    ("right", 129, "RIGHT"),
    ("down", 130, "DOWN"),
    ("left", 131, "LEFT"),
    ("fire", 132, "FIRE"),
    ("help", 133, "HELP"),
    ("any", 0, "ANY KEY"),
];

impl Parser<'_> {
    pub(super) fn screen(&mut self) -> Parsed<()> {
        let name = self.name("the name of the screen")?;
        let params = self.params()?;
        let mut screen = ScreenDecl {
            name,
            params,
            page: Page::Map,
            cursor: None,
            top_side: None,
            top: Vec::new(),
            info: Vec::new(),
            panel: Vec::new(),
            body: Vec::new(),
            enter: Vec::new(),
            draw: Vec::new(),
            keys: Vec::new(),
            part: self.part.clone(),
        };
        self.block("the screen's parts", |p| p.part(&mut screen))?;
        self.push(Item::Screen(screen));
        Ok(())
    }

    fn part(&mut self, screen: &mut ScreenDecl) -> Parsed<()> {
        let Tok::Word(word) = self.tok().clone() else {
            return self.expected(
                "a part of the screen",
                "a screen has page, cursor, top, info, panel, body, enter, draw, key",
            );
        };
        self.advance();
        match word.as_str() {
            "rule" => self.rule_block(|p| p.part(screen)).map(|_| ()),
            "page" => {
                let kind = self.word("map, text or title")?;
                screen.page = match kind.text.as_str() {
                    "map" => Page::Map,
                    "text" => Page::Text,
                    "title" => Page::Title,
                    _ => {
                        self.at -= 1;
                        return self.expected("map, text or title", "");
                    }
                };
                self.end_line()
            }
            "cursor" => {
                self.need_word("at", "write: cursor at h")?;
                screen.cursor = Some(self.expr()?);
                self.end_line()
            }
            "top" => {
                if !matches!(self.tok(), Tok::Newline | Tok::Text(_)) {
                    screen.top_side = Some(self.sum()?);
                }
                screen.top = self.part_body()?;
                Ok(())
            }
            "info" | "panel" | "body" | "enter" | "draw" => {
                let body = self.part_body()?;
                match word.as_str() {
                    "info" => screen.info = body,
                    "panel" => screen.panel = body,
                    "body" => screen.body = body,
                    "enter" => screen.enter = body,
                    _ => screen.draw = body,
                }
                Ok(())
            }
            "key" => self.key(screen),
            _ => {
                self.at -= 1;
                self.expected(
                    "a part of the screen",
                    "a screen has page, cursor, top, info, panel, body, enter, draw, key",
                )
            }
        }
    }

    /// One text on the line, or a block of statements.
    fn part_body(&mut self) -> Parsed<Vec<crate::ast::Stmt>> {
        if matches!(self.tok(), Tok::Text(_)) {
            let text = self.text("")?;
            let span = text.span;
            self.end_line()?;
            let line = crate::ast::Stmt {
                kind: crate::ast::StmtKind::Print {
                    text,
                    newline: false,
                },
                span,
            };
            return Ok(self.attributed(alloc::vec![line]));
        }
        let block = self.stmts("what it shows")?;
        Ok(self.attributed(block))
    }

    /// A part's statements, with the rules of the block that the part stands in.
    fn attributed(&self, block: Vec<crate::ast::Stmt>) -> Vec<crate::ast::Stmt> {
        let Some(first) = block.first().filter(|_| self.rule != 0) else {
            return block;
        };
        let span = first.span;
        alloc::vec![crate::ast::Stmt {
            kind: crate::ast::StmtKind::Rule(self.rule, block),
            span,
        }]
    }

    /// One key: its code, and how it is shown. Digits, letters and names.
    pub(super) fn key_name(&mut self) -> Parsed<(u16, u16, String)> {
        match self.tok().clone() {
            Tok::Int(n) if (0..=9).contains(&n) => {
                self.advance();
                let code = 48 + n as u16;
                Ok((code, code, n.to_string()))
            }
            Tok::Word(w) => {
                if let Some((_, code, shown)) = KEY_NAMES.iter().find(|(name, ..)| *name == w) {
                    self.advance();
                    let high = if *code == 0 { 254 } else { *code };
                    return Ok((*code, high, (*shown).to_string()));
                }
                let mut letters = w.chars();
                if let (Some(letter @ 'A'..='Z'), None) = (letters.next(), letters.next()) {
                    self.advance();
                    return Ok((letter as u16, letter as u16, w));
                }
                self.bad_key()
            }
            Tok::Text(t) if t.chars().count() == 1 => {
                self.advance();
                let code = t.chars().next().map_or(0, |c| c as u16);
                Ok((code, code, t))
            }
            _ => self.bad_key(),
        }
    }

    fn bad_key<T>(&mut self) -> Parsed<T> {
        let names: Vec<&str> = KEY_NAMES.iter().map(|k| k.0).collect();
        self.expected(
            "a key",
            &format!("a digit, a capital letter, or one of {}", names.join(" ")),
        )
    }

    fn key(&mut self, screen: &mut ScreenDecl) -> Parsed<()> {
        let start = self.last_span();
        let mut keys = Vec::new();
        let mut shown = String::new();
        loop {
            let (low, mut high, text) = self.key_name()?;
            if shown.is_empty() {
                shown = text;
            }
            if self.eat_word("to") {
                let (last, _, text) = self.key_name()?;
                high = last;
                shown = format!("{shown}-{text}");
            }
            keys.push((low, high));
            if !self.eat_word("or") {
                break;
            }
        }
        let bind = if self.eat_word("as") {
            Some(self.name("a name for the key")?)
        } else {
            None
        };
        let label = if matches!(self.tok(), Tok::Text(_)) {
            Some(self.text("")?)
        } else {
            None
        };
        let when = if self.eat_word("when") {
            Some(self.expr()?)
        } else {
            None
        };
        let span = start.to(self.last_span());
        let body = self.stmts("what the key does")?;
        let rule = self.rule;
        screen.keys.push(KeyDecl {
            keys,
            shown,
            bind,
            label,
            when,
            body,
            span,
            rule,
        });
        Ok(())
    }
}
