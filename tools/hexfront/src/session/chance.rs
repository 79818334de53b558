//! A game that asks its machine for chance asks how long its player took. Who plays a game again presses the key in the
//! same moment: this finds the moment, on copies of the machine.

use super::{RunError, Session};
use hexfront_platforms::machine::{Bank, FrameEnd, Machine, Stops};

/// Emulated seconds from a key to the question for chance, at most.
const PATIENCE: f64 = 20.0;
/// Rounds of the shell's wait that a key may come earlier or later than reckoned.
const DOUBT: u16 = 16;
/// Moments that are tried. A moment is missed where the machine draws something.
const TRIES: usize = 500;

/// Where the shell counts how long the player took: a word, counted up in each round of its wait.
struct Clock {
    /// The word's address.
    count: u32,
    /// The routine that is called once a round.
    round: u32,
    /// The routine that answers with the word.
    asked: Stops,
}

impl Session {
    /// Runs until the moment in which a press leads to the answer `number` when the game asks for chance next.
    ///
    /// # Errors
    /// When the program is none of ours, its machine counts nothing, or the game does not ask.
    pub fn wait_for_chance(
        &mut self,
        number: u16,
        press: impl Fn(&mut dyn Machine),
    ) -> Result<(), RunError> {
        let clock = self.clock().ok_or(RunError::NoClock)?;
        for _ in 0..TRIES {
            let told = self.told(&clock, &press).ok_or(RunError::NotAsked)?;
            let rounds = match number.wrapping_sub(told) {
                0 => return Ok(()),
                near @ 1..=DOUBT => near.div_ceil(2),
                far => far - DOUBT,
            };
            for _ in 0..rounds {
                self.run_until_pc(clock.round, "the shell's wait for a key")?;
            }
        }
        Err(RunError::MissedChance(number))
    }

    /// Runs until the game asks for chance, and lays this number where the shell takes it from: what it mixed from the moments of
    /// keys, of which the low byte meets one that never stands still. A replay alone does so, as one would with a debugger; a game that
    /// is played sees nothing but its keys and its disk.
    ///
    /// # Errors
    /// When the program is none of ours, or the game does not ask.
    pub fn lay_chance(&mut self, number: u16) -> Result<(), RunError> {
        let address = |name| self.symbols.get(name).copied().ok_or(RunError::NoClock);
        let (asked, mixed) = (address("shell_entropy")?, address("entropy")?);
        self.run_until_pc(asked, "the question for chance")?;
        let [low, high] = number.to_le_bytes();
        // The restless byte comes to the accumulator with the instruction that is next.
        self.step()?;
        let registers = self.machine.registers();
        let accumulator = registers.iter().find(|(name, _)| *name == "a");
        let met = accumulator.map_or(0, |(_, value)| *value as u8);
        self.machine.poke(mixed, low ^ met);
        self.machine.poke(mixed + 1, high);
        Ok(())
    }

    fn clock(&self) -> Option<Clock> {
        let address = |name| self.symbols.get(name).copied();
        Some(Clock {
            count: address("entropy")?,
            round: address("event_take")?,
            asked: Stops::at([address("call_entropy")?]),
        })
    }

    /// What the game would be told if the press came now.
    fn told(&self, clock: &Clock, press: &impl Fn(&mut dyn Machine)) -> Option<u16> {
        let mut copy = self.machine.snapshot();
        press(copy.as_mut());
        let end = copy.cycles() + (PATIENCE * f64::from(copy.clock_hz())) as u64;
        while copy.cycles() < end {
            if let FrameEnd::Stop(_) = copy.run_frame_until(&clock.asked) {
                let byte = |offset| copy.peek(Bank::Ram, clock.count + offset);
                return Some(u16::from_be_bytes([byte(0), byte(1)]));
            }
        }
        None
    }
}
