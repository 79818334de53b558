//! The costs of compiled rules stay below the bars of `bench/bars.toml`, and the committed table is what is measured.

use hexfront_tests::bench::bars::{Bars, bars};
use hexfront_tests::lockstep::RulesMachine;
use hexfront_tests::{bench, rig6502, rig68000};

fn statements_stay_below<M: RulesMachine>(bars: Bars) {
    let statements = bench::statements::<M>();
    for (mark, bar) in bars.statements {
        let found = statements.iter().find(|statement| statement.mark == mark);
        let statement = found.expect("every mark stands in the rules");
        assert!(
            statement.cycles <= bar.cycles && statement.bytes <= bar.bytes,
            "{bar:?}: {statement:?}"
        );
    }
}

#[test]
fn statements_stay_below_their_bars_on_the_6502() {
    statements_stay_below::<rig6502::Rig>(bars("mos6502"));
}

#[test]
fn statements_stay_below_their_bars_on_the_68000() {
    statements_stay_below::<rig68000::Rig>(bars("m68000"));
}

#[test]
fn natives_cost_little_more_than_by_hand() {
    let by_hand = bars("mos6502").by_hand.expect("there are bars");
    for native in bench::natives::<rig6502::Rig>() {
        let bar = match native.what {
            "neighbour of a hex" => native.hand + by_hand.operand_cycles,
            _ => native.hand * by_hand.percent / 100,
        };
        assert!(native.cycles <= bar, "bar {bar}: {native:?}");
    }
}

fn floods_stay_below<M: RulesMachine>(bars: Bars) {
    for (flood, bar) in bench::floods::<M>().iter().zip(bars.flood_cycles) {
        assert!(flood.hexes > 100, "{flood:?} is too small to tell");
        assert!(flood.per_neighbour() <= bar, "bar {bar}: {flood:?}");
    }
}

#[test]
fn floods_stay_below_their_bars_on_the_6502() {
    floods_stay_below::<rig6502::Rig>(bars("mos6502"));
}

#[test]
fn floods_stay_below_their_bars_on_the_68000() {
    floods_stay_below::<rig68000::Rig>(bars("m68000"));
}

/// From the natives on; the statements move with every improvement of the compiler, which their bars watch.
#[test]
fn the_committed_table_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/vm/BENCH.md");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let natives = |table: &str| {
        table
            .split_once("## Natives")
            .map(|(_, rest)| rest.to_string())
    };
    let fresh = natives(&committed) == natives(&bench::table());
    assert!(
        fresh,
        "BENCH.md is stale; run `cargo run -p hexfront-tests --bin bench`"
    );
}
