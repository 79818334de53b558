//! Palettes by the weather: a game's `seasons.txt`.

use super::ArtError;
use super::own::{FOLDER, wrong_line};
use hexfront_isa::art::Art;
use hexfront_isa::inks::Line;
use hexfront_isa::looks::Looks;
use hexfront_isa::seasons;

/// The 32 colours, $RGB each.
type Palette = [u16; 32];

const FORM: &str = "`NAME NUMBER=RGB NUMBER=RGB..., each NUMBER from 0 to 31`";

/// The palette for each value of role `weather`, `palette` with the colours of its line in their places; none where the game has no
/// seasons.
///
/// # Errors
/// [`ArtError`] with the line that is none.
pub(super) fn palettes(
    looks: &Looks<'_>,
    art: &Art<'_>,
    palette: &Palette,
) -> Result<Vec<Palette>, ArtError> {
    let text = art.text(seasons::FILE).unwrap_or_default();
    let file = format!("{FOLDER}{}", seasons::FILE);
    let read = |line: Line<'_>| {
        changed(palette, line.colour).ok_or_else(|| {
            let text = format!("{} {}", line.name, line.colour);
            wrong_line(&file, line.number, text.trim(), FORM)
        })
    };
    let unknown = |unknown| ArtError::Season {
        file: file.clone(),
        unknown,
    };
    let palettes = seasons::of(looks, &text, read, unknown)?;
    Ok(palettes
        .into_iter()
        .map(|p| p.unwrap_or(*palette))
        .collect())
}

fn changed(palette: &Palette, words: &str) -> Option<Palette> {
    let mut changed = *palette;
    for word in words.split_whitespace() {
        let (number, colour) = word.split_once('=')?;
        let place = changed.get_mut(number.parse::<usize>().ok()?)?;
        let value = u16::from_str_radix(colour, 16).ok();
        *place = value.filter(|_| colour.len() == 3)?;
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::super::PALETTE;
    use super::*;

    #[test]
    fn a_season_has_other_colours_in_their_places() {
        let looks = Looks::default().with("weather", &["clear", "rain"]);
        let of = |text: &'static [u8]| {
            let art = Art::default().with(seasons::FILE, text);
            palettes(&looks, &art, &PALETTE)
        };
        let mut wet = PALETTE;
        (wet[2], wet[31]) = (0xB96, 0x123);
        assert_eq!(of(b"rain 2=B96 31=123").unwrap(), [PALETTE, wet]);
        assert!(
            palettes(&looks, &Art::default(), &PALETTE)
                .unwrap()
                .is_empty()
        );
        for wrong in [&b"rain 32=B96"[..], b"rain 2=0B96", b"rain B96"] {
            let told = of(wrong).unwrap_err().to_string();
            assert!(
                told.starts_with("art/amiga/seasons.txt:1: `rain "),
                "{told}"
            );
        }
        let told = of(b"rain 2=B96\nfog 2=B96").unwrap_err().to_string();
        assert!(
            told.starts_with("art/amiga/seasons.txt:2: `fog` is no weather"),
            "{told}"
        );
    }
}
