//! Layers that share bytes where memory is short: kinds of ground take three bits of a byte a hex, and flags and small
//! numbers of other layers the rest. Who reads one of them takes its bits out of the byte, who writes puts them in.

use crate::ast::Life;
use crate::check::{Node, visit};
use crate::hir::{LayerInfo, Program, StmtKind, Viewed, Within};
use crate::lower::lir::Data;
use crate::types::Ty;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Bits of a byte of ground that floods read.
const KIND: u32 = 3;
/// Layers of more bits stay by themselves: two of them fit into no byte beside ground.
const MOST: u32 = 8 - KIND;
/// Roles of the view that machines read out of such bytes.
const SHARED_ROLES: [&str; 3] = ["terrain", "owner", "site"];

impl Program {
    /// Where a layer lies: in its own bytes, or in those that it shares.
    pub(crate) fn layer_data(&self, layer: usize) -> Data {
        let within = self.layers[layer].within;
        Data::Layer(within.map_or(layer, |within| within.layer))
    }

    /// Whether a layer is the bytes that others share.
    pub(crate) fn is_shared(&self, layer: usize) -> bool {
        let mut within = self.layers.iter().filter_map(|info| info.within);
        within.any(|within| within.layer == layer)
    }
}

/// Lays layers together. Those that belong to a byte of ground are the first that fit, flags before numbers.
pub(crate) fn share(prog: &mut Program) {
    let seen = Seen::of(prog);
    let mut guests: Vec<(u32, usize)> = (0..prog.layers.len())
        .filter(|layer| !seen.grounds.contains(layer) && !seen.whole.contains(layer))
        .filter_map(|layer| Some((bits(prog, layer)?, layer)))
        .filter(|(bits, _)| *bits <= MOST)
        .collect();
    guests.sort_unstable();
    for ground in seen.grounds.difference(&seen.whole).copied() {
        if bits(prog, ground).is_none_or(|bits| bits > KIND) {
            continue;
        }
        let mut free = 8;
        let mut members = vec![(ground, 0, KIND)];
        guests.retain(|(bits, guest)| {
            let fits = free - bits >= KIND;
            if fits {
                free -= bits;
                members.push((*guest, free, *bits));
            }
            !fits
        });
        if members.len() > 1 {
            together(prog, &members);
        }
    }
}

/// What floods, marks and machines ask of layers.
struct Seen {
    /// Ground of floods.
    grounds: BTreeSet<usize>,
    /// Layers whose bytes hold nothing else.
    whole: BTreeSet<usize>,
}

impl Seen {
    fn of(prog: &Program) -> Seen {
        let mut seen = Seen {
            grounds: BTreeSet::new(),
            whole: BTreeSet::new(),
        };
        for (role, viewed, _) in &prog.view {
            if let Viewed::Layer(layer) = viewed
                && !SHARED_ROLES.contains(&role.as_str())
            {
                seen.whole.insert(*layer);
            }
        }
        for proc in &prog.procs {
            visit(&proc.body, &mut |node| match node {
                Node::Stmt(stmt) => match &stmt.kind {
                    StmtKind::Flood(flood) => {
                        seen.whole.insert(flood.layer);
                        seen.grounds.extend(flood.ground);
                        // Whoever counts their bits wants them where they are written.
                        if flood.leaving.is_some() {
                            seen.whole.extend(flood.ground);
                        }
                        for (layer, bits) in flood.barred.iter().chain(&flood.ends) {
                            if bits.is_some() {
                                seen.whole.insert(*layer);
                            }
                        }
                    }
                    StmtKind::Mark(layer, ..) => _ = seen.whole.insert(*layer),
                    _ => {}
                },
                Node::Expr(_) => {}
            });
        }
        seen
    }
}

/// Bits that hold the values of a layer; none for one that cannot share its bytes.
fn bits(prog: &Program, layer: usize) -> Option<u32> {
    let info = &prog.layers[layer];
    let most = match info.ty? {
        Ty::Flag => 1,
        Ty::Enum(e) => prog.enums[e].members.len().saturating_sub(1),
        Ty::Int { lo: 0.., hi, by } => (hi / by.max(1)) as usize,
        _ => return None,
    };
    let alone = info.packed.is_some() || !(info.used || info.life == Life::State);
    (!alone).then(|| (usize::BITS - most.leading_zeros()).max(1))
}

/// One more layer, whose bytes hold the members: layer, lowest bit, number of bits.
fn together(prog: &mut Program, members: &[(usize, u32, u32)]) {
    let number = prog.layers.len();
    let first = prog.layers[members[0].0].clone();
    let mut shared = LayerInfo {
        name: String::new(),
        life: Life::Const,
        ty: None,
        init: vec![0; first.init.len()],
        ..first
    };
    for (layer, shift, bits) in members {
        let within = Within {
            layer: number,
            shift: *shift as u8,
            mask: ((1_u16 << bits) - 1) as u8,
        };
        let info = &mut prog.layers[*layer];
        info.within = Some(within);
        shared.life = match (shared.life, info.life) {
            (Life::State, _) | (_, Life::State) => Life::State,
            (Life::Scratch, _) | (_, Life::Scratch) => Life::Scratch,
            (Life::Const, Life::Const) => Life::Const,
        };
        for (byte, value) in shared.init.iter_mut().zip(&info.init) {
            *byte |= (value & within.mask) << within.shift;
        }
        if !shared.name.is_empty() {
            shared.name.push_str(", ");
        }
        shared.name.push_str(&info.name);
    }
    prog.layers.push(shared);
}
