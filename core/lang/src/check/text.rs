//! Texts with values and inks in them.

use super::{Body, Checker};
use crate::ast::TextLit;
use crate::diag::{Diagnostic, listed, nearest};
use crate::hir::Piece;
use crate::source::Span;
use crate::types::Ty;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use hexfront_isa::contract::ink;
use hexfront_isa::inks;

/// Names that the inks of the sides go by in games whose sides they are.
const SIDES: [(&str, &str); 2] = [("american", "first"), ("german", "second")];

/// The contract's name of an ink, by that or by the name of a side.
pub(super) fn contract_ink(name: &str) -> Option<&'static str> {
    let side = SIDES.iter().find(|(side, _)| *side == name);
    let name = side.map_or(name, |(_, ink)| ink);
    let found = ink::ALL.iter().find(|(known, _)| *known == name);
    found.map(|(known, _)| *known)
}

impl Checker<'_> {
    /// Complains about letters that no machine has.
    pub(super) fn check_text_letters(&mut self, text: &str, span: Span) {
        let Some((at, bad)) = text.char_indices().find(|(_, c)| !(' '..='_').contains(c)) else {
            return;
        };
        let start = span.start + 1 + at as u32;
        let place = Span {
            start,
            end: start + bad.len_utf8() as u32,
            ..span
        };
        let help = if bad.is_lowercase() {
            format!("write {:?}", text.to_uppercase())
        } else {
            String::from("use capitals, digits and the signs from space to _")
        };
        self.report(
            Diagnostic::error(
                "E150",
                place,
                format!("the machines have no letter {bad:?}"),
            )
            .label("cannot be shown")
            .help(help),
        );
    }

    /// The parts of a text: letters, values, inks.
    pub(super) fn pieces(&mut self, body: &mut Body, text: &TextLit) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut rest = text.text.as_str();
        // Place of `rest` in the file: behind the opening quote.
        let mut at = text.span.start + 1;
        loop {
            let stop = rest.find(['{', '<', '}']).unwrap_or(rest.len());
            let (plain, tail) = rest.split_at(stop);
            if !plain.is_empty() {
                self.check_text_letters(
                    plain,
                    Span {
                        start: at.saturating_sub(1),
                        ..text.span
                    },
                );
                pieces.push(Piece::Lit(self.intern(plain)));
            }
            at += plain.len() as u32;
            let Some(open) = tail.chars().next() else {
                return pieces;
            };
            let inside = &tail[1..];
            let end = if open == '{' {
                brace_end(inside)
            } else {
                inside.find('>')
            };
            let Some(end) = end else {
                let span = Span {
                    start: at,
                    end: at + 1,
                    ..text.span
                };
                if open == '<' {
                    pieces.push(Piece::Lit(self.intern("<")));
                    rest = inside;
                    at += 1;
                    continue;
                }
                self.report(
                    Diagnostic::error("E151", span, format!("this {open} has no counterpart"))
                        .label("in this text"),
                );
                return pieces;
            };
            let span = Span {
                start: at + 1,
                end: at + 1 + end as u32,
                ..text.span
            };
            match open {
                '{' => pieces.extend(self.value_piece(body, &inside[..end], span)),
                '<' => pieces.extend(self.ink(&inside[..end], span)),
                _ => {}
            }
            at += 2 + end as u32;
            rest = &inside[end + 1..];
        }
    }

    fn ink(&mut self, name: &str, span: Span) -> Option<Piece> {
        let number = self.ink_number(name);
        if number.is_none() {
            self.no_ink(name, span);
        }
        number.map(Piece::Ink)
    }

    /// The number of an ink: the contract's, or behind them one of the game's own, in the order in which they are used.
    fn ink_number(&mut self, name: &str) -> Option<u8> {
        if let Some(known) = contract_ink(name) {
            let found = ink::ALL.iter().find(|(ink, _)| *ink == known);
            return found.map(|(_, number)| *number as u8);
        }
        let own = &mut self.prog.inks;
        let place = own.iter().position(|known| known == name).or_else(|| {
            let likes = &self.prog.inks_like;
            let known =
                self.sources.brought.inks.contains(name) || likes.iter().any(|(k, _)| k == name);
            known.then(|| {
                own.push(name.to_string());
                own.len() - 1
            })
        })?;
        u8::try_from(ink::ALL.len() + place).ok()
    }

    pub(super) fn no_ink(&mut self, name: &str, span: Span) {
        let contract = ink::ALL.iter().map(|(known, _)| *known);
        let sides = SIDES.iter().map(|(side, _)| *side);
        let own = self.sources.brought.inks.iter().map(String::as_str);
        let names: Vec<&str> = contract.chain(sides).chain(own).collect();
        let diag = Diagnostic::error("E152", span, format!("there is no ink `{name}`"))
            .label("unknown ink");
        let diag = match nearest(name, names.iter().copied()) {
            Some(near) => diag.help(format!("did you mean <{near}>?")),
            None => diag.help(format!(
                "inks are {}; a game brings others in art/MACHINE/{}",
                listed(names),
                inks::FILE
            )),
        };
        self.report(diag);
    }

    fn value_piece(&mut self, body: &mut Body, inside: &str, span: Span) -> Option<Piece> {
        // The width is what stands behind a last colon, if it is a number.
        let (source, width) = match inside.rsplit_once(':') {
            Some((left, right)) if right.trim().parse::<i32>().is_ok() => {
                (left, right.trim().parse::<i32>().unwrap_or(0))
            }
            _ => (inside, 0),
        };
        let parsed = crate::parse::expression(source, span, self.diags)?;
        let value = self.value(body, &parsed, Ty::Wrong, "what is printed");
        if value.ty == Ty::Wrong {
            return None;
        }
        if let Some(rec) = value.ty.record() {
            let name = self.prog.records[rec]
                .fields
                .iter()
                .position(|f| f.name == "name" && f.ty == Ty::Text);
            match name {
                Some(field) => self.prog.records[rec].fields[field].used = true,
                None => {
                    let record = self.prog.records[rec].name.clone();
                    self.report(
                        Diagnostic::error("E153", span, format!("a {record} cannot be printed"))
                            .label("has no field `name`")
                            .help("give the record a field: const name: text"),
                    );
                    return None;
                }
            }
        }
        let numeric = matches!(value.ty, Ty::Int { .. });
        let signed = matches!(value.ty, Ty::Int { lo: ..0, .. });
        if width.abs() > 40
            || (numeric && width < 0)
            || (signed && width != 0)
            || (width != 0 && !matches!(value.ty, Ty::Int { .. } | Ty::Enum(_) | Ty::Flag))
        {
            self.report(
                Diagnostic::error("E154", span, "no width can be given here")
                    .label(if signed {
                        "a number that may be below zero has none"
                    } else {
                        "numbers and members have a width of at most 40; to the left go members only"
                    })
                    .help(if signed {
                        "print what is never below zero: max(0, ...)"
                    } else {
                        "move to the column with `at`"
                    }),
            );
            return None;
        }
        Some(Piece::Value(value, width))
    }
}

/// Where a brace closes, past texts inside.
fn brace_end(inside: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut quoted = false;
    for (at, c) in inside.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted && depth == 0 => return Some(at),
            '}' if !quoted => depth -= 1,
            _ => {}
        }
    }
    None
}
