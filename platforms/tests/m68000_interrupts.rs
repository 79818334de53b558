//! The 68000 outside its instructions: interrupts, traps, faults, opcodes that are none.

use hexfront_platforms::cpu::Trap;
use hexfront_platforms::cpu::flat68000::FlatRam;
use hexfront_platforms::cpu::m68000::{M68000, S};

const CODE: u32 = 0x1000;
const STACK: u32 = 0x8000;

/// A machine whose exception `n` goes to $2000 + 16n, running `words` at [`CODE`] with interrupts open.
fn machine(words: &[u16]) -> (M68000, FlatRam) {
    let mut ram = FlatRam::new(0x1_0000);
    for number in 2..64 {
        ram.set_long(4 * number, 0x2000 + 16 * number);
    }
    ram.set_long(0, STACK);
    ram.set_long(4, CODE);
    for (i, word) in words.iter().enumerate() {
        ram.set_word(CODE + 2 * i as u32, *word);
    }
    let mut cpu = M68000::new();
    cpu.reset(&mut ram);
    cpu.set_sr(S);
    (cpu, ram)
}

/// Where exception `number` goes.
fn handler(number: u32) -> u32 {
    0x2000 + 16 * number
}

const NOP: u16 = 0x4E71;

#[test]
fn reset_takes_stack_and_address_from_memory() {
    let (mut cpu, mut ram) = machine(&[NOP]);
    cpu.reset(&mut ram);
    assert_eq!((cpu.ssp(), cpu.pc(), cpu.sr()), (STACK, CODE, S | 0x0700));
}

#[test]
fn an_interrupt_above_the_mask_is_entered_between_instructions() {
    let (mut cpu, mut ram) = machine(&[NOP, NOP]);
    cpu.step(&mut ram);
    ram.ipl = 3;
    assert_eq!(cpu.step(&mut ram), 44);
    assert_eq!(cpu.pc(), handler(27));
    assert_eq!(cpu.sr(), S | 0x0300);
    assert_eq!((ram.word(STACK - 6), ram.long(STACK - 4)), (S, CODE + 2));
}

#[test]
fn of_two_levels_the_higher_comes_first_and_the_lower_is_not_lost() {
    let (mut cpu, mut ram) = machine(&[NOP]);
    ram.ipl = 6;
    cpu.step(&mut ram);
    assert_eq!(cpu.pc(), handler(30));
    // The handler's device lets go; level 3 still asks, but the mask is 6 until RTE.
    ram.set_word(handler(30), 0x4E73);
    ram.ipl = 3;
    cpu.step(&mut ram);
    assert_eq!(cpu.pc(), CODE);
    cpu.step(&mut ram);
    assert_eq!(cpu.pc(), handler(27));
}

#[test]
fn stop_sleeps_through_masked_levels() {
    // STOP #$2500
    let (mut cpu, mut ram) = machine(&[0x4E72, 0x2500, NOP]);
    cpu.step(&mut ram);
    for ipl in [0, 3, 5] {
        ram.ipl = ipl;
        cpu.step(&mut ram);
        assert!(cpu.stopped(), "level {ipl} is masked");
    }
    ram.ipl = 6;
    cpu.step(&mut ram);
    assert!(!cpu.stopped());
    assert_eq!((cpu.pc(), ram.long(STACK - 4)), (handler(30), CODE + 4));
}

#[test]
fn level_7_is_taken_at_its_edge_whatever_the_mask() {
    let (mut cpu, mut ram) = machine(&[NOP]);
    cpu.set_sr(S | 0x0700);
    ram.ipl = 7;
    cpu.step(&mut ram);
    assert_eq!(cpu.pc(), handler(31));
    ram.set_word(handler(31), NOP);
    cpu.step(&mut ram);
    assert_eq!(
        cpu.pc(),
        handler(31) + 2,
        "the level is held, there is no new edge"
    );
}

#[test]
fn a_traced_instruction_is_followed_by_the_trace_exception() {
    let (mut cpu, mut ram) = machine(&[NOP, NOP]);
    cpu.set_sr(0xA000);
    cpu.step(&mut ram);
    assert_eq!(cpu.pc(), CODE + 2);
    cpu.step(&mut ram);
    assert_eq!((cpu.pc(), cpu.sr()), (handler(9), S));
    assert_eq!(
        (ram.word(STACK - 6), ram.long(STACK - 4)),
        (0xA000, CODE + 2)
    );
}

#[test]
fn a_jump_to_an_odd_address_stacks_seven_words() {
    // JMP $3001
    let (mut cpu, mut ram) = machine(&[0x4EF8, 0x3001]);
    cpu.step(&mut ram);
    cpu.step(&mut ram);
    assert_eq!(cpu.pc(), handler(3));
    assert_eq!(cpu.ssp(), STACK - 14);
    assert_eq!(ram.long(STACK - 12), 0x3001, "access address");
    assert_eq!(ram.long(STACK - 4), 0x3001, "program counter");
}

#[test]
fn a_fault_in_entering_a_fault_halts_until_reset() {
    let (mut cpu, mut ram) = machine(&[0x4EF8, 0x3001]);
    cpu.set_ssp(0x7001);
    cpu.step(&mut ram);
    cpu.step(&mut ram);
    assert_eq!(cpu.trap(), Some(Trap::DoubleFault { pc: 0x3001 }));
    assert_eq!(cpu.step(&mut ram), 4);
    cpu.reset(&mut ram);
    assert_eq!((cpu.trap(), cpu.pc()), (None, CODE));
}

#[test]
fn every_opcode_ends() {
    for opcode in 0..=u16::MAX {
        let (mut cpu, mut ram) = machine(&[opcode, 0x0008, 0x0010]);
        let cycles = cpu.step(&mut ram);
        assert!(
            (4..=200).contains(&cycles),
            "opcode ${opcode:04X}: {cycles} cycles"
        );
        assert_eq!(cpu.trap(), None, "opcode ${opcode:04X}");
    }
}
