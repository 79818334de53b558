//! Colours of the map by the weather: a game's `seasons.txt`.

use super::sheets::Atari8;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_isa::art::Art;
use hexfront_isa::inks::Line;
use hexfront_isa::looks::Looks;
use hexfront_isa::seasons;

const FORM: &str =
    "`NAME` and five colours `HL`, hue and luminance: water, land, ink, solid sides, outlines";

/// Colours of one: water, land, ink, solid sides, outlines (COLBK, COLPF0 to COLPF3).
type Colours = [u8; 5];

/// What a value without a line has: the machine's own.
const OWN: Colours = [0x84, 0x0E, 0xB2, 0x74, 0x24];

/// Colours by the value of role `weather`; none where the game has no seasons.
///
/// # Errors
/// [`ArtError`] with the line that is none.
pub fn colours(looks: &Looks<'_>, art: &Art<'_>) -> Result<Vec<Colours>, ArtError> {
    let text = art.text(seasons::FILE).unwrap_or_default();
    let read = |line: Line<'_>| {
        one(line.colour).ok_or_else(|| ArtError::Line {
            file: Atari8::path(seasons::FILE),
            line: line.number,
            text: format!("{} {}", line.name, line.colour).trim().to_owned(),
            form: FORM,
        })
    };
    let unknown = |unknown| ArtError::Season {
        file: Atari8::path(seasons::FILE),
        unknown,
    };
    let seasons = seasons::of(looks, &text, read, unknown)?;
    Ok(seasons.into_iter().map(|s| s.unwrap_or(OWN)).collect())
}

fn one(words: &str) -> Option<Colours> {
    let colour = |word: &str| {
        let value = u8::from_str_radix(word, 16).ok()?;
        (word.len() == 2 && value % 2 == 0).then_some(value)
    };
    let colours: Option<Vec<u8>> = words.split_whitespace().map(colour).collect();
    colours?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_has_five_colours() {
        let looks = Looks::default().with("weather", &["clear", "rain"]);
        let of = |text: &'static [u8]| colours(&looks, &Art::default().with(seasons::FILE, text));
        let wet = [0x94, 0xFA, 0x10, 0x74, 0x34];
        assert_eq!(of(b"rain 94 FA 10 74 34").unwrap(), [OWN, wet]);
        assert_eq!(
            colours(&looks, &Art::default()).unwrap(),
            Vec::<Colours>::new()
        );
        for wrong in [
            &b"rain 94 FA 10 74"[..],
            b"rain 94 FA 10 74 35",
            b"rain 94 FA 10 74 034",
        ] {
            let told = of(wrong).unwrap_err().to_string();
            assert!(
                told.starts_with("art/atari8/seasons.txt:1: `rain 94"),
                "{told}"
            );
        }
    }

    #[test]
    fn a_weather_that_the_game_has_not_is_told() {
        let looks = Looks::default().with("weather", &["clear", "rain"]);
        let art = Art::default().with(seasons::FILE, b"fog 94 FA 10 74 34");
        let told = colours(&looks, &art).unwrap_err().to_string();
        assert!(
            told.starts_with("art/atari8/seasons.txt:1: `fog` is no weather"),
            "{told}"
        );
    }
}
