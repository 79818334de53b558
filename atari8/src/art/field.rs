//! The field of hexes below the name on the title page: ground and counters of the game.

use super::mapset::MapSet;
use super::sheets::Plan;
use hexfront_art::plan::Ground;

/// Cells of the field.
const COLUMNS: usize = 40;
const ROWS: usize = 10;
/// The scene, a letter a hex: `.` plain, `f` forest, `r` rough, `t` a town that counts; `1` and `2` units of the two sides.
const SCENE: [&[u8]; 6] = [
    b"..rr...ff..r.",
    b".1..ff.fff...",
    b"..1t.ff.2.2r.",
    b"r.1...f2.t...",
    b"rr..ff..2..ff",
    b".r.fff....fff",
];
/// Forest on the left of an edge and on its right, as the tables of edges have them.
const LEFT: usize = 8;
const RIGHT: usize = 4;

/// Codes of the field's characters, row by row.
pub fn cells(plan: &Plan, map: &MapSet) -> Vec<u8> {
    let mut cells = Vec::new();
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            cells.push(cell(plan, map, column, row));
        }
    }
    cells
}

/// The character of a cell, as the shell finds those of its map window.
fn cell(plan: &Plan, map: &MapSet, column: usize, row: usize) -> u8 {
    let (x, part) = (column / 3, column % 3);
    // Odd columns lie half a hex lower; a row of hexes is hidden above.
    let half = row + 2 - x % 2;
    let (y, lower) = (half / 2, half % 2 == 1);
    let here = letter(x, y);
    if part == 0 {
        // The hex to the left, of the upper half the upper one.
        let left = (y + x % 2 + usize::from(lower)).saturating_sub(1);
        let left = x.checked_sub(1).map_or(b'.', |x| letter(x, left));
        let forest = |letter, bit| if letter == b'f' { bit } else { 0 };
        let kind = forest(left, LEFT) + forest(here, RIGHT);
        return map.code(if lower { "edge_down" } else { "edge_up" }, kind);
    }
    if let b'1' | b'2' = here {
        let side = usize::from(here == b'2');
        let symbol = (x + y) % plan.kinds.len().max(1);
        let (label, place) = match (lower, part) {
            (false, 1) => ("top_l", 16 * side + 4),
            (false, _) => ("top_r", 16 * side + 4),
            (true, 1) => ("bottom_l", 2 * (plan.kinds.len() * side + symbol)),
            (true, _) => ("bottom_r", 2 * (plan.kinds.len() * side + symbol)),
        };
        return map.code(label, place);
    }
    let is = |wanted: fn(&Ground) -> bool| plan.grounds.iter().position(wanted);
    let ground = match here {
        b'f' => is(Ground::is_forest),
        b'r' => is(Ground::is_rough),
        b't' => is(Ground::is_town),
        _ => None,
    };
    let ground = ground.unwrap_or(usize::from(plan.clear()));
    match (lower, part) {
        (false, 1) => map.code("core_tl", 8 * ground),
        (false, _) => map.code("core_tr", 4 * ground),
        (true, 1) => map.code("core_bl", 4 * ground),
        (true, _) => map.code("core_br", 4 * ground),
    }
}

/// What stands on a hex of the scene; beyond its rim there is plain ground.
fn letter(x: usize, y: usize) -> u8 {
    let row = SCENE.get(y).copied().unwrap_or_default();
    row.get(x).copied().unwrap_or(b'.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::Sheets;
    use hexfront_isa::looks::Looks;

    #[test]
    fn a_field_has_its_cells_whatever_the_game_has_not() {
        let sheets = Sheets::default();
        for looks in [
            Looks::default(),
            Looks::default()
                .with("terrain", &["plain", "bog"])
                .with("symbol", &["elephant"]),
        ] {
            let plan = Plan::of(&looks, &sheets);
            let map = MapSet::build(&plan, &sheets).unwrap();
            let cells = cells(&plan, &map);
            assert_eq!(cells.len(), COLUMNS * ROWS);
            let kinds: std::collections::BTreeSet<u8> = cells.into_iter().collect();
            assert!(kinds.len() > 8 && kinds.len() < 120, "{}", kinds.len());
        }
    }
}
