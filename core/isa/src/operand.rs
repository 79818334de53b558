//! Operand kinds of the opcode table.

use crate::cartridge::Grid;

/// What an operand's bytes mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number 0..255.
    Imm8,
    /// A number 0..65535, high byte first.
    Imm16,
    /// Offset of a byte in the V page.
    V8,
    /// Offset of a word in the V page, even.
    V16,
    /// Offset of an 8-byte block in the V page, 0..248.
    Block,
    /// A data page.
    Page,
    /// A data page of low bytes; the next page holds the high bytes.
    Word,
    /// The first data page of a layer, which holds a byte a hex.
    Layer,
    /// Offset in the data page named by the operand before.
    Offset,
    /// Offset in this code page.
    Target,
    /// A code page and an offset in it, two bytes.
    Code,
    /// A position in the text area, high byte first.
    Text,
    /// Number of a shell call.
    Shell,
    /// A count, then that many targets.
    Targets,
    /// A count, then that many pairs of key byte and target.
    Cases,
}

impl Kind {
    /// Bytes that the operand takes; for the two lists, those of the count alone.
    pub fn width(self) -> u8 {
        match self {
            Self::Imm16 | Self::Code | Self::Text => 2,
            Self::Imm8
            | Self::V8
            | Self::V16
            | Self::Block
            | Self::Page
            | Self::Word
            | Self::Layer
            | Self::Offset
            | Self::Target
            | Self::Shell
            | Self::Targets
            | Self::Cases => 1,
        }
    }

    /// Data pages that the operand spans in a game with this map, `None` if it names no data page.
    pub fn pages(self, grid: Grid) -> Option<u8> {
        match self {
            Self::Page => Some(1),
            Self::Word => Some(2),
            Self::Layer => Some(grid.layer_pages()),
            Self::Imm8
            | Self::Imm16
            | Self::V8
            | Self::V16
            | Self::Block
            | Self::Offset
            | Self::Target
            | Self::Code
            | Self::Text
            | Self::Shell
            | Self::Targets
            | Self::Cases => None,
        }
    }
}

/// What an instruction does to what an operand names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Reads and writes it.
    Modify,
}

/// One operand of an instruction.
#[derive(Debug)]
pub struct Operand {
    /// Name used in the meaning.
    pub name: &'static str,
    /// What the bytes mean.
    pub kind: Kind,
    /// What happens to it.
    pub access: Access,
}
