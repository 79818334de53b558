//! The costs of compiled rules stay below the bars, and the committed table is what is measured.

use hexfront_tests::bench;

#[test]
fn statements_stay_below_their_bars() {
    let statements = bench::statements();
    for (mark, cycles, bytes) in [
        ("T1", 77, 4),
        ("T2", 67, 4),
        ("T12", 47, 5),
        ("T20", 1450, 60),
    ] {
        let found = statements.iter().find(|statement| statement.mark == mark);
        let statement = found.expect("every mark stands in the rules");
        assert!(
            statement.cycles <= cycles && statement.bytes <= bytes,
            "bar {cycles} cycles, {bytes} bytes: {statement:?}"
        );
    }
}

/// Fetching an instruction and two operands and storing a word.
const OPERANDS: u64 = 60;

/// A single neighbour is mostly fetching operands, which a routine by hand has not to do: its bar is a sum.
#[test]
fn natives_cost_little_more_than_by_hand() {
    for native in bench::natives() {
        let bar = match native.what {
            "neighbour of a hex" => native.hand + OPERANDS,
            _ => native.hand * 6 / 5,
        };
        assert!(native.cycles <= bar, "bar {bar}: {native:?}");
    }
}

#[test]
fn floods_stay_below_their_bars() {
    for (flood, bar) in bench::floods().iter().zip([130, 200]) {
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
