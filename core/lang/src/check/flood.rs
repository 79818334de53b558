//! Floods over the map: what a step costs becomes one row of sixteen numbers, known now or worked out before each flood.

use super::{Body, Checker, Sym};
use crate::ast::{self, FloodCost, Life, Name};
use crate::diag::Diagnostic;
use crate::hir::{Expr, ExprKind, FLOOD_KINDS, Flood, FloodRow, FloodZones, Place, StmtKind};
use crate::source::Span;
use crate::types::{Ty, int};
use alloc::boxed::Box;
use alloc::format;

/// The cost that bars a kind of ground.
const NO_ENTRY: u8 = 255;
/// Most movement points of a flood.
const MOST: i64 = 126;

impl Checker<'_> {
    /// A layer (or a set of hexsides) by name.
    fn flood_layer(&mut self, body: &Body, name: &Name, sides: bool) -> Option<usize> {
        match self.lookup(&name.text, name.span) {
            Some(Sym::Layer(layer)) if self.prog.layers[layer].ty.is_none() == sides => {
                let info = &mut self.prog.layers[layer];
                info.used = true;
                if info.packed.is_some() {
                    let declared = info.span;
                    self.report(
                        Diagnostic::error("E195", name.span, format!("`{}` is packed", name.text))
                            .label("a byte a hex is wanted")
                            .also(declared, "declared here")
                            .help("leave out `packed` there"),
                    );
                    return None;
                }
                Some(layer)
            }
            Some(_) => {
                let what = if sides {
                    "a set of hexsides"
                } else {
                    "a layer"
                };
                self.report(
                    Diagnostic::error("E190", name.span, format!("`{}` is not {what}", name.text))
                        .label(format!("{what} belongs here")),
                );
                None
            }
            None => {
                self.unknown(Some(body), &name.text, name.span, "layer");
                None
            }
        }
    }

    /// A scratch layer of numbers that a flood or a mark writes.
    fn written_layer(&mut self, body: &Body, name: &Name, most: i32) -> Option<usize> {
        let layer = self.flood_layer(body, name, false)?;
        let info = &self.prog.layers[layer];
        let fits = matches!(info.ty, Some(Ty::Int { lo: 0, hi, by: 1 }) if hi >= most)
            || (most == 1 && info.ty == Some(Ty::Flag));
        if info.life != Life::Scratch || !fits {
            let place = info.span;
            self.report(
                Diagnostic::error(
                    "E191",
                    name.span,
                    format!("`{}` cannot take the result", name.text),
                )
                .label("not a scratch layer of numbers")
                .also(place, "declared here")
                .help(format!(
                    "declare it as: scratch layer {}: 0..255",
                    name.text
                )),
            );
            return None;
        }
        Some(layer)
    }

    pub(super) fn mark(
        &mut self,
        body: &mut Body,
        layer: &Name,
        middle: &ast::Expr,
        bits: Option<&ast::Expr>,
    ) -> Option<StmtKind> {
        let found = self.written_layer(body, layer, 1);
        let middle = self.value(body, middle, Ty::Hex, "the middle");
        let bits = match bits {
            Some(bits) => self.const_int(bits, "the mark")?,
            None => 1,
        };
        Some(StmtKind::Mark(found?, bits as u8, middle))
    }

    pub(super) fn flood(&mut self, body: &mut Body, flood: &ast::FloodDecl) -> Option<StmtKind> {
        let span = flood.layer.span;
        let layer = self.written_layer(body, &flood.layer, 127);
        let from = flood
            .from
            .as_ref()
            .map(|e| self.value(body, e, Ty::Hex, "the start of a flood"));
        let points = flood
            .points
            .as_ref()
            .map(|e| self.value(body, e, int(0, MOST), "points"));
        let sides = |this: &mut Self, cost: &Option<FloodCost>| {
            let name = cost.as_ref()?.layer.as_ref()?;
            this.flood_layer(body, name, true)
        };
        let roads = sides(self, &flood.roads);
        let rivers = sides(self, &flood.rivers);
        let closed = match &flood.closed {
            Some(name) => Some(self.flood_layer(body, name, true)?),
            None => None,
        };
        let mut bits_of = |line: &Option<(Name, Option<ast::Expr>)>| {
            let Some((name, bits)) = line else {
                return Some(None);
            };
            let layer = self.flood_layer(body, name, false)?;
            let bits = bits
                .as_ref()
                .map(|bits| self.value(body, bits, int(0, 255), "bits of a layer"));
            Some(Some((layer, bits)))
        };
        let barred = bits_of(&flood.barred)?;
        let ends = bits_of(&flood.ends)?;
        let slopes = match &flood.slopes {
            Some((name, heights, cost)) => Some((
                self.flood_layer(body, name, true)?,
                self.flood_layer(body, heights, false)?,
                self.value(body, cost, int(0, 255), "the cost of a step up"),
            )),
            None => None,
        };
        let mut ground = None;
        let mut costs = [NO_ENTRY; 2].map(|bar| FloodRow::Known([bar; FLOOD_KINDS]));
        if let Some(cost) = &flood.ground {
            if let Some(name) = &cost.layer {
                ground = Some(self.flood_layer(body, name, false)?);
            }
            costs[0] = self.flood_costs(body, cost, span)?;
        }
        if let Some(cost) = &flood.roads {
            costs[1] = self.flood_costs(body, cost, span)?;
        }
        let rivers = match (rivers, &flood.rivers) {
            (
                Some(layer),
                Some(FloodCost {
                    cost: Some(cost), ..
                }),
            ) => Some((
                layer,
                self.value(body, cost, int(0, 255), "the cost of a river"),
            )),
            (Some(layer), _) => Some((layer, super::expr::constant(255, int(0, 0), span))),
            _ => None,
        };
        let leaving = match &flood.leaving {
            Some(cost) => Some(self.flood_costs(body, cost, span)?),
            None => None,
        };
        let zones = match &flood.zones {
            Some(zones) => Some(self.flood_zones(body, zones)?),
            None => None,
        };
        let flood = Flood {
            layer: layer?,
            from,
            points,
            ground,
            costs,
            roads,
            only_roads: flood.ground.is_none(),
            rivers,
            closed,
            leaving,
            slopes,
            barred,
            zones,
            ends,
        };
        let zones = flood.zones.as_ref();
        let plain = zones.is_some_and(|zones| zones.enter.is_some() || zones.stop);
        let ends = flood.ends.as_ref().map(|ends| ends.0);
        let two = zones.is_some_and(|zones| ends.is_some_and(|ends| ends != zones.layer));
        if flood.is_trek() && (plain || two || flood.closed.is_some()) {
            self.report(
                Diagnostic::error("E196", span, "these lines do not go together in a flood")
                    .label("it has `leaving`, `slopes` or `ends`")
                    .help("leave out `closed`, `enter` and `stop`; `zones` and `ends` are of one layer"),
            );
            return None;
        }
        Some(StmtKind::Flood(Box::new(flood)))
    }

    fn flood_zones(&mut self, body: &mut Body, zones: &ast::FloodZones) -> Option<FloodZones> {
        let layer = self.flood_layer(body, &zones.layer, false)?;
        let mut cost = |e: &ast::Expr| self.value(body, e, int(0, 255), "the cost of a zone");
        Some(FloodZones {
            layer,
            enter: zones.enter.as_ref().map(&mut cost),
            leave: cost(&zones.leave),
            stop: zones.stop,
        })
    }

    /// The costs of eight kinds of ground: a number for all, a table by kind, or a row of a table of two indices.
    fn flood_costs(&mut self, body: &mut Body, cost: &FloodCost, span: Span) -> Option<FloodRow> {
        let Some(written) = &cost.cost else {
            self.report(
                Diagnostic::error("E192", span, "what does a step cost?")
                    .label("a line of this flood has no `cost`")
                    .help("write: roads road cost 1"),
            );
            return None;
        };
        if let ast::ExprKind::Name(name) = &written.kind
            && let Some(Sym::Array(array)) = self.lookup(name, written.span)
        {
            return self.cost_row(array, None, written.span);
        }
        if let ast::ExprKind::Index(name, index) = &written.kind
            && let (Some(Sym::Array(array)), [row]) =
                (self.lookup(&name.text, name.span), index.as_slice())
            && let [first, _] = self.prog.arrays[array].index.as_slice()
        {
            let want = match first.2 {
                Ty::Int { .. } => int(-32768, 65535),
                other => other,
            };
            let row = self.value(body, row, want, "the row of a flood's costs");
            return self.cost_row(array, Some(row), written.span);
        }
        let value: Expr = self.value(body, written, int(0, 255), "the cost of a step");
        match value.kind {
            ExprKind::Const(n) => Some(FloodRow::Known([n as u8; FLOOD_KINDS])),
            ExprKind::Load(Place::Array(..)) if value.ty != Ty::Wrong => {
                self.report(
                    Diagnostic::error(
                        "E036",
                        written.span,
                        "the costs of a flood are those of all kinds of ground",
                    )
                    .label("one cell of a table")
                    .help("name the table without the ground's index"),
                );
                None
            }
            _ => Some(FloodRow::All(value)),
        }
    }

    fn cost_row(&mut self, array: usize, row: Option<Expr>, span: Span) -> Option<FloodRow> {
        let info = &self.prog.arrays[array];
        let dims = info.index.as_slice();
        let count = dims.last().map_or(0, |d| d.1) as usize;
        let rows = 1 + usize::from(row.is_some());
        if info.ty.width() != 1 || count > FLOOD_KINDS || dims.len() != rows {
            self.report(
                Diagnostic::error("E193", span, "these cannot be the costs of a flood")
                    .label("a table of at most eight kinds of ground is wanted"),
            );
            return None;
        }
        let first = match &row {
            None => Some(0),
            Some(row) => match row.kind {
                ExprKind::Const(n) => {
                    Some(n.clamp(dims[0].0, dims[0].0 + dims[0].1 - 1) - dims[0].0)
                }
                _ => None,
            },
        };
        let known = first.filter(|_| info.life == Life::Const);
        self.prog.arrays[array].used = true;
        let Some(first) = known else {
            return Some(FloodRow::Row(array, row));
        };
        let mut costs = [NO_ENTRY; FLOOD_KINDS];
        let cells = self.prog.arrays[array]
            .init
            .iter()
            .skip(first as usize * count);
        for (cost, cell) in costs.iter_mut().zip(cells.take(count)) {
            *cost = *cell as u8;
        }
        Some(FloodRow::Known(costs))
    }
}
