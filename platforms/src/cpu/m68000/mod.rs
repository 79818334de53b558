//! Motorola 68000: the crate `m68000` behind our [`Bus`], corrected.
//!
//! The crate executes whole instructions. It reads instruction words when it needs them, makes the data accesses of the
//! instruction in its own order, and says how many cycles it took. The adapter passes every access to the bus, which
//! takes four cycles for it and adds what waiting the machine asks for; the cycles in which the instruction has no
//! access follow as [`Bus::idle`]. Corrections:
//!
//! 1. Exceptions are entered here, not by the crate's queue, which forgets an interrupt when another comes: privilege
//!    violations, illegal instructions, lines A and F stack the address of the instruction itself; all have their cycles.
//! 2. Interrupts by level: the highest level at the pins is taken when it is above the mask, level 7 at its edge; a
//!    masked level does not end `STOP`.
//! 3. `ORI` and `EORI` to CCR leave the upper byte of the status register alone; `EXT.W` takes N and Z from the word;
//!    `JSR` takes the address before it pushes; `SBCD` with digits above 9.
//! 4. Flags of `DIVU`, `DIVS` on overflow and of `CHK`, as the processor sets them (the manual leaves them open).
//! 5. Cycles: `MULU MULS DIVU DIVS` by their operands; four less where a long word in memory is modified, and of `TAS`
//!    and `STOP`; the bit operations on data registers; `ADDQ.W` and `SUBQ.W` to address registers; `CHK` and division by
//!    zero with their operand's address.
//! 6. Address errors: registers, flags, frame and clocks as the processor leaves them at the access (`faults.rs`). A jump
//!    to an odd address ends in one at once.
//!
//! Sources: MC68000 User's Manual (9th edition), sections 6 and 8; M68000 Family Programmer's Reference Manual; the
//! published analyses of multiplication and division times; checked against the recorded cases of a microcoded core
//! (`cpu-score-68000.md`).
//!
//! **Not emulated**: the prefetch queue (an instruction that overwrites the next one or two words sees them changed),
//! the place of an access within its instruction, the second prefetch of a jump as a bus access, the read that `CLR` and
//! `Scc` make before they write; bus errors; a trace exception after an instruction that trapped; 68010 and later. What no
//! recorded case shows of address errors follows the like: jumps to and `MOVE` into an odd absolute long address, pushes and
//! pops with an odd stack pointer, a program counter that an instrument or a vector makes odd. When the bus makes the
//! processor wait in an instruction that ends in an address error, that time is taken out of the exception's idle clocks.

mod clocks;
mod faults;

use super::Trap;
use m68000::cpu_details::Mc68000;
use m68000::status_register::StatusRegister;
use m68000::{M68000 as Core, MemoryAccess, Registers};
use std::num::Wrapping;

/// Carry.
pub const C: u16 = 0x0001;
/// Overflow.
pub const V: u16 = 0x0002;
/// Zero.
pub const Z: u16 = 0x0004;
/// Negative.
pub const N: u16 = 0x0008;
/// Extend.
pub const X: u16 = 0x0010;
/// Supervisor state.
pub const S: u16 = 0x2000;
/// Trace.
pub const T: u16 = 0x8000;

/// What a 68000 is wired to. Addresses have 24 bits; word accesses are at even ones. Times are clocks of the processor
/// since power-on. Every access takes four clocks and those the bus adds.
pub trait Bus {
    /// One byte.
    fn read_byte(&mut self, address: u32) -> u8;

    /// One word, big-endian.
    fn read_word(&mut self, address: u32) -> u16;

    /// One byte.
    fn write_byte(&mut self, address: u32, value: u8);

    /// One word, big-endian.
    fn write_word(&mut self, address: u32, value: u16);

    /// `cycles` clocks without an access.
    fn idle(&mut self, cycles: u32);

    /// The processor waits in `STOP`: four clocks without an access, or as many times four as it takes until the level at its pins may
    /// change.
    fn sleep(&mut self) {
        self.idle(4);
    }

    /// The word of the program at an even address, which the processor has fetched before: it takes no time now and has no
    /// effect.
    fn prefetched(&self, address: u32) -> u16;

    /// The number of the clock that comes next.
    fn now(&self) -> u64;

    /// The interrupt level at the processor's pins, 0 to 7: asked between instructions. The processor takes the
    /// autovector of the level.
    fn ipl(&mut self) -> u8;

    /// The processor executes `RESET`: its reset pin resets the other chips.
    fn reset_devices(&mut self);
}

const ADDRESS_MASK: u32 = 0x00FF_FFFF;

const STOP: u16 = 0x4E72;

/// Exception vectors which the adapter tells apart.
mod vector {
    pub const ADDRESS_ERROR: u8 = 3;
    pub const ILLEGAL: u8 = 4;
    pub const DIVIDE: u8 = 5;
    pub const CHK: u8 = 6;
    pub const PRIVILEGE: u8 = 8;
    pub const TRACE: u8 = 9;
    pub const LINE_A: u8 = 10;
    pub const LINE_F: u8 = 11;
    pub const AUTOVECTOR_0: u8 = 24;
}

/// Registers and interrupt state.
#[derive(Clone, Debug)]
pub struct M68000 {
    core: Core<Mc68000>,
    /// The instruction before was traced.
    trace: bool,
    /// The level at the pins when they were last looked at: level 7 is taken at its edge.
    last_ipl: u8,
    trap: Option<Trap>,
}

impl PartialEq for M68000 {
    fn eq(&self, other: &M68000) -> bool {
        self.core.regs == other.core.regs
            && self.core.stop == other.core.stop
            && (self.trace, self.last_ipl, self.trap) == (other.trace, other.last_ipl, other.trap)
    }
}

impl Eq for M68000 {}

impl Default for M68000 {
    fn default() -> Self {
        M68000::new()
    }
}

impl M68000 {
    /// Power-on, in supervisor state with all interrupts masked; the other registers are zero until
    /// [`M68000::reset`].
    pub fn new() -> M68000 {
        M68000 {
            core: Core::new_no_reset(),
            trace: false,
            last_ipl: 0,
            trap: None,
        }
    }

    /// The reset line: 40 clocks, then execution goes on with the stack and at the address given in the first two
    /// long words of memory.
    pub fn reset(&mut self, bus: &mut impl Bus) {
        self.trap = None;
        self.trace = false;
        self.last_ipl = 0;
        self.core.stop = false;
        self.set_sr(S | 0x0700);
        bus.idle(24);
        self.core.regs.ssp.0 = read_long(bus, 0);
        self.core.regs.pc.0 = read_long(bus, 4);
    }

    /// Data register 0 to 7.
    pub fn d(&self, n: usize) -> u32 {
        self.core.regs.d[n].0
    }

    /// Sets a data register.
    pub fn set_d(&mut self, n: usize, value: u32) {
        self.core.regs.d[n].0 = value;
    }

    /// Address register 0 to 7; 7 is the stack pointer in use.
    pub fn a(&self, n: usize) -> u32 {
        self.core.regs.a(n as u8)
    }

    /// Sets an address register.
    pub fn set_a(&mut self, n: usize, value: u32) {
        self.core.regs.a_mut(n as u8).0 = value;
    }

    /// The user's stack pointer.
    pub fn usp(&self) -> u32 {
        self.core.regs.usp.0
    }

    /// Sets the user's stack pointer.
    pub fn set_usp(&mut self, value: u32) {
        self.core.regs.usp.0 = value;
    }

    /// The supervisor's stack pointer.
    pub fn ssp(&self) -> u32 {
        self.core.regs.ssp.0
    }

    /// Sets the supervisor's stack pointer.
    pub fn set_ssp(&mut self, value: u32) {
        self.core.regs.ssp.0 = value;
    }

    /// The status register.
    pub fn sr(&self) -> u16 {
        self.core.regs.sr.into()
    }

    /// Sets the status register.
    pub fn set_sr(&mut self, value: u16) {
        self.core.regs.sr = StatusRegister::from(value);
    }

    /// Address of the next instruction.
    pub fn pc(&self) -> u32 {
        self.core.regs.pc.0 & ADDRESS_MASK
    }

    /// Goes on at another address; ends `STOP`.
    pub fn set_pc(&mut self, address: u32) {
        self.core.regs.pc = Wrapping(address);
        self.core.stop = false;
    }

    /// Whether the processor waits in `STOP` for an interrupt.
    pub fn stopped(&self) -> bool {
        self.core.stop
    }

    /// Whether, and where, the processor halted.
    pub fn trap(&self) -> Option<Trap> {
        self.trap
    }

    /// One instruction with the exception it may raise, or the entry of an interrupt or trace; returns the clocks it
    /// took. A processor that halted spends four, one that waits in `STOP` four or more.
    pub fn step<B: Bus>(&mut self, bus: &mut B) -> u32 {
        let start = bus.now();
        let ipl = bus.ipl();
        let edge = ipl == 7 && self.last_ipl != 7;
        self.last_ipl = ipl;
        if self.trap.is_some() {
            bus.idle(4);
        } else if std::mem::take(&mut self.trace) {
            self.enter(bus, vector::TRACE, self.core.regs.pc.0, 34);
        } else if ipl > self.core.regs.sr.interrupt_mask || edge {
            self.core.stop = false;
            self.enter(bus, vector::AUTOVECTOR_0 + ipl, self.core.regs.pc.0, 44);
            self.core.regs.sr.interrupt_mask = ipl;
        } else if self.core.stop {
            bus.sleep();
        } else {
            self.instruction(bus);
        }
        (bus.now() - start) as u32
    }

    fn instruction<B: Bus>(&mut self, bus: &mut B) {
        let start = bus.now();
        let pc = self.core.regs.pc.0;
        if pc & 1 != 0 {
            let fault = self.fetch_fault(pc);
            self.address_error(bus, start, &fault);
            return;
        }
        let opcode = bus.read_word(pc & ADDRESS_MASK);
        if opcode & 0xF1F0 == 0x8100 {
            self.sbcd(bus, opcode);
            return;
        }
        if opcode & 0xFFC0 == 0x4E80
            && let Some(target) = self.jsr_target(bus, opcode)
        {
            self.jsr(bus, start, opcode, target);
            return;
        }
        if opcode == STOP && self.core.regs.sr.s {
            self.stop(bus);
            return;
        }
        let before = self.core.regs;
        let mut shim = Shim {
            bus,
            opcode: Some(opcode),
            accesses: 1,
            data: 0,
        };
        let (cycles, exception) = self.core.interpreter_exception(&mut shim);
        let Shim { accesses, data, .. } = shim;
        let spent = 4 * accesses;
        let word = data as u16;
        let before = || Before {
            opcode,
            regs: &before,
        };
        match exception {
            None | Some(vector::TRACE) if self.core.regs.pc.0 & 1 != 0 => {
                let fault = self.jump_fault(pc, opcode, before().regs);
                self.address_error(bus, start, &fault);
            }
            None | Some(vector::TRACE) => {
                self.trace = exception.is_some();
                let mut cycles = cycles as i32;
                if clocks::is_corrected(opcode) {
                    self.correct_state(&before());
                    cycles += clocks::correction(&before(), word);
                }
                bus.idle((cycles as u32).saturating_sub(spent));
            }
            Some(vector::ADDRESS_ERROR) => {
                let fault = self.fault(bus, pc, opcode, before().regs, data);
                self.address_error(bus, start, &fault);
            }
            Some(vector::DIVIDE) => {
                let total = 38 + clocks::operand_cycles(opcode);
                self.enter(bus, vector::DIVIDE, self.core.regs.pc.0, total - spent);
            }
            Some(vector::CHK) => {
                let (value, bound) = (before().wide() as i16, before().operand(word) as i16);
                self.chk_flags(value);
                // A value that is too high is found first; the comparison takes a borrow for one, too.
                let high = value > bound || bound.wrapping_sub(value) < 0;
                let total = clocks::operand_cycles(opcode) + if high { 38 } else { 40 };
                self.enter(bus, vector::CHK, self.core.regs.pc.0, total - spent);
            }
            Some(number) => {
                let at = match number {
                    vector::ILLEGAL | vector::PRIVILEGE | vector::LINE_A | vector::LINE_F => pc,
                    _ => self.core.regs.pc.0,
                };
                self.enter(bus, number, at, 34 - spent.min(34));
            }
        }
    }

    /// Enters an exception: supervisor state, the return address and status register stacked, on at the vector.
    /// `cycles` is what entering takes, these five accesses included.
    fn enter(&mut self, bus: &mut impl Bus, number: u8, return_to: u32, cycles: u32) {
        self.stack_exception(bus, return_to);
        if self.trap.is_some() {
            return;
        }
        self.core.regs.pc.0 = read_long(bus, 4 * u32::from(number));
        bus.idle(cycles.saturating_sub(20));
    }

    /// Supervisor state; the return address and status register are stacked.
    fn stack_exception(&mut self, bus: &mut impl Bus, return_to: u32) {
        let sr = self.sr();
        self.core.regs.sr.t = false;
        self.core.regs.sr.s = true;
        if self.core.regs.ssp.0 & 1 != 0 {
            self.halt();
            return;
        }
        self.push_long(bus, return_to);
        self.push_word(bus, sr);
    }

    /// A double bus fault: only the reset line helps.
    fn halt(&mut self) {
        self.trap = Some(Trap::DoubleFault {
            pc: self.core.regs.pc.0 & ADDRESS_MASK,
        });
    }

    fn push_word(&mut self, bus: &mut impl Bus, value: u16) {
        self.core.regs.ssp -= 2;
        bus.write_word(self.core.regs.ssp.0 & ADDRESS_MASK, value);
    }

    fn push_long(&mut self, bus: &mut impl Bus, value: u32) {
        self.push_word(bus, value as u16);
        self.push_word(bus, (value >> 16) as u16);
    }

    /// Puts right what the crate leaves wrong in the registers.
    fn correct_state(&mut self, before: &Before<'_>) {
        let opcode = before.opcode;
        match opcode {
            0x003C | 0x0A3C => {
                let ccr = self.sr() & 0x001F;
                let system = u16::from(before.regs.sr) & 0xFF00;
                self.set_sr(system | ccr);
            }
            _ if opcode & 0xFFF8 == 0x4880 => {
                let word = self.core.regs.d[usize::from(opcode & 7)].0 as u16;
                self.core.regs.sr.n = word & 0x8000 != 0;
                self.core.regs.sr.z = word == 0;
            }
            // DIVU, DIVS
            _ if opcode & 0xF0C0 == 0x80C0 && self.core.regs.sr.v => {
                self.core.regs.sr.n = true;
                self.core.regs.sr.z = false;
            }
            // CHK
            _ if opcode & 0xF1C0 == 0x4180 => {
                self.chk_flags(before.wide() as i16);
            }
            _ => {}
        }
    }

    /// Flags of `CHK`, from the value it checks.
    fn chk_flags(&mut self, value: i16) {
        let sr = &mut self.core.regs.sr;
        sr.n = value < 0;
        sr.z = value == 0;
        sr.v = false;
        sr.c = false;
    }
}

/// What the corrections need to know of the time before the instruction.
struct Before<'a> {
    opcode: u16,
    regs: &'a Registers,
}

impl Before<'_> {
    /// The data register in bits 9 to 11 of the opcode.
    fn wide(&self) -> u32 {
        self.regs.d[usize::from(self.opcode >> 9 & 7)].0
    }

    /// The word operand at the opcode's effective address, when `data` is the last word read.
    fn operand(&self, data: u16) -> u16 {
        if self.opcode & 0x38 == 0 {
            self.regs.d[usize::from(self.opcode & 7)].0 as u16
        } else {
            data
        }
    }
}

impl M68000 {
    /// `STOP`: its second word has been fetched before, and none is fetched behind it.
    fn stop(&mut self, bus: &mut impl Bus) {
        let word = bus.prefetched(self.core.regs.pc.0.wrapping_add(2) & ADDRESS_MASK);
        self.core.regs.sr = StatusRegister::from(word);
        self.core.regs.pc += 4;
        self.core.stop = true;
    }

    /// Where `JSR` goes to, its extension words read; `None` if its operand has no address.
    fn jsr_target(&mut self, bus: &mut impl Bus, opcode: u16) -> Option<u32> {
        let mode = (opcode >> 3 & 7, opcode & 7);
        if !matches!(mode, (2 | 5 | 6, _) | (7, 0..4)) {
            return None;
        }
        let mut at = self.core.regs.pc.0.wrapping_add(2);
        let operand = self.operand(bus, &mut at, mode, 4)?;
        self.core.regs.pc.0 = at;
        Some(operand.address)
    }

    /// `JSR`: the crate pushes before it takes the address, which may be odd, or counted from A7.
    fn jsr(&mut self, bus: &mut impl Bus, start: u64, opcode: u16, target: u32) {
        let return_to = self.core.regs.pc.0;
        let pushed = self.a(7).wrapping_sub(4);
        if (target | pushed) & 1 != 0 {
            let fault = self.call_fault(opcode, target, pushed);
            self.address_error(bus, start, &fault);
            return;
        }
        self.set_a(7, pushed);
        bus.write_word(pushed & ADDRESS_MASK, (return_to >> 16) as u16);
        bus.write_word(pushed.wrapping_add(2) & ADDRESS_MASK, return_to as u16);
        self.core.regs.pc.0 = target;
        bus.idle(clocks::jsr_idle(opcode));
        self.trace = self.core.regs.sr.t;
    }

    /// `SBCD`: the crate's result is wrong for digits above 9.
    fn sbcd(&mut self, bus: &mut impl Bus, opcode: u16) {
        let (x, y) = (usize::from(opcode >> 9 & 7), usize::from(opcode & 7));
        self.core.regs.pc += 2;
        if opcode & 8 == 0 {
            let result = self.subtract_bcd(self.d(x) as u8, self.d(y) as u8);
            self.core.regs.d_byte(x as u8, result);
            bus.idle(2);
        } else {
            // The stack pointer stays even.
            let step = |n| if n == 7 { 2 } else { 1 };
            self.set_a(y, self.a(y).wrapping_sub(step(y)));
            let source = bus.read_byte(self.a(y) & ADDRESS_MASK);
            self.set_a(x, self.a(x).wrapping_sub(step(x)));
            let target = bus.read_byte(self.a(x) & ADDRESS_MASK);
            let result = self.subtract_bcd(target, source);
            bus.write_byte(self.a(x) & ADDRESS_MASK, result);
            bus.idle(2);
        }
        self.trace = self.core.regs.sr.t;
    }

    /// Binary subtraction, then 6 less in each digit that borrowed.
    fn subtract_bcd(&mut self, target: u8, source: u8) -> u8 {
        let sr = &mut self.core.regs.sr;
        let binary = target.wrapping_sub(source).wrapping_sub(u8::from(sr.x));
        let borrows = (!target & source | binary & !target | binary & source) & 0x88;
        let result = binary.wrapping_sub(borrows - (borrows >> 2));
        sr.c = (borrows | !binary & result) & 0x80 != 0;
        sr.x = sr.c;
        sr.v = binary & !result & 0x80 != 0;
        sr.n = result & 0x80 != 0;
        sr.z &= result == 0;
        result
    }
}

fn read_long(bus: &mut impl Bus, address: u32) -> u32 {
    let high = bus.read_word(address & ADDRESS_MASK);
    u32::from(high) << 16 | u32::from(bus.read_word(address.wrapping_add(2) & ADDRESS_MASK))
}

/// The crate's view of the bus during one instruction.
struct Shim<'a, B> {
    bus: &'a mut B,
    /// The opcode, already fetched, until the crate asks for it.
    opcode: Option<u16>,
    /// Accesses made.
    accesses: u32,
    /// The last two words read, the last one in the low half.
    data: u32,
}

impl<B: Bus> MemoryAccess for Shim<'_, B> {
    #[inline]
    fn get_byte(&mut self, address: u32) -> Option<u8> {
        self.accesses += 1;
        Some(self.bus.read_byte(address & ADDRESS_MASK))
    }

    #[inline]
    fn get_word(&mut self, address: u32) -> Option<u16> {
        if let Some(opcode) = self.opcode.take() {
            return Some(opcode);
        }
        let word = self.bus.read_word(address & ADDRESS_MASK);
        self.data = self.data << 16 | u32::from(word);
        self.accesses += 1;
        Some(word)
    }

    #[inline]
    fn set_byte(&mut self, address: u32, value: u8) -> Option<()> {
        self.accesses += 1;
        self.bus.write_byte(address & ADDRESS_MASK, value);
        Some(())
    }

    #[inline]
    fn set_word(&mut self, address: u32, value: u16) -> Option<()> {
        self.accesses += 1;
        self.bus.write_word(address & ADDRESS_MASK, value);
        Some(())
    }

    fn reset_instruction(&mut self) {
        self.bus.reset_devices();
    }
}
