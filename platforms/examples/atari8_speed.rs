//! Runs a program on an 800XL without an operating system, or with one, and says how fast.
//!
//! `cargo run --release -p hexfront-platforms --example atari8_speed -- SECONDS OS.rom|- [PROGRAM.xex|- [PICTURE.png]]`
//!
//! A binary load file is laid into memory after a second, and started where it says.

use hexfront_platforms::Machine;
use hexfront_platforms::machines::atari8::{Atari8, Config, OS, Roms};
use std::error::Error;
use std::time::Instant;

/// Where a load file says where it starts.
const RUNAD: u16 = 0x02E0;

/// Lays a binary load file into memory; returns where it starts.
fn load(atari: &mut Atari8, file: &[u8]) -> Option<u16> {
    let mut run = None;
    let mut rest = file;
    while let [0xFF, 0xFF, after @ ..] | after = rest
        && let [first_low, first_high, last_low, last_high, bytes @ ..] = after
    {
        let first = u16::from_le_bytes([*first_low, *first_high]);
        let last = u16::from_le_bytes([*last_low, *last_high]);
        let length = usize::from(last.checked_sub(first)?) + 1;
        let (segment, behind) = bytes.split_at_checked(length)?;
        atari.load(first, segment);
        if let (RUNAD, [low, high, ..]) = (first, segment) {
            run = Some(u16::from_le_bytes([*low, *high]));
        }
        rest = behind;
    }
    run
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, os, rest @ ..] = arguments.as_slice() else {
        return Err("usage: atari8_speed SECONDS OS.rom|- [PROGRAM.xex|- [PICTURE.png]]".into());
    };
    let os = match os.as_str() {
        "-" => {
            // Nothing but a jump in a circle.
            let mut os = vec![0xEA; OS.1];
            os[0x3F00..0x3F03].copy_from_slice(&[0x4C, 0x00, 0xFF]);
            os[0x3FFA..].copy_from_slice(&[0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF]);
            os
        }
        file => std::fs::read(file)?,
    };
    let config = Config::default();
    let mut atari = Atari8::new(config, Roms::new(config.model, &os, None)?);
    let run_for = |atari: &mut Atari8, seconds: f64| {
        let end = atari.cycles() + (seconds * f64::from(atari.clock_hz())) as u64;
        while atari.cycles() < end {
            atari.run_frame();
        }
    };
    if let Some(file) = rest.first().filter(|file| *file != "-") {
        run_for(&mut atari, 1.0);
        let start = load(&mut atari, &std::fs::read(file)?);
        atari.set_pc(
            start
                .ok_or("the load file says nowhere where it starts")?
                .into(),
        );
    }
    let seconds: f64 = seconds.parse()?;
    let (start, before) = (Instant::now(), atari.cycles());
    run_for(&mut atari, seconds);
    let took = start.elapsed().as_secs_f64();
    println!(
        "{seconds} s emulated in {took:.2} s: {:.1} times real time, {:.0} million cycles a second; pc ${:04X}",
        seconds / took,
        (atari.cycles() - before) as f64 / took / 1e6,
        atari.pc()
    );
    if let Some(file) = rest.get(1) {
        let frame = atari.frame();
        let file = std::fs::File::create(file)?;
        let mut png = png::Encoder::new(file, frame.width as u32, frame.height as u32);
        png.set_color(png::ColorType::Rgb);
        png.set_depth(png::BitDepth::Eight);
        png.write_header()?.write_image_data(&frame.rgb())?;
    }
    Ok(())
}
