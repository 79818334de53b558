//! `pairs.toml`: which game is made for which machine, what is pressed to measure it, and what it may take.

use crate::budget::times::{Phase, player_turns};
use crate::budget::{MEASURES, measure_named};
use crate::games::Game;
use crate::targets;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The file's name, at the root of the repository or in the folder of a game of one's own.
pub const FILE: &str = "pairs.toml";

/// The whole file.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    /// A row each.
    #[serde(rename = "pair", default)]
    pub rows: Vec<Pair>,
}

/// A game on a machine.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The game's name; left out in a file that lies in the game's own folder.
    #[serde(default)]
    pub game: String,
    /// The machine's.
    pub machine: String,
    /// What is plugged into it, by the names that `--with` takes: another model, another drive.
    #[serde(default)]
    pub with: Vec<String>,
    /// Scripts and replays whose keys are pressed while times are taken; relative to the file.
    #[serde(default)]
    pub keys: Vec<PathBuf>,
    /// Phases, by the number of the view role `phase`, in which a key is answered by what the phase works out: such an answer
    /// counts as the phase it is.
    #[serde(default)]
    pub work_phases: Vec<u8>,
    /// A computer's turn is all phases of a player, where both sides have phases of the same numbers; else each phase by itself.
    #[serde(default)]
    pub turns_by_player: bool,
    /// Whole games that play themselves, timed by `budget --games`.
    #[serde(default)]
    pub games: Option<Games>,
    /// Limits that are known not to hold yet. One that holds must not stand here.
    #[serde(default)]
    pub open: Vec<String>,
    /// The limits by measure.
    #[serde(default)]
    pub limits: BTreeMap<String, f64>,
}

/// Games that play themselves once their number is typed.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Keys from the first menu on, as `--keys` takes them; `#` is the game's number. The last is a `<tap:KEY>`, which the game answers
    /// with its end.
    pub keys: String,
    /// The numbers.
    pub numbers: Vec<u16>,
    /// The last turn that is played; none: to the end.
    #[serde(default)]
    pub last_turn: Option<u8>,
}

/// Why there are no pairs.
#[derive(Debug, thiserror::Error)]
pub enum PairsError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}; run this where the file is, or name it with --pairs", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is no such file.
    #[error("{}: {source}", .path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// A row that cannot be.
    #[error("{}, {game} on {machine}: {mistake}", .path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
        /// The machine.
        machine: String,
        /// What is wrong with it.
        mistake: Mistake,
    },
}

/// What can be wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mistake {
    /// A machine that is none.
    #[error("there is no such machine; there is {}", targets::names().join(", "))]
    UnknownMachine,
    /// Something that cannot be plugged into it.
    #[error("it takes no {name:?}; it takes {known}")]
    UnknownExpansion {
        /// The name.
        name: String,
        /// What there is, for a sentence.
        known: String,
    },
    /// A limit of nothing that is measured.
    #[error("nothing is measured as {name:?}; there is {}", known())]
    UnknownMeasure {
        /// The name.
        name: String,
    },
    /// An open limit that is no limit.
    #[error("{0:?} stands under open but has no limit")]
    OpenWithoutLimit(String),
    /// The pair has a row before.
    #[error("it has two rows; leave one")]
    Twice,
}

fn known() -> String {
    MEASURES.map(|measure| measure.name).join(", ")
}

impl Pair {
    /// The machine with what is plugged into it, for a sentence.
    pub fn fitted(&self) -> String {
        match self.with.as_slice() {
            [] => self.machine.clone(),
            with => format!("{} with {}", self.machine, with.join(", ")),
        }
    }

    /// What is plugged in, as the machine names it.
    pub fn expansions(&self) -> Vec<&'static str> {
        let all = targets::find(&self.machine).map_or(&[][..], |target| target.expansions());
        let names = all.iter().map(|(name, _)| *name);
        names
            .filter(|name| self.with.iter().any(|with| with == name))
            .collect()
    }

    /// What the limit of a turn's seconds is of.
    pub fn turns_of(&self, phases: Vec<Phase>) -> Vec<Phase> {
        if self.turns_by_player {
            player_turns(&phases)
        } else {
            phases
        }
    }

    fn mistake(&self) -> Option<Mistake> {
        let Some(target) = targets::find(&self.machine) else {
            return Some(Mistake::UnknownMachine);
        };
        let names = || target.expansions().iter().map(|(name, _)| *name);
        if let Some(name) = self
            .with
            .iter()
            .find(|with| names().all(|name| name != *with))
        {
            let known: Vec<&str> = names().collect();
            return Some(Mistake::UnknownExpansion {
                name: name.clone(),
                known: match known.is_empty() {
                    true => "nothing".to_owned(),
                    false => known.join(", "),
                },
            });
        }
        let unknown = self
            .limits
            .keys()
            .find(|name| measure_named(name).is_none());
        if let Some(name) = unknown {
            return Some(Mistake::UnknownMeasure { name: name.clone() });
        }
        let unlimited = self
            .open
            .iter()
            .find(|name| !self.limits.contains_key(*name));
        unlimited.map(|name| Mistake::OpenWithoutLimit(name.clone()))
    }
}

impl Pairs {
    /// Reads the file.
    ///
    /// # Errors
    /// [`PairsError`].
    pub fn read(path: &Path) -> Result<Self, PairsError> {
        let text = std::fs::read_to_string(path).map_err(|source| PairsError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text, path)
    }

    /// Reads the file's text; `path` names it in messages.
    ///
    /// # Errors
    /// [`PairsError`].
    pub fn parse(text: &str, path: &Path) -> Result<Self, PairsError> {
        let pairs: Self = toml::from_str(text).map_err(|source| PairsError::Toml {
            path: path.to_owned(),
            source: Box::new(source),
        })?;
        for (place, row) in pairs.rows.iter().enumerate() {
            let same = |other: &Pair| other.game == row.game && other.fitted() == row.fitted();
            let twice = || {
                pairs.rows[..place]
                    .iter()
                    .any(same)
                    .then_some(Mistake::Twice)
            };
            if let Some(mistake) = row.mistake().or_else(twice) {
                return Err(PairsError::Row {
                    path: path.to_owned(),
                    game: if row.game.is_empty() {
                        "the game"
                    } else {
                        &row.game
                    }
                    .to_owned(),
                    machine: row.fitted(),
                    mistake,
                });
            }
        }
        Ok(pairs)
    }

    /// The rows of a game.
    pub fn of<'a>(&'a self, game: &'a str) -> impl Iterator<Item = &'a Pair> {
        let is_of = move |row: &&Pair| row.game.is_empty() || row.game == game;
        self.rows.iter().filter(is_of)
    }

    /// The row of a game on a machine.
    pub fn find(&self, game: &str, machine: &str) -> Option<&Pair> {
        self.rows
            .iter()
            .find(|row| row.game == game && row.machine == machine)
    }

    /// The games, each once, in their order.
    pub fn games(&self) -> Vec<String> {
        let mut games: Vec<String> = Vec::new();
        for row in &self.rows {
            if !games.contains(&row.game) {
                games.push(row.game.clone());
            }
        }
        games
    }
}

/// The machines that a game is made for, as the file in its own folder says, or for a game of ours the one here; none where
/// there is no file.
///
/// # Errors
/// When the file of the game's own is no such file.
pub fn machines_of(game: &Game) -> Result<Vec<String>, PairsError> {
    let own = game.folder.as_ref().map(|folder| folder.join(FILE));
    let pairs = match own {
        Some(path) if path.is_file() => Pairs::read(&path)?,
        Some(_) => return Ok(Vec::new()),
        None => Pairs::read(Path::new(FILE)).unwrap_or_default(),
    };
    let mut machines: Vec<String> = Vec::new();
    for row in pairs.of(&game.name) {
        if !machines.contains(&row.machine) {
            machines.push(row.machine.clone());
        }
    }
    Ok(machines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Pairs, PairsError> {
        Pairs::parse(text, Path::new("p.toml"))
    }

    fn row(rest: &str) -> String {
        format!("[[pair]]\ngame = \"g\"\nmachine = \"c64\"\n{rest}")
    }

    fn message(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn rows_are_read_with_their_limits() {
        let text =
            row("keys = [\"a.script\"]\n[pair.limits]\nvm_bytes = 8192\nscroll_frames = 2.5\n");
        let pairs = parse(&text).unwrap();
        let pair = pairs.find("g", "c64").unwrap();
        assert_eq!(pair.keys, [PathBuf::from("a.script")]);
        assert!(pair.work_phases.is_empty() && pair.games.is_none());
        assert_eq!(pair.limits["vm_bytes"], 8192.0);
        assert_eq!(pair.limits["scroll_frames"], 2.5);
        assert_eq!(
            (pairs.games(), pairs.of("h").count()),
            (vec!["g".into()], 0)
        );
    }

    #[test]
    fn in_the_folder_of_a_game_its_name_is_left_out() {
        let pairs = parse("[[pair]]\nmachine = \"c64\"\n").unwrap();
        assert_eq!(pairs.of("whatever").count(), 1);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let unknown = message(&row("[pair.limits]\nvm_byte = 8192\n"));
        let begins = "p.toml, g on c64: nothing is measured as \"vm_byte\"; there is vm_bytes, ";
        assert!(unknown.starts_with(begins), "{unknown}");
        let open = message(&row("open = [\"vm_bytes\"]\n"));
        assert!(open.contains("\"vm_bytes\" stands under open but has no limit"));
        assert!(message(&row("[pair.limits]\nvm_bytes = \"many\"\n")).contains("line"));
        assert!(message(&row("machines = 2\n")).contains("machines"));
        let machine = message("[[pair]]\ngame = \"g\"\nmachine = \"vic20\"\n");
        assert!(
            machine.contains("vic20") && machine.contains("amiga"),
            "{machine}"
        );
        assert!(message(&row(&row(""))).contains("two rows"));
    }

    #[test]
    fn a_machine_has_a_row_for_each_way_in_which_it_is_fitted_out() {
        let plain = row("").replace("c64", "atari8");
        let with = |name: &str| format!("{plain}with = [\"{name}\"]\n");
        let pairs = parse(&[plain.clone(), with("130xe"), with("810")].concat()).unwrap();
        let fitted: Vec<String> = pairs.rows.iter().map(Pair::fitted).collect();
        assert_eq!(fitted, ["atari8", "atari8 with 130xe", "atari8 with 810"]);
        let expansions = pairs.rows.iter().map(Pair::expansions);
        assert_eq!(
            expansions.collect::<Vec<_>>(),
            [vec![], vec!["130xe"], vec!["810"]]
        );
        let twice = message(&[with("130xe"), with("130xe")].concat());
        assert!(
            twice.contains("g on atari8 with 130xe: it has two rows"),
            "{twice}"
        );
        let none = message(&with("520st"));
        assert!(
            none.contains("it takes no \"520st\"; it takes 800, 130xe, 810"),
            "{none}"
        );
    }
}
