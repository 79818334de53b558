//! The native instructions: the second half of the interpreter.

use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::{NO_LONG_RECORD, NO_RECORD, Native};

use crate::exec::Code;
use crate::flood::{Flood, spread};
use crate::map::{self, Hexes, SIDE_BITS};
use crate::trek::Trek;
use crate::{Memory, arith, image, random};

/// What a native works on.
pub(crate) struct State<'s, 'a> {
    pub a: u16,
    pub u: u8,
    pub pc: u8,
    pub code: &'a Code,
    pub memory: &'s mut Memory,
    pub cartridge: &'s Cartridge<'a>,
    /// Fuel that it takes beyond a unit: about a unit for as long as an instruction takes.
    pub cost: u64,
}

/// Fuel for a page that is filled, copied or gone over.
const PAGE_COST: u64 = 16;
/// Fuel for a hex that a flood visits.
const VISIT_COST: u64 = 16;
/// Fuel for a byte of a check sum.
const SUM_COST: u64 = 4;

/// What a native leaves to the shell.
pub(crate) enum Output {
    Nothing,
    Roll { n: u16, drawn: u16 },
    String(u16),
    Number { value: u16, width: u8 },
    Signed(u16),
    Character(u8),
}

impl State<'_, '_> {
    fn byte(&mut self) -> u8 {
        let byte = self.code[usize::from(self.pc)];
        self.pc = self.pc.wrapping_add(1);
        byte
    }

    fn word(&mut self) -> u16 {
        u16::from(self.byte()) << 8 | u16::from(self.byte())
    }

    fn v8(&mut self) -> u8 {
        let v = self.byte();
        self.memory.v8(v)
    }

    fn v16(&mut self) -> u16 {
        let v = self.byte();
        self.memory.v16(v)
    }

    /// Place, page and offset as one number, of the element of a long field that the operands name.
    fn long(&mut self, width: u16) -> u16 {
        let (first, last_page, index) = (self.word(), self.byte(), self.v16());
        let index = match index >> 8 <= last_page.into() {
            true => index,
            false => NO_LONG_RECORD,
        };
        first.wrapping_add(index.wrapping_mul(width))
    }

    /// Of what a packed layer holds at a hex: the place of the byte, how many bits stand below it there, and its mask.
    fn packed(&mut self) -> (u16, u8, u8) {
        let (first, b, hex) = (self.word(), self.byte().clamp(1, 3), self.v16());
        let hex = self.memory.layer_place(hex);
        let bits = 8 >> b;
        let below = (hex & ((1 << b) - 1)) as u8 * bits;
        (first.wrapping_add(hex >> b), below, (1 << bits) - 1)
    }

    fn branch(&mut self, condition: bool) {
        let target = self.byte();
        if condition {
            self.pc = target;
        }
    }

    /// A field's entries 0..n-1, the count standing behind the operands in between.
    fn entries(&self, page: u8, count: u8) -> &[u8] {
        &self.memory.pages[usize::from(page)][..usize::from(count)]
    }
}

/// Executes a native; what is the shell's is left to the caller.
pub(crate) fn execute(op: Native, s: &mut State<'_, '_>) -> Output {
    let a = s.a;
    let signed = |word: u16| word as i16;
    match op {
        Native::Tau => s.u = a as u8,
        Native::Neg => s.a = a.wrapping_neg(),
        Native::Dirbit => s.a = u16::from(SIDE_BITS[usize::from(a & 7)]),
        Native::Mul16 => s.a = a.wrapping_mul(s.v16()),
        Native::Div16 => s.a = arith::divide(a, s.v16()),
        Native::Min16 => s.a = a.min(s.v16()),
        Native::Max16 => s.a = a.max(s.v16()),
        Native::Modi8 => s.a = arith::modulo(a, u16::from(s.byte())),
        Native::Mod16 => s.a = arith::modulo(a, s.v16()),
        Native::And16 => s.a = a & s.v16(),
        Native::Or16 => s.a = a | s.v16(),
        Native::Xor16 => s.a = a ^ s.v16(),
        Native::Not => s.a = !a,
        Native::Abs => s.a = signed(a).unsigned_abs(),
        Native::Sat16 => s.a = arith::saturate(a, s.word()),
        Native::Maxi16 => s.a = a.max(s.word()),
        Native::Addsv => {
            let d = s.byte();
            let sum = s.memory.v16(d).saturating_add(a).min(s.word());
            s.memory.set_v16(d, sum)
        }
        Native::Subsv => {
            let d = s.byte();
            let difference = s.memory.v16(d).saturating_sub(a);
            s.memory.set_v16(d, difference)
        }
        Native::Muldivi => {
            s.a = arith::multiply_divide(a, u16::from(s.byte()), u16::from(s.byte()))
        }
        Native::Muldiv8 => s.a = arith::multiply_divide(a, u16::from(s.v8()), s.word()),
        Native::Muldiv => s.a = arith::multiply_divide(a, s.v16(), s.v16()),
        Native::Muldiv3 => {
            let product = (u32::from(a) * u32::from(s.v16())).wrapping_mul(u32::from(s.v16()));
            let divisor = u32::from(s.byte()) << 16 | u32::from(s.word());
            s.a = arith::divide_wide(product, divisor)
        }
        Native::Rnda => {
            let drawn = random::draw(s.memory, a as u8);
            return Output::Roll {
                n: random::sides(a as u8),
                drawn,
            };
        }
        Native::Seed => random::seed(s.memory, a),
        Native::Jlt8 => {
            let v = s.v8();
            s.branch(a < u16::from(v))
        }
        Native::Jge8 => {
            let v = s.v8();
            s.branch(a >= u16::from(v))
        }
        Native::Jle16 => {
            let v = s.v16();
            s.branch(a <= v)
        }
        Native::Jgt16 => {
            let v = s.v16();
            s.branch(a > v)
        }
        Native::Jlts => {
            let v = s.v16();
            s.branch(signed(a) < signed(v))
        }
        Native::Jges => {
            let v = s.v16();
            s.branch(signed(a) >= signed(v))
        }
        Native::Jles => {
            let v = s.v16();
            s.branch(signed(a) <= signed(v))
        }
        Native::Jgts => {
            let v = s.v16();
            s.branch(signed(a) > signed(v))
        }
        Native::Jflt | Native::Jfge => {
            let page = s.byte();
            let field = s.memory.byte(page, s.u);
            let v = s.v8();
            s.branch((field < v) == (op == Native::Jflt))
        }
        Native::Jneg => s.branch(a & 0x8000 != 0),
        Native::Forhex => {
            let v = s.byte();
            let next = s.cartridge.grid.next(s.memory.v16(v));
            if let Some(next) = next {
                s.memory.set_v16(v, next);
            }
            s.branch(next.is_some())
        }
        Native::Nexthex => {
            let (v, layer, least) = (s.byte(), s.byte(), s.byte());
            let grid = &s.cartridge.grid;
            let behind = |hex: &u16| grid.next(*hex);
            let mut steps = 0;
            let next = core::iter::successors(grid.next(s.memory.v16(v)), behind)
                .inspect(|_| steps += 1)
                .find(|hex| s.memory.hex(layer, *hex) >= least);
            s.cost = steps;
            if let Some(next) = next {
                s.memory.set_v16(v, next);
            }
            s.branch(next.is_some())
        }
        Native::Fornext2 => {
            let (v, n) = (s.byte(), s.byte());
            let (f, wanted_f) = (s.byte(), s.v8());
            let (g, wanted_g) = (s.byte(), s.v8());
            let from = s.memory.v8(v).wrapping_add(1);
            let fits =
                |i: &u8| s.memory.byte(f, *i) == wanted_f && s.memory.byte(g, *i) == wanted_g;
            let found = (from..n).find(fits);
            s.cost = PAGE_COST;
            s.memory.set_v8(v, found.unwrap_or(n));
            s.u = found.unwrap_or(s.u);
            s.branch(found.is_some())
        }
        Native::Hexdist => s.a = s.cartridge.grid.distance(a, s.v16()),
        Native::Hexdir => s.a = u16::from(s.cartridge.grid.direction(a, s.v16())),
        Native::Setside | Native::Clrside => {
            let (layer, hex, direction) = (s.byte(), s.v16(), s.v8());
            map::put_side(
                s.memory,
                &s.cartridge.grid,
                layer,
                hex,
                direction,
                op == Native::Setside,
            )
        }
        Native::Ring => {
            let (layer, bits, hex) = (s.byte(), s.byte(), s.v16());
            map::ring(s.memory, &s.cartridge.grid, layer, bits, hex)
        }
        Native::Place => {
            let (next, first) = (s.byte(), s.byte());
            s.cost = PAGE_COST;
            map::place(s.memory, next, first, s.u, a)
        }
        Native::Lift => {
            let (next, first) = (s.byte(), s.byte());
            s.cost = PAGE_COST;
            map::lift(s.memory, next, first, s.u, a)
        }
        Native::Rebuild => {
            let (next, first, hexes, count) = (s.byte(), s.byte(), s.byte(), s.byte());
            s.cost = PAGE_COST * u64::from(s.cartridge.grid.layer_pages()) + u64::from(count);
            map::rebuild(s.memory, next, first, hexes, count)
        }
        Native::Flood | Native::Pathstep => {
            let flood = Flood::from_bytes(core::array::from_fn(|_| s.byte()));
            if op == Native::Flood {
                s.cost = VISIT_COST * spread(&flood, s.memory, &s.cartridge.grid, a)
            } else {
                s.cost = VISIT_COST;
                s.a = flood.path_step(s.memory, &s.cartridge.grid, a)
            }
        }
        Native::Trek => {
            let trek = Trek {
                flood: Flood::from_bytes(core::array::from_fn(|_| s.byte())),
                heights: s.byte(),
            };
            s.cost = VISIT_COST * spread(&trek, s.memory, &s.cartridge.grid, a)
        }
        Native::Fill => {
            let (page, count, byte) = (s.byte(), s.byte(), s.byte());
            s.cost = PAGE_COST * u64::from(count);
            for n in 0..count {
                s.memory.pages[usize::from(page.wrapping_add(n))] = [byte; 256];
            }
        }
        Native::Fillbits => {
            let (page, count, keep, set) = (s.byte(), s.byte(), s.byte(), s.byte());
            s.cost = PAGE_COST * u64::from(count);
            for n in 0..count {
                for byte in &mut s.memory.pages[usize::from(page.wrapping_add(n))] {
                    *byte = *byte & keep | set;
                }
            }
        }
        Native::Copy => {
            let (to, from, count) = (s.byte(), s.byte(), s.byte());
            s.cost = PAGE_COST * u64::from(count);
            for n in 0..count {
                let page = s.memory.pages[usize::from(from.wrapping_add(n))];
                s.memory.pages[usize::from(to.wrapping_add(n))] = page;
            }
        }
        Native::Ldp => {
            let (at, below, mask) = s.packed();
            s.a = (s.memory.at(at) >> below & mask).into()
        }
        Native::Stp => {
            let (at, below, mask) = s.packed();
            let others = s.memory.at(at) & !(mask << below);
            s.memory.set_at(at, others | (a as u8 & mask) << below)
        }
        Native::Ldl => {
            let at = s.long(1);
            s.a = s.memory.at(at).into()
        }
        Native::Stl => {
            let at = s.long(1);
            s.memory.set_at(at, a as u8)
        }
        Native::Ldlw => {
            let at = s.long(2);
            s.a = u16::from_le_bytes([s.memory.at(at), s.memory.at(at.wrapping_add(1))])
        }
        Native::Stlw => {
            let at = s.long(2);
            let [low, high] = a.to_le_bytes();
            s.memory.set_at(at, low);
            s.memory.set_at(at.wrapping_add(1), high)
        }
        Native::Forw => {
            let (v, last) = (s.byte(), s.word());
            let now = s.memory.v16(v);
            if now != last {
                s.memory.set_v16(v, now.wrapping_add(1));
            }
            s.branch(now != last)
        }
        Native::Findl => {
            let (v, n, first, wanted) = (s.byte(), s.word(), s.word(), s.v8());
            let from = s.memory.v16(v).wrapping_add(1);
            s.cost = PAGE_COST * u64::from(1 + (n >> 8));
            let mut elements = from..n;
            let found = elements.find(|i| s.memory.at(first.wrapping_add(*i)) == wanted);
            s.memory.set_v16(v, found.unwrap_or(n));
            s.branch(found.is_some())
        }
        Native::Copyrow => {
            let (to, first) = (s.byte(), s.byte());
            let (from, row) = (s.byte(), s.byte().wrapping_add(a as u8));
            s.cost = PAGE_COST;
            for n in 0..=s.byte().wrapping_sub(1) {
                let byte = s.memory.byte(from, row.wrapping_add(n));
                s.memory.set_byte(to, first.wrapping_add(n), byte);
            }
        }
        Native::Fillrow => {
            let (to, first) = (s.byte(), s.byte());
            s.cost = PAGE_COST;
            for n in 0..=s.byte().wrapping_sub(1) {
                s.memory.set_byte(to, first.wrapping_add(n), a as u8);
            }
        }
        Native::Sum => {
            let (page, count) = (s.byte(), s.byte());
            s.cost = PAGE_COST;
            s.a = s
                .entries(page, count)
                .iter()
                .map(|&byte| u16::from(byte))
                .sum()
        }
        Native::Sumeq => {
            let (page, by, wanted, count) = (s.byte(), s.byte(), s.v8(), s.byte());
            s.cost = PAGE_COST;
            let pairs = s.entries(page, count).iter().zip(s.entries(by, count));
            s.a = pairs
                .filter(|&(_, &by)| by == wanted)
                .map(|(&byte, _)| u16::from(byte))
                .sum()
        }
        Native::Counteq => {
            let (page, wanted, count) = (s.byte(), s.v8(), s.byte());
            s.cost = PAGE_COST;
            s.a = s
                .entries(page, count)
                .iter()
                .filter(|&&byte| byte == wanted)
                .count() as u16
        }
        Native::Maxf => {
            let (page, count) = (s.byte(), s.byte());
            s.cost = PAGE_COST;
            let entries = s.entries(page, count).iter().enumerate();
            let best = entries.fold(None, |best, (index, &byte)| match best {
                Some((_, greatest)) if byte <= greatest => best,
                _ => Some((index, byte)),
            });
            let (index, greatest) =
                best.map_or((NO_RECORD, 0), |(index, byte)| (index as u8, byte));
            (s.a, s.u) = (u16::from(greatest), index)
        }
        Native::Countl => {
            let (layer, mask, value) = (s.byte(), s.byte(), s.byte());
            s.cost = u64::from(s.cartridge.grid.numbers());
            s.a = map::count(s.memory, &s.cartridge.grid, layer, mask, value)
        }
        Native::Printa => return Output::String(a),
        Native::Printr => {
            return Output::Number {
                value: a,
                width: s.byte(),
            };
        }
        Native::Prints => return Output::Signed(a),
        Native::Printca => return Output::Character(a as u8),
        Native::Stu => {
            let v = s.byte();
            s.memory.set_v8(v, s.u)
        }
        Native::Sub8v => {
            let difference = s.v8().wrapping_sub(s.v8());
            let d = s.byte();
            s.memory.set_v8(d, difference)
        }
        Native::Sub16v => {
            let difference = s.v16().wrapping_sub(s.v16());
            let d = s.byte();
            s.memory.set_v16(d, difference)
        }
        Native::Ori8 => s.a |= u16::from(s.byte()),
        Native::Jbit => {
            let bits = u16::from(s.byte());
            s.branch(a & bits != 0)
        }
        Native::Jnbit => {
            let bits = u16::from(s.byte());
            s.branch(a & bits == 0)
        }
        Native::Sws => {
            let cases = s.byte();
            let mut target = None;
            for _ in 0..cases {
                let (key, to) = (s.byte(), s.byte());
                if target.is_none() && a == u16::from(key) {
                    target = Some(to);
                }
            }
            if let Some(to) = target {
                s.pc = to;
            }
        }
        Native::Hash => {
            s.cost = SUM_COST * s.cartridge.image_bytes() as u64;
            let crc = image::crc(s.cartridge, s.memory);
            s.memory.set_v16(0, crc as u16);
            s.memory.set_v16(2, (crc >> 16) as u16)
        }
    }
    Output::Nothing
}
