//! Says how fast an Apple II is emulated while a program computes and its screen shows text, or a picture in colour.
//!
//! `cargo run --release -p hexfront-platforms --example apple2_speed -- [SECONDS]`

use hexfront_platforms::Machine;
use hexfront_platforms::machines::apple2::{Apple2, Config, Monitor, RomSize, Roms};
use std::error::Error;
use std::time::Instant;

/// Where the program lies.
const START: u32 = 0x1000;
/// `LDA ($06),Y; CLC; ADC $0300,X; STA $0300,X; INY; INX; BNE` to the first, `INC $1100; JMP` to the first.
const PROGRAM: [u8; 19] = [
    0xB1, 0x06, 0x18, 0x7D, 0x00, 0x03, 0x9D, 0x00, 0x03, 0xC8, 0xE8, 0xD0, 0xF3, 0xEE, 0x00, 0x11,
    0x4C, 0x00, 0x10,
];
/// Memory of the screens, text and picture.
const SCREENS: [std::ops::Range<u32>; 2] = [0x0400..0x0800, 0x2000..0x4000];
/// Soft switches: text; graphics, high resolution.
const TEXT: &[u16] = &[0xC051];
const HIRES: &[u16] = &[0xC050, 0xC052, 0xC057];

/// A machine that touches the switches and goes on with the program.
fn machine(switches: &[u16]) -> Result<Apple2, RomSize> {
    let roms = Roms::new(&[0; 0x3000], &[0; 0x100], &[0x55; 0x200])?;
    let mut apple = Apple2::new(Config::default(), Monitor::Colour, roms);
    for at in SCREENS.into_iter().flatten() {
        apple.poke(at, (at * 37 / 8) as u8);
    }
    let touch = switches.iter().flat_map(|switch| {
        let [low, high] = switch.to_le_bytes();
        [0x8D, low, high]
    });
    let code: Vec<u8> = touch.chain(PROGRAM).collect();
    let start = START - 3 * switches.len() as u32;
    for (at, byte) in (start..).zip(code) {
        apple.poke(at, byte);
    }
    apple.set_pc(start);
    Ok(apple)
}

fn main() -> Result<(), Box<dyn Error>> {
    let seconds: f64 = std::env::args().nth(1).map_or(Ok(60.0), |s| s.parse())?;
    for (name, switches) in [("text", TEXT), ("picture", HIRES)] {
        let mut apple = machine(switches)?;
        let start = Instant::now();
        while (apple.cycles() as f64) < seconds * f64::from(apple.clock_hz()) {
            apple.run_frame();
        }
        let took = start.elapsed().as_secs_f64();
        println!(
            "{name}: {seconds} s emulated in {took:.2} s, {:.1} times real time",
            seconds / took
        );
    }
    Ok(())
}
