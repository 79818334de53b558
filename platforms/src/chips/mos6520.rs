//! MOS 6520 PIA, peripheral interface adapter: two ports of eight lines, each with two control lines.
//!
//! Sources: MOS 6520 data sheet; A. Lee, Altirra Hardware Reference Manual, chapter 6 (edges that the chip makes itself).
//!
//! **Not emulated**: the handshake and pulse modes of CA2 and CB2 as outputs; there they stay high.

/// Register 0 (by address lines as the chip has them): port A's data or direction.
pub const PORTA: u8 = 0;
/// Port A's control.
pub const CRA: u8 = 1;
/// Port B's data or direction.
pub const PORTB: u8 = 2;
/// Port B's control.
pub const CRB: u8 = 3;

/// Control register: bit 7 C1 has changed, 6 C2 has, 5 C2 is an output, 4-3 what it does, 2 data (0: direction), 1 C1's edge, 0 C1
/// interrupts.
const C1_FLAG: u8 = 0x80;
const C2_FLAG: u8 = 0x40;
const C2_OUTPUT: u8 = 0x20;
const C2_RISING: u8 = 0x10;
const C2_MANUAL: u8 = 0x10;
const C2_LEVEL: u8 = 0x08;
const C2_IRQ: u8 = 0x08;
const DATA: u8 = 0x04;
const C1_RISING: u8 = 0x02;
const C1_IRQ: u8 = 0x01;

/// One of the ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// What is written, and which lines are outputs.
    output: u8,
    direction: u8,
    control: u8,
    /// Levels of the control lines as they come in.
    c1: bool,
    c2: bool,
    side: Side,
    /// C2 was driven low by hand, and has risen since; on port A it is enough that it was.
    low: bool,
    edge: bool,
}

/// Which port it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    A,
    B,
}

impl Port {
    fn new(side: Side) -> Port {
        Port {
            side,
            low: false,
            edge: false,
            output: 0,
            direction: 0,
            control: 0,
            c1: true,
            c2: true,
        }
    }

    /// The lines' levels: outputs as written, inputs as they come.
    pub fn pins(&self, inputs: u8) -> u8 {
        self.output & self.direction | inputs & !self.direction
    }

    /// The level of the second control line: high unless the chip drives it low.
    pub fn c2(&self) -> bool {
        self.control & (C2_OUTPUT | C2_MANUAL | C2_LEVEL) != C2_OUTPUT | C2_MANUAL
    }

    /// Levels of the control lines, as others drive them; an edge is noted.
    pub fn set_controls(&mut self, c1: bool, c2: bool) {
        if c1 != self.c1 && c1 == (self.control & C1_RISING != 0) {
            self.control |= C1_FLAG;
        }
        let input = self.control & C2_OUTPUT == 0;
        if input && c2 != self.c2 && c2 == (self.control & C2_RISING != 0) {
            self.control |= C2_FLAG;
        }
        (self.c1, self.c2) = (c1, c2);
    }

    /// Whether its interrupt line is asserted.
    pub fn irq(&self) -> bool {
        let c2 = self.control & (C2_OUTPUT | C2_FLAG | C2_IRQ) == C2_FLAG | C2_IRQ;
        self.control & (C1_FLAG | C1_IRQ) == C1_FLAG | C1_IRQ || c2
    }

    fn peek(&self, control: bool, inputs: u8) -> u8 {
        match (control, self.control & DATA != 0) {
            (true, _) => self.control,
            (false, true) => self.pins(inputs),
            (false, false) => self.direction,
        }
    }

    /// A rising edge that the chip itself makes on its second control line is seen when the line becomes an input; the ports keep it in
    /// different ways. As an output the line has no flag.
    fn set_control(&mut self, value: u8) {
        let seen = match (self.side, value & (C2_OUTPUT | C2_MANUAL | C2_LEVEL)) {
            (Side::A, 0x10 | 0x18) | (Side::B, 0x00 | 0x08 | 0x10 | 0x18) => {
                self.low = false;
                std::mem::take(&mut self.edge)
            }
            (Side::A, 0x30) => {
                self.edge = true;
                false
            }
            (Side::A, 0x00 | 0x08 | 0x28) | (Side::B, 0x20) => {
                self.edge = false;
                false
            }
            (Side::B, 0x28 | 0x30) => {
                self.edge = false;
                self.low = value & C2_MANUAL != 0;
                false
            }
            (Side::B, 0x38) => {
                self.edge |= std::mem::take(&mut self.low);
                false
            }
            _ => false,
        };
        self.control = self.control & (C1_FLAG | C2_FLAG) | value & 0x3F;
        if seen {
            self.control |= C2_FLAG;
        }
        if value & C2_OUTPUT != 0 {
            self.control &= !C2_FLAG;
        }
    }

    fn write(&mut self, control: bool, value: u8) {
        match (control, self.control & DATA != 0) {
            (true, _) => self.set_control(value),
            (false, true) => self.output = value,
            (false, false) => self.direction = value,
        }
    }
}

/// The chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mos6520 {
    /// Port A.
    pub a: Port,
    /// Port B.
    pub b: Port,
}

impl Default for Mos6520 {
    fn default() -> Self {
        Mos6520::new()
    }
}

impl Mos6520 {
    /// Power-on: all lines are inputs.
    pub fn new() -> Mos6520 {
        Mos6520 {
            a: Port::new(Side::A),
            b: Port::new(Side::B),
        }
    }

    /// The reset line: all registers are cleared.
    pub fn reset(&mut self) {
        *self = Mos6520::new();
    }

    fn port(&self, register: u8) -> &Port {
        if register & PORTB == 0 {
            &self.a
        } else {
            &self.b
        }
    }

    fn port_mut(&mut self, register: u8) -> &mut Port {
        if register & PORTB == 0 {
            &mut self.a
        } else {
            &mut self.b
        }
    }

    /// Reads a register; `inputs` are the levels that others drive on its port. Reading data clears the port's interrupts.
    pub fn read(&mut self, register: u8, inputs: u8) -> u8 {
        let value = self.peek(register, inputs);
        let port = self.port_mut(register);
        if register & CRA == 0 && port.control & DATA != 0 {
            port.control &= !(C1_FLAG | C2_FLAG);
        }
        value
    }

    /// Reads a register without effects.
    pub fn peek(&self, register: u8, inputs: u8) -> u8 {
        self.port(register).peek(register & CRA != 0, inputs)
    }

    /// Writes a register.
    pub fn write(&mut self, register: u8, value: u8) {
        self.port_mut(register).write(register & CRA != 0, value);
    }

    /// Whether one of the interrupt lines is asserted.
    pub fn irq(&self) -> bool {
        self.a.irq() || self.b.irq()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_as_written_and_inputs_as_they_come() {
        let mut pia = Mos6520::new();
        pia.write(PORTA, 0x0F);
        pia.write(CRA, DATA);
        pia.write(PORTA, 0x35);
        assert_eq!(pia.read(PORTA, 0xA0), 0xA5);
        pia.write(CRA, 0);
        assert_eq!(pia.read(PORTA, 0xA0), 0x0F);
        assert_eq!(pia.b.pins(0x12), 0x12);
    }

    #[test]
    fn an_edge_interrupts_until_the_data_is_read() {
        let mut pia = Mos6520::new();
        pia.write(CRB, DATA | C1_IRQ);
        pia.b.set_controls(false, true);
        assert!(pia.irq());
        assert_eq!(pia.peek(CRB, 0), C1_FLAG | DATA | C1_IRQ);
        pia.read(PORTB, 0);
        assert!(!pia.irq());
        // The other edge was not asked for.
        pia.b.set_controls(true, true);
        assert!(!pia.irq());
        pia.write(CRB, DATA | C1_RISING);
        pia.b.set_controls(false, true);
        pia.b.set_controls(true, true);
        assert_eq!(pia.peek(CRB, 0) & C1_FLAG, C1_FLAG);
        assert!(!pia.irq());
    }

    #[test]
    fn the_second_control_line_is_driven_by_two_bits() {
        let mut pia = Mos6520::new();
        assert!(pia.a.c2());
        pia.write(CRA, C2_OUTPUT | C2_MANUAL);
        assert!(!pia.a.c2());
        pia.write(CRA, C2_OUTPUT | C2_MANUAL | C2_LEVEL);
        assert!(pia.a.c2());
    }

    #[test]
    fn a_level_that_stays_is_no_edge_and_reset_clears_all() {
        let mut pia = Mos6520::new();
        pia.write(CRA, DATA | C1_IRQ);
        pia.a.set_controls(false, true);
        pia.read(PORTA, 0);
        pia.a.set_controls(false, true);
        assert!(!pia.irq());
        pia.a.set_controls(true, true);
        pia.a.set_controls(false, true);
        assert!(pia.irq());
        pia.reset();
        assert!(!pia.irq());
        assert_eq!(pia.peek(CRA, 0), 0);
    }
}
