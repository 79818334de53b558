//! How a machine is run: the options that `play` and `run` share.

use super::Unknown;
use crate::script;
use crate::targets::{self, OwnRom, TargetRef};
use crate::telephone;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Where the picture goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Video {
    /// A window.
    Window,
    /// The terminal: in pictures if it takes kitty's or sixels, else in half blocks and letters.
    Terminal,
    /// The terminal, in half blocks and letters whatever it can do.
    Blocks,
    /// Nowhere: keys come from a script.
    None,
}

/// How a machine is run; the same for `play` and `run`.
#[derive(Args, Clone, Debug, Default)]
pub struct RunOptions {
    /// The machine; else the image's content tells.
    #[arg(long, value_name = "MACHINE", value_parser = machine_parser())]
    pub on: Option<TargetRef>,
    /// Where the picture goes [default: a window where there is a display, else the terminal].
    #[arg(long, value_enum)]
    pub video: Option<Video>,
    /// No sound.
    #[arg(long)]
    pub mute: bool,
    /// Write the machine's sound as a WAV file, whether it is played or not.
    #[arg(long, value_name = "FILE")]
    pub wav: Option<PathBuf>,
    /// Times real speed, or `max`.
    #[arg(long, value_name = "N|max", value_parser = parse_speed)]
    pub speed: Option<Speed>,
    /// Load and save at the drive's real speed instead of at the host's.
    #[arg(long)]
    pub real_drive: bool,
    /// What is plugged into the machine.
    #[arg(long, value_name = "EXPANSION", value_parser = expansion_parser(), help = expansion_help())]
    pub with: Vec<&'static str>,
    /// A modem at the serial port of a machine that has one: `listen=PORT` takes calls, `NUMBER=HOST:PORT` makes them, `book=FILE` has
    /// a line `NUMBER HOST:PORT` a friend, with `file=DIR` any other number makes a file in DIR/out to be mailed, and what is put into
    /// DIR/in calls here. A game with it is not recorded.
    #[arg(long, value_name = "SETTING", value_parser = telephone::parse_setting)]
    pub modem: Vec<telephone::Setting>,
    /// A machine for 60 Hz television.
    #[arg(long, conflicts_with = "pal")]
    pub ntsc: bool,
    /// A machine for 50 Hz television (the default).
    #[arg(long)]
    pub pal: bool,
    /// The user's own ROMs.
    #[arg(long, value_name = "KIND=FILE", value_parser = targets::parse_rom, help = rom_help())]
    pub rom: Vec<OwnRom>,
    /// Type this: plain characters, `<RET>`, `<F1>`, `<wait:1>`, `<until:TEXT>`, `<shot:FILE>`.
    #[arg(long, value_name = "TEXT")]
    pub keys: Option<String>,
    /// Perform a script, one action a line.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Stop after so many emulated seconds.
    #[arg(long, value_name = "N", value_parser = parse_seconds)]
    pub seconds: Option<f64>,
    /// Stop when this text stands on the emulated screen.
    #[arg(long, value_name = "TEXT")]
    pub until: Option<String>,
    /// Stop when a byte in memory has this value.
    #[arg(long, value_name = "SYMBOL=VALUE")]
    pub until_mem: Option<String>,
    /// Write the last picture as PNG.
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Write memory at the end; addresses are hexadecimal, both inclusive.
    #[arg(long, value_name = "ADDR-ADDR=FILE", value_parser = parse_dump)]
    pub dump: Vec<Dump>,
    /// Write the game's state image at the end.
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Print how many cycles ran.
    #[arg(long)]
    pub cycles: bool,
}

impl RunOptions {
    /// Whether any option asks for a run without a player.
    pub fn is_headless(&self) -> bool {
        self.video == Some(Video::None)
            || (self.video.is_none()
                && (self.keys.is_some()
                    || self.script.is_some()
                    || self.seconds.is_some()
                    || self.until.is_some()
                    || self.until_mem.is_some()
                    || self.screenshot.is_some()
                    || self.state.is_some()
                    || !self.dump.is_empty()))
    }
}

/// Emulation speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// So many times real speed.
    Times(f64),
    /// As fast as the host can.
    Max,
}

/// A range of memory to write out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dump {
    /// First address.
    pub from: u32,
    /// Last address, inclusive.
    pub to: u32,
    /// Where to.
    pub file: PathBuf,
}

fn parse_speed(text: &str) -> Result<Speed, String> {
    if text == "max" {
        return Ok(Speed::Max);
    }
    match text.trim_end_matches('x').parse::<f64>() {
        Ok(n) if n.is_finite() && n > 0.0 => Ok(Speed::Times(n)),
        _ => Err("use a number above 0, or max".into()),
    }
}

fn parse_seconds(text: &str) -> Result<f64, &'static str> {
    script::seconds(text).ok_or("use a number of seconds such as 2.5")
}

pub(super) fn rom_help() -> String {
    format!("Use your own ROM: {}", targets::rom_kinds())
}

fn expansion_help() -> String {
    format!("Plug this in: {}", targets::expansion_help())
}

/// What takes the names of machines.
pub(super) fn machine_parser() -> impl TypedValueParser<Value = TargetRef> {
    PossibleValuesParser::new(targets::names()).try_map(|name| targets::find(&name).ok_or(Unknown))
}

/// What takes the names of expansions.
fn expansion_parser() -> impl TypedValueParser<Value = &'static str> {
    let names = targets::expansion_names();
    PossibleValuesParser::new(names.clone()).try_map(move |name| {
        names
            .iter()
            .find(|known| **known == name)
            .copied()
            .ok_or(Unknown)
    })
}

fn parse_dump(text: &str) -> Result<Dump, String> {
    let help = "use ADDR-ADDR=FILE with hexadecimal addresses, such as 0400-07e7=screen.bin";
    let (range, file) = text.split_once('=').ok_or(help)?;
    let (from, to) = range.split_once('-').ok_or(help)?;
    let address = |s: &str| u32::from_str_radix(s.trim_start_matches('$'), 16).map_err(|_| help);

    let (from, to) = (address(from)?, address(to)?);
    if from > to {
        return Err(format!("the range ends before it starts; {help}"));
    }
    Ok(Dump {
        from,
        to,
        file: file.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_checked_at_the_door() {
        assert_eq!(parse_speed("max"), Ok(Speed::Max));
        assert_eq!(parse_speed("2.5"), Ok(Speed::Times(2.5)));
        assert!(parse_speed("0").is_err());
        assert_eq!(parse_seconds("2.5"), Ok(2.5));
        for text in ["nan", "inf", "-1", "", "2s"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
        assert_eq!(
            parse_dump("$0400-07E7=a.bin"),
            Ok(Dump {
                from: 0x400,
                to: 0x7e7,
                file: "a.bin".into()
            })
        );
        assert!(parse_dump("0500-0400=a").is_err());
    }
}
