//! Bytes to text.

use super::table::{Conditions, INSTRUCTIONS, Instruction, Kind, Mode, Size, SizeField};
use super::timing::{Cycles, Form};

/// One instruction as text, or a word that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disassembled {
    /// What the opcode is; nothing if it means nothing, or something that the assembler would write otherwise.
    pub instruction: Option<&'static Instruction>,
    /// Bytes it takes, 2 to 10.
    pub size: usize,
    /// The address it names, if any: of data, of a jump, of a branch. The last one if there are two.
    pub address: Option<u32>,
    /// As the assembler reads it.
    pub text: String,
    /// Fewest and most cycles it takes; 0 for what is no instruction.
    pub cycles: Cycles,
}

/// The instruction at the start of `bytes`, which lie at `pc`. Missing bytes count as 0.
pub fn disassemble(bytes: &[u8], pc: u32) -> Disassembled {
    let word = |at: usize| {
        let byte = |n: usize| bytes.get(n).copied().unwrap_or(0);
        u16::from_be_bytes([byte(at), byte(at + 1)])
    };
    let opcode = word(0);
    for row in INSTRUCTIONS
        .iter()
        .filter(|row| opcode & row.fixed() == row.opcode)
    {
        let mut decoder = Decoder {
            word: &word,
            opcode,
            pc,
            size: None,
            next: 2,
            address: None,
        };
        if let Some(text) = decoder.row(row) {
            let form = Form {
                opcode,
                extension: word(2),
                size: decoder.size,
            };
            return Disassembled {
                cycles: form.cycles(row),
                instruction: Some(row),
                size: decoder.next,
                address: decoder.address,
                text,
            };
        }
    }
    Disassembled {
        instruction: None,
        size: 2,
        address: None,
        text: format!(".word ${opcode:04X}"),
        cycles: (0, 0),
    }
}

/// All instructions of a stretch of memory, one a line: address, bytes, cycles, text.
pub fn listing(bytes: &[u8], start: u32) -> String {
    let mut text = String::new();
    let mut offset = 0;
    while offset < bytes.len() {
        let pc = start.wrapping_add(offset as u32);
        let line = disassemble(&bytes[offset..], pc);
        let end = bytes.len().min(offset + line.size);
        let words: Vec<String> = bytes[offset..end]
            .chunks(2)
            .map(|w| w.iter().map(|b| format!("{b:02X}")).collect())
            .collect();
        text.push_str(&format!(
            "{pc:06X}  {:<24}  {:>7}  {}\n",
            words.join(" "),
            describe(line.cycles),
            line.text
        ));
        offset = end;
    }
    text
}

fn describe((low, high): Cycles) -> String {
    match (low, high) {
        (_, 0) => String::new(),
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low}-{high}"),
    }
}

struct Decoder<'a> {
    word: &'a dyn Fn(usize) -> u16,
    opcode: u16,
    pc: u32,
    size: Option<Size>,
    /// Offset of the next word.
    next: usize,
    address: Option<u32>,
}

impl Decoder<'_> {
    fn take(&mut self) -> u16 {
        let word = (self.word)(self.next);
        self.next += 2;
        word
    }

    fn take_long(&mut self) -> u32 {
        u32::from(self.take()) << 16 | u32::from(self.take())
    }

    /// The text if the opcode is one of the row's.
    fn row(&mut self, row: &Instruction) -> Option<String> {
        let condition = self.opcode >> 8 & 15;
        if row.conditions == Conditions::Proper && condition < 2 {
            return None;
        }
        self.size = match row.size_field {
            SizeField::Fixed => row.sizes.first().copied(),
            field => {
                let bits = self.opcode & field.mask();
                let size = row.sizes.iter().find(|s| field.bits(**s) == bits)?;
                Some(*size)
            }
        };
        let mut texts = vec![String::new(); row.operands.len()];
        for address in [false, true] {
            for (kind, text) in row.operands.iter().zip(&mut texts) {
                if matches!(kind, Kind::Ea(_) | Kind::Destination(_)) == address {
                    *text = self.operand(*kind, row)?;
                }
            }
        }
        let suffix = match (row.operands, self.size) {
            ([Kind::Branch], _) if self.opcode & 0xFF == 0 => ".w".to_owned(),
            ([Kind::Branch], _) => ".s".to_owned(),
            (_, Some(size)) if row.size_field != SizeField::Fixed => format!(".{}", size.letter()),
            _ => String::new(),
        };
        let text = format!("{}{suffix} {}", row.name(condition), texts.join(","));
        Some(text.trim_end().to_owned())
    }

    fn operand(&mut self, kind: Kind, row: &Instruction) -> Option<String> {
        let field = |shift: u8| self.opcode >> shift & 7;
        Some(match kind {
            Kind::Data(shift) => format!("d{}", field(shift)),
            Kind::Address(shift) => address_register(field(shift)),
            Kind::PostIncrement(shift) => format!("({})+", address_register(field(shift))),
            Kind::PreDecrement(shift) => format!("-({})", address_register(field(shift))),
            Kind::Displaced => {
                let base = address_register(field(0));
                format!("{}({base})", self.take() as i16)
            }
            Kind::Ea(modes) => {
                let bits = self.opcode & 0x3F;
                let mode = Mode::of_bits(bits).filter(|m| modes.has(*m))?;
                self.effective(mode, bits & 7)?
            }
            Kind::Destination(modes) => {
                let bits = self.opcode >> 3 & 0x38 | self.opcode >> 9 & 7;
                let mode = Mode::of_bits(bits).filter(|m| modes.has(*m))?;
                self.effective(mode, bits & 7)?
            }
            Kind::Immediate => self.immediate()?,
            Kind::Bit(last) => {
                let bit = self.take();
                if bit > u16::from(last) {
                    return None;
                }
                format!("#{bit}")
            }
            Kind::Quick => match field(9) {
                0 => "#8".to_owned(),
                n => format!("#{n}"),
            },
            Kind::SignedByte => format!("#{}", self.opcode as u8 as i8),
            Kind::Vector => format!("#{}", self.opcode & 15),
            Kind::Displacement => format!("#{}", self.take() as i16),
            Kind::Branch => {
                let distance = match self.opcode as u8 as i8 {
                    0 => i32::from(self.take() as i16),
                    near => i32::from(near),
                };
                self.branch(distance)?
            }
            Kind::BranchWord => {
                let distance = self.take() as i16;
                self.branch(distance.into())?
            }
            Kind::List => self.list(row),
            Kind::Ccr => "ccr".to_owned(),
            Kind::Sr => "sr".to_owned(),
            Kind::Usp => "usp".to_owned(),
        })
    }

    /// No instruction is at an odd address.
    fn branch(&mut self, distance: i32) -> Option<String> {
        let target = self.pc.wrapping_add(2).wrapping_add_signed(distance);
        self.address = Some(target);
        (distance & 1 == 0).then(|| format!("${target:X}"))
    }

    fn immediate(&mut self) -> Option<String> {
        Some(match self.size {
            Some(Size::Byte) => {
                let word = self.take();
                // The processor ignores the high byte; the assembler writes 0.
                if word > 0xFF {
                    return None;
                }
                format!("#${word:02X}")
            }
            Some(Size::Long) => format!("#${:08X}", self.take_long()),
            Some(Size::Word) | None => format!("#${:04X}", self.take()),
        })
    }

    fn effective(&mut self, mode: Mode, register: u16) -> Option<String> {
        let base = address_register(register);
        Some(match mode {
            Mode::Data => format!("d{register}"),
            Mode::Address if self.size == Some(Size::Byte) => return None,
            Mode::Address => base,
            Mode::Indirect => format!("({base})"),
            Mode::PostIncrement => format!("({base})+"),
            Mode::PreDecrement => format!("-({base})"),
            Mode::Displacement => format!("{}({base})", self.take() as i16),
            Mode::Index => {
                let (displacement, index) = self.index()?;
                format!("{displacement}({base},{index})")
            }
            Mode::Short => {
                let address = i32::from(self.take() as i16) as u32;
                self.address = Some(address);
                format!("${address:X}.w")
            }
            Mode::Long => {
                let address = self.take_long();
                self.address = Some(address);
                format!("${address:X}.l")
            }
            Mode::PcDisplacement => {
                let from = self.pc.wrapping_add(self.next as u32);
                let address = from.wrapping_add_signed(i32::from(self.take() as i16));
                self.address = Some(address);
                format!("${address:X}(pc)")
            }
            Mode::PcIndex => {
                let from = self.pc.wrapping_add(self.next as u32);
                let (displacement, index) = self.index()?;
                let address = from.wrapping_add_signed(displacement.into());
                self.address = Some(address);
                format!("${address:X}(pc,{index})")
            }
            Mode::Immediate => self.immediate()?,
        })
    }

    /// Displacement and index of an extension word. Bits 8-10 are for later processors.
    fn index(&mut self) -> Option<(i8, String)> {
        let word = self.take();
        if word & 0x0700 != 0 {
            return None;
        }
        let register = match word >> 12 {
            n @ 0..8 => format!("d{n}"),
            n => address_register(n - 8),
        };
        let width = if word & 0x0800 == 0 { 'w' } else { 'l' };
        Some((word as u8 as i8, format!("{register}.{width}")))
    }

    fn list(&mut self, row: &Instruction) -> String {
        let mut list = self.take();
        if row.operands.first() == Some(&Kind::List) && self.opcode >> 3 & 7 == 4 {
            list = list.reverse_bits();
        }
        if list == 0 {
            return "#0".to_owned();
        }
        let mut parts = Vec::new();
        for first in [0, 8] {
            let mut n = first;
            while n < first + 8 {
                let run = (list >> n).trailing_ones().min(first + 8 - n);
                let name = |n: u32| match n {
                    0..8 => format!("d{n}"),
                    _ => address_register(n as u16 - 8),
                };
                match run {
                    0 => n += 1,
                    1 => parts.push(name(n)),
                    _ => parts.push(format!("{}-{}", name(n), name(n + run - 1))),
                }
                n += run;
            }
        }
        parts.join("/")
    }
}

fn address_register(n: u16) -> String {
    if n == 7 {
        "sp".to_owned()
    } else {
        format!("a{n}")
    }
}
