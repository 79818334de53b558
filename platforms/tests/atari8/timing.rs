//! Who has which cycle, and when things happen.

use super::{NTSC, Program, bare, byte, run_to_circle, with_program};
use hexfront_platforms::Machine;
use hexfront_platforms::chips::antic::{self, Antic, LINE_CYCLES, Memory};
use hexfront_platforms::machine::Bank;
use hexfront_platforms::machines::atari8::{Atari8, Config};

/// Memory whose display list, at 0, is one instruction with its address, and then others without.
struct List(u8);

impl Memory for List {
    fn read(&self, address: u16) -> u8 {
        match address {
            0 => self.0 | 0x40,
            1 | 2 => 0x20,
            3..0x100 => self.0,
            _ => 0,
        }
    }
}

/// The cycles that ANTIC takes in each line of the first mode line of this instruction, from the beginning of line 8.
fn halts(instruction: u8, dmactl: u8, hscrol: u8, lines: usize) -> Vec<usize> {
    let memory = List(instruction);
    let mut antic = Antic::new(antic::PAL_LINES, 0);
    let mut now = 0;
    let mut counts = Vec::new();
    for line in 0..8 + lines {
        if line == 8 {
            for (register, value) in [
                (antic::DMACTL, dmactl),
                (antic::DLISTL, 0),
                (antic::DLISTH, 0),
                (antic::HSCROL, hscrol),
            ] {
                antic.write(now, register, value, &memory);
            }
        }
        let mut count = 0;
        for x in 0..LINE_CYCLES {
            let halt = antic.cycle(x, &memory).halt || x >= 10 && antic.halts(x);
            count += usize::from(halt);
        }
        now += u64::from(LINE_CYCLES);
        antic.show_line(&memory);
        antic.next_line();
        if line >= 8 {
            counts.push(count);
        }
    }
    counts
}

/// Cycles of the playfield and of refresh in the first line of a mode line and in the second, for narrow, normal and wide. The first
/// line of 40 characters leaves room for one refresh, for two with 32 (Hardware Manual, "DMA"); the last of 48 characters comes too
/// late for its row.
#[test]
fn modes_take_the_cycles_of_the_manual() {
    let rows = [
        (2, [66, 81, 96], Some([41, 49, 56])),
        (3, [66, 81, 96], Some([41, 49, 56])),
        (4, [66, 81, 96], Some([41, 49, 56])),
        (5, [66, 81, 96], Some([41, 49, 56])),
        (6, [41, 49, 57], Some([25, 29, 33])),
        (7, [41, 49, 57], Some([25, 29, 33])),
        (8, [17, 19, 21], Some([9, 9, 9])),
        (9, [17, 19, 21], Some([9, 9, 9])),
        (0xA, [25, 29, 33], Some([9, 9, 9])),
        (0xB, [25, 29, 33], Some([9, 9, 9])),
        (0xC, [25, 29, 33], None),
        (0xD, [41, 49, 56], Some([9, 9, 9])),
        (0xE, [41, 49, 56], None),
        (0xF, [41, 49, 56], None),
    ];
    for (mode, first, second) in rows {
        for width in 1..=3 {
            let counts = halts(mode, 0x20 | width, 0, 2);
            // The instruction and its address; of modes of one line the next instruction has none.
            let column = usize::from(width) - 1;
            assert_eq!(counts[0], first[column] + 3, "mode {mode:X}, width {width}");
            let next = second.map_or(first[column] + 1, |second| second[column]);
            assert_eq!(counts[1], next, "mode {mode:X}, width {width}, second line");
        }
    }
}

#[test]
fn objects_refresh_and_scrolling_take_theirs() {
    let blank = |dmactl| halts(0, dmactl, 0, 1)[0];
    assert_eq!(blank(0x00), 9);
    assert_eq!(blank(0x04), 10);
    assert_eq!(blank(0x08), 14, "players bring the missiles' DMA with them");
    assert_eq!(blank(0x0C), 14);
    assert_eq!(blank(0x20), 10);
    // Scrolling fetches the next width: names until 10 + 94 without a shift, seven cycles later with the greatest one, when the last
    // three names and five rows come too late, and there is one refresh.
    assert_eq!(halts(2, 0x22, 0, 1)[0], 81 + 3);
    assert_eq!(halts(2 | 0x10, 0x22, 0, 1)[0], 96 + 3);
    assert_eq!(halts(2 | 0x10, 0x22, 15, 1)[0], 45 + 43 + 1 + 3);
}

/// Runs a sled of NOPs until the beam stands at this cycle, before an instruction.
fn run_to_cycle(atari: &mut Atari8, cycle: u8) {
    atari.set_pc(0x4000);
    while atari.beam().1 != cycle {
        atari.step();
    }
}

/// A machine with the sled.
fn sled(config: Config) -> Atari8 {
    let mut atari = bare(config);
    atari.load(0x4000, &[0xEA; 0x1000]);
    atari.load(0x5000, &[0x4C, 0x00, 0x40]);
    atari
}

#[test]
fn the_processor_waits_for_cycle_105() {
    // STA WSYNC writes in its fourth cycle; one more cycle passes before the processor waits.
    for (write, lines) in [(70, 0), (102, 0), (103, 0), (104, 1), (105, 1), (112, 1)] {
        let mut atari = sled(NTSC);
        run_to_cycle(&mut atari, write - 3);
        let line = atari.beam().0;
        atari.load(0x1000, &[0x8D, 0x0A, 0xD4, 0xEA, 0xEA]);
        atari.set_pc(0x1000);
        atari.step();
        assert_eq!(atari.beam().1, write + 1);
        atari.step();
        // The second cycle of the NOP is the one that waits.
        assert_eq!(
            atari.beam(),
            (line + lines, 106),
            "written in cycle {write}"
        );
        atari.step();
        assert_eq!(atari.beam().1, 108);
    }
}

#[test]
fn writes_do_not_wait() {
    // INC WSYNC writes in its fifth and sixth cycle; the second starts nothing anew.
    let mut atari = sled(NTSC);
    run_to_cycle(&mut atari, 70);
    let line = atari.beam().0;
    atari.load(0x1000, &[0xEE, 0x0A, 0xD4, 0xEA]);
    atari.set_pc(0x1000);
    atari.step();
    assert_eq!(atari.beam(), (line, 76));
    atari.step();
    assert_eq!(atari.beam(), (line, 107));
}

#[test]
fn vcount_counts_in_cycle_111() {
    // LDA reads in its fourth cycle.
    for (config, last) in [(NTSC, 261), (Config::default(), 311)] {
        let mut atari = sled(config);
        atari.load(0x1000, &[0xAD, 0x0B, 0xD4]);
        let read = |atari: &mut Atari8, cycle: u8, line: u16| {
            loop {
                run_to_cycle(atari, cycle - 3);
                if atari.beam().0 == line {
                    break;
                }
                // Three cycles, so that the next line has a NOP that begins there, too.
                atari.load(0x1800, &[0x24, 0x00]);
                atari.set_pc(0x1800);
                atari.step();
            }
            atari.set_pc(0x1000);
            atari.step();
            u16::from(atari.cpu_mut().a)
        };
        assert_eq!(read(&mut atari, 110, 101), 50);
        assert_eq!(read(&mut atari, 111, 101), 51);
        assert_eq!(read(&mut atari, 111, last), last.div_ceil(2));
        assert_eq!(read(&mut atari, 112, last), 0);
    }
}

#[test]
fn frames_have_their_lines() {
    for (config, lines, hz) in [(NTSC, 262, 59.92), (Config::default(), 312, 49.86)] {
        let mut atari = bare(config);
        atari.run_frame();
        let cycles: u64 = (0..10).map(|_| atari.run_frame()).sum();
        assert!(cycles.abs_diff(10 * lines * 114) < 10, "{cycles}");
        assert!((atari.frame_hz() - hz).abs() < 0.01);
    }
}

/// A list of three times eight blank lines and two rows of mode 2, the first of which interrupts.
fn with_dli(source: &str) -> Program {
    Program::new(source).with(
        0x3000,
        [0x70, 0x70, 0x70, 0xC2, 0x00, 0x38, 0x02, 0x41, 0x00, 0x30],
    )
}

#[test]
fn display_list_interrupts_come_in_the_last_line_of_a_row() {
    let program = with_dli(
        "  quiet
           set vdslst, <handler
           set vdslst+1, >handler
           set dlistl, <list
           set dlisth, >list
           set dmactl, $22
           set nmien, $80
loop:      nop
           nop
           nop
           nop
           nop
           jmp loop
handler:   rti",
    );
    let mut atari = program.on(Config::default());
    (0..3).for_each(|_| _ = atari.run_frame());
    let mut cycles = std::collections::BTreeSet::new();
    for _ in 0..40 {
        while atari.pc() != 0xFF10 {
            atari.step();
        }
        // The row begins in line 32 and has eight lines. The NMI comes in cycle 8, the processor enters it in seven cycles, and the
        // first refresh is in cycle 25.
        let (line, cycle) = atari.beam();
        assert_eq!(line, 39);
        assert_eq!(atari.peek(Bank::Cpu, 0xD40F), 0x9F);
        cycles.insert(cycle);
        atari.step();
        atari.run_frame();
    }
    // An instruction that is in its last cycle when the NMI comes does not see it yet. In these cycles ANTIC takes every other one.
    assert!(
        cycles.first().is_some_and(|first| *first >= 17),
        "{cycles:?}"
    );
    assert!(cycles.last().is_some_and(|last| *last <= 24), "{cycles:?}");
}

#[test]
fn the_blank_interrupts_in_line_248() {
    let mut atari = with_program(
        "  quiet
           set vdslst, <handler
           set vdslst+1, >handler
           set nmien, $40
loop:      nop
           jmp loop
handler:   lda nmist
           sta $80
           sta nmires
           lda nmist
           sta $81
           lda vcount
           sta $82
here:      jmp here",
    );
    run_to_circle(&mut atari);
    assert_eq!(atari.beam().0, 248);
    assert_eq!(
        [0x80, 0x81, 0x82].map(|at| byte(&atari, at)),
        [0x5F, 0x1F, 124]
    );
}

#[test]
fn an_interrupt_is_not_late_by_stolen_cycles() {
    // With a sled of NOPs and no DMA but refresh, the NMI of the blank is entered in cycle 10 or 11.
    let mut seen = std::collections::BTreeSet::new();
    for first in [vec![], vec![0x24, 0x00]] {
        let mut atari = sled(Config::default());
        atari.load(0x1000, &first);
        atari.load(
            0x1000 + first.len() as u16,
            &[0xA9, 0x40, 0x8D, 0x0E, 0xD4, 0x4C, 0x00, 0x40],
        );
        atari.set_pc(0x1000);
        while atari.pc() != 0xFF10 {
            atari.step();
        }
        seen.insert(atari.beam());
    }
    assert_eq!(Vec::from_iter(seen), [(248, 17), (248, 18)]);
}
