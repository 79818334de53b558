//! Other pictures of a ground by the weather: a game's `seasons.txt`. Hi-res has no colour registers, so that what lies on the ground is
//! drawn: a line `snow clear forest` says that in snow clear ground and forest look like `@clear_snow` and `@forest_snow` of `map.txt`.

use super::sheets::Apple2;
use hexfront_art::sheet::ArtError;
use hexfront_art::sheets::Machine;
use hexfront_isa::art::Art;
use hexfront_isa::inks::Line;
use hexfront_isa::looks::Looks;
use hexfront_isa::seasons;

const FORM: &str =
    "`NAME GROUND...`: a weather, and the grounds that are drawn `@GROUND_NAME` in it";

/// Which ground has a picture of its own, by the value of role `weather`; none where the game has no seasons.
#[derive(Debug, Clone, Default)]
pub struct Seasons {
    values: Vec<Option<Season>>,
}

/// A line.
#[derive(Debug, Clone)]
struct Season {
    name: String,
    grounds: Vec<String>,
}

impl Seasons {
    /// Those of a game.
    ///
    /// # Errors
    /// [`ArtError`] with the line that is none.
    pub fn of(looks: &Looks<'_>, art: &Art<'_>) -> Result<Self, ArtError> {
        let text = art.text(seasons::FILE).unwrap_or_default();
        let file = Apple2::path(seasons::FILE);
        let read = |line: Line<'_>| {
            let grounds: Vec<String> = line.colour.split_whitespace().map(str::to_owned).collect();
            if grounds.is_empty() {
                return Err(ArtError::Line {
                    file: file.clone(),
                    line: line.number,
                    text: line.name.to_owned(),
                    form: FORM,
                });
            }
            let name = line.name.to_owned();
            Ok(Season { name, grounds })
        };
        let unknown = |unknown| ArtError::Season {
            file: file.clone(),
            unknown,
        };
        let values = seasons::of(looks, &text, read, unknown)?;
        Ok(Self { values })
    }

    /// How many values of the weather there are pictures for; 0 where the game has no seasons.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// The name of a ground's picture in each weather; its own alone where the game has no seasons.
    pub fn pictures(&self, ground: &str) -> Vec<String> {
        if self.values.is_empty() {
            return vec![ground.to_owned()];
        }
        let picture = |season: &Option<Season>| {
            let season = season.as_ref();
            let season = season.filter(|season| season.grounds.iter().any(|own| own == ground));
            season.map_or(ground.to_owned(), |season| picture(ground, season))
        };
        self.values.iter().map(picture).collect()
    }

    /// Names of all the pictures that it asks for.
    pub fn asked(&self) -> impl Iterator<Item = String> {
        let seasons = self.values.iter().flatten();
        seasons.flat_map(|season| season.grounds.iter().map(|ground| picture(ground, season)))
    }
}

fn picture(ground: &str, season: &Season) -> String {
    format!("{ground}_{}", season.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &'static [u8]) -> Result<Seasons, ArtError> {
        let looks = Looks::default().with("weather", &["clear", "snow", "snow", "rain"]);
        Seasons::of(&looks, &Art::default().with(seasons::FILE, text))
    }

    #[test]
    fn a_ground_has_the_picture_of_the_weather_where_its_line_says_so() {
        let seasons = of(b"snow clear forest\nrain clear").unwrap();
        let clear = ["clear", "clear_snow", "clear_snow", "clear_rain"];
        assert_eq!(seasons.pictures("clear"), clear);
        let forest = ["forest", "forest_snow", "forest_snow", "forest"];
        assert_eq!(seasons.pictures("forest"), forest);
        assert_eq!(of(b"").unwrap().pictures("clear"), ["clear"]);
    }

    #[test]
    fn a_line_without_ground_and_a_weather_that_there_is_not_are_told() {
        let told = of(b"snow clear\nrain").unwrap_err().to_string();
        assert!(
            told.starts_with("art/apple2/seasons.txt:2: `rain` is not"),
            "{told}"
        );
        let told = of(b"fog clear").unwrap_err().to_string();
        assert!(
            told.starts_with("art/apple2/seasons.txt:1: `fog` is no weather"),
            "{told}"
        );
    }
}
