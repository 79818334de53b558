//! No computer player of Blitzkrieg reads what its side cannot see: where the enemy's hidden units are, how strong the others
//! really are, how long they have been isolated, what they have done. All this is changed before a computer player gives his
//! orders; they must then be equal, to the byte. Where a side met a hidden unit on its way, it knows him from then on: there
//! the hidden units stay where they are.

use hexfront::games::{self, Game};
use hexfront_tests::fog::{self, Secrets, State, Stretch};

const GAME: &str = "blitzkrieg-at-the-ardennes";
/// Orders, from bridges and dumps to the engagements and the targets of artillery; arrivals; protective fire.
const STRETCHES: [Stretch; 3] = [
    Stretch {
        first: ("computer/turn.rules", "computer_works(s)"),
        last: ("computer/turn.rules", "computer_guns(s)"),
        side: "s",
    },
    Stretch {
        first: ("sequence.rules", "computer_arrivals(active)"),
        last: ("sequence.rules", "computer_arrivals(active)"),
        side: "active",
    },
    Stretch {
        first: ("sequence.rules", "computer_protection()"),
        last: ("sequence.rules", "computer_protection()"),
        side: "allied",
    },
];
const LAST_TURN: u8 = 32;

/// Both players the computer, no infiltrators: those are met without being seen.
fn keys() -> Vec<u8> {
    const RIGHT: u8 = 129;
    const DOWN: u8 = 130;
    const LEFT: u8 = 131;
    let mut keys = vec![b' ', RIGHT];
    keys.extend([DOWN; 10]);
    keys.extend([LEFT; 6]);
    keys.push(b'O');
    keys
}

/// The game with marks. With a `leak`, a number that hangs on an enemy unit `e`, the rockets grow by it.
fn marked(leak: Option<&str>) -> Game {
    let planted = leak.map(|leak| {
        vec![
            "for each unit e where e.side is not SIDE".to_owned(),
            format!("  rockets = (rockets + {leak}) mod 21"),
        ]
    });
    let game = games::find(GAME).unwrap();
    fog::marked(game, &STRETCHES, &planted.unwrap_or_default())
}

/// Values of the rules' enums.
const WAITING: u8 = 0;
const DESTROYED: u8 = 3;
/// `none` in a hex.
const NOWHERE: u16 = 0x7FFF;
const COLUMNS: u16 = 50;
/// Strengths, and what hangs on chance, of a unit.
const STRENGTHS: u8 = 30;

/// What a unit shows of its strength where the uncertainty is so many per cent (`shown_strength` of the rules).
fn shown(strength: u8, blur: u8, uncertainty: u32) -> u32 {
    let percent = 100 - uncertainty + u32::from(blur) * (2 * uncertainty + 1) / 256;
    ((u32::from(strength) * percent + 50) / 100).max(1)
}

/// What nobody tells of a unit, and the greatest value: for how long it has been isolated, what it has done.
const DEEDS: [(&str, u8); 5] = [
    ("unit.isolation", 3),
    ("unit.task", 4),
    ("unit.came", 32),
    ("unit.landed", 32),
    ("unit.shot", 250),
];

struct Hidden {
    /// Of each unit: 0 German, 1 Allied.
    sides: Vec<usize>,
    /// Kinds of terrain, `[row][column]`.
    ground: Vec<Vec<u8>>,
}

impl Hidden {
    fn of(game: &Game) -> Self {
        let map = fog::text(game, "map.txt");
        let (_, section) = map.split_once("[rows terrain]").expect("a map");
        let (_, rows) = section.split_once("\n\n").expect("rows behind the legend");
        let kind = |letter| b".fmCS".iter().position(|known| *known == letter);
        Self {
            sides: fog::sides(game, ["german", "allied"]),
            ground: rows
                .lines()
                .take_while(|line| !line.is_empty())
                .map(|line| {
                    line.bytes()
                        .map(|b| kind(b).expect("a kind") as u8)
                        .collect()
                })
                .collect(),
        }
    }

    fn units(&self, side: usize) -> impl Iterator<Item = usize> {
        (0..self.sides.len()).filter(move |unit| self.sides[*unit] == side)
    }

    /// Another strength that looks the same, near and far.
    fn disguise(&self, state: &mut State, unit: usize, draw: &mut dyn FnMut(u8, u8) -> u8) {
        let at = usize::from(state.word("unit.at", unit));
        let ground = self.ground[at & 63][at >> 6];
        let far = u32::from(state.value("uncertainty", usize::from(ground)));
        let (strength, blur) = (
            state.value("unit.strength", unit),
            state.value("unit.blur", unit),
        );
        let look = |strength, blur| (shown(strength, blur, far), shown(strength, blur, far / 2));
        let all = (1..=STRENGTHS).flat_map(|s| (0..=255).map(move |b| (s, b)));
        let like: Vec<_> = all
            .filter(|&(s, b)| look(s, b) == look(strength, blur))
            .collect();
        let chosen = usize::from(draw(0, 255)) * like.len() / 256;
        let (strength, blur) = like[chosen];
        state.element("unit.strength", unit)[0] = strength;
        state.element("unit.blur", unit)[0] = blur;
    }
}

fn on_map(state: &State, unit: usize) -> bool {
    state.word("unit.at", unit) >> 6 < COLUMNS
}

fn seen(state: &State, unit: usize) -> bool {
    on_map(state, unit) && state.value("unit.seen", unit) == 1
}

impl Secrets for Hidden {
    fn change(
        &self,
        state: &mut State,
        end: &State,
        enemy: usize,
        draw: &mut dyn FnMut(u8, u8) -> u8,
    ) {
        let found = |state: &State, unit| seen(end, unit) && !seen(state, unit);
        let halted = |unit| end.value("unit.halted", unit) == 1;
        let met =
            self.units(enemy).any(|unit| found(state, unit)) || self.units(1 - enemy).any(halted);
        for unit in self.units(enemy) {
            if found(state, unit) {
                continue;
            }
            if seen(state, unit) {
                self.disguise(state, unit, draw);
            } else {
                state.element("unit.strength", unit)[0] = draw(1, STRENGTHS);
                state.element("unit.blur", unit)[0] = draw(0, 255);
                if !met {
                    let nowhere = NOWHERE.to_le_bytes();
                    state.element("unit.at", unit).copy_from_slice(&nowhere);
                }
                if !on_map(state, unit) {
                    let fate = [WAITING, DESTROYED][usize::from(draw(0, 1))];
                    state.element("unit.fate", unit)[0] = fate;
                }
            }
            for (field, most) in DEEDS {
                state.element(field, unit)[0] = draw(0, most);
            }
        }
    }

    fn cover(&self, state: &mut State, start: &State, enemy: usize) {
        for unit in self.units(enemy) {
            state.element("unit.strength", unit).fill(0);
            state.element("unit.blur", unit).fill(0);
            for (field, _) in DEEDS {
                state.element(field, unit).fill(0);
            }
            if !seen(start, unit) && !seen(state, unit) {
                for field in ["unit.at", "unit.fate", "unit.seen"] {
                    state.element(field, unit).fill(0);
                }
            }
        }
    }
}

fn play(leak: Option<&str>) -> Result<u32, String> {
    let game = marked(leak);
    fog::play(&game, &keys(), LAST_TURN, &Hidden::of(&game))
}

/// Orders of both sides in 32 turns, protective fire in as many, and arrivals on at least ten days.
const STRETCHES_AT_LEAST: u32 = 32 * 2 + 32 + 10;

#[test]
fn computer_players_know_what_their_side_sees() {
    let stretches = play(None).unwrap();
    assert!(stretches >= STRETCHES_AT_LEAST, "{stretches}");
}

/// A computer player that looked at any one of the hidden facts would be found out.
#[test]
fn each_leak_is_found() {
    for leak in [
        "e.strength",
        "e.isolation",
        "e.blur mod 7",
        "e.came",
        "e.landed",
        "e.shot",
        "as_number(e.task)",
        "as_number(e.fate)",
        "(1 if e.at is not none and not e.seen else 0)",
        "(0 if e.at is none else column(e.at))",
    ] {
        assert!(play(Some(leak)).is_err(), "{leak}");
    }
}
