//! Art: pictures drawn as text in `c64/art` and in a game's `art/c64`, turned into what the VIC-II and the shell read.

mod colours;
pub mod inks;
pub mod mapset;
pub mod seasons;
pub mod sheets;
pub mod sides;
pub mod sounds;
pub mod sprites;
pub mod textset;
pub mod title;

pub use hexfront_art::plan::Ground;
pub use hexfront_art::sheet::{ArtError, Picture, Sheet};
pub use inks::Inks;
pub use mapset::MapSet;
pub use sheets::{C64, Plan, Sheets};
pub use sides::SideLook;
pub use sounds::Sounds;
pub use textset::TextSet;
pub use title::Title;

use hexfront_isa::art::Art;
use hexfront_isa::looks::{Looks, Unknown};

/// Values of a game that neither it nor this machine has a drawing for.
pub fn unknown(looks: &Looks<'_>, art: &Art<'_>) -> Vec<Unknown> {
    hexfront_art::sheets::unknown::<C64>(looks, art)
}

/// What a game has in its `art/c64` that nothing shows.
pub fn unread(looks: &Looks<'_>, art: &Art<'_>) -> Vec<String> {
    hexfront_art::sheets::unread::<C64>(looks, art)
}
