//! When the 6502 takes an interrupt, in cycles.

use hexfront_platforms::cpu::flat::FlatRam;
use hexfront_platforms::cpu::mos6502::{B, D, I, Mos6502};
use hexfront_platforms::cpu::{Bus, NEVER, Since, Trap};

/// RAM, with lines that are asserted from a given cycle on; the bus may be taken for ten cycles.
struct Wired {
    ram: FlatRam,
    irq: u64,
    nmi: u64,
    /// From when on NMI is no longer asserted.
    nmi_end: u64,
    /// The read or idle cycle that is stretched.
    taken: u64,
}

impl Wired {
    fn new(irq: u64, nmi: u64, taken: u64) -> Wired {
        Wired {
            ram: FlatRam::new(),
            irq,
            nmi,
            nmi_end: NEVER,
            taken,
        }
    }

    fn stretch(&mut self) {
        if self.ram.now() == self.taken {
            self.ram.idle(10);
        }
    }
}

impl Bus for Wired {
    fn read(&mut self, address: u16) -> u8 {
        self.stretch();
        self.ram.read(address)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.ram.write(address, value);
    }

    fn idle(&mut self, cycles: u32) {
        for _ in 0..cycles {
            self.stretch();
            self.ram.idle(1);
        }
    }

    fn now(&self) -> u64 {
        self.ram.now()
    }

    fn irq_at(&mut self, cycle: u64) -> bool {
        self.irq <= cycle
    }

    fn nmi_since(&mut self) -> Since {
        self.nmi
    }

    fn take_nmi(&mut self) {
        self.nmi = NEVER;
    }

    fn forget_short_nmi(&mut self) {
        if self.nmi_end <= self.now() {
            self.nmi = NEVER;
        }
    }
}

const IRQ_HANDLER: u16 = 0x3000;
const NMI_HANDLER: u16 = 0x4000;

/// Runs `program` from $1000 with the lines asserted at the given cycles until a handler is entered; returns the
/// handler's address, the cycle of its first instruction and the return address.
fn entered(program: &[u8], p: u8, irq: u64, nmi: u64) -> (u16, u64, u16) {
    entered_with_bus_taken(program, p, irq, nmi, NEVER)
}

/// The same, with ten cycles more before the read cycle `taken`.
fn entered_with_bus_taken(
    program: &[u8],
    p: u8,
    irq: u64,
    nmi: u64,
    taken: u64,
) -> (u16, u64, u16) {
    let mut bus = Wired::new(irq, nmi, taken);
    bus.ram.load(0x1000, program);
    bus.ram.load(0xFFFA, &[0x00, 0x40, 0x00, 0x10, 0x00, 0x30]);
    let mut cpu = Mos6502::new();
    (cpu.pc, cpu.p, cpu.s) = (0x1000, p, 0xFF);
    while bus.now() < 100 {
        cpu.step(&mut bus);
        if cpu.pc == IRQ_HANDLER || cpu.pc == NMI_HANDLER {
            let back = u16::from_le_bytes([bus.ram.ram[0x1FE], bus.ram.ram[0x1FF]]);
            return (cpu.pc, bus.now(), back);
        }
    }
    panic!("no handler was entered in 100 cycles");
}

const NOP: u8 = 0xEA;

#[test]
fn irq_is_sampled_in_the_last_cycle_but_one() {
    // NOPs of two cycles: asserted in cycle 2 (first of the second NOP) is in time for it, in cycle 3 it is not.
    let nops = [NOP; 16];
    assert_eq!(entered(&nops, 0, 2, NEVER), (IRQ_HANDLER, 4 + 7, 0x1002));
    assert_eq!(entered(&nops, 0, 3, NEVER), (IRQ_HANDLER, 6 + 7, 0x1003));
}

#[test]
fn taken_branch_in_page_samples_one_cycle_earlier() {
    // BCC +0 takes cycles 0 to 2.
    let program = [0x90, 0x00, NOP, NOP, NOP, NOP];
    assert_eq!(entered(&program, 0, 0, NEVER), (IRQ_HANDLER, 3 + 7, 0x1002));
    assert_eq!(entered(&program, 0, 1, NEVER), (IRQ_HANDLER, 5 + 7, 0x1003));
}

#[test]
fn cli_lets_one_more_instruction_run_and_sei_one_more_interrupt_through() {
    let program = [0x58, NOP, NOP];
    assert_eq!(entered(&program, I, 0, NEVER), (IRQ_HANDLER, 4 + 7, 0x1002));
    let program = [0x78, NOP, NOP];
    assert_eq!(entered(&program, 0, 0, NEVER), (IRQ_HANDLER, 2 + 7, 0x1001));
}

#[test]
fn while_the_bus_is_taken_interrupts_are_seen_but_by_branches_and_sei() {
    let at =
        |program: &[u8], p, irq, taken| entered_with_bus_taken(program, p, irq, NEVER, taken).2;
    // The second cycle of a NOP, 1, becomes cycle 11; what comes up to 10 is in time.
    assert_eq!(at(&[NOP; 4], 0, 10, 1), 0x1001);
    assert_eq!(at(&[NOP; 4], 0, 11, 1), 0x1002);
    // BCC +0, its third cycle taken: only cycle 0 is in time.
    let branch = [0x90, 0x00, NOP, NOP];
    assert_eq!(at(&branch, 0, 0, 2), 0x1002);
    assert_eq!(at(&branch, 0, 1, 2), 0x1003);
    // Its second cycle taken: the sample is before that.
    assert_eq!(at(&branch, 0, 10, 1), 0x1002);
    let sei = [0x78, NOP, 0x58, NOP, NOP];
    assert_eq!(at(&sei, 0, 0, 1), 0x1001);
    assert_eq!(at(&sei, 0, 1, 1), 0x1004, "after CLI and one more");
    let cli = [0x58, NOP, NOP];
    assert_eq!(at(&cli, I, 0, 1), 0x1001, "at once");
}

#[test]
fn rti_unmasks_at_once() {
    // PHA PHA PHA with A = $10, then RTI pulls P = $10 (I clear) and PC = $1010.
    let mut program = [NOP; 0x20];
    program[..6].copy_from_slice(&[0xA9, 0x10, 0x48, 0x48, 0x48, 0x40]);
    assert_eq!(
        entered(&program, I, 0, NEVER),
        (IRQ_HANDLER, 2 + 9 + 6 + 7, 0x1010)
    );
}

#[test]
fn nmi_takes_the_vector_from_brk() {
    // BRK's vector is read in cycles 5 and 6: an NMI in cycle 3 changes it. One in cycle 4 is taken after the first
    // instruction of the handler (Lorenz's `nmi`).
    let program = [0x00, NOP, NOP];
    assert_eq!(entered(&program, 0, NEVER, 3), (NMI_HANDLER, 7, 0x1002));
    assert_eq!(entered(&program, 0, NEVER, 4), (IRQ_HANDLER, 7, 0x1002));
    assert_eq!(entered(&program, 0, NEVER, NEVER), (IRQ_HANDLER, 7, 0x1002));
}

#[test]
fn a_short_nmi_is_lost_while_the_vector_of_brk_is_read() {
    // Pushes in cycles 2 to 4, the vector in 5 and 6. A pulse that is over before 7 is noticed in time, or never.
    for (nmi, nmi_end, waits) in [(4, 6, false), (5, 7, false), (6, 8, true), (4, NEVER, true)] {
        let mut bus = Wired {
            nmi,
            nmi_end,
            ..Wired::new(NEVER, NEVER, NEVER)
        };
        let mut cpu = Mos6502::new();
        bus.ram.load(0xFFFA, &[0x00, 0x40, 0x00, 0x10, 0x00, 0x30]);
        bus.ram.load(IRQ_HANDLER, &[NOP; 4]);
        (cpu.pc, cpu.p) = (0x1000, 0);
        cpu.step(&mut bus);
        assert_eq!(cpu.pc, IRQ_HANDLER, "{nmi}");
        (0..2).for_each(|_| _ = cpu.step(&mut bus));
        assert_eq!(cpu.pc == NMI_HANDLER, waits, "{nmi} {nmi_end}");
    }
}

#[test]
fn break_flag_tells_brk_from_irq_and_decimal_survives() {
    for (program, irq, b) in [([0x00, NOP, NOP], NEVER, B), ([NOP, NOP, NOP], 0, 0)] {
        let mut bus = Wired::new(irq, NEVER, NEVER);
        bus.ram.load(0x1000, &program);
        let mut cpu = Mos6502::new();
        (cpu.pc, cpu.p, cpu.s) = (0x1000, D, 0xFF);
        while cpu.p & I == 0 {
            cpu.step(&mut bus);
        }
        assert_eq!(bus.ram.ram[0x1FD] & B, b);
        assert_eq!(cpu.p & D, D);
    }
}

#[test]
fn jam_is_reported_and_only_reset_helps() {
    let mut bus = FlatRam::new();
    bus.load(0x1000, &[0x02]);
    bus.load(0xFFFC, &[0x00, 0x20]);
    let mut cpu = Mos6502::new();
    cpu.pc = 0x1000;
    cpu.step(&mut bus);
    assert_eq!(
        cpu.trap(),
        Some(Trap::Jam {
            pc: 0x1000,
            opcode: 0x02
        })
    );
    assert_eq!(cpu.step(&mut bus), 1);
    assert_eq!(cpu.pc, 0x1000);
    cpu.reset(&mut bus);
    assert_eq!((cpu.trap(), cpu.pc), (None, 0x2000));
}

/// What `SHX $2F10,Y` stores with X = $FF and Y = `index`, and where, with the bus taken before cycle `taken`.
fn store_of_shx(index: u8, taken: u64) -> (u16, u8) {
    let mut ram = FlatRam::new();
    ram.load(0x1000, &[0x9E, 0x10, 0x2F]);
    let mut bus = Wired {
        ram,
        ..Wired::new(NEVER, NEVER, NEVER)
    };
    let mut cpu = Mos6502::new();
    (cpu.pc, cpu.x, cpu.y) = (0x1000, 0xFF, index);
    bus.taken = bus.now() + taken;
    cpu.step(&mut bus);
    let low = 0x10u8.wrapping_add(index);
    [0x2F, 0x30]
        .map(|high| u16::from_le_bytes([low, high]))
        .into_iter()
        .find_map(|at| Some((at, bus.read(at))).filter(|(_, value)| *value != 0))
        .expect("it stores one of the two values")
}

#[test]
fn a_bus_taken_before_the_last_read_of_shx_leaves_the_sum_out_of_the_value() {
    for (index, address) in [(0x00, 0x2F10), (0xF0, 0x3000)] {
        for taken in [0, 1, 2, 4] {
            assert_eq!(store_of_shx(index, taken), (address, 0x30), "{taken}");
        }
        assert_eq!(store_of_shx(index, 3), (address, 0xFF));
    }
}

#[test]
fn an_nmi_that_comes_while_the_last_cycle_of_sei_is_stretched_is_taken_after_it() {
    const SEI: u8 = 0x78;
    let program = [SEI, NOP, NOP, NOP];
    // SEI is stretched before its second cycle: cycles 1 to 10. An IRQ is looked for before, an NMI as after any other.
    assert_eq!(
        entered_with_bus_taken(&program, 0, NEVER, 10, 1),
        (NMI_HANDLER, 12 + 7, 0x1001)
    );
    assert_eq!(
        entered_with_bus_taken(&program, 0, NEVER, 11, 1),
        (NMI_HANDLER, 14 + 7, 0x1002)
    );
}
