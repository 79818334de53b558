//! A picture of the VIC-II, and what its rows were drawn from.

use super::WIDTH;
use super::draw::Look;

/// Graphics data of a line by column, with the character and colour that they are shown with (0 in idle state).
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Cells {
    pub(super) data: [u8; 40],
    pub(super) matrix: [u8; 40],
    pub(super) colours: [u8; 40],
}

impl Cells {
    /// Nothing but background.
    pub(super) const BLANK: Cells = Cells {
        data: [0; 40],
        matrix: [0; 40],
        colours: [0; 40],
    };
}

/// All that a row without sprites shows, if nothing changed while it was shown.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Source {
    pub(super) cells: Cells,
    pub(super) look: Look,
    pub(super) scroll: usize,
    /// The border is on at its beginning, and for the whole line.
    pub(super) main_border: bool,
    pub(super) vertical_border: bool,
    /// Where the border ends and begins.
    pub(super) side_edges: [usize; 2],
}

/// The rows of a picture. What is known of how they were drawn saves time and is no state: it is neither copied nor compared.
pub(super) struct Picture {
    pixels: Vec<u16>,
    sources: Vec<Option<Source>>,
}

impl Clone for Picture {
    fn clone(&self) -> Picture {
        Picture {
            pixels: self.pixels.clone(),
            sources: vec![None; self.sources.len()],
        }
    }
}

impl PartialEq for Picture {
    fn eq(&self, other: &Picture) -> bool {
        self.pixels == other.pixels
    }
}

impl Picture {
    /// So many black rows.
    pub(super) fn new(rows: u16) -> Picture {
        let rows = usize::from(rows);
        Picture {
            pixels: vec![0; WIDTH * rows],
            sources: vec![None; rows],
        }
    }

    /// The colours, row by row.
    pub(super) fn pixels(&self) -> &[u16] {
        &self.pixels
    }

    /// Whether a row already shows just this.
    pub(super) fn shows(&self, row: usize, source: &Source) -> bool {
        self.sources[row].as_ref() == Some(source)
    }

    /// Takes the colours of a row, and what they were drawn from if that is known.
    pub(super) fn set_row(&mut self, row: usize, colours: &[u8], source: Option<Source>) {
        let pixels = &mut self.pixels[row * WIDTH..(row + 1) * WIDTH];
        for (pixel, colour) in pixels.iter_mut().zip(colours) {
            *pixel = u16::from(*colour);
        }
        self.sources[row] = source;
    }
}
