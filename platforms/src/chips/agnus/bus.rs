//! What Agnus drives besides chip RAM, and what she is told over it.

/// Words that Paula asks for in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DmaRequests {
    /// Words of disk data, at most 3.
    pub disk: u8,
    /// Words that are moved in a slot of the disk, at least 1; more only where the drive is faster than a real one. A line's
    /// slots together take no more than are left of the block.
    pub disk_burst: u16,
    /// The disk is written: the words go to Paula.
    pub disk_writes: bool,
    /// Audio channels that want a word, one bit each.
    pub audio: u8,
    /// Audio channels that begin at their location again, one bit each.
    pub audio_restart: u8,
}

impl Default for DmaRequests {
    /// Nothing.
    fn default() -> DmaRequests {
        DmaRequests {
            disk: 0,
            disk_burst: 1,
            disk_writes: false,
            audio: 0,
            audio_restart: 0,
        }
    }
}

/// What Agnus drives besides chip RAM: the other chips' registers and a few wires. Times are slots since power-on.
pub trait RegisterBus {
    /// A register of another chip is written by the copper, by DMA, or by the processor through [`Agnus::write`](super::Agnus::write).
    /// Chips ignore registers that they do not have.
    fn write(&mut self, at: u64, register: u16, value: u16);

    /// A word is fetched for BPL1DAT to BPL6DAT (`plane` 0 to 5).
    fn bitplane(&mut self, at: u64, plane: usize, word: u16);

    /// Words are fetched for several planes, from plane 1 on, and nothing else happens in between: those of a plane are
    /// one slice, high byte first. The first of plane 1 comes in slot `at`, the others `step` slots apart.
    fn bitplane_run(&mut self, at: u64, step: u64, planes: &[&[u8]]) {
        let Some(first) = planes.first() else {
            return;
        };
        for n in 0..first.len() / 2 {
            for (plane, words) in planes.iter().enumerate().rev() {
                let word = u16::from_be_bytes([words[2 * n], words[2 * n + 1]]);
                self.bitplane(at + step * n as u64, plane, word);
            }
        }
    }

    /// Paula's interrupt request bits are set from outside (vertical blank, blitter).
    fn interrupt(&mut self, at: u64, bits: u16);

    /// A line begins while DMA of disk or audio is on: what Paula wants in it.
    fn dma_requests(&mut self, at: u64) -> DmaRequests;

    /// A word from the disk is stored in memory.
    fn disk_word(&mut self, at: u64) -> u16;

    /// The beam goes back to the left after this line (a CIA counts them).
    fn hsync(&mut self, at: u64, line: Line);

    /// The beam goes back to the top after [`RegisterBus::hsync`] of the last line (a CIA counts them); whether the
    /// frame was a long one.
    fn vsync(&mut self, at: u64, long_frame: bool);
}

/// A line that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Counted from 0, the first of the vertical blank.
    pub number: u16,
    /// Slot in which the next one began.
    pub next: u64,
    /// The frame has a line more than a short one.
    pub long_frame: bool,
    /// Short and long frames alternate.
    pub interlaced: bool,
}
