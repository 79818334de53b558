//! The costs of compiled rules stay below the bars of `budgets.toml`, and the committed table is what is measured.

use hexfront::budget::limits::{Budgets, VmBudget};
use hexfront_tests::bench;
use hexfront_tests::c64::folder;

fn bars() -> VmBudget {
    let budgets = Budgets::read(&folder("../budgets.toml")).expect("the limits are there");
    budgets.vm["mos6502"].clone()
}

#[test]
fn statements_stay_below_their_bars() {
    let statements = bench::statements();
    for (mark, bar) in bars().statements {
        let found = statements.iter().find(|statement| statement.mark == mark);
        let statement = found.expect("every mark stands in the rules");
        assert!(
            statement.cycles <= bar.cycles && statement.bytes <= bar.bytes,
            "{bar:?}: {statement:?}"
        );
    }
}

#[test]
fn natives_cost_little_more_than_by_hand() {
    let bars = bars();
    for native in bench::natives() {
        let bar = match native.what {
            "neighbour of a hex" => native.hand + bars.native_operand_cycles,
            _ => native.hand * bars.native_percent / 100,
        };
        assert!(native.cycles <= bar, "bar {bar}: {native:?}");
    }
}

#[test]
fn floods_stay_below_their_bars() {
    for (flood, bar) in bench::floods().iter().zip(bars().flood_cycles) {
        assert!(flood.hexes > 100, "{flood:?} is too small to tell");
        assert!(flood.per_neighbour() <= bar, "bar {bar}: {flood:?}");
    }
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
