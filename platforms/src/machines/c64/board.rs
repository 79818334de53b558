//! The C64's board: memory, chips, and the wires between them.

use super::keyboard::Matrix;
use super::{Roms, Video};
use crate::chips::mos6510::Port6510;
use crate::chips::mos6526::{self, Mos6526, Revision};
use crate::chips::mos6569::{self, Memory, VicII};
use crate::chips::mos6581::Mos6581;
use crate::chips::mos906114::{self, Region};
use crate::cpu::{Bus, NEVER, Since};
use crate::drive::mos1541::Mos1541;
use crate::iec::{IecBus, Lines};
use crate::machine::Joystick;
use std::ops::Range;

/// CIA 2 port A: bits 0-1 VIC bank (inverted), 3 ATN out, 4 CLK out, 5 DATA out, 6 CLK in, 7 DATA in.
const ATN_OUT: u8 = 0x08;
const CLK_OUT: u8 = 0x10;
const DATA_OUT: u8 = 0x20;
const CLK_IN: u8 = 0x40;
const DATA_IN: u8 = 0x80;

/// Everything but the processor's registers.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    /// The cycle that comes next.
    pub now: u64,
    pub ram: Box<[u8; 0x1_0000]>,
    colour: Box<[u8; 0x400]>,
    roms: Roms,
    port: Port6510,
    map: [Region; 16],
    pub vic: VicII,
    cia1: Mos6526,
    cia2: Mos6526,
    pub sid: Mos6581,
    pub drive: Mos1541,
    iec: IecBus,
    pub keys: Matrix,
    /// RESTORE is held down.
    pub restore: bool,
    /// Ports 1 and 2: switches as they pull CIA lines down.
    joysticks: [u8; 2],
    /// Which of the VIC's 16 KB are in use by the VIC, as pages of the whole memory.
    shown_pages: [bool; 256],
    /// From this cycle on the VIC may take the bus.
    busy_from: u64,
    /// When a chip must be caught up next.
    next_event: u64,
    irq_since: Since,
    /// The cycles in which IRQ was asserted the last time before.
    irq_was: Range<u64>,
    /// The NMI line is asserted; the edge counts.
    nmi_line: bool,
    nmi_since: Since,
    /// See [`Bus::touched`].
    touched: u64,
}

impl Board {
    pub fn new(video: Video, cias: Revision, roms: Roms) -> Board {
        let timing = match video {
            Video::Pal => &mos6569::PAL,
            Video::Ntsc => &mos6569::NTSC,
        };
        let mains_hz = match video {
            Video::Pal => 50,
            Video::Ntsc => 60,
        };
        let mut board = Board {
            now: 0,
            ram: Box::new([0; 0x1_0000]),
            colour: Box::new([0; 0x400]),
            roms,
            port: Port6510::new(),
            map: mos906114::map(7),
            vic: VicII::new(timing),
            cia1: Mos6526::new(cias, timing.clock_hz, mains_hz),
            cia2: Mos6526::new(cias, timing.clock_hz, mains_hz),
            sid: Mos6581::new(timing.clock_hz),
            drive: Mos1541::new(8, timing.clock_hz),
            iec: IecBus::default(),
            keys: Matrix::default(),
            restore: false,
            joysticks: [0; 2],
            shown_pages: [false; 256],
            busy_from: 0,
            next_event: 0,
            irq_since: NEVER,
            irq_was: 0..0,
            nmi_line: false,
            nmi_since: NEVER,
            touched: 0,
        };
        // Dynamic RAM comes up in stripes.
        for (address, byte) in board.ram.iter_mut().enumerate() {
            *byte = if address & 0x40 == 0 { 0x00 } else { 0xFF };
        }
        board.reset();
        board
    }

    /// The reset line: it goes to the processor, both CIAs, the SID and the serial bus; the VIC has none.
    pub fn reset(&mut self) {
        self.port = Port6510::new();
        self.map = mos906114::map(self.port.banking());
        self.cia1.reset(self.now);
        self.cia2.reset(self.now);
        self.sid.reset();
        self.drive.reset();
        self.nmi_since = NEVER;
        self.drive_lines();
        self.note_shown_pages();
        self.update_lines();
    }

    /// Sets the switches of a joystick: port 1 hangs on CIA 1 port B, port 2 on port A.
    pub fn set_joystick(&mut self, port: u8, switches: Joystick) {
        let Joystick {
            up,
            down,
            left,
            right,
            fire,
        } = switches;
        if let 1 | 2 = port {
            let bits = [up, down, left, right, fire];
            self.joysticks[usize::from(port - 1)] = bits
                .iter()
                .enumerate()
                .fold(0, |mask, (i, on)| mask | u8::from(*on) << i);
        }
    }

    /// Presses RESTORE or lets it go: it pulls the NMI line down.
    pub fn set_restore(&mut self, down: bool) {
        self.restore = down;
        self.update_lines();
    }

    /// The levels on CIA 1's ports: outputs, pulled down by joysticks and through the keys.
    fn keyboard_pins(&self, cia1: &Mos6526) -> (u8, u8) {
        let a = cia1.port_a() & !self.joysticks[1];
        let b = cia1.port_b() & !self.joysticks[0];
        (a & !self.keys.columns(b), b & !self.keys.rows(a))
    }

    /// The levels on CIA 2's ports; a line of the serial bus that is asserted reads 0.
    fn serial_pins(&self, cia2: &Mos6526) -> (u8, u8) {
        let lines = self.iec.lines();
        let down = if lines.clk { CLK_IN } else { 0 } | if lines.data { DATA_IN } else { 0 };
        (cia2.port_a() & !down, cia2.port_b())
    }

    /// CIA 2 port A drives the serial bus through inverters.
    fn drive_lines(&mut self) {
        let out = self.cia2.port_a();
        self.iec.host = Lines {
            atn: out & ATN_OUT != 0,
            clk: out & CLK_OUT != 0,
            data: out & DATA_OUT != 0,
        };
        self.tick_drive();
    }

    /// Brings the drive up to the current cycle. It is due whenever its lines are looked at or the computer's change.
    pub fn tick_drive(&mut self) {
        self.drive.tick(self.now, &mut self.iec);
    }

    /// The VIC sees the 16 KB that CIA 2 port A selects, inverted.
    fn bank(&self) -> u8 {
        !self.cia2.port_a() & 3
    }

    fn note_shown_pages(&mut self) {
        let bank = usize::from(self.bank()) << 6;
        self.shown_pages = [false; 256];
        for page in 0..64 {
            let first = (page as u16) << 8;
            self.shown_pages[bank + page] = self.vic.shows(first) || self.vic.shows(first | 0xFF);
        }
    }

    /// The character set that a value of $D018 chooses in the VIC's present bank.
    pub fn character_set(&self, pointers: u8) -> &[u8; 0x800] {
        let memory = Memory {
            ram: &self.ram,
            chargen: &self.roms.chargen,
            colour: &self.colour,
            bank: self.bank(),
        };
        memory.character_set(u16::from(pointers & 0x0E) << 10)
    }

    /// Brings the VIC up to the current cycle.
    fn catch_up_vic(&mut self) {
        let memory = Memory {
            ram: &self.ram,
            chargen: &self.roms.chargen,
            colour: &self.colour,
            bank: self.bank(),
        };
        self.vic.catch_up(self.now, memory);
    }

    /// The VIC may hold the bus: waits until it lets go.
    #[cold]
    fn wait_for_bus(&mut self) {
        let memory = Memory {
            ram: &self.ram,
            chargen: &self.roms.chargen,
            colour: &self.colour,
            bank: self.bank(),
        };
        let released = self.vic.release(self.now, memory);
        self.touched += released - self.now;
        self.now = released;
        self.busy_from = self.vic.next_busy(self.now);
    }

    /// Brings every chip that makes interrupts up to the last cycle done.
    #[cold]
    pub fn service(&mut self) {
        let next = self.now;
        self.now -= 1;
        self.catch_up_vic();
        self.cia1.catch_up(self.now);
        self.cia2.catch_up(self.now);
        self.now = next;
        self.update_lines();
    }

    /// Before an access that may release an interrupt line: that it was asserted counts all the same.
    fn note_lines(&mut self, may_release: bool) {
        if may_release {
            self.update_lines();
        }
    }

    /// VIC and CIA 1 drive IRQ; CIA 2 and RESTORE drive NMI.
    fn update_lines(&mut self) {
        let irq_since = self.vic.irq_since().min(self.cia1.irq_since());
        if irq_since > self.irq_since {
            // An access in this cycle released the line.
            self.irq_was = self.irq_since..self.now + 1;
        }
        self.irq_since = irq_since;
        let nmi = self.cia2.irq_since() != NEVER || self.restore;
        match (nmi, self.nmi_line) {
            (true, false) if self.restore => self.nmi_since = self.now,
            (true, false) => self.nmi_since = self.cia2.irq_since(),
            // The interrupt was to come in the next cycle, and was taken back.
            (false, true) if self.nmi_since > self.now => self.nmi_since = NEVER,
            _ => {}
        }
        self.nmi_line = nmi;
        self.next_event = self
            .vic
            .next_event()
            .min(self.cia1.next_event())
            .min(self.cia2.next_event());
    }

    fn read_io(&mut self, address: u16) -> u8 {
        self.touched += 1;
        let register = address as u8;
        let value = match address >> 8 & 0x0F {
            0x0..=0x3 => {
                self.catch_up_vic();
                self.vic.read(register & 0x3F)
            }
            0x4..=0x7 => self.sid.read(self.now, register & 0x1F),
            0x8..=0xB => return self.colour[usize::from(address & 0x3FF)] | 0xF0,
            0xC => {
                self.cia1.catch_up(self.now);
                self.note_lines(register & 0x0F == mos6526::ICR);
                let (a, b) = self.keyboard_pins(&self.cia1);
                self.cia1.read(self.now, register & 0x0F, a, b)
            }
            0xD => {
                self.tick_drive();
                self.cia2.catch_up(self.now);
                self.note_lines(register & 0x0F == mos6526::ICR);
                let (a, b) = self.serial_pins(&self.cia2);
                self.cia2.read(self.now, register & 0x0F, a, b)
            }
            // Nothing answers without a cartridge.
            _ => return 0xFF,
        };
        self.update_lines();
        value
    }

    fn write_io(&mut self, address: u16, value: u8) {
        self.touched += 1;
        let register = address as u8;
        match address >> 8 & 0x0F {
            0x0..=0x3 => {
                self.catch_up_vic();
                self.note_lines(matches!(
                    register & 0x3F,
                    mos6569::IRQ_FLAGS | mos6569::IRQ_MASK
                ));
                self.vic.write(self.now, register & 0x3F, value);
                match register & 0x3F {
                    mos6569::CR1 | mos6569::POINTERS | mos6569::SPRITE_ENABLE => {
                        self.note_shown_pages();
                        self.busy_from = self.now;
                    }
                    _ => {}
                }
            }
            0x4..=0x7 => return self.sid.write(self.now, register & 0x1F, value),
            0x8..=0xB => {
                self.catch_up_vic();
                self.colour[usize::from(address & 0x3FF)] = value & 0x0F;
                return;
            }
            0xC => self.cia1.write(self.now, register & 0x0F, value),
            0xD => {
                self.catch_up_vic();
                let bank = self.bank();
                self.cia2.write(self.now, register & 0x0F, value);
                self.drive_lines();
                if self.bank() != bank {
                    self.note_shown_pages();
                }
            }
            _ => return,
        }
        self.update_lines();
    }

    fn write_port(&mut self, address: u16, value: u8) {
        self.touched += 1;
        match address {
            0 => self.port.write_direction(self.now, value),
            _ => self.port.write_data(value),
        }
        self.map = mos906114::map(self.port.banking());
    }

    /// What a read by the processor would give, without side effects.
    pub fn peek(&self, address: u16) -> u8 {
        let register = address as u8;
        match self.map[usize::from(address >> 12)] {
            Region::Io => match address >> 8 & 0x0F {
                0x0..=0x3 => self.vic.peek(register & 0x3F),
                0x4..=0x7 => self.sid.peek(register & 0x1F),
                0x8..=0xB => self.colour[usize::from(address & 0x3FF)] | 0xF0,
                0xC => {
                    let cia = self.cia1.at(self.now);
                    let (a, b) = self.keyboard_pins(&cia);
                    cia.peek(register & 0x0F, a, b)
                }
                0xD => {
                    let cia = self.cia2.at(self.now);
                    let (a, b) = self.serial_pins(&cia);
                    cia.peek(register & 0x0F, a, b)
                }
                _ => 0xFF,
            },
            region => self.memory(region, address),
        }
    }

    /// Memory that answers in a region other than I/O.
    #[inline]
    fn memory(&self, region: Region, address: u16) -> u8 {
        match region {
            Region::Basic => self.roms.basic[usize::from(address & 0x1FFF)],
            Region::Kernal => self.roms.kernal[usize::from(address & 0x1FFF)],
            Region::Chargen => self.roms.chargen[usize::from(address & 0x0FFF)],
            Region::Ram | Region::Io => match address {
                0 => self.port.direction(),
                1 => self.port.pins(self.now),
                _ => self.ram[usize::from(address)],
            },
        }
    }
}

impl Bus for Board {
    #[inline]
    fn read(&mut self, address: u16) -> u8 {
        if self.now >= self.busy_from {
            self.wait_for_bus();
        }
        // Most reads by far.
        let region = self.map[usize::from(address >> 12)];
        let value = if region == Region::Ram && address >= 2 {
            self.ram[usize::from(address)]
        } else if region == Region::Io {
            self.read_io(address)
        } else {
            // The processor's port reads other levels after some time.
            self.touched += u64::from(address < 2);
            self.memory(region, address)
        };
        self.now += 1;
        value
    }

    #[inline]
    fn write(&mut self, address: u16, value: u8) {
        if address < 2 {
            self.write_port(address, value);
        } else if self.map[usize::from(address >> 12)] == Region::Io {
            self.write_io(address, value);
        } else {
            if self.shown_pages[usize::from(address >> 8)] {
                self.catch_up_vic();
            }
            let old = std::mem::replace(&mut self.ram[usize::from(address)], value);
            self.touched += u64::from(old != value);
        }
        self.now += 1;
    }

    #[inline]
    fn idle(&mut self, cycles: u32) {
        let end = self.now + u64::from(cycles);
        if end <= self.busy_from {
            self.now = end;
            return;
        }
        for _ in 0..cycles {
            if self.now >= self.busy_from {
                self.wait_for_bus();
            }
            self.now += 1;
        }
    }

    fn now(&self) -> u64 {
        self.now
    }

    #[inline]
    fn irq_at(&mut self, cycle: u64) -> bool {
        if self.next_event < self.now {
            self.service();
        }
        self.irq_since <= cycle || self.irq_was.contains(&cycle)
    }

    #[inline]
    fn nmi_since(&mut self) -> Since {
        if self.next_event < self.now {
            self.service();
        }
        self.nmi_since
    }

    fn take_nmi(&mut self) {
        self.touched += 1;
        self.nmi_since = NEVER;
    }

    fn touched(&self) -> u64 {
        self.touched
    }

    fn go_round(&mut self, cycles: u64) {
        // An interrupt that was not sampled yet comes in this round.
        if self.irq_since == NEVER && self.nmi_since == NEVER {
            let due = self.busy_from.min(self.next_event);
            self.now += due.saturating_sub(self.now) / cycles * cycles;
        }
    }
}
