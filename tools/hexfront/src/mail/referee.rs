//! Follows a turn on the reference VM, input by input, and tells when it is over: while it is played, before it is sent, and when the
//! opponent's has come.

use super::inputs::Input;
use super::position::{Base, BaseError};
use super::rules::MailRules;
use crate::observe::Seen;
use crate::replay::file::Event;
use crate::replay::host::HostRun;
use crate::replay::run::{Execution, Failed, Stroke};
use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Cartridge;

/// The page of the map.
const MAP: u16 = 0;

/// Whose move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The player's.
    Plays,
    /// The other side's.
    HandsOver {
        /// He goes on from a position that can be loaded, with dice of his own.
        is_base: bool,
    },
    /// Nobody's: the game has ended.
    Ended,
}

/// Why a turn is none.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    /// It cannot begin.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// The game stopped.
    #[error(transparent)]
    Failed(#[from] Failed),
    /// The answers are others than the game asks for.
    #[error("input {0} of the turn has not the answers that the game asks for")]
    NotAsked(usize),
    /// Chance came from somewhere else.
    #[error("input {0} of the turn lets the machine draw chance, which a game by mail must not do")]
    Chance(usize),
    /// More inputs than the turn has.
    #[error("the turn is over after {0} inputs, and there are more")]
    Overrun(usize),
}

/// A turn being followed.
#[derive(Clone)]
pub struct Referee<'a> {
    run: HostRun<'a>,
    rules: MailRules,
    side: u8,
    opening: Vec<Input>,
    standing: Standing,
    count: usize,
    state: Vec<u8>,
}

impl<'a> Referee<'a> {
    /// Begins a turn of a side: from a base, after what has been played since.
    ///
    /// # Errors
    /// See [`TurnError`].
    pub fn begin(
        cartridge: Cartridge<'a>,
        rules: &MailRules,
        side: u8,
        base: &Base,
        since: &[Input],
    ) -> Result<Self, TurnError> {
        let (opening, run) = base.begin(cartridge, rules)?;
        let mut referee = Self {
            state: run.image(),
            run,
            rules: rules.clone(),
            side,
            opening,
            standing: Standing::Plays,
            count: 0,
        };
        for input in since {
            referee.run.press(&input.stroke())?;
        }
        referee.look()?;
        Ok(referee)
    }

    /// What leads from the title to the base.
    pub fn opening(&self) -> &[Input] {
        &self.opening
    }

    /// Whose move it is.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// The state now.
    pub fn state(&self) -> &[u8] {
        &self.state
    }

    /// Turn and phase, as the game's view has them.
    pub fn date(&self) -> (u8, u8) {
        (self.run.view("turn"), self.run.view("phase"))
    }

    /// Takes an input of the player's.
    ///
    /// # Errors
    /// See [`TurnError`]; inputs are counted from 1.
    pub fn take(&mut self, input: &Input) -> Result<Standing, TurnError> {
        if self.standing != Standing::Plays {
            return Err(TurnError::Overrun(self.count));
        }
        self.count += 1;
        let chance = |seen: &Seen| matches!(seen, Seen::Answered(ShellCall::Entropy, _));
        let seen = self.run.press(&input.stroke())?;
        if seen.iter().any(chance) {
            return Err(TurnError::Chance(self.count));
        }
        let answers = |seen: &&Seen| match seen {
            Seen::Answered(ShellCall::Event, _) => false,
            Seen::Answered(call, answer) => Event::answered(*call, *answer).is_some(),
            _ => false,
        };
        let asked = seen.iter().filter(answers).count();
        if self.run.not_asked_for() > 0 || asked != input.answers.len() {
            return Err(TurnError::NotAsked(self.count));
        }
        match seen.iter().find_map(|seen| match seen {
            Seen::Left { image, .. } => Some(image),
            _ => None,
        }) {
            Some(image) => {
                self.state.clone_from(image);
                self.standing = Standing::Ended;
            }
            None => self.look()?,
        }
        Ok(self.standing)
    }

    /// Takes all inputs of a turn.
    ///
    /// # Errors
    /// See [`TurnError`].
    pub fn take_all(&mut self, inputs: &[Input]) -> Result<Standing, TurnError> {
        for input in inputs {
            self.take(input)?;
        }
        Ok(self.standing)
    }

    /// Looks whose move it is, where the game waits for a key.
    fn look(&mut self) -> Result<(), TurnError> {
        self.state = self.run.image();
        let phase = self.rules.phase(self.run.view("phase"));
        let screen = self.run.screen();
        let others = screen.bar == u16::from(1 - self.side);
        self.standing = if self.rules.bar_tells && others {
            Standing::HandsOver {
                is_base: self.can_save()?,
            }
        } else if phase.shared && screen.page == MAP && others {
            Standing::HandsOver { is_base: false }
        } else if phase.plays.is_some_and(|next| next != self.side) && self.can_save()? {
            Standing::HandsOver { is_base: true }
        } else {
            Standing::Plays
        };
        Ok(())
    }

    /// Whether the keys that save would save here: tried on a copy of the game.
    fn can_save(&self) -> Result<bool, TurnError> {
        let mut copy = self.run.clone();
        let saves = |seen: &Seen| matches!(seen, Seen::Called(ShellCall::Save));
        for key in &self.rules.save {
            let stroke = Stroke {
                line: 0,
                key: *key,
                after: &[],
            };
            if copy.press(&stroke)?.iter().any(saves) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
