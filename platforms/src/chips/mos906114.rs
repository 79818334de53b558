//! MOS 906114 PLA: which chip answers at an address of the C64.
//!
//! Source: Commodore 64 Programmer's Reference Guide, chapter 5, memory maps. The eight maps without a cartridge.
//!
//! **Not emulated**: the cartridge lines GAME and EXROM; both stay high.

/// What answers a read in a 4 KB block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// RAM.
    Ram,
    /// BASIC ROM, $A000-$BFFF.
    Basic,
    /// KERNAL ROM, $E000-$FFFF.
    Kernal,
    /// Character ROM, $D000-$DFFF.
    Chargen,
    /// Chips and colour RAM, $D000-$DFFF; here writes go there too, everywhere else they go to RAM.
    Io,
}

/// The map of the 16 blocks for the port lines LORAM (bit 0), HIRAM (1) and CHAREN (2).
pub const fn map(port: u8) -> [Region; 16] {
    let (loram, hiram, charen) = (port & 1 != 0, port & 2 != 0, port & 4 != 0);
    let mut map = [Region::Ram; 16];
    if loram && hiram {
        map[0xA] = Region::Basic;
        map[0xB] = Region::Basic;
    }
    if hiram {
        map[0xE] = Region::Kernal;
        map[0xF] = Region::Kernal;
    }
    if loram || hiram {
        map[0xD] = if charen { Region::Io } else { Region::Chargen };
    }
    map
}

#[cfg(test)]
mod tests {
    use super::{Region, Region::*, map};

    #[test]
    fn the_eight_maps_of_the_reference_guide() {
        // CHAREN HIRAM LORAM: $A000, $D000, $E000.
        let table: [(u8, Region, Region, Region); 8] = [
            (0b000, Ram, Ram, Ram),
            (0b001, Ram, Chargen, Ram),
            (0b010, Ram, Chargen, Kernal),
            (0b011, Basic, Chargen, Kernal),
            (0b100, Ram, Ram, Ram),
            (0b101, Ram, Io, Ram),
            (0b110, Ram, Io, Kernal),
            (0b111, Basic, Io, Kernal),
        ];
        for (port, a, d, e) in table {
            let m = map(port);
            assert_eq!(
                (m[0xA], m[0xB], m[0xD], m[0xE], m[0xF]),
                (a, a, d, e, e),
                "port {port:03b}"
            );
            assert!(
                [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xC]
                    .iter()
                    .all(|i| m[*i] == Ram)
            );
        }
    }
}
