//! Boots a C64 with given ROMs, shows its text screen and how fast it was.
//!
//! `cargo run --release -p hexfront-platforms --example c64_boot -- KERNAL BASIC CHARGEN [SECONDS] [PICTURE.png]
//! [PROGRAM.prg]`. A program is put into memory after the boot and started at the address of its `SYS` line; then it
//! runs for as many seconds again.

use hexfront_platforms::Machine;
use hexfront_platforms::machines::c64::{C64, Roms, Video};
use std::error::Error;
use std::time::Instant;

/// Runs to `seconds` after power-on.
fn run(c64: &mut C64, seconds: f64) {
    while (c64.cycles() as f64) < seconds * f64::from(c64.clock_hz()) {
        c64.run_frame();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kernal, basic, chargen, rest @ ..] = arguments.as_slice() else {
        return Err("three ROM files are needed: KERNAL BASIC CHARGEN".into());
    };
    let seconds: f64 = rest.first().map_or(Ok(5.0), |s| s.parse())?;
    let roms = Roms::new(
        &std::fs::read(kernal)?,
        &std::fs::read(basic)?,
        &std::fs::read(chargen)?,
    )?;
    let mut c64 = C64::new(Video::Pal, roms);
    let start = Instant::now();
    run(&mut c64, seconds);
    if let Some(file) = rest.get(2) {
        let program = std::fs::read(file)?;
        let [low, high, code @ ..] = program.as_slice() else {
            return Err(format!("{file} is too short for a program").into());
        };
        c64.load(u16::from_le_bytes([*low, *high]), code);
        let sys = code.iter().skip(5).take_while(|b| b.is_ascii_digit());
        c64.set_pc(sys.fold(0, |n, digit| n * 10 + u16::from(digit - b'0')));
        run(&mut c64, 2.0 * seconds);
    }
    let wall = start.elapsed().as_secs_f64();
    for row in c64.text_screen() {
        println!("|{row}|");
    }
    println!(
        "{seconds} s in {wall:.3} s: {:.1} times real time; pc ${:04X}, raster {:?}, {:?}",
        seconds / wall,
        c64.pc(),
        c64.raster(),
        c64.trap()
    );
    if let Some(file) = rest.get(1) {
        let frame = c64.frame();
        let mut png = png::Encoder::new(
            std::fs::File::create(file)?,
            frame.width as u32,
            frame.height as u32,
        );
        png.set_color(png::ColorType::Rgb);
        png.set_depth(png::BitDepth::Eight);
        png.write_header()?.write_image_data(&frame.rgb())?;
    }
    Ok(())
}
