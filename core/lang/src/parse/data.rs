//! Declarations of data: enums, records, layers of the map, tables.

use super::{Parsed, Parser};
use crate::ast::{Cell, FieldDecl, Item, Life, Name, TableBody};
use crate::lex::Tok;
use alloc::string::ToString;
use alloc::vec::Vec;

impl Parser<'_> {
    pub(super) fn enumeration(&mut self) -> Parsed<()> {
        let name = self.name("the name of the enum")?;
        let mut members = Vec::new();
        if self.eat_sym(":") {
            loop {
                let member = self.name("a member")?;
                let text = if matches!(self.tok(), Tok::Text(_)) {
                    Some(self.text("")?)
                } else {
                    None
                };
                members.push((member, text));
                if !self.eat_sym(",") {
                    break;
                }
            }
            self.end_line()?;
        } else {
            self.block("a member", |p| {
                let member = p.name("a member")?;
                let text = if matches!(p.tok(), Tok::Text(_)) {
                    Some(p.text("")?)
                } else {
                    None
                };
                members.push((member, text));
                p.end_line()
            })?;
        }
        self.push(Item::Enum { name, members });
        Ok(())
    }

    pub(super) fn record(&mut self) -> Parsed<()> {
        let name = self.name("the name of the record")?;
        let count = if self.eat_sym("[") {
            let count = self.expr()?;
            self.need_sym("]", "")?;
            Some(count)
        } else {
            None
        };
        let from = if self.eat_word("from") {
            Some(self.text_name("the name of a CSV file")?)
        } else {
            None
        };
        let mut fields = Vec::new();
        self.block("a field", |p| {
            if p.is_word("rule") {
                p.advance();
                return p.rule_block(|p| p.field(&mut fields)).map(|_| ());
            }
            p.field(&mut fields)
        })?;
        self.push(Item::Record {
            name,
            count,
            from,
            fields,
        });
        Ok(())
    }

    fn field(&mut self, fields: &mut Vec<FieldDecl>) -> Parsed<()> {
        let life = if self.eat_word("const") {
            Life::Const
        } else if self.eat_word("scratch") {
            Life::Scratch
        } else {
            self.eat_word("state");
            Life::State
        };
        let name = self.word("the name of a field")?;
        self.need_sym(
            ":",
            "write the name, a colon and the kind of value: strength: 0..255",
        )?;
        let ty = self.type_expr()?;
        let stacked = self.eat_word("stacked");
        let rule = self.rule;
        fields.push(FieldDecl {
            life,
            name,
            ty,
            stacked,
            rule,
        });
        self.end_line()
    }

    fn map_section(&mut self) -> Parsed<Option<Name>> {
        if !self.eat_word("from") {
            return Ok(None);
        }
        let span = self.span();
        self.need_word(
            "map",
            "layers come from the map: from map, or from map \"section\"",
        )?;
        if matches!(self.tok(), Tok::Text(_)) {
            return self.text_name("").map(Some);
        }
        Ok(Some(Name {
            text: "".to_string(),
            span,
        }))
    }

    pub(super) fn layer(&mut self, life: Life) -> Parsed<()> {
        let name = self.name("the name of the layer")?;
        self.need_sym(
            ":",
            "write the name, a colon and the kind of value: layer owner: side",
        )?;
        let ty = self.type_expr()?;
        let packed = self.span();
        let packed = self.eat_word("packed").then_some(packed);
        let mut from: Vec<Name> = self
            .map_section()?
            .map(|f| own_name(f, &name))
            .into_iter()
            .collect();
        while !from.is_empty() && self.eat_sym(",") {
            from.push(self.text_name("the name of another section of the map")?);
        }
        let part = if self.eat_word("in") {
            self.need_word("part", "write: scratch layer near: 0..255 in part orders")?;
            Some(self.word("the name of a part of the game")?)
        } else {
            None
        };
        self.push(Item::Layer {
            life,
            name,
            ty,
            packed,
            from,
            part,
        });
        self.end_line()
    }

    pub(super) fn hexside(&mut self, life: Life) -> Parsed<()> {
        let name = self.name("the name of the hexsides")?;
        let from = self.map_section()?.map(|f| own_name(f, &name));
        self.push(Item::Hexside { life, name, from });
        self.end_line()
    }

    pub(super) fn table(&mut self) -> Parsed<()> {
        let name = self.name("the name of the table")?;
        let index = self.index_types()?;
        self.need_sym(
            ":",
            "write the range of its values: table cost[terrain_kind]: 0..15",
        )?;
        let ty = self.type_expr()?;
        let body = if self.eat_sym("=") {
            let mut list = Vec::new();
            loop {
                list.push(self.expr()?);
                if !self.eat_sym(",") {
                    break;
                }
            }
            self.end_line()?;
            TableBody::List(list)
        } else if self.eat_word("from") {
            let file = self.text_name("the name of a CSV file")?;
            self.end_line()?;
            TableBody::File(file)
        } else {
            let mut rows = Vec::new();
            self.block("the table", |p| {
                let mut row = Vec::new();
                while !matches!(p.tok(), Tok::Newline | Tok::Dedent | Tok::Eof) {
                    row.push(p.cell()?);
                }
                rows.push(row);
                p.end_line()
            })?;
            TableBody::Rows(rows)
        };
        self.push(Item::Table {
            name,
            index,
            ty,
            body,
        });
        Ok(())
    }

    fn cell(&mut self) -> Parsed<Cell> {
        let span = self.span();
        let negative = self.eat_sym("-");
        match self.tok() {
            Tok::Int(n) => {
                let n = if negative { -*n } else { *n };
                self.advance();
                Ok(Cell::Int(n, span.to(self.last_span())))
            }
            Tok::Word(_) if !negative => Ok(Cell::Word(self.word("")?)),
            Tok::Text(_) if !negative => Ok(Cell::Text(self.text("")?)),
            _ => self.expected(
                "a number or a name",
                "a table holds one line a row, cells separated by spaces",
            ),
        }
    }
}

/// A section without a name of its own is called as the thing that comes from it.
fn own_name(section: Name, name: &Name) -> Name {
    if section.text.is_empty() {
        Name {
            text: name.text.clone(),
            span: section.span,
        }
    } else {
        section
    }
}
