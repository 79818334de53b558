//! The command line. Exit codes: 0 done, 1 done and the answer is no, 2 could not do it.

use clap::Parser;
use hexfront::cli::{Cli, Command};
use hexfront::commands;
use hexfront::failure::Failure;
use hexfront::output::tell;
use hexfront::{bend, budget, build, check, disk, mail, new, replay, rules, sim, telephone};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Some(Command::List { json }) => commands::list(json),
        Some(Command::New { directory }) => new::new(&directory),
        Some(Command::Play {
            game,
            run,
            disk,
            disk2,
            record,
        }) => commands::play(
            &game,
            &run,
            [disk, disk2].each_ref().map(Option::as_deref),
            &record,
        ),
        Some(Command::Build(options)) => build::build(&options),
        Some(Command::Run { image, run }) => commands::run(&image, &run),
        Some(Command::Check(options)) => check::check(&options),
        Some(Command::Sim(options)) => sim::run(&options),
        Some(Command::Rules { game, id, json }) => rules::run(&game, id.as_deref(), json),
        Some(Command::Bend(options)) => bend::bend(&options),
        Some(Command::Disasm { game }) => build::disasm(&game),
        Some(Command::Replay(options)) => replay::command::replay(&options),
        Some(Command::Budget(options)) => budget::command::budget(&options),
        Some(Command::Mail(command)) => mail::command::mail(&command),
        Some(Command::Modem { port, settings }) => {
            telephone::port::serve(&port, &settings).map_err(Failure::from)
        }
        Some(Command::Disk(command)) => disk::run(&command),
        None => match &cli.image {
            Some(image) => commands::run(image, &cli.run),
            None => commands::list(false),
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::No) => ExitCode::from(1),
        Err(Failure::Could(error)) => {
            tell(format_args!("hexfront: {error}"));
            ExitCode::from(2)
        }
    }
}
