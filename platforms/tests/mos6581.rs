//! The SID as a program and a listener notice it.

use hexfront_platforms::chips::mos6581::Mos6581;
use proptest::prelude::*;

const CLOCK_HZ: u32 = 985_248;
const RATE: u32 = 44_100;
const OSC3: u8 = 0x1B;
const ENV3: u8 = 0x1C;
const VOLUME: u8 = 0x18;

/// Registers of voice 1, 2, 3: frequency low and high, pulse width low and high, control, attack/decay,
/// sustain/release.
fn voice(number: u8, register: u8) -> u8 {
    (number - 1) * 7 + register
}

fn set_frequency(sid: &mut Mos6581, now: u64, number: u8, freq: u16) {
    let [low, high] = freq.to_le_bytes();
    sid.write(now, voice(number, 0), low);
    sid.write(now, voice(number, 1), high);
}

/// The register value of a tone.
fn tone(hz: f64) -> u16 {
    assert!(hz < 3_840.0, "the highest that the register can set");
    (hz * 16_777_216.0 / f64::from(CLOCK_HZ)).round() as u16
}

/// A second of sound of what is set up, after its first twentieth.
fn second(sid: &mut Mos6581, now: u64) -> Vec<f32> {
    let mut samples = Vec::new();
    let clock = u64::from(CLOCK_HZ);
    sid.drain(now + clock / 20, &mut samples);
    samples.clear();
    sid.drain(now + clock / 20 + clock / 2, &mut samples);
    sid.drain(now + clock / 20 + clock, &mut samples);
    samples
}

fn rises(samples: &[f32]) -> usize {
    samples
        .windows(2)
        .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0)
        .count()
}

fn loudness(samples: &[f32]) -> f32 {
    (samples.iter().map(|s| s * s).sum::<f32>() / samples.len() as f32).sqrt()
}

/// A chip with synthesis on, volume 15, and voice `number` sounding with this control register.
fn sounding(number: u8, control: u8, hz: f64) -> Mos6581 {
    let mut sid = Mos6581::new(CLOCK_HZ);
    sid.set_sample_rate(Some(RATE));
    sid.write(0, VOLUME, 15);
    set_frequency(&mut sid, 0, number, tone(hz));
    sid.write(0, voice(number, 3), 8);
    sid.write(0, voice(number, 5), 0x00);
    sid.write(0, voice(number, 6), 0xF0);
    sid.write(0, voice(number, 4), control | 1);
    sid
}

#[test]
fn every_waveform_sounds_at_the_frequency_set() {
    for (control, hz) in [(0x10, 440.0), (0x20, 440.0), (0x40, 440.0), (0x20, 98.0)] {
        let samples = second(&mut sounding(1, control, hz), 0);
        assert!(samples.len().abs_diff(RATE as usize) <= 1);
        let heard = rises(&samples) as f64;
        assert!((heard - hz).abs() <= 1.0, "{control:#x}: {heard} Hz");
        assert!(loudness(&samples) > 0.1, "{control:#x}");
    }
}

#[test]
fn nothing_sounds_without_gate_or_volume() {
    let mut sid = sounding(1, 0x20, 440.0);
    sid.write(0, VOLUME, 0);
    assert!(loudness(&second(&mut sid, 0)) < 1e-4);
    let mut sid = sounding(1, 0x20, 440.0);
    sid.write(0, voice(1, 4), 0x20);
    assert!(loudness(&second(&mut sid, 0)) < 0.01);
}

/// Cycles from `start` until ENV3 is seen to show a level, looking every `step` cycles.
fn cycles_until(sid: &mut Mos6581, start: u64, step: usize, level: u8) -> u64 {
    (start..start + 40_000_000)
        .step_by(step)
        .find(|&now| sid.read(now, ENV3) == level)
        .unwrap()
        - start
}

#[test]
fn attack_decay_and_release_take_the_times_of_the_data_sheet() {
    // Nibble, attack in ms; decay and release take three times as long (at 1 MHz).
    let rows = [
        (0, 2.0),
        (1, 8.0),
        (2, 16.0),
        (3, 24.0),
        (4, 38.0),
        (5, 56.0),
        (6, 68.0),
        (7, 80.0),
        (8, 100.0),
        (9, 250.0),
        (10, 500.0),
        (11, 800.0),
        (12, 1_000.0),
        (13, 3_000.0),
        (14, 5_000.0),
        (15, 8_000.0),
    ];
    for (nibble, attack) in rows {
        let mut sid = Mos6581::new(1_000_000);
        sid.write(0, voice(3, 5), nibble << 4 | nibble);
        sid.write(0, voice(3, 6), 0xF0 | nibble);
        sid.write(0, voice(3, 4), 0x01);
        let step = (attack * 2.0) as usize;
        let rise = cycles_until(&mut sid, 0, step, 255);
        let off = rise + 10;
        sid.write(off, voice(3, 4), 0x00);
        let fall = cycles_until(&mut sid, off, step, 0);
        let near = |cycles: u64, wanted: f64| (cycles as f64 / 1_000.0 / wanted - 1.0).abs();
        assert!(near(rise, attack) < 0.16, "attack {nibble}: {rise}");
        assert!(near(fall, attack * 3.0) < 0.16, "release {nibble}: {fall}");
    }
}

#[test]
fn decay_stops_at_the_sustain_level() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    sid.write(0, voice(3, 5), 0x00);
    sid.write(0, voice(3, 6), 0x80);
    sid.write(0, voice(3, 4), 0x01);
    assert_eq!(sid.read(2_299, ENV3), 255);
    assert_eq!(sid.read(1_000_000, ENV3), 8 * 17);
    assert_eq!(sid.read(9_000_000, ENV3), 8 * 17);
}

#[test]
fn the_level_falls_exponentially() {
    // From 255 the level halves in about the same time again and again.
    let mut sid = Mos6581::new(CLOCK_HZ);
    sid.write(0, voice(3, 6), 0xF9);
    sid.write(0, voice(3, 4), 0x01);
    sid.read(3_000, ENV3);
    sid.write(3_000, voice(3, 4), 0x00);
    let at: Vec<u64> = [128, 64, 32, 16]
        .iter()
        .map(|&level| cycles_until(&mut sid.clone(), 3_000, 10, level))
        .collect();
    let halves: Vec<u64> = at.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for half in &halves {
        let ratio = *half as f64 / halves[0] as f64;
        assert!((0.7..1.5).contains(&ratio), "{halves:?}");
    }
}

#[test]
fn a_shorter_rate_below_the_counter_waits_for_it_to_wrap() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    sid.write(0, voice(3, 5), 0xF0);
    sid.write(0, voice(3, 4), 0x01);
    sid.read(20_000, ENV3);
    sid.write(20_000, voice(3, 5), 0x00);
    // The counter stands at 20,000: it goes on to 32,768 and then nine more.
    assert_eq!(sid.read(32_776, ENV3), 0);
    assert_eq!(sid.read(32_777, ENV3), 1);
}

#[test]
fn noise_is_the_sequence_of_the_shift_register() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    // The register moves every 2^20 / 2^12 = 256 cycles, first after half of that.
    set_frequency(&mut sid, 0, 3, 0x1000);
    sid.write(0, voice(3, 4), 0x80);
    // x^23 + x^18 + 1, written as a sequence of bits; the register starts with three zeros at its low end.
    let mut bits: Vec<u8> = [vec![1; 20], vec![0; 3]].concat();
    for n in 23..3_000 {
        bits.push(bits[n - 23] ^ bits[n - 18]);
    }
    for step in 0..2_900 {
        let register = &bits[step..step + 23];
        let wanted = [20, 18, 14, 11, 9, 5, 2, 0]
            .iter()
            .fold(0, |byte, &bit| byte << 1 | register[22 - bit]);
        let now = step as u64 * 256 + 5;
        assert_eq!(sid.read(now, OSC3), wanted, "step {step}");
    }
}

#[test]
fn osc3_shows_the_waveform() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    set_frequency(&mut sid, 0, 3, 0x1000);
    sid.write(0, voice(3, 3), 4);
    // After 1,024 cycles of $1000 the accumulator stands at $400000, a quarter; the pulse comes a cycle later.
    for (control, wanted) in [
        (0x20, 0x40),
        (0x10, 0x80),
        (0x40, 0xFF),
        (0x60, 0x40),
        (0, 0),
    ] {
        let mut sid = sid.clone();
        sid.write(0, voice(3, 4), control);
        assert_eq!(sid.read(1_025, OSC3), wanted, "{control:#x}");
    }
    let mut sid = sid.clone();
    sid.write(0, voice(3, 4), 0x20);
    sid.write(1_024, voice(3, 4), 0x28);
    assert_eq!(
        sid.read(9_999, OSC3),
        0,
        "the test bit holds the oscillator"
    );
}

#[test]
fn a_synced_voice_takes_the_pitch_of_its_source() {
    let mut sid = sounding(1, 0x22, 1_000.0);
    set_frequency(&mut sid, 0, 3, tone(300.0));
    let samples = second(&mut sid, 0);
    // The wave repeats with the source: a period later it is the same again.
    let period = f64::from(RATE) / 300.0;
    let off = |shift: f64| -> f32 {
        let shift = shift.round() as usize;
        let pairs = samples.iter().zip(&samples[shift..]);
        pairs.map(|(a, b)| (a - b).powi(2)).sum::<f32>() / samples.len() as f32
    };
    assert!(off(period) * 4.0 < off(f64::from(RATE) / 1_000.0));
}

#[test]
fn ring_modulation_makes_sum_and_difference() {
    let strength = |samples: &[f32], hz: f64| -> f64 {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, sample) in samples.iter().enumerate() {
            let angle = std::f64::consts::TAU * hz * n as f64 / f64::from(RATE);
            re += f64::from(*sample) * angle.cos();
            im += f64::from(*sample) * angle.sin();
        }
        re.hypot(im) / samples.len() as f64
    };
    let mut plain = sounding(1, 0x10, 1_000.0);
    let mut ringing = sounding(1, 0x14, 1_000.0);
    for sid in [&mut plain, &mut ringing] {
        set_frequency(sid, 0, 3, tone(300.0));
    }
    let (plain, ringing) = (second(&mut plain, 0), second(&mut ringing, 0));
    for hz in [700.0, 1_300.0] {
        assert!(strength(&ringing, hz) > 10.0 * strength(&plain, hz), "{hz}");
    }
    assert!(strength(&ringing, 1_000.0) < 0.2 * strength(&plain, 1_000.0));
}

#[test]
fn the_filter_passes_what_its_mode_says() {
    // Mode bit, loudness of 100 Hz and 3.8 kHz compared with no filter at all.
    let heard = |mode: u8, hz: f64| {
        let mut sid = sounding(1, 0x10, hz);
        sid.write(0, 0x16, 0x50);
        sid.write(0, 0x17, 0x01);
        sid.write(0, VOLUME, mode | 15);
        let plain = loudness(&second(&mut sounding(1, 0x10, hz), 0));
        loudness(&second(&mut sid, 0)) / plain
    };
    assert!(heard(0x10, 100.0) > 0.8);
    assert!(heard(0x10, 3_800.0) < 0.1);
    assert!(heard(0x40, 100.0) < 0.1);
    assert!(heard(0x40, 3_800.0) > 0.8);
    assert!(heard(0x20, 100.0) < 0.3);
    assert!(heard(0x20, 3_800.0) < 0.4);
    assert!(heard(0x20, 780.0) > 0.6);
    assert!(
        heard(0x00, 780.0) < 0.01,
        "no mode: filtered voices are silent"
    );
}

#[test]
fn voice_3_can_be_taken_out_of_the_sound() {
    let mut sid = sounding(3, 0x20, 440.0);
    sid.write(0, VOLUME, 0x8F);
    assert!(loudness(&second(&mut sid, 0)) < 0.01);
}

#[test]
fn samples_written_to_the_volume_are_heard() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    sid.set_sample_rate(Some(RATE));
    let mut samples = Vec::new();
    for half in 0..1_000_u64 {
        sid.write(half * 985, VOLUME, if half % 2 == 0 { 15 } else { 0 });
    }
    sid.drain(985_000, &mut samples);
    assert!(loudness(&samples[4_410..]) > 0.05);
    assert!(rises(&samples).abs_diff(500) <= 1);
}

#[test]
fn registers_and_pots() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    sid.write(5, VOLUME, 0x1F);
    assert_eq!(sid.peek(VOLUME), 0x1F);
    assert_eq!(sid.peek(VOLUME + 0x20), 0x1F);
    assert_eq!(sid.read(6, 0x19), 0xFF);
    assert_eq!(sid.read(6, 0x1A), 0xFF);
    sid.reset();
    assert_eq!(sid.peek(VOLUME), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Jumping over the time between two accesses ends where going cycle by cycle does.
    #[test]
    fn jumping_is_the_same_as_walking(
        accesses in prop::collection::vec((1..6_000u64, 0..0x15u8, any::<u8>()), 1..60)
    ) {
        let mut jumping = Mos6581::new(CLOCK_HZ);
        let mut walking = Mos6581::new(CLOCK_HZ);
        walking.set_sample_rate(Some(RATE));
        let mut now = 0;
        for (wait, register, value) in accesses {
            now += wait;
            jumping.write(now, register, value);
            walking.write(now, register, value);
            prop_assert_eq!(jumping.read(now, ENV3), walking.read(now, ENV3));
            prop_assert_eq!(jumping.read(now, OSC3), walking.read(now, OSC3));
        }
        let mut samples = Vec::new();
        jumping.drain(now, &mut samples);
        prop_assert!(samples.is_empty());
    }
}

#[test]
fn each_bit_of_the_cut_off_frequency_is_heard() {
    let heard = |low: u8| {
        let mut sid = sounding(1, 0x20, 1_000.0);
        for (register, value) in [(0x15, low), (0x16, 0x40), (0x17, 0x01), (VOLUME, 0x1F)] {
            sid.write(0, register, value);
        }
        second(&mut sid, 0)
    };
    let none = heard(0);
    for bit in [1, 2, 4] {
        assert!(heard(bit) != none, "bit of {bit}");
    }
    assert!(heard(0xF8) == none, "there are three");
    let resonant = |value: u8| {
        let mut sid = sounding(1, 0x20, 1_000.0);
        for (register, value) in [(0x16, 0x40), (0x17, value), (VOLUME, 0x1F)] {
            sid.write(0, register, value);
        }
        loudness(&second(&mut sid, 0))
    };
    assert!(resonant(0xF1) > 1.05 * resonant(0x01));
}

#[test]
fn a_voice_is_not_restarted_by_one_that_is_restarted_itself() {
    // The tops of voices 1 and 3 rise in cycle 256. Voice 1 restarts voice 2, but not when voice 3 restarts voice 1.
    let osc3 = |freq_2: u16, sync_1: u8| -> Vec<u8> {
        let mut sid = Mos6581::new(CLOCK_HZ);
        for (number, freq) in [(1, 0x8000), (2, freq_2), (3, 0x8000)] {
            set_frequency(&mut sid, 0, number, freq);
        }
        for (number, control) in [(1, sync_1), (2, 0x02), (3, 0x14)] {
            sid.write(0, voice(number, 4), control);
        }
        (0..700).map(|now| sid.read(now, OSC3)).collect()
    };
    // Voice 3 is modulated by voice 2: it differs from when that stands still the first time that its top is high.
    for (sync_1, risen) in [(0x00, 256 + 410), (0x02, 410)] {
        let [runs, stands] = [0x5000, 0].map(|freq| osc3(freq, sync_1));
        let first = (0..700).find(|i| runs[*i] != stands[*i]);
        assert_eq!(first, Some(risen));
    }
}

#[test]
fn the_pulse_comes_a_cycle_after_the_comparison() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    set_frequency(&mut sid, 0, 3, 0x8000);
    sid.write(0, voice(3, 3), 8);
    sid.write(0, voice(3, 4), 0x40);
    // The accumulator reaches the half of its period, and then its end, after 256 cycles each.
    let first = |level: u8| (1..600).find(|now| sid.clone().read(*now, OSC3) == level);
    assert_eq!(first(0xFF), Some(257));
    sid.read(300, OSC3);
    let first = |level: u8| (301..600).find(|now| sid.clone().read(*now, OSC3) == level);
    assert_eq!(first(0x00), Some(513));
    sid.write(300, voice(3, 4), 0x48);
    assert_eq!(sid.read(600, OSC3), 0xFF, "TEST holds it up");
}

#[test]
fn the_noise_moves_two_cycles_after_its_clock() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    set_frequency(&mut sid, 0, 3, 0x8000);
    sid.write(0, voice(3, 4), 0x80);
    // Bit 19 rises in cycles 16, 48 and 80. The third zero that comes in is the first to be seen.
    assert_eq!([81, 82].map(|now| sid.read(now, OSC3)), [0xFC, 0xF8]);
}

#[test]
fn test_fills_the_noise_with_ones_and_its_end_moves_it_once() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    sid.write(0, voice(3, 4), 0x88);
    assert_eq!(sid.read(0x7FFF, OSC3), 0xFC, "as it was");
    assert_eq!(sid.read(0x8000, OSC3), 0xFF);
    // The bit that comes in is bit 17 inverted.
    sid.write(0x8000, voice(3, 4), 0x80);
    assert_eq!(sid.read(0x8000, OSC3), 0xFE);
    // A shorter time fills nothing. The third zero is seen.
    for from in [0x1_0000, 0x2_0000] {
        sid.write(from, voice(3, 4), 0x88);
        sid.write(from + 0x7FFF, voice(3, 4), 0x80);
    }
    assert_eq!(sid.read(0x3_0000, OSC3), 0xFC);
}

#[test]
fn write_only_registers_give_what_is_still_on_the_data_lines() {
    let mut sid = Mos6581::new(CLOCK_HZ);
    sid.write(100, voice(1, 0), 0x5A);
    assert_eq!(sid.read(100 + 0x1CFF, VOLUME), 0x5A);
    assert_eq!(sid.read(100 + 0x1D00, VOLUME), 0x00, "faded");
    assert_eq!(sid.read(8_000, 0x19), 0xFF);
    assert_eq!(sid.read(8_001, VOLUME), 0xFF, "read from another");
}
