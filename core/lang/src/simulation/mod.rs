//! Plays whole games on the Rust machine, by what the files under `sim/` say.
//!
//! A [`Simulation`] is a game compiled to begin at `simulate` instead of `main`. Each call of
//! [`Simulation::play`] is one game, from the state at power-on; the same number and settings give the same game.

mod change;
mod kind;

pub use crate::host::Reason;
pub use change::{Amount, Change, ChangeError};
pub use kind::{Kind, Value};

use crate::ast::Life;
use crate::diag::{Diagnostic, listed, nearest};
use crate::hir::Program;
use crate::host::{self, Compiled, Host, Listener};
use crate::source::Sources;
use crate::types::Ty;
use crate::{Cut, Target};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use hexfront_isa::Cartridge;
use hexfront_vm::{Memory, Vm};

/// Instructions after which a game is taken to run for ever: some four seconds.
const FUEL: u64 = 1_000_000_000;
/// What the names of settings may begin with, and are known without.
pub(crate) const PREFIX: &str = "sim_";

/// A game that plays itself.
#[derive(Clone, Debug)]
pub struct Simulation {
    bytes: Vec<u8>,
    listener: Listener,
    numbers: RangeInclusive<u16>,
    settings: Vec<Setting>,
    results: Vec<Reported>,
}

/// A variable that can be set before a game.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its name, without `sim_`.
    pub name: String,
    /// What it can be.
    pub kind: Kind,
    offset: u8,
    ty: Ty,
}

/// A result as the rules declare it by reporting it.
#[derive(Clone, Debug)]
pub struct Reported {
    /// Its name.
    pub name: String,
    /// Kinds of its indices; at most two.
    pub index: Vec<Kind>,
    /// Kind of its values.
    pub kind: Kind,
}

/// One value of a result: the number of the result among [`Simulation::results`], and its indices. Keys are ordered
/// by the place of the result in the sources, then by index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Number of the result.
    pub result: usize,
    /// Its indices, as numbers.
    pub index: Vec<i32>,
}

/// How a game went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// What was reported, the latest of each.
    pub results: BTreeMap<Key, Value>,
    /// What went wrong, one line each, each with its `file:line`; empty if nothing did.
    pub failures: Vec<String>,
    /// What its rules traced, one line each.
    pub trace: Vec<String>,
    /// Why its rules did what they did, if it was compiled to explain itself.
    pub reasons: Vec<Reason>,
    /// Instructions executed.
    pub executed: u64,
}

/// Why a setting cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is none of this name.
    #[error("the simulation has no setting {name:?}; {help}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// What there is.
        help: String,
    },
    /// It cannot be that.
    #[error("the setting {name:?} cannot be {value:?}: it is {kind}")]
    Value {
        /// The setting.
        name: String,
        /// The value asked for.
        value: String,
        /// What it can be.
        kind: String,
    },
}

/// Why a game cannot be played with other figures.
#[derive(Clone, Debug)]
pub enum Unchanged {
    /// It does not compile with them: the diagnostics and the sources they refer to.
    Mistakes(Vec<Diagnostic>, Sources),
    /// A figure is not there, or cannot be that.
    Figure(ChangeError),
}

impl From<ChangeError> for Unchanged {
    fn from(error: ChangeError) -> Self {
        Unchanged::Figure(error)
    }
}

/// Whether a game has rules for its simulation.
#[must_use]
pub fn is_there(files: &[(String, Vec<u8>)]) -> bool {
    files
        .iter()
        .any(|(name, _)| Target::of(name) == Target::Simulation && name.ends_with(".rules"))
}

impl Simulation {
    /// Compiles a game with the files of its simulation.
    ///
    /// # Errors
    /// The diagnostics and the sources they refer to.
    pub fn compile(files: &[(String, Vec<u8>)]) -> Result<Simulation, (Vec<Diagnostic>, Sources)> {
        Simulation::compile_cut(files, Cut::Coarse)
    }

    /// The same, cut into parts so finely: what a `bring in` has put out of memory stops a game.
    ///
    /// # Errors
    /// As of [`Simulation::compile`].
    pub fn compile_cut(
        files: &[(String, Vec<u8>)],
        cut: Cut,
    ) -> Result<Simulation, (Vec<Diagnostic>, Sources)> {
        let (program, sources) = host::check(files, Target::Simulation, cut)?;
        Simulation::emit(&program, sources)
    }

    /// Compiles a game with other figures than its sources give, and with the reasons that it tells or without.
    ///
    /// # Errors
    /// When there is no such figure, or the game does not compile with it.
    pub fn compile_with(
        files: &[(String, Vec<u8>)],
        changes: &[Change],
        explains: bool,
    ) -> Result<Simulation, Unchanged> {
        let mut sources = crate::sources(files, None);
        let mut diags = Vec::new();
        let mut ast = crate::parse::parse(&mut sources, &mut diags);
        let in_tables = changes.iter().filter(|c| !c.in_constant(&mut ast));
        let in_tables: Vec<&Change> = in_tables.collect();
        let target = Target::Simulation;
        let mut program = crate::check::check(&sources, &ast, target, Cut::Coarse, &mut diags);
        if crate::any_error(&diags) {
            return Err(Unchanged::Mistakes(crate::ordered(diags), sources));
        }
        program.explains = explains;
        for change in in_tables {
            change.in_table(&mut program, &ast)?;
        }
        Simulation::emit(&program, sources)
            .map_err(|(diags, sources)| Unchanged::Mistakes(diags, sources))
    }

    fn emit(program: &Program, sources: Sources) -> Result<Simulation, (Vec<Diagnostic>, Sources)> {
        let compiled = match host::emit(program, &sources, Target::Simulation) {
            Ok(compiled) => compiled,
            Err(diags) => return Err((diags, sources)),
        };
        let results = program.results.iter().filter_map(|result| {
            Some(Reported {
                name: result.name.clone(),
                index: result
                    .index
                    .iter()
                    .map(|ty| Kind::of(program, *ty))
                    .collect::<Option<_>>()?,
                kind: Kind::of(program, result.ty)?,
            })
        });
        Ok(Simulation {
            numbers: numbers(program),
            settings: settings(program, &compiled),
            results: results.collect(),
            bytes: compiled.bytes,
            listener: compiled.listener,
        })
    }

    /// The numbers that games can have.
    #[must_use]
    pub fn numbers(&self) -> RangeInclusive<u16> {
        self.numbers.clone()
    }

    /// What can be set, in the order of the sources.
    #[must_use]
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// What may be reported, in the order of the sources.
    #[must_use]
    pub fn results(&self) -> &[Reported] {
        &self.results
    }

    /// The setting of this name, with or without `sim_`.
    ///
    /// # Errors
    /// When there is none.
    pub fn setting(&self, name: &str) -> Result<&Setting, SettingError> {
        let bare = name.strip_prefix(PREFIX).unwrap_or(name);
        if let Some(setting) = self.settings.iter().find(|s| s.name == bare) {
            return Ok(setting);
        }
        let names = || self.settings.iter().map(|s| s.name.as_str());
        let help = match nearest(bare, names()) {
            Some(near) => format!("did you mean {near}?"),
            None if self.settings.is_empty() => {
                "settings are `scratch` variables in its files under sim/, and there are none"
                    .into()
            }
            None => format!("there is {}", listed(names()).replace(" or ", " and ")),
        };
        Err(SettingError::Unknown {
            name: name.to_string(),
            help,
        })
    }

    /// How a result is called where it has indices: `held[3]`, `losses[3][german]`.
    #[must_use]
    pub fn label(&self, key: &Key) -> String {
        self.label_from(key, 0)
    }

    /// The series that a value belongs to, and its place in it: `losses[3][german]` is the third of
    /// `losses[german]`. A series has a number as first index.
    #[must_use]
    pub fn series(&self, key: &Key) -> Option<(String, i32)> {
        let kind = self.results.get(key.result)?.index.first()?;
        let step = *key.index.first()?;
        matches!(kind, Kind::Number { .. }).then(|| (self.label_from(key, 1), step))
    }

    /// The name of a result with its indices from one on.
    fn label_from(&self, key: &Key, first: usize) -> String {
        let Some(result) = self.results.get(key.result) else {
            return String::new();
        };
        let index = result.index.iter().zip(&key.index).skip(first);
        index.fold(result.name.clone(), |label, (kind, i)| {
            format!("{label}[{}]", kind.value(*i))
        })
    }

    /// Plays one game. Settings not named are as the rules declare them.
    #[must_use]
    pub fn play(&self, number: u16, settings: &[(&Setting, i32)]) -> Played {
        let cartridge = Cartridge::read(&self.bytes).expect("what was verified can be read");
        let mut memory = Box::new(Memory::of(&cartridge));
        for (setting, value) in settings {
            setting.store(*value, &mut memory);
        }
        let mut vm = Vm::new(cartridge);
        // The only value of `simulate`, as calls hand over their last one.
        vm.a = number;
        let mut host = Host::new(&self.listener);
        host.run(&mut vm, &mut memory, FUEL);
        let results = host.results.into_iter().filter_map(|((result, index), n)| {
            let value = self.results.get(result)?.kind.value(n);
            Some((Key { result, index }, value))
        });
        Played {
            results: results.collect(),
            failures: host.failures,
            trace: host.trace,
            reasons: host.reasons,
            executed: vm.executed,
        }
    }
}

impl Setting {
    /// The value that a text names, for [`Simulation::play`].
    ///
    /// # Errors
    /// When the setting cannot be that.
    pub fn parse(&self, text: &str) -> Result<i32, SettingError> {
        self.kind.parse(text).ok_or_else(|| SettingError::Value {
            name: self.name.clone(),
            value: text.to_string(),
            kind: self.kind.to_string(),
        })
    }

    fn store(&self, value: i32, memory: &mut Memory) {
        let stored = match self.ty {
            Ty::Int { by, .. } => value / by.max(1),
            _ => value,
        };
        if self.ty.width() == 1 {
            memory.set_v8(self.offset, stored as u8);
        } else {
            memory.set_v16(self.offset, stored as u16);
        }
    }
}

/// The numbers that `simulate` takes.
fn numbers(program: &Program) -> RangeInclusive<u16> {
    let simulate = program.main.and_then(|main| program.procs.get(main));
    match simulate.and_then(|p| p.locals.first()).map(|l| l.ty) {
        Some(Ty::Int { lo, hi, .. }) => lo as u16..=hi as u16,
        _ => 0..=u16::MAX,
    }
}

fn settings(program: &Program, compiled: &Compiled) -> Vec<Setting> {
    let settings = program.vars.iter().zip(&compiled.vars);
    settings
        .filter(|(var, _)| var.setting && var.life == Life::Scratch)
        .filter_map(|(var, offset)| {
            Some(Setting {
                name: var.name.strip_prefix(PREFIX).unwrap_or(&var.name).into(),
                kind: Kind::of(program, var.ty)?,
                offset: *offset,
                ty: var.ty,
            })
        })
        .collect()
}
