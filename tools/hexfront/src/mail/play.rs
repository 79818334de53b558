//! Plays a turn on a machine: brings it to where the turn begins, follows what the player does, and stops when the turn is over.

use super::folder::Folder;
use super::inputs::{self, Input};
use super::referee::{Referee, Standing};
use crate::cli::RunOptions;
use crate::commands;
use crate::compile;
use crate::failure::Failure;
use crate::games;
use crate::hostdisk::replace;
use crate::keep::{Keeper, Umpire};
use crate::observe::Seen;
use crate::output::tell;
use crate::replay::file::{Event, Line};
use crate::replay::machine::MachineRun;
use crate::targets::Fitting;
use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Cartridge;
use std::path::PathBuf;

/// Plays the turn of the folder's owner.
///
/// # Errors
/// When it is not his turn, or the machine cannot be brought there.
pub fn play(folder: &Folder, options: &RunOptions) -> Result<(), Failure> {
    if !options.modem.is_empty() {
        // What came by telephone would be in no block.
        return Err("a game by mail takes no calls: leave --modem out".into());
    }
    // A player's turn lasts as long as the program, and so does what it is followed on.
    let bytes: &'static [u8] = folder.cartridge.clone().leak();
    let start = folder.start()?;
    let (referee, own) = folder.referee(Cartridge::read(bytes)?, &start)?;
    if referee.standing() != Standing::Plays {
        return told_what_next(folder, true);
    }
    let made = match options.on {
        Some(target) => commands::make_on(target, &folder.game)?,
        None => compile::make_first(&folder.game)?,
    };
    let cartridge = Cartridge::read(&made.cartridge)?;
    let fitting = Fitting {
        ntsc: options.ntsc,
        expansions: &options.with,
        roms: &options.rom,
        second_drive: false,
    };
    let mut machine = MachineRun::start(cartridge, &made.built, fitting)?;
    for input in referee.opening().iter().chain(&start.since).chain(&own) {
        machine.stroke(&input.stroke())?;
    }
    let follower = Follower {
        referee,
        own,
        next: None,
        file: folder.turn_file(),
    };
    let keeper = Keeper::watched(Box::new(follower));
    let title = games::shown_title(cartridge.title);
    commands::go_on(
        &title,
        made.built.target,
        machine.into_session()?,
        options,
        keeper,
    )?;
    let (referee, _) = folder.referee(Cartridge::read(bytes)?, &folder.start()?)?;
    told_what_next(folder, referee.standing() != Standing::Plays)
}

fn told_what_next(folder: &Folder, over: bool) -> Result<(), Failure> {
    let path = folder.path().display();
    if over {
        tell(format_args!(
            "your turn is over: `hexfront mail send {path}` prints what you send"
        ));
    } else {
        tell(format_args!(
            "your turn is kept as far as you played it: `hexfront mail play {path}` goes on with it"
        ));
    }
    Ok(())
}

/// Follows the player's inputs, and keeps them.
struct Follower {
    referee: Referee<'static>,
    own: Vec<Input>,
    /// A key whose work the machine has not ended.
    next: Option<Input>,
    file: PathBuf,
}

impl Follower {
    /// An input is whole; whether the turn is to stop.
    fn take(&mut self, input: Input) -> bool {
        let standing = match self.referee.take(&input) {
            Ok(standing) => standing,
            Err(error) => {
                tell(format_args!(
                    "hexfront: {error}; the turn is kept up to there"
                ));
                return true;
            }
        };
        self.own.push(input);
        // Whole or not at all: who leaves finds his turn as it was at his last key.
        if let Err(error) = replace(&self.file, &inputs::to_bytes(&self.own)) {
            let file = self.file.display();
            tell(format_args!(
                "hexfront: cannot write {file}: {error}; your turn is not kept"
            ));
            return true;
        }
        standing != Standing::Plays
    }
}

impl Umpire for Follower {
    fn note(&mut self, seen: &Seen) -> bool {
        match seen {
            Seen::Answered(ShellCall::Event, key) => {
                self.next = Some(Input::new(*key, []));
                false
            }
            Seen::Answered(call, answer) => {
                if let (Some(input), Some(event)) =
                    (&mut self.next, Event::answered(*call, *answer))
                {
                    input.answers.push(Line { number: 0, event });
                }
                false
            }
            Seen::Called(ShellCall::Event) | Seen::Left { .. } => {
                let whole = self.next.take();
                whole.is_some_and(|input| self.take(input))
            }
            Seen::Called(_) | Seen::Turn { .. } | Seen::Loaded(_) => false,
        }
    }
}
