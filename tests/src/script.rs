//! A shell for the tests of the rules machines.

use hexfront_isa::ShellCall;
use hexfront_isa::cartridge::Cartridge;
use hexfront_vm::{Memory, Shell};

/// A shell that answers by the number of calls so far and remembers what it was asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// Keys that a player presses first, in ASCII.
    pub opening: &'static [u8],
    /// Keys that he presses then, at random; none: every answer is a random number.
    pub keys: &'static [u8],
    /// Keys pressed so far.
    pub pressed: usize,
    /// Calls with their arguments.
    pub calls: Vec<(ShellCall, [u16; 4])>,
}

impl Script {
    /// Remembers the call and answers it.
    pub fn answer(&mut self, call: ShellCall, io: [u16; 4]) -> u16 {
        self.calls.push((call, io));
        let mixed = hexfront_vm::random::step((self.calls.len() as u32).wrapping_mul(0x9E37_79B9));
        let random = (mixed >> 12) as u16;
        match call {
            _ if self.keys.is_empty() => random,
            ShellCall::Event => {
                let any = self.keys[usize::from(random) % self.keys.len()];
                self.pressed += 1;
                self.opening
                    .get(self.pressed - 1)
                    .copied()
                    .unwrap_or(any)
                    .into()
            }
            ShellCall::Capability => [40, 13, 7, 0, 16][usize::from(io[0]).min(4)],
            ShellCall::Load => 1,
            ShellCall::Entropy => random,
            _ => 0,
        }
    }
}

impl Shell for Script {
    fn call(
        &mut self,
        call: ShellCall,
        io: [u16; 4],
        _: &Cartridge<'_>,
        _: &mut Memory,
    ) -> Option<u16> {
        Some(self.answer(call, io))
    }
}
