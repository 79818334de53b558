//! Boots a C64 with given ROMs, shows its text screen and how fast it was emulated.
//!
//! `cargo run --release -p hexfront-platforms --example c64_boot -- KERNAL BASIC CHARGEN [SECONDS] [PICTURE.png]
//! [FILE]`. After the boot, a program (`.prg`) is put into memory and started at the address of its `SYS` line; of a disk
//! (`.d64`) the first program is loaded and run by typing. Then the machine runs for as many seconds again, which are
//! timed too.

use hexfront_platforms::Machine;
use hexfront_platforms::drive::mos1541::Light;
use hexfront_platforms::machine::{Chord, DriveSpeed};
use hexfront_platforms::machines::c64::{C64, Roms, Video};
use std::error::Error;
use std::time::Instant;

/// Runs for some seconds; returns how many times real time that was.
fn timed_run(c64: &mut C64, seconds: f64) -> f64 {
    let start = Instant::now();
    let end = c64.cycles() + (seconds * f64::from(c64.clock_hz())) as u64;
    while c64.cycles() < end {
        c64.run_frame();
    }
    seconds / start.elapsed().as_secs_f64()
}

/// Types as the keyboard would: three frames down, three up.
fn type_text(c64: &mut C64, text: &str) {
    let chords: Vec<Chord> = text.chars().filter_map(|c| c64.chord(c)).collect();
    for chord in chords {
        for down in [true, false] {
            for key in chord.with.into_iter().chain([chord.key]) {
                if down {
                    c64.key_down(key);
                } else {
                    c64.key_up(key);
                }
            }
            for _ in 0..3 {
                c64.run_frame();
            }
        }
    }
    for _ in 0..50 {
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
    let boot = timed_run(&mut c64, seconds);
    println!("{seconds} s after power-on: {boot:.1} times real time");
    if let Some(file) = rest.get(2) {
        let bytes = std::fs::read(file)?;
        if file.ends_with(".d64") {
            c64.set_drive_speed(DriveSpeed::Host);
            c64.insert_disk(&bytes)?;
            type_text(&mut c64, "load\"*\",8,1\n");
            // The drive's lamp goes out when the file is closed.
            while c64.drive().light() != Light::Off {
                c64.run_frame();
            }
            type_text(&mut c64, "run\n");
        } else if let [low, high, code @ ..] = bytes.as_slice() {
            c64.load(u16::from_le_bytes([*low, *high]), code);
            let sys = code.iter().skip(5).take_while(|b| b.is_ascii_digit());
            c64.set_pc(sys.fold(0, |n, digit| n * 10 + u32::from(digit - b'0')));
        }
        let speed = timed_run(&mut c64, seconds);
        println!("{seconds} s more: {speed:.1} times real time");
    }
    for row in c64.text_screen().unwrap_or_default() {
        println!("|{row}|");
    }
    println!(
        "pc ${:04X}, raster {:?}, {:?}",
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
