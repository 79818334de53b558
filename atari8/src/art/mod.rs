//! Art: pictures drawn as text in `atari8/art` and in a game's `art/atari8`, turned into what ANTIC and the shell read.

pub mod field;
pub mod mapset;
pub mod players;
pub mod seasons;
pub mod sheets;
pub mod sides;
pub mod sounds;
pub mod textset;
pub mod title;

pub use hexfront_art::sheet::ArtError;
pub use hexfront_art::steps::Steps;
pub use mapset::MapSet;
pub use sheets::{Atari8, Plan, Sheets};
pub use sides::SideLook;
pub use textset::TextSet;

use hexfront_isa::art::Art;
use hexfront_isa::looks::{Looks, Unknown};

/// Values of a game that neither it nor this machine has a drawing for.
pub fn unknown(looks: &Looks<'_>, art: &Art<'_>) -> Vec<Unknown> {
    hexfront_art::sheets::unknown::<Atari8>(looks, art)
}

/// What a game has in its `art/atari8` that nothing shows.
pub fn unread(looks: &Looks<'_>, art: &Art<'_>) -> Vec<String> {
    hexfront_art::sheets::unread::<Atari8>(looks, art)
}
