//! Laws of the slots of a line: who has them, when the copper acts, what the processor waits for.

use crate::common::amiga_video::Video;
use hexfront_platforms::chips::agnus::DmaRequests;
use hexfront_platforms::chips::rga::*;
use proptest::prelude::*;

/// Slots that the processor is granted in a line when it asks for every one.
fn granted(video: &mut Video, line: u16) -> Vec<u16> {
    let mut slots = Vec::new();
    let mut at = video.now;
    loop {
        at = video.agnus.grant(at, &mut video.ram, &mut video.wires);
        video.agnus.catch_up(at, &mut video.ram, &mut video.wires);
        let (now, slot) = video.agnus.position(at);
        if now != line {
            video.now = at;
            return slots;
        }
        slots.push(slot);
        at += 1;
    }
}

/// Runs to the first slot of a line.
fn run_to(video: &mut Video, line: u16) {
    while video.agnus.position(video.now).0 != line {
        let (_, slot) = video.agnus.position(video.now);
        video.run(227 - u64::from(slot.min(226)));
    }
}

fn display(video: &mut Video, bplcon0: u16, start: u16, stop: u16) {
    video.poke(DIWSTRT, 0x2C81);
    video.poke(DIWSTOP, 0xF4C1);
    video.poke(DDFSTRT, start);
    video.poke(DDFSTOP, stop);
    video.poke(BPLCON0, bplcon0);
}

#[test]
fn planes_take_the_slots_of_the_manual() {
    // Planes, resolution, slots that are left of a unit of eight.
    let rows = [
        (0x1000, 0b0111_1111),
        (0x4000, 0b0101_0101),
        (0x5000, 0b0001_0101),
        (0x6000, 0b0001_0001),
        (0x7000, 0b0101_0101),
        (0x9000, 0b0111_0111),
        (0xA000, 0b0101_0101),
        (0xB000, 0b0001_0001),
        (0xC000, 0b0000_0000),
    ];
    for (bplcon0, left) in rows {
        let mut video = Video::new(false);
        display(&mut video, bplcon0, 0x38, 0xD0);
        video.poke(DMACON, 0x8300);
        run_to(&mut video, 0x50);
        let slots = granted(&mut video, 0x50);
        for slot in 0..227 {
            let fixed = [1, 3, 5, 226].contains(&slot);
            let unit = (0x38..0xD8).contains(&slot);
            let expected = !fixed && (!unit || left >> (slot % 8) & 1 != 0);
            assert_eq!(
                slots.contains(&slot),
                expected,
                "BPLCON0 {bplcon0:04X} slot {slot:02X}"
            );
        }
    }
}

proptest! {
    #[test]
    fn the_owners_of_a_line_are_227(
        mode in 0..16u16,
        start in 0x38..0x60u16,
        stop in 0x60..0xD5u16,
        dma in any::<u16>(),
        disk in 0..4u8,
        audio in 0..16u8,
        list in prop::collection::vec((0..32u16, any::<u16>()), 0..10),
        nasty in any::<bool>(),
    ) {
        let mut video = Video::new(false);
        display(&mut video, mode << 12, start, stop);
        // A copper list that writes colours in line $50.
        let mut words = vec![0x5001, 0xFFFE];
        words.extend(list.iter().flat_map(|(n, colour)| [COLOR00 + 2 * n, *colour]));
        words.extend([0xFFFF, 0xFFFE]);
        video.store(0x1000, &words);
        video.poke_long(COP1LC, 0x1000);
        for n in 0..8 {
            video.store(0x2000 + 0x400 * n, &[0x4030, 0x8000]);
            video.poke_long(SPR0PT + 4 * n as u16, 0x2000 + 0x400 * n);
        }
        video.wires.requests = DmaRequests { disk, audio, ..DmaRequests::default() };
        run_to(&mut video, 311);
        video.poke(DMACON, dma & 0x03BF | 0x8200 | u16::from(nasty) << 10);
        run_to(&mut video, 0x50);
        video.wires.writes.clear();
        video.wires.planes = 0;
        video.wires.disk_words = 0;
        let begun = video.now;
        let cpu = granted(&mut video, 0x50).len();
        let inside = |at: u64| (begun..begun + 227).contains(&at);
        let count = |registers: std::ops::Range<u16>| {
            let writes = video.wires.writes.iter();
            writes.filter(|(at, r, _)| inside(*at) && registers.contains(r)).count()
        };
        let sprites = count(SPR0POS..COLOR00);
        let sound = count(AUD0LC..BPL1PT);
        // Two slots a write of the copper; the wait took its own before, and the last one takes two.
        let moves = count(COLOR00..0x1C0);
        let copper = if dma & 0x80 != 0 { 2 * moves + 2 } else { 0 };
        let fixed = 4 + video.wires.planes + video.wires.disk_words + sprites + sound;
        prop_assert_eq!(moves, if dma & 0x80 != 0 { list.len() } else { 0 });
        prop_assert_eq!(fixed + copper + cpu, 227);
    }

    #[test]
    fn a_wait_lets_the_copper_write_two_slots_after_its_place(place in 0x08..0x6Cu16, line in 0x20..0xF0u16) {
        let mut video = Video::new(false);
        let wait = line << 8 | place << 1 | 1;
        video.store(0x1000, &[wait, 0xFFFE, COLOR00, 0x123, COLOR00, 0x456, 0xFFFF, 0xFFFE]);
        video.poke_long(COP1LC, 0x1000);
        video.poke(DMACON, 0x8280);
        // The first ends where it begins, in the top left corner; the copper comes with the next.
        video.run_frame();
        video.run_frame();
        video.run_frame();
        let start = (313 + u64::from(line)) * 227;
        let colours: Vec<_> = video.wires.writes.iter().filter(|w| w.1 == COLOR00).collect();
        let slot = start + u64::from(2 * place) + 2;
        prop_assert_eq!(colours, [&(slot, COLOR00, 0x123), &(slot + 4, COLOR00, 0x456)]);
        // The colour begins with the slot: 4 pixels of high resolution each.
        let row = usize::from(line - 26) * 752;
        let seen = usize::from(4 * (2 * place + 2)).checked_sub(2 * 0x5C);
        if let (Some(x), true) = (seen, line >= 26) {
            let pixels = &video.wires.denise.picture().pixels[row..row + 752];
            prop_assert_eq!(pixels.iter().position(|c| *c == 0x123), Some(x));
            prop_assert_eq!(pixels.iter().position(|c| *c == 0x456), Some(x + 16));
        }
    }
}

/// Starts a blit of so many words with all four channels, which wants every slot.
fn greedy_blit(video: &mut Video, nasty: bool) {
    video.poke(DMACON, if nasty { 0x8640 } else { 0x8240 });
    video.poke(BLTCON0, 0x0FCA);
    video.poke(BLTCON1, 0);
    for n in 0..4 {
        video.poke_long(BLTCPT + 4 * n, 0x2_0000 + 0x1000 * u32::from(n));
    }
    video.poke(BLTSIZE, 32 << 6 | 32);
}

#[test]
fn the_blitter_lets_the_processor_in_unless_it_is_nasty() {
    let mut video = Video::new(false);
    greedy_blit(&mut video, false);
    video.run(20);
    let mut waits = Vec::new();
    for _ in 0..40 {
        let asked = video.now;
        let at = video.agnus.grant(asked, &mut video.ram, &mut video.wires);
        waits.push(at - asked);
        video.now = at + 2;
    }
    // Three slots of waiting, and refresh may come on top.
    assert!(waits.iter().all(|wait| (3..=5).contains(wait)), "{waits:?}");

    let mut video = Video::new(false);
    greedy_blit(&mut video, true);
    video.run(20);
    let at = video
        .agnus
        .grant(video.now, &mut video.ram, &mut video.wires);
    video.now = at;
    video.run(10);
    let (ended, _) = video.wires.interrupts[0];
    // The last word of the result leaves as the processor comes in.
    assert!((ended - 2..=ended).contains(&at), "{at} {ended}");
}

#[test]
fn busy_bit_and_interrupt_tell_the_end() {
    let mut video = Video::new(false);
    greedy_blit(&mut video, false);
    assert_eq!(video.read(DMACONR) & 0x4000, 0x4000);
    video.run(32 * 32 * 4 + 200);
    assert_eq!(video.read(DMACONR) & 0x4000, 0);
    assert_eq!(video.wires.interrupts.len(), 1);
    assert_eq!(video.wires.interrupts[0].1, INT_BLIT);
}

#[test]
fn copper_waits_for_the_blitter() {
    let mut video = Video::new(false);
    let words = [0x2001, 0x7FFE, COLOR00, 0x123, 0xFFFF, 0xFFFE];
    video.store(0x1000, &words);
    video.poke_long(COP1LC, 0x1000);
    run_to(&mut video, 311);
    video.poke(DMACON, 0x8280);
    run_to(&mut video, 0x10);
    greedy_blit(&mut video, false);
    video.run(60 * 227);
    let (ended, _) = video
        .wires
        .interrupts
        .into_iter()
        .find(|i| i.1 == INT_BLIT)
        .expect("it ends");
    let colour = video
        .wires
        .writes
        .iter()
        .find(|w| w.1 == COLOR00)
        .expect("it is written");
    assert!((4..8).contains(&(colour.0 - ended)), "{} {ended}", colour.0);
}

#[test]
fn copper_stops_at_a_register_it_may_not_write() {
    for (danger, written) in [(0, false), (2, true)] {
        let mut video = Video::new(false);
        video.store(
            0x1000,
            &[BLTCON0, 0x1234, COLOR00, 0x123, 0x0020, 0, COLOR00, 0x456],
        );
        video.poke(COPCON, danger);
        video.poke_long(COP1LC, 0x1000);
        video.poke(DMACON, 0x8280);
        video.poke(COPJMP1, 0);
        video.run(100);
        let colours: Vec<_> = video
            .wires
            .writes
            .iter()
            .filter(|w| w.1 == COLOR00)
            .collect();
        assert_eq!(colours.len(), usize::from(written));
    }
}

#[test]
fn beam_counters_and_frames() {
    // Every other line of NTSC has a slot more.
    for (ntsc, lines, two_frames) in [(false, 313, 626 * 227), (true, 263, 526 * 227 + 263)] {
        let mut video = Video::new(ntsc);
        let mut vertical = Vec::new();
        while vertical.len() < 3 {
            video.run(50);
            let seen = video.wires.interrupts.len();
            if seen > vertical.len() {
                vertical.push(video.wires.interrupts[seen - 1].0);
            }
        }
        assert_eq!(vertical[2] - vertical[0], two_frames);
        assert_eq!(video.read(VPOSR) & 0x8000, 0x8000, "a long frame");
        let mut highest = 0;
        for _ in 0..2 * lines {
            video.run(220);
            highest = highest.max((video.read(VPOSR) & 1) << 8 | video.read(VHPOSR) >> 8);
        }
        assert_eq!(highest, lines - 1);
    }
}

#[test]
fn the_vertical_blank_interrupt_is_announced_in_time() {
    for ntsc in [false, true] {
        let mut video = Video::new(ntsc);
        for frame in 1..4 {
            while video.wires.interrupts.len() < frame {
                video.now = video.now.max(video.agnus.next_event());
                video
                    .agnus
                    .catch_up(video.now, &mut video.ram, &mut video.wires);
                video.now += 1;
            }
            let (at, bits) = video.wires.interrupts[frame - 1];
            assert_eq!(bits, INT_VERTB);
            assert_eq!(video.now, at + 1);
        }
    }
}

#[test]
fn interlace_alternates_long_and_short_frames() {
    let mut video = Video::new(false);
    video.poke(BPLCON0, 0x0204);
    let mut long = Vec::new();
    for _ in 0..4 {
        video.run_frame();
        long.push(video.read(VPOSR) >> 15);
    }
    assert!(long == [1, 0, 1, 0] || long == [0, 1, 0, 1], "{long:?}");
    assert_eq!(video.wires.denise.picture().height, 2 * 287);
    // What comes in long frames lies above what comes in short ones.
    for _ in 0..3 {
        let long = video.read(VPOSR) >> 15 != 0;
        video.poke(COLOR00, if long { 0x00F } else { 0x0F0 });
        video.run_frame();
    }
    let pixels = video.wires.denise.picture().pixels;
    for row in 10..560 {
        let expected = if row % 2 == 0 { 0x00F } else { 0x0F0 };
        assert!(
            pixels[752 * row..752 * (row + 1)]
                .iter()
                .all(|p| *p == expected),
            "{row}"
        );
    }
}

#[test]
fn sprites_that_end_with_zeros_fetch_nothing_in_the_vertical_blank() {
    let mut video = Video::new(false);
    video.store(0x2000, &[0x4040, 0x4200, 1, 2, 3, 4, 0, 0]);
    let pointers = [SPR0PT, 0, SPR0PT + 2, 0x2000, 0xFFFF, 0xFFFE];
    video.store(0x1000, &pointers);
    video.poke_long(COP1LC, 0x1000);
    video.poke(DMACON, 0x82A0);
    for _ in 0..4 {
        video.run_frame();
    }
    // Every frame has the same words: two of control, two lines, and the end.
    let written = [
        (SPR0POS, 0x4040),
        (SPR0CTL, 0x4200),
        (SPR0DATA, 1),
        (SPR0DATB, 2),
    ];
    let frame = [
        written,
        [(SPR0DATA, 3), (SPR0DATB, 4), (SPR0POS, 0), (SPR0CTL, 0)],
    ]
    .concat();
    let writes = video.wires.writes.iter();
    let words: Vec<_> = writes
        .filter(|w| (SPR0POS..SPR0POS + 8).contains(&w.1))
        .map(|w| (w.1, w.2))
        .collect();
    assert_eq!(words[words.len() - 16..], frame.repeat(2));
}

/// A register that a random program may write, with a value that keeps its DMA in its own memory.
fn harmless() -> impl Strategy<Value = (u16, u16)> {
    let value = any::<u16>();
    prop_oneof![
        (0..32u16, value).prop_map(|(n, v)| (COLOR00 + 2 * n, v)),
        value.prop_map(|v| (BPLCON0, v & 0xFE00)),
        value.prop_map(|v| (BPLCON1, v)),
        value.prop_map(|v| (BPLCON2, v & 0x64)),
        (0x18..0x60u16).prop_map(|v| (DDFSTRT, v)),
        (0x70..0xD5u16).prop_map(|v| (DDFSTOP, v)),
        value.prop_map(|v| (DMACON, v & 0x856F)),
        (0..6u16, value).prop_map(|(n, v)| (BPL1PT + 4 * n + 2, v)),
        (0..2u16, -20..20i16).prop_map(|(n, v)| (BPL1MOD + 2 * n, (2 * v) as u16)),
        (0..8u16, 0..4u16, value).prop_map(|(n, r, v)| (SPR0POS + 8 * n + 2 * r, v)),
        value.prop_map(|v| (DIWSTRT, v & 0x7FFF)),
        value.prop_map(|v| (DIWSTOP, v)),
        (1..20u16, 1..20u16).prop_map(|(w, h)| (BLTSIZE, h << 6 | w)),
        value.prop_map(|v| (BLTCON0, v)),
        (0..2u16).prop_map(|v| (BLTCON1, v << 1)),
    ]
}

/// Writes the same registers in the same slots, catching up with `steps` in between.
fn play(program: &[(u64, (u16, u16))], list: &[u16], steps: &[u64]) -> Video {
    let mut video = Video::new(false);
    for address in (0x1_0000..0x2_0000).step_by(2) {
        video.store(address, &[(address as u16).wrapping_mul(0x9E37)]);
    }
    video.store(0x1000, list);
    video.poke_long(COP1LC, 0x1000);
    for n in 0..6 {
        video.poke_long(BPL1PT + 4 * n, 0x1_0000);
    }
    for n in 0..4 {
        // Blits work where nothing is shown.
        video.poke_long(BLTCPT + 4 * n, 0x4_0000 + 0x4000 * u32::from(n));
    }
    video.poke(BLTAFWM, 0xFFFF);
    video.poke(BPLCON0, 0x5000);
    video.poke(DMACON, 0x83E0);
    let mut steps = steps.iter().cycle();
    for (wait, (register, value)) in program {
        let to = video.now + wait;
        while video.now < to {
            let step = steps.next().expect("there are some");
            video.now = to.min(video.now + step);
            video
                .agnus
                .catch_up(video.now, &mut video.ram, &mut video.wires);
        }
        video.poke(*register, *value);
    }
    video.run(70_000);
    video
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// It does not matter how often the chips are caught up.
    #[test]
    fn catching_up_often_is_catching_up_once(
        program in prop::collection::vec((1..9_000u64, harmless()), 1..40),
        list in prop::collection::vec((harmless(), 0x1A..0xFFu16, 0x10..0x70u16), 0..40),
        steps in prop::collection::vec(1..400u64, 1..10),
    ) {
        let mut words = Vec::new();
        for ((register, value), line, place) in list {
            words.extend([line << 8 | place << 1 | 1, 0xFFFE, register, value]);
        }
        words.extend([0xFFFF, 0xFFFE]);
        let once = play(&program, &words, &[100_000]);
        let often = play(&program, &words, &steps);
        prop_assert_eq!(once.now, often.now);
        prop_assert_eq!(&once.wires.interrupts, &often.wires.interrupts);
        prop_assert!(once.wires.writes == often.wires.writes, "writes");
        prop_assert!(once.ram == often.ram, "memory");
        prop_assert!(once.wires.denise.picture().pixels == often.wires.denise.picture().pixels, "picture");
    }
}

/// The lines in which a copper list that begins in line 0 writes colours, and the colours; `busy` while the blitter works
/// from line $10 on.
fn colours_of_list(list: &[u16], busy: bool) -> Vec<(u64, u16)> {
    let mut video = Video::new(false);
    video.store(0x1000, list);
    video.poke_long(COP1LC, 0x1000);
    run_to(&mut video, 311);
    video.poke(DMACON, 0x8280);
    run_to(&mut video, 0x10);
    if busy {
        greedy_blit(&mut video, false);
    }
    video.run(250 * 227);
    let writes = video.wires.writes.iter().filter(|w| w.1 == COLOR00);
    writes.map(|w| (w.0 / 227 - 313, w.2)).collect()
}

#[test]
fn the_highest_bit_of_the_line_is_always_compared() {
    let list = [0x9001, 0x7FFE, COLOR00, 0x123, 0xFFFF, 0xFFFE];
    assert_eq!(colours_of_list(&list, false), [(0x90, 0x123)]);
}

#[test]
fn a_skip_is_not_met_while_the_blitter_works_if_it_asks_for_it() {
    let list = [
        0x1801, 0xFFFE, 0x1001, 0x7FFF, COLOR00, 0x111, COLOR00, 0x222, 0xFFFF, 0xFFFE,
    ];
    assert_eq!(colours_of_list(&list, false), [(0x18, 0x222)]);
    assert_eq!(colours_of_list(&list, true), [(0x18, 0x111), (0x18, 0x222)]);
}

#[test]
fn a_skip_does_not_pass_over_a_wait_nor_what_comes_after_it() {
    let list = [
        0x1801, 0xFFFE, 0x1001, 0xFFFF, 0x3001, 0xFFFE, COLOR00, 0x111, 0xFFFF, 0xFFFE,
    ];
    assert_eq!(colours_of_list(&list, false), [(0x30, 0x111)]);
}

#[test]
fn the_busy_bit_falls_before_the_last_word_has_left() {
    let mut video = Video::new(false);
    greedy_blit(&mut video, false);
    while video
        .agnus
        .read(video.now, DMACONR)
        .is_some_and(|status| status & 0x4000 != 0)
    {
        video.run(1);
    }
    assert_eq!(video.wires.interrupts, [], "not yet");
    video.run(10);
    assert_eq!(video.wires.interrupts.len(), 1);
}

#[test]
fn the_display_window_is_shut_when_a_frame_begins() {
    let mut video = Video::new(false);
    display(&mut video, 0x1000, 0x38, 0xD0);
    // It ends in line $140, which there is not.
    video.poke(DIWSTOP, 0x40C1);
    video.poke(DMACON, 0x8300);
    run_to(&mut video, 311);
    run_to(&mut video, 5);
    video.wires.planes = 0;
    run_to(&mut video, 0x2C);
    assert_eq!(video.wires.planes, 0);
    run_to(&mut video, 0x30);
    assert!(video.wires.planes > 0);
}
