//! Places in the V page: globals first, then the locals of procedures, which share their bytes along the call
//! graph: two procedures of which neither calls the other, directly or not, may use the same bytes.

use crate::hir::Program;
use crate::lower::lir::{Code, Slot};
use alloc::vec;
use alloc::vec::Vec;
use hexfront_isa::{V_FREE, V_REFUSED};

/// Bytes of the parameters of floods.
const FLOOD_BYTES: usize = 8;

/// Offsets of everything in V.
pub(crate) struct Slots {
    vars: Vec<u8>,
    flood: usize,
    /// First byte of each procedure's locals, and the offset of each in them.
    bases: Vec<usize>,
    offsets: Vec<Vec<usize>>,
    /// Bytes of globals, and the end of the deepest locals (256 is full).
    pub globals: usize,
    pub end: usize,
    /// The procedure whose locals reach furthest.
    pub deepest: usize,
}

impl Slots {
    /// Lays out V. The result is usable if `end` is at most 256.
    pub(crate) fn new(
        prog: &Program,
        code: &[Option<Code>],
        used: &dyn Fn(usize) -> bool,
        floods: bool,
    ) -> Slots {
        let mut vars = vec![0; prog.vars.len()];
        let flood = usize::from(V_FREE);
        let mut at = flood + if floods { FLOOD_BYTES } else { 0 };
        let refused = prog
            .vars
            .iter()
            .position(|v| v.name == crate::lower::REFUSED);
        if let Some(refused) = refused {
            vars[refused] = V_REFUSED;
        }
        for width in [2, 1] {
            for (i, var) in prog.vars.iter().enumerate() {
                if var.ty.width() == width && used(i) && Some(i) != refused {
                    vars[i] = at.min(255) as u8;
                    at += width;
                }
            }
        }
        let globals = at;
        let first = at.next_multiple_of(2);
        let mut offsets = Vec::new();
        let mut sizes = Vec::new();
        for code in code {
            let widths: &[usize] = code.as_ref().map_or(&[], |c| &c.locals);
            let words = 2 * widths.iter().filter(|w| **w == 2).count();
            let (mut word, mut byte) = (0, words);
            let mut own = Vec::new();
            for width in widths {
                let next = if *width == 2 { &mut word } else { &mut byte };
                own.push(*next);
                *next += width;
            }
            offsets.push(own);
            sizes.push(byte.next_multiple_of(2));
        }
        let mut bases = vec![first; code.len()];
        // The call graph has no cycles: as many rounds as it is deep settle it.
        for _ in 0..code.len() {
            let mut changed = false;
            for (i, own) in code.iter().enumerate() {
                for call in own.iter().flat_map(|c| &c.calls) {
                    let least = bases[i] + sizes[i];
                    if bases[*call] < least {
                        bases[*call] = least;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let ends: Vec<usize> = bases.iter().zip(&sizes).map(|(b, s)| b + s).collect();
        let deepest = (0..ends.len()).max_by_key(|i| ends[*i]).unwrap_or(0);
        Slots {
            vars,
            flood,
            bases,
            offsets,
            globals,
            end: ends.get(deepest).copied().unwrap_or(first),
            deepest,
        }
    }

    /// Offset of a slot.
    pub(crate) fn offset(&self, slot: Slot) -> u8 {
        match slot {
            Slot::Fixed(n) => n,
            Slot::Var(v) => self.vars[v],
            Slot::Flood(n) => self.flood as u8 + n,
            Slot::Local(proc, local) => {
                (self.bases[proc] + self.offsets[proc][local]).min(255) as u8
            }
        }
    }
}
