//! Loops that wait for an interrupt: once round such a loop nothing has changed, so that what is due next on the bus may come at once.

use super::{Bus, Mos6502};

/// Bytes that a branch back over such a loop goes, at most.
const LONGEST: u16 = 32;

/// Looks for loops that wait, from instruction to instruction. What it knows holds as long as nobody but the processor touches the bus: a
/// new one has found nothing.
#[derive(Default)]
pub struct Waiting {
    /// Where the instruction before was.
    from: u16,
    /// The processor where it last branched back, the bus's [`Bus::touched`] and its clock.
    last: Option<(Mos6502, u64, u64)>,
}

impl Waiting {
    /// Before an instruction: where the processor has gone round and nothing was touched, the bus may go round in one.
    #[inline]
    pub fn look(&mut self, cpu: &Mos6502, bus: &mut impl Bus) {
        if (1..=LONGEST).contains(&self.from.wrapping_sub(cpu.pc)) {
            self.branched_back(cpu, bus);
        }
        self.from = cpu.pc;
    }

    fn branched_back(&mut self, cpu: &Mos6502, bus: &mut impl Bus) {
        let touched = bus.touched();
        if let Some((before, untouched, since)) = &self.last
            && (before, *untouched) == (cpu, touched)
        {
            bus.go_round(bus.now() - since);
        }
        self.last = Some((*cpu, touched, bus.now()));
    }
}
