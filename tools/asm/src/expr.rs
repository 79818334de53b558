//! Expressions over addresses that are not known yet.
//!
//! One tree serves the assembler (leaves are names in scopes) and the object file (leaves are symbols and sections).
//! Numbers are 64-bit and wrap; shifts to the right are logical; comparisons and logic give 0 or 1.
//! That is the arithmetic of ca65, so that one source gives the same bytes with both assemblers.

use std::collections::BTreeMap;

/// Deepest nesting of an expression; deeper ones are refused, so that walking a tree cannot exhaust the stack.
pub const MAX_DEPTH: usize = 200;

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-x`
    Negate,
    /// `~x`
    Complement,
    /// `!x`: 1 if x is 0, else 0
    Not,
    /// `<x`: bits 0-7
    LowByte,
    /// `>x`: bits 8-15
    HighByte,
    /// `^x`: bits 16-23
    BankByte,
}

impl UnaryOp {
    /// All of them; the position is the operator's number in object files.
    pub const ALL: [UnaryOp; 6] = [
        UnaryOp::Negate,
        UnaryOp::Complement,
        UnaryOp::Not,
        UnaryOp::LowByte,
        UnaryOp::HighByte,
        UnaryOp::BankByte,
    ];

    /// The operator applied to a number.
    pub fn apply(self, x: i64) -> i64 {
        match self {
            UnaryOp::Negate => x.wrapping_neg(),
            UnaryOp::Complement => !x,
            UnaryOp::Not => i64::from(x == 0),
            UnaryOp::LowByte => x & 0xFF,
            UnaryOp::HighByte => (x >> 8) & 0xFF,
            UnaryOp::BankByte => (x >> 16) & 0xFF,
        }
    }
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `x + y`
    Add,
    /// `x - y`
    Subtract,
    /// `x * y`
    Multiply,
    /// `x / y`, towards 0
    Divide,
    /// `x .mod y`, sign of x
    Modulo,
    /// `x & y`
    And,
    /// `x | y`
    Or,
    /// `x ^ y`
    Xor,
    /// `x << y`
    ShiftLeft,
    /// `x >> y`, logical
    ShiftRight,
    /// `x = y`
    Equal,
    /// `x <> y`
    NotEqual,
    /// `x < y`
    Less,
    /// `x > y`
    Greater,
    /// `x <= y`
    LessOrEqual,
    /// `x >= y`
    GreaterOrEqual,
    /// `x .and y`, as truth values
    BothTrue,
    /// `x .or y`, as truth values
    EitherTrue,
    /// `x .xor y`, as truth values
    OneTrue,
    /// `.min(x, y)`
    Minimum,
    /// `.max(x, y)`
    Maximum,
}

impl BinaryOp {
    /// All of them; the position is the operator's number in object files.
    pub const ALL: [BinaryOp; 21] = [
        BinaryOp::Add,
        BinaryOp::Subtract,
        BinaryOp::Multiply,
        BinaryOp::Divide,
        BinaryOp::Modulo,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::ShiftLeft,
        BinaryOp::ShiftRight,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::Greater,
        BinaryOp::LessOrEqual,
        BinaryOp::GreaterOrEqual,
        BinaryOp::BothTrue,
        BinaryOp::EitherTrue,
        BinaryOp::OneTrue,
        BinaryOp::Minimum,
        BinaryOp::Maximum,
    ];

    /// The operator applied to two numbers; `None` for a division by 0.
    pub fn apply(self, x: i64, y: i64) -> Option<i64> {
        let shift = |y: i64| u32::try_from(y).ok().filter(|n| *n < 64);
        Some(match self {
            BinaryOp::Add => x.wrapping_add(y),
            BinaryOp::Subtract => x.wrapping_sub(y),
            BinaryOp::Multiply => x.wrapping_mul(y),
            BinaryOp::Divide if y == 0 => return None,
            BinaryOp::Divide => x.wrapping_div(y),
            BinaryOp::Modulo if y == 0 => return None,
            BinaryOp::Modulo => x.wrapping_rem(y),
            BinaryOp::And => x & y,
            BinaryOp::Or => x | y,
            BinaryOp::Xor => x ^ y,
            BinaryOp::ShiftLeft => shift(y).map_or(0, |n| x << n),
            BinaryOp::ShiftRight => shift(y).map_or(0, |n| ((x as u64) >> n) as i64),
            BinaryOp::Equal => i64::from(x == y),
            BinaryOp::NotEqual => i64::from(x != y),
            BinaryOp::Less => i64::from(x < y),
            BinaryOp::Greater => i64::from(x > y),
            BinaryOp::LessOrEqual => i64::from(x <= y),
            BinaryOp::GreaterOrEqual => i64::from(x >= y),
            BinaryOp::BothTrue => i64::from(x != 0 && y != 0),
            BinaryOp::EitherTrue => i64::from(x != 0 || y != 0),
            BinaryOp::OneTrue => i64::from((x != 0) != (y != 0)),
            BinaryOp::Minimum => x.min(y),
            BinaryOp::Maximum => x.max(y),
        })
    }
}

/// An expression whose unknowns are of type `L`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr<L> {
    /// A number.
    Number(i64),
    /// An unknown.
    Leaf(L),
    /// An operator and its operand.
    Unary(UnaryOp, Box<Expr<L>>),
    /// An operator and its operands.
    Binary(BinaryOp, Box<Expr<L>>, Box<Expr<L>>),
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalError<E> {
    /// Division or remainder by 0.
    DivisionByZero,
    /// The value of an unknown could not be had.
    Leaf(E),
}

impl<L> Expr<L> {
    /// `op x`
    pub fn unary(op: UnaryOp, x: Expr<L>) -> Expr<L> {
        Expr::Unary(op, Box::new(x))
    }

    /// `x op y`
    pub fn binary(op: BinaryOp, x: Expr<L>, y: Expr<L>) -> Expr<L> {
        Expr::Binary(op, Box::new(x), Box::new(y))
    }

    /// Levels of the tree, 1 for a number or an unknown.
    pub fn depth(&self) -> usize {
        match self {
            Expr::Number(_) | Expr::Leaf(_) => 1,
            Expr::Unary(_, x) => 1 + x.depth(),
            Expr::Binary(_, x, y) => 1 + x.depth().max(y.depth()),
        }
    }

    /// The value, with `leaf` giving those of the unknowns.
    pub fn eval<E>(
        &self,
        leaf: &mut impl FnMut(&L) -> Result<i64, E>,
    ) -> Result<i64, EvalError<E>> {
        match self {
            Expr::Number(n) => Ok(*n),
            Expr::Leaf(l) => leaf(l).map_err(EvalError::Leaf),
            Expr::Unary(op, x) => Ok(op.apply(x.eval(leaf)?)),
            Expr::Binary(op, x, y) => {
                let (x, y) = (x.eval(leaf)?, y.eval(leaf)?);
                op.apply(x, y).ok_or(EvalError::DivisionByZero)
            }
        }
    }

    /// Calls `see` with every unknown, from left to right.
    pub fn each_leaf(&self, see: &mut impl FnMut(&L)) {
        match self {
            Expr::Number(_) => {}
            Expr::Leaf(l) => see(l),
            Expr::Unary(_, x) => x.each_leaf(see),
            Expr::Binary(_, x, y) => {
                x.each_leaf(see);
                y.each_leaf(see);
            }
        }
    }
}

/// A sum of unknowns, each taken a number of times, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear<L: Ord> {
    /// The constant.
    pub constant: i64,
    /// How often each unknown is taken; never 0.
    pub terms: BTreeMap<L, i64>,
}

impl<L: Ord + Clone> Linear<L> {
    /// The sum in `expr`, if it is one after folding what can be folded: two labels of one section differ by a
    /// number wherever the section comes to lie.
    pub fn of(expr: &Expr<L>) -> Option<Linear<L>> {
        match expr {
            Expr::Number(n) => Some(Linear {
                constant: *n,
                terms: BTreeMap::new(),
            }),
            Expr::Leaf(l) => Some(Linear {
                constant: 0,
                terms: BTreeMap::from([(l.clone(), 1)]),
            }),
            Expr::Unary(UnaryOp::Negate, x) => Some(Linear::of(x)?.times(-1)),
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), x, y) => {
                let sign = if *op == BinaryOp::Add { 1 } else { -1 };
                Some(Linear::of(x)?.plus(Linear::of(y)?.times(sign)))
            }
            Expr::Unary(..) | Expr::Binary(..) => None,
        }
    }

    /// The number, if there are no unknowns.
    pub fn number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The unknown and the constant of `unknown + constant`.
    pub fn single(&self) -> Option<(&L, i64)> {
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next()) {
            (Some((leaf, 1)), None) => Some((leaf, self.constant)),
            _ => None,
        }
    }

    fn times(mut self, n: i64) -> Linear<L> {
        self.constant = self.constant.wrapping_mul(n);
        for factor in self.terms.values_mut() {
            *factor = factor.wrapping_mul(n);
        }
        self
    }

    fn plus(mut self, other: Linear<L>) -> Linear<L> {
        self.constant = self.constant.wrapping_add(other.constant);
        for (leaf, n) in other.terms {
            let factor = self.terms.entry(leaf).or_insert(0);
            *factor = factor.wrapping_add(n);
        }
        self.terms.retain(|_, n| *n != 0);
        self
    }
}

impl<L: Ord + Clone> Expr<L> {
    /// The same expression with everything folded that does not depend on where sections come to lie.
    /// Division by 0 stays in the tree and is reported by whoever evaluates it.
    pub fn fold(&self) -> Expr<L> {
        let folded = match self {
            Expr::Number(_) | Expr::Leaf(_) => self.clone(),
            Expr::Unary(op, x) => match x.fold() {
                Expr::Number(n) => Expr::Number(op.apply(n)),
                x => Expr::unary(*op, x),
            },
            Expr::Binary(op, x, y) => match (x.fold(), y.fold()) {
                (Expr::Number(a), Expr::Number(b)) => op.apply(a, b).map_or_else(
                    || Expr::binary(*op, Expr::Number(a), Expr::Number(b)),
                    Expr::Number,
                ),
                (x, y) => Expr::compare(*op, &x, &y).unwrap_or_else(|| Expr::binary(*op, x, y)),
            },
        };
        match Linear::of(&folded) {
            Some(linear) => match (linear.number(), linear.single()) {
                (Some(n), _) => Expr::Number(n),
                (None, Some((leaf, 0))) => Expr::Leaf(leaf.clone()),
                (None, Some((leaf, n))) => {
                    Expr::binary(BinaryOp::Add, Expr::Leaf(leaf.clone()), Expr::Number(n))
                }
                (None, None) => folded,
            },
            None => folded,
        }
    }

    /// Comparisons of two places in one section are known although the section's address is not.
    fn compare(op: BinaryOp, x: &Expr<L>, y: &Expr<L>) -> Option<Expr<L>> {
        use BinaryOp::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        if !matches!(
            op,
            Equal | NotEqual | Less | Greater | LessOrEqual | GreaterOrEqual
        ) {
            return None;
        }
        let difference = Linear::of(x)?.plus(Linear::of(y)?.times(-1)).number()?;
        op.apply(difference, 0).map(Expr::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(name: &'static str) -> Expr<&'static str> {
        Expr::Leaf(name)
    }

    #[test]
    fn labels_of_one_section_fold_to_their_distance() {
        let end = Expr::binary(BinaryOp::Add, leaf("code"), Expr::Number(9));
        let start = Expr::binary(BinaryOp::Add, leaf("code"), Expr::Number(2));
        let distance = Expr::binary(BinaryOp::Subtract, end.clone(), start.clone());
        let half = Expr::binary(BinaryOp::Divide, distance, Expr::Number(2));
        assert_eq!(half.fold(), Expr::Number(3));
        assert_eq!(
            Expr::binary(BinaryOp::Less, start, end).fold(),
            Expr::Number(1)
        );
    }

    #[test]
    fn unknowns_stay_with_their_sum_in_front() {
        let sum = Expr::binary(BinaryOp::Add, Expr::Number(1), leaf("a"));
        let sum = Expr::binary(BinaryOp::Add, sum, Expr::Number(2));
        assert_eq!(
            Expr::unary(UnaryOp::LowByte, sum).fold(),
            Expr::unary(
                UnaryOp::LowByte,
                Expr::binary(BinaryOp::Add, leaf("a"), Expr::Number(3))
            )
        );
    }

    #[test]
    fn division_by_zero_is_an_error_not_a_panic() {
        let e: Expr<&str> = Expr::binary(BinaryOp::Divide, Expr::Number(1), Expr::Number(0)).fold();
        assert_eq!(e.eval(&mut |_| Err(())), Err(EvalError::DivisionByZero));
        assert_eq!(BinaryOp::Divide.apply(i64::MIN, -1), Some(i64::MIN));
    }
}
