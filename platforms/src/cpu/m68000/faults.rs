//! Address errors: what the processor has done, and what it tells, when it meets an odd address.
//!
//! The crate finds the odd address, but not in the place of its microcode: the registers are set back to what they were before the
//! instruction, and what the instruction did up to the access is done anew. The words of the instruction are fetched once
//! more for it, which takes none of the machine's time beyond the exception's.
//!
//! Sources: MC68000 User's Manual (9th edition), 6.3.10; the recorded cases for what it leaves open: the stacked program counter,
//! registers, flags and clocks.

use super::{ADDRESS_MASK, Bus, M68000, Registers};

/// Clocks from the access to the end of the exception, a frame of seven words and a vector included.
const ENTERING: u32 = 58;

/// An access to an odd address.
pub(super) struct Fault {
    address: u32,
    write: bool,
    /// It was in the program's space, not in the data's.
    program: bool,
    /// What is stacked as program counter.
    pc: u32,
    /// The instruction register.
    ir: u16,
    /// Clocks that the instruction had taken.
    clocks: u32,
}

/// An operand in memory.
pub(super) struct Operand {
    pub(super) address: u32,
    program: bool,
    /// Clocks before it is accessed.
    clocks: u32,
    /// Bytes from the opcode to what is stacked as program counter.
    ahead: u32,
    step: Option<Step>,
}

/// How an address register goes on with its operand.
#[derive(Clone, Copy)]
struct Step {
    register: usize,
    by: u32,
    /// The first access finds it changed.
    before: bool,
}

/// Bytes of an operand.
fn size_of(opcode: u16) -> u32 {
    match (opcode >> 12, opcode >> 6 & 7) {
        (2, _) => 4,
        (3, _) => 2,
        // MOVEM
        (4, _) if opcode & 0xFB80 == 0x4880 => 2 + u32::from(opcode >> 5 & 2),
        // ADDA, SUBA, CMPA .L
        (0x9 | 0xB | 0xD, 7) => 4,
        // CHK
        (4, 6) => 2,
        (0x8..=0xD, 3 | 7) | (0xE, _) => 2,
        (_, 2 | 6) => 4,
        _ => 2,
    }
}

impl M68000 {
    /// The operand that mode and register name, whose extension words begin at `at`. None in registers and of immediate data.
    pub(super) fn operand(
        &self,
        bus: &mut impl Bus,
        at: &mut u32,
        (mode, register): (u16, u16),
        size: u32,
    ) -> Option<Operand> {
        let n = usize::from(register);
        // The stack pointer stays even; bytes meet no odd address.
        let size = if n == 7 { size.max(2) } else { size };
        let operand = |address, clocks, ahead| Operand {
            address,
            program: mode == 7 && register > 1,
            clocks,
            ahead,
            step: None,
        };
        let long = size == 4;
        Some(match (mode, register) {
            (2, _) => operand(self.a(n), 0, 2),
            (3, _) => Operand {
                step: Some(Step {
                    register: n,
                    by: size,
                    before: !long,
                }),
                ..operand(self.a(n), 0, 2)
            },
            (4, _) => Operand {
                step: Some(Step {
                    register: n,
                    by: size.wrapping_neg(),
                    before: true,
                }),
                ..operand(self.a(n).wrapping_sub(size), 2, if long { 2 } else { 4 })
            },
            (5, _) => operand(self.displaced(bus, at, self.a(n)), 4, 2),
            (6, _) => operand(self.indexed(bus, at, self.a(n)), 6, 2),
            (7, 0) => operand(fetch(bus, at) as i16 as u32, 4, 4),
            (7, 1) => {
                let high = u32::from(fetch(bus, at)) << 16;
                operand(high | u32::from(fetch(bus, at)), 8, 6)
            }
            (7, 2) => operand(self.displaced(bus, at, *at), 4, 2),
            (7, 3) => operand(self.indexed(bus, at, *at), 6, 2),
            (7, 4) => {
                *at = at.wrapping_add(size);
                return None;
            }
            _ => return None,
        })
    }

    fn displaced(&self, bus: &mut impl Bus, at: &mut u32, base: u32) -> u32 {
        base.wrapping_add(fetch(bus, at) as i16 as u32)
    }

    fn indexed(&self, bus: &mut impl Bus, at: &mut u32, base: u32) -> u32 {
        let word = fetch(bus, at);
        let n = usize::from(word >> 12 & 7);
        let index = if word & 0x8000 == 0 {
            self.d(n)
        } else {
            self.a(n)
        };
        let index = match word & 0x0800 {
            0 => index as i16 as u32,
            _ => index,
        };
        base.wrapping_add(word as i8 as u32).wrapping_add(index)
    }

    fn step_register(&mut self, register: usize, by: u32) {
        self.set_a(register, self.a(register).wrapping_add(by));
    }

    /// An instruction at `pc` met an odd address; `before` are the registers before it, `data` is the last word it read.
    pub(super) fn fault(
        &mut self,
        bus: &mut impl Bus,
        pc: u32,
        opcode: u16,
        before: &Registers,
        data: u32,
    ) -> Fault {
        self.core.regs = *before;
        let size = size_of(opcode);
        let mut at = pc.wrapping_add(2);
        let source = (opcode >> 3 & 7, opcode & 7);
        let mut fault = Fault {
            address: 0,
            write: false,
            program: false,
            pc,
            ir: opcode,
            clocks: 0,
        };
        match opcode {
            // MOVE, MOVEA
            0x2000..0x4000 => self.move_fault(bus, &mut fault, &mut at, data),
            // MOVEM
            _ if opcode & 0xFB80 == 0x4880 => {
                fault.clocks = 4;
                at = at.wrapping_add(2);
                fault.write = opcode & 0x0400 == 0;
                if let Some(operand) = self.operand(bus, &mut at, source, size) {
                    fault.address = operand.address;
                    fault.program = operand.program;
                    if source.0 == 4 {
                        // Its registers go down from the low word of the first.
                        fault.address = operand.address.wrapping_add(size - 2);
                    } else {
                        fault.clocks += operand.clocks;
                    }
                }
                fault.pc = at.wrapping_add(2);
            }
            // UNLK
            _ if opcode & 0xFFF8 == 0x4E58 => {
                fault.address = self.a(usize::from(opcode & 7));
                fault.pc = pc.wrapping_add(4);
            }
            // ADDX, SUBX, CMPM
            _ if matches!(opcode & 0xF138, 0x9108 | 0xD108 | 0xB108) && opcode & 0xC0 != 0xC0 => {
                self.two_operands_fault(&mut fault, size);
            }
            // TRAP, LINK, RTS and the like; BSR
            0x4E40..0x4E80 | 0x6100..0x6200 => self.stack_fault(&mut fault),
            _ => {
                if opcode < 0x1000 && opcode & 0x0100 == 0 {
                    at = at.wrapping_add(size);
                    fault.clocks = 2 * size;
                    fault.pc = pc.wrapping_add(size);
                }
                match self.operand(bus, &mut at, source, size) {
                    Some(operand) if operand.address & 1 != 0 => {
                        self.read_fault(&mut fault, &operand);
                    }
                    // PEA
                    _ => self.stack_fault(&mut fault),
                }
            }
        }
        fault
    }

    /// The first access to an operand reads from an odd address.
    fn read_fault(&mut self, fault: &mut Fault, operand: &Operand) {
        fault.address = operand.address;
        fault.program = operand.program;
        fault.clocks += operand.clocks;
        fault.pc = fault.pc.wrapping_add(operand.ahead);
        if let Some(step) = operand.step.filter(|step| step.before) {
            self.step_register(step.register, step.by);
        }
    }

    /// The stack pointer is odd. No recorded case shows one.
    fn stack_fault(&mut self, fault: &mut Fault) {
        let pops = matches!(fault.ir, 0x4E73 | 0x4E75 | 0x4E77);
        fault.write = !pops;
        fault.address = self.a(7).wrapping_sub(if pops { 0 } else { 4 });
        fault.pc = fault.pc.wrapping_add(2);
    }

    /// `MOVE` reads from an odd address, or writes to one.
    fn move_fault(&mut self, bus: &mut impl Bus, fault: &mut Fault, at: &mut u32, data: u32) {
        let (opcode, size) = (fault.ir, size_of(fault.ir));
        let source = (opcode >> 3 & 7, opcode & 7);
        let begin = *at;
        let operand = self.operand(bus, at, source, size);
        if let Some(operand) = operand.as_ref().filter(|o| o.address & 1 != 0) {
            return self.read_fault(fault, operand);
        }
        let words = at.wrapping_sub(begin);
        fault.clocks = 2 * words;
        let value = match source {
            (0, n) => self.d(n.into()),
            (1, n) => self.a(n.into()),
            _ if operand.is_some() => data,
            _ => self.immediate(bus, begin, size),
        };
        let in_memory = operand.is_some();
        if let Some(operand) = operand {
            fault.clocks = operand.clocks + 2 * size;
            if let Some(step) = operand.step {
                self.step_register(step.register, step.by);
            }
        }
        let target = (opcode >> 6 & 7, opcode >> 9 & 7);
        // What is stacked counts the source's words only.
        let next = *at;
        fault.pc = next.wrapping_add(2);
        fault.write = true;
        let Some(operand) = self.operand(bus, at, target, size) else {
            return;
        };
        fault.address = operand.address;
        fault.clocks += operand.clocks;
        match (target, operand.step) {
            // The next instruction is fetched before the word is written.
            ((4, _), Some(step)) if size == 2 => {
                fault.clocks += 2;
                fault.ir = bus.read_word(next & ADDRESS_MASK);
                self.step_register(step.register, step.by);
            }
            // The low word comes first.
            ((4, _), _) => {
                fault.clocks += 2;
                fault.address = operand.address.wrapping_add(2);
            }
            // What came from memory is written before the last fetch.
            ((7, 1), _) if in_memory => fault.clocks -= 4,
            ((7, 1), _) => fault.pc = fault.pc.wrapping_add(2),
            _ => {}
        }
        self.move_flags(opcode, value, in_memory);
    }

    fn immediate(&self, bus: &mut impl Bus, mut at: u32, size: u32) -> u32 {
        let first = fetch(bus, &mut at).into();
        match size {
            4 => first << 16 | u32::from(fetch(bus, &mut at)),
            _ => first,
        }
    }

    /// The flags that `MOVE` has set when it writes. Long words come to them in halves.
    fn move_flags(&mut self, opcode: u16, value: u32, from_memory: bool) {
        let sr = &mut self.core.regs.sr;
        let value = match (size_of(opcode), opcode >> 6 & 7) {
            (2, _) => u32::from(value as u16) << 16,
            // (An), (An)+
            (_, 2 | 3) if !from_memory => return,
            (_, 2 | 3) => value << 16,
            _ => value,
        };
        sr.n = value & 0x8000_0000 != 0;
        sr.z = value == 0;
        if size_of(opcode) == 2 || from_memory || opcode >> 6 & 7 == 4 {
            sr.v = false;
            sr.c = false;
        }
    }

    /// `ADDX` and `SUBX` meet an odd address behind their predecremented registers, `CMPM` with its postincremented ones.
    fn two_operands_fault(&mut self, fault: &mut Fault, size: u32) {
        let (source, target) = (usize::from(fault.ir & 7), usize::from(fault.ir >> 9 & 7));
        let compares = fault.ir & 0xF000 == 0xB000;
        fault.pc = fault.pc.wrapping_add(4);
        let step = if compares { size } else { size.wrapping_neg() };
        fault.clocks = if compares { 0 } else { 2 };
        for n in [source, target] {
            // Long words are read from their low word on, downwards, and before the register changes.
            let first = match compares {
                true => self.a(n),
                false => self.a(n).wrapping_sub(2),
            };
            if first & 1 != 0 {
                fault.address = first;
                match (compares, n == source || size == 2) {
                    (false, _) if size == 2 => self.step_register(n, step),
                    (true, true) => self.step_register(n, 2),
                    _ => {}
                }
                return;
            }
            self.step_register(n, step);
            fault.clocks += 2 * size;
        }
    }

    /// A jump to an odd address, made by an instruction at `pc`; `before` are the registers before it.
    pub(super) fn jump_fault(&mut self, pc: u32, opcode: u16, before: &Registers) -> Fault {
        let target = self.core.regs.pc.0;
        let (ahead, clocks) = match opcode {
            // RTS, RTE and RTR have taken their words off the stack; BSR has pushed.
            0x4E75 => (2, 8),
            0x4E73 | 0x4E77 => (2, 12),
            0x6100..0x6200 => (target.wrapping_sub(pc), 10),
            _ => {
                self.core.regs = *before;
                match opcode {
                    // JMP
                    0x4EF9 => (4, jump_clocks(opcode)),
                    0x4EC0..0x4F00 => (2, jump_clocks(opcode)),
                    // DBcc
                    0x5000..0x6000 => (4, 2),
                    // Bcc
                    _ => (2, 2),
                }
            }
        };
        Fault {
            address: target,
            write: false,
            program: true,
            pc: pc.wrapping_add(ahead),
            ir: opcode,
            clocks,
        }
    }

    /// `JSR` to an odd address, which is met before it pushes; or its push meets one.
    pub(super) fn call_fault(&mut self, opcode: u16, target: u32, pushed: u32) -> Fault {
        let behind = self.core.regs.pc.0;
        let jumps = target & 1 != 0;
        Fault {
            address: if jumps { target } else { pushed },
            write: !jumps,
            program: jumps,
            pc: behind,
            ir: opcode,
            clocks: jump_clocks(opcode),
        }
    }

    /// The program counter is odd to begin with: nobody but an instrument sets it so.
    pub(super) fn fetch_fault(&self, pc: u32) -> Fault {
        Fault {
            address: pc,
            write: false,
            program: true,
            pc,
            ir: 0,
            clocks: 0,
        }
    }

    /// Enters an address error, whose frame has seven words: status word, access address, instruction register, SR, PC.
    /// Since `start` the instruction has had its accesses, and more for the fault to be found.
    pub(super) fn address_error(&mut self, bus: &mut impl Bus, start: u64, fault: &Fault) {
        let function = match (self.core.regs.sr.s, fault.program) {
            (false, false) => 1,
            (false, true) => 2,
            (true, false) => 5,
            (true, true) => 6,
        };
        self.stack_exception(bus, fault.pc);
        if self.trap.is_some() {
            return;
        }
        self.push_word(bus, fault.ir);
        self.push_long(bus, fault.address);
        // Bit 4 is set for a read. Above it stand bits of the instruction register.
        let read = if fault.write { 0 } else { 0x10 };
        self.push_word(bus, fault.ir & 0xFFE0 | read | function);
        self.core.regs.pc.0 = super::read_long(bus, 4 * u32::from(super::vector::ADDRESS_ERROR));
        if self.core.regs.pc.0 & 1 != 0 {
            self.halt();
            return;
        }
        let spent = (bus.now() - start) as u32;
        bus.idle((fault.clocks + ENTERING).saturating_sub(spent));
    }
}

/// Clocks of a jump before its target is fetched.
fn jump_clocks(opcode: u16) -> u32 {
    match (opcode >> 3 & 7, opcode & 7) {
        (2, _) => 0,
        (7, 1) => 4,
        (6, _) | (7, 3) => 6,
        _ => 2,
    }
}

/// The word of an instruction at `at`, which goes on.
fn fetch(bus: &mut impl Bus, at: &mut u32) -> u16 {
    let word = bus.read_word(*at & ADDRESS_MASK);
    *at = at.wrapping_add(2);
    word
}
