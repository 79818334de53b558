//! How long a game lets its player wait, from what was seen between rules and shell.

use crate::observe::{Seen, Sighting};
use crate::targets::TargetRef;
use hexfront_isa::ShellCall;

/// Bytes of the machine's memory that are looked at with everything that is seen, in this order. The window's place is one of them
/// where scrolling is a call of the rules.
pub fn probes(target: TargetRef) -> Vec<&'static str> {
    let always = ["view_phase", "page_now", "map_shown", "view_turn"];
    let window = target.window_origin().into_iter().flatten();
    always.into_iter().chain(window).collect()
}
const PHASE: usize = 0;
const PAGE: usize = 1;
const MAP_SHOWN: usize = 2;
const TURN: usize = 3;
const ORIGIN: [usize; 2] = [4, 5];

/// What the answer to a key took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Cycles from the key to the next wait for one, without pauses that the game makes on purpose and without the disk.
    pub cycles: u64,
    /// The phase when the key was taken, by its number.
    pub phase: u8,
    /// Whether the phase is another one afterwards: the computer's turns come so, and what is worked out between phases.
    pub ended_phase: bool,
}

/// The answer to a key; `None` if the game did not wait for another one.
pub fn answer(seen: &[Sighting]) -> Option<Answer> {
    let first = seen.iter().position(is_key)?;
    let last = seen.iter().rposition(is_wait)?;
    let seen = seen.get(first..=last)?;
    Some(Answer {
        cycles: worked(seen),
        phase: probe(&seen[0], PHASE),
        ended_phase: probe(&seen[0], PHASE) != probe(seen.last()?, PHASE),
    })
}

/// A phase, or what of it was played without a key being asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// Its turn.
    pub turn: u8,
    /// Its number.
    pub phase: u8,
    /// Cycles as [`Answer::cycles`] counts them.
    pub cycles: u64,
    /// Cycles of parts of the game that came from the disk.
    pub loaded: u64,
}

/// The phases between a key and the next wait for one, or the program's end. A phase begins with the first call of the shell
/// in it.
pub fn phases(seen: &[Sighting]) -> Vec<Phase> {
    let first = seen.iter().position(is_key).unwrap_or(seen.len());
    let ends = |s: &Sighting| is_wait(s) || matches!(s.what, Seen::Left { .. });
    let last = seen.iter().rposition(ends).unwrap_or(first);
    let mut rest = seen.get(first..=last).unwrap_or(&[]);
    let mut phases = Vec::new();
    while let Some(begin) = rest.first() {
        let when = |s: &Sighting| [TURN, PHASE].map(|which| probe(s, which));
        let same = |s: &Sighting| when(s) == when(begin);
        let count = rest.iter().take_while(|s| same(s)).count();
        // Its last piece of work ends with the next phase's first call.
        let whole = &rest[..rest.len().min(count + 1)];
        let [turn, phase] = when(begin);
        phases.push(Phase {
            turn,
            phase,
            cycles: worked(whole),
            loaded: parts(whole).sum(),
        });
        rest = &rest[count..];
    }
    phases
}

/// How long parts of the game took to come from the disk in one go: the turn and the phase in which that began, and cycles. What the game
/// does between two of them makes no end of a wait if it is shorter than `pause`.
pub fn waits(seen: &[Sighting], pause: u64) -> Vec<Phase> {
    let mut waits: Vec<(u64, Phase)> = Vec::new();
    for (_, from, to) in calls(seen).filter(|(call, ..)| *call == ShellCall::Part) {
        let loaded = to.cycle - from.cycle;
        match waits.last_mut() {
            Some((end, wait)) if from.cycle - *end < pause => {
                wait.loaded += loaded;
                *end = to.cycle;
            }
            _ => {
                let wait = Phase {
                    turn: probe(from, TURN),
                    phase: probe(from, PHASE),
                    cycles: 0,
                    loaded,
                };
                waits.push((to.cycle, wait));
            }
        }
    }
    waits.into_iter().map(|(_, wait)| wait).collect()
}

/// Phases gathered into the turns of players, where both sides have phases of the same numbers: a turn ends where the numbers begin
/// anew. A turn has the number of its longest phase.
pub fn player_turns(phases: &[Phase]) -> Vec<Phase> {
    let turns = phases.chunk_by(|a, b| a.phase < b.phase);
    turns
        .filter_map(|turn| {
            let longest = turn.iter().max_by_key(|phase| phase.cycles)?;
            Some(Phase {
                cycles: turn.iter().map(|phase| phase.cycles).sum(),
                loaded: turn.iter().map(|phase| phase.loaded).sum(),
                ..*longest
            })
        })
        .collect()
}

/// Whether a whole turn and more went by without a key: then nobody plays but the computer, and waits for nothing.
pub fn is_unattended(seen: &[Sighting]) -> bool {
    let turns = seen.iter().filter(|s| matches!(s.what, Seen::Turn { .. }));
    turns.count() > 1
}

fn is_key(s: &Sighting) -> bool {
    matches!(s.what, Seen::Answered(ShellCall::Event, _))
}

fn is_wait(s: &Sighting) -> bool {
    s.what == Seen::Called(ShellCall::Event)
}

fn probe(s: &Sighting, which: usize) -> u8 {
    s.probes.get(which).copied().unwrap_or(0)
}

/// Cycles from the first to the last that was seen, but for pauses that the game makes on purpose, and for the disk.
fn worked(seen: &[Sighting]) -> u64 {
    let [first, .., last] = seen else {
        return 0;
    };
    let apart: u64 = calls(seen)
        .filter(|(call, ..)| {
            matches!(
                call,
                ShellCall::Delay
                    | ShellCall::Save
                    | ShellCall::Load
                    | ShellCall::Look
                    | ShellCall::Part
            )
        })
        .map(|(_, from, to)| to.cycle - from.cycle)
        .sum();
    (last.cycle - first.cycle).saturating_sub(apart)
}

/// Cycles that the longest part of the game took to come from the disk.
pub fn loading(seen: &[Sighting]) -> Option<u64> {
    parts(seen).max()
}

/// Cycles of each call for a part of the game.
fn parts(seen: &[Sighting]) -> impl Iterator<Item = u64> {
    calls(seen)
        .filter(|(call, ..)| *call == ShellCall::Part)
        .map(|(_, from, to)| to.cycle - from.cycle)
}

/// Cycles of every scroll of the map by one hex along one axis.
pub fn scrolls(seen: &[Sighting]) -> impl Iterator<Item = u64> {
    calls(seen).filter_map(|(call, from, to)| {
        let (before, after) = (from.probes.as_slice(), to.probes.as_slice());
        let steps = ORIGIN.map(|i| Some(before.get(i)?.abs_diff(*after.get(i)?)));
        let stays = before.get(PAGE) == after.get(PAGE) && before.get(MAP_SHOWN) == Some(&1);
        let by_one = matches!(steps, [Some(1), Some(0)] | [Some(0), Some(1)]);
        (call == ShellCall::Map && stays && by_one).then(|| to.cycle - from.cycle)
    })
}

/// Calls and their answers.
fn calls(seen: &[Sighting]) -> impl Iterator<Item = (ShellCall, &Sighting, &Sighting)> {
    seen.iter().enumerate().filter_map(|(i, from)| {
        let Seen::Called(call) = from.what else {
            return None;
        };
        let answers = |s: &&Sighting| matches!(s.what, Seen::Answered(of, _) if of == call);
        Some((call, from, seen[i..].iter().find(answers)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(cycle: u64, what: Seen, probes: [u8; 6]) -> Sighting {
        Sighting {
            cycle,
            what,
            probes: probes.to_vec(),
        }
    }

    const KEY: Seen = Seen::Answered(ShellCall::Event, 65);
    const WAIT: Seen = Seen::Called(ShellCall::Event);

    #[test]
    fn pauses_and_disk_do_not_count_as_an_answer() {
        let still = [1, 0, 1, 1, 5, 5];
        let seen = [
            at(100, KEY, still),
            at(150, Seen::Called(ShellCall::Delay), still),
            at(950, Seen::Answered(ShellCall::Delay, 0), still),
            at(960, Seen::Called(ShellCall::Part), still),
            at(7960, Seen::Answered(ShellCall::Part, 0), still),
            at(8010, WAIT, [2, 0, 1, 1, 5, 5]),
        ];
        let wanted = Answer {
            cycles: 110,
            phase: 1,
            ended_phase: true,
        };
        assert_eq!(answer(&seen), Some(wanted));
        assert_eq!(answer(&seen[..5]), None);
        assert_eq!(loading(&seen), Some(7000));
        assert_eq!(loading(&seen[..4]), None);
    }

    #[test]
    fn a_game_that_plays_itself_is_timed_by_phases() {
        let in_phase = |turn, phase| [phase, 0, 1, turn, 5, 5];
        let turn = |turn| Seen::Turn {
            turn,
            image: Vec::new(),
        };
        let seen = [
            at(100, KEY, in_phase(1, 11)),
            at(250, turn(2), in_phase(2, 0)),
            at(250, Seen::Called(ShellCall::Delay), in_phase(2, 0)),
            at(300, Seen::Answered(ShellCall::Delay, 0), in_phase(2, 0)),
            at(310, Seen::Called(ShellCall::Part), in_phase(2, 0)),
            at(350, Seen::Answered(ShellCall::Part, 0), in_phase(2, 0)),
            at(380, Seen::Called(ShellCall::Page), in_phase(2, 1)),
            at(390, Seen::Answered(ShellCall::Page, 0), in_phase(2, 1)),
            at(400, turn(3), in_phase(3, 1)),
            at(420, WAIT, in_phase(3, 1)),
            at(999, Seen::Called(ShellCall::Page), in_phase(3, 1)),
        ];
        let wanted = [
            (1, 11, 150, 0),
            (2, 0, 40, 40),
            (2, 1, 20, 0),
            (3, 1, 20, 0),
        ];
        let found: Vec<_> = phases(&seen)
            .iter()
            .map(|p| (p.turn, p.phase, p.cycles, p.loaded))
            .collect();
        assert_eq!(found, wanted);
        assert!(is_unattended(&seen) && !is_unattended(&seen[..8]));
        assert_eq!(phases(&seen[1..4]), []);
    }

    #[test]
    fn parts_that_come_one_after_the_other_are_one_wait() {
        let still = [3, 0, 1, 2, 5, 5];
        let part = |from, to| {
            let begin = at(from, Seen::Called(ShellCall::Part), still);
            [begin, at(to, Seen::Answered(ShellCall::Part, 0), still)]
        };
        let seen = [part(100, 200), part(209, 300), part(310, 311)].concat();
        let waited: Vec<_> = waits(&seen, 10)
            .iter()
            .map(|w| (w.turn, w.phase, w.loaded))
            .collect();
        assert_eq!(waited, [(2, 3, 191), (2, 3, 1)]);
    }

    #[test]
    fn a_players_turn_ends_where_the_phases_begin_anew() {
        let phase = |turn, phase, cycles| Phase {
            turn,
            phase,
            cycles,
            loaded: cycles * 2,
        };
        let played = [
            phase(1, 3, 10),
            phase(1, 4, 5),
            phase(1, 3, 7),
            phase(1, 4, 8),
            phase(1, 5, 1),
            phase(2, 1, 2),
        ];
        let turns = player_turns(&played);
        assert_eq!(turns, [phase(1, 3, 15), phase(1, 4, 16), phase(2, 1, 2)]);
    }

    #[test]
    fn only_steps_of_one_hex_on_a_map_that_stays_are_scrolls() {
        let call = |from, to| {
            let seen = [
                at(0, Seen::Called(ShellCall::Map), from),
                at(40, Seen::Answered(ShellCall::Map, 0), to),
            ];
            scrolls(&seen).collect::<Vec<_>>()
        };
        let now = |page, map_shown, x, y| [1, page, map_shown, 1, x, y];
        assert_eq!(call(now(0, 1, 5, 5), now(0, 1, 5, 6)), [40]);
        assert_eq!(call(now(0, 1, 5, 5), now(0, 1, 5, 5)), []);
        assert_eq!(call(now(0, 1, 5, 5), now(0, 1, 6, 6)), []);
        assert_eq!(call(now(0, 1, 5, 5), now(0, 1, 5, 7)), []);
        assert_eq!(call(now(1, 1, 5, 5), now(0, 1, 5, 6)), []);
        assert_eq!(call(now(0, 0, 5, 5), now(0, 1, 5, 6)), []);
    }
}
