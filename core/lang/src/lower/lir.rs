//! Instructions whose addresses are still names: V slots, data, labels, procedures, texts.

use crate::ast::RuleSet;
use crate::hir::FLOOD_KINDS;
use crate::source::Span;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use hexfront_isa::Op;

/// Something in the data pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Data {
    Field(usize, usize),
    Array(usize),
    Layer(usize),
    /// Texts of an enum's members, padded to a width.
    Names(usize, i8),
    /// The sixteen costs of a flood.
    Costs([u8; 2 * FLOOD_KINDS]),
    /// Those of a flood that are worked out before it.
    FloodRow,
    /// Those of a trek.
    TrekRow,
    /// No layer: page 0, which is not looked at.
    Nowhere,
    /// First record in each hex, and the next one of each record.
    First(usize),
    Next(usize),
}

/// A byte or word of the V page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    Fixed(u8),
    Var(usize),
    /// A byte of the parameters of floods.
    Flood(u8),
    /// A procedure and one of its locals or temporaries.
    Local(usize, usize),
}

pub(crate) type Label = usize;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Arg {
    Imm(u16),
    V(Slot),
    /// The page of some data (the first, if it has several).
    Page(Data),
    /// Its offset in the page, plus a number (modulo 256).
    Offset(Data, i32),
    Target(Label),
    Proc(usize),
    Text(usize),
    Targets(Vec<Label>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inst {
    pub op: Op,
    pub args: Vec<Arg>,
    pub rule: RuleSet,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line {
    Inst(Inst),
    Label(Label),
}

/// The code of one procedure. One that was put into its caller has no lines left.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Code {
    pub lines: Vec<Line>,
    /// Width in bytes of each local and temporary.
    pub locals: Vec<usize>,
    pub labels: usize,
    pub calls: Vec<usize>,
    /// Shows the title page.
    pub title: bool,
}

impl Code {
    /// The line of each label.
    pub(crate) fn label_places(&self) -> BTreeMap<Label, usize> {
        let place = |(at, line): (usize, &Line)| match line {
            Line::Label(label) => Some((*label, at)),
            Line::Inst(_) => None,
        };
        self.lines.iter().enumerate().filter_map(place).collect()
    }
}

impl Inst {
    /// Encoded length in bytes.
    pub fn size(&self) -> usize {
        let (_, native) = hexfront_isa::code::encode(self.op);
        let operands: usize = self
            .op
            .info()
            .operands
            .iter()
            .map(|o| usize::from(o.kind.width()))
            .sum();
        let list: usize = self
            .args
            .iter()
            .map(|a| if let Arg::Targets(t) = a { t.len() } else { 0 })
            .sum();
        1 + usize::from(native.is_some()) + operands + list
    }

    /// Labels it may go to.
    pub fn targets(&self) -> Vec<Label> {
        let mut all = Vec::new();
        for arg in &self.args {
            match arg {
                Arg::Target(label) => all.push(*label),
                Arg::Targets(list) => all.extend(list),
                _ => {}
            }
        }
        all
    }
}
