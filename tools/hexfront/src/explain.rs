//! `play --explain`: why the computer players of a game did what they did, written while it is played.
//!
//! A cartridge has no room for reasons. So the game runs a second time, with them, on the reference VM beside the machine: its shell
//! answers what the machine's shell answered, as soon as it did, and its state has to be the machine's at every turn.

use crate::games::shown_title;
use crate::host::put_name;
use crate::json::object;
use crate::observe::{LOADED, Seen, hash};
use crate::output::tell;
use crate::reasons::{Headed, fields};
use crate::replay::file::Event;
use crate::session::RunError;
use hexfront_isa::cartridge::{Cartridge, ReadError};
use hexfront_isa::contract::capability::POINTER;
use hexfront_isa::contract::save::DONE;
use hexfront_isa::{ShellCall, Style};
use hexfront_lang::explained::{Ear, Explained, Reason};
use hexfront_vm::{Exit, Memory, Shell, Trap, Vm, image};
use std::fmt;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// Instructions without a shell call, at most: some minutes of the slowest machine.
const FUEL: u64 = 100_000_000;

/// Why reasons end before the game does.
#[derive(Debug, thiserror::Error)]
enum Mute {
    #[error("cannot write {}: {source}", .path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Cartridge(#[from] ReadError),
    #[error("the game with its reasons takes another course than the machine: {0}")]
    Course(String),
    #[error("the program was stopped: {0}")]
    Trap(Trap),
}

/// A game with its reasons, and what its course depends on of the machine that it is played on.
pub struct Told {
    /// As [`Explained::compile`] makes it.
    pub explained: Explained,
    /// Whether the machine has a pointer.
    pub has_pointer: bool,
}

/// What the machine did.
enum Deed {
    /// Its shell answered.
    Answered(ShellCall, u16),
    /// The state that a load brought.
    Loaded(Vec<u8>),
    /// A turn began with this check sum of the state.
    Turn(u8, u32),
    /// The program ended, with this check sum; what follows is another game.
    Left(u32),
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered(call, _) => write!(f, "`{}`", call.name()),
            Self::Loaded(_) => f.write_str("a loaded state"),
            Self::Turn(turn, sum) => write!(f, "turn {turn} {sum:08X}"),
            Self::Left(sum) => write!(f, "the end {sum:08X}"),
        }
    }
}

/// Whether the course of a game depends on the answer. What is shown between two such calls is the machine's affair: another cut
/// into parts draws pages anew elsewhere.
fn counts(call: ShellCall) -> bool {
    Event::answered(call, 0).is_some()
}

fn another(there: &Deed, here: fmt::Arguments<'_>) -> Mute {
    Mute::Course(format!("{there} there, {here} here"))
}

/// Follows a game and writes its reasons.
pub struct Explainer {
    path: PathBuf,
    deeds: Sender<Deed>,
    writer: JoinHandle<Result<bool, Mute>>,
}

impl Explainer {
    /// Begins a file: an object a line if its name ends in `.jsonl`, else text. The machine waits for the game's first key.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(game: Told, path: &Path) -> Result<Self, io::Error> {
        let out = Out {
            path: path.to_owned(),
            file: File::create(path)?,
            as_json: path.extension().is_some_and(|ending| ending == "jsonl"),
            headed: Headed::default(),
            any: false,
        };
        let (deeds, received) = channel();
        Ok(Self {
            path: path.to_owned(),
            deeds,
            writer: thread::spawn(move || follow(&game, &received, out)),
        })
    }

    /// Something was seen on the machine.
    pub fn note(&mut self, seen: &Seen) {
        let deed = match seen {
            Seen::Answered(call, answer) if counts(*call) => Deed::Answered(*call, *answer),
            Seen::Loaded(image) => Deed::Loaded(image.clone()),
            Seen::Turn { turn, image } => Deed::Turn(*turn, hash(image)),
            Seen::Left { image, .. } => Deed::Left(hash(image)),
            Seen::Called(_) | Seen::Answered(..) => return,
        };
        // A writer that has ended says why in the end.
        let _ = self.deeds.send(deed);
    }

    /// Writes what is left, and says where it lies, or why it ends early.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(self) -> Result<(), RunError> {
        drop(self.deeds);
        let path = self.path.display();
        match self.writer.join() {
            Ok(Ok(true)) => tell(format_args!("reasons are in {path}")),
            Ok(Ok(false)) => tell(format_args!(
                "no computer player gave a reason: {path} has none"
            )),
            Ok(Err(Mute::Write { path, source })) => return Err(RunError::Write { path, source }),
            Ok(Err(mute)) => tell(format_args!("hexfront: {path} ends early: {mute}")),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        Ok(())
    }
}

/// The file of reasons.
struct Out {
    path: PathBuf,
    file: File,
    as_json: bool,
    headed: Headed,
    /// Whether there was a reason.
    any: bool,
}

impl Out {
    /// A text begins with the game's title.
    fn open(&mut self, game: &Told) -> Result<(), Mute> {
        if self.as_json {
            return Ok(());
        }
        let cartridge = Cartridge::read(&game.explained.bytes)?;
        self.put(&shown_title(cartridge.title))
    }

    fn write(&mut self, reasons: &[Reason]) -> Result<(), Mute> {
        self.any |= !reasons.is_empty();
        let text = if self.as_json {
            let lines = reasons.iter().map(|reason| object(fields(reason)) + "\n");
            lines.collect()
        } else {
            self.headed.text(reasons)
        };
        self.put(&text)
    }

    /// A text ends with its line's end.
    fn close(&mut self) -> Result<(), Mute> {
        let end = if self.as_json { "" } else { "\n" };
        self.put(end)
    }

    fn put(&mut self, text: &str) -> Result<(), Mute> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|source| Mute::Write {
            path: self.path.clone(),
            source,
        })
    }
}

/// Plays game after game as the machine does, until nothing more is heard of it; whether there was a reason.
fn follow(game: &Told, deeds: &Receiver<Deed>, mut out: Out) -> Result<bool, Mute> {
    out.open(game)?;
    let mut watched = false;
    while play(game, deeds, watched, &mut out)? {
        watched = true;
    }
    out.close()?;
    Ok(out.any)
}

/// Plays a game; whether it came to its end. `watched`: whether the machine was seen from the game's first call on.
fn play(game: &Told, deeds: &Receiver<Deed>, watched: bool, out: &mut Out) -> Result<bool, Mute> {
    let cartridge = Cartridge::read(&game.explained.bytes)?;
    let mut memory = Memory::of(&cartridge);
    let turn = cartridge.views().find(|view| view.role == "turn");
    let mut shell = Answers {
        ear: game.explained.ear(),
        deeds,
        turn_at: turn.map(|view| (view.page, view.offset)),
        turn: None,
        watched,
        has_pointer: game.has_pointer,
        calls: 0,
        out,
        mute: None,
    };
    let mut vm = Vm::new(cartridge);
    loop {
        let before = shell.calls;
        let exit = vm.run(&mut memory, &mut shell, FUEL);
        shell.write_reasons();
        if let Some(mute) = shell.mute.take() {
            return Err(mute);
        }
        match exit {
            Exit::Waiting(_) => return Ok(false),
            Exit::Done => break,
            Exit::Fuel if shell.calls > before => {}
            Exit::Fuel => return Err(Mute::Course("here is no end of it".into())),
            Exit::Trap { trap, .. } => return Err(Mute::Trap(trap)),
        }
    }
    match deeds.recv() {
        Ok(Deed::Left(sum)) if sum == image::crc(vm.cartridge(), &memory) => Ok(true),
        Ok(deed) => Err(another(&deed, format_args!("the end"))),
        Err(_) => Ok(false),
    }
}

/// The shell that answers as the machine's did.
struct Answers<'a> {
    ear: Ear<'a>,
    deeds: &'a Receiver<Deed>,
    /// Page and offset of the turn's number.
    turn_at: Option<(u8, u8)>,
    /// The turn at the call before.
    turn: Option<u8>,
    /// Whether the machine is watched already: since it waited for its first key.
    watched: bool,
    has_pointer: bool,
    calls: u64,
    out: &'a mut Out,
    mute: Option<Mute>,
}

impl Answers<'_> {
    /// Whether the turn's number, if it is another than at the call before, and the state are the machine's. As on the machine, text
    /// is no call.
    ///
    /// # Errors
    /// When they are not.
    fn check_turn(&mut self, cartridge: &Cartridge<'_>, memory: &Memory) -> Result<(), Mute> {
        let turn = self
            .turn_at
            .map_or(0, |(page, offset)| memory.byte(page, offset));
        let before = self.turn.replace(turn);
        if !self.watched || before.is_none_or(|before| before == turn) {
            return Ok(());
        }
        let state = image::crc(cartridge, memory);
        match self.deeds.recv() {
            Ok(Deed::Turn(there, sum)) if (there, sum) == (turn, state) => Ok(()),
            Ok(deed) => Err(another(&deed, format_args!("turn {turn} {state:08X}"))),
            Err(_) => Ok(()),
        }
    }

    /// The machine's answer; `None` if there is none and never will be.
    ///
    /// # Errors
    /// When the machine did something else.
    fn answer(
        &self,
        call: ShellCall,
        cartridge: &Cartridge<'_>,
        memory: &mut Memory,
    ) -> Result<Option<u16>, Mute> {
        let answer = match self.deeds.recv() {
            Ok(Deed::Answered(there, answer)) if there == call => answer,
            Ok(deed) => return Err(another(&deed, format_args!("`{}`", call.name()))),
            Err(_) => return Ok(None),
        };
        if call == ShellCall::Load && LOADED.contains(&answer) {
            match self.deeds.recv() {
                Ok(Deed::Loaded(state)) => image::restore(cartridge, memory, &state),
                Ok(deed) => return Err(another(&deed, format_args!("a state to load"))),
                Err(_) => return Ok(None),
            }
        }
        // The names are not seen; the course of the game asks only whether one has been given.
        if call == ShellCall::Saved && answer == DONE {
            put_name(cartridge, memory, b"GAME");
        }
        Ok(Some(answer))
    }

    fn write_reasons(&mut self) {
        let reasons = self.ear.take();
        if self.mute.is_none() && !reasons.is_empty() {
            self.mute = self.out.write(&reasons).err();
        }
    }
}

impl Shell for Answers<'_> {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        cartridge: &Cartridge<'_>,
        memory: &mut Memory,
    ) -> Option<u16> {
        if self.ear.hears(call, io, memory) {
            return Some(0);
        }
        self.calls += 1;
        self.watched |= call == ShellCall::Event;
        if self.mute.is_none() && !matches!(call, ShellCall::Char | ShellCall::Ink) {
            self.mute = self.check_turn(cartridge, memory).err();
        }
        if call == ShellCall::Capability && io[0] == POINTER {
            return Some(Style::of(cartridge, self.has_pointer).capability());
        }
        if !counts(call) {
            return Some(0);
        }
        self.write_reasons();
        if self.mute.is_some() {
            return None;
        }
        match self.answer(call, cartridge, memory) {
            Ok(answer) => answer,
            Err(mute) => {
                self.mute = Some(mute);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::host::HostRun;
    use crate::replay::run::{Execution as _, Stroke};
    use std::sync::atomic::{AtomicU32, Ordering};

    const GAME: &str = r#"
game "TELLER"
  id TELL
map from "map.txt"
enum ground: clear, wood
layer ground_at: ground from map "ground"
state turn: 1..200 = 1
view
  terrain: ground_at
  turn: turn
to main()
  show board
screen board
  page text
  body
    line "{turn}"
  key T "TURN"
    because "{turn} IS OVER"
    turn += 1
  key Q "QUIT"
    leave
"#;

    fn files() -> [(String, Vec<u8>); 2] {
        let map = include_bytes!("../../../core/lang/tests/two-units/map.txt");
        let rules = GAME.as_bytes().to_vec();
        [
            ("game.rules".to_owned(), rules),
            ("map.txt".to_owned(), map.to_vec()),
        ]
    }

    /// What is seen of the game as it is shipped while these keys are pressed, one game after the other.
    fn played(games: &[&str]) -> Vec<Seen> {
        let shipped = hexfront_lang::compile(&files()).cartridge;
        let shipped = shipped.expect("it compiles");
        let mut seen = Vec::new();
        for keys in games {
            let cartridge = Cartridge::read(&shipped).expect("a cartridge");
            let mut run = HostRun::start(cartridge).expect("it starts");
            for key in keys.bytes() {
                let stroke = Stroke {
                    line: 0,
                    key: key.into(),
                    after: &[],
                };
                seen.extend(run.press(&stroke).expect("it goes on"));
            }
        }
        seen
    }

    /// What is written of a game that is seen so, into a file with this ending, and how it ends.
    fn written(ending: &str, seen: &[Seen]) -> (String, Result<bool, String>) {
        static FILES: AtomicU32 = AtomicU32::new(0);
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let name = format!("hexfront-why-{}-{number}.{ending}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let told = Told {
            explained: Explained::compile(&files()).unwrap_or_else(|_| panic!("it compiles")),
            has_pointer: false,
        };
        let mut explainer = Explainer::create(told, &path).expect("a file");
        seen.iter().for_each(|seen| explainer.note(seen));
        drop(explainer.deeds);
        let ended = explainer.writer.join().expect("it does not panic");
        let text = std::fs::read_to_string(&path).expect("the file");
        std::fs::remove_file(&path).expect("it goes");
        (text, ended.map_err(|mute| mute.to_string()))
    }

    #[test]
    fn reasons_are_told_of_game_after_game() {
        let seen = played(&["TTQ", "T"]);
        let text = "Teller\n  turn 1\n    1 IS OVER  (game.rules:18)\n  turn 2\n    2 IS OVER  (game.rules:18)\n  turn 1\n    \
                    1 IS OVER  (game.rules:18)\n";
        assert_eq!(written("txt", &seen), (text.to_owned(), Ok(true)));
        let (lines, _) = written("jsonl", &played(&["T"]));
        let line = "{\"turn\":\"1\",\"phase\":null,\"subject\":null,\"reason\":\"1 IS OVER\",\"rules\":[],\"place\":\"game.rules:18\"}\n";
        assert_eq!(lines, line);
        assert_eq!(written("txt", &[]), ("Teller\n".to_owned(), Ok(false)));
    }

    #[test]
    fn a_machine_that_takes_another_course_is_found_out() {
        let ended = |seen: &[Seen]| written("txt", seen).1.expect_err("it is another");
        let mut state = played(&["TTT"]);
        let second = state.iter_mut().filter_map(|seen| match seen {
            Seen::Turn { image, .. } => Some(image),
            _ => None,
        });
        second.skip(1).for_each(|image| image[0] ^= 1);
        let why = ended(&state);
        assert!(why.contains("turn 3"), "{why}");
        let mut end = played(&["TQ"]);
        end.retain(|seen| !matches!(seen, Seen::Left { .. }));
        end.push(Seen::Answered(ShellCall::Entropy, 1));
        let why = ended(&end);
        assert!(why.contains("`entropy` there, the end here"), "{why}");
    }
}
