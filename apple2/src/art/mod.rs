//! Art: pictures drawn as text in `apple2/art` and in a game's `art/apple2`, turned into what the hi-res page and the shell read.

pub mod mapset;
pub mod seasons;
pub mod sheets;
pub mod sides;
pub mod sounds;
pub mod textset;
pub mod tile;
pub mod title;

pub use hexfront_art::sheet::ArtError;
pub use hexfront_art::steps::Steps;
pub use mapset::MapSet;
pub use seasons::Seasons;
pub use sheets::{Apple2, Plan, Sheets};
pub use sides::SideLook;
pub use textset::TextSet;
pub use tile::Tile;
pub use title::Title;

use hexfront_isa::art::Art;
use hexfront_isa::looks::{Looks, Unknown};

/// Values of a game that neither it nor this machine has a drawing for.
pub fn unknown(looks: &Looks<'_>, art: &Art<'_>) -> Vec<Unknown> {
    hexfront_art::sheets::unknown::<Apple2>(looks, art)
}

/// What a game has in its `art/apple2` that nothing shows.
pub fn unread(looks: &Looks<'_>, art: &Art<'_>) -> Vec<String> {
    let asked = Seasons::of(looks, art).unwrap_or_default();
    let asked: Vec<String> = asked
        .asked()
        .map(|name| format!("map.txt: `@{name}`"))
        .collect();
    let mut unread = hexfront_art::sheets::unread::<Apple2>(looks, art);
    unread.retain(|what| !asked.contains(what));
    unread
}
