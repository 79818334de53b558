//! The measured costs as text: `core/vm/BENCH.md`.

use std::fmt::Write;

use hexfront_isa::Op;
use hexfront_isa::code::{Listing, decode};

use super::{
    Flooded, Native, SINGLE, Statement, cycles_of, floods, hand_scan, measure, natives, program_of,
    statements,
};
use crate::program::Code;
use crate::{rig6502, rig68000};

/// Cycles of the 6502 peers for a statement, from `research`: Oscar64 -O2, cc65 -Oirs, Oscar64 -bc, PLASMA,
/// AcheronVM, and assembly by hand.
fn peers(mark: &str) -> [&'static str; 6] {
    match mark {
        "T1" => ["18", "22", "23", "214", "175", "127"],
        "T2" => ["10", "12", "12", "315", "195", "173"],
        "T3" => ["21", "24", "45", "322", "243", "241"],
        "T4" => ["15", "30", "19", "259", "221", "148"],
        "T5" => ["24", "40", "121", "584", "424", "188"],
        "T6" => ["3,845", "5,005", "11,083", "81,028", "110,901", "-"],
        "T7" => ["530", "372", "701", "836", "854", "795"],
        "T8" => ["81", "83", "150", "1,810", "2,134", "-"],
        "T9" => ["4,283", "4,886", "7,941", "121,969", "132,439", "-"],
        "T10" => ["-", "2,576", "6,508", "6,101", "-", "-"],
        "T11" => ["10", "12", "12", "176", "-", "-"],
        "T12" => ["8", "9", "9", "171", "138", "90"],
        "T20" => ["-", "594", "1,471", "4,693", "-", "-"],
        _ => ["-"; 6],
    }
}

/// Cycles of a statement on the 68000 as gcc -Os compiles it, from `research`.
fn gcc(mark: &str) -> Option<u64> {
    Some(match mark {
        "T1" | "T11" => 36,
        "T2" => 41,
        "T3" => 52,
        "T4" => 42,
        "T5" => 91,
        "T6" => 13_849,
        "T7" => 96,
        "T8" => 301,
        "T9" => 13_593,
        "T10" => 845,
        "T12" => 30,
        _ => return None,
    })
}

/// The committed table.
pub fn table() -> String {
    let mut out = String::from(
        "<!-- Written by `cargo run -p hexfront-tests --bin bench`. -->\n# What compiled rules cost\n\n\
         Counted cycles on a bare 6502 and a bare 68000 without wait states. The statements stand in\n\
         `tests/bench/bench.rules` and are compiled by our compiler; bytes are those of the bytecode.\n",
    );
    statements_6502(&mut out);
    statements_68000(&mut out);
    natives_of_both(&mut out);
    floods_of_both(&mut out);
    instructions(&mut out);
    sizes(&mut out);
    out
}

fn statements_6502(out: &mut String) {
    out.push_str(
        "\n## Statements on the 6502\n\nThe peers' figures were counted on equivalent statements (T6: 256 entries, here of two \
         tables; T20: a rule of the same parts, without call and return there too), bytecode systems in the right half. T9 \
         scans 199 units of which half are on the side, four of those in the column and one in the hex, as far as the \
         peers' counts of operations tell of theirs; in T13, which no peer did, half of all are in the hex.\n\n\
         | | statement | cycles | bytes | by hand | Oscar64 -O2 | cc65 -Oirs | Oscar64 -bc | PLASMA | AcheronVM |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let scan = [false, true].map(hand_scan);
    for statement in statements::<rig6502::Rig>() {
        let mut peers = peers(&statement.mark).map(str::to_owned);
        if statement.mark == "T13" {
            peers[0] = scan[1].to_string();
        }
        let peers = peers.join(" | ");
        let Statement {
            mark,
            cycles,
            bytes,
            source,
        } = statement;
        let _ = writeln!(
            out,
            "| {mark} | `{source}` | {cycles} | {bytes} | {peers} |"
        );
    }
    let _ = writeln!(
        out,
        "\nBy hand on these very units (`tests/bench/hand.s`) T9 takes {}, T13 {}.",
        scan[0], scan[1]
    );
}

fn statements_68000(out: &mut String) {
    out.push_str(
        "\n## Statements on the 68000\n\nThe same bytecode; gcc -Os -m68000 on equivalent statements.\n\n\
         | | cycles | gcc -Os | ratio |\n| --- | --- | --- | --- |\n",
    );
    for Statement { mark, cycles, .. } in statements::<rig68000::Rig>() {
        let (gcc, ratio) = match gcc(&mark) {
            Some(gcc) => (
                gcc.to_string(),
                format!("{:.1}", cycles as f64 / gcc as f64),
            ),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let _ = writeln!(out, "| {mark} | {cycles} | {gcc} | {ratio} |");
    }
}

fn natives_of_both(out: &mut String) {
    out.push_str(
        "\n## Natives beside the same written by hand\n\nThe hand-written routines for the 6502 (`tests/bench/hand.s`) know \
         their addresses and constants; the native takes operands. Call and return are counted, passing arguments by hand is \
         not.\n\n| native | 6502 | by hand | ratio | 68000 |\n| --- | --- | --- | --- | --- |\n",
    );
    let there = natives::<rig68000::Rig>();
    for (here, there) in natives::<rig6502::Rig>().into_iter().zip(there) {
        let Native { what, cycles, hand } = here;
        let ratio = cycles as f64 / hand as f64;
        let _ = writeln!(
            out,
            "| {what} | {cycles} | {hand} | {ratio:.2} | {} |",
            there.cycles
        );
    }
}

fn floods_of_both(out: &mut String) {
    out.push_str(
        "\n## Flood fill\n\n24 points from the middle of a 31 x 32 map of random ground.\n\n\
         | on the | looks at | hexes taken | cycles | a neighbour |\n| --- | --- | --- | --- | --- |\n",
    );
    let both = [
        ("6502", floods::<rig6502::Rig>()),
        ("68000", floods::<rig68000::Rig>()),
    ];
    for (name, floods) in both {
        for flood in floods {
            let Flooded {
                what,
                hexes,
                cycles,
            } = flood;
            let neighbour = flood.per_neighbour();
            let _ = writeln!(
                out,
                "| {name} | {what} | {hexes} | {cycles} | {neighbour} |"
            );
        }
    }
}

/// Cycles of single instructions, fetch included, where they do not depend on data; a branch goes.
fn instructions(out: &mut String) {
    out.push_str(
        "\n## Single instructions\n\nFetch included; branches go. On V, field and layer operands that hold 0.\n\n\
         | instruction | 6502 | 68000 |\n| --- | --- | --- |\n",
    );
    for (op, operands) in SINGLE {
        let page = program_of(op, operands).page();
        let listing = Listing {
            instruction: decode(&page, 0).expect("good code"),
            page: &page,
        };
        let here = cycles_of::<rig6502::Rig>(op, operands);
        let there = cycles_of::<rig68000::Rig>(op, operands);
        let _ = writeln!(out, "| `{listing}` | {here} | {there} |");
    }
}

fn sizes(out: &mut String) {
    let mut code = Code::new();
    code.op(Op::Ret, &[]);
    let here = measure::<rig6502::Rig>(&code, Op::Ret, &[]).machine;
    let there = measure::<rig68000::Rig>(&code, Op::Ret, &[]).machine;
    let _ = writeln!(
        out,
        "\n## Size\n\nOn the 6502 handlers, natives and dispatch page take {} bytes, its variables {} bytes of zero page. On \
         the 68000 they take {} bytes.",
        here.machine_bytes, here.zero_page_bytes, there.machine_bytes
    );
}
