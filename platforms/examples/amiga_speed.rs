//! Boots an Amiga ROM, with a disk if one is named, and says how fast.
//!
//! `cargo run --release -p hexfront-platforms --example amiga_speed -- ROM[,EXTENDED] SECONDS [DISK.adf|- [PICTURE.png]]`
//!
//! The machine has 512 KB more of RAM, as AROS wants them. AROS is two ROMs, the second at $E00000.

use hexfront_platforms::Machine;
use hexfront_platforms::machines::amiga::{Amiga, Options, Rom};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rom, seconds, rest @ ..] = arguments.as_slice() else {
        return Err("usage: amiga_speed ROM[,EXTENDED] SECONDS [DISK.adf|- [PICTURE.png]]".into());
    };
    let read = |name: &str| -> Result<Rom, Box<dyn Error>> { Ok(Rom::new(&std::fs::read(name)?)?) };
    let (rom, extended) = match rom.split_once(',') {
        Some((rom, extended)) => (rom, Some(read(extended)?)),
        None => (rom.as_str(), None),
    };
    let options = Options {
        slow_ram: true,
        extended_rom: extended,
        ..Options::default()
    };
    let mut amiga = Amiga::new(read(rom)?, options);
    if let Some(disk) = rest.first().filter(|disk| *disk != "-") {
        amiga.insert_disk(&std::fs::read(disk)?)?;
    }
    let seconds: f64 = seconds.parse()?;
    let start = Instant::now();
    while (amiga.cycles() as f64) < seconds * f64::from(amiga.clock_hz()) {
        amiga.run_frame();
    }
    let took = start.elapsed().as_secs_f64();
    println!(
        "{seconds} s emulated in {took:.2} s: {:.1} times real time, {:.0} million cycles a second; pc ${:06X}",
        seconds / took,
        amiga.cycles() as f64 / took / 1e6,
        amiga.pc()
    );
    if let Some(file) = rest.get(1) {
        let frame = amiga.frame();
        let file = std::fs::File::create(file)?;
        let mut png = png::Encoder::new(file, frame.width as u32, frame.height as u32);
        png.set_color(png::ColorType::Rgb);
        png.set_depth(png::BitDepth::Eight);
        png.write_header()?.write_image_data(&frame.rgb())?;
    }
    Ok(())
}
