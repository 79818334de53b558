//! ANTIC reads late: that must not be seen.

use hexfront_platforms::chips::antic::{self, Antic, LINE_CYCLES, Memory};

/// 64 KB of RAM.
#[derive(Clone)]
struct Ram(Vec<u8>);

impl Memory for Ram {
    fn read(&self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }
}

/// An ANTIC with its memory, which is caught up in each cycle, or only where it must be.
struct Side {
    antic: Antic,
    ram: Ram,
    eager: bool,
}

impl Side {
    fn cycle(&mut self, x: u8) {
        self.antic.cycle(x, &self.ram);
        if self.eager && self.antic.visible() {
            self.antic.show_to(x, &self.ram);
        }
    }

    /// The processor writes to RAM.
    fn poke(&mut self, x: u8, address: u16, value: u8) {
        if self.antic.reads_page((address >> 8) as u8) {
            self.antic.show_to(x, &self.ram);
        }
        self.ram.0[usize::from(address)] = value;
    }
}

#[test]
fn it_does_not_matter_how_often_antic_is_caught_up() {
    let mut state = 0x0123_4567_89AB_CDEFu64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    for round in 0..40 {
        let ram = Ram((0..=0xFFFF).map(|_| random()).collect());
        let mut sides = [true, false].map(|eager| Side {
            antic: Antic::new(antic::PAL_LINES, 0),
            ram: ram.clone(),
            eager,
        });
        let mut now = 0;
        for line in 0..2 * antic::PAL_LINES {
            for x in 0..LINE_CYCLES {
                sides.iter_mut().for_each(|side| side.cycle(x));
                match random() {
                    // Most writes go where the playfield and the characters may be.
                    0..24 => {
                        let near = sides[0].antic.line() & 0xF;
                        let address =
                            u16::from_le_bytes([random(), random()]) & 0x0FFF | near << 12;
                        let value = random();
                        sides
                            .iter_mut()
                            .for_each(|side| side.poke(x, address, value));
                    }
                    24 if random() < 40 => {
                        let registers = [
                            antic::DMACTL,
                            antic::CHACTL,
                            antic::HSCROL,
                            antic::VSCROL,
                            antic::CHBASE,
                            antic::DLISTH,
                        ];
                        let register = registers[usize::from(random()) % registers.len()];
                        let value = match register {
                            antic::DMACTL => random() | 0x20,
                            _ => random(),
                        };
                        for side in &mut sides {
                            side.antic.write(now, register, value, &side.ram);
                        }
                    }
                    _ => {}
                }
                now += 1;
            }
            for side in &mut sides {
                side.antic.show_line(&side.ram);
            }
            let [eager, late] = &mut sides;
            assert!(
                eager.antic.codes() == late.antic.codes(),
                "round {round}, line {line}"
            );
            eager.antic.next_line();
            late.antic.next_line();
        }
    }
}
