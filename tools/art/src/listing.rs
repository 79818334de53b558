//! What is generated as assembly for every machine whose map is made of characters: tables as bytes under labels, and those that the
//! shared shell looks up by a game's values.

use crate::plan::{Ground, Plan};
use std::fmt::Write;

/// Eight places in the tables of the map each, row by row: road, river, bridge, blown bridge, owner dot, exit.
const PIECES: [&str; 6] = [
    "edge_up, core_tl, core_tr + 2, edge_down + 1, edge_down + 1, core_bl + 1, core_br, edge_up",
    "edge_up, core_tl + 1, core_tr + 1, edge_down + 2, edge_down, core_bl, core_br, edge_up",
    "edge_up, cross_tl, cross_tr, edge_down, edge_down, core_bl + 2, core_br, edge_up",
    "edge_up, cross_tl + 2, cross_tr + 2, edge_down, edge_down, core_bl + 2, core_br, edge_up",
    "edge_up, core_tl, core_tr, edge_down, edge_down, core_bl, core_br + 1, edge_up",
    "edge_up, core_tl, core_tr, edge_down, edge_down, core_bl, map_marks + 2, edge_up",
];

/// Tables of the map that the shared shell indexes, and how many entries each has.
pub fn lengths<Look>(plan: &Plan<Look>) -> Vec<(&'static str, usize)> {
    let grounds = plan.grounds.len() + 1;
    let tops = 2 * plan.sizes.len() * plan.travel.len() * 2;
    let bottoms = 2 * plan.kinds.len() * 2;
    let edges = 4 * plan.besides().count();
    vec![
        ("core_tl", 8 * grounds),
        ("core_tr", 4 * grounds),
        ("core_bl", 4 * grounds),
        ("core_br", 4 * grounds),
        ("cross_tl", 4),
        ("cross_tr", 4),
        ("map_marks", 3),
        ("edge_up", edges),
        ("edge_up_cross", 2),
        ("edge_up_rim", 3),
        ("edge_down", edges),
        ("edge_down_cross", 2),
        ("edge_down_rim", 3),
        ("top_l", tops),
        ("top_r", tops),
        ("bottom_l", bottoms),
        ("bottom_r", bottoms),
        ("arrow_l", 6),
        ("arrow_r", 6),
    ]
}

/// A table of bytes under an exported label.
pub fn table(out: &mut String, label: &str, bytes: &[u8]) {
    let _ = writeln!(out, ".export {label}\n{label}:");
    for row in bytes.chunks(16) {
        let row: Vec<String> = row.iter().map(|b| format!("${b:02X}")).collect();
        let _ = writeln!(out, "  .byte {}", row.join(", "));
    }
}

/// An exported number.
pub fn number(out: &mut String, label: &str, value: u8) {
    let _ = writeln!(out, "{label} = {value}\n.export {label}");
}

/// Values that routines ask for by name; one that the game has not is never met.
pub fn numbers<Look: Copy + PartialEq>(out: &mut String, plan: &Plan<Look>) {
    let [victory, exit] = plan.sites;
    for (label, value) in [
        ("terrain_town", plan.town),
        ("terrain_other", plan.grounds.len() as u8),
        ("site_victory", victory),
        ("site_exit", exit),
        ("kind_count", plan.kinds.len() as u8),
        ("ground_count", plan.grounds.len() as u8 + 1),
        ("ground_clear", plan.clear()),
        // Of what lies beside an edge, as it indexes the tables of edges.
        ("edge_bits", 4 * (plan.besides().count() as u8 - 1)),
    ] {
        number(out, label, value);
    }
}

/// Tables by the game's values: what a ground does to the edges beside it (forest, and what fills them, are index bits, towns show in bit 6), and the
/// pictures that `symbol` draws: grounds, a town that counts, then its other kinds.
pub fn tables<Look>(out: &mut String, plan: &Plan<Look>) {
    let edge = |forest: u8| {
        let bits = move |ground: &Ground| match ground {
            ground if ground.fills() => forest << 2,
            ground if ground.is_forest() => forest,
            ground if ground.is_town() => 0x40,
            _ => 0,
        };
        plan.grounds
            .iter()
            .map(bits)
            .chain([0x40])
            .collect::<Vec<u8>>()
    };
    table(out, "left_bits", &edge(8));
    table(out, "right_bits", &edge(4));
    let _ = writeln!(out, ".export symbol_pictures\nsymbol_pictures:");
    let (last, town) = (plan.grounds.len(), usize::from(plan.town));
    for (value, ground) in plan.grounds.iter().chain([&Ground::town()]).enumerate() {
        // In the tables of the map the towns that count stand where the towns have their value.
        let number = match value {
            value if value == town => last,
            value if value == last && town < last => town,
            value => value,
        };
        let [left, right] = match ground {
            ground if ground.fills() => [16, 32],
            ground if ground.is_forest() => [4, 8],
            ground if ground.is_town() => [3, 3],
            _ => [0, 0],
        };
        let (eight, four) = (8 * number, 4 * number);
        let _ = writeln!(
            out,
            "  .addr edge_up + {left}, core_tl + {eight}, core_tr + {four}, edge_down + {right}\n  \
             .addr edge_down + {left}, core_bl + {four}, core_br + {four}, edge_up + {right}"
        );
    }
    for piece in PIECES {
        let _ = writeln!(out, "  .addr {piece}");
    }
}
