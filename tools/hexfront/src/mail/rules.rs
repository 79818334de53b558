//! What play by mail must know of a game: its file `mail.toml`.
//!
//! | entry | says |
//! | --- | --- |
//! | `sides` | names of sides 0 and 1, for the command line |
//! | `phases` | names of the values of view `phase`, in their order, for the entries below |
//! | `first` | the side that gives the first orders of a game |
//! | `new` | keys from the title to a new game; `{number}` is the game number, `{NAME}` what was chosen of `[set.NAME]` |
//! | `load` | keys from the title that load saved game 1 and go on with it |
//! | `save` | keys that save, where a game can be saved |
//! | `bar_tells` | `true` where the top bar always has the colour of the side whose orders are awaited; then nothing is said of phases |
//! | `[plays]` | who plays on from a game that is saved while `phase` has that value |
//! | `[shared]` | `phases` in which both sides give orders, one after the other, and the top bar above the map tells whose they are |
//! | `[set.NAME]` | a choice of the set-up: `default`, and `keys` for each value |
//!
//! A turn ends where the game could be saved and the other side plays on, or where the other side's orders begin in a shared phase. What
//! could be saved begins anew with dice of its own, so let it be saved between orders and what is rolled for them.
//!
//! Keys are written as for `--keys`; `<setting ROW POSITION>` is a choice on a page of settings, where there is a pointer. `load` takes the
//! newest of named games.

use crate::failure::Failure;
use crate::games::Game;
use crate::host::key_code;
use crate::replay::file::choice;
use crate::script;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file's name in a game's folder.
pub const FILE: &str = "mail.toml";
/// The setting that every game has.
const NUMBER: &str = "number";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    sides: [String; 2],
    phases: Vec<String>,
    first: String,
    new: String,
    load: String,
    save: String,
    #[serde(default)]
    bar_tells: bool,
    #[serde(default)]
    plays: BTreeMap<String, String>,
    #[serde(default)]
    shared: Shared,
    #[serde(default)]
    set: BTreeMap<String, Setting>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shared {
    phases: Vec<String>,
}

/// A choice of the set-up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    default: String,
    keys: BTreeMap<String, String>,
}

/// What is said of a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phase {
    /// Who plays on from what is saved then.
    pub plays: Option<u8>,
    /// Both sides give orders in it.
    pub shared: bool,
}

/// How a game is played by mail.
#[derive(Clone, Debug)]
pub struct MailRules {
    sides: [String; 2],
    /// The side that gives the first orders.
    pub first: u8,
    /// The top bar tells whose orders are awaited, whatever the phase.
    pub bar_tells: bool,
    names: Vec<String>,
    phases: Vec<Phase>,
    new: String,
    load: Vec<u16>,
    /// Keys that save.
    pub save: Vec<u16>,
    set: BTreeMap<String, Setting>,
}

impl MailRules {
    /// Those of a game.
    ///
    /// # Errors
    /// When it has none, or there is a mistake in them.
    pub fn of(game: &Game) -> Result<Self, Failure> {
        let name = &game.name;
        let file = game.files.iter().find(|(file, _)| file == FILE);
        let (_, bytes) = file.ok_or_else(|| {
            format!("{name} cannot be played by mail: its folder has no {FILE}, which says who plays when")
        })?;
        let text = String::from_utf8_lossy(bytes);
        Self::read(&text).map_err(|why| format!("{name}/{FILE}: {why}").into())
    }

    /// Reads the file.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(text: &str) -> Result<Self, String> {
        let text: Text = toml::from_str(text).map_err(|error| error.to_string())?;
        let side = |name: &String| {
            let found = text.sides.iter().position(|known| known == name);
            found.map(|side| side as u8).ok_or_else(|| {
                let [first, second] = &text.sides;
                format!("no side is called {name:?}; sides are {first} and {second}")
            })
        };
        let mut phases = vec![Phase::default(); text.phases.len()];
        let number = |name: &String| {
            let found = text.phases.iter().position(|known| known == name);
            found.ok_or_else(|| format!("no phase is called {name:?}; `phases` must name it"))
        };
        for (phase, player) in &text.plays {
            phases[number(phase)?].plays = Some(side(player)?);
        }
        for phase in &text.shared.phases {
            phases[number(phase)?].shared = true;
        }
        for (name, setting) in &text.set {
            if !setting.keys.contains_key(&setting.default) {
                let default = &setting.default;
                return Err(format!("[set.{name}]: its default {default:?} has no keys"));
            }
        }
        if text.bar_tells && !(text.plays.is_empty() && text.shared.phases.is_empty()) {
            return Err("where the bar tells who plays (`bar_tells`), [plays] and [shared] say nothing: leave one of them out".into());
        }
        let rules = Self {
            first: side(&text.first)?,
            bar_tells: text.bar_tells,
            names: text.phases,
            phases,
            new: text.new,
            load: keys(&text.load)?,
            save: keys(&text.save)?,
            set: text.set,
            sides: text.sides,
        };
        rules.new_game(&rules.settings(&[])?, 1)?;
        Ok(rules)
    }

    /// The side of that name.
    ///
    /// # Errors
    /// With the names there are.
    pub fn side(&self, name: &str) -> Result<u8, String> {
        let [first, second] = &self.sides;
        match name {
            _ if name == first => Ok(0),
            _ if name == second => Ok(1),
            _ => Err(format!(
                "no side is called {name:?}: use {first} or {second}"
            )),
        }
    }

    /// The name of a side.
    pub fn side_name(&self, side: u8) -> &str {
        &self.sides[usize::from(side % 2)]
    }

    /// What is said of a value of view `phase`.
    pub fn phase(&self, number: u8) -> Phase {
        let phase = self.phases.get(usize::from(number));
        phase.copied().unwrap_or_default()
    }

    /// The name of a value of view `phase`.
    pub fn phase_name(&self, number: u8) -> &str {
        let name = self.names.get(usize::from(number));
        name.map_or("", String::as_str)
    }

    /// All choices of the set-up: those that were made, the others as they are by themselves.
    ///
    /// # Errors
    /// When there is no such choice, or none of that value.
    pub fn settings(&self, made: &[(String, String)]) -> Result<Vec<(String, String)>, String> {
        for (name, _) in made {
            if !self.set.contains_key(name) {
                let known: Vec<&str> = self.set.keys().map(String::as_str).collect();
                return Err(format!(
                    "nothing in the set-up is called {name:?}; there is {}",
                    known.join(", ")
                ));
            }
        }
        let one = |(name, setting): (&String, &Setting)| {
            let chosen = made.iter().rfind(|(other, _)| other == name);
            let value = chosen.map_or(&setting.default, |(_, value)| value);
            if setting.keys.contains_key(value) {
                return Ok((name.clone(), value.clone()));
            }
            let known: Vec<&str> = setting.keys.keys().map(String::as_str).collect();
            Err(format!(
                "{name} cannot be {value:?}; it can be {}",
                known.join(", ")
            ))
        };
        self.set.iter().map(one).collect()
    }

    /// Keys from the title to a new game of this number.
    ///
    /// # Errors
    /// When a key is none, or a choice is missing.
    pub fn new_game(&self, settings: &[(String, String)], number: u16) -> Result<Vec<u16>, String> {
        let mut text = self
            .new
            .replace(&format!("{{{NUMBER}}}"), &number.to_string());
        for (name, value) in self.settings(settings)? {
            let typed = &self.set[&name].keys[&value];
            text = text.replace(&format!("{{{name}}}"), typed);
        }
        keys(&text)
    }

    /// Keys from the title that load saved game 1 and go on with it.
    pub fn load(&self) -> &[u16] {
        &self.load
    }
}

/// The keys of a text that is written as for `--keys`. `<setting ROW POSITION>` is what a pointer chooses on a page of settings.
fn keys(text: &str) -> Result<Vec<u16>, String> {
    let mut codes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<setting ") {
        codes.extend(typed(before)?);
        let (place, after) = after.split_once('>').unwrap_or((after, ""));
        let choice = choice("setting", place);
        let no_choice =
            || format!("{text:?}: <setting {place}> is none: write <setting ROW POSITION>");
        codes.push(choice.ok_or_else(no_choice)?.word());
        rest = after;
    }
    codes.extend(typed(rest)?);
    Ok(codes)
}

fn typed(text: &str) -> Result<Vec<u16>, String> {
    let actions = script::parse_keys(text).map_err(|error| format!("{text:?}: {error}"))?;
    let codes = actions.iter().map(|action| {
        key_code(action)
            .ok_or_else(|| format!("{text:?}: {action:?} is no key that a game can see"))
    });
    codes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
        sides = ["red", "blue"]
        phases = ["orders", "battle"]
        first = "blue"
        new = "N{level}{number}<RET>"
        load = "S1"
        save = "Y"
        plays = { orders = "red" }
        shared = { phases = ["battle"] }
        set.level = { default = "easy", keys = { easy = "1", hard = "22" } }
    "#;

    #[test]
    fn a_new_game_is_typed_with_its_number_and_choices() {
        let rules = MailRules::read(SMALL).unwrap();
        let hard = [("level".to_owned(), "hard".to_owned())];
        let codes = |text: &str| text.bytes().map(u16::from).collect::<Vec<_>>();
        assert_eq!(rules.new_game(&hard, 407).unwrap(), codes("N22407\r"));
        assert_eq!(rules.new_game(&[], 9).unwrap(), codes("N19\r"));
        assert_eq!(keys("A<setting 2 5><RET>").unwrap(), [0x41, 0x1105, 0x0D]);
        assert_eq!((rules.first, rules.side_name(0)), (1, "red"));
        assert_eq!(rules.phase(0).plays, Some(0));
        assert!(rules.phase(1).shared && !rules.phase(0).shared);
        assert_eq!(rules.phase(7), Phase::default());
    }

    #[test]
    fn a_mistake_is_named_with_what_there_is() {
        let wrong = |from: &str, to: &str| MailRules::read(&SMALL.replace(from, to)).unwrap_err();
        assert!(wrong("first = \"blue\"", "first = \"green\"").contains("red and blue"));
        assert!(wrong("orders = \"red\"", "retreat = \"red\"").contains("\"retreat\""));
        assert!(wrong("default = \"easy\"", "default = \"mild\"").contains("mild"));
        assert!(wrong("S1", "S<TURBO>").contains("<TURBO>"));
        assert!(wrong("S1", "S<setting 1>").contains("ROW POSITION"));
        assert!(wrong("save =", "bar_tells = true\nsave =").contains("bar_tells"));
        let rules = MailRules::read(SMALL).unwrap();
        let choice = |name: &str, value: &str| {
            let made = [(name.to_owned(), value.to_owned())];
            rules.settings(&made).unwrap_err()
        };
        assert!(choice("scenario", "2").contains("there is level"));
        assert!(choice("level", "mild").contains("easy, hard"));
        assert!(rules.side("green").unwrap_err().contains("red or blue"));
    }
}
