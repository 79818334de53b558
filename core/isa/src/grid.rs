//! The grid of hexes: size of the map, numbers of hexes, pages of a layer.

/// Size and shape of the map.
///
/// The number of a hex is its column, shifted left by [`Grid::row_bits`], and its row. A layer holds a byte for each
/// of these numbers, in [`Grid::layer_pages`] pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    /// Columns, 1..64.
    pub columns: u8,
    /// Rows, 1..64.
    pub rows: u8,
    /// True if the odd columns lie half a hex lower, false if the even ones do.
    pub odd_lower: bool,
}

impl Grid {
    /// Most columns, and most rows, that a map can have.
    pub const MOST: u8 = 64;

    /// Bits of a hex number that hold the row: 5 for up to 32 rows, else 6.
    pub const fn row_bits(self) -> u8 {
        if self.rows > 32 { 6 } else { 5 }
    }

    /// Hex numbers of a column, with those that are no hex of the map: 32 or 64.
    pub const fn column_bytes(self) -> u16 {
        1 << self.row_bits()
    }

    /// Hex numbers from the first to the end of the last column.
    pub const fn numbers(self) -> u16 {
        (self.columns as u16) << self.row_bits()
    }

    /// Data pages of a layer, 1..16.
    pub const fn layer_pages(self) -> u8 {
        let pages = self.numbers().div_ceil(256) as u8;
        if pages == 0 { 1 } else { pages }
    }

    /// Bytes of a layer.
    pub const fn layer_bytes(self) -> usize {
        self.layer_pages() as usize * 256
    }

    /// Number of the hex at a column and row.
    pub const fn hex(self, column: u8, row: u8) -> u16 {
        (column as u16) << self.row_bits() | row as u16
    }

    /// Column of a hex.
    pub const fn column(self, hex: u16) -> u16 {
        hex >> self.row_bits()
    }

    /// Row of a hex.
    pub const fn row(self, hex: u16) -> u16 {
        hex & (self.column_bytes() - 1)
    }

    /// Whether the last byte of a layer belongs to no hex of the map, so that it may stand for none: the rules
    /// language wants that. It does not hold if rows fill the columns and columns fill the pages.
    pub const fn spares_last(self) -> bool {
        self.rows as u16 != self.column_bytes() || self.numbers() & 255 != 0
    }
}

/// Pages of a layer as machines count them: which page of it a hex lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerPages {
    /// All bits of page numbers, one less than a power of two.
    pub mask: u8,
    /// The last page.
    pub last: u8,
}

impl LayerPages {
    /// The pages of a grid's layers.
    pub const fn of(grid: Grid) -> Self {
        let pages = grid.layer_pages();
        Self {
            mask: pages.next_power_of_two() - 1,
            last: pages - 1,
        }
    }

    /// The page of a layer that a hex lies in, the last one if there is no such page: numbers that are no hex
    /// stay within the layer, and "no hex" reads its last byte.
    #[inline(always)]
    pub const fn page(self, hex: u16) -> u8 {
        let page = (hex >> 8) as u8 & self.mask;
        if page < self.last { page } else { self.last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn grid(columns: u8, rows: u8) -> Grid {
        Grid {
            columns,
            rows,
            odd_lower: true,
        }
    }

    #[test]
    fn rows_up_to_32_take_five_bits() {
        let small = grid(31, 32);
        assert_eq!((small.row_bits(), small.layer_pages()), (5, 4));
        assert_eq!(small.hex(7, 13), 7 * 32 + 13);
        let large = grid(50, 34);
        assert_eq!((large.row_bits(), large.layer_pages()), (6, 13));
        let hex = large.hex(49, 33);
        assert_eq!((hex, large.column(hex), large.row(hex)), (0xC61, 49, 33));
        assert_eq!(grid(64, 64).layer_pages(), 16);
    }

    #[test]
    fn no_hex_reads_the_last_byte_of_a_layer() {
        for (columns, rows) in [(31, 32), (50, 34), (48, 40), (6, 5), (64, 63)] {
            let grid = grid(columns, rows);
            let pages = LayerPages::of(grid);
            assert!(grid.spares_last());
            assert_eq!(pages.page(0xFFFF), grid.layer_pages() - 1);
            for hex in 0..grid.numbers() {
                assert_eq!(u16::from(pages.page(hex)), hex >> 8);
            }
        }
        assert!(!grid(32, 32).spares_last());
        assert!(!grid(64, 64).spares_last());
        assert!(grid(30, 32).spares_last());
    }
}
