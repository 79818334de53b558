//! The Atari 8-bit machines, by programs in their RAM. `HEXFRONT_BLESS=1` writes the pictures anew: look at each before it is committed.
//! `HEXFRONT_PICTURES=DIR` writes the programs there as binary load files (`.xex`), which show the same on any Atari: the
//! committed pictures were compared with atari800 5.0, see `docs/compared.md`.

mod late;
mod machine;
mod pictures;
mod pokey;
mod running_on;
mod timing;

use crate::common::{assembled, golden};
use hexfront_asm::Files;
use hexfront_platforms::Machine;
use hexfront_platforms::machine::Bank;
use hexfront_platforms::machines::atari8::{Atari8, Config, Model, OS, Roms, Standard};
use std::path::PathBuf;

/// Where programs begin.
const PROGRAM: u16 = 0x2000;
/// What they include.
const EQUATES: &str = include_str!("../programs/atari8.inc");

/// A program and its data.
#[derive(Default)]
struct Program {
    segments: Vec<(u16, Vec<u8>)>,
}

impl Program {
    /// A program in assembly.
    fn new(source: &str) -> Program {
        let text = format!(".include \"atari8.inc\"\n.segment \"CODE\"\n{source}\n");
        let sources = [("program.s", text.as_str()), ("atari8.inc", EQUATES)];
        let bytes = assembled(&Files(&sources), "program.s", PROGRAM);
        Program {
            segments: vec![(PROGRAM, bytes[2..].to_vec())],
        }
    }

    /// The same with bytes at an address.
    fn with(mut self, address: u16, bytes: impl IntoIterator<Item = u8>) -> Program {
        self.segments.push((address, bytes.into_iter().collect()));
        self
    }

    /// The program as a file that DOS loads and runs.
    fn to_xex(&self) -> Vec<u8> {
        let mut file = vec![0xFF, 0xFF];
        let run = (0x02E0, PROGRAM.to_le_bytes().to_vec());
        for (address, bytes) in self.segments.iter().chain([&run]) {
            let last = address + (bytes.len() as u16 - 1);
            file.extend(address.to_le_bytes());
            file.extend(last.to_le_bytes());
            file.extend(bytes);
        }
        file
    }

    /// A machine about to run it.
    fn on(&self, config: Config) -> Atari8 {
        let mut atari = bare(config);
        for (address, bytes) in &self.segments {
            atari.load(*address, bytes);
        }
        atari.set_pc(PROGRAM.into());
        atari
    }

    /// What it shows on a PAL machine after some frames.
    fn shows(&self, name: &str) {
        self.shows_on(Config::default(), name);
    }

    fn shows_on(&self, config: Config, name: &str) {
        if let Some(dir) = std::env::var_os("HEXFRONT_PICTURES").map(PathBuf::from) {
            let path = dir.join(format!("{name}.xex"));
            std::fs::write(path, self.to_xex()).expect("a program can be written");
        }
        settles(self.on(config), name);
    }
}

/// What a machine shows after some frames is a golden picture, and stays.
fn settles(mut atari: Atari8, name: &str) {
    (0..6).for_each(|_| _ = atari.run_frame());
    let frame = atari.frame();
    let rgb = frame.rgb();
    golden::picture_is(name, frame.width as u32, frame.height as u32, &rgb);
    atari.run_frame();
    assert!(atari.frame().rgb() == rgb, "{name} is not stable");
}

/// A machine whose ROM jumps in a circle at $FF00; NMI and IRQ go through the OS's vectors in RAM.
fn bare(config: Config) -> Atari8 {
    let mut os = [0xEA; OS.1];
    os[0x3F00..0x3F03].copy_from_slice(&[0x4C, 0x00, 0xFF]);
    os[0x3F10..0x3F16].copy_from_slice(&[0x6C, 0x00, 0x02, 0x6C, 0x16, 0x02]);
    os[0x3FFA..].copy_from_slice(&[0x10, 0xFF, 0x00, 0xFF, 0x13, 0xFF]);
    let roms = Roms::new(config.model, &os, None).expect("sizes are right");
    Atari8::new(config, roms)
}

/// An XL with a program, about to run.
fn with_program(source: &str) -> Atari8 {
    Program::new(source).on(Config::default())
}

/// Runs until the program jumps in a circle.
fn run_to_circle(atari: &mut Atari8) {
    loop {
        let pc = atari.pc();
        atari.step();
        if atari.pc() == pc {
            return;
        }
        assert!(atari.cycles() < 20_000_000, "no circle");
    }
}

fn byte(atari: &Atari8, address: u32) -> u8 {
    atari.peek(Bank::Ram, address)
}

const NTSC: Config = Config {
    model: Model::Atari800Xl,
    standard: Standard::Ntsc,
};
