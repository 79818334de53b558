//! What passes between the rules machine and the shell of a running game, seen from outside: the same list on the
//! reference VM and on an emulated machine.
//!
//! On a machine it is an instrument: the run pauses where the assembly VM calls its shell (`shell_called`), has its answer
//! (`shell_answered`) and ends (`vm_leave`). The machine is only looked at, and runs as it would without.

use crate::session::Symbols;
use crate::state_map::StateMap;
use hexfront_isa::ShellCall;
use hexfront_isa::contract::save;
use hexfront_platforms::machine::{Bank, Machine, Stops};
use hexfront_vm::image::Crc32;

/// Statuses of `load` that bring a game: done, and done but the newer slot was damaged.
pub const LOADED: [u16; 2] = [save::DONE, save::OLDER];

/// What `vm_trap` holds when the program ended by itself.
const NO_TRAP: u8 = 255;

/// Something seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The view role `turn` has another value than at the call before.
    Turn {
        /// The new value.
        turn: u8,
        /// The state image now.
        image: Vec<u8>,
    },
    /// The rules call the shell. Text is not reported: its calls are `char` and `ink`.
    Called(ShellCall),
    /// The shell has answered.
    Answered(ShellCall, u16),
    /// A saved game was loaded: the state image it brought.
    Loaded(Vec<u8>),
    /// The program ended, or was stopped by a fault.
    Left {
        /// The fault's number.
        trap: Option<u8>,
        /// The state image at the end.
        image: Vec<u8>,
    },
}

/// When something was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Cycles since power-on; 0 on the reference VM, which has no clock.
    pub cycle: u64,
    /// What.
    pub what: Seen,
    /// The bytes at the watch's probes then; none on the reference VM.
    pub probes: Vec<u8>,
}

/// The check sum by which states are compared.
pub fn hash(image: &[u8]) -> u32 {
    Crc32::of(image)
}

/// Makes sightings of calls and answers; one for every execution of a game.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    pending: Option<ShellCall>,
    turn: Option<u8>,
    over: bool,
    sightings: Vec<Sighting>,
}

impl Journal {
    /// A journal of a game that waits for its first key.
    pub fn at_first_key(turn: u8) -> Self {
        Self {
            pending: Some(ShellCall::Event),
            turn: Some(turn),
            ..Self::default()
        }
    }

    /// A call of the shell begins. A call that is seen again before its answer came is the same one.
    pub fn called(
        &mut self,
        cycle: u64,
        call: ShellCall,
        turn: u8,
        image: impl FnOnce() -> Vec<u8>,
    ) {
        if self.pending.is_some() || matches!(call, ShellCall::Char | ShellCall::Ink) {
            return;
        }
        self.over = false;
        if self.turn.replace(turn).is_some_and(|last| last != turn) {
            let image = image();
            self.see(cycle, Seen::Turn { turn, image });
        }
        self.pending = Some(call);
        self.see(cycle, Seen::Called(call));
    }

    /// The call has its answer.
    pub fn answered(&mut self, cycle: u64, value: u16, image: impl FnOnce() -> Vec<u8>) {
        let Some(call) = self.pending.take() else {
            return;
        };
        self.see(cycle, Seen::Answered(call, value));
        if call == ShellCall::Load && LOADED.contains(&value) {
            self.see(cycle, Seen::Loaded(image()));
        }
    }

    /// The program has ended. An end that is seen twice is the same one.
    pub fn left(&mut self, cycle: u64, trap: Option<u8>, image: Vec<u8>) {
        if std::mem::replace(&mut self.over, true) {
            return;
        }
        self.turn = None;
        self.pending = None;
        self.see(cycle, Seen::Left { trap, image });
    }

    /// Whether the game waits for a key.
    pub fn waits(&self) -> bool {
        self.pending == Some(ShellCall::Event)
    }

    /// How much was seen since the last time.
    pub fn seen(&self) -> usize {
        self.sightings.len()
    }

    /// What was seen since the last time.
    pub fn take(&mut self) -> Vec<Sighting> {
        std::mem::take(&mut self.sightings)
    }

    fn see(&mut self, cycle: u64, what: Seen) {
        self.sightings.push(Sighting {
            cycle,
            what,
            probes: Vec::new(),
        });
    }
}

/// The instrument on an emulated machine.
#[derive(Clone)]
pub struct ShellWatch {
    /// What was seen.
    pub journal: Journal,
    stops: Stops,
    called: u32,
    answered: u32,
    left: u32,
    trap: u32,
    turn: u32,
    state_map: StateMap,
    probes: Vec<u32>,
}

impl ShellWatch {
    /// Watches a game that waits for its first key; `None` for a program without our symbols.
    pub fn at_first_menu(machine: &dyn Machine, symbols: &Symbols) -> Option<Self> {
        let address = |name| symbols.get(name).copied();
        let called = address("shell_called")?;
        let answered = address("shell_answered")?;
        let left = address("vm_leave")?;
        let turn = address("view_turn")?;
        Some(Self {
            journal: Journal::at_first_key(machine.peek(Bank::Ram, turn)),
            stops: Stops::at([called, answered, left]),
            called,
            answered,
            left,
            trap: address("vm_trap")?,
            turn,
            state_map: StateMap::of(symbols)?,
            probes: Vec::new(),
        })
    }

    /// Looks at these bytes with everything that is seen from now on.
    pub fn probe(&mut self, addresses: Vec<u32>) {
        self.probes = addresses;
    }

    /// Where a run has to pause for [`ShellWatch::look`].
    pub fn stops(&self) -> &Stops {
        &self.stops
    }

    /// The same as addresses.
    pub fn places(&self) -> [u32; 3] {
        [self.called, self.answered, self.left]
    }

    /// Looks at a machine that has paused.
    pub fn look(&mut self, machine: &dyn Machine) {
        let at = machine.pc();
        if machine.peek(Bank::Cpu, at) != machine.peek(Bank::Ram, at) {
            return; // a ROM lies over our program
        }
        let (cycle, seen) = (machine.cycles(), self.journal.seen());
        let peek = |address| machine.peek(Bank::Ram, address);
        let image = || self.state_map.image(peek);
        if at == self.called {
            if let Some(call) = ShellCall::ALL.get(usize::from(call_number(machine))) {
                self.journal.called(cycle, *call, peek(self.turn), image);
            }
        } else if at == self.answered {
            self.journal.answered(cycle, answer(machine), image);
        } else if at == self.left {
            let trap = Some(peek(self.trap)).filter(|trap| *trap != NO_TRAP);
            self.journal.left(cycle, trap, image());
        }
        let probes: Vec<u8> = self.probes.iter().map(|address| peek(*address)).collect();
        for sighting in &mut self.journal.sightings[seen..] {
            sighting.probes.clone_from(&probes);
        }
    }
}

/// The number of the shell call that begins: d0 on a 68000, A on a 6502.
fn call_number(machine: &dyn Machine) -> u16 {
    let register = |name| register(machine, name);
    register("d0").or(register("a")).unwrap_or(0)
}

/// The answer of the shell call that ends: d0 on a 68000, A and X on a 6502.
fn answer(machine: &dyn Machine) -> u16 {
    let half = |name| register(machine, name).unwrap_or(0);
    register(machine, "d0").unwrap_or_else(|| half("a") | half("x") << 8)
}

fn register(machine: &dyn Machine, name: &str) -> Option<u16> {
    let registers = machine.registers();
    let found = registers.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whats(journal: &mut Journal) -> Vec<Seen> {
        journal.take().into_iter().map(|s| s.what).collect()
    }

    #[test]
    fn a_call_interrupted_before_its_first_instruction_is_seen_once() {
        let mut journal = Journal::default();
        for _ in 0..2 {
            journal.called(7, ShellCall::Event, 1, Vec::new);
        }
        assert!(journal.waits());
        for _ in 0..2 {
            journal.answered(9, 65, Vec::new);
        }
        assert!(!journal.waits());
        assert_eq!(
            whats(&mut journal),
            [
                Seen::Called(ShellCall::Event),
                Seen::Answered(ShellCall::Event, 65)
            ]
        );
    }

    #[test]
    fn a_new_turn_is_seen_at_the_next_call_that_is_not_text() {
        let mut journal = Journal::at_first_key(1);
        journal.answered(0, 13, Vec::new);
        assert_eq!(whats(&mut journal), [Seen::Answered(ShellCall::Event, 13)]);
        journal.called(0, ShellCall::Char, 2, || vec![9]);
        assert_eq!(whats(&mut journal), []);
        journal.called(0, ShellCall::Page, 2, || vec![1, 2]);
        assert_eq!(
            whats(&mut journal),
            [
                Seen::Turn {
                    turn: 2,
                    image: vec![1, 2]
                },
                Seen::Called(ShellCall::Page)
            ]
        );
    }

    #[test]
    fn only_a_load_that_brought_a_game_shows_its_state() {
        let mut journal = Journal::default();
        for (status, shown) in [(0, true), (1, false), (8, true)] {
            journal.called(0, ShellCall::Load, 1, Vec::new);
            journal.answered(0, status, || vec![5]);
            assert_eq!(
                whats(&mut journal).contains(&Seen::Loaded(vec![5])),
                shown,
                "status {status}"
            );
        }
    }
}
