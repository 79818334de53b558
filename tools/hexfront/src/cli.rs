//! The command line, as data.

use crate::check::CheckOptions;
use crate::mail::command::HERE;
use crate::replay::command::On;
use crate::sim::vary::{self, Figure};
use crate::targets::{self, OwnRom, TargetRef};
use crate::telephone;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

mod run;

pub use run::{Dump, RunOptions, Speed, Video};
use run::{machine_parser, rom_help};

/// Wargames of 1984-1991 on the machines they were made for.
#[derive(Debug, Parser)]
#[command(name = "hexfront", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// A disk image to boot: `hexfront FILE` is short for `hexfront run FILE`.
    pub image: Option<PathBuf>,
    /// Options for the short form.
    #[command(flatten)]
    pub run: RunOptions,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List games and machines, and which pairs build.
    List {
        /// For a program to read.
        #[arg(long)]
        json: bool,
    },
    /// Make a small finished game in a new directory, to begin one of your own with.
    New {
        /// The directory; its name becomes the game's.
        directory: PathBuf,
    },
    /// Build a game's disk image if needed and play it.
    Play {
        /// The game's name, or a directory that holds one.
        game: String,
        /// How.
        #[command(flatten)]
        run: RunOptions,
        /// Use this disk image and keep saved games in it; it is made if it is not there [default: the game's own, in the
        /// folder `hexfront/disks` of the user's data; none without a player].
        #[arg(long, value_name = "FILE")]
        disk: Option<PathBuf>,
        /// Put this disk into drive 2, where the machine can have one, and keep in it what is saved there; one for the game's saved
        /// games is made if it is not there.
        #[arg(long, value_name = "FILE")]
        disk2: Option<PathBuf>,
        /// What is written of the game.
        #[command(flatten)]
        record: RecordOptions,
    },
    /// Write a game's disk image.
    Build(BuildOptions),
    /// Boot a disk image.
    Run {
        /// The image, recognised by its content.
        image: PathBuf,
        /// How.
        #[command(flatten)]
        run: RunOptions,
    },
    /// Compile a game, run its rule tests, build it for each machine, and say what is wrong or left.
    Check(CheckOptions),
    /// Play games computer against computer, as the game's `sim/` says, and add up what came of them.
    Sim(SimOptions),
    /// Print the rules of a game in its author's words, with the places that hold them.
    Rules {
        /// The game's name, or a directory that holds one.
        game: String,
        /// Only this rule and those below it: an id without its last number stands for all that begin so.
        id: Option<String>,
        /// For a program to read.
        #[arg(long)]
        json: bool,
    },
    /// Bend each rule in every way the compiler knows and report the rules for which no test fails.
    Bend(BendOptions),
    /// Print a game's bytecode beside its source.
    Disasm {
        /// The game's name, or a directory that holds one.
        game: String,
    },
    /// Play a recorded game again, and compare its states with the recorded ones.
    Replay(ReplayOptions),
    /// Measure what games take of their machines: memory, disk, time.
    Budget(BudgetOptions),
    /// Play by mail with somebody, without a server.
    #[command(subcommand)]
    Mail(MailCommand),
    /// Hang a modem on the serial port of another emulator, so that a game there can be telephoned with.
    Modem {
        /// `HOST:PORT` where that emulator has its serial port (FS-UAE: `--serial-port=tcp://0.0.0.0:PORT`).
        port: String,
        /// The telephone network, as behind `--modem`: `listen=PORT`, `NUMBER=HOST:PORT`, `book=FILE` or `file=DIR`.
        #[arg(value_name = "SETTING", value_parser = telephone::parse_setting)]
        settings: Vec<telephone::Setting>,
    },
    /// Look into a disk image of any format.
    #[command(subcommand)]
    Disk(DiskCommand),
}

/// What `mail` does. The folder of a game holds all that there is of it; where none is named it is this one.
#[derive(Clone, Debug, Subcommand)]
pub enum MailCommand {
    /// Begin a game, and print the invitation that you send.
    New {
        /// The game's name, or a directory that holds one.
        game: String,
        /// Where the game is kept; the folder is made.
        folder: PathBuf,
        /// Your side.
        #[arg(long, value_name = "SIDE")]
        mine: String,
        /// Make a choice of the set-up, such as the scenario.
        #[arg(long, value_name = "NAME=VALUE", value_parser = parse_choice)]
        set: Vec<(String, String)>,
    },
    /// Open what your opponent sent: it is checked, and kept.
    Open {
        /// The mail, with anything around the block; `-` reads the standard input.
        file: PathBuf,
        /// The folder of the game; for an invitation one that is made.
        #[arg(default_value = HERE)]
        folder: PathBuf,
        /// The game's directory, where an invitation is to one that is not built in.
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
    },
    /// Play your turn, on any machine; it ends by itself.
    Play {
        /// The folder of the game.
        #[arg(default_value = HERE)]
        folder: PathBuf,
        /// How.
        #[command(flatten)]
        run: Box<RunOptions>,
    },
    /// Print what you send: the turn that you have played.
    Send {
        /// The folder of the game.
        #[arg(default_value = HERE)]
        folder: PathBuf,
    },
    /// Say whose move it is.
    Status {
        /// The folder of the game.
        #[arg(default_value = HERE)]
        folder: PathBuf,
    },
    /// Check a whole game: signatures, dice, and every turn played again.
    Verify {
        /// The folder of the game.
        #[arg(default_value = HERE)]
        folder: PathBuf,
        /// Somebody else's folder of the same game: whether both hold the same.
        #[arg(long, value_name = "FOLDER")]
        other: Option<PathBuf>,
    },
}

/// What `disk` does.
#[derive(Clone, Debug, Subcommand)]
pub enum DiskCommand {
    /// List the files.
    Ls {
        /// The image, recognised by its content.
        image: PathBuf,
    },
    /// Copy a file from the image.
    Get {
        /// The image.
        image: PathBuf,
        /// The file's name on it.
        name: String,
        /// Where to [default: its name, in lower case].
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Copy a file to the image, in the place of one of that name.
    Put {
        /// The image.
        image: PathBuf,
        /// The file.
        file: PathBuf,
        /// Its name on the image [default: its own].
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// Make an empty disk, in the format that the ending of its name says.
    Create {
        /// The image; a file that is there already is left alone.
        image: PathBuf,
        /// The title of a disk that has one [default: the name of its file].
        #[arg(long, value_name = "TITLE")]
        title: Option<String>,
        /// Its size in kilobytes where there are several: 90, 130 or 180 for `.atr` and `.xfd` [default: 90].
        #[arg(long, value_name = "SIZE")]
        kb: Option<u16>,
    },
    /// Name everything that is wrong with the image.
    Check {
        /// The image.
        image: PathBuf,
    },
}

/// What `play` writes of the game: by itself a recording into the folder `hexfront/replays` of the user's data.
#[derive(Args, Clone, Debug, Default)]
pub struct RecordOptions {
    /// Record the game into this file.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Do not record the game.
    #[arg(long, conflicts_with = "record")]
    pub no_record: bool,
    /// Write why the computer players do what they do (the rules' `because`) into this file as they do it: as text, or with the ending .jsonl as JSON, an
    /// object a line.
    #[arg(long, value_name = "FILE", conflicts_with = "modem")]
    pub explain: Option<PathBuf>,
}

/// What `budget` measures, and against which limits.
#[derive(Args, Clone, Debug)]
pub struct BudgetOptions {
    /// The game's name, or a directory that holds one [default: all that have a row].
    pub game: Option<String>,
    /// The rows with the limits; scripts and replays that they name lie relative to this file [default: pairs.toml in the game's
    /// directory, else here].
    #[arg(long, value_name = "FILE")]
    pub pairs: Option<PathBuf>,
    /// Fail when a limit is broken.
    #[arg(long)]
    pub check: bool,
    /// Instead of all that, play the whole games named in the rows, and time each phase.
    #[arg(long)]
    pub games: bool,
    /// For a program to read.
    #[arg(long)]
    pub json: bool,
}

/// What `replay` runs, and on what.
#[derive(Args, Clone, Debug)]
pub struct ReplayOptions {
    /// The replay.
    pub file: PathBuf,
    /// What it runs on.
    #[arg(long, value_parser = on_parser(), default_value = "all")]
    pub on: On,
    /// The game's name, or a directory that holds it [default: the game with the replay's id].
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The user's own ROMs.
    #[arg(long, value_name = "KIND=FILE", value_parser = targets::parse_rom, help = rom_help())]
    pub rom: Vec<OwnRom>,
    /// For a program to read.
    #[arg(long)]
    pub json: bool,
}

/// What is bent, and where the report goes.
#[derive(Args, Clone, Debug)]
pub struct BendOptions {
    /// The game's name, or a directory that holds one.
    pub game: String,
    /// Bend these rules only.
    pub ids: Vec<String>,
    /// Try so many bends, drawn by the seed, instead of all.
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// The seed of the sample.
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    pub seed: u64,
    /// Write the report here [default: print it].
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Bend only rules that have changed, or have other tests, since the report was written, and keep what it says of all others.
    #[arg(long, requires = "report", conflicts_with_all = ["ids", "sample"])]
    pub changed: bool,
}

/// What `build` writes, and where.
#[derive(Args, Clone, Debug)]
pub struct BuildOptions {
    /// The game's name, or a directory that holds one.
    #[arg(required_unless_present = "all")]
    pub game: Option<String>,
    /// The machine to build for [default: the one that the game names, else the first that it builds for].
    #[arg(long = "for", value_name = "MACHINE", value_parser = machine_parser())]
    pub machine: Option<TargetRef>,
    /// Every game for every machine it builds for, into the directory named by -o.
    #[arg(long, conflicts_with_all = ["game", "labels", "map"])]
    pub all: bool,
    /// Where the image goes; its ending says in which format, where the machine has several [default: the game's name in this
    /// directory].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write labels for a debugger, as VICE reads them.
    #[arg(long, value_name = "FILE")]
    pub labels: Option<PathBuf>,
    /// Write the memory map: segments and objects by size, bytecode by rule.
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
}

/// Which games `sim` plays, and what it writes.
#[derive(Args, Clone, Debug)]
pub struct SimOptions {
    /// The game's name, or a directory that holds one.
    pub game: String,
    /// The numbers of the games, first and last.
    #[arg(long, value_name = "A..B", value_parser = parse_seeds)]
    pub seeds: RangeInclusive<u16>,
    /// Make a setting of the simulation; with several values, play all games with each.
    #[arg(long, value_name = "NAME=VALUE,...", value_parser = parse_setting)]
    pub set: Vec<Sweep>,
    /// Short for `--set level=...`.
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',')]
    pub levels: Vec<String>,
    /// Play with other figures than the rules give, and compare: a constant, a table, or a cell such as `TABLE[ROW]`; `80%` is that
    /// share of what it is.
    #[arg(long, value_name = "NAME=A..B[/STEP]", value_parser = vary::parse)]
    pub vary: Vec<Figure>,
    /// Write a line a game, in the order of their numbers; the ending says how.
    #[arg(long, value_name = "FILE.jsonl|.csv")]
    pub out: Option<PathBuf>,
    /// Draw the series: a panel a result, a line a series, a deviation to both sides shaded.
    #[arg(long, value_name = "FILE.png")]
    pub picture: Option<PathBuf>,
    /// Draw the map, and on it the series of this name: `result NAME[turn, column] = row`, a line a turn.
    #[arg(long, value_name = "NAME=FILE.png", value_parser = parse_map)]
    pub map: Option<MapPicture>,
    /// Tell why: the reasons that the rules give (`because`), by game and turn; into a file a line each, as JSON.
    #[arg(long, value_name = "FILE.jsonl", num_args = 0..=1, require_equals = true)]
    pub explain: Option<Option<PathBuf>>,
    /// Compare series with these, say with history: `series,1,2,3`, then a line a series.
    #[arg(long, value_name = "FILE.csv")]
    pub against: Option<PathBuf>,
    /// Games played at a time [default: one a processor].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// For a program to read.
    #[arg(long)]
    pub json: bool,
}

/// A setting of the simulation, and the values to play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// Its name.
    pub name: String,
    /// One or more values.
    pub values: Vec<String>,
}

/// A series that is drawn on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapPicture {
    /// Its name.
    pub series: String,
    /// Where the picture goes.
    pub file: PathBuf,
}

/// What takes the things that a replay can run on.
fn on_parser() -> impl TypedValueParser<Value = On> {
    let names = ["host"].into_iter().chain(targets::names()).chain(["all"]);
    PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
        "host" => Ok(On::Host),
        "all" => Ok(On::All),
        name => targets::find(name).map(On::Machine).ok_or(Unknown),
    })
}

/// A name that its parser let through though nothing bears it.
#[derive(Debug, thiserror::Error)]
#[error("nothing has that name")]
struct Unknown;

fn parse_seeds(text: &str) -> Result<RangeInclusive<u16>, String> {
    let help = "use A..B with numbers up to 65535, A not above B, such as 1..100";
    let number = |text: &str| text.parse::<u16>().map_err(|_| help);
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(help.into());
    }
    Ok(first..=last)
}

fn parse_setting(text: &str) -> Result<Sweep, String> {
    let (name, values) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or("use NAME=VALUE, or NAME=VALUE,VALUE to play with each")?;
    Ok(Sweep {
        name: name.into(),
        values: values.split(',').map(Into::into).collect(),
    })
}

fn parse_choice(text: &str) -> Result<(String, String), String> {
    let choice = text.split_once('=');
    let choice = choice.filter(|(name, value)| !name.is_empty() && !value.is_empty());
    choice
        .map(|(name, value)| (name.into(), value.into()))
        .ok_or("use NAME=VALUE".into())
}

fn parse_map(text: &str) -> Result<MapPicture, String> {
    match text.split_once('=') {
        Some((series, file)) if !series.is_empty() && !file.is_empty() => Ok(MapPicture {
            series: series.into(),
            file: file.into(),
        }),
        _ => Err("use NAME=FILE.png".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_bare_file_is_run() {
        let cli = Cli::parse_from(["hexfront", "game.d64", "--seconds", "2"]);
        assert_eq!(cli.image, Some("game.d64".into()));
        assert!(cli.run.is_headless());
    }

    #[test]
    fn operands_are_checked_at_the_door() {
        assert_eq!(parse_seeds("1..100"), Ok(1..=100));
        assert_eq!(parse_seeds("7"), Ok(7..=7));
        for wrong in ["", "..", "5..4", "1..65536", "1..=3", "-1..3"] {
            assert!(parse_seeds(wrong).is_err(), "{wrong}");
        }
        let sweep = parse_setting("level=1,2").unwrap();
        assert_eq!((sweep.name.as_str(), sweep.values.len()), ("level", 2));
        assert!(parse_setting("level").is_err());
        assert!(parse_setting("=1").is_err());
        assert_eq!(parse_map("west=a.png").unwrap().series, "west");
        assert!(parse_map("west").is_err() && parse_map("=a.png").is_err());
    }
}
