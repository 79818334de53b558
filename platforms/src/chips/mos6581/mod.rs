//! MOS 6581 SID, sound interface device: three voices, a filter, a volume.
//!
//! The chip catches up with the processor when it is touched. With synthesis off it jumps over the cycles between
//! two accesses in a few steps, so that only OSC3 and ENV3 cost anything, and only when they matter; with
//! synthesis on it goes cycle by cycle.
//!
//! Sources: MOS 6581 data sheet; Commodore 64 Programmer's Reference Guide, appendix O; R. Yannes' answers on the
//! envelope generator and the oscillators (1996); the measured cut-off curve that is common to 6581 emulations.
//!
//! **Not emulated:** the pots (they read 255, as with nothing connected) and the audio input; the DC offset of each
//! voice; the distortion of the filter and the differences between specimens; combined waveforms beyond a bitwise
//! AND, with noise also clearing bits of its shift register; the phase that the oscillators have at power-on and keep over
//! a reset; the few cycles between the envelope's counter and its level; the fading of OSC3 without a waveform; that
//! bits fade one by one, where the data lines and the noise's shift register lose theirs at once here. The 8580 is not
//! here. The programs that tell are in `c64-score.md`.

mod envelope;
mod voice;

use serde::{Deserialize, Serialize};
use voice::Voice;

/// Registers of a voice, at 0, 7 and 14.
const VOICE_REGISTERS: u8 = 7;
/// $D415/$D416, cut-off frequency: three low bits, eight high bits.
const FC_LO: u8 = 0x15;
const FC_HI: u8 = 0x16;
/// $D417: resonance in the high nibble, voices that go through the filter in the low one.
const RES_FILT: u8 = 0x17;
/// $D418: volume in the low nibble, filter mode, voice 3 off.
const MODE_VOL: u8 = 0x18;
/// $D419 to $D41C, the registers that can be read.
const POT_X: u8 = 0x19;
const POT_Y: u8 = 0x1A;
const OSC3: u8 = 0x1B;
const ENV3: u8 = 0x1C;
const REGISTERS: usize = 0x20;

/// Cycles that the data lines keep what was last on them. It differs, too, and these bits go one by one as well.
const DATA_FADES: u64 = 0x1D00;

/// MODE_VOL.
const LOW_PASS: u8 = 0x10;
const BAND_PASS: u8 = 0x20;
const HIGH_PASS: u8 = 0x40;
const VOICE_3_OFF: u8 = 0x80;

/// Cut-off frequency in Hz by the 11-bit register; between the points it goes straight.
const CUTOFF: [(u16, f32); 14] = [
    (0, 220.0),
    (256, 250.0),
    (384, 300.0),
    (512, 420.0),
    (640, 780.0),
    (768, 1_600.0),
    (896, 3_200.0),
    (1_023, 6_000.0),
    (1_024, 4_600.0),
    (1_152, 7_200.0),
    (1_280, 9_500.0),
    (1_536, 12_000.0),
    (1_792, 14_500.0),
    (2_047, 17_000.0),
];
/// Level of one voice at full envelope, and the constant level that the volume scales with them: that is what makes
/// samples played by writing the volume audible.
const VOICE_LEVEL: f32 = 0.25;
const CONSTANT_LEVEL: f32 = 0.2;
/// Corner of the high pass at the output of a C64, in Hz.
const OUTPUT_CORNER: f32 = 16.0;

/// The filter: two integrators in a loop.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Filter {
    /// Angle that the cut-off frequency turns by in a cycle, and the damping.
    angle: f32,
    damping: f32,
    high: f32,
    band: f32,
    low: f32,
}

impl Filter {
    fn set(&mut self, cutoff: u16, resonance: u8, clock_hz: u32) {
        let above = CUTOFF
            .iter()
            .position(|point| point.0 >= cutoff)
            .unwrap_or(CUTOFF.len() - 1)
            .max(1);
        let ((x0, y0), (x1, y1)) = (CUTOFF[above - 1], CUTOFF[above]);
        let hz = y0 + (y1 - y0) * f32::from(cutoff - x0) / f32::from(x1 - x0);
        self.angle = std::f32::consts::TAU * hz / clock_hz as f32;
        self.damping = 1.0 / (0.707 + f32::from(resonance) / 15.0);
    }

    fn step(&mut self, input: f32) {
        self.low += self.angle * self.band;
        self.band += self.angle * self.high;
        self.high = input - self.low - self.band * self.damping;
    }
}

/// What makes samples, when it is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Synthesis {
    rate: u32,
    /// Share of the present sample that has passed, in 1/clock_hz.
    phase: u32,
    sum: f32,
    count: u32,
    /// The constant part of the output, which the capacitor at the output keeps back.
    constant: f32,
    samples: Vec<f32>,
}

/// The chip. Times are cycles of phi2 since power-on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mos6581 {
    clock_hz: u32,
    registers: [u8; REGISTERS],
    voices: [Voice; 3],
    filter: Filter,
    /// Cycle up to which the chip has run.
    time: u64,
    /// The value last on the chip's data lines, and until when they keep it.
    data: u8,
    data_until: u64,
    synthesis: Option<Synthesis>,
}

impl Mos6581 {
    /// The chip after power-on, at this phi2 clock, with synthesis off.
    pub fn new(clock_hz: u32) -> Mos6581 {
        let mut chip = Mos6581 {
            clock_hz,
            registers: [0; REGISTERS],
            voices: std::array::from_fn(|_| Voice::new()),
            filter: Filter::default(),
            time: 0,
            data: 0,
            data_until: 0,
            synthesis: None,
        };
        chip.reset();
        chip
    }

    /// The reset line: all registers are 0.
    pub fn reset(&mut self) {
        self.registers.fill(0);
        self.voices = std::array::from_fn(|_| Voice::new());
        self.filter = Filter::default();
        self.filter.set(0, 0, self.clock_hz);
    }

    /// Writes a register at a time not before the last call's.
    pub fn write(&mut self, now: u64, register: u8, value: u8) {
        self.catch_up(now);
        let register = register % REGISTERS as u8;
        self.registers[usize::from(register)] = value;
        self.drive(now, value);
        match register {
            0..0x15 => self.voices[usize::from(register / VOICE_REGISTERS)]
                .write(register % VOICE_REGISTERS, value),
            FC_LO | FC_HI | RES_FILT => {
                let [low, high, resonance] =
                    [FC_LO, FC_HI, RES_FILT].map(|r| self.registers[usize::from(r)]);
                let cutoff = u16::from(high) << 3 | u16::from(low & 7);
                self.filter.set(cutoff, resonance >> 4, self.clock_hz);
            }
            // The mixer looks at MODE_VOL itself; nothing is behind the others.
            _ => {}
        }
    }

    fn drive(&mut self, now: u64, value: u8) {
        self.data = value;
        self.data_until = now + DATA_FADES;
    }

    /// Reads a register at a time not before the last call's. Those that can only be written give what the data lines
    /// still hold: the value last written to any, or read.
    pub fn read(&mut self, now: u64, register: u8) -> u8 {
        let value = match register % REGISTERS as u8 {
            POT_X | POT_Y => 0xFF,
            OSC3 => {
                self.catch_up(now);
                (self.wave(2) >> 4) as u8
            }
            ENV3 => {
                self.catch_up(now);
                self.voices[2].level()
            }
            _ if now < self.data_until => return self.data,
            _ => return 0,
        };
        self.drive(now, value);
        value
    }

    /// The register as last written; OSC3 and ENV3 as they were at the last call.
    pub fn peek(&self, register: u8) -> u8 {
        match register % REGISTERS as u8 {
            POT_X | POT_Y => 0xFF,
            OSC3 => (self.wave(2) >> 4) as u8,
            ENV3 => self.voices[2].level(),
            register => self.registers[usize::from(register)],
        }
    }

    /// Turns synthesis on at so many samples a second, or off, which costs nothing.
    pub fn set_sample_rate(&mut self, samples_per_second: Option<u32>) {
        self.synthesis = samples_per_second.map(|rate| Synthesis {
            rate,
            phase: 0,
            sum: 0.0,
            count: 0,
            constant: 0.0,
            samples: Vec::new(),
        });
    }

    /// Appends the samples made up to `now`, -1.0 to 1.0. They must be fetched at least once a second: after that
    /// much no more are kept.
    pub fn drain(&mut self, now: u64, samples: &mut Vec<f32>) {
        self.catch_up(now);
        if let Some(synthesis) = &mut self.synthesis {
            samples.append(&mut synthesis.samples);
        }
    }

    fn catch_up(&mut self, now: u64) {
        let cycles = now.saturating_sub(self.time);
        self.time = self.time.max(now);
        match self.synthesis.take() {
            None => self.advance(cycles),
            Some(mut synthesis) => {
                for _ in 0..cycles {
                    self.advance(1);
                    self.mix(&mut synthesis);
                }
                self.synthesis = Some(synthesis);
            }
        }
    }

    /// Lets oscillators and envelopes run.
    fn advance(&mut self, cycles: u64) {
        for voice in &mut self.voices {
            voice.envelope.advance(cycles);
        }
        let synced = self.voices.iter().any(Voice::is_synced);
        let mut left = cycles;
        while left > 0 {
            let chunk = if synced {
                let rises = self.voices.iter().map(Voice::until_top);
                rises.min().unwrap_or(u64::MAX).min(left)
            } else {
                left
            };
            let rose = [0, 1, 2].map(|i| self.voices[i].run(chunk));
            if synced {
                self.sync(rose);
            }
            left -= chunk;
        }
    }

    /// Restarts the voices whose source's top bit rose: 1 follows 3, 2 follows 1, 3 follows 2. A source that is
    /// itself restarted in the same cycle does not count.
    fn sync(&mut self, rose: [bool; 3]) {
        let synced = [0, 1, 2].map(|i| self.voices[i].is_synced());
        for voice in 0..3 {
            let source = (voice + 2) % 3;
            let before = (source + 2) % 3;
            if synced[voice] && rose[source] && !(synced[source] && rose[before]) {
                self.voices[voice].restart();
            }
        }
    }

    fn wave(&self, voice: usize) -> u16 {
        let source = &self.voices[(voice + 2) % 3];
        self.voices[voice].wave(source.top())
    }

    /// Adds a cycle of sound to the present sample.
    fn mix(&mut self, synthesis: &mut Synthesis) {
        let mode = self.registers[usize::from(MODE_VOL)];
        let filtered = self.registers[usize::from(RES_FILT)];
        let (mut direct, mut through) = (0.0, 0.0);
        for voice in 0..3 {
            let wave = (f32::from(self.wave(voice)) - 2048.0) / 2048.0;
            let level = wave * f32::from(self.voices[voice].level()) / 255.0 * VOICE_LEVEL;
            if filtered & (1 << voice) != 0 {
                through += level;
            } else if voice < 2 || mode & VOICE_3_OFF == 0 {
                direct += level;
            }
        }
        self.filter.step(through);
        let passes = [
            (LOW_PASS, self.filter.low),
            (BAND_PASS, self.filter.band),
            (HIGH_PASS, self.filter.high),
        ];
        for (bit, level) in passes {
            if mode & bit != 0 {
                direct += level;
            }
        }
        let volume = f32::from(mode & 15) / 15.0;
        synthesis.sum += (direct + CONSTANT_LEVEL) * volume;
        synthesis.count += 1;
        synthesis.phase += synthesis.rate;
        if synthesis.phase >= self.clock_hz {
            synthesis.phase -= self.clock_hz;
            synthesis.finish();
        }
    }
}

impl Synthesis {
    /// The mean of the cycles since the last sample is the next one.
    fn finish(&mut self) {
        let level = self.sum / self.count as f32;
        (self.sum, self.count) = (0.0, 0);
        self.constant +=
            (level - self.constant) * std::f32::consts::TAU * OUTPUT_CORNER / self.rate as f32;
        if self.samples.len() < self.rate as usize {
            self.samples.push((level - self.constant).clamp(-1.0, 1.0));
        }
    }
}
