//! POKEY from outside: registers, interrupts, the serial port wire to wire, sound.

use hexfront_platforms::chips::pokey::{Modifiers, Pokey};
use proptest::prelude::*;

const CLOCK: u32 = 1_789_773;
const AUDF1: u8 = 0x00;
const AUDC1: u8 = 0x01;
const AUDF2: u8 = 0x02;
const AUDF3: u8 = 0x04;
const AUDF4: u8 = 0x06;
const AUDCTL: u8 = 0x08;
const STIMER: u8 = 0x09;
const SKRES: u8 = 0x0A;
const RANDOM: u8 = 0x0A;
const KBCODE: u8 = 0x09;
const SERIO: u8 = 0x0D;
const IRQ: u8 = 0x0E;
const SK: u8 = 0x0F;

/// A chip that runs since cycle 0.
fn running() -> Pokey {
    let mut pokey = Pokey::new(CLOCK);
    pokey.write(SK, 0x03, 0);
    pokey
}

/// When IRQ is next asserted.
fn next_irq(pokey: &mut Pokey, until: u64) -> Option<u64> {
    while !pokey.irq() {
        let now = pokey.next_event();
        if now > until {
            return None;
        }
        pokey.run(now);
    }
    Some(pokey.next_event())
}

#[test]
fn a_timer_interrupts_where_it_underflows_and_irqen_acknowledges() {
    let mut pokey = running();
    pokey.write(AUDCTL, 0x40, 0);
    pokey.write(AUDF1, 96, 0);
    pokey.write(STIMER, 0, 100);
    pokey.write(IRQ, 0x01, 150);
    pokey.run(203);
    assert!(!pokey.irq());
    assert_eq!(pokey.next_event(), 204);
    assert_eq!(pokey.read(IRQ, 204), 0xFE & !0x08);
    assert!(pokey.irq());
    pokey.write(IRQ, 0x00, 210);
    assert!(!pokey.irq());
    assert_eq!(pokey.read(IRQ, 210) & 1, 1);
    pokey.write(IRQ, 0x01, 220);
    assert_eq!(pokey.next_event(), 304);
}

#[test]
fn interrupts_come_in_the_cycles_that_were_measured() {
    // AUDCTL, AUDF1, AUDF2, the timer's bit, cycles from STIMER to the first two times that IRQST shows it: Acid800, timer timing.
    let rows = [
        (0x40, 16, 0, 0x01, [24, 44]),
        (0x50, 16, 0, 0x01, [24, 47]),
        (0x50, 16, 0, 0x02, [27, 50]),
        (0x40, 0, 0, 0x01, [8, 12]),
    ];
    for (audctl, audf1, audf2, bit, times) in rows {
        let mut pokey = running();
        pokey.write(AUDCTL, audctl, 900);
        pokey.write(AUDF1, audf1, 900);
        pokey.write(AUDF2, audf2, 900);
        pokey.write(STIMER, 0, 1_000);
        for time in times {
            pokey.write(IRQ, 0, 1_000 + time - 3);
            pokey.write(IRQ, bit, 1_000 + time - 3);
            assert_eq!(pokey.read(IRQ, 1_000 + time - 1) & bit, bit, "{audctl:02x}");
            assert_eq!(pokey.read(IRQ, 1_000 + time) & bit, 0, "{audctl:02x}");
        }
    }
    // From the end of INIT: a tick of 15 kHz, and three of 64 kHz.
    for (audctl, audf, cycles) in [(0x01, 0, 84), (0x00, 2, 81)] {
        let mut pokey = Pokey::new(CLOCK);
        pokey.write(AUDCTL, audctl, 900);
        pokey.write(AUDF1, audf, 900);
        pokey.write(STIMER, 0, 900);
        pokey.write(IRQ, 0x01, 950);
        pokey.write(SK, 0x03, 1_000);
        assert_eq!(pokey.next_event(), 1_000 + cycles);
    }
    // The serial output goes on two cycles behind its timer: here that of channel 2, joined, 228 cycles.
    let mut pokey = running();
    for (register, value) in [(AUDCTL, 0x78), (AUDF1, 221), (AUDF2, 0)] {
        pokey.write(register, value, 900);
    }
    pokey.write(STIMER, 0, 1_000);
    pokey.write(SK, 0x00, 1_006);
    pokey.write(SK, 0x63, 1_012);
    pokey.write(SERIO, 0x55, 1_016);
    assert_eq!(pokey.read(IRQ, 1_233) & 0x08, 0);
    assert_eq!(pokey.read(IRQ, 1_234) & 0x08, 0x08);
}

/// Whether timers 1 and 2 are shown by IRQST in a cycle and not in the one before; it is asked anew from three cycles before on.
fn comes_at(pokey: &mut Pokey, bit: u8, time: u64) -> bool {
    pokey.write(IRQ, 0, time - 3);
    pokey.write(IRQ, bit, time - 3);
    pokey.read(IRQ, time - 1) & bit != 0 && pokey.read(IRQ, time) & bit == 0
}

#[test]
fn stimer_restarts_four_cycles_later() {
    // AUDF1 of 8: it underflows 16 cycles after STIMER, and 12 later. The second STIMER is in time for an underflow four cycles later.
    for (again, prevented) in [(12, true), (13, false), (24, true), (25, false)] {
        let mut pokey = running();
        pokey.write(AUDCTL, 0x40, 900);
        pokey.write(AUDF1, 8, 900);
        pokey.write(STIMER, 0, 1_000);
        let due = 1_000 + if again < 16 { 16 } else { 28 };
        pokey.write(STIMER, 0, 1_000 + again);
        pokey.write(IRQ, 0x01, 1_000 + again);
        assert_eq!(pokey.read(IRQ, due) & 1 != 0, prevented, "{again}");
        assert!(comes_at(&mut pokey, 1, 1_000 + again + 16), "{again}");
    }
    // An AUDF that comes in time for the restart is the one that counts.
    for (written, cycles) in [(1, 20), (2, 20), (3, 16)] {
        let mut pokey = running();
        pokey.write(AUDCTL, 0x40, 900);
        pokey.write(AUDF1, 8, 900);
        pokey.write(STIMER, 0, 1_000);
        pokey.write(AUDF1, 12, 1_000 + written);
        assert!(comes_at(&mut pokey, 1, 1_000 + cycles), "{written}");
    }
}

#[test]
fn the_end_of_a_tone_restarts_both_timers_two_cycles_later() {
    const MARK: u8 = 0x0B;
    const SPACE: u8 = 0x8B;
    // SKCTL, AUDCTL, AUDF1, AUDF2, the timer's bit, cycles from STIMER to the first two times that IRQST shows it: Acid800.
    let rows = [
        (MARK, 0x40, 8, 0xFF, 0x01, [16, 30]),
        (MARK, 0x40, 0, 0xFF, 0x01, [8, 14]),
        // A zero is channel 2's tone: the end of channel 1's changes nothing.
        (SPACE, 0x40, 8, 0xFF, 0x01, [16, 28]),
        (SPACE, 0x50, 8, 0, 0x01, [16, 33]),
        (SPACE, 0x50, 8, 0, 0x02, [19, 36]),
    ];
    for (skctl, audctl, audf1, audf2, bit, times) in rows {
        let mut pokey = running();
        pokey.write(SK, skctl, 900);
        pokey.write(AUDCTL, audctl, 900);
        pokey.write(AUDF1, audf1, 900);
        pokey.write(AUDF2, audf2, 900);
        pokey.write(STIMER, 0, 1_000);
        for time in times {
            let case = format!("{skctl:02x} {audctl:02x} {audf1} {time}");
            assert!(comes_at(&mut pokey, bit, 1_000 + time), "{case}");
        }
    }
}

#[test]
fn a_mark_keeps_the_slower_tone_from_ending() {
    let mut pokey = running();
    for (register, value) in [(AUDCTL, 0x40), (AUDF1, 200), (AUDF2, 20), (IRQ, 0x02)] {
        pokey.write(register, value, 900);
    }
    pokey.write(SK, 0x0B, 900);
    pokey.write(STIMER, 0, 1_000);
    assert_eq!(next_irq(&mut pokey, 100_000), None);
    pokey.write(SK, 0x8B, 100_000);
    assert!(next_irq(&mut pokey, 101_000).is_some());
}

#[test]
fn nothing_is_due_while_nobody_listens() {
    let mut pokey = running();
    pokey.write(AUDF1, 3, 0);
    pokey.write(STIMER, 0, 10);
    pokey.run(14);
    assert_eq!(pokey.next_event(), u64::MAX);
    // A timer that nobody heard is where it would be.
    pokey.write(IRQ, 0x01, 1_000_000);
    let at = pokey.next_event();
    assert_eq!((at - 22 - 3) % 28, 0);
    assert!(at <= 1_000_000 + 4 * 28);
}

#[test]
fn random_goes_by_the_cycle_and_stands_in_init() {
    let (mut one, mut other) = (running(), running());
    for now in [10, 11, 500, 131_000, 262_142, 10_000_000] {
        let (a, b) = (one.read(RANDOM, now), other.read(RANDOM, now + 131_071));
        assert_eq!(a, b, "{now}");
    }
    assert_ne!(one.read(RANDOM, 10_000_010), one.read(RANDOM, 10_000_030));
    one.write(SK, 0x00, 20_000_000);
    assert_eq!(one.read(RANDOM, 20_000_100), 0xFF);
}

/// Two chips, the one's output on the other's input: sends bytes, and gives what the other reads, with its errors.
fn transmit(bytes: &[u8], divisor_in: u8) -> (Vec<u8>, u8) {
    let (mut from, mut to) = (running(), running());
    for (pokey, skctl, divisor) in [(&mut from, 0x23, 0x28), (&mut to, 0x13, divisor_in)] {
        pokey.write(AUDCTL, 0x28, 1);
        pokey.write(AUDF3, divisor, 1);
        pokey.write(AUDF4, 0, 1);
        pokey.write(SK, skctl, 1);
        pokey.write(STIMER, 0, 1);
    }
    from.write(IRQ, 0x10, 10);
    to.write(IRQ, 0x20, 10);
    from.write(SERIO, bytes[0], 10);
    let (mut sent, mut received) = (1, Vec::new());
    let end = (bytes.len() as u64 + 2) * 1_000;
    loop {
        let now = from.next_event().min(to.next_event());
        if now > end {
            break;
        }
        from.run(now);
        to.run(now);
        to.set_serial_in(from.serial_out(), now);
        if from.irq() {
            from.write(IRQ, 0, now);
            from.write(IRQ, 0x10, now);
            if let Some(byte) = bytes.get(sent) {
                from.write(SERIO, *byte, now);
                sent += 1;
            }
        }
        if to.irq() {
            received.push(to.read(SERIO, now));
            to.write(IRQ, 0, now);
            to.write(IRQ, 0x20, now);
        }
    }
    assert_eq!(from.read(IRQ, end + 10) & 0x08, 0, "all is sent");
    (received, to.read(SK, end + 10))
}

#[test]
fn bytes_go_from_wire_to_wire() {
    let bytes: Vec<u8> = (0..=255).collect();
    let (received, status) = transmit(&bytes, 0x28);
    assert_eq!(received, bytes);
    assert_eq!(status & 0xE2, 0xE2, "no error, not busy");
    // A few percent off is read all the same; much more is not.
    assert_eq!(transmit(&bytes, 0x2A).0, bytes);
    assert_ne!(transmit(&bytes, 0x38).0, bytes);
    assert_eq!(transmit(&[0, 0, 0, 0], 0x50).1 & 0x80, 0, "framing error");
}

#[test]
fn a_byte_that_is_not_fetched_is_an_overrun_until_skres() {
    let mut pokey = running();
    pokey.write(AUDCTL, 0x28, 1);
    pokey.write(AUDF3, 0x28, 1);
    pokey.write(AUDF4, 0, 1);
    pokey.write(SK, 0x13, 1);
    pokey.write(IRQ, 0x20, 1);
    for frame in 0..2 {
        let start = 100 + frame * 1_000;
        pokey.set_serial_in(false, start);
        assert_eq!(pokey.read(SK, start + 50) & 0x12, 0, "busy, line low");
        pokey.set_serial_in(true, start + 94);
    }
    assert_eq!(pokey.read(SK, 2_500) & 0xE0, 0xC0);
    assert_eq!(pokey.read(SERIO, 2_500), 0xFF);
    pokey.write(SKRES, 0, 2_500);
    assert_eq!(pokey.read(SK, 2_500) & 0xE0, 0xE0);
}

#[test]
fn timers_3_and_4_stand_while_a_start_bit_is_awaited() {
    let mut pokey = running();
    for (register, value) in [(AUDCTL, 0x28), (AUDF3, 0xC1), (AUDF4, 0x01)] {
        pokey.write(register, value, 100);
    }
    // 456 cycles, four lines: 449 + 7.
    pokey.write(STIMER, 0, 1_000);
    pokey.write(IRQ, 0x04, 1_000);
    pokey.run(1_004);
    assert_eq!(pokey.next_event(), 1_000 + 4 + 456);
    pokey.write(SK, 0x13, 1_200);
    assert_eq!(pokey.next_event(), u64::MAX);
    // They start anew when the mode is left.
    pokey.write(SK, 0x03, 5_000);
    assert_eq!(pokey.next_event(), 5_000 + 456);
}

#[test]
fn the_output_stands_without_a_clock_and_init_empties_it() {
    let mut pokey = running();
    for (register, value) in [(AUDCTL, 0x28), (AUDF3, 0x28), (AUDF4, 0), (IRQ, 0x18)] {
        pokey.write(register, value, 100);
    }
    pokey.write(SERIO, 0x00, 100);
    assert_eq!(pokey.read(IRQ, 100_000), 0xF7, "an external clock");
    pokey.write(SK, 0x23, 100_000);
    assert_eq!(pokey.read(IRQ, 100_200), 0xEF, "the byte is under way");
    assert!(!pokey.serial_out());
    pokey.write(SK, 0x00, 100_300);
    assert_eq!(pokey.read(IRQ, 100_300) & 0x08, 0, "nothing is being sent");
    assert!(pokey.serial_out());
    pokey.write(SK, 0x83, 100_400);
    assert!(!pokey.serial_out(), "forced low");
}

#[test]
fn a_key_interrupts_with_its_code() {
    let mut pokey = running();
    pokey.write(IRQ, 0xC0, 0);
    let shift = Modifiers {
        shift: true,
        ..Modifiers::default()
    };
    pokey.set_modifiers(shift, 1_000);
    pokey.set_key(0x3F, true, 1_000);
    assert!(next_irq(&mut pokey, 130 * 114).is_some());
    assert_eq!(pokey.read(KBCODE, 20_000), 0x7F);
    assert_eq!(pokey.read(SK, 20_000) & 0x0C, 0, "SHIFT and a key are down");
    assert_eq!(pokey.read(IRQ, 20_000) & 0xC0, 0x80);
    pokey.set_key(0x3F, false, 20_000);
    pokey.set_modifiers(Modifiers::default(), 20_000);
    assert_eq!(pokey.read(SK, 50_000) & 0x0C, 0x0C);
    let broken = Modifiers {
        break_key: true,
        ..Modifiers::default()
    };
    pokey.write(IRQ, 0, 50_000);
    pokey.write(IRQ, 0xC0, 50_000);
    pokey.set_modifiers(broken, 50_000);
    assert!(next_irq(&mut pokey, 50_000 + 65 * 114).is_some());
    assert_eq!(pokey.read(IRQ, 60_000) & 0xC0, 0x40);
}

/// A second of one voice.
fn second_of(audf: u8, audc: u8, audctl: u8, more: &[(u8, u8)]) -> Vec<f32> {
    let mut pokey = running();
    pokey.set_sample_rate(Some(48_000), 0);
    for (register, value) in [(AUDCTL, audctl), (AUDF1, audf), (AUDC1, audc)] {
        pokey.write(register, value, 0);
    }
    for (register, value) in more {
        pokey.write(*register, *value, 0);
    }
    pokey.write(STIMER, 0, 0);
    let mut samples = Vec::new();
    pokey.drain(u64::from(CLOCK), &mut samples);
    samples
}

fn rising(samples: &[f32]) -> usize {
    let pairs = samples.windows(2);
    pairs.filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count()
}

#[test]
fn pure_tones_have_their_pitch() {
    // (AUDF, AUDCTL, hertz): clock / (2 * (AUDF + 1)), or + 4, or + 7.
    let rows = [
        (71, 0x00, 63_921 / 144),
        (7, 0x01, 15_700 / 16),
        (0xF0, 0x40, CLOCK / 2 / (0xF0 + 4)),
    ];
    for (audf, audctl, hertz) in rows {
        let heard = rising(&second_of(audf, 0xAF, audctl, &[]));
        assert!(heard.abs_diff(hertz as usize) <= 5, "{heard} for {hertz}");
    }
    // Joined: channel 2 sounds with 16 bits.
    let samples = second_of(0x34, 0xA0, 0x50, &[(AUDF2, 0x0F), (0x03, 0xAF)]);
    let hertz = CLOCK as usize / 2 / (0x0F34 + 7);
    assert!(rising(&samples).abs_diff(hertz) <= 5);
}

#[test]
fn the_counters_shape_their_sounds() {
    // With the 4-bit counter the pattern comes back after 15 underflows: 64 kHz / 32 / 15.
    let four = second_of(31, 0xCF, 0x00, &[]);
    let round = 48_000.0 / (63_921.0 / 32.0 / 15.0);
    let apart = |samples: &[f32], distance: f64| {
        let distance = distance.round() as usize;
        let pairs = samples.iter().zip(&samples[distance..]);
        pairs.skip(4_800).map(|(a, b)| (a - b).abs()).sum::<f32>() / 40_000.0
    };
    assert!(apart(&four, round) < 0.1, "{}", apart(&four, round));
    assert!(apart(&four, round / 2.0) > 0.2);
    // White noise does not come back.
    let white = second_of(31, 0x8F, 0x00, &[]);
    assert!(apart(&white, round) > 0.2);
    // No volume, no sound.
    assert!(second_of(31, 0x80, 0, &[]).iter().all(|s| s.abs() < 0.01));
}

#[test]
fn the_filter_takes_low_tones_away() {
    let swing = |samples: &[f32]| samples[4_800..].iter().map(|s| s.abs()).sum::<f32>();
    let more = [(AUDF3, 3), (0x05, 0xA0)];
    let low = second_of(255, 0xAF, 0x00, &more);
    let filtered = second_of(255, 0xAF, 0x04, &more);
    assert!(swing(&filtered) < 0.3 * swing(&low));
}

#[test]
fn sound_changes_nothing_else() {
    let (mut loud, mut mute) = (running(), running());
    loud.set_sample_rate(Some(44_100), 0);
    for now in (0..2_000_000).step_by(7_919) {
        for pokey in [&mut loud, &mut mute] {
            let register = (now / 7_919 % 9) as u8;
            let value = (now / 997) as u8;
            pokey.write(register, value, now);
            pokey.write(IRQ, value & 7, now);
        }
        assert_eq!(
            loud.read(IRQ, now + 100),
            mute.read(IRQ, now + 100),
            "{now}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever a program does, the chip goes on; and it does not matter how often it is caught up.
    #[test]
    fn it_does_not_matter_how_often_it_is_caught_up(
        actions in prop::collection::vec((0..22u8, any::<u8>(), 0..3_000u64), 1..120),
    ) {
        let (mut often, mut seldom) = (Pokey::new(CLOCK), Pokey::new(CLOCK));
        let mut now = 0;
        for (register, value, wait) in actions {
            now += wait;
            loop {
                let next = often.next_event();
                if next > now {
                    break;
                }
                often.run(next);
                prop_assert!(often.next_event() > next);
            }
            for pokey in [&mut often, &mut seldom] {
                match register {
                    0..16 => pokey.write(register, value, now),
                    16 => pokey.set_serial_in(value & 1 != 0, now),
                    17 => pokey.set_key(value, value & 0x40 != 0, now),
                    18 => pokey.set_pot(usize::from(value & 7), value, now),
                    _ => pokey.write(IRQ, value | 0x3F, now),
                }
            }
            for register in 0..16 {
                prop_assert_eq!(often.read(register, now), seldom.read(register, now));
            }
            prop_assert_eq!((often.irq(), often.serial_out()), (seldom.irq(), seldom.serial_out()));
            prop_assert_eq!(often.next_event(), seldom.next_event());
        }
    }
}

/// The paddles are counted by lines, however seldom somebody looks.
#[test]
fn paddles_are_counted_when_they_are_looked_at() {
    const POTGO: u8 = 0x0B;
    const ALLPOT: u8 = 0x08;
    const LINE: u64 = 114;
    let mut pokey = running();
    pokey.write(POTGO, 0, 10 * LINE);
    assert_eq!(pokey.read(ALLPOT, 20 * LINE), 0xFF);
    assert_eq!(pokey.read(ALLPOT, 250 * LINE), 0);
    assert_eq!(pokey.read(0, 251 * LINE), 228);
}
