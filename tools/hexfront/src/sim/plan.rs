//! Which games are played: every number with every choice of settings.

use super::SimError;
use crate::cli::{SimOptions, Sweep};
use crate::failure::Failure;
use hexfront_lang::simulation::{Setting, Simulation, Value};
use std::ops::RangeInclusive;

/// One choice of settings.
#[derive(Clone, Default)]
pub struct Variant<'a> {
    /// The settings that were made, as the game takes them.
    pub settings: Vec<(&'a Setting, i32)>,
}

impl Variant<'_> {
    /// `level=3, german=computer`; empty if no setting was made.
    pub fn name(&self) -> String {
        let settings: Vec<String> = self
            .values()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        settings.join(", ")
    }

    /// Names and values of the settings.
    pub fn values(&self) -> impl Iterator<Item = (&str, Value)> {
        self.settings
            .iter()
            .map(|(setting, n)| (setting.name.as_str(), setting.kind.value(*n)))
    }
}

/// All games to be played.
pub struct Plan<'a> {
    /// The choices of settings, the first setting slowest.
    pub variants: Vec<Variant<'a>>,
    /// The numbers, played with each of them.
    pub seeds: RangeInclusive<u16>,
}

impl<'a> Plan<'a> {
    /// Looks up the settings.
    ///
    /// # Errors
    /// When the rules do not take a number or a setting.
    pub fn new(
        game: &str,
        simulation: &'a Simulation,
        options: &SimOptions,
    ) -> Result<Self, Failure> {
        let (seeds, numbers) = (options.seeds.clone(), simulation.numbers());
        if !(numbers.contains(seeds.start()) && numbers.contains(seeds.end())) {
            return Err(SimError::Seeds {
                game: game.into(),
                first: *numbers.start(),
                last: *numbers.end(),
            }
            .into());
        }
        let levels = (!options.levels.is_empty()).then(|| Sweep {
            name: "level".into(),
            values: options.levels.clone(),
        });
        let mut variants = vec![Variant::default()];
        for sweep in levels.iter().chain(&options.set) {
            let setting = simulation.setting(&sweep.name)?;
            if variants[0].values().any(|(name, _)| name == setting.name) {
                return Err(SimError::Twice(setting.name.clone()).into());
            }
            let values = sweep.values.iter().map(|text| setting.parse(text));
            let values = values.collect::<Result<Vec<i32>, _>>()?;
            variants = variants
                .iter()
                .flat_map(|variant| {
                    values.iter().map(|value| {
                        let mut variant = variant.clone();
                        variant.settings.push((setting, *value));
                        variant
                    })
                })
                .collect();
        }
        Ok(Self { variants, seeds })
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.variants.len() * self.seeds.len()
    }

    /// Variant and number of a game below [`Plan::len`], in the order of the output.
    pub fn game(&self, i: usize) -> (usize, u16) {
        let seed = usize::from(*self.seeds.start()) + i % self.seeds.len();
        (i / self.seeds.len(), seed as u16)
    }
}
