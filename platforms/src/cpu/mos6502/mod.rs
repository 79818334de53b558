//! MOS 6502 and 6510: the crate `mos6502` behind our [`Bus`].
//!
//! Which accesses an instruction makes in which cycles is written here, by the kinds of opcodes in `opcodes.rs`: dummy cycles
//! of indexing, stack and branches, the old value that a read-modify-write writes first, jumps, interrupts. So is what only
//! moves bytes. What the chip computes (sums, comparisons, logic, shifts), the crate does in `alu.rs`, an instruction at a
//! time on an operand at hand; that is corrected there where it differs from the chip. Of interrupts:
//!
//! - `BRK`, IRQ, NMI: seven cycles, one sequence, an NMI can take over; the lines are sampled in the last cycle but one, a
//!   taken branch within a page samples a cycle earlier; `CLI SEI PLP` act on the sample after the next.
//! - Opcodes that lock the processor are reported as [`Trap::Jam`].
//!
//! Sources: MOS MCS6500 Programming Manual, appendix A and B; B. Clark, "Decimal mode" (NMOS flags); the cycle tables of
//! the undocumented opcodes in "NMOS 6510 Unintended Opcodes"; checked against a transistor-level simulation
//! (`cpu-score.md`).
//!
//! **Not emulated**: internal cycles make no bus access unless the address is in an indexed page (so implied
//! instructions do not re-read the next byte); `XAA` and `LXA` use the constant $EE, whether the bus is taken or not.

mod alu;
mod opcodes;
mod waiting;

use super::{Bus, Trap};
use hexfront_asm::cpu::mos6502::disassemble;
use opcodes::{Implied, Mode, OPCODES, Opcode, Store, StoreHigh};
use serde::{Deserialize, Serialize};
pub use waiting::Waiting;

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

/// Registers and interrupt state.
// In this order, so that the program counter's address is no multiple of four: compilers for x86 load 32 bits where it is,
// and a load of more than was stored just before waits for the store. That made a third of all time.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mos6502 {
    /// Set when an opcode locked the processor.
    trap: Option<Trap>,
    /// Accumulator.
    pub a: u8,
    /// Index X.
    pub x: u8,
    /// Program counter.
    pub pc: u16,
    /// Index Y.
    pub y: u8,
    /// Stack pointer, low byte; the stack is page 1.
    pub s: u8,
    /// Status, bits [`N`] to [`C`]; [`B`] and [`UNUSED`] have no meaning here.
    pub p: u8,
    /// The interrupt to enter before the next instruction.
    pending: Option<Interrupt>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Interrupt {
    Irq,
    Nmi,
}

/// When an instruction samples the interrupt lines.
enum End {
    /// In the cycle before its last.
    Usual,
    /// In this cycle: a branch within a page is a cycle earlier than others.
    Branched(u64),
    /// Not at all.
    Unsampled,
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

    /// The registers, the program counter aside, by their names.
    pub fn registers(&self) -> Vec<(&'static str, u32)> {
        let Mos6502 { a, x, y, s, p, .. } = *self;
        [("a", a), ("x", x), ("y", y), ("s", s), ("p", p)]
            .map(|(name, value)| (name, u32::from(value)))
            .to_vec()
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
        let i_before = self.p & I;
        let opcode = self.fetch(bus);
        let fetched = bus.now();
        // Every instruction is sampled in the cycle before its last, which the bus may have stretched. CLI, PLP, SEI change I
        // in their last cycle, after the sample; of a stretched cycle SEI has none and CLI all.
        let sample = match self.execute(bus, opcode) {
            End::Usual => bus.now() - 2,
            End::Branched(sample) => sample,
            End::Unsampled => return,
        };
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

    /// What comes after the fetch of an opcode.
    #[inline(always)]
    fn execute<T: Bus>(&mut self, bus: &mut T, opcode: u8) -> End {
        match OPCODES[usize::from(opcode)] {
            Opcode::Read(operation, mode) => {
                let operand = self.operand(bus, mode);
                self.read_operation(operation, operand);
            }
            Opcode::Store(store, mode) => {
                let address = self.address_written(bus, mode);
                let value = match store {
                    Store::Sax => self.a & self.x,
                    Store::Sta => self.a,
                    Store::Stx => self.x,
                    Store::Sty => self.y,
                };
                bus.write(address, value);
            }
            Opcode::Modify(operation, mode) => {
                let address = self.address_written(bus, mode);
                let old = bus.read(address);
                bus.write(address, old);
                let new = self.modify_operation(operation, old);
                bus.write(address, new);
            }
            Opcode::Accumulator(operation) => {
                bus.idle(1);
                self.a = self.modify_operation(operation, self.a);
            }
            Opcode::Implied(operation) => {
                bus.idle(1);
                self.implied(operation);
            }
            Opcode::Branch(flag, set) => {
                let offset = self.fetch(bus) as i8;
                if (self.p & flag != 0) == set {
                    return self.branch(bus, offset);
                }
            }
            Opcode::StoreHigh(store) => self.store_and_high(bus, store),
            Opcode::Jmp => self.pc = self.fetch_word(bus),
            Opcode::JmpIndirect => {
                let pointer = self.fetch_word(bus);
                // The high byte is fetched from the pointer's own page.
                let next = pointer & 0xFF00 | u16::from((pointer as u8).wrapping_add(1));
                let low = bus.read(pointer);
                self.pc = u16::from_le_bytes([low, bus.read(next)]);
            }
            Opcode::Jsr => {
                let low = self.fetch(bus);
                bus.idle(1);
                let [return_low, return_high] = self.pc.to_le_bytes();
                self.push(bus, return_high);
                self.push(bus, return_low);
                self.pc = u16::from_le_bytes([low, bus.read(self.pc)]);
            }
            Opcode::Rts => {
                bus.idle(2);
                self.pc = self.pull_word(bus).wrapping_add(1);
                bus.idle(1);
            }
            Opcode::Rti => {
                bus.idle(2);
                self.p = self.pull(bus);
                self.pc = self.pull_word(bus);
            }
            Opcode::Pha => {
                bus.idle(1);
                self.push(bus, self.a);
            }
            Opcode::Php => {
                bus.idle(1);
                self.push(bus, self.p | UNUSED | B);
            }
            Opcode::Pla => {
                bus.idle(2);
                let value = self.pull(bus);
                self.a = self.noted(value);
            }
            Opcode::Plp => {
                bus.idle(2);
                self.p = self.pull(bus);
            }
            Opcode::Brk => {
                self.fetch(bus);
                self.enter(bus, Interrupt::Irq, B);
                return End::Unsampled;
            }
            Opcode::Jam => {
                self.pc = self.pc.wrapping_sub(1);
                self.trap = Some(Trap::Jam {
                    pc: self.pc,
                    opcode,
                });
                return End::Unsampled;
            }
        }
        End::Usual
    }

    /// A branch that is taken.
    fn branch(&mut self, bus: &mut impl Bus, offset: i8) -> End {
        let sample = bus.now() - 2;
        let target = self.pc.wrapping_add_signed(offset.into());
        let crossed = (target ^ self.pc) & 0xFF00 != 0;
        self.pc = target;
        if crossed {
            bus.idle(2);
            return End::Usual;
        }
        bus.idle(1);
        End::Branched(sample)
    }

    fn implied(&mut self, operation: Implied) {
        match operation {
            Implied::Clc => self.p &= !C,
            Implied::Cld => self.p &= !D,
            Implied::Cli => self.p &= !I,
            Implied::Clv => self.p &= !V,
            Implied::Sec => self.p |= C,
            Implied::Sed => self.p |= D,
            Implied::Sei => self.p |= I,
            Implied::Dex => self.x = self.noted(self.x.wrapping_sub(1)),
            Implied::Dey => self.y = self.noted(self.y.wrapping_sub(1)),
            Implied::Inx => self.x = self.noted(self.x.wrapping_add(1)),
            Implied::Iny => self.y = self.noted(self.y.wrapping_add(1)),
            Implied::Tax => self.x = self.noted(self.a),
            Implied::Tay => self.y = self.noted(self.a),
            Implied::Tsx => self.x = self.noted(self.s),
            Implied::Txa => self.a = self.noted(self.x),
            Implied::Tya => self.a = self.noted(self.y),
            Implied::Txs => self.s = self.x,
            Implied::Nop => {}
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
        if !nmi {
            bus.forget_short_nmi();
        }
    }

    fn push(&mut self, bus: &mut impl Bus, value: u8) {
        bus.write(STACK | u16::from(self.s), value);
        self.s = self.s.wrapping_sub(1);
    }

    fn pull(&mut self, bus: &mut impl Bus) -> u8 {
        self.s = self.s.wrapping_add(1);
        bus.read(STACK | u16::from(self.s))
    }

    fn pull_word(&mut self, bus: &mut impl Bus) -> u16 {
        let low = self.pull(bus);
        u16::from_le_bytes([low, self.pull(bus)])
    }

    fn fetch(&mut self, bus: &mut impl Bus) -> u8 {
        let byte = bus.read(self.pc);
        self.pc = self.pc.wrapping_add(1);
        byte
    }

    fn fetch_word(&mut self, bus: &mut impl Bus) -> u16 {
        let low = self.fetch(bus);
        u16::from_le_bytes([low, self.fetch(bus)])
    }

    /// The operand.
    #[inline]
    fn operand(&mut self, bus: &mut impl Bus, mode: Mode) -> u8 {
        if mode == Mode::Immediate {
            return self.fetch(bus);
        }
        let (address, uncorrected) = self.address(bus, mode);
        if address != uncorrected {
            bus.read(uncorrected);
        }
        bus.read(address)
    }

    /// The address of an operand that is written. With a 16-bit index, there always is a read on the uncorrected page.
    #[inline]
    fn address_written(&mut self, bus: &mut impl Bus, mode: Mode) -> u16 {
        let (address, uncorrected) = self.address(bus, mode);
        if matches!(
            mode,
            Mode::AbsoluteX | Mode::AbsoluteY | Mode::IndirectIndexed
        ) {
            bus.read(uncorrected);
        }
        address
    }

    /// The address of an operand in memory, and the same before the index has carried into the high byte.
    #[inline(always)]
    fn address(&mut self, bus: &mut impl Bus, mode: Mode) -> (u16, u16) {
        let address = match mode {
            Mode::Immediate => return (self.pc, self.pc),
            Mode::ZeroPage => self.fetch(bus).into(),
            Mode::ZeroPageX => self.zero_page_indexed(bus, self.x),
            Mode::ZeroPageY => self.zero_page_indexed(bus, self.y),
            Mode::Absolute => self.fetch_word(bus),
            Mode::IndexedIndirect => {
                let at = self.zero_page_indexed(bus, self.x) as u8;
                zero_page_word(bus, at)
            }
            Mode::AbsoluteX => return indexed(self.fetch_word(bus), self.x),
            Mode::AbsoluteY => return indexed(self.fetch_word(bus), self.y),
            Mode::IndirectIndexed => {
                let at = self.fetch(bus);
                return indexed(zero_page_word(bus, at), self.y);
            }
        };
        (address, address)
    }

    /// An address in the zero page; adding the index takes a cycle.
    fn zero_page_indexed(&mut self, bus: &mut impl Bus, index: u8) -> u16 {
        let operand = self.fetch(bus);
        bus.idle(1);
        operand.wrapping_add(index).into()
    }

    /// `SHA SHX SHY TAS`: store registers AND (high byte of the base address + 1); when the index crosses a page, the
    /// stored value becomes the high byte of the address. When the bus is taken in the cycle before the last, the sum falls
    /// out of the value, though not out of the address (VICE's `shxy`, `sha`, `shs`).
    fn store_and_high(&mut self, bus: &mut impl Bus, store: StoreHigh) {
        let base = match store {
            StoreHigh::ShaIndirect => {
                let at = self.fetch(bus);
                zero_page_word(bus, at)
            }
            _ => self.fetch_word(bus),
        };
        let (source, index) = match store {
            StoreHigh::Shy => (self.y, self.x),
            StoreHigh::Shx => (self.x, self.y),
            StoreHigh::Sha | StoreHigh::ShaIndirect | StoreHigh::Tas => (self.a & self.x, self.y),
        };
        let value = source & ((base >> 8) as u8).wrapping_add(1);
        let (target, uncorrected) = indexed(base, index);
        let before = bus.now();
        bus.read(uncorrected);
        let stretched = bus.now() > before + 1;
        if store == StoreHigh::Tas {
            self.s = source;
        }
        let address = if target == uncorrected {
            target
        } else {
            u16::from(value) << 8 | target & 0x00FF
        };
        bus.write(address, if stretched { source } else { value });
    }
}

/// The instruction at an address of memory that `peek` reads, and its size in bytes.
pub fn disassembled(address: u16, peek: impl Fn(u16) -> u8) -> (String, u32) {
    let bytes: [u8; 3] = std::array::from_fn(|i| peek(address.wrapping_add(i as u16)));
    let decoded = disassemble(&bytes, address);
    (decoded.text, decoded.size as u32)
}

/// An address with an index added, and the same before the carry into its high byte.
fn indexed(base: u16, index: u8) -> (u16, u16) {
    let address = base.wrapping_add(index.into());
    (address, base & 0xFF00 | address & 0x00FF)
}

fn read_word(bus: &mut impl Bus, address: u16) -> u16 {
    let low = bus.read(address);
    u16::from_le_bytes([low, bus.read(address.wrapping_add(1))])
}

/// A word in the zero page, which the high byte does not leave.
fn zero_page_word(bus: &mut impl Bus, address: u8) -> u16 {
    let low = bus.read(address.into());
    u16::from_le_bytes([low, bus.read(address.wrapping_add(1).into())])
}
