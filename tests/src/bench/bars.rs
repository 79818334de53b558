//! `bench/bars.toml`: what the rules machines may cost.

use serde::Deserialize;
use std::collections::BTreeMap;

const FILE: &str = include_str!("../../bench/bars.toml");

/// What the rules machine may cost on a processor.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Bars {
    /// Statements of `bench/bench.rules`, by mark.
    pub statements: BTreeMap<String, StatementBar>,
    /// Natives beside the same by hand, where it was written.
    pub by_hand: Option<HandBar>,
    /// Cycles of a flood for each neighbour it looks at: over ground alone, and with everything.
    pub flood_cycles: [u64; 2],
}

/// What a native may cost beside the same by hand.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct HandBar {
    /// Its cycles in percent.
    pub percent: u64,
    /// A native that is mostly operands: the cycles that it may need beyond.
    pub operand_cycles: u64,
}

/// What a statement may cost.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct StatementBar {
    /// Cycles.
    pub cycles: u64,
    /// Bytes of code.
    pub bytes: usize,
}

/// Those of a processor.
///
/// # Panics
/// When the file has none.
pub fn bars(processor: &str) -> Bars {
    let all: BTreeMap<String, Bars> = toml::from_str(FILE).expect("the bars are well written");
    all[processor].clone()
}
