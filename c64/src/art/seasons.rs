//! Papers of the map by the weather: a game's `seasons.txt`.

use super::colours;
use super::sheets::C64;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_isa::art::Art;
use hexfront_isa::inks::Line;
use hexfront_isa::looks::Looks;
use hexfront_isa::seasons;

/// What a value without a line has.
const WHITE: u8 = 1;

/// Papers by the value of role `weather`; none where the game has no seasons.
///
/// # Errors
/// [`ArtError`] with the word that is no colour.
pub fn papers(looks: &Looks<'_>, art: &Art<'_>) -> Result<Vec<u8>, ArtError> {
    let text = art.text(seasons::FILE).unwrap_or_default();
    let file = C64::path(seasons::FILE);
    let read = |line: Line<'_>| {
        let place = format!("{file}:{}", line.number);
        colours::of_text(&place, line.colour)
    };
    let unknown = |unknown| ArtError::Season {
        file: file.clone(),
        unknown,
    };
    let papers = seasons::of(looks, &text, read, unknown)?;
    Ok(papers.into_iter().map(|p| p.unwrap_or(WHITE)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_of_a_season_is_any_colour() {
        let looks = Looks::default().with("weather", &["clear", "snow", "rain"]);
        let of = |text: &'static [u8]| papers(&looks, &Art::default().with(seasons::FILE, text));
        assert_eq!(
            of(b"clear light_green\nrain light_red").unwrap(),
            [13, 1, 10]
        );
        assert!(papers(&looks, &Art::default()).unwrap().is_empty());
        let told = of(b"clear pink").unwrap_err().to_string();
        assert!(
            told.starts_with("art/c64/seasons.txt:1: `pink` is no colour"),
            "{told}"
        );
        let told = of(b"clear white\nfog white").unwrap_err().to_string();
        assert!(
            told.starts_with("art/c64/seasons.txt:2: `fog` is no weather"),
            "{told}"
        );
    }
}
