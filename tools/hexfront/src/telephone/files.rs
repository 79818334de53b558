//! Calls that are files. Whoever is called is not there: what is transmitted to him is taken down here, as a text that can be mailed,
//! in the folder `out`; a text that he mailed calls when it is put into `in`, and goes to `read` once the game has it.

use super::messages::{Ear, Game, Giver, Message, NoGame, Taken, Taker};
use super::{News, TelephoneError};
use hexfront_isa::contract::{save, talk};
use hexfront_mail::armour;
use hexfront_platforms::modem::{Call, Exchange};
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// What a call begins with inside of its text, before header and image: a word, and the version of this form.
const HEAD: &[u8] = b"HXTC\x01";
/// Emulated seconds after which a block is asked for once more, as shells do.
const ASK_AGAIN: f64 = 3.0;
/// So often in vain, and the line is taken to be dead.
const PATIENCE: u32 = 8;
/// Emulated seconds after which the folder is looked at again.
const LOOK_AGAIN: f64 = 1.0;
/// Names that a call of one number may have.
const MOST_CALLS: u32 = 10_000;

/// Why a file is no call.
#[derive(Debug, thiserror::Error)]
enum NoCall {
    #[error("cannot be read: {0}")]
    Read(#[from] io::Error),
    #[error("{0}")]
    Text(#[from] armour::ArmourError),
    #[error("its block is no call: `hexfront mail open` may know it")]
    Foreign,
    #[error("{0}")]
    Game(#[from] NoGame),
}

/// The other end of the line.
enum Line {
    Free,
    /// A file calls.
    Ringing(PathBuf, Game),
    /// The file is given to the machine.
    Giving(PathBuf, Giver),
    /// What the machine transmits to a number is taken down.
    Taking {
        number: String,
        taker: Taker,
        /// When it was asked last, and how often in vain.
        asked: f64,
        vain: u32,
    },
}

/// A folder of calls, and somebody at the other end who writes and reads them.
pub struct Files {
    out: PathBuf,
    coming_in: PathBuf,
    read: PathBuf,
    line: Line,
    ear: Ear,
    /// To the machine.
    said: VecDeque<u8>,
    /// Files that are no calls, or that the game would not have.
    refused: BTreeSet<PathBuf>,
    now: f64,
    looked: f64,
    news: News,
}

impl Files {
    /// A folder, which is made if it is not there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(folder: &Path, news: News) -> Result<Self, TelephoneError> {
        let [out, coming_in, read] = ["out", "in", "read"].map(|name| folder.join(name));
        for path in [&out, &coming_in, &read] {
            fs::create_dir_all(path).map_err(|source| TelephoneError::Folder {
                path: path.clone(),
                source,
            })?;
        }
        Ok(Self {
            out,
            coming_in,
            read,
            line: Line::Free,
            ear: Ear::default(),
            said: VecDeque::new(),
            refused: BTreeSet::new(),
            now: 0.0,
            looked: f64::NEG_INFINITY,
            news,
        })
    }

    /// Somebody talks on this line.
    pub fn is_engaged(&self) -> bool {
        matches!(self.line, Line::Giving(..) | Line::Taking { .. })
    }

    fn tell(&self, what: String) {
        let mut news = self.news.borrow_mut();
        if !news.contains(&what) {
            news.push(what);
        }
    }

    fn say(&mut self, message: &Message) {
        self.said.extend(message.to_bytes());
    }

    /// Looks for a file that calls, the oldest first.
    fn look(&mut self) {
        if self.now - self.looked < LOOK_AGAIN {
            return;
        }
        self.looked = self.now;
        self.refused.retain(|path| path.exists());
        for path in oldest_first(&self.coming_in) {
            if self.refused.contains(&path) {
                continue;
            }
            match call_in(&path) {
                Ok(game) => {
                    self.line = Line::Ringing(path, game);
                    return;
                }
                Err(why) => {
                    self.tell(format!("hexfront: {} does not call: {why}", path.display()));
                    self.refused.insert(path);
                }
            }
        }
    }

    /// Asks the machine for the next block, or tells it the end; anew if it has not answered for a while.
    fn ask(&mut self) {
        let Line::Taking {
            taker, asked, vain, ..
        } = &mut self.line
        else {
            return;
        };
        if self.now - *asked < ASK_AGAIN {
            return;
        }
        if *vain == PATIENCE {
            self.line = Line::Free;
            return;
        }
        (*asked, *vain) = (self.now, *vain + 1);
        let message = taker.asks();
        self.say(&message);
    }

    /// Hears a message of the machine that transmits.
    fn take(&mut self, heard: Message) {
        let Line::Taking {
            number,
            taker,
            asked,
            vain,
        } = &mut self.line
        else {
            return;
        };
        match taker.hear(heard) {
            Taken::Nothing if taker.over => self.line = Line::Free,
            Taken::Nothing => {}
            Taken::Block => (*asked, *vain) = (f64::NEG_INFINITY, 0),
            Taken::Whole(Err(why)) => {
                taker.end(Err(why));
                (*asked, *vain) = (f64::NEG_INFINITY, 0);
            }
            Taken::Whole(Ok(game)) => match write_call(&self.out, number, &game) {
                Ok(path) => {
                    taker.end(Ok(()));
                    (*asked, *vain) = (f64::NEG_INFINITY, 0);
                    let told = format!("{} holds the call to {number}: mail it", path.display());
                    self.tell(told);
                }
                Err(why) => {
                    // The machine hears that the line drops, keeps its game and dials again.
                    let out = self.out.display();
                    let told = format!(
                        "hexfront: cannot write the call to {number} into {out}: {why}; make room there and transmit again"
                    );
                    self.line = Line::Free;
                    self.tell(told);
                }
            },
        }
    }

    /// Hears a message of the machine that receives.
    fn give(&mut self, heard: &Message) {
        let Line::Giving(path, giver) = &mut self.line else {
            return;
        };
        let Some(answer) = giver.answer(heard) else {
            return;
        };
        let path = path.clone();
        self.say(&answer);
        // The end may be told more than once.
        if answer.kind != talk::BYE || !self.refused.insert(path.clone()) {
            return;
        }
        let shown = path.display();
        match u16::from(answer.number) {
            save::DONE => {
                if let Err(why) = put_away(&path, &self.read) {
                    let read = self.read.display();
                    self.tell(format!(
                        "hexfront: {shown} was received, but cannot be moved to {read}: {why}; move it, or it calls again next time"
                    ));
                }
            }
            save::OTHER => self.tell(format!(
                "hexfront: {shown} is of another game or version than is played here; it stays there"
            )),
            _ => self.tell(format!("hexfront: {shown} came damaged; it stays there")),
        }
    }
}

/// The files of a folder, the oldest first.
fn oldest_first(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .filter_map(|entry| {
            let about = entry.metadata().ok()?;
            about
                .is_file()
                .then(|| (about.modified().ok(), entry.path()))
        })
        .collect();
    files.sort();
    files.into_iter().map(|(_, path)| path).collect()
}

/// The game in a file.
fn call_in(path: &Path) -> Result<Game, NoCall> {
    let bytes = fs::read(path)?;
    let blocks = armour::from_text(&String::from_utf8_lossy(&bytes))?;
    let mut calls = blocks.iter().filter_map(|block| block.strip_prefix(HEAD));
    let last = calls.next_back().ok_or(NoCall::Foreign)?;
    Ok(Game::new(last.to_vec())?)
}

/// Writes a call into a file of its own; where.
fn write_call(folder: &Path, number: &str, game: &Game) -> io::Result<PathBuf> {
    let text = armour::to_text(&[HEAD, game.bytes()].concat());
    let name: String = number.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = if name.is_empty() { "call" } else { &name };
    for n in 1..MOST_CALLS {
        let path = folder.join(format!("{name}-{n}.txt"));
        match fs::File::create_new(&path) {
            Ok(mut file) => {
                let written = file
                    .write_all(text.as_bytes())
                    .and_then(|()| file.sync_all());
                return match written {
                    Ok(()) => Ok(path),
                    Err(why) => {
                        // Half a call is none.
                        let _ = fs::remove_file(&path);
                        Err(why)
                    }
                };
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Moves a file to another folder, under its name or the next that is free.
fn put_away(path: &Path, folder: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default();
    let names = (1..MOST_CALLS).map(|n| match n {
        1 => folder.join(name),
        n => folder.join(format!("{n}-{}", name.to_string_lossy())),
    });
    let free = names.into_iter().find(|path| !path.exists());
    fs::rename(path, free.ok_or(io::ErrorKind::AlreadyExists)?)
}

impl Exchange for Files {
    fn dial(&mut self, number: &str) {
        self.said.clear();
        self.ear = Ear::default();
        self.line = Line::Taking {
            number: number.to_owned(),
            taker: Taker::default(),
            asked: f64::NEG_INFINITY,
            vain: 0,
        };
    }

    fn answer(&mut self) {
        self.line = match std::mem::replace(&mut self.line, Line::Free) {
            Line::Ringing(path, game) => Line::Giving(path, Giver::new(game)),
            other => other,
        };
        self.ear = Ear::default();
    }

    fn hang_up(&mut self) {
        self.line = Line::Free;
        self.said.clear();
    }

    fn call(&mut self) -> Call {
        if matches!(self.line, Line::Free) {
            self.look();
        }
        self.ask();
        match self.line {
            Line::Free => Call::None,
            Line::Ringing(..) => Call::Ringing,
            Line::Giving(..) | Line::Taking { .. } => Call::Connected,
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if let Some(heard) = self.ear.hear(*byte) {
                match self.line {
                    Line::Giving(..) => self.give(&heard),
                    _ => self.take(heard),
                }
            }
        }
    }

    fn receive(&mut self, at_most: usize) -> Vec<u8> {
        let count = self.said.len().min(at_most);
        self.said.drain(..count).collect()
    }

    fn pass_time(&mut self, seconds: f64) {
        self.now = seconds;
    }
}

#[cfg(test)]
mod tests {
    use super::super::messages::tests::game;
    use super::*;
    use std::rc::Rc;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("hexfront-calls-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }

        fn files(&self) -> (Files, News) {
            let news = News::default();
            let files = Files::new(&self.0, Rc::clone(&news)).expect("it can be made");
            (files, news)
        }

        fn names(&self, folder: &str) -> Vec<String> {
            let paths = oldest_first(&self.0.join(folder));
            let names = paths.iter().filter_map(|path| path.file_name());
            names
                .map(|name| name.to_string_lossy().into_owned())
                .collect()
        }

        fn put(&self, name: &str, text: &str) {
            fs::write(self.0.join("in").join(name), text).expect("it is written");
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// What comes over the line.
    fn heard(files: &mut Files) -> Vec<Message> {
        files.call();
        let mut ear = Ear::default();
        let bytes = files.receive(usize::MAX);
        bytes.iter().filter_map(|byte| ear.hear(*byte)).collect()
    }

    /// A machine transmits a game to a number; what became of it there, if it was told.
    fn transmit(files: &mut Files, number: &str, what: &Game) -> Option<u8> {
        let mut machine = Giver::new(what.clone());
        files.dial(number);
        for second in 0..100 {
            files.pass_time(f64::from(second));
            for message in heard(files) {
                if let Some(answer) = machine.answer(&message) {
                    files.send(&answer.to_bytes());
                }
            }
        }
        assert_eq!(files.call(), Call::None, "it was hung up");
        machine.outcome
    }

    /// A machine takes the call, and says what becomes of it.
    fn receive(files: &mut Files, end: Result<(), NoGame>) -> Result<Game, NoGame> {
        files.answer();
        let mut machine = Taker::default();
        let mut game = Err(NoGame::Foreign);
        while !machine.over {
            files.send(&machine.asks().to_bytes());
            for message in heard(files) {
                if let Taken::Whole(taken) = machine.hear(message) {
                    game = taken;
                    machine.end(end);
                }
            }
        }
        files.hang_up();
        game
    }

    #[test]
    fn a_call_becomes_a_text_and_the_text_calls() {
        let folder = Folder::new("text");
        let (mut files, news) = folder.files();
        let games = [game(&[1; 700]), game(&[2; 700])];
        for game in &games {
            assert_eq!(transmit(&mut files, "555-1942", game), Some(0));
        }
        assert_eq!(folder.names("out"), ["5551942-1.txt", "5551942-2.txt"]);
        assert!(news.borrow()[1].ends_with("5551942-2.txt holds the call to 555-1942: mail it"));
        // As a mail program shows it.
        let text = fs::read_to_string(folder.0.join("out/5551942-2.txt")).expect("it is there");
        let quoted: String = text.lines().map(|line| format!("> {line}\r\n")).collect();
        folder.put("turn.txt", &format!("Your move!\n{quoted}Yours\n"));
        files.pass_time(1000.0);
        assert_eq!(files.call(), Call::Ringing);
        assert_eq!(receive(&mut files, Ok(())), Ok(games[1].clone()));
        assert_eq!(folder.names("read"), ["turn.txt"]);
        files.pass_time(2000.0);
        assert_eq!(files.call(), Call::None);
        // The next of that name lies beside it.
        folder.put("turn.txt", &text);
        files.pass_time(3000.0);
        // A name that was received calls again when it is another file.
        assert_eq!(files.call(), Call::Ringing);
        assert_eq!(receive(&mut files, Ok(())), Ok(games[1].clone()));
        assert_eq!(folder.names("read").len(), 2);
    }

    #[test]
    fn what_is_no_call_is_named_and_left() {
        let folder = Folder::new("wrong");
        let (mut files, news) = folder.files();
        folder.put("letter.txt", "No block.");
        folder.put("mail.txt", &armour::to_text(b"HXML"));
        folder.put(
            "half.txt",
            &armour::to_text(&[HEAD, &game(b"x").bytes()[..20]].concat()),
        );
        let whole = armour::to_text(&[HEAD, game(b"x").bytes()].concat());
        folder.put("cut.txt", &whole[..whole.len() - 40]);
        assert_eq!(files.call(), Call::None);
        assert_eq!(folder.names("in").len(), 4);
        for name in ["letter.txt", "mail.txt", "half.txt", "cut.txt"] {
            let said = news
                .borrow()
                .iter()
                .filter(|said| said.contains(name))
                .count();
            assert_eq!(said, 1, "{name}: {:?}", news.borrow());
        }
        // What the game does not take stays, and does not call again.
        folder.put("other.txt", &whole);
        files.pass_time(10.0);
        assert_eq!(files.call(), Call::Ringing);
        assert!(receive(&mut files, Err(NoGame::Foreign)).is_ok());
        files.pass_time(20.0);
        assert_eq!(files.call(), Call::None);
        assert_eq!(folder.names("in").len(), 5);
        assert!(news.borrow()[4].contains("other.txt is of another game"));
    }

    #[test]
    fn a_call_that_cannot_be_written_is_no_call() {
        let folder = Folder::new("full");
        let (mut files, news) = folder.files();
        fs::remove_dir(folder.0.join("out")).expect("it is empty");
        assert_eq!(transmit(&mut files, "1942", &game(b"x")), None);
        assert!(news.borrow()[0].contains("cannot write the call to 1942"));
        // A machine that says nothing is not asked for ever.
        files.dial("1942");
        for second in 0..100 {
            files.pass_time(f64::from(second));
            files.call();
        }
        assert_eq!(files.call(), Call::None);
        // And a folder that cannot be made is no folder.
        fs::write(folder.0.join("out"), "").expect("it is written");
        assert!(Files::new(&folder.0, news).is_err());
    }
}
