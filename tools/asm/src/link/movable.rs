//! What depends on where the loader of the machine puts the hunks of a file.

use super::hunk::{ALIGNMENT, Movable};
use super::layout::SectionKey;
use super::resolve::{Global, Resolver};
use super::{LinkError, Origin};
use crate::expr::{BinaryOp, Expr, UnaryOp};
use crate::object::{Definition, Field, Leaf, Relocation, Value};
use std::collections::BTreeMap;

/// How often the address of each movable area is part of a value; never 0. Nothing if it is not a sum.
type Bases = Option<BTreeMap<usize, i64>>;

/// Steps from symbol to symbol; circles have been told about before.
const MAX_STEPS: usize = 100;

fn sum(x: Bases, y: Bases, sign: i64) -> Bases {
    let mut sum = x?;
    for (area, n) in y? {
        *sum.entry(area).or_insert(0) += sign * n;
    }
    sum.retain(|_, n| *n != 0);
    Some(sum)
}

impl Resolver<'_> {
    /// What the loader must add to a field, if anything. `Err` if it cannot.
    pub(super) fn movable_target(
        &self,
        object: usize,
        section: usize,
        relocation: &Relocation,
    ) -> Result<Option<Movable>, ()> {
        let Some(spot) = self.layout.spots.get(&(object, section)) else {
            return Ok(None);
        };
        let mut bases = self.bases(object, &relocation.value, 0);
        if relocation.field.origin().is_some() && self.movable[spot.area] {
            bases = sum(bases, Some(BTreeMap::from([(spot.area, 1)])), -1);
        }
        let bases = bases.ok_or(())?;
        let Some((target, times)) = bases.first_key_value() else {
            return Ok(None);
        };
        let long = matches!(relocation.field, Field::Long | Field::AnyLong);
        if bases.len() > 1 || *times != 1 || !long || !self.movable[spot.area] {
            return Err(());
        }
        Ok(Some(Movable {
            area: spot.area,
            offset: spot.load - self.script.areas[spot.area].start + relocation.offset,
            target: *target,
        }))
    }

    fn bases(&self, object: usize, value: &Value, steps: usize) -> Bases {
        match value {
            Expr::Number(_) => Some(BTreeMap::new()),
            Expr::Leaf(Leaf::Section(section)) => self.base((object, section.0 as usize)),
            Expr::Leaf(Leaf::Symbol(symbol)) => self.symbol_bases(object, symbol.0 as usize, steps),
            Expr::Unary(UnaryOp::Negate, x) => {
                sum(Some(BTreeMap::new()), self.bases(object, x, steps), -1)
            }
            Expr::Unary(_, x) => self.bases(object, x, steps).filter(BTreeMap::is_empty),
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), x, y) => {
                let sign = if *op == BinaryOp::Add { 1 } else { -1 };
                sum(
                    self.bases(object, x, steps),
                    self.bases(object, y, steps),
                    sign,
                )
            }
            Expr::Binary(_, x, y) => {
                let x = self.bases(object, x, steps).filter(BTreeMap::is_empty);
                x.and(self.bases(object, y, steps).filter(BTreeMap::is_empty))
            }
        }
    }

    fn base(&self, section: SectionKey) -> Bases {
        let area = self.layout.spots.get(&section).map(|spot| spot.area);
        let movable = area.filter(|area| self.movable[*area]);
        Some(movable.map(|area| (area, 1)).into_iter().collect())
    }

    fn symbol_bases(&self, object: usize, symbol: usize, steps: usize) -> Bases {
        if steps > MAX_STEPS {
            return None;
        }
        let symbol = &self.objects[object].1.symbols[symbol];
        match &symbol.definition {
            Definition::Number(_) => Some(BTreeMap::new()),
            Definition::Place(section, _) => self.base((object, section.0 as usize)),
            Definition::Computed(value) => self.bases(object, value, steps + 1),
            Definition::Imported => match self.globals.get(&symbol.name) {
                Some(Global::Symbol(object, symbol)) => {
                    self.symbol_bases(*object, *symbol, steps + 1)
                }
                Some(Global::Number(_)) | None => Some(BTreeMap::new()),
            },
        }
    }

    /// Labels in movable areas: name, area, address.
    pub(super) fn places(&self) -> Vec<(String, usize, u32)> {
        let mut places = Vec::new();
        for (object, (_, content)) in self.objects.iter().enumerate() {
            for symbol in &content.symbols {
                let Definition::Place(section, offset) = &symbol.definition else {
                    continue;
                };
                if let Some(spot) = self.layout.spots.get(&(object, section.0 as usize))
                    && self.movable[spot.area]
                {
                    places.push((symbol.name.clone(), spot.area, spot.load + offset));
                }
            }
        }
        places
    }

    /// Sections that the loader cannot be made to align, and assertions that depend on its choice.
    pub(super) fn check_movable(&self, errors: &mut Vec<LinkError>) {
        for ((object, section), _) in &self.layout.order {
            let Some(spot) = self.layout.spots.get(&(*object, *section)) else {
                continue;
            };
            let (name, content) = &self.objects[*object];
            let section = &content.sections[*section];
            if self.movable[spot.area] && section.align > ALIGNMENT {
                errors.push(LinkError::HunkAlignment {
                    object: name.clone(),
                    section: section.name.clone(),
                    align: section.align,
                    possible: ALIGNMENT,
                });
            }
        }
        for (number, (name, object)) in self.objects.iter().enumerate() {
            for assertion in &object.assertions {
                if self
                    .bases(number, &assertion.condition, 0)
                    .is_some_and(|bases| bases.is_empty())
                {
                    continue;
                }
                let file = object.files.get(assertion.file as usize).cloned();
                errors.push(LinkError::NotMovable {
                    origin: Origin {
                        object: name.clone(),
                        section: None,
                        source: Some((file.unwrap_or_default(), assertion.line)),
                    },
                    what: assertion.message.clone(),
                });
            }
        }
    }
}
