//! The language card: 16 KB of RAM in slot 0, in the place of the ROM from $D000 on, with two banks at $D000.
//!
//! Source: Apple Language System, Installation and Operating Manual, appendix; Understanding the Apple II, chapter 5.

const BANK: usize = 0x1000;

/// The card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageCard {
    /// $E000 to $FFFF, then both banks of $D000 to $DFFF.
    ram: Box<[u8; 0x4000]>,
    /// The RAM is read, not the ROM.
    reads: bool,
    writes: bool,
    /// An odd address was read: the next one allows writing.
    armed: bool,
    bank1: bool,
}

impl Default for LanguageCard {
    fn default() -> Self {
        LanguageCard {
            ram: Box::new([0; 0x4000]),
            reads: false,
            writes: true,
            armed: false,
            bank1: false,
        }
    }
}

impl LanguageCard {
    /// $C080 to $C08F are touched: by a read, or by a write, which never allows writing.
    pub fn switch(&mut self, address: u8, read: bool) {
        let odd = address & 1 != 0;
        self.bank1 = address & 8 != 0;
        self.reads = matches!(address & 3, 0 | 3);
        if !odd {
            self.writes = false;
        } else if read && self.armed {
            self.writes = true;
        }
        self.armed = odd && read;
    }

    fn place(&self, address: u16) -> usize {
        match usize::from(address) {
            at @ 0xE000.. => at - 0xE000,
            at => 0x2000 + usize::from(self.bank1) * BANK + (at & (BANK - 1)),
        }
    }

    /// The byte at an address from $D000 on, if the card answers.
    pub fn read(&self, address: u16) -> Option<u8> {
        self.reads.then(|| self.ram[self.place(address)])
    }

    /// Writes a byte, if that is allowed.
    pub fn write(&mut self, address: u16, value: u8) {
        if self.writes {
            let place = self.place(address);
            self.ram[place] = value;
        }
    }

    /// The RAM at an address, as [`crate::machine::Bank::Ram`] wants it.
    pub fn byte(&self, address: u16) -> u8 {
        self.ram[self.place(address)]
    }

    /// Writes it, whatever the switches say.
    pub fn poke(&mut self, address: u16, value: u8) {
        let place = self.place(address);
        self.ram[place] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_needs_two_reads_and_banks_are_apart() {
        let mut card = LanguageCard::default();
        card.switch(0x02, true);
        card.write(0xD000, 1);
        card.switch(0x0, true);
        assert_eq!(card.read(0xD000), Some(0));
        card.switch(0x3, true);
        card.write(0xD000, 2);
        assert_eq!(card.read(0xD000), Some(0), "one read is not enough");
        card.switch(0x3, true);
        card.write(0xD000, 3);
        card.write(0xE000, 4);
        card.switch(0xB, true);
        assert_eq!(card.read(0xD000), Some(0), "the other bank");
        assert_eq!(card.read(0xE000), Some(4));
        card.switch(0x0, true);
        assert_eq!(card.read(0xD000), Some(3));
        // A write between does not count, and $C081 reads the ROM.
        card.switch(0x1, false);
        card.switch(0x1, true);
        card.write(0xD000, 9);
        assert_eq!(card.read(0xD000), None);
        card.switch(0x0, true);
        assert_eq!(card.read(0xD000), Some(3));
    }
}
