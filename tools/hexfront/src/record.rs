//! Records a game as it is played, line by line, so that a crash leaves a usable file.

use crate::datafolder::data_folder;
use crate::observe::{LOADED, Seen, hash};
use crate::replay::file::{Event, Head, Status};
use hexfront_isa::ShellCall;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Files of one name that there may be.
const COPIES: u32 = 1000;

/// Where recordings go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Into this file; a second game of the same sitting gets a number.
    File(PathBuf),
    /// Into this folder, named by the game and the time of its first key.
    Folder {
        /// The folder; it is made if it is not there.
        folder: PathBuf,
        /// The game's name.
        game: String,
    },
}

/// A recording that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the game is not recorded: cannot write {}: {source}", .path.display())]
pub struct RecordError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Writes what a player does. A game begins with its first key and ends with the program; a file is made for each.
pub struct Recorder {
    head: Head,
    place: Place,
    /// The open recording.
    file: Option<(PathBuf, File)>,
    /// Recordings made.
    written: Vec<PathBuf>,
    /// A load that brought a game, which is seen next.
    loading: Option<Status>,
}

impl Recorder {
    /// A recorder that has written nothing yet.
    pub fn new(head: Head, place: Place) -> Self {
        Self {
            head,
            place,
            file: None,
            written: Vec::new(),
            loading: None,
        }
    }

    /// The files written so far.
    pub fn written(&self) -> &[PathBuf] {
        &self.written
    }

    /// Records what was seen. Nothing is written before the first key.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn note(&mut self, seen: &Seen) -> Result<(), RecordError> {
        match seen {
            Seen::Called(_) => Ok(()),
            Seen::Answered(ShellCall::Load, status) if LOADED.contains(status) => {
                self.loading = Some(Status(*status));
                Ok(())
            }
            Seen::Answered(call, answer) => {
                if *call == ShellCall::Event && self.file.is_none() {
                    self.begin()?;
                }
                match Event::answered(*call, *answer) {
                    Some(event) => self.event(&event),
                    None => Ok(()),
                }
            }
            Seen::Loaded(image) => match self.loading.take() {
                Some(status) => self.event(&Event::Load {
                    status,
                    image: image.clone(),
                }),
                None => Ok(()),
            },
            Seen::Turn { turn, image } => self.event(&Event::Turn {
                turn: *turn,
                hash: hash(image),
            }),
            Seen::Left { trap: None, image } => self.end(image),
            Seen::Left {
                trap: Some(trap), ..
            } => {
                self.line(&format!("# the program was stopped by fault {trap}"))?;
                self.file = None;
                Ok(())
            }
        }
    }

    /// Ends the recording where the game waits for a key; `image` is its state.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn end(&mut self, image: &[u8]) -> Result<(), RecordError> {
        self.event(&Event::End { hash: hash(image) })?;
        self.file = None;
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Result<(), RecordError> {
        self.line(&event.to_string())
    }

    /// Writes a line at once, whole, if a recording is open.
    fn line(&mut self, line: &str) -> Result<(), RecordError> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|source| RecordError {
            path: path.clone(),
            source,
        })
    }

    fn begin(&mut self) -> Result<(), RecordError> {
        let now = UtcTime::now();
        let (path, file) = self.create(&now)?;
        self.written.push(path.clone());
        self.file = Some((path, file));
        let head = self.head.to_string();
        self.line(&format!("{}\n# recorded {now}", head.trim_end()))
    }

    fn create(&self, now: &UtcTime) -> Result<(PathBuf, File), RecordError> {
        let named = |path: &Path| {
            let path = path.to_owned();
            move |source| RecordError { path, source }
        };
        let first = match &self.place {
            // The file that the player named is his to replace.
            Place::File(path) if self.written.is_empty() => {
                let file = File::create(path).map_err(named(path))?;
                return Ok((path.clone(), file));
            }
            Place::File(path) => path.clone(),
            Place::Folder { folder, game } => {
                fs::create_dir_all(folder).map_err(named(folder))?;
                folder.join(format!("{game}-{}.replay", now.compact()))
            }
        };
        for copy in 1..COPIES {
            let path = numbered(&first, copy);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(RecordError { path, source }),
            }
        }
        Err(RecordError {
            path: first,
            source: io::ErrorKind::AlreadyExists.into(),
        })
    }
}

/// `game.replay`, `game-2.replay`, `game-3.replay` …
fn numbered(path: &Path, copy: u32) -> PathBuf {
    if copy < 2 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{copy}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Where recordings go if nobody says otherwise: `replays` in the user's data folder. `None` if there is no such folder.
pub fn replay_folder() -> Option<PathBuf> {
    Some(data_folder()?.join("replays"))
}

/// A moment in the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UtcTime {
    /// Year, month from 1, day from 1.
    date: (u64, u64, u64),
    /// Hour, minute, second.
    time: (u64, u64, u64),
}

impl UtcTime {
    fn now() -> Self {
        Self::at(
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default(),
        )
    }

    /// So long after the beginning of 1970. The civil calendar from a day number, by 400-year cycles from 1 March of
    /// the year 0.
    fn at(since_1970: Duration) -> Self {
        const DAYS_TO_1970: u64 = 719_468;
        const CYCLE: u64 = 146_097;
        let seconds = since_1970.as_secs();
        let day = seconds / 86_400 + DAYS_TO_1970;
        let (cycle, in_cycle) = (day / CYCLE, day % CYCLE);
        let year = (in_cycle - in_cycle / 1_460 + in_cycle / 36_524 - in_cycle / 146_096) / 365;
        let in_year = in_cycle - (365 * year + year / 4 - year / 100);
        let march = (5 * in_year + 2) / 153;
        let month = if march < 10 { march + 3 } else { march - 9 };
        Self {
            date: (
                400 * cycle + year + u64::from(month <= 2),
                month,
                in_year - (153 * march + 2) / 5 + 1,
            ),
            time: (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60),
        }
    }

    /// For a file name: `2026-11-21-153012`.
    fn compact(&self) -> String {
        let ((year, month, day), (hour, minute, second)) = (self.date, self.time);
        format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
    }
}

impl std::fmt::Display for UtcTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ((year, month, day), (hour, minute, second)) = (self.date, self.time);
        write!(
            f,
            "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::file::Sum;

    fn recorder(name: &str) -> (Recorder, PathBuf) {
        let folder = std::env::temp_dir().join(format!("hexfront-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let head = Head {
            game: "X".into(),
            version: 1,
            rules: Sum::Rules(0),
        };
        let place = Place::Folder {
            folder: folder.clone(),
            game: "x".into(),
        };
        (Recorder::new(head, place), folder)
    }

    #[test]
    fn nothing_is_written_before_the_first_key() {
        let (mut recorder, folder) = recorder("no-key");
        let image = vec![1];
        for seen in [
            Seen::Called(ShellCall::Event),
            Seen::Answered(ShellCall::Entropy, 1),
            Seen::Turn { turn: 2, image },
        ] {
            recorder.note(&seen).unwrap();
        }
        recorder.end(&[1]).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn every_game_has_its_own_file_and_every_line_is_there_at_once() {
        let (mut recorder, folder) = recorder("two-games");
        let key = Seen::Answered(ShellCall::Event, 65);
        recorder.note(&key).unwrap();
        let text = fs::read_to_string(&recorder.written()[0]).unwrap();
        assert!(text.ends_with("UTC\nkey A\n"), "{text}");
        let image = vec![1, 2];
        recorder.note(&Seen::Left { trap: None, image }).unwrap();
        recorder.note(&key).unwrap();
        assert_eq!(recorder.written().len(), 2);
        let text = fs::read_to_string(&recorder.written()[0]).unwrap();
        assert!(text.ends_with("key A\nend B6CC4292\n"), "{text}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_pointer_chose_has_words_of_its_own() {
        let (mut recorder, folder) = recorder("pointer");
        for word in [65, 0x4007, 0x8322, 0x2003, 0x1105] {
            recorder
                .note(&Seen::Answered(ShellCall::Event, word))
                .unwrap();
        }
        recorder.note(&Seen::Answered(ShellCall::Saved, 1)).unwrap();
        let pressed = Seen::Answered(ShellCall::Pressed, 1);
        recorder.note(&pressed).unwrap();
        for hex in [0x322, 0xFFFF] {
            recorder
                .note(&Seen::Answered(ShellCall::Pointed, hex))
                .unwrap();
        }
        let text = fs::read_to_string(&recorder.written()[0]).unwrap();
        assert!(
            text.ends_with(
                "key A\nunit 7\nhex 802\nitem 3\nsetting 2 5\nsaved 1\npressed 1\n\
                 pointed 802\npointed none\n"
            ),
            "{text}"
        );
        let replay = crate::replay::file::Replay::parse(&text).unwrap();
        assert_eq!(replay.keys(), 5);
        assert!(text.ends_with(&replay.to_string()[replay.head.to_string().len()..]));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let (mut recorder, folder) = recorder("no-folder");
        fs::write(&folder, "a file stands here").unwrap();
        let error = recorder
            .note(&Seen::Answered(ShellCall::Event, 65))
            .unwrap_err();
        assert!(error.to_string().contains(&*folder.to_string_lossy()));
        fs::remove_file(folder).unwrap();
    }

    #[test]
    fn moments_are_those_of_the_calendar() {
        for (seconds, wanted) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_798_761_599, "2026-12-31 23:59:59 UTC"),
        ] {
            assert_eq!(
                UtcTime::at(Duration::from_secs(seconds)).to_string(),
                wanted
            );
        }
    }
}
