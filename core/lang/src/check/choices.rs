//! What is chosen on a screen: units, hexes, items, settings; and the strip below the map.

use super::{Body, Checker};
use crate::ast::{self, Choice, Expr, ExprKind, KeyDecl, Name, ScreenDecl, StmtKind, TextLit};
use crate::diag::Diagnostic;
use crate::hir::{self, Choices, Viewed};
use crate::source::Span;
use crate::types::{Ty, int};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::contract::key;

/// Keys that choose what lies under the cursor: return, space, fire.
const SELECTING: [u16; 3] = [key::RETURN, key::SPACE, key::FIRE];
/// Keys that choose and change settings: up, right, down, left.
const ARROWS: [u16; 4] = [key::UP, key::RIGHT, key::DOWN, key::LEFT];
/// Most rows of settings, most positions of one, and most letters of its label and the names of its positions, with one more for each.
const MOST_ROWS: usize = 24;
const MOST_POSITIONS: i32 = 128;
const MOST_LETTERS: usize = 76;
/// Bit of a setting's kind: the first of a group.
const GROUP: i32 = 2;

/// A setting as statements of the language itself.
pub(super) struct Setting {
    /// Draws its row.
    pub draw: Vec<ast::Stmt>,
    /// Stores what was chosen.
    pub key: KeyDecl,
}

/// Builds pieces of source that stand at one place.
#[derive(Clone, Copy)]
struct At(Span);

impl At {
    fn name(self, text: &str) -> Name {
        Name {
            text: text.to_string(),
            span: self.0,
        }
    }

    fn expr(self, kind: ExprKind) -> Expr {
        Expr { kind, span: self.0 }
    }

    fn word(self, text: &str) -> Expr {
        self.expr(ExprKind::Name(text.to_string()))
    }

    fn int(self, n: i32) -> Expr {
        if n < 0 {
            return self.expr(ExprKind::Neg(Box::new(self.expr(ExprKind::Int(-n)))));
        }
        self.expr(ExprKind::Int(n))
    }

    fn bin(self, op: ast::BinOp, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::Bin(op, Box::new(a), Box::new(b)))
    }

    fn is(self, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::Cmp(ast::CmpOp::Eq, Box::new(a), Box::new(b)))
    }

    fn call(self, name: &str, args: Vec<Expr>) -> Expr {
        self.expr(ExprKind::Call(self.name(name), args))
    }

    fn stmt(self, kind: StmtKind) -> ast::Stmt {
        ast::Stmt { kind, span: self.0 }
    }

    fn does(self, name: &str, args: Vec<Expr>) -> ast::Stmt {
        self.stmt(StmtKind::Call(self.call(name, args)))
    }

    fn print(self, text: TextLit) -> ast::Stmt {
        self.stmt(StmtKind::Print {
            text,
            newline: false,
        })
    }

    fn prints(self, text: &str) -> ast::Stmt {
        self.print(TextLit {
            text: text.to_string(),
            span: self.0,
        })
    }
}

impl Checker<'_> {
    /// The record that stands on the map, and its field that says where.
    pub(super) fn stacked(&self) -> Option<(usize, usize)> {
        let mut records = self.prog.records.iter().enumerate();
        records.find_map(|(r, record)| Some((r, record.stacked?)))
    }

    /// The settings of a screen.
    pub(super) fn settings(&mut self, body: &mut Body, screen: &ScreenDecl) -> Vec<Setting> {
        if let Some(extra) = screen.settings.get(MOST_ROWS) {
            self.report(
                Diagnostic::error("E144", extra.span, "a screen has at most 24 settings")
                    .label("the 25th")
                    .help("put the rest on a screen of their own"),
            );
        }
        let rows = screen.settings.iter().take(MOST_ROWS).enumerate();
        rows.filter_map(|(row, setting)| self.setting(body, row, setting))
            .collect()
    }

    fn setting(
        &mut self,
        body: &mut Body,
        row: usize,
        setting: &ast::SettingDecl,
    ) -> Option<Setting> {
        let at = At(setting.span);
        let ty = self.expr(body, &setting.place, Ty::Wrong).ty;
        let place = || setting.place.clone();
        // What prints the name of each position of a choice.
        let mut names: Vec<ast::Stmt>;
        let (positions, position, value) = match ty {
            Ty::Int { lo, hi, by } => {
                let (lo, hi, by) = match &setting.range {
                    Some((low, high, by)) => (
                        self.const_int(low, "the least value")?,
                        self.const_int(high, "the greatest value")?,
                        match by {
                            Some(by) => self.const_int(by, "the step")?,
                            None => 1,
                        },
                    ),
                    None => (lo, hi, by.max(1)),
                };
                if by < 1 || hi <= lo || (hi - lo) / by >= MOST_POSITIONS {
                    let message = format!("a setting cannot go from {lo} to {hi} by {by}");
                    self.report(
                        Diagnostic::error("E145", setting.span, message)
                            .label("2 to 128 positions, rising")
                            .help("write: setting \"STRENGTH\" strength from 70 to 130 by 10"),
                    );
                    return None;
                }
                names = Vec::new();
                let from_low = at.bin(ast::BinOp::Sub, place(), at.int(lo));
                let position = at.bin(ast::BinOp::Div, from_low, at.int(by));
                let scaled = at.bin(ast::BinOp::Mul, at.word("_position"), at.int(by));
                let value = at.bin(ast::BinOp::Add, scaled, at.int(lo));
                ((hi - lo) / by + 1, position, value)
            }
            Ty::Flag => {
                names = vec![at.prints("ON"), at.prints("OFF")];
                let position = at.expr(ExprKind::IfElse(
                    Box::new(place()),
                    Box::new(at.int(0)),
                    Box::new(at.int(1)),
                ));
                (2, position, at.is(at.word("_position"), at.int(0)))
            }
            Ty::Enum(e) => {
                let name = self.prog.enums[e].name.clone();
                let members = &self.prog.enums[e].members;
                let count = members.len() as i32;
                let letters = 1 + setting.label.text.len();
                let letters = letters + members.iter().map(|m| m.1.len() + 1).sum::<usize>();
                if setting.names.is_empty() && letters > MOST_LETTERS {
                    let message = format!("label and names of this setting have {letters} letters");
                    self.report(
                        Diagnostic::error("E156", setting.span, message)
                            .label("76 at most, with one for each of them")
                            .help(
                                "give it shorter names: setting \"GUNS\" guns gives \"4\" or \"6\"",
                            ),
                    );
                    return None;
                }
                let member = |n: i32| at.call(&name, vec![at.int(n)]);
                let printed = |n: i32| at.stmt(StmtKind::PrintValue(member(n)));
                names = (0..count).map(printed).collect();
                let position = at.call("as_number", vec![place()]);
                (count, position, at.call(&name, vec![at.word("_position")]))
            }
            Ty::Wrong => return None,
            _ => {
                self.report(
                    Diagnostic::error("E146", setting.span, "this cannot be set on a page")
                        .label("not a number, a flag or a member of an enum"),
                );
                return None;
            }
        };
        let is_choice = !names.is_empty();
        if !setting.names.is_empty() {
            if setting.names.len() as i32 != positions || !is_choice {
                let message = format!("{} names for {positions} positions", setting.names.len());
                self.report(
                    Diagnostic::error("E149", setting.span, message)
                        .label("a name for each member of an enum, or for yes and no of a flag")
                        .help("write: setting \"GUNS\" slow_guns gives \"4\" or \"6\" \"POINTS\""),
                );
                return None;
            }
            names = setting.names.iter().cloned().map(|n| at.print(n)).collect();
        }
        let kind = at.int(i32::from(is_choice) + if setting.group { GROUP } else { 0 });
        let mut draw = vec![
            at.does(
                "_setting",
                vec![
                    at.int(row as i32),
                    at.int(positions),
                    position.clone(),
                    kind,
                ],
            ),
            at.print(setting.label.clone()),
            at.does("_setting_value", vec![at.int(row as i32)]),
        ];
        let unit = setting.shown.clone();
        if is_choice {
            let new_row = || at.does("print_char", vec![at.int(13)]);
            // Without a pointer: the one that holds.
            let mut one = Vec::new();
            let mut all = Vec::new();
            for (n, name) in names.into_iter().enumerate() {
                if n > 0 {
                    all.push(new_row());
                }
                all.push(name.clone());
                let holds = at.is(position.clone(), at.int(n as i32));
                one.push(at.stmt(StmtKind::If(vec![(holds, vec![name])], Vec::new())));
            }
            if let Some(unit) = unit {
                all.push(new_row());
                all.push(at.print(unit.clone()));
                one.push(at.prints(" "));
                one.push(at.print(unit));
            }
            draw.push(at.stmt(StmtKind::If(vec![(at.word("has_pointer"), all)], one)));
        } else {
            draw.push(match unit {
                Some(text) => at.print(text),
                None => at.stmt(StmtKind::PrintValue(place())),
            });
        }
        let store = at.stmt(StmtKind::Assign(ast::AssignOp::Set, place(), value));
        Some(Setting {
            draw,
            key: KeyDecl {
                choice: Choice::Setting(row as u8),
                keys: Vec::new(),
                shown: alloc::string::String::new(),
                bind: Some(at.name("_position")),
                label: None,
                when: None,
                marked: None,
                group: false,
                body: vec![store],
                span: setting.span,
                rule: setting.rule,
            },
        })
    }

    /// The strip of a screen of a game that is worked with a pointer.
    pub(super) fn strip(&mut self, body: &mut Body, screen: &ScreenDecl) -> Vec<hir::Stmt> {
        if !self.prog.pointer {
            return Vec::new();
        }
        let at = At(screen.strip.as_ref().map_or(screen.name.span, |e| e.span));
        if screen.strip.is_some() && !self.prog.view.iter().any(|(role, ..)| role == "raster") {
            self.report(
                Diagnostic::error("E147", at.0, "the view has no `raster`")
                    .label("no array of units to show")
                    .help("add a line to the view, such as raster: raster"),
            );
            return Vec::new();
        }
        let units = screen.strip.clone().unwrap_or_else(|| at.int(0));
        self.block(body, &[at.does("_strip", vec![units])])
    }

    /// What a screen needs beside its keys, if something can be chosen on it.
    pub(super) fn choices(&mut self, body: &mut Body, screen: &ScreenDecl) -> Option<Choices> {
        let has = |choice: Choice| screen.keys.iter().find(|key| key.choice == choice);
        let (unit, hex, item) = (has(Choice::Unit), has(Choice::Hex), has(Choice::Item));
        let settings = !screen.settings.is_empty();
        if unit.is_none() && hex.is_none() && item.is_none() && !settings {
            return None;
        }
        let stacked = self.stacked();
        if let Some(select) = unit
            && stacked.is_none()
        {
            self.report(
                Diagnostic::error("E148", select.span, "no records stand on the map")
                    .label("nothing to select")
                    .help("a record with a `hex stacked` field stands on the map"),
            );
        }
        let taken = |code: u16| {
            let mut ranges = screen.keys.iter().flat_map(|key| &key.keys);
            ranges.any(|(low, high)| (*low..=*high).contains(&code))
        };
        let mut local = |ty: Ty| {
            let local = body.declare("", screen.name.span, ty);
            body.locals[local].used = true;
            body.names.pop();
            local
        };
        let (event, unit_local, hex_local) =
            (local(int(0, 65535)), local(int(0, 255)), local(Ty::Hex));
        let cursor = screen.cursor.as_ref().filter(|_| {
            (unit.is_some() || hex.is_some()) && !SELECTING.iter().any(|code| taken(*code))
        });
        let at_cursor = cursor.map(|cursor| {
            let top = match stacked {
                Some((record, _)) if unit.is_some() => Some(self.top_unit(body, record, cursor)),
                _ => None,
            };
            (top, self.value(body, cursor, Ty::Hex, "the cursor's place"))
        });
        Some(Choices {
            event,
            unit: unit_local,
            hex: hex_local,
            stacked,
            at_cursor,
            items: item.is_some() && !(49..=57).any(taken),
            settings: settings && !ARROWS.iter().any(|code| taken(*code)),
        })
    }

    /// The unit at a hex that lies above the others, as the view has it: none if all are hidden.
    fn top_unit(&mut self, body: &mut Body, record: usize, hex: &Expr) -> hir::Expr {
        let at = At(hex.span);
        let role = |role: &str| {
            let mut view = self.prog.view.iter();
            let (_, viewed, _) = view.find(|(name, ..)| name == role)?;
            let Viewed::Field(r, f) = *viewed else {
                return None;
            };
            let field = &self.prog.records[r].fields[f];
            let value = at.expr(ExprKind::Field(
                Box::new(at.word("_unit")),
                at.name(&field.name),
            ));
            // Whether it is 0.
            Some(match field.ty {
                Ty::Flag => at.expr(ExprKind::Not(Box::new(value))),
                Ty::Int { .. } => at.is(value, at.int(0)),
                _ => at.is(at.call("as_number", vec![value]), at.int(0)),
            })
        };
        let (seen, below) = (role("hidden"), role("front"));
        let first = |filter: Option<Expr>| {
            at.expr(ExprKind::Quant(
                ast::QuantKind::First,
                None,
                ast::Loop {
                    domain: ast::Domain::Members {
                        of: at.name(&self.prog.records[record].name),
                        at: Some(Box::new(hex.clone())),
                    },
                    name: at.name("_unit"),
                    filter: filter.map(Box::new),
                },
            ))
        };
        let any = first(seen.clone());
        let top = match below {
            Some(below) => {
                let front = at.expr(ExprKind::Not(Box::new(below)));
                let filter = match seen {
                    Some(seen) => at.expr(ExprKind::And(Box::new(front), Box::new(seen))),
                    None => front,
                };
                let front = first(Some(filter));
                let none = at.is(front.clone(), at.expr(ExprKind::Nothing));
                at.expr(ExprKind::IfElse(
                    Box::new(none),
                    Box::new(any),
                    Box::new(front),
                ))
            }
            None => any,
        };
        self.value(body, &top, Ty::Rec(record), "the unit on top")
    }
}
