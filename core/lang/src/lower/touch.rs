//! Games that do not redraw by hand: when the hexes that changed are drawn anew. What writes to them is told by `redraw.rs`.

use super::Gen;
use hexfront_isa::ShellCall;

impl Gen<'_> {
    /// The hex in A changed, for the one who moves records.
    pub(super) fn touch_here(&mut self) {
        if self.prog.redraws {
            self.helper("_touch");
        }
    }

    /// Before a shell call at which a player waits, or that he hears: he is to see what led there.
    pub(super) fn before_shell(&mut self, call: ShellCall) {
        let prelude = (self.prog.procs.get(self.proc)).is_some_and(|proc| proc.prelude);
        let waits = match call {
            ShellCall::Event => true,
            // The prelude has sounds of its own for keys that are none.
            ShellCall::Delay | ShellCall::Effect => !prelude,
            _ => false,
        };
        if self.prog.redraws && waits {
            self.helper("_show_changes");
        }
    }
}
