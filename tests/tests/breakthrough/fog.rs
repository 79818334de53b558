//! No computer player reads what its side cannot see. Of an enemy unit a side knows the hex, name, type, size, mode and
//! rough strength. Everything else of the other side is changed before a phase of a computer player; what he orders and
//! all that is his must then be equal, to the byte.

use hexfront::games::{self, Game};
use hexfront_tests::fog::{self, Secrets, State, Stretch};

const GAME: &str = "breakthrough-in-the-ardennes";
/// Where the computer players are called.
const CALLS: [Stretch; 3] = [
    Stretch::call("air.rules", "computer_air(s)"),
    Stretch::call("organization.rules", "computer_organization(s)"),
    Stretch::call("sequence.rules", "computer_operation(s)"),
];
/// After this turn a demonstration is over.
const LAST_TURN: u8 = 7;

/// The game with marks around the computer players. With a `leak`, a number that hangs on an enemy unit `e`, a side's own
/// air points grow by it as its computer player begins.
fn marked(leak: Option<&str>) -> Game {
    let planted = leak.map(|leak| {
        vec![
            "for each unit e where e.side is not SIDE".to_owned(),
            format!("  air_points[SIDE] = (air_points[SIDE] + {leak}) mod 21"),
        ]
    });
    let game = games::find(GAME).unwrap();
    fog::marked(game, &CALLS, &planted.unwrap_or_default())
}

/// What is hidden of a unit on the map, with the greatest value that it can have. Those off the map are hidden whole.
const HIDDEN: [(&str, u8, u8); 12] = [
    ("unit.efficiency", 40, 100),
    ("unit.fort", 0, 5),
    ("unit.supply", 0, 2),
    ("unit.artillery", 0, 99),
    ("unit.points", 0, 63),
    ("unit.interdicted", 0, 60),
    ("unit.moved", 0, 1),
    ("unit.advance", 0, 1),
    ("unit.damage", 0, 3),
    ("unit.tried_bridge", 0, 1),
    ("unit.attack", 0, 6),
    ("unit.order", 0, 70),
];
const OFF_MAP: [(&str, u8, u8); 5] = [
    ("unit.combat", 0, 255),
    ("unit.mode", 0, 1),
    ("unit.arm", 0, 5),
    ("unit.size", 0, 2),
    ("unit.stack", 1, 3),
];
/// Values of `unit_fate` of who is not on the map, nor within a unit that is.
const FATES: [u8; 4] = [0, 5, 6, 7];
const WITHIN: u8 = 4;
const DIVISION: u8 = 3;
/// What a side has in hand, by side.
const IN_HAND: [&str; 4] = [
    "air_points",
    "infantry_points",
    "armour_points",
    "interdiction",
];
/// Pools of the American are those before this one; the first is nobody's.
const FIRST_GERMAN_POOL: usize = 7;
const POOLS: usize = 14;
const EXITS: usize = 11;
const BRIDGES: usize = 46;

/// Visits all hidden facts of a side: each is changed by `change(bytes, low, high)`.
fn visit_hidden(
    state: &mut State,
    sides: &[usize],
    enemy: usize,
    mut change: impl FnMut(&mut [u8], u8, u8),
) {
    for unit in (0..sides.len()).filter(|&unit| sides[unit] == enemy) {
        for (field, low, high) in HIDDEN {
            change(state.element(field, unit), low, high);
        }
        if on_map(state, unit) {
            let combat = state.value("unit.combat", unit);
            let rough = (u16::from(combat) + 5) / 10 * 10;
            let (low, high) = (rough.saturating_sub(5).max(1), (rough + 4).min(255));
            change(state.element("unit.combat", unit), low as u8, high as u8);
            if state.value("unit.size", unit) == DIVISION {
                change(state.element("unit.stack", unit), 2, 3);
            }
        } else {
            for (field, low, high) in OFF_MAP {
                change(state.element(field, unit), low, high);
            }
            if state.value("unit.fate", unit) != WITHIN {
                let mut fate = [0];
                change(&mut fate, 0, FATES.len() as u8 - 1);
                state.element("unit.fate", unit)[0] = FATES[usize::from(fate[0])];
            }
        }
    }
    for field in IN_HAND {
        change(state.element(field, enemy), 0, 20);
    }
    for pool in 1..POOLS {
        if usize::from(pool >= FIRST_GERMAN_POOL) == enemy {
            change(state.element("pool", pool), 0, 255);
        }
    }
    if enemy == 1 {
        for exit in 0..EXITS {
            change(state.element("exit_site.points", exit), 0, 255);
        }
        for bridge in 0..BRIDGES {
            change(state.element("bridge_site.crossings", bridge), 0, 99);
        }
    }
}

fn on_map(state: &State, unit: usize) -> bool {
    state.word("unit.at", unit) < 1024
}

/// The side of each unit: 0 American, 1 German.
struct Hidden(Vec<usize>);

impl Secrets for Hidden {
    fn change(
        &self,
        state: &mut State,
        _: &State,
        enemy: usize,
        draw: &mut dyn FnMut(u8, u8) -> u8,
    ) {
        visit_hidden(state, &self.0, enemy, |bytes, low, high| {
            bytes[0] = draw(low, high);
        });
    }

    fn cover(&self, state: &mut State, _: &State, enemy: usize) {
        visit_hidden(state, &self.0, enemy, |bytes, _, _| bytes.fill(0));
    }
}

/// Plays a demonstration of the game with its phases again.
fn phases_with_other_facts(game: &Game, keys: &str) -> Result<u32, String> {
    let hidden = Hidden(fog::sides(game, ["american", "german"]));
    fog::play(game, keys.as_bytes(), LAST_TURN, &hidden)
}

/// Plays a demonstration of the game as it is.
fn play(keys: &str) -> Result<u32, String> {
    phases_with_other_facts(&marked(None), keys)
}

/// Air and organization of both, less the Americans' organization of turn 1, and two operation phases each.
const TWELVE_DAYS: u32 = 11 * 2 + 11 + 12 + 12 * 4;

#[test]
fn computer_players_know_what_their_side_sees() {
    assert_eq!(play("N3HD37\r"), Ok(TWELVE_DAYS));
}

#[test]
fn computer_players_know_what_their_side_sees_in_a_free_game() {
    assert_eq!(play("N4ND3500\r"), Ok(TWELVE_DAYS));
}

#[test]
fn computer_players_know_what_their_side_sees_in_the_last_week() {
    assert_eq!(play("N2HD211\r"), Ok(7 * 8));
}

/// A computer player that looked at any one of the hidden facts would be found out.
#[test]
fn each_leak_is_found() {
    for leak in [
        "e.combat mod 10",
        "e.efficiency",
        "e.fort",
        "as_number(e.supply)",
        "e.artillery",
        "e.points",
        "e.interdicted",
        "as_number(e.moved)",
        "as_number(e.advance)",
        "as_number(e.damage)",
        "as_number(e.tried_bridge)",
        "e.attack",
        "e.order",
        "as_number(e.fate)",
        "e.stack",
        "air_points[e.side]",
        "infantry_points[e.side]",
        "armour_points[e.side]",
        "interdiction[e.side]",
        "pool[corps_of(e)]",
        "(1 if e.at is none and e.mode is travel else 0)",
    ] {
        let found = phases_with_other_facts(&marked(Some(leak)), "N3HD27\r");
        assert!(found.is_err(), "{leak}");
    }
}
