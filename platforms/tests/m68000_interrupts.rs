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
    assert_eq!(cpu.step(&mut ram), 4);
    assert_eq!((cpu.sr(), cpu.pc()), (0x2500, CODE + 4));
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

/// The frame of an address error: status word, access address, instruction register, status register, program counter.
fn frame(cpu: &M68000, ram: &FlatRam) -> (u16, u32, u16, u16, u32) {
    let at = cpu.ssp();
    (
        ram.word(at),
        ram.long(at + 2),
        ram.word(at + 6),
        ram.word(at + 8),
        ram.long(at + 10),
    )
}

#[test]
fn a_jump_to_an_odd_address_stacks_seven_words() {
    // JMP $3001: a read from the supervisor's program.
    let (mut cpu, mut ram) = machine(&[0x4EF8, 0x3001]);
    assert_eq!(cpu.step(&mut ram), 60);
    assert_eq!((cpu.pc(), cpu.ssp()), (handler(3), STACK - 14));
    let wanted = (0x4EF6, 0x3001, 0x4EF8, S, CODE + 2);
    assert_eq!(frame(&cpu, &ram), wanted);
}

#[test]
fn a_call_of_an_odd_address_pushes_nothing() {
    // JSR 1(A0) of a user.
    let (mut cpu, mut ram) = machine(&[0x4EA8, 0x0001]);
    cpu.set_sr(0);
    cpu.set_usp(0x6000);
    cpu.set_a(0, 0x3000);
    ram.set_long(0x5FFC, 0x1234_5678);
    cpu.step(&mut ram);
    assert_eq!((cpu.usp(), ram.long(0x5FFC)), (0x6000, 0x1234_5678));
    let wanted = (0x4EB2, 0x3001, 0x4EA8, 0, CODE + 4);
    assert_eq!(frame(&cpu, &ram), wanted);
}

#[test]
fn a_word_that_is_written_to_an_odd_address_is_told_from_one_that_is_read() {
    // MOVE.W D0,-(A1): the register has gone down, and the next instruction is fetched.
    let (mut cpu, mut ram) = machine(&[0x3300, NOP]);
    cpu.set_d(0, 0x8000);
    cpu.set_a(1, 0x2003);
    cpu.step(&mut ram);
    assert_eq!(cpu.a(1), 0x2001);
    // Negative.
    let wanted = (0x4E65, 0x2001, NOP, S | 8, CODE + 4);
    assert_eq!(frame(&cpu, &ram), wanted);
    // MOVE.W (A1)+,D0: the register has gone up.
    let (mut cpu, mut ram) = machine(&[0x3019]);
    cpu.set_a(1, 0x2003);
    cpu.step(&mut ram);
    assert_eq!(cpu.a(1), 0x2005);
    let wanted = (0x3015, 0x2003, 0x3019, S, CODE + 2);
    assert_eq!(frame(&cpu, &ram), wanted);
}

#[test]
fn an_odd_stack_pointer_is_an_address_error_too() {
    // JSR (A0), PEA (A0), RTS of a user.
    for (opcode, address, read) in [
        (0x4E90, 0x5FFD, 0),
        (0x4850, 0x5FFD, 0),
        (0x4E75, 0x6001, 0x10),
    ] {
        let (mut cpu, mut ram) = machine(&[opcode]);
        cpu.set_sr(0);
        cpu.set_usp(0x6001);
        cpu.set_a(0, 0x3000);
        cpu.step(&mut ram);
        assert_eq!((cpu.pc(), cpu.usp()), (handler(3), 0x6001), "{opcode:04X}");
        let (status, access, ..) = frame(&cpu, &ram);
        assert_eq!((status & 0x1F, access), (read | 1, address), "{opcode:04X}");
    }
}

#[test]
fn a_fault_in_entering_a_fault_halts_until_reset() {
    let (mut cpu, mut ram) = machine(&[0x4EF8, 0x3001]);
    cpu.set_ssp(0x7001);
    cpu.step(&mut ram);
    assert_eq!(cpu.trap(), Some(Trap::DoubleFault { pc: CODE }));
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
