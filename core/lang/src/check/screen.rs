//! Screens: their parts as windows, their keys.

use super::{Body, Checker};
use crate::ast::{self, Page};
use crate::diag::Diagnostic;
use crate::hir::{Key, Screen, Stmt, StmtKind};
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
        for part in [
            &screen.enter,
            &screen.draw,
            &screen.top,
            &screen.info,
            &screen.panel,
            &screen.body,
        ] {
            body.assigned.append(&mut super::stmt::assigned(part));
        }
        for key in &screen.keys {
            body.assigned.append(&mut super::stmt::assigned(&key.body));
        }
        let span = screen.name.span;
        let on_map = screen.page == Page::Map;
        let misplaced = if on_map {
            &screen.body
        } else if screen.info.is_empty() {
            &screen.panel
        } else {
            &screen.info
        };
        if let Some(first) = misplaced.first() {
            let help = if on_map {
                "the map page has top, info and panel"
            } else {
                "a text page has body"
            };
            self.report(
                Diagnostic::error("E140", first.span, "this page has no such part")
                    .label("does not fit the page")
                    .help(help),
            );
        }
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
        if on_map {
            windows.push((TOP, self.block(body, &screen.top)));
            windows.push((INFO, self.block(body, &screen.info)));
            windows.push((PANEL, self.block(body, &screen.panel)));
        } else {
            let top = self.block(body, &screen.top);
            if !top.is_empty() {
                windows.push((TOP, top));
            }
            windows.push((BODY, self.block(body, &screen.body)));
        }
        let draw = self.block(body, &screen.draw);
        let key_local = body.declare("", span, int(0, 255));
        body.locals[key_local].used = true;
        body.names.pop();
        let keys = screen.keys.iter().map(|key| self.key(body, key)).collect();
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
            })),
            span,
        }]
    }

    fn key(&mut self, body: &mut Body, key: &ast::KeyDecl) -> Key {
        let before = body.names.len();
        let digits = key
            .keys
            .iter()
            .all(|k| (48..=57).contains(&k.0) && (48..=57).contains(&k.1));
        let bind = key.bind.as_ref().map(|name| {
            let ty = if digits {
                let low = key.keys.iter().map(|k| k.0).min().unwrap_or(48);
                let high = key.keys.iter().map(|k| k.1).max().unwrap_or(57);
                int(i64::from(low) - 48, i64::from(high) - 48)
            } else {
                int(0, 255)
            };
            (body.declare(&name.text, name.span, ty), digits)
        });
        // The condition may ask which key it was.
        let when = key.when.as_ref().map(|e| self.flag(body, e));
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
            keys: key.keys.clone(),
            shown: self.intern(&key.shown),
            label,
            bind,
            when,
            body: block,
            rule: key.rule,
            span: key.span,
        }
    }
}
