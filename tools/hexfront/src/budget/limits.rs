//! `budgets.toml`: the limits of every game on every machine, and of the rules machines.

use super::measure_named;
use super::times::{Phase, player_turns};
use crate::targets;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The file's name, at the root of the repository.
pub const FILE: &str = "budgets.toml";

/// The whole file.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Budgets {
    /// By game and machine.
    pub games: BTreeMap<String, BTreeMap<String, Budget>>,
    /// Cycles of the rules machines, by processor.
    pub vm: BTreeMap<String, VmBudget>,
}

/// The limits of a game on a machine.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
pub struct Budget {
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
    #[serde(flatten)]
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
}

/// What the rules machine may cost on a processor; measured by the benchmarks of `hexfront-tests`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct VmBudget {
    /// Statements of `tests/bench/bench.rules`, by mark.
    pub statements: BTreeMap<String, StatementBudget>,
    /// Natives beside the same by hand, where it was written.
    pub by_hand: Option<HandBudget>,
    /// Cycles of a flood for each neighbour it looks at: over ground alone, and with everything.
    pub flood_cycles: [u64; 2],
}

/// What a native may cost beside the same by hand.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct HandBudget {
    /// Its cycles in percent.
    pub percent: u64,
    /// A native that is mostly operands: the cycles that it may need beyond.
    pub operand_cycles: u64,
}

/// What a statement may cost.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct StatementBudget {
    /// Cycles.
    pub cycles: u64,
    /// Bytes of code.
    pub bytes: usize,
}

/// Why there are no limits.
#[derive(Debug, thiserror::Error)]
pub enum LimitsError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}; run this where the file is, or name it with --limits", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is no such file.
    #[error("{}: {source}", .path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// A machine that is none.
    #[error("{}, [games.{game}.{machine}]: there is no such machine; there is {}", .path.display(), targets::names().join(", "))]
    UnknownMachine {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
        /// The name.
        machine: String,
    },
    /// A limit of nothing that is measured.
    #[error("{}, [games.{game}.{machine}]: nothing is measured as {name:?}; there is {}", .path.display(), known())]
    UnknownMeasure {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
        /// The machine.
        machine: String,
        /// The name.
        name: String,
    },
    /// An open limit that is no limit.
    #[error("{}, [games.{game}.{machine}]: {name:?} stands under open but has no limit", .path.display())]
    OpenWithoutLimit {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
        /// The machine.
        machine: String,
        /// The name.
        name: String,
    },
}

impl Budget {
    /// What the limit of a turn's seconds is of.
    pub fn turns_of(&self, phases: Vec<Phase>) -> Vec<Phase> {
        if self.turns_by_player {
            player_turns(&phases)
        } else {
            phases
        }
    }
}

fn known() -> String {
    super::MEASURES.map(|measure| measure.name).join(", ")
}

impl Budgets {
    /// Reads the file.
    ///
    /// # Errors
    /// [`LimitsError`].
    pub fn read(path: &Path) -> Result<Self, LimitsError> {
        let text = std::fs::read_to_string(path).map_err(|source| LimitsError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text, path)
    }

    /// Reads the file's text; `path` names it in messages.
    ///
    /// # Errors
    /// [`LimitsError`].
    pub fn parse(text: &str, path: &Path) -> Result<Self, LimitsError> {
        let budgets: Self = toml::from_str(text).map_err(|source| LimitsError::Toml {
            path: path.to_owned(),
            source: Box::new(source),
        })?;
        for (game, machines) in &budgets.games {
            for (machine, budget) in machines {
                let place = |name: &String| {
                    let machine = machine.to_owned();
                    (path.to_owned(), game.clone(), machine, name.clone())
                };
                if targets::find(machine).is_none() {
                    return Err(LimitsError::UnknownMachine {
                        path: path.to_owned(),
                        game: game.clone(),
                        machine: machine.clone(),
                    });
                }
                if let Some(name) = budget.limits.keys().find(|n| measure_named(n).is_none()) {
                    let (path, game, machine, name) = place(name);
                    return Err(LimitsError::UnknownMeasure {
                        path,
                        game,
                        machine,
                        name,
                    });
                }
                let limited = |name: &&String| !budget.limits.contains_key(*name);
                if let Some(name) = budget.open.iter().find(limited) {
                    let (path, game, machine, name) = place(name);
                    return Err(LimitsError::OpenWithoutLimit {
                        path,
                        game,
                        machine,
                        name,
                    });
                }
            }
        }
        Ok(budgets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VM: &str = "[vm.mos6502]\nstatements = {}\nby_hand = { percent = 120, operand_cycles = 60 }\nflood_cycles = [1, 2]\n";

    fn message(text: &str) -> String {
        Budgets::parse(&format!("{text}{VM}"), Path::new("b.toml"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn limits_are_read_by_name() {
        let text = "[games.g.c64]\nkeys = [\"a.script\"]\nvm_bytes = 8192\nscroll_frames = 2.5\n";
        let budgets = Budgets::parse(&format!("{text}{VM}"), Path::new("b.toml")).unwrap();
        let budget = &budgets.games["g"]["c64"];
        assert_eq!(budget.keys, [PathBuf::from("a.script")]);
        assert!(budget.work_phases.is_empty() && budget.games.is_none());
        assert_eq!(budget.limits["vm_bytes"], 8192.0);
        assert_eq!(budget.limits["scroll_frames"], 2.5);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let unknown = message("[games.g.c64]\nvm_byte = 8192\n");
        assert!(unknown.starts_with(
            "b.toml, [games.g.c64]: nothing is measured as \"vm_byte\"; there is vm_bytes, "
        ));
        let open = message("[games.g.c64]\nopen = [\"vm_bytes\"]\n");
        assert!(open.contains("\"vm_bytes\" stands under open but has no limit"));
        assert!(message("[games.g.c64]\nvm_bytes = \"many\"\n").contains("line"));
        let machine = message("[games.g.vic20]\nvm_bytes = 1\n");
        assert!(
            machine.contains("vic20") && machine.contains("amiga"),
            "{machine}"
        );
    }
}
