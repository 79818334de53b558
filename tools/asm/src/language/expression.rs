//! Reads expressions. Precedence is ca65's: unary operators first, then `* / .mod & ^ << >>`, then `+ - |`, then
//! comparisons, `.and .xor`, `.or`, and `.not` last.

use super::encoded::Branches;
use super::lexer::{Cursor, Fault, Kind};
use super::symbols::{AsmExpr, Path, SymbolTable};
use crate::diagnostic::Problem;
use crate::expr::{BinaryOp, Expr, MAX_DEPTH, UnaryOp};

/// What an expression is read against.
pub(crate) struct Context<'a> {
    pub symbols: &'a mut SymbolTable,
    /// `*`, where the statement puts its first byte.
    pub here: AsmExpr,
    /// True for names that cannot be symbols: registers and instructions.
    pub is_reserved: &'a dyn Fn(&str) -> bool,
    pub branches: &'a mut Branches,
}

impl Context<'_> {
    /// One expression.
    pub fn expr(&mut self, line: &mut Cursor) -> Result<AsmExpr, Fault> {
        Parser {
            context: self,
            line,
            operators: 0,
        }
        .whole()
    }

    /// One expression whose value must be known here.
    pub fn number(&mut self, line: &mut Cursor) -> Result<i64, Fault> {
        let at = line.at();
        let expr = self.expr(line)?;
        self.symbols.number(&expr, at)
    }

    /// A name with scopes: `a::b::name`, `::name`.
    pub fn path(&mut self, line: &mut Cursor) -> Result<Path, Fault> {
        let from_root = line.eat("::");
        let mut scopes = Vec::new();
        let at = line.at();
        let (mut name, _) = line.name()?;
        while line.eat("::") {
            scopes.push(name);
            name = line.name()?.0;
        }
        if scopes.is_empty() && !from_root && (self.is_reserved)(&name) {
            return Err(Fault::new(at, Problem::ReservedName(name.to_string())));
        }
        Ok(Path {
            from_root,
            scopes,
            name,
        })
    }
}

struct Parser<'a, 'b> {
    context: &'a mut Context<'b>,
    line: &'a mut Cursor,
    /// Bounds the depth of the tree and of the recursion.
    operators: usize,
}

type Level = &'static [(&'static str, BinaryOp)];

const PRODUCT: Level = &[
    ("*", BinaryOp::Multiply),
    ("/", BinaryOp::Divide),
    (".mod", BinaryOp::Modulo),
    ("&", BinaryOp::And),
    (".bitand", BinaryOp::And),
    ("^", BinaryOp::Xor),
    (".bitxor", BinaryOp::Xor),
    ("<<", BinaryOp::ShiftLeft),
    (".shl", BinaryOp::ShiftLeft),
    (">>", BinaryOp::ShiftRight),
    (".shr", BinaryOp::ShiftRight),
];
const SUM: Level = &[
    ("+", BinaryOp::Add),
    ("-", BinaryOp::Subtract),
    ("|", BinaryOp::Or),
    (".bitor", BinaryOp::Or),
];
const COMPARISON: Level = &[
    ("=", BinaryOp::Equal),
    ("<>", BinaryOp::NotEqual),
    ("<", BinaryOp::Less),
    (">", BinaryOp::Greater),
    ("<=", BinaryOp::LessOrEqual),
    (">=", BinaryOp::GreaterOrEqual),
];
const BOTH: Level = &[
    ("&&", BinaryOp::BothTrue),
    (".and", BinaryOp::BothTrue),
    (".xor", BinaryOp::OneTrue),
];
const EITHER: Level = &[("||", BinaryOp::EitherTrue), (".or", BinaryOp::EitherTrue)];

/// From the loosest to the tightest.
const LEVELS: [Level; 5] = [EITHER, BOTH, COMPARISON, SUM, PRODUCT];

impl Parser<'_, '_> {
    fn count(&mut self) -> Result<(), Fault> {
        self.operators += 1;
        if self.operators < MAX_DEPTH {
            Ok(())
        } else {
            Err(Fault::new(self.line.at(), Problem::ExpressionTooLarge))
        }
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.line.peek(), Some(Kind::Directive(d)) if **d == *word);
        if found {
            self.line.next();
        }
        found
    }

    fn whole(&mut self) -> Result<AsmExpr, Fault> {
        if self.line.eat("!") || self.eat_word(".not") {
            self.count()?;
            return Ok(Expr::unary(UnaryOp::Not, self.whole()?));
        }
        self.level(0)
    }

    fn level(&mut self, level: usize) -> Result<AsmExpr, Fault> {
        let Some(operators) = LEVELS.get(level) else {
            return self.factor();
        };
        let mut left = self.level(level + 1)?;
        while let Some(op) = self.operator(operators) {
            self.count()?;
            let right = self.level(level + 1)?;
            left = Expr::binary(op, left, right);
        }
        Ok(left)
    }

    fn operator(&mut self, operators: Level) -> Option<BinaryOp> {
        let word: &str = match self.line.peek()? {
            Kind::Mark(m) => m,
            Kind::Directive(d) => d,
            Kind::Name(_) | Kind::Local(_) | Kind::Number(_) | Kind::Text(_) | Kind::Bad(_) => {
                return None;
            }
        };
        let (_, op) = operators.iter().find(|(text, _)| *text == word)?;
        self.line.next();
        Some(*op)
    }

    fn factor(&mut self) -> Result<AsmExpr, Fault> {
        self.count()?;
        let at = self.line.at();
        match self.line.peek().cloned() {
            Some(Kind::Number(n)) => {
                self.line.next();
                Ok(Expr::Number(n))
            }
            Some(Kind::Local(name)) => {
                self.line.next();
                Ok(self.context.symbols.refer_local(&name, at))
            }
            Some(Kind::Name(_) | Kind::Mark("::")) => {
                let path = self.context.path(self.line)?;
                Ok(self.context.symbols.refer(path, at))
            }
            Some(Kind::Mark("*")) => {
                self.line.next();
                Ok(self.context.here.clone())
            }
            Some(Kind::Mark("(")) => {
                self.line.next();
                let inner = self.whole()?;
                self.line.expect(")")?;
                Ok(inner)
            }
            Some(Kind::Mark("+")) => {
                self.line.next();
                self.factor()
            }
            Some(Kind::Mark(mark)) => match unary(mark) {
                Some(op) => {
                    self.line.next();
                    Ok(Expr::unary(op, self.factor()?))
                }
                None => Err(self.line.unexpected("a value")),
            },
            Some(Kind::Directive(name)) => {
                if name.as_ref() == ".bitnot" {
                    self.line.next();
                    return Ok(Expr::unary(UnaryOp::Complement, self.factor()?));
                }
                self.function(&name)
            }
            Some(Kind::Text(_) | Kind::Bad(_)) | None => Err(self.line.unexpected("a value")),
        }
    }

    fn function(&mut self, name: &str) -> Result<AsmExpr, Fault> {
        let unary = match name {
            ".lobyte" => Some(UnaryOp::LowByte),
            ".hibyte" => Some(UnaryOp::HighByte),
            ".bankbyte" => Some(UnaryOp::BankByte),
            _ => None,
        };
        let binary = match name {
            ".min" => Some(BinaryOp::Minimum),
            ".max" => Some(BinaryOp::Maximum),
            _ => None,
        };
        if unary.is_none()
            && binary.is_none()
            && !matches!(name, ".defined" | ".def" | ".blank" | ".const" | ".strlen")
        {
            return Err(self.line.unexpected("a value"));
        }
        self.line.next();
        self.line.expect("(")?;
        let value = if let Some(op) = unary {
            Expr::unary(op, self.whole()?)
        } else if let Some(op) = binary {
            let x = self.whole()?;
            self.line.expect(",")?;
            Expr::binary(op, x, self.whole()?)
        } else {
            Expr::Number(match name {
                ".strlen" => i64::try_from(self.line.text()?.0.len()).unwrap_or(i64::MAX),
                ".const" => {
                    let x = self.whole()?;
                    i64::from(matches!(
                        self.context.symbols.expand(&x),
                        Ok(Expr::Number(_))
                    ))
                }
                ".blank" => {
                    let braces = self.line.eat("{");
                    let mut blank = 1;
                    while !self.line.is_mark(")") && !self.line.done() {
                        blank = i64::from(blank == 1 && braces && self.line.is_mark("}"));
                        self.line.next();
                    }
                    blank
                }
                _ => match self.line.peek().cloned() {
                    Some(Kind::Local(local)) => {
                        self.line.next();
                        i64::from(self.context.symbols.is_local_defined(&local))
                    }
                    _ => {
                        let path = self.context.path(self.line)?;
                        i64::from(self.context.symbols.is_defined(&path))
                    }
                },
            })
        };
        self.line.expect(")")?;
        Ok(value)
    }
}

fn unary(mark: &str) -> Option<UnaryOp> {
    Some(match mark {
        "-" => UnaryOp::Negate,
        "~" => UnaryOp::Complement,
        "<" => UnaryOp::LowByte,
        ">" => UnaryOp::HighByte,
        "^" => UnaryOp::BankByte,
        _ => return None,
    })
}
