//! A flood over the map, checked: what its lines ask for, and what is worked out before it begins.

use super::Expr;

/// Costs of a flood by kind of ground.
#[derive(Clone, Debug)]
pub(crate) enum FloodRow {
    Known([u8; FLOOD_KINDS]),
    /// One that is worked out while the game runs.
    All(Expr),
    /// A row of an array, by its first index if it has two.
    Row(usize, Option<Expr>),
}

/// Kinds of ground that a flood tells apart.
pub(crate) const FLOOD_KINDS: usize = 8;

/// A flood fill with movement points.
#[derive(Clone, Debug)]
pub(crate) struct Flood {
    pub layer: usize,
    pub from: Option<Expr>,
    /// None: what stands in each start hex.
    pub points: Option<Expr>,
    pub ground: Option<usize>,
    /// What a step costs by kind of ground: off road, by road.
    pub costs: [FloodRow; 2],
    pub roads: Option<usize>,
    /// There is no cost of ground: only roads lead on.
    pub only_roads: bool,
    pub rivers: Option<(usize, Expr)>,
    pub closed: Option<usize>,
    /// What a step costs more that leaves the waters of a hex of the ground, by their number.
    pub leaving: Option<FloodRow>,
    /// Sides, heights and cost of a step up.
    pub slopes: Option<(usize, usize, Expr)>,
    /// Layer, and its bits that count; none: all.
    pub barred: Option<(usize, Option<Expr>)>,
    pub zones: Option<FloodZones>,
    /// Layer, and its bits that count, of hexes that are never left.
    pub ends: Option<(usize, Option<Expr>)>,
}

/// Zones of a flood.
#[derive(Clone, Debug)]
pub(crate) struct FloodZones {
    pub layer: usize,
    pub enter: Option<Expr>,
    pub leave: Expr,
    /// A step from zone to zone leaves nothing.
    pub stop: bool,
}

impl Flood {
    /// Whether it asks for more than the plain instruction knows.
    pub fn is_trek(&self) -> bool {
        self.ends.is_some() || self.leaving.is_some() || self.slopes.is_some()
    }

    /// What it works out before it begins.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        let rows = self.costs.iter().chain(&self.leaving);
        let costs = rows.filter_map(|row| match row {
            FloodRow::All(e) | FloodRow::Row(_, Some(e)) => Some(e),
            _ => None,
        });
        let zones = self.zones.iter();
        let zones = zones.flat_map(|zones| zones.enter.iter().chain([&zones.leave]));
        let bits = self.barred.iter().chain(&self.ends);
        self.from
            .iter()
            .chain(&self.points)
            .chain(costs)
            .chain(self.rivers.iter().map(|(_, cost)| cost))
            .chain(self.slopes.iter().map(|(_, _, cost)| cost))
            .chain(bits.filter_map(|(_, bits)| bits.as_ref()))
            .chain(zones)
    }
}
