//! Decoding of instructions in a code page.

use core::fmt;

use crate::{Access, Code, Kind, Op, Page};

/// Why bytes are not an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// No instruction has this code.
    #[error("no instruction has code ${code:02X} (offset ${at:02X})")]
    Unknown {
        /// Offset in the page.
        at: u8,
        /// The byte.
        code: u8,
    },
    /// The instruction does not end within its page.
    #[error("the instruction at offset ${at:02X} runs over the end of its code page")]
    Straddles {
        /// Offset in the page.
        at: u8,
    },
}

/// An instruction found in a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Which one.
    pub op: Op,
    /// Offset of its first byte.
    pub at: u8,
    /// Offset of its first operand byte.
    operands_at: u16,
    /// Offset of the byte after it, up to 256.
    pub end: u16,
}

/// One operand with its value. Lists appear as their single members: a count as `Imm8`, keys as `Imm8`,
/// targets as `Target`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argument {
    /// What the value means.
    pub kind: Kind,
    /// What happens to what it names.
    pub access: Access,
    /// Offset of its first byte in the page.
    pub at: u8,
    /// The value; for `Kind::Code` page * 256 + offset.
    pub value: u16,
}

/// Decodes the instruction at `at`.
pub fn decode(page: &Page, at: u8) -> Result<Instruction, DecodeError> {
    let straddles = DecodeError::Straddles { at };
    let code = page[usize::from(at)];
    let mut op = Op::from_primary(code).ok_or(DecodeError::Unknown { at, code })?;
    let mut end = u16::from(at) + 1;
    if op == Op::Nat {
        let number = *page.get(usize::from(end)).ok_or(straddles)?;
        op = Op::from_native(number).ok_or(DecodeError::Unknown { at, code: number })?;
        end += 1;
    }
    let operands_at = end;
    for operand in op.info().operands {
        let count = || {
            page.get(usize::from(end))
                .copied()
                .map(u16::from)
                .ok_or(straddles)
        };
        end += match operand.kind {
            Kind::Targets => 1 + count()?,
            Kind::Cases => 1 + 2 * count()?,
            kind => u16::from(kind.width()),
        };
    }
    if end > 256 {
        Err(straddles)
    } else {
        Ok(Instruction {
            op,
            at,
            operands_at,
            end,
        })
    }
}

impl Instruction {
    /// The operands with their values; `page` is the one it was decoded from.
    pub fn arguments<'a>(&self, page: &'a Page) -> Arguments<'a> {
        Arguments {
            page,
            op: self.op,
            next: 0,
            at: self.operands_at,
            list: None,
        }
    }
}

/// Iterator over the operands of an instruction.
pub struct Arguments<'a> {
    page: &'a Page,
    op: Op,
    next: usize,
    at: u16,
    list: Option<List>,
}

struct List {
    left: u8,
    keyed: bool,
    key_next: bool,
}

impl Iterator for Arguments<'_> {
    type Item = Argument;

    fn next(&mut self) -> Option<Argument> {
        let byte = |at: u16| self.page.get(usize::from(at)).copied().map(u16::from);
        let at = u8::try_from(self.at).ok();
        if let Some(list) = &mut self.list {
            let kind = if list.key_next {
                Kind::Imm8
            } else {
                Kind::Target
            };
            if !list.key_next {
                list.left -= 1;
            }
            list.key_next = list.keyed && !list.key_next;
            let value = byte(self.at)?;
            if list.left == 0 {
                self.list = None;
            }
            self.at += 1;
            return Some(Argument {
                kind,
                access: Access::Read,
                at: at?,
                value,
            });
        }
        let operand = self.op.info().operands.get(self.next)?;
        self.next += 1;
        let mut value = byte(self.at)?;
        let mut kind = operand.kind;
        if kind.width() == 2 {
            value = value << 8 | byte(self.at + 1)?;
        }
        self.at += u16::from(kind.width());
        if let Kind::Targets | Kind::Cases = kind {
            let keyed = kind == Kind::Cases;
            kind = Kind::Imm8;
            if value > 0 {
                self.list = Some(List {
                    left: value as u8,
                    keyed,
                    key_next: keyed,
                });
            }
        }
        Some(Argument {
            kind,
            access: operand.access,
            at: at?,
            value,
        })
    }
}

/// An instruction as text, for listings.
pub struct Listing<'a> {
    /// The instruction.
    pub instruction: Instruction,
    /// The page it stands in.
    pub page: &'a Page,
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.instruction.op.info().name)?;
        for (index, argument) in self.instruction.arguments(self.page).enumerate() {
            f.write_str(if index == 0 { " " } else { ", " })?;
            let value = argument.value;
            match argument.kind {
                Kind::Imm8 | Kind::Imm16 => write!(f, "{value}")?,
                Kind::V8 | Kind::V16 | Kind::Block => write!(f, "v{value:02X}")?,
                Kind::Page | Kind::Word | Kind::Layer => write!(f, "p{value:02X}")?,
                Kind::Offset => write!(f, "+{value:02X}")?,
                Kind::Target => write!(f, "${value:02X}")?,
                Kind::Code => write!(f, "{:02X}:{:02X}", value >> 8, value & 255)?,
                Kind::Text => write!(f, "text {value}")?,
                Kind::Shell => match crate::ShellCall::ALL.get(usize::from(value)) {
                    Some(call) => f.write_str(call.name())?,
                    None => write!(f, "{value}")?,
                },
                Kind::Targets | Kind::Cases => {}
            }
        }
        Ok(())
    }
}

/// Encodes the code byte or bytes of an instruction: the second is used by natives only.
pub fn encode(op: Op) -> (u8, Option<u8>) {
    match op.info().code {
        Code::Primary(code) => (code, None),
        Code::Native(number) => match Op::Nat.info().code {
            Code::Primary(prefix) | Code::Native(prefix) => (prefix, Some(number)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OPS;

    fn page_of(bytes: &[u8]) -> Page {
        let mut page = [0; 256];
        page[..bytes.len()].copy_from_slice(bytes);
        page
    }

    #[test]
    fn every_instruction_decodes_to_itself() {
        for info in &OPS {
            if info.op == Op::Nat {
                continue;
            }
            let (code, native) = encode(info.op);
            let mut bytes = [code, 0].to_vec();
            if let Some(number) = native {
                bytes[1] = number;
            }
            let instruction = decode(&page_of(&bytes), 0).unwrap();
            assert_eq!(instruction.op, info.op);
            let operands: u16 = info
                .operands
                .iter()
                .map(|o| u16::from(o.kind.width()))
                .sum();
            assert_eq!(
                instruction.end,
                operands + 1 + u16::from(native.is_some()),
                "{}",
                info.name
            );
        }
    }

    #[test]
    fn lists_appear_as_their_members() {
        let (code, native) = encode(Op::Sws);
        let number = native.expect("a native");
        let page = page_of(&[code, number, 2, b'A', 0x10, b'B', 0x20]);
        let instruction = decode(&page, 0).unwrap();
        assert_eq!(instruction.end, 7);
        let values: [(Kind, u16); 5] = [
            (Kind::Imm8, 2),
            (Kind::Imm8, 65),
            (Kind::Target, 0x10),
            (Kind::Imm8, 66),
            (Kind::Target, 0x20),
        ];
        assert!(
            instruction
                .arguments(&page)
                .map(|a| (a.kind, a.value))
                .eq(values)
        );
    }

    #[test]
    fn an_instruction_may_end_with_its_page_but_not_after_it() {
        let (code, _) = encode(Op::Ldi8);
        let mut page = [0; 256];
        page[254] = code;
        assert_eq!(decode(&page, 254).map(|i| i.end), Ok(256));
        page[255] = code;
        assert_eq!(decode(&page, 255), Err(DecodeError::Straddles { at: 255 }));
        page[7] = 1;
        assert_eq!(
            decode(&page, 7),
            Err(DecodeError::Unknown { at: 7, code: 1 })
        );
    }
}
