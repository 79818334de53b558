//! The Apple II's board: memory, soft switches, and what hangs on them.
//!
//! | addresses | what |
//! | --- | --- |
//! | $0000 to $BFFF | RAM |
//! | $C000, $C010 | keyboard, its strobe |
//! | $C030 | loudspeaker |
//! | $C050 to $C057 | what the picture shows |
//! | $C061 to $C070 | game port |
//! | $C080 to $C08F | language card |
//! | $C0E0 to $C0EF, $C600 | Disk II in slot 6, its boot ROM |
//! | $D000 to $FFFF | ROM, or the language card |

use super::keyboard::Encoder;
use super::language_card::LanguageCard;
use super::palette::Monitor;
use super::ports::GamePort;
use super::video::{Mode, Source, Video};
use super::{Config, Roms};
use crate::cpu::{Bus, NEVER, Since};
use crate::drive::disk2::Card;
use crate::machines::speaker::Speaker;

const IO: u16 = 0xC000;
const ROM: u16 = 0xD000;
/// Slot of the Disk II: its switches, its ROM.
const DISK_SWITCHES: u8 = 0xE0;
const DISK_ROM: u16 = 0xC600;

/// Everything but the processor's registers.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    /// The cycle that comes next.
    pub now: u64,
    pub ram: Box<[u8; IO as usize]>,
    roms: Roms,
    pub mode: Mode,
    pub video: Video,
    pub keys: Encoder,
    pub speaker: Speaker,
    pub game: GamePort,
    pub card: Option<LanguageCard>,
    pub disk: Card,
}

impl Board {
    pub fn new(config: Config, monitor: Monitor, roms: Roms) -> Board {
        let mut ram = Box::new([0; IO as usize]);
        // Dynamic RAM comes up in stripes.
        for (address, byte) in ram.iter_mut().enumerate() {
            *byte = if address & 2 == 0 { 0x00 } else { 0xFF };
        }
        Board {
            now: 0,
            ram,
            roms,
            mode: Mode::default(),
            video: Video::new(config.lines(), monitor),
            keys: Encoder::default(),
            speaker: Speaker::default(),
            game: GamePort::default(),
            card: config.language_card.then(LanguageCard::default),
            disk: Card::default(),
        }
    }

    /// The reset line: the switches of the picture do not hear it, the cards do.
    pub fn reset(&mut self) {
        self.disk.reset(self.now);
    }

    /// Draws what was shown up to now.
    pub fn show(&mut self) {
        let source = Source {
            ram: &self.ram[..],
            chargen: &self.roms.chargen,
            mode: self.mode,
        };
        self.video.catch_up(self.now, source);
    }

    /// What the scanner has just read: nothing else drives the bus.
    fn floating(&self) -> u8 {
        self.ram[usize::from(self.video.address(self.now, self.mode))]
    }

    fn rom(&self, address: u16) -> u8 {
        match address {
            ROM.. => self.roms.monitor[usize::from(address - ROM)],
            DISK_ROM..=0xC6FF => self.roms.disk2[usize::from(address - DISK_ROM)],
            _ => self.floating(),
        }
    }

    /// A switch is touched; what it gives, if it gives anything.
    fn touch(&mut self, address: u8, written: Option<u8>) -> Option<u8> {
        match address {
            0x00..=0x0F => return Some(self.keys.read(self.now)),
            0x10..=0x1F => self.keys.clear_strobe(),
            0x30..=0x3F => self.speaker.toggle(self.now),
            0x50..=0x57 => {
                self.show();
                let on = address & 1 != 0;
                match address & 0x06 {
                    0 => self.mode.text = on,
                    2 => self.mode.mixed = on,
                    4 => self.mode.page2 = on,
                    _ => self.mode.hires = on,
                }
            }
            0x60..=0x6F => {
                let high = self.game.read(self.now, address);
                return Some(self.floating() & 0x7F | u8::from(high) << 7);
            }
            0x70..=0x7F => self.game.trigger(self.now),
            0x80..=0x8F => {
                if let Some(card) = &mut self.card {
                    card.switch(address, written.is_none());
                }
            }
            DISK_SWITCHES..=0xEF => match written {
                Some(value) => self.disk.write(self.now, address & 15, value),
                None => return self.disk.read(self.now, address & 15),
            },
            _ => {}
        }
        None
    }

    /// What the processor would read, without effects.
    pub fn peek(&self, address: u16) -> u8 {
        match address {
            0..IO => self.ram[usize::from(address)],
            0xC000..=0xC00F => self.keys.peek(),
            0xC0E0..=0xC0EF => {
                let data = self.disk.peek(self.now, address as u8 & 15);
                data.unwrap_or_else(|| self.floating())
            }
            ROM.. => {
                let card = self.card.as_ref().and_then(|card| card.read(address));
                card.unwrap_or_else(|| self.rom(address))
            }
            _ => self.rom(address),
        }
    }

    /// The RAM at an address, whatever lies over it.
    pub fn ram_at(&self, address: u16) -> u8 {
        match (address, &self.card) {
            (0..IO, _) => self.ram[usize::from(address)],
            (ROM.., Some(card)) => card.byte(address),
            _ => 0xFF,
        }
    }

    /// Writes RAM, whatever lies over it.
    pub fn poke(&mut self, address: u16, value: u8) {
        match (address, &mut self.card) {
            (0..IO, _) => self.store(address, value),
            (ROM.., Some(card)) => card.poke(address, value),
            _ => {}
        }
    }

    /// A byte of RAM; the picture is drawn up to now if it may show it.
    fn store(&mut self, address: u16, value: u8) {
        let shown = if self.mode.hires {
            0x0400..0x6000
        } else {
            0x0400..0x0C00
        };
        if shown.contains(&address) && self.ram[usize::from(address)] != value {
            self.show();
        }
        self.ram[usize::from(address)] = value;
    }
}

impl Bus for Board {
    fn read(&mut self, address: u16) -> u8 {
        let value = match address {
            0..IO => self.ram[usize::from(address)],
            0xC000..=0xC0FF => {
                let given = self.touch(address as u8, None);
                given.unwrap_or_else(|| self.floating())
            }
            ROM.. => {
                let card = self.card.as_ref().and_then(|card| card.read(address));
                card.unwrap_or_else(|| self.rom(address))
            }
            _ => self.rom(address),
        };
        self.now += 1;
        value
    }

    fn write(&mut self, address: u16, value: u8) {
        match address {
            0..IO => self.store(address, value),
            0xC000..=0xC0FF => drop(self.touch(address as u8, Some(value))),
            ROM.. => {
                if let Some(card) = &mut self.card {
                    card.write(address, value);
                }
            }
            _ => {}
        }
        self.now += 1;
    }

    fn idle(&mut self, cycles: u32) {
        self.now += u64::from(cycles);
    }

    fn now(&self) -> u64 {
        self.now
    }

    /// No card here interrupts.
    fn irq_at(&mut self, _: u64) -> bool {
        false
    }

    fn nmi_since(&mut self) -> Since {
        NEVER
    }

    fn take_nmi(&mut self) {}
}
