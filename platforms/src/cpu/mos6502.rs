//! MOS 6502 and 6510: the crate `mos6502` behind our [`Bus`], corrected.
//!
//! The crate executes whole instructions and gives right results for all but the cases below; it makes only the
//! accesses an instruction needs, in their order. The adapter puts the other cycles around them, so that every access
//! with an effect happens in its cycle. Corrections:
//!
//! 1. Dummy cycles: indexed reads on the uncorrected page, internal cycles of indexing, stack and branches.
//! 2. Read-modify-write instructions write the old value first; with `abs,X abs,Y (zp),Y` they take no extra cycle.
//! 3. Flags of `ADC SBC RRA ISC` in decimal mode; `ARR` in decimal mode; `XAA` reads a constant.
//! 4. `SHA SHX SHY TAS LXA`, on which the crate stands still; `JSR`, which fetches its high byte after it pushes.
//! 5. `BRK`, IRQ, NMI: seven cycles, one sequence, an NMI can take over; the lines are sampled in the last cycle but
//!    one, a taken branch within a page samples a cycle earlier; `CLI SEI PLP` act on the sample after the next.
//! 6. Opcodes that lock the processor are reported as [`Trap::Jam`].
//!
//! Sources: MOS MCS6500 Programming Manual, appendix A and B; B. Clark, "Decimal mode" (NMOS flags); the cycle tables of
//! the undocumented opcodes in "NMOS 6510 Unintended Opcodes"; checked against a transistor-level simulation
//! (`cpu-score.md`).
//!
//! **Not emulated**: internal cycles make no bus access unless the address is in an indexed page (so implied
//! instructions do not re-read the next byte); `XAA` and `LXA` use the constant $EE, whether the bus is taken or not.

use super::{Bus, Trap};
use mos6502::cpu::CPU;
use mos6502::instruction::Nmos6502;
use mos6502::registers::{StackPointer, Status};
use serde::{Deserialize, Serialize};

/// Carry.
pub const C: u8 = 0x01;
/// Zero.
pub const Z: u8 = 0x02;
/// Interrupt disable.
pub const I: u8 = 0x04;
/// Decimal mode.
pub const D: u8 = 0x08;
/// Break: exists only in the pushed copy.
pub const B: u8 = 0x10;
/// Always set in the pushed copy.
pub const UNUSED: u8 = 0x20;
/// Overflow.
pub const V: u8 = 0x40;
/// Negative.
pub const N: u8 = 0x80;

const CLI: u8 = 0x58;
const PLP: u8 = 0x28;
const SEI: u8 = 0x78;

const NMI_VECTOR: u16 = 0xFFFA;
const RESET_VECTOR: u16 = 0xFFFC;
const IRQ_VECTOR: u16 = 0xFFFE;
const STACK: u16 = 0x0100;
/// What the analogue part of `XAA` and `LXA` contributes; a value seen on many chips.
const MAGIC: u8 = 0xEE;

/// Registers and interrupt state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mos6502 {
    /// Accumulator.
    pub a: u8,
    /// Index X.
    pub x: u8,
    /// Index Y.
    pub y: u8,
    /// Stack pointer, low byte; the stack is page 1.
    pub s: u8,
    /// Status, bits [`N`] to [`C`]; [`B`] and [`UNUSED`] have no meaning here.
    pub p: u8,
    /// Program counter.
    pub pc: u16,
    /// The interrupt to enter before the next instruction.
    pending: Option<Interrupt>,
    /// Set when an opcode locked the processor.
    trap: Option<Trap>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Interrupt {
    Irq,
    Nmi,
}

impl Default for Mos6502 {
    fn default() -> Self {
        Mos6502::new()
    }
}

impl Mos6502 {
    /// Power-on; registers are zero until [`Mos6502::reset`].
    pub fn new() -> Mos6502 {
        Mos6502 {
            a: 0,
            x: 0,
            y: 0,
            s: 0,
            p: I,
            pc: 0,
            pending: None,
            trap: None,
        }
    }

    /// The reset line: seven cycles, then execution goes on at the address in $FFFC.
    pub fn reset(&mut self, bus: &mut impl Bus) {
        self.trap = None;
        self.pending = None;
        bus.idle(5);
        self.s = self.s.wrapping_sub(3);
        self.p |= I;
        self.pc = read_word(bus, RESET_VECTOR);
    }

    /// Whether, and where, the processor locked up.
    pub fn trap(&self) -> Option<Trap> {
        self.trap
    }

    /// One instruction, or one interrupt entry; returns the cycles it took, stretched ones included. A locked
    /// processor spends one cycle.
    pub fn step<T: Bus>(&mut self, bus: &mut T) -> u32 {
        let start = bus.now();
        if self.trap.is_some() {
            bus.idle(1);
        } else if let Some(interrupt) = self.pending.take() {
            bus.idle(2);
            self.enter(bus, interrupt, 0);
        } else {
            self.instruction(bus);
        }
        (bus.now() - start) as u32
    }

    fn instruction<T: Bus>(&mut self, bus: &mut T) {
        let pc = self.pc;
        let i_before = self.p & I;
        let opcode = bus.read(pc);
        let fetched = bus.now();
        let mut branched = None;
        match opcode {
            0x00 => {
                bus.read(pc.wrapping_add(1));
                self.pc = pc.wrapping_add(2);
                self.enter(bus, Interrupt::Irq, B);
                return;
            }
            0x02 | 0x12 | 0x22 | 0x32 | 0x42 | 0x52 | 0x62 | 0x72 | 0x92 | 0xB2 | 0xD2 | 0xF2 => {
                self.trap = Some(Trap::Jam { pc, opcode });
                return;
            }
            0x20 => {
                let low = bus.read(pc.wrapping_add(1));
                bus.idle(1);
                let [return_low, return_high] = pc.wrapping_add(2).to_le_bytes();
                self.push(bus, return_high);
                self.push(bus, return_low);
                self.pc = u16::from_le_bytes([low, bus.read(pc.wrapping_add(2))]);
            }
            0x93 | 0x9B | 0x9C | 0x9E | 0x9F => self.store_and_high(bus, opcode),
            0xAB => {
                self.a = (self.a | MAGIC) & bus.read(pc.wrapping_add(1));
                self.x = self.a;
                self.set_nz(self.a);
                self.pc = pc.wrapping_add(2);
            }
            _ => {
                let (cycles, accessed) = self.execute(bus, opcode);
                if cycles == 3 && opcode & 0x1F == 0x10 {
                    branched = Some(accessed - 2);
                }
            }
        }
        // BRK above leaves no room for a sample; everything else is sampled here, in the cycle before its last, which the
        // bus may have stretched. CLI, PLP, SEI change I in their last cycle, after the sample; of a stretched cycle
        // SEI has none and CLI all.
        let sample = branched.unwrap_or(bus.now() - 2);
        let nmi = bus.nmi_since() <= sample;
        let (sample, mask) = match opcode {
            SEI => (fetched - 1, i_before),
            CLI if bus.now() == fetched + 1 => (fetched - 1, i_before),
            PLP => (sample, i_before),
            _ => (sample, self.p & I),
        };
        let masked = mask != 0;
        if nmi {
            self.pending = Some(Interrupt::Nmi);
        } else if !masked && bus.irq_at(sample) {
            self.pending = Some(Interrupt::Irq);
        }
    }

    /// The last five cycles of BRK, IRQ and NMI. `b` is the pushed B flag.
    fn enter(&mut self, bus: &mut impl Bus, interrupt: Interrupt, b: u8) {
        let [low, high] = self.pc.to_le_bytes();
        self.push(bus, high);
        self.push(bus, low);
        self.push(bus, self.p & !B | UNUSED | b);
        self.p |= I;
        // An NMI that comes before the last push takes the vector from an IRQ or BRK.
        let nmi = interrupt == Interrupt::Nmi || bus.nmi_since() < bus.now() - 1;
        if nmi {
            bus.take_nmi();
        }
        self.pc = read_word(bus, if nmi { NMI_VECTOR } else { IRQ_VECTOR });
    }

    fn push(&mut self, bus: &mut impl Bus, value: u8) {
        bus.write(STACK | u16::from(self.s), value);
        self.s = self.s.wrapping_sub(1);
    }

    /// `SHA SHX SHY TAS`: store registers AND (high byte of the base address + 1); when the index crosses a page, the
    /// stored value becomes the high byte of the address. When the bus is taken in the cycle before the last, the sum falls
    /// out of the value, though not out of the address (VICE's `shxy`, `sha`, `shs`).
    fn store_and_high(&mut self, bus: &mut impl Bus, opcode: u8) {
        let operand = bus.read(self.pc.wrapping_add(1));
        let (base, length) = if opcode == 0x93 {
            let low = bus.read(u16::from(operand));
            let high = bus.read(u16::from(operand.wrapping_add(1)));
            (u16::from_le_bytes([low, high]), 2)
        } else {
            (
                u16::from_le_bytes([operand, bus.read(self.pc.wrapping_add(2))]),
                3,
            )
        };
        let index = if opcode == 0x9C { self.x } else { self.y };
        let source = match opcode {
            0x9C => self.y,
            0x9E => self.x,
            _ => self.a & self.x,
        };
        let value = source & ((base >> 8) as u8).wrapping_add(1);
        let target = base.wrapping_add(u16::from(index));
        let uncorrected = base & 0xFF00 | target & 0x00FF;
        let before = bus.now();
        bus.read(uncorrected);
        let stretched = bus.now() > before + 1;
        if opcode == 0x9B {
            self.s = source;
        }
        let address = if target == uncorrected {
            target
        } else {
            u16::from(value) << 8 | target & 0x00FF
        };
        bus.write(address, if stretched { source } else { value });
        self.pc = self.pc.wrapping_add(length);
    }

    /// Lets the crate execute one instruction whose opcode was just fetched; returns the cycles the crate counts, and the
    /// cycle after its last access.
    fn execute<T: Bus>(&mut self, bus: &mut T, opcode: u8) -> (u64, u64) {
        let shape = SHAPES[usize::from(opcode)];
        let before = *self;
        let mut cpu = CPU::new(
            Shim {
                bus,
                fetches: shape.fetches,
                lead: shape.lead,
                index: match shape.index {
                    Index::X => self.x,
                    Index::Y => self.y,
                },
                opcode: Some(opcode),
                cycles: 1,
                modify: Modify::None,
                last: 0,
            },
            Nmos6502,
        );
        cpu.registers.accumulator = self.a;
        cpu.registers.index_x = self.x;
        cpu.registers.index_y = self.y;
        cpu.registers.stack_pointer = StackPointer(self.s);
        cpu.registers.status = Status::from_bits_truncate(self.p);
        cpu.registers.program_counter = self.pc;
        if let Some(decoded) = cpu.fetch_next_and_decode() {
            cpu.execute_instruction(decoded);
        }
        self.a = cpu.registers.accumulator;
        self.x = cpu.registers.index_x;
        self.y = cpu.registers.index_y;
        self.s = cpu.registers.stack_pointer.0;
        self.p = cpu.registers.status.bits();
        self.pc = cpu.registers.program_counter;

        // Cycles after the last access: implied, branches, JSR, RTS, and NOPs that read memory.
        let cycles = cpu.cycles;
        let shim = cpu.memory;
        let rest = (cycles as u32).saturating_sub(shim.cycles);
        let accessed = shim.bus.now();
        let modified = match shim.modify {
            Modify::Written(old) => old,
            Modify::None | Modify::Read(_) => {
                if rest > 0 {
                    shim.bus.idle(rest);
                }
                0
            }
        };
        if before.p & D != 0 {
            self.correct_decimal(opcode, before, shim.last, modified);
        }
        if opcode == 0x8B {
            self.a = (before.a | MAGIC) & before.x & shim.last;
            self.set_nz(self.a);
        }
        (cycles, accessed)
    }

    /// Flags (and the result of `ARR`) in decimal mode. `operand` is what the adder saw: for RRA and ISC the byte
    /// written, made from `modified`; RRA's rotation hands its bit 0 to the adder as carry.
    fn correct_decimal(&mut self, opcode: u8, before: Mos6502, operand: u8, modified: u8) {
        let carry = before.p & C;
        match opcode {
            0x61 | 0x65 | 0x69 | 0x6D | 0x71 | 0x75 | 0x79 | 0x7D => {
                self.decimal_add_flags(before.a, operand, carry)
            }
            0x63 | 0x67 | 0x6F | 0x73 | 0x77 | 0x7B | 0x7F => {
                self.decimal_add_flags(before.a, operand, modified & C);
            }
            0xE1 | 0xE5 | 0xE9 | 0xEB | 0xED | 0xF1 | 0xF5 | 0xF9 | 0xFD | 0xE3 | 0xE7 | 0xEF
            | 0xF3 | 0xF7 | 0xFB | 0xFF => {
                // All four flags come from the binary subtraction.
                let difference = before.a.wrapping_sub(operand).wrapping_sub(1 - carry);
                let overflow = (before.a ^ operand) & (before.a ^ difference) & 0x80 != 0;
                self.set(V, overflow);
                self.set_nz(difference);
            }
            0x6B => {
                let and = before.a & operand;
                let rotated = and >> 1 | carry << 7;
                self.set_nz(rotated);
                self.set(V, (rotated ^ and) & 0x40 != 0);
                let mut result = rotated;
                if (and & 0x0F) + (and & 0x01) > 5 {
                    result = result & 0xF0 | result.wrapping_add(6) & 0x0F;
                }
                let high = u16::from(and & 0xF0) + u16::from(and & 0x10) > 0x50;
                if high {
                    result = result.wrapping_add(0x60);
                }
                self.set(C, high);
                self.a = result;
            }
            _ => {}
        }
    }

    /// N, V and Z of a decimal addition: Z from the binary sum, N and V from the sum with only its low digit adjusted.
    fn decimal_add_flags(&mut self, a: u8, operand: u8, carry: u8) {
        let binary = a.wrapping_add(operand).wrapping_add(carry);
        let half = half_adjusted(a, operand, carry);
        self.set(Z, binary == 0);
        self.set(N, half & 0x80 != 0);
        self.set(V, !(a ^ operand) & (a ^ half as u8) & 0x80 != 0);
    }

    fn set(&mut self, flag: u8, on: bool) {
        self.p = if on { self.p | flag } else { self.p & !flag };
    }

    fn set_nz(&mut self, value: u8) {
        self.set(Z, value == 0);
        self.set(N, value & 0x80 != 0);
    }
}

/// The 6502's decimal sum after the low digit is adjusted, before the high digit is.
fn half_adjusted(a: u8, b: u8, carry: u8) -> u16 {
    let mut low = (a & 0x0F) + (b & 0x0F) + carry;
    if low >= 10 {
        low = ((low + 6) & 0x0F) + 0x10;
    }
    u16::from(a & 0xF0) + u16::from(b & 0xF0) + u16::from(low)
}

fn read_word(bus: &mut impl Bus, address: u16) -> u16 {
    let low = bus.read(address);
    u16::from_le_bytes([low, bus.read(address.wrapping_add(1))])
}

/// Cycles an instruction spends before its first access to data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// None, or the opcode makes no data access.
    None,
    /// So many internal cycles: indexing in the zero page, stack.
    Idle(u8),
    /// One internal cycle between operand and pointer: `(zp,X)`.
    BeforePointer,
    /// A read on the uncorrected page if the index crosses into another: indexed loads.
    IfCrossed,
    /// The same, always: indexed stores and read-modify-writes.
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Index {
    X,
    Y,
}

/// What the adapter must know of an opcode to place its accesses in time.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Accesses for opcode, operand and pointer.
    fetches: u8,
    lead: Lead,
    index: Index,
}

/// One entry an opcode, from the regular structure of the matrix (`aaabbbcc`).
static SHAPES: [Shape; 256] = {
    let mut table = [Shape {
        fetches: 0,
        lead: Lead::None,
        index: Index::X,
    }; 256];
    let mut opcode = 0;
    while opcode < 256 {
        table[opcode] = shape(opcode as u8);
        opcode += 1;
    }
    table
};

const fn shape(opcode: u8) -> Shape {
    let (aaa, bbb, cc) = (opcode >> 5, opcode >> 2 & 7, opcode & 3);
    let load = cc < 2 && aaa != 4 || cc >= 2 && aaa == 5;
    let indexed = if load { Lead::IfCrossed } else { Lead::Always };
    let stx_ldx = cc >= 2 && (aaa == 4 || aaa == 5);
    let (fetches, lead, index) = match (cc, bbb) {
        (0, 0) => match opcode {
            0x40 | 0x60 => (1, Lead::Idle(2), Index::X),
            _ => (2, Lead::None, Index::X),
        },
        (0, 2) => match opcode {
            0x08 | 0x48 => (1, Lead::Idle(1), Index::X),
            0x28 | 0x68 => (1, Lead::Idle(2), Index::X),
            _ => (1, Lead::None, Index::X),
        },
        (0, 4) => (2, Lead::None, Index::X),
        (0 | 2, 6) | (2, 2 | 4) => (1, Lead::None, Index::X),
        (1 | 3, 0) => (4, Lead::BeforePointer, Index::X),
        (_, 0 | 2) => (2, Lead::None, Index::X),
        (_, 1) => (2, Lead::None, Index::X),
        (_, 3) => match opcode {
            0x6C => (5, Lead::None, Index::X),
            _ => (3, Lead::None, Index::X),
        },
        (_, 4) => (4, indexed, Index::Y),
        (_, 5) => (2, Lead::Idle(1), Index::X),
        (_, 6) => (3, indexed, Index::Y),
        (_, _) => (3, indexed, if stx_ldx { Index::Y } else { Index::X }),
    };
    Shape {
        fetches,
        lead,
        index,
    }
}

/// How far a read-modify-write has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modify {
    /// No data was read.
    None,
    /// Data was read at this address.
    Read(u16),
    /// The old value, given here, and the new one were written.
    Written(u8),
}

/// The crate's view of the bus during one instruction: puts dummy cycles around the accesses it makes.
struct Shim<'a, T> {
    bus: &'a mut T,
    /// Fetches still to come.
    fetches: u8,
    lead: Lead,
    index: u8,
    /// The opcode, already fetched, until the crate asks for it.
    opcode: Option<u8>,
    /// Cycles done in this instruction, stretching left out.
    cycles: u32,
    modify: Modify,
    /// The last byte read or written.
    last: u8,
}

impl<T: Bus> Shim<'_, T> {
    fn idle(&mut self, cycles: u8) {
        self.bus.idle(u32::from(cycles));
        self.cycles += u32::from(cycles);
    }

    /// The cycles before the first data access, at `address`.
    #[inline]
    fn lead(&mut self, address: u16) {
        match std::mem::replace(&mut self.lead, Lead::None) {
            Lead::None | Lead::BeforePointer => {}
            Lead::Idle(cycles) => self.idle(cycles),
            lead @ (Lead::IfCrossed | Lead::Always) => {
                let crossed = (address as u8) < self.index;
                if crossed || lead == Lead::Always {
                    self.bus.read(address.wrapping_sub(u16::from(crossed) << 8));
                    self.cycles += 1;
                }
            }
        }
    }
}

impl<T: Bus> mos6502::memory::Bus for Shim<'_, T> {
    #[inline(always)]
    fn get_byte(&mut self, address: u16) -> u8 {
        if let Some(opcode) = self.opcode.take() {
            self.fetches -= 1;
            return opcode;
        }
        if self.fetches > 0 {
            if self.fetches == 2 && self.lead == Lead::BeforePointer {
                self.idle(1);
            }
            self.fetches -= 1;
        } else {
            self.lead(address);
            self.modify = Modify::Read(address);
        }
        self.cycles += 1;
        self.last = self.bus.read(address);
        self.last
    }

    #[inline(always)]
    fn set_byte(&mut self, address: u16, value: u8) {
        if self.modify == Modify::Read(address) {
            self.bus.write(address, self.last);
            self.cycles += 1;
            self.modify = Modify::Written(self.last);
        } else {
            self.lead(address);
        }
        self.bus.write(address, value);
        self.cycles += 1;
        self.last = value;
    }
}
