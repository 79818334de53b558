//! Inks: the machine's own colours for those of the contract, and a game's in `inks.txt`.

use super::colours;
use super::sheets::C64;
use super::sheets::Plan;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_isa::art::Art;
use hexfront_isa::contract::ink;
use hexfront_isa::inks;
use hexfront_isa::looks::Looks;

const WHITE: u8 = 1;
const CYAN: u8 = 3;
const YELLOW: u8 = 7;
const GREY: u8 = 12;
const LIGHT_GREEN: u8 = 13;
const LIGHT_GREY: u8 = 15;

const FORM: &str = "`NAME COLOUR`";

/// Colours by the number of an ink: on black, and on the grey paper of the info bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inks {
    /// On black.
    pub page: Vec<u8>,
    /// In the info bar.
    pub info: Vec<u8>,
}

impl Inks {
    /// Those of the machine, with a game's in their places and behind them.
    ///
    /// # Errors
    /// [`ArtError`] with the line that is no ink, or the word that is no colour.
    pub fn of(looks: &Looks<'_>, art: &Art<'_>, plan: &Plan) -> Result<Self, ArtError> {
        let text = art.text(inks::FILE).unwrap_or_default();
        let own = read(&text)?;
        let find = |name: &str| own.iter().find(|(known, _)| *known == name).map(|o| o.1);
        let sides = plan.sides.map(|side| side.colours().0);
        let own = |name: &str| find(name).map(|colour| [colour; 2]);
        let both = inks::drawn(looks, own, |number| machine(number, sides));
        Ok(Self {
            page: both.iter().map(|[page, _]| *page).collect(),
            info: both.iter().map(|[_, info]| *info).collect(),
        })
    }
}

/// Of the machine: on black, in the info bar. `LARGE` has none; the shell leaves the ink before it.
fn machine(number: u16, [first, second]: [u8; 2]) -> [u8; 2] {
    match number {
        ink::LABEL => [GREY, LIGHT_GREY],
        ink::KEY | ink::WARNING => [YELLOW; 2],
        ink::MENU => [LIGHT_GREY, WHITE],
        ink::FIRST => [first; 2],
        ink::SECOND => [second; 2],
        ink::GOOD => [LIGHT_GREEN; 2],
        ink::HEADING | ink::ACCENT => [CYAN; 2],
        _ => [WHITE; 2],
    }
}

fn read(text: &str) -> Result<Vec<(&str, u8)>, ArtError> {
    let file = C64::path(inks::FILE);
    let one = |line: inks::Line<'_>| {
        if line.colour.is_empty() || line.colour.contains(char::is_whitespace) {
            return Err(ArtError::Line {
                file: file.clone(),
                line: line.number,
                text: format!("{} {}", line.name, line.colour).trim().to_owned(),
                form: FORM,
            });
        }
        colours::of_text(&format!("{file}:{}", line.number), line.colour)
    };
    inks::lines(text)
        .map(|line| Ok((line.name, one(line)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::Sheets;

    fn of(text: &str) -> Result<Inks, String> {
        let looks = Looks::default()
            .with_ink("crew", None)
            .with_ink("mast", Some("key"))
            .with_ink("rope", None);
        let art = Art::default().with(inks::FILE, text.as_bytes());
        let plan = Plan::of(&looks, &Sheets::default());
        Inks::of(&looks, &art, &plan).map_err(|error| error.to_string())
    }

    #[test]
    fn an_ink_is_the_games_or_the_machines_or_that_of_values() {
        let inks = of("crew light_red\nlabel brown\n").unwrap();
        let label = usize::from(ink::LABEL);
        assert_eq!((inks.page[label], inks.info[label]), (9, 9));
        let menu = usize::from(ink::MENU);
        assert_eq!((inks.page[menu], inks.info[menu]), (LIGHT_GREY, WHITE));
        assert_eq!(inks.page[ink::ALL.len()..], [10, YELLOW, WHITE]);
    }

    #[test]
    fn a_line_that_is_no_ink_is_named() {
        assert_eq!(
            of("\ncrew").unwrap_err(),
            "art/c64/inks.txt:2: `crew` is not `NAME COLOUR`"
        );
        let told = of("crew pink").unwrap_err();
        assert!(
            told.starts_with(
                "art/c64/inks.txt:1: `pink` is no colour of the machine; it has black, white, red,"
            ),
            "{told}"
        );
    }
}
