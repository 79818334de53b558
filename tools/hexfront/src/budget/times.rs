//! How long a game lets its player wait, from what was seen between rules and shell.

use crate::observe::{Seen, Sighting};
use hexfront_isa::ShellCall;

/// Bytes of the machine's memory that are looked at with everything that is seen, in this order.
pub const PROBES: [&str; 5] = ["view_phase", "page_now", "map_shown", "win_x", "win_y"];
const PHASE: usize = 0;
const PAGE: usize = 1;
const MAP_SHOWN: usize = 2;
const ORIGIN: [usize; 2] = [3, 4];

/// What the answer to a key took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Cycles from the key to the next wait for one, without pauses that the game makes on purpose and without the disk.
    pub cycles: u64,
    /// Whether the phase is another one afterwards: the computer's turns come so, and what is worked out between phases.
    pub ended_phase: bool,
}

/// The answer to a key; `None` if the game did not wait for another one.
pub fn answer(seen: &[Sighting]) -> Option<Answer> {
    let key = |s: &&Sighting| matches!(s.what, Seen::Answered(ShellCall::Event, _));
    let wait = |s: &&Sighting| s.what == Seen::Called(ShellCall::Event);
    let first = seen.iter().find(key)?;
    let last = seen.iter().rev().find(wait)?;
    let apart: u64 = calls(seen)
        .filter(|(call, ..)| matches!(call, ShellCall::Delay | ShellCall::Save | ShellCall::Load))
        .map(|(_, from, to)| to.cycle - from.cycle)
        .sum();
    Some(Answer {
        cycles: (last.cycle - first.cycle).saturating_sub(apart),
        ended_phase: first.probes.get(PHASE) != last.probes.get(PHASE),
    })
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

    fn at(cycle: u64, what: Seen, probes: [u8; 5]) -> Sighting {
        Sighting {
            cycle,
            what,
            probes: probes.to_vec(),
        }
    }

    #[test]
    fn pauses_and_disk_do_not_count_as_an_answer() {
        let still = [1, 0, 1, 5, 5];
        let seen = [
            at(100, Seen::Answered(ShellCall::Event, 65), still),
            at(150, Seen::Called(ShellCall::Delay), still),
            at(950, Seen::Answered(ShellCall::Delay, 0), still),
            at(1000, Seen::Called(ShellCall::Event), [2, 0, 1, 5, 5]),
        ];
        let wanted = Answer {
            cycles: 100,
            ended_phase: true,
        };
        assert_eq!(answer(&seen), Some(wanted));
        assert_eq!(answer(&seen[..3]), None);
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
        assert_eq!(call([1, 0, 1, 5, 5], [1, 0, 1, 5, 6]), [40]);
        assert_eq!(call([1, 0, 1, 5, 5], [1, 0, 1, 5, 5]), []);
        assert_eq!(call([1, 0, 1, 5, 5], [1, 0, 1, 6, 6]), []);
        assert_eq!(call([1, 0, 1, 5, 5], [1, 0, 1, 5, 7]), []);
        assert_eq!(call([1, 1, 1, 5, 5], [1, 0, 1, 5, 6]), []);
        assert_eq!(call([1, 0, 0, 5, 5], [1, 0, 1, 5, 6]), []);
    }
}
