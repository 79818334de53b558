//! Screens: their parts as windows, their keys.

use super::{Body, Checker};
use crate::ast::{self, Choice, KeyDecl, Page};
use crate::diag::Diagnostic;
use crate::hir::{HINT, Key, Screen, Stmt, StmtKind};
use crate::types::{Ty, int};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// Text windows of the shell.
const TOP: u8 = 0;
const INFO: u8 = 1;
const PANEL: u8 = 2;
const BODY: u8 = 4;

impl Checker<'_> {
    pub(super) fn screen(&mut self, body: &mut Body, screen: &ast::ScreenDecl) -> Vec<Stmt> {
        self.made_for_keys(screen);
        let settings = self.settings(body, screen);
        for part in [
            &screen.enter,
            &screen.draw,
            &screen.top,
            &screen.info,
            &screen.panel,
            &screen.body,
            &screen.hint,
        ] {
            body.assigned.append(&mut super::store::assigned(part));
        }
        for key in &screen.keys {
            body.assigned.append(&mut super::store::assigned(&key.body));
        }
        let span = screen.name.span;
        self.misplaced(screen);
        let enter = self.block(body, &screen.enter);
        let cursor = screen
            .cursor
            .as_ref()
            .map(|e| self.value(body, e, Ty::Hex, "the cursor's place"));
        let top_side = screen
            .top_side
            .as_ref()
            .map(|e| self.value(body, e, Ty::Wrong, "the side"));
        let mut windows = Vec::new();
        if screen.page == Page::Map {
            windows.push((TOP, self.block(body, &screen.top)));
            windows.push((INFO, self.block(body, &screen.info)));
            let mut panel = self.block(body, &screen.panel);
            panel.extend(self.strip(body, screen));
            windows.push((PANEL, panel));
        } else {
            for (window, part) in [(TOP, &screen.top), (INFO, &screen.info)] {
                let block = self.block(body, part);
                if !block.is_empty() {
                    windows.push((window, block));
                }
            }
            let mut page = self.block(body, &screen.body);
            for setting in &settings {
                page.extend(self.block(body, &setting.draw));
            }
            if !matches!(screen.page, Page::Half | Page::Whole) {
                windows.push((BODY, page));
            }
        }
        let hint = self.block(body, &screen.hint);
        if !hint.is_empty() {
            windows.push((HINT, hint));
        }
        let draw = self.block(body, &screen.draw);
        let key_local = body.declare("", span, int(0, 255));
        body.locals[key_local].used = true;
        body.names.pop();
        let choices = self.choices(body, screen);
        let declared = screen.keys.iter().chain(settings.iter().map(|s| &s.key));
        let keys: Vec<Key> = declared.map(|key| self.key(body, key)).collect();
        self.entries_in_vain(screen);
        self.menu_fits(screen);
        self.way_out(screen, &keys);
        let menu = screen.menu.as_ref().map_or("KEYS", |title| &title.text);
        vec![Stmt {
            kind: StmtKind::Screen(Box::new(Screen {
                page: screen.page,
                cursor,
                top_side,
                enter,
                draw,
                windows,
                keys,
                key_local,
                menu: self.intern(menu),
                choices,
            })),
            span,
        }]
    }

    /// Complains of a screen for a pointer in a game that is not made for one.
    fn made_for_keys(&mut self, screen: &ast::ScreenDecl) {
        if self.prog.pointer || !screen.wants_pointer() {
            return;
        }
        self.report(
            Diagnostic::error(
                "E155",
                screen.name.span,
                "this screen is worked by choosing, and the game is made for keys",
            )
            .label("has a menu, a strip, settings, a page or choices for a pointer")
            .help("write `pointer` below the game's id if it is made for machines that have one"),
        );
    }

    /// Complains of parts that the page does not have.
    fn misplaced(&mut self, screen: &ast::ScreenDecl) {
        let parts = [&screen.hint, &screen.info, &screen.panel, &screen.body];
        let (wrong, help) = match screen.page {
            Page::Map => (&parts[3..], "the map page has top, info, panel and hint"),
            Page::Half | Page::Whole => (&parts[2..], "an overview has top, info and hint"),
            Page::Requester => (&parts[..3], "a requester has body only"),
            Page::Text | Page::Title | Page::Closing => (&parts[..3], "a text page has body"),
        };
        let mut first = wrong.iter().find_map(|part| part.first()).map(|s| s.span);
        let over = matches!(screen.page, Page::Half | Page::Whole | Page::Requester);
        if over && let Some(cursor) = &screen.cursor {
            first = first.or(Some(cursor.span));
        }
        if screen.page != Page::Map
            && let Some(strip) = &screen.strip
        {
            first = first.or(Some(strip.span));
        }
        if screen.page != Page::Text
            && let Some(setting) = screen.settings.first()
        {
            first = first.or(Some(setting.span));
        }
        if let Some(span) = first {
            self.report(
                Diagnostic::error("E140", span, "this page has no such part")
                    .label("does not fit the page")
                    .help(help),
            );
        }
    }

    fn key(&mut self, body: &mut Body, key: &KeyDecl) -> Key {
        let before = body.names.len();
        let digits = key
            .keys
            .iter()
            .all(|k| (48..=57).contains(&k.0) && (48..=57).contains(&k.1));
        let bind = key.bind.as_ref().map(|name| {
            let ty = match key.choice {
                Choice::Key if digits => {
                    let low = key.keys.iter().map(|k| k.0).min().unwrap_or(48);
                    let high = key.keys.iter().map(|k| k.1).max().unwrap_or(57);
                    int(i64::from(low) - 48, i64::from(high) - 48)
                }
                Choice::Key => int(0, 255),
                Choice::Unit => self.stacked().map_or(Ty::Wrong, |(r, _)| Ty::Rec(r)),
                Choice::Hex => Ty::Hex,
                Choice::Item => int(1, 255),
                Choice::Setting(_) => int(0, 127),
            };
            (body.declare(&name.text, name.span, ty), digits)
        });
        // The condition may ask which key it was.
        let when = key.when.as_ref().map(|e| self.flag(body, e));
        let marked = key.marked.as_ref().map(|e| self.flag(body, e));
        body.in_key = true;
        let block = self.block(body, &key.body);
        body.in_key = false;
        body.names.truncate(before);
        for (low, high) in &key.keys {
            if low > high {
                self.report(
                    Diagnostic::error("E141", key.span, "these keys run backwards")
                        .label("from low to high"),
                );
            }
        }
        let label = key.label.as_ref().map(|l| self.pieces(body, l));
        Key {
            choice: key.choice,
            keys: key.keys.clone(),
            shown: self.intern(&key.shown),
            label,
            bind,
            when,
            marked,
            group: key.group,
            body: block,
            rule: key.rule,
            span: key.span,
        }
    }
}
