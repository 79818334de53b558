//! Which games are played: every number with every choice of figures and settings.

use super::SimError;
use super::vary::Rules;
use crate::cli::{SimOptions, Sweep};
use crate::failure::Failure;
use hexfront_lang::simulation::{Amount, Setting, Value};
use std::ops::RangeInclusive;

/// One choice of figures and settings.
#[derive(Clone)]
pub struct Variant<'a> {
    /// What it is played by.
    pub rules: &'a Rules,
    /// The settings that were made, as the game takes them.
    pub settings: Vec<(&'a Setting, i32)>,
}

impl Variant<'_> {
    /// `far=12, level=3, german=computer`; empty if all is as the rules have it.
    pub fn name(&self) -> String {
        let settings: Vec<String> = self
            .values()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        settings.join(", ")
    }

    /// Names and values of the figures that were changed, and of the settings that were made.
    pub fn values(&self) -> impl Iterator<Item = (&str, Value)> {
        let changes = self.rules.changes.iter().map(|change| {
            let value = match change.amount {
                Amount::To(n) => Value::Number(n),
                share => Value::Name(share.to_string()),
            };
            (change.figure.as_str(), value)
        });
        let settings = self.settings.iter();
        changes.chain(settings.map(|(s, n)| (s.name.as_str(), s.kind.value(*n))))
    }
}

/// All games to be played.
pub struct Plan<'a> {
    /// The choices, figures before settings, the first slowest.
    pub variants: Vec<Variant<'a>>,
    /// The numbers, played with each of them.
    pub seeds: RangeInclusive<u16>,
}

impl<'a> Plan<'a> {
    /// Looks up the settings.
    ///
    /// # Errors
    /// When the rules do not take a number or a setting.
    pub fn new(game: &str, rules: &'a [Rules], options: &SimOptions) -> Result<Self, Failure> {
        let mut variants = Vec::new();
        for rules in rules {
            let (seeds, numbers) = (&options.seeds, rules.simulation.numbers());
            if !(numbers.contains(seeds.start()) && numbers.contains(seeds.end())) {
                return Err(SimError::Seeds {
                    game: game.into(),
                    first: *numbers.start(),
                    last: *numbers.end(),
                }
                .into());
            }
            variants.extend(with_settings(rules, options)?);
        }
        Ok(Self {
            variants,
            seeds: options.seeds.clone(),
        })
    }

    /// What a game is called: `game 3 with level=2`.
    pub fn heading(&self, variant: usize, seed: u16) -> String {
        match self.variants[variant].name() {
            none if none.is_empty() => format!("game {seed}"),
            settings => format!("game {seed} with {settings}"),
        }
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

/// The rules with every choice of settings.
fn with_settings<'a>(rules: &'a Rules, options: &SimOptions) -> Result<Vec<Variant<'a>>, Failure> {
    let levels = (!options.levels.is_empty()).then(|| Sweep {
        name: "level".into(),
        values: options.levels.clone(),
    });
    let mut variants = vec![Variant {
        rules,
        settings: Vec::new(),
    }];
    for sweep in levels.iter().chain(&options.set) {
        let setting = rules.simulation.setting(&sweep.name)?;
        if variants[0]
            .settings
            .iter()
            .any(|(made, _)| made.name == setting.name)
        {
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
    Ok(variants)
}
