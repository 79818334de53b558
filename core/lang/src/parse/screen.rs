//! Screens and their keys.

use super::{Parsed, Parser};
use crate::ast::{Choice, Item, KeyDecl, Page, Press, ScreenDecl, SettingDecl};
use crate::diag::Diagnostic;
use crate::lex::Tok;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use hexfront_isa::contract::key;

/// Keys with names: as written, code, as the menu shows it.
pub(crate) const KEY_NAMES: [(&str, u16, &str); 11] = [
    ("return", key::RETURN, "RETURN"),
    ("delete", key::DELETE, "DEL"),
    ("back", key::BACK, "BACK"),
    ("space", key::SPACE, "SPACE"),
    ("up", key::UP, "UP"),
    ("right", key::RIGHT, "RIGHT"),
    ("down", key::DOWN, "DOWN"),
    ("left", key::LEFT, "LEFT"),
    ("fire", key::FIRE, "FIRE"),
    ("help", key::HELP, "HELP"),
    ("any", key::NONE, "ANY KEY"),
];

/// Pages by name.
const PAGES: [(&str, Page); 7] = [
    ("map", Page::Map),
    ("text", Page::Text),
    ("title", Page::Title),
    ("half", Page::Half),
    ("whole", Page::Whole),
    ("closing", Page::Closing),
    ("requester", Page::Requester),
];

const PARTS: &str = "a screen has page, cursor, top, info, panel, body, hint, enter, draw, key, select, menu, setting, group, strip";

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
            hint: Vec::new(),
            enter: Vec::new(),
            draw: Vec::new(),
            keys: Vec::new(),
            menu: None,
            settings: Vec::new(),
            strip: None,
            part: self.part.clone(),
        };
        self.group = false;
        self.block("the screen's parts", |p| p.part(&mut screen))?;
        self.push(Item::Screen(screen));
        Ok(())
    }

    fn part(&mut self, screen: &mut ScreenDecl) -> Parsed<()> {
        let Tok::Word(word) = self.tok().clone() else {
            return self.expected("a part of the screen", PARTS);
        };
        self.advance();
        match word.as_str() {
            "rule" => self.rule_block(|p| p.part(screen)).map(|_| ()),
            "page" => {
                let kind = self.word("the kind of page")?;
                let Some((_, page)) = PAGES.iter().find(|(name, _)| *name == kind.text) else {
                    self.at -= 1;
                    let names: Vec<&str> = PAGES.iter().map(|p| p.0).collect();
                    return self.expected(
                        "the kind of page",
                        &format!("pages are {}", names.join(" ")),
                    );
                };
                screen.page = *page;
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
            "info" | "panel" | "body" | "hint" | "enter" | "draw" => {
                let body = self.part_body()?;
                match word.as_str() {
                    "info" => screen.info = body,
                    "panel" => screen.panel = body,
                    "body" => screen.body = body,
                    "hint" => screen.hint = body,
                    "enter" => screen.enter = body,
                    _ => screen.draw = body,
                }
                Ok(())
            }
            "key" => self.key(screen),
            "select" => self.select(screen),
            "group" => {
                self.group = true;
                let read = self.block("a setting", |p| p.group_part(screen));
                self.group = true;
                read
            }
            "menu" => {
                self.group = false;
                let title = self.text("the title of the menu")?;
                if let Some(first) = &screen.menu {
                    let diag = Diagnostic::error("E142", title.span, "this screen has a menu")
                        .label("the second")
                        .also(first.span, "the first")
                        .help("one menu holds all keys, in groups");
                    self.report(diag);
                }
                screen.menu = Some(title);
                self.block("a key or a group of keys", |p| p.menu_part(screen))
            }
            "setting" => self.setting(screen),
            "strip" => {
                screen.strip = Some(self.expr()?);
                self.end_line()
            }
            _ => {
                self.at -= 1;
                self.expected("a part of the screen", PARTS)
            }
        }
    }

    /// What may stand in a group of settings.
    fn group_part(&mut self, screen: &mut ScreenDecl) -> Parsed<()> {
        let word = self.word("a setting")?;
        match word.text.as_str() {
            "rule" => self.rule_block(|p| p.group_part(screen)).map(|_| ()),
            "setting" => self.setting(screen),
            _ => {
                self.at -= 1;
                self.expected(
                    "a setting",
                    "outside of a menu a group has settings and rule",
                )
            }
        }
    }

    /// What may stand in a menu.
    fn menu_part(&mut self, screen: &mut ScreenDecl) -> Parsed<()> {
        const HELP: &str = "a menu has key, group and rule";
        let Tok::Word(word) = self.tok().clone() else {
            return self.expected("a key or a group of keys", HELP);
        };
        self.advance();
        match word.as_str() {
            "rule" => self.rule_block(|p| p.menu_part(screen)).map(|_| ()),
            "key" => self.key(screen),
            "group" => {
                self.group = true;
                let read = self.block("a key", |p| p.menu_part(screen));
                self.group = true;
                read
            }
            _ => {
                self.at -= 1;
                self.expected("a key or a group of keys", HELP)
            }
        }
    }

    /// `select unit as u when …`
    fn select(&mut self, screen: &mut ScreenDecl) -> Parsed<()> {
        const HELP: &str = "write: select unit as u, select hex as h, or select item as i";
        let start = self.last_span();
        let what = self.word("unit, hex or item")?;
        let choice = match what.text.as_str() {
            "unit" => Choice::Unit,
            "hex" => Choice::Hex,
            "item" => Choice::Item,
            _ => {
                self.at -= 1;
                return self.expected("unit, hex or item", HELP);
            }
        };
        self.need_word("as", HELP)?;
        let bind = Some(self.name("a name for what is chosen")?);
        let when = if self.eat_word("when") {
            Some(self.expr()?)
        } else {
            None
        };
        let span = start.to(self.last_span());
        let body = self.stmts("what choosing it does")?;
        screen.keys.push(KeyDecl {
            choice,
            keys: Vec::new(),
            shown: what.text,
            bind,
            label: None,
            when,
            marked: None,
            group: false,
            body,
            span,
            rule: self.rule,
        });
        Ok(())
    }

    /// `setting "LABEL" place from 70 to 130 by 10 "{strength} %"`, `setting "LABEL" place gives "4" or "6" "POINTS"`
    fn setting(&mut self, screen: &mut ScreenDecl) -> Parsed<()> {
        let start = self.last_span();
        let label = self.text("what is set")?;
        let place = self.expr()?;
        let range = if self.eat_word("from") {
            let low = self.sum()?;
            self.need_word("to", "write: from 70 to 130 by 10")?;
            let high = self.sum()?;
            let step = if self.eat_word("by") {
                Some(self.sum()?)
            } else {
                None
            };
            Some((low, high, step))
        } else {
            None
        };
        let mut names = Vec::new();
        if self.eat_word("gives") {
            names.push(self.text("the name of the first position")?);
            while self.eat_word("or") {
                names.push(self.text("the name of the next position")?);
            }
        }
        let shown = if matches!(self.tok(), Tok::Text(_)) {
            Some(self.text("")?)
        } else {
            None
        };
        let span = start.to(self.last_span());
        let group = core::mem::take(&mut self.group);
        screen.settings.push(SettingDecl {
            label,
            place,
            range,
            names,
            shown,
            group,
            span,
            rule: self.rule,
        });
        self.end_line()
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
        let (mut when, mut marked) = (None, None);
        loop {
            if when.is_none() && self.eat_word("when") {
                when = Some(self.expr()?);
            } else if marked.is_none() && self.eat_word("marked") {
                self.need_word("when", "write: marked when mode is viewing")?;
                marked = Some(self.expr()?);
            } else {
                break;
            }
        }
        let span = start.to(self.last_span());
        let group = core::mem::take(&mut self.group);
        let body = self.stmts("what the key does")?;
        let rule = self.rule;
        screen.keys.push(KeyDecl {
            choice: Choice::Key,
            keys,
            shown,
            bind,
            label,
            when,
            marked,
            group,
            body,
            span,
            rule,
        });
        Ok(())
    }

    /// Keys in a text, a key by name, or what a pointer chooses.
    pub(super) fn press(&mut self, list: &mut Vec<Press>) -> Parsed<()> {
        if let Tok::Text(t) = self.tok() {
            list.extend(t.chars().map(|c| Press::Key(c as u16)));
            self.advance();
            return Ok(());
        }
        let word = match self.tok() {
            Tok::Word(word) => word.clone(),
            _ => String::new(),
        };
        let press = match word.as_str() {
            "hex" => {
                let start = self.span();
                self.advance();
                let (x, y) = self.hex_literal()?;
                Press::Hex(x, y, start.to(self.last_span()))
            }
            "item" => {
                self.advance();
                Press::Item(self.int("the number of the item")?)
            }
            "setting" => {
                self.advance();
                let row = self.int("the row of the setting, from 1")?;
                self.need_word("to", "write: setting 3 to 0")?;
                Press::Setting(row, self.int("its position, from 0")?)
            }
            _ if word.len() > 1
                && !KEY_NAMES.iter().any(|(name, ..)| *name == word)
                && matches!(self.peek(1), Tok::Word(_)) =>
            {
                let record = self.name("a kind of record")?;
                Press::Unit(record, self.name("an id")?)
            }
            _ => {
                let (low, _, _) = self.key_name()?;
                // Any key will do: the space bar.
                Press::Key(if low == 0 { 32 } else { low })
            }
        };
        list.push(press);
        Ok(())
    }

    /// `12.14`
    fn hex_literal(&mut self) -> Parsed<(i32, i32)> {
        const HELP: &str = "write: hex 12.14, column and row";
        let x = self.int("the column of the hex")?;
        self.need_sym(".", HELP)?;
        Ok((x, self.int("its row")?))
    }

    fn int(&mut self, what: &str) -> Parsed<i32> {
        match *self.tok() {
            Tok::Int(n) => {
                self.advance();
                Ok(n)
            }
            _ => self.expected(what, "a whole number"),
        }
    }
}
