//! A picture, and what its rows were drawn from.

use super::objects::Objects;
use super::{Hits, Look, WIDTH};

/// What a row was drawn from, its codes aside, and what came of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    /// The registers.
    pub look: Look,
    /// The collisions in the row.
    pub hits: Hits,
    /// The objects behind it.
    pub after: Objects,
}

/// The rows of a picture. What is known of how they were drawn saves time and is no state: it is neither copied nor compared.
#[derive(Debug)]
pub(super) struct Canvas {
    pixels: Vec<u16>,
    drawn: Vec<Option<Drawn>>,
    codes: Vec<[u8; 256]>,
}

impl Clone for Canvas {
    fn clone(&self) -> Canvas {
        Canvas {
            pixels: self.pixels.clone(),
            ..Canvas::new(self.drawn.len())
        }
    }
}

impl PartialEq for Canvas {
    fn eq(&self, other: &Canvas) -> bool {
        self.pixels == other.pixels
    }
}

impl Canvas {
    /// So many black rows.
    pub fn new(rows: usize) -> Canvas {
        Canvas {
            pixels: vec![0; WIDTH * rows],
            drawn: vec![None; rows],
            codes: vec![[0; 256]; rows],
        }
    }

    pub fn pixels(&self) -> &[u16] {
        &self.pixels
    }

    pub fn pixels_mut(&mut self) -> &mut [u16] {
        &mut self.pixels
    }

    /// What came of a row, if it was last drawn from just this.
    pub fn drawn(&self, row: usize, look: &Look, codes: &[u8; 256]) -> Option<Drawn> {
        let drawn = self.drawn[row].as_ref()?;
        (drawn.look == *look && self.codes[row] == *codes).then_some(*drawn)
    }

    /// A row was drawn from this.
    pub fn note(&mut self, row: usize, drawn: Drawn, codes: &[u8; 256]) {
        self.drawn[row] = Some(drawn);
        self.codes[row] = *codes;
    }

    /// A row was drawn from registers that changed.
    pub fn forget(&mut self, row: usize) {
        self.drawn[row] = None;
    }
}
