//! Statements.

use super::{Parsed, Parser};
use crate::ast::{
    ArmTest, AssignOp, Expr, ExprKind, FloodCost, FloodDecl, FloodZones, Name, Stmt, StmtKind,
};
use crate::diag::{Diagnostic, nearest};
use crate::lex::Tok;
use crate::source::Span;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

const STMT_WORDS: [&str; 29] = [
    "flood", "mark", "let", "if", "else", "match", "for", "repeat", "while", "stop", "return",
    "refuse", "leave", "show", "bring", "rule", "print", "line", "note", "at", "clear", "fill",
    "expect", "rolls", "press", "result", "fail", "trace", "because",
];

impl Parser<'_> {
    /// An indented block of statements.
    pub(super) fn stmts(&mut self, what: &str) -> Parsed<Vec<Stmt>> {
        let mut list = Vec::new();
        self.block(what, |p| p.stmt_into(&mut list))?;
        Ok(list)
    }

    fn stmt_into(&mut self, list: &mut Vec<Stmt>) -> Parsed<()> {
        let start = self.span();
        if self.is_word("rule") {
            self.advance();
            let mut inner = Vec::new();
            let set = self.rule_block(|p| p.stmt_into(&mut inner))?;
            list.push(Stmt {
                kind: StmtKind::Rule(set, inner),
                span: start,
            });
            return Ok(());
        }
        let kind = self.stmt(start)?;
        let span = start.to(self.last_span());
        list.push(Stmt { kind, span });
        Ok(())
    }

    fn stmt(&mut self, start: Span) -> Parsed<StmtKind> {
        let word = match self.tok() {
            Tok::Word(w) => w.clone(),
            Tok::Text(_) => {
                let text = self.text("")?;
                self.end_line()?;
                return Ok(StmtKind::Print {
                    text,
                    newline: true,
                });
            }
            _ => return self.expected("a statement", ""),
        };
        let kind = match word.as_str() {
            "if" => return self.if_stmt(),
            "match" => return self.match_stmt(),
            "for" => return self.for_stmt(),
            "repeat" => {
                self.advance();
                let times = self.sum()?;
                self.need_word("times", "write: repeat 3 times")?;
                let body = self.stmts("the loop's body")?;
                return Ok(StmtKind::Repeat(times, body));
            }
            "while" => {
                self.advance();
                let condition = self.expr()?;
                if !self.is_word("at") {
                    let span = start.to(self.last_span());
                    self.report(
                        Diagnostic::error(
                            "E017",
                            span,
                            "this loop does not say how often it may run",
                        )
                        .label("no bound")
                        .help("write: while condition at most 50 times"),
                    );
                    return Err(super::Skip);
                }
                self.advance();
                self.need_word("most", "write: while condition at most 50 times")?;
                let times = self.sum()?;
                self.need_word("times", "write: while condition at most 50 times")?;
                let body = self.stmts("the loop's body")?;
                return Ok(StmtKind::While(condition, times, body));
            }
            "let" => {
                self.advance();
                let name = self.name("a name for the value")?;
                let ty = if self.eat_sym(":") {
                    Some(self.type_expr()?)
                } else {
                    None
                };
                self.need_sym("=", "write: let cost = 3")?;
                let value = self.expr()?;
                StmtKind::Let { name, ty, value }
            }
            "stop" => {
                self.advance();
                StmtKind::Stop
            }
            "leave" => {
                self.advance();
                StmtKind::Leave
            }
            "return" => {
                self.advance();
                let value = if matches!(self.tok(), Tok::Newline | Tok::Dedent | Tok::Eof) {
                    None
                } else {
                    Some(self.expr()?)
                };
                StmtKind::Return(value)
            }
            "refuse" => {
                self.advance();
                StmtKind::Refuse(self.text("the message")?)
            }
            "show" => {
                self.advance();
                let name = self.word("the name of a screen")?;
                let mut args = Vec::new();
                if self.eat_sym("(") {
                    while !self.is_sym(")") {
                        args.push(self.expr()?);
                        if !self.eat_sym(",") {
                            break;
                        }
                    }
                    self.need_sym(")", "")?;
                }
                StmtKind::Show(name, args)
            }
            "bring" if self.peek_word(1, "in") => {
                self.advance();
                self.advance();
                StmtKind::BringIn(self.word("the name of a part of the game")?)
            }
            "print" | "line" => {
                self.advance();
                StmtKind::Print {
                    text: self.text("the text")?,
                    newline: word == "line",
                }
            }
            "note" => {
                self.advance();
                StmtKind::Note(self.text("the text")?)
            }
            "at" => {
                self.advance();
                let column = self.expr()?;
                self.need_sym(",", "write: at column, row")?;
                StmtKind::At(column, self.expr()?)
            }
            "clear" if matches!(self.peek(1), Tok::Word(_)) => {
                self.advance();
                StmtKind::Clear(self.word("a layer")?)
            }
            "flood" if matches!(self.peek(1), Tok::Word(_)) => {
                self.advance();
                return self.flood();
            }
            "mark" if matches!(self.peek(1), Tok::Word(_)) => {
                self.advance();
                let layer = self.word("a layer")?;
                self.need_word("around", "write: mark near around u.at")?;
                let middle = self.expr()?;
                let bits = if self.eat_word("with") {
                    Some(self.expr()?)
                } else {
                    None
                };
                StmtKind::Mark(layer, middle, bits)
            }
            "fill" => {
                self.advance();
                let name = self.word("a layer")?;
                self.need_word("with", "write: fill reach with 255")?;
                StmtKind::Fill(name, self.expr()?)
            }
            "expect" => self.expect_stmt()?,
            "rolls" if matches!(self.peek(1), Tok::Int(_) | Tok::Word(_)) => {
                self.advance();
                let mut list = Vec::new();
                loop {
                    list.push(self.expr()?);
                    if !self.eat_sym(",") {
                        break;
                    }
                }
                StmtKind::Rolls(list)
            }
            "press" => {
                self.advance();
                let mut list = Vec::new();
                while !matches!(self.tok(), Tok::Newline | Tok::Dedent | Tok::Eof) {
                    self.press(&mut list)?;
                }
                StmtKind::Press(list)
            }
            "result" if matches!(self.peek(1), Tok::Word(_)) => self.result_stmt()?,
            "fail" if matches!(self.peek(1), Tok::Text(_)) => {
                self.advance();
                StmtKind::Fail(self.text("what is wrong")?)
            }
            "trace" if matches!(self.peek(1), Tok::Text(_)) => {
                self.advance();
                StmtKind::Trace(self.text("what is told")?)
            }
            "because" if matches!(self.peek(1), Tok::Text(_) | Tok::Word(_)) => {
                self.advance();
                let subject = match self.tok() {
                    Tok::Text(_) => None,
                    _ => Some(self.expr()?),
                };
                let text = self.text("the reason")?;
                let when = match self.eat_word("when") {
                    true => Some(self.expr()?),
                    false => None,
                };
                StmtKind::Because(subject, text, when)
            }
            "else" => {
                let diag = Diagnostic::error("E018", start, "`else` without `if`")
                    .label("no `if` at this column above it")
                    .help("`else` stands in the column of its `if`");
                self.report(diag);
                return Err(super::Skip);
            }
            _ => return self.assign_or_call(start),
        };
        self.end_line()?;
        Ok(kind)
    }

    fn expect_stmt(&mut self) -> Parsed<StmtKind> {
        self.advance();
        if self.eat_word("refused") {
            let call = self.expr()?;
            let text = if matches!(self.tok(), Tok::Text(_)) {
                Some(self.text("")?)
            } else {
                None
            };
            return Ok(StmtKind::ExpectRefused(call, text));
        }
        let negated = self.is_word("not") && self.peek_word(1, "printed");
        if negated {
            self.advance();
        }
        if self.is_word("printed") {
            self.advance();
            return Ok(StmtKind::ExpectPrinted(!negated, self.text("the text")?));
        }
        Ok(StmtKind::Expect(self.expr()?))
    }

    /// `result held[turn] = towns_held()`
    fn result_stmt(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let name = self.word("the name of the result")?;
        let mut index = Vec::new();
        if self.eat_sym("[") {
            loop {
                index.push(self.expr()?);
                if !self.eat_sym(",") {
                    break;
                }
            }
            self.need_sym("]", "")?;
        }
        self.need_sym("=", "write: result score = 12, or: result held[turn] = 3")?;
        Ok(StmtKind::Result {
            name,
            index,
            value: self.expr()?,
        })
    }

    fn assign_or_call(&mut self, start: Span) -> Parsed<StmtKind> {
        let at = self.at;
        let target = self.term()?;
        let op = match self.tok() {
            Tok::Sym("=") => Some(AssignOp::Set),
            Tok::Sym("+=") => Some(AssignOp::Add),
            Tok::Sym("-=") => Some(AssignOp::Sub),
            _ => None,
        };
        if let Some(op) = op {
            self.advance();
            let value = self.expr()?;
            self.end_line()?;
            return Ok(StmtKind::Assign(op, target, value));
        }
        if let ExprKind::Call(..) | ExprKind::Try(..) = target.kind {
            self.end_line()?;
            return Ok(StmtKind::Call(target));
        }
        let written = match self.tokens.get(at).map(|t| &t.tok) {
            Some(Tok::Word(w)) => w.clone(),
            _ => "this".into(),
        };
        let mut diag =
            Diagnostic::error("E019", start.to(self.last_span()), "this line does nothing")
                .label("neither a store, nor a call, nor a statement");
        diag = match nearest(&written, STMT_WORDS) {
            Some(near) => diag.help(format!("did you mean `{near}`?")),
            None if self.is_sym(":=") => diag.help("`=` stores a value"),
            None => diag.help(format!(
                "to call a procedure write {written}(…); to store write {written} = …"
            )),
        };
        self.report(diag);
        Err(super::Skip)
    }

    fn if_stmt(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let condition = self.expr()?;
        let body = self.stmts("what to do")?;
        let mut arms = vec![(condition, body)];
        let mut parts = 0;
        while self.is_word("else") {
            self.longer(&mut parts)?;
            self.advance();
            if self.eat_word("if") {
                let condition = self.expr()?;
                let body = self.stmts("what to do")?;
                arms.push((condition, body));
            } else {
                let body = self.stmts("what to do otherwise")?;
                return Ok(StmtKind::If(arms, body));
            }
        }
        Ok(StmtKind::If(arms, Vec::new()))
    }

    fn match_stmt(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let value = self.expr()?;
        let mut arms = Vec::new();
        self.block("the cases", |p| {
            let span = p.span();
            let tests = if p.eat_word("else") {
                vec![ArmTest::Else]
            } else {
                p.need_word("is", "a case reads `is clear, rough`, or `else`")?;
                let mut tests = Vec::new();
                loop {
                    tests.push(p.arm_test()?);
                    if !p.eat_sym(",") && !p.eat_word("or") {
                        break;
                    }
                }
                tests
            };
            let body = p.stmts("what to do")?;
            arms.push((tests, body, span));
            Ok(())
        })?;
        Ok(StmtKind::Match(value, arms))
    }

    fn for_stmt(&mut self) -> Parsed<StmtKind> {
        self.advance();
        if self.eat_word("each") {
            let each = self.loop_head(false)?;
            let body = self.stmts("the loop's body")?;
            return Ok(StmtKind::ForEach(each, body));
        }
        let name = self.name("a name for the number")?;
        self.need_word("in", "write: for i in 1 to 6, or: for each unit u")?;
        let low = self.sum()?;
        self.need_word("to", "write: for i in 1 to 6")?;
        let high = self.sum()?;
        let body = self.stmts("the loop's body")?;
        Ok(StmtKind::ForTo(name, low, high, body))
    }

    /// `flood reach from h with 12 points`, then a line for each thing that has to do with it.
    fn flood(&mut self) -> Parsed<StmtKind> {
        let layer = self.word("a scratch layer")?;
        self.need_word("from", "write: flood reach from h with 12 points")?;
        let from = if self.eat_word("all") {
            None
        } else {
            Some(self.expr()?)
        };
        // Marked hexes may start with points of their own, so these need not be said.
        let points = if from.is_none() && !matches!(self.tok(), Tok::Word(w) if w == "with") {
            None
        } else {
            self.need_word("with", "write: flood reach from h with 12 points")?;
            let points = self.sum()?;
            self.need_word("points", "write: flood reach from h with 12 points")?;
            Some(points)
        };
        let mut flood = FloodDecl {
            layer,
            from,
            points,
            ground: None,
            roads: None,
            rivers: None,
            closed: None,
            leaving: None,
            slopes: None,
            barred: None,
            zones: None,
            ends: None,
        };
        self.block("what a step costs", |p| {
            const HELP: &str = "a flood has lines `ground`, `leaving`, `roads`, `rivers`, `closed`, `slopes`, `barred`, `zones`, `ends`";
            let what = p.word("a line of the flood")?;
            match what.text.as_str() {
                "ground" => flood.ground = Some(p.flood_cost()?),
                "leaving" => flood.leaving = Some(p.flood_cost()?),
                "roads" => flood.roads = Some(p.flood_cost()?),
                "rivers" => flood.rivers = Some(p.flood_cost()?),
                "closed" => flood.closed = Some(p.word("hexsides")?),
                "slopes" => {
                    let sides = p.word("hexsides")?;
                    p.need_word("up", "write: slopes slope up high cost 2")?;
                    let heights = p.word("a layer")?;
                    p.need_word("cost", "write: slopes slope up high cost 2")?;
                    flood.slopes = Some((sides, heights, p.sum()?));
                }
                "barred" => flood.barred = Some(p.flood_bits()?),
                "ends" => flood.ends = Some(p.flood_bits()?),
                "zones" => flood.zones = Some(p.flood_zones()?),
                _ => {
                    p.at -= 1;
                    return p.expected("a line of the flood", HELP);
                }
            }
            p.end_line()
        })?;
        Ok(StmtKind::Flood(flood))
    }

    fn flood_zones(&mut self) -> Parsed<FloodZones> {
        const HELP: &str = "write: zones near enter 2 leave 4";
        let layer = self.word("a layer")?;
        let enter = if self.eat_word("enter") {
            Some(self.sum()?)
        } else {
            None
        };
        self.need_word("leave", HELP)?;
        let leave = self.sum()?;
        Ok(FloodZones {
            layer,
            enter,
            leave,
            stop: self.eat_word("stop"),
        })
    }

    /// A layer, and which of its bits count.
    fn flood_bits(&mut self) -> Parsed<(Name, Option<Expr>)> {
        let layer = self.word("a layer")?;
        let bits = if self.eat_word("with") {
            Some(self.sum()?)
        } else {
            None
        };
        Ok((layer, bits))
    }

    fn flood_cost(&mut self) -> Parsed<FloodCost> {
        let layer = if matches!(self.tok(), Tok::Word(w) if w != "cost") {
            Some(self.word("a layer or hexsides")?)
        } else {
            None
        };
        let cost = if self.eat_word("cost") {
            Some(self.sum()?)
        } else {
            None
        };
        Ok(FloodCost { layer, cost })
    }
}
