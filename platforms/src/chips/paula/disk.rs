//! Paula's disk controller: bits from and to the drive's head, sync, and words for DMA.

/// DSKLEN: DMA on.
const DMA_ON: u16 = 0x8000;
/// DSKLEN: memory to disk.
const WRITE: u16 = 0x4000;
/// Words in DSKLEN.
const LENGTH: u16 = 0x3FFF;

/// ADKCON: reading begins at the sync word.
const WORDSYNC: u16 = 0x0400;

/// Words that wait between disk and DMA, at most.
const FIFO: usize = 3;

/// What came of a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Events {
    /// The bits under the head equal DSKSYNC.
    pub sync: bool,
    /// All words were transferred.
    pub block_done: bool,
}

/// What DMA does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transfer {
    Off,
    /// Waits for the sync word.
    Waiting,
    Reading,
    Writing,
}

/// The controller.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DiskController {
    dsklen: u16,
    pub dsksync: u16,
    /// The last 16 bits under the head.
    shift: u16,
    /// Bits since the last whole word, and since the last whole byte.
    word_bits: u8,
    byte_bits: u8,
    /// The last whole byte, and whether it was not yet read.
    byte: u8,
    byte_ready: bool,
    transfer: Transfer,
    /// Words still to be moved by DMA.
    left: u16,
    fifo: [u16; FIFO],
    waiting: usize,
    /// Word being written and its bits still to go.
    writing: (u16, u8),
}

impl DiskController {
    pub fn new() -> DiskController {
        DiskController {
            dsklen: 0,
            dsksync: 0,
            shift: 0,
            word_bits: 0,
            byte_bits: 0,
            byte: 0,
            byte_ready: false,
            transfer: Transfer::Off,
            left: 0,
            fifo: [0; FIFO],
            waiting: 0,
            writing: (0, 0),
        }
    }

    /// DSKLEN is written: DMA starts when it is on twice in a row. True if a block of no words was done at once.
    pub fn write_length(&mut self, value: u16, adkcon: u16) -> bool {
        let twice = self.dsklen & value & DMA_ON != 0;
        self.dsklen = value;
        if value & DMA_ON == 0 {
            self.transfer = Transfer::Off;
            return false;
        }
        if !twice {
            return false;
        }
        self.left = value & LENGTH;
        self.waiting = 0;
        self.writing = (0, 0);
        self.transfer = match (value & WRITE != 0, adkcon & WORDSYNC != 0) {
            (true, _) => Transfer::Writing,
            (false, true) => Transfer::Waiting,
            (false, false) => Transfer::Reading,
        };
        if self.transfer == Transfer::Reading {
            self.word_bits = 0;
        }
        if self.left == 0 {
            self.transfer = Transfer::Off;
        }
        self.left == 0
    }

    /// The head writes, not reads.
    pub fn writes(&self) -> bool {
        self.transfer == Transfer::Writing
    }

    /// A transfer is going on.
    pub fn is_busy(&self) -> bool {
        self.transfer != Transfer::Off
    }

    /// Words that DMA may move in a line: those that wait for memory, or those there is room for.
    pub fn requests(&self) -> u8 {
        let words = match self.transfer {
            Transfer::Reading => self.waiting.min(usize::from(self.left)),
            Transfer::Writing => (FIFO - self.waiting).min(usize::from(self.left)),
            Transfer::Off | Transfer::Waiting => 0,
        };
        words as u8
    }

    /// Words that DMA has still to move.
    pub fn left(&self) -> u16 {
        self.left
    }

    /// Bits must pass the head before each slot of DMA has a word to move, or before the block is done.
    pub fn wants_bits(&self) -> bool {
        match self.transfer {
            Transfer::Off => false,
            Transfer::Waiting => true,
            Transfer::Reading => self.waiting < FIFO.min(usize::from(self.left)),
            Transfer::Writing => self.waiting == FIFO || self.left == 0,
        }
    }

    /// A bit passes the head while reading.
    pub fn read_bit(&mut self, bit: bool, adkcon: u16) -> Events {
        let mut events = Events::default();
        self.shift = self.shift << 1 | u16::from(bit);
        self.byte_bits += 1;
        self.word_bits += 1;
        if self.byte_bits == 8 {
            self.byte_bits = 0;
            self.byte = self.shift as u8;
            self.byte_ready = true;
        }
        if self.shift == self.dsksync {
            events.sync = true;
            if adkcon & WORDSYNC != 0 {
                self.byte_bits = 0;
                // The word that lets the transfer begin is not part of it.
                let begins = self.transfer == Transfer::Waiting;
                if begins {
                    self.transfer = Transfer::Reading;
                } else if self.transfer == Transfer::Reading {
                    self.store(self.shift);
                }
                self.word_bits = 0;
                return events;
            }
        }
        if self.word_bits == 16 {
            self.word_bits = 0;
            if self.transfer == Transfer::Reading {
                self.store(self.shift);
            }
        }
        events
    }

    /// A word for DMA; where DMA does not come in time, it is lost.
    fn store(&mut self, word: u16) {
        if self.waiting < FIFO {
            self.fifo[self.waiting] = word;
            self.waiting += 1;
        }
    }

    /// The next bit to write; the transfer is over when the last word has left.
    pub fn write_bit(&mut self) -> (bool, Events) {
        if self.writing.1 == 0 {
            if self.waiting == 0 {
                return (false, Events::default());
            }
            self.writing = (self.take(), 16);
        }
        self.writing.1 -= 1;
        let bit = self.writing.0 >> self.writing.1 & 1 != 0;
        let done = self.writing.1 == 0 && self.waiting == 0 && self.left == 0;
        if done {
            self.transfer = Transfer::Off;
        }
        let events = Events {
            block_done: done,
            sync: false,
        };
        (bit, events)
    }

    fn take(&mut self) -> u16 {
        let word = self.fifo[0];
        self.fifo.rotate_left(1);
        self.waiting = self.waiting.saturating_sub(1);
        word
    }

    /// DMA takes a word to memory; whether it was the last.
    pub fn word_to_memory(&mut self) -> (u16, bool) {
        let word = self.take();
        self.left = self.left.saturating_sub(1);
        let done = self.left == 0 && self.transfer == Transfer::Reading;
        if done {
            self.transfer = Transfer::Off;
        }
        (word, done)
    }

    /// DMA brings a word from memory.
    pub fn word_from_memory(&mut self, word: u16) {
        if self.transfer == Transfer::Writing && self.left > 0 && self.waiting < FIFO {
            self.store(word);
            self.left -= 1;
        }
    }

    /// DSKBYTR: bit 15 a new byte, 14 DMA runs, 13 DSKLEN's direction, 12 sync, 7-0 the byte.
    pub fn status(&self, dma: bool) -> u16 {
        u16::from(self.byte_ready) << 15
            | u16::from(dma && self.is_busy()) << 14
            | (self.dsklen & WRITE) >> 1
            | u16::from(self.shift == self.dsksync) << 12
            | u16::from(self.byte)
    }

    /// DSKBYTR was read.
    pub fn take_byte(&mut self) {
        self.byte_ready = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_more_than_the_block_has_is_not_taken() {
        let mut disk = DiskController::new();
        for _ in 0..2 {
            disk.write_length(DMA_ON | WRITE | 1, 0);
        }
        disk.word_from_memory(0x1234);
        disk.word_from_memory(0x5678);
        assert_eq!((disk.left(), disk.waiting), (0, 1));
    }

    #[test]
    fn the_byte_register_tells_direction_and_sync() {
        let mut disk = DiskController::new();
        disk.dsksync = 0x4489;
        assert_eq!(disk.status(true) & 0x7000, 0);
        disk.write_length(WRITE, 0);
        assert_eq!(disk.status(true) & 0x7000, 0x2000);
        for bit in (0..16).rev() {
            disk.read_bit(0x4489 >> bit & 1 != 0, 0);
        }
        assert_eq!(disk.status(true) & 0x7000, 0x3000);
        disk.read_bit(false, 0);
        assert_eq!(disk.status(true) & 0x7000, 0x2000, "for one bit");
    }
}
