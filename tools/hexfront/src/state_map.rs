//! The state image out of the memory of a running game, by the table `state_map` of [`crate::cartridge_object`].

use crate::cartridge_object::{BITS, WORDS_IN_PLACE, kind};
use crate::session::Symbols;

/// Where a program keeps its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateMap {
    /// On the 6502.
    Mos6502 {
        /// Address of the table.
        map: u32,
    },
    /// On the 68000.
    M68000 {
        /// Address of the table.
        map: u32,
        /// Address of data page 0.
        data: u32,
    },
}

impl StateMap {
    /// As a program's symbols tell; `None` for a program without our rules machine.
    pub fn of(symbols: &Symbols) -> Option<Self> {
        let address = |name| symbols.get(name).copied();
        let map = address("state_map")?;
        match address("vm_code") {
            None => Some(Self::Mos6502 { map }),
            Some(_) => {
                let data = address("vm_v")?;
                Some(Self::M68000 { map, data })
            }
        }
    }

    /// Gathers the state image from memory.
    pub fn image(self, peek: impl Fn(u32) -> u8) -> Vec<u8> {
        match self {
            Self::Mos6502 { map } => image_6502(peek, map),
            Self::M68000 { map, data } => image_68000(peek, map, data),
        }
    }
}

fn image_6502(peek: impl Fn(u32) -> u8, map: u32) -> Vec<u8> {
    let mut image = Vec::new();
    let mut entry = map;
    loop {
        let field = |i: u32| peek(entry.wrapping_add(i));
        let (low, high, offset) = (field(0), field(1), field(2));
        if low == 0 {
            return image;
        }
        let count = u16::from_le_bytes([field(3), field(4)]);
        let at = |page: u8, i: u16| peek(u16::from_be_bytes([page, offset]).wrapping_add(i).into());
        match high {
            WORDS_IN_PLACE => image.extend((0..2 * count).map(|i| at(low, i))),
            0 => image.extend((0..count).map(|i| at(low, i))),
            BITS => image.extend((0..count).map(|i| {
                let byte = peek(u16::from_be_bytes([low, 0]).wrapping_add(i).into());
                taken(byte, offset)
            })),
            _ => image.extend((0..count).flat_map(|i| [at(low, i), at(high, i)])),
        }
        entry = entry.wrapping_add(5);
    }
}

/// The number in some bits of a byte, which are next to each other.
fn taken(byte: u8, bits: u8) -> u8 {
    (byte & bits) >> (bits.trailing_zeros() & 7)
}

fn image_68000(peek: impl Fn(u32) -> u8, map: u32, data: u32) -> Vec<u8> {
    let mut image = Vec::new();
    let mut entry = map;
    loop {
        let word = |i: u32| u16::from_be_bytes([0, 1].map(|n| peek(entry.wrapping_add(2 * i + n))));
        let (what, place, count) = (word(0), u32::from(word(1)), u32::from(word(2)));
        let at = |i: u32| peek(data.wrapping_add(place + i));
        match what {
            kind::BYTES if word(3) != 0 => {
                image.extend((0..count).map(|i| taken(at(i), word(3) as u8)));
            }
            kind::BYTES => image.extend((0..count).map(at)),
            kind::SPLIT_WORDS => image.extend((0..count).flat_map(|i| [at(i), at(i + 256)])),
            kind::WORDS_OF_V => {
                image.extend((0..count).flat_map(|i| [at(2 * i + 1), at(2 * i)]));
            }
            _ => return image,
        }
        entry = entry.wrapping_add(8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_image_interleaves_the_words() {
        let mut memory = vec![0u8; 0x10000];
        memory[0x1000..0x1015].copy_from_slice(&[
            0x20, 0, 4, 3, 0, 0x21, 0x22, 0, 2, 0, 0x23, 255, 8, 1, 0, 0x24, 1, 0x38, 2, 0, 0,
        ]);
        memory[0x2400..0x2402].copy_from_slice(&[0b1110_1111, 0b0001_0111]);
        memory[0x2308..0x230A].copy_from_slice(&[0xBC, 0x9A]);
        memory[0x2004..0x2007].copy_from_slice(&[1, 2, 3]);
        memory[0x2100..0x2102].copy_from_slice(&[0x34, 0x78]);
        memory[0x2200..0x2202].copy_from_slice(&[0x12, 0x56]);
        let map = StateMap::Mos6502 { map: 0x1000 };
        let image = map.image(|a| memory[a as usize]);
        assert_eq!(image, [1, 2, 3, 0x34, 0x12, 0x78, 0x56, 0xBC, 0x9A, 5, 2]);
    }

    #[test]
    fn a_68000_holds_words_of_v_high_byte_first() {
        let mut memory = vec![0u8; 0x3000];
        let map = [
            1, 0x104, 2, 0, 2, 0x200, 1, 0, 3, 8, 1, 0, 1, 0x106, 1, 0x38, 0_u16,
        ];
        let map: Vec<u8> = map.into_iter().flat_map(u16::to_be_bytes).collect();
        memory[0x100..][..map.len()].copy_from_slice(&map);
        memory[0x1104..0x1107].copy_from_slice(&[1, 2, 0b1110_1111]);
        memory[0x1200] = 0x34;
        memory[0x1300] = 0x12;
        memory[0x1008..0x100A].copy_from_slice(&[0x9A, 0xBC]);
        let map = StateMap::M68000 {
            map: 0x100,
            data: 0x1000,
        };
        let image = map.image(|a| memory[a as usize]);
        assert_eq!(image, [1, 2, 0x34, 0x12, 0xBC, 0x9A, 5]);
    }
}
