//! Where a turn begins: a new game, or a saved position with dice of its own.

use super::inputs::Input;
use super::rules::MailRules;
use crate::observe::Seen;
use crate::replay::file::{Event, Status};
use crate::replay::host::HostRun;
use crate::replay::run::{Execution, Failed};
use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::save::{DONE, NONE};
use hexfront_mail::Digest;
use hexfront_vm::pack::{packed, unpacked};

/// Bytes of the generator, which is the first field of every state image.
const GENERATOR: usize = 4;

/// Where a turn begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// A new game of that number.
    New {
        /// Choices of the set-up.
        settings: Vec<(String, String)>,
        /// The game number, by which its dice fall.
        number: u16,
    },
    /// A state image, loaded as a saved game.
    Position(Vec<u8>),
}

/// Why a turn cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum BaseError {
    /// The set-up of the invitation is none of this game's.
    #[error("the game cannot be set up as the invitation says: {0}")]
    Setup(String),
    /// The game stopped on the way.
    #[error(transparent)]
    Failed(#[from] Failed),
    /// The keys do not load a game.
    #[error("the keys that `load` names in mail.toml do not load a saved game")]
    NotLoaded,
}

impl Base {
    /// A new game with dice.
    pub fn new_game(settings: &[(String, String)], dice: &Digest) -> Self {
        Self::New {
            settings: settings.to_vec(),
            number: dice.number(),
        }
    }

    /// A position with dice in the place of those that it came with.
    pub fn with_dice(mut image: Vec<u8>, dice: &Digest) -> Self {
        if let Some(state) = image.first_chunk_mut::<GENERATOR>() {
            *state = dice.seed().to_le_bytes();
        }
        Self::Position(image)
    }

    /// What leads from the title to where the turn begins, with a game that has come there.
    ///
    /// # Errors
    /// See [`BaseError`].
    pub fn begin<'a>(
        &self,
        cartridge: Cartridge<'a>,
        rules: &MailRules,
    ) -> Result<(Vec<Input>, HostRun<'a>), BaseError> {
        let mut run = HostRun::start(cartridge)?;
        let inputs = match self {
            Self::New { settings, number } => {
                let keys = rules.new_game(settings, *number);
                type_in(&mut run, &keys.map_err(BaseError::Setup)?, *number)?
            }
            Self::Position(image) => load(&mut run, rules.load(), image)?,
        };
        Ok((inputs, run))
    }
}

/// Begins a new game. One that asks for chance in the place of a number gets the number.
fn type_in(run: &mut HostRun<'_>, keys: &[u16], number: u16) -> Result<Vec<Input>, BaseError> {
    let asks = |seen: &Seen| matches!(seen, Seen::Answered(ShellCall::Entropy, _));
    let mut inputs = Vec::new();
    for key in keys {
        let input = Input::new(*key, [Event::Entropy(number)]);
        let seen = run.press(&input.stroke())?;
        inputs.push(match seen.iter().any(asks) {
            true => input,
            false => Input::new(*key, []),
        });
    }
    Ok(inputs)
}

/// Loads a game and goes on with it. Which of the keys loads, and whether it looks through a list of named games for that, the game shows.
fn load(run: &mut HostRun<'_>, keys: &[u16], image: &[u8]) -> Result<Vec<Input>, BaseError> {
    let brings = Event::Load {
        status: Status(DONE),
        image: image.to_vec(),
    };
    let (listed, no_more) = (Event::Saved(DONE), Event::Saved(NONE));
    // What a key may ask for, the most first: the list with the one game that is on the disk, that game by its name, a slot.
    let asked = [
        vec![listed.clone(), no_more],
        vec![listed, brings.clone()],
        vec![brings],
        vec![],
    ];
    let loads = |seen: &Seen| matches!(seen, Seen::Loaded(brought) if brought == image);
    let mut loaded = false;
    let mut inputs = Vec::new();
    for key in keys {
        for answers in &asked {
            let input = Input::new(*key, answers.iter().cloned());
            let mut tried = run.clone();
            let seen = tried.press(&input.stroke())?;
            if tried.not_asked_for() > 0 {
                continue;
            }
            *run = tried;
            loaded |= seen.iter().any(loads);
            inputs.push(input);
            break;
        }
    }
    if loaded {
        Ok(inputs)
    } else {
        Err(BaseError::NotLoaded)
    }
}

/// A state image for a block.
pub fn to_bytes(image: &[u8]) -> Vec<u8> {
    packed(image.iter().copied()).collect()
}

/// A state image from a block, if it is one of so many bytes.
pub fn from_bytes(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    let image: Vec<u8> = unpacked(bytes).take(length + 1).collect();
    (image.len() == length).then_some(image)
}
