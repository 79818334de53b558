//! Inks: the machine's own colours for those of the contract, and a game's in `inks.txt`.

use super::ArtError;
use super::own::{FOLDER, wrong_line};
use hexfront_isa::art::Art;
use hexfront_isa::contract::ink;
use hexfront_isa::inks;
use hexfront_isa::looks::Looks;

/// A game's inks by their names: numbers of colours.
pub type OwnInks = Vec<(String, u8)>;

const FORM: &str = "`NAME NUMBER` with the number of a colour, 0 to 31";

/// A game's file.
///
/// # Errors
/// [`ArtError`] with the line that is no ink.
pub(super) fn read(art: &Art<'_>) -> Result<OwnInks, ArtError> {
    let text = art.text(inks::FILE).unwrap_or_default();
    let one = |line: inks::Line<'_>| {
        let colour = line.colour.parse().ok().filter(|colour| *colour < 32);
        let colour = colour.ok_or_else(|| {
            let file = format!("{FOLDER}{}", inks::FILE);
            let text = format!("{} {}", line.name, line.colour);
            wrong_line(&file, line.number, text.trim(), FORM)
        })?;
        Ok((line.name.to_owned(), colour))
    };
    inks::lines(&text).map(one).collect()
}

/// Colours by the number of an ink: those of the machine, with a game's in their places and behind them.
pub(super) fn table(looks: &Looks<'_>, own: &OwnInks, sides: [u8; 2]) -> Vec<u8> {
    let find = |name: &str| own.iter().find(|(known, _)| known == name).map(|o| o.1);
    inks::drawn(looks, find, |number| machine(number, sides))
}

/// Of the machine. `LARGE` has none; the shell leaves the ink before it.
fn machine(number: u16, [first, second]: [u8; 2]) -> u8 {
    match number {
        ink::LABEL | ink::MENU => 3,
        ink::KEY | ink::HEADING => 18,
        ink::FIRST => first,
        ink::SECOND => second,
        ink::GOOD => 24,
        ink::WARNING => 23,
        ink::ACCENT => 21,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> Result<OwnInks, String> {
        let art = Art::default().with(inks::FILE, text.as_bytes());
        read(&art).map_err(|error| error.to_string())
    }

    #[test]
    fn an_ink_is_the_games_or_the_machines_or_that_of_values() {
        let looks = Looks::default()
            .with_ink("crew", None)
            .with_ink("mast", Some("second"))
            .with_ink("rope", None);
        let own = own("crew 30\nlabel 4\n").unwrap();
        let table = table(&looks, &own, [14, 20]);
        assert_eq!(table[..6], [4, 1, 18, 3, 14, 20]);
        assert_eq!(table[ink::ALL.len()..], [30, 20, 1]);
    }

    #[test]
    fn a_line_that_is_no_ink_is_named() {
        for line in ["crew", "crew 32", "crew red"] {
            let told = format!(
                "art/amiga/inks.txt:2: `{line}` is not `NAME NUMBER` with the number of a colour, 0 to 31"
            );
            assert_eq!(own(&format!("-- Ships.\n{line}")).unwrap_err(), told);
        }
    }
}
