//! Boots a C64 with given ROMs, shows its text screen and how fast it was.
//!
//! `cargo run --release -p hexfront-platforms --example c64_boot -- KERNAL BASIC CHARGEN [SECONDS] [PICTURE.png]`

use hexfront_platforms::Machine;
use hexfront_platforms::machines::c64::{C64, Roms, Video};
use std::error::Error;
use std::time::Instant;

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
    while (c64.cycles() as f64) < seconds * f64::from(c64.clock_hz()) {
        c64.run_frame();
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
