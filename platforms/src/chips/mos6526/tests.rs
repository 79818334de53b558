//! Timers, serial register and interrupts: what both kinds of CIA share.

use super::super::cia::{INT_SERIAL, INT_TIMER_A, INT_TIMER_B, ONE_SHOT, SERIAL_OUT};
use super::*;

const START: u8 = 0x01;

const PAL_HZ: u32 = 985_248;

/// A chip whose timer A was loaded, and given its control byte in cycle 10.
fn started(revision: Revision, latch: u16, control: u8) -> Mos6526 {
    let mut cia = Mos6526::new(revision, PAL_HZ, 50);
    cia.write(5, TALO, latch as u8);
    cia.write(5, TALO + 1, (latch >> 8) as u8);
    cia.write(10, CRA, control);
    cia
}

/// The cycles up to `end` in which a flag is seen set, the chip being caught up every `stride` cycles.
fn flags_seen(cia: &mut Mos6526, flag: u8, stride: u64, end: u64) -> Vec<(u64, u64)> {
    let (mut now, mut last, mut seen) = (cia.cia.now, cia.cia.now, Vec::new());
    while now < end {
        now += stride;
        cia.catch_up(now);
        if cia.cia.flags & flag != 0 {
            cia.cia.flags = 0;
            seen.push((last + 1, now));
        }
        last = now;
    }
    seen
}

#[test]
fn period_is_latch_plus_one_however_it_is_caught_up() {
    // Started in cycle 10, the first count is in cycle 13: latch 4 underflows in 16, 21, 26 ...
    for stride in 1..12 {
        let mut cia = started(Revision::Old, 4, START);
        let seen = flags_seen(&mut cia, INT_TIMER_A, stride, 60);
        for underflow in (16..55).step_by(5) {
            assert!(
                seen.iter()
                    .any(|(from, to)| (from..=to).contains(&&underflow)),
                "stride {stride}: underflow in cycle {underflow} not in {seen:?}"
            );
        }
    }
}

#[test]
fn caught_up_at_once_or_cycle_by_cycle_it_is_the_same() {
    for control in [
        START,
        START | ONE_SHOT,
        START | 0x10,
        START | 0x06,
        0x21,
        START | SERIAL_OUT,
    ] {
        for latch in [0, 1, 2, 3, 7, 100] {
            let mut slow = started(Revision::New, latch, control);
            slow.write(10, CRB, START | 0x40);
            slow.write(10, ICR, INT_ANY | 0x1F);
            slow.write(10, SDR, 0x55);
            let mut fast = slow.clone();
            for now in 11..2000 {
                slow.catch_up(now);
            }
            fast.catch_up(1999);
            assert_eq!(slow, fast, "control ${control:02X}, latch {latch}");
        }
    }
}

#[test]
fn a_load_takes_two_cycles_and_the_place_of_a_count() {
    let mut cia = started(Revision::Old, 100, START | 0x10);
    let low = |cia: &mut Mos6526, now| cia.read(now, TALO, 0xFF, 0xFF);
    // Without the load the first count would be in cycle 13.
    assert_eq!(
        [12, 13, 14, 15].map(|now| low(&mut cia, now)),
        [100, 100, 99, 98]
    );
    cia.write(15, TALO, 7);
    assert_eq!(low(&mut cia, 16), 97, "only the latch");
}

#[test]
fn one_shot_stops_and_shows_its_latch() {
    let mut cia = started(Revision::Old, 4, START | ONE_SHOT);
    cia.catch_up(15);
    assert_eq!((cia.cia.flags, cia.peek(CRA, 0, 0)), (0, START | ONE_SHOT));
    cia.catch_up(16);
    assert_eq!(
        (cia.cia.flags, cia.peek(CRA, 0, 0)),
        (INT_TIMER_A, ONE_SHOT)
    );
    assert_eq!(
        flags_seen(&mut cia, INT_TIMER_A, 1, 100),
        [(17, 17)],
        "no second one"
    );
    assert_eq!(cia.peek(TALO, 0, 0), 4);
}

#[test]
fn a_one_shot_caught_up_far_beyond_its_end_has_stopped() {
    let mut cia = started(Revision::Old, 4, START | ONE_SHOT);
    cia.catch_up(5000);
    assert_eq!(cia.peek(CRA, 0, 0), ONE_SHOT);
    assert_eq!(cia.peek(TALO, 0, 0), 4);
}

#[test]
fn the_old_output_follows_its_flag_a_cycle_later() {
    for (revision, delay) in [(Revision::Old, 1), (Revision::New, 0)] {
        let mut cia = Mos6526::new(revision, PAL_HZ, 50);
        cia.write(0, ICR, INT_ANY | INT_TIMER_A);
        cia.write(0, TALO, 20);
        cia.write(0, TALO + 1, 0);
        cia.write(5, CRA, START);
        while cia.irq_since() == NEVER {
            cia.catch_up(cia.next_event());
        }
        let underflow = 5 + 2 + 20;
        assert_eq!(cia.cia.now, underflow, "{revision:?}");
        assert_eq!(cia.irq_since(), underflow + delay, "{revision:?}");
        let mut taken_back = cia.clone();
        let both = INT_TIMER_A | if delay == 0 { INT_ANY } else { 0 };
        assert_eq!(taken_back.read(underflow, ICR, 0xFF, 0xFF), both);
        assert_eq!(taken_back.irq_since(), NEVER);
        assert_eq!(
            cia.read(underflow + 1, ICR, 0xFF, 0xFF),
            INT_ANY | INT_TIMER_A
        );
        assert_eq!(cia.irq_since(), NEVER);
        assert_eq!(cia.read(underflow + 3, ICR, 0xFF, 0xFF), 0);
    }
}

#[test]
fn the_mask_lets_a_flag_through_that_is_set_already() {
    for (revision, delay) in [(Revision::Old, 2), (Revision::New, 1)] {
        let mut cia = started(revision, 4, START | ONE_SHOT);
        cia.write(50, ICR, INT_ANY | INT_TIMER_B);
        assert_eq!(cia.irq_since(), NEVER);
        cia.write(60, ICR, INT_ANY | INT_TIMER_A);
        assert_eq!(cia.irq_since(), 60 + delay);
        cia.write(70, ICR, INT_TIMER_A);
        assert_eq!(
            cia.read(71, ICR, 0xFF, 0xFF),
            INT_ANY | INT_TIMER_A,
            "only a read clears it"
        );
    }
}

#[test]
fn timer_b_counts_timer_a_and_is_done_a_cycle_after_it() {
    let mut cia = started(Revision::New, 9, START);
    cia.write(5, TALO + 2, 2);
    cia.write(5, TALO + 3, 0);
    cia.write(10, ICR, INT_ANY | INT_TIMER_B);
    cia.write(10, CRB, START | 0x40);
    // A underflows in cycles 21, 31, 41; B, which stands at 2, at its third.
    while cia.irq_since() == NEVER {
        cia.catch_up(cia.next_event());
    }
    assert_eq!(cia.irq_since(), 42);
}

#[test]
fn timers_are_seen_on_port_b() {
    for (timer, pin) in [(0, 0x40), (1, 0x80)] {
        let levels = |control: u8| {
            let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
            cia.write(0, DDRB, 0xFF);
            cia.write(0, TALO + 2 * timer, 4);
            cia.write(0, TALO + 2 * timer + 1, 0);
            cia.write(10, CRA + timer, control | 0x10);
            let level = |now| {
                cia.catch_up(now);
                u8::from(cia.port_b() & pin != 0)
            };
            (11..24).map(level).collect::<Vec<u8>>()
        };
        // Loaded two cycles after the write, counts from the fourth on: underflows in the seventh and twelfth.
        let pulses = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
        let toggles = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1];
        assert_eq!(levels(START | 0x02), pulses);
        assert_eq!(levels(START | 0x06), toggles);
        assert_eq!(levels(START), [0; 13], "the port's own bit");
    }
}

#[test]
fn a_byte_takes_timer_a_fifteen_underflows_and_four_cycles() {
    let sending = |write: &[(u64, u8, u8)]| {
        let mut cia = started(Revision::Old, 4, START | SERIAL_OUT);
        for (now, register, value) in write {
            cia.write(*now, *register, *value);
        }
        flags_seen(&mut cia, INT_SERIAL, 1, 400)
    };
    // Timer A underflows in cycles 16, 21 ... 86; the interrupt is on its way for four more.
    assert_eq!(sending(&[(10, SDR, 0x55)]), [(90, 90)]);
    assert_eq!(sending(&[]), []);
    // The second waits until the first is out, an underflow later.
    assert_eq!(
        sending(&[(10, SDR, 1), (14, SDR, 2)]),
        [(90, 90), (170, 170)]
    );
    let turned = [
        (10, SDR, 0x55),
        (12, CRA, START),
        (14, CRA, START | SERIAL_OUT),
    ];
    assert_eq!(sending(&turned), [], "turned round, it is dropped");
}

#[test]
fn a_second_read_of_the_interrupts_in_the_next_cycle_shows_what_lingers() {
    // Underflow in cycle 16, read by `INC $DC0D,X` in two cycles running.
    let reads = |revision, first: u64| {
        let mut cia = started(revision, 4, START | ONE_SHOT);
        cia.write(10, ICR, INT_ANY | INT_TIMER_A);
        [first, first + 1, first + 2].map(|now| cia.read(now, ICR, 0xFF, 0xFF))
    };
    assert_eq!(reads(Revision::Old, 15), [0x00, 0x01, 0x80]);
    assert_eq!(reads(Revision::Old, 16), [0x01, 0x80, 0x00]);
    assert_eq!(reads(Revision::Old, 17), [0x81, 0x80, 0x00]);
    assert_eq!(reads(Revision::New, 15), [0x00, 0x81, 0x81]);
    assert_eq!(reads(Revision::New, 16), [0x81, 0x81, 0x00]);
}

#[test]
fn a_read_keeps_the_new_output_back_for_a_cycle() {
    let mut cia = started(Revision::New, 4, START | ONE_SHOT);
    cia.write(10, ICR, INT_ANY | INT_TIMER_A);
    cia.read(15, ICR, 0xFF, 0xFF);
    cia.catch_up(16);
    assert_eq!(cia.irq_since(), 17);
}

#[test]
fn the_old_chip_loses_the_flag_of_timer_b_but_not_its_output() {
    for (revision, flags) in [
        (Revision::Old, INT_ANY),
        (Revision::New, INT_ANY | INT_TIMER_B),
    ] {
        let mut cia = Mos6526::new(revision, PAL_HZ, 50);
        cia.write(5, TALO + 2, 4);
        cia.write(5, TALO + 3, 0);
        cia.write(10, CRB, START | ONE_SHOT);
        cia.write(10, ICR, INT_ANY | INT_TIMER_B);
        assert_eq!(cia.read(15, ICR, 0xFF, 0xFF), 0);
        assert_eq!(cia.read(20, ICR, 0xFF, 0xFF), flags, "{revision:?}");
    }
}

#[test]
fn the_second_of_two_masks_takes_back_an_output_that_is_due() {
    let output = |writes: &[(u64, u8)]| {
        let mut cia = started(Revision::Old, 4, START | ONE_SHOT);
        cia.write(10, ICR, INT_ANY | INT_TIMER_A);
        for (now, value) in writes {
            cia.write(*now, ICR, *value);
        }
        cia.catch_up(30);
        cia.irq_since()
    };
    assert_eq!(output(&[(15, 0x00), (16, 0x01)]), NEVER);
    assert_eq!(output(&[(16, 0x01)]), 17, "a single one is too late");
    assert_eq!(output(&[(16, 0x00), (17, 0x01)]), 17);
}

#[test]
fn a_byte_written_while_another_is_sent_follows_without_a_gap() {
    // Timer A underflows in cycles 16, 21, 26 ...; the first byte's last bit is at the fifteenth, cycle 86.
    let second = |written: u64| {
        let mut cia = started(Revision::Old, 4, START | SERIAL_OUT);
        cia.write(10, SDR, 1);
        cia.write(written, SDR, 2);
        cia.catch_up(100);
        cia.cia.flags = 0;
        flags_seen(&mut cia, INT_SERIAL, 1, 400)
    };
    for written in [14, 50, 86, 90] {
        assert_eq!(second(written), [(170, 170)], "{written}");
    }
    // With the clock high again, it is a byte of its own, which begins at the next underflow that finds it loaded.
    assert_eq!(second(92), [(170, 170)]);
    assert_eq!(second(95), [(175, 175)]);
}

#[test]
fn a_timer_that_underflows_in_every_cycle_sends_nothing() {
    for (latch, seen) in [(0, vec![]), (1, vec![(45, 45)])] {
        let mut cia = started(Revision::New, latch, START | SERIAL_OUT);
        cia.write(10, SDR, 0x55);
        assert_eq!(flags_seen(&mut cia, INT_SERIAL, 1, 400), seen, "{latch}");
    }
}

#[test]
fn a_byte_cut_short_while_the_clock_moves_seems_done_when_the_direction_is_changed_back() {
    // As the authors of `cia-sdr-icr` measured it: cycles after an underflow in which a change makes the flag.
    let flagged = |revision, underflow: u64| -> Vec<u64> {
        let cut = |after: &u64| {
            let mut cia = started(revision, 9, START | SERIAL_OUT);
            cia.write(10, SDR, 0x55);
            let at = underflow + after;
            cia.write(at, CRA, START);
            cia.catch_up(at + 6);
            cia.cia.flags = 0;
            cia.write(at + 20, CRA, START | SERIAL_OUT);
            !flags_seen(&mut cia, INT_SERIAL, 1, at + 30).is_empty()
        };
        (0..14).filter(cut).collect()
    };
    // Timer A underflows in cycles 21, 31 ...: the clock goes low a cycle after the first, high after the second ...
    let (from_1, from_3) = ((1..14).collect::<Vec<u64>>(), (3..14).collect::<Vec<u64>>());
    for revision in [Revision::Old, Revision::New] {
        assert_eq!(flagged(revision, 21), [&[1], &from_3[..]].concat());
        assert_eq!(flagged(revision, 31), [0, 1, 2, 3, 11, 13]);
        // With the last bit it differs: its first cycle makes none.
        assert_eq!(flagged(revision, 151), [0, 1, 2, 3, 13]);
        assert_eq!(flagged(revision, 161), from_3);
    }
    assert_eq!(flagged(Revision::Week4485, 21), from_1);
    assert_eq!(flagged(Revision::Week4485, 31), [0, 1, 2, 3, 11, 12, 13]);
    assert_eq!(flagged(Revision::Week4485, 151), [0, 1, 2, 3, 12, 13]);
    assert_eq!(flagged(Revision::Week4485, 161), from_1[1..]);
}

/// The counter of timer A, low byte, at each of some cycles.
fn counts(cia: &mut Mos6526, cycles: std::ops::Range<u64>) -> Vec<u8> {
    cycles.map(|now| cia.read(now, TALO, 0xFF, 0xFF)).collect()
}

#[test]
fn timers_that_count_cnt_or_are_stopped_stand_still() {
    for (a, b) in [(0x21, 0x21), (START, 0x40), (START, 0x21)] {
        let mut cia = started(Revision::Old, 3, a);
        cia.write(10, TALO + 2, 50);
        cia.write(10, TALO + 3, 0);
        cia.write(12, CRB, b);
        let low = |cia: &Mos6526, timer: u8| cia.peek(TALO + 2 * timer, 0, 0);
        for now in [200, 201, 202] {
            cia.catch_up(now);
            assert_eq!(low(&cia, 1), 50, "B with ${b:02X}");
            assert!(a == START || low(&cia, 0) == 3, "A with ${a:02X}");
        }
    }
    // Counting A while CNT is high, which it is.
    let mut cia = started(Revision::Old, 9, START);
    cia.write(10, TALO + 2, 50);
    cia.write(10, TALO + 3, 0);
    cia.write(12, CRB, 0x61);
    cia.catch_up(50);
    assert_eq!(cia.peek(TALO + 2, 0, 0), 47, "underflows in 21, 31, 41");
}

#[test]
fn a_second_flag_does_not_put_the_output_off() {
    let mut cia = started(Revision::Old, 4, START);
    cia.write(10, ICR, INT_ANY | INT_TIMER_A);
    cia.catch_up(40);
    assert_eq!(cia.irq_since(), 17);
}

#[test]
fn the_event_of_a_byte_that_is_sent_is_the_cycle_of_its_flag() {
    let mut cia = started(Revision::Old, 4, START | SERIAL_OUT);
    cia.write(10, ICR, INT_ANY | INT_SERIAL);
    cia.write(10, SDR, 0x55);
    while cia.irq_since() == NEVER {
        cia.catch_up(cia.next_event());
    }
    assert_eq!(cia.cia.now, 90);
    assert_eq!(cia.irq_since(), 90);
}

#[test]
fn a_new_latch_is_taken_by_a_stopped_timer_and_in_the_cycle_of_a_load() {
    let mut cia = started(Revision::Old, 100, START);
    cia.write(20, TALO + 1, 1);
    assert_eq!(counts(&mut cia, 21..25), [91, 90, 89, 88], "running: not");
    assert_eq!(cia.peek(TALO + 1, 0, 0), 0);
    // Underflow and load in cycle 16.
    for (now, low, high) in [(15, 4, 0), (16, 9, 2), (17, 3, 0)] {
        let mut cia = started(Revision::Old, 4, START);
        cia.write(now, TALO, 9);
        cia.write(now, TALO + 1, 2);
        let bytes = [cia.peek(TALO, 0, 0), cia.peek(TALO + 1, 0, 0)];
        if now == 16 {
            assert_eq!(bytes, [low, high]);
        } else {
            assert_eq!(bytes[1], high, "written in {now}");
        }
    }
}

#[test]
fn the_strobe_of_the_control_register_reads_as_0() {
    let mut cia = started(Revision::Old, 100, START | 0x10);
    assert_eq!(cia.read(11, CRA, 0xFF, 0xFF), START);
}

#[test]
fn only_a_start_sets_the_toggling_pin() {
    let mut cia = started(Revision::Old, 4, START | 0x06);
    cia.catch_up(17);
    assert_eq!(cia.port_b() & 0x40, 0, "low since the underflow");
    cia.write(18, CRA, START | 0x06);
    assert_eq!(cia.port_b() & 0x40, 0);
    cia.write(19, CRA, 0x06);
    cia.write(20, CRA, START | 0x06);
    assert_eq!(cia.port_b() & 0x40, 0x40, "stopped and started");
}

#[test]
fn a_one_shot_bit_taken_back_in_the_cycle_before_the_underflow_still_stops() {
    for (now, control) in [(14, START), (15, 0)] {
        let mut cia = started(Revision::Old, 4, START | ONE_SHOT);
        cia.write(now, CRA, START);
        cia.catch_up(16);
        assert_eq!(cia.peek(CRA, 0, 0), control, "written in {now}");
    }
}

#[test]
fn a_stopped_timer_counts_twice_more() {
    let mut cia = started(Revision::Old, 100, START);
    cia.write(20, CRA, 0);
    assert_eq!(counts(&mut cia, 20..26), [92, 91, 90, 90, 90, 90]);
}

#[test]
fn a_change_of_direction_drops_the_byte_that_waits() {
    let mut cia = started(Revision::Old, 4, START | SERIAL_OUT);
    cia.write(10, SDR, 1);
    cia.write(14, SDR, 2);
    // While the clock is high and at rest.
    cia.write(36, CRA, START);
    cia.write(45, CRA, START | SERIAL_OUT);
    cia.write(60, SDR, 3);
    let seen = flags_seen(&mut cia, INT_SERIAL, 1, 400);
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[test]
fn a_reset_leaves_the_kind_of_chip() {
    let mut cia = Mos6526::new(Revision::Old, PAL_HZ, 50);
    cia.reset(3);
    cia.write(5, TALO, 4);
    cia.write(5, TALO + 1, 0);
    cia.write(10, ICR, INT_ANY | INT_TIMER_A);
    cia.write(10, CRA, START | ONE_SHOT);
    cia.catch_up(20);
    assert_eq!(cia.irq_since(), 17);
}
