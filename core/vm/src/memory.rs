//! The data pages of the rules machine and the ways instructions address them. Every address is taken modulo
//! its page, layer or memory, so that no access can leave it.

use hexfront_isa::cartridge::{Cartridge, Grid};
use hexfront_isa::grid::LayerPages;
use hexfront_isa::{Page, V_PAGE};

/// All 256 data pages. Page 0 is the V page.
#[derive(Clone, PartialEq, Eq)]
pub struct Memory {
    /// The pages, by virtual page number.
    pub pages: [Page; 256],
    layers: LayerPages,
}

impl Memory {
    /// Zeroed memory for a game with this map.
    pub fn new(grid: Grid) -> Self {
        Self {
            pages: [[0; 256]; 256],
            layers: LayerPages::of(grid),
        }
    }

    /// The memory as a game starts with it.
    pub fn of(cartridge: &Cartridge<'_>) -> Self {
        let mut memory = Self::new(cartridge.grid);
        memory.load(cartridge);
        memory
    }

    /// Puts the initial contents of every data group in place, zeros where it has none.
    pub fn load(&mut self, cartridge: &Cartridge<'_>) {
        for group in cartridge.groups() {
            let first = usize::from(group.first);
            let pages = &mut self.pages[first..][..usize::from(group.count)];
            match group.content {
                Some(content) => {
                    for (page, bytes) in pages.iter_mut().zip(content.as_chunks().0) {
                        *page = *bytes;
                    }
                }
                None => pages.fill([0; 256]),
            }
        }
    }

    /// A byte of a data page.
    #[inline(always)]
    pub fn byte(&self, page: u8, index: u8) -> u8 {
        self.pages[usize::from(page)][usize::from(index)]
    }

    /// Sets a byte of a data page.
    #[inline(always)]
    pub fn set_byte(&mut self, page: u8, index: u8, value: u8) {
        self.pages[usize::from(page)][usize::from(index)] = value;
    }

    /// A byte by its place, page and offset as one number.
    pub fn at(&self, place: u16) -> u8 {
        self.byte((place >> 8) as u8, place as u8)
    }

    /// Sets a byte by its place.
    pub fn set_at(&mut self, place: u16, value: u8) {
        self.set_byte((place >> 8) as u8, place as u8, value);
    }

    /// A byte variable.
    #[inline(always)]
    pub fn v8(&self, v: u8) -> u8 {
        self.byte(V_PAGE, v)
    }

    /// Sets a byte variable.
    #[inline(always)]
    pub fn set_v8(&mut self, v: u8, value: u8) {
        self.set_byte(V_PAGE, v, value);
    }

    /// A word variable.
    #[inline(always)]
    pub fn v16(&self, v: u8) -> u16 {
        u16::from_le_bytes([self.v8(v), self.v8(v.wrapping_add(1))])
    }

    /// Sets a word variable.
    #[inline(always)]
    pub fn set_v16(&mut self, v: u8, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.set_v8(v, low);
        self.set_v8(v.wrapping_add(1), high);
    }

    /// An entry of a word field or word table.
    #[inline(always)]
    pub fn word(&self, page: u8, index: u8) -> u16 {
        u16::from_le_bytes([
            self.byte(page, index),
            self.byte(page.wrapping_add(1), index),
        ])
    }

    /// Sets an entry of a word field.
    #[inline(always)]
    pub fn set_word(&mut self, page: u8, index: u8, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.set_byte(page, index, low);
        self.set_byte(page.wrapping_add(1), index, high);
    }

    /// The number of a hex within a layer, or that of its last byte where there is none.
    pub fn layer_place(&self, hex: u16) -> u16 {
        u16::from(self.layers.page(hex)) << 8 | hex & 0xFF
    }

    /// Whether a hex number lies within a layer.
    #[inline(always)]
    pub fn in_layer(&self, hex: u16) -> bool {
        hex >> 8 <= u16::from(self.layers.last)
    }

    /// The pages of a layer.
    pub fn layer_mut(&mut self, layer: u8) -> impl Iterator<Item = &mut Page> {
        let first = usize::from(layer);
        self.pages
            .iter_mut()
            .skip(first)
            .take(usize::from(self.layers.last) + 1)
    }

    /// A hex of a layer; see [`LayerPages::page`].
    #[inline(always)]
    pub fn hex(&self, layer: u8, hex: u16) -> u8 {
        self.byte(layer.wrapping_add(self.layers.page(hex)), hex as u8)
    }

    /// Sets a hex of a layer.
    #[inline(always)]
    pub fn set_hex(&mut self, layer: u8, hex: u16, value: u8) {
        self.set_byte(layer.wrapping_add(self.layers.page(hex)), hex as u8, value);
    }
}
