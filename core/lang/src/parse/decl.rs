//! Declarations, but for those of data.

use super::{Parsed, Parser};
use crate::ast::{
    Decl, Item, Life, Param, PartDecl, ProcBody, ProcDecl, TestDecl, TypeExpr, TypeKind, VarDecl,
    View,
};
use crate::diag::{Diagnostic, nearest};
use crate::lex::Tok;
use crate::library::Use;
use alloc::format;
use alloc::vec::Vec;

const ITEM_WORDS: [&str; 20] = [
    "game", "map", "const", "enum", "state", "scratch", "record", "layer", "hexside", "table",
    "view", "rule", "to", "define", "screen", "test", "part", "parts", "units", "use",
];

impl Parser<'_> {
    pub(super) fn items(&mut self) {
        while !matches!(self.tok(), Tok::Eof) {
            let before = self.at;
            if self.item().is_err() {
                self.depth = 0;
                self.skip_line();
            }
            if self.at == before {
                self.advance();
            }
        }
    }

    pub(super) fn push(&mut self, item: Item) {
        let rule = self.rule;
        self.ast.items.push(Decl { item, rule });
    }

    fn item(&mut self) -> Parsed<()> {
        let word = match self.tok() {
            Tok::Word(w) => w.clone(),
            Tok::Newline | Tok::Dedent => {
                self.advance();
                return Ok(());
            }
            Tok::Indent => {
                let span = self.span();
                self.report(
                    Diagnostic::error("E012", span, "this line is indented without reason")
                        .label("nothing above it opens a block")
                        .help("declarations begin in the first column, or stand in a `rule` block"),
                );
                self.skip_block();
                return Ok(());
            }
            _ => {
                return self.expected(
                    "a declaration",
                    "declarations begin with words like `state`, `to`, `define`, `rule`",
                );
            }
        };
        let start = self.span();
        self.advance();
        match word.as_str() {
            "game" => self.game(start),
            "map" => {
                self.need_word("from", "write: map from \"map.txt\"")?;
                let file = self.text_name("the name of the map file")?;
                self.push(Item::Map(file));
                self.end_line()
            }
            "parts" => {
                self.ast.parts_spans.push(start);
                self.parts(None, false)
            }
            "part" => {
                self.part = Some(self.word("the name of a part of the game")?);
                self.end_line()
            }
            "const" => {
                if self.is_word("layer") || self.is_word("hexside") {
                    return self.item();
                }
                let name = self.name("the name of the constant")?;
                self.need_sym("=", "write: const max_stack = 3")?;
                let value = self.expr()?;
                self.push(Item::Const { name, value });
                self.end_line()
            }
            "state" | "scratch" => {
                let life = if word == "state" {
                    Life::State
                } else {
                    Life::Scratch
                };
                self.vars(life)
            }
            "layer" => self.layer(Life::Const),
            "hexside" => self.hexside(Life::Const),
            "enum" => self.enumeration(),
            "record" => self.record(),
            "table" => self.table(),
            "view" => self.view(),
            "rule" => self.rule_block(Self::item).map(|_| ()),
            "to" => self.procedure(false),
            "define" => self.procedure(true),
            "screen" => self.screen(),
            "test" => self.test(start),
            "use" => self.libraries(),
            _ => {
                let mut diag = Diagnostic::error(
                    "E015",
                    start,
                    format!("`{word}` does not begin a declaration"),
                )
                .label("a declaration belongs here");
                diag = match nearest(&word, ITEM_WORDS) {
                    Some(near) => diag.help(format!("did you mean `{near}`?")),
                    None => diag.help("statements stand inside `to` or `define`"),
                };
                self.report(diag);
                Err(super::Skip)
            }
        }
    }

    /// A part a line, those that lie within it further in; `short`: below a line `where memory is short`.
    fn parts(&mut self, within: Option<usize>, short: bool) -> Parsed<()> {
        self.block("the list of parts", |p| {
            if p.eat_word("where") {
                for word in ["memory", "is", "short"] {
                    p.need_word(word, "write: where memory is short")?;
                }
                return p.parts(within, true);
            }
            let name = p.name("the name of a part")?;
            let along = p.eat_word("along");
            let at_start = p.eat_word("at");
            if at_start {
                p.need_word("start", "write: opening at start")?;
            }
            let mut instead = Vec::new();
            if p.eat_word("instead") {
                p.need_word("of", "write: campaign instead of opening")?;
                instead.push(p.word("the name of a part")?);
                while p.eat_sym(",") {
                    instead.push(p.word("the name of a part")?);
                }
            }
            let number = p.ast.parts.len();
            p.ast.parts.push(PartDecl {
                name,
                within,
                short,
                along,
                at_start,
                instead,
            });
            if matches!(p.peek(1), Tok::Indent) {
                return p.parts(Some(number), false);
            }
            p.end_line()
        })
    }

    fn game(&mut self, start: crate::source::Span) -> Parsed<()> {
        let title = self.text("the title of the game")?.text;
        let mut id = None;
        let mut version = 1;
        let mut pointer = false;
        let mut telephone = false;
        let mut by_hand = false;
        let mut machine = None;
        if matches!(self.tok(), Tok::Newline) && matches!(self.peek(1), Tok::Indent) {
            self.block("the game's id", |p| {
                if p.eat_word("id") {
                    id = Some(p.word("the id")?);
                } else if p.eat_word("pointer") {
                    pointer = true;
                } else if p.eat_word("telephone") {
                    telephone = true;
                } else if p.eat_word("redraw") {
                    p.need_word("by", "write: redraw by hand")?;
                    p.need_word("hand", "write: redraw by hand")?;
                    by_hand = true;
                } else if p.eat_word("machine") {
                    machine = Some(p.word("the name of a machine")?);
                } else {
                    p.need_word(
                        "version",
                        "a game has `id`, `version`, `pointer`, `telephone`, `machine` and `redraw by hand`",
                    )?;
                    match p.tok() {
                        Tok::Int(n) => version = u16::try_from(*n).unwrap_or(1),
                        _ => return p.expected("a number", ""),
                    }
                    p.advance();
                }
                p.end_line()
            })?;
        } else {
            self.end_line()?;
        }
        self.push(Item::Game {
            title,
            id,
            version,
            pointer,
            telephone,
            by_hand,
            machine,
            span: start,
        });
        Ok(())
    }

    fn libraries(&mut self) -> Parsed<()> {
        loop {
            let name = self.word("the name of a library")?;
            self.ast.uses.push(Use {
                name: name.text,
                span: name.span,
                rule: self.rule,
                part: self.part.clone(),
            });
            if !self.eat_sym(",") {
                return self.end_line();
            }
        }
    }

    fn vars(&mut self, life: Life) -> Parsed<()> {
        if self.eat_word("layer") {
            return self.layer(life);
        }
        if self.eat_word("hexside") {
            return self.hexside(life);
        }
        if matches!(self.tok(), Tok::Newline) {
            return self.block("a variable", |p| {
                if p.is_word("rule") {
                    p.advance();
                    return p.rule_block(|p| p.var(life)).map(|_| ());
                }
                p.var(life)
            });
        }
        self.var(life)
    }

    fn var(&mut self, life: Life) -> Parsed<()> {
        let name = self.name("the name of a variable")?;
        let index = self.index_types()?;
        self.need_sym(
            ":",
            "write the name, a colon and the kind of value: turn: 1..13",
        )?;
        let ty = self.type_expr()?;
        let init = if self.eat_sym("=") {
            Some(self.expr()?)
        } else {
            None
        };
        self.push(Item::Var(VarDecl {
            life,
            name,
            index,
            ty,
            init,
        }));
        self.end_line()
    }

    pub(super) fn index_types(&mut self) -> Parsed<Vec<TypeExpr>> {
        let mut index = Vec::new();
        if self.eat_sym("[") {
            loop {
                index.push(self.type_expr()?);
                if !self.eat_sym(",") {
                    break;
                }
            }
            self.need_sym("]", "")?;
        }
        Ok(index)
    }

    pub(super) fn type_expr(&mut self) -> Parsed<TypeExpr> {
        let start = self.span();
        if let Tok::Word(w) = self.tok() {
            if !matches!(self.peek(1), Tok::Sym("..")) {
                let kind = TypeKind::Named(w.clone());
                self.advance();
                return Ok(TypeExpr { kind, span: start });
            }
        } else if !matches!(self.tok(), Tok::Int(_) | Tok::Sym("-" | "(")) {
            return self.expected(
                "a kind of value",
                "for example 0..95, number, flag, hex, or the name of an enum or record",
            );
        }
        let low = self.term()?;
        self.need_sym("..", "a range is written low..high")?;
        let high = self.term()?;
        let step = if self.eat_word("by") {
            Some(self.term()?)
        } else {
            None
        };
        let span = start.to(self.last_span());
        Ok(TypeExpr {
            kind: TypeKind::Range(low, high, step),
            span,
        })
    }

    fn view(&mut self) -> Parsed<()> {
        let mut view = View::default();
        self.block("a role", |p| {
            if p.eat_word("draw") {
                let value = p.word("a value")?;
                p.need_word("as", "write: draw wood as forest")?;
                let drawing = p.word("the name of a drawing")?;
                view.draws.push((value, drawing));
                return p.end_line();
            }
            if p.eat_word("sound") {
                let name = p.word("the name of a sound")?;
                p.need_word("as", "write: sound hussars as move")?;
                let like = p.word("the name of a sound that every machine has")?;
                view.sounds.push((name, like));
                return p.end_line();
            }
            if p.eat_word("ink") {
                let name = p.word("the name of an ink")?;
                p.need_word("as", "write: ink crew as value")?;
                let like = p.word("the name of an ink that every machine has")?;
                view.inks.push((name, like));
                return p.end_line();
            }
            let role = p.word("a role")?;
            p.need_sym(":", "write: terrain: terrain")?;
            let what = p.word("a layer, or record.field")?;
            let field = if p.eat_sym(".") {
                Some(p.word("a field")?)
            } else {
                None
            };
            view.roles.push((role, what, field));
            p.end_line()
        })?;
        self.push(Item::View(view));
        Ok(())
    }

    pub(super) fn params(&mut self) -> Parsed<Vec<Param>> {
        let mut params = Vec::new();
        if !self.eat_sym("(") {
            return Ok(params);
        }
        while !self.is_sym(")") {
            let name = self.name("a parameter")?;
            self.need_sym(":", "say what it is: (u: unit, d: direction)")?;
            let ty = self.type_expr()?;
            params.push(Param { name, ty });
            if !self.eat_sym(",") {
                break;
            }
        }
        self.need_sym(")", "")?;
        Ok(params)
    }

    fn procedure(&mut self, defines: bool) -> Parsed<()> {
        let name = self.name("the name of the procedure")?;
        let params = self.params()?;
        let result = if self.eat_sym(":") {
            Some(self.type_expr()?)
        } else {
            None
        };
        let body = if self.eat_sym("=") {
            let value = self.expr()?;
            self.end_line()?;
            ProcBody::Expr(value)
        } else {
            ProcBody::Block(self.stmts("the procedure's body")?)
        };
        let proc = ProcDecl {
            name,
            defines,
            params,
            result,
            body,
            part: self.part.clone(),
            prelude: self.prelude,
        };
        self.push(Item::Proc(proc));
        Ok(())
    }

    fn test(&mut self, start: crate::source::Span) -> Parsed<()> {
        let ids = if matches!(self.tok(), Tok::RuleId(_)) {
            self.rule_ids()?
        } else {
            Vec::new()
        };
        let title = self.text("what the test shows")?;
        let span = start.to(title.span);
        let body = self.stmts("the test")?;
        self.push(Item::Test(TestDecl {
            ids,
            title: title.text,
            body,
            span,
        }));
        Ok(())
    }
}
