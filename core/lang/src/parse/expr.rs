//! Expressions, by precedence.

use super::{Parsed, Parser};
use crate::ast::{ArmTest, BinOp, CmpOp, Domain, Expr, ExprKind, Loop, QuantKind};
use crate::diag::Diagnostic;
use crate::lex::Tok;
use crate::source::Span;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// Longest sum, product, condition or chain of `else if`.
const MAX_CHAIN: u32 = 100;

fn make(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}

impl Parser<'_> {
    /// A whole expression, `x if c else y` included.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nest()?;
        let result = self.conditional();
        self.depth -= 1;
        result
    }

    fn conditional(&mut self) -> Parsed<Expr> {
        let value = self.or()?;
        if !self.eat_word("if") {
            return Ok(value);
        }
        let condition = self.or()?;
        self.need_word("else", "both values are needed: x if condition else y")?;
        let other = self.expr()?;
        let span = value.span.to(other.span);
        Ok(make(
            ExprKind::IfElse(Box::new(condition), Box::new(value), Box::new(other)),
            span,
        ))
    }

    /// One more part of a chain: bounded, so that no line overflows the stack.
    pub(super) fn longer(&mut self, parts: &mut u32) -> Parsed<()> {
        *parts += 1;
        if *parts <= MAX_CHAIN {
            return Ok(());
        }
        let span = self.span();
        self.report(
            Diagnostic::error("E014", span, "this goes on for too long")
                .label(format!("more than {MAX_CHAIN} parts"))
                .help("give a part of it a name with `let` or `define`"),
        );
        Err(super::Skip)
    }

    fn or(&mut self) -> Parsed<Expr> {
        let mut left = self.and()?;
        let mut parts = 0;
        while self.eat_word("or") {
            self.longer(&mut parts)?;
            let right = self.and()?;
            let span = left.span.to(right.span);
            left = make(ExprKind::Or(Box::new(left), Box::new(right)), span);
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed<Expr> {
        let mut left = self.not()?;
        let mut parts = 0;
        while self.eat_word("and") {
            self.longer(&mut parts)?;
            let right = self.not()?;
            let span = left.span.to(right.span);
            left = make(ExprKind::And(Box::new(left), Box::new(right)), span);
        }
        Ok(left)
    }

    fn not(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.eat_word("not") {
            self.nest()?;
            let inner = self.not();
            self.depth -= 1;
            let inner = inner?;
            let span = start.to(inner.span);
            return Ok(make(ExprKind::Not(Box::new(inner)), span));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let left = self.sum()?;
        if self.eat_word("is") {
            let negated = self.eat_word("not");
            let result = self.is_tail(left)?;
            return Ok(if negated {
                match result.kind {
                    ExprKind::Cmp(CmpOp::Eq, a, b) => {
                        make(ExprKind::Cmp(CmpOp::Ne, a, b), result.span)
                    }
                    _ => {
                        let span = result.span;
                        make(ExprKind::Not(Box::new(result)), span)
                    }
                }
            } else {
                result
            });
        }
        let op = match self.tok() {
            Tok::Sym("<") => CmpOp::Lt,
            Tok::Sym("<=") => CmpOp::Le,
            Tok::Sym(">") => CmpOp::Gt,
            Tok::Sym(">=") => CmpOp::Ge,
            Tok::Sym(sym @ ("==" | "!=")) => {
                let (sym, word) = (*sym, if *sym == "==" { "is" } else { "is not" });
                let span = self.span();
                self.report(
                    Diagnostic::error("E016", span, format!("`{sym}` is not used here"))
                        .label(format!("write `{word}`"))
                        .help("`is` and `is not` compare, `=` stores"),
                );
                if word == "is" { CmpOp::Eq } else { CmpOp::Ne }
            }
            _ => return Ok(left),
        };
        self.advance();
        let right = self.sum()?;
        let span = left.span.to(right.span);
        Ok(make(
            ExprKind::Cmp(op, Box::new(left), Box::new(right)),
            span,
        ))
    }

    fn is_tail(&mut self, left: Expr) -> Parsed<Expr> {
        let start = left.span;
        if self.is_word("one") && self.peek_word(1, "of") {
            self.advance();
            self.advance();
            let mut list = Vec::new();
            loop {
                list.push(self.sum()?);
                if !self.eat_sym(",") {
                    break;
                }
            }
            let span = start.to(self.last_span());
            return Ok(make(ExprKind::OneOf(Box::new(left), list), span));
        }
        if self.eat_word("in") {
            let low = self.sum()?;
            self.need_word("to", "write: x is in 3 to 5")?;
            let high = self.sum()?;
            let span = start.to(high.span);
            return Ok(make(
                ExprKind::InRange(Box::new(left), Box::new(low), Box::new(high)),
                span,
            ));
        }
        let right = self.sum()?;
        let span = start.to(right.span);
        Ok(make(
            ExprKind::Cmp(CmpOp::Eq, Box::new(left), Box::new(right)),
            span,
        ))
    }

    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        let mut left = self.product()?;
        let mut parts = 0;
        loop {
            self.longer(&mut parts)?;
            let op = match self.tok() {
                Tok::Sym("+") => BinOp::Add,
                Tok::Sym("-") => BinOp::Sub,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.product()?;
            let span = left.span.to(right.span);
            left = make(ExprKind::Bin(op, Box::new(left), Box::new(right)), span);
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.term()?;
        let mut parts = 0;
        loop {
            self.longer(&mut parts)?;
            let op = match self.tok() {
                Tok::Sym("*") => BinOp::Mul,
                Tok::Sym("/") => BinOp::Div,
                Tok::Word(w) if w == "mod" => BinOp::Mod,
                _ => return Ok(left),
            };
            self.advance();
            let right = self.term()?;
            let span = left.span.to(right.span);
            left = make(ExprKind::Bin(op, Box::new(left), Box::new(right)), span);
        }
    }

    /// A value with its sign and what hangs on it.
    pub(super) fn term(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.eat_sym("-") {
            self.nest()?;
            let inner = self.term();
            self.depth -= 1;
            let inner = inner?;
            let span = start.to(inner.span);
            return Ok(make(ExprKind::Neg(Box::new(inner)), span));
        }
        let mut value = self.primary()?;
        let mut levels = 0;
        while self.is_sym(".") {
            self.advance();
            let field = self.word("the name of a field")?;
            let span = value.span.to(field.span);
            value = make(ExprKind::Field(Box::new(value), field), span);
            self.nest()?;
            levels += 1;
        }
        self.depth -= levels;
        Ok(value)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let word = match self.tok() {
            Tok::Int(n) => {
                let n = *n;
                self.advance();
                return Ok(make(ExprKind::Int(n), span));
            }
            Tok::Text(_) => {
                let text = self.text("")?;
                return Ok(make(ExprKind::Text(text), span));
            }
            Tok::Sym("(") => {
                self.advance();
                let inner = self.expr()?;
                self.need_sym(")", "")?;
                return Ok(make(inner.kind, span.to(self.last_span())));
            }
            Tok::Word(w) => w.clone(),
            _ => return self.expected("a value", ""),
        };
        match word.as_str() {
            "yes" | "no" | "none" => {
                self.advance();
                let kind = match word.as_str() {
                    "yes" => ExprKind::Yes,
                    "no" => ExprKind::No,
                    _ => ExprKind::Nothing,
                };
                Ok(make(kind, span))
            }
            "any" | "count" | "first" => {
                self.advance();
                let kind = match word.as_str() {
                    "any" => QuantKind::Any,
                    "count" => QuantKind::Count,
                    _ => QuantKind::First,
                };
                let each = self.loop_head(true)?;
                Ok(make(
                    ExprKind::Quant(kind, None, each),
                    span.to(self.last_span()),
                ))
            }
            "sum" => {
                self.advance();
                let value = self.sum()?;
                self.need_word("for", "write: sum u.strength for unit u at h")?;
                let each = self.loop_head(true)?;
                Ok(make(
                    ExprKind::Quant(QuantKind::Sum, Some(Box::new(value)), each),
                    span.to(self.last_span()),
                ))
            }
            "chance" => {
                self.advance();
                let percent = self.primary()?;
                self.need_sym("%", "write: chance 35%")?;
                Ok(make(
                    ExprKind::Chance(Box::new(percent)),
                    span.to(self.last_span()),
                ))
            }
            "try" => {
                self.advance();
                let call = self.primary()?;
                let whole = span.to(call.span);
                Ok(make(ExprKind::Try(Box::new(call)), whole))
            }
            "match" => self.match_expr(span),
            "not" => self.not(),
            "rule" | "if" | "else" | "for" | "let" | "is" | "and" | "or" => {
                self.expected("a value", "")
            }
            _ => self.named(span),
        }
    }

    fn named(&mut self, span: Span) -> Parsed<Expr> {
        let name = self.word("a name")?;
        if self.is_sym("(") {
            self.advance();
            let mut args = Vec::new();
            while !self.is_sym(")") {
                args.push(self.expr()?);
                if !self.eat_sym(",") {
                    break;
                }
            }
            self.need_sym(")", "")?;
            return Ok(make(ExprKind::Call(name, args), span.to(self.last_span())));
        }
        if self.is_sym("[") {
            self.advance();
            let mut index = Vec::new();
            loop {
                index.push(self.expr()?);
                if !self.eat_sym(",") {
                    break;
                }
            }
            self.need_sym("]", "")?;
            return Ok(make(
                ExprKind::Index(name, index),
                span.to(self.last_span()),
            ));
        }
        if let Tok::Word(w) = self.tok() {
            // Two names side by side: `unit A07`. Words of the language end an expression instead.
            if !super::RESERVED.contains(&w.as_str())
                && !matches!(
                    w.as_str(),
                    "where"
                        | "towards"
                        | "times"
                        | "most"
                        | "on"
                        | "with"
                        | "from"
                        | "by"
                        | "points"
                        | "stacked"
                        | "when"
                        | "ink"
                        | "gives"
                )
            {
                let member = self.word("")?;
                let whole = span.to(member.span);
                return Ok(make(ExprKind::Member(name, member), whole));
            }
        }
        Ok(make(ExprKind::Name(name.text), span))
    }

    /// `match s: american gives 1, german gives 2`
    fn match_expr(&mut self, start: Span) -> Parsed<Expr> {
        self.advance();
        let value = self.sum()?;
        self.need_sym(":", "write: match s: american gives 1, german gives 2")?;
        let mut arms = Vec::new();
        loop {
            let tests = if self.eat_word("else") {
                alloc::vec![ArmTest::Else]
            } else {
                let mut tests = Vec::new();
                loop {
                    tests.push(self.arm_test()?);
                    if !self.eat_word("or") {
                        break;
                    }
                }
                tests
            };
            self.need_word("gives", "write: american gives 1, german gives 2")?;
            let result = self.or()?;
            arms.push((tests, result));
            if !self.eat_sym(",") {
                break;
            }
        }
        Ok(make(
            ExprKind::Match(Box::new(value), arms),
            start.to(self.last_span()),
        ))
    }

    pub(super) fn arm_test(&mut self) -> Parsed<ArmTest> {
        let low = self.sum()?;
        if self.eat_word("to") {
            let high = self.sum()?;
            return Ok(ArmTest::Range(low, high));
        }
        Ok(ArmTest::One(low))
    }

    /// `unit u at h where …`, `neighbour n of h towards d where …`.
    pub(super) fn loop_head(&mut self, in_expr: bool) -> Parsed<Loop> {
        let of = self.word("what to look at: unit, hex, neighbour, or an enum")?;
        // `for each source where source.side is s`: without a name of its own it is called as its kind.
        let named = matches!(self.tok(), Tok::Word(w) if w != "where" && w != "at" && w != "of");
        let name = if named {
            self.name("a name for it")?
        } else {
            of.clone()
        };
        let domain = if of.text == "neighbour" {
            self.need_word("of", "write: neighbour n of h")?;
            let centre = self.sum()?;
            let towards = if self.eat_word("towards") {
                Some(self.name("a name for the direction")?)
            } else {
                None
            };
            Domain::Neighbours {
                of: Box::new(centre),
                towards,
            }
        } else {
            let at = if self.eat_word("at") {
                Some(Box::new(self.sum()?))
            } else {
                None
            };
            Domain::Members { of, at }
        };
        let filter = if self.eat_word("where") {
            // In an expression the filter reaches as far as `and` and `or` do.
            Some(Box::new(if in_expr { self.or()? } else { self.expr()? }))
        } else {
            None
        };
        Ok(Loop {
            domain,
            name,
            filter,
        })
    }
}
